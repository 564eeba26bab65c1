"""Chapters 12 and 13: control, communication, catastrophic loss, victory points."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.control import (
    german_reach,
    held_for_victory,
    in_communication,
    settle_communication,
    us_communication,
    us_control,
)
from bocage.games.omaha_beach.losses import lost_companies
from bocage.games.omaha_beach.reinforcements import reinforce
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.turn import WholeGame
from bocage.games.omaha_beach.victory import early_points, total
from bocage.games.omaha_beach.words import GRID
from tests.omaha_beach.positions import fire_card, position, position_number, state
from tests.questions import kinds
from tests.support import rule


def quiet(pieces: str, scenario: str = "first_waves") -> State:
    return state(position(pieces, phase="engineers", turn=1, scenario=scenario, pools={"tactical": "9/3/726"}))


@rule("12.1-01", "12.1-02", "12.1-03", "12-01", "2.21-11", edition="omaha")
@pytest.mark.parametrize(
    ("unit", "count"),
    [
        ("E/2/16", 7),
        ("E/2/16 steps 2", 7),
        ("E/2/16 disrupted", 7),
        ("E/2/16 steps 1", 1),
        ("1/B/741 steps 1", 7),
        ("62AFA", 7),
        ("7FA", 1),
        ("1-2/397", 1),
        ("AT/16", 1),
        ("16-HQ", 1),
        ("Wyman", 0),
    ],
)
def test_who_controls_what(unit: str, count: int) -> None:
    name, *rest = unit.split()
    g = quiet(f"us {name} at 1715 {' '.join(rest)}")
    assert us_control(g).bit_count() == count


@rule("12.11-01", edition="omaha")
def test_no_control_of_the_high_ground_from_below() -> None:
    below, above = quiet("us E/2/16 at 0815"), quiet("us E/2/16 at 0916")
    assert not us_control(below) & below.battle.high
    assert us_control(above) >> GRID.at("0815") & 1


@rule("12.2-01", "12.2-02", "12.2-04", edition="omaha")
def test_german_communication_reaches_the_exits() -> None:
    g = quiet("")
    assert all(in_communication(g, p) for p in range(len(g.german)))
    assert not german_reach(g) & (g.battle.beach | g.battle.chart.with_terrain["rough"])
    assert not german_reach(g) >> GRID.at("0812") & 1  # a pavilion hex at the beach


@rule("12.21-01", edition="omaha")
@pytest.mark.parametrize(("german", "open_"), [("german C5 1/1/726", True), ("", False)])
def test_a_german_unit_keeps_its_hex_open_for_communication(german: str, open_: bool) -> None:
    g = quiet(f"us E/2/16 at 1513\n{german}")
    assert us_control(g) >> GRID.at("1514") & 1
    assert bool(german_reach(g) >> GRID.at("1514") & 1) is open_


@rule("12.2-03", "12.22-01", edition="omaha")
def test_us_control_cuts_communication() -> None:
    exits = "us E/2/16 at 1001\nus F/2/16 at 1902\nus G/2/16 at 2015\nus I/3/16 at 2022\nus K/3/16 at 2025\n"
    cut = quiet(exits + "us L/3/16 at 1435\nus M/3/16 at 0635")
    assert german_reach(cut) == 0
    open_ = quiet(exits + "us L/3/16 at 1435")
    assert in_communication(open_, position_number(open_, "C1"))


@rule("12.22-01", edition="omaha")
@pytest.mark.parametrize(("hex_", "open_"), [("0634", True), ("0635", False)])
def test_control_does_not_cut_off_a_position_in_an_exit_but_a_unit_in_it_does(hex_: str, open_: bool) -> None:
    exits = "us E/2/16 at 1001\nus F/2/16 at 1902\nus G/2/16 at 2015\nus I/3/16 at 2022\nus K/3/16 at 2025\n"
    g = quiet(exits + f"us L/3/16 at 1435\nus M/3/16 at {hex_}")
    assert german_reach(g) == 0 and us_control(g) >> GRID.at("0635") & 1
    assert in_communication(g, position_number(g, "G1")) is open_
    reinforce(g, ("G",))
    assert kinds(g.events)[-1] == ("reinforcement" if open_ else "no_reinforcement")


@rule("12.23-E1", "12.23-01", "12.23-02", edition="omaha")
def test_bocage_lets_one_controlled_hex_through() -> None:
    """A unit in C2 (1215) ringed by control gets out through 1316 and 1416; an empty position or a WN does not."""
    ring = "us E/2/16 at 1114\nus F/2/16 at 1116\nus G/2/16 at 1315\n"
    g = quiet(ring + "german C2 7/2/916 revealed")
    here = position_number(g, "C2")
    control, grid = us_control(g), g.battle.grid
    assert grid.spread(1 << GRID.at("1215")) & ~control == 0
    connected = german_reach(g)
    assert bool(connected >> GRID.at("1416") & 1)
    assert in_communication(g, here)
    empty = quiet(ring)
    assert not in_communication(empty, here)
    tighter = quiet(ring + "german C2 7/2/916\nus K/3/16 at 1417")
    assert not in_communication(tighter, here)
    for at_phase, open_ in ((g, True), (empty, False), (tighter, False)):
        settle_communication(at_phase)
        assert bool(at_phase.communicating >> here & 1) is open_


@rule("12.3-01", "12.3-02", "12.3-03", "12.3-04", "12.31-01", "12.31-02", edition="omaha")
def test_us_communication_keeps_out_of_german_fire() -> None:
    free = quiet("")
    assert us_communication(free) >> GRID.at("0810") & 1
    assert not us_communication(free) & free.battle.chart.with_terrain["rough"]
    under_fire = quiet("german WN62S WN75 disrupted\nus E/2/16 at 0612")
    field = under_fire.battle.fire[under_fire.battle.group_names.index("WN62")]
    assert not us_communication(under_fire) & field
    everywhere = us_communication(quiet("german WN60 WN75"))
    assert everywhere.bit_count() < us_communication(free).bit_count()


@rule("13.22-01", "13.22-02", edition="omaha")
def test_control_for_victory_needs_communication_and_no_fire() -> None:
    g = quiet("us E/2/16 at 0916")
    assert held_for_victory(g) >> GRID.at("0916") & 1
    fired_at = quiet("us E/2/16 at 0916\ngerman WN65N WN")
    field = fired_at.battle.fire[fired_at.battle.group_names.index("WN65")]
    assert not held_for_victory(fired_at) & field
    # With every exit held the Germans reach nothing, so all that the Americans can reach is theirs.
    cut = quiet(
        "us E/2/16 at 1001\nus F/2/16 at 1902\nus G/2/16 at 2015\nus I/3/16 at 2022\nus K/3/16 at 2025\n"
        "us L/3/16 at 1435\nus M/3/16 at 0635"
    )
    assert held_for_victory(cut) == us_communication(cut)


@rule("13.2-02", "13.2-03", "13.2-04", "13.21-01", "13.21-02", edition="omaha")
def test_victory_points() -> None:
    g = quiet("us E/2/16 at 0916\nus F/2/16 at 1113")
    held = {point.name: point.value for point in early_points(g) if point.held}
    assert held["WN64"] == 1 and held["C1"] == 1
    assert "WN62" not in held  # one of its hexes is not controlled
    half = quiet("us E/2/16 at 0812 steps 1")
    assert held_for_victory(half) >> GRID.at("0812") & 1
    assert "WN62" not in {point.name for point in early_points(half) if point.held}
    north_and_south = quiet("us E/2/16 at 0812\nus F/2/16 at 0912")
    assert {p.name: p.value for p in early_points(north_and_south) if p.held}["WN62"] == 2
    worth = {point.name: point.value for point in early_points(g) if point.kind == "draw"}
    assert worth == {"E-3": 5, "E-1": 5, "D-3": 5, "D-1": 5}
    draw = quiet("us E/2/116 at 0630\nus F/2/116 at 0731")
    assert {point.name for point in early_points(draw) if point.held and point.kind == "draw"} == {"D-1"}
    assert total(early_points(draw)) == sum(point.value for point in early_points(draw) if point.held)


@rule("3-02", edition="omaha")
def test_easy_fox_counts_the_east() -> None:
    g = quiet("", scenario="easy_fox")
    assert {point.name for point in early_points(g) if point.kind == "draw"} == {"E-3", "E-1"}
    assert all(point.hexes & g.battle.in_sector[0] for point in early_points(g))
    assert us_communication(g) and not us_communication(g) & ~g.battle.playable  # no way leads through the west


@rule("13.1-01", "13.1-02", "13.1-03", "13-01", "4-03", edition="omaha")
def test_eight_lost_companies_end_the_game() -> None:
    lost = [
        f"us {unit} at 0505 steps 1" for unit in ("E/2/16", "F/2/16", "G/2/16", "I/3/16", "K/3/16", "L/3/16", "A/1/16")
    ]
    card = fire_card(single="green", artillery=0)
    text = "\n".join(lost) + "\nus B/1/16 at 0612 steps 2\ngerman WN62S WN75"
    game = position(text, phase="fire", turn=2, cards=[card])
    assert game.over and game.outcome is not None and game.outcome.winner == "germans"
    assert game.outcome.rule == "13.1-01"


@rule("13.11-01", "13.1-03", edition="omaha")
def test_rangers_and_tanks_do_not_count_and_the_original_division_does() -> None:
    g = quiet("us C/2R at 0333 steps 1\nus 1/B/743 at 0333 steps 1\nus E/2/116 at 0612 steps 1 command 1st")
    assert len(lost_companies(g, 1)) == 1 and lost_companies(g, 0) == []


@rule("13.2-01", "13.2-05", edition="omaha")
@pytest.mark.parametrize("points", [18, 19])
def test_nineteen_points_win(points: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from bocage.games.omaha_beach import victory

    monkeypatch.setattr(victory, "total", lambda _: points)
    game = position("us E/2/16 at 1115", turn=16)
    g = state(game)
    whole = WholeGame()
    g.stack.insert(0, whole)
    whole.turn_ends(g)
    assert g.outcome is not None and (g.outcome.winner == "us") is (points >= 19)
