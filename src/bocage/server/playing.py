"""Orders, undo, and asking to take back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bocage.kernel import BocageError, Game, Refused
from bocage.players.intent import Account
from bocage.server import wire
from bocage.server.access import check_playing, check_seat, my_seats
from bocage.server.problems import Trouble, bad_input, not_now, overtaken, stale
from bocage.server.registry import Registry, after_orders
from bocage.server.session import Session, resigned_by
from bocage.server.showing import hides, info_of, screen_of
from bocage.server.storage import SeatRow, Stored, ThoughtRow
from bocage.server.visitors import Visitor
from bocage.server.wire import LiveMessage

BATCH = 10  # orders that an opponent gives before the others see them


def give_order(registry: Registry, game_id: str, order: wire.GiveOrder, visitor: Visitor) -> wire.Screen:
    """Play an order; it is stored when this returns."""
    try:
        return _give_order(registry, game_id, order, visitor, trusting=True)
    except (Trouble, BocageError):  # what is in memory may be older than what another worker has stored
        return _give_order(registry, game_id, order, visitor, trusting=False)


def _give_order(
    registry: Registry, game_id: str, order: wire.GiveOrder, visitor: Visitor, *, trusting: bool
) -> wire.Screen:
    with registry.open(game_id, trusting=trusting) as session:
        check_turn(session, order.seat, order.number, visitor)
        asked = session.game.decision.seat
        if asked != order.seat:
            raise not_now(f"{asked} decides now, not {order.seat}", session.game.length)
        row = session.play(order.order, order.seat)
        shown = screen_of(registry, session, order.seat, order.number)  # if this fails, nothing has been stored
        message = LiveMessage(type="changed", number=session.game.length, by=order.seat)
        registry.store(session, _playing_on(after_orders(session), order.seat), message, added=[row])
        return shown(info_of(registry, session.stored, visitor))


def play_for_bots(
    registry: Registry,
    game_id: str,
    after: int,
    reseedings: int,
    orders: Sequence[str],
    accounts: Sequence[tuple[int, Account]] = (),
) -> None:
    """Play what the opponents chose after so many orders and reseedings, unless the game has gone another way since.

    They chose several orders, each after what chance made of the one before, and that may be drawn anew. What they
    thought before some of these orders is kept.
    """
    with registry.open(game_id) as session:
        game, stored = session.game, session.stored
        if stored.game.status != "playing" or (game.length, len(game.reseedings)) != (after, reseedings):
            return
        rows = []
        for order in orders[: _room(stored)]:
            seat = stored.seat(game.decision.seat)
            if seat is None or not seat.works:
                break
            try:
                rows.append(session.play(order, seat.seat))
            except Refused:  # its text may tell what the opponent alone knows
                raise BocageError("the opponent gave an order that is not legal") from None
        if not orders and not stored.game.rests:
            raise BocageError("the opponent gave no order")
        if not rows:  # halted, or a person sits there since it was asked
            return
        message = LiveMessage(type="changed", number=game.length, by=rows[-1].seat)
        thoughts = [
            ThoughtRow(number, rows[0].seat, account.model_dump_json())
            for number, account in accounts
            if number < game.length
        ]
        registry.store(session, after_orders(session), message, added=rows, thoughts=thoughts)


def _room(stored: Stored) -> int | None:
    """How many orders opponents may give before they halt; none: as many as they chose.

    Where what they do is shown they finish what they chose: to cut it short would cost them their plan.
    """
    row = stored.game
    if row.halt_at is None or (row.followed and not row.rests):
        return None
    return max(0, row.halt_at - row.length)


class Staff(NamedTuple):
    """What a staff has chosen so far of a series, whether it is asked once more, and after how many reseedings."""

    orders: tuple[str, ...]
    goes_on: bool
    reseedings: int


def staff_after(session: Session, wanted: wire.LetStaff, orders: Sequence[str]) -> Staff:
    """How far some orders, one after the other, are of the series and the seat; nothing is changed."""
    game, reseedings = session.game.copy(), len(session.game.reseedings)
    for number, order in enumerate(orders):
        if not _is_asked(session, game, wanted):
            return Staff(tuple(orders[:number]), goes_on=False, reseedings=reseedings)
        game.play(order, seat=wanted.seat)
    return Staff(tuple(orders), _is_asked(session, game, wanted), reseedings)


def _is_asked(session: Session, game: Game, wanted: wire.LetStaff) -> bool:
    if game.over or game.decision.seat != wanted.seat:
        return False
    decision = session.table.decision(game.view(wanted.seat), wanted.seat)
    return decision is not None and wanted.series in (series.id for series in decision.series)


def give_staff_orders(
    registry: Registry, game_id: str, wanted: wire.LetStaff, staff: Staff, visitor: Visitor
) -> wire.Screen:
    """Play what a staff chose, in one change, unless chance was drawn anew meanwhile."""
    with registry.open(game_id) as session:
        check_turn(session, wanted.seat, wanted.number, visitor)
        if len(session.game.reseedings) != staff.reseedings:
            raise overtaken()
        rows = [session.play(order, wanted.seat) for order in staff.orders]
        shown = screen_of(registry, session, wanted.seat, wanted.number)
        message = LiveMessage(type="changed", number=session.game.length, by=wanted.seat)
        registry.store(session, _playing_on(after_orders(session), wanted.seat), message, added=rows)
        return shown(info_of(registry, session.stored, visitor))


def undo(registry: Registry, game_id: str, wanted: wire.Undo, visitor: Visitor) -> wire.Screen:
    """Take back my last order, or several that were given together."""
    with registry.open(game_id) as session:
        check_turn(session, wanted.seat, wanted.number, visitor)
        session.undo(wanted.seat)
        while wanted.to is not None and session.game.length > wanted.to and not session.game.why_no_undo(wanted.seat):
            session.undo(wanted.seat)
        shown = screen_of(registry, session, wanted.seat, session.game.length)
        store_shorter(registry, session, wanted.seat)
        return shown(info_of(registry, session.stored, visitor))


def resign(registry: Registry, game_id: str, wanted: wire.Resign, visitor: Visitor) -> wire.GameInfo:
    """Give the game up for my side, whoever is asked now; all that was secret may then be seen.

    Where several people lead a side, it is over when each of them has said so.
    """
    with registry.open(game_id) as session:
        stored = session.stored
        check_seat(stored, wanted.seat, visitor)
        check_playing(stored)
        if wanted.number != session.game.length:
            raise stale(session.game.length)
        side = session.game.state.side_of(wanted.seat)
        seats = session.game.setting.sides[side]
        said = {seat: visitor.hash for seat in my_seats(stored, visitor) if seat in seats}
        stored = replace(stored, game=replace(stored.game, resigning={**stored.game.resigning, **said}))
        if all(_gives_up(stored, seat) for seat in seats):
            _give_up(registry, session, side)
        else:
            registry.store(session, stored, LiveMessage(type="seats", by=wanted.seat))
        return info_of(registry, session.stored, visitor)


def _gives_up(stored: Stored, seat: str) -> bool:
    """Whether whoever leads a seat has said so; nobody need be asked where nobody sits."""
    found = stored.seat(seat)
    return found is None or found.holder_hash in (None, stored.game.resigning.get(seat))


def _give_up(registry: Registry, session: Session, side: str) -> None:
    """The game is over. The message is of no seat: whoever gave it up may look on at another screen, too."""
    game = replace(session.stored.game, status="over", asked="", outcome=resigned_by(session.game.setting, side))
    game = replace(game, takeback_seat=None, takeback_to=None, takeback_agreed=(), resigning={})
    message = LiveMessage(type="changed", number=session.game.length)
    registry.store(session, replace(session.stored, game=game), message)


def _playing_on(stored: Stored, by: str) -> Stored:
    """Whoever gives an order does not give up."""
    resigning = {seat: holder for seat, holder in stored.game.resigning.items() if seat != by}
    return replace(stored, game=replace(stored.game, resigning=resigning))


def check_turn(session: Session, seat: str, number: int, visitor: Visitor) -> None:
    """Refuse whoever does not sit there, or has not seen the last order."""
    check_seat(session.stored, seat, visitor)
    if number != session.game.length:
        raise stale(session.game.length)
    check_playing(session.stored)


def store_shorter(registry: Registry, session: Session, by: str) -> None:
    """Store that orders were taken back."""
    new = after_orders(session)
    new = replace(new, game=replace(new.game, cuts=new.game.cuts + 1))
    message = LiveMessage(type="changed", number=session.game.length, by=by)
    registry.store(session, new, message, keep=session.game.length)


def ask_takeback(registry: Registry, game_id: str, wanted: wire.AskTakeback, visitor: Visitor) -> wire.GameInfo:
    """Ask the others to go back; opponents of ours agree at once, and so does a seat of mine or one never taken."""
    with registry.open(game_id) as session:
        stored = session.stored
        check_seat(stored, wanted.seat, visitor)
        if wanted.number not in (None, session.game.length):
            raise stale(session.game.length)
        check_playing(stored)
        to = _point_to_go_back_to(wanted, session)
        agreed = tuple(seat.seat for seat in stored.seats if _agrees_at_once(stored, seat, visitor))
        game = replace(stored.game, takeback_seat=wanted.seat, takeback_to=to, takeback_agreed=agreed)
        _settle_takeback(registry, session, replace(stored, game=game), wanted.seat)
        return info_of(registry, session.stored, visitor)


def _agrees_at_once(stored: Stored, seat: SeatRow, visitor: Visitor) -> bool:
    """Whether nobody need be asked. A free seat may be one that its player has left and will take again."""
    if seat.holder_hash is not None or seat.kind == "bot":
        return seat.holder_hash in (None, visitor.hash)
    others = {stored.game.creator_hash, *(made.holder_hash for made in stored.reseedings)} - {None, visitor.hash}
    return not others


def _point_to_go_back_to(wanted: wire.AskTakeback, session: Session) -> int:
    """After which order the game would go on: a certain one, or so many orders ago."""
    length, begins = session.game.length, session.stored.game.branch_at
    if (wanted.to is None) == (wanted.orders is None):
        raise bad_input("say either how many orders are to be taken back, or after which order to go on")
    if wanted.orders is not None and wanted.orders > length:
        raise bad_input(f"{length} orders have been given, so {wanted.orders} cannot be taken back")
    to = wanted.to if wanted.to is not None else length - (wanted.orders or 0)
    if to >= length:
        raise bad_input(f"there is nothing after order {to}: {length} orders have been given")
    if to < begins:
        raise not_now(f"this game branched off after order {begins}; it begins there")
    if session.game.reseedings and to < (last := session.game.reseedings[-1].after):
        raise not_now(f"somebody sat down after order {last}, and all dice are drawn anew from there on")
    if not hides(session.game.setting.sides) and to < session.game.undo_floor:
        raise not_now("chance has spoken since, and nobody sits on the other side who could allow it")
    return to


def answer_takeback(registry: Registry, game_id: str, answer: wire.AnswerTakeback, visitor: Visitor) -> wire.GameInfo:
    """Consent or not. The asker may withdraw in the same way."""
    with registry.open(game_id) as session:
        stored = session.stored
        check_seat(stored, answer.seat, visitor)
        check_playing(stored)
        game = stored.game
        if game.takeback_to is None:
            raise not_now("nobody asks to take anything back", game.length)
        if answer.to not in (None, game.takeback_to):
            raise Trouble(409, "stale", f"the question is now another: to go back to order {game.takeback_to}")
        if answer.agree:
            game = replace(game, takeback_agreed=(*game.takeback_agreed, answer.seat))
        else:
            game = replace(game, takeback_seat=None, takeback_to=None, takeback_agreed=())
        _settle_takeback(registry, session, replace(stored, game=game), answer.seat)
        return info_of(registry, session.stored, visitor)


def _settle_takeback(registry: Registry, session: Session, new: Stored, by: str) -> None:
    """Go back if all agree, else note how it stands."""
    to = new.game.takeback_to
    if to is not None and {seat.seat for seat in new.seats} <= set(new.game.takeback_agreed):
        session.go_back(to)
        store_shorter(registry, session, by)
    else:
        registry.store(session, new, LiveMessage(type="takeback", number=to, by=by))
