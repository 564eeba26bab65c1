"""What a fight promises: every face of the die by the rules' own functions, weighed by what it is worth."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.bloody_summer.fight import Fight, defenders_of, elite_modifier, find_column
from bocage.games.bloody_summer.places import SIZE
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.tables import Result
from bocage.games.bloody_summer.zones import enemy_zone
from bocage.hexes import members
from bocage.players.bloody_summer.ground import ground_of
from bocage.players.bloody_summer.weights import DISORGANISED, DRIVEN_OFF, EXPLOIT, GROUND, OWN_LOSS

BOX = 3.0  # what a box is worth to whoever clears it


def results_of(g: State, fight: Fight) -> Iterator[Result]:
    """What the six faces of the die would bring."""
    table, column, modifier = g.campaign.tables.combat, find_column(g, fight), elite_modifier(g, fight)
    for face in range(1, 7):
        yield table.die[min(max(face + modifier, 1), 6)][column]


def worth_of(g: State, fight: Fight) -> float:
    """What a fight is worth to the side that attacks."""
    ground, defenders = ground_of(g.campaign), defenders_of(g, fight)
    if not defenders:
        return 1.5  # a headquarters alone
    own_steps, their_steps = (sum(map(g.steps_of, pieces)) for pieces in (fight.attackers, defenders))
    own = _average(g, fight.attackers) * OWN_LOSS[fight.side]
    theirs = _average(g, defenders) * OWN_LOSS[1 - fight.side]
    taken = GROUND + ground.key[fight.target] if fight.target < SIZE else BOX
    trapped = fight.target < SIZE and not _ways_out(g, fight)
    total = 0.0
    for result in results_of(g, fight):
        lost, killed = min(result.attacker.steps, own_steps), min(result.defender.steps, their_steps)
        outcome = theirs * killed - own * lost
        outcome += DISORGANISED * (theirs * len(defenders) * result.defender.levels)
        outcome -= DISORGANISED * (own * len(fight.attackers) * result.attacker.levels)
        left = their_steps - killed
        driven = bool(result.defender.retreat) and fight.rules.retreat != "none"
        if driven and left:
            outcome += theirs * left * (1.0 if trapped else DRIVEN_OFF)
        if (driven or not left) and lost < own_steps:
            outcome += taken + (EXPLOIT if result.exploitation else 0.0)
        total += outcome
    return total / 6


def _average(g: State, pieces: tuple[int, ...]) -> float:
    value = ground_of(g.campaign).value
    return sum(value[piece] for piece in pieces) / len(pieces) if pieces else 0.0


def _ways_out(g: State, fight: Fight) -> list[int]:
    """The hexes to which the defenders could fall back."""
    side, around = 1 - fight.side, g.campaign.around[fight.target]
    return members(around & ~g.occupied[fight.side] & (~enemy_zone(g, side) | g.occupied[side]))
