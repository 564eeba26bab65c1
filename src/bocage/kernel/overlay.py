"""A player's own values: a file that says only what differs from ours.

>>> ours: Tree = {"terrain": {"bocage": {"shift": 2, "source": "reconstructed"}}}
>>> merged(ours, {"terrain": {"bocage": {"shift": 1}}})
{'terrain': {'bocage': {'shift': 1, 'source': 'overlay'}}}
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel

from bocage.kernel.data import Folder, fault, read_toml, unknown

Tree: TypeAlias = dict[str, object]
"""Tree within tables, as a file has them before they are checked."""


def read_file(path: Path) -> Tree:
    """The tables of a player's file; one that cannot be read is refused."""
    file = str(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        fault(file, "", "", "it cannot be read: it is not a file")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fault(file, "", "", f"it cannot be read: {getattr(error, 'strerror', None) or error}")
    return read_toml(text, file)


def read_tables(path: Path, known: Tree) -> dict[str, Tree]:
    """The tables of a player's file by name; what ``known`` does not have is refused."""
    file, own, found = str(path), read_file(path), dict[str, Tree]()
    for place, name in _unknown_keys(own, known, ()):
        fault(file, ".".join(place), unknown("entry", name, _at(known, place)))
    for name, table in own.items():
        if not isinstance(table, dict):
            fault(file, name, "it should be a table")
        found[name] = table
    return found


def merged(ours: Tree, own: Mapping[str, object]) -> Tree:
    """Our tables with what a player's file has in its place; what it changes says so."""
    result = dict(ours)
    for name, value in own.items():
        there = ours.get(name)
        result[name] = merged(there, value) if isinstance(there, dict) and isinstance(value, dict) else value
    for origin in ("source", "values"):
        if own and isinstance(ours.get(origin), str) and origin not in own:
            result[origin] = "overlay"
    return result


def differing(ours: Mapping[str, object], mine: Mapping[str, object]) -> list[str]:
    """The names under which a player has something else than we.

    >>> differing({"bocage": 2, "woods": 1}, {"bocage": 1, "woods": 1})
    ['bocage']
    """
    return [name for name, value in mine.items() if value != ours.get(name)]


def differing_tables(ours: BaseModel, mine: BaseModel) -> dict[str, list[str]]:
    """The tables in which a player has something else than we, each with the rows or fields that differ."""
    found = {}
    for table in type(mine).model_fields:
        old, new = getattr(ours, table), getattr(mine, table)
        if old != new:
            found[table] = differing(_rows(old), _rows(new))
    return found


def _rows(table: object) -> Tree:
    """The rows or fields of a table by name; a list has none."""
    rows = dict(table) if isinstance(table, dict | BaseModel) else {}
    return {str(name): row for name, row in rows.items() if name != "source"}


def rows_by_id(folder: Folder, file: str, model: type[BaseModel], what: str) -> Tree:
    """The lines of a CSV file as tables by their ids, so that a player's file can replace some of their values."""
    lines, heading = csv.DictReader(folder[file].splitlines()), list(model.model_fields)
    rows: Tree = {}
    if list(lines.fieldnames or ()) != heading:
        fault(file, "line 1", f"the heading should be {','.join(heading)}")
    for row in lines:
        where = f"line {lines.line_num}"
        if None in row or None in row.values():
            fault(file, where, f"there should be {len(heading)} fields")
        if row["id"].lower() in map(str.lower, rows):
            fault(file, where, f"there is already a {what} {row['id']}")
        rows[row["id"]] = row
    return rows


def _unknown_keys(own: Tree, known: Tree, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """What a player's file names that the shipped tables do not have."""
    for name, value in own.items():
        there = known.get(name)
        if name not in known and not _optional(known):
            yield place, name
        elif isinstance(value, dict) and isinstance(there, dict):
            yield from _unknown_keys(value, there, (*place, name))


def _optional(known: Tree) -> bool:
    """Whether a table may have fields that it does not state: then its model knows them and refuses others."""
    return "source" in known or "listed" in known


def _at(known: Tree, place: tuple[str, ...]) -> Tree:
    for name in place:
        inner = known[name]
        assert isinstance(inner, dict)
        known = inner
    return known
