"""When chance is drawn anew, so is what lies face down and was never seen: nobody can have known it beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

import pytest

import bocage
from bocage.games import open_setting
from bocage.games.omaha_beach.deck import pick_from
from bocage.games.omaha_beach.depth import return_depth
from bocage.games.omaha_beach.german_moves import swap_depth
from bocage.games.omaha_beach.state import NONE, State
from bocage.kernel import Game, record
from tests.omaha_beach.positions import hardy, state
from tests.omaha_beach.test_play import at_random
from tests.support import rule

SEEDS = 24
DEALS = 1500
DEALT_ALIKE = Path(__file__).parent / "records" / "dealt_alike.bocage"


def reseeded(game: Game) -> Iterator[State]:
    """The same game with chance drawn anew in many ways."""
    for number in range(SEEDS):
        twin = game.copy()
        twin.reseed(f"new-{number}")
        yield state(twin)


def at_places(g: State) -> list[int]:
    """What lies in each position, pool and out of the game."""
    return [*g.german, *(u for pool in g.pools.values() for u in pool), *g.gone]


def depth_at_places(g: State) -> list[int]:
    return [*g.german_depth, *(m for pool in g.depth_pools.values() for m in pool), *g.gone_depth]


@pytest.mark.parametrize("orders", [0, 200])
def test_every_place_may_hold_any_piece_of_its_back_that_nobody_has_seen(orders: int) -> None:
    game, _ = at_random(hardy(), 3, orders=orders)
    g = state(game)
    twins = list(reseeded(game))
    for place, unit in enumerate(g.german):
        found = {twin.german[place] for twin in twins}
        if unit == NONE or g.is_shown(place) or g.battle.back[unit] == "rocket":
            assert found == {unit}
        else:
            assert len(found) > 1 and {g.battle.back[other] for other in found} == {g.battle.back[unit]}
    hidden = [p for p, marker in enumerate(g.german_depth) if marker != NONE and not g.depth_is_shown(p)]
    assert hidden and all(len({twin.german_depth[p] for twin in twins}) > 2 for p in hidden)
    for twin in twins:
        assert Counter(at_places(twin)) == Counter(at_places(g))
        assert Counter(depth_at_places(twin)) == Counter(depth_at_places(g))
        assert [len(pool) for pool in twin.pools.values()] == [len(pool) for pool in g.pools.values()]
    assert len({twin.secret for twin in twins}) == SEEDS


def test_the_same_pick_brings_other_pieces_out_of_the_pools() -> None:
    game, _ = at_random(hardy(), 3, orders=50)
    drawn = set()
    for g in reseeded(game):
        g.chance.script, g.chance.count, g.chance.key = ("pick 0/9",), 0, None
        g.pools["tactical"] = tuple(n for n, unit in enumerate(g.battle.german) if unit.pool == "tactical")
        drawn.add(pick_from(g, g.pools["tactical"])[0])
    assert len(drawn) > 3


def test_a_unit_that_once_lay_face_up_stays_where_players_know_it_to_be() -> None:
    again = 0
    for number in range(12):
        seen = 0
        game, _ = at_random(hardy("d_day"), number, orders=0)
        for _ in range(16):
            play_on(game, 40)
            if game.over:
                break
            g = state(game)
            known = {unit for unit in at_places(g) if unit != NONE and seen & ~g.shown & 1 << unit}
            again += len(known)
            seen |= g.shown
            for twin in reseeded(game) if known else ():
                assert all((twin.german[p] == unit) for p, unit in enumerate(g.german) if unit in known)
                assert all(known & set(g.pools[name]) == known & set(twin.pools[name]) for name in g.pools)
    assert again > 3


@rule("9.21-01", edition="omaha")
def test_which_unit_lies_somewhere_tells_nothing_of_the_marker_beneath_it() -> None:
    g = state(hardy_game())
    deep = [p for p in g.occupied_positions() if g.german_depth[p] != NONE and g.battle.back[g.german[p]] == "plain"]
    found = Counter[tuple[int, int, int]]()
    for number in range(DEALS):
        twin = g.copy()
        twin.reseed(f"deal-{number}".encode())
        found.update((p, twin.german[p], twin.german_depth[p]) for p in deep)
    assert len(deep) > 3
    excess, freedom = 0.0, 0
    for position in deep:
        units = Counter[int]()
        markers = Counter[int]()
        for (place, unit, marker), times in found.items():
            if place == position:
                units[unit] += times
                markers[marker] += times
        expected = {(u, m): units[u] * markers[m] / DEALS for u in units for m in markers}
        excess += sum((found[position, u, m] - times) ** 2 / times for (u, m), times in expected.items())
        freedom += (len(units) - 1) * (len(markers) - 1)
    assert (excess - freedom) / sqrt(2 * freedom) < 6  # of chi-square, in its standard deviations


@pytest.mark.parametrize("with_seed", [True, False])
def test_a_game_in_which_units_and_markers_were_dealt_alike_replays_as_it_was_played(with_seed: bool) -> None:
    """Its record was made before they had orders of their own. When the rules have another version, it may go."""
    game = bocage.load(DEALT_ALIKE)
    assert len(game.reseedings) == 2 and game.length == 135
    text = record.dump(game, with_seed=with_seed)
    again = record.replay(record.parse(text), open_setting)
    assert again.hash() == game.hash() and record.dump(again, with_seed=with_seed) == text
    for length in (50, 100):
        branch = game.branch(length, "elsewhere")
        assert branch.state.facts() == game.state_at(length).facts()
    taken_back = game.copy()
    taken_back.go_back(60)
    assert taken_back.state.facts() == game.state_at(60).facts()


def hardy_game() -> Game:
    game, _ = at_random(hardy(), 3, orders=0)
    return game


def marker_turned_down(g: State, *, by_return: bool) -> int:
    """A mobile marker that lay face up goes back into its pool."""
    marker = g.depth_pools["mobile"][0]
    g.depth_pools["mobile"] = g.depth_pools["mobile"][1:]
    g.shown_depth |= 1 << marker
    if by_return:
        mobile, g.depth_pools["mobile"] = g.depth_pools["mobile"], ()
        g.gone_depth = (marker,)
        return_depth(g)
        g.depth_pools["mobile"] += mobile
    else:
        place = next(p for p, here in enumerate(g.battle.positions) if here.depth == "building")
        g.deepen(place, marker)
        swap_depth(g, place, "16.34-01")
    assert marker in g.depth_pools["mobile"] and not g.shown_depth >> marker & 1
    return marker


@pytest.mark.parametrize("by_return", [False, True])
def test_a_marker_that_once_lay_face_up_is_still_in_its_pool(by_return: bool) -> None:
    game, _ = at_random(hardy("d_day", {"improved_reaction": "yes"}), 1, orders=0)
    g = state(game)
    marker = marker_turned_down(g, by_return=by_return)
    others = tuple(other for other in g.depth_pools["mobile"] if other != marker)
    g.depth_pools["mobile"], g.gone_depth = (*others[:2], marker), others[2:]
    assert all(marker in twin.depth_pools["mobile"] for twin in reseeded(game))


def play_on(game: Game, orders: int) -> None:
    for number in range(orders):
        if game.over:
            return
        legal = game.decision.orders
        attacking = [order for order in legal if order.verb in ("attack", "declare", "barrage", "naval", "with")]
        choices = attacking or list(legal)
        game.play(choices[number * 7 % len(choices)])
