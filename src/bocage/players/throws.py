"""How much of what an order led to was luck: what the judge makes of it, against what was to be expected before."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from bocage.kernel import Chance, Order, State
from bocage.players.evaluation import Judge
from bocage.players.playout import best_of
from bocage.players.policy import Policy, planner_of

TIMES: Final = 3  # that each first outcome is tried where more than it is open
MOST_OUTCOMES: Final = 12  # of a first draw that are tried one by one
LONGEST_FIGHT: Final = 40  # orders until a fight is settled


class Throw(NamedTuple):
    """An order after which chance spoke: what it made of the outlook beyond the expected, for the first side."""

    number: int
    luck: float
    error: float  # standard error of what was expected


class Throws:
    """Works out the luck of orders of one scenario; ``spent`` are the orders that it took."""

    def __init__(self, scenario: str, judge: Judge) -> None:
        self._scenario = scenario
        self._judge = judge
        self.spent = 0

    def look_at(self, number: int, before: State, order: Order, chance: tuple[str, ...], after: State) -> Throw:
        """The luck of an order, from the states before and after it; neither is changed."""
        came = self._settled(after.copy())
        values = [self._settled(self._again(before, order, dice)) for dice in _dice(number, before, chance)]
        mean = fmean(values)
        spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
        return Throw(number, came - mean, 0.0 if _is_exact(before, chance) else sqrt(spread / len(values)))

    def _again(self, before: State, order: Order, dice: _Dice) -> State:
        """The order once more, with other dice, and with another board as far as nobody knows it."""
        world, count = before.copy(), before.chance.count
        world.chance = Chance(dice.key, count)
        world.hush()
        world.redraw()
        world.chance.count = count
        if dice.first:
            world.chance.script = (*[""] * count, dice.first)
        world.resume(order)
        self.spent += 1
        return world

    def _settled(self, world: State) -> float:
        """The margin when the fight at hand is over, as far as it goes on without chance; the world is changed."""
        world.hush()
        planners: dict[str, Policy] = {}
        for _ in range(LONGEST_FIGHT):
            asked = world.pending
            if asked is None or world.about().target < 0:
                break
            if asked.seat not in planners:
                planners[asked.seat] = planner_of(self._scenario)
            scores = planners[asked.seat].score_orders(world.view(asked.seat), asked.orders)
            later = world.copy()
            later.chance = Chance(b"", later.chance.count)
            later.resume(best_of(asked.orders, scores))
            self.spent += 1
            if later.chance.count != world.chance.count:
                break
            world = later
        return self._judge(world)


class _Dice(NamedTuple):
    key: bytes
    first: str  # the first outcome, as a record has it; nothing: it follows from the key


def _dice(number: int, before: State, chance: tuple[str, ...]) -> Iterator[_Dice]:
    """Dice to try: each outcome of the first draw as often as the others, and the rest at random."""
    chooser = Random(f"review {number}")
    firsts = _outcomes(chance) or [""] * MOST_OUTCOMES
    for _ in range(1 if _is_exact(before, chance) else TIMES):
        key = chooser.randbytes(32)
        for first in firsts:
            yield _Dice(key if first else chooser.randbytes(32), first)


def _is_exact(before: State, chance: tuple[str, ...]) -> bool:
    """Whether one draw decides everything, so that its outcomes tell exactly what was to be expected."""
    return len(chance) == 1 and bool(_outcomes(chance)) and not before.hides_from_all()


def _outcomes(chance: tuple[str, ...]) -> list[str]:
    """All that might have come first, if it is little enough.

    >>> _outcomes(("pick 1/3", "die 4"))
    ['pick 0/3', 'pick 1/3', 'pick 2/3']
    """
    kind, _, drawn = chance[0].partition(" ") if chance else ("", "", "")
    sides = 6 if kind == "die" else int(drawn.partition("/")[2] or 0)
    if sides > MOST_OUTCOMES:
        return []
    return [f"die {n + 1}" if kind == "die" else f"pick {n}/{sides}" for n in range(sides)]
