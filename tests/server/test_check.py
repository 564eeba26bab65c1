"""``bocage server check``: stored games under the present rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import bocage as library
from bocage.kernel import State
from bocage.server.session import BETWEEN_OUTCOMES
from bocage.server.storage import GameRow, OrderRow, SeatRow, Storage, Stored
from tests.cli.conftest import Shell
from tests.questions import first_hash, reword

SCENARIO = "fire_movement/sword"
LENGTH = 80


def store(
    url: str,
    game_id: str,
    *,
    scenario: str = SCENARIO,
    orders: int = LENGTH,
    version: str = "",
    status: str = "playing",
    fingerprint: Callable[[State], str] = State.hash,
) -> None:
    """A game, of Sword if nothing else is said, played by taking the first of all orders."""
    game = library.new(scenario, seed=1944)
    for _ in range(orders):
        game.play(game.decision.orders[0])
    row = GameRow(
        game_id,
        scenario,
        dict(game.setting.options),
        version or game.setting.rules_version,
        game.setting.fingerprint,
        "1944",
        game.seed_hash,
        "creator",
        opening=BETWEEN_OUTCOMES.join(game.opening_chance),
        length=game.length,
        asked=game.decision.seat,
        state_hash=fingerprint(game.state),
        status=status,
        held="the rules have changed" if status == "held" else "",
    )
    rows = [
        OrderRow(number, played.seat, str(played.order), BETWEEN_OUTCOMES.join(played.chance))
        for number, played in enumerate(game.history, 1)
    ]
    storage = Storage(url)
    storage.migrate()
    storage.create(Stored(row, tuple(SeatRow(seat, n, "human") for n, seat in enumerate(game.setting.seats))), rows)
    storage.close()


def change(url: str, game_id: str, **values: object) -> None:
    storage = Storage(url)
    found = storage.load(game_id)
    assert found is not None
    storage.change(found[0], replace(found[0], game=replace(found[0].game, **values)))  # type: ignore[arg-type]
    storage.close()


def load(url: str, game_id: str) -> GameRow:
    storage = Storage(url)
    found = storage.load(game_id)
    storage.close()
    assert found is not None
    return found[0].game


def with_other_order(url: str, game_id: str, number: int, text: str) -> None:
    """Pretend that the rules allowed something else when the game was played."""
    storage = Storage(url)
    found = storage.load(game_id)
    assert found is not None
    stored, orders = found
    changed = [order._replace(text=text) if order.number == number else order for order in orders[number - 1 :]]
    storage.change(stored, stored, keep=number - 1, added=changed)
    storage.close()


def test_games_that_stay_the_same_are_no_reason_to_worry(database_url: str, bocage: Shell) -> None:
    store(database_url, "first", version="0")
    store(database_url, "second")
    answer = bocage(f"server check --database {database_url}")
    assert answer.code == 0
    assert "2 games: 2 stay as they are, 0 would change." in answer.out
    assert "1 of those that stay have an earlier version's mark; --upgrade renews it." in answer.out
    assert load(database_url, "first").rules_version == "0"


def test_a_game_that_would_change_is_named_with_the_order(database_url: str, bocage: Shell) -> None:
    store(database_url, "first")
    store(database_url, "second")
    with_other_order(database_url, "second", 17, "pass")
    answer = bocage(f"server check --database {database_url}")
    assert answer.code == 1
    told = " ".join(answer.out.split())
    assert "second fire_movement/sword, playing, from order 17 on: order 17 is not legal any more (allied pass)" in told
    assert "choose the drop zone first (10.9.2-02)" in told
    assert "2 games: 1 stay as they are, 1 would change." in told


def test_a_game_that_leads_elsewhere_is_found(tmp_path: Path, bocage: Shell) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store(url, "first")
    change(url, "first", state_hash="0123456789abcdef0123")
    answer = bocage(f"server check --database {url} --json")
    assert answer.code == 1
    (found,) = json.loads(answer.out)["differences"]
    assert (found["game_id"], found["text"]) == ("first", "its 80 orders lead to another position now")


@pytest.mark.parametrize("fingerprint", [State.hash, first_hash])
def test_a_question_in_other_words_is_no_difference(
    database_url: str, bocage: Shell, monkeypatch: pytest.MonkeyPatch, fingerprint: Callable[[State], str]
) -> None:
    store(database_url, "quad", fingerprint=fingerprint)
    store(database_url, "omaha", scenario="omaha_beach/first_waves", fingerprint=fingerprint)
    reword(monkeypatch)
    answer = bocage(f"server check --database {database_url}")
    assert answer.code == 0 and "2 games: 2 stay as they are, 0 would change." in answer.out


def test_upgrade_marks_the_same_and_leaves_the_others(database_url: str, bocage: Shell) -> None:
    store(database_url, "same", version="0")
    store(database_url, "held", version="0", status="held")
    store(database_url, "other", version="0")
    with_other_order(database_url, "other", 5, "pass")
    answer = bocage(f"server check --database {database_url} --upgrade")
    assert answer.code == 1
    assert "2 are marked with the present version now." in answer.out
    present = library.new(SCENARIO).setting.rules_version
    assert load(database_url, "same").rules_version == present
    assert load(database_url, "other").rules_version == "0"
    held = load(database_url, "held")
    assert (held.rules_version, held.status, held.held) == (present, "playing", "")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("sqlite:///{}/missing.db", "there is no database {}/missing.db"),
        ("nonsense", "--database is not an address like sqlite:///games.db or postgresql://host/name"),
        ("mysql://localhost/games", "--database"),
    ],
)
def test_a_database_that_is_none_is_refused(url: str, sentence: str, tmp_path: Path, bocage: Shell) -> None:
    answer = bocage(f"server check --database {url.format(tmp_path)}")
    assert answer.code == 2
    assert answer.err.startswith(f"bocage: {sentence.format(tmp_path)}")
    assert not (tmp_path / "missing.db").exists()


def test_a_database_without_our_tables_is_left_alone(tmp_path: Path, bocage: Shell) -> None:
    (tmp_path / "empty.db").touch()
    answer = bocage(f"server check --database sqlite:///{tmp_path / 'empty.db'}")
    assert answer.code == 2
    assert "--upgrade brings it up to date" in answer.err
