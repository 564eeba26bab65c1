"""What is different in Combat during the two Amphibious Assault Rounds of Turn 1 (9.4, 11.4, 11.5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.games.dark_summer.places import APPROACH, Place
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.kernel import Refusal

if TYPE_CHECKING:
    from bocage.games.dark_summer.attacks import Attack

WAVES = ("wave1", "wave2")


def in_wave(g: State) -> bool:
    """Whether this is one of the two Amphibious Assault Rounds."""
    return g.round_kind in WAVES


def why_not_attack_with(g: State, unit: int) -> Refusal:
    """Why a unit that is not among those of a Wave may not attack in it (9.4.1-04, 9.4.3-21)."""
    return Refusal("11.0-04", f"{UNIT_IDS[unit]} does not attack in this Wave: only seaborne units do")


def strength_bonus(g: State, target: Place) -> int:
    """What an Augmented Omaha Defense marker adds to the Strongpoint that is under it (11.4.1-01)."""
    if not (in_wave(g) and g.augmented & g.strongpoints & 1 << target):
        return 0
    return g.campaign.tables.augmented_omaha.defence


def extra_steps(g: State, target: Place) -> int:
    """What an Omaha Strongpoint costs the attackers in an Exchange beyond the step that it has (11.4.1-03)."""
    return g.campaign.tables.augmented_omaha.steps - 1 if strength_bonus(g, target) else 0


def from_approach_alone(g: State, attack: Attack) -> bool:
    """Whether a Wave attacks only from the Beach Approach hex: Strongpoints then ignore DR (11.5.1-02)."""
    box = APPROACH.get(attack.target)
    return in_wave(g) and all(g.where[unit] == box for unit in attack.attackers)


def converted(g: State, attack: Attack, printed: str) -> str:
    """A printed result as a Wave takes it: the Rangers at Pointe du Hoc, Omaha, Strongpoints (11.4, 11.5.1)."""
    return printed


def why_not_join(g: State, unit: int, attackers: tuple[int, ...]) -> Refusal | None:
    """Why a unit may not join the attackers of a Wave: no more than four attack out of a hex (9.4.3-05)."""
    return None


def most_attackers(g: State, place: Place) -> int:
    """How many units may still attack out of a place in this Round (9.4.3-05, 9.4.3-07)."""
    return len(g.at.get(place, ()))
