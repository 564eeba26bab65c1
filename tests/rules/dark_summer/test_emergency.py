"""Emergency Withdrawal (10.3)."""

from __future__ import annotations

from bocage.games.dark_summer.emergency import farther_hexes, hexes_away, why_not_withdraw_to, withdrawals
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.words import unit_number
from tests.dark_summer.positions import labels, moving, position, reach_labels, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

FIGURE_3 = """
    german 1058/91 at 2102
    allied 505/82 at 2202
    allied 507/82 at 2203
    allied 508/82 at 2003
"""


@rule("10.3.1-E1", "10.3-01", "10.3.1-01", "10.3.1-04", "10.3.1-07", edition="dark_summer")
def test_figure_3() -> None:
    game = moving("german", FIGURE_3, beaches="2403")
    assert refusal(game, "move 1058/91").rule == "6.3-02"
    play(game, "withdraw 1058/91")
    assert {"1901", "2001"} <= set(orders(game, "to")) and refusal(game, "to 2104").rule == "10.3.1-04"
    assert refusal(game, "to 2101").rule == "10.3.1-01", "one hex away"
    events = play(game, "to 1901")
    assert kinds(events) == ["withdrew"] and where(game, "1058/91") == "1901"
    assert orders(game) == ["end"], "it has moved"


@rule("10.3-01", "10.3.1-08", edition="dark_summer")
def test_only_for_units_that_enemies_keep_from_moving() -> None:
    game = moving("german", FIGURE_3.replace("allied 508/82 at 2003", "german 6-FJ at 2005"), beaches="2403")
    assert refusal(game, "withdraw 1058/91").rule == "10.3-01", "it can move"
    assert refusal(game, "withdraw 6-FJ").rule == "10.3-01"
    ring = "\n".join(
        f"allied {unit} at {hex_}" for unit, hex_ in (("39/9", "1901"), ("47/9", "2000"), ("60/9", "2104"))
    )
    game = moving("german", FIGURE_3.rstrip() + "\n" + ring, beaches="2403")
    assert refusal(game, "withdraw 1058/91").rule == "10.3.1-08", "no hex without an enemy next to it"


@rule("10.3-03", "10.3.2-01", edition="dark_summer")
def test_in_move_rounds_and_by_option_in_reactions() -> None:
    assert orders(moving("german", FIGURE_3, beaches="2403"), "withdraw") == ["1058/91"]
    game = moving("german", FIGURE_3, beaches="2403", round="reaction")
    assert refusal(game, "withdraw 1058/91").rule == "10.3-03"
    game = moving("german", FIGURE_3, beaches="2403", round="reaction", reaction_withdrawal="yes")
    assert orders(game, "withdraw") == ["1058/91"]
    surrounded = "allied 505/82 at 2102\ngerman 919/709 at 2202\ngerman 729/709 at 2203\ngerman 739/709 at 2003"
    assert orders(moving("us", surrounded, beaches="2403"), "withdraw") == ["505/82"]
    game = moving("us", surrounded, beaches="2403", limit="combined", reaction_withdrawal="yes")
    assert refusal(game, "withdraw 505/82").rule == "10.3-03"


@rule("10.3.1-02", "10.3.1-06", edition="dark_summer")
def test_not_through_enemies_nor_next_to_them() -> None:
    game = moving("german", FIGURE_3.rstrip() + "\n    allied 2-Rng at 1802", beaches="2403")
    play(game, "withdraw 1058/91")
    assert orders(game, "to") == ["2001"] and refusal(game, "to 1901").rule == "10.3.1-06"
    g = position(FIGURE_3.rstrip() + "\n    allied 2-Rng at 1901", active="german", beaches="2403")
    assert why_not_withdraw_to(g, unit_number("1058/91"), GRID.at("1901")).rule == "10.1-07"
    closed = "german 916/352 at 3104\nallied 16/1 at 3103\nallied 18/1 at 3205"
    g = position(closed, active="german", beaches="3303")
    assert "3005" not in labels(withdrawals(g, unit_number("916/352")))


@rule("10.3.1-03", edition="dark_summer")
def test_no_bridge_no_withdrawal_for_those_who_need_one() -> None:
    across = {"4804", "4805", "4806"}  # two hexes from 4605, behind the Orne
    g = position("german 6-FJ at 4605\ngerman 22/21-Pz at 4605", active="german", beaches="4003")
    assert across <= labels(hexes_away(g, unit_number("6-FJ")))
    assert not across & labels(hexes_away(g, unit_number("22/21-Pz")))
    assert why_not_withdraw_to(g, unit_number("22/21-Pz"), GRID.at("4805")).rule == "10.3.1-03"


@rule("10.3.1-05", edition="dark_summer")
def test_among_equally_near_sources_the_player_chooses() -> None:
    unit = unit_number("6-FJ")
    g = position("german 6-FJ at 3905", active="german", beaches="4003 4102")
    assert GRID.distance(GRID.at("3905"), GRID.at("4003")) < GRID.distance(GRID.at("3905"), GRID.at("4102"))
    assert farther_hexes(g, unit, GRID.set("4004 3904 3806")) == GRID.set("3806"), "the nearest source alone counts"
    g = position("german 6-FJ at 4104", active="german", beaches="4003 4203")
    both = {label: GRID.distance(GRID.at("4104"), GRID.at(label)) for label in ("4003", "4203")}
    assert both["4003"] == both["4203"]
    east, west = GRID.set("4304"), GRID.set("3904")
    assert farther_hexes(g, unit, east | west) == east | west, "farther from either is enough"


@rule("10.3.1-09", "10.4.1-07", edition="dark_summer")
def test_stacking_lettered_hexes_and_boxes_hold_for_withdrawals_too() -> None:
    full = "\n".join(f"german {unit} at 1901" for unit in ("5/3-FJ", "8/3-FJ", "9/3-FJ", "6-FJ"))
    game = moving("german", FIGURE_3.rstrip() + "\n" + full, beaches="2403")
    play(game, "withdraw 1058/91")
    assert refusal(game, "to 1901").rule in ("5.1-01", "5.1-02")
    assert refusal(game, "to cherbourg").rule == "10.4.1-07"
    g = position("german 6-FJ at 1802\nallied 505/82 at 1803", active="german", beaches="2403")
    assert why_not_withdraw_to(g, unit_number("6-FJ"), GRID.at("1800")).rule == "10.1-13"
    game = moving(
        "german", "german SP-2202 at 2102\n" + FIGURE_3.replace("german 1058/91 at 2102\n", "").strip(), beaches="2403"
    )
    assert orders(game) == ["end"], "a Strongpoint never moves"


@rule("10.3.1-09", "15.0-08", edition="dark_summer")
def test_who_is_beyond_the_boundary_withdraws_only_towards_its_own_zone() -> None:
    units = "allied 8/3 at 3410\ngerman 6-FJ at 3411\ngerman 1057/91 at 3409"
    game = moving("british", units, beaches="4003")
    play(game, "withdraw 8/3")
    assert orders(game, "to") == ["3609", "3610"]
    assert refusal(game, "to 3210").rule == "15.0-08"


@rule("10.3-02", edition="dark_summer")
def test_a_whole_stack_withdraws_unit_by_unit() -> None:
    game = moving("german", FIGURE_3.rstrip() + "\n    german 1057/91 at 2102", beaches="2403")
    play(game, "withdraw 1058/91", "to 1901", "withdraw 1057/91", "to 1901", "end")
    assert where(game, "1058/91") == where(game, "1057/91") == "1901"
    assert reach_labels(state(game), "1058/91")
