"""Units, hexes, combats and results in words, from what a view shows."""

from __future__ import annotations

from functools import cache

from bocage.games.fire_movement.advance import Advance
from bocage.games.fire_movement.airborne import AirborneLandings, LandingAttack, LandingAttacks
from bocage.games.fire_movement.amphibious import AmphibiousLandings
from bocage.games.fire_movement.assaults import BeachAssault, BeachAssaults, CommandoAssaults
from bocage.games.fire_movement.battle import Battle
from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.chart import Chart
from bocage.games.fire_movement.combat import CombatPhase, GroundCombat
from bocage.games.fire_movement.movement import MovementPhase
from bocage.games.fire_movement.reinforcements import AlliedReinforcements, EarlyArrival
from bocage.games.fire_movement.retreat import Displacement, Retreat, RetreatOrStand
from bocage.games.fire_movement.sentences import BY_COMBAT
from bocage.games.fire_movement.set_up import GermanSetUp
from bocage.games.fire_movement.state import ELIMINATED, WAITING, State
from bocage.games.fire_movement.turn import Replacements
from bocage.games.fire_movement.words import CUPS, GRID, HEXES, UNIT_IDS, UNITS, unit_number
from bocage.hexes import Hex, HexSet
from bocage.kernel import Frame, Order

NOBODY = -1
NOWHERE = -1

_COMBATS: dict[type[Frame], str] = {
    BombardmentPhase: "bombardment",
    BeachAssault: "beach_assault",
    LandingAttack: "landing_attack",
}

# The phases that have no name of their own in the state, by the procedure that carries them out.
_PHASES: dict[type[Frame], str] = {
    GermanSetUp: "German set-up",
    AmphibiousLandings: "Landings on the beaches",
    AirborneLandings: "Airborne landings",
    LandingAttacks: "Landing attacks",
    CommandoAssaults: "Commando assaults",
    BeachAssaults: "Beach assaults",
    Replacements: "Replacements",
    EarlyArrival: "Early arrival",
    AlliedReinforcements: "Allied reinforcements",
}


def meaning(view: State, result: str) -> str:
    """A result of the table in words, for the combat at hand."""
    kinds = {type(frame) for frame in view.stack}
    return BY_COMBAT[next((name for kind, name in _COMBATS.items() if kind in kinds), "attack")][result]


def phase_of(view: State) -> str:
    """What is being done, as a heading says it: 'Beach assaults', 'Movement Phase'."""
    names = [_PHASES[type(frame)] for frame in view.stack if type(frame) in _PHASES]
    return names[-1] if names else view.phase[:1].upper() + view.phase[1:]


# -- units and hexes -------------------------------------------------------------------------------


def strength(view: State, unit: int) -> str:
    """The numbers of a counter's present side: '6-5-12', with a star if it is reduced."""
    reduced, battle = view.is_reduced(unit), view.battle
    numbers = (side[reduced][unit] for side in (battle.attack, battle.defence, battle.allowance))
    return "-".join(map(str, numbers)) + ("*" if reduced else "")


def unit_line(view: State, unit: int) -> str:
    """A unit in one line: id, title, kind, strength and place."""
    known = view.battle.units[unit]
    kind = f"{'mobile ' if known.mobile else ''}{known.type.value.replace('_', ' ')} {known.size.value}"
    return f"{known.id}: {known.title}, {kind}, {strength(view, unit)}, {whereabouts(view, unit)}"


def whereabouts(view: State, unit: int) -> str:
    """Where a unit is, or when it comes."""
    where = view.where[unit]
    if where == WAITING and unit in view.secret:
        return f"recorded in {GRID.label(view.secret[unit])}"
    if where == WAITING:
        entry = view.entry_of(unit)
        return f"comes on GT {entry.turn} ({entry.how})" if entry is not None else "still to be placed"
    if where < 0:
        return "eliminated" if where == ELIMINATED else "not in this scenario"
    name = place_at(view.battle.chart, where)
    return f"in {GRID.label(where)}{f' ({name})' if name else ''}"


@cache
def place_at(chart: Chart, h: Hex) -> str:
    """The name of the place in a hex, or an empty text."""
    return chart.place_at(h)


@cache
def ground_words(chart: Chart, h: Hex) -> str:
    """Name and terrain of a hex."""
    return ", ".join(filter(None, (place_at(chart, h), " ".join(sorted(chart.terrain[h])))))


def hex_words(view: State, h: Hex) -> str:
    """Name, terrain and units of a hex."""
    words = ground_words(view.battle.chart, h)
    for unit in view.at.get(h, ()):
        words += f", {UNIT_IDS[unit]} {strength(view, unit)}"
    return words


def hex_name(view: State, h: Hex) -> str:
    """The number of a hex, and its name if it has one: '0938 Caen'."""
    return f"{GRID.label(h)} {place_at(view.battle.chart, h)}".rstrip()


def objective_hexes(battle: Battle) -> HexSet:
    """The hexes that decide the game: a scenario's objectives, or the cities of a campaign."""
    if not battle.scenario.campaign:
        return GRID.set(battle.areas[0].objectives.hexes)
    cities: HexSet = 0
    for hexes in battle.campaign_cities:
        cities |= hexes
    return cities


# -- what a decision is about ----------------------------------------------------------------------


def in_question(view: State) -> int:
    """The unit that the pending decision is about, or NOBODY."""
    frame, then = _asking(view)
    if isinstance(frame, GermanSetUp):
        return frame.units(view)[frame.number]
    if isinstance(frame, MovementPhase):
        return frame.in_hand if then == "go" else NOBODY
    if isinstance(frame, AmphibiousLandings | AlliedReinforcements):
        return frame.unit if then == "land" else NOBODY
    if isinstance(frame, AirborneLandings):
        return frame.units(view)[frame.number][0] if then == "aimed" else NOBODY
    if isinstance(frame, CommandoAssaults):
        place = frame.number if then == "assault" else frame.number - 1
        return unit_number(frame.commandos(view)[place].unit)
    if isinstance(frame, RetreatOrStand):
        return frame.units[0] if len(frame.units) == 1 else NOBODY
    if isinstance(frame, Retreat | Displacement):
        return frame.unit
    if isinstance(frame, Advance):
        return frame.unit if then == "go" else NOBODY
    return NOBODY


def _asking(view: State) -> tuple[Frame | None, str]:
    """The procedure that asks and the step that takes the answer; nothing for a seat that is not asked."""
    if view.pending is None or not view.pending.then:
        return None, ""
    return view.stack[-1], view.pending.then


def target_of(view: State) -> Hex:
    """The hex of the combat, assault or bombardment at hand, or NOWHERE."""
    for frame in reversed(view.stack):
        if isinstance(frame, BombardmentPhase):
            return view.where[frame.target] if frame.target >= 0 else NOWHERE
        if isinstance(frame, CombatPhase | GroundCombat | BeachAssault | LandingAttack):
            return frame.target
    return NOWHERE


def attackers_of(view: State) -> tuple[int, ...]:
    """The units of the attack at hand, as far as they are named."""
    for frame in reversed(view.stack):
        if isinstance(frame, CombatPhase | GroundCombat | BeachAssault | LandingAttack):
            return frame.attackers
    return ()


def about(view: State) -> str:
    """The unit or combat that a decision is about, in words; may be empty."""
    unit = in_question(view)
    if unit < 0 and view.stack and isinstance(frame := view.stack[-1], BombardmentPhase):
        unit = frame.target
    if unit >= 0:
        return unit_line(view, unit)
    target = target_of(view)
    if target < 0:
        return ""
    attackers = " and ".join(f"{UNIT_IDS[unit]} {strength(view, unit)}" for unit in attackers_of(view))
    if not attackers:
        return f"{GRID.label(target)}: {hex_words(view, target)}"
    if any(isinstance(frame, BeachAssault) for frame in view.stack):
        return f"{attackers} assault {hex_name(view, target)}"
    defender = _defender(view)
    if defender < 0:
        return f"{attackers} against {GRID.label(target)}: {hex_words(view, target)}"
    return f"{attackers} against {UNIT_IDS[defender]} {strength(view, defender)} in {hex_name(view, target)}"


def _defender(view: State) -> int:
    for frame in reversed(view.stack):
        if isinstance(frame, GroundCombat | LandingAttack):
            return frame.defender
    return NOBODY


def describe(view: State, order: Order) -> str:
    """Strength and place of a unit; name, terrain and units of a hex."""
    if order.noun is UNITS:
        where = view.where[order.arg]
        return f"{strength(view, order.arg)}{f' in {GRID.label(where)}' if where >= 0 else ''}"
    if order.noun is HEXES:
        return hex_words(view, order.arg)
    if order.noun is CUPS:
        return f"{len(view.cups[order.arg])} markers"
    return ""
