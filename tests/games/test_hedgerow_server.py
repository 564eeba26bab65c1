"""Hedgerow over the network: three seats, and secrets that two of them share."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bocage.kernel import Chance, Game
from bocage.server import wire
from bocage.server.session import Session
from tests.browser.server import Server
from tests.games.hedgerow.content import DUMMY
from tests.games.hedgerow.rules import WholeGame
from tests.games.hedgerow.state import State
from tests.games.hedgerow.title import open_scenario
from tests.server.support import Person, problem
from tests.server.test_live import hear

SCENARIO = "hedgerow/three_farms"
SEATS = ("west", "east", "defender")
SET_UP = 13  # orders


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOCAGE_GAMES", "tests.games.hedgerow")
        started = Server(tmp_path_factory.mktemp("hedgerow"))
    yield started
    started.stop()


@pytest.fixture
def people(server: Server) -> Iterator[dict[str, Person]]:
    """Somebody for each seat, and one who looks on."""
    found = {name: Person(server.address) for name in (*SEATS, "spectator")}
    yield found
    for person in found.values():
        person.http.close()


def three_of_us(people: dict[str, Person]) -> str:
    """A game of three people; the one with West has made it."""
    seats = {seat: {"kind": "human" if seat == "west" else "invitation"} for seat in SEATS}
    info = people["west"].create(SCENARIO, seats=seats)
    links = {seat.seat: seat.invitation for seat in info.seats} | {"spectator": info.spectator_link}
    for name in ("east", "defender", "spectator"):
        assert people[name].post("/join", {"token": links[name]}).status_code == 200
    return info.id


def go_on(people: dict[str, Person], game: str, orders: int, random: Random) -> None:
    """Each gives orders in his turn, and moves and attacks with whatever can."""
    for _ in range(orders):
        asked = people["west"].info(game).asked
        if not asked:
            return
        view = people[asked].view(game, asked)
        assert view.decision is not None
        acting = [order for order in view.decision.orders if order.unit or order.hex]
        chosen = random.choice(acting or view.decision.orders)
        assert people[asked].order(game, asked, view.number, chosen.order).status_code == 200


def hidden(person: Person, game: str, seat: str) -> set[str]:
    """The first letters of the blocks that a seat sees face down."""
    return {piece.id[0] for piece in person.view(game, seat).pieces if piece.hidden}


def test_each_side_keeps_its_secrets_and_friends_share_theirs(people: dict[str, Person]) -> None:
    game, random = three_of_us(people), Random(4)
    go_on(people, game, SET_UP, random)
    assert [hidden(people[seat], game, seat) for seat in (*SEATS, "spectator")] == [
        {"D"},
        {"D"},
        {"W", "E"},
        {"W", "E", "D"},
    ]
    for person in people.values():
        seat = next(name for name, other in people.items() if other is person)
        for path in ("log", "record", "summary"):
            person.get(f"/games/{game}/{path}", seat=seat)
        assert problem(person.get(f"/games/{game}/view", seat="west" if seat != "west" else "east")).error
    said = {seat: "".join(person.heard) for seat, person in people.items()}
    assert "W1 is " in said["west"] and "W1 is " in said["east"] and "E1 is " in said["west"]
    assert "D1 is " not in said["west"] and "D1 is " not in said["east"] and "D1 is " in said["defender"]
    assert "W1 is " not in said["defender"]
    assert not any(f"{block}1 is " in said["spectator"] for block in "WED")


def test_it_is_played_to_its_end_and_seen_again(people: dict[str, Person]) -> None:
    game, random = three_of_us(people), Random(5)
    go_on(people, game, SET_UP + 3, random)
    wrong = people["defender"].order(game, "defender", SET_UP + 3, "end")
    assert wrong.status_code != 200
    go_on(people, game, 400, random)
    info = people["east"].info(game)
    assert info.status == "over" and info.outcome is not None and info.outcome.title.endswith("victory")
    for seat in (*SEATS, "spectator", "all"):
        assert people["spectator"].get(f"/games/{game}/summary", seat=seat).status_code == 200
    log = people["defender"].get(f"/games/{game}/log", seat="defender").text
    assert '"die":' in log and "loses a step" in log
    text = people["west"].get(f"/games/{game}/record", seat="all").text
    assert people["west"].post("/records", {"text": text}).status_code == 201


def test_who_sits_with_a_side_may_take_its_other_seat_and_no_seat_of_the_enemy(people: dict[str, Person]) -> None:
    west, random = people["west"], Random(6)
    bot = {"kind": "bot", "bot": "random"}
    game = west.create(SCENARIO, seats={"west": {"kind": "human"}, "east": bot, "defender": bot}).id
    for _ in range(4):
        west.play(game, west.view(game, "west"), random)
    assert west.wait_for_turn(game, "west").number == SET_UP
    refused = west.put(f"/games/{game}/seats/defender", {"kind": "human"})
    assert "the other side has a secret" in problem(refused).text
    assert west.put(f"/games/{game}/seats/east", {"kind": "human"}).status_code == 200
    assert [seat.mine for seat in west.info(game).seats] == [True, True, False]
    assert hidden(west, game, "east") == {"D"}


def test_who_holds_both_seats_of_a_side_hears_its_news(people: dict[str, Person]) -> None:
    west, random = people["west"], Random(7)
    game = west.create(SCENARIO).id
    assert [seat.mine for seat in west.info(game).seats] == [True, True, False]
    with west.live(game) as socket:
        west.play(game, west.view(game, "west"), random)
        assert hear(socket, "changed").text.startswith("W1 is ")


def test_a_branch_may_begin_where_only_the_own_side_has_secrets(people: dict[str, Person]) -> None:
    west, random = people["west"], Random(8)
    game = west.create(SCENARIO).id
    for seat in ("west", "east"):
        for _ in range(4):
            west.play(game, west.view(game, seat), random)
    west.wait_for_turn(game, "west")
    assert west.post(f"/games/{game}/branch", {"number": 6}).status_code == 201
    assert "the other side has a secret" in problem(west.post(f"/games/{game}/branch", {"number": SET_UP})).text


def test_what_a_side_was_dealt_before_anything_was_ordered_is_its_secret_too() -> None:
    dealt = State(Chance.from_seed("dealt"), dug_in=False)
    dealt.start(WholeGame())
    session = Session.__new__(Session)
    session.game = Game.at(open_scenario("three_farms"), dealt)
    assert session.secret_keepers() == set()
    dealt.defenders[-1] = DUMMY
    assert session.secret_keepers() == session.secret_keepers(0) == {"defenders"}


def test_a_branch_of_a_game_that_goes_on_does_not_tell_where_its_mines_are(people: dict[str, Person]) -> None:
    """Whoever plays all seats of the branch could look into every gap, and go back with what he has seen."""
    west, random = people["west"], Random(9)
    game = west.create(SCENARIO, seats={seat: {"kind": "human"} for seat in SEATS}).id
    west.play(game, west.view(game, "west"), random)
    assert drawn_anew(west, game, 1) == [1]
    while (asked := west.info(game).asked) != "":
        west.play(game, west.view(game, asked), random)
    assert drawn_anew(west, game, 1) == [], "when it is over everybody may know them"


def drawn_anew(person: Person, game: str, number: int) -> list[int]:
    """After which orders of a branch chance was drawn anew, and with it what nobody knows."""
    answer = person.post(f"/games/{game}/branch", {"number": number})
    return [made.after for made in wire.GameInfo.model_validate_json(answer.text).reseedings]


def test_its_map_is_drawn_although_no_picture_was_painted(people: dict[str, Person]) -> None:
    west = people["west"]
    card = wire.Catalogue.model_validate_json(west.get("/catalogue").text).scenarios[-1]
    assert card.name == SCENARIO
    board = west.get(f"/games/{west.create(SCENARIO).id}/board").json()
    assert board["map"]["orientation"] == "flat"
    for address in (card.picture, board["map"]["picture"], board["map"]["painted"]):
        answer = west.ask("GET", address)
        assert answer.headers["content-type"] == "image/svg+xml" and answer.text.startswith("<svg")
    assert west.ask("GET", "/maps/nowhere.svg").status_code == 404
    assert "2.1-02" in west.get("/rules/hedgerow/first").text
