"""D-Day at Omaha Beach laid out for people."""

from __future__ import annotations

from functools import partial

from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.table.layout import Layout
from bocage.table.omaha_beach.board import board_of
from bocage.table.omaha_beach.facts import past_of
from bocage.table.omaha_beach.guide import deeds_of, guide_of
from bocage.table.omaha_beach.log import BROUGHT, CHECKS, FIRES, LOG
from bocage.table.omaha_beach.odds import odds_of
from bocage.table.omaha_beach.orders import DECISIONS, decision_of
from bocage.table.omaha_beach.overlays import overlay_of
from bocage.table.omaha_beach.summary import summary_of
from bocage.table.omaha_beach.turns import next_box_of, places_of
from bocage.table.omaha_beach.view import view_of
from bocage.table.omaha_beach.words import phase_of, turn_of, twins_of

LAYOUT = Layout(
    setting=OmahaBeach,
    state=State,
    board=board_of,
    view=view_of,
    turn=turn_of,
    phase=phase_of,
    decision=decision_of,
    entry=LOG.entry,
    odds=odds_of,
    reach=partial(DECISIONS.reach, odds=odds_of),
    overlay=overlay_of,
    summary=summary_of,
    guide=guide_of,
    deeds=deeds_of,
    past=past_of,
    places=places_of,
    next_box=next_box_of,
    fires=FIRES,
    also=BROUGHT,
    checks=CHECKS,
    twins=twins_of,
)

__all__ = ["LAYOUT"]
