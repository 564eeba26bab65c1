"""Where units mean to go in the long run: places for each army, divided among its formations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bocage.games.bloody_summer.campaign import ALLIED, BRITISH, GERMAN, GERMANS, SIDE_OF, US
from bocage.games.bloody_summer.pieces import UNITS
from bocage.games.bloody_summer.places import BOXES, GRID, SIZE
from bocage.games.bloody_summer.state import State
from bocage.hexes import HexSet, mask, members
from bocage.players.bloody_summer.ground import Field, ground_of
from bocage.players.bloody_summer.stances import USUAL, Cares

LAST_TURNS: Final = 2  # before the end: nothing is spared


class Aim(NamedTuple):
    """What an army wants, and the share of its strength for it; the last of a list takes all that is left.

    It wants places by their names, or a box: then its exits.
    """

    names: tuple[str, ...]
    share: float = 1.0
    box: str = ""


# In this order; an aim is reached when all its places are held.
AIMS: Final = {
    US: (
        Aim(("Carentan", "Sainte-Mère-Église"), 0.5),
        Aim(("Cherbourg",), 0.6),
        Aim(("Valognes",), 0.3),
        Aim(("Saint-Lô",), 0.5),
        Aim(("Coutances",), 0.5),
        Aim(("Avranches",), 0.6),
        Aim((), 0.2, "Rennes"),
        Aim((), 0.3, "Le Mans"),
        Aim(("Granville", "Vire"), 0.3),
        Aim(("Flers", "Argentan")),
    ),
    BRITISH: (
        Aim(("Bayeux",), 0.4),
        Aim(("Caen",), 0.7),
        Aim(("Villers-Bocage", "Aunay-sur-Odon"), 0.3),
        Aim(("Falaise",), 0.6),
        Aim(("Lisieux",), 0.5),
        Aim((), 0.5, "Evreux"),
        Aim(("Flers", "Argentan")),
    ),
}
PURSUIT: Final = {  # what armour is for, as soon as there is a front to break out of
    US: (
        Aim(("Coutances",), 0.3),
        Aim(("Avranches",), 0.5),
        Aim((), 0.3, "Rennes"),
        Aim((), 0.5, "Le Mans"),
        Aim(("Argentan",), 0.3),
        Aim((), 1.0, "Alencon"),
    ),
    BRITISH: (
        Aim(("Falaise",), 0.5),
        Aim((), 0.5, "Evreux"),
        Aim(("Argentan",)),
    ),
}
PURSUIT_FROM: Final = 8  # the turn
POSTS: Final = (  # what Germans hold, each with its weight
    ("Cherbourg", 18.0),
    ("Valognes", 3.0),
    ("La Haye-du-Puits", 4.0),
    ("Carentan", 4.0),
    ("Saint-Lô", 6.0),
    ("Caumont", 4.0),
    ("Villers-Bocage", 5.0),
    ("Caen", 9.0),
    ("Troarn", 4.0),
    ("Avranches", 1.0),
)
REACH: Final = 4  # hexes from a post that belong to it
ENOUGH: Final = 0.9  # defence that a post wants for each point of attack there


class Goals:
    """A field for each unit of an army: how far it is from where it wants to be."""

    def __init__(self, g: State, army: int, cares: Cares = USUAL) -> None:
        self.g, self.army, self.side, self.cares = g, army, SIDE_OF[army], cares
        self.ground = ground_of(g.campaign)
        late = g.campaign.last_turn - g.turn < LAST_TURNS
        self.boldness = cares.boldness * ((1.3 if late else 1.0) if self.side == ALLIED else 0.6)
        self.caution = cares.caution * (0.6 if self.side == ALLIED else 1.0)
        self._fields: dict[int, Field] = {}
        self._nowhere: Field = [0.0] * SIZE
        if army == GERMANS:
            self._post()
        else:
            self._aim()

    def field(self, unit: int) -> Field:
        """How far each hex is from the goal of a unit."""
        return self._fields.get(unit, self._nowhere)

    def _own(self) -> list[int]:
        g = self.g
        return [unit for unit in range(UNITS) if g.campaign.army[unit] == self.army and g.where[unit] >= 0]

    # -- the Allies --

    def _aim(self) -> None:
        """Infantry and armour have aims of their own when the time for pursuit has come."""
        g = self.g
        groups: dict[int, list[int]] = {}
        for unit in self._own():
            groups.setdefault(g.campaign.formation[unit], []).append(unit)
        if g.turn >= PURSUIT_FROM:
            fast = {formation: units for formation, units in groups.items() if self._is_fast(units)}
            self._share_out(PURSUIT[self.army], fast)
            groups = {formation: units for formation, units in groups.items() if formation not in fast}
        self._share_out(AIMS[self.army], groups)

    def _is_fast(self, units: list[int]) -> bool:
        """Whether a formation is armoured, and more than a battalion."""
        campaign = self.g.campaign
        return any(campaign.armoured[unit] and campaign.zoc[unit] for unit in units)

    def _share_out(self, aims: Sequence[Aim], groups: dict[int, list[int]]) -> None:
        """Formations to aims: the nearest first, as long as an aim wants more."""
        g, groups = self.g, dict(groups)
        total = sum(g.attack_of(unit) for units in groups.values() for unit in units)
        wanted = [(self._wanted(aim), self._share(aim)) for aim in aims]
        open_ = [(hexes, share) for hexes, share in wanted if hexes and share]
        if not open_:
            open_ = [(self._exits(), 1.0)]
        for number, (hexes, share) in enumerate(open_):
            field = self.ground.field(hexes)
            need = float("inf") if number == len(open_) - 1 else share * total
            for formation in sorted(groups, key=lambda one: (self._distance(groups[one], field), one)):
                if need <= 0:
                    break
                units = groups.pop(formation)
                self._fields.update(dict.fromkeys(units, field))
                need -= sum(map(g.attack_of, units))

    def _wanted(self, aim: Aim) -> HexSet:
        """The hexes of an aim that is not reached."""
        g = self.g
        if not aim.box:
            return self.ground.hexes(*aim.names) & ~g.held
        box = BOXES[aim.box]
        return (
            0 if g.controls(ALLIED, box) else mask(h for h, leads_to in g.campaign.exit_box.items() if leads_to == box)
        )

    def _share(self, aim: Aim) -> float:
        """The share of the strength that an aim is to have."""
        return min(1.0, aim.share * max((self.cares.aims.get(name, 1.0) for name in aim.names), default=1.0))

    def _exits(self) -> HexSet:
        return mask(self.g.campaign.exit_box) or self.ground.keys

    def _distance(self, units: list[int], field: Field) -> float:
        places = [self.g.where[unit] for unit in units]
        return sum(field[place] if place < SIZE else 20.0 for place in places) / len(places)

    # -- the Germans --

    def _post(self) -> None:
        """Units that are not at the front go where most is missing, near ones first."""
        g = self.g
        front = GRID.within(g.troops[ALLIED], 2)
        missing: dict[HexSet, float] = {}
        for name, weight in POSTS:
            hexes = self.ground.hexes(name)
            if hexes:
                missing[hexes] = weight + self.cares.posts.get(name, 0.0) + self._missing(GRID.within(hexes, REACH))
        behind = [u for u in self._own() if g.where[u] < SIZE and not front >> g.where[u] & 1]
        for unit in sorted(behind, key=lambda unit: (-g.defence_of(unit), unit)):
            place = g.where[unit]
            best = max(missing, key=lambda hexes: missing[hexes] - 0.5 * self.ground.field(hexes)[place])
            self._fields[unit] = self.ground.field(best)
            missing[best] -= g.defence_of(unit)

    def _missing(self, area: HexSet) -> float:
        g, total = self.g, 0.0
        for hex_ in members(area & g.troops[ALLIED]):
            total += ENOUGH * sum(map(g.attack_of, g.units_in(hex_, ALLIED)))
        for hex_ in members(area & g.troops[GERMAN]):
            total -= sum(map(g.defence_of, g.units_in(hex_, GERMAN)))
        return total
