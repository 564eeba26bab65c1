"""Words that sentences of every game need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby


def listed(names: Iterable[str]) -> str:
    """Several things in one breath.

    >>> listed(["infantry", "tanks", "guns"])
    'infantry, tanks and guns'
    """
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def by_face(brings: Sequence[str]) -> str:
    """What each face of a die brings, those together that bring the same.

    >>> by_face(["a storm", "rain", "rain", "rain", "sun", "sun"])
    '1: a storm; 2–4: rain; 5–6: sun'
    """
    together = [[face for face, _ in faces] for _, faces in groupby(enumerate(brings, 1), lambda pair: pair[1])]
    spans = (f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else f"{faces[0]}" for faces in together)
    return "; ".join(f"{span}: {brings[faces[0] - 1]}" for span, faces in zip(spans, together, strict=True))


def whereto(places: int) -> str:
    """How a question ends that asks for one of so many places; it is asked for one, too, so that it can be taken back.

    >>> f"Move 8/3{whereto(2)}", f"Move 8/3{whereto(1)}"
    ('Move 8/3: whereto?', 'Move 8/3 to the only place there is?')
    """
    return " to the only place there is?" if places == 1 else ": whereto?"
