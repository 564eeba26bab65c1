"""Opponents of whom one always fails and one thinks for long; the others play as ever."""

from __future__ import annotations

from time import sleep

from bocage.kernel import Order
from bocage.players import Chair, Player
from bocage.players import make as make_good

PARTS = 60  # tenths of a second


class Stumbling:
    """Has an error in its program."""

    def choose(self, chair: Chair) -> Order:
        raise ValueError("this program has an error")


class Pondering:
    """Thinks for some seconds about its first order, and says how far it is."""

    def __init__(self, seed: int) -> None:
        self._player = make_good("sergeant", seed)
        self._done = False

    def choose(self, chair: Chair) -> Order:
        for part in range(0 if self._done else PARTS):
            chair.advance(part / PARTS)
            sleep(0.1)
        self._done = True
        return self._player.choose(chair)


def make(name: str, seed: int = 0) -> Player:
    """The sergeant has an error in its program, and the captain ponders."""
    return Stumbling() if name == "sergeant" else Pondering(seed) if name == "captain" else make_good(name, seed)
