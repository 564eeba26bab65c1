"""What the table of D-Day at Omaha Beach says in positions that one can check by hand."""

from __future__ import annotations

import re
from math import hypot

import pytest

import bocage
from bocage.drawings import draw
from bocage.games import open_setting
from bocage.games.omaha_beach.positions import load_positions
from bocage.games.omaha_beach.title import open_scenario
from bocage.games.omaha_beach.words import GRID
from bocage.hexes.sheet import APRON, HEX, sheet_size, spot
from bocage.kernel import SPECTATOR, BocageError, Event, Game, record
from bocage.table import MOVED, Table, table_of
from bocage.table.fights import fights_of
from bocage.table.model import Board, Fact, LogEntry, Lost, OrderChoice, Overlay, PieceState, View
from bocage.table.omaha_beach.facts import POOLS
from tests.golden.recorded import FOLDER
from tests.omaha_beach.positions import event_card, fire_card, landing_card, position, state
from tests.questions import play, refusal
from tests.support import rule
from tests.table.questions import choice, decision, odds

STRONGPOINT = """
    us E/2/16 at 0717
    us F/2/16 at 0718 steps 1 hero
    us 16-HQ at 0717
    german WN65N "WN 2 BZ" depth "wn 1 DE AR"
    german WN64 "WN 1 BG" disrupted
"""


def table(scenario: str = "first_waves") -> Table:
    return table_of(open_scenario(scenario))


def board(scenario: str = "first_waves") -> Board:
    return table(scenario).board()


def view(game: Game, seat: str = "1st") -> View:
    return table().view(game.view(seat), seat, game.length)


def lies(game: Game, piece: str) -> PieceState:
    return next(state for state in view(game).pieces if state.id == piece)


def overlay(game: Game, kind: str, thing: str | None = None) -> Overlay:
    return table().overlay(game.view("1st"), kind, thing)


def shaded(found: Overlay, value: str | None = None) -> set[str]:
    return {shade.hex for shade in found.shades if value is None or shade.value == value}


def facts(game: Game, group: str) -> dict[str, Fact]:
    return {fact.label: fact for fact in view(game).facts if fact.group == group}


# -- the board -------------------------------------------------------------------------------------


def test_hexes_and_landing_boxes_lie_where_the_drawing_has_them() -> None:
    found = board()
    wide, high = sheet_size(GRID)
    assert (found.map.width, found.map.height) == (wide, high + APRON)
    wn62 = next(hex_ for hex_ in found.hexes if hex_.id == "0812")
    assert (wn62.x, wn62.y) == spot(GRID, GRID.at("0812"))
    assert wn62.name == "WN62N" and wn62.terrain == ["pavilion"] and "green position" in wn62.marks
    boxes = {box.id: box for box in found.boxes if box.group == "landing"}
    assert len(boxes) == 31
    for box in open_scenario("first_waves").battle.boxes:  # each lies next to the hex where it lands at low tide
        x, y = spot(GRID, next(iter(box.lands.values())))
        assert hypot(x - boxes[box.id].x, y - boxes[box.id].y) == pytest.approx(HEX, abs=0.2)


def test_directions_are_those_of_the_compass_not_of_the_sheet() -> None:
    """North is at the bottom: the neighbour towards the sea lies north, the higher column west."""
    found = board()
    at = {hex_.id: hex_ for hex_ in found.hexes}
    towards = dict(zip(found.map.directions, at["1010"].neighbours, strict=True))
    assert towards["west"] == "1011" and towards["east"] == "1009"
    assert {towards["north-east"], towards["north-west"]} == {"0910", "0911"}
    assert found.map.turned == "/maps/omaha_beach-turned.svg"


def test_easy_fox_has_the_east_alone() -> None:
    found = board("easy_fox")
    assert [seat.id for seat in found.seats] == ["1st"]
    assert {piece.seat for piece in found.pieces} == {"1st", "system"}
    assert not any(box.id.startswith(("DG", "EG")) for box in found.boxes)
    playable = {hex_.id for hex_ in found.hexes if hex_.playable}
    assert "0812" in playable and "0531" not in playable


def test_the_turn_track_tells_time_tide_and_arrivals() -> None:
    turns = {box.id: box for box in board().tracks[0].boxes}
    assert turns["1"].title == "1 · 0615" and "low tide" in turns["1"].text
    assert "mid tide" in turns["7"].text and "Points are counted" in turns["16"].text
    assert "E/2/16" in turns["1"].text


def test_the_attack_chart_has_the_printed_results() -> None:
    chart = next(chart for chart in board().charts if chart.id == "attack")
    rows = {row[0]: row[1:] for row in chart.rows}
    assert rows["All weapons, stronger"] == ["defeated", "reveal", "depth eliminated, disrupted"]
    assert rows["Weapons missing, not stronger"][0] == "attackers disrupted, gains depth"


def test_a_card_is_told_in_words() -> None:
    card = next(card for card in board().cards if card.id == "1")
    landing, _, fire, barrage = card.parts
    assert any(sign.kind == "mine" for sign in landing.signs)
    orange = next(sign for sign in fire.signs if sign.value == "orange")
    assert orange.double and orange.text == "orange positions with a depth marker: each fires"
    for scenario, when in (("d_day", "from turn 17 on "), ("beyond_the_beach", "")):
        later = next(one for one in board(scenario).cards if one.id == "1").parts[2].signs
        told = [sign.text for sign in later if sign.value == "orange"]
        assert told == [f"orange positions with a depth marker: each fires; {when}it may also be re-occupied"]
    assert [sign.value for sign in barrage.signs] == [s.value for s in fire.signs if s.kind in ("colour", "target")]
    assert [sign.text for sign in barrage.signs if sign.value in ("orange", "circle", "diamond", "triangle")] == [
        "counts if the target is a position of orange",
        f"counts if the unit that barrages has a {barrage.signs[-1].value}",
    ]
    assert barrage.title == "US barrage" and not any("fires" in sign.text for sign in barrage.signs)


def test_a_card_tells_of_no_turn_to_which_the_scenario_does_not_come() -> None:
    for scenario, first, last in (("first_waves", 1, 16), ("beyond_the_beach", 17, 32), ("d_day", 1, 32)):
        for card in board(scenario).cards:
            lines = [line for line in card.parts[1].text.splitlines() if line]
            spans = [list(map(int, re.findall(r"\d+", line.partition(":")[0]))) for line in lines]
            assert len(lines) == 1 or all(span[0] <= last and span[-1] >= first for span in spans), card
    whole, half = ({card.id: card.parts[1].text for card in board(name).cards} for name in ("d_day", "first_waves"))
    assert "\nTurns 21 to 31" in whole["25"] and "Turns 21" not in half["25"]


def test_a_card_says_when_its_mine_counts_and_counts_guns_as_people_do() -> None:
    cards = board("d_day").cards
    mines = {sign.text for card in cards for sign in card.parts[0].signs if sign.kind == "mine"}
    assert mines == {"from turn 7 to turn 22 a mine explodes under one unit that lands among uncleared obstacles"}
    guns = {sign.text for card in cards for sign in card.parts[2].signs if sign.kind == "artillery"}
    assert any(" if 1 gun of " in text for text in guns) and not any(" 1 guns " in text for text in guns)


def test_charts_and_cards_count_as_people_do() -> None:
    told = board("d_day").model_dump_json()
    for wrong in (
        "zones D.",
        " 1 boxes",
        " 1 steps",
        " 1 turns",
        "Turns 1-1",
        "Turns 1 to 1:",
        "one unit with the symbol lose ",
    ):
        assert wrong not in told, wrong
    landing = next(chart for chart in board().charts if chart.id == "landing")
    assert any("drifts 1 box " in cell for row in landing.rows for cell in row)
    assert any(row[0].startswith("Turn 1: ") for row in landing.rows)


def test_headquarters_and_landing_boxes_are_told_in_words() -> None:
    pieces = {piece.id: piece for piece in board("d_day").pieces}
    assert pieces["115-HQ"].title == "HQ of the 115th Regiment"
    assert pieces["115-HQ"].notes[0] == "its wave: turn 19, any landing box of the 29th Division, ashore on turn 20"
    assert pieces["A/1/16"].notes[0] == "its wave: turn 6, a landing box of Easy Red, ashore on turn 7"
    assert pieces["1/B/741"].notes[0] == "its wave: at the start, landing box FG2"
    assert pieces["1/B/741"].notes[1].endswith("hurts it only if its colour on the card has the sign of armor")


def test_a_delayed_landing_shifts_the_arrivals() -> None:
    found = table_of(open_scenario("first_waves", {"effective_bombardment": "yes"})).board()
    pieces = {piece.id: piece for piece in found.pieces}
    assert pieces["A/1/16"].notes[0].startswith("its wave: turn 9, ")
    assert "A/1/16" in next(box for box in found.tracks[0].boxes if box.id == "9").text


# -- pieces ----------------------------------------------------------------------------------------


def test_a_face_down_unit_is_nobody() -> None:
    game = position(STRONGPOINT)
    unit, depth = lies(game, "WN65N"), lies(game, "WN65N+depth")
    assert unit.at == depth.at == "0817" and unit.hidden and depth.hidden
    assert unit.values == ["?", "", "", "", "?"] == depth.values
    assert unit.title == "a strongpoint unit, face down" and depth.title == "strongpoint depth, face down"
    for seat in ("1st", "29th", SPECTATOR):
        told = view(game, seat).model_dump_json()
        assert "WN 2 BZ" not in told and "DE AR" not in told


def test_a_revealed_unit_says_what_it_is() -> None:
    game = position('us E/2/16 at 0717\ngerman WN65N "WN 2 BZ" revealed depth "wn 1 DE AR" depth-revealed')
    unit, depth = lies(game, "WN65N"), lies(game, "WN65N+depth")
    assert not unit.hidden and unit.title.startswith("WN 2 BZ") and unit.symbol.startswith("SH")
    assert unit.values[0] == "2" and unit.values[4] == "BZ"
    assert depth.values[0] == "1" and depth.values[4] == "AR DE"


def test_a_position_that_stands_empty_has_no_piece_on_the_map() -> None:
    game = position(STRONGPOINT)
    shown = {piece.id for piece in view(game).pieces}
    assert "WN65N" in shown and "C3" not in shown and "C3+depth" not in shown
    assert all("German" not in box.title for box in board().boxes), "no list of empty places"


@rule("2.1-07", edition="omaha")
@pytest.mark.parametrize(("hex_", "name"), [("0812", "WN62N"), ("0912", "WN62S")])
def test_a_hex_of_a_wn_has_one_name_on_map_and_counters_in_marks_orders_and_log(hex_: str, name: str) -> None:
    """N and S tell the hexes of a WN apart, as on the printed map; only both together, which fire as one, are WN62."""
    assert f">{name}</text>" in draw("omaha_beach") and ">WN62</text>" not in draw("omaha_beach")
    assert next(h.name for h in board().hexes if h.id == hex_) == name
    titles = {piece.id: piece.title for piece in board().pieces}
    assert titles[name] == f"German unit, {name}" and titles[f"{name}+depth"] == f"Depth marker, {name}"
    game = position(f'us A/1/16 at 0913\ngerman {name} "WN 2 BZ" disrupted', smoke="WN62")
    marks = {mark.kind: mark.text for mark in view(game).marks if mark.at == hex_}
    assert marks == {"disrupted": f"{name} is disrupted", "smoke": "Smoke: WN62 does not fire this turn"}
    play(game, "act A/1/16")
    assert choice(game, f"attack {hex_}").label == f"Attack {hex_} {name}"
    revealed = next(e for e in play(game, f"attack {hex_}", "declare") if e.kind == "unit_revealed")
    assert game.sentence(revealed).startswith(f"{name} is revealed")


def test_a_position_without_a_name_goes_by_its_hex() -> None:
    game = position("us E/2/16 at 1014\nus F/2/16 at 0717", turn=5)
    found = board()
    assert "position 1014" in {piece.id for piece in found.pieces}
    choices = next(kind for kind in found.overlays if kind.id == "fire-position").choices
    assert "the position in 1014" in {choice.title for choice in choices}
    assert "the position in 1014" in overlay(game, "fire-position", "1014").title
    shown = view(game).model_dump_json()
    assert "the position in 1014: 1 point, yours" in shown
    assert "blank" not in shown and "blank" not in "".join(piece.model_dump_json() for piece in found.pieces)


def test_us_units_show_strength_steps_symbol_and_weapons() -> None:
    game = position(STRONGPOINT)
    whole, worn = lies(game, "E/2/16"), lies(game, "F/2/16")
    assert whole.values == ["6", "3", "diamond", "1", "all"] and not whole.reduced
    assert worn.values == ["2", "1", "triangle", "1", "BR"] and worn.reduced and "hero" in worn.flags
    assert "controls adjacent hexes" in whole.flags and "controls adjacent hexes" not in worn.flags


def test_lost_companies_lie_in_the_box_of_their_division() -> None:
    game = position(
        'us F/2/16 at 0611 steps 1\ngerman WN62N "WN 1 BG"', phase="fire", turn=5, cards=[_green_card("triangle")]
    )
    assert lies(game, "F/2/16").at == "loss-1st"


def _green_card(target: str) -> int:
    deck = open_scenario("first_waves").battle.deck
    return next(
        number
        for number, card in deck.items()
        if card.target == target and any(s.colour == "green" and not s.double for s in card.fire) and not card.artillery
    )


# -- marks, facts, cards -----------------------------------------------------------------------------


def test_the_sea_covers_the_belts_as_the_tide_rises() -> None:
    def under_water(turn: int) -> set[str]:
        game = position("us E/2/16 at 0718", turn=turn)
        return {mark.at for mark in view(game).marks if mark.kind == "sea"}

    assert under_water(6) == set()
    assert {"0513", "0418"} <= under_water(7) and "0613" not in under_water(7)
    assert {"0513", "0613"} <= under_water(16) and "0714" not in under_water(16)


def test_disruption_smoke_and_cleared_obstacles_are_marked() -> None:
    game = position(STRONGPOINT, smoke="WN65", cleared="0615")
    marks = {(mark.kind, mark.at) for mark in view(game).marks}
    assert {("disrupted", "0916"), ("smoke", "0817"), ("cleared", "0615")} <= marks


def test_points_tell_what_they_are_for() -> None:
    game = position("us E/2/16 at 0816\nus G/2/16 at 0918", turn=5)
    americans, _ = view(game).victory
    now, win = americans.conditions
    points = {part.label: part for part in now.parts}
    assert points["Strongpoint WN65"].value.startswith("2 points") and points["Strongpoint WN65"].points == 2
    assert americans.points == sum(part.points or 0 for part in points.values() if part.done) > 0
    assert now.value == f"{americans.points} now: defeat" and (win.have, win.need) == (americans.points, 19)


def test_strongpoints_left_to_the_germans_cost_points_at_the_end_of_the_day() -> None:
    game = position('us E/2/16 at 1310\ngerman WN65N "WN 1 BG"', turn=20, scenario="d_day")
    americans, _ = table("d_day").view(game.view("1st"), "1st", 0).victory
    parts = {part.label: part for part in americans.conditions[0].parts}
    left = parts["Strongpoint WN65N"]
    assert left.value.startswith("-1 point, counts against you") and not left.done
    counted = [part for part in parts.values() if "not yours" not in part.value and "does not count" not in part.value]
    assert americans.points == sum(part.points or 0 for part in counted)


def test_losses_stand_against_their_limit() -> None:
    game = position("us E/2/16 at 0717 steps 1\nus F/2/16 at 0718", turn=5)
    first, *_ = view(game).victory[1].conditions
    assert first.label == "Infantry companies lost by the 1st Division" and (first.have, first.need) == (1, 8)
    assert (
        first.value == "1 of 8, eliminated or on their last step: at 8 the battle is lost" and first.rule == "13.1-01"
    )


def test_actions_are_counted_down() -> None:
    game = position("us E/2/16 at 0616\nus F/2/16 at 0613\nus 1/B/741 at 0608", turn=5)
    assert facts(game, "actions")["1st Division"].value == "2 of 2 left"
    play(game, "act 1/B/741", next(o.order for o in _after(game, "act 1/B/741") if o.verb == "to"))
    assert facts(game, "actions")["1st Division"].value == "1 of 2 left"


def _after(game: Game, order: str) -> list[OrderChoice]:
    play(game, order)
    choices = decision(game).orders
    game.undo()
    return choices


def test_pools_are_told_as_counts_only() -> None:
    game = position(STRONGPOINT, pools={"tactical": "5/2/916 6/2/916"})
    assert facts(game, POOLS)["Tactical reinforcements"].value == "2 units"
    assert "2/916" not in "".join(fact.model_dump_json() for fact in view(game).facts)


def test_the_fire_card_of_the_sector_lies_open() -> None:
    game = position("us E/2/16 at 0717\nus F/2/16 at 0717", fire_cards=(12, 0))
    shown = {card.slot: card for card in view(game).cards}
    assert shown["fire-east"].card == "12" and shown["fire-east"].part == "fire" and "fire-west" not in shown


def test_landing_and_event_cards_keep_their_names_through_the_turn() -> None:
    game = Game(open_scenario("easy_fox"), "2111")
    first = {card.title: card for card in _easy_fox(game).cards}
    assert first["Landing card, east"].part == "landing" and game.decision.rule == "7.2-01"
    play(game, "act 1/B/741", "barrage 0809")
    barrage = {card.title: card for card in _easy_fox(game).cards}["Barrage"]
    assert (barrage.card, barrage.part) == ("22", "barrage")
    play(game, "act 2/C/741", "barrage 0916", "hero E/2/16", "pass")
    later = {card.title: card for card in _easy_fox(game).cards}
    assert set(later) == {"Landing card, east", "Event", "Fire card, east"}
    assert (later["Event"].card, later["Event"].part) == ("25", "event") and "hero" in later["Event"].text


def _easy_fox(game: Game) -> View:
    return table("easy_fox").view(game.view("1st"), "1st", game.length)


# -- orders and odds ---------------------------------------------------------------------------------


def test_orders_say_what_they_cost() -> None:
    game = position("us E/2/16 at 0616\nus F/2/16 at 0613 hero\nus 1/B/741 at 0608")
    assert choice(game, "act F/2/16").cost == "free"
    assert choice(game, "act 1/B/741").cost == "1 action"
    assert choice(game, "act E/2/16").cost == "1 action, or free to run for cover"
    play(game, "act E/2/16")
    up, along = choice(game, "to 0717"), choice(game, "to 0615")
    assert up.cost == "free", "it runs for cover"
    assert along.cost == "1 action" and along.path == ["0616", "0615"]
    assert up.label == "To 0717"


def test_who_acts_when_no_action_is_left_acts_for_free() -> None:
    game = position("us E/2/16 at 0616\nus 1/B/741 at 0608\nus 2/B/741 at 0611", turn=5)
    assert choice(game, "act E/2/16").cost == "1 action, or free to run for cover"
    play(game, "act 1/B/741", "to 0609", "act 2/B/741", "to 0610")
    assert "(0 actions left)" in decision(game).prompt
    assert choice(game, "act E/2/16").cost == "free", "it can still run for cover"


def test_a_wave_goes_into_boxes_that_lie_on_the_map() -> None:
    game = position("us A/1/16 due 6\nus B/1/16 due 6", phase="arrivals", turn=6)
    found = choice(game, "in ER3")
    assert (found.hex, found.label) == ("ER3", "Into box ER3") and "mid tide 0615" in found.detail


def test_whom_a_mine_hits_is_no_question_about_the_unit_that_drifted_before() -> None:
    boxes = "us A/1/16 in ER1\nus B/1/16 in ER2"
    game = position(boxes, phase="landing", turn=8, cards=[landing_card("diamond A triangle B", mine=True)])
    assert any(event.kind == "drifted" for event in game.opening_events)
    asked = decision(game)
    assert [choice.order for choice in asked.orders] == ["lose A/1/16", "lose B/1/16"]
    assert (asked.unit, asked.about) == (None, "")
    assert not any("in hand" in piece.flags for piece in view(game).pieces)


def test_not_to_give_an_order_is_said_in_words() -> None:
    game = position("us E/2/16 at 0717", phase="engineers", turn=3, fire_cards=(1, 1))
    assert choice(game, "pass").label == "Clear nothing more"
    crowd = position("us E/2/16 at 0717\nus F/2/16 at 0717\nus G/2/16 at 0717", turn=5)
    play(crowd, "end")
    assert choice(crowd, "lose E/2/16").label == "E/2/16 is eliminated"


def test_a_prompt_names_the_division_and_counts() -> None:
    game = position("us E/2/16 at 0616\nus 1/B/741 at 0608\nus 2/B/741 at 0611", turn=5)
    assert decision(game).prompt == "Who of the 1st Division acts (2 actions left)?"
    play(game, "act 1/B/741", "to 0609")
    assert decision(game).prompt == "Who of the 1st Division acts (1 action left)?"


def test_more_range_is_for_a_base_in_a_hex() -> None:
    exits = "us E/2/16 at 1001\nus F/2/16 at 1902\nus G/2/16 at 2015\nus I/3/16 at 2022\nus K/3/16 at 2025\n"
    held = f"{exits}us L/3/16 at 1435\nus M/3/16 at 0635"  # no German can come back to fire at the engineers
    game = position(held, phase="engineers_and_hq", turn=17, bases="1-37:0714:0")
    found = next(choice for choice in decision(game).orders if choice.verb == "extend")
    assert (found.label, found.hex) == ("Extend the range of base 1-37 in 0714", "0714")


def test_obstacles_that_are_cleared_are_gone() -> None:
    pieces = "us E/2/16 at 0518\nus F/2/16 at 0518"
    for cleared, words in (("", "beach, obstacles"), ("0618", "beach")):
        game = position(pieces, cleared=cleared)
        play(game, "act E/2/16")
        assert choice(game, "to 0618").detail.partition(";")[0] == words


def test_a_german_hex_out_of_reach_is_refused_as_a_target() -> None:
    """Whoever points at Germans wants to fight them, not to go there."""
    pieces = 'us E/2/16 at 0618\nus 1/B/741 at 0509\nus 16-HQ at 0618\ngerman WN65N "WN 1 BG"\ngerman WN73 "WN 1 BG"'
    game = position(pieces)
    play(game, "act E/2/16")
    assert decision(game).hex_verb == "to"
    assert refusal(game, "to 0817") == ("8.1-01", "it cannot attack 0817: an attack needs infantry next to 0817")
    game.undo()
    play(game, "act 1/B/741")
    wn73 = GRID.label(load_positions()["WN73"].hex)
    found = refusal(game, f"to {wn73}")
    assert found == ("8.11-01", f"it cannot barrage {wn73}: {wn73} is out of the range of 1/B/741")


def test_without_a_unit_in_hand_germans_are_answered_too() -> None:
    game = position(STRONGPOINT)
    assert decision(game).target_verb == "attack" and not decision(game).hex_verb
    found = refusal(game, "attack 0817")
    assert found.rule == "7.2-01" and "E/2/16 or F/2/16 can fight the Germans in 0817" in found.sentence
    hanging = position(f"{STRONGPOINT}\nus C/2R at 0717 cliff")
    assert "C/2R" not in refusal(hanging, "attack 0817").sentence, "it can only go on, or down"
    far = position('us E/2/16 at 0618\nus 1/B/741 at 0618\ngerman WN73 "WN 1 BG"')
    wn73 = GRID.label(load_positions()["WN73"].hex)
    found = refusal(far, f"attack {wn73}")
    assert found == ("8-01", f"no unit of the 1st Division can attack or barrage {wn73} now")
    assert refusal(far, "attack 0817").rule == "8.1-01", "nobody is there"


def test_odds_of_a_barrage_speak_of_the_card() -> None:
    game = position('us 1/B/741 at 0509\nus F/2/16 at 0611\ngerman WN61 "WN88 2 BG MO" depth "wn 1 DE"')
    play(game, "act 1/B/741")
    found = odds(game, "barrage 0809")
    assert not found.line and found.column == "Strength 3-5" and found.chart_row == -1
    assert "the colour of the position, orange, and the symbol of 1/B/741, diamond" in found.note
    assert "depth marker" in found.note and "none" not in {result.result for result in found.results}


def test_a_barrage_can_do_little_to_a_unit_that_is_disrupted_already() -> None:
    pieces = 'us 1/B/741 at 0509\nus F/2/16 at 0611\ngerman WN61 "WN88 2 BG MO" {} disrupted'
    bare = position(pieces.format(""))
    play(bare, "act 1/B/741")
    found = odds(bare, "barrage 0809")
    (only,) = found.results
    assert (only.result, only.hits) == ("nothing", "nobody") and only.chance == pytest.approx(1)
    assert found.note.endswith("The unit is disrupted already: nothing more can happen to it.")
    deep = position(pieces.format('depth "wn 1 DE"'))
    play(deep, "act 1/B/741")
    assert odds(deep, "barrage 0809").note.endswith(": it can only lose its depth marker.")
    drawn = position(pieces.format(""), cards=[fire_card("diamond", single="orange")])
    shot = play(drawn, "act 1/B/741", "barrage 0809")[0]
    assert drawn.setting.sentence(shot).endswith(": nothing more happens, for the German unit is disrupted already.")


def test_a_barrage_says_what_its_card_should_have_shown_and_what_came_of_it() -> None:
    pieces = 'us 1/B/741 at 0509\nus F/2/16 at 0611\ngerman WN61 "WN88 2 BG MO"'
    missed = position(pieces, cards=[fire_card("circle", without="orange")])
    words = missed.setting.sentence(play(missed, "act 1/B/741", "barrage 0809")[0])
    assert words.startswith("1/B/741 barrages 0809 and needs orange, the colour of the position, and a diamond, its ")
    assert re.search(r"shows [a-z]+, [a-z]+ and [a-z]+, with a circle: neither of them\. At strength 4, in colu", words)
    hit = position(pieces, cards=[fire_card("diamond", without="orange")])
    words = hit.setting.sentence(play(hit, "act 1/B/741", "barrage 0809")[0])
    assert words.endswith(": the German unit is disrupted."), "it has no depth marker"


def test_the_hero_says_what_he_adds_and_what_comes_of_it() -> None:
    weapons = "missing automatic rifles (BR)"
    game = position('german WN64 "WN 2 BZ BR"\nus A/1/16 at 1015 steps 1 hero')
    play(game, "act A/1/16", "attack 0916", "declare")
    told = {choice.order: (choice.label, choice.detail) for choice in decision(game).orders}
    assert told["wild"] == (
        "The hero stands in for automatic rifles (BR)",
        "2 against 2, missing nothing: the German unit is disrupted",
    )
    assert told["press"][0] == "The hero adds 1 to the strength"
    assert told["press"][1].startswith(f"3 against 2, {weapons}: ") and told["plain"][1].startswith("2 against 2, ")
    came = [table().entry(event, 3, "1st") for event in play(game, "wild")]
    compared = next(entry for entry in came if entry.kind == "compared")
    assert compared.step == "Attack on 0916 WN64", "whoever decides about the hero ends the same attack"
    assert compared.text == (
        "2 against 2, equally strong, with the hero in place of automatic rifles (BR): the German unit is disrupted."
    )


def test_a_way_in_which_a_hero_cannot_help_says_why() -> None:
    def asked(units: str) -> str:
        game = position(f'german WN64 "WN 2 BZ BR"\n{units}')
        play(game, f"act {units.split()[1]}", "attack 0916", "declare")
        return decision(game).prompt

    ends = asked("us A/1/16 at 1015 steps 2 hero").partition(": how does the hero help? ")[2]
    assert ends == "1 more strength would change nothing."
    ends = asked("us C/1/16 at 1015 steps 1 hero").partition(": how does the hero help? ")[2]
    assert ends == "He can stand in for one weapon only."
    sure = position('german WN64 "WN 1 BZ"\nus A/1/16 at 1015 steps 2 hero')
    told = [sure.setting.sentence(event) for event in play(sure, "act A/1/16", "attack 0916", "declare")]
    assert any(" against 1, the hero makes no difference, " in words for words in told)


def test_an_attack_says_whether_a_unit_that_may_gain_depth_does() -> None:
    game = position('german WN64 "WN 2 BZ BR"\nus C/1/16 at 1015 steps 1', depth_pools={"wn": "'wn 1 DE'"})
    told = [game.setting.sentence(event) for event in play(game, "act C/1/16", "attack 0916", "declare")]
    assert "the attackers next to it are disrupted, the German unit gains depth." in told[2]
    assert not any(" if it is in communication" in words for words in told)


def test_a_tank_that_cannot_join_is_told_why() -> None:
    game = position('us E/2/16 at 0717\nus 1/B/741 at 0614\ngerman WN65N "WN 1 BG"')
    play(game, "act E/2/16", "attack 0817")
    asked = decision(game)
    assert [choice.order for choice in asked.orders] == ["declare"] and asked.unit_verb == "with"
    found = refusal(game, "with 1/B/741")
    assert found.rule == "8.1-04" and found.sentence.startswith("1/B/741 is neither near the attacking infantry nor")


def test_an_event_without_effect_says_so_among_the_results() -> None:
    card = event_card("hero_and_depth", 5, division=29)
    game = position("us E/2/16 at 0717", phase="event", turn=5, cards=[card], scenario="easy_fox")
    told = [table("easy_fox").entry(event, 1, "1st") for event in game.opening_events]
    (nothing,) = (entry for entry in told if entry.kind == "no_event")
    assert nothing.result is not None and nothing.text.endswith(": it is for a division that is not in play.")
    card = event_card("german_reinforcements", 5)
    game = position("us E/2/16 at 0717", phase="event", turn=5, cards=[card])
    told = [table().entry(event, 1, "1st") for event in game.opening_events]
    assert all(entry.result for entry in told if entry.kind in ("reinforcement", "no_reinforcement"))
    assert any(entry.kind == "no_reinforcement" for entry in told)


def test_somebody_else_is_told_who_decides() -> None:
    game = position(STRONGPOINT)
    other = view(game, "29th").decision
    assert other is not None and other.prompt == "The 1st Division decides" and not other.orders


def test_odds_try_everything_that_may_lie_face_down() -> None:
    game = position(STRONGPOINT)
    play(game, "act E/2/16", "attack 0817")
    found = odds(game, "declare")
    assert found.attack == 6 and len(found.cases) > 1
    assert found.defence_from < found.defence_to
    assert found.note.startswith("What lies face down")
    needs = {need.name: need for need in found.needs}
    assert needs["BZ"].had and needs["BZ"].needed == "perhaps"
    assert not needs["AR"].had and needs["AR"].needed == "perhaps"
    assert needs["RD"].had
    joined = odds(game, "with F/2/16")
    assert joined.attack == 8
    assert joined.helps[0].startswith("The hero of F/2/16")


def test_odds_against_a_known_unit_have_one_case() -> None:
    game = position('us E/2/16 at 0717\ngerman WN65N "WN 2 BZ" revealed')
    play(game, "act E/2/16")
    found = odds(game, "attack 0817")
    assert [case.chance for case in found.cases] == [1.0] and found.cases[0].title == "strength 2, needs bazookas (BZ)"
    assert (found.attack, found.defence, found.line) == (6, 4, "All weapons, stronger")
    assert found.column == "Without depth" and found.note == (
        "This is sure: an attack draws no card, and all that it is compared with lies face up. "
        "The strength of the German unit is doubled by the shingle."
    )
    assert [need.name for need in found.needs if need.needed == "yes"] == ["BZ"]


# -- overlays ----------------------------------------------------------------------------------------


def test_the_field_of_fire_of_a_strongpoint() -> None:
    game = position("us E/2/16 at 0718\nus F/2/16 at 0718")
    found = overlay(game, "fire-position", "WN70")
    assert "0427" in shaded(found, "intense") and "0429" in shaded(found, "sporadic")
    assert {"0626", "0527", "0328"} <= shaded(found, "steady")
    assert {shade.value: shade.pattern for shade in found.shades} == {
        "intense": "dense", "steady": "lines", "sporadic": "dots",
    }  # fmt: skip
    assert {shade.colour for shade in found.shades} == {"red"}
    assert found.about == "WN70" and [box.id for box in found.legend] == ["intense", "steady", "sporadic"]


def test_a_colour_means_those_who_can_fire() -> None:
    game = position(
        'us E/2/16 at 0718\nus F/2/16 at 0718\ngerman WN65N "WN 1 BG"\ngerman WN70 "WN75 2 BZ BG" disrupted'
    )
    found = overlay(game, "fire-colour", "red")
    assert shaded(found) == shaded(overlay(game, "fire-position", "WN65"))
    assert shaded(overlay(game, "fire-colour", "blue")) == set()
    assert shaded(overlay(game, "danger")) == shaded(found)


def test_the_card_of_the_turn_says_who_fires() -> None:
    pieces = 'us E/2/16 at 0718\nus F/2/16 at 0718\ngerman WN65N "WN 1 BG"\ngerman WN62N "WN 1 BR"'
    game = position(pieces, fire_cards=(_green_card("triangle"), 0))
    deck, green = open_scenario("first_waves").battle.deck, overlay(game, "fire-position", "WN62")
    shot = {str(shot.colour): shot for shot in deck[_green_card("triangle")].fire}
    found = shaded(overlay(game, "fire-card"))
    assert shaded(green) <= found
    if "red" not in shot or shot["red"].double:
        assert found == shaded(green)


def test_overlays_that_need_something_say_so() -> None:
    game = position("us E/2/16 at 0718\nus F/2/16 at 0718")
    for kind, thing, words in (
        ("fire-position", None, "say which position"),
        ("fire-position", "WN99", "there is no position 'WN99'"),
        ("fire-colour", "pink", "there is no colour 'pink'"),
        ("reach", "A/1/116", "not on the map"),
        ("reach", "nobody", "there is no unit 'nobody'"),
        ("weather", None, "there is no overlay 'weather'"),
    ):
        with pytest.raises(BocageError, match=words):
            overlay(game, kind, thing)


def test_leaders_command_the_hexes_around_them() -> None:
    game = position("us 16-HQ at 0717\nus F/2/16 at 0717\nus E/2/16 at 0718")
    found = overlay(game, "command")
    assert shaded(found) == set(GRID.labels(GRID.within(1 << GRID.at("0717"), 1)))


def test_moves_tell_past_whom_they_infiltrate() -> None:
    game = position('us E/2/16 at 0717\nus F/2/16 at 0717\ngerman WN65N "WN 1 BG"')
    texts = {shade.hex: shade.text for shade in overlay(game, "reach", "E/2/16").shades}
    assert any("infiltrates past WN65" in text for text in texts.values())
    assert "0817" not in texts, "there is a German unit"


# -- the log -----------------------------------------------------------------------------------------


def test_fire_names_its_victims_and_begins_a_step() -> None:
    game = position(
        'us F/2/16 at 0611\nus E/2/16 at 0611\ngerman WN62N "WN 1 BG" depth "wn 1 DE"',
        phase="fire",
        cards=[_green_card("triangle")],
    )
    told: list[LogEntry] = [table().entry(event, 1, "1st") for event in game.opening_events]
    fires = next(entry for entry in told if entry.kind == "position_fires")
    assert set(fires.targets) == {"F/2/16", "E/2/16"}
    assert fires.hex == "0812" and fires.step == "WN62 fires" and fires.rule == "6.3-04"
    lost = next(entry for entry in told if entry.kind == "step_lost")
    assert lost.unit in fires.targets and not lost.step


def _fought(pieces: str, card: int) -> list[LogEntry]:
    game = position(pieces, phase="fire", turn=2, cards=[card])
    return [table().entry(event, 1, "1st") for event in game.opening_events]


def test_a_step_is_lost_to_the_position_that_cost_it() -> None:
    """No unit loses a second step: whoever else fires at it costs it nothing."""
    told = _fought("german WN62S WN75\ngerman WN61 WN88\nus F/2/16 at 0611", fire_card(single="green orange"))
    assert [entry.targets for entry in told if entry.kind == "position_fires"] == [["F/2/16"]] * 2
    first, second = (fight for fight in fights_of(told) if fight.title.endswith(" fires"))
    assert [lost.piece for lost in first.losses] == ["F/2/16"] and not second.losses


def test_a_position_that_recovers_and_a_landing_check_are_steps_of_their_own() -> None:
    """They are no targets of the fire that was told before, nor of each other."""
    told = _fought('german WN62N WN75 disrupted\ngerman WN62S "WN 1 BG"\nus F/2/16 at 0611', fire_card(single="green"))
    recovers = next(entry for entry in told if entry.kind == "german_recovers")
    assert (recovers.step, recovers.hex, recovers.targets) == ("WN62N recovers", "0812", [])
    boats = position("us A/1/16 in ER1\nus B/1/16 in ER2", phase="landing", turn=2, cards=[landing_card()])
    landing = [table().entry(event, 1, "1st") for event in boats.opening_events]
    checks = [entry.step for entry in landing if entry.kind == "landing_check"]
    assert checks == ["Landing check of A/1/16", "Landing check of B/1/16"]


def test_fire_is_told_where_it_comes_from() -> None:
    units = 'german WN62N WN75 depth wn disrupted\ngerman WN62S "WN 1 BG"\nus F/2/16 at 0611'
    for kind, card in (("position_fires", fire_card(single="green")), ("holds_fire", fire_card(double="green"))):
        told = _fought(units, card)
        assert next(entry.hex for entry in told if entry.kind == kind) == "0912", "WN62N is disrupted"


@pytest.mark.parametrize(
    ("kind", "facts", "text"),
    [
        ("post_range", {"unit": 0, "range": 1}, "The command post of A/1/16 commands up to 1 hex around it."),
        ("post_range", {"unit": 0, "range": 2}, "The command post of A/1/16 commands up to 2 hexes around it."),
        ("meyer_released", {"units": 1}, "Kampfgruppe Meyer releases 1 unit."),
        ("naval_marker", {"markers": 2}, "Naval fire is available: the Americans have 2 markers."),
        ("points", {"points": 1, "level": "decisive_defeat"}, "1 victory point: decisive defeat."),
        (
            "attack",
            {"units": (0,), "strengths": (6,), "hex": GRID.at("0817"), "ships": 0},
            "A/1/16 attacks 0817 WN65N, with strength 6.",
        ),
        (
            "attack",
            {"units": (0, 1), "strengths": (6, 4), "hex": GRID.at("0817"), "ships": 5},
            "A/1/16, B/1/16 attack 0817 WN65N, with strength 6 + 4 + 5 of naval fire.",
        ),
    ],
)
def test_the_log_counts_as_people_do(kind: str, facts: dict[str, object], text: str) -> None:
    assert table().entry(Event(kind, "4-01", facts), 1, "1st").text == text


def test_a_barrage_is_explained_in_words_of_its_own() -> None:
    game = Game(open_scenario("easy_fox"), "2111")
    (event,) = play(game, "act 1/B/741", "barrage 0809")
    entry = table("easy_fox").entry(event, 2, "1st")
    assert entry.result is not None
    assert (entry.result.card, entry.result.part, entry.step) == ("22", "barrage", "Barrage of 0809 WN61")


def test_every_curve_has_a_name_in_its_legend() -> None:
    game = Game(open_scenario("easy_fox"), "2111")
    summary = table("easy_fox").summary([_Moment(game)], None)
    assert {curve.seat for curve in summary.curves} == {"1st", "Americans"}


class _Moment:
    """A game as it begins."""

    def __init__(self, game: Game) -> None:
        self.number, self.state, self.events = 0, game.state, game.opening_events


def test_what_the_rules_do_between_two_orders_is_told_with_its_own_phase() -> None:
    game = bocage.new("omaha_beach/first_waves", seed=5)
    entries = [table().entry(event, 0, "") for event in game.opening_events]
    while not game.over and state(game).turn < 3:
        for event in game.play(game.decision.orders[-1]):
            entries.append(table().entry(event, game.length, ""))
    phases = {entry.kind: entry.phase for entry in entries}
    assert phases["landing_card"] == phases["turn_begins"] == "US Amphibious Operations"
    assert phases["event"] == "Event" and phases["fire_card"] == phases["position_fires"] == "German Fire"


def test_a_choice_that_costs_something_for_sure_says_so() -> None:
    game = position("us E/2/16 at 0513\nus F/2/16 at 0614", turn=7)
    assert choice(game, "end").loss == "E/2/16 is eliminated: the tide covers the hex."
    assert choice(game, "act E/2/16").loss == ""


def test_what_came_of_an_order_is_told_apart_from_the_order_itself() -> None:
    game = position(STRONGPOINT)
    play(game, "act E/2/16", "attack 0817")
    told = [table().entry(event, 3, "1st") for event in play(game, "declare")]
    compared = next(entry.result for entry in told if entry.kind == "compared")
    assert compared is not None and (compared.attack, compared.defence) == (6, 4)
    assert compared.outcome and compared.hex == "0817"
    moving = position("us E/2/16 at 1115")
    play(moving, "act E/2/16")
    to = next(str(order) for order in moving.decision.orders if order.verb == "to")
    moved = table().entry(play(moving, to)[0], 2, "1st")
    assert (moved.kind, moved.result) == (MOVED, None)
    drowned = play(position("us E/2/16 at 0513", turn=7), "end")
    lost = table().entry(next(event for event in drowned if event.kind == "eliminated"), 1, "1st")
    assert lost.result is not None and lost.result.losses == [Lost(piece="E/2/16", steps=3, gone=True)]


# -- what the cards say ----------------------------------------------------------------------------

REASONED = {  # what is told of Germans whom the rules lead, with what must stand in every sentence of it
    "depth_added": " gains depth, a marker face down that makes it stronger: ",
    "reinforcement": " reinforcement, drawn at random and face down, takes ",
    "position_fires": ": the card shows its colour, ",
    "artillery": " it takes ",
    "artillery_hits": ": ",
    "german_recovers": " recovers and may fire again: ",
    "fire_card": "Positions of these colours fire",
    "landing_check": " on the card: ",
}


def test_cards_say_what_and_why_in_at_most_three_sentences() -> None:
    """Read by one who has never seen the rulebook."""
    told: dict[str, list[str]] = {}
    for name in ("easy_fox", "first_waves", "beyond_the_beach"):
        written = record.read(FOLDER / f"{name}.bocage")
        game = record.start(written, open_setting)
        events = list(game.opening_events)
        for line in written.lines[:400]:
            events += record.step(game, line, name)
        for event in events:
            if event.result is not None:
                told.setdefault(event.kind, []).append(game.setting.sentence(event))
    assert REASONED.keys() <= told.keys()
    for kind, sentences in told.items():
        for words in sentences:
            assert len(re.findall(r"[.!](?= |$)", words)) <= 3, words
            assert REASONED.get(kind, "") in words or kind == "fire_card", words
    everything = " ".join(text for sentences in told.values() for text in sentences)
    assert "No hit is left for " in everything
    assert "is nearest to the Americans" in everything
    assert "next to Americans" in everything or "two hexes from Americans" in everything
