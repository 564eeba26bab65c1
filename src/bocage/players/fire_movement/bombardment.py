"""Bombardment: where two markers hurt most, and how many to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from bocage.games.fire_movement.bombardment import MOST_PER_HEX, BombardmentPhase
from bocage.games.fire_movement.state import State, is_mines
from bocage.games.fire_movement.support import worth
from bocage.games.fire_movement.words import DRAW, END, FIRE, GRID
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.fire_movement.markers import price
from bocage.players.fire_movement.outlook import Outlook
from bocage.players.fire_movement.weights import DRIVEN_BACK, FOLLOWED_UP
from bocage.players.gains import Gains

Cups = tuple[int, ...]


class BombardmentPlan:
    """What a side means to bombard in a phase, and from which cups."""

    def __init__(self, g: State) -> None:
        self._phase = self._phase_of(g)
        self._gains = Gains[int]()
        self._cups: dict[int, Cups] = {}  # by target

    def _phase_of(self, g: State) -> tuple[object, ...]:
        return (g.battle, g.turn, g.active, g.occupied[g.active])

    def fits(self, g: State) -> bool:
        """Whether this is still the same phase, in which nobody of the side has been lost."""
        return self._phase_of(g) == self._phase

    def score(self, o: Outlook, frame: BombardmentPhase, orders: Sequence[Order]) -> list[float]:
        """Bombard while it brings more than the markers are worth elsewhere."""

        def gain(target: int) -> float:
            value, self._cups[target] = best_cups(o, target)
            return value

        if orders[0].verb in ("bombard", "end"):
            self._gains.find_best([order.arg for order in orders if order is not END], gain, enough=0.0)
            return [0.0 if order is END else self._gains[order.arg] for order in orders]
        cups, drawn = self._cups.get(frame.target, ()), len(frame.cups)
        if not cups or cups[:drawn] != frame.cups:
            _, cups = best_cups(o, frame.target, frame.cups)
        next_order = DRAW[cups[drawn]] if drawn < len(cups) else FIRE
        return [1.0 if order is next_order else 0.0 for order in orders]


def best_cups(o: Outlook, target: int, drawn: Cups = ()) -> tuple[float, Cups]:
    """The best bombardment of a target, with one or two markers: what it brings, and from which cups."""
    cups = [order.arg for order in BombardmentPhase(target, drawn).offers(o.g)]
    choices: list[Cups] = [(*drawn, cup) for cup in cups]
    if drawn:
        choices.append(drawn)
    elif o.g.bombarded.get(o.g.where[target], 0) + 1 < MOST_PER_HEX:
        choices += combinations_with_replacement(cups, 2)
    values = {cup: cup_value(o, cup, o.g.where[target]) for cup in {*cups, *drawn}}
    found = [(fire_value(o, target, choice, values), choice) for choice in choices if enough(o, choice)]
    return max(found, default=(-1.0, ()))


def enough(o: Outlook, cups: Cups) -> bool:
    """Whether the cups hold as many markers."""
    return all(len(o.g.cups[cup]) >= cups.count(cup) for cup in cups)


def fire_value(o: Outlook, target: int, cups: Cups, values: Mapping[int, float]) -> float:
    """What bombarding a unit from some cups brings, less the price of the markers."""
    g = o.g
    hex_ = g.where[target]
    attack = sum(values[cup] for cup in cups)
    ground = FOLLOWED_UP * o.position(hex_)
    step, whole = o.step(target), o.strength(target)
    value = 0.0
    for result, chance in o.ground.chances(o.battle.hex_line[hex_], attack - g.defence_of(target)):
        if result == "De":
            value += chance * (whole + ground)
        elif result in ("D2", "D3"):
            value += chance * (step * DRIVEN_BACK + ground)
        elif result == "(A)":
            friends = [
                o.step(unit)
                for near in GRID.neighbours[hex_]
                for unit in g.at.get(near, ())
                if o.battle.side[unit] == o.side
            ]
            value -= chance * o.weights.own_loss * min(friends, default=0.0)
    return value - price(o, len(cups)) * len(cups)


def cup_value(o: Outlook, cup: int, hex_: Hex) -> float:
    """What a marker of a cup brings against a hex; mines are no use."""
    markers = [marker for marker in o.g.cups[cup] if not is_mines(marker)]
    return sum(worth(o.g, cup, marker, hex_, attacking=True) for marker in markers) / max(1, len(markers))
