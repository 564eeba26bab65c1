"""Combat: who may attack whom, strengths, odds, column shifts and results (11.0, 11.1, 11.3 to 11.3.5, 7.2.3)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bocage.games.dark_summer.columns import BELOW, odds_column, odds_name, shifted
from bocage.games.dark_summer.content import load_content
from bocage.games.dark_summer.odds import preview
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.tables import RESULTS
from bocage.games.dark_summer.words import VOCABULARY, unit_number
from bocage.kernel import Game
from tests.dark_summer.combats import attack, ended, fight_in, fighting, holds, outlook, ratio, result, told
from tests.dark_summer.positions import is_reduced, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

# 4808 and what is around it is Clear; the Orne lies west of it.
DUEL = """
    german 1057/91 at 4808
    allied 8/3 at 4707
    allied 185/3 at 4707
    allied 9/3 at 4807
"""


# -- 11.0, 11.1: who attacks whom ------------------------------------------------------------------


@rule("11.0-01", "11.0-02", "11.0-03", "11.1-01", "11.1-03", "9.3.2-01", "9.3.2-02", edition="dark_summer")
def test_active_units_may_attack_what_is_next_to_them() -> None:
    units = DUEL + "german 1058/91 at 4908\nallied 16/1 at 3204\ngerman 914/352 at 3205"
    game = fighting("british", units)
    assert orders(game) == ["attack 4808", "end"]
    assert refusal(game, "attack 4908").rule == "11.1-01"  # nobody is next to it
    assert refusal(game, "attack 4809").rule == "11.1-01"  # nobody is there
    assert refusal(game, "attack 3205").rule == "15.0-01"
    play(game, "attack 4808")
    assert orders(game) == ["with 8/3", "with 185/3", "with 9/3"]
    assert refusal(game, "declare").rule == "11.3.1-01"
    assert refusal(game, "with 16/1").rule == "9.3.2-02"
    game = fighting("german", units, round="reaction", only="1057/91")
    assert ended(game)
    game = fighting("german", units)
    assert orders(game, "attack") == ["3204", "4707", "4807"]
    game = fighting("british", units, round="combined")
    assert orders(game, "attack") == ["4808"]


@rule("11.0-05", "9.3.4-08", "9.3.4-09", edition="dark_summer")
def test_in_a_reaction_round_active_kampfgruppen_and_tigers_make_one_attack() -> None:
    units = """
        german 125/21-Pz at 4808
        german 101-SS-Tiger at 4808
        german 1057/91 at 4808
        german 25/12-SS-Pz at 4908
        allied 8/3 at 4807
        allied 185/3 at 4707
    """
    game = fighting("german", units, round="reaction", only="125/21-Pz 101-SS-Tiger 1057/91", dice=[1])
    assert orders(game, "attack") == ["4707", "4807"]
    play(game, "attack 4807")
    assert orders(game) == ["with 125/21-Pz", "with 101-SS-Tiger"]
    assert refusal(game, "with 1057/91").rule == "11.0-05"
    assert refusal(game, "with 25/12-SS-Pz").rule == "9.3.4-08"
    play(game, "with 125/21-Pz", "declare")
    assert ended(game)


@rule("11.0-06", "13.4-05", edition="dark_summer")
def test_allied_units_out_of_supply_do_not_attack_and_german_ones_do() -> None:
    cut_off = """
        german 1057/91 at 4808
        german 857/346 at 4811
        german 858/346 at 5010
        allied 9/3 at 4909
        allied 8/3 at 4807
    """
    game = fighting("british", cut_off)
    play(game, "attack 4808")
    assert orders(game) == ["with 8/3"]
    assert refusal(game, "with 9/3").rule == "11.0-06"
    game = fighting("british", DUEL, beaches="2403")  # a Beach of the other army
    assert ended(game)
    game = fighting("german", "german 1057/91 at 2102\nallied 8/4 at 2202\nallied 22/4 at 2203\nallied 505/82 at 2003")
    assert orders(game, "attack") == ["2003", "2202", "2203"]


@rule("11.1-02", "11.1-06", "11.1-07", "11.1-12", "11.3-02", "11.3.1-01", edition="dark_summer")
def test_units_of_a_stack_attack_where_they_like_and_a_stack_defends_as_one() -> None:
    units = """
        german 1057/91 at 4808
        german 1058/91 at 4808
        german 736/716 at 4708
        allied 8/3 at 4707
        allied 185/3 at 4707
        allied 9/3 at 4707
    """
    game = fighting("british", units, dice=[4, 1])
    assert orders(game) == ["attack 4708", "attack 4808", "end"]
    events = attack(game, "4808", "8/3 185/3")
    assert ratio(events) == (8, 8)
    assert told(events, "defenders") == (unit_number("1057/91"), unit_number("1058/91"))
    play(game, "lose 1057/91", "lose 8/3")  # BL1
    assert orders(game) == ["attack 4708", "end"]
    play(game, "attack 4708")
    assert where(game, "9/3") == "4707"


@rule("11.1-04", "11.1-05", "11.1-08", "11.3-01", "11.3-03", edition="dark_summer")
def test_each_unit_attacks_once_and_each_hex_is_attacked_once_in_a_round() -> None:
    units = DUEL + "german 736/716 at 4708"
    game = fighting("british", units, dice=[1])
    play(game, "attack 4808", "with 8/3")
    assert refusal(game, "with 8/3").rule == "11.1-08"
    assert refusal(game, "attack 4708").rule == "11.3.1-01"  # the first Combat is not over
    play(game, "declare")
    assert is_reduced(game, "8/3")  # 1-1, AL1
    assert refusal(game, "attack 4808").rule == "11.1-05"
    play(game, "attack 4708")
    assert orders(game) == ["with 185/3"]  # 9/3 is not next to it
    assert refusal(game, "with 8/3").rule == "11.1-04"


@rule("11.1-11", "11.1-13", edition="dark_summer")
def test_germans_do_not_attack_lettered_hexes_or_offshore() -> None:
    game = fighting("german", "german 1057/91 at 1501\nallied 8/4 at 1500\nallied 22/4 at 1502")
    assert orders(game, "attack") == ["1502"]
    assert refusal(game, "attack 1500").rule == "11.1-11"
    units = "german 125/21-Pz at 4603\nallied 8/3 at approach-4603\nallied 9/3 at 4503"
    game = fighting("german", units, beaches="4203")
    assert orders(game, "attack") == ["4503"]
    assert refusal(game, "attack approach-4603").rule == "11.1-13"


@rule("2.2.1-04", edition="dark_summer")
def test_a_unit_without_attack_factor_joins_others_only() -> None:
    units = "german 736/716 at 4808 reduced\ngerman 1057/91 at 4808\nallied 8/3 at 4807"
    game = fighting("german", units)
    play(game, "attack 4807")
    assert orders(game) == ["with 1057/91"]
    assert game.decision.prompt == "Attack 4807 with 1057/91 first, as others may only join?"
    assert refusal(game, "with 736/716").rule == "2.2.1-04"
    play(game, "with 1057/91")
    assert orders(game) == ["with 736/716", "declare"]
    game = fighting("german", "german 1057/91 at 4808\nallied 8/3 at 4807")
    play(game, "attack 4807")
    assert game.decision.prompt == "Attack 4807 with 1057/91, as nobody else may?"
    game = fighting("german", "german 736/716 at 4808 reduced\nallied 8/3 at 4807")
    assert ended(game)


# -- 11.3: strengths -------------------------------------------------------------------------------


@rule("11.3-04", "11.3.1-02", "11.3.1-03", "11.3.5-01", "11.3.5-02", edition="dark_summer")
def test_a_combat_adds_up_factors_and_throws_one_die() -> None:
    game = fighting("british", DUEL, dice=[5])
    events = attack(game, "4808", "8/3 185/3 9/3")
    assert ratio(events) == (12, 4)  # 1057/91 is 3-4
    assert (told(events, "odds"), told(events, "line"), told(events, "die")) == ("3-1", "3-1", 5)
    assert kinds(events) == ["attack_declared", "combat", "retreated"]  # the retreat comes before the advance
    assert result(events) == "DR*"
    assert orders(game, "advance") == ["8/3", "185/3", "9/3"]
    game = fighting("german", DUEL, dice=[6])
    assert ratio(attack(game, "4807", "1057/91")) == (3, 4)


@rule("11.3.1-04", "11.3.1-05", "13.4-03", "13.4-E2", edition="dark_summer")
def test_units_out_of_supply_are_halved_hex_by_hex() -> None:
    ring = "allied 8/4 at 2202\nallied 22/4 at 2203\nallied 505/82 at 2003\nallied 12/4 at 2101\nallied 507/82 at 2001"
    units = "german 1057/91 at 2102\ngerman 1058/91 at 2102\n" + ring
    g = position(units, active="german", round="combat", turn=3, beaches="2403")
    assert outlook(g, "2203", "1057/91 1058/91").attack == 3  # 3 + 3, halved
    assert outlook(g, "2203", "1057/91").attack == 1
    g = position(units, active="us", round="combat", turn=3, beaches="2403")
    assert outlook(g, "2102", "22/4").defence == 4  # 4 + 4, halved
    alone = "german 736/716 at 2102\n" + ring
    assert outlook(position(alone, active="german", round="combat", beaches="2403"), "2203", "736/716").attack == 1
    mixed = "german 736/716 at 2102\ngerman SP-2201 at 2102 factor 3\n" + ring
    g = position(mixed, active="us", round="combat", turn=2, beaches="2403")
    assert outlook(g, "2102", "22/4").defence == 4  # the Strongpoint in full, the regiment 1


@rule("11.3.1-06", "13.4-07", "13.4-E1", edition="dark_summer")
def test_woods_add_one_to_the_defence_after_halving() -> None:
    woods = "german 736/716 at 4511\nallied 8/3 at 4512"
    g = position(woods, active="british", round="combat", beaches="4603")
    assert g.campaign.ground.terrain[GRID.at("4511")].value == "woods"
    assert outlook(g, "4511", "8/3").defence == 3
    ring = "\nallied 185/3 at 4510\nallied 9/3 at 4412\nallied 8-A at 4611\nallied 4-A at 4612\nallied 56 at 4411"
    g = position(woods.replace("4511", "4511 reduced") + ring, active="british", round="combat", beaches="4603")
    assert outlook(g, "4511", "8/3").defence == 2


@rule("11.3.1-07", "11.3.1-08", "11.3.7-20", "11.3.9-03", edition="dark_summer")
def test_units_that_retreated_add_nothing_but_suffer_again() -> None:
    game = fighting("british", DUEL, dice=[4])
    attack(game, "4808", "8/3 185/3 9/3")
    assert state(game).retreated == 1 << unit_number("1057/91")

    def second_attack(units: str, die: int) -> Game:
        g = position(units, active="british", round="combat", turn=1, beaches="4603", dice=[die])
        g.retreated = 1 << unit_number("1057/91")
        return fight_in(g)

    joined = DUEL + "german 736/716 at 4808"
    game = second_attack(joined, 6)
    events = attack(game, "4808", "8/3 185/3 9/3")
    assert ratio(events) == (12, 2)  # 736/716 alone counts
    assert (result(events), holds(game, "1057/91"), holds(game, "736/716")) == ("DE", False, False)
    game = second_attack(joined, 2)
    assert result(attack(game, "4808", "8/3 185/3 9/3")) == "DR*"
    assert orders(game) == ["retreat 1057/91", "retreat 736/716"]
    game = second_attack(DUEL, 1)
    events = attack(game, "4808", "8/3")
    assert (ratio(events), told(events, "odds"), result(events)) == ((4, 0), "6-1", "EX")  # nothing: more than 6-1
    assert not holds(game, "1057/91") and not holds(game, "8/3")


# -- 11.3.3: odds ----------------------------------------------------------------------------------


@rule("11.3.3-01", "11.3.3-02", "11.3.3-E1", "11.3.3-E3", edition="dark_summer")
def test_odds_are_rounded_for_the_defender() -> None:
    assert odds_name(odds_column(33, 10)) == "3-1"
    assert odds_name(odds_column(5, 12)) == "1-3"
    assert odds_name(odds_column(11, 4)) == "2-1"
    assert odds_name(odds_column(4, 5)) == "1-2"
    assert odds_name(odds_column(7, 1)) == "6-1"
    assert odds_name(shifted(odds_column(50, 6), -2)) == "4-1"


@rule("11.3.3-03", "11.3.3-04", "11.3.3-05", "11.3.3-E2", "11.3.4-07", "11.3.4-E1", "11.3.9-02", edition="dark_summer")
def test_columns_go_on_to_the_left_of_the_table() -> None:
    assert shifted(odds_column(1, 5), 1) == BELOW
    assert odds_name(shifted(odds_column(1, 4), 1)) == "1-3"
    assert odds_name(shifted(odds_column(1, 2), -2)) == "1-3"
    assert shifted(odds_column(1, 4), -2) == BELOW
    assert odds_name(shifted(odds_column(5, 1), 3)) == "6-1"
    units = "german 12/12-SS-Pz at 4808\ngerman 25/12-SS-Pz at 4808\ngerman 26/12-SS-Pz at 4808\nallied 8/3 at 4807\n"
    game = fighting("british", units, dice=[])  # 4 against 18 is 1-5: no die
    events = attack(game, "4808", "8/3")
    assert (result(events), told(events, "die"), told(events, "odds")) == ("AL2", None, "1-5")
    assert not holds(game, "8/3")


@rule("11.3.3-06", edition="dark_summer")
def test_an_attack_is_resolved_on_its_own_column() -> None:
    game = fighting("british", DUEL)
    play(game, "attack 4808", "with 8/3")
    assert orders(game) == ["with 185/3", "with 9/3", "declare"]  # and nothing that would lower the odds


# -- 11.3.4: shifts --------------------------------------------------------------------------------


@rule("11.3.4-01", "11.1-09", "11.3.4-06", edition="dark_summer")
def test_terrain_shifts_add_up() -> None:
    def shifts(german: str, *british: str) -> dict[str, int]:
        names = ("8/3", "185/3", "9/3")
        lines = [f"allied {name} at {hex_}" for name, hex_ in zip(names, british, strict=False)]
        units = "\n".join((f"german 1057/91 at {german}", *lines))
        g = position(units, active="british", round="combat", beaches="4603")
        return dict(outlook(g, german, " ".join(names[: len(british)])).shifts)

    assert shifts("4808", "4807") == {}
    assert shifts("3911", "3910") == {"town": -1}
    assert shifts("3907", "3906") == {"bocage": -2}
    assert shifts("3308", "3307") == {"forest": -1}
    assert shifts("3409", "3408") == {"town": -1}
    assert shifts("4606", "4605") == {"city": -2}
    assert shifts("4607", "4606") == {"city": -2, "river": -2}  # the Orne is Major, bridge or not
    assert shifts("4507", "4406") == {}
    assert shifts("4507", "4506") == {"river": -1}  # the Odon
    assert shifts("4507", "4506", "4607") == {"river": -1}  # Odon and Orne: the smaller
    assert shifts("4507", "4607") == {"river": -2}
    assert shifts("4507", "4506", "4607", "4406") == {}  # one attacks over land


@rule("11.3.4-02", "9.3.3-09", "9.3.3-10", edition="dark_summer")
def test_a_combined_action_round_costs_a_column() -> None:
    g = position(DUEL, active="british", round="combined", beaches="4603")
    found = outlook(g, "4808", "8/3 185/3 9/3")
    assert (found.shifts, found.odds, found.column) == ((("combined action", -1),), "3-1", "2-1")


@rule("11.3.4-03", "7.2.3-07", edition="dark_summer")
def test_a_prepared_offensive_gains_a_column() -> None:
    g = position(DUEL, active="british", round="combat", weather="sun", beaches="4603")
    g.prepared = True
    found = outlook(g, "4808", "8/3 185/3 9/3")
    assert (found.shifts, found.column) == ((("prepared offensive", 1),), "4-1")


@rule("11.3.4-05", "7.2.3-02", edition="dark_summer")
@pytest.mark.parametrize(("weather", "shift"), [("sun", -1), ("cloud", -1), ("showers", 0), ("rain", 0), ("storm", 0)])
def test_german_attacks_suffer_from_allied_air_power(weather: str, shift: int) -> None:
    for kind in ("combat", "reaction"):
        g = position(DUEL, active="german", round=kind, weather=weather, beaches="4603 4003")
        assert sum(n for _, n in outlook(g, "4807", "1057/91").shifts) == shift
    lone = position("german 125/21-Pz at 4604", active="german", round="combat", weather=weather, beaches="4603")
    assert sum(n for _, n in outlook(lone, "4603", "125/21-Pz").shifts) == shift
    g = position(DUEL, active="british", round="combat", weather=weather, beaches="4603")
    assert outlook(g, "4808", "8/3").shifts == ()


# -- 11.3.5: the table -----------------------------------------------------------------------------


@rule("11.3.5-03", edition="dark_summer")
def test_each_column_is_as_good_for_the_attacker_as_the_one_before() -> None:
    table = load_content().tables.combat
    rank = {name: place for place, name in enumerate(RESULTS)}
    for row in table.die.values():
        assert all(rank[left] <= rank[right] for left, right in pairwise(row))
    for low, high in pairwise(sorted(table.die)):
        assert all(rank[a] <= rank[b] for a, b in zip(table.die[low], table.die[high], strict=True))
    assert set(table.results) == set(RESULTS)


@rule("11.3.5-02", "R.1-02", edition="dark_summer")
def test_results_cost_what_they_say() -> None:
    # 12 against 4: AL1, BL1, EX, DR, DR*, DR*.
    for die, lost in ((1, (1, 0)), (2, (1, 1)), (3, (2, 2)), (4, (0, 0))):
        g = position(DUEL, active="british", round="combat", turn=1, beaches="4603")
        face = outlook(g, "4808", "8/3 185/3 9/3").faces[die - 1]
        assert (face.die, tuple(face.cost)) == (die, lost)
    game = fighting("british", DUEL, dice=[3])
    attack(game, "4808", "8/3 185/3 9/3")
    assert not holds(game, "1057/91")
    assert orders(game) == ["lose 8/3", "lose 185/3", "lose 9/3"]
    play(game, "lose 8/3", "lose 9/3")
    assert (is_reduced(game, "8/3"), is_reduced(game, "185/3"), is_reduced(game, "9/3")) == (True, False, True)
    assert orders(game, "advance") == ["8/3", "185/3", "9/3"]


@rule("R.1-02", edition="dark_summer")
def test_kampfgruppen_and_tigers_may_limit_an_exchange() -> None:
    units = """
        german 12/12-SS-Pz at 4808
        german 101-SS-Tiger at 4808
        german 1057/91 at 4808
        allied 8/3 at 4807
    """
    game = fighting("german", units, dice=[4])  # 11 against 4 is 2-1: EX
    attack(game, "4807", "12/12-SS-Pz 101-SS-Tiger")
    assert orders(game) == ["exchange", "limit"]
    assert refusal(game, "halt").rule == "R.1-02"
    play(game, "limit", "lose 101-SS-Tiger")
    assert (holds(game, "8/3"), is_reduced(game, "8/3"), is_reduced(game, "12/12-SS-Pz")) == (True, True, False)
    game = fighting("german", units, dice=[4])
    attack(game, "4807", "12/12-SS-Pz 101-SS-Tiger")
    play(game, "exchange")
    assert not holds(game, "8/3")
    assert (is_reduced(game, "12/12-SS-Pz"), is_reduced(game, "101-SS-Tiger")) == (True, True)
    game = fighting("german", units, dice=[4])  # 10 against 4 is 2-1 again, but not by Kampfgruppen and Tigers alone
    attack(game, "4807", "12/12-SS-Pz 1057/91")
    assert not holds(game, "8/3")
    game = fighting("german", units.replace("8/3 at 4807", "2-Rng at 4807"), dice=[3])  # 7 against 2 is 3-1: EX
    attack(game, "4807", "12/12-SS-Pz")  # one step each in any case: nothing is asked
    assert (holds(game, "2-Rng"), is_reduced(game, "12/12-SS-Pz")) == (False, True)


# -- what is told, and the odds shown before -------------------------------------------------------------------------


def test_the_preview_says_what_will_happen() -> None:
    game = fighting("british", DUEL)
    play(game, "attack 4808")
    g = state(game)
    odds = preview(g, VOCABULARY.parse("with 8/3"))
    assert odds is not None
    assert (odds.attack, odds.defence, odds.line) == (4, 4, "1-1")
    assert odds.results == pytest.approx({"AL1": 2 / 6, "BL1": 2 / 6, "EX": 1 / 6, "DR": 1 / 6})
    play(game, "with 8/3", "with 185/3")
    odds = preview(g, VOCABULARY.parse("declare"))
    assert odds is not None and (odds.attack, odds.line) == (8, "2-1")
    assert preview(g, VOCABULARY.parse("with 69/50")) is None  # not legal


def test_a_combat_is_told_in_words() -> None:
    one = "german 1057/91 at 3907\nallied 8/3 at 3906\nallied 9/3 at 3906\nallied 27-A at 3906\n"
    game = fighting("british", one + "german 736/716 at 3907", dice=[6], beaches="4603 4003")
    events = attack(game, "3907", "8/3 9/3 27-A")
    texts = [game.setting.sentence(event) for event in events]
    assert texts == [
        "8/3, 9/3 and 27-A attack 3907.",
        "13 against 6 is 2-1; bocage 2 columns left: column 1-2; die 6: both sides lose a step (BL1).",
    ]
    game = fighting("british", one, dice=[6], beaches="4603 4003")
    texts = [game.setting.sentence(event) for event in attack(game, "3907", "8/3 9/3 27-A")]
    shifted = "13 against 4 is 3-1; bocage 2 columns left: column 1-1; die 6: "
    assert texts[1] == f"{shifted}no effect, the Germans must hold Bocage and Cities (DR)."
