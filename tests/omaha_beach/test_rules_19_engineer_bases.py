"""Chapter 19: engineer bases, their range, and what they do for the traffic off the beach."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.control import held_for_victory, in_communication, potential_fire, us_control
from bocage.games.omaha_beach.engineer_bases import engineer_range, range_of_base
from bocage.games.omaha_beach.positions import load_positions
from bocage.games.omaha_beach.reinforcements import empty_positions
from bocage.games.omaha_beach.terrain import barriers, obstacle
from bocage.games.omaha_beach.track import load_track
from bocage.games.omaha_beach.words import BASE_IDS, GRID
from bocage.hexes import members
from bocage.kernel import Game
from tests.omaha_beach.positions import (
    fire_card,
    german_at,
    is_over,
    landing_card,
    position,
    position_number,
    state,
    steps,
    where,
)
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

# With every exit in American hands no empty position is in German communication.
CUT = (
    "us E/2/16 at 1001\nus F/2/16 at 1902\nus G/2/16 at 2015\nus I/3/16 at 2022\nus K/3/16 at 2025\n"
    "us L/3/16 at 1435\nus M/3/16 at 0635\n"
)
SPACES = load_track().ranges["engineers"]
RANGE = {range_: SPACES.index(range_) for range_ in SPACES}  # the first space of each range


def base_at(label: str, range_: int, name: str = "1-37") -> str:
    """A base on the map with a range."""
    return f"{name}:{label}:{RANGE[range_]}"


def engineers(text: str = "", **facts: object) -> Game:
    """The US Engineer & HQ Phase."""
    return position(CUT + text, phase="engineers_and_hq", turn=17, **facts)  # type: ignore[arg-type]


def moves_of(unit: str, place: str, **facts: object) -> list[str]:
    """The hexes to which a unit may go."""
    first = "29th" if unit.endswith("743") else "1st"
    game = position(f"us {unit} at {place}", turn=17, first=first, **facts)  # type: ignore[arg-type]
    play(game, f"act {unit}")
    return orders(game, "to")


# -- placing and extending ----------------------------------------------------------------------------


@rule("19-01", "19-02", "19.1-02", "19.2-01", "15.V-01", edition="omaha")
def test_each_division_has_two_bases_and_places_one_a_turn() -> None:
    game = engineers()
    assert game.decision.seat == "1st" and "0711" in orders(game, "base")
    assert all(state(game).battle.beach >> GRID.at(h) & 1 for h in orders(game, "base"))
    events = play(game, "base 0711")
    assert kinds(events) == ["base_placed"]
    g = state(game)
    assert g.bases[BASE_IDS.index("1-37")] == GRID.at("0711") and range_of_base(g, 0) == 0
    assert engineer_range(g) == 1 << GRID.at("0711")
    assert game.decision.seat == "29th"
    play(game, "base 0626")
    assert is_over(game)
    both = engineers(bases=f"{base_at('0711', 0)} {base_at('0718', 0, '336-348')}")
    assert orders(both, "base") == [] and refusal(both, "base 0714").rule == "19-01"
    assert orders(both, "extend") == ["1-37", "336-348"]


@rule("19.1-01", edition="omaha")
def test_a_base_is_placed_on_a_beach_out_of_all_fire() -> None:
    game = engineers()
    assert refusal(game, "base 0810").rule == "19.1-01"  # no beach
    assert refusal(game, "base 0626").rule == "19.1-01"  # the other sector
    assert refusal(game, "base 0511").rule == "5.21-02"  # under water on turn 17
    for mark in ("", " disrupted"):
        occupied = engineers(f"german WN61 WN88{mark}")
        assert refusal(occupied, "base 0711").rule == "19.1-01" and "0718" in orders(occupied, "base")
    empty = position("", phase="engineers_and_hq", turn=17)  # every position is in communication
    assert "0711" not in orders(empty, "base")
    low = position(CUT, phase="engineers_and_hq", turn=28)
    assert "0511" in orders(low, "base")


@rule("19.2-02", "19-02", edition="omaha")
def test_the_range_of_a_base_grows_space_by_space() -> None:
    ranges = []
    for number in range(len(SPACES) - 1):
        game = engineers(bases=f"1-37:0711:{number}")
        play(game, "extend 1-37")
        g = state(game)
        ranges.append(range_of_base(g, 0))
        assert g.bases[0] == GRID.at("0711")
    assert ranges == list(SPACES[1:])
    longest = engineers(bases=f"1-37:0711:{len(SPACES) - 1}")
    assert refusal(longest, "extend 1-37").rule == "19.2-02"
    assert refusal(longest, "extend 336-348").rule == "19.2-02"  # not on the map
    assert refusal(longest, "extend 20-121").rule == "19.21-01"  # of the other division


@rule("19.2-02", edition="omaha")
def test_a_base_that_could_come_under_fire_does_not_extend() -> None:
    bases = base_at("0711", 1)
    assert orders(engineers(bases=bases), "extend") == ["1-37"]
    occupied = engineers("german WN61 WN88 disrupted", bases=bases)
    assert refusal(occupied, "extend 1-37").rule == "19.2-02"
    empty = position("", phase="engineers_and_hq", turn=17, bases=bases)
    assert "1-37" not in orders(empty, "extend")


@rule("19.21-01", edition="omaha")
def test_a_division_places_or_extends_but_not_both() -> None:
    text = base_at("0711", 1)
    for order in ("base 0718", "extend 1-37"):
        game = engineers(bases=text)
        play(game, order)
        assert game.decision.seat == "29th" and refusal(game, "extend 1-37").rule == "19.21-01"
        play(game, "pass")
        assert not orders(game, "extend") and not orders(game, "base")
    passed = engineers(bases=text)
    play(passed, "pass")
    assert state(passed).base_spaces[0] == RANGE[1] and passed.decision.seat == "29th"


@rule("12.1-01", "19-01", edition="omaha")
def test_two_bases_of_a_division_in_one_hex_control_that_hex_and_no_other() -> None:
    one, two = engineers(bases=base_at("0711", 0)), engineers(bases=base_at("0711", 0))
    play(two, "base 0711")
    assert [GRID.label(h) for h in state(two).bases if h >= 0] == ["0711", "0711"]
    assert GRID.labels(us_control(state(two))) == GRID.labels(us_control(state(one)))
    assert us_control(state(two)) >> GRID.at("0711") & 1 and not us_control(state(two)) >> GRID.at("0712") & 1


# -- garrisons ------------------------------------------------------------------------------------------


def to_garrisons(game: Game) -> Game:
    """Pass until garrisons are asked for."""
    while not is_over(game) and not orders(game, "garrison"):
        play(game, "pass")
    return game


@rule("19.3-01", "15.V-01", edition="omaha")
def test_garrisons_are_placed_in_empty_positions_in_range() -> None:
    """WN61 in 0809 and WN62 in 0812 are two hexes from 0711."""
    bases = base_at("0711", 2)
    game = to_garrisons(engineers(bases=bases))
    assert {"0809", "0812"} <= set(orders(game, "garrison"))
    assert refusal(game, "garrison 0916").rule == refusal(game, "garrison 0711").rule == "19.3-01"
    play(game, "garrison 0809")
    assert state(game).garrisons == 1 << position_number(state(game), "WN61")
    assert refusal(game, "garrison 0809").rule == "19.3-01"
    play(game, "pass")
    assert state(game).garrisons.bit_count() == 1  # a choice, not a duty
    german = to_garrisons(engineers("german WN62S WN75", bases=f"{bases} {base_at('0718', 2, '336-348')}"))
    assert orders(german, "garrison") == ["0817", "0918"] and refusal(german, "garrison 0912").rule == "19.3-01"
    fire = to_garrisons(engineers("german WN60 WN75", bases=f"{bases} {base_at('0714', 2, '336-348')}"))
    assert "0812" in orders(fire, "garrison") and refusal(fire, "garrison 0809").rule == "19.3-01"
    disrupted = to_garrisons(engineers("german WN60 WN75 disrupted", bases=bases))
    assert {"0809", "0812"} <= set(orders(disrupted, "garrison"))  # it has no field of fire (6.4)


@rule("19.3-01", edition="omaha")
def test_all_garrisons_with_one_order() -> None:
    game = to_garrisons(engineers(bases=base_at("0711", 2)))
    wanted = {GRID.at(h) for h in orders(game, "garrison")}
    assert len(wanted) > 1 and orders(game)[-2:] == ["all", "pass"]
    assert kinds(play(game, "all")) == ["garrisoned"] * len(wanted)
    g = state(game)
    assert {g.battle.positions[p].hex for p in members(g.garrisons)} == wanted
    assert not orders(game, "garrison")  # and nothing more is asked about them
    one = to_garrisons(engineers(bases=base_at("0711", 2), garrisons="WN62N WN62S"))
    assert orders(one) == ["garrison 0809", "pass"] and refusal(one, "all").rule == "19.3-01"


@rule("19.3-01", "1-03", edition="omaha")
def test_each_division_leaves_garrisons_in_its_sector() -> None:
    """The range of a base of the 29th Division reaches WN65 in the east and WN66 in the west."""
    game = to_garrisons(engineers(bases=base_at("0720", 4, "112-149")))
    assert game.decision.seat == "1st" and "0817" in orders(game, "garrison")
    assert all(state(game).battle.sector(GRID.at(h)) == 0 for h in orders(game, "garrison"))
    play(game, "pass")
    assert game.decision.seat == "29th" and orders(game, "garrison")
    assert all(state(game).battle.sector(GRID.at(h)) == 1 for h in orders(game, "garrison"))


@rule("19.1-01", "18.1-01", "16.11-01", edition="omaha")
def test_a_wn_of_two_hexes_with_one_us_unit_is_not_empty() -> None:
    """Nobody can come to fire from WN62 while Americans are in one of its hexes, whatever the other is like."""
    fire_of_wn62 = load_positions()["WN62N"].fire
    for hex_, others in (("0812", "0912"), ("0912", "0812")):
        held = state(position(f"us E/2/16 at {hex_} steps 1", phase="engineers_and_hq", turn=17))
        empty = state(position("us E/2/16 at 0610 steps 1", phase="engineers_and_hq", turn=17))
        assert in_communication(held, position_number(held, {"0912": "WN62S", "0812": "WN62N"}[others]))
        only = fire_of_wn62 & ~mask_of_other_positions("WN62")
        assert only and not potential_fire(held) & only and potential_fire(empty) & only == only


def mask_of_other_positions(group: str) -> int:
    """The hexes into which positions of other groups could fire."""
    fire = 0
    for here in load_positions().values():
        if here.group != group:
            fire |= here.fire
    return fire


@rule("19.3-02", edition="omaha")
def test_no_german_appears_where_there_is_a_garrison() -> None:
    g = state(position("", turn=17, garrisons="C1"))
    here = position_number(g, "C1")
    assert here not in empty_positions(g)
    assert here in empty_positions(state(position("", turn=17)))
    wn = position("", phase="fire", turn=17, garrisons="WN61", gone="WN", cards=[fire_card(symbols={"orange": "R"})])
    assert german_at(wn, "WN61") == "empty"
    without = position("", phase="fire", turn=17, gone="WN", cards=[fire_card(symbols={"orange": "R"})])
    assert german_at(without, "WN61") != "empty"


@rule("19.3-02", edition="omaha")
def test_a_garrison_holds_its_position_for_victory() -> None:
    plain, garrisoned = state(position("", turn=32)), state(position("", turn=32, garrisons="C1"))
    c1 = 1 << GRID.at("1113")
    assert not held_for_victory(plain) & c1 and held_for_victory(garrisoned) & c1
    assert held_for_victory(garrisoned) & ~c1 == held_for_victory(plain)


@rule("19.3-03", edition="omaha")
def test_garrisons_are_no_targets() -> None:
    """Guns enough, and nobody but a garrison on the low ground."""
    card = fire_card(artillery=2)
    guns = "german WN61 WN88\ngerman WN60 WN75\ngerman WN62S WN75\ngerman WN65S WN75"
    game = position(guns, phase="fire", turn=17, garrisons="WN62N", cards=[card])
    fired = next(event for event in game.opening_events if event.kind == "artillery")
    assert fired.facts["ready"] >= fired.facts["value"] and fired.facts["targets"] == 0  # type: ignore[operator]
    assert state(game).garrisons == 1 << position_number(state(game), "WN62N")
    mortar = fire_card(symbols={"red": "M"}, single="red")
    near = position("german C3 5/2/916", phase="fire", turn=17, garrisons="C1", cards=[mortar])
    assert state(near).garrisons == 1 << position_number(state(near), "C1")


@rule("19.3-04", edition="omaha")
def test_an_advance_removes_the_garrison() -> None:
    """C3 advances on C1."""
    card = fire_card(symbols={"red": "A"})
    game = position("german C3 5/2/916 depth mobile", phase="fire", turn=17, garrisons="C1 C5", cards=[card])
    assert german_at(game, "C1").startswith("5/2/916") and german_at(game, "C3") == "empty"
    assert state(game).garrisons == 1 << position_number(state(game), "C5")


# -- lanes, roads, traffic --------------------------------------------------------------------------------


@rule("19.31-01", "19.31-E1", "19.3-05", "19.3-06", "TEC-15", edition="omaha")
def test_a_base_in_0711_with_range_1() -> None:
    g = state(position("", turn=17, bases=base_at("0711", 1)))
    cleared = engineer_range(g)
    assert set(GRID.labels(cleared)) == {"0711", "0710", "0712", "0810", "0811", "0610", "0611"}
    opened: dict[str, set[tuple[str, str]]] = {"shingle": set(), "antitank_ditch": set()}
    for a in GRID.hexes:
        for b in GRID.neighbours[a]:
            chart, tables = g.battle.chart, g.battle.tables
            kinds_ = barriers(chart, a, b)
            if len(kinds_) == 1 and kinds_[0] in opened and not chart.mined >> b & 1:
                before, after = (obstacle(chart, tables, "other", a, b, hexes)[0] for hexes in (0, cleared))
                assert before == "no"
                if after == "yes":
                    opened[kinds_[0]].add((GRID.label(a), GRID.label(b)))
    shingle = {
        ("0710", "0809"),
        ("0710", "0810"),
        ("0711", "0810"),
        ("0711", "0811"),
        ("0712", "0811"),
        ("0712", "0812"),
    }
    assert opened["shingle"] == shingle | {(b, a) for a, b in shingle}
    # Behind two of the ditches of 0810 and 0811 lies the mined hex 0911, which is out of range still.
    assert opened["antitank_ditch"] == {("0810", "0910"), ("0910", "0810"), ("0911", "0810"), ("0911", "0811")}


@rule("19.3-05", "19.2-01", "TEC-15", edition="omaha")
def test_shingle_lanes() -> None:
    assert "0811" not in moves_of("1/A/741", "0711")
    assert {"0810", "0811"} <= set(moves_of("1/A/741", "0711", bases=base_at("0711", 0)))  # the sides of its own hex
    assert "0812" not in moves_of("1/A/741", "0713", bases=base_at("0711", 0))
    assert {"0810", "0811"} <= set(moves_of("62AFA", "0711", bases=base_at("0711", 1)))


@rule("19.3-06", "TEC-15", "TEC-27", edition="omaha")
def test_walls_ditches_and_mines_are_cleared() -> None:
    assert "0910" not in moves_of("1/A/741", "0810") and "0911" not in moves_of("1/A/741", "0811")
    assert "0910" in moves_of("1/A/741", "0810", bases=base_at("0711", 1))
    assert "0911" not in moves_of("1/A/741", "0811", bases=base_at("0711", 1))  # no ditch any more, but mines
    assert "0911" in moves_of("1/A/741", "0811", bases=base_at("0711", 2))
    assert "1011" in moves_of("1/A/741", "0811", bases=base_at("0711", 3))  # two hexes along the cleared road
    assert "0630" not in moves_of("1/A/743", "0530")
    assert "0630" in moves_of("1/A/743", "0530", bases=base_at("0430", 2, "20-121"))  # through the wall


@rule("19.3-07", "15.VI-02", edition="omaha")
@pytest.mark.parametrize("unit", ["A/1/16", "1/A/741", "62AFA"])
def test_traffic_management_makes_moves_free(unit: str) -> None:
    text, bases = f"us {unit} at 0714\nus 16-HQ at 0505", base_at("0714", 1)
    game = position(text, turn=17, bases=bases, extra_actions=-3)
    assert unit in orders(game, "act")
    play(game, f"act {unit}", "to 0814")
    assert where(game, unit) == "0814"
    without = position(text, turn=17, extra_actions=-3)
    assert unit not in orders(without, "act")


@rule("19.3-07", "19.3-08", edition="omaha")
def test_traffic_goes_up_but_does_not_start_there() -> None:
    bases = base_at("0714", 2)
    game = position("us A/1/16 at 0814\nus B/1/16 at 0914", turn=17, bases=bases, extra_actions=-3)
    assert orders(game, "act") == ["A/1/16"]  # 0914 is in range, but on the high ground
    play(game, "act A/1/16", "to 0914")
    assert where(game, "A/1/16") == "0914"
    outside = position("us A/1/16 at 0818\nus B/1/16 at 0814", turn=17, bases=bases, extra_actions=-3)
    assert orders(outside, "act") == ["B/1/16"]


@rule("19.3-08", edition="omaha")
def test_traffic_management_is_not_for_fighting() -> None:
    """1016 is a draw hex next to WN64, which does not overlook it."""
    text, bases = "us A/1/16 at 1016\ngerman WN64 WN", base_at("0717", 3)
    game = position(text, turn=17, bases=bases, extra_actions=-3)
    play(game, "act A/1/16")
    assert orders(game, "to") and not orders(game, "attack") and refusal(game, "attack 0916").rule == "7-01"
    paid = position(text, turn=17, bases=bases)
    play(paid, "act A/1/16")
    assert orders(paid, "attack") == ["0916"]


# -- limits -----------------------------------------------------------------------------------------------


@rule("19.32-01", "6.4-01", edition="omaha")
def test_range_does_not_extend_into_german_fire() -> None:
    """WN60 overlooks 0710 and 0711 but not 0811, which is in range all the same; while it is disrupted, all is."""
    g = state(position("german WN60 WN75", turn=17, bases=base_at("0711", 2)))
    wn60 = g.battle.fire[g.battle.group_names.index("WN60")]
    assert not engineer_range(g) & wn60
    assert engineer_range(g) == g.battle.grid.within(1 << GRID.at("0711"), 2) & ~wn60
    assert engineer_range(g) >> GRID.at("0811") & 1
    disrupted = state(position("german WN60 WN75 disrupted", turn=17, bases=base_at("0711", 2)))
    assert engineer_range(disrupted) == g.battle.grid.within(1 << GRID.at("0711"), 2)


@rule("19.32-02", edition="omaha")
def test_bases_are_never_hit() -> None:
    star = fire_card(symbols={"green": "star"}, single="green")
    bases = base_at("0713", 2)
    game = position("german WN62S WN75 depth wn", phase="fire", turn=17, cards=[star], bases=bases)
    assert is_over(game) and state(game).bases[0] == GRID.at("0713") and state(game).base_spaces[0] == RANGE[2]


@rule("19.33-01", edition="omaha")
def test_artillery_in_the_sector_stops_the_engineers() -> None:
    bases = f"{base_at('0711', 1)} {base_at('0626', 1, '20-121')}"
    shelled = engineers(bases=bases, shelled="east")
    assert refusal(shelled, "extend 1-37").rule == "19.33-01" and "0718" in orders(shelled, "base")
    play(shelled, "pass")
    assert orders(shelled, "extend") == ["20-121"]
    text = "us A/1/16 at 0811\nus A/1/116 at 0727"
    west = position(text, turn=17, bases=bases, shelled="east", extra_actions=-3, first="1st")
    assert orders(west, "act") == ["A/1/116"]  # the east has no traffic management, so it is the turn of the west
    east = position(text, turn=17, bases=bases, shelled="west", extra_actions=-3, first="29th")
    assert orders(east, "act") == ["A/1/16"]
    assert "0811" in moves_of("1/A/741", "0711", bases=bases, shelled="east")  # the lanes are still there


@rule("19.33-01", edition="omaha")
def test_artillery_counts_even_if_it_hits_nobody() -> None:
    card = fire_card(artillery=2)
    guns = "german WN61 WN88\ngerman WN60 WN75\ngerman WN62S WN75\ngerman WN65S WN75"
    fired = position(guns, phase="fire", turn=17, cards=[card])
    assert state(fired).shelled == 1
    silent = position("", phase="fire", turn=17, cards=[fire_card(artillery=0), fire_card(artillery=0)])
    assert state(silent).shelled == 0


@rule("EV.1-01", edition="omaha")
def test_the_event_stops_all_work() -> None:
    bases = base_at("0711", 1)
    idle = engineers(bases=bases, engineers_blocked=True)
    assert is_over(idle) and state(idle).base_spaces[0] == RANGE[1]
    game = position("us A/1/16 at 0811", turn=17, bases=bases, engineers_blocked=True, extra_actions=-3)
    assert is_over(game)


@rule("19.34-01", edition="omaha")
def test_seawalls_stay_closed() -> None:
    for here, there in (("0429", "0529"), ("0429", "0530"), ("0625", "0725")):
        assert there not in moves_of("1/A/743", here, bases=base_at(here, 3, "20-121"))
    assert "0727" in moves_of("1/A/743", "0626", bases=base_at("0625", 3, "20-121"))  # shingle, in the same range


@rule("19.4-01", edition="omaha")
@pytest.mark.parametrize(("turn", "left"), [(15, 2), (22, 2), (23, 3), (27, 3)])
def test_obstacles_are_gone_from_turn_23_on(turn: int, left: int) -> None:
    card = landing_card(mine=True)
    game = position("us A/1/18 in ER3", phase="landing", turn=turn, cards=[card])
    assert steps(game, "A/1/18") == left and where(game, "A/1/18") != "ER3"
