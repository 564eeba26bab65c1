"""Odds in words: what those of all games are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bocage.table.model import Hits, Odds, OddsResult


def results_of(
    order: Iterable[str], chances: Mapping[str, float], meaning: Callable[[str], str], hits: Callable[[str], Hits]
) -> list[OddsResult]:
    """What may come of a fight, in the order of the results table."""
    return [
        OddsResult(result=code, meaning=meaning(code), chance=chances[code], hits=hits(code))
        for code in order
        if code in chances
    ]


def odds_of_chance(results: Sequence[OddsResult], rule: str, *, aim: str, note: str = "") -> Odds:
    """Odds where nobody's strength counts."""
    return Odds(
        attack=0,
        defence=0,
        difference="",
        line="",
        column="",
        shifts=[],
        results=list(results),
        rule=rule,
        aim=aim,
        note=note,
    )
