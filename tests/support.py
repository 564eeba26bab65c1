"""What tests share."""

from __future__ import annotations

from functools import cache

import pytest

from bocage.games import checklists_of, manifests
from bocage.kernel.checklist import DEFAULT_EDITION, Checklist
from bocage.kernel.errors import nearest


@cache
def checklists() -> dict[str, Checklist]:
    """The rules of all games by edition, whose names no two games share."""
    found: dict[str, Checklist] = {}
    for manifest in manifests().values():
        for edition, checklist in checklists_of(manifest).items():
            assert edition not in found, f"{checklist.game} and {found[edition].game} both have an edition '{edition}'"
            found[edition] = checklist
    return found


def rule(*ids: str, edition: str = DEFAULT_EDITION) -> pytest.MarkDecorator:
    """Mark a test as proof of obligations of a rulebook; what no checklist has is refused at once."""
    if edition not in checklists():
        pytest.fail(f"@rule: there is no edition {edition!r}{nearest(edition, checklists())}", pytrace=False)
    known = checklists()[edition].obligations
    for unknown in (id_ for id_ in ids if id_ not in known):
        pytest.fail(f"@rule({unknown!r}): no such obligation in {edition}{nearest(unknown, known)}", pytrace=False)
    return pytest.mark.rule(*ids, edition=edition)
