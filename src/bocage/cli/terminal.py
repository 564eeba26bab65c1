"""What the commands share: where they print, how they show progress, and how they refuse."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bocage.kernel.errors import BocageError, nearest

if TYPE_CHECKING:
    from rich.console import Console

    from bocage.kernel import Game

PIPE_SIZE = 100, 41  # columns and lines


def out() -> Console:
    """The console for results: coloured on a terminal, plain and of a fixed width in a pipe."""
    from rich.console import Console

    width, height = (None, None) if sys.stdout.isatty() else PIPE_SIZE
    return Console(highlight=False, width=width, height=height)


def print_json(value: object) -> None:
    """A value as JSON, for programs."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


@contextmanager
def needing_the_server() -> Iterator[None]:
    """For imports of the server, which is an extra: where its packages are missing, say how to get them."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "bocage":
            raise
        raise BocageError(
            f"{missing.name} is missing, which the server needs; install all of it with: pip install 'bocage[server]'"
        ) from None


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr, to be called for every step, and nothing at all where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def watching(what: str) -> Iterator[Callable[[str], None]]:
    """A sign of life on stderr for work of unknown length; call it with what is going on."""
    if not sys.stderr.isatty():
        yield lambda note: None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield lambda note: status.update(f"{what}: {note}")


@contextmanager
def thinking(console: Console, who: str) -> Iterator[Callable[[float], None]]:
    """A bar with percent and seconds from the moment that somebody says how far his thought is; nothing in a pipe."""
    if not console.is_interactive:
        yield lambda done: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(who, total=1.0)

    def advance(done: float) -> None:
        bar.start()
        bar.update(task, completed=done)

    try:
        yield advance
    finally:
        bar.stop()


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """The options of a game as given: ``["weather=yes"]``.

    >>> read_options(["weather=yes", "flak=no"])
    {'weather': 'yes', 'flak': 'no'}
    """
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise BocageError(f"--option '{pair}' is not of the form name=value, for example weather=yes")
        if options.setdefault(name, value) != value:
            raise BocageError(f"--option {name} is given twice, as {options[name]} and as {value}")
    return options


def read_players(given: Sequence[str], seats: Sequence[str], usual: str) -> dict[str, str]:
    """Who plays which seat: ``seat=name`` for one, a bare name for all others, else the usual one.

    >>> read_players(["german=random"], ("allied", "german"), "best")
    {'allied': 'best', 'german': 'random'}
    >>> read_players(["random"], ("1st", "29th"), "best")
    {'1st': 'random', '29th': 'random'}
    """
    named: dict[str, str] = {}
    for word in given:
        seat, equals, name = word.rpartition("=")
        if equals and seat not in seats:
            raise BocageError(f"there is no seat '{seat}'{nearest(seat, seats)}")
        if named.setdefault(seat, name) != name:
            raise BocageError(f"--player {seat + '=' if seat else ''} is given twice, as {named[seat]} and as {name}")
    return {seat: named.get(seat, named.get("", usual)) for seat in seats}


def check_seed(seed: str) -> str:
    """The same seed, if a record can hold it in one line.

    >>> check_seed("D-Day 1944")
    'D-Day 1944'
    """
    if not seed or not seed.isprintable() or seed != seed.strip():
        raise BocageError(f"--seed {seed!r} is not possible: a seed is one line of text without spaces around it")
    return seed


def choose(what: str, name: str, known: Mapping[str, object] | Sequence[str]) -> str:
    """The same name if it is known; else a refusal that names the nearest."""
    if name not in known:
        raise BocageError(f"there is no {what} '{name}'{nearest(name, known)}")
    return name


def check_new_file(path: Path, why: str) -> None:
    """Refuse a place where no file can be written, before any work is done for it."""
    if path.is_dir():
        raise BocageError(f"{path} is a folder, so {why} cannot be written there")
    if path.exists() and not path.is_file():
        raise BocageError(f"{path} is not a file, so {why} cannot be written there")
    if not path.parent.is_dir():
        raise BocageError(f"{path} cannot be written: there is no folder {path.parent}")


def usage_sentence(error: typer.TyperException) -> str:
    """A complaint of the option parser in the form of all our complaints.

    >>> usage_sentence(typer.BadParameter("'x' is not a valid integer.", param_hint="'--seed'"))
    "--seed: 'x' is not a whole number"
    """
    text = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    command = context.command if context is not None else None
    where = context.command_path if context is not None else "bocage"
    if found := re.match(r"No such command '(.*?)'", text):
        return f"there is no command '{found[1]}'{nearest(found[1], getattr(command, 'commands', {}))}"
    if found := re.match(r"No such option: (\S+)", text):
        known = [
            name for parameter in getattr(command, "params", ()) for name in parameter.opts if name.startswith("--")
        ]
        return f"{where} has no option {found[1]}{nearest(found[1], [*known, '--help'])}"
    if found := re.match(r"Invalid value for (.*?): (.*)", text):
        what, wrong = found[1].replace("'", ""), found[2].replace("Input should be", "it should be")
        return f"{what}: {wrong.split(', unable')[0].replace('a valid integer', 'a whole number')}"
    if found := re.match(r"Option '(.*)' requires an argument", text):
        return f"{found[1]} needs a value after it"
    if found := re.match(r"Missing (\w+) '(.*?)'", text):
        return f"{where} needs {found[2]}; see {where} --help"
    if text.startswith("Missing command"):
        return f"{where} needs a word after it{nearest('', getattr(command, 'commands', {}))}"
    if found := re.match(r"Got unexpected extra argument\S* \((.*)\)", text):
        return f"{where} does not know what to do with '{found[1]}'; see {where} --help"
    return text[0].lower() + text[1:] if text else "the command line cannot be read"


def save_game(game: Game, path: Path) -> None:
    """Write a record, but over nothing except an earlier record of the same game."""
    check_save(game, path)
    game.save(path)


def check_save(game: Game, path: Path) -> None:
    """Refuse to write over anything that is not an earlier record of this game."""
    check_new_file(path, "a game")
    if not path.exists():
        return
    try:
        with path.open(encoding="utf-8") as file:
            head = [next(file, "").strip() for _ in range(12)]
    except (OSError, UnicodeDecodeError):
        head = []
    if not head or not head[0].startswith("bocage "):
        raise BocageError(f"{path} is there already and is no record of a game, so it is left as it is")
    if not {f"game {game.setting.name}", f"seed-hash {game.seed_hash}"} <= set(head):
        raise BocageError(f"{path} holds another game already; take another name, or go on with it: --load {path}")
