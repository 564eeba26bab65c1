"""``bocage review``: what turned a finished game, luck and decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.terminal import out, print_json, progress

if TYPE_CHECKING:
    from bocage.kernel import Game
    from bocage.table.review import Review, Turning

STEPS = 100  # of the bar


def review(
    file: Annotated[Path, typer.Argument(help="A record of a game that is over.")],
    overlay: Annotated[
        Path | None, typer.Option("--overlay", metavar="FILE", help="The values it was played with, if not ours.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Tell the moments that turned a finished game, split into luck and decisions, and what they came to.

    It takes about a minute, for a campaign a few. The same record gives the same review.

    \b
    Examples
      bocage review game.bocage
    """
    from bocage.games import open_setting
    from bocage.kernel import record
    from bocage.players import review as reviewing
    from bocage.table.review import tell

    read = record.read(file)
    game = record.replay(read, lambda name, options: open_setting(name, options, overlay))
    shown = 0
    with progress(f"reviewing {file.name}", STEPS) as advance:

        def show(done: float) -> None:
            nonlocal shown
            while shown < int(done * STEPS):
                shown += 1
                advance()

        told = tell(game, reviewing.review(game, advance=show, resigned=bool(read.resigned)))
    if as_json:
        print_json(told.model_dump())
    else:
        _show(game, told, read.resigned)


def _show(game: Game, told: Review, resigned: str) -> None:
    from rich.text import Text

    console, titles = out(), game.setting.briefing.title_of
    ending = f"The {titles(resigned)} resigned" if resigned else str(game.outcome)
    console.print(Text(ending, "bold"))
    for turning in told.turnings:
        console.print()
        console.print(Text(f"{turning.turn}, {turning.seat}, order {turning.number}: {turning.order}", "bold"))
        for sentence in (*turning.told, *_figures(turning)):
            console.print(Text(f"  {sentence}"))
    if not told.turnings:
        console.print("No single throw or order turned this game.")
    console.print()
    for account in told.accounts:
        side = titles(game.state.side_of(account.seat))
        console.print(
            f"{account.seat}: luck {account.luck:+.1f} ± {account.error:.1f} % for {side}, "
            f"decisions {account.decisions:+.1f} % in {account.missed} orders"
        )
    console.print()
    for note in told.notes:
        console.print(note)


def _figures(turning: Turning) -> list[str]:
    """What it did to the outlook, in sentences."""
    found = [f"Outlook {turning.before:.1f} % before, {turning.after:.1f} % after."]
    if turning.before == turning.after:
        found = []
    if turning.luck is not None:
        found.append(f"Luck {turning.luck:+.1f} %.")
    if turning.decision is not None:
        found.append(f"Decision {turning.decision:+.1f} ± {turning.error:.1f} %. Better: {turning.better}.")
    return found
