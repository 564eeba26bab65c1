"""The invariants hold through a campaign to its last turn, and they notice what must not be."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bocage.games.dark_summer.campaign import ALLIED, US
from bocage.games.dark_summer.invariants import Watch
from bocage.games.dark_summer.places import CHERBOURG, ELIMINATED, GRID, MAY_LEAVE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Event, Game
from tests.dark_summer.positions import setting_of, state

LOOK_EVERY = 8  # orders; the fuzzer looks after each
Sabotage = Callable[[State], None]


def test_a_random_campaign_is_played_to_the_last_turn() -> None:
    """Random players never take Cherbourg, so it has fallen before they begin."""
    setting = setting_of("june_14", historical_weather="yes", reaction_withdrawal="yes", assault_guns="yes")
    game, random = Game(setting, "to the last turn"), Random(1944)
    watch = Watch(setting)
    state(game).cherbourg_captured = 1
    events: list[Event] = []
    while not game.over:
        events += game.play(random.choice(game.decision.orders))
        if game.length % LOOK_EVERY == 0 or game.over:
            assert not list(watch.violations(game.state, events)), game.length
            events.clear()
    assert state(game).turn == 10 and game.outcome and game.outcome.rule.startswith("3.2.3")


def put(unit: str, place: int) -> Sabotage:
    """A unit is put where it has no business."""
    return lambda g: g.put(unit_number(unit), place)


def set_(name: str, value: object) -> Sabotage:
    """A field of the state gets a wrong value."""
    return lambda g: setattr(g, name, value)


def lose_unit(g: State) -> None:
    g.where[unit_number("6-FJ")] = GRID.at("2409")


def join_the_others(g: State) -> None:
    g.put(unit_number("69/50"), g.where[unit_number("18/1")])


def forget_zone(g: State) -> None:
    g.zone[ALLIED] = 0
    g.put(unit_number("6-FJ"), GRID.at("2409"))


def forget_stack(g: State) -> None:
    g.stacks.clear()
    g.put(unit_number("6-FJ"), GRID.at("2409"))


def forget_crowd(g: State) -> None:
    g.over = [0] * len(g.over)
    g.put(unit_number("6-FJ"), GRID.at("2409"))


def forget_box(g: State) -> None:
    g.off_map = 1 << unit_number("18/1")
    g.put(unit_number("6-FJ"), GRID.at("2409"))


def keep_old_lines(g: State) -> None:
    g.supplied = (1, 1, 1)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lose_unit, "not where it is said"),
        (put("18/1", GRID.at("5004")), "Impassable"),
        (join_the_others, "holds more than it may"),
        (put("69/50", CHERBOURG), "Cherbourg Box"),
        (put("69/50", MAY_LEAVE), "Brittany"),
        (put("6-FJ", GRID.at("4603")), "Open Beach"),
        (set_("reduced", 1 << unit_number("2-Rng")), "one step"),
        (set_("points", [1, 0]), "half Victory Points"),
        (set_("weather_cup", ()), "Weather chits"),
        (set_("closed_beaches", GRID.set("4603")), "Open and Closed"),
        (set_("factors_left", [(), ()]), "factors"),
        (set_("turn", 7), "follows on turn"),
        (forget_zone, "zones of control"),
        (forget_stack, "stacks are wrong"),
        (forget_crowd, "room in the hexes"),
        (forget_box, "units in boxes"),
        (keep_old_lines, "Supply Lines"),
        (put("30-Mob", GRID.at("2214")), "was eliminated"),
        (lambda g: g.exits.__setitem__(US, 0), "Exit marker"),
    ],
)
def test_what_must_not_be_is_noticed(spoil: Sabotage, sentence: str) -> None:
    setting = setting_of("june_14")
    game, watch = Game(setting, "spoilt"), Watch(setting)
    g = state(game)
    g.exits[US] = GRID.set("6202")
    g.remove(unit_number("30-Mob"), ELIMINATED)
    assert not list(watch.violations(g))
    spoil(g)
    assert any(sentence in found for found in watch.violations(g)), list(watch.violations(g))


def test_chits_that_come_from_nowhere_are_noticed() -> None:
    setting = setting_of("june_14")
    game, watch = Game(setting, "chits"), Watch(setting)
    while state(game).round_kind == "":
        game.play(game.decision.orders[-1])
    g = state(game)
    assert not list(watch.violations(g))
    g.cup = tuple(number + 1 for number in g.cup)
    assert any("Action chits" in found for found in watch.violations(g))
