"""What every game must keep, at every decision, now and later."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import bocage.games
from bocage.games import open_setting
from bocage.kernel import Game, Procedure, RecordError, record
from bocage.lab import invariants
from tests.conformance.walks import Case, every_case, every_scenario, start, walk

SOME = 400  # orders: through the landings and well into the game


@every_case
def test_the_orders_of_a_decision_are_unique_and_in_a_stable_order(case: Case) -> None:
    for step in walk(start(case, "orders"), Random(1), SOME):
        invariants.check_decision(step.game)
        again = step.before.copy()
        again.resume(step.order)
        listed, relisted = step.game.state.pending, again.pending
        assert (listed.facts() if listed else None) == (relisted.facts() if relisted else None)


@every_case
def test_no_game_has_a_dead_end_or_goes_on_for_ever(case: Case) -> None:
    game = start(case, "length")
    longest = invariants.watch(game.setting).longest
    for step in walk(game, Random(2)):
        invariants.check_decision(step.game)
        assert game.length <= longest
    assert game.outcome is not None
    assert game.outcome.winner in game.setting.sides
    assert invariants.known_rule(game.setting, game.outcome.rule), game.outcome


@every_case
def test_only_the_seat_asked_may_order_and_only_what_is_listed(case: Case) -> None:
    game = start(case, "seats")
    random = Random(3)
    for _ in walk(game, Random(3), SOME):
        if random.random() < 0.15 and not game.over:
            invariants.check_seats(game)
            stray = invariants.stray_order(game.setting.vocabulary, game.decision.orders, random)
            invariants.check_refusal(game, stray)


@every_case
def test_the_view_of_a_seat_shows_no_orders_of_another_and_no_dice_to_come(case: Case) -> None:
    game = start(case, "views")
    random = Random(4)
    for _ in walk(game, Random(4), SOME):
        if random.random() < 0.15 and not game.over:
            invariants.check_views(game, random.randrange)
            for seat in game.setting.seats:
                pending = game.view(seat).pending
                assert pending is not None
                if game.state.side_of(seat) == game.state.side_of(game.decision.seat):
                    assert pending.facts() == game.decision.facts()
                else:
                    assert (list(pending.orders), pending.prompt) == ([], f"{game.decision.seat} decides")


@every_case
def test_a_copy_and_a_view_share_no_list_or_table_with_the_state(case: Case) -> None:
    game = start(case, "shared")
    for _ in zip(range(60), walk(game, Random(2)), strict=False):
        state = game.state
        for twin in (state.copy(), state.view(game.setting.seats[0])):
            shared = [
                name
                for name, value in vars(state).items()
                if isinstance(value, list | dict | set | bytearray) and vars(twin).get(name) is value
            ]
            assert shared == []


@every_case
def test_a_copy_is_equal_and_goes_its_own_way(case: Case) -> None:
    game, random = start(case, "copies"), Random(5)
    for _ in walk(game, Random(5), SOME):
        if random.random() < 0.1 and not game.over:
            orders = game.decision.orders
            invariants.check_copy(game, random.sample(orders, min(3, len(orders))))
            before, twin = game.hash(), game.copy()
            assert (twin.hash(), twin.record_hash()) == (before, game.record_hash())
            for _step in walk(twin, random, twin.length + 20):
                pass
            assert game.hash() == before


@every_case
def test_a_game_saved_and_loaded_is_the_same_game(case: Case, tmp_path: Path) -> None:
    game = start(case, "records")
    places = {0, 3, 25, 120, SOME}
    for length in sorted(places):
        for _ in walk(game, Random(length), length):
            pass
        path = tmp_path / f"{length}.bocage"
        game.save(path)
        again = bocage.load(path)
        assert (again.hash(), again.history, again.outcome) == (game.hash(), game.history, game.outcome)
        assert record.dump(again) == path.read_text()
        if not game.over:
            assert again.decision.facts() == game.decision.facts()
        invariants.check_record(game, with_seed=False)


@every_case
def test_chance_drawn_anew_is_seen_by_nobody_and_the_game_goes_on_and_replays(case: Case) -> None:
    game, random = start(case, "reseeded"), Random(7)
    watch = invariants.watch(game.setting)
    for length in (0, 40, SOME // 2, SOME):
        for step in walk(game, random, length):
            invariants.check_board(game, watch, step.events)
        if not game.over:
            invariants.check_reseed(game, f"new-{length}")
            game.reseed(f"new-{length}")
            invariants.check_board(game, watch)
        for with_seed in (True, False):
            invariants.check_record(game, with_seed=with_seed)
    for _ in walk(game, random, SOME + 40):
        pass
    assert len(game.reseedings) > 1
    for length in (40, game.length):
        branch = game.branch(length, "mine")
        assert branch.history == game.history[:length] and (length < game.length or branch.outcome == game.outcome)
        invariants.check_record(branch, with_seed=True)


@every_case
def test_undo_leads_back_through_the_states_there_were(case: Case) -> None:
    game = start(case, "undo")
    states = [game.hash()]
    undone = 0
    for _ in walk(game, Random(6), SOME):
        states.append(game.hash())
        if game.length % 11:
            continue
        orders = []
        while game.why_no_undo() is None:
            orders.append(game.history[-1].order)
            game.undo(game.history[-1].seat)
            assert game.hash() == states[game.length]
            undone += 1
        for order in reversed(orders):
            game.play(order)
            assert game.hash() == states[game.length]
    assert undone > 10


@every_scenario
def test_nobody_can_undo_a_die(case: Case) -> None:
    game = start(case, "dice")
    dice = 0
    for _ in walk(game, Random(7), SOME):
        if game.history[-1].chance:
            refusal = game.why_no_undo()
            assert refusal is not None and "chance has spoken" in refusal.sentence
            dice += 1
    assert dice


@every_case
def test_procedures_hold_only_plain_values_so_that_copies_share_nothing_that_changes(case: Case) -> None:
    for step in walk(start(case, "values"), Random(8), SOME):
        for frame in step.game.state.stack:
            assert isinstance(frame, Procedure)
            for name, value in vars(frame).items():
                assert _plain(value), f"{type(frame).__name__}.{name} = {value!r}"


def _plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_plain, value))
    return value is None or isinstance(value, int | str | float)


@every_case
def test_every_event_is_told_in_a_sentence_with_a_rule_that_exists(case: Case) -> None:
    game = start(case, "events")
    told = list(game.opening_events)
    for step in walk(game, Random(9)):
        told += step.events
    invariants.check_events(game, told)
    for event in told:
        sentence = game.sentence(event)
        assert sentence and "{" not in sentence and "None" not in sentence, sentence


def test_the_same_seed_gives_the_same_record_in_processes_with_different_hash_seeds() -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.conformance.fingerprints"]
    runs = [
        subprocess.Popen(
            command, cwd=root, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True
        )
        for seed in ("1", "4242")
    ]
    first, second = (run.communicate(timeout=120)[0] for run in runs)
    assert all(run.returncode == 0 for run in runs)
    assert first.splitlines() == second.splitlines()
    assert len(first.splitlines()) == len(bocage.games.list_scenarios())


def test_a_record_of_one_scenario_is_not_taken_for_another() -> None:
    text = record.dump(Game(open_setting("fire_movement/gold_juno"), "1")).replace("gold_juno", "omaha")
    with pytest.raises(RecordError, match="not to its recorded result"):
        record.replay(record.parse(text), open_setting)


@every_scenario
def test_a_hushed_state_takes_the_same_course_and_says_nothing(case: Case) -> None:
    game = start(case, "hush")
    quiet = game.state.copy()
    quiet.hush()
    told = 0
    for step in walk(game, Random(4), 150):
        quiet.resume(step.order)
        quiet = quiet.copy()
        told += len(step.events) + len(game.history[-1].chance)
        assert quiet.facts() == game.state.facts()
        assert not quiet.events and not quiet.chance.log
    assert told


@every_scenario
def test_a_question_has_one_key_however_it_is_worded(case: Case) -> None:
    prompts: dict[str, set[str]] = {}
    asked: dict[str, set[tuple[object, ...]]] = {}
    for step in walk(start(case, "keys"), Random(5), 300):
        before = step.before
        assert before.pending is not None
        key, seat = before.key(), before.pending.seat
        assert key == before.view(seat).key() == before.copy().key()
        prompts.setdefault(key, set()).add(before.pending.prompt)
        asked.setdefault(key, set()).add((type(before.stack[-1]), before.pending.step, seat, before.pending.written))
    assert all(len(questions) == 1 for questions in asked.values())
    assert any(len(said) > 1 for said in prompts.values())


@every_case
def test_the_moment_of_a_game_never_goes_back(case: Case) -> None:
    game = start(case, "moments")
    moment = game.setting.moment(game.state)
    passed = {moment}
    for _ in walk(game, Random(6)):
        later = game.setting.moment(game.state)
        assert later >= moment
        assert game.setting.moment(game.view(game.setting.seats[0])) == later
        assert later.turn == game.setting.tally(game.state).turn
        passed.add(moment := later)
    assert game.over or len({stage.turn for stage in passed}) > 1
    assert game.over or len({(stage.side, stage.phase) for stage in passed}) > 4
