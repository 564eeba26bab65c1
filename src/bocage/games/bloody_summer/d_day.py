"""D-Day, turn 0 (rulebook 10): the night, the morning and the afternoon of 6 June."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer import naval
from bocage.games.bloody_summer.air import AirAvailability
from bocage.games.bloody_summer.bombardment import Preliminary
from bocage.games.bloody_summer.campaign import ALLIED, BRITISH, GERMAN, SEATS
from bocage.games.bloody_summer.combat import Attacks
from bocage.games.bloody_summer.drops import Drop
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.night import EVERYBODY, AirborneLandings, NightReaction, drop_zone, end_fights
from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import AIRFIELDS, SECOND_WAVE, STRATEGIC_RESERVE, WAVES
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.waves import FirstWave, FollowUp
from bocage.games.bloody_summer.words import LAND, PASS
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


def begin_part(g: State, part: str, side: int, phase: str) -> None:
    """A phase of D-Day with its own weather; there is no weather roll, logistics or administration (10-07)."""
    g.begin_part(part)
    g.weather = g.campaign.tables.weather.fixed[f"{g.turn}-{part}"]
    g.first = g.active = side
    g.phase = phase
    g.tell("phase_begins", "10-01", part=part, turn=g.turn)


def begin_combats(g: State) -> None:
    """A combat phase: a place may be bombarded again (6.2-02)."""
    g.phase = "Combat phase"
    g.bombarded = [0, 0]


@dataclass
class DDay(Procedure[None]):
    """The phases O, A and B of 6 June."""

    def about(self, g: State) -> About:
        """The brigade that may land by glider."""
        return About(unit_verb=LAND.name)

    # -- phase O --

    def begin(self, g: State) -> Next:
        """10.O.1: before dawn, overcast, without aircraft and ships."""
        begin_part(g, "O", ALLIED, "Airborne landings")
        return call(AirborneLandings(), then=self.night_reaction)

    def night_reaction(self, g: State, _: None) -> Next:
        """10.O.2."""
        g.active, g.phase = GERMAN, "German reaction"
        return call(NightReaction(), then=self.morning)

    # -- phase A --

    def morning(self, g: State, _: None) -> Next:
        """10.A.1: aircraft by the column of turn 0, and the ships."""
        begin_part(g, "A", ALLIED, "Air and naval sequence")
        naval.restore(g)
        return call(AirAvailability(), then=self.bombard)

    def bombard(self, g: State, _: None) -> Next:
        """10.A.1-04, 10.A.1-05: beaches and batteries."""
        return call(Preliminary(), then=self.first_wave)

    def first_wave(self, g: State, _: None) -> Next:
        """10.A.1.a."""
        g.phase = "First wave"
        return call(FirstWave(), then=self.inland)

    def inland(self, g: State, _: None) -> Next:
        """10.A.1.b-01: troops ashore move at half their movement."""
        end_fights(g)
        g.phase = "Movement phase"
        return call(MovementPhase(ALLIED, half=True), then=self.second_wave)

    def second_wave(self, g: State, _: None) -> Next:
        """10.A.1.b-04."""
        g.phase = "Second wave"
        return call(FollowUp("second"), then=self.morning_combats)

    def morning_combats(self, g: State, _: None) -> Next:
        """10.A.1.b-07."""
        end_fights(g)
        begin_combats(g)
        return call(Attacks(ALLIED, NOBODY, "turn_0", EVERYBODY), then=self.morning_reaction)

    def morning_reaction(self, g: State, _: bool) -> Next:
        """10.A.2: half movement, no movement off the map."""
        g.active, g.phase = GERMAN, "German reaction"
        return call(MovementPhase(GERMAN, half=True), then=self.morning_counterstroke)

    def morning_counterstroke(self, g: State, _: None) -> Next:
        """10.A.2-04."""
        begin_combats(g)
        return call(Attacks(GERMAN, NOBODY, "turn_0", EVERYBODY), then=self.afternoon)

    # -- phase B --

    def afternoon(self, g: State, _: bool) -> Next:
        """10.B.1: aircraft and ships are not restored (10.A.2-06)."""
        begin_part(g, "B", ALLIED, "Movement phase")
        return call(MovementPhase(ALLIED, half=True), then=self.last_wave)

    def last_wave(self, g: State, _: None) -> Next:
        """10.B.1-02: at the start of the combat phase."""
        g.phase = "Last wave"
        return call(FollowUp("last"), then=self.afternoon_combats)

    def afternoon_combats(self, g: State, _: None) -> Next:
        """10.B.1-02."""
        end_fights(g)
        begin_combats(g)
        return call(Attacks(ALLIED, NOBODY, "turn_0", EVERYBODY), then=self.afternoon_reaction)

    def afternoon_reaction(self, g: State, _: bool) -> Next:
        """10.B.2: as in the morning."""
        g.active, g.phase = GERMAN, "German reaction"
        return call(MovementPhase(GERMAN, half=True), then=self.afternoon_counterstroke)

    def afternoon_counterstroke(self, g: State, _: None) -> Next:
        """10.B.2-01."""
        begin_combats(g)
        return call(Attacks(GERMAN, NOBODY, "turn_0", EVERYBODY), then=self.evening)

    # -- the end --

    def evening(self, g: State, _: bool) -> Next:
        """10.B.1-03: whoever is still at sea is in the Strategic Reserve; then the gliders."""
        g.active, g.phase = ALLIED, "End of turn 0"
        for place in (*WAVES.values(), SECOND_WAVE):
            for piece in g.pieces_in(place, ALLIED):
                g.put(piece, STRATEGIC_RESERVE)
        return self.glide

    def glide(self, g: State) -> Next:
        """10.B.3-01: 6 Airlanding may land on its zone."""
        waiting = g.pieces_in(AIRFIELDS, ALLIED)
        if not waiting:
            return done()
        orders = [LAND[waiting[0]], PASS]
        prompt = f"Does {PIECE_IDS[waiting[0]]} land by glider?"
        return ask(SEATS[BRITISH], prompt, orders, then=self.glides, why=self.why_not, rule="10.B.3-01")

    def glides(self, g: State, order: Order) -> Next:
        """By the dice of a drop, or by sea later."""
        if order is PASS:
            for unit in g.pieces_in(AIRFIELDS, ALLIED):
                g.put(unit, STRATEGIC_RESERVE)
            return done()
        return call(Drop(order.arg, drop_zone(g, order.arg)), then=self.landed)

    def landed(self, g: State, _: None) -> Next:
        """Night falls."""
        return self.glide

    def why_not(self, g: State, order: Order) -> Refusal:
        """What else cannot be done in the evening."""
        return Refusal("10.B.3-01", "the Airlanding Brigade lands by glider, or does not")
