"""Three seats on two sides: secrets, enemies and what is told follow sides, and seats of one side share all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

import pytest

from bocage.kernel import (
    SPECTATOR,
    Briefing,
    Chance,
    Event,
    Game,
    Known,
    Loss,
    Next,
    Odds,
    Order,
    Outcome,
    Pick,
    Procedure,
    Public,
    Rules,
    Stage,
    State,
    Tally,
    Title,
    Verb,
    Vocabulary,
    ask,
    done,
    named,
    plain,
    record,
)
from bocage.lab import invariants

SIDES = {"hunters": ("ann", "ben"), "foxes": ("cat",)}
HIDE, PLAN, TRY = (Verb(verb, named("hole", ("oak", "ditch", "barn"))) for verb in ("hide", "plan", "try"))
WAIT = plain("wait")
NOWHERE = -1


class HuntState(State):
    """A fox in one of three holes, and a plan that two hunters share."""

    sides: ClassVar[Mapping[str, tuple[str, ...]]] = SIDES

    hole: Annotated[int, Known(to="foxes")] = NOWHERE
    plan: Annotated[int, Known(to="hunters")] = NOWHERE
    empty: Public[tuple[int, ...]] = ()

    def suppose(self, side: str, pick: Pick) -> None:
        if side != "foxes" and self.stack and self.pending is not None and self.pending.seat != "cat":
            self.hole = [hole for hole in range(3) if hole not in self.empty][pick(3 - len(self.empty))]
        if side != "hunters" and self.pending is not None and self.pending.seat == "ben":
            self.plan = pick(3)


@dataclass
class Hunt(Procedure[None]):
    """The fox hides, Ann makes a plan for both, and Ben looks into holes."""

    def begin(self, g: HuntState) -> Next:
        return ask("cat", "Hide where?", [HIDE[hole] for hole in range(3)], then=self.hidden, rule="1.1")

    def hidden(self, g: HuntState, order: Order) -> Next:
        g.hole = order.arg
        g.tell("hidden", "1.1", to="foxes", hole=order.arg)
        return self.make_plan

    def make_plan(self, g: HuntState) -> Next:
        return ask("ann", "What is the plan?", [PLAN[hole] for hole in range(3)], then=self.planned, rule="1.2")

    def planned(self, g: HuntState, order: Order) -> Next:
        g.plan = order.arg
        g.tell("planned", "1.2", to="hunters", hole=order.arg)
        return self.look

    def look(self, g: HuntState) -> Next:
        orders = [*(TRY[hole] for hole in range(3) if hole not in g.empty), WAIT]
        return ask("ben", "Look where?", orders, then=self.looked, rule="1.3")

    def looked(self, g: HuntState, order: Order) -> Next:
        if order is WAIT:
            return self.look
        if order.arg != g.hole and len(g.empty) == 0:
            g.disclose()  # one hole is known to be empty, and where the fox is still is not
            g.empty = (order.arg,)
            g.tell("empty", "1.3", hole=order.arg)
            return self.look
        g.reveal()
        g.end(Outcome("hunters" if order.arg == g.hole else "foxes", "", "the hole is open", "1.4"))
        return done()


class _Name:
    id = "wood"
    title = "In the wood"


def _no_odds(g: HuntState, order: Order) -> Odds | None:
    return None


def _no_loss(g: HuntState, order: Order) -> tuple[Event, ...]:
    return ()


class HuntTitle(Title[HuntState]):
    edition = "hunt"
    fingerprint = "none"
    sides: Mapping[str, tuple[str, ...]] = SIDES
    seats: tuple[str, ...] = ("ann", "ben", "cat")

    def opening(self, chance: Chance) -> HuntState:
        return HuntState(chance)

    def tally(self, state: State) -> Tally:
        return Tally(0, {side: Loss(0, 0) for side in SIDES})


RULES = Rules(
    game="hunt",
    version="1",
    vocabulary=Vocabulary([HIDE, PLAN, TRY, WAIT]),
    briefings={_Name.id: Briefing(situation="A fox is in the wood.", sides=())},
    state=HuntState,
    whole_game=Hunt,
    preview=_no_odds,
    foresee=_no_loss,
    stage=lambda g: Stage(0, 0, 0),
    sentence=lambda event: event.kind,
)


def hunt(*orders: str) -> Game:
    """A hunt after some orders."""
    game = Game(HuntTitle(RULES, _Name(), {}), "7")
    for order in orders:
        game.play(order)
    return game


def own(game: Game, seat: str) -> tuple[int, int]:
    """Hole and plan, as a seat sees them."""
    view = game.view(seat)
    assert isinstance(view, HuntState)
    return view.hole, view.plan


def test_friends_see_the_same_and_enemies_do_not() -> None:
    game = hunt("hide barn", "plan oak")
    assert own(game, "ann") == own(game, "ben") == (0, 0)  # the plan is the first hole; of the fox there is nothing
    assert own(game, "cat") == (2, 0)
    assert game.view("ann").facts() == game.view("ben").facts() != game.view("cat").facts()
    other = hunt("hide barn", "plan ditch")
    assert own(other, "ann") == own(other, "ben") == (0, 1)
    assert other.view("cat").facts() == game.view("cat").facts()
    assert other.view(SPECTATOR).facts() == game.view(SPECTATOR).facts()


def test_what_a_friend_is_asked_a_seat_may_know_and_what_an_enemy_is_asked_it_may_not() -> None:
    game = hunt("hide barn", "plan oak")
    assert game.decision.seat == "ben"
    asked = {seat: game.view(seat).pending for seat in ("ann", "ben", "cat", SPECTATOR)}
    assert {seat: len(ask.orders) for seat, ask in asked.items() if ask is not None} == {
        "ann": 4,
        "ben": 4,
        "cat": 0,
        SPECTATOR: 0,
    }


def test_an_order_in_secret_is_known_to_all_seats_of_the_side() -> None:
    game = hunt("hide barn", "plan oak")

    def known(seat: str) -> list[str]:
        return [str(played.order) if played is not None else "?" for played in game.history_for(seat)]

    assert known("ann") == known("ben") == ["?", "plan oak"]
    assert known("cat") == ["hide barn", "?"]
    assert known(SPECTATOR) == ["?", "?"]


def test_what_is_disclosed_cannot_be_undone_and_other_secrets_stay() -> None:
    game = hunt("hide barn", "plan oak", "wait")
    assert game.why_no_undo("ben") is None
    game.play("try oak")
    refusal = game.why_no_undo("ben")
    assert refusal is not None and "something hidden was revealed since" in refusal.sentence
    assert game.history_for("ann")[0] is None, "where the fox hid is still a secret"
    assert game.history_for("cat")[1] is None
    game.play("wait")
    game.undo("ben")
    assert game.length == 4 and game.why_no_undo("ben") is not None
    game.play("try barn")
    assert game.outcome is not None and game.outcome.winner == "hunters"
    assert None not in game.history_for("ann")


def test_each_seat_imagines_what_its_side_may_not_know() -> None:
    random = Random(3)
    for orders in (("hide barn",), ("hide barn", "plan oak"), ("hide barn", "plan oak", "try oak")):
        invariants.check_views(hunt(*orders), random.randrange)
    worlds = [hunt("hide barn", "plan oak", "try oak").view("ben").imagine("ben", random.randrange) for _ in range(20)]
    assert {world.hole for world in worlds if isinstance(world, HuntState)} == {1, 2}


@dataclass
class Deal(Hunt):
    """As a hunt, but chance decides for both sides after one order."""

    def hidden(self, g: HuntState, order: Order) -> Next:
        g.hole, g.plan = g.chance.pick(3), g.chance.pick(3)
        g.tell("hidden", "1.1", to="foxes", hole=g.hole)
        g.tell("planned", "1.2", to="hunters", hole=g.plan)
        return self.look


def test_what_chance_brings_two_sides_at_once_neither_reads_in_the_record() -> None:
    game = Game(HuntTitle(replace(RULES, whole_game=Deal), _Name(), {}), "7")
    told = game.play("hide oak")
    assert [[event.kind for event in told if event.known_to(seat)] for seat in ("ann", "cat", SPECTATOR)] == [
        ["planned"],
        ["hidden"],
        [],
    ]
    for seat in (*game.setting.seats, SPECTATOR):
        assert record.dump_for(game, seat).splitlines()[-1] == "cat ?"


def test_a_side_that_nobody_plays_is_told_nothing() -> None:
    """Else all would be told what is meant for it alone."""

    class Alone(State):
        sides: ClassVar[Mapping[str, tuple[str, ...]]] = {"hunters": ("ann",), "foxes": ()}

    state = Alone(Chance.from_seed("7"))
    state.tell("hidden", "1.1", to="foxes", hole=1)
    state.tell_result("hidden", "1.1", to="foxes", outcome=("oak",))
    assert state.events == []


def test_a_side_keeps_a_secret_as_long_as_it_knows_more_than_one_who_looks_on() -> None:
    assert hunt("hide ditch").state.secret_keepers() >= {"foxes"}
    assert hunt("hide ditch", "plan ditch").state.secret_keepers() == {"foxes", "hunters"}


@pytest.mark.parametrize("name", ["everybody", "nobody", SPECTATOR])
def test_no_side_and_no_seat_has_a_name_that_means_something_else(name: str) -> None:
    for named_so in ({name: ("ann",)}, {"hunters": (name,)}):
        with pytest.raises(TypeError, match=f"can be called '{name}'"):
            type("Named", (State,), {"sides": named_so, "__annotations__": {}})


def test_a_field_is_known_to_a_side_that_there_is() -> None:
    fields = {"hole": Annotated[int, Known(to="fox")]}
    with pytest.raises(TypeError, match="the field 'hole' is known to 'fox', which is no side"):
        type("Named", (State,), {"sides": SIDES, "__annotations__": fields})
