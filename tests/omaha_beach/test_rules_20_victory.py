"""Chapter 20: winning and losing the extended game."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach import victory
from bocage.games.omaha_beach.content import load_content
from bocage.games.omaha_beach.losses import eliminate, lost_companies
from bocage.games.omaha_beach.scenarios import ScenarioId
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.turn import WholeGame
from bocage.games.omaha_beach.victory import check_victory, final_points, total
from bocage.games.omaha_beach.words import GRID, UNIT_IDS, unit_number
from bocage.hexes import members
from tests.omaha_beach.positions import has, is_over, position, state, steps, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def setting(scenario: ScenarioId = "d_day") -> OmahaBeach:
    """A scenario of the extended game."""
    content = load_content()
    return OmahaBeach(content, content.scenarios.scenarios[scenario], {})


def ended(text: str = "", turn: int = 32, scenario: ScenarioId = "d_day", **facts: object) -> State:
    """A position in which the actions of a turn are over."""
    return state(position(text, turn=turn, setting=setting(scenario), **facts)).copy()  # type: ignore[arg-type]


def points(g: State, kind: str) -> dict[str, int]:
    """What counts of a kind, by name."""
    return {point.name: point.value for point in final_points(g) if point.kind == kind and point.held}


# -- when the game ends ---------------------------------------------------------------------------------


@rule("20.1-01", edition="omaha")
@pytest.mark.parametrize(
    ("turn", "before", "lost"), [(16, 6, False), (16, 7, True), (17, 7, False), (17, 12, False), (32, 13, True)]
)
@pytest.mark.parametrize("division", [0, 1])
def test_catastrophic_loss(turn: int, before: int, lost: bool, division: int) -> None:
    g = ended(turn=turn)
    companies = [unit for unit in members(g.battle.regular) if g.battle.home[unit] == division]
    for unit in companies[: before + 1]:
        g.put(unit, GRID.at("1413"))
    for unit in companies[:before]:
        g.steps[unit] = 1
    assert len(lost_companies(g, division)) == before
    eliminate(g, companies[before], "6.32-01")
    assert (g.outcome is not None) is lost
    if g.outcome is not None:
        assert g.outcome.winner == "germans" and g.outcome.rule == "20.1-01"


def check(turn: int, found: int, monkeypatch: pytest.MonkeyPatch, scenario: ScenarioId = "d_day") -> State:
    """The end of a turn with so many points."""
    g = ended("us E/2/16 at 1115", turn=turn, scenario=scenario)
    monkeypatch.setattr(victory, "total", lambda _: found)
    check_victory(g)
    return g


@rule("20-01", "20.2-01", edition="omaha")
@pytest.mark.parametrize(
    ("found", "winner"), [(0, "germans"), (10, "germans"), (11, None), (24, None), (25, "us"), (40, "us")]
)
def test_the_first_check(found: int, winner: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = check(16, found, monkeypatch).outcome
    assert (outcome and outcome.winner) == winner
    if outcome is not None:
        assert outcome.rule == "20.2-01" and outcome.level == "decisive"
    assert check(15, found, monkeypatch).outcome is None and check(17, found, monkeypatch).outcome is None


@rule("20-01", "20.3-12", edition="omaha")
@pytest.mark.parametrize(
    ("found", "winner", "grade"),
    [
        (-12, "germans", "decisive"),
        (19, "germans", "decisive"),
        (20, "germans", "operational"),
        (29, "germans", "operational"),
        (30, "germans", "tactical"),
        (39, "germans", "tactical"),
        (40, "us", "tactical"),
        (49, "us", "tactical"),
        (50, "us", "operational"),
        (59, "us", "operational"),
        (60, "us", "decisive"),
    ],
)
def test_the_second_check(found: int, winner: str, grade: str, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = check(32, found, monkeypatch).outcome
    assert outcome is not None and (outcome.winner, outcome.level, outcome.rule) == (winner, grade, "20.3-12")


@rule("20-01", edition="omaha")
def test_a_turn_follows_until_the_last_check() -> None:
    g = ended("us E/2/16 at 1115", turn=31)
    whole = WholeGame()
    g.stack.insert(0, whole)
    whole.turn_ends(g)
    assert g.outcome is None and g.turn == 32
    whole.turn_ends(g)
    assert g.outcome is not None


@rule("20.3-01", edition="omaha")
def test_each_check_counts_by_its_own_list() -> None:
    """WN64 and C1 are worth points at the end of turn 16 and none at the end of turn 32."""
    g = ended("us E/2/16 at 0916\nus F/2/16 at 1113", turn=16)
    early = {point.name for point in victory.POINTS["13.2"](g) if point.held}
    late = {point.name: point.value for point in victory.POINTS["20.3"](g) if point.held}
    assert {"WN64", "C1"} <= early and not {"WN64", "C1"} & set(late)
    assert [check.points for check in g.battle.scenario.checks] == ["13.2", "20.3"]


# -- positions and draws --------------------------------------------------------------------------------


@rule("20.3-02", "20.3-03", edition="omaha")
def test_a_point_for_each_position_with_the_symbol() -> None:
    g = ended("us E/2/16 at 1511")
    marked = [point for point in final_points(g) if point.kind == "position"]
    assert len(marked) == 42 and {point.value for point in marked} == {1}
    assert "C4" in points(g, "position") and "C1" not in {point.name for point in marked}


@rule("20.3-13", edition="omaha")
def test_control_is_that_of_the_first_check() -> None:
    assert "C4" in points(ended("us E/2/16 at 1511"), "position")
    fired_at = ended("us E/2/16 at 1511\ngerman C6 5/2/916 disrupted")  # C6 overlooks 1511
    assert "C4" not in points(fired_at, "position")
    occupied = ended("us E/2/16 at 1410\ngerman C4 5/2/916 disrupted")
    assert "C4" not in points(occupied, "position")
    garrisoned = ended(garrisons="C4")
    assert points(garrisoned, "position") == {"C4": 1}


D1 = "us E/2/116 at 0630\nus F/2/116 at 0731\n"


@rule("20.3-04", edition="omaha")
@pytest.mark.parametrize(
    ("text", "range_space", "is_open"),
    [(D1, 4, True), (D1, 2, False), ("", 4, False), (f"{D1}german G3 5/2/916", 4, False)],
)
def test_a_draw_must_be_held_and_cleared(text: str, range_space: int, is_open: bool) -> None:
    """From 0430 a base of range 3 works in 0630 and 0731 and at the wall, one of range 2 not in 0731."""
    g = ended(text, bases=f"20-121:0430:{range_space}")
    assert points(g, "draw") == ({"D-1": 4} if is_open else {})
    assert len([point for point in final_points(g) if point.kind == "draw"]) == 4


@rule("20.3-04", edition="omaha")
def test_without_engineers_no_draw_is_open() -> None:
    assert points(ended(D1), "draw") == {}


# -- units ----------------------------------------------------------------------------------------------


@rule("20.3-05", edition="omaha")
def test_tanks_and_guns_on_the_high_ground() -> None:
    high = "us 1/A/741 at 1413\nus 62AFA at 1413\nus AT/16 at 1314 steps 1\nus 1-2/397 at 1314\n"
    low = "us 2/A/741 at 0711\nus 1/B/741 at 1011\nus 7FA at 0815\n"
    others = "us E/2/16 at 1314\nus C/2R at 1311\nus 16-HQ at 1314\nus Wyman at 1314\n"
    found = points(ended(high + low + others), "support")
    assert found == {"1/A/741": 1, "62AFA": 1, "AT/16": 1, "1-2/397": 1}


@rule("20.3-06", "20.3-08", "20.3-09", edition="omaha")
def test_steps_that_have_left_the_map() -> None:
    text = (
        "us E/2/116 at 0635 off G\nus F/2/116 at 0635 steps 2 off G\nus 1/A/743 at 0635 steps 1 off G\n"
        "us 111FA at 0635 off G\nus A-B/5R at 0635 off F\nus C-D/5R at 0635 steps 1 off G\nus C/2R at 0635 off D\n"
    )
    open_ = ended(text)
    assert points(open_, "exited") == {"E/2/116": 3, "F/2/116": 2, "1/A/743": 1, "A-B/5R": 2, "C-D/5R": 1}
    assert points(open_, "support") == {"1/A/743": 1}  # as if it were on the high ground still
    cut_off = ended(f"{text}german G1 5/2/916")  # in the exit hex itself
    assert points(cut_off, "exited") == {"A-B/5R": 2, "C-D/5R": 1}
    assert points(cut_off, "support") == {"1/A/743": 1}


@rule("20.3-07", "2.1-17", edition="omaha")
def test_units_leave_by_an_exit_and_do_not_return() -> None:
    game = position(
        "us E/2/116 at 0635\nus F/2/116 at 0735\nus 1/A/743 at 0833\nus 58AFA at 0734", turn=20, first="29th"
    )
    play(game, "act E/2/116")
    assert refusal(game, "leave F").rule == "20.3-07"
    events = play(game, "leave G")
    assert kinds(events) == ["left_map"] and where(game, "E/2/116") == "off the map" and steps(game, "E/2/116") == 3
    play(game, "act F/2/116", "leave G")  # the exit hex is the first of its two hexes
    assert where(game, "F/2/116") == "off the map" and has(game, "F/2/116", "acted")
    play(game, "act 1/A/743", "leave G")  # three hexes of major road and one more
    assert where(game, "1/A/743") == "off the map"
    assert is_over(game)  # all three actions are spent
    far = position("us 1/A/743 at 0832\nus 58AFA at 0735\nus E/2/116 at 0734", turn=20, first="29th")
    for unit in ("1/A/743", "58AFA", "E/2/116"):
        play(far, f"act {unit}")
        assert refusal(far, "leave G").rule == "20.3-07"
        play(far, f"to {orders(far, 'to')[0]}")
    basic = position("us E/2/116 at 0635", turn=16, first="29th")
    play(basic, "act E/2/116")
    assert refusal(basic, "leave G").rule == "20.3-07"


@rule("20.3-10", edition="omaha")
def test_a_point_off_for_each_wn_hex_that_is_not_held() -> None:
    nobody = ended()
    assert len(points(nobody, "wn")) == 18 and sum(points(nobody, "wn").values()) == -18
    both = ended("us E/2/16 at 0812\nus F/2/16 at 0912")
    assert set(points(nobody, "wn")) - set(points(both, "wn")) >= {"WN62N", "WN62S"}


@rule("20.3-11", edition="omaha")
def test_a_point_off_for_each_unit_that_waits_with_meyer() -> None:
    g = ended(depth_pools={"meyer": "mobile mobile"})
    meyer = [unit for unit, piece in enumerate(g.battle.german) if piece.pool == "meyer"]
    assert points(g, "meyer") == {}
    g.pools["meyer"] = tuple(meyer[:3])
    assert points(g, "meyer") == {"Kampfgruppe Meyer": -3}


@rule("20.3-01", "20.3-12", edition="omaha")
def test_the_total_is_the_sum_of_what_counts() -> None:
    g = ended("us E/2/16 at 1511\nus 1/A/741 at 1413\nus F/2/116 at 0635 off G")
    counted = final_points(g)
    assert total(counted) == sum(point.value for point in counted if point.held)
    assert all(point.rule.startswith("20.3-") for point in counted)
    check_victory(g)
    assert g.outcome is not None and g.outcome.reason == f"{total(counted)} victory points"
    assert UNIT_IDS[unit_number("F/2/116")] in {point.name for point in counted}
