"""US amphibious operations (5): landing checks, drift, mines, landing, and the units of the next wave."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bocage.games.omaha_beach.battle import BOX, SEATS, Battle
from bocage.games.omaha_beach.cards import Card, Letter
from bocage.games.omaha_beach.deck import draw
from bocage.games.omaha_beach.losses import eliminate, lose_steps, near
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.tables import LandingResult
from bocage.games.omaha_beach.terms import Symbol, Tide
from bocage.games.omaha_beach.variants import landing_table
from bocage.games.omaha_beach.words import ALONG, BOX_IDS, DELAY, DRIFT, HIT, IN, LOSE, STAY, UNIT_IDS
from bocage.hexes import Hex, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

DELAY_OF_DRIFTERS = 2  # turns (5.11)
DELAY_OF_HQS = 2  # 5.14-08
BOX_LIMIT = 2  # units placed in a box (5.31)
NO_RANGER_DRIFT = "C/2R"  # 5.13-02


@dataclass
class AmphibiousOperations(Procedure[None]):
    """Checks in both sectors, then everybody lands, then the next wave goes into the boxes (4.I)."""

    waves: tuple[tuple[int, ...], ...] = ()  # the units of each sector's boxes when the phase began
    sector: int = 0

    def begin(self, g: State) -> Next:
        """Each unit is checked once, by the card of the sector where it is now (5.11-04)."""
        g.phase = "US Amphibious Operations"
        self.waves = tuple(tuple(units_in_boxes(g, sector)) for sector in range(len(SEATS)))
        return self.check

    def check(self, g: State, _: object = None) -> Next:
        """East first, then west (5.1-01)."""
        while self.sector < len(self.waves):
            sector, self.sector = self.sector, self.sector + 1
            if needs_check(g, self.waves[sector], sector):
                return call(LandingCheck(sector, self.waves[sector]), then=self.check)
        return self.land

    def land(self, g: State) -> Next:
        """5.2."""
        for place in [place for place in g.at if place >= BOX]:
            for unit in g.at[place]:
                land(g, unit, place - BOX)
        return call(Arrivals(), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """The phase ends."""
        return done()


def units_in_boxes(g: State, sector: int) -> list[int]:
    """All units in the boxes of a sector, from east to west."""
    boxes = g.battle.box_sector
    places = sorted([place for place in g.at if place >= BOX and boxes[place - BOX] == sector])
    return [unit for place in places for unit in g.at[place]]


def result_for(g: State, unit: int, letter: Letter) -> LandingResult | None:
    """What the landing table of this turn says of a unit in its box; None: it is not checked (5.15)."""
    return landing_result(g.battle, unit, g.where[unit] - BOX, letter, g.turn)


@cache
def landing_result(battle: Battle, unit: int, box: int, letter: Letter, turn: int) -> LandingResult | None:
    """What the landing table says of a unit in a box in a turn."""
    piece, letters = battle.units[unit], battle.boxes[box].letters
    return battle.tables.landing_result(landing_table(battle.variants, piece, turn), piece.type, letters, letter)


def tell_check(g: State, unit: int, card: Card, boxes: int = 0) -> None:
    """Which line of the landing table counts for a unit, and what it says of it; it happens where it drifts to."""
    battle, piece, symbol = g.battle, g.battle.units[unit], g.battle.symbol[unit]
    if symbol is None or g.hushed:
        return
    turn = landing_table(battle.variants, piece, g.turn)
    line = battle.tables.landing_line(turn, piece.type, battle.boxes[g.where[unit] - BOX].letters)
    g.tell_result(
        "landing_check", "5.1-03", step=True, unit=unit, hex=off_beach(g, unit, boxes), symbol=str(symbol), row=line,
        letter=card.landing[symbol], type=str(piece.type), chooses=may_drift(battle, unit), variant=turn != g.turn,
    )  # fmt: skip


def off_beach(g: State, unit: int, boxes: int) -> Hex:
    """The hex off which boats are once they have drifted so many boxes, or are now if no beach is there."""
    there, battle = g.where[unit] - BOX + boxes, g.battle
    lands = battle.boxes[there].lands if 0 <= there < len(battle.boxes) else {}
    return lands.get(battle.tide(g.turn), near(g, unit))


def may_drift(battle: Battle, unit: int) -> bool:
    """Whether a unit is of those rangers who may choose how far they drift (5.13)."""
    return battle.ranger[unit] and battle.units[unit].id != NO_RANGER_DRIFT


def needs_check(g: State, units: tuple[int, ...], sector: int) -> bool:
    """Whether a sector draws a landing card: for results, or for mines (5.15-02, 5.15-03)."""
    return any(result_for(g, unit, "A") is not None for unit in units) or bool(endangered(g, sector))


def land(g: State, unit: int, box: int) -> None:
    """A unit lands from its box; across the boundary it comes under the other division (5.2, 5.22)."""
    hex_ = g.battle.boxes[box].lands.get(g.battle.tide(g.turn))
    if hex_ is None:
        g.delay(unit, g.turn + DELAY_OF_DRIFTERS, "5.11-03")
        return
    g.put(unit, hex_)
    g.tell("landed", "5.2-01", unit=unit, hex=hex_)
    sector = g.battle.sector(hex_)
    if sector != g.command[unit] and sector in g.battle.divisions:
        g.assign(unit, sector)
        g.tell("transferred", "5.22-01", unit=unit, seat=SEATS[sector])


def endangered(g: State, sector: int) -> list[int]:
    """Units in the boxes of a sector that will land in or through uncleared obstacles while mines are under water."""
    battle = g.battle
    if not battle.track.during("mines", g.turn):
        return []
    uncleared = battle.chart.obstacles & ~g.cleared
    return [
        unit
        for unit in units_in_boxes(g, sector)
        if uncleared >> battle.boxes[g.where[unit] - BOX].lands[Tide.MID] & 1 and not battle.general[unit]
    ]


@dataclass
class LandingCheck(Procedure[None]):
    """One landing card for the units of a sector (5.1)."""

    sector: int
    units: tuple[int, ...]
    number: int = 0  # of the card
    place: int = 0  # of the unit whose result comes next
    drifter: int = -1
    left_behind: tuple[int, ...] = ()  # leaders who are asked whether they drift along (5.12)

    def begin(self, g: State) -> Next:
        """Draw the card."""
        card = draw(g, f"landing {self.sector}")
        self.number = card.number
        letters, mine = card.landing, card.mine and g.battle.track.during("mines", g.turn)
        mines_from = g.battle.track.spans["mines"].turns[0][0]
        g.tell_result(
            "landing_card", "5.1-02", step=True, card=card.number, part="landing", sector=self.sector, mine=mine,
            mine_from=mines_from if card.mine and g.turn < mines_from else 0, diamond=letters[Symbol.DIAMOND],
            triangle=letters[Symbol.TRIANGLE], circle=letters[Symbol.CIRCLE],
        )  # fmt: skip
        return self.next_unit

    def about(self, g: State) -> About:
        """The unit that drifts."""
        return About(unit=self.drifter) if g.awaits(self.rangers_drift, self.leader_answered) else About()

    def next_unit(self, g: State) -> Next:
        """Every unit has the result of its symbol; leaders are not checked (5.12)."""
        card = g.battle.deck[self.number]
        while self.place < len(self.units):
            unit, self.place = self.units[self.place], self.place + 1
            symbol = g.battle.symbol[unit]
            result = result_for(g, unit, card.landing[symbol]) if symbol is not None else None
            if result is not None:
                step = self.apply(g, unit, result, card)
                if g.outcome is not None:
                    return done()
                if step is not None:
                    return step
        return self.mines

    def apply(self, g: State, unit: int, result: LandingResult, card: Card) -> Next | None:
        """Losses, delay, drift (5.1-04)."""
        drifts = not (result.eliminated or result.removed or result.delay)
        tell_check(g, unit, card, drifts * (result.drift_west - result.drift_east))
        if result.ranger_drift_east and may_drift(g.battle, unit):
            self.drifter = unit
            return self.rangers
        if result.eliminated or result.removed:
            eliminate(g, unit, "5.1-03")
            return None
        if result.steps_lost:
            lose_steps(g, unit, result.steps_lost, "5.1-03")
        if result.delay:
            g.delay(unit, g.turn + result.delay, "5.1-03")
        elif g.where[unit] >= BOX and (result.drift_east or result.drift_west):
            return self.drift(g, unit, result.drift_west - result.drift_east)
        return None

    def rangers(self, g: State) -> Next:
        """Rangers may drift east as far as their result says (5.13)."""
        unit, card = self.drifter, g.battle.deck[self.number]
        symbol = g.battle.symbol[unit]
        assert symbol is not None
        result = result_for(g, unit, card.landing[symbol])
        assert result is not None
        assert result.ranger_drift_east
        first, last = result.ranger_drift_east
        orders = [*(DRIFT[boxes] for boxes in range(first, last + 1)), STAY]
        prompt = f"Do the rangers of {UNIT_IDS[unit]} drift east, and how far?"
        return ask(g.seat_of(unit), prompt, orders, then=self.rangers_drift, rule="5.13-01")

    def rangers_drift(self, g: State, order: Order) -> Next:
        """5.13."""
        if order is STAY:
            return self.next_unit
        return self.drift(g, self.drifter, -order.arg) or self.next_unit

    def drift(self, g: State, unit: int, boxes: int) -> Next | None:
        """A unit goes along the row of boxes; leaders in its box may go with it (5.11, 5.12)."""
        origin = g.where[unit]
        drift(g, unit, boxes)
        if g.where[unit] < BOX:
            return None
        self.drifter = unit
        self.left_behind = tuple(other for other in g.at.get(origin, ()) if g.battle.leader[other])
        return self.next_leader if self.left_behind else None

    def next_leader(self, g: State) -> Next:
        """Ask the leaders one by one."""
        if not self.left_behind:
            return self.next_unit
        leader = self.left_behind[0]
        box = BOX_IDS[g.where[self.drifter] - BOX]
        prompt = f"Does {UNIT_IDS[leader]} drift along with {UNIT_IDS[self.drifter]} to {box}?"
        return ask(g.seat_of(leader), prompt, (ALONG, STAY), then=self.leader_answered, rule="5.12-02")

    def leader_answered(self, g: State, order: Order) -> Next:
        """Along, or not."""
        leader, self.left_behind = self.left_behind[0], self.left_behind[1:]
        if order is ALONG:
            g.put(leader, g.where[self.drifter])
            g.tell_result(
                "drifted_along",
                "5.12-02",
                unit=leader,
                box=g.where[leader] - BOX,
                company=self.drifter,
                hex=near(g, leader),
            )
        return self.next_leader

    def mines(self, g: State) -> Next:
        """If the card shows a mine, one unit that lands among obstacles loses a step; where there are only HQs, one is
        delayed (5.14).
        """
        near = endangered(g, self.sector) if g.battle.deck[self.number].mine else []
        if not near:
            if g.battle.deck[self.number].mine and g.battle.track.during("mines", g.turn):
                g.tell("no_mine", "5.14-04")
            return done()
        units = [unit for unit in near if not g.battle.hq[unit]]
        if units:
            prompt, orders = "A mine explodes: which unit loses a step?", [LOSE[unit] for unit in units]
        else:
            prompt, orders = "A mine explodes: which HQ is delayed?", [HIT[hq] for hq in near]
        if len(orders) == 1:
            return self.mine_explodes(g, orders[0])
        seat = g.seat_for(units or near, self.sector)
        return ask(seat, prompt, orders, then=self.mine_explodes, why=self.why_not_mine, rule="5.14-06")

    def mine_explodes(self, g: State, order: Order) -> Next:
        """5.14-04, 5.14-05, 5.14-08."""
        if g.battle.hq[order.arg]:
            g.delay(order.arg, g.turn + DELAY_OF_HQS, "5.14-08")
        else:
            g.tell_result("mine", "5.14-04", step=True, unit=order.arg, hex=near(g, order.arg))
            lose_steps(g, order.arg, 1, "5.14-04")
        return done()

    def why_not_mine(self, g: State, order: Order) -> Refusal:
        """Only a unit that meets the mines can be chosen, and an HQ only if there is no other."""
        if order.verb not in (LOSE.name, HIT.name):
            return Refusal("5.14-06", "one of the units among the mines must meet one")
        name = UNIT_IDS[order.arg]
        if order.arg not in endangered(g, self.sector):
            return Refusal("5.14-06", f"{name} does not land in or through uncleared obstacles here")
        return Refusal("5.14-08", f"{name}: a unit loses a step; an HQ is delayed instead, if it alone meets the mine")


def drift(g: State, unit: int, boxes: int) -> None:
    """Move a unit along the row, west if positive; off the row, or where no beach is left, it is delayed (5.11)."""
    battle = g.battle
    there = g.where[unit] - BOX + boxes
    if not 0 <= there < len(battle.boxes) or battle.box_sector[there] not in battle.sectors:
        g.delay(unit, g.turn + DELAY_OF_DRIFTERS, "5.11-02")
    elif battle.tide(g.turn) not in battle.boxes[there].lands:
        g.delay(unit, g.turn + DELAY_OF_DRIFTERS, "5.11-03")
    else:
        g.put(unit, BOX + there)
        way = "west" if boxes > 0 else "east"
        g.tell_result("drifted", "5.11-01", unit=unit, box=there, boxes=abs(boxes), way=way, hex=near(g, unit))


# -- the next wave ------------------------------------------------------------------------------


@dataclass
class Arrivals(Procedure[None]):
    """The units of this turn go into their boxes, or wait (5.3)."""

    unit: int = -1  # the one that is asked for
    placed: int = 0  # mask of those that have been placed in this turn

    def begin(self, g: State, _: object = None) -> Next:
        """Who has no choice first, generals last, so that they find company (5.31-02)."""
        general, delays = g.battle.general, self.delays(g)
        due = members(g.expected.get(self.turn_of(g), 0))
        boxes = self.open_boxes(g, due)
        while due:
            unit = min(due, key=lambda unit: (general[unit], boxes[unit].bit_count(), unit))
            orders = [*(IN[box] for box in members(boxes[unit])), *delays]
            if len(orders) > 1:
                self.unit = unit
                prompt = f"Where does {UNIT_IDS[unit]} wait for the landing?"
                return ask(g.seat_of(unit), prompt, orders, then=self.answered, why=self.why_not, rule="5.3")
            due.remove(unit)
            if not orders:
                g.delay(unit, g.turn + 1, "5.31-01")
                continue
            self.place(g, unit, orders[0].arg)
            if self.is_full(g, orders[0].arg) or any(general[other] for other in due):  # for others something changes
                boxes = self.open_boxes(g, due)
        return done()

    def about(self, g: State) -> About:
        """The unit that is asked for."""
        return About(unit=self.unit)

    def turn_of(self, g: State) -> int:
        """The turn whose units arrive now."""
        return g.turn

    def delays(self, g: State) -> list[Order]:
        """From turn 7 on, the turns to which a unit may be delayed (5.34)."""
        if not g.battle.track.during("voluntary_delay", g.turn):
            return []
        return [DELAY[turn] for turn in range(g.turn + 1, g.battle.scenario.turns[1] + 1)]

    def open_boxes(self, g: State, units: list[int]) -> dict[int, int]:
        """For each unit the boxes, as a mask, from which nothing keeps it (``why_not_box``)."""
        battle, free = g.battle, g.battle.track.during("delayed_unit_any_box", g.turn)
        boxes = [place - BOX for place in g.at if place >= BOX]
        full = mask([box for box in boxes if self.is_full(g, box)])
        found = {}
        for unit in units:
            found[unit] = battle.placing[unit]
            if not (free and g.delayed >> unit & 1):
                found[unit] &= battle.boxes_for[unit]
            if not battle.leader[unit]:
                found[unit] &= ~full
            elif battle.general[unit] and self.finds_company(g, unit):
                found[unit] &= mask([box for box in boxes if self.company(g, box)])
        return found

    def is_full(self, g: State, box: int) -> bool:
        """Whether a box takes leaders at most."""
        return len(g.units_at(BOX + box)) >= BOX_LIMIT

    def answered(self, g: State, order: Order) -> Next:
        """Into a box, or back on the track."""
        if order.verb == IN.name:
            self.place(g, self.unit, order.arg)
        else:
            g.delay(self.unit, order.arg, "5.34-01")
        return self.begin

    def place(self, g: State, unit: int, box: int) -> None:
        """5.3."""
        g.put(unit, BOX + box)
        self.placed |= 1 << unit
        g.tell("boarded", "5.3-01", unit=unit, box=box)

    def why_not_box(self, g: State, unit: int, box: int) -> Refusal | None:
        """Why a unit may not be placed in a box; None if it may."""
        battle, name, here = g.battle, UNIT_IDS[unit], g.battle.boxes[box]
        if battle.box_sector[box] not in battle.sectors:
            return Refusal("3-02", f"{here.id} is not in play")
        if here.placing == "none":
            return Refusal("5.32-01", f"{here.id} has no letters: units only drift there")
        if here.placing == "rangers" and not battle.ranger[unit]:
            return Refusal("5.33-01", f"only rangers are placed in {here.id}")
        if not self.is_free(g, unit) and not battle.boxes_for[unit] >> box & 1:
            rule = "5.34-02" if g.delayed >> unit & 1 else "5.3-02"
            return Refusal(rule, f"{name} is assigned to {battle.units[unit].box}")
        if not battle.leader[unit] and self.is_full(g, box):
            return Refusal("5.31-01", f"there are two units in {here.id} already")
        if battle.general[unit] and not self.company(g, box) and self.finds_company(g, unit):
            return Refusal("5.31-02", f"{name} goes with a unit of the same turn")
        return None

    def is_free(self, g: State, unit: int) -> bool:
        """Whether a delayed unit may use any box by now (5.34)."""
        return bool(g.delayed >> unit & 1) and g.battle.track.during("delayed_unit_any_box", g.turn)

    def company(self, g: State, box: int) -> bool:
        """Whether a unit that arrives this turn is in a box."""
        return any(self.placed >> other & 1 and not g.battle.general[other] for other in g.at.get(BOX + box, ()))

    def finds_company(self, g: State, general: int) -> bool:
        """Whether some box that a general may use has such a unit."""
        boxes = g.battle.placing[general] & (-1 if self.is_free(g, general) else g.battle.boxes_for[general])
        return any(self.company(g, box) for box in members(boxes))

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why the unit in hand cannot go there or wait so long."""
        name = UNIT_IDS[self.unit]
        if order.verb == IN.name:
            refusal = self.why_not_box(g, self.unit, order.arg)
            assert refusal is not None
            return refusal
        if order.verb == DELAY.name:
            if not g.battle.track.during("voluntary_delay", g.turn):
                return Refusal("5.34-04", f"{name} cannot be delayed before turn 7")
            return Refusal("5.34-01", f"{name} can be delayed to turns {g.turn + 1} to {g.battle.scenario.turns[1]}")
        return Refusal("5.3", f"{name} needs a box")
