"""Who may do what: seats and points of view belong to browsers."""

from __future__ import annotations

from bocage.server.problems import bad_input, not_found, not_now, not_yours
from bocage.server.session import Session
from bocage.server.storage import Stored
from bocage.server.visitors import Visitor
from bocage.table import SPECTATOR

ALL = "all"  # a view of everything, once a game is over


def is_mine(stored: Stored, seat: str, visitor: Visitor) -> bool:
    """Whether a browser holds a seat."""
    found = stored.seat(seat)
    return found is not None and found.holder_hash == visitor.hash


def seats_of(stored: Stored, holder: str) -> tuple[str, ...]:
    """The seats that somebody holds."""
    return tuple(seat.seat for seat in stored.seats if seat.holder_hash == holder)


def place_of(session: Session, holder: str) -> tuple[tuple[str, ...], str]:
    """The seats that a browser holds, and as whom it is told things without asking: with seats of several sides at one
    screen, only what all may know.
    """
    seats = seats_of(session.stored, holder)
    sides = {session.game.state.side_of(seat) for seat in seats}
    return seats, seats[0] if len(sides) == 1 else SPECTATOR


def my_sides(session: Session, visitor: Visitor) -> set[str]:
    """The sides of a browser's seats, whose secrets it knows."""
    return {session.game.state.side_of(seat) for seat in my_seats(session.stored, visitor)}


def my_seats(stored: Stored, visitor: Visitor) -> tuple[str, ...]:
    """The seats that a browser holds."""
    return seats_of(stored, visitor.hash)


def is_host(stored: Stored, visitor: Visitor) -> bool:
    """Whether a browser set a game up in which no other person plays."""
    people = {seat.holder_hash for seat in stored.seats if seat.kind != "bot"}
    return stored.game.creator_hash == visitor.hash and people <= {visitor.hash}


def is_at_table(stored: Stored, visitor: Visitor) -> bool:
    """Whether a browser plays in a game or was asked to look on."""
    return visitor.hash in stored.watchers or bool(my_seats(stored, visitor))


def check_at_table(stored: Stored, visitor: Visitor) -> None:
    """Refuse what is for those at the table alone: to speak, to listen, to change seats."""
    if not is_at_table(stored, visitor):
        raise not_found()


def check_looking(stored: Stored, visitor: Visitor) -> None:
    """Hide a game from strangers as long as it is played; one that is over can be shown to anybody by its address."""
    if stored.game.status != "over":
        check_at_table(stored, visitor)


def check_seat(stored: Stored, seat: str, visitor: Visitor) -> None:
    """Refuse a seat that is not the browser's."""
    check_looking(stored, visitor)
    if not is_mine(stored, seat, visitor):
        raise not_yours(seat)


def check_point_of_view(stored: Stored, seat: str, visitor: Visitor) -> None:
    """Refuse a point of view that is not the browser's to take."""
    check_looking(stored, visitor)
    if seat not in (SPECTATOR, ALL) and stored.seat(seat) is None:
        raise bad_input(f"there is no seat '{seat}'")
    if seat == SPECTATOR or (seat == ALL and stored.game.status == "over"):
        return
    if seat == ALL:
        raise not_now("everything can be seen when the game is over")
    if not is_mine(stored, seat, visitor) and stored.game.status != "over":
        raise not_yours(seat)


def check_playing(stored: Stored) -> None:
    """Refuse changes of a game that does not go on."""
    if stored.game.status == "over":
        raise not_now("the game is over", stored.game.length)
    if stored.game.status == "held":
        raise not_now(stored.game.held, stored.game.length)


def check_no_secrets(session: Session, seat: str, visitor: Visitor) -> None:
    """Refuse to let anybody look into an opponent's hand by taking its seat.

    Who set programs to play each other and has never sat there takes either side, with its secrets and no others.
    """
    stored = session.stored
    has_sat = visitor.hash in {made.holder_hash for made in stored.reseedings}
    if stored.game.between_programs and is_host(stored, visitor) and not has_sat:
        return
    if session.game.state.side_of(seat) in session.secret_keepers() - my_sides(session, visitor):
        raise not_now("the other side has a secret; wait until it is revealed", session.game.length)
