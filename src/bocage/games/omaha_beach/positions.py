"""The German positions: where they are, what they fire at, and whither they advance.

>>> positions = load_positions()
>>> c3 = positions["C3"]
>>> c3.colour, c3.zone, c3.number, c3.advance_to
(<Colour.RED: 'red'>, 'C', 3, ('C1',))
>>> from bocage.games.omaha_beach.chart import load_chart
>>> grid = load_chart().grid
>>> wn70 = positions["WN70"].field                    # a set of hexes for each intensity
>>> grid.labels(wn70[Intensity.INTENSE])[:3]
['0426', '0427', '0526']
>>> grid.labels(c3.routes["C1"])
['1112', '1113', '1114', '1212', '1213', '1313']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from bocage.games.omaha_beach.chart import Chart, hex_at, load_chart
from bocage.games.omaha_beach.files import HexLabel, Maybe, Source, Words, shipped
from bocage.games.omaha_beach.terms import Colour, DepthType, Intensity, PositionKind, Sector, Zone
from bocage.hexes import Grid, Hex, HexSet, members
from bocage.kernel.data import Folder, Model, fault, read_rows


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """One position hex. The two hexes of a WN share their ``group`` and its field of fire (6.21)."""

    id: str
    kind: PositionKind
    group: str
    hex: Hex
    sector: Sector
    colour: Colour
    zone: Zone | None  # None: a WN or a position without ID
    number: int  # of the ID; 0 for one without ID (9.2); the number of a WN is in its group
    vp: bool
    depth: DepthType  # of the marker that a unit here receives (9.21)
    artillery: Literal[75, 88] | None  # the symbol of a WN hex
    field: Mapping[Intensity, HexSet]
    advance_to: tuple[str, ...]  # targets of the arrows, the preferred first (16.8, 16.86)
    routes: Mapping[str, HexSet]  # the hexes of the route to each target (16.82)

    @property
    def fire(self) -> HexSet:
        """All hexes of the field of fire, whatever the intensity."""
        return self.field[Intensity.INTENSE] | self.field[Intensity.STEADY] | self.field[Intensity.SPORADIC]


BLANK = "blank-"  # positions without an ID


def spoken(name: str) -> str:
    """The name of a position or group as players say it; one without an ID goes by its hex."""
    return name.replace(BLANK, "the position in ")


class _PositionRow(Model):
    id: Annotated[str, Field(pattern=r"^(WN\d\d[NS]?|[A-G]\d\d?|blank-\d{4})$")]
    kind: PositionKind
    group: str
    hex: HexLabel
    colour: Colour
    zone: Maybe[Zone]
    number: Annotated[int, Field(ge=0, le=11)]
    vp: bool
    artillery: Maybe[Literal["75", "88"]]
    advance_to: Words[str]
    source: Source
    note: str


class _FieldRow(Model):
    group: str
    intensity: Intensity
    hexes: Words[HexLabel]
    source: Source


@cache
def load_positions() -> Mapping[str, Position]:
    """The positions of the map by id, WNs first, read once."""
    return read_positions(load_chart(), shipped())


def read_positions(chart: Chart, folder: Folder) -> dict[str, Position]:
    """The positions of a map from the texts of the data files."""
    file = "positions.csv"
    rows = dict(read_rows(folder, file, _PositionRow))
    fields = _read_fields(chart.grid, {row.group: row.colour for row in rows.values()}, folder)
    hexes: dict[str, Hex] = {}
    for line, row in rows.items():
        where = f"line {line}"
        h = hex_at(chart.grid, row.hex, file, where)
        if row.id in hexes or h in hexes.values():
            fault(file, where, f"position {row.id} or its hex {row.hex} is there already")
        expected = f"{row.zone}{row.number}" if row.zone else row.group if row.kind == "wn" else f"blank-{row.hex}"
        if row.id.rstrip("NS") != expected.rstrip("NS") or row.group != row.id.rstrip("NS"):
            fault(file, where, f"position {row.id} does not agree with its zone, number, hex or group")
        if row.group not in fields:
            fault(file, where, f"position {row.id} has no field of fire")
        hexes[row.id] = h
    for line, row in rows.items():
        if unknown := [target for target in row.advance_to if target not in hexes]:
            fault(file, f"line {line}, advance_to", f"there is no position '{unknown[0]}'")
    return {row.id: _position(chart, row, hexes, fields[row.group]) for row in rows.values()}


def _position(chart: Chart, row: _PositionRow, hexes: Mapping[str, Hex], field: Mapping[Intensity, HexSet]) -> Position:
    h = hexes[row.id]
    building = chart.terrain[h] == "buildings"
    return Position(
        id=row.id,
        kind=row.kind,
        group=row.group,
        hex=h,
        sector=chart.sector(h),
        colour=row.colour,
        zone=row.zone,
        number=row.number,
        vp=row.vp,
        depth=DepthType.WN if row.kind == "wn" else DepthType.BUILDING if building else DepthType.MOBILE,
        artillery={"75": 75, "88": 88, None: None}[row.artillery],
        field=field,
        advance_to=row.advance_to,
        routes={target: route_of_advance(chart.grid, h, hexes[target]) for target in row.advance_to},
    )


def _read_fields(grid: Grid, colours: Mapping[str, Colour], folder: Folder) -> dict[str, dict[Intensity, HexSet]]:
    file, fields = "fields_of_fire.csv", dict[str, dict[Intensity, HexSet]]()
    dotted: dict[tuple[Colour, Hex], str] = {}
    for line, row in read_rows(folder, file, _FieldRow):
        where = f"line {line}"
        if row.group not in colours:
            fault(file, where, f"there is no position '{row.group}'")
        field = fields.setdefault(row.group, dict.fromkeys(Intensity, 0))
        for label in row.hexes:
            h = hex_at(grid, label, file, where)
            other = dotted.setdefault((colours[row.group], h), row.group)
            if other != row.group or any(field[intensity] >> h & 1 for intensity in Intensity):
                fault(file, where, f"hex {label} has a dot of that colour already, of {other}")
            field[row.intensity] |= 1 << h
    return fields


def route_of_advance(grid: Grid, start: Hex, end: Hex) -> HexSet:
    """The hexes that an advance crosses, by the three diagrams of 16.82.

    Next door: both hexes and the two that touch both. Two hexes off in a straight line: the hex between and all around
    it. Two hexes off across a corner: both hexes, the two between, and the end's neighbours to either side.
    """
    ends = 1 << start | 1 << end
    between = grid.spread(1 << start) & grid.spread(1 << end)
    if grid.distance(start, end) == 1:
        return ends | between
    if between.bit_count() == 1:
        return between | grid.spread(between)
    one, other = members(between)
    aside = 1 << end + (other - one) | 1 << end - (other - one)
    return (ends | between | aside) & grid.all
