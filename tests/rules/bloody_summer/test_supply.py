"""Supply lines, being out of supply, airborne supply (7.3, 7.4, 7.5)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.campaign import ARMIES, GERMAN
from bocage.games.bloody_summer.control import Assignment
from bocage.games.bloody_summer.fight import attack_value, defence_value
from bocage.games.bloody_summer.logistics import AirborneSupply, Logistics
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import GRID, place_number
from bocage.games.bloody_summer.reach import gaits_of
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.supply import hq_supplied, mark
from tests.bloody_summer.positions import begin, has, position, state
from tests.questions import orders, play, refusal
from tests.support import rule

US_CORPS = """
    allied HQ-V at 0913
    depot Omaha-East
    held 0713
"""  # on the road 0913-0912-0812-0811 ... and by 0914-0814-0714 to the beach
GERMAN_CORPS = """
    german HQ-LXXXIV at 1320
    german Depot-Rennes at rennes
"""  # on the road to Avranches and the exit l


def put(g: State, unit: str, place: str) -> None:
    """Place a piece."""
    g.put(piece_number(unit), place_number(place))


def checked(text: str, **more: object) -> State:
    """A position after a supply check."""
    g = position("operation_cobra", text, **more)  # type: ignore[arg-type]
    for army in ARMIES:
        begin(g, Assignment(army))
    mark(g)
    return g


def supplied(text: str, unit: str, **more: object) -> bool:
    """Whether a unit is in supply after a check."""
    return not has(checked(text, **more).unsupplied, unit)


def is_hq_supplied(text: str, hq: str) -> bool:
    """Whether a headquarters is in supply."""
    return hq_supplied(position("operation_cobra", text), piece_number(hq))


# -- headquarters ---------------------------------------------------------------------------------------


@rule("7.3.2-01", "7.3.2-02", "7.3.1-01", edition="bloody_summer")
def test_a_road_of_any_length_leads_a_headquarters_to_a_depot() -> None:
    assert is_hq_supplied(US_CORPS, "HQ-V")
    assert is_hq_supplied("allied HQ-V at 1820\ndepot Omaha-East\nheld 0713", "HQ-V"), "from Avranches"
    assert not is_hq_supplied("allied HQ-V at 0913\ndepot Gold-East\nheld 0710", "HQ-V"), "a British depot"
    assert not is_hq_supplied("allied HQ-V at 1012\ndepot Omaha-East\nheld 0713", "HQ-V"), "no road in 1012"


@rule("7.3.2-01", "7.3.2-03", "0.1.1-08", edition="bloody_summer")
def test_a_headquarters_with_an_offensive_marker_needs_no_road() -> None:
    alone = "allied HQ-V at 1012"
    assert not is_hq_supplied(alone, "HQ-V")
    assert is_hq_supplied(alone + "\nmarker allied 1012 1", "HQ-V")
    assert not is_hq_supplied(alone + "\nmarker allied 1013 1", "HQ-V"), "the marker must be with it"


@rule("7.3.1-02", "7.3.1-05", "7.3.1-08", edition="bloody_summer")
def test_enemies_and_their_zones_cut_the_road_unless_a_friend_is_there() -> None:
    corps = "german HQ-LXXXIV at 0125\ngerman Depot-Cherbourg at 0223\n"  # by 0225 and 0224
    assert is_hq_supplied(corps, "HQ-LXXXIV")
    assert not is_hq_supplied(corps + "allied 70-Tk at 0225", "HQ-LXXXIV"), "a unit without a zone"
    assert is_hq_supplied(corps + "allied 70-Tk at 0124", "HQ-LXXXIV")
    zone = corps + "allied 4-Inf/8 at 0124\n"
    assert not is_hq_supplied(zone, "HQ-LXXXIV")
    assert not is_hq_supplied(zone + "german 709-Inf/729 at 0225", "HQ-LXXXIV"), "0224 is in the zone, too"
    assert is_hq_supplied(zone + "german 709-Inf/729 at 0225\ngerman 709-Inf/739 at 0224", "HQ-LXXXIV")
    assert is_hq_supplied(zone + "german HQ-II-FJ at 0225\ngerman 709-Inf/739 at 0224", "HQ-LXXXIV"), "any friend"


@rule("7.3.1-08", "4.1.2-02", edition="bloody_summer")
def test_lines_leave_the_map_at_lettered_hexes_and_follow_boxes_that_are_not_the_enemys() -> None:
    corps = "german HQ-LXXXIV at 1919\ngerman Depot-Le-Mans at le-mans\n"  # k and l lead to Rennes
    hq = piece_number("HQ-LXXXIV")
    assert hq_supplied(position("race_to_cherbourg", corps, turn=3), hq), "by Rennes"
    assert not hq_supplied(position("race_to_cherbourg", corps + "boxes rennes", turn=3), hq)
    fighting = "german 77-Inf at rennes\nallied 9-Inf/39 at rennes\n"
    assert not hq_supplied(position("race_to_cherbourg", corps + fighting, turn=3), hq), "confusion"
    edge = "german HQ-LXXXIV at 2119\ngerman Depot-Rennes at rennes\n"
    assert not hq_supplied(position("race_to_cherbourg", edge, turn=3), hq), "no road, no letter"


@rule("7.3.1-08", edition="bloody_summer")
def test_a_headquarters_in_confusion_traces_on_to_the_next_free_hex() -> None:
    text = "german WN-Vierville at 0714\nallied HQ-V at 0714\nallied 29-Inf/116 at 0714\n"
    assert is_hq_supplied(text + "depot Omaha-East\nheld 0713", "HQ-V")
    closed = "".join(f"german {unit} at {place}\n" for unit, place in (("91-LL/1057", "0814"), ("91-LL/1058", "0615")))
    assert not is_hq_supplied(text + closed + "depot Utah\nheld 0617", "HQ-V"), "no road out of 0714 is free"


@rule("7.2-06", edition="bloody_summer")
def test_no_supply_is_traced_to_a_depot_in_confusion() -> None:
    corps = "german HQ-LXXXIV at 1919\ngerman Depot-Rennes at rennes\ngerman 77-Inf at rennes\n"
    assert is_hq_supplied(corps, "HQ-LXXXIV")
    assert not is_hq_supplied(corps + "allied 4-Arm/CCA at rennes", "HQ-LXXXIV")


# -- units ----------------------------------------------------------------------------------------------


@rule("7-01", "7.3.1-04", "7.3.1-06", edition="bloody_summer")
def test_a_unit_needs_a_line_to_a_headquarters_that_is_in_supply() -> None:
    unit = "allied 29-Inf/116 at 1012\n"
    assert supplied(unit + US_CORPS, "29-Inf/116")
    assert not supplied(unit + "allied HQ-V at 0913", "29-Inf/116"), "the headquarters has no depot"
    assert not supplied(unit + "depot Omaha-East\nheld 0713", "29-Inf/116"), "no headquarters"
    assert has(checked(unit + "allied HQ-V at 0913").unsupplied, "HQ-V")


@rule("7.3.1-01", "7.3.1-03", edition="bloody_summer")
def test_the_line_of_a_unit_needs_no_road_but_does_not_cross_the_sea() -> None:
    assert supplied("allied 29-Inf/116 at 1013\n" + US_CORPS, "29-Inf/116"), "bocage"
    text = "allied 4-Inf/8 at 0617\nallied HQ-V at 0615\nmarker allied 0615 1\n"
    wall = "german 91-LL/1057 at 0716\ngerman 91-LL/1058 at 0717\ngerman 709-Inf/919 at 0618"
    assert supplied(text, "4-Inf/8")
    assert not supplied(text + wall, "4-Inf/8"), "two hexes apart across the bay, but not by land"


@rule("7.3.1-02", "7.3.1-05", edition="bloody_summer")
def test_zones_cut_the_line_of_a_unit_and_friends_open_it() -> None:
    unit = "german 12-SS/25 at 1017\ngerman HQ-LXXXIV at 1218\nmarker german 1218 1\n"
    ring = [GRID.label(hex_) for hex_ in GRID.neighbours[GRID.at("1017")]]
    near = ("4-Arm/CCA", "4-Arm/CCB", "4-Arm/CCR", "6-Arm/CCA", "6-Arm/CCB", "6-Arm/CCR")
    closed = "\n".join(f"allied {name} at {place}" for name, place in zip(near, ring, strict=True))
    assert supplied(unit, "12-SS/25")
    assert not supplied(unit + closed, "12-SS/25")
    gap = "\n".join(f"allied {name} at {place}" for name, place in list(zip(near, ring, strict=True))[:5])
    assert not supplied(unit + gap, "12-SS/25"), "the last hex is in their zones"
    assert supplied(unit + gap + f"\ngerman 77-Inf at {ring[5]}\ngerman 353-Inf at {beyond(ring[5])}", "12-SS/25")


def beyond(label: str) -> str:
    """The hex two beyond 1017 in the direction of one of its neighbours."""
    centre, near = GRID.at("1017"), GRID.at(label)
    far = GRID.toward(near, GRID.direction(centre, near))
    assert far is not None
    return GRID.label(far)


@rule("7.3.1-07", edition="bloody_summer")
def test_germans_in_a_box_need_no_headquarters_while_own_boxes_lead_to_a_depot() -> None:
    units = "german 9-Pz/10 at languedoc\ngerman 77-Inf at rennes\n"
    depot = "german Depot-Paris at paris\n"
    assert supplied(units + depot, "9-Pz/10") and supplied(units + depot, "77-Inf")
    assert not supplied(units, "9-Pz/10"), "no depot"
    assert not supplied(units + depot + "allied 4-Arm/CCA at rennes", "77-Inf"), "confusion"
    cut = depot + "boxes orleans angers south-east\n"
    assert not supplied(units + cut, "9-Pz/10") and supplied(units + cut, "77-Inf"), "by Le Mans and Alencon"


@rule("5.1-06", "7.3.1-07", edition="bloody_summer")
def test_allies_in_a_box_need_their_headquarters_in_it_or_next_to_it() -> None:
    unit = "allied 4-Arm/CCA at rennes\n"
    assert not supplied(unit, "4-Arm/CCA")
    assert supplied(unit + "allied HQ-XV at rennes\nmarker allied rennes 1", "4-Arm/CCA")
    assert supplied(unit + "allied HQ-XV at brest\nmarker allied brest 1", "4-Arm/CCA")
    assert not supplied(unit + "allied HQ-XV at orleans\nmarker allied orleans 1", "4-Arm/CCA")


@rule("0.1.2.e-05", edition="bloody_summer")
def test_units_in_a_festung_are_always_supplied() -> None:
    text = "german Festung-Brest at festung-brest\nboxes brest rennes\n"
    assert supplied(text + "german 343-Inf at festung-brest", "343-Inf")
    assert not supplied(text + "german 343-Inf at brest", "343-Inf")


@rule("0.1.2.e-05", "7.4-07", edition="bloody_summer")
def test_a_headquarters_in_a_festung_is_supplied_and_can_leave_it() -> None:
    text = "german Festung-Brest at festung-brest\nboxes rennes\n"
    assert is_hq_supplied(text + "german HQ-XXV at festung-brest", "HQ-XXV")
    assert not is_hq_supplied(text + "german HQ-XXV at brest", "HQ-XXV")


@rule("10-03", edition="bloody_summer")
@pytest.mark.parametrize(("turn", "out"), [(1, False), (2, True)])
def test_on_turn_1_all_are_supplied(turn: int, out: bool) -> None:
    g = position("campaign", "allied 82-Abn/505 at 0619\ngerman 709-Inf/729 at 0120", turn=turn, dice=[1, 1])
    game = begin(g, Logistics())
    assert has(state(game).unsupplied, "82-Abn/505") == has(state(game).unsupplied, "709-Inf/729") == out


# -- out of supply --------------------------------------------------------------------------------------


@rule("7-02", "7.4-02", "1.1.1.2-03", edition="bloody_summer")
def test_the_status_is_settled_in_the_logistics_phase_and_lasts_until_the_next() -> None:
    g = position("operation_cobra", "german 12-SS/25 at 1017", turn=8, dice=[1, 1, 1, 1])
    game = begin(g, Logistics())
    assert has(state(game).unsupplied, "12-SS/25")
    put(g, "HQ-LXXXIV", "1119")
    g.add_markers(GERMAN, GRID.at("1119"), 1)
    assert has(g.unsupplied, "12-SS/25"), "a line comes too late"
    g.turn = 9
    assert not has(state(begin(g, Logistics())).unsupplied, "12-SS/25")


@rule("7.4-03", "7.4-04", "7.4-E1", edition="bloody_summer")
def test_isolated_units_defend_with_half_rounded_up_and_do_not_attack() -> None:
    g = position("operation_cobra", "german 91-LL/1057 at 1017\ngerman 91-LL/1058 unsupplied at 1018")
    fresh, isolated = piece_number("91-LL/1057"), piece_number("91-LL/1058")
    assert g.defence_of(isolated) == 3 == defence_value(g, fresh) and attack_value(g, fresh) > 0
    assert defence_value(g, isolated) == 2 and attack_value(g, isolated) == 0


@rule("7.4-05", "7.4-06", edition="bloody_summer")
def test_isolated_motorized_units_have_half_their_movement_and_walkers_all_of_it() -> None:
    text = "german 12-SS/I/12 unsupplied at 1408\ngerman 77-Inf unsupplied at 1409\ngerman HQ-LXXXIV unsupplied at 1410"
    g = position("operation_cobra", text)
    allowance = g.campaign.allowance
    for name, halves in (("12-SS/I/12", True), ("77-Inf", False), ("HQ-LXXXIV", True)):
        whole = allowance[piece_number(name)]
        points = max(gait.points for gait in gaits_of(g, piece_number(name)))
        assert points == ((whole + 1) // 2 if halves else whole), name


# -- airborne supply ------------------------------------------------------------------------------------


@rule("7.5-01", edition="bloody_summer")
@pytest.mark.parametrize("weather", ["clear", "overcast"])
def test_the_allies_supply_infantry_of_four_stacking_points_by_air(weather: str) -> None:
    units = ("82-Abn/505", "82-Abn/507", "82-Abn/508", "4-Inf/8", "4-Inf/22")
    lines = [f"allied {unit} unsupplied at {1017 + n}" for n, unit in enumerate(units)]
    text = "\n".join([*lines, "allied 4-Arm/CCA unsupplied at 0917", "allied 4-Inf/12 at 0918"])
    game = begin(position("operation_cobra", text, weather=weather), AirborneSupply())
    assert orders(game, "supply") == sorted(units, key=piece_number)
    assert refusal(game, "supply 4-Arm/CCA").rule == refusal(game, "supply 4-Inf/12").rule == "7.5-01"
    play(game, *(f"supply {unit}" for unit in units[:4]))
    assert [has(state(game).unsupplied, unit) for unit in units] == [False] * 4 + [True]


@rule("7.5-01", edition="bloody_summer")
def test_airborne_supply_is_no_duty() -> None:
    game = begin(position("operation_cobra", "allied 4-Inf/8 unsupplied at 1017"), AirborneSupply())
    play(game, "end")
    assert has(state(game).unsupplied, "4-Inf/8")


@rule("0.1.2.d-08", edition="bloody_summer")
def test_garrisons_and_batteries_need_no_headquarters() -> None:
    g = checked("german WN-Madeleine at 0617\ngerman Battery-Longues at 0712\ngerman 91-LL/1057 at 0618")
    assert [has(g.unsupplied, name) for name in ("WN-Madeleine", "Battery-Longues", "91-LL/1057")] == [
        False,
        False,
        True,
    ]
