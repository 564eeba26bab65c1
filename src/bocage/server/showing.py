"""What people may look at: each answer is made from one point of view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from itertools import chain, islice

from bocage.games import list_scenarios
from bocage.kernel import BocageError, Order, ScenarioInfo, State
from bocage.kernel import record as records
from bocage.players import FORMER_NAMES
from bocage.server import wire
from bocage.server.access import (
    ALL,
    check_at_table,
    check_looking,
    check_point_of_view,
    check_seat,
    is_host,
    is_mine,
    my_seats,
)
from bocage.server.plans import plans_of_allies
from bocage.server.problems import bad_input, stale
from bocage.server.registry import CannotOpen, Registry
from bocage.server.session import Session, opened
from bocage.server.storage import SeatRow, Stored
from bocage.server.stored_record import stored_record
from bocage.server.visitors import Visitor
from bocage.table import SPECTATOR, model
from bocage.table.history import turn_lines

GAMES_SHOWN = 100
RECENT = 40  # entries beside a view
MOST_COMPARED = 160  # orders whose odds are told at once


@cache
def _scenarios() -> dict[str, ScenarioInfo]:
    return {scenario.name: scenario for scenario in list_scenarios()}


def title_of(scenario: str) -> str:
    """A scenario's title, also if this program has it no more."""
    known = _scenarios().get(scenario)
    return known.title if known is not None else scenario


@cache
def seats_of(scenario: str) -> dict[str, model.Seat]:
    """The seats of a scenario by their names; none if this program has it no more."""
    with suppress(BocageError):
        return {seat.id: seat for seat in opened(scenario, {})[1].board().seats}
    return {}


def seat_of(scenario: str, name: str) -> model.Seat:
    """One of them; a seat that is not known is known by its name."""
    known = seats_of(scenario).get(name)
    return known if known is not None else model.Seat(id=name, title=name, side=name, colour="grey")


def first_side(sides: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The seats that a new player takes if nothing is said: all of the first side that has any."""
    return next(seats for seats in sides.values() if seats)


def hides(sides: Mapping[str, Sequence[str]]) -> bool:
    """Whether seats have secrets from each other: those of one side have none."""
    return sum(map(bool, sides.values())) > 1


def has_secrets(scenario: str) -> bool:
    """Whether a side may know what another may not; so it is taken to be if this program has the scenario no more."""
    with suppress(BocageError):
        return opened(scenario, {})[0].secrets
    return True


def info_of(
    registry: Registry, stored: Stored, visitor: Visitor, secrets: dict[str, str] | None = None
) -> wire.GameInfo:
    """A game on a list, as a browser may know it; ``secrets`` are links made just now, by seat or 'spectator'."""
    row = stored.game
    told = secrets or {}
    present = registry.hub.present(row.id)
    return wire.GameInfo.model_construct(
        id=row.id,
        scenario=row.scenario,
        title=title_of(row.scenario),
        options=row.options,
        status=row.status,
        held=row.held,
        turn=row.turn,
        number=row.length,
        asked=row.asked,
        my_turn=row.status == "playing" and is_mine(stored, row.asked, visitor),
        seats=[
            _seat_info(seat, seat_of(row.scenario, seat.seat), visitor, seat.seat in present, told.get(seat.seat))
            for seat in stored.seats
        ],
        role="player" if my_seats(stored, visitor) else "spectator",
        spectators=registry.hub.spectators(row.id),
        spectator_link=told.get(SPECTATOR),
        seed_hash=row.seed_hash,
        seed=row.seed if row.status == "over" else None,
        reseedings=_reseedings(stored, visitor),
        rules_version=row.rules_version,
        created=_time(row.created),
        updated=_time(row.updated),
        outcome=model.Outcome.model_validate(row.outcome) if row.outcome is not None else None,
        takeback=_takeback(stored),
        resigning=_resigning(stored, visitor),
        guide=_guide(stored) if row.guided else None,
        branch_of=row.branch_of,
        hides=row.scenario not in _scenarios() or hides(_scenarios()[row.scenario].sides),
        secrets=has_secrets(row.scenario),
        thinking=row.asked if stored.waits_for is not None else "",
        host=is_host(stored, visitor),
        halted=row.halted,
        followed=row.followed,
    )


def _seat_info(
    seat: SeatRow, known: model.Seat, visitor: Visitor, present: bool, invitation: str | None
) -> wire.SeatInfo:
    return wire.SeatInfo.model_construct(
        seat=seat.seat,
        title=known.title,
        side=known.side,
        colour=known.colour,
        kind=seat.kind,
        bot=FORMER_NAMES.get(seat.bot, seat.bot) if seat.bot else seat.bot,
        name=seat.name,
        mine=seat.holder_hash == visitor.hash,
        present=present,
        invitation=invitation,
        failed=seat.failed,
    )


def _reseedings(stored: Stored, visitor: Visitor) -> list[wire.Reseeding]:
    """Those of this game's own; what it took over from the game that it branched off is given, with no seed."""
    over = stored.game.status == "over"
    return [
        wire.Reseeding.model_construct(
            after=made.after,
            seat=made.seat,
            mine=made.holder_hash == visitor.hash,
            seed_hash=made.seed_hash,
            seed=made.seed if over else None,
        )
        for made in stored.reseedings
        if made.seed is not None
    ]


def _guide(stored: Stored) -> model.Guide | None:
    """The guided first game; none if this program has its scenario no more."""
    with suppress(BocageError):
        return opened(stored.game.scenario, stored.game.options)[1].guide()
    return None


def _takeback(stored: Stored) -> wire.Takeback | None:
    row = stored.game
    if row.takeback_seat is None or row.takeback_to is None:
        return None
    return wire.Takeback(seat=row.takeback_seat, to=row.takeback_to)


def _resigning(stored: Stored, visitor: Visitor) -> list[str]:
    """Who of my side would give up; the others need not know."""

    def side(seat: str) -> str:
        return seat_of(stored.game.scenario, seat).side

    mine = {side(seat) for seat in my_seats(stored, visitor)}
    said = stored.game.resigning.items()
    return [seat.seat for seat in stored.seats if (seat.seat, seat.holder_hash) in said and side(seat.seat) in mine]


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def list_games(registry: Registry, visitor: Visitor) -> wire.GameList:
    """My games: those that wait for me first, then those that go on, the latest first."""
    if visitor.new:
        return wire.GameList(games=[])
    infos = [info_of(registry, stored, visitor) for stored in registry.storage.of_holder(visitor.hash, GAMES_SHOWN)]
    infos.sort(key=lambda info: (not info.my_turn, info.status != "playing"))
    return wire.GameList(games=infos)


def game_info(registry: Registry, game_id: str, visitor: Visitor) -> wire.GameInfo:
    """One game, with the reason if the present rules do not play all of it."""
    try:
        with registry.open(game_id) as session:
            stored, why = session.stored, session.difference
    except CannotOpen as trouble:
        stored, why = trouble.stored, str(trouble)
    check_looking(stored, visitor)
    return _told(registry, stored, why, visitor)


def _told(registry: Registry, stored: Stored, why: str, visitor: Visitor) -> wire.GameInfo:
    info = info_of(registry, stored, visitor)
    if why and not info.held:
        info.held = why
    return info


def board(registry: Registry, game_id: str, visitor: Visitor) -> model.Board:
    """What does not change."""
    with registry.open(game_id) as session:
        check_looking(session.stored, visitor)
        return session.table.board()


def view_of(session: Session, seat: str) -> model.View:
    """The table from a point of view, now."""
    game = session.game
    view = _view_at(session, seat, game.length, session.last_order_of(seat))
    if not session.over and session.stored.game.status == "playing":
        refusal = game.why_no_undo(seat)
        view.can_undo = refusal is None
        view.undo_reason = str(refusal) if refusal is not None else ""
    if view.decision is not None and view.decision.target is not None:
        view.decision.settles = session.settles()
    if seat != ALL:
        _tell_course(view, session.scores_of_last_turns(seat))
    return view


def _tell_course(view: model.View, turns: list[dict[str, int | float | None]]) -> None:
    """How each side's score has changed from turn to turn."""
    for standing in view.victory:
        now, then = standing.score, turns[-2:][0].get(standing.side)
        if now is None or then is None:
            continue
        standing.trend = now - then
        standing.course = [score for turn in turns if (score := turn.get(standing.side)) is not None] + [now]


def _view_at(session: Session, seat: str, number: int, since: int) -> model.View:
    """The table after so many orders, with what happened from another order on."""
    view = session.table.view(_state_for(session, seat, number), seat, number, session.stands(number))
    if session.resigned and number == session.game.length:
        view.decision, view.outcome = None, model.Outcome.model_validate(session.stored.game.outcome)
    view.since = list(session.entries(None if seat == ALL else seat, since - 1, number))[-RECENT:]
    return view


def screen_of(registry: Registry, session: Session, seat: str, after: int) -> Callable[[wire.GameInfo], wire.Screen]:
    """All that a board shows now, with what happened after an order; how the game stands may be told later."""
    view, log = view_of(session, seat), _entries(session, seat, after)
    prospect, allies = _prospect(session, view), plans_of_allies(registry.storage, session, seat)
    return lambda info: wire.Screen.model_construct(
        info=info, view=view, log=log, after=after, prospect=prospect, allies=allies
    )


def _prospect(session: Session, view: model.View) -> wire.Prospect | None:
    """The attack as it stands, else the first order that has odds."""
    rated = [choice for choice in view.decision.orders if choice.odds] if view.decision is not None else []
    plain = [choice for choice in rated if choice.unit is None and choice.hex is None]
    for choice in (plain or rated)[:1]:
        found = _odds(session, view.seat, choice.order)
        if found is not None:
            return wire.Prospect.model_construct(order=choice.order, odds=found)
    return None


def screen(registry: Registry, game_id: str, seat: str, after: int, visitor: Visitor) -> wire.Screen:
    """All that a board shows from a point of view."""
    with registry.open(game_id) as session:
        check_point_of_view(session.stored, seat, visitor)
        return screen_of(registry, session, seat, after)(_told(registry, session.stored, session.difference, visitor))


def view(registry: Registry, game_id: str, seat: str, number: int | None, visitor: Visitor) -> model.View:
    """The table as a seat sees it."""
    with registry.open(game_id) as session:
        check_point_of_view(session.stored, seat, visitor)
        if number is not None and number > session.game.length:
            raise bad_input(f"the game has {session.game.length} orders, so there is no view after order {number}")
        return view_of(session, seat) if number is None else _view_at(session, seat, number, number)


def why_not(registry: Registry, game_id: str, seat: str, order: str, visitor: Visitor) -> model.Refusal | None:
    """Why an order is not allowed."""
    with registry.open(game_id) as session:
        check_seat(session.stored, seat, visitor)
        game = session.game
        if session.over:
            return model.Refusal(rule="", text="the game is over")
        if game.decision.seat != seat:
            return model.Refusal(rule="", text=f"{game.decision.seat} decides now, not {seat}")
        refusal = game.why_not(order, seat=seat)
        if refusal is None:
            return None
        return model.Refusal(rule=refusal.rule, text=refusal.sentence)


def odds(registry: Registry, game_id: str, seat: str, order: str, visitor: Visitor) -> model.Odds | None:
    """Exact odds of an order."""
    with registry.open(game_id) as session:
        check_seat(session.stored, seat, visitor)
        return _odds(session, seat, order)


def _odds(session: Session, seat: str, order: str) -> model.Odds | None:
    game = session.game
    if session.over or game.decision.seat != seat:
        return None
    parsed = game.parse(order)
    return odds_in(session, game.view(seat), parsed) if parsed in game.decision.orders else None


def odds_in(session: Session, view: State, order: Order) -> model.Odds | None:
    """The best odds that an order can reach, if others may join what it begins; else its own."""
    reach = session.table.reach(view, order)
    if reach is not None:
        return reach
    found = session.game.setting.preview(view, order)
    return session.table.odds(view, order, found) if found is not None else None


def prospects(registry: Registry, game_id: str, seat: str, visitor: Visitor) -> wire.Prospects:
    """The odds of all orders that lead to chance, to be compared."""
    with registry.open(game_id) as session:
        check_seat(session.stored, seat, visitor)
        game = session.game
        asked = not session.over and game.decision.seat == seat
        found = list(islice(_compared(session, game.view(seat)), MOST_COMPARED)) if asked else []
        return wire.Prospects.model_construct(number=game.length, prospects=found)


def _compared(session: Session, view: State) -> Iterator[wire.Prospect]:
    decision = session.table.decision(view, session.game.decision.seat)
    rated = {choice.order for choice in decision.orders if choice.odds or choice.reach} if decision is not None else ()
    for order in session.game.decision.orders:
        if order.text in rated and (found := odds_in(session, view, order)) is not None:
            yield wire.Prospect.model_construct(order=order.text, odds=found)


def overlay(
    registry: Registry, game_id: str, seat: str, kind: str, unit: str | None, visitor: Visitor
) -> model.Overlay:
    """Hexes to shade."""
    with registry.open(game_id) as session:
        check_point_of_view(session.stored, seat, visitor)
        state = session.game.state.copy() if seat == ALL else session.game.view(seat)
        return session.table.overlay(state, kind, unit, session.stands(session.game.length))


def hint(registry: Registry, game_id: str, seat: str, number: int, order: str, visitor: Visitor) -> wire.Hint:
    """An order for a decision, with the words that the list of orders has for it."""
    with registry.open(game_id) as session:
        check_seat(session.stored, seat, visitor)
        decision = view_of(session, seat).decision
        choices = decision.orders if decision is not None else []
        choice = next((choice for choice in choices if choice.order == order), None)
        if session.game.length != number or choice is None:
            raise stale(session.game.length)
        return wire.Hint(order=order, label=choice.label, detail=choice.detail, loss=choice.loss)


def log(registry: Registry, game_id: str, seat: str, after: int, visitor: Visitor) -> wire.Log:
    """What happened."""
    with registry.open(game_id) as session:
        check_point_of_view(session.stored, seat, visitor)
        return wire.Log(entries=_entries(session, seat, after))


def _entries(session: Session, seat: str, after: int) -> list[model.LogEntry]:
    return list(session.entries(None if seat == ALL else seat, after))


def record(registry: Registry, game_id: str, seat: str, visitor: Visitor) -> str:
    """The record, with other seats' secrets left out until the game is over."""
    try:
        with registry.open(game_id) as session:
            stored = session.stored
            check_point_of_view(stored, seat, visitor)
            if not session.difference:
                if stored.game.status == "over":
                    return records.dump(session.game, resigned=session.resigned)
                return records.dump_for(session.game, seat)
        stored, orders = registry.read(game_id)
    except CannotOpen as trouble:
        stored, orders = trouble.stored, trouble.orders
    check_point_of_view(stored, seat, visitor)
    return stored_record(stored, orders, seat)


def turn(registry: Registry, game_id: str, seat: str, number: int | None, visitor: Visitor) -> model.TurnReport:
    """The turn in which an order was given, or the last in which something happened, at a glance."""
    with registry.open(game_id) as session:
        check_point_of_view(session.stored, seat, visitor)
        return _last_turn(session, seat) if number is None else _turn(session, seat, number)


def _last_turn(session: Session, seat: str) -> model.TurnReport:
    """The last turn in which something happened; the present one while nothing has."""
    reports = (_turn(session, seat, began) for began, _ in reversed(session.turns()))
    present = next(reports)
    return next((report for report in chain([present], reports) if _has_news(report)), present)


def _has_news(report: model.TurnReport) -> bool:
    acted = any(side.moves or side.units or side.steps for side in report.sides)
    return acted or bool(report.fights or report.taken)


def _turn(session: Session, seat: str, number: int) -> model.TurnReport:
    """One turn; what happened in others that passed without a decision just before it is told with it."""
    begun = session.turns()
    turns = [(began, "; ".join((*session.passed(began), name))) for began, name in begun]
    place = sum(began <= number for began, _ in turns) - 1
    first, name = turns[place]
    names = {*session.passed(first), begun[place][1]}
    over = place + 1 < len(turns)
    last = turns[place + 1][0] if over else session.game.length
    known = None if seat == ALL else seat
    start = session.play_began() if place == 0 else first
    before, eve, after = (_state_for(session, seat, at) for at in (start, last - 1 if over else last, last))
    log = [entry for entry in session.entries(known, first - 1, last) if entry.turn in names]
    report = session.table.turn((before, eve, after), log, seat)
    report.turn, report.first, report.last, report.turns = name, first, last, turns
    course, now = session.stands(last), session.table.stand(after)
    if not over and now is not None:
        course.append(now)
    report.history = turn_lines(course) if course else []
    return report


def _state_for(session: Session, seat: str, number: int) -> State:
    """The state after so many orders, as a point of view knows it."""
    state = session.game.state_at(number)
    return state.copy() if seat == ALL else state.view(seat)


def chat(registry: Registry, game_id: str, visitor: Visitor) -> wire.Chat:
    """The conversation."""
    with registry.open(game_id) as session:
        check_at_table(session.stored, visitor)
    return wire.Chat(
        lines=[
            wire.ChatLine(id=line.id, at=_time(line.at), name=line.name, seat=line.seat, text=line.text)
            for line in registry.storage.chat(game_id)
        ]
    )
