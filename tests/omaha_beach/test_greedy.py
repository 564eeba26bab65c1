"""Greedy on Omaha Beach: it finishes games, sees no more than its seat, and does what anybody would know to do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from bocage.games.omaha_beach.attack import (
    AttackAction,
    flanks,
    is_beside,
    strength_together,
    terrain_of,
    weapons_together,
)
from bocage.games.omaha_beach.deck import pick_from
from bocage.games.omaha_beach.odds import outcomes
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.title import open_scenario
from bocage.games.omaha_beach.victory import early_points, total
from bocage.games.omaha_beach.words import FIRST, GRID, HIT, PASS, unit_number
from bocage.kernel import Game
from bocage.players import Chair, GreedyPlayer, Player, make, play_out
from bocage.players.omaha_beach import score_by_verb, score_orders
from bocage.players.omaha_beach.assault import Force, chances, garrison_of
from bocage.players.omaha_beach.choices import score_hits
from bocage.players.omaha_beach.corridors import hardness, keys_of
from bocage.players.omaha_beach.outlook import outlook_of
from bocage.players.omaha_beach.sieges import result_worth
from tests.omaha_beach.positions import fire_card, position, state


def new(scenario: str, seed: int) -> Game:
    return Game(open_scenario(scenario), str(seed))


def seated(game: Game, name: str, seed: int) -> dict[str, Player]:
    return {seat: make(name, seed) for seat in game.setting.seats}


def walk(scenario: str, name: str, seed: int) -> Iterator[Game]:
    """A game at each of its decisions."""
    game = new(scenario, seed)
    players = seated(game, name, seed)
    while not game.over:
        yield game
        game.play(players[game.decision.seat].choose(Chair(game)))


def choice(game: Game) -> str:
    return str(GreedyPlayer(0).choose(Chair(game)))


def let_act(game: Game) -> list[str]:
    """What greedy does in the phase, until it ends it."""
    orders: list[str] = []
    while not game.over and (not orders or orders[-1] not in ("end", "pass")):
        orders.append(choice(game))
        game.play(orders[-1])
    return orders


# -- as a player --------------------------------------------------------------------------------------


def test_it_brings_one_division_through_the_morning_where_chance_fails() -> None:
    through = {"greedy": 0, "random": 0}
    for name in through:
        for seed in range(3):
            game = new("easy_fox", seed)
            play_out(game, seated(game, name, seed))
            assert game.outcome is not None
            through[name] += game.outcome.rule != "13.1-01"
    assert through["random"] == 0
    assert through["greedy"] >= 2


@pytest.mark.parametrize("scenario", ["first_waves", "d_day", "beyond_the_beach"])
def test_it_has_an_answer_at_every_stage_of_a_random_game(scenario: str) -> None:
    greedy, verbs = GreedyPlayer(1), set()
    for game in islice(walk(scenario, "random", 2), 0, None, 5):
        order = greedy.choose(Chair(game))
        assert order in game.decision.orders
        verbs.add(order.verb)
    assert {"act", "to", "in"} < verbs


def test_it_plays_one_division_of_two() -> None:
    game = Game(open_scenario("first_waves", {"players": "two"}), "7")
    players: dict[str, Player] = {"1st": make("greedy", 1), "29th": make("random", 2)}
    play_out(game, players)
    assert {played.seat for played in game.history} == {"1st", "29th"}


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (list(islice((str(g.history[-1:]) for g in walk("easy_fox", "greedy", 3)), 60)) for _ in range(2))
    assert first == second


def test_it_does_not_know_what_lies_face_down() -> None:
    """Hidden units, markers and pools are dealt anew, and it thinks the same of every order."""
    tried = 0
    for game in islice(walk("first_waves", "greedy", 4), 40, 200, 9):
        other = game.copy()
        deal_anew(state(other))
        seat = game.decision.seat
        assert score_orders(game.view(seat), game.decision.orders) == score_orders(
            other.view(seat), other.decision.orders
        )
        tried += 1
    assert tried > 10


def deal_anew(g: State) -> None:
    """Exchange the hidden German units of each back, and the hidden depth markers of each type."""
    battle = g.battle
    for back in set(battle.back):
        places = [p for p, unit in enumerate(g.german) if unit != NONE and battle.back[unit] == back]
        places = [p for p in places if not g.is_shown(p)]
        units = [g.german[p] for p in places]
        for p, unit in zip(places, units[1:] + units[:1], strict=True):
            g.german[p] = unit
    for kind in set(battle.depth_type):
        places = [p for p, m in enumerate(g.german_depth) if m != NONE and battle.depth_type[m] == kind]
        places = [p for p in places if not g.depth_is_shown(p)]
        markers = [g.german_depth[p] for p in places]
        for p, marker in zip(places, markers[1:] + markers[:1], strict=True):
            g.german_depth[p] = marker
    if len(g.pools["tactical"]) > 1:
        unit, rest = pick_from(g, g.pools["tactical"])
        g.pools["tactical"] = (unit, *rest)


def test_its_quick_odds_are_those_of_the_game() -> None:
    tried = 0
    for game in walk("first_waves", "greedy", 5):
        g = game.view(game.decision.seat)
        assert isinstance(g, State)
        frame = g.stack[-1]
        if not isinstance(frame, AttackAction):
            continue
        units, target = frame.attackers, frame.target
        force = Force(
            strength_together(g, units, frame.ships),
            frozenset(weapons_together(g, units, frame.ships, target)),
            flanks(g, units, target, both=False),
            flanks(g, units, target, both=True),
            any(g.heroes[unit] and is_beside(g, unit, target) for unit in units),
        )
        garrison = garrison_of(g, g.german_at(target))
        quick = chances(g.battle, garrison, force, terrain_of(g, units, target), extended=False)
        if "attrition" in quick:  # a depth marker for a step, which the game's odds count among those eliminated
            quick = {**quick, "depth_eliminated": quick.get("depth_eliminated", 0.0) + quick["attrition"]}
            del quick["attrition"]
        exact: dict[str, float] = {}
        for course in outcomes(g, target, units, frame.ships):
            exact[course.result] = exact.get(course.result, 0.0) + course.chance
        assert quick == pytest.approx(exact)
        tried += 1
    assert tried > 5


# -- its judgement --------------------------------------------------------------------------------------


def test_infantry_leaves_the_waterline_for_the_shingle() -> None:
    game = position('us E/2/16 at 0515\ngerman WN64 "WN 1 BG"', phase="actions", turn=4)
    before = state(game).battle.to_shelter[GRID.at("0515")]
    let_act(game)
    unit = unit_number("E/2/16")
    assert state(game).battle.to_shelter[state(game).where[unit]] < before


def test_a_full_company_storms_a_weak_strongpoint() -> None:
    game = position('us E/2/16 at 0915\ngerman WN64 "WN 1 BG" revealed', phase="actions", turn=6)
    assert let_act(game)[:2] == ["act E/2/16", "attack 0916"]


def test_a_remnant_does_not_attack_what_it_cannot_beat() -> None:
    game = position(
        'us E/2/16 at 0915 steps 1\ngerman WN64 "WN 2 BZ BR" revealed depth "wn 3 AR"', phase="actions", turn=6
    )
    assert not any(order.startswith("attack") for order in let_act(game))


def test_nobody_makes_a_third_in_a_hex() -> None:
    game = position(
        'us E/2/16 at 0713\nus F/2/16 at 0713\nus G/2/16 at 0613\ngerman WN62N "WN 1 BG"', phase="actions", turn=5
    )
    let_act(game)
    assert all(len(state(game).units_at(place)) < 3 for place in state(game).at)


def test_a_third_may_come_to_a_hex_where_one_can_still_leave() -> None:
    """The stacking limit holds when the phase ends (7.6), and units in command leave for free (7.1)."""
    costs = []
    for leader in ("us 16-HQ at 0914", ""):
        text = f'us D/1/16 at 0915\nus H/2/16 at 0915\nus C/1/16 at 0914\n{leader}\ngerman WN64 "WN 1 BG" revealed'
        view = position(text, phase="actions", turn=11).view("1st")
        assert isinstance(view, State)
        costs.append(outlook_of(view).squeezing(GRID.at("0915"), 1))
    assert 0.0 < costs[0] < costs[1] / 4


def test_a_company_looks_for_positions_that_its_weapons_can_take() -> None:
    """Of two companies with two steps only one has the bangalores that WN64 asks for (8.21)."""
    goals = {}
    for unit in ("C/1/16", "D/1/16"):
        text = f'us {unit} at 0714 steps 2\ngerman WN64 "WN 1 BG" revealed'
        view = position(text, phase="actions", turn=8).view("1st")
        assert isinstance(view, State)
        o = outlook_of(view)
        _, strength, _, _, weapons = o.class_of(unit_number(unit))
        goals[unit] = o.attack_goals(strength, weapons).get(GRID.at("0915"), 0.0)
    assert goals["C/1/16"] > 2 * goals["D/1/16"]


def test_the_card_of_infiltrators_is_counted_while_the_germans_can_fire() -> None:
    costs = []
    for words in ("", " disrupted"):
        text = f'us E/2/16 at 0713 steps 2\ngerman WN62N "WN 1 BG" revealed{words}'
        view = position(text, phase="actions", turn=8).view("1st")
        assert isinstance(view, State)
        unit = unit_number("E/2/16")
        costs.append(outlook_of(view).infiltration([unit], GRID.at("0713"), GRID.at("0813")))
    assert costs[0] > 0.0
    assert costs[1] == 0.0


def test_in_the_last_turn_only_a_defeat_is_worth_an_attack() -> None:
    """Nobody fires any more, and a disrupted unit keeps its field of fire from us (13.22)."""
    for result in ("disrupted", "depth_eliminated"):
        assert result_worth({result: 1.0}, 10.0, 1, 1.0, 0.0, last=True) == 0.0
    assert result_worth({"defeated": 1.0}, 10.0, 1, 1.0, 0.0, last=True) == 10.0
    view = position('us E/2/16 at 0713\ngerman WN62N "WN 1 BG"', phase="actions", turn=16).view("1st")
    assert isinstance(view, State)
    o = outlook_of(view)
    assert o.last
    assert o.silence_of(view.german_at(GRID.at("0812"))) == 0.0


def test_hits_fall_on_those_who_can_bear_them() -> None:
    """A company with two steps left is one hit from the loss box, one with three is not."""
    game = position(
        'us E/2/16 at 0713 steps 2\nus A/1/16 at 0714 steps 3\ngerman WN62N "WN 1 BG"', phase="actions", turn=5
    )
    view = game.view("1st")
    assert isinstance(view, State)
    poor, sound = score_hits(outlook_of(view), [HIT[unit_number("E/2/16")], HIT[unit_number("A/1/16")]])
    assert sound > poor


def test_it_sees_which_strongpoint_bars_the_way_inland() -> None:
    """From 0713 a way without bluffs leads inland, and of all the strongpoints only WN62 fires at it (12.3)."""
    g = state(new("easy_fox", 1))
    prizes = [((h,), 1.0) for h in g.battle.at_hex if g.battle.playable >> h & 1]
    keys = keys_of(g.battle, hardness(g, besieged=0), prizes)
    assert max(keys, key=lambda group: keys[group]) == g.battle.group_names.index("WN62")


def test_what_is_held_inland_makes_the_strongpoint_in_the_way_dearer() -> None:
    """A point counts only with a safe way to the beach (12.3, 13.22), and WN62S is the last bar on the easiest one."""
    pieces = zip(
        ("WN60", "WN61", "WN62S", "WN64", "WN65N"), ("75 1", "88 2 BG", " 1 BG", " 1 BR", " 1 BZ"), strict=True
    )
    wns = "\n".join(f'german {wn} "WN{unit}"' for wn, unit in pieces)
    worths = []
    for companies in ("us E/2/16 at 0913", "us E/2/16 at 0913\nus F/2/16 at 1211\nus G/2/16 at 1214"):
        view = position(f"{companies}\n{wns}", phase="actions", turn=12, scenario="easy_fox").view("1st")
        assert isinstance(view, State)
        names, o = view.battle.group_names, outlook_of(view)
        worths.append({name: o.keys.get(names.index(name), 0.0) for name in ("WN62", "WN64")})
    assert worths[1]["WN62"] > worths[0]["WN62"] + 1
    assert worths[1]["WN62"] > 3 * worths[1]["WN64"]


def test_before_points_are_counted_a_company_takes_what_lies_open() -> None:
    """With no German in the way, a step inland brings more positions under control (12.1, 13.2)."""
    game = position('us E/2/16 at 1110\ngerman WN73 "WN 1 BG"', phase="actions", turn=16)
    before = total(early_points(state(game)))
    let_act(game)
    assert total(early_points(state(game))) > before


def test_with_few_actions_companies_leave_the_beach_before_tanks() -> None:
    game = position(
        "us E/2/16 at 0714 steps 2\nus F/2/16 at 0713 steps 2\nus 1/A/741 at 0515\nus 2/A/741 at 0514\n"
        'us 1/B/741 at 0513\ngerman WN60 "WN 1 BG"',
        phase="actions",
        turn=6,
    )
    acting = [order for order in let_act(game) if order.startswith("act")]
    assert set(acting[:2]) == {"act E/2/16", "act F/2/16"}


def test_an_action_is_not_spent_on_what_a_company_may_do_for_nothing() -> None:
    """A company leaves the waterline for nothing (7.1-09): that a tank may go along is not worth its gain too."""
    game = position(
        'us K/3/16 at 0511\nus 1/A/741 at 0511\nus E/2/16 at 0814\nus G/2/16 at 0714\ngerman WN62N "WN 1 BG"\n'
        'german WN61 "WN88 2 BG MO"',
        phase="actions",
        turn=5,
    )
    orders = let_act(game)
    assert "with K/3/16" not in orders
    assert {"act E/2/16", "act G/2/16", "act K/3/16"} <= set(orders)


def test_a_draw_counts_as_a_whole() -> None:
    """The last hex of a draw that is missing is worth all its points, one of many that are missing little (13.21)."""
    draw = ("us E/2/16 at 0911", "us F/2/16 at 1112", "us G/2/16 at 1311")
    worths = []
    for companies in (draw, draw[:1]):
        text = "\n".join((*companies, 'german WN73 "WN 1 BG"'))
        view = position(text, phase="actions", turn=15, scenario="first_waves").view("1st")
        assert isinstance(view, State)
        worths.append(outlook_of(view).prize_worth[GRID.at("1411")])
    assert worths[0] > 3 * worths[1]


def test_a_company_stands_where_reinforcements_would_come() -> None:
    """Germans come to an empty position next to Americans first (9.3-02), but not to one with a US unit in it."""
    view = position('us E/2/16 at 1112\ngerman WN73 "WN 1 BG"', phase="actions", turn=12).view("1st")
    assert isinstance(view, State)
    o, unit = outlook_of(view), unit_number("E/2/16")
    inside, beside = GRID.at("1113"), GRID.at("1114")
    assert o.guards[inside] > 0
    assert beside not in o.guards
    assert o.following(unit_number("16-HQ"), inside) < o.following(unit_number("16-HQ"), GRID.at("1012"))
    assert o.prospect(unit, inside) > o.prospect(unit, beside)


def test_two_leaders_do_not_lead_the_same_companies() -> None:
    """Units in command act for free (7.1): a general with the HQ goes where others wait for a leader."""
    game = position(
        "us 16-HQ at 0714\nus Wyman at 0714\nus E/2/16 at 0714\nus F/2/16 at 0713\n"
        'us G/2/16 at 0717\nus H/2/16 at 0718\ngerman WN73 "WN 1 BG"',
        phase="actions",
        turn=11,
    )
    view = game.view("1st")
    assert isinstance(view, State)
    o, general = outlook_of(view), unit_number("Wyman")
    assert o.following(general, GRID.at("0715")) > o.following(general, GRID.at("0714"))


@pytest.mark.parametrize("turn", [18, 31])
def test_rangers_leave_by_the_exit_that_counts(turn: int) -> None:
    """Their steps count if they leave by F or G, whenever, with or without a safe way to the beach (20.3)."""
    pieces = 'us A-B/5R at 0634\ngerman WN72N "WN 1 BG"'
    game = position(pieces, phase="actions", turn=turn, scenario="beyond_the_beach", first="29th")
    assert "leave G" in let_act(game)


def test_steps_are_cheaper_when_the_loss_box_has_room_for_the_turns_to_come() -> None:
    """Nobody counts the places that are left over at the end (13.1)."""
    costs = []
    for turn in (4, 16):
        view = position('us E/2/16 at 0713 steps 2\ngerman WN62N "WN 1 BG"', phase="actions", turn=turn).view("1st")
        assert isinstance(view, State)
        costs.append(outlook_of(view).cost[unit_number("E/2/16")])
    assert costs[1] < costs[0] / 2


def test_a_step_is_given_up_for_a_depth_marker_only_if_it_is_worth_it() -> None:
    """Attrition costs a step of an attacker (8.3), so an attack that ends so is worth less the dearer the step is."""
    dear, cheap = (result_worth({"attrition": 1.0}, 10.0, 1, step, 0.5) for step in (3.0, 1.0))
    silence = result_worth({"disrupted": 1.0}, 10.0, 1, 0.0, 0.5)
    assert cheap > dear > silence
    assert result_worth({"attrition": 1.0}, 10.0, 1, 9.0, 0.5) == silence


def test_tanks_see_the_road_that_engineers_have_cleared() -> None:
    """Shingle, ditches and mines keep vehicles on the beach until engineers have been there (19.3)."""
    g = state(new("beyond_the_beach", 1))
    ground, tide = outlook_of(g).ground, g.battle.tide(g.turn)
    shut, cleared = (ground.into("other", tide, hexes) for hexes in (0, g.battle.disc(GRID.at("0711"), 2)))
    beach, behind = GRID.at("0711"), GRID.at("0811")
    assert beach not in {way[0] for way in shut[behind]}
    assert beach in {way[0] for way in cleared[behind]}


@pytest.mark.parametrize(("place", "wanted"), [("0913", "establish 16-HQ"), ("0714", "pass")])
def test_a_command_post_belongs_on_the_high_ground(place: str, wanted: str) -> None:
    """Its range grows while it stays (18.2), so it is not left on the beach."""
    companies = "\n".join(f"us {unit} at 1013" for unit in ("A/1/16", "B/1/16")) + "\nus C/1/16 at 1012\n"
    more = "us D/1/16 at 1012\nus E/2/16 at 0913\nus F/2/16 at 0914\n"
    game = position(
        f'{companies}{more}us 16-HQ at {place}\ngerman WN73 "WN 1 BG"',
        phase="engineers_and_hq",
        turn=20,
        scenario="beyond_the_beach",
        garrisons="WN60 WN61 WN62N WN62S WN64 blank-1014 A1 A2 C1 C2 C3",
    )
    while not any(str(order).startswith("establish") for order in game.decision.orders):
        game.play(choice(game))
    assert choice(game) == wanted


def test_a_hero_gives_his_life_for_his_unit() -> None:
    game = position(
        'us E/2/16 at 0713 steps 1 hero\ngerman WN62N "WN 1 BG"',
        phase="fire",
        cards=[fire_card("diamond", single="green")],
    )
    assert choice(game) == "sacrifice"


def test_what_it_has_no_opinion_on_is_declined() -> None:
    game = position('us E/2/16 at 0713\ngerman WN62N "WN 1 BG"')
    view = game.view("1st")
    assert isinstance(view, State)
    accept, refuse = score_by_verb(outlook_of(view), [FIRST[0], PASS])
    assert refuse > accept
