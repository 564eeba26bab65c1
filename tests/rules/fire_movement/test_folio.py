"""Where the folio On to Caen goes its own way, and how it numbers what it shares with the Quad."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.title import open_scenario
from bocage.games.fire_movement.track import record_track
from bocage.games.fire_movement.words import Cup, unit_number
from bocage.kernel import Event
from tests.fire_movement.courses import end_turn, quietly, start, to_the_end, until
from tests.fire_movement.positions import at, is_reduced, position, reach_labels, setting_of, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, hold_fire, jump, told
from tests.support import checklists, rule

FAIR = [1] * 30  # weather dice
EAST_EDGE = {f"{row:02}50" for row in range(1, 18)}
NINE = ("716/716", "736/716", "857/346", "200/21", "22/21", "125/21", "192/21", "305/21", "2-aa")


@rule("11.0-02", "11.2-01", edition="folio")
def test_sea_then_air_then_germans_then_commandos_then_beaches() -> None:
    game = start("on_to_caen", dice=[6] * 8)
    assert game.decision.seat == "german"  # he sets up first, in secret
    game = begin("on_to_caen", dice=[6] * 8)
    events = come_ashore(game)
    assert set(kinds(events)) == {"beachhead", "landed"}
    assert {where(game, unit) for unit in NINE} == {"waiting"}
    events = jump(game, "1245", "3/6 1244", "5/6 1245", "6/6 1246")
    order = [kind for kind in kinds(events) if kind in ("drop_zone", "drop_roll", "set_up")]
    assert order == ["drop_zone"] + ["drop_roll"] * 3 + ["set_up"] * 9
    assert {facts["unit"] for facts in told(events, "set_up")} == {unit_number(name) for name in NINE}
    assert game.decision.prompt == "Where does 1-cdo land?"
    play(game, "at 1641", "stay", "attack 1739")
    assert "attack on 1739" in game.decision.prompt
    hold_fire(game)
    hold_fire(game)
    assert state(game).turn == 1


@rule("11.1.2-01", edition="folio")
def test_germans_enter_by_free_hexes_of_the_east_edge_only() -> None:
    for unit, turn in (("858/346", 2), ("1/1SS-pz", 11), ("631/711", 13), ("16/116", 15)):
        game = position("on_to_caen", "allied 185/3 at 0750", side="german", turn=turn, waiting=unit, beachheads="1640")
        twin = game.copy()
        play(twin, f"enter {unit}")
        ends = orders(twin, "to")
        free = EAST_EDGE - {"0650", "0750", "0850"}
        assert free <= set(ends)
        for end in ends:
            path = play(game.copy(), f"enter {unit}", f"to {end}")[-1].facts["path"]
            assert isinstance(path, tuple) and path[0] in {at(label) for label in free}


@rule("11.1.2-04", edition="folio")
@pytest.mark.parametrize(("foul", "left"), [(False, 11.5), (True, 5.5)])
def test_an_arriving_unit_has_its_whole_allowance_and_half_of_it_in_foul_weather(foul: bool, left: float) -> None:
    game = position("on_to_caen", "", side="german", turn=11, waiting="1/1SS-pz", foul_weather=foul, weather="yes")
    play(game, "enter 1/1SS-pz", "to 0450")  # half a point: a road leads in
    play(game, "move 1/1SS-pz")
    assert set(orders(game, "to")) == reach_labels(game, "1/1SS-pz", left)


BOTH_EARLY = "1051/84 16/116"


@rule("11.1.3-04", edition="folio")
def test_two_divisions_on_gt_10_extend_the_folio_to_gt_27() -> None:
    game = position(
        "on_to_caen", "german 22/21 at 0545", turn=10, phase="mobile_combat", beachheads="1640", waiting=BOTH_EARLY,
        early_arrival="yes",
    )  # fmt: skip
    play(game, "bring 84", "bring 116")
    events = to_the_end(game)
    assert [facts["last_turn"] for facts in told(events, "brought_early")] == [22, 27]
    assert state(game).turn == 27


@rule("11.1.3-04", "14.0-14", edition="folio")
def test_a_folio_campaign_ends_with_gt_25_at_the_latest() -> None:
    game = position(
        "commonwealth_campaign", "german 22/21 at 0545", turn=10, phase="mobile_combat", beachheads="1640",
        waiting=BOTH_EARLY, early_arrival="yes", edition="folio", dice=FAIR,
    )  # fmt: skip
    play(game, "bring 84", "bring 116")
    events = to_the_end(game)
    assert [facts["last_turn"] for facts in told(events, "brought_early")] == [22, 25]
    assert state(game).turn == 25


@rule("11.1.3-04", edition="folio")
@pytest.mark.parametrize(
    ("scenario", "options", "boxes"),
    [
        ("on_to_caen", {"early_arrival": "yes"}, 27),
        ("on_to_caen", {}, 27),
        ("sword", {"early_arrival": "yes"}, 25),
        ("commonwealth_campaign", {"early_arrival": "yes", "edition": "folio"}, 25),
    ],
)
def test_the_turn_track_is_as_long_as_the_game_can_become(scenario: str, options: dict[str, str], boxes: int) -> None:
    track = record_track(setting_of(scenario, **options).battle)
    assert [box.turn for box in track] == list(range(1, boxes + 1))


@rule("11.2.6-02", edition="folio")
def test_allied_markers_follow_the_system_rules_with_two_cups() -> None:
    units = "allied 8/3-br at 1238\ngerman 22/21 at 1240"
    cups = {Cup.CW_ARTILLERY: (2, 4, 8), Cup.CW_AIRCRAFT: (10,)}
    game = position("on_to_caen", units, phase="bombardment", beachheads="1640", dice=[3], picks=[1], cups=dict(cups))
    play(game, "bombard 22/21")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft"]
    events = play(game, "draw cw-artillery", "fire")
    assert told(events, "bombardment")[0]["markers"] == (4,)
    assert state(game).cups[Cup.CW_ARTILLERY] == (2, 8)
    end_turn(game)
    assert state(game).cups[Cup.CW_ARTILLERY] == state(game).pool[Cup.CW_ARTILLERY]


@rule("12.0-10", edition="folio")
def test_the_commando_brigade_needs_no_supply() -> None:
    game = position("on_to_caen", "allied 1-cdo at 0947 reduced\nallied 8/3-br at 0945", beachheads="")
    while state(game).active == 0:
        quietly(game)
    assert (where(game, "1-cdo"), is_reduced(game, "8/3-br")) == ("0947", True)


# -- its campaign ---------------------------------------------------------------------------------

WEST_CITIES = "0709 0608 0609 0421 1319 1320 1419 1706 1805 1718 1811 1911 2902 3001 2901"
EAST_CITIES = "0148 0227 0938 0937 0939 0837 0838 0839 0738 0739 0840 0945 1526 1626 1542 1647 1548 1834 1926 1929"
BEACH = {"us_campaign": "2219", "commonwealth_campaign": "1640", "combined_campaign": "2219"}


@rule("14.0-01", edition="folio")
def test_two_folios_of_one_army_or_all_four_can_be_combined() -> None:
    areas = {name: {area.id for area in setting_of(name, edition="folio").battle.areas} for name in BEACH}
    assert areas == {
        "us_campaign": {"utah", "omaha"},
        "commonwealth_campaign": {"gold_juno", "on_to_caen"},
        "combined_campaign": {"utah", "omaha", "gold_juno", "on_to_caen"},
    }
    for name in BEACH:
        assert start(name, edition="folio").decision.seat == "german"


@rule("14.0-09", "14.0-10", edition="folio")
def test_armies_keep_to_their_map_and_germans_go_where_they_like() -> None:
    units = "allied CCA/2 at 1325\nallied 22/7 at 1327\nallied 29/11 at 1135"
    game = position("combined_campaign", units, beachheads="2219 2028", edition="folio")
    play(game, "move CCA/2")
    assert refusal(game, "to 1326").rule == "14.0-09"
    play(game, "to 1324", "move 22/7")
    assert refusal(game, "to 1225").rule == "14.0-09"
    play(game, "to 1328", "move 29/11", "to 1136")
    assert where(game, "29/11") == "1136"
    game = position("combined_campaign", "german 901/Lehr at 1326", side="german", edition="folio")
    play(game, "move 901/Lehr", "to 1324")
    assert where(game, "901/Lehr") == "1324"


@rule("14.0-12", edition="folio")
def test_later_reinforcements_land_anywhere_on_their_map() -> None:
    game = position(
        "combined_campaign", "", turn=2, phase="landings", waiting="357/90 152/51",
        beachheads="2707 2219 2028 1739", edition="folio",
    )  # fmt: skip
    play(game, "land 357/90")
    assert set(orders(game, "at")) == {"2707", "2219"}
    assert refusal(game, "at 2028").rule == "14.0-12"
    play(game, "at 2219", "land 152/51")
    assert set(orders(game, "at")) == {"2028", "1739"}


@rule("14.0-14", "14.2-02", edition="folio")
def test_the_campaign_is_extended_if_the_allies_have_not_won_by_gt_17() -> None:
    held = "0709 0608 0609 1811 1911"
    game = position("us_campaign", "", side="german", turn=17, held=held, beachheads="2219", dice=FAIR, edition="folio")
    events = end_turn(game)
    assert told(events, "extended") == [{"cities": 2, "last_turn": 17 + 7 - 2}]
    to_the_end(game)
    assert state(game).turn == 22


@rule("14.2-02", edition="folio")
def test_turns_gained_by_an_early_division_are_played_before_the_cities_are_counted() -> None:
    game = position(
        "commonwealth_campaign", "german 22/21 at 0545", turn=14, phase="mobile_combat", beachheads="1640",
        held="0148 0227 0945 1542 1926 1929", waiting="1051/84", early_arrival="yes", edition="folio", dice=FAIR,
    )  # fmt: skip
    play(game, "bring 84")
    events = to_the_end(game)
    assert [facts["last_turn"] for facts in told(events, "brought_early")] == [18]
    assert told(events, "extended") == [{"cities": 6, "last_turn": 18 + 10 - 6}]


@rule("14.0-19", edition="folio")
def test_the_replacements_of_both_scenarios_are_due_and_no_more() -> None:
    legs = dict(zip(("69/50", "151/50", "8/3-br", "9/3-br"), ("1030", "1130", "1230", "1032"), strict=True))
    tanks = dict(zip(("8", "22/7", "27", "4-arm"), ("1132", "1232", "1034", "1134"), strict=True))
    units = "\n".join(f"allied {unit} at {hex_} reduced" for unit, hex_ in (legs | tanks).items())

    def rebuilt(turn: int) -> list[str]:
        game = position(
            "commonwealth_campaign", units, side="german", turn=turn - 1, beachheads="1640", dice=FAIR, edition="folio"
        )
        events: list[Event] = end_turn(game)
        while choices := orders(game, "rebuild"):
            events += play(game, f"rebuild {choices[0]}")
        numbers = {facts["unit"] for facts in told(events, "rebuilt")}
        return [name for name in (legs | tanks) if unit_number(name) in numbers]

    assert (len(rebuilt(6)), set(rebuilt(6)) <= set(legs)) == (2, True)
    assert (len(rebuilt(7)), set(rebuilt(7)) <= set(tanks)) == (2, True)


@pytest.mark.parametrize(
    ("name", "cities", "needed"),
    [
        pytest.param("us_campaign", WEST_CITIES, 14, marks=rule("14.3-03", "14.3-04", "14.2-02", edition="folio")),
        pytest.param(
            "commonwealth_campaign", EAST_CITIES, 14, marks=rule("14.3-03", "14.3-04", "14.2-02", edition="folio")
        ),
        pytest.param(
            "combined_campaign", f"{WEST_CITIES} {EAST_CITIES}", 21,
            marks=rule("14.3-03", "14.3-05", "14.2-02", edition="folio"),
        ),
    ],
)  # fmt: skip
def test_the_campaign_is_won_with_enough_city_hexes(name: str, cities: str, needed: int) -> None:
    for number in (needed, needed - 1):
        game = position(
            name, "", side="german", turn=17, held=" ".join(cities.split()[:number]), beachheads=BEACH[name],
            dice=FAIR, edition="folio",
        )  # fmt: skip
        end_turn(game)
        assert game.over == (number == needed)
        if game.over:
            assert game.outcome is not None and game.outcome.winner == "allied"
            assert game.outcome.rule == ("14.3-05" if name == "combined_campaign" else "14.3-04")
    battle = setting_of(name, edition="folio").battle
    towns = " ".join(battle.grid.labels(battle.chart.with_terrain("town") & battle.playable))
    game = position(
        name, "", side="german", turn=17, held=towns, beachheads=BEACH[name], dice=FAIR, edition="folio",
    )  # fmt: skip
    end_turn(game)
    assert not game.over


@rule("14.0-08", edition="folio")
@pytest.mark.parametrize("name", ["commonwealth_campaign", "combined_campaign"])
def test_the_canadians_of_gt_18_and_21_do_not_come_in_the_folio(name: str) -> None:
    canadians = ("4/2", "5/2", "6/2-cdn", "4/4", "10/4")
    for battle in (setting_of(name, edition="folio").battle, setting_of("on_to_caen").battle):
        assert not any(battle.in_play >> unit_number(unit) & 1 for unit in canadians)
        assert not any(box.arrivals["allied"] for box in record_track(battle)[17:])
    quad = setting_of(name).battle
    assert all(quad.in_play >> unit_number(unit) & 1 for unit in canadians)


@rule("11.2.1-01", edition="folio")
def test_in_the_folio_campaign_1935_to_1937_are_hexes_of_sword_and_not_of_juno() -> None:
    game = begin("commonwealth_campaign", edition="folio")
    juno = {"2032", "1933", "1934"}
    assert {label for label in orders(game, "beachhead") if label not in ("2026", "2027", "2028", "2029")} == {
        *juno, "2030", "2031",
    }  # fmt: skip
    for label in ("1935", "1936", "1937"):
        assert refusal(game, f"beachhead {label}").rule == "Quad 10.9.1-01"
    play(game, "beachhead 2028", "beachhead 2029", "beachhead 1933", "beachhead 2032", "end")
    while game.decision.prompt.startswith("Land "):
        play(game, orders(game)[0])
    assert set(orders(game, "beachhead")) == {"1935", "1936", "1937", "1838", "1739", "1740", "1640"}
    play(game, "beachhead 1936", "beachhead 1937", "end", "at 1936")
    assert where(game, "8/3-br") == "1936"
    quad = begin("commonwealth_campaign")
    assert {"1935", "1936", "1937"} <= set(orders(quad, "beachhead"))


# -- numbers --------------------------------------------------------------------------------------


def test_the_folio_cites_its_own_numbers_and_the_quad_its_own() -> None:
    folio, quad = open_scenario("on_to_caen"), open_scenario("sword")
    for number, printed in {
        "12.8-03": "13.0-03",  # the same paragraph
        "10.10-01": "11.1.2-01",  # its counterpart, which differs
        "10.12-07": "12.0-06",
        "10.13-01": "15.0-01",
        "8.3-01": "8.3-01",  # the system rules
        "10.12": "12.0",  # sections
        "8.2.1": "8.2.1",
        "10.9.1-01": "11.2.1-01",  # what the Quad says in general the folio says of Sword
        "10.9.1-07": "11.2.1-07",
        "10.9.2-02": "11.2.2-01",
        "10.9.3-08": "11.2.3-07",
        "11.2-03": "Quad 11.2-03",  # it has no such paragraph, or one of that number that is about something else
        "13.2-03": "Quad 13.2-03",
        "14.2-03": "Quad 14.2-03",
        "11.4": "Quad 11.4",
        "13.4": "Quad 13.4",
        "10.9.4-07": "11.2.3-15",
    }.items():
        assert folio.cite(number) == printed
        assert quad.cite(number) == number


def test_what_the_folio_says_of_sword_alone_a_campaign_cites_from_the_quad() -> None:
    campaign = open_scenario("us_campaign", {"edition": "folio"})
    for number, printed in {
        "10.9.1-01": "Quad 10.9.1-01",  # where beachheads go
        "10.9.2-04": "Quad 10.9.2-04",  # which airborne units jump
        "10.10-01": "Quad 10.10-01",  # by which edge the Germans come
        "10.10-02": "11.1.2-02",  # what holds everywhere
        "10.9.2": "11.2.2",
        "13.4-06": "Quad 13.4-06",
        "15.5-04": "14.3-04",
        "8.3-01": "8.3-01",
    }.items():
        assert campaign.cite(number) == printed
        assert printed in checklists()["folio"].citable


def test_a_marker_lost_at_gold_in_a_folio_campaign_is_told_with_the_number_of_the_quad() -> None:
    game = position(
        "commonwealth_campaign", "", side="german", held="1926", beachheads="2028", dice=FAIR, edition="folio"
    )
    lost = [event for event in end_turn(game) if event.kind == "marker_lost"]
    assert [game.sentence(event).rpartition(" (")[2] for event in lost] == ["Quad 11.2-03)"]
    assert ": the Allies have captured Longues sur Mer." in game.sentence(lost[0])


def test_a_folio_game_tells_its_own_rule_numbers() -> None:
    game = position("on_to_caen", "allied 8/3-br at 0945", beachheads="")
    events = until(game, "Move a unit", "german")
    told_ = next(event for event in events if event.kind == "out_of_supply")
    assert game.sentence(told_) == "8/3-br is out of supply. (12.0-08)"
