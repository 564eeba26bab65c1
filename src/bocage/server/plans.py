"""What the programs of a side mean to do in the present turn, as the people beside them are told without asking."""

from __future__ import annotations

from bocage.players import PLAYERS
from bocage.players.intent import Account
from bocage.server import wire
from bocage.server.session import Session
from bocage.server.storage import SeatRow, Storage


def programs_of(session: Session) -> list[list[SeatRow]]:
    """The seats in which programs play, those together that are of one side and one rank: they carry out one plan."""
    together: dict[tuple[str, str | None], list[SeatRow]] = {}
    for row in session.stored.seats:
        if row.kind == "bot":
            together.setdefault((session.game.state.side_of(row.seat), row.bot), []).append(row)
    return list(together.values())


def plans_of_allies(storage: Storage, session: Session, seat: str) -> list[wire.AllyPlan]:
    """What each program on the side of a seat set out to do last in this turn; of one that makes no plan nothing."""
    if session.over:
        return []
    side = session.game.state.side_of(seat)  # an onlooker has a side of his own
    allies = [rows for rows in programs_of(session) if session.game.state.side_of(rows[0].seat) == side]
    known = [(PLAYERS.get(rows[0].bot or ""), [row.seat for row in rows]) for rows in allies]
    planners = [(level.title, seats) for level, seats in known if level is not None and level.needs_evaluation]
    if not planners:
        return []
    begun, _ = session.turns()[-1]
    thoughts = storage.thoughts(session.stored.game.id, begun)
    thoughts = [row for row in thoughts if row.number < session.game.length]  # another worker may know more already
    plans = []
    for level, seats in planners:
        last = next((row for row in reversed(thoughts) if row.seat in seats), None)
        if last is not None:
            intent = Account.model_validate_json(last.text).intent
            plans.append(wire.AllyPlan(seats=seats, level=level, intent=intent))
    return plans
