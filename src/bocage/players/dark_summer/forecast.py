"""What an attack promises: every face of the die by the rules' own functions, weighed by what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.dark_summer import assault
from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import ALLIED, GERMAN
from bocage.games.dark_summer.columns import BELOW, odds_column, shifted, shifts_of
from bocage.games.dark_summer.losses import steps_of
from bocage.games.dark_summer.places import CHERBOURG
from bocage.games.dark_summer.results import RETREATS, against_beach, cost_of, must_stand, stood
from bocage.games.dark_summer.retreat import open_hexes
from bocage.games.dark_summer.state import UNKNOWN, State
from bocage.games.dark_summer.strength import attack_strength, defence_strength, defenders_of
from bocage.games.dark_summer.support import available, support_strength
from bocage.games.dark_summer.terms import Terrain
from bocage.players.dark_summer.ground import ground_of
from bocage.players.dark_summer.weights import (
    BEACH,
    CAPTURE,
    DRIVEN_OFF,
    FAIR,
    GROUND,
    LOST_GAME,
    OWN_LOSS,
    PRICES,
)

HIDDEN = 2  # what a Strongpoint or Ost battalion is taken for that lies face down


def column_of(g: State, attack: Attack) -> int:
    """The column of an attack, what lies face down counted as usual."""
    defenders = defenders_of(g, attack)
    hidden = sum(g.factor[unit] == UNKNOWN for unit in defenders)
    strength = attack_strength(g, attack.attackers) + support_strength(g, attack, attacking=True)
    defence = defence_strength(g, attack) + support_strength(g, attack, attacking=False)
    if hidden:
        defence = max(1, defence + hidden * (HIDDEN - UNKNOWN))
    shift = sum(shift for _, shift in shifts_of(g, attack))
    return shifted(odds_column(max(1, strength), max(0, defence)), shift)


def ground_worth(g: State, side: int, attack: Attack) -> float:
    """What the hex is worth to an attacker who takes it."""
    target = attack.target
    if side == GERMAN and g.open_beaches >> target & 1:
        return BEACH + (LOST_GAME if g.closed_beaches.bit_count() >= 2 else 0.0)
    if side == ALLIED and assault.in_wave(g) and g.campaign.beaches >> target & 1:
        return 2 * BEACH
    return GROUND + ground_of(g.campaign).key[target]


def worth_of(g: State, attack: Attack) -> float:
    """What an attack is worth to the Active side."""
    if attack.target == CHERBOURG:
        return CAPTURE
    side = g.active_side
    ground = ground_of(g.campaign)
    value, defenders = ground.value, defenders_of(g, attack)
    own_steps, their_steps = steps_of(g, attack.attackers), steps_of(g, defenders)
    own = sum(value[unit] for unit in attack.attackers) / len(attack.attackers) * OWN_LOSS[side]
    theirs = sum(value[unit] for unit in defenders) / len(defenders) if defenders else 0.0
    theirs *= 1.0 if side == ALLIED else OWN_LOSS[ALLIED] + 0.15
    taken = ground_worth(g, side, attack)
    column = column_of(g, attack)
    poor = side == ALLIED and column < FAIR and g.campaign.ground.terrain[attack.target] is Terrain.CITY
    if poor:
        taken = 0.0  # it can be had for less another time
    faces = ground.results[column] if column != BELOW else ["AL2"]
    stands = must_stand(g, attack)
    beach = bool(g.open_beaches >> attack.target & 1)
    approach = assault.from_approach_alone(g, attack)
    trapped = None
    total = 0.0
    for printed in faces:
        if not defenders:
            result = against_beach(printed)
        else:
            result = assault.converted(g, attack, printed)
            if stands:
                result = stood(result, their_steps)
        steps = their_steps if defenders else 1
        extra = assault.extra_steps(g, attack.target)
        lost, killed = cost_of(result, own_steps, steps, steps + extra)
        outcome = theirs * killed - own * lost
        gone = killed >= steps
        if result in RETREATS and defenders and not (result == "DR" and approach):
            if trapped is None:
                trapped = not open_hexes(g, defenders[0]) & g.campaign.ground.around[attack.target]
            gone = True
            outcome += theirs * steps * (1.0 if trapped else DRIVEN_OFF)
        if gone and lost < own_steps and (side == ALLIED or not beach or not defenders or result == "DE"):
            outcome += taken
        total += outcome
    return min(0.0, total / len(faces)) if poor else total / len(faces)


def best_supported(g: State, target: int, attackers: Sequence[int]) -> tuple[float, Attack]:
    """An attack with the Support that it is likely to get, and what it is worth then."""
    attack = Attack(target, tuple(attackers))
    best = worth_of(g, attack), attack
    if g.round_kind == "wave1":
        return best
    left = available(g, attack, attacking=True)
    if not left:
        return best
    kinds = {marker: g.campaign.markers[marker].kind for marker in left}
    for shunned in (("carpet_bombing",), ("tac_air", "naval")):
        chosen: dict[str, int] = {}
        for marker, kind in kinds.items():
            if kind not in shunned:
                chosen.setdefault(kind, marker)
        if chosen and not (shunned[0] == "tac_air" and "carpet_bombing" not in chosen):
            with_them = attack._replace(attack_support=tuple(chosen.values()))
            worth = worth_of(g, with_them) - sum(PRICES[kind] for kind in chosen)
            if worth > best[0]:
                best = worth, with_them
    return best
