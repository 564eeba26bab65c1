"""Whatever a person gets wrong is told in one sentence on stderr, with exit code 2, and changes nothing."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import bocage as library
from bocage.cli import run
from bocage.games.fire_movement.title import RULES_VERSION
from tests.cli.conftest import Shell

OVERLAY = Path(__file__).parents[2] / "docs" / "example_overlay.toml"


def refused(answer: object) -> str:
    """The sentence of a refusal."""
    assert isinstance(answer, tuple)
    code, out, err = answer
    assert code == 2, (code, out, err)
    assert not out, out
    assert err.startswith("bocage: ") and err.count("\n") == 1, err
    assert "Traceback" not in err
    return str(err.removeprefix("bocage: ").rstrip("\n"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("pley", "there is no command 'pley'; did you mean play"),
        ("--sead", "bocage has no option --sead"),
        ("play sword --sead 3", "bocage play has no option --sead; did you mean --seed"),
        ("play sword extra", "bocage play does not know what to do with 'extra'; see bocage play --help"),
        ("play swrod", "there is no scenario 'swrod'; did you mean sword?"),
        ("play chess/sword", "there is no game 'chess'; known are "),
        ("play sword --player allied=hal", "there is no player 'hal'; did you mean human?"),
        ("play sword --player german=sargeant", "there is no player 'sargeant'; did you mean sergeant?"),
        ("play sword --seed", "--seed needs a value after it"),
        ("play sword --option weather", "--option 'weather' is not of the form name=value, for example weather=yes"),
        ("play sword --option wether=yes", "fire_movement/sword has no option 'wether'; did you mean weather?"),
        (
            "play sword --option weather=maybe",
            "option weather of fire_movement/sword cannot be 'maybe': it is no or yes (10.6)",
        ),
        (
            "play us_campaign --option weather=no",
            "option weather of fire_movement/us_campaign cannot be 'no': it is yes (10.6)",
        ),
        (
            "play utah --option early_arrival=yes",
            "fire_movement/utah has no option 'early_arrival'; known are flak, weather",
        ),
        ("play sword -o flak=yes -o flak=no", "--option flak is given twice, as yes and as no"),
        ("simulate", "bocage simulate needs scenario; see bocage simulate --help"),
        ("simulate swrd", "there is no scenario 'swrd'; did you mean sword?"),
        ("simulate sword --games 0", "--games / -n: it should be greater than or equal to 1"),
        ("simulate sword --games many", "--games / -n: it should be a whole number"),
        ("simulate sword --jobs 0", "--jobs / -j: it should be greater than or equal to 1"),
        ("simulate sword --player allied=human", "there is no player 'human'; known are captain, colonel, "),
        ("rules fire_movment", "there is no game 'fire_movment'; did you mean fire_movement?"),
        (
            "rules fire_movement 8.3-99",
            "no rule of fire_movement has the number '8.3-99'; did you mean 8.3-09",
        ),
        ("rules fire_movement --edition third", "there is no edition of fire_movement 'third'; known are folio, quad"),
        ("rules fire_movement 8.3-08 --check", "a rule number goes with neither --missing nor --check"),
        ("rules 8.3-08", "there is no game '8.3-08'"),
        ("rules --edition third", "there is no edition 'third'; known are "),
        ("data", "bocage data needs game; see bocage data --help"),
        ("data chess", "there is no game 'chess'; known are "),
        ("data fire_movement unit", "fire_movement has no data 'unit'; did you mean units?"),
        ("data fire_movement units swrod", "there is no scenario 'swrod'; did you mean sword?"),
        ("data omaha_beach units esay_fox", "there is no scenario 'esay_fox'; did you mean easy_fox?"),
        ("data omaha_beach --overlay x.toml", "x.toml: omaha_beach takes no values of your own"),
        ("map chess --svg x.svg", "there is no game 'chess'; known are "),
        ("map fire_movement", "bocage map needs --svg; see bocage map --help"),
        ("map fire_movement --svg x.png", "--svg x.png should end in .svg"),
        (
            "map fire_movement --svg x.svg --scenario swrod",
            "fire_movement has no scenario 'swrod'; did you mean sword?",
        ),
        ("map fire_movement --svg /nowhere/x.svg", "/nowhere/x.svg cannot be written: there is no folder /nowhere"),
        ("fuzz --scenario swrod", "there is no scenario 'swrod'; did you mean sword?"),
        ("fuzz --player greedy", "--player needs --scenario: the seats of scenarios differ"),
        ("fuzz --scenario sword --player x=greedy", "there is no seat 'x'; known are allied, german"),
        ("fuzz --games x", "--games: it should be a whole number"),
        ("bench --only nothing-of-the-kind", "no measurement has 'nothing-of-the-kind' in its name"),
    ],
)
def test_a_wrong_word_is_named_with_the_nearest_right_one(line: str, sentence: str, bocage: Shell) -> None:
    assert refused(bocage(line)).startswith(sentence)


def test_a_scenario_without_options_names_none(bocage: Shell) -> None:
    sentence = refused(bocage("simulate race_to_cherbourg --option weather=yes"))
    assert sentence == "bloody_summer/race_to_cherbourg has no option 'weather'"


# -- records --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record() -> str:
    """A game of Sword up to the first landings."""
    from bocage.kernel.record import dump

    game = library.new("sword", seed=3)
    chooser = random.Random(1)
    while not any(played.chance for played in game.history):
        game.play(chooser.choice(game.decision.orders))
    return dump(game)


def lines_with(record: str, old: str, new: str) -> str:
    assert old in record
    return record.replace(old, new, 1)


def die_changed(record: str) -> str:
    before, _, rest = record.partition("| die ")
    return f"{before}| die {int(rest[0]) % 6 + 1}{rest[1:]}"


def seventh_line(record: str, line: str) -> str:
    head, _, orders = record.partition("\n\n")
    rows = orders.splitlines()
    rows[6] = line
    return f"{head}\n\n" + "\n".join(rows) + "\n"


DAMAGE: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda r: "", "line 1: a Bocage record begins with 'bocage 1'"),
    "foreign": (lambda r: '[Event "Wijk aan Zee"]\n1. e4 e5\n', "line 1: a Bocage record begins with 'bocage 1'"),
    "future": (
        lambda r: lines_with(r, "bocage 1", "bocage 3"),
        "line 1: format 3 is newer than this program, which reads up to format 2",
    ),
    "rules": (
        lambda r: lines_with(r, f"rules {RULES_VERSION}", "rules 1"),
        f": it was played by rules version 1, this program plays version {RULES_VERSION}",
    ),
    "scenario": (
        lambda r: lines_with(r, "/sword", "/swrod"),
        ": there is no scenario 'fire_movement/swrod'; did you mean sword?",
    ),
    "options": (
        lambda r: lines_with(r, "weather=no", "weather=maybe"),
        ": option weather of fire_movement/sword cannot be 'maybe': it is no or yes (10.6)",
    ),
    "data": (lambda r: lines_with(r, "data ", "data 0"), ": it was played with other data"),
    "seed": (lambda r: lines_with(r, "seed 3", "seed 4"), ": the seed does not fit the hash promised at the start"),
    "hex": (lambda r: seventh_line(r, "german at 9999"), "line 15: 'at 9999': there is no hex '9999'"),
    "verb": (lambda r: seventh_line(r, "german fly 0838"), "line 15: 'fly' is not an order"),
    "illegal": (
        lambda r: seventh_line(r, "german at 1739"),
        "line 15: 'at 1739' is not legal there: 1739 is a beach hex",
    ),
    "seat": (
        lambda r: seventh_line(r, "allied pass"),
        "line 15: 'pass' is not legal there: german decides now, not allied",
    ),
    "die": (die_changed, "the seed gives die"),
    "cut": (lambda r: r[: r.index("allied")], ": the record is cut off: its last line should be 'result ...'"),
    "result": (
        lambda r: r[: r.index("result")] + "result 0123456789abcdef0123\n",
        "not to its recorded result 0123456789abcdef0123",
    ),
    "more": (lambda r: r + "german pass\n", "nothing may follow the result line"),
}


@pytest.mark.parametrize("command", ["replay {}", "replay {} --verify", "play --load {}"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record_is_refused_with_its_line(
    damage: str, command: str, record: str, tmp_path: Path, bocage: Shell
) -> None:
    change, sentence = DAMAGE[damage]
    path = tmp_path / "game.bocage"
    path.write_text(change(record))
    told = refused(bocage(command.format(path)))
    assert told.startswith(str(path)) and sentence in told, told
    assert path.read_text() == change(record)


def test_the_undamaged_record_is_accepted(record: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(record)
    assert bocage(f"replay {path} --verify").code == 0
    assert bocage(f"play --load {path}").code == 0


@pytest.mark.parametrize(
    "command", ["replay {}", "play --load {}", "data fire_movement --overlay {}", "play sword --overlay {}"]
)
def test_binary_garbage_missing_files_and_folders_are_refused(command: str, tmp_path: Path, bocage: Shell) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(bytes(range(256)) * 64)
    assert "garbage" in refused(bocage(command.format(garbage)))
    assert "cannot be read: No such file" in refused(bocage(command.format(tmp_path / "missing")))
    assert "cannot be read: Is a directory" in refused(bocage(command.format(tmp_path)))


def test_a_record_without_its_seed_replays_but_cannot_be_verified(record: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(record.replace("\nseed 3\n", "\n"))
    assert bocage(f"replay {path} --quiet").code == 0
    assert refused(bocage(f"replay {path} --verify")) == f"{path} holds no seed, so its dice cannot be checked"


def test_a_record_played_with_an_overlay_wants_it_again(tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    assert bocage(f"play sword --player german=random --overlay {OVERLAY} --save {path}", "1").code == 0
    assert "it was played with other data" in refused(bocage(f"replay {path}"))
    assert bocage(f"replay {path} --overlay {OVERLAY}").code == 0


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        ("--to 9999", "orders, so --to 9999 is past its end"),
        ("--to -1", "--to: it should be greater than or equal to 0"),
        ("--verify --to 3", "--verify checks a whole record, so it does not go with --to"),
    ],
)
def test_impossible_wishes_for_a_replay_are_refused(
    extra: str, sentence: str, record: str, tmp_path: Path, bocage: Shell
) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(record)
    assert sentence in refused(bocage(f"replay {path} {extra}"))


def test_a_loaded_game_brings_its_own_scenario(record: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "game.bocage"
    path.write_text(record)
    told = refused(bocage(f"play sword --load {path}"))
    assert told == "--load takes scenario, seed and options from the file, so leave them out"


# -- overlays -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", ["data fire_movement --overlay {}", "play sword --overlay {}", "simulate sword --games 1 --overlay {}"]
)
def test_a_slip_in_an_overlay_is_named_with_file_and_field(command: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("units.'22/21'.front.atack = 3\n")
    told = refused(bocage(command.format(path)))
    assert told == f"{path}, units.22/21.front.atack: there is no field 'atack'; did you mean attack?"
    path.write_text("units = = 3")
    assert "mine.toml: it is not TOML" in refused(bocage(command.format(path)))


# -- files that must stay as they are -------------------------------------------------------------


def test_a_game_is_never_saved_over_anything_but_itself(record: str, tmp_path: Path, bocage: Shell) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Bess")
    told = refused(bocage(f"play sword --save {letter}"))
    assert told == f"{letter} is there already and is no record of a game, so it is left as it is"
    other = tmp_path / "other.bocage"
    other.write_text(record)
    assert "holds another game already" in refused(bocage(f"play sword --seed 4 --save {other}"))
    answer = bocage("play sword --player german=random --seed 4", f"save {letter}", f"save {other}", "save", "1")
    assert answer.code == 0
    assert answer.out.count("! ") == 3
    assert letter.read_text() == "Dear Bess"
    assert other.read_text() == record


def test_a_game_cannot_be_saved_where_no_file_can_be(tmp_path: Path, bocage: Shell) -> None:
    assert "is not a file" in refused(bocage("play sword --save /dev/zero"))  # whose end is never reached
    assert "is not a file" in refused(bocage("replay /dev/zero"))
    assert "is not a file" in refused(bocage("data fire_movement --overlay /dev/zero"))
    assert "is a folder" in refused(bocage(f"play sword --save {tmp_path}"))
    assert "there is no folder" in refused(bocage(f"play sword --save {tmp_path}/no/game.bocage"))
    answer = bocage("play sword --player german=random --save /proc/game.bocage")
    assert answer.code == 2
    assert "/proc/game.bocage cannot be written" in answer.err


def test_a_map_replaces_only_a_map(tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "map.svg"
    path.write_text("not a drawing")
    told = refused(bocage(f"map fire_movement --svg {path}"))
    assert told == f"{path} is there already and is no drawing, so it is left as it is"
    assert path.read_text() == "not a drawing"


@pytest.mark.parametrize("seed", ["", " 7", "a\nseed b", "\x1b[2J"])
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_seed_that_no_record_could_hold_is_refused(
    command: str, seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run([command, "sword", "--seed", seed])
    told = refused((code, *capsys.readouterr()))
    assert told == f"--seed {seed!r} is not possible: a seed is one line of text without spaces around it"


def test_garbage_on_a_terminal_without_unicode_does_not_end_the_game() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bocage", "play", "sword", "--player", "german=random"],
        input=bytes(range(256)) + b"\n\xff\xfe\n1739\n",
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert b"A beachhead is marked in 1739." in done.stdout


# -- inside the game ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("fly 0838", "'fly' is not an order"),
        ("xyzzy", "'xyzzy' is neither an order nor a command"),
        ("hepl", "'hepl' is neither an order nor a command; did you mean help"),
        ("99", "there is no order number 99; the last is 6"),
        ("0", "there is no order number 0; the last is 6"),
        ("end", "not possible: place at least one beachhead marker (10.9.1-01)"),
        ("beachhead 0938", "not possible: 0938 is not a hex of this landing area's beaches (10.9.1-01)"),
        ("beachhead 9999", "'beachhead 9999': there is no hex '9999'"),
        ("beachhead", "'beachhead': 'beachhead' takes one word after it"),
        ("move 8/3", "'move 8/3': there is no unit '8/3'; did you mean"),
        ("why", "why needs an order after it"),
        ("odds 77", "there is no order number 77"),
        ("hex", "hex needs the number of a hex after it"),
        ("hex 9999", "there is no hex '9999'"),
        ("map 9999", "there is no hex '9999'"),
        ("unit", "unit needs the name of a unit after it"),
        ("unit 8/3", "there is no unit '8/3'; did you mean"),
        ("log x", "log takes a number of lines, not 'x'"),
        ("rules 99.9", "no rule of fire_movement has the number '99.9'"),
        ("undo", "nothing has been ordered yet"),
        ("[bold]\x00\x1b[31m", "'[bold][31m' is neither an order nor a command"),
    ],
)
def test_bad_input_is_answered_and_never_ends_the_game(typed: str, answer: str, bocage: Shell) -> None:
    played = bocage("play utah --player german=random --seed 7", typed, "beachhead 2508", "quit")
    assert played.code == 0
    assert played.out.count("\n> ! ") == 1 and answer in played.out.partition("\n> ! ")[2], played.out
    assert "A beachhead is marked in 2508." in played.out


@pytest.mark.parametrize("version", ["²", "9" * 5000, "-1"])
def test_a_format_number_that_is_none_is_refused(version: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "odd.bocage"
    path.write_text(f"bocage {version}\ngame fire_movement/sword\n", encoding="utf-8")
    assert "is not a format number" in refused(bocage(f"replay {path}"))


@pytest.mark.parametrize("text", ['[units."22/21"]\nfront = { attack = ' + "9" * 5000 + " }", "x = " + "[" * 3000])
def test_an_overlay_that_no_parser_can_take_is_refused(text: str, tmp_path: Path, bocage: Shell) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    assert "is not TOML" in refused(bocage(f"data fire_movement --overlay {path}"))


def test_more_games_than_anybody_can_play_are_refused(bocage: Shell) -> None:
    assert "--games" in refused(bocage("simulate sword --games 99999999999999999999"))


def test_closed_and_full_streams_end_without_a_traceback() -> None:
    program = f"{sys.executable} -m bocage"
    for line, code in (
        (f"{program} list > /dev/full", 2),
        (f"{program} list >&-", 0),
        (f"{program} play sword <&-", 0),
    ):
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False), line
