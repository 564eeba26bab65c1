"""The sequence of play (rulebook 4)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.dark_summer.action_phase import ActionPhase
from bocage.games.dark_summer.attrition import check_attrition
from bocage.games.dark_summer.places import BRITTANY, MAY_LEAVE
from bocage.games.dark_summer.replacements import ReplacementPhase
from bocage.games.dark_summer.set_up import set_up
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.victory import check_supplied, standing_scores, victory_check
from bocage.games.dark_summer.weather import draw_weather
from bocage.kernel import Next, Procedure, Stage, call, done

ADVANCE, WEATHER, REPLACEMENT, ACTION, ATTRITION, CLEAN_UP, VICTORY_CHECK = PHASES = (
    "Turn Marker Advance Phase",
    "Weather Phase",
    "Replacement Phase",
    "Action Phase",
    "Attrition Phase",
    "Clean-Up Phase",
    "Victory Check Phase",
)


def stage_of(g: State) -> Stage:
    """The turn, its Round, and the phase; whatever else is being done belongs to the Action Phase."""
    phase = g.phase if g.phase in PHASES else ACTION
    return Stage(g.turn, g.round, PHASES.index(phase) if g.phase else 0)


@dataclass
class WholeGame(Procedure[None]):
    """Set-up, then turns until somebody has won."""

    def begin(self, g: State) -> Next:
        """3.1."""
        set_up(g)
        g.turn = g.campaign.set_up.turn - 1
        return self.next_turn(g)

    def next_turn(self, g: State, _: object = None) -> Next:
        """A turn after the other; the Victory Check Phase of the last ends the game, if nothing else has."""
        return call(GameTurn(), then=self.next_turn)


@dataclass
class GameTurn(Procedure[None]):
    """The seven phases of a turn (4.0-01); on Turn 1 the first three do not take place (4.0-04)."""

    def begin(self, g: State) -> Next:
        """1. Turn Marker Advance Phase."""
        g.phase = ADVANCE
        g.turn += 1
        g.round = 0
        g.round_kind = ""
        g.support_turn = [0] * len(g.support_turn)
        turn = g.campaign.tables.turn[g.turn - 1]
        g.tell("turn_begins", "4.0.1-01", turn=g.turn, name=turn.name, dates=turn.dates, round=0)
        return self.action(g) if g.turn == 1 else self.weather(g)

    def weather(self, g: State) -> Next:
        """2. Weather Phase."""
        g.phase = WEATHER
        draw_weather(g)
        return self.replacement(g)

    def replacement(self, g: State) -> Next:
        """3. Replacement Phase."""
        g.phase = REPLACEMENT
        return call(ReplacementPhase(), then=self.action)

    def action(self, g: State, _: object = None) -> Next:
        """4. Action Phase."""
        g.phase = ACTION
        return call(ActionPhase(), then=self.attrition)

    def attrition(self, g: State, _: object = None) -> Next:
        """5. Attrition Phase."""
        g.phase = ATTRITION
        suffered = check_attrition(g)
        check_supplied(g)
        return self.clean_up(g, suffered) if g.ended is None else done()

    def clean_up(self, g: State, suffered: tuple[int, ...] = ()) -> Next:
        """6. Clean-Up Phase."""
        g.phase = CLEAN_UP
        clean_up_brittany(g)
        g.track = ()  # 4.0.6-02
        return self.victory_check(g, suffered)

    def victory_check(self, g: State, suffered: tuple[int, ...] = ()) -> Next:
        """7. Victory Check Phase."""
        g.phase = VICTORY_CHECK
        before = tuple(g.points)
        victory_check(g)
        if not g.hushed:
            tell_account(g, suffered, before)
        return done()


def tell_account(g: State, suffered: tuple[int, ...], before: tuple[int, ...]) -> None:
    """What was looked at when the turn was over: who was Out of Supply, what was scored, and how it would end now."""
    total = list(g.points)
    if g.turn < g.campaign.last_turn:
        for score in standing_scores(g):
            total[score.side] += score.halves
    g.tell_result(
        "turn_over", "4.0.7", step=True, turn=g.turn, last=g.turn == g.campaign.last_turn, units=suffered,
        allied_attrition=g.sky.allied_attrition, total=tuple(total),
        scored=tuple(now - then for now, then in zip(g.points, before, strict=True)),
    )  # fmt: skip


def clean_up_brittany(g: State) -> None:
    """Units in the section Just Entered are shifted to May Leave (4.0.6-01)."""
    units = g.at.get(BRITTANY, ())
    for unit in units:
        g.put(unit, MAY_LEAVE)
    if units:
        g.tell("may_leave", "4.0.6-01", units=units)
