"""A stored game as a record, made of what is stored alone: for games that the present rules do not play any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bocage.kernel.record import FORMAT, GIVEN, SEEN_BY
from bocage.server.session import outcomes
from bocage.server.storage import GameRow, OrderRow, Stored


def stored_record(stored: Stored, orders: Sequence[OrderRow], seat: str) -> str:
    """The record, by the rules and data that the game was played with; whole when it is over, else as a seat may
    know it."""
    row = stored.game
    lines = list(_header(row))
    if row.status == "over":
        lines += [f"seed {row.seed}"] if row.seed is not None else []
        lines += [f"opening {row.opening}"] if row.opening else []
        lines += ["", *map(_line, orders), f"result {row.state_hash}"]
    else:
        lines += [f"{SEEN_BY} {seat}", ""]
        lines += [
            _line(order) if order.number <= row.secrets_from or order.known_to(seat) else f"{order.seat} ?"
            for order in orders
        ]
    return "\n".join(lines) + "\n"


def _header(row: GameRow) -> Iterator[str]:
    yield f"bocage {FORMAT}"
    yield f"game {row.scenario}"
    yield "options " + " ".join(f"{key}={value}" for key, value in sorted(row.options.items()))
    yield f"data {row.fingerprint}"
    yield f"rules {row.rules_version}"
    if row.seed_hash:
        yield f"seed-hash {row.seed_hash}"
    if row.given:
        yield f"{GIVEN} {len(outcomes(row.given))}"


def _line(order: OrderRow) -> str:
    text = f"{order.seat} {order.text}"
    return f"{text} | {order.chance}" if order.chance else text
