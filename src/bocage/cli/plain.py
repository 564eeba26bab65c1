"""Any game in the terminal, from its layout for people: what the browser draws, in letters."""

from __future__ import annotations

from collections import defaultdict

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bocage.kernel import Ask, BocageError, Order, Setting, State, nearest
from bocage.table import model, table_of

CELL = 8  # letters to a hex
ROW = 2  # lines to a hex
SEA = ("color(153) on color(67)", "color(58) on color(229)", "color(22) on color(150)", "color(59) on color(187)")
CHOICE = "bold color(16) on color(220)"
OWN, SYSTEM = "bold color(231) on color(64)", "bold color(231) on color(237)"


class PlainDisplay:
    """See ``Display``."""

    results: tuple[str, ...] = ()

    def __init__(self, setting: Setting, *, unicode: bool) -> None:
        self.table = table_of(setting)
        self.seats = setting.seats
        self.dot = " · " if unicode else " | "
        self.fixed = self.table.board()
        self.hexes = {h.id: h for h in self.fixed.hexes}
        self.pieces = {piece.id: piece for piece in self.fixed.pieces}

    def seen(self, view: State, decision: Ask | None = None) -> model.View:
        """The table as the seat sees it that is asked, or nobody."""
        pending = decision or view.pending
        return self.table.view(view, pending.seat if pending is not None else self.seats[0], 0)

    # -- heading and board ------------------------------------------------------------------------

    def heading(self, view: State) -> RenderableType:
        """Where the game is, and how it stands."""
        seen = self.seen(view)
        groups: dict[str, list[str]] = defaultdict(list)
        for fact in seen.facts:
            groups[fact.group].append(f"{fact.label} {fact.value}")
        lines = [Text(self.dot.join(facts), no_wrap=True, overflow="ellipsis") for facts in groups.values()]
        title = self.dot.join(filter(None, (self.fixed.title, seen.turn, seen.phase)))
        return Group(Text(title, "bold reverse", no_wrap=True, overflow="ellipsis"), *lines[:4])

    def board_key(self, view: State, decision: Ask | None) -> object:
        """Units, markers and choices."""
        seen = self.seen(view, decision)
        chosen = [order.hex or order.unit for order in seen.decision.orders] if seen.decision is not None else []
        return seen.phase, [state.model_dump() for state in seen.pieces], [m.model_dump() for m in seen.marks], chosen

    def board(self, view: State, decision: Ask | None, width: int, height: int, at: str = "") -> RenderableType:
        """The hexes around the action, each with its number, its mark and terrain, and the uppermost counter."""
        seen = self.seen(view, decision)
        places = {state.id: state.at for state in seen.pieces}
        orders = seen.decision.orders if seen.decision is not None else []
        choices = {place for order in orders for place in (order.hex, places.get(order.unit or "")) if place}
        centre = self.hexes[self._known(at)] if at else self._focus(seen, choices & self.hexes.keys())
        at_hex: dict[str, list[str]] = defaultdict(list)
        for state in seen.pieces:
            at_hex[state.at].append(state.id)
        marks = {mark.at: mark for mark in seen.marks}
        down = self.fixed.map.hex_width * 3**0.5 / 2
        lines = []
        for row in sorted({round(h.y / down) for h in self.hexes.values()}):
            if abs(row - round(centre.y / down)) * ROW > height / 2:
                continue
            numbers, counters = Text(), Text()
            cells = [h for h in self.hexes.values() if round(h.y / down) == row]
            for h in sorted(cells, key=lambda h: h.x):
                column = round((h.x - centre.x) / self.fixed.map.hex_width * CELL + width / 2 - CELL / 2)
                if not 0 <= column <= width - CELL:
                    continue
                for text in (numbers, counters):
                    text.pad_right(max(0, column - len(text)))
                self._cell(h, at_hex[h.id], marks.get(h.id), h.id in choices, numbers, counters)
            lines += [numbers, counters]
        return Group(*lines)

    def _cell(
        self, h: model.Hex, there: list[str], mark: model.Mark | None, choice: bool, numbers: Text, counters: Text
    ) -> None:
        ground = SEA[0] if mark is not None and mark.kind == "sea" else SEA[1 if "beach" in h.terrain else 2]
        if h.terrain == ["clear"] or not h.terrain:
            ground = SEA[3]
        sign = mark.kind[:1] if mark is not None and mark.kind != "sea" else " "
        terrain = "".join(word[:1] for word in h.terrain if word not in ("clear", "beach"))
        numbers.append(f"{h.id:4}{sign}{terrain:3.3}"[:CELL], CHOICE if choice else ground)
        if there:
            more = f"+{len(there) - 1}" if len(there) > 1 else ""
            piece = self.pieces.get(there[-1])
            own = piece is not None and piece.seat != "system"
            counters.append(f"{there[-1][: CELL - len(more)] + more:{CELL}}", OWN if own else SYSTEM)
        else:
            counters.append(f"{h.name:{CELL}.{CELL}}", ground)

    def _focus(self, seen: model.View, choices: set[str]) -> model.Hex:
        decision = seen.decision
        if decision is not None and decision.target in self.hexes:
            return self.hexes[decision.target or ""]
        places = choices or {state.at for state in seen.pieces if state.at in self.hexes} or set(self.hexes)
        x = sum(self.hexes[h].x for h in places) / len(places)
        y = sum(self.hexes[h].y for h in places) / len(places)
        return min(self.hexes.values(), key=lambda h: ((h.x - x) ** 2 + (h.y - y) ** 2, h.id))

    def _known(self, label: str) -> str:
        if label not in self.hexes:
            raise BocageError(f"there is no hex '{label}'{nearest(label, self.hexes)}")
        return label

    # -- words ------------------------------------------------------------------------------------

    def about(self, view: State, decision: Ask) -> str:
        """What a decision is about."""
        asked = self.table.decision(view, decision.seat)
        return asked.about if asked is not None else ""

    def describe(self, view: State, order: Order) -> str:
        """An order in words."""
        pending = view.pending
        asked = self.table.decision(view, pending.seat) if pending is not None else None
        for choice in asked.orders if asked is not None else ():
            if choice.order == str(order):
                return " ".join(filter(None, (choice.label, choice.detail, choice.cost)))
        return ""

    def units(self, view: State, words: str) -> RenderableType:
        """Every counter that can be seen, with its values and place."""
        table = Table("unit", "values", "where", "title", box=box.SIMPLE_HEAD, pad_edge=False)
        for state in self.seen(view).pieces:
            row = (state.id, "-".join(state.values), ", ".join([state.at, *state.flags]), self._title(state.id))
            if words.lower() in " ".join(row).lower():
                table.add_row(*map(Text, row))
        return table if table.row_count else Text(f"No unit of this scenario has '{words}' in its line.")

    def _title(self, piece: str) -> str:
        known = self.pieces.get(piece)
        return known.title if known is not None else ""

    def unit(self, view: State, name: str) -> RenderableType:
        """All about one counter."""
        by_name = {piece.lower(): piece for piece in self.pieces}
        if name.lower() not in by_name:
            raise BocageError(f"there is no unit '{name}'{nearest(name, self.pieces)}")
        piece = self.pieces[by_name[name.lower()]]
        values = [f"{what} {value}" for what, value in zip(self.fixed.value_names, piece.front, strict=False)]
        state = next((state for state in self.seen(view).pieces if state.id == piece.id), None)
        place = ", ".join([state.at, *state.flags]) if state is not None else "not on the table"
        told = [piece.title, piece.kind, f"{piece.steps} steps", *values, *piece.notes]
        return Text(f"{piece.id}: {'; '.join(filter(None, told))}\n{place}")

    def hex(self, view: State, label: str) -> RenderableType:
        """Terrain, sides, marks and counters of a hex."""
        h = self.hexes[self._known(label)]
        seen = self.seen(view)
        lines = [f"{label}: {', '.join(filter(None, [h.name, *h.terrain, *h.marks]))}"]
        for kind, sides in h.sides.items():
            lines.append(f"{kind}: {', '.join(self.fixed.map.directions[side] for side in sides)}")
        lines += [f"{mark.kind} {mark.text}".strip() for mark in seen.marks if mark.at == label]
        lines += [f"{s.id} {'-'.join(s.values)} {', '.join(s.flags)}".strip() for s in seen.pieces if s.at == label]
        return Text("\n".join(lines))

    def meaning(self, view: State, result: str) -> str:
        """A result in words; those of cards and tables say themselves what they mean."""
        return result

    def legend(self) -> RenderableType:
        """The signs on the map."""
        told = "; ".join(f"{entry.title}: {entry.text}" for entry in self.fixed.legend)
        return Text(f"A hex shows its number, a mark and its terrain, and the uppermost counter. {told}")
