"""What the game is and what its pieces are (1, 2)."""

from __future__ import annotations

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.mandatory import forced_by
from bocage.games.dark_summer.places import APPROACH, GRID, SECOND_WAVE, THIRD_WAVE, place_name
from bocage.games.dark_summer.strength import attack_strength, defence_strength
from bocage.games.dark_summer.terms import Nation
from bocage.games.dark_summer.title import open_scenario
from bocage.games.dark_summer.words import MARKER_IDS, UNIT_IDS, unit_number
from bocage.kernel import Chance
from tests.dark_summer.positions import position, setting_of
from tests.support import rule


def touch(a: str, b: str) -> bool:
    """Whether two hexes are next to each other."""
    return GRID.at(b) in GRID.neighbours[GRID.at(a)]


@rule("2.4-E1", edition="dark_summer")
def test_beaches_and_edges_lie_as_their_numbers_say() -> None:
    assert touch("4003", "4102") and touch("4203", "4302") and touch("2628", "2727") and touch("2727", "2828")
    assert touch("3203", "3303") and not touch("4302", "4603") and not touch("2403", "3203")
    assert touch("4102", "4203"), "Gold and Juno"


@rule("2.5-01", "2.5-E1", edition="dark_summer")
def test_ten_turns_of_a_quarter_of_a_month() -> None:
    setting = open_scenario("campaign")
    names = [turn.name for turn in setting.campaign.tables.turn]
    june, july, august = (
        [f"{month} {number}" for number in ("I", "II", "III", "IV")] for month in ("June", "July", "August")
    )
    assert names == [*june[1:], *july, *august[:3]]
    assert setting.scale == "A hex is about 2¼ miles across; a turn stands for a quarter of a month."


@rule("1.0-02", edition="dark_summer")
def test_whoever_plays_alone_sees_as_much_as_two_players() -> None:
    g = open_scenario("campaign").start(Chance.from_seed("1"))
    views = [g.view(seat) for seat in ("allied", "german", "spectator")]
    assert views[0].board_facts() == views[1].board_facts() == views[2].board_facts() == g.board_facts()


@rule("2.2-01", "2.2.S-12", edition="dark_summer")
def test_units_go_by_the_names_of_their_counters() -> None:
    campaign = setting_of().campaign
    names = {unit.id: unit.name for unit in campaign.units}
    assert [names[unit] for unit in ("4-SS", "6-Gd-Tk", "31/16-LW", "GTD/2-Fr")] == [
        "4 SS",
        "6 Gd Tk",
        "31/16 LW",
        "GTD/2 Fr",
    ]
    british, german = campaign.units[unit_number("1-SS")], campaign.units[unit_number("1/1-SS-Pz")]
    assert (british.nation, german.nation) == (Nation.BRITISH, Nation.GERMAN_SS), "two meanings of SS"
    assert not set(UNIT_IDS) & set(MARKER_IDS), "Support markers are no units"
    assert campaign.tables.action_chits.track == 15 and sum(row.chits for row in campaign.weather.values()) == 9


@rule("2.4-01", edition="dark_summer")
def test_the_waves_have_their_places_offshore() -> None:
    assert (
        len(APPROACH) == 9 and len(SECOND_WAVE) == 8 and set(THIRD_WAVE) == {"Utah", "Omaha", "Gold", "Juno", "Sword"}
    )
    assert place_name(APPROACH[GRID.at("3003")]) == "approach-3003", "Pointe du Hoc"


@rule("2.2.1-03", "2.2.1-05", "2.4-10", "2.4-19", edition="dark_summer")
def test_a_unit_fights_with_the_factor_of_the_side_shown() -> None:
    units = "allied 8-A at 4807\ngerman 12/12-SS-Pz at 4808"
    for state, attack, defence in (("", 5, 6), (" reduced", 3, 3)):
        g = position("\n".join(line + state for line in units.splitlines()), active="british", beaches="4603")
        british, german = unit_number("8-A"), unit_number("12/12-SS-Pz")
        assert attack_strength(g, [british]) == attack
        assert defence_strength(g, Attack(GRID.at("4808"), (british,))) == defence
        assert g.steps_of(german) == (1 if state else 2)
    g = position("allied 16/1 at 3204\nallied 9/2 at 3204")
    assert [(g.attack_of(unit_number(u)), g.defence_of(unit_number(u))) for u in ("16/1", "9/2")] == [(6, 5), (4, 4)]


@rule("2.0-01", edition="dark_summer")
def test_one_die_has_six_sides() -> None:
    chance = open_scenario("campaign").start(Chance.from_seed("1")).chance
    assert {chance.die() for _ in range(200)} == {1, 2, 3, 4, 5, 6}


@rule("2.4-17", edition="dark_summer")
def test_an_attack_from_several_hexes_forces_others_and_one_from_a_single_hex_does_not() -> None:
    units = "german 1057/91 at 4505\ngerman 1058/91 at 4407\nallied 8/3 at 4405\nallied 9/3 at 4406"
    g = position(units, active="british", round="combat", beaches="4603")
    one, both = (unit_number("9/3"),), (unit_number("8/3"), unit_number("9/3"))
    assert forced_by(g, GRID.at("4505"), one) == 0
    assert forced_by(g, GRID.at("4505"), both) == GRID.set("4407")
