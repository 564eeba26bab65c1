"""Fire & Movement in the terminal: the heading, the board, and what can be said of a unit or a hex."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bocage.cli.board import ASCII, LETTERS, UNICODE, Board, front, middle, side_of
from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.sentences import RESULTS
from bocage.games.fire_movement.state import ABSENT, ELIMINATED, State
from bocage.games.fire_movement.supply import supplied_units
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.victory import captured_cities, captured_city_hexes
from bocage.games.fire_movement.words import CUP_NAMES, GRID, UNIT_IDS, unit_number
from bocage.hexes import Hex, HexError, HexSet, members
from bocage.kernel import Ask, BocageError, Order, Setting
from bocage.kernel import State as KernelState
from bocage.table.fire_movement.words import (
    OF_HEXES,
    OF_UNITS,
    about,
    describe,
    hex_words,
    meaning,
    objective_hexes,
    place_at,
    strength,
    target_of,
    unit_line,
    whereabouts,
)

_PHASES = {"landings": "The landings"}


class FireMovementDisplay:
    """See ``Display``."""

    results = tuple(RESULTS)

    def __init__(self, setting: Setting, *, unicode: bool) -> None:
        assert isinstance(setting, FireMovement)
        self.setting = setting
        self.battle = setting.battle
        self.edition = "folio" if self.battle.folio else "quad"
        self.unicode = unicode
        self.dot = " · " if unicode else " | "
        self.names: dict[Hex, str] = {}
        for place in self.battle.chart.places:
            if place.kind in ("city", "town"):
                for label in place.hexes:
                    self.names.setdefault(GRID.at(label), place.name)
        self.objectives = objective_hexes(self.battle)

    # -- the heading ------------------------------------------------------------------------------

    def heading(self, view: KernelState) -> RenderableType:
        """Three lines: where the game is, how victory stands, what support there is."""
        assert isinstance(view, State)
        parts = [self.setting.title]
        if view.turn:
            parts += [f"GT {view.turn} of {view.last_turn}", f"{SEATS[view.active].capitalize()} {view.phase}"]
        else:
            parts.append(_PHASES.get(view.phase, view.phase))
        if self.battle.weather and view.turn > 1:
            parts.append("foul weather" if view.foul_weather else "fair weather")
        return Group(
            Text(self.dot.join(parts), "bold reverse", no_wrap=True, overflow="ellipsis"),
            Text(self.dot.join(self._victory(view)), no_wrap=True, overflow="ellipsis"),
            Text(self.dot.join(self._support(view)), no_wrap=True, overflow="ellipsis"),
        )

    def _victory(self, view: State) -> list[str]:
        scenario = self.battle.scenario
        if scenario.campaign:
            goal = f"Victory: {captured_city_hexes(view)} of {scenario.campaign_city_hexes} city hexes"
            return [goal, f"{captured_cities(view)} of {scenario.campaign_cities} cities whole", self._beachheads(view)]
        wanted = self.battle.areas[0].objectives
        held = (view.held & self.objectives).bit_count()
        names = " ".join(
            f"{label}{'+' if view.held >> GRID.at(label) & 1 else ''}" for label in sorted(wanted.hexes, reverse=True)
        )
        told = [f"Victory: {held} of {wanted.needed} objectives ({names})"]
        if wanted.adjacent_units:
            near = GRID.spread(GRID.set(wanted.adjacent_to))
            there = sum(near >> view.where[unit] & 1 for unit in members(view.force[ALLIED]))
            place = place_at(self.battle.chart, GRID.at(wanted.adjacent_to[0]))
            told.append(f"{there} of {wanted.adjacent_units} units at {place}")
        return [*told, self._beachheads(view)]

    def _beachheads(self, view: State) -> str:
        count = view.beachheads.bit_count()
        return f"{count} beachhead{'s' if count != 1 else ''}"

    def _support(self, view: State) -> list[str]:
        cups = [f"{CUP_NAMES[cup]} {len(markers)}" for cup, markers in enumerate(view.cups) if view.pool[cup]]
        gone = [self.battle.side[unit] for unit, where in enumerate(view.where) if where == ELIMINATED]
        lost = [f"{seat} {gone.count(side)}" for side, seat in enumerate(SEATS)]
        return [f"Markers: {', '.join(cups) or 'none'}", f"Units lost: {', '.join(lost)}"]

    # -- the board --------------------------------------------------------------------------------

    def board(self, view: KernelState, decision: Ask | None, width: int, height: int, at: str = "") -> RenderableType:
        """The map around a hex, the unit in hand, the target, or the front."""
        assert isinstance(view, State)
        choices = self._choices(view, decision)
        board = Board(width, height, self.unicode, choices, self.objectives, self.names)
        centre = self._hex(at) if at else self._focus(view, decision, choices)
        return board.draw(view, centre)

    def board_key(self, view: KernelState, decision: Ask | None) -> object:
        """Units, markers and choices on the map."""
        assert isinstance(view, State)
        return (
            tuple(view.where), view.reduced, view.beachheads, tuple(view.secret.items()), tuple(view.drop_zones),
            self._hex_choices(decision), view.phase, view.active,
        )  # fmt: skip

    def _hex_choices(self, decision: Ask | None) -> HexSet:
        hexes: HexSet = 0
        for order in decision.orders if decision is not None else ():
            if order.verb in OF_HEXES:
                hexes |= 1 << order.arg
        return hexes

    def _choices(self, view: State, decision: Ask | None) -> HexSet:
        hexes = self._hex_choices(decision)
        for order in decision.orders if decision is not None else ():
            if order.verb in OF_UNITS and view.where[order.arg] >= 0:
                hexes |= 1 << view.where[order.arg]
        return hexes

    def _focus(self, view: State, decision: Ask | None, choices: HexSet) -> Hex:
        unit = self._in_hand(view)
        if unit >= 0 and view.where[unit] >= 0:
            return view.where[unit]
        target = target_of(view)
        if target >= 0:
            return target
        hexes = list(members(self._hex_choices(decision)))
        if hexes and not view.turn:
            return middle(view, hexes)
        return front(view) if view.turn or not choices else middle(view, list(members(choices)))

    def _in_hand(self, view: State) -> int:
        frame = view.stack[-1] if view.stack else None
        for name in ("in_hand", "unit"):
            unit = getattr(frame, name, -1)
            if isinstance(unit, int) and unit >= 0:
                return unit
        return -1

    # -- words ------------------------------------------------------------------------------------

    def about(self, view: KernelState, decision: Ask) -> str:
        """The unit or combat that a decision is about, in words."""
        assert isinstance(view, State)
        return about(view)

    def describe(self, view: KernelState, order: Order) -> str:
        """Strength and place of a unit; name, terrain and units of a hex."""
        assert isinstance(view, State)
        return describe(view, order)

    def _hex(self, label: str) -> Hex:
        try:
            return GRID.at(label)
        except HexError as error:
            raise BocageError(str(error)) from None

    # -- tables -----------------------------------------------------------------------------------

    def units(self, view: KernelState, words: str) -> RenderableType:
        """Every unit of the scenario with its strength and place."""
        assert isinstance(view, State)
        table = Table("unit", "strength", "where", "title", box=box.SIMPLE_HEAD, pad_edge=False)
        order = sorted(range(len(UNIT_IDS)), key=lambda unit: (self.battle.side[unit], view.where[unit] < 0))
        for unit in order:
            if view.where[unit] == ABSENT or words.lower() not in unit_line(view, unit).lower():
                continue
            row = (
                UNIT_IDS[unit],
                strength(view, unit),
                whereabouts(view, unit),
                self.battle.units[unit].title,
            )
            table.add_row(Text(row[0], side_of(view, unit)), *row[1:], style="dim" if view.where[unit] < 0 else "")
        return table if table.row_count else Text(f"No unit of this scenario has '{words}' in its line.")

    def unit(self, view: KernelState, name: str) -> RenderableType:
        """Everything on one unit's counter, where it is, and where the numbers come from."""
        assert isinstance(view, State)
        try:
            unit = unit_number(name)
        except ValueError as error:
            raise BocageError(str(error)) from None
        known = self.battle.units[unit]
        sides = [f"front {known.front.attack}-{known.front.defence}-{known.front.movement}"]
        if known.back is not None:
            sides.append(f"back {known.back.attack}-{known.back.defence}-{known.back.movement}")
        state = [word for word, mask in (("has moved", view.moved), ("has fought", view.fought)) if mask >> unit & 1]
        if view.where[unit] >= 0 and self.battle.side[unit] == ALLIED and not supplied_units(view) >> unit & 1:
            state.append("out of supply")
        lines = [
            unit_line(view, unit),
            f"{', '.join(sides)}; {known.steps} step{'s' if known.steps > 1 else ''}; "
            f"{'a' if known.zoc else 'no'} zone of control{'; ' + ', '.join(state) if state else ''}",
            f"Listed: {known.listed.kind} {known.listed.note}. Values: {known.values.kind} ({known.values.note}).",
        ]
        return Text("\n".join(lines))

    def hex(self, view: KernelState, label: str) -> RenderableType:
        """Terrain, costs, sides, units and marks of one hex."""
        assert isinstance(view, State)
        h = self._hex(label)
        battle, chart = self.battle, self.battle.chart
        lines = [f"{label}: {hex_words(view, h)}"]
        if not battle.playable >> h & 1:
            return Text(f"{lines[0]}; not in play in this scenario")
        lines.append(
            f"To enter: {battle.entry_cost(h, False) / 2:g} MP on foot, {battle.entry_cost(h, True) / 2:g} mobile; "
            f"{battle.hex_line[h]} line of the results table"
        )
        for what, sides in (("Roads", chart.roads), ("Trails", chart.trails), ("Rivers", chart.rivers)):
            found = []
            for number, direction in enumerate(GRID.directions):
                other = GRID.toward(h, number)
                if other is not None and (h, other) in sides:
                    bridge = " with a bridge" if what == "Rivers" and (h, other) in chart.bridges else ""
                    found.append(f"{direction} ({GRID.label(other)}){bridge}")
            if found:
                lines.append(f"{what}: {', '.join(found)}")
        marks = [
            word
            for word, true in (
                ("objective", self.objectives >> h & 1),
                ("beachhead", view.beachheads >> h & 1),
                ("drop zone", h in view.drop_zones),
                ("last held by the Allies", view.held >> h & 1),
                ("in an Allied zone of control", view.in_ezoc(1 - ALLIED, h)),
                ("in a German zone of control", view.in_ezoc(ALLIED, h)),
            )
            if true
        ]
        if marks:
            lines.append(", ".join(marks).capitalize())
        lines += [unit_line(view, unit) for unit in view.at.get(h, ())]
        return Text("\n".join(lines))

    def meaning(self, view: KernelState, result: str) -> str:
        """A result of the table in words, for the combat at hand."""
        assert isinstance(view, State)
        return meaning(view, result)

    def legend(self) -> RenderableType:
        """The signs on the board."""
        signs = UNICODE if self.unicode else ASCII
        terrain = ", ".join(f"{letter} {kind}" for kind, letter in LETTERS.items() if letter)
        return Text(
            f"On the map: {terrain}; {signs.objective} objective, {signs.taken} taken, {signs.beachhead} beachhead, "
            f"{signs.drop_zone} drop zone, {signs.choice} or yellow: can be chosen now. After a hex: = road, - trail, "
            f"| river, # bridge to the east; below it: / and \\ roads, : trails, ~ rivers to the south. "
            f"Units: * reduced, +1 one more below; strengths are attack-defence-movement."
        )
