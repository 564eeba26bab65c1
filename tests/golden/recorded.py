"""Which games are kept as records, and where."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "results.toml"


class Golden(NamedTuple):
    """One recorded game: how to play it again, when rules or data change on purpose."""

    name: str
    scenario: str
    seed: str
    players: tuple[str, ...] = ("random",)  # seat by seat; the last one has all others
    options: tuple[tuple[str, str], ...] = ()

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.bocage"


EVERYTHING = (("weather", "yes"), ("early_arrival", "yes"), ("flak", "yes"))

TWO_ALLIES = (("players", "two"), ("tanks_land_safely", "yes"), ("rangers_at_pointe_du_hoc", "yes"))
REACTION = (("german_armor", "yes"), ("improved_reaction", "yes"))
VARIANTS = (*REACTION, ("early_actions", "yes"), ("effective_bombardment", "yes"))

SUMMER_OPTIONS = (("historical_weather", "yes"), ("reaction_withdrawal", "yes"), ("assault_guns", "yes"))

GAMES = (
    Golden("gold_juno", "fire_movement/gold_juno", "6 June 1944"),
    Golden("gold_juno_greedy", "fire_movement/gold_juno", "7 June 1944", ("greedy",)),
    Golden("sword", "fire_movement/sword", "6 June 1944"),
    Golden("sword_all_options", "fire_movement/sword", "7 June 1944", options=EVERYTHING),
    Golden("sword_greedy", "fire_movement/sword", "8 June 1944", ("greedy",)),
    Golden("utah", "fire_movement/utah", "6 June 1944"),
    Golden("utah_greedy", "fire_movement/utah", "7 June 1944", ("greedy", "random")),
    Golden("omaha", "fire_movement/omaha", "6 June 1944"),
    Golden("omaha_weather", "fire_movement/omaha", "9 June 1944", ("random", "greedy"), (("weather", "yes"),)),
    Golden("us_campaign", "fire_movement/us_campaign", "6 June 1944"),
    Golden("commonwealth_campaign", "fire_movement/commonwealth_campaign", "6 June 1944"),
    Golden("commonwealth_folio", "fire_movement/commonwealth_campaign", "7 June 1944", options=(("edition", "folio"),)),
    Golden("combined_campaign", "fire_movement/combined_campaign", "6 June 1944"),
    Golden("on_to_caen", "fire_movement/on_to_caen", "6 June 1944"),
    Golden("on_to_caen_all_options", "fire_movement/on_to_caen", "7 June 1944", options=EVERYTHING),
    Golden("easy_fox", "omaha_beach/easy_fox", "6 June 1944", ("greedy",)),
    Golden("first_waves", "omaha_beach/first_waves", "6 June 1944", ("greedy",)),
    Golden("first_waves_allies", "omaha_beach/first_waves", "7 June 1944", ("random", "greedy"), TWO_ALLIES),
    Golden("d_day", "omaha_beach/d_day", "8 June 1944", ("greedy",)),
    Golden("d_day_variants", "omaha_beach/d_day", "7 June 1944", ("greedy",), VARIANTS),
    Golden("beyond_the_beach", "omaha_beach/beyond_the_beach", "6 June 1944", ("greedy",)),
    Golden("beyond_the_beach_random", "omaha_beach/beyond_the_beach", "7 June 1944", options=REACTION),
    Golden("dark_summer", "dark_summer/campaign", "6 June 1944", ("greedy",)),
    Golden("dark_summer_random", "dark_summer/campaign", "7 June 1944", options=SUMMER_OPTIONS),
    Golden("june_14", "dark_summer/june_14", "14 June 1944", ("greedy",)),
    Golden("june_14_allies", "dark_summer/june_14", "15 June 1944", ("greedy", "random"), SUMMER_OPTIONS),
    Golden("race_to_cherbourg", "bloody_summer/race_to_cherbourg", "7 June 1944", ("greedy",)),
    Golden("race_to_cherbourg_random", "bloody_summer/race_to_cherbourg", "8 June 1944"),
    Golden("operation_cobra", "bloody_summer/operation_cobra", "18 July 1944", ("greedy",)),
    Golden("bloody_summer", "bloody_summer/campaign", "6 June 1944"),
)
