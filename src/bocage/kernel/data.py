"""Reading the data files of a game: every line and table is checked against a model, and a slip names its place.

>>> class Colour(Model):
...     name: str
...     dots: int
>>> list(read_rows({"dots.csv": "name,dots\\nred,176\\n"}, "dots.csv", Colour))
[(2, Colour(name='red', dots=176))]
>>> list(read_rows({"dots.csv": "name,dots\\nred,many\\n"}, "dots.csv", Colour))
Traceback (most recent call last):
bocage.kernel.data.DataError: dots.csv, line 2, dots: it should be a whole number, not "many"
"""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import NoReturn, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from bocage.kernel.errors import BocageError, nearest


class Model(BaseModel):
    """A frozen record that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Folder: TypeAlias = Mapping[str, str]
"""The texts of data files by name."""

AnyModel = TypeVar("AnyModel", bound=BaseModel)


class DataError(BocageError, ValueError):
    """A data file that does not say what it should; the text names file, entry and field."""


def fault(*words: str) -> NoReturn:
    """Refuse a data file: first the place, the last word is what is wrong with it.

    >>> fault("units.toml", "unit 22/21", "class", "there is no class 'panzer'; did you mean panzer regiment?")
    Traceback (most recent call last):
    bocage.kernel.data.DataError: units.toml, unit 22/21, class: there is no class 'panzer'; did you mean panzer \
regiment?
    """
    *place, wrong = words
    raise DataError(f"{', '.join(filter(None, place))}: {wrong}")


def check_same(own: Mapping[str, object], fields: Iterable[str], file: str, what: str) -> None:
    """Refuse a player's file that would make other pieces of ours: by these fields the rules know who they are.

    >>> check_same({"22/21": {"attack": 5, "id": "22/22"}}, ["id"], "mine.toml", "unit")
    Traceback (most recent call last):
    bocage.kernel.data.DataError: mine.toml, unit 22/21, id: it says who this is, so it cannot be replaced
    """
    for name, row in own.items():
        stated = row if isinstance(row, dict) else {}
        for field in filter(stated.__contains__, fields):
            fault(file, f"{what} {name}", field, "it says who this is, so it cannot be replaced")


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Say that there is no ``name``, and which name is near.

    >>> unknown("beach area", "swrod", ["sword", "utah"])
    "there is no beach area 'swrod'; did you mean sword?"
    """
    return f"there is no {what} '{name}'{nearest(name, known)}"


def check(model: type[AnyModel], raw: object, file: str, where: str = "") -> AnyModel:
    """Read ``raw`` as a ``model``; the first thing that does not fit becomes a DataError."""
    try:
        return model.model_validate(raw)
    except ValidationError as errors:
        error = errors.errors(include_url=False)[0]
        path = [part for part in error["loc"] if part != "[key]"]
        field = path.pop() if path and isinstance(path[-1], str) else ""
        if error["type"] == "extra_forbidden":
            wrong = unknown("field", str(field), _fields_at(model, path))
        elif error["type"] == "missing":
            wrong = "it is missing"
        elif error["type"] == "value_error":
            wrong = error["msg"].removeprefix("Value error, ")
        elif words := str(error.get("ctx", {}).get("expected", "")).split("'")[1::2]:
            wrong = f"'{error['input']}' is not possible{nearest(str(error['input']), words)}"
        else:
            wrong = in_plain_words(error["msg"], error["input"])
        entry, inner = _entry_at(raw, path)
        fault(file, where, entry, ".".join(filter(None, map(str, [*inner, field]))), wrong)


_PLAIN = {
    "Input should be ": "it should be ",
    "a valid integer": "a whole number",
    "a valid number": "a number",
    "a valid string": "a text",
    "a valid boolean": "true or false",
    "a valid tuple": "a list",
    "a valid dictionary": "a table",
}


def in_plain_words(message: str, found: object) -> str:
    """A message of the validator in the words of a TOML file.

    >>> in_plain_words("Input should be a valid dictionary or instance of Strength", True)
    'it should be a table, not true'
    """
    for words, plain in _PLAIN.items():
        message = message.replace(words, plain)
    return f"{message.split(' or instance of')[0].split(', unable')[0]}, not {json.dumps(found, default=str)}"


def _entry_at(raw: object, path: Sequence[int | str]) -> tuple[str, Sequence[int | str]]:
    """The words for the innermost named entry on the path, and the rest of the path.

    >>> _entry_at({"formation": [{"unit": [{"id": "22/21"}]}]}, ["formation", 0, "unit", 0, "adjust"])
    ('unit 22/21', ['adjust'])
    """
    found, rest, kind = "", path, ""
    for depth, step in enumerate(path, 1):
        if isinstance(step, str):
            kind = step
        if isinstance(raw, Mapping):
            raw = raw.get(step)
        elif isinstance(raw, Sequence) and isinstance(step, int):
            raw = raw[step]
        if isinstance(raw, Mapping) and isinstance(step, int):
            rest = path[depth:]
            if "id" in raw:
                found = f"{kind} {raw['id']}"
            else:
                name = (
                    raw.get("number") or raw.get("name") or raw.get("title") or raw.get("turn") or f"number {step + 1}"
                )
                found = ", ".join(filter(None, (found, f"{kind} {name}")))
    return found, rest


def _fields_at(model: type[BaseModel], path: Iterable[int | str]) -> list[str]:
    """The fields that an entry at ``path`` may have."""
    for step in path:
        if not isinstance(step, str):
            continue
        field = next((f for name, f in model.model_fields.items() if step in (name, f.alias)), None)
        model = next(_models_in(field.annotation), model) if field else model
    return [field.alias or name for name, field in model.model_fields.items()]


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def read_folder(package: str) -> Folder:
    """All data files of a game, which lie in ``data/`` beside its modules."""
    folder = files(package) / "data"
    return {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir() if entry.is_file()}


def read_toml(text: str, file: str) -> dict[str, object]:
    """Parse TOML text; a slip of syntax becomes a DataError."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, a number of thousands of digits, endless brackets
        fault(file, "", "", f"it is not TOML: {str(error)[:200]}")


def read_table(folder: Folder, file: str, model: type[AnyModel]) -> AnyModel:
    """A TOML file as a record."""
    return check(model, read_toml(folder[file], file), file)


def read_rows(folder: Folder, file: str, model: type[AnyModel]) -> Iterator[tuple[int, AnyModel]]:
    """The lines of a CSV file as records with their line numbers; the heading names the fields of the model."""
    lines = csv.reader(folder[file].splitlines())
    heading = list(model.model_fields)
    if next(lines, None) != heading:
        fault(file, "line 1", f"the heading should be {','.join(heading)}")
    for cells in lines:
        where = f"line {lines.line_num}"
        if len(cells) != len(heading):
            fault(file, where, f"there should be {len(heading)} fields, not {len(cells)}")
        yield lines.line_num, check(model, dict(zip(heading, cells, strict=True)), file, where)
