"""The door of a game: who may order what and when, undo, views and copies."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import bocage
from bocage.kernel import BocageError, Chance, Event, Game, Next, Order, Procedure, Refused, ask
from bocage.kernel.game import KEEP_EVERY
from tests.kernel.auction import BID, PASS, Auction, AuctionState, auction
from tests.questions import first_hash

FINISHED = ("bid 1", "pass", "pass") * 3


@dataclass
class Waiting(Procedure[None]):
    """Somebody passes time, and nothing is ever revealed."""

    times: int = 0

    def begin(self, g: AuctionState) -> Next:
        return ask("red", "Wait?", [PASS], then=self.waited, rule="1.1")

    def waited(self, g: AuctionState, order: Order) -> Next:
        self.times += 1
        return self.begin


class LongAuction(Auction):
    def start(self, chance: Chance) -> AuctionState:
        state = AuctionState(chance)
        state.start(Waiting())
        return state


def test_whatever_a_game_cites_has_the_number_of_its_edition() -> None:
    game = auction()
    assert game.decision.rule == game.view("red").pending.rule == "auction 1.1"  # type: ignore[union-attr]
    assert [event.rule for event in game.play("bid 1")] == ["auction 1.1"]
    refusals = game.why_not("bid 6"), game.view("green").why_not(game.parse("bid 6")), game.why_not("bid 1", seat="red")
    assert [refusal.rule for refusal in refusals if refusal] == ["auction 1.2", "auction 1.2", "auction 1.1"]


def test_only_the_seat_that_is_asked_may_order() -> None:
    game = auction("bid 1")
    with pytest.raises(Refused, match=r"green decides now, not red \(auction 1.1\)"):
        game.play("bid 1", seat="red")
    game.play("bid 1", seat="green")
    assert game.length == 2


def test_an_order_for_an_earlier_decision_is_refused() -> None:
    game = auction("bid 1")
    with pytest.raises(Refused, match="that order answers decision 0, but decision 1 is asked"):
        game.play("bid 1", turn=0)
    game.play("bid 1", turn=1)
    assert game.length == 2


def test_an_order_that_is_not_on_the_list_is_refused_with_its_rule_and_changes_nothing() -> None:
    game = auction()
    before = game.hash()
    with pytest.raises(Refused) as refused:
        game.play("bid 6")
    assert refused.value.refusal == ("auction 1.2", "you have 5 coins") == game.why_not("bid 6")
    assert (game.hash(), game.length) == (before, 0)


def test_a_line_that_is_no_order_is_refused_in_one_sentence() -> None:
    game = auction()
    with pytest.raises(BocageError, match=r"'bud' is not an order; did you mean bid?"):
        game.play("bud 6")
    refusal = game.why_not("bud 6")
    assert refusal is not None and "did you mean bid" in refusal.sentence


def test_why_not_says_nothing_for_a_legal_order_and_nothing_to_a_seat_that_is_not_asked() -> None:
    game = auction("bid 3")
    assert game.why_not("bid 2") is None
    assert game.why_not("bid 2", seat="green") is None
    refusal = game.why_not("bid 6", seat="blue")
    assert refusal is not None and refusal.sentence == "green decides now, not blue"


def test_a_finished_game_takes_no_orders() -> None:
    game = auction(*FINISHED)
    assert game.over and game.outcome is not None
    assert str(game.outcome) == "red plain victory: most rounds (auction 3.0)"
    with pytest.raises(Refused, match="the game is over"):
        game.play("bid 1")
    with pytest.raises(BocageError, match="the game is over: there is nothing to decide"):
        _ = game.decision
    refusal = game.why_not(BID[1])
    assert refusal is not None and refusal.sentence == "the game is over"


def test_undo_restores_the_state_before_the_order() -> None:
    game = auction("bid 1")
    before = game.hash()
    game.play("bid 2")
    game.undo("green")
    assert (game.hash(), game.length) == (before, 1)
    game.play("bid 3")
    assert [str(played.order) for played in game.history] == ["bid 1", "bid 3"]


def test_nothing_can_be_undone_before_the_first_order() -> None:
    with pytest.raises(Refused, match="nothing has been ordered yet"):
        auction().undo()


def test_a_seat_cannot_take_back_what_another_ordered() -> None:
    game = auction("bid 1", "bid 2")
    with pytest.raises(Refused, match="the last order was another player's"):
        game.undo("red")


def test_nobody_undoes_past_a_revelation() -> None:
    game = auction("bid 1", "bid 2", "bid 3")
    with pytest.raises(Refused, match="the last order cannot be taken back: something hidden was revealed since"):
        game.undo()
    game.play("bid 1")
    game.undo()
    assert game.length == 3


def test_nobody_undoes_past_chance() -> None:
    game = auction("bid 1", "bid 1", "bid 1")
    assert game.history[-1].chance
    with pytest.raises(Refused, match="the last order cannot be taken back: chance has spoken since"):
        game.undo()


def test_undo_works_across_the_places_where_states_are_kept() -> None:
    game = Game(LongAuction(), "1")
    marks = []
    for _ in range(2 * KEEP_EVERY + 5):
        marks.append(game.hash())
        game.play("pass")
    while marks:
        game.undo()
        assert game.hash() == marks.pop()
    assert game.length == 0


def test_a_game_that_goes_back_is_as_it_was_and_meets_the_same_chance_again() -> None:
    game = auction(*FINISHED)
    told = [auction(*FINISHED[:length]) for length in range(len(FINISHED) + 1)]
    assert [state.hash() for state in game.states()] == [then.hash() for then in told]
    for length in reversed(range(len(FINISHED))):
        assert game.state_at(length).hash() == told[length].hash()
        game.go_back(length)
        assert game.hash() == told[length].hash()
        assert (game.undo_floor, game.history) == (told[length].undo_floor, told[length].history)
        assert game.history_for("blue") == told[length].history_for("blue")
    for order in FINISHED:
        game.play(order)
    assert game.record_hash() == told[-1].record_hash()


def test_copies_go_their_own_way() -> None:
    game = auction("bid 1")
    twin = game.copy()
    twin.play("bid 2")
    twin.play("bid 3")
    assert (game.length, twin.length) == (1, 3)
    game.play("bid 5")
    game.undo()
    assert game.hash() == auction("bid 1").hash()
    assert twin.hash() == auction("bid 1", "bid 2", "bid 3").hash()


def test_there_is_a_view_for_every_seat_and_for_nobody_else() -> None:
    with pytest.raises(BocageError, match="there is no seat 'yellow'; the seats are red, green, blue"):
        auction().view("yellow")


def test_an_event_for_one_seat_is_not_known_to_the_others() -> None:
    game = auction()
    (event,) = game.play("bid 4")
    assert [event.known_to(seat) for seat in ("red", "green", "blue")] == [True, False, False]
    assert Event("bids", "1.3", {}).known_to("blue")


def test_a_secret_order_is_known_to_others_only_after_it_is_revealed() -> None:
    game = auction("bid 4", "bid 2")

    def known(seat: str) -> list[str]:
        return [str(played.order) if played is not None else "?" for played in game.history_for(seat)]

    assert [known(seat) for seat in ("red", "green", "blue")] == [["bid 4", "?"], ["?", "bid 2"], ["?", "?"]]
    game.play("bid 1")
    assert known("blue") == known("red") == ["bid 4", "bid 2", "bid 1"]
    game.play("pass")
    assert known("blue") == ["bid 4", "bid 2", "bid 1", "?"]


def test_the_same_seed_and_orders_give_the_same_game() -> None:
    ties = ("bid 1", "bid 1", "bid 1") * 3
    assert auction(*ties).record_hash() == auction(*ties).record_hash()
    assert auction(*ties).record_hash() != auction(*ties, seed="8").record_hash()


def test_a_sentence_cites_its_rule_as_the_edition_prints_it() -> None:
    game = auction()
    (event,) = game.play("bid 4")
    assert game.sentence(event).endswith("(auction 1.1)")
    assert game.sentence(Event("note", "", {})) == "note {}"


def test_a_fingerprint_does_not_depend_on_how_a_question_is_worded() -> None:
    game = bocage.new("sword", seed=4)
    state = game.state
    before, pending = state.hash(), state.pending
    assert pending is not None
    first = first_hash(state)
    assert state.has_hash(first), "as records of unfinished games once had it"
    pending.prompt = "What now?"
    assert state.hash() == before and state.has_hash(before) and not state.has_hash("0" * len(before))
    assert first_hash(state) != first and state.has_hash(first), "which cannot be told from one in other words"


def test_a_fingerprint_of_a_finished_game_is_of_its_last_position_and_of_no_other() -> None:
    game = auction()
    while not game.over:
        game.play(game.decision.orders[0])
    assert game.state.has_hash(game.hash()) and len(game.hash()) == len(first_hash(bocage.new("sword").state))
    assert not game.state.has_hash("0" * len(game.hash()))
