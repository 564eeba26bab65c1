"""Movement from box to box (rulebook 1.1.2.2, 4.1.2), extended movement (5.2), and the way out of confusion (6.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bocage.games.bloody_summer import boxes, results
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, LEADERS, SEATS
from bocage.games.bloody_summer.combat import Combat
from bocage.games.bloody_summer.fight import Fight, Fought
from bocage.games.bloody_summer.pieces import HEADQUARTERS, MOBILE, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import OFF_MAP, Place, place_name
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.words import END, EXTEND, HALT, MOVE, OVERRUN, PASS, RESIST, TO, WITH
from bocage.hexes import mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

NOWHERE = -1


def holds_enemies(g: State, side: int, box: Place) -> bool:
    """Whether a side must stop in a box: a Partisan does not count, nor does a Festung (4.1.2-05, 4.1.2.a-09)."""
    enemies = g.campaign.movers_of_side[1 - side] | g.campaign.fighters[1 - side]
    return bool(g.who.get(box, 0) & enemies)


def must_stop(g: State, units: Sequence[int], box: Place) -> bool:
    """Whether units end their move in a box that they enter (4.1.2-05 to 4.1.2-07)."""
    side = g.campaign.side[units[0]]
    armoured = all(g.campaign.armoured[unit] for unit in units)
    return holds_enemies(g, side, box) or (not armoured and not g.controls(side, box))


def next_boxes(g: State, units: Sequence[int], left: int) -> list[Place]:
    """Where units can go together with the next step; the Allied armies pass each other but do not stay together."""
    if not left:
        return []
    found = boxes.lines_from(g, g.where[units[0]])
    return [box for box in found if why_not_along(g, units, box, left) is None]


def why_not_next(g: State, units: Sequence[int], box: Place, left: int) -> Refusal | None:
    """The rule that keeps units from a box with their next step, or None."""
    return boxes.why_no_line(g, g.where[units[0]], box) or why_not_along(g, units, box, left)


def why_not_along(g: State, units: Sequence[int], box: Place, left: int) -> Refusal | None:
    """The rule that keeps units from a box to which a line leads, or None."""
    for unit in units:
        refusal = boxes.why_not_along(g, unit, box)
        if refusal is not None:
            return refusal
    refusal = boxes.why_not_share(g, units[0], box)
    if refusal is None or left <= 1 or must_stop(g, units, box):
        return refusal
    passes = any(may_stay(g, units[0], there) for there in boxes.lines_from(g, box))
    return None if passes else refusal


def may_stay(g: State, unit: int, box: Place) -> bool:
    """Whether a piece can end its move in a box of the map that it may pass into."""
    return box in g.campaign.box_links and boxes.why_not_share(g, unit, box) is None


@dataclass
class OffMapMovement(Procedure[None]):
    """A side moves from box to box.

    Germans go two boxes, with a die for each that they leave. The Allies go one box with one division under each
    headquarters, and two with all of its units if it pays for an extended movement.
    """

    doing = "off-map movement"
    side: int
    armies: tuple[int, ...] = ()  # still to be asked
    extending: int = 0  # mask of the headquarters that have paid
    used: tuple[tuple[int, int], ...] = ()  # headquarters, and the formation that each has moved without paying
    in_hand: tuple[int, ...] = ()
    left: int = 0  # boxes
    goal: Place = NOWHERE  # of the step that is being made
    overruns: bool = False
    refused: tuple[Place, ...] = ()  # boxes whose Maquis stays in hiding for this phase

    def about(self, g: State) -> About:
        """The units in hand."""
        if g.awaits(self.gone):
            return About(unit=self.in_hand[0], points=self.left)
        return About(unit_verb=MOVE.name)

    def begin(self, g: State) -> Next:
        """The armies of the side, one after the other."""
        self.armies = boxes.armies_of(g, self.side)
        return self.choose

    # -- whom --

    def allowance(self, g: State, unit: int) -> int:
        """The boxes that a piece may go (1.1.2.2-02)."""
        most = g.campaign.tables.movement.boxes
        if self.side == GERMAN:
            return most
        hq = unit if unit in HEADQUARTERS else g.corps[unit]
        if self._why_not_under(g, unit, hq) is not None:
            return 0
        return most if self.extending >> hq & 1 else 1

    def _why_not_under(self, g: State, unit: int, hq: int) -> Refusal | None:
        """The rule by which no headquarters takes an Allied unit along, or None (4.1.2-11, 4.1.2-12)."""
        if unit == hq:
            return None
        if hq == NOBODY or not boxes.are_near(g, g.where[unit], g.where[hq]):
            return Refusal("4.1.2-11", f"{PIECE_IDS[unit]} has no headquarters in its box or an adjacent one")
        formation = g.campaign.formation[unit]
        others = [moved for leader, moved in self.used if leader == hq and moved != formation]
        if others and not self.extending >> hq & 1:
            return Refusal("4.1.2-12", f"{PIECE_IDS[hq]} has moved a division: more needs an extended movement")
        return None

    def why_not_move(self, g: State, unit: int) -> Refusal | None:
        """The rule that keeps a piece in its box, or None."""
        name = PIECE_IDS[unit]
        if unit >= MOBILE or g.campaign.army[unit] != self.armies[0] or g.where[unit] not in OFF_MAP:
            return Refusal("1.1.2.2-02", f"{name} is no unit of yours in a box")
        if g.moved >> unit & 1:
            return Refusal("4.1.2-03", f"{name} has moved in this phase")
        refusal = boxes.why_not_leave(g, unit)
        if refusal is None and self.side == ALLIED:
            refusal = self._why_not_under(g, unit, unit if unit in HEADQUARTERS else g.corps[unit])
        return refusal

    def has_way(self, g: State, unit: int, left: int) -> bool:
        """Whether a piece has a box to go to with so many boxes left."""
        return any(why_not_along(g, (unit,), box, left) is None for box in boxes.boxes_from(g, g.where[unit]))

    def has_refuge(self, g: State, unit: int, left: int) -> bool:
        """Whether there is a Festung in its box for a piece; here its size matters."""
        there = boxes.festungen_in(g, g.where[unit])
        return any(why_not_along(g, (unit,), festung, left) is None for festung in there)

    def movable(self, g: State) -> list[int]:
        """The pieces that can move, box by box."""
        found: list[int] = []
        able = self.able(g)
        for box in OFF_MAP_ORDER:
            if there := g.who.get(box, 0) & able:
                found += sorted(unit for left, alike in self.kinds(g, there) for unit in self.going(g, alike, left))
        return found

    def going(self, g: State, alike: Sequence[int], left: int) -> Sequence[int]:
        """Of pieces of a kind in a box those who can move; they have the same ways, so these are looked for once."""
        if self.has_way(g, alike[0], left):
            return alike
        return [unit for unit in alike if self.overrun_boxes(g, (unit,)) or self.has_refuge(g, unit, left)]

    def able(self, g: State) -> int:
        """The pieces of the army that only a headquarters may keep in their boxes, as a mask; see ``why_not_move``."""
        return g.campaign.movers[self.armies[0]] & ~(g.moved | g.unsupplied | g.resting | g.delayed)

    def kinds(self, g: State, there: int) -> Iterator[tuple[int, list[int]]]:
        """The pieces of a mask by how many boxes they may go, if any: all Germans as many. Allied armour, which need
        not stop everywhere, is a kind of its own.
        """
        if self.side == GERMAN:
            yield g.campaign.tables.movement.boxes, members(there)
            return
        found: dict[tuple[int, bool], list[int]] = {}
        for unit in members(there):
            if left := self.allowance(g, unit):
                found.setdefault((left, g.campaign.armoured[unit]), []).append(unit)
        yield from ((left, alike) for (left, _), alike in found.items())

    def why_not_extend(self, g: State, hq: int) -> Refusal | None:
        """The rule that keeps a headquarters from an extended movement, or None (5.2)."""
        name = PIECE_IDS[hq]
        if self.side == GERMAN:
            return Refusal("1.1.2.2-02", "German units go two boxes without an extended movement")
        if hq not in HEADQUARTERS or g.campaign.army[hq] != self.armies[0] or g.where[hq] not in OFF_MAP:
            return Refusal("5.2-01", f"{name} is no headquarters of yours in a box")
        if self.extending >> hq & 1:
            return Refusal("5.2-01", f"{name} has paid for its extended movement")
        if g.finished >> hq & 1:
            return Refusal("0.1.1-04", f"{name} is finished")
        if g.unsupplied >> hq & 1:
            return Refusal("5.2-01", f"{name} is not supplied")
        if not g.is_supported(hq):
            return Refusal("5.2-01", f"{name} has no Offensive marker to spend")
        return None

    def extendable(self, g: State) -> list[int]:
        """The headquarters that can pay for an extended movement."""
        return [hq for hq in HEADQUARTERS if self.why_not_extend(g, hq) is None] if self.side == ALLIED else []

    def choose(self, g: State) -> Next:
        """A piece to move, a headquarters that pays, or nobody else."""
        if not self.armies:
            return self.over
        orders = [MOVE[unit] for unit in self.movable(g)]
        orders += [EXTEND[hq] for hq in self.extendable(g)]
        if not orders:
            return self.next_army
        prompt = "Who moves off the map?"
        seat = SEATS[self.armies[0]]
        return ask(seat, prompt, [*orders, END], then=self.chosen, why=self.why_not, rule="4.1.2")

    def next_army(self, g: State) -> Next:
        """The army is done."""
        self.armies = self.armies[1:]
        return self.choose

    def chosen(self, g: State, order: Order) -> Next:
        """A piece is taken in hand."""
        if order is END:
            return self.next_army
        if order.verb == EXTEND.name:
            return self.extend(g, order.arg)
        self.in_hand, self.left = (order.arg,), self.allowance(g, order.arg)
        return self.go

    def extend(self, g: State, hq: int) -> Next:
        """5.2-01: an Offensive marker; 5.2-03: the headquarters does not fight in this turn."""
        g.add_markers(self.side, g.where[hq], -1)
        self.extending |= 1 << hq
        g.extended |= 1 << hq
        g.tell("extended", "5.2-01", unit=hq)
        return self.choose

    def over(self, g: State) -> Next:
        """5.2-02: headquarters are flipped after the movement."""
        g.finished |= self.extending
        return done()

    # -- where --

    def companions(self, g: State) -> list[int]:
        """Those who can go together with the units in hand before their first step."""
        first = self.in_hand[0]
        if g.moved >> first & 1:
            return []
        beside = g.who[g.where[first]] & self.able(g) & ~mask(self.in_hand)
        if self.side == GERMAN:
            return members(beside)
        return [unit for unit in members(beside) if self.why_not_with(g, unit) is None]

    def why_not_with(self, g: State, unit: int) -> Refusal | None:
        """The rule that keeps a piece from going along, or None."""
        first, name = self.in_hand[0], PIECE_IDS[unit]
        if unit in self.in_hand or g.where[unit] != g.where[first]:
            return Refusal("4.1.2-01", f"{name} is not beside {PIECE_IDS[first]}, or goes along already")
        refusal = self.why_not_move(g, unit)
        if refusal is None and self.side == ALLIED:
            return self._why_not_company(g, unit)
        return refusal

    def _why_not_company(self, g: State, unit: int) -> Refusal | None:
        free = {g.campaign.formation[one] for one in (*self.in_hand, unit) if not self._is_extended(g, one)}
        if self.allowance(g, unit) < self.left:
            return Refusal("4.1.2-12", f"{PIECE_IDS[unit]} goes one box only")
        if len(free) > 1:
            return Refusal("4.1.2-11", "without an extended movement the units of one division go together")
        return None

    def _is_extended(self, g: State, unit: int) -> bool:
        hq = unit if unit in HEADQUARTERS else g.corps[unit]
        return unit == hq or bool(self.extending >> hq & 1)

    def overrun_boxes(self, g: State, units: Sequence[int]) -> list[Place]:
        """The boxes whose enemies units can overrun: all adjacent ones, and a Partisan in their own (4.3-03)."""
        here = g.where[units[0]]
        if not all(unit < UNITS and g.campaign.armoured[unit] for unit in units):
            return []
        found = [
            box
            for box in g.campaign.box_links.get(here, ())
            if holds_enemies(g, self.side, box) and why_not_along(g, units, box, 1) is None
        ]
        if self.side == GERMAN and boxes.active_partisan(g, here) is not None and not g.in_confusion(here):
            found.append(here)
        return found

    def go(self, g: State) -> Next:
        """4.1.2: along the lines; only before the first step others join in or nobody goes."""
        orders = [TO[box] for box in next_boxes(g, self.in_hand, self.left)]
        orders += [OVERRUN[box] for box in self.overrun_boxes(g, self.in_hand) if self.left]
        orders += [WITH[unit] for unit in self.companions(g)]
        if boxes.why_not_share(g, self.in_hand[0], g.where[self.in_hand[0]]) is None or not orders:
            orders.append(HALT)
        prompt = f"Where does {PIECE_IDS[self.in_hand[0]]} go?"
        return ask(g.seat(self.in_hand[0]), prompt, orders, then=self.gone, why=self.why_not_there, rule="4.1.2")

    def gone(self, g: State, order: Order) -> Next:
        """A step, a companion, or the end of the move."""
        if order is HALT:
            return self.finish
        if order.verb == WITH.name:
            self.in_hand = (*self.in_hand, order.arg)
            return self.go
        self.goal, self.overruns = order.arg, order.verb == OVERRUN.name
        return self.set_out

    def finish(self, g: State) -> Next:
        """The move is over."""
        for unit in self.in_hand:
            g.moved |= 1 << unit
        self.in_hand, self.left, self.goal, self.overruns = (), 0, NOWHERE, False
        return self.choose

    # -- a step --

    def set_out(self, g: State) -> Next:
        """4.1.2.a-02: as soon as Germans wish to leave the Maquis may rise."""
        here = g.where[self.in_hand[0]]
        for unit in self.in_hand:
            g.moved |= 1 << unit
        self._note_division(g)
        return self.ask_maquis if self.may_rise(g, here) else self.roll

    def may_rise(self, g: State, box: Place) -> bool:
        """Whether the Maquis of a box is still to be asked in this phase."""
        return self.side == GERMAN and boxes.hidden_partisan(g, box) is not None and box not in self.refused

    def _note_division(self, g: State) -> None:
        if self.side == GERMAN:
            return
        for unit in self.in_hand:
            pair = (g.corps[unit], g.campaign.formation[unit])
            if not self._is_extended(g, unit) and pair not in self.used:
                self.used = (*self.used, pair)

    def ask_maquis(self, g: State) -> Next:
        """Once in a phase for each box."""
        prompt = f"Does the Maquis of {place_title(g.where[self.in_hand[0]])} rise?"
        why = self.why_not_resist
        return ask(LEADERS[ALLIED], prompt, [RESIST, PASS], then=self.answered, why=why, rule="4.1.2.a-02")

    def why_not_resist(self, g: State, order: Order) -> Refusal:
        """What else the Allied player may not do."""
        return Refusal("4.1.2.a-02", "the Maquis rises, or it does not")

    def answered(self, g: State, order: Order) -> Next:
        """The Partisan appears, or waits for another phase."""
        here = g.where[self.in_hand[0]]
        if order is RESIST:
            boxes.rise(g, here)
        else:
            self.refused = (*self.refused, here)
        return self.roll

    def roll(self, g: State) -> Next:
        """4.1.2-13: each by itself; 6.12-06: out of a confusion all together."""
        here = g.where[self.in_hand[0]]
        if self.overruns and self.goal == here:
            return self.overrun
        if g.in_confusion(here):
            self.in_hand = self.in_hand if boxes.roll_to_leave(g, self.in_hand, here) else ()
        elif self.side == GERMAN:
            self.in_hand = tuple(unit for unit in self.in_hand if boxes.roll_to_leave(g, (unit,), here))
        if not self.in_hand:
            return self.finish
        return self.overrun if self.overruns else self.step_on

    def step_on(self, g: State) -> Next:
        """The units are in the next box, and go on if they may."""
        box, origin = self.goal, g.where[self.in_hand[0]]
        stop = must_stop(g, self.in_hand, box)
        for unit in self.in_hand:
            boxes.carry(g, unit, box)
            g.tell("moved", "4.1.2-01", unit=unit, hex=box, origin=origin, path=(box,))
        self.left, self.goal, self.overruns = self.left - 1, NOWHERE, False
        if stop or not (next_boxes(g, self.in_hand, self.left) or (self.left and self.overrun_boxes(g, self.in_hand))):
            return self.finish
        return self.go

    def fight(self, g: State, order: Order) -> Fight | None:
        """The fight to which an order leads."""
        return Fight("overrun", self.side, order.arg, self.in_hand) if order.verb == OVERRUN.name else None

    def overrun(self, g: State) -> Next:
        """4.3-03: at no cost; only those who make it take part."""
        return call(Combat(self.goal, NOBODY, "overrun", self.in_hand), then=self.overran)

    def overran(self, g: State, upshot: Fought) -> Next:
        """4.3-11: the stack goes on after a success; 4.3-14: a failure ends its move and costs a level."""
        self.in_hand = tuple(unit for unit in self.in_hand if g.where[unit] in OFF_MAP)
        if not self.in_hand:
            return self.finish
        if not upshot.cleared:
            for unit in self.in_hand:
                results.disorganise(g, unit, 1, "4.3-14")
            return self.finish
        if self.goal == g.where[self.in_hand[0]]:
            self.goal, self.overruns = NOWHERE, False
            return self.go
        return self.step_on

    # -- refusals --

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a piece cannot move, or a headquarters not pay."""
        if order.verb == EXTEND.name:
            refusal = self.why_not_extend(g, order.arg)
        elif order.verb == MOVE.name:
            refusal = self.why_not_move(g, order.arg) or self._why_nowhere(g, order.arg)
        else:
            refusal = Refusal("1.1.2.2-02", "units move off the map now; those on it move afterwards")
        assert refusal is not None, "what is not refused is offered"
        return refusal

    def _why_nowhere(self, g: State, unit: int) -> Refusal:
        left = self.allowance(g, unit)
        found = [why_not_next(g, (unit,), box, left) for box in boxes.lines_from(g, g.where[unit])]
        return next(filter(None, found), Refusal("4.1.2-01", f"no line leads out of {place_name(g.where[unit])}"))

    def why_not_there(self, g: State, order: Order) -> Refusal:
        """Why the units in hand cannot go there."""
        if order.verb == WITH.name:
            if g.moved >> self.in_hand[0] & 1:
                return Refusal("4.1.2-01", "units go together from their first step on, or not at all")
            refusal = self.why_not_with(g, order.arg)
        elif order.verb == OVERRUN.name:
            refusal = Refusal("4.3-01", "only armoured units overrun enemies in an adjacent box")
        elif order.verb == TO.name:
            refusal = why_not_next(g, self.in_hand, order.arg, self.left)
        else:
            refusal = Refusal("4.1.2-01", f"{PIECE_IDS[self.in_hand[0]]} goes to a box, or halts")
        assert refusal is not None, "what is not refused is offered"
        return refusal


OFF_MAP_ORDER = sorted(OFF_MAP)
