"""A table made of functions, one for each thing that a client asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bocage.kernel import SPECTATOR, BocageError, Event, Noun, Order, Setting, State
from bocage.kernel import Briefing as KernelBriefing
from bocage.kernel import Odds as KernelOdds
from bocage.players.evaluation import judge_of
from bocage.table import Moment, Table, history
from bocage.table.fights import ATTACK_DECLARED, costliest, fights_of, fought_of, losses_of, throws_of
from bocage.table.history import Stand
from bocage.table.model import (
    Board,
    BriefedSide,
    Briefing,
    Chart,
    Curve,
    Decision,
    Guide,
    LogEntry,
    Odds,
    Overlay,
    Summary,
    TurnReport,
    View,
)
from bocage.table.turns import Places, report_of

GameSetting = TypeVar("GameSetting", bound=Setting)
GameState = TypeVar("GameState", bound=State)


def _no_past(state: State) -> history.Past | None:
    return None


def loss_of(setting: Setting, view: State, order: Order) -> str:
    """What an order costs for sure, in words."""
    return " ".join(map(setting.sentence, setting.foresee(view, order)))


def briefing_of(briefing: KernelBriefing) -> Briefing:
    """A briefing for people."""
    sides = [BriefedSide(side=one.side, title=one.title, needs=one.needs) for one in briefing.sides]
    return Briefing(situation=briefing.situation, sides=sides, special=list(briefing.special))


def abbreviations_of(long: Mapping[str, str], rule: str = "") -> Chart:
    """The chart in which a game explains what it shortens; the board spells abbreviations out by it."""
    rows = [[short, words] for short, words in long.items()]
    return Chart(id="abbreviations", title="Abbreviations", rule=rule, columns=["Short", "Long"], rows=rows)


def verb_of(orders: Sequence[Order], noun: Noun) -> str:
    """The verb with which a thing of this kind is chosen, or nothing."""
    return next((order.verb for order in orders if order.noun is noun), "")


def _no_places(view: State) -> Places:
    return {}


def _no_box(view: State) -> str:
    return ""


def _no_twins(setting: object) -> Mapping[str, str]:
    return {}


def _no_deeds(view: State, step: str, orders: Sequence[Order]) -> list[Order]:
    return []


def _nowhere(setting: Setting, view: State, order: Order) -> Odds | None:
    return None


@dataclass(frozen=True)
class Layout(Generic[GameSetting, GameState]):
    """How one game answers what a ``Table`` is asked, with settings and states of its own kind."""

    setting: type[GameSetting]
    state: type[GameState]
    board: Callable[[GameSetting], Board]
    view: Callable[[GameSetting, GameState, str, int], View]
    turn: Callable[[GameState], str]
    phase: Callable[[GameState], str]
    decision: Callable[[GameSetting, GameState, str], Decision | None]
    entry: Callable[[GameSetting, Event, int, str], LogEntry]
    odds: Callable[[GameSetting, GameState, Order, KernelOdds], Odds]
    overlay: Callable[[GameSetting, GameState, str, str | None], Overlay]
    summary: Callable[[GameSetting, Sequence[Moment], str | None], Summary]
    guide: Callable[[GameSetting], Guide | None]
    past: Callable[[GameState], history.Past | None] = _no_past  # for games whose turns have dates of 1944
    quarters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # parts of towns that fell apart, with hexes
    places: Callable[[GameState], Places] = _no_places  # that can change hands
    next_box: Callable[[GameState], str] = _no_box  # the box of those who come on the next turn
    late: frozenset[str] = frozenset()  # boxes of those who could have come already
    fires: frozenset[str] = frozenset()  # kinds of events that tell of fire, where no strengths are compared
    rolls: frozenset[str] = frozenset()  # and of what is told like a fight, though nobody fights
    also: frozenset[str] = frozenset()  # kinds of other events that a turn is remembered for
    checks: frozenset[str] = frozenset()  # and of steps that cost somebody something, though nobody fights or fires
    reach: Callable[[GameSetting, GameState, Order], Odds | None] = _nowhere
    twins: Callable[[GameSetting], Mapping[str, str]] = _no_twins  # reasons that mean the same as another, with that
    deeds: Callable[[GameState, str, Sequence[Order]], list[Order]] = _no_deeds  # that carry out a lesson of the guide

    def table(self, setting: Setting) -> Table:
        """The table of a scenario."""
        assert isinstance(setting, self.setting)
        return _Laid(self, setting)


_completed: dict[str, tuple[Board, Board]] = {}


def _with_history(board: Board) -> Board:
    """A board with the layer of the real front before all others, where one crosses its map; made once per board."""
    layer = history.kind_of(board.game)
    if layer is None:
        return board
    bare, found = _completed.get(board.name, (None, board))
    if bare is not board:
        found = board.model_copy(update={"overlays": [layer, *board.overlays]})
        _completed[board.name] = board, found
    return found


@dataclass(frozen=True)
class _Laid(Generic[GameSetting, GameState]):
    """See ``Table``."""

    layout: Layout[GameSetting, GameState]
    setting: GameSetting

    def board(self) -> Board:
        return _with_history(self.layout.board(self.setting))

    def view(self, view: State, seat: str, number: int, course: Sequence[Stand] = ()) -> View:
        found = self.layout.view(self.setting, self._own(view), seat, number)
        found.history = self._history(view, course)
        return found

    def stand(self, view: State) -> Stand | None:
        past = self.layout.past(self._own(view))
        return history.stand_of(self.layout.board(self.setting), past, self.layout.quarters) if past else None

    def _history(self, view: State, course: Sequence[Stand]) -> list[str]:
        stand = self.stand(view)
        return history.history_lines([*course, stand]) if stand is not None else []

    def when(self, state: State) -> tuple[str, str]:
        return self.layout.turn(self._own(state)), self.layout.phase(self._own(state))

    def decision(self, view: State, seat: str) -> Decision | None:
        return self.layout.decision(self.setting, self._own(view), seat)

    def entry(self, event: Event, number: int, by: str) -> LogEntry:
        return self.layout.entry(self.setting, event, number, by)

    def odds(self, view: State, order: Order, odds: KernelOdds) -> Odds:
        return self.layout.odds(self.setting, self._own(view), order, odds)

    def reach(self, view: State, order: Order) -> Odds | None:
        return self.layout.reach(self.setting, self._own(view), order)

    def overlay(self, view: State, kind: str, unit: str | None, course: Sequence[Stand] = ()) -> Overlay:
        past = self.layout.past(self._own(view)) if kind == history.LAYER else None
        if past is not None:
            return history.overlay_of(self.layout.board(self.setting).game, past, self._history(view, course))
        return self.layout.overlay(self.setting, self._own(view), kind, unit)

    def without_twins(self, reasons: Sequence[str]) -> list[str]:
        twins = self.layout.twins(self.setting)
        return list(dict.fromkeys(twins.get(reason, reason) for reason in reasons))

    def summary(self, moments: Sequence[Moment], seat: str | None) -> Summary:
        summary, log = self.layout.summary(self.setting, moments, seat), list(self._results(moments, seat))
        summary.losses = losses_of(log, self.board().pieces, self.setting)
        fights = fights_of(log)
        summary.fights = costliest(fights)
        summary.throws = throws_of(summary, fights)
        summary.fought = fought_of(log, self.board().pieces, self.layout.fires)
        summary.outlook = self._outlook(moments, [number for number, _ in summary.turns], seat)
        if seat is None:
            summary.expected = self._expected(moments)
        return summary

    def turn(self, course: tuple[State, State, State], log: Sequence[LogEntry], seat: str) -> TurnReport:
        before, eve, after = map(self._own, course)
        layout = self.layout
        pieces = layout.view(self.setting, eve, seat, 0).pieces
        places = layout.places(before), layout.places(after)
        boxes = layout.next_box(eve), layout.late
        kinds = (layout.fires | layout.rolls, layout.also, layout.checks)
        return report_of(self.setting, self.board(), log, places, pieces, boxes, *kinds)

    def _outlook(self, moments: Sequence[Moment], turns: Sequence[int], seat: str | None) -> list[Curve]:
        """How victory stood whenever a turn began, and at the end."""
        points: dict[str, list[tuple[int, float]]] = {}
        titles: dict[str, str] = {}
        for moment in moments:
            if moment.number not in turns and moment is not moments[-1]:
                continue
            view = self.view(moment.state, seat or SPECTATOR, moment.number)
            for standing in view.victory:
                if standing.score is not None:
                    points.setdefault(standing.side, []).append((moment.number, standing.score))
                    titles[standing.side] = standing.title
        seats = self.setting.seats
        return [
            Curve(id="outlook", title=titles[side], seat=side if side in seats else titles[side], points=line)
            for side, line in points.items()
        ]

    def _expected(self, moments: Sequence[Moment]) -> list[Curve]:
        """What a judge expected whenever a side's part of a turn began, and at the end; none if nothing is learnt."""
        try:
            judge = judge_of(self.setting.name)
        except BocageError:
            return []
        parts: dict[tuple[int, int], Moment] = {}
        for moment in moments:
            stage = self.setting.moment(moment.state)
            parts.setdefault((stage.turn, stage.side), moment)
        told = {moment.number: judge(moment.state) for moment in (*parts.values(), *moments[-1:])}
        first = next(iter(self.setting.sides))
        return [
            Curve(
                id="expected",
                title=self.setting.briefing.title_of(side),
                seat=seats[0] if len(seats) == 1 else self.setting.briefing.title_of(side),
                points=[(at, round(100 * (margin if side == first else 1 - margin), 1)) for at, margin in told.items()],
            )
            for side, seats in self.setting.sides.items()
            if seats
        ]

    def _results(self, moments: Sequence[Moment], seat: str | None) -> Iterator[LogEntry]:
        """The entries that tell what came of something, or begin a step."""
        for moment in moments:
            turn = self.layout.turn(self._own(moment.state))
            for event in moment.events:
                if (event.result is not None or event.step or event.kind == ATTACK_DECLARED) and (
                    seat is None or event.known_to(seat)
                ):
                    entry = self.entry(event, moment.number, "")
                    entry.turn, entry.phase = turn, event.phase
                    yield entry

    def guide(self) -> Guide | None:
        return self.layout.guide(self.setting)

    def deeds(self, view: State, step: str, orders: Sequence[Order]) -> list[Order]:
        return self.layout.deeds(self._own(view), step, orders)

    def _own(self, state: State) -> GameState:
        assert isinstance(state, self.layout.state)
        return state
