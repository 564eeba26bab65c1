"""Whole games: set-up, sequence, random play with everything watched, records, undo, and what stays hidden."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.deck import pick_from
from bocage.games.omaha_beach.depth import give_depth
from bocage.games.omaha_beach.invariants import Watch
from bocage.games.omaha_beach.reinforcements import defeat, place_unit
from bocage.games.omaha_beach.state import ABSENT, NONE, WAITING, State
from bocage.games.omaha_beach.title import OmahaBeach, open_scenario
from bocage.games.omaha_beach.words import BOX_IDS, GRID, UNIT_IDS, VOCABULARY
from bocage.kernel import SPECTATOR, BocageError, Chance, Event, Game, Refused
from bocage.kernel.record import dump_for
from bocage.lab import invariants as checks
from tests.omaha_beach.positions import hardy, position, state
from tests.questions import Rigged, play
from tests.support import rule


def fresh(scenario: str = "first_waves") -> State:
    """A game that has only been set up: the state at its first decision is later, so start from the procedure."""
    from bocage.games.omaha_beach.set_up import set_up

    g = State(open_scenario(scenario).battle, Chance.from_seed("set-up"))
    set_up(g)
    return g


def at_random(setting: OmahaBeach, seed: int, *, orders: int = 100_000) -> tuple[Game, list[Event]]:
    """A game of clumsy players, watched after every order, and all that happened."""
    game, generator, watch, events = Game(setting, f"omaha {seed}"), random.Random(seed), Watch(setting), list[Event]()
    while not game.over and game.length < orders:
        choices = list(game.decision.orders)
        order = generator.choice(choices)
        if order.verb == "end" and generator.random() < 0.8:
            order = generator.choice(choices)  # busier than chance alone would be
        told = game.play(order)
        events += told
        assert list(watch.violations(game.state, tuple(told))) == [], f"seed {seed}, order {game.length}: {order}"
    return game, events


# -- set-up and sequence ------------------------------------------------------------------------------------


@rule("3-07", "3-08", "3-09", "3-10", "3-11", "3-12", "3-13", "9-02", edition="omaha")
def test_strongpoints_are_manned_as_the_rulebook_says() -> None:
    g = fresh()
    units = {
        here.id: g.battle.german[unit] for here, unit in zip(g.battle.positions, g.german, strict=True) if unit >= 0
    }
    assert len(units) == 18 and all(name.startswith("WN") for name in units)
    backs = {name: unit.back for name, unit in units.items() if unit.back != "plain"}
    assert backs == {
        "WN61": "88", "WN72S": "88", "WN69": "rocket", "WN60": "75", "WN62S": "75", "WN65S": "75", "WN68S": "75",
        "WN70": "75", "WN73": "75",
    }  # fmt: skip
    depth = {here.id for here, marker in zip(g.battle.positions, g.german_depth, strict=True) if marker >= 0}
    assert depth == {"WN60", "WN61", "WN62N", "WN65N", "WN66N", "WN68N", "WN70", "WN72N", "WN73"}
    assert not g.shown and not g.shown_depth


@rule("3-15", "3-16", "3-17", "3-18", "3-19", "3-25", "2.3-01", edition="omaha")
def test_pools_and_deck() -> None:
    g = fresh()
    assert {name: len(pool) for name, pool in g.pools.items()} == {"tactical": 9, "division": 11, "meyer": 8}
    assert {name: len(pool) for name, pool in g.depth_pools.items()} == {
        "wn": 9,
        "building": 8,
        "mobile": 20,
        "meyer": 4,
    }
    assert len(g.deck) == 54 and not g.discards


@rule("3-21", "3-22", "3-23", "3-03", edition="omaha")
def test_us_units_stand_in_boxes_and_on_the_turn_track() -> None:
    g = fresh()
    in_boxes = {UNIT_IDS[u]: BOX_IDS[place - BOX] for u, place in enumerate(g.where) if place >= BOX}
    assert len(in_boxes) == 8 and in_boxes["1/B/741"] == "FG2"
    waiting = [g.arrives[u] for u, place in enumerate(g.where) if place == WAITING]
    assert max(waiting) < 16 and min(waiting) == 1
    assert all(
        unit.arrives is not None and unit.arrives >= 16
        for unit, p in zip(g.battle.units, g.where, strict=True)
        if p == ABSENT
    )


@rule("3-02", edition="omaha")
def test_easy_fox_is_the_first_division_alone() -> None:
    setting, g = open_scenario("easy_fox"), fresh("easy_fox")
    assert setting.seats == ("1st",)
    assert {g.battle.home[u] for u, place in enumerate(g.where) if place != ABSENT} == {0}
    assert sum(unit != NONE for unit in g.german) == 7
    assert (len(g.pools["tactical"]), len(g.pools["division"]), len(g.depth_pools["mobile"])) == (9, 0, 10)


@rule("3-02", edition="omaha")
@pytest.mark.parametrize(("scenario", "germans"), [("easy_fox", 0), ("first_waves", 0), ("beyond_the_beach", 8)])
def test_what_a_scenario_does_not_need_is_no_loss(scenario: str, germans: int) -> None:
    setting = open_scenario(scenario)
    g = fresh(scenario)
    assert setting.tally(g).losses["germans"].units == germans
    if germans == 0:
        defeat(g, g.occupied_positions()[0], communicating=False)
        assert setting.tally(g).losses["germans"].units == 1


@rule("3-01", edition="omaha")
def test_unknown_scenarios_and_options_are_refused() -> None:
    with pytest.raises(BocageError, match="has no scenario 'omaha'"):
        open_scenario("omaha")
    with pytest.raises(BocageError, match="cannot be 'three'"):
        open_scenario("first_waves", {"players": "three"})


@rule("4-01", "4.VI-01", "3-24", edition="omaha")
def test_phases_follow_in_order() -> None:
    _, events = at_random(hardy(), 1)
    turn = [e.kind for e in events]
    begins = [n for n, kind in enumerate(turn) if kind == "turn_begins"]
    second = events[begins[3] : begins[4]]
    order = {
        "turn_begins": 0,
        "landing_card": 1,
        "landed": 1,
        "boarded": 1,
        "event": 2,
        "fire_card": 3,
        "cleared": 4,
        "moved": 5,
    }
    places = [order[event.kind] for event in second if event.kind in order]
    assert places == sorted(places) and {0, 2, 3} <= set(places)
    assert [e.facts["turn"] for e in events if e.kind == "turn_begins"] == list(range(2, 17))
    assert Counter(turn)["shuffled"] == 2  # after turns 6 and 13


@rule("4.VI-02", "2.3-06", edition="omaha")
def test_an_empty_deck_is_made_of_the_discards() -> None:
    from bocage.games.omaha_beach.deck import draw

    g = fresh()
    g.deck, g.discards, g.drawn = (), (3, 4), tuple(n for n in range(1, 55) if n not in (3, 4))
    assert draw(g).number in (3, 4)
    assert [len(g.deck), len(g.discards)] == [1, 0]


# -- random play ------------------------------------------------------------------------------------------------


@rule("2-02", "2.1-06", "2.24-04", "1-01", edition="omaha")
@pytest.mark.parametrize("scenario", ["first_waves", "easy_fox"])
@pytest.mark.parametrize("seed", range(3))
def test_clumsy_games_come_to_their_end(scenario: str, seed: int) -> None:
    game, events = at_random(hardy(scenario), seed)  # type: ignore[arg-type]
    assert game.outcome is not None and state(game).turn == 16
    assert all(game.sentence(event) for event in events)


def test_a_random_game_is_quick() -> None:
    setting = open_scenario("first_waves")
    Game(setting, "warm up")
    begun = time.perf_counter()
    game, generator = Game(setting, "quick"), random.Random(1)
    while not game.over:
        game.play(generator.choice(list(game.decision.orders)))
    assert time.perf_counter() - begun < 1


def test_records_replay() -> None:
    from bocage.kernel import record

    game, _ = at_random(open_scenario("first_waves"), 4, orders=80)
    text = record.dump(game)
    assert "omaha_beach/first_waves" in text
    again = Game(game.setting, game.seed or "")
    for played in game.history:
        again.play(str(played.order), seat=played.seat)
    assert again.hash() == game.hash()


def test_every_order_can_be_read_back() -> None:
    game, generator = Game(open_scenario("first_waves"), "orders"), random.Random(2)
    while not game.over and game.length < 150:
        for order in game.decision.orders:
            assert VOCABULARY.parse(order.text) is order
        game.play(generator.choice(list(game.decision.orders)))


def test_refusals_always_name_a_rule() -> None:
    """Whatever is said instead of a legal order is refused with a reason."""
    game, generator = Game(open_scenario("first_waves"), "refusals"), random.Random(3)
    said = [
        "act E/2/16",
        "recover F/2/16",
        "to 0612",
        "attack 0812",
        "barrage 0912",
        "naval 0912",
        "with E/2/16",
        "end",
    ]
    said += ["in ER1", "delay 9", "clear 0612", "hit E/2/16", "lose E/2/16", "hero E/2/16", "climb", "down", "declare"]
    while not game.over and game.length < 200:
        for text in said:
            refusal = game.why_not(text)
            if refusal is not None:
                assert refusal.rule and refusal.sentence
        game.play(generator.choice(list(game.decision.orders)))


# -- hidden things ------------------------------------------------------------------------------------------------


def hidden_pieces(g: State) -> tuple[set[int], set[int]]:
    units = {u for u in (*g.german, *(u for pool in g.pools.values() for u in pool), *g.gone) if u >= 0}
    markers = {
        m for m in (*g.german_depth, *(m for pool in g.depth_pools.values() for m in pool), *g.gone_depth) if m >= 0
    }
    return {u for u in units if not g.shown >> u & 1}, {m for m in markers if not g.shown_depth >> m & 1}


@rule("2.22-01", "2.24-02", "3-20", edition="omaha")
@pytest.mark.parametrize("seat", ["1st", "29th", SPECTATOR])
def test_a_view_shows_nothing_that_lies_face_down(seat: str) -> None:
    game, _ = at_random(hardy(), 5, orders=250)
    g, view = state(game), game.view(seat)
    assert isinstance(view, State)
    units, markers = hidden_pieces(g)
    real = len(g.battle.german)
    seen = {u for u in (*view.german, *(u for p in view.pools.values() for u in p), *view.gone) if 0 <= u < real}
    assert units and not seen & units and seen == {u for u in seen if g.shown >> u & 1}
    marks = (*view.german_depth, *(m for p in view.depth_pools.values() for m in p), *view.gone_depth)
    assert markers and not {m for m in marks if 0 <= m < len(g.battle.depth)} & markers
    assert [len(pool) for pool in view.pools.values()] == [len(pool) for pool in g.pools.values()]
    with pytest.raises(RuntimeError, match="no chance"):
        view.chance.pick(3)


@rule("2.22-01", edition="omaha")
def test_views_do_not_depend_on_what_is_hidden() -> None:
    """Two games that differ only in what lies face down look the same."""
    game, _ = at_random(hardy(), 6, orders=120)
    g = state(game)
    twin = g.copy()
    plain = [p for p in g.occupied_positions() if g.battle.back[g.german[p]] == "plain" and not g.is_shown(p)]
    a, b = plain[:2]
    twin.german[a], twin.german[b] = g.german[b], g.german[a]
    twin.pools["tactical"] = tuple(reversed(twin.pools["tactical"]))
    for seat in ("1st", "29th"):
        assert g.view(seat).facts() == twin.view(seat).facts()
        assert g.view(seat).view(seat).facts() == g.view(seat).facts()


@rule("3-20", edition="omaha")
def test_the_written_picks_do_not_tell_what_was_drawn() -> None:
    """The same pick of the same pool gives different pieces in different games."""
    drawn = set()
    for secret in range(1, 9):
        g = fresh()
        g.secret = secret
        g.chance = Rigged()
        drawn.add(pick_from(g, g.pools["tactical"])[0])
    assert len(drawn) > 2
    game, _ = at_random(hardy(), 8, orders=30)
    assert state(game).secret and game.view("1st").board_facts() != state(game).board_facts()
    assert "opening" not in dump_for(game, "1st")


def test_undo_stops_at_a_card() -> None:
    game = position("german WN62S WN75\nus E/2/16 at 0612\nus 1/B/741 at 0612", naval=1)
    before = game.hash()
    play(game, "act E/2/16", "to 0613")
    game.undo()
    game.undo()
    assert game.hash() == before
    play(game, "act 1/B/741", "barrage 0912")
    with pytest.raises(Refused, match="cannot be taken back"):
        game.undo()


def test_undo_stops_at_a_reveal() -> None:
    game = position("german C1 7/2/916\nus E/2/16 at 1112 steps 1\nus F/2/16 at 1213")
    play(game, "act E/2/16", "attack 1113", "declare")
    with pytest.raises(Refused, match="something hidden was revealed"):
        game.undo()


def inland(seed: int) -> Game:
    """A game in which everybody has been scattered over the bluffs, with heroes, leaders, ships and Germans about."""
    game, generator = Game(hardy(), f"inland {seed}"), random.Random(seed)
    g = state(game)
    hexes = [h for h in GRID.hexes if 8 <= GRID.row(h) <= 15 and g.battle.chart.terrain[h] != "rough"]
    taken = {g.battle.positions[p].hex for p in g.occupied_positions()}
    empty = [p for p, here in enumerate(g.battle.positions) if here.kind == "reinforcement"]
    empty = [p for p in empty if g.german[p] == NONE]
    for p in generator.sample(empty, 14):
        place_unit(g, p, "tactical" if g.pools["tactical"] else "division", "9.3-01")
        taken.add(g.battle.positions[p].hex)
        if generator.random() < 0.5:
            give_depth(g, p, "9.2-01")
    free = [h for h in hexes if h not in taken]
    for unit, place in enumerate(g.where):
        if place == WAITING or place >= 0:
            g.put(unit, generator.choice(free))
            g.heroes[unit] = int(not g.battle.leader[unit] and generator.random() < 0.3)
    g.naval = 6
    return Game.at(game.setting, g)


@pytest.mark.parametrize("seed", range(4))
def test_battles_on_the_bluffs(seed: int) -> None:
    game, generator = inland(seed), random.Random(seed)
    watch, kinds_seen = Watch(game.setting), Counter[str]()
    while not game.over and game.length < 500:
        legal = list(game.decision.orders)
        fights = [order for order in legal if order.verb in ("attack", "barrage", "naval", "with", "ships")]
        order = generator.choice(fights if fights and generator.random() < 0.5 else legal)
        before = game.preview(order) if order.verb in ("attack", "barrage", "with", "declare") else None
        assert before is None or sum(before.results.values()) == pytest.approx(1)
        told = game.play(order)
        kinds_seen.update(event.kind for event in told)
        assert all(game.sentence(event) for event in told)
        if game.length > 60:  # the scattered crowds have been thinned
            assert list(watch.violations(game.state, tuple(told))) == []
    assert kinds_seen["compared"] > 5 and kinds_seen["barrage"] + kinds_seen["naval_barrage"] > 0


def test_the_checks_of_the_fuzzer_hold() -> None:
    setting = hardy()
    game, generator, watch = Game(setting, "fuzz"), random.Random(1944), checks.watch(setting)
    mark = (0, game.hash())
    while not game.over and game.length < 400:
        legal = list(game.decision.orders)
        checks.check_decision(game)
        checks.check_board(game, watch)
        if not game.length % 7:
            checks.check_copy(game, generator.sample(legal, min(2, len(legal))))
            checks.check_views(game, generator.randrange)
            checks.check_seats(game)
            checks.check_undo(game, *mark)
            mark = (game.length, game.hash())
        checks.check_refusal(game, checks.stray_order(VOCABULARY, legal, generator))
        checks.check_events(game, game.play(generator.choice(legal)))
    assert state(game).turn > 3


def test_a_copy_goes_its_own_way() -> None:
    game, _ = at_random(hardy(), 7, orders=60)
    twin = game.copy()
    before = game.hash()
    generator = random.Random(7)
    for _ in range(20):
        twin.play(generator.choice(list(twin.decision.orders)))
    assert game.hash() == before != twin.hash()
