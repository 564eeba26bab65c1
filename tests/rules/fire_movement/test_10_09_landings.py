"""The landings as a whole and the landings from the sea (10.9, 10.9.1; folio 11.0, 11.2, 11.2.1)."""

from __future__ import annotations

from itertools import groupby

import pytest

from bocage.games.fire_movement.battle import ALLIED
from bocage.games.fire_movement.words import Cup, unit_number
from bocage.kernel import Event, Game
from tests.fire_movement.combats import sure
from tests.fire_movement.courses import end_turn, quietly, start, until
from tests.fire_movement.positions import at, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import (
    NO_MARKERS,
    begin,
    come_ashore,
    cup,
    hold_fire,
    jump,
    place,
    pool,
    set_up,
    told,
)
from tests.support import rule

AROUND_1345 = ("3/6 1345", "5/6 1444", "6/6 1245")
UTAH_GERMANS = {"6/2-fj": "1709", "709/709": "3303", "919/709": "3002", "729/709": "3203", "739/709": "3304"}


def drop_everybody(game: Game) -> list[Event]:
    """All airborne divisions of a game around the same zones every time."""
    events: list[Event] = []
    zones = {"sword": ["1345"], "on_to_caen": ["1345"], "utah": ["2604", "2404"]}
    for area in state(game).battle.areas:
        for zone in zones.get(area.id, []):
            events += play(game, f"zone {zone}")
    units = {
        "sword": AROUND_1345,
        "on_to_caen": AROUND_1345,
        "utah": (
            "505/82 2604", "507/82 2603", "508/82 2705", "325/82 2505",
            "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304",
        ),
    }  # fmt: skip
    for area in state(game).battle.areas:
        events += place(game, *units.get(area.id, ()))
    return events


def steps(events: list[Event]) -> list[str]:
    """The course of the landings in a few words."""
    names = {"10.9.2-14": "landing attack", "10.9.4": "beach assault"}
    names |= {"11.2.2-14": "landing attack", "11.2.3": "beach assault"}  # in the folio
    shown = ("recorded", "beachhead", "landed", "drop_zone", "drop_roll", "set_up", "commando_roll", "turn_begins")
    course = [names[event.rule] if event.kind == "combat_result" else event.kind for event in events
              if event.kind in shown or event.kind == "combat_result"]  # fmt: skip
    return [step for step, _ in groupby(course)]


def whole_course(scenario: str, hexes: dict[str, str]) -> tuple[Game, list[Event]]:
    """A game up to the first turn, everybody jumping safely and all dice but those a 6."""
    game = start(scenario, dice=[6] * 60)
    events = [*game.opening_events, *set_up(game, hexes), *come_ashore(game), *drop_everybody(game)]
    while state(game).turn == 0:
        quiet = ("pass", "stay")
        events += play(game, next((word for word in quiet if word in orders(game)), orders(game)[0]))
    return game, events


# -- the order of things --------------------------------------------------------------------------

ASHORE = ["beachhead", "landed"]
FROM_THE_AIR = ["drop_zone", "drop_roll"]


@rule("10.9-01", "10.9-02", "10.9.1-15", "10.9.1-16", "10.9.2-01", "10.9.2-13", "10.9.2-14", "10.9.3-01", "15.1-01")
@pytest.mark.parametrize(
    ("scenario", "hexes", "course"),
    [
        ("gold_juno", {}, ["recorded", *ASHORE, "set_up", "commando_roll", "beach assault"]),
        ("omaha", {}, ["recorded", *ASHORE, "set_up", "commando_roll", "beach assault"]),
        (
            "sword",
            {"736/716": "1345"},
            ["recorded", *ASHORE, *FROM_THE_AIR, "set_up", "landing attack", "commando_roll", "beach assault"],
        ),
        ("utah", {}, ["set_up", *ASHORE, *FROM_THE_AIR, "beach assault"]),
        (
            "us_campaign",
            {},
            ["recorded", *ASHORE, *ASHORE, *FROM_THE_AIR, "set_up", "commando_roll", "beach assault"],
        ),
        (
            "commonwealth_campaign",
            {"736/716": "1345"},
            ["recorded", *ASHORE, *ASHORE, *FROM_THE_AIR, "set_up", "landing attack", "commando_roll", "beach assault"],
        ),
        (
            "combined_campaign",
            {"736/716": "1345"},
            ["recorded", *4 * ASHORE, *FROM_THE_AIR, "set_up", "landing attack", "commando_roll", "beach assault"],
        ),
    ],
)
def test_the_steps_come_in_order_before_the_first_turn(scenario: str, hexes: dict[str, str], course: list[str]) -> None:
    game, events = whole_course(scenario, hexes)
    assert steps(events) == [*course, "turn_begins"]
    assert (state(game).turn, state(game).phase, game.decision.seat) == (1, "Movement Phase", "allied")


@rule("11.0-02", "11.2-01", edition="folio")
def test_the_steps_of_the_folio_come_in_order() -> None:
    _, events = whole_course("on_to_caen", {"736/716": "1345"})
    course = ["recorded", *ASHORE, *FROM_THE_AIR, "set_up", "landing attack", "commando_roll", "beach assault"]
    assert steps(events) == [*course, "turn_begins"]


@rule("10.9-01")
@pytest.mark.parametrize("scenario", ["gold_juno", "sword", "omaha", "combined_campaign"])
def test_the_german_sets_up_first_and_then_the_allied_player_does_everything(scenario: str) -> None:
    game = start(scenario, dice=[6] * 60)
    assert game.decision.seat == "german"
    set_up(game)
    seats = {game.decision.seat}
    come_ashore(game)
    while state(game).turn == 0 and game.decision.rule != "8.2.1":
        seats.add(game.decision.seat)
        play(game, orders(game)[0])
    assert seats == {"allied"}


@rule("10.9-02")
def test_markers_used_in_the_landings_are_used_up_for_the_first_turn() -> None:
    game = begin("sword", dice=[6, 6, 6, 2, 6, 6], picks=[0, 0, 7])
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    play(game, "at 1641", "attack 1739", "draw cw-artillery", "draw german", "keep", "draw cw-aircraft")
    hold_fire(game)
    while state(game).turn == 0:
        play(game, "pass" if "pass" in orders(game) else orders(game)[0])
    assert state(game).turn == 1
    assert cup(game, Cup.CW_ARTILLERY) == pool(game, Cup.CW_ARTILLERY)[1:]
    assert cup(game, Cup.CW_AIRCRAFT) == pool(game, Cup.CW_AIRCRAFT)[:7]
    assert cup(game, Cup.GERMAN) == pool(game, Cup.GERMAN)[1:]
    end_turn(game)
    assert state(game).cups == state(game).pool


# -- what is hidden -------------------------------------------------------------------------------


@rule("10.9.1-15", "10.9.1-16", "10.9.2-13", "11.4-01", "12.4-01", "14.4-01")
@pytest.mark.parametrize(
    ("scenario", "elsewhere"),
    [
        ("gold_juno", {"726/716": "1928"}),
        ("sword", {"736/716": "1639", "716/716": "1345", "857/346": "1445", "22/21": "0139", "2-aa": "0937"}),
        ("omaha", {"914/352": "2119", "352/352": "2021", "1-aa": "1912"}),
        ("us_campaign", {"914/352": "2119", "352/352": "2021", "1-aa": "1912"}),
        ("combined_campaign", {"726/716": "1928", "736/716": "1639", "914/352": "2119"}),
        ("on_to_caen", {"736/716": "1836", "857/346": "1445"}),
    ],
)
def test_until_the_reveal_the_allied_player_cannot_know_where_the_germans_are(
    scenario: str, elsewhere: dict[str, str]
) -> None:
    first, second = start(scenario, dice=[6] * 60), start(scenario, dice=[6] * 60)
    events = [set_up(first), set_up(second, elsewhere)]
    for told_to_all in events:
        assert {event.seats for event in told_to_all} == {("german",)}
    compared = 0
    while state(first).secret:
        assert first.view("allied").facts() == second.view("allied").facts()
        assert first.view("german").facts() != second.view("german").facts()
        assert first.decision.seat == "allied"
        order = orders(first)[len(orders(first)) // 2]
        assert orders(first) == orders(second)
        play(first, order)
        play(second, order)
        compared += 1
    assert compared > 4
    assert first.view("allied").facts() != second.view("allied").facts()
    assert {unit: where(second, unit) for unit in elsewhere} == elsewhere


@rule("10.9.1-16")
def test_at_utah_alone_the_germans_stand_on_the_map_from_the_start_but_in_campaigns_only_after_the_drops() -> None:
    alone = start("utah")
    assert {unit: where(alone, unit) for unit in UTAH_GERMANS} == UTAH_GERMANS
    campaign = begin("us_campaign", dice=[6] * 60)
    come_ashore(campaign)
    assert {where(campaign, unit) for unit in UTAH_GERMANS} == {"waiting"}
    events = drop_everybody(campaign)
    assert {unit: where(campaign, unit) for unit in UTAH_GERMANS} == UTAH_GERMANS
    course = kinds(events)
    assert max(i for i, kind in enumerate(course) if kind == "drop_roll") < course.index("set_up")


# -- beachheads -----------------------------------------------------------------------------------


@rule("10.9.1-01")
@pytest.mark.parametrize(
    ("scenario", "beach", "outside"),
    [
        ("gold_juno", "2026 2027 2028 2029 2030 2031 2032 1933 1934 1935 1936 1937", "1838"),
        ("sword", "1838 1739 1740 1640", "1937"),
        ("utah", "3005 2906 2806 2707 2607 2508", "2408"),
        ("omaha", "2318 2319 2219 2120 2121 2122", "2417"),
    ],
)
def test_beachheads_go_on_the_beaches_of_the_scenario(scenario: str, beach: str, outside: str) -> None:
    game = begin(scenario)
    assert game.decision.seat == "allied"
    assert set(orders(game, "beachhead")) == set(beach.split())
    assert "end" not in orders(game)
    assert refusal(game, "end").rule in ("10.9.1-01", "11.4-04")
    assert refusal(game, f"beachhead {outside}").rule == "10.9.1-01"


@rule("11.2.1-01", edition="folio")
def test_sword_beach_of_the_folio_has_seven_hexes() -> None:
    game = begin("on_to_caen")
    assert set(orders(game, "beachhead")) == {"1935", "1936", "1937", "1838", "1739", "1740", "1640"}
    play(game, "beachhead 1936", "end")
    place(game, "8/3-br 1936", "9/3-br 1936", "185/3 1936")
    assert where(game, "8/3-br") == "1936"


@rule("10.9.1-01")
def test_in_a_campaign_each_area_has_its_own_beachheads_in_turn() -> None:
    game = begin("combined_campaign", dice=[6] * 60)
    beaches = []
    for area in state(game).battle.areas:
        offered = set(orders(game, "beachhead"))
        assert offered == {hex_ for hexes in area.beaches.values() for hex_ in hexes}
        beaches.append(area.id)
        most = area.beachheads.count
        for number in range(most):
            assert f"({most - number} left)" in game.decision.prompt
            play(game, f"beachhead {orders(game, 'beachhead')[0]}")
        assert game.decision.prompt.startswith("Land ")  # all are placed
        while game.decision.prompt.startswith("Land "):
            play(game, orders(game)[0])
    assert beaches == ["gold_juno", "sword", "utah", "omaha"]


@rule("10.9.1-02", "10.9.1-03", "10.9.1-04")
def test_markers_may_be_kept_back_but_never_placed_later_nor_two_in_a_hex() -> None:
    game = begin("sword", dice=[6] * 20)
    play(game, "beachhead 1739")
    assert refusal(game, "beachhead 1739").rule == "10.9.1-03"
    play(game, "end")  # two of the three markers are given up
    assert refusal(game, "beachhead 1740").rule == "10.9.1-07"
    place(game, "8/3-br 1739", "9/3-br 1739", "185/3 1739")
    assert refusal(game, "beachhead 1740").rule == "10.9.2-02"
    jump(game, "1345", *AROUND_1345)
    until(game, "Move a unit")
    assert refusal(game, "beachhead 1740").rule == "4.1-03"
    assert state(game).beachheads == 1 << at("1739")


@rule("10.9.1-03", "11.4-04")
def test_the_last_marker_of_gold_and_juno_must_go_on_gold_if_none_is_there() -> None:
    game = begin("gold_juno")
    play(game, "beachhead 2032", "beachhead 1933", "beachhead 1934", "beachhead 1935")
    assert set(orders(game)) == {f"beachhead {hex_}" for hex_ in range(2026, 2032)}
    assert refusal(game, "beachhead 1936").rule == "11.4-04"
    assert refusal(game, "end").rule == "11.4-04"


@rule("10.9.1-01")
def test_in_a_campaign_a_beach_of_another_area_takes_no_marker_of_this_one() -> None:
    game = begin("commonwealth_campaign")
    assert refusal(game, "beachhead 1739").rule == "10.9.1-01"
    play(game, "beachhead 2028", "beachhead 2029", "end")
    place(game, "69/50 2028", "151/50 2028", "231/50 2029", "8 2029")
    assert refusal(game, "beachhead 2028").rule == "10.9.1-01"  # which has one, but is no beach of Sword
    assert refusal(game, "beachhead 2030").rule == "10.9.1-01"


@rule("10.9.1-05")
def test_a_beach_landing_hex_gives_supply_and_takes_reinforcements() -> None:
    units = """
        allied 8/3-br at 1639
        allied 9/3-br at 1237
        german 857/346 at 1236
        german 125/21 at 1138
        german 192/21 at 1339
    """
    for beachheads, out in (("1740", ["9/3-br"]), ("", ["8/3-br", "9/3-br"])):
        game = position("sword", units, phase="landings", beachheads=beachheads, waiting="152/51", turn=2)
        landing = game.decision.prompt.startswith("Bring a reinforcement")
        assert landing == bool(beachheads)
        if landing:
            play(game, "land 152/51")
            assert orders(game) == ["at 1740"]
            assert refusal(game, "at 1739").rule == "10.11-01"
            play(game, "at 1740")
        events = until(game, "", seat="german")
        suffering = [state(game).battle.units[int(str(facts["unit"]))].id for facts in told(events, "out_of_supply")]
        assert suffering == out


@rule("10.9.1-06")
def test_a_german_unit_that_enters_a_beach_landing_hex_removes_its_marker_even_in_passing() -> None:
    game = position("omaha", "german 914/352 at 2319", side="german", beachheads="2318 2120")
    events = play(game, "move 914/352", "to 2417")
    assert told(events, "moved")[0]["path"] == (at("2318"), at("2417"))
    assert told(events, "beachhead_lost") == [{"hex": at("2318")}]
    (lost,) = [game.sentence(event) for event in events if event.kind == "beachhead_lost"]
    assert lost.startswith("The beachhead in 2318 is lost: Germans have entered the hex.")
    assert state(game).beachheads == 1 << at("2120")
    game = position("omaha", "german 914/352 at 2119", side="german", beachheads="2318 2120")
    assert told(play(game, "move 914/352", "to 2120"), "beachhead_lost") == [{"hex": at("2120")}]


@rule("10.9.1-06")
def test_an_advance_after_combat_into_a_beach_landing_hex_removes_its_marker() -> None:
    units = "allied 8/3-br at 1739 reduced\ngerman 125/21 at 1639\ngerman 22/21 at 1638"
    game = position(
        "sword", units, side="german", phase="combat", dice=[3],
        beachheads="1739 1838", cups=NO_MARKERS, setting=sure("D2", "sword"),
    )  # fmt: skip
    play(game, "attack 1739", "with 125/21", "with 22/21")
    events = play(game, "retreat 8/3-br")
    while not game.decision.prompt.startswith("Advance"):
        events += play(game, orders(game)[0])
    assert state(game).beachheads >> at("1739") & 1
    play(game, "advance 125/21")
    if orders(game, "to"):
        play(game, "to 1739")
    assert where(game, "125/21") == "1739"
    assert not state(game).beachheads >> at("1739") & 1


# -- landing units --------------------------------------------------------------------------------


@rule("10.9.1-07", "10.9.1-09")
def test_all_landing_units_are_placed_on_beachheads_three_to_a_hex_at_most() -> None:
    game = begin("sword")
    play(game, "beachhead 1739", "beachhead 1740", "end")
    assert refusal(game, "end").rule == "10.9.1-07"
    assert orders(game) == ["at 1739", "at 1740"]
    assert refusal(game, "at 1838").rule == "10.9.1-05"
    place(game, "8/3-br 1739", "9/3-br 1739", "185/3 1739")
    assert orders(game) == ["at 1740"]
    assert refusal(game, "at 1739").rule == "10.9.1-09"
    place(game, "27 1740")
    assert [where(game, unit) for unit in ("8/3-br", "9/3-br", "185/3", "27")] == ["1739", "1739", "1739", "1740"]


@rule("10.9.1-07", "11.4-05", "11.4-06")
def test_units_land_on_the_beach_of_their_division() -> None:
    game = begin("gold_juno", dice=[2])
    play(game, "beachhead 2028", "beachhead 1935", "end")
    for unit in ("69/50", "151/50", "231/50"):
        play(game, f"land {unit}")  # three of four have room
        assert refusal(game, "at 1935").rule == "11.4-05"
        play(game, "at 2028")
    # 8, the fourth unit of Gold Beach, finds no room
    for unit in ("7/3", "8/3-cdn", "9/3-cdn"):
        play(game, f"land {unit}")
        assert orders(game) == ["at 1935"]
        assert refusal(game, "at 2028").rule == "11.4-06"
        play(game, "at 1935")
    assert where(game, "8") == where(game, "2-cdn") == "waiting"


@rule("11.2.1-13", edition="folio")
@rule("10.9.1-11", "10.9.1-12", "10.9.1-13")
@pytest.mark.parametrize("scenario", ["sword", "on_to_caen"])
def test_landed_units_neither_move_nor_attack_in_the_first_turn_but_do_in_the_second(scenario: str) -> None:
    game = begin(scenario, {"857/346": "1639"}, dice=[6, 6, 6, 2, 6, 6])
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    play(game, "at 1641")
    while state(game).turn == 0:
        play(game, "pass" if "pass" in orders(game) else orders(game)[0])
    assert orders(game) == ["end"]
    number = {"sword": "10.9.1-11", "on_to_caen": "11.2.1-11"}[scenario]
    assert refusal(game, "move 8/3-br").rule == refusal(game, "move 27").rule == number
    phases = set()
    while game.decision.seat == "allied":
        phases.add(state(game).phase)
        play(game, "end")
    assert phases == {"Movement Phase", "Bombardment Phase"}  # 857/346 stands beside them all the time
    for unit in ("3-aa", "4-aa"):  # the reinforcements of GT 1 must come
        play(game, f"enter {unit}")
        play(game, orders(game)[0])
    end_turn(game)
    until(game, "Move a unit", seat="allied")
    assert {"8/3-br", "27"} <= set(orders(game, "move"))
    play(game, "end")
    until(game, "Attack a hex", seat="allied", phase="Combat Phase")
    assert orders(game, "attack") == ["1639"]
    play(game, "end")
    until(game, "Attack a hex", seat="allied", phase="Mobile Combat Phase")
    play(game, "attack 1639")
    assert orders(game) == ["with 27"]


def first_combat_phase(scenario: str, hexes: dict[str, str], beaches: str, raid: int) -> Game:
    """The first turn up to the Allied Combat Phase, or to the German turn if nobody can attack in it."""
    drops = [6] * 3 if scenario in ("sword", "on_to_caen") else []
    game = begin(scenario, hexes, dice=[*drops, raid, *[6] * 9])
    play(game, *(f"beachhead {hex_}" for hex_ in beaches.split()), "end")
    until(game, "Choose the drop zone" if drops else "Which beach")
    if drops:
        jump(game, "1345", *AROUND_1345)
        play(game, "at 1641")
    while state(game).phase != "Combat Phase" and state(game).active == ALLIED:
        quietly(game)
    return game


@rule("10.9.1-12", "10.9.3-05")
@pytest.mark.parametrize(
    ("scenario", "unit", "hexes", "beaches", "target"),
    [
        ("sword", "1-cdo", {"857/346": "1541"}, "1739 1838", "1541"),
        ("on_to_caen", "1-cdo", {"857/346": "1541"}, "1739 1838", "1541"),
        ("omaha", "2-rgr", {}, "2120 2122", "2317"),
        ("gold_juno", "4-cdo", {"726/716": "1833"}, "2028 2029 1936 1937", "1833"),
    ],
)
@pytest.mark.parametrize("raid", [2, 4, 6])
def test_raiders_who_landed_off_the_landing_hexes_may_attack_in_the_first_turn(
    scenario: str, unit: str, hexes: dict[str, str], beaches: str, target: str, raid: int
) -> None:
    game = first_combat_phase(scenario, hexes, beaches, raid)
    assert (state(game).turn, state(game).phase, game.decision.seat) == (1, "Combat Phase", "allied")
    assert orders(game, "attack") == [target]
    play(game, f"attack {target}")
    assert orders(game) == [f"with {unit}"]


@rule("10.9.1-12")
def test_raiders_in_a_landing_hex_make_no_attack_in_the_first_turn() -> None:
    game = first_combat_phase("gold_juno", {"726/716": "1833"}, "2028 2029 1934 1936", 6)
    assert where(game, "4-cdo") == "1934" and state(game).beachheads >> at("1934") & 1
    assert game.decision.seat == "german"
    assert state(game).ashore >> unit_number("4-cdo") & 1


@rule("10.9.1-10")
def test_units_stay_stacked_only_until_they_leave_the_beach() -> None:
    units = "allied 8/3-br at 1739\nallied 9/3-br at 1739\nallied 185/3 at 1739\nallied 27 at 1638"
    game = position("sword", units, turn=2, beachheads="1739")
    play(game, "move 8/3-br", "to 1639", "move 27")
    assert refusal(game, "to 1739").rule == "5.3-03"  # 27 was never there, or has left before
    play(game, "to 1538", "end")
    while not (state(game).turn == 3 and game.decision.seat == "allied"):
        play(game, "end")
    play(game, "move 8/3-br")
    assert refusal(game, "to 1739").rule == "5.3-03"
    assert where(game, "9/3-br") == where(game, "185/3") == "1739"  # these two may stay


@rule("10.9.1-14")
def test_beachheads_without_a_unit_are_removed_when_all_have_landed() -> None:
    game = begin("sword")
    play(game, "beachhead 1739", "beachhead 1740", "beachhead 1838")
    place(game, "8/3-br 1739", "9/3-br 1739", "185/3 1740")
    assert state(game).beachheads == state(game).battle.grid.set("1739 1740 1838")
    events = place(game, "27 1740")
    assert told(events, "beachhead_removed") == [{"hex": at("1838")}]
    assert state(game).beachheads == state(game).battle.grid.set("1739 1740")


@rule("13.4-05", "14.4-08", "12.4-06", "11.4-06")
@pytest.mark.parametrize(
    ("scenario", "beachheads", "landing", "left_out"),
    [
        ("sword", "1739", "9/3-br 27 185/3", "8/3-br"),
        ("utah", "2707", "359/90 22/4 8/4", "12/4"),
        ("omaha", "2120", "175/29 16/1 116/29", "18/1 26/1 115/29"),
        ("gold_juno", "2028 1934", "8 151/50 231/50 2-cdn 9/3-cdn", "69/50 7/3 8/3-cdn"),  # 1934 has a place for 4-cdo
    ],
)
def test_the_allied_player_chooses_who_stays_out_for_lack_of_room(
    scenario: str, beachheads: str, landing: str, left_out: str
) -> None:
    game = begin(scenario, dice=[6] * 40)
    events = play(game, *(f"beachhead {hex_}" for hex_ in beachheads.split()), "end")
    for unit in landing.split():
        assert game.decision.seat == "allied"
        assert unit in orders(game, "land")
        events += play(game, f"land {unit}")
        events += play(game, orders(game)[0])
    assert {where(game, unit) for unit in landing.split()} == set(beachheads.split())
    assert {where(game, unit) for unit in left_out.split()} == {"waiting"}
    units = state(game).battle.units
    assert [units[int(str(facts["unit"]))].id for facts in told(events, "no_room")] == left_out.split()


@rule("12.4-06")
def test_once_there_is_room_for_the_rest_they_land_in_the_order_of_the_list() -> None:
    game = begin("sword")
    play(game, "beachhead 1739", "beachhead 1740", "end")
    assert game.decision.prompt == (
        "Land 8/3-br (8th Infantry Brigade, 3rd Infantry Division) on which beach hex? 3 more land after it"
    )
    assert refusal(game, "land 27").rule == "10.9.1-07"
    place(game, "8/3-br 1739", "9/3-br 1739", "185/3 1739", "27 1740")


@rule("10.9.1-07")
def test_only_units_still_to_land_on_the_beach_can_be_named() -> None:
    game = begin("gold_juno")
    play(game, "beachhead 2028", "beachhead 2032", "end")
    assert set(orders(game, "land")) == {"69/50", "151/50", "231/50", "8"}
    assert refusal(game, "land 7/3").rule == "10.9.1-07"  # Juno comes later
    assert refusal(game, "land 56").rule == "10.9.1-07"  # a reinforcement of GT 2
    assert refusal(game, "at 2028").rule == "10.9.1-07"
    play(game, "land 8")
    assert refusal(game, "land 69/50").rule == "10.9.1-07"
    play(game, "at 2028")
    assert set(orders(game, "land")) == {"69/50", "151/50", "231/50"}
    assert refusal(game, "land 8").rule == "10.9.1-07"


@rule("13.4-05", "14.4-08", "12.4-06", "11.4-06")
@pytest.mark.parametrize(
    ("scenario", "beachheads", "late"),
    [
        ("sword", "1739", {"27"}),
        ("on_to_caen", "1937", {"27"}),
        ("utah", "2707", {"359/90"}),
        ("omaha", "2120", {"115/29", "116/29", "175/29"}),
        ("gold_juno", "2028", {"8", "7/3", "8/3-cdn", "9/3-cdn", "2-cdn"}),
    ],
)
def test_units_without_room_are_reinforcements_of_the_second_turn(
    scenario: str, beachheads: str, late: set[str]
) -> None:
    game = begin(scenario, dice=[6] * 40)
    events = play(game, *(f"beachhead {hex_}" for hex_ in beachheads.split()), "end")
    while game.decision.prompt.startswith("Land "):
        events += play(game, orders(game)[0])  # the first on the list, where one must be named
    units = state(game).battle.units
    assert {units[int(str(facts["unit"]))].id for facts in told(events, "no_room")} == late
    if state(game).battle.areas[0].drops:
        drop_everybody(game)
    while not (state(game).turn == 2 and state(game).phase == "Movement Phase"):
        quietly(game)
    while {where(game, unit) for unit in orders(game, "move")} & set(beachheads.split()):
        unit = next(unit for unit in orders(game, "move") if where(game, unit) in beachheads)
        play(game, f"move {unit}")
        play(game, orders(game)[0])  # make room
    play(game, "end")
    assert game.decision.prompt == "Bring a reinforcement ashore"
    assert state(game).turn == 2
    assert late <= set(orders(game, "land"))
