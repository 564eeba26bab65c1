"""Confusion and combat in boxes (6.12), sieges (6.13), Festungen (0.1.2.e) and the liberation of Paris (4.1.2.b)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import air, boxes, supply, victory
from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.fight import Fight, column_shifts, strengths
from bocage.games.bloody_summer.off_map_combat import can_be_besieged, over, review_sieges, why_not_attack
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import LOST, place_number
from bocage.games.bloody_summer.state import State
from bocage.kernel import Event, Game
from tests.bloody_summer.positions import Side, begin, has, position, state, where
from tests.questions import orders, play, refusal
from tests.support import rule


def fighting(side: int, text: str, *dice: int, turn: int = 8) -> Game:
    """The combat phase of a side."""
    active: Side = "german" if side == GERMAN else "allied"
    g = position("campaign", text, turn=turn, active=active, dice=dice)
    for hq in ("HQ-VIII-US", "HQ-XXV"):
        for unit, where_ in enumerate(g.where):
            if where_ >= 0 and g.campaign.army[unit] == g.campaign.army[piece_number(hq)] and not unit >= 243:
                g.corps[unit] = piece_number(hq)
    return begin(g, CombatPhase(side))


def settle(game: Game) -> list[Event]:
    """Answer what is asked with the first thing there is until the combat is over."""
    events: list[Event] = []
    while orders(game, "lose") or {"pass", "stand"} & set(orders(game)):
        passing = [order for order in orders(game) if order in ("pass", "stand")]
        events += play(game, passing[0] if passing else orders(game)[0])
    return events


def combat_of(events: list[Event]) -> Event:
    """The event of the combat."""
    return next(event for event in events if event.kind == "combat")


# -- confusion (6.12) -------------------------------------------------------------------------------

IN_RENNES = """
    allied HQ-VIII-US at rennes
    allied 4-Arm/CCA at rennes
    allied 4-Arm/CCB at rennes
    german 265-Inf/KG-265 at rennes
    marker allied rennes 1
"""


@rule("6.12-02", "6.12-03", "6.12-04", edition="bloody_summer")
def test_all_units_in_a_box_fight_under_an_activated_headquarters() -> None:
    game = fighting(ALLIED, IN_RENNES + "german 353-Inf at rennes", 6)
    play(game, "activate HQ-VIII-US")
    assert "rennes" in orders(game, "attack")
    events = play(game, "attack rennes")
    assert not orders(game, "with") and not orders(game, "withhold"), "nobody may be left out"
    events += settle(game)
    told = combat_of(events)
    assert told.result is not None and told.result.attack == 10
    g = state(game)
    assert all(g.where[piece_number(name)] >= 0 for name in ("353-Inf", "4-Arm/CCA")), "nobody retreats"
    assert where(game, "353-Inf") == "rennes"
    assert not g.markers_at(ALLIED, place_number("rennes")), "the activation costs a marker"


@rule("6.12-02", edition="bloody_summer")
def test_boxes_have_no_terrain_and_a_near_headquarters_is_enough() -> None:
    text = IN_RENNES.replace("HQ-VIII-US at rennes", "HQ-VIII-US at angers").replace(
        "marker allied rennes", "marker allied angers"
    )
    game = fighting(ALLIED, text, 6)
    play(game, "activate HQ-VIII-US")
    assert orders(game, "attack") == ["rennes"]
    g = state(game)
    attackers = tuple(map(piece_number, ("4-Arm/CCA", "4-Arm/CCB")))
    fight = Fight("off_map", ALLIED, place_number("rennes"), attackers, piece_number("HQ-VIII-US"))
    assert column_shifts(g, fight) == ()


@rule("6.12-02", edition="bloody_summer")
def test_a_headquarters_two_boxes_away_does_not_lead_a_fight() -> None:
    text = IN_RENNES.replace("HQ-VIII-US at rennes", "HQ-VIII-US at orleans")
    game = fighting(ALLIED, text.replace("marker allied rennes", "marker allied orleans"))
    assert not orders(game, "activate")


@rule("6.1-02", "6.1-03", "6.12-02", edition="bloody_summer")
def test_units_in_a_box_attack_once_in_a_phase_and_are_attacked_once() -> None:
    g = position("campaign", IN_RENNES)
    hq, rennes = piece_number("HQ-VIII-US"), place_number("rennes")
    assert why_not_attack(g, ALLIED, hq, rennes) is None
    g.attacked = 1 << piece_number("4-Arm/CCB")
    refused = why_not_attack(g, ALLIED, hq, rennes)
    assert refused is not None and refused.rule == "6.1-02"
    g.attacked, g.defended = 0, 1 << piece_number("265-Inf/KG-265")
    refused = why_not_attack(g, ALLIED, hq, rennes)
    assert refused is not None and refused.rule == "6.1-03"


@rule("6.12-09", edition="bloody_summer")
def test_no_bombs_and_no_air_support_in_a_box() -> None:
    g = position("campaign", IN_RENNES, dice=(6,))
    g.air = [air.AVAILABLE for _ in g.air]
    for name in ("4-Arm/CCA", "4-Arm/CCB"):
        g.corps[piece_number(name)] = piece_number("HQ-VIII-US")
    game = begin(g, CombatPhase(ALLIED))
    play(game, "activate HQ-VIII-US", "attack rennes")
    while not orders(game, "attack") and game.decision.prompt != "The test ends here":
        assert not orders(game, "fly") and not orders(game, "bombard") and not orders(game, "sail")
        passing = [order for order in orders(game) if order in ("pass", "end", "stand")]
        play(game, passing[0] if passing else orders(game)[0])


# -- the way out of confusion -----------------------------------------------------------------------


@rule("6.12-05", edition="bloody_summer")
def test_the_way_out_of_a_confusion_leads_to_friendly_boxes_only() -> None:
    text = "boxes angers\ngerman 353-Inf at rennes\nallied 4-Arm/CCA at rennes"
    game = begin(position("campaign", text, active="german"), OffMapMovement(GERMAN))
    play(game, "move 353-Inf")
    assert set(orders(game, "to")) == {"le-mans", "brest"}
    assert refusal(game, "to angers").rule == "6.12-05"


@rule("6.12-06", edition="bloody_summer")
def test_a_stack_that_leaves_a_confusion_rolls_once() -> None:
    text = "german 3-FJ/5 at rennes\ngerman 3-FJ/8 at rennes\nallied 4-Arm/CCA at rennes"
    game = begin(position("campaign", text, active="german", dice=(5,)), OffMapMovement(GERMAN))
    play(game, "move 3-FJ/5", "with 3-FJ/8", "to le-mans")
    assert where(game, "3-FJ/5") == where(game, "3-FJ/8") == "le-mans", "5 less two columns of 8 to 4 is below 5"


@rule("6.12-06", "1.1.2.2-04", edition="bloody_summer")
def test_allied_units_roll_too_but_aircraft_do_not_count() -> None:
    text = """
        boxes angers
        allied HQ-VIII-US at angers
        allied 4-Arm/CCA under HQ-VIII-US at rennes
        german 353-Inf at rennes
    """
    g = position("campaign", text, dice=(4,))
    g.air[0], g.air_place[0] = air.STRATEGIC, place_number("rennes")
    unit = piece_number("4-Arm/CCA")
    assert boxes.modifiers(g, (unit,), place_number("rennes")) == (("odds", 1),), "5 to 9 is one column against it"
    game = begin(g, OffMapMovement(ALLIED))
    play(game, "move 4-Arm/CCA", "to angers")
    assert where(game, "4-Arm/CCA") == "rennes" and has(state(game).delayed, "4-Arm/CCA")


@rule("6.12-07", "6.12-E1", edition="bloody_summer")
@pytest.mark.parametrize(("die", "leaves"), [(3, True), (4, True), (5, False)])
def test_the_example_of_the_rulebook(die: int, leaves: bool) -> None:
    # 20 attack points against 12 of defence are one column for the Germans; a medium bomber adds one.
    text = """
        german 2-SS/3 at rennes
        german 2-SS/4 at rennes
        german 2-SS/I/2 at rennes
        german 2-SS/II/2 at rennes
        allied 4-Arm/CCA at rennes
        allied 4-Arm/CCB at rennes
        allied 4-Arm/CCR at rennes
    """
    g = position("campaign", text, active="german", dice=(die,))
    medium = next(number for number in air.COUNTERS if air.counter(g, number).cup.value == "MB")
    g.air[medium], g.air_place[medium] = air.STRATEGIC, place_number("rennes")
    units = tuple(map(piece_number, ("2-SS/3", "2-SS/4", "2-SS/I/2", "2-SS/II/2")))
    assert sum(map(g.attack_of, units)) == 20
    assert boxes.modifiers(g, units, place_number("rennes")) == (("air", 1), ("odds", -1))
    assert boxes.roll_to_leave(g, units, place_number("rennes")) is leaves


@rule("6.12-08", edition="bloody_summer")
def test_with_a_partisan_in_the_box_the_odds_do_not_count() -> None:
    text = "german 2-SS/3 at languedoc\nallied Partisan-Languedoc at languedoc"
    g = position("campaign", text, active="german")
    assert boxes.modifiers(g, (piece_number("2-SS/3"),), place_number("languedoc")) == (("partisan", 2),)
    g.put(piece_number("4-Arm/CCA"), place_number("languedoc"))
    assert boxes.modifiers(g, (piece_number("2-SS/3"),), place_number("languedoc")) == (("partisan", 2),)


@rule("4.1.2.a-06", "4.1.2.a-09", edition="bloody_summer")
def test_germans_attack_a_partisan_under_a_headquarters_and_a_retreat_ends_it() -> None:
    text = """
        german HQ-XXV at languedoc
        german 2-SS/3 at languedoc
        german 2-SS/4 at languedoc
        marker german languedoc 1
        allied Partisan-Languedoc at languedoc
    """
    game = fighting(GERMAN, text, 1)
    play(game, "activate HQ-XXV", "attack languedoc")
    settle(game)
    assert where(game, "Partisan-Languedoc") == "lost", "5:1 and a die of 1 with elite is D1 / d1 D1 R1"


# -- sieges (6.13) ----------------------------------------------------------------------------------

BREST = """
    german Festung-Brest at festung-brest
    german 2-FJ/2 at festung-brest
    allied HQ-VIII-US at brest
    allied 8-Inf/13 at brest
    allied 8-Inf/28 at brest
"""


def siege(text: str = BREST) -> State:
    """A position around a Festung."""
    return position("campaign", text)


@rule("6.13-03", "0.1.2.e-07", edition="bloody_summer")
def test_a_siege_needs_half_the_defence_of_the_festung_and_those_in_it() -> None:
    g, festung = siege(), place_number("festung-brest")
    assert g.defence_of(piece_number("2-FJ/2")) + g.defence_of(piece_number("Festung-Brest")) == 13
    assert can_be_besieged(g, festung), "8 is at least half of 13"
    g.remove(piece_number("8-Inf/28"), LOST)
    assert not can_be_besieged(g, festung), "4 is not"
    g.remove(piece_number("2-FJ/2"), LOST)
    assert can_be_besieged(g, festung), "but it is half of 8"


@rule("6.13-02", edition="bloody_summer")
def test_a_siege_needs_a_box_without_german_units() -> None:
    g = siege(BREST + "german 343-Inf at brest")
    assert not can_be_besieged(g, place_number("festung-brest"))
    g.remove(piece_number("343-Inf"), LOST)
    assert can_be_besieged(g, place_number("festung-brest"))


@rule("6.13-05", "11.3.2-06", edition="bloody_summer")
def test_a_siege_counts_once_and_is_taken_back_when_it_is_lifted() -> None:
    g, festung = siege(), place_number("festung-brest")
    review_sieges(g)
    review_sieges(g)
    assert boxes.is_besieged(g, festung) and g.points == 3
    g.put(piece_number("8-Inf/28"), place_number("rennes"))
    review_sieges(g)
    assert not boxes.is_besieged(g, festung) and g.points == 0


@rule("6.13-01", "6.13-06", "0.1.2.e-01", edition="bloody_summer")
def test_the_allies_may_assault_a_festung_behind_its_fortified_line() -> None:
    game = fighting(ALLIED, BREST + "marker allied brest 1")
    play(game, "activate HQ-VIII-US")
    assert orders(game, "attack") == ["festung-brest"]
    g = state(game)
    units = tuple(map(piece_number, ("8-Inf/13", "8-Inf/28")))
    fight = Fight("siege", ALLIED, place_number("festung-brest"), units)
    assert strengths(g, fight) == (6, 13)
    assert ("fortified line", -g.campaign.tables.fortified.shift) in column_shifts(g, fight)


@rule("6.13-06", edition="bloody_summer")
def test_units_outside_the_festung_are_beaten_first() -> None:
    game = fighting(ALLIED, BREST + "german 343-Inf at brest\nmarker allied brest 1")
    play(game, "activate HQ-VIII-US")
    assert orders(game, "attack") == ["brest"]
    assert refusal(game, "attack festung-brest").rule == "6.13-06"


@rule("6.13-06", "11.3.2-08", edition="bloody_summer")
def test_a_festung_falls_with_its_own_step_and_its_units_are_outside() -> None:
    g, festung = siege(), place_number("festung-brest")
    review_sieges(g)
    g.deplete(piece_number("Festung-Brest"), "6.4-01")
    over(g, festung)
    assert g.where[piece_number("2-FJ/2")] == place_number("brest")
    assert not boxes.stands(g, festung) and not boxes.is_besieged(g, festung)
    points = g.points
    review_sieges(g)
    assert g.points == points >= 3 + 5, "the siege was not lifted"


@rule("0.1.2.e-05", edition="bloody_summer")
def test_a_festung_is_always_in_supply() -> None:
    g = siege()
    g.boxes_held |= 1 << place_number("brest")
    review_sieges(g)
    supply.mark(g)
    assert not has(g.unsupplied, "2-FJ/2") and not has(g.unsupplied, "Festung-Brest")


@rule("0.1.2.e-09", edition="bloody_summer")
def test_on_the_map_all_germans_in_its_hex_are_in_the_festung() -> None:
    text = "german Festung-Cherbourg at 0223\ngerman 709-Inf/729 at 0223\nallied 4-Inf/8 at 0222"
    g = position("campaign", text)
    fight = Fight("combat", ALLIED, place_number("0223"), (piece_number("4-Inf/8"),))
    both = g.defence_of(piece_number("Festung-Cherbourg")) + g.defence_of(piece_number("709-Inf/729"))
    assert strengths(g, fight)[1] == both
    assert "fortified line" in dict(column_shifts(g, fight))
    supply.mark(g)
    assert not has(g.unsupplied, "709-Inf/729")


# -- Paris (4.1.2.b) --------------------------------------------------------------------------------

TO_PARIS = """
    german Depot-Paris at paris
    german 18-Lw at paris
    allied HQ-XV at le-mans
    allied 2e-DB/GT-Dio under HQ-XV at le-mans
"""


@rule("4.1.2.b-02", edition="bloody_summer")
def test_the_first_allied_unit_beyond_the_seine_raises_the_ffi() -> None:
    g = position("campaign", TO_PARIS, waiting="FFI")
    game = begin(g, OffMapMovement(ALLIED))
    play(game, "move 2e-DB/GT-Dio", "to alencon")
    assert where(game, "FFI") == "waiting", "Alençon is on the near bank"
    g = position("campaign", TO_PARIS, waiting="FFI")
    game = begin(g, OffMapMovement(ALLIED))
    play(game, "move 2e-DB/GT-Dio", "to orleans")
    assert where(game, "FFI") == "paris"
    assert state(game).in_confusion(place_number("paris"))


@rule("4.1.2.b-04", edition="bloody_summer")
def test_the_ffi_attack_without_headquarters_and_marker() -> None:
    text = "german Depot-Paris at paris\ngerman 18-Lw at paris\nallied FFI at paris"
    game = fighting(ALLIED, text, 3)
    assert game.decision.seat == "us" and orders(game) == ["attack paris", "pass"]
    events = play(game, "attack paris")
    events += settle(game)
    told = combat_of(events)
    assert told.result is not None and told.result.attack == 5
    assert has(state(game).attacked, "FFI")
    state(game).defended = 0
    game = begin(state(game), CombatPhase(ALLIED))
    assert game.decision.prompt == "The test ends here", "once in a phase"


@rule("4.1.2.b-04", edition="bloody_summer")
def test_the_ffi_fight_beside_allied_units_and_alone_give_no_control() -> None:
    text = """
        marker allied paris 1
        allied FFI at paris
        allied HQ-VIII-US at paris
        allied 4-Arm/CCA at paris
        german 18-Lw at paris
    """
    game = fighting(ALLIED, text, 3)
    events = play(game, "pass", "activate HQ-VIII-US", "attack paris")
    events += settle(game)
    told = combat_of(events)
    assert told.result is not None and told.result.attack == 5 + 5
    g = position("campaign", "german 18-Lw at paris\nallied FFI at paris")
    g.remove(piece_number("18-Lw"), LOST)
    assert g.controls(GERMAN, place_number("paris"))


@rule("4.1.2.b-01", "11.3.2-10", edition="bloody_summer")
@pytest.mark.parametrize(("unit", "points"), [("2e-DB/GT-Dio", 30), ("4-Arm/CCA", 10)])
def test_paris_counts_more_if_the_2e_db_liberates_it(unit: str, points: int) -> None:
    g = position("campaign", f"german Depot-Paris at paris\nallied FFI at paris\nallied {unit} at paris")
    assert g.controls(GERMAN, place_number("paris")), "its depot must be beaten"
    g.points = 0
    g.deplete(piece_number("Depot-Paris"), "6.4-01")
    assert g.controls(ALLIED, place_number("paris"))
    assert g.points == points + g.campaign.tables.victory.depot_destroyed
    victory.check(g)
