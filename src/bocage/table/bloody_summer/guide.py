"""The guided first game: the first phase of The Race to Cherbourg, step by step."""

from __future__ import annotations

from bocage.games.bloody_summer.title import BloodySummer
from bocage.table.model import Guide


def guide_of(setting: BloodySummer) -> Guide | None:
    """The guide of a scenario, or None."""
    return None
