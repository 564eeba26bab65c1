"""Who controls whom: five divisions and three independent units, by nation, distance and line (5, 5.1, 8)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import control
from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.campaign import ALLIED, ARMIES, GERMANS
from bocage.games.bloody_summer.control import Assignment, may_fight, why_not_fight
from bocage.games.bloody_summer.pieces import PIECE_IDS, piece_number
from bocage.games.bloody_summer.places import GRID, place_number
from bocage.games.bloody_summer.set_up import set_up
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.supply import in_field, mark
from bocage.kernel import Game, Refusal
from tests.bloody_summer.positions import begin, has, position, state
from tests.questions import orders, play, refusal
from tests.support import rule

CORPS = "german HQ-LXXXIV at 1218\nmarker german 1218 1\n"
DIVISIONS = ("711-Inf", "346-Inf", "353-Inf", "276-Inf", "277-Inf", "272-Inf", "271-Inf", "326-Inf")
BATTALIONS = ("s.SS-Pz-101", "s.Pz-503", "s.SS-Pz-102", "s.PzJg-654")


def stack(units: tuple[str, ...], place: str = "1219") -> str:
    """German units in a place."""
    return "".join(f"german {unit} at {place}\n" for unit in units)


def assigning(text: str, **more: object) -> Game:
    """A game in which Germans are assigned to headquarters for supply."""
    return begin(position("operation_cobra", text, **more), Assignment(GERMANS))  # type: ignore[arg-type]


def corps(game: Game, unit: str) -> str:
    """The headquarters of a unit, or nothing."""
    hq = state(game).corps[piece_number(unit)]
    return "" if hq == NOBODY else PIECE_IDS[hq]


def fighting(text: str) -> State:
    """A position at the start of a combat phase."""
    g = position("operation_cobra", text)
    control.check(g)
    return g


def why(g: State, unit: str, hq: str) -> Refusal | None:
    """Why a unit may not fight under a headquarters."""
    return why_not_fight(g, piece_number(unit), piece_number(hq))


def rule_of(found: Refusal | None) -> str:
    """The rule of a refusal, or nothing."""
    return found.rule if found else ""


# -- for supply -----------------------------------------------------------------------------------------


@rule("5.1-01", edition="bloody_summer")
def test_a_headquarters_supplies_five_divisions_and_its_owner_chooses_which() -> None:
    game = assigning(CORPS + stack(DIVISIONS[:5]))
    assert all(corps(game, unit) == "HQ-LXXXIV" for unit in DIVISIONS[:5])
    game = assigning(CORPS + stack(DIVISIONS[:6]))
    assert game.decision.seat == "german" and len(orders(game, "without")) == 6
    play(game, "without 353-Inf")
    assert [unit for unit in DIVISIONS[:6] if not corps(game, unit)] == ["353-Inf"]


@rule("5.1-01", edition="bloody_summer")
def test_three_independent_units_and_no_more() -> None:
    game = assigning(CORPS + stack(BATTALIONS))
    play(game, "without s.Pz-503")
    assert [unit for unit in BATTALIONS if not corps(game, unit)] == ["s.Pz-503"]
    assert refusal(assigning(CORPS + stack(BATTALIONS)), "without 353-Inf").rule == "5.1-01"


@rule("5.1-01", edition="bloody_summer")
def test_a_brigade_may_take_the_place_of_a_division_and_a_lone_counter_that_of_an_independent_unit() -> None:
    text = CORPS + stack((*DIVISIONS[:4], *BATTALIONS[:3], "30-Schnelle"))
    assert corps(assigning(text), "30-Schnelle") == "HQ-LXXXIV"
    alone = assigning(CORPS + stack((*DIVISIONS[:5], "352-Inf/915", "91-LL/6-FJ", "243-Inf/920")))
    assert all(corps(alone, unit) for unit in ("352-Inf/915", "91-LL/6-FJ", "243-Inf/920"))


@rule("5.1-01", edition="bloody_summer")
def test_a_brigade_of_several_counters_counts_once() -> None:
    units = (
        "6/2",
        "10/2",
        "27/2",
        "8-Arm-Bde",
        "33-Arm-Bde",
        "31-Arm-Bde",
        "4-Arm-Bde",
        "34-Arm-Bde",
        "56-Inf-Bde",
        "1SS",
    )
    text = "allied HQ-XXX at 1013\nmarker allied 1013 1\n" + "".join(f"allied {unit} at 1012\n" for unit in units)
    g = position("operation_cobra", text)
    begin(g, Assignment(1))
    assert all(g.corps[piece_number(unit)] != NOBODY for unit in units), "eight formations"


@rule("5.1-01", edition="bloody_summer")
def test_another_corps_takes_who_finds_no_place_with_the_first() -> None:
    text = CORPS + "german HQ-II-FJ at 1220\nmarker german 1220 1\n" + stack(DIVISIONS)
    game = assigning(text)
    assert all(corps(game, unit) for unit in DIVISIONS)
    assert {corps(game, unit) for unit in DIVISIONS} == {"HQ-LXXXIV", "HQ-II-FJ"}


@rule("5.1-01", edition="bloody_summer")
def test_a_part_of_a_formation_that_goes_without_takes_a_free_place_elsewhere() -> None:
    text = CORPS + stack((*DIVISIONS[:5], *BATTALIONS[:3], "12-SS/25")) + stack(("12-SS/26",), "1214")
    game = assigning(text + "german HQ-II-FJ at 1211\nmarker german 1211 1\n")
    play(game, "without 12-SS")
    assert (corps(game, "12-SS/25"), corps(game, "12-SS/26")) == ("", "HQ-II-FJ")


@rule("5.1-01", edition="bloody_summer")
def test_two_counters_of_a_division_under_a_headquarters_are_no_lone_counters() -> None:
    others = ("84-Inf", "85-Inf", "89-Inf", "331-Inf", "344-Inf", *BATTALIONS[:3])
    text = CORPS + stack((*DIVISIONS[:5], "12-SS/25")) + stack(("12-SS/26",), "1214")
    game = assigning(text + "german HQ-II-FJ at 1211\nmarker german 1211 1\n" + stack(others, "1212"))
    assert "12-SS" in orders(game, "without"), "the second counter would need the place of a division"


@rule("5.1-01", "5.1-04", edition="bloody_summer")
def test_all_units_of_scenario_2_have_a_headquarters_as_in_the_ruling() -> None:
    g = position("operation_cobra", turn=7)
    set_up(g)
    for army in ARMIES:
        begin(g, Assignment(army))
    mark(g)
    field = [unit for unit in range(len(g.commanders)) if in_field(g, unit)]
    assert len(field) > 150 and not g.unsupplied
    assert PIECE_IDS[g.corps[piece_number("Pz-Lehr/14-FJ")]] == "HQ-LXXXIV"
    assert PIECE_IDS[g.corps[piece_number("Pz-Lehr/901")]] == "HQ-II-FJ"


@rule("5.1-03", edition="bloody_summer")
def test_the_79th_armoured_is_always_controlled() -> None:
    full = ("56-Inf-Bde", "8-Arm-Bde", "33-Arm-Bde", "31-Arm-Bde", "4-Arm-Bde", "34-Arm-Bde", "1SS", "4SS")
    text = "allied HQ-XXX at 1013\nmarker allied 1013 1\n" + "".join(f"allied {unit} at 1012\n" for unit in full)
    g = position("operation_cobra", text + "allied 79-Arm/30-Arm-Bde at 1012\nallied 79-Arm/1-Tank-Bde at 1014")
    begin(g, Assignment(1))
    assert all(g.corps[piece_number(unit)] != NOBODY for unit in (*full, "79-Arm/30-Arm-Bde", "79-Arm/1-Tank-Bde"))


# -- how far it reaches ---------------------------------------------------------------------------------


@rule("5.1-02", "8-03", edition="bloody_summer")
def test_a_headquarters_controls_its_own_nation_only() -> None:
    g = fighting(
        "allied HQ-V at 1014\nallied 29-Inf/116 at 1015\nallied 50-Inf/69 at 1013\nallied 2e-DB/GT-Dio at 1115"
    )
    assert not why(g, "29-Inf/116", "HQ-V") and not why(g, "2e-DB/GT-Dio", "HQ-V"), "the French are with the US"
    assert rule_of(why(g, "50-Inf/69", "HQ-V")) == "5.1-02"


@rule("5.1-05", edition="bloody_summer")
def test_four_hexes_and_no_more() -> None:
    g = fighting(CORPS + "german 353-Inf at 1214\ngerman 276-Inf at 1213\n")
    assert GRID.distance(GRID.at("1218"), GRID.at("1214")) == 4
    assert not why(g, "353-Inf", "HQ-LXXXIV") and rule_of(why(g, "276-Inf", "HQ-LXXXIV")) == "5.1-05"


@rule("5.1-05", "7.3.1-04", edition="bloody_summer")
def test_a_supply_line_must_lead_to_the_headquarters() -> None:
    ring = "".join(
        f"allied {unit} at {GRID.label(hex_)}\n"
        for unit, hex_ in zip(
            ("4-Arm/CCA", "4-Arm/CCB", "4-Arm/CCR", "6-Arm/CCA", "6-Arm/CCB", "6-Arm/CCR"),
            GRID.neighbours[GRID.at("1215")],
            strict=True,
        )
    )
    g = fighting(CORPS + "german 353-Inf at 1215\n" + ring)
    refusal = why(g, "353-Inf", "HQ-LXXXIV")
    assert rule_of(refusal) == "7.3.1-04"
    assert refusal is not None and refusal.sentence.startswith("HQ-LXXXIV does not control 353-Inf: no way for wheels")
    assert not why(fighting(CORPS + "german 353-Inf at 1215\n"), "353-Inf", "HQ-LXXXIV")


@rule("5.1-06", edition="bloody_summer")
@pytest.mark.parametrize(("box", "found"), [("rennes", ""), ("brest", ""), ("orleans", "5.1-06"), ("2118", "5.1-06")])
def test_off_the_map_the_same_box_or_the_next(box: str, found: str) -> None:
    g = fighting(f"allied HQ-XV at rennes\nallied 4-Arm/CCA at {box}")
    assert rule_of(why(g, "4-Arm/CCA", "HQ-XV")) == found


@rule("5.1-07", edition="bloody_summer")
def test_a_headquarters_in_confusion_controls_its_own_hex_only() -> None:
    text = "allied HQ-V at 0714\nallied 29-Inf/116 at 0714\nallied 29-Inf/115 at 0814\n"
    assert not why(fighting(text), "29-Inf/115", "HQ-V")
    g = fighting(text + "german WN-Vierville at 0714")
    assert not why(g, "29-Inf/116", "HQ-V") and rule_of(why(g, "29-Inf/115", "HQ-V")) == "5.1-07"


@rule("7.3.1-08", "6.11-02", edition="bloody_summer")
def test_a_unit_in_confusion_is_not_cut_off_from_friends_next_to_it() -> None:
    text = "allied HQ-V at 0814\nallied 29-Inf/116 at 0714\ngerman WN-Vierville at 0714\n"
    assert not why(fighting(text), "29-Inf/116", "HQ-V")
    wall = "german 91-LL/1057 at 0814\ngerman 91-LL/1058 at 0713\ngerman 709-Inf/919 at 0715\n"
    assert rule_of(why(fighting(text.replace("0814", "0914") + wall), "29-Inf/116", "HQ-V")) == "7.3.1-04"


# -- for combat -----------------------------------------------------------------------------------------


@rule("5-02", edition="bloody_summer")
def test_command_is_settled_at_the_start_of_the_combat_phase() -> None:
    g = fighting(CORPS + "german 353-Inf at 1214\ngerman 276-Inf at 1213\n")
    g.put(piece_number("276-Inf"), place_number("1217"))
    assert rule_of(why(g, "276-Inf", "HQ-LXXXIV")) == "5-02", "it came too late"
    g.put(piece_number("353-Inf"), place_number("1210"))
    assert may_fight(g, piece_number("353-Inf"), piece_number("HQ-LXXXIV"))


@rule("5-02", "5.1-04", edition="bloody_summer")
def test_a_unit_that_has_fought_under_a_headquarters_fights_under_no_other_in_the_turn() -> None:
    g = fighting(CORPS + "german HQ-II-FJ at 1220\ngerman 353-Inf at 1219")
    assert not why(g, "353-Inf", "HQ-II-FJ")
    g.fought_under[piece_number("353-Inf")] = piece_number("HQ-LXXXIV")
    assert not why(g, "353-Inf", "HQ-LXXXIV") and rule_of(why(g, "353-Inf", "HQ-II-FJ")) == "5.1-04"
    assert not control.commands(g, piece_number("HQ-II-FJ"), piece_number("353-Inf"))


@rule("5.1-01", edition="bloody_summer")
def test_five_divisions_fight_under_a_headquarters_in_a_turn_whichever_its_owner_likes() -> None:
    g = fighting(CORPS + stack(DIVISIONS) + stack(("12-SS/25", "12-SS/26")))
    assert all(not why(g, unit, "HQ-LXXXIV") for unit in DIVISIONS), "each of the eight"
    for unit in DIVISIONS[:5]:
        assert not why(g, unit, "HQ-LXXXIV")
        g.fought_under[piece_number(unit)] = piece_number("HQ-LXXXIV")
    assert rule_of(why(g, DIVISIONS[5], "HQ-LXXXIV")) == "5.1-01"
    assert rule_of(why(g, "12-SS/25", "HQ-LXXXIV")) == "5.1-01", "its division is there"
    g.put(piece_number("12-SS/26"), place_number("1108"))
    control.check(g)
    assert not why(g, "12-SS/25", "HQ-LXXXIV"), "a lone counter counts as an independent unit"


@rule("5.1-01", edition="bloody_summer")
def test_eight_in_all_also_of_those_who_may_take_either_place() -> None:
    g = fighting(CORPS + stack((*DIVISIONS[:5], *BATTALIONS[:2], "30-Schnelle", "352-Inf/915")))
    for unit in (*DIVISIONS[:5], *BATTALIONS[:2]):
        g.fought_under[piece_number(unit)] = piece_number("HQ-LXXXIV")
    assert not why(g, "30-Schnelle", "HQ-LXXXIV") and not why(g, "352-Inf/915", "HQ-LXXXIV")
    g.fought_under[piece_number("30-Schnelle")] = piece_number("HQ-LXXXIV")
    assert rule_of(why(g, "352-Inf/915", "HQ-LXXXIV")) == "5.1-01"


@rule("5-01", edition="bloody_summer")
def test_a_headquarters_commands_controls_and_supplies() -> None:
    g = position("operation_cobra", CORPS + "german 353-Inf at 1219")
    begin(g, Assignment(GERMANS))
    mark(g)
    control.check(g)
    assert control.commands(g, piece_number("HQ-LXXXIV"), piece_number("353-Inf")) and not has(g.unsupplied, "353-Inf")
    g.remove(piece_number("HQ-LXXXIV"), -1)
    begin(g, Assignment(GERMANS))
    mark(g)
    assert has(g.unsupplied, "353-Inf")


@rule("8-04", "8-03", edition="bloody_summer")
def test_no_attack_combines_british_and_us_units() -> None:
    text = "allied HQ-V at 1014\nmarker allied 1014 1\nallied 29-Inf/116 at 1114\nallied 50-Inf/69 at 1113\n"
    g = position("operation_cobra", text + "allied 29-Inf/115 at 1114\nallied HQ-XXX at 1013\ngerman 353-Inf at 1214\n")
    game = begin(g, CombatPhase(ALLIED))
    play(game, "activate HQ-V", "attack 1214")
    assert sorted(orders(game, "with")) == ["29-Inf/115", "29-Inf/116"]
    assert refusal(game, "with 50-Inf/69").rule == "6.1-06"


@rule("0.1.1-01", edition="bloody_summer")
def test_a_headquarters_brings_the_support_of_its_corps_and_its_supply() -> None:
    g = position("operation_cobra", CORPS + "german 353-Inf at 1219")
    assert g.campaign.bonus[piece_number("HQ-LXXXIV")] == 1
    begin(g, Assignment(GERMANS))
    assert corps(begin(g, Assignment(GERMANS)), "353-Inf") == "HQ-LXXXIV"


@rule("5.3-01", edition="bloody_summer")
def test_fixed_troops_are_under_no_headquarters() -> None:
    g = fighting(CORPS + "german Battery-Longues at 1219\ngerman 353-Inf at 1219")
    hq = piece_number("HQ-LXXXIV")
    assert [control.commands(g, hq, piece_number(name)) for name in ("Battery-Longues", "353-Inf")] == [False, True]


@rule("0.1-02", edition="bloody_summer")
def test_a_corps_is_a_headquarters_with_the_divisions_that_it_controls_now() -> None:
    g = position("operation_cobra", CORPS + "german HQ-II-FJ at 1210\nmarker german 1210 1\ngerman 353-Inf at 1219\n")
    assert corps(begin(g, Assignment(GERMANS)), "353-Inf") == "HQ-LXXXIV"
    g.put(piece_number("353-Inf"), place_number("1211"))
    assert corps(begin(g, Assignment(GERMANS)), "353-Inf") == "HQ-II-FJ", "no membership is printed"
