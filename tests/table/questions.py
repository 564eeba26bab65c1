"""Short questions to ask of the table of any game."""

from __future__ import annotations

from bocage.kernel import Game
from bocage.table import table_of
from bocage.table.model import Decision, GuideStep, Odds, OrderChoice, View


def decision(game: Game) -> Decision:
    """What is asked, as whoever is asked sees it."""
    seat = game.decision.seat
    found = table_of(game.setting).decision(game.view(seat), seat)
    assert found is not None
    return found


def choice(game: Game, order: str) -> OrderChoice:
    """A legal order in words."""
    return next(one for one in decision(game).orders if one.order == order)


def odds(game: Game, order: str) -> Odds:
    """The odds of an order in words."""
    wanted = game.parse(order)
    found = game.preview(wanted)
    assert found is not None
    return table_of(game.setting).odds(game.view(game.decision.seat), wanted, found)


def fits(step: GuideStep, view: View) -> bool:
    """Whether a step of a guided game can come up."""
    assert view.decision is not None
    verbs = {choice.verb for choice in view.decision.orders}
    if step.rule and step.rule != view.decision.rule:
        return False
    return (not step.phase or step.phase == view.phase) and (not step.verb or step.verb in verbs)
