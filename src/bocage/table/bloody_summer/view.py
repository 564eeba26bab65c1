"""The table as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bocage.games.bloody_summer.campaign import (
    ALLIED,
    CLOSED,
    GERMAN,
    LEADERS,
    REDUCED,
    SIDE_NAMES,
    WRECKED,
)
from bocage.games.bloody_summer.places import Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Weather
from bocage.games.bloody_summer.title import BloodySummer
from bocage.hexes import members
from bocage.table.bloody_summer.board import scoring_hexes, towns
from bocage.table.bloody_summer.facts import facts_of
from bocage.table.bloody_summer.orders import decision_of
from bocage.table.bloody_summer.pieces import states_of
from bocage.table.bloody_summer.victory import standings_of
from bocage.table.bloody_summer.words import phase_of, place_words, turn_of
from bocage.table.hexgame import outcome_of
from bocage.table.model import Mark, View


def view_of(setting: BloodySummer, view: State, seat: str, number: int) -> View:
    """A view, laid out."""
    sky = Weather.STORM if view.storm else view.weather
    return View(
        number=number,
        seat=seat,
        turn=turn_of(view),
        phase=phase_of(view),
        active=view.pending.seat if view.pending is not None else "",
        pieces=states_of(view),
        marks=list(_marks(view)),
        tracks={"turn": str(max(view.turn, view.campaign.first_turn)), "weather": sky.value},
        victory=standings_of(setting, view),
        facts=facts_of(view),
        decision=decision_of(setting, view, seat),
        outcome=outcome_of(view),
    )


def _marks(view: State) -> Iterator[Mark]:
    yield from _markers(view)
    yield from _depots(view)
    for place, level in view.affected.items():
        yield _mark(place, f"affected {min(level, 2)}", f"Affected, A{level}: by ships, aircraft or batteries", "")
    for place in view.at:
        if view.in_confusion(place):
            yield _mark(place, "confusion", "Confusion: both sides are here", "")
    for h, cost in view.rubble.items():
        yield _mark(h, "rubble", f"Rubble: {cost} movement points more", "")
    for place in members(view.besieged):
        yield _mark(place, "siege", "Under siege", LEADERS[ALLIED])
    for h in members((scoring_hexes(view.campaign) | towns(view.campaign)) & view.held):
        yield _mark(h, "held", f"{place_words(view.campaign, h)}: controlled by the Allies", LEADERS[ALLIED])
    for box in members(view.boxes_held):
        yield _mark(box, "held", f"{place_words(view.campaign, box)}: controlled by the Allies", LEADERS[ALLIED])
    target = view.about().target
    if target >= 0:
        yield _mark(target, "target", "The combat at hand", "")


def _markers(view: State) -> Iterator[Mark]:
    """Offensive markers, by side and place."""
    for (side, place), number in view.markers.items():
        kind = f"{SIDE_NAMES[side]} offensive{'s' if number > 1 else ''}"
        text = f"{number} {SIDE_NAMES[side].capitalize()} Offensive marker{'s' if number > 1 else ''}"
        yield _mark(place, kind, text, LEADERS[side])


def _depots(view: State) -> Iterator[Mark]:
    for depot, status in enumerate(view.depot):
        hex_, one = view.campaign.depot_hexes[depot], view.campaign.depots[depot]
        if not view.campaign.in_play >> hex_ & 1:
            continue
        if status == WRECKED:
            yield _mark(hex_, "wrecked", f"{one.name}: destroyed", LEADERS[GERMAN])
        elif status != CLOSED:
            small = ", not yet at full size" if status == REDUCED else ""
            yield _mark(hex_, "depot", f"Depot {one.name}{small}", LEADERS[ALLIED])
        elif view.depot_due[depot]:
            text = f"{one.name}: being built, opens on turn {view.depot_due[depot]}"
            yield _mark(hex_, "depot being built", text, LEADERS[ALLIED])


@lru_cache(maxsize=5_000)
def _mark(place: Place, kind: str, text: str, seat: str) -> Mark:
    """A mark, made once."""
    return Mark(at=place_name(place), kind=kind, text=text, seat=seat)
