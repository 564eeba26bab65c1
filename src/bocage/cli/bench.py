"""``bocage bench``: how fast it all is."""

from __future__ import annotations

import typer


def bench(
    quick: bool = typer.Option(False, "--quick", help="Fewer repetitions: half a minute instead of several."),
    as_json: bool = typer.Option(False, "--json", help="Print the figures as JSON."),
) -> int:
    """Measure the speed of play, of copies, of reach and of supply, beside yardsticks in the same run.

    \b
    Examples
      bocage bench --quick
      bocage bench --json > figures.json
    """
    from bocage.lab.bench import run

    return run(quick=quick, as_json=as_json)
