"""New games: from a scenario, from a point of another game, from a record file."""

from __future__ import annotations

from collections.abc import Mapping
from time import time

from bocage.games import open_setting
from bocage.kernel import BocageError, Game, RecordError, Setting
from bocage.kernel import record as records
from bocage.players import DEFAULT, PLAYERS, opponent_named
from bocage.server import wire
from bocage.server.access import check_looking, my_seats, my_sides
from bocage.server.problems import bad_input, not_now
from bocage.server.registry import Registry
from bocage.server.session import (
    BETWEEN_OUTCOMES,
    Session,
    opened,
    outcome_of,
    reseeding_row,
    resigned_by,
    row_of,
    without_secrets,
)
from bocage.server.showing import first_side, hides, info_of
from bocage.server.storage import GameRow, SeatRow, Stored
from bocage.server.visitors import Visitor, hash_of, new_game_id, new_token
from bocage.table import SPECTATOR

LONGEST_SEED = 200
LONGEST_LINE = 4000

SOURCE = "the record"  # what an uploaded file is called

Seats = Mapping[str, wire.NewSeat]
_OPPONENT = wire.NewSeat(kind="bot")


def create(registry: Registry, wanted: wire.NewGame, visitor: Visitor) -> wire.GameInfo:
    """A new game of a scenario."""
    setting, table = opened(open_setting(wanted.scenario, wanted.options).name, wanted.options)
    guide = table.guide() if wanted.guided else None
    if wanted.guided and guide is None:
        raise bad_input(f"{setting.name} has no guided first game")
    seats, seed = wanted.seats, new_token()
    if guide is not None:
        seed = guide.seed
        seats = {
            seat: wire.NewSeat(kind="human") if seat == guide.seat else wire.NewSeat(kind="bot", bot=guide.opponent)
            for seat in setting.seats
        }
    game = Game(setting, seed)
    return _store(
        registry,
        game,
        seats or _usual_seats(setting),
        visitor,
        name=wanted.name,
        guided=wanted.guided,
        follow=wanted.follow,
    )


def _usual_seats(setting: Setting) -> Seats:
    mine = first_side(setting.sides)
    return {seat: wire.NewSeat(kind="human" if seat in mine else "bot") for seat in setting.seats}


def branch(registry: Registry, game_id: str, wanted: wire.Branch, visitor: Visitor) -> wire.GameInfo:
    """A new game from a point of another; its dice from there on are its own."""
    with registry.open(game_id) as session:
        stored = session.stored
        check_looking(stored, visitor)
        others = [seat for seat in stored.seats if seat.kind != "bot" and seat.holder_hash != visitor.hash]
        if stored.game.status != "over" and others:
            raise not_now("others play in this game, so one can branch off only when it is over", stored.game.length)
        if stored.game.status != "over" and not hides(session.game.setting.sides):
            raise not_now("what nobody may know yet would be seen, so one can branch off only when the game is over")
        if wanted.number > session.game.length:
            raise bad_input(
                f"the game has {session.game.length} orders, so one cannot branch off after {wanted.number}"
            )
        if stored.game.status != "over":
            _check_known(session, visitor, wanted.number)
        game = session.game.branch(wanted.number, new_token())
        if stored.game.status != "over" and game.state.hides_from_all():
            game.reseed(new_token())  # else the branch would show what nobody may know of the game that goes on
        if game.over:
            raise not_now("the game is over there, so there is nothing to play from that point")
        seats = wanted.seats or _seats_of_branch(game.setting, stored, visitor)
    return _store(registry, game, seats, visitor, branch_of=game_id, follow=wanted.follow)


def _check_known(session: Session, visitor: Visitor, number: int) -> None:
    """Refuse a point of a running game at which something is hidden from the visitor: he could play the branch until it
    shows, whoever sits where, and go back to the game with what he has learned.
    """
    if session.secret_keepers(number) - my_sides(session, visitor):
        raise not_now(
            "the other side has a secret there; branch off before it, or wait until it is revealed", session.game.length
        )


def _seats_of_branch(setting: Setting, stored: Stored, visitor: Visitor) -> Seats:
    """Mine stay mine, and opponents stay; a person who is not here is replaced by an opponent."""
    mine = my_seats(stored, visitor)
    if not mine:
        return _usual_seats(setting)
    return {
        seat.seat: wire.NewSeat(kind="human") if seat.seat in mine else wire.NewSeat(kind="bot", bot=seat.bot)
        for seat in stored.seats
    }


def open_record(registry: Registry, wanted: wire.RecordText, visitor: Visitor) -> wire.GameInfo:
    """A game from a record file: one that is over to look at, any other to play on at this screen."""
    if not all(letter.isprintable() or letter in "\r\n\t" for letter in wanted.text):
        raise bad_input("that is not a Bocage record: it holds signs that no record has")
    if max(map(len, wanted.text.splitlines()), default=0) > LONGEST_LINE:
        raise bad_input(f"that is not a Bocage record: it has a line of more than {LONGEST_LINE} letters")
    game, resigned = _replay(wanted.text)
    over = game.over or bool(resigned)
    held = "" if over or game.seed is not None else "its record has no seed, so it can be looked at but not played on"
    seats = {} if over or held else {seat: wire.NewSeat(kind="human") for seat in game.setting.seats}
    return _store(registry, game, seats, visitor, held=held, branch_at=_first_own(game), resigned=resigned)


def _replay(text: str) -> tuple[Game, str]:
    """The game of a record and the side that gave it up; what is wrong with it begins with the line, since the player
    has only one record here.
    """
    try:
        read = records.parse(text, SOURCE)
        seeds = [read.header.get("seed", ""), read.header.get("seed-hash", "")]
        for _, made in (*read.reseeds, *(reseed for line in read.lines for reseed in line.reseeds)):
            seeds += (made.seed or "", made.seed_hash)
        if max(map(len, seeds)) > LONGEST_SEED:
            raise RecordError("the record's seed is longer than any that this program makes")
        return records.replay(read, open_setting), read.resigned
    except RecordError as error:
        raise bad_input(str(error).removeprefix(SOURCE).lstrip(": ")) from None


def _first_own(game: Game) -> int:
    """The order from which on a game's chance is its seed's."""
    seen = len(game.opening_chance)
    for number in range(game.length + 1):
        seen += len(game.history[number - 1].chance) if number else 0
        seen += sum(len(made.chance) for made in game.reseeded(number))
        if seen >= game.given:
            return number
    return game.length


def _store(
    registry: Registry,
    game: Game,
    wanted: Seats,
    visitor: Visitor,
    *,
    name: str | None = None,
    guided: bool = False,
    held: str = "",
    branch_of: str | None = None,
    branch_at: int | None = None,
    resigned: str = "",
    follow: bool = False,
) -> wire.GameInfo:
    setting = game.setting
    secrets = {SPECTATOR: new_token()}
    seats = tuple(_seat(seat, place, wanted, visitor, name or "", secrets) for place, seat in enumerate(setting.seats))
    if unknown := set(wanted) - set(setting.seats):
        raise bad_input(f"there is no seat '{min(unknown)}'; the seats are {', '.join(setting.seats)}")
    between_programs = all(seat.kind == "bot" for seat in seats)
    now = time()
    _, table = opened(setting.name, setting.options)
    outcome = outcome_of(table, game) or (resigned_by(setting, resigned) if resigned else None)
    row = GameRow(
        id=new_game_id(),
        scenario=setting.name,
        options=dict(setting.options),
        rules_version=setting.rules_version,
        fingerprint=setting.fingerprint,
        seed=game.seed,
        seed_hash=game.seed_hash,
        creator_hash=visitor.hash,
        given=BETWEEN_OUTCOMES.join(game.outcomes()[: game.given]),
        opening=BETWEEN_OUTCOMES.join(game.opening_chance),
        length=game.length,
        secrets_from=without_secrets(game),
        asked="" if outcome else game.decision.seat,
        turn=table.when(game.state)[0],
        state_hash=game.hash(),
        outcome=outcome,
        status="over" if outcome else "held" if held else "playing",
        held=held,
        branch_of=branch_of,
        branch_at=game.length if branch_at is None else branch_at,
        spectator_hash=hash_of(secrets[SPECTATOR]),
        guided=guided,
        between_programs=between_programs,
        halt_at=game.length if follow and between_programs else None,
        followed=follow and between_programs,
        created=now,
        updated=now,
    )
    watching = frozenset() if any(seat.holder_hash for seat in seats) else frozenset({visitor.hash})
    stored = Stored(row, seats, watching, tuple(map(reseeding_row, game.reseedings)))
    orders = [row_of(number, played) for number, played in enumerate(game.history, 1)]
    registry.addresses.note(visitor)
    registry.storage.create(stored, orders)
    registry.on_change(stored)
    return info_of(registry, stored, visitor, secrets)


def _seat(seat: str, place: int, wanted: Seats, visitor: Visitor, name: str, secrets: dict[str, str]) -> SeatRow:
    """A seat as it was wished for; one of which nothing was said is empty."""
    wish = wanted.get(seat)
    if wish is None and wanted:
        wish = _OPPONENT
    if wish is None:
        return SeatRow(seat, place, "human")
    if wish.kind == "bot":
        return SeatRow(seat, place, "bot", bot=check_bot(wish.bot))
    if wish.kind == "human":
        return SeatRow(seat, place, "human", holder_hash=visitor.hash, name=name)
    secrets[seat] = new_token()
    return SeatRow(seat, place, "invitation", invitation_hash=hash_of(secrets[seat]))


def check_bot(name: str | None) -> str:
    """The name of an opponent, the usual one if none is named."""
    try:
        return opponent_named(name or DEFAULT).name
    except BocageError:
        raise bad_input(f"there is no opponent '{name}'; there are {', '.join(PLAYERS)}") from None
