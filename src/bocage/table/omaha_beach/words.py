"""Units, positions, hexes and results in words, from what a view shows."""

from __future__ import annotations

from functools import cache

from bocage.games.omaha_beach.battle import BOX, Battle
from bocage.games.omaha_beach.chart import Chart
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.sentences import RESULTS, TYPES
from bocage.games.omaha_beach.state import ELIMINATED, NONE, WAITING, State
from bocage.games.omaha_beach.terms import Symbol, in_words
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.units import UNLIMITED, UsUnit
from bocage.games.omaha_beach.words import BOX_IDS, GRID, UNIT_IDS
from bocage.hexes import Hex, mask, members
from bocage.kernel.wording import listed
from bocage.players.omaha_beach.aspects import ASPECTS

FIRST_PHASE = "US Amphibious Operations"  # of every turn
SET_UP = "Set-up"  # the phase before all others

SYMBOLS = {Symbol.DIAMOND: "diamond", Symbol.TRIANGLE: "triangle", Symbol.CIRCLE: "circle"}
BACKS = {
    "plain": "a strongpoint unit, face down",
    "75": "a strongpoint with a 75 mm gun, face down",
    "88": "a strongpoint with an 88 mm gun, face down",
    "rocket": "a strongpoint with rockets, face down",
    "tactical": "a tactical reinforcement, face down",
    "division": "a division reinforcement, face down",
    "meyer": "a unit of Kampfgruppe Meyer, face down",
    "off_map": "artillery off the map",
}
DEPTHS = {
    "wn": "strongpoint depth",
    "mobile": "mobile depth",
    "building": "building depth",
    "armor": "armor depth",
}
TIDES = {"low": "low tide", "mid": "mid tide", "high": "high tide"}
LEVELS = {
    "beach": "beach",
    "pavilion": "flat ground behind the beach",
    "draw": "draw",
    "high": "high ground",
    "sea": "sea",
}
GROUNDS = {"bocage": "bocage", "buildings": "buildings", "woods": "woods", "rough": "rough", "water": "", "clear": ""}
SIDES = {
    "hedge": "hedge",
    "bluff": "bluff",
    "slope": "slope",
    "shingle": "shingle",
    "seawall": "seawall",
    "antitank_ditch": "anti-tank ditch",
    "antitank_wall": "anti-tank wall",
    "scaleable_cliff": "cliff that can be scaled",
    "sheer_cliff": "sheer cliff",
}


def twins_of(setting: OmahaBeach) -> dict[str, str]:
    """Where one division fights, its lost companies are all there are."""
    if len(setting.battle.divisions) > 1:
        return {}
    most, all_ = ASPECTS["companies_lost"], ASPECTS["all_companies_lost"]
    return {most.more: all_.more, most.less: all_.less}


def plain_words(code: str) -> str:
    """A code as a person would read it, for whatever has no words of its own: 'depth_added' is 'depth added'."""
    return code.replace("_", " ")


def meaning(result: str) -> str:
    """A result in words."""
    return RESULTS.get(result, plain_words(result))


def phase_of(view: State) -> str:
    """What is being done, as a heading says it."""
    return view.phase or SET_UP


def turn_of(view: State) -> str:
    """Turn, time and tide: 'Turn 3 of 16 · 0645 · low tide'."""
    return turn_name(view.battle, max(view.turn, view.battle.scenario.turns[0]))


def turn_name(battle: Battle, turn: int) -> str:
    """A turn of a scenario."""
    space = battle.track.turns[turn]
    return f"Turn {space.turn} of {battle.scenario.turns[1]} · {space.time} · {TIDES[space.tide]}"


# -- hexes -----------------------------------------------------------------------------------------


def position_name(battle: Battle, position: int) -> str:
    """The name of a position, hex by hex: 'WN62N', 'A4', 'the position in 1019'."""
    if position >= len(battle.positions):
        return battle.group_names[battle.group_of[position]]
    return spoken(battle.positions[position].id)


@cache
def ground_words(chart: Chart, h: Hex, cleared: bool) -> str:
    """Level and terrain of a hex, whose name stands beside its number; obstacles that have been cleared are gone."""
    level, ground = chart.level[h], GROUNDS[chart.terrain[h]] if chart.terrain[h] else ""
    words = [ground, LEVELS[level] if level else ""]
    if chart.obstacles >> h & 1 and not cleared:
        words.append("obstacles")
    if chart.mined >> h & 1:
        words.append("mined road")
    return ", ".join(filter(None, words))


def hex_name(view: State, h: Hex) -> str:
    """See ``place_words``."""
    return place_words(view.battle, h)


def place_words(battle: Battle, h: Hex) -> str:
    """The number of a hex, and the position or village in it: '0812 WN62N'."""
    position = battle.at_hex.get(h)
    if position is not None and not battle.positions[position].id.startswith("blank"):
        return f"{GRID.label(h)} {position_name(battle, position)}"
    return f"{GRID.label(h)} {battle.chart.village.get(h, '')}".rstrip()


def hex_words(view: State, h: Hex) -> str:
    """Ground, Germans and Americans of a hex."""
    words = [ground_words(view.battle.chart, h, bool(view.cleared >> h & 1))]
    if not view.battle.dry(max(view.turn, 1)) >> h & 1:
        words.append("under water")
    position = view.german_at(h)
    if position != NONE:
        words.append(german_words(view, position))
    words += [f"{UNIT_IDS[unit]} {strength(view, unit)}".rstrip() for unit in view.at.get(h, ())]
    return ", ".join(filter(None, words))


# -- pieces ----------------------------------------------------------------------------------------


def german_words(view: State, position: int) -> str:
    """The German unit of a position, as far as it is known, with its depth marker."""
    battle, unit, depth = view.battle, view.german[position], view.german_depth[position]
    known = unit < len(battle.german)
    words = BACKS.get(battle.back[unit], f"{battle.back[unit]}, face down")
    if known:
        piece = battle.german[unit]
        words = (
            words.removesuffix(", face down") + f" of strength {piece.strength}, needs {in_words(sorted(piece.needs))}"
        )
    if depth != NONE:
        words += f", with {DEPTHS.get(battle.depth_type[depth], 'depth')}"
        if depth < len(battle.depth):
            marker = battle.depth[depth]
            words += f" of strength {marker.strength}, needs {in_words(sorted(marker.needs))}"
        else:
            words += " face down"
    return words + (", disrupted" if view.german_disrupted >> position & 1 else "")


def strength(view: State, unit: int) -> str:
    """Attack strength and steps: '4 (2 of 3 steps)'; nothing for a leader."""
    steps, full = view.steps[unit], len(view.battle.units[unit].steps)
    if not full:
        return ""
    return f"{view.strength_of(unit)} ({steps} of {full} steps)" if steps < full else f"{view.strength_of(unit)}"


def weapons_of(unit: UsUnit, steps: int) -> str:
    """The weapons printed on a counter at a number of steps; nothing: those of the chart."""
    if not unit.steps or not steps:
        return ""
    weapons = unit.at(steps).weapons
    return " ".join(sorted(weapons)) if weapons is not None else "all"


def range_words(unit: UsUnit, steps: int) -> str:
    """How far a unit reaches."""
    if not unit.steps or not steps:
        return ""
    reach = unit.at(steps).range
    return "unlimited" if reach == UNLIMITED else str(reach or 1)


def unit_line(view: State, unit: int) -> str:
    """A unit in one line."""
    known = view.battle.units[unit]
    words = [f"{UNIT_IDS[unit]}: {TYPES[known.type]} of the {'1st' if known.division == 1 else '29th'} Division"]
    if strength(view, unit):
        words.append(f"strength {strength(view, unit)}")
    if known.symbol is not None:
        words.append(f"target symbol {SYMBOLS[known.symbol]}")
    words.append(whereabouts(view, unit))
    words += [word for word, mask in conditions(view) if mask >> unit & 1]
    return ", ".join(words)


def conditions(view: State) -> list[tuple[str, int]]:
    """What can be said of US units, with the mask of those of whom it is true."""
    battle = view.battle
    heroes = mask([unit for unit, count in enumerate(view.heroes) if count])
    on_map = mask([unit for place, units in view.at.items() if place < BOX for unit in units])
    acting = view.phase == "US Actions"
    return [
        ("hero", heroes),
        ("inspired", view.inspired),
        ("disrupted", view.disrupted),
        ("climbing", view.climbing),
        ("on the cliff", view.on_cliff),
        ("wounded", view.wounded),
        ("command post", mask(view.command_posts)),
        ("has acted", view.acted & on_map if acting else 0),
        ("controls adjacent hexes", mask(u for u in members(on_map) if battle.controls[u][view.steps[u]])),
        ("delayed", view.delayed & ~on_map),
        *((f"commanded by the {seat} Division", mask) for seat, mask in _lent(view)),
    ]


def _lent(view: State) -> list[tuple[str, int]]:
    if view.command == view.battle.home:
        return []
    lent = [0, 0]
    for unit, division in enumerate(view.command):
        if division != view.battle.home[unit]:
            lent[division] |= 1 << unit
    return list(zip(("1st", "29th"), lent, strict=True))


def whereabouts(view: State, unit: int) -> str:
    """Where a unit is, or when it comes."""
    where = view.where[unit]
    if where >= BOX:
        return f"in landing box {BOX_IDS[where - BOX]}"
    if where >= 0:
        return f"in {hex_name(view, where)}"
    if where == WAITING:
        return f"comes on turn {view.arrives[unit]}"
    return "eliminated" if where == ELIMINATED else "not in play"


# -- what a decision is about ----------------------------------------------------------------------


def about(view: State) -> str:
    """The unit or combat that a decision is about, in words; may be empty."""
    matter = view.about()
    unit, target, attackers = matter.unit, matter.target, matter.attackers
    if target >= 0 and attackers:
        names = listed(f"{UNIT_IDS[unit]} {strength(view, unit)}" for unit in attackers)
        position = view.german_at(target)
        against = f": {german_words(view, position)}" if position != NONE else ""
        return f"{names} against {hex_name(view, target)}{against}"
    return unit_line(view, unit) if unit >= 0 else ""
