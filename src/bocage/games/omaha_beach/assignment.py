"""Who hits whom when several positions fire at once: as many units as possible, the heaviest fire first (6.31, 6.34).

Each firer may hit a limited number of units, and no unit need be hit twice. A cost stands for the priorities of 6.31,
so the answer is a cheapest flow of the greatest size: found by adding one hit at a time along the cheapest chain of
"you take mine, I take another".

>>> assign([2, 1], [{7: 0, 8: 0, 9: 0}, {7: 0}])                   # B hits what it can, A the other two
({7: 1, 8: 0, 9: 0}, 0)
>>> tied([1], [{7: 5, 8: 5, 9: 6}])
[7, 8]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Costs = Sequence[Mapping[int, int]]  # for each firer, what each unit costs that it could hit
Solution = tuple[dict[int, int], int]  # the firer of each unit that is hit, and the cost of all


def assign(limits: Sequence[int], costs: Costs) -> Solution:
    """The cheapest of the largest assignments."""
    hit: dict[int, int] = {}
    spare = list(limits)
    while (chain := _cheapest_chain(spare, costs, hit)) is not None:
        spare[chain[0][0]] -= 1
        for firer, unit in chain:
            hit[unit] = firer
    return hit, sum(costs[firer][unit] for unit, firer in hit.items())


def _cheapest_chain(spare: Sequence[int], costs: Costs, hit: Mapping[int, int]) -> list[tuple[int, int]] | None:
    """The cheapest way to hit one unit more: who hits which unit anew, beginning with a firer with a hit to spare."""
    price: dict[int, int] = {firer: 0 for firer, left in enumerate(spare) if left}
    came: dict[int, tuple[int, int]] = {}  # firer -> the firer that takes over one of its units, and that unit
    changed = True
    while changed:  # a path through all firers at most: prices settle quickly
        changed = False
        for firer in list(price):
            for unit, cost in costs[firer].items():
                other = hit.get(unit)
                if other is None or other == firer:
                    continue
                total = price[firer] + cost - costs[other][unit]
                if other not in price or total < price[other]:
                    price[other], came[other], changed = total, (firer, unit), True
    ends = [
        (price[firer] + cost, firer, unit) for firer in price for unit, cost in costs[firer].items() if unit not in hit
    ]
    if not ends:
        return None
    _, firer, unit = min(ends)
    chain = [(firer, unit)]
    while firer in came:
        firer, unit = came[firer]
        chain.append((firer, unit))
    chain.reverse()
    return chain


def tied(limits: Sequence[int], costs: Costs) -> list[int]:
    """Units of which only some can be hit although they are equal in every respect; nobody if all is settled."""
    hit, cost = assign(limits, costs)
    spared = {unit for row in costs for unit in row} - hit.keys()
    equal = [unit for unit in spared if assign(limits, eager(costs, (unit,)))[1] < cost]
    if not equal:
        return []
    settled = [unit for unit in hit if not _is_as_good(assign(limits, _without(costs, unit)), hit, cost)]
    return sorted({*hit, *equal} - set(settled))


def _is_as_good(found: Solution, hit: Mapping[int, int], cost: int) -> bool:
    return found[1] == cost and len(found[0]) == len(hit)


def eager(costs: Costs, favoured: Collection[int]) -> list[dict[int, int]]:
    """The same with some units preferred among equals."""
    return [{unit: cost - (unit in favoured) for unit, cost in row.items()} for row in costs]


def _without(costs: Costs, excluded: int) -> list[dict[int, int]]:
    return [{unit: cost for unit, cost in row.items() if unit != excluded} for row in costs]
