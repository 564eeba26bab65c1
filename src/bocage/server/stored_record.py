"""A stored game as a record, made of what is stored alone: for games that the present rules do not play any more."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.kernel.record import SECRET, Course, Header, Line, write, write_for
from bocage.server.session import outcomes, reseedings_of
from bocage.server.storage import OrderRow, Stored


def stored_record(stored: Stored, orders: Sequence[OrderRow], seat: str) -> str:
    """The record, by the rules and data that the game was played with; whole when it is over, else as a seat may
    know it."""
    row = stored.game
    over = row.status == "over"
    header = Header(
        row.scenario, row.options, row.fingerprint, row.rules_version, row.seed_hash, len(outcomes(row.given))
    )
    lines = [
        Line(0, order.seat, order.text, outcomes(order.chance))
        if over or order.number <= row.secrets_from or order.known_to(seat)
        else Line(0, order.seat, SECRET, ())
        for order in orders
    ]
    resigned = (row.outcome or {}).get("resigned", "")
    course = Course(header, row.seed, outcomes(row.opening), lines, reseedings_of(stored), row.state_hash, resigned)
    return write(course) if over else write_for(course, seat)
