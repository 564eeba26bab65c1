"""A Bloody Summer laid out for people: board, counters, marks, layers, odds, victory."""

from __future__ import annotations

from math import hypot

import pytest

import bocage
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.title import open_scenario
from bocage.games.bloody_summer.words import VOCABULARY
from bocage.kernel import BocageError, Game
from bocage.table import Table, table_of
from bocage.table.bloody_summer.orders import _LABELS, _PLAIN
from bocage.table.model import Board, Decision, Overlay, View
from tests.bloody_summer.fights import BIG_RED_ONE, fight
from tests.bloody_summer.positions import begin, position
from tests.questions import play
from tests.support import rule


def board(scenario: str = "operation_cobra") -> Board:
    return table_of(open_scenario(scenario)).board()


def table(game: Game) -> Table:
    return table_of(game.setting)


def view(game: Game, seat: str = "us") -> View:
    return table(game).view(game.view(seat), seat, game.length)


def decision(game: Game) -> Decision:
    found = view(game, game.decision.seat).decision
    assert found is not None
    return found


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


def test_attacks_off_the_map_and_without_defenders_promise_no_odds() -> None:
    game = fight(BIG_RED_ONE + "german HQ-I-SS-Pz at 1306")
    assert [choice.odds for choice in decision(game).orders if choice.verb == "attack"] == [False]


# -- victory ---------------------------------------------------------------------------------------


def test_the_race_tells_who_holds_cherbourg_and_what_that_is_worth() -> None:
    game = Game(open_scenario("race_to_cherbourg"), "1944")
    allied, german = view(game).victory
    assert allied.points is None and allied.conditions[0].label == "Cherbourg"
    assert (allied.conditions[0].have, allied.conditions[0].need) == (0, 2)
    assert german.conditions[0].done and not german.conditions[1].done


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
