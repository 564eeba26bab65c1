"""Chapter 8: attacks, weapons, barrages, naval fire."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.attack import compare, flanks, results, terrain_of, weapons_of
from bocage.games.omaha_beach.odds import outcomes
from bocage.games.omaha_beach.terms import Weapon
from bocage.games.omaha_beach.words import GRID, PLAIN, WILD, unit_number
from tests.omaha_beach.positions import fire_card, german_at, has, is_over, position, state, steps, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


@rule("8.3-E1", "8.21-01", "8.23-01", "11.13-01", "8.3-02", "8.3-06", "8.33-02", "8.34-01", "2.21-08", edition="omaha")
def test_first_example_of_an_attack() -> None:
    game = position('german WN64 "WN 2 BZ BR"\nus A/1/16 at 1015 steps 2 hero', extra_actions=-2)
    play(game, "act A/1/16", "attack 0916", "declare")
    assert "wild" in orders(game)
    play(game, "wild")
    assert german_at(game, "WN64") == "empty" and where(game, "A/1/16") == "1015"
    assert len(state(game).gone) == 1


@rule(
    "8.3-E2",
    "8.1-04",
    "8.13-01",
    "8.31-01",
    "TEC-14",
    "8.3-01",
    "8.3-03",
    "8.3-04",
    "8.3-05",
    "8.3-07",
    edition="omaha",
)
@rule("8.27-01", "2.24-03", "9.1-03", edition="omaha")
def test_second_example_of_an_attack() -> None:
    game = position(
        """
        german WN61 "WN88 2 BG MO" depth "wn 1 RD AR"
        us K/3/16 at 0710
        us 2/B/741 at 0609 steps 1
        us F/2/16 at 1213
        """,
    )
    play(game, "act K/3/16", "attack 0809")
    assert orders(game) == ["with 2/B/741", "declare"]
    events = play(game, "with 2/B/741", "declare")
    compared = [event.named() for event in events if event.kind == "compared"]
    assert [(facts["attack"], facts["defence"], facts["missing"]) for facts in compared] == [(8, 4, ()), (8, 5, ())]
    assert german_at(game, "WN61") == "WN88 2 BG MO, disrupted"
    assert is_over(game)  # both actions are spent


@rule("8.3-E3", "8.12-01", "8.22-01", "8.3-09", "TEC-08", "11.3-05", edition="omaha")
def test_third_example_of_an_attack() -> None:
    game = position(
        """
        german C2 3/1/726 depth "mobile 1 FL RD"
        us I/3/16 at 1115
        us E/2/16 at 1214 steps 2
        us G/2/16 at 1214 steps 1
        us Wyman at 1114
        us 1/B/741 at 0713
        us 16-HQ at 0713
        """,
        extra_actions=-2,
    )
    play(game, "act I/3/16", "attack 1215")
    assert orders(game) == ["with E/2/16", "with G/2/16", "declare"]
    assert refusal(game, "with 1/B/741").rule == "8.12-01"  # in command and in range, but not on the high ground
    events = play(game, "with E/2/16", "with G/2/16", "declare")
    compared = [event.named() for event in events if event.kind == "compared"]
    assert [(facts["attack"], facts["defence"]) for facts in compared] == [(12, 4), (12, 6)]
    assert [facts["missing"] for facts in compared] == [(), ("FL",)]
    assert orders(game) == ["lose I/3/16", "lose E/2/16", "lose G/2/16", "pass"]
    play(game, "lose G/2/16")
    assert german_at(game, "C2") == "3/1/726, disrupted" and where(game, "G/2/16") == "eliminated"


@rule("8.31-E1", "8.31-02", "TEC-17", "TEC-31", edition="omaha")
def test_of_several_sides_the_one_worst_for_the_germans_counts() -> None:
    g = state(position("german WN61 WN88\nus K/3/16 at 0710\nus L/3/16 at 0909\nus I/3/16 at 0808"))
    slope, shingle, level = (unit_number(name) for name in ("L/3/16", "K/3/16", "I/3/16"))
    target = GRID.at("0809")
    assert terrain_of(g, [slope], target) == (2, 2)
    assert terrain_of(g, [shingle], target) == (2, 1)
    assert terrain_of(g, [slope, shingle], target) == (2, 1)
    assert terrain_of(g, [slope, shingle, level], target) == (1, 1)


@rule("TEC-E1", "TEC-29", "TEC-04", "TEC-06", edition="omaha")
def test_terrain_doubles_once() -> None:
    g = state(position("german WN60 WN75\nus K/3/16 at 0808\nus L/3/16 at 0908"))
    target = GRID.at("0807")  # woods behind a slope
    assert terrain_of(g, [unit_number("K/3/16")], target) == (2, 2)
    assert terrain_of(g, [unit_number("L/3/16")], target) == (2, 1)


@rule("8.15-01", "8.15-02", "8.15-03", "TEC-19", "TEC-33", "8.26-02", edition="omaha")
def test_bluffs_close_the_way_from_below() -> None:
    game = position("german WN64 WN\nus E/2/16 at 0815\nus H/2/16 at 0815\nus F/2/16 at 1015")
    play(game, "act E/2/16")
    assert refusal(game, "attack 0916").rule == "8.15-01"
    game.undo()
    play(game, "act F/2/16", "attack 0916")
    assert orders(game) == ["with H/2/16", "declare"]  # heavy weapons fire across
    g = state(game)
    assert weapons_of(g, unit_number("H/2/16"), GRID.at("0916")) == {"BZ", "BR", "MO", "RD", "MG"}
    above = position("german WN65N WN\nus F/2/16 at 0918")
    play(above, "act F/2/16")
    assert "attack 0817" in orders(above)
    assert terrain_of(state(above), [unit_number("F/2/16")], GRID.at("0817")) == (2, 2)


@rule("8.1-01", "8.1-02", "8.1-03", "8-01", "8.11-01", "8.26-01", "8.26-03", edition="omaha")
def test_infantry_attacks_next_door_and_heavy_weapons_from_two_hexes() -> None:
    text = "german C1 1/1/726\nus E/2/16 at 1112\nus F/2/16 at 1012\nus {} at 1010\nus 1/B/741 at 1013"
    game = position(text.format("D/1/16") + "\nus G/2/16 at 1011", extra_actions=9)
    play(game, "act 1/B/741")
    assert refusal(game, "attack 1113").rule == "8.1-01"
    game.undo()
    play(game, "act E/2/16", "attack 1113")
    assert refusal(game, "with G/2/16").rule == "8.1-02"
    assert set(orders(game, "with")) == {"F/2/16", "1/B/741"}
    g = state(game)
    g.put(unit_number("D/1/16"), GRID.at("1011"))
    assert weapons_of(g, unit_number("D/1/16"), GRID.at("1113")) == {"BZ", "BR", "MO", "RD", "MG"}


@rule("8.1-04", "11.2-06", "11.3-05", edition="omaha")
def test_tanks_at_a_distance_need_infantry_nearby_or_command() -> None:
    text = "german WN61 WN88\nus K/3/16 at 0710\nus 1/B/741 at 0511\n"
    alone = position(text)
    play(alone, "act K/3/16", "attack 0809")
    assert orders(alone) == ["declare"] and refusal(alone, "with 1/B/741").rule == "8.1-04"
    for place in ("0511", "0710"):  # with the tank, or with the infantry
        led = position(text + f"us Wyman at {place}")
        play(led, "act K/3/16", "attack 0809")
        assert orders(led) == ["with 1/B/741", "declare"]


@rule("8.1-05", "8.1-06", "8.1-04", edition="omaha")
def test_artillery_needs_an_hq_in_common_with_the_infantry() -> None:
    text = "german C1 1/1/726\nus E/2/16 at 1112\nus {} at 1111\nus {} at 1111\nus 1/B/741 at 1013"
    hq = position(text.format("62AFA", "16-HQ"), extra_actions=5)
    play(hq, "act E/2/16", "attack 1113")
    assert "with 62AFA" in orders(hq)
    general = position(text.format("62AFA", "Wyman"), extra_actions=5)
    play(general, "act E/2/16", "attack 1113")
    assert refusal(general, "with 62AFA").rule == "8.1-05"
    exposed = position(text.format("7FA", "16-HQ"), extra_actions=5)
    play(exposed, "act E/2/16", "attack 1113")
    assert refusal(exposed, "with 7FA").rule == "8.1-06"  # sporadic fire of C1 reaches it
    dazed = position(text.replace("1/1/726", "1/1/726 disrupted").format("7FA", "16-HQ"), extra_actions=5)
    play(dazed, "act E/2/16", "attack 1113")
    assert "with 7FA" in orders(dazed)


@rule("8.12-01", "8.12-02", "8.42-01", edition="omaha")
def test_from_below_only_positions_over_the_beach_are_seen() -> None:
    text = "german {} {} revealed\nus 1/B/741 at 0710\nus E/2/16 at 1007\nus Wyman at 0710"
    inland = position(text.format("A1", "1/1/726"), naval=1)
    assert "naval 1008" in orders(inland)  # ships are not bound by it
    play(inland, "act 1/B/741")
    assert refusal(inland, "barrage 1008").rule == "8.12-01"
    bluff = position(text.format("WN62S", "WN75"))
    play(bluff, "act 1/B/741")
    assert orders(bluff, "barrage") == ["0912"]


@rule("7.21-01", "8.13-01", edition="omaha")
def test_two_units_of_a_stack_attack_for_one_action() -> None:
    game = position("german C1 1/1/726\nus E/2/16 at 1112\nus F/2/16 at 1112\nus G/2/16 at 1012", extra_actions=-1)
    play(game, "act E/2/16", "attack 1113")
    assert orders(game) == ["with F/2/16", "declare"]
    assert refusal(game, "with G/2/16").rule == "8.13-01"


@rule("8.14-01", edition="omaha")
def test_leaders_do_not_attack() -> None:
    game = position("german C1 1/1/726\nus E/2/16 at 1112\nus 16-HQ at 1112\nus F/2/16 at 1112")
    play(game, "act E/2/16", "attack 1113")
    assert refusal(game, "with 16-HQ").rule == "8.14-01"


@rule("8.16-01", "8.41-03", "8.53-02", edition="omaha")
def test_a_hex_is_attacked_once_and_not_barraged_too() -> None:
    text = """
        german WN62N "WN 2 BZ BR"
        german WN62S WN75
        us E/2/16 at 0813 steps 1
        us F/2/16 at 0813
        us 1/B/741 at 0612
    """
    game = position(text, extra_actions=5, naval=1)
    play(game, "act E/2/16", "attack 0812", "declare")
    play(game, "act F/2/16")
    assert refusal(game, "attack 0812").rule == "8.16-01"
    game.undo()
    assert refusal(game, "naval 0812").rule == "8.41-03"
    barraged = position(text, extra_actions=5, cards=[fire_card(without="green")])
    play(barraged, "act 1/B/741", "barrage 0812", "act E/2/16")
    assert refusal(barraged, "attack 0812").rule == "8.41-03"


@rule("8.2-01", "8.2-02", "8.22-01", "8.22-02", "8.22-03", "8.23-02", edition="omaha")
def test_flanking() -> None:
    g = state(position("german C1 1/1/726\nus E/2/16 at 1112\nus F/2/16 at 1012\nus G/2/16 at 1114"))
    east, south, west = (unit_number(name) for name in ("E/2/16", "F/2/16", "G/2/16"))
    target = GRID.at("1113")
    assert not flanks(g, [east], target, both=False)
    assert not flanks(g, [east, south], target, both=False)  # 1112 and 1012 touch
    assert flanks(g, [east, west], target, both=False)
    assert not flanks(g, [east, west], target, both=True)
    assert flanks(g, [east, south, west], target, both=True)


@rule("8.25-01", "8.23-01", edition="omaha")
def test_naval_fire_is_wanted_and_ships_or_a_hero_supply_it() -> None:
    text = 'german WN64 "WN 1 BZ" revealed depth "wn 1 NA" depth-revealed\nus A/1/16 at 1015 {}'
    ships = position(text.format(""), naval=1)
    play(ships, "act A/1/16", "attack 0916", "ships", "declare")
    assert german_at(ships, "WN64") == "WN 1 BZ, disrupted"
    hero = position(text.format("hero"))
    play(hero, "act A/1/16", "attack 0916", "declare", "wild")
    assert german_at(hero, "WN64") == "WN 1 BZ, disrupted"
    neither = position(text.format(""))
    play(neither, "act A/1/16", "attack 0916", "declare")
    assert "with depth" in german_at(neither, "WN64") and orders(neither) == ["lose A/1/16", "pass"]


@rule("8.23-04", edition="omaha")
def test_two_heroes_do_no_more_than_one() -> None:
    text = 'german WN64 "WN 2 BZ BR" revealed\nus C/1/16 at 1015 steps 1 hero\nus B/1/16 at 1015 steps 1 {}'
    for second in ("hero", ""):
        game = position(text.format(second), extra_actions=2)
        play(game, "act C/1/16", "attack 0916")  # BG and DE against BZ and BR: two weapons are missing
        play(game, "with B/1/16", "declare")
        assert "wild" not in orders(game)


@rule("8.23-03", edition="omaha")
def test_a_hero_adds_a_weapon_or_strength() -> None:
    # A company of strength 6 against a unit of 3 in a village: equal, and it has the bazooka but no BAR.
    text = "german C1 {} revealed\nus A/1/16 at 1012 steps 2 {}\nus I/3/16 at 1012 steps 1"
    game = position(text.format("2/1/726", "hero"), extra_actions=3)
    play(game, "act A/1/16", "attack 1113", "with I/3/16", "declare")
    assert orders(game) == ["plain", "wild", "press"]  # worse, disrupted, or no better than a draw
    play(game, "wild")
    assert german_at(game, "C1") == "2/1/726, disrupted"
    armed = position(text.format("2R/352", "hero"), extra_actions=3)
    play(armed, "act A/1/16", "attack 1113", "with I/3/16", "declare")
    assert orders(armed) == ["plain", "press"]
    play(armed, "press")
    assert german_at(armed, "C1") == "empty"  # 7 against 6
    g = state(position(text.format("2/1/726", ""), extra_actions=3))
    unit = g.battle.german[g.german[g.battle.at_hex[GRID.at("1113")]]]
    found = compare(g, (unit_number("A/1/16"),), False, GRID.at("1113"), unit, None, False)
    assert not found.hero and found.missing == (Weapon.BAR,) and list(results(g, found)) == [PLAIN]


@rule("8.23-01", "8.23-02", "11.13-01", edition="omaha")
def test_a_hero_helps_from_next_to_the_target_and_never_flanks() -> None:
    g = state(position("german C1 2/1/726 revealed\nus A/1/16 at 1012 steps 2\nus 1/B/741 at 1011 hero"))
    unit, attackers = (
        g.battle.german[g.german[g.german_at(GRID.at("1113"))]],
        (unit_number("A/1/16"), unit_number("1/B/741")),
    )
    found = compare(g, attackers, False, GRID.at("1113"), unit, None, False)
    assert not found.hero
    flanking = found._replace(attack=12, defence=6, missing=(Weapon.FLANKING,), hero=True, german="revealed_depth")
    assert WILD not in results(g, flanking) and WILD in results(g, flanking._replace(missing=(Weapon.BAR,)))


@rule("8.24-01", "11.2-05", edition="omaha")
def test_an_hq_lends_its_radio_to_units_next_to_the_target() -> None:
    game = position("german C1 1/1/726\nus B/1/16 at 1112 steps 2\nus 16-HQ at 1111")
    g = state(game)
    assert Weapon.RADIO in weapons_of(g, unit_number("B/1/16"), GRID.at("1113"))
    distant = state(position("german C1 1/1/726\nus 1/B/741 at 1111\nus 16-HQ at 1111"))
    assert Weapon.RADIO not in weapons_of(distant, unit_number("1/B/741"), GRID.at("1113"))
    alone = state(position("german C1 1/1/726\nus B/1/16 at 1112 steps 2"))
    assert weapons_of(alone, unit_number("B/1/16"), GRID.at("1113")) == {"BZ", "BR", "DE"}


@rule("8.27-01", edition="omaha")
@pytest.mark.parametrize(("hex_", "weapons"), [("0610", {"AR", "BZ", "BR", "MG"}), ("0513", {"AR", "BZ"})])
def test_tank_weapons_depend_on_the_distance(hex_: str, weapons: set[str]) -> None:
    g = state(position(f"german WN61 WN88\nus 1/B/741 at {hex_}"))
    assert weapons_of(g, unit_number("1/B/741"), GRID.at("0809")) == weapons


@rule("8.32-01", edition="omaha")
def test_the_other_hex_of_a_wn_is_not_affected() -> None:
    text = 'german WN62N "WN 1 BZ" \ngerman WN62S WN75 depth wn\nus E/2/16 at 0813'
    game = position(text)
    play(game, "act E/2/16", "attack 0812", "declare")
    assert german_at(game, "WN62N") == "empty" and german_at(game, "WN62S") == "WN75 1 BZ MO, with depth, face down"


@rule("8.33-01", "12.24-02", "DN-02", "8.3-08", edition="omaha")
def test_units_of_the_352nd_withdraw_while_they_communicate() -> None:
    text = "german C1 8/2/916 revealed\nus E/2/16 at 1112\nus F/2/16 at 1012\nus G/2/16 at 1012\n"
    game = position(text, extra_actions=5)
    play(game, "act E/2/16", "attack 1113", "with F/2/16", "with G/2/16", "declare")
    g = state(game)
    assert german_at(game, "C1") == "empty"
    assert [g.battle.german[unit].id for unit in g.pools["division"]] == ["8/2/916"] and not g.shown
    other = position(text.replace("8/2/916", "2/1/726"), extra_actions=5)
    play(other, "act E/2/16", "attack 1113", "with F/2/16", "with G/2/16", "declare")
    assert state(other).pools["division"] == () and len(state(other).gone) == 1


@rule("8.3-09", "7.7-02", "9-03", "9-05", edition="omaha")
def test_a_weak_attack_disrupts_the_attackers_and_gives_depth() -> None:
    game = position(
        "german C1 7/2/916\nus E/2/16 at 1112 steps 1\nus F/2/16 at 1213",
        depth_pools={"mobile": "mobile"},
    )
    play(game, "act E/2/16", "attack 1113", "declare")
    assert has(game, "E/2/16", "disrupted") and german_at(game, "C1") == "7/2/916, with depth"
    assert refusal(game, "recover E/2/16").rule == "7.1-02"


@rule("8.3-08", "12.24-02", edition="omaha")
@pytest.mark.parametrize(("last", "found"), [("0718", "7/2/916, with depth"), ("0635", "7/2/916")])
def test_no_depth_comes_to_a_unit_that_is_cut_off(last: str, found: str) -> None:
    """With a unit in 0635 all exits are in American hands."""
    exits = "us E/2/16 at 1001\nus F/2/16 at 1902\nus G/2/16 at 2015\nus I/3/16 at 2022\nus K/3/16 at 2025\n"
    text = f"{exits}us L/3/16 at 1435\nus M/3/16 at {last}\nus A/1/16 at 1112 steps 1\ngerman C1 7/2/916"
    game = position(text, depth_pools={"mobile": "mobile"})
    play(game, "act A/1/16", "attack 1113", "declare")
    assert has(game, "A/1/16", "disrupted") and german_at(game, "C1") == found


@rule("8.3-09", edition="omaha")
def test_only_attackers_next_to_the_target_are_disrupted() -> None:
    text = "german C1 7/2/916 depth mobile\nus E/2/16 at 1112 steps 1\nus H/2/16 at 1014"
    game = position(text, extra_actions=3)
    play(game, "act E/2/16", "attack 1113", "with H/2/16", "declare")
    assert has(game, "E/2/16", "disrupted") and not has(game, "H/2/16", "disrupted")


@rule("8.3-09", edition="omaha")
def test_only_attackers_next_to_the_target_can_wear_its_depth_down() -> None:
    game = position(
        """
        german C2 3/1/726 depth "mobile 1 FL RD"
        us I/3/16 at 1115
        us E/2/16 at 1214 steps 2
        us H/2/16 at 1014
        us Wyman at 1114
        """,
        extra_actions=5,
    )
    play(game, "act I/3/16", "attack 1215", "with E/2/16", "with H/2/16", "declare")
    assert orders(game) == ["lose I/3/16", "lose E/2/16", "pass"]


@rule("8.3-08", "9.1-04", "DN-03", edition="omaha")
def test_a_failed_attack_on_depth_turns_the_unit_face_down_again() -> None:
    game = position("german C1 7/2/916 depth mobile\nus E/2/16 at 1112 steps 1")
    events = play(game, "act E/2/16", "attack 1113", "declare")
    assert german_at(game, "C1") == "7/2/916, with depth, face down"
    assert "depth_revealed" not in kinds(events)


@rule("9.4-01", "9.4-02", "9.42-01", "9.41-01", edition="omaha")
def test_a_tactical_reinforcement_marker_gives_the_wn_up() -> None:
    game = position(
        'german WN64 "WN 1 BZ" depth "wn TR"\nus A/1/16 at 1015\n', pools={"tactical": "5/2/916"}, extra_actions=3
    )
    play(game, "act A/1/16", "attack 0916", "declare")
    assert german_at(game, "WN64") == "empty"
    assert german_at(game, "blank-1014") == "5/2/916, face down"
    assert len(state(game).gone_depth) == 1


# -- barrages -------------------------------------------------------------------------------------------


@rule("8.4-01", "8.4-04", "8.4-05", "8.41-01", "8.41-02", "8.41-04", edition="omaha")
@pytest.mark.parametrize(
    ("card", "tank", "depth", "disrupted"),
    [
        (fire_card("diamond", single="green"), "1/B/741", "depth wn", True),  # both
        (fire_card("circle", single="green"), "1/B/741", "depth wn", True),  # colour, strength 4
        (fire_card("circle", single="green"), "1/B/741 steps 1", "depth wn", False),  # weak: only without depth
        (fire_card("diamond", without="green"), "1/B/741", "depth wn", False),
        (fire_card("diamond", without="green"), "1/B/741", "", True),
        (fire_card("circle", without="green"), "1/B/741", "", False),
    ],
)
def test_a_tank_barrages_what_fires_at_it(card: int, tank: str, depth: str, disrupted: bool) -> None:
    name, *rest = tank.split()
    game = position(f"german WN62S WN75 {depth}\ngerman WN62N WN\nus {name} at 0612 {' '.join(rest)}", cards=[card])
    play(game, f"act {name}", "barrage 0912")
    assert ("disrupted" in german_at(game, "WN62S")) is disrupted
    assert "disrupted" not in german_at(game, "WN62N") and has(game, name, "acted")


@rule("8.4-02", "8.4-03", edition="omaha")
def test_infantry_observes_for_a_tank_if_one_of_them_is_in_command() -> None:
    text = "german WN73 WN75 {}\nus 1/B/743 at 0329\nus C/2R at 0333 {}\nus {} at {}"  # 0329 is out of its fire
    seen = position(text.format("", "", "Cota", "0334"), first="29th")
    play(seen, "act 1/B/743")
    assert orders(seen, "barrage") == ["0533"]
    tank_led = position(text.format("disrupted", "", "Cota", "0329"), first="29th")
    play(tank_led, "act 1/B/743")
    assert orders(tank_led, "barrage") == ["0533"]  # dots count even if the target is disrupted
    for observer, leader, place in (("disrupted", "Cota", "0334"), ("", "Cota", "0626")):
        blind = position(text.format("", observer, leader, place), first="29th")
        play(blind, "act 1/B/743")
        assert refusal(blind, "barrage 0533").rule == "8.4-02"
    play(seen, "barrage 0533")
    assert "act C/2R" in orders(seen)  # observing is no action


@rule("8.42-02", "8.52-03", edition="omaha")
def test_unrevealed_reinforcements_are_not_barraged() -> None:
    game = position("german D1 1/1/726\nus 1/A/743 at 1121\nus E/2/116 at 1121", naval=1, first="29th")
    assert refusal(game, "naval 1122").rule == "8.42-02"


@rule("8.5-01", "8.52-01", "8.52-02", "8.53-01", "8.54-01", edition="omaha")
def test_ships_disrupt_what_infantry_with_a_radio_sees() -> None:
    text = "german WN62S WN75 depth wn\nus {} at 0612 {}"
    game = position(text.format("E/2/16", ""), naval=1, extra_actions=-2)
    play(game, "naval 0912")
    assert german_at(game, "WN62S") == "WN75 1 BZ MO, face down, disrupted" and state(game).naval == 0
    mute = position(text.format("F/2/16", "steps 2"), naval=1)
    assert refusal(mute, "naval 0912").rule == "8.52-01"
    dazed = position(text.format("E/2/16", "disrupted") + "\nus F/2/16 at 1213", naval=1)
    assert refusal(dazed, "naval 0912").rule == "8.52-01"
    play(dazed, "recover E/2/16")
    assert "naval 0912" in orders(dazed)


@rule("8.51-01", "8.51-02", "8.51-03", "8.1-07", "8.1-08", edition="omaha")
def test_ships_support_an_attack() -> None:
    game = position('german WN61 "WN88 2 BG MO" depth "wn 1 RD AR"\nus K/3/16 at 0710', naval=1)
    play(game, "act K/3/16", "attack 0809")
    assert orders(game) == ["ships", "declare"]
    events = play(game, "ships", "declare")
    assert [e.named()["attack"] for e in events if e.kind == "compared"] == [15, 15]
    assert state(game).naval == 0 and "disrupted" in german_at(game, "WN61")


@rule("8.1-08", edition="omaha")
def test_the_outlook_of_an_attack_needs_only_what_is_public() -> None:
    game = position("german WN61 WN88 depth wn\nus K/3/16 at 0710\nus 2/B/741 at 0609")
    play(game, "act K/3/16", "attack 0809")
    view = game.view("1st")
    from bocage.games.omaha_beach.state import State

    assert isinstance(view, State)
    found = outcomes(view, GRID.at("0809"), (unit_number("K/3/16"),), ships=False)
    assert {outlook.unit.id for outlook in found} == {"WN88 2 BG MO", "WN88 2 BZ MG"}
    assert sum(outlook.chance for outlook in found) == pytest.approx(1)
    odds = game.preview("with 2/B/741")
    assert odds is not None and sum(odds.results.values()) == pytest.approx(1)
    assert steps(game, "K/3/16") == 3
