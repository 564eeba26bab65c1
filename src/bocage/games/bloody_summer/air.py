"""Allied airpower (rulebook 9, 1.1.1.1): the draw, air superiority, interdiction, and what becomes of the counters.

Tactical Air Support and bombardment (9.1, 9.3, 9.4) are parts of a combat; they take counters that are available here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from bocage.games.bloody_summer.campaign import ALLIED, BRITISH, LEADERS, SEATS, US
from bocage.games.bloody_summer.counters import AirCounter
from bocage.games.bloody_summer.pieces import AIR_IDS, ZONE_IDS
from bocage.games.bloody_summer.places import BOX_AT, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Cup, Weather
from bocage.games.bloody_summer.words import END, INTERDICT, SUPERIORITY, TO, ZONE
from bocage.hexes import Hex, HexSet
from bocage.kernel import NOTHING, Next, Order, Procedure, Refusal, ask, call, done

# Where a counter is.
IN_CUP: Final = 0
AVAILABLE: Final = 1
FINISHED: Final = 2
ON_SUPERIORITY: Final = 3
TACTICAL: Final = 4  # over the zone in ``air_place``
STRATEGIC: Final = 5  # over the box in ``air_place``
GROUNDED_TACTICAL: Final = 6  # by a storm
GROUNDED_STRATEGIC: Final = 7
AWAY: Final = 8  # on the turn track until the turn in ``air_place`` (9.4-08)

COUNTERS: Final = range(len(AIR_IDS))
NOWHERE: Final = 0


def counter(g: State, number: int) -> AirCounter:
    """The air counter of a number."""
    return g.campaign.counters.air[AIR_IDS[number]]


def army_of(g: State, number: int) -> int:
    """The army whose troops a counter supports (8-06)."""
    return SEATS.index(counter(g, number).army)


def available(g: State, army: int, cup: Cup) -> list[int]:
    """The counters of a kind in the Available box that may support an army (8-06, 9.1-02)."""
    return [
        number
        for number in COUNTERS
        if g.air[number] == AVAILABLE and counter(g, number).cup is cup and army_of(g, number) == army
    ]


def use(g: State, number: int) -> None:
    """A counter has done its mission: it is finished for the phase, a heavy bomber for two turns (9.3-03, 9.4-08)."""
    if counter(g, number).cup is Cup.HEAVY:
        g.air[number] = AWAY
        g.air_place[number] = g.turn + g.campaign.tables.support.carpet_returns
    else:
        g.air[number] = FINISHED


# -- rubble (9.4) ---------------------------------------------------------------------------------------


def lay_rubble(g: State, number: int, hexes: tuple[Hex, ...]) -> None:
    """A heavy bomber lies over the hexes that it bombed until it returns (9.4-09)."""
    g.carpeted[number] = hexes
    _count_rubble(g)


def _count_rubble(g: State) -> None:
    """A town costs 2 more for each heavy bomber over it, 1 if that lies over two hexes (9.4-10, -11)."""
    g.rubble = {}
    for hexes in g.carpeted.values():
        for h in hexes:
            if g.campaign.ground.town >> h & 1:
                g.rubble[h] = g.rubble.get(h, 0) + g.campaign.tables.support.rubble // len(hexes)
    g.forget()


# -- phases and turns -----------------------------------------------------------------------------------


def storm(g: State) -> None:
    """A storm cancels all missions of the phase (1.1.1.1.a-03, -04)."""
    grounded = {AVAILABLE: FINISHED, TACTICAL: GROUNDED_TACTICAL, STRATEGIC: GROUNDED_STRATEGIC}
    g.air = [grounded.get(mission, mission) for mission in g.air]
    g.forget()


def end_phase(g: State) -> None:
    """Finished counters are available again (1.1.4-01); those whose interdiction was cancelled wait to be placed."""
    g.air = [AVAILABLE if mission == FINISHED else mission for mission in g.air]


def end_turn(g: State) -> None:
    """All counters return to their cups, but heavy bombers only for their turn; then their rubble is cleared (9.4)."""
    g.carpets = 0  # 9.4-05
    for number in COUNTERS:
        if g.air[number] != AWAY or g.air_place[number] <= g.turn + 1:
            g.air[number], g.air_place[number] = IN_CUP, NOWHERE
            g.carpeted.pop(number, None)
    _count_rubble(g)


# -- interdiction (9.2, 9.5) ----------------------------------------------------------------------------


def over_zones(g: State) -> tuple[int, ...]:
    """The zones with a fighter-bomber over them, one for each counter."""
    return _flying(tuple(g.air), tuple(g.air_place)).zones


class Flying(NamedTuple):
    """The counters on interdiction: the zone of each that is over one, and those over each box."""

    zones: tuple[int, ...]
    boxes: Mapping[Place, tuple[int, ...]]


@lru_cache(1 << 8)
def _flying(air: tuple[int, ...], places: tuple[int, ...]) -> Flying:
    boxes: dict[Place, tuple[int, ...]] = {}
    for number in COUNTERS:
        if air[number] == STRATEGIC:
            boxes[places[number]] = (*boxes.get(places[number], ()), number)
    return Flying(tuple(places[number] for number in COUNTERS if air[number] == TACTICAL), boxes)


def interdicted(g: State) -> HexSet:
    """The hexes of the zones under tactical interdiction: it concerns Germans alone (9.2-04)."""
    found = 0
    for zone in over_zones(g):
        found |= g.campaign.ground.zones[ZONE_IDS[zone]]
    return found


def over_box(g: State, box: Place) -> tuple[int, ...]:
    """The counters on strategic interdiction of a box."""
    return _flying(tuple(g.air), tuple(g.air_place)).boxes.get(box, ())


def interdiction(g: State, box: Place) -> int:
    """What air counters add to the interdiction die of a box, whatever their nationality (9.5)."""
    return sum(worth(g, number) for number in over_box(g, box))


def worth(g: State, number: int) -> int:
    """What an air counter adds to the die of Germans who want to leave the box that it is over (9.5)."""
    table = g.campaign.tables.strategic_interdiction
    return {Cup.HEAVY: table.HB, Cup.MEDIUM: table.MB, Cup.FIGHTER: table.FB}[counter(g, number).cup]


def why_not_over_zone(g: State, number: int, zone: int) -> Refusal | None:
    """The rule that keeps a counter from tactical interdiction of a zone, or None."""
    table, name = g.campaign.tables.tactical_interdiction, AIR_IDS[number]
    if counter(g, number).cup is not Cup.FIGHTER:
        return Refusal("9.2-01", f"{name} is no fighter-bomber: only those fly tactical interdiction")
    if g.air[number] == GROUNDED_STRATEGIC:
        return Refusal("9-04", f"{name} flies strategic interdiction in this turn and nothing else")
    if len(over_zones(g)) >= table.most:
        return Refusal("9.2-01", f"{table.most} fighter-bombers are on tactical interdiction: that is the most")
    if over_zones(g).count(zone) >= table.in_a_zone:
        return Refusal("9.2-02", f"a fighter-bomber is over {ZONE_IDS[zone]} already")
    return None


def why_not_over_box(g: State, number: int, box: Place) -> Refusal | None:
    """The rule that keeps a counter from strategic interdiction of a box, or None."""
    name, cup = AIR_IDS[number], counter(g, number).cup
    if box not in g.campaign.boxes:
        return Refusal("9.5-01", f"{place_name(box)} is no box of the Strategic Movement Map in use")
    if g.air[number] == GROUNDED_TACTICAL:
        return Refusal("9-04", f"{name} flies tactical interdiction in this turn and nothing else")
    there = over_box(g, box)
    if any(counter(g, other).cup is not cup for other in there):
        return Refusal("9.5-01", f"counters of another kind than {name} are over {place_name(box)}")
    if len(there) >= g.campaign.tables.strategic_interdiction.most[cup]:
        return Refusal("9.5-01", f"no more counters of this kind may be over {place_name(box)}")
    return None


def zones_for(g: State, number: int) -> list[int]:
    """The zones over which a counter may be placed."""
    return [zone for zone in g.campaign.zones if why_not_over_zone(g, number, zone) is None]


def boxes_for(g: State, number: int) -> list[Place]:
    """The boxes over which a counter may be placed."""
    return [box for box in g.campaign.boxes if why_not_over_box(g, number, box) is None]


def has_place(g: State, number: int) -> bool:
    """Whether there is a zone or box over which a counter may be placed."""
    return any(why_not_over_box(g, number, box) is None for box in g.campaign.boxes) or bool(zones_for(g, number))


# -- the phase ------------------------------------------------------------------------------------------


def to_draw(g: State) -> dict[Cup, int]:
    """The numbers of the Air Force Availability Table (9-01); half of them in scenario 1, rounded up (11.1.2-03)."""
    table, set_up = g.campaign.tables.availability, g.campaign.set_up
    row = table.turn_0 if g.turn == 0 else table.clear if g.weather is Weather.CLEAR else table.overcast
    numbers = {cup: (row[cup] + 1) // 2 if set_up.halved else row[cup] for cup in Cup}
    return numbers if set_up.heavy_bombers else {**numbers, Cup.HEAVY: 0}


def draw(g: State) -> None:
    """Counters are drawn blind from the three cups (1.1.1.1.b-01, -02)."""
    drawn: list[int] = []
    numbers, there = [], []
    for cup, number in to_draw(g).items():
        left = [one for one in COUNTERS if g.air[one] == IN_CUP and _takes_part(g, one) and counter(g, one).cup is cup]
        there.append(len(left))
        numbers.append(min(number, len(left)))
        for _ in range(numbers[-1]):
            one = left.pop(g.chance.pick(len(left)) if len(left) > 1 else 0)
            g.air[one] = AVAILABLE
            drawn.append(one)
    g.tell_result(
        "air_drawn", "1.1.1.1.b-01", step=True, counters=tuple(sorted(drawn)), drawn=tuple(numbers),
        there=tuple(there), sky="D-Day" if g.turn == 0 else f"{g.weather} weather", halved=g.campaign.set_up.halved,
    )  # fmt: skip


def _takes_part(g: State, number: int) -> bool:
    return counter(g, number).army in g.campaign.set_up.armies


def on_superiority(g: State) -> int:
    """9-02: the die of the Fighter-Bomber Allocation Table; half of it if it is overcast, and in scenario 1."""
    table, die = g.campaign.tables.superiority, g.chance.die()
    row = table.late if g.turn >= table.late_from else table.early
    if g.weather is Weather.OVERCAST:
        row = tuple(number // 2 for number in row)
    if g.campaign.set_up.halved:
        row = tuple(number // 2 for number in row)
    needed = row[die - 1]
    g.tell_result("superiority_rolled", "9-02", die=die, number=needed, by_die=row, sky=g.weather)
    return needed


def fighters(g: State) -> list[int]:
    """The fighter-bombers that are available."""
    return [number for number in COUNTERS if g.air[number] == AVAILABLE and counter(g, number).cup is Cup.FIGHTER]


@dataclass
class AirAvailability(Procedure[None]):
    """Counters are drawn; some fighter-bombers must fly for air superiority, the others as their army likes (9)."""

    doing = "air"
    needed: int = 0  # on air superiority

    def begin(self, g: State) -> Next:
        """1.1.1.1.b-01, 9-02."""
        g.phase = "Air availability phase"
        draw(g)
        self.needed = min(on_superiority(g), len(fighters(g)))
        return self.superiority

    def superiority(self, g: State) -> Next:
        """1.1.1.1.b-03: which of them; if all are of one army, they are alike."""
        able = fighters(g)
        if not self.needed:
            return self.missions
        if self.needed == len(able) or len({army_of(g, number) for number in able}) == 1:
            return self.send_first
        prompt = f"Choose fighter-bombers for air superiority ({self.needed} more)"
        orders = [SUPERIORITY[number] for number in able]
        return ask(LEADERS[ALLIED], prompt, orders, then=self.chosen, why=self.why_not, rule="1.1.1.1.b-03")

    def send_first(self, g: State) -> Next:
        """No choice matters."""
        return self.send(g, fighters(g)[0])

    def chosen(self, g: State, order: Order) -> Next:
        """A counter is named."""
        return self.send(g, order.arg)

    def send(self, g: State, number: int) -> Next:
        """It flies for air superiority in this turn (1.1.1.1.b-04)."""
        g.air[number] = ON_SUPERIORITY
        g.tell("superiority", "1.1.1.1.b-03", counter=number)
        self.needed -= 1
        return self.superiority

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a counter is not offered."""
        return Refusal("1.1.1.1.b-03", "name a fighter-bomber that is available: air superiority comes first")

    def missions(self, g: State) -> Next:
        """Whoever is on no interdiction stays available (1.1.1.1.b-05 to -07)."""
        return call(Missions(), then=self.over)

    def over(self, g: State, _: None) -> Next:
        """All counters have their missions."""
        return done()


@dataclass
class Missions(Procedure[None]):
    """Army by army interdiction is given out; after a storm in phase A, what it cancelled, anew (1.1.1.1.a-10)."""

    grounded: bool = False
    armies: tuple[int, ...] = (US, BRITISH)  # that have still to do it

    def begin(self, g: State, _: None = None) -> Next:
        """Nobody is asked who has no counters to place."""
        if not self.armies:
            return done()
        army, *rest = self.armies
        self.armies = tuple(rest)
        return call(Interdiction(army, self.grounded), then=self.begin)


@dataclass
class Interdiction(Procedure[None]):
    """An army places counters on zones and boxes: those available, or those that a storm has grounded."""

    doing = "air"
    army: int
    grounded: bool = False
    number: int = NOTHING

    def begin(self, g: State) -> Next:
        """1.1.1.1.b-05, -07: one after the other, as many as one likes."""
        able = [number for number in COUNTERS if self.why_not_interdict(g, number) is None]
        if not able:
            return done()
        orders = [*(INTERDICT[number] for number in able), END]
        prompt = "Put an air counter on interdiction, or end: the others stay available"
        return ask(SEATS[self.army], prompt, orders, then=self.chosen, why=self.why_not, rule="9")

    def chosen(self, g: State, order: Order) -> Next:
        """A counter is taken in hand, or that is all."""
        if order is END:
            return done()
        self.number = order.arg
        places = self.places(g)
        return self.choose_place if len(places) > 1 else self.placed(g, places[0])

    def places(self, g: State) -> list[Order]:
        """The zones of the map and the boxes over which the counter in hand may fly."""
        return [
            *(ZONE[zone] for zone in zones_for(g, self.number)),
            *(TO[box] for box in boxes_for(g, self.number)),
        ]

    def choose_place(self, g: State) -> Next:
        """9.2, 9.5: over a zone of the map or over a box."""
        prompt = f"Where does {AIR_IDS[self.number]} fly interdiction?"
        return ask(SEATS[self.army], prompt, self.places(g), then=self.placed, why=self.why_not_there, rule="9.2")

    def placed(self, g: State, order: Order) -> Next:
        """It works there until the turn ends, or a storm comes."""
        tactical = order.verb == ZONE.name
        g.air[self.number], g.air_place[self.number] = TACTICAL if tactical else STRATEGIC, order.arg
        g.forget()
        if tactical:
            g.tell("tactical_interdiction", "9.2-01", counter=self.number, zone=order.arg)
        else:
            value = g.campaign.ground.boxes[BOX_AT[order.arg]].interdiction
            by = worth(g, self.number)
            g.tell("strategic_interdiction", "9.5-01", counter=self.number, place=order.arg, by=by, value=value)
        self.number = NOTHING
        return self.begin

    def why_not_interdict(self, g: State, number: int) -> Refusal | None:
        """The rule that keeps a counter from all interdiction, or None."""
        name, mission = AIR_IDS[number], g.air[number]
        if army_of(g, number) != self.army:
            return Refusal("11-01", f"{name} is not one of yours")
        if mission == ON_SUPERIORITY:
            return Refusal("1.1.1.1.b-04", f"{name} flies for air superiority in this turn")
        if self.grounded and mission not in (GROUNDED_TACTICAL, GROUNDED_STRATEGIC):
            return Refusal("1.1.1.1.a-10", f"the storm has not cancelled an interdiction of {name}")
        if not self.grounded and mission != AVAILABLE:
            return Refusal("9-01", f"{name} is not available")
        if not has_place(g, number):
            return Refusal("9.5-01", f"there is no place left for {name}")
        return None

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a counter is not offered."""
        refusal = self.why_not_interdict(g, order.arg) if order.verb == INTERDICT.name else None
        return refusal or Refusal("9-01", "put an air counter on interdiction, or end")

    def why_not_there(self, g: State, order: Order) -> Refusal:
        """Why it cannot be placed there."""
        refusal = None
        if order.verb == ZONE.name:
            refusal = why_not_over_zone(g, self.number, order.arg)
        elif order.verb == TO.name:
            refusal = why_not_over_box(g, self.number, order.arg)
        return refusal or Refusal("9-01", "name a zone of the map or a box of the Strategic Movement Map")
