"""A short run of the fuzzer; ``make fuzz`` is the long one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import bocage
import bocage.games
from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.state import ABSENT, State
from bocage.games.fire_movement.support import SupportFire
from bocage.games.fire_movement.words import GRID, Cup
from bocage.games.omaha_beach import control
from bocage.hexes import members
from bocage.kernel import BocageError, Game, Order, Refusal
from bocage.lab.fuzz import Case, all_cases, play_checked, run
from bocage.lab.invariants import (
    Violation,
    Watch,
    check_board,
    check_copy,
    check_refusal,
    check_undo,
    check_views,
    watch,
)
from bocage.players import Chair, GreedyPlayer

MOST = 4  # cases of one scenario that every run of the tests plays; make fuzz plays them all


def _some(cases: list[Case]) -> list[Case]:
    """All, or of a scenario with very many a fixed choice in which every option stands both ways."""
    by_scenario: dict[str, list[Case]] = {}
    for case in cases:
        by_scenario.setdefault(case.scenario, []).append(case)
    return [case for of in by_scenario.values() for case in (Random(3).sample(of, MOST) if len(of) > MOST else of)]


CASES = _some(all_cases())


def _name(number: int) -> str:
    case = CASES[number]
    return "-".join((case.scenario.partition("/")[2], *(value for _, value in case.options)))


@pytest.mark.parametrize("number", range(len(CASES)), ids=_name)
def test_a_random_game_of_every_scenario_with_all_its_options_holds_every_invariant(number: int) -> None:
    checked = play_checked(number, CASES[number], "make test")
    assert checked.failure is None, str(checked.failure)
    assert checked.outcome != "unfinished"


def test_the_cases_are_all_combinations_of_options_of_all_scenarios() -> None:
    cases = all_cases()
    assert len(set(cases)) == len(cases)
    assert {case.scenario for case in cases} == {info.name for info in bocage.games.list_scenarios()}
    folio = {case.scenario for case in cases if ("edition", "folio") in case.options}
    assert folio == {f"fire_movement/{name}_campaign" for name in ("us", "commonwealth", "combined")}
    sword = [case for case in cases if case.scenario == "fire_movement/sword"]
    assert len(sword) == 8  # weather, early arrival, flak
    every_choice = {(case.scenario, *chosen) for case in cases for chosen in case.options}
    assert {(case.scenario, *chosen) for case in CASES for chosen in case.options} == every_choice


def test_the_same_seed_plays_the_same_games_however_many_processes_share_them() -> None:
    one, two = (run(games=4, seed=7, jobs=jobs, scenario="utah") for jobs in (1, 2))
    assert one._replace(seconds=0) == two._replace(seconds=0)
    assert one.ok and one.games == 4 and one.cases == 4


def test_progress_is_reported_for_every_game() -> None:
    told: list[None] = []
    run(games=3, seed=1, jobs=1, scenario="utah", progress=lambda: told.append(None))
    assert len(told) == 3


def test_a_seat_may_be_left_to_a_player_who_errs_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy decides for its seat and no other, and not always."""
    asked: Counter[str] = Counter()
    choose = GreedyPlayer.choose

    def count(self: GreedyPlayer, chair: Chair) -> Order:
        asked[chair.decision.seat] += 1
        return choose(self, chair)

    monkeypatch.setattr(GreedyPlayer, "choose", count)
    summary = run(games=2, seed=5, scenario="sword", players={"german": "greedy"})
    assert summary.ok and sum(summary.turns.values()) == 2
    assert set(asked) == {"german"} and 0 < asked["german"] < summary.orders


def test_a_player_that_there_is_not_gets_no_seat() -> None:
    with pytest.raises(BocageError, match="there is no player 'gredy'"):
        run(games=1, scenario="sword", players={"german": "gredy"})


# -- the fuzzer finds what it is there to find ------------------------------------------------------


def test_a_failure_is_reported_with_a_record_that_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit is lost when it should land: the fuzzer must say so, and leave the game up to that order."""
    remove = State.remove
    monkeypatch.setattr(State, "remove", lambda self, unit, status=-5: remove(self, unit, status))
    summary = run(games=1, seed=3, scenario="sword", out=tmp_path / "found")
    (failure,) = summary.failures
    assert not summary.ok and "is lost (where = -5)" in failure.sentence
    assert failure.record is not None and failure.record.parent == tmp_path / "found"
    game = bocage.load(failure.record)
    assert game.length == failure.order
    assert str(failure.record) in str(failure) and "seed 3/0" in str(failure)


def test_a_crash_of_the_rules_is_a_finding_that_names_the_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(self: State, unit: int, rule: str) -> None:
        raise ZeroDivisionError("no step left")

    monkeypatch.setattr(State, "deplete", crash)
    summary = run(games=1, seed=3, scenario="sword", out=tmp_path)
    (failure,) = summary.failures
    assert failure.sentence.startswith("ZeroDivisionError on '") and failure.sentence.endswith(": no step left")
    monkeypatch.undo()
    assert failure.record is not None and bocage.load(failure.record).length == failure.order


def test_a_set_that_is_added_up_is_found_when_two_bases_share_a_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random engineers put both bases of a division into one hex often enough for a few games to show it."""
    monkeypatch.setattr(control, "mask", lambda numbers: sum(1 << number for number in numbers))
    summary = run(games=5, seed=1944, scenario="omaha_beach/beyond_the_beach")
    assert {f.sentence for f in summary.failures} == {"the hexes under US control are not what a recount gives (12.1)"}


def _played(orders: int, scenario: str = "sword", seed: int = 5) -> tuple[Game, State]:
    game, random = bocage.new(scenario, seed=seed), Random(seed)
    while game.length < orders:
        game.play(random.choice(game.decision.orders))
    assert isinstance(game.state, State)
    return game, game.state


def _violation(game: Game, own: Watch | None = None) -> str:
    with pytest.raises(Violation) as found:
        check_board(game, own or watch(game.setting))
    return str(found.value)


def _germans(state: State) -> list[int]:
    return members(state.force[GERMAN])


def test_a_board_in_order_is_not_complained_about() -> None:
    game, _ = _played(300)
    check_board(game, watch(game.setting))


@pytest.mark.parametrize("name", ["force", "zone_sources"])
def test_a_wrong_set_of_hexes_or_units_is_noticed(name: str) -> None:
    game, state = _played(300)
    getattr(state, name)[GERMAN] ^= 1 << 3
    assert _violation(game) == f"'{name}' is not what a recount gives"


@pytest.mark.parametrize("name", ["units_in", "zones"])
def test_a_wrong_count_in_one_hex_is_noticed(name: str) -> None:
    game, state = _played(300)
    getattr(state, name)[ALLIED][100] += 1
    assert _violation(game) == f"'{name}' is not what a recount gives"


def test_a_unit_in_two_places_is_noticed() -> None:
    game, state = _played(300)
    unit = _germans(state)[0]
    state.at[GRID.at("0101")] = (unit,)
    assert _violation(game) == "'at' is not where the units are"


def test_two_units_in_one_hex_are_noticed() -> None:
    game, state = _played(300)
    first, second, *_ = _germans(state)
    state.put(second, state.where[first])
    assert _violation(game) == f"German units are stacked in {GRID.label(state.where[first])}"


def test_both_sides_in_one_hex_are_noticed() -> None:
    game, state = _played(300)
    here = state.where[members(state.force[ALLIED] & ~state.grounded)[0]]
    state.put(_germans(state)[0], here)
    assert _violation(game) == f"both sides are in {GRID.label(here)}"


def test_a_unit_that_comes_back_from_the_dead_is_noticed() -> None:
    game, state = _played(300)
    own, unit = watch(game.setting), _germans(state)[0]
    here = state.where[unit]
    state.eliminate(unit, "8.2.4-01")
    check_board(game, own)
    state.put(unit, here)
    assert _violation(game, own).endswith(f"came back from the dead (where = {here})")


def test_a_unit_of_another_scenario_is_noticed() -> None:
    game, state = _played(300)
    stranger = state.where.index(ABSENT)
    state.where[stranger] = -1
    assert "is no unit of this scenario" in _violation(game)


def test_a_marker_that_comes_back_within_the_turn_is_noticed() -> None:
    game, state = _played(300)
    own = watch(game.setting)
    marker = state.cups[Cup.GERMAN][0]
    cup = state.cups[Cup.GERMAN]
    state.cups[Cup.GERMAN] = cup[1:]
    check_board(game, own)
    state.cups[Cup.GERMAN] = (marker, *cup[1:])
    assert _violation(game, own) == "a german marker came back within the turn"


def test_a_marker_that_no_pool_has_is_noticed() -> None:
    game, state = _played(300)
    state.cups[Cup.GERMAN] = (9, *state.cups[Cup.GERMAN], *state.pool[Cup.GERMAN])
    assert _violation(game) == "the german markers in use are more than the pool has"


def test_a_pool_that_grows_is_noticed() -> None:
    game, state = _played(300)
    own = watch(game.setting)
    check_board(game, own)
    state.pool[Cup.GERMAN] = (*state.pool[Cup.GERMAN], 9)
    assert _violation(game, own) == "the german pool has gained a marker"


def test_a_game_without_end_is_noticed() -> None:
    game, _ = _played(300)
    own = watch(game.setting)
    own.longest = 299
    assert _violation(game, own) == "the game goes on after 299 orders"


def _check_views(game: Game) -> None:
    for seed in range(20):  # one exchange of a marker may give an equal one
        check_views(game, Random(seed).randrange)


def test_a_view_that_shows_the_secret_set_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = _played(6)
    assert state.secret
    _check_views(game)
    honest = State.view

    def indiscreet(self: State, seat: str) -> State:
        seen = honest(self, seat)
        seen.secret = self.secret.copy()
        return seen

    monkeypatch.setattr(State, "view", indiscreet)
    with pytest.raises(Violation, match="allied can see something that it may not know"):
        _check_views(game)


def test_a_view_that_shows_face_down_markers_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, random = bocage.new("sword", seed=5), Random(5)
    while not (isinstance(frame := game.state.stack[-1], SupportFire) and frame.attack_markers):
        game.play(random.choice(game.decision.orders))
    _check_views(game)
    monkeypatch.setattr(SupportFire, "seen_by", lambda self, seat, view: self)
    with pytest.raises(Violation, match="can see something that it may not know"):
        _check_views(game)


def test_a_view_that_shows_the_dice_to_come_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = _played(6)
    monkeypatch.setattr(State, "view", lambda self, seat: self.copy())
    with pytest.raises(Violation, match="the view of allied holds dice or events"):
        _check_views(game)


def test_a_copy_that_shares_the_map_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = _played(400)
    while game.decision.rule != "5.2":  # a unit in hand: a hex of a longer retreat would not move it yet
        game.play(game.decision.orders[0])
    check_copy(game, game.decision.orders[:1])
    honest = State.copy

    def careless(self: State) -> State:
        twin = honest(self)
        twin.where = self.where
        return twin

    monkeypatch.setattr(State, "copy", careless)
    with pytest.raises(Violation, match="on a copy changed the state itself"):
        check_copy(game, game.decision.orders[:1])


def test_an_order_that_nothing_forbids_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = _played(10)
    stray = game.parse("rebuild 8/3-br")
    check_refusal(game, stray)
    monkeypatch.setattr(type(state), "why_not", lambda self, order: None)
    with pytest.raises(Violation, match="is not on the list, but nothing forbids it"):
        check_refusal(game, stray)


def test_a_refusal_without_a_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = _played(10)
    monkeypatch.setattr(type(state), "why_not", lambda self, order: Refusal("99.9-01", "no"))
    with pytest.raises(Violation, match="is refused without a rule that exists"):
        check_refusal(game, game.parse("rebuild 8/3-br"))


def test_an_undo_that_forgets_something_is_noticed() -> None:
    game, _ = _played(300)
    while not (game.decision.orders[0].verb == "to" and len(game.decision.orders) > 1):
        game.play(game.decision.orders[0])
    length, then = game.length, game.hash()
    game.play(game.decision.orders[0])
    assert check_undo(game, length, then)
    with pytest.raises(Violation, match=f"undo to order {length} gives another state than there was"):
        check_undo(game, length, "0" * 16)
