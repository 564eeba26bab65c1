"""A tournament tells which level is stronger, from which side, and goes on where it was left."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bocage.kernel import BocageError
from bocage.lab.tournament import (
    Bout,
    Played,
    Tournament,
    bouts_of,
    elo,
    estimate,
    play_bout,
    run,
    standings,
    tournament_of,
)
from bocage.players.evaluation import place_of
from bocage.players.fingerprint import fingerprint_of
from tests.cli.conftest import Shell, bocage

__all__ = ["bocage"]

SWORD = Tournament("sword", ("random",), "sergeant", seed="3")


def played(number: int, side: str, margin: float, level: str = "random") -> Played:
    winner = "allied" if margin == 1 else "german"
    return Played(Bout(number, level if side else "sergeant", side), margin, winner, 17, 1.7)


def games(allied: list[float], german: list[float], usual: list[float]) -> list[Played]:
    found = []
    for number, (a, g, u) in enumerate(zip(allied, german, usual, strict=True)):
        found += [played(number, "allied", a), played(number, "german", g), played(number, "", u)]
    return found


def test_a_round_has_a_game_for_each_side_and_one_to_compare_with() -> None:
    assert bouts_of(SWORD, 4) == [Bout(4, "sergeant"), Bout(4, "random", "allied"), Bout(4, "random", "german")]


def test_a_stance_is_measured_from_the_sides_that_may_take_it() -> None:
    drive = tournament_of("sword", ["greedy:drive"], "sergeant", "3", {})
    drive.check()
    assert bouts_of(drive, 4) == [Bout(4, "sergeant"), Bout(4, "sergeant:drive", "allied")]
    (found,) = standings(drive, [played(4, "", 0.2), played(4, "allied", 0.5, "sergeant:drive")])
    assert [side.side for side in found.sides] == ["allied"]
    assert (found.rounds, found.won) == (1, 1)


@pytest.mark.parametrize(
    ("level", "why"),
    [
        ("sergeant:drvie", "nobody takes the stance of sergeant:drvie in fire_movement/sword"),
        ("captain:drive", "only a sergeant keeps to one stance, as in sergeant:drive"),
    ],
)
def test_a_stance_that_nobody_takes_is_refused(level: str, why: str) -> None:
    with pytest.raises(BocageError, match=why):
        tournament_of("sword", [level], "sergeant", "3", {}).check()


def test_gains_are_counted_from_the_side_that_is_played() -> None:
    (found,) = standings(SWORD, games([0.5, 0.4], [0.0, 0.1], [0.2, 0.2]))
    allied, german = found.sides
    assert [allied.margin, allied.other] == pytest.approx([0.45, 0.2])
    assert allied.gain.mean == pytest.approx(0.25)
    assert [german.margin, german.other] == pytest.approx([0.95, 0.8])
    assert german.gain.mean == pytest.approx(0.15)
    assert (found.rounds, found.won, found.drawn, found.lost) == (2, 2, 0, 0)
    assert found.seconds == pytest.approx(0.1)


def test_both_sides_of_a_round_count_together() -> None:
    (found,) = standings(SWORD, games([0.5, 0.2, 0.0], [0.3, 0.2, 0.1], [0.2, 0.2, 0.2]))
    assert (found.won, found.drawn, found.lost) == (1, 1, 1)
    assert found.elo.mean == pytest.approx(0.0)


def test_a_round_that_is_not_complete_does_not_count() -> None:
    (found,) = standings(SWORD, games([0.5], [0.3], [0.2])[:1] + games([0.5], [0.3], [0.2])[2:])
    assert found.rounds == 0 and not found.decided


def test_it_is_decided_when_every_side_is_and_not_before() -> None:
    swing = [0.0, 0.1] * 10
    clear = games([0.6 + x for x in swing], [0.1 - x for x in swing], [0.3] * 20)
    assert standings(SWORD, clear)[0].decided
    assert not standings(SWORD, [game for game in clear if game.bout.number < 19])[0].decided
    doubtful = games([0.6 + x for x in swing], [0.3 + x - 0.05 for x in swing], [0.3] * 20)
    assert not standings(SWORD, doubtful)[0].decided


def test_elo_grows_with_the_rounds_won_and_its_error_shrinks_with_their_number() -> None:
    assert elo(5, 0, 5).mean == pytest.approx(0.0)
    assert elo(5, 0, 15).mean == pytest.approx(-elo(15, 0, 5).mean)
    assert elo(150, 0, 50).error < elo(15, 0, 5).error / 2
    assert elo(10, 0, 0).mean > elo(9, 1, 0).mean


def test_an_interval_needs_two_games() -> None:
    assert estimate([0.3]).error == float("inf")
    assert estimate([0.1, 0.3]).mean == pytest.approx(0.2)


def test_a_game_depends_on_its_number_and_its_players_alone() -> None:
    bout = Bout(1, "random", "german")
    first, second = play_bout(SWORD, bout), play_bout(SWORD, bout)
    assert first._replace(seconds=0) == second._replace(seconds=0)


def test_it_goes_on_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, asked = tmp_path / "sword.jsonl", list[Bout]()

    def quick(tournament: Tournament, bout: Bout) -> Played:
        asked.append(bout)
        return played(bout.number, bout.side, 0.2 if not bout.side else 0.3)

    monkeypatch.setattr("bocage.lab.tournament.play_bout", quick)
    *_, first = run(SWORD, pairs=2, file=file)
    with file.open("a") as torn:
        torn.write('{"number": 2, "level": "ran')
    assert len(asked) == 6
    *_, second = run(SWORD, pairs=3, file=file)
    assert len(asked) == 9 and {bout.number for bout in asked[6:]} == {2}
    assert second[:6] == first
    *_, third = run(SWORD, pairs=3, file=file)
    assert len(asked) == 9 and sorted(third) == sorted(second)


def test_the_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sword.jsonl"
    file.write_text(json.dumps({**SWORD.header, "seed": "4"}) + "\n")
    with pytest.raises(BocageError, match="belongs to another tournament; not the same: seed"):
        next(run(SWORD, pairs=1, file=file))
    file.write_text("no tournament\n")
    with pytest.raises(BocageError, match="is not the file of a tournament"):
        next(run(SWORD, pairs=1, file=file))


def test_games_against_another_level_are_not_taken_for_games_against_this_one(tmp_path: Path) -> None:
    file = tmp_path / "sword.jsonl"
    file.write_text(json.dumps(replace(SWORD, levels=("recruit",), against="random").header) + "\n")
    with pytest.raises(BocageError, match="belongs to another tournament; not the same: against"):
        next(run(replace(SWORD, levels=("recruit",)), pairs=1, file=file))


def test_games_of_opponents_that_have_changed_since_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, weights = tmp_path / "sword.jsonl", place_of("sword")
    file.write_text(json.dumps(SWORD.header) + "\n")
    read = Path.read_text

    def learnt_anew(path: Path, encoding: str | None = None) -> str:
        return read(path, encoding) + ("# learnt anew\n" if path == weights else "")

    monkeypatch.setattr(Path, "read_text", learnt_anew)
    with pytest.raises(BocageError, match="belongs to another tournament; not the same: opponents"):
        next(run(SWORD, pairs=1, file=file))


def test_opponents_of_one_game_have_not_changed_when_those_of_another_have() -> None:
    assert fingerprint_of("fire_movement/sword") == fingerprint_of("fire_movement")
    assert fingerprint_of("fire_movement") != fingerprint_of("dark_summer")


def test_a_level_is_not_measured_by_itself() -> None:
    with pytest.raises(BocageError, match="sergeant cannot be measured by itself"):
        next(run(tournament_of("sword", ["greedy"], "sergeant", "1", {}), pairs=1))


def test_the_command_shows_margins_by_side_and_elo(bocage: Shell) -> None:
    answer = bocage("tournament sword --level random --pairs 1 --seed 3")
    assert answer.code == 0
    assert "allied" in answer.out and "german" in answer.out
    assert "random: 1 rounds" in answer.out and "Elo" in answer.out
