"""The fields of a state, each declared once: whether it is a fact of the game, and who may know it.

    class State(kernel.State):
        turn: Public[int] = 0
        where: Public[list[int]]
        occupied: Derived[int] = 0
        deck: Hidden[tuple[int, ...]] = ()
        orders_of_the_day: Annotated[dict[int, int], Known(to="german")]
        last_search: Working[Search | None] = None

Copying, comparing and hiding follow from the declaration. A field that is not declared is in no view.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from dataclasses import dataclass
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Annotated, ClassVar, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

EVERYBODY = "everybody"
NOBODY = "nobody"


@dataclass(frozen=True)
class Known(Generic[T]):
    """Who may know a field: a side, EVERYBODY or NOBODY; and whether it is a fact, or follows from facts."""

    to: str = EVERYBODY
    fact: bool = True
    told: Callable[[T], object] | None = None  # how it stands in a fingerprint, if its type does not say it


Public = Annotated[T, Known()]  # a fact that everybody may know
Hidden = Annotated[T, Known(to=NOBODY)]  # a fact that nobody may know, at least not all of it
Derived = Annotated[T, Known(fact=False)]  # follows from what everybody may know
Working = Annotated[T, Known(to=NOBODY, fact=False)]  # worked out for the program itself

Convert = Callable[..., object]

_COPIED: dict[object, Convert] = {list: list.copy, dict: dict.copy, set: set.copy, bytearray: bytearray.copy}
_TOLD: dict[object, Convert] = {list: tuple, dict: lambda value: tuple(sorted(value.items())), bytearray: bytes}


class Field(NamedTuple):
    """A declared field, with what follows from its type."""

    name: str
    known: Known[object]
    copied: Convert | None  # None: the value never changes, so copies share it
    told: Convert | None  # None: the value stands for itself
    empty: Callable[[], object]  # what those see who may not know it


def fields_of(state: type, base: type) -> tuple[Field, ...]:
    """The fields that a class of states declares beyond its base, in the order of their declaration."""
    classes = [cls for cls in reversed(state.__mro__) if issubclass(cls, base) and cls is not base]
    declared = {name: None for cls in classes for name in get_annotations(cls)}
    hints = _hints(state)
    return tuple(_field(name, hints[name]) for name in declared if get_origin(hints[name]) is not ClassVar)


class _Names(dict[str, object]):
    """Names in annotations that exist only for the type checker stand for any object."""

    def __missing__(self, name: str) -> object:
        return getattr(builtins, name, object)


def _hints(state: type) -> dict[str, object]:
    names = _Names()
    for base in reversed(state.__mro__):
        names.update(vars(sys.modules[base.__module__]))
    return get_type_hints(state, globalns=names, localns=names, include_extras=True)


def _field(name: str, hint: object) -> Field:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"the field '{name}' does not say who may know it")
    type_, known = get_args(hint)
    assert isinstance(known, Known)
    if get_origin(type_) is Annotated:  # Public[...] of an alias
        type_ = get_args(type_)[0]
    plain = get_origin(type_) or type_
    if plain in (Union, UnionType):
        plain = NoneType if NoneType in get_args(type_) else object
    arrays = plain is tuple and bytearray in get_args(type_)
    return Field(name, known, _copy_arrays if arrays else _COPIED.get(plain), known.told or _TOLD.get(plain), plain)


def _copy_arrays(arrays: tuple[bytearray, ...]) -> tuple[bytearray, ...]:
    return tuple(array[:] for array in arrays)
