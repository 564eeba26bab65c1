"""Games laid out for people: every client, whatever it is made of, shows what this package tells.

>>> from bocage.games import open_setting
>>> table = table_of(open_setting("sword"))
>>> table.board().title
'Sword: the fight for Caen'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from bocage.games import manifest_of
from bocage.kernel import SPECTATOR, Event, Order, Setting, State
from bocage.kernel import Odds as KernelOdds
from bocage.table.history import Stand
from bocage.table.model import Board, Decision, Guide, LogEntry, Odds, Overlay, Summary, TurnReport, View

NEW_TURN = "turn_begins"  # the kind of event with which every game tells that a turn begins
MOVED = "moved"  # and of a move that was ordered
OBJECTIVE = "objective"  # the mark of hexes that count for victory


class Moment(Protocol):
    """A point of a game's course: the state after an order, and what that order led to."""

    @property
    def number(self) -> int:
        """How many orders had been given."""

    @property
    def state(self) -> State:
        """The state after them."""

    @property
    def events(self) -> Sequence[Event]:
        """What the last of them led to."""


class Table(Protocol):
    """One game's layout. States given to it are views of a seat, except where said otherwise."""

    def board(self) -> Board:
        """All that does not change."""

    def view(self, view: State, seat: str, number: int, course: Sequence[Stand] = ()) -> View:
        """The table as a seat sees it, with the decision that is pending.

        ``course`` is how the Allies stood beside history at first and at the end of every turn before this one.
        """

    def when(self, state: State) -> tuple[str, str]:
        """Turn and phase, in the words of the view; the same for every point of view."""

    def decision(self, view: State, seat: str) -> Decision | None:
        """What is asked; the orders only if it is asked of ``seat``."""

    def entry(self, event: Event, number: int, by: str) -> LogEntry:
        """An event for the log."""

    def odds(self, view: State, order: Order, odds: KernelOdds) -> Odds:
        """Exact odds in words."""

    def reach(self, view: State, order: Order) -> Odds | None:
        """The best odds that can be reached if others join the attack that an order begins; None if it begins none."""

    def overlay(self, view: State, kind: str, unit: str | None, course: Sequence[Stand] = ()) -> Overlay:
        """Hexes to shade; raises BocageError for a kind or unit that is not known."""

    def stand(self, view: State) -> Stand | None:
        """How the Allies stand with the places of the map; None where turns have no dates."""

    def summary(self, moments: Sequence[Moment], seat: str | None) -> Summary:
        """Curves over the whole course, as a seat may know them; None: everything, for a game that is over."""

    def turn(self, course: tuple[State, State, State], log: Sequence[LogEntry], seat: str) -> TurnReport:
        """One turn at a glance: the states when it began, before its last order and when it was over, and its log."""

    def guide(self) -> Guide | None:
        """The guided first game, if this scenario has one."""

    def without_twins(self, reasons: Sequence[str]) -> list[str]:
        """What speaks for an order or against it, once where two phrases mean the same in this scenario."""

    def deeds(self, view: State, step: str, orders: Sequence[Order]) -> list[Order]:
        """The orders that carry out what a lasting step of the guide says; none if nothing is left to be done."""


class LaysOut(Protocol):
    """How a game is laid out, as ``bocage.table.layout.Layout`` makes it of functions."""

    def table(self, setting: Setting) -> Table:
        """The table of a scenario."""


@runtime_checkable
class LaidOut(Protocol):
    """What the table's package of a game offers."""

    LAYOUT: LaysOut


def table_of(setting: Setting) -> Table:
    """The table of a scenario, by the layout of its game."""
    return manifest_of(setting.name).part("table", LaidOut).LAYOUT.table(setting)


__all__ = ["MOVED", "NEW_TURN", "SPECTATOR", "Moment", "Table", "table_of"]
