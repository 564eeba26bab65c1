"""Those who think long: nobody keeps them busy alone, and none plays on for nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from time import monotonic, sleep

import pytest

from bocage.server.bots import driver
from bocage.server.bots.pool import BotPool, Chosen
from bocage.server.bots.turns import MOST_OF_ADDRESS, Owner, Turns
from bocage.server.problems import overtaken
from bocage.server.reviewing import OWN_MACHINE
from bocage.server.session import Session
from tests.server.support import PATIENCE, Person, Server, serving

COLONELS = {"allied": {"kind": "bot", "bot": "colonel"}, "german": {"kind": "bot", "bot": "colonel"}}


class Thinking:
    """Opponents that think until a test ends it."""

    def __init__(self) -> None:
        self.games: list[str] = []  # about which was thought, in this order
        self._thoughts: dict[str, Future[Chosen]] = {}

    def ask(self, pool: BotPool, session: Session, heard: object) -> Future[Chosen]:
        self.games.append(session.stored.game.id)
        self._thoughts[self.games[-1]] = Future()
        return self._thoughts[self.games[-1]]

    def end(self, game: str) -> None:
        """Somebody came to look on meanwhile, say: it is thought anew when it is the game's turn again."""
        self._thoughts.pop(game).set_exception(overtaken())


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Thinking:
    found = Thinking()
    monkeypatch.setattr(driver, "ask", found.ask)
    return found


@pytest.fixture
def server(tmp_path: Path, thinking: Thinking) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}", sweep_seconds=0.2) as running:
        yield running


def wait_until(holds: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < until
        sleep(0.02)


def against_a_colonel(person: Person) -> str:
    return person.create(seats={"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "colonel"}}).id


def test_who_has_many_games_gets_an_answer_in_one_after_the_other_and_nobody_else_waits(
    server: Server, thinking: Thinking
) -> None:
    eve, anna = server.person(), server.person()
    many = [against_a_colonel(eve) for _ in range(3)]
    wait_until(lambda: len(thinking.games) == 1)
    own = against_a_colonel(anna)
    wait_until(lambda: own in thinking.games)
    assert thinking.games == [many[0], own]
    for number, game in enumerate([*many, *many], 3):
        thinking.end(game)
        wait_until(lambda number=number: len(thinking.games) == number)  # type: ignore[misc]
    assert [game for game in thinking.games if game != own] == [*many, *many, many[0]]


def test_programs_that_think_long_play_each_other_only_while_somebody_looks_on(
    server: Server, thinking: Thinking
) -> None:
    anna = server.person()
    game = anna.create(seats=COLONELS).id
    wait_until(lambda: not server.worker.driver._busy)
    sleep(0.5)  # some sweeps
    assert thinking.games == []
    with anna.live(game):
        wait_until(lambda: thinking.games == [game])
        thinking.end(game)
        wait_until(lambda: thinking.games == [game, game])
    wait_until(lambda: not server.worker.hub.listeners(game))
    thinking.end(game)
    wait_until(lambda: not server.worker.driver._busy)
    sleep(0.5)
    assert thinking.games == [game, game]


def test_a_browser_without_a_cookie_is_known_by_its_address() -> None:
    turns = Turns()
    strangers = [Owner(f"browser {number}", "192.0.2.1") for number in range(MOST_OF_ADDRESS + 1)]
    assert [turns.enter(one.holder, one) for one in strangers] == [True] * MOST_OF_ADDRESS + [False]
    assert turns.enter("another", Owner("anna", "192.0.2.2"))
    assert turns.leave("another") == []
    assert turns.leave(strangers[0].holder) == [strangers[-1].holder]
    people = [Owner(f"person {number}", "127.0.0.1", True) for number in range(MOST_OF_ADDRESS * OWN_MACHINE)]
    assert all(turns.enter(one.holder, one) for one in people)


def test_the_address_of_who_sets_a_game_up_is_known(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=COLONELS).id
    with server.registry.open(game) as session:
        assert server.registry.addresses.of(session.stored.game.creator_hash) == ("127.0.0.1", True)
