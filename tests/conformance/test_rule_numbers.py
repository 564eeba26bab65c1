"""Every rule number that a game's source writes down stands in its checklist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bocage.games import checklists_of, list_scenarios, manifest_of, manifests, open_setting
from bocage.kernel.checklist import Checklist
from bocage.lab import invariants

NUMBER = re.compile(r"(?:\d+\.\d+(?:\.\d+)?|CRT)(?:-E?\d+)?")


@cache
def editions(title: str) -> list[Checklist]:
    """The checklists of a game; first the one that others inherit, in whose numbers its rules are written."""
    return list(checklists_of(manifest_of(title)).values())


def _written(path: Path) -> list[tuple[int, str]]:
    """The strings of a module that are nothing but a rule number, with their lines."""
    return [
        (node.lineno, node.value)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value)
    ]


@pytest.mark.parametrize("title", manifests())
def test_every_rule_number_in_the_source_is_a_paragraph_or_section_of_the_rulebook(title: str) -> None:
    found = [(path.name, *row) for path in sorted(manifest_of(title).folder.glob("*.py")) for row in _written(path)]
    assert found
    assert [row for row in found if row[2] not in editions(title)[0].citable] == []


@pytest.mark.parametrize("title", manifests())
def test_every_rule_number_in_a_comment_or_docstring_is_one_too(title: str) -> None:
    """Written as 8.3-05; other numbers with a dot are too common in prose to be checked."""
    wrong = []
    for path in sorted(manifest_of(title).folder.glob("*.py")):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            found = re.findall(r"(?<![\w.-])\d+\.\d+(?:\.\d+)?-E?\d\d(?!\d)", text)
            unknown = [number for number in found if not any(number in known.citable for known in editions(title))]
            wrong += [(path.name, line, number) for number in unknown]
    assert wrong == []


def test_every_option_names_its_rule() -> None:
    options = [(open_setting(info.name), option) for info in list_scenarios() for option in info.options]
    assert [option for setting, option in options if not invariants.known_rule(setting, option.rule)] == []
