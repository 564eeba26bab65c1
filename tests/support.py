"""What tests share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from bocage.games import checklists_of, manifests
from bocage.kernel.checklist import Checklist, load_checklists
from bocage.kernel.errors import nearest

OWN_GAMES = Path(__file__).parent / "games"


@cache
def checklists() -> dict[str, Checklist]:
    """The rules of all games by edition, whose names no two games share: also of those that live among the tests."""
    found: dict[str, Checklist] = {}
    registered = [checklists_of(manifest) for manifest in manifests().values() if manifest.folder.parent != OWN_GAMES]
    for editions in (*registered, load_checklists(OWN_GAMES)):
        for edition, checklist in editions.items():
            assert edition not in found, f"{checklist.game} and {found[edition].game} both have an edition '{edition}'"
            found[edition] = checklist
    return found


@cache
def default_edition() -> str:
    """The edition that is meant by marks which name none."""
    (default,) = (edition for edition, checklist in checklists().items() if checklist.default)
    return default


def rule(*ids: str, edition: str = "") -> pytest.MarkDecorator:
    """Mark a test as proof of obligations of a rulebook; what no checklist has is refused at once."""
    edition = edition or default_edition()
    if edition not in checklists():
        pytest.fail(f"@rule: there is no edition {edition!r}{nearest(edition, checklists())}", pytrace=False)
    known = checklists()[edition].obligations
    for unknown in (id_ for id_ in ids if id_ not in known):
        pytest.fail(f"@rule({unknown!r}): no such obligation in {edition}{nearest(unknown, known)}", pytrace=False)
    return pytest.mark.rule(*ids, edition=edition)


def altered(texts: Mapping[str, str], file: str, old: str, new: str) -> dict[str, str]:
    """Data files with a slip in one of them."""
    assert old in texts[file]
    return {**texts, file: texts[file].replace(old, new, 1)}


def own_values(folder: Path, text: str) -> Path:
    """A file with a player's own values."""
    path = folder / "mine.toml"
    path.write_text(dedent(text), encoding="utf-8")
    return path
