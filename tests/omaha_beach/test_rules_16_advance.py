"""Section 16.8: German units advance along the arrows of their positions."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.advance import attempts
from bocage.games.omaha_beach.positions import load_positions
from bocage.games.omaha_beach.words import GRID
from bocage.hexes import members
from tests.omaha_beach.positions import german_at, has, is_over, position, position_number, state, steps, where
from tests.omaha_beach.test_rules_16_german_actions import QUIET, card, fire, told, who
from tests.questions import orders, play, refusal
from tests.support import rule

C3 = "german C3 5/2/916 revealed depth mobile"
RED_CIRCLE = card("red A", "circle", double="red")
RED_DIAMOND = card("red A", "diamond", double="red")


@rule("16.8-E1", "16.8-01", "16.8-02", "16.82-01", "16.82-04", "16.82-05", "16.82-07", "16.82-08", edition="omaha")
def test_example_of_an_advance() -> None:
    """L/3/16 has the card's symbol, F/2/16 stands in the open with four points, A/1/16 is out of the way."""
    pieces = f"{C3}\nus L/3/16 at 1213 steps 2\nus F/2/16 at 1212 steps 2\nus A/1/16 at 1211"
    game = fire(pieces, RED_CIRCLE)
    assert has(game, "L/3/16", "disrupted") and not has(game, "F/2/16", "disrupted")
    assert not has(game, "A/1/16", "disrupted")
    assert [event.facts["strength"] for event in told(game, "advances")] == [4]
    assert orders(game) == ["lose F/2/16", "lose L/3/16"] and game.decision.rule == "16.82-08"
    assert refusal(game, "lose A/1/16").rule == "16.82-08" and refusal(game, "pass").rule == "16.82-07"
    play(game, "lose F/2/16")
    assert is_over(game) and steps(game, "F/2/16") == 1 and steps(game, "L/3/16") == 2
    assert german_at(game, "C3") == "empty" and german_at(game, "C1") == "5/2/916, with depth"
    assert where(game, "F/2/16") == "1212" and not who(game, "position_fires")


# -- does it try? -----------------------------------------------------------------------------------------------


@rule("16.81-01", "16.81-02", "GAS-14", edition="omaha")
@pytest.mark.parametrize(
    ("unit", "hex_", "advances"),
    [
        ("1/1/726 revealed depth mobile", "0912", True),  # nobody in its field
        ("5/2/916 revealed depth mobile", "1212", True),  # 352nd Division with depth
        ("1/1/726 depth mobile", "1212", True),  # nobody knows of what division
        ("1/1/726 revealed depth mobile", "1212", False),  # 716th Division
    ],
)
def test_who_would_rather_advance(unit: str, hex_: str, advances: bool) -> None:
    game = fire(f"german C3 {unit}\nus F/2/16 at {hex_} steps 2", RED_DIAMOND)
    assert (german_at(game, "C1") != "empty") is advances
    assert who(game, "position_fires") == ([] if advances else ["C3"])


@rule("16.81-01", "16.81-02", edition="omaha")
@pytest.mark.parametrize(("hex_", "tries"), [("0912", True), ("1212", False)])
def test_a_unit_without_depth_advances_only_if_it_has_no_targets(hex_: str, tries: bool) -> None:
    """All letters A of the deck are double, so that no card asks this of a lone unit."""
    g = state(position(f"german C3 5/2/916\nus F/2/16 at {hex_}", phase="fire", turn=20, cards=[QUIET]))
    assert attempts(g, position_number(g, "C3")) is tries
    assert not any(shot.symbol == "A" and not shot.double for found in g.battle.deck.values() for shot in found.fire)


@rule("16.8-03", "GAS-14", edition="omaha")
def test_without_a_free_arrow_it_fires_or_does_nothing() -> None:
    orange = card("orange A", double="orange")
    no_arrow = "german A5 5/2/916 revealed depth mobile\n"
    assert who(fire(no_arrow + "us F/2/16 at 1005", orange), "position_fires") == ["A5"]
    assert not who(fire(no_arrow + "us F/2/16 at 0610", orange), "position_fires")
    closed = f"{C3}\ngerman C1 1/1/726\nus F/2/16 at {{}}"
    assert who(fire(closed.format("1312"), RED_DIAMOND), "position_fires") == ["C3"]
    idle = fire(closed.format("0610"), RED_DIAMOND)
    assert german_at(idle, "C3") != "empty" and not who(idle, "position_fires")


@rule("16.86-01", edition="omaha")
@pytest.mark.parametrize(("others", "taken"), [("", "A7"), ("german A7 3/1/726", "A6"), ("german A6 3/1/726", "A7")])
def test_b1_has_two_arrows(others: str, taken: str) -> None:
    game = fire(f"german B1 5/2/916 depth mobile\n{others}", card("brown A", double="brown"))
    assert german_at(game, taken).startswith("5/2/916") and german_at(game, "B1") == "empty"
    both = fire("german B1 5/2/916 depth mobile\ngerman A6 3/1/726\ngerman A7 1/1/726", card("brown A", double="brown"))
    assert german_at(both, "B1").startswith("5/2/916")


# -- how it goes --------------------------------------------------------------------------------------------------


@rule("16.82-02", edition="omaha")
def test_three_diagrams_of_routes() -> None:
    """The ends, what lies between them, and the sides of the way in: four, seven or six hexes by the way they lie."""
    sizes = set()
    for here in load_positions().values():
        for name, route in here.routes.items():
            there = load_positions()[name].hex
            apart = GRID.distance(here.hex, there)
            between = GRID.spread(1 << here.hex) & GRID.spread(1 << there)
            assert route >> here.hex & 1 and route >> there & 1 and route & between == between
            sizes.add((apart, len(members(between)), len(members(route))))
    assert sizes <= {(1, 2, 4), (2, 1, 7), (2, 2, 6)} and len(sizes) >= 2
    assert GRID.labels(load_positions()["C3"].routes["C1"]) == ["1112", "1113", "1114", "1212", "1213", "1313"]


@rule("16.82-03", edition="omaha")
def test_an_open_way() -> None:
    game = fire(f"{C3}\nus A/1/16 at 1211", RED_CIRCLE)
    assert german_at(game, "C1") == "5/2/916, with depth" and german_at(game, "C3") == "empty"
    assert not has(game, "A/1/16", "disrupted") and steps(game, "A/1/16") == 3
    assert "nobody is in its way" in game.sentence(told(game, "advances")[0])


@rule("16.82-04", edition="omaha")
def test_all_but_infantry_and_tanks_are_disrupted() -> None:
    pieces = "\nus AT/16 at 1212\nus 1/B/741 at 1114\nus F/2/16 at 1213\nus 16-HQ at 1112"
    game = fire(C3 + pieces, RED_CIRCLE)
    assert has(game, "AT/16", "disrupted") and not has(game, "1/B/741", "disrupted")
    assert not has(game, "F/2/16", "disrupted") and not has(game, "16-HQ", "disrupted")
    tank = fire(f"{C3}\nus 2/A/741 at 1114", RED_CIRCLE)
    assert has(tank, "2/A/741", "disrupted")


@rule("16.82-05", "16.82-06", "16.84-01", edition="omaha")
@pytest.mark.parametrize(
    ("us", "strength", "holds"),
    [
        ("us F/2/16 at 1212", 6, False),
        ("us D/1/16 at 1212", 7, True),
        ("us F/2/16 at 1212 hero", 7, True),
        ("us F/2/16 at 1213 steps 2", 8, True),  # bocage doubles
        ("us F/2/16 at 1213 steps 1 hero", 5, False),  # the hero is not doubled
        ("us F/2/16 at 1113 steps 2", 8, True),  # and so do buildings
        ("us F/2/16 at 1213 disrupted", 0, False),
        ("us G/2/16 at 1213", 0, False),  # the card's symbol
    ],
)
def test_seven_strength_points_hold(us: str, strength: int, holds: bool) -> None:
    game = fire(f"{C3}\n{us}", RED_CIRCLE)
    [event] = told(game, "repulsed" if holds else "advances")
    assert event.facts["strength"] == strength
    if holds:
        assert german_at(game, "C3") == "5/2/916, with depth" and not who(game, "position_fires")
        assert is_over(game) and steps(game, us.split()[1]) > 0
    else:
        assert german_at(game, "C1") == "5/2/916, with depth"


@rule("16.82-07", edition="omaha")
def test_one_defender_loses_a_step_and_no_hero_can_prevent_it() -> None:
    game = fire(f"{C3}\nus G/2/16 at 1213 steps 1 hero", RED_CIRCLE)
    assert is_over(game) and where(game, "G/2/16") == "eliminated"


@rule("16.82-09", "1-03", edition="omaha")
def test_units_in_the_destination_give_way() -> None:
    pieces = f"{C3}\nus G/2/16 at 1113\nus 16-HQ at 1113\nus Wyman at 1113\nus E/2/116 at 1212 steps 1"
    game = fire(pieces, RED_CIRCLE, players="two")
    assert game.decision.seat == "1st"  # of units of both divisions the sector's player chooses
    play(game, "lose E/2/116")
    assert orders(game) == ["to 1012", "to 1013"] and game.decision.rule == "16.82-09"
    assert "route" in refusal(game, "to 1112").sentence and "not next to" in refusal(game, "to 0912").sentence
    play(game, "to 1013")
    assert {where(game, unit) for unit in ("G/2/16", "16-HQ", "Wyman")} == {"1013"} and steps(game, "G/2/16") == 3
    assert german_at(game, "C1") == "5/2/916, with depth"


@rule("16.82-09", edition="omaha")
def test_one_way_out_is_taken_without_a_question() -> None:
    pieces = "german A9 5/2/916 revealed depth mobile\nus G/2/16 at 1004\nus F/2/16 at 1004 steps 1"
    game = fire(pieces, card("purple A", "circle", double="purple"))
    play(game, "lose F/2/16")
    assert is_over(game) and where(game, "G/2/16") == "0904" and german_at(game, "A5").startswith("5/2/916")


@rule("16.82-09", edition="omaha")
def test_units_without_a_way_out_are_lost() -> None:
    """A German tank destroyer stands in the only hex to which they could go."""
    game = position(
        "german A9 5/2/916 revealed depth mobile\narmor 1/1/352PzJ at 0904\nus G/2/16 at 1004\nus 16-HQ at 1004",
        phase="fire", turn=20, cards=[card("purple A", "circle", double="purple"), QUIET], scenario="d_day",
        options={"german_armor": "yes"},
    )  # fmt: skip
    assert where(game, "G/2/16") == where(game, "16-HQ") == "eliminated"
    assert german_at(game, "A5").startswith("5/2/916")


@rule("11.31-03", edition="omaha")
def test_a_general_alone_is_captured_by_an_advance() -> None:
    game = fire(f"{C3}\nus Wyman at 1113", RED_CIRCLE)
    assert where(game, "Wyman") == "eliminated" and german_at(game, "C1").startswith("5/2/916")


@rule("16.83-01", edition="omaha")
def test_depth_changes_when_a_unit_advances_into_buildings() -> None:
    game = fire(C3, RED_CIRCLE)
    g = state(game)
    [marker] = [m for m in g.german_depth if m >= 0]
    assert str(g.battle.depth_type[marker]) == "building" and len(g.depth_pools["mobile"]) == 4
    kept = state(fire(C3, RED_CIRCLE, depth={}))
    assert [str(kept.battle.depth_type[m]) for m in kept.german_depth if m >= 0] == ["mobile"]


@rule("16.85-01", "16-03", edition="omaha")
def test_advances_come_last() -> None:
    """The patrol from A2 comes before the advance of C3, which has the higher number, and disrupts its defender."""
    number = card("red A blue P", "diamond", double="red blue")
    alone = fire(f"{C3}\nus D/1/16 at 1212", number)
    assert who(alone, "repulsed") == ["C3"]
    helped = fire(f"{C3}\ngerman A2 1/1/726 depth mobile\nus D/1/16 at 1212", number)
    assert who(helped, "patrol_hits") == ["A2"] and [e.facts["strength"] for e in told(helped, "advances")] == [0]


@rule("19.3-04", edition="omaha")
def test_a_garrison_does_not_stop_an_advance() -> None:
    game = fire(C3, RED_CIRCLE, garrisons="C1")
    assert german_at(game, "C1").startswith("5/2/916") and not state(game).garrisons


@rule("16.85-01", "16.8-03", edition="omaha")
def test_a_unit_whose_way_is_closed_meanwhile_fires() -> None:
    """On card 54 the arrow of C4 points to A4, which a reinforcement takes before any advance."""
    pieces = "german C4 5/2/916 revealed depth building\nus F/2/16 at 1411"
    free = fire(pieces, 54, pools={"tactical": ""})
    assert german_at(free, "A4") == "5/2/916, with depth" and not who(free, "position_fires")
    closed = fire(pieces, 54, pools={"tactical": "9/3/726"})
    assert german_at(closed, "A4").startswith("9/3/726") and german_at(closed, "C4").startswith("5/2/916")
    assert who(closed, "position_fires") == ["C4"] and steps(closed, "F/2/16") == 2


@rule("16.82-09", "18-02", edition="omaha")
def test_a_command_post_in_the_way_is_an_hq_again() -> None:
    game = fire(f"{C3}\nus 16-HQ at 1113 post 3", RED_CIRCLE)
    heard = play(game, f"to {orders(game, 'to')[0]}")
    assert not state(game).command_posts and german_at(game, "C1").startswith("5/2/916")
    assert [event.kind for event in heard][:2] == ["post_abandoned", "driven_out"]


@rule("16.82-09", edition="omaha")
def test_nobody_gives_way_into_the_sea() -> None:
    """Of the hexes next to 0434 and out of the route from G1, two are under water at high tide."""
    pieces = "german G1 5/2/916 revealed depth mobile\nus A/1/116 at 0434 steps 2"
    game = fire(pieces, QUIET, west=card("purple A", "circle", double="purple"))
    assert is_over(game) and where(game, "A/1/116") == "0433"
