"""The measurement of a server with many games: it plays, and it would notice a lost order."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from bocage.kernel import BocageError
from bocage.server import bench, schema
from bocage.server.storage import Storage


def test_orders_are_measured_and_none_is_lost_or_unnoticed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with bench.running_server(database, tmp_path / "log") as address:
        load = asyncio.run(bench._play_all(address, games=3, seconds=5))
    assert len(load.seconds) >= 3 and all(seconds > 0 for seconds in load.seconds)
    assert bench._lost_or_forked(database, load) == 0

    storage = Storage(database)
    lost, forked, _ = load.acknowledged
    last = load.acknowledged[lost][-1]
    orders = schema.orders
    with storage.engine.begin() as connection:
        connection.execute(delete(orders).where(orders.c.game_id == lost, orders.c.number == last.number))
        connection.execute(update(orders).where(orders.c.game_id == forked, orders.c.number == 1).values(text="pass"))
    storage.close()
    assert bench._lost_or_forked(database, load) == 2


def test_orders_beside_captains_are_measured_and_so_are_those_who_wait_for_them() -> None:
    rows = {row.name.rpartition(", ")[2]: row.value for row in bench.beside_captains(people=1, others=2, seconds=6)}
    assert rows["orders"] >= 2 and 0 < rows["median"] <= rows["99th percentile"]
    assert 0 < rows["the longest"] < 60


def test_the_size_of_the_scripts_is_the_compressed_one(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "board.js").write_text("let x = 1;\n" * 100_000)
    row = bench.javascript(tmp_path)
    assert 1 < row.value < 20 and row.unit == "kB"


def test_a_board_that_was_not_built_is_no_small_board(tmp_path: Path) -> None:
    with pytest.raises(BocageError, match="the board has not been built: run make setup"):
        bench.javascript(tmp_path)
