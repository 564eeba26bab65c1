"""The four scenarios with their set-ups, victory points and variants.

>>> scenarios = load_scenarios()
>>> scenarios.scenarios["first_waves"].checks[0].level(19)
'victory'
>>> scenarios.set_up("beyond_the_beach").placed["E/2/116"].hex
'1113'
>>> [variant.id for variant in scenarios.variants.values() if "first_waves" in variant.scenarios]
['effective_bombardment', 'tanks_land_safely', 'rangers_at_pointe_du_hoc']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bocage.games.omaha_beach.files import HexLabel, Source, shipped
from bocage.games.omaha_beach.terms import Division, Turn
from bocage.kernel.data import Folder, Model, fault, read_table

ScenarioId: TypeAlias = Literal["easy_fox", "first_waves", "d_day", "beyond_the_beach"]
VictoryLevel: TypeAlias = Literal[
    "decisive_victory",
    "operational_victory",
    "tactical_victory",
    "victory",
    "play_on",
    "defeat",
    "tactical_defeat",
    "operational_defeat",
    "decisive_defeat",
]


class LossLimit(Model):
    """How many companies in a loss box end the game, from a turn on (13.1, 20.1)."""

    from_turn: Annotated[Turn, Field(alias="from")]
    limit: int


class LevelFrom(Model):
    """A level and the points from which it is reached; the lowest has none."""

    at_least: int | None = None
    level: VictoryLevel


class VictoryCheck(Model):
    """Points at the end of a turn and what they mean."""

    turn: Turn
    points: Literal["13.2", "20.3"]
    levels: tuple[LevelFrom, ...]  # the best first

    def level(self, points: int) -> VictoryLevel:
        """What so many points mean."""
        return next(row.level for row in self.levels if row.at_least is None or points >= row.at_least)


class Scenario(Model):
    """A game one can choose."""

    id: ScenarioId
    title: str
    summary: str
    set_up: str
    extended: bool  # with sections 14 to 20 from turn 17 on
    turns: tuple[Turn, Turn]
    divisions: tuple[Division, ...]
    last_arrival: Turn  # units that arrive later are left out
    losses: tuple[LossLimit, ...]
    checks: tuple[VictoryCheck, ...]
    source: Source
    note: str = ""

    def loss_limit(self, turn: int) -> int:
        """The companies in a loss box that mean catastrophic loss in a turn."""
        return [loss.limit for loss in self.losses if loss.from_turn <= turn][-1]


class WnUnits(Model):
    """WN hexes by the back of the unit that they receive."""

    eighty_eight: Annotated[tuple[str, ...], Field(alias="88")] = ()
    seventy_five: Annotated[tuple[str, ...], Field(alias="75")] = ()
    rocket: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()

    @property
    def by_back(self) -> dict[str, tuple[str, ...]]:
        """The hexes of each back, named as units name it."""
        return {"88": self.eighty_eight, "75": self.seventy_five, "rocket": self.rocket, "plain": self.plain}


class GermanBoxes(Model):
    """Pieces in the German boxes when all is placed."""

    wn_depth: int = 0
    tactical: int = 0
    division: int = 0
    meyer: int = 0
    meyer_depth: int = 0
    mobile_depth: int = 0
    building_depth: int = 0


class Reinforcements(Model):
    """Units drawn from the pools and dealt at random to positions, some with a depth marker."""

    tactical: int
    division: int
    positions: tuple[str, ...]
    depth: tuple[str, ...]


class Placed(Model):
    """A US unit on the map."""

    hex: HexLabel
    strength: int | None = None
    hero: str | None = None
    command: Division | None = None  # the division that commands it, if not its own


class SetUp(Model):
    """How a scenario begins."""

    id: str
    wn: WnUnits
    wn_depth: tuple[str, ...]
    boxes: GermanBoxes
    reinforcements: Reinforcements | None = None
    rockets_have_fired: bool = False
    cleared: tuple[HexLabel, ...] = ()
    lost: tuple[str, ...] = ()  # units whose full-strength counter is in the loss box
    delayed: dict[str, Turn] = Field(default_factory=dict)
    in_boxes_from_turn: Turn | None = None
    placed: dict[str, Placed] = Field(default_factory=dict)
    ashore: dict[str, int] = Field(default_factory=dict)  # strength, in beach hexes of the high waterline of the sector
    source: Source
    note: str = ""


class EarlyPoints(Model):
    """Victory points of 13.2."""

    wn: int
    two_hex_wn: int
    reinforcement_position: int
    draw: int
    source: Source


class FinalPoints(Model):
    """Victory points of 20.3."""

    vp_position: int
    open_draw: int
    support_unit_on_high_ground: int
    exited_step: int
    exited_ranger_step: int
    wn_hex_not_controlled: int
    unit_in_meyer_box: int
    source: Source


class _Points(Model):
    early: Annotated[EarlyPoints, Field(alias="13.2")]
    final: Annotated[FinalPoints, Field(alias="20.3")]


class Variant(Model):
    """A historical variant; ``adjustment`` is added to the points at the end."""

    id: str
    rule: str
    title: str
    text: str  # what it means, in a few words
    scenarios: tuple[ScenarioId, ...]
    adjustment: int
    values: dict[str, int]
    source: Source
    note: str = ""


class _ScenarioFile(Model):
    scenario: tuple[Scenario, ...]
    set_up: tuple[SetUp, ...]
    points: _Points
    variant: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Scenarios:
    """All scenarios and what they share."""

    scenarios: Mapping[ScenarioId, Scenario]
    set_ups: Mapping[str, SetUp]
    early_points: EarlyPoints
    final_points: FinalPoints
    variants: Mapping[str, Variant]

    def set_up(self, scenario: ScenarioId) -> SetUp:
        """The set-up of a scenario."""
        return self.set_ups[self.scenarios[scenario].set_up]


@cache
def load_scenarios() -> Scenarios:
    """The scenarios that are shipped with the game, read once."""
    return read_scenarios(shipped())


def read_scenarios(folder: Folder) -> Scenarios:
    """The scenarios from the text of scenarios.toml."""
    file = "scenarios.toml"
    table = read_table(folder, file, _ScenarioFile)
    set_ups = {set_up.id: set_up for set_up in table.set_up}
    for scenario in table.scenario:
        if scenario.set_up not in set_ups:
            fault(file, f"scenario {scenario.id}, set_up", f"there is no set-up '{scenario.set_up}'")
        for check in scenario.checks:
            bounds = [level.at_least for level in check.levels]
            if bounds[-1:] != [None] or None in bounds[:-1]:
                fault(file, f"scenario {scenario.id}, checks", "the last level, and no other, lacks its points")
    return Scenarios(
        scenarios={scenario.id: scenario for scenario in table.scenario},
        set_ups=set_ups,
        early_points=table.points.early,
        final_points=table.points.final,
        variants={variant.id: variant for variant in table.variant},
    )
