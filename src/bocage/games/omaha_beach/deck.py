"""The cards (2.3): drawn at random for one purpose, laid on the card track, discarded, and now and then shuffled."""

from __future__ import annotations

from bocage.games.omaha_beach.cards import Card
from bocage.games.omaha_beach.state import State


def draw(g: State, use: str = "") -> Card:
    """Draw a card; if there is none left, the discards become the deck, without the cards on the track (4.VI-02)."""
    if not g.deck:
        g.deck, g.discards = tuple(sorted(g.discards)), ()
        g.tell("deck_renewed", "4.VI-02", cards=len(g.deck))
    place = g.chance.pick(len(g.deck))
    number, g.deck = g.deck[place], g.deck[:place] + g.deck[place + 1 :]
    g.drawn = (*g.drawn, number)
    if use:
        g.drawn_for = (*g.drawn_for, (number, use))
    return g.battle.deck[number]


def discard_all(g: State) -> None:
    """The cards of the turn leave the track; where the turn track says so the discards are shuffled in (4.VI-01)."""
    g.discards, g.drawn, g.drawn_for = (*g.discards, *g.drawn), (), ()
    if g.battle.track.turns[g.turn].shuffle:
        g.deck, g.discards = tuple(sorted((*g.deck, *g.discards))), ()
        g.tell("shuffled", "4.VI-01", cards=len(g.deck))


def pick_from(g: State, pool: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """One piece of a pool at random, and the pool without it (3-20).

    Picks are written down for everybody to read, so the order of the pool must be nobody's knowledge: it follows from a
    secret of the set-up.
    """
    place = g.chance.pick(len(pool)) if len(pool) > 1 else 0
    piece = sorted(pool, key=g.unknown_rank)[place] if g.secret else pool[place]
    place = pool.index(piece)
    return piece, (*pool[:place], *pool[place + 1 :])
