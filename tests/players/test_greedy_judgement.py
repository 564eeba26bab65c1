"""What greedy does in positions in which anybody would know what to do."""

from __future__ import annotations

import bocage
from bocage.games.fire_movement.words import GRID, Cup
from bocage.kernel import Game
from bocage.players import Chair, GreedyPlayer
from bocage.players.fire_movement.ground import ground_of
from tests.fire_movement.combats import NO_MARKERS, markers, sure
from tests.fire_movement.positions import position, state, where
from tests.questions import orders, play
from tests.rules.fire_movement.landings import begin, come_ashore, dawn, jump

CAEN = ("0937", "0938", "0939", "0837")  # the objectives of Sword


def choice(game: Game) -> str:
    return str(GreedyPlayer(0).choose(Chair(game)))


def let_play(game: Game, seat: str) -> None:
    """Let greedy decide for a seat until it ends the phase or is not asked any more."""
    while not game.over and game.decision.seat == seat:
        order = choice(game)
        game.play(order)
        if order == "end":
            return


def test_it_walks_into_an_objective_that_nobody_defends() -> None:
    game = position("sword", "german 631/711 at 0149\nallied 8/3-br at 1238", beachheads="1739")
    let_play(game, "allied")
    assert where(game, "8/3-br") in CAEN


def test_its_units_go_to_different_objectives() -> None:
    units = "german 631/711 at 0149\nallied 8/3-br at 1238\nallied 9/3-br at 1239\nallied 185/3 at 1237"
    game = position("sword", units, beachheads="1739")
    let_play(game, "allied")
    assert {where(game, unit) for unit in ("8/3-br", "9/3-br", "185/3")} < set(CAEN)


def test_a_garrison_that_no_german_threatens_goes_on_to_an_empty_objective() -> None:
    units = "german 22/21 at 0130\nallied 8/3-br at 0939"
    game = position("sword", units, beachheads="1739", held="0939", waiting="858/346")
    let_play(game, "allied")
    assert where(game, "8/3-br") in set(CAEN) - {"0939"}


def test_it_keeps_the_only_guard_in_the_last_beachhead_when_germans_are_near() -> None:
    game = position("sword", "german 22/21 at 1439\nallied 8/3-br at 1739", beachheads="1739")
    let_play(game, "allied")
    assert where(game, "8/3-br") == "1739"


def test_it_leaves_a_beachhead_that_no_german_can_reach() -> None:
    game = position("sword", "german 631/711 at 0149\nallied 8/3-br at 1739", beachheads="1739")
    let_play(game, "allied")
    assert where(game, "8/3-br") != "1739"


def test_it_stands_in_the_way_of_panzers_to_the_beach() -> None:
    """From the hexes before the base zones of control close the way; one goes there, one may try for Caen."""
    panzers = "german 22/21 at 0938\ngerman 125/21 at 0939\n"
    game = position(
        "sword",
        panzers + "allied 8/3-br at 1740\nallied 9/3-br at 1639\nallied 185/3 at 1640",
        beachheads="1740",
    )
    let_play(game, "allied")
    assert where(game, "8/3-br") == "1740"
    assert {where(game, "9/3-br"), where(game, "185/3")} & {"1439", "1542", "1637", "1837"}


def test_a_full_beachhead_makes_room_for_those_who_wait_to_land() -> None:
    """Three guards would do against so many panzers, but one who lands can take over from one who leaves."""
    units = "german 22/21 at 0938\ngerman 125/21 at 0939\ngerman 192/21 at 0937\n"
    units += "allied 8/3-br at 1740\nallied 9/3-br at 1740\nallied 185/3 at 1740"
    game = position("sword", units, beachheads="1740", waiting="4-arm")
    let_play(game, "allied")
    assert len(state(game).at[GRID.at("1740")]) < 3


def test_a_german_takes_a_beachhead_without_a_guard() -> None:
    game = position("sword", "german 22/21 at 1439\nallied 8/3-br at 0942", side="german", beachheads="1739")
    let_play(game, "german")
    assert not state(game).beachheads


def test_a_german_stays_in_an_objective_when_the_enemy_is_before_it() -> None:
    units = "german 192/21 at 0938\nallied 8/3-br at 1139\nallied 9/3-br at 1140\nallied 185/3 at 1739"
    game = position("sword", units, side="german", beachheads="1739")
    let_play(game, "german")
    assert where(game, "192/21") == "0938"


def test_it_does_not_march_out_of_supply() -> None:
    """A German zone of control on both roads from the beach would leave the unit without supply beyond."""
    units = "german 192/21 at 1439\nallied 8/3-br at 1640"
    game = position("sword", units, beachheads="1640", cups=NO_MARKERS)
    let_play(game, "allied")
    while game.decision.seat == "allied":
        game.play(choice(game))
    assert not state(game).reduced


def test_it_attacks_a_weak_unit_in_the_open_with_all_that_helps() -> None:
    units = "german 716/716 at 1139\nallied 8/3-br at 1239\nallied 27 at 1238"
    game = position("sword", units, phase="combat", cups=NO_MARKERS, beachheads="1739", dice=[1])
    assert choice(game) == "attack 1139"
    play(game, "attack 1139")
    assert choice(game) == "with 27"
    play(game, "with 27")
    assert choice(game) == "with 8/3-br"


def test_it_leaves_a_city_alone_when_the_odds_are_hopeless() -> None:
    units = "german 192/21 at 0938\nallied 8/3-br at 1038 reduced"
    game = position("sword", units, phase="combat", cups=NO_MARKERS, beachheads="1739")
    assert choice(game) == "end"


def test_it_wastes_no_marker_on_an_attack_that_cannot_get_better() -> None:
    units = "german 716/716 at 1139\nallied 8/3-br at 1239\nallied 27 at 1238\nallied 152/51 at 1138"
    game = position("sword", units, phase="combat", cups=markers(cw_artillery=[3, 3]), beachheads="1739", dice=[1])
    play(game, "attack 1139", "with 27", "with 8/3-br", "with 152/51")
    assert orders(game) == ["draw cw-artillery", "pass"]
    assert choice(game) == "pass"


def test_it_spends_a_marker_that_turns_a_combat() -> None:
    units = "german 192/21 at 1139\nallied 8/3-br at 1239\nallied 27 at 1238"
    game = position("sword", units, phase="combat", cups=markers(cw_aircraft=[8, 8]), beachheads="1739", dice=[1])
    play(game, "attack 1139", "with 27", "with 8/3-br")
    assert choice(game) == "draw cw-aircraft"


def test_ships_fire_before_aircraft_that_can_fire_all_the_turn() -> None:
    game = begin("sword", dice=[6, 6, 6, 2])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    play(game, "at 1641", "attack 1739")
    state(game).cups[Cup.CW_AIRCRAFT], state(game).cups[Cup.CW_NAVAL] = (10,) * 8, (7,) * 5
    assert choice(game) == "draw cw-naval"


def test_it_bombards_units_in_the_open_rather_than_in_a_city() -> None:
    units = "german 192/21 at 0938\ngerman 125/21 at 1138\nallied 8/3-br at 1439"
    game = position("sword", units, phase="bombardment", cups=markers(cw_aircraft=[8, 8]), beachheads="1739")
    assert choice(game) == "bombard 125/21"
    play(game, "bombard 125/21", "draw cw-aircraft")
    assert choice(game) == "draw cw-aircraft"  # both at once


def test_it_stands_in_an_objective_and_retreats_elsewhere() -> None:
    for target, beside, answer in (("0938", "1038", "stand 192/21"), ("1139", "1239", "retreat 192/21")):
        units = f"german 192/21 at {target}\nallied 8/3-br at {beside}"
        game = position("sword", units, phase="combat", cups=NO_MARKERS, dice=[1], setting=sure("D2", "sword"))
        play(game, f"attack {target}", "with 8/3-br")
        assert choice(game) == answer


def test_a_full_unit_takes_the_loss_before_a_reduced_one_dies() -> None:
    units = "german 192/21 at 1139\nallied 8/3-br at 1239 reduced\nallied 9/3-br at 1238"
    game = position("sword", units, phase="combat", cups=NO_MARKERS, dice=[1], setting=sure("(A)", "sword"))
    play(game, "attack 1139", "with 8/3-br", "with 9/3-br")
    assert choice(game) == "deplete 9/3-br"


def test_it_follows_a_beaten_defender_into_an_objective() -> None:
    units = "german 192/21 at 0938\nallied 8/3-br at 1038"
    game = position(
        "sword", units, phase="combat", cups=NO_MARKERS, dice=[1], setting=sure("D2", "sword"), beachheads="1739"
    )
    play(game, "attack 0938", "with 8/3-br", "retreat 192/21")
    while game.decision.seat == "german":
        play(game, orders(game)[0])
    assert choice(game) == "advance 8/3-br"


def test_replacements_are_never_left_unused() -> None:
    game = bocage.new("fire_movement/sword", seed=2)
    players = {"allied": GreedyPlayer(1), "german": GreedyPlayer(2)}
    seen = 0
    while not game.over and seen < 2:
        order = players[game.decision.seat].choose(Chair(game))
        if game.decision.rule == "10.7":
            assert order.verb == "rebuild"
            seen += 1
        game.play(order)
    assert seen == 2


def test_who_holds_a_beachhead_before_the_enemy_is_rebuilt_first() -> None:
    units = "allied 1-cdo at 1739 reduced\nallied 8/3-br at 1440 reduced\ngerman 22/21 at 1439"
    assert choice(dawn("sword", units, turn=2, beachheads="1739")) == "rebuild 1-cdo"
    assert choice(dawn("sword", units, turn=2, beachheads="1640")) == "rebuild 8/3-br"


def test_the_german_set_up_of_sword_holds_caen() -> None:
    game = bocage.new("fire_movement/sword", seed=1)
    greedy = GreedyPlayer(1)
    while game.decision.seat == "german":
        game.play(greedy.choose(Chair(game)))
    taken = set(state(game).secret.values())
    assert {GRID.at(label) for label in CAEN} <= taken


def test_every_beachhead_marker_is_placed_and_gets_a_unit() -> None:
    game = bocage.new("fire_movement/sword", seed=1)
    players = {"allied": GreedyPlayer(1), "german": GreedyPlayer(2)}
    while state(game).turn == 0:
        game.play(players[game.decision.seat].choose(Chair(game)))
    assert sum(str(played.order).startswith("beachhead") for played in game.history) == 3
    assert state(game).beachheads.bit_count() == 3
    assert ground_of(state(game).battle).objectives == GRID.set(CAEN)
