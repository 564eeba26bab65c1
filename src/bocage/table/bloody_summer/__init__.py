"""A Bloody Summer laid out for people."""

from __future__ import annotations

from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import BloodySummer
from bocage.table.bloody_summer.board import board_of
from bocage.table.bloody_summer.facts import past_of
from bocage.table.bloody_summer.guide import guide_of
from bocage.table.bloody_summer.log import LOG, REMEMBERED
from bocage.table.bloody_summer.odds import odds_of
from bocage.table.bloody_summer.orders import decision_of
from bocage.table.bloody_summer.overlays import overlay_of
from bocage.table.bloody_summer.summary import summary_of
from bocage.table.bloody_summer.throws import best_bombardment
from bocage.table.bloody_summer.turns import next_box_of, places_of
from bocage.table.bloody_summer.view import view_of
from bocage.table.bloody_summer.words import phase_of, turn_of
from bocage.table.layout import Layout

LAYOUT = Layout(
    setting=BloodySummer,
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
    guide=guide_of,
    past=past_of,
    quarters={"Caen north of the Orne": ("0908",), "Caen south of the Orne": ("1008",)},
    places=places_of,
    next_box=next_box_of,
    also=REMEMBERED,
    fires=frozenset({"dropped", "dd_tanks", "fifth_ranger"}),  # told although nobody may be lost
    reach=best_bombardment,
)

__all__ = ["LAYOUT"]
