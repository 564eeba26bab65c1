"""A stored game as a record, made of what is stored alone: for games that the present rules do not play any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bocage.kernel.record import GIVEN, SEEN_BY, format_of, promise_line, reseed_line
from bocage.server.session import outcomes, reseedings_of
from bocage.server.storage import OrderRow, Stored


def stored_record(stored: Stored, orders: Sequence[OrderRow], seat: str) -> str:
    """The record, by the rules and data that the game was played with; whole when it is over, else as a seat may
    know it."""
    row = stored.game
    lines = list(_header(stored))
    if row.status == "over":
        lines += [f"seed {row.seed}"] if row.seed is not None else []
        lines += [f"opening {row.opening}"] if row.opening else []
        told = [(order.number, _line(order)) for order in orders]
        reseeded = [(made.after, reseed_line(made)) for made in reseedings_of(stored)]
        lines += ["", *_in_order(told, reseeded), f"result {row.state_hash}"]
    else:
        told = [
            (order.number, _line(order) if order.number <= row.secrets_from or order.known_to(seat) else _secret(order))
            for order in orders
        ]
        reseeded = [(made.after, promise_line(made.seed_hash)) for made in stored.reseedings]
        lines += [f"{SEEN_BY} {seat}", "", *_in_order(told, reseeded)]
    return "\n".join(lines) + "\n"


def _in_order(told: list[tuple[int, str]], reseeded: list[tuple[int, str]]) -> list[str]:
    """Lines by the number of their order; those that reseed stand behind it."""
    return [line for _, line in sorted([*told, *reseeded], key=lambda numbered: numbered[0])]


def _header(stored: Stored) -> Iterator[str]:
    row = stored.game
    yield f"bocage {format_of(bool(stored.reseedings))}"
    yield f"game {row.scenario}"
    yield "options " + " ".join(f"{key}={value}" for key, value in sorted(row.options.items()))
    yield f"data {row.fingerprint}"
    yield f"rules {row.rules_version}"
    if row.seed_hash:
        yield f"seed-hash {row.seed_hash}"
    if row.given:
        yield f"{GIVEN} {len(outcomes(row.given))}"


def _secret(order: OrderRow) -> str:
    return f"{order.seat} ?"


def _line(order: OrderRow) -> str:
    text = f"{order.seat} {order.text}"
    return f"{text} | {order.chance}" if order.chance else text
