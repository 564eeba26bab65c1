"""Every rule that is shown, in the Rules panel or by ``bocage rules``, speaks to a player, not to programmers."""

from __future__ import annotations

import re

import pytest

from bocage.games import checklists_of, manifests
from bocage.kernel.wording import listed

FOR_PROGRAMMERS = re.compile(
    r"\b(software|programs?|implement\w*|interface|boolean|flags?|code|data|display\w*|screen|menu|log|comput\w+|README"
    r"|queryable|callable|stor(e|es|ed)|API|user|flagged|recompute\w*|clamp\w*|reproducib\w*|undo)\b|\.toml\b"
    r"|\bneeds? a (state|flag|field|counter)\b|\b(map|CRT) gap\b|\bgap on\b|: (keep and )?show\b|' state\b"
    r"|\brecord holds\b|\b(un)?signed (track|number)\b",
    re.IGNORECASE,
)
EDITIONS = [(game, edition) for game, manifest in manifests().items() for edition in checklists_of(manifest)]


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_no_entry_or_ruling_speaks_to_programmers(game: str, edition: str) -> None:
    checklist = checklists_of(manifests()[game])[edition]
    shown = [
        (rule.id, text)
        for section in checklist.book
        for rule in section.obligations
        for text in (section.title, rule.text, rule.ruling, rule.ambiguous, rule.needs)
    ]
    assert [(number, text) for number, text in shown if FOR_PROGRAMMERS.search(text)] == []


def test_lists_in_sentences_have_one_and() -> None:
    assert [listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
