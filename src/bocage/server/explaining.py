"""What programs have to say: advice for whoever decides, and what they were up to when their turn is over."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from bocage.kernel import BocageError, State
from bocage.players import opponent_named
from bocage.players.advice import Advice, Option
from bocage.players.evaluation import judge_of
from bocage.players.intent import Account, Deviation, name_of, usual_intent
from bocage.players.playout import first_side, question_of
from bocage.server import wire
from bocage.server.access import ALL, check_point_of_view, check_seat
from bocage.server.plans import programs_of
from bocage.server.problems import stale
from bocage.server.registry import Registry
from bocage.server.session import Session
from bocage.server.showing import odds_in, seat_of, view_of
from bocage.server.storage import SeatRow, ThoughtRow
from bocage.server.visitors import Visitor
from bocage.table import SPECTATOR, model
from bocage.table.deeds import deeds_of

# -- advice -----------------------------------------------------------------------------------------------------------


def advice(registry: Registry, game_id: str, seat: str, number: int, found: Advice, visitor: Visitor) -> wire.Advice:
    """Advice for a decision, in the words that the list of orders has for it."""
    with registry.open(game_id) as session:
        check_seat(session.stored, seat, visitor)
        decision = view_of(session, seat).decision
        choices = {choice.order: choice for choice in decision.orders} if decision is not None else {}
        if session.game.length != number or not all(order in choices for order in found.orders):
            raise stale(session.game.length)
        view = session.game.view(seat)
        options = {option.order: option for option in found.options}
        now = session.game.setting.moment(view)
        return wire.Advice(
            number=number,
            intent=found.intent,
            orders=[
                _advised(session, choices[order], options.get(order), odds_in(session, view, session.game.parse(order)))
                for order in found.orders
            ],
            only=len(session.game.decision.orders) == 1,
            worlds=found.worlds,
            turns=found.until.turn - now.turn if found.until is not None else 0,
        )


def _advised(
    session: Session, choice: model.OrderChoice, option: Option | None, odds: model.Odds | None
) -> wire.Advised:
    said = wire.Advised(
        order=choice.order, label=choice.label, detail=choice.detail, loss=choice.loss, unit=choice.unit, odds=odds
    )
    if option is not None:
        said.outlook, said.poor, said.behind = option.margin, option.poor, max(0.0, option.behind)
        said.alike = option.alike
        said.gains, said.costs, said.risks = map(
            session.table.without_twins, (option.gains, option.costs, option.risks)
        )
    return said


# -- intents ----------------------------------------------------------------------------------------------------------


class Thought(NamedTuple):
    """What was thought when so many orders had been given."""

    number: int
    account: Account


def intents(registry: Registry, game_id: str, seat: str, number: int | None, visitor: Visitor) -> wire.Intents:
    """What the programs were up to in the turn in which an order was given, or in the last one they played."""
    with registry.open(game_id) as session:
        check_point_of_view(session.stored, seat, visitor)
        rows = registry.storage.thoughts(game_id)
        turns = session.turns()
        asked = session.game.length if number is None else number
        place = max(0, sum(began <= asked for began, _ in turns) - 1)
        while number is None and place and not _has_played(session, turns[place][0]):
            place -= 1
        first, name = turns[place]
        last = turns[place + 1][0] if place + 1 < len(turns) else session.game.length
        told = [
            _Telling(session, seat, seats, first, last).tell(rows)
            for seats in programs_of(session)
            if seat not in [row.seat for row in seats]
        ]
        return wire.Intents(turn=name, intents=told)


def _has_played(session: Session, first: int) -> bool:
    """Whether a program has given an order of the turn that began then."""
    programs = {row.seat for seats in programs_of(session) for row in seats}
    return any(played.seat in programs for played in session.game.history[first:])


class _Telling:
    """What one program tells one seat about one turn."""

    def __init__(self, session: Session, seat: str, rows: Sequence[SeatRow], first: int, last: int) -> None:
        self.session, self.seat, self.rows, self.first, self.last = session, seat, rows, first, last
        self.seats = [row.seat for row in rows]
        self.side = session.game.state.side_of(self.seats[0])
        self.over = session.over
        self.ally = seat not in (ALL, SPECTATOR) and session.game.state.side_of(seat) == self.side
        trusted = self.ally or self.over
        self.hides = not trusted and self.side in session.secret_keepers()
        self.known = session.game.history if trusted else session.game.history_for(seat)
        self.trusted = trusted

    def tell(self, rows: Sequence[ThoughtRow]) -> wire.Intent:
        scenario, opponent = self.session.stored.game.scenario, opponent_named(self.rows[0].bot or "")
        thoughts = [
            Thought(row.number, Account.model_validate_json(row.text))
            for row in rows
            if row.seat in self.seats and row.number < self.last
        ]
        told = [thought for n, thought in enumerate(thoughts) if self._may_tell(thought, thoughts[n + 1 :])]
        intent = wire.Intent(
            seats=self.seats,
            titles=[seat_of(scenario, seat).title for seat in self.seats],
            level=opponent.title,
            ally=self.ally,
            intent="",
            waits=len(told) < len([thought for thought in thoughts if thought.number >= self.first]),
            deeds=self._deeds(),
        )
        if told:
            self._explain(intent, told)
        elif not opponent.needs_evaluation:  # who plans has nothing to say yet
            intent.intent = usual_intent(scenario, self.side) if opponent.needs_policy else opponent.text
            self._judge(intent)
        return intent

    def _may_tell(self, thought: Thought, later: Sequence[Thought]) -> bool:
        """Whether what it set out to do is past, and not all of it still secret; allies have no secrets."""
        if self.trusted:
            return True
        now = self.session.game.setting.moment(self.session.game.state)
        if thought.account.stage[:2] >= now[:2]:
            return False
        until = later[0].number if later else len(self.known)
        orders = range(thought.number, max(until, thought.number + 1))
        return any(self.known[n] is not None and self.session.game.history[n].seat in self.seats for n in orders)

    def _explain(self, intent: wire.Intent, told: Sequence[Thought]) -> None:
        last = told[-1].account
        group = [thought for thought in told if thought.account.stage[:2] == last.stage[:2]]
        same = [thought.account for thought in group if thought.account.intent == last.intent]
        best = max(same, key=lambda account: account.playouts)
        intent.intent, intent.playouts = last.intent, best.playouts
        if self.hides:  # its own figures follow from what it alone knows
            self._judge(intent)
            return
        intent.outlook = best.margin
        others = sorted(best.rejected, key=lambda other: -other.margin)
        intent.rejected = [wire.Rejected(intent=one.intent, less=best.margin - one.margin) for one in others]
        ends = zip(told, [*(later.number for later in told[1:]), self.last], strict=True)
        departed = [self._departures(thought, until) for thought, until in ends if thought in group]
        intent.departures = list(chain.from_iterable(departed))

    def _judge(self, intent: wire.Intent) -> None:
        """What its side may expect by all that the one who asks can see; nothing where no judge has learnt it."""
        with suppress(BocageError):
            state: State = self.session.game.state_at(self.last)
            view = state if self.seat == ALL else state.view(self.seat)
            margin = judge_of(self.session.stored.game.scenario)(view)
            intent.outlook, intent.judged = margin if self.side == first_side(view) else 1.0 - margin, True

    def _departures(self, thought: Thought, until: int) -> list[wire.Departed]:
        """Where it did something else than usual before it thought anew, as far as it came to that."""
        found = []
        history = self.session.game.history
        for made in thought.account.departures:
            for number in range(thought.number, min(until, len(history))):
                played = history[number]
                if played.order.text == made.order and self._answers(number, thought.account, made):
                    words = self._words(number, played.seat)
                    if made.order in words and made.usual in words:
                        found.append(wire.Departed(did=words[made.order], usual=words[made.usual], gain=made.gain))
                    break
        return found

    def _answers(self, number: int, account: Account, made: Deviation) -> bool:
        """Whether an order answers the question for which a departure was planned: other orders may read the same."""
        seat = self.session.game.history[number].seat
        if seat not in self.seats:
            return False
        view = self.session.game.state_at(number).view(seat)
        stage = self.session.game.setting.moment(view)
        return stage == account.stage and name_of(question_of(view, stage)) == made.question

    def _words(self, number: int, seat: str) -> dict[str, str]:
        """What the orders were called from which a program chose."""
        decision = self.session.table.decision(self.session.game.state_at(number).view(seat), seat)
        return {choice.order: choice.label for choice in decision.orders} if decision is not None else {}

    def _deeds(self) -> list[str]:
        known = None if self.seat == ALL else self.seat
        log = list(self.session.entries(known, self.first, self.last))
        return deeds_of(self.session.table.board(), log, self.seats)
