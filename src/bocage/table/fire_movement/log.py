"""What happened, as entries of a log."""

from __future__ import annotations

from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, UNIT_IDS
from bocage.kernel import Event
from bocage.table.model import LogEntry


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
        heading=HEADINGS.get(event.kind, ""),
    )


# What comes of chance is nobody's deed: whoever placed the last marker did not decide the combat.
HEADINGS = {"bombardment": "Bombardment", "markers_revealed": "Combat", "combat_result": "Combat"}


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
