"""The table as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.omaha_beach.action_phase import DivisionActions
from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.victory import Point
from bocage.games.omaha_beach.words import BASE_IDS, GRID, UNIT_IDS
from bocage.hexes import members
from bocage.table.model import Mark, Outcome, View
from bocage.table.omaha_beach.board import phase_box
from bocage.table.omaha_beach.cards import shown_cards
from bocage.table.omaha_beach.facts import facts_of, points_of
from bocage.table.omaha_beach.orders import decision_of
from bocage.table.omaha_beach.pieces import states_of
from bocage.table.omaha_beach.words import TIDES, phase_of, position_name, target_of, turn_of


def view_of(setting: OmahaBeach, view: State, seat: str, number: int) -> View:
    """A view, laid out."""
    turn = max(view.turn, view.battle.scenario.turns[0])
    points = points_of(view)
    return View(
        number=number,
        seat=seat,
        turn=turn_of(view),
        phase=phase_of(view),
        active=_active(view),
        pieces=states_of(view),
        marks=list(_marks(view, turn, points)),
        tracks={"turn": str(turn), "phase": phase_box(view.phase)},
        facts=facts_of(setting, view, points),
        cards=shown_cards(view),
        decision=decision_of(setting, view, seat),
        outcome=_outcome(setting, view),
    )


def _active(view: State) -> str:
    acting = next((frame for frame in view.stack if isinstance(frame, DivisionActions)), None)
    if acting is not None:
        return SEATS[acting.division]
    return view.pending.seat if view.pending is not None else ""


def _marks(view: State, turn: int, points: list[Point]) -> Iterator[Mark]:
    battle = view.battle
    tide = TIDES[battle.tide(turn)]
    for h in members(battle.beach & ~battle.dry(turn)):
        yield Mark(at=GRID.label(h), kind="sea", text=f"Under water at {tide}")
    for h in members(view.cleared & battle.chart.obstacles):
        yield Mark(at=GRID.label(h), kind="cleared", text="Obstacles cleared")
    for position in view.occupied_positions() + view.armor_on_map():
        at, name = GRID.label(view.hex_of(position)), position_name(battle, position)
        if view.german_disrupted >> position & 1:
            yield Mark(at=at, kind="disrupted", text=f"{name} is disrupted")
        if view.smoke >> battle.group_of[position] & 1:
            yield Mark(at=at, kind="smoke", text=f"Smoke: {name} does not fire this turn")
    for position in members(view.garrisons):
        yield Mark(at=GRID.label(view.hex_of(position)), kind="garrison", text="A US garrison holds the position")
    for base, h in enumerate(view.bases):
        if h != NONE:
            yield Mark(at=GRID.label(h), kind="base", text=f"Engineer base {BASE_IDS[base]}")
    for unit in sorted(view.command_posts):
        if view.on_map(unit):
            yield Mark(at=GRID.label(view.where[unit]), kind="command post", text=f"Command post of {UNIT_IDS[unit]}")
    yield from _held(points)
    target = target_of(view)
    if target >= 0:
        yield Mark(at=GRID.label(target), kind="target", text="The attack at hand")


def _held(points: list[Point]) -> Iterator[Mark]:
    """What counts for victory and is in US hands."""
    for point in points:
        if point.held and point.value > 0:
            name = spoken(point.name)
            for h in members(point.hexes):
                yield Mark(at=GRID.label(h), kind="held", text=f"{name}: {counted(point.value, 'point')}, yours")


def _outcome(setting: OmahaBeach, view: State) -> Outcome | None:
    found = view.outcome
    if found is None:
        return None
    who = "American" if found.winner == "us" else "German"
    title = " ".join(filter(None, (who, found.level, "victory")))
    return Outcome(winner=found.winner, title=title, reason=found.reason, rule=setting.cite(found.rule))
