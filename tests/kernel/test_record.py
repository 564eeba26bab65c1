"""Records: they replay to the same game, and every damage is named with its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from bocage.kernel import BocageError, Game, RecordError, record
from tests.kernel.auction import Auction, auction, open_auction

ORDERS = ("bid 1", "bid 1", "pass", "bid 2", "pass", "pass", "bid 1")


def replay(text: str) -> Game:
    return record.replay(record.parse(text, "game.bocage"), open_auction)


def complaint(text: str) -> str:
    with pytest.raises(RecordError) as error:
        replay(text)
    return str(error.value)


@pytest.fixture
def text() -> str:
    """Line 8 is empty, so the first order is in line 9; the tie of the first round is decided in line 11."""
    dumped = record.dump(auction(*ORDERS))
    assert dumped.splitlines()[8] == "red bid 1" and "| pick" in dumped.splitlines()[10]
    return dumped


def test_a_record_replays_to_the_same_game(text: str) -> None:
    game = auction(*ORDERS)
    again = replay(text)
    assert again.hash() == game.hash() and again.history == game.history
    assert record.dump(again) == text


def test_a_record_without_its_seed_replays_from_the_recorded_dice() -> None:
    game = auction(*ORDERS)
    text = record.dump(game, with_seed=False)
    assert "\nseed 7" not in text and game.seed_hash in text
    again = replay(text)
    assert again.hash() == game.hash()
    assert record.dump(again, with_seed=False) == text


def test_a_game_can_be_continued_from_its_record() -> None:
    game, again = auction(*ORDERS), replay(record.dump(auction(*ORDERS)))
    for order in ("bid 1", "bid 1"):
        game.play(order)
        again.play(order)
    assert record.dump(again) == record.dump(game)


def test_a_finished_game_replays_to_its_outcome() -> None:
    finished = auction(*("bid 1", "bid 1", "bid 1") * 3)
    again = replay(record.dump(finished))
    assert again.over and again.outcome == finished.outcome


def test_blank_lines_and_spaces_do_not_matter(text: str) -> None:
    loose = text.replace("\ngreen bid 1\n", "\n\n  green bid 1  \n\n")
    assert replay(loose).hash() == replay(text).hash()


Damage = Callable[[str], str]


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda _: "", "game.bocage line 1: a Bocage record begins with 'bocage 1'"),
        (lambda _: '[Event "Chess"]\n1. e4 e5', "game.bocage line 1: a Bocage record begins with 'bocage 1'"),
        (lambda t: t.replace("bocage 1", "bocage one"), "game.bocage line 1: 'one' is not a format number"),
        (
            lambda t: t.replace("bocage 1", "bocage 3"),
            "game.bocage line 1: format 3 is newer than this program, which reads up to format 2",
        ),
        (lambda t: t.replace("game auction/short\n", ""), "game.bocage: the header has no 'game' line"),
        (lambda t: t.replace("data none\n", ""), "game.bocage: the header has no 'data' line"),
        (lambda t: t.replace("rules 1\n", "rules\n"), "game.bocage: the header has no 'rules' line"),
        (lambda t: t.replace("rules 1\n", "rules 1\nrules 1\n"), "game.bocage line 6: 'rules' is given twice"),
        (
            lambda t: t.replace("options \n", "options loud\n"),
            "game.bocage: option 'loud' is not of the form name=value",
        ),
        (lambda t: t.replace("auction/short", "auction/long"), "game.bocage: there is no game 'auction/long'"),
        (
            lambda t: t.replace("rules 1\n", "rules 2\n"),
            "game.bocage: it was played by rules version 2, this program plays version 1",
        ),
        (
            lambda t: t.replace("data none", "data other"),
            "game.bocage: it was played with other data (other, here none); give the same overlay",
        ),
        (lambda t: t.replace("seed 7", "seed 8"), "game.bocage: the seed does not fit the hash promised at the start"),
        (
            lambda t: t.partition("result")[0],
            "game.bocage: the record is cut off: its last line should be 'result ...'",
        ),
        (lambda t: t + "red bid 1\n", "game.bocage line 17: nothing may follow the result line"),
        (lambda t: t.replace("green bid 1", "green"), "game.bocage line 10: 'green' is not of the form 'seat order'"),
        (
            lambda t: t.replace("green bid 1", "green bid 9"),
            "game.bocage line 10: 'bid 9' is not legal there: you have 5 coins (auction 1.2)",
        ),
        (
            lambda t: t.replace("green bid 1", "blue bid 1"),
            "game.bocage line 10: 'bid 1' is not legal there: green decides now, not blue (auction 1.1)",
        ),
        (
            lambda t: t.replace("green bid 1", "green bud 1"),
            "game.bocage line 10: 'bud' is not an order; did you mean bid?",
        ),
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence_that_says_where(text: str, damage: Damage, sentence: str) -> None:
    damaged = damage(text)
    assert damaged != text
    assert complaint(damaged) == sentence


def test_a_die_that_the_seed_does_not_give_is_named(text: str) -> None:
    line = text.splitlines()[10]
    told = line.partition("| ")[2]
    other = "pick 1/2" if told == "pick 0/2" else "pick 0/2"
    assert complaint(text.replace(line, line.replace(told, other))) == (
        f"game.bocage line 11: the seed gives {told} where the record has {other}"
    )
    assert complaint(text.replace(line, line.partition(" |")[0])) == (
        f"game.bocage line 11: the seed gives {told} where the record has nothing"
    )


def test_dice_that_do_not_fit_the_rules_are_named_when_there_is_no_seed() -> None:
    text = record.dump(auction(*ORDERS), with_seed=False)
    line = text.splitlines()[9]
    told = line.partition("| ")[2]
    assert told.endswith("/2")
    assert complaint(text.replace(told, "die 4")) == (
        "game.bocage line 10: the record has 'die 4' where the rules ask for a pick of 2"
    )
    assert complaint(text.replace(f" | {told}", "")) == "game.bocage line 10: the record ends before chance number 1"


def test_another_result_is_noticed(text: str) -> None:
    result = text.splitlines()[-1].removeprefix("result ")
    other = "0" * len(result)
    assert complaint(text.replace(result, other)) == (
        f"game.bocage: it replays to {result}, not to its recorded result {other}"
    )


def test_an_order_left_out_is_noticed(text: str) -> None:
    assert complaint(text.replace("green bid 1\n", "", 1)).startswith("game.bocage line 10: 'pass' is not legal there")


def test_options_of_a_record_are_given_to_the_game() -> None:
    seen: list[Mapping[str, str]] = []

    def open_(name: str, options: Mapping[str, str]) -> Auction:
        seen.append(options)
        return open_auction(name, options)

    game = Game(Auction({"loud": "yes", "fast": "no"}), "7")
    record.replay(record.parse(record.dump(game)), open_)
    assert seen == [{"fast": "no", "loud": "yes"}]


def test_a_record_is_saved_and_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.bocage"
    auction(*ORDERS).save(path)
    assert path.read_text() == text
    assert record.replay(record.read(path), open_auction).length == len(ORDERS)
    assert [file.name for file in tmp_path.iterdir()] == ["game.bocage"]


def test_a_record_that_cannot_be_written_leaves_the_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.bocage"
    auction("bid 1").save(path)
    before = path.read_text()

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bocage.kernel.record.os.replace", full)
    with pytest.raises(BocageError, match=r"game.bocage cannot be written: No space left on device"):
        auction(*ORDERS).save(path)
    assert path.read_text() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.bocage"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BocageError, match=r"nowhere/game.bocage cannot be written: No such file or directory"):
        auction().save(tmp_path / "nowhere" / "game.bocage")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe\x00\x01", "is not a text file, so it is not a Bocage record"),
        (b"bocage 1\n" + b"x" * record.LARGEST, "is too large to be a Bocage record"),
    ],
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    path = tmp_path / "game.bocage"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordError, match=sentence):
        record.read(path)


def test_what_a_seat_may_read_of_a_game_keeps_the_others_secrets() -> None:
    game = auction(*ORDERS)  # red has bid in the third round, and nobody else
    lines = record.dump_for(game, "green").splitlines()
    assert lines[-1] == "red ?"
    assert lines[-2] == "blue pass" and lines[-7] == "red bid 1"
    assert record.dump_for(game, "red").splitlines()[-1] == "red bid 1"
    for seat in game.setting.seats:
        told = record.dump_for(game, seat)
        assert "\nseed 7" not in told and "result" not in told


def test_what_a_seat_may_read_is_the_same_whatever_it_may_not_know() -> None:
    assert record.dump_for(auction("bid 1", "bid 2"), "blue") == record.dump_for(auction("bid 4", "pass"), "blue")


def test_what_one_seat_knows_of_a_game_is_no_record_to_replay() -> None:
    assert complaint(record.dump_for(auction(*ORDERS), "green")) == (
        "game.bocage: it holds only what green might know of the game, so it cannot be replayed"
    )


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(RecordError, match="the record: option 'weather' is given twice"):
        record.parse(
            "bocage 1\ngame fire_movement/sword\noptions weather=no weather=yes\ndata a\nrules 1\n\nresult a\n"
        )


def test_a_game_that_branched_off_replays_with_the_past_of_one_seed_and_the_future_of_another() -> None:
    source = auction(*ORDERS)
    past = source.history[:3]
    given = tuple(word for played in past for word in played.chance)
    branch = Game(source.setting, "1945", given=given)
    for played in past:
        branch.play(played.order)
    while not branch.over:
        branch.play("bid 1" if len(branch.decision.orders) > 1 else "pass")
    text = record.dump(branch)
    assert given and f"\ngiven {len(given)}\n" in text and "\nseed 1945\n" in text
    again = replay(text)
    assert again.history == branch.history and record.dump(again) == text
    seedless = record.dump(branch, with_seed=False)
    assert record.dump(replay(seedless), with_seed=False) == seedless
    assert "the seed gives" in complaint(text.replace("\ngiven", "\nforgiven"))
    assert "'given 99' is not a number of outcomes" in complaint(text.replace("\ngiven 1\n", "\ngiven 99\n"))
