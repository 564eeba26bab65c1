"""``bocage map``: a game's map as a drawing."""

from __future__ import annotations

from pathlib import Path

import typer

from bocage.cli.terminal import check_new_file, choose, out
from bocage.kernel.errors import BocageError


def draw_map(
    game: str = typer.Argument(help="A game, for example fire_movement."),
    svg: Path = typer.Option(..., "--svg", help="The file to draw to; an older .svg is replaced."),
    scenario: str | None = typer.Option(None, "--scenario", help="Only the part of the map that this scenario uses."),
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
