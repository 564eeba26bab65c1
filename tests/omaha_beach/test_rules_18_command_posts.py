"""Chapter 18: command posts, how they are established, how far they command, and what fire does to them."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.command_posts import command_range
from bocage.games.omaha_beach.track import load_track
from bocage.games.omaha_beach.words import GRID, unit_number
from bocage.kernel import Game
from tests.omaha_beach.positions import fire_card, german_at, has, is_over, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

HQS = ("16-HQ", "18-HQ", "115-HQ", "116-HQ")
# With every exit in American hands no empty position is in German communication.
CUT = (
    "us E/2/16 at 1001\nus F/2/16 at 1902\nus G/2/16 at 2015\nus I/3/16 at 2022\nus K/3/16 at 2025\n"
    "us L/3/16 at 1435\nus M/3/16 at 0635\n"
)
SPACES = load_track().ranges["command"]


def hq_phase(text: str, turn: int = 17, **facts: str) -> Game:
    """The US Engineer & HQ Phase, where the engineers have done nothing."""
    game = position(text, phase="engineers_and_hq", turn=turn, **facts)  # type: ignore[arg-type]
    while not is_over(game) and not orders(game, "establish"):
        play(game, "pass")
    return game


def space(game: Game, hq: str = "16-HQ") -> int | None:
    """The space of an HQ's range marker, if it is a command post."""
    return state(game).command_posts.get(unit_number(hq))


# -- establishing -----------------------------------------------------------------------------------


@rule("18-01", "18.1-02", "15.V-02", "11.2-07", edition="omaha")
def test_an_hq_becomes_a_command_post() -> None:
    game = hq_phase(f"{CUT}us 16-HQ at 1515\nus Wyman at 1515\nus 116-HQ at 1425")
    assert orders(game) == ["establish 16-HQ", "pass"]
    assert refusal(game, "establish Wyman").rule == refusal(game, "establish 18-HQ").rule == "18-01"
    assert refusal(game, "establish 116-HQ").rule == "18-01"  # of the other division
    events = play(game, "establish 16-HQ")
    assert kinds(events) == ["post_established"]
    assert space(game) == 0 and not has(game, "16-HQ", "acted")
    assert orders(game) == ["establish 116-HQ", "pass"]
    play(game, "pass")
    assert is_over(game) and space(game, "116-HQ") is None


@rule("18.1-01", edition="omaha")
def test_no_german_may_fire_or_come_to_fire_at_a_new_command_post() -> None:
    """C3 and C5 have dots in 1314; 1425 has no dot of any position."""
    text = "us 16-HQ at 1314\nus 116-HQ at 1425\n"
    assert orders(hq_phase(CUT + text), "establish") == ["16-HQ"]  # the other division comes later
    for german in ("german C5 5/2/916", "german C5 5/2/916 disrupted"):
        occupied = hq_phase(CUT + text + german)
        assert orders(occupied, "establish") == ["116-HQ"] and refusal(occupied, "establish 16-HQ").rule == "18.1-01"
    empty = hq_phase(text)  # both are in communication
    assert orders(empty, "establish") == ["116-HQ"] and refusal(empty, "establish 16-HQ").rule == "18.1-01"
    one_held = hq_phase(f"{text}us A/1/16 at 1514\n")
    assert orders(one_held, "establish") == ["116-HQ"]
    assert orders(hq_phase(f"{text}us A/1/16 at 1514\nus B/1/16 at 1313"), "establish") == ["16-HQ"]
    assert orders(hq_phase(text, garrisons="C3 C5"), "establish") == ["16-HQ"]


# -- range --------------------------------------------------------------------------------------------


@rule("18-02", "18.2-01", "18.2-02", edition="omaha")
@pytest.mark.parametrize("before", range(len(SPACES)))
def test_the_range_marker_moves_on_once_a_turn(before: int) -> None:
    game = hq_phase(f"{CUT}us 16-HQ at 1515 post {before}")
    last = len(SPACES) - 1
    assert is_over(game) and space(game) == min(before + 1, last)
    assert command_range(state(game), unit_number("16-HQ")) == SPACES[min(before + 1, last)]
    assert SPACES[0] == 1 and max(SPACES) == SPACES[-1] == 4


@rule("18.2-02", edition="omaha")
def test_a_new_command_post_does_not_move_on_at_once() -> None:
    game = hq_phase(f"{CUT}us 16-HQ at 1515\nus 18-HQ at 1314 post 2")
    assert space(game, "18-HQ") == 3
    play(game, "establish 16-HQ")
    assert is_over(game) and space(game) == 0 and command_range(state(game), unit_number("16-HQ")) == 1


@rule("18.2-02", "18.32-01", "6.4-01", edition="omaha")
@pytest.mark.parametrize(("mark", "reached"), [("", 2), (" disrupted", 3)])
def test_a_command_post_under_fire_stays_on_its_space(mark: str, reached: int) -> None:
    under_fire = hq_phase(f"{CUT}us 16-HQ at 1516 post 2\ngerman C5 5/2/916{mark}")
    assert space(under_fire) == reached
    empty = hq_phase("us 16-HQ at 1516 post 2")  # an empty position in communication does not matter any more
    assert space(empty) == 3


@rule("18.21-01", edition="omaha")
def test_all_four_command_posts_move_on() -> None:
    places = ("1515", "1314", "1425", "1226")
    text = "\n".join(f"us {hq} at {h} post {n}" for n, (hq, h) in enumerate(zip(HQS, places, strict=True)))
    game = hq_phase(f"{CUT}{text}")
    assert [space(game, hq) for hq in HQS] == [1, 2, 3, 4]


@rule("18.22-01", edition="omaha")
def test_three_turns_lie_between_three_and_four() -> None:
    assert [number for number, range_ in enumerate(SPACES) if range_ == 3] == [4, 5, 6]
    ranges, now = [], 4
    for turn in (20, 21, 22):
        game = hq_phase(f"{CUT}us 16-HQ at 1515 post {now}", turn=turn)
        after = space(game)
        assert after is not None
        now = after
        ranges.append(command_range(state(game), unit_number("16-HQ")))
    assert ranges == [3, 3, 4]


# -- command ------------------------------------------------------------------------------------------

LINE = ("1416", "1417", "1418", "1419", "1420")  # one to five hexes from 1415
UNITS = ("A/1/16", "B/1/16", "C/1/16", "D/1/16", "E/2/18")


def led(text: str, **facts: int) -> set[str]:
    """The companies that act for free in a division that has no action to spend."""
    game = position(text, turn=20, extra_actions=-3, **facts)  # type: ignore[arg-type]
    return {unit for unit in orders(game, "act") if unit in UNITS}


@rule("18.3-01", "18.3-02", "18.2-01", "15.VI-02", edition="omaha")
@pytest.mark.parametrize("number", [0, 2, 4, 7])
def test_a_command_post_commands_within_its_range(number: int) -> None:
    text = "\n".join(f"us {unit} at {h}" for unit, h in zip(UNITS, LINE, strict=True))
    assert led(f"us 16-HQ at 1415 post {number}\n{text}") == set(UNITS[: SPACES[number]])
    assert led(f"us 16-HQ at 1415\n{text}") == set(UNITS[:1])


@rule("EV.10-01", edition="omaha")
def test_snipers_cut_the_range_to_one_hex() -> None:
    game = position("us 16-HQ at 1415 post 4", turn=20)
    g = state(game)
    g.sniped = 1 << unit_number("16-HQ")
    assert command_range(g, unit_number("16-HQ")) == 1


@rule("18.3-02", edition="omaha")
def test_units_in_range_have_a_radio_and_fire_together() -> None:
    """C1 in 1113; a company on its last step has no radio of its own."""
    guns = "us 62AFA at 1008\nus 1/A/741 at 1009\ngerman C1 5/2/916 revealed"
    text = f"us A/1/16 at 1012 steps 1\n{guns}\nus 16-HQ at 1010"
    post = position(f"{text} post 2", turn=20, naval=1)
    assert "naval 1113" in orders(post)
    play(post, "act A/1/16", "attack 1113")
    assert {"with 62AFA", "with 1/A/741", "ships"} <= set(orders(post))
    hq = position(text, turn=20, naval=1)
    assert "naval 1113" not in orders(hq)
    play(hq, "act A/1/16", "attack 1113")
    assert refusal(hq, "with 62AFA").rule == "8.1-05" and refusal(hq, "ships").rule == "8.51-01"


@rule("18.31-01", edition="omaha")
def test_range_is_counted_through_fire_but_not_through_germans() -> None:
    """WN64 in 0916 lies between 1015 and 0816; the way round leads through its field of fire."""
    text = "us A/1/16 at 0816\nus 16-HQ at 1015 post "
    assert led(f"{text}2") == {"A/1/16"}
    assert led(f"{text}2\ngerman WN64 WN") == set()
    assert led(f"{text}4\ngerman WN64 WN") == {"A/1/16"}


@rule("18.32-01", "6.4-01", edition="omaha")
@pytest.mark.parametrize(("mark", "commanded"), [("", set()), (" disrupted", {"A/1/16"})])
def test_a_command_post_under_fire_commands_nobody(mark: str, commanded: set[str]) -> None:
    text = "us A/1/16 at 1416\nus 16-HQ at 1516"
    german = f"\ngerman C5 5/2/916{mark}"
    assert led(f"{text} post 3") == {"A/1/16"}
    assert led(f"{text} post 3{german}") == commanded
    assert led(f"{text}{german}") == {"A/1/16"}  # an HQ does


# -- the end of a command post --------------------------------------------------------------------------


@rule("18.11-01", "18-02", edition="omaha")
def test_a_command_post_is_abandoned_by_moving() -> None:
    game = position("us A/1/16 at 1417\nus 16-HQ at 1415 post 3", turn=20, extra_actions=-3)
    assert "A/1/16" in orders(game, "act")
    play(game, "act 16-HQ")
    events = play(game, "to 1416")
    assert kinds(events)[:2] == ["post_abandoned", "moved"]
    assert space(game) is None and where(game, "16-HQ") == "1416"
    assert is_over(game)  # a leader who has moved gives no free actions any more
    staying = position("us A/1/16 at 1417\nus 16-HQ at 1415 post 3", turn=20)
    play(staying, "end")
    assert space(staying) == 3 and where(staying, "16-HQ") == "1415"


@rule("18-02", edition="omaha")
def test_a_command_post_that_is_driven_out_is_an_hq_again() -> None:
    game = position("us 16-HQ at 1415 post 3", turn=20)
    g = state(game).copy()
    g.put(unit_number("16-HQ"), GRID.at("1416"))
    assert g.command_posts == {} and state(game).command_posts == {unit_number("16-HQ"): 3}


@rule("18.33-01", edition="omaha")
def test_a_hit_command_post_is_an_hq_again() -> None:
    star = fire_card(symbols={"green": "star"}, single="green", artillery=0)
    game = position("german WN62S WN75\nus 16-HQ at 0713 post 5", phase="fire", turn=17, cards=[star])
    assert german_at(game, "WN62S") != "empty"
    assert where(game, "16-HQ") == "0713" and space(game) is None
    hq = position("german WN62S WN75\nus 16-HQ at 0713", phase="fire", turn=17, cards=[star])
    assert where(hq, "16-HQ") == "turn 19"
