"""Any game in the terminal, from its layout for people: what the browser draws, in letters and words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from textwrap import wrap

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bocage.cli.board import CAN_BE_CHOSEN, COUNTERS, OTHER_COUNTER, SIGNS, LetterBoard
from bocage.kernel import BocageError, Order, Setting, State, nearest
from bocage.kernel import Odds as KernelOdds
from bocage.table import model, table_of
from bocage.table.names import Names

DOT = " · "  # between facts of one line, also where a table has them
GROUPS_IN_HEADING, LINES_OF_A_GROUP = 3, 3  # of facts at most; the command facts tells all of them


class Display:
    """A game's face in the terminal. Whatever it shows comes from a seat's view, so it cannot show too much."""

    def __init__(self, setting: Setting, *, unicode: bool) -> None:
        self.table = table_of(setting)
        self.fixed = self.table.board()
        self.edition = self.fixed.edition
        self.unicode = unicode
        self.dot, self.more = (DOT, " …") if unicode else (" | ", " ...")
        self.letters = LetterBoard(self.fixed, setting.sides, unicode=unicode)
        self.pieces = {piece.id: piece for piece in self.fixed.pieces}
        self.boxes = {place.id: place.title for place in self.fixed.boxes}
        self.names = Names(self.fixed.pieces)

    def seen(self, view: State, seat: str, number: int) -> model.View:
        """The table as a seat sees it."""
        return self.table.view(view, seat, number)

    def name(self, seat: str) -> str:
        """A seat or side at the start of a sentence."""
        titles = {known.title.lower(): known.title for known in self.fixed.seats}
        return titles.get(seat, seat.capitalize())

    # -- heading and board ------------------------------------------------------------------------

    def heading(self, seen: model.View, width: int) -> RenderableType:
        """Where the game is, and how it stands: of victory and of each group of facts as much as fits."""
        phase = seen.phase
        if seen.active and seen.active.lower() not in phase.lower():
            phase = f"{self.name(seen.active)} {phase}"
        title = self.dot.join(filter(None, (self.fixed.title, seen.turn.replace(DOT, self.dot), phase)))
        lines = [Text(title, "bold reverse", no_wrap=True, overflow="ellipsis")]
        groups = [("victory", list(self._stands(seen.victory)))]
        for group, facts in list(self._groups(seen).items())[:GROUPS_IN_HEADING]:
            first = sorted(facts, key=lambda fact: not fact.rule)  # those of a rule before mere details
            groups.append((group, [f"{fact.label} {fact.value}" for fact in first]))
        for group, told in groups:
            words = f"{group.capitalize()}: {self.dot.join(told)}"
            lines += map(Text, wrap(words, width, max_lines=LINES_OF_A_GROUP, placeholder=self.more))
        return Group(*lines)

    def _stands(self, victory: list[model.Standing]) -> Iterator[str]:
        """How victory stands in a few words, with whose it is if several sides are told of."""
        for side in victory:
            whose = f"{side.title}: " if len(victory) > 1 else ""
            for one in side.conditions:
                yield f"{whose}{one.label} {one.value}"
                whose = ""

    def briefing(self) -> RenderableType:
        """What players should know before they begin."""
        told = self.fixed.briefing
        lines = [Text(told.situation)]
        lines += [Text.assemble((f"The {side.title}: ", "bold"), side.needs) for side in told.sides]
        return Group(*lines, *(Text(f"- {line}") for line in told.special))

    def _groups(self, seen: model.View) -> dict[str, list[model.Fact]]:
        groups: dict[str, list[model.Fact]] = defaultdict(list)
        for fact in seen.facts:
            groups[fact.group].append(fact)
        return groups

    def facts(self, seen: model.View, words: str) -> RenderableType:
        """Every fact with its rule, or those whose line has some words in it."""
        table = Table("group", "fact", "now", "rule", box=box.SIMPLE_HEAD, pad_edge=False)
        rows = [*self._victory(seen), *((fact.group, fact.label, fact.value, fact.rule) for fact in seen.facts)]
        for row in rows:
            if words.lower() in " ".join(row).lower():
                table.add_row(*map(Text, row))
        return table if table.row_count else Text(f"No fact has '{words}' in its line.")

    def _victory(self, seen: model.View) -> Iterator[tuple[str, str, str, str]]:
        """What each side needs and has, as rows; what is met has a sign before it."""
        sign = "\u2713 " if self.unicode else "* "
        for side in seen.victory:
            group = f"victory: {side.title}"
            for condition in side.conditions:
                yield group, f"{sign * condition.done}{condition.label}", condition.value, condition.rule
                for part in condition.parts:
                    yield group, f"  {sign * part.done}{part.label}", part.value, part.rule

    def board_key(self, seen: model.View) -> object:
        """Changes whenever the board should be drawn again."""
        return seen.phase, seen.active, seen.pieces, seen.marks, self.letters.choices(seen)

    def board(self, seen: model.View, width: int, height: int, at: str = "") -> RenderableType:
        """The map around the action, or around a hex."""
        return self.letters.draw(seen, width, height, at)

    def legend(self) -> RenderableType:
        """The signs on the board."""
        terrain = ", ".join(f"{letter} {kind}" for kind, letter in self.letters.letters.items() if letter)
        signs = ", ".join(f"{signs[not self.unicode]} {kind}" for kind, signs in SIGNS.items())
        values = f"; values are {'-'.join(self.fixed.value_names)}" if self.fixed.value_names else ""
        return Text(
            f"On the map: {terrain}; {signs}, {CAN_BE_CHOSEN[not self.unicode]} or yellow: can be chosen now, a letter "
            "there: another mark. After a hex: = road, - trail, | river or other barrier, # a way across it; below it: "
            f"/ and \\ roads, : trails, ~ barriers. Units: * reduced, +1 one more below{values}."
        )

    def any_hex(self) -> str:
        """A hex in play, for an example."""
        return next(h.id for h in self.fixed.hexes if h.playable)

    # -- words ------------------------------------------------------------------------------------

    def units(self, seen: model.View, words: str) -> RenderableType:
        """Every counter that can be seen, with its values and place, or those whose line has some words in it."""
        table = Table("unit", "values", "where", "title", box=box.SIMPLE_HEAD, pad_edge=False)
        seats = [*(seat.id for seat in self.fixed.seats)]
        states = sorted(
            seen.pieces,
            key=lambda state: (
                seats.index(seat) if (seat := self._seat(state.id)) in seats else len(seats),
                state.at not in self.letters.hexes,
            ),
        )
        for state in states:
            row = (state.id, self._values(state), self._where(state), self._title(state))
            if words.lower() in " ".join(row).lower():
                style = "" if state.at in self.letters.hexes else "dim"
                table.add_row(Text(row[0], self._counter(state.id)), *map(Text, row[1:]), style=style)
        return table if table.row_count else Text(f"No unit of this scenario has '{words}' in its line.")

    def _seat(self, piece: str) -> str:
        return self.pieces[piece].seat if piece in self.pieces else ""

    def _counter(self, piece: str) -> str:
        return COUNTERS.get(self.pieces[piece].nation, OTHER_COUNTER) if piece in self.pieces else OTHER_COUNTER

    def _values(self, state: model.PieceState) -> str:
        return f"{'-'.join(filter(None, state.values))}{'*' if state.reduced else ''}"

    def _where(self, state: model.PieceState) -> str:
        known = self.letters.hexes.get(state.at)
        name = f" ({known.name})" if known is not None and known.name else ""
        place = f"in {state.at}{name}" if known is not None else self.boxes.get(state.at, state.at)
        return ", ".join([place, *state.flags])

    def _title(self, state: model.PieceState) -> str:
        return state.title or (self.pieces[state.id].title if state.id in self.pieces else "")

    def unit(self, seen: model.View, name: str) -> RenderableType:
        """All about one counter: what is printed on it, where it is, and where the numbers come from."""
        by_name = {piece.lower(): piece for piece in self.pieces}
        if name.lower() not in by_name:
            raise BocageError(f"there is no unit '{name}'{nearest(name, self.pieces)}")
        piece = self.pieces[by_name[name.lower()]]
        state = next((state for state in seen.pieces if state.id == piece.id), None)
        now = [self._values(state), self._where(state)] if state is not None else ["not on the table"]
        what = f"{piece.kind} {piece.size}".strip()
        title = self._title(state) if state is not None else piece.title
        sides = {"front": piece.front, "back": piece.back}
        printed = [f"{side} {'-'.join(filter(None, values))}" for side, values in sides.items() if values]
        printed += [f"values: {', '.join(self.fixed.value_names)}"] if printed else []
        printed += [f"{piece.steps} step{'' if piece.steps == 1 else 's'}", *piece.notes]
        lines = [f"{piece.id}: {', '.join(filter(None, [title, what, *now]))}", "; ".join(printed), piece.source]
        return Text("\n".join(filter(None, lines)))

    def hex(self, view: State, seen: model.View, label: str) -> RenderableType:
        """Terrain and what it means, sides, marks, overlays and counters of a hex."""
        h = self.letters.hexes[self.letters.known(label)]
        line = f"{label}: {', '.join(filter(None, [h.name, ' '.join(h.terrain)]))}"
        if not h.playable:
            return Text(f"{line}; not in play in this scenario")
        sides = [
            f"{kind.capitalize()}: {', '.join(self._toward(h, number) for number in numbers)}"
            for kind, numbers in h.sides.items()
        ]
        marks = [mark.text or mark.kind.capitalize() for mark in seen.marks if mark.at == label]
        units = [f"{s.id}: {self._title(s)}, {self._values(s)}, {self._where(s)}" for s in seen.pieces if s.at == label]
        told = (*self._terrain(h), *sides, *self._marks(h), *marks, *self._shades(view, h), *units)
        return Text("\n".join((line, *told)))

    def _toward(self, h: model.Hex, number: int) -> str:
        other = h.neighbours[number]
        return f"{self.fixed.map.directions[number]}{f' ({other})' if other is not None else ''}"

    def _terrain(self, h: model.Hex) -> Iterator[str]:
        """What the charts say of the terrain of a hex."""
        for chart in self.fixed.charts:
            for row in chart.rows:
                if row[0].lower() in h.terrain:
                    cells = zip(chart.columns[1:], row[1:], strict=False)
                    told = [f"{head.lower()} {cell}" for head, cell in cells if cell]
                    yield f"{row[0].capitalize()}: {', '.join(told)}"

    def _marks(self, h: model.Hex) -> Iterator[str]:
        """What is printed on a hex, with what it means."""
        for mark in h.marks:
            texts = [entry.text for entry in self.fixed.legend if entry.id == mark]
            yield f"{mark.capitalize()}{f': {texts[-1]}' if texts else ''}"

    def _shades(self, view: State, h: model.Hex) -> Iterator[str]:
        """What the overlays that need nothing else say of a hex: zones, supply, range."""
        for kind in self.fixed.overlays:
            if not kind.needs:
                for shade in self.table.overlay(view, kind.id, None).shades:
                    if shade.hex == h.id:
                        yield f"{kind.title}: {shade.text or shade.value or 'yes'}"

    def odds(self, view: State, order: Order, odds: KernelOdds) -> model.Odds:
        """Exact odds in words, the best result first."""
        return self.table.odds(view, order, odds)
