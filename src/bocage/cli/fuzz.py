"""``bocage fuzz``: random games with everything checked after every order."""

from __future__ import annotations

from pathlib import Path

import typer

from bocage.kernel.errors import BocageError


def fuzz(
    games: int = typer.Option(2000, "--games", min=1, help="How many games to play."),
    seed: int = typer.Option(1944, "--seed", help="The same seed plays the same games."),
    jobs: int = typer.Option(2, "--jobs", min=1, max=256, help="How many processes share the work."),
    scenario: str = typer.Option("", "--scenario", help="Only this scenario; all of them take turns otherwise."),
    folder: Path = typer.Option(Path("fuzz-failures"), "--out", help="Where records of failures go."),
) -> int:
    """Play random games and check every invariant after every order.

    A failure leaves a record that opens in bocage replay.

    \b
    Examples
      bocage fuzz --games 100
      bocage fuzz --scenario sword --games 50 --jobs 2 --seed 7
    """
    from bocage.games import open_setting
    from bocage.lab.fuzz import run

    if scenario:
        open_setting(scenario)
    if folder.exists() and not folder.is_dir():
        raise BocageError(f"--out {folder} is a file, not a folder")
    return run(games=games, seed=seed, jobs=jobs, scenario=scenario or None, out=folder)
