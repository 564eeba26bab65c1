"""Who sits where, and what people at a table say."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bocage.kernel.record import MOST_RESEEDS
from bocage.server import wire
from bocage.server.access import check_at_table, check_no_secrets, check_playing, is_host, my_seats
from bocage.server.creating import check_bot
from bocage.server.hub import Notice
from bocage.server.playing import BATCH, store_shorter
from bocage.server.problems import Trouble, bad_input, not_found, not_now, not_yours
from bocage.server.registry import Registry
from bocage.server.session import Session
from bocage.server.showing import info_of, seat_of, title_of
from bocage.server.storage import SeatRow, Stored
from bocage.server.visitors import Visitor, hash_of, new_token
from bocage.server.wire import LiveMessage
from bocage.table import SPECTATOR

LEAD = 5  # orders that programs which play each other may be ahead of what has been shown of them
MOST_AT_ONE_POINT = 10  # times that people sit down without an order in between


def invitation(registry: Registry, link: wire.Link, visitor: Visitor) -> wire.Invitation:
    """What a link leads to."""
    token_hash = hash_of(link.token)
    game_id, seat = registry.storage.by_invitation(token_hash) or (
        registry.storage.by_spectator_link(token_hash),
        SPECTATOR,
    )
    if game_id is None:
        raise leads_nowhere()
    with registry.open(game_id) as session:
        stored = session.stored
        offered = stored.seat(seat)
        if offered is not None:
            _check_free(offered, token_hash, visitor)
        host = next((other.name for other in stored.seats if other.seat != seat and other.name), "")
        row = stored.game
        return wire.Invitation(
            scenario=row.scenario,
            title=title_of(row.scenario),
            seat=seat,
            seat_title=seat_of(row.scenario, seat).title if offered is not None else "",
            by=host,
            number=row.length,
        )


def leads_nowhere() -> Trouble:
    """A link that was never given, or was given and replaced."""
    return not_found("this link leads nowhere: it is mistyped, or has been replaced by another")


def join(registry: Registry, wanted: wire.Join, visitor: Visitor) -> wire.GameInfo:
    """Take the seat of an invitation, or look on by a spectator link."""
    token_hash = hash_of(wanted.token)
    invitation = registry.storage.by_invitation(token_hash)
    if invitation is not None:
        return _sit_down(registry, *invitation, token_hash, wanted.name, visitor)
    watched = registry.storage.by_spectator_link(token_hash)
    if watched is None:
        raise leads_nowhere()
    with registry.open(watched) as session:
        stored = session.stored
        if visitor.hash not in stored.watchers:
            new = replace(stored, watchers=stored.watchers | {visitor.hash})
            registry.store(session, new, LiveMessage(type="presence"))
        return info_of(registry, session.stored, visitor)


def _sit_down(
    registry: Registry, game_id: str, seat: str, token_hash: str, name: str | None, visitor: Visitor
) -> wire.GameInfo:
    with registry.open(game_id) as session:
        stored = session.stored
        found = stored.seat(seat)
        if found is None:
            raise leads_nowhere()
        _check_free(found, token_hash, visitor)
        if stored.game.status == "held" and found.holder_hash is None:
            raise not_now(stored.game.held)  # it may go on one day, and then its dice would not be drawn anew
        sitting = replace(found, kind="human", holder_hash=visitor.hash, name=name or found.name)
        if sitting != found:
            new = _with_own_dice(session, stored.with_seat(sitting), seat, visitor)
            registry.store(session, new, LiveMessage(type="seats", by=seat))
        return info_of(registry, session.stored, visitor)


def _with_own_dice(session: Session, new: Stored, seat: str, visitor: Visitor) -> Stored:
    """How a game is stored when a person takes a seat.

    Who had none till now cannot tell what the others know already of the chance to come: from a seed of their own, or
    from orders that they have taken back. So all of it is drawn anew, from a seed that nobody knows.
    """
    if new.game.status != "playing" or my_seats(session.stored, visitor) or not my_seats(new, visitor):
        return new
    here = sum(made.after == session.game.length for made in new.reseedings)
    if here >= MOST_AT_ONE_POINT or len(new.reseedings) >= MOST_RESEEDS:
        raise not_now("people have sat down here too often; the game must go on first", session.game.length)
    row = session.reseed(new_token())._replace(seat=seat, holder_hash=visitor.hash)
    game = replace(new.game, state_hash=session.game.hash(), takeback_seat=None, takeback_to=None, takeback_agreed=())
    return replace(new, game=game, reseedings=(*new.reseedings, row))


def _check_free(seat: SeatRow, token_hash: str, visitor: Visitor) -> None:
    if seat.invitation_hash != token_hash:
        raise leads_nowhere()
    if seat.holder_hash not in (None, visitor.hash):
        raise Trouble(409, "taken", "somebody has taken the seat of this link already")


def invite_spectators(registry: Registry, game_id: str, visitor: Visitor) -> wire.GameInfo:
    """A fresh link for onlookers. Those who look on already may stay."""
    with registry.open(game_id) as session:
        stored = session.stored
        check_at_table(stored, visitor)
        if not my_seats(stored, visitor) and stored.game.creator_hash != visitor.hash:
            raise not_yours(SPECTATOR)
        link = new_token()
        new = replace(stored, game=replace(stored.game, spectator_hash=hash_of(link)))
        registry.store(session, new, LiveMessage(type="seats"))
        return info_of(registry, session.stored, visitor, {SPECTATOR: link})


def set_seat(registry: Registry, game_id: str, seat: str, wanted: wire.SetSeat, visitor: Visitor) -> wire.GameInfo:
    """Change who sits in a seat, or what he is called."""
    with registry.open(game_id) as session:
        stored = session.stored
        check_at_table(stored, visitor)
        found = stored.seat(seat)
        if found is None:
            raise bad_input(f"there is no seat '{seat}'")
        _check_right(stored, found, wanted, visitor)
        if wanted.after is not None and wanted.after < session.game.length:
            _go_back_to_what_was_shown(registry, session, wanted.after, seat, visitor)
            stored = session.stored
        given_up = found.kind == "invitation" and found.holder_hash is None
        if (found.kind == "bot" or given_up) and wanted.kind in ("human", "invitation"):
            check_no_secrets(session, seat, visitor)
        secrets: dict[str, str] = {}
        changed = _changed(found, wanted, visitor, secrets)
        new = stored.with_seat(changed)
        if wanted.kind in ("human", "invitation"):  # people play on, and those who play against them too
            new = replace(new, game=replace(new.game, halt_at=None, followed=False))
        if not my_seats(new, visitor):  # one who gives up his seat may go on looking
            new = replace(new, watchers=new.watchers | {visitor.hash})
        new = _with_own_dice(session, new, seat, visitor)
        if new != stored:
            registry.store(session, new, LiveMessage(type="seats", by=seat))
        return info_of(registry, session.stored, visitor, secrets)


def set_pace(registry: Registry, game_id: str, wanted: wire.Pace, visitor: Visitor) -> wire.GameInfo:
    """Halt the opponents of a game that nobody else plays, let them go on, or give one more order."""
    with registry.open(game_id) as session:
        stored = session.stored
        check_at_table(stored, visitor)
        check_playing(stored)
        if not is_host(stored, visitor):
            raise not_now("only whoever set a game up may halt it, and only while no other person plays")
        game = stored.game
        follows = wanted.go in ("follow", "shown")
        if wanted.go == "shown" and game.halt_at is not None and not game.followed:
            return info_of(registry, stored, visitor)  # it was on its way when they were halted
        if follows:
            if my_seats(stored, visitor):
                raise not_now("only programs that play each other wait until what they did has been shown")
            # Of several boards of one person that one leads which is farthest.
            farthest = game.halt_at if game.followed and game.halt_at is not None else 0
            halt_at: int | None = max(min(wanted.number, game.length) + LEAD, farthest)
        else:
            halt_at = {"halt": game.length, "step": game.length + 1, "on": None}[wanted.go]
        new = replace(stored, game=replace(game, halt_at=halt_at, followed=follows))
        if new != stored:
            registry.store(session, new, LiveMessage(type="seats"))
        return info_of(registry, session.stored, visitor)


def _go_back_to_what_was_shown(registry: Registry, session: Session, after: int, seat: str, visitor: Visitor) -> None:
    """Take back what programs that play each other have done and nobody was shown."""
    stored = session.stored
    begins = max([stored.game.branch_at, *(made.after for made in stored.reseedings)])
    between = is_host(stored, visitor) and not any(one.holder_hash for one in stored.seats)
    if not between or after < begins or session.game.length - after > LEAD + BATCH:
        raise not_now("the game has gone on too far to go back to what was shown", session.game.length)
    session.go_back(after)
    store_shorter(registry, session, seat)


def _check_right(stored: Stored, seat: SeatRow, wanted: wire.SetSeat, visitor: Visitor) -> None:
    mine = seat.holder_hash == visitor.hash
    if stored.game.status != "playing" and (wanted.kind is not None or wanted.bot is not None):
        raise not_now("this game does not go on, so its seats stay as they are")
    if mine:
        return
    if wanted.name is not None or seat.holder_hash is not None:
        raise not_yours(seat.seat)
    if not my_seats(stored, visitor) and stored.game.creator_hash != visitor.hash:
        raise not_yours(seat.seat)
    people = {other.holder_hash for other in stored.seats} - {None, visitor.hash}
    if seat.works and people:
        raise not_now("another person plays against this opponent, so it stays as long as it works")


def _changed(seat: SeatRow, wanted: wire.SetSeat, visitor: Visitor, secrets: dict[str, str]) -> SeatRow:
    if wanted.name is not None:
        seat = replace(seat, name=wanted.name)
    if wanted.kind == "bot" or (wanted.kind is None and wanted.bot is not None):
        return replace(
            seat, kind="bot", bot=check_bot(wanted.bot or seat.bot), holder_hash=None, invitation_hash=None, failed=""
        )
    if wanted.kind == "human":
        return replace(seat, kind="human", bot=None, holder_hash=visitor.hash, failed="")
    if wanted.kind == "invitation":
        secrets[seat.seat] = new_token()
        invitation = hash_of(secrets[seat.seat])
        return replace(seat, kind="invitation", bot=None, holder_hash=None, invitation_hash=invitation, failed="")
    return seat


def give_up(registry: Registry, game_id: str, seat: str, after: int, why: str) -> None:
    """Note that an opponent failed, unless the game has gone on without it."""
    with registry.open(game_id) as session:
        found = session.stored.seat(seat)
        if found is None or found.kind != "bot" or session.game.length != after:
            return
        registry.store(
            session, session.stored.with_seat(replace(found, failed=why)), LiveMessage(type="seats", by=seat)
        )


def say(registry: Registry, game_id: str, line: wire.Say, visitor: Visitor) -> wire.ChatLine:
    """Say something to all at the table."""
    with registry.open(game_id) as session:
        stored = session.stored
        check_at_table(stored, visitor)
        mine = [seat for seat in stored.seats if seat.holder_hash == visitor.hash]
        seat, name = (mine[0].seat, mine[0].name) if mine else ("", "")
        row = registry.storage.say(
            game_id, name, seat, line.text, Notice(registry.hub.origin, game_id, "chat", by=seat).text()
        )
        _tell(registry, session, seat)
    return wire.ChatLine(id=row.id, at=datetime.fromtimestamp(row.at, UTC), name=name, seat=seat, text=row.text)


def _tell(registry: Registry, session: Session, seat: str) -> None:
    registry.announce(session, LiveMessage(type="chat", by=seat))
