"""Retreat after combat (8.3), displacement (8.3.1) and stiff resistance (8.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.words import DISPLACE, GRID, RETREAT, STAND, TO, UNIT_IDS, YIELD
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done
from bocage.kernel.wording import listed

Path = tuple[Hex, ...]


def why_not_into(g: State, unit: int, hex_: Hex, *, ignore_ezoc: bool = False) -> Refusal | None:
    """Why a retreat may not enter a hex, from wherever it comes; None if it may (friends are another matter)."""
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


def open_hexes(g: State, unit: int, *, ignore_ezoc: bool) -> HexSet:
    """All hexes that a unit's retreat may enter, by the same tests as ``why_not_into``; terrain is another matter."""
    side = g.battle.side[unit]
    open_ = g.battle.zone_of[unit] & ~g.occupied[1 - side]
    if ignore_ezoc or g.battle.commando[unit]:
        return open_
    return open_ & ~GRID.spread(g.zone_sources[1 - side])


def open_paths(g: State, unit: int, length: int, *, ignore_ezoc: bool) -> list[Path]:
    """Every path of ``length`` hexes, each one farther from the combat hex than the last (8.3-12).

    Friendly units on the way are not looked at.
    """
    start = g.where[unit]
    open_ = open_hexes(g, unit, ignore_ezoc=ignore_ezoc)
    around = g.battle.open_around
    nearer = 1 << start
    paths: list[Path] = [()]
    for _ in range(length):
        ring = GRID.spread(nearer) & ~nearer
        nearer |= ring
        ring &= open_
        paths = [(*path, hex_) for path in paths for hex_ in members(around(unit, path[-1] if path else start) & ring)]
    return paths


def blocked_ways(g: State, unit: int, *, ignore_ezoc: bool) -> str:
    """Why a unit can go to none of the hexes beside it, hex by hex where they differ (8.3-04)."""
    here = g.where[unit]
    found: dict[str, list[str]] = {}
    for hex_ in GRID.neighbours[here]:
        label = GRID.label(hex_)
        refusal = why_not_into(g, unit, hex_, ignore_ezoc=ignore_ezoc) or why_not_over(g, unit, here, hex_)
        if refusal is None:
            friends = g.units_in[g.battle.side[unit]][hex_]
            because = "full of friends who cannot make room" if friends else "a blind end"
        elif refusal.sentence.startswith("the terrain"):
            because = "closed terrain"
        else:
            because = refusal.sentence.removeprefix(f"{label} ").removeprefix("is ")
            because = because.removesuffix(f" for {UNIT_IDS[unit]}").replace("holds an enemy unit", "held by the enemy")
        found.setdefault(because, []).append(label)
    return "; ".join(f"{listed(labels)}: {because}" for because, labels in found.items())


def why_not_over(g: State, unit: int, here: Hex, hex_: Hex) -> Refusal | None:
    """Why a retreat may not step from a hex into another; None if it may (8.3-10)."""
    label = GRID.label(hex_)
    if hex_ not in GRID.neighbours[here]:
        return Refusal("8.3-12", f"{label} is not next to {GRID.label(here)}")
    if not g.battle.open_around(unit, here) >> hex_ & 1:
        return Refusal("8.3-10", f"the terrain of {label} is closed to {UNIT_IDS[unit]}")
    return None


def nearer_hexes(g: State, unit: int) -> HexSet:
    """Hexes nearer than a unit's own to where its side retreats: an entry edge, or a supply source (8.3-05)."""
    start = g.where[unit]
    if g.battle.side[unit] != ALLIED:
        return g.battle.nearer_to_german_goal[start]
    goals = allied_goals(g, unit)
    now = steps_to(start, goals) if goals else 0
    return GRID.within(goals, now - 1) if now else 0


def allied_goals(g: State, unit: int) -> HexSet:
    """Beach landing hexes, and drop zones for airborne units of the same army."""
    goals = g.beachheads
    if g.battle.airborne[unit]:
        goals |= mask(hex_ for hex_, army in g.drop_zones.items() if army == g.battle.army[unit])
    return goals


def steps_to(hex_: Hex, places: HexSet) -> int:
    """The number of steps from a hex to the nearest of some places."""
    steps, reached = 0, 1 << hex_
    while not reached & places:
        steps, reached = steps + 1, GRID.within(reached, 1)
    return steps


def away_from_bombardment(g: State, unit: int, paths: list[Path]) -> list[Path]:
    """8.1.5: if possible the retreat ends farther from the closest enemy unit; without enemies, nearer to a friend."""
    side, start = g.battle.side[unit], g.where[unit]
    others = g.occupied[1 - side] or g.occupied[side] & ~(1 << start)
    if not others:
        return paths
    near = steps_to(start, others)
    closest = others & GRID.within(1 << start, near)
    if g.occupied[1 - side]:
        return ending(paths, GRID.all & ~GRID.within(closest, near)) or paths
    return ending(paths, GRID.within(closest, near - 1)) or paths


def ending(paths: list[Path], hexes: HexSet) -> list[Path]:
    """The paths that end in one of some hexes."""
    return [path for path in paths if hexes >> path[-1] & 1]


def nearer_to_goal(g: State, unit: int, paths: list[Path]) -> list[Path]:
    """If there are any, those that end nearer to a friendly map edge or supply source than the unit is now (8.3-05)."""
    return ending(paths, nearer_hexes(g, unit)) or paths


def preferred(g: State, unit: int, paths: list[Path], *, bombardment: bool) -> tuple[Path, ...]:
    """Of otherwise legal retreats those that the rules prefer (8.1.5-02, 8.3-05)."""
    if bombardment:
        paths = away_from_bombardment(g, unit, paths)
    return tuple(nearer_to_goal(g, unit, paths))


@dataclass(frozen=True)
class Choices:
    """What a retreating unit can do: paths to choose from, all of one length."""

    paths: tuple[Path, ...]
    onto_friend: bool  # every path ends on a friendly unit that would have to be displaced (8.3.1)


def retreat_choices(
    g: State,
    unit: int,
    length: int,
    *,
    ignore_ezoc: bool = False,
    bombardment: bool = False,
    yielding: bool = False,
) -> Choices:
    """The legal retreats of a unit (8.3), in the order the rules prefer them.

    First vacant hexes all the way, then through friends to a vacant hex, then onto a friend who can be
    displaced, and if nothing leads so far, the same for a shorter retreat with a reduction. No path at
    all means that the unit is lost. A unit that yields displaces nobody: it goes to the last vacant hex
    it can reach (8.3.1-02), and if there is none it stays.
    """
    for hexes in range(length, 0, -1):
        paths = open_paths(g, unit, hexes, ignore_ezoc=ignore_ezoc)
        free = to_vacant_hexes(g, unit, paths)
        if free:
            return Choices(preferred(g, unit, free, bombardment=bombardment), onto_friend=False)
        onto = [] if yielding else onto_friends(g, unit, paths, ignore_ezoc=ignore_ezoc)
        if onto:
            return Choices(preferred(g, unit, onto, bombardment=bombardment), onto_friend=True)
    return Choices((), onto_friend=False)


def to_vacant_hexes(g: State, unit: int, paths: list[Path]) -> list[Path]:
    """Paths without a friend on them, or if there is none, those that at least end in a vacant hex (8.3-06, 8.3-07)."""
    friends = g.units_in[g.battle.side[unit]]
    vacant = [path for path in paths if not any(friends[hex_] for hex_ in path)]
    return vacant or [path for path in paths if not friends[path[-1]]]


def onto_friends(g: State, unit: int, paths: list[Path], *, ignore_ezoc: bool) -> list[Path]:
    """Paths that end on a friend who can make room, if possible without other friends on the way (8.3.1-01)."""
    friends = g.units_in[g.battle.side[unit]]
    onto = [path for path in paths if can_make_room(g, path[-1], unit, 0, ignore_ezoc=ignore_ezoc)]
    return [path for path in onto if not any(friends[hex_] for hex_ in path[:-1])] or onto


def can_make_room(g: State, hex_: Hex, by: int, passed: HexSet, *, ignore_ezoc: bool) -> bool:
    """Whether the one friendly unit in a hex can be displaced, if need be by displacing others in turn (8.3.1-06)."""
    friends = g.occupied[g.battle.side[by]]
    asked, passed = [hex_], passed | 1 << hex_
    while asked:
        here = asked.pop()
        units = g.at[here]
        if len(units) > 1 or units[0] == by:
            continue
        around = g.battle.open_around(units[0], here) & open_hexes(g, units[0], ignore_ezoc=ignore_ezoc) & ~passed
        if around & ~friends:
            return True
        asked += members(around)
        passed |= around
    return False


def displacement_hexes(g: State, unit: int, by: int, passed: HexSet, *, ignore_ezoc: bool) -> list[Hex]:
    """Hexes to which a displaced unit retreats, of those with room for it the nearer ones to its goal (8.3-05)."""
    hexes = hexes_with_room(g, unit, by, passed, ignore_ezoc=ignore_ezoc)
    return [hex_ for (hex_,) in nearer_to_goal(g, unit, [(hex_,) for hex_ in hexes])]


def hexes_with_room(g: State, unit: int, by: int, passed: HexSet, *, ignore_ezoc: bool) -> list[Hex]:
    """Open hexes around a unit: vacant ones, or if there is none, those of friends who make room (8.3.1-06)."""
    around = g.battle.open_around(unit, g.where[unit]) & open_hexes(g, unit, ignore_ezoc=ignore_ezoc) & ~passed
    return members(around & ~g.occupied[g.battle.side[unit]]) or [
        hex_ for hex_ in members(around) if can_make_room(g, hex_, by, passed, ignore_ezoc=ignore_ezoc)
    ]


@dataclass
class Retreat(Procedure[Path]):
    """One unit retreats; the result is the path of retreat it leaves open behind it (8.5-05).

    The owner chooses the path hex by hex wherever there is a choice.
    """

    unit: int
    length: int
    ignore_ezoc: bool = False
    bombardment: bool = False
    onto: Hex = -1  # of the friend to be displaced
    yielding: bool = False  # the unit will be reduced rather than displace a friend
    path: Path = ()

    def begin(self, g: State) -> Next:
        """Find out what the unit can do."""
        choices = self.choices(g)
        if not choices.paths:
            start = g.where[self.unit]
            ways = "" if g.hushed else blocked_ways(g, self.unit, ignore_ezoc=self.ignore_ezoc)
            g.tell_result("cannot_retreat", "8.3-04", unit=self.unit, ways=ways)
            g.eliminate(self.unit, "8.3-04")
            return self.done((start,))
        if choices.onto_friend:
            return self.ask_displacement
        return self.step_on

    def about(self, g: State) -> About:
        """The unit that retreats, and its way so far."""
        return About(unit=self.unit, path=self.path)

    def choices(self, g: State) -> Choices:
        """The retreats that are open to the unit."""
        return retreat_choices(
            g, self.unit, self.length,
            ignore_ezoc=self.ignore_ezoc, bombardment=self.bombardment, yielding=self.yielding,
        )  # fmt: skip

    def routes(self, g: State) -> list[Path]:
        """The paths, all of one length, that fit what the owner has said so far."""
        return [
            path
            for path in self.choices(g).paths
            if path[: len(self.path)] == self.path and (self.onto < 0 or path[-1] == self.onto)
        ]

    def step_on(self, g: State) -> Next:
        """Choose the next hex wherever the routes part."""
        routes = self.routes(g)
        for place in range(len(self.path), len(routes[0])):
            nexts = sorted({route[place] for route in routes})
            if len(nexts) > 1:
                owner = SEATS[g.battle.side[self.unit]]
                prompt = self.prompt(g, place + 1, len(routes[0]))
                return ask(owner, prompt, [TO[hex_] for hex_ in nexts], then=self.stepped, why=self.why_not, rule="8.3")
            self.path = (*self.path, nexts[0])
        return self.arrive

    def prompt(self, g: State, hexes: int, length: int) -> str:
        """The question for a hex of the way, by its place on it: those before it may have been the only ones."""
        by = f" by {listed(map(GRID.label, self.path))}" if self.path else ""
        way = f"{UNIT_IDS[self.unit]} retreats {length} hex{'es' * (length > 1)} from {GRID.label(g.where[self.unit])}"
        return f"{way}{by}: {'to which hex' if hexes == length else 'which hex next' if by else 'which hex first'}?"

    def stepped(self, g: State, order: Order) -> Next:
        """The owner has chosen a hex."""
        self.path = (*self.path, order.arg)
        return self.step_on

    def arrive(self, g: State) -> Next:
        """The unit is at the end of its way; a friend there has to go first."""
        if self.onto >= 0:
            friend = g.at[self.onto][0]
            return call(Displacement(friend, self.unit, 1 << self.onto, self.ignore_ezoc), then=self.settle)
        return self.settle(g, None)

    def settle(self, g: State, _: object) -> Next:
        """Move the unit, reduce it if the way was too short (8.3-13), and say what it leaves open behind it."""
        unit, start = self.unit, g.where[self.unit]
        g.walk(unit, self.path)
        g.tell_result("retreated", "8.3", unit=unit, path=self.path, origin=start)
        if len(self.path) < self.length and not self.yielding:
            g.tell_result("cut_short", "8.3-13", unit=unit, length=self.length)
        if len(self.path) < self.length:
            g.deplete(unit, "8.3.1-02" if self.yielding else "8.3-13")
        behind = (start, *self.path)
        return self.done(behind if g.where[unit] < 0 else behind[:-1])

    def ask_displacement(self, g: State) -> Next:
        """8.3.1-02: displacing a friend is voluntary; the alternative is to be reduced."""
        ends = sorted({path[-1] for path in self.choices(g).paths})
        orders = [DISPLACE[g.at[hex_][0]] for hex_ in ends]
        prompt = f"{UNIT_IDS[self.unit]} can only retreat onto friends: displace one, or lose a step?"
        owner = SEATS[g.battle.side[self.unit]]
        return ask(
            owner, prompt, [*orders, YIELD], then=self.displacing, why=self.why_not_displacing, rule="8.3.1-02"
        )  # fmt: skip

    def displacing(self, g: State, order: Order) -> Next:
        """A friend is to make room, or the unit goes to the last vacant hex it can reach and is reduced there."""
        if order is not YIELD:
            self.onto = g.where[order.arg]
            return self.step_on
        self.yielding = True
        return self.step_on if self.choices(g).paths else self.hold

    def hold(self, g: State) -> Next:
        """There is no vacant hex to go to: the unit is reduced where it is (8.3.1-02)."""
        start = g.where[self.unit]
        g.tell_result("held_back", "8.3.1-02", unit=self.unit)
        g.deplete(self.unit, "8.3.1-02")
        return self.done((start,) if g.where[self.unit] < 0 else ())

    # -- refusals -----------------------------------------------------------------------------

    def why_not_displacing(self, g: State, order: Order) -> Refusal:
        """Why a friend cannot be displaced, when one must be or the unit be reduced."""
        name = UNIT_IDS[self.unit]
        if order.verb != "displace":
            return Refusal("8.3.1-02", f"{name} can only retreat onto friends: displace one of them, or yield")
        hex_, friend = g.where[order.arg], UNIT_IDS[order.arg]
        if hex_ < 0 or g.battle.side[order.arg] != g.battle.side[self.unit]:
            return Refusal("8.3.1-01", f"{friend} is not a friendly unit on the map")
        length = len(self.choices(g).paths[0])
        paths = open_paths(g, self.unit, length, ignore_ezoc=self.ignore_ezoc)
        if not any(path[-1] == hex_ for path in paths):
            return Refusal("8.3.1-01", f"the retreat of {name} cannot end in the hex of {friend}")
        if len(g.at[hex_]) > 1:
            return Refusal("8.3.1-04", f"{name} would be stacked with the other unit in the hex of {friend}")
        onto = onto_friends(g, self.unit, paths, ignore_ezoc=self.ignore_ezoc)
        if not can_make_room(g, hex_, self.unit, 0, ignore_ezoc=self.ignore_ezoc):
            return Refusal("8.3.1-04", f"{friend} has no hex to go to")
        if not any(path[-1] == hex_ for path in onto):
            return Refusal("8.3-07", f"the way to {friend} leads through friends, and there is one that does not")
        return self.not_preferred(g, onto, lambda path: path[-1] == hex_, f"onto {friend}")

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why the retreat may not go to a hex."""
        name = UNIT_IDS[self.unit]
        if order.verb == "displace":
            return self.why_not_another(g, order.arg)
        if order.verb != "to":
            return Refusal("8.3-01", f"{name} must retreat now")
        hex_, label = order.arg, GRID.label(order.arg)
        here = self.path[-1] if self.path else g.where[self.unit]
        refusal = why_not_into(g, self.unit, hex_, ignore_ezoc=self.ignore_ezoc) or why_not_over(
            g, self.unit, here, hex_
        )
        if refusal is not None:
            return refusal
        if GRID.distance(g.where[self.unit], hex_) != len(self.path) + 1:
            return Refusal("8.3-12", f"{label} is not farther from the combat")
        length, start = len(self.routes(g)[0]), (*self.path, hex_)

        def leads_there(path: Path) -> bool:
            return path[: len(start)] == start

        paths = open_paths(g, self.unit, length, ignore_ezoc=self.ignore_ezoc)
        if not any(map(leads_there, paths)) and not self.yielding:
            return Refusal("8.3-12", f"by {label} {name} cannot get {length} hexes away from the combat")
        friends = g.units_in[g.battle.side[self.unit]]
        if self.onto >= 0:
            if not any(leads_there(path) and path[-1] == self.onto for path in paths):
                friend = UNIT_IDS[g.at[self.onto][0]]
                return Refusal("8.3.1-01", f"{label} does not lead to {friend}, which {name} is to displace")
            return Refusal("8.3-07", f"a retreat by {label} would enter friendly units, and there is one that does not")
        if self.yielding and not any(leads_there(path) and not friends[path[-1]] for path in paths):
            return Refusal("8.3.1-02", f"{name} goes as far as it can, and {label} does not lead to a vacant hex there")
        free = to_vacant_hexes(g, self.unit, paths)
        if not any(map(leads_there, free)):
            return Refusal("8.3-07", f"a retreat by {label} would enter friendly units, and there is one that does not")
        return self.not_preferred(g, free, leads_there, f"by {label}")

    def not_preferred(self, g: State, paths: list[Path], meant: Callable[[Path], bool], way: str) -> Refusal:
        """Which preference speaks against some of the paths that are otherwise legal (8.1.5, 8.3-05)."""
        if self.bombardment and not any(map(meant, away_from_bombardment(g, self.unit, paths))):
            if g.occupied[1 - g.battle.side[self.unit]]:
                return Refusal("8.1.5-02", f"a retreat {way} would not lead away from the closest enemy")
            return Refusal("8.1.5-03", f"a retreat {way} would not lead toward the closest friend")
        return Refusal("8.3-05", f"a retreat {way} would not end closer to a friendly map edge or supply source")

    def why_not_another(self, g: State, friend: int) -> Refusal:
        """Why no friend, or no other, is displaced."""
        name = UNIT_IDS[self.unit]
        if self.yielding:
            return Refusal("8.3.1-02", f"{name} is to be reduced rather than displace anybody")
        if self.onto >= 0:
            return Refusal("8.3.1-01", f"{name} is to displace {UNIT_IDS[g.at[self.onto][0]]}: choose its way there")
        return Refusal("8.3.1-03", f"{name} has a vacant hex to go to and may not displace {UNIT_IDS[friend]}")


@dataclass
class Displacement(Procedure[None]):
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
        return ask(SEATS[g.battle.side[self.unit]], prompt, orders, then=self.chosen, why=self.why_not, rule="8.3.1")

    def about(self, g: State) -> About:
        """The unit that makes room."""
        return About(unit=self.unit)

    def chosen(self, g: State, order: Order) -> Next:
        """A friend in the hex has to move on first (8.3.1-06)."""
        self.goal = order.arg
        if self.goal in g.at:
            passed = self.passed | 1 << self.goal
            return call(Displacement(g.at[self.goal][0], self.by, passed, self.ignore_ezoc), then=self.go)
        return self.go(g, None)

    def go(self, g: State, _: object) -> Next:
        """The unit moves; one of the attacker's may not attack any more this turn (8.3.1-09)."""
        origin = g.where[self.unit]
        g.put(self.unit, self.goal)
        g.displaced |= 1 << self.unit
        g.tell_result("displaced", "8.3.1", unit=self.unit, hex=self.goal, origin=origin)
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why the unit may not be displaced to a hex."""
        name = UNIT_IDS[self.unit]
        if order.verb != "to":
            return Refusal("8.3.1-01", f"{name} is being displaced: choose its hex")
        here, hex_, label = g.where[self.unit], order.arg, GRID.label(order.arg)
        if hex_ not in GRID.neighbours[here]:
            return Refusal("8.3.1-01", f"{label} is not next to {name}")
        refusal = why_not_into(g, self.unit, hex_, ignore_ezoc=self.ignore_ezoc) or why_not_over(
            g, self.unit, here, hex_
        )
        if refusal is not None:
            return Refusal("8.3.1-04", refusal.sentence)
        if hex_ not in hexes_with_room(g, self.unit, self.by, self.passed, ignore_ezoc=self.ignore_ezoc):
            return Refusal("8.3.1-04", f"{label} holds another unit, with which {name} would be stacked")
        return Refusal("8.3-05", f"{label} is not closer to a friendly map edge or supply source")


@dataclass
class RetreatOrStand(Procedure[Path]):
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
            return self.done(self.path)
        if not self.may_stand:
            return self.answered(g, RETREAT[self.units[0]])
        orders = [verb[unit] for unit in self.units for verb in (RETREAT, STAND)]
        owner = SEATS[g.battle.side[self.units[0]]]
        return ask(owner, self.prompt(g), orders, then=self.answered, why=self.why_not, rule="8.4")

    def prompt(self, g: State) -> str:
        """The question; a unit on its last step would be eliminated, not only reduced."""
        names = listed(UNIT_IDS[unit] for unit in self.units)
        hexes = f"{self.length} hex{'es' * (self.length > 1)}"
        if all(map(g.on_last_step, self.units)):
            if not g.hushed and self.all_lost(g, self.units):
                return self.last_words(g, names)
            return f"{names}: retreat {hexes}, or stand and be eliminated?"
        return f"{names}: retreat {hexes}, or stand and lose a step{' each' * (len(self.units) > 1)}?"

    def all_lost(self, g: State, units: tuple[int, ...]) -> bool:
        """Whether no unit has a way to retreat, in whatever order they are lost (8.3-04)."""
        for unit in units:
            if Retreat(unit, self.length, self.ignore_ezoc, self.bombardment).choices(g).paths:
                return False
        for unit in units if len(units) > 1 else ():
            after = g.copy()
            after.hush()
            after.eliminate(unit, "8.3-04")
            if not self.all_lost(after, tuple(other for other in units if other != unit)):
                return False
        return True

    def last_words(self, g: State, names: str) -> str:
        """The question for those who are lost: who stands leaves no path to advance on, and attackers never do."""
        if len(self.units) > 1:
            return f"{names} have no way to retreat and no step to spare: all are eliminated, whatever you answer."
        defends = g.battle.side[self.units[0]] != g.active and not self.bombardment
        choice = "if it stands, nobody advances into its hex" if defends else "the answer makes no difference"
        ways = blocked_ways(g, self.units[0], ignore_ezoc=self.ignore_ezoc)
        return f"{names} has no way to retreat and no step to spare: {choice}. ({ways}.)"

    def about(self, g: State) -> About:
        """The unit that must decide, unless there are several."""
        return About(unit=self.units[0]) if len(self.units) == 1 else About()

    def answered(self, g: State, order: Order) -> Next:
        """A unit stands and loses a step, or retreats."""
        unit = order.arg
        self.units = tuple(other for other in self.units if other != unit)
        if order.verb == "stand":
            g.tell_result("stands", "8.4", unit=unit)
            g.deplete(unit, "8.4-04")
            self.path = ()
            return self.begin
        return call(Retreat(unit, self.length, self.ignore_ezoc, self.bombardment), then=self.retreated)

    def retreated(self, g: State, path: Path) -> Next:
        """Go on with the next unit."""
        self.path = path
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit can neither retreat nor stand."""
        if order.verb not in ("retreat", "stand"):
            return Refusal("8.4-01", f"'{order}' has no place here: a unit must retreat, or stand and be reduced")
        return Refusal("8.4-01", f"{UNIT_IDS[order.arg]} has not been told to retreat, or has done so")
