"""German actions (16): what every position does whose colour is on the fire card, one after the other.

The order is fixed: occupied positions from the highest number down, then the empty ones, then the advances (16-04).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bocage.games.omaha_beach.advance import Advance, attempts, destination
from bocage.games.omaha_beach.armor_actions import ArmorActions
from bocage.games.omaha_beach.cards import Card, Shot
from bocage.games.omaha_beach.fire import Volley, active, has_targets, manned, tell_silent, us_in_field, why_silent
from bocage.games.omaha_beach.german_moves import NEAR, do_nothing, re_occupy, re_supply, redeploy, reinforce_position
from bocage.games.omaha_beach.harassment import ambush, gun_fire, has_guns, mortar, patrol
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.tables import Action
from bocage.kernel import Next, Procedure, call, done


def rank(g: State, group: int) -> tuple[int, str]:
    """The number and then the letter of a position; one without ID has number 0 (16-04)."""
    head = g.battle.positions[g.battle.groups[group][0]]
    return (int(head.group.removeprefix("WN")), head.id) if head.kind == "wn" else (head.number, head.id)


def has_acted(g: State, group: int) -> bool:
    """Whether a position has acted in this phase, or its unit has only just come (16.1-03, 16.32, 16.4-04)."""
    return bool(g.german_acted & g.battle.group_mask[group])


def occupied(g: State, sector: int, card: Card) -> tuple[int, ...]:
    """The manned groups of a sector that are on a card, the highest number first."""
    return tuple(sorted(manned(g, sector, card), key=lambda group: rank(g, group), reverse=True))


def empty(g: State, sector: int, card: Card) -> tuple[int, ...]:
    """The empty groups that may act: WNs and positions near a US unit, in communication (16-01, 16-05)."""
    battle, found, held = g.battle, list[int](), g.german_hexes | g.occupied
    for group in battle.groups_on(card, sector):
        positions = battle.groups[group]
        if (
            not battle.group_hexes[group] & held
            and not has_acted(g, group)
            and g.communicating & battle.group_mask[group]
            and (battle.is_wn[group] or battle.disc(battle.positions[positions[0]].hex, NEAR) & g.occupied)
        ):
            found.append(group)
    return tuple(sorted(found, key=lambda group: rank(g, group), reverse=True))


def action_of(g: State, group: int, shot: Shot) -> Action:
    """What the German Action Summary says of a position (16-02)."""
    row = g.battle.tables.actions[shot.symbol]
    cells = row.wn if g.battle.is_wn[group] else row.reinforcement
    if not g.battle.group_mask[group] & g.held:
        return cells.empty
    return cells.us if has_targets(g, group, shot) else cells.no_us


def why_idle(g: State, group: int, shot: Shot) -> str | None:
    """Why an occupied position on the card does nothing; smoke stops only its fire (16-05, 16-07, 16.21, EV.9-04)."""
    if not active(g, group):
        return "disrupted"
    if action_of(g, group, shot) == "re_supply":
        return None
    why = why_silent(g, group, shot)
    return None if why == "smoke" else why


@dataclass
class GermanActions(Procedure[None]):
    """All actions of a sector on its card."""

    sector: int
    waiting: tuple[int, ...] = ()  # groups still to be checked
    advancing: tuple[int, ...] = ()  # positions whose units try to advance when all others have acted (16.85)

    def begin(self, g: State) -> Next:
        """Occupied positions first."""
        self.waiting = occupied(g, self.sector, self.card(g))
        return self.next_occupied

    def card(self, g: State) -> Card:
        """The card of the sector."""
        return g.battle.deck[g.fire_cards[self.sector]]

    def shot(self, g: State, group: int) -> Shot:
        """What the card says of a position."""
        shot = self.card(g).fires(g.battle.colour[group])
        assert shot is not None
        return shot

    def next_occupied(self, g: State, _: object = None) -> Next:
        """Each result is carried out before the next position is checked (16-03)."""
        while self.waiting:
            group, self.waiting = self.waiting[0], self.waiting[1:]
            procedure = self.act(g, group)
            if procedure is not None:
                return call(procedure, then=self.next_occupied)
        return self.man_strongpoints

    def act(self, g: State, group: int) -> Procedure[None] | None:
        """An occupied position acts, at once or by a procedure."""
        shot, position = self.shot(g, group), g.battle.groups[group][0]
        idle, action = why_idle(g, group, shot), action_of(g, group, shot)
        if idle is not None:
            if has_targets(g, group, shot):
                tell_silent(g, group, idle)
            return None
        if action == "advance" and self.will_advance(g, position):
            self.advancing = (*self.advancing, position)
            return None
        g.german_acted |= g.battle.group_mask[group]
        if action == "redeploy":
            redeploy(g, position)
        elif action == "re_supply":
            re_supply(g, position)
        elif action in HARASS:
            return self.harass(g, group, action)
        if action in ("fire", "re_supply") or (action == "advance" and us_in_field(g, group)):
            return Volley(self.sector, (group,))
        return None

    def will_advance(self, g: State, position: int) -> bool:
        """Whether a unit has somewhere to go and tries it rather than fire (16.8, 16.81)."""
        return destination(g, position) is not None and attempts(g, position)

    def harass(self, g: State, group: int, action: Action) -> Procedure[None] | None:
        """Mortars, patrols, guns and ambushes: nothing happens without a target (16.51, 16.6-04, 16.7-04)."""
        procedure = HARASS[action](g, group, self.card(g))
        if procedure is None and (action != "artillery_fire" or has_guns(g, group)):
            do_nothing(g, group, action, NOBODY[action])
        return procedure

    def man_strongpoints(self, g: State) -> Next:
        """Empty WNs are re-occupied together, since the nearest to US units come first (16.12)."""
        self.waiting = empty(g, self.sector, self.card(g))
        re_occupy(g, [group for group in self.waiting if action_of(g, group, self.shot(g, group)) == "re_occupy"])
        return self.next_empty

    def next_empty(self, g: State, _: object = None) -> Next:
        """Empty reinforcement positions receive units or ambush, on single and double symbols alike (16-08)."""
        while self.waiting:
            group, self.waiting = self.waiting[0], self.waiting[1:]
            action = action_of(g, group, self.shot(g, group))
            if action == "reinforce":
                reinforce_position(g, g.battle.groups[group][0])
            elif action == "ambush" and us_in_field(g, group):
                procedure = self.harass(g, group, action)
                if procedure is not None:
                    return call(procedure, then=self.next_empty)
        return call(ArmorActions(self.sector), then=self.next_advance)

    def next_advance(self, g: State, _: object = None) -> Next:
        """A unit whose way has been closed meanwhile fires, if it can (16.8-03)."""
        while self.advancing:
            position, self.advancing = self.advancing[0], self.advancing[1:]
            target = destination(g, position)
            if target is not None and attempts(g, position):
                return call(Advance(position, target), then=self.next_advance)
            g.german_acted |= 1 << position
            if us_in_field(g, g.battle.group_of[position]):
                return call(Volley(self.sector, (g.battle.group_of[position],)), then=self.next_advance)
        return done()


HARASS: dict[Action, Callable[[State, int, Card], Procedure[None] | None]] = {
    "mortar": mortar,
    "patrol": patrol,
    "artillery_fire": gun_fire,
    "ambush": ambush,
}
NOBODY: dict[Action, str] = {  # the rules by which nothing happens
    "mortar": "16.51-01",
    "patrol": "16.6-04",
    "artillery_fire": "16.7-04",
    "ambush": "16.9-03",
}
