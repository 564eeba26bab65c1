"""Reviews of games that are over: one job for all readers, with progress, kept, stopped, and nobody fills the queue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace

import pytest

from bocage.games import open_setting
from bocage.kernel import BocageError, record
from bocage.players import review as reviewing
from bocage.players.review import Bounds, review
from bocage.server import reviewing as server_reviewing
from bocage.server import wire
from bocage.server.problems import Trouble
from bocage.server.reviewing import Asking, Reviews, Work
from bocage.server.storage import ReviewRow, Storage
from bocage.server.visitors import Visitor
from bocage.table.review import tell
from tests.golden.recorded import FOLDER
from tests.server import bad_reviews
from tests.server.support import PATIENCE, Person, Server, problem, serving, serving_on

BRIEF = Bounds(throws=5, seconds=0.2, at_most=0.2)
TEXT = (FOLDER / "easy_fox.bocage").read_text()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory, review=BRIEF) as running:
        yield running


@contextmanager
def working(server: Server, work: Work, seconds: float = 60.0) -> Iterator[Reviews]:
    """A server whose reviews go wrong."""
    usual, bad = server.worker.reviews, Reviews(server.registry, BRIEF, work, seconds)
    bad.start()
    server.worker.reviews = bad
    try:
        yield bad
    finally:
        server.worker.reviews = usual
        bad.stop()


def finished(person: Person, text: str = TEXT) -> str:
    answer = person.post("/records", {"text": text})
    assert answer.status_code == 201, answer.text
    return wire.GameInfo.model_validate_json(answer.text).id


def state(person: Person, game: str, method: str = "GET") -> wire.ReviewState:
    answer = person.ask(method, f"/api/games/{game}/review")
    assert answer.status_code == 200, answer.text
    return wire.ReviewState.model_validate_json(answer.text)


def wait(person: Person, game: str, until: Callable[[wire.ReviewState], bool]) -> wire.ReviewState:
    end = monotonic() + 20 * PATIENCE
    found = state(person, game)
    while monotonic() < end:
        if until(found):
            return found
        sleep(0.05)
        found = state(person, game)
    raise AssertionError(f"the review is still {found.status}")


def is_ended(found: wire.ReviewState) -> bool:
    return found.status in ("ready", "failed")


def test_a_review_is_made_in_the_background_and_kept_for_everybody(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = finished(anna)
    assert state(anna, game) == wire.ReviewState(status="none")
    begun = state(anna, game, "POST")
    assert begun.status in ("waiting", "working") and begun.mine
    read = wait(anna, game, is_ended)
    played = record.replay(record.parse(TEXT, "the record"), open_setting)
    assert read.review == tell(played, review(played, BRIEF))
    assert state(bert, game) == state(bert, game, "POST") == read  # whoever asks again does not wait
    server.registry.forget(game)
    assert state(bert, game) == read


def test_two_readers_wait_for_one_review_and_only_who_began_it_stops_it(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = finished(anna)
    with working(server, bad_reviews.hanging) as reviews:
        state(anna, game, "POST")
        half = wait(bert, game, lambda found: found.status == "working")
        assert half.done == pytest.approx(0.5) and not half.mine
        assert state(bert, game, "POST").status == "working"
        assert len(reviews._jobs) == 1
        refused = problem(bert.ask("DELETE", f"/api/games/{game}/review"))
        assert refused.text == "only who began a review can stop it"
        assert state(anna, game).mine
        assert state(anna, game, "DELETE").status == "none"
        assert not reviews._jobs
        assert state(bert, game, "POST").mine  # and it can be begun anew
        assert wait(bert, game, lambda found: found.status == "working").mine


def test_a_review_that_another_worker_was_told_to_stop_is_ended_here(server: Server) -> None:
    anna = server.person()
    game = finished(anna)
    with working(server, bad_reviews.hanging) as reviews:
        state(anna, game, "POST")
        wait(anna, game, lambda found: found.status == "working")
        Storage.drop_review(server.worker.storage, game)  # as the other worker does
        end = monotonic() + PATIENCE
        while reviews._jobs and monotonic() < end:
            sleep(0.05)
        assert not reviews._jobs


def test_nobody_fills_the_queue_alone(server: Server) -> None:
    anna = server.person()
    games = [finished(anna) for _ in range(4)]
    with working(server, bad_reviews.hanging) as reviews:
        state(anna, games[0], "POST")
        assert "wait for it, or stop it" in problem(anna.post(f"/games/{games[1]}/review", None)).text
        stranger = [Asking(Visitor(None, False), "192.0.2.1", False) for _ in range(3)]
        assert [reviews.begin(game, one).status for game, one in zip(games[1:3], stranger, strict=False)]
        with pytest.raises(Trouble, match="from your address"):
            reviews.begin(games[3], stranger[2])
        other = Asking(Visitor(None, False), "192.0.2.2", False)
        assert reviews.begin(games[3], other).status == "waiting"


def test_the_queue_has_an_end(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_reviewing, "MOST_WAITING", 1)
    anna, bert = server.person(), server.person()
    games = [finished(anna), finished(bert)]
    with working(server, bad_reviews.hanging):
        state(anna, games[0], "POST")
        assert "many reviews wait already" in problem(bert.post(f"/games/{games[1]}/review", None)).text


@pytest.mark.parametrize(
    ("work", "why"),
    [
        (bad_reviews.raising, "the review stumbled over an error of its own (ValueError)"),
        (bad_reviews.dying, "the review stumbled over an error of its own (ProcessExpired)"),
        (bad_reviews.hanging, "the review found no end in time"),
    ],
)
def test_a_review_that_fails_says_so_and_may_be_tried_again(server: Server, work: Work, why: str) -> None:
    anna = server.person()
    game = finished(anna)
    with working(server, work, 2.0):
        state(anna, game, "POST")
        failed = wait(anna, game, is_ended)
        assert (failed.status, failed.text) == ("failed", why)
        assert "1039" not in "".join(anna.heard)
    assert state(anna, game, "POST").status in ("waiting", "working")
    assert wait(anna, game, is_ended).status == "ready"


def test_a_review_is_given_up_by_the_processors_time_and_not_while_others_use_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = SimpleNamespace(value=0.0)
    monkeypatch.setattr(server_reviewing, "_shared", [told])
    monkeypatch.setattr(server_reviewing, "process_time", iter(range(0, 10**9, 1000)).__next__)
    with pytest.raises(TimeoutError):
        server_reviewing.make_review(7, TEXT, BRIEF)
    assert 7 <= told.value < 8
    assert server_reviewing.HANGING > server_reviewing.SECONDS


def test_a_review_that_cannot_be_set_to_work_leaves_nothing_behind(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.person()
    game = finished(anna)
    with working(server, bad_reviews.hanging) as reviews, monkeypatch.context() as broken:
        broken.setattr(reviews, "_new_pool", lambda: None)
        broken.setattr(reviews._pool, "schedule", None)
        assert anna.post(f"/games/{game}/review", None).status_code == 500
    assert state(anna, game).status == "none"


def test_a_review_that_could_not_be_stored_at_once_is_stored_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.person()
    game = finished(anna)
    failures = iter([True])
    keep = Storage.keep_review

    def keep_late(self: Storage, row: ReviewRow) -> bool:
        if row.ended and next(failures, False):
            raise OSError("the database does not answer")
        return keep(self, row)

    monkeypatch.setattr(Storage, "keep_review", keep_late)
    state(anna, game, "POST")
    assert wait(anna, game, is_ended).status == "ready"
    assert not next(failures, False) and game not in server.worker.reviews._jobs


def test_a_review_begun_anew_is_not_ended_with_the_one_before(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = finished(anna)
    with working(server, bad_reviews.hanging) as reviews:
        state(anna, game, "POST")
        before = reviews._jobs[game]
        state(anna, game, "DELETE")
        state(bert, game, "POST")
        before.row = before.row._replace(seen=0.0)  # it is time to say that it is in hand
        reviews._look_at(before)  # the look had begun before it was stopped
        assert game in reviews._jobs and state(bert, game).mine


def test_a_review_whose_process_is_gone_for_good_is_not_waited_for(server: Server) -> None:
    anna = server.person()
    game = finished(anna)
    with working(server, bad_reviews.hanging) as reviews:
        state(anna, game, "POST")
        reviews._jobs[game].future.cancel()
        assert wait(anna, game, is_ended).status == "failed"
        assert state(anna, game, "POST").status in ("waiting", "working")


def test_a_game_in_progress_is_not_reviewed(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "human"}}).id
    for method in ("GET", "POST", "DELETE"):
        refused = anna.ask(method, f"/api/games/{game}/review")
        assert (refused.status_code, problem(refused).text) == (409, "a game is reviewed when it is over")
        assert bert.ask(method, f"/api/games/{game}/review").status_code == 404


def test_a_game_without_an_evaluation_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = server.person()
    game = finished(anna)

    def unknown(scenario: str) -> None:
        raise BocageError("nothing has been learnt")

    monkeypatch.setattr(reviewing, "judge_of", unknown)
    refused = problem(anna.post(f"/games/{game}/review", None))
    assert refused.text.endswith("are not reviewed: nobody has learnt what its positions are worth")


def test_a_review_by_other_rules_is_made_anew(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = server.person()
    game = finished(anna)
    state(anna, game, "POST")
    wait(anna, game, is_ended)
    monkeypatch.setattr(server_reviewing, "VERSION", "next")
    assert state(anna, game).status == "none"
    assert state(anna, game, "POST").status in ("waiting", "working")
    assert wait(anna, game, is_ended).status == "ready"


def test_a_review_that_nobody_has_in_hand_is_begun_anew(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = server.person(), server.person()
    game = finished(anna)
    with working(server, bad_reviews.hanging) as reviews:
        state(anna, game, "POST")
        wait(anna, game, lambda found: found.status == "working")
        with reviews._lock:
            job = reviews._jobs.pop(game)  # as if the worker had been killed
        job.future.cancel()
    assert state(bert, game).status == "working"
    monkeypatch.setattr(server_reviewing, "LOST", -1.0)
    assert state(bert, game).status == "none"
    assert state(bert, game, "POST").status == "none"  # at once it seems lost again, but it is in hand:
    monkeypatch.setattr(server_reviewing, "LOST", 30.0)
    assert wait(bert, game, is_ended).status == "ready"


def test_reviews_that_are_not_ready_do_not_outlive_the_server(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with serving(database) as server:
        anna = server.person()
        game = finished(anna)
        state(anna, game, "POST")
    with serving(database) as server:
        assert server.worker.storage.review(game) is None
