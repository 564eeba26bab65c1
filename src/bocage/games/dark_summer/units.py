"""The Combat units as their counters print them (2.2), and the Formations that they make up (2.4).

>>> entry_of("W2 2403")
Entry(kind='second_wave', hex='2403', beach=None, turn=None, letter=None)
>>> entry_of("T3 E").turn, entry_of("T3 E").letter
(3, 'E')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from bocage.games.dark_summer.terms import Army, HexLabel, Letter, Nation, Side, Source, Turn, UnitSize, UnitType
from bocage.kernel.data import Model

EntryKind: TypeAlias = Literal[
    "hex", "cherbourg", "first_wave", "second_wave", "third_wave", "airfield", "turn", "dealt"
]
BEACHES = ("Utah", "Omaha", "Gold", "Juno", "Sword")


class Entry(Model):
    """Where a unit sets up or when it comes, as its counter says (3.1, 8.1).

    ``hex`` is where it stands or, in the first two Waves, the hex that it assaults. A German Reinforcement has turn and
    letter, an Allied one the turn alone. Strongpoints and Ost battalions are ``dealt`` (11.5).
    """

    kind: EntryKind
    hex: HexLabel | None = None
    beach: str | None = None  # of the 3rd Wave
    turn: Turn | None = None
    letter: Letter | None = None


_ENTRIES: tuple[tuple[EntryKind, str], ...] = (
    ("hex", r"(?P<hex>\d{4})"),
    ("cherbourg", "Cherbourg"),
    ("first_wave", r"W1 (?P<hex>\d{4})"),
    ("second_wave", r"W2 (?P<hex>\d{4})"),
    ("airfield", "W3 Airfield (US|BR)"),
    ("third_wave", rf"W3 (?P<beach>{'|'.join(BEACHES)})"),
    ("turn", r"T(?P<turn>\d+)( (?P<letter>[WSE]))?"),
    ("dealt", "dealt"),
)


def entry_of(words: str) -> Entry:
    """An entry as the file writes it: ``2204``, ``Cherbourg``, ``W1 2403``, ``W3 Utah``, ``T3 E``, ``dealt``."""
    for kind, pattern in _ENTRIES:
        if found := re.fullmatch(pattern, words):
            return Entry.model_validate({"kind": kind, **found.groupdict()})
    raise ValueError(f"'{words}' is no entry: a hex, Cherbourg, W1 or W2 with a hex, W3 with a Beach, T with a turn")


def _read_entry(value: object) -> object:
    return entry_of(value) if isinstance(value, str) else value


def _blank(value: object) -> object:
    return None if value == "" else value


Factor: TypeAlias = Annotated[int, Field(ge=0, le=20)]
ReducedFactor: TypeAlias = Annotated[Factor | None, BeforeValidator(_blank)]


class Factors(NamedTuple):
    """Attack and defence of one side of a counter."""

    attack: int
    defence: int


class Unit(Model):
    """One Combat unit. ``attack_reduced`` and ``defence_reduced`` are on the back of a two-step counter."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9/-]+$")]  # as players type it
    name: str  # as the counter has it
    nation: Nation
    formation: str
    type: UnitType
    size: UnitSize
    steps: Annotated[int, Field(ge=1, le=2)]
    attack: Factor
    defence: Factor
    attack_reduced: ReducedFactor
    defence_reduced: ReducedFactor
    movement: Annotated[int, Field(ge=0, le=20)]
    replaceable: bool  # no dot on the counter (8.2)
    zoc: bool
    entry: Annotated[Entry, BeforeValidator(_read_entry)]
    listed: Source  # where the unit itself comes from
    values: Source  # where its numbers come from
    entry_source: Source

    @model_validator(mode="after")
    def _fits(self) -> Unit:
        reduced = (self.attack_reduced, self.defence_reduced)
        if self.steps == 2 and None in reduced:
            raise ValueError(f"{self.id} has two steps and needs attack_reduced and defence_reduced")
        if self.steps == 1 and reduced != (None, None):
            raise ValueError(f"{self.id} has one step and no reduced side")
        if self.steps == 1 and self.replaceable:
            raise ValueError(f"{self.id} has one step, so it cannot be replaceable (8.2)")
        if self.entry.letter and self.side is Side.ALLIED:
            raise ValueError(f"{self.id} is Allied and enters at a Beach, not at a letter (8.1.2)")
        if self.side is Side.GERMAN and self.entry.kind == "turn" and not self.entry.letter:
            raise ValueError(f"{self.id} is German and needs the letter of its entry hexes (8.1.2)")
        return self

    @property
    def army(self) -> Army:
        """With whom it is activated."""
        return self.nation.army

    @property
    def side(self) -> Side:
        """On which side it fights."""
        return self.army.side

    def factors(self, reduced: bool) -> Factors:
        """Attack and defence of a side of the counter."""
        if reduced and self.attack_reduced is not None and self.defence_reduced is not None:
            return Factors(self.attack_reduced, self.defence_reduced)
        return Factors(self.attack, self.defence)

    @property
    def kampfgruppe(self) -> bool:
        """A mechanized unit of a Panzer or Panzergrenadier division (2.4)."""
        return self.size is UnitSize.KAMPFGRUPPE

    @property
    def tiger(self) -> bool:
        """The word Tiger stands on the counter (2.4)."""
        return self.name.endswith("Tiger")

    @property
    def strongpoint(self) -> bool:
        """A Strongpoint, dealt face down (11.5.1)."""
        return self.type is UnitType.STRONGPOINT

    @property
    def ost(self) -> bool:
        """An Ost battalion, dealt face down (11.5.2)."""
        return self.entry.kind == "dealt" and not self.strongpoint

    @property
    def airborne(self) -> bool:
        """An Allied paratrooper or glider unit; Fallschirmjäger fight as infantry (2.4)."""
        return self.side is Side.ALLIED and self.type in (UnitType.PARATROOPER, UnitType.GLIDER)

    @property
    def may_withdraw(self) -> bool:
        """Allied paratroopers, gliders, Rangers and Special Service, for which the Germans score (8.3)."""
        return self.airborne or self.type is UnitType.SPECIAL_FORCES

    @property
    def stacks_free(self) -> bool:
        """Strongpoints and battalions do not count towards the stacking limit (5.1)."""
        return self.size in (UnitSize.BATTALION, UnitSize.STRONGPOINT)


class Formation(Model):
    """A division, an individual unit, or III Flak Corps (2.4)."""

    name: str
    army: Army
    units: tuple[str, ...]
    division: bool  # scores and stacks as one
    panzer: bool  # a Panzer or Panzergrenadier division

    @property
    def side(self) -> Side:
        """On which side it fights."""
        return self.army.side


FLAK_CORPS = "III Flak"


def formations_of(units: Mapping[str, Unit]) -> dict[str, Formation]:
    """The Formations in the order of their first units; a division has at least two, the Flak Corps is none."""
    members: dict[str, list[Unit]] = {}
    for unit in units.values():
        members.setdefault(unit.formation, []).append(unit)
    return {
        name: Formation(
            name=name,
            army=found[0].army,
            units=tuple(unit.id for unit in found),
            division=len(found) > 1 and name != FLAK_CORPS,
            panzer=all(unit.kampfgruppe for unit in found),
        )
        for name, found in members.items()
    }
