"""German armor (23): entry, fields of fire, actions, movement, and what Americans do about it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bocage.games.omaha_beach.armor import armor_links, field_from
from bocage.games.omaha_beach.armor_entry import has_road
from bocage.games.omaha_beach.content import load_content
from bocage.games.omaha_beach.control import german_fire, us_communication
from bocage.games.omaha_beach.movement import is_preservation
from bocage.games.omaha_beach.set_up import set_up
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.terms import Colour, Intensity, Symbol
from bocage.games.omaha_beach.title import open_scenario
from bocage.games.omaha_beach.victory import POINTS, adjustments, check_victory
from bocage.games.omaha_beach.words import GRID, unit_number
from bocage.hexes import members
from bocage.kernel import Game
from tests.omaha_beach.positions import fire_card, german_at, has, position, state, steps
from tests.questions import Rigged, kinds, orders, play, refusal
from tests.support import rule

ARMOR = {"german_armor": "yes"}
MARDER, STUG = "1/1/352PzJ", "1/2/352PzJ"  # green and red
COLOURS = {"green": MARDER, "purple": "2/1/352PzJ", "red": STUG, "blue": "2/2/352PzJ"}
DEPTH = 'depth "armor 3 FL"'
BATTLE = open_scenario("d_day", ARMOR).battle


def card_for(symbol: str, target: str | None = None) -> tuple[str, int, bool]:
    """An armor unit, a card that shows its colour with a symbol, and whether that is double."""
    found = [
        (shot.double, number, COLOURS[str(shot.colour)])
        for number, card in load_content().deck.items()
        for shot in card.fire
        if shot.symbol == symbol and str(shot.colour) in COLOURS and target in (None, card.target)
    ]
    assert found, f"no card has {symbol} with a colour of armor and {target}"
    double, number, unit = min(found)
    return unit, number, double


def acts(
    symbol: str, at: str, pieces: str = "", *, target: str | None = None, mark: str = "", more: str = "", turn: int = 20
) -> Game:
    """A German Fire Phase in which one armor unit stands in a hex and its colour is on the card with a symbol."""
    unit, number, double = card_for(symbol, target)
    east = BATTLE.sector(GRID.at(at)) == 0
    other = next(n for n in (20, 53, 1) if n != number)
    mark = mark or (DEPTH if double else "")
    lines = f"armor {unit} at {at} {mark}\n{pieces}\n{more}"
    cards = [number, other] if east else [other, number]
    return position(lines, phase="fire", turn=turn, cards=cards, scenario="d_day", options=ARMOR)


def rolls(game: Game) -> list[str]:
    """The hexes that armor has entered."""
    return [GRID.label(int(str(e.facts["hex"]))) for e in game.opening_events if e.kind == "armor_moves"]


def armor_of(game: Game) -> list[str]:
    """The hexes of armor on the map."""
    return [GRID.label(state(game).hex_of(p)) for p in state(game).armor_on_map()]


def shots(game: Game) -> list[str]:
    """The names of armor units that have fired."""
    fired = [int(str(e.facts["group"])) for e in game.opening_events if e.kind == "position_fires"]
    return [BATTLE.group_names[group] for group in fired if group >= BATTLE.first_armor_group]


def labels(at: str, intensity: Intensity) -> set[str]:
    """The hexes that armor overlooks with an intensity."""
    return set(GRID.labels(field_from(BATTLE, GRID.at(at))[intensity]))


# -- set-up and entry (23.1, 23.2) ------------------------------------------------------------------------


@rule("23.1-01", edition="omaha")
@pytest.mark.parametrize("scenario", ["d_day", "beyond_the_beach"])
def test_four_units_and_four_markers_wait_unrevealed(scenario: str) -> None:
    g = State(open_scenario(scenario, ARMOR).battle, Rigged())
    set_up(g)
    assert (len(g.pools["armor"]), len(g.depth_pools["armor"])) == (4, 4)
    assert not any(g.shown >> unit & 1 for unit in g.pools["armor"])
    view = g.view("1st")
    assert not set(view.pools["armor"]) & set(g.pools["armor"]) and len(view.pools["armor"]) == 4
    assert not set(view.depth_pools["armor"]) & set(g.depth_pools["armor"])
    plain = State(open_scenario(scenario).battle, Rigged())
    set_up(plain)
    assert "armor" not in plain.pools and "armor" not in plain.depth_pools


NEAR_C6_AND_G5 = "us E/2/16 at 1712 steps 1\nus E/2/116 at 1130 steps 1"
ALL_ARMOR = f"{MARDER} 2/1/352PzJ {STUG} 2/2/352PzJ"
POOLS = {"division": "5/2/916 6/2/916 7/2/916", "armor": ALL_ARMOR}
MARKERS = {"mobile": "mobile mobile mobile", "building": "building building", "armor": "armor armor armor armor"}


def second_event(
    pieces: str, number: int = 19, turn: int = 23, *, pools: Mapping[str, str] = POOLS, first: bool = False
) -> Game:
    return position(
        pieces, phase="event" if first else "second_event", turn=turn, cards=[number], pools=pools, depth_pools=MARKERS,
        scenario="d_day", options=ARMOR,
    )  # fmt: skip


@rule("23.2-E1", "23.2-04", "23-01", edition="omaha")
def test_the_example_of_armor_reinforcements() -> None:
    game = second_event(NEAR_C6_AND_G5)
    assert german_at(game, "G5") == "5/2/916, with depth, face down" and german_at(game, "C6") == "empty"
    assert armor_of(game) == ["1612"]
    g = state(game)
    place = g.armor_on_map()[0]
    assert g.is_shown(place) and g.german_depth[place] != NONE and not g.depth_is_shown(place)
    assert (len(g.pools["armor"]), len(g.depth_pools["armor"]), len(g.pools["division"])) == (3, 3, 2)
    view = g.view("1st")
    assert view.german[place] == g.german[place] and view.german_depth[place] != g.german_depth[place]
    entered = next(e for e in game.opening_events if e.kind == "armor_enters")
    assert game.sentence(entered).startswith("Marder III 1/1/352PzJ enters in 1612: strength 6, needs artillery (AR).")


@rule("23.2-01", edition="omaha")
def test_tactical_reinforcements_come_first() -> None:
    game = second_event(NEAR_C6_AND_G5, pools={**POOLS, "tactical": "9/3/726 3/1/726"})
    assert not armor_of(game) and german_at(game, "C6").endswith("face down")


@rule("23.2-02", edition="omaha")
def test_armor_comes_with_the_second_event_only() -> None:
    game = second_event(NEAR_C6_AND_G5, first=True)
    assert not armor_of(game) and german_at(game, "C6").startswith("5/2/916")
    assert armor_of(second_event(NEAR_C6_AND_G5)) == ["1612"]


@rule("23.2-03", edition="omaha")
@pytest.mark.parametrize(
    ("hexes", "steps_left"), [("1802 1815 1821 1925", 1), ("1801 1915 1820 1924", 3)], ids=["occupied", "controlled"]
)
def test_a_road_from_the_south_must_be_open(hexes: str, steps_left: int) -> None:
    """Roads to exits A, F and G are open all the time and do not help."""
    names = zip(("A/1/16", "B/1/16", "A/1/116", "B/1/116"), hexes.split(), strict=True)
    lines = [f"us {name} at {hex_} steps {steps_left}" for name, hex_ in names]
    closed = second_event("\n".join([NEAR_C6_AND_G5, *lines]))
    assert not armor_of(closed) and german_at(closed, "C6").startswith("5/2/916")
    for number in range(3):  # the road to B, C or D is enough; that to E is cut in 1130 too
        game = second_event("\n".join([NEAR_C6_AND_G5, *lines[:number], *lines[number + 1 :]]))
        assert armor_of(game) == ["1612"]
    assert not has_road(state(closed), GRID.at("1001"))  # exit A itself


@rule("23.2-03", "12.21-01", edition="omaha")
def test_a_german_unit_keeps_the_road_open_beside_americans() -> None:
    """From E5 the road to exit E runs by E8: a unit in E8 negates the control of the Americans in 1624."""
    around = "us A/1/116 at 1329 steps 1\nus B/1/116 at 1624"
    for german, is_open in (("", False), ("\ngerman E8 5/2/916", True)):
        g = state(position(around + german, scenario="d_day", options=ARMOR, turn=20))
        assert has_road(g, GRID.at("1328")) is is_open


@rule("23.21-01", edition="omaha")
def test_one_armor_unit_a_turn_in_the_lower_numbered_position() -> None:
    """Card 28 calls for C and D: C6 and D4 are both on roads."""
    near = "us E/2/16 at 1712 steps 1\nus E/2/116 at 1420 steps 1"
    game = second_event(near, 28)
    assert armor_of(game) == ["1321"] and german_at(game, "C6").startswith("5/2/916")
    assert german_at(game, "D4") == "empty" and len(state(game).pools["armor"]) == 3
    last = second_event(near, 28, pools={**POOLS, "armor": STUG})
    assert armor_of(last) == ["1321"] and not state(last).pools["armor"]


# -- fields of fire (23.3) --------------------------------------------------------------------------------------


@rule("23.3-E1", "23.3-01", "23.3-02", "23.3-03", edition="omaha")
def test_a_field_of_fire_around_a_village() -> None:
    """In 1612 armor has a village and bocage on two sides and open fields on four."""
    adjacent = {"1512", "1513", "1613", "1712"}  # clear
    chart = BATTLE.chart
    assert {chart.terrain[GRID.at(h)] for h in adjacent} == {"clear"}
    assert (chart.terrain[GRID.at("1611")], chart.terrain[GRID.at("1713")]) == ("buildings", "bocage")
    assert labels("1612", Intensity.INTENSE) == adjacent | {"1413"}
    assert {"1611", "1713"} <= labels("1612", Intensity.STEADY)
    beyond = labels("1612", Intensity.STEADY) - {"1611", "1713"}
    for label in beyond | {"1413"}:
        assert GRID.distance(GRID.at(label), GRID.at("1612")) == 2
    hedges = chart.sides["hedge"]
    for label in beyond:  # a clear hex is steady only across a hedge, the others are what they are
        middles = [m for m in adjacent if GRID.at(m) in GRID.neighbours[GRID.at(label)]]
        closed = all((GRID.at(m), GRID.at(label)) in hedges for m in middles)
        assert middles and (chart.terrain[GRID.at(label)] in ("bocage", "buildings") or closed)


@rule("23.3-03", "23.3-04", edition="omaha")
def test_hedges_matter_only_two_hexes_away() -> None:
    """1722 is clear. From 1821 it is adjacent; from 1521 it lies behind the hedge of 1621."""
    assert (GRID.at("1621"), GRID.at("1722")) in BATTLE.chart.sides["hedge"]
    assert BATTLE.chart.terrain[GRID.at("1722")] == "clear"
    assert "1722" in labels("1821", Intensity.INTENSE) and "1722" in labels("1521", Intensity.STEADY)
    assert "1722" in labels("1621", Intensity.INTENSE)  # across that hedge, but adjacent


def expected_field(at: int) -> tuple[set[int], set[int]]:
    """Intense and steady hexes as one reads them from the text, without regard to levels."""
    chart, hedges = BATTLE.chart, BATTLE.chart.sides["hedge"]
    open_, closed = ("clear", "woods"), ("bocage", "buildings")
    intense = {h for h in GRID.neighbours[at] if chart.terrain[h] in open_}
    steady = {h for h in GRID.neighbours[at] if chart.terrain[h] in closed}
    for h in (h for h in GRID.hexes if GRID.distance(at, h) == 2):
        sides = [(m, h) in hedges for m in GRID.neighbours[h] if m in intense and GRID.distance(at, m) == 1]
        if sides and chart.terrain[h] in open_:
            (steady if all(sides) else intense).add(h)
        elif sides and chart.terrain[h] in closed:
            steady.add(h)
    return intense, steady


@rule("23.3-01", "23.3-03", edition="omaha")
def test_fields_of_fire_on_all_inland_roads() -> None:
    for at in armor_links(BATTLE):
        if any(BATTLE.low >> h & 1 for h in GRID.hexes if GRID.distance(at, h) <= 2):
            continue
        intense, steady = expected_field(at)
        field = field_from(BATTLE, at)
        assert set(members(field[Intensity.INTENSE])) == intense and set(members(field[Intensity.STEADY])) == steady


@rule("23.3-04", edition="omaha")
def test_no_sporadic_fire_and_obstacles_are_no_cover() -> None:
    for h in GRID.hexes:
        assert not field_from(BATTLE, h)[Intensity.SPORADIC]
    ditch = BATTLE.chart.sides["antitank_ditch"]
    assert ditch.across(GRID.at("0811")) & _fire("0811")
    assert {"0710", "0711", "0611"} <= labels("0811", Intensity.INTENSE)
    assert BATTLE.chart.obstacles >> GRID.at("0611") & 1


@rule("23.3-05", edition="omaha")
def test_the_field_moves_with_the_unit_and_printed_dots_do_not_count() -> None:
    game = acts("M", "1821", target="circle")
    assert armor_of(game) == ["1421"] and german_fire(state(game)) == _fire("1421") != _fire("1821")
    in_c6 = position(f"armor {MARDER} at 1612", scenario="d_day", options=ARMOR, turn=20)
    printed = BATTLE.fire[BATTLE.group_names.index("C6")]
    assert german_fire(state(in_c6)) == _fire("1612") != printed


def _fire(at: str) -> int:
    field = field_from(BATTLE, GRID.at(at))
    return field[Intensity.INTENSE] | field[Intensity.STEADY]


@rule("23.3-05", edition="omaha")
def test_the_field_hampers_movement_and_communication() -> None:
    text = f"armor {MARDER} at 1721\nus E/2/116 at 1720"
    game = position(text, scenario="d_day", options=ARMOR, turn=20, first="29th")
    play(game, "act E/2/116")
    assert "1721" not in orders(game, "to") and refusal(game, "to 1721").rule == "7.31-01"
    assert "infiltration" in kinds(play(game, "to 1820"))  # from one intense hex beside it to another
    assert not us_communication(state(game)) >> GRID.at("1720") & 1
    free = position("us E/2/116 at 1720", scenario="d_day", options=ARMOR, turn=20, first="29th")
    assert us_communication(state(free)) >> GRID.at("1720") & 1


# -- actions (23.4) -----------------------------------------------------------------------------------------------


@rule("23.4-01", "23-01", edition="omaha")
def test_armor_acts_on_its_colour_in_its_sector() -> None:
    unit, number, double = card_for("A")
    quiet = fire_card(without=next(colour for colour, name in COLOURS.items() if name == unit))
    assert double
    for mark, moves in (("", False), (DEPTH, True)):  # a double symbol needs a depth marker
        text = f"armor {unit} at 1821 {mark}"
        game = position(text, phase="fire", turn=20, cards=[20, number], scenario="d_day", options=ARMOR)
        assert (armor_of(game) != ["1821"]) is moves
        other = position(text, phase="fire", turn=20, cards=[number, quiet], scenario="d_day", options=ARMOR)
        assert armor_of(other) == ["1821"]  # the card of the other sector
    assert armor_of(acts("M", "1821")) != ["1821"]  # a single one does not


@rule("23.4-01", edition="omaha")
def test_armor_acts_once_in_a_phase() -> None:
    """From 1118 it rolls out of the east into the west, whose card shows its colour too."""
    unit, number, _ = card_for("M")
    colour = next(colour for colour, name in COLOURS.items() if name == unit)
    second = next(n for n, card in load_content().deck.items() if n != number and card.fires(Colour(colour)))
    text = f"armor {unit} at 1118 {DEPTH}"
    game = position(text, phase="fire", turn=20, cards=[number, second], scenario="d_day", options=ARMOR)
    assert rolls(game) == ["1119", "1120", "1220", "1121"]
    assert [BATTLE.sector(GRID.at(h)) for h in ("1118", "1121")] == [0, 1]
    assert kinds(game.opening_events).count("armor_acts") == 1


@rule("23.4-01", "6.4-02", edition="omaha")
def test_disrupted_armor_recovers_instead() -> None:
    game = acts("M", "1821", mark="disrupted")
    assert armor_of(game) == ["1821"] and "german_recovers" in kinds(game.opening_events)
    assert not state(game).german_disrupted


@rule("23.4-02", "23-02", edition="omaha")
@pytest.mark.parametrize("symbol", ["F", "armor", "star"])
def test_fire_or_move(symbol: str) -> None:
    fires = acts(symbol, "1821", "us E/2/116 at 1722")
    assert shots(fires) and not rolls(fires) and steps(fires, "E/2/116") == 2
    moves = acts(symbol, "1821", "us E/2/116 at 1723")  # steady fire counts too
    assert shots(moves) and not rolls(moves)
    alone = acts(symbol, "1821")
    assert not shots(alone) and len(rolls(alone)) == 4


@rule("23.4-02", "11.4-01", "11.31-02", edition="omaha")
def test_armor_fires_at_a_lone_general_only_by_a_star() -> None:
    fires = acts("star", "1821", "us Cota at 1722")
    assert has(fires, "Cota", "wounded") and not rolls(fires)
    moves = acts("F", "1821", "us Cota at 1722")
    assert not has(moves, "Cota", "wounded") and len(rolls(moves)) == 4


@rule("23.4-03", edition="omaha")
def test_move_or_fire() -> None:
    moves = acts("M", "1821", "us E/2/116 at 1722", target="circle")
    assert rolls(moves) == ["1721", "1621", "1521", "1421"] and not shots(moves)
    stuck = acts("M", "1821", "us E/2/116 at 1721")
    assert not rolls(stuck) and shots(stuck) and steps(stuck, "E/2/116") == 2


@rule("23.4-04", edition="omaha")
def test_overrun() -> None:
    game = acts("R", "1821", "us E/2/116 at 1621\nus 7FA at 1621")
    assert rolls(game) == ["1721", "1621", "1521", "1421"] and armor_of(game) == ["1421"]
    assert has(game, "E/2/116", "disrupted") and has(game, "7FA", "disrupted")
    assert (steps(game, "E/2/116"), steps(game, "7FA")) == (3, 4) and not shots(game)


@rule("23.4-05", edition="omaha")
@pytest.mark.parametrize(
    ("pieces", "end", "overrun"),
    [
        ("us E/2/116 at 1621\nus 1/A/743 at 1621", "1721", False),  # US armor in the hex
        ("us E/2/116 at 1621\nus F/2/116 at 1521", "1721", False),  # a second hex
        ("us E/2/116 at 1421", "1521", False),  # the fourth hex
        ("us E/2/116 at 1621\nus F/2/116 at 1421", "1521", True),  # one overrun, then a second
    ],
)
def test_what_stops_an_overrun(pieces: str, end: str, overrun: bool) -> None:
    game = acts("R", "1821", pieces)
    assert armor_of(game) == [end] and has(game, "E/2/116", "disrupted") is overrun


@rule("23.4-05", edition="omaha")
def test_armor_that_cannot_overrun_fires() -> None:
    game = acts("R", "1821", "us E/2/116 at 1721\nus 1/A/743 at 1721")
    assert not rolls(game) and shots(game) and steps(game, "E/2/116") == 2
    two = acts("R", "1821", "us E/2/116 at 1721\nus F/2/116 at 1621")
    assert not rolls(two) and shots(two)


@rule("23.5-02", "23.4-05", edition="omaha")
def test_an_overrun_never_turns_back() -> None:
    """The Americans in 1328 draw it there, and its orders would lead it back to 1329: it does not move at all."""
    game = acts("R", "1329", "us A/1/116 at 1328")
    assert not rolls(game) and armor_of(game) == ["1329"]
    assert not has(game, "A/1/116", "disrupted") and len(shots(game)) == 1


@rule("23.4-06", edition="omaha")
def test_aimed_fire_is_for_armor_with_americans_beside_it() -> None:
    """In 0812 armor has stopped for good, and it overlooks more than the hexes beside it."""
    far = min(labels("0812", Intensity.INTENSE) - set(GRID.labels(BATTLE.grid.spread(1 << GRID.at("0812")))))
    game = acts("A", "0812", f"us E/2/16 at {far}")
    assert not shots(game) and not rolls(game)
    assert shots(acts("F", "0812", f"us E/2/16 at {far}"))  # it could have fired by another letter


@rule("23.4-06", edition="omaha")
def test_aimed_fire() -> None:
    fires = acts("A", "1821", "us E/2/116 at 1722\nus F/2/116 at 1621")  # one beside it, one two hexes away
    assert shots(fires) and not rolls(fires)
    event = next(e for e in fires.opening_events if e.kind == "position_fires" and e.facts["hits"])
    assert {unit_number("E/2/116"), unit_number("F/2/116")} == set(event.facts["hits"])  # type: ignore[call-overload]
    moves = acts("A", "1821", "us F/2/116 at 1621")  # in its field, but not beside it
    assert rolls(moves) == ["1721"] and not shots(moves)


@rule("23.4-07", edition="omaha")
def test_position_and_fire() -> None:
    game = acts("P", "1821", "us E/2/116 at 1620")
    assert rolls(game) == ["1721", "1621", "1521"] and shots(game)  # 1620 is beside 1521
    away = acts("P", "1821", "us E/2/116 at 1722")
    assert rolls(away) == ["1721", "1621", "1521"] and not shots(away)
    stuck = acts("P", "1821", "us E/2/116 at 1721")
    assert not rolls(stuck) and shots(stuck)


@rule("23.41-01", edition="omaha")
def test_armor_hits_armor_without_a_bonus() -> None:
    """1/A/743 stands in bocage, under steady fire, which spares tanks otherwise."""
    symbol = str(BATTLE.symbol[unit_number("1/A/743")])
    game = acts("M", "1821", "us 1/A/743 at 1822\nus E/2/116 at 1721", target=symbol)
    assert "1822" in labels("1821", Intensity.STEADY) and shots(game)
    assert steps(game, "1/A/743") == len(BATTLE.units[unit_number("1/A/743")].steps) - 1
    assert not has(game, "E/2/116", "disrupted")  # as from a revealed unit
    event = next(e for e in game.opening_events if e.kind == "position_fires")
    assert event.facts["limit"] == 2  # doubled in the extended game (14.11)


@rule("23.42-01", edition="omaha")
def test_fire_up_and_down_the_bluffs() -> None:
    """1220 borders on the draw in 1121; 1320 does not; armor in the draw cannot fire up at all."""
    assert "1121" in labels("1220", Intensity.STEADY)
    low = BATTLE.low
    assert not _fire("1320") & low and not _fire("1121") & BATTLE.high
    below = acts("star", "1021", "us E/2/116 at 1122 steps 1")
    assert not shots(below)
    edge = [h for h in GRID.hexes if BATTLE.high >> h & 1 and BATTLE.grid.spread(1 << h) & low]
    inland = [h for h in GRID.hexes if BATTLE.high >> h & 1 and h not in edge]
    assert all(not _fire(GRID.label(h)) & low for h in inland)
    assert any(_fire(GRID.label(h)) & low for h in edge)


@rule("23.43-01", edition="omaha")
def test_only_the_armor_acts_in_a_printed_position() -> None:
    card = fire_card(symbols={"orange": "R"}, artillery=0)
    pieces = "us E/2/116 at 1322"
    for armor, wanted in (("", "5/2/916, with depth, face down"), (f"armor {MARDER} at 1321", "empty")):
        game = position(
            f"{pieces}\n{armor}", phase="fire", turn=20, cards=[20, card], pools={"division": "5/2/916"},
            depth_pools=MARKERS, scenario="d_day", options=ARMOR,
        )  # fmt: skip
        assert german_at(game, "D4") == wanted


# -- movement (23.5) ------------------------------------------------------------------------------------------------


@rule("23.5-E1", "23.5-04", "AMM-02", edition="omaha")
@pytest.mark.parametrize(("target", "to"), [("circle", "1322"), ("diamond", "1320"), ("triangle", "1220")])
def test_the_example_of_movement_orders(target: str, to: str) -> None:
    assert rolls(acts("armor", "1321", target=target))[0] == to


@rule("AMM-02", edition="omaha")
@pytest.mark.parametrize(("target", "to"), [("circle", "1611"), ("diamond", "1611"), ("triangle", "1513")])
def test_the_junction_at_1612(target: str, to: str) -> None:
    assert GRID.label(BATTLE.tables.armor_roads[GRID.at("1612"), Symbol(target)]) == to
    assert rolls(acts("armor", "1612", target=target))[0] == to


@rule("23.5-01", "23.5-03", "23.5-04", "AMM-01", "23.52-01", edition="omaha")
@pytest.mark.parametrize(
    ("start", "way"),
    [
        ("2025", ["1925", "1825", "1726", "1625"]),
        ("1533", ["1532", "1531", "1530", "1529"]),
        ("1308", ["1309", "1409", "1410", "1310"]),
        ("1603", ["1503", "1403", "1303", "1203"]),
        ("1119", ["1120", "1220", "1121", "1021"]),
        ("1029", ["0930", "0830", "0731", "0630"]),
        ("1103", ["1104", "1105", "1106", "1206"]),
        ("1207", ["1308", "1309", "1409", "1410"]),
    ],
)
def test_armor_follows_the_arrows_of_its_map(start: str, way: list[str]) -> None:
    assert rolls(acts("M", start)) == way


@rule("23.5-02", "23.5-03", edition="omaha")
def test_armor_turns_toward_americans_on_the_road() -> None:
    behind = acts("M", "1621", "us E/2/116 at 1921")  # three road hexes behind
    assert rolls(behind) == ["1721", "1821"]
    far = acts("M", "1621", "us E/2/116 at 1922")  # four
    assert rolls(far)[:2] == ["1521", "1421"]
    beside = acts("M", "1621", "us E/2/116 at 1820")  # near, but on no road
    assert rolls(beside)[:2] == ["1521", "1421"]
    both = acts("M", "1621", "us E/2/116 at 1821\nus F/2/116 at 1421")  # in two directions: as ordered
    assert rolls(both) == ["1521"]


@rule("23.5-05", "AMM-03", edition="omaha")
@pytest.mark.parametrize(
    ("start", "end", "behind"), [("0911", "0812", "1011"), ("0822", "0723", "1022"), ("0630", "0529", "0731")]
)
def test_armor_stops_at_the_beach_for_good_but_fires(start: str, end: str, behind: str) -> None:
    game = acts("M", start)
    assert armor_of(game) == [end] and BATTLE.chart.level[GRID.at(end)] == "pavilion"
    near = GRID.label(next(h for h in GRID.neighbours[GRID.at(end)] if BATTLE.beach >> h & 1))
    again = acts("M", end, f"us E/2/16 at {near}\nus F/2/16 at {behind}")  # nobody draws it away
    assert armor_of(again) == [end] and shots(again)


@rule("23-03", "23.5-06", "AMM-03", edition="omaha")
def test_undisrupted_armor_at_the_beach_loses_the_game_when_the_turn_ends() -> None:
    for text, lost in (("at 0812", True), ("at 0812 disrupted", False), ("at 0811", False)):
        game = position(f"armor {MARDER} {text}", scenario="d_day", options=ARMOR, turn=20)
        assert not game.over  # one Action Phase is left to do something about it
        g = state(game)
        check_victory(g)
        assert (g.outcome is not None) is lost
        if g.outcome is not None:
            assert (g.outcome.winner, g.outcome.level, g.outcome.rule) == ("germans", "decisive", "23.5-06")


@rule("23.51-01", edition="omaha")
def test_the_depth_marker_moves_along() -> None:
    game = acts("M", "1821", mark=DEPTH)
    place = state(game).armor_on_map()[0]
    assert armor_of(game) == ["1421"] and state(game).german_depth[place] != NONE


@rule("23.51-02", edition="omaha")
def test_armor_passes_through_germans_and_does_not_stay_with_them() -> None:
    through = acts("M", "1821", more="german D6 5/2/916")
    assert rolls(through) == ["1721", "1621", "1521", "1421"]
    further = acts("M", "1921", more="german D6 5/2/916")
    assert armor_of(further) == ["1421"]
    less = acts("M", "1921", "us E/2/116 at 1421", more="german D6 5/2/916")
    assert armor_of(less) == ["1621"]
    other = acts("M", "1921", more="armor 2/2/352PzJ at 1521" if card_for("M")[0] != "2/2/352PzJ" else "")
    assert sorted(armor_of(other)) == ["1421", "1521"]


@rule("23.53-01", edition="omaha")
def test_armor_stops_before_americans() -> None:
    assert rolls(acts("M", "1821", "us E/2/116 at 1521 steps 1")) == ["1721", "1621"]
    assert rolls(acts("M", "1821", "us 116-HQ at 1721")) == []


@rule("23.53-02", edition="omaha")
def test_bases_garrisons_and_mines_do_not_stop_armor() -> None:
    unit, number, _ = card_for("M")
    game = position(
        f"armor {unit} at 1821", phase="fire", turn=20, cards=[20, number], scenario="d_day", options=ARMOR,
        garrisons="D6",
    )  # fmt: skip
    assert armor_of(game) == ["1421"]
    assert BATTLE.chart.mined >> GRID.at("1011") & 1
    assert rolls(acts("M", "1211")) == ["1112", "1011", "0911", "0811"]


# -- what Americans do (23.6) -----------------------------------------------------------------------------------------


def attack(pieces: str, *names: str, at: str = "1421") -> Game:
    game = position(pieces, scenario="d_day", options=ARMOR, turn=20, first="29th", extra_actions=5)
    play(game, f"act {names[0]}", f"attack {at}", *(f"with {name}" for name in names[1:]))
    return game


@rule("23.6-01", "23.6-02", edition="omaha")
def test_armor_is_attacked_and_never_withdraws() -> None:
    """In the village of 1421 another unit of strength 6 would count double."""
    pieces = f"armor {MARDER} at 1421\nus A/1/116 at 1420\nus B/1/116 at 1420\nus 1/A/743 at 1521"
    game = attack(pieces, "A/1/116", "B/1/116", "1/A/743")
    events = play(game, "declare")
    compared = next(event for event in events if event.kind == "compared")
    assert (compared.named()["defence"], compared.facts["missing"]) == (6, ())
    assert "defeated" in kinds(events) and "withdraws" not in kinds(events)
    g = state(game)
    assert not armor_of(game) and not g.pools["division"] and g.german_at(GRID.at("1421")) == NONE
    assert len(g.gone) == 1


@rule("23.6-01", edition="omaha")
def test_armor_is_disrupted_and_stays_revealed() -> None:
    game = attack(f"armor {MARDER} at 1421 {DEPTH}\nus A/1/116 at 1420 steps 1", "A/1/116")
    play(game, "declare")
    place = state(game).armor_on_map()[0]
    assert state(game).is_shown(place)
    symbol = str(BATTLE.symbol[unit_number("2/A/743")])
    tanks = position(
        f"armor {MARDER} at 1721\nus 2/A/743 at 1521", scenario="d_day", options=ARMOR, turn=20, first="29th",
        cards=[fire_card(symbol, single="green")],
    )  # fmt: skip
    play(tanks, "act 2/A/743")
    assert orders(tanks, "barrage") == ["1721"]  # it is in the field of the armor, two hexes away
    play(tanks, "barrage 1721")
    assert state(tanks).german_disrupted == 1 << state(tanks).armor_on_map()[0]


@rule("23.6-03", edition="omaha")
def test_infantry_may_leave_armor_for_free() -> None:
    pieces = f"armor {MARDER} at 1721\nus A/1/116 at 1620\nus B/1/116 at 1722\nus 1/A/743 at 1622"
    game = position(pieces, scenario="d_day", options=ARMOR, turn=20, first="29th", extra_actions=-3)
    assert orders(game, "act") == ["B/1/116"]  # in intense fire; neither the one in steady fire nor the tank
    play(game, "act B/1/116")
    intense = labels("1721", Intensity.INTENSE)
    near = {GRID.label(h) for h in GRID.neighbours[GRID.at("1721")]}
    found = orders(game, "to")
    assert found and not set(found) & (intense | near)
    g = state(game)
    assert not is_preservation(g, unit_number("1/A/743"), GRID.at("1522"))
    assert refusal(game, "to 1821").rule == "7-01"  # beside the armor still


# -- points (23.7) -----------------------------------------------------------------------------------------------------


@rule("23.7-01", edition="omaha")
def test_a_point_for_each_unit_that_has_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    for left, value in (("", 4), (MARDER, 3), (ALL_ARMOR, 0)):
        g = state(position("", scenario="d_day", options=ARMOR, turn=20, pools={"armor": left}))
        assert sum(point.value for point in adjustments(g)) == value
        monkeypatch.setitem(POINTS, "20.3", lambda g: [])
        g.turn = 32
        check_victory(g)
        assert next(e for e in g.events if e.kind == "points").facts["points"] == value
