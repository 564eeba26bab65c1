"""``bocage play``: the terminal game."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.options import OfScenario
from bocage.cli.terminal import check_save, check_seed, out, read_options, read_players
from bocage.kernel.errors import BocageError, nearest

if TYPE_CHECKING:
    from rich.console import Console

    from bocage.kernel import Event, Game

HUMAN = "human"


def play(
    scenario: Annotated[
        str | None, typer.Argument(help="A scenario of bocage list; without one you choose from a menu.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player", "-p", metavar="[SEAT=]NAME", help="Who plays a seat, or every other one: human, or an opponent."
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="SEED", help="Any word or number; the same seed gives the same dice and cards."),
    ] = None,
    option: OfScenario = None,
    overlay: Annotated[
        Path | None, typer.Option("--overlay", metavar="FILE", help="Play with your own values from this file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the game in this file as you play.")
    ] = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a game from this file.")
    ] = None,
) -> None:
    """Play in the terminal, against the program or against a person at the same keyboard.

    Without more words you are the Allies against the best opponent. In the game, help lists what you can type.

    \b
    Examples
      bocage play
      bocage play sword --player german=human
      bocage play utah --option weather=yes --seed 1944 --save utah.bocage
      bocage play --load utah.bocage --save utah.bocage
      bocage play omaha --player human
    """
    from bocage.cli.programs import seat_all
    from bocage.cli.session import Session

    console = out()
    if sys.stdin.isatty():
        with suppress(ImportError):  # not on every system: arrow keys and earlier lines
            import readline  # noqa: F401
    try:
        if load is not None:
            if scenario is not None or seed is not None or option:
                raise BocageError("--load takes scenario, seed and options from the file, so leave them out")
            game, log = _load(load, overlay)
        else:
            game, log = _new(scenario or _menu(console), seed, read_options(option or []), overlay), []
    except EOFError:
        console.print("\nGood-bye.")
        return
    names = _players(player or [], game)
    if save is not None:
        check_save(game, save)
    _greet(console, game, names)
    Session(game, seat_all(names, game, HUMAN), console, input, log, save, overlay).run()


def _players(given: list[str], game: Game) -> dict[str, str]:
    """Who sits where: if no person is named, the first side with open seats is a person's; the program has the rest."""
    from bocage.players import DEFAULT, FORMER_NAMES, PLAYERS, check, opponent_named

    names = read_players(given, game.setting.seats, "")
    for name in names.values():
        if name and name != HUMAN and name not in (*PLAYERS, *FORMER_NAMES):
            raise BocageError(f"there is no player '{name}'{nearest(name, [HUMAN, *PLAYERS])}")
    if HUMAN not in names.values():
        sides = [[seat for seat in seats if not names[seat]] for seats in game.setting.sides.values()]
        names |= dict.fromkeys(next(filter(None, sides), []), HUMAN)
    names = {seat: name if name == HUMAN else opponent_named(name or DEFAULT).name for seat, name in names.items()}
    for name in names.values():
        if name != HUMAN:
            check(name, game.setting.name)
    return names


def _new(scenario: str, seed: str | None, options: dict[str, str], overlay: Path | None) -> Game:
    from secrets import token_hex

    import bocage

    sown = check_seed(seed) if seed is not None else token_hex(8)
    return bocage.new(scenario, seed=sown, options=options, overlay=overlay)


def _load(path: Path, overlay: Path | None) -> tuple[Game, list[tuple[int, Event]]]:
    """The game as it stands at the end of a record, and what happened until then."""
    from bocage.games import open_setting
    from bocage.kernel import record

    read = record.read(path)
    game = record.start(read, lambda name, options: open_setting(name, options, overlay))
    log = [(0, event) for event in game.opening_events]
    for line in read.lines:
        log += [(game.length, event) for event in record.step(game, line, read.source)]
    record.check_result(game, read)
    if read.resigned:
        title = game.setting.briefing.title_of(read.resigned)
        raise BocageError(f"{path}: the {title} resigned, so this game is over; look at it with bocage replay {path}")
    if game.over:
        raise BocageError(f"{path}: this game is over ({game.outcome}); look at it with bocage replay {path}")
    return game, log


def _menu(console: Console) -> str:
    """Let a person choose a scenario; Enter alone takes the first choice."""
    from rich.padding import Padding
    from rich.text import Text

    from bocage.games import first_choice, list_scenarios, manifest_of

    scenarios = [scenario for scenario in list_scenarios() if manifest_of(scenario.game).has("table")]
    names = [scenario.name for scenario in scenarios]
    console.print(Text("Bocage: Normandy 1944. Which battle?", "bold"))
    for number, scenario in enumerate(scenarios, 1):
        game = manifest_of(scenario.game)
        editions = {other.edition for other in scenarios if other.game == game.name}
        source = f"{game.title}, {scenario.edition}" if len(editions) > 1 else game.title
        console.print(Text.assemble((f"{number:3} ", "bold cyan"), (scenario.title, "bold"), (f"  {source}", "dim")))
        console.print(Padding(Text(scenario.summary, "dim"), (0, 0, 0, 4)))
    default = names.index(first_choice()) + 1
    while True:
        answer = input(f"Number, or Enter for {default}: ").strip() or str(default)
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        for name in names:
            if answer in (name, name.rpartition("/")[2]):
                return name
        known = [name.rpartition("/")[2] for name in names]
        console.print(f"There is no battle '{answer}'{nearest(answer, known)}", markup=False)


def _greet(console: Console, game: Game, names: dict[str, str]) -> None:
    from rich.text import Text

    sides = ", ".join(f"{seat} {name}" for seat, name in names.items())
    chosen = " ".join(f"{name}={value}" for name, value in game.setting.options.items())
    console.print(Text(f"{game.setting.name}: {sides}. Options: {chosen or 'none'}."))
    if game.seed_hash:
        console.print(Text(f"All dice and cards are fixed by a seed with the hash {game.seed_hash[:16]}...", "dim"))
    if HUMAN in names.values():
        console.print("Type an order or its number. help explains the rest, hint suggests, quit leaves.")
    sys.stdout.flush()
