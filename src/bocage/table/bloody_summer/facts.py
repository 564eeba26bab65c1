"""The lines beside the board: weather, initiative, aircraft, ships, Offensive markers, replacements, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from bocage.games.bloody_summer.air import (
    AVAILABLE,
    AWAY,
    FINISHED,
    GROUNDED_STRATEGIC,
    GROUNDED_TACTICAL,
    ON_SUPERIORITY,
    STRATEGIC,
    TACTICAL,
)
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_NAMES, US
from bocage.games.bloody_summer.depots import army_of, is_open, landing_capacity, works
from bocage.games.bloody_summer.pieces import AIR_IDS, NAVAL_IDS, PIECES, UNITS
from bocage.games.bloody_summer.places import DESTROYED, GRID, LOST, REST, STRATEGIC_RESERVE, place_name
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Army, Replacement
from bocage.hexes import members
from bocage.table.bloody_summer.pieces import AIR_KINDS
from bocage.table.bloody_summer.words import place_words
from bocage.table.history import Past, among, first_day, holding, last_day
from bocage.table.model import Fact

MISSIONS = {
    AVAILABLE: "available",
    FINISHED: "finished",
    ON_SUPERIORITY: "on air superiority",
    TACTICAL: "on tactical interdiction",
    STRATEGIC: "on strategic interdiction",
    GROUNDED_TACTICAL: "grounded by the storm",
    GROUNDED_STRATEGIC: "grounded by the storm",
    AWAY: "away until a later turn",
}


def past_of(view: State) -> Past:
    """The days of the turn, and the hexes and boxes that the Allies control."""
    dates = view.campaign.tables.turn[max(view.turn, view.campaign.first_turn)].dates
    boxes = {place_name(box) for box in members(view.boxes_held)}

    def either(test: Callable[[str], bool]) -> Callable[[str], bool]:
        return lambda name: test(name) if name[0].isdigit() else name in boxes

    took, holds = among(GRID, view.held), holding(GRID, view.held, *view.occupied)
    return Past(first_day(dates), last_day(dates), either(took), either(holds))


def facts_of(view: State) -> list[Fact]:
    """All facts of a view."""
    return [
        *_status(view),
        *_markers(view),
        *_aircraft(view),
        *_ships(view),
        *_depots(view),
        *_replacements(view),
        *_losses(view),
    ]


def _status(view: State) -> Iterator[Fact]:
    sky = f"{view.weather.value.capitalize()}{', a Storm in this phase' if view.storm else ''}"
    yield Fact(group="status", label="Weather", value=sky, rule="1.1.1.1")
    if view.turn:
        yield Fact(group="status", label="Initiative", value=SIDE_NAMES[view.first].capitalize(), rule="1.1.1.3")
    if view.campaign.set_up.victory == "points":
        yield Fact(group="status", label="Victory Points", value=f"{view.points:+d}, Allied up", rule="11.3.2")


def _markers(view: State) -> Iterator[Fact]:
    """Where the Offensive markers of both sides are."""
    for (side, place), number in sorted(view.markers.items()):
        label = f"{SIDE_NAMES[side].capitalize()}, {place_words(view.campaign, place)}"
        yield Fact(group="Offensive markers", label=label, value=str(number), rule="0.2.1")


def _aircraft(view: State) -> Iterator[Fact]:
    """What the air counters that were drawn do."""
    counters = view.campaign.counters.air
    flying: Counter[tuple[str, str]] = Counter()
    for number, mission in enumerate(view.air):
        one = counters[AIR_IDS[number]]
        if mission in MISSIONS:
            flying[f"{'US' if one.army is Army.US else 'British'} {AIR_KINDS[one.cup]}", MISSIONS[mission]] += 1
    for (label, doing), count in sorted(flying.items()):
        yield Fact(group="Aircraft", label=label, value=f"{count} {doing}", rule="9")


def _ships(view: State) -> Iterator[Fact]:
    for ships, name in enumerate(NAVAL_IDS):
        if view.naval[ships]:
            one = view.campaign.counters.naval[name]
            label = f"{one.task_force.value.capitalize()} {one.ship.value.replace('_', ' ')}"
            left = view.naval[ships]
            value = f"{left} point{'s' * (left != 1)} left, range {one.range} hexes"
            yield Fact(group="Ships", label=label, value=value, rule="6.2")


def _depots(view: State) -> Iterator[Fact]:
    """The open depots with what they land."""
    for depot, one in enumerate(view.campaign.depots):
        if is_open(view, depot):
            hex_ = view.campaign.depot_hexes[depot]
            value = (
                f"lands {landing_capacity(view, hex_)} stacking points" if works(view, depot) else "does not work now"
            )
            army = "US" if army_of(view, depot) == US else "British"
            yield Fact(group="Depots", label=f"{one.name} ({army})", value=value, rule="7.1")


def _replacements(view: State) -> Iterator[Fact]:
    for number, kind in zip(view.replacements, Replacement, strict=True):
        if number:
            yield Fact(group="German replacements", label=kind.value.capitalize(), value=str(number), rule="1.1.1.3")


def _losses(view: State) -> Iterator[Fact]:
    campaign = view.campaign
    for side in (ALLIED, GERMAN):
        own = [piece for piece in range(PIECES) if campaign.side[piece] == side]
        gone = sum(view.where[piece] in (LOST, DESTROYED[side]) for piece in own)
        steps = sum(view.lost[unit] for unit in own if unit < UNITS)
        resting = sum(view.where[piece] == REST[side] for piece in own)
        value = f"{gone} counters destroyed, {steps} steps missing, {resting} being rebuilt"
        yield Fact(group="losses", label=SIDE_NAMES[side].capitalize(), value=value)
    reserve = len(view.at.get(STRATEGIC_RESERVE, ()))
    if reserve:
        yield Fact(group="status", label="Strategic Reserve", value=f"{reserve} counters", rule="1.1.2.1")
