"""Programs at a terminal: how far they are, what they were up to, and what becomes of a game in which one fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import bocage as library
from bocage.cli.programs import Program, seat_all
from bocage.cli.session import HUMAN, Session
from bocage.kernel import BocageError, Game, Order, plain
from bocage.players import PLAYERS, Chair, GreedyPlayer, Player, SearchingPlayer
from bocage.players.advice import Advice, Option
from bocage.players.search import Budget
from tests.cli.conftest import Shell

BRIEF = Budget(0.1, departures=0.0)
SECRET = "the minefield is in 1039"


@pytest.fixture(autouse=True)
def brief_captain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A captain that thinks no longer than a test may take."""
    brief = PLAYERS["captain"]._replace(make=partial(SearchingPlayer, budget=BRIEF))
    monkeypatch.setitem(PLAYERS, "captain", brief)


class Sitting:
    """A session with what it says; the person plays as the sergeant would until ``typed`` has a line instead."""

    def __init__(self, game: Game, names: dict[str, str], console: Console | None = None) -> None:
        self.console = console or Console(file=StringIO(), width=200)
        self.session = Session(game, seat_all(names, game, HUMAN), self.console, self.read)
        self.lines: Iterator[str] = iter(())

    def read(self, _: str) -> str:
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line

    def run(self, lines: Callable[[Game], Iterator[str]]) -> str:
        """All that is said until the lines come to their end."""
        self.lines = lines(self.session.game)
        self.session.run()
        return self.said

    @property
    def said(self) -> str:
        """All that has been said so far."""
        assert isinstance(self.console.file, StringIO)
        return self.console.file.getvalue()


def sergeants(game: Game, until: Callable[[Game], bool]) -> Iterator[str]:
    """The orders of a person who plays as the sergeant would."""
    player = GreedyPlayer(1)
    while not until(game):
        yield str(player.choose(Chair(game)))


def told(said: str, command: str = "captain") -> str:
    """What a program said to the last question."""
    return " ".join(said.rpartition(f"({command})\n")[2].partition("\n\n")[0].split())


# -- how far they are -------------------------------------------------------------------------------------------------


class Pondering:
    """Says how far it is, and takes the first order."""

    def choose(self, chair: Chair) -> Order:
        chair.advance(0.43)
        return chair.decision.orders[0]


def a_terminal() -> Console:
    kind = {"TERM": "xterm"}
    return Console(
        file=StringIO(), width=100, force_terminal=True, force_interactive=True, color_system=None, _environ=kind
    )


@pytest.fixture
def no_players(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Player]], None]:
    """Let other players sit in the seats of the programs."""

    def put(kind: Callable[[], Player]) -> None:
        monkeypatch.setattr("bocage.cli.programs.make_all", lambda setting, names, seed_of: {n: kind() for n in names})

    return put


Seats = Callable[[Callable[[], Player]], None]


def test_a_terminal_shows_how_far_an_opponent_is_in_its_thoughts(no_players: Seats) -> None:
    no_players(Pondering)
    names = {"allied": HUMAN, "german": "captain"}
    shown = Sitting(library.new("sword", seed=1), names, a_terminal()).run(lambda game: iter(()))
    assert re.search(r"German \(captain\) thinks .*43%.* 0:00:0\d", shown)
    piped = Sitting(library.new("sword", seed=1), names).run(lambda game: iter(()))
    assert "Place a beachhead marker" in piped and "thinks" not in piped


def test_one_that_answers_at_once_shows_no_bar() -> None:
    names = {"allied": HUMAN, "german": "sergeant"}
    shown = Sitting(library.new("sword", seed=1), names, a_terminal()).run(lambda game: iter(()))
    assert "Place a beachhead marker" in shown and "thinks" not in shown


def test_a_terminal_shows_how_far_an_adviser_is() -> None:
    names = {"allied": HUMAN, "german": "random"}
    shown = Sitting(library.new("sword", seed=1), names, a_terminal()).run(lambda game: iter(["hint"]))
    parts = [int(part) for part in re.findall(r"The orders are weighed .*?(\d+)%", shown)]
    assert parts[0] < parts[-1] and parts == sorted(parts)


# -- one that fails ---------------------------------------------------------------------------------------------------


class Stumbling:
    """Has an error in its program, and a secret in the error."""

    def choose(self, chair: Chair) -> Order:
        raise ValueError(SECRET)


class Tired:
    """Has used up its time."""

    def choose(self, chair: Chair) -> Order:
        raise BocageError("the opponent found no end of its turn within 600 seconds")


class Cheating:
    """Orders what is not on the list."""

    def choose(self, chair: Chair) -> Order:
        return plain("win")


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (Stumbling, "stumbled over an error of its own (ValueError)"),
        (Tired, "gives up: the opponent found no end of its turn within 600 seconds"),
        (Cheating, "gives up: it ordered what is not possible"),
    ],
)
def test_the_sergeant_plays_on_for_one_that_fails_and_nothing_is_lost(
    kind: Callable[[], Player], why: str, bocage: Shell, no_players: Seats, tmp_path: Path
) -> None:
    usual, path = tmp_path / "usual.bocage", tmp_path / "game.bocage"
    bocage(f"play sword --player german=sergeant --seed 7 --save {usual}")
    no_players(kind)
    answer = bocage(f"play sword --player german=captain --seed 7 --save {path}")
    said = " ".join(answer.out.split())
    assert answer.code == 0 and not answer.err and SECRET not in said
    assert said.count(f"! German: the captain {why}; for the rest of the turn the sergeant plays on") == 1
    assert "Allied: Place a beachhead marker (3 left)" in said
    assert library.load(path).history == library.load(usual).history != []


def test_one_that_failed_is_asked_again_in_its_next_turn() -> None:
    class Recovering:
        """Fails until the second turn."""

        def choose(self, chair: Chair) -> Order:
            if game.setting.tally(game.state).turn < 2:
                raise ValueError(SECRET)
            asked.append(game.length)
            return chair.decision.orders[0]

    asked: list[int] = []
    complaints: list[str] = []
    game = library.new("sword", seed=7)
    program, others = Program("german", PLAYERS["captain"], Recovering()), GreedyPlayer(1)
    while not asked:
        german = game.decision.seat == "german"
        game.play(program.choose(game, complaints.append) if german else others.choose(Chair(game)))
    assert len(complaints) == 2  # before the first turn, and in it


def test_if_the_sergeant_fails_too_any_order_is_given(monkeypatch: pytest.MonkeyPatch, no_players: Seats) -> None:
    monkeypatch.setattr("bocage.cli.programs.make", lambda name, seed: Stumbling())
    no_players(Stumbling)
    sitting = Sitting(library.new("sword", seed=7), {"allied": HUMAN, "german": "captain"})
    said = sitting.run(lambda game: iter(()))
    assert "the sergeant stumbled over an error of its own (ValueError); for the rest of the turn" in said
    assert sitting.session.game.decision.seat == "allied"


def test_an_adviser_that_fails_is_a_sentence(bocage: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(chair: Chair) -> Advice:
        raise ValueError(SECRET)

    monkeypatch.setattr("bocage.cli.session.advise", fail)
    answer = bocage("play sword --player german=random --seed 7", "hint", "1")
    assert "! there is no advice: the adviser stumbled over an error of its own (ValueError)" in answer.out
    assert SECRET not in answer.out and "is marked in" in answer.out


# -- what they were up to ---------------------------------------------------------------------------------------------


def test_a_captain_tells_its_intent_when_its_turn_is_over_and_not_before() -> None:
    def asking(game: Game) -> Iterator[str]:
        yield "intent"
        yield from sergeants(game, lambda game: game.setting.moment(game.state)[:2] == (2, 0))
        yield "intent"

    sitting = Sitting(library.new("sword", seed=5), {"allied": HUMAN, "german": "captain"})
    said = sitting.run(asking)
    program = sitting.session.players["german"]
    assert program is not None
    accounts = [thought.account for thought in program.thoughts]
    before = said.partition("German (captain)\n")[2].partition("German (captain)\n")[0]
    assert "What it is doing now it tells when its turn is over." in before
    assert not any(account.intent in before for account in accounts)
    told_now = told(said)
    assert re.search(rf"^It {re.escape(accounts[-1].intent)}\. It expects \d+ of 100 for its side\.", told_now)
    assert re.search(r"It (masses|brings|fights for) .+ near ", told_now)


def test_one_that_makes_no_plan_says_how_it_usually_plays(bocage: Shell) -> None:
    said = bocage("play sword --player german=sergeant --seed 5", "intent").out
    assert told(said, "sergeant").startswith("It makes no plan. As usual it ")
    assert told(bocage("play sword --player german=random --seed 5", "intent").out, "random").startswith(
        "It gives any legal order."
    )
    assert "! no program plays in this game" in bocage("play sword --player human", "", "intent").out


def test_an_ally_says_what_it_intends_at_once_and_what_it_rejected() -> None:
    def asking(game: Game) -> Iterator[str]:
        yield from sergeants(game, lambda game: game.setting.tally(game.state).turn == 3)
        yield "intent"

    game = library.new("first_waves", seed=5, options={"players": "two"})
    sitting = Sitting(game, {"1st": HUMAN, "29th": "captain"})
    said = sitting.run(asking)
    program = sitting.session.players["29th"]
    assert program is not None
    last = program.thoughts[-1].account
    spoken = re.findall(r"^  Your ally 29th \(captain\): (.+)\.$", said, re.M)
    intents = [(account.turn, account.intent) for _, account in program.thoughts]
    assert spoken == [intent for n, (turn, intent) in enumerate(intents) if n == 0 or intents[n - 1] != (turn, intent)]
    at_last = told(said)
    assert at_last.startswith(f"Your ally {last.intent}. It expects ")
    assert re.search(r"Rejected: it .+, (\d+ less|about the same|\d+ more, but not beyond doubt)\.", at_last)


class HotSeat(Sitting):
    """People of two sides share a screen: what each is shown before he answers."""

    def __init__(self, game: Game, names: dict[str, str]) -> None:
        super().__init__(game, names)
        self.shown: dict[str, str] = {seat: "" for seat, name in names.items() if name == HUMAN}
        self.read_up_to = 0

    def read(self, question: str) -> str:
        if "Press Enter" in question:
            return ""
        self.shown[self.session.game.decision.seat] += self.said[self.read_up_to :]
        self.read_up_to = len(self.said)
        return super().read(question)


def test_where_enemies_share_a_screen_an_ally_says_what_it_intends_to_its_own_side_alone() -> None:
    sitting = HotSeat(library.new("operation_cobra", seed=5), {"us": HUMAN, "british": "captain", "german": HUMAN})
    program = sitting.session.players["british"]
    assert program is not None

    sitting.run(lambda game: sergeants(game, lambda game: bool(program.thoughts) and game.decision.seat == "german"))
    told = [f"  Your ally British (captain): {thought.account.intent}.\n" for thought in program.thoughts]
    assert [sitting.shown["us"].count(plan) for plan in told] == [1] * len(told)
    session, until = sitting.session, len(sitting.said)
    session.hear_ally(program, (), program.thoughts[:1])
    session.catch_up("german")
    assert "Your ally" not in sitting.shown["german"] + sitting.said[until:]
    session.catch_up("us")
    assert sitting.said[until:].count(told[0]) == 1


def test_thoughts_are_taken_back_with_their_orders() -> None:
    program, game = Program("german", PLAYERS["captain"], SearchingPlayer(1, BRIEF)), library.new("sword", seed=1)
    order = program.choose(game, lambda failure: None)
    assert program.thoughts
    game.play(order)
    game.undo("german")
    program.go_back(game.length)
    assert not program.thoughts


# -- advice -----------------------------------------------------------------------------------------------------------


def advised(monkeypatch: pytest.MonkeyPatch, bocage: Shell, *options: Option) -> str:
    found = Advice(tuple(option.order for option in options), options, "presses on", 12)
    monkeypatch.setattr("bocage.cli.session.advise", lambda chair: found)
    said = bocage("play sword --player german=random --seed 5", "hint").out
    return " ".join(said.partition("The program would say: ")[2].split())


def test_an_order_with_the_better_figure_that_is_not_advised_is_told_to_be_in_doubt(
    monkeypatch: pytest.MonkeyPatch, bocage: Shell
) -> None:
    said = advised(
        monkeypatch,
        bocage,
        Option("beachhead 1740", 0.26, 0.2, risks=("fewer beachheads standing",)),
        Option("beachhead 1739", 0.32, 0.2, -0.06, 0.05, risks=("fewer beachheads standing",)),
        Option("beachhead 1640", 0.12, 0.1, 0.14, 0.05),
    )
    assert re.search(
        r"Instead you could: beachhead 1739 \(.+?\) about as good: 6% more is no more than chance "
        r"may bring; outlook 32%, 20% if",
        said,
    )
    assert re.search(r"Instead you could: beachhead 1640 \(.+?\) 14% worse; outlook 12%", said)
    assert "So small a difference may be chance" in said
    assert said.count("risk: fewer beachheads standing") == 1


def test_orders_of_which_the_same_is_told_are_named_together(monkeypatch: pytest.MonkeyPatch, bocage: Shell) -> None:
    risks = ("less Allied strength ashore",)
    hexes = (1640, 1739, 1740)
    said = advised(monkeypatch, bocage, *(Option(f"beachhead {hex_}", 0.261, 0.18, risks=risks) for hex_ in hexes))
    assert re.search(r"As good by all that could be tried: beachhead 1739 \(.+?\), or beachhead 1740 \(", said)
    assert said.count("outlook 26%") == said.count("risk:") == 1 and "Instead" not in said
    worse = [Option(f"beachhead {hex_}", 0.1, 0.05, 0.2, 0.01, costs=risks) for hex_ in (1739, 1740)]
    said = advised(monkeypatch, bocage, Option("beachhead 1640", 0.3, 0.2), *worse)
    assert re.search(r"Instead you could: beachhead 1739 \(.+?\), or beachhead 1740 \(.+?\) 20% worse; out", said)
    assert said.count("Instead") == 1 and "So small" not in said
