"""Engineer bases (19): where they are placed, how far they work, and what they are good for."""

from __future__ import annotations

from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.control import german_fire, potential_fire
from bocage.games.omaha_beach.state import NONE, NOWHERE, State
from bocage.games.omaha_beach.words import BASE, BASE_IDS, EXTEND, GRID
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Order, Refusal

# -- range ----------------------------------------------------------------------------------------


def range_of_base(g: State, base: int) -> int:
    """The range of a base by its space on the track (19.2)."""
    return g.battle.track.ranges["engineers"][g.base_spaces[base]]


def engineer_range(g: State) -> HexSet:
    """The hexes where engineers have done their work: in range of a base and out of German fire (19.3, 19.32)."""
    return _within(g)


def traffic_range(g: State) -> HexSet:
    """The low ground from which engineers direct traffic, unless artillery fires in their sector (19.3-07, 19.33)."""
    return 0 if g.engineers_blocked else _within(g, except_in=g.shelled) & g.battle.low


def _within(g: State, *, except_in: int = 0) -> HexSet:
    hexes, division = 0, g.battle.base_division
    for base, here in enumerate(g.bases):
        if here != NOWHERE and not except_in >> division[base] & 1:
            hexes |= g.battle.disc(here, range_of_base(g, base))
    return hexes and hexes & ~german_fire(g)


# -- operations -----------------------------------------------------------------------------------


def bases_of(g: State, division: int) -> list[int]:
    """The two bases of a division, on the map or not (19-01)."""
    return [base for base, home in enumerate(g.battle.base_division) if home == division]


def why_not_base(g: State, division: int, hex_: Hex, fire: HexSet | None = None) -> Refusal | None:
    """Why a division cannot place a base in a hex; None if it can (19.1). ``fire`` saves working out where Germans
    could fire.
    """
    label, battle = GRID.label(hex_), g.battle
    if g.engineers_blocked:
        return Refusal("EV.1-01", "German artillery keeps the engineers from placing a base this turn")
    if all(g.bases[base] != NOWHERE for base in bases_of(g, division)):
        return Refusal("19-01", f"both bases of the {SEATS[division]} Division are on the map")
    if not battle.beach >> hex_ & 1:
        return Refusal("19.1-01", f"{label} is not on the beach")
    if not battle.in_sector[division] >> hex_ & 1:
        return Refusal("19.1-01", f"{label} is not in the sector of the {SEATS[division]} Division")
    if not battle.dry(g.turn) >> hex_ & 1:
        return Refusal("5.21-02", f"{label} is under water")
    if (potential_fire(g) if fire is None else fire) >> hex_ & 1:
        return Refusal("19.1-01", f"Germans fire, or could come to fire, into {label}")
    return None


def why_not_extend(g: State, division: int, base: int, fire: HexSet | None = None) -> Refusal | None:
    """Why a division cannot increase the range of a base; None if it can (19.2, 19.33). ``fire`` as above."""
    name = BASE_IDS[base]
    if g.battle.base_division[base] != division:
        return Refusal("19.21-01", f"base {name} is not of the {SEATS[division]} Division")
    if g.bases[base] == NOWHERE:
        return Refusal("19.2-02", f"base {name} is not on the map")
    if g.base_spaces[base] + 1 == len(g.battle.track.ranges["engineers"]):
        return Refusal("19.2-02", f"the range of base {name} is as long as it can be")
    if g.engineers_blocked:
        return Refusal("EV.1-01", "German artillery keeps the engineers from their work this turn")
    if g.shelled >> division & 1:
        return Refusal("19.33-01", f"German artillery has fired in the sector of base {name}")
    if (potential_fire(g) if fire is None else fire) >> g.bases[base] & 1:
        return Refusal("19.2-02", f"Germans fire, or could come to fire, at base {name}")
    return None


def operations(g: State, division: int) -> list[Order]:
    """What the engineers of a division may do in this turn, one of it (19.21)."""
    battle, fire = g.battle, potential_fire(g)
    ranges = [EXTEND[base] for base in bases_of(g, division) if why_not_extend(g, division, base, fire) is None]
    sites = battle.beach & battle.in_sector[division] & ~fire
    return ranges + [BASE[h] for h in members(sites) if why_not_base(g, division, h, fire) is None]


def operate(g: State, division: int, order: Order) -> None:
    """A base is placed with range 0, or one has its marker moved on (19.1-02, 19.2-02)."""
    if order.verb == EXTEND.name:
        base = order.arg
        g.base_spaces[base] += 1
        g.tell("base_extended", "19.2-02", base=base, range=range_of_base(g, base))
    else:
        base = next(base for base in bases_of(g, division) if g.bases[base] == NOWHERE)
        g.bases[base] = order.arg
        g.tell("base_placed", "19.1-02", base=base, hex=order.arg)


# -- garrisons ------------------------------------------------------------------------------------


def why_not_garrison(g: State, hex_: Hex) -> Refusal | None:
    """Why no garrison can be placed in a hex; None if one can (19.3-01)."""
    label, position = GRID.label(hex_), g.battle.at_hex.get(hex_)
    if position is None:
        return Refusal("19.3-01", f"there is no German position in {label}")
    if g.german_at(hex_) != NONE:
        return Refusal("19.3-01", f"there is a German unit in {label}")
    if g.garrisons >> position & 1:
        return Refusal("19.3-01", f"{label} has a garrison already")
    if german_fire(g) >> hex_ & 1:
        return Refusal("19.3-01", f"{label} is in the field of fire of a German unit")
    if not engineer_range(g) >> hex_ & 1:
        return Refusal("19.3-01", f"{label} is not in the range of an engineer base")
    return None


def garrisonable(g: State, division: int) -> list[Hex]:
    """The hexes in the sector of a division where a garrison can be placed."""
    near = engineer_range(g) & g.battle.in_sector[division]
    return sorted(h for h in g.battle.at_hex if near >> h & 1 and why_not_garrison(g, h) is None)


def garrison(g: State, hex_: Hex) -> None:
    """No German unit appears there any more (19.3-02)."""
    position = g.battle.at_hex[hex_]
    g.garrisons |= 1 << position
    g.tell("garrisoned", "19.3-01", position=position)
