"""Set-up of the three games (11), and what a game says of itself."""

from __future__ import annotations

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_NAMES
from bocage.games.bloody_summer.pieces import PIECES, UNITS, piece_number
from bocage.games.bloody_summer.places import GRID, place_number
from bocage.games.bloody_summer.title import SCALE, list_scenarios, open_scenario
from bocage.kernel import Chance, Game
from tests.bloody_summer.positions import state, where
from tests.questions import orders, play, refusal
from tests.support import rule


def started(scenario: str) -> Game:
    """A game at its first decision."""
    setting = open_scenario(scenario)
    return Game.at(setting, setting.start(Chance.from_seed("11")))


def after_reductions() -> Game:
    """Operation Cobra when the free counters are placed."""
    game = started("operation_cobra")
    while orders(game, "reduce"):
        play(game, orders(game)[0])
    return game


def after_germans() -> Game:
    """Operation Cobra when the Germans have placed theirs."""
    game = after_reductions()
    while game.decision.seat == "german":
        play(game, orders(game)[0])
    return game


@rule("preface-01", "preface-03", "preface-06", "11.1-01", "11.1-03", "11.2-01", edition="bloody_summer")
def test_the_scenarios_are_listed_in_the_order_in_which_one_should_try_them() -> None:
    listed = list_scenarios()
    assert [scenario.name.partition("/")[2] for scenario in listed] == [
        "race_to_cherbourg", "operation_cobra", "campaign",
    ]  # fmt: skip
    assert [scenario.turns for scenario in listed] == [4, 6, 13]
    assert "after both scenarios" in listed[2].summary and "first game" in listed[0].summary
    assert "Cherbourg" in listed[0].title and "Cobra" in listed[1].title
    assert "week" in SCALE and "6 km" in SCALE


@rule("11-01", edition="bloody_summer")
def test_each_army_has_a_seat_and_scenario_1_has_no_british() -> None:
    assert open_scenario("campaign").sides == {"allied": ("us", "british"), "german": ("german",)}
    assert open_scenario("race_to_cherbourg").seats == ("us", "german")


@rule("11.2.1-01", edition="bloody_summer")
def test_the_owner_chooses_which_counter_of_a_division_begins_weaker() -> None:
    game = started("operation_cobra")
    assert game.decision.seat == "german"
    assert set(orders(game, "reduce")) == {"21-Pz/125", "21-Pz/192", "21-Pz/I/22", "21-Pz/II/22"}
    assert refusal(game, "reduce 12-SS/25").rule == "11.2.1-01"
    play(game, "reduce 21-Pz/192")
    assert state(game).lost[piece_number("21-Pz/192")] == 1
    assert all(order.startswith("12-SS/") for order in orders(game, "reduce"))


@rule("11.2.1-02", edition="bloody_summer")
def test_the_reserve_of_panzer_gruppe_west_begins_in_the_east_behind_the_german_front() -> None:
    game = after_reductions()
    g = state(game)
    hexes = [GRID.at(label) for label in orders(game, "at")]
    assert hexes and all(GRID.column(hex_) <= 12 for hex_ in hexes)
    assert not any(g.held >> hex_ & 1 or g.occupied[ALLIED] >> hex_ & 1 for hex_ in hexes)
    assert refusal(game, "at 1313").rule == "11.2.1-02"
    play(game, "at 1310")
    assert where(game, "s.PzJg-654") == "1310"


@rule("11.2.2-02", edition="bloody_summer")
def test_the_79th_begins_with_british_stacks_that_have_room() -> None:
    game = after_germans()
    g = state(game)
    assert game.decision.seat == "british"
    places = {place_number(label) for label in orders(game, "at")}
    assert all(any(g.campaign.army[piece] == 1 for piece in g.at[place]) for place in places)
    assert refusal(game, "at 1114").rule == "11.2.2-02"  # the US 2nd Division
    play(game, "at 0913")
    assert refusal(game, "at 0913").rule == "11.2.2-02"  # one unit without stacking value is enough for a hex


@rule("11.2.2-03", edition="bloody_summer")
def test_the_allies_begin_cobra_with_two_offensive_markers_at_headquarters_of_their_choice() -> None:
    game = after_germans()
    while game.decision.seat == "british":
        play(game, orders(game)[0])
    assert set(orders(game, "marker")) >= {"HQ-VII", "HQ-I"}
    assert refusal(game, "marker HQ-I-SS-Pz").rule == "11.2.2-03"
    play(game, "marker HQ-VII", "marker HQ-VII")
    assert state(game).markers_at(ALLIED, GRID.at("1017")) == 2
    assert state(game).turn == 7


@rule("0-06", "11.3.1-01", edition="bloody_summer")
def test_every_piece_begins_in_one_place_and_in_its_own() -> None:
    for scenario in ("race_to_cherbourg", "campaign"):
        g = state(started(scenario))
        assert len(g.where) == PIECES
        for place, pieces in g.at.items():
            assert all(g.where[piece] == place for piece in pieces)
        assert sum(map(len, g.at.values())) == sum(place >= 0 for place in g.where)


@rule("11.1-04", edition="bloody_summer")
def test_in_scenario_1_nobody_is_east_of_column_17() -> None:
    campaign = open_scenario("race_to_cherbourg").campaign
    assert min(GRID.column(hex_) for hex_ in GRID.hexes if campaign.in_play >> hex_ & 1) == 17
    utah = GRID.at("0617")
    assert all(GRID.column(hex_) >= 17 for hex_ in range(GRID.size) if campaign.around[utah] >> hex_ & 1)


@rule("0.1.2.d-02", "0.1.2.d-03", edition="bloody_summer")
def test_garrisons_neither_move_nor_attack() -> None:
    g = state(started("campaign"))
    for name in ("WN-Madeleine", "Battery-Crisbecq", "Festung-Cherbourg"):
        piece = piece_number(name)
        assert piece >= UNITS and not g.campaign.allowance[piece] and not g.attack_of(piece)
        assert g.defence_of(piece) and SIDE_NAMES[g.campaign.side[piece]] == "german"
    assert g.campaign.side[piece_number("FFI")] == ALLIED and GERMAN == 1


def test_what_a_set_up_begins_without_is_no_loss() -> None:
    game = after_germans()
    assert all(loss == (0, 0) for loss in game.setting.tally(game.state).losses.values())
    g = state(game)
    g.deplete(piece_number("10-SS/22"), "6.10-02")
    g.destroy(piece_number("2-Inf/9"), "6.10-03")
    losses = game.setting.tally(g).losses
    assert losses["german"] == (0, 1) and losses["allied"] == (1, 2)
