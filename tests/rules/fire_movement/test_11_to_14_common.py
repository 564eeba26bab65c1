"""What chapters 11 to 14 say of each landing area in the same words."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bocage.games.fire_movement.battle import ALLIED
from bocage.games.fire_movement.words import Cup, unit_number
from bocage.kernel import Event, Game
from tests.fire_movement.courses import end_turn, quietly, start, to_the_end, until
from tests.fire_movement.positions import at, position, state
from tests.questions import orders, play, refusal
from tests.support import rule


class Sector(NamedTuple):
    """A scenario with places and units for the tests: a beach hex, how to cut it off, its objectives."""

    chapter: str
    beach: str
    cut_off: str  # Germans who take, or hold in a zone, every hex around the beach hex
    objectives: str
    german: str
    artillery: Cup
    leg: tuple[str, str]
    mobile: tuple[str, str]
    inland: tuple[str, str, str, str]


SECTORS = {
    "gold_juno": Sector(
        "11", "2027", "german 726/716 at 1928\ngerman 12/12SS-at at 2026", "0430 0532 0533 0534 0635",
        "1/12SS", Cup.CW_ARTILLERY, ("69/50", "151/50"), ("8", "22/7"), ("1630", "1632", "1634", "1434"),
    ),
    "sword": Sector(
        "12", "1640", "german 736/716 at 1541\ngerman 857/346 at 1639", "0937 0938 0939 0837",
        "22/21", Cup.CW_ARTILLERY, ("8/3-br", "9/3-br"), ("27", "4-arm"), ("1238", "1240", "1242", "1140"),
    ),
    "utah": Sector(
        "13", "2707", "german 919/709 at 2706\ngerman 709/709 at 2607", "1706 1805 2206 2605 2503 2901 2501",
        "1057/91", Cup.US_ARTILLERY, ("8/4", "12/4"), ("CCA/4", "CCB/4"), ("2604", "2404", "2204", "2804"),
    ),
    "omaha": Sector(
        "14", "2219", "german 916/352 at 2119\ngerman 352/352 at 2319", "1718 1811 1911 0421",
        "914/352", Cup.US_ARTILLERY, ("16/1", "18/1"), ("CCA/2", "CCB/2"), ("0708", "0710", "1618", "1620"),
    ),
}  # fmt: skip


EVERY_SECTOR = pytest.mark.parametrize("name", SECTORS)
ALL_BUT_GOLD_JUNO = pytest.mark.parametrize("name", [name for name in SECTORS if name != "gold_juno"])
ALL_BUT_SWORD = pytest.mark.parametrize("name", [name for name in SECTORS if name != "sword"])


# -- markers --------------------------------------------------------------------------------------


@rule("11.2-02", "12.2-02", "13.2-02", "14.2-02")
@EVERY_SECTOR
@pytest.mark.parametrize("picks", [[0], [3], [2, 0], [0, 3]])
def test_germans_draw_one_or_two_markers_at_random_for_a_bombardment(name: str, picks: list[int]) -> None:
    sector = SECTORS[name]
    cup = [1, 2, 3, 4, 6]
    units = f"german {sector.german} at {sector.inland[0]}\nallied {sector.leg[0]} at {sector.inland[1]}"
    units += {"utah": "\ngerman 709/709 at 3303", "omaha": "\ngerman 352/352 at 0110"}.get(name, "")  # mobile
    game = position(
        name, units, side="german", phase="bombardment", beachheads=sector.beach, dice=[3],
        picks=picks, cups={Cup.GERMAN: cup},
    )  # fmt: skip
    play(game, f"bombard {sector.leg[0]}")
    left = cup.copy()
    drawn = [left.pop(pick) for pick in picks]
    events = play(game, *["draw german"] * len(picks))
    if len(picks) == 1:
        events = play(game, "fire")
    told = next(event for event in events if event.kind == "bombardment")
    assert told.facts["markers"] == tuple(drawn)
    assert list(state(game).cups[Cup.GERMAN]) == left


@rule("11.2-02", "12.2-02", "13.2-02", "14.2-02")
@EVERY_SECTOR
def test_germans_draw_one_or_two_markers_at_random_for_a_combat(name: str) -> None:
    sector = SECTORS[name]
    near = {"gold_juno": "1631", "sword": "1239", "utah": "2605", "omaha": "0709"}[name]
    units = f"german {sector.german} at {near}\nallied {sector.leg[0]} at {sector.inland[0]}"
    game = position(
        name, units, side="german", phase="combat", beachheads=sector.beach, dice=[3],
        picks=[3, 1], cups={Cup.GERMAN: [1, 2, 3, 4]},
    )  # fmt: skip
    play(game, f"attack {sector.inland[0]}", f"with {sector.german}", "draw german")
    events: list[Event] = []
    while not (told := [event for event in events if event.kind == "markers_revealed"]):
        events += play(game, "draw german") if game.decision.seat == "german" else quietly(game)
    assert told[0].facts["attack_markers"] == (4, 2)
    assert state(game).cups[Cup.GERMAN] == (1, 3)


@rule("12.3-02", "13.3-02", "14.3-02")
@ALL_BUT_GOLD_JUNO
def test_allied_markers_follow_the_system_rules(name: str) -> None:
    sector = SECTORS[name]
    units = f"allied {sector.leg[0]} at {sector.inland[0]}\ngerman {sector.german} at {sector.inland[1]}"
    game = position(
        name, units, phase="bombardment", beachheads=sector.beach, dice=[3], picks=[1, 0],
        cups={sector.artillery: [2, 4, 8], Cup(sector.artillery + 1): []},
    )  # fmt: skip
    cup = "cw-artillery" if sector.artillery == Cup.CW_ARTILLERY else "us-artillery"
    play(game, f"bombard {sector.german}", f"draw {cup}")
    events = play(game, f"draw {cup}")  # two are the most: the guns fire at once
    assert next(event for event in events if event.kind == "bombardment").facts["markers"] == (4, 2)
    assert state(game).cups[sector.artillery] == (8,)
    end_turn(game)
    assert state(game).cups[sector.artillery] == state(game).pool[sector.artillery] != (8,)


# -- replacements ---------------------------------------------------------------------------------


def rebuilt(name: str, turn: int) -> tuple[int, int]:
    """How many reduced leg and mobile units the Allied player can rebuild at the start of a turn."""
    sector = SECTORS[name]
    wrecks = zip((*sector.leg, *sector.mobile), sector.inland, strict=True)
    units = "\n".join(f"allied {unit} at {hex_} reduced" for unit, hex_ in wrecks)
    game = position(name, units, side="german", turn=turn - 1, beachheads=sector.beach)
    events: list[Event] = end_turn(game)
    while choices := orders(game, "rebuild"):
        events += play(game, f"rebuild {choices[0]}")
    names = [unit for event in events if event.kind == "rebuilt" for unit in [event.facts["unit"]]]
    mobile = sum(state(game).battle.mobile[unit] for unit in names if isinstance(unit, int))
    return len(names) - mobile, mobile


@rule("11.7-01", "12.7-01", "13.7-01", "14.7-01")
@EVERY_SECTOR
def test_replacements_come_by_the_line_of_the_army(name: str) -> None:
    expected = {
        "cw": [(1, 0), (0, 1), (1, 0), (0, 1), (1, 0)],
        "us": [(1, 0), (1, 1), (1, 0), (1, 1), (1, 0)],
    }["cw" if SECTORS[name].artillery == Cup.CW_ARTILLERY else "us"]
    assert [rebuilt(name, turn) for turn in range(2, 7)] == expected


# -- victory --------------------------------------------------------------------------------------


def at_the_end(name: str, units: str = "", held: str = "", *, turn: int = 17, beach: bool = True) -> Game:
    """The game after a game turn has ended in which the Germans did nothing."""
    sector = SECTORS[name]
    game = position(name, units, side="german", turn=turn, held=held, beachheads=sector.beach if beach else "")
    end_turn(game)
    return game


@rule("11.8-01", "12.8-01", "13.8-01", "14.8-01")
@EVERY_SECTOR
@pytest.mark.parametrize("turn", [1, 9, 17])
def test_without_a_beach_landing_hex_at_the_end_of_a_turn_the_germans_win_at_once(name: str, turn: int) -> None:
    game = at_the_end(name, held=SECTORS[name].objectives, turn=turn, beach=False)
    assert game.outcome is not None and game.over
    assert (game.outcome.winner, game.outcome.level) == ("german", "strategic")
    assert game.outcome.rule == f"{SECTORS[name].chapter}.8-01"
    assert state(game).turn == turn


@rule("11.8-01", "12.8-01", "13.8-01", "14.8-01")
@EVERY_SECTOR
def test_a_beachhead_without_a_unit_and_in_a_zone_of_control_is_still_available(name: str) -> None:
    game = at_the_end(name, SECTORS[name].cut_off, turn=9)
    assert not game.over and state(game).turn == 10


@rule("11.8-02", "12.8-02", "13.8-02", "14.8-02")
@EVERY_SECTOR
def test_the_germans_win_if_the_allies_fall_short_at_the_end_of_gt_17(name: str) -> None:
    game = at_the_end(name)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.level) == ("german", "operational")
    assert game.outcome.rule == f"{SECTORS[name].chapter}.8-02"


def allies_win(game: Game) -> bool:
    assert game.outcome is not None
    return game.outcome.winner == "allied"


def near_st_lo(name: str) -> str:
    return "allied 16/1 at 0708\nallied 18/1 at 0710\n" if name == "omaha" else ""


@rule("11.8-03", "12.8-03", "13.8-03", "14.8-03")
@EVERY_SECTOR
def test_the_allies_win_with_all_their_objectives_and_not_with_one_less(name: str) -> None:
    objectives = SECTORS[name].objectives
    game = at_the_end(name, near_st_lo(name), objectives)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.level) == ("allied", "")
    assert game.outcome.rule == f"{SECTORS[name].chapter}.8-03"
    for missing in objectives.split():
        assert not allies_win(at_the_end(name, near_st_lo(name), objectives.replace(missing, "")))


@rule("11.8-03", "12.8-03", "13.8-03", "14.8-03")
@EVERY_SECTOR
def test_objectives_are_judged_at_the_end_of_gt_17_only(name: str) -> None:
    game = at_the_end(name, near_st_lo(name), SECTORS[name].objectives, turn=16)
    assert not game.over
    to_the_end(game)
    assert allies_win(game) and state(game).turn == 17


@rule("11.8-05", "13.8-05", "14.8-05")
@ALL_BUT_SWORD
def test_a_place_is_captured_only_while_a_line_of_supply_can_be_traced_from_it(name: str) -> None:
    sector = SECTORS[name]
    held = sector.objectives
    assert allies_win(at_the_end(name, near_st_lo(name), held))
    assert not allies_win(at_the_end(name, near_st_lo(name) + sector.cut_off, held))


@rule("11.8-05", "13.8-05", "14.8-05")
@ALL_BUT_SWORD
def test_a_place_is_captured_by_a_unit_in_it_and_stays_so_until_a_german_enters(name: str) -> None:
    sector = SECTORS[name]
    first, *others = sector.objectives.split()
    occupied = f"{near_st_lo(name)}allied {sector.mobile[0]} at {first}"
    assert allies_win(at_the_end(name, occupied, " ".join(others)))
    taken_back = f"{near_st_lo(name)}german {sector.german} at {first}"
    assert not allies_win(at_the_end(name, taken_back, sector.objectives))


@pytest.mark.parametrize(
    ("name", "way"),
    [
        pytest.param("gold_juno", "0431 0532 0632", marks=rule("11.8-05")),
        pytest.param("utah", "2502 2503 2504", marks=rule("13.8-05")),
        pytest.param("omaha", "1717 1718 1719", marks=rule("14.8-05")),
    ],
)
def test_a_german_who_only_passes_through_was_the_last_to_occupy(name: str, way: str) -> None:
    start, place, end = way.split()
    sector = SECTORS[name]
    units = f"{near_st_lo(name)}german {sector.german} at {start}"
    game = position(name, units, side="german", turn=17, held=sector.objectives, beachheads=sector.beach)
    moved = play(game, f"move {sector.german}", f"to {end}")[-1]
    assert moved.facts["path"] == (at(place), at(end))
    end_turn(game)
    assert not allies_win(game)


# -- marker losses --------------------------------------------------------------------------------

CAEN = "0738 0739 0837 0838 0839 0840 0937 0938 0939"
PLACES = pytest.mark.parametrize(
    ("name", "place", "count"),
    [
        ("gold_juno", "1926", 1),
        ("gold_juno", "1929", 1),
        ("sword", CAEN, 2),
        *(("utah", hex_, 1) for hex_ in ("2901", "2501", "1801", "1301", "1001", "0601", "0401")),
        ("omaha", "1718", 1),
        ("omaha", "1811 1911", 1),
        ("omaha", "0421", 1),
    ],
)


@rule("11.2-03", "11.2-04", "12.2-03", "12.2-04", "13.2-03", "13.2-05", "14.2-03", "14.2-04")
@PLACES
def test_markers_are_lost_at_random_in_the_turn_after_a_capture_once_and_for_good(
    name: str, place: str, count: int
) -> None:
    sector = SECTORS[name]
    game = position(name, "", side="german", held=place, beachheads=sector.beach, picks=[4, 2][:count])
    owned = list(state(game).pool[Cup.GERMAN])
    end_turn(game)  # in the turn of the capture itself nothing was lost; with the next turn the markers go
    left = owned.copy()
    for pick in [4, 2][:count]:
        del left[pick]
    assert list(state(game).pool[Cup.GERMAN]) == list(state(game).cups[Cup.GERMAN]) == left
    end_turn(game)  # no pick is left: a second loss for the same place would fail
    first = place.split(maxsplit=1)[0]
    state(game).put(unit_number(sector.german), at(first))
    end_turn(game)
    assert list(state(game).pool[Cup.GERMAN]) == left  # recaptured, and still gone
    state(game).remove(unit_number(sector.german))
    state(game).enter(ALLIED, at(first))
    end_turn(game)
    assert list(state(game).pool[Cup.GERMAN]) == left  # captured again, and paid already


@rule("11.2-03", "11.2-04")
def test_a_place_retaken_in_the_same_game_turn_was_captured_all_the_same() -> None:
    units = "allied 69/50 at 1927\ngerman 901/Lehr at 1727"
    game = position("gold_juno", units, beachheads="2028", picks=[4])
    owned = len(state(game).pool[Cup.GERMAN])
    play(game, "move 69/50", "to 1926")
    until(game, "Move a unit", "german", "Movement Phase")
    state(game).remove(unit_number("69/50"))  # out of the way
    play(game, "move 901/Lehr", "to 1926")
    end_turn(game)
    assert len(state(game).pool[Cup.GERMAN]) == owned - 1


@rule("11.2-03", "12.2-03", "12.2-05", "13.2-03", "14.2-03")
@PLACES
def test_no_marker_is_lost_for_a_place_without_supply_or_held_in_part(name: str, place: str, count: int) -> None:
    sector = SECTORS[name]
    game = position(name, sector.cut_off, side="german", held=place, beachheads=sector.beach, picks=[])
    owned = state(game).pool[Cup.GERMAN]
    end_turn(game)
    assert state(game).pool[Cup.GERMAN] == owned
    if len(place.split()) > 1:
        for missing in place.split():
            part = place.replace(missing, "")
            game = position(name, "", side="german", held=part, beachheads=sector.beach, picks=[])
            end_turn(game)
            assert state(game).pool[Cup.GERMAN] == owned


@rule("13.2-03", "13.2-04")
def test_2301_costs_the_germans_nothing() -> None:
    game = position("utah", "", side="german", held="2301 2401 2601", beachheads="2707", picks=[])
    owned = state(game).pool[Cup.GERMAN]
    end_turn(game)
    assert state(game).pool[Cup.GERMAN] == owned


# -- boundaries -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "unit", "inside", "outside"),
    [
        pytest.param("gold_juno", "12/12SS-pz", "1326", "1325", marks=rule("11.1-01"), id="west of Gold"),
        pytest.param("gold_juno", "12/12SS-pz", "0138", "0139", marks=rule("11.1-01"), id="0138"),
        pytest.param("gold_juno", "12/12SS-pz", "1135", "1136", marks=rule("11.1-01"), id="1135"),
        pytest.param("gold_juno", "12/12SS-pz", "0936", "0937", marks=rule("11.1-01"), id="the line"),
        pytest.param("sword", "22/21", "0139", "0138", marks=rule("12.1-01"), id="0139"),
        pytest.param("sword", "22/21", "1135", "1134", marks=rule("12.1-01"), id="west of 1135"),
        pytest.param("sword", "22/21", "0836", "0835", marks=rule("12.1-01"), id="west of the line"),
        pytest.param("utah", "17/17SS-at", "1809", "1811", marks=rule("13.1-01"), id="the Vire bay"),
        pytest.param("utah", "17/17SS-at", "0110", "0111", marks=rule("13.1-01"), id="0110"),
        pytest.param("omaha", "352/352", "1325", "1326", marks=rule("14.1-01"), id="east of Omaha"),
        pytest.param("omaha", "352/352", "0805", "0804", marks=rule("14.1-01"), id="the Taute"),
        pytest.param("omaha", "352/352", "0705", "0704", marks=rule("14.1-01"), id="0705"),
        pytest.param("omaha", "352/352", "0404", "0403", marks=rule("14.1-01"), id="0404"),
        pytest.param("omaha", "352/352", "0104", "0103", marks=rule("14.1-01"), id="0104"),
    ],
)
def test_no_unit_moves_beyond_the_boundary(name: str, unit: str, inside: str, outside: str) -> None:
    sector = SECTORS[name]
    game = position(name, f"german {unit} at {inside}", side="german", beachheads=sector.beach)
    play(game, f"move {unit}")
    assert refusal(game, f"to {outside}").rule == f"{sector.chapter}.1-01"
    assert outside not in orders(game, "to")
    game = position(name, f"allied {sector.mobile[0]} at {inside}", beachheads=sector.beach)
    play(game, f"move {sector.mobile[0]}")
    assert refusal(game, f"to {outside}").rule == f"{sector.chapter}.1-01"


@pytest.mark.parametrize(
    ("name", "outside"),
    [
        pytest.param("gold_juno", "1325 0139 1136 0937", marks=rule("11.1-01")),
        pytest.param("sword", "0138 1134 0835 0735", marks=rule("12.1-01")),
        pytest.param("omaha", "1326 0804 0704 0403 0103 1706", marks=rule("14.1-01")),
    ],
)
def test_no_unit_is_set_up_beyond_the_boundary(name: str, outside: str) -> None:
    game = start(name)
    for label in outside.split():
        assert label not in orders(game, "at")
        assert refusal(game, f"at {label}").rule == f"{SECTORS[name].chapter}.1-01"
