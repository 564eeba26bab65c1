"""What an order costs for sure is told before it is given, and nothing else is."""

from __future__ import annotations

from bocage.games.omaha_beach.words import unit_number
from tests.omaha_beach.positions import fire_card, landing_card, position, state
from tests.questions import foreseen, orders, play


def test_ending_the_actions_drowns_whoever_could_still_have_left_the_water() -> None:
    drowned = "E/2/16 is eliminated: the tide covers the hex."
    game = position("us E/2/16 at 0513\nus F/2/16 at 0614", turn=7)
    assert foreseen(game, "end") == drowned
    play(game, "act E/2/16")
    dry = [order for order in orders(game) if order.startswith("to ")]
    assert dry and not any(foreseen(game, order) for order in dry)
    play(game, dry[0])
    assert foreseen(game, "end") == ""
    assert foreseen(position("us E/2/16 at 0513", turn=5), "end") == ""  # the hex is dry still


def test_whoever_cannot_be_saved_any_more_is_not_the_price_of_ending() -> None:
    game = position("us E/2/16 at 0513 disrupted\nus F/2/16 at 0614", turn=7)
    assert foreseen(game, "end") == "" and foreseen(game, "recover E/2/16") == ""
    unpaid = position("us 1/B/741 at 0513\nus F/2/16 at 0614", turn=7, extra_actions=-2)
    assert orders(unpaid, "act") == ["F/2/16"]  # which moves to shelter for free
    assert foreseen(unpaid, "end") == ""


def test_a_unit_of_the_other_division_may_still_leave_the_water_in_its_turn() -> None:
    pieces = "us E/2/16 at 0513\nus F/2/16 at 0614\nus A/1/116 at 0425"
    assert foreseen(position(pieces, turn=7, first="1st"), "end").startswith("E/2/16 is eliminated")
    game = position(pieces, turn=7, first="29th")
    assert foreseen(game, "end") == "A/1/116 is eliminated: the tide covers the hex."


def test_firing_from_a_hex_under_water_costs_the_unit() -> None:
    game = position("us 1/B/741 at 0513\nus F/2/16 at 0614\ngerman WN62S WN75 revealed", turn=7)
    play(game, "act 1/B/741")
    target = orders(game, "barrage")[0]
    assert foreseen(game, f"barrage {target}") == "1/B/741 is eliminated: the tide covers the hex."


def test_ending_with_a_crowd_costs_all_but_two() -> None:
    pieces = "us E/2/16 at 0713\nus F/2/16 at 0713\nus G/2/16 at 0713\nus 16-HQ at 0713"
    crowd = "Of E/2/16, F/2/16, G/2/16 only two may stay in 0713: the rest is eliminated."
    game = position(pieces)
    assert foreseen(game, "end") == crowd
    play(game, "end")
    assert foreseen(game, "lose F/2/16") == "F/2/16 is eliminated: no more than two units may stay in a hex."


def test_going_where_two_cannot_leave_any_more_costs_one_of_the_three() -> None:
    pieces = "us E/2/16 at 0713\nus F/2/16 at 0713{}\nus G/2/16 at 0712"
    full = position(pieces.format(" disrupted"))
    state(full).acted |= 1 << unit_number("E/2/16")
    play(full, "act G/2/16")
    assert foreseen(full, "to 0713") == "Of E/2/16, F/2/16, G/2/16 only two may stay in 0713: the rest is eliminated."
    loose = position(pieces.format(""))
    play(loose, "act G/2/16")
    assert foreseen(loose, "to 0713") == ""  # the others may still go


def test_mines_and_guns_take_a_step_and_the_last_step_the_unit() -> None:
    pieces = "us E/2/16 in ER1\nus F/2/16 in ER1 steps 1"
    game = position(pieces, phase="landing", turn=8, cards=[landing_card(mine=True)])
    assert foreseen(game, "lose E/2/16") == "E/2/16 loses a step and has 2 left."
    assert foreseen(game, "lose F/2/16") == "F/2/16 is eliminated."


def test_the_loss_that_ends_the_game_says_so() -> None:
    pieces = "us E/2/16 in ER1 steps 2\nus F/2/16 in ER1"
    game = position(pieces, phase="landing", turn=8, cards=[landing_card(mine=True)])
    limit = state(game).battle.scenario.loss_limit(8)
    companies = ("A/1/16", "B/1/16", "C/1/16", "D/1/16", "G/2/16", "H/2/16", "I/3/16", "K/3/16", "L/3/16", "M/3/16")
    for name in companies[: limit - 1]:
        unit = unit_number(name)
        state(game).steps[unit], state(game).where[unit] = 0, -2
    assert foreseen(game, "lose F/2/16") == "F/2/16 loses a step and has 2 left."
    lost = (
        "E/2/16 loses a step and has 1 left. The 1st Division can bear no more losses, for companies on their last "
        "step count as lost: the game is lost."
    )
    assert foreseen(game, "lose E/2/16") == lost
    play(game, "lose E/2/16")
    assert game.over


def test_a_hero_or_his_unit_is_lost_and_each_answer_says_who() -> None:
    card = fire_card(single="green", artillery=0)
    pieces = "german WN62S WN75\nus E/2/16 at 0612 steps 1 hero"
    game = position(pieces, phase="fire", turn=2, cards=[card])
    assert foreseen(game, "sacrifice") == "The hero of E/2/16 is killed; the unit is inspired."
    assert foreseen(game, "accept") == "E/2/16 is eliminated."


def test_whom_fire_hits_loses_a_step_or_is_lost_or_loses_his_hero() -> None:
    card = fire_card(single="green", artillery=0)
    pieces = "german WN62S WN75\nus E/2/16 at 0612 steps {0}\nus F/2/16 at 0612 steps {0} {1}"
    fresh = position(pieces.format(3, "hero"), phase="fire", turn=2, cards=[card])
    assert foreseen(fresh, "hit F/2/16") == "F/2/16 loses a step and has 2 left."
    last = position(pieces.format(1, "hero"), phase="fire", turn=2, cards=[card])
    assert foreseen(last, "hit E/2/16") == "E/2/16 is eliminated."
    assert foreseen(last, "hit F/2/16") == "The hero of F/2/16 is killed; the unit is inspired."


def test_whom_artillery_hits_loses_a_step() -> None:
    pieces = "us F/2/16 in ER1\nus K/3/16 in ER2\nus B/1/16 in ER3 steps 2"
    game = position(pieces, phase="fire", turn=5, cards=[fire_card("triangle", artillery=2)])
    assert foreseen(game, "hit K/3/16") == "K/3/16 loses a step and has 2 left."


def test_a_general_survives_his_first_wound_and_an_hq_comes_back() -> None:
    star = fire_card(symbols={"green": "star"}, single="green", artillery=0)
    pieces = "german WN62S WN75\nus 16-HQ at 0612\nus Wyman at 0612 {}\nus Cota at 0510"
    whole = position(pieces.format(""), phase="fire", turn=8, cards=[star])
    assert foreseen(whole, "hit Wyman") == "" and foreseen(whole, "hit 16-HQ") == ""
    wounded = position(pieces.format("wounded"), phase="fire", turn=8, cards=[star])
    assert foreseen(wounded, "hit Wyman") == "Wyman is eliminated."
