"""The table as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMAN, SEATS, US
from bocage.games.dark_summer.places import BRITTANY, CHERBOURG, Place, place_name
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.title import DarkSummer
from bocage.hexes import members
from bocage.table.dark_summer.board import scoring_hexes
from bocage.table.dark_summer.facts import facts_of
from bocage.table.dark_summer.orders import decision_of
from bocage.table.dark_summer.pieces import states_of
from bocage.table.dark_summer.victory import standings_of
from bocage.table.dark_summer.words import phase_of, place_words, turn_of
from bocage.table.hexgame import outcome_of
from bocage.table.model import Mark, View


def view_of(setting: DarkSummer, view: State, seat: str, number: int) -> View:
    """A view, laid out."""
    return View(
        number=number,
        seat=seat,
        turn=turn_of(view),
        phase=phase_of(view),
        active=_active(view),
        pieces=states_of(view),
        marks=list(_marks(view)),
        tracks={
            "turn": str(max(view.turn, 1)),
            "round": str(view.round),
            "weather": view.weather.value,
        },
        victory=standings_of(setting, view),
        facts=facts_of(view),
        decision=decision_of(setting, view, seat),
        outcome=outcome_of(view),
    )


def _active(view: State) -> str:
    """The seat whose Round it is, or who decides between Rounds."""
    if view.round_kind:
        return view.active_seat
    return view.pending.seat if view.pending is not None else ""


def _marks(view: State) -> Iterator[Mark]:
    campaign = view.campaign
    for h in members(view.open_beaches):
        yield _mark(h, "open beach", "Open Beach: supply, and Reinforcements land here", SEATS[ALLIED])
    for h in members(view.closed_beaches):
        yield _mark(h, "closed beach", "Closed Beach, for the rest of the game", SEATS[GERMAN])
    for h in members(view.augmented):
        extra = campaign.tables.augmented_omaha.defence
        yield _mark(h, "augmented", f"Augmented Omaha Defense: +{extra} and DR* is EX", SEATS[GERMAN])
    for group, kind in ((US, "us exit"), (BRITISH, "british exit")):
        for h in members(view.exits[group]):
            yield _mark(h, kind, "Exit marker: no Germans, nor the other Allied army", SEATS[ALLIED])
    for h in members(scoring_hexes(campaign) & view.held):
        yield _mark(h, "held", f"{place_words(campaign, h)}: controlled by the Allies", SEATS[ALLIED])
    if view.cherbourg_captured:
        yield _mark(CHERBOURG, "captured", f"Cherbourg, captured on Turn {view.cherbourg_captured}", SEATS[ALLIED])
    elif view.isolated:
        yield _mark(CHERBOURG, "isolated", "Cherbourg is Isolated", SEATS[ALLIED])
    if 0 < view.reentry_turn < view.turn:
        yield _mark(BRITTANY, "no entry", "No Entry to Brittany", SEATS[ALLIED])
    target = view.about().target
    if target >= 0:
        yield _mark(target, "target", "The combat at hand", "")


@lru_cache(maxsize=5_000)
def _mark(place: Place, kind: str, text: str, seat: str) -> Mark:
    """A mark, made once."""
    return Mark(at=place_name(place), kind=kind, text=text, seat=seat)
