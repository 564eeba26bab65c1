"""Lost steps, lost units, and the loss of a whole division (2.21, 6.32, 11.14, 13.1)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.omaha_beach.battle import BOX, SEATS
from bocage.games.omaha_beach.state import ABSENT, ELIMINATED, State
from bocage.games.omaha_beach.words import ACCEPT, GERMANS, SACRIFICE, UNIT_IDS
from bocage.hexes import Hex
from bocage.kernel import NOTHING, About, Next, Order, Outcome, Procedure, ask, done


def lost_companies(g: State, division: int) -> list[int]:
    """The regular infantry of a division in its loss box: eliminated, or down to the last step (13.1-02)."""
    return [unit for unit in g.battle.companies[division] if g.steps[unit] <= 1 and g.where[unit] != ABSENT]


def near(g: State, unit: int) -> Hex:
    """Where a unit is, or the hex off which its boats are; NOTHING if it is neither."""
    place = g.where[unit]
    return (
        g.battle.boxes[place - BOX].lands.get(g.battle.tide(g.turn), NOTHING) if place >= BOX else max(place, NOTHING)
    )


def lose_steps(g: State, unit: int, steps: int, rule: str) -> None:
    """A unit loses steps, and with the last it is eliminated (6.32)."""
    if g.steps[unit] <= steps:
        eliminate(g, unit, rule)
        return
    g.steps[unit] -= steps
    g.tell_loss("step_lost", rule, UNIT_IDS[unit], steps, unit=unit, lost=steps, left=g.steps[unit], hex=near(g, unit))
    check_catastrophe(g, unit)


def eliminate(g: State, unit: int, rule: str) -> None:
    """A unit is gone, and with it its hero (11.11-03)."""
    g.tell_loss("eliminated", rule, UNIT_IDS[unit], g.steps[unit], gone=True, unit=unit, hex=near(g, unit))
    g.remove(unit, ELIMINATED)
    g.steps[unit] = 0
    g.heroes[unit] = 0
    g.inspired &= ~(1 << unit)
    check_catastrophe(g, unit)


def check_catastrophe(g: State, unit: int) -> None:
    """The game is lost when the loss box of a division is full (13.1)."""
    if g.ended is not None or not g.battle.regular >> unit & 1 or g.steps[unit] > 1:
        return
    division, limit = g.battle.home[unit], g.battle.scenario.loss_limit(g.turn)
    if len(lost_companies(g, division)) >= limit:
        reason = f"the {SEATS[division]} Division has lost {limit} companies"
        rule = "20.1-01" if g.battle.scenario.extended else "13.1-01"
        g.end(Outcome(GERMANS, "", reason, rule))


@dataclass
class FireLoss(Procedure[None]):
    """A unit loses a step to German fire, unless its hero gives his life for it (11.14)."""

    unit: int
    rule: str

    def begin(self, g: State) -> Next:
        """Only a hero with a unit on its last step may be sacrificed."""
        unit = self.unit
        if g.heroes[unit] and g.steps[unit] == 1:
            prompt = f"{UNIT_IDS[unit]} would be lost: does its hero give his life for it?"
            return ask(g.seat_of(unit), prompt, (SACRIFICE, ACCEPT), then=self.answered, rule="11.14-01")
        return self.lost

    def about(self, g: State) -> About:
        """The unit that is hit."""
        return About(unit=self.unit)

    def answered(self, g: State, order: Order) -> Next:
        """The hero dies and inspires, or the unit is lost."""
        if order is ACCEPT:
            return self.lost
        kill_hero(g, self.unit, "11.14-01")
        return done()

    def lost(self, g: State) -> Next:
        """The step is lost."""
        lose_steps(g, self.unit, 1, self.rule)
        return done()


def kill_hero(g: State, unit: int, rule: str) -> None:
    """A hero dies; his unit is inspired from now on (11.15)."""
    g.heroes[unit] -= 1
    g.inspired |= 1 << unit
    g.tell_result("hero_killed", rule, unit=unit)
