"""A browser and a server for the tests of what a person sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tests.browser.server import Server
from tools.chromium import launch

DESK = {"width": 1280, "height": 800}
# Whoever plays here knows the battle already; who does not takes the line away.
NO_BRIEFING = """if (location.protocol.startsWith("http") && localStorage.getItem("bocage.settings") === null)
  localStorage.setItem("bocage.settings", JSON.stringify({ briefing: false }));"""
PATIENCE = 20_000  # milliseconds until a missing thing is an error; machines that run tests are busy


# Not for the whole session: while Playwright runs, no other test of this process could use an event loop.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    started = launch(playwright)
    yield started
    started.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"))
    yield started
    started.stop()


@pytest.fixture
def new_person(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Call it for a page of somebody new, with a browser profile of his own; errors in the page fail the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and "status of 4" not in message.text and "net::ERR" not in message.text:
            problems.append(message.text)

    def arrive(address: str | None = None, **options: object) -> Page:
        options = {"viewport": DESK, "service_workers": "block", **options}
        context = browser.new_context(base_url=address or server.address, **options)  # type: ignore[arg-type]
        contexts.append(context)
        context.add_init_script(NO_BRIEFING)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", heard)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not problems


@pytest.fixture
def page(new_person: Callable[..., Page]) -> Page:
    """A page of one person at a desk."""
    return new_person()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that this test alone uses, to be killed and started again."""
    started = Server(tmp_path)
    yield started
    started.stop()
