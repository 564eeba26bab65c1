"""Whoever has seen a German piece remembers it when it is turned face down again: in odds and in what is imagined."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from bocage.games.omaha_beach.depth import give_depth, reveal_unit
from bocage.games.omaha_beach.german_moves import shift
from bocage.games.omaha_beach.odds import depths_there, units_there
from bocage.games.omaha_beach.reinforcements import place_unit
from bocage.games.omaha_beach.scenarios import ScenarioId
from bocage.games.omaha_beach.state import GONE, NONE, Place, State
from bocage.games.omaha_beach.units import DepthMarker
from bocage.kernel import Game
from tests.omaha_beach.positions import german_at, hardy, position, position_number, state
from tests.omaha_beach.test_play import at_random
from tests.omaha_beach.test_reseed import play_on
from tests.questions import play
from tests.support import rule
from tests.table.questions import odds

BEATEN_OFF = """
    german C1 7/2/916 depth "mobile 1 DE"
    german C3 6/2/916
    us E/2/16 at 1112 steps 1
    us F/2/16 at 1213
"""
WITHDRAWN = """
    german C1 8/2/916
    german C3 6/2/916
    us E/2/16 at 1112
    us F/2/16 at 1012
    us G/2/16 at 1012
    us K/3/16 at 1214
"""


def possible(game: Game, name: str) -> set[str]:
    """The units that may be in a position for a player who has followed the game."""
    view = state(game).view("1st")
    return {unit.id for unit in units_there(view, position_number(view, name))}


def imagined(game: Game, name: str) -> set[str]:
    """The units that are in a position of games as the player may imagine them."""
    view, random = state(game).view("1st"), Random(5)
    worlds = [view.imagine("1st", random.randrange) for _ in range(60)]
    return {world.battle.german[world.german[position_number(world, name)]].id for world in worlds}


@rule("8.3-08", edition="omaha")
def test_a_unit_that_is_turned_face_down_again_is_known_to_be_the_same() -> None:
    game = position(BEATEN_OFF, extra_actions=5)
    assert "7/2/916" in possible(game, "C3") and len(possible(game, "C1")) > 8
    play(game, "act E/2/16", "attack 1113", "declare")
    assert german_at(game, "C1") == "7/2/916, with depth, face down"
    assert possible(game, "C1") == imagined(game, "C1") == {"7/2/916"}
    assert "7/2/916" not in possible(game, "C3") | imagined(game, "C3") and len(possible(game, "C3")) == 8


def test_the_odds_of_a_second_attack_know_whom_the_first_has_met() -> None:
    game = position(BEATEN_OFF.replace("1213", "1012"), extra_actions=5)
    play(game, "act E/2/16", "attack 1113", "declare")
    state(game).attacked = 0  # as on the next turn
    play(game, "act F/2/16")
    found = odds(game, "attack 1113")
    assert len(found.cases) == 1 and found.note.startswith(
        "This is sure: an attack draws no card, and what it is compared with is known, though it lies face down."
    )


@rule("8.33-01", edition="omaha")
def test_a_unit_that_withdrew_is_in_its_box_until_one_is_drawn_from_there() -> None:
    game = position(WITHDRAWN, extra_actions=5, pools={"division": "5/2/916"})
    play(game, "act E/2/16", "attack 1113", "with F/2/16", "with G/2/16", "declare")
    g = state(game)
    assert "8/2/916" in {g.battle.german[unit].id for unit in g.pools["division"]}
    assert "8/2/916" not in possible(game, "C3") | imagined(game, "C3")
    place_unit(g, position_number(g, "C1"), "division", "9.31-01")
    assert "8/2/916" in possible(game, "C1") & imagined(game, "C1"), "it may be the one that was drawn"
    assert "8/2/916" not in possible(game, "C3") | imagined(game, "C3")
    shift(g, position_number(g, "C1"), position_number(g, "C2"), "16.34-01")
    assert "8/2/916" in possible(game, "C2") & imagined(game, "C2")
    reveal_unit(g, position_number(g, "C2"), "8.3-02")
    assert possible(game, "C2") == {german_at(game, "C2")}


@pytest.mark.parametrize(("scenario", "options"), [("d_day", {"improved_reaction": "yes"}), ("beyond_the_beach", {})])
def test_what_a_player_remembers_is_true(scenario: ScenarioId, options: dict[str, str]) -> None:
    recalled = 0
    for number in range(6):
        game, _ = at_random(hardy(scenario, options), number, orders=0)
        for _ in range(25):
            play_on(game, 25)
            if game.over:
                break
            g = state(game)
            recalled += len(g.recalled)
            check_memory(g, g)
            check_memory(g, g.view("1st").imagine("1st", Random(number).randrange))
    assert recalled > 100


@rule("16.34-01", edition="omaha")
def test_a_marker_that_was_changed_is_in_its_pool_until_one_is_drawn_from_there() -> None:
    game = position(
        'german C3 6/2/916 depth "mobile 1 DE" depth-revealed\ngerman C2 5/2/916 depth mobile\ngerman C5 7/2/916',
        depth_pools={"mobile": "mobile mobile", "building": "building building"},
    )
    g = state(game)
    c1, c2, c3, c5 = (position_number(g, name) for name in ("C1", "C2", "C3", "C5"))
    seen = g.battle.depth[g.german_depth[c3]]
    assert seen not in beneath(g, c2)
    shift(g, c3, c1, "16.34-01")
    assert g.german_depth[c1] != NONE and seen not in {*beneath(g, c1), *beneath(g, c2)}
    give_depth(g, c5, "9.2-01")
    assert seen in beneath(g, c5) and seen not in beneath(g, c2)
    random, view = Random(5), g.view("1st")
    worlds = [view.imagine("1st", random.randrange) for _ in range(60)]
    assert any(world.battle.depth[world.german_depth[c5]] == seen for world in worlds)
    assert not any(world.battle.depth[world.german_depth[c2]] == seen for world in worlds)


def beneath(g: State, position: int) -> list[DepthMarker]:
    return depths_there(g.view("1st"), position)


def check_memory(g: State, world: State) -> None:
    """Every piece that is remembered is where it may be, in the game and as it is imagined."""
    view = g.view("1st")
    for unit, places in view.recalled.items():
        assert place_of(unit, world.german, world.pools, world.gone) in places
    for marker, places in view.recalled_depth.items():
        assert place_of(marker, world.german_depth, world.depth_pools, world.gone_depth) in places
    for place in g.occupied_positions():
        assert world.battle.german[world.german[place]] in units_there(view, place)
        if world.german_depth[place] != NONE:
            assert world.battle.depth[world.german_depth[place]] in depths_there(view, place)


def place_of(piece: int, there: list[int], pools: Mapping[str, tuple[int, ...]], gone: tuple[int, ...]) -> Place:
    if piece in there:
        return there.index(piece)
    return GONE if piece in gone else next(name for name, pool in pools.items() if piece in pool)


def test_a_unit_that_can_be_only_one_is_known_though_it_lies_face_down() -> None:
    for shown, words in (("", "known, though it lies face down."), (" revealed", "lies face up.")):
        game = position(f'us E/2/16 at 0717\ngerman WN65N "WN88 2 BZ MG"{shown}', gone="'WN88 2 BG MO'")
        play(game, "act E/2/16")
        found = odds(game, "attack 0817")
        assert len(found.cases) == 1 and words in found.note
