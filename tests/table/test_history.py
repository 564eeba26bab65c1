"""History beside the game: the front on its day, when places fell, and how the player stands against it."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from math import cos, hypot, radians

import pytest

import bocage
from bocage.drawings.fronts import Front, files, fronts
from bocage.games import list_scenarios, manifests, open_setting
from bocage.geography.normandy import Position, normandy
from bocage.kernel import Game
from bocage.kernel.data import DataError, check
from bocage.table import table_of
from bocage.table.history import (
    FOLDER,
    Held,
    Past,
    Stand,
    first_day,
    fronts_of,
    history_lines,
    holding,
    last_day,
    places,
    stand_of,
    turn_lines,
)
from bocage.table.model import Overlay
from tests.fire_movement.positions import position

NEAR = 0.6  # degrees: beyond the ends of a line it has no sides
CONTESTED = {"Falaise": 2, "Chambois": 1, "Argentan": 7, "Vierville": 1, "Mortain": 30, "Tilly": 2, "Caumont": 2}
IN_THE_OPEN = {  # lines on which no town lies, with what they run through: a date, and which of its lines
    (date(1944, 6, 7), 0): "the meadows around Sainte-Mère-Église",
    (date(1944, 8, 31), 0): "the Seine",
}


def front(game: Game, seat: str | None = None) -> Overlay:
    return table_of(game.setting).overlay(game.view(seat or game.setting.seats[0]), "history", None)


# -- the data --------------------------------------------------------------------------------------


def test_the_front_is_known_from_d_day_to_the_end_of_the_pocket() -> None:
    days = [one.date for one in fronts()]
    assert days[0] == date(1944, 6, 6) and date(1944, 8, 21) in days
    assert sum(day <= date(1944, 8, 21) for day in days) >= 12
    assert max((later - day).days for day, later in pairwise(days)) <= 10


def test_the_stored_lines_are_those_that_geography_lays_on_the_maps() -> None:
    assert {name: (FOLDER / name).read_text(encoding="utf-8") for name in files()} == files()


def side_of(course: list[Position], at: Position) -> tuple[float, bool]:
    """How far a position is from a line, and whether it is on its right, where the Germans are."""
    scale, best, right = cos(radians(at[0])), float("inf"), False
    flat = [((lon - at[1]) * scale, lat - at[0]) for lat, lon in course]
    for (x1, y1), (x2, y2) in pairwise(flat):
        dx, dy = x2 - x1, y2 - y1
        t = max(0.0, min(1.0, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy)))
        distance = hypot(x1 + t * dx, y1 + t * dy)
        if distance < best - 1e-9:
            best, right = distance, dx * -y1 - dy * -x1 < 0
    return best, right


@pytest.mark.parametrize("known", fronts(), ids=lambda one: str(one.date))
def test_places_lie_on_the_side_that_held_them(known: Front) -> None:
    """What the two files say of a day is the same; a place that is fought over may be on either side for some days."""
    towns = normandy().towns
    wrong = []
    for place in places():
        at = next((towns[name] for name in (*place.names, place.name) if name in towns), None)
        days = (known.date - place.date).days
        if at is None or -1 <= days < 0 or abs(days) < CONTESTED.get(place.name, 0):
            continue
        away, german = min(side_of(course, at) for course in known.courses())
        if away < NEAR and german == (days >= 0):
            wrong.append(f"{place.name} ({place.date})")
    assert not wrong


def test_every_line_goes_through_a_named_town() -> None:
    unnamed = {
        (one.date, line)
        for one in fronts()
        for line, points in enumerate(one.lines)
        if not any(isinstance(name, str) for point in points for name in ([point] if isinstance(point, str) else point))
    }
    assert unnamed == set(IN_THE_OPEN)


def test_a_front_through_a_town_that_does_not_exist_is_refused() -> None:
    raw = {"date": "1944-06-06", "title": "x", "origin": "history: x", "lines": [["Caen", "Camelot", "Falaise"]]}
    with pytest.raises(DataError, match="there is no town 'Camelot'"):
        check(Front, raw, "fronts.toml")
    with pytest.raises(DataError, match="origin"):
        check(Front, raw | {"origin": "hearsay", "lines": [["Caen", "Caen", "Falaise"]]}, "fronts.toml")


# -- the layer -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in manifests() if (FOLDER / f"{game}.json").is_file()])
def test_every_scenario_can_show_the_front_of_its_day(game: str) -> None:
    for info in list_scenarios(game):
        setting = open_setting(info.name)
        assert table_of(setting).board().overlays[0].id == "history"  # what many ask for stands above
        found = front(Game(setting, "1944"))
        assert found.title.startswith("The front on ") and found.lines and found.legend[0].pattern == "front"
        sheet = table_of(setting).board().map
        inside = [0 <= x <= sheet.width and 0 <= y <= sheet.height for line in found.lines for x, y in line.points]
        assert any(inside)


def test_the_front_follows_the_turn() -> None:
    assert front(position("sword", "allied 27 at 1038", turn=6)).title == "The front on 18 June"
    assert front(bocage.new("bloody_summer/operation_cobra", seed="1")).title == "The front on 18 July"
    assert front(bocage.new("omaha_beach/easy_fox", seed="1")).title == "The front on 6 June"


def test_games_of_other_battles_have_no_such_layer() -> None:
    assert fronts_of("hedgerow") == ()


# -- how the player stands -------------------------------------------------------------------------


def stand(turn: int, *held: str, units: str = "allied 27 at 1038") -> list[str]:
    game = position("sword", units, turn=turn, held=" ".join(held))
    return table_of(game.setting).view(game.view("allied"), "allied", 0).history


def caen() -> list[str]:
    return [hex_.id for hex_ in table_of(open_setting("sword")).board().hexes if hex_.name == "Caen"]


def test_caen_before_its_day_is_ahead_and_after_it_behind() -> None:
    assert "Caen: nine days ahead." in stand(10, *caen())
    germans = f"allied 27 at 1740\ngerman 22/21 at {caen()[0]}"
    assert "Caen: not yet; in history it falls on 9 July." in stand(10, units=germans)
    assert "Caen: seven days behind; in history it falls on 9 July." in stand(17, units=germans)
    assert any("As in history" in line and "Caen" in line for line in stand(17, *caen()))


def test_a_place_behind_the_line_counts_though_nobody_went_there() -> None:
    game = position("sword", "allied 27 at 1038\ngerman 22/21 at 0938")
    grid = game.state.battle.grid  # type: ignore[attr-defined]
    holds = holding(grid, 0, grid.set("1038"), grid.set("0838"))
    assert holds("1239") and not holds("0737") and not holds("0938")


def test_nobody_is_ahead_because_nobody_is_near() -> None:
    """Troarn is freed on 17 August; a unit on its way there has not taken it, but leaves nothing behind him either."""
    assert not any("Troarn" in line for line in stand(2))


def test_sentences_need_no_more_than_a_board_and_the_days() -> None:
    board = table_of(open_setting("bloody_summer/campaign")).board()
    june = Past(date(1944, 6, 13), date(1944, 6, 19), lambda name: True, lambda name: True)
    assert "Paris: 67 days ahead." in history_lines([stand_of(board, june)])
    nobody = Past(date(1944, 6, 13), date(1944, 6, 19), lambda name: False, lambda name: False)
    assert "Bayeux: six days behind; in history it falls on 7 June." in history_lines([stand_of(board, nobody)])
    passed = Past(date(1944, 6, 13), date(1944, 6, 19), lambda name: False, lambda name: True)
    assert history_lines([stand_of(board, passed)])[-1].startswith("As in history: ")


# -- from turn to turn -----------------------------------------------------------------------------


TURNS = ("6-12 June", "13-19 June", "20-26 June", "27 June-3 July", "4-10 July", "11-17 July", "18-24 July")
LATE = ("Caen", "Cherbourg", "Saint-Lô", "Avranches")


def course(*taken: str, line: str = "") -> list[Stand]:
    """How the Allies stood at first, when they had nothing, and at the end of each turn."""
    stands = [Stand(date(1944, 6, 6), date(1944, 6, 6), dict.fromkeys(LATE, Held.OPEN))]
    for turn, names in zip(TURNS, taken, strict=False):
        held = {name: Held.TAKEN if name in names else Held.OPEN for name in LATE}
        behind = {name: Held.BEHIND_THE_LINE for name in LATE if name in line and name not in names}
        stands.append(Stand(first_day(turn), last_day(turn), held | behind))
    return stands


def test_a_place_that_fell_early_stays_as_far_ahead_as_it_was() -> None:
    taken = ["", "", "", "Caen", "Caen", "Caen", "Caen"]
    for turns in range(4, len(TURNS) + 1):
        assert "Caen: six days ahead." in history_lines(course(*taken[:turns]))
    assert turn_lines(course(*taken[:4]))[0] == "Caen falls: six days ahead."
    assert "Caen: six days ahead." in turn_lines(course(*taken[:5]))


def test_a_place_that_fell_late_stays_as_far_behind_and_one_on_its_day_is_as_it_was() -> None:
    late = course("", "", "", "", "", "Caen", "Caen")
    assert turn_lines(late[:-1])[0] == "Caen falls: two days behind."
    assert "Caen: two days behind." in turn_lines(late)
    assert turn_lines(course("", "", "", "", "Caen"))[0] == "Caen falls: as in history."
    assert "As in history: Caen." in history_lines(course("", "", "", "", "Caen", "Caen"))


def test_a_place_that_was_lost_and_taken_again_counts_from_the_second_time() -> None:
    again = course("Caen", "", "", "", "", "Caen")
    assert "Caen: two days behind." in history_lines(again)
    assert not any(line.startswith("Caen falls") for line in turn_lines(again[:3]))
    lost = course("", "", "", "", "Caen", "")
    assert "Caen: lost again; in history it falls on 9 July." in turn_lines(lost)


def test_nobody_is_late_who_had_a_place_behind_his_line_or_began_with_it() -> None:
    assert "As in history: Caen." in history_lines(course("", "", "", "", "", "", "Caen", line="Caen"))
    given = [Stand(first_day("18-24 July"), last_day("18-24 July"), {"Caen": Held.TAKEN})] * 2
    assert turn_lines(given) == [] and history_lines(given) == ["As in history: Caen."]


def test_a_place_counts_on_its_own_day_only_if_somebody_went_there() -> None:
    """Sainte-Mère-Église is nobody's because paratroops are near it."""
    day, board = date(1944, 6, 6), table_of(open_setting("bloody_summer/campaign")).board()
    near = Past(day, day, lambda name: False, lambda name: True)
    assert "Sainte-Mère-Église: not yet; in history it falls on 6 June." in history_lines([stand_of(board, near)])


def test_a_turn_is_told_in_a_few_lines_however_long_the_game() -> None:
    board = table_of(open_setting("bloody_summer/campaign")).board()
    none = Past(date(1944, 6, 6), date(1944, 6, 12), lambda name: False, lambda name: False)
    june = Past(date(1944, 6, 6), date(1944, 6, 12), lambda name: True, lambda name: True)
    stands = [stand_of(board, past) for past in (none, june, june)]
    assert len(turn_lines(stands)) == 3 and len(history_lines(stands)) <= 9
    assert turn_lines(stands) == history_lines(stands)[:3]
    behind = [stand_of(board, none), Stand(date(1944, 8, 15), date(1944, 8, 21), stand_of(board, none).places)]
    assert len(turn_lines(behind)) == 3 and len(history_lines(behind)) <= 9
