"""What a client can be told when something does not work: one sentence each, always in the same form."""

from __future__ import annotations

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from bocage.kernel import BocageError, Refused
from bocage.server.wire import Problem

log = logging.getLogger(__name__)

BAD_INPUT = 422


class Trouble(Exception):
    """A request that is not carried out."""

    def __init__(self, status: int, error: str, text: str, *, rule: str = "", number: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.problem = Problem(error=error, text=text, rule=rule, number=number)


def not_found(text: str = "there is no such game, or it is not yours to see") -> Trouble:
    """What is not there, or not for this browser, which must look the same."""
    return Trouble(404, "not found", text)


def stale(number: int) -> Trouble:
    """An order for a decision that is not pending any more."""
    return Trouble(409, "stale", f"that was for an earlier decision; decision {number} is asked now", number=number)


def overtaken() -> Trouble:
    """A change that somebody else's change came before."""
    return Trouble(409, "stale", "somebody else changed this game at the same moment; look again")


def not_now(text: str, number: int | None = None) -> Trouble:
    """Something that the game does not allow at this moment."""
    return Trouble(409, "not now", text, number=number)


def not_yours(seat: str) -> Trouble:
    """A seat that another person or an opponent has."""
    return Trouble(403, "not your seat", f"the seat '{seat}' is not yours")


def bad_input(text: str) -> Trouble:
    """Something that cannot be meant."""
    return Trouble(BAD_INPUT, "bad input", text)


def answer(status: int, problem: Problem) -> Response:
    """A problem as an answer."""
    return Response(problem.model_dump_json(), status, media_type="application/json")


def install(app: FastAPI) -> None:
    """Give every failure the one form."""

    @app.exception_handler(Trouble)
    async def on_trouble(_: Request, trouble: Trouble) -> Response:
        return answer(trouble.status, trouble.problem)

    @app.exception_handler(Refused)
    async def on_refused(_: Request, refused: Refused) -> Response:
        refusal = refused.refusal
        return answer(BAD_INPUT, Problem(error="refused", text=refusal.sentence, rule=refusal.rule))

    @app.exception_handler(BocageError)
    async def on_bad_input(_: Request, error: BocageError) -> Response:
        return answer(BAD_INPUT, Problem(error="bad input", text=str(error)))

    @app.exception_handler(RequestValidationError)
    async def on_invalid(_: Request, error: RequestValidationError) -> Response:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"][1:] if isinstance(part, str | int))
        text = f"{where}: {fault['msg']}" if where else str(fault["msg"])
        return answer(BAD_INPUT, Problem(error="bad input", text=text[:300]))

    @app.exception_handler(HTTPException)
    async def on_http(_: Request, error: HTTPException) -> Response:
        name = "not found" if error.status_code == 404 else HTTPStatus(error.status_code).phrase.lower()
        text = f"there is nothing here ({error.status_code})" if error.status_code == 404 else str(error.detail)
        response = answer(error.status_code, Problem(error=name, text=text))
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def on_failure(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        text = "something went wrong here; the game is as it was before this request"
        return answer(500, Problem(error="server error", text=text))
