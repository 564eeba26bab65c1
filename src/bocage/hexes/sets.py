"""A hex is a number; a set of hexes is one integer with bit `1 << hex` for each member.

So the set algebra is Python's own: `a | b`, `a & b`, `a & ~b`, `s >> h & 1`, `s.bit_count()`.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain, compress
from operator import getitem, or_
from typing import Generic, TypeVar

T = TypeVar("T")

Hex = int
HexSet = int

_NUMBERS = tuple(range(4096))  # ready-made, because making the int objects would be half the time of `members`
_bit = (1).__lshift__
_BITS = bytes(c == ord("1") for c in range(256))


def mask(numbers: Iterable[int]) -> int:
    """A set from its members, whether they are hexes, units or positions; one that is named twice is a member once.

    >>> mask([1, 4, 1]) == 1 << 1 | 1 << 4
    True
    """
    return reduce(or_, map(_bit, numbers), 0)


def flags(hexes: HexSet, size: int) -> bytes:
    """A set as `size` bytes, 1 for a member and 0 for the others.

    >>> flags(1 << 1 | 1 << 4, size=6)
    b'\\x00\\x01\\x00\\x00\\x01\\x00'
    """
    return f"{hexes:0{size}b}".encode().translate(_BITS)[::-1]


def members(hexes: HexSet) -> list[Hex]:
    """The hexes of a set, in ascending order.

    >>> members(1 << 3 | 1 << 70 | 1 << 12)
    [3, 12, 70]
    """
    length = hexes.bit_length()
    if hexes.bit_count() * 10 > length:
        numbers = _NUMBERS if length <= len(_NUMBERS) else range(length)
        return list(compress(numbers, flags(hexes, length)))
    # Sparse: taking the top bit off costs less than looking at every bit (measured: equal at one member in ten).
    found = []
    while hexes:
        top = hexes.bit_length() - 1
        found.append(top)
        hexes ^= 1 << top
    found.reverse()
    return found


class Shelf(Generic[T]):
    """Things by their numbers, such as orders by unit: a set chooses from them, in their order.

    >>> Shelf("abcdefghijkl").chosen(1 << 3 | 1 << 0 | 1 << 10)
    ['a', 'd', 'k']
    """

    def __init__(self, things: Sequence[T]) -> None:
        self._octets = [_Octet(things[first : first + 8]) for first in range(0, len(things), 8)]

    def chosen(self, numbers: int) -> list[T]:
        """The things whose numbers are members of a set."""
        octets = numbers.to_bytes(numbers.bit_length() + 7 >> 3, "little")
        return list(chain.from_iterable(map(getitem, compress(self._octets, octets), filter(None, octets))))


class _Octet(dict[int, tuple[T, ...]]):
    """Eight things: those that a byte chooses, each choice made once."""

    def __init__(self, things: Sequence[T]) -> None:
        super().__init__()
        self.things = things

    def __missing__(self, byte: int) -> tuple[T, ...]:
        found = self[byte] = tuple(thing for bit, thing in enumerate(self.things) if byte >> bit & 1)
        return found
