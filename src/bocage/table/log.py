"""What happened, as entries of a log: the same for every game, made of what its events tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Generic, TypeAlias

from bocage.hexes import Hex
from bocage.kernel import NOTHING, Event, Noun
from bocage.table import model
from bocage.table.layout import GameSetting

Shifts: TypeAlias = tuple[tuple[str, int], ...]  # by cause


def _piece(setting: object, event: Event) -> str | None:
    return None


def _place(setting: object, event: Event) -> Hex:
    return NOTHING


def _targets(setting: object, event: Event) -> list[str]:
    return []


def _lies(event: Event) -> str:
    return ""


def _needs(event: Event) -> str:
    return ""


def _turn(setting: object, event: Event) -> str:
    return ""


def _section(setting: object, event: Event, place: Hex) -> str:
    return ""


def _called(setting: object, place: Hex) -> str:
    return ""


def _line(line: str) -> str:
    return line.replace("_", " ")


def _shifts(event: Event) -> Shifts:
    return event.result.shifts if event.result is not None else ()


def stands_by_odds(odds_words: Callable[[str], str], line_words: Callable[[str], str]) -> Callable[[Event], str]:
    """The odds of a combat before their shifts, and the column of the table to which they are shifted."""

    def stands(event: Event) -> str:
        if event.kind != "combat" or event.result is None:
            return ""
        odds, line = str(event.facts["odds"]), event.result.line
        if not line:
            return f"{odds}, left of all columns"
        if line == odds:
            return f"column {line_words(line)}"
        return f"{odds_words(odds)}, shifted to column {line_words(line)}"

    return stands


def attacked(names: Sequence[str]) -> Callable[[object, Event], list[str]]:
    """Whoever is attacked is hit or spared."""
    return lambda setting, event: [names[unit] for unit in event.numbers("defenders")]


def lies_after(kinds: Set[str], show: Callable[[Hex], str]) -> Callable[[Event], str]:
    """Events of some kinds put their unit into their hex."""

    def lies(event: Event) -> str:
        hex_ = event.number("hex")
        return show(hex_) if event.kind in kinds and hex_ >= 0 else ""

    return lies


@dataclass(frozen=True)
class Log(Generic[GameSetting]):
    """How a hex game tells an event: the nouns of its units and hexes, and its words.

    The facts ``unit``, ``units``, ``hex``, ``origin`` and ``path`` mean the same in every game; what a game tells by
    facts of its own it says here.
    """

    units: Noun
    hexes: Noun
    title: Callable[[GameSetting, Event], str]  # of the step that an event opens
    outcome: Callable[[Event], str]  # what is read from a table or card, in words
    line: Callable[[str], str] = _line  # of the results table
    stands: Callable[[Event], str] = _lies  # where in a table whose columns go by odds: the odds, and the column
    shifts: Callable[[Event], Shifts] = _shifts  # what changed the column, or the die
    needs: Callable[[Event], str] = _needs  # what each face of a die brings, where no column of a table says it
    piece: Callable[[GameSetting, Event], str | None] = _piece  # what it is about, if it is no unit
    place: Callable[[GameSetting, Event], Hex] = _place  # where it happens, if that is no fact
    called: Callable[[GameSetting, Hex], str] = _called  # a hex by its number and its name, if it has one
    targets: Callable[[GameSetting, Event], list[str]] = _targets  # what is hit or spared, if it is not ``units``
    lies: Callable[[Event], str] = _lies  # where its unit lies from now on, if it has not walked there
    section: Callable[[GameSetting, Event, Hex], str] = _section  # the name of its unit's part of a place on its way
    phase: Callable[[Event], str] = _lies  # in which it happened, if the view does not tell
    tracks: tuple[str, ...] = ()  # facts that move the marker of the track of that name
    turn: Callable[[GameSetting, Event], str] = _turn  # that it begins, where one order may lead through several

    def entry(self, setting: GameSetting, event: Event, number: int, by: str) -> model.LogEntry:
        """An event for the log."""
        path, hex_ = self._path(setting, event), self._hex(setting, event)
        place = hex_ or (path[-1] if path else None)
        unit = event.number("unit")
        return model.LogEntry(
            number=number,
            seat=by,
            kind=event.kind,
            text=self._with_names(setting, event, setting.sentence(event)),
            rule=event.rule,
            turn=self.turn(setting, event),
            phase=self.phase(event),
            unit=self.units.show(unit) if unit >= 0 else self.piece(setting, event),
            path=path,
            hex=place,
            targets=self.targets(setting, event) or [self.units.show(one) for one in event.numbers("units")],
            at=path[-1] if path else self.lies(event),
            step=self._with_names(setting, event, self.title(setting, event)) if event.step else "",
            result=self._result(event, place),
            fighters=[self.units.show(one) for fact in ("attackers", "defenders") for one in event.numbers(fact)],
            tracks={track: str(event.facts[track]) for track in self.tracks if track in event.facts},
        )

    def _result(self, event: Event, place: str | None) -> model.Result | None:
        found = event.result
        if found is None:
            return None
        stands = self.stands(event)
        return model.Result(
            attack=found.attack,
            defence=found.defence,
            line=stands or self.line(found.line),
            column=0 if stands else found.column,
            shifts=[model.Shift(cause=cause, columns=columns) for cause, columns in self.shifts(event)],
            die=found.die,
            needs=self.needs(event),
            card=str(found.card) if found.card else "",
            part=found.part,
            outcome=self.outcome(event),
            losses=[model.Lost(piece=lost.piece, steps=lost.steps, gone=lost.gone) for lost in found.losses],
            hex=place,
        )

    def _with_names(self, setting: GameSetting, event: Event, words: str) -> str:
        """Words in which the hexes of an event have their names beside their numbers."""
        facts = (event.number("hex"), event.number("origin"), *event.numbers("path")[-1:], self.place(setting, event))
        for hex_ in dict.fromkeys(fact for fact in facts if fact >= 0):
            label = self.hexes.show(hex_)
            name = self.called(setting, hex_).removeprefix(label)
            if name and label in words:
                words = re.sub(rf"(?<![\w/-]){re.escape(label)}(?![\w/-]|{re.escape(name)})", label + name, words)
        return words

    def _hex(self, setting: GameSetting, event: Event) -> str | None:
        hex_ = event.number("hex")
        if hex_ < 0:
            hex_ = self.place(setting, event)
        return self.hexes.show(hex_) if hex_ >= 0 else None

    def _path(self, setting: GameSetting, event: Event) -> list[str]:
        """The hexes a unit went through, where it came from first unless it came from off the map."""
        origin, path, hex_ = event.number("origin"), event.numbers("path"), event.number("hex")
        steps = path or ((hex_,) if 0 <= hex_ != origin >= 0 else ())
        if not steps:
            return []
        way = (origin, *steps) if origin >= 0 else steps
        return [self.section(setting, event, step) or self.hexes.show(step) for step in way]
