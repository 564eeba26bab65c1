"""Chapters 9, 10 and the events: depth, reinforcements, engineers, and what the event cards do."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.depth import add_depth, add_depth_in_each_sector
from bocage.games.omaha_beach.reinforcements import reinforce, tactical_reinforcement
from bocage.games.omaha_beach.words import UNIT_IDS, unit_number
from bocage.kernel import Game
from tests.omaha_beach.positions import (
    event_card,
    fire_card,
    german_at,
    has,
    is_over,
    position,
    position_number,
    state,
    steps,
    where,
)
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def quiet(pieces: str, **pools: dict[str, str]) -> Game:
    """A position in which nothing has happened yet."""
    return position(
        pieces,
        phase="engineers",
        turn=1,
        pools=pools.get("pools"),
        depth_pools=pools.get("depth", {"wn": "wn wn", "mobile": "mobile mobile", "building": "building"}),
    )


def receivers(game: Game) -> list[str]:
    """The positions that have gained a depth marker."""
    g = state(game)
    told = [event.facts["position"] for event in g.events if event.kind == "depth_added"]
    return [g.battle.positions[int(str(p))].id for p in told]


# -- depth ------------------------------------------------------------------------------------------------


@rule("9.2-01", "9.2-02", "9.2-05", "9.2-06", "9.2-08", "9-01", "9.21-01", edition="omaha")
def test_depth_goes_to_the_unit_nearest_to_an_american() -> None:
    game = quiet("german WN64 WN\ngerman WN60 WN75 disrupted\nus E/2/16 at 0709\nus Wyman at 0815")
    add_depth(state(game), None, "9.2-01")
    assert receivers(game) == ["WN60"] and "with depth" in german_at(game, "WN60")


@rule("9.2-02", "9.2-03", edition="omaha")
def test_nearness_comes_before_the_kind_of_position() -> None:
    game = quiet("german WN60 WN75\ngerman C2 1/1/726\nus E/2/16 at 1115")
    add_depth(state(game), None, "9.2-01")
    assert receivers(game) == ["C2"]


@rule("9.2-03", "9.2-04", edition="omaha")
@pytest.mark.parametrize(
    ("pieces", "first"),
    [
        ("german WN62S WN75\ngerman WN64 WN\ngerman C2 1/1/726", "WN64"),  # single-hex WN
        ("german WN62N WN\ngerman WN62S WN75\ngerman C2 1/1/726", "WN62N"),  # two-hex WN, north first
        ("german WN61 WN88\ngerman WN60 WN75", "WN60"),  # lower number
        ("german A2 1/1/726\ngerman C1 3/1/726\ngerman blank-1014 9/3/726", "blank-1014"),
        ("german B2 1/1/726\ngerman A2 3/1/726", "A2"),
    ],
)
def test_depth_priorities_among_equals(pieces: str, first: str) -> None:
    game = quiet(pieces)  # no American is near anybody
    add_depth(state(game), None, "9.2-01")
    assert receivers(game) == [first]


@rule("9.2-07", edition="omaha")
def test_a_sector_without_a_receiver_passes_the_marker_on() -> None:
    game = quiet("german WN70 WN75\nus E/2/16 at 0709")
    add_depth(state(game), 0, "9.2-01")
    assert receivers(game) == ["WN70"]
    add_depth(state(game), 0, "9.2-01")
    assert receivers(game) == ["WN70"] and "no_depth" in kinds(state(game).events)


@rule("9.24-01", "9.24-02", "9.24-03", "9.22-01", edition="omaha")
def test_empty_depth_pools() -> None:
    no_wn = quiet("german WN64 WN\ngerman C2 1/1/726\nus E/2/16 at 0815", depth={"mobile": "mobile"})
    add_depth(state(no_wn), None, "9.2-01")
    assert receivers(no_wn) == ["C2"]
    village = quiet("german C1 1/1/726", depth={"mobile": "mobile"})
    add_depth(state(village), None, "9.2-01")
    assert receivers(village) == ["C1"] and state(village).depth_pools["mobile"] == ()
    nothing = quiet("german C2 1/1/726", depth={"building": "building"})
    add_depth(state(nothing), None, "9.2-01")
    assert receivers(nothing) == []


@rule("9.24-03", "9.2-02", edition="omaha")
def test_a_mobile_marker_that_is_called_for_in_vain_is_nobody_elses() -> None:
    """The nearest unit is chosen first; its pool being empty, no other unit takes its place."""
    text = "german C2 1/1/726\ngerman WN64 WN\ngerman C1 3/1/726\nus E/2/16 at 1214"
    game = quiet(text, depth={"wn": "wn", "building": "building"})
    add_depth(state(game), None, "9.2-01")
    assert receivers(game) == []
    told = state(game).events[-1]
    assert (
        told.rule == "9.24-03"
        and game.sentence(told) == "No German unit gains depth: no mobile marker is left. (9.24-03)"
    )


@rule("9.24-01", "9.2-07", edition="omaha")
@pytest.mark.parametrize(
    ("others", "depth", "receiver"),
    [
        ("german C2 1/1/726\ngerman A1 3/1/726\ngerman D1 5/2/916", "mobile", "C2"),  # the nearest of the sector
        ("german D1 5/2/916\ngerman C2 1/1/726 depth mobile", "mobile", "D1"),  # the other sector
        ("german WN61 WN88", "mobile", ""),  # no other WN
        ("german C2 1/1/726", "building", ""),  # no mobile marker either
        ("german C2 1/1/726", "wn", "WN64"),  # the pool is not empty
    ],
)
def test_an_attack_on_a_wn_gives_depth_to_another_position_when_the_wn_markers_are_used_up(
    others: str, depth: str, receiver: str
) -> None:
    text = f'german WN64 "WN 2 BZ BR" revealed\nus E/2/16 at 0915 steps 1\n{others}'
    game = position(text, depth_pools={depth: depth})
    events = play(game, "act E/2/16", "attack 0916", "declare")
    g = state(game)
    found = [
        g.battle.positions[int(str(event.facts["position"]))].id for event in events if event.kind == "depth_added"
    ]
    assert found == ([receiver] if receiver else [])
    assert has(game, "E/2/16", "disrupted")  # the attack had that effect in any case


@rule("9.24-04", "9.2-01", edition="omaha")
@pytest.mark.parametrize(("us", "nearest"), [("E/2/16 at 0713", "WN64"), ("E/2/116 at 0527", "WN70")])
def test_two_markers_or_the_last_one(us: str, nearest: str) -> None:
    text = f"german WN64 WN\ngerman WN70 WN75\nus {us}"
    two = quiet(text)
    add_depth_in_each_sector(state(two))
    assert receivers(two) == ["WN64", "WN70"]
    last = quiet(text, depth={"wn": "wn"})
    add_depth_in_each_sector(state(last))
    assert receivers(last) == [nearest]


# -- reinforcements ------------------------------------------------------------------------------------------


@rule("9.3-01", "9.3-02", "9-04", "9.1-01", edition="omaha")
@pytest.mark.parametrize(
    ("us", "place"),
    [("us E/2/16 at 1514", "C3"), ("us E/2/16 at 1712", "C6"), ("us E/2/16 at 0505", "C1"), ("us Wyman at 1712", "C1")],
)
def test_reinforcements_come_where_they_are_needed(us: str, place: str) -> None:
    game = quiet(us, pools={"tactical": "1/1/726"})
    reinforce(state(game), ("C",))
    told = next(event for event in state(game).events if event.kind == "reinforcement")
    found = state(game).battle.positions[int(str(told.facts["position"]))].id
    assert found == place
    assert german_at(game, found) == "1/1/726, face down"


@rule("9.3-03", "9.32-01", "9.33-01", "12.22-01", edition="omaha")
def test_occupied_positions_receive_nobody() -> None:
    game = quiet("us E/2/16 at 1113\ngerman C2 3/1/726", pools={"tactical": "1/1/726 9/3/726"})
    reinforce(state(game), ("C",))
    assert german_at(game, "C3") == "1/1/726, face down"


@rule("9.31-01", edition="omaha")
def test_when_the_tactical_pool_is_empty_division_units_come_with_depth() -> None:
    game = quiet("", pools={"division": "2R/352"})
    reinforce(state(game), ("C",))
    assert german_at(game, "C1") == "2R/352, with depth, face down"


@rule("9.34-01", "9.34-02", edition="omaha")
def test_short_pools_serve_the_most_urgent_zone() -> None:
    game = quiet("us E/2/116 at 0935", pools={"tactical": "1/1/726"})
    reinforce(state(game), ("C", "G"))
    g = state(game)
    placed = [g.battle.positions[p].zone for p, unit in enumerate(g.german) if unit >= 0]
    assert placed == ["G"] and "no_reinforcement" in kinds(g.events)


@rule("9.33-02", edition="omaha")
def test_a_zone_without_communication_receives_nobody() -> None:
    blocked = quiet(
        "us E/2/16 at 1001\nus F/2/16 at 1902\nus G/2/16 at 2015\nus I/3/16 at 2022\nus K/3/16 at 2025\n"
        "us L/3/16 at 1435\nus M/3/16 at 0635",
        pools={"tactical": "1/1/726"},
    )  # every exit is held
    reinforce(state(blocked), ("C",))
    assert state(blocked).pools["tactical"] != ()


@rule("9.4-02", "9.4-03", "9.41-01", "9.41-02", "2.1-11", edition="omaha")
def test_a_triggered_reinforcement_comes_to_the_nearest_position() -> None:
    game = quiet("german WN71 WN\nus E/2/116 at 0528", pools={"tactical": "1/1/726 3/1/726"})
    g = state(game)
    tactical_reinforcement(g, position_number(g, "WN71"))
    here = g.battle.positions[position_number(g, "WN71")].hex
    taken = [p for p, unit in enumerate(g.german) if unit >= 0 and g.battle.positions[p].kind == "reinforcement"]
    distances = [
        g.battle.grid.distance(here, position.hex)
        for position in g.battle.positions
        if position.kind == "reinforcement"
    ]
    assert [g.battle.grid.distance(here, g.battle.positions[p].hex) for p in taken] == [min(distances)]


@rule("9.42-01", edition="omaha")
def test_it_comes_from_the_tactical_pool_only() -> None:
    game = quiet("german WN71 WN", pools={"division": "2R/352"})
    g = state(game)
    tactical_reinforcement(g, position_number(g, "WN71"))
    assert kinds(g.events)[-1] == "no_reinforcement" and len(g.pools["division"]) == 1


@rule("11.31-01", "11.31-02", "11.31-03", edition="omaha")
def test_a_general_alone_in_a_position_is_captured() -> None:
    game = quiet("us Wyman at 1113", pools={"tactical": "1/1/726"})
    reinforce(state(game), ("C",))
    assert german_at(game, "C1") == "1/1/726, face down" and where(game, "Wyman") == "eliminated"


# -- events ------------------------------------------------------------------------------------------------


@rule("9.5-01", "9.5-02", "9.5-03", "9.5-04", edition="omaha")
def test_release_of_kampfgruppe_meyer() -> None:
    card = event_card("release_kg_meyer", 12)
    meyer = '"1/Fus/352" "2/Fus/352" "3/Fus/352" "4/Fus/352" "1/1/915"'
    game = position(
        "", phase="event", turn=12, cards=[card], pools={"meyer": meyer}, depth_pools={"meyer": "mobile mobile mobile"}
    )
    g = state(game)
    assert (len(g.pools["division"]), len(g.pools["meyer"])) == (4, 1)
    assert (len(g.depth_pools["mobile"]), len(g.depth_pools["meyer"])) == (2, 1)
    again = position("", phase="event", turn=12, cards=[card])
    assert "no_meyer" in kinds(again.opening_events)


@rule("EV.6-01", "EV.6-02", "11.11-01", "11.11-02", "11.11-04", "9.23-01", edition="omaha")
def test_a_hero_rises_where_the_player_likes_and_the_germans_gain_depth_there() -> None:
    card = event_card("hero_and_depth", 5, division=1)
    game = position(
        "us E/2/16 at 0713\nus F/2/16 at 0714\nus G/2/116 at 0626\nus 16-HQ at 0713\ngerman WN64 WN\ngerman WN70 WN75",
        phase="event",
        turn=5,
        cards=[card],
        depth_pools={"wn": "wn wn"},
    )
    assert orders(game) == ["hero E/2/16", "hero F/2/16"] and game.decision.seat == "1st"
    assert refusal(game, "hero 16-HQ").rule == "11.11-01"
    play(game, "hero F/2/16")
    assert state(game).heroes[unit_number("F/2/16")] == 1
    assert "with depth" in german_at(game, "WN64") and "with depth" not in german_at(game, "WN70")


@rule("11.11-03", edition="omaha")
def test_a_hero_dies_with_his_unit() -> None:
    card = fire_card(single="green", artillery=0)
    game = position("german WN62S WN75\nus E/2/16 at 0612 steps 1 hero", phase="fire", turn=2, cards=[card])
    play(game, "accept")
    assert state(game).heroes[unit_number("E/2/16")] == 0


@rule("EV.7-01", "EV.7-02", "13.12-01", edition="omaha")
def test_stragglers_join_a_company_on_its_last_step() -> None:
    card = event_card("support_soldiers_join", 12)
    event = state(position("", phase="event", turn=12)).battle.deck[card].event(12)
    mine, other = ("16", "116") if event.division == 1 else ("116", "16")
    game = position(
        f"us E/2/{mine} at 0713 steps 1\nus F/2/{mine} at 0714 steps 1\nus G/2/{other} at 0715 steps 1",
        phase="event",
        turn=12,
        cards=[card],
    )
    assert orders(game) == [f"join E/2/{mine}", f"join F/2/{mine}"]
    play(game, f"join F/2/{mine}")
    assert steps(game, f"F/2/{mine}") == 2
    else_where = position(f"us G/2/{other} at 0715 steps 1", phase="event", turn=12, cards=[card])
    assert steps(else_where, f"G/2/{other}") == 2


@rule("EV.8-01", "EV.8-02", "EV.8-03", "EV.8-04", "EV.4-01", "EV.4-02", edition="omaha")
def test_rockets() -> None:
    card = event_card("rocket_barrage", 5)
    text = """
        german WN69 WNrocket {}
        us E/2/116 at 0725
        us I/3/116 at 0624
        us F/2/116 at 0625 steps 2
        us K/3/116 at 1021
        us L/3/116 at 0327
    """  # two whole companies in range, a reduced one, one too near and one too far
    game = position(text.format(""), phase="event", turn=5, cards=[card])
    assert set(orders(game)) == {"hit I/3/116", "hit E/2/116"} and refusal(game, "hit F/2/116").rule == "EV.8-03"
    play(game, "hit E/2/116")
    assert steps(game, "E/2/116") == 2 and state(game).rockets_fired
    silent = position(text.format("disrupted"), phase="event", turn=5, cards=[card])
    assert is_over(silent) and not state(silent).rockets_fired
    gone = event_card("rocket_unit_destroyed", 12)
    kept = position("german WN69 WNrocket", phase="event", turn=12, cards=[gone])
    assert german_at(kept, "WN69") != "empty"
    lost = position("german WN69 WNrocket depth wn", phase="event", turn=12, cards=[gone], rockets_fired=True)
    assert german_at(lost, "WN69") == "empty" and len(state(lost).gone_depth) == 1


@rule("EV.9-01", "EV.9-02", "EV-01", "4.II-01", edition="omaha")
def test_smoke_names_wns_for_a_turn() -> None:
    card = event_card("smoke", 5)
    game = position("", phase="event", turn=5, cards=[card])
    g = state(game)
    named = [g.battle.group_names[n] for n in range(len(g.battle.groups)) if g.smoke >> n & 1]
    assert set(named) == set(g.battle.deck[card].event(5).wn)
    first = position("", phase="event", turn=1)
    assert len(state(first).deck) == 54


@rule("EV.12-01", "EV.12-02", "EV.12-03", "EV.3-01", "EV.3-02", edition="omaha")
def test_intelligence_reveals_a_position() -> None:
    patrol = event_card("patrol_report", 12)
    division = state(position("", phase="event")).battle.deck[patrol].event(12).division
    east = division == 1
    near, far, us = ("WN64", "WN60", "0813") if east else ("WN70", "WN73", "0626")
    unit = "E/2/16" if east else "E/2/116"
    game = position(
        f'german {near} WN depth "wn TR"\ngerman {far} WN75\nus {unit} at {us}',
        phase="event",
        turn=12,
        cards=[patrol],
        pools={"tactical": "1/1/726"},
    )
    g = state(game)
    assert g.is_shown(position_number(g, near)) and not g.is_shown(position_number(g, far))
    assert "with depth" not in german_at(game, near)
    brought = next(event.facts["position"] for event in game.opening_events if event.kind == "reinforcement")
    assert g.is_shown(int(str(brought)))  # face up
    talks = event_card("prisoner_talks", 12)
    sector = state(position("", phase="event")).battle.deck[talks].event(12).division
    pair = ("WN60", "WN64") if sector == 1 else ("WN70", "WN73")
    other = "WN70" if sector == 1 else "WN60"
    choice = position(
        f"german {pair[0]} WN75\ngerman {pair[1]} WN\ngerman {other} WN88", phase="event", turn=12, cards=[talks]
    )
    assert len(orders(choice, "reveal")) == 2
    assert refusal(choice, "reveal 0728" if sector == 1 else "reveal 0807").rule == "EV.3-01"


@rule("EV.3-01", edition="omaha")
@pytest.mark.parametrize(("order", "shown"), [("reveal {}", True), ("pass", False)])
def test_a_prisoner_need_not_tell_of_the_other_sector(order: str, shown: bool) -> None:
    talks = event_card("prisoner_talks", 12)
    sector = state(position("", phase="event")).battle.deck[talks].event(12).division
    own, other, hex_ = ("WN60", "WN70", "0728") if sector == 1 else ("WN70", "WN60", "0807")
    text = f"german {own} WN75 revealed\ngerman {other} WN88"
    game = position(text, phase="event", turn=12, cards=[talks])
    assert orders(game) == [f"reveal {hex_}", "pass"]
    play(game, order.format(hex_))
    g = state(game)
    assert is_over(game) and g.is_shown(position_number(g, other)) is shown


@rule("EV.5-01", edition="omaha")
def test_concealed_germans_disrupt_their_neighbours() -> None:
    card = event_card("germans_concealed", 22)
    symbols = state(position("", phase="event")).battle.deck[card].event(22).symbols
    by_symbol = {"diamond": "E/2/16", "triangle": "F/2/16", "circle": "G/2/16"}
    game = position(
        "german C2 1/1/726\nus E/2/16 at 1115\nus F/2/16 at 1115\nus G/2/16 at 1115",
        phase="event",
        turn=22,
        cards=[card],
    )
    assert [name for symbol, name in by_symbol.items() if has(game, name, "disrupted")] == [
        by_symbol[symbol] for symbol in by_symbol if symbol in symbols
    ]


@rule("EV.11-01", "EV.11-02", "EV.11-03", "EV.11-05", edition="omaha")
def test_naval_fire_hits_one_of_three_positions() -> None:
    card = event_card("naval_fire_hits_position", 22)
    battle = state(position("", phase="event")).battle
    names = battle.deck[card].event(22).positions
    second = next(number for number in battle.deck if number != card)
    name = names[battle.deck[second].target]
    unit = "WN" if name.startswith("WN") else "1/1/726"
    game = position(f"german {name} {unit} depth mobile", phase="event", turn=22, cards=[card, second])
    assert "disrupted" in german_at(game, name) and "with depth" not in german_at(game, name)


@rule("EV.11-03", "EV.11-04", "EV.11-05", edition="omaha")
def test_naval_fire_may_hit_friends() -> None:
    card = event_card("naval_fire_hits_position", 22)
    battle = state(position("", phase="event")).battle
    second, third = [number for number in battle.deck if number != card][:2]
    place = next(
        here
        for here in battle.positions
        if here.id == battle.deck[card].event(22).positions[battle.deck[second].target]
    )
    symbol = battle.deck[third].target
    pair = [name for name in UNIT_IDS if battle.symbol[unit_number(name)] is symbol][:2]
    hex_ = battle.grid.label(place.hex)
    game = position(
        f"us {pair[0]} at {hex_}\nus {pair[1]} at {hex_}\nus Wyman at {hex_}",
        phase="event",
        turn=22,
        cards=[card, second, third],
    )
    assert orders(game) == [f"hit {name}" for name in pair]
    play(game, f"hit {pair[1]}")
    assert steps(game, pair[1]) == len(battle.units[unit_number(pair[1])].steps) - 1
    other = next(name for name in UNIT_IDS if battle.symbol[unit_number(name)] not in (symbol, None))
    spared = position(f"us {other} at {hex_}", phase="event", turn=22, cards=[card, second, third])
    assert is_over(spared) and "step_lost" not in kinds(spared.opening_events)


@rule("8.5-01", edition="omaha")
def test_an_event_brings_naval_fire() -> None:
    game = position("", phase="event", turn=12, cards=[event_card("naval_marker", 12)])
    assert state(game).naval == 1


# -- engineers ------------------------------------------------------------------------------------------------

STRONGPOINTS = "german {} WN75\ngerman WN61 WN88\ngerman WN62N WN\ngerman WN62S WN75\ngerman WN64 WN\ngerman WN65N WN"


@rule("10.1-E1", "10.1-01", "10.1-02", "4.IV-01", "10-01", edition="omaha")
def test_example_of_clearing_obstacles() -> None:
    card = fire_card(without="orange green brown")
    everything = position(STRONGPOINTS.format("WN60"), phase="engineers", turn=4, fire_cards=(card, 1))
    assert orders(everything) == ["clear 0612", "pass"]
    assert refusal(everything, "clear 0613").rule == "10.1-02"
    assert refusal(everything, "clear 0713").rule == "10-01"
    without = position(STRONGPOINTS.format("WN73"), phase="engineers", turn=4, fire_cards=(card, 1))
    assert orders(without, "clear") == ["0606", "0607", "0608", "0609", "0610", "0611", "0612"]
    play(without, "clear 0606", "clear 0612")
    assert without.decision.seat == "29th"


@rule("EV.9-04", edition="omaha")
def test_smoke_does_not_help_the_engineers() -> None:
    card = fire_card(without="orange green brown")
    game = position(STRONGPOINTS.format("WN60"), phase="engineers", turn=4, fire_cards=(card, 1), smoke="WN60")
    assert orders(game) == ["clear 0612", "pass"]


@rule("10.1-E2", "10.11-01", edition="omaha")
def test_cleared_hexes_are_remembered_one_by_one() -> None:
    game = position("", phase="engineers", turn=4, fire_cards=(1, 1), cleared="0613 0615 0616 0617 0618")
    assert "clear 0614" in orders(game) and refusal(game, "clear 0615").rule == "10.1-01"


@rule("10.12-01", edition="omaha")
@pytest.mark.parametrize(("turn", "count"), [(1, 0), (2, 2), (6, 2), (7, 1), (15, 1), (16, 0)])
def test_the_tide_limits_the_engineers(turn: int, count: int) -> None:
    game = position("", phase="engineers", turn=turn, fire_cards=(1, 1))
    cleared = 0
    while not is_over(game) and game.decision.seat == "1st":
        game.play(game.decision.orders[0])
        cleared += 1
    assert cleared == count
