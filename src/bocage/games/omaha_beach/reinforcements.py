"""German reinforcements (9.3 to 9.5), defeat and withdrawal (8.33): how German units come and go."""

from __future__ import annotations

from bocage.games.omaha_beach.armor_entry import armor_comes, bring_armor
from bocage.games.omaha_beach.control import cut_off
from bocage.games.omaha_beach.deck import pick_from
from bocage.games.omaha_beach.depth import distance_to_us, give_depth, remove_depth, reveal_unit
from bocage.games.omaha_beach.leaders import capture_generals
from bocage.games.omaha_beach.state import State, follow
from bocage.games.omaha_beach.variants import REACTION
from bocage.hexes import members

WITHDRAWS = 352  # the division whose units come back (8.33)


def empty_positions(g: State) -> list[int]:
    """Reinforcement positions in communication with neither unit nor garrison there (9.3-03, 9.33, 19.3-02)."""
    battle = g.battle
    hexes = battle.reinforcement_hexes & battle.playable & ~g.german_hexes & ~g.occupied
    positions = sorted([battle.at_hex[h] for h in members(hexes & ~cut_off(g, hexes))])
    return [p for p in positions if not g.garrisons >> p & 1]


def urgency(g: State, position: int) -> tuple[int, int, str]:
    """Next to a US unit, within two hexes, elsewhere; lowest number (9.3-02)."""
    here = g.battle.positions[position]
    distance = distance_to_us(g, here.hex)
    return (0 if distance <= 1 else 1 if distance == 2 else 2), here.number, here.id


def reinforce(g: State, zones: tuple[str, ...]) -> None:
    """An event brings a unit to each of some zones; short pools serve the most urgent zones (9.3, 9.34)."""
    empty = empty_positions(g)
    places, barred = [], []
    for zone in zones:
        found = [p for p in empty if g.battle.positions[p].zone == zone]
        if found:
            places.append(min(found, key=lambda p: urgency(g, p)))
        else:
            barred.append(zone)
    armor = armor_comes(g, places)
    if armor is not None:
        places.remove(armor)
        bring_armor(g, armor)
    if len(places) > len(g.pools["tactical"]) + len(g.pools["division"]):
        places.sort(key=lambda p: urgency(g, p))
    for p in places:
        bring(g, p)
    for zone in barred:
        g.tell_result("no_reinforcement", "9.33-02", zone=zone, elsewhere=is_elsewhere(g, zone))


def is_elsewhere(g: State, zone: str) -> bool:
    """Whether none of a zone's positions is in play (3-02)."""
    battle = g.battle
    return not any(battle.playable >> here.hex & 1 for here in battle.positions if here.zone == zone)


def bring(g: State, position: int) -> None:
    """A unit of the tactical pool, or else of the division pool with a depth marker, face down (9.3-01, 9.31).

    When the Germans react better, tactical units have depth too (22.4-02).
    """
    pool = "tactical" if g.pools["tactical"] else "division"
    if not g.pools[pool]:
        g.tell_result("no_reinforcement", "9.34-01", zone=g.battle.positions[position].zone, elsewhere=False)
        return
    why = ("adjacent", "within_two", "lowest")[urgency(g, position)[0]]
    place_unit(g, position, pool, "9.3-01" if pool == "tactical" else "9.31-01", why)
    if pool == "division" or REACTION in g.battle.variants:
        give_depth(g, position, "9.31-01" if pool == "division" else "22.4-02")


def place_unit(g: State, position: int, pool: str, rule: str, why: str = "lowest") -> None:
    """Draw a unit and put it face down in a position; ``why`` says why it is this one."""
    capture_generals(g, g.battle.positions[position].hex)
    unit, g.pools[pool] = pick_from(g, g.pools[pool])
    g.man(position, unit)
    follow(g.recalled, pool, position, perhaps=bool(g.pools[pool]))
    g.reveal()
    zone = g.battle.positions[position].zone
    g.tell_result("reinforcement", rule, position=position, pool=pool, zone=zone, why=why)


def tactical_reinforcement(g: State, wn: int, *, face_up: bool = False) -> None:
    """A WN's depth marker calls for a unit in the nearest empty position (9.4)."""
    battle = g.battle
    found = empty_positions(g)
    if not found or not g.pools["tactical"]:
        g.tell_result("no_reinforcement", "9.42-01" if found else "9.41-02", zone=None, elsewhere=False)
        return

    def nearness(p: int) -> tuple[int, int, int, str]:
        here = battle.positions[p]
        distance = battle.grid.distance(here.hex, battle.positions[wn].hex)
        return distance, distance_to_us(g, here.hex), here.number, here.id

    position = min(found, key=nearness)
    place_unit(g, position, "tactical", "9.4-02", "called")
    if face_up:
        reveal_unit(g, position, "EV.3-02")


def release_meyer(g: State, units: int) -> None:
    """Units of Kampfgruppe Meyer and two of its depth markers become available (9.5)."""
    if not g.pools["meyer"]:
        g.tell_result("no_meyer", "9.5-04")
        return
    for _ in range(min(units, len(g.pools["meyer"]))):
        unit, g.pools["meyer"] = pick_from(g, g.pools["meyer"])
        g.pools["division"] = tuple(sorted((*g.pools["division"], unit)))
    for _ in range(min(units // 2, len(g.depth_pools["meyer"]))):
        marker, g.depth_pools["meyer"] = pick_from(g, g.depth_pools["meyer"])
        g.depth_pools["mobile"] = tuple(sorted((*g.depth_pools["mobile"], marker)))
    g.tell_result("meyer_released", "9.5-02", units=units)


def defeat(g: State, position: int, *, communicating: bool) -> None:
    """A unit is defeated: one of the 352nd Division in communication withdraws to the division pool (8.33)."""
    if g.deep >> position & 1:
        remove_depth(g, position, "8.3-08")
    unit = g.vacate(position)  # armor never withdraws (23.6-01)
    g.german_disrupted &= ~(1 << position)
    piece = g.battle.german[unit]
    if communicating and piece.type == "infantry" and piece.division == WITHDRAWS:
        g.turn_down(unit, "division")
        g.pools["division"] = tuple(sorted((*g.pools["division"], unit)))
        g.tell_result("withdraws", "8.33-01", position=position, unit=piece.id)
    else:
        g.gone = (*g.gone, unit)
        g.tell_loss("defeated", "8.33-02", g.battle.piece_in(position), 1, gone=True, position=position, unit=piece.id)
