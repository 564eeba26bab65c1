"""Cherbourg Combat (11.7)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.content import load_content
from bocage.games.dark_summer.state import STRONGPOINTS, UNKNOWN
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Game
from tests.dark_summer.combats import attack, ended, fighting, holds, outlook, ratio, result, told
from tests.dark_summer.positions import is_reduced, position, state
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

GERMANS = """\
german 729/709 at cherbourg
german 739/709 at cherbourg
german Garrison-A at cherbourg
"""
AMERICANS = """\
allied 313/79 at cherbourg
allied 314/79 at cherbourg
"""


def siege(units: str = GERMANS + AMERICANS, **more: object) -> Game:
    """A game in a US Combat Round of Turn 1, without Support."""
    return fighting("us", units, **more)


def fallen(game: Game) -> int:
    """The turn of the capture."""
    return state(game).cherbourg_captured


# -- who, when, whether --------------------------------------------------------------------------------


@rule("11.7-01", "11.7-02", "11.7-03", "7.2.3-07", edition="dark_summer")
def test_once_in_a_us_combat_round_at_any_point() -> None:
    outside = "german 920/243 at 1604\nallied 8/4 at 1605\n"
    game = siege(GERMANS + AMERICANS + outside, dice=[1, 2])
    assert orders(game) == ["attack 1604", "attack cherbourg"]
    attack(game, "1604", "8/4")  # before or after
    assert orders(game) == ["attack cherbourg"]
    attack(game, "cherbourg", "")
    play(game, "lose 313/79")
    assert ended(game)
    front = GERMANS + AMERICANS + "german 1057/91 at 4808\nallied 8/3 at 4807\n"
    assert refusal(fighting("british", front), "attack cherbourg").rule == "11.7-01"
    assert refusal(fighting("german", front), "attack cherbourg").rule == "11.7-01"
    combined = fighting("us", GERMANS + AMERICANS + outside, turn=3, round="combined")
    assert refusal(combined, "attack cherbourg").rule == "11.7-03"


@rule("11.7-02", edition="dark_summer")
def test_not_twice_in_a_round() -> None:
    outside = "german 920/243 at 1604\nallied 8/4 at 1605\n"
    game = siege(GERMANS + AMERICANS + outside, dice=[2])
    attack(game, "cherbourg", "")
    play(game, "lose 313/79")  # A1
    assert orders(game) == ["attack 1604", "end"]
    assert refusal(game, "attack cherbourg").rule == "11.7-02"


@rule("11.7-05", "13.2.2-02", edition="dark_summer")
def test_it_takes_supply_and_odds_of_one_to_one() -> None:
    front = "german 920/243 at 1604\nallied 8/4 at 1605\n"
    one = GERMANS + "allied 313/79 at cherbourg\n" + front
    assert refusal(siege(one), "attack cherbourg").rule == "11.7-05"  # 4 against 6
    assert "attack cherbourg" in orders(siege(GERMANS + AMERICANS + front))  # 8 against 6
    game = siege(GERMANS + AMERICANS + "german 1057/91 at 4808\nallied 16/1 at 4807\n", beaches="4603")
    assert ended(game)  # the US units have no Beach
    none = GERMANS + front
    assert refusal(siege(none), "attack cherbourg").rule == "11.7-04"


@rule("11.7-06", edition="dark_summer")
def test_who_is_strong_enough_must_attack() -> None:
    game = siege()
    assert orders(game) == ["attack cherbourg"]
    assert refusal(game, "end").rule == "11.7-06"
    with_air = siege(GERMANS + "allied 313/79 at cherbourg\n", weather="sun", turn=2)
    assert orders(with_air) == ["attack cherbourg", "end"]  # 4 against 6, with Support 10: no duty


@rule("11.7-06", "11.5-02", edition="dark_summer")
def test_what_lies_face_down_is_turned_up_if_the_duty_depends_on_it() -> None:
    hidden = "german SP-Ch-1 at cherbourg\ngerman SP-Ch-2 at cherbourg\n"
    unit = unit_number("SP-Ch-1")
    game = siege(GERMANS + hidden + AMERICANS, picks=[0, 0])  # 8 against 6 and 2 to 6 more
    assert [state(game).factor[unit_number(name)] for name in ("SP-Ch-1", "SP-Ch-2")] == [1, 1]
    assert orders(game) == ["attack cherbourg"]
    game = siege(GERMANS + hidden + AMERICANS, picks=[19, 18])
    assert state(game).factor[unit] == 3 and ended(game)  # 8 against 12
    strong = AMERICANS + "allied 315/79 at cherbourg\nallied 39/9 at cherbourg\n"
    game = siege(GERMANS + hidden + strong, picks=[19, 18], dice=[1])  # 17 against 12 at most
    assert state(game).factor[unit] == UNKNOWN and orders(game) == ["attack cherbourg"]
    events = attack(game, "cherbourg", "")
    assert kinds(events)[:3] == ["attack_declared", "revealed", "revealed"]
    weak = GERMANS + hidden + "allied 313/79 at cherbourg\n"
    game = siege(weak)  # 4 against 8 at least
    assert state(game).factor[unit] == UNKNOWN and ended(game)
    assert len(state(game).factors_left[STRONGPOINTS]) == 20


# -- the Combat --------------------------------------------------------------------------------------------


@rule("11.7-04", "11.7-07", "11.7-09", "11.7-10", edition="dark_summer")
def test_all_units_fight_on_a_table_without_shifts() -> None:
    game = siege(GERMANS + AMERICANS + "allied 315/79 at cherbourg\n", dice=[3])
    state(game).prepared = True
    events = attack(game, "cherbourg", "")
    assert ratio(events) == (12, 6)
    assert (told(events, "line"), told(events, "shifts"), told(events, "die")) == ("2-1", None, 3)
    assert result(events) == "B2"


@rule("11.7-08", "12.2-09", "12.4-07", edition="dark_summer")
def test_one_tac_air_and_one_tank_destroyer_marker_and_nothing_else() -> None:
    game = siege(turn=10, weather="sun", dice=[1])
    play(game, "attack cherbourg")
    assert set(orders(game, "support")) == {
        "us-air-1", "us-air-2", "us-air-3", "us-tank-destroyer-1", "us-tank-destroyer-2", "us-tank-destroyer-3",
    }  # fmt: skip
    for marker in ("us-naval", "8th-air-force"):
        assert refusal(game, f"support {marker}").rule == "11.7-08"
    play(game, "support us-air-2")
    assert refusal(game, "support us-air-1").rule == "12.2-04"
    events = play(game, "support us-tank-destroyer-1")
    assert ratio(events) == (8 + 4 + 2, 6)  # the Germans were not asked


@rule("11.7-05", "11.7-06", edition="dark_summer")
def test_support_must_make_up_what_is_missing() -> None:
    game = siege(GERMANS + "allied 313/79 at cherbourg\n", turn=2, weather="sun", dice=[1])  # 4 against 6
    play(game, "attack cherbourg")
    assert orders(game) == ["support us-air-1", "support us-tank-destroyer-1"]
    assert refusal(game, "pass").rule == "11.7-05"
    play(game, "support us-tank-destroyer-1")  # 6 against 6
    assert orders(game) == ["support us-air-1", "pass"]
    flak = "german 1/III-Flak at cherbourg\ngerman 729/709 at cherbourg\nallied 315/79 at cherbourg reduced\n"
    game = siege(flak, turn=2, weather="sun")  # 2 against 3; Tac Air adds 4 and wakes the Flak: 6 against 6
    play(game, "attack cherbourg")
    assert orders(game) == ["support us-air-1", "support us-tank-destroyer-1"]
    play(game, "support us-tank-destroyer-1")  # 4 against 6: not enough alone
    assert orders(game) == ["support us-air-1"]


@rule("11.7-11", "11.3.6-02", edition="dark_summer")
@pytest.mark.parametrize(("die", "name"), [(1, "A2"), (2, "A1"), (3, "B1"), (4, "B2"), (5, "D2"), (6, "C")])
def test_results_of_the_table(die: int, name: str) -> None:
    game = siege(dice=[die])
    events = attack(game, "cherbourg", "")
    assert result(events) == name
    asked = []
    while orders(game, "lose"):
        asked.append(game.decision.seat)
        play(game, orders(game)[0])
    us = sum(is_reduced(game, unit) for unit in ("313/79", "314/79"))
    german = sum(is_reduced(game, unit) for unit in ("729/709", "739/709"))
    assert (us, german) == {"A2": (2, 0), "A1": (1, 0), "B1": (1, 1), "B2": (2, 2), "D2": (0, 2), "C": (0, 0)}[name]
    assert asked == sorted(asked, reverse=True)  # the defender first
    assert fallen(game) == (1 if name == "C" else 0)
    assert holds(game, "Garrison-A") == (name != "C")


@rule("11.7-11", edition="dark_summer")
def test_cherbourg_falls_with_its_last_unit_or_if_nobody_defends_it() -> None:
    game = siege("german Garrison-A at cherbourg\n" + AMERICANS, dice=[1])  # 4-1: B1
    attack(game, "cherbourg", "")
    assert not holds(game, "Garrison-A")
    play(game, "lose 313/79")
    assert fallen(game) == 1
    game = siege(AMERICANS)
    assert fallen(game) == 1
    game = siege("german Ost-Ch at cherbourg\n" + AMERICANS, picks=[0])
    assert orders(game) == ["attack cherbourg"]
    play(game, "attack cherbourg")
    assert fallen(game) == 1  # nothing but an empty Ost battalion was there


@rule("11.7-09", "11.7-11", edition="dark_summer")
def test_the_table_gets_better_with_odds_and_die() -> None:
    table = load_content().tables.cherbourg_combat
    rank = {name: place for place, name in enumerate(("A2", "A1", "B1", "B2", "D2", "C"))}
    for row in table.die.values():
        assert [rank[name] for name in row] == sorted(rank[name] for name in row)
    assert table.die[6][0] == "C"  # a packed box can fall too
    g = position(GERMANS + AMERICANS, beaches="2403", round="combat", turn=3)
    faces = outlook(g, "cherbourg", "313/79 314/79").faces
    assert [tuple(face.cost) for face in faces] == [(2, 0), (1, 0), (1, 1), (2, 2), (0, 2), (0, 5)]
