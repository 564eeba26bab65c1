"""What the fuzzer found in the rules, so that it stays mended."""

from __future__ import annotations

from bocage.games.fire_movement.words import GRID
from bocage.kernel import Game
from tests.fire_movement.positions import position, state, where
from tests.questions import orders, play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, hold_fire, jump


def held(label: str, game: Game) -> bool:
    """Whether the Allies were the last in a hex."""
    return bool(state(game).held >> GRID.at(label) & 1)


def test_a_hex_is_still_german_when_the_unit_that_fell_on_it_is_lost() -> None:
    game = begin("sword", {"736/716": "1345"}, dice=[6, 6, 6, 6, *[6] * 9])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    hold_fire(game)
    assert where(game, "3/6") == "eliminated" and where(game, "736/716") == "1345"
    assert not held("1345", game)


def test_a_hex_is_allied_when_the_german_unit_in_it_is_driven_out_by_a_unit_that_fell_on_it() -> None:
    game = begin("sword", {"716/716": "1345"}, dice=[6, 6, 6, 1, *[6] * 9])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    hold_fire(game)
    while "716/716 retreats" in game.decision.prompt:
        play(game, orders(game)[0])
    assert where(game, "3/6") == "1345" != where(game, "716/716")
    assert held("1345", game)


def test_a_hex_aimed_at_and_missed_was_never_allied() -> None:
    game = begin("sword", dice=[4, 1, 6, 6, *[6] * 9])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    assert where(game, "3/6") != "1345"
    assert held(where(game, "3/6"), game) and held("1444", game)
    assert not held("1345", game)


def test_a_beach_landing_hex_with_a_fourth_unit_from_the_air_must_be_relieved_in_the_second_turn() -> None:
    game = position(
        "utah",
        """
        allied 8/4 at 2707
        allied 12/4 at 2707
        allied 22/4 at 2707
        allied 508/82 at 2707
        german 919/709 at 1802
        """,
        turn=2,
        beachheads="2707",
    )
    assert "end" not in orders(game)
    assert refusal(game, "end").rule == "10.9.2-12"
    play(game, "move 508/82", "to 2706")
    assert "end" in orders(game)
