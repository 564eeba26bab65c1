"""Combat Support markers: who may use which, when, where, how often, and what they add (12)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.sentences import sentence
from bocage.games.dark_summer.support import AnnounceSupport
from bocage.games.dark_summer.words import MARKER_IDS, marker_number
from bocage.kernel import Game
from tests.dark_summer.combats import ALL_BEACHES, attack, fight_in, fighting, outlook, told
from tests.dark_summer.positions import Group, position, state
from tests.questions import orders, play, refusal
from tests.support import rule

US = """\
    german 914/352 at 3204
    allied 16/1 at 3203
    allied 18/1 at 3303
"""
BRITISH = """\
    german 736/716 at 4405
    allied 8/3 at 4404
    allied 9/3 at 4504
"""
AIR = {"us-air-1", "us-air-2", "us-air-3"}
DESTROYERS = {"us-tank-destroyer-1", "us-tank-destroyer-2", "us-tank-destroyer-3"}


def declared(active: Group, units: str, target: str, attackers: str, **more: object) -> Game:
    """A game in which an attack has been declared and Support is asked for."""
    game = fighting(active, units, **{"turn": 10, **more})
    play(game, f"attack {target}", *(f"with {name}" for name in attackers.split()))
    if "declare" in orders(game):
        play(game, "declare")
    return game


def offered(active: Group, units: str, target: str, attackers: str, **more: object) -> set[str]:
    """The markers that the attacker may announce."""
    return set(orders(declared(active, units, target, attackers, dice=[1], **more), "support"))


def to_defend(active: Group, units: str, target: str, attackers: str, **more: object) -> set[str]:
    """The markers that the defender may announce after an attacker who announces none."""
    game = declared(active, units, target, attackers, dice=[1], **more)
    if announcing(game) and game.decision.seat == state(game).active_seat:
        play(game, "pass")
    return set(orders(game, "support")) if announcing(game) else set()


def announcing(game: Game) -> bool:
    """Whether Support is asked for."""
    return isinstance(state(game).stack[-1], AnnounceSupport)


# -- 12.0 -------------------------------------------------------------------------------------------


@rule("12.0-01", "12.0-02", "12.1-04", "12.3-01", "11.3.2-04", edition="dark_summer")
def test_each_marker_comes_on_its_turn() -> None:
    def us(turn: int, weather: str = "sun") -> set[str]:
        return offered("us", US, "3204", "16/1", turn=turn, weather=weather)

    assert us(1) == set()  # Round 1: not even the ships
    assert us(2) == {"us-naval", "us-air-1", "us-tank-destroyer-1"}
    assert us(3) == us(2) | {"us-air-2", "us-tank-destroyer-2"}
    assert us(6) == us(3) | {"us-tank-destroyer-3", "8th-air-force"}
    assert us(10) == us(6) | {"us-air-3"}
    assert offered("british", BRITISH, "4405", "8/3", turn=10, weather="sun") == {
        "british-naval", "british-air-1", "british-air-2", "bomber-command",
    }  # fmt: skip
    assert "bomber-command" not in offered("british", BRITISH, "4405", "8/3", turn=3, weather="sun")


@rule("11.3.2-01", "11.3.2-02", edition="dark_summer")
def test_first_the_attacker_then_the_defender_announces_support() -> None:
    game = declared("us", US, "3204", "16/1 18/1", turn=2, dice=[1])
    assert game.decision.seat == "allied"
    assert refusal(game, "support nebelwerfer").rule == "11.3.2-02"
    assert refusal(game, "halt").rule == "11.3.2-01"
    play(game, "support us-naval")
    assert refusal(game, "support us-naval").rule == "11.3.2-02"
    play(game, "support us-air-1", "pass")
    assert (game.decision.seat, orders(game)) == ("german", ["support nebelwerfer", "pass"])
    events = play(game, "support nebelwerfer")
    assert sentence(events[0]) == "German Support: Nebelwerfer adds 3."
    assert (told(events, "attack"), told(events, "defence")) == (11 + 6 + 4, 4 + 3)
    assert told(events, "support") == tuple(map(marker_number, ("us-naval", "us-air-1", "nebelwerfer")))


@rule(
    "11.3.2-05",
    "12.0-03",
    "12.0-04",
    "12.2-05",
    "12.3-12",
    "12.4-04",
    "12.5-04",
    "12.6-05",
    "12.7-04",
    "11.3.9-01",
    edition="dark_summer",
)
def test_markers_add_what_is_printed_on_them_however_weak_the_units_are() -> None:
    weak = "german 914/352 at 3204\nallied 2-Rng at 3203"
    g = position(weak, active="us", round="combat", weather="sun", beaches="3203")
    assert outlook(g, "3204", "2-Rng", "us-naval us-air-1 us-tank-destroyer-1").attack == 2 + 6 + 4 + 2
    found = outlook(g, "3204", "2-Rng", "us-naval", "nebelwerfer artillery assault-gun")
    assert (found.attack, found.defence) == (8, 4 + 3 + 4 + 2)
    assert found.defence_support == ((marker_number("nebelwerfer"), 3), (marker_number("artillery"), 4), (14, 2))
    g = position(weak, active="german", round="combat", weather="rain", beaches="3203")
    found = outlook(g, "3203", "914/352", "nebelwerfer artillery", "us-tank-destroyer-1")
    assert (found.attack, found.defence) == (3 + 3 + 4, 2 + 3)


@rule("12.0-05", edition="dark_summer")
def test_no_result_touches_a_marker() -> None:
    game = fighting("us", US, turn=2, weather="sun", dice=[1])
    attack(game, "3204", "16/1 18/1", "us-naval us-tank-destroyer-1")
    g = state(game)
    assert (g.support_game[marker_number("us-naval")], len(g.campaign.markers)) == (1, len(MARKER_IDS))


# -- 12.1: Carpet Bombing ---------------------------------------------------------------------------


@rule("12.1-01", "12.0-07", "7.2.3-01", edition="dark_summer")
@pytest.mark.parametrize(("weather", "flies"), [("sun", True), ("cloud", True), ("showers", False), ("storm", False)])
def test_carpet_bombing_in_clear_weather_for_the_own_army(weather: str, flies: bool) -> None:
    assert ("8th-air-force" in offered("us", US, "3204", "16/1", weather=weather)) == flies
    assert ("bomber-command" in offered("british", BRITISH, "4405", "8/3", weather=weather)) == flies
    canadian = BRITISH.replace("8/3 at", "8/3-Can at")
    assert ("bomber-command" in offered("british", canadian, "4405", "8/3-Can", weather=weather)) == flies
    assert not to_defend("german", US, "3203", "914/352", weather=weather) & {"8th-air-force", "bomber-command"}
    game = declared("us", US, "3204", "16/1", weather=weather)
    assert refusal(game, "support bomber-command").rule == "12.1-01"


@rule("12.1-02", "9.3.3-13", edition="dark_summer")
def test_no_carpet_bombing_in_a_combined_action_round() -> None:
    game = declared("us", US, "3204", "16/1", weather="sun", round="combined")
    assert refusal(game, "support 8th-air-force").rule == "12.1-02"


@rule("12.1-03", edition="dark_summer")
def test_carpet_bombing_once_a_turn_and_twice_a_game() -> None:
    bombers = marker_number("8th-air-force")
    for in_turn, in_game, free in ((0, 0, True), (1, 1, False), (0, 1, True), (0, 2, False)):
        g = position(US, active="us", round="combat", turn=10, weather="sun", beaches=ALL_BEACHES)
        g.support_turn[bombers], g.support_game[bombers] = in_turn, in_game
        game = fight_in(g)
        play(game, "attack 3204", "with 16/1", "declare")
        assert ("8th-air-force" in orders(game, "support")) == free
    game = declared("us", US, "3204", "16/1", weather="sun", dice=[1])
    play(game, "support 8th-air-force", "pass")
    assert (state(game).support_turn[bombers], state(game).support_game[bombers]) == (1, 1)


@rule("12.1-06", "12.1-07", "12.4-02", edition="dark_summer")
def test_carpet_bombing_goes_with_tank_destroyers_only() -> None:
    game = declared("us", US, "3204", "16/1", weather="sun")
    play(game, "support 8th-air-force")
    assert set(orders(game, "support")) == DESTROYERS
    assert refusal(game, "support us-air-1").rule == "12.1-06"
    assert refusal(game, "support us-naval").rule == "12.1-06"
    game = declared("us", US, "3204", "16/1", weather="sun")
    play(game, "support us-tank-destroyer-1", "support us-naval")
    assert refusal(game, "support 8th-air-force").rule == "12.1-06"


@rule("12.1-08", "12.1-09", "12.1-10", "12.1-E1", "12.1-E2", "11.3.4-04", edition="dark_summer")
def test_bombs_cancel_what_is_in_the_hex_but_no_city_and_no_river() -> None:
    def bombed(hex_: str, source: str, turn: int = 6) -> tuple[dict[str, int], int, str]:
        units = f"german 1057/91 at {hex_}\nallied 8/3 at {source}"
        g = position(units, active="british", round="combat", weather="sun", turn=turn, beaches="4603")
        found = outlook(g, hex_, "8/3", "bomber-command")
        return dict(found.shifts), found.defence, found.faces[5].result

    bombs = {"carpet bombing": 1}
    assert bombed("3907", "3906") == (bombs, 4, "DR*")  # Bocage: 1-1 becomes 2-1, whose 6 is DR* and stays so
    assert bombed("4511", "4611")[:2] == (bombs, 4)  # no +1 for Woods
    assert bombed("3308", "3307")[0] == bombed("3911", "3910")[0] == bombs  # Forest and Town
    assert bombed("4507", "4506")[0] == {"river": -1} | bombs
    shifts, _, best = bombed("4606", "4605", turn=10)
    assert (shifts, best) == ({"city": -2} | bombs, "BL1")  # the City still shelters, and 1-2 has no better result


# -- 12.2: Tac Air ----------------------------------------------------------------------------------


@rule("12.2-01", "12.2-02", "12.2-03", edition="dark_summer")
def test_tac_air_by_weather() -> None:
    second = US + "german 915/352 at 3205\nallied 9/2 at 3304\n"

    def used_again(weather: str, *, next_round: bool) -> bool:
        g = position(second, active="us", round="combat", turn=2, weather=weather, beaches=ALL_BEACHES, dice=[1])
        game = fight_in(g)
        attack(game, "3204", "16/1", "us-air-1")
        if next_round:
            g.begin_round("combat", g.active)
            game = fight_in(g)
        play(game, "attack 3205", "with 9/2")
        return "us-air-1" in orders(game, "support")

    for weather in ("sun", "cloud"):
        assert not used_again(weather, next_round=False)
        assert used_again(weather, next_round=True)
    assert not used_again("showers", next_round=True)
    for weather in ("rain", "storm"):
        assert not offered("us", US, "3204", "16/1", weather=weather) & AIR
    assert offered("us", US, "3204", "16/1", weather="sun", round="combined") >= AIR
    assert not offered("british", BRITISH, "4405", "8/3", weather="sun") & AIR


@rule("12.2-04", "12.2-07", "12.3-13", edition="dark_summer")
def test_one_tac_air_marker_with_ships_and_tank_destroyers() -> None:
    game = declared("us", US, "3204", "16/1", weather="sun")
    play(game, "support us-air-1")
    assert refusal(game, "support us-air-2").rule == "12.2-04"
    play(game, "support us-naval", "support us-tank-destroyer-2")
    assert game.decision.seat == "german"  # there is nothing else to add


@rule("12.2-06", "12.2-E1", edition="dark_summer")
def test_woods_and_forest_hide_from_aircraft() -> None:
    def value(hex_: str, source: str) -> int:
        units = f"german 1057/91 at {hex_}\nallied 8/3 at {source}"
        g = position(units, active="british", round="combat", weather="sun", beaches="4603")
        return outlook(g, hex_, "8/3", "british-air-1").attack - 4

    assert (value("4511", "4611"), value("3308", "3307"), value("4808", "4807")) == (3, 2, 4)


@rule("12.2-08", edition="dark_summer")
def test_tac_air_never_defends() -> None:
    game = declared("german", US, "3203", "914/352", weather="sun", turn=10)
    play(game, "pass")
    assert game.decision.seat == "allied"
    assert refusal(game, "support us-air-1").rule == "12.2-08"


# -- 12.3: Naval ------------------------------------------------------------------------------------


@rule("12.3-02", "12.3-05", "9.4.3-11", "9.4.1-05", edition="dark_summer")
def test_ships_serve_from_the_second_wave_on_and_not_in_foul_weather() -> None:
    for weather, there in (("sun", True), ("showers", True), ("rain", False), ("storm", False)):
        assert ("us-naval" in offered("us", US, "3204", "16/1", weather=weather)) == there
    for number, there in ((2, False), (3, True)):
        g = position(US, active="german", round="combat", turn=1, beaches=ALL_BEACHES, dice=[1])
        g.round = number
        game = fight_in(g)
        play(game, "attack 3203", "with 914/352")
        assert ("us-naval" in orders(game, "support")) == there
    g = position(US + BRITISH, active="both", round="wave2", turn=1, beaches=ALL_BEACHES, dice=[1, 1])
    g.round = 3
    game = fight_in(g)
    play(game, "attack 3204", "with 16/1", "declare")
    assert orders(game) == ["support us-naval", "pass"]
    play(game, "support us-naval", "attack 4405", "with 8/3", "declare")
    assert orders(game) == ["support british-naval", "pass"]


@rule("12.3-03", "12.3-04", "12.3-06", "12.3-07", edition="dark_summer")
def test_ships_help_their_own_army_once_a_round() -> None:
    assert "british-naval" not in offered("us", US, "3204", "16/1")
    second = US + "german 915/352 at 3004\nallied 9/2 at 3003\nallied 2-Rng at 3103\n"
    game = fighting("us", second, turn=2, weather="sun", dice=[1, 1])
    attack(game, "3204", "16/1", "us-naval")
    play(game, "attack 3004", "with 9/2", "declare")
    assert "us-naval" not in orders(game, "support")
    assert refusal(game, "support us-naval").rule == "12.3-04"
    g = state(game)
    g.begin_round("combat", g.active)
    game = fight_in(g)
    play(game, "attack 3004", "with 9/2", "declare")
    assert "us-naval" in orders(game, "support")
    both = US + BRITISH + "german 915/352 at 3304\n"
    game = fighting("german", both, turn=2, dice=[1, 1, 1])
    play(game, "attack 3203", "with 914/352", "pass", "support us-naval", "pass")
    play(game, "attack 3303", "with 915/352", "pass")
    assert refusal(game, "support us-naval").rule == "12.3-06"
    play(game, "pass", "attack 4404", "with 736/716", "pass")
    assert orders(game, "support") == ["british-naval"]


@rule("12.3-08", "12.3-09", "12.3-11", edition="dark_summer")
def test_ships_reach_clear_hexes_beaches_and_towns_within_the_gun_line() -> None:
    def reached(hex_: str, source: str, active: Group = "us") -> bool:
        units = f"german 914/352 at {hex_}\nallied 16/1 at {source}"
        if active == "german":
            units = f"german 914/352 at {source}\nallied 16/1 at {hex_}"
            return "us-naval" in to_defend("german", units, hex_, "914/352")
        return "us-naval" in offered("us", units, hex_, "16/1")

    assert reached("3204", "3203")  # Clear
    assert reached("2204", "2303") and reached("3205", "3204")  # Towns
    assert not reached("3105", "3104")  # Bocage
    assert not reached("3409", "3408")  # a Town beyond the line
    assert reached("3204", "3205", "german") and not reached("3105", "3205", "german")
    game = fighting("us", "german 914/352 at 3303\nallied 16/1 at 3203", turn=2, beaches="3203 2403", closed="3303")
    play(game, "attack 3303", "with 16/1")
    assert "us-naval" in orders(game, "support")  # a Closed Beach is Clear


@rule("12.3-10", "12.0-06", edition="dark_summer")
def test_ships_help_units_out_of_supply_and_tank_destroyers_do_not() -> None:
    units = "german 914/352 at 3205\nallied 16/1 at 3204"
    found = to_defend("german", units, "3204", "914/352", beaches="4603", turn=2)
    assert found == {"us-naval"}


# -- 12.4: Tank Destroyers ----------------------------------------------------------------------------


@rule("12.4-01", "12.4-03", edition="dark_summer")
@pytest.mark.parametrize("weather", ["sun", "rain", "storm"])
def test_tank_destroyers_help_supplied_us_units_once_a_turn_in_any_weather(weather: str) -> None:
    assert offered("us", US, "3204", "16/1", weather=weather) >= DESTROYERS
    assert to_defend("german", US, "3203", "914/352", weather=weather, turn=5) >= DESTROYERS
    assert offered("us", US, "3204", "16/1", weather=weather, round="combined") >= DESTROYERS
    assert to_defend("german", US, "3203", "914/352", weather=weather, turn=5) >= DESTROYERS
    french = "german 914/352 at 3204\nallied GTD/2-Fr at 3203\nallied 16/1 at 3303"
    assert not offered("us", french, "3204", "GTD/2-Fr", weather=weather) & DESTROYERS
    assert offered("us", french, "3204", "GTD/2-Fr 16/1", weather=weather) >= DESTROYERS
    assert not offered("british", BRITISH, "4405", "8/3", weather=weather) & DESTROYERS
    two = "german 914/352 at 3204\nallied 16/1 at 3203\ngerman 915/352 at 3404\nallied 18/1 at 3303"
    game = fighting("us", two, turn=2, weather=weather, dice=[1])
    attack(game, "3204", "16/1", support="us-tank-destroyer-1")
    play(game, "attack 3404", "with 18/1")
    assert "us-tank-destroyer-1" not in orders(game, "support")


@rule("12.4-05", edition="dark_summer")
def test_one_tank_destroyer_marker_in_a_combat() -> None:
    game = declared("us", US, "3204", "16/1")
    play(game, "support us-tank-destroyer-1")
    assert refusal(game, "support us-tank-destroyer-2").rule == "12.4-05"


# -- 12.5 to 12.7: German markers ---------------------------------------------------------------------


@rule("12.5-01", "12.5-02", "12.6-01", "12.6-02", edition="dark_summer")
@pytest.mark.parametrize("weather", ["sun", "cloud", "showers", "rain", "storm"])
def test_german_markers_by_turn_and_weather(weather: str) -> None:
    guns = {"artillery"} if weather in ("rain", "storm") else set()
    assert to_defend("british", BRITISH, "4405", "8/3", weather=weather, turn=1) == set()
    assert to_defend("british", BRITISH, "4405", "8/3", weather=weather, turn=2) == {"nebelwerfer"}
    for kind in ("combat", "combined"):
        found = to_defend("british", BRITISH, "4405", "8/3", weather=weather, turn=3, round=kind)
        assert found == {"nebelwerfer"} | guns
    assert offered("german", BRITISH, "4404", "736/716", weather=weather, turn=3) == {"nebelwerfer"} | guns
    tanks = BRITISH.replace("736/716", "125/21-Pz")
    assert offered("german", tanks, "4404", "125/21-Pz", weather=weather, turn=3, round="reaction") == (
        {"nebelwerfer"} | guns
    )
    for used in ("nebelwerfer", "artillery"):
        g = position(BRITISH, active="german", round="combat", turn=3, weather=weather, beaches=ALL_BEACHES)
        g.support_turn[marker_number(used)] = 1
        game = fight_in(g)
        play(game, "attack 4404", "with 736/716")
        assert used not in orders(game, "support")


@rule("12.5-03", "12.6-04", "12.7-03", "13.4-04", edition="dark_summer")
def test_only_artillery_serves_germans_out_of_supply() -> None:
    ring = """
        german 1057/91 at 4808
        allied 8/3 at 4807
        allied 9/3 at 4809
        allied 56 at 4908
        allied 8-A at 4708
        allied 4-A at 4910
        allied 27-A at 4709
    """
    found = to_defend("british", ring, "4808", "8/3", weather="rain", assault_guns="yes")
    assert found == {"artillery"}
    found = to_defend("british", ring + "german SP-4404 at 4808 factor 1", "4808", "8/3", weather="rain", turn=2)
    assert found == {"nebelwerfer"}  # the Strongpoint is Supplied on Turn 2, and one is enough
    game = fighting("german", ring, turn=3, weather="rain")
    play(game, "attack 4807", "with 1057/91")
    assert orders(game, "support") == ["artillery"]


@rule("12.6-03", "12.5-05", "12.6-06", "12.7-05", edition="dark_summer")
def test_artillery_keeps_out_of_combats_with_the_us_and_german_markers_combine() -> None:
    assert to_defend("us", US, "3204", "16/1", weather="rain") == {"nebelwerfer"}
    assert offered("german", US, "3203", "914/352", weather="rain") == {"nebelwerfer"}
    beach = offered("german", "german 914/352 at 3204", "3203", "914/352", weather="rain")
    assert beach == {"nebelwerfer", "artillery"}  # a lone Open Beach is no unit
    game = declared("british", BRITISH, "4405", "8/3", weather="rain", assault_guns="yes", dice=[1])
    play(game, "support nebelwerfer", "support artillery")
    events = play(game, "support assault-gun")
    assert told(events, "defence") == 2 + 3 + 4 + 2


@rule("12.7-01", "12.7-02", edition="dark_summer")
def test_assault_guns_are_an_option_for_the_defence() -> None:
    assert "assault-gun" not in to_defend("british", BRITISH, "4405", "8/3")
    assert "assault-gun" in to_defend("british", BRITISH, "4405", "8/3", assault_guns="yes")
    assert "assault-gun" not in to_defend("british", BRITISH, "4405", "8/3", assault_guns="yes", turn=1)
    assert "assault-gun" not in offered("german", BRITISH, "4404", "736/716", assault_guns="yes")
    for weather, uses in (("sun", 1), ("cloud", 2), ("storm", 2)):
        for used in range(3):
            g = position(
                BRITISH, active="british", round="combat", turn=2, weather=weather, beaches=ALL_BEACHES, dice=[1],
                assault_guns="yes",
            )  # fmt: skip
            g.support_turn[marker_number("assault-gun")] = used
            game = fight_in(g)
            play(game, "attack 4405", "with 8/3", "declare")
            if game.decision.seat == "allied":
                play(game, "pass")
            assert ("assault-gun" in orders(game, "support")) == (used < uses)


@rule("12.4-06", "11.9-05", edition="dark_summer")
def test_a_lone_open_beach_gets_ships_only() -> None:
    units = "german 125/21-Pz at 4604"
    game = fighting("german", units, turn=5, dice=[3])
    play(game, "attack 4603", "with 125/21-Pz", "pass")
    assert orders(game, "support") == ["british-naval"]
    assert refusal(game, "support us-tank-destroyer-1").rule == "12.4-06"
    assert refusal(game, "support us-naval").rule == "12.3-03"
