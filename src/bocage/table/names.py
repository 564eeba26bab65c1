"""Sentences in which units are called as people call them, and not by their ids."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bocage.table.model import Piece


class Names:
    """What the pieces of a board are called.

    >>> piece = Piece(id="SP-4203", title="", name="Strongpoint 4203", seat="german", nation="german", kind="")
    >>> Names([piece]).put_into("SP-4203 holds 4203.")
    'Strongpoint 4203 holds 4203.'
    """

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._names = {piece.id: piece.name for piece in pieces if piece.name not in ("", piece.id)}
        ids = "|".join(re.escape(one) for one in sorted(self._names, key=len, reverse=True))
        self._found = re.compile(rf"(?<![\w/-])(?:{ids})(?![\w/-])") if ids else None

    def put_into(self, words: str) -> str:
        """A sentence with names instead of ids."""
        return self._found.sub(lambda found: self._names[found[0]], words) if self._found is not None else words
