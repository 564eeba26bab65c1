"""A Bloody Summer laid out for people: board, counters, marks, layers, odds, victory."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import hypot
from random import Random
from typing import NamedTuple

import pytest

import bocage
from bocage.games.bloody_summer.air import on_superiority
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.logistics import roll_resources
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.results import result_name
from bocage.games.bloody_summer.sentences import sentence
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Weather
from bocage.games.bloody_summer.title import SCENARIOS, open_scenario
from bocage.games.bloody_summer.words import VOCABULARY
from bocage.kernel import BocageError, Event, Game, Result
from bocage.kernel.wording import by_face
from bocage.table import Table, table_of
from bocage.table.bloody_summer.luck import levels_of, results_of
from bocage.table.bloody_summer.orders import _LABELS, _PLAIN
from bocage.table.model import Board, LogEntry, Overlay, View
from tests.bloody_summer.fights import BIG_RED_ONE, US, fight
from tests.bloody_summer.positions import begin, position, state
from tests.questions import play
from tests.support import rule
from tests.table.questions import decision


def board(scenario: str = "operation_cobra") -> Board:
    return table_of(open_scenario(scenario)).board()


def table(game: Game) -> Table:
    return table_of(game.setting)


def view(game: Game, seat: str = "us") -> View:
    return table(game).view(game.view(seat), seat, game.length)


def overlay(game: Game, kind: str, unit: str | None = None) -> Overlay:
    return table(game).overlay(game.view("us"), kind, unit)


def shaded(game: Game, kind: str, unit: str | None = None) -> dict[str, str]:
    return {shade.hex: shade.pattern for shade in overlay(game, kind, unit).shades}


# -- the board -------------------------------------------------------------------------------------


@rule("preface-07", "0-05", edition="bloody_summer")
def test_abbreviations_and_what_is_printed_in_french_are_at_hand() -> None:
    charts = {chart.id: dict(chart.rows) for chart in board().charts if len(chart.columns) == 2}
    assert charts["abbreviations"]["EZOC"] == "enemy zone of control"
    assert {"TEC", "CRT", "BT", "FBAT", "AFAT", "CS", "LS", "RS", "SV", "SP", "MP"} <= charts["abbreviations"].keys()
    assert charts["glossary"]["Non ravitaillé"] == "unsupplied" and len(charts["glossary"]) == 11


def test_what_counts_for_victory_is_marked_by_scenario() -> None:
    def marked(scenario: str) -> dict[str, str]:
        return {hex_.id: hex_.name for hex_ in board(scenario).hexes if "objective" in hex_.marks}

    race = marked("race_to_cherbourg")
    assert "0617" in race and len(race) == 4 and {*race.values()} - {""} == {"Cherbourg", "Saint-Vaast-la-Hougue"}
    assert "Avranches" in marked("campaign").values() and "0617" not in marked("campaign")


def test_the_strategic_map_lies_below_the_hexes_with_what_a_scenario_uses() -> None:
    whole, race = board("campaign"), board("race_to_cherbourg")
    lowest = max(hex_.y for hex_ in whole.hexes)
    boxes = {box.id: box for box in whole.boxes}
    assert all(
        boxes[name].y > lowest for name in ("paris", "le-mans", "festung-brest", "strategic-reserve", "available")
    )
    assert "festung-le-havre" in boxes and "paris" not in {box.id for box in race.boxes}
    assert "first-utah" in boxes and "first-utah" not in {box.id for box in race.boxes}


def test_a_counter_has_attack_steps_movement_and_defence_and_says_the_rest() -> None:
    pieces = {piece.id: piece for piece in board().pieces}
    assert board().value_names == ["attack", "steps", "movement", "defence"]
    assert pieces["82-Abn/505"].front == ["4", "2", "8", "5"]
    assert {"stacking value 1", "elite"} <= set(pieces["82-Abn/505"].notes)
    assert pieces["HQ-VII"].front[0] == "+2"
    assert pieces["Battery-Crisbecq"].kind == "coastal battery"


def test_the_race_has_no_british_seat() -> None:
    assert [seat.id for seat in board("race_to_cherbourg").seats] == ["us", "german"]
    assert "supply-british" not in {kind.id for kind in board("race_to_cherbourg").overlays}
    assert [(seat.id, seat.side) for seat in board("campaign").seats] == [
        ("us", "allied"),
        ("british", "allied"),
        ("german", "german"),
    ]


def test_every_word_of_an_order_has_a_label() -> None:
    spoken = {"declare", "end", "pass", *_LABELS, *_PLAIN}
    assert {*VOCABULARY.verbs, *VOCABULARY.plain} <= spoken


# -- a position ------------------------------------------------------------------------------------


def test_marks_tell_of_markers_depots_bombardment_and_confusion() -> None:
    game = begin(
        position(
            text="""
            allied HQ-VII at 0619
            allied 1-Inf/16 at 0618
            german 711-Inf at 1306
            marker allied 0619 2
            depot Utah
            """
        ),
        MovementPhase(ALLIED),
    )
    marks = {(mark.at, mark.kind) for mark in view(game).marks}
    assert ("0619", "allied offensives") in marks and ("0617", "depot") in marks
    pieces = {piece.id: piece for piece in view(game).pieces}
    assert "offensive" in pieces["HQ-VII"].flags and "offensive" not in pieces["1-Inf/16"].flags


def test_where_a_unit_may_go_costs_and_leads_from_hex_to_hex() -> None:
    game = begin(position(text="allied 1-Inf/16 at 0618\nallied HQ-VII at 0619\ndepot Utah"), MovementPhase(ALLIED))
    play(game, "move 1-Inf/16")
    ways = {choice.hex: choice for choice in decision(game).orders if choice.verb == "to"}
    assert ways["0718"].path[0] == "0618" and ways["0718"].path[-1] == "0718" and int(ways["0718"].cost) >= 1


def test_a_headquarters_shows_whom_it_commands() -> None:
    game = begin(position(text="allied HQ-VII at 0619\nallied 1-Inf/16 at 0618\ndepot Utah"), MovementPhase(ALLIED))
    command = shaded(game, "command", "HQ-VII")
    assert command["0618"] == "lines" and command["0718"] == "dots" and "1306" not in command
    with pytest.raises(BocageError, match="1-Inf/16 is no headquarters"):
        overlay(game, "command", "1-Inf/16")


def test_layers_know_zones_ships_and_the_front() -> None:
    game = begin(position(text="allied 1-Inf/16 at 0618\ngerman 711-Inf at 1306"), MovementPhase(ALLIED))
    assert "1206" in shaded(game, "zones-german") and "0618" not in shaded(game, "zones-german")
    assert shaded(game, "ships")["0712"] == "lines"
    assert "0618" in shaded(game, "front") and "1306" not in shaded(game, "front")
    with pytest.raises(BocageError, match="there is no overlay 'supply'"):
        overlay(game, "supply")


def test_those_who_wait_to_land_lie_at_sea_and_beside_each_other() -> None:
    found = board("campaign")
    hexes = {hex_.id: hex_ for hex_ in found.hexes}
    waiting = [box for box in found.boxes if box.group == "landing" or box.id in ("second-wave", "airfields")]
    assert len(waiting) > 20
    for number, box in enumerate(waiting):
        nearest = min(hexes.values(), key=lambda hex_: hypot(hex_.x - box.x, hex_.y - box.y))
        assert nearest.terrain == ["sea"], f"{box.title} lies over {nearest.id}"
        for other in waiting[:number]:
            assert hypot(box.x - other.x, box.y - other.y) >= 0.5 * found.map.hex_width, (box.title, other.title)


# -- a fight ---------------------------------------------------------------------------------------


def test_odds_show_strengths_each_shift_and_every_face_of_the_die() -> None:
    game = fight(BIG_RED_ONE + "german 711-Inf at 1306")
    play(game, "attack 1306")
    first = next(order for order in game.decision.orders if order.verb == "with")
    found = game.preview(first)
    assert found is not None
    odds = table(game).odds(game.view("us"), first, found)
    assert odds.ratio and odds.attack == found.attack and len(odds.faces) == 6
    assert sum(result.chance for result in odds.results) == pytest.approx(1)
    assert all(result.meaning for result in odds.results)
    chart = next(chart for chart in table(game).board().charts if chart.id == odds.chart)
    assert chart.columns[odds.chart_column] == odds.column


def fought(text: str, *units: str, die: int = 3) -> tuple[str, LogEntry]:
    """The note of the preview and the entry of the log of an attack on 1306."""
    game = fight(BIG_RED_ONE + text, dice=[die])
    play(game, "attack 1306", *(f"with {unit}" for unit in units))
    declare = next(order for order in game.decision.orders if order.verb == "declare")
    found = game.preview(declare)
    assert found is not None
    note = table(game).odds(game.view("us"), declare, found).note
    events = game.play(declare)
    while not any(event.kind == "combat" for event in events):
        events = play(game, "pass")
    event = next(event for event in events if event.kind == "combat")
    return note, table(game).entry(event, 1, "us")


def test_card_news_and_preview_tell_of_strength_that_lack_of_supply_has_halved() -> None:
    note, entry = fought("german 711-Inf unsupplied at 1306", "1-Inf/16")
    assert entry.result is not None
    halved = next(shift for shift in entry.result.shifts if "supply" in shift.cause)
    assert entry.result.defence == 2 and halved.columns == -2
    assert halved.cause == "defence strength (4, halved: out of supply)"
    assert "against 2 (4, halved: out of supply) is" in entry.text
    assert "The defence is 2 (4, halved: out of supply)." in note
    note, entry = fought("german 711-Inf at 1306", "1-Inf/16")
    assert "halved" not in note + entry.text
    note, entry = fought("german 711-Inf unsupplied at 1306\ngerman 84-Inf at 1306", "1-Inf/16")
    assert "with 711-Inf halved: out of supply)" in entry.text


def test_odds_name_the_headquarters_that_may_still_support_the_defence() -> None:
    note, _ = fought("german 711-Inf at 1306\ngerman HQ-LXXXVI at 1406", "1-Inf/16")
    assert "The defender may still be supported by HQ-LXXXVI (+1)." in note
    note, _ = fought("german 711-Inf at 1306", "1-Inf/16")
    assert "may still be supported" not in note


def test_the_highest_column_is_called_so() -> None:
    _, entry = fought("german 711-Inf -1 unsupplied at 1306", "1-Inf/16", "1-Inf/18")
    assert entry.result is not None
    assert "is 6:1, the highest" in entry.text and entry.result.line == "column 6:1, the highest"
    assert not entry.result.column, "a column goes by its odds"


def test_attacks_off_the_map_and_without_defenders_promise_no_odds() -> None:
    game = fight(BIG_RED_ONE + "german HQ-I-SS-Pz at 1306")
    assert [choice.odds for choice in decision(game).orders if choice.verb == "attack"] == [False]


def test_the_last_who_can_join_says_that_the_attack_begins() -> None:
    game = fight(BIG_RED_ONE + "german 711-Inf at 1306")
    play(game, "attack 1306", "with 1-Inf/16")
    assert not any(choice.sets_off for choice in decision(game).orders)
    play(game, "with 1-Inf/18")
    last, now = decision(game).orders
    assert last.sets_off and last.label == "Attack with 1-Inf/26, and begin" and not now.sets_off


def test_an_attack_that_only_one_can_make_says_that_it_begins() -> None:
    game = fight(US + "allied 1-Inf/16 at 1206\ngerman 711-Inf at 1306")
    alone = decision(game).orders[0]
    assert alone.sets_off and alone.label == "Attack 1306, and begin"
    assert not decision(fight(BIG_RED_ONE + "german 711-Inf at 1306")).orders[0].sets_off


def test_those_who_advance_are_named_with_their_places_and_only_they() -> None:
    game = fight(BIG_RED_ONE + "german 84-Inf at 1306\ngerman 353-Inf at 1405\n", dice=[6])
    play(game, "attack 1306", "with 1-Inf/16", "with 1-Inf/18", "with 1-Inf/26", "pass", "to 1307", "to 1408")
    found = decision(game)
    weak = "5-8-4 (disorganised)"
    assert found.about == f"1-Inf/16 {weak} in 1206, 1-Inf/18 {weak} in 1206 and 1-Inf/26 {weak} in 1207"
    assert found.orders[-1].label == "Nobody advances"
    play(game, "advance 1-Inf/16")
    assert decision(game).orders[-1].label == "No further advance"
    play(game, "advance 1-Inf/18")
    found = decision(game)
    assert found.about == f"1-Inf/16 {weak} in 1306 and 1-Inf/18 {weak} in 1306"
    assert found.orders[-1].label == "Stay in 1306"


# -- victory ---------------------------------------------------------------------------------------


def test_the_race_tells_who_holds_cherbourg_and_what_that_is_worth() -> None:
    game = Game(open_scenario("race_to_cherbourg"), "1944")
    allied, german = view(game).victory
    assert allied.points is None and allied.conditions[0].label == "Cherbourg"
    assert (allied.conditions[0].have, allied.conditions[0].need) == (0, 2)
    assert german.conditions[0].done and not german.conditions[1].done
    assert german.score == german.conditions[0].have == 2


def test_the_track_and_all_that_wins_at_once_stand_beside_the_map() -> None:
    game = Game(open_scenario("operation_cobra"), "1944")
    allied, german = view(game).victory
    assert (allied.points, german.points) == (0, 0)
    assert [condition.label for condition in allied.conditions] == [
        "Victory Points",
        "Paris and Pas-de-Calais",
        "The harbours",
        "German units on the map",
    ]
    assert german.conditions[1].label == "Beach hexes" and german.conditions[1].have == 0


# -- what is asked ----------------------------------------------------------------------------------


def test_d_day_is_told_in_words() -> None:
    game = bocage.new("bloody_summer/campaign", seed="turn 0")
    phases, labels = set[str](), set[str]()
    while not game.over and game.length < 60:
        phases.add(view(game).phase)
        labels |= {choice.label for choice in decision(game).orders}
        orders = {str(order): order for order in game.decision.orders}
        wanted = ("declare", "end", "pass", "halt", "fire")
        game.play(next((orders[name] for name in wanted if name in orders), game.decision.orders[0]))
    assert "Phase O · German reaction" in phases
    assert {"Attack 0617 Utah", "Keep them available", "Hold fire"} <= labels


def test_the_command_of_a_headquarters_tells_of_its_markers() -> None:
    game = bocage.new("bloody_summer/race_to_cherbourg", seed="1944")
    while "bring strategic-reserve" not in map(str, game.decision.orders):
        game.play(game.decision.orders[-1])
    play(game, "bring strategic-reserve", "to 0617")
    here = [shade for shade in overlay(game, "command", "HQ-VII").shades if shade.hex == "0617"]
    assert [(shade.value, shade.pattern) for shade in here] == [("1", "dense")]
    shades = shaded(game, "command", "HQ-VII")
    assert shades["0518"] == shades["0619"] == "lines"


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_the_heading_names_the_turn_that_its_track_shows_from_the_set_up_on(scenario: str) -> None:
    game = Game(open_scenario(scenario), "1")
    shown = table(game).view(game.view(game.decision.seat), game.decision.seat, 0)
    assert shown.turn.startswith(f"Turn {shown.tracks['turn']} of ")


# -- luck -----------------------------------------------------------------------------------------


class At(NamedTuple):
    """A moment of a game."""

    number: int
    state: State
    events: Sequence[Event]


def luck_of(start: Callable[[int], Game], *orders: str) -> dict[str, list[float]]:
    """The luck of either side when the same orders are given before each of the six dice."""
    found: dict[str, list[float]] = {"us": [], "german": []}
    for die in range(1, 7):
        game = start(die)
        moments = [At(0, state(game).copy(), [])]
        for order in orders:
            events = play(game, order)
            moments.append(At(game.length, state(game).copy(), events))
        for curve in table(game).summary(moments, None).curves:
            if curve.id == "luck":
                found[curve.seat].append(curve.points[-1][1])
    return found


def test_the_luck_of_a_combat_is_what_its_die_cost_both_beyond_the_average() -> None:
    text = BIG_RED_ONE + "german 711-Inf at 1306"
    luck = luck_of(lambda die: fight(text, dice=[die]), "attack 1306", "with 1-Inf/16", "declare", "pass")
    of_german, of_us = [0, 0, 0.25, 0.25, 1.25, 1.75], [2, 1.25, 1.25, 1, 1, 0.25]  # at 1:1
    gains = [german - us for german, us in zip(of_german, of_us, strict=True)]
    assert luck["us"] == pytest.approx([gain - sum(gains) / 6 for gain in gains], abs=0.001)
    assert luck["german"] == pytest.approx([-one for one in luck["us"]])


def test_the_luck_of_a_bombardment_is_what_it_does_to_the_germans() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306"
    orders = ("attack 1306", "with 1-Inf/16", "declare", "bombard 1306")
    luck = luck_of(lambda die: fight(text, dice=[die], air="9-AF-B-26"), *orders)
    costs = [0, 0, 0.25, 0.25, 0.25, 0.5]  # two points, and 1 for medium bombers: A1 from a 3 on, A2 with a 6
    assert luck["us"] == pytest.approx([cost - sum(costs) / 6 for cost in costs], abs=0.001)
    assert luck["german"] == pytest.approx([-one for one in luck["us"]])


def test_luck_reads_results_as_combats_and_bombardments_did() -> None:
    game, random, fought, bombed = Game(open_scenario("campaign"), "luck"), Random(6), 0, 0
    while not game.over and game.length < 1500 and min(fought, bombed) < 10:
        before = state(game).copy()
        bold = [order for order in game.decision.orders if order.verb not in ("end", "pass", "move")]
        for event in game.play(random.choice(bold or game.decision.orders)):
            told = event.result
            if told is not None and event.kind == "combat":
                fought += 1
                assert told.outcome == (result_name(results_of(before, event)[told.die - 1]),)
            elif told is not None and event.kind in ("bombarded", "coastal_fire"):
                bombed += 1
                levels = levels_of(before, event)[told.die - 1]
                assert told.outcome == (f"A{levels}" if levels else "-",)
    assert fought >= 10 and bombed >= 10


# -- dice without a fight ----------------------------------------------------------------------------


def told(kind: str, *, die: int, outcome: tuple[str, ...] = (), attack: int | None = None, **facts: object) -> str:
    return sentence(Event(kind, "1", facts, result=Result(attack, die=die, outcome=outcome)))


def test_every_die_is_told_with_what_it_needed_or_the_row_of_its_table() -> None:
    row = (0, 1, 1, 2, 2, 3)
    text = told("resources", die=2, side=ALLIED, number=1, by_die=row, sky="clear")
    assert "Die 2: 1 new Offensive marker (in clear weather 1: 0; 2–3: 1; 4–5: 2; 6: 3)" in text
    assert text.endswith("; a headquarters spends one to attack.")
    text = told("resources", die=2, side=ALLIED, number=1, by_die=row, sky="clear", free=True)
    assert text.endswith("; on this turn attacks cost none.")
    text = told("bombarded", die=3, outcome=("-",), attack=2, place=0)
    assert text.endswith("die 3, no effect (2 points need a sum of 4 for 1 level, 7 for 2).")
    text = told("coastal_fire", die=4, outcome=("-",), attack=1, units=(0,), unit=0)
    assert text.endswith("die 4, no effect (1 point needs a sum of 5 for 1 level).")
    assert told("storm_test", die=3, storm=False) == "Die 3: no storm (a storm needs 5 or more)."
    text = told("storm_test", die=5, storm=True)
    assert text.endswith("No aircraft, ships or landings in this phase.")
    text = told("dd_tanks", die=3, outcome=("disorganised",), modifier=1, unit=0, hex=0)
    assert "die 3 +1 (the sea off this beach) = 4, it comes ashore disorganised (up to 3 unharmed, 4" in text
    left = ("they leave and move on",)
    text = told("interdiction", die=5, outcome=left, units=(0,), place=0, value=6, causes=(("odds", -1),))
    assert text.endswith(
        "that takes less than 6, the fixed number of this box. Die 5 −1 (odds against the enemies there) = 4: it "
        "leaves and moves on."
    )
    text = told("weather_rolled", die=6, modifier=-2, weather=Weather.OVERCAST)
    assert text.startswith("Die 6 −2 (bad weather before) = 4 brings overcast weather (clear up to 3): fewer aircraft")
    assert text.endswith("a 6 may bring a storm in each phase."), "the die as it fell decides that (1.1.1.1.a)"


def test_resources_and_air_superiority_tell_the_row_that_the_die_was_read_in() -> None:
    g = position(turn=8, dice=[2, 5])
    number, needed = roll_resources(g, ALLIED), on_superiority(g)
    rows = {event.kind: event.numbers("by_die") for event in g.events}
    assert rows["resources"][2 - 1] == number and rows["superiority_rolled"][5 - 1] == needed
    assert all(by_face([str(one) for one in event.numbers("by_die")]) in sentence(event) for event in g.events)


def test_whoever_need_not_go_anywhere_stays_where_it_is() -> None:
    game = bocage.new("bloody_summer/campaign", seed="night")
    mover = next(order for order in game.decision.orders if order.verb == "move")
    play(game, mover.text)
    labels = {order.order: order.label for order in decision(game).orders}
    assert re.fullmatch(r"Stay in \d{4}( .+)?", labels["halt"])
