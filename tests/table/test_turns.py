"""Every game tells a turn at a glance: moves, fights, losses, places that changed hands, who comes next."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from bocage.games import open_setting
from bocage.games.fire_movement.state import State as FireMovementState
from bocage.games.fire_movement.words import GRID
from bocage.kernel import SPECTATOR, Event, Game, State, record
from bocage.table import MOVED, NEW_TURN, Table, table_of
from bocage.table.model import LogEntry, TurnReport

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = ["sword_greedy", "commonwealth_folio", "beyond_the_beach", "dark_summer", "race_to_cherbourg"]
IN_WORDS = re.compile(r"(the (attacker|defender) [a-z0-9, ]+(; )?)*(the corps may exploit it \(E\))?|nothing happens")
MOST = 900  # orders that are played


class Turn(NamedTuple):
    """One turn of a record."""

    report: TurnReport
    log: list[LogEntry]
    eve: State  # before its last order
    after: State


class Course:
    """A record played through, with its reports turn by turn."""

    def __init__(self, name: str) -> None:
        written = record.read(GOLDEN / f"{name}.bocage")
        self.game: Game = record.start(written, open_setting)
        self.table: Table = table_of(self.game.setting)
        self.turns: list[Turn] = []
        self.began, self.log = self.game.view(SPECTATOR), list[LogEntry]()
        for line in written.lines[:MOST]:
            eve = self.game.view(SPECTATOR)
            self.hear(record.step(self.game, line, name), eve)

    def hear(self, events: list[Event], eve: State) -> None:
        for event in events:
            if event.kind == NEW_TURN:
                after = self.game.view(SPECTATOR)
                report = self.table.turn((self.began, eve, after), self.log, SPECTATOR)
                self.turns.append(Turn(report, self.log, eve, after))
                self.began, self.log = after, []
            if event.known_to(SPECTATOR):
                self.log.append(self.table.entry(event, self.game.length, ""))


@pytest.fixture(scope="module", params=RECORDS)
def course(request: pytest.FixtureRequest) -> Course:
    return Course(request.param)


def test_a_turn_at_omaha_beach_is_remembered_for_events_drift_delay_and_depth_too() -> None:
    told: set[str] = set()
    for report, log, *_ in Course("first_waves").turns:
        kinds = {entry.text: entry.kind for entry in log}
        assert [line for line in report.also if line not in kinds] == []
        told |= {kinds[line] for line in report.also}
    assert {"event", "hero", "drifted", "delayed", "cleared", "depth_added"} <= told


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("dark_summer", {"weather", "cup_filled", "chit_drawn", "entry_roll", "turn_over"}),
        ("race_to_cherbourg", {"weather_rolled", "air_drawn", "superiority_rolled", "resources", "interdiction"}),
    ],
)
def test_a_turn_of_the_summers_is_remembered_for_draws_weather_and_single_dice(name: str, kinds: set[str]) -> None:
    told: set[str] = set()
    for report, log, *_ in Course(name).turns:
        known = {entry.text: entry.kind for entry in log}
        assert [line for line in report.also if line not in known] == []
        told |= {known[line] for line in report.also}
    assert kinds <= told


def test_moves_and_losses_are_those_that_the_log_tells_on_every_turn(course: Course) -> None:
    assert course.turns
    for report, log, *_ in course.turns:
        assert sum(side.moves for side in report.sides) == sum(entry.kind == MOVED for entry in log)
        lost = [lost for entry in log if entry.result is not None for lost in entry.result.losses]
        assert sum(side.steps for side in report.sides) == sum(one.steps for one in lost)
        assert sum(side.units for side in report.sides) == sum(one.gone for one in lost)
    assert any(side.moves for turn in course.turns for side in turn.report.sides)
    assert any(turn.report.fights for turn in course.turns)


def test_a_place_that_changed_hands_is_held_by_the_side_that_took_it(course: Course) -> None:
    taken = [(turn, place) for turn in course.turns for place in turn.report.taken]
    assert taken
    sides = course.game.setting.sides
    for turn, place in taken:
        assert place.side in sides and place.name and place.at and place.title
        # The other side has nobody there.
        pieces = {piece.id: piece.seat for piece in course.table.board().pieces}
        others = {seat for side, seats in sides.items() if side != place.side for seat in seats or ("system",)}
        there = [one.id for one in course.table.view(turn.after, SPECTATOR, 0).pieces if one.at in place.at]
        assert not [one for one in there if pieces[one] in others]


def test_who_is_told_to_come_next_waits_for_the_turn_that_follows(course: Course) -> None:
    boxes = {one.id: one.title for one in course.table.board().boxes}
    told = 0
    for turn in course.turns:
        lying = {one.id: boxes.get(one.at) for one in course.table.view(turn.eve, SPECTATOR, 0).pieces}
        number = int(course.table.view(turn.after, SPECTATOR, 0).tracks["turn"])
        for side in turn.report.arriving:
            told += len(side.units)
            late = {f"{name} units that wait to enter" for name in ("Allied", "German")}
            assert side.when in {lying[unit] for unit in side.units} <= {side.when, *late}
            assert re.match(rf"\D*{number}\b", side.when)
    assert told


def test_a_turn_of_sword_in_figures() -> None:
    """The first turn of Fire & Movement: the Germans alone act."""
    turn = Course("sword_greedy").turns[1].report
    assert [(side.title, side.moves, side.units, side.steps) for side in turn.sides] == [
        ("Allies", 0, 1, 1),
        ("Germans", 6, 0, 1),
    ]
    assert [fight.title for fight in turn.fights] == [
        "German bombardment of 27",
        "German bombardment of 9/3-br",
        "German bombardment of 6/6",
        "German bombardment of 185/3",
        "German bombardment of 5/6",
        "German attack on 1739",
    ]
    assert [(side.title, side.when, side.units) for side in turn.arriving] == [
        ("Allies", "Turn 2", ["152/51", "153/51", "154/51"]),
        ("Germans", "Turn 2", ["858/346", "346/346"]),
    ]


@pytest.mark.parametrize("name", ["easy_fox", "first_waves"])
def test_barrages_and_fire_are_told_though_they_cost_no_step(name: str) -> None:
    course = Course(name)
    told = {(fight.number, fight.title) for turn in course.turns for fight in turn.report.fights}
    fired = [
        entry
        for turn in course.turns
        for entry in turn.log
        if entry.kind == "barrage" or (entry.kind == "position_fires" and entry.targets)
    ]
    assert {entry.kind for entry in fired} == {"barrage", "position_fires"}
    assert all((entry.number, entry.step) in told for entry in fired)


def test_whatever_was_lost_on_a_turn_is_among_its_fights_or_told_beside_them(course: Course) -> None:
    for report, log, *_ in course.turns:
        beside = [entry.result for entry in log if entry.text in report.also and entry.result is not None]
        lost = [lost for fight in report.fights for lost in fight.losses] + [
            lost for one in beside for lost in one.losses
        ]
        assert sum(one.steps for one in lost) == sum(side.steps for side in report.sides)
        assert sum(one.gone for one in lost) == sum(side.units for side in report.sides)


def test_boats_that_suffer_are_no_fight_and_german_fire_in_vain_is_told_with_its_reason() -> None:
    checked, in_vain, idle = 0, set[str](), set[str]()
    for report, log, *_ in Course("easy_fox").turns:
        titles = [fight.title for fight in report.fights]
        assert not [title for title in titles if title.startswith("Landing check")]
        cards = [entry.text for entry in log if entry.kind == "fire_card"]
        assert set(cards) <= set(report.also)
        fired = [entry for entry in log if entry.kind in ("position_fires", "holds_fire")]
        assert [entry.step for entry in fired] == [title for title in titles if title in {one.step for one in fired}]
        idle |= {entry.text for entry in log if entry.kind == "not_cleared"} & set(report.also)
        in_vain |= {fight.result.outcome for fight in report.fights if "fire" in fight.title and not fight.losses}
        checked += sum(line.endswith("left.") for line in report.also)
    assert checked and idle
    assert any(words.startswith("nobody, for every unit") for words in in_vain)
    assert any(words.startswith("no fire: it is disrupted, and recovers after the fire") for words in in_vain)


@pytest.mark.parametrize("name", ["dark_summer", "race_to_cherbourg", "bloody_summer"])
def test_every_throw_at_somebody_is_told_with_its_own_losses(name: str) -> None:
    """Two strikes at one hex are two, and nobody who suffers from want of supply is a loss of the last combat."""
    strikes = worn = 0
    for report, log, *_ in Course(name).turns:
        thrown = [
            entry.result for entry in log if entry.result and entry.result.die and entry.result.attack is not None
        ]
        told = [fight.result for fight in report.fights if fight.result.die and fight.result.attack is not None]
        assert told == thrown
        strikes += sum(entry.kind == "bombarded" for entry in log)
        cut_off = {entry.unit for entry in log if entry.kind == "out_of_supply"}
        worn += len(cut_off)
        attrition = [lost.piece for fight in report.fights if fight.title == "Attrition" for lost in fight.losses]
        revealed = {fight.losses[0].piece for fight in report.fights if "turned up" in fight.title and fight.losses}
        assert cut_off <= {*attrition, *revealed}
    assert strikes > 4 or worn > 4


def test_whoever_has_waited_longer_may_come_next_too() -> None:
    course = Course("june_14")
    for report, _, eve, _ in course.turns[:3]:
        waiting = [one.id for one in course.table.view(eve, SPECTATOR, 0).pieces if (one.at or "").startswith("due-")]
        assert set(waiting) <= {unit for side in report.arriving for unit in side.units}


def test_drops_and_tanks_at_sea_are_told_though_they_cost_no_step() -> None:
    course = Course("bloody_summer")
    told = {fight.title for fight in course.turns[0].report.fights}
    swam = {entry.step for entry in course.turns[0].log if entry.kind in ("dropped", "dd_tanks")}
    assert swam and swam <= told


def test_every_fight_of_a_bloody_summer_tells_its_place_and_its_result_in_words() -> None:
    course = Course("race_to_cherbourg")
    fights = [entry for turn in course.turns for entry in turn.log if entry.kind == "combat"]
    assert fights
    for entry in fights:
        assert entry.hex is not None and entry.result is not None and entry.result.hex == entry.hex
        assert re.fullmatch(
            r"(the (attacker|defender) [a-z0-9, ]+(; )?)*(the corps may exploit it \(E\))?|nothing happens",
            entry.result.outcome,
        )


def test_beachheads_and_beaches_change_hands_like_places() -> None:
    course = Course("sword_greedy")
    landings = course.turns[0]
    assert ("Beachhead", ["1640", "1739", "1740"], "Allies") in taken(landings.report)
    before, after = landings.after.copy(), landings.after.copy()
    assert isinstance(after, FireMovementState)
    after.beachheads &= ~(1 << GRID.at("1739"))
    report = course.table.turn((before, before, after), [], SPECTATOR)
    assert taken(report) == [("Beachhead", ["1739"], "Germans")]
    first = Course("dark_summer").turns[0].report
    assert ("Gold Beach", ["4003", "4102"], "Allies") in taken(first)
    landed = Course("bloody_summer").turns[0].report
    assert any(name == "Utah beach" and title == "Allies" for name, _, title in taken(landed))


def taken(report: TurnReport) -> list[tuple[str, list[str], str]]:
    return [(place.name, place.at, place.title) for place in report.taken]


def test_whoever_goes_to_a_place_with_a_name_goes_there_by_name(course: Course) -> None:
    names = {hex_.id: hex_.name for hex_ in course.table.board().hexes if hex_.name}
    went = [entry for turn in course.turns for entry in turn.log if entry.kind == MOVED and entry.path[-1] in names]
    assert went
    for entry in went:
        assert re.search(rf"\b{entry.path[-1]} (?!for )\w", entry.text), entry.text


@pytest.mark.parametrize("name", ["easy_fox", "first_waves"])
def test_a_landing_check_is_told_where_the_boats_come_to_and_not_where_they_were_bound(name: str) -> None:
    drifted = 0
    for turn in Course(name).turns:
        told: dict[str | None, LogEntry] = {}
        for entry in turn.log:
            if entry.kind in ("landing_check", "drifted"):
                told[entry.unit] = entry
                drifted += entry.kind == "drifted"
                assert entry.kind != "drifted" or (entry.hex and entry.at), "its box, and the hex off which it is"
            elif entry.kind == "landed" and entry.unit in told:
                assert told[entry.unit].hex == entry.hex
    assert drifted


def test_guns_mines_and_heroes_are_told_where_the_unit_is() -> None:
    log = [entry for turn in Course("first_waves").turns for entry in turn.log]
    told = [entry for entry in log if entry.kind in ("artillery_hits", "mine", "hero")]
    assert len({entry.kind for entry in told}) > 1
    assert all(entry.hex and entry.result and entry.result.hex == entry.hex for entry in told)
