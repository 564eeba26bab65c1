"""``bocage fuzz``: random games with the state checked after every order."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.terminal import print_json, progress, read_players
from bocage.kernel.errors import BocageError

VIOLATIONS = 1
CHANCE = ""  # who plays a seat that no player has


def fuzz(
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=1_000_000, help="How many games to play.")
    ] = 2000,
    seed: Annotated[int, typer.Option("--seed", metavar="SEED", help="The same seed plays the same games.")] = 1944,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, max=256, help="How many processes share the work.")
    ] = 2,
    scenario: Annotated[
        str, typer.Option("--scenario", metavar="NAME", help="Only this scenario; all of them take turns otherwise.")
    ] = "",
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="[SEAT=]NAME", help="Who plays a seat of the scenario, or all; else chance."),
    ] = None,
    folder: Annotated[Path, typer.Option("--out", help="Where records of failures go.")] = Path("fuzz-failures"),
    as_json: Annotated[bool, typer.Option("--json", help="Print the totals as JSON.")] = False,
) -> int:
    """Play random games and check the state after every order, views, refusals and undo at random ones.

    A player who has a seat takes one order of ten at random. A failure leaves a record that opens in bocage replay, and
    makes the exit code 1.

    \b
    Examples
      bocage fuzz --games 100
      bocage fuzz --scenario sword --games 50 --jobs 2 --seed 7
      bocage fuzz --scenario sword --games 50 --player allied=greedy
    """
    from bocage.games import open_setting

    if player and not scenario:
        raise BocageError("--player needs --scenario: the seats of scenarios differ")
    seats = open_setting(scenario).seats if scenario else ()
    named = {seat: name for seat, name in read_players(player or [], seats, CHANCE).items() if name != CHANCE}
    if folder.exists() and not folder.is_dir():
        raise BocageError(f"--out {folder} is a file, not a folder")
    from bocage.lab.fuzz import run

    with progress("fuzzing", games) as advance:
        found = run(games, seed, jobs, scenario or None, folder, advance, named)
    if as_json:
        print_json({**found._asdict(), "failures": [str(failure) for failure in found.failures], "ok": found.ok})
    else:
        for failure in found.failures:
            typer.echo(f"Violation: {failure}")
        typer.echo(str(found))
    return 0 if found.ok else VIOLATIONS
