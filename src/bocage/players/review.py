"""What turned a finished game: the luck of its dice, and the orders for which a better one can be found.

The outlook is the margin that the scenario's judge expects for the first side after each order. Luck is by how much an
order with chance in it changed the outlook beyond what was to be expected (``throws``); a regret is what the best order
that was found promised beyond the one played (``regrets``). The same record gives the same review.

It is bounded: so many throws, and so many orders in imagination as make about a minute of a usual processor, or up to
three where turns are long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bocage.kernel import BocageError, Game
from bocage.players.evaluation import Judge, judge_of
from bocage.players.policy import pace_of
from bocage.players.regrets import AHEAD, Comparison, Regret, playouts_of, suspects
from bocage.players.throws import Throw, Throws

VERSION: Final = "3"  # raised when the same record would be reviewed differently

BEFORE_DECISIONS: Final = 0.2  # of the work, roughly

Advance = Callable[[float], None]  # is told how much of the work is done, between 0 and 1


class Bounds(NamedTuple):
    """How much work a review may be."""

    throws: int = 2000  # that are looked at, those that changed the outlook most
    seconds: float = 45.0  # of a usual processor for decisions
    at_most: float = 150.0  # the same where turns are long
    playouts: int = 1500  # that are wanted then
    glances: float = 0.35  # of it: for a first look at many decisions
    looks: float = 0.3  # for the choice of the best order at the most doubtful; the rest is for fresh worlds

    def orders(self, pace: float, turn: float) -> float:
        """Orders that may be given in imagination, ``pace`` in a second and ``turn`` in each turn ahead."""
        return pace * max(self.seconds, min(self.at_most, self.playouts * turn / pace))


BOUNDS: Final = Bounds()


@dataclass
class Reviewed:
    """What was found out about a game."""

    outlook: list[float] = field(default_factory=list)  # for the first side, before the first order and after each
    throws: list[Throw] = field(default_factory=list)
    regrets: list[Regret] = field(default_factory=list)
    looked_at: list[int] = field(default_factory=list)  # the orders beside which others were tried
    spent: int = 0  # orders in imagination


def judged(scenario: str) -> Judge:
    """The judge of a scenario; refuses one without in a sentence."""
    try:
        return judge_of(scenario)
    except BocageError:
        raise BocageError(
            f"games of {scenario} are not reviewed: nobody has learnt what its positions are worth"
        ) from None


def review(
    game: Game, bounds: Bounds = BOUNDS, advance: Advance = lambda done: None, *, resigned: bool = False
) -> Reviewed:
    """Go through a game that is over, or that a side gave up; it is not changed."""
    if not game.over and not resigned:
        raise BocageError("a game is reviewed when it is over")
    judge, found = judged(game.setting.name), Reviewed()
    found.outlook = [judge(state) for state in game.states()]
    _throw_by_throw(game, judge, bounds, found, advance)
    decisions = _Decisions(game, judge_of(game.setting.name, bounded=False), bounds, advance)
    compared = decisions.look()
    found.looked_at = sorted(each.suspect.number for each in compared)
    found.regrets = sorted(filter(None, (each.regret() for each in compared)))
    found.spent += decisions.spent
    advance(1.0)
    return found


# -- luck -----------------------------------------------------------------------------------------------


def _throw_by_throw(game: Game, judge: Judge, bounds: Bounds, found: Reviewed, advance: Advance) -> None:
    numbers = _with_chance(game, found.outlook, bounds.throws)
    throws, before = Throws(game.setting.name, judge), game.state
    for number, state in enumerate(game.states()):
        if number in numbers:
            played = game.history[number - 1]
            found.throws.append(throws.look_at(number, before, played.order, played.chance, state))
            advance(BEFORE_DECISIONS * len(found.throws) / len(numbers))
        if number + 1 in numbers:
            before = state.copy()
    found.spent += throws.spent


def _with_chance(game: Game, outlook: list[float], most: int) -> set[int]:
    """The orders after which chance spoke, or something came out that nobody knew."""
    spoke = [n for n, played in enumerate(game.history, 1) if played.chance or played.revealed or played.disclosed]
    return set(sorted(spoke, key=lambda n: -abs(outlook[n] - outlook[n - 1]))[:most])


# -- decisions ------------------------------------------------------------------------------------------


class _Decisions:
    """Looks for better orders: at many decisions briefly, at the doubtful ones for longer, at what is left closely."""

    def __init__(self, game: Game, judge: Judge, bounds: Bounds, advance: Advance) -> None:
        self._game = game
        self._playouts = playouts_of(game, judge)
        self._bounds = bounds
        self._advance = advance
        turn = game.length / max(1, game.setting.moment(game.state).turn)
        self._turns = max(1, round(AHEAD / max(1.0, turn)))
        self._orders = bounds.orders(pace_of(game.setting.name), turn)
        self.spent = 0

    def look(self) -> list[Comparison]:
        """What was compared closely."""
        glances, looks = self._bounds.glances, self._bounds.glances + self._bounds.looks
        glanced = self._until(glances, self._all(), Comparison.glance)
        looked = self._until(looks, _by_doubt(glanced), Comparison.look)
        return self._until(1.0, _by_doubt(looked), lambda each: each.confirm(self._orders - self.spent))

    def _all(self) -> Iterator[Comparison]:
        for suspect in suspects(self._game):
            yield Comparison(suspect, self._game.state_at(suspect.number - 1), self._playouts, self._turns)

    def _until(self, share: float, field: Iterable[Comparison], step: Callable[[Comparison], None]) -> list[Comparison]:
        """Take a step with each as long as a share of the work is not used up; those with which it was taken."""
        done: list[Comparison] = []
        for each in field:
            if self.spent >= share * self._orders:
                break
            before = each.spent
            step(each)
            self.spent += each.spent - before
            done.append(each)
            self._advance(BEFORE_DECISIONS + (1 - BEFORE_DECISIONS) * min(1.0, self.spent / self._orders))
        return done


def _by_doubt(compared: Iterable[Comparison]) -> list[Comparison]:
    """Those in which another order may be better, the likeliest first."""
    return sorted((each for each in compared if each.promise > 0), key=lambda each: -each.promise)
