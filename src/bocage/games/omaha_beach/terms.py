"""The words that map, cards and counters share."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bocage.kernel.wording import listed

Division: TypeAlias = Literal[1, 29]
Turn: TypeAlias = Annotated[int, Field(ge=1, le=32)]
Calibre: TypeAlias = Literal[75, 88, 105]
Zone: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G"]
PositionKind: TypeAlias = Literal["wn", "reinforcement"]
Mover: TypeAlias = Literal["infantry", "leader", "other"]  # the columns of the Terrain Effects Chart


def counted(number: int, what: str) -> str:
    """So many of something, in words.

    >>> counted(1, "box"), counted(2, "box"), counted(0, "action"), counted(3, "company")
    ('1 box', '2 boxes', '0 actions', '3 companies')
    """
    if abs(number) == 1:
        return f"{number} {what}"
    if what.endswith("y"):
        return f"{number} {what[:-1]}ies"
    return f"{number} {what}{'es' if what.endswith('x') else 's'}"


class Sector(StrEnum):
    """The halves of the map: east belongs to the 1st Division, west to the 29th (2.1)."""

    EAST = "east"
    WEST = "west"


class Tide(StrEnum):
    """The height of the sea (5.21)."""

    LOW = "low"
    MID = "mid"
    HIGH = "high"


class Colour(StrEnum):
    """The colour of a German position, in the order in which cards print them (6.1)."""

    ORANGE = "orange"
    RED = "red"
    PURPLE = "purple"
    BLUE = "blue"
    GREEN = "green"
    BROWN = "brown"


class Symbol(StrEnum):
    """The target symbol of a US unit (2.21)."""

    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    CIRCLE = "circle"


class Intensity(StrEnum):
    """The three kinds of fire dots, the worst first (6.3)."""

    INTENSE = "intense"
    STEADY = "steady"
    SPORADIC = "sporadic"


class Weapon(StrEnum):
    """What attackers have and defenders require (8.2)."""

    BAZOOKA = "BZ"
    BANGALORE = "BG"
    BAR = "BR"
    DEMOLITIONS = "DE"
    MORTAR = "MO"
    RADIO = "RD"
    MACHINE_GUN = "MG"
    ARTILLERY = "AR"
    NAVAL = "NA"
    FLANKING = "FL"  # a tactic: no unit owns it (8.22)


WEAPON_NAMES = {
    Weapon.BAZOOKA: "bazookas",
    Weapon.BANGALORE: "bangalore torpedoes",
    Weapon.BAR: "automatic rifles",
    Weapon.DEMOLITIONS: "demolition charges",
    Weapon.MORTAR: "mortars",
    Weapon.RADIO: "a radio",
    Weapon.MACHINE_GUN: "machine guns",
    Weapon.ARTILLERY: "artillery",
    Weapon.NAVAL: "naval fire",
    Weapon.FLANKING: "an attack from the flank",
}


def in_words(weapons: Iterable[str]) -> str:
    """Weapons in words, each with what is printed for it.

    >>> in_words(["BG", "MO"]), in_words([])
    ('bangalore torpedoes (BG) and mortars (MO)', 'nothing')
    """
    return listed(f"{WEAPON_NAMES[Weapon(weapon)]} ({weapon})" for weapon in weapons) or "nothing"


class DepthType(StrEnum):
    """The pools of depth markers (2.24)."""

    WN = "wn"
    MOBILE = "mobile"
    BUILDING = "building"
    ARMOR = "armor"
