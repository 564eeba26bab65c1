"""``bocage replay``: a recorded game, order by order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.cli.terminal import out, print_json, progress
from bocage.kernel.errors import BocageError, RecordError

if TYPE_CHECKING:
    from bocage.kernel import Event, Game
    from bocage.kernel.record import Line, Record


def replay(
    file: Annotated[Path, typer.Argument(help="A record, as bocage play --save or a failed test writes it.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every die against the seed, the promise and the result.")
    ] = False,
    to: Annotated[int | None, typer.Option("--to", metavar="N", min=0, help="Stop after this many orders.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not print the log.")] = False,
    overlay: Annotated[
        Path | None, typer.Option("--overlay", metavar="FILE", help="The values it was played with, if not ours.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print orders, dice, draws and events as JSON.")] = False,
) -> None:
    """Go through a recorded game and tell it in plain sentences, each with its rule number.

    A record is replayed through the rules: an order that is not legal, or a die that its seed does not give, is named
    with its line.

    \b
    Examples
      bocage replay game.bocage
      bocage replay game.bocage --to 40
      bocage replay game.bocage --verify --quiet
    """
    from bocage.games import open_setting
    from bocage.kernel import record

    read = record.read(file)
    if to is not None and to > len(read.lines):
        raise BocageError(f"{file} has {len(read.lines)} orders, so --to {to} is past its end")
    if verify and to is not None:
        raise BocageError("--verify checks a whole record, so it does not go with --to")
    if verify and "seed" not in read.header:
        raise RecordError(f"{file} holds no seed, so its dice cannot be checked")
    lines = read.lines[:to]
    game = record.start(read, lambda name, options: open_setting(name, options, overlay))
    if verify:
        _check_opening(game, read)
    told: list[tuple[Line, list[Event]]] = []
    with progress(f"replaying {file.name}", len(lines)) as advance:
        for line in lines:
            told.append((line, record.step(game, line, read.source)))
            advance()
    if to is None:
        record.check_result(game, read)
    if verify and not game.hash().startswith(read.result):
        raise RecordError(f"{file}: its result tells the wording of a question, as it once was, and cannot be verified")
    if as_json:
        print_json(_as_json(game, read, told, verify))
        return
    if not quiet:
        _tell(game, told)
    console = out()
    if verify:
        console.print(_verified(game, read), style="green")
        for sentence in _unverified(game, read):
            console.print(sentence)
    console.print(_ending(game, read.resigned if to is None else ""))


def _verified(game: Game, read: Record) -> str:
    dice = len(game.outcomes()) - game.given
    given = f" after {game.given} taken over from the game it branched off" if game.given else ""
    own = [made for made in game.reseedings if made.seed is not None]
    seeds = ", ".join((f"seed {game.seed}", *(f"after order {made.after} from seed {made.seed}" for made in own)))
    promise = "the seed fits the promised hash" if "seed-hash" in read.header else "no hash was promised"
    if own:
        promise = f"{promise} and each new one the hash promised there"
    return (
        f"Verified: {game.length} orders are legal, {dice} dice and draws{given} follow from {seeds}, "
        f"{promise}, and the game ends at {read.result} as recorded."
    )


def _unverified(game: Game, read: Record) -> list[str]:
    """What no record can prove of itself."""
    told = [f"Promised from order 1 on: {game.seed_hash}"] if "seed-hash" in read.header else []
    told += [
        f"Promised from order {made.after + 1} on: {made.seed_hash}"
        for made in game.reseedings
        if made.seed is not None
    ]
    if told:
        told.append("Compare these hashes with those that the players were told then: the record cannot prove them.")
    if game.given:
        told.append(
            f"{game.given} dice and draws were taken over from another game. No seed here gives them, so they "
            "cannot be checked."
        )
    return told


def _check_opening(game: Game, read: Record) -> None:
    recorded = read.opening
    if recorded != game.opening_chance:
        raise RecordError(
            f"{read.source}: the seed gives {' | '.join(game.opening_chance) or 'nothing'} before the first order, "
            f"where the record has {' | '.join(recorded) or 'nothing'}"
        )


def _ending(game: Game, resigned: str) -> str:
    if resigned:
        return f"After {game.length} orders the {game.setting.briefing.title_of(resigned)} resigned"
    if game.outcome is not None:
        return f"After {game.length} orders: {game.outcome}"
    decision = game.decision
    return f"After {game.length} orders {decision.seat} decides: {decision.prompt} ({decision.rule})"


def _tell(game: Game, told: list[tuple[Line, list[Event]]]) -> None:
    from rich.text import Text

    console = out()
    for event in game.opening_events:
        console.print(Text(f"        {game.sentence(event)}"))
    _tell_reseeded(game, 0)
    for number, (line, events) in enumerate(told, 1):
        chance = f"   {', '.join(line.chance)}" if line.chance else ""
        console.print(
            Text.assemble((f"{number:5}  ", "dim"), (f"{line.seat} {line.order}", "bold"), (chance, "yellow"))
        )
        for event in events:
            console.print(Text(f"         {game.sentence(event)}"))
        _tell_reseeded(game, number)


def _tell_reseeded(game: Game, after: int) -> None:
    from rich.text import Text

    for made in game.reseeded(after):
        out().print(Text(f"       From here on chance follows from another seed, with the hash {made.seed_hash}."))


def _as_json(game: Game, read: Record, told: list[tuple[Line, list[Event]]], verified: bool) -> object:
    def as_json(event: Event) -> dict[str, object]:
        return {**event._asdict(), "sentence": game.sentence(event)}

    return {
        "game": read.header["game"],
        "options": read.options,
        "seed": game.seed,
        "seed_hash": game.seed_hash,
        "reseeded": [made._asdict() for made in game.reseedings],
        "verified": verified,
        "opening": [as_json(event) for event in game.opening_events],
        "orders": [
            {
                "number": number,
                "line": line.number,
                "seat": line.seat,
                "order": line.order,
                "chance": line.chance,
                "events": [as_json(event) for event in events],
            }
            for number, (line, events) in enumerate(told, 1)
        ],
        "hash": game.hash(),
        "resigned": read.resigned or None,
        "outcome": game.outcome._asdict() if game.outcome is not None else None,
    }
