"""Fire & Movement laid out for people."""

from __future__ import annotations

from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.table.fire_movement.board import board_of
from bocage.table.fire_movement.facts import past_of
from bocage.table.fire_movement.guide import deeds_of, guide_of
from bocage.table.fire_movement.log import LOG
from bocage.table.fire_movement.odds import odds_of
from bocage.table.fire_movement.orders import best_in_reach, decision_of
from bocage.table.fire_movement.overlays import overlay_of
from bocage.table.fire_movement.summary import summary_of
from bocage.table.fire_movement.turns import next_box_of, places_of
from bocage.table.fire_movement.view import turn_of, view_of
from bocage.table.fire_movement.words import phase_of
from bocage.table.layout import Layout

ALSO = frozenset(  # kinds of events that a turn is remembered for
    {"drift", "retreated", "stands", "displaced", "beachhead_lost", "no_combat", "none_lands", "reinforced", "rebuilt"}
)
LAYOUT = Layout(
    setting=FireMovement,
    state=State,
    board=board_of,
    view=view_of,
    turn=turn_of,
    phase=phase_of,
    decision=decision_of,
    entry=LOG.entry,
    odds=odds_of,
    reach=best_in_reach,
    overlay=overlay_of,
    summary=summary_of,
    guide=guide_of,
    deeds=deeds_of,
    past=past_of,
    quarters={
        "Caen north of the Orne": ("0837", "0937", "0938", "0939"),
        "Caen south of the Orne": ("0738", "0739", "0838", "0839", "0840"),
    },
    places=places_of,
    next_box=next_box_of,
    rolls=frozenset({"drop_roll", "commando_roll"}),  # told although nobody may be lost
    also=ALSO,
    tells_moves=True,
)

__all__ = ["LAYOUT"]
