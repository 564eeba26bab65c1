"""Leaders (11): heroes, HQs and generals; who is in command of whom, and what happens when they are hit."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.omaha_beach.battle import BOX, SEATS
from bocage.games.omaha_beach.command_posts import commanded_hexes, revert
from bocage.games.omaha_beach.losses import eliminate, kill_hero
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import Division
from bocage.games.omaha_beach.words import HERO, UNIT_IDS
from bocage.hexes import Hex, mask, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask

HQ_RETURNS_AFTER = 2  # turns (11.4-03)


def hit_leader(g: State, unit: int) -> None:
    """A leader is hit: an HQ is sent back, a general wounded and then killed, a hero killed (11.4).

    A command post is an HQ again and stays (18.33).
    """
    if unit in g.command_posts:
        revert(g, unit, "post_hit", "18.33-01")
    elif g.battle.hq[unit]:
        g.tell_result("hq_hit", "11.4-03", unit=unit)
        g.delay(unit, g.turn + HQ_RETURNS_AFTER, "11.4-03")
    elif not g.battle.general[unit]:
        kill_hero(g, unit, "11.4-02")
    elif g.wounded >> unit & 1:
        eliminate(g, unit, "11.4-05")
    else:
        g.wounded |= 1 << unit
        g.tell_result("general_wounded", "11.4-04", unit=unit)


def capture_generals(g: State, hex_: Hex) -> None:
    """A German unit is placed where generals are alone: they are captured (11.31-03)."""
    for unit in g.at.get(hex_, ()):
        eliminate(g, unit, "11.31-03")


def take_command(g: State) -> None:
    """HQs and generals command their hex and those around it, CPs farther, as all stands when the Action Phase starts
    (7.1-07, 18.3).
    """
    g.commands = {}
    for leader in members(g.battle.leaders & g.ashore):
        near = commanded_hexes(g, leader) & g.occupied
        g.commands[leader] = mask([unit for h in members(near) for unit in g.at[h]]) & ~g.battle.leaders


def commanders(g: State, unit: int) -> list[int]:
    """The leaders in whose command a unit is."""
    return [leader for leader, units in g.commands.items() if units >> unit & 1]


def commanding_hqs(g: State, unit: int) -> list[int]:
    """The HQs in whose command a unit is: they lend it a radio (8.24)."""
    return [leader for leader in commanders(g, unit) if g.battle.hq[leader]]


def led(g: State) -> int:
    """Mask of the units to which a leader who has not moved gives a free action (7.1-07, 7.33)."""
    units = 0
    for leader, commanded in g.commands.items():
        if not g.moved_leaders >> leader & 1:
            units |= commanded
    return units


@dataclass
class HeroEntry(Procedure[int | None]):
    """A hero rises in a unit of a division; the result is the sector where he is, or None (11.11)."""

    division: int

    def begin(self, g: State) -> Next:
        """The player names the unit; with one unit there is no choice."""
        units = candidates(g, self.division)
        if not units:
            g.tell_result("no_hero", "11.11-01", seat=SEATS[self.division])
            return self.done(None)
        if len(units) == 1:
            return self.chosen(g, HERO[units[0]])
        orders = [HERO[unit] for unit in units]
        prompt = "A hero rises: in which unit?"
        return ask(SEATS[self.division], prompt, orders, then=self.chosen, why=self.why_not, rule="11.11-01")

    def chosen(self, g: State, order: Order) -> Next:
        """He is part of the unit for good."""
        unit, division = order.arg, self.division
        names = g.battle.heroes[division]
        name = names[g.heroes_named[division] % len(names)]
        g.heroes_named[division] += 1
        g.heroes[unit] += 1
        g.tell_result("hero", "11.11-01", unit=unit, name=name, hex=g.where[unit])
        return self.done(g.battle.sector(g.where[unit]))

    def why_not(self, g: State, order: Order) -> Refusal:
        """A hero needs a unit of his division on the map."""
        if order.verb != HERO.name:
            return Refusal("11.11-01", "the hero needs a unit")
        unit, name = order.arg, UNIT_IDS[order.arg]
        if g.battle.leader[unit]:
            return Refusal("11.11-01", f"{name} is a leader already")
        if not g.on_map(unit):
            return Refusal("11.11-01", f"{name} is not on the map")
        return Refusal("11.11-01", f"{name} is not with the {SEATS[self.division]} Division")


DIVISIONS: tuple[Division, Division] = (1, 29)


def candidates(g: State, division: int) -> list[int]:
    """Units of a division on the map that may have a hero."""
    return [
        unit
        for place, units in sorted(g.at.items())
        if place < BOX
        for unit in units
        if g.command[unit] == division and not g.battle.leader[unit]
    ]
