"""Campaign games (15)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.state import value_of
from bocage.games.fire_movement.title import open_scenario, scenarios
from bocage.games.fire_movement.words import Cup, unit_number
from bocage.hexes import members
from bocage.kernel import BocageError, Event, Game
from tests.fire_movement.courses import end_turn, quietly, start, to_the_end, until
from tests.fire_movement.positions import at, position, reach_labels, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import FAR_AWAY, begin, come_ashore, hold_fire, place, set_up, told
from tests.support import rule

CHART = load_chart()
FAIR = [1] * 30  # weather dice
WEST_CITIES = ("0709 0608 0609", "0421", "1319 1320 1419", "1706 1805", "1718", "1811 1911", "2902 3001 2901")
EAST_CITIES = (
    "0148", "0227", "0938 0937 0939 0837 0838 0839 0738 0739 0840", "0945", "1526 1626", "1542", "1647 1548", "1834",
    "1926", "1929",
)  # fmt: skip


class Campaign(NamedTuple):
    """A campaign with what its victory and its length depend on."""

    beach: str
    cities: tuple[str, ...]
    city_hexes: int


CAMPAIGNS = {
    "us_campaign": Campaign("2219", WEST_CITIES, 14),
    "commonwealth_campaign": Campaign("1640", EAST_CITIES, 14),
    "combined_campaign": Campaign("2219", WEST_CITIES + EAST_CITIES, 21),
}
EVERY_CAMPAIGN = pytest.mark.parametrize("name", CAMPAIGNS)


def end_of(name: str, held: str, *, turn: int = 17, units: str = "", beach: str | None = None) -> Game:
    """The game after a game turn in which the Germans did nothing."""
    beachheads = CAMPAIGNS[name].beach if beach is None else beach
    game = position(name, units, side="german", turn=turn, held=held, beachheads=beachheads, dice=FAIR)
    end_turn(game)
    return game


def first_hexes(cities: tuple[str, ...], number: int) -> str:
    return " ".join(" ".join(cities).split()[:number])


# -- choice and set-up ----------------------------------------------------------------------------


@rule("15.0-01")
def test_there_are_three_campaigns_to_choose_from() -> None:
    campaigns = {name for name, scenario in scenarios().items() if scenario.campaign}
    assert campaigns == set(CAMPAIGNS)
    for name in campaigns:
        assert start(name).decision.seat == "german"
    with pytest.raises(BocageError):
        open_scenario("us_campaign", {"weather": "no"})


@rule("15.0-02", "15.0-03", "15.0-04")
@pytest.mark.parametrize(
    ("name", "west", "east"),
    [("us_campaign", True, False), ("commonwealth_campaign", False, True), ("combined_campaign", True, True)],
)
def test_a_campaign_uses_its_part_of_the_map(name: str, west: bool, east: bool) -> None:
    playable = open_scenario(name).battle.playable
    for label in ("0101", "2901", "0805", "1325", "2122"):
        assert bool(playable >> at(label) & 1) == west
    for label in ("0126", "1326", "2032", "0937", "1750"):
        assert bool(playable >> at(label) & 1) == east


@rule("15.1-01", "15.1-02")
def test_all_beaches_go_through_the_landing_sequence_together() -> None:
    game = start("combined_campaign", dice=[6] * 60)
    events = set_up(game)
    assert len(told(events, "recorded")) == 1 + 9 + 5 and set(kinds(events)) == {"recorded"}
    events = come_ashore(game)
    assert set(kinds(events)) == {"beachhead", "landed"}
    assert len(told(events, "landed")) == 8 + 4 + 4 + 6
    # Three drop zones, eleven units, then every German unit of every area, Utah's in their printed hexes.
    for zone in ("1245", "2504", "2205"):
        assert game.decision.prompt.startswith("Choose the drop zone")
        play(game, f"zone {zone}")
    place(game, "3/6 1244", "5/6 1245", "6/6 1246")
    place(game, "505/82 2504", "507/82 2503", "508/82 2505", "325/82 2604")
    assert where(game, "6/2-fj") == "waiting"
    events = place(game, "501/101 2205", "502/101 2204", "506/101 2206", "327/101 2305")
    order = [kind for kind in kinds(events) if kind in ("drop_roll", "set_up", "commando_roll")]
    assert order == ["drop_roll"] * 11 + ["set_up"] * 20 + ["commando_roll"]
    fixed = {"6/2-fj": "1709", "709/709": "3303", "919/709": "3002", "729/709": "3203", "739/709": "3304"}
    assert {unit: where(game, unit) for unit in fixed} == fixed
    # The commandos and rangers of all areas, before the first assault.
    assert where(game, "4-cdo") == "1934"
    play(game, "stay", "at 1641", "stay")
    assert where(game, "2-rgr") == "2417"
    play(game, "stay")
    beaches = []
    while state(game).turn == 0:
        if "first support fire marker in the attack" in game.decision.prompt:
            beaches.append(game.decision.prompt.rpartition(" ")[2].rstrip("?"))
            hold_fire(game)
        else:
            quietly(game)
    assert sorted(beaches) == sorted(["1739", "1740", "2028", "2029", "1933", "1935", "2707", "2607", "2120", "2122"])


ANYWHERE = ("726/716", "716/716", "736/716", "857/346")
AT_OMAHA = ("352/352", "914/352", "915/352", "916/352", "1-aa")
FAR_FROM_HOME = {"726/716": "0446", "736/716": "2015", "857/346": "1326", "916/352": "2604", "915/352": "0302"}


def to_record(name: str, unit: str, hexes: dict[str, str] | None = None, edition: str = "quad") -> Game:
    """A campaign in which the German player is asked for the hex of a unit."""
    game = start(name, edition=edition)
    while (asked := game.decision.prompt.rpartition(" ")[2]) != unit:
        play(game, f"at {(FAR_AWAY | (hexes or {}))[asked]}")
    return game


@rule("15.1-03", "11.4-01", "12.4-02", "14.4-03")
@pytest.mark.parametrize("edition", ["quad", "folio"])
@EVERY_CAMPAIGN
def test_german_units_that_may_stand_anywhere_are_set_up_on_the_whole_map_in_play(name: str, edition: str) -> None:
    battle = open_scenario(name, {"edition": edition}).battle
    units = (*(ANYWHERE if name != "us_campaign" else ()), *(AT_OMAHA if name != "commonwealth_campaign" else ()))
    whole = battle.playable & ~battle.beach_hexes & ~battle.printed_set_up & ~battle.grid.set("2417")
    for unit in units:
        game = to_record(name, unit, edition=edition)
        taken = sum(1 << hex_ for hex_ in state(game).secret.values())
        assert set(orders(game, "at")) == set(battle.grid.labels(whole & ~taken))


@rule("15.1-03", "14.4-03")
def test_a_unit_set_up_beyond_the_boundary_of_its_scenario_appears_there() -> None:
    game = begin("combined_campaign", FAR_FROM_HOME, dice=[6] * 40)
    come_ashore(game)
    until(game, "Where does 1-cdo land?")
    assert {unit: where(game, unit) for unit in FAR_FROM_HOME} == FAR_FROM_HOME


@rule("15.1-02", "14.4-02")
def test_two_units_of_omaha_stand_beside_its_beach_in_a_campaign_too() -> None:
    inland = {"352/352": "2604", "914/352": "0302", "915/352": "0101"}
    game = to_record("us_campaign", "916/352", inland)
    assert set(orders(game, "at")) == {"2019", "2020", "2021", "2022", "2119", "2217", "2218", "2317"}
    assert refusal(game, "at 2605").rule == "14.4-02"


@rule("14.4-04", "15.1-03")
def test_pointe_du_hoc_is_closed_to_the_german_units_of_every_area() -> None:
    for unit in (*ANYWHERE, *AT_OMAHA):
        game = to_record("combined_campaign", unit)
        assert refusal(game, "at 2417").rule == "14.4-04"


@rule("12.4-03", "15.1-03")
def test_south_of_caen_is_on_both_sides_of_the_scenario_boundary_in_a_campaign() -> None:
    assert {"0137", "0237"} <= set(orders(to_record("commonwealth_campaign", "22/21"), "at"))
    game = start("sword")
    while not game.decision.prompt.endswith("22/21"):
        play(game, f"at {FAR_AWAY[game.decision.prompt.rpartition(' ')[2]]}")
    assert refusal(game, "at 0137").rule == "12.1-01"


@rule("12.4-04", "15.1-03")
def test_the_last_hex_of_caen_is_left_to_the_flak_that_must_stand_there() -> None:
    caen = {
        "726/716": "0937", "716/716": "0938", "736/716": "0939", "857/346": "0837",
        "200/21": "0838", "22/21": "0839", "125/21": "0840", "192/21": "0738",
    }  # fmt: skip
    game = to_record("commonwealth_campaign", "305/21", caen)
    assert "0739" not in orders(game, "at")
    assert refusal(game, "at 0739").rule == "12.4-04"
    play(game, "at 0545")
    assert orders(game) == ["at 0739"]


@rule("15.1-09")
def test_nobody_is_set_up_on_the_part_of_the_map_that_is_not_in_use() -> None:
    game = start("commonwealth_campaign")
    assert refusal(game, "at 1325").rule == "15.1-09"
    assert refusal(game, "at 2028").rule == "11.4-01"
    assert refusal(start("us_campaign"), "at 1326").rule == "15.1-09"


@rule("13.4-06", "15.1-03")
@pytest.mark.parametrize("edition", ["quad", "folio"])
@pytest.mark.parametrize("name", ["us_campaign", "combined_campaign"])
def test_the_american_drop_zones_lie_anywhere_north_of_row_19_in_a_campaign(name: str, edition: str) -> None:
    game = begin(name, dice=[6] * 60, edition=edition)
    until(game, "Choose the drop zone")
    if name == "combined_campaign":
        assert set(orders(game, "zone")) <= set(CHART.grid.labels(CHART.areas["east_of_orne"]))
        play(game, "zone 1345")
    bad = {"beach", "woods", "city"}
    north = {
        CHART.grid.label(hex_)
        for hex_ in members(CHART.areas["us_campaign"])
        if CHART.grid.row(hex_) > 19 and not CHART.terrain[hex_] & bad
    }
    offered = set(orders(game, "zone"))
    assert {"2015", "2116", "2417"} <= offered <= north  # east of the Vire
    too_narrow = {"quad": "10.9.2-05", "folio": "11.2.2-04"}[edition]
    assert {refusal(game, f"zone {label}").rule for label in north - offered} == {too_narrow}
    assert refusal(game, "zone 1915").rule == {"quad": "13.4-06", "folio": "Quad 13.4-06"}[edition]


def over_the_seam(*dice: int) -> Game:
    """The full campaign: the 82nd jumps beside the boundary between the armies."""
    game = begin("combined_campaign", dice=[6, 6, 6, *dice, *[6] * 40])
    come_ashore(game)
    play(game, "zone 1345", "zone 2024", "zone 2404")
    place(game, "3/6 1345", "5/6 1444", "6/6 1245")
    return game


@rule("15.1-03", "10.9.2-04")
def test_an_american_unit_cannot_be_aimed_at_a_hex_of_the_other_army() -> None:
    game = begin("combined_campaign", dice=[6] * 40)
    come_ashore(game)
    play(game, "zone 1345", "zone 2025", "zone 2404")
    place(game, "3/6 1345", "5/6 1444", "6/6 1245")
    assert CHART.areas["commonwealth_campaign"] >> at("2026") & 1
    assert "2025" in orders(game, "at") and "2026" not in orders(game, "at")
    assert refusal(game, "at 2026").rule == "15.1-03"


@rule("10.9.2-10", "15.1-03")
def test_a_unit_that_drifts_beyond_the_boundary_of_its_army_is_lost() -> None:
    game = over_the_seam(4, 4)  # to the east
    place(game, "505/82 2025", "507/82 2024", "508/82 1924", "325/82 1925")
    events = place(game, "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304")
    assert where(game, "505/82") == "eliminated"
    assert [event.rule for event in events if event.kind == "eliminated"] == ["10.9.2-10"]


@rule("15.1-02")
def test_nobody_is_recorded_in_a_hex_that_is_printed_for_another_unit() -> None:
    game = start("us_campaign")
    assert game.decision.prompt.endswith("352/352")
    assert refusal(game, "at 1709").rule == "5.3-01"  # 6/2 Parachute Regiment of the Utah scenario
    assert "1709" in orders(start("omaha"), "at")


@rule("15.1-04")
def test_assault_units_of_gt_1_land_at_the_beach_of_their_scenario() -> None:
    game = begin("commonwealth_campaign")
    play(game, "beachhead 2028", "beachhead 1935", "end")
    place(game, "69/50 2028")
    play(game, "land 151/50")
    assert orders(game, "at") == ["2028"]
    assert refusal(game, "at 1935").rule == "15.1-04"
    play(game, "at 2028")
    place(game, "231/50 2028", "7/3 1935", "8/3-cdn 1935", "9/3-cdn 1935")
    play(game, "beachhead 1739", "end", "land 8/3-br")
    assert orders(game, "at") == ["1739"]
    assert refusal(game, "at 2028").rule == "15.1-04"
    assert refusal(game, "at 1740").rule == "10.9.1-05"


@rule("15.1-05")
def test_later_reinforcements_land_at_any_beach_of_their_army() -> None:
    beaches = "2707 2219 2028 1935 1739"
    waiting = "357/90 9/2 56 152/51"  # of Utah, Omaha, Gold and Sword
    game = position("combined_campaign", "", turn=2, phase="landings", waiting=waiting, beachheads=beaches)
    for unit in ("357/90", "9/2"):
        play(game, f"land {unit}")
        assert set(orders(game, "at")) == {"2707", "2219"}
        assert refusal(game, "at 2028").rule == "15.1-05"
        assert refusal(game, "at 2120").rule == "10.11-01"
        play(game, "at 2219" if unit == "357/90" else "at 2707")
    for unit in ("56", "152/51"):
        play(game, f"land {unit}")
        assert set(orders(game, "at")) == {"2028", "1935", "1739"}
        assert refusal(game, "at 2219").rule == "15.1-05"
        play(game, "at 1935")
    assert (where(game, "357/90"), where(game, "9/2"), where(game, "56")) == ("2219", "2707", "1935")


# -- armies ---------------------------------------------------------------------------------------


@rule("15.1-03")
def test_scenario_boundaries_are_gone_but_each_army_keeps_to_its_own_half() -> None:
    units = "allied CCA/2 at 1325\nallied 22/7 at 1326\nallied 29/11 at 1135\nallied CCA/4 at 0404"
    game = position("combined_campaign", units, beachheads="2219 2028")
    assert not any(label[2:] > "25" for label in reach_labels(game, "CCA/2"))
    assert not any(label[2:] < "26" for label in reach_labels(game, "22/7"))
    play(game, "move CCA/2")
    assert refusal(game, "to 1426").rule == refusal(game, "to 1227").rule == "15.1-03"
    play(game, "to 1324", "move 22/7")
    assert refusal(game, "to 1225").rule == "15.1-03"
    play(game, "to 1327", "move 29/11", "to 1136")  # from the area of Gold into that of Sword
    play(game, "move CCA/4", "to 0403")  # and from Omaha's into Utah's
    assert (where(game, "29/11"), where(game, "CCA/4")) == ("1136", "0403")


def attack(game: Game, *orders_: str) -> list[Event]:
    """Declare an attack and let it be decided without markers."""
    events = play(game, *orders_)
    while not any(event.kind == "combat_result" for event in events):
        events += quietly(game)
    return events


NO_MARKERS: dict[Cup, tuple[int, ...]] = dict.fromkeys(Cup, ())


@rule("15.1-03")
def test_an_army_may_attack_across_the_boundary_but_not_advance_beyond_it() -> None:
    def after_retreat(us_hexes: str, german_hex: str) -> Game:
        units = "\n".join(f"allied {u} at {h}" for u, h in zip(("16/1", "18/1"), us_hexes.split(), strict=True))
        units += f"\ngerman 352/352 at {german_hex}"
        game = position("combined_campaign", units, phase="combat", beachheads="2219", dice=[1], cups=dict(NO_MARKERS))
        events = attack(game, f"attack {german_hex}", "with 16/1", "with 18/1")
        assert str(told(events, "combat_result")[0]["outcome"]).startswith("('D"), told(events, "combat_result")
        while game.decision.seat == "german" and state(game).phase == "Combat Phase":
            play(game, next((o for o in orders(game) if o.startswith("retreat")), orders(game)[0]))
        return game

    west = after_retreat("1223 1124", "1224")  # both in the west: the way is free
    assert west.decision.prompt.startswith("Advance")
    across = after_retreat("1325 1225", "1326")
    assert not across.decision.prompt.startswith("Advance")


@rule("15.1-03")
def test_an_army_may_not_retreat_beyond_the_boundary() -> None:
    # The way to the only beachhead would lead through 1326; of the hexes without a zone 1425 is left.
    units = "allied 16/1 at 1325\ngerman 130/Lehr-pz at 1324\ngerman 901/Lehr at 1224\ngerman 902/Lehr at 1225"
    game = position(
        "combined_campaign", units, side="german", phase="combat", beachheads="2028", dice=[1], cups=dict(NO_MARKERS)
    )
    events = attack(game, "attack 1325", "with 130/Lehr-pz", "with 901/Lehr", "with 902/Lehr")
    assert told(events, "combat_result")[0]["outcome"] == ("D2",)
    events = play(game, "retreat 16/1")
    while game.decision.seat == "allied":
        assert refusal(game, "to 1526").rule == "8.3-14"
        events += play(game, orders(game)[0])
    path = told(events, "retreated")[0]["path"]
    assert isinstance(path, tuple) and path[0] == at("1425")
    assert where(game, "16/1")[2:] <= "25"


@rule("15.1-12", "15.1-13", "15.1-11")
def test_one_german_cup_and_two_sets_of_allied_cups() -> None:
    areas = {name: open_scenario(name).battle.areas[0] for name in ("gold_juno", "sword", "utah", "omaha")}
    game = begin("combined_campaign")
    cups = state(game).cups

    def values(cup: Cup) -> Counter[int]:
        return Counter(map(value_of, cups[cup]))

    assert values(Cup.GERMAN) == sum((Counter(area.german_markers.counts) for area in areas.values()), Counter())
    assert len(cups[Cup.GERMAN]) == 15 + 21 + 11 + 15
    for artillery, aircraft, naval, names in (
        (Cup.US_ARTILLERY, Cup.US_AIRCRAFT, Cup.US_NAVAL, ("utah", "omaha")),
        (Cup.CW_ARTILLERY, Cup.CW_AIRCRAFT, Cup.CW_NAVAL, ("gold_juno", "sword")),
    ):
        both = [areas[name] for name in names]
        flying = sum((Counter(area.aircraft.counts) for area in both), Counter())
        everything = sum((Counter(area.allied_markers.counts) for area in both), Counter())
        assert values(aircraft) == flying
        assert values(artillery) == everything - flying
        assert values(naval) == sum((Counter(area.naval_markers.counts) for area in both), Counter())


@rule("15.1-12")
@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("us_campaign", (Cup.CW_ARTILLERY, Cup.CW_AIRCRAFT, Cup.CW_NAVAL)),
        ("commonwealth_campaign", (Cup.US_ARTILLERY, Cup.US_AIRCRAFT, Cup.US_NAVAL)),
    ],
)
def test_an_army_that_is_not_there_has_no_markers(name: str, missing: tuple[Cup, ...]) -> None:
    assert all(state(begin(name)).cups[cup] == () for cup in missing)


SEAM = "allied 16/1 at 1325\nallied 231/50 at 1327\ngerman 916/352 at 1326"


@rule("15.1-14")
def test_markers_of_one_army_do_not_support_units_of_the_other() -> None:
    game = position("combined_campaign", SEAM, phase="combat", beachheads="2219 2028")
    play(game, "attack 1326", "with 16/1", "declare")
    assert orders(game) == ["draw us-artillery", "draw us-aircraft", "pass"]
    assert refusal(game, "draw cw-artillery").rule == refusal(game, "draw cw-aircraft").rule == "10.8.1-12"
    game = position("combined_campaign", SEAM, phase="combat", beachheads="2219 2028")
    play(game, "attack 1326", "with 231/50", "declare")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]
    assert refusal(game, "draw us-aircraft").rule == "10.8.1-12"


@rule("15.1-14")
def test_no_marker_supports_an_attack_of_both_armies_together() -> None:
    game = position("combined_campaign", SEAM, phase="combat", beachheads="2219 2028")
    play(game, "attack 1326", "with 16/1", "with 231/50")
    assert game.decision.seat == "german"  # the Allied steps are passed over


@rule("15.1-14")
def test_a_defender_has_the_markers_of_its_own_army_only() -> None:
    game = position("combined_campaign", SEAM, side="german", phase="combat", beachheads="2219 2028")
    play(game, "attack 1327", "with 916/352", "pass")
    assert (game.decision.seat, orders(game)) == ("allied", ["draw cw-artillery", "draw cw-aircraft", "pass"])


@rule("15.1-14")
def test_naval_markers_of_one_army_do_not_support_a_beach_assault_of_the_other() -> None:
    game = begin("combined_campaign", dice=[6] * 40)
    come_ashore(game)
    until(game, "Place a first support fire marker")
    prompts = 0
    while state(game).turn == 0:
        if "attack on" in game.decision.prompt and game.decision.seat == "allied":
            hex_ = game.decision.prompt.rpartition(" ")[2].rstrip("?")
            army = "us" if hex_[2:] <= "25" else "cw"
            assert {name.partition("-")[0] for name in orders(game, "draw")} == {army}
            assert f"{army}-naval" in orders(game, "draw")
            prompts += 1
        quietly(game)
    assert prompts >= 8


# -- German reinforcements ------------------------------------------------------------------------


def entering(name: str, unit: str, turn: int) -> tuple[set[str], set[str]]:
    """By which hexes a reinforcement comes onto an empty map, and all hexes where it could end its move."""
    game = position(name, "", side="german", turn=turn, waiting=unit)
    twin = game.copy()
    play(twin, f"enter {unit}")
    ends = set(orders(twin, "to"))
    firsts = set()
    for end in ends:
        path = play(game.copy(), f"enter {unit}", f"to {end}")[-1].facts["path"]
        assert isinstance(path, tuple)
        firsts.add(CHART.grid.label(path[0]))
    return firsts, ends


def labels(row: str, first: int, last: int) -> set[str]:
    return {f"{row}{column:02}" for column in range(first, last + 1)}


@rule("15.1-06")
def test_german_reinforcements_arrive_as_in_their_own_scenario() -> None:
    assert entering("us_campaign", "Sch/30", 1)[0] == {"1005"}
    firsts, ends = entering("us_campaign", "1057/91", 1)
    north = {f"{row}01" for row in range(24, 34)}
    assert firsts <= north <= ends
    assert entering("us_campaign", "33/17SS", 3)[0] == {"0401", "1001", "1301"}
    east = {f"{row:02}50" for row in range(1, 18)}
    firsts, ends = entering("commonwealth_campaign", "858/346", 2)
    assert firsts <= east <= ends


@rule("15.1-07")
@pytest.mark.parametrize("name", ["commonwealth_campaign", "combined_campaign"])
def test_the_12th_ss_enters_by_the_east_edge_with_all_its_movement_points(name: str) -> None:
    east = {f"{row:02}50" for row in range(1, 18)}
    for unit in ("12/12SS-pz", "1/12SS", "12/12SS-aa", "12/12SS-at"):
        firsts, ends = entering(name, unit, 1)
        assert firsts <= east <= ends
    game = position(name, "", side="german", turn=1, waiting="1/12SS")
    play(game, "enter 1/12SS", "to 0450")
    play(game, "move 1/12SS")
    assert set(orders(game, "to")) == reach_labels(game, "1/12SS", 11.5)


@rule("15.1-08")
@pytest.mark.parametrize(
    ("unit", "turn", "edge"),
    [
        ("37/17SS", 2, labels("01", 1, 25)),  # Utah
        ("983/275", 4, labels("01", 1, 25)),  # Omaha
        ("901/Lehr", 3, labels("01", 26, 50)),  # Gold and Juno
    ],
)
def test_south_edge_arrivals_use_the_half_of_their_own_scenario(unit: str, turn: int, edge: set[str]) -> None:
    firsts, ends = entering("combined_campaign", unit, turn)
    assert firsts <= edge <= ends


@rule("15.1-09")
def test_germans_go_anywhere_on_the_part_of_the_map_in_use() -> None:
    game = position("combined_campaign", "german 901/Lehr at 1326", side="german")
    play(game, "move 901/Lehr", "to 1324")
    assert where(game, "901/Lehr") == "1324"
    game = position("commonwealth_campaign", "german 901/Lehr at 1326\ngerman 22/21 at 0836", side="german")
    play(game, "move 901/Lehr")
    assert refusal(game, "to 1325").rule == "15.1-09"
    play(game, "to 1327", "move 22/21", "to 0835")
    assert where(game, "22/21") == "0835"


# -- markers, replacements, late arrivals ---------------------------------------------------------


@rule("15.0-05")
@pytest.mark.parametrize(
    ("name", "held", "lost"),
    [
        ("us_campaign", "2901 1718", 2),
        ("us_campaign", "1811 1911 0421 0401", 3),
        ("commonwealth_campaign", "1926 0738 0739 0837 0838 0839 0840 0937 0938 0939", 3),
        ("combined_campaign", "1926 1929 2501 1718 0738 0739 0837 0838 0839 0840 0937 0938 0939", 6),
    ],
)
def test_the_germans_lose_markers_for_every_beach_area_in_use(name: str, held: str, lost: int) -> None:
    game = position(name, "", side="german", held=held, beachheads=CAMPAIGNS[name].beach, dice=FAIR)
    owned = len(state(game).pool[Cup.GERMAN])
    events = end_turn(game)
    assert kinds(events).count("marker_lost") == lost
    assert len(state(game).pool[Cup.GERMAN]) == len(state(game).cups[Cup.GERMAN]) == owned - lost


WRECKS = {
    "us leg": ("16/1", "18/1", "26/1"),
    "us mobile": ("CCA/2", "CCB/2", "CCR/2"),
    "cw leg": ("69/50", "151/50", "231/50"),
    "cw mobile": ("8", "22/7", "27"),
}


def rebuilt(name: str, turn: int) -> dict[str, int]:
    """How many units of each class can be rebuilt at the start of a turn."""
    west, east = ("1020", "1120", "1220", "1022", "1122", "1222"), ("1030", "1130", "1230", "1032", "1132", "1232")
    us = (*WRECKS["us leg"], *WRECKS["us mobile"]) if name != "commonwealth_campaign" else ()
    cw = (*WRECKS["cw leg"], *WRECKS["cw mobile"]) if name != "us_campaign" else ()
    places = [*zip(us, west, strict=False), *zip(cw, east, strict=False)]
    units = "\n".join(f"allied {unit} at {hex_} reduced" for unit, hex_ in places)
    game = position(name, units, side="german", turn=turn - 1, beachheads=CAMPAIGNS[name].beach, dice=FAIR)
    events = end_turn(game)
    while choices := orders(game, "rebuild"):
        events += play(game, f"rebuild {choices[0]}")
    numbers = {facts["unit"] for facts in told(events, "rebuilt")}
    return {kind: sum(unit_number(name) in numbers for name in names) for kind, names in WRECKS.items()}


@rule("15.2-01", "15.2-02", "15.2-03", "15.2-04", "15.2-05")
def test_replacements_in_the_full_campaign() -> None:
    by_turn = {turn: tuple(rebuilt("combined_campaign", turn).values()) for turn in range(2, 9)}
    assert by_turn == {  # US leg, US mobile, CW leg, CW mobile
        2: (2, 0, 2, 0),
        3: (2, 1, 0, 2),
        4: (2, 0, 2, 0),
        5: (2, 2, 0, 2),
        6: (2, 0, 2, 0),
        7: (2, 2, 0, 2),
        8: (2, 0, 2, 0),
    }


@rule("15.2-01")
def test_only_armies_in_play_receive_replacements() -> None:
    assert tuple(rebuilt("us_campaign", 5).values()) == (2, 2, 0, 0)
    assert tuple(rebuilt("commonwealth_campaign", 5).values()) == (0, 0, 0, 2)
    assert tuple(rebuilt("commonwealth_campaign", 6).values()) == (0, 0, 2, 0)


@rule("15.4-01")
@pytest.mark.parametrize("name", ["commonwealth_campaign", "combined_campaign"])
def test_the_late_canadians_come_if_the_campaign_reaches_their_turn(name: str) -> None:
    waiting = "4/2 5/2 6/2-cdn 4/4 10/4"
    game = position(name, "", side="german", turn=16, beachheads="1640 1739", waiting=waiting, dice=FAIR)
    end_turn(game)
    assert where(game, "4/2") == "waiting"
    end_turn(game)  # extended to GT 25, for no city is captured
    while state(game).turn == 18:
        quietly(game)
    assert "waiting" not in {where(game, unit) for unit in ("4/2", "5/2", "6/2-cdn")}
    assert where(game, "4/4") == "waiting"
    while state(game).turn <= 21:
        quietly(game)
    assert "waiting" not in {where(game, unit) for unit in ("4/4", "10/4")}


@rule("15.4-01")
def test_the_late_canadians_do_not_come_if_the_campaign_ends_before() -> None:
    held = first_hexes(EAST_CITIES, 20)
    game = position(
        "commonwealth_campaign", "", side="german", turn=17, held=held, beachheads="1640", waiting="4/2", dice=FAIR
    )
    end_turn(game)
    assert game.over and where(game, "4/2") == "waiting"


# -- length ---------------------------------------------------------------------------------------


@rule("15.3-02", "15.3-03")
@EVERY_CAMPAIGN
def test_a_campaign_ends_with_gt_17_if_the_allies_have_met_their_conditions(name: str) -> None:
    campaign = CAMPAIGNS[name]
    held = first_hexes(campaign.cities, campaign.city_hexes)
    game = end_of(name, held, turn=16)
    assert not game.over
    end_turn(game)
    assert game.outcome is not None and game.outcome.winner == "allied"
    assert state(game).turn == 17


@rule("11.2-03", "14.2-03", "15.3-04")
@pytest.mark.parametrize(
    ("name", "held", "cities"),
    [("commonwealth_campaign", "1926 1929", 2), ("us_campaign", "1718 0421", 2), ("us_campaign", "1811 1911", 1)],
)
def test_the_places_whose_loss_costs_the_germans_a_marker_count_as_cities(name: str, held: str, cities: int) -> None:
    game = position(name, "", side="german", turn=17, held=held, beachheads=CAMPAIGNS[name].beach, dice=FAIR)
    assert [facts["cities"] for facts in told(end_turn(game), "extended")] == [cities]


@rule("15.3-03", "15.3-05", "15.3-06")
@pytest.mark.parametrize(
    ("name", "captured", "last"),
    [
        ("us_campaign", 0, 24),
        ("us_campaign", 3, 21),
        ("us_campaign", 6, 18),
        ("commonwealth_campaign", 3, 24),
        ("commonwealth_campaign", 2, 25),
        ("combined_campaign", 9, 25),
        ("combined_campaign", 10, 24),
    ],
)
def test_a_campaign_is_extended_by_the_number_of_cities_not_captured(name: str, captured: int, last: int) -> None:
    cities = CAMPAIGNS[name].cities
    if name == "combined_campaign":  # the smallest first, so as not to win
        cities = tuple(sorted(cities, key=len))
    game = end_of(name, " ".join(cities[:captured]))
    assert not game.over and state(game).last_turn == last
    to_the_end(game)
    assert state(game).turn == last
    assert game.outcome is not None and game.outcome.winner == "german"


@rule("15.3-04")
def test_a_city_counts_as_one_and_only_if_all_of_its_hexes_are_captured() -> None:
    caen, *_ = [city for city in EAST_CITIES if len(city) > 20]
    assert state(end_of("commonwealth_campaign", caen)).last_turn == 25  # 17 + 10 - 1, and 25 is the most
    five = "0148 0227 0945 1542 1834"
    assert state(end_of("commonwealth_campaign", five)).last_turn == 17 + 10 - 5
    assert state(end_of("commonwealth_campaign", f"{five} 1526 1626")).last_turn == 17 + 10 - 6
    assert state(end_of("commonwealth_campaign", f"{five} 1526")).last_turn == 17 + 10 - 5
    assert state(end_of("us_campaign", "0709 0608")).last_turn == 17 + 7
    assert state(end_of("us_campaign", "0709 0608 0609")).last_turn == 17 + 7 - 1


@rule("15.3-07")
@pytest.mark.parametrize("name", ["commonwealth_campaign", "combined_campaign"])
def test_no_campaign_goes_beyond_gt_25(name: str) -> None:
    game = end_of(name, "")
    assert state(game).last_turn == 25
    to_the_end(game)
    assert state(game).turn == 25


@rule("15.3-07", "15.3-06")
def test_victory_is_judged_at_the_end_of_the_extension_only() -> None:
    game = end_of("us_campaign", "0709 0608 0609")  # to GT 23
    state(game).held |= sum(1 << at(label) for label in " ".join(WEST_CITIES).split())
    while state(game).turn < 23:
        end_turn(game)
    assert not game.over
    end_turn(game)
    assert game.outcome is not None and game.outcome.winner == "allied" and state(game).turn == 23


@rule("15.3-01", "12.5.1-01")
def test_a_division_brought_early_first_lengthens_the_game_and_the_cities_are_counted_then() -> None:
    six = "0148 0227 0945 1542 1834 1929"
    game = position(
        "commonwealth_campaign", "german 22/21 at 0545", turn=14, phase="mobile_combat", held=six,
        beachheads="1640", waiting="1051/84", dice=FAIR, early_arrival="yes",
    )  # fmt: skip
    play(game, "bring 84")
    events = until(game, "Move a unit", "allied")
    assert state(game).last_turn == 18
    while state(game).turn < 18:
        events += end_turn(game)
    assert "extended" not in kinds(events)
    events = end_turn(game)
    assert told(events, "extended") == [{"cities": 6, "last_turn": 18 + 10 - 6}]
    to_the_end(game)
    assert state(game).turn == 22


# -- victory --------------------------------------------------------------------------------------


@rule("15.5-01")
@EVERY_CAMPAIGN
def test_without_any_beach_landing_hex_the_germans_win_at_once(name: str) -> None:
    campaign = CAMPAIGNS[name]
    game = end_of(name, first_hexes(campaign.cities, campaign.city_hexes), turn=6, beach="")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.level, game.outcome.rule) == ("german", "strategic", "15.5-01")
    assert state(game).turn == 6


@rule("15.5-01")
@pytest.mark.parametrize("beach", ["2219", "2707", "2028", "1935", "1740"])
def test_one_beach_landing_hex_on_any_beach_is_enough(beach: str) -> None:
    assert not end_of("combined_campaign", "", turn=6, beach=beach).over


@rule("15.5-03", "15.5-04", "15.5-05", "15.5-02")
@EVERY_CAMPAIGN
def test_enough_captured_city_hexes_win_and_one_less_does_not(name: str) -> None:
    campaign = CAMPAIGNS[name]
    number = campaign.city_hexes
    game = end_of(name, first_hexes(campaign.cities, number), turn=17)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.level) == ("allied", "")
    assert game.outcome.rule == ("15.5-05" if name == "combined_campaign" else "15.5-04")
    game = end_of(name, first_hexes(campaign.cities, number - 1), turn=17)
    assert not game.over
    to_the_end(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.level, game.outcome.rule) == ("german", "operational", "15.5-02")


@rule("15.5-03")
def test_any_city_hexes_count_also_part_of_a_city_and_towns_do_not() -> None:
    caen = "0938 0937 0939 0837 0838 0839 0738 0739"  # eight of nine
    six = "0148 0227 0945 1526 1626 1926"
    game = end_of("commonwealth_campaign", f"{caen} {six}")
    assert game.outcome is not None and game.outcome.winner == "allied"
    towns = [label for label in CHART.grid.labels(CHART.with_terrain("town")) if label[2:] > "25"]
    assert len(towns) >= 14
    assert not end_of("commonwealth_campaign", " ".join(towns)).over


@rule("15.1-10")
@pytest.mark.parametrize(
    ("name", "held", "units"),
    [
        ("commonwealth_campaign", "0937 0938 0939 0837 0430 0532 0533 0534 0635 0228 0229", ""),
        (
            "us_campaign",
            "1706 1805 2206 2605 2503 2901 2501 1718 1811 1911 0421",
            "allied 16/1 at 0708\nallied 18/1 at 0710",
        ),
    ],
)
def test_the_objectives_of_the_single_scenarios_do_not_win_a_campaign(name: str, held: str, units: str) -> None:
    assert not end_of(name, held, units=units).over


@rule("15.3-08", "15.5-06")
def test_a_city_hex_counts_only_while_a_line_of_supply_can_be_traced_from_it() -> None:
    cut_off = "german 916/352 at 2119\ngerman 352/352 at 2319"  # around the only beachhead
    every = " ".join(WEST_CITIES)
    game = end_of("us_campaign", every, units=cut_off)
    assert not game.over
    assert state(game).last_turn == 17 + 7  # nor does a city
    game = end_of("us_campaign", every)
    assert game.outcome is not None and game.outcome.winner == "allied"


@rule("15.3-08", "15.5-06")
def test_a_city_hex_is_captured_by_a_unit_in_it_and_lost_to_a_german() -> None:
    thirteen = first_hexes(WEST_CITIES, 13)
    game = end_of("us_campaign", thirteen, units="allied 16/1 at 3001")
    assert game.outcome is not None and game.outcome.winner == "allied"
    fourteen = f"{thirteen} 3001"
    assert not end_of("us_campaign", fourteen, units="german 919/709 at 3001").over
    two = "0709 0608 0609 1319 1320 1419"
    assert state(end_of("us_campaign", two, units="german 919/709 at 1320")).last_turn == 17 + 7 - 1
