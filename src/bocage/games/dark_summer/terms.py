"""The words of the rulebook that rules and data share (2.2, 2.4, 7.0)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

HexLabel: TypeAlias = Annotated[str, Field(pattern=r"^\d{4}$")]
Turn: TypeAlias = Annotated[int, Field(ge=1, le=10)]
Letter: TypeAlias = Literal["C", "W", "S", "E", "(E)"]
LETTERS: tuple[Letter, ...] = ("C", "W", "S", "E", "(E)")

_ORIGIN = r"(rulebook [\dR.]+(, [\dR.]+)*|history|geography|reconstructed|overlay)"
Source: TypeAlias = Annotated[str, Field(pattern=rf"^{_ORIGIN}(; {_ORIGIN})*$")]
"""Where values come from: the rulebook at some numbers, history, geography, our own judgement, a player's file."""


class Side(StrEnum):
    """Whoever is not friendly is enemy (2.4)."""

    ALLIED = "allied"
    GERMAN = "german"


class Army(StrEnum):
    """Units that are activated, stack and are supplied together (5.0, 9.3.1, 13.1.2)."""

    US = "us"  # and French
    BRITISH = "british"  # and Canadian and Polish
    GERMAN = "german"

    @property
    def side(self) -> Side:
        """On which side it fights."""
        return Side.GERMAN if self is Army.GERMAN else Side.ALLIED


class Nation(StrEnum):
    """The colours of the counters (2.2)."""

    US = "us"
    FRENCH = "french"
    BRITISH = "british"
    CANADIAN = "canadian"
    POLISH = "polish"
    GERMAN = "german"
    GERMAN_SS = "german_ss"

    @property
    def army(self) -> Army:
        """With whom it acts."""
        return _ARMIES[self]


_ARMIES = {
    Nation.US: Army.US,
    Nation.FRENCH: Army.US,
    Nation.BRITISH: Army.BRITISH,
    Nation.CANADIAN: Army.BRITISH,
    Nation.POLISH: Army.BRITISH,
    Nation.GERMAN: Army.GERMAN,
    Nation.GERMAN_SS: Army.GERMAN,
}


class UnitType(StrEnum):
    """The symbol on the counter (2.2.1)."""

    INFANTRY = "infantry"
    MECHANIZED = "mechanized"
    ARMOR = "armor"
    ARMORED_CAVALRY = "armored_cavalry"
    PARATROOPER = "paratrooper"
    GLIDER = "glider"
    SPECIAL_FORCES = "special_forces"
    FLAK = "flak"
    GARRISON = "garrison"
    STRONGPOINT = "strongpoint"


class UnitSize(StrEnum):
    """The sizes of units; a Strongpoint is a size of its own (2.5)."""

    BRIGADE = "brigade"
    REGIMENT = "regiment"
    BATTALION = "battalion"
    KAMPFGRUPPE = "kampfgruppe"
    STRONGPOINT = "strongpoint"


class Weather(StrEnum):
    """From the clearest to the worst (7.0)."""

    SUN = "sun"
    CLOUD = "cloud"
    SHOWERS = "showers"
    RAIN = "rain"
    STORM = "storm"


class Terrain(StrEnum):
    """What is in a hex; every hex has exactly one (2.1, 11.3.4)."""

    SEA = "sea"
    BEACH = "beach"
    CLEAR = "clear"
    BOCAGE = "bocage"
    WOODS = "woods"
    FOREST = "forest"
    FLOODED = "flooded"
    TOWN = "town"
    CITY = "city"


class Replacement(StrEnum):
    """The kinds of Replacements; the Canadian ones are generic (8.2.1)."""

    INFANTRY = "infantry"
    MECHANIZED = "mechanized"
    ARMOR = "armor"
    CANADIAN = "canadian"
