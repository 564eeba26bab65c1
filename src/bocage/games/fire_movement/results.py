"""The combat results table (CRT): which column an attack uses, and why."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

Result = Literal["De", "D3", "D2", "Ex", "A1", "A2", "A3", "(A)", "Ae", "-"]

RETREAT_OF_DEFENDER: dict[str, int] = {"D2": 2, "D3": 3}
RETREAT_OF_ATTACKER: dict[str, int] = {"A1": 1, "A2": 2, "A3": 3}
NO_EFFECT_IN_BOMBARDMENT = frozenset({"Ae", "A1", "A2", "A3", "Ex", "-"})  # 8.1.3


@dataclass(frozen=True)
class ResultsTable:
    """The table itself.

    >>> table = load_results_table()
    >>> table.column("clear", 3), table.column("city", 3)
    (8, 4)
    >>> [table.read(8, die) for die in range(1, 7)]
    ['D2', 'Ex', 'Ex', 'Ex', '-', 'A1']
    """

    results: tuple[tuple[str, ...], ...]  # [die - 1][column - 1]
    lines: dict[str, tuple[int, ...]]
    special: dict[str, str]
    by_difficulty: tuple[str, ...]  # easiest line for the attacker first

    def column(self, line: str, differential: int) -> int:
        """The column of a differential on a terrain line, clamped at both ends (CRT-09)."""
        return max(1, bisect_right(self.lines[line], differential))

    def read(self, column: int, die: int) -> str:
        """The result of a die roll in a column."""
        return self.results[die - 1][column - 1]

    def distribution(self, column: int) -> dict[str, float]:
        """The probability of each result in a column."""
        odds: dict[str, float] = {}
        for row in self.results:
            odds[row[column - 1]] = odds.get(row[column - 1], 0) + 1 / len(self.results)
        return odds

    def harder(self, line: str, other: str) -> str:
        """Of two lines the one better for the defender (8.2.2)."""
        return max(line, other, key=self.by_difficulty.index)


@cache
def load_results_table() -> ResultsTable:
    """The table of the rulebook, from ``data/results_table.toml``."""
    raw = tomllib.loads((files(__package__) / "data" / "results_table.toml").read_text(encoding="utf-8"))
    lines = {name: tuple(bounds) for name, bounds in raw["lines"].items()}
    return ResultsTable(
        results=tuple(tuple(raw["results"][str(die)]) for die in range(1, 7)),
        lines=lines,
        special=raw["special"],
        by_difficulty=tuple(sorted(lines, key=lambda name: -len(lines[name]))),
    )
