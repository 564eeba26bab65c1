"""Bocage and Cities: Germans who stand (11.8, 12.1)."""

from __future__ import annotations

import pytest

from bocage.kernel import Game
from tests.dark_summer.combats import attack, ended, fighting, outlook, result
from tests.dark_summer.positions import is_reduced, position, where
from tests.questions import orders, play
from tests.support import rule

ATTACKERS = ("22/7-A", "8/3", "185/3", "9/3", "27-A", "8-A", "4-A", "33-A", "5/GdA", "29/11-A")


def stormed(turn: int, die: int, germans: str, target: str, sources: str) -> Game:
    """A hex attacked with everything that the British have, and what came of it."""
    hexes = sources.split()
    lines = [f"allied {name} at {hexes[place % len(hexes)]}" for place, name in enumerate(ATTACKERS)]
    units = "\n".join([f"german {name} at {target}" for name in germans.split(",")] + lines)
    game = fighting("british", units, turn=turn, dice=[die], weather="rain")
    attack(game, target, " ".join(ATTACKERS))
    return game


def outcome(turn: int, germans: str, target: str, source: str) -> dict[str, str]:
    """What each printed result comes to."""
    lines = [f"german {name} at {target}" for name in germans.split(",")]
    units = "\n".join([*lines, *(f"allied {name} at {source}" for name in ATTACKERS)])
    found: dict[str, str] = {}
    for attackers in range(1, len(ATTACKERS) + 1):
        g = position(units, active="british", round="combat", turn=turn, beaches="4603 4003")
        found |= {face.printed: face.result for face in outlook(g, target, " ".join(ATTACKERS[:attackers])).faces}
    return found


@rule("11.8-01", "11.8-02", "11.8-05", "11.8-E1", edition="dark_summer")
@pytest.mark.parametrize("turn", [1, 4, 6, 7, 10])
def test_two_steps_in_bocage_stand_until_turn_6(turn: int) -> None:
    found = outcome(turn, "1057/91,1058/91", "3907", "3906")
    stands = turn <= 6
    assert found["DR"] == ("-" if stands else "DR")
    assert found["DR*"] == ("BL1" if stands else "DR*")
    assert {found[printed] for printed in ("AL1", "BL1", "EX")} == {"AL1", "BL1", "EX"}


@rule("11.8-01", "11.8-02", "11.8-E1", edition="dark_summer")
def test_what_happens_to_those_who_stand() -> None:
    # 50 against 8 is 6-1, two columns back: 4-1 has DR for a 3 and DR* for a 4.
    game = stormed(4, 3, "1057/91,1058/91", "3907", "3906")
    assert ended(game) and not is_reduced(game, "1057/91")
    game = stormed(4, 4, "1057/91,1058/91", "3907", "3906")
    play(game, "lose 1057/91")
    assert where(game, "1057/91") == "3907"
    assert len(orders(game, "lose")) == len(ATTACKERS)  # one step of the attackers
    play(game, "lose 8/3")
    assert (is_reduced(game, "1057/91"), is_reduced(game, "8/3"), where(game, "1058/91")) == (True, True, "3907")
    game = stormed(7, 3, "1057/91,1058/91", "3907", "3906")
    assert orders(game, "retreat") == ["1057/91", "1058/91"]


@rule("11.8-03", "11.8-E2", edition="dark_summer")
def test_a_single_step_retreats_on_dr_with_a_star() -> None:
    for turn, hex_, source in ((4, "3907", "3906"), (10, "4606", "4605")):
        units = "\n".join([f"german 1057/91 at {hex_} reduced", *(f"allied {name} at {source}" for name in ATTACKERS)])
        g = position(units, active="british", round="combat", turn=turn, beaches="4603 4003")
        faces = {face.printed: face.result for face in outlook(g, hex_, "8/3 9/3 8-A").faces}
        assert (faces["DR"], faces["DR*"]) == ("-", "DR*")
    units = "german 1057/91 at 4606 reduced\nallied 8/3 at 4605\nallied 9/3 at 4605\nallied 8-A at 4605"
    game = fighting("british", units, turn=10, dice=[5], weather="storm")  # 13 against 2 is 6-1, 4-1 in a City
    assert result(attack(game, "4606", "8/3 9/3 8-A")) == "DR*"
    play(game, f"to {orders(game, 'to')[0]}")
    assert where(game, "1057/91") not in ("4606", "eliminated")


@rule("11.8-04", edition="dark_summer")
@pytest.mark.parametrize(
    ("germans", "stands"),
    [
        ("1/III-Flak", False),
        ("1/III-Flak,Ost-2303 factor 1,SP-4404 factor 1", False),
        ("SP-4404 factor 2", False),
        ("1/III-Flak,736/716", True),
        ("SP-4404 factor 1,1057/91", True),
        ("101-SS-Tiger", True),
    ],
)
def test_flak_ost_battalions_and_strongpoints_alone_do_not_stand(germans: str, stands: bool) -> None:
    lines = []
    for german in germans.split(","):
        name, _, rest = german.partition(" ")
        lines.append(f"german {name} at 3907 {rest}")
    units = "\n".join([*lines, *(f"allied {name} at 3906" for name in ATTACKERS)])
    g = position(units, active="british", round="combat", turn=3, beaches="4603 4003")
    found = {
        face.printed: face.result
        for count in range(1, len(ATTACKERS) + 1)
        for face in outlook(g, "3907", " ".join(ATTACKERS[:count])).faces
    }
    assert (found["DR"] == "-") == stands


@rule("11.8-06", edition="dark_summer")
@pytest.mark.parametrize("turn", [1, 7, 10])
def test_in_a_city_it_holds_for_the_whole_game(turn: int) -> None:
    found = outcome(turn, "1057/91,1058/91", "4606", "4605")
    assert (found["DR"], found["DR*"]) == ("-", "BL1")


@rule("11.8-01", edition="dark_summer")
def test_allied_units_and_other_terrain_have_no_such_protection() -> None:
    found = outcome(3, "1057/91,1058/91", "4808", "4807")
    assert (found["DR"], found["DR*"]) == ("DR", "DR*")
    units = "allied 8/3 at 3907\nallied 9/3 at 3907\ngerman 12/12-SS-Pz at 3908\ngerman 25/12-SS-Pz at 3908"
    g = position(units, active="german", round="combat", turn=3, beaches="4603 4003")
    faces = outlook(g, "3907", "12/12-SS-Pz 25/12-SS-Pz").faces
    assert all(face.printed == face.result for face in faces)


@rule("11.8-07", edition="dark_summer")
def test_units_that_retreated_there_count_as_steps() -> None:
    units = "german 736/716 at 3907 reduced\ngerman 1057/91 at 3907 reduced\n" + "\n".join(
        f"allied {name} at 3906" for name in ATTACKERS
    )
    g = position(units, active="british", round="combat", turn=3, beaches="4603 4003")
    g.retreated = g.campaign.units_of_side[1]
    faces = {face.printed: face.result for face in outlook(g, "3907", "8/3").faces}
    assert faces["DR*"] == "BL1"
