"""The command line: ``bocage list | play | serve | server | simulate | tournament | learn | replay | review | ...``.

Each command is a module of its own that imports what it needs only when it runs, so that help is quick. Whatever a
person can get wrong ends here as one sentence on stderr and exit code 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer

from bocage.cli import (
    bench,
    data,
    fuzz,
    learn,
    listing,
    mapping,
    play,
    replay,
    review,
    rules,
    serve,
    server,
    simulate,
    tournament,
)
from bocage.cli.terminal import usage_sentence
from bocage.kernel.errors import BocageError

BAD_INPUT = 2
INTERRUPTED = 130


app = typer.Typer(
    name="bocage",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("list", short_help="What there is to play.")(listing.list_games)
app.command("play", short_help="Play in the terminal.")(play.play)
app.command("serve", short_help="Play in the browser.")(serve.serve)
app.add_typer(server.app, name="server", short_help="Look after stored games.")
app.command("simulate", short_help="Play many games: win rates, turns, losses.")(simulate.simulate)
app.command("tournament", short_help="How strong the opponents are.")(tournament.tournament)
app.command("learn", short_help="Learn what positions are worth.")(learn.learn)
app.command("replay", short_help="Go through a recorded game.")(replay.replay)
app.command("review", short_help="What turned a finished game.")(review.review)
app.command("rules", short_help="The rulebooks as checklists, and their proofs.")(rules.rules)
app.command("data", short_help="What a game is made of; check your own values.")(data.data)
app.command("map", short_help="Draw a game's map.")(mapping.draw_map)
app.command("bench", short_help="Measure the speed of it all.")(bench.bench)
app.command("fuzz", short_help="Random games with everything checked.")(fuzz.fuzz)


def _version(wanted: bool) -> None:
    if wanted:
        from bocage import __version__

        typer.echo(f"bocage {__version__}")
        raise typer.Exit


@app.callback()
def bocage(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Printed wargames on Normandy 1944, every rule enforced and cited.

    \b
    Begin with
      bocage serve                   play in the browser
      bocage play                    choose a battle and play it here
      bocage list                    what there is to play
      bocage play sword --seed 1944  the fight for Caen against the program
      bocage simulate sword --games 100 --player german=random

    Every command explains itself: bocage play --help.
    """


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and return its exit code."""
    try:
        result = app(list(arguments) or ["--help"], prog_name="bocage", standalone_mode=False)
    except typer.TyperException as error:
        return _complain(usage_sentence(error))
    except BocageError as error:
        return _complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return result if isinstance(result, int) else 0


def _complain(sentence: str) -> int:
    print(f"bocage: {sentence}", file=sys.stderr)
    return BAD_INPUT


def main() -> None:
    """The program: ``bocage`` and ``python -m bocage``."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # what cannot be read or shown becomes a question mark
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has seen enough, as head does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:  # a full disk behind our output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        typer.echo(f"bocage: the output cannot be written: {error.strerror}", err=True)
        code = 2
    sys.exit(code)
