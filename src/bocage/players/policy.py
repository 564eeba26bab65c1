"""What a game's players' package offers: what orders are worth, and the stances in which they may be judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

from bocage.games import manifest_of
from bocage.kernel import Order, State


@runtime_checkable
class Policy(Protocol):
    """What the players' package of a game offers."""

    def score_orders(self, view: State, orders: Sequence[Order]) -> list[float]:
        """A score for each order by the game's own evaluation; higher is better."""


@runtime_checkable
class Planning(Policy, Protocol):
    """What the players' package of a game offers in which its policy plans ahead."""

    Planner: Callable[[], Policy]  # makes one that remembers, for one game


class Stance(NamedTuple):
    """What a side may set out to do, as a phrase in the game's own words: ``holds the beaches``."""

    name: str
    intent: str
    lead: float = 0.0  # by how much more margin than the usual play it has brought in whole games, carefully put
    scenarios: tuple[str, ...] = ()  # the only ones of the game in which it is taken


@runtime_checkable
class Versatile(Policy, Protocol):
    """What the players' package of a game offers in which a policy can take several stances."""

    STANCES: Mapping[str, tuple[Stance, ...]]  # of each side, its usual play first
    Planner: Callable[[str], Policy]  # makes one that remembers, in the stance of that name; "": as usual


def policy_of(game: str) -> Policy:
    """What the orders of a game are worth, by its name or that of one of its scenarios."""
    return manifest_of(game).part("players", Policy)


USUAL_PACE: Final = 1000.0
USUAL = Stance("", "plays as usual")


def stances_of(game: str, side: str) -> tuple[Stance, ...]:
    """The stances that a side may take in a game or one of its scenarios, its usual play first."""
    policy = policy_of(game)
    stances = policy.STANCES.get(side, (USUAL,)) if isinstance(policy, Versatile) else (USUAL,)
    scenario = game.rpartition("/")[2]
    return tuple(stance for stance in stances if not stance.scenarios or scenario in stance.scenarios)


def planner_of(game: str, stance: str = "") -> Policy:
    """A policy for one game that remembers what it plans, if the game has one, in a stance."""
    policy = policy_of(game)
    if isinstance(policy, Versatile):
        return policy.Planner(stance)
    return policy.Planner() if isinstance(policy, Planning) else policy


@runtime_checkable
class Paced(Policy, Protocol):
    """What the players' package of a game offers that says how fast its policy is."""

    PACE: float  # orders that it gives in a second


def pace_of(game: str) -> float:
    """Orders of a game that are given in imagination in a second of a usual processor."""
    policy = policy_of(game)
    return policy.PACE if isinstance(policy, Paced) else USUAL_PACE


@runtime_checkable
class Finishing(Policy, Protocol):
    """What the players' package of a game offers in which nobody but chance answers: playouts tell how it ends."""

    def turns_left(self, view: State) -> int:
        """Turns to the end of the game, with this one."""


def turns_left_in(game: str, view: State) -> int | None:
    """Turns to the end of a game, with this one, if playouts tell how it ends."""
    policy = policy_of(game)
    return policy.turns_left(view) if isinstance(policy, Finishing) else None
