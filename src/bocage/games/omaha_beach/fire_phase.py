"""The German Fire Phase (4.III, 15.III): a card for each sector, positions, artillery, recovery."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.omaha_beach.artillery import ArtilleryFire, settle_observers
from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.cards import Card, Shot
from bocage.games.omaha_beach.control import settle_communication
from bocage.games.omaha_beach.deck import draw
from bocage.games.omaha_beach.fire import Volley, has_targets, manned
from bocage.games.omaha_beach.german_actions import GermanActions
from bocage.games.omaha_beach.state import State
from bocage.hexes import members
from bocage.kernel import Next, Procedure, call, done


@dataclass
class FirePhase(Procedure[None]):
    """Both sectors, the east first (6-01)."""

    sector: int = 0

    def begin(self, g: State) -> Next:
        """Communication is settled for the phase, and so are the observers of off-map artillery (12.24, 6.51)."""
        g.phase = "German Fire"
        g.stricken = g.german_acted = 0
        settle_communication(g)
        settle_observers(g)
        return self.next_sector

    def next_sector(self, g: State, _: object = None) -> Next:
        """4.III."""
        while self.sector < len(SEATS):
            sector, self.sector = self.sector, self.sector + 1
            if sector in g.battle.sectors:
                return call(SectorFire(sector), then=self.next_sector)
        return done()


def shown(shot: Shot, *, letter: bool) -> str:
    """A colour of a card in words, with its letter when positions act by it."""
    words = ("double", shot.colour) if shot.double else (shot.colour,)
    return " ".join((*words, shot.symbol) if letter else words)


@dataclass
class SectorFire(Procedure[None]):
    """One fire card: positions, leaders, artillery, recovery (4.III-02)."""

    sector: int

    def begin(self, g: State) -> Next:
        """Draw the card; in the extended game positions do more than fire (16)."""
        card = draw(g)
        g.fire_cards[self.sector] = card.number
        actions = g.turn >= g.battle.german_actions_from
        colours = tuple(shown(shot, letter=actions) for shot in card.fire)
        empty, idle = ((), ()) if actions or g.hushed else self.in_vain(g, card)
        g.tell_result(
            "fire_card", "6-01", step=True, card=card.number, part="fire", sector=self.sector, colours=colours,
            target=str(card.target), acts=actions, empty=empty, idle=idle,
        )  # fmt: skip
        if actions:
            return call(GermanActions(self.sector), then=self.artillery)
        return call(Volley(self.sector, manned(g, self.sector, card)), then=self.artillery)

    def card(self, g: State) -> Card:
        """The card that is resolved."""
        return g.battle.deck[g.fire_cards[self.sector]]

    def in_vain(self, g: State, card: Card) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The colours at which no German stands, and the positions of the others that have nobody to fire at."""
        ready = manned(g, self.sector, card)
        empty, idle = [], []
        for shot in card.fire:
            groups = [group for group in ready if g.battle.colour[group] == shot.colour]
            empty += [str(shot.colour)] * (not groups)
            idle += [group for group in groups if not has_targets(g, group, shot)]
        return tuple(empty), tuple(idle)

    def artillery(self, g: State, _: object) -> Next:
        """6.5."""
        return call(ArtilleryFire(self.sector), then=self.recover)

    def recover(self, g: State, _: object) -> Next:
        """Disrupted positions of the three colours recover, single or double (6.4-02, 16-06)."""
        if not g.battle.track.during("german_recovery", g.turn):
            return done()
        for position in members(g.german_disrupted):
            group = g.battle.group_of[position]
            if g.battle.sector(g.hex_of(position)) == self.sector and self.card(g).fires(g.battle.colour[group]):
                g.german_disrupted &= ~(1 << position)
                g.tell_result("german_recovers", "6.4-02", step=True, position=position)
        return done()
