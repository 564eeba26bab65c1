"""What the table of Fire & Movement says in positions that one can check by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

import bocage
from bocage.games import open_setting
from bocage.games.fire_movement.sentences import meaning
from bocage.games.fire_movement.support import SupportFire
from bocage.games.fire_movement.words import GRID, Cup
from bocage.hexes.sheet import sheet_size, spot
from bocage.kernel import SPECTATOR, BocageError, Event, Game, State
from bocage.players import Chair, make
from bocage.players.evaluation import judge_of
from bocage.table import Moment, table_of
from bocage.table.fire_movement.odds import DRAWN, NOT_COUNTED
from bocage.table.model import (
    Board,
    Fact,
    Hex,
    Lost,
    Odds,
    Overlay,
    Piece,
    PieceState,
    Result,
    Shift,
    View,
)
from tests.fire_movement.combats import sure
from tests.fire_movement.courses import until
from tests.fire_movement.positions import position
from tests.questions import play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, jump, place
from tests.table.questions import choice, decision

FIGHT = """
    german 22/21 at 0938
    allied 8/3-br at 1037 reduced
    allied 27 at 1038
"""
NO_MARKERS: dict[Cup, Sequence[int]] = dict.fromkeys(Cup, ())


def board(scenario: str = "sword", **options: str) -> Board:
    return table_of(open_setting(scenario, options)).board()


def view(game: Game, seat: str | None = None) -> View:
    seat = seat or game.decision.seat
    return table_of(game.setting).view(game.view(seat), seat, game.length)


def overlay(game: Game, kind: str, unit: str | None = None, seat: str = "allied") -> Overlay:
    return table_of(game.setting).overlay(game.view(seat), kind, unit)


def shaded(found: Overlay, pattern: str | None = None) -> set[str]:
    return {shade.hex for shade in found.shades if pattern is None or shade.pattern == pattern}


def piece(scenario: str, unit: str) -> Piece:
    return next(piece for piece in board(scenario).pieces if piece.id == unit)


def lies(game: Game, unit: str, seat: str | None = None) -> PieceState:
    return next(piece for piece in view(game, seat).pieces if piece.id == unit)


def hex_of(found: Board, label: str) -> Hex:
    return next(hex_ for hex_ in found.hexes if hex_.id == label)


def facts(game: Game, group: str) -> dict[str, Fact]:
    return {fact.label: fact for fact in view(game).facts if fact.group == group}


# -- the board -------------------------------------------------------------------------------------


def test_hexes_lie_where_the_drawing_has_them() -> None:
    found = board()
    caen = hex_of(found, "0938")
    assert (caen.x, caen.y) == spot(GRID, GRID.at("0938"))
    assert (found.map.width, found.map.height) == sheet_size(GRID)
    assert caen.name == "Caen" and caen.terrain == ["city"] and "objective" in caen.marks
    assert caen.neighbours == ["0937", "1037", "1038", "0939", "0838", "0837"]
    east = hex_of(found, caen.neighbours[found.map.directions.index("E")] or "")
    assert east.x == pytest.approx(caen.x + found.map.hex_width, abs=0.11) and east.y == caen.y


def test_the_part_in_play_is_framed() -> None:
    found = board()
    for hex_ in found.hexes:
        inside = found.map.left < hex_.x < found.map.right and found.map.top < hex_.y < found.map.bottom
        assert inside or not hex_.playable
    assert found.map.left > 1000 and not hex_of(found, "1706").playable


def test_rivers_and_bridges_are_on_both_sides_of_a_hexside() -> None:
    found = board()
    south, north = hex_of(found, "0837"), hex_of(found, "0838")
    over, back = south.neighbours.index("0838"), north.neighbours.index("0837")
    for kind in ("river", "bridge"):
        assert over in south.sides[kind] and back in north.sides[kind]


def test_what_is_printed_on_a_counter() -> None:
    panzers = piece("sword", "22/21")
    assert (panzers.front, panzers.back, panzers.steps) == (["6", "5", "12"], ["3", "4", "12"], 2)
    assert (panzers.seat, panzers.nation, panzers.kind, panzers.size) == ("german", "german", "tank", "regiment")
    assert panzers.symbol == "SHGPUCA----G---" and "mobile" in panzers.notes
    guns = piece("sword", "716/716")
    assert guns.back is None and "no zone of control" in guns.notes
    assert piece("gold_juno", "8/3-cdn").nation == "canada"
    assert any(unit.nation == "ss" for unit in board("sword").pieces)


def test_every_symbol_has_affiliation_size_and_fifteen_letters() -> None:
    for found in board("combined_campaign").pieces:
        assert len(found.symbol) == 15
        assert found.symbol[1] == ("F" if found.seat == "allied" else "H")
        assert found.symbol[11] == {"battalion": "F", "regiment": "G", "brigade": "H"}[found.size]


def test_the_turn_track_tells_dates_and_arrivals() -> None:
    boxes = {box.id: box for box in board().tracks[0].boxes}
    assert list(boxes) == [str(turn) for turn in range(18)]
    assert "8-10 June 1944" in boxes["2"].text and "German: 858/346, 346/346" in boxes["2"].text
    assert len(board("combined_campaign").tracks[0].boxes) == 26


def test_rule_numbers_are_those_of_the_edition() -> None:
    assert board("sword").tracks[0].rule == "10.5"
    assert board("on_to_caen").tracks[0].rule == "10.2"
    assert (board("sword").edition, board("on_to_caen").edition) == ("quad", "folio")


def test_the_board_is_made_once() -> None:
    assert board() is board()


# -- decisions -------------------------------------------------------------------------------------


def test_orders_of_a_movement_phase() -> None:
    game = position("sword", FIGHT)
    asked = decision(game)
    assert asked.unit is None and asked.unit_verb == "move"
    assert choice(game, "move 27").label == "Move 27" and choice(game, "move 27").unit == "27"
    assert choice(game, "end").label == "End the Movement Phase"
    play(game, "move 27")
    asked = decision(game)
    assert asked.unit == "27" and asked.hex_verb == "to" and asked.about.startswith("27: 27th Armoured Brigade")
    near = choice(game, "to 1137")
    assert near.hex == "1137" and near.path[0] == "1038" and near.path[-1] == "1137" and float(near.cost) > 0
    assert "in hand" in lies(game, "27").flags


def test_a_unit_that_cannot_move_can_still_be_asked_about() -> None:
    game = position("sword", "german 22/21 at 0938\nallied 8/3-br at 1039", phase="mobile_movement", side="german")
    play(game, "move 22/21", "to 0838", "end")
    game = position("sword", "german 22/21 at 0938\nallied 8/3-br at 1039", waiting="858/346", turn=1)
    play(game, "move 8/3-br", "to 1040")
    asked = decision(game)
    assert asked.unit_verb == "move" and game.why_not(f"{asked.unit_verb} 22/21") is not None


def test_an_attack_from_the_target_to_its_odds() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[1])
    assert choice(game, "attack 0938").label == "Attack 0938 Caen" and not choice(game, "attack 0938").odds
    play(game, "attack 0938")
    asked = decision(game)
    assert asked.target == "0938" and asked.unit_verb == "with" and "22/21 6-5-12" in asked.about
    joined = choice(game, "with 8/3-br")
    assert joined.odds and joined.detail == "2-6-6 reduced in 1037"
    play(game, "with 8/3-br")
    assert "attacking" in lies(game, "8/3-br").flags
    declared = choice(game, "declare")
    assert declared.label == "Attack now with 8/3-br"
    found = game.preview("declare")
    assert found is not None
    odds = table_of(game.setting).odds(game.view("allied"), game.parse("declare"), found)
    assert (odds.attack, odds.defence, odds.difference, odds.line) == (2, 5, "-3", "city")
    assert [shift.cause for shift in odds.shifts] == ["no combined arms: no armored brigade"] and odds.column == "1"
    assert [(result.result, round(result.chance, 3)) for result in odds.results] == [("(A)", 0.667), ("Ae", 0.333)]
    assert {mark.kind for mark in view(game).marks if mark.at == "0938"} == {"target"}


def test_an_attack_at_best_is_that_of_the_units_that_help_it_most() -> None:
    ashore = {"8/3-br": "1640", "27": "1640", "9/3-br": "1739", "152/51": "1739", "185/3": "1740", "154/51": "1740"}
    lines = "\n".join(f"allied {unit} at {hex_}" for unit, hex_ in ashore.items())
    game = position("sword", f"german 192/21 at 1639\n{lines}", phase="combat")
    found = table_of(game.setting).reach(game.view("allied"), game.parse("attack 1639"))
    assert found is not None and set(found.joined) == {"27", "152/51", "154/51"}
    assert (found.attack, found.defence, found.shifts) == (15, 5, [])


def test_the_last_attacker_that_can_join_says_that_the_attack_begins() -> None:
    game = position("sword", FIGHT, phase="combat")
    play(game, "attack 0938")
    assert not choice(game, "with 27").sets_off and choice(game, "with 27").label == "Attack with 27"
    play(game, "with 8/3-br")
    last = choice(game, "with 27")
    assert last.sets_off and last.label == "Attack with 27 too, and begin"
    assert not choice(game, "declare").sets_off  # it says so itself
    assert {event.kind for event in play(game, "with 27")} >= {"attack_declared"}

    alone = position("sword", "german 22/21 at 0938\nallied 27 at 1038", phase="combat")
    play(alone, "attack 0938")
    assert choice(alone, "with 27").sets_off and choice(alone, "with 27").label == "Attack with 27, and begin"


def test_one_of_a_stack_is_the_last_attacker_too() -> None:
    stack = """
        german 22/21 at 1639
        allied 27 at 1640
        allied 8/3-br at 1640
    """
    game = position("sword", stack, phase="combat", beachheads="1640")
    play(game, "attack 1639")
    assert choice(game, "with 27").sets_off and choice(game, "with 8/3-br").sets_off
    assert choice(game, "with 27").detail.endswith("; then not 8/3-br of its stack; the last who can join")


def test_who_cannot_join_for_the_sake_of_its_stack_is_told_so() -> None:
    units = "german 22/21 at 1639\nallied 27 at 1640\nallied 8/3-br at 1640\nallied 9/3-br at 1638"
    game = position("sword", units, phase="combat", beachheads="1640")
    play(game, "attack 1639")
    assert choice(game, "with 27").detail.endswith("; then not 8/3-br of its stack")
    play(game, "with 27")
    assert refusal(game, "with 8/3-br").sentence == "another unit of 8/3-br's stack attacks 1639 already"


def test_a_face_down_marker_of_the_other_side_counts_as_any_of_its_cup() -> None:
    cups = {**NO_MARKERS, Cup.GERMAN: [2, 10], Cup.CW_ARTILLERY: [3, 3]}
    game = position("sword", FIGHT, phase="combat", dice=[1], cups=cups)
    play(game, "attack 0938", "with 8/3-br")
    both = NOT_COUNTED.format(
        "at most 2 of the defending Germans, +2 to +10 each and at most 2 of the attacking Allies, +3"
    )
    assert _odds(game, "declare").note == both
    play(game, "with 27")
    assert _odds(game, "pass").note == NOT_COUNTED.format("at most 2 of the defending Germans, +2 to +10 each")
    play(game, "draw cw-artillery", "draw german")
    seen = _odds(game, "pass")
    known = [_odds(_with_defence(game, marker), "pass") for marker in (2, 10)]
    for result in seen.results:
        parts = [next((r.chance for r in odds.results if r.result == result.result), 0.0) for odds in known]
        assert result.chance == pytest.approx(sum(parts) / 2)
    assert DRAWN in seen.note and known[0].column != known[1].column


def test_odds_say_how_many_markers_may_still_come_and_from_whom() -> None:
    one = {**NO_MARKERS, Cup.GERMAN: [2]}
    game = position("sword", FIGHT, phase="combat", dice=[1], cups=one)
    play(game, "attack 0938", "with 8/3-br")
    assert _odds(game, "declare").note == NOT_COUNTED.format("at most 1 of the defending Germans, +2")
    none = position("sword", FIGHT, phase="combat", dice=[1], cups=NO_MARKERS)
    play(none, "attack 0938", "with 8/3-br")
    assert _odds(none, "declare").note == ""
    last = position("sword", FIGHT, phase="combat", dice=[1], cups={**one, Cup.CW_ARTILLERY: [3, 3]})
    play(last, "attack 0938", "with 8/3-br", "with 27", "draw cw-artillery")
    assert last.decision.seat == "german"
    assert _odds(last, "pass").note == NOT_COUNTED.format("at most 1 of the attacking Allies, +3")


def _odds(game: Game, order: str) -> Odds:
    found = game.preview(order)
    assert found is not None
    return table_of(game.setting).odds(game.view(game.decision.seat), game.parse(order), found)


def _with_defence(game: Game, marker: int) -> Game:
    """The same combat with a certain German marker, known to everybody."""
    twin = game.copy()
    frame = twin.state.stack[-1]
    assert isinstance(frame, SupportFire)
    frame.defence_markers = ((Cup.GERMAN, marker),)
    frame.mines_added = 1
    return twin


def test_results_mean_something_else_in_a_bombardment() -> None:
    game = position("sword", FIGHT, phase="bombardment", cups={Cup.CW_AIRCRAFT: [10, 10], Cup.CW_ARTILLERY: []})
    play(game, "bombard 22/21")
    drawn = choice(game, "draw cw-aircraft")
    assert drawn.label == "Draw a marker: Commonwealth aircraft" and drawn.odds
    assert drawn.detail == "2 left, +10, reach anywhere"
    found = game.preview("draw cw-aircraft")
    assert found is not None
    odds = table_of(game.setting).odds(game.view("allied"), game.parse("draw cw-aircraft"), found)
    assert {result.meaning for result in odds.results if result.result in ("A2", "Ex")} == {"nothing happens"}


@pytest.mark.parametrize(("beside", "hits"), [("1138", "nobody"), ("1038", "attacker")])
def test_friendly_fire_counts_only_where_a_friend_is_near_enough_to_be_hit(beside: str, hits: str) -> None:
    units = f"""
        german 22/21 at 0938
        allied 8/3-br at {beside}
    """
    game = position("sword", units, phase="bombardment", cups={Cup.CW_AIRCRAFT: [2], Cup.CW_ARTILLERY: []})
    play(game, "bombard 22/21")
    found = {result.result: result for result in _odds(game, "draw cw-aircraft").results}
    assert found["(A)"].hits == hits
    assert (found["(A)"].meaning == "nothing happens") is (hits == "nobody")


def test_retreats_say_what_a_person_would() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[2], cups=NO_MARKERS)
    play(game, "attack 0938", "with 8/3-br", "with 27")
    said = {choice.label: choice.loss for choice in decision(game).orders}
    assert said["Stand with 27"] == "27 loses a step."
    assert said["Stand with 8/3-br"] == "8/3-br is eliminated."  # it is reduced already
    assert said["Retreat 27"] == said["Retreat 8/3-br"] == ""


def test_a_unit_that_retreats_is_on_its_way_from_the_hex_it_was_in() -> None:
    units = "german 716/716 at 1138\nallied 27 at 1139\nallied 8/3-br at 1238"
    game = position("sword", units, phase="combat", dice=[3], cups=NO_MARKERS)
    play(game, "attack 1138", "with 27", "with 8/3-br")
    assert decision(game).about.endswith(", in 1138")
    play(game, "retreat 716/716")
    assert decision(game).about.endswith(", on its way from 1138")
    assert decision(game).prompt == "716/716 retreats 2 hexes from 1138: which hex first?"


def test_the_others_are_told_only_who_decides() -> None:
    game = position("sword", FIGHT)
    for seat in ("german", SPECTATOR):
        asked = view(game, seat).decision
        assert asked is not None and asked.orders == [] and asked.seat == "allied"
        assert asked.prompt == "The Allied player decides" and not asked.hex_verb and not asked.unit_verb


# -- what lies where, and how things stand ---------------------------------------------------------


def test_units_off_the_map_are_in_their_boxes() -> None:
    game = position("sword", FIGHT, turn=2, waiting="858/346 152/51 4-arm")
    assert lies(game, "858/346").at == lies(game, "152/51").at == "due"
    assert lies(game, "4-arm").at == "gt3"
    play(game, "end")


def test_reduced_units_and_supply_are_marked() -> None:
    game = position("sword", FIGHT)
    brigade = lies(game, "8/3-br")
    assert brigade.at == "1037" and brigade.reduced and brigade.values == ["2", "6", "6"]
    assert "out of supply" in brigade.flags and "out of supply" not in lies(game, "22/21").flags


def test_a_counter_says_only_what_holds_for_the_decision_at_hand() -> None:
    game = begin("sword", dice=[6, 6, 6, 6, 1, 1])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    play(game, "at 1641")
    assert game.decision.prompt == "1-cdo may move one hex" and set(lies(game, "1-cdo").flags) == {"in hand", "landed"}
    play(game, "stay")
    assert lies(game, "8/3-br").flags == ["landed"] and choice(game, "attack 1739").odds
    until(game, "No unit can move")
    assert set(lies(game, "8/3-br").flags) >= {"may not move", "may not attack"}


def test_who_may_not_move_may_still_be_asked_to_retreat() -> None:
    units = "german 22/21 at 1539\nallied 8/3-br at 1640"
    cups = {**NO_MARKERS, Cup.GERMAN: [9, 9]}
    game = position("sword", units, turn=1, side="german", phase="bombardment", dice=[2], cups=cups, beachheads="1640")
    game.state.grounded = game.state.force[0]  # type: ignore[attr-defined]
    assert "may not move" in lies(game, "8/3-br").flags
    play(game, "bombard 8/3-br", "draw german", "draw german")
    assert choice(game, "retreat 8/3-br").unit and "may not move" not in lies(game, "8/3-br").flags


def test_turn_phase_and_weather() -> None:
    game = position("sword", FIGHT, weather="yes", foul_weather=True)
    found = view(game)
    assert (
        found.turn == "Turn 5 of 17 · 16-17 June 1944" and found.phase == "Movement Phase" and found.active == "allied"
    )
    assert found.tracks == {"turn": "5"} and facts(game, "status")["Weather"].value == "foul"
    assert lies(game, "27").values[2] == "5"


def test_how_victory_stands_in_a_scenario() -> None:
    game = position("sword", FIGHT, held="0937 1038 1740", beachheads="1740")
    allied, german = view(game).victory
    assert (allied.side, german.side) == ("allied", "german")
    (objectives,) = allied.conditions
    assert objectives.value == "1 of 4 needed" and not objectives.done
    assert (objectives.have, objectives.need, objectives.rule) == (1, 4, "12.8-03")
    parts = {part.label: part for part in objectives.parts}
    assert parts["0937 Caen"].done and parts["0938 Caen"].value == "German"
    total = len(objectives.parts)
    denied = german.conditions[1]
    assert (denied.label, denied.have, denied.need) == ("Objectives denied", total - 1, total - 3) and denied.done
    assert german.score == denied.have
    assert {condition.rule: condition.done for condition in german.conditions} == {"12.8-01": False, "12.8-02": True}
    assert view(position("sword", FIGHT)).victory[1].conditions[0].done, "no beachhead is left"
    assert [mark.at for mark in view(game).marks if mark.kind == "held"] == ["0937"]
    assert [mark.at for mark in view(game).marks if mark.kind == "beachhead"] == ["1740"]


def test_how_victory_stands_in_a_campaign() -> None:
    game = position("commonwealth_campaign", FIGHT)
    hexes, cities = view(game).victory[0].conditions
    assert (hexes.have, hexes.need) == (0, 14) and (cities.have, cities.need) == (0, 10)
    assert {part.label: part.value for part in hexes.parts}["Caen"] == "0 of 9 hexes"
    denied, total = view(game).victory[1].conditions[1], sum(int(part.value.split()[2]) for part in hexes.parts)
    assert (denied.label, denied.have, denied.need) == ("City hexes denied", total, total - 13)


def test_markers_and_losses_are_counted() -> None:
    game = position("sword", FIGHT, cups={Cup.CW_AIRCRAFT: [10]})
    owned = len(game.state.pool[Cup.CW_AIRCRAFT])  # type: ignore[attr-defined]
    assert facts(game, "support")["Commonwealth aircraft"].value == f"1 of {owned} markers left this turn"
    assert facts(game, "losses")["Allied"].value == "0 units eliminated, 1 step missing"


# -- overlays --------------------------------------------------------------------------------------


def test_zones_range_and_supply() -> None:
    game = position("sword", FIGHT, beachheads="1740")
    assert shaded(overlay(game, "zones-german")) == {"0937", "1037", "1038", "0939", "0838", "0837"}
    assert "0736" not in shaded(overlay(game, "range-allied")) and "0838" in shaded(overlay(game, "range-allied"))
    supply = overlay(game, "supply")
    assert "1740" in shaded(supply, "dots") and "1037" in shaded(supply, "dots") and not shaded(supply, "dense")
    cut_off = position("sword", FIGHT)
    assert shaded(overlay(cut_off, "supply"), "dense") == {"1037", "1038"}


def test_reach_is_what_the_unit_may_be_ordered_to() -> None:
    game = position("sword", FIGHT)
    found = {shade.hex: shade.value for shade in overlay(game, "reach", "27").shades}
    play(game, "move 27")
    assert found == {choice.hex: choice.cost for choice in decision(game).orders}


def test_threat_adds_up_whoever_could_come_next_to_a_hex() -> None:
    game = position("sword", FIGHT)
    shades = {shade.hex: shade for shade in overlay(game, "threat-allied").shades}
    assert shades["0938"].value == "7" and shades["0938"].text == "7 attack strength of 2 units"
    assert {shade.seat for shade in overlay(game, "threat-german").shades} == {"german"}


def test_an_unknown_overlay_or_unit_is_refused_in_a_sentence() -> None:
    game = position("sword", FIGHT)
    for kind, unit, sentence in (
        ("zones", None, "there is no overlay 'zones'; did you mean zones-"),
        ("reach", None, "say which unit it is about"),
        ("reach", "99/99", "there is no unit '99/99'"),
        ("reach", "858/346", "858/346 is not on the map and not on its way"),
    ):
        with pytest.raises(BocageError) as refused:
            overlay(game, kind, unit)
        assert sentence in str(refused.value)


@pytest.mark.parametrize("box", board().overlays, ids=lambda box: box.id)
def test_every_overlay_on_offer_can_be_had(box: object) -> None:
    game = position("sword", FIGHT)
    kind: str = box.id  # type: ignore[attr-defined]
    found = overlay(game, kind, "27")
    assert found.shades or found.notes or found.lines


# -- log and summary -------------------------------------------------------------------------------


def entries(game: Game, events: list[Event]) -> dict[str, tuple[str, list[str], str | None]]:
    table = table_of(game.setting)
    found = [table.entry(event, 7, "allied") for event in events]
    return {entry.kind: (entry.text, entry.path, entry.unit) for entry in found}


def test_entries_tell_the_whole_way() -> None:
    game = position("sword", FIGHT)
    found = entries(game, play(game, "move 27", "to 1137"))
    text, path, unit = found["moved"]
    assert text.startswith("27 moves to 1137") and path[0] == "1038" and path[-1] == "1137" and unit == "27"


def test_entries_of_retreat_and_advance_begin_where_the_unit_was() -> None:
    units = "german 716/716 at 1138\nallied 27 at 1139\nallied 8/3-br at 1238"
    game = position("sword", units, phase="combat", dice=[3], cups=NO_MARKERS)
    events = play(game, "attack 1138", "with 27", "with 8/3-br", "retreat 716/716")
    while game.decision.seat == "german":
        events += play(game, str(game.decision.orders[0]))
    events += play(game, "advance 27")
    if game.decision.prompt.startswith("Advance 27"):
        events += play(game, "to 1138")
    found = entries(game, events)
    assert found["retreated"][1][0] == "1138" and len(found["retreated"][1]) >= 3
    assert found["advanced"][1][:2] == ["1139", "1138"]


def test_a_combat_has_a_heading_of_its_own_whoever_gave_the_last_order() -> None:
    """The Germans place the last marker in an Allied attack; its outcome is not their deed."""
    cups = {**NO_MARKERS, Cup.GERMAN: [2], Cup.CW_ARTILLERY: [3]}
    game = position("sword", FIGHT, phase="combat", dice=[6], cups=cups)
    events = play(game, "attack 0938", "with 8/3-br", "declare", "draw cw-artillery", "draw german")
    table = table_of(game.setting)
    steps = {event.kind: table.entry(event, 7, "german").step for event in events}
    assert steps["marker_placed"] == steps["attack_declared"] == ""
    assert steps["markers_revealed"] == steps["combat_result"] == "Allied attack on 0938 Caen"


def test_the_marker_that_was_chosen_first_is_told_before_the_second_is_asked_for() -> None:
    cups = {**NO_MARKERS, Cup.GERMAN: [2], Cup.CW_ARTILLERY: [3, 3, 8]}
    game = position("sword", FIGHT, phase="bombardment", dice=[6], picks=[2, 0], cups=cups)
    (chosen,) = play(game, "bombard 22/21", "draw cw-artillery")
    entry = table_of(game.setting).entry(chosen, 2, "allied")
    assert (entry.step, entry.hex) == ("Allied bombardment of 22/21", "0938") and entry.result is not None
    assert entry.text.startswith("A Commonwealth artillery marker (+3 to +8) is chosen")
    assert "chosen so far, to be drawn with the last one: a Commonwealth artillery marker (+3 to +8)" in (
        decision(game).about
    )

    game = position("sword", FIGHT, phase="combat", dice=[6], picks=[2, 0, 0, 0], cups=cups)
    events = play(game, "attack 0938", "with 8/3-br", "declare", "draw cw-artillery")
    seen = next(table_of(game.setting).entry(event, 4, "allied") for event in events if event.kind == "marker_seen")
    assert (seen.step, seen.hex) == ("Allied attack on 0938 Caen", "0938")
    assert seen.text == (
        "The Allied side draws a Commonwealth artillery marker of +8 out of +3 to +8: with it its markers add 8."
    )
    assert decision(game).about.endswith("markers so far: attack 1 face down")
    play(game, "draw german")
    assert decision(game).about.endswith("markers so far: attack +8, defence 1 face down")


def test_a_combat_tells_the_die_as_it_fell_and_the_result_in_words() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[6], cups=NO_MARKERS)
    told = [table_of(game.setting).entry(e, 3, "allied") for e in play(game, "attack 0938", "with 8/3-br", "declare")]
    combat = next(entry for entry in told if entry.kind == "combat_result")
    assert combat.result == Result(
        attack=2, defence=5, line="city", column=1,
        shifts=[Shift(cause="no combined arms: no armored brigade", columns=-1)], die=6,
        outcome="the attacker is eliminated (Ae)", hex="0938",
    )  # fmt: skip
    assert combat.text.endswith(
        "column 1; die 6: the attacker is eliminated (Ae). In this column 1–4: an attacker loses a step; "
        "5–6: attackers eliminated."
    )
    lost = next(entry for entry in told if entry.kind == "eliminated")
    assert lost.result == Result(losses=[Lost(piece="8/3-br", steps=1, gone=True)], hex=lost.hex)
    assert next(entry for entry in told if entry.kind == "attack_declared").result is None


@pytest.mark.parametrize(
    ("result", "units", "words"),
    [
        ("Ex", "german 726/716 at 0930", "the attacker and the defender lose a step (Ex)"),
        ("Ex", "german 726/716 at 0930 reduced", "the defender is eliminated, and the attacker loses a step (Ex)"),
        ("D2", "german 726/716 at 0930 reduced", "the defender retreats 2 hexes, or stands and is eliminated (D2)"),
        ("(A)", "german 726/716 at 0930", "the attacker loses a step (A)"),
    ],
)
def test_a_loss_of_the_last_step_is_called_what_it_is_before_the_die_and_after_it(
    result: str, units: str, words: str
) -> None:
    game = position(
        "gold_juno", f"{units}\nallied 69/50 at 1030\ngerman 2/2 at 1730\nallied 56 at 1830", phase="combat", dice=[1],
        cups=NO_MARKERS, beachheads="2028", setting=sure(result),
    )  # fmt: skip
    play(game, "attack 0930")
    (likely,) = _odds(game, "with 69/50").results
    events = play(game, "with 69/50")
    told = next(table_of(game.setting).entry(e, 3, "allied") for e in events if e.kind == "combat_result")
    assert told.result is not None and told.result.outcome == words
    assert words.startswith(likely.meaning)


def test_attackers_on_their_last_step_are_eliminated_one_and_all() -> None:
    lost = meaning("attack", "A2", alone=False, last_steps=["attackers"])
    assert lost == "all attackers retreat 2 hexes, or stand and are eliminated"
    both = meaning("attack", "Ex", alone=True, last_steps=["attackers", "defender"])
    assert both == "the attacker and the defender are eliminated"


def test_odds_of_a_beach_assault_say_one_thing_once_and_what_its_line_holds_for() -> None:
    game = begin("sword", {"736/716": "1738"}, dice=[6, 6, 6, 3])
    place_alone = ("beachhead 1739", "beachhead 1740", "end", "at 1739", "at 1740", "at 1740", "at 1740")
    play(game, *place_alone)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    until(game, "Which beach")
    alone, three = _odds(game, "attack 1739"), _odds(game, "attack 1740")
    assert "The city line of the table is the one for a beach in a German zone of control." in alone.note
    assert "The hill line of the table is the one for a beach in no German zone of control." in three.note
    suffered = {result.meaning for result in alone.results if result.hits == "attacker" and result.result != "Ae"}
    assert suffered == {"the assaulting unit loses a step"}
    assert {r.meaning for r in three.results if r.result in ("Ex", "(A)")} <= {"one assaulting unit loses a step"}


def test_the_drop_and_the_german_set_up_are_told_before_turn_1() -> None:
    game = begin("sword", dice=[6, 6, 6, 6])
    come_ashore(game)
    table, before = table_of(game.setting), game.state.copy()
    events = [*jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245"), *play(game, "at 1641")]
    log = [table.entry(event, 9, "allied") for event in events]
    report = table.turn((before, game.state, game.state), log, "allied")
    assert [fight.title for fight in report.fights] == [
        *(f"Airborne drop of {unit}" for unit in ("3/6", "5/6", "6/6")), "Commando assault on 1641",
    ]  # fmt: skip
    (shown,) = [entry for entry in log if entry.kind == "revealed"]
    assert shown.result is not None and "22/21" in shown.targets
    assert shown.text.startswith("The German set-up is revealed: ") and shown.text.endswith(" are on the map.")


def test_reinforcements_that_are_ashore_are_told_with_their_beaches() -> None:
    game = position("sword", "allied 8/3-br at 1640", turn=2, waiting="152/51 153/51", beachheads="1640 1740")
    play(game, "end", "land 152/51", "at 1740", "land 153/51")
    events = play(game, "at 1640")
    (told,) = [table_of(game.setting).entry(e, 4, "allied") for e in events if e.kind == "reinforced"]
    assert told.text == "Reinforcements have come ashore: 152/51 in 1740 and 153/51 in 1640." and told.result


def test_a_phase_in_which_nobody_moves_says_why() -> None:
    game = position("sword", "german 736/716 at 1638\nallied 8/3-br at 1640", side="german")
    play(game, "move 736/716", "to 1639")
    assert game.decision.prompt == "No unit can move any more, for all have moved: end the phase"
    landed = begin("sword", dice=[6, 6, 6, 6, 1, 1])
    until(landed, "No unit can move")
    assert landed.decision.prompt == "No unit can move, for all have landed today: end the phase"


def test_a_combat_phase_that_ends_by_itself_says_so() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[6], cups=NO_MARKERS)
    play(game, "attack 0938")
    told = [game.setting.sentence(event) for event in play(game, "with 8/3-br", "with 27")]
    while game.decision.prompt == "Which unit loses a step?":
        told += [game.setting.sentence(event) for event in play(game, str(game.decision.orders[0]))]
    assert "No further attack is possible: the Combat Phase is over." in told


def test_commandos_come_ashore_and_paratroopers_come_down() -> None:
    game = begin("sword", dice=[6, 6, 6, 3])
    come_ashore(game)
    play(game, "zone 1345")
    assert "loses a step and drifts" in {result.meaning for result in _odds(game, "at 1345").results}
    place(game, "3/6 1345", "5/6 1444", "6/6 1245")
    raid = {result.meaning for result in _odds(game, "at 1641").results}
    assert "comes ashore and loses a step" in raid and not any("comes down" in words for words in raid)


def test_the_first_marker_of_a_bombardment_says_what_a_second_can_do() -> None:
    units = "german 22/21 at 0938\nallied 8/3-br at 1138"
    game = position("sword", units, phase="bombardment", cups={Cup.CW_AIRCRAFT: [10, 10], Cup.CW_ARTILLERY: []})
    promised = best_in_reach(game, "bombard 22/21")
    play(game, "bombard 22/21")
    first = _odds(game, "draw cw-aircraft")
    most = sum(result.chance for result in promised.results if result.hits == "defender")
    assert f"With a second marker it is hit with up to {most:.0%}." in first.note
    assert sum(result.chance for result in first.results if result.hits == "defender") < most
    play(game, "draw cw-aircraft")
    assert "second marker" not in _odds(game, "fire").note


def best_in_reach(game: Game, order: str) -> Odds:
    found = table_of(game.setting).reach(game.view(game.decision.seat), game.parse(order))
    assert found is not None
    return found


def test_a_drop_tells_the_die_and_where_the_unit_came_down() -> None:
    game = begin("sword", dice=[4, 1, 1, 6])
    come_ashore(game)
    told = [
        table_of(game.setting).entry(e, 20, "allied") for e in jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    ]
    results = [(entry.unit, entry.text, entry.result.die, entry.result.needs) for entry in told if entry.result]
    throw = "1: it is lost, or loses a step if it has gliders; 2–3: it loses a step and drifts; 4–5: it drifts; "
    throw += "6: it comes down where it should"
    wind = "1: west; 2: north-west; 3: north-east; 4: east; 5: south-east; 6: south-west"
    lost = "it is lost, or loses a step if it has gliders"
    assert results[:4] == [
        ("3/6", f"3/6 jumps over 1345: the die shows 4, it drifts ({throw}).", 4, throw),
        ("3/6", f"3/6 drifts: the die shows 1, one hex to the west, and it comes down in 1344 ({wind}).", 1, wind),
        ("5/6", f"5/6 jumps over 1444 Merville-Franceville-Plage: the die shows 1, {lost} ({throw}).", 1, throw),
        ("5/6", "5/6 is eliminated.", 0, ""),
    ]


def test_a_bombardment_stands_under_the_name_of_whoever_fires() -> None:
    units = "german 125/21 at 1138\nallied 8/3-br at 1439\ngerman 192/21 at 1437"
    cups = {**NO_MARKERS, Cup.GERMAN: [2, 2, 2]}
    game = position("sword", units, side="german", phase="bombardment", dice=[6], cups=cups)
    events = play(game, "bombard 8/3-br", "draw german", "fire")
    entry = next(e for e in (table_of(game.setting).entry(e, 3, "german") for e in events) if e.kind == "bombardment")
    assert entry.step == "German bombardment of 8/3-br"


def test_results_of_a_landing_attack_mean_what_they_mean_there() -> None:
    game = begin("sword", {"736/716": "1345"}, dice=[6, 6, 6])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    found = game.preview("pass")
    assert found is not None
    odds = table_of(game.setting).odds(game.view("allied"), game.parse("pass"), found)
    meanings = {result.result: result.meaning for result in odds.results}
    assert meanings["A2"] == meanings["-"] == "the attacker is eliminated: the defender is still there"


def test_a_beach_assault_names_the_beach_and_the_germans_near_it_not_who_has_landed() -> None:
    game = begin("sword", {"736/716": "1738"}, dice=[6, 6, 6, 3])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    while "assaulted" not in game.decision.prompt:
        play(game, str(game.decision.orders[0]))
    decision = table_of(game.setting).decision(game.view("allied"), "allied")
    assert decision is not None
    words = {choice.order: (choice.label, choice.detail) for choice in decision.orders}
    assert words["attack 1740"] == (
        "Assault the beach 1740 Lion-sur-Mer",
        "beach, out of reach of the Germans",
    )
    label, detail = words["attack 1739"]
    assert label == "Assault the beach 1739" and "under fire of 736/716 " in detail
    assert not any(unit in f"{label} {detail}" for unit in ("8/3-br", "9/3-br", "185/3", "27"))


class At(NamedTuple):
    number: int
    state: State
    events: list[Event]


def test_the_summary_counts_losses_ground_and_luck() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[6], cups=NO_MARKERS, held="0937", beachheads="1740")
    moments: list[Moment] = [At(0, game.state.copy(), [])]
    for order in ("attack 0938", "with 8/3-br", "declare"):
        events = game.play(order)
        moments.append(At(game.length, game.state.copy(), events))
    for seat in (None, "allied", "german"):
        summary = table_of(game.setting).summary(moments, seat)
        assert {curve.points[-1][0] for curve in summary.curves} == {3}
        now = {(curve.id, curve.seat): curve.points[-1][1] for curve in summary.curves}
        assert now["losses", "allied"] == 1  # it was reduced, so one step was left to lose
        assert now["losses", "german"] == 0
        assert now["objectives", "allied"] == 1
        # Column 1: four dice cost a step and two the whole unit, which has one step as well: 1 in any case.
        assert now["luck", "german"] == now["luck", "allied"] == 0
        assert summary.turns[0] == (0, "Landings") and summary.notes


def test_luck_is_the_result_less_the_average_of_its_column() -> None:
    units = "german 22/21 at 1138\nallied 27 at 1139\nallied 8/3-br at 1238"
    game = position("sword", units, phase="combat", dice=[2], cups=NO_MARKERS)
    moments: list[Moment] = [At(0, game.state.copy(), [])]
    for order in ("attack 1138", "with 27", "with 8/3-br"):
        moments.append(At(game.length + 1, game.state, game.play(order)))
        game = game.copy()
    result = next(event for event in moments[-1].events if event.kind == "combat_result")
    assert result.result is not None
    distribution = game.setting.battle.table.distribution(result.result.column)  # type: ignore[attr-defined]
    worth = {"De": 2, "D2": 0.5, "D3": 0.5}  # an exchange costs both a step
    expected = sum(chance * worth.get(code, 0) for code, chance in distribution.items())
    actual = worth.get(result.result.outcome[0], 0)
    summary = table_of(game.setting).summary(moments, None)
    luck = next(curve.points[-1][1] for curve in summary.curves if (curve.id, curve.seat) == ("luck", "allied"))
    assert luck == pytest.approx(actual - expected, abs=0.002) and luck != 0


def test_the_summary_of_a_whole_game_ends_where_the_game_ended() -> None:
    game = bocage.new("utah", seed=5)
    players = {"allied": make("random", 1), "german": make("random", 2)}
    moments: list[Moment] = [At(0, game.state.copy(), list(game.opening_events))]
    while not game.over:
        events = game.play(players[game.decision.seat].choose(Chair(game)))
        moments.append(At(game.length, game.state.copy(), events))
    summary = table_of(game.setting).summary(moments, None)
    known = table_of(game.setting).summary(moments, "german")
    assert not known.expected  # what may be expected would tell of secrets
    assert summary.model_copy(update={"expected": []}) == known
    allied, german = summary.expected
    assert (allied.seat, german.seat) == ("allied", "german")
    assert len(allied.points) > len(summary.turns) and allied.points[-1][0] == game.length
    for (_, mine), (_, theirs) in zip(allied.points, german.points, strict=True):
        assert mine + theirs == pytest.approx(100) and 0 <= mine <= 100
    assert allied.points[-1][1] == pytest.approx(100 * judge_of(game.setting.name)(game.state), abs=0.1)
    curves = {(curve.id, curve.seat): curve.points for curve in summary.curves}
    assert len(curves) == 6
    for points in curves.values():
        assert [number for number, _ in points] == sorted({number for number, _ in points})
        assert points[0][0] == 0 and points[-1][0] == game.length
    for seat in game.setting.seats:
        lost = [value for _, value in curves["losses", seat]]
        assert lost == sorted(lost) and lost[-1] > 0
    assert [name for _, name in summary.turns] == [
        "Landings",
        *(f"Turn {turn}" for turn in range(1, len(summary.turns))),
    ]
