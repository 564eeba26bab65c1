"""Hedgerow, the worked example of a game that lives elsewhere: its rules, and what the house makes of its parts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bocage.cli.rulebook import coverages
from bocage.drawings import whole_maps
from bocage.hexes import members
from bocage.kernel import SPECTATOR, BocageError, Event, Game, record
from bocage.kernel import State as KernelState
from bocage.lab import fuzz
from bocage.lab.simulate import Trial, run, summarize
from bocage.players import SearchingPlayer, check, play_out
from bocage.players.search import Budget
from bocage.server.catalogue import catalogue
from bocage.table import table_of
from tests.cli.conftest import Shell
from tests.games.hedgerow.content import BLOCKS, FARMS, GAPS, GRID, KINDS, MAP, SEATS
from tests.games.hedgerow.state import GONE, State
from tests.games.hedgerow.table.orders import DECISIONS
from tests.games.hedgerow.title import open_scenario
from tests.questions import Rigged, foreseen, kinds, orders, play, refusal
from tests.support import rule

ROOT = Path(__file__).parents[2]
SET_UP = ("guards", "rifles", "rifles", "dummy") * 2 + ("guards", "guards", "rifles", "rifles", "dummy")


@pytest.fixture(autouse=True)
def _in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_GAMES", "tests.games.hedgerow")


def begun(faces: Sequence[str] = SET_UP, dice: Sequence[int] = (), farms: str = "open") -> Game:
    """A game after its set-up; the first two gaps, 0202 and 0304, are mined."""
    game = Game(open_scenario("three_farms", {"farms": farms}), "", chance=Rigged(dice))
    play(game, *(f"face {face}" for face in faces))
    return game


def state_of(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def moved(game: Game, **places: str) -> Game:
    """The same game with blocks elsewhere."""
    for block, label in places.items():
        state_of(game).where[BLOCKS.index(block)] = GRID.at(label) if label else GONE
    return game


# -- the rules --------------------------------------------------------------------------------------------------------


@rule("1.1-01", edition="first")
def test_the_map_has_three_farms_and_four_gaps() -> None:
    assert len(MAP) == 42 and (FARMS.bit_count(), GAPS.bit_count()) == (3, 4)
    assert {place.terrain for place in MAP.values()} == {"field", "hedge", "gap", "farm"}


@rule("2.1-01", edition="first")
def test_each_seat_decides_what_its_blocks_are_of_the_kinds_that_it_was_given() -> None:
    game = begun(())
    assert game.decision.seat == "west" and orders(game, "face") == ["guards", "rifles", "dummy"]
    play(game, "face guards", "face dummy")
    assert orders(game, "face") == ["rifles"]
    assert refusal(game, "face dummy") == ("2.1-01", "no dummy are left")
    play(game, "face rifles", "face rifles")
    assert game.decision.seat == "east"


@rule("2.1-02", edition="first")
def test_a_side_alone_knows_what_its_blocks_are() -> None:
    one, other = begun(), begun((*SET_UP[:8], *SET_UP[:7:-1]))
    for seat in ("west", "east", SPECTATOR):
        assert one.view(seat).facts() == other.view(seat).facts()
    assert one.view("defender").facts() != other.view("defender").facts()
    east = one.view("east")
    assert isinstance(east, State)
    assert KINDS[east.face(BLOCKS.index("W1"))] == "guards"


@rule("2.1-03", edition="first")
def test_two_of_the_gaps_are_mined_and_nobody_knows_which() -> None:
    mined = set()
    for seed in range(60):
        state = state_of(Game(open_scenario("three_farms"), str(seed)))
        assert state.mined.bit_count() == 2
        mined.add(state.mined)
        for seat in (*SEATS, SPECTATOR):
            assert not state.view(seat).mined
    assert len(mined) == 6


@rule("3.1-01", edition="first")
def test_in_six_turns_each_seat_moves_and_then_fights() -> None:
    game = begun()
    passed = []
    while not game.over:
        passed.append((state_of(game).turn, game.decision.seat, state_of(game).phase))
        play(game, "end")
    one_turn = [(seat, phase) for seat in ("west", "east", "defender") for phase in ("Movement", "Fighting")]
    assert passed == [(turn, *part) for turn in range(1, 7) for part in one_turn]


@rule("4.1-01", edition="first")
def test_a_block_moves_once_with_two_points() -> None:
    game = begun()
    play(game, "move W1", "to 0201")
    assert orders(game, "to") == ["0101", "0202", "0302"]
    assert refusal(game, "to 0301") == ("4.1-01", "0301 costs 2 movement points, and 1 are left")
    assert refusal(game, "to 0405").sentence == "0405 is not next to W1"
    play(game, "stop")
    assert refusal(game, "move W1").sentence == "W1 has moved already"
    assert refusal(game, "move E1").sentence == "E1 is not yours"


@rule("4.1-02", edition="first")
def test_a_hex_holds_one_block() -> None:
    game = begun()
    play(game, "move W1")
    assert refusal(game, "to 0102") == ("4.1-02", "0102 holds W2")


@rule("4.1-03", edition="first")
def test_a_block_that_comes_next_to_an_enemy_stops() -> None:
    game = moved(begun(), W1="0202")
    play(game, "move W1", "to 0303")
    assert orders(game) == ["move W2", "move W3", "move W4", "end"]


@rule("4.2-01", "4.2-02", "5.1-06", edition="first")
def test_mines_show_when_a_block_enters_and_cost_each_a_step() -> None:
    game = begun()
    assert foreseen(game, "move W1") == ""
    play(game, "move W2")
    assert foreseen(game, "to 0202") == "", "nobody knows yet"
    events = play(game, "to 0202")
    assert kinds(events) == ["moved", "mines", "shown", "reduced"]
    assert game.why_no_undo() is not None
    assert orders(game) == ["move W1", "move W3", "move W4", "end"]
    play(moved(game, W2="0106", W4="0102"), "move W4")
    assert foreseen(game, "to 0202") == "W4 is removed."
    assert kinds(play(game, "to 0202")) == ["moved", "shown", "eliminated"]


@rule("4.2-01", edition="first")
def test_a_gap_without_mines_is_harmless_and_known_from_then_on() -> None:
    game = moved(begun(), W1="0703")
    assert kinds(play(game, "move W1", "to 0602")) == ["moved", "no_mines"]
    assert "0602" not in [GRID.label(h) for h in members(state_of(game).gaps)]


@rule("5.1-01", edition="first")
def test_each_block_attacks_one_enemy_next_to_it_once() -> None:
    game = moved(begun(dice=[4]), W1="0302")
    play(game, "end")
    assert orders(game, "fight") == ["W1"]
    assert refusal(game, "fight W2").sentence == "no enemy is next to W2"
    play(game, "fight W1")
    assert orders(game, "attack") == ["0402"]
    assert refusal(game, "attack 0405").rule == "5.1-01"
    play(game, "attack 0402")
    assert refusal(game, "fight W1").sentence == "W1 has fought already"


@rule("5.1-02", edition="first")
def test_both_are_turned_face_up_and_stay_so() -> None:
    game = moved(begun(dice=[4]), W1="0302")
    assert kinds(play(game, "end", "fight W1", "attack 0402")) == ["shown", "shown", "fight"]
    for seat, block in (("defender", "W1"), ("west", "D1"), (SPECTATOR, "D1")):
        view = game.view(seat)
        assert isinstance(view, State) and KINDS[view.face(BLOCKS.index(block))] == "guards"
    west = game.view("west")
    assert isinstance(west, State) and west.face(BLOCKS.index("D2")) < 0
    assert game.history_for("west")[8] is None, "the other blocks stay secret, and so do all orders of the set-up"


@rule("5.1-03", edition="first")
@pytest.mark.parametrize(
    ("attacker", "die", "lost"),
    [("guards", 2, "W1"), ("guards", 3, ""), ("guards", 5, "D1"), ("rifles", 3, "W1"), ("rifles", 6, "D1")],
)
def test_die_and_difference_decide(attacker: str, die: int, lost: str) -> None:
    rest = {"guards": ("rifles", "rifles", "dummy"), "rifles": ("guards", "rifles", "dummy")}[attacker]
    game = moved(begun((attacker, *rest, *SET_UP[4:]), dice=[die]), W1="0302")
    events = play(game, "end", "fight W1", "attack 0402")
    assert [BLOCKS[int(str(event.facts["unit"]))] for event in events if event.kind == "reduced"] == [lost] * bool(lost)


@rule("5.1-03", edition="first")
def test_the_odds_count_all_that_a_hidden_block_may_be() -> None:
    game = moved(begun(), W1="0302")
    play(game, "end", "fight W1")
    odds = game.preview("attack 0402")
    assert odds is not None and odds.columns == (2, 3, 4)
    assert odds.results == pytest.approx({"A": 6 / 30, "-": 8 / 30, "D": (4 + 6 + 6) / 30})


@rule("5.1-04", "5.1-05", edition="first")
def test_a_dummy_is_removed_when_attacked_and_never_attacks() -> None:
    game = moved(begun((*SET_UP[:8], *SET_UP[:7:-1])), W1="0302", W4="0303")
    play(game, "end")
    assert refusal(game, "fight W4") == ("5.1-05", "W4 is a dummy")
    assert kinds(play(game, "fight W1", "attack 0402")) == ["shown", "shown", "eliminated"]


@rule("6.1-01", edition="first")
def test_who_is_dug_in_is_stronger_in_a_farm() -> None:
    for farms, result in (("open", "D"), ("dug_in", "-")):
        game = moved(begun(dice=[5], farms=farms), W1="0302")
        (fight,) = [event for event in play(game, "end", "fight W1", "attack 0402") if event.kind == "fight"]
        assert fight.result is not None and fight.result.outcome == (result,)


@rule("7.1-01", edition="first")
@pytest.mark.parametrize(("farms", "winner"), [(("0402",), "defenders"), (("0402", "0405"), "attackers")])
def test_two_farms_win(farms: tuple[str, ...], winner: str) -> None:
    game = moved(begun(), D1="0306", D4="0406")
    for block, farm in zip((0, 1), farms, strict=False):
        state_of(game).put(block, GRID.at(farm))
    while not game.over:
        play(game, "end")
    assert game.outcome is not None and (game.outcome.winner, game.outcome.rule) == (winner, "7.1-01")


@rule("7.1-02", edition="first")
def test_a_side_without_blocks_loses_at_once() -> None:
    game = moved(begun(), W1="0302", D1="", D2="", D3="", D4="", D5="0402")
    play(game, "end", "fight W1", "attack 0402")
    assert game.outcome is not None and (game.outcome.winner, game.outcome.rule) == ("attackers", "7.1-02")


def test_every_obligation_is_proved(bocage: Shell) -> None:
    (found,) = coverages("hedgerow")
    assert found.complete and len(found.proved) > 12 and [o.id for o in found.exempt] == ["1.1-02"]
    assert bocage("rules hedgerow --check").code == 0
    assert "held by the side whose block was last in it" in " ".join(bocage("rules hedgerow 7.1-01").out.split())


# -- what the house makes of it ---------------------------------------------------------------------------------------


def test_an_order_has_a_path_if_its_verb_is_the_one_with_which_units_go() -> None:
    game = begun()
    play(game, "move W1")
    setting, view = open_scenario("three_farms", {}), state_of(game).view("west")

    def paths(goes: str) -> set[tuple[str, ...]]:
        decision = replace(DECISIONS, goes=goes).decision(setting, view, "west")
        assert decision is not None
        return {tuple(order.path) for order in decision.orders}

    here = GRID.label(state_of(game).where[BLOCKS.index("W1")])
    assert {path[0] for path in paths("to") if path} == {here} and max(map(len, paths("to"))) == 2
    assert paths("walk") == {()}


def test_it_is_listed_everywhere(bocage: Shell) -> None:
    assert "three_farms" in bocage("list").out
    listed = json.loads(bocage("list --json").out)["scenarios"][-1]
    assert listed["name"] == "hedgerow/three_farms"
    assert "Three Farms" in bocage("play", "quit").out
    card = catalogue.__wrapped__().scenarios[-1]
    assert (card.game_title, [seat.id for seat in card.seats], card.default_seats) == (
        "Hedgerow",
        ["west", "east", "defender"],
        ["west", "east"],
    )
    assert card.hides and not card.guided
    assert [choice.title for choice in card.options[0].choices] == ["As they are", "Dug in"]


def test_its_map_and_data_can_be_seen(bocage: Shell, tmp_path: Path) -> None:
    assert bocage(f"map hedgerow --svg {tmp_path / 'map.svg'}").code == 0
    assert "Le Chêne" in (tmp_path / "map.svg").read_text()
    assert "hedgerow" in dict(whole_maps())
    assert "rifles" in bocage("data hedgerow blocks").out
    assert {"terrain": "hedge", "cost": "2"} in json.loads(bocage("data hedgerow terrain --json").out)


def test_one_person_leads_both_columns_in_the_terminal(bocage: Shell) -> None:
    faces = [f"face {face}" for face in SET_UP[:8]]
    answer = bocage("play three_farms --seed 3", *faces, "move W3 to 0203", "map all", "why move W3", "hint", "units D")
    assert "hedgerow/three_farms: west human, east human, defender sergeant." in answer.out
    assert "nobody else looks" not in answer.out
    assert answer.out.count("W1 is guards.") == 1 and answer.out.count("Defender is set up.") == 1
    assert "W3 moves to 0203." in answer.out and "The program would say:" in answer.out
    assert "say where W3 goes (4.1-01)" in answer.out
    assert "D1 is" not in answer.out and "D1" in answer.out


def test_three_people_at_one_keyboard_hide_from_the_other_side_alone(bocage: Shell) -> None:
    faces = [f"face {face}" for face in SET_UP]
    answer = bocage(
        "play three_farms --player human", "", *faces[:8], "", *faces[8:], "", "end", "end", "end", "end", ""
    )
    parts = answer.out.split(" decides. Press Enter when nobody else looks. ")
    assert [part.rpartition("\n")[2] for part in parts[:-1]] == ["West", "Defender", "West", "Defender"]
    attackers, defenders = parts[1], parts[2]
    assert "W1 is guards." in attackers and "E1 is guards." in attackers
    assert "D1 is guards." in defenders and "W1 is guards." not in defenders
    assert "D1 is guards." not in parts[3]


def test_a_saved_game_is_replayed_and_verified(bocage: Shell, tmp_path: Path) -> None:
    game, random = Game(open_scenario("three_farms"), "11"), Random(11)
    while not game.over:
        game.play(random.choice(game.decision.orders))
    path = tmp_path / "game.bocage"
    game.save(path)
    assert "Turn 6 begins." in bocage(f"replay {path}").out
    assert record.replay(record.read(path), lambda name, options: open_scenario("three_farms", options)).over


class _Moment(NamedTuple):
    number: int
    state: KernelState
    events: Sequence[Event]


def test_its_layout_has_curves_for_a_whole_game() -> None:
    game, random = Game(open_scenario("three_farms"), "5"), Random(5)
    moments = [_Moment(0, game.state.copy(), game.opening_events)]
    while not game.over:
        events = game.play(random.choice(game.decision.orders))
        moments.append(_Moment(game.length, game.state.copy(), events))
    summary = table_of(game.setting).summary(moments, None)
    assert [name for _, name in summary.turns] == ["Set-up", *(f"Turn {turn}" for turn in range(1, 7))]
    lost = {curve.seat: curve.points[-1][1] for curve in summary.curves if curve.id == "losses"}
    tally = game.setting.tally(game.state)
    assert lost == {side.capitalize(): loss.steps for side, loss in tally.losses.items()} and any(lost.values())


def test_two_hundred_random_games_keep_all_invariants() -> None:
    found = fuzz.run(200, seed="hedgerow", scenario="three_farms")
    assert found.ok, found.failures[:3]
    assert found.games == 200 and found.cases == 2 and found.tally["views compared"] > 1000
    assert {"attackers victory", "defenders victory"} <= set(found.outcomes)


def test_greedy_beats_random() -> None:
    def wins(west_and_east: str, defender: str) -> dict[str, int]:
        seats = {"west": west_and_east, "east": west_and_east, "defender": defender}
        trial = Trial("three_farms", seats, seed="7")
        return {name: side.wins.times for name, side in summarize(trial, list(run(trial, games=24))).sides.items()}

    by_chance, clever, even = wins("random", "random"), wins("greedy", "random"), wins("greedy", "greedy")
    assert clever["attackers"] > by_chance["attackers"] + 12
    assert even["defenders"] > clever["defenders"] + 4


def test_it_passes_the_conformance_suite() -> None:
    suite = [
        "tests/conformance",
        "tests/table/test_every_scenario.py",
        "-k",
        "hedgerow",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", *suite], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0 and " passed" in answer.stdout, answer.stdout[-3000:]


def by_farms(state: KernelState) -> float:
    """A judge for Hedgerow: the attackers want farms."""
    assert isinstance(state, State)
    return state.held.bit_count() / FARMS.bit_count()


def test_one_that_thinks_ahead_plays_a_game_that_lives_elsewhere() -> None:
    game = Game(open_scenario("three_farms", {}), "thinking")
    thinking = {seat: SearchingPlayer(1, Budget(0.3, horizon=1), by_farms) for seat in SEATS}
    play_out(game, thinking)
    assert game.outcome is not None
    thoughts = [thought for player in thinking.values() for thought in player.thoughts]
    assert thoughts and all(thought.stance.intent == "plays as usual" for thought in thoughts)
    assert {thought.stage.turn for thought in thoughts} >= {0, 1, 2}  # the set-up, too
    assert max(thought.playouts for thought in thoughts) > 10


def test_one_that_thinks_ahead_needs_to_know_what_positions_are_worth() -> None:
    with pytest.raises(BocageError, match="hedgerow does not say what its positions are worth"):
        check("captain", "hedgerow/three_farms")
