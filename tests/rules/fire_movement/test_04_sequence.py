"""The sequence of play: turns, player turns and phases (rulebook 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

import bocage
from bocage.games.fire_movement.battle import SEATS
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.track import FIRST_PLAYER
from bocage.games.fire_movement.words import GRID, Cup
from bocage.kernel import Event, Game
from tests.fire_movement.courses import quietly, until
from tests.fire_movement.positions import Phase, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.country import open_country
from tests.support import rule

PHASES = ("Movement Phase", "Bombardment Phase", "Combat Phase", "Mobile Movement Phase", "Mobile Combat Phase")
NO_MARKERS: dict[Cup, Sequence[int]] = dict.fromkeys(Cup, ())

# Both sides have a mobile and a leg unit in touch with the enemy, so that every phase asks something.
IN_TOUCH = """
    allied 27      at 0843
    allied 8/3-br  at 0943
    german 22/21   at 0844
    german 857/346 at 0944
"""


def in_touch(**about: object) -> Game:
    return position("sword", IN_TOUCH, setting=open_country(), beachheads="1740", **about)  # type: ignore[arg-type]


def decisions(game: Game) -> Iterator[tuple[int, str, str]]:
    """Turn, active side and phase at every decision while both sides do nothing."""
    while not game.over:
        g = state(game)
        yield g.turn, SEATS[g.active], g.phase
        quietly(game)


def without_repeats(items: Sequence[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
    return [item for number, item in enumerate(items) if not number or items[number - 1] != item]


@rule("4.0-01", "4.1-01", "4.1-05", "4.1-14")
def test_two_player_turns_of_five_phases_make_a_game_turn() -> None:
    game = in_touch(turn=14)
    seen = without_repeats(list(decisions(game)))
    expected = [(turn, side, phase) for turn in (14, 15, 16, 17) for side in ("allied", "german") for phase in PHASES]
    assert seen == expected


@rule("4.0-01", "4.1-03", "4.1-05", "4.1-14", "5.3-01")
@pytest.mark.parametrize(("scenario", "seed"), [("sword", 1), ("utah", 2), ("gold_juno", 3), ("omaha", 4)])
def test_a_game_played_at_random_never_goes_back_in_the_sequence_and_never_leaves_a_stack(
    scenario: str, seed: int
) -> None:
    game, luck = bocage.new(f"fire_movement/{scenario}", seed=seed), Random(seed)
    before = (0, 0, 0)
    while not game.over:
        g = state(game)
        if g.turn and g.phase in PHASES:
            now = (g.turn, g.active, PHASES.index(g.phase))
            assert now >= before
            if now != before:
                check_stacking(g)
            before = now
        game.play(luck.choice(game.decision.orders))
    assert before[0] >= 5, "a game of some length"


def check_stacking(g: State) -> None:
    """No hex holds two units but beaches, and until they could separate the airborne units of one drop."""
    for hex_, units in g.at.items():
        if len(units) > 1:
            landed = g.battle.beach_hexes >> hex_ & 1 or all(g.battle.commando[unit] for unit in units)
            dropped = g.turn <= 2 and all(g.battle.airborne[unit] for unit in units)
            assert landed or dropped, (g.turn, g.phase, GRID.label(hex_), units)


@rule("4.1-01", "4.1-15")
def test_the_next_game_turn_begins_when_the_second_player_has_finished() -> None:
    game = in_touch(side="german", turn=7)
    events: list[Event] = []
    while state(game).turn == 7:
        assert game.decision.seat == "german" or state(game).phase != "Movement Phase"
        events = quietly(game)
    assert kinds(events)[:1] == ["turn_begins"]
    assert (state(game).turn, game.decision.seat, state(game).phase) == (8, "allied", "Movement Phase")
    assert game.outcome is None


@rule("4.1-15")
def test_after_the_second_player_turn_of_the_last_turn_victory_is_determined() -> None:
    game = in_touch(turn=17)
    last = (0, "", "")
    while not game.over:
        assert game.outcome is None
        last = (state(game).turn, SEATS[state(game).active], state(game).phase)
        quietly(game)
    assert last == (17, "german", "Mobile Combat Phase")
    assert game.outcome is not None
    assert game.outcome.winner == "german"


@rule("4.1-02")
@pytest.mark.parametrize("scenario", ["sword", "gold_juno", "utah", "omaha", "on_to_caen", "combined_campaign"])
def test_the_allies_are_the_first_player_in_every_turn(scenario: str) -> None:
    assert FIRST_PLAYER == "allied"
    game, luck = bocage.new(f"fire_movement/{scenario}", seed=3), Random(3)
    first: dict[int, str] = {}
    while not game.over and len(first) < 3:
        g = state(game)
        if g.turn and g.phase == "Movement Phase":
            first.setdefault(g.turn, SEATS[g.active])
        quiet = [order for order in game.decision.orders if order.verb in ("end", "pass")]
        game.play(quiet[0] if quiet else luck.choice(game.decision.orders))
    assert first == {1: "allied", 2: "allied", 3: "allied"}


@rule("4.1-03")
@pytest.mark.parametrize(
    ("phase", "untimely"),
    [
        ("movement", ["bombard 22/21", "attack 0844", "retreat 27", "advance 27"]),
        ("bombardment", ["move 27", "attack 0844", "to 0842"]),
        ("combat", ["move 27", "bombard 22/21", "to 0842"]),
        ("mobile_movement", ["bombard 22/21", "attack 0844"]),
        ("mobile_combat", ["move 27", "bombard 22/21"]),
    ],
)
def test_no_phase_is_taken_out_of_order(phase: Phase, untimely: list[str]) -> None:
    game = in_touch(phase=phase)
    for order in untimely:
        assert refusal(game, order).rule == "4.1-03", order
    play(game, "end")
    later = state(game).phase, SEATS[state(game).active]
    assert later != (phase.replace("_", " ").title() + " Phase", "allied")


@rule("4.1-03")
def test_a_phase_once_ended_does_not_come_back() -> None:
    game = in_touch()
    play(game, "end", "end")
    assert state(game).phase == "Combat Phase"
    assert refusal(game, "move 8/3-br").rule == "4.1-03"
    assert refusal(game, "bombard 22/21").rule == "4.1-03"


@rule("4.1-04")
def test_markers_are_made_ready_once_a_turn_before_the_first_player_turn() -> None:
    cups = {**NO_MARKERS, Cup.CW_ARTILLERY: (3, 4), Cup.GERMAN: (5, 6)}
    game = in_touch(phase="bombardment", cups=cups, dice=[3, 3], turn=5)
    full = list(state(game).pool)
    play(game, "bombard 857/346", "draw cw-artillery", "fire")
    assert len(state(game).cups[Cup.CW_ARTILLERY]) == 1
    until(game, "Bombard a unit", seat="german")
    assert len(state(game).cups[Cup.CW_ARTILLERY]) == 1, "not between the player turns"
    play(game, "bombard 8/3-br", "draw german", "fire")
    assert len(state(game).cups[Cup.GERMAN]) == 1
    until(game, "Move a unit", seat="allied")
    assert state(game).turn == 6
    assert list(state(game).cups) == full, "both sides have everything again before the first player moves"


@rule("4.1-04")
def test_the_weather_of_the_marker_phase_is_thrown_once_a_turn_before_anybody_moves() -> None:
    game = position("sword", IN_TOUCH, weather="yes", side="german", beachheads="1740", dice=[2, 5], cups=NO_MARKERS)
    events = [*play(game, "end")]
    while state(game).turn == 5:
        events += quietly(game)
    assert kinds(events).count("weather") == 1
    assert (game.decision.seat, state(game).phase) == ("allied", "Movement Phase")
    events = []
    while state(game).turn == 6:
        events += quietly(game)
    assert kinds(events)[-3:] == ["turn_begins", "weather", "no_rebuilding"]
    assert kinds(events).count("weather") == 1


@rule("4.1-07")
def test_reinforcements_come_in_their_owners_movement_phase() -> None:
    units = "allied 27 at 0843\ngerman 22/21 at 0844"
    game = position("sword", units, waiting="858/346 152/51", turn=2, beachheads="1740", setting=open_country())
    assert "858/346" not in orders(game, "enter")
    play(game, "end")
    assert orders(game, "land") == ["152/51"], "Allied units land at the end of the Allied Movement Phase"
    play(game, "land 152/51", "at 1740")
    assert state(game).phase == "Bombardment Phase"
    until(game, "Move a unit", seat="german", phase="Movement Phase")
    assert orders(game, "enter") == ["858/346"]
    late = position("sword", units, side="german", phase="mobile_movement", waiting="858/346", turn=2)
    assert not orders(late, "enter")
    assert refusal(late, "enter 858/346").rule == "4.1-07"


@rule("4.1-09")
def test_in_the_bombardment_phase_the_active_player_may_bombard_or_not() -> None:
    game = in_touch(phase="bombardment", dice=[3])
    assert game.decision.seat == "allied"
    assert sorted(orders(game)) == ["bombard 22/21", "bombard 857/346", "end"], "enemy units only"
    none = game.copy()
    play(none, "end")
    assert state(none).phase == "Combat Phase"
    events = play(game, "bombard 22/21", "draw cw-artillery", "fire")
    assert "bombardment" in kinds(events)
    german = in_touch(phase="bombardment", side="german")
    assert game.decision.seat == "allied" and german.decision.seat == "german"
    assert sorted(orders(german, "bombard")) == ["27", "8/3-br"]


@rule("4.1-10")
def test_in_the_combat_phase_the_active_player_may_attack_with_leg_and_mobile_units() -> None:
    game = in_touch(phase="combat", dice=[4], cups=NO_MARKERS)
    assert sorted(orders(game)) == ["attack 0844", "attack 0944", "end"]
    none = game.copy()
    play(none, "end")
    assert state(none).phase == "Mobile Movement Phase"
    play(game, "attack 0944")
    assert sorted(orders(game)) == ["with 27", "with 8/3-br"]
    events = play(game, "with 27", "with 8/3-br")
    assert "combat_result" in kinds(events)


@rule("4.1-11", "4.1-13")
def test_a_mobile_unit_that_attacked_does_not_attack_again_in_the_mobile_combat_phase() -> None:
    units = IN_TOUCH + "allied 4-arm at 0744\n"
    game = position(
        "sword", units, phase="combat", dice=[2], cups=NO_MARKERS, setting=open_country(), beachheads="1740"
    )
    play(game, "attack 0844", "with 27", "declare")
    assert where(game, "27") == "0843", "nothing came of it"
    until(game, "Attack a hex", seat="allied", phase="Mobile Combat Phase")
    play(game, "attack 0844")
    assert orders(game, "with") == ["4-arm"]
    assert refusal(game, "with 27").rule == "8.2-04"
    assert refusal(game, "with 8/3-br").rule == "2.3.2-07"


@rule("4.1-13", "2.3.2-07")
def test_only_mobile_units_attack_in_the_mobile_combat_phase_otherwise_it_is_like_the_first() -> None:
    first, second = (in_touch(phase=phase, dice=[4]) for phase in ("combat", "mobile_combat"))
    for game in (first, second):
        assert sorted(orders(game)) == ["attack 0844", "attack 0944", "end"]
        play(game, "attack 0944")
    assert sorted(orders(first, "with")) == ["27", "8/3-br"]
    assert orders(second, "with") == ["27"]
    assert refusal(second, "with 8/3-br").rule == "2.3.2-07"
    play(first, "with 27", "declare")
    play(second, "with 27")
    assert orders(first) == orders(second), "markers may support a mobile combat too"
    assert {"draw cw-artillery", "draw cw-aircraft", "pass"} <= set(orders(second))
    alone = position("sword", IN_TOUCH.replace("allied 27", "allied 9/3-br"), phase="mobile_combat", cups=NO_MARKERS)
    assert alone.decision.seat == "german", "leg units alone have no Mobile Combat Phase"


@rule("4.1-14")
def test_the_second_player_turn_follows_the_same_procedures() -> None:
    mirrored = """
        german 22/21   at 0843
        german 857/346 at 0943
        allied 27      at 0844
        allied 8/3-br  at 0944
    """
    procedures: list[tuple[Phase, str]] = [
        ("movement", "move"),
        ("bombardment", "bombard"),
        ("combat", "attack"),
        ("mobile_movement", "move"),
        ("mobile_combat", "attack"),
    ]
    for phase, verb in procedures:
        ours = in_touch(phase=phase)
        theirs = position("sword", mirrored, side="german", phase=phase, setting=open_country(), beachheads="1740")
        assert theirs.decision.prompt == ours.decision.prompt
        assert theirs.decision.rule == ours.decision.rule
        assert len(orders(theirs, verb)) == len(orders(ours, verb)) > 0
