"""Stacking (5)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.places import place_number
from bocage.games.dark_summer.stacking import fits, is_legal, over_stacked
from bocage.games.dark_summer.words import unit_number
from tests.dark_summer.positions import moving, position, reach_labels, setting_of, state, where
from tests.questions import orders, play, refusal
from tests.support import rule


def may_stack(*names: str) -> bool:
    """Whether units may be in one hex."""
    return is_legal(setting_of().campaign, [unit_number(name) for name in names])


@rule("5.0-02", "5.0-03", "5.0-04", "2.4-20", edition="dark_summer")
def test_british_canadians_and_poles_stack_and_so_do_us_and_french_but_not_with_each_other() -> None:
    assert may_stack("56", "2-Can-A", "10/1-Po", "3/1-Po")
    assert may_stack("102-Cav", "GTD/2-Fr", "GTL/2-Fr")
    assert may_stack("2-Rng")
    assert not may_stack("102-Cav", "8-A")
    assert not may_stack("2-Rng", "1-SS"), "also where the one counts for nothing"


@rule("5.1-01", "5.1-05", "2.2.S-04", edition="dark_summer")
def test_four_units_at_most_and_any_number_of_battalions_and_strongpoints() -> None:
    independents = ("4-A", "8-A", "27-A", "33-A")
    assert may_stack(*independents)
    assert not may_stack(*independents, "56")
    germans = ("5/3-FJ", "8/3-FJ", "9/3-FJ", "6-FJ")
    battalions = ("101-SS-Tiger", "Fus/243", "Fus/352", "Sturm-7", "100-Pz", "Ost-2303", "SP-2403", "SP-3203")
    assert may_stack(*germans, *battalions), "divisional battalions among them"
    assert not may_stack(*germans, "30-Mob")


@rule("5.1-02", "5.1-03", "5.1-04", "5.1-E1", "5.1-E2", "5.1-E3", "5.1-E4", edition="dark_summer")
def test_one_division_in_a_hex_to_which_airborne_and_flak_units_do_not_belong() -> None:
    assert may_stack("357/90", "358/90", "505/82", "501/101")
    assert may_stack("7/3-Can", "4-A", "8-A", "2-Can-A")
    assert not may_stack("7/3-Can", "231/50")
    assert may_stack("37/17-SS-PzG", "38/17-SS-PzG", "1/III-Flak", "6-FJ", "100-Pz", "Ost-2303")
    assert may_stack("1/III-Flak", "2/III-Flak", "894/265", "897/266"), "a lone regiment is no division"
    assert not may_stack("16/1", "116/29")


@rule("5.0-05", "5.3-01", "5.3-02", edition="dark_summer")
def test_enemies_are_together_in_the_cherbourg_box_alone_which_has_no_limit() -> None:
    g = position(
        """
        german 729/709 at cherbourg
        german 739/709 at cherbourg
        german 206-Pz at cherbourg
        allied 8/4 at cherbourg
        allied 22/4 at cherbourg
        allied 39/9 at cherbourg
        allied 47/9 at cherbourg
        allied 60/9 at cherbourg
        allied 12/4 at 1500
        german 1057/91 at 1600
        """,
        beaches="2403",
    )
    assert over_stacked(g) == []
    assert "cherbourg" in reach_labels(g, "12/4")
    assert "1600" not in reach_labels(g, "12/4")


@rule("5.4-03", "5.5-01", "5.5-02", "5.2-09", "5.0-06", edition="dark_summer")
def test_boxes_and_offshore_hexes_have_no_limit_and_markers_count_for_nothing() -> None:
    allied = ("8/4", "116/29", "16/1", "9/2", "357/90")
    g = position("\n".join(f"allied {unit} at {box}" for unit, box in zip(allied, ["may-leave"] * 5, strict=True)))
    assert over_stacked(g) == []
    for box in ("brittany", "eastern-exit", "approach-2403", "third-utah", "airfield-us"):
        for unit in allied:
            g.put(unit_number(unit), place_number(box))
        assert over_stacked(g) == []
    g.put(unit_number("12/12-SS-Pz"), place_number("eastern-exit"))
    assert [len(g.units_in(place_number("eastern-exit"), side)) for side in (0, 1)] == [0, 1], "each its own section"
    g = position("allied 8/4 at 2403\nallied 22/4 at 2403\nallied 12/4 at 2403\nallied 501/101 at 2403", beaches="2403")
    assert over_stacked(g) == [], "the Open Beach marker is no unit"


@rule("5.2-02", "5.2-05", "5.2-08", edition="dark_summer")
def test_a_full_hex_is_passed_but_no_move_ends_there() -> None:
    game = moving(
        "us",
        """
        allied 102-Cav at 3304
        allied 16/1 at 3204
        allied 18/1 at 3204
        allied 26/1 at 3204
        allied 505/82 at 3204
        """,
        beaches="3303",
    )
    play(game, "move 102-Cav")
    assert "3104" in orders(game, "to"), "along the Road through 3204"
    assert refusal(game, "to 3204").rule == "5.1-01"
    play(game, "to 3104", "move 505/82", "to 3303", "end")
    assert over_stacked(state(game)) == []


@rule("5.0-04", "5.1-02", edition="dark_summer")
def test_the_armies_pass_through_each_other_and_a_stack_ends_where_all_of_it_fits() -> None:
    game = moving(
        "us",
        """
        allied 102-Cav at 3505
        allied 16/1 at 3404
        allied 26/1 at 3404
        allied 115/29 at 3405
        allied 8-A at 3605
        """,
        beaches="3303",
    )
    play(game, "move 102-Cav")
    assert refusal(game, "to 3605").rule == "5.0-04"
    assert "3604" in orders(game, "to")
    play(game, "to 3504", "march 3404")
    assert refusal(game, "to 3405").rule == "5.1-02"
    assert "3403" not in orders(game, "to"), "the sea"
    play(game, "to 3504")
    assert [where(game, unit) for unit in ("16/1", "26/1", "102-Cav")] == ["3504"] * 3


@rule("5.0-01", "2.2.S-06", edition="dark_summer")
def test_players_see_all_stacks_but_not_what_a_hidden_unit_is_worth() -> None:
    game = moving("us", "german SP-4404 at 4404\ngerman Ost-4304 at 4404\nallied 16/1 at 3303", beaches="3303")
    strongpoint, ost = unit_number("SP-4404"), unit_number("Ost-4304")
    for seat in ("allied", "german"):
        view = game.view(seat)
        assert view.at[place_number("4404")] == (strongpoint, ost)  # type: ignore[attr-defined]
        assert view.factor[strongpoint] == view.factor[ost] == -1  # type: ignore[attr-defined]


@pytest.mark.parametrize(("unit", "room"), [("505/82", True), ("357/90", False), ("2-Rng", True)])
@rule("5.1-02", "5.1-05", edition="dark_summer")
def test_whether_there_is_room_for_one_more(unit: str, room: bool) -> None:
    g = position("allied 16/1 at 3204\nallied 18/1 at 3204\nallied 26/1 at 3204")
    assert fits(g, place_number("3204"), unit_number(unit)) is room
