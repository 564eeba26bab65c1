"""Blocks and terrain to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bocage.kernel import BocageError
from bocage.kernel.inventory import Listing, Sheet
from tests.games.hedgerow.content import PIECES

KINDS: Mapping[str, str] = {
    "blocks": "What the blocks of each seat can be.",
    "terrain": "What it costs to enter a hex.",
}


def listing(kind: str, scenario: str | None, overlay: Path | None) -> Listing:
    """One kind of data; the one scenario uses all of it."""
    if overlay is not None:
        changes(overlay)
    if kind == "terrain":
        sheet = Sheet(("terrain", "cost"), [(name, str(cost)) for name, cost in PIECES.terrain.items()])
    else:
        rows = []
        for seat in PIECES.seats:
            for name in dict.fromkeys(seat.kinds):
                printed = PIECES.kinds[name]
                strength = "-".join(str(value) for value in (printed.front, printed.back) if value is not None)
                rows.append((seat.id, name, str(seat.kinds.count(name)), strength))
        sheet = Sheet(("seat", "kind", "number", "strength"), rows)
    return Listing.of(sheet)


def changes(overlay: Path) -> Mapping[str, Sequence[str]]:
    """A player's own values are not taken."""
    raise BocageError("hedgerow takes no values of a player's own")
