"""Strongpoints and Ost battalions: unknown until they fight (11.5)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.combat import Combat
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.state import OST, STRONGPOINTS, UNKNOWN
from bocage.games.dark_summer.strongpoints import reveal_factor
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Game
from tests.dark_summer.combats import attack, ended, fighting, holds, outlooks, ratio, result, told
from tests.dark_summer.positions import begin, is_reduced, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

DOUVRES = "german SP-4404 at 4404\nallied 8/3 at 4403\nallied 9/3 at 4403\n"


@rule("11.5-01", "11.5-02", "11.3.1-09", edition="dark_summer")
def test_a_strongpoint_is_turned_up_when_an_attack_on_it_is_declared() -> None:
    game = fighting("british", DOUVRES, turn=2, dice=[1], picks=[7])
    unit = unit_number("SP-4404")
    assert state(game).factor[unit] == UNKNOWN
    play(game, "attack 4404", "with 8/3")
    assert state(game).factor[unit] == UNKNOWN
    events = play(game, "declare")
    assert kinds(events) == ["attack_declared", "revealed"]
    assert told(events, "factor", "revealed") == 2  # seven of 1, then eight of 2, then five of 3
    assert sorted(state(game).factors_left[STRONGPOINTS]) == [1] * 7 + [2] * 7 + [3] * 5
    assert refusal(game, "with 9/3").rule == "11.3.2-01"  # too late
    play(game, "pass")
    assert state(game).factor[unit] == 2  # for the rest of the game


@rule("11.5-02", "11.5.1-05", edition="dark_summer")
def test_it_is_turned_up_when_it_attacks() -> None:
    game = fighting("german", DOUVRES, dice=[4], picks=[19])
    events = attack(game, "4403", "SP-4404")
    assert kinds(events)[:3] == ["attack_declared", "revealed", "combat"]
    assert ratio(events) == (3, 8)
    assert not holds(game, "SP-4404")  # 1-3, AL1


@rule("11.5-03", edition="dark_summer")
def test_a_factor_can_be_shown_without_a_fight() -> None:
    g = position("german SP-4404 at 4404\ngerman Ost-2303 at 2303", picks=[0, 8])
    reveal_factor(g, unit_number("SP-4404"))
    reveal_factor(g, unit_number("Ost-2303"))
    assert [g.factor[unit_number(name)] for name in ("SP-4404", "Ost-2303")] == [1, 2]
    assert kinds(g.events) == ["revealed", "revealed"]


@rule("11.5.1-01", edition="dark_summer")
def test_a_strongpoint_that_must_retreat_is_eliminated() -> None:
    for dice in ([3], [4]):  # 8 against 2 is 4-1: DR, DR*
        game = fighting("british", DOUVRES, dice=dice, picks=[7])
        attack(game, "4404", "8/3 9/3")
        assert not holds(game, "SP-4404")
        assert orders(game, "advance") == ["8/3", "9/3"]


# -- the Waves ------------------------------------------------------------------------------------------


def wave(kind: str, die: int, units: str, *, target: str = "4203", attackers: str = "7/3-Can 2-Can-A") -> Game:
    """A game in which a Wave attacks a Beach hex."""
    g = position(units, active="both", round=kind, turn=1, dice=[die])
    numbers = tuple(sorted(map(unit_number, attackers.split())))
    game = begin(g, Combat(Attack(GRID.at(target), numbers)))
    while "pass" in orders(game):
        play(game, "pass")
    return game


JUNO = "german SP-4203 at 4203 factor 2\nallied 7/3-Can at approach-4203\nallied 2-Can-A at approach-4203\n"


@rule("11.5.1-02", "11.3.7-18", edition="dark_summer")
@pytest.mark.parametrize("kind", ["wave1", "wave2"])
def test_a_strongpoint_ignores_dr_from_the_sea_and_others_with_it_do_not(kind: str) -> None:
    assert holds(wave(kind, 2, JUNO), "SP-4203")  # 10 against 2 is 5-1: DR
    assert not holds(wave(kind, 3, JUNO), "SP-4203")  # DR*
    game = wave(kind, 5, JUNO + "german 736/716 at 4203")  # 10 against 4 is 2-1: DR
    assert holds(game, "SP-4203") and where(game, "SP-4203") == "4203"
    while orders(game, "to"):
        play(game, f"to {orders(game, 'to')[0]}")
    assert where(game, "736/716") != "4203"
    assert where(game, "7/3-Can") == "approach-4203"  # the hex is still held


@rule("11.5.1-03", "11.5.1-04", edition="dark_summer")
def test_troops_ashore_end_the_right_to_ignore_dr() -> None:
    game = wave("wave2", 2, JUNO + "allied 8/3-Can at 4303", attackers="7/3-Can 8/3-Can")  # 10 against 2
    assert not holds(game, "SP-4203")
    omaha = "german SP-3303 at 3303 factor 2\nallied 16/1 at approach-3303\nallied 115/29 at 3203\n"
    g = position(omaha, active="both", round="wave2", turn=1, dice=[6], beaches="3203")
    g.augmented = GRID.set("3203 3303")
    g.round = 3
    numbers = tuple(sorted(map(unit_number, ("16/1", "115/29"))))
    game = begin(g, Combat(Attack(GRID.at("3303"), numbers)))
    events = play(game, "pass")
    assert (ratio(events), told(events, "printed"), result(events)) == ((10, 5), "DR*", "EX")  # the marker still counts
    assert is_reduced(game, "16/1") and is_reduced(game, "115/29")  # and costs two steps


# -- Ost battalions ---------------------------------------------------------------------------------------

OST_ALONE = "german Ost-2303 at 4404\nallied 8/3 at 4403\nallied 9/3 at 4403\n"


@rule("11.5.2-01", "11.5.2-02", edition="dark_summer")
def test_the_empty_ost_battalion_vanishes_and_the_attackers_may_advance() -> None:
    game = fighting("british", OST_ALONE, dice=[], picks=[0])
    events = attack(game, "4404", "8/3")
    assert kinds(events) == ["attack_declared", "revealed", "eliminated"]  # no die
    assert orders(game) == ["advance 8/3", "halt"]
    play(game, "advance 8/3")
    g = state(game)
    assert g.attacked_units == 1 << unit_number("8/3") and g.attacked_hexes == GRID.set("4404")
    assert 0 not in g.factors_left[OST]
    game = fighting("british", OST_ALONE + "german 736/716 at 4404", dice=[1], picks=[0])
    events = attack(game, "4404", "8/3")
    assert ratio(events) == (4, 2)  # the others fight on


@rule("11.5.2-01", edition="dark_summer")
def test_an_empty_ost_battalion_that_attacks_is_gone_before_the_odds_are_found() -> None:
    game = fighting("german", OST_ALONE + "german 1057/91 at 4404", dice=[6], picks=[0])
    events = attack(game, "4403", "Ost-2303 1057/91")
    assert ratio(events) == (3, 8)
    game = fighting("german", OST_ALONE, dice=[], picks=[0])
    events = attack(game, "4403", "Ost-2303")
    assert not holds(game, "Ost-2303") and ended(game)
    assert not is_reduced(game, "8/3")


def test_the_odds_weigh_what_may_lie_there() -> None:
    g = position(OST_ALONE, active="british", round="combat", turn=1, beaches="4603")
    cases = outlooks(g, "4404", "8/3")
    assert [(round(case.chance * 9), case.defence) for case in cases] == [(1, 0), (5, 1), (3, 2)]
    assert cases[0].faces[0].result == "vacant"
    g = position("german SP-2201 at 4404\ngerman SP-2202 at 4404\nallied 8/3 at 4403", active="british", round="combat")
    cases = outlooks(g, "4404", "8/3")
    assert sum(case.chance for case in cases) == pytest.approx(1)
    assert {case.defence for case in cases} == {2, 3, 4, 5, 6}
    assert g.factors_left == list(g.campaign.factors)  # nothing was touched
