"""Move, Combat and Combined Action Rounds (9.2, 9.3)."""

from __future__ import annotations

import pytest

from tests.dark_summer.combats import attack, ended, told
from tests.dark_summer.phases import BOTH_SIDES, playing
from tests.dark_summer.positions import is_reduced, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

FRONT = """
    allied 18/1 at 3204
    allied 10/1-Po at 4004
    allied 69/50 at 4004
    allied 7/3-Can at 4104
    allied GTD/2-Fr at 3404
    german 915/352 at 4005
    german 6-FJ at 3304
    german 1057/91 at 5915
"""


# -- who is Active --------------------------------------------------------------------------------------


@rule("9.3.1-01", "9.3.1-02", "9.2-06", "9.0-01", edition="dark_summer")
@pytest.mark.parametrize(
    ("group", "active", "other"),
    [
        ("us", {"18/1", "GTD/2-Fr"}, "69/50"),
        ("british", {"10/1-Po", "69/50", "7/3-Can"}, "18/1"),
        ("german", {"915/352", "6-FJ", "1057/91"}, "18/1"),
    ],
)
def test_in_a_move_round_the_units_of_a_nationality_move(group: str, active: set[str], other: str) -> None:
    units = FRONT.replace("3304", "5615").replace("4005", "5415")
    game = playing(group, "move", units)  # type: ignore[arg-type]
    assert set(orders(game, "move")) == active
    assert refusal(game, f"move {other}").rule == "9.3.1-02"
    play(game, "end")
    assert ended(game), "nobody needs to move, and there is no Combat"


@rule("9.3.2-01", "9.3.2-02", "9.2-06", edition="dark_summer")
def test_in_a_combat_round_the_units_of_a_nationality_attack() -> None:
    game = playing("british", "combat", FRONT)
    assert orders(game) == ["attack 4005", "end"], "3304 is next to US units alone"
    play(game, "attack 4005")
    assert set(orders(game, "with")) == {"10/1-Po", "69/50", "7/3-Can"}
    game = playing("us", "combat", FRONT)
    assert orders(game, "attack") == ["3304"]
    play(game, "end")
    assert ended(game), "nobody needs to attack"
    game = playing("german", "combat", FRONT)
    assert set(orders(game, "attack")) == {"3204", "3404", "4004", "4104"}


@rule("9.3.1-03", edition="dark_summer")
def test_units_in_boxes_move_too_where_they_may_leave() -> None:
    game = playing("us", "move", "allied CCA/4 at may-leave\nallied CCB/4 at brittany\ngerman 6-FJ at 5915")
    assert orders(game, "move") == ["CCA/4"]


@rule("9.2-01", "9.3-01", edition="dark_summer")
def test_a_chit_takes_the_next_space_of_the_track() -> None:
    game = playing("us", "move")
    assert state(game).track == ((0, 0),) and state(game).round == 1 and state(game).round_kind == "move"
    play(game, "end")
    assert state(game).round_kind == ""


# -- Combined Action Rounds -----------------------------------------------------------------------------


@rule("9.3.3-05", "9.3.3-06", "9.3.3-07", "9.3.3-08", "9.3.3-09", "9.3.3-10", "9.3.3-E1", edition="dark_summer")
def test_in_a_combined_action_round_all_move_a_hex_and_then_attack_with_a_shift() -> None:
    units = "allied 69/50 at 4004\nallied 7/3-Can at 4103\nallied 10/1-Po at 3804\nallied 44/15 at 3903"
    game = playing("british", "combined-move", units + "\ngerman 915/352 at 4006", dice=[1, 6], waiting="129/43")
    assert where(game, "129/43") == "4003", "Reinforcements enter first"
    assert set(orders(game, "move")) == {"69/50", "7/3-Can", "10/1-Po", "44/15", "129/43"}
    play(game, "move 69/50")
    assert set(orders(game, "to")) >= {"4005"} and refusal(game, "to 4007").rule == "9.3.3-07"
    play(game, "to 4005", "end")
    assert orders(game) == ["attack 4006", "end"], "Movement is over"
    events = attack(game, "4006", "69/50")
    assert ("combined action", -1) in [(name.lower(), n) for name, n in told(events, "shifts")]  # type: ignore[attr-defined]


@rule("9.3.3-11", "8.1-05", "8.1-04", edition="dark_summer")
def test_reinforcements_enter_and_units_leave_with_a_move_chit_alone() -> None:
    units = "allied 505/82 at 3204\ngerman 6-FJ at 5915"
    game = playing("us", "combined-move", units, turn=5, waiting="15-Cav", dice=[1])
    assert orders(game, "evacuate") == ["505/82"]
    play(game, "pass")
    assert where(game, "15-Cav") == "3203"
    for way in ("combined-combat", "combat"):
        game = playing("us", way, units, turn=5, waiting="15-Cav")
        assert "evacuate 505/82" not in orders(game) and where(game, "15-Cav") == "waiting"


@rule("9.3.3-13", "10.3-03", edition="dark_summer")
def test_a_combined_action_round_is_neither_a_move_round_nor_a_combat_round() -> None:
    stuck = """
        allied 505/82 at 2102
        german 914/352 at 2202
        german 915/352 at 2203
        german 916/352 at 2003
    """
    assert "withdraw 505/82" in orders(playing("us", "move", stuck, turn=6, beaches="2403"))
    game = playing("us", "combined-move", stuck, turn=6, beaches="2403")
    assert refusal(game, "withdraw 505/82").rule == "10.3-03"
    box = "allied CCA/3 at cherbourg\nallied 9/2 at 1602\ngerman 729/709 at cherbourg\ngerman 6-FJ at 5915"
    road = {"beaches": "2403 4003"}
    assert "attack cherbourg" in orders(playing("us", "combat", box, **road))
    game = playing("us", "combined-combat", box, **road)
    play(game, "end")
    assert ended(game), "no Cherbourg Combat"


@rule("9.2-01", edition="dark_summer")
def test_every_round_begins_afresh() -> None:
    game = playing("us", "move", BOTH_SIDES)
    events = play(game, "move 18/1", "to 3304", "end")
    assert kinds(events) == ["moved"] and state(game).moved
    state(game).begin_round("move", 0)
    assert not state(game).moved and not is_reduced(game, "18/1")
