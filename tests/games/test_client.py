"""The board in the browser is one client for all games: their words come to it as data and stand nowhere in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from bocage.games import list_scenarios, open_setting
from bocage.kernel import SPECTATOR, Game
from bocage.players import PLAYERS
from bocage.table import MOVED, NEW_TURN, OBJECTIVE, table_of
from bocage.table.fights import ATTACK_DECLARED
from bocage.table.model import Board
from tests.conformance.walks import walk

WEB = Path(__file__).parents[2] / "web"
MADE = {"schema.ts"}  # from the server's description
NATIONS = {"colours.ts"}  # whose counters have which colours: nations are no game's own
SHARED = {
    NEW_TURN,
    MOVED,
    ATTACK_DECLARED,
    OBJECTIVE,
    "status",
    "losses",
    "sea",
}  # of events, facts, places: the same in every game
OWN = {"target", "actions", "shown", "combat"}  # words of the board itself that a game may have too
SOME = 400  # orders
FILES = [
    path for path in sorted((WEB / "src").rglob("*")) if path.suffix in (".ts", ".svelte") and path.name not in MADE
]


def boards() -> list[Board]:
    return [table_of(open_setting(info.name)).board() for info in list_scenarios()]


def shared(described: object) -> Iterator[str]:
    """The words of the contract itself, which mean the same for all games."""
    if isinstance(described, dict):
        yield from described.get("enum", [])
        yield from described.get("properties", {})
        yield from (str(described["const"]) for _ in range("const" in described))
        for part in described.values():
            yield from shared(part)
    elif isinstance(described, list):
        for part in described:
            yield from shared(part)


@cache
def words_of_games() -> set[str]:
    found = set(PLAYERS)
    for board in boards():
        found |= {word for seat in board.seats for word in (seat.id, seat.title, seat.side)}
        found |= {mark.kind for mark in board.marks}
        found |= {box.group for box in (*board.boxes, *(box for track in board.tracks for box in track.boxes))} - {""}
    for info in list_scenarios():
        game, random = Game(open_setting(info.name), "words"), Random(1)
        table = table_of(game.setting)
        for step in walk(game, random, SOME):
            found |= {event.kind for event in step.events}
        found |= {fact.group for fact in table.view(game.view(SPECTATOR), SPECTATOR, game.length).facts}
    found |= {
        choice for info in list_scenarios() for option in info.options for choice in (*option.titles, option.name)
    }
    return found - set(shared(json.loads((WEB / "openapi.json").read_text()))) - SHARED - OWN


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_word_of_a_game_stands_in_the_client(path: Path) -> None:
    code = re.sub(r"(?m)^\s*//.*$|/\*(?s:.*?)\*/", "", path.read_text())
    code, styles = re.sub(r"<style>(?s:.*?)</style>", "", code), "".join(re.findall(r"<style>(?s:.*?)</style>", code))
    named = {*re.findall(r'"([^"\n]*)"', code), *re.findall(r'\[[\w-]+="([^"\n]*)"\]', styles)}
    if path.name not in NATIONS:
        named |= set(re.findall(r"(?m)^\s*([\w]+): [\"{]", code))
    else:
        named -= {"german"}
    assert not named & words_of_games()


def test_every_kind_of_mark_shows_somewhere() -> None:
    for board in boards():
        kinds = [mark.kind for mark in board.marks]
        assert len(kinds) == len(set(kinds)), "each kind of mark is declared once"
        for mark in board.marks:
            assert mark.on_counter or mark.look != "sign" or mark.strokes, f"{mark.kind} shows nowhere"
            assert mark.strokes or mark.on_counter != "badge", f"{mark.kind} is a badge without a design"
