"""The sequence of play (rulebook 1)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer import air, naval, victory
from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.administration import Administration
from bocage.games.bloody_summer.air import AirAvailability, Missions
from bocage.games.bloody_summer.d_day import DDay
from bocage.games.bloody_summer.logistics import Logistics
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.off_map_combat import review_sieges
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.reinforcements import Arrivals
from bocage.games.bloody_summer.set_up import SetUp
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Weather
from bocage.games.bloody_summer.weather import roll_weather, test_for_storm
from bocage.kernel import Next, Procedure, Stage, call, done

PARTS = ("", "O", "A", "B")  # of a turn


PHASES = (  # of a part, in their order; what is not listed comes first
    "Air availability phase",
    "Logistics phase",
    "Administration phase",
    "First wave",
    "Reinforcements",
    "Off-map movement",
    "German reaction",
    "Movement phase",
    "Second wave",
    "Last wave",
    "Combat phase",
)


def stage_of(g: State) -> Stage:
    """The turn, the half of a phase in which a side acts, and what it does there."""
    if g.phase.startswith("End of turn"):
        return Stage(g.turn, 2 * len(PARTS), 0)
    half = 2 * PARTS.index(g.part) + (g.active != g.first) if g.part else 0
    return Stage(g.turn, half, PHASES.index(g.phase) + 1 if g.phase in PHASES else 0)


@dataclass
class WholeGame(Procedure[None]):
    """Set-up, then turns until the last is over or somebody has won (1.2)."""

    def begin(self, g: State) -> Next:
        """11."""
        g.turn = g.campaign.first_turn - 1
        return call(SetUp(), then=self.next_turn)

    def next_turn(self, g: State, _: None) -> Next:
        """1.1.5-03: a turn after the other."""
        g.turn += 1
        g.tell("turn_begins", "1.0-01", turn=g.turn, dates=g.campaign.tables.turn[g.turn].dates)
        return call(DDay() if g.turn == 0 else Turn(), then=self.end_turn)

    def end_turn(self, g: State, _: None) -> Next:
        """1.1.5: aircraft return, units reorganise, and the turn is scored."""
        g.part, g.phase = "", "End of turn"
        if g.turn == 0:
            end_phase(g)  # 10-06, 10.B.3-03: at the end of the turn instead of each phase
        air.end_turn(g)
        recovered = sum(level > 0 for level in g.level)
        reorganise(g)
        g.fought_under = {}
        g.extended = 0
        victory.end_of_turn(g)
        race = g.campaign.set_up.victory == "cherbourg"
        g.tell_result("turn_over", "1.1.5-02", step=True, turn=g.turn, number=recovered, race=race, points=g.points)
        return self.next_turn(g, None) if g.ended is None else done()


def reorganise(g: State) -> None:
    """Every D1 is removed, and every D2 becomes D1 (1.1.5-02)."""
    g.level = [max(level - 1, 0) for level in g.level]
    g.forget()


@dataclass
class Turn(Procedure[None]):
    """A turn from turn 1 on: its start, phase A and phase B (1.0-01)."""

    def begin(self, g: State) -> Next:
        """Weather, then aircraft."""
        g.part, g.phase, g.storm = "", "Weather and air phase", False
        roll_weather(g)
        naval.restore(g)
        return call(AirAvailability(), then=self.logistics)

    def logistics(self, g: State, _: None) -> Next:
        """1.1.1.2."""
        g.phase = "Logistics phase"
        return call(Logistics(), then=self.administration)

    def administration(self, g: State, _: None) -> Next:
        """1.1.1.3."""
        g.phase = "Administration phase"
        return call(Administration(), then=self.first_phase)

    def first_phase(self, g: State, _: None) -> Next:
        """Phase A."""
        return call(Phase("A"), then=self.second_phase)

    def second_phase(self, g: State, _: None) -> Next:
        """Phase B, as phase A in every step (1.0-10)."""
        return call(Phase("B"), then=self.over) if g.ended is None else done()

    def over(self, g: State, _: None) -> Next:
        """The turn ends."""
        return done()


@dataclass
class Phase(Procedure[None]):
    """Phase A or B: first the side with the initiative moves and fights, then the other (1.0-06, 1.0-08)."""

    part: str

    def begin(self, g: State) -> Next:
        """1.1.2.1-01: the storm test comes before everything else."""
        g.begin_part(self.part)
        g.phase = f"Phase {self.part}"
        g.tell("phase_begins", "1.0-01", part=self.part, turn=g.turn)
        stormy, again = g.storm, self.part == "B"
        test_for_storm(g)
        if stormy and again:
            g.weather = Weather.OVERCAST  # 1.1.1.1.a-07
            return call(Missions(grounded=True), then=self.first_side)
        return self.first_side(g, None)

    def first_side(self, g: State, _: None) -> Next:
        """Player 1."""
        g.active = g.first
        return self.arrive(g)

    def arrive(self, g: State) -> Next:
        """1.1.2.1: map entry, map exit, reinforcements."""
        g.phase = "Reinforcements"
        g.landed = {}
        return call(Arrivals(g.active), then=self.move_off_map)

    def move_off_map(self, g: State, _: None) -> Next:
        """4.1.2."""
        g.phase = "Off-map movement"
        return call(OffMapMovement(g.active), then=self.move)

    def move(self, g: State, _: None) -> Next:
        """4.1.1."""
        victory.check(g)  # boxes may have changed hands
        g.phase = "Movement phase"
        return call(MovementPhase(g.active), then=self.fight) if g.ended is None else done()

    def fight(self, g: State, _: None) -> Next:
        """1.1.3."""
        return call(CombatPhase(g.active), then=self.next_side) if g.ended is None else done()

    def next_side(self, g: State, _: None) -> Next:
        """1.0-08: then player 2; 1.1.4-05: the phase ends once, for both together."""
        victory.check(g)
        if g.ended is not None:
            return done()
        if g.active == g.first:
            g.active = 1 - g.first
            return self.arrive(g)
        end_phase(g)
        return done()


def end_phase(g: State) -> None:
    """Aircraft and ships are ready again, Affected markers go, headquarters turn to their front (1.1.4)."""
    g.active = g.first
    air.end_phase(g)
    naval.restore(g)
    g.affected, g.struck = {}, {}
    g.finished = 0
    review_sieges(g)
    g.forget()
