"""The addresses of the server. Each does nothing but ask the registry, which asks the kernel.

What a request needs runs in a thread of its own; only what waits for others (boards that listen, opponents that think)
runs in the loop.
"""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket
from fastapi.requests import HTTPConnection
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from bocage.kernel import BocageError
from bocage.server import catalogue as lists
from bocage.server import creating, explaining, hub, playing, seating, showing, wire
from bocage.server.problems import Trouble, not_found, not_now
from bocage.server.reviewing import Asking
from bocage.server.safety import household_of
from bocage.server.visitors import Asker, Visitor, visitor
from bocage.server.worker import About, Worker
from bocage.table import model

_PROBLEM = {"schema": {"$ref": "#/components/schemas/Problem"}}
NOT_JSON: dict[int | str, dict[str, object]] = {  # for answers of another form, whose refusals are JSON all the same
    "4XX": {"content": {"application/json": _PROBLEM}, "description": "It was not carried out; the text says why."},
    "5XX": {"content": {"application/json": _PROBLEM}, "description": "The server failed; nothing was changed."},
}

api = APIRouter(
    prefix="/api",
    responses={
        "4XX": {"model": wire.Problem, "description": "It was not carried out; the text says why."},
        "5XX": {"model": wire.Problem, "description": "The server failed; nothing was changed."},
    },
)

STILL_THERE = 0.5  # seconds after which it is looked whether anybody waits
GAME_ID = r"^[a-z0-9]{6,24}$"
GameId = Annotated[str, Path(pattern=GAME_ID)]
SeatQuery = Annotated[wire.Word, Query(description="one of my seats, or 'spectator'")]
OrderQuery = Annotated[wire.Word, Query(description="an order, legal or not")]
StepQuery = Annotated[wire.Word | None, Query(description="advice that carries out this step of the guide")]
VerbQuery = Annotated[wire.Word | None, Query(description="advice among the orders with this verb alone")]
NumberQuery = Annotated[
    int | None,
    Query(
        ge=0,
        le=1_000_000,
        description="for the replay: after that many orders; seat 'all' shows everything once the game is over",
    ),
]
AfterQuery = Annotated[int, Query(ge=-1, le=1_000_000)]


def worker(connection: HTTPConnection) -> Worker:
    """All parts of the server that requests need."""
    found: Worker = connection.app.state.worker
    return found


async def _here(connection: HTTPConnection) -> Worker:
    return worker(connection)  # asynchronous, so that it needs no thread


Here = Annotated[Worker, Depends(_here)]


def answer(content: BaseModel | None, asker: Visitor | None = None, status: int = 200) -> Response:
    """A model as it goes over the wire; what we made ourselves is not checked again."""
    text = content.model_dump_json() if content is not None else "null"
    response = Response(text, status, media_type="application/json")
    if asker is not None:
        asker.remember(response)
    return response


# -- what is asked most, first: the router tries one address after the other -------------------------------------------


@api.post("/games/{game}/orders", response_model=wire.Screen)
def give_order(game: GameId, order: wire.GiveOrder, asker: Asker, here: Here) -> Response:
    """Give an order; it is on disk when the answer comes."""
    return answer(playing.give_order(here.registry, game, order, asker))


@api.get("/games/{game}/screen", response_model=wire.Screen)
def screen(game: GameId, seat: SeatQuery, asker: Asker, here: Here, after: AfterQuery = -1) -> Response:
    """All that a board shows from a point of view, with what happened after an order; -1 for everything."""
    return answer(showing.screen(here.registry, game, seat, after, asker))


@api.get("/games/{game}/view", response_model=model.View)
def view(game: GameId, seat: SeatQuery, asker: Asker, here: Here, number: NumberQuery = None) -> Response:
    """The table from a point of view."""
    return answer(showing.view(here.registry, game, seat, number, asker))


# -- what there is to play ----------------------------------------------------------------------------------------


@api.get("/catalogue", response_model=wire.Catalogue)
def catalogue() -> Response:
    """All scenarios and opponents."""
    return answer(lists.catalogue())


@api.get("/maps/{game}.svg", response_class=Response, responses={**NOT_JSON, 200: {"content": {"image/svg+xml": {}}}})
def map_picture(
    game: wire.Word,
    scenario: wire.Word | None = None,
    if_none_match: Annotated[str | None, Header(max_length=200)] = None,
) -> Response:
    """A drawing of a map, or of the part of it that a scenario uses."""
    picture = lists.picture(game, scenario)
    headers = {"ETag": picture.tag, "Cache-Control": "public, max-age=3600"}
    if if_none_match == picture.tag:
        return Response(status_code=304, headers=headers)
    return Response(picture.text, media_type="image/svg+xml", headers=headers)


@api.get("/rules/{game}/{edition}", response_model=wire.Rulebook)
def rules(game: wire.Word, edition: wire.Word) -> Response:
    """All rules of an edition, in our own words."""
    return answer(lists.rulebook(game, edition))


# -- games --------------------------------------------------------------------------------------------------------


@api.get("/games", response_model=wire.GameList)
def my_games(asker: Asker, here: Here) -> Response:
    """My games, those that wait for me first."""
    return answer(showing.list_games(here.registry, asker))


@api.post("/games", status_code=201, response_model=wire.GameInfo)
def create_game(wanted: wire.NewGame, asker: Asker, here: Here) -> Response:
    """A new game; its secret links are told in this answer and never again."""
    return answer(creating.create(here.registry, wanted, asker), asker, 201)


@api.post("/records", status_code=201, response_model=wire.GameInfo)
def open_record(record: wire.RecordText, asker: Asker, here: Here) -> Response:
    """A game from a record file."""
    return answer(creating.open_record(here.registry, record, asker), asker, 201)


@api.post("/invitation", response_model=wire.Invitation)
def invitation(link: wire.Link, asker: Asker, here: Here) -> Response:
    """What a secret link leads to, for one who has not followed it yet."""
    return answer(seating.invitation(here.registry, link, asker))


@api.post("/join", response_model=wire.GameInfo)
def join(wanted: wire.Join, asker: Asker, here: Here) -> Response:
    """Take a seat, or look on, with the secret of a link."""
    return answer(seating.join(here.registry, wanted, asker), asker)


@api.get("/games/{game}", response_model=wire.GameInfo)
def game_info(game: GameId, asker: Asker, here: Here) -> Response:
    """How a game stands."""
    return answer(showing.game_info(here.registry, game, asker))


@api.get("/games/{game}/board", response_model=model.Board)
def board(game: GameId, asker: Asker, here: Here) -> Response:
    """All that does not change during a game."""
    return answer(showing.board(here.registry, game, asker))


@api.post("/games/{game}/undo", response_model=wire.Screen)
def undo(game: GameId, wanted: wire.Undo, asker: Asker, here: Here) -> Response:
    """Take back my last order, if it revealed nothing and nobody has ordered since."""
    return answer(playing.undo(here.registry, game, wanted, asker))


@api.post("/games/{game}/staff", response_model=wire.Screen)
async def let_staff(game: GameId, wanted: wire.LetStaff, asker: Asker, here: Here) -> Response:
    """Let an opponent give my orders to the end of a series, up to another's decision; all are stored at once."""
    chosen: tuple[str, ...] = ()
    while True:
        staff, thought = await run_in_threadpool(here.ask_staff, game, wanted, chosen, asker)
        if thought is None:
            break
        try:
            chosen = (*staff.orders, *(await asyncio.wrap_future(thought)).orders)
        except BocageError as error:  # it does not know this game, or failed
            raise not_now(f"there is no staff: {error}", wanted.number) from None
    if not staff.orders:
        raise not_now("nothing of this kind is asked of you now", wanted.number)
    return answer(await run_in_threadpool(playing.give_staff_orders, here.registry, game, wanted, staff, asker))


@api.get("/games/{game}/why", response_model=model.Refusal | None)
def why_not(game: GameId, seat: SeatQuery, order: OrderQuery, asker: Asker, here: Here) -> Response:
    """Why an order is not allowed; null if it is."""
    return answer(showing.why_not(here.registry, game, seat, order, asker))


@api.get("/games/{game}/odds", response_model=model.Odds | None)
def odds(game: GameId, seat: SeatQuery, order: OrderQuery, asker: Asker, here: Here) -> Response:
    """The exact odds of an order; null if it leads to no chance."""
    return answer(showing.odds(here.registry, game, seat, order, asker))


@api.get("/games/{game}/prospects", response_model=wire.Prospects)
def prospects(game: GameId, seat: SeatQuery, asker: Asker, here: Here) -> Response:
    """The odds of every order of the pending decision that leads to chance; none if another seat decides."""
    return answer(showing.prospects(here.registry, game, seat, asker))


@api.get("/games/{game}/overlay", response_model=model.Overlay)
def overlay(
    game: GameId, seat: SeatQuery, kind: wire.Word, asker: Asker, here: Here, unit: wire.Word | None = None
) -> Response:
    """Hexes to shade: zones of control, supply, range, threat."""
    return answer(showing.overlay(here.registry, game, seat, kind, unit, asker))


@api.get("/games/{game}/hint", response_model=wire.Hint)
async def hint(
    game: GameId, seat: SeatQuery, asker: Asker, here: Here, verb: VerbQuery = None, step: StepQuery = None
) -> Response:
    """What an opponent would do in your place, if it is you who decides now."""
    number, thought = await run_in_threadpool(here.ask_hint, game, seat, About(verb or "", step or ""), asker)
    try:
        order = await asyncio.wrap_future(thought)
    except BocageError as error:  # it knows no advice here, or failed
        raise not_now(f"there is no hint: {error}", number) from None
    return answer(await run_in_threadpool(showing.hint, here.registry, game, seat, number, order, asker))


@api.get("/games/{game}/advice", response_model=wire.Advice)
async def advice(game: GameId, seat: SeatQuery, request: Request, asker: Asker, here: Here) -> Response:
    """The best order for my decision with its reasons, and two others; who goes away meanwhile is not waited for."""
    asking = Asking(asker, *household_of(request))
    number, thought = await run_in_threadpool(here.ask_advice, game, seat, asking)
    waiting = asyncio.wrap_future(thought)
    try:
        while not (await asyncio.wait({waiting}, timeout=STILL_THERE))[0]:
            if await request.is_disconnected():
                here.pool.give_up(thought)
                waiting.cancel()
                raise not_now("nobody waits for this advice any more", number)
        found = waiting.result()
    except BocageError as error:  # it knows no advice here, or failed
        raise not_now(f"there is no advice: {error}", number) from None
    return answer(await run_in_threadpool(explaining.advice, here.registry, game, seat, number, found, asker))


@api.get("/games/{game}/intents", response_model=wire.Intents)
def intents(game: GameId, seat: SeatQuery, asker: Asker, here: Here, number: NumberQuery = None) -> Response:
    """What the programs were up to in the turn of an order, or in the last that they played; allies say it before."""
    return answer(explaining.intents(here.registry, game, seat, number, asker))


@api.get("/games/{game}/log", response_model=wire.Log)
def log(game: GameId, seat: SeatQuery, asker: Asker, here: Here, after: AfterQuery = -1) -> Response:
    """What happened after an order; -1 for everything."""
    return answer(showing.log(here.registry, game, seat, after, asker))


@api.get("/games/{game}/record", response_class=PlainTextResponse, responses=NOT_JSON)
def record(game: GameId, seat: SeatQuery, asker: Asker, here: Here) -> PlainTextResponse:
    """The record: as far as the seat may know it, or whole when the game is over."""
    text = showing.record(here.registry, game, seat, asker)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{game}.bocage"'})


@api.get("/games/{game}/summary", response_model=model.Summary)
async def summary(game: GameId, seat: SeatQuery, request: Request, asker: Asker, here: Here) -> Response:
    """A game at a glance."""
    asking = Asking(asker, *household_of(request))
    made = await run_in_threadpool(here.summaries.ask, game, seat, asking)
    try:
        return Response(await asyncio.wrap_future(made), media_type="application/json")
    except BocageError as error:
        raise not_now(str(error)) from None


@api.get("/games/{game}/review", response_model=wire.ReviewState)
def review(game: GameId, asker: Asker, here: Here) -> Response:
    """What turned a game that is over, or how far the review of it is."""
    return answer(here.reviews.state(game, asker))


@api.post("/games/{game}/review", response_model=wire.ReviewState)
def begin_review(game: GameId, request: Request, asker: Asker, here: Here) -> Response:
    """Have a game reviewed that is over, in the background, unless it is already."""
    return answer(here.reviews.begin(game, Asking(asker, *household_of(request))), asker)


@api.delete("/games/{game}/review", response_model=wire.ReviewState)
def stop_review(game: GameId, asker: Asker, here: Here) -> Response:
    """Stop a review that I began."""
    return answer(here.reviews.stop_one(game, asker))


@api.get("/games/{game}/turn", response_model=model.TurnReport)
def turn(
    game: GameId,
    seat: SeatQuery,
    asker: Asker,
    here: Here,
    number: Annotated[int | None, Query(ge=0, description="an order of it; without it the last that has news")] = None,
) -> Response:
    """One turn at a glance."""
    return answer(showing.turn(here.registry, game, seat, number, asker))


@api.post("/games/{game}/branch", status_code=201, response_model=wire.GameInfo)
def branch(game: GameId, wanted: wire.Branch, asker: Asker, here: Here) -> Response:
    """A new game from a point of this one, with dice of its own from there on."""
    return answer(creating.branch(here.registry, game, wanted, asker), asker, 201)


@api.post("/games/{game}/takeback", response_model=wire.GameInfo)
def ask_takeback(game: GameId, wanted: wire.AskTakeback, asker: Asker, here: Here) -> Response:
    """Ask the others to go back; the same orders then meet the same dice, drawn anew only when somebody sits down."""
    return answer(playing.ask_takeback(here.registry, game, wanted, asker))


@api.post("/games/{game}/takeback/answer", response_model=wire.GameInfo)
def answer_takeback(game: GameId, given: wire.AnswerTakeback, asker: Asker, here: Here) -> Response:
    """Consent to going back, or not."""
    return answer(playing.answer_takeback(here.registry, game, given, asker))


@api.post("/games/{game}/resign", response_model=wire.GameInfo)
def resign(game: GameId, wanted: wire.Resign, asker: Asker, here: Here) -> Response:
    """Give the game up for my side; it is over then, and the other side has won."""
    return answer(playing.resign(here.registry, game, wanted, asker))


@api.put("/games/{game}/seats/{seat}", response_model=wire.GameInfo)
def set_seat(game: GameId, seat: wire.Word, wanted: wire.SetSeat, asker: Asker, here: Here) -> Response:
    """Change who sits in a seat."""
    return answer(seating.set_seat(here.registry, game, seat, wanted, asker))


@api.post("/games/{game}/pace", response_model=wire.GameInfo)
def set_pace(game: GameId, wanted: wire.Pace, asker: Asker, here: Here) -> Response:
    """Halt the opponents of a game that I set up, let them go on, or let one give one order."""
    return answer(seating.set_pace(here.registry, game, wanted, asker))


@api.post("/games/{game}/spectators", response_model=wire.GameInfo)
def invite_spectators(game: GameId, asker: Asker, here: Here) -> Response:
    """A fresh link for onlookers, told in this answer; the one before leads nowhere any more."""
    return answer(seating.invite_spectators(here.registry, game, asker))


@api.get("/games/{game}/chat", response_model=wire.Chat)
def chat(game: GameId, asker: Asker, here: Here) -> Response:
    """The conversation at the table."""
    return answer(showing.chat(here.registry, game, asker))


@api.post("/games/{game}/chat", status_code=201, response_model=wire.ChatLine)
def say(game: GameId, line: wire.Say, asker: Asker, here: Here) -> Response:
    """Say something to all at the table."""
    return answer(seating.say(here.registry, game, line, asker), None, 201)


@api.websocket("/games/{game}/live")
async def listen(socket: WebSocket, game: str) -> None:
    """News of a game as they happen."""
    here, asker = worker(socket), visitor(socket)
    if hub.is_foreign(socket):
        await _refuse(socket, hub.FORBIDDEN_ORIGIN)
        return
    try:
        if not re.fullmatch(GAME_ID, game):
            raise not_found()
        listener = await run_in_threadpool(here.listener, game, asker)
    except Trouble:
        await _refuse(socket, hub.NO_SUCH_GAME)
        return
    if not here.hub.add(game, listener):  # before it is accepted, so that nothing happens unheard in between
        await _refuse(socket, hub.TOO_MANY)
        return
    try:
        await socket.accept()
        await run_in_threadpool(here.arrive, game)
        await hub.serve(socket, listener)
    finally:
        here.hub.remove(game, listener)
        await run_in_threadpool(here.tell_presence, game)


async def _refuse(socket: WebSocket, code: int) -> None:
    """Close with a code that the browser can read, which it can only after the socket was accepted."""
    await socket.accept()
    await socket.close(code)
