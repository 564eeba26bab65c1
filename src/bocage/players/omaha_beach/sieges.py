"""What infantry around a position can do to it, and what one more company would add."""

from __future__ import annotations

from functools import lru_cache

from bocage.games.omaha_beach.attack import own_weapons
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import Weapon
from bocage.hexes import Hex
from bocage.players.omaha_beach import weights as w
from bocage.players.omaha_beach.assault import Force, Garrison, chances
from bocage.players.omaha_beach.ground import ground_of

Besiegers = tuple[tuple[int, Hex], ...]  # units and their hexes


def result_worth(
    results: dict[str, float], worth: float, attackers: int, step: float, silence: float, *, last: bool = False
) -> float:
    """What an attack with these chances is worth against a position that is worth so much, for attackers whose cheapest
    step is worth so much: its silence while it is disrupted is worth less, and in the last turn only its defeat counts.
    """
    less = 0.0 if last else w.DEPTH_GONE * worth
    values = {
        "defeated": worth,
        "depth_eliminated": less,
        "attrition": max(less - step, silence),
        "disrupted": silence,
        "nothing": 0.0,
        "gains_depth": -w.DEPTH_GAINED,
        "us_disrupted": -w.US_DISRUPTED * attackers - w.DEPTH_GAINED / 2,
    }
    return sum(chance * values[result] for result, chance in results.items())


NO_WEAPONS: frozenset[Weapon] = frozenset()
NOBODY = Force(0, NO_WEAPONS, False, False, False)


def force_of(g: State, units: Besiegers) -> Force:
    """What infantry next to a position would bring."""
    weapons: frozenset[Weapon] = frozenset()
    for unit, _ in units:
        weapons |= own_weapons(g, unit)
    hexes = frozenset(h for _, h in units)
    hero = any(g.heroes[unit] for unit, _ in units)
    strength = sum(g.strength_of(unit) for unit, _ in units)
    return Force(strength, weapons, apart(g.battle, hexes), len(hexes) > 2, hero)


_CHART = frozenset({Weapon.BAZOOKA, Weapon.BANGALORE, Weapon.BAR, Weapon.DEMOLITIONS, Weapon.MORTAR, Weapon.RADIO})
FRESH: tuple[tuple[int, frozenset[Weapon]], ...] = (
    (2, frozenset({Weapon.BAZOOKA})),
    (4, frozenset({Weapon.BAZOOKA, Weapon.BANGALORE, Weapon.BAR})),
    (6, _CHART),
)  # strength and weapons of a company by its strength class


@lru_cache(maxsize=4000)
def approaches(
    battle: Battle, target: Hex, garrison: Garrison, there: Force, hexes: frozenset[Hex], strength: int,
    weapons: frozenset[Weapon], extended: bool,
) -> list[tuple[Hex, int, dict[str, float], dict[str, float]]]:  # fmt: skip
    """The hexes from which one more company could attack a position, from how many hexes it would be attacked, and
    the chances then: with this company, and with yet another one from elsewhere, in the hedgerows with two.
    """
    ground, found = ground_of(battle), []
    more = FRESH[strength][0]
    others = 2 if extended else 1
    for h in battle.grid.neighbours[target]:
        if ground.side(h, target) is not None:
            all_hexes = hexes | {h}
            factors, count = ground.factors(all_hexes, target), len(all_hexes)
            one = Force(there.strength + more, there.weapons | weapons, apart(battle, all_hexes), count > 2, there.hero)
            more_yet = one._replace(strength=one.strength + others * more, apart=True, three=bool(hexes) or others > 1)
            results = [chances(battle, garrison, force, factors, extended) for force in (one, more_yet)]
            found.append((h, count, results[0], results[1]))
    return found


@lru_cache(maxsize=8000)
def goals_around(
    battle: Battle, target: Hex, garrison: Garrison, there: Force, hexes: frozenset[Hex], strength: int,
    weapons: frozenset[Weapon], extended: bool, worth: float, siege: float, silence: float, last: bool,
    joined: float,
) -> list[tuple[Hex, float]]:  # fmt: skip
    """What one more company adds to what is there already, by the hex from which it would attack a position; a share of
    what another could add that joins it.
    """
    found, step = [], w.COMPANY[strength + 1]
    for h, count, alone, together in approaches(battle, target, garrison, there, hexes, strength, weapons, extended):
        more = result_worth(alone, worth, count, step, silence, last=last) - siege
        if joined:
            more = max(more, joined * (result_worth(together, worth, count + 1, step, silence, last=last) - siege))
        if more > 0:
            found.append((h, w.ATTACK_AHEAD * more))
    return found


def apart(battle: Battle, hexes: frozenset[Hex]) -> bool:
    """Whether two of some hexes do not touch."""
    return any(b not in battle.grid.neighbours[a] for a in hexes for b in hexes if a != b)
