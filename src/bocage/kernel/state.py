"""The state of a game in progress: what is on the board, what is being done, and chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MethodType
from typing import ClassVar, NamedTuple, Never, Self

from bocage.kernel.chance import Chance
from bocage.kernel.errors import Refusal
from bocage.kernel.fields import EVERYBODY, NOBODY, fields_of
from bocage.kernel.order import Order, Pick
from bocage.kernel.procedure import NOTHING, About, Ask, Call, Done, Frame, Next
from bocage.kernel.result import Lost, Result

HASH, WAITING_HASH = 16, 20  # letters of a fingerprint, when the game is over and before
SPECTATOR = "spectator"  # one who only looks on: no seat, so every seat's secrets are hidden from him


class Outcome(NamedTuple):
    """How a game ended: who won, how well if the rules tell degrees of victory, why, and by which rule.

    Without a winner it is a draw.
    """

    winner: str
    level: str
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.title}: {self.reason} ({self.rule})"

    @property
    def title(self) -> str:
        """The kind of victory: ``german operational victory``, or ``draw``."""
        return " ".join(filter(None, (self.winner, self.level, "victory"))) if self.winner else "draw"


class Event(NamedTuple):
    """Something that happened, told to all or to one side.

    ``kind`` names it for programs, ``facts`` holds the units, hexes and numbers, ``rule`` its
    rule number. The game's own table of sentences turns it into text. Where something came of an
    order, ``result`` tells it in terms that all games share. An event may open a step of the
    story, to which those after it belong.
    """

    kind: str
    rule: str
    facts: dict[str, object]
    seats: tuple[str, ...] = ()  # that alone may know it; none: everybody may
    phase: str = ""  # what was being done, as the state headed it
    step: bool = False  # opens a step
    result: Result | None = None

    def number(self, fact: str) -> int:
        """A fact that is a number, such as a unit or a hex; NOTHING if it is not told."""
        value = self.facts.get(fact)
        return value if isinstance(value, int) else NOTHING

    def numbers(self, fact: str) -> tuple[int, ...]:
        """A fact that is several numbers, such as units; none if it is not told."""
        value = self.facts.get(fact)
        return value if isinstance(value, tuple) else ()

    def named(self) -> dict[str, object]:
        """All that is told, by name, the result too: what sentences are made of."""
        return self.facts if self.result is None else {**self.result.told(), **self.facts}

    def known_to(self, seat: str) -> bool:
        """Whether a seat may be told of it."""
        return not self.seats or seat in self.seats


class State:
    """What every game's state has; a game adds its board and pieces.

    A subclass keeps all that can change in flat fields and declares each of them (``kernel.fields``).
    """

    sides: ClassVar[Mapping[str, tuple[str, ...]]]  # the seats of each side, which have no secrets from each other
    _plan: ClassVar[_Plan]

    def __init_subclass__(cls) -> None:
        cls._plan = _plan_of(cls)

    def __init__(self, chance: Chance) -> None:
        self.__dict__.update(self._plan.defaults)
        self.chance = chance
        self.stack: list[Frame] = []
        self.pending: Ask | None = None
        self.events: list[Event] = []
        self.revealed = False
        self.disclosed = False
        self.confided: tuple[str, ...] = ()  # the seats that alone may know what the present order led to
        self.ended: Outcome | None = None
        self.phase = ""  # what is being done, in the words of the rulebook
        self.hushed = False  # nothing is told

    def side_of(self, seat: str) -> str:
        """The side of a seat; one who only looks on is on a side of his own."""
        return self._plan.side_of.get(seat, seat)

    def show(self, view: Self, side: str) -> None:
        """Put into a side's view what it may know of the hidden fields: the backs of cards, say. As a rule nothing."""

    def suppose(self, side: str, pick: Pick) -> None:
        """Draw everything that a side may not know anew, from what fits its view, of which this is a copy."""

    def redraw(self) -> None:
        """Decide anew, by chance, what is settled on the board although nobody knows it: how face-down pieces lie that
        no seat has seen. No view may change by it. As a rule there is nothing of the kind.

        A game that draws in another way than it once did can tell by ``chance.recorded`` which way to repeat.
        """

    def reseed(self, key: bytes | None, recorded: tuple[str, ...] = ()) -> None:
        """Let all chance to come follow from a key: dice and draws, and what nobody knows yet of the board.

        Without a key chance goes on as it is, which is how a recorded or given outcome is met again. ``recorded`` is
        what was drawn anew then, where a reseeding is repeated.
        """
        if key is not None:
            self.chance.key = key
        self.chance.recorded = recorded
        self.redraw()
        self.chance.recorded = ()

    def copy(self) -> Self:
        """An independent copy, fast enough for search."""
        twin = self.__class__.__new__(self.__class__)
        fields = twin.__dict__
        fields.update(self.__dict__)
        for name, copied in self._plan.copied:
            fields[name] = copied(fields[name])
        twin.chance = self.chance.copy()
        twin.stack = [frame.copy() for frame in self.stack]
        twin.events = []
        return twin

    def keepsake(self) -> Self:
        """A copy that is kept for looking back; a game may leave out what it can work out again."""
        return self.copy()

    def view(self, seat: str) -> Self:
        """A copy without anything that the seat, or SPECTATOR, may not know: no chance to come, no other's choices."""
        side, plan = self.side_of(seat), self._plan
        seen = self.copy()
        fields = seen.__dict__
        for name in fields.keys() - plan.names:
            del fields[name]
        for name, known_to, empty in plan.secrets:
            if known_to != side:
                fields[name] = empty()
        self.show(seen, side)
        seen.chance = Chance(None, self.chance.count)
        seen.stack = [frame.seen_by(side, seen) for frame in seen.stack]
        if seen.pending is not None and self.side_of(seen.pending.seat) != side:
            seen.pending = seen.pending.seen_by_others()
        return seen

    @classmethod
    def has_secrets(cls) -> bool:
        """Whether there is anything on the board that one side may know and another may not."""
        return any(known_to != NOBODY for _, known_to, _ in cls._plan.secrets)

    def secret_keepers(self) -> set[str]:
        """The sides that know more of the board, or of what is being done, than one who only looks on."""
        public = self.view(SPECTATOR)._position()
        return {side for side, seats in self.sides.items() if seats and self.view(seats[0])._position() != public}

    def hides_from_all(self) -> bool:
        """Whether something is settled on the board that no side may know: how face-down pieces lie, say."""
        values = self.__dict__
        return any(values[name] != empty() for name, empty in self._plan.unknown)

    def _position(self) -> tuple[object, ...]:
        return self.board_facts(), [frame.facts() for frame in self.stack]

    def imagine(self, seat: str, pick: Pick) -> Self:
        """What might be the true state, to be played on; asked of a seat's view, which it has itself.

        All that the seat does not know is drawn anew from what is possible, with ``pick`` (as ``randrange``).

        >>> world = game.view("allied").imagine("allied", Random(7).randrange)  # doctest: +SKIP
        """
        side = self.side_of(seat)
        world = self.copy()
        world.chance = Chance.from_seed(f"imagined {pick(1 << 62)}")
        world.chance.count = self.chance.count
        world.chance.hushed = self.hushed
        world.suppose(side, pick)
        for frame in world.stack:
            frame.suppose(side, world, pick)
        if world.pending is not None and self.side_of(world.pending.seat) != side:
            world.pending = world.ask_again()
        return world

    def ask_again(self) -> Ask:
        """The pending question, asked once more by the step that asked it."""
        assert self.pending is not None
        asked = getattr(self.stack[-1], self.pending.step)(self)
        assert isinstance(asked, Ask)
        asked.step, asked.rule = self.pending.step, self.cite(asked.written)
        return asked

    def key(self) -> str:
        """A name for the pending question, the same however it is worded and whatever may be answered.

        It tells the procedure and the step that ask, the seat, and the rule as the procedure writes it:
        ``MovementPhase.choose german 5.1``. Nothing, when the game is over.
        """
        asked = self.pending
        if asked is None:
            return ""
        return f"{type(self.stack[-1]).__name__}.{asked.step} {asked.seat} {asked.written}".rstrip()

    def awaits(self, *steps: Callable[[Never, Order], Next]) -> bool:
        """Whether one of these steps takes the answer to the pending decision; never, for a seat that is not asked."""
        return self.pending is not None and self.pending.then in [step.__name__ for step in steps]

    def about(self) -> About:
        """What the pending decision is about: the matter of the procedure that asks, within the fight at hand.

        A seat that is not asked knows the fight alone.
        """
        matter = About()
        if self.pending is not None and self.pending.then:
            matter = _matter_of(self.stack[-1], self)
        for frame in reversed(self.stack):
            fight = _matter_of(frame, self)
            if fight.target >= 0:
                return matter._replace(target=fight.target, attackers=fight.attackers, defender=fight.defender)
        return matter

    def board_facts(self) -> tuple[object, ...]:
        """All changeable facts of the board, in the order of their declaration."""
        values = self.__dict__
        return tuple(told(values[name]) if told else values[name] for name, told in self._plan.told)

    def facts(self) -> tuple[object, ...]:
        """Everything that makes this state what it is."""
        return (
            self.board_facts(),
            self.chance.facts(),
            tuple(frame.facts() for frame in self.stack),
            self.pending.facts() if self.pending is not None else None,
            self.ended,
        )

    def hash(self) -> str:
        """A short fingerprint of the whole state, the same in every process."""
        digest = sha256(repr(self.facts()).encode()).hexdigest()
        return digest[: WAITING_HASH if self.pending is not None else HASH]

    def has_hash(self, text: str) -> bool:
        """Whether a fingerprint is of this state, as far as it tells.

        The first fingerprints of states that wait for an answer told the wording of the question, too, and it may be
        worded otherwise now. So they tell nothing; they are the short ones.
        """
        return text == self.hash() or (self.pending is not None and len(text) == HASH)

    def heading(self) -> str:
        """What is being done, as a heading says it: the phase, unless a game has a name for a part of it."""
        return self.phase

    def tell(self, kind: str, rule: str, *, to: str | None = None, step: bool = False, **facts: object) -> None:
        """Report an event to everybody, or to one side; ``step`` if it opens a step of the story.

        What one side alone is told stays its secret, and so does the order that led to it, until the next ``reveal``.
        A side that nobody plays is told nothing.
        """
        seats = self._confide(to) if to is not None else ()
        if not self.hushed and (seats or to is None):
            self.events.append(Event(kind, self.cite(rule), facts, seats, self.heading(), step))

    def tell_result(
        self,
        kind: str,
        rule: str,
        *,
        to: str | None = None,
        step: bool = False,
        attack: int | None = None,
        defence: int | None = None,
        line: str = "",
        column: int = 0,
        shifts: tuple[tuple[str, int], ...] = (),
        die: int = 0,
        card: int = 0,
        part: str = "",
        outcome: tuple[str, ...] = (),
        losses: tuple[Lost, ...] = (),
        **facts: object,
    ) -> None:
        """Report what came of an order, see ``Result``: whoever gave it is told at once."""
        seats = self._confide(to) if to is not None else ()
        if not self.hushed and (seats or to is None):
            result = Result(attack, defence, line, column, shifts, die, card, part, outcome, losses)
            self.events.append(Event(kind, self.cite(rule), facts, seats, self.heading(), step, result))

    def tell_loss(
        self,
        kind: str,
        rule: str,
        piece: str,
        steps: int,
        *,
        to: str | None = None,
        gone: bool = False,
        **facts: object,
    ) -> None:
        """Report what one piece has lost, to everybody or to the side that alone may know it."""
        seats = self._confide(to) if to is not None else ()
        if not self.hushed and (seats or to is None):
            result = Result(losses=(Lost(piece, steps, gone),))
            self.events.append(Event(kind, self.cite(rule), facts, seats, self.heading(), False, result))

    def _confide(self, to: str) -> tuple[str, ...]:
        """The seats of a side that alone is told something; when two sides are, nobody knows all an order led to."""
        seats = self.sides[to]
        if seats:
            self.confided = (NOBODY,) if self.confided and self.confided != seats else seats
        return seats

    def hush(self) -> None:
        """Tell and log nothing from now on, in this state and its copies; the game takes the same course as otherwise.

        It is for search, where a state is played on only to see where that leads.
        """
        self.hushed = self.chance.hushed = True
        self.events, self.chance.log = [], []

    def reveal(self) -> None:
        """Note that all that was hidden has become known, so that nobody may undo past it."""
        self.revealed = True
        self.confided = ()

    def disclose(self) -> None:
        """Note that something that was hidden has become known, and the rest has not: nobody may undo past it either,
        but what was ordered in secret stays secret.
        """
        self.disclosed = True

    def cite(self, rule: str) -> str:
        """A rule number as the edition in play prints it; procedures write those of one edition.

        Whatever leaves a state, decisions, refusals, events and the outcome, has gone through here.
        """
        return rule

    def end(self, outcome: Outcome) -> None:
        """Finish the game."""
        self.ended = outcome

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ended = self.ended
        return ended._replace(rule=self.cite(ended.rule)) if ended is not None else None

    def start(self, procedure: Frame) -> None:
        """Begin the game with its outermost procedure."""
        self.stack.append(procedure)
        self._run(getattr(procedure, procedure.step))

    def resume(self, order: Order) -> None:
        """Carry out a legal order and go on to the next decision."""
        pending = self.pending
        assert pending is not None
        next_step: Next = getattr(self.stack[-1], pending.then)(self, order)
        self._run(next_step)

    def _run(self, step: Next) -> None:
        stack = self.stack
        name = ""  # of the step that was run last, if it can be run again
        while True:
            if isinstance(step, MethodType):
                name = step.__name__
                step = step(self)
            elif isinstance(step, Ask):
                assert name, f"{stack[-1].__class__.__name__}: a step that asks takes nothing but the state"
                step.step = name
                step.rule = self.cite(step.written)
                self.pending = step
                return
            elif isinstance(step, Call):
                stack[-1].step = step.then
                stack.append(step.procedure)
                name = step.procedure.step
                step = getattr(step.procedure, name)(self)
            elif isinstance(step, Done):
                stack.pop()
                if self.ended is not None or not stack:
                    stack.clear()
                    self.pending = None
                    return
                name = stack[-1].step
                step = getattr(stack[-1], name)(self, step.result)
            else:
                raise TypeError(f"{step!r} is not the step of a procedure")

    def why_not(self, order: Order) -> Refusal | None:
        """The rule that forbids an order now, or None if the order is legal."""
        pending = self.pending
        if pending is None:
            return Refusal("", "the game is over")
        if order in pending.orders:
            return None
        if pending.why:
            refusal: Refusal = getattr(self.stack[-1], pending.why)(self, order)
            return refusal._replace(rule=self.cite(refusal.rule))
        choices = ", ".join(o.text for o in pending.orders[:6]) + (", ..." if len(pending.orders) > 6 else "")
        return Refusal(pending.rule, f"'{order}' does not answer \"{pending.prompt}\": possible are {choices}")


def _matter_of(frame: Frame, g: State) -> About:
    about: Callable[..., About] = frame.about  # a game's procedures take its own states
    return about(g)


class _Plan(NamedTuple):
    """What follows from the declared fields of a class of states."""

    side_of: dict[str, str]  # by seat
    names: frozenset[str]  # of all fields, the kernel's among them
    secrets: tuple[tuple[str, str, Callable[[], object]], ...]  # who may know a field, and what others see instead
    unknown: tuple[tuple[str, Callable[[], object]], ...]  # facts that nobody may know, and what is seen instead
    defaults: dict[str, object]
    copied: tuple[tuple[str, Callable[..., object]], ...]
    told: tuple[tuple[str, Callable[..., object] | None], ...]


def _plan_of(state: type[State]) -> _Plan:
    fields = fields_of(state, State)
    names = [field.name for field in fields]
    _check_sides(state.sides, {field.name: field.known.to for field in fields})
    return _Plan(
        {seat: side for side, seats in state.sides.items() for seat in seats},
        frozenset((*names, *_KERNEL_FIELDS)),
        tuple((field.name, field.known.to, field.empty) for field in fields if field.known.to != EVERYBODY),
        tuple((field.name, field.empty) for field in fields if field.known.to == NOBODY and field.known.fact),
        {name: getattr(state, name) for name in names if hasattr(state, name)},
        tuple((field.name, field.copied) for field in fields if field.copied),
        tuple((field.name, field.told) for field in fields if field.known.fact),
    )


def _check_sides(sides: Mapping[str, tuple[str, ...]], known_to: Mapping[str, str]) -> None:
    """Refuse sides and seats with names that mean something else, and fields known to a side that there is not."""
    for name in (*sides, *(seat for seats in sides.values() for seat in seats)):
        if name in (EVERYBODY, NOBODY, SPECTATOR):
            raise TypeError(f"no side and no seat can be called '{name}'")
    for field, side in known_to.items():
        if side not in (EVERYBODY, NOBODY, *sides):
            raise TypeError(f"the field '{field}' is known to '{side}', which is no side")


_KERNEL_FIELDS = (
    "chance", "stack", "pending", "events", "revealed", "disclosed", "confided", "ended", "phase", "hushed",
)  # fmt: skip
