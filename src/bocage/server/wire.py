"""What goes over the wire besides the table itself: strict models with limits on every size."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bocage.table.model import Briefing, Colour, Guide, LogEntry, Model, Odds, Outcome, Seat, View
from bocage.table.review import Review

NO_CONTROLS = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+$"  # nor signs that turn a line of text around
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=NO_CONTROLS)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[\w/+ .'-]+$")]
Token = Annotated[str, StringConstraints(min_length=20, max_length=40, pattern=r"^[\w-]+$")]
SeatKind = Literal["human", "bot", "invitation"]


class Problem(Model):
    """Why a request was not carried out, in one sentence; every answer from 400 to 599 has this form."""

    error: str = Field(description="'refused', 'stale', 'not your seat', 'not found', 'bad input', 'too many' ...")
    text: str
    rule: str = ""
    number: int | None = Field(default=None, description="the decision that is pending now, where that matters")


class Choice(Model):
    """Something to choose from: what to send back, and what people read."""

    name: str
    title: str


class OptionInfo(Model):
    """An option of a scenario."""

    name: str
    text: str
    choices: list[Choice]
    default: str
    rule: str
    invited: str = Field(default="", description="the choice that an invitation makes; empty if it makes none")


class ScenarioCard(Model):
    """A scenario on the home page."""

    name: str
    game: str
    game_title: str
    title: str
    summary: str
    briefing: Briefing
    edition: str
    turns: int
    seats: list[Seat]
    hides: bool = Field(description="whether seats of several sides play against each other")
    secrets: bool = Field(description="whether a side knows what others may not, so that a hot seat needs a curtain")
    options: list[OptionInfo]
    picture: str = Field(description="address of a drawing of its map")
    default_seats: list[str] = Field(description="the seats a new player takes in a quick game")
    guided: bool


class Opponent(Model):
    """A program that plays a seat."""

    name: str
    title: str
    text: str = Field(description="how it plays, in a few words")


class Catalogue(Model):
    """All scenarios, and the opponents that can play them."""

    scenarios: list[ScenarioCard]
    bots: list[Opponent]
    default_bot: str
    version: str


class NewSeat(Model):
    """Who sits in a seat: this browser, an opponent, or whoever gets the invitation link."""

    kind: SeatKind
    bot: Word | None = None


FOLLOW = "whether programs that play each other wait until I show what they do"


class NewGame(Model):
    """A game to be created."""

    scenario: Word
    options: dict[Word, Word] = Field(default={}, max_length=20)
    seats: dict[Word, NewSeat] = Field(default={}, max_length=8, description="empty: me against the default opponent")
    name: Name | None = None
    guided: bool = False
    follow: bool = Field(default=False, description=FOLLOW)


class Branch(Model):
    """A new game from a point of another; its dice from there on are its own."""

    number: int = Field(ge=0, le=1_000_000, strict=True)
    seats: dict[Word, NewSeat] = Field(default={}, max_length=8)
    follow: bool = Field(default=False, description=FOLLOW)


class RecordText(Model):
    """A record file."""

    text: str = Field(max_length=4_000_000)


class SeatInfo(Model):
    """A seat of a game."""

    seat: str
    title: str = Field(description="its people in the plural: 'Allies'")
    side: str = Field(description="seats of one side have no secrets from each other")
    colour: Colour
    kind: SeatKind
    bot: str | None = None
    name: str = ""
    mine: bool = False
    present: bool = False
    invitation: str | None = Field(default=None, description="the secret link, told once to the one who created it")
    failed: str = Field(default="", description="why the opponent gave up, if it did")


class Takeback(Model):
    """A request to take orders back, waiting for the other players' consent."""

    seat: str
    to: int


class Reseeding(Model):
    """From an order on all chance follows from another seed, since somebody sat down: nobody can have known it."""

    after: int = Field(description="so many orders had been given")
    seat: str = Field(description="where somebody sat down; empty if it comes from a record")
    mine: bool = Field(default=False, description="whether that was I")
    seed_hash: str
    seed: str | None = Field(default=None, description="only when the game is over")


class ChatLine(Model):
    """Something a player said."""

    id: int
    at: datetime
    name: str
    seat: str
    text: str


class GameInfo(Model):
    """A game on the server."""

    id: str
    scenario: str
    title: str
    options: dict[str, str]
    status: Literal["playing", "over", "held"]
    held: str = Field(default="", description="why it cannot go on, or not be shown whole, under the present rules")
    turn: str = ""
    number: int
    asked: str = Field(default="", description="the seat that decides now")
    my_turn: bool = False
    seats: list[SeatInfo]
    role: Literal["player", "spectator"]
    spectators: int = 0
    spectator_link: str | None = Field(default=None, description="the secret link for onlookers, told once")
    seed_hash: str
    seed: str | None = Field(default=None, description="only when the game is over")
    reseedings: list[Reseeding] = Field(default=[], description="where chance follows from another seed, in order")
    rules_version: str
    created: datetime
    updated: datetime
    outcome: Outcome | None = None
    takeback: Takeback | None = None
    resigning: list[str] = Field(
        default=[], description="seats of my side that would give up, if others who lead it agree"
    )
    guide: Guide | None = None
    branch_of: str | None = None
    hides: bool = True
    secrets: bool = True
    thinking: str = Field(default="", description="the seat of the opponent that is thinking")
    host: bool = Field(default=False, description="whether I set it up and nobody else plays: I may halt its opponents")
    halted: bool = Field(default=False, description="whether opponents have been told to wait")
    followed: bool = Field(default=False, description="whether opponents wait until what they did has been shown")


class GameList(Model):
    """My games, those that wait for me first."""

    games: list[GameInfo]


class Join(Model):
    """An invitation or spectator link's secret."""

    token: Token
    name: Name | None = None


class Link(Model):
    """The secret of a link, to ask what it leads to."""

    token: Token


class Invitation(Model):
    """What a link leads to."""

    scenario: str
    title: str
    seat: str = Field(description="the seat that it offers, or 'spectator'")
    seat_title: str = Field(default="", description="the people of that seat in the plural")
    by: str = Field(default="", description="the name of whoever invites, if he has one")
    number: int = Field(default=0, description="how many orders have been given")


class GiveOrder(Model):
    """An order for the pending decision."""

    seat: Word
    number: int = Field(ge=0, le=1_000_000, strict=True)
    order: Word


class LetStaff(Model):
    """Let a staff give the orders of a series, as far as it is this seat that decides."""

    seat: Word
    number: int = Field(ge=0, le=1_000_000, strict=True)
    series: Word


class Undo(Model):
    """Take back the last order, or all of mine after order ``to``, as far as undo goes."""

    seat: Word
    number: int = Field(ge=0, le=1_000_000, strict=True)
    to: int | None = Field(default=None, ge=0, le=1_000_000, strict=True)


class Resign(Model):
    """Give the game up for the side of a seat, having seen so many orders; allies have to say so, too."""

    seat: Word
    number: int = Field(ge=0, le=1_000_000, strict=True)


class AskTakeback(Model):
    """Ask the others to let the last ``orders`` be taken back, or everything after order ``to``: one of the two."""

    seat: Word
    to: int | None = Field(default=None, ge=0, le=1_000_000, strict=True)
    orders: int | None = Field(default=None, ge=1, le=1_000_000, strict=True, description="how many, whoever gave them")
    number: int | None = Field(
        default=None, ge=0, le=1_000_000, strict=True, description="the decision that was pending when it was asked"
    )


class AnswerTakeback(Model):
    """Consent or not."""

    seat: Word
    agree: bool
    to: int | None = Field(
        default=None, ge=0, le=1_000_000, strict=True, description="what is agreed to, in case the request has changed"
    )


class SetSeat(Model):
    """Change who sits in a seat: give it a name, let an opponent take over, or sit down oneself."""

    name: Name | None = None
    kind: SeatKind | None = None
    bot: Word | None = None
    after: int | None = Field(
        default=None,
        ge=0,
        le=1_000_000,
        strict=True,
        description="the last order of programs that play each other that I was shown: I sit down there",
    )


class Pace(Model):
    """How the opponents of a game play on: not at all, on and on, one order, or so far as their orders are shown."""

    go: Literal["halt", "on", "step", "follow", "shown"] = Field(
        description="shown: follow, unless they have been halted meanwhile"
    )
    number: int = Field(
        default=0, ge=0, le=1_000_000, strict=True, description="to follow: the last order that I was shown"
    )


class Say(Model):
    """A line of chat."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=NO_CONTROLS)]


class Chat(Model):
    """The conversation at a table."""

    lines: list[ChatLine]


class Log(Model):
    """What happened, oldest first."""

    entries: list[LogEntry]


class Hint(Model):
    """What an opponent would do in your place."""

    order: str
    label: str
    detail: str = Field(default="", description="what the order is about, in words")
    loss: str = Field(default="", description="what it costs for sure, in words")


class Advised(Model):
    """An order that is advised, or could be given instead, with what may be expected of it; of my side throughout."""

    order: str
    label: str
    detail: str = Field(default="", description="what the order is about, in words")
    loss: str = Field(default="", description="what it costs for sure, in words")
    unit: str | None = None
    odds: Odds | None = Field(default=None, description="if it leads to chance")
    outlook: float | None = Field(default=None, description="0 for the worst result of the rules, 1 for the best")
    poor: float | None = Field(default=None, description="the same in the worst quarter of what may come")
    behind: float = Field(default=0, description="by how much its outlook is worse than that of the order advised")
    alike: bool = Field(default=False, description="as far as can be told it is as good as the order advised")
    gains: list[str] = Field(default=[], description="what speaks for it, beside the other orders")
    costs: list[str] = Field(default=[], description="what speaks against it")
    risks: list[str] = Field(default=[], description="what comes out worse in the worst quarter of what may come")


class Advice(Model):
    """The best order for a decision and what else could be ordered."""

    number: int = Field(description="names the decision")
    intent: str = Field(description="what my side would set out to do with it")
    orders: list[Advised] = Field(description="the one advised first")
    only: bool = Field(description="there is no other order")
    worlds: int = Field(description="how often each order was tried out; 0: they could only be put in their order")
    turns: int = Field(description="how many turns ahead; 0: to the end of this phase")


class Rejected(Model):
    """What a program might have set out to do instead."""

    intent: str
    less: float = Field(description="by how much less it promised; below zero, more, but not beyond doubt")


class Departed(Model):
    """Where a program ordered something else than it usually would."""

    did: str
    usual: str
    gain: float


class Intent(Model):
    """What a program was up to, or means to do if it is an ally: it does so in all its seats of a side."""

    seats: list[str]
    titles: list[str] = Field(description="the people of the seats in the plural")
    level: str
    ally: bool
    intent: str = Field(
        description="a phrase of which the program is the subject: 'holds the beaches'; empty: it has none to tell yet"
    )
    waits: bool = Field(default=False, description="what it is about to do is told when it is done")
    outlook: float | None = Field(default=None, description="what its side may expect, as far as I may know it")
    judged: bool = Field(default=False, description="the outlook is that of the position as I see it, not its own")
    rejected: list[Rejected] = Field(default=[], description="the most promising first")
    departures: list[Departed] = Field(default=[], description="where it did not do as usual")
    deeds: list[str] = Field(default=[], description="what it did, in phrases of which it is the subject")
    playouts: int = Field(default=0, description="how many games it played on in imagination; 0: it does not")


class Intents(Model):
    """What the programs of a game were up to in a turn."""

    turn: str
    intents: list[Intent]


class ReviewState(Model):
    """A review of a game that is over, or how far it is."""

    status: Literal["none", "waiting", "working", "ready", "failed"]
    done: float = Field(default=0.0, description="how much of the work is done, between 0 and 1")
    mine: bool = Field(default=False, description="whether I began it, and may stop it")
    text: str = Field(default="", description="why it failed")
    review: Review | None = None


class RuleText(Model):
    """A rule in our own words."""

    id: str
    section: str
    title: str
    text: str
    ruling: str = ""


class RuleSection(Model):
    """A section of a rulebook."""

    id: str
    title: str
    rules: list[RuleText]


class Rulebook(Model):
    """All rules of an edition."""

    game: str
    edition: str
    title: str
    sections: list[RuleSection]


class Health(Model):
    """Whether the server works."""

    status: Literal["ok"]
    version: str
    database: str
    games: int


class LiveMessage(Model):
    """What the server sends over the WebSocket. The client asks for what it needs by HTTP."""

    type: Literal["changed", "presence", "chat", "takeback", "thinking", "advising", "seats", "restart"]
    number: int | None = Field(default=None, description="for 'changed': how many orders have been given")
    text: str = Field(default="", description="for 'changed': the last thing that happened that this seat may know")
    by: str = ""
    done: float | None = Field(
        default=None, description="for 'thinking' and 'advising': how far the thought is, from 0 to 1; none: it begins"
    )


class Prospect(Model):
    """An order and its odds."""

    order: str
    odds: Odds


class Prospects(Model):
    """The orders of a decision that lead to chance, each with its odds."""

    number: int = Field(description="names the decision")
    prospects: list[Prospect]


class AllyPlan(Model):
    """What a program on my side means to do in this turn, in all its seats."""

    seats: list[str]
    level: str
    intent: str = Field(description="a phrase of which the program is the subject: 'holds the beaches'")


class Screen(Model):
    """All that a board shows of a game at one moment; the answer to an order or an undo, too."""

    info: GameInfo
    view: View
    log: list[LogEntry] = Field(description="what happened after order ``after``, oldest first")
    after: int
    prospect: Prospect | None = Field(description="the odds to show before an order is pointed at, if any has odds")
    allies: list[AllyPlan] = Field(description="the plans of programs on my side, if they made any in this turn")
