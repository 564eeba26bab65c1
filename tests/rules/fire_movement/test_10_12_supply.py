"""Supply of the Allies (10.12)."""

from __future__ import annotations

from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.supply import supplied_units, supply_area
from bocage.games.fire_movement.words import GRID, UNIT_IDS, unit_number
from bocage.hexes import Hex, members
from bocage.kernel import Event, Game
from tests.fire_movement.courses import quietly
from tests.fire_movement.positions import is_reduced, position, setting_of, state, where
from tests.questions import kinds
from tests.support import rule


def end_player_turn(game: Game) -> list[Event]:
    """Play quietly until the other side is asked in its own turn."""
    side = state(game).active
    events = []
    while state(game).active == side:
        events += quietly(game)
    return events


def after_allied_turn(scenario: str, units: str, *, beachheads: str, drop_zones: str = "", turn: int = 5) -> Game:
    """The game when the Allied player turn is over."""
    units = f"german 4-aa at 0150\n{units.strip()}"  # somebody for the German player turn
    game = position(scenario, units, turn=turn, beachheads=beachheads, drop_zones=drop_zones)
    end_player_turn(game)
    return game


# The beach hex 1640 of Sword, with every hex around it taken, in a zone, or sea.
CUT_OFF = "german 736/716 at 1541\ngerman 857/346 at 1639"


@rule("10.12-01")
def test_germans_need_no_supply() -> None:
    units = "german 22/21 at 1540\ngerman 125/21 at 0938 reduced\nallied 8/3-br at 1640"
    game = position("sword", units, side="german", beachheads="1640")
    end_player_turn(game)
    assert not is_reduced(game, "22/21")
    assert where(game, "125/21") == "0938"


@rule("10.12-02", "10.12-09")
def test_a_unit_without_supply_is_reduced_and_a_reduced_one_lost() -> None:
    units = f"allied 8/3-br at 1240\nallied 9/3-br at 1238 reduced\n{CUT_OFF}"
    game = after_allied_turn("sword", units, beachheads="1640")
    assert is_reduced(game, "8/3-br") and where(game, "8/3-br") == "1240"
    assert where(game, "9/3-br") == "eliminated"


@rule("10.12-04")
def test_a_path_of_any_length_to_a_beachhead_is_enough() -> None:
    game = after_allied_turn("sword", "allied 8/3-br at 0139\nallied 9/3-br at 1448", beachheads="1838")
    assert not is_reduced(game, "8/3-br") and not is_reduced(game, "9/3-br")


@rule("10.12-04")
def test_no_path_leads_over_the_sea() -> None:
    # The zone of 1547 covers every land hex around 1646; over the water it is not far to 1640.
    assert in_supply(open_state("sword", {"8/3-br": "1646"}, {"22/21": "1547"})) == set()
    assert in_supply(open_state("sword", {"8/3-br": "1646"}, {"22/21": "1549"})) == {"8/3-br"}


@rule("10.12-04")
def test_no_path_leads_outside_the_area_in_play() -> None:
    # Zones all around 1426 but in 1425, which is not on the map of this scenario.
    units = "allied 69/50 at 1426\ngerman 901/Lehr at 1527\ngerman 902/Lehr at 1327"
    assert in_supply(state(position("gold_juno", units, beachheads="2026"))) == set()
    assert in_supply(state(position("combined_campaign", units, beachheads="2026"))) == {"69/50"}


@rule("10.12-03")
def test_supply_is_looked_at_when_the_allied_player_turn_ends_and_not_before() -> None:
    game = position("sword", f"allied 8/3-br at 1240\n{CUT_OFF}", beachheads="1640")
    told: list[Event] = []
    while state(game).active == ALLIED:
        assert not is_reduced(game, "8/3-br")
        told = quietly(game)
    assert [event.rule for event in told if event.kind == "reduced"] == ["10.12-09"]
    assert state(game).phase == "Movement Phase"  # the German one has just begun
    assert kinds(end_player_turn(game)).count("out_of_supply") == 0
    assert where(game, "8/3-br") == "1240"


def open_state(scenario: str, allied: dict[str, str], german: dict[str, str], beachheads: str = "1640") -> State:
    """A state with some units and nothing going on."""
    lines = [f"allied {unit} at {hex_}" for unit, hex_ in allied.items()]
    lines += [f"german {unit} at {hex_}" for unit, hex_ in german.items()]
    return state(position(scenario, "\n".join(lines), beachheads=beachheads))


def in_supply(g: State) -> set[str]:
    return {UNIT_IDS[unit] for unit in members(supplied_units(g))}


@rule("10.12-06")
def test_a_path_does_not_enter_a_hex_with_an_enemy_who_has_no_zone() -> None:
    # Battalions have no zone. Six of them around 1240 close it in.
    ring = [GRID.label(hex_) for hex_ in GRID.neighbours[GRID.at("1240")]]
    battalions = ("716/716", "200/21", "346/346", "1/1SS-at", "1/1SS-aa", "184/84")
    walled = dict(zip(battalions, ring, strict=True))
    assert "8/3-br" not in in_supply(open_state("sword", {"8/3-br": "1240"}, walled))
    del walled["184/84"]
    assert "8/3-br" in in_supply(open_state("sword", {"8/3-br": "1240"}, walled))


@rule("10.12-07")
def test_a_path_may_begin_and_end_in_a_zone_but_not_pass_through_one() -> None:
    # The unit stands in a zone, and so does the beachhead: both are ends of the path.
    assert in_supply(open_state("sword", {"8/3-br": "1340"}, {"736/716": "1240", "857/346": "1639"})) == {"8/3-br"}
    # Next to the beachhead, both hexes in the same zone: the path has no hex between its ends.
    assert in_supply(open_state("sword", {"8/3-br": "1540"}, {"736/716": "1539"})) == {"8/3-br"}
    # Every way out of the unit's hex leads through zones.
    assert in_supply(open_state("sword", {"8/3-br": "1340"}, {"736/716": "1339", "857/346": "1341"})) == set()


@rule("10.12-08")
def test_a_friendly_unit_does_not_open_a_zone_for_the_path() -> None:
    neighbours = [GRID.label(hex_) for hex_ in GRID.neighbours[GRID.at("1340")]]
    germans = {"736/716": "1339", "857/346": "1341"}
    free = [label for label in neighbours if label not in germans.values()]
    friends = dict(zip(("9/3-br", "185/3", "152/51", "153/51"), free, strict=True))
    g = open_state("sword", {"8/3-br": "1340", **friends}, germans)
    assert "8/3-br" not in in_supply(g)
    assert "9/3-br" in in_supply(g) or "185/3" in in_supply(g)  # they themselves are the first hex of their path


@rule("10.12-10")
def test_a_unit_in_a_beach_landing_hex_is_in_supply_whatever_stands_around_it() -> None:
    germans = {"736/716": "1639", "857/346": "1540", "716/716": "1541", "200/21": "1641", "346/346": "1740"}
    assert in_supply(open_state("sword", {"8/3-br": "1640", "9/3-br": "1539"}, germans)) == {"8/3-br"}


@rule("10.12-11")
def test_commandos_and_rangers_need_no_supply() -> None:
    game = after_allied_turn("sword", "allied 1-cdo at 0947 reduced\nallied 8/3-br at 0945", beachheads="")
    assert (where(game, "1-cdo"), is_reduced(game, "8/3-br")) == ("0947", True)
    game = position("omaha", "allied 2-rgr at 2417 reduced\ngerman 916/352 at 0110", beachheads="")
    end_player_turn(game)
    assert where(game, "2-rgr") == "2417"


@rule("10.12-05")
def test_airborne_units_and_only_they_trace_supply_to_a_drop_zone() -> None:
    # The beach is cut off; the drop zone is in 1245.
    units = f"allied 3/6 at 1143\nallied 8/3-br at 1145\n{CUT_OFF}"
    game = after_allied_turn("sword", units, beachheads="1640", drop_zones="1245", turn=2)
    assert not is_reduced(game, "3/6")
    assert is_reduced(game, "8/3-br")


@rule("10.12-05")
def test_airborne_units_may_use_beachheads_too() -> None:
    game = after_allied_turn("sword", "allied 3/6 at 1445", beachheads="1640")
    assert not is_reduced(game, "3/6")


@rule("10.12-04")
def test_in_the_full_campaign_any_allied_beachhead_serves() -> None:
    # Only Omaha is left, and the way to it leads along the coast.
    g = state(position("combined_campaign", "allied 69/50 at 1827", beachheads="2219"))
    assert in_supply(g) == {"69/50"}


# -- against a slow search ------------------------------------------------------------------------

ALLIES = ("8/3-br", "9/3-br", "185/3", "27", "3/6", "5/6", "6/6", "1-cdo")
GERMANS = ("22/21", "125/21", "192/21", "736/716", "857/346", "716/716", "200/21", "346/346")
PLACES = [GRID.label(hex_) for hex_ in members(setting_of("sword").battle.playable) if 8 <= GRID.row(hex_) <= 17]


def can_trace(g: State, start: Hex, goals: set[Hex]) -> bool:
    """Search every path from a hex, one hex after another, by the words of the rule."""
    battle = g.battle
    zone: set[Hex] = set()
    for unit in members(g.force[GERMAN]):
        if battle.units[unit].zoc:
            zone |= set(GRID.neighbours[g.where[unit]])
    enemies = {g.where[unit] for unit in members(g.force[GERMAN])}
    if start in goals:
        return True
    queue, seen = deque([start]), {start}
    while queue:
        here = queue.popleft()
        for there in GRID.neighbours[here]:
            if there in enemies or not battle.playable >> there & 1:
                continue
            if there in goals:
                return True
            if there in zone or there in seen:  # to go on from there would be to enter and leave a zone hex
                continue
            seen.add(there)
            queue.append(there)
    return False


@rule("10.12-04", "10.12-05", "10.12-06", "10.12-07", "10.12-08", "10.12-10", "10.12-11")
@settings(max_examples=150)
@given(
    places=st.lists(st.sampled_from(PLACES), min_size=16, max_size=16, unique=True),
    beaches=st.sets(st.sampled_from(("1640", "1739", "1740", "1838"))),
    zones=st.sets(st.sampled_from(("1245", "1047")), max_size=1),
)
def test_supply_agrees_with_a_search_along_every_path(places: list[str], beaches: set[str], zones: set[str]) -> None:
    lines = [f"allied {unit} at {hex_}" for unit, hex_ in zip(ALLIES, places[:8], strict=True)]
    lines += [f"german {unit} at {hex_}" for unit, hex_ in zip(GERMANS, places[8:], strict=True)]
    beachheads = beaches - set(places[8:])
    text = " ".join(sorted(beachheads))
    g = state(position("sword", "\n".join(lines), beachheads=text, drop_zones=" ".join(zones), turn=2))
    by_sea = {GRID.at(label) for label in beachheads}
    by_air = {GRID.at(label) for label in zones - set(places[8:])}
    expected = set()
    for name in ALLIES:
        unit = unit_number(name)
        commando, airborne = name == "1-cdo", name.endswith("/6")
        if commando or can_trace(g, g.where[unit], by_sea | (by_air if airborne else set())):
            expected.add(name)
    assert in_supply(g) == expected
    area = supply_area(g)
    for hex_ in members(g.battle.playable & ~g.occupied[GERMAN]):
        if GRID.row(hex_) % 3 == 0:  # a third of them is enough, and three times as fast
            assert bool(area >> hex_ & 1) == can_trace(g, hex_, by_sea)
