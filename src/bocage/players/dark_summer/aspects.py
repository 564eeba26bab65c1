"""What people say of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.players.aspects import Aspect, unwanted, wanted

ASPECTS: Final[Mapping[str, Aspect]] = {
    "points": Aspect("Victory Points for the Allies", "Victory Points for the Germans", True),
    "standing": Aspect("hexes with Victory Points in Allied hands", "hexes with Victory Points in German hands", True),
    "us_strength": wanted("US strength ashore"),
    "british_strength": wanted("British strength ashore"),
    "german_strength": unwanted("German strength on the map"),
    "allied_lost": unwanted("Allied strength eliminated"),
    "german_lost": wanted("German strength eliminated"),
    "allied_reduced": unwanted("Allied strength in reduced units"),
    "german_reduced": wanted("German strength in reduced units"),
    "open_beaches": wanted("Open Beaches", many=True),
    "closed_beaches": unwanted("Closed Beaches", many=True),
    "beach_guards": Aspect("the Beaches better guarded", "the Beaches less well guarded", True),
    "ground": wanted("hexes that the Allies control", many=True),
    "cherbourg": Aspect("a greater chance of Cherbourg's capture", "a smaller chance of Cherbourg's capture", True),
    "cherbourg_garrison": unwanted("German strength in Cherbourg"),
    "cherbourg_isolated": Aspect("Cherbourg more often Isolated", "Cherbourg less often Isolated", True),
    "us_to_cherbourg": Aspect("US units nearer to Cherbourg", "US units farther from Cherbourg", True),
    "caen": wanted("of Caen in Allied hands"),
    "british_to_caen": Aspect("British units nearer to Caen", "British units farther from Caen", True),
    "germans_at_caen": Aspect("Germans nearer to Caen", "Germans farther from Caen", False),
    "saint_lo": Aspect("Saint-Lô more often Allied", "Saint-Lô less often Allied", True),
    "avranches": Aspect("Avranches more often Allied", "Avranches less often Allied", True),
    "us_to_avranches": Aspect("US units nearer to Avranches", "US units farther from Avranches", True),
    "germans_at_avranches": Aspect("Germans nearer to Avranches", "Germans farther from Avranches", False),
    "brittany": wanted("US strength in Brittany"),
    "allied_exits": wanted("Allied strength over the eastern edge"),
    "allied_to_the_east": Aspect(
        "the Allies nearer to the eastern edge", "the Allies farther from the eastern edge", True
    ),
    "german_exits": unwanted("German strength over the eastern edge"),
    "can_escape": unwanted("German divisions without a loss that can still escape", many=True),
    "german_supply": unwanted("German strength in supply"),
    "allied_supply": unwanted("Allied strength out of supply"),
}
