"""``bocage replay --verify`` on games whose chance comes from more than one source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bocage as library
from bocage.kernel import seed_hash
from bocage.kernel.record import dump
from tests.cli.conftest import Shell
from tests.questions import REWORDED, first_hash, reword

SCENARIO = "fire_movement/sword"
SHARED, OWN = 150, 150  # orders


@pytest.fixture(scope="module")
def branched() -> str:
    """The record of a game that took over the first orders and the chance of another and went its own way."""
    parent = library.new(SCENARIO, seed=1944)
    for _ in range(SHARED):
        parent.play(parent.decision.orders[0])
    branch = parent.branch(SHARED, "another seed")
    for _ in range(OWN):
        branch.play(branch.decision.orders[0])
    assert branch.given and any(played.chance for played in branch.history[SHARED:])
    return dump(branch)


def test_a_branch_says_which_dice_are_its_own(branched: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "branch.bocage"
    path.write_text(branched)
    answer = bocage(f"replay {path} --verify --quiet")
    assert answer.code == 0
    told = " ".join(answer.out.split())
    assert re.search(
        r"Verified: 300 orders are legal, [1-9]\d* dice and draws after [1-9]\d* taken over from the game it branched "
        r"off follow from seed another seed, the seed fits the promised hash",
        told,
    )
    assert re.search(r"[1-9]\d* dice and draws were taken over from another game.* so they cannot be checked\.", told)


def test_a_changed_die_of_its_own_is_found_with_its_line(branched: str, tmp_path: Path, bocage: Shell) -> None:
    lines = branched.splitlines()
    number, line = next(
        (n, line) for n, line in reversed(list(enumerate(lines))) if "| pick 0/" in line or "| die" in line
    )
    lines[number] = re.sub(r"\| die (\d)", lambda die: f"| die {int(die[1]) % 6 + 1}", line, count=1)
    lines[number] = lines[number].replace("| pick 0/", "| pick 1/")
    path = tmp_path / "branch.bocage"
    path.write_text("\n".join(lines))
    answer = bocage(f"replay {path} --verify --quiet")
    assert answer.code == 2
    assert answer.err.startswith(f"bocage: {path} line {number + 1}: the seed gives ")


def test_a_seed_that_was_not_promised_is_refused(branched: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "branch.bocage"
    path.write_text(branched.replace("\nseed another seed\n", "\nseed a better seed\n"))
    answer = bocage(f"replay {path} --verify --quiet")
    assert answer.code == 2
    assert "the seed does not fit the hash promised at the start" in answer.err


@pytest.mark.parametrize("scenario", [SCENARIO, "omaha_beach/first_waves"])
def test_a_record_that_ends_at_a_question_in_other_words_is_replayed_and_played_on(
    scenario: str, tmp_path: Path, bocage: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one whose result is as the first version wrote it; only then nothing can be said of its last position."""
    game = library.new(scenario, seed=1944)
    for _ in range(40):
        game.play(game.decision.orders[0])
    now, then = tmp_path / "now.bocage", tmp_path / "then.bocage"
    now.write_text(dump(game))
    then.write_text(dump(game).replace(f"result {game.hash()}", f"result {first_hash(game.state)}"))
    reword(monkeypatch)
    for path in (now, then):
        assert library.load(path).decision.prompt == f"{REWORDED}{game.decision.prompt}"
        assert f"{REWORDED}{game.decision.prompt}" in " ".join(bocage(f"replay {path} --quiet").out.split())
        players = " ".join(f"--player {seat}=human" for seat in game.setting.seats)
        assert bocage(f"play --load {path} --save {path} {players}", "", str(game.decision.orders[0]), "quit").code == 0
        assert library.load(path).length == 41
    assert bocage(f"replay {now} --verify --quiet").code == 0
    then.write_text(dump(game).replace(f"result {game.hash()}", f"result {first_hash(game.state)}"))
    refused = bocage(f"replay {then} --verify --quiet")
    assert refused.code == 2 and "its result tells the wording of a question" in " ".join(refused.err.split())


# -- chance drawn anew when somebody sat down -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reseeded() -> str:
    """The record of a game at which two people sat down later."""
    game = library.new(SCENARIO, seed="invented-by-the-host")
    for seed in ("drawn-for-the-guest", "drawn-for-another"):
        for _ in range(SHARED):
            game.play(game.decision.orders[0])
        game.reseed(seed)
    for _ in range(OWN):
        game.play(game.decision.orders[0])
    assert all(any(played.chance for played in game.history[n : n + SHARED]) for n in (0, SHARED, 2 * SHARED))
    return dump(game)


def test_every_die_is_checked_against_the_seed_that_counted_then(reseeded: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(reseeded)
    answer = bocage(f"replay {path} --verify --quiet")
    assert answer.code == 0
    assert re.search(
        r"Verified: 450 orders are legal, [1-9]\d* dice and draws follow from seed invented-by-the-host, "
        r"after order 150 from seed drawn-for-the-guest, after order 300 from seed drawn-for-another, "
        r"the seed fits the promised hash and each new one the hash promised there",
        " ".join(answer.out.split()),
    )


def test_every_promise_is_told_so_that_players_can_compare_it(reseeded: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(reseeded)
    told = " ".join(bocage(f"replay {path} --verify --quiet").out.split())
    seeds = {1: "invented-by-the-host", SHARED + 1: "drawn-for-the-guest", 2 * SHARED + 1: "drawn-for-another"}
    for order, seed in seeds.items():
        assert f"Promised from order {order} on: {seed_hash(seed)}" in told
    assert "Compare these hashes with those that the players were told then" in told
    assert "taken over" not in told


def test_a_replay_tells_from_where_on_another_seed_counts(reseeded: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(reseeded)
    told = " ".join(bocage(f"replay {path} --to {SHARED}").out.split())
    assert f"another seed, with the hash {seed_hash('drawn-for-the-guest')}." in told
    assert seed_hash("drawn-for-another") not in told


def test_a_new_seed_that_was_not_promised_is_named_with_its_line(reseeded: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(reseeded.replace(" drawn-for-the-guest\n", " a-better-one\n"))
    answer = bocage(f"replay {path} --verify --quiet")
    line = next(n for n, row in enumerate(reseeded.splitlines(), 1) if row.endswith(" drawn-for-the-guest"))
    assert answer.code == 2
    assert f"line {line}: the seed does not fit the hash that was promised" in " ".join(answer.err.split())


@pytest.mark.parametrize("change", ["left out", "moved", "forged"])
def test_a_new_seed_cannot_be_left_out_moved_or_forged(
    change: str, reseeded: str, tmp_path: Path, bocage: Shell
) -> None:
    lines = reseeded.splitlines()
    place = next(n for n, row in enumerate(lines) if row.endswith(" drawn-for-the-guest"))
    line = lines.pop(place)
    if change == "moved":
        lines.insert(place + SHARED - 1, line)
    elif change == "forged":
        lines.insert(place, f"reseed {seed_hash('a-better-one')} a-better-one")
    path = tmp_path / "game.bocage"
    path.write_text("\n".join(lines))
    answer = bocage(f"replay {path} --verify --quiet")
    assert answer.code == 2 and re.search(r"line \d+: the seed gives ", " ".join(answer.err.split()))


def test_a_record_that_keeps_a_new_seed_cannot_be_verified(reseeded: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(reseeded.replace(" drawn-for-another\n", "\n"))
    answer = bocage(f"replay {path} --verify --quiet")
    assert answer.code == 2 and "the seed of the chance to come is missing" in " ".join(answer.err.split())


def test_a_record_says_who_gave_the_game_up(tmp_path: Path, bocage: Shell) -> None:
    game = library.new(SCENARIO, seed=1944)
    game.play(game.decision.orders[0])
    path = tmp_path / "given_up.bocage"
    path.write_text(dump(game, resigned="german"))
    answer = bocage(f"replay {path} --verify --quiet")
    assert answer.code == 0
    assert "After 1 orders the Germans resigned" in " ".join(answer.out.split())
    assert "the Germans resigned, so this game is over" in " ".join(bocage(f"play --load {path}").err.split())
