"""Zones of control: where they are, and what they do to movement, retreat and advance (rulebook 6)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.content import load_units
from bocage.games.fire_movement.movement import destinations
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, Cup, unit_number
from bocage.hexes import members
from bocage.kernel import Game
from tests.fire_movement.courses import quietly
from tests.fire_movement.positions import Phase, at, is_reduced, position, reach_labels, state, where
from tests.questions import orders, play, refusal
from tests.rules.fire_movement.country import find_step, open_country, private
from tests.support import rule

CHART = load_chart()
PHASES = ("Movement Phase", "Bombardment Phase", "Combat Phase", "Mobile Movement Phase", "Mobile Combat Phase")
NO_MARKERS: dict[Cup, Sequence[int]] = dict.fromkeys(Cup, ())
AROUND_0844 = {"0843", "0944", "0945", "0845", "0745", "0744"}


def lane(*, like: FireMovement | None = None, **features: str) -> FireMovement:
    """A lane along row 08 with no way around: a unit in 0944 has 0843 and 0844 in its zone."""
    dry = {f"08{column}" for column in range(39, 50)} | {"0944"}
    sea = set(GRID.labels(state(position("sword", "")).battle.playable)) - dry
    return open_country(dict.fromkeys(sea, "sea"), like=like, **features)


def zone(game: Game, side: int = GERMAN) -> set[str]:
    """The hexes in zones of control of a side."""
    return {GRID.label(hex_) for hex_ in GRID.hexes if state(game).in_ezoc(1 - side, hex_)}


def cost(game: Game, unit: str, target: str) -> float:
    """What a unit pays to go to a hex."""
    moved = play(game.copy(), f"move {unit}", f"to {target}")[-1].facts["cost"]
    assert isinstance(moved, int)
    return moved / 2


# -- 6.0 where they are -----------------------------------------------------------------------------


@rule("6.0-01", "6.0-E1")
def test_a_zone_is_the_six_hexes_around_a_unit_and_not_its_own() -> None:
    game = position("sword", "german 857/346 at 0844")
    assert zone(game) == AROUND_0844
    assert zone(game, ALLIED) == set()


@rule("6.0-01")
def test_a_zone_goes_where_its_unit_goes_and_dies_with_it() -> None:
    units = "german 22/21 at 0844\nallied 8/3-br at 1640"
    game = position("sword", units, side="german", setting=open_country())
    play(game, "move 22/21", "to 0647")
    assert zone(game) == {GRID.label(hex_) for hex_ in GRID.neighbours[at("0647")]}
    state(game).eliminate(unit_number("22/21"), "8.2.4-01")
    assert zone(game) == set()


@rule("6.0-02")
@pytest.mark.parametrize(
    ("unit", "exerts"), [("716/716", False), ("346/346", False), ("857/346", True), ("305/21", True)]
)
def test_a_unit_with_the_black_hexagon_exerts_no_zone(unit: str, exerts: bool) -> None:
    assert load_units()[unit].zoc is exerts
    assert zone(position("sword", f"german {unit} at 0844")) == (AROUND_0844 if exerts else set())
    game = position("sword", f"german {unit} at 0944\nallied 8/3-br at 0842", setting=lane())
    assert ("0844" in reach_labels(game, "8/3-br")) is not exerts


@rule("6.0-02")
def test_every_unit_has_the_flag_and_the_rangers_too_go_without_a_zone() -> None:
    without = {unit.id for unit in load_units().values() if not unit.zoc}
    assert {"2-rgr", "716/716", "346/346", "200/21"} <= without
    game = position("omaha", "allied 2-rgr at 1719\nallied 16/1 at 1521")
    assert zone(game, ALLIED) == {GRID.label(hex_) for hex_ in GRID.neighbours[at("1521")]}


@rule("6.0-03")
def test_zones_hold_in_every_phase_of_both_player_turns() -> None:
    units = "allied 27 at 0843\nallied 8/3-br at 0742\ngerman 22/21 at 0844\ngerman 857/346 at 0846"
    allied = {GRID.label(near) for label in ("0843", "0742") for near in GRID.neighbours[at(label)]}
    german = {GRID.label(near) for label in ("0844", "0846") for near in GRID.neighbours[at(label)]}
    game = position("sword", units, setting=open_country(), beachheads="1740")
    seen = set()
    while state(game).turn == 5:
        seen.add((game.decision.seat, state(game).phase))
        assert (zone(game, ALLIED), zone(game, GERMAN)) == (allied, german)
        quietly(game)
    assert seen == {(seat, phase) for seat in ("allied", "german") for phase in PHASES}


@rule("6.0-03")
def test_zones_hinder_in_the_mobile_movement_phase_as_in_the_first() -> None:
    units = "allied 27 at 0842\ngerman 857/346 at 0844"
    phases: list[Phase] = ["movement", "mobile_movement"]
    for phase in phases:
        game = position("sword", units, phase=phase, setting=open_country())
        assert cost(game, "27", "0843") == 1 + 5


@rule("6.0-04")
def test_zones_reach_over_rivers_and_into_every_kind_of_terrain() -> None:
    game = position("combined_campaign", "")
    unit = unit_number("857/346")
    reached: set[str] = set()
    for hex_ in members(CHART.land):
        state(game).put(unit, hex_)
        for near in GRID.neighbours[hex_]:
            assert state(game).in_ezoc(ALLIED, near)
            reached |= CHART.terrain[near]
    assert reached >= {"sea", "beach", "clear", "bocage", "woods", "swamp", "hill", "town", "city"}


@rule("6.0-04")
def test_a_zone_over_a_river_hinders_like_any_other() -> None:
    dry = position("sword", "allied 27 at 0842\ngerman 857/346 at 0844", setting=open_country())
    wet = position("sword", "allied 27 at 0842\ngerman 857/346 at 0844", setting=open_country(rivers="0843-0844"))
    assert cost(dry, "27", "0843") == cost(wet, "27", "0843") == 6
    a, b = find_step(lambda a, b: (a, b) in CHART.rivers and (a, b) not in CHART.roads, "river without a bridge")
    game = position("combined_campaign", f"german 857/346 at {GRID.label(a)}")
    assert state(game).in_ezoc(ALLIED, b)


@rule("6.0-05")
def test_no_fortification_keeps_a_zone_out_in_this_game() -> None:
    for scenario in ("sword", "gold_juno", "utah", "omaha", "combined_campaign"):
        battle = state(position(scenario, "")).battle
        assert battle.fortified == 0 and len(battle.minefields) == 0
    fields = open_country(forts="0843", minefields="0844-0845")
    assert zone(position("sword", "german 857/346 at 0844", setting=fields)) == AROUND_0844


@rule("6.0-06")
@pytest.mark.parametrize("tenant", ["allied 9/3-br", "german 346/346", "allied 1-cdo"])
def test_no_unit_in_a_hex_cancels_a_zone_there(tenant: str) -> None:
    assert zone(position("sword", f"german 857/346 at 0844\n{tenant} at 0843")) == AROUND_0844
    units = f"german 857/346 at 0944\nallied 8/3-br at 0841\n{tenant} at 0843"
    game = position("sword", units, setting=lane())
    assert reach_labels(game, "8/3-br") == {"0839", "0840", "0842"}, (
        "a leg unit cannot stop there, so it does not go on"
    )


@rule("6.0-06")
def test_a_mobile_unit_pays_for_the_zone_in_a_hex_that_a_friend_holds() -> None:
    units = "german 857/346 at 0944\nallied 27 at 0842\nallied 9/3-br at 0843"
    twelve = private(units={"27": {"movement": 12}})
    assert reach_labels(position("sword", units, setting=lane(like=twelve)), "27") == {"0839", "0840", "0841"}
    three = private(units={"27": {"movement": 3}})
    roads = "0842-0843 0843-0844"
    assert reach_labels(position("sword", units, setting=lane(like=three, roads=roads)), "27") == {
        "0839", "0840", "0841", "0844"
    }  # fmt: skip


@rule("6.0-07")
def test_opposing_zones_in_a_hex_both_have_their_full_effect() -> None:
    units = "allied 8/3-br at 0842\nallied 9/3-br at 0841\ngerman 857/346 at 0844\ngerman 736/716 at 0845"
    allied = position("sword", units, setting=open_country())
    assert "0843" in zone(allied, ALLIED) & zone(allied, GERMAN)
    play(allied, "move 9/3-br", "to 0843")
    assert "9/3-br" not in orders(allied, "move"), "the Allied unit has to stop there"
    german = position("sword", units, side="german", setting=open_country())
    play(german, "move 736/716")
    assert "0843" in orders(german, "to")
    play(german, "to 0843")
    assert "736/716" not in orders(german, "move"), "and so has the German one"


@rule("6.0-08")
def test_two_neighbours_stand_in_each_others_zones_if_they_exert_any() -> None:
    game = position("sword", "allied 8/3-br at 0843\ngerman 857/346 at 0844")
    assert "0843" in zone(game, GERMAN) and "0844" in zone(game, ALLIED)
    one_sided = position("sword", "allied 8/3-br at 0843\ngerman 716/716 at 0844")
    assert "0843" not in zone(one_sided, GERMAN), "a unit without a zone never gives one"
    assert "0844" in zone(one_sided, ALLIED)


# -- 6.1 movement of leg units ----------------------------------------------------------------------


@rule("6.1-01")
def test_a_leg_unit_stops_in_the_first_hex_of_a_zone() -> None:
    game = position("sword", "allied 8/3-br at 0842\ngerman 857/346 at 0944", setting=lane())
    play(game, "move 8/3-br")
    assert set(orders(game, "to")) == {"0839", "0840", "0841", "0843"}
    assert refusal(game, "to 0844").rule == "6.1-01"
    assert refusal(game, "to 0845").rule == "6.1-01"
    play(game, "to 0843")
    assert orders(game) == ["end"], "five points are left, and lost"
    assert refusal(game, "move 8/3-br").rule == "5.2-11"


@rule("6.1-01")
def test_what_a_leg_unit_reaches_beside_a_zone() -> None:
    slow = private(units={"8/3-br": {"movement": 3}})
    game = position("sword", "allied 8/3-br at 0842\ngerman 857/346 at 0844", setting=open_country(like=slow))
    everything = {GRID.label(hex_) for hex_ in GRID.hexes if 0 < GRID.distance(hex_, at("0842")) <= 3}
    behind = {"0844", "0845", "0945", "0745"}
    assert reach_labels(game, "8/3-br") == everything - behind


@rule("6.1-02")
def test_a_leg_unit_in_a_zone_goes_into_the_next_hex_of_a_zone_with_all_its_points() -> None:
    game = position("sword", "allied 8/3-br at 0843\ngerman 857/346 at 0944", setting=lane())
    assert reach_labels(game, "8/3-br") == {"0839", "0840", "0841", "0842", "0844"}
    assert cost(game, "8/3-br", "0844") == 6
    play(game, "move 8/3-br", "to 0844")
    assert orders(game) == ["end"]


@rule("6.1-02")
def test_only_with_the_whole_allowance() -> None:
    game = position("sword", "allied 8/3-br at 0843\ngerman 857/346 at 0944", setting=lane())
    play(game, "move 8/3-br", "to 0842", "move 8/3-br")
    assert "0844" not in orders(game, "to"), "two points are spent, or would be"
    play(game, "to 0843")
    assert orders(game) == ["end"]


@rule("6.1-02")
def test_in_foul_weather_the_whole_halved_allowance_is_spent() -> None:
    game = position("sword", "allied 8/3-br at 0843\ngerman 857/346 at 0944", setting=lane(), foul_weather=True)
    assert cost(game, "8/3-br", "0844") == 3


@rule("6.1-02")
def test_a_shift_within_a_zone_never_goes_two_hexes() -> None:
    units = "allied 8/3-br at 0843\ngerman 857/346 at 0944\ngerman 736/716 at 0846"
    for roads in ("", "0843-0844 0844-0845"):
        game = position("sword", units, setting=lane(roads=roads))
        play(game, "move 8/3-br")
        assert "0845" not in orders(game, "to")
        assert refusal(game, "to 0845").rule == "6.1-05"


@rule("6.1-03")
@pytest.mark.parametrize(("allowance", "may"), [(3, True), (2, False)])
def test_the_shift_needs_an_allowance_that_covers_the_terrain(allowance: int, may: bool) -> None:
    slow = private(units={"8/3-br": {"movement": allowance}})
    fields = open_country({"0944": "woods"}, rivers="0843-0944", like=slow)
    game = position("sword", "allied 8/3-br at 0843\ngerman 857/346 at 0844", setting=fields)
    assert ("0944" in reach_labels(game, "8/3-br")) is may
    if may:
        assert cost(game, "8/3-br", "0944") == allowance
    else:
        play(game, "move 8/3-br")
        assert refusal(game, "to 0944").rule == "5.2-05"


@rule("6.1-03")
def test_the_shift_does_not_open_a_prohibited_hex() -> None:
    marsh = open_country({"0944": "swamp", "0744": "sea"}, like=private(costs={"swamp": None}))
    game = position("sword", "allied 8/3-br at 0843\ngerman 857/346 at 0844", setting=marsh)
    play(game, "move 8/3-br")
    assert refusal(game, "to 0944").rule == "5.2-08"
    assert "0744" not in orders(game, "to")


@rule("6.1-04")
@pytest.mark.parametrize(("unit", "allowance"), [("8/3-br", 6), ("27", 10), ("1-cdo", 7)])
def test_any_unit_leaves_a_zone_at_normal_cost_and_goes_on(unit: str, allowance: int) -> None:
    game = position("sword", f"allied {unit} at 0843\ngerman 857/346 at 0844", setting=open_country())
    assert cost(game, unit, "0842") == 1
    assert cost(game, unit, "0841") == 2
    play(game, f"move {unit}", "to 0842", f"move {unit}")
    assert "0841" in orders(game, "to")
    farthest = max(GRID.distance(at(label), at("0843")) for label in reach_labels(game, unit, allowance - 1))
    assert farthest == allowance


@rule("6.1-05")
def test_a_leg_unit_that_left_a_zone_stops_in_the_next() -> None:
    units = "allied 8/3-br at 0843\ngerman 857/346 at 0844\ngerman 736/716 at 0840"
    game = position("sword", units, setting=open_country())
    assert "0841" in reach_labels(game, "8/3-br")
    play(game, "move 8/3-br")
    assert refusal(game, "to 0839").rule == "6.1-05"
    play(game, "to 0841")
    assert orders(game) == ["end"]


@rule("6.1-05")
def test_leaving_and_coming_back_ends_the_move_too() -> None:
    game = position("sword", "allied 8/3-br at 0843\ngerman 857/346 at 0844", setting=open_country())
    play(game, "move 8/3-br", "to 0943", "move 8/3-br", "to 0944")
    assert orders(game) == ["end"]


# -- 6.1 mobile units and commandos -----------------------------------------------------------------


@rule("6.1-06")
def test_a_mobile_unit_pays_half_its_allowance_for_every_hex_of_a_zone_and_goes_on() -> None:
    game = position("sword", "german 22/21 at 0842\nallied 8/3-br at 0844", side="german", setting=open_country())
    assert cost(game, "22/21", "0843") == 1 + 6
    play(game, "move 22/21", "to 0843", "move 22/21")
    assert "0942" in orders(game, "to"), "it need not stop"
    assert refusal(game, "to 0944").rule == "6.1-06", "five points do not pay for another"


@rule("6.1-06")
def test_from_zone_to_zone_as_long_as_it_can_pay() -> None:
    """Half of five is two: one hex of a zone costs three and a second, by road, two and a half, which is too much."""
    units = "allied 27 at 0842\ngerman 857/346 at 0844"
    roads = "0842-0843 0843-0944"
    five = open_country(roads=roads, like=private(units={"27": {"movement": 5}}))
    game = position("sword", units, setting=five)
    assert cost(game, "27", "0843") == 2.5
    play(game, "move 27", "to 0843", "move 27")
    assert "0944" in orders(game, "to")
    play(game, "to 0944")
    assert orders(game) == ["end"]
    six = position("sword", units, setting=open_country(roads=roads, like=private(units={"27": {"movement": 6}})))
    play(six, "move 27", "to 0843", "move 27")
    assert refusal(six, "to 0944").rule == "6.1-06"


@rule("6.1-06")
def test_terrain_is_paid_on_top() -> None:
    fields = open_country({"0843": "woods town"}, rivers="0842-0843")
    game = position("sword", "german 22/21 at 0842\nallied 8/3-br at 0844", side="german", setting=fields)
    assert cost(game, "22/21", "0843") == 2 + 1 + 1 + 6


@rule("6.1-06")
def test_in_foul_weather_half_of_the_halved_allowance_is_paid() -> None:
    game = position("sword", "allied 27 at 0842\ngerman 857/346 at 0844", setting=open_country(), foul_weather=True)
    assert cost(game, "27", "0843") == 1 + 2, "ten is halved to five, and half of five is two"


@rule("6.1-06")
def test_a_mobile_unit_that_cannot_pay_for_any_hex_of_the_zones_around_it_stays() -> None:
    units = "allied 27 at 0844\ngerman 857/346 at 0743\ngerman 736/716 at 0945\ngerman 22/21 at 0645"
    swamps = dict.fromkeys(AROUND_0844, "swamp")
    for allowance, may in ((4, False), (5, True)):
        slow = private(units={"27": {"movement": allowance}})
        game = position("sword", units, setting=open_country(swamps, like=slow))
        assert AROUND_0844 - {"0945"} <= zone(game)
        assert ("27" in orders(game, "move")) is may, "two and three make five"


@rule("6.1-E1")
def test_example_an_allowance_of_seven_pays_three_and_the_terrain() -> None:
    fields = open_country({"0744": "woods"}, like=private(units={"27": {"movement": 7}}))
    game = position("sword", "allied 27 at 0743\ngerman 857/346 at 0844", setting=fields)
    assert cost(game, "27", "0744") == 3 + 2


@rule("6.1-07")
@pytest.mark.parametrize("unit", ["8/3-br", "27"])
def test_no_way_from_zone_to_zone_over_mines_or_into_a_fort(unit: str) -> None:
    units = f"allied {unit} at 0843\ngerman 857/346 at 0844"
    cheap = {"27": {"movement": 12}}
    game = position("sword", units, setting=open_country(like=private(units=cheap)))
    assert {"0944", "0744"} <= reach_labels(game, unit)
    walls = dict.fromkeys(["0842", "0943", "0743", "0742", "0942"], "sea")
    mined = position("sword", units, setting=open_country(walls, minefields="0843-0944", like=private(units=cheap)))
    assert reach_labels(mined, unit) & AROUND_0844 == {"0744"}
    play(mined, f"move {unit}")
    assert refusal(mined, "to 0944").rule == "6.1-07"
    fort = position("sword", units, setting=open_country(walls, forts="0744", like=private(units=cheap)))
    assert reach_labels(fort, unit) & AROUND_0844 == {"0944"}
    play(fort, f"move {unit}")
    assert refusal(fort, "to 0744").rule == "6.1-07"
    both = position("sword", units, setting=open_country(walls, forts="0744", minefields="0944-0843",
                                                         like=private(units=cheap)))  # fmt: skip
    assert orders(both) == ["end"]


@rule("6.1-07")
@pytest.mark.parametrize("unit", ["8/3-br", "27"])
def test_mines_and_forts_are_open_to_a_unit_that_comes_from_outside_the_zones(unit: str) -> None:
    fields = open_country(forts="0843", minefields="0842-0843")
    game = position("sword", f"allied {unit} at 0842\ngerman 857/346 at 0844", setting=fields)
    assert "0843" in reach_labels(game, unit)
    leaving = position(
        "sword", f"allied {unit} at 0843\ngerman 857/346 at 0844", setting=open_country(minefields="0842-0843")
    )
    assert "0842" in reach_labels(leaving, unit)


@rule("6.1-08")
@pytest.mark.parametrize(("scenario", "unit", "place"), [("sword", "1-cdo", "0843"), ("omaha", "2-rgr", "0817")])
def test_commandos_and_rangers_go_over_mines_and_into_forts(scenario: str, unit: str, place: str) -> None:
    northeast, east, southeast = (GRID.label(GRID.neighbours[at(place)][direction]) for direction in (2, 3, 4))
    fields = open_country(forts=southeast, minefields=f"{place}-{northeast}", like=private(scenario))
    game = position(scenario, f"allied {unit} at {place}\ngerman 857/346 at {east}", setting=fields)
    assert {northeast, southeast} <= zone(game)
    assert cost(game, unit, northeast) == cost(game, unit, southeast) == 1


@rule("6.1-09")
@pytest.mark.parametrize("road", ["", "0843-0944"])
def test_commandos_pay_nothing_for_entering_or_leaving_zones_and_do_not_stop(road: str) -> None:
    game = position("sword", "allied 1-cdo at 0842\ngerman 857/346 at 0844", setting=open_country(roads=road))
    assert cost(game, "1-cdo", "0843") == 1
    assert cost(game, "1-cdo", "0944") == (1.5 if road else 2)
    assert cost(game, "1-cdo", "0845") == (3.5 if road else 4)
    assert cost(game, "1-cdo", "0846") == (4.5 if road else 5), "right through the zone and out of it"
    alone = position("sword", "allied 1-cdo at 0842", setting=open_country(roads=road))
    assert reach_labels(game, "1-cdo") == reach_labels(alone, "1-cdo") - {"0844"} - unreached(game, alone)


def unreached(game: Game, alone: Game) -> set[str]:
    """Hexes that lie too far because the way leads around the enemy's own hex."""
    lost = reach_labels(alone, "1-cdo") - reach_labels(game, "1-cdo") - {"0844"}
    assert all(GRID.distance(at(label), at("0842")) == 7 for label in lost)
    return lost


# -- 6.2 retreat and advance ------------------------------------------------------------------------


@rule("6.2-01")
def test_a_retreating_unit_does_not_enter_a_zone() -> None:
    units = """
        allied 8/3-br  at 0843
        allied 27      at 0944
        allied 9/3-br  at 0546
        german 736/716 at 0844
    """
    game = position("sword", units, phase="combat", dice=[2], cups=NO_MARKERS, setting=open_country())
    play(game, "attack 0844", "with 8/3-br", "with 27", "retreat 736/716")
    assert game.decision.seat == "german"
    forbidden = zone(game, ALLIED)
    assert not forbidden & set(orders(game, "to"))
    assert refusal(game, "to 0744").rule == "8.3-08", "0744 is in the zone of 8/3-br"
    while game.decision.seat == "german":
        play(game, f"to {orders(game, 'to')[0]}")
        assert not forbidden & set(orders(game, "to"))
    assert where(game, "736/716") not in forbidden | {"0844"}
    assert not is_reduced(game, "736/716")


@rule("6.2-01")
def test_a_unit_with_zones_all_around_it_cannot_retreat() -> None:
    units = """
        allied 8/3-br  at 0843
        allied 27      at 0845
        allied 9/3-br  at 0643
        allied 185/3   at 1044
        german 736/716 at 0844
    """
    game = position("sword", units, phase="combat", dice=[2], cups=NO_MARKERS, setting=open_country())
    assert AROUND_0844 - {"0843", "0845"} <= zone(game, ALLIED)
    play(game, "attack 0844", "with 8/3-br", "with 27", "retreat 736/716")
    assert where(game, "736/716") == "eliminated"


@rule("6.2-02")
def test_an_advance_after_combat_ignores_zones() -> None:
    units = """
        allied 8/3-br  at 0843
        allied 27      at 0944
        german 736/716 at 0844
        german 22/21   at 0645
        german 857/346 at 0747
    """
    game = position("sword", units, phase="combat", dice=[2], cups=NO_MARKERS, setting=open_country())
    play(game, "attack 0844", "with 8/3-br", "with 27", "retreat 736/716")
    while game.decision.seat == "german":
        play(
            game,
            f"to {next((label for label in ('0745', '0646') if label in orders(game, 'to')), orders(game, 'to')[0])}",
        )
    assert state(game).in_ezoc(ALLIED, at("0745"))
    play(game, "advance 8/3-br")
    assert {"0844", "0745"} <= set(orders(game, "to")), "a leg unit goes through one hex of a zone into the next"
    play(game, "to 0745")
    assert where(game, "8/3-br") == "0745"


@rule("6.1-06")
def test_the_toll_of_a_zone_follows_the_weather_from_turn_to_turn() -> None:
    """The same unit with the same points left pays another toll when its allowance is another."""
    units = "allied 27 at 1240\ngerman 22/21 at 1142"
    game = position("sword", units, setting=open_country())
    g = state(game)
    unit = unit_number("27")
    fair = set(destinations(g, unit, 10))
    g.foul_weather = True
    foul = set(destinations(g, unit, 10))
    assert fair < foul  # half of 5 is less than half of 10
    g.last_reach = None
    assert set(destinations(g, unit, 10)) == foul
