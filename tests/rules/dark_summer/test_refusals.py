"""What a player is told who tries what he may not, chapter by chapter: answers that no other test hears."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import GERMANS, US
from bocage.games.dark_summer.retreat import Retreats
from bocage.games.dark_summer.rounds import ActionRound
from bocage.games.dark_summer.waves import SecondWave
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Game
from bocage.kernel.procedure import Frame
from tests.dark_summer.combats import attack, fighting
from tests.dark_summer.phases import between_rounds, playing
from tests.dark_summer.positions import begin, move_in, moving, position, where
from tests.questions import orders, play, refusal
from tests.support import rule

FAR = "german 6-FJ at 5915"


def why_not(game: Game, order: str) -> tuple[str, str]:
    """Rule and sentence of a refusal."""
    found = refusal(game, order)
    return found.rule, found.sentence


# -- 5: stacking ---------------------------------------------------------------------------------------


def d_day(procedure: Frame, units: str, *, beaches: str = "2403 3203 3303 4603", dice: tuple[int, ...] = ()) -> Game:
    """A game in a Wave, with Gold and Juno taken."""
    g = between_rounds(units, turn=1, beaches=f"{beaches} 4003 4102 4203 4302", dice=dice)
    g.rounds = g.round = 2 if isinstance(procedure, SecondWave) else 0
    return begin(g, procedure)


@rule("5.1-08", edition="dark_summer")
def test_who_eliminates_for_over_stacking_takes_a_unit_of_the_hex_that_is_too_full() -> None:
    units = """
        allied 8/3 at 4603
        allied 27-A at 4603
        allied 185/3 at second-4603
        allied 9/3 at second-4603
        allied 1-SS at second-4603
        allied 8/4 at 2403
        german 736/716 at 4504
    """
    game = d_day(SecondWave(), units)
    assert why_not(game, "remove 8/4") == ("5.1-08", "8/4 is in no hex that holds more than it may")
    assert why_not(game, "pass") == ("5.1-08", "eliminate a unit: 4603 holds 5 units, and at most 4 may stay")


# -- 8: Reinforcements and Withdrawals -----------------------------------------------------------------


@rule("8.1.1-08", edition="dark_summer")
def test_a_late_formation_without_an_entry_hex_is_not_chosen() -> None:
    g = between_rounds(FAR, waiting="60/116-Pz 977/271 983/275", turn=6, dice=[1])
    g.exits[US] = g.campaign.ground.letters["E"]
    game = begin(g, ActionRound(GERMANS, 0))
    assert orders(game) == ["enter 275", "enter 271"]
    assert why_not(game, "enter 116-Pz") == ("8.1.1-08", "116 Pz cannot be placed in any of its entry hexes")


LANDING = """
    allied 8/4 at 2403
    allied 22/4 at 2403
    allied 1-SS at 4004
    allied 357/90 at third-utah
    allied 9/2 at third-omaha
    german 6-FJ at 5915
"""


@rule("8.1.3-02", "8.1.3-03", "8.1.3-06", "8.1.3-07", "8.1.3-08", edition="dark_summer")
def test_the_3rd_wave_lands_at_its_own_beach_and_displaces_who_is_in_its_way() -> None:
    game = playing("us", "move", LANDING, beaches="2403 3203 3303", turn=1)
    assert orders(game, "displace") == ["8/4", "22/4"], "there is one hex at Utah, and it is full of another division"
    assert why_not(game, "to 2404") == ("8.1.3-08", "choose who makes room in 2403")
    assert why_not(game, "displace 1-SS") == ("8.1.3-06", "1-SS is not in the way, or has nowhere to go")
    play(game, "displace 8/4")
    too_far = ("8.1.3-07", "8/4 is displaced by one hex, to where it could move and stack")
    assert why_not(game, "to 2405") == why_not(game, "displace 22/4") == too_far
    while "at 3203" not in orders(game):
        play(game, orders(game)[0])
    assert why_not(game, "move 8/4") == ("8.1.3-02", "9/2 lands first: choose its hex")
    assert why_not(game, "at 2403") == ("8.1.3-03", "2403 is no Open hex of the Beach of 9/2")


@rule("8.1.3-05", "8.1.3-11", edition="dark_summer")
def test_gliders_do_not_land_in_a_hex_that_is_full() -> None:
    full = "".join(f"allied {unit} at 2104\n" for unit in ("508/82", "501/101", "502/101", "506/101"))
    units = full + "allied 505/82 at 2204\nallied 507/82 at 2103\nallied 325/82 at airfield-us\n" + FAR
    game = playing("us", "move", units, beaches="2403", turn=1)
    play(game, "pass")
    assert orders(game) == ["at 2103", "at 2204"]
    assert why_not(game, "at 2104") == ("8.1.3-05", "2104 has no room for 325/82, and none can be made")


@rule("8.3-04", edition="dark_summer")
def test_who_has_no_way_to_a_beach_is_not_withdrawn() -> None:
    ring = "german 914/352 at 2204\ngerman 915/352 at 2404\ngerman 916/352 at 2302"
    game = playing("us", "move", f"allied 2-Rng at 2403\nallied 505/82 at 2305\n{ring}", beaches="2403")
    assert orders(game, "evacuate") == ["2-Rng"]
    assert why_not(game, "evacuate 505/82") == ("8.3-04", "505/82 has no way to an Open Beach of its own")


# -- 9.4: the Waves ------------------------------------------------------------------------------------


@rule("9.4.1-10", "9.4.3-13", "9.4.3-16", "11.3.8-01", edition="dark_summer")
def test_after_an_assault_those_advance_who_fought_and_no_farther_than_they_may() -> None:
    units = """
        allied 8/4 at 2403
        allied 22/4 at second-2403
        allied 502/101 at 2305
        german 919/709 at 2404 reduced
        german 1057/91 at 2405
    """
    game = d_day(SecondWave(), units, dice=(6,))
    attack(game, "2404", "8/4 22/4")
    assert why_not(game, "attack 2405") == ("9.4.1-10", "advance now, or halt")
    assert why_not(game, "advance 502/101")[0] == "11.3.8-01"
    play(game, "advance 8/4", "advance 8/4")
    assert orders(game) == ["to 2303", "to 2403"]
    assert why_not(game, "halt") == ("9.4.1-10", "8/4 advances a second hex: choose it")
    assert why_not(game, "to 2406") == ("9.4.3-13", "8/4 cannot go from 2404 to 2406")
    assert why_not(game, "to 2304") == ("9.4.3-16", "8/4 may not advance from one enemy ZOC into another in 2304")
    play(game, "to 2303")
    assert why_not(game, "advance 8/4")[0] == "11.3.8-01", "it has advanced as far as it may"


# -- 10: Movement --------------------------------------------------------------------------------------

ENCIRCLED = "german 1058/91 at 2102\nallied 505/82 at 2202\nallied 507/82 at 2203\nallied 508/82 at 2003"


@rule("10.1-03", "10.1-08", "10.1-13", edition="dark_summer")
def test_units_go_where_they_are_not_yet_and_may_stay() -> None:
    game = moving("german", "german 5/3-FJ at 4427\ngerman 6-FJ at 5915", waiting="977/271", weather="sun")
    assert why_not(game, "move 977/271") == ("10.1-03", "977/271 is not on the map: waiting")
    play(game, "move 5/3-FJ")
    assert why_not(game, "to 4427") == ("10.1-08", "5/3-FJ is in 4427 already")
    assert why_not(game, "to 4428") == ("10.1-13", "German units may not stop in 4428, a C, W or S hex")


@rule("6.3-02", edition="dark_summer")
def test_a_stack_among_enemies_does_not_move() -> None:
    game = moving("german", ENCIRCLED + "\ngerman 1057/91 at 2102", beaches="2403")
    stuck = "1057/91 and 1058/91 can enter no hex next to it because of enemy units and their ZOCs"
    assert why_not(game, "march 2102") == ("6.3-02", stuck)


@rule("5.2-02", "5.2-05", edition="dark_summer")
def test_a_unit_among_full_hexes_does_not_move_though_it_might_pass_through_them() -> None:
    others = ("115/29", "9/2", "357/90", "8/4", "39/9", "119/30")
    around = zip(others, ("1301", "1402", "1403", "1303", "1203", "1202"), strict=True)
    units = "allied 18/1 at 1302\n" + "\n".join(f"allied {unit} at {hex_}" for unit, hex_ in around)
    game = moving("us", units, limit="combined", beaches="3203 3303")
    assert "18/1" not in orders(game, "move") and "115/29" in orders(game, "move")
    assert why_not(game, "move 18/1") == ("5.2-02", "18/1 can reach no hex with room for it")


@rule("10.4-01", "10.4.4-05", edition="dark_summer")
def test_a_box_is_entered_from_the_map() -> None:
    g = position("allied 2-Cav at may-leave\nallied 8/4 at 3204\ngerman 6-FJ at 5915", beaches="3203", turn=8)
    g.brittany_since = 1
    game = move_in(g)
    play(game, "move 2-Cav")
    assert why_not(game, "to eastern-exit")[0] == "10.4.4-05"
    assert why_not(game, "to brittany") == ("10.4-01", "brittany is entered from the map, and 2-Cav is not on it")
    play(game, "to 2828", "move 2-Cav", "to brittany")
    assert where(game, "2-Cav") == "brittany", "it has come back, and may go in again until the turn ends"


@rule("10.1-06", edition="dark_summer")
def test_who_withdraws_says_whereto() -> None:
    game = moving("german", ENCIRCLED, beaches="2403")
    play(game, "withdraw 1058/91")
    assert why_not(game, "end") == ("10.1-06", "1058/91 is withdrawing: say first where it goes")


# -- 11: Combat ----------------------------------------------------------------------------------------

DUEL = """
    allied 8/3 at 4807
    allied 185/3 at 4603
    german 1057/91 at 4808
"""


@rule("11.1-01", "11.1-03", "9.3.2-01", edition="dark_summer")
def test_units_attack_what_is_next_to_them() -> None:
    game = fighting("british", DUEL, waiting="34-Tk")
    assert why_not(game, "move 8/3")[0] == "11.1-03"
    play(game, "attack 4808")
    assert why_not(game, "with 185/3") == ("11.1-01", "185/3 is not next to 4808")
    assert why_not(game, "with 34-Tk") == ("9.3.2-01", "34-Tk is not on the map: it is waiting")


@rule("11.0-06", "13.4-05", edition="dark_summer")
def test_a_hex_next_to_which_all_are_out_of_supply_is_not_attacked() -> None:
    cut_off = "    allied 9/3 at 4909\n    german 857/346 at 4811\n    german 858/346 at 5010"
    game = fighting("british", DUEL + cut_off)
    assert orders(game, "attack") == ["4808"]
    assert why_not(game, "attack 5010")[0] == "11.0-06"


@rule("11.3.7-22", edition="dark_summer")
def test_a_german_retreat_does_not_end_in_a_lettered_hex_if_another_way_is_as_good() -> None:
    g = position("german 1057/91 at 2828\nallied 8/4 at 2927", round="combat", turn=1, beaches="2403")
    game = begin(g, Retreats((unit_number("1057/91"),)))
    play(game, "to 2727")
    assert orders(game, "to") == ["2627", "2726"]
    assert why_not(game, "to 2628") == ("11.3.7-22", "by 2628 1057/91 would end in a C, W or S hex, and need not")


@rule("11.7-08", edition="dark_summer")
def test_cherbourg_combat_that_was_begun_goes_on() -> None:
    units = "german 729/709 at cherbourg\nallied 313/79 at cherbourg\nallied 314/79 at cherbourg"
    game = fighting("us", units, turn=10, weather="sun")
    play(game, "attack cherbourg")
    assert why_not(game, "end") == ("11.7-08", "announce Support for Cherbourg Combat, or pass")
