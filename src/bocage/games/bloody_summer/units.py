"""The combat units and corps headquarters as their counters print them (0.1), and the divisions that units make up.

>>> entry_of("second wave Omaha West").beach, entry_of("turn 1 hex c").exit, entry_of("turn 3 box Paris").box
('Omaha West', 'c', 'Paris')
>>> entry_of("turn 2")
Entry(kind='reserve', hex=None, beach=None, beaches=(), turn=2, exit=None, box=None)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from bocage.games.bloody_summer.terms import (
    Arm,
    Army,
    Count,
    HexLabel,
    Id,
    Letter,
    Nation,
    Side,
    Source,
    Steps,
    Turn,
    UnitSize,
)
from bocage.kernel.data import Model

FOOT: Final = 6  # the movement value of those who are not motorized (0.1.2)
EntryKind: TypeAlias = Literal[
    "hex",
    "box",
    "first_wave",
    "second_wave",
    "last_wave",
    "second_wave_by_die",
    "commandos",
    "drop",
    "landing",
    "across",
    "reserve",
    "glider",
    "exit",
    "arrival",
]


class Entry(Model):
    """Where a counter sets up in the campaign or when it comes, as is printed on it (11.3.1).

    ``hex`` is where it stands, drops or lands from the air. Allied Reinforcements come into the Strategic Reserve on
    their turn (``reserve``, or a ``glider`` that may land in a hex), German ones to the hex of an ``exit`` or into a
    box (``arrival``). Brigades of the 79th Armoured lie ``across`` beaches.
    """

    kind: EntryKind
    hex: HexLabel | None = None
    beach: str | None = None  # of a wave, or Pointe du Hoc
    beaches: tuple[str, ...] = ()  # across which it lies
    turn: Turn | None = None
    exit: Letter | None = None
    box: str | None = None


_ENTRIES: tuple[tuple[EntryKind, str], ...] = (
    ("hex", r"(?P<hex>\d{4})"),
    ("box", r"box (?P<box>.+)"),
    ("second_wave_by_die", "second wave by die"),
    ("commandos", "second wave commandos"),
    ("first_wave", r"first wave (?P<beach>.+)"),
    ("second_wave", r"second wave (?P<beach>.+)"),
    ("last_wave", r"last wave (?P<beach>.+)"),
    ("drop", r"drop (?P<hex>\d{4})"),
    ("landing", r"landing (?P<hex>\d{4})"),
    ("across", r"across (?P<beaches>.+)"),
    ("reserve", r"turn (?P<turn>\d+)"),
    ("glider", r"turn (?P<turn>\d+) or glider (?P<hex>\d{4})"),
    ("exit", r"turn (?P<turn>\d+) hex (?P<exit>\w)"),
    ("arrival", r"turn (?P<turn>\d+) box (?P<box>.+)"),
)


def entry_of(words: str) -> Entry:
    """An entry as the file writes it: ``0624``, ``box Brest``, ``first wave Utah``, ``drop 0619``, ``turn 1 hex c``."""
    for kind, pattern in _ENTRIES:
        if found := re.fullmatch(pattern, words):
            parts: dict[str, object] = dict(found.groupdict())
            if kind == "across":
                parts["beaches"] = tuple(found["beaches"].split(" and "))
            return Entry.model_validate({"kind": kind, **parts})
    raise ValueError(f"'{words}' is no entry: a hex, a box, a wave with a beach, a drop, a turn with a hex or a box")


def _read_entry(value: object) -> object:
    return entry_of(value) if isinstance(value, str) else value


def _blank(value: object) -> object:
    return None if value == "" else value


WrittenEntry: TypeAlias = Annotated[Entry, BeforeValidator(_read_entry)]
Movement: TypeAlias = Annotated[int, Field(ge=FOOT, le=20)]
WeakerFactor: TypeAlias = Annotated[Count | None, BeforeValidator(_blank)]


class Factors(NamedTuple):
    """Attack and defence of a counter with so many steps."""

    attack: int
    defence: int


class Unit(Model):
    """One combat unit: its front, its back if it has two steps, and the second counter of one with three (6.10)."""

    id: Id
    name: str  # its own number
    nation: Nation
    formation: str  # its division, or a brigade of several counters; empty for an independent unit
    arm: Arm
    size: UnitSize
    elite: bool
    stacking: Annotated[int, Field(ge=0, le=3)]
    steps: Steps
    attack: Count
    movement: Movement
    defence: Count
    attack_back: WeakerFactor
    defence_back: WeakerFactor
    attack_second: WeakerFactor
    defence_second: WeakerFactor
    entry: WrittenEntry
    listed: Source  # where the unit itself comes from
    values: Source  # where its numbers come from
    entry_source: Source

    @model_validator(mode="after")
    def _fits(self) -> Unit:
        weaker = ((self.attack_back, self.defence_back), (self.attack_second, self.defence_second))
        for step, values in enumerate(weaker, 2):
            if self.steps >= step and None in values:
                raise ValueError(f"{self.id} has {self.steps} steps and needs the values of all of them")
            if self.steps < step and values != (None, None):
                raise ValueError(f"{self.id} has {self.steps} {'step' if self.steps == 1 else 'steps'} and no more")
        _check_entry(self.id, self.side, self.entry)
        return self

    @property
    def army(self) -> Army:
        """With whom it acts."""
        return self.nation.army

    @property
    def side(self) -> Side:
        """On which side it fights."""
        return self.army.side

    def factors(self, lost: int = 0) -> Factors:
        """Attack and defence after the loss of some of its steps (6.10)."""
        if lost == 2 and self.attack_second is not None and self.defence_second is not None:
            return Factors(self.attack_second, self.defence_second)
        if lost == 1 and self.attack_back is not None and self.defence_back is not None:
            return Factors(self.attack_back, self.defence_back)
        assert lost == 0, self.id
        return Factors(self.attack, self.defence)

    @property
    def motorized(self) -> bool:
        """Its movement value exceeds that of those who walk (0.1.2)."""
        return self.movement > FOOT

    @property
    def armoured(self) -> bool:
        """German Panzer or Allied armour (0.1.2)."""
        return self.arm in (Arm.ARMOUR, Arm.PANZER)

    @property
    def may_walk(self) -> bool:
        """Motorized infantry, which may leave its vehicles for a phase (2.2)."""
        return self.motorized and not self.armoured

    @property
    def may_reserve(self) -> bool:
        """Armoured or Panzergrenadier: may be put in Reserve (4.1.1)."""
        return self.armoured or self.arm is Arm.PANZERGRENADIER

    @property
    def zoc(self) -> bool:
        """Its stacking value is 1 or more (3)."""
        return self.stacking > 0

    @property
    def special_forces(self) -> bool:
        """US Rangers and British commandos (3, 4.4)."""
        return self.arm in (Arm.RANGER, Arm.COMMANDO)

    @property
    def infiltrates(self) -> bool:
        """May conduct special operations: Rangers, commandos, elite paratroops (4.4)."""
        return self.special_forces or (self.elite and self.arm is Arm.PARATROOP)

    @property
    def returns(self) -> bool:
        """Allied airborne, Rangers and commandos, which the Allies want back in their reserve (1.1.1.3)."""
        return self.special_forces or (self.side is Side.ALLIED and self.arm is Arm.PARATROOP)

    @property
    def dd_tanks(self) -> bool:
        """Tanks of the First Wave (10.A.1)."""
        return self.armoured and self.entry.kind == "first_wave"


class Headquarters(Model):
    """A corps headquarters (0.1.1)."""

    id: Id
    name: str  # of the corps
    nation: Nation
    bonus: Annotated[int, Field(ge=1, le=2)]  # columns
    movement: Movement
    entry: WrittenEntry
    listed: Source
    values: Source
    entry_source: Source

    @model_validator(mode="after")
    def _fits(self) -> Headquarters:
        _check_entry(self.id, self.side, self.entry)
        return self

    @property
    def army(self) -> Army:
        """Whose units it controls."""
        return self.nation.army

    @property
    def side(self) -> Side:
        """On which side it is."""
        return self.army.side


_GERMAN_ENTRIES: tuple[EntryKind, ...] = ("hex", "box", "exit", "arrival")


def _check_entry(name: str, side: Side, entry: Entry) -> None:
    if (side is Side.GERMAN) != (entry.kind in _GERMAN_ENTRIES):
        allied = side is Side.ALLIED
        where = "from the sea, the air or the Strategic Reserve" if allied else "in a hex or a box"
        raise ValueError(f"{name} is {side.value.title()} and comes {where} (1.1.2.1)")


class Formation(Model):
    """A division, a brigade that has several counters, or an independent unit (5.1)."""

    name: str
    army: Army
    units: tuple[str, ...]
    division: bool

    @property
    def side(self) -> Side:
        """On which side it fights."""
        return self.army.side


def formations_of(units: Mapping[str, Unit]) -> dict[str, Formation]:
    """The formations in the order of their first units; an independent unit is one by itself."""
    members: dict[str, list[Unit]] = {}
    for unit in units.values():
        members.setdefault(unit.formation or unit.id, []).append(unit)
    return {
        name: Formation(
            name=name,
            army=found[0].army,
            units=tuple(unit.id for unit in found),
            division=bool(found[0].formation) and not name.endswith("Bde"),
        )
        for name, found in members.items()
    }
