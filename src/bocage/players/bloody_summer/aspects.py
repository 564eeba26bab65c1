"""What people say of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.players.aspects import Aspect, unwanted, wanted

ASPECTS: Final[Mapping[str, Aspect]] = {
    "points": Aspect("points for the Allies", "points for the Germans", True),
    "us_strength": wanted("US strength on the map"),
    "british_strength": wanted("British strength on the map"),
    "german_strength": unwanted("German strength on the map"),
    "allied_lost": unwanted("Allied strength destroyed"),
    "german_lost": wanted("German strength destroyed"),
    "allied_weakened": unwanted("steps lost by Allied units", many=True),
    "german_weakened": wanted("steps lost by German units", many=True),
    "allied_disorganised": unwanted("Allied strength disorganised"),
    "german_disorganised": wanted("German strength disorganised"),
    "offshore": unwanted("Allied strength still offshore"),
    "ground": wanted("hexes that the Allies control", many=True),
    "towns": wanted("town hexes that the Allies control", many=True),
    "german_beaches": unwanted("beach hexes that the Germans control", many=True),
    "depots": wanted("capacity in Allied depots"),
    "allied_markers": wanted("Allied Offensive markers", many=True),
    "german_markers": unwanted("German Offensive markers", many=True),
    "cherbourg": wanted("of Cherbourg in Allied hands"),
    "to_cherbourg": Aspect("US units nearer to Cherbourg", "US units farther from Cherbourg", True),
    "first_at_cherbourg": Aspect(
        "the first US unit nearer to Cherbourg", "the first US unit farther from Cherbourg", True
    ),
    "germans_at_cherbourg": Aspect("Germans nearer to Cherbourg", "Germans farther from Cherbourg", False),
    "storm": wanted("US attack strength beside Cherbourg"),
    "barred": unwanted("German defence on the way to Cherbourg"),
    "saint_vaast": Aspect("Saint-Vaast more often Allied", "Saint-Vaast less often Allied", True),
    "utah_fell": Aspect("a greater danger to Utah", "a smaller danger to Utah", False),
    "to_caen": Aspect("British units nearer to Caen", "British units farther from Caen", True),
    "caen": wanted("of Caen in Allied hands"),
    "to_avranches": Aspect("US units nearer to Avranches", "US units farther from Avranches", True),
    "avranches": Aspect("Avranches more often Allied", "Avranches less often Allied", True),
    "paris": Aspect("Paris more often Allied", "Paris less often Allied", True),
    "allied_unsupplied": unwanted("Allied strength out of supply"),
    "german_unsupplied": wanted("German strength out of supply"),
}
