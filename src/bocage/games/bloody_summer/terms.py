"""The words of the rulebook that rules and data share (0, 0.1, 8)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

HexLabel: TypeAlias = Annotated[str, Field(pattern=r"^\d{4}$")]
Id: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9./-]+$")]  # as players type it
Turn: TypeAlias = Annotated[int, Field(ge=0, le=12)]
Phase: TypeAlias = Literal["O", "A", "B"]
Letter: TypeAlias = Annotated[str, Field(pattern=r"^[a-l]$")]  # of an exit hex
Count: TypeAlias = Annotated[int, Field(ge=0, le=20)]
Steps: TypeAlias = Annotated[int, Field(ge=1, le=3)]

_ORIGIN = r"(rulebook [\w.]+(, [\w.]+)*|history|geography|reconstructed|overlay)"
Source: TypeAlias = Annotated[str, Field(pattern=rf"^{_ORIGIN}(; {_ORIGIN})*$")]
"""Where values come from: the rulebook at some numbers, history, geography, our own judgement, a player's file."""


class Side(StrEnum):
    """Whoever is not friendly is enemy."""

    ALLIED = "allied"
    GERMAN = "german"


class Army(StrEnum):
    """Units that stack, attack and are controlled together (5.1, 8)."""

    US = "us"  # and French
    BRITISH = "british"  # and Canadian, Polish and Belgian
    GERMAN = "german"

    @property
    def side(self) -> Side:
        """On which side it fights."""
        return Side.GERMAN if self is Army.GERMAN else Side.ALLIED


class Nation(StrEnum):
    """The colours of the counters (8)."""

    US = "us"
    FRENCH = "french"
    BRITISH = "british"
    CANADIAN = "canadian"
    POLISH = "polish"
    BELGIAN = "belgian"
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
    Nation.BELGIAN: Army.BRITISH,
    Nation.GERMAN: Army.GERMAN,
    Nation.GERMAN_SS: Army.GERMAN,
}


class Arm(StrEnum):
    """The symbol and the badge on the counter (0.1.2, Designer's Notes)."""

    INFANTRY = "infantry"
    CYCLIST = "cyclist"
    PARATROOP = "paratroop"  # also gliders and Fallschirmjäger
    RANGER = "ranger"
    COMMANDO = "commando"
    ARMOUR = "armour"  # Allied
    PANZERGRENADIER = "panzergrenadier"
    PANZER = "panzer"
    LUFTWAFFE_INFANTRY = "luftwaffe_infantry"
    FLAK = "flak"


class UnitSize(StrEnum):
    """The sizes of combat units (0.1.2); combat commands are brigades, Kampfgruppen regiments."""

    DIVISION = "division"
    BRIGADE = "brigade"
    REGIMENT = "regiment"
    BATTALION = "battalion"


class Weather(StrEnum):
    """Of a turn, or of a phase in which there is a Storm (1.1.1.1)."""

    CLEAR = "clear"
    OVERCAST = "overcast"  # and showers
    STORM = "storm"


class Terrain(StrEnum):
    """What is in a hex; villages, towns and beaches lie on top of other terrain (2.2)."""

    SEA = "sea"
    CLEAR = "clear"
    BOCAGE = "bocage"
    FOREST = "forest"
    MARSH = "marsh"
    VILLAGE = "village"
    TOWN = "town"
    BEACH = "beach"


class Cup(StrEnum):
    """The cups from which air counters are drawn (11)."""

    HEAVY = "HB"
    MEDIUM = "MB"  # and light
    FIGHTER = "FB"


class TaskForce(StrEnum):
    """The Western Task Force supports US units, the Eastern one British units (6.2)."""

    WESTERN = "western"
    EASTERN = "eastern"


class Ship(StrEnum):
    """The classes of ships on the naval track (6.2)."""

    BATTLE_CRUISERS = "battle_cruisers"
    DESTROYERS = "destroyers"


class Replacement(StrEnum):
    """The German replacements (1.1.1.3, 6.10)."""

    INFANTRY = "infantry"
    LUFTWAFFE = "luftwaffe"
    PANZERGRENADIER = "panzergrenadier"
    PANZER = "panzer"
