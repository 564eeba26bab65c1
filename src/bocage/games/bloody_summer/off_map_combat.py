"""Combat in boxes, sieges and assaults of Festungen (rulebook 6.12, 6.13), and the FFI of Paris (4.1.2.b)."""

from __future__ import annotations

from bocage.games.bloody_summer import boxes, victory
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.fight import defence_value
from bocage.games.bloody_summer.pieces import FFI, HEADQUARTERS, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import FESTUNGEN, OFF_MAP, SIZE, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.kernel import Refusal

# -- attacks in boxes (6.12) ----------------------------------------------------------------------------


def attackers(g: State, side: int, place: Place) -> tuple[int, ...]:
    """All who attack in a box or the Festung in it: nobody may be left out, whatever his corps (6.12-02, 6.12-03)."""
    box = boxes.holding_box(g, place)
    return tuple(piece for piece in g.pieces_in(box, side) if piece < UNITS or piece == FFI)


def why_not_attack(g: State, side: int, hq: int, place: Place) -> Refusal | None:
    """The rule that keeps a headquarters from an attack in a box, or None."""
    name = place_name(place)
    if place not in OFF_MAP or not boxes.are_near(g, g.where[hq], place):
        return Refusal("6.12-02", f"{PIECE_IDS[hq]} is not in {name} or an adjacent box")
    own = attackers(g, side, place)
    if not any(piece < UNITS and g.campaign.army[piece] == g.campaign.army[hq] for piece in own):
        return Refusal("6.12-02", f"{PIECE_IDS[hq]} has no units in {name}")
    if any(g.attacked >> piece & 1 for piece in own):
        return Refusal("6.1-02", f"the units in {name} have attacked in this phase")
    return _why_not_target(g, side, place)


def _why_not_target(g: State, side: int, place: Place) -> Refusal | None:
    name = place_name(place)
    enemies = [piece for piece in g.pieces_in(place, 1 - side) if g.campaign.steps[piece] or piece in HEADQUARTERS]
    if place in FESTUNGEN.values() and (side == GERMAN or outside(g, place)):
        return Refusal("6.13-06", f"the units outside {name} must have been beaten first")
    if not enemies:
        return Refusal("6.12-01", f"there is no enemy in {name}")
    if any(g.defended >> piece & 1 for piece in enemies):
        return Refusal("6.1-03", f"the enemies in {name} have been attacked in this phase")
    return None


def targets(g: State, side: int, hq: int) -> list[Place]:
    """The boxes and Festungen where an activated headquarters can attack."""
    if g.where[hq] < SIZE:
        return []  # it is near no box
    return [place for place in sorted(OFF_MAP) if why_not_attack(g, side, hq, place) is None]


def over(g: State, place: Place) -> None:
    """What a combat off the map leads to: whoever was in a Festung that is destroyed is outside now (6.13-06)."""
    if place in FESTUNGEN.values() and not boxes.stands(g, place):
        g.besieged &= ~(1 << place)
        for piece in g.pieces_in(place, GERMAN):
            g.put(piece, boxes.holding_box(g, place))


# -- sieges (6.13) --------------------------------------------------------------------------------------


def outside(g: State, festung: Place) -> list[int]:
    """The German units in the holding box outside a Festung (6.13-02)."""
    return g.units_in(boxes.holding_box(g, festung), GERMAN)


def can_be_besieged(g: State, festung: Place) -> bool:
    """Whether enough Allied units are alone around a Festung (6.13-02, 6.13-03)."""
    if not boxes.stands(g, festung) or outside(g, festung):
        return False
    around = g.units_in(boxes.holding_box(g, festung), ALLIED)
    within = g.pieces_in(festung, GERMAN)
    strength = sum(defence_value(g, unit) for unit in around)
    return bool(around) and 2 * strength >= sum(defence_value(g, piece) for piece in within)


def review_sieges(g: State) -> None:
    """At the end of a phase sieges begin and are lifted (6.13-04)."""
    for festung in FESTUNGEN.values():
        now = can_be_besieged(g, festung)
        if now == boxes.is_besieged(g, festung):
            continue
        g.besieged ^= 1 << festung
        if now:
            g.tell("siege_begins", "6.13-02", place=festung)
            victory.besieged(g, festung)
        else:
            g.tell("siege_lifted", "6.13-04", place=festung)
            victory.siege_lifted(g, festung)


# -- the FFI (4.1.2.b-04) -------------------------------------------------------------------------------


def ffi_can_attack(g: State) -> bool:
    """Whether the FFI can attack by themselves: without headquarters and marker."""
    paris = g.campaign.home[FFI]
    here = g.where[FFI] == paris and not g.attacked >> FFI & 1
    return here and _why_not_target(g, ALLIED, paris) is None
