"""Weather and storms (rulebook 1.1.1.1)."""

from __future__ import annotations

from bocage.games.bloody_summer import air, depots, naval
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Weather


def roll_weather(g: State) -> None:
    """The weather of a turn: fixed at first, then by a die that bad weather before it makes lower (1.1.1.1)."""
    table, set_up = g.campaign.tables.weather, g.campaign.set_up
    g.storm_due = False
    fixed = table.fixed.get(f"{g.turn}-A")
    if fixed is None and set_up.weather is not None and g.turn == g.campaign.first_turn:
        fixed = set_up.weather
    if fixed is not None:
        g.weather = fixed
        g.tell("weather", "1.1.1.1-02", weather=g.weather)
    else:
        die = g.chance.die()
        adjusted = max(die + g.adjustment, 1)
        g.weather = table.die[adjusted - 1]
        g.storm_due = die == table.storm_test
        g.tell_result("weather_rolled", "1.1.1.1-03", step=True, die=die, modifier=adjusted - die, weather=g.weather)
    clear = g.weather is Weather.CLEAR
    g.adjustment = 0 if clear else max(g.adjustment + table.adjustment, table.adjustment_most)


def test_for_storm(g: State) -> None:
    """At the start of a phase, if the weather die was a 6 and no storm has just been (1.1.1.1.a)."""
    spared, g.storm_spared, g.storm = g.storm_spared, False, False
    if not g.storm_due or spared:
        return
    die = g.chance.die()
    g.storm = die >= g.campaign.tables.weather.storm_from
    g.tell_result("storm_test", "1.1.1.1.a-01", step=True, die=die, storm=g.storm)
    if g.storm:
        g.storm_spared = True
        break_out(g)


def break_out(g: State) -> None:
    """A storm grounds the aircraft, drives off the ships and batters the Mulberries (1.1.1.1.a-03, -09)."""
    air.storm(g)
    naval.storm(g)
    depots.storm(g)
