"""Everything the game is made of, in one object whose parts fit together.

>>> content = load_content()
>>> len(content.positions), len(content.deck), len(content.pieces.us)
(91, 54, 90)
>>> [box.id for box in content.boxes_for(content.pieces.us["A/1/16"])]
['ER1', 'ER2', 'ER3', 'ER4', 'ER5', 'ER6']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from bocage.games.omaha_beach.cards import Card, load_deck, read_deck
from bocage.games.omaha_beach.chart import Box, Chart, hex_at, load_chart, read_chart
from bocage.games.omaha_beach.files import shipped
from bocage.games.omaha_beach.positions import Position, load_positions, read_positions
from bocage.games.omaha_beach.scenarios import ScenarioId, Scenarios, SetUp, load_scenarios, read_scenarios
from bocage.games.omaha_beach.tables import Tables, load_tables, read_tables
from bocage.games.omaha_beach.terms import Division, Sector
from bocage.games.omaha_beach.track import Track, load_track, read_track
from bocage.games.omaha_beach.units import Pieces, UnitType, UsUnit, load_pieces, read_pieces
from bocage.kernel.data import Folder, fault
from bocage.kernel.errors import nearest


@dataclass(frozen=True, slots=True)
class Content:
    """All data of the game."""

    chart: Chart
    positions: Mapping[str, Position]
    deck: Mapping[int, Card]
    pieces: Pieces
    track: Track
    tables: Tables
    scenarios: Scenarios
    fingerprint: str  # changes when any data file changes

    def hero_names(self, scenario: ScenarioId, division: Division) -> tuple[str, ...]:
        """The heroes of a division in the order in which they rise, those of the set-up first (11.1)."""
        placed = [placed.hero for placed in self.scenarios.set_up(scenario).placed.values() if placed.hero]
        names = self.pieces.heroes[division]
        return (*(name for name in placed if name in names), *(name for name in names if name not in placed))

    def boxes_for(self, unit: UsUnit) -> list[Box]:
        """The boxes in which a unit may be placed on its arrival, from east to west (5.3)."""
        ranger = unit.type is UnitType.RANGER
        home = {"1st": Sector.EAST, "29th": Sector.WEST}.get(unit.box)
        found = []
        for box in self.chart.boxes.values():
            named = unit.box in (box.id, box.letters, f"{box.letters}*") or (unit.box == "DG*" and box.letters == "CH")
            if (named or box.sector is home) and (box.placing == "any" or (ranger and box.placing == "rangers")):
                found.append(box)
        return found


@cache
def load_content() -> Content:
    """Everything, as shipped, read once."""
    parts = load_chart(), load_positions(), load_deck(), load_pieces(), load_track(), load_tables(), load_scenarios()
    return _join(Content(*parts, fingerprint=_fingerprint(shipped())))


def read_content(folder: Folder) -> Content:
    """Everything from the texts of the data files."""
    chart = read_chart(folder)
    return _join(
        Content(
            chart=chart,
            positions=read_positions(chart, folder),
            deck=read_deck(folder),
            pieces=read_pieces(folder),
            track=read_track(folder),
            tables=read_tables(chart, folder),
            scenarios=read_scenarios(folder),
            fingerprint=_fingerprint(folder),
        )
    )


def _fingerprint(folder: Folder) -> str:
    return sha256("\0".join(f"{name}\0{folder[name]}" for name in sorted(folder)).encode()).hexdigest()


# ---------------------------------------------------------------------------------------- what one file says of another


def _join(content: Content) -> Content:
    groups = {position.group for position in content.positions.values()}
    for card in content.deck.values():
        for event in card.events:
            where = f"card {card.number}, events"
            _known("cards.toml", where, "WN", event.wn, groups)
            _known("cards.toml", where, "position", event.positions.values(), content.positions)
    for box in content.track.artillery.values():
        _known("tracks.toml", f"artillery {box.name}, observers", "position", box.observers, groups)
    for unit in content.pieces.us.values():
        if not content.boxes_for(unit):
            fault("us_units.csv", f"unit {unit.id}, box", f"no unit may be placed in '{unit.box}'")
    for set_up in content.scenarios.set_ups.values():
        _check_set_up(content, set_up)
    return content


def _known(file: str, where: str, what: str, names: Iterable[str], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            fault(file, where, f"there is no {what} '{name}'{nearest(name, known)}")


def _check_set_up(content: Content, set_up: SetUp) -> None:
    file, where = "scenarios.toml", f"set_up {set_up.id}"
    wn = [name for name, position in content.positions.items() if position.kind == "wn"]
    backs = Counter(unit.back for unit in content.pieces.german.values() if unit.pool == "wn")
    for back, names in set_up.wn.by_back.items():
        _known(file, f"{where}, wn", "WN hex", names, wn)
        if len(names) > sum(count for name, count in backs.items() if name == back):
            fault(file, f"{where}, wn", f"there are not so many WN units with the back {back}")
    filled = {name for names in set_up.wn.by_back.values() for name in names}
    _known(file, f"{where}, wn_depth", "WN unit on", set_up.wn_depth, filled)
    if set_up.reinforcements:
        rest = set(content.positions) - set(wn)
        _known(file, f"{where}, reinforcements", "position", set_up.reinforcements.positions, rest)
        _known(file, f"{where}, reinforcements", "unit on", set_up.reinforcements.depth, rest)
    units = content.pieces.us
    _known(file, where, "unit", [*set_up.placed, *set_up.ashore, *set_up.lost, *set_up.delayed], units)
    for unit, placed in set_up.placed.items():
        hex_at(content.chart.grid, placed.hex, file, f"{where}, placed {unit}, hex")
        _check_strength(units[unit], placed.strength, f"{where}, placed {unit}")
    for unit, strength in set_up.ashore.items():
        _check_strength(units[unit], strength, f"{where}, ashore {unit}")
    _known(file, f"{where}, cleared", "obstacle in", set_up.cleared, content.chart.grid.labels(content.chart.obstacles))


def _check_strength(unit: UsUnit, strength: int | None, where: str) -> None:
    strengths = [step.strength for step in unit.steps]
    if strength is None and unit.leader:
        return
    if strength not in strengths:
        fault("scenarios.toml", where, f"{unit.id} never has strength {strength}")
