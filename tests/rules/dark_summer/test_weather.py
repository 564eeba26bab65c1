"""Weather (7)."""

from __future__ import annotations

from bocage.games.dark_summer.set_up import set_up
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.terms import Weather
from bocage.games.dark_summer.title import open_scenario
from bocage.games.dark_summer.weather import draw_weather
from bocage.kernel import Chance
from tests.dark_summer.positions import position
from tests.questions import Rigged
from tests.support import rule

SUN, CLOUD, SHOWERS, RAIN, STORM = Weather


def cup(seed: str = "1", **options: str) -> State:
    """A game before its first draw."""
    g = open_scenario("campaign", options).opening(Chance.from_seed(seed))
    set_up(g)
    return g


@rule("7.1-01", "7.1-02", "7.1-03", "7.1-05", "7.1-E1", "2.2.2-01", "4.0.2-01", edition="dark_summer")
def test_nine_chits_are_drawn_and_none_goes_back() -> None:
    for seed in ("1", "2", "3"):
        g = cup(seed)
        assert g.weather is SHOWERS and not g.weather_drawn
        before, last = g.weather_cup, SUN
        for turn in range(2, 11):
            assert len(g.weather_cup) == 11 - turn
            last = g.weather_cup[0]
            draw_weather(g)
        assert (
            sorted(g.weather_drawn) == sorted(before) == sorted([SUN] * 2 + [CLOUD] * 2 + [SHOWERS] * 3 + [RAIN, STORM])
        )
        assert g.weather is last and g.weather_cup == ()
    assert len({tuple(drawn(seed)) for seed in ("1", "2", "3")}) > 1, "by chance"


def drawn(seed: str) -> list[Weather]:
    """The Weather of the nine turns of a seed."""
    g = cup(seed)
    for _ in range(9):
        draw_weather(g)
    return list(g.weather_drawn)


@rule("2.2.2-02", "7.0-02", "7.0-03", edition="dark_summer")
def test_the_chit_drawn_governs_the_turn() -> None:
    g = position(picks=[0])
    draw_weather(g)
    assert g.weather is SUN and (g.sky.reactions, g.sky.us.chits, g.sky.german_roads) == (1, 4, False)
    g.begin_round("move", 0)
    assert g.weather is SUN
    assert position(weather="storm").sky.reactions == 4


@rule("7.3-01", "7.3-02", edition="dark_summer")
def test_historical_weather_begins_with_four_chits_and_adds_five_when_rain_and_storm_are_out() -> None:
    g = cup(historical_weather="yes")
    assert list(g.weather_cup) == [SUN, CLOUD, RAIN, STORM]
    g.chance = Rigged(picks=[2, 1, 1, 0])
    draw_weather(g)
    assert g.weather is RAIN and list(g.weather_cup) == [SUN, CLOUD, STORM]
    draw_weather(g)
    assert g.weather is CLOUD and list(g.weather_cup) == [SUN, STORM]
    draw_weather(g)
    assert g.weather is STORM, "now both are out"
    assert list(g.weather_cup) == [SUN, SUN, CLOUD, SHOWERS, SHOWERS, SHOWERS]
    draw_weather(g)
    assert len(g.weather_cup) == 5, "they are added once"


@rule("7.2.1-01", "7.2.1-02", edition="dark_summer")
def test_weather_fixes_replacements_and_chits() -> None:
    rows = position().campaign.weather
    assert [rows[kind].us.chits for kind in Weather] == [4, 4, 3, 2, 2]
    assert [rows[kind].reactions for kind in Weather] == [1, 2, 2, 3, 4]
    assert [sum(rows[kind].replacements["german"].values()) for kind in Weather] == [1, 2, 3, 4, 5]
