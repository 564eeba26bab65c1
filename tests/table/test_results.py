"""Results, steps, briefings and victory are data: every game tells them, and they are what was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from random import Random

import pytest

import bocage
from bocage.games import list_scenarios
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.title import scenarios as campaigns
from bocage.games.omaha_beach.title import scenarios as beaches
from bocage.kernel import SPECTATOR, Event, Game, Result, ScenarioInfo, State
from bocage.table import table_of
from bocage.table.fights import fights_of
from bocage.table.model import LogEntry, Lost, Summary
from bocage.table.model import Result as Told

LASTING = ["fire_movement/sword", "fire_movement/utah", "omaha_beach/first_waves", "omaha_beach/beyond_the_beach"]
PLAYED = [*LASTING, "dark_summer/june_14", "bloody_summer/race_to_cherbourg"]
every_game = pytest.mark.parametrize("name", PLAYED)
every_scenario = pytest.mark.parametrize("scenario", list_scenarios(), ids=lambda scenario: scenario.name)


@dataclass
class Moment:
    """See ``bocage.table.Moment``."""

    number: int
    state: State
    events: list[Event]


def played(name: str, seed: int, most: int = 500) -> Iterator[tuple[Game, Moment]]:
    """A game by chance, order by order; the first moment is before any."""
    game, random = bocage.new(name, seed=seed), Random(seed)
    yield game, Moment(0, game.state.copy(), game.opening_events)
    while not game.over and game.length < most:
        events = game.play(random.choice(game.decision.orders))
        yield game, Moment(game.length, game.state.copy(), events)


@pytest.mark.parametrize("name", LASTING)  # in other games whole units come back, or leave with their losses
def test_losses_are_told_piece_by_piece_and_none_is_missing(name: str) -> None:
    game, moments = bocage.new(name, seed=7), [moment for _, moment in played(name, 7)]
    setting, (first, *rest) = game.setting, moments
    summary = table_of(setting).summary(rest, None)
    came_back = sum(event.kind in ("rebuilt", "step_regained") for moment in rest for event in moment.events)
    before, after = setting.tally(first.state).losses, setting.tally(rest[-1].state).losses
    led = [side for side, seats in setting.sides.items() if seats]  # what the rules lead may come back from the dead
    missing = sum(after[side].steps - before[side].steps for side in led)
    told = {losses.side: losses for losses in summary.losses}
    assert sum(told[side].steps for side in led) == missing + came_back > 0
    assert [told[side].units for side in led] == [after[side].units - before[side].units for side in led]
    fires = fires_of(name)
    attacks = [event for moment in rest for event in moment.events if event.kind.startswith("attack")]
    fired = [event for moment in rest for event in moment.events if event.kind in fires]
    assert bool(summary.fought) == bool(attacks or fired)
    costs = [sum(lost.steps for lost in fight.losses) for fight in summary.fights]
    assert costs == sorted(costs, reverse=True) and all(costs)


@every_game
def test_what_decided_a_game_is_told_by_its_own_results(name: str) -> None:
    moments = [moment for _, moment in played(name, 7)]
    setting = bocage.new(name, seed=7).setting
    summary = table_of(setting).summary(moments[1:], None)
    check_what_decided_it(summary)
    side_of = {seat: side for side, seats in setting.sides.items() for seat in seats}
    kind = {(throw.number, side_of[throw.seat]) for throw in summary.throws if throw.luck > 0}
    assert len(kind) == len({number for number, _ in kind}), "a throw is kind to one side alone"
    resisted = {
        piece
        for moment in moments
        for event in moment.events
        if event.kind.startswith("attack")
        or (event.result is not None and event.result.defence is not None)
        or event.kind in fires_of(name)
        for piece in named_by(table_of(setting).entry(event, moment.number, ""))
    }
    assert {one.piece for one in summary.fought} <= resisted, "guns that fire alone do not fight"


def fires_of(name: str) -> frozenset[str]:
    """The kinds of events that tell of fire, in a game in which no strengths are compared then."""
    table = table_of(bocage.new(name, seed=1).setting)
    return table.layout.fires  # type: ignore[attr-defined, no-any-return]


def test_who_fought_most_is_told_also_where_there_was_fire_and_no_attack() -> None:
    """A random game on the beach: nobody attacks, but the positions fire at those who landed."""
    moments = [moment for _, moment in played("omaha_beach/easy_fox", 3)]
    fired = {event.kind for moment in moments for event in moment.events} & fires_of("omaha_beach/easy_fox")
    setting = bocage.new("omaha_beach/easy_fox", seed=3).setting
    quiet = [
        Moment(one.number, one.state, [event for event in one.events if not event.kind.startswith("attack")])
        for one in moments
    ]
    assert "position_fires" in fired
    assert table_of(setting).summary(quiet, None).fought


def test_a_drop_is_no_fight() -> None:
    def is_peaceful(moment: Moment) -> bool:
        return not any(event.result is not None and event.result.defence is not None for event in moment.events)

    moments = list(takewhile(is_peaceful, (moment for _, moment in played("fire_movement/sword", 7))))
    assert any(event.kind == "drop_roll" for moment in moments for event in moment.events)
    assert not table_of(bocage.new("fire_movement/sword", seed=7).setting).summary(moments, None).fought


def named_by(entry: LogEntry) -> set[str]:
    return {*entry.fighters, *entry.targets, *([entry.unit] if entry.unit else [])}


def check_what_decided_it(summary: Summary) -> None:
    """How victory stood, the throws that mattered, and who fought most: each game tells them by its own results."""
    assert summary.outlook and all(len(curve.points) > 1 for curve in summary.outlook)
    for seat in {throw.seat for throw in summary.throws}:
        lucks = [throw.luck for throw in summary.throws if throw.seat == seat]
        kind, unkind = [luck for luck in lucks if luck > 0], [luck for luck in lucks if luck < 0]
        assert lucks == kind + unkind and len(kind) <= 3 and len(unkind) <= 3
        assert kind == sorted(kind, reverse=True) and unkind == sorted(unkind)
    units = {curve.unit for curve in summary.curves if curve.id == "luck"}
    assert units in ({("step", "steps")}, {("hit", "hits")})
    assert summary.throws and all(throw.title for throw in summary.throws)
    counts = [fought.fights for fought in summary.fought]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("name", ["fire_movement/sword", "fire_movement/utah"])
def test_the_result_of_a_combat_is_what_the_table_says_of_column_and_die(name: str) -> None:
    fought = 0
    for game, moment in played(name, 3):
        assert isinstance(game.setting, FireMovement)
        table = game.setting.battle.table
        for event in moment.events:
            if event.kind != "combat_result":
                continue
            fought += 1
            found = event.result
            assert found is not None and found.attack is not None and found.defence is not None
            assert found.outcome == (table.read(found.column, found.die),)
            column = table.column(found.line, found.attack - found.defence)
            for _, shift in found.shifts:
                column = max(1, column + shift)
            assert found.column == column
            assert str(found.die) in " ".join(game.history[-1].chance)
    assert fought > 10


@pytest.mark.parametrize("name", ["omaha_beach/first_waves", "omaha_beach/beyond_the_beach"])
def test_a_card_is_told_as_it_was_drawn(name: str) -> None:
    drawn = 0
    for game, moment in played(name, 11):
        faces = {card.id: card for card in table_of(game.setting).board().cards}
        for event in moment.events:
            if event.result is not None and event.result.card:
                drawn += 1
                assert event.result.part in {part.id for part in faces[str(event.result.card)].parts}
    assert drawn > 10


@every_game
def test_every_step_has_a_title_and_every_result_its_words(name: str) -> None:
    steps = 0
    for game, moment in played(name, 5):
        for event in moment.events:
            entry = table_of(game.setting).entry(event, moment.number, "")
            steps += bool(entry.step)
            assert bool(entry.step) is event.step
            assert (entry.result is not None) is (event.result is not None)
            assert "{" not in entry.text + entry.step
            if event.result is not None and event.result.outcome:
                assert entry.result is not None and entry.result.outcome in entry.text
    assert steps > 10


@every_game
def test_results_name_pieces_of_the_board(name: str) -> None:
    pieces: set[str] = set()
    for game, moment in played(name, 9):
        pieces = pieces or {piece.id for piece in table_of(game.setting).board().pieces}
        for event in moment.events:
            assert {lost.piece for lost in (event.result or Result()).losses} <= pieces


@every_game
def test_nothing_is_told_in_a_hushed_state(name: str) -> None:
    game, random = bocage.new(name, seed=2), Random(2)
    state = game.state.copy()
    state.hush()
    for _ in range(200):
        if state.pending is None:
            break
        state.resume(random.choice(state.pending.orders))
    assert state.events == []


def test_what_one_side_draws_is_in_no_result_that_the_others_may_read() -> None:
    """A marker is seen by its owner alone until all are turned up."""
    secrets = 0
    for game, moment in played("fire_movement/sword", 4):
        for event in moment.events:
            if event.kind == "marker_seen":
                secrets += 1
                others = [seat for seat in (*game.setting.seats, SPECTATOR) if seat not in event.seats]
                assert event.result is not None and len(others) == 2
                assert not any(event.known_to(seat) for seat in others)
    assert secrets > 5


def entry(step: str = "", *targets: str, **result: object) -> LogEntry:
    return LogEntry(number=1, kind="any", text="", step=step, targets=list(targets), result=Told.model_validate(result))


def test_a_fight_has_the_losses_of_its_own_step() -> None:
    """Positions that fire at once are told before what they did; strengths may be compared twice."""
    a, b = Lost(piece="A", steps=1), Lost(piece="B", steps=2, gone=True)
    fires = [entry("WN62 fires", "A"), entry("WN64 fires", "B"), entry(losses=[a]), entry(losses=[b])]
    assert [(fight.title, fight.losses) for fight in fights_of(fires)] == [("WN62 fires", [a]), ("WN64 fires", [b])]
    combat = [entry("Attack"), entry(attack=3, defence=2), entry(attack=3, defence=5), entry(losses=[b])]
    (fight,) = fights_of(combat)
    assert (fight.result.attack, fight.result.defence, fight.losses) == (3, 5, [b])


# -- briefings -------------------------------------------------------------------------------------


@every_scenario
def test_every_scenario_says_what_each_side_needs(scenario: ScenarioInfo) -> None:
    briefing = scenario.briefing
    assert [told.side for told in briefing.sides] == list(scenario.sides)
    assert briefing.situation and briefing.special and all(told.needs for told in briefing.sides)
    game = bocage.new(scenario.name, seed=1)
    table, seat = table_of(game.setting), game.setting.seats[0]
    standings = table.view(game.view(seat), seat, 0).victory
    assert [(one.side, one.title) for one in standings] == [(told.side, told.title) for told in briefing.sides]
    assert all(standing.conditions for standing in standings)
    assert all(standing.score is not None for standing in standings), "each side has a number in its header"
    assert table.board().briefing.situation == briefing.situation


def test_the_numbers_of_briefings_are_those_of_the_data() -> None:
    briefings = {scenario.short: scenario.briefing for scenario in list_scenarios()}
    for name, data in campaigns().items():
        if data.campaign:
            assert f" {data.campaign_city_hexes} city hexes" in briefings[name].sides[0].needs
    for name, beach in beaches().items():
        us, germans = (told.needs for told in briefings[name].sides)
        wins = [row.at_least for row in beach.checks[-1].levels if row.level.endswith("victory")]
        assert all(str(points) in us for points in wins)
        assert germans.rstrip(".").endswith(f"fewer than {wins[-1]}") or f"fewer than {wins[-1]} points" in germans
