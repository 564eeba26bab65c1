"""What happened, as entries of a log."""

from __future__ import annotations

from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, UNIT_IDS
from bocage.kernel import Event
from bocage.table.fire_movement.words import place_at
from bocage.table.model import Counts, LogEntry, Result


def entry_of(setting: FireMovement, event: Event, number: int, by: str) -> LogEntry:
    """An event for the log."""
    unit, path = event.facts.get("unit"), _path(event)
    return LogEntry(
        number=number,
        seat=by,
        kind=event.kind,
        text=setting.sentence(event),
        rule=event.rule,
        unit=UNIT_IDS[unit] if isinstance(unit, int) else None,
        path=path,
        hex=_hex(event) or (path[-1] if path else None),
        heading=_heading(setting, event),
        result=RESULTS.get(event.kind, ""),
        counts=COUNTS.get(event.kind, ""),
        die=die if isinstance(die := event.facts.get("die"), int) else 0,
    )


# A combat is the deed of the side that attacks: whoever placed the last marker did not decide it.
HEADINGS = {
    "bombardment": "{side} bombardment of {unit}",
    "markers_revealed": "{side} attack on {place}",
    "combat_result": "{side} attack on {place}",
}
COUNTS: dict[str, Counts] = {
    "moved": "move",
    "combat_result": "combat",
    "reduced": "reduction",
    "eliminated": "elimination",
}
RESULTS: dict[str, Result] = {
    **dict.fromkeys(("weather", "weather_losses", "drop_roll", "drift", "commando_roll", "marker_lost"), "chance"),
    **dict.fromkeys(("bombardment", "marker_seen", "mines_aside", "markers_revealed", "combat_result"), "chance"),
    **dict.fromkeys(("bad_landing", "reduced", "eliminated", "beachhead_lost", "out_of_supply"), "loss"),
    **dict.fromkeys(("stands", "retreated", "cannot_retreat", "cut_short", "held_back", "displaced"), "retreat"),
}


def _heading(setting: FireMovement, event: Event) -> str:
    facts = event.facts
    if event.kind not in HEADINGS or facts.get("combat") == "bombardment":  # which has told it
        return ""
    hex_, unit = facts["hex"], facts.get("unit")
    assert isinstance(hex_, int)
    place = f"{GRID.label(hex_)} {place_at(setting.battle.chart, hex_)}".rstrip()
    name = UNIT_IDS[unit] if isinstance(unit, int) else ""
    return HEADINGS[event.kind].format(side=str(facts["side"]).capitalize(), place=place, unit=name)


def _hex(event: Event) -> str | None:
    hex_ = event.facts.get("hex")
    return GRID.label(hex_) if isinstance(hex_, int) and hex_ >= 0 else None


def _path(event: Event) -> list[str]:
    """The hexes a unit went through, where it came from first unless it came from off the map."""
    origin, path, hex_ = event.facts.get("origin"), event.facts.get("path"), _hex(event)
    start = [GRID.label(origin)] if isinstance(origin, int) and origin >= 0 else []
    if isinstance(path, tuple):
        return [*start, *map(GRID.label, path)]
    return [*start, hex_] if start and hex_ is not None else []
