"""The Allied Operational Boundary (15)."""

from __future__ import annotations

from bocage.games.dark_summer.boundary import why_not_attack, why_not_enter
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMANS, US
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.zones import zone_of
from bocage.kernel import Refusal
from tests.dark_summer.positions import labels, move_in, moving, position, reach_labels, state, where
from tests.questions import orders, play, refusal
from tests.support import rule


def rule_of(refused: Refusal | None) -> str:
    """The rule of a refusal, or nothing."""
    return refused.rule if refused else ""


@rule("15.0-01", "15.0-02", "15.0-05", "15.0-06", "15.0-E1", edition="dark_summer")
def test_one_hex_beyond_the_line_and_no_farther_but_zones_reach_over_it() -> None:
    g = position("allied 231/50 at 3510\nallied 16/1 at 3610", active="british", beaches="3303 4003")
    assert {"3409", "3410"} & labels(zone_of(g, ALLIED)) and {"3709", "3710"} & labels(zone_of(g, ALLIED))
    british = [
        rule_of(why(g, BRITISH, GRID.at(label)))
        for why in (why_not_enter, why_not_attack)
        for label in ("3510", "3410")
    ]
    us = [rule_of(why(g, US, GRID.at(label))) for why in (why_not_enter, why_not_attack) for label in ("3610", "3710")]
    assert british == ["", "15.0-01", "", "15.0-01"] and us == ["", "15.0-02", "", "15.0-02"]
    assert why_not_enter(g, GERMANS, GRID.at("3410")) is None
    game = move_in(g)
    play(game, "move 231/50")
    assert refusal(game, "to 3410").rule == "15.0-01"
    g.begin_round("move", US)
    game = move_in(g)
    play(game, "move 16/1")
    assert refusal(game, "to 3710").rule == "15.0-02"
    assert min(int(label[:2]) for label in reach_labels(g, "231/50")) == 35


@rule("15.0-03", "15.0-04", edition="dark_summer")
def test_the_first_entry_into_brittany_frees_us_and_french_units_from_the_next_round_on() -> None:
    game = moving(
        "us",
        "allied CCA/4 at 2727\nallied GTD/2-Fr at 3610\nallied 231/50 at 3510\nallied 56 at 3710",
        beaches="3303 4003",
    )
    play(game, "move CCA/4", "to brittany", "move GTD/2-Fr")
    assert refusal(game, "to 3711").rule == "15.0-02", "not in the same Round"
    play(game, "to 3611", "end")
    g = state(game)
    g.begin_round("move", US)
    game = move_in(g)
    play(game, "move GTD/2-Fr")
    assert "3711" in orders(game, "to") and refusal(game, "to 3710").rule == "5.0-04"
    assert rule_of(why_not_enter(g, BRITISH, GRID.at("3410"))) == "15.0-01", "never for the British"
    play(game, "to 3711")
    assert refusal(game, "move 56").rule == "9.3.1-02", "nor do they act together"


@rule("15.0-08", edition="dark_summer")
def test_units_that_were_driven_across_come_back_or_as_near_as_they_can() -> None:
    game = moving("british", "allied 231/50 at 3310\nallied 56 at 4005", beaches="3303 4003")
    assert refusal(game, "end").rule == "15.0-08"
    play(game, "move 231/50")
    assert {label[:2] for label in orders(game, "to")} == {"36", "37"}, "its own Zone, which it can reach"
    assert refusal(game, "to 3311").rule == "15.0-08"
    play(game, "to 3611", "end")
    game = moving("british", "allied 231/50 at 3110\nallied 56 at 4005", beaches="3303 4003", limit="combined")
    play(game, "move 231/50")
    assert set(orders(game, "to")) == {"3309", "3311"}, "as near as two hexes by Road bring it"
    ring = "german 6-FJ at 3411\ngerman 5/3-FJ at 3409"
    game = moving("british", f"allied 231/50 at 3310\n{ring}", beaches="3303 4003")
    assert refusal(game, "move 231/50").rule == "15.0-08", "no nearer"
    play(game, "end")
    assert where(game, "231/50") == "3310"
