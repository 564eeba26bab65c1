"""The files in ``data/`` and the kinds of cells in them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, TypeAlias, TypeVar

from pydantic import BeforeValidator, Field

from bocage.kernel.data import Folder, read_folder

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


@cache
def shipped() -> Folder:
    """The data files of the game, read once."""
    return read_folder(__package__)
