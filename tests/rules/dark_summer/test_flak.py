"""Flak units (11.6)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.words import unit_number
from tests.dark_summer.combats import ALL_BEACHES, attack, fighting, outlook, ratio, told
from tests.dark_summer.positions import position
from tests.questions import orders, play, refusal
from tests.support import rule

FLAK = "german 1/III-Flak at 3204\n"
INFANTRY = "allied 22/4 at 3203\nallied 12/4 at 3203\nallied 9/2 at 3303\n"


@rule("11.6-01", "11.6-02", "11.6-E1", edition="dark_summer")
def test_flak_stands_up_to_tanks_and_aircraft_only() -> None:
    g = position(FLAK + INFANTRY, active="us", round="combat", weather="sun", beaches=ALL_BEACHES)
    found = outlook(g, "3204", "22/4 12/4 9/2")
    assert (found.attack, found.defence, found.odds) == (12, 1, "6-1")
    found = outlook(g, "3204", "22/4 12/4 9/2", "us-air-1")
    assert (found.attack, found.defence, found.odds) == (16, 4, "4-1")
    assert outlook(g, "3204", "22/4", "us-tank-destroyer-1").defence == 4
    assert outlook(g, "3204", "22/4", "us-naval").defence == 1
    g.reduced = 1 << unit_number("1/III-Flak")
    assert outlook(g, "3204", "22/4", "us-air-1").defence == 2
    assert outlook(g, "3204", "22/4").defence == 1


@rule("11.6-01", edition="dark_summer")
@pytest.mark.parametrize("tank", ["CCA/2", "102-Cav", "GTD/2-Fr", "27-A", "31-Tk", "6-Gd-Tk"])
def test_every_tank_and_armored_cavalry_counts(tank: str) -> None:
    g = position(FLAK + f"allied {tank} at 3203", active="us", round="combat", beaches=ALL_BEACHES)
    assert outlook(g, "3204", tank).defence == 4


@rule("11.6-02", edition="dark_summer")
def test_support_announced_after_the_declaration_counts() -> None:
    game = fighting("us", FLAK + INFANTRY, turn=2, dice=[6], weather="sun")
    events = attack(game, "3204", "22/4 12/4 9/2", "us-air-1")
    assert ratio(events) == (16, 4)


@rule("11.6-03", "11.6-04", "11.6-06", edition="dark_summer")
def test_flak_adds_nothing_to_an_attack_and_does_not_attack_alone() -> None:
    units = "german 1/III-Flak at 4508\ngerman 1057/91 at 4607\nallied 8/3 at 4507\n"
    game = fighting("german", units, dice=[4])
    play(game, "attack 4507")
    assert orders(game) == ["with 1057/91"]
    assert refusal(game, "with 1/III-Flak").rule == "2.2.1-04"
    play(game, "with 1057/91")
    events = play(game, "with 1/III-Flak")  # alone in its hex
    assert ratio(events) == (3, 4)
    game = fighting("german", "german 1/III-Flak at 4808\nallied 8/3 at 4807")
    assert orders(game) == ["end"]  # nothing to attack with


@rule("11.6-07", edition="dark_summer")
def test_flak_on_the_near_bank_takes_the_river_from_the_defender() -> None:
    units = "german 1057/91 at 4506\ngerman 1/III-Flak at 4406\nallied 8/3 at 4507\n"
    g = position(units, active="german", round="combat", beaches=ALL_BEACHES)
    assert dict(outlook(g, "4507", "1057/91").shifts) == {"river": -1}
    assert dict(outlook(g, "4507", "1057/91 1/III-Flak").shifts) == {}


def test_the_flak_of_an_attack_is_told_with_it() -> None:
    game = fighting("us", FLAK + INFANTRY, dice=[6])
    assert told(attack(game, "3204", "22/4 12/4"), "defence") == 1
