"""``bocage tournament``: how strong the levels of opponents are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.options import Jobs, OfScenario, SeedOfGames
from bocage.cli.terminal import check_new_file, check_seed, out, print_json, progress, read_options

if TYPE_CHECKING:
    from bocage.lab.tournament import Played, Standing, Tournament


def tournament(
    scenario: Annotated[str, typer.Argument(help="A scenario of bocage list, for example sword.")],
    level: Annotated[
        list[str] | None, typer.Option("--level", "-l", metavar="NAME", help="A level to be measured; may be repeated.")
    ] = None,
    against: Annotated[str, typer.Option("--against", "-a", metavar="NAME", help="The level to measure by.")] = "",
    pairs: Annotated[
        int, typer.Option("--pairs", "-n", metavar="N", min=1, max=100_000, help="Rounds to play if undecided.")
    ] = 60,
    jobs: Jobs = 1,
    seed: SeedOfGames = "1944",
    option: OfScenario = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", metavar="FILE", help="Keep the games here, and go on from them.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the standings as JSON.")] = False,
) -> int:
    """Let levels play every side against another level, with the same dice as that level against itself.

    Shows margins and wins by side with 95 % intervals, rounds won, and Elo. It stops when every side is decided.
    Ctrl-C stops it, too; with --file the same command goes on later.

    \b
    Examples
      bocage tournament sword --level captain --pairs 60 --file sword.jsonl
      bocage tournament first_waves --level captain --level colonel --jobs 2
      bocage tournament sword --level sergeant:drive --pairs 200
    """
    from bocage.lab.tournament import run, standings, tournament_of
    from bocage.players import DEFAULT

    wanted = tournament_of(
        scenario, level or ["captain"], against or DEFAULT, check_seed(seed), read_options(option or [])
    )
    if file:
        check_new_file(file, "the games")
    games: list[Played] = []
    interrupted = False
    source = run(wanted, pairs=pairs, jobs=jobs, file=file)
    try:
        with progress(f"{scenario}: {', '.join(wanted.levels)} against {wanted.against}", pairs) as advance:
            for so_far in source:
                games = so_far
                for _ in range(jobs):
                    advance()
    except KeyboardInterrupt:
        interrupted = True
        source.close()
    found = standings(wanted, games)
    if as_json:
        print_json([_as_json(standing) for standing in found])
    else:
        _show(wanted, found)
    return 130 if interrupted else 0


def _as_json(standing: Standing) -> dict[str, object]:
    sides = [
        {
            **side._asdict(),
            "gain": side.gain._asdict(),
            "wins": side.wins._asdict(),
            "other_wins": side.other_wins._asdict(),
        }
        for side in standing.sides
    ]
    return {**standing._asdict(), "elo": standing.elo._asdict(), "sides": sides}


def _show(wanted: Tournament, found: list[Standing]) -> None:
    from rich.table import Table

    console = out()
    console.print(f"[bold]{wanted.scenario}[/] against {wanted.against}, seed {wanted.seed}")
    for standing in found:
        table = Table("side", "margin", f"{wanted.against}'s", "gain, 95 %", "wins", f"{wanted.against}'s wins")
        for side in standing.sides:
            table.add_row(
                side.side,
                f"{side.margin:.3f}",
                f"{side.other:.3f}",
                str(side.gain),
                str(side.wins),
                str(side.other_wins),
            )
        console.print(table)
        console.print(
            f"{standing.level}: {standing.rounds} rounds, {standing.won} won, {standing.drawn} drawn, "
            f"{standing.lost} lost; Elo {standing.elo.mean:+.0f} ± {standing.elo.error:.0f}; "
            f"{standing.seconds:.2f} s of processor time a turn; {'decided' if standing.decided else 'not decided'}"
        )
