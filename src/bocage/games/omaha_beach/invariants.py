"""What must hold in every state of D-Day at Omaha Beach, whatever has been ordered; for tests and the fuzzer.

The rules do not use this module. It counts everything afresh and remembers what it saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bocage.games.omaha_beach.action_phase import ACTIONS, STACKING
from bocage.games.omaha_beach.armor import armor_links
from bocage.games.omaha_beach.battle import BOX, SEATS
from bocage.games.omaha_beach.control import us_control
from bocage.games.omaha_beach.fire import hit_limit
from bocage.games.omaha_beach.state import ABSENT, ELIMINATED, EXITED, NONE, NOWHERE, WAITING, State
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.track import LAST_TURN
from bocage.games.omaha_beach.turn import END_OF_TURN
from bocage.games.omaha_beach.words import BASE_IDS, GRID, UNIT_IDS
from bocage.hexes import mask, members
from bocage.kernel import Event, Setting
from bocage.kernel import State as KernelState

ORDERS_PER_UNIT = 8  # in one turn: a box, an action with its companions, hits


class Watch:
    """Watches one game; ask it after every order."""

    def __init__(self, setting: Setting) -> None:
        assert isinstance(setting, OmahaBeach)
        self.battle = setting.battle
        self.longest = LAST_TURN * len(UNIT_IDS) * ORDERS_PER_UNIT
        self._dead = 0
        self._bygone: frozenset[int] = frozenset()  # units that have left the map
        self._bases = [NOWHERE] * len(BASE_IDS)
        self._turn = 0
        self._where: list[int] = []
        self._armor_at = [NONE] * len(self.battle.armor)
        self._landed = 0  # units that have come ashore this turn, or have been driven out

    def violations(self, state: KernelState, events: Sequence[Event] = ()) -> Iterator[str]:
        """What is wrong with a state, one sentence each; nothing if all is well."""
        assert isinstance(state, State)
        yield from self._units(state)
        yield from self._germans(state)
        yield from self._armor(state)
        yield from self._cards(state)
        yield from self._markers(state)
        yield from self._posts_and_bases(state)
        yield from self._control(state)
        yield from self._stacks(state, events)
        yield from self._fire(state, events)
        if state.turn not in (self._turn, self._turn + 1) and self._turn:
            yield f"turn {state.turn} follows on turn {self._turn}"
        self._turn = state.turn

    def _units(self, g: State) -> Iterator[str]:
        """Every US unit is in one place, and in the list of that place once."""
        there = Counter(unit for units in g.at.values() for unit in units)
        for unit, place in enumerate(g.where):
            name = UNIT_IDS[unit]
            if there[unit] != (place >= 0) or (place >= 0 and unit not in g.at[place]):
                yield f"{name} is not where it is said to be"
            off_map = place in (WAITING, ELIMINATED, ABSENT, EXITED)
            if not off_map and not (0 <= place < GRID.size or 0 <= place - BOX < 31):
                yield f"{name} is lost (where = {place})"
            if not self.battle.leader[unit] and (g.steps[unit] == 0) != (place == ELIMINATED):
                yield f"{name} has {g.steps[unit]} steps and is at {place}"
            if not 0 <= g.steps[unit] <= len(self.battle.units[unit].steps):
                yield f"{name} has {g.steps[unit]} steps"
            if self._dead >> unit & 1 and place != ELIMINATED:
                yield f"{name} came back from the dead"
            if (place == EXITED) != (unit in g.exited):
                yield f"{name} is in one place only, on or off the map (20.3-07)"
            if place == ELIMINATED:
                self._dead |= 1 << unit
            if unit in self._bygone and place != EXITED:
                yield f"{name} came back to the map (20.3-07)"
        self._bygone = frozenset(g.exited)
        hexes = mask(
            place
            for place, units in g.at.items()
            if place < BOX and any(not self.battle.general[unit] for unit in units)
        )
        if hexes != g.occupied:
            yield "the set of occupied hexes is wrong"
        for division in range(len(SEATS)):
            landed = [u for u in members(g.ashore) if self.battle.sector(g.where[u]) == division]
            commanded = [u for u, command in enumerate(g.command) if command == division]
            if (g.landed[division], g.commanded[division]) != (mask(landed), mask(commanded)):
                yield f"the units of the {SEATS[division]} Division are not those that are with it"
        waiting = [(g.arrives[unit], unit) for unit, place in enumerate(g.where) if place == WAITING]
        if sorted((turn, u) for turn, units in g.expected.items() for u in members(units)) != sorted(waiting):
            yield "the units on the turn track are not those that are expected"
        if g.ashore != mask(unit for unit in range(len(g.where)) if g.on_map(unit)):
            yield "the set of units ashore is wrong"
        for place in members(g.occupied):
            if g.german_at(place) != NONE:
                yield f"Americans and Germans share {GRID.label(place)} (7.31-01)"

    def _germans(self, g: State) -> Iterator[str]:
        """German units and depth markers are conserved, and no marker is alone."""
        units = Counter([*(u for u in g.german if u != NONE), *(u for pool in g.pools.values() for u in pool), *g.gone])
        pools = {"wn", "tactical", "division", "meyer"} | ({"armor"} if self.battle.armor else set())
        expected = {n for n, unit in enumerate(self.battle.german) if unit.pool in pools}
        if units != Counter(expected):
            yield "the German units are not those of the game"
        markers = Counter(
            [
                *(m for m in g.german_depth if m != NONE),
                *(m for pool in g.depth_pools.values() for m in pool),
                *g.gone_depth,
            ]
        )
        armor = bool(self.battle.armor)
        if markers != Counter({n for n, marker in enumerate(self.battle.depth) if armor or marker.type != "armor"}):
            yield "the depth markers are not those of the game"
        for p, (unit, depth) in enumerate(zip(g.german, g.german_depth, strict=True)):
            name = self.battle.group_names[self.battle.group_of[p]]
            if depth != NONE and unit == NONE:
                yield f"a depth marker is alone in {name} (2.24-04)"
            if g.german_disrupted >> p & 1 and unit == NONE:
                yield f"nobody is disrupted in {name}"
            if depth != NONE and g.depth_is_shown(p) and self.battle.depth[depth].tactical_reinforcement:
                yield f"a Tactical Reinforcement marker stays in {name} (9.4-01)"
        held = [position for position, unit in enumerate(g.german) if unit != NONE]
        hexes = mask(g.hex_of(position) for position in held)
        deep = mask(position for position, marker in enumerate(g.german_depth) if marker != NONE)
        if (g.held, g.german_hexes, g.deep) != (mask(held), hexes, deep):
            yield "German units are not where they are said to be"
        pooled = mask(unit for pool in g.pools.values() for unit in pool)
        if g.shown & pooled:
            yield "a unit lies face up in its pool (3-20)"

    def _armor(self, g: State) -> Iterator[str]:
        """Armor is face up on roads, alone in its hex, and stays where it has reached the beach."""
        for place, (unit, here) in enumerate(zip(self.battle.armor, g.armor_at, strict=True)):
            position = self.battle.first_armor + place
            name, before = self.battle.group_names[self.battle.group_of[position]], self._armor_at[place]
            if g.german[position] not in (NONE, unit) or (g.german[position] == NONE) != (here == NONE):
                yield f"{name} is not where it is said to be"
            if here == NONE:
                continue
            if here not in armor_links(self.battle):
                yield f"{name} is off the road (23.52-01)"
            if g.armor_at.count(here) > 1 or g.german[self.battle.at_hex.get(here, position)] not in (NONE, unit):
                yield f"{name} shares its hex with other Germans (23.51-02)"
            if not g.shown >> unit & 1:
                yield f"{name} is face down (23.41-01)"
            if before in self.battle.tables.armor_stops and here != before:
                yield f"{name} has left the beach (23.5-05)"
        self._armor_at = g.armor_at.copy()

    def _cards(self, g: State) -> Iterator[str]:
        if sorted((*g.deck, *g.discards, *g.drawn)) != sorted(self.battle.deck):
            yield "the deck is not complete (2.3-01)"

    def _markers(self, g: State) -> Iterator[str]:
        """Markers lie on units that can have them."""
        on_map = mask(unit for unit in range(len(g.where)) if g.on_map(unit))
        for name in ("disrupted", "climbing", "on_cliff"):
            if getattr(g, name) & ~on_map:
                yield f"a unit that is not on the map is {name}"
        for unit, heroes in enumerate(g.heroes):
            if heroes and (self.battle.leader[unit] or not g.on_map(unit)):
                yield f"{UNIT_IDS[unit]} cannot have a hero (11.11-01)"
        if g.naval < 0:
            yield "more naval fire than there is"

    def _posts_and_bases(self, g: State) -> Iterator[str]:
        """Command posts are HQs on the map, bases stay on their beach, and garrisons are where no German is."""
        ranges = self.battle.track.ranges
        for unit, space in g.command_posts.items():
            if not self.battle.hq[unit] or not g.on_map(unit):
                yield f"{UNIT_IDS[unit]} cannot be a command post (18-01)"
            if not 0 <= space < len(ranges["command"]):
                yield f"the range marker of {UNIT_IDS[unit]} is off the track (18.2-02)"
        for base, (before, now) in enumerate(zip(self._bases, g.bases, strict=True)):
            if before not in (NOWHERE, now):
                yield f"base {BASE_IDS[base]} has moved (19-02)"
            beach = self.battle.beach & self.battle.in_sector[self.battle.base_division[base]]
            if now != NOWHERE and not beach >> now & 1:
                yield f"base {BASE_IDS[base]} is not on the beach of its division (19.1-01)"
            if not 0 <= g.base_spaces[base] < len(ranges["engineers"]):
                yield f"the range marker of base {BASE_IDS[base]} is off the track (19.2-02)"
        self._bases = g.bases.copy()
        for position in members(g.garrisons):
            if g.german[position] != NONE:
                yield f"a German unit is where there is a garrison, in {self.battle.positions[position].id} (19.3-02)"

    def _control(self, g: State) -> Iterator[str]:
        """What Americans and their bases control, unit by unit and hex by hex (12.1, 12.11)."""
        high, found = self.battle.high, {h for h in g.bases if h != NOWHERE}
        for place, units in g.at.items():
            if place >= BOX or all(self.battle.general[unit] for unit in units):
                continue
            found.add(place)
            if any(self.battle.controls[unit][g.steps[unit]] for unit in units):
                near = self.battle.grid.neighbours[place]
                found.update(near if high >> place & 1 else [h for h in near if not high >> h & 1])
        if members(us_control(g)) != sorted(found):
            yield "the hexes under US control are not what a recount gives (12.1)"

    def _stacks(self, g: State, events: Sequence[Event]) -> Iterator[str]:
        """Before the US Action Phase only landings and German advances make crowds; nobody stays under water."""
        if g.turn != self._turn:
            self._landed = 0
        for unit, (before, now) in enumerate(zip(self._where or [ABSENT] * len(g.where), g.where, strict=True)):
            if 0 <= now < BOX and not 0 <= before < BOX:
                self._landed |= 1 << unit
        for event in events:
            if event.kind == "driven_out":
                driven = event.facts["units"]
                assert isinstance(driven, tuple)
                self._landed |= mask(driven)
        self._where = g.where.copy()
        if g.phase == ACTIONS:
            return
        for place, units in g.at.items():
            old = [unit for unit in units if not self._landed >> unit & 1]
            if place >= BOX or not old:
                continue
            if sum(not self.battle.leader[unit] for unit in old) > STACKING:
                yield f"too many units in {GRID.label(place)} (7.6-01)"
            acted = g.turn if g.phase == END_OF_TURN else max(1, g.turn - 1)  # the turn in which they acted last
            dry = self.battle.dry(acted) >> place & 1
            if not dry and any(not g.on_cliff >> unit & 1 for unit in old):
                yield f"units in {GRID.label(place)} should have drowned (5.21-03)"

    def _fire(self, g: State, events: Sequence[Event]) -> Iterator[str]:
        """No position hits more units than its limit, and none twice (6.31)."""
        for event in events:
            if event.kind == "position_fires":
                hits, limit = event.facts["hits"], event.facts["limit"]
                assert isinstance(hits, tuple)
                assert isinstance(limit, int)
                if len(hits) > limit or len(set(hits)) < len(hits):
                    yield f"{self.battle.group_names[int(str(event.facts['group']))]} hits too many"
        for group in range(len(self.battle.groups)):
            if hit_limit(g, group) > 2 * len(self.battle.groups[group]) * (1 + (g.turn > 16)):
                yield f"{self.battle.group_names[group]} has too high a limit"
