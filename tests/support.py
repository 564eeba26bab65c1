"""What tests share."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import pytest

import bocage.games
from bocage.kernel.checklist import DEFAULT_EDITION, Checklist, load_checklists
from bocage.kernel.errors import nearest

Edition = Literal["quad", "folio", "omaha"]


@cache
def checklists() -> dict[str, Checklist]:
    return load_checklists(Path(bocage.games.__file__).parent)


def rule(*ids: str, edition: Edition = DEFAULT_EDITION) -> pytest.MarkDecorator:
    """Mark a test as proof of obligations of a rulebook; an id that no checklist has is refused at once."""
    known = checklists()[edition].obligations
    for unknown in (id_ for id_ in ids if id_ not in known):
        pytest.fail(f"@rule({unknown!r}): no such obligation in {edition}{nearest(unknown, known)}", pytrace=False)
    return pytest.mark.rule(*ids, edition=edition)
