"""Support fire markers: cups, draws, and who may place what in a combat (7.0, 8.2.1 b, 10.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS
from bocage.games.fire_movement.content import Army, BeachArea, Markers
from bocage.games.fire_movement.state import MINES as MINES_ICON
from bocage.games.fire_movement.state import UNKNOWN, Marker, State, is_mines, value_of
from bocage.games.fire_movement.words import ASIDE, CUP_NAMES, DRAW, KEEP, MINES, NAVAL, PASS, Cup
from bocage.hexes import Hex
from bocage.kernel import About, Next, Order, Pick, Procedure, Refusal, ask

MOST_PER_COMBAT = 2  # 8.2.1-08

ARTILLERY = {Army.US: Cup.US_ARTILLERY, Army.CW: Cup.CW_ARTILLERY, Army.GERMAN: Cup.GERMAN}
AIRCRAFT = {Army.US: Cup.US_AIRCRAFT, Army.CW: Cup.CW_AIRCRAFT}
NAVAL_CUP = {Army.US: Cup.US_NAVAL, Army.CW: Cup.CW_NAVAL}
AIRCRAFT_CUPS = frozenset(AIRCRAFT.values())
NAVAL_CUPS = frozenset(NAVAL_CUP.values())
ARMY_OF_CUP = {cup: army for cups in (ARTILLERY, AIRCRAFT, NAVAL_CUP) for army, cup in cups.items()}


def fill_pools(g: State) -> None:
    """Give each side the markers its scenarios list (10.8, 11.2 to 14.3, 15.1 f and g)."""
    for area in g.battle.areas:
        _add(g, Cup.GERMAN, _german_markers(area))
        aircraft = area.aircraft.counts
        artillery = {value: count - aircraft.get(value, 0) for value, count in area.allied_markers.counts.items()}
        _add(g, ARTILLERY[area.army], _listed(artillery))
        _add(g, AIRCRAFT[area.army], _listed(aircraft))
        _add(g, NAVAL_CUP[area.army], _listed(area.naval_markers.counts))
    g.cups = g.pool.copy()


def _german_markers(area: BeachArea) -> list[Marker]:
    mines: Markers = area.mines
    plain = {value: count - mines.counts.get(value, 0) for value, count in area.german_markers.counts.items()}
    return _listed(plain) + [MINES_ICON + marker for marker in _listed(mines.counts)]


def _listed(counts: dict[int, int]) -> list[Marker]:
    return [value for value, count in sorted(counts.items()) for _ in range(count)]


def _add(g: State, cup: Cup, markers: list[Marker]) -> None:
    g.pool[cup] = tuple(sorted((*g.pool[cup], *markers)))


def read_allotments(box: str) -> tuple[int, int]:
    """The numbers of markers of the first and the second player in a box of a turn track (7.1-02, 7.1-04).

    >>> read_allotments("8/9"), read_allotments("7")
    ((8, 9), (7, 7))
    """
    first, _, second = box.partition("/")
    return int(first), int(second or first)


def allotment(pool: tuple[Marker, ...], number: int) -> tuple[Marker, ...]:
    """The markers a track's number gives out of a pool: the lowest values first (7.1-03).

    No track of the D-Day games has such numbers; their scenarios allot the whole pool every turn.

    >>> allotment((6, 2, 9, 2), 3)
    (2, 2, 6)
    """
    return tuple(sorted(pool, key=value_of)[:number])


def span_of(markers: Iterable[Marker]) -> tuple[int, int]:
    """The least and the greatest value of some markers."""
    values = [value_of(marker) for marker in markers if marker != UNKNOWN]
    return min(values, default=0), max(values, default=0)


def draw(g: State, cup: int) -> Marker:
    """Take one marker at random out of a cup (7.2-05)."""
    return take(g, cup, g.chance.pick(len(g.cups[cup])))


def take(g: State, cup: int, place: int) -> Marker:
    """Take one marker out of a cup."""
    markers = g.cups[cup]
    g.cups[cup] = markers[:place] + markers[place + 1 :]
    return markers[place]


def lose_marker(g: State, place: int, rule: str, *, raiders: str = "", captured: str = "") -> None:
    """Eliminate one German marker for good (10.9.3, 11.2 to 14.2); ``place`` counts in the pool.

    It is told which raiders came through, or what was captured.
    """
    marker = g.pool[Cup.GERMAN][place]
    g.pool[Cup.GERMAN] = g.pool[Cup.GERMAN][:place] + g.pool[Cup.GERMAN][place + 1 :]
    markers = g.cups[Cup.GERMAN]
    if marker in markers:
        where = markers.index(marker)
        g.cups[Cup.GERMAN] = markers[:where] + markers[where + 1 :]
    g.tell_result("marker_lost", rule, value=value_of(marker), raiders=raiders, captured=captured)


def lose_marker_of_value(g: State, value: int, rule: str, *, raiders: str) -> None:
    """Eliminate one German marker of a value, if any is left (10.9.3-07)."""
    for place, marker in enumerate(g.pool[Cup.GERMAN]):
        if value_of(marker) == value:
            lose_marker(g, place, rule, raiders=raiders)
            return


def cups_for(g: State, armies: set[Army], *, naval: bool = False) -> tuple[int, ...]:
    """The cups a side may draw from in a combat of units of these armies.

    With both Allied armies in one combat neither may use its markers (10.8.1-12).
    """
    if len(armies) != 1:
        return ()
    army = next(iter(armies))
    if army is Army.GERMAN:
        return (Cup.GERMAN,)
    cups: tuple[int, ...] = (ARTILLERY[army], AIRCRAFT[army])
    return (*cups, NAVAL_CUP[army]) if naval else cups


def near_flak(g: State, hex_: Hex) -> bool:
    """Whether a German flak unit is in a hex or next to it (10.13)."""
    battle = g.battle
    return any(battle.is_flak[unit] for near in (hex_, *battle.grid.neighbours[hex_]) for unit in g.at.get(near, ()))


def worth(g: State, cup: int, marker: Marker, target: Hex, *, attacking: bool) -> int:
    """What a placed marker adds in a combat for a hex (7.2-08): forts and flak may halve it."""
    value = value_of(marker)
    if attacking and g.battle.fortified >> target & 1:
        value //= 2  # 8.2.3-02, rounded down
    if g.battle.flak and cup in AIRCRAFT_CUPS and near_flak(g, target):
        value = (value + 1) // 2  # 10.13-01, rounded up
    return value


Placed = tuple[int, Marker]  # cup and marker


@dataclass
class SupportFire(Procedure[tuple[tuple[Placed, ...], tuple[Placed, ...]]]):
    """Both sides commit markers to one combat, face down, in four steps (8.2.1 b).

    Its result is the pair (attacker's, defender's) of placed markers. ``limit`` is one marker for
    the Allied side and none for the German in a landing attack (10.9.2 step 6).
    """

    doing = "support_fire"
    attacker: int
    attack_cups: tuple[int, ...]
    defence_cups: tuple[int, ...]
    target: Hex
    attack_limit: int = MOST_PER_COMBAT
    defence_limit: int = MOST_PER_COMBAT
    number: int = 0  # of the step: 0 and 2 are the attacker's, 1 and 3 the defender's
    attack_markers: tuple[Placed, ...] = ()
    defence_markers: tuple[Placed, ...] = ()
    drawn: Marker = UNKNOWN
    mines_added: int = 0  # how many of the Germans' markers are mines put aside before: the last ones, face up

    @property
    def side(self) -> int:
        """The side that is asked in the present step."""
        return self.attacker if self.number % 2 == 0 else 1 - self.attacker

    def begin(self, g: State) -> Next:
        """Go on to the next step in which somebody has a choice."""
        if self.number == MOST_PER_COMBAT * 2:
            return self.finish
        attacking = self.number % 2 == 0
        limit = self.attack_limit if attacking else self.defence_limit
        orders = self.offers(g) if self.number // 2 < limit else []
        if not orders:
            return self.step_over
        which = "first" if self.number < MOST_PER_COMBAT else "second"
        what = f"{'attack on' if attacking else 'defence of'} {g.battle.grid.label(self.target)}"
        prompt = f"Place a {which} support fire marker in the {what}?"
        return ask(SEATS[self.side], prompt, [*orders, PASS], then=self.answered, why=self.why_not, rule="8.2.1")

    def step_over(self, g: State) -> Next:
        """On to the next step; the Germans add mines together with their own last one (10.8.2-06)."""
        if self.side == GERMAN and self.number >= MOST_PER_COMBAT:
            return self.mines
        return self.next_step

    def next_step(self, g: State) -> Next:
        """The other side's turn, or the end."""
        self.number += 1
        return self.begin

    def about(self, g: State) -> About:
        """A part of the combat; whether the other side may still answer."""
        return About(answered=self.other_side_may_place(g))

    def other_side_may_place(self, g: State) -> bool:
        """Whether the side that is not asked has a step left in which it could place a marker."""
        return self._may_place(g, range(self.number + 1, MOST_PER_COMBAT * 2, 2))

    def side_may_place_more(self, g: State) -> bool:
        """Whether the side that is asked has another step after this one in which it could place a marker."""
        return self._may_place(g, range(self.number + 2, MOST_PER_COMBAT * 2, 2))

    def most_to_come(self, g: State, *, attacking: bool) -> int:
        """How many markers a side that is not asked now may still place at the most; mines put aside come on top.

        A view takes those that lie face down for markers in their cup.
        """
        cups, limit = (self.attack_cups, self.attack_limit) if attacking else (self.defence_cups, self.defence_limit)
        left = [step for step in range(0 if attacking else 1, MOST_PER_COMBAT * 2, 2) if step >= self.number]
        markers = min(sum(step // 2 < limit for step in left), sum(len(g.cups[cup]) for cup in cups))
        return markers + (len(g.mines_aside) if left and Cup.GERMAN in cups else 0)

    def _may_place(self, g: State, steps: range) -> bool:
        """Whether there is a marker for one of some steps, all of one side."""
        attacking = steps.start % 2 == 0
        cups, limit = (self.attack_cups, self.attack_limit) if attacking else (self.defence_cups, self.defence_limit)
        return any(step // 2 < limit for step in steps) and any(g.cups[cup] for cup in cups)

    def offers(self, g: State) -> list[Order]:
        """A draw from each cup that is not empty; the folio's naval markers are chosen by value (folio 11.2.7)."""
        orders: list[Order] = []
        for cup in self.attack_cups if self.number % 2 == 0 else self.defence_cups:
            if not g.cups[cup]:
                continue
            if cup in NAVAL_CUPS and g.battle.folio:
                orders += [NAVAL[value] for value in sorted(set(g.cups[cup]))]
            else:
                orders.append(DRAW[cup])
        return orders

    def answered(self, g: State, order: Order) -> Next:
        """A marker is placed face down, or the step is passed for good (8.2.1-10)."""
        if order is PASS:
            return self.step_over
        if order.verb == "naval":
            cup = next(cup for cup in self.attack_cups if cup in NAVAL_CUPS)
            marker = take(g, cup, g.cups[cup].index(order.arg))
            self.tell_seen(g, cup, marker, chosen=True)
            return self.place(g, cup, marker)
        cup = order.arg
        might_be_mines = cup == Cup.GERMAN and self.could_be_mines(g)
        marker = draw(g, cup)
        self.tell_seen(g, cup, marker)
        if not might_be_mines:
            return self.place(g, cup, marker)
        self.drawn = marker
        return self.drawn_what

    def tell_seen(self, g: State, cup: int, marker: Marker, *, chosen: bool = False) -> None:
        """Its owner alone sees a marker, out of which values it came, and what all of his add so far (7.2-06)."""
        low, high = span_of((*g.cups[cup], marker))
        g.tell_result(
            "marker_seen", "7.2-06", to=SEATS[self.side], step=True, hex=self.target, side=SEATS[self.attacker],
            value=value_of(marker), total=self.total(g, self.side, (*self.placed_by(self.side), (cup, marker))),
            cup=CUP_NAMES[cup], low=low, high=high, chosen=chosen,
        )  # fmt: skip

    def placed_by(self, side: int) -> tuple[Placed, ...]:
        """The markers of a side so far."""
        return self.attack_markers if side == self.attacker else self.defence_markers

    def total(self, g: State, side: int, placed: tuple[Placed, ...]) -> int:
        """What markers of a side add here."""
        return sum(worth(g, cup, marker, self.target, attacking=side == self.attacker) for cup, marker in placed)

    def drawn_what(self, g: State) -> Next:
        """Asked after every draw that might be mines, so that the question itself tells nothing."""
        marker = self.drawn
        orders = [KEEP, ASIDE] if is_mines(marker) else [KEEP]
        what = f"mines +{value_of(marker)}" if is_mines(marker) else f"+{value_of(marker)}"
        prompt = f"You drew {what}"
        return ask(
            SEATS[GERMAN], prompt, orders, then=self.mines_answered, why=self.why_not_aside, rule="10.8.2-05"
        )  # fmt: skip

    def could_be_mines(self, g: State) -> bool:
        """Whether, as far as the Allies can tell, a mines marker may be in the German cup."""
        placed = self.defence_markers if self.attacker == ALLIED else self.attack_markers
        return any(map(is_mines, g.cups[Cup.GERMAN])) or any(is_mines(marker) for _, marker in placed)

    def mines_answered(self, g: State, order: Order) -> Next:
        """10.8.2-05: mines are used at once, or put aside; then another marker may be drawn in the same step."""
        marker, self.drawn = self.drawn, UNKNOWN
        if order is KEEP:
            return self.place(g, Cup.GERMAN, marker)
        g.mines_aside = (*g.mines_aside, marker)
        g.tell_result("mines_aside", "10.8.2-05", value=value_of(marker))
        return self.begin

    def place(self, g: State, cup: int, marker: Marker) -> Next:
        """Lay a marker beside the combat; its owner sees it, the other side only that it is there (7.2-06)."""
        side = self.side
        self.add(side, (cup, marker))
        down = (other for where, other in self.placed_by(side) if where == cup)  # seem to be in their cup still
        low, high = span_of((*g.cups[cup], *down))
        g.tell("marker_placed", "8.2.1", to=None, side=SEATS[side], cup=CUP_NAMES[cup], low=low, high=high)
        return self.step_over

    def add(self, side: int, placed: Placed) -> None:
        """Put a marker to a side's others."""
        if side == self.attacker:
            self.attack_markers = (*self.attack_markers, placed)
        else:
            self.defence_markers = (*self.defence_markers, placed)

    def mines(self, g: State) -> Next:
        """10.8.2-06: mines put aside may be added to the two markers of a combat."""
        germans_may = Cup.GERMAN in (self.attack_cups if self.attacker == GERMAN else self.defence_cups)
        if not g.mines_aside or not germans_may:
            return self.next_step
        prompt = f"Add the mines put aside (+{value_of(g.mines_aside[0])})?"
        return ask(
            SEATS[GERMAN], prompt, [MINES, PASS], then=self.add_mines, why=self.why_not_mines, rule="10.8.2-06"
        )  # fmt: skip

    def add_mines(self, g: State, order: Order) -> Next:
        """Mines are added face up, for everybody knows them, or kept for a later combat of this turn."""
        if order is PASS:
            return self.next_step
        marker, *rest = g.mines_aside
        g.mines_aside = tuple(rest)
        self.add(GERMAN, (Cup.GERMAN, marker))
        self.mines_added += 1
        g.tell("marker_placed", "10.8.2-06", side=SEATS[GERMAN], cup="mines", value=value_of(marker))
        return self.mines

    def finish(self, g: State) -> Next:
        """8.2.1 b5: all markers are turned up."""
        if self.attack_markers or self.defence_markers:
            g.reveal()
            g.tell_result(
                "markers_revealed",
                "8.2.1-09",
                step=True,
                hex=self.target,
                side=SEATS[self.attacker],
                attack_markers=tuple(value_of(marker) for _, marker in self.attack_markers),
                defence_markers=tuple(value_of(marker) for _, marker in self.defence_markers),
                attack_cups=tuple(CUP_NAMES[cup] for cup, _ in self.attack_markers),
                defence_cups=tuple(CUP_NAMES[cup] for cup, _ in self.defence_markers),
            )
        return self.done((self.attack_markers, self.defence_markers))

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a marker cannot be placed."""
        if order.verb == "draw":
            cup = order.arg
            mine = self.attack_cups if self.number % 2 == 0 else self.defence_cups
            if cup in mine and g.cups[cup]:
                return Refusal("10.8.1-02", "naval gunfire markers are in no cup here: choose one by its value")
            if cup in mine and cup in NAVAL_CUPS:
                return Refusal("10.8.1-06", "every naval gunfire marker has been used, and none comes back")
            if cup in mine:
                rule = "10.6-06" if g.foul_weather and cup in AIRCRAFT_CUPS else "7.2-03"
                return Refusal(rule, f"the {CUP_NAMES[cup]} cup is empty until the next game turn")
            if (ARMY_OF_CUP[Cup(cup)] is Army.GERMAN) != (self.side == GERMAN):
                return Refusal("7.1-02", f"the {CUP_NAMES[cup]} cup belongs to the other side")
            if cup in NAVAL_CUPS and not NAVAL_CUPS & set(mine):
                return Refusal("10.8.1-03", "naval gunfire supports beach assaults only")
            if not any(area.army is ARMY_OF_CUP[Cup(cup)] for area in g.battle.areas):
                return Refusal(f"{g.battle.areas[0].chapter}.3-01", f"there is no {CUP_NAMES[cup]} cup in this game")
            return Refusal("10.8.1-12", f"markers of the {CUP_NAMES[cup]} cup may not support units of the other army")
        if order.verb == "naval":
            return Refusal("10.8.1-03", f"there is no naval marker +{order.arg} to be chosen here")
        return Refusal("8.2.1-03", f"'{order}' does not answer: place a marker or pass")

    def why_not_aside(self, g: State, order: Order) -> Refusal:
        """Why a marker just drawn cannot be put aside."""
        if order is ASIDE:
            return Refusal("10.8.2-05", "only mines may be put aside, and this marker is none")
        return Refusal("10.8.2-05", f"'{order}' does not answer: what becomes of the marker just drawn?")

    def why_not_mines(self, g: State, order: Order) -> Refusal:
        """Why nothing but mines may be added now."""
        if order.verb == "draw":
            return Refusal("8.2.1-08", "the markers of this step are settled: add the mines put aside, or pass")
        return Refusal("10.8.2-06", f"'{order}' does not answer: add the mines put aside, or pass")

    def face_down(self, viewer: str, side: int) -> tuple[Placed, ...]:
        """The markers of a side whose value another does not know; they come before those it knows."""
        placed = self.placed_by(side)
        if viewer == SEATS[side]:
            return ()
        return placed[: len(placed) - self.mines_added] if side == GERMAN else placed

    def lay(self, side: int, placed: tuple[Placed, ...]) -> None:
        """Exchange the first markers of a side for others."""
        if side == self.attacker:
            self.attack_markers = placed + self.attack_markers[len(placed) :]
        else:
            self.defence_markers = placed + self.defence_markers[len(placed) :]

    def seen_by(self, side: str, view: object) -> Self:
        """Markers of other sides seem to be in their cups still."""
        assert isinstance(view, State)
        seen = replace(self)
        for other in (ALLIED, GERMAN):
            hidden = self.face_down(side, other)
            for cup, marker in hidden:
                if marker != UNKNOWN:  # a view of a view has nothing to put back
                    view.cups[cup] = tuple(sorted((*view.cups[cup], marker)))
            seen.lay(other, tuple((cup, UNKNOWN) for cup, _ in hidden))
        if self.drawn != UNKNOWN and side != SEATS[GERMAN]:
            view.cups[Cup.GERMAN] = tuple(sorted((*view.cups[Cup.GERMAN], self.drawn)))
            seen.drawn = UNKNOWN
        return seen

    def suppose(self, side: str, world: object, pick: Pick) -> None:
        """Markers of other sides may be any that seem to be in their cups."""
        assert isinstance(world, State)
        for other in (ALLIED, GERMAN):
            hidden = self.face_down(side, other)
            self.lay(other, tuple((cup, take(world, cup, pick(len(world.cups[cup])))) for cup, _ in hidden))
        asked = world.pending
        if side != SEATS[GERMAN] and asked is not None and asked.step == self.drawn_what.__name__:
            self.drawn = take(world, Cup.GERMAN, pick(len(world.cups[Cup.GERMAN])))
