"""Fire & Movement as a title of the program: its scenarios, their options, and how a game starts.

>>> setting = open_scenario("sword", {"weather": "yes"})
>>> setting.name, setting.options["weather"]
('fire_movement/sword', 'yes')
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from bocage.games.fire_movement.battle import LAST_TURN, SEATS, SIDES, Battle
from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.content import BeachArea, Content, Scenario, load_content
from bocage.games.fire_movement.foresight import foresee
from bocage.games.fire_movement.numbers import cite
from bocage.games.fire_movement.odds import preview
from bocage.games.fire_movement.overlay import apply, read_overlay
from bocage.games.fire_movement.results import load_results_table
from bocage.games.fire_movement.sentences import sentence
from bocage.games.fire_movement.state import ELIMINATED, State
from bocage.games.fire_movement.turn import WholeGame, stage_of
from bocage.games.fire_movement.words import VOCABULARY
from bocage.kernel import (
    Chance,
    Loss,
    Option,
    Rules,
    ScenarioInfo,
    Tally,
    Title,
    scenario_named,
    settle_options,
)
from bocage.kernel import State as KernelState
from bocage.kernel.briefings import load_briefings

NAME = "fire_movement"
RULES_VERSION = "2"  # raised whenever games may go on differently by what was changed

YES_NO = ("no", "yes")

SCALE = {  # 10.1, and the folio's 10.0
    "quad": "A hex is 2.5 miles across; a game turn stands for two to three days.",
    "folio": "A hex is 2.5 miles across; a game turn stands for about two days.",
}


def options_of(scenario: Scenario) -> tuple[Option, ...]:
    """The options that make sense in a scenario."""
    found = []
    if scenario.campaign:
        found.append(Option("weather", ("yes",), "yes", "Weather, compulsory in campaigns", "10.6"))
        found.append(
            Option("edition", ("quad", "folio"), "quad", "Whose rulebook applies where the two differ", "15.0")
        )
    else:
        found.append(Option("weather", YES_NO, "no", "Weather may be foul from turn 2 on", "10.6"))
    if {"sword", "on_to_caen"} & set(scenario.areas):
        found.append(
            Option("early_arrival", YES_NO, "no", "The Germans may bring in the divisions of turn 15 early", "12.5.1")
        )
    found.append(Option("flak", YES_NO, "no", "German flak halves aircraft markers near it", "10.13"))
    return tuple(option._replace(rule=cite(scenario, option.rule)) for option in found)


def choose_options(scenario: Scenario, wanted: Mapping[str, str]) -> dict[str, str]:
    """All options of a scenario, the wanted ones set and the others at their default."""
    return settle_options(f"{NAME}/{scenario.id}", options_of(scenario), wanted)


BRIEFINGS = load_briefings(f"bocage.games.{NAME}")
RULES = Rules(
    game=NAME,
    version=RULES_VERSION,
    vocabulary=VOCABULARY,
    briefings=BRIEFINGS,
    state=State,
    whole_game=WholeGame,
    preview=preview,
    foresee=foresee,
    stage=stage_of,
    sentence=sentence,
)


class FireMovement(Title[State]):
    """One scenario with its options and data, ready to be started."""

    sides: Mapping[str, tuple[str, ...]] = SIDES
    seats: tuple[str, ...] = SEATS

    def __init__(self, content: Content, scenario: Scenario, options: dict[str, str]) -> None:
        super().__init__(RULES, scenario, options)
        self.edition = options.get("edition", scenario.edition)
        self.scale = SCALE[self.edition]
        if self.edition == "folio":
            names = tuple("on_to_caen" if name == "sword" else name for name in scenario.areas)
            scenario = scenario.model_copy(update={"edition": "folio", "areas": names})
        areas = tuple(content.areas[name] for name in scenario.areas)
        if scenario.campaign and "on_to_caen" in scenario.areas:
            areas = tuple(in_folio_campaign(content, area) for area in areas)
        chart = load_chart()
        table = load_results_table()
        self.battle = Battle(scenario, areas, content.units, content.terrain, table, chart, options)
        data = (content.model_dump_json(), chart.fingerprint, repr(table))
        self.fingerprint = sha256("\n".join(data).encode()).hexdigest()[:16]

    def opening(self, chance: Chance) -> State:
        """The state before anything is done."""
        return State(self.battle, chance)

    def tally(self, state: KernelState) -> Tally:
        """The turn and the losses so far."""
        g = self.own(state)
        losses = {}
        for side, name in enumerate(SIDES):
            own = [number for number, of in enumerate(g.battle.side) if of == side]
            dead = [number for number in own if g.where[number] == ELIMINATED]
            hurt = sum(g.where[number] >= 0 and bool(g.is_reduced(number)) for number in own)
            losses[name] = Loss(len(dead), hurt + sum(g.battle.units[number].steps for number in dead))
        return Tally(g.turn, losses)

    def cite(self, rule: str) -> str:
        """A rule number, or the number of a section, as the edition being played prints it."""
        return cite(self.battle.scenario, rule)


def in_folio_campaign(content: Content, area: BeachArea) -> BeachArea:
    """A beach area as it is when the folio's Sword Beach is one of several in use.

    Hexes that the folio gives to Sword belong to no other beach.
    """
    folio = content.areas["on_to_caen"]
    if area.id == folio.id:
        return area
    sword = {label for hexes in folio.beaches.values() for label in hexes}
    beaches = {name: tuple(label for label in hexes if label not in sword) for name, hexes in area.beaches.items()}
    return area.model_copy(update={"beaches": beaches})


def open_scenario(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> FireMovement:
    """A scenario by name, with options, and with a player's own values if an overlay is given."""
    content = load_content()
    chosen = choose_options(scenario_named(NAME, name, content.scenarios), options or {})
    if overlay is not None:
        content = apply(content, read_overlay(overlay, content))
        return FireMovement(content, content.scenarios[name], chosen)
    return _shared(name, tuple(sorted(chosen.items())))


@cache
def _shared(name: str, options: tuple[tuple[str, str], ...]) -> FireMovement:
    content = load_content()
    return FireMovement(content, content.scenarios[name], dict(options))


@cache
def list_scenarios() -> list[ScenarioInfo]:
    """What a list of games shows of each."""
    return [
        ScenarioInfo(f"{NAME}/{s.id}", s.title, s.summary, s.edition, LAST_TURN, SIDES, options_of(s), BRIEFINGS[s.id])
        for s in scenarios().values()
    ]


def scenarios() -> dict[str, Scenario]:
    """All scenarios by name."""
    return load_content().scenarios
