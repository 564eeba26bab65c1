"""The guided first game."""

from __future__ import annotations

from bocage.games.dark_summer.title import DarkSummer
from bocage.table.model import Guide


def guide_of(setting: DarkSummer) -> Guide | None:
    return None
