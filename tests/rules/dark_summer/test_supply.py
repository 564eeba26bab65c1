"""Supply (13)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import BRITISH, GERMANS, US
from bocage.games.dark_summer.movement import movement_points
from bocage.games.dark_summer.places import GRID, place_name, place_number
from bocage.games.dark_summer.replacements import kinds_for, why_not_rebuild
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import attack_strength, defence_strength
from bocage.games.dark_summer.supply import (
    check_cherbourg,
    hexes_with_path_to_cherbourg,
    in_supply,
    isolated,
    sources,
    supplied_germans_on_map,
)
from bocage.games.dark_summer.words import unit_number
from tests.dark_summer.positions import labels, move_in, moving, position, reach_labels, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

BRITTANY_OPENED = 1  # any Round of the past
CORDON = """
    allied 8/4 at 1205
    allied 22/4 at 1405
    allied 12/4 at 1604
    allied 39/9 at 1804
    allied 47/9 at 2003
    allied 60/9 at 2203
    allied 9/2 at 2403
"""  # across the Cotentin, from coast to coast


def supplied(g: State, unit: str) -> bool:
    """Whether a unit is In Supply."""
    return in_supply(g, unit_number(unit))


def put(g: State, unit: str, place: str) -> None:
    """Place a unit."""
    g.put(unit_number(unit), place_number(place))


# -- sources --------------------------------------------------------------------------------------------


@rule("13.1-01", "13.1.1-01", edition="dark_summer")
def test_german_sources_are_the_lettered_hexes_but_not_c() -> None:
    letters = position().campaign.ground.letters
    assert sources(position(), GERMANS) == letters["W"] | letters["S"] | letters["E"] | letters["(E)"]


@rule("13.1.1-02", "13.1.1-03", "13.1.1-04", edition="dark_summer")
def test_german_sources_end_with_brittany_with_the_return_and_with_exit_markers() -> None:
    g = position()
    letters = g.campaign.ground.letters
    g.brittany_since = BRITTANY_OPENED
    assert not sources(g, GERMANS) & letters["W"] and sources(g, GERMANS) & letters["S"]
    g.reentry_turn = 5
    assert not sources(g, GERMANS) & letters["S"]
    g.exits[US], g.exits[BRITISH] = GRID.set("6219"), GRID.set("6202")
    assert labels(sources(g, GERMANS)) == {"6205", "6209", "6212", "6216", "6223", "5400"}


@rule("13.1.1-05", edition="dark_summer")
def test_a_source_is_of_no_use_with_an_allied_unit_in_it_or_a_zone_that_nobody_negates() -> None:
    g = position("allied CCA/4 at 2828\nallied CCB/4 at 4427")
    assert not sources(g, GERMANS) & GRID.set("2828 4428")
    put(g, "6-FJ", "4428")
    assert sources(g, GERMANS) & GRID.set("4428"), "a German unit negates the ZOC"


@rule("13.1.2-01", "13.1.2-02", edition="dark_summer")
@pytest.mark.parametrize("closed", [False, True])
def test_open_beaches_supply_the_army_to_which_they_belong(closed: bool) -> None:
    g = position("allied 18/1 at 3204\nallied 56 at 4004\nallied GTD/2-Fr at 3304\nallied 10/1-Po at 4104")
    beaches = GRID.set("3203 4003")
    if closed:
        g.closed_beaches = beaches
        assert not any(supplied(g, unit) for unit in ("18/1", "56", "GTD/2-Fr", "10/1-Po"))
    else:
        g.open_beaches = beaches
        assert all(supplied(g, unit) for unit in ("18/1", "56", "GTD/2-Fr", "10/1-Po"))
        g.open_beaches = GRID.set("3203")
        g.forget()
        assert [supplied(g, unit) for unit in ("18/1", "56", "GTD/2-Fr", "10/1-Po")] == [True, False, True, False]


# -- lines ----------------------------------------------------------------------------------------------


@rule("13.2.2-E1", "13.2-02", "13.2-03", "13.2-04", edition="dark_summer")
def test_figure_5_a_surrounded_by_units_zones_and_water() -> None:
    units = "german 916/352 at 3104\nallied 16/1 at 3103\nallied 18/1 at 3205"
    assert not supplied(position(units), "916/352")
    assert supplied(position(units.replace("\nallied 18/1 at 3205", "")), "916/352")


@rule("13.2.2-E2", edition="dark_summer")
def test_figure_5_b_a_battalion_has_no_zone() -> None:
    assert supplied(position("german 916/352 at 2903\nallied 16/1 at 3003\nallied 2-Rng at 2904"), "916/352")
    assert not supplied(position("german 916/352 at 2903\nallied 16/1 at 3003\nallied 18/1 at 2904"), "916/352")


@rule("13.2.2-E3", "6.2-01", edition="dark_summer")
def test_figure_5_e_a_friend_negates_the_zone() -> None:
    units = "german 916/352 at 2903\ngerman Ost-2804 at 2804\nallied 16/1 at 3003\nallied 18/1 at 2904"
    assert supplied(position(units), "916/352")


@rule("13.2-01", "13.2-07", edition="dark_summer")
def test_lines_have_any_length_end_in_the_source_and_serve_any_number() -> None:
    g = position("german 729/709 at 1200\ngerman 919/709 at 1900\ngerman 739/709 at 1201")
    assert all(supplied(g, unit) for unit in ("729/709", "919/709", "739/709")), "from the Cotentin to the south edge"
    ring = "allied CCA/4 at 3327\nallied CCB/4 at 3427\nallied CCR/4 at 3527"
    assert supplied(position("german 6-FJ at 3428\n" + ring), "6-FJ"), (
        "it stands in a source and negates the ZOCs there"
    )
    assert not supplied(position("german 6-FJ at 3426\nallied CCA/4 at 3425\nallied CCB/4 at 3427\n"), "6-FJ")


@rule("13.2-05", "13.2-06", "13.2.2-01", "2.4-14", edition="dark_summer")
def test_lines_pass_enemy_ground_rivers_and_the_boundary() -> None:
    g = position("allied 16/1 at 4109\nallied 8/3 at 3104\nallied 3/6 at 4805", beaches="3303 4603")
    assert g.held != g.campaign.ground.land, "most of the land is German"
    assert supplied(g, "16/1") and supplied(g, "8/3"), "through the Zone of the other army"
    assert supplied(g, "3/6"), "over the Orne at any place"


@rule("13.0-01", "13.0-08", "13.0-09", "13.4-02", "13.0-03", "10.1-02", edition="dark_summer")
def test_supply_is_traced_when_it_matters() -> None:
    g = position("german 6-FJ at 2308\nallied 16/1 at 2310", active="german", weather="showers")
    assert supplied(g, "6-FJ") and movement_points(g, unit_number("6-FJ"), "normal") == 10
    put(g, "18/1", "2306")
    put(g, "26/1", "2108")
    put(g, "12/4", "2508")
    assert not supplied(g, "6-FJ") and movement_points(g, unit_number("6-FJ"), "normal") == 6
    g.remove(unit_number("16/1"))
    assert supplied(g, "6-FJ"), "nothing of it lasts"
    game = moving("us", "allied 501/101 at 2305\ngerman 919/709 at 2303\ngerman 1058/91 at 2505", beaches="2403")
    play(game, "move 501/101", "to 2304")
    assert not supplied(state(game), "501/101"), "nothing keeps it from where it is Out of Supply"
    assert movement_points(position("german 919/709 at 3104\nallied 16/1 at 3103\nallied 18/1 at 3205"),
                           unit_number("919/709"), "normal") == 6, "a factor of three stays three"  # fmt: skip


@rule("13.2.1-01", edition="dark_summer")
def test_german_lines_do_not_run_over_an_open_beach() -> None:
    units = "german 916/352 at 3203\nallied 16/1 at 3104\nallied 8/4 at 3205"
    assert supplied(position(units, closed="3303"), "916/352")
    assert not supplied(position(units, beaches="3303"), "916/352")


@rule("13.2.1-02", edition="dark_summer")
def test_german_lines_do_not_run_through_an_exit_marker() -> None:
    # The only way out of 6203 is 6202, an E hex; beyond it 5400 and others are free.
    g = position("german 6-FJ at 6203\nallied 2-Rng at 6102\nallied 5-Rng at 6103\nallied CCB/4 at 6205")
    assert supplied(g, "6-FJ")
    g.exits[BRITISH] = GRID.set("6202")
    g.forget()
    assert not supplied(g, "6-FJ")


@rule("13.2.1-03", "13.3-03", "13.5-01", edition="dark_summer")
def test_cherbourg_is_no_source_and_no_way_through() -> None:
    g = position("german 922/243 at 1402\ngerman 729/709 at cherbourg" + CORDON)
    assert not supplied(g, "922/243") and supplied(g, "729/709")


# -- boxes ----------------------------------------------------------------------------------------------


@rule("13.2.2-02", "13.2.2-07", edition="dark_summer")
def test_us_units_in_the_cherbourg_box_trace_from_a_c_hex() -> None:
    g = position("allied 8/4 at cherbourg\nallied 22/4 at 1901\ngerman 6-FJ at 2207", beaches="2403")
    assert supplied(g, "8/4")
    for hex_ in range(1200, 2001, 100):
        put(g, ("729/709", "739/709", "919/709")[hex_ % 3], str(hex_))
    assert supplied(g, "8/4"), "three units do not close nine hexes"
    for unit, hex_ in zip(("920/243", "921/243", "922/243", "1057/91", "1058/91"), range(1200, 2001, 200), strict=True):
        put(g, unit, str(hex_))
    assert not supplied(g, "8/4")


@rule("13.2.2-03", "13.2.2-04", "13.2.2-05", "13.2.2-06", edition="dark_summer")
def test_units_in_brittany_and_those_that_came_back_are_supplied_through_it() -> None:
    g = position(
        """
        allied CCA/4 at brittany
        allied CCB/4 at may-leave
        allied CCR/4 at 5428
        allied 2-Cav at 5428
        """,
        beaches="3303",
    )
    assert all(supplied(g, unit) for unit in ("CCA/4", "CCB/4", "CCR/4", "2-Cav")), "on the map all the way"
    for unit, hex_ in zip(("941/353", "942/353", "943/353"), ("5327", "5427", "5527"), strict=True):
        put(g, unit, hex_)
    assert not supplied(g, "CCR/4") and not supplied(g, "2-Cav")
    g.reentered |= 1 << unit_number("CCR/4")
    assert supplied(g, "CCR/4"), "by its S hex and Brittany"
    assert not supplied(g, "2-Cav"), "which did not come from there"
    for unit, hex_ in zip(("101-SS-Tiger", "102-SS-Tiger", "503-Tiger"), ("2628", "2727", "2828"), strict=True):
        put(g, unit, hex_)
    assert not supplied(g, "CCR/4"), "as units in Brittany"


@rule("13.2.2-07", edition="dark_summer")
def test_an_s_hex_in_a_german_zone_gives_no_line_unless_a_unit_negates_it() -> None:
    units = "allied CCR/4 at 5427\ngerman 941/353 at 5527\ngerman 942/353 at 5325\ngerman 943/353 at 5228"
    g = position(units, beaches="3303")
    g.reentered = 1 << unit_number("CCR/4")
    assert not supplied(g, "CCR/4")
    put(g, "2-Cav", "5428")
    assert supplied(g, "CCR/4")


@rule("13.2.2-07", edition="dark_summer")
def test_brittany_is_cut_off_when_no_w_hex_has_a_line() -> None:
    g = position("allied CCA/4 at may-leave", beaches="3303")
    for unit, hex_ in zip(("101-SS-Tiger", "102-SS-Tiger", "503-Tiger"), ("2628", "2727", "2828"), strict=True):
        assert supplied(g, "CCA/4")
        put(g, unit, hex_)
    assert not supplied(g, "CCA/4")


# -- automatic supply -----------------------------------------------------------------------------------


@rule("13.3-01", edition="dark_summer")
def test_strongpoints_are_supplied_on_turns_1_and_2_but_not_who_is_with_them() -> None:
    units = "german SP-3203 at 3104\ngerman 916/352 at 3104\nallied 16/1 at 3103\nallied 18/1 at 3205"
    for turn in (1, 2, 3):
        g = position(units, turn=turn)
        assert supplied(g, "SP-3203") is (turn < 3)
        assert not supplied(g, "916/352")
    assert supplied_germans_on_map(position(units, turn=2))
    assert not supplied_germans_on_map(position(units, turn=3))


@rule("13.3-02", "13.3-04", "13.3-05", edition="dark_summer")
def test_units_in_cherbourg_on_open_beaches_and_beyond_the_edge_are_supplied_by_themselves() -> None:
    g = position(
        """
        german 729/709 at cherbourg
        german 6-FJ at eastern-exit
        allied CCA/4 at eastern-exit
        allied 8/4 at 2403
        german 919/709 at 2303
        german 1058/91 at 2404
        """,
        beaches="2403",
    )
    g.isolated = True
    assert all(supplied(g, unit) for unit in ("729/709", "6-FJ", "CCA/4", "8/4"))


@rule("13.0-05", "10.4.5-04", edition="dark_summer")
def test_supply_at_an_exit_is_judged_without_the_unit_that_leaves() -> None:
    # The only line from 6219 runs through 6118 and 6019, hexes in German ZOCs that the units there negate.
    units = """
        allied CCA/4 at 6118
        allied 2-Cav at 6019
        german 6-FJ at 6120
        german 5/3-FJ at 6217
        german 8/3-FJ at 6018
    """
    for friend, free in (("", False), ("        allied CCB/4 at 6118", True)):
        g = position(units.rstrip() + "\n" + friend, beaches="3303")
        g.brittany_since, g.rounds = BRITTANY_OPENED, 9
        game = move_in(g)
        play(game, "move CCA/4")
        assert ("eastern-exit" in orders(game, "to")) is free
        if not free:
            assert refusal(game, "to eastern-exit").rule == "10.4.5-04"


# -- what it costs --------------------------------------------------------------------------------------


@rule("13.0-02", "13.4-01", edition="dark_summer")
def test_no_replacements_for_units_out_of_supply() -> None:
    units = "german 916/352 at 3104 reduced\nallied 16/1 at 3103"
    for more, rule_ in (("", ""), ("\nallied 18/1 at 3205", "8.2.2-03")):
        g = position(units + more)
        unit = unit_number("916/352")
        refused = why_not_rebuild(g, unit, tuple(kinds_for(g.campaign, unit)))
        assert (refused.rule if refused else "") == rule_


@rule("13.0-04", "13.4-03", edition="dark_summer")
def test_supply_is_judged_at_the_instant_of_combat() -> None:
    units = "german 916/352 at 3104\nallied 16/1 at 3103"
    g = position(units, beaches="3303")
    attack = Attack(GRID.at("3104"), (unit_number("16/1"),))
    assert (attack_strength(g, attack.attackers), defence_strength(g, attack)) == (6, 4)
    put(g, "18/1", "3205")
    assert defence_strength(g, attack) == 2, "cut off, it defends with half"


# -- Cherbourg ------------------------------------------------------------------------------------------


@rule("13.5-01", "13.5-02", "13.5-04", edition="dark_summer")
def test_cherbourg_is_isolated_when_no_c_hex_has_a_line_and_free_of_it_again_when_one_has() -> None:
    g = position(CORDON, active="german")
    assert isolated(g)
    g.remove(unit_number("22/4"))
    assert not isolated(g)
    g.remove(unit_number("8/4"))
    for unit, hex_ in zip(("16/1", "18/1", "26/1", "115/29", "116/29"), range(1200, 2001, 200), strict=True):
        put(g, unit, str(hex_))
    assert isolated(g), "units and ZOCs in every C hex"
    put(g, "729/709", "1301")
    assert isolated(g)
    put(g, "729/709", "1300")
    assert not isolated(g), "a German unit in a C hex negates the ZOCs there"


@rule("13.5-06", "13.5-07", "13.5-08", "13.5-10", "13.0-06", "6.2-04", "10.4.3-05", edition="dark_summer")
def test_units_cut_off_with_cherbourg_go_there_at_every_check_and_strongpoints_do_not() -> None:
    units = """
        german 922/243 at 1402
        german 919/709 at 2000
        german SP-2202 at 2001
        german 1057/91 at 1802
        german 6-FJ at 2308
        allied 501/101 at cherbourg
    """
    g = position(units.rstrip() + CORDON, active="german", turn=4)
    check_cherbourg(g)
    assert g.isolated
    told = [(place_name(event.facts["hex"]), event.kind) for event in g.events if event.kind == "relocated"]  # type: ignore[arg-type]
    assert told == [("2000", "relocated"), ("1402", "relocated"), ("1802", "relocated")]
    assert [place_name(g.where[unit_number(unit)]) for unit in ("922/243", "919/709", "SP-2202", "6-FJ")] == [
        "cherbourg", "cherbourg", "2001", "2308",
    ]  # fmt: skip
    put(g, "1058/91", "1602")
    check_cherbourg(g)
    assert g.where[unit_number("1058/91")] == place_number("cherbourg"), "at every check"


@rule("13.5-06", edition="dark_summer")
def test_only_a_path_free_of_allied_units_and_zones_leads_to_cherbourg() -> None:
    g = position("german 922/243 at 2102\nallied 505/82 at 2101\nallied 507/82 at 2001" + CORDON, active="german")
    assert not hexes_with_path_to_cherbourg(g) & GRID.set("2102")
    check_cherbourg(g)
    assert g.isolated and g.where[unit_number("922/243")] == GRID.at("2102")


@rule("13.5-09", "13.5-03", "13.5-E1", "10.4.3-07", edition="dark_summer")
def test_nobody_leaves_cherbourg_in_a_round_that_began_with_it_isolated() -> None:
    g = position("german 729/709 at cherbourg\ngerman 739/709 at cherbourg", active="german")
    check_cherbourg(g)
    game = move_in(g)
    assert kinds(g.events) == [] and "729/709" in orders(game, "move")
    for line in CORDON.strip().splitlines():
        _, unit, _, hex_ = line.split()
        g.put(unit_number(unit), GRID.at(hex_))
    assert not g.isolated and "1301" in reach_labels(g, "729/709"), "found out at the start of the next German Round"
    g.begin_round("reaction", GERMANS)
    check_cherbourg(g)
    game = move_in(g)
    assert refusal(game, "move 729/709").rule == "10.4.3-07"
    g.cherbourg_captured = 4
    check_cherbourg(g)
    assert not g.isolated, "once it is captured nobody asks any more"
    assert where(game, "729/709") == "cherbourg"
