"""What the games tell can be read by somebody who has never seen them: words instead of codes, and the reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import bocage
from bocage.games import open_setting
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.fire_movement.state import MINES
from bocage.games.fire_movement.state import State as BeachState
from bocage.kernel import Event, Game, record
from bocage.table import table_of
from bocage.table.fights import ends_of
from bocage.table.model import LogEntry, Lost, Result
from bocage.table.names import Names
from tests.bloody_summer.fights import BIG_RED_ONE, US, fight
from tests.bloody_summer.fights import attack as assail
from tests.bloody_summer.positions import begin
from tests.bloody_summer.positions import position as summer
from tests.fire_movement.combats import NO_MARKERS, attack, markers, sure
from tests.fire_movement.positions import position as beach
from tests.omaha_beach.positions import position as omaha
from tests.questions import orders, play, refusal
from tests.table.questions import choice, decision

GOLDEN = Path(__file__).parents[1] / "golden"
SHORT = r"GT|MPs?|MA|E?ZOC|CRT|TEC|AF|TAC|SFM|DRM|OOS"
RESULTS = r"A[123]|D[123]|Ex|De|Ae|EX|DE|DR|AL[12]|BL1|B[12]|[ad][1-3]|R[12]"
WEAPONS = r"BZ|BG|BR|MO|RD|MG|AR|NA|FL"
CODES = {  # that nobody can know who has not read the rules; positions on Omaha Beach are called D1 or A3
    "fire_movement/sword": f"{SHORT}|{RESULTS}",
    "dark_summer/june_14": f"{SHORT}|{RESULTS}",
    "bloody_summer/race_to_cherbourg": f"{SHORT}|{RESULTS}",
    "omaha_beach/easy_fox": f"{SHORT}|{WEAPONS}",
}
every_game = pytest.mark.parametrize("name", CODES)


def sentences(game: Game, *given: str) -> list[str]:
    return [game.setting.sentence(event) for event in play(game, *given)]


def told(name: str, most: int = 160) -> Iterator[str]:
    """All that a game by chance says: of turns, decisions and choices, of what came of them, and of odds."""
    game, random = bocage.new(name, seed=5), Random(5)
    table = table_of(game.setting)
    board = table.board()
    yield from (board.briefing.situation, *(side.needs for side in board.briefing.sides), *board.briefing.special)
    yield from (f"{box.title}. {box.text}" for track in board.tracks for box in track.boxes)
    while not game.over and game.length < most:
        seat = game.decision.seat
        view = game.view(seat)
        found = table.decision(view, seat)
        assert found is not None
        yield from (*table.when(view), found.prompt, found.about)
        for one in random.sample(found.orders, min(4, len(found.orders))):
            yield from (one.label, one.detail, one.loss)
            odds = game.setting.preview(view, game.parse(one.order)) if one.odds else None
            if odds is not None:
                laid = table.odds(view, game.parse(one.order), odds)
                yield from (*(result.meaning for result in laid.results), *laid.helps, laid.note)
                yield from (case.title for case in laid.cases)
        for event in game.play(random.choice(game.decision.orders)):
            entry = table.entry(event, game.length, seat)
            yield from (entry.text, entry.step, entry.result.outcome if entry.result is not None else "")


@every_game
def test_nothing_is_told_in_codes_but_in_brackets_after_the_words(name: str) -> None:
    names = Names(table_of(bocage.new(name, seed=5).setting).board().pieces)
    code = re.compile(rf"(?<![\w/-])(?:{CODES[name]})(?![\w/*-])")
    found = {words for words in told(name) if code.search(re.sub(r"\([^()]*\)", "", names.put_into(words)))}
    assert not found


@every_game
def test_what_a_table_brings_is_never_told_by_nothing(name: str) -> None:
    assert not [words for words in told(name) if re.search(r": \.|\('|None|_", words)]


@every_game
def test_a_list_has_commas_and_one_and(name: str) -> None:
    strung = re.compile(r"(?:[^\s,;:.()]+(?: [^\s,;:.()]+)? and ){2}")
    names = Names(table_of(bocage.new(name, seed=5).setting).board().pieces)
    assert not [words for words in told(name) if strung.search(names.put_into(words))]


@every_game
def test_what_is_short_on_counters_and_in_rules_is_explained_at_hand(name: str) -> None:
    charts = {chart.id: chart for chart in table_of(bocage.new(name, seed=5).setting).board().charts}
    assert len(charts["abbreviations"].rows) > 5


# -- the reasons of a result --------------------------------------------------------------------------


def test_a_combat_says_how_it_came_to_its_column() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030"
    game = beach("gold_juno", units, phase="combat", dice=[1] * 3, cups=NO_MARKERS, setting=sure("D2"))
    text = next(
        game.setting.sentence(event) for event in attack(game, "0930", "69/50") if event.kind == "combat_result"
    )
    assert re.match(
        r"\d+ against \d+ is [+-]\d+ on the \w+ line, that of bocage, "
        r"-1 no combined arms: no [a-z ]+: column \d+; die 1: ",
        text,
    )
    assert ": the defender retreats 2 hexes, or stands and loses a step (D2). " in text
    assert text.endswith("In this column 1–6: defender retreats.")


def test_a_unit_that_a_lost_step_eliminates_is_told_apart_from_one_that_is_eliminated_outright() -> None:
    units = "german 726/716 at 0930 reduced\nallied 69/50 at 1030"
    for outcome, said in (("Ex", "726/716 loses its last step and is eliminated."), ("De", "726/716 is eliminated.")):
        game = beach("gold_juno", units, phase="combat", dice=[1] * 3, cups=NO_MARKERS, setting=sure(outcome))
        assert said in [game.setting.sentence(event) for event in attack(game, "0930", "69/50")]


def test_a_marker_says_what_it_adds_or_when_that_is_known() -> None:
    units = "allied 27 at 1237\nallied 8/3-br at 1337\ngerman 857/346 at 1236\ngerman 736/716 at 1238"
    game = beach("sword", units, phase="combat", dice=[6], picks=[1, 0], cups=markers(german=[3, 4, MINES + 5]))
    state = game.state
    assert isinstance(state, BeachState)
    state.mines_aside = (MINES + 5,)
    play(game, "attack 1236", "with 8/3-br", "declare")
    placed = sentences(game, "draw german", "keep")
    assert (
        "The German side places a German marker (+3 to +5) face down: what it adds is told once all are placed."
        in placed
    )
    play(game, "pass")
    assert "The Germans add the mines put aside to their markers: +5." in sentences(game, "mines")


def test_an_attack_on_omaha_says_why_the_germans_count_more_and_what_was_missing() -> None:
    game = omaha('us E/2/16 at 0717 steps 1\ngerman WN65N "WN 2 BZ"')
    play(game, "act E/2/16", "attack 0817")
    told = sentences(game, "declare")
    assert "WN65N is revealed: strength 2, needs bazookas (BZ)." in told
    compared = next(text for text in told if " against " in text)
    assert ", missing " in compared and " The strength of the unit, 2, is doubled by the shingle." in compared


def test_an_attack_without_a_result_says_that_nothing_happens() -> None:
    game = omaha('us E/2/16 at 0717 steps 2\ngerman WN65N "WN 2 BG" depth "wn 1 DE"')
    play(game, "act E/2/16", "attack 0817")
    assert any(
        text.startswith("4 against 4, equally strong, no weapon missing: nothing happens. ")
        for text in sentences(game, "declare")
    )


def test_a_die_that_elite_units_change_says_so() -> None:
    game = fight(BIG_RED_ONE + "german 2-FJ/2 at 1306\n", dice=[3])
    events = assail(game, "1306", "1-Inf/16", "1-Inf/18", "1-Inf/26")
    while "support HQ-VII" in [order.text for order in game.decision.orders]:
        events += play(game, "pass")
    text = next(game.setting.sentence(event) for event in events if event.kind == "combat")
    assert "; die 3, −1 for elite units: " in text


@pytest.mark.parametrize(
    ("name", "kind", "rule", "why"),
    [
        ("dark_summer/june_14", "eliminated", "11.3.7-19", ": it has no way to retreat."),
        ("bloody_summer/race_to_cherbourg", "why_lost", "6.6-01", " has no way to retreat."),
        ("bloody_summer/race_to_cherbourg", "why_lost", "5.4-02", " to defend it."),
        ("omaha_beach/easy_fox", "eliminated", "5.1-03", ": by its landing check."),
    ],
)
def test_whoever_is_lost_without_a_die_is_told_why(name: str, kind: str, rule: str, why: str) -> None:
    lost = Event(kind, rule, {"unit": 0, "hex": 0})
    assert bocage.new(name, seed=1).setting.sentence(lost).endswith(why)


# -- choices ------------------------------------------------------------------------------------------

ELSEWHERE = "german 2/2 at 1730\nallied 56 at 1830\n"  # a fight far away, so that the phase goes on
SURROUNDED = "allied 151/50 at 0829\nallied 231/50 at 0931\nallied 7/3 at 0928\n"


def driven_back(unit: str, around: str = "") -> Game:
    units = ELSEWHERE + around + f"german {unit}\nallied 69/50 at 1030"
    game = beach("gold_juno", units, phase="combat", dice=[1] * 3, cups=NO_MARKERS, setting=sure("D2"))
    attack(game, "0930", "69/50")
    return game


def test_a_unit_on_its_last_step_is_told_that_to_stand_is_the_end_of_it() -> None:
    assert decision(driven_back("726/716 at 0930")).prompt == "726/716: retreat 2 hexes, or stand and lose a step?"
    last = decision(driven_back("726/716 at 0930 reduced")).prompt
    assert last == "726/716: retreat 2 hexes, or stand and be eliminated?"


@pytest.mark.parametrize(
    ("also", "told"),
    [
        ("", "69/50 has no way to retreat and no step to spare: the answer makes no difference. (1029, 1130, "),
        (
            "allied 231/50 at 0931 reduced",
            "69/50 and 231/50 have no way to retreat and no step to spare: all are eliminated, whatever you answer.",
        ),
    ],
)
def test_attackers_who_are_lost_whatever_they_do_are_told_so(also: str, told: str) -> None:
    around = "german 22/21 at 1129\ngerman 125/21 at 1131\ngerman 192/21 at 1032\ngerman 1/12SS at 0832\n"
    units = ELSEWHERE + around + "german 726/716 at 0930\nallied 69/50 at 1030 reduced\n" + also
    game = beach("gold_juno", units, phase="combat", dice=[1] * 3, cups=NO_MARKERS, setting=sure("A2"))
    attack(game, "0930", "69/50", *(["231/50"] if also else []))
    assert decision(game).prompt.startswith(told)


def test_a_question_whose_answers_cost_the_same_says_so() -> None:
    lost = decision(driven_back("726/716 at 0930 reduced", SURROUNDED)).prompt
    assert lost == (
        "726/716 has no way to retreat and no step to spare: if it stands, nobody advances into its hex. "
        "(0929, 1029 and 0830: in an enemy zone of control; 1030, 0931 and 0829: held by the enemy.) "
        "Either way: 726/716 is eliminated."
    )
    assert "Either way" not in decision(driven_back("726/716 at 0930", SURROUNDED)).prompt


def test_a_certain_loss_is_said_once() -> None:
    units = ELSEWHERE + "german 726/716 at 0930\nallied 69/50 at 1030\nallied 231/50 at 0931 reduced"
    game = beach("gold_juno", units, phase="combat", dice=[1] * 3, cups=NO_MARKERS, setting=sure("(A)"))
    attack(game, "0930", "69/50", "231/50")
    assert (choice(game, "deplete 69/50").label, choice(game, "deplete 69/50").loss) == ("69/50 loses a step", "")
    assert choice(game, "deplete 231/50").loss == "231/50 is eliminated."


def test_a_target_is_whoever_is_against_us_there_and_who_is_there_already_holds_it() -> None:
    """Both sides in one hex: the units that attack from within are no targets, and do not advance into it (6.11)."""
    game = fight(US + "allied 1-Inf/16 at 1306\nallied 1-Inf/18 at 1206\ngerman Pz-100 at 1306\n", dice=[6])
    detail = choice(game, "attack 1306").detail
    assert "Pz-100" in detail and "1-Inf" not in detail
    assail(game, "1306", "1-Inf/16", "1-Inf/18")
    while "pass" in orders(game):
        play(game, "pass")
    assert choice(game, "advance 1-Inf/16").label == "Hold 1306 with 1-Inf/16"
    assert choice(game, "advance 1-Inf/18").label == "Advance 1-Inf/18"
    assert sentences(game, "advance 1-Inf/16")[0] == "1-Inf/16 holds 1306."


# -- limits -------------------------------------------------------------------------------------------


SIX = ("1-Inf/16", "1-Inf/18", "1-Inf/26", "2-Inf/9", "2-Inf/23", "2-Inf/38")


def test_a_hex_that_is_too_full_says_how_much_it_holds_and_may_hold() -> None:
    crowd = "".join(f"allied {unit} at 1206\n" for unit in SIX)
    game = begin(summer("operation_cobra", crowd), MovementPhase(ALLIED))
    limit = re.compile(r"1206 (would hold|holds) \d+ stacking points, and at most \d+ may stay")
    assert limit.match(refusal(game, "end").sentence) and limit.match(decision(game).prompt)


def test_a_move_into_a_hex_that_would_be_too_full_says_that_somebody_must_leave_it() -> None:
    crowd = "".join(f"allied {unit} at 1206\n" for unit in SIX[:5])
    game = begin(summer("operation_cobra", crowd + "allied 2-Inf/38 at 1106\n"), MovementPhase(ALLIED))
    play(game, "move 2-Inf/38")
    too_full = "1206 would hold 6 stacking points, and at most 5 may stay: some must leave in this phase"
    assert choice(game, "to 1206").detail.endswith(too_full)
    assert "must leave" not in choice(game, "to 1107").detail


# -- to which fight something belongs -----------------------------------------------------------------


def entry(number: int, kind: str, step: str = "", **more: object) -> LogEntry:
    return LogEntry.model_validate({"number": number, "kind": kind, "text": kind, "step": step, **more})


def test_a_retreat_or_a_loss_tells_the_fight_that_an_earlier_order_began() -> None:
    lost = Result(losses=[Lost(piece="27", steps=1)])
    log = [
        entry(1, "bombardment", "Bombardment of 27", result=Result(die=3)),
        entry(1, "reduced", result=lost),
        entry(2, "retreated", path=["0101", "0102"], result=Result()),
        entry(3, "marker_seen", result=Result()),
        entry(3, "bombardment", "Bombardment of 8/3", result=Result(die=5)),
        entry(4, "retreated", path=["0201", "0202"], result=Result()),
        entry(5, "moved", path=["0101", "0102"]),
        entry(6, "reduced", result=lost),
    ]
    assert list(ends_of(log)) == ["", "", "Bombardment of 27", "", "", "Bombardment of 8/3", "", ""]


ONE_ANSWER = re.compile(r"the only place|nobody else may|No other unit can|must be attacked|must attack|before you end")


@pytest.mark.parametrize("name", ["june_14", "race_to_cherbourg", "bloody_summer"])
def test_a_question_with_one_answer_says_that_there_is_no_other(name: str) -> None:
    """It is asked so that one can think it over, or take back what led to it: then it should not sound open."""
    written = record.read(GOLDEN / f"{name}.bocage")
    game, alone = record.start(written, open_setting), list[str]()
    for line in written.lines[:1500]:
        if len(game.decision.orders) == 1:
            alone.append(game.decision.prompt)
        record.step(game, line, name)
    assert alone
    assert [prompt for prompt in alone if not ONE_ANSWER.search(prompt)] == []
