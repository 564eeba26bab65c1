"""``bocage bench``: how fast it all is."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from bocage.cli.terminal import needing_the_server, out, print_json, watching
from bocage.kernel.errors import BocageError


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Short repetitions, for a first impression.")] = False,
    only: Annotated[str, typer.Option("--only", help="Only the rows with this word in their name.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the speed of play, of copies, of reach and of supply, beside yardsticks in the same run.

    A server with 200 games at once is measured as well, which takes two minutes.

    \b
    Examples
      bocage bench --quick
      bocage bench --only sword
      bocage bench --only "order round trip"
      bocage bench --json > figures.json
    """
    from bocage.lab.bench import run

    with needing_the_server():
        from bocage.server.bench import run as run_server

    with watching("measuring") as tell:
        rows = run(quick=quick, only=only, progress=tell) + run_server(quick=quick, only=only, progress=tell)
    if not rows:
        raise BocageError(f"no measurement has '{only}' in its name")
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    from rich.table import Table

    table = Table("what", "value", "unit", "yardstick", "ratio", "target")
    for row in rows:
        ratio = f"{row.ratio:.2f}" if row.ratio is not None else ""
        table.add_row(row.name, f"{row.value:,.1f}", row.unit, row.yardstick, ratio, row.target)
    out().print(table)
