"""What a player's own values make different, by tables and their rows."""

from __future__ import annotations

from bocage.kernel.data import Model
from bocage.kernel.overlay import differing_tables


class Terrain(Model):
    shift: int
    source: str = "printed"


class Tables(Model):
    terrain: dict[str, Terrain]
    control: Terrain
    turns: tuple[int, ...] = (1, 2)
    source: str = "printed"


OURS = Tables(terrain={"bocage": Terrain(shift=2), "woods": Terrain(shift=1)}, control=Terrain(shift=3))


def test_only_tables_that_differ_are_named_each_with_its_rows_or_fields() -> None:
    assert differing_tables(OURS, OURS) == {}
    rows = OURS.model_copy(update={"terrain": {**OURS.terrain, "woods": Terrain(shift=0)}})
    assert differing_tables(OURS, rows) == {"terrain": ["woods"]}
    fields = OURS.model_copy(update={"control": Terrain(shift=4, source="overlay")})
    assert differing_tables(OURS, fields) == {"control": ["shift"]}, "where a value comes from is no value"


def test_a_list_that_differs_is_named_without_rows() -> None:
    assert differing_tables(OURS, OURS.model_copy(update={"turns": (1, 3)})) == {"turns": []}
