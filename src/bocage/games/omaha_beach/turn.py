"""The sequence of play (4, 15)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.omaha_beach.action_phase import ACTIONS, ActionPhase
from bocage.games.omaha_beach.armor_entry import SECOND_EVENT
from bocage.games.omaha_beach.deck import discard_all
from bocage.games.omaha_beach.engineers import EngineerAndHqPhase, EngineerPhase
from bocage.games.omaha_beach.events import EventPhase, SecondEventPhase
from bocage.games.omaha_beach.fire_phase import FirePhase
from bocage.games.omaha_beach.landing import AmphibiousOperations
from bocage.games.omaha_beach.set_up import Placement, set_up
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.tables import EXTENDED
from bocage.games.omaha_beach.victory import check_victory
from bocage.kernel import Next, Procedure, Stage, call, done

BASIC_SEQUENCE: tuple[type[Procedure[None]], ...] = (
    AmphibiousOperations,
    EventPhase,
    FirePhase,
    EngineerPhase,
    ActionPhase,
)
EXTENDED_SEQUENCE: tuple[type[Procedure[None]], ...] = (
    AmphibiousOperations,
    EventPhase,
    FirePhase,
    SecondEventPhase,
    EngineerAndHqPhase,
    ActionPhase,
)
END_OF_TURN = "End of Turn"  # the name of the phase
PHASES = (
    "Set-up",
    "US Amphibious Operations",
    "Event",
    "German Fire",
    SECOND_EVENT,
    "US Engineers",
    "US Engineers & HQs",
    ACTIONS,
    END_OF_TURN,
)


def stage_of(g: State) -> Stage:
    """The turn and its phase; there is one side that acts."""
    return Stage(g.turn, 0, PHASES.index(g.phase) if g.phase else 0)


def sequence(g: State) -> tuple[type[Procedure[None]], ...]:
    """The phases of a turn before its end (4-01), from turn 17 on those of the extended game (4-04, 15-01)."""
    return EXTENDED_SEQUENCE if g.turn >= EXTENDED else BASIC_SEQUENCE


@dataclass
class WholeGame(Procedure[None]):
    """Set up, then turns until the game is lost or its last turn is over."""

    place: int = 0  # of the next phase in the sequence

    def begin(self, g: State) -> Next:
        """3."""
        set_up(g)
        return call(Placement(), then=self.turn_begins)

    def turn_begins(self, g: State, _: object = None) -> Next:
        """4."""
        space = g.battle.track.turns[g.turn]
        g.tell("turn_begins", "4-01", step=True, turn=g.turn, time=space.time, tide=str(space.tide))
        self.place = 0
        return self.next_phase

    def next_phase(self, g: State, _: object = None) -> Next:
        """One phase after the other."""
        phases = sequence(g)
        if self.place == len(phases):
            return self.turn_ends
        phase, self.place = phases[self.place], self.place + 1
        return call(phase(), then=self.next_phase)

    def turn_ends(self, g: State) -> Next:
        """4.VI, 15.VII: cards, markers of the turn, victory, and the turn marker."""
        g.phase = END_OF_TURN
        discard_all(g)
        g.smoke = g.extra_actions = 0
        g.plunging = g.engineers_blocked = False
        g.shelled = g.sniped = 0
        g.fire_cards = [0, 0]
        check_victory(g)
        if g.outcome is not None:
            return done()
        g.turn += 1
        return self.turn_begins
