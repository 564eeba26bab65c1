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
from bocage.players import PLAYERS, Limits, Seated
from bocage.server.bots import pool as bots_pool
from bocage.server.bots.pool import BotPool

SCENARIO = "fire_movement/sword"
LIMITS = Limits(3.0, 600.0)


@pytest.fixture(scope="module")
def pool() -> Iterator[BotPool]:
    made = BotPool(workers=1, limits=LIMITS, players="tests.server.bad_players")
    made.warm_up()
    yield made
    made.close()


def play(pool: BotPool, orders: list[str], most: int = 100, game: str = "abcdef", **bots: str) -> list[str]:
    return pool.play(game, SCENARIO, {}, "1944", orders, bots, most).result(timeout=30).orders


def play_both(pool: BotPool, orders: list[str], most: int, piece: int = 100, game: str = "abcdef") -> list[str]:
    """The next orders of a game between two opponents without a plan."""
    given = len(orders)
    bots = {"german": "random", "allied": "random"}
    while chosen := play(pool, orders, min(piece, most - len(orders) + given), game, **bots):
        orders = orders + chosen
    return orders[given:]


def test_it_plays_up_to_a_persons_decision(pool: BotPool) -> None:
    orders = play(pool, [], german="greedy")
    game = bocage.new(SCENARIO, seed=1944)
    for order in orders:
        assert game.decision.seat == "german"
        game.play(order)
    assert orders and game.decision.seat == "allied"
    assert play(pool, orders, german="greedy") == []


def test_one_that_thinks_ahead_answers_within_the_limit_and_keeps_its_plan(pool: BotPool) -> None:
    game, orders = bocage.new(SCENARIO, seed=1944), list[str]()
    while not orders or game.decision.seat == "german":
        chosen = play(pool, orders, most=4, game="captains", german="captain")
        for order in chosen:
            game.play(order, seat="german")
        orders += chosen
    assert game.decision.seat == "allied"


def test_it_plays_no_more_orders_than_asked_for(pool: BotPool) -> None:
    assert len(play(pool, [], most=3, german="random")) == 3


def test_it_stops_at_the_end(pool: BotPool) -> None:
    orders = play_both(pool, [], most=100_000)
    game = bocage.new(SCENARIO, seed=1944)
    for order in orders:
        game.play(order)
    assert game.over


def test_an_opponent_is_one_object_for_a_whole_game(pool: BotPool) -> None:
    """What it had in mind at one order it has in mind at the next, whatever was asked between."""
    begun = play(pool, [], most=1, german="counting")
    for _ in range(4):
        pool.hint("abcdef", SCENARIO, {}, "1944", begun).result(timeout=30)
        play(pool, [], most=1, german="counting", game="another")
        begun += play(pool, begun, most=1, german="counting")
    assert begun == _counted(0, 5, [])
    assert play_both(pool, [], most=40, piece=3) == play_both(pool, [], most=40)


def test_two_games_keep_their_opponents_in_the_processes_they_began_in() -> None:
    pool = BotPool(workers=2, players="tests.server.bad_players")
    try:
        orders: dict[str, list[str]] = {"one": [], "other": []}
        for _ in range(4):
            asked = {
                game: pool.play(game, SCENARIO, {}, "1944", known, {"german": "counting"}, 1)
                for game, known in orders.items()
            }
            for game, answer in asked.items():
                orders[game] += answer.result(timeout=30).orders
        assert orders["one"] == orders["other"] == _counted(0, 4, [])
    finally:
        pool.close()


def test_a_hint_and_quick_opponents_wait_for_nobody_who_thinks_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "hanging", PLAYERS["captain"])
    pool = BotPool(workers=1, limits=Limits(600.0, 600.0), players="tests.server.bad_players")
    try:
        long = [pool.play(game, SCENARIO, {}, "1944", [], {"german": "hanging"}, 1) for game in ("one", "two")]
        assert pool.hint("one", SCENARIO, {}, "1944", []).result(timeout=30)
        assert play(pool, [], most=1, game="three", german="greedy")
        assert not any(thought.done() for thought in long)
    finally:
        pool.close()


def test_a_process_that_is_lost_costs_the_plan_and_not_the_game(pool: BotPool) -> None:
    begun = play(pool, [], most=3, german="counting")
    with pytest.raises(BocageError, match="ended without an answer"):
        play(pool, [], german="dying", game="another")
    assert play(pool, begun, most=2, german="counting") == _counted(0, 2, begun)


def test_orders_that_another_gave_for_the_seat_void_the_plan(pool: BotPool) -> None:
    begun = play(pool, [], most=3, german="counting")
    begun += _counted(5, 1, begun)
    assert play(pool, begun, most=2, german="counting") == _counted(0, 2, begun)


def _counted(first: int, orders: int, after: list[str]) -> list[str]:
    """What one who takes the first order, then the second, and so on gives after other orders."""
    game = bocage.new(SCENARIO, seed=1944)
    for order in after:
        game.play(order)
    for number in range(first, first + orders):
        game.play(game.decision.orders[number % len(game.decision.orders)])
    return [str(played.order) for played in game.history[len(after) :]]


def test_an_opponent_has_a_limit_for_all_orders_of_a_turn() -> None:
    pool = BotPool(workers=1, limits=Limits(5.0, 1.5), players="tests.server.bad_players")
    try:
        orders: list[str] = []
        failure = ""
        while not failure and len(orders) < 9:
            try:
                orders += play(pool, orders, german="brooding")
            except BocageError as error:
                failure = str(error)
        assert orders and failure == "the opponent found no end of its turn within 1.5 seconds"
    finally:
        pool.close()


def test_other_moves_in_another_game_of_the_same_name(pool: BotPool) -> None:
    """Who knows the address of a game must not be able to work out what an opponent hid in it."""
    bots = {"german": "random"}
    one, other = (
        pool.play("abcdef", SCENARIO, {}, seed, [], bots, 9).result(timeout=30).orders for seed in ("1944", "1945")
    )
    assert one != other


def test_orders_taken_back_are_forgotten(pool: BotPool) -> None:
    begun = play(pool, [], most=6, german="counting")
    assert play(pool, begun[:2], most=4, german="counting") == _counted(0, 4, begun[:2])


def test_a_game_that_branched_off_is_played_with_the_chance_it_took_over(pool: BotPool) -> None:
    whole = play_both(pool, [], most=60)
    parent = bocage.new(SCENARIO, seed=1944)
    for order in whole:
        parent.play(order)
    given = (*parent.opening_chance, *(word for played in parent.history for word in played.chance))
    branch = Game(open_setting(SCENARIO), "another seed", given=given)
    for order in whole:
        branch.play(order)
    bots = {"german": "random", "allied": "random"}
    asked = pool.play("branch", SCENARIO, {}, "another seed", whole, bots, 3, " | ".join(given))
    for order in asked.result(timeout=30).orders:
        branch.play(order)
    assert given and branch.length > 60


def test_after_chance_was_drawn_anew_it_plays_with_the_new_one(pool: BotPool) -> None:
    whole = play_both(pool, [], most=60)
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
            asked = pool.play("abcdef", SCENARIO, {}, "1944", orders, bots, 10, reseedings=game.reseedings)
            for order in asked.result(timeout=30).orders:
                game.play(order)
        chosen.append([str(played.order) for played in game.history[60:]])
    assert chosen[0] != chosen[1], "who knew the first seed could foretell a program's choices"


def test_a_hint_is_a_legal_order_and_changes_nothing(pool: BotPool) -> None:
    game = bocage.new(SCENARIO, seed=1944)
    hints = [pool.hint("abcdef", SCENARIO, {}, "1944", []).result(timeout=30) for _ in range(2)]
    assert hints[0] == hints[1]
    assert hints[0] in map(str, game.decision.orders)


def test_hints_do_not_foretell_what_a_program_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_pool, "DEFAULT", "random")
    made = BotPool(workers=1, limits=LIMITS)
    orders = made.play("abcdef", SCENARIO, {}, "1944", [], {"german": "random"}, 6).result(timeout=30).orders
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
        ("nobody", "there is no player 'nobody'; known are captain, colonel, random, recruit, sergeant"),
    ],
)
def test_an_opponent_that_fails_says_so_and_the_next_one_plays(pool: BotPool, bot: str, sentence: str) -> None:
    with pytest.raises(BocageError) as failure:
        play(pool, [], german=bot)
    assert str(failure.value) == sentence
    assert play(pool, [], most=1, german="greedy")


def test_orders_chosen_before_a_failure_are_not_lost(pool: BotPool) -> None:
    before = play(pool, [], german="tiring")
    assert 0 < len(before) < len(play(pool, [], german="greedy"))
    with pytest.raises(BocageError, match="an error of its own"):
        play(pool, before, german="tiring")


def test_an_opponent_does_not_answer_for_the_other_one(pool: BotPool) -> None:
    orders = play(pool, [], german="greedy", allied="hanging")
    assert orders == play(pool, [], german="greedy")


def test_closing_ends_the_thinking_at_once() -> None:
    pool = BotPool(workers=1, limits=Limits(600.0, 600.0), players="tests.server.bad_players")
    thought = pool.play("abcdef", SCENARIO, {}, "1944", [], {"german": "hanging"}, 1)
    time.sleep(1)
    begun = time.perf_counter()
    pool.close()
    assert time.perf_counter() - begun < 10
    with pytest.raises(CancelledError):
        thought.result(timeout=5)


def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        "import os, time\n"
        "from multiprocessing import active_children\n"
        "from bocage.server.bots.pool import BotPool\n"
        "if __name__ == '__main__':\n"
        "    pool = BotPool(workers=2)\n"
        f"    pool.play('abcdef', {SCENARIO!r}, {{}}, '1944', [], {{'german': 'greedy'}}, 1).result()\n"
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


def test_one_who_plans_ahead_sits_in_all_seats_of_its_side_until_orders_are_taken_back() -> None:
    setting = open_setting("omaha_beach/first_waves")
    kept = bots_pool._Kept(Game(setting, "1944"))
    position = bots_pool.Position("abcdef", setting.name, (), "1944", None, ())

    def sitting(seat: str, bot: str) -> Seated:
        found = kept.player(seat, bot, position, "bocage.players", LIMITS)
        kept.seated[seat] = bot, found, kept.game.length
        return found

    while kept.game.length < 2:
        kept.game.play(kept.game.decision.orders[0])
    leader = sitting("1st", "captain")
    assert sitting("29th", "captain") is leader is sitting("1st", "captain")
    assert sitting("29th", "sergeant") is not leader
    kept.go_back(1)
    assert sitting("29th", "captain") is not leader


def test_it_tells_how_far_the_thought_is_and_nothing_of_one_that_answers_at_once(pool: BotPool) -> None:
    heard: list[float] = []
    bots = {"german": "pondering"}
    pool.play("pondered", SCENARIO, {}, "1944", [], bots, 1, advance=heard.append).result(timeout=30)
    assert len(heard) >= 2 and heard == sorted(heard) and 0 <= heard[0] < heard[-1] <= 0.96
    before = len(heard)
    pool.play("at once", SCENARIO, {}, "1944", [], {"german": "brooding"}, 4, advance=heard.append).result(timeout=30)
    assert len(heard) == before


def test_it_tells_how_far_advice_is(pool: BotPool) -> None:
    heard: list[float] = []
    pool.advise("advised", SCENARIO, {}, "1944", [], advance=heard.append).result(timeout=60)
    assert heard and heard == sorted(heard)
