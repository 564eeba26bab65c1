"""Opponents of whom one always fails: ``sergeant`` has an error in its program, the others play as ever."""

from __future__ import annotations

from bocage.kernel import Order
from bocage.players import Chair, Player
from bocage.players import make as make_good


class Stumbling:
    """Has an error in its program."""

    def choose(self, chair: Chair) -> Order:
        raise ValueError("this program has an error")


def make(name: str, seed: int = 0) -> Player:
    return Stumbling() if name == "sergeant" else make_good(name, seed)
