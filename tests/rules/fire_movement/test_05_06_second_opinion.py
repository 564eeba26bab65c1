"""Movement and zones of control worked out a second time, slowly and straight from the rulebook, for random positions.

The search below walks every path hex by hex. It shares no code with the engine but the raw facts: the terrain in the
map files, the numbers on the counters, and who stands where.
"""

from __future__ import annotations

from functools import cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bocage.games.fire_movement.battle import SEATS
from bocage.games.fire_movement.content import Army, UnitType, load_units
from bocage.games.fire_movement.movement import can_move, destinations, reach_of
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, UNIT_IDS
from bocage.hexes import Hex, Sides, members
from bocage.kernel import Game
from tests.fire_movement.positions import Phase, position, state
from tests.questions import orders, play
from tests.rules.fire_movement.country import private
from tests.support import rule

ZONES_BY_AIR_FROM = 2  # units that land from the air have no zone of control on GT 1


@cache
def beside(hex_: Hex) -> frozenset[Hex]:
    """The six hexes, or fewer at the edge of the map, at a distance of one."""
    return frozenset(near for near in GRID.hexes if GRID.distance(near, hex_) == 1)


class Slow:
    """The rules of movement for one unit in one position."""

    def __init__(self, g: State, unit: int) -> None:
        self.g = g
        self.battle = g.battle
        self.unit = g.battle.units[unit]
        self.mine = g.battle.side[unit]
        self.start = g.where[unit]
        side = self.unit.back if g.reduced >> unit & 1 and self.unit.back else self.unit.front
        self.allowance = -(-side.movement // 2) if g.foul_weather else side.movement
        self.raider = self.unit.type in (UnitType.COMMANDO, UnitType.RANGER)
        self.friends: set[Hex] = set()
        self.enemies: set[Hex] = set()
        self.ezoc: set[Hex] = set()
        for other, hex_ in enumerate(g.where):
            if hex_ < 0 or other == unit:
                continue
            if g.battle.side[other] == self.mine:
                self.friends.add(hex_)
                continue
            self.enemies.add(hex_)
            piece = g.battle.units[other]
            by_air = piece.type in (UnitType.PARACHUTE, UnitType.GLIDER) and piece.army is not Army.GERMAN
            if piece.zoc and not (by_air and g.turn < ZONES_BY_AIR_FROM):
                self.ezoc |= beside(hex_)

    def halves(self, a: Hex, b: Hex) -> int | None:
        """Half movement points of a step by terrain alone; None where it cannot be made at all (5.2, 5.4)."""
        chart, key = self.battle.chart, self.battle.key
        if "sea" in chart.terrain[b] or not self.battle.allowed[self.unit.army] >> b & 1 or b in self.enemies:
            return None
        if (a, b) in chart.roads:
            return 1
        if (a, b) in chart.trails:
            return 2
        plain, plus = [0.0], [0.0]
        for name in chart.terrain[b]:
            row = key.hex[name]
            cost = row.mobile if self.unit.mobile else row.leg
            if cost is None:
                return None
            (plus if row.plus else plain).append(cost)
        river = key.river if (a, b) in chart.rivers else 0
        return round(2 * (max(plain) + sum(plus) + river))

    def barred(self, a: Hex, b: Hex) -> bool:
        """6.1-07 and 6.1-08."""
        if self.raider or a not in self.ezoc or b not in self.ezoc:
            return False
        return (a, b) in self.battle.minefields or bool(self.battle.fortified >> b & 1)

    def step(self, a: Hex, b: Hex, left: int, *, fresh: bool) -> tuple[int, bool] | None:
        """Points left after a step and whether the unit must stop; None if the step is against the rules."""
        cost = self.halves(a, b)
        if cost is None or self.barred(a, b):
            return None
        if self.raider or b not in self.ezoc:
            return (left - cost, False) if cost <= left else None
        if self.unit.mobile:
            cost += 2 * (self.allowance // 2)
            return (left - cost, False) if cost <= left else None
        if a in self.ezoc:
            return (0, True) if fresh and left == 2 * self.allowance and cost <= left else None
        return (left - cost, True) if cost <= left else None

    def ends(self, left: int | None = None) -> dict[Hex, int]:
        """Every hex in which a move can end, by walking all paths, with the half points that it costs at least."""
        fresh = left is None
        first = (self.start, 2 * self.allowance if left is None else left)
        seen = {first}
        found: dict[Hex, int] = {}
        edge = [first]
        while edge:
            hex_, points = edge.pop()
            for near in beside(hex_):
                result = self.step(hex_, near, points, fresh=fresh and (hex_, points) == first)
                if result is None:
                    continue
                rest, stops = result
                if near != self.start and near not in self.friends:
                    found[near] = min(first[1] - rest, found.get(near, first[1]))
                if not stops and (near, rest) not in seen:
                    seen.add((near, rest))
                    edge.append((near, rest))
        return found


# -- random positions -------------------------------------------------------------------------------

CENTRES = {
    "sword": "1040 0838 1245 1640 0545",
    "gold_juno": "1830 1131 0635 1928",
    "utah": "2206 1706 2605 1503 3002",
    "omaha": "1718 1811 0709 2120",
    "combined_campaign": "1925 1920 1135 0938",
}


@cache
def setting_for(scenario: str) -> FireMovement:
    """A setting of our own, in which forts and mines may be laid."""
    return private(scenario)


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """Units of both sides crowded around some hex, commandos often among them, with foul weather, mines and forts."""
    scenario = draw(st.sampled_from(sorted(CENTRES)))
    setting = setting_for(scenario)
    battle = setting.battle
    centre = GRID.at(draw(st.sampled_from(CENTRES[scenario].split())))
    near = members(GRID.within(1 << centre, 3) & battle.playable)
    places = draw(st.lists(st.sampled_from(near), unique=True, min_size=7, max_size=13))
    raiders = [unit for unit in members(battle.in_play) if battle.commando[unit]]
    anybody = st.lists(st.sampled_from(members(battle.in_play)), unique=True, min_size=6, max_size=12)
    units = dict.fromkeys([*(raiders if draw(st.booleans()) else []), *draw(anybody)])
    lines = []
    for unit, hex_ in zip(units, places, strict=False):
        if battle.zone_of[unit] >> hex_ & 1:
            reduced = " reduced" if battle.two_step[unit] and draw(st.booleans()) else ""
            lines.append(f"{SEATS[battle.side[unit]]} {UNIT_IDS[unit]} at {GRID.label(hex_)}{reduced}")
    battle.fortified = sum(1 << hex_ for hex_ in draw(st.sets(st.sampled_from(near), max_size=4)))
    battle.minefields = Sides()
    for hex_ in draw(st.sets(st.sampled_from(places), max_size=6)):
        battle.minefields.add(hex_, draw(st.sampled_from(GRID.neighbours[hex_])))
    phase: Phase = draw(st.sampled_from(["movement", "mobile_movement"]))
    return position(
        scenario,
        "\n".join(lines),
        side=draw(st.sampled_from(["allied", "german"])),
        phase=phase,
        turn=draw(st.sampled_from([1, 2, 5])),
        foul_weather=draw(st.booleans()),
        setting=setting,
        dice=[1] * 9,
    )


def active_units(g: State) -> list[int]:
    return members(g.force[g.active])


@rule("5.2-02", "5.2-05", "5.2-07", "5.2-08", "5.3-02", "5.3-03", "5.4-02", "5.4-05", "5.4-06", "5.4.1-01", "5.4.2-01")
@rule("6.1-01", "6.1-02", "6.1-03", "6.1-04", "6.1-05", "6.1-06", "6.1-07", "6.1-08", "6.1-09")
@given(positions())
@settings(max_examples=80)
def test_the_engine_offers_exactly_the_hexes_that_the_rules_allow(game: Game) -> None:
    g = state(game)
    for unit in active_units(g):
        slow = Slow(g, unit).ends()
        everything = 2 * g.allowance_of(unit)
        moves = reach_of(g, unit, everything)
        assert {hex_: moves.cost_of(hex_) for hex_ in destinations(g, unit, everything)} == slow, UNIT_IDS[unit]
        assert can_move(g, unit, everything) == bool(slow), UNIT_IDS[unit]


@rule("5.2-06", "5.5-03")
@given(positions())
@settings(max_examples=50)
def test_the_units_offered_are_those_that_have_somewhere_to_go(game: Game) -> None:
    g = state(game)
    assume(not game.over and g.phase in ("Movement Phase", "Mobile Movement Phase"))
    mobile_only = g.phase == "Mobile Movement Phase"
    able = {
        UNIT_IDS[unit]
        for unit in active_units(g)
        if Slow(g, unit).ends() and (load_units()[UNIT_IDS[unit]].mobile or not mobile_only)
    }
    assert set(orders(game, "move")) == able


@rule("5.1-03", "5.1-04", "5.2-02", "5.2-11")
@given(positions(), st.data())
@settings(max_examples=50)
def test_a_move_made_in_stages_keeps_to_the_rules_and_to_one_allowance(game: Game, data: st.DataObject) -> None:
    g = state(game)
    assume(not game.over and orders(game, "move"))
    name = data.draw(st.sampled_from(orders(game, "move")))
    unit = UNIT_IDS.index(name)
    left, first = 2 * g.allowance_of(unit), True
    while name in orders(game, "move"):
        slow = Slow(g, unit)
        play(game, f"move {name}")
        allowed = slow.ends(None if first else left)
        assert {GRID.at(label) for label in orders(game, "to")} == set(allowed)
        target = data.draw(st.sampled_from(sorted(allowed)))
        moved = play(game, f"to {GRID.label(target)}")[-1]
        path = moved.facts["path"]
        assert isinstance(path, tuple) and path[-1] == target
        here, stopped, before = slow.start, False, left
        for number, there in enumerate(path):
            assert not stopped
            result = slow.step(here, there, left, fresh=first and number == 0)
            assert result is not None
            left, stopped = result
            here = there
        assert moved.facts["cost"] == before - left
        first = False
        if stopped:
            assert name not in orders(game, "move")
            return
    assert not Slow(g, unit).ends(left)
