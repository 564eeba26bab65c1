"""Programs that explain themselves: advice with reasons for whoever decides, intents when a turn is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future

import pytest

from bocage.kernel import BocageError, Game, Stage
from bocage.players.advice import Advice
from bocage.players.chair import Advance
from bocage.players.evaluation import judge_of
from bocage.players.intent import Account, Deviation, Rejection, name_of
from bocage.players.playout import question_of
from bocage.players.policy import stances_of
from bocage.server import creating, wire
from bocage.server.bots import line
from bocage.server.bots.driver import Driver
from bocage.server.bots.line import MOST_OF_VISITOR
from bocage.server.bots.pool import BotPool
from bocage.server.playing import play_for_bots
from bocage.server.problems import Trouble
from bocage.server.reviewing import Asking
from bocage.server.session import Session
from bocage.server.visitors import Visitor
from tests.golden.recorded import FOLDER
from tests.server.support import Person, Server, problem, serving

BOTH_MINE = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
SET_UP = 9  # orders that nobody else may know


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('explaining') / 'games.sqlite'}") as running:
        yield running


# -- advice -----------------------------------------------------------------------------------------------------------


def advised(person: Person, game: str, seat: str) -> wire.Advice:
    answer = person.get(f"/games/{game}/advice", seat=seat)
    assert answer.status_code == 200, answer.text
    return wire.Advice.model_validate_json(answer.text)


def branched(anna: Person, line: str) -> str:
    """A game of mine alone in which the next order of the record would be this one."""
    text = (FOLDER / "sword_greedy.bocage").read_text()
    number = text.partition("\n\n")[2].splitlines().index(line)
    finished = wire.GameInfo.model_validate_json(anna.post("/records", {"text": text}).text)
    branch = anna.post(f"/games/{finished.id}/branch", {"number": number, "seats": BOTH_MINE})
    return wire.GameInfo.model_validate_json(branch.text).id


def test_advice_has_orders_of_the_list_in_its_words_and_changes_nothing(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    view = anna.view(game, "german")
    assert view.decision is not None
    advice = advised(anna, game, "german")
    words = {choice.order: choice.label for choice in view.decision.orders}
    assert [words[order.order] for order in advice.orders] == [order.label for order in advice.orders]
    assert len({order.order for order in advice.orders}) == 3 and advice.intent and not advice.only
    assert anna.view(game, "german") == view
    assert anna.order(game, "german", 0, advice.orders[0].order).status_code == 200


def test_advice_says_what_an_order_costs_for_sure_and_the_odds(server: Server) -> None:
    anna = server.person()
    game = branched(anna, "allied stand 153/51")
    assert advised(anna, game, "allied").orders[0].loss.endswith(("loses a step.", "is eliminated."))
    for order in (one for one in advised(anna, branched(anna, "allied end"), "allied").orders if one.odds is not None):
        assert order.odds is not None and sum(result.chance for result in order.odds.results) == pytest.approx(1)


def test_nobody_is_advised_for_another_seat_or_out_of_turn(server: Server) -> None:
    anna, eve = server.person(), server.person()
    info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
    path = f"/games/{info.id}/advice"
    for person, seat, error in (
        (anna, "allied", "not now"),
        (anna, "german", "not your seat"),
        (eve, "german", "not found"),
    ):
        assert problem(person.get(path, seat=seat)).error == error


def test_what_nobody_waits_for_any_more_is_not_thought_about() -> None:
    pool = BotPool(workers=1)
    try:
        first, second, third = (pool.advise(name, "fire_movement/sword", {}, "1944", []) for name in "abc")
        pool.give_up(second)
        assert first.result(timeout=60).orders and third.result(timeout=60).orders
        assert second.exception() is not None
    finally:
        pool.close()


def test_nobody_keeps_the_adviser_busy_alone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    asked: list[Future[Advice]] = []

    def think(pool: BotPool, session: Session, advance: Advance) -> Future[Advice]:
        asked.append(Future())
        return asked[-1]

    monkeypatch.setattr("bocage.server.worker.ask_advice", think)
    me = Asking(Visitor(anna.http.cookies["bocage"], False), "127.0.0.1", True)
    for _ in range(MOST_OF_VISITOR):
        server.worker.ask_advice(game, "german", me)
    refused = problem(anna.get(f"/games/{game}/advice", seat="german"))
    assert (refused.error, refused.text) == ("not now", "other advice that you asked for is not ready yet; wait for it")
    asked[0].set_exception(BocageError("it failed"))
    server.worker.ask_advice(game, "german", me)
    assert len(asked) == MOST_OF_VISITOR + 1
    for answer in asked[1:]:
        answer.cancel()
    for _ in range(MOST_OF_VISITOR):
        server.worker.ask_advice(game, "german", me)  # all have left


def test_the_line_for_advice_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "MOST_WAITING", line.MOST_OF_ADDRESS + 1)
    waiting = line.Line[Advice]("other advice", "advice")

    def join(address: str) -> None:
        waiting.join(Asking(Visitor(None, False), address, False), Future)

    for _ in range(line.MOST_OF_ADDRESS):
        join("192.0.2.1")
    with pytest.raises(Trouble, match="from your address"):
        join("192.0.2.1")
    join("192.0.2.2")
    with pytest.raises(Trouble, match="many wait for advice already"):
        join("192.0.2.3")


# -- intents ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch, server: Server) -> Server:
    """A server whose opponents order only what a test tells them, and whose dice are always the same."""

    def leave(self: Driver, game_id: str) -> None:
        """Nobody is set to think."""

    monkeypatch.setattr(Driver, "_take_up", leave)
    monkeypatch.setattr(creating, "Game", lambda setting, seed: Game(setting, "explaining"))
    return server


def account(turn: int, side: int, intent: str, *departures: Deviation, phase: int = 0) -> Account:
    return Account(
        turn=turn,
        side=side,
        phase=phase,
        intent=intent,
        margin=0.4,
        rejected=(Rejection(intent="does something else", margin=0.31),),
        departures=departures,
        playouts=25,
    )


def opposed(server: Server, anna: Person, bot: str = "captain", scenario: str = "sword", seat: str = "german") -> str:
    seats = {name: {"kind": "human"} for name in ("allied", "german")} | {seat: {"kind": "bot", "bot": bot}}
    return anna.create(scenario, seats=seats).id


def let_play(server: Server, game: str, accounts: Sequence[Account] = (), orders: int = 1) -> list[str]:
    """Let the opponent give some orders, the first of the list, after what it thought."""
    given = []
    for number in range(orders):
        with server.registry.open(game) as session:
            length, reseedings = session.game.length, len(session.game.reseedings)
            given.append(session.game.decision.orders[0].text)
        thoughts = [(length, one) for one in accounts] if number == 0 else []
        play_for_bots(server.registry, game, length, reseedings, given[-1:], thoughts)
    return given


def intents(person: Person, game: str, seat: str, **more: object) -> wire.Intents:
    answer = person.get(f"/games/{game}/intents", seat=seat, **more)
    assert answer.status_code == 200, answer.text
    return wire.Intents.model_validate_json(answer.text)


def stage_of(server: Server, game: str) -> Stage:
    with server.registry.open(game) as session:
        return session.game.setting.moment(session.game.state)


def go_on(server: Server, anna: Person, game: str) -> None:
    """One order more, whoever is asked: the last of a person's list, which ends what can be ended."""
    info = anna.info(game)
    if any(seat.seat == info.asked and seat.kind == "bot" for seat in info.seats):
        let_play(server, game)
        return
    view = anna.view(game, info.asked)
    assert view.decision is not None
    anna.order(game, info.asked, view.number, view.decision.orders[-1].order)


def play_to(server: Server, anna: Person, game: str, seat: str, phase: str) -> Stage:
    """Play on until a seat has a choice in a phase."""
    while True:
        with server.registry.open(game) as session:
            decision = session.game.decision
            if (decision.seat, session.game.state.phase) == (seat, phase) and len(decision.orders) > 1:
                return stage_of(server, game)
        go_on(server, anna, game)


def play_beyond(server: Server, anna: Person, game: str, stage: Stage) -> None:
    """Play on until the turn of a side is over."""
    while stage_of(server, game)[:2] <= stage[:2]:
        go_on(server, anna, game)


def test_one_that_makes_no_plan_tells_how_it_usually_plays(quiet: Server) -> None:
    anna = quiet.person()
    (intent,) = intents(anna, opposed(quiet, anna, "sergeant"), "allied").intents
    usual = stances_of("fire_movement/sword", "german")[0]
    assert (intent.seats, intent.level, intent.intent) == (["german"], "Sergeant", usual.intent)
    assert intent.playouts == 0 and not intent.rejected and not intent.ally
    (intent,) = intents(anna, opposed(quiet, anna, "random"), "allied").intents
    assert intent.intent == "gives any legal order"


def test_of_one_that_makes_no_plan_the_outlook_is_that_which_whoever_asks_can_see(quiet: Server) -> None:
    anna = quiet.person()
    game = opposed(quiet, anna, "sergeant")
    let_play(quiet, game, orders=SET_UP)
    (intent,) = intents(anna, game, "allied").intents
    with quiet.registry.open(game) as session:
        judge = judge_of("fire_movement/sword")
        seen = judge(session.game.view("allied"))
    assert intent.judged and intent.outlook == pytest.approx(1.0 - seen)
    assert not intent.deeds, "what it set up in secret"


@pytest.mark.parametrize("rank", ["captain", "colonel"])
def test_one_that_plans_invents_no_intent_before_it_may_tell_one(quiet: Server, rank: str) -> None:
    """It would be a hint of what it means to do, or false."""
    anna = quiet.person()
    game = opposed(quiet, anna, rank)
    (first,) = intents(anna, game, "allied").intents
    assert (first.intent, first.playouts, first.waits) == ("", 0, False)
    let_play(quiet, game, [account(-1, 0, "hides in the orchard")], orders=SET_UP)
    (waiting,) = intents(anna, game, "allied", number=0).intents
    assert (waiting.intent, waiting.playouts, waiting.waits) == ("", 0, True)


def test_what_it_set_out_to_do_in_secret_is_not_told_while_it_is_secret(quiet: Server) -> None:
    anna = quiet.person()
    game = opposed(quiet, anna)
    let_play(quiet, game, [account(-1, 0, "hides in the orchard")], orders=SET_UP)
    assert "orchard" not in anna.get(f"/games/{game}/intents", seat="allied").text


def test_its_intent_is_told_when_its_turn_is_over_and_not_before(quiet: Server) -> None:
    anna = quiet.person()
    game = opposed(quiet, anna)
    stage = play_to(quiet, anna, game, "german", "Movement Phase")
    begun = anna.info(game).number
    let_play(quiet, game, [account(stage.turn, stage.side, "throws them into the sea")])
    (now,) = intents(anna, game, "allied").intents
    assert now.intent != "throws them into the sea" and now.waits
    play_beyond(quiet, anna, game, stage)
    (later,) = intents(anna, game, "allied", number=begun).intents
    assert (later.intent, later.playouts, later.waits) == ("throws them into the sea", 25, False)
    assert [(other.intent, round(other.less, 2)) for other in later.rejected] == [("does something else", 0.09)]
    (before,) = intents(anna, game, "allied", number=0).intents
    assert before.intent != "throws them into the sea"


def test_one_with_secrets_tells_no_order_and_no_figure_of_its_own_and_expects_what_everybody_can_see(
    quiet: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own figures know its face-down markers, and an order that it did not give may name what is hidden."""
    anna = quiet.person()
    game = opposed(quiet, anna)
    stage = play_to(quiet, anna, game, "german", "Movement Phase")
    with quiet.registry.open(game) as session:
        order, usual = (one.text for one in session.game.decision.orders[:2])
    monkeypatch.setattr(Session, "secret_keepers", lambda self: {"german"})
    begun = anna.info(game).number
    let_play(quiet, game, [account(stage.turn, stage.side, "strikes", Deviation(order=order, usual=usual, gain=0.1))])
    play_beyond(quiet, anna, game, stage)
    (told,) = intents(anna, game, "allied", number=begun).intents
    assert told.intent == "strikes" and not told.departures and not told.rejected
    assert told.outlook is not None and told.outlook != 0.4


def test_one_without_secrets_tells_where_it_did_not_do_as_usual(quiet: Server) -> None:
    anna = quiet.person()
    game = opposed(quiet, anna, scenario="dark_summer/campaign", seat="allied")
    while len(anna.view(game, "german").pieces) == 0 or not _has_choice(quiet, game, "allied"):
        go_on(quiet, anna, game)
    stage, begun = stage_of(quiet, game), anna.info(game).number
    with quiet.registry.open(game) as session:
        order, usual = (one.text for one in session.game.decision.orders[:2])
        question = name_of(question_of(session.game.view("allied"), stage))
        assert "allied" not in session.secret_keepers()
    departures = [
        Deviation(order=order, usual=usual, gain=0.1, question=question),
        Deviation(order=order, usual=usual, gain=0.2, question=f"{question} another time"),
    ]
    let_play(quiet, game, [account(*stage[:2], "lands", *departures, phase=stage.phase)])
    play_beyond(quiet, anna, game, stage)
    (told,) = intents(anna, game, "german", number=begun).intents
    assert (told.intent, told.outlook) == ("lands", 0.4)
    (departure,) = told.departures  # the other has an order that reads the same, and was never given
    assert departure.did != departure.usual and departure.gain == pytest.approx(0.1)


def _has_choice(server: Server, game: str, seat: str) -> bool:
    with server.registry.open(game) as session:
        return session.game.decision.seat == seat and len(session.game.decision.orders) > 1


def test_an_ally_says_at_once_what_it_means_to_do(quiet: Server) -> None:
    anna = quiet.person()
    seats = {"1st": {"kind": "human"}, "29th": {"kind": "bot", "bot": "captain"}}
    game = anna.create("omaha_beach/first_waves", seats=seats).id
    (first,) = intents(anna, game, "1st").intents
    assert first.ally and not first.intent
    while not _has_choice(quiet, game, "29th"):
        go_on(quiet, anna, game)
    stage = stage_of(quiet, game)
    let_play(quiet, game, [account(stage.turn, stage.side, "climbs the bluffs")])
    (now,) = intents(anna, game, "1st").intents
    assert (now.intent, now.outlook, now.waits) == ("climbs the bluffs", 0.4, False)


def plans(person: Person, game: str, seat: str) -> list[wire.AllyPlan]:
    """What allies say unasked: it comes with all that a board shows."""
    answer = person.get(f"/games/{game}/screen", seat=seat, after=-1)
    assert answer.status_code == 200, answer.text
    return wire.Screen.model_validate_json(answer.text).allies


def beside_a_program(quiet: Server, anna: Person, bot: str) -> str:
    """The two divisions of Omaha Beach, of which a program has the second, when that has a choice."""
    seats = {"1st": {"kind": "human"}, "29th": {"kind": "bot", "bot": bot}}
    game = anna.create("omaha_beach/first_waves", seats=seats).id
    while not _has_choice(quiet, game, "29th"):
        go_on(quiet, anna, game)
    return game


def test_a_person_is_told_unasked_what_a_program_beside_him_means_to_do_in_this_turn(quiet: Server) -> None:
    anna = quiet.person()
    game = beside_a_program(quiet, anna, "captain")
    assert not plans(anna, game, "1st"), "it has not thought yet"
    stage = stage_of(quiet, game)
    let_play(quiet, game, [account(stage.turn, stage.side, "climbs the bluffs")])
    told = [wire.AllyPlan(seats=["29th"], level="Captain", intent="climbs the bluffs")]
    assert plans(anna, game, "1st") == told
    while (info := anna.info(game)).asked != "1st":
        let_play(quiet, game)
    order = anna.view(game, "1st").decision
    assert order is not None
    answer = anna.order(game, "1st", info.number, order.orders[0].order)
    assert wire.Screen.model_validate_json(answer.text).allies == told, "an order is answered with it, too"
    while not _has_choice(quiet, game, "29th"):
        go_on(quiet, anna, game)
    stage = stage_of(quiet, game)
    let_play(quiet, game, [account(stage.turn, stage.side, "spares its companies")])
    assert [plan.intent for plan in plans(anna, game, "1st")] == ["spares its companies"]
    play_beyond(quiet, anna, game, stage)
    assert not plans(anna, game, "1st"), "the turn is over"


def test_one_that_makes_no_plan_says_nothing_unasked(quiet: Server) -> None:
    anna = quiet.person()
    game = beside_a_program(quiet, anna, "sergeant")
    stage = stage_of(quiet, game)
    let_play(quiet, game, [account(stage.turn, stage.side, "climbs the bluffs")])  # when a captain sat there
    assert not plans(anna, game, "1st")


def test_what_an_ally_says_unasked_is_heard_neither_by_the_enemy_nor_by_onlookers(quiet: Server) -> None:
    anna, bert = quiet.person(), quiet.person()
    seats = {"us": {"kind": "human"}, "british": {"kind": "bot", "bot": "captain"}, "german": {"kind": "invitation"}}
    created = anna.create("bloody_summer/operation_cobra", seats=seats)
    game = created.id
    token = next(seat.invitation for seat in created.seats if seat.seat == "german")
    assert bert.post("/join", {"token": token}).status_code == 200
    people = {"us": anna, "german": bert}
    while not _has_choice(quiet, game, "british"):
        with quiet.registry.open(game) as session:
            asked, number, orders = session.game.decision.seat, session.game.length, session.game.decision.orders
        if asked in people:
            people[asked].order(game, asked, number, orders[-1].text)
        else:
            let_play(quiet, game)
    let_play(quiet, game, [account(*stage_of(quiet, game)[:2], "drives on Caen in secret")])
    assert [(plan.seats, plan.intent) for plan in plans(anna, game, "us")] == [
        (["british"], "drives on Caen in secret")
    ]
    for person, seat in ((bert, "german"), (bert, "spectator"), (anna, "spectator"), (bert, "us"), (anna, "german")):
        answer = person.get(f"/games/{game}/screen", seat=seat, after=-1)
        assert answer.is_error == (seat in {"us", "german"} and (person, seat) != (bert, "german"))
        assert "in secret" not in answer.text


def test_programs_of_two_ranks_on_one_side_have_each_a_plan_of_its_own(quiet: Server) -> None:
    anna = quiet.person()
    seats = {"1st": {"kind": "bot", "bot": "captain"}, "29th": {"kind": "bot", "bot": "colonel"}}
    game = anna.create("omaha_beach/first_waves", seats=seats).id
    while not _has_choice(quiet, game, "1st"):
        go_on(quiet, anna, game)
    stage, begun = stage_of(quiet, game), anna.info(game).number
    let_play(quiet, game, [account(stage.turn, stage.side, "climbs the bluffs")])
    play_beyond(quiet, anna, game, stage)
    told = {one.level: one.intent for one in intents(anna, game, "spectator", number=begun).intents}
    assert told["Captain"] == "climbs the bluffs" != told["Colonel"]


def test_who_may_not_look_is_told_nothing(quiet: Server) -> None:
    anna, eve = quiet.person(), quiet.person()
    game = opposed(quiet, anna)
    for person, seat, error in (
        (anna, "german", "not your seat"),
        (anna, "all", "not now"),
        (eve, "allied", "not found"),
    ):
        assert problem(person.get(f"/games/{game}/intents", seat=seat)).error == error


def test_thoughts_are_taken_back_with_their_orders(quiet: Server) -> None:
    anna = quiet.person()
    game = opposed(quiet, anna)
    let_play(quiet, game, [account(0, 0, "one thing")], orders=2)
    let_play(quiet, game, [account(0, 0, "another")], orders=2)
    with quiet.registry.open(game) as session:
        stored = session.stored
    assert [row.number for row in quiet.registry.storage.thoughts(game)] == [0, 2]
    quiet.registry.storage.change(stored, stored, keep=2)
    assert [row.number for row in quiet.registry.storage.thoughts(game)] == [0]
    quiet.registry.forget(game)
