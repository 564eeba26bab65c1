"""Who hits whom when several positions fire at once: the hits that are worth most together (6.31, 6.34).

Each firer may hit a limited number of units, and no unit need be hit twice. What a hit is worth stands for the rules;
so the answer is a flow of the greatest worth, found by adding one hit at a time along the best chain of "you take mine,
I take another", as long as that adds something.

>>> assign([2, 1], [{7: 9, 8: 9, 9: 9}, {7: 9}])                   # B hits what it can, A the other two
({7: 1, 8: 0, 9: 0}, 27)
>>> assign([1, 1], [{7: 9, 8: 2}, {7: 3}])                         # A hits 7, though B could do that in its place
({7: 0}, 9)
>>> tied([1], [{7: 6, 8: 6, 9: 5}])
[7, 8]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Worths = Sequence[Mapping[int, int]]  # for each firer, what a hit on each unit is worth that it could hit; positive
Solution = tuple[dict[int, int], int]  # the firer of each unit that is hit, and the worth of all


def assign(limits: Sequence[int], worths: Worths) -> Solution:
    """The assignment of the greatest worth."""
    hit: dict[int, int] = {}
    if _are_apart(worths):
        for firer, row in enumerate(worths):
            hit.update(dict.fromkeys(_best_first(row)[: limits[firer]], firer))
    else:
        spare = list(limits)
        while chain := _best_chain(spare, worths, hit):
            spare[chain[0][0]] -= 1
            for firer, unit in chain:
                hit[unit] = firer
    return hit, sum(worths[firer][unit] for unit, firer in hit.items())


def _are_apart(worths: Worths) -> bool:
    """Whether no unit can be hit by two firers, so that each chooses for itself."""
    return len(worths) == 1 or sum(map(len, worths)) == len({unit for row in worths for unit in row})


def _best_first(worths: Mapping[int, int]) -> list[int]:
    return sorted(worths, key=lambda unit: (-worths[unit], unit))


def _best_chain(spare: Sequence[int], worths: Worths, hit: Mapping[int, int]) -> list[tuple[int, int]]:
    """The best way to hit one unit more: who hits which unit anew, beginning with a firer with a hit to spare.

    Nothing if it would not be worth it.
    """
    gain: dict[int, int] = {firer: 0 for firer, left in enumerate(spare) if left}
    came: dict[int, tuple[int, int]] = {}  # firer -> the firer that takes over one of its units, and that unit
    changed = True
    while changed:  # a path through all firers at most: gains settle quickly
        changed = False
        for firer in list(gain):
            for unit, worth in worths[firer].items():
                other = hit.get(unit)
                if other is None or other == firer:
                    continue
                total = gain[firer] + worth - worths[other][unit]
                if other not in gain or total > gain[other]:
                    gain[other], came[other], changed = total, (firer, unit), True
    ends = [
        (-gain[firer] - worth, firer, unit)
        for firer in gain
        for unit, worth in worths[firer].items()
        if unit not in hit
    ]
    loss, firer, unit = min(ends, default=(0, 0, 0))
    if loss >= 0:
        return []
    chain = [(firer, unit)]
    while firer in came:
        firer, unit = came[firer]
        chain.append((firer, unit))
    chain.reverse()
    return chain


def tied(limits: Sequence[int], worths: Worths) -> list[int]:
    """Units of which only some can be hit although they are equal in every respect; nobody if all is settled."""
    if _are_apart(worths):
        return sorted(unit for limit, row in zip(limits, worths, strict=True) for unit in _tied_alone(limit, row))
    hit, worth = assign(limits, worths)
    spared = {unit for row in worths for unit in row} - hit.keys()
    equal = [unit for unit in spared if assign(limits, eager(worths, (unit,)))[1] > worth]
    if not equal:
        return []
    settled = [unit for unit in hit if assign(limits, _without(worths, unit))[1] < worth]
    return sorted({*hit, *equal} - set(settled))


def _tied_alone(limit: int, row: Mapping[int, int]) -> list[int]:
    order = _best_first(row)
    if len(order) <= limit or row[order[limit - 1]] != row[order[limit]]:
        return []
    return [unit for unit in order if row[unit] == row[order[limit]]]


def eager(worths: Worths, favoured: Collection[int]) -> list[dict[int, int]]:
    """The same with some units preferred among equals."""
    return [{unit: worth + (unit in favoured) for unit, worth in row.items()} for row in worths]


def _without(worths: Worths, excluded: int) -> list[dict[int, int]]:
    return [{unit: worth for unit, worth in row.items() if unit != excluded} for row in worths]
