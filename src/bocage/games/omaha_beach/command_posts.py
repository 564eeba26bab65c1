"""Command posts (18): HQs that stay where they are and command farther and farther."""

from __future__ import annotations

from bocage.games.omaha_beach.control import german_fire, potential_fire
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.words import GRID, UNIT_IDS
from bocage.hexes import HexSet
from bocage.kernel import Refusal

HQ_RANGE = 1  # of HQs and generals (11.2-03, 11.3-03)


def why_not_establish(g: State, unit: int, fire: HexSet | None = None) -> Refusal | None:
    """Why a unit cannot become a command post; None if it can (18.1). ``fire`` saves working out where Germans could
    fire.
    """
    name = UNIT_IDS[unit]
    if not g.battle.hq[unit]:
        return Refusal("18-01", f"{name} is no HQ")
    if not g.on_map(unit):
        return Refusal("18-01", f"{name} is not on the map")
    if unit in g.command_posts:
        return Refusal("18-01", f"{name} is a command post already")
    if (potential_fire(g) if fire is None else fire) >> g.where[unit] & 1:
        return Refusal("18.1-01", f"Germans fire, or could come to fire, into {GRID.label(g.where[unit])}")
    return None


def establish(g: State, unit: int) -> None:
    """An HQ is turned to its CP side; this is no action (18.1-02)."""
    g.command_posts[unit] = 0
    g.tell("post_established", "18.1-02", unit=unit, hex=g.where[unit])


def advance_posts(g: State, division: int) -> None:
    """The range markers of a division move on, except those of posts under fire (18.2-02, 18.21, 18.32)."""
    spaces, fire = g.battle.track.ranges["command"], german_fire(g)
    for unit, space in sorted(g.command_posts.items()):
        if g.command[unit] != division or space + 1 == len(spaces):
            continue
        if fire >> g.where[unit] & 1:
            g.tell("post_under_fire", "18.32-01", unit=unit)
            continue
        g.command_posts[unit] = space + 1
        if spaces[space + 1] > spaces[space]:
            g.tell("post_range", "18.2-02", unit=unit, range=spaces[space + 1])


def command_range(g: State, leader: int) -> int:
    """How far a leader commands: a CP by the track, unless snipers hunt its runners (18.2, EV.10)."""
    if leader not in g.command_posts or g.sniped >> leader & 1:
        return HQ_RANGE
    return g.battle.track.ranges["command"][g.command_posts[leader]]


def commanded_hexes(g: State, leader: int) -> HexSet:
    """The hexes in which a leader commands, counted around Germans; none if he is a CP under fire (18.31, 18.32)."""
    grid, here = g.battle.grid, 1 << g.where[leader]
    if leader in g.command_posts and german_fire(g) & here:
        return 0
    free = grid.all & ~g.german_hexes
    for _ in range(command_range(g, leader)):
        here |= grid.spread(here) & free
    return here


def revert(g: State, unit: int, kind: str, rule: str) -> None:
    """A command post is an HQ again; its range marker leaves the track (18.11, 18.33)."""
    del g.command_posts[unit]
    g.tell(kind, rule, unit=unit)
