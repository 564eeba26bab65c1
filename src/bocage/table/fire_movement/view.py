"""The table as one seat sees it."""

from __future__ import annotations

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.track import dates_of
from bocage.games.fire_movement.words import GRID
from bocage.hexes import members
from bocage.table.fire_movement.facts import facts_of
from bocage.table.fire_movement.orders import decision_of
from bocage.table.fire_movement.pieces import states_of
from bocage.table.fire_movement.victory import standings_of
from bocage.table.fire_movement.words import objective_hexes, phase_of, place_at
from bocage.table.hexgame import outcome_of
from bocage.table.model import Mark, View

_ARMIES = {Army.US: "US", Army.CW: "Commonwealth"}


def view_of(setting: FireMovement, view: State, seat: str, number: int) -> View:
    """A view, laid out."""
    return View(
        number=number,
        seat=seat,
        turn=turn_of(view),
        phase=phase_of(view),
        active=SEATS[view.active] if view.turn else "",
        pieces=states_of(view),
        marks=_marks(view),
        tracks={"turn": str(view.turn)},
        victory=standings_of(setting, view),
        facts=facts_of(setting, view),
        decision=decision_of(setting, view, seat),
        outcome=outcome_of(view),
    )


def turn_of(view: State) -> str:
    """The game turn, as a heading says it: 'Turn 3 of 8 · 8 June 1944'."""
    if not view.turn:
        return "Before turn 1 · 6 June 1944"
    return f"Turn {view.turn} of {view.last_turn} · {dates_of(view.turn)}"


def _marks(view: State) -> list[Mark]:
    seat = SEATS[ALLIED]
    marks = [Mark(at=GRID.label(h), kind="beachhead", text="Beachhead", seat=seat) for h in members(view.beachheads)]
    for h, army in view.drop_zones.items():
        text = f"{_ARMIES[Army(army)]} drop zone"
        marks.append(Mark(at=GRID.label(h), kind="drop zone", text=text, seat=seat))
    for h in members(objective_hexes(view.battle) & view.held):
        text = f"{place_at(view.battle.chart, h) or 'Objective'}: last held by the Allies"
        marks.append(Mark(at=GRID.label(h), kind="held", text=text, seat=seat))
    target = view.about().target
    if target >= 0:
        marks.append(Mark(at=GRID.label(target), kind="target", text="The combat at hand"))
    return marks
