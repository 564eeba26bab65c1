"""The deck: 54 cards, each with a landing, an event and a fire section (2.3).

>>> deck = load_deck()
>>> card = deck[19]
>>> card.event(23).kind, card.event(23).zones
(<EventKind.GERMAN_REINFORCEMENTS: 'german_reinforcements'>, ('C', 'G'))
>>> deck[1].fires(Colour.ORANGE)
Shot(colour=<Colour.ORANGE: 'orange'>, double=True, symbol='F')
>>> deck[1].fires(Colour.GREEN) is None, deck[1].landing[Symbol.CIRCLE], deck[1].mine
(True, 'C', True)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache, cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from bocage.games.omaha_beach.files import Source, shipped
from bocage.games.omaha_beach.terms import Calibre, Colour, Division, Symbol, Turn, Zone
from bocage.kernel.data import Folder, Model, fault, read_table

Letter: TypeAlias = Literal["A", "B", "C", "D"]
ActionSymbol: TypeAlias = Literal["F", "A", "R", "M", "P", "armor", "star"]

CARDS = 54
FIRST_EVENT, LAST_EVENT = 2, 31  # no event is drawn on turns 1 and 32


class EventKind(StrEnum):
    """What an event does. A field in brackets goes with the kind."""

    GERMAN_REINFORCEMENTS = "german_reinforcements"  # [zones] a unit in each zone (9.3)
    NAVAL_MARKER = "naval_marker"  # one naval fire marker (8.5)
    NAVAL_MARKER_AND_REINFORCEMENT = "naval_marker_and_reinforcement"  # [zones] both (8.5, 9.3)
    DEPTH_ONE = "depth_one"  # a depth marker for one German unit of the map (9.2)
    DEPTH_EACH_SECTOR = "depth_each_sector"  # one in each sector (9.2)
    HERO = "hero"  # [division] a hero for a unit (11.11)
    HERO_AND_DEPTH = "hero_and_depth"  # [division] and a depth marker, in the same sector if possible (11.11, 9.23)
    SMOKE = "smoke"  # [wn] these WNs do not fire this turn (EV.9)
    PLUNGING_FIRE = "plunging_fire"  # sporadic dots on the beach at protective hexsides are steady this turn
    REMOVE_GERMAN_DISRUPTION = "remove_german_disruption"  # all German units recover
    ROCKET_BARRAGE = "rocket_barrage"  # WN69 hits a unit 3 to 7 hexes away (6.53)
    ROCKET_UNIT_DESTROYED = "rocket_unit_destroyed"  # if it has fired before
    EXTRA_US_ACTION = "extra_us_action"  # one more for each division this turn
    REDUCED_US_ACTIONS = "reduced_us_actions"  # one instead of two for each division this turn
    LOST_BOAT_TEAMS = "lost_boat_teams"  # [division] a one-step company regains a step (13.12)
    SUPPORT_SOLDIERS_JOIN = "support_soldiers_join"  # [division] likewise
    RELEASE_KG_MEYER = "release_kg_meyer"  # [units] so many go to the division pool, and two depth markers (9.5)
    NAVAL_FIRE_HITS_POSITION = "naval_fire_hits_position"  # [positions] one of three, by the target symbol of a card
    GERMANS_CONCEALED = "germans_concealed"  # [symbols] units next to unrevealed reinforcements are disrupted
    SNIPERS = "snipers"  # [regiment] its HQ commands one hex only this turn
    ENGINEERS_BLOCKED = "engineers_blocked"  # by artillery (19.33)
    PATROL_REPORT = "patrol_report"  # [division] the nearest unrevealed unit and depth marker are revealed
    PRISONER_TALKS = "prisoner_talks"  # [division] the player reveals one in the sector of the division


_ARGUMENT = {
    EventKind.GERMAN_REINFORCEMENTS: "zones",
    EventKind.NAVAL_MARKER_AND_REINFORCEMENT: "zones",
    EventKind.HERO: "division",
    EventKind.HERO_AND_DEPTH: "division",
    EventKind.SMOKE: "wn",
    EventKind.LOST_BOAT_TEAMS: "division",
    EventKind.SUPPORT_SOLDIERS_JOIN: "division",
    EventKind.RELEASE_KG_MEYER: "units",
    EventKind.NAVAL_FIRE_HITS_POSITION: "positions",
    EventKind.GERMANS_CONCEALED: "symbols",
    EventKind.SNIPERS: "regiment",
    EventKind.PATROL_REPORT: "division",
    EventKind.PRISONER_TALKS: "division",
}
_ARGUMENTS = frozenset(_ARGUMENT.values())


class Event(Model):
    """What happens when the card is drawn as an event in one of its turns."""

    turns: tuple[Turn, Turn]  # first and last
    kind: EventKind
    zones: tuple[Zone, ...] = ()
    division: Division | None = None
    wn: tuple[str, ...] = ()  # groups of positions: WN62 is both its hexes
    units: int = 0
    positions: dict[Symbol, str] = Field(default_factory=dict)
    symbols: tuple[Symbol, ...] = ()
    regiment: Literal[16, 18, 115, 116] | None = None
    label: str = ""  # another title on the card, without effect

    @model_validator(mode="after")
    def _argument(self) -> Event:
        has = {name for name in _ARGUMENTS if getattr(self, name)}
        wanted = {_ARGUMENT[self.kind]} if self.kind in _ARGUMENT else set()
        if has != wanted:
            wants, found = (", ".join(sorted(names)) or "nothing" for names in (wanted, has))
            raise ValueError(f"an event {self.kind} comes with {wants}, not with {found}")
        if self.positions and set(self.positions) != set(Symbol):
            raise ValueError("there should be a position for each target symbol")
        return self


class Shot(Model):
    """One of the three colours of a fire section. ``double``: only a unit with a depth marker acts (6.1)."""

    colour: Colour
    double: bool = False
    symbol: ActionSymbol


class Artillery(Model):
    """How many active guns of these calibres a sector needs for artillery fire (6.5)."""

    value: Annotated[int, Field(ge=1, le=6)]
    calibres: tuple[Calibre, ...]


class Card(Model):
    """One card; a draw uses one of its sections only."""

    number: Annotated[int, Field(ge=1, le=CARDS)]
    landing: dict[Symbol, Letter]
    mine: bool = False
    events: tuple[Event, ...]
    fire: tuple[Shot, Shot, Shot]
    target: Symbol
    artillery: Artillery | None = None

    @model_validator(mode="after")
    def _whole(self) -> Card:
        if set(self.landing) != set(Symbol):
            raise ValueError("there should be a landing letter for each target symbol")
        colours = [shot.colour for shot in self.fire]
        if colours != [colour for colour in Colour if colour in colours]:
            raise ValueError("the three colours should differ and stand in the order of the cards")
        turns = [turn for event in self.events for turn in range(event.turns[0], event.turns[1] + 1)]
        if turns != list(range(FIRST_EVENT, LAST_EVENT + 1)):
            raise ValueError(f"the events should cover turns {FIRST_EVENT} to {LAST_EVENT} in order, each once")
        return self

    @cached_property
    def shots(self) -> Mapping[Colour, Shot]:
        """The fire section by colour."""
        return {shot.colour: shot for shot in self.fire}

    def event(self, turn: int) -> Event:
        """The event of a turn from 2 to 31."""
        return next(event for event in self.events if event.turns[0] <= turn <= event.turns[1])

    def fires(self, colour: Colour) -> Shot | None:
        """What the fire section says of a colour, if it names it."""
        return self.shots.get(colour)


class _Deck(Model):
    source: Source
    card: tuple[Card, ...]


@cache
def load_deck() -> Mapping[int, Card]:
    """The cards by number, read once."""
    return read_deck(shipped())


def read_deck(folder: Folder) -> dict[int, Card]:
    """The cards from the text of cards.toml."""
    cards = read_table(folder, "cards.toml", _Deck).card
    deck = {card.number: card for card in cards}
    if list(deck) != list(range(1, CARDS + 1)) or len(cards) != CARDS:
        fault("cards.toml", "card", f"the cards should be numbered from 1 to {CARDS} in order")
    return deck
