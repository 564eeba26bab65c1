"""Layers that read: the line that a unit traces, its retreats, threat with strength; in every game that knows them."""

from __future__ import annotations

from collections import Counter

import pytest

import bocage
from bocage.games import list_scenarios, manifests, open_setting
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.dark_summer.supply import in_supply
from bocage.games.dark_summer.title import open_scenario as dark_summer
from bocage.games.dark_summer.words import UNIT_IDS as DARK_UNITS
from bocage.games.fire_movement.state import State as FireState
from bocage.games.fire_movement.supply import supplied_units
from bocage.games.fire_movement.words import UNIT_IDS, unit_number
from bocage.hexes import Grid, members
from bocage.kernel import Game
from bocage.players import Chair, make
from bocage.table import table_of
from bocage.table.layers import is_cut, shortest, threat
from bocage.table.model import Overlay
from tests.bloody_summer.positions import begin
from tests.bloody_summer.positions import position as bloody
from tests.dark_summer.positions import position as dark
from tests.fire_movement.positions import position
from tests.omaha_beach.positions import position as omaha

FIGHT = """
    german 22/21 at 0938
    allied 8/3-br at 1037 reduced
    allied 27 at 1038
"""


def layer(game: Game, kind: str, unit: str | None = None) -> Overlay:
    seat = game.setting.seats[0]
    return table_of(game.setting).overlay(game.view(seat), kind, unit)


def shaded(found: Overlay, pattern: str) -> set[str]:
    return {shade.hex for shade in found.shades if shade.pattern == pattern}


# -- supply ----------------------------------------------------------------------------------------


def test_a_unit_shows_the_way_by_which_it_is_supplied() -> None:
    found = layer(position("sword", FIGHT, beachheads="1740"), "line", "27")
    (line,) = found.lines
    assert line.kind == "way" and (line.places[0], line.places[-1]) == ("1038", "1740")
    assert found.notes == ["27 is in supply."] and [key.pattern for key in found.legend] == ["way", "break"]


def test_a_unit_that_is_cut_off_shows_where() -> None:
    game = position("sword", FIGHT.rstrip() + "\ngerman 858/346 at 1238\ngerman 857/346 at 1139", beachheads="1740")
    assert isinstance(game.state, FireState)
    assert not supplied_units(game.state) >> unit_number("27") & 1
    found = layer(game, "line", "27")
    open_, cut = found.lines
    assert (open_.kind, cut.kind) == ("way", "break") and open_.places[-1] == cut.places[0]
    assert cut.places[-1] == "1740" and found.notes == ["27 is out of supply."]


def test_germans_of_fire_and_movement_need_none() -> None:
    assert "needs no supply" in layer(position("sword", FIGHT), "line", "22/21").notes[0]


def test_the_line_says_what_the_rules_say() -> None:
    """Also where the position is nobody's making: after many orders at random."""
    game = bocage.new("fire_movement/sword", seed="lines")
    number = 0
    while not game.over and game.length < 260:
        game.play(game.decision.orders[number := (number * 7 + 3) % len(game.decision.orders)])
    state = game.state
    assert isinstance(state, FireState)
    units = [unit for unit in members(state.force[0]) if not state.battle.commando[unit]]
    assert units
    supplied = supplied_units(state)
    for unit in units:
        assert is_cut(layer(game, "line", UNIT_IDS[unit]).lines) != bool(supplied >> unit & 1), UNIT_IDS[unit]


def test_supply_lines_of_the_dark_summer_end_in_a_source() -> None:
    table = table_of(dark_summer("campaign"))
    g = dark("allied 16/1 at 3304\nallied 18/1 at 3305\ngerman 914/352 at 3306", beaches="3303")
    (line,) = table.overlay(g.view("allied"), "line", "18/1").lines
    assert line.kind == "way" and line.places[-1] == "3303"
    g = dark(
        "allied 18/1 at 3309\ngerman 914/352 at 3306\ngerman 915/352 at 3408\ngerman 916/352 at 3208", beaches="3303"
    )
    for unit in ("18/1", "914/352", "915/352"):
        found = table.overlay(g.view("allied"), "line", unit)
        assert is_cut(found.lines) != in_supply(g, DARK_UNITS.index(unit)), unit


def test_supply_lines_of_the_bloody_summer_go_by_the_headquarters() -> None:
    text = "allied HQ-VII at 0619\nallied 1-Inf/16 at 0618\ndepot Utah\nheld 0617"
    found = layer(begin(bloody(text=text), MovementPhase(ALLIED)), "line", "1-Inf/16")
    first, second = found.lines
    assert first.places == ["0618", "0619"] and second.places[0] == "0619" and second.places[-1] == "0617"
    assert {first.kind, second.kind} == {"way"} and "HQ-VII" in found.notes[0]
    (road,) = layer(begin(bloody(text=text), MovementPhase(ALLIED)), "line", "HQ-VII").lines
    assert road.places == second.places


def test_americans_on_omaha_show_their_way_to_the_beach() -> None:
    found = layer(omaha("us E/2/16 at 0717"), "line", "E/2/16")
    assert not is_cut(found.lines) and found.notes == ["E/2/16 is in communication."]
    barred = layer(omaha('us E/2/16 at 0717\ngerman WN64 "WN 1 BG"\ngerman WN65N "WN 2 BZ"'), "line", "E/2/16")
    assert barred.notes == ["E/2/16 has no communication."]


def test_the_shortest_way_is_taken() -> None:
    ways = {0: 0b0110, 1: 0b1000, 2: 0b10000, 3: 0b100000, 4: 0b100000, 5: 0}
    assert shortest(0, 1 << 5, lambda place: ways[place], 0b11111) in ([0, 1, 3, 5], [0, 2, 4, 5])
    assert shortest(0, 1 << 5, lambda place: ways[place], 0b10101) == [0, 2, 4, 5]
    assert shortest(0, 1 << 5, lambda place: ways[place], 0b00001) == []


# -- retreats --------------------------------------------------------------------------------------


def test_retreats_are_those_that_the_rules_would_offer() -> None:
    found = layer(position("sword", FIGHT), "retreats", "22/21")
    ends = shaded(found, "dense")
    assert ends and not ends & {"1037", "1038"} and shaded(found, "dots")
    surrounded = FIGHT.rstrip() + "".join(
        f"\nallied {unit} at {at}" for unit, at in (("9/3-br", "0837"), ("185/3", "0939"))
    )
    lost = layer(position("sword", surrounded), "retreats", "22/21")
    assert not lost.shades and "it would be lost" in lost.notes[0]


def test_retreats_of_the_two_summers_tell_where_they_end_and_what_they_cost() -> None:
    g = dark("allied 16/1 at 3404\ngerman 914/352 at 3405", beaches="3303")
    found = table_of(dark_summer("campaign")).overlay(g.view("german"), "retreats", "914/352")
    assert shaded(found, "dense") and not shaded(found, "dense") & {"3404", "3405", "3406"}
    game = begin(bloody(text="allied 1-Inf/16 at 0618\ngerman 711-Inf at 0619"), MovementPhase(ALLIED))
    found = layer(game, "retreats", "711-Inf")
    assert shaded(found, "dots") and all("back" in shade.text for shade in found.shades)


# -- gradients -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "kind"),
    [("fire_movement/utah", "threat-german"), ("dark_summer/june_14", "threat-allied"),
     ("bloody_summer/operation_cobra", "threat-german")],
)  # fmt: skip
def test_threat_has_a_scale_and_more_is_darker(scenario: str, kind: str) -> None:
    game = bocage.new(scenario, seed="1944")
    while not game.over and game.length < 60:
        game.play(game.decision.orders[0])
    found = layer(game, kind)
    assert found.scale is not None and found.scale.least < found.scale.most
    by_value = sorted((float(shade.value), shade.level) for shade in found.shades)
    assert [level for _, level in by_value] == sorted(level for _, level in by_value)
    assert by_value[-1][0] == found.scale.most and by_value[-1][1] > by_value[0][1]


def test_those_threaten_together_who_find_room_next_to_a_hex() -> None:
    grid = Grid("rows", (1, 1), (1, 4), "even", "up", "right", "RRCC", shift_toward="right")
    reach = [(5, grid.set("0101")), (3, grid.set("0101")), (2, grid.set("0101 0102 0103"))]

    def strengths(ground: str, room: int) -> dict[str, str]:
        return {shade.hex: shade.value for shade in threat(grid, reach, grid.set(ground), "german", room)}

    assert strengths("0101 0102 0103 0104", room=1) == {"0101": "2", "0102": "7", "0103": "2", "0104": "2"}
    assert strengths("0102 0104", room=2) == {"0102": "10", "0104": "2"}


def test_where_one_strength_threatens_nearly_everything_it_is_neither_much_nor_little() -> None:
    """Before the landing the Germans could be anywhere: 21 points against most hexes of Sword."""
    game = bocage.new("fire_movement/sword", seed="5")
    while str(table_of(game.setting).when(game.state)[0]).startswith("Before"):
        game.play(make("greedy", 1).choose(Chair(game)))
    shades = layer(game, "threat-german").shades
    levels = Counter(shade.level for shade in shades)
    (usual, count), *_ = levels.most_common()
    assert count > len(shades) / 2 and usual < 0.75
    assert len(levels) >= 5 and min(levels) < 0.1  # and less is told from more


@pytest.mark.parametrize("game", list(manifests()))
def test_no_layer_prints_words_into_hexes(game: str) -> None:
    """What a hex shows is a number of a scale or the name of a column; words are in the legend."""
    for info in list_scenarios(game)[:1]:
        setting = open_setting(info.name)
        table, seat = table_of(setting), setting.seats[0]
        view = Game(setting, "1944").view(seat)
        for kind in table.board().overlays:
            if not kind.needs:
                found = table.overlay(view, kind.id, None)
                assert all(shade.level or shade.pattern or not shade.value for shade in found.shades), kind.id
                patterns = {shade.pattern for shade in found.shades} | {line.kind for line in found.lines}
                assert patterns - {""} <= {key.pattern for key in found.legend} or len(patterns) == 1, kind.id
