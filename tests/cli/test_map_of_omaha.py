"""``bocage map omaha_beach``: the printed sheet either way up."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import Shell


def test_the_map_is_drawn_either_way_up(bocage: Shell, tmp_path: Path) -> None:
    printed, turned = tmp_path / "printed.svg", tmp_path / "turned.svg"
    assert bocage(f"map omaha_beach --svg {printed}").code == 0
    assert bocage(f"map omaha_beach --svg {turned} --turned").code == 0
    one, other = printed.read_text(), turned.read_text()
    assert one.startswith("<svg") and other.startswith("<svg") and one != other
    assert "EASY RED" in one and "EASY RED" in other


def test_the_part_of_a_scenario_is_drawn_with_its_numbers(bocage: Shell, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.svg", tmp_path / "part.svg"
    assert bocage(f"map omaha_beach --svg {whole}").code == 0
    assert bocage(f"map omaha_beach --svg {part} --scenario omaha_beach/easy_fox").code == 0
    sizes = [re.search(r'width="([\d.]+)"', path.read_text()) for path in (whole, part)]
    assert sizes[0] is not None and sizes[1] is not None and float(sizes[1][1]) < float(sizes[0][1])
    assert ">0812<" in part.read_text()


def test_what_does_not_fit_the_map_is_refused(bocage: Shell, tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    for line, words in (
        (f"map omaha_beach --svg {path} --scenario easy_fox --turned", "is not drawn turned for a scenario"),
        (f"map fire_movement --svg {path} --turned", "the map of fire_movement is not drawn turned"),
    ):
        answer = bocage(line)
        assert answer.code == 2 and words in answer.err
    assert not path.exists()
