"""What a player was up to, for those who ask it: its intent, what it expected, what it rejected and by how much."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from bocage.kernel import Stage
from bocage.kernel.data import Model
from bocage.players.chair import Player
from bocage.players.evaluation import within_results
from bocage.players.playout import Question
from bocage.players.policy import stances_of
from bocage.players.search import Thought


class Rejection(Model):
    """What it might have set out to do instead, and the margin that this promised."""

    intent: str
    margin: float


class Deviation(Model):
    """Where it departed from its usual play: what it ordered, what it would have, and what that gains."""

    order: str
    usual: str
    gain: float
    question: str = ""  # to which it was the answer; empty in thoughts that were stored before this was noted


class Account(Model):
    """What a player thought before a phase, in plain words that can be stored."""

    turn: int
    side: int
    phase: int
    intent: str
    margin: float
    rejected: tuple[Rejection, ...] = ()
    departures: tuple[Deviation, ...] = ()
    playouts: int = 0

    @property
    def stage(self) -> Stage:
        """When it was thought."""
        return Stage(self.turn, self.side, self.phase)


@runtime_checkable
class Thinking(Protocol):
    """A player that remembers what it thought."""

    thoughts: list[Thought]


def accounts_of(player: Player, after: int = 0) -> list[Account]:
    """What a player has thought so far, but for its first ``after`` thoughts; one that does not think has none."""
    return [account_of(thought) for thought in player.thoughts[after:]] if isinstance(player, Thinking) else []


def account_of(thought: Thought) -> Account:
    """A thought as it is told."""
    return Account(
        turn=thought.stage.turn,
        side=thought.stage.side,
        phase=thought.stage.phase,
        intent=thought.stance.intent,
        margin=within_results(thought.margin),
        rejected=tuple(
            Rejection(intent=other.stance.intent, margin=within_results(other.margin)) for other in thought.rejected
        ),
        departures=tuple(
            Deviation(order=made.order.text, usual=made.usual.text, gain=made.gain, question=name_of(made.question))
            for made in thought.departures
        ),
        playouts=thought.playouts,
    )


def name_of(question: Question) -> str:
    """A question of a stage as it is stored."""
    return f"{question.key} {question.unit} {question.target}"


def usual_intent(scenario: str, side: str) -> str:
    """What a side sets out to do if nobody plans for it."""
    return stances_of(scenario, side)[0].intent
