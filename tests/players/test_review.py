"""What turned a finished game: dice are told as luck, mistakes as decisions, and it all ends in time."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import bocage
from bocage.games import open_setting
from bocage.kernel import BocageError, Chance, Game, record
from bocage.players import Chair, GreedyPlayer
from bocage.players import review as reviewing
from bocage.players.evaluation import judge_of
from bocage.players.regrets import Comparison, playouts_of, suspects
from bocage.players.review import Bounds, Reviewed, review
from bocage.players.throws import Throws
from bocage.table.review import tell

GOLDEN = Path(__file__).parent.parent / "golden"
SWORD = "fire_movement/sword"
BRIEF = Bounds(throws=10, seconds=0.3, at_most=0.3)


@cache
def recorded(name: str) -> Game:
    return record.replay(record.read(GOLDEN / f"{name}.bocage"), open_setting)


@cache
def brief(name: str) -> Reviewed:
    return review(recorded(name), BRIEF)


def with_one_die(game: Game) -> int:
    """The order with a single die in it that could change most."""
    throws = Throws(game.setting.name, judge_of(game.setting.name))
    alone = [n for n, played in enumerate(game.history, 1) if len(played.chance) == 1 and "die" in played.chance[0]]
    spread = {n: max(lucks) - min(lucks) for n in alone[:12] for lucks in [luck_of_each_face(game, n, throws)]}
    return max(spread, key=spread.__getitem__)


def luck_of_each_face(game: Game, number: int, throws: Throws) -> list[float]:
    before, order = game.state_at(number - 1).copy(), game.history[number - 1].order
    lucks = []
    for die in range(1, 7):
        after = before.copy()
        after.chance = Chance(b"", before.chance.count, (*[""] * before.chance.count, f"die {die}"))
        after.hush()
        after.resume(order)
        lucks.append(throws.look_at(number, before, order, (f"die {die}",), after).luck)
    return lucks


# -- luck -----------------------------------------------------------------------------------------------


def test_what_a_die_brings_beyond_the_average_of_its_faces_is_luck() -> None:
    game = recorded("sword_greedy")
    lucks = luck_of_each_face(game, with_one_die(game), Throws(SWORD, judge_of(SWORD)))
    assert sum(lucks) == pytest.approx(0)  # on the average there is no luck
    assert max(lucks) > 0.02 and min(lucks) < -0.01


def test_the_throw_that_turned_a_game_is_told_as_luck_of_the_side_that_threw() -> None:
    game = recorded("sword")
    found = review(game, Bounds(throws=1000, seconds=0, at_most=0))
    worst = max(found.throws, key=lambda throw: abs(throw.luck))
    played = game.history[worst.number - 1]
    assert abs(worst.luck) > 0.02
    told = tell(game, found)
    turning = next(turning for turning in told.turnings if turning.number == worst.number)
    sign = 1 if played.seat == "allied" else -1  # the first side
    assert turning.seat == played.seat and turning.decision is None
    assert turning.luck == pytest.approx(100 * sign * worst.luck, abs=0.06)
    assert played.chance[-1].startswith("die") and any(played.chance[-1] in sentence for sentence in turning.told)
    luck = {account.seat: account.luck for account in told.accounts}
    assert luck["allied"] == -luck["german"]
    assert luck["allied"] == pytest.approx(100 * sum(throw.luck for throw in found.throws), abs=0.06)


def test_a_record_without_its_seed_and_a_branch_are_as_lucky_as_the_game() -> None:
    game = recorded("sword_greedy")
    branch = game.branch(game.length, "another")
    text = "\n".join(line for line in record.dump(game).splitlines() if not line.startswith("seed "))
    seedless = record.replay(record.parse(text, "the record"), open_setting)
    assert seedless.seed is None
    assert review(branch, BRIEF).throws == review(seedless, BRIEF).throws == brief("sword_greedy").throws


# -- decisions ------------------------------------------------------------------------------------------


@cache
def blundering() -> tuple[Game, int]:
    """Sergeants on both sides, but the German ends his second Movement Phase without a move; and that order."""
    game = bocage.new(SWORD, seed=6)
    players, blunder = {seat: GreedyPlayer(1) for seat in game.setting.seats}, 0
    while not game.over:
        may_end = game.parse("end") in game.decision.orders and game.state.key().startswith("MovementPhase")
        german = game.decision.seat == "german" and game.setting.tally(game.state).turn == 2
        moves = may_end and german and not blunder
        game.play("end" if moves else players[game.decision.seat].choose(Chair(game)))
        blunder = game.length if moves else blunder
    return game, blunder


def test_a_blunder_is_told_as_a_decision_with_the_better_order(monkeypatch: pytest.MonkeyPatch) -> None:
    game, blunder = blundering()
    near = [suspect for suspect in suspects(game) if abs(suspect.number - blunder) < 10]
    monkeypatch.setattr(reviewing, "suspects", lambda game: near)
    found = review(game, Bounds(throws=1, seconds=6.0, at_most=6.0))
    regret = next(regret for regret in found.regrets if regret.number == blunder)
    assert (regret.seat, str(regret.order)) == ("german", "end")
    assert regret.better.verb == "move" and regret.loss > 0.02 and regret.loss > 2.5 * regret.error
    told = next(turning for turning in tell(game, found).turnings if turning.number == blunder)
    assert told.decision is not None and told.decision < -2
    assert (told.order, told.luck) == ("End the Movement Phase", None)
    assert told.better.startswith("Move ")


def test_an_order_as_good_as_the_others_is_no_mistake() -> None:
    game, blunder = blundering()
    playouts = playouts_of(game, judge_of(SWORD))
    good = [suspect for suspect in suspects(game) if suspect.number < blunder and suspect.doubt < 0][:2]
    for suspect in good:
        comparison = Comparison(suspect, game.state_at(suspect.number - 1), playouts, 1)
        comparison.confirm(5000)
        assert comparison.regret() is None
    assert good


def test_what_was_not_confirmed_in_fresh_worlds_is_not_told() -> None:
    game, blunder = blundering()
    suspect = next(suspect for suspect in suspects(game) if suspect.number == blunder)
    comparison = Comparison(suspect, game.state_at(blunder - 1), playouts_of(game, judge_of(SWORD)), 1)
    comparison.look()
    assert comparison.lead > 2.5 * comparison.error
    assert comparison.regret() is None


def test_what_a_seat_could_not_know_does_not_make_its_order_a_mistake() -> None:
    """Two games that differ only in what is hidden from the seat that decides give the same comparison."""
    game = recorded("easy_fox")
    suspect = suspects(game)[0]
    state = game.state_at(suspect.number - 1).copy()
    other = state.copy()
    other.chance = Chance(b"other", state.chance.count)
    other.redraw()
    other.chance.count = state.chance.count  # how much was drawn before is no secret
    playouts, leads = playouts_of(game, judge_of(game.setting.name)), []
    for each in (state, other):
        comparison = Comparison(suspect, each, playouts, 1)
        comparison.glance()
        leads.append((comparison.lead, comparison.error))
    assert leads[0] == leads[1]


# -- the whole --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sword", "easy_fox", "race_to_cherbourg"])
def test_the_same_record_gives_the_same_review_within_its_bounds(name: str) -> None:
    steps: list[float] = []
    game = recorded(name)
    before = game.hash()
    again = review(game, BRIEF, steps.append)
    assert again == brief(name)
    assert game.hash() == before
    assert len(again.outlook) == game.length + 1 and len(again.throws) <= BRIEF.throws
    assert again.outlook[-1] == judge_of(game.setting.name)(game.state)
    assert steps == sorted(steps) and steps[-1] == 1.0


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step is begun when the orders are used up; a step is at most a few playouts of one decision."""
    monkeypatch.setattr(reviewing, "pace_of", lambda scenario: 1000.0)
    game = recorded("sword")
    decisions = [review(game, BRIEF._replace(seconds=s, at_most=s, throws=0)).spent for s in (0.0, 1.0, 3.0)]
    assert decisions[0] == 0 < decisions[1] < decisions[2] < 3 * 3000


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(BocageError, match="when it is over"):
        review(bocage.new(SWORD, seed=1))


def test_a_game_without_an_evaluation_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(scenario: str) -> None:
        raise BocageError("no such part")

    monkeypatch.setattr(reviewing, "judge_of", unknown)
    with pytest.raises(BocageError, match="nobody has learnt what its positions are worth"):
        review(recorded("easy_fox"))


def test_seats_of_one_side_share_their_luck() -> None:
    told = tell(recorded("first_waves_allies"), brief("first_waves_allies"))
    first, second = told.accounts
    assert first.seat != second.seat and first.luck == second.luck
    assert told.outlook.points[0][0] == 0 and told.outlook.points[-1][0] == recorded("first_waves_allies").length
