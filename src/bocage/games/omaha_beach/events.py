"""Events (4.II, EV): one card a turn, carried out by the rules where they say how, by the player where they ask him."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bocage.games.omaha_beach.armor_entry import SECOND_EVENT
from bocage.games.omaha_beach.artillery import any_guns, settle_observers
from bocage.games.omaha_beach.battle import SEATS, WEST
from bocage.games.omaha_beach.cards import Event, EventKind
from bocage.games.omaha_beach.control import settle_communication
from bocage.games.omaha_beach.deck import draw
from bocage.games.omaha_beach.depth import (
    add_depth,
    add_depth_in_each_sector,
    is_tactical_reinforcement,
    nearest,
    remove_depth,
    reveal_depth,
    reveal_unit,
    shell,
)
from bocage.games.omaha_beach.leaders import DIVISIONS, HeroEntry
from bocage.games.omaha_beach.losses import FireLoss, lose_steps
from bocage.games.omaha_beach.reinforcements import reinforce, release_meyer, tactical_reinforcement
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.tables import EXTENDED
from bocage.games.omaha_beach.words import GRID, HIT, JOIN, PASS, REVEAL, UNIT_IDS
from bocage.hexes import members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, call, done

ROCKETS = "WN69"
ROCKET_RANGE = range(3, 8)  # hexes (EV.8-02)
PHASES = {"first_event": "Event", "second_event": SECOND_EVENT}


@dataclass
class EventPhase(Procedure[None]):
    """Draw a card and carry out the event of the turn (4.II-01); none on turns 1 and 32."""

    span: str = "first_event"
    number: int = 0

    def begin(self, g: State) -> Next:
        """Draw."""
        g.phase = PHASES[self.span]
        if not g.battle.track.during(self.span, g.turn):
            return done()
        card = draw(g, self.span)
        self.number = card.number
        event = card.event(g.turn)
        g.tell_result("event", "4.II-01", step=True, card=card.number, part="event", event=str(event.kind))
        if event.division is not None and DIVISIONS.index(event.division) not in g.battle.divisions:
            g.tell_result("no_event", "3-02")
            return done()
        if event.kind in AT_ONCE:
            AT_ONCE[event.kind](g, event)
            return done()
        if event.kind in (EventKind.HERO, EventKind.HERO_AND_DEPTH):
            assert event.division is not None
            return call(HeroEntry(DIVISIONS.index(event.division)), then=self.hero_placed)
        return call(INTERACTIVE[event.kind](event), then=self.over)

    def hero_placed(self, g: State, sector: int | None) -> Next:
        """Some heroes come with a depth marker in their sector (9.23)."""
        event = g.battle.deck[self.number].event(g.turn)
        if event.kind is EventKind.HERO_AND_DEPTH:
            assert event.division is not None
            add_depth(g, DIVISIONS.index(event.division) if sector is None else sector, "9.23-01")
        return done()

    def over(self, g: State, _: object) -> Next:
        """The event is carried out."""
        return done()


@dataclass
class SecondEventPhase(EventPhase):
    """A second event after German fire, from turn 17 on (15.IV)."""

    span: str = "second_event"


# -- events without a choice ----------------------------------------------------------------------


def _reinforcements(g: State, event: Event) -> None:
    reinforce(g, event.zones)


def _naval_marker(g: State, event: Event) -> None:
    g.naval += 1
    g.tell_result("naval_marker", "8.5-01", markers=g.naval)


def _naval_marker_and_reinforcement(g: State, event: Event) -> None:
    _naval_marker(g, event)
    reinforce(g, event.zones)


def _depth_one(g: State, event: Event) -> None:
    add_depth(g, None, "9.2-01")


def _depth_each_sector(g: State, event: Event) -> None:
    add_depth_in_each_sector(g)


def _smoke(g: State, event: Event) -> None:
    """EV.9: the named WNs do not fire this turn."""
    for name in event.wn:
        g.smoke |= 1 << g.battle.group_names.index(name)
    held = [g.battle.group_names.index(name) for name in event.wn]
    g.tell_result("smoke", "EV.9-01", wn=event.wn, idle=not any(g.battle.group_mask[group] & g.held for group in held))


def _plunging_fire(g: State, event: Event) -> None:
    """EV.2: for the German Fire Phase that follows; there is none after the second event."""
    if g.phase == SECOND_EVENT:
        g.tell_result("no_event", "EV.2-02")
    else:
        g.plunging = True


def _remove_german_disruption(g: State, event: Event) -> None:
    if not g.battle.track.during("german_recovery", g.turn):
        g.tell_result("no_event", "22.1-06")
        return
    for position in members(g.german_disrupted):
        g.tell_result("german_recovers", "EV.13-01", step=True, position=position)
    g.german_disrupted = 0


def _rocket_unit_destroyed(g: State, event: Event) -> None:
    """EV.4: only after the rockets have fired."""
    position = _rocket_position(g)
    if position is None or not g.rockets_fired:
        g.tell_result("no_event", "EV.4-02")
        return
    if g.deep >> position & 1:
        remove_depth(g, position, "EV.4-01")
    unit = g.vacate(position)
    g.shown |= 1 << unit
    g.gone = (*g.gone, unit)
    g.german_disrupted &= ~(1 << position)
    g.reveal()
    g.tell_result("rockets_destroyed", "EV.4-01", position=position)


def _extra_action(g: State, event: Event) -> None:
    g.extra_actions += 1


def _reduced_actions(g: State, event: Event) -> None:
    g.extra_actions -= 1


def _release_meyer(g: State, event: Event) -> None:
    release_meyer(g, event.units)


def _concealed(g: State, event: Event) -> None:
    """EV.5: units with one of two symbols beside an unrevealed reinforcement unit are disrupted."""
    battle, near = g.battle, 0
    for p in g.occupied_positions():
        if battle.positions[p].kind == "reinforcement" and not g.is_shown(p):
            near |= battle.grid.spread(1 << battle.positions[p].hex)
    for h in members(near & g.occupied):
        for unit in g.units_at(h):
            if battle.symbol[unit] in event.symbols:
                g.disrupt(unit, "EV.5-01")


def _engineers_blocked(g: State, event: Event) -> None:
    """EV.1: bases neither come nor grow nor direct traffic this turn, while a German gun is left."""
    settle_communication(g)  # which off-map guns fire depends on it
    settle_observers(g)
    if g.turn < EXTENDED:
        g.tell_result("no_event", "14-01")
    elif not any_guns(g):
        g.tell_result("no_event", "EV.1-02")
    else:
        g.engineers_blocked = True
        g.tell_result("engineers_blocked", "EV.1-01")


def _snipers(g: State, event: Event) -> None:
    """EV.10: a command post commands one hex only this turn."""
    hq = next(u for u, unit in enumerate(g.battle.units) if g.battle.hq[u] and unit.regiment == str(event.regiment))
    if hq not in g.command_posts:
        g.tell_result("no_event", "EV.10-01")
        return
    g.sniped |= 1 << hq
    g.tell_result("snipers", "EV.10-01", unit=hq)


AT_ONCE: dict[EventKind, Callable[[State, Event], None]] = {
    EventKind.GERMAN_REINFORCEMENTS: _reinforcements,
    EventKind.NAVAL_MARKER: _naval_marker,
    EventKind.NAVAL_MARKER_AND_REINFORCEMENT: _naval_marker_and_reinforcement,
    EventKind.DEPTH_ONE: _depth_one,
    EventKind.DEPTH_EACH_SECTOR: _depth_each_sector,
    EventKind.SMOKE: _smoke,
    EventKind.PLUNGING_FIRE: _plunging_fire,
    EventKind.REMOVE_GERMAN_DISRUPTION: _remove_german_disruption,
    EventKind.ROCKET_UNIT_DESTROYED: _rocket_unit_destroyed,
    EventKind.EXTRA_US_ACTION: _extra_action,
    EventKind.REDUCED_US_ACTIONS: _reduced_actions,
    EventKind.RELEASE_KG_MEYER: _release_meyer,
    EventKind.GERMANS_CONCEALED: _concealed,
    EventKind.SNIPERS: _snipers,
    EventKind.ENGINEERS_BLOCKED: _engineers_blocked,
}


# -- events that may leave a choice ---------------------------------------------------------------


def _rocket_position(g: State) -> int | None:
    """Where the rocket unit stands, if it does."""
    for p in g.battle.groups[g.battle.group_names.index(ROCKETS)]:
        if g.held >> p & 1 and g.battle.back[g.german[p]] == "rocket":
            return p
    return None


@dataclass
class RocketBarrage(Procedure[None]):
    """The rockets of WN69 hit the largest unit on the low ground in their range (EV.8)."""

    def begin(self, g: State) -> Next:
        """Nothing happens if the rockets are gone or disrupted."""
        position = _rocket_position(g)
        if position is None or g.german_disrupted >> position & 1:
            g.tell_result("no_event", "EV.8-04")
            return done()
        g.rockets_fired = True
        g.shelled |= 1 << WEST
        units = self.victims(g, position)
        if not units:
            g.tell_result("no_event", "EV.8-02")
            return done()
        if len(units) == 1:
            return self.hit(g, HIT[units[0]])
        prompt, seat = "Rockets: which unit is hit?", g.seat_for(units, WEST)
        orders = [HIT[unit] for unit in units]
        return ask(seat, prompt, orders, then=self.hit, why=self.why_not, rule="EV.8-03")

    def victims(self, g: State, position: int) -> list[int]:
        """The units with the most steps among those in range."""
        battle, here = g.battle, g.battle.positions[position].hex
        found = [
            unit
            for h in members(battle.low & g.occupied)
            if battle.grid.distance(h, here) in ROCKET_RANGE
            for unit in g.units_at(h)
        ]
        most = max((g.steps[unit] for unit in found), default=0)
        return [unit for unit in found if g.steps[unit] == most]

    def hit(self, g: State, order: Order) -> Next:
        """It loses a step."""
        g.shelled |= 1 << g.battle.sector(g.where[order.arg])
        g.tell_result("rockets_hit", "EV.8-01", step=True, unit=order.arg)
        return call(FireLoss(order.arg, "EV.8-01"), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """One unit only."""
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Only equals are left to choose from."""
        if order.verb != HIT.name:
            return Refusal("EV.8-01", "the hit cannot be declined")
        return Refusal("EV.8-03", f"{UNIT_IDS[order.arg]} is out of range or not among the units with most steps")


@dataclass
class Stragglers(Procedure[None]):
    """A company on its last step regains one: of the division named, or else of the other (EV.7)."""

    division: int

    def begin(self, g: State) -> Next:
        """The player chooses the company."""
        units = self.candidates(g, self.division) or self.candidates(g, 1 - self.division)
        if not units:
            g.tell_result("no_event", "EV.7-02")
            return done()
        if len(units) == 1:
            return self.joined(g, JOIN[units[0]])
        prompt = "Stragglers come up: which company do they join?"
        orders = [JOIN[unit] for unit in units]
        return ask(SEATS[self.division], prompt, orders, then=self.joined, why=self.why_not, rule="EV.7-01")

    def candidates(self, g: State, division: int) -> list[int]:
        """One-step regular infantry of a division on the map or in a box."""
        regular = members(g.battle.regular)
        return [u for u in regular if g.battle.home[u] == division and g.steps[u] == 1 and g.where[u] >= 0]

    def joined(self, g: State, order: Order) -> Next:
        """It leaves the loss box (13.12)."""
        g.steps[order.arg] += 1
        g.tell_result("step_regained", "EV.7-01", unit=order.arg)
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Only companies on their last step."""
        if order.verb != JOIN.name:
            return Refusal("EV.7-01", "the stragglers join a company")
        return Refusal("EV.7-01", f"{UNIT_IDS[order.arg]} is not a company of this division on its last step")


@dataclass
class ShipsHitPosition(Procedure[None]):
    """Naval fire hits one of three positions, whoever is there (EV.11)."""

    names: tuple[tuple[str, str], ...]  # target symbol and position

    def begin(self, g: State) -> Next:
        """A fire card says which."""
        card, battle = draw(g), g.battle
        name = dict(self.names)[card.target]
        position = next(p for p, here in enumerate(battle.positions) if here.id == name)
        hex_ = battle.positions[position].hex
        holder = g.german_at(hex_)
        told = "shelled" if holder != NONE else "own_troops" if g.units_at(hex_) else "nobody_there"
        g.tell_result(
            "ships_fire", "EV.11-01", step=True, card=card.number, part="fire", outcome=(told,), position=position,
            symbol=str(card.target),
        )  # fmt: skip
        if holder != NONE:
            shell(g, holder, "EV.11-02")
            return done()
        if not g.units_at(hex_):
            return done()
        aimed = draw(g)
        units = [u for u in g.units_at(hex_) if battle.symbol[u] is aimed.target]
        g.tell_result(
            "ships_aim", "EV.11-03", card=aimed.number, part="fire", position=position, symbol=str(aimed.target),
            units=tuple(units),
        )  # fmt: skip
        if len(units) < 2:
            return self.hit(g, HIT[units[0]]) if units else done()
        orders = [HIT[unit] for unit in units]
        return ask(g.seat_of(units[0]), "Naval fire: which unit is hit?", orders, then=self.hit, rule="EV.11-04")

    def hit(self, g: State, order: Order) -> Next:
        """It loses a step."""
        lose_steps(g, order.arg, 1, "EV.11-03")
        return done()


@dataclass
class Intelligence(Procedure[None]):
    """A unit and its depth marker are revealed: the nearest, or one of the player's choice (EV.3, EV.12)."""

    division: int
    patrol: bool

    def begin(self, g: State) -> Next:
        """One candidate leaves no choice."""
        positions = self.nearest(g) if self.patrol else self.anywhere(g)
        if not positions:
            g.tell_result("no_event", "EV.12-01" if self.patrol else "EV.3-01")
            return done()
        hexes = [g.battle.positions[p].hex for p in positions]
        if len(hexes) == 1 and not self.may_decline(g, positions):
            return self.found(g, REVEAL[hexes[0]])
        rule = "EV.12-02" if self.patrol else "EV.3-01"
        orders = [*(REVEAL[h] for h in sorted(hexes)), *([PASS] if self.may_decline(g, positions) else [])]
        prompt = "Which position is revealed?"
        return ask(SEATS[self.division], prompt, orders, then=self.found, why=self.why_not, rule=rule)

    def hidden(self, g: State) -> list[int]:
        """Positions with an unrevealed unit."""
        return [p for p in g.occupied_positions() if not g.is_shown(p)]

    def anywhere(self, g: State) -> list[int]:
        """Those of the sector named, or else all (EV.3-01)."""
        here = [p for p in self.hidden(g) if self.sector_of(g, p) == self.division]
        return here or self.hidden(g)

    def may_decline(self, g: State, positions: list[int]) -> bool:
        """A prisoner need not tell of the other sector (EV.3-01)."""
        return not self.patrol and all(self.sector_of(g, p) != self.division for p in positions)

    def sector_of(self, g: State, position: int) -> int:
        """The sector of a position."""
        return g.battle.sector_of_group[g.battle.group_of[position]]

    def nearest(self, g: State) -> list[int]:
        """Those closest to a US unit in the sector named (EV.12-01)."""
        hidden = self.hidden(g)
        return nearest(g, hidden, g.occupied & g.battle.in_sector[self.division]) if hidden else []

    def found(self, g: State, order: Order) -> Next:
        """A Tactical Reinforcement marker brings its unit face up (EV.3-02, EV.12-03)."""
        if order is PASS:
            return done()
        position, rule = g.battle.at_hex[order.arg], "EV.12-01" if self.patrol else "EV.3-01"
        reveal_unit(g, position, rule)
        if g.deep >> position & 1:
            reveal_depth(g, position, rule)
            if is_tactical_reinforcement(g, position):
                remove_depth(g, position, "9.4-01")
                tactical_reinforcement(g, position, face_up=True)
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Only some positions."""
        if order.verb != REVEAL.name:
            return Refusal("EV.3-01", "a position must be revealed")
        label = GRID.label(order.arg)
        position = g.battle.at_hex.get(order.arg, -1)
        if position < 0 or not g.held >> position & 1:
            return Refusal("EV.3-01", f"there is no German unit in {label}")
        if g.is_shown(position):
            return Refusal("EV.3-01", f"the unit in {label} is revealed already")
        if self.patrol:
            return Refusal("EV.12-01", f"{label} is not the nearest unrevealed position")
        return Refusal("EV.3-01", f"{label} is in the other sector")


def _division(event: Event) -> int:
    assert event.division is not None
    return DIVISIONS.index(event.division)


INTERACTIVE: dict[EventKind, Callable[[Event], Procedure[None]]] = {
    EventKind.ROCKET_BARRAGE: lambda event: RocketBarrage(),
    EventKind.LOST_BOAT_TEAMS: lambda event: Stragglers(_division(event)),
    EventKind.SUPPORT_SOLDIERS_JOIN: lambda event: Stragglers(_division(event)),
    EventKind.NAVAL_FIRE_HITS_POSITION: lambda event: ShipsHitPosition(
        tuple((str(symbol), name) for symbol, name in event.positions.items())
    ),
    EventKind.PATROL_REPORT: lambda event: Intelligence(_division(event), patrol=True),
    EventKind.PRISONER_TALKS: lambda event: Intelligence(_division(event), patrol=False),
}
