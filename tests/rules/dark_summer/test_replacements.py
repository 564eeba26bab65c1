"""Replacements (8.2), and the Replacement Phase (4.0.3)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.replacements import ReplacementPhase, kinds_for, why_not_rebuild
from bocage.games.dark_summer.terms import Replacement
from bocage.games.dark_summer.turn import REPLACEMENT, GameTurn
from bocage.games.dark_summer.words import UNIT_IDS, unit_number
from bocage.kernel import Game
from tests.dark_summer.combats import ended
from tests.dark_summer.phases import between_rounds
from tests.dark_summer.positions import begin, is_reduced, position, setting_of, state
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

WORN = """
    allied 18/1 at 3204 reduced
    allied CCA/2 at 3204 reduced
    allied 4-Cav at 3303 reduced
    allied 69/50 at 4004 reduced
    allied 7/3-Can at 4104 reduced
    allied 2-Can-A at 4104 reduced
    german 915/352 at 4305 reduced
    german 901/Pz-Lehr at 5915 reduced
    german 101-SS-Tiger at 5915 reduced
"""


def replacing(units: str = WORN, **more: object) -> Game:
    """A game in a Replacement Phase."""
    return begin(between_rounds(units, **more), ReplacementPhase())


def test_the_question_names_what_is_left_and_for_whom_there_is_nothing() -> None:
    game = replacing(weather="rain")
    play(game, "rebuild 18/1")
    asked = "Rebuild a reduced unit, or end: what is left is lost"
    left = "1 US Infantry, 1 British Infantry, 1 British Armor, 1 Canadian"
    assert game.decision.prompt == f"{asked} ({left}; none for CCA/2)"
    play(game, "rebuild 7/3-Can")
    assert game.decision.prompt.endswith("; none for CCA/2 and 2-Can-A)")


@rule("8.2-01", "7.2.1-01", "8.2.1-01", edition="dark_summer")
@pytest.mark.parametrize(
    ("weather", "us", "british", "canadian", "german"),
    [
        ("sun", "iiia", "iia", "c", "i"),
        ("cloud", "iiia", "iia", "c", "im"),
        ("showers", "iia", "iia", "c", "iim"),
        ("rain", "ii", "ia", "c", "iima"),
        ("storm", "i", "i", "", "iimma"),
    ],
)
def test_the_weather_gives_the_replacements(weather: str, us: str, british: str, canadian: str, german: str) -> None:
    rows = setting_of().campaign.weather[position(weather=weather).weather].replacements
    for army, letters in (("us", us), ("british", british), ("canadian", canadian), ("german", german)):
        given = "".join(kind.value[0] * rows[army].get(kind, 0) for kind in Replacement)  # type: ignore[index]
        assert sorted(given) == sorted(letters), army


@rule("4.0.3-01", "8.2.2-01", "8.2.2-04", "8.2.2-06", "8.0-01", edition="dark_summer")
def test_first_the_allies_then_the_germans_rebuild_reduced_units() -> None:
    game = replacing()
    assert game.decision.seat == "allied"
    assert orders(game, "rebuild") == ["18/1", "CCA/2", "4-Cav", "69/50", "7/3-Can", "2-Can-A"]
    events = play(game, "rebuild 18/1")
    assert kinds(events) == ["rebuilt"] and not is_reduced(game, "18/1") and is_reduced(game, "CCA/2")
    assert refusal(game, "rebuild 18/1").rule == "8.2.2-04"
    assert refusal(game, "rebuild 915/352").rule == "8.2.2-01"
    assert refusal(game, "move 18/1").rule == "8.2.2-06"
    play(game, "end")
    assert game.decision.seat == "german" and orders(game, "rebuild") == ["915/352", "901/Pz-Lehr"]
    play(game, "end")
    assert ended(game)


@rule("4.0.3-02", "8.2.2-02", edition="dark_summer")
def test_what_is_not_used_is_lost() -> None:
    game = replacing()
    play(game, "end", "end")
    assert is_reduced(game, "18/1")
    again = begin(state(game), ReplacementPhase())
    play(again, "rebuild 69/50")
    for unit in ("18/1", "CCA/2"):
        play(again, f"rebuild {unit}")
    assert "rebuild 4-Cav" in orders(again), "two US Infantry and one Armor come, none of the turn before"
    play(again, "rebuild 4-Cav")
    assert not any(kind[0] == "us" for kind in state(again).stack[-1].left)  # type: ignore[attr-defined]


@rule("8.2.1-02", "8.2.1-03", edition="dark_summer")
def test_each_unit_needs_its_type() -> None:
    game = replacing(weather="rain")
    assert "CCA/2" not in orders(game, "rebuild"), "Rain brings no US Armor"
    found = refusal(game, "rebuild CCA/2")
    assert found.rule == "8.2.1-03" and "US Armor" in str(found)
    play(game, "rebuild 2-Can-A")
    assert refusal(game, "rebuild 7/3-Can").rule == "8.2.1-03", "one Canadian Replacement serves any Canadian unit"
    play(game, "end")
    assert orders(game, "rebuild") == ["915/352", "901/Pz-Lehr", "101-SS-Tiger"]
    play(game, "rebuild 101-SS-Tiger", "rebuild 901/Pz-Lehr")
    assert orders(game, "rebuild") == ["915/352"]


@rule("8.2.1-03", edition="dark_summer")
def test_the_rebuilding_units_table_has_a_type_for_every_unit_without_a_dot() -> None:
    campaign = setting_of().campaign
    for unit, piece in enumerate(campaign.units):
        assert bool(kinds_for(campaign, unit)) == piece.replaceable, UNIT_IDS[unit]


@rule("8.2.1-04", edition="dark_summer")
def test_armored_cavalry_takes_infantry_or_armor() -> None:
    game = replacing()
    play(game, "rebuild 4-Cav")
    assert orders(game, "use") == ["infantry", "armor"]
    play(game, "use armor")
    assert refusal(game, "rebuild CCA/2").rule == "8.2.1-03" and "rebuild 18/1" in orders(game)
    game = replacing(weather="rain")
    play(game, "rebuild 4-Cav")
    assert not is_reduced(game, "4-Cav"), "with one type only nothing is asked"


@rule("8.2-03", "8.2-04", "8.2-05", "8.2-06", "8.2-07", edition="dark_summer")
@pytest.mark.parametrize(
    ("unit", "place"),
    [("505/82", "3204"), ("325/82", "3204"), ("1-SS", "4004"), ("GTD/2-Fr", "3204"), ("10/1-Po", "4004")],
)
def test_units_with_a_dot_are_never_rebuilt(unit: str, place: str) -> None:
    game = replacing(f"allied {unit} at {place} reduced\nallied 18/1 at 3203 reduced")
    assert orders(game, "rebuild") == ["18/1"]
    assert refusal(game, f"rebuild {unit}").rule == "8.2-07"


@rule("8.2-03", "8.2-06", edition="dark_summer")
def test_eliminated_units_single_steps_and_flak_are_never_rebuilt() -> None:
    game = replacing("allied 18/1 at 3203 reduced\nallied 2-Rng at 3203\ngerman 1/III-Flak at 5915 reduced")
    state(game).remove(unit_number("16/1"))
    assert refusal(game, "rebuild 16/1").rule == "8.2-03"
    assert refusal(game, "rebuild 2-Rng").rule == "8.2-03"
    play(game, "end")
    assert ended(game), "there is nobody to rebuild for the Germans"


@rule("8.2.2-03", "8.2.2-05", edition="dark_summer")
def test_supply_is_needed_and_a_zone_does_not_matter() -> None:
    units = "allied 18/1 at 3204 reduced\nallied 26/1 at 3206 reduced\ngerman 6-FJ at 3205\ngerman 915/352 at 3105"
    units += "\ngerman 916/352 at 3305\ngerman 914/352 at 3207"
    game = replacing(units, beaches="3203")
    assert orders(game, "rebuild") == ["18/1"], "in a ZOC"
    assert refusal(game, "rebuild 26/1").rule == "8.2.2-03"


@rule("8.2.2-03", edition="dark_summer")
def test_units_in_boxes_may_be_rebuilt_but_not_those_at_sea_or_waiting() -> None:
    units = (
        "allied CCA/2 at may-leave reduced\nallied 8/4 at approach-2403 reduced\ngerman 729/709 at cherbourg reduced"
    )
    g = between_rounds(units + "\ngerman 6-FJ at 5915", beaches="3203", waiting="26/1")
    g.brittany_since = 1
    g.reduced |= 1 << unit_number("26/1")
    left = (("us", Replacement.INFANTRY), ("us", Replacement.ARMOR), ("german", Replacement.INFANTRY))
    found = {unit: why_not_rebuild(g, unit_number(unit), left) for unit in ("CCA/2", "729/709", "8/4", "26/1")}
    assert found["CCA/2"] is None and found["729/709"] is None
    assert [refused.rule for unit in ("8/4", "26/1") if (refused := found[unit])] == ["8.2.2-03"] * 2


@rule("8.2-02", edition="dark_summer")
def test_no_replacement_phase_on_turn_1_and_one_on_turn_2() -> None:
    g = between_rounds(WORN, turn=0)
    game = begin(g, GameTurn())
    assert state(game).turn == 1 and state(game).phase != REPLACEMENT
    game = begin(between_rounds(WORN, turn=1), GameTurn())
    assert state(game).turn == 2 and state(game).phase == REPLACEMENT and orders(game, "rebuild")
