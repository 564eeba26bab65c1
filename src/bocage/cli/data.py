"""``bocage data``: units, terrain, scenarios and markers with their sources; overlays checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.terminal import choose, out, print_json

if TYPE_CHECKING:
    from bocage.games.fire_movement.content import BeachArea, Content, Markers, Source, Strength

app = typer.Typer(rich_markup_mode=None)

OfScenario = Annotated[str | None, typer.Argument(help="Only what this scenario uses, for example sword.")]
WithOverlay = Annotated[
    Path | None, typer.Option("--overlay", metavar="FILE", help="Show this file's values in place of ours.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.callback()
def data() -> None:
    """Show units, terrain, scenarios and markers, each value with its source.

    \b
    Examples
      bocage data units sword
      bocage data terrain --json
      bocage data overlay my-values.toml
    """


@app.command()
def units(scenario: OfScenario = None, overlay: WithOverlay = None, as_json: AsJson = False) -> None:
    """Attack, defence, movement and steps of every unit, and where the numbers come from.

    \b
    Examples
      bocage data units
      bocage data units utah --json
    """
    from bocage.games.fire_movement.content import units_in

    content = _content(overlay)
    listed = [unit for area in _areas(content, scenario) for unit in units_in(area)]
    chosen = [content.units[name] for name in dict.fromkeys(listed)] if scenario else list(content.units.values())
    if as_json:
        print_json([unit.model_dump(mode="json") | {"steps": unit.steps} for unit in chosen])
        return
    _table(
        ("unit", "army", "type", "size", "front", "back", "mobile", "ZOC", "title and source"),
        (
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
        ),
    )


@app.command()
def terrain(overlay: WithOverlay = None, as_json: AsJson = False) -> None:
    """Movement costs and the line of the results table for each kind of terrain."""
    key = _content(overlay).terrain
    if as_json:
        print_json(key.model_dump(mode="json"))
        return

    def cost(value: float | None, plus: bool) -> str:
        return "prohibited" if value is None else f"{'+' if plus else ''}{value:g}"

    rows = [
        (name, cost(row.leg, row.plus), cost(row.mobile, row.plus), row.line or "", _source(row.source))
        for name, row in key.hex.items()
    ]
    for name, rate in (("river hexside", key.river), ("road", key.road), ("trail", key.trail)):
        written = f"{'+' if name == 'river hexside' else ''}{rate:g}"
        rows.append((name, written, written, "", _source(key.source)))
    _table(("terrain", "leg", "mobile", "line of the table", "source"), rows)


@app.command()
def scenarios(scenario: OfScenario = None, overlay: WithOverlay = None, as_json: AsJson = False) -> None:
    """Forces, arrivals, beaches and objectives of the scenarios."""
    content = _content(overlay)
    chosen = [s for s in content.scenarios.values() if scenario is None or s.id == _scenario(content, scenario)]
    if as_json:
        areas = {area: content.areas[area].model_dump(mode="json") for s in chosen for area in s.areas}
        print_json({"scenarios": [s.model_dump(mode="json") for s in chosen], "areas": areas})
        return
    console = out()
    for one in chosen:
        console.print(f"[bold cyan]{one.id}[/]  [bold]{one.title}[/]  {one.edition}, areas: {', '.join(one.areas)}")
        console.print(one.summary, "\n")
    if scenario is not None:
        for area in _areas(content, scenario):
            _show_area(area)


@app.command()
def markers(scenario: OfScenario = None, overlay: WithOverlay = None, as_json: AsJson = False) -> None:
    """Support fire markers and beachheads of every landing area."""
    content = _content(overlay)
    areas = _areas(content, scenario)
    if as_json:
        names = ("german_markers", "mines", "allied_markers", "aircraft", "naval_markers", "beachheads")
        print_json({area.id: area.model_dump(mode="json", include=set(names)) for area in areas})
        return
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
    _table(("area", "markers", "number", "which", "source"), rows)


@app.command()
def overlay(
    file: Annotated[Path, typer.Argument(help="A TOML file with your own values.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print what it changes as JSON.")] = False,
) -> None:
    """Check a file of your own values and say what it changes.

    \b
    Examples
      bocage data overlay docs/example_overlay.toml
      bocage play sword --overlay docs/example_overlay.toml
    """
    from bocage.games.fire_movement.content import load_content
    from bocage.games.fire_movement.overlay import apply, read_overlay

    shipped = load_content()
    mine = apply(shipped, read_overlay(file, shipped))
    changes = {
        "units": [name for name in mine.units if mine.units[name] != shipped.units[name]],
        "terrain": [
            *(name for name in mine.terrain.hex if mine.terrain.hex[name] != shipped.terrain.hex[name]),
            *(
                rate
                for rate in ("river", "road", "trail")
                if getattr(mine.terrain, rate) != getattr(shipped.terrain, rate)
            ),
        ],
        "areas": [name for name in mine.areas if mine.areas[name] != shipped.areas[name]],
    }
    if as_json:
        print_json({"file": str(file), "changes": changes})
        return
    console = out()
    console.print(f"{file} is in order.", style="green")
    for what, names in changes.items():
        console.print(f"  {what}: {', '.join(names) or 'as shipped'}", highlight=False)


def _content(overlay: Path | None) -> Content:
    from bocage.games.fire_movement.content import load_content
    from bocage.games.fire_movement.overlay import apply, read_overlay

    content = load_content()
    return apply(content, read_overlay(overlay, content)) if overlay is not None else content


def _scenario(content: Content, name: str) -> str:
    return choose("scenario", name.removeprefix("fire_movement/"), content.scenarios)


def _areas(content: Content, scenario: str | None) -> Sequence[BeachArea]:
    if scenario is None:
        return tuple(content.areas.values())
    return [content.areas[area] for area in content.scenarios[_scenario(content, scenario)].areas]


def _strength(side: Strength | None) -> str:
    return f"{side.attack}-{side.defence}-{side.movement}" if side is not None else ""


def _source(source: Source) -> str:
    return f"{source.kind}: {source.note}" if source.note else source.kind


def _counts(pool: Markers) -> str:
    return ", ".join(f"{count} × +{value}" for value, count in sorted(pool.counts.items()) if count) or "none"


def _show_area(area: BeachArea) -> None:
    rows: list[tuple[str, ...]] = []
    for set_up in area.german_set_up:
        rows.append(("German set-up", "before GT 1", set_up.where.replace("_", " "), ", ".join(set_up.units)))
    for landing in area.landings:
        rows.append(("Allied landing", "before GT 1", landing.beach, ", ".join(landing.units)))
    for drop in area.drops:
        rows.append(("Allied drop", "before GT 1", f"north of row {drop.north_of_row:02}", ", ".join(drop.units)))
    for commando in area.commandos:
        rows.append(("Allied commando", "before GT 1", ", ".join(commando.hexes), commando.unit))
    for side, arrivals in (("German", area.german_reinforcements), ("Allied", area.allied_reinforcements)):
        for arrival in arrivals:
            rows.append((f"{side} arrival", f"GT {arrival.turn}", arrival.entry, ", ".join(arrival.units)))
    wanted = area.objectives
    rows.append(("Objectives", f"{wanted.needed} of {len(wanted.hexes)}", "", ", ".join(wanted.hexes)))
    _table((area.title, "when", "where", "units"), rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(*heads, box=box.SIMPLE)
    for row in rows:
        table.add_row(*row)
    out().print(table)
