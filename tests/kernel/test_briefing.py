"""Briefings are read from a game's package, and what is missing in them is told in a sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bocage.kernel import BocageError
from bocage.kernel.briefings import load_briefings

SIDES = 'sides = { red = "Reds", blue = "Blues" }\n[scenario.duel]\nsituation = "Two meet."\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package's words."""
    words = tmp_path / "duellists" / "data" / "words"
    words.mkdir(parents=True)
    (tmp_path / "duellists" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "duellists", raising=False)
    load_briefings.cache_clear()
    return words


def test_a_briefing_says_what_each_side_needs(package: Path) -> None:
    (package / "briefings.toml").write_text(f'{SIDES}needs = {{ red = "Win.", blue = "Do not lose." }}')
    duel = load_briefings("duellists")["duel"]
    assert [(side.title, side.needs) for side in duel.sides] == [("Reds", "Win."), ("Blues", "Do not lose.")]
    assert duel.title_of("blue") == "Blues"


@pytest.mark.parametrize("needs", ['{ red = "Win." }', '{ red = "Win.", blue = "Live.", green = "Grow." }'])
def test_a_side_that_is_forgotten_or_invented_is_told(package: Path, needs: str) -> None:
    (package / "briefings.toml").write_text(f"{SIDES}needs = {needs}")
    with pytest.raises(BocageError, match="duel must say what each side needs: red, blue"):
        load_briefings("duellists")


def test_a_package_without_briefings_is_told(package: Path) -> None:
    with pytest.raises(BocageError, match=r"duellists has no data/words/briefings\.toml"):
        load_briefings("duellists")
