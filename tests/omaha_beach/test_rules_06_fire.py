"""Chapter 6: German fire, hit limits and priorities, artillery."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.artillery import guns, settle_observers
from bocage.games.omaha_beach.assignment import assign
from bocage.games.omaha_beach.cards import Artillery
from bocage.games.omaha_beach.control import settle_communication
from bocage.games.omaha_beach.fire import hit_limit, leaders_under_fire
from bocage.games.omaha_beach.words import UNIT_IDS, unit_number
from bocage.kernel import Event, Game
from tests.omaha_beach.positions import fire_card, german_at, has, is_over, names, position, state, steps, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def hits(events: list[Event], group: str, game: Game) -> list[str]:
    """The units that a group hits."""
    found = [e for e in events if e.kind == "position_fires"]
    numbers = [e.facts["hits"] for e in found if state(game).battle.group_names[int(str(e.facts["group"]))] == group]
    return names(numbers[0]) if numbers else []  # type: ignore[arg-type]


def firing(events: list[Event], game: Game) -> set[str]:
    """The groups that fire at somebody or could."""
    return {state(game).battle.group_names[int(str(e.facts["group"]))] for e in events if e.kind == "position_fires"}


# The west of the beach as the two examples of 6.3 show it: WN70 with depth, WN71 without, WN72 two units and a marker.
WEST = """
    german WN70 WN75 depth wn
    german WN71 "WN 1"
    german WN72N "WN 1" depth wn
    german WN72S WN88
    german WN73 WN75
"""


# The US units of the same figure.
ASHORE = """
    us G/2/116 at 0427
    us 5-6/397 at 0626
    us I/3/116 at 0527
    us 2/B/743 at 0328
    us E/2/116 at 0429
    us A-B/5R at 0333
"""


@rule("6.3-E1", "6.1-01", "6.1-02", "6.1-03", "6.1-07", "6.3-01", "6.3-02", "6.3-04", "6.3-05", edition="omaha")
@rule("6.31-02", "6.31-03", "6.31-E1", "6.32-01", "6.33-01", "6-01", "6-02", edition="omaha")
def test_first_example_of_german_fire() -> None:
    card = fire_card("triangle", single="red", double="purple green")
    game = position(WEST + ASHORE, phase="fire", turn=2, cards=[1, card])
    events = game.opening_events
    assert firing(events, game) == {"WN70", "WN72"}
    assert hits(events, "WN70", game) == ["G/2/116", "I/3/116"]  # intense; then steady with most steps
    assert hits(events, "WN72", game) == ["A-B/5R"]
    assert steps(game, "G/2/116") == 2 and steps(game, "I/3/116") == 2
    assert steps(game, "5-6/397") == 2 and steps(game, "2/B/743") == 2 and steps(game, "E/2/116") == 3
    assert has(game, "A-B/5R", "disrupted") and steps(game, "A-B/5R") == 2


@rule("6.3-E2", "6.36-01", "6.1-05", "6.31-01", edition="omaha")
def test_second_example_of_german_fire() -> None:
    card = fire_card("circle", single="orange blue", symbols={"red": "armor"})
    game = position(WEST + ASHORE, phase="fire", turn=2, cards=[1, card])
    events = game.opening_events
    assert firing(events, game) == {"WN70", "WN73"}
    assert hits(events, "WN70", game) == ["G/2/116", "2/B/743"]
    assert steps(game, "G/2/116") == 2 and steps(game, "2/B/743") == 1
    assert steps(game, "E/2/116") == 3 and not has(game, "E/2/116", "disrupted")
    assert hits(events, "WN73", game) == [] and steps(game, "A-B/5R") == 2


@rule("6.36-02", edition="omaha")
def test_intense_fire_hits_armor_without_a_bonus() -> None:
    west = fire_card("circle", single="red")
    game = position(WEST + "us 1/A/743 at 0427", phase="fire", turn=2, cards=[1, west])
    assert steps(game, "1/A/743") == 1


@rule("6.1-04", "6.1-06", "6-03", "6-04", "6-05", "9.1-02", edition="omaha")
def test_unrevealed_positions_fire_and_stay_unrevealed() -> None:
    west = fire_card("triangle", single="red")
    game = position(WEST + "us F/2/116 at 0427", phase="fire", turn=2, cards=[1, west])
    assert steps(game, "F/2/116") == 2
    assert german_at(game, "WN70").endswith("face down")
    assert state(game).fire_cards == [1, west]


@rule("6.22-01", "6.22-E1", edition="omaha")
def test_wn65_fires_across_the_boundary_on_the_card_of_its_own_sector() -> None:
    red, other = fire_card(single="red"), fire_card(without="red")
    text = "german WN65N WN\ngerman WN65S WN75\nus 2/A/743 at {}"
    battle = state(position("", phase="fire")).battle
    group = battle.group_names.index("WN65")
    west = battle.grid.labels(battle.fire[group] & battle.in_sector[1])
    assert len(west) == 6
    intense = battle.grid.labels(battle.field[group]["intense"] & battle.in_sector[1])  # type: ignore[index]
    hex_ = (intense or west)[0]
    fired = position(text.format(hex_), phase="fire", turn=2, cards=[red, other])
    assert "WN65" in firing(fired.opening_events, fired)
    silent = position(text.format(hex_), phase="fire", turn=2, cards=[other, red])
    assert "WN65" not in firing(silent.opening_events, silent)


@rule("6.21-01", "6.3-03", "6.41-01", "6.41-02", edition="omaha")
@pytest.mark.parametrize(
    ("north", "south", "limit", "fires"),
    [
        ("depth wn", "", 3, True),
        ("depth wn disrupted", "", 1, False),  # the marker of a disrupted unit does not count
        ("", "disrupted", 1, False),
        ("depth wn", "disrupted", 2, True),
    ],
)
def test_a_two_hex_wn_fires_as_one(north: str, south: str, limit: int, fires: bool) -> None:
    card = fire_card(double="green")
    text = f"german WN62N WN {north}\ngerman WN62S WN75 {south}\nus E/2/16 at 0612"
    game = position(text, phase="fire", turn=2, cards=[card])
    assert ("WN62" in firing(game.opening_events, game)) is fires
    fresh = state(position(text, phase="engineers", turn=2, fire_cards=(card, card)))
    assert hit_limit(fresh, fresh.battle.group_names.index("WN62")) == limit


@rule("6.31-03", edition="omaha")
def test_within_a_priority_the_closer_unit_is_hit_before_the_stronger() -> None:
    east = fire_card(single="green", artillery=0)
    text = "german WN62S WN75\nus E/2/16 at 0811 steps 2\nus F/2/16 at 0610"  # both in intense fire
    game = position(text, phase="fire", turn=2, cards=[east])
    assert is_over(game) and (steps(game, "E/2/16"), steps(game, "F/2/16")) == (1, 3)


@rule("6.31-04", edition="omaha")
def test_equal_targets_are_the_players_choice() -> None:
    east = fire_card(single="green", artillery=0)
    game = position("german WN62S WN75\nus E/2/16 at 0612\nus F/2/16 at 0612", phase="fire", turn=2, cards=[east])
    assert orders(game) == ["hit E/2/16", "hit F/2/16"] and game.decision.seat == "1st"
    assert refusal(game, "pass").rule == "6.31-04"
    play(game, "hit F/2/16")
    assert steps(game, "E/2/16") == 3 and steps(game, "F/2/16") == 2


@rule("6.31-04", "6.33-03", edition="omaha")
@pytest.mark.parametrize(("chosen", "other"), [("G/2/116", "I/3/116"), ("I/3/116", "G/2/116")])
def test_among_equals_that_others_hit_anyway_a_hit_to_spare_is_the_players_choice(chosen: str, other: str) -> None:
    """WN70 costs both companies a step; WN71 may disrupt one of them."""
    card = fire_card(single="red green")
    text = """
        german WN70 WN75 depth wn
        german WN71 "WN 1"
        us G/2/116 at 0527
        us I/3/116 at 0527
    """
    game = position(text, phase="fire", turn=2, cards=[1, card])
    assert orders(game) == ["hit G/2/116", "hit I/3/116"] and game.decision.prompt == (
        "Which unit is hit by WN71? The rules put none of these before another."
    )
    play(game, f"hit {chosen}")
    assert is_over(game) and steps(game, chosen) == steps(game, other) == 2
    assert has(game, chosen, "disrupted") and not has(game, other, "disrupted")
    nothing_to_choose = text.replace("0527", "0527 disrupted")
    assert is_over(position(nothing_to_choose, phase="fire", turn=2, cards=[1, card]))


@rule("6.34-01", "6.34-02", "6.33-03", edition="omaha")
def test_no_unit_loses_two_steps_in_a_phase() -> None:
    card = fire_card(single="green orange")
    game = position(
        "german WN62S WN75\ngerman WN61 WN88\nus E/2/16 at 0611\nus F/2/16 at 0611",
        phase="fire",
        turn=2,
        cards=[card],
    )
    total = steps(game, "E/2/16") + steps(game, "F/2/16")
    assert total == 4 and steps(game, "E/2/16") == 2


def said(game: Game) -> list[str]:
    """What is told of the positions that fire."""
    return [game.setting.sentence(event) for event in game.opening_events if event.kind == "position_fires"]


@rule("6.34-01", "6.33-01", edition="omaha")
def test_a_hit_that_costs_no_step_says_why() -> None:
    card = fire_card(single="green orange")
    twice = position("german WN62S WN75\ngerman WN61 WN88\nus F/2/16 at 0611", phase="fire", turn=2, cards=[card])
    assert steps(twice, "F/2/16") == 2
    spent = "; it has lost a step in this fire phase, and none loses a second)."
    assert [text.endswith(spent) for text in said(twice)] == [False, True]
    card = fire_card("triangle", single="green purple", artillery=0)
    sporadic = position("german WN60 WN75\nus B/1/16 at 0810", phase="fire", turn=2, cards=[card])
    assert said(sporadic)[0].endswith("its symbol; that only disrupts).")


@rule("6.34-01", edition="omaha")
def test_what_a_position_hits_is_told_before_the_next_one_fires() -> None:
    card = fire_card(single="green orange")
    twice = position("german WN62S WN75\ngerman WN61 WN88\nus F/2/16 at 0611", phase="fire", turn=2, cards=[card])
    told = [event for event in twice.opening_events if event.kind in ("position_fires", "step_lost")]
    assert [event.kind for event in told] == ["position_fires", "step_lost", "position_fires"]
    last = position(
        "german WN62S WN75\ngerman WN61 WN88\nus F/2/16 at 0611 steps 1", phase="fire", turn=2, cards=[card]
    )
    assert said(last)[-1].endswith("; but the fire before has eliminated it already).")


@rule("6.41-01", "6.41-02", edition="omaha")
def test_a_position_of_which_a_part_is_disrupted_says_which_part_fires() -> None:
    units = 'german WN62N WN75 depth wn disrupted\ngerman WN62S "WN 1 BG"\nus F/2/16 at 0611'
    single = position(units, phase="fire", turn=2, cards=[fire_card(single="green")])
    assert said(single)[0].startswith("WN62 fires from WN62S, for WN62N is disrupted: ")
    double = position(units, phase="fire", turn=2, cards=[fire_card(double="green")])
    event = next(event for event in double.opening_events if event.kind == "holds_fire")
    assert double.setting.sentence(event) == (
        "WN62 holds its fire: the symbol is double, and the depth marker in WN62N does not count, for the unit there "
        "is disrupted."
    )
    whole = units.replace(" disrupted", "").replace(" depth wn", "")
    without = position(whole, phase="fire", turn=2, cards=[fire_card(double="green")])
    event = next(event for event in without.opening_events if event.kind == "holds_fire")
    assert without.setting.sentence(event).endswith(": the symbol is double and it has no depth marker.")


@rule("6.3-04", "6.36-01", edition="omaha")
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ("C/1/16", "lacks the target symbol of the card"),
        (
            "1/A/741",
            "is armor, which steady and sporadic fire hurts only if the colour on the card has the sign of armor, and "
            "this one has not",
        ),
    ],
)
def test_a_position_that_hits_nobody_says_why(unit: str, why: str) -> None:
    card = fire_card("triangle", single="green purple", artillery=0)
    game = position(f"german WN60 WN75\nus {unit} at 0810", phase="fire", turn=2, cards=[card])
    assert said(game)[0].endswith(f" It can hit 1 unit at most: nobody, for every unit in its field of fire {why}.")


@rule("6.34-E1", "6.34-03", edition="omaha")
def test_hits_of_several_positions_fall_on_as_many_units_as_possible() -> None:
    hit, _ = assign([2, 1], [{1: 9, 2: 9, 3: 9}, {1: 9}])
    assert hit == {1: 1, 2: 0, 3: 0}
    # On the map: WN61 alone may hit one of three in its intense fire, WN62 with depth two of them.
    card = fire_card(single="green orange")
    game = position(
        """
        german WN62S WN75 depth wn
        german WN61 WN88
        us E/2/16 at 0611
        us F/2/16 at 0611
        us G/2/16 at 0611
        """,
        phase="fire",
        turn=2,
        cards=[card],
    )
    assert is_over(game) and [steps(game, unit) for unit in ("E/2/16", "F/2/16", "G/2/16")] == [2, 2, 2]


@rule("6.34-03", "6.31-02", "6.33-03", edition="omaha")
@pytest.mark.parametrize(
    ("other", "left"),
    [
        ("0814", (2, 3)),  # in sporadic fire of WN62: intense fire comes first
        ("0713", (3, 2)),  # in steady fire of WN62: it loses the step, and both are hit
        ("0612", (3, 2)),  # in intense fire of WN62 too
    ],
)
def test_a_hit_that_disrupts_does_not_stand_in_for_one_that_costs_a_step(other: str, left: tuple[int, int]) -> None:
    """WN62 may hit one unit. 0810 is in its intense fire, and in the sporadic fire of WN60, which can only disrupt."""
    card = fire_card("triangle", single="green purple", artillery=0)
    text = f"german WN62S WN75\ngerman WN60 WN75\nus B/1/16 at 0810\nus F/2/16 at {other}"
    game = position(text, phase="fire", turn=2, cards=[card])
    assert is_over(game) and (steps(game, "B/1/16"), steps(game, "F/2/16")) == left
    assert has(game, "B/1/16", "disrupted") and not has(game, "F/2/16", "disrupted")


@rule("6.35-01", "7.62-01", "6.37-01", edition="omaha")
def test_five_steps_in_a_hex_are_a_concentrated_target() -> None:
    card = fire_card("diamond", single="purple", artillery=0)
    text = "german WN60 WN75 depth wn\nus F/2/16 at 0508 {}\nus L/3/16 at 0508 {}"
    crowd = position(text.format("", "steps 2"), phase="fire", turn=2, cards=[card])
    assert (steps(crowd, "F/2/16"), steps(crowd, "L/3/16")) == (2, 1)
    few = position(text.format("steps 2", "steps 2"), phase="fire", turn=2, cards=[card])
    assert (steps(few, "F/2/16"), steps(few, "L/3/16")) == (2, 2)


@rule("DN-01", edition="omaha")
@pytest.mark.parametrize(("revealed", "disrupted"), [("revealed", False), ("", True)])
def test_unrevealed_reinforcements_disrupt_whom_they_hit(revealed: str, disrupted: bool) -> None:
    card = fire_card(single="brown")
    game = position(f"german C1 1/1/726 {revealed}\nus E/2/16 at 1212", phase="fire", turn=9, cards=[card])
    assert steps(game, "E/2/16") == 2 and has(game, "E/2/16", "disrupted") is disrupted


@rule("6.33-02", edition="omaha")
def test_a_disrupted_unit_is_not_disrupted_further() -> None:
    card = fire_card(single="brown")
    game = position("german C1 1/1/726\nus E/2/16 at 1212 disrupted", phase="fire", turn=9, cards=[card])
    assert [event.kind for event in game.opening_events].count("disrupted") == 0
    assert steps(game, "E/2/16") == 2


@rule("6.4-01", "6.4-02", "4.III-01", "4.III-02", edition="omaha")
@pytest.mark.parametrize("kind", ["single", "double"])
def test_a_disrupted_position_holds_its_fire_and_recovers(kind: str) -> None:
    card = fire_card(single="green") if kind == "single" else fire_card(double="green")
    game = position("german WN62S WN75 disrupted\nus E/2/16 at 0612", phase="fire", turn=2, cards=[card])
    assert steps(game, "E/2/16") == 3 and "disrupted" not in german_at(game, "WN62S")
    other = position(
        "german WN62S WN75 disrupted\nus E/2/16 at 0612", phase="fire", turn=2, cards=[fire_card(without="green")]
    )
    assert "disrupted" in german_at(other, "WN62S")


@rule("6.4-02", edition="omaha")
@pytest.mark.parametrize(("east", "west", "recovers"), [("with", "without", False), ("without", "with", True)])
def test_a_position_recovers_by_the_card_of_its_own_sector(east: str, west: str, recovers: bool) -> None:
    cards = {"with": fire_card(single="red"), "without": fire_card(without="red")}
    game = position("german WN70 WN75 disrupted", phase="fire", turn=2, cards=[cards[east], cards[west]])
    assert ("disrupted" not in german_at(game, "WN70")) is recovers


@rule("EV.9-01", edition="omaha")
def test_smoke_silences_a_wn() -> None:
    card = fire_card(single="green")
    game = position("german WN62S WN75\nus E/2/16 at 0612", phase="fire", turn=2, cards=[card], smoke="WN62")
    assert steps(game, "E/2/16") == 3
    assert [event.facts["why"] for event in game.opening_events if event.kind == "holds_fire"] == ["smoke"]


@rule("EV.2-01", edition="omaha")
@pytest.mark.parametrize(("plunging", "left"), [(True, 2), (False, 3)])
def test_plunging_fire_makes_sporadic_dots_at_the_shingle_steady(plunging: bool, left: int) -> None:
    card = fire_card("diamond", single="green", artillery=0)
    game = position("german WN62S WN75\nus E/2/16 at 0710", phase="fire", turn=12, cards=[card], plunging=plunging)
    assert steps(game, "E/2/16") == left and has(game, "E/2/16", "disrupted") is not plunging


# -- leaders ------------------------------------------------------------------------------------------


@rule("11.4-01", "11.4-03", "11.4-04", "11.4-05", "11.42-01", edition="omaha")
def test_a_star_lets_a_position_hit_a_leader() -> None:
    star = fire_card(symbols={"green": "star"}, single="green", artillery=0)
    hq = position("german WN62S WN75\nus 16-HQ at 0612", phase="fire", turn=8, cards=[star])
    assert where(hq, "16-HQ") == "turn 10"
    wounded = position("german WN62S WN75\nus Wyman at 0612\nus 16-HQ at 0505", phase="fire", turn=8, cards=[star])
    assert has(wounded, "Wyman", "wounded") and where(wounded, "Wyman") == "0612"
    killed = position("german WN62S WN75\nus Wyman at 0612 wounded", phase="fire", turn=8, cards=[star])
    assert where(killed, "Wyman") == "eliminated"
    far = position("german WN62S WN75\nus 16-HQ at 0814", phase="fire", turn=8, cards=[star])
    assert where(far, "16-HQ") == "0814"  # sporadic fire
    plain = fire_card(symbols={"green": "R"}, single="green")
    safe = position("german WN62S WN75\nus 16-HQ at 0612", phase="fire", turn=8, cards=[plain])
    assert where(safe, "16-HQ") == "0612"


@rule("11.4-01", "11.4-04", "11.31-02", "16-13", edition="omaha")
@pytest.mark.parametrize("place", ["WN62S WN75", "C1 1/1/726 revealed"])
def test_a_lone_general_is_a_target_of_a_star_in_the_extended_game_too(place: str) -> None:
    colour, near = ("green", "0612") if place.startswith("WN") else ("brown", "1112")
    star, plain = (fire_card(symbols={colour: symbol}, single=colour, artillery=0) for symbol in ("star", "armor"))
    for turn in (16, 17):
        hit = position(f"german {place}\nus Wyman at {near}", phase="fire", turn=turn, cards=[star])
        assert has(hit, "Wyman", "wounded") and where(hit, "Wyman") == near
        assert "leader_fire" in kinds(hit.opening_events)
        spared = position(f"german {place}\nus Wyman at {near}", phase="fire", turn=turn, cards=[plain])
        assert not has(spared, "Wyman", "wounded")
        disrupted = position(f"german {place} disrupted\nus Wyman at {near}", phase="fire", turn=turn, cards=[star])
        assert not has(disrupted, "Wyman", "wounded")


@rule("11.41-01", "11.4-02", "11.15-01", edition="omaha")
@pytest.mark.parametrize(("depth", "heroes"), [("", 1), ("depth wn", 0)])
def test_units_take_the_hits_before_their_hero_does(depth: str, heroes: int) -> None:
    star = fire_card(symbols={"green": "star"}, single="green", artillery=0)
    game = position(f"german WN62S WN75 {depth}\nus E/2/16 at 0612 hero", phase="fire", turn=2, cards=[star])
    assert steps(game, "E/2/16") == 2
    assert state(game).heroes[unit_number("E/2/16")] == heroes
    assert has(game, "E/2/16", "inspired") is not bool(heroes)


@rule("11.4-01", edition="omaha")
def test_the_closest_leader_is_hit_and_equals_are_a_choice() -> None:
    star = fire_card(symbols={"green": "star"}, single="green", artillery=0)
    text = "german WN62S WN75\nus 16-HQ at 0612\nus Wyman at 0612\nus Cota at 0510"
    game = position(text, phase="fire", turn=8, cards=[star])
    assert orders(game) == ["hit 16-HQ", "hit Wyman"]
    g = state(game)
    assert [UNIT_IDS[u] for u in leaders_under_fire(g, g.battle.group_names.index("WN62"))] == ["16-HQ", "Wyman"]


@rule("11.14-01", "11.15-01", edition="omaha")
def test_a_hero_may_be_sacrificed_for_a_unit_on_its_last_step() -> None:
    card = fire_card(single="green", artillery=0)
    text = "german WN62S WN75\nus E/2/16 at 0612 steps 1 hero"
    game = position(text, phase="fire", turn=2, cards=[card])
    assert orders(game) == ["sacrifice", "accept"]
    play(game, "sacrifice")
    assert steps(game, "E/2/16") == 1 and has(game, "E/2/16", "inspired")
    lost = position(text, phase="fire", turn=2, cards=[card])
    play(lost, "accept")
    assert where(lost, "E/2/16") == "eliminated" and not has(lost, "E/2/16", "inspired")


# -- artillery ----------------------------------------------------------------------------------------


GUNS = """
    german WN62S WN75
    german WN61 WN88
    german WN60 WN75
"""


@rule("6.5-E1", "6.5-02", "6.5-03", "6.52-01", edition="omaha")
def test_three_guns_of_any_calibre() -> None:
    wanted = Artillery(value=3, calibres=(75, 88, 105))
    g = state(position(GUNS, phase="engineers", turn=5, fire_cards=(1, 1)))
    settle_communication(g)
    assert guns(g, 0, wanted).ready == 5  # three in WNs, two off the map
    assert guns(g, 1, wanted).ready == 2


@rule("6.5-E2", edition="omaha")
def test_small_guns_do_not_count_where_the_card_wants_large_ones() -> None:
    g = state(position(GUNS, phase="engineers", turn=5, fire_cards=(1, 1)))
    settle_communication(g)
    assert guns(g, 0, Artillery(value=2, calibres=(88, 105))).ready == 3


@rule("6.5-01", "6.5-04", "6.5-07", "6.1-08", edition="omaha")
@pytest.mark.parametrize(
    ("units", "hit"),
    [
        ("us F/2/16 in ER1\nus 1/A/741 at 0509\nus A-C/81C in ER2\nus B/1/16 at 0508", "F/2/16"),
        ("us 1/A/741 at 0505\nus A-C/81C in ER2\nus B/1/16 at 0505", "1/A/741"),
        ("us A-C/81C in ER2\nus B/1/16 at 0505", "A-C/81C"),
        ("us B/1/16 at 0505", "B/1/16"),
        ("us A/1/16 at 0505", None),
    ],
)
def test_artillery_hits_in_its_order(units: str, hit: str | None) -> None:
    card = fire_card("triangle", artillery=2)
    game = position(units, phase="fire", turn=5, cards=[card])
    hits = [UNIT_IDS[int(str(e.facts["unit"]))] for e in game.opening_events if e.kind == "artillery_hits"]
    assert hits == ([hit] if hit else [])
    early = position(units, phase="fire", turn=3, cards=[card])
    assert "artillery" not in [event.kind for event in early.opening_events]


@rule("6.5-05", "6.5-06", edition="omaha")
def test_among_equals_the_player_chooses_whom_artillery_hits() -> None:
    card = fire_card("triangle", artillery=2)
    game = position("us F/2/16 in ER1\nus K/3/16 in ER2\nus B/1/16 in ER3 steps 2", phase="fire", turn=5, cards=[card])
    assert orders(game) == ["hit F/2/16", "hit K/3/16"] and refusal(game, "hit B/1/16").rule == "6.5-04"
    play(game, "hit K/3/16")
    assert steps(game, "K/3/16") == 2


@rule("6.35-01", "6.5-02", edition="omaha")
@pytest.mark.parametrize(("place", "hit"), [("at 0505", True), ("in ER1", False)])
def test_a_crowd_draws_artillery_on_the_beach_and_not_in_a_box(place: str, hit: bool) -> None:
    card = fire_card("triangle", artillery=2)
    text = f"us A/1/16 {place}\nus I/3/16 {place} steps 2"  # both diamonds
    game = position(text, phase="fire", turn=5, cards=[card])
    assert ("artillery_hits" in kinds(game.opening_events)) is hit


@rule("6.5-02", edition="omaha")
def test_disrupted_guns_do_not_count() -> None:
    card = fire_card("triangle", artillery=2)
    game = position("german WN61 WN88 disrupted\ngerman WN60 WN75", phase="fire", turn=5, cards=[card])
    assert [e.facts["ready"] for e in game.opening_events if e.kind == "artillery"][:1] == [2]  # those off the map


@rule("6.34-01", "6.5-05", edition="omaha")
def test_artillery_passes_over_who_has_lost_a_step_in_this_phase() -> None:
    """The larger company is hit by WN62 first, so the shell is for the other."""
    card = fire_card(single="green", artillery=5)
    symbol = state(position("", phase="engineers", turn=1)).battle.deck[card].target
    near, far = {"diamond": ("E/2/16", "A/1/16"), "triangle": ("F/2/16", "B/1/16"), "circle": ("G/2/16", "C/1/16")}[
        symbol
    ]
    guns_ = "german WN62S WN75\ngerman WN60 WN75\ngerman WN61 WN88\n"
    game = position(f"{guns_}us {near} at 0612\nus {far} at 0519 steps 2", phase="fire", turn=5, cards=[card])
    assert (steps(game, near), steps(game, far)) == (2, 1)


OBSERVED = "us K/3/16 at 0807 {}\nus L/3/16 at 0809\nus E/2/16 at 0812\nus F/2/16 at 0912\nus I/3/16 at {}"


@rule("6.51-01", "6.51-02", "6.51-03", "6.51-04", "12.22-01", edition="omaha")
@pytest.mark.parametrize(
    ("pieces", "ready"),
    [
        (OBSERVED.format("", "1309"), 1),  # a company in each observer of the 105; the 88 has others
        (OBSERVED.format("", "1310"), 2),  # A6 is controlled from next to it, but Germans can reach it still
        (OBSERVED.format("", "1309").replace("0807", "0806") + "\ngerman WN60 WN disrupted", 2),  # a crew is back
        (OBSERVED.format("steps 1", "1309").replace("0807", "0806"), 2),  # nobody controls WN60
    ],
)
def test_off_map_artillery_is_silent_while_all_its_observers_are_under_control(pieces: str, ready: int) -> None:
    game = position(pieces, phase="fire", turn=5, cards=[fire_card(artillery=2, without="purple")])
    told = [event.facts for event in game.opening_events if event.kind == "artillery"]
    assert [(facts["sector"], facts["ready"]) for facts in told][:1] == [(0, ready)]


@rule("6.51-03", "6.51-04", "12.24-01", edition="omaha")
def test_a_silent_battery_needs_an_observer_to_fire_again() -> None:
    """A company dies in WN60 in the phase itself: Germans can reach the position from the next phase on."""
    card = fire_card("triangle", single="brown", artillery=4)
    text = OBSERVED.format("steps 1", "1309") + "\ngerman A3 1/1/726"
    game = position(text, phase="fire", turn=5, cards=[card])
    events = game.opening_events
    assert where(game, "K/3/16") == "eliminated"
    assert [event.facts["ready"] for event in events if event.kind == "artillery"] == [1]  # the 88 alone
    assert "battery_silent" in kinds(events)
    g = state(game)
    settle_communication(g)
    settle_observers(g)
    assert kinds(g.events)[-1] == "battery_active" and guns(g, 0, Artillery(value=2, calibres=(105,))).ready == 1


@rule("6.53-01", edition="omaha")
def test_rockets_are_no_artillery() -> None:
    g = state(position("german WN69 WNrocket", phase="engineers", turn=5, fire_cards=(1, 1)))
    settle_communication(g)
    assert guns(g, 1, Artillery(value=3, calibres=(75, 88, 105))).ready == 2
