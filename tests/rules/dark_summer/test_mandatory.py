"""Mandatory Attacks: an attack from several hexes, and what else must then be attacked (11.2)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bocage.games.dark_summer.attacks import able_at, attacks_alone, places_beside
from bocage.games.dark_summer.combat import CombatAction
from bocage.games.dark_summer.mandatory import Promises, forced_by, most_met
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import unit_number
from bocage.hexes import Hex, members
from tests.dark_summer.combats import ALL_BEACHES, FIGURE_4, attack, ended, fighting
from tests.dark_summer.positions import labels, position, state
from tests.questions import orders, play, refusal
from tests.support import rule


def forced(g: State, target: str, units: str) -> set[str]:
    """The hexes that an attack would make it a duty to attack."""
    return labels(forced_by(g, GRID.at(target), [unit_number(name) for name in units.split()]))


# -- Figure 4 ---------------------------------------------------------------------------------------


@rule("11.2-07", "11.2-E1", "6.4-01", edition="dark_summer")
def test_one_stack_has_no_mandatory_attack() -> None:
    game = fighting("british", FIGURE_4, dice=[1])
    attack(game, "4505", "152/51 153/51")
    play(game, "lose 152/51")
    assert not state(game).duties
    assert "end" in orders(game)


@rule("11.2-01", "11.2-04", "11.2-05", "11.2-E2", edition="dark_summer")
def test_attacks_from_three_hexes_need_another_on_the_german_in_their_zone() -> None:
    game = fighting("british", FIGURE_4, dice=[1, 1])
    play(game, "attack 4505", "with 8/3", "with 185/3", "with 7/3-Can", "with 152/51")
    assert orders(game) == ["declare"]  # Z must keep a unit for 4407
    assert refusal(game, "with 153/51").rule == "11.2-01"
    play(game, "declare", "lose 8/3")
    assert labels(state(game).duties) == {"4407"}  # not the Strongpoint in 4404, not the City 4506
    assert orders(game) == ["attack 4407"]  # 153/51 may attack nothing else
    assert refusal(game, "end").rule == "11.2-01"
    assert refusal(game, "attack 4506").rule == "11.2-01"
    play(game, "attack 4407", "with 153/51")
    assert not state(game).duties and ended(game)


@rule("11.2-01", edition="dark_summer")
def test_what_was_attacked_before_is_no_duty_any_more() -> None:
    game = fighting("british", FIGURE_4, dice=[1])
    attack(game, "4407", "153/51")  # AL1: the Germans stay
    play(game, "attack 4505", "with 8/3", "with 7/3-Can", "with 152/51")
    assert "declare" in orders(game)
    assert forced(state(game), "4505", "8/3 7/3-Can 152/51") == set()


def test_the_prompt_warns_of_a_duty_and_then_names_it_with_its_rule() -> None:
    game = fighting("british", FIGURE_4, dice=[1])
    play(game, "attack 4505", "with 8/3", "with 185/3", "with 7/3-Can")
    assert game.decision.prompt == "Attack 4505 with which units?"
    play(game, "with 152/51")
    assert (
        game.decision.prompt == "Attack 4505 now, as nobody else may join? Then 4407 must be attacked in this Round too"
    )
    play(game, "declare", "lose 8/3")
    why = "4407 must be attacked in this Round too, because it is in ZOCs of units that attacked from several hexes"
    assert game.decision.prompt == f"Attack a hex: {why}" and game.decision.rule == "11.2"
    assert refusal(game, "end").sentence == why


def test_the_prompt_offers_the_end_where_the_attacks_may_end() -> None:
    game = fighting("british", FIGURE_4)
    assert game.decision.prompt == "Attack a hex, or end your attacks" and game.decision.rule == "11.1"


# -- which hexes force ------------------------------------------------------------------------------


@rule("11.2-02", "11.2-03", "11.2-06", "11.2-08", edition="dark_summer")
def test_stacks_and_hexes_that_force_no_attack() -> None:
    two = "allied 8/3 at 4807\nallied 9/3 at 4708\ngerman 1057/91 at 4808\n"

    def british(more: str) -> set[str]:
        g = position(two + more, active="british", round="combat", turn=1, beaches=ALL_BEACHES)
        return forced(g, "4808", "8/3 9/3")

    assert british("german 736/716 at 4907") == {"4907"}
    assert british("german 101-SS-Tiger at 4907\ngerman Ost-4605 at 4907 factor 1") == set()  # battalions alone
    assert british("german 101-SS-Tiger at 4907\ngerman 736/716 at 4907") == {"4907"}
    assert british("german 736/716 at 4907\ngerman SP-4404 at 4907 factor 1") == set()
    assert british("german 736/716 at 4909") == set()  # in nobody's ZOC

    units = "german 1057/91 at 1501\ngerman 1058/91 at 1601\nallied 8/4 at 1502\n"
    units += "allied 22/4 at 1500\nallied 9/2 at 1602"
    g = position(units, active="german", round="combat", turn=1, beaches="2403")
    assert forced(g, "1502", "1057/91 1058/91") == {"1602"}  # not the C hex

    units = "german 1057/91 at 4503\ngerman 1058/91 at 4604\nallied 8/3 at 4504\n"
    units += "allied 9/3 at 4603\nallied 185/3 at 4605"
    g = position(units, active="german", round="combat", turn=1, beaches="4603")
    assert forced(g, "4504", "1057/91 1058/91") == {"4605"}  # not the Open Beach
    g = position(units, active="german", round="combat", turn=1, beaches="4203")
    assert forced(g, "4504", "1057/91 1058/91") == {"4603", "4605"}

    units = "allied 8/3 at 3510\nallied 9/3 at 3609\ngerman 1057/91 at 3610\ngerman 1058/91 at 3410"
    g = position(units, active="british", round="combat", turn=1, beaches=ALL_BEACHES)
    assert GRID.at("3410") in GRID.neighbours[GRID.at("3510")]
    assert forced(g, "3610", "8/3 9/3") == set()  # 34xx is closed to the British


@rule("11.2-01", edition="dark_summer")
def test_units_that_have_been_attacked_and_retreated_force_nothing() -> None:
    units = "allied 8/3 at 4807\nallied 9/3 at 4708\ngerman 1057/91 at 4808\ngerman 736/716 at 4907"
    g = position(units, active="british", round="combat", turn=1, beaches=ALL_BEACHES)
    g.retreated = 1 << unit_number("736/716")
    assert forced(g, "4808", "8/3 9/3") == set()


@rule("11.2-01", edition="dark_summer")
def test_a_stack_without_zone_forces_nothing_and_one_with_it_does_as_a_whole() -> None:
    units = "allied 2-Rng at 3004\nallied 8/4 at 3103\ngerman 914/352 at 3104\ngerman 915/352 at 2904"
    g = position(units, active="us", round="combat", turn=1, beaches=ALL_BEACHES)
    assert forced(g, "3104", "2-Rng 8/4") == set()
    g.put(unit_number("22/4"), GRID.at("3004"))
    assert forced(g, "3104", "2-Rng 8/4") == {"2904"}  # although 22/4 does not attack


# -- keeping the promise ----------------------------------------------------------------------------


@rule("9.3.4-11", "11.2-E3", edition="dark_summer")
def test_a_reaction_attack_from_two_hexes_is_refused_if_it_would_force_another() -> None:
    units = "german 125/21-Pz at 4808\ngerman 192/21-Pz at 4708\nallied 8/3 at 4707\n"
    game = fighting("german", units + "allied 9/3 at 4807", round="reaction", dice=[1])
    play(game, "attack 4707", "with 192/21-Pz")
    assert orders(game) == ["declare"]
    assert refusal(game, "with 125/21-Pz").rule == "9.3.4-11"
    play(game, "declare")
    assert ended(game)
    game = fighting("german", units, round="reaction", dice=[1])
    play(game, "attack 4707", "with 192/21-Pz")
    assert orders(game) == ["with 125/21-Pz", "declare"]


@rule("11.2-01", edition="dark_summer")
def test_a_duty_lapses_when_the_hex_is_vacated_or_nobody_is_left_to_meet_it() -> None:
    game = fighting("british", FIGURE_4, dice=[1])
    g = state(game)
    g.duties = GRID.set("4407")
    play(game, "attack 4505", "with 8/3", "declare")
    assert "end" not in orders(game)
    g.remove(unit_number("736/716"))
    g._run(CombatAction(g.force[g.active]).choose)
    assert "end" in orders(game)
    game = fighting("british", FIGURE_4, dice=[1])
    g = state(game)
    g.duties = GRID.set("4407")
    g.attacked_units = 1 << unit_number("152/51") | 1 << unit_number("153/51")
    play(game, "attack 4505", "with 8/3", "declare")
    assert "end" in orders(game)


# -- against brute force ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_matching_finds_what_trying_everything_finds(seed: int) -> None:
    random = Random(seed)
    places = range(random.randint(1, 4))
    units = {place: random.randint(0, 2) for place in places}
    ways = [random.sample(places, random.randint(0, len(places))) for _ in range(random.randint(0, 5))]
    best = 0
    for choice in product(*([None, *found] for found in ways)):
        if all(choice.count(place) <= units[place] for place in places):
            best = max(best, len(choice) - choice.count(None))
    assert most_met(ways, units) == best


NAMES = ("8/3", "185/3", "9/3", "69/50", "151/50", "231/50", "8-A", "4-A", "27-A")
ENEMIES = ("1057/91", "1058/91", "736/716", "857/346", "Ost-4605", "101-SS-Tiger")


def random_position(random: Random) -> State:
    """Some units of both sides around a Clear hex."""
    area = members(GRID.within(1 << GRID.at("4809"), 2))
    random.shuffle(area)
    german, british = area[:5], area[5:9]
    lines = [f"german {name} at {GRID.label(random.choice(german))}" for name in ENEMIES]
    lines += [f"allied {name} at {GRID.label(random.choice(british))}" for name in NAMES if random.random() < 0.6]
    text = "\n".join(line + (" factor 1" if "Ost" in line else "") for line in lines)
    return position(text, active="british", round="combat", turn=1, beaches=ALL_BEACHES)


def can_be_kept(g: State, hexes: list[Hex], units: int, used: tuple[int, ...]) -> bool:
    """Whether every hex can get an attacker of its own, by trying everything."""
    if not hexes:
        return True
    first, *rest = hexes
    return any(
        can_be_kept(g, rest, units, (*used, unit))
        for place in places_beside(first)
        for unit in able_at(g, place, units)
        if unit not in used and attacks_alone(g, unit)
    )


@rule("11.2-01", edition="dark_summer")
@pytest.mark.parametrize("seed", range(40))
def test_an_attack_is_allowed_if_an_assignment_exists(seed: int) -> None:
    random = Random(seed)
    g = random_position(random)
    units = g.force[g.active]
    for target in members(g.occupied[1]):
        beside = [unit for place in places_beside(target) for unit in able_at(g, place, units)]
        for _ in range(4):
            attackers = tuple(random.sample(beside, random.randint(0, len(beside))))
            if attackers:
                duties = members(forced_by(g, target, attackers))
                wanted = can_be_kept(g, duties, units, attackers)
                assert Promises(g, units).allow(target, attackers) == wanted
