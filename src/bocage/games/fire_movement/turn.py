"""The sequence of play (4.1), weather (10.6) and replacements (10.7, 15.2)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bocage.games.fire_movement.battle import ALLIED, ARMIES, GERMAN, SEATS
from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.combat import CombatPhase
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.identity import NAME_OF_ARMY
from bocage.games.fire_movement.landing import Landings, remove_naval_markers
from bocage.games.fire_movement.movement import MovementPhase
from bocage.games.fire_movement.reinforcements import AlliedReinforcements, EarlyArrival, due_units
from bocage.games.fire_movement.state import Marker, State
from bocage.games.fire_movement.supply import check_supply, supplied_units
from bocage.games.fire_movement.support import AIRCRAFT_CUPS
from bocage.games.fire_movement.victory import end_of_turn, note_captures, pay_marker_losses
from bocage.games.fire_movement.words import PASS, REBUILD, UNIT_IDS, Cup
from bocage.hexes import members
from bocage.kernel import Next, Order, Procedure, Refusal, Stage, ask, call, done

FOUL_WEATHER_ROLL = 6  # 10.6-03
DROP_ZONES_END = 3  # 10.9.2-20
MARKERS, MOVEMENT, BOMBARDMENT, COMBAT, MOBILE_MOVEMENT, MOBILE_COMBAT = PHASES = (  # the names of the phases (4.1)
    "Support Fire Marker Phase",
    "Movement Phase",
    "Bombardment Phase",
    "Combat Phase",
    "Mobile Movement Phase",
    "Mobile Combat Phase",
)


def stage_of(g: State) -> Stage:
    """The turn, whose player turn it is, and its phase; the landings are one stage."""
    if g.phase in ("", MARKERS):
        return Stage(g.turn, 0, 0)
    return Stage(g.turn, 1 if g.active == ALLIED else 2, PHASES.index(g.phase))


@dataclass
class WholeGame(Procedure[None]):
    """The landings, then game turns until somebody has won."""

    def begin(self, g: State) -> Next:
        """10.9."""
        return call(Landings(), then=self.next_turn)

    def next_turn(self, g: State, _: object = None) -> Next:
        """4.1: support fire marker phase, then both player turns."""
        g.turn += 1
        g.phase = MARKERS
        g.tell("turn_begins", "4.1-01", turn=g.turn)
        if g.turn == 2:
            g.grounded = g.ashore = 0
            g.recount_zones()  # airborne units exert zones from now on (10.9.2-21)
        if g.turn == DROP_ZONES_END:
            g.drop_zones = {}
        if g.turn > 1:
            refill_cups(g)
        g.active = ALLIED
        return call(Replacements(), then=self.allied_turn)

    def allied_turn(self, g: State, _: object) -> Next:
        """The Allies are the first player (10.5-02)."""
        return call(PlayerTurn(ALLIED), then=self.german_turn)

    def german_turn(self, g: State, _: object) -> Next:
        """Then the Germans."""
        return call(PlayerTurn(GERMAN), then=self.turn_ends)

    def turn_ends(self, g: State, _: object) -> Next:
        """Victory, or the next turn (4.1-15)."""
        if g.turn == 1:
            remove_naval_markers(g)
        return done() if end_of_turn(g) else self.next_turn


def refill_cups(g: State) -> None:
    """Weather, German losses, then every marker a side still owns goes back into its cup (10.6, 7.2-04)."""
    g.foul_weather = False
    if g.battle.weather:
        die = g.chance.die()
        g.foul_weather = die == FOUL_WEATHER_ROLL
        g.tell_result("weather", "10.6-03", step=True, die=die, foul=g.foul_weather)
    pay_marker_losses(g)
    g.cups = g.pool.copy()
    g.mines_aside = ()
    if g.foul_weather:
        for cup in AIRCRAFT_CUPS:
            g.cups[cup] = ()
        set_aside_for_weather(g, (Cup.US_ARTILLERY, Cup.CW_ARTILLERY), SEATS[ALLIED])
        set_aside_for_weather(g, (Cup.GERMAN,), SEATS[GERMAN])


def set_aside_for_weather(g: State, cups: tuple[Cup, ...], seat: str) -> None:
    """10.6 c: a side rolls a die and goes without that many of its markers, picked at random, for this turn."""
    die = g.chance.die()
    g.tell_result("weather_losses", "10.6-07", seat=seat, die=die)
    for _ in range(die):
        markers: list[tuple[Cup, Marker]] = [(cup, marker) for cup in cups for marker in g.cups[cup]]
        if not markers:
            return
        cup, marker = markers[g.chance.pick(len(markers))]
        rest = list(g.cups[cup])
        rest.remove(marker)
        g.cups[cup] = tuple(rest)


@dataclass
class PlayerTurn(Procedure[None]):
    """Five phases of one side (4.1-05)."""

    side: int

    def begin(self, g: State) -> Next:
        """A new player turn: nobody has moved or fought."""
        g.active = self.side
        g.moved = g.fought = g.spent = g.displaced = g.landed = 0
        if self.side == GERMAN:
            g.phase = MOVEMENT
            return call(EarlyArrival(), then=self.movement)
        return self.movement(g, None)

    def movement(self, g: State, _: object) -> Next:
        """Movement Phase; German reinforcements enter during it."""
        g.phase = MOVEMENT
        g.due = due_units(g, GERMAN) if self.side == GERMAN else ()
        return call(MovementPhase(), then=self.landings)

    def landings(self, g: State, _: object) -> Next:
        """Allied reinforcements land at its end (10.11)."""
        g.due = ()
        if self.side == ALLIED:
            return call(AlliedReinforcements(), then=self.bombardment)
        return self.bombardment(g, None)

    def bombardment(self, g: State, _: object) -> Next:
        """Bombardment Phase."""
        g.phase = BOMBARDMENT
        return call(BombardmentPhase(), then=self.combat)

    def combat(self, g: State, _: object) -> Next:
        """Combat Phase."""
        g.phase = COMBAT
        return call(CombatPhase(), then=self.mobile_movement)

    def mobile_movement(self, g: State, _: object) -> Next:
        """Mobile Movement Phase, skipped where no mobile unit can move."""
        g.phase = MOBILE_MOVEMENT
        phase = MovementPhase(mobile_only=True)
        if not phase.movable(g):
            return self.mobile_combat(g, None)
        return call(phase, then=self.mobile_combat)

    def mobile_combat(self, g: State, _: object) -> Next:
        """Mobile Combat Phase."""
        g.phase = MOBILE_COMBAT
        return call(CombatPhase(mobile_only=True), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """Allied supply is determined at the end of the Allied player turn (10.12-03)."""
        if self.side == ALLIED:
            check_supply(g)
            note_captures(g)
        return done()


# -- replacements -----------------------------------------------------------------------------------


def replacement_points(army: Army, turn: int, *, mobile: bool, campaign: bool) -> int:
    """Points of one class that an army receives in a turn (10.7, 15.2).

    >>> replacement_points(Army.US, 5, mobile=True, campaign=True)
    2
    """
    if mobile:
        if turn < 3 or turn % 2 == 0:
            return 0
        if not campaign or (army is Army.US and turn == 3):
            return 1
        return 2
    if turn < 2 or (army is Army.CW and turn % 2 == 1):
        return 0
    return 2 if campaign else 1


@dataclass
class Replacements(Procedure[None]):
    """The Allied player rebuilds reduced units; what he does not use is lost (10.7-10)."""

    doing = "replacements"
    number: int = 0  # of the class being served: US leg, US mobile, CW leg, CW mobile
    used: int = 0

    def begin(self, g: State) -> Next:
        """Serve one class after another."""
        campaign = g.battle.scenario.campaign
        present = {area.army for area in g.battle.areas}
        if not g.hushed and not self.number and not self.used and g.turn > 1:
            self.tell_none(g, present)
        while self.number < 2 * len(ARMIES):
            army, mobile = ARMIES[self.number // 2], bool(self.number % 2)
            points = replacement_points(army, g.turn, mobile=mobile, campaign=campaign) if army in present else 0
            units = self.candidates(g, army, mobile) if self.used < points else []
            if units:
                kind = "mobile" if mobile else "leg"
                prompt = f"Rebuild a reduced {NAME_OF_ARMY[army]} {kind} unit ({points - self.used} left)?"
                orders = [*(REBUILD[unit] for unit in units), PASS]
                return ask(SEATS[ALLIED], prompt, orders, then=self.answered, why=self.why_not, rule="10.7")
            self.number += 1
            self.used = 0
        return done()

    def tell_none(self, g: State, present: Collection[Army]) -> None:
        """Why nobody can be rebuilt in this turn, if that is so."""
        campaign = g.battle.scenario.campaign
        classes = [(army, mobile) for army in ARMIES if army in present for mobile in (False, True)]
        served = [one for one in classes if replacement_points(one[0], g.turn, mobile=one[1], campaign=campaign)]
        if not any(self.candidates(g, *one) for one in served):
            classes_served = tuple(f"{NAME_OF_ARMY[army]} {'mobile' if mobile else 'leg'}" for army, mobile in served)
            g.tell("no_rebuilding", "10.7-01", classes=classes_served)

    def candidates(self, g: State, army: Army, mobile: bool) -> list[int]:
        """Reduced units of the class that are on the map and in supply."""
        battle = g.battle
        reduced = g.reduced & g.force[ALLIED]
        units = [unit for unit in members(reduced) if battle.army[unit] is army and battle.mobile[unit] is mobile]
        if not units:
            return []
        supplied = supplied_units(g)
        return [unit for unit in units if supplied >> unit & 1]

    def answered(self, g: State, order: Order) -> Next:
        """A unit is at full strength again, or the points of this class lapse."""
        if order is PASS:
            self.number += 1
            self.used = 0
        else:
            g.reduced &= ~(1 << order.arg)
            g.tell("rebuilt", "10.7-01", unit=order.arg)
            self.used += 1
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot be rebuilt."""
        if order.verb != "rebuild":
            return Refusal("10.7-09", "replacement points are spent now or lost")
        unit, name, battle = order.arg, UNIT_IDS[order.arg], g.battle
        army, mobile = ARMIES[self.number // 2], bool(self.number % 2)
        if battle.side[unit] == GERMAN:
            return Refusal("10.7-11", f"{name} is German, and Germans receive no replacements")
        if g.where[unit] < 0:
            return Refusal("10.7-03", f"{name} is not on the map")
        if not g.is_reduced(unit):
            return Refusal("10.7-01", f"{name} is not reduced")
        if battle.army[unit] is not army or battle.mobile[unit] is not mobile:
            kind = "mobile" if mobile else "leg"
            return Refusal("10.7-03", f"this point is for a {NAME_OF_ARMY[army]} {kind} unit, and {name} is none")
        return Refusal("10.7-04", f"{name} is not in supply")
