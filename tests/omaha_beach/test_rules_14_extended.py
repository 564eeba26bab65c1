"""Chapters 14 and 15, and the events of the extended game: what changes from turn 17 on."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Literal

import pytest

from bocage.games.omaha_beach.action_phase import ActionPhase
from bocage.games.omaha_beach.actions import acts_for_free, allotment
from bocage.games.omaha_beach.command_posts import command_range
from bocage.games.omaha_beach.content import load_content
from bocage.games.omaha_beach.engineer_bases import traffic_range
from bocage.games.omaha_beach.engineers import EngineerAndHqPhase
from bocage.games.omaha_beach.events import EventPhase, SecondEventPhase
from bocage.games.omaha_beach.fire import hit_limit
from bocage.games.omaha_beach.fire_phase import FirePhase
from bocage.games.omaha_beach.invariants import Watch
from bocage.games.omaha_beach.landing import AmphibiousOperations
from bocage.games.omaha_beach.set_up import set_up
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.title import OmahaBeach, list_scenarios, open_scenario
from bocage.games.omaha_beach.turn import sequence
from bocage.games.omaha_beach.words import GRID, unit_number
from bocage.kernel import Event, Game
from tests.omaha_beach.positions import event_card, german_at, is_over, position, state, steps
from tests.omaha_beach.test_rules_16_german_actions import QUIET, card, fire, told
from tests.questions import Rigged, orders, play
from tests.support import rule

Scenario = Literal["d_day", "beyond_the_beach"]


def quiet(pieces: str, turn: int) -> Game:
    """A position in which nothing has happened yet."""
    return position(pieces, phase="engineers", turn=turn, fire_cards=(QUIET, QUIET))


@cache
def endless(scenario: Scenario) -> OmahaBeach:
    """A scenario of the extended game in which nobody loses before turn 32."""
    content = load_content()
    table = content.scenarios.scenarios[scenario]
    losses = tuple(loss.model_copy(update={"limit": 99}) for loss in table.losses)
    checks = tuple(check for check in table.checks if check.turn == 32)
    return OmahaBeach(content, table.model_copy(update={"losses": losses, "checks": checks}), {})


@cache
def clumsy_game(scenario: Scenario, seed: int) -> tuple[Game, tuple[Event, ...]]:
    """A game of clumsy players to the end of turn 32, watched after every order, and all that happened."""
    setting, generator, events = endless(scenario), random.Random(seed), list[Event]()
    game, watch = Game(setting, f"extended {seed}"), Watch(setting)
    while not game.over:
        order = generator.choice(list(game.decision.orders))
        heard = game.play(order)
        events += heard
        assert list(watch.violations(game.state, heard)) == [], f"seed {seed}, order {game.length}: {order}"
    return game, tuple(events)


# -- the sequence ---------------------------------------------------------------------------------------------


@rule("4-04", "14-01", "14-02", "15-01", "15.I-01", "15.II-01", "15.III-01", "15.IV-01", "15.V-01", edition="omaha")
@rule("15.V-02", "15.VI-01", edition="omaha")
def test_the_sequence_from_turn_17_on() -> None:
    extended = (AmphibiousOperations, EventPhase, FirePhase, SecondEventPhase, EngineerAndHqPhase, ActionPhase)
    assert sequence(state(quiet("", 17))) == sequence(state(quiet("", 32))) == extended
    assert SecondEventPhase not in sequence(state(quiet("", 16))) and len(sequence(state(quiet("", 16)))) == 5


@rule("14-02", "15.II-01", "15.IV-01", "15.VII-01", "3-05", edition="omaha")
def test_phases_of_a_whole_extended_game() -> None:
    game, events = clumsy_game("beyond_the_beach", 1)
    assert state(game).turn == 32 and game.outcome is not None
    begins = [n for n, event in enumerate(events) if event.kind == "turn_begins"]
    turns = [events[a:b] for a, b in zip(begins, [*begins[1:], len(events)], strict=True)]
    assert [turn[0].facts["turn"] for turn in turns] == list(range(32 - len(turns) + 1, 33))
    for turn in turns:
        kinds = Counter(event.kind for event in turn)
        assert kinds["event"] == (2 if turn[0].facts["turn"] != 32 else 0) and kinds["fire_card"] == 2
        drawn = [event.kind for event in turn if event.kind in ("event", "fire_card")]
        assert drawn in (["event", "fire_card", "fire_card", "event"], ["fire_card", "fire_card"])
        engineers = [n for n, e in enumerate(turn) if e.kind in ("base_placed", "base_extended", "post_established")]
        seconds = [n for n, e in enumerate(turn) if e.kind in ("event", "fire_card")]
        assert not engineers or min(engineers) > max(seconds)
    assert [e.facts["turn"] for e in events if e.kind == "turn_begins" and e.facts["turn"] == 32] == [32]
    g = state(game)
    assert not g.shelled and not g.sniped and not g.engineers_blocked


@rule("3-04", "14-01", edition="omaha")
def test_the_long_day_begins_with_the_basic_rules() -> None:
    game, events = clumsy_game("d_day", 2)
    assert state(game).turn == 32
    begins = {int(str(e.facts["turn"])): n for n, e in enumerate(events) if e.kind == "turn_begins"}
    count = {turn: Counter(e.kind for e in events[n : begins.get(turn + 1, len(events))]) for turn, n in begins.items()}
    assert all(count[turn]["event"] == 1 for turn in range(2, 17)) and all(
        count[turn]["event"] == 2 for turn in (17, 31)
    )
    assert count[32]["event"] == 0
    early = events[: begins[17]]
    actions = {
        "no_action",
        "redeploys",
        "patrol_hits",
        "mortar_hits",
        "advances",
        "repulsed",
        "base_placed",
        "called_up",
    }
    assert not actions & {e.kind for e in early} and actions & {e.kind for e in events[begins[17] :]}
    assert all(game.sentence(event) for event in events)


@rule("3-06", edition="omaha")
def test_optional_rules_can_be_combined() -> None:
    for scenario in ("d_day", "beyond_the_beach"):
        info = next(info for info in list_scenarios() if info.name == f"omaha_beach/{scenario}")
        wanted = {option.name: "yes" for option in info.options if "yes" in option.choices}
        assert {"german_armor", "improved_reaction"} <= wanted.keys()
        game = Game(open_scenario(scenario, wanted), "all options")
        assert not game.over and wanted.items() <= game.setting.options.items()


@rule("14-07", "2-02", edition="omaha")
@pytest.mark.parametrize("seed", [3, 4])
def test_clumsy_extended_games_come_to_their_end(seed: int) -> None:
    game, events = clumsy_game("beyond_the_beach", seed)
    assert game.outcome is not None and state(game).turn == 32
    assert all(game.sentence(event) for event in events)


@rule("15.VI-01", "14-04", edition="omaha")
def test_three_actions_per_division() -> None:
    before, after = state(quiet("us E/2/16 at 0612", 16)), state(quiet("us E/2/16 at 0712", 17))
    assert (allotment(before), allotment(after)) == (2, 3)


@rule("2.1-26", "2.1-27", edition="omaha")
def test_tracks_of_the_extended_game() -> None:
    track = load_content().track
    assert track.ranges["command"] == (1, 1, 2, 2, 3, 3, 3, 4)
    assert track.ranges["engineers"] == (0, 1, 2, 2, 3, 3, 4, 4, 5)


MARKERS = (  # on the map or beside it, each in a state of its own
    "naval disrupted german_disrupted command_posts acted smoke base_spaces bases heroes inspired garrisons wounded "
    "climbing on_cliff cleared"
)


@rule("2.25-01", edition="omaha")
def test_every_marker_is_used_in_the_course_of_games() -> None:
    """Each kind of marker is seen, and the turn, the phases and transfers of command with it."""
    seen, turns, phases, transfers = set[str](), set[int](), set[str](), set[int]()
    for scenario, seed in (("d_day", 1), ("d_day", 2), ("beyond_the_beach", 1), ("beyond_the_beach", 2)):
        game, generator = Game(endless(scenario), f"markers {seed}"), random.Random(seed)
        bare = {name: getattr(State(endless(scenario).battle, game.state.chance), name) for name in MARKERS.split()}
        while not game.over:
            g = state(game)
            seen |= {name for name, value in bare.items() if getattr(g, name) != value}
            turns.add(g.turn)
            phases.add(g.phase)
            transfers |= {unit for unit, division in enumerate(g.command) if division != g.battle.home[unit]}
            game.play(generator.choice(list(game.decision.orders)))
    assert seen == set(MARKERS.split()) and len(turns) == 32 and transfers
    assert {"Event", "German Fire", "US Engineers", "US Engineers & HQs", "US Actions"} <= phases


@rule("3-26", edition="omaha")
@pytest.mark.parametrize("scenario", ["easy_fox", "first_waves", "d_day"])
def test_markers_are_kept_aside_when_play_begins(scenario: str) -> None:
    setting = open_scenario(scenario)
    g, bare = State(setting.battle, Rigged()), State(setting.battle, Rigged())
    set_up(g)
    assert [name for name in MARKERS.split() if getattr(g, name) != getattr(bare, name)] == []
    assert g.command == g.battle.home and g.turn == 1


# -- German fire --------------------------------------------------------------------------------------------------


@rule("14.1-01", "14.11-01", "14-03", edition="omaha")
@pytest.mark.parametrize(("depth", "limit"), [("", 1), ("depth wn", 2)])
def test_hit_limits_are_doubled(depth: str, limit: int) -> None:
    for turn, factor in ((16, 1), (17, 2)):
        g = state(quiet(f"german WN60 WN75 {depth}", turn))
        assert hit_limit(g, g.battle.group_names.index("WN60")) == factor * limit
    crowd = f"german WN60 WN75 {depth}\nus E/2/16 at 0609\nus F/2/16 at 0609\nus G/2/16 at 0610\nus M/3/16 at 0708"
    game = fire(crowd, card("purple M", "circle"), turn=17)
    assert [event.facts["limit"] for event in told(game, "position_fires")] == [2 * limit]


@rule("14.12-01", "14.12-02", "14.1-01", edition="omaha")
def test_a_unit_loses_a_step_to_each_position() -> None:
    """A1 and A2 both see 1109; the option to begin earlier changes only the actions (14.2)."""
    number = card("red star blue A", "triangle", double="red blue")
    pieces = "german A1 1/1/726 revealed depth mobile\ngerman A2 3/1/726 revealed depth mobile\nus B/1/16 at 1109"
    assert steps(fire(pieces, number, turn=17), "B/1/16") == 1
    assert steps(fire(pieces, number, turn=16), "B/1/16") == 2


@rule("16-03", "14.12-01", edition="omaha")
def test_with_early_actions_a_unit_still_loses_one_step_in_a_phase() -> None:
    """A2 fires first; A1 has nobody left to hit."""
    number = card("red star blue A", "triangle", double="red blue")
    pieces = "german A1 1/1/726 revealed depth mobile\ngerman A2 3/1/726 revealed depth mobile\nus B/1/16 at 1109"
    early = position(
        pieces, phase="fire", turn=13, cards=[number, QUIET], scenario="d_day", options={"early_actions": "yes"}
    )
    assert steps(early, "B/1/16") == 2
    second = told(early, "position_fires")[1]
    assert second.facts["hits"] == ()
    assert "has lost a step in this fire phase already" in early.setting.sentence(second)


# -- events -------------------------------------------------------------------------------------------------------


def drawn(kind: str, pieces: str = "", *, turn: int = 18, second: bool = False, **wanted: object) -> Game:
    """An Event Phase of the extended game in which an event is drawn."""
    phase = "second_event" if second else "event"
    return position(pieces, phase=phase, turn=turn, cards=[event_card(kind, turn, **wanted)])  # type: ignore[arg-type]


@rule("EV.2-02", edition="omaha")
def test_plunging_fire_as_second_event_does_nothing() -> None:
    assert state(drawn("plunging_fire")).plunging
    second = drawn("plunging_fire", second=True)
    assert not state(second).plunging and [e.rule for e in told(second, "no_event")] == ["EV.2-02"]


@rule("15.IV-01", edition="omaha")
def test_no_second_event_before_turn_17_or_on_turn_32() -> None:
    for turn in (16, 32):
        game = position("", phase="second_event", turn=turn, cards=[QUIET])
        assert is_over(game) and not told(game, "event")


@rule("EV.1-01", "19.33-01", edition="omaha")
def test_artillery_stops_engineers_for_a_turn() -> None:
    g = state(drawn("engineers_blocked", "german WN60 WN75"))
    assert g.engineers_blocked
    g.bases[0], g.base_spaces[0] = GRID.at("0714"), 1
    assert not traffic_range(g)
    g.engineers_blocked = False
    assert traffic_range(g)
    assert state(drawn("engineers_blocked")).engineers_blocked  # the guns behind the map are enough
    early = drawn("engineers_blocked", "german WN60 WN75", turn=16)
    assert not state(early).engineers_blocked


@rule("EV.1-02", edition="omaha")
def test_without_guns_nothing_stops_them() -> None:
    """The observers of all four batteries are in American hands; then only a gun in a WN can stop the engineers."""
    content = load_content()
    observers = {name for box in content.track.artillery.values() for name in box.observers}
    held = [here.hex for here in content.positions.values() if here.group in observers]
    held += content.chart.exits.values()  # so that no position is in communication
    units = [unit.id for unit in content.pieces.us.values() if unit.type == "infantry"]
    pieces = "\n".join(f"us {unit} at {GRID.label(h)}" for unit, h in zip(units, held, strict=False))
    nothing = drawn("engineers_blocked", pieces)
    assert not state(nothing).engineers_blocked and [e.rule for e in told(nothing, "no_event")] == ["EV.1-02"]
    assert state(drawn("engineers_blocked", pieces + "\ngerman WN73 WN75")).engineers_blocked
    assert not state(drawn("engineers_blocked", pieces + "\ngerman WN73 'WN 1'")).engineers_blocked


@rule("EV.10-01", "11.2-07", edition="omaha")
def test_snipers_confine_a_command_post() -> None:
    number = event_card("snipers", 22, regiment=16)
    for post in (True, False):
        game = quiet("us 16-HQ at 0715", 22)
        g, hq = state(game), unit_number("16-HQ")
        if post:
            g.command_posts[hq] = 5
            assert command_range(g, hq) == 3
        else:
            assert command_range(g, hq) == 1
        g.deck = (number, *(n for n in g.deck if n != number))
        g.events.clear()
        EventPhase().begin(g)
        assert command_range(g, hq) == 1 and bool(g.sniped) is post


# -- what the Americans can do ------------------------------------------------------------------------------------


@rule("14-05", edition="omaha")
@pytest.mark.parametrize(("unit", "start", "end"), [("E/2/16", "1314", "1513"), ("1/A/741", "0827", "0829")])
def test_moves_of_more_than_a_hex(unit: str, start: str, end: str) -> None:
    for turn, farther in ((16, False), (17, True)):
        game = position(f"us {unit} at {start}", turn=turn)
        play(game, f"act {unit}")
        assert (end in orders(game, "to")) is farther


@rule("14-06", edition="omaha")
@pytest.mark.parametrize(("turn", "left"), [(16, "WN 1 BZ, disrupted"), (17, "empty")])
def test_one_attack_may_defeat_unit_and_depth(turn: int, left: str) -> None:
    """Six against two, with all weapons."""
    game = position('german WN64 "WN 1 BZ" revealed depth "wn 1 RD" depth-revealed\nus A/1/16 at 1015', turn=turn)
    play(game, "act A/1/16", "attack 0916", "declare")
    assert german_at(game, "WN64") == left


@rule("15.VI-02", edition="omaha")
def test_moves_off_the_beach_are_free_near_an_engineer_base() -> None:
    """From the high ground they are not; nor are attacks anywhere."""
    game = position("us E/2/16 at 0714\nus F/2/16 at 1314", turn=20)
    g = state(game)
    assert not acts_for_free(g, unit_number("E/2/16"))
    g.bases[0], g.base_spaces[0] = GRID.at("0714"), 1
    assert traffic_range(g) >> GRID.at("0714") & 1 and not traffic_range(g) >> GRID.at("1314") & 1
    prompt = game.decision.prompt
    play(game, "act E/2/16")
    play(game, f"to {orders(game, 'to')[0]}")
    assert game.decision.prompt.startswith(prompt)  # as many actions left as before


# -- events that come to nothing ------------------------------------------------------------------------------------


@rule("EV.2-02", "EV.10-01", "9.34-01", edition="omaha")
@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("plunging_fire", "The event has no effect: German fire is over for this turn."),
        ("snipers", "The event has no effect: the regiment has no command post."),
        ("german_reinforcements", "No reinforcement can come: the pools are empty."),
    ],
)
def test_an_event_without_effect_says_why(kind: str, why: str) -> None:
    turn = next(t for t in range(17, 32) if any(c.event(t).kind == kind for c in load_content().deck.values()))
    game = position("us E/2/16 at 0712", phase="second_event", turn=turn, cards=[event_card(kind, turn)])
    assert any(game.sentence(event).startswith(why) for event in game.opening_events)
