"""What can go wrong in a way a player can see: one sentence each, and the rule where there is one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple


class Refusal(NamedTuple):
    """Why an order is not allowed: the rule that forbids it, and a sentence that says so.

    >>> str(Refusal("5.2-07", "1039 holds an enemy unit"))
    '1039 holds an enemy unit (5.2-07)'
    """

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class BocageError(Exception):
    """Bad input. Its text is one sentence that says what is wrong and where."""


class Refused(BocageError):
    """An order that the engine does not accept; ``refusal`` names the rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class RecordError(BocageError):
    """A record that cannot be read or does not replay."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt name, ready to be appended to a sentence.

    >>> nearest("swrod", ["sword", "utah"])
    '; did you mean sword?'
    """
    names = sorted(known)
    close = get_close_matches(word, names, n=3, cutoff=0.5)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    if 0 < len(names) <= 12:
        return f"; known are {', '.join(names)}"
    return ""
