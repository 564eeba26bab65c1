"""A game laid out for people: the board, the pieces, what is asked and what happened, as plain data.

Everything here is made from one seat's view, so none of it can hold what that seat may not know. The models are the
same for every game; a client draws them without knowing any rules. Hexes are named by their labels ("0938"), boxes
beside the map and pieces by their ids.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """Base of all models: no field that is not named here."""

    model_config = ConfigDict(extra="forbid")


def _empty(value: object) -> bool:
    """Whether a field that few games use can be left out."""
    return not value


OnCounter: TypeAlias = Literal["", "badge", "acted", "fought", "shaken", "unsupplied", "attacking"]
Sound: TypeAlias = Literal["dice", "card", "guns", "engines"]
Hits: TypeAlias = Literal["defender", "both", "nobody", "attacker"]
Colour: TypeAlias = Literal["green", "grey", "brown", "black", "blue", "red"]


def _none(value: object) -> bool:
    """Whether a field is not there."""
    return value is None


def _not_shown() -> OnCounter:
    return ""


# -- what does not change during a game ---------------------------------------------------------------------------


class Hex(Model):
    """One hex of the map."""

    id: str
    x: float = Field(description="centre, in units of the drawing")
    y: float
    terrain: list[str] = Field(description="in the game's own words; 'sea' and 'city' mean the same in every game")
    name: str = ""
    playable: bool = True
    neighbours: list[str | None] = Field(description="six labels, clockwise from the first direction; null off the map")
    sides: dict[str, list[int]] = Field(default={}, description="'river', 'road' ... -> which of its sides have it")
    marks: list[str] = Field(default=[], description="'objective', 'beach', 'fortification' ...")


class Map(Model):
    """The drawing under the board."""

    picture: str = Field(description="address of the SVG drawing")
    painted: str = Field(default="", description="address of the same as a bitmap, one pixel to a unit of the drawing")
    turned: str = Field(
        default_factory=str,
        exclude_if=_empty,
        description="address of the same drawing after half a turn: x, y become width - x, height - y",
    )
    turned_painted: str = Field(default_factory=str, exclude_if=_empty, description="address of that as a bitmap")
    width: float
    height: float
    hex_width: float = Field(description="distance between the centres of two neighbours in a row or column")
    orientation: Literal["pointy", "flat"]
    directions: list[str] = Field(description="names of the six directions, in the order of Hex.neighbours")
    left: float = Field(default=0, description="the part in play: what 'fit' shows")
    top: float = 0
    right: float = 0
    bottom: float = 0


class Piece(Model):
    """A counter: what is printed on it."""

    id: str
    title: str
    name: str = Field(default_factory=str, exclude_if=_empty, description="as people say it, if that is not its id")
    seat: str = Field(description="the seat that owns it, or 'system'")
    nation: str = Field(description="colour of the counter: 'us', 'uk', 'german' ..., or one of the colours of seats")
    kind: str = Field(description="'infantry', 'armor' ... in words")
    size: str = ""
    symbol: str = Field(default="", description="code of its NATO symbol, as milsymbol reads it")
    front: list[str] = Field(default=[], description="the printed values, left to right")
    back: list[str] | None = None
    steps: int = 1
    notes: list[str] = Field(default=[], description="'mobile', 'no zone of control' ...")
    source: str = ""


class Box(Model):
    """A box beside the map, or one box of a track."""

    id: str
    title: str
    text: str = ""
    group: str = Field(
        default_factory=str, exclude_if=_empty, description="boxes that belong together: 'landing', 'losses' ..."
    )
    x: float = Field(default_factory=int, exclude_if=_empty, description="its middle, if it is printed on the drawing")
    y: float = Field(default_factory=int, exclude_if=_empty)
    water: float = Field(default_factory=int, exclude_if=_empty, description="how high it stands in a box, at most 1")


class Track(Model):
    """A row of boxes with a marker in one of them."""

    id: str
    title: str
    boxes: list[Box] = Field(description="that of a phase has an id with which the name of the phase begins")
    rule: str = ""
    ordered: bool = Field(default=True, description="the marker goes from box to box, so those before it are past")


class Chart(Model):
    """A printed table, such as the combat results table."""

    id: str
    title: str
    rule: str = ""
    columns: list[str]
    rows: list[list[str]] = Field(description="cells; the first of each row is its heading")
    notes: list[str] = []


class OverlayKind(Model):
    """An overlay that can be asked for."""

    id: str
    title: str
    text: str = ""
    needs: str = Field(
        default_factory=str, exclude_if=_empty, description="what it is about: 'unit', 'position', 'colour' ..."
    )
    choices: list[Box] = Field(
        default_factory=list, exclude_if=_empty, description="from which to choose, if it is no unit"
    )
    follows: bool = Field(
        default_factory=bool, exclude_if=_empty, description="it goes with the unit that is selected, whichever it is"
    )


class Sign(Model):
    """Something printed on a card: a colour, a symbol, a letter."""

    kind: str = Field(description="'colour', 'target', 'letter', 'action', 'artillery', 'mine' ...")
    value: str
    text: str = Field(description="what it means, in words")
    double: bool = False


class CardPart(Model):
    """One section of a card; a draw uses one section only."""

    id: str
    title: str
    text: str = ""
    signs: list[Sign] = []


class Card(Model):
    """The face of a card."""

    id: str
    title: str
    parts: list[CardPart]


class Seat(Model):
    """A place at the table."""

    id: str
    title: str = Field(description="its people in the plural, as a sentence has them after 'the': 'Allies'")
    side: str = Field(description="who wins or loses with it; seats of one side have no secrets from each other")
    colour: Colour = Field(description="what it is known by in lists and charts")


class Stroke(Model):
    """A path of a design, filled first and drawn then, in a square from -50 to 50."""

    path: str = Field(description="as SVG writes it")
    fill: str = Field(default_factory=str, exclude_if=_empty, description="a colour of CSS, or none")
    line: str = Field(default_factory=str, exclude_if=_empty, description="a colour of CSS, or none")
    width: float = Field(default_factory=int, exclude_if=_empty, description="of the line")


class MarkKind(Model):
    """How marks of a kind look: those of the map, of its hexes, and flags of counters."""

    kind: str
    look: Literal["sign", "water", "rampart"] = Field(
        default="sign", description="a sign with a design; or the hexes lie under water, or have a wall around them"
    )
    strokes: list[Stroke] = Field(default_factory=list, exclude_if=_empty, description="the design of a sign")
    on_counter: OnCounter = Field(
        default_factory=_not_shown,
        exclude_if=_empty,
        description="how a counter shows that it has this flag: its design as a badge, a corner for what has acted or "
        "fought, a jagged line for what is shaken, a shell with a bar for what has no supply, a glow for what attacks",
    )


class BriefedSide(Model):
    """What one side needs to win."""

    side: str
    title: str = Field(description="its people in the plural: 'Allies'")
    needs: str


class Briefing(Model):
    """What players should know before a game begins."""

    situation: str
    sides: list[BriefedSide]
    special: list[str] = []


class Board(Model):
    """All that stays the same during a game."""

    name: str = Field(description="'game/scenario'")
    game: str
    title: str
    edition: str
    scale: str = ""
    briefing: Briefing
    seats: list[Seat]
    map: Map
    hexes: list[Hex]
    pieces: list[Piece]
    boxes: list[Box] = []
    tracks: list[Track] = []
    charts: list[Chart] = []
    overlays: list[OverlayKind] = Field(default=[], description="what 'overlay' can be asked for: zones, supply ...")
    value_names: list[str] = Field(default=[], description="what the printed values are: attack, defence, movement")
    value_words: dict[str, str] = Field(
        default_factory=dict, exclude_if=_empty, description="what letters among the values mean: weapons, symbols"
    )
    legend: list[Box] = Field(default=[], description="terrain and marks in words")
    marks: list[MarkKind] = Field(default=[], description="how marks look; what a hex has besides is not drawn")
    cards: list[Card] = Field(default_factory=list, exclude_if=_empty, description="every card of the deck")
    sounds: dict[str, Sound] = Field(
        default_factory=dict,
        exclude_if=_empty,
        description="what is heard with entries of a kind; dice and cards of results are heard without it",
    )


# -- what changes -------------------------------------------------------------------------------------------------


class PieceState(Model):
    """A counter as it lies now; of one that lies nowhere nothing is said."""

    id: str
    at: str = Field(description="a hex or a box")
    reduced: bool = False
    values: list[str] = Field(default=[], description="as they stand now")
    flags: list[str] = Field(default=[], description="'moved', 'fought', 'out of supply' ...")
    hidden: bool = Field(default_factory=bool, exclude_if=_empty, description="lies face down: only its back is known")
    title: str = Field(default_factory=str, exclude_if=_empty, description="what it has turned out to be")
    symbol: str = Field(default_factory=str, exclude_if=_empty, description="its NATO symbol, now that it is known")
    steps: int = Field(
        default_factory=int, exclude_if=_empty, description="steps left, shown as pips; the second value repeats them"
    )


class Mark(Model):
    """A marker on the map that is no unit."""

    at: str
    kind: str = Field(description="'beachhead', 'drop zone', 'held', 'target' ...")
    text: str = ""
    seat: str = ""


class CardShown(Model):
    """A card that lies open now, in its space of the card track."""

    slot: str
    title: str = Field(description="of the space: 'Fire card, east'")
    card: str
    part: str = Field(description="the section that counts")
    text: str = ""


class Fact(Model):
    """A line beside the board: weather, markers left in a cup, losses."""

    group: str = Field(description="under which words it stands: 'status', 'losses', or the game's own")
    label: str
    value: str
    rule: str = ""


class OrderChoice(Model):
    """One legal order."""

    order: str = Field(description="the text to send back")
    verb: str
    unit: str | None = None
    hex: str | None = Field(default=None, description="or a box that lies on the map")
    label: str = Field(description="for a button or a list: 'Move 22/21', 'End the movement phase'")
    detail: str = Field(default="", description="strength, terrain, what is there")
    cost: str = ""
    path: list[str] = Field(default=[], description="the hexes a move goes through, the unit's own first")
    odds: bool = Field(default=False, description="whether its exact odds can be asked for")
    reach: bool = Field(
        default_factory=bool,
        exclude_if=_empty,
        description="begins an attack that others may join: the best odds that can so be reached can be asked for",
    )
    loss: str = Field(default_factory=str, exclude_if=_empty, description="what it costs for sure, in words")
    sets_off: bool = Field(default=False, description="begins what is being put together, so a client asks first")


class Series(Model):
    """A row of decisions that belong together, such as a set-up or a landing; a staff can take the rest of it."""

    id: str
    title: str = Field(description="what would be done, in words: 'the landings on the beaches'")


class Decision(Model):
    """What is asked now."""

    seat: str
    prompt: str
    rule: str = ""
    about: str = Field(default="", description="the unit or combat it is about, in words")
    unit: str | None = Field(default=None, description="the unit in hand")
    units: list[str] = Field(
        default_factory=list, exclude_if=_empty, description="the units that it is about: who attacks, who defends"
    )
    target: str | None = Field(default=None, description="the hex that it is about, also for a seat that is not asked")
    orders: list[OrderChoice] = Field(default=[], description="empty for a seat that is not asked")
    hex_verb: str = Field(default="", description="with which to ask why a hex is not allowed: 'to'")
    unit_verb: str = Field(default="", description="with which to ask why a unit is not allowed: 'move'")
    target_verb: str = Field(
        default_factory=str,
        exclude_if=_empty,
        description="with which to ask why a hex with enemies is no target, where no hex is asked for: 'attack'",
    )
    series: list[Series] = Field(
        default_factory=list,
        exclude_if=_empty,
        description="what the decision is a part of, the shortest first; also for a seat that waits within it",
    )
    settles: int | None = Field(
        default=None, exclude_if=_none, description="the order that led to the fight whose losses are being chosen"
    )


class Outcome(Model):
    """How the game ended."""

    winner: str
    title: str
    reason: str
    rule: str
    resigned: str = Field(default_factory=str, exclude_if=_empty, description="the side that gave the game up, if any")


class Shift(Model):
    """A column shift and its cause."""

    cause: str
    columns: int


class Lost(Model):
    """What one piece has lost."""

    piece: str
    steps: int
    gone: bool = Field(default_factory=bool, exclude_if=_empty, description="it is not in play any more")


class Result(Model):
    """What came of something; whatever does not apply is left out. A sentence tells the rest."""

    attack: int | None = Field(default=None, exclude_if=_none, description="strengths as they were compared")
    defence: int | None = Field(default=None, exclude_if=_none)
    line: str = Field(default_factory=str, exclude_if=_empty, description="of the results table")
    column: int = Field(default_factory=int, exclude_if=_empty, description="of the results table, after all shifts")
    shifts: list[Shift] = Field(default_factory=list, exclude_if=_empty)
    die: int = Field(default_factory=int, exclude_if=_empty, description="as it fell")
    needs: str = Field(
        default_factory=str,
        exclude_if=_empty,
        description="what each face of the die brings, where no column says it; the entry's text tells it too",
    )
    card: str = Field(default_factory=str, exclude_if=_empty, description="the card that was drawn")
    part: str = Field(default_factory=str, exclude_if=_empty, description="the section of it that counts")
    outcome: str = Field(default_factory=str, exclude_if=_empty, description="what table or card say, in words")
    losses: list[Lost] = Field(default_factory=list, exclude_if=_empty, description="piece by piece")
    hex: str | None = Field(default=None, exclude_if=_none)


class LogEntry(Model):
    """Something that happened."""

    number: int = Field(description="the order that led to it: 1 for the first; 0 before any")
    seat: str = Field(default="", description="who gave that order")
    kind: str
    text: str
    rule: str = ""
    unit: str | None = None
    path: list[str] = Field(default=[], description="hexes a unit went through, where it came from first")
    hex: str | None = None
    turn: str = Field(default="", description="when it happened, in the words of the view: to group by")
    phase: str = ""
    targets: list[str] = Field(
        default_factory=list, exclude_if=_empty, description="units that are hit or spared, or positions"
    )
    step: str = Field(
        default_factory=str,
        exclude_if=_empty,
        description="begins a step of the story, which has this title; to it belongs all that the same order leads to "
        "after it, up to the next step or phase, whoever gave that order",
    )
    ends: str = Field(
        default_factory=str,
        exclude_if=_empty,
        description="the title of the step to whose end it belongs, if an earlier order began that: a retreat, a loss",
    )
    at: str = Field(
        default_factory=str,
        exclude_if=_empty,
        description="where its unit lies from now on: a hex, or a box on the map",
    )
    result: Result | None = Field(
        default=None,
        exclude_if=_none,
        description="what came of an order, for whoever gave it to know; the text tells all of it in words",
    )
    fighters: list[str] = Field(
        default_factory=list, exclude_if=_empty, description="units on both sides of a fight, where it names them"
    )
    tracks: dict[str, str] = Field(
        default_factory=dict, exclude_if=_empty, description="tracks whose marker it moves, with the new box"
    )


class Part(Model):
    """One of the things that a condition counts."""

    label: str
    value: str = Field(description="how it stands, in words")
    done: bool = Field(default=False, description="it counts for the side now")
    points: int | float | None = Field(default=None, exclude_if=_none, description="what it is worth")
    rule: str = Field(default_factory=str, exclude_if=_empty)


class Condition(Model):
    """Something that a side needs to win, or that wins for it at once."""

    label: str
    value: str = Field(description="how it stands, in words")
    done: bool = False
    have: int | None = Field(default=None, exclude_if=_none, description="so many it has, where something is counted")
    need: int | None = Field(default=None, exclude_if=_none, description="so many it needs")
    short: str = Field(
        default_factory=str, exclude_if=_empty, description="its label where there is little room, if that is long"
    )
    rule: str = Field(default_factory=str, exclude_if=_empty)
    parts: list[Part] = Field(default_factory=list, exclude_if=_empty)


class Standing(Model):
    """How a side stands: its points, where points decide, and its conditions."""

    side: str
    title: str
    points: int | float | None = Field(default=None, exclude_if=_none, description="if they were counted now")
    trend: int | float | None = Field(
        default=None, exclude_if=_none, description="by how much its score has changed since the last turn began"
    )
    course: list[int | float] = Field(
        default_factory=list, exclude_if=_empty, description="its score when each of the last turns began, and now"
    )
    conditions: list[Condition]

    @property
    def score(self) -> int | float | None:
        """What its header counts: its points, or how much it has of the first thing that is counted."""
        counted = (condition.have for condition in self.conditions if condition.have is not None)
        return self.points if self.points is not None else next(counted, None)


class View(Model):
    """The table as one seat sees it."""

    number: int = Field(description="how many orders have been given: names the decision that is pending")
    seat: str = Field(description="whose view; 'spectator' for one who only looks on")
    turn: str
    phase: str
    active: str = Field(default="", description="the seat whose player turn it is")
    pieces: list[PieceState]
    marks: list[Mark] = []
    tracks: dict[str, str] = Field(default={}, description="track -> box")
    victory: list[Standing] = Field(default=[], description="the state of victory, side by side")
    facts: list[Fact] = []
    cards: list[CardShown] = Field(default_factory=list, exclude_if=_empty)
    decision: Decision | None = None
    outcome: Outcome | None = None
    can_undo: bool = False
    undo_reason: str = ""
    since: list[LogEntry] = Field(default=[], description="what happened in the last orders, newest last")
    history: list[str] = Field(
        default_factory=list, exclude_if=_empty, description="how it stands beside what really happened, in sentences"
    )


class OddsResult(Model):
    """One result and its chance."""

    result: str
    meaning: str
    chance: float
    hits: Hits = Field(default="nobody", description="who loses something by it, gives way or is thrown into disorder")
    hoped: bool = Field(default_factory=bool, exclude_if=_empty, description="what the order aims at; see its odds")


class Need(Model):
    """Something that an attack should bring, such as a weapon."""

    name: str
    title: str
    needed: Literal["yes", "perhaps", "no"]
    had: bool


class OddsCase(Model):
    """One thing that may turn out to be there, and what would come of it."""

    title: str
    chance: float
    attack: int
    defence: int
    missing: list[str] = []
    result: str
    meaning: str


class OddsFace(Model):
    """What one face of the die would bring."""

    die: int
    printed: str = Field(description="what the table has for it")
    result: str = Field(description="what that comes to here")
    attacker: int = Field(description="steps that it costs the attacker")
    defender: int


class Odds(Model):
    """What an attack would lead to, exactly."""

    attack: int
    defence: int
    difference: str = Field(description="or their ratio, such as 3-1")
    ratio: bool = Field(default_factory=bool, exclude_if=_empty, description="strengths are compared by their ratio")
    line: str
    column: str
    shifts: list[Shift]
    results: list[OddsResult]
    rule: str
    chart: str = Field(default="", description="the chart whose column is to be highlighted")
    chart_column: int = -1
    chart_row: int = -1
    aim: str = Field(
        default_factory=str,
        exclude_if=_empty,
        description="what an order hopes for that is no attack, such as 'Gets through': choices are compared by that",
    )
    note: str = Field(default="", description="what to know about the numbers, if they are no plain sum")
    defence_from: int = Field(
        default_factory=int, exclude_if=_empty, description="the least it may be, if it is not known"
    )
    defence_to: int = Field(default_factory=int, exclude_if=_empty, description="the most it may be")
    needs: list[Need] = Field(default_factory=list, exclude_if=_empty, description="weapons had, needed and missing")
    helps: list[str] = Field(default_factory=list, exclude_if=_empty, description="heroes, ships, what they may add")
    cases: list[OddsCase] = Field(
        default_factory=list, exclude_if=_empty, description="every possibility, the likeliest first"
    )
    faces: list[OddsFace] = Field(
        default_factory=list, exclude_if=_empty, description="die by die, if nothing else is open"
    )
    joined: list[str] = Field(
        default_factory=list, exclude_if=_empty, description="the units, ships or markers that must join for these odds"
    )


class Refusal(Model):
    """Why something is not allowed."""

    rule: str
    text: str


class Shade(Model):
    """One hex of an overlay. Those of one look are an area with one line around it; a level makes them a gradient."""

    hex: str
    seat: str = ""
    value: str = ""
    text: str = ""
    pattern: str = Field(
        default_factory=str, exclude_if=_empty, description="'dense', 'lines', 'dots': tells without colour"
    )
    colour: str = Field(
        default_factory=str, exclude_if=_empty, description="a colour by name, where it means something"
    )
    level: float = Field(
        default_factory=float,
        exclude_if=_empty,
        description="how much of what the scale measures, more than 0 and at most 1; the value is the number itself",
    )


class Scale(Model):
    """What the gradient of an overlay measures."""

    title: str = Field(description="in words, as after a number: 'attack strength'")
    least: float
    most: float


class Line(Model):
    """A line over the map, along places or through points of the drawing."""

    kind: Literal["way", "break", "front"] = Field(
        description="a way that is open; one that is cut where it begins; a front, with the first side on its left"
    )
    text: str = ""
    seat: str = Field(default_factory=str, exclude_if=_empty)
    places: list[str] = Field(default_factory=list, exclude_if=_empty, description="hexes and boxes, one after another")
    points: list[tuple[float, float]] = Field(
        default_factory=list, exclude_if=_empty, description="in units of the drawing, where it keeps to no hexes"
    )


class Key(Model):
    """What the hexes of an overlay with a pattern mean, or its lines."""

    id: str
    title: str
    text: str = ""
    pattern: str = Field(
        default_factory=str, exclude_if=_empty, description="that of the shades, or the kind of the lines"
    )


class Overlay(Model):
    """What is shown on the map on demand: areas, gradients and lines; zones of control, supply, range, threat."""

    kind: str
    title: str
    rule: str = ""
    shades: list[Shade]
    lines: list[Line] = Field(default_factory=list, exclude_if=_empty)
    scale: Scale | None = Field(default=None, exclude_if=_none, description="of shades that have levels")
    about: str = Field(default_factory=str, exclude_if=_empty, description="the unit, position or colour it is about")
    legend: list[Key] = Field(default_factory=list, exclude_if=_empty, description="what patterns and lines mean")
    notes: list[str] = Field(default_factory=list, exclude_if=_empty, description="what to know besides, in sentences")


class Curve(Model):
    """A line of the summary: one value per point in time."""

    id: str
    title: str
    seat: str = Field(default="", description="whose it is: a seat, or in words those who have it in common")
    unit: tuple[str, str] | None = Field(
        default=None, exclude_if=_none, description="what is counted, one and several of them: hit, hits"
    )
    than: tuple[str, str] | None = Field(
        default=None, exclude_if=_none, description="how luck compares: when it was kind, and when it was not"
    )
    points: list[tuple[int, float]] = Field(description="order number, value")


class Fight(Model):
    """A combat, or fire, and all that it cost."""

    number: int = Field(description="the order that decided it")
    title: str
    turn: str = ""
    hex: str | None = None
    result: Result
    losses: list[Lost]


class Losses(Model):
    """What a side has lost in all; what came back is not deducted."""

    side: str
    title: str
    units: int
    steps: int


class Throw(Model):
    """A moment at which chance was kind to a side, or unkind."""

    seat: str = Field(description="whose luck it was: as in its curve of luck")
    number: int = Field(description="the order that led to it")
    title: str = Field(description="what was fought for, in words")
    turn: str = ""
    luck: float = Field(description="what it brought beyond the average; below zero it cost something")
    result: Result | None = None


class Fought(Model):
    """A unit and how often it fought."""

    piece: str
    title: str
    seat: str
    fights: int


class Summary(Model):
    """A game at a glance: losses, ground held, luck, and the fights that cost most."""

    turns: list[tuple[int, str]] = Field(description="order number at which each turn began, and its name")
    curves: list[Curve]
    losses: list[Losses] = []
    fights: list[Fight] = Field(default=[], description="the costliest first")
    outlook: list[Curve] = Field(default=[], description="how victory stood from turn to turn, side by side")
    expected: list[Curve] = Field(
        default=[], description="the result to be expected, in percent for each side, where that has been learnt"
    )
    throws: list[Throw] = Field(default=[], description="of each seat with luck: the kindest first, then the unkindest")
    fought: list[Fought] = Field(default=[], description="who fought most, the most first")
    notes: list[str] = []


class TurnSide(Model):
    """What a side did and lost in a turn."""

    side: str
    title: str
    moves: int
    units: int = Field(description="lost whole")
    steps: int = Field(description="lost in all")


class Taken(Model):
    """A place that changed hands."""

    name: str
    at: list[str] = Field(description="its hexes, or its box")
    side: str = Field(description="that has it now")
    title: str = Field(description="of that side")


class Arriving(Model):
    """Units of a side that come on the next turn."""

    side: str
    title: str
    when: str
    units: list[str]


class TurnReport(Model):
    """One turn at a glance, as far as it has come."""

    turn: str = ""
    first: int = Field(default=0, description="how many orders had been given when it began")
    last: int = Field(default=0, description="how many when it was over, or by now")
    sides: list[TurnSide]
    fights: list[Fight] = Field(description="combats and fire in their order, with what they cost")
    taken: list[Taken]
    also: list[str] = Field(default=[], description="what else the turn brought, in the sentences of the log")
    arriving: list[Arriving]
    history: list[str] = Field(
        default=[], description="what fell in it and how far that, and the rest, is ahead of history or behind it"
    )
    turns: list[tuple[int, str]] = Field(default=[], description="every turn so far: when it began, and its name")


class GuideStep(Model):
    """One step of a guided first game; it is shown when the pending decision fits."""

    id: str
    title: str
    text: str
    phase: str = Field(default="", description="fits this phase only")
    verb: str = Field(default="", description="fits decisions that offer this verb")
    rule: str = Field(
        default_factory=str, exclude_if=_empty, description="fits decisions for which this rule asks, if it names one"
    )
    suggest: str = Field(default="", description="an order that leads on, and is what its text speaks of")
    advise: str = Field(
        default_factory=str,
        exclude_if=_empty,
        description="where nothing is suggested: advice is asked for among the orders with this verb alone, the first "
        "time that the step is shown",
    )
    lasting: bool = Field(
        default_factory=bool,
        exclude_if=_empty,
        description="whoever asks is shown an order that carries out what its text says, as long as there is one",
    )


class Guide(Model):
    """A guided first game."""

    scenario: str
    seat: str
    opponent: str
    seed: str
    title: str
    steps: list[GuideStep]
