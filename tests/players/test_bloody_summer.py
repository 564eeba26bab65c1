"""Greedy in A Bloody Summer: it beats chance from both sides, and does what anybody would in plain positions."""

from __future__ import annotations

from functools import cache

import pytest

from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.administration import RestAndReplacement
from bocage.games.bloody_summer.bombardment import Bombardment
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, US
from bocage.games.bloody_summer.entry import EntryAndExit
from bocage.games.bloody_summer.logistics import MarkerMovement
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import place_number
from bocage.games.bloody_summer.results import StepLosses
from bocage.games.bloody_summer.title import open_scenario
from bocage.kernel import Game, Order
from bocage.lab.bloody_summer import milestones
from bocage.players import Chair, RandomPlayer, play_out
from bocage.players.bloody_summer import Planner, score_orders
from bocage.players.bloody_summer.combat import score_activation
from tests.bloody_summer.positions import begin, has, position, state, where


class Greedy:
    """Greedy without its dice: of equals it takes the first."""

    def __init__(self, stance: str = "") -> None:
        self.planner = Planner(stance)

    def choose(self, chair: Chair) -> Order:
        given = chair.decision.orders
        scores = self.planner.score_orders(chair.view, given)
        return given[scores.index(max(scores))]


def choice(game: Game) -> str:
    return str(Greedy().choose(Chair(game)))


def let_play(game: Game, *, stance: str = "", most: int = 80) -> list[str]:
    """Let greedy decide for whoever is asked until its phase is over; its orders."""
    player, given = Greedy(stance), list[str]()
    while "The test ends" not in game.decision.prompt and len(given) < most:
        given.append(str(player.choose(Chair(game))))
        game.play(given[-1])
    return given


# -- whole games --------------------------------------------------------------------------------------


@cache
def race(seed: int, *, allied: bool = True, german: bool = True) -> Game:
    """The Race to Cherbourg by greedy, or by chance in its place."""
    game = Game(open_scenario("race_to_cherbourg"), f"greedy {seed}")
    return play_out(
        game,
        {"us": Greedy() if allied else RandomPlayer(seed), "german": Greedy() if german else RandomPlayer(seed)},
    )


@pytest.mark.parametrize("side", ["allied", "german"])
def test_it_beats_chance_from_either_side(side: str) -> None:
    game = race(1, allied=side == "allied", german=side == "german")
    assert game.outcome is not None and game.outcome.winner == side


def test_the_laboratory_tells_what_a_game_brought() -> None:
    told = milestones(race(1, german=False))
    assert 1 <= told["turn all of Cherbourg falls"] <= 4
    assert told["points of the track"] == 0  # the race counts none
    lost = {
        side: sum(n for name, n in told.items() if name.startswith(f"{side} steps")) for side in ("allied", "german")
    }
    assert lost["german"] > lost["allied"]


def test_scores_need_no_memory() -> None:
    """Without a plan from the orders before it judges the same unit and the same place."""
    text = (
        "allied 9-Inf/39 at 0421\nallied HQ-VII at 0521\ngerman 709-Inf/739 at 0223\nmarker allied 0521 1\ndepot Utah"
    )
    game = begin(position("operation_cobra", text), MovementPhase(ALLIED))
    given = game.decision.orders
    scores = score_orders(game.view("us"), given)
    assert given[scores.index(max(scores))] == Greedy().choose(Chair(game))


# -- attacks ------------------------------------------------------------------------------------------

DIVISION = "allied 9-Inf/39 at {0}\nallied 9-Inf/47 at {0}\nallied 9-Inf/60 at {0}\n"
SECOND = "allied 30-Inf/117 at {0}\nallied 30-Inf/119 at {0}\nallied 30-Inf/120 at {0}\n"


def test_units_mass_against_a_hex_that_a_marked_headquarters_can_reach() -> None:
    """Two divisions that stand apart come together against one regiment."""
    text = (
        DIVISION.format("1017")
        + SECOND.format("1015")
        + "allied HQ-VII at 1016\ngerman 352-Inf/915 at 1216\nheld 1116 1115 1117\ndepot Utah\n"
    )

    def beside(markers: str) -> int:
        game = begin(position("operation_cobra", text + markers), MovementPhase(ALLIED))
        let_play(game)
        near = state(game).campaign.around[place_number("1216")]
        return sum(near >> state(game).where[piece_number(f"{unit}")] & 1 for unit in
                   ("9-Inf/39", "9-Inf/47", "9-Inf/60", "30-Inf/117", "30-Inf/119", "30-Inf/120"))  # fmt: skip

    assert beside("marker allied 1016 1") >= 4


def test_a_headquarters_with_a_marker_comes_within_reach_of_its_attack() -> None:
    text = (
        DIVISION.format("1115")
        + "allied HQ-VII at 0817\nmarker allied 0817 1\ngerman 352-Inf/915 at 1215\n"
        + "held 0617 0618 0619 0718 0818 0817 0916 1116 1115\ndepot Utah\n"
    )
    game = begin(position("operation_cobra", text), MovementPhase(ALLIED))
    let_play(game)
    g = state(game)
    assert g.campaign.grid.distance(g.where[piece_number("HQ-VII")], place_number("1215")) <= 2
    assert g.markers_at(ALLIED, g.where[piece_number("HQ-VII")]) == 1


def test_it_activates_for_a_good_attack_and_keeps_its_marker_from_a_bad_one() -> None:
    base = "allied HQ-VII at 1115\nmarker allied 1115 1\nheld 1115\ndepot Utah\n" + DIVISION.format("1115")
    good = begin(position("operation_cobra", base + "german 352-Inf/915 at 1215"), CombatPhase(ALLIED))
    strong = "\n".join(f"german 9-SS/{unit} at 1215" for unit in ("19", "20", "I/9", "II/9"))
    bad = begin(position("operation_cobra", base + strong), CombatPhase(ALLIED))
    assert (choice(good), choice(bad)) == ("activate HQ-VII", "end")


@pytest.mark.parametrize("corps", ["HQ-V", "HQ-VII"])
def test_the_corps_is_activated_under_which_its_attackers_came(corps: str) -> None:
    text = DIVISION.format("1115") + "german 352-Inf/915 at 1215\ndepot Utah Omaha-West\nheld 1014 1016 1115\n"
    text += "allied HQ-VII at 1016\nallied HQ-V at 1014\nmarker allied 1016 1\nmarker allied 1014 1\n"
    game = begin(position("operation_cobra", text), CombatPhase(ALLIED))
    units = [piece_number(f"9-Inf/{name}") for name in ("39", "47", "60")]
    errands = dict.fromkeys(units, (place_number("1215"), piece_number(corps)))
    given = game.decision.orders
    scores = score_activation(state(game), given, errands)
    assert str(given[scores.index(max(scores))]) == f"activate {corps}"


def test_armour_overruns_a_lone_battalion_in_the_open() -> None:
    text = "allied 7-Arm/22 at 1107\nallied 11-Arm/29 at 1107\nallied HQ-I at 1107\ndepot Sword\nheld 1107\n"
    game = begin(position("operation_cobra", text + "german Flak-1 at 1306", dice=[6]), MovementPhase(ALLIED))
    assert "overrun 1306" in let_play(game)


def test_heavy_bombers_stay_at_home_after_d_day() -> None:
    g = position("operation_cobra", DIVISION.format("1115") + "german 352-Inf/915 at 1215", dice=[6])
    for number in range(len(g.air)):
        g.air[number] = 1  # available
    orders = let_play(begin(g, Bombardment(US, (place_number("1215"),))))
    assert any(order.startswith("fly") for order in orders)
    assert not any("8-AF" in order for order in orders)


def test_the_cheapest_step_is_lost() -> None:
    g = position("operation_cobra", "allied 9-Inf/39 at 1115\nallied 70-Tk at 1115\nallied 90-Inf/357 at 1115")
    units = tuple(piece_number(unit) for unit in ("9-Inf/39", "90-Inf/357"))
    game = begin(g, StepLosses(units, 1))
    assert choice(game) == "lose 90-Inf/357"


# -- defence ------------------------------------------------------------------------------------------


def test_the_germans_garrison_caen_before_the_british_are_there() -> None:
    text = "german 21-Pz/125 at 1007\ngerman HQ-I-SS-Pz at 1107\nallied 3-Inf/8 at 0807\nallied 3-Inf/9 at 0807"
    game = begin(position("operation_cobra", text, turn=2, active="german"), MovementPhase(GERMAN))
    let_play(game)
    assert where(game, "21-Pz/125") in ("0908", "1008")


def test_the_germans_spread_out_to_close_a_gap() -> None:
    """Two regiments in one hex before a wide front look around from two."""
    front = "".join(SECOND.format("1013")) + "allied 35-Inf/134 at 1015\nallied 35-Inf/137 at 1011\n"
    text = (
        front + "german 352-Inf/914 at 1313\ngerman 352-Inf/915 at 1313\ngerman HQ-II-FJ at 1414\nheld 1013 1015 1011"
    )
    game = begin(position("operation_cobra", text, turn=3, active="german"), MovementPhase(GERMAN))
    let_play(game)
    assert where(game, "352-Inf/914") != where(game, "352-Inf/915")


def test_who_closes_its_ranks_holds_fewer_places() -> None:
    front = DIVISION.format("1013") + SECOND.format("1015") + "allied 2-Arm/CCA at 1012\nallied 2-Arm/CCB at 1012\n"
    regiments = [f"352-Inf/{number}" for number in (914, 915, 916)]
    text = front + "".join(f"german {unit} at 1215\n" for unit in regiments) + "german HQ-I-SS-Pz at 1407\n"

    def places(stance: str) -> int:
        g = position("operation_cobra", text + "held 1012 1013 1015", active="german")
        game = begin(g, MovementPhase(GERMAN))
        let_play(game, stance=stance)
        return len({where(game, unit) for unit in regiments})

    assert places("close_ranks") < places("")


def test_the_last_unit_stays_in_paris_while_the_allies_are_near_the_way_there() -> None:
    def stays(allies: str) -> bool:
        g = position("operation_cobra", f"german 9-SS/19 at paris\n{allies}", turn=10, active="german", dice=[1] * 8)
        game = begin(g, OffMapMovement(GERMAN))
        let_play(game)
        return where(game, "9-SS/19") == "paris"

    assert stays("allied 7-Arm/22 at 1002")
    assert not stays("allied 7-Arm/22 at 0812")


# -- markers, rest, boxes -----------------------------------------------------------------------------


def test_a_marker_goes_to_the_headquarters_that_has_somebody_to_attack() -> None:
    text = (
        DIVISION.format("1115")
        + "allied HQ-V at 1014\nallied HQ-VIII-US at 0721\nallied 4-Inf/8 at 0721\n"
        + "german 352-Inf/915 at 1215\ndepot Utah Omaha-West\nmarker allied strategic-reserve 1\n"
        + "held 0617 0618 0619 0620 0718 0714 0814 0914 1014 1115"
    )
    game = begin(position("operation_cobra", text), MarkerMovement())
    let_play(game)
    assert state(game).markers_at(ALLIED, place_number("1014")) == 1


def test_a_marker_goes_where_it_serves_rather_than_after_a_headquarters_that_it_does_not_reach() -> None:
    text = (
        DIVISION.format("1115")
        + SECOND.format("1714")
        + "allied HQ-V at 1014\nallied HQ-VII at 1615\ngerman 352-Inf/915 at 1215\ngerman 352-Inf/914 at 1713\n"
        + "depot Omaha-West\nmarker allied strategic-reserve 1\nheld 0714 0814 0914 1014 1115 1515 1615 1714"
    )
    game = begin(position("operation_cobra", text), MarkerMovement())
    let_play(game)
    assert state(game).markers_at(ALLIED, place_number("1014")) == 1


def test_the_airborne_go_home_where_they_cost_points_and_not_from_the_race() -> None:
    def goes_home(scenario: str) -> bool:
        game = begin(position(scenario, "allied 82-Abn/505 at 0421\nheld 0421", turn=4), RestAndReplacement(US))
        return any(order.startswith("repatriate") for order in let_play(game))

    assert goes_home("campaign")
    assert not goes_home("race_to_cherbourg")


def test_in_the_stance_of_the_fortress_more_germans_are_in_cherbourg() -> None:
    text = "".join(f"german 709-Inf/{unit} at 0422\n" for unit in ("729", "739", "919"))
    text += "allied 9-Inf/39 at 0518\nallied HQ-VII at 0617"

    def in_the_port(stance: str) -> int:
        g = position("race_to_cherbourg", text, turn=2, active="german")
        game = begin(g, MovementPhase(GERMAN))
        let_play(game, stance=stance)
        return [where(game, f"709-Inf/{unit}") for unit in ("729", "739", "919")].count("0223")

    assert in_the_port("fortress") > in_the_port("")


def test_in_the_stance_of_the_race_a_filled_cherbourg_is_worn_down() -> None:
    """One attack does not take the port, so nobody else spends a marker on it."""
    text = DIVISION.format("0323") + SECOND.format("0322") + "allied HQ-VII at 0422\nmarker allied 0422 1\n"
    text += "german 709-Inf/739 at 0223\ngerman 243-Inf/922 at 0223\ngerman 243-Inf/920 at 0223\n"
    text += "german Festung-Cherbourg at 0223\nheld 0322 0323 0422\ndepot Utah"

    def choice_in(stance: str) -> str:
        game, player = begin(position("campaign", text, turn=3), MovementPhase(ALLIED)), Greedy(stance)
        while "The test ends" not in game.decision.prompt:
            game.play(player.choose(Chair(game)))
        return str(player.choose(Chair(begin(state(game), CombatPhase(ALLIED)))))

    assert (choice_in(""), choice_in("wear_down")) == ("end", "activate HQ-VII")


def test_weak_units_rest_behind_the_front_and_not_at_it() -> None:
    def rests(hex_: str) -> bool:
        text = f"allied 9-Inf/39 -1 at {hex_}\ngerman 352-Inf/915 at 1216\nallied 9-Inf/47 at 1016\nheld {hex_}"
        game = begin(position("operation_cobra", text), RestAndReplacement(US))
        let_play(game)
        return has(state(game).resting, "9-Inf/39")

    assert rests("0814")
    assert not rests("1016")


def test_a_column_leaves_the_map_for_rennes_and_not_once_rennes_is_taken() -> None:
    division = "allied 4-Arm/CCA at 2118\nallied 4-Arm/CCB at 2118\nallied HQ-VIII-US at 2019\n"

    def after(boxes: str) -> str:
        game = begin(position("operation_cobra", division + boxes, turn=9), EntryAndExit(ALLIED))
        let_play(game)
        return where(game, "4-Arm/CCA")

    assert after("") == "rennes"
    assert after("boxes rennes") == "2118"
