"""A hex is a number; a set of hexes is one integer with bit `1 << hex` for each member.

So the set algebra is Python's own: `a | b`, `a & b`, `a & ~b`, `s >> h & 1`, `s.bit_count()`.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import compress
from operator import or_
from typing import TypeVar

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


def chosen(things: Sequence[T], numbers: int) -> list[T]:
    """Of some things, such as orders by unit, those whose numbers are members of a set, in their order.

    >>> chosen("abcdefgh", 1 << 3 | 1 << 0 | 1 << 5)
    ['a', 'd', 'f']
    """
    return list(compress(things, flags(numbers, numbers.bit_length())))
