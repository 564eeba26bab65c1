"""Reading the files in ``data/``: every line and table is checked against a model, and a slip names its place.

>>> class Colour(Row):
...     name: str
...     dots: int
>>> list(read_rows({"dots.csv": "name,dots\\nred,176\\n"}, "dots.csv", Colour))
[(2, Colour(name='red', dots=176))]
>>> list(read_rows({"dots.csv": "name,dots\\nred,many\\n"}, "dots.csv", Colour))
Traceback (most recent call last):
bocage.games.omaha_beach.files.DataError: dots.csv, line 2, dots: it should be a whole number, not 'many'
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, NoReturn, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bocage.kernel.errors import BocageError

Folder: TypeAlias = Mapping[str, str]
"""The texts of the data files by name."""

Source: TypeAlias = Annotated[
    str, Field(pattern=r"^(printed|reconstructed|rulebook [A-Z0-9][A-Z0-9.]*(, [A-Z0-9][A-Z0-9.]*)*)$")
]
"""Where a value comes from: the components, the rulebook at a number, or our own judgement."""

HexLabel: TypeAlias = Annotated[str, Field(pattern=r"^\d{4}$")]


def _words(value: object) -> object:
    return tuple(value.split()) if isinstance(value, str) else value


def _blank(value: object) -> object:
    return None if value == "" else value


T = TypeVar("T")
Words: TypeAlias = Annotated[tuple[T, ...], BeforeValidator(_words)]
"""A cell with several words."""
Maybe: TypeAlias = Annotated[T | None, BeforeValidator(_blank)]
"""A cell that may be empty."""


class DataError(BocageError, ValueError):
    """A data file that does not say what it should; the text names the file and the line or entry."""


class Row(BaseModel):
    """A frozen record that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


AnyRow = TypeVar("AnyRow", bound=Row)


@cache
def shipped() -> Folder:
    """The data files of the game, read once."""
    folder = files(__package__) / "data"
    return {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir() if entry.is_file()}


def fault(file: str, where: str, wrong: str) -> NoReturn:
    """Refuse a data file: ``fault("roads.csv", "line 7", "hexes 0434 and 0635 do not touch")``."""
    raise DataError(f"{file}, {where}: {wrong}")


def read_rows(folder: Folder, file: str, model: type[AnyRow]) -> Iterator[tuple[int, AnyRow]]:
    """The lines of a CSV file as records with their line numbers; the heading names the fields of the model."""
    lines = csv.reader(folder[file].splitlines())
    heading = list(model.model_fields)
    if next(lines, None) != heading:
        fault(file, "line 1", f"the heading should be {','.join(heading)}")
    for cells in lines:
        where = f"line {lines.line_num}"
        if len(cells) != len(heading):
            fault(file, where, f"there should be {len(heading)} fields, not {len(cells)}")
        try:
            yield lines.line_num, model.model_validate(dict(zip(heading, cells, strict=True)))
        except ValidationError as errors:
            path, wrong = _first(errors)
            fault(file, f"{where}, {path[0]}" if path else where, wrong)


def read_table(folder: Folder, file: str, model: type[AnyRow]) -> AnyRow:
    """A TOML file as a record."""
    try:
        raw = tomllib.loads(folder[file])
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{file} is not TOML: {error}") from error
    try:
        return model.model_validate(raw)
    except ValidationError as errors:
        path, wrong = _first(errors)
        fault(file, _entry(raw, path), wrong)


_PLAIN = {
    "Input should be ": "it should be ",
    "a valid integer, unable to parse string as an integer": "a whole number",
    "a valid integer": "a whole number",
    "a valid string": "a text",
    "a valid tuple": "a list",
    "a valid boolean, unable to interpret input": "yes or no",
    "Extra inputs are not permitted": "there is no such field",
    "Field required": "it is missing",
    "Value error, ": "",
}


def _first(errors: ValidationError) -> tuple[tuple[int | str, ...], str]:
    """Where the first thing that does not fit stands, and what is wrong with it."""
    error = errors.errors(include_url=False)[0]
    wrong = error["msg"]
    for words, plain in _PLAIN.items():
        wrong = wrong.replace(words, plain)
    if error["type"] not in ("missing", "extra_forbidden", "value_error"):
        wrong += f", not {error['input']!r}"
    return error["loc"], wrong


def _entry(raw: object, path: Sequence[int | str]) -> str:
    """The words for a place in a TOML file.

    >>> _entry({"card": [{"number": 17, "fire": [{"colour": "rde"}]}]}, ["card", 0, "fire", 0, "colour"])
    'card 17, fire 1, colour'
    """
    words: list[str] = []
    for step in path:
        if isinstance(step, int) and isinstance(raw, Sequence):
            raw = raw[step]
            named = raw if isinstance(raw, Mapping) else {}
            words[-1] += f" {next((named[key] for key in ('id', 'number', 'name') if key in named), step + 1)}"
        else:
            raw = raw.get(step) if isinstance(raw, Mapping) else None
            words.append(str(step))
    return ", ".join(words) or "top"
