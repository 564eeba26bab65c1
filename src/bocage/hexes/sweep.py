"""Where one can get to, found for whole sets of hexes at once: the same hexes, costs and ways as `reach` finds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bocage.hexes.grid import Grid, HexError
from bocage.hexes.sets import Hex, HexSet

Link = tuple[Hex, int]


class Strides:
    """Links turned about: for each cost the hexes that are entered for it, by the step with which they are entered.

    `sets[cost]` has a set for each step of `steps`.

    >>> grid = Grid("rows", (1, 3), (1, 5), "even", "up", "right", "RRCC", shift_toward="right")
    >>> strides = Strides.of(grid, [[(n, 2) for n in grid.neighbours[h]] for h in range(grid.size)])
    >>> strides.steps, grid.labels(strides.sets[2][0])[:4]
    ((1, -1, 6, -6, 7, -7), ['0102', '0103', '0104', '0105'])
    """

    def __init__(self, grid: Grid, sets: Mapping[int, Sequence[HexSet]]) -> None:
        near, far = grid.stride - 1, grid.stride
        self.grid, self.sets = grid, sets
        self.steps = 1, -1, near, -near, far, -far
        self.rows = [(cost, *sets[cost]) for cost in sorted(sets)]
        # For going back: the hexes beside one, counted from the lowest of them, and by their places the direction from
        # there and what is entered in it.
        self.ring = sum(1 << far - step for step in self.steps)
        self.back = [
            (cost, {far - step: (grid.shifts.index(step), sets[cost][n]) for n, step in enumerate(self.steps)})
            for cost in sorted(sets)
        ]

    @classmethod
    def of(cls, grid: Grid, links: Sequence[Iterable[Link]]) -> "Strides":
        """The strides of links, which list the hexes next to each in the order of the grid's directions."""
        near, far = grid.stride - 1, grid.stride
        column = {1: 0, -1: 1, near: 2, -near: 3, far: 4, -far: 5}
        found: dict[int, list[HexSet]] = {}
        for here, row in enumerate(links):
            for there, cost in row:
                if cost not in found:
                    found[cost] = [0] * 6
                found[cost][column[there - here]] |= 1 << there
        return cls(grid, found)


class Arrival(NamedTuple):
    """When `reach` comes to a hex: by cost, then in the order of the hexes before, then of directions."""

    cost: int
    before: "Arrival | None"
    direction: int
    hex: Hex


START = Arrival(-1, None, 0, -1)


class Swept:
    """The hexes that can be reached from a start: what each costs, and the way that `reach` would find.

    Games keep many of them, so they are made of tuples of numbers, through which the garbage collector need not look.
    """

    __slots__ = ("_first", "_free", "_levels", "_strides", "hexes", "start")

    def __init__(
        self, strides: Strides, start: Hex, first: Sequence[Link], zone: HexSet, levels: Sequence[HexSet], hexes: HexSet
    ) -> None:
        self.start, self.hexes = start, hexes
        self._strides, self._first, self._free, self._levels = strides, tuple(first), ~zone, tuple(levels)

    def __contains__(self, h: Hex) -> bool:
        return bool(self.hexes >> h & 1)

    def cost_of(self, h: Hex) -> int:
        """What it costs to get to a hex that can be reached."""
        bit = 1 << h
        for cost, level in enumerate(self._levels):
            if level & bit:
                return cost
        raise HexError(f"cell {h} cannot be reached from cell {self.start}")

    def within(self, cost: int) -> HexSet:
        """The hexes that cost no more than that."""
        found = 0
        for level in self._levels[: max(cost + 1, 0)]:
            found |= level
        return found & self.hexes

    def path(self, h: Hex) -> tuple[Hex, ...]:
        """The hexes entered on the way to `h`, which is the last of them."""
        path: list[Hex] = []
        at: Arrival | None = self._arrival(h, self.cost_of(h), {}) if h != self.start else START
        while at is not None and at is not START:
            path.append(at.hex)
            at = at.before
        path.reverse()
        return tuple(path)

    def _arrival(self, there: Hex, total: int, known: dict[Hex, Arrival]) -> Arrival:
        """Of equally cheap ways to a hex the one by which it is come to first: what is found first is left first.

        ``known`` are the hexes that were looked at before on the way back.
        """
        best = known.get(there)
        if best is None:
            link = there, total
            if link in self._first:
                best = Arrival(total, START, self._first.index(link), there)
            else:
                best = min(self._onward(there, total, known))
            known[there] = best
        return best

    def _onward(self, there: Hex, total: int, known: dict[Hex, Arrival]) -> Iterator[Arrival]:
        """The equally cheap ways to a hex that is not next to the start, or dearer from there."""
        strides, levels, free = self._strides, self._levels, self._free
        lowest = there - strides.grid.stride
        for cost, directions in strides.back:
            if cost > total:
                break
            level = levels[total - cost]
            beside = (level & free) >> lowest & strides.ring if level else 0
            while beside:
                place = beside.bit_length() - 1
                beside ^= 1 << place
                direction, entered = directions[place]
                if entered >> there & 1:
                    yield Arrival(total, self._arrival(lowest + place, total - cost, known), direction, there)


def sweep(strides: Strides, start: Hex, budget: int, closed: HexSet, zone: HexSet, *, first: Sequence[Link]) -> Swept:
    """All hexes that can be entered from `start` for at most `budget`, as `reach` finds them.

    `first` are the links out of the start, which may be off the map, a number below 0. A `closed` hex is never entered;
    from a hex of the `zone` there is no going on.

    >>> grid = Grid("rows", (1, 3), (1, 5), "even", "up", "right", "RRCC", shift_toward="right")
    >>> links = [[(n, 2) for n in grid.neighbours[h]] for h in range(grid.size)]
    >>> start = grid.at("0101")
    >>> found = sweep(Strides.of(grid, links), start, 4, 0, grid.set("0201"), first=links[start])
    >>> there = grid.at("0103")
    >>> grid.labels(found.hexes), found.cost_of(there), [grid.label(h) for h in found.path(there)]
    (['0102', '0103', '0201', '0202'], 4, ['0102', '0103'])
    """
    levels = [0] * (max(budget, 0) + 1)
    for there, price in first:
        if price <= budget:
            levels[price] |= 1 << there
    rows, near, far = strides.rows, strides.grid.stride - 1, strides.grid.stride
    open_, found = ~(closed | 1 << start if start >= 0 else closed), 0
    for spent in range(budget + 1 if budget > 0 else 0):
        if not levels[spent]:
            continue
        level = levels[spent] = levels[spent] & open_
        open_ ^= level
        found |= level
        level &= ~zone
        if level:
            rest = budget - spent
            a, b, c, d, e, f = level << 1, level >> 1, level << near, level >> near, level << far, level >> far
            for cost, of_a, of_b, of_c, of_d, of_e, of_f in rows:
                if cost > rest:
                    break
                levels[spent + cost] |= a & of_a | b & of_b | c & of_c | d & of_d | e & of_e | f & of_f
    return Swept(strides, start, first, zone, levels, found)
