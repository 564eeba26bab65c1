"""``bocage learn``: what positions of a scenario are worth, from games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.options import Jobs
from bocage.cli.terminal import check_new_file, check_seed, out, progress

if TYPE_CHECKING:
    from bocage.players.evaluation import Learnt


def learn(
    scenario: Annotated[str, typer.Argument(help="A scenario of bocage list, for example sword.")],
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, max=1_000_000, help="How many games to learn from.")
    ] = 500,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-p",
            metavar="NAME",
            help="Who plays on from the positions that come up; of several each seat draws one.",
        ),
    ] = None,
    jobs: Jobs = 1,
    seed: Annotated[
        str, typer.Option("--seed", metavar="SEED", help="The same seed gives the same weights, whatever the jobs.")
    ] = "1944",
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Write there, and not where opponents read it.")
    ] = None,
) -> int:
    """Play games, learn from them what positions are worth, and write it to the file that opponents read.

    Each quarter of the games is told by weights learnt from the others: how much of their results these tell, by
    quarters of the game, and whether what they expect is what comes. Ctrl-C stops it, and nothing is written.

    \b
    Examples
      bocage learn sword --games 500 --jobs 2
      bocage learn first_waves --games 40 --file /tmp/trial.toml
      bocage learn utah --player recruit --player sergeant --player captain
    """
    from bocage.games import open_setting
    from bocage.kernel import BocageError
    from bocage.lab.learn import Course, in_toml, play_lessons
    from bocage.lab.learn import learn as learn_from
    from bocage.players import DEFAULT, opponent_named
    from bocage.players.evaluation import evaluation_of, place_of

    names = dict.fromkeys(opponent_named(name).name for name in player or [DEFAULT])
    course = Course(scenario, tuple(names), check_seed(seed))
    course.check()
    place = file or place_of(scenario)
    if file:
        check_new_file(place, "what was learnt")
    with progress(f"{scenario}: {', '.join(course.players)}", games) as advance:
        lessons = []
        for lesson in play_lessons(course, games=games, jobs=jobs):
            lessons.append(lesson)
            advance()
    learnt = learn_from(course, lessons)
    _show(learnt)
    try:
        place.parent.mkdir(exist_ok=True)
        place.write_text(in_toml(learnt, evaluation_of(open_setting(scenario).name).FEATURES), encoding="utf-8")
    except OSError as error:
        raise BocageError(f"{place} cannot be written: {error.strerror}") from None
    out().print(f"written to {place}", soft_wrap=True)
    return 0


def _show(learnt: Learnt) -> None:
    from rich.table import Table

    console, held_out = out(), learnt.held_out
    console.print(
        f"[bold]{learnt.scenario}[/], {learnt.origin.positions} positions of {learnt.origin.games} games; "
        "each quarter of them told by what was learnt from the others:"
    )
    quarters = ", ".join(f"{r2:.2f}" for r2 in held_out.r2_by_quarter)
    console.print(f"R² {held_out.r2:.2f}; by quarters of the game {quarters}")
    table = Table("margin expected", "margin found", "positions")
    for expected, found, positions in held_out.calibration:
        table.add_row(f"{expected:.2f}", f"{found:.2f}", str(positions))
    console.print(table)
