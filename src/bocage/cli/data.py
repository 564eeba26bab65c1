"""``bocage data``: what a game is made of, each value with its source; files of a player's own values checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.terminal import out, print_json
from bocage.kernel.errors import BocageError, nearest

if TYPE_CHECKING:
    from bocage.kernel.inventory import Inventory


def inventory_of(game: str) -> Inventory:
    """What a game has to list."""
    from bocage.games import manifest_of
    from bocage.kernel.inventory import Inventory

    return manifest_of(game).part("inventory", Inventory)


def data(
    game: Annotated[str, typer.Argument(help="A game, by the name that bocage list gives it.")],
    kind: Annotated[
        str | None, typer.Argument(help="What to show, for example units; without it what there is.")
    ] = None,
    scenario: Annotated[
        str | None, typer.Argument(help="Only what this scenario uses, by the name that bocage list gives it.")
    ] = None,
    overlay: Annotated[
        Path | None,
        typer.Option(
            "--overlay", metavar="FILE", help="Show this file's values in place of ours; alone: check the file."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show units, terrain, scenarios and whatever else a game is made of, each value with its source.

    \b
    Examples
      bocage data fire_movement
      bocage data fire_movement units sword
      bocage data omaha_beach positions --json
      bocage data fire_movement --overlay docs/example_overlay.toml
      bocage play sword --overlay docs/example_overlay.toml
    """
    found = inventory_of(game)
    if kind is not None:
        if kind not in found.KINDS:
            raise BocageError(f"{game} has no data '{kind}'{nearest(kind, found.KINDS)}")
        _show(found, kind, scenario.removeprefix(f"{game}/") if scenario is not None else None, overlay, as_json)
    elif overlay is not None:
        _check(found, overlay, as_json)
    elif as_json:
        print_json(dict(found.KINDS))
    else:
        for name, sentence in found.KINDS.items():
            out().print(f"[bold cyan]{name:10}[/] {sentence}")


def _show(found: Inventory, kind: str, scenario: str | None, overlay: Path | None, as_json: bool) -> None:
    listing = found.listing(kind, scenario, overlay)
    if as_json:
        print_json(listing.as_json)
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for sheet in listing.sheets:
        table = Table(*sheet.heads, box=box.SIMPLE)
        for row in sheet.rows:
            table.add_row(*map(Text, row))
        out().print(table)


def _check(found: Inventory, overlay: Path, as_json: bool) -> None:
    """Say what a file of a player's own values changes, if it is in order."""
    changes = found.changes(overlay)
    if as_json:
        print_json({"file": str(overlay), "changes": dict(changes)})
        return
    console = out()
    console.print(f"{overlay} is in order.", style="green", markup=False)
    for what, names in changes.items():
        console.print(f"  {what}: {', '.join(names) or 'as shipped'}", highlight=False, markup=False)
