"""What a result comes to: conversions (11.5.1, 11.8, 11.9, R.1) and what it costs in steps (11.3.5, 11.3.6)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.games.dark_summer import assault
from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import ALLIED
from bocage.games.dark_summer.columns import BELOW, Column
from bocage.games.dark_summer.losses import steps_of
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of, terrain_under_attack

NOTHING = "-"  # a result that is ignored
RETREATS = frozenset({"DR", "DR*"})
FIXED = {"AL1": (1, 0), "AL2": (2, 0), "BL1": (1, 1)}  # steps of the attacker and of the defender


class Cost(NamedTuple):
    """The steps that a result costs each side."""

    attacker: int
    defender: int


def cost_of(result: str, attackers: int, defenders: int, worth: int) -> Cost:
    """The steps lost: no more than there are (11.3.6-04).

    ``attackers`` and ``defenders`` are the steps of both sides; ``worth`` is what those of the defender count for
    in an Exchange, in which each side loses as many as the other has (11.4.1-03).

    >>> cost_of("EX", 4, 2, 2), cost_of("EX", 4, 1, 2), cost_of("EX", 1, 3, 3)
    (Cost(attacker=2, defender=2), Cost(attacker=2, defender=1), Cost(attacker=1, defender=1))
    >>> cost_of("AL2", 1, 2, 2), cost_of("DE", 4, 3, 3), cost_of("DR", 4, 3, 3)
    (Cost(attacker=1, defender=0), Cost(attacker=0, defender=3), Cost(attacker=0, defender=0))
    """
    if result == "EX":
        attack, defence = worth, attackers
    elif result == "DE":
        attack, defence = 0, defenders
    else:
        attack, defence = FIXED.get(result, (0, 0))
    return Cost(min(attack, attackers), min(defence, defenders))


def stood(result: str, steps: int) -> str:
    """A result against Germans who must stand in Bocage or a City with so many steps (11.8).

    >>> stood("DR", 1), stood("DR*", 1), stood("DR*", 2), stood("EX", 2)
    ('-', 'DR*', 'BL1', 'EX')
    """
    if result == "DR":
        return NOTHING
    return "BL1" if result == "DR*" and steps >= 2 else result


def against_beach(result: str) -> str:
    """A result against an Open Beach that defends alone (11.9).

    >>> against_beach("DR"), against_beach("DR*"), against_beach("EX")
    ('-', 'DE', 'EX')
    """
    return {"DR": NOTHING, "DR*": "DE"}.get(result, result)


def printed_result(g: State, column: Column, die: int) -> str:
    """What the Combat Results Table has for a die; odds still left of it need none (11.3.3-05)."""
    table = g.campaign.tables.combat
    return table.below if column.number == BELOW else table.die[die][column.number]


def must_stand(g: State, attack: Attack) -> bool:
    """Whether Germans in Bocage or a City must ignore DR: not Flak, Ost battalions and Strongpoints alone (11.8)."""
    campaign, terrain = g.campaign, terrain_under_attack(g, attack)
    if g.active_side != ALLIED or terrain is None or g.turn > terrain.stand_to:
        return False
    units = defenders_of(g, attack)
    return not all(campaign.flak[unit] or campaign.ost[unit] or campaign.strongpoint[unit] for unit in units)


def converted(g: State, attack: Attack, printed: str) -> str:
    """What a printed result comes to against these defenders."""
    units = defenders_of(g, attack)
    if not units:
        return against_beach(printed)
    if printed == "DR" and assault.from_approach_alone(g, attack) and all(g.campaign.strongpoint[u] for u in units):
        return NOTHING  # 11.5.1-02
    result = assault.converted(g, attack, printed)
    return stood(result, steps_of(g, units)) if must_stand(g, attack) else result


def cost(g: State, attack: Attack, result: str) -> Cost:
    """The steps that a result costs both sides of an attack."""
    units = defenders_of(g, attack)
    steps = steps_of(g, units) if units else g.campaign.tables.open_beach.steps
    return cost_of(result, steps_of(g, attack.attackers), steps, steps + assault.extra_steps(g, attack.target))


def may_limit(g: State, attack: Attack, result: str) -> bool:
    """Whether the German attacker may take an Exchange as BL1, and whether it makes a difference (R.1-02)."""
    campaign = g.campaign
    if result != "EX" or g.active_side == ALLIED:
        return False
    fast = all(campaign.kampfgruppe[unit] or campaign.tiger[unit] for unit in attack.attackers)
    return fast and cost(g, attack, "EX") != cost(g, attack, "BL1")
