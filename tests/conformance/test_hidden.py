"""What a seat may not know makes no difference to what it sees, is told, and may order.

Two games are played side by side. Whenever another seat does something in secret, the second game does something else
there: another order, another draw. Until the secret is out, the seat in question cannot tell the two games apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bocage.games.fire_movement.state import MINES
from bocage.games.fire_movement.words import Cup
from bocage.kernel import SPECTATOR, Chance, Event, Game, Order, State, record
from bocage.lab import invariants
from tests.conformance.walks import (
    Case,
    every_case,
    every_case_with_rivals,
    every_seat_with_rivals,
    has_secrets,
    start,
)
from tests.fire_movement.positions import position
from tests.questions import play

LANDINGS_AND_SOME_TURNS = 350
PLAYED_ON_FROM = 0.2  # of the states that a seat imagines


class Twins:
    """A game, and a state that differs from it in nothing that ``seat`` may know."""

    def __init__(self, game: Game, seat: str, random: Random) -> None:
        self.game = game
        self.seat = seat
        self.random = random
        self.twin: State | None = None
        self.compared = 0
        self.orders_compared = 0
        self.secrets = 0

    def play(self, order: Order) -> None:
        """Play an order in the game, and in the twin something that looks the same to the seat."""
        game, seat = self.game, self.seat
        before = game.state.copy()
        count = before.chance.count
        events = game.play(order)
        played = game.history[-1]
        if game.state.revealed or game.over:
            self.twin = None  # all secrets are out, so the two may differ in everything
            return
        if game.state.disclosed:  # some are out, and the others may still differ
            self.twin = game.view(seat).imagine(seat, self.random.randrange)
            return
        base = self.twin if self.twin is not None else before
        secret = bool(played.secret_of) and seat not in played.secret_of
        if not secret and self.twin is None:
            return
        assert base.pending is not None
        base.events = []
        if order not in base.pending.orders and not (secret and not played.chance):
            assert played.seat != seat, "the seat could see from its own orders that something is different"
            self.twin = None  # another seat has shown by its order what it had
            return
        if secret:
            self.secrets += 1
            base.chance = Chance.from_seed(f"other dice {self.random.random()}")
            base.chance.count = count
            if not played.chance:  # a secret choice
                order = self.random.choice([other for other in base.pending.orders if other.verb == order.verb])
        else:
            base.chance = Chance(None, count, ("",) * count + played.chance)
        base.resume(order)
        told, told_of_twin = known(events, seat), known(base.events, seat)
        assert [event.kind for event in told] == [event.kind for event in told_of_twin]
        if self.twin is not None and told != told_of_twin:
            self.twin = None  # it was told something of an earlier secret
            return
        assert told == told_of_twin
        self.twin = base
        self.compare()

    def compare(self) -> None:
        """The seat sees, and may order, the same in both."""
        state, twin, seat = self.game.state, self.twin, self.seat
        assert twin is not None and twin.pending is not None and state.pending is not None
        view, other = state.view(seat), twin.view(seat)
        assert view.facts() == other.facts()
        assert view.hash() == other.hash()
        assert list(shown(view)) == list(shown(other))
        assert view.key() == other.key()
        self.compared += 1
        if state.pending.seat == seat:
            assert state.pending.facts() == twin.pending.facts()
            self.orders_compared += 1


def known(events: list[Event], seat: str) -> list[Event]:
    return [event for event in events if event.known_to(seat)]


def shown(view: State) -> Iterator[tuple[str, str]]:
    """Every attribute of a view, whether it counts among its facts or not."""
    for name, value in sorted(vars(view).items()):
        if name not in ("battle", "chance", "pending", "last_reach", "confided", "revealed", "disclosed"):
            yield name, repr(value)
    yield "chance", repr((view.chance.key, view.chance.count, view.chance.script, view.chance.log))


@every_seat_with_rivals
def test_a_seat_cannot_tell_apart_games_that_differ_in_what_it_may_not_know(case: Case, seat_number: int) -> None:
    game = start(case, "hidden")
    random = Random(seat_number)
    seat = (*game.setting.seats, SPECTATOR)[seat_number]
    twins = Twins(game, seat, random)
    while not game.over and game.length < LANDINGS_AND_SOME_TURNS:
        orders = game.decision.orders
        acting = [order for order in orders if order.verb not in game.setting.vocabulary.plain]
        twins.play(random.choice(acting if acting and random.random() < 0.8 else orders))
    assert twins.secrets >= 5 and (twins.orders_compared >= 5 or seat == SPECTATOR)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("second", range(3))
def test_the_allies_cannot_tell_from_what_the_germans_are_asked_whether_they_drew_the_last_mines(
    first: int, second: int
) -> None:
    """With few markers left in the cup, whatever lies on the table and whatever is still in the cup."""
    random = Random(first + 4 * second)
    units = "allied 8/3-br at 0939\ngerman 22/21 at 0938"
    compared = 0
    for _ in range(8):
        game = position(
            "sword", units, phase="combat", dice=[6], picks=[first, second], cups={Cup.GERMAN: [2, 3, 4, MINES + 5]}
        )
        play(game, "attack 0938", "with 8/3-br")
        twins = Twins(game, "allied", random)
        while not game.over and not game.state.revealed:
            offered = [str(order) for order in game.decision.orders]
            wanted = "draw german" if "draw german" in offered else "keep" if "keep" in offered else "pass"
            twins.play(game.parse(wanted))
        compared += twins.compared
    assert compared >= 16


@every_case_with_rivals
def test_a_record_for_one_seat_holds_none_of_the_others_secrets(case: Case) -> None:
    """The text that a seat may read is the same whatever was done in secret, and grows into the true record."""
    one, other = start(case, "secrets"), start(case, "secrets")
    random = Random(1)
    hidden = 0
    while not one.over and one.length < LANDINGS_AND_SOME_TURNS:
        order = random.choice(one.decision.orders)
        one.play(order)
        played = one.history[-1]
        for seat in (*one.setting.seats, SPECTATOR):
            lines = record.dump_for(one, seat).splitlines()[-one.length :]
            true = record.dump(one).splitlines()[-one.length - 1 : -1]
            masked = [line for line, truth in zip(lines, true, strict=True) if line != truth]
            assert all(
                line == f"{truth.split()[0]} ?" for line, truth in zip(lines, true, strict=True) if line != truth
            )
            hidden += len(masked)
            if bool(played.secret_of) and seat not in played.secret_of and not one.state.revealed:
                assert lines[-1] == f"{played.seat} ?"
            if one.state.revealed:
                assert lines[:-1] == true[:-1]
    assert hidden and other.length == 0


@every_case
def test_a_seat_can_imagine_a_state_that_it_cannot_tell_from_the_true_one(case: Case) -> None:
    game = start(case, "disguise")
    random = Random(2)
    changed = dict.fromkeys((*game.setting.seats, SPECTATOR), 0)
    while not game.over and game.length < LANDINGS_AND_SOME_TURNS:
        orders = game.decision.orders
        acting = [order for order in orders if order.noun is not None]
        game.play(random.choice(acting if acting and random.random() < 0.8 else orders))
        for seat in changed:
            if game.state.pending is None:
                break
            view = game.view(seat)
            world = view.imagine(seat, random.randrange)
            changed[seat] += world.facts() != game.state.facts()
            assert world.view(seat).facts() == view.facts()
            assert list(shown(world.view(seat))) == list(shown(view))
            if random.random() < PLAYED_ON_FROM:
                invariants.play_on(world, random.randrange)
    assert all(changed.values()) or not has_secrets(case), changed


@every_case
def test_every_question_can_be_asked_again(case: Case) -> None:
    """A step that asks changes nothing, so that it can ask the same in a state in which something else is hidden."""
    game, random = start(case, "again"), Random(5)
    while not game.over and game.length < LANDINGS_AND_SOME_TURNS:
        game.play(random.choice(game.decision.orders))
        if game.state.pending is not None:
            twin = game.state.copy()
            assert twin.ask_again().facts() == game.decision.facts()
            assert twin.facts() == game.state.facts()


@every_case
def test_refusals_tell_nothing_to_a_seat_that_is_not_asked(case: Case) -> None:
    """Otherwise a seat could ask the rules where the other side has set up."""
    game, random = start(case, "refusals"), Random(3)
    while not game.over and game.length < 60:
        for seat in game.setting.seats:
            if seat != game.decision.seat:
                refusal = game.why_not(game.setting.vocabulary.any_order(random.randrange), seat=seat)
                assert refusal is not None
                assert refusal.sentence == f"{game.decision.seat} decides now, not {seat}"
        game.play(random.choice(game.decision.orders))
