"""Retreat: where units may go, where they must, and who is lost (11.3.7, 5.2, 6.4, 15.0)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bocage.games.dark_summer import stacking, supply
from bocage.games.dark_summer.boundary import allowed_hexes
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMAN, US
from bocage.games.dark_summer.ground import MAJOR
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.retreat import Path, Retreats, goals_of, open_paths, retreat_paths, why_not_into
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import unit_number
from bocage.hexes import Hex, members
from bocage.kernel import Game
from tests.dark_summer.combats import ALL_BEACHES, attack, fighting, holds, result
from tests.dark_summer.positions import begin, labels, position, state, where
from tests.questions import orders, play, refusal
from tests.support import rule

# Surrounds the north of the Cotentin, so that Germans there are Out of Supply.
RING = """
    allied 8/4 at 1706
    allied 22/4 at 1906
    allied 12/4 at 2105
    allied 39/9 at 1506
    allied 47/9 at 1306
    allied 60/9 at 2004
    allied 502/101 at 2305
    allied 506/101 at 2404
"""


def placed(units: str, **more: object) -> State:
    """A position after a Combat."""
    given: dict[str, object] = {"round": "combat", "turn": 1, "beaches": ALL_BEACHES, **more}
    return position(units, **given)  # type: ignore[arg-type]


def ways(g: State, unit: str) -> set[str]:
    """The ways by which a unit may retreat."""
    return {"-".join(map(GRID.label, path)) for path in retreat_paths(g, unit_number(unit))}


def goals(g: State, name: str) -> list[Hex]:
    """The hexes towards which a unit may retreat."""
    unit = unit_number(name)
    return goals_of(g, unit, open_paths(g, unit))


def retreat_refusal(g: State, unit: str, label: str) -> str | None:
    """The rule that keeps a unit's retreat out of a hex, or None."""
    found = why_not_into(g, unit_number(unit), GRID.at(label))
    return found.rule if found else None


def retreating(g: State, *units: str) -> Game:
    """A game in which units have to retreat."""
    return begin(g, Retreats(tuple(map(unit_number, units))))


# -- where a retreat may go at all --------------------------------------------------------------------


@rule("11.3.7-01", "11.3.7-09", edition="dark_summer")
def test_a_retreat_is_two_hexes_away_from_the_combat() -> None:
    units = "german 1057/91 at 4808\nallied 8/3 at 4807\nallied 185/3 at 4807\nallied 9/3 at 4807"
    game = fighting("british", units, dice=[4])
    assert result(attack(game, "4808", "8/3 185/3 9/3")) == "DR"
    assert where(game, "1057/91") == "5008"  # towards 5400
    game = retreating(placed("german 1057/91 at 5427\nallied 8/4 at 5426"), "1057/91")
    assert orders(game, "to") == ["5327", "5527"]
    assert refusal(game, "to 5428").rule == "11.3.7-09"  # a dead end
    assert refusal(game, "to 5625").rule == "11.3.7-01"
    assert refusal(game, "halt").rule == "11.3.7-01"
    play(game, "to 5327")
    assert orders(game, "to") == ["5227", "5228"]
    play(game, "to 5228")
    assert where(game, "1057/91") == "5228"


@rule("11.3.7-02", "11.3.7-03", "11.3.7-04", "11.3.7-05", "6.2-02", "6.4-02", edition="dark_summer")
def test_no_retreat_into_water_enemies_zones_or_boxes() -> None:
    units = "german 1057/91 at 4904\nallied 8/3 at 4903\n"
    game = retreating(placed(units), "1057/91")
    assert refusal(game, "to 5004").rule == "11.3.7-02"  # Flooded
    assert refusal(game, "to 4903").rule == "11.3.7-03"
    assert refusal(game, "to 4804").rule == "11.3.7-04"
    assert refusal(game, "to cherbourg").rule == "11.3.7-05"
    assert orders(game, "to") == ["4805", "4905"]
    game = retreating(placed(units + "german Ost-4605 at 4804 factor 1"), "1057/91")
    assert orders(game, "to") == ["4804", "4805", "4905"]  # a friend negates the ZOC there
    game = retreating(placed(units + "allied 2-Rng at 4805"), "1057/91")
    assert refusal(game, "to 4805").rule == "11.3.7-03"  # a battalion bars the way too, and 4905 is the only one
    assert orders(game, "to") == ["4806", "4906", "5006"]


@rule("11.3.7-06", edition="dark_summer")
def test_vehicles_do_not_retreat_over_a_major_river_without_a_bridge() -> None:
    assert ways(placed("german 1057/91 at 4408\nallied 8/3 at 4407"), "1057/91") == {"4508-4608"}
    g = placed("german 125/21-Pz at 4408\nallied 8/3 at 4407")
    assert all("45" not in way for way in ways(g, "125/21-Pz"))
    assert refusal(retreating(g, "125/21-Pz"), "to 4508").rule == "11.3.7-06"


@rule("11.3.7-01", "3.2.2-01", edition="dark_summer")
def test_the_way_is_asked_for_only_where_it_makes_a_difference() -> None:
    units = "german 736/716 at 4504\nallied 8/3 at 4605\nallied 9/3 at 4305\nallied 185/3 at 4203"
    g = placed(units)
    assert ways(g, "736/716") == {"4503-4403", "4404-4403"}
    assert where(retreating(g, "736/716"), "736/716") == "4403", "both ways come to the same"
    game = retreating(placed(units, held="4404"), "736/716")
    assert orders(game, "to") == ["4404", "4503"], "by one of them it takes a hex from the Allies"
    play(game, "to 4404")
    assert where(game, "736/716") == "4403" and "4404" not in labels(state(game).held)


@rule("11.3.7-21", "11.9-11", edition="dark_summer")
def test_germans_do_not_retreat_into_an_open_beach() -> None:
    units = "german 736/716 at 4504\nallied 2-Rng at 4505"
    open_, captured = placed(units), placed(units, beaches="4203")
    beach, unit = GRID.at("4603"), unit_number("736/716")
    refused = why_not_into(open_, unit, beach)
    assert refused is not None and refused.rule == "11.3.7-21"
    assert not any("4603" in way for way in ways(open_, "736/716"))
    assert why_not_into(captured, unit, beach) is None


# -- towards the Supply Source --------------------------------------------------------------------------


@rule("11.3.7-10", "11.3.7-11", "11.3.7-12", edition="dark_summer")
def test_the_way_leads_to_the_nearest_source_and_the_owner_chooses_among_equals() -> None:
    g = placed("german 1057/91 at 2826\nallied 8/4 at 2825")
    assert {GRID.label(goal) for goal in goals(g, "1057/91")} == {"2727", "2828"}
    assert ways(g, "1057/91") == {"2726-2727", "2827-2727", "2827-2828"}
    game = retreating(g, "1057/91")
    assert orders(game, "to") == ["2726", "2827"]
    assert refusal(game, "to 2926").rule == "11.3.7-12"
    g.brittany_since = 1  # the W hexes are no sources any more
    g.forget()
    assert {GRID.label(goal) for goal in goals(g, "1057/91")} == {"3428"}
    no_source = placed("allied 8/3 at 4808\ngerman 1057/91 at 4807", beaches="")
    assert len(ways(no_source, "8/3")) == 9  # all directions are equal
    one_step = placed("german 1057/91 at 5427\nallied 8/4 at 5426")
    assert ways(one_step, "1057/91") == {"5327-5227", "5327-5228", "5527-5627", "5527-5628"}  # none comes closer


@rule("11.3.7-13", edition="dark_summer")
def test_germans_that_are_cut_off_may_retreat_towards_cherbourg() -> None:
    units = "german 1057/91 at 1803\nallied 9/2 at 1804" + RING
    g = placed(units, beaches="2403")
    assert not supply.in_supply(g, unit_number("1057/91"))
    assert GRID.set("1200 1300 1400 1500 1600 1700 1800 1900 2000") == sum(
        1 << goal for goal in goals(g, "1057/91") if g.campaign.ground.letters["C"] >> goal & 1
    )
    assert {"1802-1801", "1902-2002"} <= ways(g, "1057/91")
    g.cherbourg_captured = 1
    assert not any(g.campaign.ground.letters["C"] >> goal & 1 for goal in goals(g, "1057/91"))
    supplied = placed("german 1057/91 at 1803\nallied 9/2 at 1804")
    assert not any(supplied.campaign.ground.letters["C"] >> goal & 1 for goal in goals(supplied, "1057/91"))


@rule("11.3.7-13", edition="dark_summer")
def test_a_c_hex_counts_only_if_a_way_leads_towards_it() -> None:
    # 1700 is a C hex itself: from there only the other C hexes and the nearest Supply Source, in the south, are goals.
    g = placed(RING + "german 922/243 at 1700")
    assert GRID.at("1700") not in goals(g, "922/243") and GRID.at("1600") in goals(g, "922/243")
    assert ways(g, "922/243") == {"1601-1501", "1701-1702", "1701-1802", "1801-1802", "1801-1901"}


@rule("10.1-11", "10.1-12", edition="dark_summer")
def test_no_retreat_into_a_hex_with_an_exit_marker_of_the_other_army() -> None:
    g = placed("allied 8/3 at 6213\ngerman 1057/91 at 6113", beaches="4603", turn=9)
    assert ways(g, "8/3") == {"6212-6111", "6212-6211"}
    g.exits[US] |= GRID.set("6212")
    assert ways(g, "8/3") == set()
    assert retreat_refusal(g, "8/3", "6212") == "10.1-11"
    g = placed("allied 8/4 at 6213\ngerman 1057/91 at 6113", beaches="3303", turn=9)
    g.brittany_since, g.rounds = 1, 9
    g.exits[BRITISH] |= GRID.set("6212")
    assert retreat_refusal(g, "8/4", "6212") == "10.1-12"


@rule("11.3.7-14", edition="dark_summer")
def test_us_units_from_brittany_retreat_towards_the_beaches() -> None:
    g = placed("allied CCA/4 at 4426\ngerman 1057/91 at 4326", turn=9)
    g.reentered = 1 << unit_number("CCA/4")
    assert supply.hexes_supplied_from_brittany(g) >> GRID.at("4426") & 1
    assert {GRID.label(goal) for goal in goals(g, "CCA/4")} == {"3303"}
    start = GRID.distance(GRID.at("4426"), GRID.at("3303"))
    assert all(GRID.distance(path[-1], GRID.at("3303")) < start for path in retreat_paths(g, unit_number("CCA/4")))


@rule("11.3.7-22", edition="dark_summer")
def test_germans_end_in_a_lettered_hex_only_if_the_way_to_the_source_wants_it() -> None:
    g = placed("german 1057/91 at 2627\nallied 8/4 at 2626")
    assert ways(g, "1057/91") == {"2727-2827"}  # and not 2828 by the same first hex
    g = placed("german 1057/91 at 2725\nallied 8/4 at 2724")
    assert ways(g, "1057/91") == {"2726-2727"}


@rule("11.3.7-22", "15.0-07", edition="dark_summer")
def test_allied_units_cross_the_boundary_only_if_there_is_no_other_way() -> None:
    g = placed("allied 8/3 at 3510\ngerman 1057/91 at 3511\ngerman 1058/91 at 3610\ngerman 857/346 at 3508")
    assert ways(g, "8/3") == {"3410-3309", "3410-3310"}
    game = retreating(placed("allied 8/3 at 3510\ngerman 1057/91 at 3511"), "8/3")
    assert refusal(game, "to 3410").rule == "15.0-07"


# -- Open Beaches, Strongpoints, the lost ---------------------------------------------------------------


@rule("11.3.7-15", "11.3.7-16", edition="dark_summer")
def test_an_allied_retreat_may_end_in_an_open_beach_with_room() -> None:
    units = "allied 16/1 at 3304\ngerman 1057/91 at 3305\n"
    assert ways(placed(units), "16/1") == {"3303"}
    assert ways(placed(units, beaches="3303"), "16/1") == {"3303"}
    full = units + "allied 9/2 at 3303"  # of another division
    assert ways(placed(full), "16/1") == {"3303-3203"}
    both = retreating(placed("allied 8/3 at 4203\ngerman 1057/91 at 4204", beaches="4102 4302"), "8/3")
    assert orders(both, "to") == ["4102", "4302"]
    play(both, "to 4302")
    assert where(both, "8/3") == "4302"


@rule("11.3.7-12", "11.3.7-15", edition="dark_summer")
def test_the_next_beach_is_no_better_than_two_hexes_if_neither_comes_closer() -> None:
    # 4003 is the nearest Supply Source itself: every way leads away from it.
    g = placed("allied 8/3 at 4003", beaches="4003 4102")
    assert {"4102", "4102-4203", "3903-3803"} <= ways(g, "8/3")


@rule("11.3.7-17", "11.5.1-01", edition="dark_summer")
def test_strongpoints_are_eliminated_instead() -> None:
    game = retreating(
        placed("german SP-4404 at 4404 factor 2\ngerman 736/716 at 4404\nallied 8/3 at 4403"), "SP-4404", "736/716"
    )
    assert not holds(game, "SP-4404")
    assert holds(game, "736/716") and where(game, "736/716") != "4404"


@rule("11.3.7-19", edition="dark_summer")
def test_who_has_no_way_is_eliminated() -> None:
    ring = "allied 8/3 at 4807\nallied 9/3 at 4809\nallied 56 at 4908\nallied 8-A at 4708\nallied 4-A at 4910"
    game = retreating(placed("german 1057/91 at 4808\n" + ring), "1057/91")
    assert not holds(game, "1057/91")


# -- several units, stacking ------------------------------------------------------------------------------


@rule("11.3.7-07", "11.3.7-08", "5.2-03", edition="dark_summer")
def test_units_of_a_stack_go_one_by_one_and_need_room() -> None:
    units = "german 1057/91 at 2826\ngerman 1058/91 at 2826\nallied 8/4 at 2825\n"
    game = retreating(placed(units), "1057/91", "1058/91")
    assert orders(game) == ["retreat 1057/91", "retreat 1058/91"]
    assert refusal(game, "retreat 6-FJ").rule == refusal(game, "halt").rule == "11.3.7-01"
    play(game, "retreat 1058/91", "to 2726")
    assert where(game, "1058/91") == "2727"
    play(game, "to 2827", "to 2828")
    assert where(game, "1057/91") == "2828"
    full = units + "german 977/271 at 2727\ngerman 981/272 at 2828"  # other divisions
    game = retreating(placed(full), "1057/91")
    play(game, "to 2726")
    assert refusal(game, "to 2727").rule == "11.3.7-08"


@rule("11.3.7-08", "5.2-07", edition="dark_summer")
def test_a_unit_goes_into_a_full_hex_only_without_another_way_and_its_owner_removes_one() -> None:
    ring = """
        allied 9/3 at 4809
        allied 56 at 4807
        allied 8-A at 4708
        allied 4-A at 5009
        german 1057/91 at 4808
        german 977/271 at 5008
        german Ost-4605 at 5008 factor 1
        german 101-SS-Tiger at 4908
    """
    g = placed(ring)
    assert ways(g, "1057/91") == {"4908-5008"}
    game = retreating(g, "1057/91")
    assert (game.decision.seat, orders(game)) == ("german", ["remove 1057/91", "remove 977/271"])
    assert refusal(game, "remove Ost-4605").rule == "5.1-05"
    assert refusal(game, "remove 8-A").rule == "5.2-07"
    play(game, "remove 977/271")
    assert (holds(game, "977/271"), where(game, "1057/91")) == (False, "5008")


def test_a_retreat_leaves_its_mark() -> None:
    game = retreating(placed("german 1057/91 at 4808\nallied 8/3 at 4807"), "1057/91")
    assert state(game).retreated == 1 << unit_number("1057/91")


# -- against brute force ------------------------------------------------------------------------------------


def naive_ways(g: State, unit: int) -> list[Path]:
    """All that 11.3.7 says, hex by hex and without sets of hexes."""
    campaign, ground, start = g.campaign, g.campaign.ground, g.where[unit]
    side, group = campaign.side[unit], campaign.group[unit]

    def steps(here: Hex) -> list[Hex]:
        return [
            there
            for there in GRID.neighbours[here]
            if why_not_into(g, unit, there) is None
            and not (
                campaign.needs_bridge[unit]
                and ground.rivers[here, there] == MAJOR
                and (here, there) not in ground.bridges
            )
        ]

    paths: list[Path] = []
    for first in steps(start):
        if side == ALLIED and g.open_beaches >> first & 1:
            paths.append((first,))
        paths += [(first, second) for second in steps(first) if GRID.distance(start, second) == 2]
    paths = [
        path
        for path in paths
        if all(campaign.side[u] != side or campaign.group[u] == group for u in g.at.get(path[-1], ()))
    ]

    def badness(path: Path) -> tuple[bool, bool]:
        there = (*g.at.get(path[-1], ()), unit)
        return not stacking.is_legal(campaign, there), any(not allowed_hexes(g, group) >> hex_ & 1 for hex_ in path)

    if not paths:
        return []
    worst = min(map(badness, paths))
    paths = [path for path in paths if badness(path) == worst]
    sources = members(supply.sources(g, group))
    near = min((GRID.distance(start, source) for source in sources), default=0)
    aims = [source for source in sources if GRID.distance(start, source) == near]
    havens = []
    if side == GERMAN and not g.cherbourg_captured and not supply.in_supply(g, unit):
        havens = [c for c in members(ground.letters["C"]) if reaches(g, start, c)]
    if aims or havens:
        chosen: list[Path] = []
        for goal in (*aims, *havens):

            def missing(path: Path, goal: Hex = goal) -> int:
                trail = [GRID.distance(hex_, goal) for hex_ in (start, *path)]
                return 2 - sum(b < a for a, b in pairwise(trail)) * 2 // len(path)

            fewest = min(map(missing, paths))
            if goal in havens and fewest == 2:
                continue  # no way leads towards it
            chosen += [path for path in paths if missing(path) == fewest and path not in chosen]
        paths = chosen or paths
    if side == GERMAN:
        paths = [path for path in paths if not campaign.no_stop >> path[-1] & 1] or paths
    return sorted(paths)


def reaches(g: State, start: Hex, goal: Hex) -> bool:
    """Whether a path over free hexes leads to a C hex, by walking it."""
    seen, front = {start}, [start]
    while front:
        here = front.pop()
        for there in GRID.neighbours[here]:
            if there not in seen and supply.free_hexes(g, GERMAN) >> there & 1:
                seen.add(there)
                front.append(there)
    return goal in seen


CENTRES = ("4808", "2826", "4404", "1803", "3510", "4507", "2205", "5203")
GERMANS = ("1057/91", "977/271", "125/21-Pz", "6-FJ", "101-SS-Tiger", "736/716", "1/III-Flak", "Ost-4605")
ALLIES = ("8/3", "27-A", "2-Rng", "16/1", "CCA/2", "4-Cav", "501/101", "56")


@rule("11.3.7-12", "11.3.7-22", edition="dark_summer")
@pytest.mark.parametrize("seed", range(48))
def test_retreats_are_those_that_trying_everything_finds(seed: int) -> None:
    random = Random(seed)
    centre = GRID.at(CENTRES[seed % len(CENTRES)])
    area = [hex_ for hex_ in members(GRID.within(1 << centre, 3)) if placed("").campaign.ground.passable >> hex_ & 1]
    random.shuffle(area)
    german, allied = area[: len(area) // 3], area[len(area) // 3 : 2 * len(area) // 3]
    lines = [f"german {name} at {GRID.label(random.choice(german))} factor 1" for name in GERMANS]
    lines += [f"allied {name} at {GRID.label(random.choice(allied))}" for name in ALLIES]
    if seed % 2:
        lines += RING.strip().splitlines()
    g = placed("\n".join(lines), beaches=random.choice((ALL_BEACHES, "2403", "4603", "")))
    for name in (*GERMANS, *ALLIES):
        unit = unit_number(name)
        assert sorted(retreat_paths(g, unit)) == naive_ways(g, unit), name
