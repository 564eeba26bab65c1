"""What the cards of A Bloody Summer tell, read by one who knows nothing of its rules."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bocage.games.bloody_summer import air, supply, weather
from bocage.games.bloody_summer.administration import settle_initiative
from bocage.games.bloody_summer.air import draw
from bocage.games.bloody_summer.bombardment import CoastalFire
from bocage.games.bloody_summer.boxes import roll_to_leave
from bocage.games.bloody_summer.drops import Drop
from bocage.games.bloody_summer.logistics import leaves
from bocage.games.bloody_summer.night import drop_zone
from bocage.games.bloody_summer.pieces import AIR_IDS, piece_number
from bocage.games.bloody_summer.places import place_number
from bocage.games.bloody_summer.results import disorganise_all
from bocage.games.bloody_summer.retreat import Retreats
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import open_scenario
from bocage.games.bloody_summer.turn import WholeGame
from bocage.games.bloody_summer.waves import swim
from bocage.kernel import Event, Game
from bocage.table import table_of
from bocage.table.model import LogEntry
from tests.bloody_summer.fights import BIG_RED_ONE, attack, fight
from tests.bloody_summer.positions import begin, position
from tests.questions import play
from tests.support import rule

HQS = "allied HQ-V at 1014\nallied HQ-VII at 1017\ngerman HQ-LXXXIV at 1218\n"


def entries(events: Iterable[Event], scenario: str = "campaign") -> list[LogEntry]:
    """Those that cards are made of, as a client gets them."""
    told = table_of(open_scenario(scenario))
    return [entry for entry in (told.entry(event, 1, "") for event in events) if entry.result is not None]


def sentences(g: State) -> list[str]:
    return [entry.text for entry in entries(g.events)]


def dice(found: list[LogEntry]) -> list[int]:
    return [entry.result.die for entry in found if entry.result is not None]


# -- the turn ----------------------------------------------------------------------------------------


@rule("1.1.1.3.a-01", edition="bloody_summer")
def test_both_dice_of_the_initiative_are_on_one_card_with_what_headquarters_add() -> None:
    g = position("operation_cobra", HQS + "marker allied 1014 1\nmarker allied 1017 1", dice=[3, 4])
    settle_initiative(g)
    allied, german, first, replacement = entries(g.events)
    assert [allied.step, german.step, first.step, replacement.step] == ["Initiative", "", "", ""]
    assert dice([allied, german, first]) == [3, 4, 0]
    assert allied.text == "Allied die 3 +2 (headquarters with Offensive markers) = 5 (the higher sum moves first)."
    assert german.text == "German die 4 (the higher sum moves first)."
    assert first.text == "The Allied side moves and fights first in both phases of this turn."
    assert replacement.text.startswith("The German die 4 also brings a step for a Luftwaffe unit (1: none; 2–3: inf")


def test_equal_sums_are_told_with_the_weather_that_decides() -> None:
    g = position("operation_cobra", HQS, dice=[3, 3], weather="overcast")
    settle_initiative(g)
    assert sentences(g)[2].endswith("of this turn: equal sums, and the weather is overcast.")


def test_a_german_die_that_brings_no_replacement_is_told_too() -> None:
    g = position("campaign", HQS, turn=1, dice=[1])
    settle_initiative(g)
    *_, last = entries(g.events)
    assert dice([last]) == [1] and "no replacement" in last.text


def test_aircraft_are_told_as_drawn_out_of_so_many() -> None:
    g = position("race_to_cherbourg", turn=2, weather="overcast")
    draw(g)
    (card,) = entries(g.events, "race_to_cherbourg")
    assert card.step == "Aircraft"
    assert card.text.startswith("Drawn from the cups for this turn: 1 of 2 medium bombers and 3 of 6 fighter-bombers: ")
    assert card.text.endswith(". Overcast weather allows so many, halved in this scenario.")
    whole = position("campaign", turn=0)
    draw(whole)
    drawn, why = sentences(whole)[0].split(". ")
    assert drawn.endswith(": 6 of 6 heavy bombers, 4 of 4 medium bombers and 12 of 12 fighter-bombers")
    assert why == "D-Day allows so many."


def test_a_storm_is_told_with_what_it_forbids_and_each_mulberry_where_it_lies() -> None:
    g = position("campaign", "depot Mulberry-A", turn=3, dice=[5, 4])
    g.storm_due = True
    weather.test_for_storm(g)
    storm, mulberry = entries(g.events)[:2]
    assert storm.text.endswith("(a storm needs 5 or more). No aircraft, ships or landings in this phase.")
    assert mulberry.hex == "0714" and "die 4, it is destroyed (destroyed by 4 or more)" in mulberry.text


@rule("7.4-01", edition="bloody_summer")
def test_whoever_is_out_of_supply_is_told_with_what_that_means() -> None:
    few = position("operation_cobra", "allied 4-Inf/8 at 1017")
    supply.mark(few)
    (card,) = entries(few.events)
    assert card.step == "Supply"
    assert card.text == ("Out of supply this turn: 4-Inf/8. They cannot attack, and defend with half their strength.")
    units = "\n".join(f"german {name} at 1218" for name in ("84-Inf", "711-Inf", "12-SS/25", "12-SS/26"))
    others = "\n".join(f"allied 1-Inf/{name} at 1017" for name in (16, 18, 26))
    many = position("operation_cobra", f"{units}\n{others}")
    supply.mark(many)
    assert "Out of supply this turn: 3 Allied and 4 German units." in sentences(many)[0], "a card has little room"


# -- interdiction, bombardment, combat ----------------------------------------------------------------


@rule("4.1.2-13", edition="bloody_summer")
@pytest.mark.parametrize(("die", "came"), [(4, "it leaves and moves on"), (5, "it stays there")])
def test_interdiction_is_told_with_the_number_that_it_takes_and_the_place(die: int, came: str) -> None:
    g = position("race_to_cherbourg", dice=[die])
    leaves(g, place_number("rennes"))
    (card,) = entries(g.events, "race_to_cherbourg")
    assert (card.step, card.hex) == ("Leaving Rennes", "rennes"), "where no aircraft fly nobody interdicts"
    assert card.text == (
        "Every German who leaves Rennes throws a die; no Allied aircraft are there to make it harder. An Offensive "
        f"marker is to leave: that takes less than 5, the fixed number of this box. Die {die}: {came}."
    )


@rule("4.1.2-13", "4.1.2-14", edition="bloody_summer")
def test_interdiction_of_units_names_the_aircraft_and_says_what_it_means_for_their_movement() -> None:
    rennes = place_number("rennes")
    g = position("race_to_cherbourg", "german 84-Inf at rennes", dice=[4, 3])
    number = AIR_IDS.index("9-AF-B-26")
    g.air[number], g.air_place[number] = air.STRATEGIC, rennes
    unit = piece_number("84-Inf")
    assert [roll_to_leave(g, (unit,), rennes) for _ in range(2)] == [False, True]
    stays, goes = entries(g.events, "race_to_cherbourg")
    assert {stays.step, goes.step} == {"Interdiction of Rennes"}
    told = (
        "9-AF-B-26 flies interdiction over Rennes, which makes it harder to leave. 84-Inf wants to leave: that takes "
        "less than 5, the fixed number of this box. Die "
    )
    assert stays.text == told + "4 +1 (9-AF-B-26) = 5: it stays, and cannot leave in this phase."
    assert goes.text == told + "3 +1 (9-AF-B-26) = 4: it leaves and moves on."


@rule("9.2-04", "9.5-01", edition="bloody_summer")
def test_whoever_flies_interdiction_is_told_with_what_it_does_there() -> None:
    g = position("campaign", turn=1)
    for name in ("9-AF-1", "9-AF-B-26"):
        g.air[AIR_IDS.index(name)] = air.AVAILABLE
    game = begin(g, air.Missions())
    events = play(game, "interdict 9-AF-1", "zone Cotentin", "interdict 9-AF-B-26", "to rennes")
    zone, box = (table_of(open_scenario("campaign")).entry(event, 1, "").text for event in events)
    assert zone == (
        "9-AF-1 interdicts the zone Cotentin: clear ground and rivers cost the Germans twice as many movement points "
        "there."
    )
    assert box == (
        "9-AF-B-26 interdicts Rennes: every German who wants to leave it adds 1 to his die, which must be less than 5."
    )


def test_a_bombardment_tells_who_fires_the_sum_and_what_it_does_from_now_on() -> None:
    game = fight(BIG_RED_ONE + "german 84-Inf at 1306", dice=[3, 1], air="9-AF-B-26")
    attack(game, "1306", "1-Inf/16")
    bombed, affected = entries(play(game, "bombard 1306"))[:2]
    assert bombed.step == "Bombardment of 1306" and bombed.hex == affected.hex == "1306"
    assert bombed.text == (
        "9-AF-B-26, 2 points, on 1306: die 3 +1 (medium bombers) = 4, Affected by 1 level (2 points need a sum of 4 "
        "for 1 level, 7 for 2)."
    )
    assert affected.text == "Whoever is in 1306 fights 1 column worse until the phase ends (Affected, level 1)."


def test_batteries_tell_what_their_fire_means_for_the_one_unit_that_is_hit() -> None:
    text = "allied 4-Inf/8 at 0617\ngerman Battery-Crisbecq at 0419\ngerman Battery-Azeville at 0519"
    game = begin(position("campaign", text, turn=1, dice=[4]), CoastalFire(piece_number("4-Inf/8")))
    fired, struck = entries(play(game, "fire"))
    assert fired.text.endswith(
        "fire at 4-Inf/8: die 4, Affected by 1 level (2 points need a sum of 4 for 1 level, 7 for 2)."
    )
    assert struck.text == "4-Inf/8 fights 1 column worse until the phase ends (Affected, level 1)."


@rule("6.5-05", "6.5-06", edition="bloody_summer")
def test_who_is_disorganised_is_told_together_and_who_loses_a_step_for_it_with_the_reason() -> None:
    text = "allied 1-Inf/16 at 1206\nallied 1-Inf/18 D1 at 1206\nallied 1-Inf/26 D2 at 1206"
    g = position("operation_cobra", text)
    disorganise_all(g, [piece_number(f"1-Inf/{name}") for name in (16, 18, 26)], 1, "6.4-01")
    assert sentences(g) == [
        "1-Inf/26 was disorganised twice already: another level costs a step.",
        "1-Inf/26 loses a step.",
        "1-Inf/16 is disorganised: a column worse in combat; "
        "1-Inf/18 is disorganised twice: two columns worse in combat.",
    ]
    assert {entry.hex for entry in entries(g.events)} == {"1206"}


def retreating(text: str, *, stand_for_step: bool = False) -> Game:
    """The 84th has to retreat from 1306, or where it is."""
    g = position("operation_cobra", text)
    unit = piece_number("84-Inf")
    return begin(g, Retreats((unit,), g.where[unit], 1, "german", stand_for_step=stand_for_step))


@rule("6.6-01", "6.6-06", "5.4-03", edition="bloody_summer")
def test_who_retreats_stands_or_cannot_is_told_as_a_result_with_the_reason() -> None:
    went = entries(play(retreating("german 84-Inf at 1306"), "to 1406"))
    assert [entry.text for entry in went] == ["84-Inf retreats to 1406."] and not went[0].step
    stood = entries(play(retreating("german 84-Inf at 1506", stand_for_step=True), "stand"))
    assert [entry.text for entry in stood] == [
        "84-Inf stands in 1506 Falaise instead of retreating, at the cost of a step.",
        "84-Inf loses a step.",
    ]
    around = zip(("16", "18", "26"), ("1206", "1305", "1307"), strict=True)
    others = zip(("8", "12", "22"), ("1207", "1406", "1407"), strict=True)
    text = "".join(f"allied 1-Inf/{unit} at {label}\n" for unit, label in around)
    text += "".join(f"allied 4-Inf/{unit} at {label}\n" for unit, label in others)
    caught = entries(retreating(f"{text}german 84-Inf at 1306\ngerman HQ-LXXXVI at 1306").opening_events)
    assert [entry.text for entry in caught] == [
        "84-Inf has no way to retreat.",
        "84-Inf is destroyed.",
        "No unit of its stack is left with HQ-LXXXVI.",
        "HQ-LXXXVI is destroyed.",
    ]


# -- the night and the morning of the landings ---------------------------------------------------------


@rule("10.O.1-04", "10.O.1-08", edition="bloody_summer")
@pytest.mark.parametrize(
    ("coloured", "came", "second"),
    [
        (
            3,
            "die 3 +1 (this unit) = 4, it lands there, in good order",
            "for the direction of a drift, and there is none",
        ),
        (5, "die 5 +1 (this unit) = 6, it drifts, disorganised", "it comes down in 0621"),
    ],
)
def test_both_dice_of_a_drop_are_told_where_it_comes_down(coloured: int, came: str, second: str) -> None:
    g = position("campaign", "allied 82-Abn/507 at airfields", turn=0, part="O", dice=[coloured, 5])
    unit = piece_number("82-Abn/507")
    drop, drift = entries(begin(g, Drop(unit, drop_zone(g, unit))).opening_events)
    assert dice([drop, drift]) == [coloured, 5] and drop.step == "82-Abn/507 drops" and not drift.step
    assert drop.hex == drift.hex == ("0621" if "drifts" in came else "0620")
    assert drop.text == (
        f"82-Abn/507 drops on 0620: {came} (up to 4 in good order, 5 disorganised, 6 or more it drifts)."
    )
    assert drift.text == f"Second die 5: {second} (1: NE; 2: E; 3: SE; 4: SW; 5: W; 6: NW)."


def test_tanks_that_swim_are_told_at_their_beach_also_when_they_would_lose_their_last_step() -> None:
    g = position("campaign", "allied 70-Tk at first-utah", turn=0, dice=[6])
    swim(g, piece_number("70-Tk"), place_number("0617"))
    swam, shaken = entries(g.events)
    assert swam.hex == "0617"
    assert "die 6 −1 (the sea off this beach) = 5, it would lose its last step, and is disorganised twice" in swam.text
    assert shaken.text == "70-Tk is disorganised twice: two columns worse in combat."


@rule("1.1.5-02", edition="bloody_summer")
@pytest.mark.parametrize(("scenario", "scores"), [("campaign", True), ("race_to_cherbourg", False)])
def test_a_turn_that_is_over_says_who_recovers_and_how_victory_stands(scenario: str, scores: bool) -> None:
    g = position(scenario, "allied 4-Inf/8 at 0617")
    g.level[piece_number("4-Inf/8")] = 2
    g.points = -3
    WholeGame().end_turn(g, None)
    track = f"; the Victory Point track is at −{-g.points}" if scores else ""
    card = next(entry for entry in entries(g.events, scenario) if entry.kind == "turn_over")
    assert card.step.startswith("End of turn ")
    assert card.text.endswith(f"is over: aircraft return, 1 unit recovers a level from disorganisation{track}.")
    assert g.level[piece_number("4-Inf/8")] == 1
