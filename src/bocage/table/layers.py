"""What the overlays of all games are made of: gradients by value, and the lines that units trace."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence

from bocage.hexes import Grid, Hex, HexSet, members
from bocage.kernel import BocageError
from bocage.table.model import Key, Line, Overlay, Scale, Shade

Around = Callable[[int], int]  # the places next to a place, as a set
Name = Callable[[int], str]

WAY = Key(id="way", title="Supply line", text="it reaches a source", pattern="way")
BREAK = Key(id="break", title="Cut", text="from here on the enemy bars the shortest way", pattern="break")


# -- layers ----------------------------------------------------------------------------------------


def layer(
    kind: str,
    title: str,
    rule: str,
    shades: list[Shade],
    legend: Sequence[Key] = (),
    *,
    scale: str = "",
    unit: str = "",
) -> Overlay:
    """A layer with its legend, about a unit if it names one; ``scale`` says what the numbers of its shades count."""
    return Overlay(
        kind=kind,
        title=f"{title}: {unit}" if unit else title,
        rule=rule,
        shades=shades,
        scale=scale_of(shades, scale) if scale else None,
        legend=list(legend),
        about=unit,
    )


def unit_named(name: str | None, number: Callable[[str], int]) -> int:
    """The number of the unit that a layer is about; raises BocageError for none and for one that is not known."""
    if name is None:
        raise BocageError("say which unit it is about")
    try:
        return number(name)
    except ValueError as error:
        raise BocageError(str(error)) from None


def shaded(show: Name, hexes: HexSet, seat: str, text: str, pattern: str = "") -> list[Shade]:
    """All hexes of a set alike."""
    return [Shade(hex=show(hex_), seat=seat, text=text, pattern=pattern) for hex_ in members(hexes)]


# -- gradients -------------------------------------------------------------------------------------


def gradient(
    values: Mapping[str, float], seat: str, unit: str, *, texts: Mapping[str, str] | None = None
) -> list[Shade]:
    """Hexes with a number, the most of them the darkest; ``unit`` says what is counted."""
    most = max(values.values(), default=1) or 1
    return [
        Shade(
            hex=name,
            seat=seat,
            value=f"{value:g}",
            text=(texts or {}).get(name, f"{value:g} {unit}"),
            level=round(max(value, most / 100) / most, 3),
        )
        for name, value in values.items()
    ]


def scale_of(shades: list[Shade], title: str) -> Scale | None:
    """From the least to the most of the numbers of some shades."""
    numbers = [float(shade.value) for shade in shades if shade.level]
    return Scale(title=title, least=min(numbers), most=max(numbers)) if numbers else None


Attacker = tuple[int, HexSet]  # its strength, and the hexes from which it could attack
_NEIGHBOURS = 6  # of a hex


def together(attackers: Sequence[Attacker], most: int, room: int = 1) -> list[int]:
    """The strengths of the strongest that can attack at once, where a place takes so many of them.

    >>> together([(4, 0b01), (3, 0b01), (2, 0b11)], 6)
    [4, 2]
    """
    stands: dict[int, list[int]] = {}  # the attackers in each place, by their numbers

    def finds_room(one: int, tried: set[int]) -> bool:
        for place in members(attackers[one][1]):
            if place in tried:
                continue
            tried.add(place)
            there = stands.setdefault(place, [])
            if len(there) < room:
                there.append(one)
                return True
            for number, other in enumerate(there):
                if finds_room(other, tried):
                    there[number] = one
                    return True
        return False

    found: list[int] = []
    for one in sorted(range(len(attackers)), key=lambda one: -attackers[one][0]):
        if len(found) == most:
            break
        if finds_room(one, set()):
            found.append(attackers[one][0])
    return found


def threat(grid: Grid, reach: Iterable[Attacker], ground: HexSet, seat: str, room: int = 1) -> list[Shade]:
    """The strength that could be brought against each hex by the strongest units that find room next to it.

    ``reach`` has each unit's strength and the hexes to which it could come, its own among them. A hex is the darker the
    more others have less: where the same strength threatens nearly everything, that is neither much nor little.
    """
    attackers: dict[Hex, list[Attacker]] = {}
    for strength, reached in reach:
        for h in members(grid.spread(reached) & ground):
            attackers.setdefault(h, []).append((strength, grid.spread(1 << h) & reached))
    found, texts = {}, {}
    known: dict[tuple[Attacker, ...], list[int]] = {}
    for h, each in sorted(attackers.items()):
        key = tuple(each)
        best = known[key] if key in known else known.setdefault(key, together(each, _NEIGHBOURS * room, room))
        if total := sum(best):
            name = grid.label(h)
            found[name] = total
            texts[name] = f"{total} attack strength of {len(best)} unit{'s' if len(best) > 1 else ''}"
    shades = gradient(found, seat, "attack strength", texts=texts)
    numbers = sorted(found.values())
    for shade in shades:
        number = int(shade.value)
        below, up_to = bisect_left(numbers, number), bisect_right(numbers, number)
        shade.level = round((below + up_to) / (2 * len(numbers)), 3)
    return shades


# -- lines -----------------------------------------------------------------------------------------


def shortest(start: int, goals: HexSet, around: Around, through: HexSet) -> list[int]:
    """The shortest way from a place to one of some goals, both included; empty if there is none."""
    if goals >> start & 1:
        return [start]
    came: dict[int, int] = {start: start}
    edge = [start]
    while edge:
        farther = []
        for here in edge:
            for there in members(around(here)):
                if there in came or not (through | goals) >> there & 1:
                    continue
                came[there] = here
                if goals >> there & 1:
                    return _back(came, there)
                farther.append(there)
        edge = farther
    return []


def _back(came: Mapping[int, int], place: int) -> list[int]:
    path = [place]
    while came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
    return path[::-1]


def trace(
    start: int, goals: HexSet, around: Around, free: HexSet, ground: HexSet, *, name: Name, seat: str, to: str
) -> list[Line]:
    """The line that a place traces to a source over free ground; else the shortest way, and where it is cut."""
    if path := shortest(start, goals & (free | 1 << start), around, free):
        return [Line(kind="way", seat=seat, text=f"to {to} in {name(path[-1])}", places=list(map(name, path)))]
    path = shortest(start, goals, around, ground)
    if not path:
        return []
    cut = next(number for number, place in enumerate(path) if number and not free >> place & 1)
    open_, barred = path[:cut], path[cut - 1 :]
    return [
        Line(kind="way", seat=seat, text="open so far", places=list(map(name, open_))),
        Line(kind="break", seat=seat, text=f"cut in {name(path[cut])}", places=list(map(name, barred))),
    ]


def is_cut(lines: list[Line]) -> bool:
    """Whether a line does not arrive."""
    return not lines or any(line.kind == "break" for line in lines)
