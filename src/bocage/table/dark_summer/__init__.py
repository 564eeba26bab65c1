"""The Dark Summer laid out for people."""

from __future__ import annotations

from functools import partial

from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.title import DarkSummer
from bocage.table.dark_summer.board import board_of
from bocage.table.dark_summer.facts import past_of
from bocage.table.dark_summer.guide import deeds_of, guide_of
from bocage.table.dark_summer.log import LOG, REMEMBERED
from bocage.table.dark_summer.odds import odds_of
from bocage.table.dark_summer.orders import DECISIONS, decision_of
from bocage.table.dark_summer.overlays import overlay_of
from bocage.table.dark_summer.pieces import DUE
from bocage.table.dark_summer.summary import summary_of
from bocage.table.dark_summer.turns import next_box_of, places_of
from bocage.table.dark_summer.view import view_of
from bocage.table.dark_summer.words import phase_of, turn_of
from bocage.table.layout import Layout

LAYOUT = Layout(
    setting=DarkSummer,
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
    quarters={"Caen north of the Orne": ("4506", "4606"), "Caen south of the Orne": ("4607",)},
    places=places_of,
    next_box=next_box_of,
    also=REMEMBERED,
    late=frozenset(box.id for box in DUE),
)

__all__ = ["LAYOUT"]
