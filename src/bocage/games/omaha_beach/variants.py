"""The historical variants (22, 23) and early German actions (14.2): what they change before play and what they cost.

A variant is an option of the scenarios in which it has an effect. Turns of the track and of the scenario are changed
once, when a battle is made, so that the rules read them as ever.
"""

from __future__ import annotations

from collections.abc import Mapping

from bocage.games.omaha_beach.scenarios import Scenario, Scenarios, Variant
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.track import Span, Track
from bocage.games.omaha_beach.units import UnitType, UsUnit

NO_YES = ("no", "yes")
BOMBARDMENT, SAFE_TANKS, RANGERS = "effective_bombardment", "tanks_land_safely", "rangers_at_pointe_du_hoc"
REACTION, ARMOR, EARLY_ACTIONS = "improved_reaction", "german_armor", "early_actions"

FIRST_TABLE = 2  # the landing table that stands for the first turn of a delayed landing (22.1-05)
LATE_WAVES = 16  # units of this turn and later are delayed less (22.1-01)
RANGERS_OF_TURN_1 = "C/2R"  # 22.3-01

FOR_THE_AMERICANS = frozenset({BOMBARDMENT, SAFE_TANKS})  # the others help the Germans

Variants = Mapping[str, Variant]


def variants_of(scenarios: Scenarios, scenario: Scenario) -> list[Variant]:
    """The variants that make sense in a scenario (22-02)."""
    return [variant for variant in scenarios.variants.values() if scenario.id in variant.scenarios]


def described(variant: Variant) -> str:
    """What a variant is called and means, whom it helps, and what that costs (22-01)."""
    helps = "Helps the Americans" if variant.id in FOR_THE_AMERICANS else "Helps the Germans"
    points = counted(abs(variant.adjustment), "point")
    if variant.adjustment < 0:
        helps += f", who lose {points} for it at the end"
    elif variant.adjustment > 0:
        helps += f"; the Americans get {points} for it at the end"
    return f"{variant.title}. {variant.text}. {helps}."


def chosen(scenarios: Scenarios, scenario: Scenario, options: Mapping[str, str]) -> dict[str, Variant]:
    """The variants that are played; any number of them together (22-01)."""
    return {v.id: v for v in variants_of(scenarios, scenario) if options.get(v.id) == "yes"}


def adjusted_scenario(scenario: Scenario, variants: Variants) -> Scenario:
    """A delayed landing begins later and ends as ever (22.1-01, 22.1-09)."""
    if BOMBARDMENT not in variants:
        return scenario
    first = variants[BOMBARDMENT].values["start_turn"]
    return scenario.model_copy(update={"turns": (first, scenario.turns[1])})


def adjusted_track(track: Track, variants: Variants) -> Track:
    """The track with the turns in which variants let things begin (14.2-01, 22.1-06..08)."""
    first: dict[str, int] = {}
    if EARLY_ACTIONS in variants:
        first["german_actions"] = variants[EARLY_ACTIONS].values["actions_from_turn"]
    if BOMBARDMENT in variants:
        values = variants[BOMBARDMENT].values
        first["german_artillery"] = values["artillery_from_turn"]
        first["clear_two_obstacles"] = values["clearing_from_turn"]
        first["german_recovery"] = values["no_recovery_on_turn"] + 1
    return track.with_spans({name: _from(track.spans[name], turn) for name, turn in first.items()})


def _from(span: Span, turn: int) -> Span:
    (_, last), *rest = span.turns
    return span.model_copy(update={"turns": ((turn, last), *rest)})


def is_left_out(variants: Variants, unit: UsUnit) -> bool:
    """Whether a US unit does not come to Omaha Beach at all (22.3-01)."""
    return RANGERS in variants and unit.type is UnitType.RANGER and unit.id != RANGERS_OF_TURN_1


def arrival(variants: Variants, turn: int) -> int:
    """When a unit arrives that is scheduled for a turn (22.1-01)."""
    if BOMBARDMENT not in variants:
        return turn
    values = variants[BOMBARDMENT].values
    return turn + values["delay_before_turn_16" if turn < LATE_WAVES else "delay_from_turn_16"]


def landing_table(variants: Variants, unit: UsUnit, turn: int) -> int:
    """The turn whose landing table counts for a unit (22.1-05, 22.2-01)."""
    if BOMBARDMENT in variants and turn <= variants[BOMBARDMENT].values["early_landing_table_until"]:
        return turn - variants[BOMBARDMENT].values["start_turn"] + FIRST_TABLE
    if SAFE_TANKS in variants and turn == 1 and unit.type is UnitType.TANK:
        return variants[SAFE_TANKS].values["landing_table_of_turn"]
    return turn
