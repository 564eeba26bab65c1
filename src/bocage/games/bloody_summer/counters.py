"""The counters that are neither combat units nor headquarters: fixed troops, depots, aircraft, ships (0.1, 0.2)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from bocage.games.bloody_summer.terms import Army, Count, Cup, HexLabel, Ship, Source, Steps, TaskForce
from bocage.kernel.data import Model


class Garrison(Model):
    """Troops of the Atlantic Wall on a beach; on the back of the counter is the beach depot (0.1.2, 7.1.2)."""

    name: str
    hex: HexLabel
    defence: Count
    back: str  # the depot
    source: Source


class Battery(Model):
    """A coastal battery, and the initials of the beaches in its range (6.2)."""

    name: str
    hex: HexLabel
    defence: Count
    beaches: Annotated[str, Field(pattern=r"^[UOGJS]+$")]
    source: Source


class Festung(Model):
    """A garrison behind a fortified line: in a hex, or a box within a box (0.1.2)."""

    name: str
    hex: HexLabel | None = None
    box: str | None = None
    defence: Count
    atlantic: bool = False  # one of the harbours of 11.3
    source: Source

    @model_validator(mode="after")
    def _somewhere(self) -> Festung:
        if (self.hex is None) == (self.box is None):
            raise ValueError(f"{self.name} should have either a hex or a box")
        return self


class FixedTroops(Model):
    """What garrisons, batteries and Festungen have in common (0.1.2)."""

    steps: Steps
    source: Source


class Partisan(Model):
    """The Maquis of a box (4.1.2)."""

    attack: Count
    movement: Count
    defence: Count
    steps: Steps
    stacking: Count
    source: Source


class Ffi(Partisan):
    """The French Forces of the Interior in Paris (4.1.2)."""

    name: str
    box: str


class GermanDepot(Model):
    """A German depot (7.2); without a defence it goes when it is alone with Allied units."""

    hex: HexLabel | None = None
    box: str | None = None
    capacity: Count  # Offensive markers a turn
    defence: Count | None = None
    bonus: Count = 0  # markers that it gives each turn
    source: Source

    @model_validator(mode="after")
    def _somewhere(self) -> GermanDepot:
        if (self.hex is None) == (self.box is None):
            raise ValueError("a depot should have either a hex or a box")
        return self


class Depot(Model):
    """An Allied depot (7.1); one with two sides enters reduced and is full some turns later."""

    name: str
    kind: Literal["beach", "mulberry", "minor_port", "cherbourg"]
    hex: HexLabel
    landing: Count  # stacking value in a movement phase
    offensive: Count  # markers in a turn
    landing_reduced: Count | None = None
    offensive_reduced: Count | None = None
    construction: Count  # turns
    full_after: Count | None = None  # turns from reduced to full
    source: Source

    @model_validator(mode="after")
    def _two_sides(self) -> Depot:
        reduced = (self.landing_reduced, self.offensive_reduced, self.full_after)
        if None in reduced and reduced != (None, None, None):
            raise ValueError(f"{self.name} has two sides and needs landing_reduced, offensive_reduced and full_after")
        return self


class AirCounter(Model):
    """An air counter (9)."""

    name: str
    army: Army
    cup: Cup
    points: Count  # in a bombardment
    light: bool = False  # no bonus on the die (9.3)
    source: Source


class NavalCounter(Model):
    """A counter of the naval track (6.2)."""

    task_force: TaskForce
    army: Army
    ship: Ship
    range: Count
    source: Source

    @property
    def title(self) -> str:
        """In words: 'Western Task Force's destroyers'."""
        return f"{self.task_force.value.capitalize()} Task Force's {self.ship.value.replace('_', ' ')}"


class OffensiveMarker(Model):
    """Additional supply for operations (0.2.1), and how it moves by itself (1.1.1.2)."""

    movement: Count
    in_a_hex: Annotated[int, Field(ge=1, le=20)]
    box_step: Count  # movement points for a step between boxes
    steps: Count  # between boxes at most
    source: Source


class Counted(Model):
    """How many counters of each kind are in the box."""

    combat_units: int
    second_counters: int
    headquarters: int
    garrisons: int
    batteries: int
    festungen: int
    german_depots: int
    port_depots: int
    resistance: int
    air: int
    naval: int
    offensive: int
    control: int
    disorganized: int
    affected: int
    confusion: int
    siege: int
    rest: int
    reserve: int
    unsupplied: int
    weather_turn_points: int
    replacements: int
    source: Source

    @property
    def total(self) -> int:
        """All of them."""
        return sum(value for value in dict(self).values() if isinstance(value, int))


class Counters(Model):
    """The schema of counters.toml."""

    garrison: dict[str, Garrison]
    battery: dict[str, Battery]
    festung: dict[str, Festung]
    fixed_troops: FixedTroops
    partisan: Partisan
    ffi: Ffi
    german_depot: dict[str, GermanDepot]
    depot: dict[str, Depot]
    air: dict[str, AirCounter]
    naval: dict[str, NavalCounter]
    offensive: OffensiveMarker
    count: Counted
