"""What happened and why, from the words alone: markers, dice, columns, phases that fall away, ways that are closed."""

from __future__ import annotations

from bocage.games import open_setting
from bocage.games.fire_movement.state import MINES, State
from bocage.games.fire_movement.words import Cup
from bocage.kernel import Event, Game
from bocage.table import table_of
from bocage.table.model import Odds
from tests.fire_movement.courses import quietly, start
from tests.fire_movement.positions import position, state
from tests.questions import play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, dawn, jump
from tests.support import rule
from tests.table.questions import choice, decision
from tests.table.test_fire_movement import FIGHT, NO_MARKERS, lies
from tests.table.test_words import SURROUNDED, driven_back

GUNS = {**NO_MARKERS, Cup.GERMAN: [2, 5, 9], Cup.CW_ARTILLERY: [3, 8], Cup.CW_AIRCRAFT: [6, 7, 10], Cup.CW_NAVAL: [10]}
BEACH = ["beachhead 1739", "beachhead 1740", "end"]


def told(game: Game, events: list[Event], kind: str, seat: str = "allied") -> list[str]:
    """The sentences of a kind that a seat may read."""
    table = table_of(game.setting)
    return [table.entry(event, 1, "").text for event in events if event.kind == kind and event.known_to(seat)]


def odds(game: Game, order: str) -> Odds:
    found = game.preview(order)
    assert found is not None
    seat = game.decision.seat
    return table_of(game.setting).odds(game.view(seat), game.parse(order), found)


# -- markers ---------------------------------------------------------------------------------------


@rule("7.2-06")
def test_an_own_marker_is_told_with_its_kind_and_the_values_out_of_which_it_came() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[3], picks=[2], cups=GUNS)
    events = play(game, "attack 0938", "with 8/3-br", "with 27", "draw cw-aircraft")
    assert told(game, events, "marker_seen") == [
        "The Allied side draws a Commonwealth aircraft marker of +10 out of +6 to +10: with it its markers add 10."
    ]
    assert told(game, events, "marker_seen", "german") == []


@rule("7.2-06")
def test_a_marker_face_down_tells_its_kind_and_what_it_may_be_and_no_more() -> None:
    said = set()
    for pick in (0, 1, 2):
        game = position("sword", FIGHT, phase="combat", dice=[3], picks=[0, pick, 0, 0], cups=GUNS)
        play(game, "attack 0938", "with 8/3-br", "with 27", "draw cw-aircraft")
        first = told(game, play(game, "draw german"), "marker_placed")
        play(game, "pass")
        said.add((*first, *told(game, play(game, "draw german"), "marker_placed")))
    placed = "The German side places a German marker (+2 to +9) face down: what it adds is told once all are placed."
    assert said == {(placed, placed)}  # whatever was drawn, and whatever lies there already


@rule("8.2.1-09")
def test_markers_that_are_turned_up_are_told_with_their_kinds() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[3], picks=[0] * 4, cups=GUNS)
    play(game, "attack 0938", "with 8/3-br", "with 27", "draw cw-artillery", "draw german", "draw cw-aircraft")
    assert told(game, play(game, "draw german"), "markers_revealed") == [
        "Support fire markers: attack +3 (Commonwealth artillery) and +6 (Commonwealth aircraft), defence +2 and +5 "
        "(German)."
    ]


def test_the_markers_of_a_bombardment_are_told_with_kind_and_range_and_who_is_no_target() -> None:
    units = "german 22/21 at 1639\nallied 8/3-br at 1640\nallied 27 at 1640"
    game = position(
        "sword", units, side="german", phase="bombardment", dice=[6], picks=[2, 0], cups=GUNS, beachheads="1640"
    )
    events = play(game, "bombard 8/3-br", "draw german", "draw german")
    (chosen,) = told(game, events, "marker_chosen")
    assert chosen.startswith("A German marker (+2 to +9) is chosen")
    (fired,) = told(game, events, "bombardment")
    assert fired.endswith("with markers of +9 and +2 (German, out of +2 to +9); 27 in the same hex is no target of it.")


def test_a_choice_of_markers_says_what_each_kind_is_for_and_whether_it_comes_back() -> None:
    game = position("sword", FIGHT, phase="bombardment", cups=GUNS)
    assert choice(game, "end").detail == "1 unit could still be bombarded"
    play(game, "bombard 22/21")
    assert decision(game).prompt.endswith("from which cup? (naval gunfire supports beach assaults only)")
    guns, aircraft = choice(game, "draw cw-artillery").detail, choice(game, "draw cw-aircraft").detail
    assert guns == "2 left, +3 to +8, reach 2 hexes"
    assert aircraft == "3 left, +6 to +10, reach anywhere"


def test_a_choice_of_markers_for_a_beach_says_which_come_back() -> None:
    game = begin("sword", dice=[6, 6, 6, 6])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    play(game, "at 1641", "stay", "attack 1740")
    assert choice(game, "draw cw-artillery").detail.endswith(", back next turn")
    assert choice(game, "draw cw-naval").detail.endswith(", never back")


def test_naval_markers_that_are_not_offered_are_accounted_for() -> None:
    game = position("sword", FIGHT, phase="combat", cups=GUNS)
    play(game, "attack 0938", "with 8/3-br", "with 27")
    assert "Naval markers serve in beach assaults only." in odds(game, "pass").note


def test_mines_that_are_not_added_are_kept() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[3], cups={**NO_MARKERS, Cup.GERMAN: [2, MINES + 5]})
    assert isinstance(game.state, State)
    game.state.mines_aside = (MINES + 5,)
    play(game, "attack 0938", "with 8/3-br", "with 27", "pass")
    assert choice(game, "pass").label == "No marker"
    play(game, "pass")
    assert choice(game, "pass").label == "Keep the mines for later"


# -- dice and columns ------------------------------------------------------------------------------


@rule("8.2.1-14", "8.2.2-01")
def test_a_result_tells_why_its_column_is_read_and_what_every_die_brings() -> None:
    game = position("sword", FIGHT, phase="combat", dice=[2], cups={**NO_MARKERS, Cup.CW_AIRCRAFT: [10]})
    play(game, "attack 0938", "with 8/3-br", "with 27")
    (text,) = told(game, play(game, "draw cw-aircraft"), "combat_result")
    assert text.startswith("17 against 5 is +12 on the city line, that of the ground there: column 8 (for +10 or more)")
    assert text.endswith("In this column 1: defender retreats; 2–4: both sides lose a step; 5: nothing; 6: attackers "
                         "retreat.")  # fmt: skip


def test_a_die_without_result_says_so_and_which_would_have_hit() -> None:
    cups = {**NO_MARKERS, Cup.CW_AIRCRAFT: [6, 6]}
    game = position("sword", FIGHT, phase="bombardment", dice=[3], cups=cups)
    (text,) = told(game, play(game, "bombard 22/21", *["draw cw-aircraft"] * 2), "combat_result")
    assert "die 3: nothing happens: the table has no result for this die here." in text
    assert text.endswith("In this column 1–5: nothing; 6: friendly fire.")


@rule("10.9.2-12")
def test_who_shares_a_hex_after_a_drop_is_named_with_the_one_who_must_pay_for_it() -> None:
    game = begin("sword", dice=[2, 4, 6, 6])
    come_ashore(game)
    events = jump(game, "1345", "3/6 1344", "5/6 1345", "6/6 1245")
    assert told(game, events, "shared_landing") == [
        "3/6 and 5/6 have come down in one hex, 1345: one of them loses a step, and 5/6 must, for units at full "
        "strength come before those reduced already."
    ]
    alike = begin("sword", dice=[4, 4, 6, 6])
    come_ashore(alike)
    (text,) = told(alike, jump(alike, "1345", "3/6 1344", "5/6 1345", "6/6 1245"), "shared_landing")
    assert text.endswith("one of them loses a step, as the Allied player chooses.")


def test_the_summary_of_the_landings_puts_every_step_under_its_own_cause() -> None:
    game = begin("sword", dice=[2, 4, 6, 6, 6])
    come_ashore(game)
    before = game.state.copy()
    events = [*jump(game, "1345", "3/6 1344", "5/6 1345", "6/6 1245"), *play(game, "at 1641")]
    table = table_of(game.setting)
    report = table.turn((before, game.state, game.state), [table.entry(e, 9, "allied") for e in events], "allied")
    lost = {fight.title: [one.piece for one in fight.losses] for fight in report.fights}
    assert lost["Airborne drop of 3/6"] == ["3/6"] and lost["Airborne drop of 6/6"] == []
    assert lost["More than one unit in 1345"] == ["5/6"]
    assert any(line.startswith("3/6 drifts: the die shows 4") for line in report.also)


def test_the_german_set_up_is_revealed_with_the_kinds_of_its_units() -> None:
    game = begin("sword", dice=[6, 6, 6, 6])
    come_ashore(game)
    (text,) = told(game, jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245"), "revealed")
    assert "infantry 736/716 and 857/346; tank 22/21" in text and "flak 305/21 and 2-aa" in text


# -- before a choice -------------------------------------------------------------------------------


def test_the_landings_say_what_a_beachhead_is_for_and_who_comes() -> None:
    game = begin("sword")
    assert decision(game).prompt == ("Place a beachhead marker (3 left): 4 units land on them, at most 3 in each hex")
    play(game, *BEACH)
    assert decision(game).prompt == (
        "Land 8/3-br (8th Infantry Brigade, 3rd Infantry Division) on which beach hex? 3 more land after it"
    )


def test_a_set_up_says_how_many_units_are_still_to_come() -> None:
    game = start("sword")
    asked = []
    while game.decision.prompt.startswith("Record the set-up hex"):
        asked.append(decision(game).about)
        play(game, str(game.decision.orders[0]))
    assert asked[0].endswith(f"{len(asked) - 1} more to set up after it") and len(asked) > 3
    assert asked[-1].endswith("the last to set up")


@rule("10.9.2-08", "10.9.2-10", "10.9.2-11")
def test_a_drop_is_foretold_with_the_drift_and_what_the_ground_costs() -> None:
    game = begin("sword", dice=[6, 6, 6, 6])
    come_ashore(game)
    assert "cost the unit" in choice(game, "zone 1545").detail
    play(game, "zone 1345")
    found = {result.meaning: result.chance for result in odds(game, "at 1345").results}
    assert found["loses a step and drifts"] > 0 and "comes down and loses a step" not in found


@rule("10.9.3-03")
def test_the_die_of_the_commandos_is_the_same_in_every_hex() -> None:
    game = begin("sword", dice=[6, 6, 6, 6])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    found = odds(game, "at 1641")
    assert found.note.startswith("The die is the same in every hex and for every commando")
    assert found.rule == "10.9.3-03"


@rule("10.4-03", "10.9.4-06")
def test_a_beach_assault_says_why_an_empty_beach_costs_steps_and_that_arms_do_not_matter() -> None:
    game = begin("sword", dice=[6, 6, 6, 6])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    play(game, "at 1641", "stay")
    found = odds(game, str(game.decision.orders[0]))
    assert "even where no German stands" in found.note and not found.shifts
    assert "Whether tanks and infantry attack together does not matter on a beach." in found.note


# -- phases that cannot end, or fall away ----------------------------------------------------------


@rule("10.9.2-12")
def test_a_phase_that_cannot_end_says_who_must_leave_which_hex() -> None:
    units = "allied 3/6 at 1242\nallied 6/6 at 1242\ngerman 22/21 at 0938"
    game = position("sword", units, turn=2)
    shared = "3/6 and 6/6 are in 1242, where one unit may stay"
    assert decision(game).prompt == f"Move a unit: the phase cannot end yet, for {shared}"
    refused = refusal(game, "end")
    assert refused.rule == "10.9.2-12" and refused.sentence.endswith(shared)


@rule("10.11-01", "10.11-05")
def test_reinforcements_are_announced_while_units_move_and_told_what_keeps_them_out() -> None:
    units = "allied 8/3-br at 1640\nallied 9/3-br at 1640\nallied 185/3 at 1640"
    full = position("sword", units, turn=2, waiting="152/51 153/51", beachheads="1640")
    assert decision(full).prompt.endswith("no beach has room for 152/51 and 153/51, who wait")
    assert refusal(full, "move 152/51").sentence.endswith("1640 already holds 3 units")
    assert "no beach has room for it now" in lies(full, "152/51").flags
    assert told(full, play(full, "end"), "none_lands") == [
        "Nobody comes ashore: 152/51 and 153/51 wait, for 1640 already holds 3 units."
    ]
    free = position("sword", units, turn=2, waiting="152/51", beachheads="1640 1740")
    assert decision(free).prompt.endswith("after it 152/51 lands, as far as the beaches have room")
    assert "lands after the movement" in lies(free, "152/51").flags
    play(free, "end", "land 152/51")
    assert decision(free).prompt == "Land 152/51 on a beach (1640 already holds 3 units)"


@rule("8.2-01", "10.9.1-12")
def test_a_combat_phase_in_which_nobody_can_attack_says_why() -> None:
    apart = position("sword", "german 22/21 at 0938\nallied 8/3-br at 1640", phase="bombardment", cups=GUNS)
    assert told(apart, play(apart, "end"), "no_combat") == [
        "Allied Combat Phase: nobody attacks, for no unit that may attack stands next to an enemy that it could attack."
    ]
    game = begin("sword", dice=[6, 6, 6, 6, 6, 6])
    come_ashore(game)
    events = jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    while not (said := told(game, events, "no_combat")) and game.length < 60:
        ended = [order for order in map(str, game.decision.orders) if order in ("end", "pass", "stay")]
        events += play(game, ended[0] if ended else str(game.decision.orders[0]))
    assert said[0].endswith(
        "for who came ashore or dropped today may not attack yet, and nobody else stands next to an enemy."
    )


@rule("10.7-01")
def test_a_turn_without_replacements_says_why() -> None:
    game = dawn("sword", "german 22/21 at 0938\nallied 8/3-br at 1640", turn=4, beachheads="1640", dice=[1])
    events = quietly(game)
    while state(game).turn < 6 and game.length < 40:
        events += quietly(game)
    kinds = [text.split(" are for ")[1] for text in told(game, events, "no_rebuilding")]
    assert kinds[0] == "Commonwealth mobile units, and no reduced one is in supply."
    assert kinds[1] == "Commonwealth leg units, and no reduced one is in supply."


def test_a_bombardment_phase_without_markers_says_so() -> None:
    game = position("sword", "german 22/21 at 0938\nallied 8/3-br at 1640", cups=NO_MARKERS)
    assert told(game, play(game, "end"), "no_bombardment") == [
        "Allied Bombardment Phase: nobody is bombarded, for no marker for it is left."
    ]


@rule("8.5-02")
def test_a_hex_that_is_empty_after_a_fight_without_a_retreat_is_told_to_stay_so() -> None:
    units = "german 22/21 at 0938 reduced\nallied 8/3-br at 1037\nallied 27 at 1038"
    game = position("sword", units, phase="combat", dice=[2], cups={**NO_MARKERS, Cup.CW_AIRCRAFT: [10]})
    play(game, "attack 0938", "with 8/3-br", "with 27")
    events = play(game, "draw cw-aircraft")
    assert told(game, events, "no_advance") == [
        "Nobody advances into 0938 Caen: only a defender who retreats can be followed."
    ]


@rule("8.3-04", "8.3-08")
def test_who_has_no_way_out_is_told_what_bars_every_hex() -> None:
    game = driven_back("726/716 at 0930", SURROUNDED)
    (text,) = told(game, play(game, "retreat 726/716"), "cannot_retreat")
    assert text == (
        "726/716 has no way out (0929, 1029 and 0830: in an enemy zone of control; 1030, 0931 and 0829: held by the "
        "enemy)."
    )


def test_a_turn_names_its_moves_and_retreats() -> None:
    game = position("sword", "german 22/21 at 0938\nallied 8/3-br at 1640", cups=NO_MARKERS)
    before = game.state.copy()
    table = table_of(game.setting)
    log = [table.entry(event, 1, "allied") for event in play(game, "move 8/3-br", "to 1540")]
    assert table.turn((before, game.state, game.state), log, "allied").also == [
        "Allies moved: 8/3-br to 1540 Hermanville-sur-Mer."
    ]


def test_reinforcements_after_the_last_turn_are_said_to_come_too_late() -> None:
    board = table_of(open_setting("sword")).board()
    titles = {box.id: box.title for box in board.boxes}
    last = max(int(box.id) for box in board.tracks[0].boxes)
    assert titles["gt2"] == "Turn 2"
    late = [title for id_, title in titles.items() if id_.startswith("gt") and int(id_[2:]) > last]
    assert late and all(title.endswith(", too late") for title in late)
