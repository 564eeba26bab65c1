"""What positions do to US units beside firing: mortars, patrols, guns of WNs and ambushes (16.5 to 16.7, 16.9).

Each of them looks for its victims in an order of its own. Units that are equal in it form a rank, and where only some
of a rank are hit the player says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.cards import Card
from bocage.games.omaha_beach.fire import active, field_of, has_depth
from bocage.games.omaha_beach.german_moves import heavy_field
from bocage.games.omaha_beach.losses import FireLoss
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.targets import has_symbol, steps_are_limited
from bocage.games.omaha_beach.terms import Intensity
from bocage.games.omaha_beach.words import HIT, UNIT_IDS
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, call, done

Ranks = tuple[tuple[int, ...], ...]  # the victims, the first to be hit first, equals together

PATROL_RANGE = 3  # hexes (16.6-03)
FIELD_GUNS = (75, 88)  # calibres (16.7-01)


class Way(NamedTuple):
    """A way of harassing: how the player is asked, its rule, the rule of his choice, and what it does."""

    prompt: str
    rule: str
    choice: str
    loses_step: bool


WAYS = {
    "mortar": Way("Mortars of {}", "16.5-04", "16.5-07", loses_step=True),
    "patrol": Way("A patrol from {}", "16.6-02", "16.6-03", loses_step=False),
    "gun": Way("Guns of {}", "16.7-02", "16.7-03", loses_step=True),
    "ambush": Way("An ambush from {}", "16.9-02", "16.91-01", loses_step=True),
    "surprise": Way("An ambush from {}", "16.9-03", "16.91-01", loses_step=False),
}


def in_ranks(units: Iterable[int], key: Callable[[int], tuple[int, ...]]) -> Ranks:
    """Units by a key, the smallest first."""
    ordered = sorted(units, key=lambda unit: (key(unit), unit))
    return tuple(tuple(equals) for _, equals in groupby(ordered, key))


def units_in(g: State, hexes: HexSet) -> list[int]:
    """The US units with steps in some hexes."""
    return [unit for h in members(hexes & g.occupied) for unit in g.units_at(h)]


def may_lose(g: State, unit: int) -> bool:
    """Before turn 17 a unit loses one step in a phase (6.34, 14.12)."""
    return not (steps_are_limited(g) and g.stricken >> unit & 1)


def hexes_of(g: State, group: int) -> list[Hex]:
    """The hexes from which a group acts: those of its undisrupted units, or its own if it is empty."""
    return [g.battle.positions[p].hex for p in members(active(g, group) or g.battle.group_mask[group])]


def distance(g: State, group: int, unit: int) -> int:
    """How far a unit on the map is from a group."""
    return min(g.battle.grid.distance(h, g.where[unit]) for h in hexes_of(g, group))


# -- who is hit ---------------------------------------------------------------------------------------


def mortar_range(g: State, group: int) -> HexSet:
    """The hexes that the mortars of a group reach; those of a WN farther along the shore (16.5-02, 16.5-03)."""
    battle, reach = g.battle, g.battle.tables.mortar
    here = mask(hexes_of(g, group))
    if not battle.is_wn[group]:
        return battle.grid.within(here, reach.reinforcement)
    shore = battle.beach | battle.chart.at_level["pavilion"] & battle.grid.spread(battle.beach)
    return battle.grid.within(here, reach.wn_shore) & shore | battle.grid.within(here, reach.wn_inland)


def mortar_victims(g: State, group: int, card: Card) -> Ranks:
    """Units with the symbol in range, those with most steps first (16.5-04, 16.5-06)."""
    units = [u for u in units_in(g, mortar_range(g, group)) if has_symbol(g, u, card.target) and may_lose(g, u)]
    return in_ranks(units, lambda unit: (-g.steps[unit],))


def mortar_limit(g: State, group: int) -> int:
    """Two units if the position has depth, else one; not doubled by 14.11 (16.5-05)."""
    return 2 if has_depth(g, group) else 1


def patrol_victims(g: State, group: int, card: Card) -> tuple[Ranks, int]:
    """All units in intense and steady hexes, or one within three hexes (16.6); and how many of them.

    The closest, then those with the symbol, then the strongest. Leaders are left alone (16.61).
    """
    units = units_in(g, heavy_field(g, group))
    if units:
        return (tuple(units),), len(units)
    near = units_in(g, g.battle.grid.within(mask(hexes_of(g, group)), PATROL_RANGE))

    def ease(unit: int) -> tuple[int, ...]:
        return distance(g, group, unit), not has_symbol(g, unit, card.target), -g.strength_of(unit)

    return in_ranks(near, ease), 1


def gun_victims(g: State, group: int, card: Card) -> Ranks:
    """Units with the symbol on the beach and in boxes, by priority, sector and steps (16.7-02, 16.7-03)."""
    battle, sector = g.battle, g.battle.sector_of_group[group]
    places = [place for place in g.at if place >= BOX or battle.beach >> place & 1]
    units = [u for place in places for u in g.units_at(place) if has_symbol(g, u, card.target) and may_lose(g, u)]

    def order(unit: int) -> tuple[int, ...]:
        boat = g.where[unit] >= BOX
        foot = battle.foot[unit]
        priority = (0 if foot else 2) if boat else (3 if foot else 1)
        return priority, sector_of_place(g, g.where[unit]) != sector, -g.steps[unit]

    return in_ranks(units, order)


def sector_of_place(g: State, place: int) -> int:
    """The sector of a hex or box."""
    return g.battle.box_sector[place - BOX] if place >= BOX else g.battle.sector(place)


def ambush_victims(g: State, group: int, card: Card, *levels: Intensity) -> Ranks:
    """Units with the symbol in the field of an empty position, the closest first, then by steps (16.9, 16.91)."""
    field, hexes = field_of(g, group), 0
    for level in levels:
        hexes |= field[level]
    units = [unit for unit in units_in(g, hexes) if has_symbol(g, unit, card.target)]
    return in_ranks(units, lambda unit: (distance(g, group, unit), -g.steps[unit]))


# -- what they do ---------------------------------------------------------------------------------------


def mortar(g: State, group: int, card: Card) -> Procedure[None] | None:
    """Mortar fire (16.5); None if it reaches nobody."""
    ranks = mortar_victims(g, group, card)
    return Strike(group, "mortar", mortar_limit(g, group), ranks) if ranks else None


def patrol(g: State, group: int, card: Card) -> Procedure[None] | None:
    """A patrol (16.6); None if nobody is near."""
    ranks, limit = patrol_victims(g, group, card)
    return Strike(group, "patrol", limit, ranks) if ranks else None


def has_guns(g: State, group: int) -> bool:
    """Whether an undisrupted unit of a WN has a gun of 75 or 88; rockets are none (16.7-01, 16.7-05)."""
    return any(g.battle.calibre[g.german[p]] in FIELD_GUNS for p in members(active(g, group)))


def gun_fire(g: State, group: int, card: Card) -> Procedure[None] | None:
    """Artillery fire of a WN (16.7); None without gun or target."""
    ranks = gun_victims(g, group, card) if has_guns(g, group) else ()
    return Strike(group, "gun", 1, ranks) if ranks else None


def ambush(g: State, group: int, card: Card) -> Procedure[None] | None:
    """An ambush from an empty position (16.9): a step in intense fire, else a disruption; None if it finds nobody."""
    ranks = ambush_victims(g, group, card, Intensity.INTENSE)
    if ranks:
        return Strike(group, "ambush", 1, tuple(filter(None, (_able(g, rank) for rank in ranks))))
    ranks = ambush_victims(g, group, card, Intensity.STEADY, Intensity.SPORADIC)
    return Strike(group, "surprise", 1, ranks) if ranks else None


def _able(g: State, rank: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in rank if may_lose(g, unit))


@dataclass
class Strike(Procedure[None]):
    """An action that hits units in the order of their ranks, as many as it may."""

    group: int
    kind: str  # one of the ways
    left: int  # how many units may still be hit
    ranks: Ranks
    hit: tuple[int, ...] = ()  # of these the effects are still to be carried out

    def begin(self, g: State) -> Next:
        """Whole ranks are hit while the limit allows; in the last one the player chooses."""
        while self.left and self.ranks:
            rank = self.ranks[0]
            if len(rank) > self.left:
                orders, way = [HIT[unit] for unit in rank], WAYS[self.kind]
                what = "hit" if way.loses_step else "disrupted"
                prompt = f"{way.prompt.format(spoken(g.battle.group_names[self.group]))}: which unit is {what}?"
                seat = g.seat_for(rank, g.battle.sector_of_group[self.group])
                return ask(seat, prompt, orders, then=self.chosen, why=self.why_not, rule=way.choice)
            self.hit, self.left, self.ranks = (*self.hit, *rank), self.left - len(rank), self.ranks[1:]
        return self.next_hit

    def chosen(self, g: State, order: Order) -> Next:
        """One of several equals."""
        rest = tuple(unit for unit in self.ranks[0] if unit != order.arg)
        self.hit, self.left, self.ranks = (*self.hit, order.arg), self.left - 1, (rest, *self.ranks[1:])
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Only equals are left to choose from."""
        choice = WAYS[self.kind].choice
        if order.verb != HIT.name:
            return Refusal(choice, "the hit cannot be declined")
        return Refusal(choice, f"{UNIT_IDS[order.arg]} is not one of the units among which there is a choice")

    def next_hit(self, g: State, _: object = None) -> Next:
        """Each in turn is disrupted or loses a step."""
        way = WAYS[self.kind]
        while self.hit:
            unit, self.hit = self.hit[0], self.hit[1:]
            g.tell_result(f"{self.kind}_hits", way.rule, step=True, group=self.group, unit=unit)
            if self.kind == "gun":
                g.shelled |= 1 << sector_of_place(g, g.where[unit])
            if way.loses_step:
                g.stricken |= 1 << unit
                return call(FireLoss(unit, way.rule), then=self.next_hit)
            g.disrupt(unit, way.rule)
        return done()
