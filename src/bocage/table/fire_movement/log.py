"""What happened, as entries of a log: the words that are Fire & Movement's own."""

from __future__ import annotations

from bocage.games.fire_movement.sentences import needs, outcome, shown
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, HEXES, UNITS
from bocage.hexes import Hex
from bocage.kernel import Event
from bocage.table.fire_movement.words import place_at
from bocage.table.log import Log, lies_after

# A combat is the deed of the side that attacks: whoever placed the last marker did not decide it.
TITLES = {
    "weather": "Weather",
    "drop_roll": "Airborne drop of {unit}",
    "bad_landing": "Landing of {unit} in bad terrain",
    "shared_landing": "More than one unit in {place}",
    "commando_roll": "Commando assault on {place}",
    "marker_chosen": "{side} bombardment of {unit}",
    "marker_seen": "{side} attack on {place}",
    "bombardment": "{side} bombardment of {unit}",
    "markers_revealed": "{side} attack on {place}",
    "combat_result": "{side} attack on {place}",
}
PLACED = frozenset({"landed", "set_up", "recorded", "drift"})  # kinds of events that put a unit in their hex


def _called(setting: FireMovement, hex_: Hex) -> str:
    return f"{GRID.label(hex_)} {place_at(setting.battle.chart, hex_)}".rstrip()


def _title(setting: FireMovement, event: Event) -> str:
    hex_ = event.number("hex")
    place = _called(setting, hex_) if hex_ >= 0 else ""
    return TITLES[event.kind].format(**shown(event), place=place)


LOG = Log[FireMovement](
    units=UNITS,
    hexes=HEXES,
    title=_title,
    outcome=outcome,
    needs=needs,
    lies=lies_after(PLACED, GRID.label),
    called=_called,
)
