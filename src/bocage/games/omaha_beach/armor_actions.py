"""What German armor does when its colour is on the fire card of its sector: fire, move or both (23.4)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.omaha_beach.armor import fire_from
from bocage.games.omaha_beach.armor_moves import roll, way_of
from bocage.games.omaha_beach.cards import Card
from bocage.games.omaha_beach.fire import Volley, has_targets, tell_silent, us_in_field, why_silent
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.tables import ArmorAction
from bocage.kernel import Next, Procedure, call, done

RULES: dict[ArmorAction, str] = {
    "fire_or_move": "23.4-02",
    "move_or_fire": "23.4-03",
    "overrun": "23.4-04",
    "aimed_fire": "23.4-06",
    "position_and_fire": "23.4-07",
}


def due(g: State, sector: int, card: Card) -> tuple[int, ...]:
    """The armor units in a sector whose colour is on its card; each acts once in a phase (23.4-01)."""
    return tuple(
        position
        for position in g.armor_on_map()
        if g.battle.sector(g.hex_of(position)) == sector
        and card.fires(g.battle.colour[g.battle.group_of[position]]) is not None
        and not g.german_acted >> position & 1
    )


def us_beside(g: State, position: int) -> bool:
    """Whether US units at which an armor unit can fire are next to it (23.4-06, 23.42)."""
    here = g.hex_of(position)
    return bool(g.battle.grid.spread(1 << here) & fire_from(g.battle, here) & g.occupied)


@dataclass
class ArmorActions(Procedure[None]):
    """The armor units of a sector act one after the other (23.4)."""

    sector: int
    waiting: tuple[int, ...] = ()

    def begin(self, g: State) -> Next:
        """Who is on the card."""
        self.waiting = due(g, self.sector, self.card(g))
        return self.next_unit

    def card(self, g: State) -> Card:
        """The card of the sector."""
        return g.battle.deck[g.fire_cards[self.sector]]

    def next_unit(self, g: State, _: object = None) -> Next:
        """Each is done before the next begins."""
        while self.waiting:
            position, self.waiting = self.waiting[0], self.waiting[1:]
            if self.acts(g, position):
                return call(Volley(self.sector, (g.battle.group_of[position],)), then=self.next_unit)
        return done()

    def acts(self, g: State, position: int) -> bool:
        """An armor unit moves if its action says so; True: it fires now."""
        group, card = g.battle.group_of[position], self.card(g)
        shot = card.fires(g.battle.colour[group])
        assert shot is not None
        why = why_silent(g, group, shot)
        if why is not None:
            tell_silent(g, group, why)
            return False
        g.german_acted |= 1 << position
        action = g.battle.tables.actions[shot.symbol].armor
        g.tell_result("armor_acts", RULES[action], step=True, position=position, hex=g.hex_of(position), action=action)
        if action == "fire_or_move" and has_targets(g, group, shot):
            return True
        if action == "aimed_fire" and us_beside(g, position):
            return True
        hexes = g.battle.tables.armor_moves.hexes(action)
        way = way_of(g, position, hexes, card.target, overrun=action == "overrun")
        roll(g, position, way)
        if way:
            return action == "position_and_fire" and us_beside(g, position)
        return action != "aimed_fire" and us_in_field(g, group)
