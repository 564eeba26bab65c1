"""The map in letters for maps that no game has yet."""

from __future__ import annotations

from bocage.cli.board import LetterBoard
from bocage.table import model

SIDE = 60.0
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = range(6)


def hex_at(label: str, column: int, y: float, sides: dict[str, list[int]], **neighbours: str) -> model.Hex:
    around = [neighbours.get(direction) for direction in ("n", "ne", "se", "s", "sw", "nw")]
    return model.Hex(id=label, x=column * SIDE * 3**0.5 / 2, y=y * SIDE, terrain=[], neighbours=around, sides=sides)


def test_a_map_with_flat_tops_has_its_columns_side_by_side_and_every_other_one_half_a_hex_lower() -> None:
    hexes = [
        hex_at("A1", 0, 0, {"road": [SOUTH_EAST]}, se="B1", s="A2"),
        hex_at("A2", 0, 1, {}, n="A1", ne="B1"),
        hex_at("B1", 1, 0.5, {"river": [SOUTH_WEST]}, nw="A1", sw="A2"),
    ]
    sheet = model.Map(picture="", width=200, height=200, hex_width=SIDE, orientation="flat", directions=[""] * 6)
    seats = [
        model.Seat(id="red", title="Reds", side="red", colour="red"),
        model.Seat(id="blue", title="Blues", side="blue", colour="blue"),
    ]
    pieces = [model.Piece(id="tank", title="A Tank", seat="red", nation="us", kind="tank")]
    nothing = model.Briefing(situation="", sides=[])
    board = model.Board(
        name="", game="", title="", edition="", briefing=nothing, seats=seats, map=sheet, hexes=hexes, pieces=pieces
    )
    letters = LetterBoard(board, {"red": ("red",), "blue": ("blue",)}, unicode=False)
    tank = model.PieceState(id="tank", at="A2", reduced=True)
    view = model.View(number=0, seat="red", turn="", phase="", pieces=[tank])
    assert letters.draw(view, 40, 20).plain.splitlines() == [
        "A1      ",
        r"     \  B1      ",
        "A2      ~~~     ",
        "tank*   ",
    ]
