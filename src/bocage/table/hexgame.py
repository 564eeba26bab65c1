"""What hex games have in common at the table; each fills in what is its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from pydantic import TypeAdapter

from bocage.hexes import Grid, Hex, HexSet, Sides
from bocage.hexes.sheet import HEX, sheet_size, spot
from bocage.kernel import About, Frame, Noun, Order, Setting, State
from bocage.kernel import Odds as KernelOdds
from bocage.table import model
from bocage.table.layout import GameSetting, GameState, loss_of, verb_of

Spot = tuple[float, float]

FEW = 6  # answers at most to a question of which it is said that they cost the same
_CHOICES = TypeAdapter(list[model.OrderChoice])  # many at once cost a third of one by one


# -- the board -------------------------------------------------------------------------------------


def map_of(
    grid: Grid,
    name: str,
    spots: Iterable[Spot],
    *,
    margin: Spot,
    directions: Iterable[str],
    apron: float = 0.0,
    turned: bool = False,
) -> model.Map:
    """The drawing of a game, cut to a margin around the spots that a scenario uses.

    An apron is what the drawing has below its last row; some games have a second drawing, turned round.
    """
    across, down = zip(*spots, strict=True)
    width, height = sheet_size(grid)
    height += apron
    return model.Map(
        picture=f"/maps/{name}.svg",
        painted=f"/maps/{name}.webp",
        turned=f"/maps/{name}-turned.svg" if turned else "",
        turned_painted=f"/maps/{name}-turned.webp" if turned else "",
        width=width,
        height=height,
        hex_width=HEX,
        orientation="pointy" if grid.kind == "rows" else "flat",
        directions=list(directions),
        left=max(0.0, round(min(across) - margin[0], 1)),
        top=max(0.0, round(min(down) - margin[1], 1)),
        right=min(width, round(max(across) + margin[0], 1)),
        bottom=min(height, round(max(down) + margin[1], 1)),
    )


def hexes_of(
    grid: Grid,
    playable: HexSet,
    *,
    terrain: Callable[[Hex], list[str]],
    name: Callable[[Hex], str],
    sides: Mapping[str, Sides],
    marks: Mapping[str, HexSet],
) -> list[model.Hex]:
    """Every hex of the map with what is on it, around it and printed in it."""
    found = []
    for h in grid.hexes:
        x, y = spot(grid, h)
        around = [grid.toward(h, direction) for direction in range(len(grid.directions))]
        lying = {
            kind: [number for number, other in enumerate(around) if other is not None and (h, other) in pairs]
            for kind, pairs in sides.items()
        }
        found.append(
            model.Hex(
                id=grid.label(h),
                x=x,
                y=y,
                terrain=terrain(h),
                name=name(h),
                playable=bool(playable >> h & 1),
                neighbours=[grid.label(other) if other is not None else None for other in around],
                sides={kind: numbers for kind, numbers in lying.items() if numbers},
                marks=[kind for kind, hexes in marks.items() if hexes >> h & 1],
            )
        )
    return found


# -- the view --------------------------------------------------------------------------------------


def outcome_of(view: State, names: Mapping[str, str] | None = None) -> model.Outcome | None:
    """How the game ended; sides that are called otherwise than in records have names."""
    found = view.outcome
    if found is None:
        return None
    title = found._replace(winner=(names or {}).get(found.winner, found.winner)).title
    return model.Outcome(winner=found.winner, title=title[:1].upper() + title[1:], reason=found.reason, rule=found.rule)


# -- the decision ----------------------------------------------------------------------------------


class Ways(Protocol):
    """Where the unit in question would go, and what orders would cost."""

    def cost(self, order: Order) -> str:
        """What is paid for an order; nothing: it costs nothing that is counted."""

    def path(self, hex_: Hex) -> list[str]:
        """The hexes through which it would go."""


def _never(view: State, order: Order) -> bool:
    return False


SeriesOf = Callable[[State, str], Iterable[model.Series]]


def _none(view: State, seat: str) -> Iterable[model.Series]:
    return ()


def series_by_procedure(titles: Mapping[type[Frame], str]) -> SeriesOf:
    """The series that a decision of a seat belongs to, where each is a procedure with a title, the shortest first."""

    def series(view: State, seat: str) -> Iterable[model.Series]:
        for frame in reversed(view.stack):
            if title := titles.get(type(frame)):
                yield model.Series(id=type(frame).__name__, title=title)

    return series


def odds_by_verb(verbs: Mapping[str, Collection[str]]) -> Callable[[State, Order], bool]:
    """Orders that have odds by their verbs alone, which are given by what is done."""
    return lambda view, order: order.verb in verbs.get(view.stack[-1].doing, ())


def favour(odds: model.Odds) -> float:
    """How good odds are for the attacker: how much likelier it is that they hit the defender alone than him."""
    weights = {"defender": 1, "attacker": -1}
    return sum(weights.get(result.hits, 0) * result.chance for result in odds.results)


def help_of(odds: model.Odds | None) -> tuple[float, float]:
    """What a unit brings to an attack: its odds with it, of equals the strength that the next may build on."""
    return (-1, 0) if odds is None else (favour(odds), odds.attack or 0)


def loss_beside(label: str, loss: str) -> str:
    """A certain loss, unless the label of the order says just that already.

    >>> loss_beside("27 loses a step", "27 loses a step."), loss_beside("27 loses a step", "27 is eliminated.")
    ('', '27 is eliminated.')
    """
    return "" if loss == f"{label}." else loss


def either_way(setting: Setting, view: State) -> str:
    """The loss that all answers to a question lead to, as a sentence; nothing where they differ."""
    orders = view.pending.orders if view.pending is not None else ()
    if not 1 < len(orders) <= FEW:
        return ""
    losses = [setting.foresee(view, order) for order in orders]
    told = {setting.sentence(events[-1]) for events in losses if events}
    return f" Either way: {told.pop()}" if all(losses) and len(told) == 1 else ""


@dataclass(frozen=True)
class Decisions(Generic[GameSetting, GameState]):
    """How a hex game tells a decision: the nouns of its units and hexes, and its words."""

    units: Noun
    hexes: Noun  # or places, if boxes can be fought for
    decides: Callable[[str], str]  # what the others are told while a seat decides
    about: Callable[[GameState], str]
    label: Callable[[GameState, Order], str]
    detail: Callable[[GameState, Order], str]
    place: Callable[[GameState, Order], str | None]  # the hex or box that an order is about
    ways: Callable[[GameState, About], Ways]
    has_odds: Callable[[GameState, Order], bool]  # whether the title's preview has odds for an order
    sets_off: Callable[[GameState, Order], bool] = _never
    begins: Callable[[GameState, Order], bool] = _never  # whether an order begins an attack that others may join
    goes: str = "to"  # the verb with which the unit in question goes somewhere
    hexes_alone: Noun | None = None  # those of places that are no boxes, if orders know both
    series: SeriesOf = _none  # set-ups, landings, what else a staff may take over

    def decision(self, setting: GameSetting, view: GameState, seat: str) -> model.Decision | None:
        """What is asked; if not of ``seat``, only the place that is fought for and the series that goes on for it."""
        pending = view.pending
        if pending is None:
            return None
        matter = view.about()
        target = self.hexes.show(matter.target) if matter.target >= 0 else None
        if pending.seat != seat:
            series = list(self.series(view, seat)) if seat in setting.seats else []
            return model.Decision(seat=pending.seat, prompt=self.decides(pending.seat), target=target, series=series)
        ways = self.ways(view, matter)
        return model.Decision(
            seat=seat,
            prompt=pending.prompt + either_way(setting, view),
            rule=pending.rule,
            about=self.about(view),
            unit=self.units.show(matter.unit) if matter.unit >= 0 else None,
            units=[self.units.show(unit) for unit in (matter.unit, *matter.attackers, matter.defender) if unit >= 0],
            target=target,
            orders=_CHOICES.validate_python([self._choice(setting, view, order, ways) for order in pending.orders]),
            hex_verb=self._hex_verb(pending.orders),
            unit_verb=verb_of(pending.orders, self.units) or matter.unit_verb,
            target_verb=matter.target_verb,
            series=list(self.series(view, seat)),
        )

    def _hex_verb(self, orders: Sequence[Order]) -> str:
        """With which a hex is chosen, or nothing."""
        alone = verb_of(orders, self.hexes_alone) if self.hexes_alone is not None else ""
        return alone or verb_of(orders, self.hexes)

    def _choice(self, setting: GameSetting, view: GameState, order: Order, ways: Ways) -> dict[str, object]:
        verb, arg, label = order.verb, order.arg, self.label(view, order)
        return {
            "order": order.text,
            "verb": verb,
            "unit": self.units.show(arg) if order.noun is self.units else None,
            "hex": self.place(view, order),
            "label": label,
            "detail": self.detail(view, order),
            "cost": ways.cost(order),
            "path": ways.path(arg) if verb == self.goes else [],
            "odds": self.has_odds(view, order),
            "reach": self.begins(view, order),
            "loss": loss_beside(label, loss_of(setting, view, order)),
            "sets_off": self.sets_off(view, order),
        }

    def reach(
        self,
        setting: GameSetting,
        view: GameState,
        order: Order,
        odds: Callable[[GameSetting, GameState, Order, KernelOdds], model.Odds],
    ) -> model.Odds | None:
        """The best odds of the attack that an order begins, and who must join for them; of equals the fewest."""
        ways = list(self._ways(setting, view, order, odds)) if self.begins(view, order) else []
        return max(ways, key=favour, default=None)

    def _ways(
        self,
        setting: GameSetting,
        view: GameState,
        order: Order,
        odds: Callable[[GameSetting, GameState, Order, KernelOdds], model.Odds],
    ) -> Iterator[model.Odds]:
        """The odds of an attack as whoever helps it most joins next; the last may begin it, so it is not played."""
        state, joined, last = view.copy(), list[str](), False
        state.hush()
        way = self._way(setting, state, order, odds)
        while True:
            if way is not None:
                way.joined = list(joined)
                yield way
            if last or self.sets_off(state, order):
                return
            state.resume(order)
            joining = [one for one in state.pending.orders if one.noun is self.units] if state.pending else []
            if not joining:
                return
            found = [(one, self._way(setting, state, one, odds)) for one in joining]
            order, way = max(found, key=lambda one: help_of(one[1]))
            last = len(joining) == 1
            joined.append(self.units.show(order.arg))

    def _way(
        self,
        setting: GameSetting,
        state: GameState,
        order: Order,
        odds: Callable[[GameSetting, GameState, Order, KernelOdds], model.Odds],
    ) -> model.Odds | None:
        """The odds of an attack as it stands with an order, if it has any."""
        found = setting.preview(state, order) if self.has_odds(state, order) else None
        return None if found is None else odds(setting, state, order, found)
