"""The German fire that a division must expect: the chances of the cards, and what a volley would hit.

The deck has no order but its cards are known, so the chances are exact: which colours fire on how many of the cards
that are left, and with which target symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from bocage.games.omaha_beach.armor import armor_field
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.fire import active, hit_limit
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.terms import Colour
from bocage.hexes import Hex, members
from bocage.players.omaha_beach import weights as w
from bocage.players.omaha_beach.ground import INTENSE, LEVELS, SPORADIC, SYMBOLS, ground_of

Chances = tuple[float, float, float]  # by target symbol
COLOURS = tuple(Colour)
Row = tuple[int, int, int, int, bool]  # a target: intensity, distance, steps, unit, whether any symbol hits it
WORTH = (1.0, 1 / 3, w.SPORADIC / 3)  # of a dot of each intensity: steps that infantry loses when it fires


@lru_cache(maxsize=64)
def card_chances(battle: Battle, cards: tuple[int, ...]) -> list[tuple[Chances, Chances]]:
    """For each colour, how likely a card lets it fire at each symbol: without, and with a depth marker."""
    found = []
    for colour in COLOURS:
        plain, deep = [0.0] * 3, [0.0] * 3
        for number in cards:
            card = battle.deck[number]
            shot = card.fires(colour)
            if shot is not None:
                symbol = SYMBOLS.index(card.target)
                deep[symbol] += 1 / len(cards)
                plain[symbol] += 0 if shot.double else 1 / len(cards)
        found.append(((plain[0], plain[1], plain[2]), (deep[0], deep[1], deep[2])))
    return found


def cards_to_come(g: State) -> tuple[int, ...]:
    """The cards from which the next ones will be drawn, as far as anybody knows."""
    return g.deck if len(g.deck) >= w.FEWEST_CARDS else tuple(sorted((*g.deck, *g.discards)))


class Fire:
    """Which positions will fire, how likely, and how dangerous every hex is because of it."""

    def __init__(self, g: State) -> None:
        battle = g.battle
        self.ground = ground_of(battle)
        chances = card_chances(battle, cards_to_come(g))
        usual = card_chances(battle, tuple(battle.deck))
        count = len(battle.groups)
        self.chance: list[Chances | None] = [None] * count  # of the next fire; None: it will not fire
        self.limit = [0] * count
        self.hexes: list[list[Hex]] = [[] for _ in range(count)]
        self.unrevealed = [False] * count
        self.awake: list[float] = [0.0] * count  # how likely it fires in a turn, when it has recovered
        for group, positions in enumerate(battle.groups):
            there = [p for p in positions if g.german[p] != NONE]
            if not there:
                continue
            colour = COLOURS.index(battle.colour[group])
            plain, deep = usual[colour]
            self.awake[group] = sum(deep if any(g.german_depth[p] != NONE for p in there) else plain)
            plain, deep = chances[colour]
            firing = active(g, group)
            self.unrevealed[group] = not battle.is_wn[group] and not all(g.is_shown(p) for p in there)
            if firing:
                self.chance[group] = deep if any(g.german_depth[p] != NONE for p in firing) else plain
                self.limit[group] = hit_limit(g, group)
                self.hexes[group] = [g.hex_of(p) for p in firing]
        self.level = self.ground.level.copy()  # by group: the intensity in each hex
        self._places: dict[int, dict[Hex, tuple[int, int]]] = {}
        self.dots = self.ground.dots
        self.danger = dangers(battle, tuple(self.awake))
        for position in g.armor_on_map():
            self._add_armor(g, position)

    def place_of(self, group: int) -> dict[Hex, tuple[int, int]]:
        """By hex of a field of fire the intensity and distance by which hits fall there sooner or later (6.31)."""
        found = self._places.get(group)
        if found is None:
            distance, hexes = self.ground.battle.grid.distance, self.hexes[group]
            found = self._places[group] = {
                h: (level, min([distance(h, other) for other in hexes])) for h, level in self.level[group].items()
            }
        return found

    def _add_armor(self, g: State, position: int) -> None:
        """The field of fire of an armor unit moves with it (23.3)."""
        group = g.battle.group_of[position]
        field = armor_field(g, position)
        self.level[group] = {h: level for level, kind in enumerate(LEVELS) for h in members(field[kind])}
        self.dots, self.danger = [dots.copy() for dots in self.dots], self.danger.copy()
        for h, level in self.level[group].items():
            self.dots[h].append((group, level))
            self.danger[h] += (1 - self.danger[h]) * self.awake[group] * WORTH[level]


@lru_cache(maxsize=64)
def dangers(battle: Battle, awake: tuple[float, ...]) -> list[float]:
    """Steps that a unit of infantry alone must expect to lose in each hex in a turn."""
    ground, found = ground_of(battle), []
    for h in range(battle.grid.size):
        hits = w.SHELLS if battle.beach >> h & 1 else 0.0
        for group, level in ground.dots[h]:
            if awake[group]:
                hits += awake[group] * WORTH[level] * w.DILUTED
        found.append(1 - exp(-hits) if hits else 0.0)
    return found


def fire_of(g: State) -> Fire:
    """The German fire as a seat can foresee it."""
    key = (
        tuple(g.german),
        tuple(g.german_depth),
        tuple(g.armor_at),
        g.german_disrupted,
        g.shown,
        g.turn,
        g.deck,
        g.discards,
    )
    known = _KNOWN.get(g.battle)
    if known is None or known[0] != key:
        known = _KNOWN[g.battle] = (key, Fire(g))
    return known[1]


_KNOWN: dict[
    Battle, tuple[tuple[object, ...], Fire]
] = {}  # the last one of each battle: the next decision needs it again


class Lineup:
    """Who stands where, and what the next German fire will cost: moves are tried on it."""

    def __init__(self, g: State, fire: Fire, cost: list[float]) -> None:
        self.g, self.fire, self.cost = g, fire, cost
        self.battle, self.ground = g.battle, fire.ground
        self.at: dict[Hex, list[int]] = {}
        self.hits: list[dict[int, float] | None] = [None] * len(self.battle.groups)
        self.suffers: dict[int, float] = {}  # by unit: hits to expect
        self._rows: list[list[Row]] = [[] for _ in self.battle.groups]  # by group: whom it can hit
        self._without: dict[tuple[int, tuple[int, ...]], dict[int, float]] = {}  # the fire of a group without units

    def add(self, unit: int, h: Hex) -> None:
        """A unit with steps stands in a hex; only before anything is asked."""
        self.at.setdefault(h, []).append(unit)

    def settle(self) -> None:
        """Work out what everybody must expect."""
        for group, chance in enumerate(self.fire.chance):
            if chance is None:
                continue
            level = self.fire.level[group]
            rows = self._rows[group]
            for h, units in self.at.items():
                if h in level:
                    rows += self.targets(group, h, units)
            if rows:
                found = self.hits[group] = self.volley(group, rows)
                for unit, hits in found.items():
                    self.suffers[unit] = self.suffers.get(unit, 0.0) + hits

    def targets(self, group: int, h: Hex, units: Sequence[int]) -> list[Row]:
        """How units in a hex are hit by a group."""
        place = self.fire.place_of(group).get(h)
        if place is None:
            return []
        level, distance = place
        steps = self.g.steps
        anyway = level == INTENSE or (len(units) > 1 and sum([steps[unit] for unit in units]) >= 5)
        return [(level, distance, -steps[unit], unit, anyway) for unit in units]

    def volley(self, group: int, rows: list[Row]) -> dict[int, float]:
        """The hits that units must expect from a group, the nearest and largest in the heaviest fire first (6.31)."""
        fire, battle = self.fire, self.battle
        chance, limit = fire.chance[group], fire.limit[group]
        assert chance is not None
        symbols = self.ground.symbol
        rows.sort()
        found: dict[int, float] = {}
        extra = w.DISRUPTED_TOO if fire.unrevealed[group] else 0.0
        for symbol, likely in enumerate(chance):
            left = limit
            for level, _, _, unit, anyway in rows:
                if not anyway and symbols[unit] != symbol:
                    continue
                worth = w.SPORADIC if level == SPORADIC else 1.0 + extra
                if level != INTENSE and battle.armored[unit]:
                    worth *= w.ARMOR_BONUS
                found[unit] = found.get(unit, 0.0) + likely * worth
                left -= 1
                if not left:
                    break
        return found

    def price(self, unit: int, hits: float) -> float:
        """What so many hits cost: no more than one step in a turn."""
        return self.cost[unit] * (1 - exp(-hits))

    def change(self, units: tuple[int, ...], origin: Hex, to: Hex) -> float:
        """How much more the next fire costs if some units go from one hex to another."""
        before = (*self.at[origin], *self.at.get(to, ()))
        after = (
            (origin, [unit for unit in self.at[origin] if unit not in units]),
            (to, [*self.at.get(to, ()), *units]),
        )
        suffers: dict[int, float] = {}
        for group in {group for h in (origin, to) for group, _ in self.fire.dots[h]}:
            if self.fire.chance[group] is None:
                continue
            for unit, hits in (self.hits[group] or {}).items():
                suffers[unit] = suffers.get(unit, 0.0) - hits
            hidden = to not in self.fire.level[group]  # one hex that a group does not see is like any other
            found = self._without.get((group, units)) if hidden else None
            if found is None:
                rows = [row for row in self._rows[group] if row[3] not in before]
                for h, there in after:
                    rows += self.targets(group, h, there)
                found = self.volley(group, rows)
                if hidden:
                    self._without[group, units] = found
            for unit, hits in found.items():
                suffers[unit] = suffers.get(unit, 0.0) + hits
        total = 0.0
        for unit, more in suffers.items():
            now = self.suffers.get(unit, 0.0)
            total += self.price(unit, now + more) - self.price(unit, now)
        return total

    def caused_by(self, group: int) -> float:
        """What the next fire of a group costs."""
        return sum(self.price(unit, hits) for unit, hits in (self.hits[group] or {}).items())
