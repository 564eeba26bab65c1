"""What people say of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.players.aspects import Aspect, unwanted, wanted

ASPECTS: Final[Mapping[str, Aspect]] = {
    "allied_strength": wanted("Allied strength ashore"),
    "german_strength": unwanted("German strength on the map"),
    "allied_lost": unwanted("Allied strength eliminated"),
    "german_lost": wanted("German strength eliminated"),
    "allied_reduced": unwanted("Allied units reduced", many=True),
    "german_reduced": wanted("German units reduced", many=True),
    "kept_at_sea": unwanted("units that find no room to land", many=True),
    "allied_fire_left": wanted("Allied markers left for this turn", many=True),
    "german_fire_left": unwanted("German markers left for this turn", many=True),
    "beachheads": wanted("beachheads standing", many=True),
    "one_beachhead": Aspect(
        "a greater danger to be left with one beachhead", "a smaller danger to be left with one beachhead", False
    ),
    "safest_beachhead": Aspect("the safest beachhead better guarded", "the safest beachhead less well guarded", True),
    "beach_guards": Aspect("the beachheads better guarded", "the beachheads less well guarded", True),
    "germans_at_beaches": unwanted("German attack strength near the beachheads"),
    "open_beachheads": unwanted("beachheads without a unit in them", many=True),
    "bottled_up": unwanted("strength still on the beaches"),
    "taken": wanted("objectives taken", many=True),
    "goals_held": Aspect("the objectives taken better guarded", "the objectives taken less well guarded", True),
    "goals_open": wanted("attack strength at the objectives still to be taken"),
    "allied_at_goals": wanted("Allied strength at objectives"),
    "german_at_goals": unwanted("German strength at objectives"),
    "allied_way": Aspect("the Allies nearer to the objectives", "the Allies farther from the objectives", True),
    "german_way": Aspect("the Germans nearer to the objectives", "the Germans farther from the objectives", False),
    "nearest_way": Aspect(
        "the first Allied unit nearer to an objective", "the first Allied unit farther from an objective", True
    ),
    "out_of_supply": unwanted("Allied strength out of supply"),
    "allied_bound": unwanted("Allied strength in enemy zones of control"),
    "german_bound": wanted("German strength in enemy zones of control"),
}
