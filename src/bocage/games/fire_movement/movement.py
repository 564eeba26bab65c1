"""Movement (rulebook 5) and what zones of control do to it (6.1).

Costs are counted in half movement points, because a road hex costs one half.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS, Links
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.reinforcements import (
    BEACH_LIMIT,
    due_units,
    entry_hexes,
    landing_hexes,
    note_early_entry,
    why_none_lands,
)
from bocage.games.fire_movement.state import WAITING, State
from bocage.games.fire_movement.words import END, ENTER, GRID, MOVE, TO, UNIT_IDS
from bocage.hexes import Hex, HexSet, Reach, Shelf, mask, members, reach
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done
from bocage.kernel.wording import listed

NOBODY = -1
MOVE_UNIT = Shelf([MOVE[unit] for unit in range(len(UNIT_IDS))])
TO_HEX = [TO[hex_] for hex_ in range(GRID.size)]  # a list is quicker than the verb, and this is the longest list of all


def movement_points(g: State, unit: int) -> int:
    """The half movement points a unit has at the start of its move."""
    entry = g.entry_of(unit)
    if g.where[unit] == WAITING and entry is not None and entry.mp_left is not None:
        return 2 * entry.mp_left  # 11.5: the march to the entry hex is already paid
    return 2 * g.allowance_of(unit)


def reach_of(g: State, unit: int, points: int) -> Reach:
    """Every hex a unit can reach with ``points`` half movement points, friendly-held ones included.

    A leg unit stops on entering an EZOC; a mobile unit pays half its allowance for each; commandos
    ignore both (6.1).
    """
    asked = (unit, points, g.allowance_of(unit))
    if g.last_reach is not None and g.last_reach[0] == asked:
        return g.last_reach[1]
    found = search_reach(g, unit, points)
    g.last_reach = (asked, found)
    return found


def search_reach(g: State, unit: int, points: int) -> Reach:
    """``reach_of`` worked out afresh."""
    battle = g.battle
    side = battle.side[unit]
    ezoc = g.zones[1 - side]
    start = g.where[unit]
    first = None
    if start == WAITING:
        first = list(entry_hexes(g, unit))
    elif ezoc[start] and not battle.mobile[unit]:
        first = list(first_steps(g, unit, points))
    links = open_links(g, unit)
    if battle.commando[unit]:
        return reach(links, start, points, g.units_in[1 - side], first=first)
    if battle.mobile[unit]:
        return reach(links, start, points, g.units_in[1 - side], ezoc, toll=toll_of(g, unit), first=first)
    return reach(links, start, points, g.units_in[1 - side], ezoc, first=first)


def toll_of(g: State, unit: int) -> int:
    """The half points a mobile unit pays for a hex in an EZOC: half its allowance, rounded down (6.1-06)."""
    return g.allowance_of(unit) // 2 * 2


def first_steps(g: State, unit: int, points: int) -> Iterator[tuple[Hex, int]]:
    """The hexes a unit can enter first, with what each costs it in half points.

    A leg unit goes from one EZOC into another only with its whole allowance, which it spends (6.1-02).
    """
    battle = g.battle
    side = battle.side[unit]
    enemies, ezoc = g.units_in[1 - side], g.zones[1 - side]
    start = g.where[unit]
    heeds_zones = not battle.commando[unit]
    for hex_, cost in open_links(g, unit)[start]:
        if enemies[hex_] or cost > points:
            continue
        price = cost
        if ezoc[hex_] and heeds_zones:
            if battle.mobile[unit]:
                price += toll_of(g, unit)
            elif ezoc[start]:
                price = 2 * g.allowance_of(unit)
        if price <= points:
            yield hex_, price


def open_links(g: State, unit: int) -> Links:
    """The links of a unit's class, less those that mines and forts close between EZOCs (6.1-07)."""
    battle = g.battle
    links = battle.links(unit)
    if not battle.fortified and not battle.minefields:
        return links
    return [
        tuple((other, cost) for other, cost in row if not closed_between_zones(g, unit, hex_, other))
        for hex_, row in enumerate(links)
    ]


def closed_between_zones(g: State, unit: int, hex_: Hex, other: Hex) -> bool:
    """Whether mines or a fort bar the way from one hex in an EZOC to another; not to commandos (6.1-07, 6.1-08)."""
    battle = g.battle
    ezoc = g.zones[1 - battle.side[unit]]
    if not (ezoc[hex_] and ezoc[other]) or battle.commando[unit]:
        return False
    return (hex_, other) in battle.minefields or bool(battle.fortified >> other & 1)


def destinations(g: State, unit: int, points: int) -> list[Hex]:
    """The hexes where a unit can end a move: those it reaches that hold no other unit (5.3)."""
    side = g.battle.side[unit]
    friends = g.units_in[side]
    return [hex_ for hex_ in reach_of(g, unit, points) if not friends[hex_]]


def can_move(g: State, unit: int, points: int) -> bool:
    """Whether a unit has anywhere to go; looks one hex far and searches only if friends are in the way."""
    friends = g.units_in[g.battle.side[unit]]
    friend_beside = False
    for hex_, _ in first_steps(g, unit, points):
        if not friends[hex_]:
            return True
        friend_beside = True
    return friend_beside and bool(destinations(g, unit, points))


def beside_room(g: State, army: Army) -> tuple[HexSet, HexSet]:
    """For an army's leg and mobile units the hexes from which they can surely move: those next to a vacant one.

    In an EZOC a leg unit stops or spends its whole allowance (6.1-01, 6.1-02), but a mobile unit might pay too much,
    and mines or forts might be in the way of either.
    """
    battle = g.battle
    spread, enemy = battle.grid.spread, ALLIED if army is Army.GERMAN else GERMAN
    vacant = battle.allowed[army] & battle.easy_to_enter[g.foul_weather] & ~(g.occupied[ALLIED] | g.occupied[GERMAN])
    quiet = spread(vacant & ~spread(g.zone_sources[enemy]))
    return (quiet if battle.fortified or battle.minefields else spread(vacant)), quiet


def stuck_units(g: State, units: int) -> int:
    """Of some units of the active side those that can enter no hex; all but a few are seen at once to have room."""
    battle = g.battle
    room = {army: beside_room(g, army) for army in battle.armies_of[g.active]}
    crowded = g.occupied[g.active]
    for army, (leg, mobile) in room.items():
        crowded &= ~(leg & mobile & battle.allowed[army])
    return mask(
        unit
        for hex_ in members(crowded)
        for unit in g.at[hex_]
        if units >> unit & 1
        and not room[battle.army[unit]][battle.mobile[unit]] >> hex_ & 1
        and not can_move(g, unit, 2 * g.allowance_of(unit))
    )


def must_separate(g: State) -> bool:
    """Whether a hex is still too full since the landings although a unit could leave it (10.9.2-12)."""
    return crowded_hex(g) >= 0


def crowded_hex(g: State) -> Hex:
    """A hex that is still too full since the landings although a unit could leave it; -1 if there is none."""
    ashore = [g.units_in[ALLIED][hex_] for hex_ in members(g.beachheads)]
    inland = (g.occupied[ALLIED] & ~g.beachheads).bit_count()
    if sum(ashore) + inland == g.force[ALLIED].bit_count() and max(ashore, default=0) <= BEACH_LIMIT:
        return -1  # one unit in each hex inland
    movable = g.force[ALLIED] & ~(g.moved | g.spent)
    for hex_, units in g.at.items():
        if len(units) > (BEACH_LIMIT if g.beachheads >> hex_ & 1 else 1):
            for unit in units:
                if movable >> unit & 1 and can_move(g, unit, 2 * g.allowance_of(unit)):
                    return hex_
    return -1


def why_crowded(g: State) -> str:
    """Who shares a hex that is too full, and how many may stay there."""
    hex_ = crowded_hex(g)
    most = f"{BEACH_LIMIT} units" if g.beachheads >> hex_ & 1 else "one unit"
    return f"{listed(UNIT_IDS[unit] for unit in sorted(g.at[hex_]))} are in {GRID.label(hex_)}, where {most} may stay"


@dataclass
class MovementPhase(Procedure[None]):
    """The Movement Phase or the Mobile Movement Phase of one side (5.1, 5.5).

    A unit's move is final when another unit is moved or the phase ends (5.2-11); until then it may
    go on with the movement points it has left, so a player can choose his path in stages.
    """

    doing = "movement"
    mobile_only: bool = False
    in_hand: int = NOBODY
    points: int = 0

    def begin(self, g: State) -> Next:
        """Ask for the next unit to move."""
        return self.choose

    def about(self, g: State) -> About:
        """The unit in hand, once it is asked where it goes."""
        return About(unit=self.in_hand, points=self.points) if g.awaits(self.go) else About(unit_verb=MOVE.name)

    def movable(self, g: State) -> int:
        """Mask of the units that may still move and have somewhere to go."""
        eligible = g.force[g.active] & ~(g.moved | g.grounded | g.spent)
        if self.mobile_only:
            eligible &= g.battle.mobile_mask
        return eligible & ~stuck_units(g, eligible)

    def choose(self, g: State) -> Next:
        """5.1: any number of units, one at a time."""
        orders = MOVE_UNIT.chosen(self.movable(g))
        if self.points and can_move(g, self.in_hand, self.points):
            orders.append(MOVE[self.in_hand])
        arrivals = [] if self.mobile_only else [unit for unit in g.due if self.can_enter(g, unit)]
        orders += [ENTER[unit] for unit in arrivals]
        may_end = not arrivals and (g.turn < 2 or g.active != ALLIED or self.mobile_only or not must_separate(g))
        if may_end:
            orders.append(END)
        prompt = "Move a unit, or end the phase" if may_end else "Move a unit"
        if not g.hushed and not arrivals:
            prompt += self.what_then(g) if may_end else f": the phase cannot end yet, for {why_crowded(g)}"
        if arrivals:
            prompt = "Move a unit, or bring one on: the phase ends when all that have arrived are on the map"
        if orders == [END]:
            prompt = f"No unit can move{self.why_nobody(g)}: end the phase"
        return ask(SEATS[g.active], prompt, orders, then=self.chosen, why=self.why_not_unit, rule="5.1")

    def what_then(self, g: State) -> str:
        """Who moves in the Mobile Movement Phase; that reinforcements land after the other, or why not (10.11)."""
        if self.mobile_only:
            return ": now only mobile units that have not moved in this player turn"
        due = due_units(g, ALLIED) if g.active == ALLIED and g.turn > 1 else ()
        if not due:
            return ""
        names = listed(UNIT_IDS[unit] for unit in due)
        if any(landing_hexes(g, unit) for unit in due):
            return f": after it {names} land{'s' if len(due) == 1 else ''}, as far as the beaches have room"
        return f": no beach has room for {names}, who wait{'s' if len(due) == 1 else ''}"

    def why_nobody(self, g: State) -> str:
        """Why no unit can move, as far as one reason holds for all."""
        own = g.force[g.active]
        if own and not own & ~g.grounded:
            return ", for all have landed today"
        return " any more, for all have moved" if own and not own & ~(g.moved | g.grounded) else ""

    def can_enter(self, g: State, unit: int) -> bool:
        """Whether a German reinforcement can come onto the map now (10.10)."""
        friends = g.units_in[g.active]
        points = movement_points(g, unit)
        friend_there = False
        for hex_, cost in entry_hexes(g, unit):
            if cost <= points and not friends[hex_]:
                return True
            friend_there = True
        return friend_there and bool(destinations(g, unit, points))

    def chosen(self, g: State, order: Order) -> Next:
        """A unit is taken in hand, or the phase ends."""
        if order is END:
            return done()
        unit = order.arg
        if unit != self.in_hand:
            self.in_hand, self.points = unit, movement_points(g, unit)
        return self.choose_hex

    def choose_hex(self, g: State) -> Next:
        """5.2: a hex within the unit's movement points."""
        friends = g.units_in[g.active]
        orders = [TO_HEX[hex_] for hex_ in reach_of(g, self.in_hand, self.points) if not friends[hex_]]
        prompt = f"Move {UNIT_IDS[self.in_hand]} to a hex"
        return ask(SEATS[g.active], prompt, orders, then=self.go, why=self.why_not_hex, rule="5.2")

    def go(self, g: State, order: Order) -> Next:
        """The unit moves along its cheapest path and pays for it."""
        unit, target = self.in_hand, order.arg
        moves = reach_of(g, unit, self.points)
        path = moves.path(target)
        came_from = g.where[unit]
        g.walk(unit, path)
        cost = moves.cost_of(target)
        self.points -= cost
        if not g.battle.mobile[unit] and not g.battle.commando[unit] and g.in_ezoc(g.active, target):
            self.points = 0
        g.moved |= 1 << unit
        if came_from == WAITING:
            g.due = tuple(other for other in g.due if other != unit)
            note_early_entry(g, unit)
        g.tell("moved", "5.1", unit=unit, path=path, origin=came_from, cost=cost)
        return self.choose

    # -- refusals -----------------------------------------------------------------------------

    def why_not_unit(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot be moved now, or the phase not be ended."""
        if order is END:
            if any(self.can_enter(g, unit) for unit in g.due):
                names = ", ".join(UNIT_IDS[unit] for unit in g.due)
                return Refusal("10.10-02", f"reinforcements must arrive this turn if they can: {names}")
            return Refusal("10.9.2-12", f"units that landed in one hex must separate first: {why_crowded(g)}")
        if order.verb not in ("move", "enter"):
            return Refusal("4.1-03", f"'{order}' has no place in the {g.phase}")
        unit, battle = order.arg, g.battle
        name = UNIT_IDS[unit]
        if g.where[unit] < 0 or order.verb == "enter":
            if self.mobile_only and unit not in g.due and g.where[unit] == WAITING:
                return Refusal("4.1-07", f"{name} is off the map: reinforcements come in the Movement Phase only")
            return why_not_on_map(g, unit)
        if battle.side[unit] != g.active:
            return Refusal("5.2-01", f"{name} is not yours: a player moves only his own units")
        if g.grounded >> unit & 1:
            rule = "10.9.2-22" if battle.airborne[unit] else "10.9.1-11"
            if battle.commando[unit] and not g.beachheads >> g.where[unit] & 1:
                rule = "10.9.3-06"
            return Refusal(rule, f"{name} landed this turn and may not move during turn 1")
        if g.spent >> unit & 1:
            return Refusal("8.5-11", f"{name} advanced after combat and may do nothing more in this player turn")
        if self.mobile_only and not battle.mobile[unit]:
            return Refusal("5.5-03", f"{name} is a leg unit: only mobile units move in the Mobile Movement Phase")
        if g.moved >> unit & 1:
            rule = "5.5-02" if self.mobile_only and unit != self.in_hand else "5.2-11"
            return Refusal(rule, f"{name} has already moved in this player turn")
        return Refusal("5.2-06", f"{name} can enter none of the hexes around it")

    def why_not_hex(self, g: State, order: Order) -> Refusal:
        """Why the unit in hand cannot go to a hex."""
        unit = self.in_hand
        if order.verb != "to":
            return Refusal("5.1-03", f"{UNIT_IDS[unit]} is moving: choose its hex first")
        return why_not_to(g, unit, order.arg, self.points)


def why_not_on_map(g: State, unit: int) -> Refusal:
    """Why a unit that is not on the map cannot be moved or brought in."""
    name = UNIT_IDS[unit]
    if g.where[unit] >= 0:
        rule = "10.11-01" if g.battle.side[unit] == ALLIED else "10.10-01"
        return Refusal(rule, f"{name} is on the map already")
    entry = g.entry_of(unit)
    if g.where[unit] != WAITING:
        return Refusal("3.0-02", f"{name} is not in play")
    if entry is None or g.battle.side[unit] == ALLIED:
        when = "Allied reinforcements come ashore at the end of the Movement Phase"
        if entry is not None and entry.turn > g.turn:
            return Refusal("10.11-01", f"{name} arrives on turn {entry.turn}: {when}")
        if g.turn > 1 and not landing_hexes(g, unit):
            return Refusal("10.11-01", f"{name} is still to land, but {why_none_lands(g, unit)}")
        return Refusal("10.11-01", f"{name} is still to land: {when}")
    if entry.turn > g.turn:
        return Refusal("10.10-02", f"{name} arrives on turn {entry.turn}")
    return Refusal("10.10-03", f"{name} finds no entry hex free of enemy units and zones of control: it is delayed")


def why_not_to(g: State, unit: int, hex_: Hex, points: int) -> Refusal:
    """The rule that keeps a unit out of a hex."""
    battle = g.battle
    side = battle.side[unit]
    name, label = UNIT_IDS[unit], GRID.label(hex_)
    if battle.chart.sea >> hex_ & 1:
        return Refusal("5.2-08", f"{label} is all sea, which no unit may enter")
    if not battle.playable >> hex_ & 1:
        return Refusal(
            boundary_rule(battle.scenario.areas, battle.scenario.campaign, battle.side[unit]),
            f"{label} is outside the area in play",
        )
    if not battle.zone_of[unit] >> hex_ & 1:
        return Refusal("15.1-03", f"{label} is beyond the boundary between the armies")
    if battle.prohibited[battle.mobile[unit]] >> hex_ & 1:
        return Refusal(
            "5.2-08", f"the terrain of {label} is closed to {name}, and no road or trail leads there in time"
        )
    if g.units_in[1 - side][hex_]:
        return Refusal("5.2-07", f"{label} holds an enemy unit")
    if hex_ == g.where[unit]:
        return Refusal("5.1-02", f"{name} is in {label} already")
    if g.units_in[side][hex_]:
        return Refusal("5.3-03", f"{label} holds another unit, and units do not stack")
    start = g.where[unit]
    first = list(entry_hexes(g, unit)) if start == WAITING else None
    without_zones = reach(battle.links(unit), start, points, g.units_in[1 - side], first=first)
    if hex_ in without_zones.cost:
        if start >= 0 and closed_between_zones(g, unit, start, hex_):
            return Refusal(
                "6.1-07", f"mines or a fort bar the way from one enemy zone of control to another, into {label}"
            )
        if battle.mobile[unit]:
            toll = g.allowance_of(unit) // 2
            more = f"each hex in an enemy zone of control costs it {toll} movement points more"
            return Refusal("6.1-06", f"{name} cannot reach {label}: {more}")
        if start >= 0 and hex_ in GRID.neighbours[start]:
            return Refusal(
                "6.1-02", f"{name} may go from one enemy zone of control to another only with its whole allowance"
            )
        rule = "6.1-05" if start >= 0 and g.in_ezoc(side, start) else "6.1-01"
        return Refusal(rule, f"{name} must stop in the first hex in an enemy zone of control on the way to {label}")
    far = reach(battle.links(unit), start, points + 60, g.units_in[1 - side], first=first)
    if hex_ in far.cost:
        cost = far.cost[hex_]
        return Refusal("5.2-05", f"{label} costs {cost / 2:g} movement points and {name} has {points / 2:g}")
    return Refusal("5.2-02", f"{label} is too far for {name}")


def boundary_rule(areas: tuple[str, ...], campaign: bool, side: int) -> str:
    """The paragraph that draws the boundary of the area in play for a side."""
    if campaign:
        return "15.1-09" if side == GERMAN else "15.1-03"
    return {"gold_juno": "11.1-01", "sword": "12.1-01", "on_to_caen": "12.1-01", "utah": "13.1-01", "omaha": "14.1-01"}[
        areas[0]
    ]
