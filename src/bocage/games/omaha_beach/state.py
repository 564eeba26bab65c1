"""The state of a game of D-Day at Omaha Beach: where everything is, and everything else that changes.

US units go by number, and so do positions, German units and depth markers. ``put`` and ``remove`` are the only
functions that change where a US unit is. What nobody knows is drawn when it is needed (cards, pools); what lies face
down on the map is in the state and hidden in views.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, Self

from bocage.games.omaha_beach.battle import BOX, SEATS, Battle
from bocage.hexes import Hex, HexSet
from bocage.kernel import Chance
from bocage.kernel import State as KernelState

if TYPE_CHECKING:
    from bocage.games.omaha_beach.germans import Germans

WAITING = -1  # on the turn track
ELIMINATED = -2
ABSENT = -3  # not in this scenario
EXITED = -4  # off the map by a lettered exit (20.3)
NONE = -1  # no German unit, no depth marker
NOWHERE = -1  # an engineer base that is not on the map

POOLS = ("tactical", "division", "meyer")
DEPTH_POOLS = ("wn", "building", "mobile", "meyer")

SECRETS = 1 << 62


class State(KernelState):
    """A game of D-Day at Omaha Beach in progress."""

    seats: ClassVar[tuple[str, ...]] = SEATS

    def __init__(self, battle: Battle, chance: Chance) -> None:
        super().__init__(chance)
        self.battle = battle
        count, places = len(battle.units), len(battle.positions) + len(battle.armor)
        self.turn = 0
        self.phase = ""
        # US units.
        self.where: list[int] = [ABSENT] * count  # a hex, a box (BOX and its number), or one of the words above
        self.at: dict[int, tuple[int, ...]] = {}  # the units in a hex or box
        self.steps: list[int] = [len(unit.steps) for unit in battle.units]
        self.arrives: list[int] = [0] * count  # the turn of a waiting unit
        self.command: list[int] = battle.home.copy()  # the division that commands a unit (5.22)
        self.heroes: list[int] = [0] * count  # hero markers with a unit
        self.heroes_named: list[int] = [0, 0]  # how many heroes each division has had
        self.occupied: HexSet = 0  # hexes with a US unit that is not a general
        # Masks of US units.
        self.delayed = 0  # have been delayed (5.34)
        self.disrupted = 0
        self.climbing = 0  # with a climb marker
        self.on_cliff = 0  # with a climb-cliff marker
        self.inspired = 0
        self.wounded = 0  # generals
        self.stricken = 0  # have lost a step in this German Fire Phase (6.34)
        self.acted = 0  # in this US Action Phase
        self.moved_leaders = 0  # give no free actions any more (7.33)
        self.commands: dict[int, int] = {}  # leader -> mask of the units in his command at the start of the phase
        # Germans, by position; armor units have positions of their own behind the printed ones (23).
        self.german: list[int] = [NONE] * places
        self.german_depth: list[int] = [NONE] * places
        self.german_disrupted = 0  # mask of positions
        self.shown = 0  # mask of German units that lie face up, or were face up when they left the game
        self.shown_depth = 0
        self.remembered = 0  # mask of German units turned face down again: players know them; no fact of its own
        self.remembered_depth = 0
        self.pools: dict[str, tuple[int, ...]] = dict.fromkeys(POOLS, ())
        self.depth_pools: dict[str, tuple[int, ...]] = dict.fromkeys(DEPTH_POOLS, ())
        self.gone: tuple[int, ...] = ()  # German units out of the game
        self.gone_depth: tuple[int, ...] = ()
        self.armor_at: list[int] = [NONE] * len(battle.armor)  # the hex of each armor unit
        self.depth_returned = False  # the mobile markers that come back once have done so (22.4)
        self.rockets_fired = False
        self.secret = 0  # gives what lies face down an order that nobody knows
        # Cards: the deck is a set, from which cards are drawn at random.
        self.deck: tuple[int, ...] = ()
        self.discards: tuple[int, ...] = ()
        self.drawn: tuple[int, ...] = ()  # on the card track this turn
        self.drawn_for: tuple[tuple[int, str], ...] = ()  # what for, to be shown: no fact of its own
        self.fire_cards: list[int] = [0, 0]  # of this turn, by sector
        # What holds for a turn.
        self.smoke = 0  # mask of position groups that do not fire
        self.plunging = False
        self.extra_actions = 0
        # Beside the map.
        self.naval = 0  # naval fire markers
        self.cleared: HexSet = 0  # obstacle hexes
        self.attacked: HexSet = 0  # hexes attacked and barraged in this US Action Phase
        self.barraged: HexSet = 0
        self.communicating = 0  # mask of positions in communication, as settled for this German Fire Phase (12.24)
        self.silenced = 0  # mask of off-map artillery units on their inactive side (6.51)
        self.german_acted = 0  # mask of positions that have acted in this phase, or whose unit came in it (16)
        # The extended game.
        self.command_posts: dict[int, int] = {}  # HQs on their CP side -> space of the command range track (18.2)
        self.bases: list[int] = [NOWHERE] * len(battle.bases)  # the hex of each engineer base (19.1)
        self.base_spaces: list[int] = [0] * len(battle.bases)  # its space on the engineer range track (19.2)
        self.exited: dict[int, int] = {}  # units off the map -> number of the exit (20.3)
        self.garrisons = 0  # mask of positions with a garrison marker (19.3)
        self.shelled = 0  # mask of sectors in which German artillery has fired this turn (19.33)
        self.engineers_blocked = False  # by artillery, for this turn (EV.1)
        self.sniped = 0  # mask of HQs that command one hex only this turn (EV.10)
        self.germans: Germans | None = None  # what follows from the German units as they stand: no fact of its own

    # -- reading ------------------------------------------------------------------------------

    def on_map(self, unit: int) -> bool:
        """Whether a US unit is in a hex."""
        return 0 <= self.where[unit] < BOX

    def strength_of(self, unit: int) -> int:
        """Attack strength as it stands."""
        return self.battle.strength[unit][self.steps[unit]]

    def units_at(self, place: int) -> list[int]:
        """The US units in a hex or box that have steps: neither HQs nor generals."""
        units, leader = self.at.get(place), self.battle.leader
        return [unit for unit in units if not leader[unit]] if units else []

    def is_shown(self, position: int) -> bool:
        """Whether the German unit of an occupied position lies face up."""
        return bool(self.shown >> self.german[position] & 1)

    def depth_is_shown(self, position: int) -> bool:
        """Whether the depth marker of a position lies face up."""
        return bool(self.shown_depth >> self.german_depth[position] & 1)

    def occupied_positions(self) -> list[int]:
        """The printed positions that hold a German unit."""
        return [position for position in range(self.battle.first_armor) if self.german[position] != NONE]

    def armor_on_map(self) -> list[int]:
        """The positions of the armor units on the map (23)."""
        return [position for position in range(self.battle.first_armor, len(self.german)) if self.german[position] >= 0]

    def hex_of(self, position: int) -> Hex:
        """The hex of a position, printed or of an armor unit on the map."""
        first = self.battle.first_armor
        return self.battle.positions[position].hex if position < first else self.armor_at[position - first]

    def german_at(self, hex_: Hex) -> int:
        """The position whose German unit is in a hex, or NONE."""
        if hex_ in self.armor_at:
            return self.battle.first_armor + self.armor_at.index(hex_)
        position = self.battle.at_hex.get(hex_, NONE)
        return position if position != NONE and self.german[position] != NONE else NONE

    def controller(self, unit: int) -> int:
        """The division that decides for a US unit: with two players that of the sector, once the unit has moved two
        hexes across the boundary (7.22-02).
        """
        battle, own, place = self.battle, self.command[unit], self.where[unit]
        if not battle.two_players or not self.on_map(unit) or battle.grid.spread(1 << place) & battle.in_sector[own]:
            return own
        return battle.sector(place)

    def seat_of(self, unit: int) -> str:
        """Who decides for a US unit."""
        return SEATS[self.controller(unit)]

    def seat_for(self, units: Iterable[int], sector: int) -> str:
        """Who chooses among US units: their division if they have it in common, else that of the sector (1-03)."""
        divisions = {self.controller(unit) for unit in units}
        return SEATS[divisions.pop() if len(divisions) == 1 else sector]

    # -- changing -----------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Place a US unit in a hex or box, from wherever it was; a command post that moves is one no more (18.11)."""
        self._lift(unit)
        self.command_posts.pop(unit, None)
        self.where[unit] = place
        self.at[place] = (*self.at.get(place, ()), unit)
        self._note(place)

    def remove(self, unit: int, status: int) -> None:
        """Take a US unit away with all its markers."""
        self._lift(unit)
        self.where[unit] = status
        self.command_posts.pop(unit, None)
        rest = ~(1 << unit)
        self.disrupted &= rest
        self.climbing &= rest
        self.on_cliff &= rest

    def _lift(self, unit: int) -> None:
        place = self.where[unit]
        if place < 0:
            return
        rest = tuple(other for other in self.at[place] if other != unit)
        if rest:
            self.at[place] = rest
        else:
            del self.at[place]
        self._note(place)

    def _note(self, place: int) -> None:
        if place >= BOX:
            return
        general = self.battle.general
        if any(not general[unit] for unit in self.at.get(place, ())):
            self.occupied |= 1 << place
        else:
            self.occupied &= ~(1 << place)

    def turn_down(self, unit: int) -> None:
        """A German unit lies face down again."""
        self.remembered |= self.shown & 1 << unit
        self.shown &= ~(1 << unit)

    def turn_depth_down(self, marker: int) -> None:
        """A depth marker lies face down again."""
        self.remembered_depth |= self.shown_depth & 1 << marker
        self.shown_depth &= ~(1 << marker)

    def delay(self, unit: int, turn: int, rule: str) -> None:
        """Put a US unit on a later space of the turn track."""
        self.remove(unit, WAITING)
        self.arrives[unit] = turn
        self.delayed |= 1 << unit
        self.tell("delayed", rule, unit=unit, turn=turn)

    def disrupt(self, unit: int, rule: str) -> None:
        """Put a disrupted marker on a US unit; a second one changes nothing (6.33)."""
        if not self.disrupted >> unit & 1:
            self.disrupted |= 1 << unit
            self.tell("disrupted", rule, unit=unit)

    # -- what nobody knows ------------------------------------------------------------------------

    def unknown_rank(self, number: int) -> bytes:
        """The place of a piece in an order that follows from the secret."""
        return sha256(f"{self.secret} {self.chance.count} {number}".encode()).digest()

    def redraw(self) -> None:
        """Another secret, and by it another order of all that has never been seen."""
        self.secret = 1 + self.chance.pick(SECRETS)
        self.mix_unseen()

    def mix_unseen(self) -> bool:
        """Exchange all pieces that nobody has seen, on the map, in the pools and out of the game, for their like.

        Pieces that once lay face up stay where they are, for players may know where that is. False if there are none to
        exchange.
        """
        self.germans = None  # it remembers the units from which it was worked out
        lying = [*self.german, *(unit for pool in self.pools.values() for unit in pool), *self.gone]
        units = self._mixed(lying, self.shown | self.remembered, self.battle.back)
        self.german = [units.get(unit, unit) for unit in self.german]
        self.pools = {name: tuple(sorted(units.get(u, u) for u in pool)) for name, pool in self.pools.items()}
        self.gone = tuple(units.get(unit, unit) for unit in self.gone)
        lying = [*self.german_depth, *(m for pool in self.depth_pools.values() for m in pool), *self.gone_depth]
        markers = self._mixed(lying, self.shown_depth | self.remembered_depth, self.battle.depth_type)
        self.german_depth = [markers.get(marker, marker) for marker in self.german_depth]
        self.depth_pools = {
            name: tuple(sorted(markers.get(m, m) for m in pool)) for name, pool in self.depth_pools.items()
        }
        self.gone_depth = tuple(markers.get(marker, marker) for marker in self.gone_depth)
        return bool(units or markers)

    def _mixed(self, lying: Iterable[int], known: int, backs: Sequence[str]) -> dict[int, int]:
        """A piece of the same back for each piece that nobody knows."""
        unknown = sorted(piece for piece in lying if piece != NONE and not known >> piece & 1)
        mixed: dict[int, int] = {}
        for back in dict.fromkeys(backs[piece] for piece in unknown):
            alike = [piece for piece in unknown if backs[piece] == back]
            mixed |= zip(alike, sorted(alike, key=self.unknown_rank), strict=True)
        return mixed

    # -- copying, comparing, hiding ---------------------------------------------------------------

    def copy_board_to(self, twin: Self) -> None:
        """Lists and tables of its own for a copy."""
        twin.where = self.where.copy()
        twin.at = self.at.copy()
        twin.steps = self.steps.copy()
        twin.arrives = self.arrives.copy()
        twin.command = self.command.copy()
        twin.heroes = self.heroes.copy()
        twin.heroes_named = self.heroes_named.copy()
        twin.commands = self.commands.copy()
        twin.german = self.german.copy()
        twin.german_depth = self.german_depth.copy()
        twin.armor_at = self.armor_at.copy()
        twin.pools = self.pools.copy()
        twin.depth_pools = self.depth_pools.copy()
        twin.fire_cards = self.fire_cards.copy()
        twin.command_posts = self.command_posts.copy()
        twin.bases = self.bases.copy()
        twin.base_spaces = self.base_spaces.copy()
        twin.exited = self.exited.copy()

    def board_facts(self) -> tuple[object, ...]:
        """All that can change on and beside the map."""
        return (
            self.turn, self.phase, tuple(self.where), tuple(sorted(self.at.items())), tuple(self.steps),
            tuple(self.arrives), tuple(self.command), tuple(self.heroes), tuple(self.heroes_named), self.delayed,
            self.disrupted, self.climbing, self.on_cliff, self.inspired, self.wounded, self.stricken, self.acted,
            self.moved_leaders, tuple(sorted(self.commands.items())), tuple(self.german), tuple(self.german_depth),
            self.german_disrupted, self.shown, self.shown_depth, tuple(self.pools.items()),
            tuple(self.depth_pools.items()), self.gone, self.gone_depth, self.rockets_fired, self.secret, self.deck,
            self.discards, self.drawn, tuple(self.fire_cards), self.smoke, self.plunging, self.extra_actions,
            self.naval, self.cleared, self.attacked, self.barraged, self.communicating, self.silenced,
            self.german_acted,
            self.garrisons, self.shelled, self.engineers_blocked, self.sniped,
            tuple(sorted(self.command_posts.items())), tuple(self.bases), tuple(self.base_spaces),
            tuple(sorted(self.exited.items())), tuple(self.armor_at), self.depth_returned,
        )  # fmt: skip

    def hide_from(self, seat: str) -> None:
        """Leave only the backs of what lies face down.

        The divisions are allies and see the same. The deck has no order and the discards lie open, so that both stay.
        """
        self.secret = self.remembered = self.remembered_depth = 0
        self.germans = None  # it remembers the units from which it was worked out
        self.german = [self._unit_seen(unit) for unit in self.german]
        self.german_depth = [self._depth_seen(marker) for marker in self.german_depth]
        self.pools = {name: self._units_seen(units) for name, units in self.pools.items()}
        self.depth_pools = {name: self._markers_seen(markers) for name, markers in self.depth_pools.items()}
        self.gone = self._units_seen(self.gone)
        self.gone_depth = self._markers_seen(self.gone_depth)

    def _unit_seen(self, unit: int) -> int:
        return unit if unit == NONE or self.shown >> unit & 1 else self.battle.hidden_unit(unit)

    def _depth_seen(self, marker: int) -> int:
        return marker if marker == NONE or self.shown_depth >> marker & 1 else self.battle.hidden_depth(marker)

    def _units_seen(self, units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(map(self._unit_seen, units)))

    def _markers_seen(self, markers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(map(self._depth_seen, markers)))
