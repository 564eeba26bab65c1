"""What tells early how a game of D-Day at Omaha Beach will end, as numbers; and what its end is worth."""

from __future__ import annotations

from functools import cache
from typing import Final

from bocage.games.omaha_beach.battle import BOX, Battle
from bocage.games.omaha_beach.control import cut_off, german_fire, us_control
from bocage.games.omaha_beach.losses import lost_companies
from bocage.games.omaha_beach.scenarios import VictoryCheck
from bocage.games.omaha_beach.state import ABSENT, WAITING, State
from bocage.games.omaha_beach.victory import POINTS, adjustments, total
from bocage.games.omaha_beach.words import US
from bocage.hexes import HexSet, members
from bocage.kernel import State as KernelState
from bocage.players.evaluation import Feature

SISTER: Final = "first_waves"  # whose weights serve the scenarios that have none of their own

VICTORY, ALL_BUT_WON, DESTROYED = (
    0.7,
    0.5,
    0.25,
)  # margins: a bare victory, and the most of a defeat on points or before

FEATURES: Final = (
    Feature("points", "victory points as things stand, by those needed"),
    Feature("companies_lost", "companies in the fuller loss box, by its limit"),
    Feature("all_companies_lost", "companies in both loss boxes"),
    Feature("nearly_lost", "places left in the fuller loss box are few"),
    Feature("care", "places left in the loss boxes by the turns left"),
    Feature("infantry", "steps of infantry ashore"),
    Feature("infantry_to_come", "steps of infantry at sea"),
    Feature("infantry_lost", "steps of infantry lost"),
    Feature("on_top", "steps of infantry on the high ground"),
    Feature("on_beach", "steps of infantry on the beach"),
    Feature("under_fire", "steps of infantry in German fields of fire"),
    Feature("disrupted", "steps of infantry disrupted"),
    Feature("climbing", "units on their way up"),
    Feature("at_positions", "German positions with infantry beside them"),
    Feature("strongpoints", "strongpoints that still stand"),
    Feature("germans", "German positions held"),
    Feature("depth", "German depth markers"),
    Feature("germans_disrupted", "German positions disrupted"),
    Feature("cut_off", "German positions out of communication"),
    Feature("fire", "beach hexes in German fields of fire"),
    Feature("control", "high ground under US control"),
    Feature("way_left", "points not held that infantry has beside it"),
    Feature("tanks", "tanks and guns ashore"),
    Feature("tanks_on_top", "tanks and guns on the high ground"),
    Feature("leaders", "leaders ashore"),
    Feature("heroes", "heroes"),
    Feature("naval", "naval fire markers"),
    Feature("exited", "steps that have left by the exits"),
    Feature("turns_left", "turns left"),
)


# -- the end ------------------------------------------------------------------------------------------


def margin(state: KernelState) -> float:
    """By the points that were counted against those of the least victory; less where a division was lost before."""
    assert isinstance(state, State)
    assert state.ended is not None
    counted = next((check for check in state.battle.scenario.checks if check.turn == state.turn), None)
    if counted is None or not state.ended.reason.endswith(("point", "points")):
        return DESTROYED * max(0.0, min(1.0, share_of_points(state)))
    share = points_of(state, counted) / needed(counted)
    if state.ended.winner == US:
        return VICTORY + (1 - VICTORY) * max(0.0, min(1.0, share - 1))
    return ALL_BUT_WON * max(0.0, min(1.0, share))


@cache
def needed(check: VictoryCheck) -> int:
    """The points of the least victory in a count; where there is none, those with which play goes on."""
    return min(level.at_least for level in check.levels if level.at_least and not level.level.endswith("defeat"))


def points_of(g: State, check: VictoryCheck) -> int:
    """The points as a count would find them now."""
    found = POINTS[check.points](g)
    return total(found + adjustments(g) if check is g.battle.scenario.checks[-1] else found)


def next_count(g: State) -> VictoryCheck:
    """The next count of points."""
    checks = g.battle.scenario.checks
    return next((check for check in checks if check.turn >= g.turn), checks[-1])


def share_of_points(g: State) -> float:
    """The points as they stand, by those needed at the next count."""
    check = next_count(g)
    return points_of(g, check) / needed(check)


def progress(state: KernelState) -> float:
    """How much of the game is over."""
    assert isinstance(state, State)
    first, last = state.battle.scenario.turns
    return min(1.0, max(0.0, (state.turn - first) / (last - first + 1)))


# -- features -----------------------------------------------------------------------------------------


class Sight:
    """What the features of all positions of a battle have in common."""

    def __init__(self, battle: Battle) -> None:
        self.infantry = battle.regular
        for unit, ranger in enumerate(battle.ranger):
            if ranger:
                self.infantry |= 1 << unit
        self.full = [len(unit.steps) for unit in battle.units]
        self.beach = (battle.beach & battle.playable).bit_count()
        self.high = (battle.high & battle.playable).bit_count()
        self.strongpoints = sum(1 << position for position, group in enumerate(battle.group_of) if battle.is_wn[group])
        self.positions = sum(
            battle.playable >> battle.positions[position].hex & 1 for position in range(len(battle.positions))
        )


@cache
def _sight(battle: Battle) -> Sight:
    return Sight(battle)


def features(state: KernelState) -> list[float]:
    """Each feature of a state or view, in the order of ``FEATURES``."""
    assert isinstance(state, State)
    g, battle = state, state.battle
    sight = _sight(battle)
    check = next_count(g)
    limit = battle.scenario.loss_limit(g.turn)
    lost = [len(lost_companies(g, division)) for division in battle.divisions]
    turns, least = max(1, check.turn - g.turn + 1), needed(check)
    fire = german_fire(g)
    ashore = coming = gone = top = beach = shot_at = disrupted = 0
    at: HexSet = 0
    for unit in members(sight.infantry):
        place, steps = g.where[unit], g.steps[unit]
        if place == ABSENT:
            continue
        gone += sight.full[unit] - steps
        if 0 <= place < BOX:
            ashore += steps
            hex_ = 1 << place
            at |= hex_
            if battle.high & hex_:
                top += steps
            elif battle.beach & hex_:
                beach += steps
            if fire & hex_:
                shot_at += steps
            if g.disrupted >> unit & 1:
                disrupted += steps
        elif place == WAITING or place >= BOX:
            coming += steps
    others = g.ashore & ~sight.infantry & ~battle.leaders
    army = max(1, ashore + coming + gone)
    held, near = g.held & battle.printed, battle.grid.spread(at)
    cut = cut_off(g, g.german_hexes & battle.position_hexes)
    points, closed = POINTS[check.points](g), near | at
    missing = sum(point.value for point in points if not point.held and point.value > 0 and point.hexes & closed)
    on_top = sum(1 for unit in members(others) if battle.high >> g.where[unit] & 1)
    return [
        total(points) / least,
        max(lost) / limit,
        sum(lost) / limit / len(lost),
        1.0 if max(lost) >= limit - 2 else 0.0,
        min(1.0, (limit - max(lost)) / turns),
        ashore / army,
        coming / army,
        gone / army,
        top / army,
        beach / army,
        shot_at / army,
        disrupted / army,
        (g.climbing | g.on_cliff).bit_count() / 10,
        (near & g.german_hexes).bit_count() / 10,
        (held & sight.strongpoints).bit_count() / 20,
        held.bit_count() / sight.positions,
        (g.deep & battle.printed).bit_count() / sight.positions,
        (g.german_disrupted & held).bit_count() / 10,
        cut.bit_count() / 10,
        (fire & battle.beach & battle.playable).bit_count() / sight.beach,
        (us_control(g) & battle.high & battle.playable).bit_count() / sight.high,
        missing / least,
        others.bit_count() / 30,
        on_top / 10,
        (g.ashore & battle.leaders).bit_count() / 6,
        sum(g.heroes) / 10,
        g.naval / 5,
        sum(g.steps[unit] for unit in g.exited) / 20,
        turns / 16,
    ]
