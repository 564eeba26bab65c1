"""What a result does to units: steps, levels of disorganisation, affected stacks (6.4, 6.5, 6.10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bocage.games.bloody_summer.fight import alive
from bocage.games.bloody_summer.pieces import GERMAN_DEPOTS, HEADQUARTERS, PIECE_IDS
from bocage.games.bloody_summer.places import LOST, Place
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.tables import Outcome, Result
from bocage.games.bloody_summer.words import LOSE
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done

WORST = 2  # the highest level of disorganisation, and of being affected (6.5-01)


def result_name(result: Result) -> str:
    """A cell of the Combat Result Table as it is written there.

    >>> result_name(Result(Outcome(1, 0, 0), Outcome(1, 1, 2), True))
    'a1 / d1 D1 R2 E'
    >>> result_name(Result(Outcome(0, 1, 0), Outcome(0, 0, 0), False))
    'D1 / -'
    """
    attacker, defender = _outcome_name("a", result.attacker), _outcome_name("d", result.defender)
    return f"{attacker} / {defender}{' E' if result.exploitation else ''}"


def _outcome_name(who: str, outcome: Outcome) -> str:
    parts = zip((who, "D", "R"), outcome, strict=True)
    return " ".join(f"{letter}{number}" for letter, number in parts if number) or "-"


# -- levels and steps -----------------------------------------------------------------------------


def lose_step(g: State, piece: int, rule: str, *, captured: bool = False) -> None:
    """A piece loses a step; one that loses its last in a retreat is captured and never rebuilt (6.6-07, 6.10-05)."""
    if captured and g.steps_of(piece) == 1:
        g.destroy(piece, rule, LOST)
    else:
        g.deplete(piece, rule)


def disorganise(g: State, piece: int, levels: int, rule: str, *, captured: bool = False) -> None:
    """A piece takes levels of disorganisation; beyond D2 each costs a step (6.5-05, 6.5-06)."""
    disorganise_all(g, (piece,), levels, rule, captured=captured)


def can_be_disorganised(piece: int) -> bool:
    """Troops of any kind; neither headquarters nor depots."""
    return piece not in HEADQUARTERS and piece not in GERMAN_DEPOTS


def disorganise_all(g: State, pieces: Iterable[int], levels: int, rule: str, *, captured: bool = False) -> None:
    """Every one of some pieces takes the levels (6.4-01); all of them are told together."""
    shaken = [piece for piece in pieces if can_be_disorganised(piece) and _take(g, piece, levels, captured=captured)]
    shaken = [piece for piece in shaken if alive(g, (piece,))]
    if shaken:
        now = tuple(g.level[piece] for piece in shaken)
        g.tell_result("disorganised", rule, units=tuple(shaken), levels=now, hex=g.where[shaken[0]])


def _take(g: State, piece: int, levels: int, *, captured: bool) -> bool:
    """A piece takes levels; whether it is more disorganised than before."""
    before = g.level[piece]
    for _ in range(levels):
        if not alive(g, (piece,)):
            return False
        if g.level[piece] < WORST:
            g.level[piece] += 1
        else:
            lose_step(g, piece, "6.5-06", captured=captured)
    return g.level[piece] > before


def affect(g: State, place: Place, side: int, levels: int, rule: str) -> None:
    """The stack of a side in a place is affected; beyond A2 its units are disorganised instead (6.5-07 to -09)."""
    level = g.affected.get(place, 0) + levels
    if levels:
        g.affected[place] = min(level, WORST)
        g.tell_result("affected", rule, place=place, level=g.affected[place])
    disorganise_all(g, g.pieces_in(place, side), max(level - WORST, 0), "6.5-09")


def affect_alone(g: State, unit: int, levels: int, rule: str) -> None:
    """One unit is affected, and nobody else in its hex (6.2.a-05)."""
    level = g.struck.get(unit, 0) + levels
    if levels:
        g.struck[unit] = min(level, WORST)
        g.tell_result("struck", rule, unit=unit, level=g.struck[unit])
    disorganise(g, unit, max(level - WORST, 0), "6.5-09")


# -- step losses by choice ------------------------------------------------------------------------


@dataclass
class StepLosses(Procedure[None]):
    """Units of one side lose steps; their owner says which (6.4-01)."""

    pieces: tuple[int, ...]
    steps: int
    rule: str = "6.4-01"

    def about(self, g: State) -> About:
        """Where the losses fall."""
        return About(target=g.where[self.pieces[0]] if self.pieces else -1, unit_verb="lose")

    def begin(self, g: State) -> Next:
        """Take what leaves no choice; what is more than all steps is disregarded."""
        self.pieces = alive(g, self.pieces)
        if not self.steps or not self.pieces:
            return done()
        if self.steps >= sum(map(g.steps_of, self.pieces)):
            for piece in self.pieces:
                g.destroy(piece, self.rule)
            return done()
        if len(self.pieces) > 1:
            return self.choose
        return self.chosen(g, LOSE[self.pieces[0]])

    def choose(self, g: State) -> Next:
        """The owner chooses."""
        prompt = f"Which unit loses a step? ({self.steps} to lose)"
        orders = [LOSE[piece] for piece in self.pieces]
        return ask(g.seat(self.pieces[0]), prompt, orders, then=self.chosen, why=self.why_not, rule="6.4")

    def chosen(self, g: State, order: Order) -> Next:
        """One step less."""
        g.deplete(order.arg, self.rule)
        self.steps -= 1
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot take the loss."""
        if order.verb != LOSE.name:
            return Refusal("6.4-01", f"steps are to be lost, {self.steps} in all: choose the unit")
        return Refusal("6.4-01", f"{PIECE_IDS[order.arg]} does not take part in this combat")
