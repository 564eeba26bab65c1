"""Combat Strength: printed factors, halved Out of Supply, and what changes them (11.3.1, 11.6, 13.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bocage.games.dark_summer import assault, supply
from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import ALLIED
from bocage.games.dark_summer.places import SIZE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.tables import TerrainRow
from bocage.games.dark_summer.terms import UnitType
from bocage.hexes import Hex

OUT_OF_SUPPLY = "halved, Out of Supply"
TANKS = (UnitType.ARMOR, UnitType.ARMORED_CAVALRY)


def halved(factors: int) -> int:
    """The strength of all Out of Supply units of a hex, from the sum of their factors (11.3.1-05).

    >>> halved(7), halved(1), halved(0)
    (3, 1, 0)
    """
    return max(1, factors // 2) if factors else 0


def defenders_of(g: State, attack: Attack) -> tuple[int, ...]:
    """All units that are attacked (11.1-07)."""
    return tuple(g.units_in(attack.target, 1 - g.active_side))


def has_support(g: State, markers: Iterable[int], *kinds: str) -> bool:
    """Whether one of some Support markers is of one of some kinds."""
    return any(g.campaign.markers[marker].kind in kinds for marker in markers)


def terrain_under_attack(g: State, attack: Attack) -> TerrainRow | None:
    """The effects of what is in the defending hex; none if Carpet Bombing cancels them, or in a box (12.1-08)."""
    if attack.target >= SIZE:
        return None
    row = terrain_in(g, attack.target)
    return None if row.carpet_bombing and has_support(g, attack.attack_support, "carpet_bombing") else row


def terrain_in(g: State, hex_: Hex) -> TerrainRow:
    """The Terrain Effects Chart's row for a hex."""
    return g.campaign.tables.terrain[g.campaign.ground.terrain[hex_]]


def attack_strength(g: State, attackers: Iterable[int]) -> int:
    """The strength of the attacking units (11.3.1-02)."""
    full, out_of_supply = 0, dict[int, int]()
    for unit in attackers:
        if g.campaign.side[unit] == ALLIED or supply.in_supply(g, unit):
            full += g.attack_of(unit)
        else:
            place = g.where[unit]
            out_of_supply[place] = out_of_supply.get(place, 0) + g.attack_of(unit)
    return full + sum(map(halved, out_of_supply.values()))


def attack_changes(g: State, attack: Attack) -> Iterator[tuple[str, int]]:
    """What makes the strength of the attacking units other than their factors, by cause."""
    if lost := attack_strength(g, attack.attackers) - sum(map(g.attack_of, attack.attackers)):
        yield OUT_OF_SUPPLY, lost


def defence_changes(g: State, attack: Attack) -> Iterator[tuple[str, int]]:
    """The same of the defending units; an Open Beach alone has a strength of its own."""
    units = defenders_of(g, attack)
    if not units:
        return
    terrain = terrain_under_attack(g, attack)
    added = (
        ("terrain", terrain.defence if terrain else 0),
        ("Augmented Omaha Defense", assault.strength_bonus(g, attack.target)),
    )
    lost = defence_strength(g, attack) - sum(by for _, by in added) - sum(map(g.defence_of, units))
    changes = (*added, (_why_weaker(g, attack, units), lost))
    yield from ((cause, by) for cause, by in changes if by)


def _why_weaker(g: State, attack: Attack, units: Iterable[int]) -> str:
    """Every reason for which defenders count less than their factors (11.3.1-05, 11.3.1-07, 11.6-01)."""
    fresh = [unit for unit in units if not g.retreated >> unit & 1]
    flak = any(g.campaign.flak[unit] for unit in fresh) and not faces_tanks_or_aircraft(g, attack)
    reasons = {
        "retreated in this Round": len(fresh) < len(tuple(units)),
        "Flak against neither tanks nor aircraft": flak,
        OUT_OF_SUPPLY: not all(supply.in_supply(g, unit) for unit in fresh),
    }
    return ", ".join(reason for reason, true in reasons.items() if true)


def faces_tanks_or_aircraft(g: State, attack: Attack) -> bool:
    """Whether Flak counts its printed factor: armor, armored cavalry, Tac Air or Tank Destroyers attack (11.6-01)."""
    return any(g.campaign.type[unit] in TANKS for unit in attack.attackers) or has_support(
        g, attack.attack_support, "tac_air", "tank_destroyer"
    )


def defence_strength(g: State, attack: Attack) -> int:
    """The strength of the defending units, or of an Open Beach alone, without Support (11.3.1, 11.9)."""
    campaign, units = g.campaign, defenders_of(g, attack)
    if not units:
        return campaign.tables.open_beach.defence if attack.target < SIZE else 0
    full = out_of_supply = 0
    for unit in units:
        if g.retreated >> unit & 1:  # 11.3.1-07
            continue
        factor = g.defence_of(unit)
        if campaign.flak[unit] and not faces_tanks_or_aircraft(g, attack):
            factor = campaign.tables.flak.defence
        if supply.in_supply(g, unit):
            full += factor
        else:
            out_of_supply += factor
    terrain = terrain_under_attack(g, attack)
    return full + halved(out_of_supply) + (terrain.defence if terrain else 0) + assault.strength_bonus(g, attack.target)
