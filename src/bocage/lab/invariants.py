"""What must hold in every game at every decision: the contract of the kernel, checked from outside.

Each function raises Violation with one sentence. What only one game knows of, such as its pieces, is watched by the
class ``Watch`` in that game's own module ``invariants``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from bocage.games import checklists_of, manifest_of, open_setting
from bocage.kernel import SPECTATOR, Event, Game, Order, Pick, Refused, Setting, State, Vocabulary
from bocage.kernel import record as records

PLAYED_ON = 12  # orders, from a state that a seat imagines


class Violation(Exception):
    """Something that must never happen; its text is one sentence."""


class Watch(Protocol):
    """What a game's own invariants look like."""

    longest: int  # no game of this setting has more orders

    def violations(self, state: State, events: Sequence[Event] = ()) -> Iterator[str]:
        """What is wrong with a state or with what led to it; asked after every order, so it may remember."""


_Watch: TypeAlias = Watch


@runtime_checkable
class Invariants(Protocol):
    """What the module ``invariants`` of a game's package offers."""

    Watch: Callable[[Setting], _Watch]


def invariants_of(game: str) -> Invariants:
    """What must hold in a game, by its name or that of one of its scenarios."""
    return manifest_of(game).part("invariants", Invariants)


def watch(setting: Setting) -> Watch:
    """The invariants of the game that a setting belongs to."""
    return invariants_of(setting.name).Watch(setting)


def known_rule(setting: Setting, rule: str) -> bool:
    """Whether the edition being played has this paragraph, or a section of this number.

    >>> [known_rule(open_setting("sword"), rule) for rule in ("8.3-01", "8.3", "8.3-99", "", "14.0-08")]
    [True, True, False, False, False]
    """
    return rule in checklists_of(manifest_of(setting.name))[setting.edition].citable


def check_board(game: Game, watch: Watch, events: Sequence[Event] = ()) -> None:
    """The game's own invariants hold, and it does not go on for ever."""
    for sentence in watch.violations(game.state, events):
        raise Violation(sentence)
    if game.length > watch.longest:
        raise Violation(f"the game goes on after {watch.longest} orders")


def check_decision(game: Game) -> None:
    """Somebody is asked something, every order is listed once, and a finished game has an outcome."""
    state = game.state
    pending = state.pending
    if pending is None:
        if state.outcome is None or state.stack:
            raise Violation("nobody is asked anything, but the game has no outcome")
        return
    if state.outcome is not None:
        raise Violation(f"the game has an outcome, but {pending.seat} is asked '{pending.prompt}'")
    if not pending.orders:
        raise Violation(f"dead end: '{pending.prompt}' has no orders")
    if len({order.text for order in pending.orders}) != len(pending.orders):
        raise Violation(f"'{pending.prompt}' lists an order twice")
    if pending.seat not in game.setting.seats or not pending.prompt or not known_rule(game.setting, pending.rule):
        raise Violation(f"the decision {pending.facts()[:3]} lacks a seat, a prompt or a rule")


def check_events(game: Game, events: Iterable[Event]) -> None:
    """Every event has a sentence and a rule, and none is told to a seat that does not exist."""
    for event in events:
        if not game.sentence(event):
            raise Violation(f"the event '{event.kind}' has no sentence")
        if not known_rule(game.setting, event.rule):
            raise Violation(f"the event '{event.kind}' cites '{event.rule}', which is no rule of this edition")
        if not set(event.seats) <= set(game.setting.seats):
            raise Violation(f"the event '{event.kind}' is told to {event.seats}, who do not play")


def check_copy(game: Game, orders: Sequence[Order]) -> None:
    """Legal orders are carried out on copies without an error, and the game itself stays as it was."""
    before = game.state.facts()
    for order in orders:
        twin = game.state.copy()
        if twin.facts() != before:
            raise Violation("a copy differs from the state")
        twin.resume(order)
        if game.state.facts() != before:
            raise Violation(f"'{order}' on a copy changed the state itself")


def check_refusal(game: Game, order: Order) -> None:
    """An order that is not on the list is refused with a rule, whichever door it comes through, and changes nothing."""
    before = game.state.facts()
    refusal = game.why_not(order)
    if refusal is None:
        raise Violation(f"'{order}' is not on the list, but nothing forbids it")
    if not refusal.sentence or not known_rule(game.setting, refusal.rule):
        raise Violation(f"'{order}' is refused without a rule that exists: '{refusal}'")
    try:
        game.play(order)
    except Refused as refused:
        if refused.refusal != refusal:
            raise Violation(f"'{order}' is refused as '{refused.refusal}' and as '{refusal}'") from None
    else:
        raise Violation(f"'{order}' was accepted, but was not on the list")
    if game.state.facts() != before:
        raise Violation(f"the refusal of '{order}' changed the state")


def check_seats(game: Game) -> None:
    """A seat that is not asked can order nothing, and neither can an order for another moment."""
    pending = game.decision
    order = pending.orders[0]
    doors: list[dict[str, object]] = [{"turn": game.length + 1}, {"turn": game.length - 1}]
    doors += [{"seat": seat} for seat in game.setting.seats if seat != pending.seat]
    before = game.state.facts()
    for door in doors:
        try:
            game.play(order, **door)  # type: ignore[arg-type]
        except Refused:
            continue
        raise Violation(f"'{order}' was accepted from {door}")
    if game.state.facts() != before:
        raise Violation("an order from the wrong seat changed the state")


def check_views(game: Game, pick: Pick) -> None:
    """No view shows the dice to come, another side's choices, or anything else that its seat may not know.

    What a seat may not know is drawn anew, and the seat sees the same; from there the game can be played on.
    """
    state = game.state
    before = state.facts()
    for seat in game.setting.seats:
        view = state.view(seat)
        if view.chance.key is not None or view.chance.script is not None or view.chance.log or view.events:
            raise Violation(f"the view of {seat} holds dice or events")
        asked = view.pending
        if asked is not None and state.side_of(asked.seat) != state.side_of(seat) and (asked.orders or asked.then):
            raise Violation(f"the view of {seat} shows what {asked.seat} may order")
        if [frame.step for frame in view.stack] != [frame.step for frame in state.stack]:
            raise Violation(f"the view of {seat} has lost its place in the procedures")
        seen = view.facts()
        if view.view(seat).facts() != seen:
            raise Violation(f"the view of {seat} of its own view differs")
        world = view.imagine(seat, pick)
        if world.view(seat).facts() != seen:
            raise Violation(f"{seat} can see something that it may not know")
        if state.pending is not None:
            play_on(world, pick)
    if state.facts() != before:
        raise Violation("looking at a view changed the state")


def play_on(world: State, pick: Pick) -> None:
    """Go on from a state for a while."""
    for _ in range(PLAYED_ON):
        if world.pending is None:
            return
        order = world.pending.orders[pick(len(world.pending.orders))]
        try:
            world.resume(order)
        except Exception as error:
            raise Violation(f"{type(error).__name__} on '{order}', as a seat imagines the game: {error}") from error


def check_reseed(game: Game, seed: str) -> None:
    """When all chance to come is drawn anew, nobody notices it."""
    before, twin = game.state.facts(), game.copy()
    twin.reseed(seed)
    for seat in (*game.setting.seats, SPECTATOR):
        view, other = game.view(seat), twin.view(seat)
        other.chance.count = view.chance.count  # how often chance was asked is no secret
        if other.facts() != view.facts():
            raise Violation(f"{seat} can see that chance was drawn anew")
    if game.state.facts() != before:
        raise Violation("to reseed a copy changed the state itself")


def check_record(game: Game, *, with_seed: bool) -> None:
    """The record replays to the same game, with its seed or without, and is written again as it was read."""
    text = records.dump(game, with_seed=with_seed)
    again = records.replay(records.parse(text), open_setting)
    if again.hash() != game.hash() or again.outcome != game.outcome:
        raise Violation("the record replays to another game")
    if records.dump(again, with_seed=with_seed) != text:
        raise Violation("the record of the replayed game is another")


def check_undo(game: Game, length: int, hash_then: str) -> bool:
    """Go back to an earlier length if that is allowed, and forward again: both states are as they were.

    False if something was revealed since, which nobody may take back.
    """
    now = game.hash()
    orders = [played.order for played in game.history[length:]]
    while game.length > length and game.why_no_undo() is None:
        game.undo()
    reached = game.length
    if reached == length and game.hash() != hash_then:
        raise Violation(f"undo to order {length} gives another state than there was")
    for order in orders[reached - length :]:
        game.play(order)
    if game.hash() != now:
        raise Violation(f"the orders from {reached} on lead elsewhere after an undo")
    return reached == length


def stray_order(vocabulary: Vocabulary, legal: Sequence[Order], random: Random) -> Order:
    """An order that is not legal: often near to a legal one, sometimes absurd."""
    while True:
        verb = "" if random.random() < 0.4 else random.choice(legal).verb
        if verb in vocabulary.plain:
            verb = ""
        order = vocabulary.any_order(random.randrange, verb)
        if order not in legal:
            return order
