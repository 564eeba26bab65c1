"""A game is found by its manifest alone: what a new one adds, what one that lives elsewhere can do, what is refused."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import bocage as library
from bocage.drawings import whole_maps
from bocage.games import GAMES, checklists_of, list_scenarios, manifest_of, manifests, open_setting
from bocage.kernel import BocageError
from bocage.kernel.manifest import PARTS, Part
from bocage.lab.bench import Bench
from bocage.server.catalogue import catalogue
from tests import support
from tests.cli.conftest import Shell

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "bocage"


@pytest.fixture
def auction(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that has scenarios and nothing besides."""
    monkeypatch.setenv("BOCAGE_GAMES", "tests.games.auction")


def package(folder: Path, name: str, **modules: str) -> None:
    """Write a package with some modules."""
    (folder / name).mkdir()
    for module, text in {"__init__": "", **modules}.items():
        (folder / name / f"{module}.py").write_text(text)


# -- a game that lives elsewhere ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("auction")
def test_a_game_named_in_the_environment_is_listed_and_can_be_opened(bocage: Shell) -> None:
    assert "short  A short auction" in bocage("list").out
    listed = json.loads(bocage("list --json").out)["scenarios"]
    assert [scenario["name"] for scenario in listed][-1] == "auction/short"
    assert library.new("short").setting.name == library.new("auction/short").setting.name == "auction/short"
    assert manifest_of("auction/short").title == "An Auction"


@pytest.mark.usefixtures("auction")
@pytest.mark.parametrize("jobs", [1, 2])
def test_it_can_be_simulated_with_random(jobs: int, bocage: Shell) -> None:
    answer = bocage(f"simulate short --games 3 --player random --json --jobs {jobs}")
    assert answer.code == 0
    assert set(json.loads(answer.out)["sides"]) == {"red", "green", "blue"}


@pytest.mark.usefixtures("auction")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("map auction --svg auction.svg", "auction has no map"),
        ("data auction", "auction has no data to show"),
        ("simulate short --games 1", "sergeant does not know auction"),
        ("play short --player random", "auction has no table, so nothing can show it to people"),
        ("play short", "sergeant does not know auction"),
        ("fuzz --scenario short --games 1", "auction does not say what must always hold, so it cannot be checked"),
        ("rules auction", "auction has no checklist of its rules"),
    ],
)
def test_what_needs_a_part_that_it_lacks_is_refused_in_one_sentence(line: str, sentence: str, bocage: Shell) -> None:
    answer = bocage(line)
    assert (answer.code, answer.err) == (2, f"bocage: {sentence}\n")


@pytest.mark.usefixtures("auction")
def test_menus_catalogue_and_maps_leave_out_what_cannot_be_shown(bocage: Shell) -> None:
    assert "auction" not in bocage("play").out
    assert "auction" not in {card.game for card in catalogue.__wrapped__().scenarios}
    assert "auction" not in dict(whole_maps())


@pytest.mark.usefixtures("auction")
def test_only_what_it_has_is_measured() -> None:
    names = [name for name, _ in Bench(seconds=0.1, repetitions=1, quick=True).measurements()]
    assert [name for name in names if "auction" in name] == ["random play auction/short"]
    assert {"random game of omaha_beach/first_waves", "sergeant in fire_movement/sword", "state copy"} <= set(names)


def test_without_the_environment_there_is_no_such_game(bocage: Shell) -> None:
    assert list(manifests()) == list(GAMES)
    assert bocage("simulate short").err.startswith("bocage: there is no scenario 'short'")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("no.such.package", "BOCAGE_GAMES names no.such.package, which cannot be used: No module named 'no'"),
        ("json", "BOCAGE_GAMES names json, which cannot be used: it holds no MANIFEST"),
        ("tests.games.auction, json", "BOCAGE_GAMES names json, which cannot be used: it holds no MANIFEST"),
        ("tests.games.auction,tests.games.auction", "BOCAGE_GAMES names tests.games.auction, but there is a game"),
        ("bocage.games.fire_movement", "BOCAGE_GAMES names bocage.games.fire_movement, but there is a game"),
        ("../auction", "BOCAGE_GAMES names ../auction, which cannot be used: "),
        ("broken", "BOCAGE_GAMES names broken, which cannot be used: invalid syntax"),
        ("wordy", "BOCAGE_GAMES names wordy, which cannot be used: one line"),
    ],
)
def test_a_name_that_is_no_game_is_refused_in_one_sentence(
    value: str, sentence: str, bocage: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, "broken", __init__="MANIFEST = = 1")
    package(tmp_path, "wordy", __init__="raise ValueError('one line\\nand another')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("BOCAGE_GAMES", value)
    answer = bocage("list")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(f"bocage: {sentence}")


def test_an_empty_value_and_a_comma_too_many_name_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("", " , "):
        monkeypatch.setenv("BOCAGE_GAMES", value)
        assert list(manifests()) == list(GAMES)


def test_a_part_that_lacks_something_and_a_name_that_two_games_have_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = "from bocage.kernel.manifest import Manifest\nMANIFEST = Manifest(__name__, 'Half a Game')\n"
    package(tmp_path, "half_a_game", __init__=manifest, title="def list_scenarios(): return []")
    info = "from bocage.kernel import ScenarioInfo\n"
    listed = "def list_scenarios(): return [ScenarioInfo('namesake/sword', '', '', '', 1, {}, (), None)]\n"
    package(tmp_path, "namesake", __init__=manifest, title=f"{info}{listed}def open_scenario(*_): pass")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("BOCAGE_GAMES", "half_a_game")
    with pytest.raises(BocageError, match=r"half_a_game\.title does not offer all that bocage\.games\.Title asks for"):
        list_scenarios()
    monkeypatch.setenv("BOCAGE_GAMES", "namesake")
    with pytest.raises(BocageError, match="'sword' may be fire_movement/sword or namesake/sword"):
        open_setting("sword")


@pytest.mark.parametrize("part", ["table", "drawings", "players"])
def test_a_part_that_fails_when_it_is_loaded_is_told_in_one_sentence(
    part: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = "from bocage.kernel.manifest import Manifest\nMANIFEST = Manifest(__name__, 'A Broken Game')\n"
    title = "from tests.games.auction.title import list_scenarios, open_scenario"
    name = f"broken_{part}"
    package(tmp_path, name, __init__=manifest, title=title, **{part: "LAYOUT = lay_out(\n  'one\ntwo')"})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("BOCAGE_GAMES", name)
    with pytest.raises(BocageError, match=rf"^{name}\.{part} cannot be used: .+$") as told:
        manifest_of(name).part(part, object)
    assert "\n" not in str(told.value)


# -- the games of this program ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_this_program_has_all_its_parts(game: str) -> None:
    manifest = manifest_of(game)
    own_choice = {"lab"}  # measurements beyond those that are made of every game
    assert [part for part in PARTS if part not in own_choice and not manifest.has(part)] == []
    assert checklists_of(manifest)
    known = {info.short for info in list_scenarios(game)}
    assert manifest.samples and set(manifest.samples) <= known


def test_a_proof_names_an_edition_of_a_registered_game() -> None:
    registered = [edition for game in GAMES for edition in checklists_of(manifest_of(game))]
    assert list(support.checklists())[: len(registered)] == registered
    with pytest.raises(pytest.fail.Exception, match="there is no edition 'third'; known are"):
        support.rule("8.3-01", edition="third")


def test_every_package_of_a_game_is_registered() -> None:
    assert sorted(path.parent.name for path in (SOURCE / "games").glob("*/__init__.py")) == sorted(GAMES)


class WithoutDocstrings(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        return ast.Pass() if isinstance(node.value, ast.Constant) else node


def code_of(path: Path) -> str:
    """The source of a module without comments and docstrings, which may name a game as an example."""
    return ast.unparse(WithoutDocstrings().visit(ast.parse(path.read_text("utf-8"))))


def names_of_others(path: Path, text: str) -> list[str]:
    """The games that a file names although it belongs to none of them, or to another one."""
    own = {*path.relative_to(ROOT).with_suffix("").parts}
    return [game for game in GAMES if game not in own and re.search(rf"(?<![a-z]){game}(?![a-z])", text)]


def test_no_module_names_a_game_that_it_does_not_belong_to() -> None:
    registry = SOURCE / "games" / "__init__.py"
    one_line = f"GAMES = {GAMES!r}"
    found = {}
    for path in sorted([*SOURCE.rglob("*.py"), *(ROOT / "tools").glob("*.py")]):
        text = code_of(path)
        if path == registry:
            assert text.count(one_line) == 1
            text = text.replace(one_line, "")
        if named := names_of_others(path, text):
            found[str(path.relative_to(ROOT))] = named
    assert found == {}


@pytest.mark.parametrize("name", ["Makefile", "pyproject.toml", "tests/support.py", "web/vite.config.ts"])
def test_no_list_of_games_is_kept_anywhere_else(name: str) -> None:
    assert names_of_others(ROOT / name, (ROOT / name).read_text("utf-8")) == []
