"""Bad input gets one sentence, never a traceback, and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest

import bocage
from bocage.kernel import record
from bocage.server import wire
from tests.server.support import Person, Server, problem, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'games.sqlite'}") as running:
        yield running


@pytest.fixture(scope="module")
def anna(server: Server) -> Person:
    return server.person()


@pytest.fixture(scope="module")
def game(anna: Person) -> str:
    return anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "human"}}).id


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        "sword",
        {"scenario": "chess"},
        {"scenario": "../../etc/passwd"},
        {"scenario": "sword", "admin": True},
        {"scenario": "sword", "options": {"weather": "maybe"}},
        {"scenario": "sword", "options": {"nothing": "yes"}},
        {"scenario": "sword", "seats": {"french": {"kind": "human"}}},
        {"scenario": "sword", "seats": {"allied": {"kind": "bot", "bot": "../evil"}}},
        {"scenario": "sword", "seats": {"allied": {"kind": "king"}}},
        {"scenario": "sword", "name": "x" * 41},
        {"scenario": "sword", "name": "nul\x00"},
        {"scenario": "sword", "name": "two\nlines"},
        {"scenario": "sword", "name": "backwards\u202e"},
        {"scenario": 5},
        {"scenario": "sword; DROP TABLE games"},
    ],
)
def test_no_game_is_made_of_nonsense(server: Server, anna: Person, body: object) -> None:
    before = server.worker.storage.count()
    answer = anna.post("/games", body)
    told = problem(answer)
    assert answer.status_code == 422 and told.error == "bad input" and told.text and "Traceback" not in told.text
    assert server.worker.storage.count() == before


@pytest.mark.parametrize(
    "order",
    ["", " ", "x" * 61, "at", "at 0939 0939", "at -1", "at 99999999999999999999", "at 0939\x00", "<script>", "drop"],
)
def test_an_order_that_is_none_is_refused(anna: Person, game: str, order: str) -> None:
    answer = anna.order(game, "german", 0, order)
    assert answer.status_code == 422 and problem(answer).error in ("bad input", "refused")
    assert anna.info(game).number == 0


@pytest.mark.parametrize("number", [-1, 1_000_001, 1.5, "one", None, True, 10**30])
def test_a_number_that_is_none_is_refused(anna: Person, game: str, number: object) -> None:
    answer = anna.post(f"/games/{game}/orders", {"seat": "german", "number": number, "order": "at 0939"})
    assert answer.status_code == 422 and problem(answer).error == "bad input"


@pytest.mark.parametrize(
    "path",
    [
        "/games/x", "/games/%00%00%00%00%00%00", "/games/AAAAAAAA", f"/games/{'a' * 400}",
        "/games/aaaaaaaa/view", "/games/aaaaaaaa/view?seat=", "/maps/..%2f..%2fsecret.svg", "/rules/a/b/c",
        "/maps/fire_movement.svg?scenario=%00",
    ],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(anna: Person, path: str) -> None:
    answer = anna.get(path)
    assert answer.status_code in (404, 422) and problem(answer).text


def test_bodies_that_are_no_json_are_refused(anna: Person) -> None:
    for content in (b"", b"{", b"\xff\xfe", b'{"scenario": "\\ud800"}', b"[" * 5000, b'{"scenario": NaN}'):
        answer = anna.http.post("/api/games", content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422) and problem(answer).text
    answer = anna.http.post("/api/games", content=b'{"scenario":"sword"}', headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422, "a form of another site could send that"
    assert anna.http.request("DELETE", "/api/games").status_code == 405
    problem(anna.http.request("DELETE", "/api/games"))


RECORD = "bocage 1\ngame fire_movement/sword\ndata x\nrules 1\n{}\n\nresult x\n"


@pytest.mark.parametrize(
    "text",
    [
        RECORD.format("options " + " ".join(f"o{number}=1" for number in range(100_000))),
        RECORD.format("options " + "x" * 3_900_000),
        RECORD.format("given " + "9" * 3_000),
        RECORD.format("seed " + "x" * 201),
        RECORD.format("\n".join(f"key{number} x" for number in range(100_000))),
        "bocage 1\n" * 400_000,
        "\n" * 2_000_000,
    ],
)
def test_a_record_made_to_keep_us_busy_is_refused_at_once(server: Server, anna: Person, text: str) -> None:
    before, begun = server.worker.storage.count(), perf_counter()
    answer = anna.post("/records", {"text": text})
    assert answer.status_code == 422 and problem(answer).error == "bad input" and len(answer.text) < 5_000
    assert perf_counter() - begun < 3
    assert server.worker.storage.count() == before


@pytest.mark.parametrize("die", ["²", "9" * 3_900, "٣", "-1", "0", "7", "", "die"])
def test_a_record_with_a_die_that_is_none_is_refused(anna: Person, die: str) -> None:
    game = bocage.new("sword", seed="1944")
    while not game.history or not game.history[-1].chance:
        game.play(game.decision.orders[0])
    text = record.dump(game, with_seed=False)
    assert anna.post("/records", {"text": text}).status_code == 201
    forged = re.sub(r"\| (die|pick) \d+", rf"| \1 {die}", text, count=1)
    answer = anna.post("/records", {"text": forged})
    assert forged != text and answer.status_code == 422 and problem(answer).text.startswith("line ")


def test_cookies_that_we_did_not_make_open_nothing(server: Server, game: str) -> None:
    for cookie in ("", "x", "a" * 1000, "../../x", "' OR 1=1 --"):
        answer = server.person().http.get(f"/api/games/{game}", headers={"Cookie": f"bocage={cookie}"})
        assert problem(answer).error == "not found"


def test_a_failure_of_ours_is_told_without_its_details(
    server: Server, anna: Person, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the German set-up is 0939")

    monkeypatch.setattr("bocage.server.showing.view_of", fail)
    answer = anna.get(f"/games/{game}/view", seat="allied")
    assert answer.status_code == 500 and problem(answer).error == "server error" and "0939" not in answer.text


def test_files_outside_the_client_are_not_given_out(tmp_path: Path) -> None:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<title>Bocage</title>")
    (client / "assets" / "main-abc.js").write_text("play()")
    (tmp_path / "secret.txt").write_text("secret")
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}", static=client) as server:
        person = server.person()
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"):
            answer = person.http.get(path)
            assert "secret" not in answer.text and "root:" not in answer.text
        assert person.http.get(f"/{'a' * 5000}").text == "<title>Bocage</title>", "no file has so long a name"
        assert person.http.get("/join/abc").text == "<title>Bocage</title>"
        asset = person.http.get("/assets/main-abc.js")
        assert asset.text == "play()" and "immutable" in asset.headers["cache-control"]
        assert problem(person.http.get("/assets/main-old.js")).error == "not found"


def test_the_description_of_the_api_names_the_form_of_every_refusal(anna: Person) -> None:
    description = anna.http.get("/api/openapi.json").json()
    for path, operations in description["paths"].items():
        for operation in operations.values():
            if path.startswith("/api/"):
                form = operation["responses"]["4XX"]["content"]["application/json"]["schema"]
                assert form == {"$ref": "#/components/schemas/Problem"}
    assert wire.Problem.__doc__
