"""The pending decision: every legal order as a person would say it, and its odds."""

from __future__ import annotations

from bocage.hexes import Hex
from bocage.kernel import About, Odds, Order
from bocage.table import model
from bocage.table.hexgame import Decisions, odds_by_verb
from tests.games.hedgerow.content import BLOCKS, COST, GRID, KINDS, MAP, PIECES, SEATS
from tests.games.hedgerow.orders import ATTACK, HEXES, TO, UNITS
from tests.games.hedgerow.rules import RESULTS
from tests.games.hedgerow.state import State
from tests.games.hedgerow.table.board import COLUMNS, RESULTS_CHART
from tests.games.hedgerow.title import Hedgerow

LABELS = {
    "face": "It is {}", "move": "Move {}", "to": "To {}", "fight": "Attack with {}", "attack": "Attack {}",
    "stop": "No farther", "end": "End the {}",
}  # fmt: skip


def label_of(view: State, order: Order) -> str:
    """An order for a button or a list."""
    if order.noun is not None:
        return LABELS[order.verb].format(order.noun.show(order.arg))
    if order.verb == "stop" and view.phase == "Fighting":
        return "Do not attack"
    return LABELS[order.verb].format(view.phase.lower())


def detail_of(view: State, order: Order) -> str:
    """What is there, as far as the seat knows."""
    if order.verb == ATTACK.name:
        target = view.block_at(order.arg)
        face = view.face(target)
        return f"{BLOCKS[target]}, {KINDS[face] if face >= 0 else 'face down'}"
    if order.noun is HEXES:
        return " ".join(filter(None, (MAP[order.arg].terrain, MAP[order.arg].name)))
    if order.noun is UNITS:
        return KINDS[view.face(order.arg)]
    return ""


class _Ways:
    """The way of the block in hand, hex by hex."""

    def __init__(self, view: State, matter: About) -> None:
        self._here = matter.path[-1:]

    def cost(self, order: Order) -> str:
        """Movement points."""
        return str(COST[order.arg]) if order.verb == TO.name else ""

    def path(self, hex_: Hex) -> list[str]:
        """From where it is."""
        return [GRID.label(h) for h in (*self._here, hex_)]


def _about(view: State) -> str:
    matter = view.about()
    return f"{BLOCKS[matter.unit]} in {GRID.label(view.where[matter.unit])}" if matter.unit >= 0 else ""


DECISIONS: Decisions[Hedgerow, State] = Decisions(
    units=UNITS,
    hexes=HEXES,
    decides=lambda seat: f"The {PIECES.seats[SEATS.index(seat)].title} decide",
    about=_about,
    label=label_of,
    detail=detail_of,
    place=lambda view, order: GRID.label(order.arg) if order.noun is HEXES else None,
    ways=_Ways,
    has_odds=odds_by_verb({"fighting": {ATTACK.name}}),
)
decision_of = DECISIONS.decision
HITS: dict[str, model.Hits] = {"D": "defender", "-": "nobody", "A": "attacker"}


def odds_of(setting: Hedgerow, view: State, order: Order, odds: Odds) -> model.Odds:
    """Exact odds in words."""
    several = len(odds.columns) > 1
    return model.Odds(
        attack=odds.attack,
        defence=odds.defence,
        difference=COLUMNS[odds.column],
        line=odds.line,
        column=f"{COLUMNS[odds.columns[0]]} to {COLUMNS[odds.columns[-1]]}" if several else COLUMNS[odds.column],
        shifts=[],
        results=[
            model.OddsResult(result=code, meaning=RESULTS[code], chance=odds.results[code], hits=HITS[code])
            for code in ("D", "-", "A")
            if code in odds.results
        ],
        rule=odds.rule,
        chart=RESULTS_CHART,
        chart_column=odds.column + 1,  # the first column is that of the die
        note="The block is face down: all that it may be is counted." if several else "",
    )
