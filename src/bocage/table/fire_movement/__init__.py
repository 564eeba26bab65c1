"""Fire & Movement laid out for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.kernel import Event, Order, Setting
from bocage.kernel import Odds as KernelOdds
from bocage.kernel import State as KernelState
from bocage.table.fire_movement.board import board_of
from bocage.table.fire_movement.guide import guide_of
from bocage.table.fire_movement.log import entry_of
from bocage.table.fire_movement.odds import odds_of
from bocage.table.fire_movement.orders import decision_of
from bocage.table.fire_movement.overlays import overlay_of
from bocage.table.fire_movement.summary import summary_of
from bocage.table.fire_movement.view import turn_of, view_of
from bocage.table.fire_movement.words import phase_of
from bocage.table.model import Board, Decision, Guide, LogEntry, Odds, Overlay, Summary, View

if TYPE_CHECKING:
    from bocage.table import Moment


class FireMovementTable:
    """See ``Table``."""

    def __init__(self, setting: Setting) -> None:
        assert isinstance(setting, FireMovement)
        self.setting = setting

    def board(self) -> Board:
        """All that does not change."""
        return board_of(self.setting)

    def view(self, view: KernelState, seat: str, number: int) -> View:
        """The table as a seat sees it."""
        assert isinstance(view, State)
        return view_of(self.setting, view, seat, number)

    def when(self, state: KernelState) -> tuple[str, str]:
        """Turn and phase."""
        assert isinstance(state, State)
        return turn_of(state), phase_of(state)

    def decision(self, view: KernelState, seat: str) -> Decision | None:
        """What is asked."""
        assert isinstance(view, State)
        return decision_of(self.setting, view, seat)

    def entry(self, event: Event, number: int, by: str) -> LogEntry:
        """An event for the log."""
        return entry_of(self.setting, event, number, by)

    def odds(self, view: KernelState, order: Order, odds: KernelOdds) -> Odds:
        """Exact odds in words."""
        assert isinstance(view, State)
        return odds_of(self.setting, view, odds)

    def overlay(self, view: KernelState, kind: str, unit: str | None) -> Overlay:
        """Hexes to shade."""
        assert isinstance(view, State)
        return overlay_of(self.setting, view, kind, unit)

    def summary(self, moments: Sequence[Moment], seat: str | None) -> Summary:
        """Curves over the whole course."""
        return summary_of(self.setting, moments, seat)

    def guide(self) -> Guide | None:
        """The guided first game of On to Caen."""
        return guide_of(self.setting)


__all__ = ["FireMovementTable"]
