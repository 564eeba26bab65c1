"""What a seat may not know is in nothing that its browser is ever sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import ClientConnection

import bocage
from bocage.kernel import SPECTATOR, BocageError, Chance, Event, Game, Order
from bocage.kernel.game import Played
from bocage.players import DEFAULT
from bocage.server import wire
from bocage.server.bots import pool
from bocage.server.seating import give_up
from bocage.server.session import Session, reseedings_of
from bocage.server.storage import Stored
from tests.server.support import PATIENCE, Person, Server, invite, problem, serving

SEED = "the same dice in both games"
SECRET_SET_UP = 9  # orders
UNDO, TAKE_BACK = -1, -2  # instead of an order
THOROUGH = 5  # how often each asks for everything in a whole game


def leave_nothing_to_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs differ in nothing but what is ordered: same names, secrets, dice and time."""
    monkeypatch.setattr("bocage.server.creating.new_game_id", lambda: "thegame")
    monkeypatch.setattr("bocage.server.storage.time", lambda: 1944.0)
    monkeypatch.setattr("bocage.server.creating.time", lambda: 1944.0)
    tokens = iter([SEED, *(f"token-{number:020}" for number in range(50))])
    monkeypatch.setattr("bocage.server.creating.new_token", lambda: next(tokens))
    seeds = iter(f"seed-{number}" for number in range(50))
    monkeypatch.setattr("bocage.server.seating.new_token", lambda: next(seeds))


def everything(person: Person, seat: str) -> Iterator[str]:
    """All that a browser can ask about a game at one moment, in the hope of learning something."""
    now = person.info("thegame").number
    for path in ("", "/chat", "/board"):
        yield person.get(f"/games/thegame{path}").text
    yield person.get("/games").text
    for path in ("/screen", "/view", "/log", "/record", "/summary", "/turn", "/prospects", "/intents"):
        yield person.get(f"/games/thegame{path}", seat=seat).text
    for number in (0, 1, 4, now // 2, now - 1):
        yield person.get("/games/thegame/view", seat=seat, number=number).text
        yield person.get("/games/thegame/turn", seat=seat, number=number).text
    for kind in ("zones-german", "zones-allied", "supply", "range-german", "threat-german", "nonsense"):
        yield person.get("/games/thegame/overlay", seat=seat, kind=kind).text
    yield person.get("/games/thegame/overlay", seat=seat, kind="reach", unit="1/736").text
    for order in ("at 0939", "land 1838", "pass", "nonsense"):
        yield person.get("/games/thegame/why", seat=seat, order=order).text
        yield person.get("/games/thegame/odds", seat=seat, order=order).text
    for other in ("german", "all", "french"):
        for path in (
            "/screen",
            "/view",
            "/log",
            "/record",
            "/summary",
            "/turn",
            "/hint",
            "/prospects",
            "/intents",
        ):
            yield person.get(f"/games/thegame{path}", seat=other).text
        advice = person.get("/games/thegame/advice", seat=other)  # its figures depend on the time that there is for it
        yield advice.text if advice.is_error else "advice"
    yield person.post("/games/thegame/orders", {"seat": "german", "number": 0, "order": "at 0939"}).text
    yield person.post("/games/thegame/staff", {"seat": "german", "number": now, "series": "GermanSetUp"}).text
    yield person.post("/games/thegame/undo", {"seat": seat, "number": 3, "to": 0}).text
    yield person.post("/games/thegame/branch", {"number": 0}).text
    yield person.put("/games/thegame/seats/german", {"kind": "human"}).text


def frames(socket: ClientConnection, number: int) -> Iterator[str]:
    """What is heard up to the news of an order."""
    while True:
        text = str(socket.recv(PATIENCE))
        message = wire.LiveMessage.model_validate_json(text)
        if message.type not in ("presence", "advising"):  # who came, and how far one's own advice is, at any time
            yield text
        if message.type == "changed" and message.number == number:
            return


def set_up_or_take_back(bert: Person, anna: Person, number: int, set_up: int) -> int:
    """One step of the German set-up, forth or back; returns how many orders have been given then."""
    if number == UNDO:
        assert bert.post("/games/thegame/undo", {"seat": "german", "number": 3}).status_code == 200
        return 2
    if number == TAKE_BACK:
        assert bert.post("/games/thegame/takeback", {"seat": "german", "to": 1}).status_code == 200
        assert anna.post("/games/thegame/takeback/answer", {"seat": "allied", "agree": True}).status_code == 200
        return 1
    view = bert.view("thegame", "german")
    assert view.number == number and view.decision is not None and view.decision.seat == "german"
    assert bert.order("thegame", "german", number, view.decision.orders[set_up].order).status_code == 200
    return number + 1


def traffic(database: str, set_up: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that the Allies and an onlooker hear until the German set-up is revealed."""
    leave_nothing_to_chance(monkeypatch)
    with serving(database) as server:
        anna, bert, otto = server.person(), server.person(), server.person()
        info = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
        bert.post("/join", {"token": info.seats[1].invitation})
        otto.post("/join", {"token": info.spectator_link})
        told: list[str] = []
        with anna.live("thegame") as for_anna, otto.live("thegame") as for_otto:
            for number in (0, 1, 2, UNDO, TAKE_BACK, *range(1, SECRET_SET_UP)):
                after = set_up_or_take_back(bert, anna, number, set_up)
                told += frames(for_anna, after)
                told += frames(for_otto, after)
                if number in (0, UNDO, TAKE_BACK, SECRET_SET_UP - 1):
                    told += everything(anna, "allied")
                    told += everything(otto, SPECTATOR)
            assert problem(anna.get("/games/thegame/view", seat="german")).error == "not your seat"
            told += play_until_it_is_revealed(server, anna, for_anna)
        return told


def play_until_it_is_revealed(server: Server, anna: Person, socket: ClientConnection) -> Iterator[str]:
    """The Allies land."""
    with server.registry.open("thegame") as session:
        secret = dict(vars(session.game.state)["secret"])
    assert len(secret) == SECRET_SET_UP
    while True:
        view = anna.view("thegame", "allied")
        assert view.decision is not None and view.decision.seat == "allied"
        answer = anna.order("thegame", "allied", view.number, view.decision.orders[0].order)
        with server.registry.open("thegame") as session:
            if session.game.state.revealed:
                return
        yield answer.text
        yield from frames(socket, view.number + 1)


def test_the_allies_and_an_onlooker_hear_the_same_whatever_the_germans_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = traffic(f"sqlite:///{tmp_path / 'first.sqlite'}", 0, monkeypatch)
    second = traffic(f"sqlite:///{tmp_path / 'second.sqlite'}", -1, monkeypatch)
    assert len(first) == len(second) > 100
    for one, other in zip(first, second, strict=True):
        assert one == other
    assert any("german ?" in text for text in first), "the record was among it, with the secrets left out"


# -- other ways to learn a secret -----------------------------------------------------------------------------------


def set_up_by_opponent(server: Server, anna: Person) -> tuple[str, int]:
    """A game in which our opponent has recorded its set-up."""
    seats = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "random"}}
    game = anna.create("sword", seats=seats).id
    return game, anna.wait_for_turn(game, "allied").number


def test_nobody_looks_into_an_opponents_hand_by_branching_off_or_taking_its_seat(tmp_path: Path) -> None:
    both_mine = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        anna = server.person()
        game, number = set_up_by_opponent(server, anna)
        invited = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
        as_it_is = {"allied": {"kind": "human"}, "german": {"kind": "bot"}}
        only_bots = {"allied": {"kind": "bot"}, "german": {"kind": "bot"}}
        for seats in (both_mine, invited, as_it_is, only_bots, {}):
            for point in (1, number):
                refused = problem(anna.post(f"/games/{game}/branch", {"number": point, "seats": seats}))
                assert refused.error == "not now" and "has a secret there" in refused.text
        for kind in ("human", "invitation"):
            assert "has a secret" in problem(anna.put(f"/games/{game}/seats/german", {"kind": kind})).text
        assert anna.post(f"/games/{game}/branch", {"number": 0, "seats": both_mine}).status_code == 201, "nothing yet"
        view = anna.view(game, "allied")
        while "german ?" in anna.get(f"/games/{game}/record", seat="allied").text:
            view = anna.play(game, view)
        assert anna.post(f"/games/{game}/branch", {"number": number, "seats": both_mine}).status_code == 201
        mine = wire.GameInfo.model_validate_json(anna.put(f"/games/{game}/seats/german", {"kind": "human"}).text)
        assert all(seat.mine for seat in mine.seats), "when all is revealed, the seat may be taken"


def test_an_opponent_that_failed_keeps_its_secrets(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        anna = server.person()
        game, number = set_up_by_opponent(server, anna)
        give_up(server.registry, game, "german", number, "it stumbled")
        assert anna.info(game).seats[1].failed == "it stumbled"
        for kind in ("human", "invitation"):
            assert "has a secret" in problem(anna.put(f"/games/{game}/seats/german", {"kind": kind})).text
        assert anna.put(f"/games/{game}/seats/german", {"kind": "bot", "bot": "random"}).status_code == 200


def test_nobody_looks_into_the_hand_of_one_who_gave_up_his_seat(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        anna, bert, carl = (server.person() for _ in range(3))
        game = invite(anna, bert)
        for _ in range(3):
            bert.play(game, bert.view(game, "german"))
        link = bert.put(f"/games/{game}/seats/german", {"kind": "invitation"})
        for kind in ("human", "invitation"):
            refused = problem(anna.put(f"/games/{game}/seats/german", {"kind": kind}))
            assert refused.error == "not now" and "has a secret" in refused.text
        token = wire.GameInfo.model_validate_json(link.text).seats[1].invitation
        assert carl.post("/join", {"token": token}).status_code == 200, "the link that he passed on is still good"
        assert carl.view(game, "german").number == 3
        carl.put(f"/games/{game}/seats/german", {"kind": "invitation"})
        assert anna.put(f"/games/{game}/seats/german", {"kind": "bot", "bot": "random"}).status_code == 200
        assert anna.wait_for_turn(game, "allied").number >= SECRET_SET_UP, "an opponent of ours may play on"


def test_a_record_that_keeps_secrets_cannot_be_uploaded_to_learn_them(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        anna, bert = server.person(), server.person()
        game = invite(anna, bert)
        for _ in range(SECRET_SET_UP):
            bert.play(game, bert.view(game, "german"))
        text = anna.get(f"/games/{game}/record", seat="allied").text
        assert "only what allied might know" in problem(anna.post("/records", {"text": text})).text
        forged = f"{text.replace('seen-by allied', 'opening')}result 0123456789abcdef\n"
        assert problem(anna.post("/records", {"text": forged})).text.startswith("line 10: '?'")


def test_a_hint_is_the_same_whatever_is_hidden() -> None:
    hints = set()
    for set_up in (0, -1):
        game = bocage.new("sword", seed=SEED)
        for _ in range(SECRET_SET_UP):
            game.play(game.decision.orders[set_up])
        orders = tuple(str(played.order) for played in game.history)
        position = pool.Position("thegame", "sword", (), SEED, None, orders)
        hints.add(pool._hint(position, DEFAULT, "bocage.players"))
        assert pool._games[position._replace(orders=())].game.hash() == game.hash()
    assert len(hints) == 1


# -- a whole game ---------------------------------------------------------------------------------------------------


class Twin:
    """The game on the server, but for what one who watches may not know: other secret orders, other secret draws."""

    def __init__(self, watching: str, random: Random) -> None:
        self.watching = watching
        self.random = random
        self.game: Game | None = None  # none as long as nothing is hidden
        self.secrets = 0

    def follow(self, before: Game, after: Game, events: Sequence[Event]) -> bool:
        """Do the same as in the game, or something else that looks the same; whether there is a new secret."""
        played = after.history[-1]
        secret = bool(played.secret_of) and self.watching not in played.secret_of
        if after.over or after.state.revealed:
            self.game = None
            return False
        if self.game is None and not secret:
            return False
        ways = self._other_ways(played, self.game or before) if secret else [(played.order, played.chance)]
        told = [event for event in events if event.known_to(self.watching)]
        tried = (self._tried(before, *way, told) for way in ways)
        self.game = next((twin for twin in tried if twin is not None and twin.hash() != after.hash()), None)
        self.secrets += secret and self.game is not None
        return secret and self.game is not None

    def _other_ways(self, played: Played, base: Game) -> list[tuple[Order, tuple[str, ...]]]:
        if not played.chance:
            orders = [order for order in base.decision.orders if order.verb == played.order.verb != ""]
            ways = [(order, played.chance) for order in orders if order != played.order]
        else:
            first, sides = played.chance[0].partition(" ")[2].split("/")
            picks = [pick for pick in range(int(sides)) if pick != int(first)]
            ways = [(played.order, (f"pick {pick}/{sides}", *played.chance[1:])) for pick in picks]
        self.random.shuffle(ways)
        return ways

    def _tried(self, before: Game, order: Order, chance: tuple[str, ...], told: list[Event]) -> Game | None:
        """The twin after an order, unless the one who watches is told something else by it, as he then may be."""
        twin = (self.game or before).copy()
        count = twin.state.chance.count
        twin.state.chance = Chance(None, count, ("",) * count + chance)
        try:
            events = twin.play(order)
        except (BocageError, RuntimeError):  # another seat has shown by its order what it had
            return None
        same = [event for event in events if event.known_to(self.watching)] == told
        return twin if same and twin.history[-1].chance == chance and not twin.over else None

    def session(self, stored: Stored) -> Session:
        """The twin as the server would have it in memory."""
        assert self.game is not None
        row, past = stored.game, self.game.history
        game = Game(self.game.setting, row.seed or "", given=self.game.outcomes())
        game.reseed_as(reseedings_of(stored))  # all sat down before the first order
        session = Session(stored, game)
        session.game.given = 0
        for played in past:
            session.play(played.order, played.seat)
        return session


class Watching:
    """Somebody at the table, his open board, and the twin that he must not be able to tell from the game."""

    def __init__(self, seat: str, person: Person, socket: ClientConnection) -> None:
        self.seat = seat
        self.person = person
        self.socket = socket
        self.twin = Twin(seat, Random(seat))

    def compare(self, server: Server, all_boards: Sequence[Watching], heard: list[str], *, thoroughly: bool) -> None:
        """Ask about the game, put the twin in its place, ask again, and put the game back."""
        ask = everything if thoroughly else a_glance
        told = heard + list(ask(self.person, self.seat))
        registry = server.registry
        with registry.open("thegame") as session:
            number, by = session.game.length, session.game.history[-1].seat
            twin = self.twin.session(session.stored)
            assert twin.game.hash() != session.game.hash(), "the twin is another game"
            registry._sessions["thegame"] = twin
            registry.announce(twin, wire.LiveMessage(type="changed", number=number, by=by))
        told_of_twin = [text for board in all_boards for text in frames(board.socket, number) if board is self]
        told_of_twin += ask(self.person, self.seat)
        assert registry._sessions["thegame"] is twin
        registry._sessions["thegame"] = session
        assert len(told) == len(told_of_twin)
        for one, other in zip(told, told_of_twin, strict=True):
            assert one == other


def a_glance(person: Person, seat: str) -> Iterator[str]:
    """What a board asks for after every order."""
    yield person.get("/games/thegame").text
    yield person.get("/games/thegame/view", seat=seat).text


def in_a_hurry(game: Game, random: Random) -> str:
    """An order that leads to support fire and combat rather than to long marches."""
    orders = game.decision.orders
    drawing = [order for order in orders if order.verb in ("draw", "attack", "with", "declare", "bombard", "defend")]
    passing = [order for order in orders if order.verb in game.setting.vocabulary.plain]
    if drawing and random.random() < 0.7:
        return str(random.choice(drawing))
    return str(random.choice(passing if passing and random.random() < 0.7 else orders))


def test_through_a_whole_game_nobody_hears_what_he_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_nothing_to_chance(monkeypatch)
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server, ExitStack() as open_boards:
        anna, bert, otto = server.person(), server.person(), server.person()
        info = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
        bert.post("/join", {"token": info.seats[1].invitation})
        otto.post("/join", {"token": info.spectator_link})
        people = {"allied": anna, "german": bert, SPECTATOR: otto}
        watching = [
            Watching(seat, person, open_boards.enter_context(person.live("thegame"))) for seat, person in people.items()
        ]
        random = Random(7)
        thorough = dict.fromkeys(people, 0)
        glances = 0
        while True:
            with server.registry.open("thegame") as session:
                before = session.game.copy()
            if before.over:
                break
            order = in_a_hurry(before, random)
            answer = people[before.decision.seat].order("thegame", before.decision.seat, before.length, order)
            assert answer.status_code == 200, answer.text
            heard = [list(frames(one.socket, before.length + 1)) for one in watching]
            for one, news in zip(watching, heard, strict=True):
                fresh = one.twin.follow(before, session.game, session.events[-1])
                if fresh and one.twin.secrets % 3 == 1 and thorough[one.seat] < THOROUGH:
                    one.compare(server, watching, news, thoroughly=True)
                    thorough[one.seat] += 1
                elif one.twin.game is not None and (fresh or not before.length % 4):
                    one.compare(server, watching, news, thoroughly=False)
                    glances += 1
        assert all(one.twin.secrets > 4 for one in watching), [one.twin.secrets for one in watching]
        assert all(count >= 3 for count in thorough.values()) and glances > 20, (thorough, glances)
        assert otto.view("thegame", "all", number=3).number == 3, "and when it is over everything can be seen"
        assert "german at" in otto.get("/games/thegame/record", seat=SPECTATOR).text
