"""Orders: what a player may say, one short readable line each, as chess moves are.

A verb makes its orders and keeps them, so the same order is always the same object and a
list of legal orders costs no more than a list of references.

>>> to = Verb("to", str, int)
>>> to[1830] is to[1830], str(to[1830])
(True, 'to 1830')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bocage.kernel.errors import BocageError, nearest


class Order:
    """One thing a seat may do now: a verb and, for most verbs, one hex, unit or marker.

    Orders compare by identity; a verb never makes the same order twice.
    """

    __slots__ = ("arg", "text", "verb")

    def __init__(self, verb: str, arg: int, text: str) -> None:
        self.verb = verb
        self.arg = arg
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Verb(dict[int, Order]):
    """All orders that begin with the same word, by their argument."""

    def __init__(self, name: str, show: Callable[[int], str], read: Callable[[str], int]) -> None:
        super().__init__()
        self.name = name
        self.show = show
        self.read = read

    def __missing__(self, arg: int) -> Order:
        order = self[arg] = Order(self.name, arg, f"{self.name} {self.show(arg)}")
        return order


def plain(name: str) -> Order:
    """An order that is a verb alone, such as ``pass``."""
    return Order(name, 0, name)


class Vocabulary:
    """Every verb of a game; turns a line of text into an order.

    >>> words = Vocabulary([plain("pass"), Verb("to", str, int)])
    >>> words.parse("to 1830")
    <to 1830>
    """

    def __init__(self, words: Iterable[Order | Verb]) -> None:
        self.plain: dict[str, Order] = {}
        self.verbs: dict[str, Verb] = {}
        for word in words:
            if isinstance(word, Order):
                self.plain[word.verb] = word
            else:
                self.verbs[word.name] = word

    def parse(self, text: str) -> Order:
        """The order that ``text`` names; raises BocageError with a hint when there is none."""
        parts = text.split()
        if len(parts) == 1 and parts[0] in self.plain:
            return self.plain[parts[0]]
        if len(parts) == 2 and parts[0] in self.verbs:
            verb = self.verbs[parts[0]]
            try:
                return verb[verb.read(parts[1])]
            except (KeyError, ValueError) as error:
                raise BocageError(f"'{text}': {error.args[0]}") from None
        if not parts:
            raise BocageError("an empty line is not an order")
        known = [*self.plain, *self.verbs]
        if parts[0] in known:
            wants = "nothing" if parts[0] in self.plain else "one word"
            raise BocageError(f"'{text}': '{parts[0]}' takes {wants} after it")
        raise BocageError(f"'{parts[0]}' is not an order{nearest(parts[0], known)}")
