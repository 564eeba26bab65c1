"""The map of any table in letters: a window of hexes, two lines each, that fits a terminal of 80 columns.

A hex shows its number, a mark and its terrain, and below them its uppermost counter, or its name, or what leads out of
it to the south::

    1739⌂e   1740 e
    8/3-br  |~~~  \\

``=`` and ``|`` after a hex are a road and a river to the right, ``#`` is a bridge; ``/`` and ``\\`` are roads below,
``~`` is a river there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import sqrt

from rich.text import Text

from bocage.kernel import BocageError, nearest
from bocage.table import model

CELL = 8  # letters to a hex
ROW = 2  # lines to a hex
SYSTEM = "system"  # the side of pieces that no seat owns

# Colours of the 256 that nearly every terminal has; a hex has that of the first of these that it is.
GROUND = {
    "sea": "color(153) on color(67)",
    "city": "color(16) on color(145)",
    "town": "color(52) on color(181)",
    "buildings": "color(52) on color(181)",
    "beach": "color(58) on color(229)",
    "swamp": "color(23) on color(115)",
    "woods": "color(22) on color(107)",
    "rough": "color(52) on color(180)",
    "hill": "color(52) on color(180)",
    "bocage": "color(22) on color(150)",
    "clear": "color(59) on color(187)",
}
OTHER_GROUND = "color(59) on color(187)"
OUTSIDE = "color(244) on color(240)"
COUNTERS = {
    "us": "bold color(231) on color(64)",
    "uk": "bold color(231) on color(94)",
    "canada": "bold color(231) on color(94)",
    "green": "bold color(231) on color(28)",
    "brown": "bold color(231) on color(130)",
    "blue": "bold color(231) on color(25)",
    "red": "bold color(231) on color(124)",
    "black": "bold color(231) on color(16)",
}
OTHER_COUNTER = "bold color(231) on color(237)"
CHOICE = "bold color(16) on color(220)"
BARRIER = "color(25)"
WAY = "color(124)"
WITHOUT_LETTER = ("sea", "clear")

# The signs beside a hex number, the more important first, each for terminals with and without Unicode. Marks that come
# and go and are not among them show their first letter.
SIGNS = {
    "target": ("×", "x"),
    "held": ("◆", "!"),
    "objective": ("◇", "?"),
    "victory point": ("◇", "?"),
    "beachhead": ("⌂", "^"),
    "drop zone": ("○", "o"),
}
CAN_BE_CHOSEN = ("‹", "<")


class LetterBoard:
    """The map of one scenario; ``sides`` says which seats belong together."""

    def __init__(self, board: model.Board, sides: Mapping[str, Collection[str]], *, unicode: bool) -> None:
        self.hexes = {h.id: h for h in board.hexes}
        self.pieces = {piece.id: piece for piece in board.pieces}
        self.letters = terrain_letters(board.hexes)
        self.side_of = {seat: side for side, seats in sides.items() for seat in seats}
        self.signs = {kind: signs[not unicode] for kind, signs in SIGNS.items()}
        self.can_be_chosen = CAN_BE_CHOSEN[not unicode]
        near, far = board.map.hex_width * sqrt(3) / 2, board.map.hex_width
        pointy = board.map.orientation == "pointy"
        self.lines = {h.id: round(h.y / near) * ROW if pointy else round(h.y / far * ROW) for h in board.hexes}
        self.columns = {h.id: round(h.x / (far if pointy else near) * CELL) for h in board.hexes}
        self.in_use = {h.id for h in board.hexes if h.playable}
        self.in_use |= {other for h in board.hexes if h.playable for other in h.neighbours if other is not None}
        self.right, self.below = self._bearings()

    def _bearings(self) -> tuple[int | None, tuple[int | None, int | None]]:
        """The numbers of the directions to the right, and to the left and to the right below."""
        right = left_below = right_below = None
        for h in self.hexes.values():
            for number, other in enumerate(h.neighbours):
                if other is not None:
                    across = self.columns[other] - self.columns[h.id]
                    down = self.lines[other] - self.lines[h.id]
                    if across > 0:
                        right = number if not down else right
                        right_below = number if down > 0 else right_below
                    elif across < 0 < down:
                        left_below = number
        return right, (left_below, right_below)

    def known(self, label: str) -> str:
        """The label of a hex, if there is one."""
        if label not in self.hexes:
            raise BocageError(f"there is no hex '{label}'{nearest(label, self.hexes)}")
        return label

    # -- the window -------------------------------------------------------------------------------

    def draw(self, seen: model.View, width: int, height: int, at: str = "") -> Text:
        """The part of the map around a hex, or around the action."""
        choices = self.choices(seen)
        centre = self.known(at) if at else self.focus(seen, choices)
        there: dict[str, list[model.PieceState]] = defaultdict(list)
        for state in seen.pieces:
            there[state.at].append(state)
        marks: dict[str, set[str]] = defaultdict(set)
        for mark in seen.marks:
            marks[mark.at].add(mark.kind)
        lines, columns = [self.lines[h] for h in self.in_use], [self.columns[h] for h in self.in_use]
        top = _begin(min(lines), max(lines) + ROW, height, self.lines[centre])
        left = _begin(min(columns), max(columns) + CELL, width, self.columns[centre])
        drawn: dict[int, Text] = defaultdict(Text)
        for h in sorted(self.hexes.values(), key=lambda h: self.columns[h.id]):
            line, column = self.lines[h.id], self.columns[h.id] - left
            if top <= line <= top + height - ROW and 0 <= column <= width - CELL:
                for number, text in enumerate(self.cell(h, there[h.id], marks[h.id], h.id in choices)):
                    row = drawn[line + number]
                    row.pad_right(column - len(row))
                    row.append_text(text)
        return Text("\n", no_wrap=True).join(drawn[line] for line in sorted(drawn))

    def choices(self, seen: model.View) -> set[str]:
        """The hexes that can be chosen now, or hold a unit that can be."""
        at = {state.id: state.at for state in seen.pieces}
        orders = seen.decision.orders if seen.decision is not None else []
        places = {place for order in orders for place in (order.hex, at.get(order.unit or "")) if place is not None}
        return places & self.hexes.keys()

    def focus(self, seen: model.View, choices: set[str]) -> str:
        """Where to look: at the unit in hand, the target, what can be chosen, or the front."""
        decision = seen.decision
        if decision is not None:
            in_hand = [state.at for state in seen.pieces if state.id == decision.unit]
            for place in (*in_hand, decision.target):
                if place in self.hexes:
                    return str(place)
            hexes = {order.hex for order in decision.orders if order.hex in self.hexes}
            if hexes:
                return self.middle(filter(None, hexes))
        return self.middle(self.front(seen) or choices or self.in_use)

    def front(self, seen: model.View) -> set[str]:
        """Where the side that looks is nearest to another; empty as long as they do not face each other."""
        own: set[str] = set()
        others: set[str] = set()
        side = self.side_of.get(seen.seat, next(iter(self.side_of.values())))
        for state in seen.pieces:
            if state.at in self.hexes:
                seat = self.pieces[state.id].seat if state.id in self.pieces else SYSTEM
                (own if self.side_of.get(seat, SYSTEM) == side else others).add(state.at)
        if not own or not others:
            return own
        far = {h: min(self.distance(h, other) for other in others) for h in own}
        return {h for h, distance in far.items() if distance < min(far.values()) * 1.1}

    def middle(self, hexes: Iterable[str]) -> str:
        """The hex of some that lies most in their middle."""
        places = sorted(hexes)
        x = sum(self.hexes[h].x for h in places) / len(places)
        y = sum(self.hexes[h].y for h in places) / len(places)
        return min(places, key=lambda h: (self.hexes[h].x - x) ** 2 + (self.hexes[h].y - y) ** 2)

    def distance(self, one: str, other: str) -> float:
        """How far apart two hexes are, squared."""
        a, b = self.hexes[one], self.hexes[other]
        return (a.x - b.x) ** 2 + (a.y - b.y) ** 2

    # -- one hex ----------------------------------------------------------------------------------

    def cell(self, h: model.Hex, there: list[model.PieceState], marks: set[str], chosen: bool) -> tuple[Text, Text]:
        """The two lines of a hex."""
        if h.terrain == ["sea"] and not (there or marks or chosen):
            wave = "  ~  " if self.lines[h.id] // ROW % 2 else " ~   "
            return Text(wave.ljust(CELL), GROUND["sea"]), Text(" " * CELL, GROUND["sea"])
        if not h.playable:
            return Text("  .  ".ljust(CELL), OUTSIDE), Text(" " * CELL, OUTSIDE)
        kinds = {*h.terrain, *(marks & {"sea"})}
        ground = next((colour for kind, colour in GROUND.items() if kind in kinds), OTHER_GROUND)
        letters = "".join(self.letters[kind] for kind in h.terrain)
        above, below = Text(style=ground), Text(style=ground)
        above.append(f"{h.id:4.4}", CHOICE if chosen else "")
        above.append(self.sign(h, marks, chosen), "bold")
        above.append(f"{letters:2.2}")
        above.append(*self.to_the_right(h, first=True))
        below.append_text(self.content(h, there))
        below.append(*self.to_the_right(h, first=False))
        return above, below

    def sign(self, h: model.Hex, marks: set[str], chosen: bool) -> str:
        """The sign beside the number."""
        for kind, sign in self.signs.items():
            if kind in marks or kind in h.marks:
                return sign
        others = sorted(marks - {"sea"})
        return others[0][:1] if others else self.can_be_chosen if chosen else " "

    def content(self, h: model.Hex, there: list[model.PieceState]) -> Text:
        """The uppermost counter of a hex, or its name, or what leads out of it below; seven letters."""
        room = CELL - 1
        if there:
            state = there[-1]
            more = f"{'*' if state.reduced else ''}{f'+{len(there) - 1}' if len(there) > 1 else ''}"
            piece = self.pieces.get(state.id)
            style = COUNTERS.get(piece.nation, OTHER_COUNTER) if piece is not None else OTHER_COUNTER
            name = (piece.name if piece is not None else "") or state.id
            return Text(f"{name[: room - len(more)]}{more}".ljust(room), style)
        if h.name:
            return Text(f"{h.name:{room}.{room}}", "italic")
        left, right = (self.below_it(h, *what) for what in zip(self.below, "/\\", strict=True))
        return Text.assemble(left, " ", right)

    def to_the_right(self, h: model.Hex, *, first: bool) -> tuple[str, str]:
        """The letter between a hex and its neighbour to the right, with its style."""
        way, barrier = _crossing(h, self.right)
        if barrier:
            return ("#", WAY) if first and way else ("|", BARRIER)
        return ({"road": "=", "trail": "-"}[way], WAY) if first and way else (" ", "")

    def below_it(self, h: model.Hex, direction: int | None, road: str) -> tuple[str, str]:
        """Three letters for what crosses one of the sides below, with their style."""
        way, barrier = _crossing(h, direction)
        sign = road if way == "road" else ":"
        if barrier:
            return (f"~{sign}~" if way else "~~~"), BARRIER
        return (f" {sign} ", WAY) if way else ("   ", "")


def terrain_letters(hexes: Iterable[model.Hex]) -> dict[str, str]:
    """A letter for each kind of terrain, the commoner kinds first to choose: of their own letters, if one is left.

    >>> kinds = ["bocage"], ["beach", "bocage"]
    >>> terrain_letters(model.Hex(id="1", x=0, y=0, terrain=terrain, neighbours=[]) for terrain in kinds)
    {'sea': '', 'clear': '', 'bocage': 'b', 'beach': 'e'}
    """
    letters = dict.fromkeys(WITHOUT_LETTER, "")
    counted = Counter(kind for h in hexes for kind in h.terrain if kind not in letters)
    for kind, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])):
        letters[kind] = next((letter for letter in kind if letter not in letters.values()), kind[:1].upper())
    return letters


def _begin(low: int, high: int, room: int, centre: int) -> int:
    """Where a window of some room begins that has the centre in its middle, as far as that goes.

    >>> _begin(0, 100, 40, 90), _begin(0, 100, 40, 50), _begin(0, 100, 200, 50)
    (60, 30, 0)
    """
    return max(low, min(centre - room // 2, high - room))


def _crossing(h: model.Hex, direction: int | None) -> tuple[str, bool]:
    """The way over a side of a hex, and whether there is anything else on it: a river, a hedge."""
    kinds = [kind for kind, sides in h.sides.items() if direction in sides]
    roads = [kind for kind in kinds if "road" in kind]
    ways = [*roads, *(kind for kind in kinds if "trail" in kind)]
    way = "road" if roads else "trail" if ways else ""
    return way, any(kind not in ways and kind != "bridge" for kind in kinds)
