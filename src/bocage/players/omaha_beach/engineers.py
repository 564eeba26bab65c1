"""Engineer bases, garrisons and command posts of the extended game (18, 19)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.state import NOWHERE
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.omaha_beach import weights as w
from bocage.players.omaha_beach.outlook import Outlook


def score_engineers(o: Outlook, orders: Sequence[Order]) -> list[float]:
    """A first base where it reaches most, then more range, then another; garrisons wherever they are allowed."""
    scores = []
    for order in orders:
        match order.verb:
            case "base":
                scores.append(worth_of_base(o, order.arg))
            case "extend":
                scores.append(2 * worth_of_reach(o, o.g.bases[order.arg]))
            case "garrison":
                scores.append(1.0 + (order.arg in o.prizes))
            case "all":
                scores.append(w.ALL_GARRISONS)
            case "establish":
                scores.append(company(o, o.g.where[order.arg]) - w.POST_COMPANY)
            case _:
                scores.append(0.0)
    return scores


def worth_of_reach(o: Outlook, h: Hex) -> float:
    """The positions and draws around a hex."""
    near = o.battle.grid.within(1 << h, w.BASE_REACH)
    draws = sum((draw.hexes & near).bit_count() for draw in o.battle.chart.draws.values())
    return (o.prize_hexes & near).bit_count() + draws


def worth_of_base(o: Outlook, h: Hex) -> float:
    """What a base would reach that no other does."""
    others = [base for base in o.g.bases if base != NOWHERE]
    near = sum(o.battle.grid.distance(h, base) <= 2 * w.BASE_REACH for base in others)
    return worth_of_reach(o, h) - w.SECOND_BASE * near


def company(o: Outlook, h: Hex) -> float:
    """How many units of infantry would soon be in command of a post in a hex; posts belong on the high ground."""
    near, g, foot = o.battle.grid.within(1 << h, w.POST_REACH) & o.battle.high, o.g, o.battle.foot
    if not o.battle.high >> h & 1:
        return 0.0
    return float(sum(foot[unit] for place in g.at if place < BOX and near >> place & 1 for unit in g.at[place]))
