"""Ground combat: who may attack, the procedure, terrain, fortifications, results, and the odds shown before (8.2)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.results import load_results_table
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, Cup, unit_number
from bocage.hexes import Hex, members
from bocage.kernel import Game
from tests.fire_movement.combats import (
    MINES,
    NO_MARKERS,
    attack,
    closed_to_mobile,
    declare,
    fact,
    fortify,
    markers,
    on_line,
    private,
    strong,
    sure,
)
from tests.fire_movement.courses import until
from tests.fire_movement.positions import at, is_reduced, position, setting_of, state, where
from tests.questions import Rigged, kinds, orders, play, refusal
from tests.support import rule

BEACH = "2028"
DUEL = """
    german 726/716 at 0930
    allied 69/50 at 1030
"""
THREE_ON_ONE = """
    german 726/716 at 0930
    allied 69/50 at 1030
    allied 151/50 at 0931
    allied 8 at 1029
"""


# -- 8.2: who attacks whom -------------------------------------------------------------------------


@rule("8.2-01")
def test_only_adjacent_units_fight() -> None:
    units = "german 726/716 at 0930\ngerman 736/716 at 0730\nallied 69/50 at 1030\nallied 151/50 at 1130"
    game = position("gold_juno", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("-"))
    assert orders(game) == ["attack 0930", "end"]
    assert refusal(game, "attack 0730").rule == "8.2-01"
    assert refusal(game, "attack 0829").rule == "8.2-01"  # nobody is there
    play(game, "attack 0930")
    assert orders(game) == ["with 69/50"]
    assert refusal(game, "with 151/50").rule == "8.2-01"


@rule("8.2-02", "8.2-03", "8.2-05", "8.2-07")
def test_the_attacker_chooses_any_of_the_units_around_the_target() -> None:
    game = position("gold_juno", THREE_ON_ONE, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("-"))
    strength = {name: state(game).attack_of(unit_number(name)) for name in ("69/50", "151/50", "8")}
    for chosen in (["69/50"], ["8"], ["69/50", "8"], ["8", "151/50"], ["69/50", "151/50", "8"]):
        branch = game.copy()
        events = attack(branch, "0930", *chosen)
        assert fact(events, "combat_result", "attack") == sum(strength[name] for name in chosen)
        assert fact(events, "attack_declared", "units") == tuple(sorted(map(unit_number, chosen)))


@rule("8.2-07")
def test_a_unit_may_be_attacked_from_all_six_hexes() -> None:
    ring = {"69/50": "0929", "151/50": "1029", "231/50": "1030", "7/3": "0931", "8/3-cdn": "0830", "8": "0829"}
    units = "german 726/716 at 0930\n" + "\n".join(f"allied {unit} at {label}" for unit, label in ring.items())
    game = position("gold_juno", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("De"))
    attack(game, "0930", *ring)
    assert where(game, "726/716") == "eliminated"


@rule("8.2-04")
def test_a_mobile_unit_that_attacked_in_the_combat_phase_does_not_attack_in_the_mobile_combat_phase() -> None:
    units = """
        german 726/716 at 0930
        allied 8 at 1030
        allied 22/7 at 0931
    """
    game = position(
        "gold_juno", units, phase="combat", dice=[1, 1], cups=NO_MARKERS, beachheads=BEACH, setting=sure("-")
    )
    attack(game, "0930", "8")
    until(game, "Attack", phase="Mobile Combat Phase")
    play(game, "attack 0930")
    assert orders(game) == ["with 22/7"]
    assert refusal(game, "with 8").rule == "8.2-04"


@rule("8.2-06", "8.2-10")
def test_a_unit_takes_part_in_one_attack_and_the_others_may_attack_later() -> None:
    units = """
        german 726/716 at 0930
        german 736/716 at 0931
        allied 69/50 at 1030
        allied 151/50 at 1031
    """
    game = position("gold_juno", units, phase="combat", dice=[1, 1], cups=NO_MARKERS, setting=sure("-"))
    attack(game, "0930", "69/50")
    play(game, "attack 0931")
    assert orders(game) == ["with 151/50"]
    assert refusal(game, "with 69/50").rule == "8.2-06"
    events = play(game, "with 151/50")
    assert fact(events, "combat_result", "attack") == state(game).battle.attack[0][unit_number("151/50")]


@rule("8.2-10")
def test_a_unit_cannot_join_the_same_attack_twice() -> None:
    game = position("gold_juno", THREE_ON_ONE, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("-"))
    play(game, "attack 0930", "with 69/50")
    assert refusal(game, "with 69/50").rule == "8.2-10"


@rule("8.2-08")
def test_a_hex_that_is_closed_to_the_attacker_cannot_be_attacked() -> None:
    # 0925 lies beyond the western boundary of Gold/Juno. No unit can get there; one is put there for the test.
    units = "german 726/716 at 0925\ngerman 736/716 at 0927\nallied 69/50 at 0926"
    game = position("gold_juno", units, phase="combat", cups=NO_MARKERS)
    assert orders(game) == ["attack 0927", "end"]
    assert refusal(game, "attack 0925").rule == "8.2-08"


@rule("8.2-08")
def test_terrain_closed_to_a_unit_cannot_be_attacked_by_it_except_along_a_road() -> None:
    # 0930 is bocage, and a road leads there from 1030.
    setting = closed_to_mobile("bocage", "-")
    elsewhere = "german 2/2 at 1730\nallied 56 at 1830\ngerman 726/716 at 0930\n"

    def beside(*units: str) -> Game:
        lines = elsewhere + "\n".join(f"allied {unit}" for unit in units)
        return position("gold_juno", lines, phase="combat", dice=[1], cups=NO_MARKERS, setting=setting)

    game = beside("8 at 1029", "22/7 at 0931")
    assert orders(game, "attack") == ["1730"]
    assert refusal(game, "attack 0930").rule == "8.2-08"
    game = beside("8 at 1029", "69/50 at 0931")
    assert orders(game, "attack") == ["0930", "1730"]
    play(game, "attack 0930")
    assert orders(game) == ["with 69/50"]
    assert refusal(game, "with 8").rule == "8.2-08"
    game = beside("8 at 1029", "22/7 at 1030")
    play(game, "attack 0930")
    assert orders(game) == ["with 22/7"]


@rule("8.2-08")
def test_no_hexside_of_the_map_is_prohibited() -> None:
    assert not private("combined_campaign").battle.minefields


@rule("8.2-09", "8.2.2-02")
def test_the_terrain_under_the_attacker_changes_nothing() -> None:
    chart, battle = load_chart(), setting_of("combined_campaign").battle
    seen = set()
    for target in members(battle.playable & battle.half[battle.army[unit_number("69/50")]]):
        if chart.terrain[target] != {"clear"}:
            continue
        for origin in GRID.neighbours[target]:
            terrain = tuple(sorted(chart.terrain[origin]))
            if (
                terrain in seen
                or not battle.zone_of[unit_number("69/50")] >> origin & 1
                or (origin, target) in chart.rivers
            ):
                continue
            seen.add(terrain)
            units = f"german 726/716 at {GRID.label(target)}\nallied 69/50 at {GRID.label(origin)}"
            game = position("combined_campaign", units, phase="combat", dice=[1], cups=NO_MARKERS)
            events = attack(game, GRID.label(target), "69/50")
            assert fact(events, "combat_result", "line") == "clear"
            assert fact(events, "combat_result", "attack") == battle.attack[0][unit_number("69/50")]
    assert {("bocage",), ("beach",), ("city",), ("swamp",), ("clear",), ("clear", "hill"), ("clear", "town")} <= seen


@rule("8.2-11", "8.2.1-11")
def test_an_attacker_counts_his_attack_and_a_defender_his_defence_strength() -> None:
    setting = on_line("clear", {"69/50": (7, 1), "151/50": (2, 9), "726/716": (8, 3)})
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 151/50 at 0931"
    game = position("gold_juno", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=setting)
    events = attack(game, "0930", "69/50", "151/50")
    assert (fact(events, "combat_result", "attack"), fact(events, "combat_result", "defence")) == (9, 3)
    game = position("gold_juno", units, side="german", phase="combat", dice=[1], cups=NO_MARKERS, setting=setting)
    events = attack(game, "0931", "726/716")
    assert (fact(events, "combat_result", "attack"), fact(events, "combat_result", "defence")) == (8, 9)


@rule("8.2.1-11")
def test_reduced_units_count_their_reduced_strengths() -> None:
    setting = private("gold_juno")
    one, other = unit_number("69/50"), unit_number("726/716")
    setting.battle.attack[1][one], setting.battle.defence[1][other] = 17, 13
    units = "german 726/716 at 0930 reduced\nallied 69/50 at 1030 reduced"
    game = position("gold_juno", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=setting)
    events = attack(game, "0930", "69/50")
    assert (fact(events, "combat_result", "attack"), fact(events, "combat_result", "defence")) == (17, 13)


# -- 8.2.1: the procedure ---------------------------------------------------------------------------


@rule("8.2.1-01")
def test_an_attack_is_declared_with_its_target_and_its_units_before_any_marker() -> None:
    cups = markers(cw_artillery=[2], german=[2])
    game = position("gold_juno", THREE_ON_ONE, phase="combat", dice=[1], cups=cups, setting=sure("-"))
    play(game, "attack 0930")
    assert refusal(game, "declare").rule == "8.2.1-01"
    play(game, "with 69/50", "with 8")
    assert refusal(game, "draw cw-artillery").rule == "8.2.1-02"
    (declared,) = play(game, "declare")
    assert declared.kind == "attack_declared" and declared.seats == ()
    assert declared.facts == {"hex": at("0930"), "units": tuple(sorted((unit_number("69/50"), unit_number("8"))))}


@rule("8.2.1-02")
def test_a_declared_attack_cannot_be_called_off() -> None:
    cups = markers(cw_artillery=[2], german=[2])
    game = position("gold_juno", THREE_ON_ONE, phase="combat", dice=[1], cups=cups, setting=sure("-"))
    play(game, "attack 0930")
    assert refusal(game, "end").rule == "8.2.1-02"
    play(game, "with 69/50", "declare")
    assert orders(game) == ["draw cw-artillery", "pass"]
    assert refusal(game, "end").rule == "8.2.1-03"
    events = play(game, "pass", "pass", "pass", "pass")
    assert "combat_result" in kinds(events)


@rule("8.2.1-03", "8.2.1-04", "8.2.1-05", "8.2.1-06", "8.2.1-07", "8.2.1-08")
def test_markers_are_placed_in_four_steps_by_turns_whatever_happened_in_the_steps_before() -> None:
    cups = markers(cw_artillery=[2] * 4, german=[3] * 4)
    game = position("gold_juno", DUEL, phase="combat", dice=[1], cups=cups, setting=sure("-"))
    play(game, "attack 0930", "with 69/50")
    choices = {"allied": ["draw cw-artillery", "pass"], "german": ["draw german", "pass"]}
    for pattern in range(16):
        branch = game.copy()
        events = []
        for step, seat in enumerate(("allied", "german", "allied", "german")):
            assert branch.decision.seat == seat
            assert orders(branch) == choices[seat]
            events += play(branch, choices[seat][pattern >> step & 1])
        result = next(event for event in events if event.kind == "combat_result")
        attackers, defenders = [2 - (pattern & 1) - (pattern >> 2 & 1), 2 - (pattern >> 1 & 1) - (pattern >> 3 & 1)]
        g = state(branch)
        assert result.named()["attack"] == g.battle.attack[0][unit_number("69/50")] + 2 * attackers
        assert result.named()["defence"] == g.battle.defence[0][unit_number("726/716")] + 3 * defenders


@rule("8.2.1-08")
def test_nobody_is_asked_for_a_third_marker() -> None:
    cups = markers(cw_artillery=[2] * 9, german=[3] * 9)
    game = position("gold_juno", DUEL, phase="combat", dice=[1], cups=cups, setting=sure("-"))
    play(game, "attack 0930", "with 69/50")
    events = play(game, "draw cw-artillery", "draw german", "draw cw-artillery", "draw german")
    assert fact(events, "markers_revealed", "attack_markers") == (2, 2)
    assert fact(events, "markers_revealed", "defence_markers") == (3, 3)
    assert "combat_result" in kinds(events)


@rule("8.2.1-10", "8.2.1-06")
def test_a_placement_or_a_pass_is_final() -> None:
    cups = markers(cw_artillery=[2] * 9, german=[3] * 9)
    game = position("gold_juno", DUEL, phase="combat", dice=[1], cups=cups, setting=sure("-"))
    play(game, "attack 0930", "with 69/50", "pass")
    assert game.decision.seat == "german"  # the attacker's first step is over
    play(game, "draw german")
    events = play(game, "draw cw-artillery", "pass")
    assert fact(events, "markers_revealed", "attack_markers") == (2,)  # one in the third step, not two
    assert len(state(game).cups[Cup.CW_ARTILLERY]) == 8


@rule("8.2.1-10")
def test_a_marker_once_drawn_cannot_be_taken_back() -> None:
    cups = markers(cw_artillery=[2, 9])
    game = position("gold_juno", DUEL, phase="combat", dice=[1], cups=cups, setting=sure("-"))
    play(game, "attack 0930", "with 69/50", "draw cw-artillery")
    assert game.why_no_undo() is not None


@rule("8.2.1-12", "8.2.1-14")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_column_of_the_differential_and_one_die_give_the_result(die: int) -> None:
    setting = on_line("clear", {"130/Lehr-pz": (7, 6), "69/50": (5, 4)})
    units = "german 130/Lehr-pz at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, side="german", phase="combat", dice=[die], cups=NO_MARKERS, setting=setting)
    events = declare(game, "1030", "130/Lehr-pz")
    assert fact(events, "combat_result", "column") == 8  # 7 - 4 = +3
    assert fact(events, "combat_result", "outcome") == (["D2", "Ex", "Ex", "Ex", "-", "A1"][die - 1],)
    assert game.history[-1].chance == (f"die {die}",)


@rule("8.2.1-14", "CRT-01")
def test_the_column_is_found_first_and_shifted_afterwards() -> None:
    setting = on_line("clear", {"69/50": (9, 4), "8": (3, 4), "726/716": (1, 2)})
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 8 at 0931"
    game = position("gold_juno", units, phase="combat", dice=[3], cups=NO_MARKERS, setting=setting)
    play(game, "attack 0930", "with 69/50")
    odds = game.preview("declare")
    assert odds is not None
    assert (odds.column, odds.shifts) == (9, (("no combined arms: no armored brigade", -1),))  # +7 is column 10
    both = game.preview("with 8")
    assert both is not None
    assert (both.column, both.shifts) == (12, ())


# -- 8.2.2: terrain -----------------------------------------------------------------------------------

COMMONWEALTH = ("69/50", "151/50", "231/50")


def crossings(scenario: str, terrain: set[str]) -> Iterable[tuple[Hex, list[Hex], list[Hex], list[Hex]]]:
    """Hexes of one terrain with the neighbours across an unbridged river, across a bridge, and across no river."""
    chart, battle = load_chart(), setting_of(scenario).battle
    for hex_ in members(battle.zone_of[unit_number("69/50")]):
        if chart.terrain[hex_] != terrain:
            continue
        near = [other for other in GRID.neighbours[hex_] if battle.zone_of[unit_number("69/50")] >> other & 1]
        bridged = [other for other in near if (hex_, other) in chart.bridges]
        river = [other for other in near if (hex_, other) in chart.rivers and other not in bridged]
        yield hex_, river, bridged, [other for other in near if (hex_, other) not in chart.rivers]


def line_of(scenario: str, target: Hex, origins: list[Hex]) -> object:
    """The line used when Commonwealth brigades attack a hex from some others."""
    units = f"german 726/716 at {GRID.label(target)}\n" + "\n".join(
        f"allied {unit} at {GRID.label(hex_)}" for unit, hex_ in zip(COMMONWEALTH, origins, strict=False)
    )
    game = position(scenario, units, phase="combat", dice=[1], cups=NO_MARKERS)
    return fact(attack(game, GRID.label(target), *COMMONWEALTH[: len(origins)]), "combat_result", "line")


@rule("8.2.2-01", "8.2.2-03", "8.2.1-13")
def test_a_river_helps_the_defender_only_if_every_attacker_crosses_an_unbridged_river() -> None:
    found = next(c for c in crossings("combined_campaign", {"clear"}) if len(c[1]) >= 2 and c[3])
    target, river, _, dry = found
    assert line_of("combined_campaign", target, river[:1]) == "woods"
    assert line_of("combined_campaign", target, river[:2]) == "woods"
    assert line_of("combined_campaign", target, dry[:1]) == "clear"
    assert line_of("combined_campaign", target, [river[0], dry[0]]) == "clear"


@rule("8.2.2-04", "8.2.2-08", "8.2.2-07")
def test_one_bridge_makes_an_attack_over_a_river_one_over_a_bridge() -> None:
    bridge_only = next(c for c in crossings("combined_campaign", {"clear"}) if c[2] and c[3])
    assert line_of("combined_campaign", bridge_only[0], bridge_only[2][:1]) == "town"
    assert line_of("combined_campaign", bridge_only[0], [bridge_only[2][0], bridge_only[3][0]]) == "clear"
    both = next(c for c in crossings("combined_campaign", {"clear"}) if c[1] and c[2])
    assert line_of("combined_campaign", both[0], [both[1][0], both[2][0]]) == "town"
    assert line_of("combined_campaign", both[0], both[1][:1]) == "woods"


@rule("8.2.2-05", "8.2.2-06")
def test_of_several_terrains_the_line_best_for_the_defender_counts_and_nothing_else_changes() -> None:
    # Bocage and a river: the bocage line is better. Swamp and a river: the river line is.
    for terrain, hex_line, over_river in (("bocage", "city", "city"), ("swamp", "town", "woods")):
        target, river, _, dry = next(c for c in crossings("combined_campaign", {terrain}) if c[1] and c[3])
        assert line_of("combined_campaign", target, dry[:1]) == hex_line
        assert line_of("combined_campaign", target, river[:1]) == over_river
    target, _, _, dry = next(c for c in crossings("combined_campaign", {"clear", "hill", "town"}) if c[3])
    assert line_of("combined_campaign", target, dry[:1]) == "hill"


@rule("8.2.2-05", "8.2.2-01")
@pytest.mark.parametrize("line", ["clear", "town", "woods", "hill", "city"])
def test_terrain_changes_the_line_and_no_strength(line: str) -> None:
    setting = on_line(line, {"130/Lehr-pz": (7, 6), "69/50": (5, 4)})
    units = "german 130/Lehr-pz at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, side="german", phase="combat", dice=[1], cups=NO_MARKERS, setting=setting)
    events = declare(game, "1030", "130/Lehr-pz")
    assert (fact(events, "combat_result", "attack"), fact(events, "combat_result", "defence")) == (7, 4)
    assert fact(events, "combat_result", "shifts") == ()
    assert fact(events, "combat_result", "column") == load_results_table().column(line, 3)


@rule("8.2.2-07")
def test_a_river_has_a_bridge_where_a_road_crosses_it_and_a_trail_makes_none() -> None:
    chart = load_chart()
    rivers = list(chart.rivers)
    by_road = [side for side in rivers if side in chart.roads]
    assert by_road and all(side in chart.bridges for side in by_road)
    city = chart.with_terrain("city")
    for one, other in rivers:
        if (one, other) in chart.bridges and (one, other) not in chart.roads:
            assert city >> one & 1 and city >> other & 1  # 10.1-05


# -- 8.2.3: fortifications ------------------------------------------------------------------------------


def fortified_duel(cups: dict[Cup, list[int]], fort: str = "0930") -> Game:
    setting = fortify(on_line("clear", {"69/50": (6, 4), "726/716": (2, 3)}), fort)
    return position("gold_juno", DUEL, phase="combat", dice=[1], cups=NO_MARKERS | cups, setting=setting)


@rule("8.2.3-01")
def test_a_unit_in_a_fortification_defends_with_twice_its_strength() -> None:
    assert fact(attack(fortified_duel({}), "0930", "69/50"), "combat_result", "defence") == 6
    assert fact(attack(fortified_duel({}, fort="1030"), "0930", "69/50"), "combat_result", "defence") == 3
    assert fact(attack(fortified_duel({}), "0930", "69/50"), "combat_result", "attack") == 6


@rule("8.2.3-01")
def test_no_hex_of_the_map_has_a_fortification() -> None:
    assert all(setting_of(name).battle.fortified == 0 for name in ("sword", "gold_juno", "utah", "omaha"))


@rule("8.2.3-02", "8.2.3-03")
def test_each_of_the_attackers_markers_is_halved_downwards_and_none_of_the_defenders() -> None:
    game = fortified_duel({Cup.CW_ARTILLERY: [5, 7], Cup.GERMAN: [5, 5]})
    play(game, "attack 0930", "with 69/50")
    events = play(game, "draw cw-artillery", "draw german", "draw cw-artillery", "draw german")
    assert fact(events, "combat_result", "attack") == 6 + 2 + 3  # not (5 + 7) // 2
    assert fact(events, "combat_result", "defence") == 6 + 5 + 5
    game = fortified_duel({Cup.CW_ARTILLERY: [5]}, fort="1030")
    play(game, "attack 0930", "with 69/50")
    assert fact(play(game, "draw cw-artillery"), "combat_result", "attack") == 11


# -- 8.2.4: results -----------------------------------------------------------------------------------


def fight(result: str, units: str = DUEL, *attackers: str) -> Game:
    """A combat for 0930 of which the result is sure."""
    game = position(
        "gold_juno", units, phase="combat", dice=[1] * 9, cups=NO_MARKERS, beachheads=BEACH, setting=sure(result)
    )
    attack(game, "0930", *(attackers or ("69/50",)))
    return game


@rule("8.2.4-01", "8.2.4-11", "CRT-14")
def test_de_eliminates_a_full_strength_defender_outright() -> None:
    game = fight("De")
    assert where(game, "726/716") == "eliminated"
    assert where(game, "69/50") == "1030" and not is_reduced(game, "69/50")


@rule("8.2.4-02", "8.2.4-03", "8.2.4-10", "8.2.4-12", "CRT-14")
@pytest.mark.parametrize(("result", "length"), [("D2", 2), ("D3", 3)])
def test_d2_and_d3_make_the_defender_retreat_or_stand_by_its_owners_choice(result: str, length: int) -> None:
    game = fight(result)
    assert game.decision.seat == "german"
    assert orders(game) == ["retreat 726/716", "stand 726/716"]
    play(game, "retreat 726/716")
    while orders(game, "to"):
        assert game.decision.seat == "german"
        play(game, f"to {orders(game, 'to')[-1]}")
    assert GRID.distance(at("0930"), at(where(game, "726/716"))) == length
    assert where(game, "69/50") == "1030"


@rule("8.2.4-04", "8.2.4-05", "CRT-14")
def test_ex_reduces_the_defender_and_one_attacker_of_the_attackers_choice() -> None:
    game = fight("Ex", THREE_ON_ONE, "69/50", "151/50", "8")
    assert game.decision.seat == "allied"
    assert orders(game) == ["deplete 69/50", "deplete 151/50", "deplete 8"]
    play(game, "deplete 151/50")
    names = ("726/716", "69/50", "151/50", "8")
    assert [is_reduced(game, name) for name in names] == [True, False, True, False]
    assert [where(game, name) for name in names] == ["0930", "1030", "0931", "1029"]


@rule("8.2.4-05")
def test_ex_leaves_units_alone_that_stood_by_without_attacking() -> None:
    game = fight("Ex", THREE_ON_ONE, "69/50", "8")
    assert orders(game) == ["deplete 69/50", "deplete 8"]
    game = fight("Ex", THREE_ON_ONE, "8")
    assert [is_reduced(game, name) for name in ("726/716", "69/50", "151/50", "8")] == [True, False, False, True]


@rule("8.2.4-04", "8.3-03")
def test_ex_eliminates_reduced_and_one_step_units() -> None:
    game = fight("Ex", "german 726/716 at 0930 reduced\nallied 69/50 at 1030 reduced\nallied 151/50 at 1330")
    assert [where(game, name) for name in ("726/716", "69/50")] == ["eliminated", "eliminated"]
    game = fight("Ex", "german 716/716 at 0930\nallied 69/50 at 1030")
    assert where(game, "716/716") == "eliminated"
    assert is_reduced(game, "69/50")


@rule("8.2.4-06", "8.4-05", "CRT-14")
@pytest.mark.parametrize(("result", "length"), [("A1", 1), ("A2", 2), ("A3", 3)])
def test_a1_to_a3_make_every_attacker_retreat_or_stand(result: str, length: int) -> None:
    game = fight(result, THREE_ON_ONE, "69/50", "151/50")
    assert game.decision.seat == "allied"
    assert orders(game) == ["retreat 69/50", "stand 69/50", "retreat 151/50", "stand 151/50"]
    starts = {"69/50": "1030", "151/50": "0931"}
    for unit in ("151/50", "69/50"):
        play(game, f"retreat {unit}")
        while orders(game, "to"):
            play(game, f"to {orders(game, 'to')[0]}")
    for unit, start in starts.items():
        assert GRID.distance(at(start), at(where(game, unit))) == length
    assert (where(game, "8"), where(game, "726/716")) == ("1029", "0930")  # took no part; and the defender stays


@rule("8.2.4-07", "8.2.4-11", "CRT-14")
def test_ae_eliminates_all_attackers_outright_and_nobody_else() -> None:
    game = fight("Ae", THREE_ON_ONE, "69/50", "8")
    assert [where(game, name) for name in ("69/50", "8", "151/50", "726/716")] == [
        "eliminated", "eliminated", "0931", "0930",
    ]  # fmt: skip
    assert not is_reduced(game, "726/716")


@rule("8.2.4-08", "CRT-12")
def test_bracketed_a_reduces_one_attacking_unit_of_the_attackers_choice() -> None:
    game = fight("(A)", THREE_ON_ONE, "69/50", "8")
    assert game.decision.seat == "allied"
    assert orders(game) == ["deplete 69/50", "deplete 8"]  # 151/50 is adjacent but did not attack
    play(game, "deplete 8")
    assert [is_reduced(game, name) for name in ("69/50", "151/50", "8", "726/716")] == [False, False, True, False]
    game = fight("(A)", "german 726/716 at 0930\nallied 69/50 at 1030 reduced\nallied 151/50 at 1330", "69/50")
    assert where(game, "69/50") == "eliminated"


@rule("8.2.4-09", "CRT-14")
def test_the_dot_is_no_effect() -> None:
    game = position(
        "gold_juno", THREE_ON_ONE, phase="combat", dice=[1], cups=NO_MARKERS, beachheads=BEACH, setting=sure("-")
    )
    g = state(game)
    before = (list(g.where), g.reduced)
    events = attack(game, "0930", "69/50", "8")
    assert kinds(events) == ["attack_declared", "combat_result", "no_target_left"]
    assert (list(g.where), g.reduced) == before


# -- the odds that are shown before ---------------------------------------------------------------------


def brute_force(
    make: FireMovement, units: str, cups: dict[Cup, list[int]], *before: str, draws: int = 0
) -> dict[str, float]:
    """Play an attack with every die and every draw, and count the results."""
    counted: dict[str, float] = {}
    trials = [(pick, die) for pick in range(max(1, draws)) for die in range(1, 7)]
    for pick, die in trials:
        game = position("gold_juno", units, phase="combat", cups=NO_MARKERS | cups, setting=make)
        state(game).chance = Rigged([die], [pick, 0, 0, 0])
        events = play(game, *before)
        while not any(event.kind == "combat_result" for event in events):
            events += play(game, "keep" if "keep" in orders(game) else "pass")
        outcome = fact(events, "combat_result", "outcome")
        assert isinstance(outcome, tuple)
        (result,) = outcome
        counted[result] = counted.get(result, 0) + 1 / len(trials)
    return counted


@rule("8.2.1-14")
@pytest.mark.parametrize("attackers", [("69/50",), ("69/50", "8"), ("69/50", "151/50", "8")])
def test_the_odds_of_a_declaration_are_those_of_all_six_dice(attackers: tuple[str, ...]) -> None:
    setting = on_line("hill", {"69/50": (4, 4), "151/50": (3, 4), "8": (5, 4), "726/716": (2, 5)})
    game = position("gold_juno", THREE_ON_ONE, phase="combat", cups=NO_MARKERS, setting=setting)
    named = [f"with {unit}" for unit in attackers]
    play(game, "attack 0930", *named[:-1])
    odds = game.preview(named[-1])
    assert odds is not None
    ending = ["declare"] if len(attackers) < 3 else []
    assert odds.results == pytest.approx(brute_force(setting, THREE_ON_ONE, {}, "attack 0930", *named, *ending))
    if ending:
        play(game, named[-1])
        assert game.preview("declare") == odds
    without_tanks = "8" not in attackers
    assert odds.shifts == ((("no combined arms: no armored brigade", -1),) if without_tanks else ())
    assert odds.attack == sum({"69/50": 4, "151/50": 3, "8": 5}[unit] for unit in attackers)
    assert (odds.defence, odds.line) == (5, "hill")


@rule("7.2-05", "8.2.1-14")
@pytest.mark.parametrize("cup", [Cup.CW_ARTILLERY, Cup.CW_AIRCRAFT])
def test_the_odds_of_a_draw_are_those_of_all_its_markers_and_dice(cup: Cup) -> None:
    setting = on_line("woods", {"69/50": (4, 4), "726/716": (2, 4)})
    cups = {Cup.CW_ARTILLERY: [1, 2, 2, 6, 10], Cup.CW_AIRCRAFT: [3, 8]}
    game = position("gold_juno", DUEL, phase="combat", cups=NO_MARKERS | cups, setting=setting)
    play(game, "attack 0930", "with 69/50")
    name = f"draw {cup.name.lower().replace('_', '-')}"
    odds = game.preview(name)
    assert odds is not None
    expected = brute_force(setting, DUEL, cups, "attack 0930", "with 69/50", name, draws=len(cups[cup]))
    assert odds.results == pytest.approx(expected)


@rule("7.2-05", "8.2.1-14")
@pytest.mark.parametrize("cup", [[1, 4, 4, 9], [1, 4, MINES + 9], [MINES + 5]])
def test_the_odds_of_a_german_draw_count_mines_as_kept(cup: list[int]) -> None:
    setting = on_line("clear", {"69/50": (8, 4), "726/716": (2, 3)})
    cups = {Cup.GERMAN: cup}
    game = position("gold_juno", DUEL, phase="combat", cups=NO_MARKERS | cups, setting=setting)
    play(game, "attack 0930", "with 69/50")
    odds = game.preview("draw german")
    assert odds is not None
    expected = brute_force(setting, DUEL, cups, "attack 0930", "with 69/50", "draw german", draws=len(cup))
    assert odds.results == pytest.approx(expected)


@rule("8.2.1-14")
def test_the_odds_of_passing_are_those_of_what_lies_there() -> None:
    setting = on_line("clear", {"69/50": (8, 4), "726/716": (2, 3)})
    cups = markers(cw_artillery=[2, 2, 2])
    game = position("gold_juno", DUEL, phase="combat", dice=[1], cups=cups, setting=setting)
    play(game, "attack 0930", "with 69/50", "draw cw-artillery")
    odds = game.preview("pass")
    assert odds is not None
    assert (odds.attack, odds.defence) == (10, 3)
    assert fact(play(game, "pass"), "combat_result", "column") == odds.column


@rule("8.2.4-05")
def test_only_a_unit_that_took_part_can_take_the_attackers_loss() -> None:
    for result in ("Ex", "(A)"):
        game = position(
            "gold_juno", THREE_ON_ONE, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure(result)
        )  # fmt: skip
        attack(game, "0930", "69/50", "151/50")
        assert orders(game) == ["deplete 69/50", "deplete 151/50"]
        not_there = refusal(game, "deplete 8")
        assert not_there.rule in ("8.2.4-04", "8.2.4-08") and "took no part" in not_there.sentence
        assert refusal(game, "end").rule == not_there.rule


STACK = """
    allied 69/50 at 1928
    allied 151/50 at 1928
    allied 231/50 at 1928
    german 726/716 at 1828
"""


@rule("10.9.4-15", "8.2.1-14")
def test_the_odds_against_a_stack_are_those_against_its_strongest_defender() -> None:
    setting = on_line("clear", {"69/50": (2, 3), "151/50": (2, 6), "231/50": (2, 4), "726/716": (8, 4)})
    game = position(
        "gold_juno", STACK, side="german", phase="combat", dice=[1], cups=NO_MARKERS, beachheads="1928", setting=setting
    )
    play(game, "attack 1928")
    odds = game.preview("with 726/716")
    assert odds is not None
    assert (odds.attack, odds.defence, odds.column) == (8, 6, setting.battle.table.column("clear", 2))
    play(game, "with 726/716")
    assert set(orders(game, "defend")) == {"69/50", "151/50", "231/50"}
    assert refusal(game, "defend 8").rule == "10.9.4-15"
    assert refusal(game, "pass").rule == "10.9.4-15"
    assert fact(play(game, "defend 151/50"), "combat_result", "column") == odds.column


@rule("8.2.1-14")
def test_looking_at_odds_changes_nothing() -> None:
    setting = on_line("clear", {"69/50": (8, 4), "726/716": (2, 3)})
    game = position(
        "gold_juno", DUEL, phase="combat", dice=[1], cups=markers(cw_artillery=[2, 3], german=[4]), setting=setting
    )
    play(game, "attack 0930", "with 69/50")
    before = game.hash()
    for order in game.decision.orders:
        game.preview(order)
    assert game.hash() == before


@rule("8.2.1-01")
def test_the_strengths_of_an_attack_are_known_before_it_is_declared() -> None:
    setting = strong(private("gold_juno"), {"69/50": (8, 4), "726/716": (2, 3)})
    game = position("gold_juno", DUEL, phase="combat", cups=NO_MARKERS, setting=setting)
    play(game, "attack 0930")
    odds = game.preview("with 69/50")
    assert odds is not None
    assert (odds.attack, odds.defence) == (8, 3)
