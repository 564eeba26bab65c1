"""Allied airpower: the draw, air superiority, interdiction, storms, the return of counters (1.1.1.1, 9)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import air, naval
from bocage.games.bloody_summer.air import AVAILABLE, AirAvailability, Missions
from bocage.games.bloody_summer.campaign import BRITISH, US
from bocage.games.bloody_summer.pieces import AIR_IDS, NAVAL_IDS, piece_number
from bocage.games.bloody_summer.places import GRID, place_number
from bocage.games.bloody_summer.reach import gaits_of, links_of
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Cup
from bocage.games.bloody_summer.turn import end_phase
from bocage.games.bloody_summer.weather import break_out
from bocage.hexes import members
from bocage.kernel import Game
from tests.bloody_summer.positions import begin, position, state
from tests.questions import orders, play, refusal
from tests.support import rule

TROOPS = "german 12-SS/25 at 1508\nallied 3-Inf/8 at 0807"


def flying(
    dice: list[int], *, picks: list[int] | None = None, scenario: str = "operation_cobra", **more: object
) -> Game:
    """A game in the air availability phase."""
    return begin(position(scenario, dice=dice, picks=picks, **more), AirAvailability())  # type: ignore[arg-type]


def with_air(names: str, text: str = TROOPS, **more: object) -> State:
    """A position with these counters available."""
    g = position("operation_cobra", text, **more)  # type: ignore[arg-type]
    for name in names.split():
        g.air[AIR_IDS.index(name)] = AVAILABLE
    return g


def drawn(game: Game, cup: Cup) -> list[str]:
    """The counters of a kind that are out of their cup."""
    g = state(game)
    return [name for number, name in enumerate(AIR_IDS) if g.air[number] and air.counter(g, number).cup is cup]


def mission(game: Game | State, name: str) -> int:
    """What a counter does."""
    g = game if isinstance(game, State) else state(game)
    return g.air[AIR_IDS.index(name)]


def interdict(game: Game, name: str, place: str) -> None:
    """Put a counter on interdiction, as the army does whose it is."""
    play(game, f"interdict {name}", place)


# -- the draw -------------------------------------------------------------------------------------------


@rule("1.1.1.1.b-01", "9-01", "1.1.1.1.b-02", edition="bloody_summer")
def test_as_many_counters_are_drawn_as_the_table_says_for_the_weather() -> None:
    clear = flying([1], weather="clear")
    assert [len(drawn(clear, cup)) for cup in Cup] == [3, 3, 9]
    overcast = flying([1], weather="overcast")
    assert [len(drawn(overcast, cup)) for cup in Cup] == [1, 2, 5]
    last_first = flying([1], picks=[5, 3, 2], weather="overcast")
    assert drawn(last_first, Cup.HEAVY) == ["Bomb-Cd-3"], "which counters come is up to the draw"
    assert drawn(overcast, Cup.HEAVY) == ["8-AF-1"]


@rule("10.A.1-02", "11.3.1-02", edition="bloody_summer")
def test_all_22_are_drawn_on_turn_0() -> None:
    game = flying([1], scenario="campaign", turn=0, weather="overcast")
    assert [len(drawn(game, cup)) for cup in Cup] == [6, 4, 12]


@rule("11.1.2-03", "11.1-06", edition="bloody_summer")
def test_scenario_1_has_half_of_it_from_us_counters_alone_and_no_heavies() -> None:
    game = flying([6], scenario="race_to_cherbourg", turn=1, weather="clear")
    names = [name for cup in Cup for name in drawn(game, cup)]
    assert [len(drawn(game, cup)) for cup in Cup] == [0, 2, 5]
    assert all(name.startswith("9-AF") for name in names)
    assert state(game).air.count(air.ON_SUPERIORITY) == 2, "half of 4, rounded down"


@rule("9-02", "1.1.1.1.b-03", edition="bloody_summer")
def test_a_die_says_how_many_fighters_fly_air_superiority() -> None:
    game = flying([6], turn=8, weather="clear")  # 3, from turn 5 on
    assert game.decision.seat == "us" and set(orders(game, "superiority")) == set(drawn(game, Cup.FIGHTER))
    assert refusal(game, "superiority 9-AF-B-26").rule == "1.1.1.1.b-03"
    play(game, "superiority 9-AF-1", "superiority 2-TAC-1", "superiority 9-AF-2")
    assert state(game).air.count(air.ON_SUPERIORITY) == 3
    early = flying([6], scenario="campaign", turn=2, weather="clear")
    play(early, *(f"superiority 9-AF-{number}" for number in range(1, 5)))
    assert state(early).air.count(air.ON_SUPERIORITY) == 4
    half = flying([6], scenario="campaign", turn=2, weather="overcast")
    assert state(half).air.count(air.ON_SUPERIORITY) == 2, "all five are American: nobody is asked"


@rule("1.1.1.1.b-04", edition="bloody_summer")
def test_who_flies_air_superiority_does_nothing_else() -> None:
    game = flying([1], turn=8, weather="clear")
    play(game, "superiority 9-AF-1")
    assert refusal(game, "interdict 9-AF-1").rule == "1.1.1.1.b-04"
    assert "9-AF-1" not in [AIR_IDS[number] for number in air.available(state(game), US, Cup.FIGHTER)]


# -- missions -------------------------------------------------------------------------------------------


@rule("1.1.1.1.b-05", "1.1.1.1.b-06", "1.1.1.1.b-07", "11-01", edition="bloody_summer")
def test_each_army_puts_its_counters_on_zones_and_boxes_and_keeps_the_others_available() -> None:
    game = begin(with_air("9-AF-1 9-AF-2 8-AF-1 2-TAC-1"), Missions())
    assert game.decision.seat == "us" and orders(game, "interdict") == ["8-AF-1", "9-AF-1", "9-AF-2"]
    interdict(game, "9-AF-1", "zone Caen")
    interdict(game, "8-AF-1", "to paris")
    play(game, "end")
    assert game.decision.seat == "british" and orders(game, "interdict") == ["2-TAC-1"]
    interdict(game, "2-TAC-1", "to rennes")
    g = state(game)
    assert mission(g, "9-AF-1") == air.TACTICAL and mission(g, "8-AF-1") == air.STRATEGIC
    assert air.available(g, US, Cup.FIGHTER) == [AIR_IDS.index("9-AF-2")]


@rule("8-06", edition="bloody_summer")
def test_aircraft_support_their_own_nation_only() -> None:
    g = with_air("9-AF-1 2-TAC-1 9-AF-B-26")
    assert [AIR_IDS[number] for number in air.available(g, US, Cup.FIGHTER)] == ["9-AF-1"]
    assert [AIR_IDS[number] for number in air.available(g, BRITISH, Cup.FIGHTER)] == ["2-TAC-1"]
    assert not air.available(g, BRITISH, Cup.MEDIUM)


@rule("9.2-01", "9.2-02", edition="bloody_summer")
def test_four_fighters_at_most_interdict_and_one_in_a_zone() -> None:
    game = begin(with_air("9-AF-1 9-AF-2 9-AF-3 9-AF-4 9-AF-5 9-AF-B-26"), Missions())
    play(game, "interdict 9-AF-B-26")
    assert refusal(game, "zone Caen").rule == "9.2-01", "only fighter-bombers"
    play(game, "to paris")
    interdict(game, "9-AF-1", "zone Caen")
    play(game, "interdict 9-AF-2")
    assert refusal(game, "zone Caen").rule == "9.2-02"
    play(game, "zone Cotentin")
    interdict(game, "9-AF-3", "zone Bessin")
    interdict(game, "9-AF-4", "zone Falaise")
    play(game, "interdict 9-AF-5")
    assert refusal(game, "zone Pays-d'Auge").rule == "9.2-01" and not orders(game, "zone")


@rule("9.5-01", edition="bloody_summer")
def test_a_counter_with_one_place_left_goes_there_unasked() -> None:
    g = position("race_to_cherbourg", TROOPS)
    medium = AIR_IDS.index("9-AF-B-26")
    g.air[medium] = AVAILABLE
    heavy = [number for number in air.COUNTERS if air.counter(g, number).cup is Cup.HEAVY]
    *taken, free = air.boxes_for(g, medium)
    for number, box in zip(heavy, taken, strict=False):
        g.air[number], g.air_place[number] = air.STRATEGIC, box
    game = begin(g, Missions())
    play(game, "interdict 9-AF-B-26")
    assert (state(game).air[medium], state(game).air_place[medium]) == (air.STRATEGIC, free)


@rule("9.5-01", edition="bloody_summer")
def test_a_box_takes_one_heavy_or_two_mediums_or_two_fighters() -> None:
    game = begin(with_air("8-AF-1 8-AF-2 9-AF-B-26 9-AF-A-20 9-AF-1 9-AF-2 9-AF-3"), Missions())
    interdict(game, "8-AF-1", "to paris")
    play(game, "interdict 8-AF-2")
    assert refusal(game, "to paris").rule == "9.5-01"
    play(game, "to rennes")
    interdict(game, "9-AF-1", "to brest")
    interdict(game, "9-AF-2", "to brest")
    play(game, "interdict 9-AF-3")
    assert refusal(game, "to brest").rule == "9.5-01"
    play(game, "to le-mans")
    play(game, "interdict 9-AF-B-26")
    assert refusal(game, "to le-mans").rule == "9.5-01", "not of two kinds"
    play(game, "to alencon")
    interdict(game, "9-AF-A-20", "to alencon")
    g = state(game)
    boxes = ("paris", "rennes", "brest", "le-mans", "alencon", "evreux")
    assert [air.interdiction(g, place_number(box)) for box in boxes] == [2, 2, 2, 1, 2, 0]


@rule("9-04", edition="bloody_summer")
def test_a_counter_on_interdiction_does_nothing_else_in_the_turn() -> None:
    game = begin(with_air("9-AF-1"), Missions())
    interdict(game, "9-AF-1", "zone Caen")
    g = state(game)
    assert not air.available(g, US, Cup.FIGHTER)
    air.end_phase(g)
    assert not air.available(g, US, Cup.FIGHTER), "nor in phase B"


# -- what interdiction does -----------------------------------------------------------------------------


def step(g: State, unit: str, a: str, b: str) -> int:
    """What a unit pays for the step from one hex to the next."""
    number = piece_number(unit)
    return dict(links_of(g, g.campaign.side[number], gaits_of(g, number)[0])[GRID.at(a)])[GRID.at(b)]


def over(name: str, zone: str) -> State:
    """A position with a fighter-bomber on tactical interdiction of a zone."""
    game = begin(with_air(name), Missions())
    interdict(game, name, f"zone {zone}")
    return state(game)


def pairs(terrain: str, *, river: bool, road: bool = False) -> list[tuple[str, str]]:
    """Steps within the zone of Falaise into a terrain, across a river or not, along a road or not."""
    ground = position().campaign.ground
    zone = members(ground.zones["Falaise"] & ground.land)
    return [
        (GRID.label(a), GRID.label(b))
        for a in zone
        for b in GRID.neighbours[a]
        if b in zone and ground.terrain[b].value == terrain and ((a, b) in ground.roads) == road
        if (a, b) not in ground.railroads and bool(ground.rivers[a, b]) == river
    ]


@rule("9.2-03", "9.2-04", edition="bloody_summer")
@pytest.mark.parametrize("name", ["9-AF-1", "2-TAC-1"])
@pytest.mark.parametrize("road", [False, True])
def test_a_fighter_of_either_nation_doubles_clear_terrain_for_germans_only(name: str, road: bool) -> None:
    a, b = pairs("clear", river=False, road=road)[0]
    free, under = position(text=TROOPS), over(name, "Falaise")
    assert step(under, "12-SS/25", a, b) == 2 * step(free, "12-SS/25", a, b)
    assert step(under, "3-Inf/8", a, b) == step(free, "3-Inf/8", a, b)


@rule("9.2-04", "9.2-06", edition="bloody_summer")
@pytest.mark.parametrize(("terrain", "river", "more"), [("bocage", True, 2), ("bocage", False, 0), ("town", False, 0)])
def test_crossing_a_river_is_doubled_and_towns_are_immune(terrain: str, river: bool, more: int) -> None:
    a, b = pairs(terrain, river=river)[0]
    free, under = position(text=TROOPS), over("9-AF-1", "Falaise")
    assert step(under, "12-SS/I/12", a, b) == step(free, "12-SS/I/12", a, b) + more


@rule("9.5-02", edition="bloody_summer")
def test_strategic_interdiction_lasts_for_both_phases_whoever_flies_it() -> None:
    game = begin(with_air("2-TAC-Mitchell"), Missions())
    interdict(game, "2-TAC-Mitchell", "to paris")
    g, paris = state(game), place_number("paris")
    assert air.interdiction(g, paris) == 1
    air.end_phase(g)
    assert air.interdiction(g, paris) == 1
    air.end_turn(g)
    assert air.interdiction(g, paris) == 0


# -- storms and the return of counters ------------------------------------------------------------------


@rule("1.1.1.1.a-03", "1.1.1.1.a-04", edition="bloody_summer")
def test_a_storm_cancels_all_missions_of_aircraft_and_ships() -> None:
    g = over("9-AF-1", "Falaise")
    g.air[AIR_IDS.index("9-AF-2")] = AVAILABLE
    box = AIR_IDS.index("8-AF-1")
    g.air[box], g.air_place[box] = air.STRATEGIC, place_number("paris")
    naval.restore(g)
    assert any(g.naval)
    break_out(g)
    assert not air.available(g, US, Cup.FIGHTER) and not any(g.naval)
    assert not air.interdicted(g) and not air.interdiction(g, place_number("paris"))


@rule("1.1.1.1.a-10", "9-04", edition="bloody_summer")
def test_after_a_storm_in_phase_a_its_interdiction_is_placed_anew_on_the_same_kind_of_mission() -> None:
    g = over("9-AF-1", "Falaise")
    g.air[AIR_IDS.index("9-AF-2")] = AVAILABLE
    box = AIR_IDS.index("9-AF-3")
    g.air[box], g.air_place[box] = air.STRATEGIC, place_number("paris")
    break_out(g)
    end_phase(g)
    game = begin(g, Missions(grounded=True))
    assert orders(game, "interdict") == ["9-AF-1", "9-AF-3"]
    assert refusal(game, "interdict 9-AF-2").rule == "1.1.1.1.a-10"
    play(game, "interdict 9-AF-1")
    assert refusal(game, "to paris").rule == "9-04"
    play(game, "zone Caen")
    play(game, "interdict 9-AF-3")
    assert refusal(game, "zone Falaise").rule == "9-04"
    play(game, "to rennes")
    assert air.interdiction(state(game), place_number("rennes")) == 1


@rule("1.1.4-01", "9.1-07", edition="bloody_summer")
def test_finished_counters_are_available_again_when_the_phase_ends() -> None:
    g = with_air("9-AF-1 9-AF-B-26")
    for name in ("9-AF-1", "9-AF-B-26"):
        air.use(g, AIR_IDS.index(name))
    assert not air.available(g, US, Cup.FIGHTER) and not air.available(g, US, Cup.MEDIUM)
    end_phase(g)
    assert air.available(g, US, Cup.FIGHTER) and air.available(g, US, Cup.MEDIUM)


@rule("1.1.5-01", "9.4-08", edition="bloody_summer")
def test_counters_return_to_their_cups_heavy_bombers_two_turns_after_a_carpet() -> None:
    g = with_air("9-AF-1 8-AF-1 8-AF-2", turn=8)
    air.use(g, AIR_IDS.index("8-AF-1"))
    end_phase(g)
    assert [AIR_IDS[number] for number in air.available(g, US, Cup.HEAVY)] == ["8-AF-2"]
    air.end_turn(g)
    assert [mission(g, name) for name in ("9-AF-1", "8-AF-2", "8-AF-1")] == [air.IN_CUP, air.IN_CUP, air.AWAY]
    g.turn = 9
    air.end_turn(g)
    assert mission(g, "8-AF-1") == air.IN_CUP, "for the draw of turn 10"


@rule("9.4-09", "9.4-10", "9.4-11", "9.4-E1", edition="bloody_summer")
def test_heavy_bombers_leave_rubble_in_towns_until_they_return() -> None:
    g = with_air("8-AF-1 8-AF-2 8-AF-3", turn=8)
    caen, south, open_ground = GRID.at("0908"), GRID.at("1008"), GRID.at("1108")
    for name in ("8-AF-1", "8-AF-2"):
        air.use(g, AIR_IDS.index(name))
        air.lay_rubble(g, AIR_IDS.index(name), (caen,))
    assert g.rubble == {caen: 4}
    plain = step(position(text="german 12-SS/I/12 at 1107"), "12-SS/I/12", "1008", "0908")
    assert step(g, "12-SS/I/12", "1008", "0908") == plain + 4
    air.use(g, AIR_IDS.index("8-AF-3"))
    air.lay_rubble(g, AIR_IDS.index("8-AF-3"), (caen, south))
    assert g.rubble == {caen: 5, south: 1}
    air.lay_rubble(g, AIR_IDS.index("8-AF-3"), (open_ground,))
    assert g.rubble == {caen: 4}, "no rubble in the open"
    for turn in (8, 9):
        g.turn = turn
        air.end_turn(g)
        assert g.rubble == ({caen: 4} if turn == 8 else {})


# -- ships ----------------------------------------------------------------------------------------------


@rule("1.1.4-02", "6.2-10", "11.1.2-02", edition="bloody_summer")
def test_naval_points_are_deducted_and_renewed_at_the_end_of_a_phase() -> None:
    g = position("campaign", turn=1)
    naval.restore(g)
    assert dict(zip(NAVAL_IDS, g.naval, strict=True)) == {
        "WTF-battle-cruisers": 1, "WTF-destroyers": 2, "ETF-battle-cruisers": 2, "ETF-destroyers": 2
    }  # fmt: skip
    naval.spend(g, NAVAL_IDS.index("ETF-destroyers"), 2)
    assert naval.left(g, NAVAL_IDS.index("ETF-destroyers")) == 0
    end_phase(g)
    assert naval.left(g, NAVAL_IDS.index("ETF-destroyers")) == 2
    alone = position("race_to_cherbourg", turn=3)
    naval.restore(alone)
    assert alone.naval == [1, 2, 0, 0], "the Western Task Force only"
