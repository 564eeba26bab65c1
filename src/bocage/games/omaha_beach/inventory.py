"""Units, positions and scenarios to read, as the counters and the map print them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bocage.games.omaha_beach.content import Content, load_content
from bocage.games.omaha_beach.scenarios import Scenario
from bocage.games.omaha_beach.terms import Sector
from bocage.games.omaha_beach.title import no_overlay, scenarios
from bocage.games.omaha_beach.units import UNLIMITED, UsUnit
from bocage.kernel.inventory import Listing, Sheet, scenario_asked_for

KINDS: Mapping[str, str] = {
    "units": "Steps, strengths, ranges, weapons and arrival of every US unit.",
    "germans": "Strength and weapons needed of every German unit, by the pool that it is drawn from.",
    "positions": "The German positions: hex, colour, zone, depth, and whither their units advance.",
    "scenarios": "The scenarios, their turns and divisions.",
}


def listing(kind: str, scenario: str | None, overlay: Path | None) -> Listing:
    """One kind of data, all of it or what a scenario uses."""
    if overlay is not None:
        raise no_overlay(overlay)
    chosen = scenario_asked_for(scenario, scenarios())
    lists = {"units": _units, "germans": _germans, "positions": _positions, "scenarios": _scenarios}
    return Listing.of(lists[kind](load_content(), chosen))


def changes(overlay: Path) -> Mapping[str, Sequence[str]]:
    """Nothing: the data are the printed ones."""
    raise no_overlay(overlay)


def _units(content: Content, scenario: Scenario | None) -> Sheet:
    chosen = [
        unit
        for unit in content.pieces.us.values()
        if scenario is None or (unit.division in scenario.divisions and (unit.arrives or 0) <= scenario.last_arrival)
    ]
    rows = [
        (
            unit.id,
            str(unit.division),
            unit.type.replace("_", " "),
            unit.symbol or "",
            *(" ".join(words) for words in _by_step(unit)),
            f"{f'turn {unit.arrives}' if unit.arrives else 'at the start'}, {unit.box}",
            unit.source,
        )
        for unit in chosen
    ]
    heads = ("unit", "division", "type", "symbol", "strength", "range", "weapons", "arrives", "source")
    return Sheet(heads, rows)


def _by_step(unit: UsUnit) -> tuple[list[str], list[str], list[str]]:
    """Strength, range and weapons of a unit, from full strength down."""
    steps = unit.steps[::-1]
    return (
        [str(step.strength) for step in steps],
        ["U" if step.range == UNLIMITED else str(step.range) for step in steps],
        ["chart" if step.weapons is None else "+".join(sorted(step.weapons)) or "none" for step in steps],
    )


def _germans(content: Content, _: Scenario | None) -> Sheet:
    rows = [
        (
            unit.id,
            unit.pool.replace("_", " "),
            unit.type.replace("_", " "),
            str(unit.division or ""),
            str(unit.strength),
            " ".join(sorted(unit.needs)),
            str(unit.calibre or ""),
            unit.back.replace("_", " "),
        )
        for unit in content.pieces.german.values()
    ]
    return Sheet(("unit", "pool", "type", "division", "strength", "needs", "calibre", "back"), rows)


def _positions(content: Content, scenario: Scenario | None) -> Sheet:
    sectors = {Sector.EAST if division == 1 else Sector.WEST for division in scenario.divisions} if scenario else set()
    rows = [
        (
            position.id,
            position.kind,
            content.chart.grid.label(position.hex),
            position.sector,
            position.colour,
            position.zone or "",
            position.depth,
            str(position.artillery or ""),
            "yes" if position.vp else "",
            " ".join(position.advance_to),
        )
        for position in content.positions.values()
        if scenario is None or position.sector in sectors
    ]
    heads = ("position", "kind", "hex", "sector", "colour", "zone", "depth", "artillery", "point", "advances to")
    return Sheet(heads, rows)


def _scenarios(_: Content, scenario: Scenario | None) -> Sheet:
    chosen = [scenario] if scenario is not None else list(scenarios().values())
    rows = [
        (one.id, one.title, f"{one.turns[0]} to {one.turns[1]}", ", ".join(map(str, one.divisions)), one.summary)
        for one in chosen
    ]
    return Sheet(("scenario", "title", "turns", "divisions", "summary"), rows)
