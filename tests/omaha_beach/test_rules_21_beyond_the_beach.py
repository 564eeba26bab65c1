"""Beyond the Beach (21): half past ten, and how the day ends."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.games.omaha_beach.artillery import guns
from bocage.games.omaha_beach.battle import EAST, WEST
from bocage.games.omaha_beach.cards import Artillery, EventKind
from bocage.games.omaha_beach.events import AT_ONCE
from bocage.games.omaha_beach.german_moves import plain_wn_units
from bocage.games.omaha_beach.losses import lose_steps, lost_companies
from bocage.games.omaha_beach.state import ABSENT, WAITING, State
from bocage.games.omaha_beach.terms import DepthType, Tide
from bocage.games.omaha_beach.title import list_scenarios, open_scenario
from bocage.games.omaha_beach.victory import POINTS, Point, check_victory
from bocage.games.omaha_beach.words import GRID, UNIT_IDS, unit_number
from bocage.kernel import Game, Outcome
from tests.omaha_beach.positions import event_card, state, where
from tests.questions import orders, play, refusal
from tests.support import rule

EAST_ASHORE = {"1/B/741": 2, "2/A/741": 2, "1/A/741": 2, "1-2/397": 2, "7FA": 4, "A-B/197": 1}
WEST_ASHORE = {"1/A/743": 2, "1/B/743": 4, "2/B/743": 2, "2/C/743": 4, "5-6/397": 2, "58AFA": 6, "C-D/467": 1}


def dealt(seed: str = "1") -> State:
    """A set-up before the player has any choice."""
    return state(fresh(seed))


def fresh(seed: str = "1") -> Game:
    return Game(open_scenario("beyond_the_beach"), seed)


def placed(seed: str = "1") -> Game:
    """A game after the set-up: everybody goes to the first hex or box that is offered."""
    game = fresh(seed)
    while state(game).phase == "Set-up":
        game.play(game.decision.orders[0])
    return game


def manned(g: State) -> dict[str, int]:
    """The positions that hold a German unit, with the number of the unit."""
    return {here.id: unit for here, unit in zip(g.battle.positions, g.german, strict=True) if unit >= 0}


def deep(g: State) -> dict[str, DepthType]:
    """The positions with a depth marker, and its type."""
    markers = zip(g.battle.positions, g.german_depth, strict=True)
    return {here.id: g.battle.depth_type[marker] for here, marker in markers if marker >= 0}


@rule("21-01", "21.1-25", edition="omaha")
def test_the_scenario_begins_on_turn_17_with_a_full_deck() -> None:
    game = placed()
    begins = [event for event in game.opening_events if event.kind == "turn_begins"]
    assert not begins and state(game).turn == 17
    g = dealt()
    assert (g.turn, len(g.deck), g.discards, g.drawn) == (17, 54, (), ())
    assert [info.turns for info in list_scenarios() if info.name.endswith("beyond_the_beach")] == [16]


# -- Germans ------------------------------------------------------------------------------------------


@rule("21.1-01", "21.1-02", "21.1-03", "21.1-04", "16.1-02", edition="omaha")
def test_the_surviving_strongpoints() -> None:
    seen = set()
    for seed in range(6):
        g = dealt(str(seed))
        backs = {name: g.battle.back[unit] for name, unit in manned(g).items() if name.startswith("WN")}
        plain = ("62N", "65N", "66N", "66S", "67", "68N", "71", "72N")
        guns_ = {"WN72S": "88", "WN69": "rocket", "WN62S": "75", "WN65S": "75", "WN68S": "75"}
        assert backs == {**guns_, **{f"WN{name}": "plain" for name in plain}}
        removed = Counter(g.battle.back[unit] for unit in g.gone if g.battle.german[unit].pool == "wn")
        assert removed == {"88": 1, "75": 3, "plain": 1}
        plain_one = [unit for unit in g.gone if g.battle.back[unit] == "plain"]
        assert list(plain_wn_units(g)) == plain_one  # it counts as eliminated and may re-occupy a WN (16.1-02)
        seen.add((manned(g)["WN72S"], manned(g)["WN62S"], manned(g)["WN71"]))
    assert len(seen) > 3  # dealt at random


@rule("21.1-05", "21.1-06", edition="omaha")
def test_depth_of_the_strongpoints() -> None:
    g = dealt()
    wn = {name for name, kind in deep(g).items() if kind is DepthType.WN}
    assert wn == {f"WN{name}" for name in ("62S", "65S", "66S", "67", "68S", "69", "72N", "72S")}
    assert len(g.depth_pools["wn"]) == 1 and not g.shown_depth
    assert sum(g.battle.depth_type[marker] is DepthType.WN for marker in g.gone_depth) == 9


@rule("21.1-07", "21.1-08", "21.1-09", edition="omaha")
def test_twelve_units_hold_reinforcement_positions_at_random() -> None:
    splits = set()
    for seed in range(5):
        g = dealt(str(seed))
        units = {name: g.battle.german[unit].pool for name, unit in manned(g).items() if not name.startswith("WN")}
        assert set(units) == {"A3", "A4", "A7", "C2", "C4", "C6", "D1", "E5", "F1", "G1", "G2", "G6"}
        assert Counter(units.values()) == {"tactical": 6, "division": 6}
        assert (len(g.pools["tactical"]), len(g.pools["division"])) == (0, 5)
        assert sum(g.battle.german[unit].pool == "tactical" for unit in g.gone) == 3
        assert not g.shown  # face down
        splits.add(tuple(sorted(name for name, pool in units.items() if pool == "tactical")))
    assert len(splits) == 5


@rule("21.1-10", "21.1-12", edition="omaha")
def test_depth_and_pools_of_the_reinforcements() -> None:
    g = dealt()
    inland = {name: kind for name, kind in deep(g).items() if kind is not DepthType.WN}
    mobile, building = DepthType.MOBILE, DepthType.BUILDING
    assert inland == {
        "A3": mobile, "C2": mobile, "D1": mobile, "F1": mobile, "A4": building, "C4": building, "G2": building,
    }  # fmt: skip
    assert {name: len(pool) for name, pool in g.depth_pools.items()} == {
        "wn": 1, "building": 5, "mobile": 16, "meyer": 4,
    }  # fmt: skip
    assert len(g.pools["meyer"]) == 8


@rule("21.1-11", edition="omaha")
def test_all_four_off_map_batteries_are_active() -> None:
    g = dealt()
    assert (
        guns(g, EAST, Artillery(value=1, calibres=(105,))).ready
        == 1
        == guns(g, WEST, Artillery(value=1, calibres=(105,))).ready
    )
    assert guns(g, EAST, Artillery(value=1, calibres=(88,))).ready == 1  # the other sector has the gun of WN72 too
    assert guns(g, WEST, Artillery(value=1, calibres=(88,))).ready == 2


@rule("21.1-26", edition="omaha")
def test_the_rockets_have_fired_once() -> None:
    g = dealt()
    assert g.rockets_fired
    for game in (placed(), Game(open_scenario("d_day"), "1")):
        g = state(game)
        g.turn = 17
        AT_ONCE[EventKind.ROCKET_UNIT_DESTROYED](g, g.battle.deck[event_card("rocket_unit_destroyed", 17)].event(17))
        assert ("WN69" in manned(g)) == (game.setting.name == "omaha_beach/d_day")


# -- Americans ----------------------------------------------------------------------------------------


def ashore(g: State, names: str) -> dict[str, tuple[str, int]]:
    """Hex and strength of some units."""
    units = {name: unit_number(name) for name in names.split()}
    return {name: (GRID.label(g.where[unit]), g.strength_of(unit)) for name, unit in units.items()}


@rule("21.1-13", edition="omaha")
def test_the_1st_division_is_on_the_bluffs() -> None:
    g = dealt()
    names = "A/1/16 B/1/16 C/1/16 D/1/16 E/2/16 F/2/16 G/2/16 H/2/16 I/3/16 K/3/16 L/3/16 M/3/16"
    assert ashore(g, names) == {
        "A/1/16": ("1115", 6), "B/1/16": ("1114", 6), "C/1/16": ("0916", 4), "D/1/16": ("0814", 4),
        "E/2/16": ("1213", 2), "F/2/16": ("1110", 2), "G/2/16": ("1313", 2), "H/2/16": ("0813", 2),
        "I/3/16": ("1008", 6), "K/3/16": ("0807", 4), "L/3/16": ("0908", 4), "M/3/16": ("0809", 4),
    }  # fmt: skip
    heroes = {UNIT_IDS[unit] for unit, count in enumerate(g.heroes) if count and g.battle.home[unit] == EAST}
    assert heroes == {"E/2/16", "F/2/16", "L/3/16"}
    assert GRID.label(g.where[unit_number("16-HQ")]) == "1014" and GRID.label(g.where[unit_number("Wyman")]) == "0814"


@rule("21.1-14", edition="omaha")
def test_the_29th_division_is_on_the_bluffs() -> None:
    g = dealt()
    names = "B/1/116 C/1/116 D/1/116 E/2/116 F/2/116 G/2/116 H/2/116 I/3/116 K/3/116 L/3/116 M/3/116"
    assert ashore(g, names) == {
        "B/1/116": ("1028", 2), "C/1/116": ("0830", 6), "D/1/116": ("0726", 4), "E/2/116": ("1113", 2),
        "F/2/116": ("1119", 2), "G/2/116": ("0926", 2), "H/2/116": ("0819", 4), "I/3/116": ("1020", 6),
        "K/3/116": ("0920", 6), "L/3/116": ("1119", 6), "M/3/116": ("0919", 7),
    }  # fmt: skip
    heroes = {UNIT_IDS[unit] for unit, count in enumerate(g.heroes) if count and g.battle.home[unit] == WEST}
    assert heroes == {"F/2/116", "M/3/116"}
    assert GRID.label(g.where[unit_number("116-HQ")]) == "0926" and GRID.label(g.where[unit_number("Cota")]) == "0830"
    transferred = [UNIT_IDS[unit] for unit, division in enumerate(g.command) if division != g.battle.home[unit]]
    assert transferred == ["E/2/116"] and g.seat_of(unit_number("E/2/116")) == "1st"


@rule("21.1-15", edition="omaha")
def test_the_rangers() -> None:
    assert ashore(dealt(), "C/2R A-B/2R A-B/5R C-D/5R E-F/5R") == {
        "C/2R": ("0533", 2), "A-B/2R": ("0728", 3), "A-B/5R": ("1125", 5), "C-D/5R": ("1026", 5),
        "E-F/5R": ("1028", 5),
    }  # fmt: skip


@rule("21.1-16", edition="omaha")
def test_nine_companies_are_in_the_loss_boxes() -> None:
    g = dealt()
    lost = [{UNIT_IDS[unit] for unit in lost_companies(g, division)} for division in (EAST, WEST)]
    assert lost == [
        {"E/2/16", "F/2/16", "G/2/16", "H/2/16"},
        {"A/1/116", "B/1/116", "E/2/116", "F/2/116", "G/2/116"},
    ]
    assert g.steps[unit_number("A/1/116")] == 0


def test_the_next_hero_is_another_man() -> None:
    g = dealt()
    assert g.heroes_named == [3, 2]
    assert [g.battle.heroes[division][g.heroes_named[division]] for division in (EAST, WEST)] == ["Barrett", "Bingham"]


@rule("21.1-17", "21.1-18", "21.1-19", edition="omaha")
def test_the_player_sets_supporting_units_on_the_high_waterline() -> None:
    game, asked = fresh(), dict[str, list[str]]()
    g = state(game)
    while "beach" in game.decision.prompt:
        unit = game.decision.prompt.split(" is ")[1].rstrip("?")
        seat = game.decision.seat
        assert seat == ("1st" if unit in EAST_ASHORE else "29th") and game.decision.rule == "21.1-19"
        asked[unit] = orders(game, "to")
        game.play(f"to {asked[unit][0]}")
    assert asked.keys() == {*EAST_ASHORE, *WEST_ASHORE}
    line = GRID.labels(g.battle.chart.waterline[Tide.HIGH])
    for unit, hexes in asked.items():
        sector = EAST if unit in EAST_ASHORE else WEST
        here = {h for h in line if g.battle.sector(GRID.at(h)) == sector}
        assert set(hexes) <= here and len(hexes) >= len(here) - 6
    for unit, strength in {**EAST_ASHORE, **WEST_ASHORE}.items():
        assert state(game).strength_of(unit_number(unit)) == strength


@rule("21.1-17", "21.1-18", "21.1-19", edition="omaha")
def test_where_supporting_units_cannot_be_set_up() -> None:
    game = fresh()
    assert game.decision.prompt == "Where on the beach is 1/A/741?"
    assert refusal(game, "to 0612").rule == "21.1-17"  # the mid waterline
    assert refusal(game, "to 0525").rule == "21.1-17"  # the other sector
    assert refusal(game, "pass").rule == "21.1-19"
    play(game, "to 0713", "to 0713")
    assert "0713" not in orders(game, "to") and refusal(game, "to 0713").rule == "7.6-01"
    west = fresh()
    while west.decision.seat == "1st":
        west.play(west.decision.orders[0])
    assert refusal(west, "to 0713").rule == "21.1-18"


@rule("21.1-20", "21.1-21", "21.1-23", edition="omaha")
def test_who_comes_later_and_who_never_comes() -> None:
    g = dealt()
    units = list(zip(g.battle.units, g.where, g.arrives, strict=True))
    waiting = {unit.id: turn for unit, place, turn in units if place == WAITING}
    assert waiting.pop("62AFA") == 26
    assert waiting == {unit.id: unit.arrives for unit in g.battle.units if (unit.arrives or 0) >= 16}
    shown = {"A/1/116", *g.battle.content.scenarios.set_up("beyond_the_beach").placed, *EAST_ASHORE, *WEST_ASHORE}
    for unit, place, _ in units:
        if place == ABSENT and unit.id not in (*EAST_ASHORE, *WEST_ASHORE):
            assert unit.arrives is None or unit.arrives < 16
            assert unit.id not in shown
    assert {"2/B/741", "2/A/743"} <= {unit.id for unit, place, _ in units if place == ABSENT}


@rule("21.1-22", edition="omaha")
def test_the_wave_of_turn_16_waits_in_boxes_of_its_sector() -> None:
    game = fresh()
    while "beach" in game.decision.prompt:
        game.play(game.decision.orders[0])
    wave = {unit.id: unit.division for unit in state(game).battle.units if unit.arrives == 16}
    first = game.decision.prompt
    assert first == "Where does E/2/18 wait for the landing?" and game.decision.seat == "1st"
    assert all(order.startswith("in ") for order in orders(game))  # nobody can wait for another turn
    play(game, "in FG1", "in FG1")
    assert refusal(game, "in FG1").rule == "5.31-01" and refusal(game, "in DR1").rule == "5.3-02"
    while state(game).phase == "Set-up":
        game.play(game.decision.orders[0])
    landed = {name for name in wave if where(game, name) != "absent"}
    assert len(wave) == 12 == len(landed)
    ends = {name: where(game, name) for name in wave}
    for name, place in ends.items():  # they have landed on turn 17, in their own sector
        assert state(game).battle.sector(GRID.at(place)) == (EAST if wave[name] == 1 else WEST)


@rule("21.1-24", edition="omaha")
def test_nine_hexes_are_clear_of_obstacles() -> None:
    assert dealt().cleared == GRID.set("0612 0613 0614 0615 0616 0523 0524 0525 0426")


# -- the end ------------------------------------------------------------------------------------------


def ended(monkeypatch: pytest.MonkeyPatch, points: int, turn: int = 32) -> Outcome | None:
    """What becomes of so many points at the end of a turn."""
    monkeypatch.setitem(POINTS, "20.3", lambda g: [Point("exit", "D", 0, points, held=True, rule="20.3-07")])
    g = dealt()
    g.turn = turn
    check_victory(g)
    return g.outcome


@rule("21.2-01", edition="omaha")
def test_points_are_counted_at_the_end_of_turn_32_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(monkeypatch, 99, 17) is None and ended(monkeypatch, 0, 31) is None
    outcome = ended(monkeypatch, 0)
    assert outcome is not None and outcome.reason == "0 victory points"


@rule("21.2-01", edition="omaha")
def test_fourteen_lost_companies_end_the_scenario_at_once() -> None:
    g = dealt()
    names = ["A/1/16", "B/1/16", "C/1/16", "D/1/16", "I/3/16", "K/3/16", "L/3/16", "M/3/16", "E/2/18", "F/2/18"]
    for name in names:
        assert g.outcome is None and len(lost_companies(g, EAST)) < 14
        unit = unit_number(name)
        lose_steps(g, unit, g.steps[unit] - 1, "6.32-01")
    assert len(lost_companies(g, EAST)) == 14
    assert g.outcome is not None and (g.outcome.winner, g.turn) == ("germans", 17)


@rule("21.2-02", edition="omaha")
@pytest.mark.parametrize(
    ("points", "winner", "grade"),
    [
        (24, "germans", "decisive"), (25, "germans", "operational"), (34, "germans", "operational"),
        (35, "germans", "tactical"), (44, "germans", "tactical"), (45, "us", "tactical"), (54, "us", "tactical"),
        (55, "us", "operational"), (64, "us", "operational"), (65, "us", "decisive"),
    ],
)  # fmt: skip
def test_levels_are_higher_than_in_the_long_scenario(
    monkeypatch: pytest.MonkeyPatch, points: int, winner: str, grade: str
) -> None:
    outcome = ended(monkeypatch, points)
    assert outcome is not None and (outcome.winner, outcome.level) == (winner, grade)
