"""Combat in general, and bombardment (8.0, 8.1)."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.words import GRID, Cup, unit_number
from bocage.hexes import members
from tests.fire_movement.combats import (
    MINES,
    NO_MARKERS,
    attack,
    bombard,
    declare,
    fact,
    fortify,
    markers,
    on_line,
    private,
    strong,
    sure,
)
from tests.fire_movement.courses import quietly, until
from tests.fire_movement.positions import at, is_reduced, position, setting_of, state, where
from tests.questions import Rigged, kinds, orders, play, refusal
from tests.support import rule

BEACH = "2028"  # a beachhead that keeps the Allies in supply
MANY = markers(cw_artillery=[5] * 9, cw_aircraft=[5] * 9, german=[5] * 9)


# -- 8.0 ------------------------------------------------------------------------------------------


@rule("8.0-01")
def test_bombardment_has_its_phase_and_ground_combat_the_two_combat_phases() -> None:
    units = """
        german 726/716 at 0930
        allied 69/50 at 1030
        allied 8 at 1033
    """
    game = position(
        "gold_juno", units, phase="bombardment", dice=[1] * 9, cups=MANY, beachheads=BEACH, setting=sure("-")
    )
    assert orders(game, "bombard") == ["726/716"]
    assert orders(game, "attack") == []
    assert refusal(game, "attack 0930").rule == "4.1-03"
    play(game, "end")
    assert state(game).phase == "Combat Phase"
    assert orders(game, "attack") == ["0930"]
    assert refusal(game, "bombard 726/716").rule == "4.1-03"
    play(game, "end", "move 8", "to 0931", "end")
    assert state(game).phase == "Mobile Combat Phase"
    assert orders(game, "attack") == ["0930"]
    assert refusal(game, "bombard 726/716").rule == "4.1-03"


@rule("8.0-02")
def test_the_active_player_attacks_and_the_other_one_defends_whatever_the_situation() -> None:
    units = """
        german 130/Lehr-pz at 0930
        german 901/Lehr at 0931
        allied 69/50 at 1030 reduced
    """
    game = position(
        "gold_juno", units, phase="combat", dice=[1] * 9, cups=NO_MARKERS, beachheads=BEACH, setting=sure("-")
    )
    assert game.decision.seat == "allied"
    assert refusal(game, "attack 1030").rule == "8.2-01"
    play(game, "attack 0930")
    assert refusal(game, "with 901/Lehr").rule == "8.0-02"
    events = play(game, "with 69/50")
    assert fact(events, "combat_result", "attack") == 3
    until(game, "Attack", seat="german")
    assert orders(game, "attack") == ["1030"]


@rule("8.0-03", "8.2-02", "8.2-05")
def test_no_unit_has_to_attack() -> None:
    units = """
        german 726/716 at 0930
        allied 69/50 at 1030
        allied 151/50 at 0931
    """
    game = position("gold_juno", units, phase="bombardment", cups=MANY)
    play(game, "end")
    assert state(game).phase == "Combat Phase"
    play(game, "end")
    assert state(game).phase != "Combat Phase"
    game = position("gold_juno", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("De"))
    attack(game, "0930", "69/50")  # and 151/50 stays out of it
    assert where(game, "726/716") == "eliminated"


@rule("8.0-04")
def test_a_defender_is_never_asked_whether_there_shall_be_a_combat() -> None:
    units = "german 716/716 at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="combat", dice=[1], cups=markers(german=[2]), setting=sure("De"))
    declare(game, "0930", "69/50")
    assert game.decision.seat == "german"
    assert orders(game) == ["draw german", "pass"]
    play(game, "pass", "pass")
    assert where(game, "716/716") == "eliminated"
    game = position(
        "gold_juno", units, phase="bombardment", dice=[1], cups=markers(cw_aircraft=[2]), setting=sure("De")
    )
    bombard(game, "716/716", "cw-aircraft")
    assert where(game, "716/716") == "eliminated"


@rule("8.0-05")
def test_a_unit_may_be_attacked_once_in_each_of_the_three_phases() -> None:
    units = """
        german 726/716 at 0930
        german 736/716 at 0534
        allied 69/50 at 1030
        allied 151/50 at 0931
        allied 8 at 1029
        allied 22/7 at 0929
    """
    game = position(
        "gold_juno", units, phase="bombardment", dice=[1] * 9, cups=MANY, beachheads=BEACH, setting=sure("-")
    )
    bombard(game, "726/716", "cw-artillery")
    assert refusal(game, "bombard 726/716").rule == "8.0-05"
    assert orders(game, "bombard") == ["736/716"]
    play(game, "end")
    attack(game, "0930", "69/50")
    # Nobody else can be attacked, so the phase is over although three more units stand beside the target.
    assert state(game).phase == "Mobile Movement Phase"
    play(game, "end")
    attack(game, "0930", "8")
    assert state(game).active == 1


@rule("8.0-05")
def test_a_unit_that_retreated_may_not_be_attacked_again_in_the_same_phase() -> None:
    units = """
        german 726/716 at 0930
        german 736/716 at 0934
        allied 69/50 at 1030
        allied 151/50 at 0727
        allied 231/50 at 1034
    """
    game = position("gold_juno", units, phase="combat", dice=[1] * 9, cups=NO_MARKERS, setting=sure("D2"))
    attack(game, "0930", "69/50")
    play(game, "retreat 726/716", "to 0929", "halt")
    assert where(game, "726/716") == "0828"  # next to 151/50
    assert orders(game, "attack") == ["0934"]
    assert refusal(game, "attack 0828").rule == "8.0-05"


@rule("8.0-06")
def test_an_attack_has_one_target_hex() -> None:
    units = """
        german 726/716 at 0930
        german 736/716 at 0931
        allied 69/50 at 1030
        allied 151/50 at 1029
        allied 231/50 at 1031
    """
    game = position("gold_juno", units, phase="combat", dice=[1] * 9, cups=NO_MARKERS, setting=sure("De"))
    play(game, "attack 0930", "with 69/50")
    assert refusal(game, "attack 0931").rule == "8.2.1-02"
    assert refusal(game, "with 231/50").rule == "8.2-01"  # it is next to 0931 only
    play(game, "declare")
    assert [where(game, unit) for unit in ("726/716", "736/716")] == ["eliminated", "0931"]


@rule("8.0-07", "8.0-08", "8.0-09", "8.2-02")
def test_attacks_are_declared_one_by_one_in_any_order_each_after_the_last_is_resolved() -> None:
    units = """
        german 726/716 at 0930
        german 736/716 at 0933
        german 716/716 at 0927
        allied 69/50 at 1030
        allied 151/50 at 1033
        allied 231/50 at 1027
    """
    pairs = {"0930": "69/50", "0933": "151/50", "0927": "231/50"}
    for order in (["0930", "0933", "0927"], ["0927", "0930", "0933"], ["0933", "0927", "0930"]):
        game = position("gold_juno", units, phase="combat", dice=[1] * 3, cups=NO_MARKERS, setting=sure("D2"))
        left = sorted(pairs)
        for target in order:
            assert orders(game) == [*(f"attack {hex_}" for hex_ in left), "end"]
            play(game, f"attack {target}", f"with {pairs[target]}")
            other = next((hex_ for hex_ in left if hex_ != target), "0930")
            assert refusal(game, f"attack {other}").rule == "8.4-01"  # the retreat comes first
            unit = next(order.split()[1] for order in orders(game) if order.startswith("stand"))
            play(game, f"stand {unit}")
            left.remove(target)
        assert state(game).phase != "Combat Phase"


@rule("8.0-08")
def test_the_result_of_a_bombardment_comes_before_the_next_bombardment() -> None:
    units = """
        german 726/716 at 0930
        german 736/716 at 0933
        allied 69/50 at 1030
    """
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("D2"))
    bombard(game, "726/716", "cw-aircraft")
    assert refusal(game, "bombard 736/716").rule == "8.4-01"
    play(game, "stand 726/716")
    assert orders(game) == ["bombard 736/716", "end"]


# -- 8.1 ------------------------------------------------------------------------------------------


@rule("8.1-01", "8.1-02", "8.1.1-01")
def test_markers_alone_bombard_a_unit_that_no_friend_is_next_to() -> None:
    units = "german 726/716 at 0430\nallied 69/50 at 1830"
    cups = markers(cw_aircraft=[6])
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=cups, setting=sure("De"))
    assert orders(game) == ["bombard 726/716", "end"]
    bombard(game, "726/716", "cw-aircraft")
    assert where(game, "726/716") == "eliminated"


@rule("8.1-01")
def test_a_bombardment_is_not_compulsory() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="bombardment", cups=MANY)
    play(game, "end")
    assert state(game).cups[Cup.CW_ARTILLERY] == (5,) * 9


@rule("8.1-03", "8.5-04")
@pytest.mark.parametrize("result", ["De", "D2", "D3"])
def test_ground_units_take_no_part_in_a_bombardment_and_do_not_advance(result: str) -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 8 at 0931"
    cups = markers(cw_artillery=[6])
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=cups, setting=sure(result))
    before = state(game).fought
    events = bombard(game, "726/716", "cw-artillery")
    assert fact(events, "combat_result", "attack") == 6
    if result != "De":
        play(game, "retreat 726/716")
        while orders(game, "to"):
            quietly(game)
    assert state(game).phase != "Bombardment Phase"
    assert [where(game, unit) for unit in ("69/50", "8")] == ["1030", "0931"]
    assert state(game).fought == before


@rule("8.1-04", "8.1.3-02", "CRT-10")
@pytest.mark.parametrize("result", ["Ae", "A1", "A2", "A3", "Ex", "-"])
def test_the_attackers_results_and_exchanges_are_no_effect_in_a_bombardment(result: str) -> None:
    units = "german 726/716 at 0930\ngerman 736/716 at 0932\nallied 69/50 at 1030\nallied 8 at 0931"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure(result))
    events = bombard(game, "726/716", "cw-artillery")
    assert kinds(events) == ["marker_chosen", "bombardment", "combat_result"]
    assert [where(game, unit) for unit in ("726/716", "69/50", "8")] == ["0930", "1030", "0931"]
    assert state(game).reduced == 0
    assert orders(game) == ["bombard 736/716", "end"]


@rule("8.1-05", "7.2-09")
def test_each_marker_is_aimed_at_one_enemy_hex() -> None:
    units = "german 726/716 at 0930\ngerman 736/716 at 0933\nallied 69/50 at 1030"
    cups = markers(cw_aircraft=[6, 6])
    game = position("gold_juno", units, phase="bombardment", dice=[1, 1], cups=cups, setting=sure("-"))
    assert refusal(game, "bombard 69/50").rule == "8.1-05"
    first = bombard(game, "726/716", "cw-aircraft")
    second = bombard(game, "736/716", "cw-aircraft")
    assert [fact(events, "bombardment", "markers") for events in (first, second)] == [(6,), (6,)]
    assert [fact(events, "combat_result", "attack") for events in (first, second)] == [6, 6]


@rule("8.1-06", "8.1.2-02", "8.1.2-03")
def test_the_player_names_the_unit_then_the_number_of_markers_and_cups_and_only_then_draws() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    cups = markers(cw_artillery=[1, 3, 8], cw_aircraft=[4, 10])
    game = position("gold_juno", units, phase="bombardment", dice=[1], picks=[2, 0], cups=cups, setting=sure("-"))
    assert refusal(game, "draw cw-artillery").rule == "4.1-03"
    play(game, "bombard 726/716")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft"]
    assert refusal(game, "fire").rule == "8.1.2-03"
    assert refusal(game, "bombard 726/716").rule == "8.1.2-02"
    (chosen,) = play(game, "draw cw-artillery")  # promised, not yet drawn
    assert chosen.kind == "marker_chosen" and not game.history[-1].chance
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "fire"]
    events = play(game, "draw cw-aircraft")  # the second is the last
    assert fact(events, "bombardment", "markers") == (8, 4)
    assert fact(events, "combat_result", "attack") == 12


@rule("8.1.2-03")
def test_one_marker_is_enough() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("-"))
    events = play(game, "bombard 726/716", "draw cw-aircraft", "fire")
    assert fact(events, "bombardment", "markers") == (5,)


@rule("8.1-07")
def test_a_marker_that_bombarded_comes_back_in_the_next_game_turn() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="bombardment", dice=[1] * 9, beachheads=BEACH, setting=sure("-"))
    full = state(game).cups.copy()
    bombard(game, "726/716", "cw-artillery", "cw-aircraft")
    assert state(game).cups != full
    turn = state(game).turn
    while state(game).turn == turn:
        quietly(game)
    assert state(game).cups == full


@rule("8.1-08")
def test_at_most_two_markers_bombard_a_hex_in_one_player_turn() -> None:
    units = """
        german 726/716 at 1630
        allied 69/50 at 2028
        allied 151/50 at 2028
        allied 231/50 at 2028
        german 736/716 at 1928
    """
    for first, left in ((["german", "german"], 0), (["german"], 1)):
        game = position(
            "gold_juno",
            units,
            side="german",
            phase="bombardment",
            dice=[1] * 3,
            cups=MANY,
            beachheads=BEACH,
            setting=sure("-"),
        )
        bombard(game, "69/50", *first)
        if left:
            assert orders(game) == ["bombard 151/50", "bombard 231/50", "end"]
            events = bombard(game, "151/50", "german")  # and no question about a second marker
            assert fact(events, "bombardment", "markers") == (5,)
        assert state(game).phase != "Bombardment Phase"


@rule("8.1-08")
def test_the_refusal_of_a_third_marker_on_a_hex_names_the_rule() -> None:
    units = """
        allied 69/50 at 2028
        allied 151/50 at 2028
        allied 231/50 at 1929
        german 736/716 at 1928
    """
    game = position(
        "gold_juno", units, side="german", phase="bombardment", dice=[1], cups=MANY, beachheads=BEACH, setting=sure("-")
    )
    bombard(game, "69/50", "german", "german")
    assert orders(game) == ["bombard 231/50", "end"]
    assert refusal(game, "bombard 151/50").rule == "8.1-08"


@rule("8.1.1-01", "8.1.2-01")
def test_every_marker_used_must_have_the_target_in_range() -> None:
    units = "german 726/716 at 0930\ngerman 736/716 at 0630\nallied 69/50 at 1030"
    cups = markers(cw_artillery=[4] * 4, cw_aircraft=[4] * 4)
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=cups, setting=sure("-"))
    play(game, "bombard 736/716")  # four hexes from the only Allied unit
    assert orders(game) == ["draw cw-aircraft"]
    assert refusal(game, "draw cw-artillery").rule == "10.8.1-10"
    play(game, "draw cw-aircraft")
    assert orders(game) == ["draw cw-aircraft", "fire"]
    assert refusal(game, "draw cw-artillery").rule == "10.8.1-10"


@rule("8.1.1-01", "8.1.2-01")
def test_without_a_marker_that_reaches_so_far_there_is_no_bombardment() -> None:
    units = "german 726/716 at 0930\ngerman 736/716 at 0630\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="bombardment", cups=markers(cw_artillery=[4]))
    assert orders(game) == ["bombard 726/716", "end"]
    assert refusal(game, "bombard 736/716").rule == "10.8.1-10"
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 151/50 at 1230"
    game = position("gold_juno", units, side="german", phase="bombardment", cups=markers(german=[4]))
    assert orders(game) == ["bombard 69/50", "end"]
    assert refusal(game, "bombard 151/50").rule == "10.8.2-04"


@rule("8.1.2-04", "8.1.2-07")
def test_the_differential_is_the_markers_less_the_defence_and_nothing_else() -> None:
    setting = on_line("clear", {"726/716": (9, 4), "69/50": (9, 9)})
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    cups = markers(cw_artillery=[3, 3], german=[9, 9])
    game = position("gold_juno", units, phase="bombardment", dice=[5], cups=cups, setting=setting)
    events = bombard(game, "726/716", "cw-artillery", "cw-artillery")
    assert fact(events, "combat_result", "attack") == 6
    assert fact(events, "combat_result", "defence") == 4
    assert fact(events, "combat_result", "column") == 8  # +2 on the clear line
    assert fact(events, "combat_result", "outcome") == ("-",)  # column 8, die 5
    assert state(game).cups[Cup.GERMAN] == (9, 9)  # the defender was not asked


@rule("8.1.2-04")
def test_a_reduced_unit_defends_with_its_reduced_strength() -> None:
    setting = private("gold_juno")
    unit = unit_number("726/716")
    setting.battle.defence[0][unit], setting.battle.defence[1][unit] = 7, 4
    units = "german 726/716 at 0930 reduced\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=markers(cw_artillery=[3]), setting=setting)
    assert fact(bombard(game, "726/716", "cw-artillery"), "combat_result", "defence") == 4


def hexes_with_river(kind: str) -> list[tuple[str, str]]:
    """Land hexes of Sword with one kind of terrain behind an unbridged river, each with the hex across it."""
    chart, battle = load_chart(), setting_of("sword").battle
    found = []
    for hex_ in members(battle.playable):
        if chart.terrain[hex_] != {kind}:
            continue
        for other in GRID.neighbours[hex_]:
            side = (hex_, other)
            if battle.playable >> other & 1 and side in chart.rivers and side not in chart.bridges:
                found.append((GRID.label(hex_), GRID.label(other)))
    return found


@rule("8.1.2-05", "8.1.4-02")
def test_the_line_is_that_of_the_terrain_in_the_target_hex() -> None:
    chart, battle = load_chart(), setting_of("combined_campaign").battle
    lines = {"clear": "clear", "beach": "clear", "swamp": "town", "clear town": "town", "woods": "woods",
             "clear hill": "hill", "bocage": "city", "bocage town": "city", "city": "city"}  # fmt: skip
    for terrain, line in lines.items():
        label = next(
            GRID.label(hex_) for hex_ in members(battle.playable) if chart.terrain[hex_] == set(terrain.split())
        )
        units, cups = f"german 22/21 at {label}", markers(cw_aircraft=[3])
        game = position("combined_campaign", units, phase="bombardment", dice=[1], cups=cups)
        events = bombard(game, "22/21", "cw-aircraft")
        assert fact(events, "combat_result", "line") == line


@rule("8.1.2-06", "8.1.4-02")
def test_a_river_does_not_protect_from_bombardment_even_if_all_friends_are_across_it() -> None:
    target, across = hexes_with_river("clear")[0]
    units = f"german 22/21 at {target}\nallied 8/3-br at {across}"
    game = position("sword", units, phase="bombardment", dice=[1], cups=markers(cw_artillery=[3]))
    events = bombard(game, "22/21", "cw-artillery")
    assert fact(events, "combat_result", "line") == "clear"
    game = position("sword", units, phase="combat", dice=[1], cups=NO_MARKERS)
    events = attack(game, target, "8/3-br")
    assert fact(events, "combat_result", "line") == "woods"


@rule("8.1.2-04")
def test_a_fortification_counts_against_bombardment_too() -> None:
    setting = fortify(strong(private("gold_juno"), {"726/716": (2, 3)}), "0930")
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    game = position(
        "gold_juno", units, phase="bombardment", dice=[1], cups=markers(cw_artillery=[7, 7]), setting=setting
    )
    events = bombard(game, "726/716", "cw-artillery", "cw-artillery")
    assert fact(events, "combat_result", "attack") == 3 + 3
    assert fact(events, "combat_result", "defence") == 6


@rule("8.1.3-01")
def test_de_eliminates_and_a_retreat_result_makes_the_bombarded_unit_retreat_or_stand() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("De"))
    bombard(game, "726/716", "cw-artillery")
    assert where(game, "726/716") == "eliminated"
    for result, hexes in (("D2", 2), ("D3", 3)):
        game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure(result))
        bombard(game, "726/716", "cw-artillery")
        assert game.decision.seat == "german"
        assert orders(game) == ["retreat 726/716", "stand 726/716"]
        standing = game.copy()
        play(standing, "stand 726/716")
        assert where(standing, "726/716") == "0930" and is_reduced(standing, "726/716")
        play(game, "retreat 726/716")
        while orders(game, "to"):
            quietly(game)
        assert GRID.distance(at("0930"), at(where(game, "726/716"))) == hexes
        assert not is_reduced(game, "726/716")


@rule("8.1.3-03", "8.1-04", "CRT-12", "8.2.4-08")
def test_friendly_fire_reduces_one_adjacent_unit_of_the_bombarding_players_choice() -> None:
    units = """
        german 726/716 at 0930
        german 736/716 at 0829
        allied 69/50 at 1030
        allied 151/50 at 0931
        allied 231/50 at 1130
    """
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("(A)"))
    bombard(game, "726/716", "cw-aircraft")
    assert game.decision.seat == "allied"
    assert orders(game) == ["deplete 69/50", "deplete 151/50"]
    play(game, "deplete 151/50")
    assert [is_reduced(game, unit) for unit in ("69/50", "151/50", "231/50", "726/716")] == [False, True, False, False]


@rule("8.1.3-03", "CRT-12")
def test_friendly_fire_does_nothing_if_no_friend_is_adjacent() -> None:
    units = "german 726/716 at 0930\ngerman 736/716 at 0829\nallied 69/50 at 1130"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("(A)"))
    events = bombard(game, "726/716", "cw-aircraft")
    assert kinds(events) == ["marker_chosen", "bombardment", "combat_result"]
    assert state(game).reduced == 0


@rule("8.1.3-03", "8.2.4-08", "8.3-03")
def test_friendly_fire_eliminates_a_reduced_unit() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030 reduced\nallied 151/50 at 1230"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("(A)"))
    bombard(game, "726/716", "cw-aircraft")
    assert where(game, "69/50") == "eliminated"


@rule("8.1.4-01")
def test_units_and_terrain_between_do_not_matter() -> None:
    ring = {"736/716": "0929", "716/716": "1029", "901/Lehr": "1030", "902/Lehr": "0931", "3/2": "0830", "2/2": "0829"}
    around = "\n".join(f"german {unit} at {label}" for unit, label in ring.items())
    units = f"german 726/716 at 0930\n{around}\nallied 69/50 at 1131"
    game = position(
        "gold_juno", units, phase="bombardment", dice=[1], cups=markers(cw_artillery=[4]), setting=sure("De")
    )
    assert "726/716" in orders(game, "bombard")
    bombard(game, "726/716", "cw-artillery")
    assert where(game, "726/716") == "eliminated"


# -- 8.1.5 ----------------------------------------------------------------------------------------


@rule("8.1.5-01", "8.1.5-02")
def test_a_bombarded_unit_retreats_away_from_the_closest_enemy_and_then_toward_its_map_edge() -> None:
    # The closest enemy is two hexes to the southeast, the German edge in the south.
    units = "german 726/716 at 0930\nallied 69/50 at 0731\nallied 151/50 at 1435"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("D2"))
    bombard(game, "726/716", "cw-aircraft")
    play(game, "retreat 726/716")
    # Seven hexes at distance 2 are farther from 0731 than 0930 is; of these only 0828 is nearer to the south edge.
    assert orders(game) == ["to 0829", "to 0929"]
    assert refusal(game, "to 1029").rule == "8.3-05"
    assert refusal(game, "to 0830").rule == "8.3-08"
    for step in ("to 0829", "to 0929"):
        branch = game.copy()
        play(branch, step)
        assert where(branch, "726/716") == "0828"


@rule("8.1.5-02")
def test_a_step_that_does_not_lead_away_from_the_closest_enemy_is_refused_by_its_rule() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 0730"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("D2"))
    bombard(game, "726/716", "cw-aircraft")
    play(game, "retreat 726/716")
    assert set(orders(game, "to")) == {"0929", "1029", "1030", "0931"}
    play(game, "to 0931")
    assert set(orders(game, "to")) == {"0932", "1031"}
    assert refusal(game, "to 0831").rule == "8.1.5-02"  # nearer to the German edge, but only two hexes from 0730


@rule("8.1.5-02")
def test_if_no_retreat_leads_away_any_legal_one_will_do() -> None:
    # 69/50 is the closest; the others bar every hex farther from it, which leaves 1131 and 0731.
    units = """
        german 726/716 at 0930
        allied 69/50 at 0932
        allied 151/50 at 0827
        allied 231/50 at 1128
        allied 7/3 at 0629
        allied 8/3-cdn at 1229
    """
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("D2"))
    bombard(game, "726/716", "cw-aircraft")
    play(game, "retreat 726/716")
    assert where(game, "726/716") == "0731"  # the one of the two that is nearer to the German edge
    assert not is_reduced(game, "726/716")


@rule("8.1.5-03")
def test_without_enemy_units_on_the_map_it_retreats_toward_the_closest_friend() -> None:
    units = "german 726/716 at 0930\ngerman 736/716 at 1330\ngerman 716/716 at 0427"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("D2"))
    bombard(game, "726/716", "cw-aircraft")
    play(game, "retreat 726/716")
    while orders(game, "to"):
        quietly(game)
    friend = at("1330")
    assert GRID.distance(at(where(game, "726/716")), friend) < GRID.distance(at("0930"), friend)


@rule("8.1.5-01")
def test_a_bombarded_unit_that_cannot_retreat_is_eliminated() -> None:
    around = "\n".join(
        f"allied {unit} at {label}" for unit, label in (("69/50", "1028"), ("151/50", "1031"), ("231/50", "0730"))
    )
    game = position(
        "gold_juno", f"german 726/716 at 0930\n{around}", phase="bombardment", dice=[1], cups=MANY, setting=sure("D2")
    )
    bombard(game, "726/716", "cw-aircraft")
    play(game, "retreat 726/716")
    assert where(game, "726/716") == "eliminated"


@rule("8.1.2-04")
def test_mines_do_not_count_in_a_german_bombardment() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    cups = markers(german=[3, MINES + 9])
    game = position(
        "gold_juno", units, side="german", phase="bombardment", dice=[1], picks=[1, 0], cups=cups, setting=sure("-")
    )
    preview = game.copy()
    play(preview, "bombard 69/50")
    odds = preview.preview("draw german")
    assert odds is not None and odds.attack == 3
    events = bombard(game, "69/50", "german")
    assert fact(events, "bombardment", "markers") == (3,)


@rule("8.1.2-04", "8.1.2-05")
def test_the_odds_of_a_bombardment_are_those_of_every_draw_from_both_its_cups() -> None:
    setting = on_line("clear", {"726/716": (2, 4)})
    cups = markers(cw_artillery=[1, 3, 6], cw_aircraft=[2, 10])
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="bombardment", cups=cups, setting=setting)
    play(game, "bombard 726/716", "draw cw-artillery")
    odds = game.preview("draw cw-aircraft")
    expected: dict[str, float] = {}
    trials = [(one, other, die) for one in range(3) for other in range(2) for die in range(1, 7)]
    for one, other, die in trials:
        branch = game.copy()
        state(branch).chance = Rigged([die], [one, other])
        outcome = fact(play(branch, "draw cw-aircraft"), "combat_result", "outcome")
        assert isinstance(outcome, tuple)
        (result,) = outcome
        expected[result] = expected.get(result, 0) + 1 / len(trials)
    assert odds is not None and odds.results == pytest.approx(expected)
    assert odds.attack == round((1 + 3 + 6) / 3 + (2 + 10) / 2)


@rule("8.1.3-03")
def test_only_a_unit_next_to_the_bombarded_hex_suffers_from_friendly_fire() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 8 at 0931\nallied 151/50 at 0932"
    game = position("gold_juno", units, phase="bombardment", dice=[1], cups=MANY, setting=sure("(A)"))
    bombard(game, "726/716", "cw-aircraft")
    assert orders(game) == ["deplete 69/50", "deplete 8"]
    assert refusal(game, "deplete 151/50").rule == "8.1.3-03"
    assert "next to the bombarded hex" in refusal(game, "deplete 151/50").sentence
