"""The commands besides play: list, simulate, replay, rules, data, map, and help for all of them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import bocage as library
from bocage.games import GAMES, checklists_of, list_scenarios, manifest_of
from bocage.kernel.checklist import Proof, collect_proofs
from bocage.kernel.record import dump
from bocage.players import make, play_out
from bocage.players import review as reviewing
from tests.cli.conftest import Shell

COMMANDS = ["list", "play", "serve", "server", "simulate", "tournament", "learn", "replay", "review"]
COMMANDS += ["rules", "data", "map", "bench", "fuzz"]
OVERLAY = Path(__file__).parents[2] / "docs" / "example_overlay.toml"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of Sword between two random players."""
    game = play_out(library.new("sword", seed=11), {"allied": make("random", 1), "german": make("random", 2)})
    path = tmp_path_factory.mktemp("records") / "sword.bocage"
    path.write_text(dump(game))
    return path


# -- help -----------------------------------------------------------------------------------------


def test_bocage_alone_and_help_list_every_command(bocage: Shell) -> None:
    for line in ("", "--help", "-h"):
        answer = bocage(line)
        assert answer.code == 0
        assert re.findall(r"^  (\w+)  ", answer.out.partition("Commands:")[2], re.M) == sorted(
            COMMANDS, key=lambda name: (name == "server", COMMANDS.index(name))
        )


@pytest.mark.parametrize("command", [*COMMANDS, "server check"])
def test_every_command_teaches_by_example(command: str, bocage: Shell) -> None:
    answer = bocage(f"{command} --help")
    assert answer.code == 0
    examples = answer.out.partition("Examples\n")[2].partition("\n\n")[0].splitlines()
    assert examples
    own = f"bocage {command.partition(' ')[0]}"
    assert all(example.strip().startswith((own, "bocage play")) for example in examples)


def test_the_version_is_told(bocage: Shell) -> None:
    assert bocage("--version").out == f"bocage {library.__version__}\n"


def test_help_imports_neither_games_nor_rich() -> None:
    code = "import sys; from bocage.cli import run; run(['--help']); print([m for m in sys.modules if m in BAD])"
    script = f"BAD = {{'rich', 'pydantic', 'bocage.games', 'bocage.players', 'bocage.lab'}}; {code}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# -- list -----------------------------------------------------------------------------------------


def test_list_names_every_scenario_with_its_options(bocage: Shell) -> None:
    answer = bocage("list")
    assert answer.code == 0
    for scenario in list_scenarios():
        assert scenario.name.rpartition("/")[2] in answer.out
        assert scenario.title in answer.out
    assert re.search(r"--option weather=  \[no\] yes .*\(10\.6\)", answer.out)
    assert "Players: human, random, recruit, sergeant, captain, colonel." in answer.out


def test_list_as_json_says_the_same(bocage: Shell) -> None:
    listed = json.loads(bocage("list --json").out)
    assert [scenario["name"] for scenario in listed["scenarios"]] == [scenario.name for scenario in list_scenarios()]
    sword = next(scenario for scenario in listed["scenarios"] if scenario["name"] == "fire_movement/sword")
    assert (sword["turns"], sword["seats"]) == (17, ["allied", "german"])
    assert {option["name"]: option["default"] for option in sword["options"]}["weather"] == "no"
    assert listed["players"] == ["human", "random", "recruit", "sergeant", "captain", "colonel"]


# -- simulate -------------------------------------------------------------------------------------


def test_simulate_prints_win_rates_with_intervals_turns_losses_and_time(bocage: Shell) -> None:
    answer = bocage("simulate sword --games 4 --player random --seed 5")
    assert answer.code == 0
    assert "sword, 4 games from seed 5" in answer.out
    assert re.search(r"allied . random . \d+ +. [\d.]+% +. [\d.]+% to [\d.]+%", answer.out)
    assert re.search(r"turns [\d.]+ ± ", answer.out)
    assert re.search(r"[\d.]+ s with 1 job", answer.out)
    assert not answer.err


def test_simulate_gives_the_same_results_with_any_number_of_jobs(bocage: Shell) -> None:
    line = "simulate sword --games 4 --player random --json"
    one, two = (json.loads(bocage(f"{line} --jobs {jobs}").out) for jobs in (1, 2))
    assert one.pop("time")["jobs"] == 1
    assert two.pop("time")["jobs"] == 2
    assert one == two
    assert len({result["record"] for result in one["results"]}) == 4
    assert one["sides"]["allied"]["wins"]["times"] + one["sides"]["german"]["wins"]["times"] == 4
    other = json.loads(bocage(f"{line} --seed 2").out)
    assert other["fingerprint"] != one["fingerprint"]


def test_simulate_plays_with_options_and_overlays(bocage: Shell) -> None:
    line = "simulate sword --games 1 --player random --json"
    plain, weather, mine = (
        json.loads(bocage(f"{line} {extra}").out)["fingerprint"]
        for extra in ("", "--option weather=yes", f"--overlay {OVERLAY}")
    )
    assert len({plain, weather, mine}) == 3


def test_an_interrupted_series_shows_what_there_is(bocage: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from bocage.lab import simulate

    def interrupted(trial: simulate.Trial, games: int, jobs: int) -> Iterator[simulate.GameResult]:
        yield from (simulate.play_game(trial, number) for number in range(2))
        raise KeyboardInterrupt

    monkeypatch.setattr("bocage.lab.simulate.run", interrupted)
    answer = bocage("simulate sword --games 50 --player random --json")
    assert answer.code == 130
    assert answer.err == "bocage: stopped after 2 of 50 games\n"
    assert json.loads(answer.out)["games"] == 2


@pytest.mark.parametrize("after", [0.0, 1.0])
def test_an_interruption_ends_all_processes_cleanly(after: float) -> None:
    """Also one that comes the moment the processes start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background may be told to ignore it
    line = "simulate sword --games 100000 --player random --jobs 2"
    with subprocess.Popen(
        [sys.executable, "-m", "bocage", *line.split()], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            while not (workers := children.read_text().split()):
                time.sleep(0.01)
            time.sleep(after)
            workers = children.read_text().split()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()  # its workers then end at their next result
    assert process.returncode == 130
    assert re.fullmatch(r"bocage: stopped after \d+ of 100000 games\n", err)
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


# -- replay ---------------------------------------------------------------------------------------


def test_replay_tells_the_game_in_sentences_with_rule_numbers(record: Path, bocage: Shell) -> None:
    answer = bocage(f"replay {record}")
    assert answer.code == 0
    assert re.search(r"^ +1  german at \d{4}$", answer.out, re.M)
    assert re.search(r"^ +716/716 is recorded in \d{4}\. \(12\.4-01\)$", answer.out, re.M)
    assert "Turn 2 begins. (4.1-01)" in answer.out
    assert re.search(r"^After \d+ orders: \w+ (\w+ )?victory: .* \(12\.8-0\d\)$", answer.out, re.M)


def test_replay_stops_where_it_is_told(record: Path, bocage: Shell) -> None:
    answer = bocage(f"replay {record} --to 3")
    assert answer.out.splitlines()[-1].startswith("After 3 orders german decides: Record the set-up hex of ")
    assert len(re.findall(r"^ +\d+  german", answer.out, re.M)) == 3
    assert len(bocage(f"replay {record} --to 3 --quiet").out.splitlines()) == 1


def test_verify_says_what_was_checked(record: Path, bocage: Shell) -> None:
    answer = bocage(f"replay {record} --verify --quiet")
    assert answer.code == 0
    told = " ".join(answer.out.split())
    assert re.search(r"Verified: \d+ orders are legal, \d+ dice and draws follow from seed 11, the seed fits", told)


def test_replay_as_json_has_orders_dice_and_events(record: Path, bocage: Shell) -> None:
    told = json.loads(bocage(f"replay {record} --json").out)
    game = library.load(record)
    assert [order["order"] for order in told["orders"]] == [str(played.order) for played in game.history]
    assert [tuple(order["chance"]) for order in told["orders"]] == [played.chance for played in game.history]
    assert told["hash"] == game.hash()
    assert game.outcome is not None and told["outcome"]["rule"] == game.outcome.rule
    assert all(event["sentence"] for order in told["orders"] for event in order["events"])


# -- rules ----------------------------------------------------------------------------------------


def test_rules_show_the_coverage_of_each_edition(bocage: Shell) -> None:
    answer = bocage("rules fire_movement")
    assert answer.code == 0
    told = " ".join(answer.out.split())
    found = re.findall(r"\((quad|folio)\): (\d+) of (\d+) obligations proved, (\d+) missing", told)
    assert [edition for edition, *_ in found] == ["quad", "folio"]
    for _, proved, total, missing in found:
        assert int(proved) + int(missing) == int(total)


def test_check_fails_exactly_when_something_is_missing(bocage: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    proofs = collect_proofs(Path(__file__).parents[1])
    monkeypatch.setattr("bocage.cli.rulebook.collect_proofs", lambda folder: proofs)
    for edition in ("quad", "folio"):
        coverage = json.loads(bocage(f"rules fire_movement --edition {edition} --json").out)[edition]
        assert bocage(f"rules fire_movement --edition {edition} --check").code == (0 if coverage["complete"] else 1)
        listed = bocage(f"rules fire_movement --edition {edition} --missing").out
        for obligation in coverage["missing"]:
            assert re.search(rf"^{re.escape(obligation)} ", listed, re.M)


def test_without_a_game_the_rules_of_all_are_checked(bocage: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    proofs = collect_proofs(Path(__file__).parents[1])
    monkeypatch.setattr("bocage.cli.rulebook.collect_proofs", lambda folder: proofs)
    told = " ".join(bocage("rules --check").out.split())
    assert re.findall(r"\((\w+)\): \d+ of \d+ obligations proved", told) == [
        edition for game in GAMES for edition in checklists_of(manifest_of(game))
    ]
    last = next(iter(checklists_of(manifest_of(GAMES[-1]))))
    others = [proof for proof in proofs if proof.edition != last]
    monkeypatch.setattr("bocage.cli.rulebook.collect_proofs", lambda folder: others)
    assert bocage("rules --check").code == 1, "one game without proofs is enough"


def test_check_fails_for_an_obligation_without_a_test(bocage: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.cli.rulebook.collect_proofs", lambda folder: [])
    assert bocage("rules fire_movement --check").code == 1
    assert bocage("rules fire_movement").code == 0
    assert "No test proves it yet." in bocage("rules fire_movement 8.3-08").out


def test_one_rule_is_read_with_its_ruling_and_its_tests(bocage: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = Proof("tests/test_it.py::test_ruling", "8.3-05", "quad")
    monkeypatch.setattr("bocage.cli.rulebook.collect_proofs", lambda folder: [proof])
    quad = json.loads(bocage("rules fire_movement 8.3-05 --edition quad --json").out)
    assert [(rule["id"], rule["edition"], rule["tests"]) for rule in quad] == [("8.3-05", "quad", [proof.test])]
    text = " ".join(bocage("rules fire_movement 8.3-05 --edition quad").out.split())
    assert " ".join(quad[0]["text"].split()) in text
    assert f"Test: {proof.test}" in text
    section = json.loads(bocage("rules fire_movement 8.3 --json").out)
    assert len(section) > 5 and all(rule["section"] == "8.3" for rule in section)


# -- data -----------------------------------------------------------------------------------------


def test_data_shows_units_with_their_sources(bocage: Shell) -> None:
    units = json.loads(bocage("data fire_movement units sword --json").out)
    panzers = next(unit for unit in units if unit["id"] == "22/21")
    assert (panzers["front"], panzers["steps"]) == ({"attack": 6, "defence": 5, "movement": 12}, 2)
    assert panzers["values"]["kind"] == "reconstructed" and panzers["listed"]["kind"] == "rulebook"
    assert "505/82" not in {unit["id"] for unit in units}
    assert len(json.loads(bocage("data fire_movement units --json").out)) > len(units)
    assert re.search(r"22/21 .* 6-5-12", bocage("data fire_movement units sword").out)


def test_data_shows_an_overlay_in_place(bocage: Shell) -> None:
    units = json.loads(bocage(f"data fire_movement units sword --overlay {OVERLAY} --json").out)
    panzers = next(unit for unit in units if unit["id"] == "22/21")
    assert panzers["front"]["attack"] == 5 and "overlay" in panzers["values"]["note"]


def test_data_shows_terrain_markers_and_scenarios(bocage: Shell) -> None:
    terrain = json.loads(bocage("data fire_movement terrain --json").out)
    assert terrain["hex"]["bocage"]["source"]["kind"]
    assert re.search(r"river hexside +\+", bocage("data fire_movement terrain").out)
    markers = json.loads(bocage("data fire_movement markers sword --json").out)
    assert set(markers) == {"sword"} and markers["sword"]["german_markers"]["source"]["kind"] == "rulebook"
    assert re.search(r"sword +beachheads +\d", bocage("data fire_movement markers sword").out)
    scenario = json.loads(bocage("data fire_movement scenarios fire_movement/sword --json").out)
    assert [one["id"] for one in scenario["scenarios"]] == ["sword"] and set(scenario["areas"]) == {"sword"}
    assert "German arrival" in bocage("data fire_movement scenarios sword").out


def test_data_of_any_game_are_listed_by_kind(bocage: Shell) -> None:
    kinds = json.loads(bocage("data omaha_beach --json").out)
    assert list(kinds) == ["units", "germans", "positions", "scenarios"]
    told = bocage("data omaha_beach").out
    assert all(f"{kind} " in told and sentence in told for kind, sentence in kinds.items())
    for kind in kinds:
        rows = json.loads(bocage(f"data omaha_beach {kind} --json").out)
        fewer = json.loads(bocage(f"data omaha_beach {kind} easy_fox --json").out)
        assert all(row in rows for row in fewer) and (len(fewer) < len(rows) or kind == "germans")
    company = next(row for row in json.loads(bocage("data omaha_beach units --json").out) if row["unit"] == "D/1/16")
    assert (company["strength"], company["range"], company["source"]) == ("7 4 2", "2 0 0", "printed")
    assert re.search(r"WN62N +wn +0812 +east +green", bocage("data omaha_beach positions easy_fox").out)


def test_data_overlay_says_what_a_good_file_changes(bocage: Shell) -> None:
    answer = bocage(f"data fire_movement --overlay {OVERLAY}")
    assert answer.code == 0
    assert "is in order." in answer.out
    assert "units: " in answer.out and "22/21" in answer.out
    changes = json.loads(bocage(f"data fire_movement --overlay {OVERLAY} --json").out)["changes"]
    assert changes["areas"] == ["sword"] and "river" in changes["terrain"]


# -- map ------------------------------------------------------------------------------------------


def test_map_draws_a_part_of_the_map_over_an_older_drawing(bocage: Shell, tmp_path: Path) -> None:
    path = tmp_path / "sword.svg"
    path.write_text("<svg/>")
    answer = bocage(f"map fire_movement --svg {path} --scenario sword")
    assert answer.code == 0
    drawn = path.read_text()
    found = re.search(r'viewBox="([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)"', drawn)
    assert found is not None and float(found[1]) > 1000  # the west is cut off
    assert ">0938<" in drawn


@pytest.mark.parametrize("scenario", [info.name for info in list_scenarios()])
def test_data_knows_every_scenario_by_the_name_of_the_list(scenario: str, bocage: Shell) -> None:
    game, _, short = scenario.partition("/")
    assert bocage(f"data {game} units {short} --json").code == 0


# -- review ---------------------------------------------------------------------------------------


def test_review_tells_luck_and_decisions_in_words(bocage: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    few = reviewing.Bounds(throws=40, seconds=0.5, at_most=0.5)
    usual = reviewing.review
    monkeypatch.setattr(
        reviewing, "review", lambda game, advance, resigned: usual(game, few, advance, resigned=resigned)
    )
    golden = Path(__file__).parents[1] / "golden" / "sword_greedy.bocage"
    told = bocage(f"review {golden}").out
    assert told.startswith("allied victory")
    assert re.search(r"Luck [+-]\d+\.\d %\.", told)
    assert re.search(r"allied: luck [+-]\d+\.\d ± \d+\.\d % for Allies, decisions [+-]\d+\.\d % in \d+ orders", told)
    assert "percent of the way from the worst result" in told
    assert json.loads(bocage(f"review {golden} --json").out)["accounts"][0]["seat"] == "allied"


def test_review_refuses_a_game_that_goes_on(bocage: Shell, tmp_path: Path) -> None:
    game = library.new("sword", seed=1)
    game.play(game.decision.orders[0])
    (tmp_path / "going.bocage").write_text(dump(game))
    answer = bocage(f"review {tmp_path / 'going.bocage'}")
    assert (answer.code, answer.err) == (2, "bocage: a game is reviewed when it is over\n")
