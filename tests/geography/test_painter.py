"""The painter: what is stored is what it paints, and bad instructions are refused."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from bocage.geography import painter
from bocage.geography.courses import Hexsides, road
from bocage.geography.normandy import Region, normandy, spot
from bocage.geography.painter import instructions, make_grid, paint, write

GRID = make_grid(instructions("fire_movement")["grid"])
PAINTING = paint("fire_movement")


def test_the_stored_map_is_what_the_painter_paints(tmp_path: Path) -> None:
    stored = files("bocage.games.fire_movement") / "data"
    for path in write(PAINTING, tmp_path):
        assert path.read_text(encoding="utf-8") == (stored / path.name).read_text(encoding="utf-8"), path.name


def test_painting_again_gives_the_same(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first, again = write(PAINTING, tmp_path), write(paint("fire_movement"), tmp_path / "again")
    assert [p.read_bytes() for p in first] == [p.read_bytes() for p in again]


def test_every_source_says_where_a_hex_comes_from() -> None:
    kinds = ("geography", "rulebook", "reconstructed", "history", "folio")
    painting = PAINTING
    assert all(painting.source[h].startswith(kinds) for h in painting.grid.hexes)
    assert all(side.source.startswith(kinds) for side in painting.sides)
    assert all(place.source.startswith(kinds) for place in painting.places)


def test_instructions_name_only_what_exists() -> None:
    orders, land = instructions("fire_movement"), normandy()
    assert all(name in land.towns for name in [*orders["towns"], *orders["villages"]])
    assert all(course in land.rivers for river in orders["river"] for course in river["course"])
    assert all(way["course"] in land.roads for way in orders["road"] if "course" in way)
    ids = [river["id"] for river in orders["river"]]
    assert len(ids) == len(set(ids))
    assert all(name in ids for area in orders["area"] for name in area.get("rivers", []))


def spoil(monkeypatch: pytest.MonkeyPatch, kind: str, index: int, **changes: str) -> None:
    spoiled = instructions("fire_movement")
    entries = spoiled[kind]  # type: ignore[literal-required]
    entries[index] = {**entries[index], **changes}
    monkeypatch.setattr(painter, "instructions", lambda game: spoiled)


def test_a_city_in_the_sea_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, "place", 0, hexes="3340")
    with pytest.raises(ValueError, match="would stand in the sea at 3340"):
        paint("fire_movement")


def test_a_city_across_the_boundary_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, "place", 0, hexes="0625 0626")
    with pytest.raises(ValueError, match="both sides of the boundary"):
        paint("fire_movement")


def test_a_river_that_starts_nowhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, "river", 0, start="0101 0505 0909")
    with pytest.raises(ValueError, match="river douve-lower: 0101 0505 0909 do not name one corner"):
        paint("fire_movement")


def test_a_river_that_would_double_back_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    index = next(i for i, river in enumerate(instructions("fire_movement")["river"]) if river["id"] == "vire")
    spoil(monkeypatch, "river", index, via="1809|1810 0607|0608 0608|0609 0509|0510")
    with pytest.raises(ValueError, match="river vire would run twice"):
        paint("fire_movement")


def test_no_road_over_water() -> None:
    with pytest.raises(ValueError, match="no way over land from 0101 to 0105"):
        road(GRID, GRID.at("0101"), GRID.at("0105"), lambda a, b: None)


def test_no_river_through_the_sea() -> None:
    net = Hexsides(GRID, allowed=set())
    corner = net.corner(GRID.at(label) for label in ("0101", "0102", "0201"))
    other = net.corner(GRID.at(label) for label in ("0505", "0506", "0605"))
    with pytest.raises(ValueError, match="no way along hexsides"):
        net.river([(0.0, 0.0), (1.0, 1.0)], [corner], [other], [])


def test_regions_end_where_they_end() -> None:
    square = Region("a field", "clear", ((49.0, -1.0), (49.0, -0.9), (49.1, -0.9), (49.1, -1.0)))
    wood = Region("a wood", "woods", ((49.0, -1.0),), km=2.0)
    assert square.contains(49.05, -0.95)
    assert not square.contains(49.05, -0.85)
    assert wood.contains(49.01, -1.01)
    assert not wood.contains(49.05, -1.0)


def test_islands_and_estuaries_are_in_the_coast() -> None:
    land = normandy()
    assert land.is_land(49.497, -1.148)  # Îles Saint-Marcouf
    assert not land.is_land(49.45, -0.8)
    assert land.is_land(49.2, 0.3)


@pytest.mark.parametrize("river", ["Orne", "Vire", "Dives", "Touques", "Seine", "Risle", "Sélune"])
def test_the_larger_rivers_are_entered_through_the_towns_on_their_banks(river: str) -> None:
    text = (files("bocage.geography") / "data" / "rivers.json").read_text(encoding="utf-8")
    entered = json.loads(text)[river]
    by_hand = [point for point in entered if not isinstance(point, str) and not isinstance(point[0], str)]
    assert len(by_hand) <= 1
    assert all(normandy().rivers[river][i] == normandy().towns[t] for i, t in enumerate(entered) if isinstance(t, str))


def test_a_point_that_names_no_place_is_refused() -> None:
    with pytest.raises(ValueError, match="is no town, no pair of towns and no position"):
        spot({}, [49.0])
