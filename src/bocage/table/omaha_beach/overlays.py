"""Hexes to be shaded on demand: fields of fire, communication, control, command, engineers, moves."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.command_posts import commanded_hexes
from bocage.games.omaha_beach.control import german_dots, german_reach, us_communication, us_control
from bocage.games.omaha_beach.engineer_bases import engineer_range
from bocage.games.omaha_beach.fire import active, field_of, why_silent
from bocage.games.omaha_beach.movement import moves
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import Colour, Intensity
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.words import GRID, UNIT_IDS, unit_number
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import BocageError, nearest
from bocage.table.layers import BREAK, WAY, is_cut, trace, unit_named
from bocage.table.model import Box, Key, Overlay, OverlayKind, Shade

PATTERNS = {Intensity.INTENSE: "dense", Intensity.STEADY: "lines", Intensity.SPORADIC: "dots"}
MEANINGS = {
    Intensity.INTENSE: "every unit is hit and loses a step",
    Intensity.STEADY: "units with the target symbol lose a step; armored ones are safe",
    Intensity.SPORADIC: "units with the target symbol are disrupted; armored ones are safe",
}
LEGEND = [Key(id=str(i), title=str(i).capitalize(), text=MEANINGS[i], pattern=PATTERNS[i]) for i in Intensity]
KINDS = (
    OverlayKind(
        id="fire-position", title="Fire of a position", text="The field of fire of one position.", needs="position"
    ),
    OverlayKind(
        id="fire-colour",
        title="Fire of a colour",
        text="Where the positions of a colour that are manned and not disrupted fire.",
        needs="colour",
        choices=[Box(id=str(colour), title=str(colour).capitalize()) for colour in Colour],
    ),
    OverlayKind(id="fire-card", title="Fire of this card", text="Where positions fire by the fire cards of this turn."),
    OverlayKind(
        id="danger", title="Danger", text="All fields of fire together, of positions that are manned and active."
    ),
    OverlayKind(id="control", title="US control", text="Hexes that US units occupy or control."),
    OverlayKind(id="communication-us", title="US communication", text="Hexes with a safe way from the beach."),
    OverlayKind(id="communication-german", title="German communication", text="Hexes with a way to an exit."),
    OverlayKind(
        id="line",
        title="Communication of a unit",
        text="The safe way from the beach to the selected US unit, or where Germans bar it.",
        needs="unit",
        follows=True,
    ),
    OverlayKind(id="command", title="Command", text="Hexes in which leaders give free actions."),
    OverlayKind(id="engineers", title="Engineers", text="Hexes in the range of an engineer base, out of German fire."),
    OverlayKind(id="reach", title="Moves of a unit", text="Where a unit could go in its next action.", needs="unit"),
)
_RULES = {
    "fire-position": "6.21-01",
    "fire-colour": "6.21-01",
    "fire-card": "6.3-01",
    "danger": "6.21-01",
    "control": "12.1-01",
    "communication-us": "12.3-01",
    "communication-german": "12.2-01",
    "command": "7.1-07",
    "engineers": "19.3-01",
    "reach": "7.3-01",
}


def overlays_of(battle: Battle) -> list[OverlayKind]:
    """What can be asked for in a scenario; positions go by the names of their groups."""
    names = [
        Box(id=name, title=spoken(name), text=str(battle.colour[group]))
        for group, name in enumerate(battle.group_names)
        if battle.sector_of_group[group] in (*battle.sectors, -1)
    ]
    return [kind.model_copy(update={"choices": names}) if kind.needs == "position" else kind for kind in KINDS]


def overlay_of(setting: OmahaBeach, view: State, kind: str, thing: str | None) -> Overlay:
    """The overlay of a kind, about a unit, position or colour if it needs one."""
    known = {found.id: found for found in KINDS}
    if kind not in known:
        raise BocageError(f"there is no overlay '{kind}'{nearest(kind, known)}")
    if known[kind].needs and not thing:
        raise BocageError(f"say which {known[kind].needs} you want to see")
    if kind == "line":
        return _line(view, thing or "")
    shades, about = _shades(view, kind, thing or "")
    fire = kind.startswith("fire") or kind == "danger"
    title = f"{known[kind].title}: {about}" if about else known[kind].title
    rule = _RULES[kind]
    return Overlay(kind=kind, title=title, rule=rule, shades=shades, about=about, legend=LEGEND if fire else [])


def _shades(view: State, kind: str, thing: str) -> tuple[list[Shade], str]:
    battle = view.battle
    if kind == "fire-position":
        group = _group(battle, thing)
        on_map = any(view.hex_of(position) >= 0 for position in battle.groups[group])
        return _fire(view, [group] if on_map else []), spoken(battle.group_names[group])
    if kind == "fire-colour":
        if thing not in set(Colour):
            raise BocageError(f"there is no colour '{thing}'{nearest(thing, list(Colour))}")
        return _fire(view, [group for group in _manned(view) if battle.colour[group] == thing]), thing
    if kind == "fire-card":
        return _fire(view, _on_the_cards(view)), _cards(view)
    if kind == "danger":
        return _fire(view, _manned(view)), ""
    if kind == "reach":
        return _reach(view, thing)
    if kind == "command":
        return _command(view), ""
    hexes, text = {
        "control": (us_control, "under US control"),
        "communication-us": (us_communication, "a safe way leads from the beach"),
        "communication-german": (german_reach, "a way leads to an exit"),
        "engineers": (engineer_range, "engineers work here"),
    }[kind]
    return _plain(hexes(view) & battle.playable, text), ""


def _plain(hexes: HexSet, text: str, seat: str = "", value: str = "") -> list[Shade]:
    return [Shade(hex=GRID.label(h), seat=seat, text=text, value=value) for h in members(hexes)]


# -- fire --------------------------------------------------------------------------------------------


def _group(battle: Battle, name: str) -> int:
    """A group by its name, or by the name or number of one of its hexes: WN62N is WN62."""
    names = {known.lower(): group for group, known in enumerate(battle.group_names)}
    names |= {position.id.lower(): battle.group_of[n] for n, position in enumerate(battle.positions)}
    names |= {GRID.label(position.hex): battle.group_of[n] for n, position in enumerate(battle.positions)}
    if name.lower() not in names:
        raise BocageError(f"there is no position '{name}'{nearest(name, battle.group_names)}")
    return names[name.lower()]


def _manned(view: State) -> list[int]:
    """The groups that could fire if their colour came up."""
    return [group for group in range(len(view.battle.groups)) if active(view, group) and not view.smoke >> group & 1]


def _on_the_cards(view: State) -> list[int]:
    """The groups that fire by the fire cards of this turn."""
    battle, found = view.battle, []
    for group in _manned(view):
        sector = battle.sector_of_group[group]
        numbers = [view.fire_cards[sector]] if sector >= 0 else view.fire_cards
        shots = [battle.deck[number].fires(battle.colour[group]) for number in numbers if number]
        if any(shot is not None and why_silent(view, group, shot) is None for shot in shots):
            found.append(group)
    return found


def _cards(view: State) -> str:
    names = [f"card {number} {side}" for side, number in zip(("east", "west"), view.fire_cards, strict=True) if number]
    return ", ".join(names) or "no card is drawn yet"


def _fire(view: State, groups: Iterable[int]) -> list[Shade]:
    """The hexes under fire, each with its worst intensity and all who fire there."""
    who: dict[Hex, dict[Intensity, list[int]]] = {}
    for group in groups:
        for intensity, hexes in field_of(view, group).items():
            for h in members(hexes & view.battle.playable):
                who.setdefault(h, {}).setdefault(intensity, []).append(group)
    return [_shade(view.battle, h, found) for h, found in sorted(who.items())]


def _shade(battle: Battle, h: Hex, found: dict[Intensity, list[int]]) -> Shade:
    worst = next(intensity for intensity in Intensity if intensity in found)
    words = [
        f"{intensity} fire of {', '.join(_firer(battle, group) for group in found[intensity])}"
        for intensity in Intensity
        if intensity in found
    ]
    colours = {str(battle.colour[group]) for groups in found.values() for group in groups}
    return Shade(
        hex=GRID.label(h),
        value=str(worst),
        text="; ".join(words),
        pattern=PATTERNS[worst],
        colour=colours.pop() if len(colours) == 1 else "",
    )


def _firer(battle: Battle, group: int) -> str:
    return f"{spoken(battle.group_names[group])} ({battle.colour[group]})"


# -- Americans -----------------------------------------------------------------------------------------


def _line(view: State, name: str) -> Overlay:
    """The way of a US unit to the beach out of every German field of fire (12.31)."""
    unit, battle = unit_named(name, unit_number), view.battle
    known = UNIT_IDS[unit]
    found = Overlay(kind="line", title=f"Communication of {known}", rule="12.3-01", shades=[], about=known)
    if not view.on_map(unit):
        found.notes = [f"{known} is not on the map."]
        return found
    start = view.where[unit]
    free = battle.grid.all & ~german_dots(view) & ~view.german_hexes
    ground = battle.grid.all & battle.playable
    found.lines = trace(
        start,
        battle.beach,
        lambda h: battle.us_paths[h],
        free,
        ground,
        name=GRID.label,
        seat=view.seat_of(unit),
        to="the beach",
    )
    found.legend = [WAY.model_copy(update={"title": "Safe way", "text": "to the beach"}), BREAK]
    words = "has no communication" if is_cut(found.lines) or not free >> start & 1 else "is in communication"
    found.notes = [f"{known} {words}."]
    return found


def _reach(view: State, name: str) -> tuple[list[Shade], str]:
    unit = unit_named(name, unit_number)
    if not view.on_map(unit):
        raise BocageError(f"{UNIT_IDS[unit]} is not on the map")
    found = []
    for move in moves(view, unit):
        past = ", ".join(spoken(view.battle.group_names[group]) for group in move.past)
        text = f"infiltrates past {past}" if past else "climbs" if move.passage != "yes" else "can go here"
        found.append(Shade(hex=GRID.label(move.to), seat=view.seat_of(unit), text=text))
    return found, UNIT_IDS[unit]


def _command(view: State) -> list[Shade]:
    found = []
    for leader, is_leader in enumerate(view.battle.leader):
        if is_leader and view.on_map(leader):
            hexes = commanded_hexes(view, leader)
            found += _plain(hexes & view.battle.playable, f"in command of {UNIT_IDS[leader]}", view.seat_of(leader))
    return found
