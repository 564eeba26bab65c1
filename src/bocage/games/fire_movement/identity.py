"""What stands on a counter, in words (rulebook 2.3).

>>> identity("4/47", "battalion")
'4th Battalion of the 47th Regiment'
>>> identity("9", "division")
'9th Division'
>>> from bocage.games.fire_movement.content import load_units
>>> counter(load_units()["22/21"])
'22/21: German tank regiment (III), mobile, 6-5-12'
>>> counter(load_units()["22/21"], reduced=True)
'22/21: German tank regiment (III), mobile, 3-4-12 reduced'
"""

from __future__ import annotations

from bocage.games.fire_movement.content import Army, Unit

SIZE_SYMBOLS: dict[str, str] = {
    "platoon": "•••",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
}

_PARENTS: dict[str, str] = {
    "platoon": "company",
    "company": "battalion",
    "battalion": "regiment",
    "regiment": "division",
    "brigade": "division",
}

NAME_OF_ARMY = {Army.US: "US", Army.CW: "Commonwealth", Army.GERMAN: "German"}


def identity(name: str, size: str) -> str:
    """An identifier in words: the unit itself, and after a slash the formation it belongs to (2.3.1).

    A unit of this game says more of itself: its own name is in ``Unit.title``.

    >>> identity("Reich/2SS", "regiment")
    'Reich Regiment of the 2nd SS Division'
    """
    own, _, parent = name.partition("/")
    words = f"{_numbered(own)} {size.capitalize()}"
    return f"{words} of the {_numbered(parent)} {_PARENTS[size].capitalize()}" if parent else words


def _numbered(text: str) -> str:
    """An ordinal where there is a number.

    >>> _numbered("47"), _numbered("12SS"), _numbered("Lehr"), _numbered("111")
    ('47th', '12th SS', 'Lehr', '111th')
    """
    number = text[: len(text) - len(text.lstrip("0123456789"))]
    rest = text.removeprefix(number)
    if not number:
        return text
    ending = "th" if number[-2:] in ("11", "12", "13") else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
    return f"{number}{ending} {rest.strip()}".strip()


def counter(unit: Unit, *, reduced: bool = False) -> str:
    """One side of a counter: name, force, type, size, leg or mobile, attack-defence-movement (2.3).

    >>> from bocage.games.fire_movement.content import load_units
    >>> counter(load_units()["716/716"])
    '716/716: German assault gun battalion (II), mobile, 1-1-10, one step, no zone of control'
    """
    side = unit.front
    if reduced:
        assert unit.back is not None, "a unit of one step has no reduced side"
        side = unit.back
    kind = f"{NAME_OF_ARMY[unit.army]} {unit.type.replace('_', ' ')} {unit.size} ({SIZE_SYMBOLS[unit.size]})"
    numbers = f"{side.attack}-{side.defence}-{side.movement}{' reduced' if reduced else ''}"
    marks = ["one step"] * (unit.steps == 1) + ["no zone of control"] * (not unit.zoc)
    return ", ".join((f"{unit.id}: {kind}", "mobile" if unit.mobile else "leg", numbers, *marks))
