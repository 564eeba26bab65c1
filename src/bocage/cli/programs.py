"""The programs at a terminal: one that fails costs its plan and not the game, and they tell what they were up to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from bocage.kernel import BocageError, Game, Order
from bocage.players import DEFAULT, Opponent, RandomPlayer, Seated, make, make_all, opponent_named
from bocage.players.chair import Advance, Player, unheard
from bocage.players.evaluation import judge_of
from bocage.players.intent import Account, accounts_of, usual_intent
from bocage.players.playout import first_side
from bocage.table import model
from bocage.table.deeds import deeds_of


class Thought(NamedTuple):
    """What was thought when so many orders had been given."""

    number: int
    account: Account


class Program:
    """An opponent in one seat; if it fails the sergeant plays on for the rest of the turn, then it may try again."""

    def __init__(self, seat: str, opponent: Opponent, player: Player) -> None:
        self.seat = seat
        self.opponent = opponent
        self.thoughts: list[Thought] = []
        self._own = Seated(player)
        self._turn = 0
        self._line: list[tuple[str, Seated]] = []  # who plays in this turn, the last of them first

    def choose(self, game: Game, complain: Callable[[str], None], advance: Advance = unheard) -> Order:
        """Its next order, or that of the one who stands in for it; what went wrong is told."""
        turn = game.setting.tally(game.state).turn
        if turn != self._turn or not self._line:
            self._turn, self._line = turn, self._those_who_play()
        while True:
            name, player = self._line[-1]
            try:
                return self._ask(game, player, advance)
            except Exception as error:
                self._line.pop()
                if not self._line:
                    raise
                complain(f"the {name} {why_failed(error)}; for the rest of the turn the {self._line[-1][0]} plays on")

    def _those_who_play(self) -> list[tuple[str, Seated]]:
        """It, and those who stand in for it, who come before it here; the first of them gives any legal order."""
        seed = _seed_of(self.seat)
        others = {"random player": RandomPlayer(seed), DEFAULT: make(DEFAULT, seed)}
        line = [(name, Seated(player)) for name, player in others.items() if name != self.opponent.name]
        return [*line, (self.opponent.name, self._own)]

    def _ask(self, game: Game, player: Seated, advance: Advance) -> Order:
        known = len(accounts_of(player.player))
        order = player.choose(game, advance)
        if order not in game.decision.orders:
            raise BocageError("it ordered what is not possible")
        self.thoughts += [Thought(game.length, account) for account in accounts_of(player.player, known)]
        return order

    def go_back(self, length: int) -> None:
        """Orders were taken back: what was thought before them is void."""
        self.thoughts = [thought for thought in self.thoughts if thought.number < length]


def seat_all(names: Mapping[str, str], game: Game, human: str) -> dict[str, Program | None]:
    """Those who play, in their seats; none where a person sits."""
    programs = {seat: name for seat, name in names.items() if name != human}
    players = make_all(game.setting, programs, _seed_of)
    return {
        seat: Program(seat, opponent_named(name), players[seat]) if seat in players else None
        for seat, name in names.items()
    }


def _seed_of(seat: str) -> int:
    return sum(map(ord, seat))


def why_failed(error: Exception) -> str:
    """Why one fails; what it knew may be in the words of an error that is not ours."""
    if type(error) is BocageError:
        return f"gives up: {error}"
    return f"stumbled over an error of its own ({type(error).__name__})"


# -- what they were up to ---------------------------------------------------------------------------------------------


def tell_intents(
    game: Game, seat: str, programs: Sequence[Program], board: model.Board, log: Sequence[model.LogEntry]
) -> Iterator[tuple[Sequence[Program], list[str]]]:
    """What programs of one side and one rank tell a seat, together; ``log`` is what it may know of their last turn."""
    together: dict[tuple[str, str], list[Program]] = {}
    for program in programs:
        together.setdefault((game.state.side_of(program.seat), program.opponent.name), []).append(program)
    for (side, _), group in together.items():
        yield group, list(_Telling(game, seat, side, group).tell(board, log))


class _Telling:
    """What programs of one side tell a seat."""

    def __init__(self, game: Game, seat: str, side: str, group: Sequence[Program]) -> None:
        self.game, self.seat, self.side = game, seat, side
        self.seats = [program.seat for program in group]
        self.opponent = group[0].opponent
        self.ally = game.state.side_of(seat) == side
        self.known = game.history if self.ally else game.history_for(seat)
        thoughts = [thought for program in group for thought in program.thoughts]
        self.thoughts = sorted(thoughts, key=lambda thought: thought.number)

    def tell(self, board: model.Board, log: Sequence[model.LogEntry]) -> Iterator[str]:
        told = [thought.account for n, thought in enumerate(self.thoughts) if self._may_tell(n)]
        if told:
            yield from self._explain(told)
        elif not self.opponent.needs_policy:
            yield f"It {self.opponent.text}."
        elif not self.opponent.needs_evaluation:
            yield f"It makes no plan. As usual it {usual_intent(self.game.setting.name, self.side)}."
        elif not self.thoughts:
            yield "It has not made a plan yet."
        if len(told) < len(self.thoughts):
            yield "What it is doing now it tells when its turn is over."
        yield from (f"It {deed}." for deed in deeds_of(board, log, self.seats))

    def _may_tell(self, number: int) -> bool:
        """Whether what it set out to do is past, and not all of it still secret; allies have no secrets."""
        if self.ally:
            return True
        thought, later = self.thoughts[number], self.thoughts[number + 1 :]
        if thought.account.stage[:2] >= self.game.setting.moment(self.game.state)[:2]:
            return False
        until = later[0].number if later else len(self.known)
        orders = range(thought.number, max(until, thought.number + 1))
        return any(self.known[n] is not None and self.game.history[n].seat in self.seats for n in orders)

    def _explain(self, told: Sequence[Account]) -> Iterator[str]:
        last = told[-1]
        same = [account for account in told if account.stage[:2] == last.stage[:2] and account.intent == last.intent]
        best = max(same, key=lambda account: account.playouts)
        yield f"{'Your ally' if self.ally else 'It'} {last.intent}."
        hides = not self.ally and self._has_secrets()
        outlook = self._outlook() if hides else best.margin
        if outlook is not None:
            yield f"It expects {_hundredths(outlook)} of 100 for its side."
        if not hides:  # its own figures follow from what it alone knows
            others = sorted(best.rejected, key=lambda other: -other.margin)
            yield from (f"Rejected: it {other.intent}, {_less(best.margin - other.margin)}." for other in others)

    def _has_secrets(self) -> bool:
        ordered = zip(self.game.history, self.known, strict=True)
        return self.side in self.game.state.secret_keepers() or any(
            known is None and played.seat in self.seats for played, known in ordered
        )

    def _outlook(self) -> float | None:
        """What its side may expect by all that the one who asks can see."""
        with suppress(BocageError):
            view = self.game.view(self.seat)
            margin = judge_of(self.game.setting.name)(view)
            return margin if self.side == first_side(view) else 1.0 - margin
        return None


def _hundredths(margin: float) -> int:
    return round(100 * min(1.0, max(0.0, margin)))


def _less(margin: float) -> str:
    less = round(100 * margin)
    if less > 0:
        return f"{less} less"
    return f"{-less} more, but not beyond doubt" if less < 0 else "about the same"
