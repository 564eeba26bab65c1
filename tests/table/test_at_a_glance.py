"""What has little room is short in every game: the state of victory in the header, the places on the briefing's map."""

from __future__ import annotations

import bocage
from bocage.table import OBJECTIVE, table_of
from tests.conformance.walks import Case, every_scenario

MOST_LETTERS = 14


@every_scenario
def test_what_is_counted_first_has_a_short_name(case: Case) -> None:
    game = bocage.new(case.scenario)
    seat = game.decision.seat
    for standing in table_of(game.setting).view(game.view(seat), seat, 0).victory:
        counted = next((one for one in standing.conditions if one.have is not None), None)
        if standing.points is None and counted is not None:
            assert len(counted.short or counted.label) <= MOST_LETTERS


@every_scenario
def test_the_places_that_count_for_victory_are_marked(case: Case) -> None:
    board = table_of(bocage.new(case.scenario).setting).board()
    marked = [place for place in board.hexes if OBJECTIVE in place.marks]
    assert marked and all(place.playable for place in marked)
