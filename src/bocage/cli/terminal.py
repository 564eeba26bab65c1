"""What the commands share: where they print, how they show progress, and how they refuse."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import typer

from bocage.kernel.errors import BocageError, nearest

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 100


def out() -> Console:
    """The console for results: coloured on a terminal, plain and of a fixed width in a pipe."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)


def print_json(value: object) -> None:
    """A value as JSON, for programs."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


class Advance(Protocol):
    """Moves a progress bar on, and may say what is going on."""

    def __call__(self, steps: int = 1, *, note: str = "") -> None: ...


@contextmanager
def progress(what: str, total: int) -> Iterator[Advance]:
    """A progress bar on stderr, and nothing at all where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda steps=1, *, note="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)

        def advance(steps: int = 1, *, note: str = "") -> None:
            bar.update(task, advance=steps, description=note or what)

        yield advance


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


def choose(what: str, name: str, known: Mapping[str, object] | Sequence[str]) -> str:
    """The same name if it is known; else a refusal that names the nearest."""
    if name not in known:
        raise BocageError(f"there is no {what} '{name}'{nearest(name, known)}")
    return name


def check_new_file(path: Path, why: str) -> None:
    """Refuse a place where no file can be written, before any work is done for it."""
    if path.is_dir():
        raise BocageError(f"{path} is a folder, so {why} cannot be written there")
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
    if found := re.match(r"No such command '(.*)'", text):
        return f"there is no command '{found[1]}'{nearest(found[1], getattr(command, 'commands', {}))}"
    if found := re.match(r"No such option: (\S+)", text):
        known = [name for parameter in getattr(command, "params", ()) for name in parameter.opts if name.startswith("--")]
        return f"{where} has no option {found[1]}{nearest(found[1], [*known, '--help'])}"
    if found := re.match(r"Invalid value for (.*?): (.*)", text):
        what = re.sub(r"'([^']*)'", r"\1", found[1])
        value = found[2].replace("a valid integer range", "a whole number").replace("a valid integer", "a whole number")
        return f"{what}: {value}"
    if found := re.match(r"Missing (\w+) '(.*?)'", text):
        return f"{where} needs {found[2]}; see {where} --help"
    if text.startswith("Missing command"):
        return f"{where} needs a word after it{nearest('', getattr(command, 'commands', {}))}"
    if found := re.match(r"Got unexpected extra arguments? \((.*)\)", text):
        return f"{where} does not know what to do with '{found[1]}'; see {where} --help"
    return text[0].lower() + text[1:] if text else "the command line cannot be read"
