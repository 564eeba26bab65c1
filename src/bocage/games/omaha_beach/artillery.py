"""German artillery fire (6.5) and its observers (6.51)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bocage.games.omaha_beach.battle import BOX, SECTORS
from bocage.games.omaha_beach.cards import Artillery, Card
from bocage.games.omaha_beach.control import us_control
from bocage.games.omaha_beach.losses import FireLoss, near
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.targets import is_concentrated, steps_are_limited
from bocage.games.omaha_beach.words import HIT, UNIT_IDS
from bocage.kernel import Next, Order, Procedure, Refusal, ask, call, done


def is_observed(g: State, number: int) -> bool:
    """Whether a position observes for an off-map unit: a German unit is there, or could come there (6.51-04)."""
    return bool(g.battle.observer_hexes[number] & g.german_hexes or g.battle.observers[number] & g.communicating)


def settle_observers(g: State) -> None:
    """Off-map units are inactive from when the Americans control all their observers until one of these is in German
    hands or communication again (6.51).
    """
    battle = g.battle
    for number, box in enumerate(battle.track.artillery.values()):
        was = g.silenced >> number & 1
        if is_observed(g, number):
            g.silenced &= ~(1 << number)
        elif not battle.observer_hexes[number] & ~us_control(g):
            g.silenced |= 1 << number
        if was != g.silenced >> number & 1:
            kind, rule = ("battery_active", "6.51-04") if was else ("battery_silent", "6.51-03")
            g.tell(kind, rule, calibre=box.calibre, sector=SECTORS.index(box.sector))


def is_active(g: State, number: int) -> bool:
    """Whether an off-map unit fires: it is not on its inactive side, or has an observer again (6.51)."""
    return not g.silenced >> number & 1 or is_observed(g, number)


def any_guns(g: State) -> bool:
    """Whether any artillery is left, in a WN or in an artillery box (EV.1-02)."""
    battle = g.battle
    in_wns = any(battle.calibre[g.german[p]] is not None for p in g.occupied_positions())
    return in_wns or any(is_active(g, number) for number in range(len(battle.observers)))


class Guns(NamedTuple):
    """The artillery of a sector with the calibres of a card."""

    positions: tuple[int, ...]  # WNs that can fire
    silent: tuple[int, ...]  # WNs that are disrupted
    batteries: tuple[int, ...]  # calibres of those off the map that can fire

    @property
    def ready(self) -> int:
        """How many can fire."""
        return len(self.positions) + len(self.batteries)


def guns(g: State, sector: int, wanted: Artillery) -> Guns:
    """Artillery of a sector with the calibres of the card, in WNs and in the artillery box (6.5-02)."""
    battle = g.battle
    in_wns = [
        p
        for p in g.occupied_positions()
        if battle.sector_of_group[battle.group_of[p]] == sector and battle.calibre[g.german[p]] in wanted.calibres
    ]
    batteries = tuple(
        box.calibre
        for number, box in enumerate(battle.track.artillery.values())
        if box.sector is SECTORS[sector] and box.calibre in wanted.calibres and is_active(g, number)
    )
    return Guns(
        tuple(p for p in in_wns if not g.german_disrupted >> p & 1),
        tuple(p for p in in_wns if g.german_disrupted >> p & 1),
        batteries,
    )


def victims(g: State, sector: int, card: Card) -> list[int]:
    """The units from which the one that is hit is chosen: of those that come first whoever has most steps (6.5-05)."""
    found = first_in_order(g, sector, card)
    most = max((g.steps[unit] for unit in found), default=0)
    return [unit for unit in found if g.steps[unit] == most]


def first_in_order(g: State, sector: int, card: Card) -> list[int]:
    """The units that come first by the four priorities (6.5-04)."""
    foot = g.battle.foot
    boats = [unit for unit in matching(g, sector, card) if g.where[unit] >= BOX]
    beach = [unit for unit in matching(g, sector, card) if g.where[unit] < BOX]
    priorities: list[tuple[list[int], Callable[[int], bool]]] = [
        (boats, lambda unit: foot[unit]),
        (beach, lambda unit: not foot[unit]),
        (boats, lambda unit: not foot[unit]),
        (beach, lambda unit: foot[unit]),
    ]
    for units, fits in priorities:
        found = [unit for unit in units if fits(unit)]
        if found:
            return sorted(found)
    return []


def matching(g: State, sector: int, card: Card, *, spent: int | None = None) -> list[int]:
    """Units of a sector in beach hexes and boxes with the card's symbol that may still lose a step in this phase.

    ``spent``: mask of those that may not, if it is others. A concentrated target on the beach has every symbol (6.35),
    one in a box has not.
    """
    battle = g.battle
    here = battle.beach & battle.in_sector[sector]
    if spent is None:
        spent = g.stricken if steps_are_limited(g) else 0
    found = []
    for place in g.at:
        if place >= BOX:
            if battle.box_sector[place - BOX] != sector:
                continue
            crowd = False
        elif here >> place & 1:
            crowd = is_concentrated(g, place)
        else:
            continue
        found += [u for u in g.units_at(place) if (crowd or battle.symbol[u] is card.target) and not spent >> u & 1]
    return found


@dataclass
class ArtilleryFire(Procedure[None]):
    """The artillery check of a sector after its positions have fired (6.5-01)."""

    sector: int

    def begin(self, g: State) -> Next:
        """Enough guns hit one unit."""
        card = g.battle.deck[g.fire_cards[self.sector]]
        if card.artillery is None or not g.battle.track.during("german_artillery", g.turn):
            return done()
        found = guns(g, self.sector, card.artillery)
        units = victims(g, self.sector, card)
        enough = found.ready >= card.artillery.value
        g.tell_result(
            "artillery", "6.5-02", step=True, sector=self.sector, value=card.artillery.value,
            calibres=card.artillery.calibres, ready=found.ready, target=str(card.target),
            hits=tuple(units) if enough and len(units) == 1 else (), targets=len(units),
            positions=found.positions, silent=found.silent, batteries=found.batteries,
            crowd=any(g.battle.symbol[unit] is not card.target for unit in matching(g, self.sector, card)),
        )  # fmt: skip
        if enough:
            g.shelled |= 1 << self.sector
        if not enough or not units:
            return done()
        if len(units) == 1:
            return self.hit(g, HIT[units[0]])
        orders = [HIT[unit] for unit in units]
        prompt, seat = "Artillery: which unit is hit?", g.seat_for(units, self.sector)
        return ask(seat, prompt, orders, then=self.hit, why=self.why_not, rule="6.5-06")

    def hit(self, g: State, order: Order) -> Next:
        """It loses a step."""
        card = g.battle.deck[g.fire_cards[self.sector]]
        first = first_in_order(g, self.sector, card)
        fewer = any(g.steps[unit] < g.steps[order.arg] for unit in first)
        chosen = sum(g.steps[unit] == g.steps[order.arg] for unit in first) > 1
        still = len(matching(g, self.sector, card, spent=0)) > len(matching(g, self.sector, card))
        g.stricken |= 1 << order.arg
        why = "boat" if g.where[order.arg] >= BOX else "beach"
        foot = "on foot" if g.battle.foot[order.arg] else "vehicles"
        crowd = g.where[order.arg] < BOX and g.battle.symbol[order.arg] is not card.target
        g.tell_result(
            "artillery_hits",
            "6.5-02",
            unit=order.arg,
            hex=near(g, order.arg),
            why=f"{foot} {why}",
            crowd=crowd,
            fewer=fewer,
            chosen=chosen,
            still=still,
        )
        return call(FireLoss(order.arg, "6.5-02"), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """Only one unit is hit."""
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Only equals are left to choose from."""
        if order.verb != HIT.name:
            return Refusal("6.5-06", "the hit cannot be declined")
        return Refusal("6.5-04", f"{UNIT_IDS[order.arg]} is not first in the order of artillery targets")
