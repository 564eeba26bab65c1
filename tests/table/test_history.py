"""History beside the game: the front on its day, when places fell, and how the player stands against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
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
    Place,
    Stand,
    days_in_words,
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
from tests.golden.recorded import FOLDER as GOLDEN
from tests.golden.recorded import GAMES

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


NORTH = ("0837", "0937", "0938", "0939")  # of the Orne: the four objectives
OTHER_BANK = ("0738", "0739", "0838", "0839", "0840")


def test_caen_before_its_day_is_ahead_and_after_it_behind() -> None:
    assert "Caen north of the Orne: nine days ahead." in stand(10, *NORTH)
    germans = f"allied 27 at 1740\ngerman 22/21 at {NORTH[0]}"
    assert "Caen north of the Orne: not yet; in history it falls on 9 July." in stand(10, units=germans)
    assert "Caen north of the Orne: seven days behind; in history it falls on 9 July." in stand(17, units=germans)


def test_the_two_banks_of_the_orne_fall_on_days_of_their_own() -> None:
    """The four hexes that win the game are all that fell on 9 July; Vaucelles fell in Goodwood."""
    assert "Caen north of the Orne: 29 days ahead." in stand(2, *NORTH)
    assert not any("south of the Orne" in line and "ahead" in line for line in stand(2, *NORTH))
    assert "Caen south of the Orne: 39 days ahead." in stand(2, *OTHER_BANK)
    assert not any("Orne" in line and "ahead" in line for line in stand(2, *NORTH[1:]))
    for name in ("fire_movement/combined_campaign", "dark_summer/campaign", "bloody_summer/operation_cobra"):
        table = table_of(open_setting(name))
        found = table.stand(bocage.new(name, seed="1").view("spectator"))
        assert found is not None
        assert {"Caen north of the Orne", "Caen south of the Orne"} <= set(found.places)


def test_a_place_of_which_a_part_lies_beside_the_map_is_not_told() -> None:
    found = {
        name: table_of(open_setting(name)).stand(bocage.new(name, seed="1").view("spectator"))
        for name in ("omaha_beach/easy_fox", "omaha_beach/d_day")
    }
    assert [sorted(one.places) for one in found.values() if one is not None] == [
        ["Colleville"],
        ["Colleville", "Saint-Laurent", "Vierville"],
    ]


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
    told = history_lines([stand_of(board, passed)])
    assert told and all("not yet" in line for line in told)  # since when is not known


# -- from turn to turn -----------------------------------------------------------------------------


TURNS = ("6-12 June", "13-19 June", "20-26 June", "27 June-3 July", "4-10 July", "11-17 July", "18-24 July")
CAEN = "Caen north of the Orne"
LATE = (CAEN, "Cherbourg", "Saint-Lô", "Avranches")


def course(*taken: str, line: str = "") -> list[Stand]:
    """How the Allies stood at first, when they had nothing, and at the end of each turn."""
    stands = [Stand(date(1944, 6, 6), date(1944, 6, 6), dict.fromkeys(LATE, Held.OPEN))]
    for turn, names in zip(TURNS, taken, strict=False):
        held = {name: Held.TAKEN if names and names in name else Held.OPEN for name in LATE}
        behind = {
            name: Held.BEHIND_THE_LINE for name in LATE if line and line in name and not (names and names in name)
        }
        stands.append(Stand(first_day(turn), last_day(turn), held | behind))
    return stands


def test_a_place_that_fell_early_stays_as_far_ahead_as_it_was() -> None:
    taken = ["", "", "", "Caen", "Caen", "Caen", "Caen"]
    for turns in range(4, len(TURNS) + 1):
        assert f"{CAEN}: six days ahead." in history_lines(course(*taken[:turns]))
    assert turn_lines(course(*taken[:4]))[0] == f"{CAEN} falls: six days ahead."
    assert f"{CAEN}: six days ahead." in turn_lines(course(*taken[:5]))


def test_a_place_that_fell_late_stays_as_far_behind_and_one_on_its_day_is_as_it_was() -> None:
    late = course("", "", "", "", "", "Caen", "Caen")
    assert turn_lines(late[:-1])[0] == f"{CAEN} falls: two days behind."
    assert f"{CAEN}: two days behind." in turn_lines(late)
    assert turn_lines(course("", "", "", "", "Caen"))[0] == f"{CAEN} falls: as in history."
    assert f"As in history: {CAEN}." in history_lines(course("", "", "", "", "Caen", "Caen"))


def test_a_place_that_was_lost_and_taken_again_counts_from_the_second_time_and_says_so() -> None:
    again = course("Caen", "", "", "", "", "Caen", "Caen")
    assert turn_lines(again[:-1])[0] == f"{CAEN} falls again: two days behind."
    assert f"{CAEN}: held again, two days behind." in history_lines(again)
    assert not any(line.startswith(f"{CAEN} falls") for line in turn_lines(again[:3]))
    lost = course("", "", "", "", "Caen", "")
    assert f"{CAEN}: lost again; in history it falls on 9 July." in turn_lines(lost)


def test_a_place_has_fallen_when_the_line_has_left_it_behind_and_not_when_somebody_goes_there_later() -> None:
    assert f"As in history: {CAEN}." in history_lines(course("", "", "", "", "", "", "Caen", line="Caen"))
    late = course("", "", "", "", "", "", "Caen")
    late[-2] = replace(late[-2], places={**late[-2].places, CAEN: Held.BEHIND_THE_LINE})
    assert turn_lines(late[:-1])[0] == f"{CAEN} lies behind the line: two days behind."
    assert not any(line.startswith(f"{CAEN} falls") for line in turn_lines(late))
    assert f"{CAEN}: two days behind." in history_lines(late)


def test_of_what_the_set_up_gave_or_left_nothing_is_told_before_a_turn_has_passed() -> None:
    days = first_day("18-24 July"), last_day("18-24 July")
    given = [Stand(*days, {CAEN: Held.TAKEN})] * 2
    assert turn_lines(given) == [] and history_lines(given) == []
    left = [Stand(*days, {CAEN: Held.OPEN})] * 2
    assert turn_lines(left) == [] and history_lines(left) == []
    later = [*left, Stand(first_day("25-31 July"), last_day("25-31 July"), {CAEN: Held.OPEN})]
    assert history_lines(later) == [f"{CAEN}: 16 days behind; in history it falls on 9 July."]


def test_a_turn_in_which_nothing_has_happened_yet_says_what_comes() -> None:
    stands = course("", "")
    stands[-1] = replace(stands[-1], first=date(1944, 6, 20))
    assert turn_lines(stands) == [
        "Cherbourg: not yet; in history it falls on 27 June.",
        f"{CAEN}: not yet; in history it falls on 9 July.",
    ]


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


# -- the recorded games ----------------------------------------------------------------------------

APART = re.compile(r"(?P<place>.+?)(?P<fell> falls| lies behind the line|)(?P<again> again|): (?P<what>.+)\.")
DAYS = re.compile(r"(?:held again, )?(?P<days>.+) days? (?P<way>ahead|behind)(?P<open>; in history it falls on .+)?")


def told(name: str) -> Iterator[tuple[list[Stand], list[str]]]:
    """What the report of each turn of a recorded game says, and the view after it, with the course up to then."""
    game = bocage.load(GOLDEN / f"{name}.bocage")
    table = table_of(game.setting)
    turn, eve, stands = "", None, list[Stand]()
    for state in game.states():
        view = state.view("spectator")
        now, when = table.stand(view), table.when(view)[0]
        assert now is not None
        if eve is None or when != turn:
            stands.append(now if eve is None else replace(eve, places=now.places))
        turn, eve = when, now
        if len(stands) > 1 and stands[-1].places is now.places:
            for course, say in ((list(stands), turn_lines), ([*stands, now], history_lines)):
                yield course, say(course)


def first_held(place: Place, course: list[Stand]) -> int:
    """The turn at the end of which somebody had been there, or which left it behind the line on its day or later."""
    for turn, stand_ in enumerate(course):
        how = stand_.places[place.name]
        gone_on = 0 < turn < len(course) - 1
        day_over = place.date <= stand_.last if gone_on else place.date < stand_.first
        if how is Held.TAKEN or (how is Held.BEHIND_THE_LINE and day_over):
            return turn
    return -1


def check_line(line: str, course: list[Stand], known: dict[str, Place]) -> None:
    if line.startswith("As in history: "):
        names = re.sub(r" and \d+ more", "", line.removeprefix("As in history: ").removesuffix(".")).split(", ")
        for name in names:
            on_the_day = [stand_ for stand_ in course[1:] if stand_.first <= known[name].date <= stand_.last]
            assert any(stand_.places[name] is not Held.OPEN for stand_ in on_the_day)
        return
    if line.endswith("ahead or behind.") and "more place" in line:
        return
    found = APART.fullmatch(line)
    assert found is not None, line
    place, what, now = known[found["place"]], found["what"], course[-1]
    since = first_held(place, course)
    if found["again"] or "again" in what:
        assert 0 <= since < len(course) - 1
        return
    if what.startswith("not yet"):
        assert place.date >= now.first and now.places[place.name] is not Held.TAKEN
        return
    if what == "as in history":
        assert since == len(course) - 1 and now.first <= place.date <= now.last
        return
    said = DAYS.fullmatch(what)
    assert said is not None, line
    if said["open"]:
        assert since < 0 and said["days"] + " day" in days_in_words((now.first - place.date).days)
        return
    assert since > 0, f"{line}: nobody took it"
    assert not found["fell"] or since == len(course) - 1
    then = course[since]
    days = (place.date - then.last).days if said["way"] == "ahead" else (then.first - place.date).days
    assert days > 0 and days_in_words(days).split(" day")[0] == said["days"]


@pytest.mark.parametrize("name", [golden.name for golden in GAMES])
def test_each_sentence_agrees_with_the_day_on_which_a_place_was_first_held(name: str) -> None:
    known = {place.name: place for place in places()}
    for course, lines in told(name):
        for line in lines:
            check_line(line, course, known)
