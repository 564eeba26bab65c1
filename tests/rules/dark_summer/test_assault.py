"""The Amphibious Assault Rounds of Turn 1 (9.4, 11.4, 11.5.1)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bocage.games.dark_summer.assault import second_hexes, why_no_second
from bocage.games.dark_summer.campaign import BOTH
from bocage.games.dark_summer.places import GRID, place_number
from bocage.games.dark_summer.reaction import ReactionRound
from bocage.games.dark_summer.rounds import ActionRound
from bocage.games.dark_summer.waves import FirstWave, SecondWave
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Game
from bocage.kernel.procedure import Frame
from tests.dark_summer.combats import attack, ended, outlook, ratio, result, told
from tests.dark_summer.phases import between_rounds
from tests.dark_summer.positions import begin, is_reduced, labels, setting_of, state, where
from tests.questions import Rigged, kinds, orders, play, refusal
from tests.support import rule

BESIDE = """
    allied 8/4 at approach-2403
    german SP-2403 at 2403 factor 1
"""
UTAH = BESIDE + "    german 919/709 at 2202\n"
OMAHA = """
    allied 16/1 at approach-3303
    german SP-3303 at 3303 factor 2
"""
TAKEN = "4003 4102 4203 4302"
RANGERS = """
    allied 2-Rng at approach-3003
    german SP-3003 at 3003 factor 2
"""


def in_round(procedure: Frame, units: str, *, beaches: str = "", **more: object) -> Game:
    """A game in a Round of D-Day, with the Augmented Omaha Defense markers; Gold and Juno are taken."""
    g = between_rounds(units, turn=1, beaches=f"{beaches} {TAKEN}", **more)
    g.augmented = GRID.set("3203 3303")
    g.rounds = g.round = 2 if isinstance(procedure, SecondWave) else 0
    return begin(g, procedure)


def first(units: str, *, dice: Sequence[int] = ()) -> Game:
    """A game in the 1st Wave Round."""
    return in_round(FirstWave(), units, dice=dice)


def second(units: str, *, beaches: str = "", dice: Sequence[int] = ()) -> Game:
    """A game in the 2nd Wave Round."""
    return in_round(SecondWave(), units, beaches=beaches, dice=dice)


def halt(game: Game) -> None:
    """Nobody advances any further."""
    while "halt" in orders(game):
        play(game, "halt")


def open_beaches(game: Game) -> set[str]:
    """The Open Beaches besides those of Gold and Juno."""
    return labels(state(game).open_beaches & ~GRID.set(TAKEN))


# -- the order of Turn 1 --------------------------------------------------------------------------------


def d_day(**more: object) -> Game:
    """The campaign from its beginning; all dice fall as they are given."""
    return Game(setting_of(), "", Rigged(**more))  # type: ignore[arg-type]


@rule(
    "9.4-01",
    "9.4-02",
    "9.4-03",
    "9.4-04",
    "9.1-03",
    "7.2.1-03",
    "4.0.4-05",
    "4.0-04",
    "9.4.5-03",
    "9.4.1-01",
    "9.4.3-01",
    edition="dark_summer",
)
@rule("9.4.2-01", "9.4.4-01", "9.4.5-01", "9.4.1-06", "8.1.3-01", "11.4.1-05", edition="dark_summer")
def test_the_first_four_rounds_of_turn_1_are_fixed() -> None:
    game = d_day(dice=[6] * 9)
    assert state(game).turn == 1 and orders(game) == ["take 2", "take 1"]
    play(game, "take 2")
    assert sum(state(game).cup) == 9 and state(game).reactions == 2, "four others are played first"
    assert state(game).round_kind == "wave1" and state(game).round == 1 and state(game).active == BOTH
    assert len(orders(game, "attack")) == 9 and "end" not in orders(game), "in any order"
    while state(game).round_kind == "wave1":
        play(game, "halt" if "halt" in orders(game) else orders(game)[0])
    assert state(game).round_kind == "reaction" and state(game).round == 2 and state(game).reactions == 2
    play(game, "pass")
    assert state(game).round_kind == "wave2" and state(game).round == 3
    while state(game).round_kind == "wave2":
        play(game, orders(game)[-1])
    assert state(game).round_kind == "reaction" and state(game).round == 4
    assert not state(game).augmented
    play(game, "pass")
    assert state(game).reactions == 2 and sum(state(game).cup) == 8, "a chit has been drawn; nobody answers twice"
    assert orders(game)[0].startswith("play")


# -- the 1st Wave ---------------------------------------------------------------------------------------


@rule("9.4.1-02", "9.4.1-03", "9.4.1-04", "9.4.1-05", "9.4.1-12", "9.4.3-21", "11.0-04", edition="dark_summer")
def test_all_of_the_1st_wave_attack_the_hex_before_them_without_support_and_nobody_else() -> None:
    units = UTAH + "    allied 502/101 at 2302\n    allied 116/29 at approach-3203\n    allied 5-Rng at approach-3203\n"
    units += RANGERS.strip() + "\n    german SP-3203 at 3203 factor 1\n"
    game = first(units, dice=[1, 1, 1])
    assert set(orders(game)) == {"attack 2403", "attack 3003", "attack 3203"}
    assert refusal(game, "attack 2202").rule == "9.4.1-04", "the paratroopers do not attack"
    assert refusal(game, "end").rule == "9.4.1-02"
    events = play(game, "attack 3203")
    assert told(events, "attackers") == tuple(sorted(map(unit_number, ("116/29", "5-Rng")))), "both of them"
    assert refusal(game, "attack 3203").rule == "11.1-05"
    while not ended(game):
        events += play(game, orders(game)[0])
    assert kinds(events).count("combat") == 3


@rule("9.4.1-07", "9.4.1-08", "9.4.1-10", "3.2.2-01", "11.3.8-04", edition="dark_summer")
def test_who_eliminates_the_strongpoint_lands_opens_the_beach_and_may_go_on() -> None:
    game = first(UTAH, dice=[6])  # 5-1: DE
    assert where(game, "8/4") == "2403" and open_beaches(game) == {"2403"}
    assert orders(game) == ["advance 8/4", "halt"]
    play(game, "advance 8/4")
    assert "2302" in orders(game, "to"), "next to a German unit: ZOCs are ignored"
    play(game, "to 2302")
    assert where(game, "8/4") == "2302" and ended(game), "one hex further and no more"
    assert state(game).held & GRID.set("2302")


@rule("9.4.1-10", edition="dark_summer")
def test_in_the_1st_wave_zones_are_ignored_even_from_one_to_another() -> None:
    game = first(RANGERS.rstrip() + "\n    german 916/352 at 3004\n", dice=[3])
    play(game, "advance 2-Rng")
    assert "3103" in orders(game, "to"), "916/352 has a ZOC in both hexes"


@rule("9.4.1-10", "9.4.1-13", edition="dark_summer")
def test_the_second_hex_must_be_one_that_the_unit_could_move_into() -> None:
    game = first(BESIDE + "    german 919/709 at 2303\n    allied 502/101 at 2302\n    allied 505/82 at 2302\n"
                 "    allied 506/101 at 2302\n    allied 507/82 at 2302\n", dice=[6])  # fmt: skip
    play(game, "advance 8/4")
    assert refusal(game, "to 2303").rule == "10.1-07", "Germans are there"
    assert refusal(game, "to 2503").rule in ("9.4.3-13", "2.4-15"), "Sea"
    assert refusal(game, "to 2302").rule == "5.1-01", "the stacking limit holds"
    assert orders(game, "to") == ["2404"]


@rule("9.4.1-11", edition="dark_summer")
def test_who_fails_stays_in_the_approach_hex() -> None:
    game = first(UTAH, dice=[1])  # BL1 eliminates the Strongpoint; a 2 is DR, which it ignores
    assert where(game, "8/4") == "2403" and is_reduced(game, "8/4")
    game = first(UTAH, dice=[2])
    assert where(game, "8/4") == "approach-2403" and where(game, "SP-2403") == "2403" and not open_beaches(game)


@rule("9.4.1-07", edition="dark_summer")
def test_without_a_survivor_the_hex_stays_german() -> None:
    units = UTAH.replace("8/4 at approach-2403", "8/4 at approach-2403 reduced").replace("factor 1", "factor 3")
    game = first(units, dice=[5])  # 3 to 3 is 1-1: EX
    assert where(game, "8/4") == where(game, "SP-2403") == "eliminated"
    assert not open_beaches(game) and not state(game).held & GRID.set("2403")


@rule("9.4.1-09", "11.4.2-01", "11.4.2-E1", edition="dark_summer")
@pytest.mark.parametrize(("die", "printed"), [(3, "BL1"), (4, "BL1"), (5, "EX")])
def test_the_rangers_take_pointe_du_hoc_with_bl1_and_ex_in_the_1st_wave(die: int, printed: str) -> None:
    game = first(RANGERS, dice=[die])
    events = list(game.opening_events)
    assert ratio(events) == (2, 2) and told(events, "printed") == printed and result(events) == "DE"
    assert where(game, "2-Rng") == "3003" and not open_beaches(game), "it is no Beach"
    game = second(RANGERS, dice=[die])
    attack(game, "3003", "2-Rng")
    assert where(game, "2-Rng") == where(game, "SP-3003") == "eliminated", "only in the 1st Wave"


@rule("11.4.2-01", "11.5.1-02", edition="dark_summer")
def test_at_pointe_du_hoc_dr_is_ignored_too_and_al_is_as_printed() -> None:
    assert where(first(RANGERS, dice=[6]), "SP-3003") == "3003"  # DR at 1-1
    assert where(first(RANGERS, dice=[1]), "2-Rng") == "eliminated"
    strong = RANGERS.replace("factor 2", "factor 1")
    assert where(first(strong, dice=[6]), "SP-3003") == "eliminated", "DR* at 2-1"


@rule("11.5.1-01", "11.5.1-02", edition="dark_summer")
@pytest.mark.parametrize(
    ("die", "words"),
    [
        (2, "no effect, a Strongpoint attacked from the sea alone holds (DR)."),
        (3, "the defender must retreat, which eliminates a Strongpoint (DR*)."),
    ],
)
def test_it_is_told_why_a_strongpoint_holds_or_falls(die: int, words: str) -> None:
    juno = "german SP-4302 at 4302 factor 1\nallied 8/3-Can at approach-4302\n"  # 5-1
    game = in_round(FirstWave(), RANGERS + juno, dice=[die, 6])
    combat = next(event for event in play(game, "attack 4302") if event.kind == "combat")
    assert game.setting.sentence(combat).endswith(f"; die {die}: {words}")


# -- the first Reaction ---------------------------------------------------------------------------------


@rule("9.4.2-01", "9.4.2-02", "9.4.2-03", edition="dark_summer")
def test_in_the_first_reaction_units_have_half_their_movement_and_no_roads() -> None:
    units = "german 125/21-Pz at 4808\ngerman 736/716 at 4504"
    game = in_round(ReactionRound("half"), units)
    play(game, "stack 4808", "move 125/21-Pz")
    half = set(orders(game, "to"))
    assert refusal(game, "to 4803").rule == "10.1-08"
    full = in_round(ReactionRound("normal"), units)
    play(full, "stack 4808", "move 125/21-Pz")
    assert half < set(orders(full, "to")) and "4710" in set(orders(full, "to")) - half
    slow = in_round(ReactionRound("half"), units)
    play(slow, "stack 4504", "move 736/716")  # a factor of 3 is halved to 1
    assert orders(slow, "to"), "one hex can always be moved"


@rule("9.4.4-01", edition="dark_summer")
def test_in_the_second_reaction_roads_and_the_full_allowance_are_back() -> None:
    game = in_round(ReactionRound("normal"), "german 125/21-Pz at 4808")
    play(game, "stack 4808", "move 125/21-Pz")
    assert "4607" in orders(game, "to"), "along the Road to Caen"


# -- the 2nd Wave ---------------------------------------------------------------------------------------


@rule("9.4.3-02", "9.4.3-03", "9.4.3-04", "9.4.3-06", "5.1-06", "8.1.2-12", edition="dark_summer")
def test_the_2nd_wave_lands_on_open_beaches_or_joins_the_1st_at_sea_before_any_combat() -> None:
    units = """
        allied 8/3 at 4603
        allied 27-A at 4603
        allied 185/3 at second-4603
        allied 9/3 at second-4603
        allied 1-SS at second-4603
        allied 16/1 at approach-3303
        allied 18/1 at second-3303
        german SP-3303 at 3303 factor 2
        german 736/716 at 4504
    """
    game = second(units, beaches="4603")
    assert [where(game, unit) for unit in ("185/3", "9/3", "1-SS")] == ["4603"] * 3, "five units: over-stacked"
    assert where(game, "18/1") == "approach-3303"
    assert orders(game, "attack") == ["3303"], "736/716 is two hexes away"


@rule("9.4.3-05", "5.1-07", edition="dark_summer")
def test_no_more_than_four_units_attack_out_of_a_hex() -> None:
    units = """
        allied 8/3 at 4603
        allied 27-A at 4603
        allied 185/3 at second-4603
        allied 9/3 at second-4603
        allied 1-SS at second-4603
        german 736/716 at 4604
        german SP-4404 at 4503 factor 1
    """
    game = second(units, beaches="4603", dice=[1, 1])
    play(game, "attack 4604", "with 8/3", "with 27-A", "with 185/3", "with 9/3")
    assert orders(game) == ["declare"] and refusal(game, "with 1-SS").rule == "5.1-07"
    game = second(units, beaches="4603", dice=[1, 1])
    attack(game, "4604", "8/3 27-A 185/3")
    while "attack 4503" not in orders(game):
        play(game, orders(game)[-1])
    play(game, "attack 4503", "with 9/3")
    assert refusal(game, "with 1-SS").rule == "5.1-07", "four in the whole Round"


@rule("5.1-07", edition="dark_summer")
def test_battalions_do_not_count_among_the_four() -> None:
    units = """
        allied 116/29 at 3203
        allied 5-Rng at 3203
        allied 115/29 at second-3203
        allied 16/1 at 3303
        german 916/352 at 3204
    """
    game = second(units, beaches="3203 3303")
    play(game, "attack 3204")
    assert set(orders(game, "with")) == {"116/29", "5-Rng", "115/29", "16/1"}


@rule("9.4.3-07", "9.4.3-08", "9.4.3-23", edition="dark_summer")
def test_from_the_approach_hex_the_beach_may_be_attacked_and_all_advance() -> None:
    units = UTAH + "    allied 22/4 at second-2403\n    allied 12/4 at second-2403\n"
    game = second(units, dice=[6])
    assert orders(game) == ["attack 2403", "end"], "it is voluntary, and nothing else can be attacked"
    attack(game, "2403", "8/4 22/4")
    assert [where(game, unit) for unit in ("8/4", "22/4", "12/4")] == ["2403"] * 3, "who did not attack advances too"
    assert open_beaches(game) == {"2403"}
    assert set(orders(game, "advance")) == {"8/4", "22/4", "12/4"}


@rule("9.4.3-08", edition="dark_summer")
def test_the_others_land_although_all_attackers_died() -> None:
    units = UTAH.replace("8/4 at approach-2403", "8/4 at approach-2403 reduced").replace("factor 1", "factor 3")
    game = second(units + "    allied 22/4 at second-2403\n", dice=[5])
    attack(game, "2403", "8/4")
    assert where(game, "8/4") == "eliminated" and where(game, "22/4") == "2403" and open_beaches(game) == {"2403"}


@rule("9.4.3-09", edition="dark_summer")
def test_a_vacant_beach_is_entered_without_combat_and_opened() -> None:
    game = second("allied 22/4 at second-2403\ngerman 919/709 at 2202\nallied 9/2 at third-omaha")
    assert where(game, "22/4") == "2403" and open_beaches(game) == {"2403"}


@rule("9.4.3-10", "9.4.3-22", "9.4.3-E1", "11.5.1-03", "11.5.1-04", "9.4.3-11", "11.5.1-02", edition="dark_summer")
def test_landed_units_join_the_assault_on_the_next_beach() -> None:
    units = OMAHA.replace("approach-3303", "approach-3303 reduced")
    units += "    allied 18/1 at second-3303\n    allied 115/29 at 3203\n"
    game = second(units, beaches="3203", dice=[4])
    events = attack(game, "3303", "115/29 18/1 16/1", "us-naval")
    assert ratio(events) == (18, 5) and told(events, "odds") == "3-1" and result(events) == "DR"
    assert where(game, "SP-3303") == "eliminated" and open_beaches(game) == {"3203", "3303"}
    game = second(units, beaches="3203", dice=[5])
    events = attack(game, "3303", "18/1 16/1", "us-naval")
    assert ratio(events) == (14, 5) and told(events, "printed") == "DR"
    assert where(game, "SP-3303") == "3303", "from the approach hex alone it is ignored"


@rule("9.4.3-10", "11.5.1-03", edition="dark_summer")
def test_the_rangers_on_pointe_du_hoc_fight_on_if_supplied() -> None:
    units = "allied 2-Rng at 3003\ngerman SP-2903 at 2903 factor 1\nallied 115/29 at 3203\n"
    game = second(units, beaches="3203", dice=[1])
    assert orders(game, "attack") == ["2903"]
    assert orders(second(units), "attack") == [], "Out of Supply they may not"


@rule(
    "9.4.3-12",
    "9.4.3-13",
    "9.4.3-14",
    "9.4.3-15",
    "9.4.3-16",
    "9.4.3-E2",
    "6.2-03",
    "6.4-04",
    "11.3.8-05",
    edition="dark_summer",
)
def test_the_second_hex_of_advance_in_the_2nd_wave_heeds_zones() -> None:
    def on_from(units: str, beaches: str = "3203") -> set[str]:
        g = between_rounds("allied 115/29 at 3204\n" + units, turn=1, beaches=beaches)
        g.begin_round("wave2", BOTH)
        return labels(second_hexes(g, unit_number("115/29"), GRID.at("3204")))

    near, far = "german 916/352 at 3205", "german 916/352 at 3206"
    assert not {"3104", "3304"} & on_from(near) and "3103" in on_from(near), "from a ZOC into another: refused"
    assert "3304" in on_from(near + "\nallied 5-Rng at 3304"), "a friend negates it"
    assert "3205" in on_from(far), "from a hex outside ZOCs into one"
    assert "3203" in on_from(near), "no German ZOC reaches an Open Beach"
    g = between_rounds("allied 27-A at 4604\ngerman SP-2403 at 2403", turn=1, beaches="4603")
    g.begin_round("wave2", BOTH)
    assert "4703" in labels(second_hexes(g, unit_number("27-A"), GRID.at("4604")))
    g = between_rounds("allied 27-A at 4605\ngerman SP-2403 at 2403", turn=1, beaches="4603")
    g.begin_round("wave2", BOTH)
    assert "4704" not in labels(second_hexes(g, unit_number("27-A"), GRID.at("4605"))), "the Orne has no bridge there"


@rule("9.4.3-12", "9.4.3-10", edition="dark_summer")
def test_landed_units_take_a_hex_inland_and_go_on_before_the_next_combat() -> None:
    units = "allied 116/29 at 3203\nallied 115/29 at second-3203\ngerman 726/716 at 3204 reduced\ngerman 6-FJ at 5915"
    game = second(units, beaches="3203", dice=[6])
    attack(game, "3204", "116/29 115/29")
    assert set(orders(game, "advance")) == {"116/29", "115/29"}, "advance into the hex is voluntary here"
    play(game, "advance 116/29", "advance 116/29")
    assert "3205" in orders(game, "to")
    assert "But" not in game.decision.prompt
    play(game, "to 3205")
    assert orders(game) == ["advance 115/29", "halt"]


@rule("9.4.1-10", "9.4.1-13", edition="dark_summer")
def test_the_question_says_who_may_not_advance_in_a_wave_and_why() -> None:
    game = first(
        BESIDE
        + """\
        allied 2-Rng at approach-2403
        german 919/709 at 2404
        german 729/709 at 2303
        allied 502/101 at 2302
        allied 506/101 at 2302
        allied 501/101 at 2302
        allied 327/101 at 2302
        """,
        dice=[6],
    )
    assert orders(game) == ["advance 2-Rng", "halt"]
    why = "8/4 can go no further: there are too many units in 2302, enemies in 2303 and 2404"
    assert game.decision.prompt == f"Advance a hex further? But {why}"
    assert refusal(game, "advance 8/4").sentence == why


@rule("5.0-04", "9.4.1-13", edition="dark_summer")
def test_units_of_the_other_army_bar_the_way_on_and_are_named() -> None:
    game = first(
        BESIDE
        + """\
        allied 2-Rng at approach-2403
        german 919/709 at 2404
        german 729/709 at 2303
        """,
        dice=[6],
    )
    g = state(game)
    g.put(unit_number("8/3"), GRID.at("2302"))
    refused = why_no_second(g, unit_number("8/4"), GRID.at("2403"))
    assert refused is not None and refused.sentence == (
        "8/4 can go no further: there are units of the other army in 2302, enemies in 2303 and 2404"
    )


@rule("11.3.8-06", "9.4.3-08", "5.1-06", edition="dark_summer")
def test_a_captured_hex_may_hold_too_many_until_some_go_on() -> None:
    units = """
        allied 8/3 at approach-4603
        allied 27-A at approach-4603
        allied 185/3 at second-4603
        allied 9/3 at second-4603
        allied 1-SS at second-4603
        german SP-4603 at 4603 factor 1
        german 6-FJ at 5915
    """
    game = second(units, beaches="2403 3203 3303", dice=[6])
    attack(game, "4603", "8/3 27-A 185/3 9/3")
    assert len(state(game).at[GRID.at("4603")]) == 5
    play(game, "advance 1-SS", "to 4604", "halt")
    assert ended(game) and len(state(game).at[GRID.at("4603")]) == 4, "nobody is eliminated"


@rule("9.4.3-24", edition="dark_summer")
def test_mandatory_attacks_are_due_in_the_2nd_wave() -> None:
    units = OMAHA + "    allied 115/29 at 3203\n    german 916/352 at 3204\n"
    game = second(units, beaches="3203")
    play(game, "attack 3303", "with 16/1")
    assert refusal(game, "with 115/29").rule == "11.2-01", "nobody would be left for 3204"
    game = second(units + "    allied 116/29 at 3203\n", beaches="3203", dice=[1])
    play(game, "attack 3303", "with 16/1", "with 115/29", "declare")
    while not any(order.startswith(("attack", "end")) for order in orders(game)):
        play(game, orders(game)[-1])
    assert refusal(game, "end").rule == "11.2-01"


@rule("9.4.3-17", "9.4.3-18", "9.4.3-19", "3.2.1-01", edition="dark_summer")
def test_at_the_end_german_beaches_are_closed_and_survivors_come_again() -> None:
    units = UTAH + RANGERS.strip() + "\n    allied 115/29 at 3203\n    german SP-3303 at 3303 factor 1\n"
    game = second(units, beaches="3203 4603")
    play(game, "end")
    assert labels(state(game).closed_beaches) == {"2403", "3303"} and not game.over
    assert [where(game, unit) for unit in ("8/4", "2-Rng")] == ["waiting"] * 2
    assert state(game).round_kind == ""


@rule("3.2.1-E3", "3.2.1-01", edition="dark_summer")
def test_three_beaches_not_taken_decide_the_game_on_turn_1() -> None:
    game = second("german SP-3203 at 3203\ngerman SP-3303 at 3303", beaches="4603")
    assert game.outcome and (game.outcome.winner, game.outcome.rule) == ("german", "3.2.1-01")


@rule("9.4.3-17", edition="dark_summer")
def test_a_beach_that_landed_units_take_is_open_although_nobody_was_before_it() -> None:
    game = second(
        "allied 115/29 at 3203\ngerman SP-3303 at 3303 factor 1\ngerman 6-FJ at 5915", beaches="3203", dice=[6]
    )
    attack(game, "3303", "115/29")
    play(game, "advance 115/29")
    assert open_beaches(game) == {"3203", "3303"}


@rule("9.4.3-20", "5.1-08", "5.2-05", "5.2-06", edition="dark_summer")
def test_at_the_end_the_german_player_eliminates_what_is_too_much() -> None:
    units = """
        allied 8/3 at 4603
        allied 27-A at 4603
        allied 185/3 at second-4603
        allied 9/3 at second-4603
        allied 1-SS at second-4603
        german 736/716 at 4504
    """
    game = second(units, beaches="2403 3203 3303 4603")
    assert game.decision.seat == "german"
    assert set(orders(game, "remove")) == {"8/3", "27-A", "185/3", "9/3", "1-SS"}
    play(game, "remove 27-A")
    assert where(game, "27-A") == "eliminated" and ended(game), "no more than needed"


@rule("5.1-08", "9.4.3-20", edition="dark_summer")
def test_whoever_leaves_too_many_in_a_hex_is_told_before_the_round_ends() -> None:
    """Nothing but 4604 can be attacked: when the advance is over the Round is, and five units are left in 4603."""
    units = """
        allied 8/3 at 4603
        allied 27-A at 4603
        allied 185/3 at 4603
        allied 9/3 at second-4603
        allied 1-SS at second-4603
        german 736/716 at 4604
        german 1057/91 at 4815
    """
    game = second(units, dice=[4], beaches="2403 3203 3303 4603")
    crowd = "4603 holds 5 units, and at most 4 may stay"
    assert f"({crowd} when the Round ends: advances make room)" in game.decision.prompt
    warned = game.foresee("end")
    assert [game.setting.sentence(event) for event in warned] == [f"{crowd}: the Germans choose who is eliminated."]
    attack(game, "4604", "8/3 27-A 185/3 9/3")
    assert [event.kind for event in game.foresee("halt")] == ["crowded"]
    first = next(order for order in game.decision.orders if order.verb == "advance")
    assert game.foresee(first) == (), "it makes room, or others may follow"
    play(game, "halt")
    assert "eliminate one" in game.decision.prompt


# -- Omaha, and Strongpoints ----------------------------------------------------------------------------


@rule("11.4.1-01", "11.4.1-02", "11.4.1-03", "11.4.1-04", "11.4.1-E1", "11.5.1-02", edition="dark_summer")
@pytest.mark.parametrize(
    ("die", "printed", "result_", "lost", "taken"),
    [(5, "DR*", "EX", 2, True), (2, "BL1", "BL1", 1, True), (4, "DR", "-", 0, False)],
)
def test_omaha(die: int, printed: str, result_: str, lost: int, taken: bool) -> None:
    game = second(OMAHA + "    allied 18/1 at second-3303\n", dice=[die])
    events = attack(game, "3303", "16/1 18/1", "us-naval")
    assert ratio(events) == (17, 5) and told(events, "odds") == "3-1"
    assert told(events, "printed") == printed and result(events) == result_
    while any(order.startswith("lose") for order in orders(game)):
        play(game, orders(game)[0])
    assert is_reduced(game, "16/1") + is_reduced(game, "18/1") == lost
    assert (where(game, "SP-3303") == "eliminated") == taken


@rule("11.4.1-05", "11.4.1-01", edition="dark_summer")
def test_the_omaha_markers_count_in_the_waves_alone() -> None:
    g = between_rounds(OMAHA + "    allied 115/29 at 3203\n", turn=1, beaches="3203")
    g.augmented = GRID.set("3203 3303")
    for kind, defence in (("wave1", 5), ("wave2", 5), ("combat", 2)):
        g.begin_round(kind, BOTH)
        assert outlook(g, "3303", "115/29").defence == defence, kind


@rule("11.5.1-01", "11.5.1-02", edition="dark_summer")
def test_others_beside_a_strongpoint_retreat_by_dr_and_it_stays() -> None:
    units = UTAH + "    german 1058/91 at 2403\n    allied 22/4 at second-2403\n    allied 12/4 at second-2403\n"
    game = second(units, dice=[5])  # 13 to 5 is 2-1: DR
    events = attack(game, "2403", "8/4 22/4 12/4")
    while any(order.split()[0] in ("retreat", "to") for order in orders(game)):
        events += play(game, orders(game)[0])
    assert where(game, "SP-2403") == "2403" and where(game, "1058/91") != "2403"
    assert "advanced" not in kinds(events), "the hex is occupied: nobody advances"


@rule("11.4-01", edition="dark_summer")
def test_no_second_hex_in_other_rounds() -> None:
    g = between_rounds("allied 115/29 at 3203\ngerman 726/716 at 3204 reduced\ngerman 6-FJ at 5915", dice=[6], turn=2)
    game = begin(g, ActionRound(0, 1))
    attack(game, "3204", "115/29")
    play(game, "advance 115/29")
    assert ended(game) and state(game).where[unit_number("115/29")] == place_number("3204")
