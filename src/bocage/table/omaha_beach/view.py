"""The table as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bocage.games.omaha_beach.action_phase import acting
from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.losses import lost_companies
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.victory import Point
from bocage.games.omaha_beach.words import BASE_IDS, GERMANS, GRID, UNIT_IDS, US
from bocage.hexes import Hex, members
from bocage.kernel.wording import listed
from bocage.table.hexgame import outcome_of
from bocage.table.model import Mark, Outcome, View
from bocage.table.omaha_beach.board import phase_box
from bocage.table.omaha_beach.cards import shown_cards
from bocage.table.omaha_beach.facts import facts_of
from bocage.table.omaha_beach.orders import decision_of
from bocage.table.omaha_beach.pieces import states_of
from bocage.table.omaha_beach.victory import points_of, standings_of
from bocage.table.omaha_beach.words import TIDES, phase_of, position_name, turn_of

SIDE_NAMES = {US: "American", GERMANS: "German"}


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
        victory=standings_of(setting, view, points),
        facts=facts_of(view),
        cards=shown_cards(view),
        decision=decision_of(setting, view, seat),
        outcome=_outcome(view),
    )


def _outcome(view: State) -> Outcome | None:
    """Who has won, and why; of lost companies it is said which of them are on their last step."""
    found, limit = outcome_of(view, SIDE_NAMES), view.battle.scenario.loss_limit(view.turn)
    for division, seat in enumerate(SEATS):
        last = [UNIT_IDS[unit] for unit in lost_companies(view, division) if view.steps[unit]]
        if found is not None and last and found.reason == f"the {seat} Division has lost {limit} companies":
            found.reason += f"; {listed(last)} {'count' if len(last) > 1 else 'counts'} as lost, being on the last step"
    return found


def _active(view: State) -> str:
    actions = acting(view)
    if actions is not None:
        return SEATS[actions.division]
    return view.pending.seat if view.pending is not None else ""


def _marks(view: State, turn: int, points: list[Point]) -> Iterator[Mark]:
    battle = view.battle
    under_water = f"Under water at {TIDES[battle.tide(turn)]}"
    for h in members(battle.beach & ~battle.dry(turn)):
        yield _mark(h, "sea", under_water)
    for h in members(view.cleared & battle.chart.obstacles):
        yield _mark(h, "cleared", "Obstacles cleared")
    for position in view.occupied_positions() + view.armor_on_map():
        if view.german_disrupted >> position & 1:
            yield _mark(view.hex_of(position), "disrupted", f"{position_name(battle, position)} is disrupted")
        if view.smoke >> battle.group_of[position] & 1:
            text = f"Smoke: {battle.group_names[battle.group_of[position]]} does not fire this turn"
            yield _mark(view.hex_of(position), "smoke", text)
    for position in members(view.garrisons):
        yield _mark(view.hex_of(position), "garrison", "A US garrison holds the position")
    for base, h in enumerate(view.bases):
        if h != NONE:
            yield _mark(h, "base", f"Engineer base {BASE_IDS[base]}")
    for unit in sorted(view.command_posts):
        if view.on_map(unit):
            yield _mark(view.where[unit], "command post", f"Command post of {UNIT_IDS[unit]}")
    yield from _held(points)
    target = view.about().target
    if target >= 0:
        yield _mark(target, "target", "The attack at hand")


@lru_cache(maxsize=5_000)
def _mark(h: Hex, kind: str, text: str) -> Mark:
    """A mark, made once."""
    return Mark(at=GRID.label(h), kind=kind, text=text)


def _held(points: list[Point]) -> Iterator[Mark]:
    """What counts for victory and is in US hands."""
    for point in points:
        if point.held and point.value > 0:
            name = spoken(point.name)
            for h in members(point.hexes):
                yield _mark(h, "held", f"{name}: {counted(point.value, 'point')}, yours")
