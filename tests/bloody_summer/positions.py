"""Positions of A Bloody Summer written in a few lines of text, and short questions to ask of them.

game = begin(position("operation_cobra", '''
    german 12-SS/25 -1 D1 at 1108
    allied 3-Inf/8 at 0906
    marker german 1107 1
    depot Utah
    held 0906 0905
''', turn=8, weather="overcast"), MovementPhase(GERMAN))
play(game, "move 12-SS/25", "to 1107")
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bocage.games.bloody_summer.campaign import FULL, SIDE_NAMES, Campaign
from bocage.games.bloody_summer.pieces import DEPOT_IDS, piece_number
from bocage.games.bloody_summer.places import ABSENT, GRID, WAITING, place_name, place_number
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Weather
from bocage.games.bloody_summer.title import BloodySummer, open_scenario
from bocage.games.bloody_summer.words import END
from bocage.kernel import Game, Next, Procedure, ask, done
from bocage.kernel.procedure import Frame
from tests.questions import Rigged

SETTINGS: dict[Campaign, BloodySummer] = {}  # of the positions so far
Side = Literal["allied", "german"]


@dataclass
class TestEnds(Procedure[None]):
    """What a position's procedure comes back to: nothing more happens."""

    __test__ = False

    def begin(self, g: State, _: object = None) -> Next:
        """It is over."""
        return self.over

    def over(self, g: State) -> Next:
        """Wait for ever."""
        return ask("us", "The test ends here", [END], then=self.finish, rule="")

    def finish(self, g: State, _: object) -> Next:
        """Never."""
        return done()


def position(
    scenario: str = "operation_cobra",
    text: str = "",
    *,
    turn: int = 8,
    part: str = "A",
    weather: str = "clear",
    active: Side = "allied",
    first: Side = "allied",
    waiting: str = "",
    dice: Iterable[int] = (),
    picks: Iterable[int] | None = None,
) -> State:
    """A state in the middle of a phase; what is not named is out of play, but for those ``waiting`` for their turn.

    Lines: ``side piece [-1] [D1] [A1] [unsupplied] [resting] [under HQ] at place``; ``marker side place number``;
    ``depot NAME ...`` open and full; ``held hexes`` and ``boxes names`` that the Allies control besides where they
    stand.
    """
    setting = open_scenario(scenario)
    SETTINGS[setting.campaign] = setting
    g = State(setting.campaign, Rigged(dice, picks))
    g.turn, g.weather = turn, Weather.CLEAR if weather == "clear" else Weather.OVERCAST
    g.begin_part(part)
    g.where = [ABSENT] * len(g.where)
    for name in waiting.split():
        g.where[piece_number(name)] = WAITING
    lines = [line.split() for line in text.strip().splitlines() if line.strip()]
    for line in sorted(lines, key=lambda line: line[0] in SIDE_NAMES):
        _read(g, line)
    g.active, g.first = SIDE_NAMES.index(active), SIDE_NAMES.index(first)
    g.points = 0
    g.events.clear()
    return g


def _read(g: State, line: list[str]) -> None:
    match line:
        case ["marker", side, place, number]:
            g.add_markers(SIDE_NAMES.index(side), place_number(place), int(number))
        case ["depot", *names]:
            for name in names:
                g.depot[DEPOT_IDS.index(name)] = FULL
        case ["held", *labels]:
            g.held |= GRID.set(labels)
        case ["boxes", *names]:
            g.boxes_held |= sum(1 << place_number(name) for name in names)
        case [side, name, *marks, "at", place]:
            _place(g, side, piece_number(name), marks, place_number(place))
        case _:
            raise ValueError(" ".join(line))


def _place(g: State, side: str, piece: int, marks: list[str], place: int) -> None:
    assert SIDE_NAMES[g.campaign.side[piece]] == side, place_name(place)
    g.put(piece, place)
    for number, mark in enumerate(marks):
        if mark.startswith("-"):
            g.lost[piece] = int(mark[1:])
        elif mark in ("D1", "D2"):
            g.level[piece] = int(mark[1])
        elif mark in ("A1", "A2"):
            g.affected[place] = int(mark[1])
        elif mark == "unsupplied":
            g.unsupplied |= 1 << piece
        elif mark == "resting":
            g.resting |= 1 << piece
        elif mark == "reserve":
            g.reserve |= 1 << piece
        elif mark == "finished":
            g.finished |= 1 << piece
        elif mark == "under":
            g.corps[piece] = piece_number(marks[number + 1])
        else:
            assert marks[number - 1] == "under", mark


def begin(g: State, procedure: Frame) -> Game:
    """A game in which a procedure begins in a position; after it nothing more happens."""
    g.stack = [TestEnds(), procedure]
    g._run(getattr(procedure, procedure.step))
    return Game.at(SETTINGS[g.campaign], g)


def state(game: Game) -> State:
    """The state of a game, as the state of this game."""
    assert isinstance(game.state, State)
    return game.state


def where(game: Game, piece: str) -> str:
    """The place of a piece, or what became of it."""
    return place_name(state(game).where[piece_number(piece)])


def has(mask: int, piece: str) -> bool:
    """Whether a piece is in a mask."""
    return bool(mask >> piece_number(piece) & 1)
