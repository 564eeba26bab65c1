"""Weather (rulebook 7)."""

from __future__ import annotations

from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.terms import Weather

ALL = tuple(Weather)
LATE_BOTH = (Weather.RAIN, Weather.STORM)  # with historical Weather the others join when these are out (7.3)


def fill_cup(g: State) -> None:
    """The chits with which the Weather Cup begins: all nine, or four with historical Weather (7.1, 7.3)."""
    rows, historical = g.campaign.weather, g.options.historical_weather
    g.weather_cup = tuple(
        kind for kind in ALL for _ in range(rows[kind].historical_start if historical else rows[kind].chits)
    )


def draw_weather(g: State) -> None:
    """A chit is drawn and never goes back: it is the Weather of the whole turn (7.1)."""
    before, cup = g.weather_cup, list(g.weather_cup)
    g.weather = cup.pop(g.chance.pick(len(cup)))
    g.weather_cup = tuple(cup)
    g.weather_drawn += (g.weather,)
    g.tell_result("weather", "7.1-03", step=True, weather=g.weather.value, of=before)
    if g.options.historical_weather:
        add_the_others(g)


def add_the_others(g: State) -> None:
    """7.3: once Rain and Storm have both been drawn the chits held back go into the cup, and only once."""
    last = g.weather_drawn[-1]
    if last not in LATE_BOTH or not all(kind in g.weather_drawn for kind in LATE_BOTH):
        return
    rows = g.campaign.weather
    back = [kind for kind in ALL for _ in range(rows[kind].chits - rows[kind].historical_start)]
    g.weather_cup = tuple(sorted((*g.weather_cup, *back), key=ALL.index))
    g.tell("weather_added", "7.3-02")
