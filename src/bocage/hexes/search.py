"""Where one can get to: `reach` under costs and `flood` without."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

from bocage.hexes.grid import Grid, HexError
from bocage.hexes.sets import Hex, HexSet

Flags = bytes | bytearray  # one byte for each cell of a grid
Row = tuple[tuple[Hex, int], ...]  # the hexes that can be entered from one, with the cost of entering them


class Reach:
    """The hexes that can be reached from a start: what each costs, and the cheapest way there.

    >>> links = [[(1, 2), (2, 6)], [(0, 2), (2, 2)], [(1, 2), (3, 4)], [(2, 4)]]
    >>> found = reach(links, 0, 8, bytes(4))
    >>> list(found), found.cost_of(3), found.path(3), found.hexes == 1 << 1 | 1 << 2 | 1 << 3
    ([1, 2, 3], 8, (1, 2, 3), True)
    """

    __slots__ = ("_hexes", "_totals", "start", "via")

    def __init__(self, start: Hex, via: dict[Hex, Hex], totals: Sequence[int]) -> None:
        self.start = start
        self.via = via  # the hex before, on the cheapest way
        self._totals = totals
        self._hexes: HexSet | None = None

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.via)

    def __contains__(self, h: Hex) -> bool:
        return h in self.via

    def __len__(self) -> int:
        return len(self.via)

    def cost_of(self, h: Hex) -> int:
        """What it costs to get to a hex that can be reached."""
        if h not in self.via:
            raise HexError(f"cell {h} cannot be reached from cell {self.start}")
        return self._totals[h]

    @property
    def hexes(self) -> HexSet:
        """All of them as a set, made when it is first asked for."""
        if self._hexes is None:
            self._hexes = sum(map((1).__lshift__, self.via))
        return self._hexes

    @property
    def cost(self) -> dict[Hex, int]:
        """Every hex that can be reached, with its cost."""
        totals = self._totals
        return {h: totals[h] for h in self.via}

    def path(self, h: Hex) -> tuple[Hex, ...]:
        """The hexes entered on the way to `h`, which is the last of them."""
        if h != self.start and h not in self.via:
            raise HexError(f"cell {h} cannot be reached from cell {self.start}")
        path = []
        while h != self.start:
            path.append(h)
            h = self.via[h]
        path.reverse()
        return tuple(path)


@cache
def _link(there: Hex, cost: int) -> tuple[Hex, int]:
    return there, cost


@cache
def _row(links: Row) -> Row:
    return links


class Links(list[Row]):
    """The links out of each hex, and those of them that are left when there is little left to pay with.

    `near[left]` has the links that cost at most `left`; there is one for all that is less than the `dearest` link. Half
    of what a search enters lies at its rim, where hardly a link can be paid.

    >>> links = Links([((1, 2), (2, 6)), ((0, 2),)])
    >>> links.dearest, links.near[5]
    (6, [((1, 2),), ((0, 2),)])
    """

    @cached_property
    def dearest(self) -> int:
        """What the dearest of them costs."""
        return max((cost for row in self for _, cost in row), default=0)

    @cached_property
    def near(self) -> list[list[Row]]:
        """Those that can be paid, by what is left."""
        return [
            [_row(tuple([link for link in row if link[1] <= left])) for row in self] for left in range(self.dearest)
        ]


def pack(links: Iterable[Iterable[tuple[Hex, int]]]) -> Links:
    """Links for `reach` in which equal parts are one object, so that more of them stay in the processor's cache.

    >>> rows = pack([[(1, 2), (2, 6)], [(0, 2)], [(0, 2)]])
    >>> rows[0], rows[1] is rows[2]
    (((1, 2), (2, 6)), True)
    """
    return Links(_row(tuple([_link(there, cost) for there, cost in row])) for row in links)


def reach(
    links: Sequence[Sequence[tuple[Hex, int]]],
    start: Hex,
    budget: int,
    closed: Flags,
    zone: Flags | None = None,
    *,
    toll: int | None = None,
    first: Sequence[tuple[Hex, int]] | None = None,
) -> Reach:
    """All hexes that can be entered from `start` for at most `budget`.

    `links[h]` lists the hexes next to `h` with the cost of entering them, a whole number of at least 1. A `closed` hex
    is never entered. From a hex of the `zone` there is no going on; if there is a `toll`, entering it costs that much
    more instead. Among equally cheap ways the one found first stays, so the order of `links` decides and the answer is
    the same in every process.

    `first` replaces the links out of the start, with no toll on them; the start may then be off the map, a number
    below 0.

    >>> links = [[(1, 2), (2, 6)], [(0, 2), (2, 2)], [(1, 2), (3, 4)], [(2, 4)]]
    >>> none = bytes(4)
    >>> found = reach(links, 0, 8, closed=none)
    >>> found.cost
    {1: 2, 2: 4, 3: 8}
    >>> found.path(3)
    (1, 2, 3)
    >>> reach(links, 0, 8, none, zone=bytes([0, 1, 0, 0])).cost
    {1: 2, 2: 6}
    >>> reach(links, 0, 8, none, zone=bytes([0, 1, 0, 0]), toll=3).cost
    {1: 5, 2: 6}
    >>> reach(links, -1, 4, none, first=[(3, 0)]).cost
    {3: 0, 2: 4}
    """
    via: dict[Hex, Hex] = {}
    if budget <= 0:
        return Reach(start, via, ())
    # `best` is 0 where a hex is closed, else the lowest total so far, which begins just over the budget: one comparison
    # tells all. `translate` fills it in a microsecond; a comprehension over the map costs as much as the search.
    best: bytearray | list[int]
    if budget < 255:
        best = bytearray(closed).translate(bytes((budget + 1,)) + bytes(255))
    else:
        best = [0 if shut else budget + 1 for shut in closed]
    if zone is None:
        zone = bytes(len(closed))
    if start >= 0:
        best[start] = 0
    buckets: list[list[Hex]] = [[] for _ in range(budget + 1)]
    if first is None:
        buckets[0].append(start)
    else:
        for there, price in first:
            if price < best[there]:
                best[there] = price
                via[there] = start
                if toll is not None or not zone[there]:
                    buckets[price].append(there)
    near = links.near if isinstance(links, Links) else ()
    spent = 0
    for bucket in buckets:
        rows = near[budget - spent] if budget - spent < len(near) else links
        for here in bucket:
            # If a cheaper way was found after it was queued, nothing below is cheaper than what was found from there.
            for there, price in rows[here]:
                total = spent + price
                if total < best[there]:
                    if zone[there]:
                        if toll is None:
                            best[there] = total
                            via[there] = here
                            continue
                        total += toll
                        if total >= best[there]:
                            continue
                    best[there] = total
                    via[there] = here
                    buckets[total].append(there)
        spent += 1
        if spent == budget:  # nothing can be paid from the last bucket
            break
    return Reach(start, via, best)


def flood(grid: Grid, start: HexSet, allowed: HexSet) -> HexSet:
    """All hexes connected to `start` through allowed ones; a start that is not allowed counts for nothing.

    >>> grid = Grid("rows", (1, 3), (1, 5), "even", "up", "right", "RRCC", shift_toward="right")
    >>> wall = grid.set("0103 0203 0303")
    >>> grid.labels(flood(grid, grid.set("0101"), grid.all & ~wall))
    ['0101', '0102', '0201', '0202', '0301', '0302']
    """
    allowed &= grid.all
    near, far = grid.stride - 1, grid.stride
    reached = start & allowed
    while True:
        # As Grid.within, one round; inlined, because calling it costs two thirds more.
        wider = reached | reached << 1
        wider |= wider << near
        wider = (wider | wider >> far) & allowed
        if wider == reached:
            return reached
        reached = wider
