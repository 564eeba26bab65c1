"""Units, terrain, scenarios and markers to read, each value with its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bocage.games.fire_movement.content import (
    BeachArea,
    Content,
    Markers,
    Scenario,
    Source,
    Strength,
    load_content,
    units_in,
)
from bocage.games.fire_movement.overlay import apply, read_overlay
from bocage.kernel.inventory import Listing, Sheet, scenario_asked_for
from bocage.kernel.overlay import differing

KINDS: Mapping[str, str] = {
    "units": "Attack, defence, movement and steps of every unit, and where the numbers come from.",
    "terrain": "Movement costs and the line of the results table for each kind of terrain.",
    "scenarios": "The scenarios; for one of them its forces, arrivals, beaches and objectives.",
    "markers": "Support fire markers and beachheads of every landing area.",
}
RATES = {"river hexside": "river", "road": "road", "trail": "trail"}


def listing(kind: str, scenario: str | None, overlay: Path | None) -> Listing:
    """One kind of data, all of it or what a scenario uses."""
    content = load_content()
    if overlay is not None:
        content = apply(content, read_overlay(overlay, content))
    chosen = scenario_asked_for(scenario, content.scenarios)
    lists = {"units": _units, "terrain": _terrain, "scenarios": _scenarios, "markers": _markers}
    return lists[kind](content, chosen)


def changes(overlay: Path) -> Mapping[str, Sequence[str]]:
    """What a file of a player's own values makes different."""
    shipped = load_content()
    mine = apply(shipped, read_overlay(overlay, shipped))
    rates = [rate for rate in RATES.values() if getattr(mine.terrain, rate) != getattr(shipped.terrain, rate)]
    return {
        "units": differing(shipped.units, mine.units),
        "terrain": [*differing(shipped.terrain.hex, mine.terrain.hex), *rates],
        "areas": differing(shipped.areas, mine.areas),
    }


def _areas(content: Content, scenario: Scenario | None) -> list[BeachArea]:
    return [content.areas[area] for area in scenario.areas] if scenario is not None else list(content.areas.values())


def _source(source: Source) -> str:
    return f"{source.kind}: {source.note}" if source.note else source.kind


# -- units and terrain -----------------------------------------------------------------------------


def _units(content: Content, scenario: Scenario | None) -> Listing:
    used = dict.fromkeys(name for area in _areas(content, scenario) for name in units_in(area))
    chosen = [content.units[name] for name in used] if scenario is not None else list(content.units.values())
    heads = ("unit", "army", "type", "size", "front", "back", "mobile", "ZOC", "title and source")
    rows = [
        (
            unit.id,
            unit.army.value,
            unit.type.value.replace("_", " "),
            unit.size.value,
            _strength(unit.front),
            _strength(unit.back),
            "mobile" if unit.mobile else "",
            "" if unit.zoc else "none",
            f"{unit.title} (listed {_source(unit.listed)}; values {_source(unit.values)})",
        )
        for unit in chosen
    ]
    return Listing([Sheet(heads, rows)], [unit.model_dump(mode="json") | {"steps": unit.steps} for unit in chosen])


def _strength(side: Strength | None) -> str:
    return f"{side.attack}-{side.defence}-{side.movement}" if side is not None else ""


def _terrain(content: Content, _: Scenario | None) -> Listing:
    key = content.terrain
    rows = [
        (name, _cost(row.leg, row.plus), _cost(row.mobile, row.plus), row.line or "", _source(row.source))
        for name, row in key.hex.items()
    ]
    for name, rate in RATES.items():
        written = _cost(getattr(key, rate), plus=rate == "river")
        rows.append((name, written, written, "", _source(key.source)))
    sheet = Sheet(("terrain", "leg", "mobile", "line of the table", "source"), rows)
    return Listing([sheet], key.model_dump(mode="json"))


def _cost(value: float | None, plus: bool) -> str:
    return "prohibited" if value is None else f"{'+' if plus else ''}{value:g}"


# -- scenarios and markers -------------------------------------------------------------------------


def _scenarios(content: Content, scenario: Scenario | None) -> Listing:
    chosen = [scenario] if scenario is not None else list(content.scenarios.values())
    rows = [(one.id, one.title, one.edition, ", ".join(one.areas), one.summary) for one in chosen]
    sheets = [Sheet(("scenario", "title", "edition", "areas", "summary"), rows)]
    if scenario is not None:
        sheets += [_forces(area) for area in _areas(content, scenario)]
    areas = {area: content.areas[area].model_dump(mode="json") for one in chosen for area in one.areas}
    return Listing(sheets, {"scenarios": [one.model_dump(mode="json") for one in chosen], "areas": areas})


def _forces(area: BeachArea) -> Sheet:
    rows: list[tuple[str, ...]] = []
    for set_up in area.german_set_up:
        rows.append(("German set-up", "before turn 1", set_up.where.replace("_", " "), ", ".join(set_up.units)))
    for landing in area.landings:
        rows.append(("Allied landing", "before turn 1", landing.beach, ", ".join(landing.units)))
    for drop in area.drops:
        rows.append(("Allied drop", "before turn 1", f"north of row {drop.north_of_row:02}", ", ".join(drop.units)))
    for commando in area.commandos:
        rows.append(("Allied commando", "before turn 1", ", ".join(commando.hexes), commando.unit))
    for side, arrivals in (("German", area.german_reinforcements), ("Allied", area.allied_reinforcements)):
        for arrival in arrivals:
            rows.append((f"{side} arrival", f"turn {arrival.turn}", arrival.entry, ", ".join(arrival.units)))
    wanted = area.objectives
    rows.append(("Objectives", f"{wanted.needed} of {len(wanted.hexes)}", "", ", ".join(wanted.hexes)))
    return Sheet((area.title, "when", "where", "units"), rows)


def _markers(content: Content, scenario: Scenario | None) -> Listing:
    areas = _areas(content, scenario)
    rows = []
    for area in areas:
        for name, pool in (
            ("German", area.german_markers),
            ("of these, mines", area.mines),
            (f"{area.army.value.upper()}", area.allied_markers),
            ("of these, aircraft", area.aircraft),
            ("naval gunfire", area.naval_markers),
        ):
            rows.append((area.id, name, str(pool.total), _counts(pool), _source(pool.source)))
        heads = area.beachheads
        rows.append((area.id, "beachheads", str(heads.count), ", ".join(heads.beaches), _source(heads.source)))
    names = {"german_markers", "mines", "allied_markers", "aircraft", "naval_markers", "beachheads"}
    full = {area.id: area.model_dump(mode="json", include=names) for area in areas}
    return Listing([Sheet(("area", "markers", "number", "which", "source"), rows)], full)


def _counts(pool: Markers) -> str:
    return ", ".join(f"{count} × +{value}" for value, count in sorted(pool.counts.items()) if count) or "none"
