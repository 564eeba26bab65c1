"""Words that sentences of every game need."""

from __future__ import annotations

from collections.abc import Iterable


def listed(names: Iterable[str]) -> str:
    """Several things in one breath.

    >>> listed(["infantry", "tanks", "guns"])
    'infantry, tanks and guns'
    """
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last
