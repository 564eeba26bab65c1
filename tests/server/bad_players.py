"""Opponents that go wrong, for the tests of those who must cope with them."""

from __future__ import annotations

import os
import time

from bocage.kernel import BocageError, Order, plain
from bocage.players import Chair, Player
from bocage.players import make as make_good


class Hanging:
    """Never stops thinking."""

    def choose(self, chair: Chair) -> Order:
        while True:
            time.sleep(0.05)


class Raising:
    """Has an error in its program, and a secret in the error."""

    def choose(self, chair: Chair) -> Order:
        raise ValueError("the minefield is in 1039")


class Ignorant:
    """Has never seen this game."""

    def choose(self, chair: Chair) -> Order:
        raise BocageError("greedy does not know this game")


class Dying:
    """Takes its process along."""

    def choose(self, chair: Chair) -> Order:
        os._exit(1)


class Cheating:
    """Orders what is not on the list."""

    def choose(self, chair: Chair) -> Order:
        return plain("win")


class Tiring:
    """Plays two orders of the set-up and then has enough."""

    def choose(self, chair: Chair) -> Order:
        if "857/346" in chair.decision.prompt:
            raise ValueError("enough")
        return chair.decision.orders[0]


class Counting:
    """Carries a plan: of the orders it is asked to choose from it takes the first, then the second, and so on."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, chair: Chair) -> Order:
        self.asked += 1
        return chair.decision.orders[(self.asked - 1) % len(chair.decision.orders)]


class Brooding:
    """Takes a third of a second for every order."""

    def choose(self, chair: Chair) -> Order:
        time.sleep(0.34)
        return chair.decision.orders[0]


class Pondering:
    """Thinks for two seconds about its first order, and says how far it is."""

    def __init__(self) -> None:
        self.done = False

    def choose(self, chair: Chair) -> Order:
        for tenth in range(0 if self.done else 20):
            chair.advance(tenth / 20)
            time.sleep(0.1)
        self.done = True
        return chair.decision.orders[0]


BAD: dict[str, type[Player]] = {
    "hanging": Hanging,
    "raising": Raising,
    "ignorant": Ignorant,
    "dying": Dying,
    "cheating": Cheating,
    "tiring": Tiring,
    "counting": Counting,
    "brooding": Brooding,
    "pondering": Pondering,
}


def make(name: str, seed: int = 0) -> Player:
    return BAD[name]() if name in BAD else make_good(name, seed)
