"""What must hold in every state of The Dark Summer, whatever has been ordered; for tests and the fuzzer.

The rules do not use this module. It counts everything afresh and remembers what it saw, so that it notices what the
rules' own bookkeeping would hide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bocage.games.dark_summer.campaign import (
    ALLIED,
    BRITISH,
    GERMAN,
    GERMANS,
    GROUP_NAMES,
    GROUPS,
    INDEPENDENT,
    SEATS,
    US,
)
from bocage.games.dark_summer.chits import (
    CHITS,
    COMBINED,
    OFFENSIVE,
    ON_MOVE_SIDE,
    played,
)
from bocage.games.dark_summer.movement import search_moves
from bocage.games.dark_summer.places import (
    ABSENT,
    APPROACH,
    BRITTANY,
    CHERBOURG,
    EASTERN_EXIT,
    ELIMINATED,
    MAY_LEAVE,
    OFFSHORE,
    PLACES,
    SECOND_WAVE,
    SIZE,
    WAITING,
    WITHDRAWN,
    place_name,
)
from bocage.games.dark_summer.reaction import REACTION
from bocage.games.dark_summer.retreat import Retreats
from bocage.games.dark_summer.stacking import fits, is_legal, room_for
from bocage.games.dark_summer.state import UNKNOWN, UNTRACED, State
from bocage.games.dark_summer.supply import lines
from bocage.games.dark_summer.terms import Weather
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.turn import ACTION
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.hexes import HexSet, mask, members
from bocage.kernel import Event, Setting
from bocage.kernel import State as KernelState

ORDERS_PER_UNIT = 60  # in one turn: moves of two orders in several Rounds, hex by hex, attacks and losses
FIXED_REACTIONS = 2  # those that answer the two Waves (9.4)
WAVE_BOXES = frozenset((*APPROACH.values(), *SECOND_WAVE.values()))
GONE = (ELIMINATED, WITHDRAWN, ABSENT)


class Watch:
    """Watches one game; ask it after every order."""

    def __init__(self, setting: Setting) -> None:
        assert isinstance(setting, DarkSummer)
        self.campaign = setting.campaign
        self.longest = self.campaign.last_turn * self.campaign.count * ORDERS_PER_UNIT
        self._where: list[int] = []
        self._reduced = 0
        self._turn = 0
        self._points = [0, 0]
        self._closed: HexSet = 0
        self._exits = [0, 0]

    def violations(self, state: KernelState, events: Sequence[Event] = ()) -> Iterator[str]:
        """What is wrong with a state, one sentence each; nothing if all is well."""
        assert isinstance(state, State)
        if not self._where:
            self._begin(state)
        yield from self._clock(state)
        yield from self._steps(state, events)
        if state.where != self._where:
            yield from self._units(state)
            yield from self._places(state)
            yield from self._recount(state)
            yield from self._recount_stacks(state)
            self._where = state.where.copy()
        yield from self._stacks(state)
        yield from self._worked_out(state)
        yield from self._markers(state)
        yield from self._factors(state)
        yield from self._weather(state)
        yield from self._chits(state)
        yield from self._score(state, events)

    def _begin(self, g: State) -> None:
        """The first state that is watched has no past to compare with; it need not be the first of the game."""
        self._where = [WAITING] * len(g.where)
        self._turn, self._reduced, self._points = g.turn, g.reduced, g.points.copy()
        self._closed, self._exits = g.closed_beaches, g.exits.copy()

    def _clock(self, g: State) -> Iterator[str]:
        if g.turn not in (self._turn, self._turn + 1):
            yield f"turn {g.turn} follows on turn {self._turn}"
        self._turn = g.turn
        if g.turn > self.campaign.last_turn:
            yield f"there is a turn {g.turn}"
        if g.round > self.campaign.tables.action_chits.track:
            yield f"Round {g.round} has no space on the Action Round Track"

    # -- units --------------------------------------------------------------------------------------

    def _steps(self, g: State, events: Sequence[Event]) -> Iterator[str]:
        """Two-step units alone are reduced, and Replacements alone rebuild them."""
        two_step = mask(unit for unit, two in enumerate(self.campaign.two_step) if two)
        if g.reduced & ~two_step:
            yield "a unit with one step is reduced"
        rebuilt = {event.facts["unit"] for event in events if event.kind == "rebuilt"}
        if not set(members(self._reduced & ~g.reduced)) <= rebuilt:
            yield "a unit is at full strength again without a Replacement (8.2.2-04)"
        self._reduced = g.reduced

    def _units(self, g: State) -> Iterator[str]:
        """Every unit is in one place, and in the list of that place once; nobody comes back who is gone."""
        there = Counter(unit for units in g.at.values() for unit in units)
        for unit, (old, new) in enumerate(zip(self._where, g.where, strict=True)):
            name = UNIT_IDS[unit]
            if there[unit] != (new >= 0) or (new >= 0 and unit not in g.at.get(new, ())):
                yield f"{name} is not where it is said to be"
            if new not in (WAITING, *GONE) and new not in PLACES:
                yield f"{name} is lost (where = {new})"
            if old == new:
                continue
            if old in GONE:
                yield f"{name} was {place_name(old)} and is in {place_name(new)}"
            if old == EASTERN_EXIT:
                yield f"{name} left the Eastern Exit Box (10.4.5-14)"
            if new == WAITING and old not in WAVE_BOXES:
                yield f"{name} went back off the map"
            if new == WITHDRAWN and not self.campaign.units[unit].may_withdraw:
                yield f"{name} was withdrawn (8.3-01)"
            if not self.campaign.allowance[unit] and old != WAITING and new >= 0:
                yield f"{name} has moved"

    def _places(self, g: State) -> Iterator[str]:
        """Nobody is where he may never be."""
        campaign = self.campaign
        for place, units in g.at.items():
            sides = {campaign.side[unit] for unit in units}
            label = place_name(place)
            if place < SIZE:
                if not campaign.ground.passable >> place & 1:
                    yield f"units stand in {label}, which is Impassable (2.4-15)"
                if len(sides) > 1:
                    yield f"Allies and Germans share {label} (5.0-05)"
                if GERMAN in sides and g.open_beaches >> place & 1:
                    yield f"Germans stand in the Open Beach {label} (11.9-11)"
                if (g.held >> place & 1) != (ALLIED in sides):
                    yield f"who stands in {label} does not control it (3.2.2-01)"
            elif place in (BRITTANY, MAY_LEAVE) and not all(campaign.is_us[unit] for unit in units):
                yield "others than US units are in Brittany (5.4)"
            elif place == CHERBOURG and not all(campaign.is_us[u] or campaign.group[u] == GERMANS for u in units):
                yield "others than US and German units are in the Cherbourg Box (10.4.3-01)"
            elif place in OFFSHORE and GERMAN in sides:
                yield f"Germans are at sea in {label}"
            elif place in WAVE_BOXES and g.round > FIXED_REACTIONS + 1:
                yield f"a Wave is still at sea in {label} (9.4.3-18)"
            elif place == EASTERN_EXIT and not all(unit in g.left_on for unit in units):
                yield "nobody knows when a unit left the map"

    def _recount(self, g: State) -> Iterator[str]:
        """Sets of hexes and zones of control are those of the units."""
        campaign = self.campaign
        force, stands, occupied, strongpoints = [0] * len(GROUPS), [0] * len(GROUPS), [0, 0], 0
        zoc = (bytearray(SIZE), bytearray(SIZE))
        for place, units in g.at.items():
            for unit in units:
                force[campaign.group[unit]] |= 1 << unit
                if place < SIZE:
                    stands[campaign.group[unit]] |= 1 << place
                    occupied[campaign.side[unit]] |= 1 << place
                    strongpoints |= campaign.strongpoint[unit] << place
            for side in (ALLIED, GERMAN):
                if any(campaign.zoc[unit] and campaign.side[unit] == side for unit in units):
                    for hex_ in members(campaign.zoc_into[place]):
                        zoc[side][hex_] += 1
        if (force, stands, occupied, strongpoints) != (g.force, g.stands, g.occupied, g.strongpoints):
            yield "the sets of units and of their hexes are wrong"
        for side in (ALLIED, GERMAN):
            if zoc[side] != g.zoc[side] or mask(h for h in range(SIZE) if zoc[side][h]) != g.zone[side]:
                yield f"the zones of control of the {SEATS[side]} side are wrong (6.0)"

    def _recount_stacks(self, g: State) -> Iterator[str]:
        """What stacking asks of a hex is so, and the hexes with room for a unit are those where it fits."""
        campaign = self.campaign
        hexes = {place: units for place, units in g.at.items() if place < SIZE}
        if g.stacks != {hex_: mask(units) for hex_, units in hexes.items() if len(units) > 1}:
            yield "the stacks are wrong"
        if g.off_map != mask(unit for unit, place in enumerate(g.where) if place >= SIZE):
            yield "the units in boxes are wrong"
        crowd, claimed, mixed = bytearray(SIZE), 0, 0
        for hex_, units in hexes.items():
            counted = [unit for unit in units if not campaign.stacks_free[unit]]
            divisions = {campaign.stacking_division[unit] for unit in counted} - {INDEPENDENT}
            crowd[hex_] = len(counted)
            claimed |= bool(divisions) << hex_
            mixed |= (len(divisions) > 1 or len({campaign.group[unit] for unit in units}) > 1) << hex_
        over = [mask(h for h in hexes if crowd[h] > number) for number in range(campaign.stacking_limit + 1)]
        if (crowd, over, claimed, mixed) != (g.crowd, g.over, g.claimed, g.mixed):
            yield "the room in the hexes is wrong (5.1)"
        for unit, (old, new) in enumerate(zip(self._where, g.where, strict=True)):
            if old != new and new >= 0:
                friends = members(g.stands[campaign.group[unit]] & ~(1 << new))
                if room_for(g, (unit,)) & ~(1 << new) != mask(hex_ for hex_ in friends if fits(g, hex_, unit)):
                    yield f"{UNIT_IDS[unit]} has room elsewhere than it is said to have (5.1)"

    def _stacks(self, g: State) -> Iterator[str]:
        """The stacking limit holds but in the 2nd Wave, and while units retreat (5.2)."""
        if g.round_kind == "wave2" or any(isinstance(frame, Retreats) for frame in g.stack):
            return
        for place, units in g.at.items():
            if place < SIZE and not is_legal(self.campaign, units):
                yield f"{place_name(place)} holds more than it may (5.1)"

    def _worked_out(self, g: State) -> Iterator[str]:
        """What is kept for a position is what would be found again; reach is kept for a Round."""
        kept = g.last_reach if g.round_kind else None
        if kept is None and all(known == UNTRACED for known in g.supplied):
            return
        again = g.copy()
        again.forget()
        for group in GROUPS:
            if g.supplied[group] not in (UNTRACED, lines(again, group)):
                yield f"the Supply Lines of the {GROUP_NAMES[group]} units are out of date (13.2)"
        if kept is not None:
            (units, points, limit, fresh), known = kept
            found = search_moves(again, units, points, limit, fresh=fresh)  # type: ignore[arg-type]
            if found.reach.via != known.reach.via or found.boxes != known.boxes:
                yield "the reach of the units in hand is out of date (10.1)"

    # -- markers, factors, chits, points ------------------------------------------------------------

    def _markers(self, g: State) -> Iterator[str]:
        """Beaches are Open or Closed, and what is Closed or has an Exit marker stays so."""
        if g.open_beaches & g.closed_beaches or (g.open_beaches | g.closed_beaches) & ~self.campaign.beaches:
            yield "a Beach is Open and Closed, or is none"
        if self._closed & ~g.closed_beaches:
            yield "a Closed Beach is Closed no more (11.9-12)"
        if any(before & ~now for before, now in zip(self._exits, g.exits, strict=True)):
            yield "an Exit marker is gone (10.4.5-11)"
        self._closed, self._exits = g.closed_beaches, g.exits.copy()
        if g.turn > 1 and g.augmented:
            yield "the Omaha Defense is augmented after the Waves (11.4.1-05)"

    def _factors(self, g: State) -> Iterator[str]:
        """The factors of the pieces that lie face up and those that are left are all of the kind."""
        campaign = self.campaign
        for kind, is_one in enumerate((campaign.strongpoint, campaign.ost)):
            shown = [g.factor[unit] for unit in range(campaign.count) if is_one[unit] and g.factor[unit] != UNKNOWN]
            if sorted((*shown, *g.factors_left[kind])) != sorted(campaign.factors[kind]):
                yield "the factors of Strongpoints or Ost battalions are not those of the game (11.5)"

    def _weather(self, g: State) -> Iterator[str]:
        """No Weather chit is lost or doubled."""
        rows, drawn = self.campaign.weather, g.weather_drawn
        late = g.options.historical_weather and not all(kind in drawn for kind in (Weather.RAIN, Weather.STORM))
        chits = Counter({kind: row.historical_start if late else row.chits for kind, row in rows.items()})
        if Counter((*g.weather_cup, *drawn)) != +chits:
            yield "the Weather chits are not those of the game (7.1)"

    def _chits(self, g: State) -> Iterator[str]:
        """Action chits are in the cup, in hand or on the track, and the Rounds are those that the Weather allows."""
        if g.phase != ACTION or not g.cup:
            return
        sky = g.sky
        used = (
            played(g, US, *ON_MOVE_SIDE) + len(self._combats(g, US)),
            played(g, BRITISH, *ON_MOVE_SIDE),
            len(self._combats(g, BRITISH)),
            played(g, GERMANS, *ON_MOVE_SIDE) + len(self._combats(g, GERMANS)),
        )
        have = [g.cup[chit] + used[chit] for chit in CHITS]
        german = sky.german[0].moves + sky.german[0].combats
        full = [(sky.us.chits, row.moves, row.combats, german) for row in sky.british]
        if g.track and not any(sum(row) - sum(have) in (0, 1) and _none_more(have, row) for row in full):
            yield f"{have} Action chits are in the cup and on the track (9.1)"
        reactions = played(g, GERMANS, REACTION) + g.reactions
        fixed = FIXED_REACTIONS if g.turn == 1 else 0
        if any(g.cup) and not sky.reactions <= reactions <= sky.reactions + fixed:
            yield f"there are {reactions} Reaction chits (9.3.4-01)"
        for group in GROUPS:
            if played(g, group, *COMBINED) > (group != GERMANS):
                yield "too many Combined Action Rounds (9.3.3-03)"
            if played(g, group, OFFENSIVE) > (group != GERMANS and sky.prepared_offensive):
                yield "too many Prepared Offensives (7.2.3-03)"
        if played(g, US, *ON_MOVE_SIDE) > sky.us.moves or len(self._combats(g, US)) > sky.us.combats:
            yield "the US take too many Rounds of a kind (9.2-11)"

    def _combats(self, g: State, group: int) -> list[int]:
        """The chits of a group that were played on their Combat side."""
        return [way for owner, way in g.track if owner == group and way not in (*ON_MOVE_SIDE, REACTION)]

    def _score(self, g: State, events: Sequence[Event]) -> Iterator[str]:
        """Points are those that were told."""
        told = [0, 0]
        for event in events:
            if event.kind == "scored":
                side, halves = event.facts["side"], event.facts["halves"]
                assert isinstance(side, str)
                assert isinstance(halves, int)
                told[SEATS.index(side)] += halves
        if [before + new for before, new in zip(self._points, told, strict=True)] != g.points:
            yield f"{g.points} half Victory Points follow on {self._points} and {told} (3.2.2)"
        self._points = g.points.copy()


def _none_more(have: Sequence[int], full: Sequence[int]) -> bool:
    return all(number <= most for number, most in zip(have, full, strict=True))
