"""``bocage map omaha_beach``: the printed sheet either way up."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Shell


def test_the_map_is_drawn_either_way_up(bocage: Shell, tmp_path: Path) -> None:
    printed, turned = tmp_path / "printed.svg", tmp_path / "turned.svg"
    assert bocage(f"map omaha_beach --svg {printed}").code == 0
    assert bocage(f"map omaha_beach --svg {turned} --turned").code == 0
    one, other = printed.read_text(), turned.read_text()
    assert one.startswith("<svg") and other.startswith("<svg") and one != other
    assert "EASY RED" in one and "EASY RED" in other


def test_what_does_not_fit_the_map_is_refused(bocage: Shell, tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    for line, words in (
        (f"map omaha_beach --svg {path} --scenario easy_fox", "is drawn as a whole"),
        (f"map fire_movement --svg {path} --turned", "has north at the top already"),
    ):
        answer = bocage(line)
        assert answer.code == 2 and words in answer.err
    assert not path.exists()
