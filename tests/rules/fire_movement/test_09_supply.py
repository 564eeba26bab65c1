"""The system knows no supply; only the exclusive rules bring some in (rulebook 9)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.fire_movement.words import GRID, Cup
from tests.fire_movement.courses import end_turn
from tests.fire_movement.positions import at, is_reduced, position, reach_labels, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.country import open_country
from tests.support import rule

NO_MARKERS: dict[Cup, Sequence[int]] = dict.fromkeys(Cup, ())

# The regiment in 0844 is shut in by zones of control on all sides, far from every map edge.
SURROUNDED = """
    german 857/346 at 0844
    german 22/21   at 0150
    allied 8/3-br  at 0843
    allied 9/3-br  at 0845
    allied 185/3   at 1044
    allied 27      at 0644
    allied 152/51  at 0945
"""


@rule("9.0-01", "9.0-02")
def test_a_surrounded_german_unit_suffers_nothing_turn_after_turn() -> None:
    game = position("sword", SURROUNDED, setting=open_country(), beachheads="1740", cups=NO_MARKERS)
    for near in GRID.neighbours[at("0844")]:
        assert state(game).in_ezoc(1, near) or state(game).units_in[0][near]
    events = []
    for _ in range(4):
        events += end_turn(game)
    assert state(game).turn == 9
    assert "out_of_supply" not in kinds(events)
    assert not is_reduced(game, "857/346")
    assert where(game, "857/346") == "0844"


@rule("9.0-02")
def test_isolation_changes_neither_strength_nor_movement() -> None:
    game = position("sword", SURROUNDED, side="german", setting=open_country(), cups=NO_MARKERS, dice=[4])
    assert reach_labels(game, "857/346") == {"0744", "0745", "0944"}, "one hex from zone to zone, as anywhere"
    play(game, "end", "attack 0843")
    odds = game.preview("with 857/346")
    assert odds is not None
    assert odds.attack == 2
    allied = position("sword", SURROUNDED, phase="combat", setting=open_country(), cups=NO_MARKERS)
    play(allied, "attack 0844")
    odds = allied.preview("with 8/3-br")
    assert odds is not None
    assert odds.defence == 3


@rule("9.0-01")
def test_it_is_the_exclusive_rules_that_bring_supply_in_and_only_for_the_allies() -> None:
    units = """
        allied 8/3-br  at 0844
        german 857/346 at 0843
        german 736/716 at 0845
        german 125/21  at 1044
        german 192/21  at 0644
        german 22/21   at 0945
    """
    game = position("sword", units, setting=open_country(), beachheads="1740", cups=NO_MARKERS)
    assert "8/3-br" in orders(game, "move")
    assert refusal(game, "move 857/346").rule == "5.2-01"
    events = end_turn(game)
    lost = [event for event in events if event.kind == "out_of_supply"]
    assert [(event.rule, game.sentence(event)) for event in lost] == [
        ("10.12-09", "8/3-br is out of supply. (10.12-09)")
    ]  # fmt: skip
    assert is_reduced(game, "8/3-br")
