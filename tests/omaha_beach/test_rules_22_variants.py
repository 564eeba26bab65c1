"""Historical variants (22) and early German actions (14.2)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import get_args

import pytest

from bocage.games import open_setting
from bocage.games.omaha_beach.actions import allotment
from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.cards import EventKind, Letter
from bocage.games.omaha_beach.depth import give_depth, pool_for, remove_depth
from bocage.games.omaha_beach.engineers import hexes_per_sector
from bocage.games.omaha_beach.events import AT_ONCE
from bocage.games.omaha_beach.fire import hit_limit
from bocage.games.omaha_beach.german_moves import plain_wn_units
from bocage.games.omaha_beach.invariants import Watch
from bocage.games.omaha_beach.landing import result_for
from bocage.games.omaha_beach.reinforcements import reinforce, tactical_reinforcement
from bocage.games.omaha_beach.scenarios import ScenarioId
from bocage.games.omaha_beach.set_up import set_up
from bocage.games.omaha_beach.state import ABSENT, NONE, WAITING, State
from bocage.games.omaha_beach.terms import DepthType
from bocage.games.omaha_beach.title import list_scenarios, open_scenario
from bocage.games.omaha_beach.victory import POINTS, Point, check_victory
from bocage.games.omaha_beach.words import BOX_IDS, GRID, UNIT_IDS, unit_number
from bocage.kernel import BocageError, Game, record
from tests.omaha_beach.positions import (
    event_card,
    fire_card,
    german_at,
    hardy,
    is_over,
    position,
    position_number,
    state,
)
from tests.questions import Rigged, kinds, orders, refusal
from tests.support import rule

LETTERS = get_args(Letter)
BOMBARDMENT = {"effective_bombardment": "yes"}
REACTION = {"improved_reaction": "yes"}


def set_out(scenario: str, options: Mapping[str, str] | None = None, picks: Iterable[int] = ()) -> State:
    """A state after the set-up of a scenario, with the first piece of every pool unless ``picks`` says otherwise."""
    g = State(open_scenario(scenario, options).battle, Rigged(picks=picks))
    set_up(g)
    return g


def points_at_end(monkeypatch: pytest.MonkeyPatch, scenario: str, turn: int, points: int = 0, **options: str) -> int:
    """The points that are told at the end of a turn if so many are counted without variants."""
    g = set_out(scenario, options)
    for name in POINTS:
        monkeypatch.setitem(POINTS, name, lambda g: [Point("draw", "", 0, points, held=True, rule="13.2-04")])
    g.turn = turn
    check_victory(g)
    return next(int(str(event.facts["points"])) for event in g.events if event.kind == "points")


# -- choosing -------------------------------------------------------------------------------------------


@rule("22-02", "23.1-01", "14.2-01", edition="omaha")
def test_scenarios_offer_the_variants_that_mean_something_there() -> None:
    offered = {
        info.name.removeprefix("omaha_beach/"): {o.name for o in info.options} - {"players"}
        for info in list_scenarios()
    }
    landing = {"effective_bombardment", "tanks_land_safely"}
    assert offered == {
        "easy_fox": landing,
        "first_waves": {*landing, "rangers_at_pointe_du_hoc"},
        "d_day": {
            *landing,
            "rangers_at_pointe_du_hoc",
            "improved_reaction",
            "german_armor",
            "early_actions",
        },
        "beyond_the_beach": {"rangers_at_pointe_du_hoc", "improved_reaction", "german_armor"},
    }
    rules = {o.name: (o.rule, o.default) for info in list_scenarios() for o in info.options if o.name != "players"}
    assert rules == {
        "effective_bombardment": ("22.1-01", "no"), "tanks_land_safely": ("22.2-01", "no"),
        "rangers_at_pointe_du_hoc": ("22.3-01", "no"), "improved_reaction": ("22.4-01", "no"),
        "german_armor": ("23-01", "no"), "early_actions": ("14.2-01", "no"),
    }  # fmt: skip
    with pytest.raises(BocageError, match="has no option 'german_armor'"):
        open_scenario("first_waves", {"german_armor": "yes"})


def test_an_option_tells_what_it_is_called_and_whom_it_helps() -> None:
    texts = {option.name: option.text for info in list_scenarios() for option in info.options}
    assert texts["rangers_at_pointe_du_hoc"].startswith("Rangers reinforce Pointe du Hoc. ")
    helped = {name: "Helps the Americans" in text for name, text in texts.items() if name != "players"}
    assert all(help_ is not ("Helps the Germans" in texts[name]) for name, help_ in helped.items())
    assert {name for name, americans in helped.items() if americans} == {"effective_bombardment", "tanks_land_safely"}
    assert texts["effective_bombardment"].endswith("Helps the Americans, who lose 10 points for it at the end.")
    assert texts["improved_reaction"].endswith("Helps the Germans; the Americans get 5 points for it at the end.")


@rule("22-01", edition="omaha")
def test_adjustments_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = {
        "effective_bombardment": -10, "tanks_land_safely": -5, "rangers_at_pointe_du_hoc": 5, "improved_reaction": 5,
        "early_actions": 0,
    }  # fmt: skip
    for chosen in [*combinations(worth, 2), tuple(worth)]:
        found = points_at_end(monkeypatch, "d_day", 32, 30, **dict.fromkeys(chosen, "yes"))
        assert found == 30 + sum(worth[name] for name in chosen)


@rule("22-01", edition="omaha")
def test_adjustments_wait_for_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert points_at_end(monkeypatch, "d_day", 16, 12, **BOMBARDMENT) == 12
    assert points_at_end(monkeypatch, "first_waves", 16, 12, **BOMBARDMENT) == 2


@rule("22-01", edition="omaha")
@pytest.mark.parametrize("scenario", ["d_day", "beyond_the_beach", "first_waves", "easy_fox"])
def test_a_game_with_all_options_is_recorded_and_replayed(scenario: str) -> None:
    options = {o.name: o.choices[-1] for s in list_scenarios() if s.name.endswith(scenario) for o in s.options}
    setting = open_scenario(scenario, options)
    game, generator, eye = Game(setting, f"all {scenario}"), random.Random(7), Watch(setting)
    while not game.over and game.length < 120:
        told = game.play(generator.choice(list(game.decision.orders)))
        assert list(eye.violations(game.state, told)) == []
    again = record.replay(record.parse(record.dump(game), "options.bocage"), open_setting)
    assert again.hash() == game.hash() and dict(again.setting.options) == options
    assert Game(open_scenario(scenario), f"all {scenario}").hash() != Game(setting, f"all {scenario}").hash()


@rule("22-01", edition="omaha")
@pytest.mark.parametrize(
    ("scenario", "seed"), [("d_day", 1), ("d_day", 2), ("beyond_the_beach", 3), ("first_waves", 4), ("easy_fox", 5)]
)
def test_variants_combine_in_whole_games(scenario: ScenarioId, seed: int) -> None:
    generator = random.Random(seed)
    options = {
        o.name: generator.choice(o.choices) for s in list_scenarios() if s.name.endswith(scenario) for o in s.options
    }
    setting = hardy(scenario, options)
    game, eye = Game(setting, f"variants {seed}"), Watch(setting)
    while not game.over:
        told = game.play(generator.choice(list(game.decision.orders)))
        assert list(eye.violations(game.state, told)) == [], f"{options}, order {game.length}"
        assert all(game.sentence(event) for event in told)
    assert game.outcome is not None and (state(game).turn == setting.battle.scenario.turns[1] or setting.battle.armor)


# -- effective bombardment (22.1) -----------------------------------------------------------------------------


@rule("22.1-01", "22.1-02", "22.1-09", edition="omaha")
@pytest.mark.parametrize(("scenario", "last"), [("first_waves", 16), ("d_day", 32)])
def test_a_bombardment_delays_the_landing(scenario: str, last: int) -> None:
    g, plain = set_out(scenario, BOMBARDMENT), set_out(scenario)
    assert g.turn == 4 and g.battle.scenario.turns == (4, last)
    for unit, (before, after) in enumerate(zip(plain.where, g.where, strict=True)):
        assert before == after
        if before == WAITING:
            assert g.arrives[unit] == plain.arrives[unit] + (3 if plain.arrives[unit] < 16 else 1)
    tanks = {UNIT_IDS[unit]: BOX_IDS[place - BOX] for unit, place in enumerate(g.where) if place >= BOX}
    assert len(tanks) == 8 and tanks["1/B/741"] == "FG2"
    game = Game(open_scenario(scenario, BOMBARDMENT), "late")
    assert [e.facts["turn"] for e in game.opening_events if e.kind == "turn_begins"][:1] == [4]


@rule("22.1-03", edition="omaha")
def test_two_cards_of_bombs_and_shells() -> None:
    plain = set_out("d_day")
    before = {p: (plain.german[p], plain.german_depth[p]) for p in range(91)}
    g = set_out("d_day", BOMBARDMENT, [0] * plain.chance.count + [0, 10])
    assert len(g.discards) == 2 and not g.drawn and not set(g.discards) & set(g.deck)
    cards = [g.battle.deck[number] for number in g.discards]
    seen = set()
    for p in plain.occupied_positions():
        hits = sum(card.fires(g.battle.positions[p].colour) is not None for card in cards)
        seen.add(hits)
        if hits == 2:
            assert g.german[p] == g.german_depth[p] == NONE and before[p][0] in g.gone
            assert before[p][1] == NONE or before[p][1] in g.gone_depth
            assert not g.german_disrupted >> p & 1
        elif hits == 1:
            assert g.german[p] == before[p][0] and g.german_depth[p] == NONE and g.german_disrupted >> p & 1
        else:
            assert (g.german[p], g.german_depth[p]) == before[p] and not g.german_disrupted >> p & 1
    assert seen == {0, 1, 2}
    pairs = [p for p in plain.occupied_positions() if g.battle.positions[p].group in ("WN62", "WN65", "WN66", "WN72")]
    by_group = {g.battle.positions[p].group: set[bool]() for p in pairs}
    for p in pairs:  # both hexes of a WN alike
        by_group[g.battle.positions[p].group].add(bool(g.german_disrupted >> p & 1))
    assert all(len(states) == 1 for states in by_group.values())
    assert plain_wn_units(g)  # those without guns may come back by 16.1
    assert set(plain_wn_units(g)) == {unit for unit in g.gone if g.battle.back[unit] == "plain"}


@rule("22.1-04", edition="omaha")
def test_the_first_turn_has_an_event() -> None:
    game = Game(open_scenario("first_waves", BOMBARDMENT), "event")
    turn_4 = [event.kind for event in game.opening_events]
    while state(game).turn == 4 and not game.over:
        turn_4 += kinds(game.play(game.decision.orders[0]))
    assert turn_4[: turn_4.index("turn_begins", turn_4.index("turn_begins") + 1)].count("event") == 1


@rule("22.1-05", edition="omaha")
def test_landing_tables_of_the_delayed_landing() -> None:
    pieces = "us 1/B/741 in FG2\nus E/2/16 in ER6\nus A/1/116 in DG4"
    units = [unit_number(name) for name in ("1/B/741", "E/2/16", "A/1/116")]

    def results(turn: int, **options: str) -> list[object]:
        g = state(position(pieces, phase="engineers", turn=16, options=options))
        g.turn = turn
        return [result_for(g, unit, letter) for unit in units for letter in LETTERS]

    assert results(4, **BOMBARDMENT) == results(2) and results(5, **BOMBARDMENT) == results(3)
    assert results(6, **BOMBARDMENT) == results(6)
    assert results(4) != results(2)


@rule("22.1-06", edition="omaha")
def test_nobody_recovers_on_turn_4() -> None:
    card = fire_card(single="purple", artillery=0)
    for turn, options, recovers in ((4, BOMBARDMENT, False), (5, BOMBARDMENT, True), (4, {}, True)):
        game = position("german WN60 WN75 disrupted", phase="fire", turn=turn, cards=[card], options=options)
        assert ("disrupted" not in german_at(game, "WN60")) is recovers
    g = state(position("german WN60 WN75 disrupted", turn=4, options=BOMBARDMENT))
    relief = AT_ONCE[EventKind.REMOVE_GERMAN_DISRUPTION]
    event = g.battle.deck[event_card("remove_german_disruption", 13)].event(13)
    relief(g, event)
    assert g.german_disrupted
    g.turn = 5
    relief(g, event)
    assert not g.german_disrupted


@rule("22.1-07", edition="omaha")
def test_engineers_begin_on_turn_5() -> None:
    idle = position("us E/2/16 at 0612", phase="engineers", turn=4, options=BOMBARDMENT, fire_cards=(1, 1))
    assert is_over(idle)
    busy = position("us E/2/16 at 0612", phase="engineers", turn=5, options=BOMBARDMENT, fire_cards=(1, 1))
    assert orders(busy, "clear") and hexes_per_sector(state(busy)) == 2
    late = position("us E/2/16 at 0612", phase="engineers", turn=7, options=BOMBARDMENT, fire_cards=(1, 1))
    assert hexes_per_sector(state(late)) == 1


@rule("22.1-08", edition="omaha")
def test_artillery_begins_on_turn_5() -> None:
    card = fire_card("circle", artillery=2, without="orange")
    pieces = (
        "german WN60 WN75\ngerman WN62S WN75\ngerman WN61 WN88\nus F/2/16 in ER2\nus C/1/16 in ER1\nus 1/B/741 in ER3"
    )
    calm = position(pieces, phase="fire", turn=4, cards=[card], options=BOMBARDMENT)
    assert "artillery" not in kinds(calm.opening_events)
    loud = position(pieces, phase="fire", turn=5, cards=[card], options=BOMBARDMENT)
    assert "artillery" in kinds(loud.opening_events)
    usual = position(pieces, phase="fire", turn=4, cards=[card])
    assert "artillery" in kinds(usual.opening_events)


@rule("22.1-10", edition="omaha")
@pytest.mark.parametrize("state_of_wn", ["", " disrupted"])
def test_infantry_goes_where_nobody_fires_for_free(state_of_wn: str) -> None:
    pieces = f"german WN62N WN{state_of_wn}\nus E/2/16 at 0616\nus 1/B/741 at 0616"
    usual = position(pieces, turn=9, extra_actions=-2)
    game = position(pieces, turn=9, extra_actions=-2, options=BOMBARDMENT)
    for each in (usual, game):
        assert orders(each, "act") == ["E/2/16"]  # tanks have no such move
        each.play("act E/2/16")
    g = state(game)
    near = set(GRID.labels(g.battle.grid.spread(1 << GRID.at("0616")) & g.battle.dry(9)))
    field = set(GRID.labels(g.battle.fire[g.battle.group_names.index("WN62")]))
    assert near & field and near - field
    assert set(orders(game, "to")) == near - field | set(orders(usual, "to"))
    assert set(orders(usual, "to")) == {"0716", "0717"} and refusal(usual, "to 0615").rule == "7-01"
    away = position("us E/2/16 at 1115", turn=9, extra_actions=-2, options=BOMBARDMENT)
    assert is_over(away)  # the high ground is not meant


@rule("22.1-11", edition="omaha")
def test_points_for_the_bombardment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert points_at_end(monkeypatch, "first_waves", 16, 28, **BOMBARDMENT) == 18


# -- tanks and rangers (22.2, 22.3) -------------------------------------------------------------------------------


@rule("22.2-01", edition="omaha")
def test_the_tanks_of_turn_1_land_by_the_table_of_turn_2() -> None:
    safe = {"tanks_land_safely": "yes"}
    pieces = "us 1/B/741 in FG2\nus 1/C/743 in DR2\nus E/2/16 in ER6"

    def results(turn: int, name: str, **options: str) -> list[object]:
        g = state(position(pieces, phase="engineers", turn=16, options=options))
        g.turn = turn
        return [result_for(g, unit_number(name), letter) for letter in LETTERS]

    for tank in ("1/B/741", "1/C/743"):
        assert results(1, tank, **safe) == results(2, tank) != results(1, tank)
        assert results(2, tank, **safe) == results(2, tank) and results(3, tank, **safe) == results(3, tank)
    assert results(1, "E/2/16", **safe) == results(1, "E/2/16")


@rule("22.2-02", edition="omaha")
def test_points_for_safe_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert points_at_end(monkeypatch, "easy_fox", 16, 14, tanks_land_safely="yes") == 9


@rule("22.3-01", edition="omaha")
@pytest.mark.parametrize("scenario", ["first_waves", "d_day", "beyond_the_beach"])
def test_the_rangers_go_elsewhere(scenario: str) -> None:
    g, plain = set_out(scenario, {"rangers_at_pointe_du_hoc": "yes"}), set_out(scenario)
    rangers = [unit for unit, is_ranger in enumerate(g.battle.ranger) if is_ranger]
    assert len(rangers) == 5
    assert [UNIT_IDS[unit] for unit in rangers if g.where[unit] != ABSENT] == ["C/2R"]
    others = [unit for unit in range(len(g.where)) if unit not in rangers or UNIT_IDS[unit] == "C/2R"]
    assert all(g.where[unit] == plain.where[unit] for unit in others)


@rule("22.3-02", edition="omaha")
def test_points_without_rangers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert points_at_end(monkeypatch, "beyond_the_beach", 32, 40, rangers_at_pointe_du_hoc="yes") == 45


# -- improved reaction (22.4) -----------------------------------------------------------------------------------------


@rule("22.4-01", edition="omaha")
@pytest.mark.parametrize(("scenario", "division", "mobile"), [("d_day", 19, 24), ("beyond_the_beach", 13, 20)])
def test_kampfgruppe_meyer_is_at_hand(scenario: str, division: int, mobile: int) -> None:
    g = set_out(scenario, REACTION)
    assert (len(g.pools["division"]), len(g.pools["meyer"])) == (division, 0)
    assert (len(g.depth_pools["mobile"]), len(g.depth_pools["meyer"])) == (mobile, 0)
    before = (dict(g.pools), dict(g.depth_pools))
    card = g.battle.deck[event_card("release_kg_meyer", 20)]
    AT_ONCE[EventKind.RELEASE_KG_MEYER](g, card.event(20))
    assert (dict(g.pools), dict(g.depth_pools)) == before


@rule("22.4-02", edition="omaha")
def test_tactical_reinforcements_have_depth() -> None:
    pools, depth = {"tactical": "9/3/726 3/1/726"}, {"mobile": "mobile mobile", "building": "building building"}
    for options, wanted in ((REACTION, True), ({}, False)):
        game = position("", turn=20, scenario="d_day", pools=pools, depth_pools=depth, options=options)
        reinforce(state(game), ("C",))
        places = [p for p, unit in enumerate(state(game).german) if unit != NONE]
        assert len(places) == 1 and (state(game).german_depth[places[0]] != NONE) is wanted


@rule("9.42-01", "22.4-02", edition="omaha")
def test_units_that_a_strongpoint_calls_for_have_none() -> None:
    """The variant changes 9.3 only."""
    pools, depth = {"tactical": "9/3/726"}, {"mobile": "mobile mobile", "building": "building"}
    game = position("german WN62S WN75", turn=20, scenario="d_day", pools=pools, depth_pools=depth, options=REACTION)
    g = state(game)
    tactical_reinforcement(g, position_number(g, "WN62S"))
    places = [p for p in g.occupied_positions() if g.battle.positions[p].kind == "reinforcement"]
    assert len(places) == 1 and g.german_depth[places[0]] == NONE


@rule("22.4-03", "DN-02", edition="omaha")
def test_five_mobile_markers_come_back_once() -> None:
    pieces = "german C3 5/2/916\ngerman C5 6/2/916\ngerman D1 7/2/916"
    for options, returned in ((REACTION, 5), ({}, 0)):
        game = position(pieces, turn=20, scenario="d_day", depth_pools={"mobile": "mobile mobile"}, options=options)
        g = state(game)
        others = [
            m for m, kind in enumerate(g.battle.depth_type) if kind is DepthType.MOBILE and m < len(g.battle.depth)
        ]
        others = [m for m in others if m not in g.depth_pools["mobile"]]
        g.gone_depth = tuple(others[:7])
        g.shown_depth = sum(1 << marker for marker in g.gone_depth)
        first, second = position_number(g, "C3"), position_number(g, "C5")
        give_depth(g, first, "9.2-01")
        assert len(g.depth_pools["mobile"]) == 1 and "depth_returned" not in kinds(g.events)
        give_depth(g, second, "9.2-01")
        assert (len(g.depth_pools["mobile"]), len(g.gone_depth)) == (returned, 7 - returned)
        assert not any(g.shown_depth >> marker & 1 for marker in g.depth_pools["mobile"])
        for _ in range(returned):  # used up again: nothing more comes
            remove_depth(g, second, "8.3-08")
            give_depth(g, second, "9.2-01")
        assert kinds(g.events).count("depth_returned") == returned // 5
        assert pool_for(g, second) is None


@rule("22.4-04", edition="omaha")
def test_points_for_better_germans(monkeypatch: pytest.MonkeyPatch) -> None:
    assert points_at_end(monkeypatch, "beyond_the_beach", 32, 40, **REACTION) == 45


# -- early actions (14.2) -----------------------------------------------------------------------------------------


@rule("14.2-01", edition="omaha")
def test_german_actions_from_turn_12_and_nothing_else() -> None:
    card = fire_card(single="red", symbols={"red": "P"}, artillery=0)
    early = {"early_actions": "yes"}
    pieces = "german C3 5/2/916 revealed\nus E/2/16 at 1213"
    for turn, options, acts in ((11, early, False), (12, early, True), (16, {}, False), (17, {}, True)):
        game = position(pieces, phase="fire", turn=turn, cards=[card], scenario="d_day", options=options)
        assert ("patrol_hits" in kinds(game.opening_events)) is acts
    g = state(position(pieces, turn=12, scenario="d_day", options=early))
    assert allotment(g) == 2 and hit_limit(g, g.battle.group_names.index("C3")) == 1
    game = position("us E/2/16 at 1115", turn=12, scenario="d_day", options=early)
    game.play("act E/2/16")
    assert all(GRID.distance(GRID.at(to), GRID.at("1115")) == 1 for to in orders(game, "to"))
