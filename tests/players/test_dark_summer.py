"""Greedy in The Dark Summer: it beats chance from both seats, and does what anybody would in plain positions."""

from __future__ import annotations

from functools import cache

import pytest

from bocage.games.dark_summer.action_phase import ActionPhase
from bocage.games.dark_summer.campaign import ALLIED, US
from bocage.games.dark_summer.campaign import BRITISH as BRITISH_ARMY
from bocage.games.dark_summer.chits import US_CHIT
from bocage.games.dark_summer.losses import StepLosses
from bocage.games.dark_summer.places import BRITTANY, CHERBOURG, GRID, MAY_LEAVE, WAITING
from bocage.games.dark_summer.retreat import Retreats
from bocage.games.dark_summer.withdrawals import Withdrawals
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Game, Order
from bocage.lab.dark_summer import milestones
from bocage.players import Chair, RandomPlayer, play_out
from bocage.players.dark_summer import Planner, score_orders
from bocage.players.dark_summer.allied import AlliedStage
from bocage.players.dark_summer.stances import cares_in
from bocage.players.dark_summer.weights import GUARD
from tests.dark_summer.combats import ALL_BEACHES, fight_in, fighting
from tests.dark_summer.positions import begin, move_in, moving, position, setting_of, where
from tests.questions import orders, play


class Greedy:
    """Greedy without its dice: of equals it takes the first."""

    def __init__(self, stance: str = "") -> None:
        self.planner = Planner(stance)

    def choose(self, chair: Chair) -> Order:
        given = chair.decision.orders
        scores = self.planner.score_orders(chair.view, given)
        return given[scores.index(max(scores))]


BRITISH = ("8/3", "9/3", "185/3", "27-A", "8-A", "4-A")
SS = ("12/12-SS-Pz", "25/12-SS-Pz", "26/12-SS-Pz")
SS_AT = "\n".join(f"german {unit} at {{0}}" for unit in SS)
PANZERS = ("2/2", "3/2", "4/2", "9/9", "19/9", "20/9")


def let_play(game: Game, seat: str, stance: str = "") -> list[str]:
    """Let greedy decide for a seat until it ends its action or is not asked any more; its orders."""
    player, given = Greedy(stance), list[str]()
    while not game.over and game.decision.seat == seat and "end" not in given:
        given.append(str(player.choose(Chair(game))))
        game.play(given[-1])
    return given


def choice(game: Game) -> str:
    return str(Greedy().choose(Chair(game)))


# -- whole games --------------------------------------------------------------------------------------


@cache
def whole_game(seed: int, scenario: str = "campaign", *, allied: bool = True, german: bool = True) -> Game:
    """A game of greedy, or of chance in its place."""
    game = Game(setting_of(scenario), f"greedy {seed}")
    return play_out(
        game,
        {
            "allied": Greedy() if allied else RandomPlayer(seed),
            "german": Greedy() if german else RandomPlayer(seed),
        },
    )


@pytest.mark.parametrize("seat", ["allied", "german"])
def test_it_beats_chance_from_either_seat(seat: str) -> None:
    game = whole_game(1, allied=seat == "allied", german=seat == "german")
    assert game.outcome is not None and game.outcome.winner == seat


def test_it_plays_both_seats_of_14_june_to_the_end() -> None:
    assert whole_game(3, "june_14").over


def test_the_laboratory_tells_what_a_game_brought() -> None:
    told = milestones(whole_game(1, allied=True, german=False))
    assert told["Beach hexes Open after Wave 1"] <= told["Beach hexes Open after Wave 2"] <= 8
    assert 1 <= told["turn all of Caen falls"] <= 10
    assert told["allied points"] > told["german points"]
    assert sum(lost for name, lost in told.items() if name.startswith("german steps")) > 50


def test_scores_need_no_memory() -> None:
    """Without a plan from the orders before it judges the same unit and the same place."""
    game = moving("us", "allied 39/9 at 2403\ngerman 1057/91 at 1904", beaches="2403")
    given = game.decision.orders
    scores = score_orders(game.view("allied"), given)
    assert given[scores.index(max(scores))] == Greedy().choose(Chair(game))


# -- movement -----------------------------------------------------------------------------------------


def test_it_marches_on_cherbourg_and_into_it() -> None:
    game = moving("us", "allied 39/9 at 1801\ngerman 729/709 at cherbourg", beaches="2403", turn=3)
    let_play(game, "allied")
    assert where(game, "39/9") == "cherbourg"


def test_it_does_not_leave_a_beach_empty_with_panzers_near() -> None:
    panzers = "german 12/12-SS-Pz at 4007\ngerman 26/12-SS-Pz at 4007\ngerman 25/12-SS-Pz at 4007"
    game = moving("british", f"allied 8-A at 4003\n{panzers}", beaches="4003")
    let_play(game, "allied")
    assert where(game, "8-A") == "4003"


def test_a_division_guards_the_last_beaches_though_others_wait_to_land() -> None:
    """Once a Beach is Closed, nobody leaves another empty that Panzers can reach."""
    panzers = SS_AT.format("4007")
    g = position(f"allied 69/50 at 4003\n{panzers}", active="british", beaches="4003", closed="4102 4203", turn=3)
    g.where[unit_number("44/15")] = WAITING
    game = move_in(g)
    let_play(game, "allied")
    assert where(game, "69/50") == "4003"


def test_a_few_units_wait_before_cherbourg_until_there_are_more() -> None:
    """Inside they would have to attack at 1-1 (11.7-06); with others they go in."""
    garrison = "german 729/709 at cherbourg\ngerman 739/709 at cherbourg\ngerman 919/709 at cherbourg"

    def after(units: str) -> str:
        game = moving("us", f"allied 39/9 at 1801\n{units}{garrison}", beaches="2403", turn=3)
        let_play(game, "allied")
        return where(game, "39/9")

    assert after("") != "cherbourg"
    assert after("allied 47/9 at 1801\nallied 60/9 at 1801\n") == "cherbourg"


def test_those_in_cherbourg_are_a_part_of_the_siege() -> None:
    """They do not count twice: others are still sent."""
    inside = "\n".join(f"allied {unit} at cherbourg" for unit in ("39/9", "47/9", "60/9", "8/4", "22/4", "12/4"))
    g = position(f"{inside}\nallied 313/79 at 2403\ngerman 729/709 at cherbourg", beaches="2403", turn=4)
    assert AlliedStage(g, US).goal_of(unit_number("313/79")).box == CHERBOURG


def test_the_fortress_draws_infantry_into_cherbourg() -> None:
    """Usually it has enough."""

    def after(stance: str) -> str:
        inside = "".join(f"\ngerman {unit} at cherbourg" for unit in ("6-FJ", *SS))
        game = moving("german", f"german 1057/91 at 1801{inside}\nallied 505/82 at 2202", beaches="2403", turn=2)
        let_play(game, "german", stance)
        return where(game, "1057/91")

    assert (after(""), after("fortress")) == ("1801", "cherbourg")


def test_germans_walk_into_what_is_left_open_at_the_end_if_they_raid() -> None:
    """Saint-Lô scores for whoever passed last; usually they look for a gap in the line."""

    def after(stance: str) -> str:
        units = "german 989/277 at 2914\nallied 39/9 at 2403"
        game = moving("german", units, beaches="2403", held="2911", turn=10)
        let_play(game, "german", stance)
        return where(game, "989/277")

    assert after("") != "2911"
    assert after("fortress") == "2911"


def test_it_does_not_enter_brittany_while_avranches_may_fall() -> None:
    """Whoever loses Avranches then has lost the game."""
    division = "allied CCA/4 at 2727\nallied CCB/4 at 2727\nallied CCR/4 at 2727\n"

    def after(units: str) -> set[str]:
        g = position(division + units, beaches="2403", held="2726", turn=8)
        g.cherbourg_captured = 4
        game = move_in(g)
        let_play(game, "allied")
        return {where(game, unit) for unit in ("CCA/4", "CCB/4", "CCR/4")}

    panzers = (
        f"german {unit}-SS-Pz at {hex_}" for unit, hex_ in zip(PANZERS, ("2824",) * 3 + ("2925",) * 3, strict=True)
    )
    assert "brittany" not in after("\n".join(panzers))
    assert "brittany" in after("german 2/2-SS-Pz at 5020\nallied 2/5 at 2726")


def test_who_breaks_out_is_worth_more_in_brittany_than_before_it() -> None:
    """A complete division scores there; usually it is free to come back."""
    division = "".join(f"allied {unit} at may-leave\n" for unit in ("CCA/4", "CCB/4", "CCR/4"))
    g = position(f"{division}allied 2/5 at 2726\ngerman 984/275 at 3426", beaches="2403", held="2726", turn=9)

    def would_stay(stance: str) -> bool:
        stage, unit = AlliedStage(g, US, cares_in(stance)), unit_number("CCA/4")
        return stage.worth(unit, MAY_LEAVE) > GUARD

    assert (would_stay(""), would_stay("break_out")) == (False, True)


def test_the_last_unit_in_avranches_does_not_leave_it_for_brittany() -> None:
    """Though no German is near yet; beside another it may go."""

    def is_drawn(units: str) -> bool:
        g = position(f"allied CCA/4 at 2726\n{units}", beaches="2403", held="2726", turn=8)
        g.cherbourg_captured = 4
        return AlliedStage(g, US).worth(unit_number("CCA/4"), BRITTANY) > 0

    assert not is_drawn("german 984/275 at 3523")
    assert is_drawn("german 984/275 at 3523\nallied 2/5 at 2726")


def test_the_last_unit_of_a_division_follows_the_others_into_brittany() -> None:
    """Though divisions are sent to the eastern edge by then: a division scores only as a whole."""
    division = "allied CCA/4 at may-leave\nallied CCB/4 at may-leave\nallied CCR/4 at 2625"
    g = position(f"{division}\nallied 2/5 at 2726\ngerman 984/275 at 3520", beaches="2403", held="2726 2727", turn=9)
    g.cherbourg_captured, g.brittany_since, g.rounds = 4, 1, 5
    game = move_in(g)
    let_play(game, "allied")
    assert where(game, "CCR/4") == "brittany"


def test_the_rest_of_a_division_that_breaks_out_leaves_its_post_and_the_front() -> None:
    """Usually the last brigade stays where others may hold: here in Caen, though its division has left the map."""

    def after(stance: str) -> str:
        units = "allied 5/GdA at eastern-exit\nallied 32/GdA at 4607\ngerman 977/271 at 4709\ngerman 978/271 at 4710"
        g = position(units, active="british", beaches="4603", held="4506 4606 4607", turn=9)
        g.caen_taken = True
        game = move_in(g)
        let_play(game, "allied", stance)
        return where(game, "32/GdA")

    assert after("") in ("4506", "4606", "4607")
    assert GRID.column(GRID.at(after("break_out"))) > GRID.column(GRID.at("4607"))


def test_who_breaks_out_goes_round_the_enemy() -> None:
    """Usually a division goes straight on into the zone of control that holds it."""

    def after(stance: str) -> str:
        guards = "allied 5/GdA at 5514\nallied 32/GdA at 5514"
        g = position(
            f"{guards}\ngerman 977/271 at 5914\ngerman 978/271 at 5915",
            active="british", beaches="4603", held="4506 4606 4607", turn=8,
        )  # fmt: skip
        g.caen_taken = True
        game = move_in(g)
        let_play(game, "allied", stance)
        return where(game, "5/GdA")

    beside = GRID.labels(GRID.spread(GRID.set(("5914", "5915"))))
    assert after("") in beside
    assert after("break_out") not in beside


def test_the_british_leave_by_the_edge_earlier_if_they_break_out() -> None:
    def after(stance: str) -> str:
        units = "allied 5/GdA at 6012\nallied 32/GdA at 6012\ngerman 977/271 at 3611"
        g = position(units, active="british", beaches="4603", held="4506 4606 4607", turn=6)
        g.caen_taken = True
        game = move_in(g)
        let_play(game, "allied", stance)
        return where(game, "5/GdA")

    assert after("") != "eastern-exit"
    assert after("break_out") == "eastern-exit"


def test_who_breaks_out_leaves_a_strong_garrison_in_caen() -> None:
    """Usually one that is enough against whoever comes by."""
    g = position(f"allied 70/49 at 4606\n{SS_AT.format('4706')}", active="british", held="4506 4606 4607", turn=6)
    usual, breaking_out = (AlliedStage(g, BRITISH_ARMY, cares_in(stance)).guards for stance in ("", "break_out"))
    caen = GRID.at("4606")
    assert breaking_out[caen] > 2 * usual.get(caen, 0.0)


def test_the_germans_garrison_caen_before_the_british_are_there() -> None:
    game = moving("german", "german 192/21-Pz at 4508\nallied 8/3 at 4503\nallied 9/3 at 4503", beaches="4603", turn=1)
    let_play(game, "german")
    assert where(game, "192/21-Pz") in ("4506", "4606", "4607")


def test_the_germans_hold_caen_with_their_strongest_division() -> None:
    """The weak one makes room where the British stand: only one division may stack in a hex."""
    stacks = zip(BRITISH, ("4604",) * 3 + ("4505",) * 3, strict=True)
    british = "".join(f"\nallied {unit} at {hex_}" for unit, hex_ in stacks)
    game = moving("german", f"german 736/716 at 4606\n{SS_AT.format('4808')}{british}", beaches="4603", turn=2)
    let_play(game, "german")
    assert {"4506", "4606"} <= {where(game, unit) for unit in SS}
    assert where(game, "736/716") == "4607"


def test_the_germans_keep_the_roads_out_of_caen() -> None:
    german = (
        "german 12/12-SS-Pz at 4607\ngerman 26/12-SS-Pz at 4607\ngerman 2/III-Flak at 4810\ngerman 1/III-Flak at 4810"
    )
    british = "allied 8/3 at 4806\nallied 9/3 at 4806\nallied 27-A at 4806"
    game = moving("german", f"{german}\n{british}", beaches="4603", turn=2)
    let_play(game, "german")
    assert where(game, "2/III-Flak") == "4707"


def test_panzers_mass_beside_a_brigade_that_stands_alone() -> None:
    """Where they can attack it, while others hold Falaise."""
    others = "german 726/716 at 4613\ngerman 977/271 at 5114\ngerman 978/271 at 5114\nallied 56 at 4609 reduced"
    held = "4506 4606 4607"
    game = moving("german", f"{SS_AT.format('4612')}\n{others}", beaches="4603", held=held, turn=6)
    let_play(game, "german")
    assert {where(game, unit) for unit in SS} <= set(GRID.labels(GRID.ring(GRID.at("4609"), 1)))


def test_a_unit_that_is_all_but_surrounded_withdraws() -> None:
    """It cannot move, and would fall in the next attack."""
    units = "german 1058/91 at 2102\nallied 505/82 at 2202\nallied 507/82 at 2203\nallied 508/82 at 2003"
    game = moving("german", units, beaches="2403")
    assert "withdraw 1058/91" in let_play(game, "german")


def test_the_germans_leave_the_map_for_points_at_the_end_and_not_before() -> None:
    division = "german 2/2-Pz at 6005\ngerman 304/2-Pz at 6005\ngerman 3/2-Pz at 6005\nallied 8/3 at 5605"
    early, late = (moving("german", division, beaches="4603", turn=turn) for turn in (6, 9))
    let_play(early, "german")
    let_play(late, "german")
    assert where(early, "3/2-Pz") != "eastern-exit"
    assert where(late, "3/2-Pz") == "eastern-exit"


# -- combat -------------------------------------------------------------------------------------------


def test_it_takes_a_six_to_one_attack_and_leaves_a_bad_one() -> None:
    good = fighting("british", "allied 69/50 at 4004\nallied 231/50 at 4004\ngerman 726/716 at 4005")
    bad = fighting("british", "allied 69/50 at 4004\ngerman 12/12-SS-Pz at 4005\ngerman 26/12-SS-Pz at 4005")
    assert (choice(good), choice(bad)) == ("attack 4005", "end")


def test_an_attack_is_made_by_no_more_than_it_needs() -> None:
    """One stack has 6-1 alone; the others are free for another attack."""
    around = "allied 69/50 at 4004\nallied 231/50 at 4004\nallied 7/3-Can at 4105\nallied 8/3-Can at 4105"
    game = fighting("british", f"{around}\ngerman Ost-4304 at 4005 factor 1")
    player = Greedy()
    attackers = set[str]()
    while str(order := player.choose(Chair(game))) != "declare" and not game.over:
        attackers.add(str(order))
        game.play(order)
    assert len({"69/50", "231/50", "7/3-Can", "8/3-Can"} & {word.removeprefix("with ") for word in attackers}) <= 2


def test_the_allies_do_not_attack_a_city_at_poor_odds() -> None:
    """At 1-1 an Exchange may clear the hex, but it can be had for less another time."""

    def attack_on(defender: str) -> str:
        attackers = "allied 8/3 at 4605\nallied 9/3 at 4605\nallied 27-A at 4605"
        return choice(fighting("british", f"{attackers}\ngerman {defender} at 4606"))

    assert (attack_on("192/21-Pz"), attack_on("736/716")) == ("end", "attack 4606")


def test_a_duty_comes_before_attacks_that_nobody_needs() -> None:
    """What must be attacked is attacked, and no more, though the attack elsewhere would cost a little less."""
    units = "german 12/12-SS-Pz at 4507\nallied 69/50 at 4407\nallied 231/50 at 4407"
    other = "german 736/716 at 5007\nallied 8/3 at 5006\nallied 9/3 at 5006"
    g = position(f"{units}\n{other}", active="german", round="combat", beaches=ALL_BEACHES, turn=3)
    g.duties = 1 << GRID.at("4407")
    game = fight_in(g)
    assert set(orders(game)) == {"attack 4407", "attack 5006"}
    assert choice(game) == "attack 4407"


def test_panzers_take_a_lone_beach() -> None:
    game = fighting("german", "german 12/12-SS-Pz at 4103", weather="storm")
    assert choice(game) in ("attack 4102", "attack 4003", "attack 4203")


def test_naval_guns_are_spent_where_they_turn_the_odds_and_saved_where_they_do_not() -> None:
    def fight(units: str) -> Game:
        game = fighting("british", units, turn=2)
        play(game, "attack 4005", "with 69/50")
        return game

    assert choice(fight("allied 69/50 at 4004\ngerman 726/716 at 4005")) == "support british-naval"
    assert choice(fight("allied 69/50 at 4004\ngerman Ost-4304 at 4005 factor 0")) != "support british-naval"


def test_a_unit_that_can_be_replaced_loses_the_step() -> None:
    """The third regiment of a division is not given up while another unit can pay."""
    g = position("allied 39/9 at 2404 reduced\nallied 102-Cav at 2404 reduced\ngerman 1057/91 at 1904", beaches="2403")
    game = begin(g, StepLosses((unit_number("39/9"), unit_number("102-Cav")), 1))
    assert choice(game) == "lose 102-Cav"


def test_retreating_germans_prefer_the_bocage() -> None:
    g = position("german 914/352 at 5106\nallied 69/50 at 5107", beaches="4003", active="british", round="combat")
    game = begin(g, Retreats((unit_number("914/352"),)))
    assert set(orders(game, "to")) == {"5105", "5206"}  # Clear and Bocage
    assert choice(game) == "to 5206"


# -- Rounds and the rest --------------------------------------------------------------------------------


def test_airborne_troops_go_home_when_their_time_is_near() -> None:
    units = "allied 505/82 at 2403\ngerman 1057/91 at 1904"
    stay, go = (begin(position(units, beaches="2403", turn=turn), Withdrawals(US)) for turn in (2, 5))
    assert (choice(stay), choice(go)) == ("pass", "evacuate 505/82")


def test_a_us_chit_is_a_combat_round_when_cherbourg_can_be_stormed() -> None:
    units = (
        "allied 39/9 at cherbourg\nallied 47/9 at cherbourg\nallied 60/9 at cherbourg\ngerman Garrison-A at cherbourg"
    )
    g = position(units, beaches="2403", turn=4, round="")
    g.cup = (1, 0, 0, 0)
    phase = ActionPhase(chit=US_CHIT)
    phase.step = "choose_way"
    game = begin(g, phase)
    assert game.decision.seat == ("allied", "german")[ALLIED]
    assert choice(game) == "play combat"
