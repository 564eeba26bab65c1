"""Confusion (6.11): both sides in one hex."""

from __future__ import annotations

from bocage.games.bloody_summer import stacking
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.combat import Combat
from bocage.games.bloody_summer.fight import Fight, column_shifts
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import GRID
from bocage.games.bloody_summer.state import NOBODY
from tests.bloody_summer.fights import BIG_RED_ONE, attack, fight, line_in, shifts_in
from tests.bloody_summer.positions import position, state, where
from tests.questions import orders, play
from tests.support import rule

OMAHA = GRID.at("0713")
BEACH = "german WN-Colleville at 0713\nallied 1-Inf/16 at 0713\n"


@rule("6.11-01", "6.11-02", "6.11-10", edition="bloody_summer")
def test_a_landing_without_a_decision_ends_in_confusion() -> None:
    landing = Combat(OMAHA, NOBODY, "landing", (piece_number("1-Inf/16"),))
    game = fight(BEACH, scenario="campaign", turn=0, dice=[5], procedure=landing)  # 5 to 4 from the sea: 1:2, a1
    g = state(game)
    assert (where(game, "1-Inf/16"), where(game, "WN-Colleville")) == ("0713", "0713")
    assert g.in_confusion(OMAHA)
    assert all(g.occupied[side] >> OMAHA & 1 for side in (ALLIED, GERMAN))
    assert not g.held >> OMAHA & 1, "it stays German until the garrison is gone"
    g.destroy(piece_number("WN-Colleville"), "")
    assert g.held >> OMAHA & 1
    assert not g.in_confusion(OMAHA)


@rule("6.11-01", edition="bloody_summer")
def test_a_drop_on_enemies_too() -> None:
    text = "allied 82-Abn/505 D1 at 0619\ngerman 91-LL/1058 at 0619\n"
    drop = Combat(GRID.at("0619"), NOBODY, "drop", (piece_number("82-Abn/505"),))
    game = fight(text, scenario="campaign", turn=0, part="O", dice=[4], procedure=drop)
    assert state(game).in_confusion(GRID.at("0619"))


@rule("10.O.1-10", edition="bloody_summer")
def test_in_a_drop_only_the_dropping_unit_s_disorganisation_counts() -> None:
    g = position("campaign", "allied 82-Abn/505 D1 at 0619\ngerman 91-LL/1058 D2 at 0619\n", turn=0, part="O")
    fight_ = Fight("drop", ALLIED, GRID.at("0619"), (piece_number("82-Abn/505"),))
    assert column_shifts(g, fight_) == (("attacker disorganised", -1),)


@rule("6.11-03", edition="bloody_summer")
def test_each_side_has_its_own_limit() -> None:
    text = "german 353-Inf at 1306\ngerman 711-Inf at 1306\n"
    text += "".join(f"allied {unit} at 1306\n" for unit in ("1-Inf/16", "1-Inf/18", "1-Inf/26", "4-Inf/8"))
    g = position(text=text)
    assert stacking.fits(g, GRID.at("1306"), piece_number("4-Inf/12"))
    g.put(piece_number("4-Inf/12"), GRID.at("1306"))
    assert not stacking.fits(g, GRID.at("1306"), piece_number("4-Inf/22"))
    assert not stacking.fits(g, GRID.at("1306"), piece_number("84-Inf"))


@rule("6.11-08", edition="bloody_summer")
def test_those_in_the_hex_attack_there_and_neighbours_join() -> None:
    text = BIG_RED_ONE + "allied 4-Inf/8 at 1306\ngerman 711-Inf at 1306\n"
    game = fight(text, dice=[5])
    play(game, "attack 1306")
    assert orders(game, "with") == ["4-Inf/8", "1-Inf/16", "1-Inf/18", "1-Inf/26"]
    play(game, "with 4-Inf/8", "with 1-Inf/16", "with 1-Inf/18", "declare")
    events = play(game, "pass")  # 14 to 4 is 3:1, a 5: D1 / d1 D1 R2
    assert line_in(events) == "3:1"
    while orders(game, "to"):
        play(game, f"to {orders(game, 'to')[-1]}")
    assert not state(game).in_confusion(GRID.at("1306"))
    assert state(game).held >> GRID.at("1306") & 1
    assert where(game, "711-Inf") != "1306"


@rule("6.11-08", edition="bloody_summer")
def test_the_germans_attack_in_their_own_hex_as_well() -> None:
    text = "german HQ-I-SS-Pz at 1406\nmarker german 1406 1\ngerman 12-SS/25 at 1306\nallied 1-Inf/16 at 1306\n"
    game = fight(text, "HQ-I-SS-Pz", active="german", dice=[3])
    assert orders(game, "attack") == ["1306"]


@rule("6.11-09", "10.A.1.a-04", "10.A.1.a-05", edition="bloody_summer")
def test_the_sea_shift_is_for_attacks_from_the_sea_and_not_for_rangers_alone() -> None:
    landing = Combat(OMAHA, NOBODY, "landing", (piece_number("1-Inf/16"),))
    game = fight(BEACH, scenario="campaign", turn=0, dice=[6], procedure=landing)
    g = state(game)
    units = (piece_number("1-Inf/16"),)
    assert dict(column_shifts(g, Fight("landing", ALLIED, OMAHA, units)))["from the sea"] == -1
    assert "from the sea" not in dict(column_shifts(g, Fight("turn_0", ALLIED, OMAHA, units)))
    rangers = (piece_number("5-Ranger"),)
    g.put(rangers[0], OMAHA)
    assert "from the sea" not in dict(column_shifts(g, Fight("landing", ALLIED, OMAHA, rangers)))
    assert "from the sea" in dict(column_shifts(g, Fight("landing", ALLIED, OMAHA, (*rangers, *units))))


@rule("10.A.1.a-07", edition="bloody_summer")
def test_the_79th_supports_british_landings_before_it() -> None:
    text = "allied 79-Arm/30-Arm-Bde at across-gold\nallied 50-Inf/231 at 0711\ngerman WN-Le-Hamel at 0711\n"
    text += "allied 3-Can-Inf/7 at 0709\ngerman WN-Courseulles at 0709\n"
    g = position("campaign", text, turn=0)
    before = Fight("landing", ALLIED, GRID.at("0711"), (piece_number("50-Inf/231"),))
    beside = Fight("landing", ALLIED, GRID.at("0709"), (piece_number("3-Can-Inf/7"),))
    assert dict(column_shifts(g, before))["79th Armoured"] == 1
    assert "79th Armoured" not in dict(column_shifts(g, beside))


@rule("6.5-14", "6.5-10", edition="bloody_summer")
def test_disorganised_tanks_may_stay_out_of_a_landing() -> None:
    units = tuple(map(piece_number, ("1-Inf/16", "741-Tk")))
    text = BEACH + "allied 741-Tk D2 at 0713\n"
    game = fight(text, scenario="campaign", turn=0, dice=[6], procedure=Combat(OMAHA, NOBODY, "landing", units))
    assert orders(game) == ["withhold 741-Tk", "declare"]
    events = play(game, "withhold 741-Tk")
    assert "attacker disorganised" not in shifts_in(events)


def test_attacks_out_of_confusion_are_allowed() -> None:
    text = BIG_RED_ONE + "german 711-Inf at 1207\ngerman 84-Inf at 1306\n"
    game = fight(text, dice=[2])
    attack(game, "1306", "1-Inf/26")
    assert state(game).attacked >> piece_number("1-Inf/26") & 1
