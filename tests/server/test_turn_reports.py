"""What the report of a turn says of places: only what was taken in play has changed hands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bocage.games import open_setting
from bocage.kernel import SPECTATOR, record
from bocage.table import NEW_TURN, model, table_of
from bocage.table.history import Held, places
from tests.golden.recorded import FOLDER
from tests.server.support import Server, serving_on
from tests.server.test_games import turn_by_turn


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on("sqlite", request, tmp_path_factory) as running:
        yield running


def test_what_lies_behind_the_line_at_the_set_up_is_not_taken_in_play(server: Server) -> None:
    """The Dark Summer from 15 June: the Allies walk through villages that they have had for days."""
    person = server.person()
    game = person.post("/records", {"text": (FOLDER / "june_14.bocage").read_text("utf-8")}).json()["id"]
    first, *later = turn_by_turn(person, game)
    assert first.turn.startswith("Turn 2 ") and first.taken
    had = {"Isigny-sur-Mer", "Sainte-Mère-Église", "Formigny", "La Cambe", "Bayeux"}
    assert not had & {place.name for report in (first, later[0]) for place in report.taken}
    assert not [line for report in (first, *later) for line in report.history if line.startswith("Isigny falls")]
    assert any(line.startswith("Vire falls") for report in later for line in report.history)


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.bocage")))
def test_a_place_changes_hands_only_if_another_had_it_when_play_began(server: Server, name: str) -> None:
    """Every recorded game up to its second turn: neither a set-up nor what it has behind a line is told as taken."""
    written = record.read(FOLDER / f"{name}.bocage")
    game = record.start(written, open_setting)
    table, lines = table_of(game.setting), iter(written.lines)
    turn, at_first, begun = table.when(game.state)[0], game.view(SPECTATOR), 0
    while table.when(game.state)[0] == turn:
        events = record.step(game, next(lines), name)
        if any(event.kind == NEW_TURN for event in events) and table.when(game.state)[0] == turn:
            at_first, begun = game.view(SPECTATOR), game.length
    person = server.person()
    id_ = person.post("/records", {"text": record.dump(game)}).json()["id"]
    answer = person.get(f"/games/{id_}/turn", seat="spectator", number=0)
    told = model.TurnReport.model_validate_json(answer.text)
    moved = table.turn((at_first, at_first, game.view(SPECTATOR)), [], SPECTATOR)
    assert told.taken == moved.taken, f"after the set-up of {begun} orders"
    stand = table.stand(at_first)
    if stand is not None:
        free = {place.name for place in places() if place.date < stand.first} - {
            name for name, held in stand.places.items() if held is Held.OPEN
        }
        assert not free & {place.name for place in told.taken if not place.side.startswith("german")}
        assert not [line for line in told.history if line.partition(" falls")[0] in free and " falls" in line]
