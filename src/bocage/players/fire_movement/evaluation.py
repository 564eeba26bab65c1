"""What tells early how a game of Fire & Movement will end, as numbers; and what its end is worth to the Allies."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS, Battle
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.state import WAITING, State, is_mines, value_of
from bocage.games.fire_movement.supply import drop_zone_supply, supply_area
from bocage.games.fire_movement.victory import captured_city_hexes, taken_of
from bocage.games.fire_movement.words import GRID
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import State as KernelState
from bocage.players.evaluation import Feature
from bocage.players.fire_movement.dangers import cups_of
from bocage.players.fire_movement.ground import ground_of

SISTER: Final = "sword"  # whose weights serve the scenarios that have none of their own

NOTHING_TAKEN, ALL_BUT_TAKEN = 0.2, 0.8  # margins of an operational loss
SOON = 2  # turns
NEAR, ABOUT = 2, 5  # hexes
MARCH = (5, 10)  # hexes from which a unit comes down on a beachhead, on foot and mobile
STRIKE = (3, 6)  # hexes from which a unit comes to attack an objective
DAY = 12.0  # half movement points to a goal that count as much as being half as near

FEATURES: Final = (
    Feature("allied_strength", "Allied strength ashore"),
    Feature("german_strength", "German strength on the map"),
    Feature("balance", "Allied strength against German"),
    Feature("allied_lost", "Allied strength eliminated"),
    Feature("german_lost", "German strength eliminated"),
    Feature("allied_reduced", "Allied units reduced"),
    Feature("german_reduced", "German units reduced"),
    Feature("allied_soon", "Allied strength due within two turns"),
    Feature("german_soon", "German strength due within two turns"),
    Feature("allied_later", "Allied strength still to come after that"),
    Feature("german_later", "German strength still to come after that"),
    Feature("kept_at_sea", "Allied units that find no room to land"),
    Feature("allied_markers", "Allied support fire markers"),
    Feature("german_markers", "German support fire markers"),
    Feature("allied_fire_left", "Allied markers left this turn"),
    Feature("german_fire_left", "German markers left this turn"),
    Feature("beachheads", "beachheads that stand"),
    Feature("one_beachhead", "a single beachhead left"),
    Feature("safest_beachhead", "guards of the safest beachhead against those who can reach it"),
    Feature("second_beachhead", "the same of the next safest"),
    Feature("beach_guards", "guards of all beachheads against those who can reach them"),
    Feature("germans_at_beaches", "German attack strength within a march of the beachheads"),
    Feature("open_beachheads", "beachheads without a unit in them"),
    Feature("bottled_up", "Allied strength still on the beaches"),
    Feature("taken", "objectives taken"),
    Feature("all_taken", "all objectives taken"),
    Feature("last_stand", "a single beachhead left, by those who can reach it"),
    Feature("goals_held", "guards of the objectives taken against those who can reach them"),
    Feature("goals_open", "Allied attack on the objectives still to be taken against their defence"),
    Feature("allied_at_goals", "Allied strength in and beside objectives"),
    Feature("german_at_goals", "German strength in and beside objectives"),
    Feature("goal_balance", "strength of both sides about the objectives"),
    Feature("allied_way", "Allied strength by its nearness to the objectives"),
    Feature("german_way", "German strength by its nearness to the objectives"),
    Feature("nearest_way", "nearness of the first Allied unit to an objective"),
    Feature("out_of_supply", "Allied strength out of supply"),
    Feature("allied_bound", "Allied strength in enemy zones of control"),
    Feature("german_bound", "German strength in enemy zones of control"),
    Feature("mobile_balance", "mobile strength of both sides"),
    Feature("german_turn", "the Germans are to move"),
    Feature("turns_left", "turns left"),
    Feature("haste", "nearness to objectives not taken, by the turns left"),
)


# -- the end ------------------------------------------------------------------------------------------


def margin(state: KernelState) -> float:
    """0 for an army thrown into the sea, 1 for a victory, and between them by the objectives taken."""
    assert isinstance(state, State)
    assert state.ended is not None
    if state.ended.winner == SEATS[ALLIED]:
        return 1.0
    if state.ended.level == "strategic":
        return 0.0
    return NOTHING_TAKEN + (ALL_BUT_TAKEN - NOTHING_TAKEN) * taken_share(state)


def taken_share(g: State) -> float:
    """The share of the objectives needed for victory that the Allies have."""
    scenario = g.battle.scenario
    if scenario.campaign:
        return min(1.0, captured_city_hexes(g) / scenario.campaign_city_hexes)
    objectives = g.battle.areas[0].objectives
    share = min(1.0, taken_of(g, objectives).bit_count() / max(1, objectives.needed))
    if not objectives.adjacent_units:
        return share
    near = GRID.spread(GRID.set(objectives.adjacent_to))
    beside = sum(near >> g.where[unit] & 1 for unit in members(g.force[ALLIED]))
    return (share + min(1.0, beside / objectives.adjacent_units)) / 2


def progress(state: KernelState) -> float:
    """How much of the game is over."""
    assert isinstance(state, State)
    turns_gone = max(0, state.turn - 1) + (0.5 if state.active == GERMAN and state.turn else 0.0)
    return min(1.0, turns_gone / state.last_turn)


# -- features -----------------------------------------------------------------------------------------


class Sight:
    """What the features of all positions of a battle have in common."""

    def __init__(self, battle: Battle) -> None:
        ground = ground_of(battle)
        self.strength = ground.strength
        self.goals: HexSet = ground.objectives | ground.neighbourhoods
        self.goal_list: list[Hex] = members(ground.objectives)
        self.beside = GRID.within(self.goals, NEAR)
        self.about = GRID.within(self.goals, ABOUT)
        kinds = set(zip(battle.army, battle.mobile, strict=True))
        ways = {kind: [ground.way(goal, kind) for goal in members(self.goals)] for kind in kinds}
        near = {kind: [DAY / (DAY + min(costs)) for costs in zip(*rows, strict=True)] for kind, rows in ways.items()}
        self.nearness = [near[kind] for kind in zip(battle.army, battle.mobile, strict=True)]  # [unit][hex]
        ashore = members(battle.in_play)
        self.scale = sum(self.strength[0][unit] for unit in ashore if battle.side[unit] == ALLIED)
        self.markers = 100.0 * len(battle.areas)
        self.beaches = 3.0 * len(battle.areas)


@lru_cache(maxsize=32)
def _sight(battle: Battle) -> Sight:
    return Sight(battle)


class _Force:
    """The strength of one side, in all and by what it can do."""

    def __init__(self, g: State, side: int, sight: Sight) -> None:
        battle, reduced, zones = g.battle, g.reduced, g.zones[1 - side]
        self.total = self.reduced = self.goals = self.about = self.near = self.bound = self.mobile = 0.0
        self.nearest = 0.0
        for unit in members(g.force[side]):
            hex_, weak = g.where[unit], reduced >> unit & 1
            strength = sight.strength[weak][unit]
            self.total += strength
            if weak:
                self.reduced += strength
            if sight.about >> hex_ & 1:
                self.about += strength
                if sight.beside >> hex_ & 1:
                    self.goals += strength
            near = sight.nearness[unit][hex_]
            self.near += strength * near
            self.nearest = max(self.nearest, near)
            if zones[hex_]:
                self.bound += strength
            if battle.mobile[unit]:
                self.mobile += strength
        self.lost = self.soon = self.later = 0.0
        for unit in members(battle.in_play & ~(g.force[ALLIED] | g.force[GERMAN])):
            if battle.side[unit] != side:
                continue
            strength = sight.strength[0][unit]
            if g.where[unit] != WAITING:
                self.lost += strength
            elif (entry := g.entry_of(unit)) is None or entry.turn <= g.turn + SOON:
                self.soon += strength
            elif entry.turn <= g.last_turn:
                self.later += strength


def _guarded(g: State) -> tuple[list[float], float]:
    """Of each beachhead the share of its guards in all strength about it, the safest first; and all who threaten."""
    germans = [
        (g.where[unit], g.attack_of(unit), MARCH[g.battle.mobile[unit]], 1 << unit) for unit in members(g.force[GERMAN])
    ]
    coming, shares = 0, []
    for beachhead in members(g.beachheads):
        threat = 0.0
        for hex_, attack, march, unit in germans:
            distance = GRID.distance(beachhead, hex_)
            if distance <= march:
                coming |= unit
                threat += attack * (1.0 if 2 * distance <= march else 0.5)
        guards = 1.0 + sum(map(g.defence_of, g.at.get(beachhead, ())))
        for near in GRID.neighbours[beachhead]:
            guards += 0.5 * sum(g.defence_of(unit) for unit in g.at.get(near, ()) if g.force[ALLIED] >> unit & 1)
        shares.append(guards / (guards + threat))
    return sorted(shares, reverse=True), float(sum(map(g.attack_of, members(coming))))


def _goals(g: State, sight: Sight) -> tuple[float, float]:
    """How safe the objectives taken are, and how near those still to be taken are to falling."""
    forces = [
        [(g.where[unit], g.attack_of(unit), STRIKE[g.battle.mobile[unit]]) for unit in members(g.force[side])]
        for side in (ALLIED, GERMAN)
    ]
    found: list[list[float]] = [[], []]
    for goal in sight.goal_list:
        holder = ALLIED if g.held >> goal & 1 else GERMAN
        guards = 1.0 + sum(map(g.defence_of, g.at.get(goal, ())))
        threat = sum(attack for hex_, attack, reach in forces[1 - holder] if GRID.distance(goal, hex_) <= reach)
        found[holder].append(_share(guards, threat) if holder == ALLIED else _share(threat, 2 * guards))
    number = len(sight.goal_list)
    return sum(found[ALLIED]) / number, sum(found[GERMAN]) / number


def _without_supply(g: State, sight: Sight) -> float:
    area, battle = supply_area(g), g.battle
    from_the_air = {army: drop_zone_supply(g, army) for army in (Army.US, Army.CW)} if g.drop_zones else {}
    missing = 0.0
    for unit in members(g.force[ALLIED]):
        hex_ = g.where[unit]
        if area >> hex_ & 1 or battle.commando[unit]:
            continue
        if not (from_the_air and battle.airborne[unit] and from_the_air[battle.army[unit]] >> hex_ & 1):
            missing += sight.strength[g.reduced >> unit & 1][unit]
    return missing


def _fire(cups: list[tuple[int, ...]], side: int) -> float:
    return float(sum(value_of(marker) for cup in cups_of(side) for marker in cups[cup] if not is_mines(marker)))


def _share(own: float, theirs: float) -> float:
    return own / (own + theirs) if own + theirs else 0.5


def _on_beaches(g: State, sight: Sight) -> float:
    stacks: list[Hex] = members(g.beachheads & g.occupied[ALLIED])
    return sum(sight.strength[g.reduced >> unit & 1][unit] for hex_ in stacks for unit in g.at[hex_])


def features(state: KernelState) -> list[float]:
    """Each feature of a state or view, in the order of ``FEATURES``."""
    assert isinstance(state, State)
    g, sight = state, _sight(state.battle)
    allied, german = _Force(g, ALLIED, sight), _Force(g, GERMAN, sight)
    scale, beachheads = sight.scale, g.beachheads.bit_count()
    shares, threats = _guarded(g)
    taken = taken_share(g)
    left = max(0, g.last_turn - g.turn + (g.active == ALLIED)) / g.last_turn
    waiting = sum(
        1
        for unit in members(g.battle.in_play & ~g.force[ALLIED])
        if g.battle.side[unit] == ALLIED
        and g.where[unit] == WAITING
        and (entry := g.entry_of(unit)) is not None
        and entry.turn < g.turn + (g.active == GERMAN)
    )
    return [
        allied.total / scale,
        german.total / scale,
        _share(allied.total, german.total),
        allied.lost / scale,
        german.lost / scale,
        allied.reduced / scale,
        german.reduced / scale,
        allied.soon / scale,
        german.soon / scale,
        allied.later / scale,
        german.later / scale,
        min(1.0, waiting / 6),
        _fire(g.pool, ALLIED) / sight.markers,
        _fire(g.pool, GERMAN) / sight.markers,
        _fire(g.cups, ALLIED) / sight.markers,
        _fire(g.cups, GERMAN) / sight.markers,
        min(1.0, beachheads / sight.beaches),
        float(beachheads == 1),
        shares[0] if shares else 0.0,
        shares[1] if len(shares) > 1 else 0.0,
        sum(shares) / max(1, len(shares)),
        threats / scale,
        min(1.0, (g.beachheads & ~g.occupied[ALLIED]).bit_count() / sight.beaches),
        _on_beaches(g, sight) / scale,
        taken,
        float(taken >= 1.0),
        1 - shares[0] if beachheads == 1 else 0.0,
        *_goals(g, sight),
        allied.goals / scale,
        german.goals / scale,
        _share(allied.about, german.about),
        allied.near / scale,
        german.near / scale,
        allied.nearest,
        _without_supply(g, sight) / scale,
        allied.bound / scale,
        german.bound / scale,
        _share(allied.mobile, german.mobile),
        float(g.active == GERMAN),
        left,
        left * (1 - taken) * allied.near / scale,
    ]
