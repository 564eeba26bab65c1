"""The kernel is not made for one game: procedures, secrets and three seats in an auction."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bocage.kernel import NOTHING, SPECTATOR, About, Chance, Next, Order, Outcome, Procedure, ask, call, done, plain
from tests.kernel.auction import SEATS, SECRET, AuctionState, Round, auction

GO = plain("go")


def test_each_seat_is_asked_in_turn_and_the_highest_bid_wins_the_round() -> None:
    game = auction()
    for seat, order in zip(SEATS, ("bid 2", "bid 3", "pass"), strict=True):
        assert game.decision.seat == seat
        game.play(order)
    state = game.state
    assert isinstance(state, AuctionState)
    assert (state.won, state.coins) == ([0, 1, 0], [5, 2, 5])


def test_the_result_of_a_called_procedure_comes_back_through_every_caller() -> None:
    heard: list[object] = []

    @dataclass
    class Innermost(Procedure[tuple[str, str]]):
        def begin(self, g: AuctionState) -> Next:
            return ask("red", "Go?", [GO], then=self.gone, rule="1")

        def gone(self, g: AuctionState, order: Order) -> Next:
            return self.done(("from the depth", order.text))

    @dataclass
    class Middle(Procedure[int]):
        def begin(self, g: AuctionState) -> Next:
            return call(Innermost(), then=self.back)

        def back(self, g: AuctionState, result: object) -> Next:
            heard.append(result)
            return self.done(0)  # a result that is false must not be taken for none

    @dataclass
    class Outermost(Procedure[None]):
        def begin(self, g: AuctionState) -> Next:
            return call(Middle(), then=self.back)

        def back(self, g: AuctionState, result: object) -> Next:
            heard.append(result)
            g.end(Outcome("red", "plain", "done", "1"))
            return done()

    state = AuctionState(Chance.from_seed("1"))
    state.start(Outermost())
    assert [type(frame).__name__ for frame in state.stack] == ["Outermost", "Middle", "Innermost"]
    state.resume(GO)
    assert heard == [("from the depth", "go"), 0]
    assert (state.stack, state.pending) == ([], None)


def test_a_decision_is_about_the_piece_of_the_procedure_that_asks_within_the_fight_around_it() -> None:
    @dataclass
    class Flight(Procedure[None]):
        def begin(self, g: AuctionState) -> Next:
            return ask("red", "Who flees?", [GO], then=self.named, rule="1")

        def named(self, g: AuctionState, order: Order) -> Next:
            return self.whither

        def whither(self, g: AuctionState) -> Next:
            return ask("red", "Whither?", [GO], then=self.gone, rule="1")

        def gone(self, g: AuctionState, order: Order) -> Next:
            return done()

        def about(self, g: AuctionState) -> About:
            return About(unit=7, path=(1, 2)) if g.awaits(self.gone) else About(unit_verb="flee")

    @dataclass
    class Fight(Procedure[None]):
        target: int = 3

        def begin(self, g: AuctionState) -> Next:
            return call(Flight(), then=self.over)

        def over(self, g: AuctionState, _: object) -> Next:
            g.end(Outcome("red", "plain", "done", "1"))
            return done()

        def about(self, g: AuctionState) -> About:
            return About(unit=9, target=self.target, attackers=(4, 5), defender=6)

    state = AuctionState(Chance.from_seed("1"))
    state.start(Fight())
    fight = About(target=3, attackers=(4, 5), defender=6)
    assert state.about() == fight._replace(unit_verb="flee")
    state.resume(GO)
    assert state.about() == state.view("red").about() == fight._replace(unit=7, path=(1, 2))
    assert state.view("blue").about() == state.view(SPECTATOR).about() == fight
    state.resume(GO)
    assert state.about() == About() and About().unit == About().target == NOTHING


def test_a_state_copied_in_the_middle_of_nested_procedures_goes_on_by_itself() -> None:
    game = auction("bid 1", "bid 2")
    state = game.state
    twin = state.copy()
    game.play("bid 5")
    assert twin.pending is not None and twin.pending.seat == "blue"
    twin.resume(twin.pending.orders[-1])  # blue passes in the copy
    assert isinstance(state, AuctionState) and isinstance(twin, AuctionState)
    assert (state.won, twin.won) == ([0, 0, 1], [0, 1, 0])


def test_an_outcome_ends_the_game_from_any_depth() -> None:
    @dataclass
    class Deep(Procedure[None]):
        def begin(self, g: AuctionState) -> Next:
            g.end(Outcome("blue", "sudden", "it is over", "9"))
            return done()

    @dataclass
    class Top(Procedure[None]):
        def begin(self, g: AuctionState) -> Next:
            return call(Deep(), then=self.never)

        def never(self, g: AuctionState, _: object) -> Next:
            pytest.fail("play went on after the outcome")

    state = AuctionState(Chance.from_seed("1"))
    state.start(Top())
    assert state.stack == [] and state.outcome is not None and state.outcome.winner == "blue"


def test_simultaneous_choices_stay_secret_until_all_are_made() -> None:
    one, other = auction("bid 1", "bid 2"), auction("bid 4", "bid 2")
    assert one.view("green").facts() == other.view("green").facts()
    assert one.view("blue").hash() == other.view("blue").hash()
    assert one.view("red").facts() != other.view("red").facts()
    frame = one.view("green").stack[-1]
    assert isinstance(frame, Round) and frame.bids == (SECRET, 2)


def test_a_view_shows_no_dice_and_no_choices_of_another_seat() -> None:
    view = auction("bid 1").view("red")
    assert view.chance.key is None
    with pytest.raises(RuntimeError, match="a view holds no chance"):
        view.chance.die()
    assert view.pending is not None
    assert (view.pending.seat, view.pending.prompt, list(view.pending.orders)) == ("green", "green decides", [])


def test_the_facts_of_a_frame_tell_its_step_apart() -> None:
    waiting, done_ = Round((1,)), Round((1,))
    done_.step = "pay"
    assert waiting.facts() != done_.facts()
    assert waiting.facts() == Round((1,)).facts()
    assert waiting.copy().facts() == waiting.facts()
