"""Dice that two friends can trust: whoever sits down, nobody at the table knows what chance will bring from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

import bocage as library
from bocage.games import open_setting
from bocage.games.omaha_beach.state import State as OmahaState
from bocage.kernel import Game, record, seed_hash
from bocage.kernel.chance import key_of
from bocage.kernel.game import KEEP_EVERY
from bocage.server import schema, wire
from bocage.server.playing import play_for_bots
from bocage.server.seating import MOST_AT_ONE_POINT
from bocage.server.storage import OrderRow, Stored
from bocage.server.stored_record import stored_record
from tests.cli.conftest import Shell
from tests.server.support import Person, Server, invite, problem, serving_on
from tests.server.test_games import finish
from tests.server.test_orders import BOTH_MINE, play_on

MINE_AND_A_BOT = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "random"}}
MINE_AND_A_FRIEND = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
HOSTS_SEED = "invented-by-the-host"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory) as running:
        yield running


def foreseen(server: Server, game: str) -> list[int]:
    """What chance is going to bring, as one could know it who knows the seed, or who has played on and taken back."""
    with server.registry.open(game) as session:
        chance = session.game.state.chance.copy()
    return [chance.pick(1 << 30) for _ in range(5)]


def stored(server: Server, game: str) -> Stored:
    found = server.worker.storage.load(game)
    assert found is not None
    return found[0]


def link(person: Person, game: str, seat: str = "german") -> str:
    """Open a seat to a friend."""
    answer = person.put(f"/games/{game}/seats/{seat}", {"kind": "invitation"})
    assert answer.status_code == 200, answer.text
    seats = wire.GameInfo.model_validate_json(answer.text).seats
    return str(next(one.invitation for one in seats if one.seat == seat))


def take_back_all(person: Person, game: str) -> None:
    answer = person.post(f"/games/{game}/takeback", {"seat": "allied", "to": 0})
    assert wire.GameInfo.model_validate_json(answer.text).number == 0


# -- every way to sit down --------------------------------------------------------------------------------------------

SitDown = Callable[[], object]
Way = Callable[[Server, Person, Person], tuple[str, SitDown]]


def by_invitation(server: Server, host: Person, guest: Person) -> tuple[str, SitDown]:
    info = host.create("utah", seats=MINE_AND_A_FRIEND)
    return info.id, lambda: guest.post("/join", {"token": info.seats[1].invitation})


def by_a_record_with_the_hosts_seed(server: Server, host: Person, guest: Person) -> tuple[str, SitDown]:
    played = library.new("utah", seed=HOSTS_SEED)
    for _ in range(30):
        played.play(played.decision.orders[0])
    info = wire.GameInfo.model_validate_json(host.post("/records", {"text": record.dump(played)}).text)
    token = link(host, info.id)
    return info.id, lambda: guest.post("/join", {"token": token})


def by_a_hot_seat_game_that_was_played_and_taken_back(
    server: Server, host: Person, guest: Person
) -> tuple[str, SitDown]:
    game = host.create("utah", seats=BOTH_MINE).id
    play_on(host, game, 40)
    take_back_all(host, game)
    token = link(host, game)
    return game, lambda: guest.post("/join", {"token": token})


def by_taking_over_from_the_program(server: Server, host: Person, guest: Person) -> tuple[str, SitDown]:
    game = host.create("utah", seats=MINE_AND_A_BOT).id
    host.wait_for_turn(game, "allied")
    while "german ?" in host.get(f"/games/{game}/record", seat="allied").text:
        host.play(game, host.wait_for_turn(game, "allied"))
    token = link(host, game)
    return game, lambda: guest.post("/join", {"token": token})


def by_taking_over_from_one_who_left(server: Server, host: Person, guest: Person) -> tuple[str, SitDown]:
    before = server.person()
    game = invite(host, before)
    play_on(before, game, 3)
    token = link(before, game)
    return game, lambda: guest.post("/join", {"token": token})


def by_coming_back(server: Server, host: Person, guest: Person) -> tuple[str, SitDown]:
    """While he was away, the host could play on with a program in his seat, and take it back."""
    game = invite(host, guest, "utah")
    token = link(guest, game)
    return game, lambda: guest.post("/join", {"token": token})


def by_sitting_down_at_a_game_of_programs(server: Server, host: Person, guest: Person) -> tuple[str, SitDown]:
    game = guest.create("utah", seats={"allied": {"kind": "invitation"}, "german": {"kind": "bot", "bot": "random"}})
    host.post("/join", {"token": game.seats[0].invitation})
    link(host, game.id, "allied")  # the host gives his seat up
    return game.id, lambda: guest.put(f"/games/{game.id}/seats/allied", {"kind": "human"})


WAYS: list[Way] = [
    by_invitation,
    by_a_record_with_the_hosts_seed,
    by_a_hot_seat_game_that_was_played_and_taken_back,
    by_taking_over_from_the_program,
    by_taking_over_from_one_who_left,
    by_coming_back,
    by_sitting_down_at_a_game_of_programs,
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_whoever_sits_down_finds_dice_that_nobody_could_foresee(server: Server, way: Way) -> None:
    host, guest = server.person(), server.person()
    game, sit_down = way(server, host, guest)
    known, made = foreseen(server, game), stored(server, game).reseedings
    with server.registry.open(game) as session:
        length, views = session.game.length, [session.game.view(seat).facts() for seat in ("allied", "german")]
    sit_down()
    with server.registry.open(game) as session:
        assert [session.game.view(seat).facts() for seat in ("allied", "german")] == views, "the board is as it was"
    assert foreseen(server, game) != known
    now = stored(server, game).reseedings
    assert len(now) == len(made) + 1 and now[-1].after == length and now[-1].seed is not None
    assert len(now[-1].seed) >= 22 and now[-1].seed_hash == seed_hash(now[-1].seed)
    told = guest.info(game)
    assert told.role == "player" and told.reseedings[-1].seed_hash == now[-1].seed_hash
    assert told.reseedings[-1].seat == next(seat.seat for seat in told.seats if seat.mine)
    assert told.reseedings[-1].mine
    after = foreseen(server, game)
    server.registry.forget(game)
    assert foreseen(server, game) == after, "it is so when the game is read from the database"


def test_the_dice_really_fall_as_the_new_seed_has_them(server: Server) -> None:
    host, guest = server.person(), server.person()
    game, sit_down = by_a_record_with_the_hosts_seed(server, host, guest)
    sit_down()
    (made,) = stored(server, game).reseedings
    people, random = {"allied": host, "german": guest}, Random(3)
    for _ in range(40):
        seat = host.info(game).asked
        people[seat].play(game, people[seat].view(game, seat), random)
    with server.registry.open(game) as session:
        history, setting = session.game.history, session.game.setting
    foretold, true = Game(setting, HOSTS_SEED), Game(setting, HOSTS_SEED)
    for played in history[: made.after]:
        foretold.play(played.order)
        true.play(played.order)
    true.reseed(str(made.seed))
    for played in history[made.after :]:
        true.play(played.order)
    assert true.history == history
    assert foretold.state.chance.key != true.state.chance.key == key_of(str(made.seed))


def test_nothing_is_drawn_anew_for_those_who_sit_here_already(server: Server) -> None:
    anna, bert, otto = (server.person() for _ in range(3))
    info = anna.create("utah", seats=MINE_AND_A_FRIEND)
    game, token = info.id, info.seats[1].invitation
    bert.post("/join", {"token": token})
    before = stored(server, game).reseedings, foreseen(server, game)
    bert.post("/join", {"token": token, "name": "Bert"})
    bert.put(f"/games/{game}/seats/german", {"name": "Berthold"})
    otto.post("/join", {"token": info.spectator_link})
    anna.post(f"/games/{game}/spectators", None)
    assert (stored(server, game).reseedings, foreseen(server, game)) == before
    bert.put(f"/games/{game}/seats/german", {"kind": "invitation"})
    anna.put(f"/games/{game}/seats/german", {"kind": "bot", "bot": "random"})
    assert stored(server, game).reseedings == before[0], "neither for a program"
    alone = anna.create("utah", seats=MINE_AND_A_FRIEND)
    anna.post("/join", {"token": alone.seats[1].invitation})
    assert stored(server, alone.id).reseedings == (), "nor for one who plays both sides"


def test_nobody_has_the_dice_drawn_anew_without_end(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert, "sword")
    for _ in range(MOST_AT_ONE_POINT - 1):
        assert bert.post("/join", {"token": link(bert, game)}).status_code == 200
    refused = problem(bert.post("/join", {"token": link(bert, game)}))
    assert refused.error == "not now" and "too often" in refused.text
    assert len(stored(server, game).reseedings) == MOST_AT_ONE_POINT


def test_everybody_is_told_the_promise_at_once_and_the_seed_at_the_end(
    server: Server, tmp_path: Path, bocage: Shell
) -> None:
    anna, bert, carl, otto = (server.person() for _ in range(4))
    info = anna.create("sword", seats=MINE_AND_A_FRIEND)
    game = info.id
    otto.post("/join", {"token": info.spectator_link})
    bert.post("/join", {"token": info.seats[1].invitation})
    play_on(bert, game, 5)
    with anna.live(game) as for_anna, otto.live(game) as for_otto:
        carl.post("/join", {"token": link(bert, game)})
        for socket in (for_anna, for_otto):
            while wire.LiveMessage.model_validate_json(socket.recv(20)).type != "seats":
                pass
    promised = [made.seed_hash for made in stored(server, game).reseedings]
    assert len(promised) == 2
    seeds = [str(made.seed) for made in stored(server, game).reseedings]
    for person, seat in ((anna, "allied"), (carl, "german"), (otto, "spectator")):
        told = person.info(game).reseedings
        assert [(made.after, made.seat, made.seed_hash) for made in told] == [
            (0, "german", promised[0]), (5, "german", promised[1])
        ]  # fmt: skip
        assert not any(made.seed for made in told)
        assert [made.mine for made in told] == [False, person is carl]
        text = person.get(f"/games/{game}/record", seat=seat).text
        assert [line for line in text.splitlines() if line.startswith("reseed")] == [f"reseed {h}" for h in promised]
        assert not any(seed in heard for seed in seeds for heard in person.heard)
    finish(game, {"allied": anna, "german": carl})
    over = otto.info(game)
    assert [made.seed_hash for made in over.reseedings] == promised == [seed_hash(seed) for seed in seeds]
    assert [made.seed for made in over.reseedings] == seeds
    path = tmp_path / "game.bocage"
    path.write_text(otto.get(f"/games/{game}/record", seat="spectator").text)
    verified = " ".join(bocage(f"replay {path} --verify --quiet").out.split())
    assert verified.startswith("Verified: ") and f"after order 5 from seed {seeds[1]}" in verified


def test_a_link_tells_how_far_the_game_has_gone(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    play_on(anna, game, 12)
    told = bert.post("/invitation", {"token": link(anna, game)})
    assert wire.Invitation.model_validate_json(told.text).number == 12


def test_a_record_is_the_same_when_it_is_made_without_the_rules(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert, "sword")
    play_on(bert, game, 4)
    bert.post("/join", {"token": link(bert, game)})
    for seat, person in (("allied", anna), ("german", bert)):
        found = server.worker.storage.load(game)
        assert found is not None
        assert stored_record(*found, seat) == person.get(f"/games/{game}/record", seat=seat).text
    finish(game, {"allied": anna, "german": bert})
    found = server.worker.storage.load(game)
    assert found is not None
    text = anna.get(f"/games/{game}/record", seat="allied").text
    assert stored_record(*found, "allied") == text and text.count("\nreseed ") == 2
    again = record.replay(record.parse(text), open_setting)
    assert len(again.reseedings) == 2
    opened = wire.GameInfo.model_validate_json(server.person().post("/records", {"text": text}).text)
    assert opened.status == "over" and anna.get(f"/games/{opened.id}/record", seat="all").text == text


# -- taking back ------------------------------------------------------------------------------------------------------


def test_nobody_goes_back_behind_the_moment_at_which_somebody_sat_down(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    play_on(anna, game, 40)
    bert.post("/join", {"token": link(anna, game)})
    people = {"allied": anna, "german": bert}
    asked = anna.info(game).asked
    view = people[asked].view(game, asked)
    assert not view.can_undo
    for to in (0, 39):
        refused = problem(anna.post(f"/games/{game}/takeback", {"seat": "allied", "to": to}))
        assert refused.error == "not now" and "somebody sat down after order 40" in refused.text
    random, shared = Random(5), foreseen(server, game)
    rows: Sequence[OrderRow] = ()
    while not any(row.chance for row in rows[40:]) and len(rows) < 200:
        for _ in range(30):
            seat = anna.info(game).asked
            people[seat].play(game, people[seat].view(game, seat), random)
        found = server.worker.storage.load(game)
        assert found is not None
        rows = found[1]
    assert any(row.chance for row in rows[40:])
    anna.post(f"/games/{game}/takeback", {"seat": "allied", "to": 40})
    agreed = bert.post(f"/games/{game}/takeback/answer", {"seat": "german", "agree": True})
    assert wire.GameInfo.model_validate_json(agreed.text).number == 40
    assert foreseen(server, game) == shared, "the dice that are theirs come again"
    for row in rows[40:]:
        assert people[row.seat].order(game, row.seat, row.number - 1, row.text).status_code == 200
    again = server.worker.storage.load(game)
    assert again is not None and again[1] == rows


def test_a_question_to_go_back_is_settled_when_somebody_sits_down(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert, "sword")
    play_on(bert, game, 3)
    bert.post(f"/games/{game}/takeback", {"seat": "german", "to": 0})
    assert anna.info(game).takeback is not None
    bert.post("/join", {"token": link(bert, game)})
    assert anna.info(game).takeback is None
    assert problem(anna.post(f"/games/{game}/takeback/answer", {"seat": "allied", "agree": True})).error == "not now"


@pytest.mark.parametrize("leaves", ["guest", "host"])
def test_one_who_has_left_his_seat_does_not_agree_to_go_back(server: Server, leaves: str) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert, "sword")
    play_on(bert, game, 3)
    left, stays, gone, here = (
        ("german", "allied", bert, anna) if leaves == "guest" else ("allied", "german", anna, bert)
    )
    link(gone, game, left)
    asked = wire.GameInfo.model_validate_json(here.post(f"/games/{game}/takeback", {"seat": stays, "to": 0}).text)
    assert asked.number == 3 and asked.takeback == wire.Takeback(seat=stays, to=0)


def test_a_seat_that_nobody_ever_took_agrees_to_go_back(server: Server) -> None:
    anna = server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    play_on(anna, game, 3)
    link(anna, game)
    take_back_all(anna, game)


# -- programs and allies ---------------------------------------------------------------------------------------------


def test_orders_that_a_program_chose_for_the_old_dice_are_not_played(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.registry, "on_change", lambda stored: None)  # the program's orders come from here
    anna, bert = server.person(), server.person()
    info = anna.create("sword", seats={"allied": {"kind": "invitation"}, "german": {"kind": "bot", "bot": "random"}})
    with server.registry.open(info.id) as session:
        order = str(session.game.decision.orders[0])
    bert.post("/join", {"token": info.seats[0].invitation})
    play_for_bots(server.registry, info.id, 0, 0, [order])
    assert anna.info(info.id).number == 0
    play_for_bots(server.registry, info.id, 0, 1, [order])
    assert anna.info(info.id).number == 1


@pytest.mark.parametrize("joins_after", [KEEP_EVERY, KEEP_EVERY - 10])
def test_an_ally_who_joins_finds_face_down_pieces_that_nobody_has_seen(server: Server, joins_after: int) -> None:
    anna, bert, random = server.person(), server.person(), Random(3)
    seats = {"1st": {"kind": "human"}, "29th": {"kind": "human"}}
    game = anna.create("first_waves", options={"players": "two"}, seats=seats).id
    for _ in range(joins_after):
        seat = anna.info(game).asked
        anna.play(game, anna.view(game, seat), random)
    points = (0, joins_after - 10, joins_after)
    told = [anna.view(game, seat, number=number) for seat in seats for number in points]
    before = face_down(server, game)
    bert.post("/join", {"token": link(anna, game, "29th")})
    after = face_down(server, game)
    assert sorted(after) == sorted(before) and sum(map(int.__ne__, after, before)) > 10
    people = {"1st": anna, "29th": bert}
    assert told == [person.view(game, seat, number=number) for seat, person in people.items() for number in points]
    for _ in range(40):
        seat = anna.info(game).asked
        if not seat:
            break
        people[seat].play(game, people[seat].view(game, seat), random)
    around = range(joins_after - 5, anna.info(game).number + 1)
    with server.registry.open(game) as session:
        course = [session.game.state_at(number).hash() for number in around]
    server.registry.forget(game)
    with server.registry.open(game) as session:
        assert course == [session.game.state_at(number).hash() for number in around]
        assert list(session.moments(None))[-1].state.hash() == session.game.hash()
    assert len(around) > 15 and anna.info(game).status != "held"


def face_down(server: Server, game: str) -> list[int]:
    """What lies in each place of the board that the Germans have."""
    with server.registry.open(game) as session:
        g = session.game.state
    assert isinstance(g, OmahaState)
    pools = (piece for pool in (*g.pools.values(), *g.depth_pools.values()) for piece in pool)
    return [*g.german, *g.german_depth, *pools, *g.gone, *g.gone_depth]


def test_one_can_branch_off_a_game_in_which_pieces_were_drawn_anew(server: Server) -> None:
    anna, random = server.person(), Random(2)
    played = library.new("easy_fox", seed="1944")
    while not played.over:
        if played.length in (0, 20):
            played.reseed(f"drawn-{played.length}")
        played.play(random.choice(played.decision.orders))
    assert played.length > 40 and len(played.reseedings) == 2
    over = wire.GameInfo.model_validate_json(anna.post("/records", {"text": record.dump(played)}).text)
    for number in (0, 19, 20, 30):
        answer = anna.post(f"/games/{over.id}/branch", {"number": number})
        branch = wire.GameInfo.model_validate_json(answer.text)
        with server.registry.open(over.id) as source, server.registry.open(branch.id) as session:
            assert session.game.state.hash() == source.game.state_at(number).hash(), "the same pieces lie there"
        play_on(anna, branch.id, 5)
        server.registry.forget(branch.id)
        info = anna.info(branch.id)
        assert info.status == "playing" and info.number == number + 5 and info.reseedings == []


def test_nobody_sits_down_at_a_game_that_is_held(server: Server) -> None:
    """One day it may go on, and its dice would be those that the host knows."""
    anna, bert = server.person(), server.person()
    info = anna.create("utah", seats=MINE_AND_A_FRIEND)
    with server.worker.storage.engine.begin() as connection:
        games = schema.games
        connection.execute(update(games).where(games.c.id == info.id).values(state_hash="different", revision=9))
    refused = problem(bert.post("/join", {"token": info.seats[1].invitation}))
    assert refused.error == "not now" and "would be different" in refused.text
