"""Retreat after combat (8.3), displacement (8.3.1) and stiff resistance (8.4)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.words import DISPLACE, GRID, RETREAT, STAND, TO, UNIT_IDS, YIELD
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, call, done

Path = tuple[Hex, ...]


def why_not_into(g: State, unit: int, hex_: Hex, *, ignore_ezoc: bool = False) -> Refusal | None:
    """Why a retreat may not enter a hex; None if it may (friendly units are another matter)."""
    battle = g.battle
    side = battle.side[unit]
    label = GRID.label(hex_)
    if battle.chart.sea >> hex_ & 1:
        return Refusal("8.3-10", f"{label} is all sea")
    if not battle.zone_of[unit] >> hex_ & 1:
        return Refusal("8.3-14", f"{label} is outside the area in play for {UNIT_IDS[unit]}")
    if g.units_in[1 - side][hex_]:
        return Refusal("8.3-08", f"{label} holds an enemy unit")
    if g.zones[1 - side][hex_] and not ignore_ezoc and not battle.commando[unit]:
        return Refusal("8.3-08", f"{label} is in an enemy zone of control")
    return None


def open_paths(g: State, unit: int, length: int, *, ignore_ezoc: bool) -> list[Path]:
    """Every path of ``length`` hexes, each one farther from the combat hex than the last (8.3-12).

    Friendly units on the way are not looked at.
    """
    start = g.where[unit]
    paths: list[Path] = [()]
    for distance in range(1, length + 1):
        longer = []
        for path in paths:
            for hex_ in GRID.neighbours[path[-1] if path else start]:
                if GRID.distance(start, hex_) == distance and why_not_into(g, unit, hex_, ignore_ezoc=ignore_ezoc) is None:
                    longer.append((*path, hex_))
        paths = longer
    return paths


def goal_distance(g: State, unit: int, hex_: Hex) -> int:
    """Hexes from a hex to where the unit's side retreats: an entry edge, or a supply source (8.3-05)."""
    battle = g.battle
    if battle.side[unit] != ALLIED:
        return battle.distance_to_german_goal[hex_]
    return min((GRID.distance(hex_, goal) for goal in allied_goals(g, unit)), default=0)


def allied_goals(g: State, unit: int) -> list[Hex]:
    """Beach landing hexes, and drop zones for airborne units of the same army."""
    goals = members(g.beachheads)
    if g.battle.airborne[unit]:
        goals += [hex_ for hex_, army in g.drop_zones.items() if army == g.battle.army[unit]]
    return goals


def away_from_bombardment(g: State, unit: int, paths: list[Path]) -> list[Path]:
    """8.1.5: if possible the retreat ends farther from the closest enemy unit, or nearer to a friend if there is none."""
    start = g.where[unit]
    side = g.battle.side[unit]
    enemies = members(g.occupied[1 - side])
    if not enemies:
        friends = [hex_ for hex_ in members(g.occupied[side]) if hex_ != start]
        if not friends:
            return paths
        near = min(GRID.distance(start, hex_) for hex_ in friends)
        closest = [hex_ for hex_ in friends if GRID.distance(start, hex_) == near]
        return [path for path in paths if min(GRID.distance(path[-1], hex_) for hex_ in closest) < near] or paths
    near = min(GRID.distance(start, hex_) for hex_ in enemies)
    closest = [hex_ for hex_ in enemies if GRID.distance(start, hex_) == near]
    return [path for path in paths if min(GRID.distance(path[-1], hex_) for hex_ in closest) > near] or paths


def preferred(g: State, unit: int, paths: list[Path], *, bombardment: bool) -> list[Path]:
    """Of otherwise legal retreats those that the rules prefer, where there are any (8.1.5-02, 8.3-05)."""
    if bombardment:
        paths = away_from_bombardment(g, unit, paths)
    now = goal_distance(g, unit, g.where[unit])
    return [path for path in paths if goal_distance(g, unit, path[-1]) < now] or paths


@dataclass(frozen=True)
class Choices:
    """What a retreating unit can do: paths to choose from, and what completing one of them costs."""

    paths: tuple[Path, ...]
    reduced: bool  # the retreat is too short (8.3-13)
    onto_friend: bool  # every path ends on a friendly unit that would have to be displaced (8.3.1)


def retreat_choices(g: State, unit: int, length: int, *, ignore_ezoc: bool = False, bombardment: bool = False) -> Choices:
    """The legal retreats of a unit (8.3), in the order the rules prefer them.

    First vacant hexes all the way, then through friends to a vacant hex, then onto a friend who can be
    displaced, then as far as possible with a reduction. No path at all means that the unit is lost.
    """
    friends = g.units_in[g.battle.side[unit]]
    for hexes in range(length, 0, -1):
        paths = open_paths(g, unit, hexes, ignore_ezoc=ignore_ezoc)
        vacant = [path for path in paths if not any(friends[hex_] for hex_ in path)]
        through = vacant or [path for path in paths if not friends[path[-1]]]
        if through:
            return Choices(tuple(preferred(g, unit, through, bombardment=bombardment)), hexes < length, False)
        onto = [path for path in paths if can_be_displaced(g, path[-1], unit, ignore_ezoc=ignore_ezoc)] if hexes == length else []
        if onto:
            return Choices(tuple(preferred(g, unit, onto, bombardment=bombardment)), False, True)
    return Choices((), True, False)


def can_be_displaced(g: State, hex_: Hex, by: int, *, ignore_ezoc: bool, passed: HexSet = 0) -> bool:
    """Whether the one friendly unit in a hex can make room, if need be by displacing others (8.3.1-06)."""
    units = g.at.get(hex_, ())
    if len(units) != 1 or units[0] == by:
        return False
    passed |= 1 << hex_
    return bool(displacement_hexes(g, units[0], by, passed, ignore_ezoc=ignore_ezoc))


def displacement_hexes(g: State, unit: int, by: int, passed: HexSet, *, ignore_ezoc: bool) -> list[Hex]:
    """Hexes a displaced unit may go to: vacant ones, and only if there is none, friends who can move on (8.3.1-03)."""
    friends = g.units_in[g.battle.side[unit]]
    start = g.where[unit]
    open_ = [
        hex_
        for hex_ in GRID.neighbours[start]
        if not passed >> hex_ & 1 and why_not_into(g, unit, hex_, ignore_ezoc=ignore_ezoc) is None
    ]
    vacant = [hex_ for hex_ in open_ if not friends[hex_]]
    return vacant or [hex_ for hex_ in open_ if can_be_displaced(g, hex_, by, ignore_ezoc=ignore_ezoc, passed=passed)]


@dataclass
class Retreat(Procedure):
    """One unit retreats; the result is the path of retreat it leaves open behind it (8.5-05).

    The owner chooses the path hex by hex wherever there is a choice.
    """

    unit: int
    length: int
    ignore_ezoc: bool = False
    bombardment: bool = False
    path: Path = ()

    def begin(self, g: State) -> Next:
        """Find out what the unit can do."""
        choices = self.choices(g)
        if not choices.paths:
            start = g.where[self.unit]
            g.tell("cannot_retreat", "8.3-04", unit=self.unit)
            g.eliminate(self.unit, "8.3-04")
            return done((start,))
        if choices.onto_friend:
            return self.ask_displacement
        return self.step_on

    def choices(self, g: State) -> Choices:
        """The retreats that are open to the unit."""
        return retreat_choices(g, self.unit, self.length, ignore_ezoc=self.ignore_ezoc, bombardment=self.bombardment)

    def step_on(self, g: State) -> Next:
        """Choose the next hex among the legal retreats that begin as this one did."""
        choices = self.choices(g)
        so_far = len(self.path)
        paths = [path for path in choices.paths if path[:so_far] == self.path]
        while len(paths[0]) > so_far:
            nexts = sorted({path[so_far] for path in paths})
            if len(nexts) > 1:
                owner = SEATS[g.battle.side[self.unit]]
                prompt = f"Retreat {UNIT_IDS[self.unit]} to a hex ({so_far + 1} of {len(paths[0])})"
                return ask(owner, prompt, [TO[hex_] for hex_ in nexts], then=self.stepped, why=self.why_not, rule="8.3")
            self.path = (*self.path, nexts[0])
            so_far += 1
        return self.arrive

    def stepped(self, g: State, order: Order) -> Next:
        """The owner has chosen a hex."""
        self.path = (*self.path, order.arg)
        return self.step_on

    def arrive(self, g: State) -> Next:
        """The unit stands at the end of its retreat, reduced if that was too short (8.3-13)."""
        choices = self.choices(g)
        end = self.path[-1]
        if choices.onto_friend:
            victim = g.at[end][0]
            return call(Displacement(victim, self.unit, 1 << end, self.ignore_ezoc), then=self.room_made)
        return self.settle(g, reduced=choices.reduced)

    def room_made(self, g: State, _: object) -> Next:
        """8.3.1-05: the friend has gone."""
        return self.settle(g, reduced=False)

    def settle(self, g: State, *, reduced: bool) -> Next:
        """Move the unit and tell what it leaves open."""
        unit, start, end = self.unit, g.where[self.unit], self.path[-1]
        for hex_ in self.path[:-1]:
            g.enter(g.battle.side[unit], hex_)
        g.put(unit, end)
        g.tell("retreated", "8.3", unit=unit, path=self.path)
        if reduced:
            g.deplete(unit, "8.3-13")
        behind = (start, *self.path)
        return done(behind if g.where[unit] < 0 else behind[:-1])

    def ask_displacement(self, g: State) -> Next:
        """8.3.1-02: displacing a friend is voluntary; the alternative is to be reduced."""
        ends = sorted({path[-1] for path in self.choices(g).paths})
        orders = [DISPLACE[g.at[hex_][0]] for hex_ in ends]
        prompt = f"{UNIT_IDS[self.unit]} can only retreat onto friends: displace one, or be reduced?"
        return ask(SEATS[g.battle.side[self.unit]], prompt, [*orders, YIELD], then=self.displacing, rule="8.3.1-02")

    def displacing(self, g: State, order: Order) -> Next:
        """A friend makes room, or the unit is reduced in the last vacant hex of its way."""
        choices = self.choices(g)
        if order is YIELD:
            return self.hold_back(g, choices)
        end = g.where[order.arg]
        self.path = next(path for path in choices.paths if path[-1] == end)
        return self.arrive

    def hold_back(self, g: State, choices: Choices) -> Next:
        """The unit stays in the last vacant hex of its path, its own if there is none, and is reduced."""
        friends = g.units_in[g.battle.side[self.unit]]
        best: Path = ()
        for path in choices.paths:
            free = [place for place, hex_ in enumerate(path) if not friends[hex_]]
            if free and free[-1] + 1 > len(best):
                best = path[: free[-1] + 1]
        if best:
            self.path = best
            return self.settle(g, reduced=True)
        start = g.where[self.unit]
        g.tell("held_back", "8.3.1-02", unit=self.unit)
        g.deplete(self.unit, "8.3.1-02")
        return done((start,) if g.where[self.unit] < 0 else ())

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why the retreat may not go to a hex."""
        if order.verb != "to":
            return Refusal("8.3-01", f"{UNIT_IDS[self.unit]} must retreat now")
        hex_ = order.arg
        refusal = why_not_into(g, self.unit, hex_, ignore_ezoc=self.ignore_ezoc)
        if refusal is not None:
            return refusal
        label = GRID.label(hex_)
        here = self.path[-1] if self.path else g.where[self.unit]
        if hex_ not in GRID.neighbours[here]:
            return Refusal("8.3-12", f"{label} is not next to {GRID.label(here)}")
        if GRID.distance(g.where[self.unit], hex_) != len(self.path) + 1:
            return Refusal("8.3-12", f"{label} is not farther from the combat")
        if g.units_in[g.battle.side[self.unit]][hex_]:
            return Refusal("8.3-07", f"{label} holds a friendly unit and there is a route of vacant hexes")
        if self.bombardment:
            return Refusal("8.1.5-02", f"a retreat by {label} would not lead away from the closest enemy")
        return Refusal("8.3-05", f"a retreat by {label} would not end closer to a friendly map edge or supply source")


@dataclass
class Displacement(Procedure):
    """A friendly unit makes room for a retreating one (8.3.1)."""

    unit: int
    by: int
    passed: HexSet
    ignore_ezoc: bool
    goal: Hex = -1

    def begin(self, g: State) -> Next:
        """Ask where it goes, if there is a choice."""
        hexes = displacement_hexes(g, self.unit, self.by, self.passed, ignore_ezoc=self.ignore_ezoc)
        if len(hexes) == 1:
            return self.chosen(g, TO[hexes[0]])
        prompt = f"Displace {UNIT_IDS[self.unit]} to a hex"
        orders = [TO[hex_] for hex_ in sorted(hexes)]
        return ask(SEATS[g.battle.side[self.unit]], prompt, orders, then=self.chosen, rule="8.3.1")

    def chosen(self, g: State, order: Order) -> Next:
        """A friend in the hex has to move on first (8.3.1-06)."""
        self.goal = order.arg
        occupant = g.at.get(self.goal, ())
        if occupant:
            return call(Displacement(occupant[0], self.by, self.passed | 1 << self.goal, self.ignore_ezoc), then=self.go)
        return self.go(g, None)

    def go(self, g: State, _: object) -> Next:
        """The unit moves; one of the attacker's may not attack any more this turn (8.3.1-09)."""
        g.put(self.unit, self.goal)
        g.displaced |= 1 << self.unit
        g.tell("displaced", "8.3.1", unit=self.unit, hex=self.goal)
        return done()


@dataclass
class RetreatOrStand(Procedure):
    """Units told to retreat: for each its owner chooses retreat or stiff resistance (8.4).

    The result is the open path behind the last unit that retreated, or () after stiff resistance.
    """

    units: tuple[int, ...]
    length: int
    may_stand: bool = True
    ignore_ezoc: bool = False
    bombardment: bool = False
    path: Path = ()

    def begin(self, g: State) -> Next:
        """Ask for the next unit; the owner chooses the order too."""
        if not self.units:
            return done(self.path)
        if not self.may_stand:
            return self.answered(g, RETREAT[self.units[0]])
        orders = [verb[unit] for unit in self.units for verb in (RETREAT, STAND)]
        names = ", ".join(UNIT_IDS[unit] for unit in self.units)
        prompt = f"{names}: retreat {self.length} or stand and be reduced?"
        return ask(SEATS[g.battle.side[self.units[0]]], prompt, orders, then=self.answered, rule="8.4")

    def answered(self, g: State, order: Order) -> Next:
        """A unit stands and loses a step, or retreats."""
        unit = order.arg
        self.units = tuple(other for other in self.units if other != unit)
        if order.verb == "stand":
            g.tell("stands", "8.4", unit=unit)
            g.deplete(unit, "8.4-04")
            self.path = ()
            return self.begin
        return call(Retreat(unit, self.length, self.ignore_ezoc, self.bombardment), then=self.retreated)

    def retreated(self, g: State, path: Path) -> Next:
        """Go on with the next unit."""
        self.path = path
        return self.begin
