"""Victory (3.2), and the Victory Check Phase (4.0.7)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.campaign import ALLIED, GERMAN
from bocage.games.dark_summer.places import ELIMINATED, GRID, WITHDRAWN
from bocage.games.dark_summer.reaction import ReactionRound
from bocage.games.dark_summer.rounds import ActionRound
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.turn import GameTurn
from bocage.games.dark_summer.victory import check_supplied, in_points, scores_of_turn
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Game
from tests.dark_summer.combats import fighting
from tests.dark_summer.phases import between_rounds, playing
from tests.dark_summer.positions import GROUPS, SETTINGS, TestEnds, begin, moving, position, state
from tests.questions import orders, play
from tests.support import rule

FAR = "german 6-FJ at 5915"


def at_end_of_turn(g: State) -> Game:
    """A game in the Clean-Up Phase, which goes on to the Victory Check Phase."""
    turn = GameTurn()
    turn.step = "clean_up"
    return begin(g, turn)


def scored(g: State, side: int) -> dict[str, float]:
    """What a side scores at the end of this turn."""
    return {score.what: score.halves / 2 for score in scores_of_turn(g) if score.side == side}


def winner(game: Game) -> tuple[str, str] | None:
    """Who has won, and by which rule."""
    return (game.outcome.winner, game.outcome.rule) if game.outcome else None


def fight_out(game: Game, target: str) -> None:
    """Attack a hex with all that can, and advance."""
    play(game, f"attack {target}")
    while not game.over and "end" not in orders(game) and not any(o.startswith("attack") for o in orders(game)):
        wanted = [order for order in orders(game) if order.split()[0] in ("with", "advance", "pass")]
        play(game, wanted[0] if wanted else orders(game)[-1])


# -- sudden death ---------------------------------------------------------------------------------------


@rule("3.2.1-01", "3.2.1-E1", "3.2-01", edition="dark_summer")
def test_three_closed_beaches_win_if_two_of_them_touch() -> None:
    units = "german 901/Pz-Lehr at 3204\ngerman 902/Pz-Lehr at 3304\n" + FAR
    game = fighting("german", units, turn=5, beaches="3203 3303", closed="2403 4603", dice=[6, 6])
    fight_out(game, "3203")
    assert GRID.labels(state(game).closed_beaches) == ["2403", "3203", "4603"] and not game.over
    fight_out(game, "3303")
    assert winner(game) == ("german", "3.2.1-01"), "at once"


@rule("3.2.1-02", "3.2.1-E2", edition="dark_summer")
def test_closed_beaches_count_although_the_allies_have_retaken_them() -> None:
    units = "german 901/Pz-Lehr at 4604\nallied 18/1 at 3203\nallied 16/1 at 3303\n" + FAR
    game = fighting("german", units, turn=5, beaches="4603 4003", closed="3203 3303", dice=[6])
    fight_out(game, "4603")
    assert winner(game) == ("german", "3.2.1-01")


@rule("3.2.1-03", "3.2.2-03", edition="dark_summer")
def test_cherbourg_must_be_taken_by_the_end_of_turn_7() -> None:
    units = "allied CCA/3 at cherbourg\n" + FAR
    assert winner(at_end_of_turn(between_rounds(units, turn=7))) == ("german", "3.2.1-03"), "being there is not enough"
    assert winner(at_end_of_turn(between_rounds(units, turn=6))) is None
    g = between_rounds(units, turn=7)
    g.cherbourg_captured = 7
    game = at_end_of_turn(g)
    assert winner(game) is None and state(game).points[ALLIED] == 4, "a capture on Turn 7 is in time, for 2 points"


@rule("3.2.1-04", edition="dark_summer")
@pytest.mark.parametrize("group", ["us", "british", "german"])
def test_avranches_at_the_end_of_any_round_once_brittany_was_entered(group: str) -> None:
    for since, held, lost in ((0, "", False), (1, "2726", False), (1, "", True)):
        g = between_rounds(f"allied 18/1 at 3204\nallied 56 at 4004\n{FAR}", held=held, turn=8)
        g.brittany_since = since
        game = begin(g, ActionRound(GROUPS[group], 0))
        play(game, "end")
        assert winner(game) == (("german", "3.2.1-04") if lost else None)


@rule("3.2.1-04", edition="dark_summer")
def test_the_round_of_the_entry_and_reaction_rounds_count() -> None:
    units = f"allied CCA/4 at 2727\n{FAR}"
    game = playing("us", "move", units, turn=8)
    play(game, "move CCA/4", "to brittany", "end")
    assert winner(game) == ("german", "3.2.1-04")
    game = playing("us", "move", units, turn=8, held="2726")
    play(game, "move CCA/4", "to brittany", "end")
    assert winner(game) is None
    g = between_rounds(units, turn=8, held="2726")
    g.brittany_since = 1
    g.held = 0
    game = begin(g, ReactionRound("normal"))
    play(game, "pass")
    assert winner(game) == ("german", "3.2.1-04")


CORDON = """
    allied 8/4 at 1205
    allied 22/4 at 1405
    allied 39/9 at 1804
    allied 47/9 at 2003
    allied 60/9 at 2203
    allied 9/2 at 2403
    allied 12/4 at 1608
    german 919/709 at 1801
"""


@rule("3.2.1-05", edition="dark_summer")
@pytest.mark.parametrize(("turn", "won"), [(3, True), (9, True), (10, False)])
def test_the_allies_win_when_no_german_on_the_map_is_supplied(turn: int, won: bool) -> None:
    game = moving("us", CORDON, beaches="2403", turn=turn)
    play(game, "move 12/4", "to 1606")
    assert winner(game) == (("allied", "3.2.1-05") if won else None), "at once, by a move"


@rule("3.2.1-05", edition="dark_summer")
def test_boxes_are_not_on_the_map_and_strongpoints_count_when_supplied() -> None:
    for units, turn, won in (
        ("german 729/709 at cherbourg", 3, True),
        ("german 729/709 at eastern-exit", 3, True),
        ("german SP-2403 at 2403\nallied 8/4 at 2303\nallied 22/4 at 2404", 2, False),
        ("german SP-2403 at 2403\nallied 8/4 at 2303\nallied 22/4 at 2404\nallied 12/4 at 2302", 3, True),
        (FAR, 3, False),
    ):
        g = position(units, turn=turn)
        check_supplied(g)
        assert (g.ended is not None) == won, (units, turn)


@rule("3.2.1-05", edition="dark_summer")
def test_the_last_supplied_german_dies_in_combat_or_by_attrition() -> None:
    units = "allied 69/50 at 4004\nallied 231/50 at 4004\ngerman 726/716 at 4005 reduced"
    game = playing("british", "combat", units, dice=[6])
    fight_out(game, "4005")
    assert winner(game) == ("allied", "3.2.1-05")
    g = between_rounds(CORDON.replace("1608", "1606") + FAR, beaches="2403", turn=4)
    g.remove(unit_number("6-FJ"))
    turn = GameTurn()
    turn.step = "attrition"
    g.stack = [TestEnds(), turn]
    g._run(turn.attrition)
    assert winner(Game.at(SETTINGS[g.campaign], g)) == ("allied", "3.2.1-05")


# -- Victory Points -------------------------------------------------------------------------------------


@rule("3.2.2-01", "3.2.2-02", edition="dark_summer")
def test_whoever_comes_into_a_hex_controls_it_if_only_in_passing() -> None:
    game = moving("us", "allied CCA/2 at 3205\n" + FAR, beaches="3203")
    passed = GRID.set("3206 3306")
    assert not state(game).held & passed
    play(game, "move CCA/2", "to 3307")
    assert state(game).held & GRID.set("3307") and state(game).held & passed
    back = moving("german", "german 901/Pz-Lehr at 3208", held="3207 3206 3205")
    play(back, "move 901/Pz-Lehr", "to 3206")
    assert GRID.labels(state(back).held) == ["3205"], "Hexes change hands as often as you like"


@rule("3.2.2-04", edition="dark_summer")
def test_cherbourg_scores_by_the_turn_of_its_capture_and_once() -> None:
    points = {}
    for turn in range(1, 8):
        g = position(FAR, turn=turn)
        g.cherbourg_captured = turn
        points[turn] = scored(g, ALLIED)["Cherbourg"]
    assert points == {1: 6, 2: 6, 3: 6, 4: 5, 5: 4, 6: 3, 7: 2}
    g = position(FAR, turn=6)
    g.cherbourg_captured = 4
    assert not scored(g, ALLIED)


@rule("3.2.2-04", edition="dark_summer")
def test_hexes_and_closed_beaches_score_on_the_last_turn_for_their_holder() -> None:
    g = position(FAR, turn=10, held="4506 2911 5905", closed="2403 4603")
    assert scored(g, ALLIED) == {"Caen (4506)": 1, "Saint-Lô (2911)": 1, "Lisieux (5905)": 2}
    assert scored(g, GERMAN) == {
        "2 Closed Beaches": 4, "Caen (4606)": 2, "Caen (4607)": 2, "Alençon (6028)": 2,
        "Falaise (5114)": 1, "Argentan (5619)": 1,
    }  # fmt: skip
    g.turn = 9
    assert not scored(g, ALLIED) and not scored(g, GERMAN)


@rule("3.2.2-05", "3.2.2-06", edition="dark_summer")
def test_only_complete_divisions_score_reduced_or_not() -> None:
    whole = "allied CCA/4 at brittany\nallied CCB/4 at may-leave reduced\nallied CCR/4 at may-leave"
    assert scored(position(f"{whole}\n{FAR}", turn=10), ALLIED) == {"1 US division in Brittany": 2}
    part = position(whole.replace("CCR/4 at may-leave", "CCR/4 at 2726"), turn=10)
    assert list(scored(part, ALLIED)) == ["Avranches (2726)"]
    for fate in (ELIMINATED, WITHDRAWN):
        g = position(f"{whole}\n{FAR}", turn=10)
        g.remove(unit_number("CCR/4"), fate)
        assert not scored(g, ALLIED)
    out = "allied 22/7-A at eastern-exit\nallied 131/7-A at eastern-exit reduced\nallied 27-A at eastern-exit"
    assert scored(position(out, turn=10), ALLIED) == {"7 A over the eastern edge": 2}


@rule("3.2.2-04", "3.2.2-05", edition="dark_summer")
def test_brittany_counts_ten_points_at_most() -> None:
    divisions = (
        "16/1 18/1 26/1 9/2 23/2 38/2 357/90 358/90 359/90 39/9 47/9 60/9 117/30 119/30 120/30 CCA/4 CCB/4 CCR/4"
    )
    units = "\n".join(f"allied {unit} at may-leave" for unit in divisions.split())
    assert scored(position(units, turn=10), ALLIED) == {"6 US divisions in Brittany": 10}


def escaped(units: str, left: dict[str, int]) -> dict[str, float]:
    """What the Germans score for units that left the map on certain turns."""
    g = position(units, turn=10, held="4506 4606 4607 2911 5905 6028 5114 5619")
    g.left_on = {unit_number(unit): turn for unit, turn in left.items()}
    return scored(g, GERMAN)


@rule("3.2.2-04", "3.2.2-05", edition="dark_summer")
def test_germans_score_for_what_escapes_late() -> None:
    panzer = "german 125/21-Pz at eastern-exit\ngerman 192/21-Pz at eastern-exit\ngerman 22/21-Pz at eastern-exit"
    names = ("125/21-Pz", "192/21-Pz", "22/21-Pz")
    assert escaped(panzer, dict.fromkeys(names, 9)) == {"21 Pz escaped to the east": 4}
    assert escaped(panzer, {**dict.fromkeys(names, 10), names[0]: 8}) == {}, "one left too early"
    assert escaped(panzer.replace("22/21-Pz at eastern-exit", "22/21-Pz at 6202"), dict.fromkeys(names, 9)) == {}
    infantry = (
        "german 1057/91 at eastern-exit\ngerman 1058/91 at eastern-exit reduced\ngerman 101-SS-Tiger at eastern-exit"
    )
    turns = {"1057/91": 9, "1058/91": 10, "101-SS-Tiger": 10}
    assert escaped(infantry, turns) == {"91 escaped to the east": 2, "101-SS-Tiger escaped to the east": 0.5}
    late = "german 1053/85 at eastern-exit\ngerman 1054/85 at eastern-exit"
    assert escaped(late, {"1053/85": 10, "1054/85": 10}) == {}, "it came after Turn 7"


@rule("3.2.2-04", edition="dark_summer")
def test_escapes_count_sixteen_points_at_most() -> None:
    g = position(turn=10)
    campaign = g.campaign
    units = [u for u in range(campaign.count) if campaign.kampfgruppe[u] and (campaign.units[u].entry.turn or 0) <= 7]
    text = "\n".join(f"german {campaign.units[unit].id} at eastern-exit" for unit in units)
    found = escaped(text, {campaign.units[unit].id: 9 for unit in units})
    assert len(found) >= 4 and sum(found.values()) == 16


@rule("8.3-02", "3.2.2-04", edition="dark_summer")
def test_special_units_not_withdrawn_score_half_a_point_each_on_turn_5() -> None:
    units = "allied 505/82 at 3204\nallied 2-Rng at cherbourg\nallied 1-SS at 4004\nallied 18/1 at 3304\n"
    units += "allied 325/82 at airfield-us\n" + FAR
    g = position(units, turn=5, waiting="327/101")
    g.where[unit_number("507/82")] = ELIMINATED
    g.where[unit_number("508/82")] = WITHDRAWN
    assert list(scored(g, GERMAN).values()) == [2], "one on the map, one in a box, one eliminated, one British"
    for turn in (4, 6):
        g.turn = turn
        assert not scored(g, GERMAN)


@rule("4.0.7-01", "3.2.2-07", edition="dark_summer")
def test_points_are_scored_in_the_victory_check_phase_and_told_with_halves() -> None:
    g = between_rounds("allied 505/82 at 3204\n" + FAR, turn=5)
    g.cherbourg_captured = 5
    game = at_end_of_turn(g)
    assert state(game).points == [8, 1]
    texts = [game.setting.sentence(event) for event in game.opening_events if event.kind == "scored"]
    assert texts[0] == "Allied Victory Points: 4 for Cherbourg."
    assert texts[1].startswith("German Victory Points: ½ for 1 Allied airborne, Ranger or Special Service unit")
    assert [in_points(number) for number in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]


@rule("3.2.3-01", "3.2.3-02", "3.2.3-E1", "4.0.7-02", "3.2-01", edition="dark_summer")
@pytest.mark.parametrize(("allied", "german", "won"), [(40, 40, "german"), (40, 39, "allied"), (39, 40, "german")])
def test_on_turn_10_the_allies_need_more_points(allied: int, german: int, won: str) -> None:
    g = between_rounds(FAR, turn=10)
    plain = [sum(s.halves for s in scores_of_turn(g) if s.side == side) for side in (ALLIED, GERMAN)]
    g.points = [allied - plain[ALLIED], german - plain[GERMAN]]
    game = at_end_of_turn(g)
    assert winner(game) == (won, "3.2.3-01" if won == "allied" else "3.2.3-02")
