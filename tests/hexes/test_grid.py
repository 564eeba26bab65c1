"""Grids of all 64 layouts against the plain description of the layout."""

import pickle
from itertools import pairwise
from math import dist, isclose

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import Grid, Hex, HexError, members
from tests.hexes.layouts import FIRE_MOVEMENT, LAYOUTS, Layout, holed_grids, layouts, spans, subsets, whole_grids

ROWS, COLUMNS = (2, 7), (1, 6)


def graph(grid: Grid) -> "nx.Graph[Hex]":
    g: nx.Graph[Hex] = nx.Graph()
    g.add_nodes_from(grid.hexes)
    g.add_edges_from((h, n) for h in grid.hexes for n in grid.neighbours[h])
    return g


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_hexes_lie_where_the_layout_says(layout: Layout) -> None:
    grid = layout.grid(ROWS, COLUMNS)
    x0, y0 = grid.centre(grid.at(layout.name(2, 1)))
    u0, v0 = layout.on_sheet(2, 1)
    for h in grid.hexes:
        u, v = layout.on_sheet(grid.row(h), grid.column(h))
        assert grid.centre(h) == pytest.approx((x0 + u - u0, y0 + v - v0))


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_neighbours_are_the_hexes_one_width_away(layout: Layout) -> None:
    grid = layout.grid(ROWS, COLUMNS)
    for a in grid.hexes:
        near = {b for b in grid.hexes if isclose(dist(grid.centre(a), grid.centre(b)), 1)}
        assert set(grid.neighbours[a]) == near
        assert len(grid.neighbours[a]) == len(near)


STEPS: dict[str, dict[str, tuple[float, float]]] = {
    "rows": {"W": (-1, 0), "NW": (-0.5, -1), "NE": (0.5, -1), "E": (1, 0), "SE": (0.5, 1), "SW": (-0.5, 1)},
    "columns": {"N": (0, -1), "NE": (1, -0.5), "SE": (1, 0.5), "S": (0, 1), "SW": (-1, 0.5), "NW": (-1, -0.5)},
}


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_directions_are_those_of_the_sheet(layout: Layout) -> None:
    grid = layout.grid(ROWS, COLUMNS)
    assert grid.directions == tuple(STEPS[layout.kind])
    for h in grid.hexes:
        x, y = grid.centre(h)
        found = []
        for d, (dx, dy) in enumerate(STEPS[layout.kind].values()):
            there = grid.toward(h, d)
            if there is None:
                continue
            found.append(there)
            assert grid.direction(h, there) == d
            wide, high = (dx, dy * 3**0.5 / 2) if layout.kind == "rows" else (dx * 3**0.5 / 2, dy)
            assert grid.centre(there) == pytest.approx((x + wide, y + high))
        assert grid.neighbours[h] == tuple(found)


@given(layouts, spans(9), spans(9))
def test_labels_make_the_round_trip(layout: Layout, rows: tuple[int, int], columns: tuple[int, int]) -> None:
    grid = layout.grid(rows, columns)
    names = [layout.name(r, c) for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1)]
    assert [grid.label(h) for h in grid.hexes] == sorted(names)
    for h in grid.hexes:
        assert grid.at(grid.label(h)) == h
        assert grid.label(h) == layout.name(grid.row(h), grid.column(h))
    assert sum(1 << h for h in grid.hexes) == grid.all
    assert grid.set(names) == grid.set(" ".join(names)) == grid.all
    assert grid.labels(grid.all) == sorted(names)


def test_ascending_numbers_follow_the_labels_where_lines_come_first() -> None:
    assert members(FIRE_MOVEMENT.all) == list(FIRE_MOVEMENT.hexes)


@given(holed_grids())
def test_every_step_from_a_hex_stays_among_the_cells(grid: Grid) -> None:
    for h in grid.hexes:
        assert all(0 <= h + shift < grid.size for shift in grid.shifts)


@given(holed_grids())
def test_adjacency_is_symmetric_and_the_same_as_distance_one(grid: Grid) -> None:
    for a in grid.hexes:
        assert set(grid.neighbours[a]) == {b for b in grid.hexes if grid.distance(a, b) == 1}
        for b in grid.neighbours[a]:
            assert a in grid.neighbours[b]


@given(holed_grids())
def test_absent_hexes_are_nowhere(grid: Grid) -> None:
    real = set(grid.hexes)
    assert members(grid.all) == sorted(real)
    for h in range(grid.size):
        assert set(grid.neighbours[h]) <= real
        if h not in real:
            assert grid.neighbours[h] == ()
            with pytest.raises(HexError):
                grid.at(grid.label(h))


@given(whole_grids)
def test_distance_counts_steps(grid: Grid) -> None:
    steps = dict(nx.all_pairs_shortest_path_length(graph(grid)))
    for a in grid.hexes:
        assert {b: grid.distance(a, b) for b in grid.hexes} == steps[a]


@given(holed_grids(), st.integers(0, 6), st.data())
def test_within_and_ring_are_made_of_distances(grid: Grid, n: int, data: st.DataObject) -> None:
    if not grid.hexes:
        return
    some = data.draw(subsets(grid))
    centres = members(some)
    near = [h for h in grid.hexes if any(grid.distance(h, c) <= n for c in centres)]
    assert members(grid.within(some, n)) == sorted(near)
    h = data.draw(st.sampled_from(grid.hexes))
    assert members(grid.ring(h, n)) == sorted(b for b in grid.hexes if grid.distance(h, b) == n)


@given(holed_grids(), st.data())
def test_spread_is_the_union_of_neighbours(grid: Grid, data: st.DataObject) -> None:
    some = data.draw(subsets(grid))
    union = {n for h in members(some) for n in grid.neighbours[h]}
    assert members(grid.spread(some)) == sorted(union)


@given(whole_grids, st.data())
def test_line_is_straight_contiguous_and_the_same_from_both_ends(grid: Grid, data: st.DataObject) -> None:
    a, b = data.draw(st.sampled_from(grid.hexes)), data.draw(st.sampled_from(grid.hexes))
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.distance(c, d) == 1 for c, d in pairwise(line))
    assert grid.line(b, a) == line[::-1]
    (x0, y0), (x1, y1) = grid.centre(a), grid.centre(b)
    for i, h in enumerate(line):
        t = i / max(1, len(line) - 1)
        point = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
        assert dist(point, grid.centre(h)) <= min(dist(point, grid.centre(g)) for g in grid.hexes) + 1e-9


@given(holed_grids(), st.data())
def test_line_leaves_out_holes(grid: Grid, data: st.DataObject) -> None:
    if not grid.hexes:
        return
    a, b = data.draw(st.sampled_from(grid.hexes)), data.draw(st.sampled_from(grid.hexes))
    line = grid.line(a, b)
    assert set(line) <= set(grid.hexes)
    assert (line[0], line[-1]) == (a, b)
    assert sorted(line, key=lambda h: grid.distance(a, h)) == line


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_corners_make_hexes_that_share_their_sides(layout: Layout) -> None:
    grid = layout.grid(ROWS, COLUMNS)
    for h in grid.hexes:
        corners = grid.corners(h)
        x, y = grid.centre(h)
        assert all(isclose(dist((x, y), corner), 3**-0.5) for corner in corners)
        assert all(isclose(dist(c, d), 3**-0.5) for c, d in pairwise((*corners, corners[0])))
        for d in range(6):
            there = grid.toward(h, d)
            if there is not None:
                side = {corners[d], corners[(d + 1) % 6]}
                assert side == set(grid.corners(h)) & set(grid.corners(there))


@given(whole_grids)
def test_the_extent_is_just_large_enough(grid: Grid) -> None:
    corners = [corner for h in grid.hexes for corner in grid.corners(h)]
    assert (min(x for x, _ in corners), min(y for _, y in corners)) == (0, 0)
    assert (max(x for x, _ in corners), max(y for _, y in corners)) == grid.extent


@given(holed_grids(), st.data())
def test_flags_tell_members(grid: Grid, data: st.DataObject) -> None:
    some = data.draw(subsets(grid))
    flags = grid.flags(some)
    assert len(flags) == grid.size
    assert [h for h, flag in enumerate(flags) if flag] == members(some)


@pytest.mark.parametrize(
    ("label", "near"),
    [
        ("3451", "3350, 3250, 3349"),
        ("0000", "0101, 0102, 0201"),
        ("619", "0619, 0519, 0618"),
        ("17-06", "1706, 3106, 2706"),
    ],
)
def test_an_unknown_label_is_refused_with_the_nearest_ones(label: str, near: str) -> None:
    with pytest.raises(HexError) as refusal:
        FIRE_MOVEMENT.at(label)
    assert str(refusal.value) == f"there is no hex '{label}', the nearest are {near}"


def test_nearest_labels_read_columns_first_where_printed_so() -> None:
    grid = Layout("columns", "odd", "down", "right", "CCRR", "down").grid((0, 28), (9, 62), ("6028",))
    with pytest.raises(HexError, match="the nearest are 5928, 6027, 6128"):
        grid.at("6028")
    with pytest.raises(HexError, match="the nearest are 6200, 6201, 6100"):
        grid.at("6300")


def test_hexes_apart_have_no_direction() -> None:
    with pytest.raises(HexError, match="1706 and 1708 are not adjacent"):
        FIRE_MOVEMENT.direction(FIRE_MOVEMENT.at("1706"), FIRE_MOVEMENT.at("1708"))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"kind": "diamonds"}, "kind of a grid of diamonds is rows or columns, not 'diamonds'"),
        ({"shift_toward": "up"}, "shift_toward of a grid of rows is right or left, not 'up'"),
        ({"kind": "columns"}, "shift_toward of a grid of columns is up or down, not 'right'"),
        ({"shifted": "both"}, "shifted of a grid of rows is even or odd, not 'both'"),
        ({"rows": (9, 1)}, "numbered upwards with two digits, not from 9 to 1"),
        ({"columns": (1, 100)}, "numbered upwards with two digits, not from 1 to 100"),
        ({"absent": ("0950",)}, "there is no hex '0950', the nearest are 0909, 0809, 0709"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(wrong: dict[str, object], sentence: str) -> None:
    right = {
        "kind": "rows",
        "rows": (1, 9),
        "columns": (1, 9),
        "shifted": "even",
        "rows_grow": "up",
        "columns_grow": "right",
        "label": "RRCC",
        "shift_toward": "right",
    }
    with pytest.raises(HexError, match=sentence):
        Grid(**(right | wrong))  # type: ignore[arg-type]


def test_a_grid_prints_as_the_call_that_makes_it_and_can_be_sent_to_another_process() -> None:
    grid = Layout("columns", "odd", "down", "left", "CCRR", "up").grid((0, 3), (2, 5), ("0303",))
    for twin in (eval(repr(grid)), pickle.loads(pickle.dumps(grid))):
        assert (repr(twin), twin.all, twin.shifts) == (repr(grid), grid.all, grid.shifts)
