"""Every counter has a face: a symbol that the board can draw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bocage.games import list_scenarios, manifests, open_setting
from bocage.table import table_of

SYMBOLS = Path(__file__).parents[2] / "web" / "src" / "board" / "symbols.ts"


def known() -> set[str]:
    """The icons of the board, without affiliation and status."""
    return set(re.findall(r'^  "(S-[A-Z]-[-A-Z0-9]{6})":', SYMBOLS.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("game", list(manifests()))
def test_every_symbol_has_an_icon(game: str) -> None:
    codes = {
        f"{piece.symbol[0]}-{piece.symbol[2]}-{piece.symbol[4:10]}"
        for info in list_scenarios(game)
        for piece in table_of(open_setting(info.name)).board().pieces
        if piece.symbol
    }
    assert codes <= known()
