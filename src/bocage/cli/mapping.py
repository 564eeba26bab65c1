"""``bocage map``: a game's map as a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.terminal import check_new_file, choose, out, watching
from bocage.kernel.errors import BocageError


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
    from bocage.geography.part import draw_part

    chart = load_chart()
    used = None
    if scenario is not None:
        name = choose("scenario", scenario.removeprefix(f"{game}/"), scenarios())
        used = chart.areas[scenarios()[name].playable]
    with watching("drawing the map"):
        text = draw_svg(chart, game) if used is None else draw_part(chart, game, chart.land, used)
    try:
        svg.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BocageError(f"{svg} cannot be written: {error.strerror}") from None
    out().print(f"{svg}: {len(text) // 1024} KB")
