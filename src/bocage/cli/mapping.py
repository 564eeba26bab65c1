"""``bocage map``: a game's map as a drawing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.terminal import check_new_file, choose, out, watching
from bocage.kernel.errors import BocageError

VEIL = "fill:#f3ecd9;fill-opacity:.72"  # over what a scenario does not use


def draw_map(
    game: Annotated[str, typer.Argument(help="A game, for example fire_movement.")],
    svg: Annotated[Path, typer.Option("--svg", metavar="FILE", help="The file to draw to; an older .svg is replaced.")],
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="Only the part of the map that this scenario uses.")
    ] = None,
) -> None:
    """Draw a game's map as SVG, which any browser shows.

    \b
    Examples
      bocage map fire_movement --svg normandy.svg
      bocage map fire_movement --svg sword.svg --scenario sword
    """
    from bocage.games import TITLES

    choose("game", game, TITLES)
    if svg.suffix.lower() != ".svg":
        raise BocageError(f"--svg {svg} should end in .svg")
    check_new_file(svg, "a map")
    if svg.exists() and b"<svg" not in svg.read_bytes()[:4096]:
        raise BocageError(f"{svg} is there already and is no drawing, so it is left as it is")
    from bocage.games.fire_movement.chart import load_chart
    from bocage.games.fire_movement.title import scenarios
    from bocage.geography.draw import draw_svg

    chart = load_chart()
    used = None
    if scenario is not None:
        name = choose("scenario", scenario.removeprefix(f"{game}/"), scenarios())
        used = chart.areas[scenarios()[name].playable]
    with watching("drawing the map"):
        text = draw_svg(chart, game) if used is None else _part(used)
    try:
        svg.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BocageError(f"{svg} cannot be written: {error.strerror}") from None
    out().print(f"{svg}: {len(text) // 1024} KB")


def _part(used: int) -> str:
    """The map cut down to the hexes in use, the others under a veil."""
    from bocage.games.fire_movement.chart import load_chart
    from bocage.geography.draw import HEX, MARGIN, draw_svg, spot
    from bocage.hexes import members

    chart = load_chart()
    grid = chart.grid
    first = grid.hexes[0]
    (left, top), (x0, y0) = spot(grid, first), grid.centre(first)

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return round(left + (point[0] - x0) * HEX, 1), round(top + (point[1] - y0) * HEX, 1)

    def outline(h: int) -> str:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in map(place, grid.corners(h))) + "Z"

    beside = "".join(outline(h) for h in members(chart.land & ~used))
    text = draw_svg(chart, "fire_movement", counters=f'<path style="{VEIL}" d="{beside}"/>')
    points = [place(corner) for h in members(used) for corner in grid.corners(h)]
    x, y = min(x for x, _ in points) - MARGIN, min(y for _, y in points) - MARGIN
    wide, high = max(x for x, _ in points) + MARGIN - x, max(y for _, y in points) + MARGIN - y
    frame = f'viewBox="{x:g} {y:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', frame, text, count=1)
