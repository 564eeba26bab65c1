"""Why a piece is lost where no result of a combat has told it, by the rule that takes it."""

from __future__ import annotations

WHY_LOST = {
    "4.1.2.a-06": "{unit} cannot retreat: the Maquis scatters",
    "4.3-15": "{unit} is overrun",
    "5.4-02": "Nobody is with {unit} to defend it",
    "5.4-03": "No unit of its stack is left with {unit}",
    "6.5-06": "{unit} was disorganised twice already: another level costs a step",
    "6.6-01": "{unit} has no way to retreat",
    "6.6-02": "{unit} retreats past the enemy, which costs a step",
    "6.6-04": "There is no room for {unit} where it could go",
}
