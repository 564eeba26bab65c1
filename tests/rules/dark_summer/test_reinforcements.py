"""Reinforcements (8.1) and the 3rd Wave (8.1.3)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMANS, SIDE_OF, US
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.reinforcements import available, entry_hexes, is_late, why_not_place
from bocage.games.dark_summer.rounds import ActionRound
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.support import GROUP_OF, why_not_support
from bocage.games.dark_summer.third_wave import landing_hexes, refuges
from bocage.games.dark_summer.words import FORMATION_NAMES, unit_number
from bocage.kernel import Event, Game
from tests.dark_summer.phases import between_rounds, playing
from tests.dark_summer.positions import GROUPS, Group, begin, labels, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

FAR = "german 6-FJ at 5915"
LEHR = ("901/Pz-Lehr", "902/Pz-Lehr", "130/Pz-Lehr")
TURN_1 = """25/12-SS-Pz 26/12-SS-Pz 12/12-SS-Pz 901/Pz-Lehr 902/Pz-Lehr 130/Pz-Lehr 37/17-SS-PzG 38/17-SS-PzG 857/346
    858/346 1049/77 1050/77 5/3-FJ 8/3-FJ 9/3-FJ 1/III-Flak 2/III-Flak 3/III-Flak 4/III-Flak"""


def entering(group: Group, waiting: str, units: str = FAR, *, dice: list[int], turn: int = 6, **more: object) -> Game:
    """A game in a Move Round of a group for which units wait; from Turn 6 on nobody is asked about Withdrawals."""
    return playing(group, "move", units, waiting=waiting, dice=dice, turn=turn, **more)


def let_in(game: Game) -> list[Event]:
    """All that may enter do, the first offered in the first hex offered."""
    events = list(game.opening_events)
    while any(order.split()[0] in ("enter", "at") for order in orders(game)):
        events += play(game, orders(game)[0])
    return events


def formations(g: State, group: int) -> list[str]:
    """The Formations that are available."""
    return [FORMATION_NAMES[formation] for formation in available(g, group)]


def hexes(g: State, unit: str) -> set[str]:
    """Where a unit may be placed."""
    return {GRID.label(hex_) for hex_ in entry_hexes(g, unit_number(unit))}


def may_enter(game: Game) -> object:
    """How many Formations the roll let in."""
    (roll,) = (event for event in game.opening_events if event.kind == "entry_roll")
    return roll.facts["number"]


# -- when, and who --------------------------------------------------------------------------------------


@rule("8.1-01", "8.1-06", "8.1-07", "8.1-08", "8.1.1-12", edition="dark_summer")
def test_units_come_on_their_turn_in_a_move_round_of_their_own() -> None:
    waiting = "15-Cav GTD/2-Fr 34-Tk 4/2-Can 10/1-Po 503-Tiger 102-SS-Tiger"
    g = position(waiting=waiting, turn=4, beaches="3203 4003")
    assert formations(g, US) == [] and formations(g, BRITISH) == ["34 Tk", "2 Can Inf"]
    assert formations(g, GERMANS) == ["503 Tiger"]
    g.turn = 8
    assert formations(g, US) == ["15 Cav", "2 Fr Armd"]
    assert formations(g, BRITISH) == ["34 Tk", "2 Can Inf", "1 Po A"]
    game = entering("us", "34-Tk", dice=[])
    assert "move" in game.decision.prompt.lower(), "nobody waits for the US: no die is rolled"


@rule("8.1-04", "8.1-08", "8.1-05", edition="dark_summer")
@pytest.mark.parametrize(
    ("group", "way", "enters"),
    [("us", "move", True), ("us", "combined-move", True), ("us", "combined-combat", False), ("us", "combat", False),
     ("german", "move", True), ("german", "combat", False)],
)  # fmt: skip
def test_entry_is_at_the_beginning_of_move_rounds_and_combined_rounds_of_a_move_chit(
    group: Group, way: str, enters: bool
) -> None:
    unit = "15-Cav" if group == "us" else "503-Tiger"
    game = playing(group, way, FAR, waiting=unit, dice=[3] if enters else [], turn=6)
    let_in(game)
    assert (where(game, unit) != "waiting") == enters


@rule("8.1-02", "8.1.1-01", "8.1.1-02", "8.1.1-E1", "8.1.1-06", edition="dark_summer")
def test_three_of_seven_enter_on_a_three_and_nobody_is_held_back() -> None:
    game = entering("german", TURN_1, dice=[3], turn=1)
    assert may_enter(game) == 3
    assert set(orders(game, "enter")) == {"12-SS-Pz", "Pz-Lehr", "17-SS-PzG", "346", "77", "3-FJ", "III-Flak"}
    assert "end" not in orders(game) and refusal(game, "end").rule == "8.1.2-09"
    let_in(game)
    assert len(formations(state(game), GERMANS)) == 4


@rule("8.1.1-02", "8.1.1-E2", "8.1.1-10", "8.1-03", edition="dark_summer")
@pytest.mark.parametrize(("die", "number"), [(1, 2), (2, 2), (4, 4), (6, 4)])
def test_half_of_those_who_wait_if_that_is_more(die: int, number: int) -> None:
    four = "1049/77 1050/77 5/3-FJ 8/3-FJ 9/3-FJ 857/346 858/346 37/17-SS-PzG 38/17-SS-PzG"
    game = entering("german", four + " 2/2-Pz", dice=[die], turn=1)
    assert may_enter(game) == number
    let_in(game)
    left = available(state(game), GERMANS)
    assert len(left) == 4 - number
    state(game).turn = 2
    late = [f for f, units in available(state(game), GERMANS).items() if is_late(state(game), units)]
    assert len(late) == 4 - number, "what did not enter is available again, and goes before those of Turn 2"


@rule("8.1.1-03", "8.1.1-05", "8.1.1-E3", edition="dark_summer")
@pytest.mark.parametrize(("die", "number"), [(2, 1), (3, 1), (6, 4)])
def test_in_storm_the_allies_must_use_the_roll_less_two(die: int, number: int) -> None:
    ten = "15-Cav 2-Cav 113-Cav 106-Cav 4-Cav 102-Cav 13/8 134/35 2/5 CCA/4"
    game = entering("us", ten, dice=[die], weather="storm", beaches="2403 3203 3303")
    assert may_enter(game) == number
    game = entering("german", "503-Tiger 102-SS-Tiger 101-SS-Tiger 13/5-FJ", dice=[1], weather="storm")
    assert may_enter(game) == 2, "the Germans roll as ever"


@rule("8.1.1-04", edition="dark_summer")
def test_in_sun_the_germans_must_use_the_roll_less_two() -> None:
    four = "503-Tiger 102-SS-Tiger 101-SS-Tiger 13/5-FJ"
    assert may_enter(entering("german", four, dice=[1], weather="sun")) == 1
    assert may_enter(entering("german", four, dice=[5], weather="sun")) == 3
    assert may_enter(entering("us", "15-Cav 2-Cav 113-Cav 106-Cav", dice=[1], weather="sun")) == 2


@rule("8.1.1-07", "8.1.1-E4", "8.1.1-11", edition="dark_summer")
def test_earlier_turns_come_first_and_the_rest_of_a_division_is_one_formation() -> None:
    waiting = "26/1 117/30 119/30 120/30 313/79 314/79 315/79 4-Cav"
    game = playing("us", "move", FAR, waiting=waiting, dice=[1], turn=2, beaches="2403 3203 3303")
    assert may_enter(game) == 2, "half of four Formations"
    assert orders(game, "at"), "the 26th has no rival: it enters, and only its hex is asked"
    assert refusal(game, "enter 30-Inf").rule == "8.1.2-09"
    play(game, "at 3203")
    assert set(orders(game, "enter")) == {"30-Inf", "79-Inf", "4-Cav"}
    g = position(waiting="984/275 983/275 985/275", turn=6)
    assert list(available(g, GERMANS).values()) == [[unit_number(u) for u in ("984/275", "983/275", "985/275")]]
    assert all(is_late(g, units) for units in available(g, GERMANS).values()), "the earliest of its units counts"


@rule("8.1.1-07", "8.1.1-09", edition="dark_summer")
def test_among_earlier_turns_the_player_chooses_freely() -> None:
    game = entering("us", "102-Cav 4-Cav 113-Cav 2-Cav", dice=[1])
    assert set(orders(game, "enter")) == {"102-Cav", "4-Cav", "113-Cav"}
    assert refusal(game, "enter 2-Cav").rule == "8.1.1-07"
    assert refusal(game, "enter 3-Cav").rule == "8.1-01"


@rule("8.1.1-08", "8.1.2-08", edition="dark_summer")
def test_a_late_formation_that_cannot_be_placed_holds_up_nobody() -> None:
    g = between_rounds(FAR, waiting="60/116-Pz 156/116-Pz 977/271 13/5-FJ", turn=6, dice=[1])
    g.exits[US] = g.campaign.ground.letters["E"]
    assert set(formations(g, GERMANS)) == {"271", "5 FJ"}
    g.where[unit_number("13/5-FJ")] = -4
    g.where[unit_number("101-SS-Tiger")] = -1
    game = begin(g, ActionRound(GROUPS["german"], 0))
    assert set(orders(game, "at")) == {"3428", "4428", "4828", "5428"}, "the 271st of this turn enters"


# -- where ----------------------------------------------------------------------------------------------


@rule("8.1.2-01", "8.1.2-18", "8.1-03", edition="dark_summer")
def test_allied_units_enter_on_open_beaches_of_their_nationality() -> None:
    g = position(waiting="15-Cav GTD/2-Fr 34-Tk 10/1-Po 4/2-Can", turn=8, beaches="2403 3203 4003 4603", closed="3303")
    assert hexes(g, "15-Cav") == hexes(g, "GTD/2-Fr") == {"2403", "3203"}
    assert hexes(g, "34-Tk") == hexes(g, "10/1-Po") == hexes(g, "4/2-Can") == {"4003", "4603"}
    refused = why_not_place(g, unit_number("15-Cav"), GRID.at("4003"))
    assert refused and refused.rule == "8.1.2-01"
    game = entering("british", "34-Tk", dice=[], beaches="3203")
    assert where(game, "34-Tk") == "waiting", "without an Open Beach nobody enters, and no die is rolled"


@rule("8.1.2-02", "8.1.2-06", "8.1.2-07", edition="dark_summer")
def test_german_units_enter_at_their_letter() -> None:
    g = position(waiting="13/5-FJ 977/271 60/116-Pz 751/326 31/16-LW 503-Tiger 1/III-Flak 102-SS-Tiger", turn=7)
    east = {"6202", "6205", "6209", "6212", "6216", "6219", "6223"}
    assert hexes(g, "13/5-FJ") == {"2628", "2727", "2828"}
    assert hexes(g, "977/271") == {"3428", "4428", "4828", "5428"}, "never in Alençon"
    for unit in ("60/116-Pz", "503-Tiger", "1/III-Flak", "102-SS-Tiger"):
        assert hexes(g, unit) == east
    for unit in ("751/326", "31/16-LW"):
        assert hexes(g, unit) == east | {"5400"}, "infantry may come by (E)"
    for unit, label, rule_ in (
        ("977/271", "6028", "8.1.2-06"), ("503-Tiger", "5400", "8.1.2-07"), ("977/271", "6202", "8.1.2-02"),
    ):  # fmt: skip
        refused = why_not_place(g, unit_number(unit), GRID.at(label))
        assert refused and refused.rule == rule_


@rule("8.1.2-03", "8.1.2-04", "8.1.2-05", "8.1.2-08", edition="dark_summer")
def test_not_among_allied_units_nor_at_exit_markers_but_in_their_zones() -> None:
    g = position("allied CCA/4 at 6205\nallied CCB/4 at 6110", waiting="503-Tiger 751/326", turn=9, held="6202 6209")
    assert hexes(g, "503-Tiger") == {"6202", "6209", "6212", "6216", "6219", "6223"}, "6209 is in a ZOC and Allied"
    g.exits[BRITISH] = GRID.set("6202")
    refused = [why_not_place(g, unit_number("503-Tiger"), GRID.at(label)) for label in ("6205", "6202")]
    assert [found.rule for found in refused if found] == ["8.1.2-04", "8.1.2-05"]
    g.exits[US] = g.campaign.ground.letters["E"]
    assert hexes(g, "503-Tiger") == set() and hexes(g, "751/326") == {"5400"}


@rule("8.1.2-09", "8.1.2-11", "8.1.2-14", "8.1.2-15", "8.1.2-17", edition="dark_summer")
def test_all_are_placed_before_movement_where_their_owner_likes_and_move_in_full() -> None:
    game = entering("german", "503-Tiger 102-SS-Tiger", dice=[4], weather="sun")
    assert not any(order.startswith("move") for order in orders(game))
    play(game, "enter 503-Tiger", "at 6219")
    assert refusal(game, "move 503-Tiger").rule == "8.1.2-09"
    assert refusal(game, "at 3428").rule == "8.1.2-02"
    play(game, "at 6202")
    assert {where(game, "503-Tiger"), where(game, "102-SS-Tiger")} == {"6219", "6202"}
    play(game, "move 503-Tiger")
    assert "5619" in orders(game, "to"), "along the Road although the Sun shines, and placement cost nothing"


@rule("8.1.2-10", "5.2-01", edition="dark_summer")
def test_as_many_units_as_find_room_enter_and_the_others_wait() -> None:
    full = "allied 102-Cav at 3203\nallied 4-Cav at 3203\n" + FAR
    game = entering("us", "109/28 110/28 112/28", full, dice=[6], turn=7, beaches="3203")
    assert [where(game, unit) for unit in ("109/28", "110/28", "112/28")] == ["3203", "3203", "waiting"]
    mixed = position("allied 18/1 at 3203\n" + FAR, waiting="109/28", turn=7, beaches="3203")
    refused = why_not_place(mixed, unit_number("109/28"), GRID.at("3203"))
    assert refused and refused.rule == "8.1.2-10", "two divisions"


@rule("8.1.2-16", edition="dark_summer")
def test_a_unit_placed_in_a_w_or_s_hex_must_move_on() -> None:
    game = entering("german", "13/5-FJ", dice=[1])
    play(game, "at 2628")
    assert refusal(game, "end").rule == "10.1-13"
    play(game, "move 13/5-FJ")
    play(game, f"to {orders(game, 'to')[0]}", "end")
    ring = "allied CCA/4 at 2626\nallied CCB/4 at 2727\nallied CCR/4 at 2527\n" + FAR
    g = position(ring, waiting="13/5-FJ", turn=6)
    refused = why_not_place(g, unit_number("13/5-FJ"), GRID.at("2628"))
    assert refused and refused.rule == "8.1.2-16", "it could not leave the hex"


@rule("8.1-09", edition="dark_summer")
def test_support_markers_are_there_from_their_turn_on_without_a_roll() -> None:
    for turn in range(1, 11):
        g = position("allied 18/1 at 3204\ngerman 6-FJ at 3304", turn=turn, round="combat", beaches="3203")
        g.round = 9
        attack = Attack(GRID.at("3304"), (unit_number("18/1"),))
        for number, marker in enumerate(g.campaign.markers):
            refused = why_not_support(g, attack, number, attacking=SIDE_OF[GROUP_OF[marker.army]] == ALLIED)
            early = refused is not None and refused.rule == "12.0-02"
            assert early == (turn < marker.turn and not marker.optional), (turn, marker.title)


# -- the 3rd Wave ---------------------------------------------------------------------------------------

FIGURE_2 = """
    allied 2-Rng at 3103
    allied 116/29 at 3204
    allied 5-Rng at 3204
    allied 16/1 at 3304
    allied 115/29 at 3203
    allied 18/1 at 3303
    allied 9/2 at third-omaha
    allied 23/2 at third-omaha
    allied 38/2 at third-omaha
    german 6-FJ at 5915
"""


def third_wave(group: Group, units: str, *, beaches: str = "2403 3203 3303", turn: int = 1, **more: object) -> Game:
    """A game in a group's Move Round, after nobody was withdrawn."""
    game = playing(group, "move", units, beaches=beaches, turn=turn, **more)
    if any(order.startswith("evacuate") for order in orders(game)):
        play(game, "pass")
    return game


@rule(
    "8.1.3-E1",
    "R.2-02",
    "8.1.3-02",
    "8.1.3-04",
    "8.1.3-05",
    "8.1.3-06",
    "8.1.3-07",
    "8.1.3-08",
    "8.1.3-18",
    "8.1.2-13",
    "9.4.5-02",
    edition="dark_summer",
)
def test_figure_2_the_2nd_division_displaces_a_regiment() -> None:
    game = third_wave("us", FIGURE_2)
    assert orders(game) == ["at 3203", "at 3303"], "no roll"
    assert refusal(game, "at 2403").rule == "8.1.3-03"
    play(game, "at 3303")
    if "displace 18/1" in orders(game):
        play(game, "displace 18/1")
    assert "3304" in orders(game, "to") and not {"3203", "3204"} & set(orders(game, "to")), "not with the 29th"
    events = play(game, "to 3304")
    assert where(game, "18/1") == "3304" and "displaced" in kinds(events)
    assert [where(game, unit) for unit in ("9/2", "23/2", "38/2")] == ["3303"] * 3, "one hex is cleared, not two"
    play(game, "pass")
    assert {"18/1", "9/2"} <= set(orders(game, "move")), "all of them may still move"


@rule("8.1.3-03", edition="dark_summer")
def test_seaborne_units_land_at_their_own_beach() -> None:
    units = "allied 357/90 at third-utah\nallied 22/7-A at third-gold\nallied 152/51 at third-juno\n" + FAR
    g = position(units, turn=1, beaches="2403 3203 4003 4102 4302")
    found = {unit: labels(landing_hexes(g, unit_number(unit), 1)) for unit in ("357/90", "22/7-A", "152/51")}
    assert found == {"357/90": {"2403"}, "22/7-A": {"4003", "4102"}, "152/51": {"4302"}}


@rule("8.1.3-07", edition="dark_summer")
def test_the_displaced_go_one_hex_to_where_they_could_move() -> None:
    g = position("allied 27-A at 4603\ngerman 736/716 at 4604\nallied 5/6 at 4704\n" + FAR, turn=1, beaches="4603")
    found = {GRID.label(hex_) for hex_ in refuges(g, unit_number("27-A"))}
    assert found == {"4503", "4703"}, "along the coast: Germans are inland, and the rest is Sea"


@rule("8.1.3-10", "8.1.3-01", edition="dark_summer")
def test_without_an_open_hex_at_their_beach_they_come_on_turn_2_over_any_beach() -> None:
    units = "allied 357/90 at third-utah\n" + FAR
    game = third_wave("us", units, beaches="3203")
    assert where(game, "357/90") == "third-utah"
    g = between_rounds(units, beaches="2403 3203", turn=1)
    g.track = ((US, 0),)
    assert where(begin(g, ActionRound(US, 0)), "357/90") == "third-utah", "nor in a second Move Round of Turn 1"
    game = third_wave("us", units, beaches="3203", turn=2)
    assert where(game, "357/90") == "3203", "without a roll"


@rule("8.1.3-09", "8.1.3-10", edition="dark_summer")
def test_only_the_3rd_wave_in_its_own_round_displaces() -> None:
    units = "allied 357/90 at third-utah\nallied 18/1 at 3203\n" + FAR
    game = third_wave("us", units, beaches="3203", turn=2)
    assert where(game, "357/90") == "third-utah" and where(game, "18/1") == "3203"
    assert "move 18/1" in orders(game), "it stays where it is, and nobody is asked"


@rule("8.1.3-11", edition="dark_summer")
def test_the_325th_lands_where_its_division_stands() -> None:
    units = "allied 325/82 at airfield-us\nallied 505/82 at 2204\nallied 507/82 at 2103\nallied 508/82 at 2103\n" + FAR
    g = position(units, turn=1, beaches="2403")
    assert labels(landing_hexes(g, unit_number("325/82"), 1)) == {"2204", "2103"}
    game = third_wave("us", units, beaches="2403")
    assert set(orders(game, "at")) == {"2204", "2103"}
    game = third_wave("us", units.replace("2103", "2204") + "\nallied 501/101 at 2204")
    assert where(game, "325/82") == "airfield-us", "no room, and it displaces nobody"


@rule("8.1.3-12", "8.1.3-13", edition="dark_summer")
def test_the_6th_airlanding_brigade_lands_at_4704_or_later_over_a_beach() -> None:
    units = "allied 6/6 at airfield-british\nallied 5/6 at 4704\n" + FAR
    assert where(third_wave("british", units, beaches="4603"), "6/6") == "4704"
    taken = "allied 6/6 at airfield-british\ngerman 736/716 at 4704\n" + FAR
    game = third_wave("british", taken, beaches="4603")
    assert where(game, "6/6") == "airfield-british"
    g = between_rounds(taken, beaches="4603", turn=1)
    g.track = ((BRITISH, 0),)
    second = begin(g, ActionRound(BRITISH, 0))
    assert where(second, "6/6") == "4603", "in the second Move Round it comes over a Beach"


@rule("8.1.3-14", edition="dark_summer")
def test_a_glider_unit_left_over_enters_on_turn_2_by_itself() -> None:
    units = "allied 325/82 at airfield-us\n" + FAR
    assert where(third_wave("us", units), "325/82") == "airfield-us", "its division is gone"
    assert where(third_wave("us", units, beaches="3203", turn=2), "325/82") == "3203"


@rule("8.1.3-15", "8.1.3-16", "8.1.3-17", edition="dark_summer")
def test_turn_1_reinforcements_wait_for_the_second_move_round() -> None:
    game = third_wave("us", FAR, waiting="102-Cav")
    assert where(game, "102-Cav") == "waiting"
    g = between_rounds(FAR, waiting="102-Cav", beaches="3203", turn=1, dice=[1])
    g.track = ((US, 0), (BRITISH, 0))
    assert where(begin(g, ActionRound(US, 0)), "102-Cav") == "3203", "with the normal roll"
    units = "allied 357/90 at third-utah\n" + FAR
    game = third_wave("us", units, waiting="102-Cav 4-Cav", beaches="3203 2403", turn=2, dice=[1])
    assert orders(game) == ["at 2403", "at 3203"]
    play(game, "at 2403")
    assert may_enter_now(game) and orders(game, "at") == ["2403", "3203"], "then Turn 1's, before Turn 2's"


def may_enter_now(game: Game) -> bool:
    """Whether units of a Formation are being placed."""
    return "enters" in game.decision.prompt
