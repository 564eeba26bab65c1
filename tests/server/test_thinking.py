"""Opponents in their own processes: what they choose, and what happens when they go wrong."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

import bocage
from bocage.games import open_setting
from bocage.kernel import BocageError, Game
from bocage.server import thinking
from bocage.server.thinking import Thinkers

SCENARIO = "fire_movement/sword"
LIMIT = 3.0


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(workers=1, limit=LIMIT, players="tests.server.bad_players")
    made.warm_up()
    yield made
    made.close()


def play(thinkers: Thinkers, orders: list[str], most: int = 100, **bots: str) -> list[str]:
    return thinkers.play("abcdef", SCENARIO, {}, "1944", orders, bots, most).result(timeout=30)


def play_both(thinkers: Thinkers, orders: list[str], most: int, piece: int = 100) -> list[str]:
    """The next orders of a game between two opponents without a plan."""
    given = len(orders)
    while chosen := play(thinkers, orders, min(piece, most - len(orders) + given), german="random", allied="random"):
        orders = orders + chosen
    return orders[given:]


def test_it_plays_up_to_a_persons_decision(thinkers: Thinkers) -> None:
    orders = play(thinkers, [], german="greedy")
    game = bocage.new(SCENARIO, seed=1944)
    for order in orders:
        assert game.decision.seat == "german"
        game.play(order)
    assert orders and game.decision.seat == "allied"
    assert play(thinkers, orders, german="greedy") == []


def test_it_plays_no_more_orders_than_asked_for(thinkers: Thinkers) -> None:
    assert len(play(thinkers, [], most=3, german="random")) == 3


def test_it_stops_at_the_end(thinkers: Thinkers) -> None:
    orders = play_both(thinkers, [], most=100_000)
    game = bocage.new(SCENARIO, seed=1944)
    for order in orders:
        game.play(order)
    assert game.over


def test_the_same_moves_in_one_go_in_pieces_and_after_a_restart(thinkers: Thinkers) -> None:
    whole = play_both(thinkers, [], most=40)
    assert play_both(thinkers, [], most=40, piece=3) == whole
    restarted = Thinkers(workers=1)
    try:
        assert play_both(restarted, whole[:20], most=20) == whole[20:]
    finally:
        restarted.close()


def test_other_moves_in_another_game_of_the_same_name(thinkers: Thinkers) -> None:
    """Who knows the address of a game must not be able to work out what an opponent hid in it."""
    bots = {"german": "random"}
    one, other = (
        thinkers.play("abcdef", SCENARIO, {}, seed, [], bots, 9).result(timeout=30) for seed in ("1944", "1945")
    )
    assert one != other


def test_orders_taken_back_are_forgotten(thinkers: Thinkers) -> None:
    whole = play_both(thinkers, [], most=30)
    assert play_both(thinkers, whole[:10], most=20) == whole[10:]


def test_a_game_that_branched_off_is_played_with_the_chance_it_took_over(thinkers: Thinkers) -> None:
    whole = play_both(thinkers, [], most=60)
    parent = bocage.new(SCENARIO, seed=1944)
    for order in whole:
        parent.play(order)
    given = (*parent.opening_chance, *(word for played in parent.history for word in played.chance))
    branch = Game(open_setting(SCENARIO), "another seed", given=given)
    for order in whole:
        branch.play(order)
    bots = {"german": "random", "allied": "random"}
    asked = thinkers.play("branch", SCENARIO, {}, "another seed", whole, bots, 3, " | ".join(given))
    for order in asked.result(timeout=30):
        branch.play(order)
    assert given and branch.length > 60


def test_after_chance_was_drawn_anew_it_plays_with_the_new_one(thinkers: Thinkers) -> None:
    whole = play_both(thinkers, [], most=60)
    chosen = []
    for seed in ("drawn-anew", "drawn-otherwise"):
        game = bocage.new(SCENARIO, seed=1944)
        for number, order in enumerate(whole):
            if number == 0:
                game.reseed("1944")  # the same dice: what was chosen stays legal
            game.play(order)
        game.reseed(seed)
        while not game.over and game.length < 120:
            orders = [str(played.order) for played in game.history]
            bots = {"german": "random", "allied": "random"}
            asked = thinkers.play("abcdef", SCENARIO, {}, "1944", orders, bots, 10, reseedings=game.reseedings)
            for order in asked.result(timeout=30):
                game.play(order)
        chosen.append([str(played.order) for played in game.history[60:]])
    assert chosen[0] != chosen[1], "who knew the first seed could foretell a program's choices"


def test_a_hint_is_a_legal_order_and_changes_nothing(thinkers: Thinkers) -> None:
    game = bocage.new(SCENARIO, seed=1944)
    hints = [thinkers.hint("abcdef", SCENARIO, {}, "1944", []).result(timeout=30) for _ in range(2)]
    assert hints[0] == hints[1]
    assert hints[0] in map(str, game.decision.orders)


def test_hints_do_not_foretell_what_a_program_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "ADVISER", "random")
    made = Thinkers(workers=1, limit=LIMIT)
    orders = made.play("abcdef", SCENARIO, {}, "1944", [], {"german": "random"}, 6).result(timeout=30)
    hints = [
        made.hint("abcdef", SCENARIO, {}, "1944", orders[:number]).result(timeout=30) for number in range(len(orders))
    ]
    made.close()
    assert len(orders) == 6 and hints != orders


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("hanging", "the opponent found no move within 3 seconds"),
        ("dying", "the opponent's process ended without an answer"),
        ("raising", "the opponent stumbled over an error of its own (ValueError)"),
        ("cheating", "the opponent stumbled over an error of its own (Refused)"),
        ("nobody", "there is no player 'nobody'; known are greedy, random"),
    ],
)
def test_an_opponent_that_fails_says_so_and_the_next_one_plays(thinkers: Thinkers, bot: str, sentence: str) -> None:
    with pytest.raises(BocageError) as failure:
        play(thinkers, [], german=bot)
    assert str(failure.value) == sentence
    assert play(thinkers, [], most=1, german="greedy")


def test_orders_chosen_before_a_failure_are_not_lost(thinkers: Thinkers) -> None:
    before = play(thinkers, [], german="tiring")
    assert 0 < len(before) < len(play(thinkers, [], german="greedy"))
    with pytest.raises(BocageError, match="an error of its own"):
        play(thinkers, before, german="tiring")


def test_an_opponent_does_not_answer_for_the_other_one(thinkers: Thinkers) -> None:
    orders = play(thinkers, [], german="greedy", allied="hanging")
    assert orders == play(thinkers, [], german="greedy")


def test_closing_ends_the_thinking_at_once() -> None:
    thinkers = Thinkers(workers=1, limit=600, players="tests.server.bad_players")
    thought = thinkers.play("abcdef", SCENARIO, {}, "1944", [], {"german": "hanging"}, 1)
    time.sleep(1)
    begun = time.perf_counter()
    thinkers.close()
    assert time.perf_counter() - begun < 10
    with pytest.raises(CancelledError):
        thought.result(timeout=5)


def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        "import os, time\n"
        "from multiprocessing import active_children\n"
        "from bocage.server.thinking import Thinkers\n"
        "if __name__ == '__main__':\n"
        "    thinkers = Thinkers(workers=2)\n"
        f"    thinkers.play('abcdef', {SCENARIO!r}, {{}}, '1944', [], {{'german': 'greedy'}}, 1).result()\n"
        "    print(*[child.pid for child in active_children()], flush=True)\n"
        "    time.sleep(60)\n"
    )
    server = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        workers = [int(pid) for pid in server.stdout.readline().split()]
    finally:
        server.kill()
        server.communicate()
    assert workers
    deadline = time.monotonic() + 10
    while any(_alive(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in workers if _alive(pid)]


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
