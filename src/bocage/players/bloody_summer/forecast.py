"""What a fight promises: every face of the die by the rules' own table, weighed by what it is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.fight import Fight, defenders_of, elite_modifier, find_column
from bocage.games.bloody_summer.pieces import MOBILE
from bocage.games.bloody_summer.places import SIZE, Place
from bocage.games.bloody_summer.state import State
from bocage.hexes import HexSet
from bocage.players.bloody_summer.ground import ground_of
from bocage.players.bloody_summer.weights import DISORGANISED, DRIVEN_OFF, EXPLOIT, GROUND, OWN_LOSS

BOX = 3.0  # what a box is worth to whoever clears it
ALONE = 1.5  # a headquarters alone


class Force(NamedTuple):
    """Those who attack or defend together: how many, their steps, and what a step is worth to the side that has it."""

    pieces: int
    steps: int
    value: float


class Stake(NamedTuple):
    """What is fought about, besides those who fight."""

    taken: float  # by whoever takes the place
    retreats: bool = True
    stands: bool = False  # a retreat can be bought off with a step
    pursued: bool = False  # each way of retreat costs a step
    holds: bool = False  # fixed troops stay when the others are driven off
    progress: float = 0.0  # what it is worth to wear down those who hold it, all of them


def force_of(g: State, side: int, pieces: Iterable[int]) -> Force:
    """Pieces of a side as a force."""
    value, found = ground_of(g.campaign).value, list(pieces)
    average = sum(value[piece] for piece in found) / len(found) if found else 0.0
    return Force(len(found), sum(map(g.steps_of, found)), average * OWN_LOSS[side])


def stake_of(g: State, side: int, place: Place, defenders: Iterable[int], zone: HexSet, siege: float = 0.0) -> Stake:
    """What a side fights about in a place; ``zone`` are the hexes in its zones of control as it attacks.

    ``siege``: of the worth of a fortified town, what it is worth to wear down all who hold it.
    """
    if place >= SIZE:
        return Stake(BOX, retreats=False)
    ground, campaign = ground_of(g.campaign), g.campaign
    ways_out = campaign.around[place] & ~g.occupied[side] & ~zone
    town, fort = bool(campaign.ground.town >> place & 1), any(piece >= MOBILE for piece in defenders)
    taken = GROUND[side] + ground.key[place]
    return Stake(taken, stands=town, pursued=not ways_out, holds=fort, progress=siege * taken if town and fort else 0.0)


def worth_of(g: State, fight: Fight, siege: float = 0.0) -> float:
    """What a fight is worth to the side that attacks."""
    defenders, side = defenders_of(g, fight), fight.side
    if not defenders:
        return ALONE
    stake = stake_of(g, side, fight.target, defenders, g.zone[side], siege)
    stake = stake._replace(retreats=stake.retreats and fight.rules.retreat != "none")
    own, theirs = force_of(g, side, fight.attackers), force_of(g, 1 - side, defenders)
    return weigh(g.campaign, own, theirs, stake, find_column(g, fight), elite_modifier(g, fight))


def weigh(campaign: Campaign, own: Force, theirs: Force, stake: Stake, column: int, modifier: int) -> float:
    """What an attack in a column of the table is worth on the average of the die."""
    table, total = campaign.tables.combat, 0.0
    for face in range(1, 7):
        result = table.die[min(max(face + modifier, 1), 6)][column]
        lost, killed = min(result.attacker.steps, own.steps), min(result.defender.steps, theirs.steps)
        total -= own.value * (lost + DISORGANISED * own.pieces * result.attacker.levels)
        total += DISORGANISED * theirs.value * theirs.pieces * result.defender.levels
        left, driven = theirs.steps - killed, bool(result.defender.retreat) and stake.retreats
        if driven and left and stake.stands:
            left, killed, driven = left - 1, killed + 1, False
        elif driven and left:
            toll = min(left, theirs.pieces) if stake.pursued else 0
            killed += toll
            left -= toll
            total += theirs.value * left * DRIVEN_OFF
        total += theirs.value * killed
        if stake.progress and left:
            total += stake.progress * killed / theirs.steps
        if lost < own.steps and (not left or (driven and not stake.holds)):
            total += stake.taken + (EXPLOIT if result.exploitation else 0.0)
    return total / 6


def breakthrough(campaign: Campaign, column: int, modifier: int) -> float:
    """The chance of exploitation in a column of the table."""
    table = campaign.tables.combat
    return sum(table.die[min(max(face + modifier, 1), 6)][column].exploitation for face in range(1, 7)) / 6
