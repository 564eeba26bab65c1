"""Airborne landings (rulebook 10.O.1): the dice of a drop, the fight of a unit that lands on enemies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.games.bloody_summer.campaign import GERMAN
from bocage.games.bloody_summer.combat import Combat
from bocage.games.bloody_summer.fight import Fought
from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import GRID, place_name
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.tables import Landing
from bocage.games.bloody_summer.terms import Terrain
from bocage.hexes import Hex
from bocage.kernel import About, Next, Procedure, call, done

ORDER: Final = ("in good order", "disorganised", "disorganised twice")  # by level
BEST, WORST = 4, 7  # the adjusted dice between which the table tells the landings apart


def landing_of(g: State, unit: int, die: int) -> Landing:
    """How a unit lands by the coloured die (10.O.1-05)."""
    table = g.campaign.tables.drop
    return table.die[min(max(die + table.modifier[PIECE_IDS[unit]], BEST), WORST)]


def drift(g: State, zone: Hex, die: int) -> Hex:
    """Where a unit falls that drifts: never in a town or in the sea, then on its zone (10.O.1-08, 10.O.1-09)."""
    direction = GRID.directions.index(g.campaign.tables.drop.drift[die - 1])
    hex_ = GRID.toward(zone, direction)
    if hex_ is None or not g.campaign.in_play >> hex_ & 1 or g.campaign.ground.terrain[hex_] in FORBIDDEN:
        return zone
    return hex_


FORBIDDEN: Final = (Terrain.TOWN, Terrain.SEA)


@dataclass
class Drop(Procedure[None]):
    """One unit drops or lands by glider on a zone; on enemies it fights at once."""

    unit: int
    zone: Hex

    def about(self, g: State) -> About:
        """Where it lands."""
        return About(unit=self.unit, target=g.where[self.unit])

    def begin(self, g: State) -> Next:
        """10.O.1-04: two dice."""
        coloured, second = g.chance.die(), g.chance.die()
        landing, modifier = landing_of(g, self.unit, coloured), g.campaign.tables.drop.modifier[PIECE_IDS[self.unit]]
        hex_ = drift(g, self.zone, second) if landing.drifts else self.zone
        g.put(self.unit, hex_)
        g.level[self.unit] = max(g.level[self.unit], landing.level)
        outcome = ("it drifts" if landing.drifts else "it lands there", ORDER[landing.level])
        g.tell_result(
            "dropped", "10.O.1-04", step=True, die=coloured, outcome=outcome, unit=self.unit, hex=hex_,
            aimed=self.zone, modifier=modifier,
        )  # fmt: skip
        g.tell_result("drift", "10.O.1-08", die=second, outcome=(self.drifted(landing, hex_),), hex=hex_)
        if not g.pieces_in(hex_, GERMAN):
            return done()
        return call(Combat(hex_, NOBODY, "drop", (self.unit,)), then=self.fought)

    def drifted(self, landing: Landing, hex_: Hex) -> str:
        """What the second die, which is for the direction, comes to."""
        if not landing.drifts:
            return "for the direction of a drift, and there is none"
        return f"it comes down in {place_name(hex_)}" + ", where it was to land" * (hex_ == self.zone)

    def fought(self, g: State, _: Fought) -> Next:
        """10.O.1-12: whoever is still there with enemies is in confusion."""
        place = g.where[self.unit]
        if place >= 0 and g.in_confusion(place):
            g.tell("confusion", "10.O.1-12", hex=place, place=place_name(place))
        return done()
