"""What lies on hexsides: rivers, bridges, hedgerows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bocage.hexes.sets import Hex, HexSet

Side = tuple[Hex, Hex]


class Sides:
    """A number for some hexsides, the same seen from both hexes.

    >>> rivers = Sides([(7, 8), (9, 8)])
    >>> rivers.add(8, 14, 2)
    >>> (8, 7) in rivers, (7, 9) in rivers
    (True, False)
    >>> rivers[14, 8], rivers[7, 8], rivers[7, 9]
    (2, 1, 0)
    >>> list(rivers)
    [(7, 8), (8, 9), (8, 14)]
    >>> list(rivers.of(2))
    [(8, 14)]
    >>> rivers.across(8) == 1 << 7 | 1 << 9 | 1 << 14
    True
    """

    def __init__(self, pairs: Iterable[Side] = (), value: int = 1) -> None:
        self._values: dict[Side, int] = {}  # both orders of each pair: a question is one look-up
        self._across: dict[Hex, HexSet] = {}
        for a, b in pairs:
            self.add(a, b, value)

    def add(self, a: Hex, b: Hex, value: int = 1) -> None:
        """Mark the side between two adjacent hexes, or change its value: `rivers.add(a, b)`."""
        if a == b or not value:
            raise ValueError(f"a side lies between two hexes and its value is not 0, unlike {a}, {b}, {value}")
        self._values[a, b] = self._values[b, a] = value
        self._across[a] = self._across.get(a, 0) | 1 << b
        self._across[b] = self._across.get(b, 0) | 1 << a

    def __contains__(self, side: Side) -> bool:
        return side in self._values

    def __getitem__(self, side: Side) -> int:
        """The value of a side, 0 where nothing is marked: `cost + rivers[a, b]`."""
        return self._values.get(side, 0)

    def of(self, value: int) -> Sides:
        """The sides that have a value: `rivers.of(MAJOR)`."""
        return Sides((side for side in self if self[side] == value), value)

    def across(self, h: Hex) -> HexSet:
        """The hexes behind the marked sides of a hex: `attackers & ~rivers.across(target)` attack over no river."""
        return self._across.get(h, 0)

    def __iter__(self) -> Iterator[Side]:
        """Each side once, lower hex first, in ascending order whatever the order they were added in."""
        return iter(sorted(side for side in self._values if side[0] < side[1]))

    def __len__(self) -> int:
        return len(self._values) // 2

    def __repr__(self) -> str:
        return f"<Sides: {len(self)}>"
