"""D-Day at Omaha Beach laid out for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.kernel import Event, Order, Setting
from bocage.kernel import Odds as KernelOdds
from bocage.kernel import State as KernelState
from bocage.table.model import Board, Decision, Guide, LogEntry, Odds, Overlay, Summary, View
from bocage.table.omaha_beach.board import board_of
from bocage.table.omaha_beach.guide import guide_of
from bocage.table.omaha_beach.log import entry_of
from bocage.table.omaha_beach.odds import odds_of
from bocage.table.omaha_beach.orders import decision_of
from bocage.table.omaha_beach.overlays import overlay_of
from bocage.table.omaha_beach.summary import summary_of
from bocage.table.omaha_beach.view import view_of
from bocage.table.omaha_beach.words import phase_of, turn_of

if TYPE_CHECKING:
    from bocage.table import Moment


class OmahaBeachTable:
    """See ``Table``."""

    def __init__(self, setting: Setting) -> None:
        assert isinstance(setting, OmahaBeach)
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
        """Every possibility with its chance."""
        assert isinstance(view, State)
        return odds_of(self.setting, view, order, odds)

    def overlay(self, view: KernelState, kind: str, unit: str | None) -> Overlay:
        """Hexes to shade; ``unit`` may also name a position or a colour."""
        assert isinstance(view, State)
        return overlay_of(self.setting, view, kind, unit)

    def summary(self, moments: Sequence[Moment], seat: str | None) -> Summary:
        """Curves over the whole course."""
        return summary_of(self.setting, moments, seat)

    def guide(self) -> Guide | None:
        """The guided first game of Easy Fox."""
        return guide_of(self.setting)


__all__ = ["OmahaBeachTable"]
