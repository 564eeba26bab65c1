"""The same answers worked out another way: assignments by trying everything, moves by asking hex by hex."""

from __future__ import annotations

import random
from itertools import product

import pytest

from bocage.games.omaha_beach.action_phase import DivisionActions, UnitAction
from bocage.games.omaha_beach.actions import acts_for_free, can_act
from bocage.games.omaha_beach.assignment import assign, tied
from bocage.games.omaha_beach.attack import attackable, why_not_lead, why_not_target
from bocage.games.omaha_beach.barrage import barrageable, why_not_barrage
from bocage.games.omaha_beach.control import (
    fire_of,
    german_dots,
    german_reach,
    in_communication,
    potential_fire,
    settle_communication,
    us_communication,
    us_control,
)
from bocage.games.omaha_beach.depth import distance_to_us
from bocage.games.omaha_beach.german_actions import empty
from bocage.games.omaha_beach.german_moves import NEAR
from bocage.games.omaha_beach.germans import Germans, germans
from bocage.games.omaha_beach.ground import Ground, ground
from bocage.games.omaha_beach.landing import Arrivals
from bocage.games.omaha_beach.movement import find_reach, moves, reach, why_not_into
from bocage.games.omaha_beach.reinforcements import empty_positions
from bocage.games.omaha_beach.state import NONE, NOWHERE, State
from bocage.games.omaha_beach.title import open_scenario
from bocage.games.omaha_beach.words import ACT, BOX_IDS, GRID
from bocage.hexes import Hex, mask, members
from bocage.kernel import Game
from tests.omaha_beach.positions import state
from tests.omaha_beach.test_play import inland
from tests.support import rule


def every_assignment(limits: list[int], worths: list[dict[int, int]]) -> dict[frozenset[int], int]:
    """For each set of units that can be hit at once, the greatest worth."""
    units = sorted({unit for row in worths for unit in row})
    found: dict[frozenset[int], int] = {}
    for firers in product([None, *range(len(limits))], repeat=len(units)):
        pairs = [(unit, firer) for unit, firer in zip(units, firers, strict=True) if firer is not None]
        if any(unit not in worths[firer] for unit, firer in pairs):
            continue
        if any(sum(firer == other for _, other in pairs) > limit for firer, limit in enumerate(limits)):
            continue
        hit = frozenset(unit for unit, _ in pairs)
        worth = sum(worths[firer][unit] for unit, firer in pairs)
        found[hit] = max(found.get(hit, worth), worth)
    return found


@rule("6.34-03", "6.31-02", "6.31-03", "6.31-04", edition="omaha")
@pytest.mark.parametrize("seed", range(90))
def test_assignments_are_the_best_of_all(seed: int) -> None:
    generator = random.Random(seed)
    limits = [generator.randint(1, 3) for _ in range(generator.randint(1, 3))]
    units = range(generator.randint(1, 6))
    worth = (100_000, 90_000, 1_000, 900)  # two that cost a step and two that only disrupt
    worths = [{u: generator.choice(worth) for u in units if generator.random() < 0.7} for _ in limits]
    found = every_assignment(limits, worths)
    best = max(found.values())
    hit, reached = assign(limits, worths)
    assert reached == best == found[frozenset(hit)]
    winners = [units for units, worth in found.items() if worth == best]
    in_some, in_all = frozenset[int]().union(*winners), winners[0].intersection(*winners)
    assert tied(limits, worths) == sorted(in_some - in_all)


@rule("7.3-01", "7.31-01", "7.32-06", edition="omaha")
@pytest.mark.parametrize("seed", range(3))
def test_moves_are_what_is_not_refused(seed: int) -> None:
    g = state(inland(seed))
    asked = 0
    for unit in range(len(g.where)):
        if g.on_map(unit) and can_act(g, unit, g.command[unit]) is None:
            there = {h for h in GRID.hexes if why_not_into(g, unit, h) is None}
            assert there == {move.to for move in moves(g, unit)}
            asked += 1
    assert asked > 20


def walk(g: State, start: Hex, allowed: set[Hex]) -> set[Hex]:
    """Hexes reached from a start through allowed ones, one step at a time."""
    reached, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for there in GRID.neighbours[here]:
            if there in allowed and there not in reached:
                reached.add(there)
                queue.append(there)
    return reached


@rule("12.2-02", "12.2-03", "12.3-02", edition="omaha")
@pytest.mark.parametrize("seed", range(3))
def test_communication_hex_by_hex(seed: int) -> None:
    g = state(inland(seed))
    connected = set(members(german_reach(g)))
    exits = set(members(g.battle.exits))
    for p, position in enumerate(g.battle.positions):
        path = walk(g, position.hex, connected)
        direct = bool(path & exits & connected) or position.hex in exits
        if g.occupied >> position.hex & 1:
            assert not in_communication(g, p)
        elif position.kind == "wn" or g.german[p] == NONE:
            assert in_communication(g, p) is direct
        else:
            assert in_communication(g, p) or not direct
    ours = us_communication(g)
    assert all(any(n in members(ours) for n in GRID.neighbours[h]) or g.battle.beach >> h & 1 for h in members(ours))


# -- what is kept or found by a short cut -------------------------------------------------------------


def check_germans(g: State) -> None:
    """Where Germans are and fire, as asked of each hex and each position."""
    kept = germans(g)
    held = [position for position, unit in enumerate(g.german) if unit != NONE]
    fire = undisrupted = 0
    for position in held:
        fire |= fire_of(g, position)
        undisrupted |= fire_of(g, position) if not g.german_disrupted >> position & 1 else 0
    assert (kept.dots, kept.fire) == (fire, undisrupted)


def check_lines(g: State) -> None:
    """Control and communication, asked of a state that remembers nothing."""
    fresh = g.copy()
    fresh.lines = None
    assert (us_control(g), german_reach(g)) == (us_control(fresh), german_reach(fresh))


def check_distances(g: State) -> None:
    """The nearest American, of all of them."""
    general = g.battle.general
    places = [g.where[unit] for unit in range(len(g.where)) if g.on_map(unit) and not general[unit]]
    for position in g.battle.positions[::9]:
        found = distance_to_us(g, position.hex)
        assert found == min((GRID.distance(place, position.hex) for place in places), default=found)


def check_ways(g: State) -> None:
    """The ground, and where every unit goes on it, on a ground where nobody has been asked about before."""
    held = mask(position for position, unit in enumerate(g.german) if unit != NONE)
    fresh, kept = Ground(g, Germans(g.battle, held, g.german_disrupted, tuple(g.armor_at))), ground(g)
    assert (kept.cleared, kept.traffic, kept.tide) == (fresh.cleared, fresh.traffic, fresh.tide)
    for unit in members(g.ashore):
        assert moves(g, unit) == moves(g, unit, fresh)
        assert reach(g, unit) == find_reach(g, unit, fresh)


def check_potential_fire(g: State) -> None:
    """Position by position."""
    battle, connected, fire = g.battle, german_reach(g), german_dots(g)
    for p, position in enumerate(battle.positions):
        group = battle.group_of[p]
        held = battle.group_hexes[group] & g.occupied or g.german_hexes >> position.hex & 1 or g.garrisons >> p & 1
        if not held and in_communication(g, p, connected):
            fire |= battle.fire[group]
    assert potential_fire(g) == fire


def check_boxes(g: State) -> None:
    """The boxes in which nothing keeps a unit from being placed."""
    frame = g.stack[-1]
    assert isinstance(frame, Arrivals)
    for unit, boxes in frame.open_boxes(g, list(range(len(g.where)))).items():
        assert members(boxes) == [b for b in range(len(BOX_IDS)) if frame.why_not_box(g, unit, b) is None]


def check_actions(g: State) -> None:
    """Who can act is who has something to do, and each target is one that nothing forbids."""
    frame = g.stack[-1]
    assert isinstance(frame, DivisionActions) and g.pending is not None
    for unit in members(frame.ready(g)):
        can = can_act(g, unit, frame.division) is None
        options = UnitAction(unit, frame.division, frame.left(g)).options(g) if can else []
        assert (ACT[unit] in g.pending.orders) is bool(options)
    for unit in members(g.ashore):
        beside = GRID.neighbours[g.where[unit]]
        assert attackable(g, unit) == [
            h for h in beside if why_not_target(g, h) is None and why_not_lead(g, unit, h) is None
        ]
        assert barrageable(g, unit) == [h for h in sorted(GRID.hexes) if why_not_barrage(g, unit, h) is None]
        led = any(units >> unit & 1 and not g.moved_leaders >> hq & 1 for hq, units in g.commands.items())
        own = g.battle.ranger[unit] or g.battle.leader[unit] or g.heroes[unit] > 0
        assert acts_for_free(g, unit) == bool(own or led or (g.inspired | g.on_cliff) >> unit & 1)


def check_empty_positions(g: State) -> None:
    """Position by position."""
    battle, connected = g.battle, german_reach(g)
    free = [g.german_at(here.hex) == NONE and not g.occupied >> here.hex & 1 for here in battle.positions]
    in_touch = [in_communication(g, p, connected) for p in range(len(battle.positions))]
    assert empty_positions(g) == [
        p
        for p, here in enumerate(battle.positions)
        if here.kind == "reinforcement" and free[p] and in_touch[p] and not g.garrisons >> p & 1
    ]
    settled = g.copy()
    settle_communication(settled)
    assert members(settled.communicating) == [p for p, found in enumerate(in_touch) if found]
    card = battle.deck[1 + g.chance.count % len(battle.deck)]
    for sector in battle.sectors:
        groups = [n for n, other in enumerate(battle.sector_of_group) if other == sector]
        coloured = [n for n in groups if card.fires(battle.colour[n]) is not None]
        assert list(battle.groups_on(card, sector)) == coloured
        may_act = {
            n
            for n in coloured
            if all(free[p] for p in battle.groups[n])
            and any(g.communicating >> p & 1 for p in battle.groups[n])
            and not any(g.german_acted >> p & 1 for p in battle.groups[n])
            and (battle.is_wn[n] or distance_to_us(g, battle.positions[battle.groups[n][0]].hex) <= NEAR)
        }
        assert set(empty(g, sector, card)) == may_act


@pytest.mark.parametrize("turn", [5, 20])
@pytest.mark.parametrize("seed", range(3))
def test_short_ways_are_those_of_the_list(turn: int, seed: int) -> None:
    """Units stand among Germans, and then hang on cliffs if they are where one is."""
    g = state(inland(seed)).copy()
    g.turn = turn
    check_ways(g)
    g.on_cliff = mask(unit for unit in range(len(g.where)) if g.battle.foot[unit])
    check_ways(g)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("first_waves", {}), ("beyond_the_beach", {"german_armor": "yes"}), ("d_day", {"effective_bombardment": "yes"})],
)
def test_what_is_kept_is_what_would_be_found(scenario: str, options: dict[str, str]) -> None:
    """Through a whole random game, and in views as in the game itself."""
    landings = actions = 0
    game, generator = Game(open_scenario(scenario, options), "kept"), random.Random(6)
    while not game.over:
        g = state(game)
        check_germans(g)
        check_lines(g)
        if isinstance(g.stack[-1], Arrivals):
            check_boxes(g)
            landings += 1
        if isinstance(g.stack[-1], DivisionActions) and not game.length % 7:
            check_actions(g)
            actions += 1
        if not game.length % 10:
            check_distances(g)
            check_germans(g.view(game.decision.seat))
            check_ways(g)
            check_potential_fire(g)
            check_empty_positions(g)
        game.play(generator.choice(game.decision.orders))
    assert game.length > 100 and landings and actions > 5


def test_the_ground_is_another_when_engineers_have_been_at_work() -> None:
    """Each thing on which it depends is changed in turn, while no German fires."""
    g = state(inland(1)).copy()
    g.german_disrupted = mask(position for position, unit in enumerate(g.german) if unit != NONE)
    seen = set()
    for base, space, shelled, blocked, turn in [
        (False, 0, 0, False, 20),
        (True, 0, 0, False, 20),
        (True, 4, 0, False, 20),
        (True, 4, 1, False, 20),
        (True, 4, 0, True, 20),
        (True, 4, 0, False, 5),
    ]:
        g.bases[0] = members(g.battle.beach & g.battle.in_sector[g.battle.base_division[0]])[0] if base else NOWHERE
        g.base_spaces[0], g.shelled, g.engineers_blocked, g.turn = space, shelled, blocked, turn
        check_ways(g)
        seen.add((ground(g).cleared, ground(g).traffic, ground(g).tide))
    assert len(seen) > 3
