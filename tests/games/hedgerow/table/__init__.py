"""Hedgerow laid out for people."""

from __future__ import annotations

from bocage.kernel import BocageError
from bocage.table.layout import Layout
from bocage.table.model import Overlay
from tests.games.hedgerow.state import State
from tests.games.hedgerow.table.board import board_of
from tests.games.hedgerow.table.orders import decision_of, odds_of
from tests.games.hedgerow.table.story import LOG, summary_of
from tests.games.hedgerow.table.view import phase_of, turn_of, view_of
from tests.games.hedgerow.title import Hedgerow


def overlay_of(setting: Hedgerow, view: State, kind: str, unit: str | None) -> Overlay:
    """There are none to ask for."""
    raise BocageError(f"there is no overlay '{kind}'")


LAYOUT = Layout(
    setting=Hedgerow,
    state=State,
    board=board_of,
    view=view_of,
    turn=turn_of,
    phase=phase_of,
    decision=decision_of,
    entry=LOG.entry,
    odds=odds_of,
    overlay=overlay_of,
    summary=summary_of,
    guide=lambda setting: None,
)

__all__ = ["LAYOUT"]
