"""Allied Open Beaches under attack (11.9)."""

from __future__ import annotations

import pytest

from bocage.kernel import Game
from tests.dark_summer.combats import attack, ended, fighting, holds, outlook, ratio, result
from tests.dark_summer.positions import is_reduced, labels, position, state, where
from tests.questions import orders, play, refusal
from tests.support import rule

LONE = "german 12/12-SS-Pz at 4604\ngerman 26/12-SS-Pz at 4604\n"


def assaulted(units: str, die: int, attackers: str, support: str = "", **more: object) -> Game:
    """Germans attack Sword."""
    game = fighting("german", units, dice=[die], **more)
    attack(game, "4603", attackers, support)
    return game


def sword(game: Game) -> str:
    """What has become of Sword."""
    g = state(game)
    return "open" if "4603" in labels(g.open_beaches) else "closed" if "4603" in labels(g.closed_beaches) else "none"


@rule("11.9-01", "11.9-05", "11.9-E1", "12.0-E1", edition="dark_summer")
def test_an_open_beach_defends_with_one_and_its_ships() -> None:
    g = position(LONE, active="german", round="combat", beaches="4603")
    found = outlook(g, "4603", "12/12-SS-Pz")
    assert (found.attack, found.defence, found.odds) == (7, 1, "6-1")
    game = fighting("german", LONE, turn=1, dice=[1])
    state(game).round = 3
    play(game, "attack 4603", "with 12/12-SS-Pz", "with 26/12-SS-Pz")
    assert orders(game) == ["support british-naval", "pass"]
    events = play(game, "support british-naval")
    assert ratio(events) == (12, 7)
    strong = LONE + "german 9/9-SS-Pz at 4503\n"
    g = position(strong, active="german", round="combat", beaches="4603")
    found = outlook(g, "4603", "12/12-SS-Pz 9/9-SS-Pz", "", "british-naval")
    assert (found.attack, found.defence, found.column) == (14, 7, "2-1")  # in Showers nothing is shifted


@rule("11.9-01", "11.9-02", "11.9-03", edition="dark_summer")
def test_results_against_a_lone_beach() -> None:
    g = position(LONE, active="german", round="combat", beaches="4603")
    found = {}
    for support in ("", "british-naval"):
        for attackers in ("12/12-SS-Pz", "26/12-SS-Pz", "12/12-SS-Pz 26/12-SS-Pz"):
            for face in outlook(g, "4603", attackers, "", support).faces:
                found[face.printed] = (face.result, *face.cost)
    assert found["AL1"] == ("AL1", 1, 0)
    assert found["BL1"] == ("BL1", 1, 1)
    assert found["EX"] == ("EX", 1, 1)
    assert found["DR*"] == ("DE", 0, 1)
    assert found["DE"] == ("DE", 0, 1)


@rule("11.9-02", "11.9-03", "11.9-04", "11.9-12", edition="dark_summer")
def test_it_is_closed_by_the_first_german_who_advances() -> None:
    game = assaulted(LONE, 6, "12/12-SS-Pz")  # DE
    assert sword(game) == "open"
    assert orders(game) == ["advance 12/12-SS-Pz", "halt"]
    play(game, "advance 12/12-SS-Pz")
    assert (sword(game), where(game, "12/12-SS-Pz")) == ("closed", "4603")
    game = assaulted(LONE, 6, "12/12-SS-Pz")
    play(game, "halt")
    assert sword(game) == "open"
    game = assaulted(LONE.replace("26/12-SS-Pz at 4604", "SP-4703 at 4703 factor 3"), 6, "SP-4703")
    assert sword(game) == "open"  # 3-1, DR*: but a Strongpoint does not advance
    game = assaulted(LONE, 2, "12/12-SS-Pz")  # 6-1, 2: DR*
    play(game, "advance 12/12-SS-Pz")
    assert sword(game) == "closed"
    g = state(game)
    g.open_beach(g.campaign.grid.at("4603"))
    assert sword(game) == "closed"  # for the rest of the game


@rule("11.9-02", edition="dark_summer")
def test_dr_does_nothing_to_a_lone_beach() -> None:
    game = assaulted(LONE.replace("12/12-SS-Pz", "37/17-SS-PzG").replace("26/12-SS-Pz", "6-FJ"), 5, "6-FJ 37/17-SS-PzG")
    assert sword(game) == "open"
    game = fighting("german", "german 30-Mob at 4604", dice=[5])  # 2 against 1 is 2-1: DR
    assert result(attack(game, "4603", "30-Mob")) == "-"
    assert ended(game) and sword(game) == "open"


HELD = LONE + "german 9/9-SS-Pz at 4503\nallied 8/3 at 4603\nallied 9/3 at 4603\n"


@rule("11.9-06", "11.9-07", "11.9-08", edition="dark_summer")
def test_with_units_in_it_the_beach_counts_for_nothing_and_falls_by_de_alone() -> None:
    g = position(HELD, active="german", round="combat", beaches="4603")
    found = outlook(g, "4603", "12/12-SS-Pz 26/12-SS-Pz 9/9-SS-Pz")
    assert (found.attack, found.defence) == (19, 8)
    game = assaulted(HELD, 4, "12/12-SS-Pz 26/12-SS-Pz 9/9-SS-Pz")  # 2-1: EX
    play(game, "exchange")
    assert not holds(game, "8/3") and not holds(game, "9/3")
    while orders(game, "lose"):
        play(game, orders(game)[0])
    assert sword(game) == "open" and orders(game, "advance") == []  # the Beach bars the way
    game = assaulted(HELD, 3, "12/12-SS-Pz 26/12-SS-Pz 9/9-SS-Pz")  # BL1
    play(game, "lose 8/3")
    assert is_reduced(game, "8/3")
    weak = HELD.replace("allied 9/3 at 4603\n", "").replace("8/3 at 4603", "8/3 at 4603 reduced")
    game = assaulted(weak, 6, "12/12-SS-Pz 26/12-SS-Pz 9/9-SS-Pz")  # 19 against 2 is 6-1: DE
    assert not holds(game, "8/3")
    play(game, "advance 9/9-SS-Pz")
    assert sword(game) == "closed"


@rule("11.9-09", "11.9-E2", edition="dark_summer")
def test_units_without_retreat_are_lost_but_the_beach_is_not() -> None:
    closed_in = HELD + "german 10/10-SS-Pz at 4704\n"
    game = assaulted(closed_in, 5, "12/12-SS-Pz 26/12-SS-Pz 9/9-SS-Pz", beaches="4603")  # 2-1: DR
    assert not holds(game, "8/3") and not holds(game, "9/3")
    assert sword(game) == "open" and orders(game, "advance") == []


@rule("11.9-10", "11.9-11", edition="dark_summer")
def test_a_beach_does_not_attack_and_is_no_unit() -> None:
    game = fighting("british", LONE)
    assert ended(game)


@rule("11.9-13", edition="dark_summer")
def test_a_closed_beach_that_was_retaken_gives_no_supply() -> None:
    units = "german 1057/91 at 4604\nallied 8/3 at 4603\n"
    game = fighting("british", units, beaches="", closed="4603")
    assert ended(game)
    game = fighting("british", units, beaches="4603")
    assert orders(game, "attack") == ["4604"]
    assert refusal(game, "attack 4605").rule == "11.1-01"


@pytest.mark.parametrize("weather", ["sun", "showers"])
@rule("7.2.3-02", edition="dark_summer")
def test_the_weather_shelters_a_lone_beach_too(weather: str) -> None:
    g = position(LONE, active="german", round="reaction", weather=weather, beaches="4603")
    assert outlook(g, "4603", "12/12-SS-Pz").column == ("5-1" if weather == "sun" else "6-1")
