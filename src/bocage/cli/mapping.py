"""``bocage map``: a game's map as a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.terminal import check_new_file, out, watching
from bocage.kernel.errors import BocageError


def draw_map(
    game: Annotated[str, typer.Argument(help="A game, by the name that bocage list gives it.")],
    svg: Annotated[Path, typer.Option("--svg", metavar="FILE", help="The file to draw to; an older .svg is replaced.")],
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="Only the part of the map that this scenario uses.")
    ] = None,
    turned: Annotated[
        bool, typer.Option("--turned", help="With north at the top, where the printed sheet has it at the bottom.")
    ] = False,
) -> None:
    """Draw a game's map as SVG, which any browser shows.

    \b
    Examples
      bocage map fire_movement --svg normandy.svg
      bocage map fire_movement --svg sword.svg --scenario sword
      bocage map omaha_beach --svg omaha.svg --turned
    """
    from bocage.drawings import draw, drawing_of

    drawing_of(game)
    if svg.suffix.lower() != ".svg":
        raise BocageError(f"--svg {svg} should end in .svg")
    check_new_file(svg, "a map")
    if svg.exists() and b"<svg" not in svg.read_bytes()[:4096]:
        raise BocageError(f"{svg} is there already and is no drawing, so it is left as it is")
    with watching("drawing the map"):
        text = draw(game, scenario.removeprefix(f"{game}/") if scenario is not None else None, turned=turned)
    try:
        svg.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BocageError(f"{svg} cannot be written: {error.strerror}") from None
    out().print(f"{svg}: {len(text) // 1024} KB")
