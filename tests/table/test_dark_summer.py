"""What people see of The Dark Summer: board, counters, cup, Support, odds, layers, log and victory."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

import pytest

from bocage.games.dark_summer.columns import Changes
from bocage.games.dark_summer.places import ELIMINATED, WITHDRAWN, place_number
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strongpoints import is_hidden
from bocage.games.dark_summer.title import DarkSummer, open_scenario
from bocage.games.dark_summer.turn import GameTurn
from bocage.games.dark_summer.victory import in_points
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import SPECTATOR, BocageError, Event, Game, Result
from bocage.table import Moment, table_of
from bocage.table.dark_summer.summary import faces_in
from bocage.table.model import Board, LogEntry, Overlay, PieceState, View
from tests.dark_summer.combats import FIGURE_4, fighting
from tests.dark_summer.phases import acting, drawing, playing
from tests.dark_summer.positions import moving, position, state
from tests.questions import play
from tests.support import rule
from tests.table.questions import choice, decision, odds


def board() -> Board:
    return table_of(open_scenario("campaign")).board()


def seen(game: Game, seat: str = "") -> View:
    seat = seat or game.decision.seat
    return table_of(game.setting).view(game.view(seat), seat, game.length)


def laid_out(g: State, seat: str = "allied") -> View:
    """A position in which nobody is asked."""
    return table_of(open_scenario("campaign")).view(g.view(seat), seat, 0)


def piece(view: View, unit: str) -> PieceState:
    return next(piece for piece in view.pieces if piece.id == unit)


def facts(view: View, group: str) -> dict[str, str]:
    return {fact.label: fact.value for fact in view.facts if fact.group == group}


def overlay(g: State, kind: str, unit: str | None = None) -> Overlay:
    return table_of(open_scenario("campaign")).overlay(g.view("allied"), kind, unit)


def shaded(g: State, kind: str, pattern: str, unit: str | None = None) -> set[str]:
    return {shade.hex for shade in overlay(g, kind, unit).shades if shade.pattern == pattern}


def told(game: Game, *orders: str) -> list[LogEntry]:
    """What orders lead to, as entries."""
    table = table_of(game.setting)
    return [table.entry(event, game.length, "allied") for order in orders for event in play(game, order)]


# -- the board -------------------------------------------------------------------------------------------


def test_hexes_have_names_terrain_and_what_lies_along_their_sides() -> None:
    hexes = {hex_.id: hex_ for hex_ in board().hexes}
    caen, south = hexes["4506"], hexes["4607"]
    assert (caen.name, caen.terrain) == ("Caen", ["city"]) and "objective" in caen.marks
    side = caen.neighbours.index("4607")
    assert side in caen.sides["major river"] and side in caen.sides["bridge"] and south.name == "Caen"
    assert "Utah Beach" in hexes["2403"].marks and "letter C" in hexes["1700"].marks
    assert board().map.orientation == "flat" and board().map.picture == "/maps/dark_summer.svg"


def test_the_waves_lie_on_the_map_where_the_drawing_has_them() -> None:
    hexes = {hex_.id: hex_ for hex_ in board().hexes}
    approach, second = hexes["approach-2403"], hexes["second-2403"]
    assert approach.name == "1st Wave, Utah" and "2403" in approach.neighbours and "second-2403" in approach.neighbours
    assert second.name == "2nd Wave, Utah" and hexes["third-omaha"].name == "3rd Wave, Omaha"
    assert hexes["airfield-us"].name == "Airfields in England, US"
    assert len({(hex_.x, hex_.y) for hex_ in hexes.values()}) == len(hexes), "none lies upon another"


def test_boxes_lie_on_the_map_or_beside_it() -> None:
    boxes, drawing = {box.id: box for box in board().boxes}, board().map
    for name in ("cherbourg", "brittany", "may-leave", "eastern-exit"):
        assert 0 < boxes[name].x < drawing.width and 0 < boxes[name].y < drawing.height
    assert boxes["turn3"].title == "Turn 3 · June IV" and not boxes["turn3"].x
    assert {boxes[name].group for name in ("lost-allied", "lost-german", "withdrawn")} == {"losses"}


def test_counters_have_symbols_sizes_colours_and_the_values_of_both_sides() -> None:
    pieces = {piece.id: piece for piece in board().pieces}
    infantry = pieces["16/1"]
    assert (infantry.front, infantry.back, infantry.nation, infantry.steps) == (
        ["6", "5", "5"],
        ["3", "3", "5"],
        "us",
        2,
    )
    assert infantry.title == "16/1 of 1 Inf" and infantry.symbol == "SFGPUCI----G---"
    assert pieces["22/21-Pz"].symbol[10:12] == "EG" and pieces["25/12-SS-Pz"].nation == "ss"
    assert pieces["7/3-Can"].nation == "canada" and pieces["2-Rng"].symbol.startswith("SFFPGR")
    assert pieces["SP-2403"].front == ["?", "?", "0"] and pieces["SP-2403"].kind == "strongpoint"


def test_charts_have_what_the_tables_have() -> None:
    charts = {chart.id: chart for chart in board().charts}
    results = charts["results"]
    assert results.columns[:3] == ["Die", "below", "1-3"] and results.rows[0][1:4] == ["AL2", "AL2", "AL2"]
    assert charts["cherbourg"].rows[5][1:] == ["C"] * 5
    assert all(len(row) == len(chart.columns) for chart in charts.values() for row in chart.rows)


# -- chance to come ----------------------------------------------------------------------------------------


@rule("2.3-01", "2.4-23", edition="dark_summer")
def test_all_aids_are_at_hand() -> None:
    charts = {chart.id: chart for chart in board().charts}
    assert charts.keys() >= {
        "terrain", "results", "cherbourg", "weather", "replacements", "rebuilding", "chits", "sequence", "sudden-death",
        "points", "reminders", "abbreviations",
    }  # fmt: skip
    short = [row[0] for row in charts["abbreviations"].rows]
    assert " ".join(short) == "AG Arty BR Can CRT dr DRM EW FJ GE KG MP OOS SP TD TDSN TEC TRT VP ZOC"
    assert {row[1] for row in charts["reminders"].rows} >= {"R.1", "R.2"}


@rule("2.1-07", "2.1-08", "2.1-09", "2.1-10", edition="dark_summer")
def test_tracks_show_turn_rounds_weather_and_points() -> None:
    tracks = {track.id: track for track in board().tracks}
    assert [len(tracks[name].boxes) for name in ("turn", "weather")] == [10, 5]
    game = Game(open_scenario("june_14"), "tracks")
    table, moved = table_of(game.setting), dict[str, str]()
    while len(own(game).track) < 2:
        for event in game.play(game.decision.orders[-1]):
            moved |= table.entry(event, game.length, "").tracks
    assert moved == {name: seen(game).tracks[name] for name in moved}, "what happens moves the markers"
    assert "round" in moved
    assert [name for name, track in tracks.items() if not track.ordered] == ["weather"], "Sun is not before Storm"
    shown = seen(game).tracks
    assert all(shown[name] in [box.id for box in tracks[name].boxes] for name in ("turn", "weather", "round"))
    assert len(facts(seen(game), "Action Rounds of this turn")) == len(own(game).track)
    assert [standing.points is not None for standing in seen(game).victory] == [True, True]


def own(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


@pytest.mark.parametrize("seat", ["allied", "german", SPECTATOR])
def test_what_is_face_down_looks_the_same_whatever_chance_has_in_store(seat: str) -> None:
    one, other = (seen(Game(open_scenario("campaign"), seed), seat) for seed in ("1", "2"))
    assert one == other
    down = piece(one, "SP-2403")
    assert down.hidden and down.values == ["?", "?", "0"]
    assert facts(one, "Face down")["Strongpoints"].startswith("20 in play, each one of these factors: ")


def test_a_strongpoint_that_is_turned_up_shows_its_factor() -> None:
    units = "german SP-4404 at 4404\nallied 8/3 at 4504\nallied 9/3 at 4504"
    game = fighting("british", units, dice=[3], turn=2)
    entries = told(game, "attack 4404", "with 8/3", "declare")
    factor = state(game).factor[unit_number("SP-4404")]
    revealed = next(entry for entry in entries if entry.kind == "revealed")
    assert revealed.step == "SP-4404 is turned up" and revealed.text.endswith(f"a strength of {factor}.")
    assert piece(seen(game), "SP-4404").values[:2] == [str(factor)] * 2


def test_the_cup_tells_what_may_be_drawn_next() -> None:
    game = Game(open_scenario("june_14"), "cup")
    while game.decision.prompt != "Which chit is the Initiative chit, played first?":
        game.play(game.decision.orders[-1])
    play(game, "initiative us")
    g = state(game)
    total = sum(g.cup)
    cup = facts(seen(game), "In the cup")
    assert cup["US chits"] == f"{g.cup[0]} of {total}, drawn next: {100 * g.cup[0] / total:.0f} %"
    assert cup["Reaction chits"] == f"{g.reactions} left"
    weather = facts(seen(game), "Weather chits left")
    assert sum(int(value.split(" of ")[0]) for value in weather.values()) == len(g.weather_cup) == 8
    assert sum(float(value.split(": ")[1].removesuffix(" %")) for value in weather.values()) == pytest.approx(
        100, abs=3
    )


def test_the_round_track_tells_who_played_what() -> None:
    g = position("", turn=3)
    g.track = ((0, 2), (2, 5), (1, 3))
    assert list(facts(laid_out(g), "Action Rounds of this turn").values()) == [
        "US: Prepared Offensive",
        "German: Reaction Round",
        "British: Combined Action Round (Move chit)",
    ]


# -- counters as they lie --------------------------------------------------------------------------------


def test_units_wait_by_turn_and_the_lost_and_withdrawn_have_their_boxes() -> None:
    g = position("", turn=3, waiting="1/1-SS-Pz 26/1 33/9-Pz")
    g.where[unit_number("16/1")] = ELIMINATED
    g.where[unit_number("501/101")] = WITHDRAWN
    view = laid_out(g)
    assert piece(view, "26/1").at == "due-allied", "its turn has come"
    assert piece(view, "33/9-Pz").at == "turn9"
    assert piece(view, "16/1").at == "lost-allied" and piece(view, "501/101").at == "withdrawn"


def test_counters_show_what_they_have_done_and_lack() -> None:
    game = moving("us", "allied 16/1 at 3304\nallied 18/1 at 3005\ngerman 914/352 at 3006", beaches="3303")
    play(game, "move 16/1", "to 3305")
    g = state(game)
    assert "moved" in piece(seen(game), "16/1").flags
    g.open_beaches = 0
    g.forget()
    assert "out of supply" in piece(laid_out(g), "18/1").flags


def test_marks_tell_beaches_exits_control_and_boxes() -> None:
    g = position("allied 8/4 at 2403", beaches="2403", closed="3303", held="2911", turn=6)
    g.exits[1] = 1 << place_number("6201")
    g.augmented = 1 << place_number("3203")
    g.isolated, g.reentry_turn = True, 5
    marks = {(mark.at, mark.kind) for mark in laid_out(g).marks}
    assert marks == {
        ("2403", "open beach"), ("3303", "closed beach"), ("3203", "augmented"), ("6201", "british exit"),
        ("2911", "held"), ("cherbourg", "isolated"), ("brittany", "no entry"),
    }  # fmt: skip
    g.cherbourg_captured = 5
    assert ("cherbourg", "captured") in {(mark.at, mark.kind) for mark in laid_out(g).marks}
    assert {mark.kind for mark in laid_out(g).marks} <= {mark.kind for mark in board().marks}


# -- Support ----------------------------------------------------------------------------------------------


def test_each_support_marker_says_whether_it_serves_now_and_why_not() -> None:
    g = position("", round="combat", turn=3, weather="showers")
    markers = facts(laid_out(g), "Support")
    assert markers["US Naval"] == "available (6-6)" and markers["US Tac Air 2"] == "available (4-*)"
    assert markers["8th Air Force"] == "is available from Turn 6 on" and "Assault Guns" not in markers
    assert markers["Artillery"] == "cannot be used in Showers"
    g.support_round, g.support_turn[2] = 1, 1
    markers = facts(laid_out(g), "Support")
    assert markers["US Naval"] == "has been used in this Round"
    assert markers["US Tac Air 1"] == "has been used in this turn, and in Showers once is all"


# -- decisions and odds -------------------------------------------------------------------------------------


def test_a_move_has_cost_and_path_also_into_a_box() -> None:
    game = moving("german", "german 739/709 at 1701\ngerman 6-FJ at 2209")
    play(game, "move 739/709")
    box = choice(game, "to cherbourg")
    assert box.hex == "cherbourg" and box.path[0] == "1701" and box.path[-1] == "cherbourg" and float(box.cost) <= 3
    assert decision(game).unit == "739/709" and decision(game).hex_verb == "to"
    assert choice(game, "to 1702").path == ["1701", "1702"]


@rule("5.5-01", edition="dark_summer")
def test_each_side_has_a_section_of_the_eastern_exit() -> None:
    game = moving("german", "german 6-FJ at 6219\ngerman 5/3-FJ at eastern-exit\nallied CCA/4 at eastern-exit")
    at = {piece.id: piece.at for piece in seen(game).pieces}
    boxes = {box.id: box for box in board().boxes}
    assert boxes[at["5/3-FJ"]].title == "Eastern Exit: German" and boxes[at["CCA/4"]].title == "Eastern Exit: Allied"
    assert boxes[at["5/3-FJ"]].x > boxes[at["CCA/4"]].x
    play(game, "move 6-FJ")
    leaving = choice(game, "to eastern-exit")
    assert leaving.hex == leaving.path[-1] == at["5/3-FJ"]
    assert game.why_not(f"to {leaving.hex}") is None, "it can be asked for by that name"
    left = next(entry for entry in told(game, "to eastern-exit") if entry.unit == "6-FJ")
    assert left.at == left.path[-1] == leaving.hex, "it is seen going there"


def test_those_who_advance_are_not_against_those_who_have() -> None:
    game = fighting("british", "german 1057/91 at 4808\nallied 8/3 at 4807\nallied 9/3 at 4807", dice=[6])
    play(game, "attack 4808", "with 8/3", "with 9/3")
    while game.decision.orders[0].verb != "advance":
        play(game, str(game.decision.orders[-1]))
    assert decision(game).about == "8/3 4-4-5 in 4807 and 9/3 4-4-5 in 4807"
    assert choice(game, "halt").label == "Nobody advances"
    play(game, "advance 8/3")
    assert decision(game).about == "9/3 4-4-5 in 4807"
    assert choice(game, "halt").label == "No further advance"


def test_losses_of_the_attacker_are_asked_for_at_the_fight() -> None:
    units = "german 1057/91 at 3907\nallied 8/3 at 3906\nallied 9/3 at 3906\nallied 27-A at 3906"
    game = fighting("british", units, dice=[1])  # AL1
    play(game, "attack 3907", "with 8/3", "with 9/3", "with 27-A")
    assert decision(game).target == "3907"
    assert decision(game).about == "8/3 4-4-5, 9/3 4-4-5 and 27-A 5-4-8 against 1057/91 3-4-5 in 3907"


def test_a_marker_says_what_it_adds_here() -> None:
    units = "german 1057/91 at 3907\nallied 8/3 at 3906\nallied 9/3 at 3906"
    game = fighting("british", units, turn=4, weather="rain", dice=[4])
    play(game, "attack 3907", "with 8/3", "declare")
    added: dict[str, set[str]] = {}
    while any(order.verb == "support" for order in game.decision.orders):
        found = decision(game)
        added |= {found.seat: {order.detail.rpartition(" ")[2] for order in found.orders if order.verb == "support"}}
        play(game, "pass")
    assert "german" in added and all(
        words == {"attack" if seat == "allied" else "defence"} for seat, words in added.items()
    )


def test_odds_name_the_support_that_the_other_side_may_still_announce() -> None:
    units = "german 1057/91 at 3907\nallied 8/3 at 3906\nallied 9/3 at 3906"
    game = fighting("british", units, turn=4, weather="sun", dice=[4])
    play(game, "attack 3907", "with 8/3")
    note = odds(game, "declare").note
    assert "Not counted is Support that may still come: the defender may announce " in note
    assert "; the attacker may announce " in note
    low, high = map(int, re.findall(r"by (\d+) % at least and (\d+) % at most", note)[0])
    begins = next(order for order in decision(game).orders if order.order == "declare")
    hit = round(100 * sum(one.chance for one in odds(game, "declare").results if one.hits in ("defender", "both")))
    assert low <= hit < high, "the attacker may still better it"
    assert begins.detail.endswith(f"Support may still come: hits the defender by {low} % to {high} %")
    play(game, "declare")
    defender = odds(game, "pass").note
    assert "the defender may announce" in defender and "attacker" not in defender
    play(game, "pass")
    assert game.decision.seat == "german" and "may still come" not in odds(game, "pass").note


def test_who_is_not_asked_learns_where_the_fight_is() -> None:
    game = fighting("british", "german 1057/91 at 4808\nallied 8/3 at 4807")
    play(game, "attack 4808")
    watched = seen(game, "german").decision
    assert watched is not None and (watched.seat, watched.target, watched.orders) == ("allied", "4808", [])


def test_chits_and_rounds_say_what_they_are() -> None:
    game = Game(open_scenario("campaign"), "chits")
    assert decision(game).prompt == "Which British chits go into the cup?"
    assert [order.label for order in decision(game).orders] == ["2 Move and 1 Combat", "1 Move and 2 Combat"]
    beside = "german 1057/91 at 3304\nallied 18/1 at 3204"
    game = drawing((1, 0, 0, 0), beside, turn=2, weather="sun")
    ways = {order.order: order.detail for order in decision(game).orders}
    assert ways["play offensive"] == "All may attack, one column to the right" and all(ways.values())


@rule("9.2-08", edition="dark_summer")
def test_a_combat_round_in_which_nobody_can_attack_says_so_and_is_told_when_it_is_over() -> None:
    game = drawing((1, 0, 0, 0), turn=2, weather="showers")
    ways = {order.order: order for order in decision(game).orders}
    assert ways["play combat"].label == "Combat Round: nobody can attack"
    assert "nobody can attack" in ways["play combat"].detail and "spent" in ways["play combat"].detail
    assert ways["play move"].label == "Move Round"
    (card,) = [entry for entry in told(game, "play combat") if entry.kind == "nobody_attacked"]
    assert card.step == "US, Combat Round" and card.result is not None, "a card of the film shows it"
    assert card.text == "No US unit can attack anybody from where it stands: the chit is spent."
    near = drawing((1, 0, 0, 0), "german 1057/91 at 3304\nallied 18/1 at 3204", turn=2, weather="showers")
    assert {order.order: order.label for order in decision(near).orders}["play combat"] == "Combat Round"


@rule("8.1.3-15", "9.3.4-04", edition="dark_summer")
def test_the_3rd_wave_is_named_where_it_waits_and_a_reaction_says_who_acts_and_why() -> None:
    first = drawing((1, 0, 0, 0), turn=1)
    details = {order.order: order.detail for order in decision(first).orders}
    assert details["play move"] == "The 3rd Wave of this army lands, then all may move"
    again = drawing((1, 0, 0, 0), turn=1, played="us move")
    details = {order.order: order.detail for order in decision(again).orders}
    assert details["play move"] == "Reinforcements enter, then all may move"
    cup = [entry.text for entry in told(Game(open_scenario("campaign"), "1"), "take 2") if entry.kind == "cup_filled"]
    assert "The 3rd Wave waits at sea for the first Move Round of its army." in cup[0]
    game = drawing((1, 0, 0, 3), reactions=2, picks=[0, 0])
    play(game, "play move", "end", "react")
    (told_of,) = [entry.text for entry in told(game, "stack 5915") if entry.kind == "activated"]
    assert (
        told_of == "One stack or one Formation acts in a Reaction: the Germans choose the stack in 5915, which is 6-FJ."
    )


@rule("9.2-03", "9.1-04", edition="dark_summer")
def test_a_chit_says_what_the_cup_held_and_what_it_may_be_played_as() -> None:
    game = drawing((3, 0, 1, 4), turn=2, reactions=0, picks=[0, 0])
    table = table_of(game.setting)
    (card,) = [table.entry(event, 1, "") for event in game.opening_events if event.kind == "chit_drawn"]
    assert card.text == (
        "A chit is drawn: US, 38 % of a cup with 3 US, 1 British Combat and 4 German. It may be played as a Move "
        "Round, a Combat Round or a Combined Action Round."
    )
    last = drawing((0, 0, 1, 0), turn=1)
    (card,) = [table.entry(event, 1, "") for event in last.opening_events if event.kind == "chit_drawn"]
    assert card.text == (
        "A chit is drawn: British Combat, for sure, the cup held 1 British Combat. It is a Combat Round."
    )
    first = acting(turn=2, weather="sun")
    details = {order.order: order.detail for order in decision(first).orders}
    assert details["initiative us"] == (
        "4 of 11 in the cup; drawn next: US 30 %, British Move 20 %, British Combat 20 %, German 30 %"
    )


@rule("4.0.7-01", edition="dark_summer")
def test_a_turn_that_is_over_gives_its_account() -> None:
    g = position("allied 18/1 at 3204\nallied 56 at 4004\ngerman 6-FJ at 5915", beaches="3203 4003", turn=3)
    g.events.clear()
    GameTurn().attrition(g)
    card = table_of(open_scenario("campaign")).entry(g.events[-1], 1, "")
    assert card.kind == "turn_over" and card.step == "End of Turn 3"
    supply, points, end = card.text.removeprefix("Turn 3 is over. ").split(". ")
    assert (supply, points) == ("No Germans were Out of Supply", "Victory Points scored in this turn: none")
    allied, german = (in_points(round(2 * (side.points or 0))) for side in laid_out(g).victory)
    assert german != "0" and end == f"If the game ended as things stand it would be Allies {allied}, Germans {german}."


def test_orders_are_said_as_people_say_them() -> None:
    game = moving("us", "allied 16/1 at 3305\nallied 18/1 at 3305\nallied 26/1 at 3304", beaches="3303")
    labels = {order.order: order.label for order in decision(game).orders}
    assert labels["move 16/1"] == "Move 16/1" and labels["march 3305"] == "Move the stack in 3305"
    assert labels["end"] == "End the movement"
    play(game, "march 3305")
    assert decision(game).about == "16/1 6-5-5 and 18/1 5-5-5 in 3305"


BOCAGE = "german 1057/91 at 3907\nallied 8/3 at 3906\nallied 9/3 at 3906\nallied 27-A at 3906"


def test_odds_show_each_shift_and_each_die_as_printed_and_as_it_counts() -> None:
    game = fighting("british", BOCAGE, beaches="4603 4003", turn=2)
    play(game, "attack 3907", "with 8/3", "with 9/3")
    assert decision(game).about == "8/3 4-4-5 and 9/3 4-4-5 against 1057/91 3-4-5 in 3907"
    found = odds(game, "with 27-A")
    assert (found.attack, found.defence, found.difference, found.ratio) == (13, 4, "3-1", True)
    assert [(shift.cause, shift.columns) for shift in found.shifts] == [("bocage", -2)] and found.column == "1-1"
    faces = {face.die: (face.printed, face.result, face.attacker, face.defender) for face in found.faces}
    assert faces[1] == ("AL1", "AL1", 1, 0) and faces[6] == ("DR", "-", 0, 0), "Germans stand in the bocage"
    assert sum(result.chance for result in found.results) == pytest.approx(1)
    assert board().charts[0].columns[found.chart_column] == "1-1"


def test_odds_against_what_lies_face_down_weigh_all_that_it_may_be() -> None:
    game = Game(open_scenario("campaign"), "odds")
    play(game, "take 2")
    found = odds(game, "attack 2403")
    assert not found.faces and found.defence_from < found.defence_to and " to " in found.column
    assert sum(case.chance for case in found.cases) == pytest.approx(1) and len(found.cases) > 1
    assert any("the attacker loses a step (AL1)" in case.meaning for case in found.cases), "codes stand beside words"
    assert sum(result.chance for result in found.results) == pytest.approx(1)
    meanings = {result.result: result.meaning for result in found.results}
    assert "eliminates a Strongpoint" in meanings["DR*"] and "DR" not in meanings, "from the sea it is ignored"


def test_what_may_be_worth_nothing_has_only_the_columns_in_which_a_die_is_rolled() -> None:
    game = fighting("british", "allied 8/3 at 4403\nallied 9/3 at 4403\ngerman Ost-4605 at 4404", turn=2)
    play(game, "attack 4404", "with 8/3")
    found = odds(game, "declare")
    assert any(case.result == "No die" for case in found.cases), "it may be a battalion that runs away"
    assert "below" not in found.column and found.column.split(" to ")[0] in board().charts[0].columns


def test_a_beach_hex_goes_by_the_name_of_its_beach() -> None:
    game = Game(open_scenario("campaign"), "beaches")
    play(game, "take 2")
    assert choice(game, "attack 2403").label == "Attack 2403 Utah"
    assert choice(game, "attack 4203").label == "Attack 4203 Courseulles", "a town is named first"


def test_the_attack_on_cherbourg_has_odds_before_it_is_ordered() -> None:
    units = "german 729/709 at cherbourg\nallied 8/4 at cherbourg\nallied 12/4 at cherbourg\nallied 22/4 at 2002"
    game = fighting("us", units, turn=4)
    assert choice(game, "attack cherbourg").odds
    found = odds(game, "attack cherbourg")
    assert found.chart == "cherbourg" and not found.shifts and found.faces[5].result == "C"


# -- layers -------------------------------------------------------------------------------------------------

LAYERS = """
    allied 16/1 at 3305
    allied 5-Rng at 3305
    allied 501/101 at 2606
    german 914/352 at 3306
    german 1057/91 at 2607
    german 915/352 at 2605
"""


def test_supply_is_shown_for_each_army() -> None:
    g = position(LAYERS, beaches="3303 4603")
    assert shaded(g, "supply-us", "dense") == {"3303"} and shaded(g, "supply-british", "dense") == {"4603"}
    assert "3304" in shaded(g, "supply-us", "dots")
    g.open_beaches = 0
    g.forget()
    assert shaded(g, "supply-us", "lines") == {"3305", "2606"}


def test_zones_are_shown_and_where_a_unit_negates_them() -> None:
    g = position(LAYERS, beaches="3303")
    assert "3307" in shaded(g, "zones-german", "lines")
    assert shaded(g, "zones-german", "dots") == {"3305", "2606"}


def test_where_a_unit_may_stack_and_why_not_is_shown() -> None:
    g = position(LAYERS + "allied 116/29 at 3205")
    shades = {shade.hex: shade for shade in overlay(g, "stacking", "18/1").shades}
    assert shades["3305"].value == "yes" and shades["3205"].value == "no"
    assert "more than one division" in shades["3205"].text


def test_attacks_of_today_come_with_their_column_and_support() -> None:
    g = position("allied 16/1 at 3404\ngerman 914/352 at 3405", beaches="3303", round="combat", turn=3)
    (shade,) = overlay(g, "attack-us").shades
    assert shade.hex == "3405" and shade.value in board().charts[0].columns
    assert "US Tac Air" in shade.text and "British" not in shade.text


def test_gun_line_boundary_and_reach_are_shown() -> None:
    g = position(LAYERS, beaches="3303")
    assert "4004" in shaded(g, "gun-line", "lines") and "4020" not in shaded(g, "gun-line", "lines")
    assert {"3510", "3610"} <= shaded(g, "boundary", "dense") and "3010" in shaded(g, "boundary", "lines")
    costs = {shade.hex: shade.value for shade in overlay(g, "reach", "16/1").shades}
    assert costs and all(float(cost) <= 5 for cost in costs.values())


def test_a_layer_that_there_is_not_is_refused_in_a_sentence() -> None:
    g = position("")
    for kind, unit, words in (
        ("suply-us", None, "did you mean"),
        ("reach", None, "which unit"),
        ("reach", "1/1", "unit"),
    ):
        with pytest.raises(BocageError, match=words):
            overlay(g, kind, unit)


# -- the log ------------------------------------------------------------------------------------------------


def test_a_combat_is_a_step_with_strengths_shifts_die_and_losses() -> None:
    game = fighting("british", BOCAGE, dice=[3], beaches="4603 4003")
    entries = told(game, "attack 3907", "with 8/3", "with 9/3", "with 27-A")
    fight = next(entry for entry in entries if entry.kind == "combat")
    assert fight.step == "Allied attack on 3907" and fight.hex == "3907" and fight.targets == ["1057/91"]
    assert fight.result is not None
    assert (fight.result.attack, fight.result.defence, fight.result.line, fight.result.die) == (
        13, 4, "3-1, shifted to column 1-1", 3
    )  # fmt: skip
    assert not fight.result.column, "a column goes by its odds, as the odds say it, and not by a number"
    assert [(shift.cause, shift.columns) for shift in fight.result.shifts] == [("bocage (column)", -2)]
    assert fight.result.outcome == "both sides lose a step (BL1)"
    lost = [lost for entry in entries if entry.result is not None for lost in entry.result.losses]
    assert {(one.piece, one.steps) for one in lost} == {("1057/91", 1)}, "the attacker has a choice"


def test_a_round_without_an_attack_and_a_reaction_say_so_and_why() -> None:
    units = "german 1057/91 at 3907\nallied 8/3 at 3906\ngerman 6-FJ at 5915"
    game = playing("british", "combat", units, dice=[1])
    assert "British units attack nobody in this Round." in [entry.text for entry in told(game, "end")]
    fought = told(playing("british", "combat", units, dice=[1]), "attack 3907", "with 8/3")
    assert not any(entry.kind == "nobody_attacked" for entry in fought)
    game = drawing((1, 0, 0, 3), reactions=2, picks=[0, 0])
    entries = told(game, "play move", "end", "react")
    assert entries[-1].text == "Round 2: German Reaction, by a chit that may follow an Allied Round (1 left)."


def test_draws_are_steps_of_the_story() -> None:
    game = Game(open_scenario("june_14"), "draws")
    table = table_of(game.setting)
    opening = {entry.kind: entry for entry in (table.entry(event, 0, "") for event in game.opening_events)}
    assert opening["weather"].step == "Weather" and opening["weather"].result is not None
    drawn = opening["weather"].text
    assert re.match(r"The Weather is \w+: \d+ % of a cup with 2 Sun, 2 Cloud, 3 Showers, 1 Rain and 1 Storm\.", drawn)
    assert "US, " in drawn and " for Reaction" in drawn and "Naval Support" in drawn
    assert opening["turn_begins"].text == "Turn 2 begins: June III, 15-22 June."


# -- victory and summary --------------------------------------------------------------------------------------


def test_victory_counts_what_would_be_scored_now() -> None:
    g = position("", closed="3203 3303", held="4506 2911 2726", turn=6)
    g.points[1] = 5
    allied, german = laid_out(g).victory
    assert (allied.side, allied.title, german.title) == ("allied", "Allies", "Germans")
    assert allied.points == 3 and german.points == 2.5 + 4 + (2 + 2 + 2 + 2 + 1 + 1)
    caen = next(part for part in allied.conditions[0].parts if "4506" in part.label)
    vire = next(part for part in allied.conditions[0].parts if "3619" in part.label)
    assert caen.done and not vire.done and vire.value == "1 point, German now"
    beaches = next(condition for condition in german.conditions if condition.label == "Closed Beaches")
    assert (beaches.have, beaches.need, beaches.done) == (2, 3, False) and "two side by side" in beaches.value


class At(NamedTuple):
    number: int
    state: State
    events: list[Event]


def first_wave() -> tuple[Game, list[Moment]]:
    """A game to the end of the 1st Wave, with its moments."""
    game = Game(open_scenario("campaign"), "7")
    moments: list[Moment] = [At(0, state(game).copy(), game.opening_events)]
    while game.decision.seat == "allied":
        orders = game.decision.orders
        events = game.play(next((order for order in orders if order.verb == "halt"), orders[0]))
        moments.append(At(game.length, state(game).copy(), events))
    return game, moments


def test_the_summary_tells_losses_and_the_costliest_fights() -> None:
    game, moments = first_wave()
    assert isinstance(game.setting, DarkSummer)
    summary = table_of(game.setting).summary(moments, None)
    assert {curve.id for curve in summary.curves} == {"losses", "points", "hexes", "luck"}
    lost = {losses.side: losses.steps for losses in summary.losses}
    gone = sum(where == ELIMINATED for where in state(game).where)
    hurt = state(game).reduced.bit_count() - len(game.setting.campaign.set_up.reduced)
    assert lost["allied"] + lost["german"] == hurt + gone > 0
    assert summary.fights and all("attack on" in fight.title for fight in summary.fights)
    assert summary.turns[0] == (0, "Turn 1")


def test_luck_is_what_the_dice_brought_beyond_their_average() -> None:
    units = "german 1057/91 at 3907\nallied 8/3 at 3906\nallied 9/3 at 3906\nallied 27-A at 3906"
    luck = {}
    for die in range(1, 7):
        game = fighting("british", units, beaches="4603 4003", dice=[die])
        moments: list[Moment] = [At(0, state(game).copy(), [])]
        for order in ("attack 3907", "with 8/3", "with 9/3", "with 27-A"):
            events = play(game, order)
            moments.append(At(game.length, state(game).copy(), events))
        assert any(event.kind == "combat" for event in moments[-1].events)
        curves = table_of(game.setting).summary(moments, None).curves
        luck[die] = {curve.seat: curve.points[-1][1] for curve in curves if curve.id == "luck"}
    for seat in ("allied", "german"):
        assert sum(found[seat] for found in luck.values()) == pytest.approx(0, abs=0.01)
    assert all(found["allied"] == -found["german"] for found in luck.values())
    assert luck[5] == luck[6], "at 1-1 a 5 is an Exchange, which costs both the same, and DR is ignored in the bocage"
    assert luck[5]["allied"] > 0 > luck[1]["allied"]


@pytest.mark.parametrize("scenario", ["campaign", "june_14"])
def test_luck_reads_results_as_the_combats_did(scenario: str) -> None:
    game, random, fought = Game(open_scenario(scenario), "luck"), Random(6), 0
    while fought < 25 and game.length < 1500 and not game.over:
        before = state(game).copy()
        bold = [order for order in game.decision.orders if order.verb not in ("end", "pass", "move", "march")]
        for event in game.play(random.choice(bold or game.decision.orders)):
            if event.kind == "combat" and event.result is not None and event.result.die:
                fought += 1
                face = faces_in(before, event)[event.result.die - 1]
                assert (face.printed, face.result) == (event.facts["printed"], *event.result.outcome)
    assert fought == 25


# -- too many in a hex ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 3, 5, 53])
def test_nobody_is_eliminated_after_the_waves_without_a_warning(seed: int) -> None:
    """Random players crowd the beaches; one of the orders that led to it has said so of that very hex."""
    game, random, warnings = Game(open_scenario("campaign"), str(seed)), Random(seed), ""
    while not game.decision.prompt.endswith("eliminate one"):
        order = random.choice(game.decision.orders)
        told = choice(game, str(order))
        warnings += f"{told.detail} {told.loss}"
        game.play(order)
    hex_ = game.decision.prompt.split()[0]
    assert re.search(rf"{hex_} (would hold|holds) (\d+ units, and at most 4|units of more than one division)", warnings)


# -- how strengths came about ---------------------------------------------------------------------


def combat_with(*changes: tuple[tuple[str, int], ...], odds: str = "2-1", line: str = "2-1") -> LogEntry:
    result = Result(13, 6, line, 4, (("bocage", -2),), 6, outcome=("BL1",))
    facts = {"odds": odds, "printed": "BL1", "hex": 0, "changes": Changes(*changes)}
    return table_of(open_scenario("campaign")).entry(Event("combat", "11.3.5", facts, result=result), 1, "allied")


def test_card_and_news_tell_what_support_and_supply_did_to_the_strengths() -> None:
    entry = combat_with((("Tank Destroyers", 2),), (("halved, Out of Supply", -3), ("Nebelwerfer", 3)))
    assert "13 (11, +2 Tank Destroyers) against 6 (6, −3 halved, Out of Supply, +3 Nebelwerfer) is 2-1" in entry.text
    assert entry.result is not None
    assert [(shift.cause, shift.columns) for shift in entry.result.shifts] == [
        ("Tank Destroyers (attack strength)", 2),
        ("halved, Out of Supply (defence strength)", -3),
        ("Nebelwerfer (defence strength)", 3),
        ("bocage (column)", -2),
    ]


def test_the_outermost_columns_are_called_so() -> None:
    entry = combat_with((), (), odds="6-1", line="1-3")
    assert "is 6-1, the highest" in entry.text and "column 1-3, the lowest" in entry.text
    assert entry.result is not None and entry.result.line == "6-1, the highest, shifted to column 1-3, the lowest"
    entry = combat_with((), (), odds="3-1", line="3-1")
    assert entry.result is not None and entry.result.line == "column 3-1"


def test_strengths_are_the_factors_of_the_units_and_all_that_changes_them() -> None:
    game, kinds = Game(open_scenario("june_14"), "strengths"), set[str]()
    random = Random(3)
    g = state(game)
    for _ in range(900):
        if game.over:
            break
        factors = g.copy()
        for event in game.play(random.choice(game.decision.orders)):
            result, changes = event.result, event.facts.get("changes")
            if event.kind != "combat" or result is None or not isinstance(changes, Changes):
                continue
            kinds |= {cause for side in changes for cause, _ in side}
            attackers = event.numbers("attackers")
            attack = sum(map(factors.attack_of, attackers)) + sum(by for _, by in changes.attack)
            assert result.attack == attack, changes
            units = event.numbers("defenders")
            if units and not any(factors.campaign.strongpoint[unit] for unit in units):
                hidden = any(is_hidden(factors, unit) for unit in units)
                defence = sum(map(factors.defence_of, units)) + sum(by for _, by in changes.defence)
                assert hidden or result.defence == defence, changes
    assert {"Nebelwerfer", "British Tac Air", "Flak against neither tanks nor aircraft"} <= kinds


def test_a_strongpoint_is_called_by_its_place() -> None:
    names = {piece.id: piece.name for piece in table_of(open_scenario("campaign", {})).board().pieces}
    assert names["SP-4003"] == "Strongpoint at 4003 Gold"
    assert names["SP-Ch-2"] == "Strongpoint 2 at Cherbourg"
    assert names["Ost-1608"] == "Ost battalion of 1608"


def test_an_attack_that_forces_another_says_so_and_the_forced_one_is_marked() -> None:
    game = fighting("british", FIGURE_4, dice=[1])
    play(game, "attack 4505", "with 8/3", "with 185/3", "with 7/3-Can")
    assert choice(game, "with 152/51").label == "Attack with 152/51; 4407 must be attacked too"
    play(game, "with 152/51")
    assert choice(game, "declare").label == "Attack now with these 4 units; 4407 must be attacked too"
    play(game, "declare", "lose 8/3")
    forced = choice(game, "attack 4407")
    assert forced.label == "Attack 4407, as you must"
    assert forced.detail.startswith("must be attacked in this Round; ")


def test_the_last_who_can_join_says_that_the_attack_begins() -> None:
    game = fighting("british", FIGURE_4)
    play(game, "attack 4407")
    assert not choice(game, "with 152/51").sets_off
    play(game, "with 152/51")
    last = choice(game, "with 153/51")
    assert last.sets_off and last.label == "Attack with 153/51, and begin" and not choice(game, "declare").sets_off


def test_who_defends_is_told_who_attacks_what() -> None:
    units = "german 12/12-SS-Pz at 4604\ngerman 26/12-SS-Pz at 4604"
    game = fighting("german", units, turn=1, dice=[1])
    state(game).round = 3
    play(game, "attack 4603", "with 12/12-SS-Pz", "with 26/12-SS-Pz")
    assert game.decision.seat == "allied"
    asked = decision(game).about
    assert re.fullmatch(r"26/12-SS-Pz \S+ and 12/12-SS-Pz \S+ attack your Open Beach 4603 Sword", asked)


def test_before_the_first_round_none_has_been_taken() -> None:
    rounds = next(track for track in table_of(open_scenario("campaign")).board().tracks if track.id == "round")
    assert f"{rounds.title} {rounds.boxes[0].title}" == "Action Round none yet"
