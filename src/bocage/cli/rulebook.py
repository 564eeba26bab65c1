"""Our text of the rulebooks, and which tests prove it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bocage.games import checklists_of, manifest_of
from bocage.kernel.checklist import Checklist, Coverage, Obligation, collect_proofs, coverage
from bocage.kernel.errors import BocageError, nearest


def checklists(game: str) -> Mapping[str, Checklist]:
    """The checklists of a game by edition, the one that others inherit first."""
    found = checklists_of(manifest_of(game))
    if not found:
        raise BocageError(f"{game} has no checklist of its rules")
    return found


def tests_folder() -> Path:
    """Where the tests are, which is in a checkout and nowhere else."""
    checkout = Path(__file__).parents[3]
    folder = checkout / "tests"
    if not (checkout / "pyproject.toml").is_file() or not folder.is_dir():
        raise BocageError(f"the tests are not here ({folder}): run this in a checkout of the project")
    return folder


def coverages(*games: str) -> Iterator[Coverage]:
    """How far the tests prove each edition of some games."""
    proofs = collect_proofs(tests_folder())
    for game in games:
        for checklist in checklists(game).values():
            yield coverage(checklist, proofs)


def look_up(game: str, number: str, edition: str | None = None) -> list[tuple[Checklist, Obligation]]:
    """The obligations that a number stands for, itself or all of its section: ``8.3-08`` or ``8.3``.

    Before the number may stand the edition that prints it: ``Quad 11.4``.
    """
    named, _, bare = number.rpartition(" ")
    if named.lower() in checklists(game):
        edition, number = named.lower(), bare
    chosen = [checklist for name, checklist in checklists(game).items() if edition in (None, name)]
    for checklist in chosen:
        known = checklist.obligations
        if number in known:
            return [(c, c.obligations[number]) for c in chosen if number in c.obligations]
        if number in checklist.sections:
            return [(checklist, obligation) for obligation in known.values() if obligation.section == number]
    names = [name for checklist in chosen for name in (*checklist.obligations, *checklist.sections)]
    raise BocageError(f"no rule of {game} has the number '{number}'{nearest(number, set(names))}")


def title_of(checklist: Checklist, obligation: Obligation) -> str:
    """The heading under which an obligation stands."""
    return f"{obligation.section} {checklist.sections[obligation.section]}"
