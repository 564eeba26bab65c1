"""What people say of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.players.aspects import Aspect, unwanted, wanted

ASPECTS: Final[Mapping[str, Aspect]] = {
    "points": wanted("victory points", many=True),
    "companies_lost": unwanted("lost companies of the division that has lost most", many=True),
    "all_companies_lost": unwanted("companies lost", many=True),
    "infantry": wanted("infantry ashore"),
    "infantry_lost": unwanted("infantry lost"),
    "on_top": wanted("infantry on the high ground"),
    "on_beach": unwanted("infantry on the beach"),
    "under_fire": unwanted("infantry in German fields of fire"),
    "disrupted": unwanted("infantry disrupted"),
    "climbing": wanted("units on their way up", many=True),
    "at_positions": wanted("German positions with infantry beside them", many=True),
    "strongpoints": unwanted("strongpoints standing", many=True),
    "germans": unwanted("German positions held", many=True),
    "germans_disrupted": wanted("German positions disrupted", many=True),
    "cut_off": wanted("German positions out of communication", many=True),
    "fire": unwanted("of the beach in German fields of fire"),
    "control": wanted("high ground under US control"),
    "way_left": wanted("positions that count with infantry beside them", many=True),
    "tanks": wanted("tanks and guns ashore", many=True),
    "tanks_on_top": wanted("tanks and guns on the high ground", many=True),
    "leaders": wanted("leaders ashore", many=True),
    "heroes": wanted("units with heroes", many=True),
    "naval": wanted("naval fire markers", many=True),
    "exited": wanted("steps that have left by the exits", many=True),
}
