"""The advance of a German unit along the arrow of its position (16.8)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.omaha_beach.command_posts import revert
from bocage.games.omaha_beach.fire import us_in_field
from bocage.games.omaha_beach.german_moves import shift
from bocage.games.omaha_beach.losses import eliminate, lose_steps
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.reinforcements import WITHDRAWS
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.targets import has_symbol
from bocage.games.omaha_beach.units import UnitType
from bocage.games.omaha_beach.words import GRID, LOSE, TO, UNIT_IDS
from bocage.hexes import HexSet, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, done

HELD = 7  # US strength in the route that repulses an advance (16.82-06)


def destination(g: State, position: int) -> int | None:
    """The position that an arrow points to and no German unit holds; B1 prefers A7 to A6 (16.8-02, 16.86)."""
    numbers = {here.id: number for number, here in enumerate(g.battle.positions)}
    targets = (numbers[name] for name in g.battle.positions[position].advance_to)
    return next((target for target in targets if g.german_at(g.battle.positions[target].hex) == NONE), None)


def why_advance(g: State, position: int) -> str | None:
    """Why a unit would rather advance than fire, None if it would not; its division counts once revealed (16.81)."""
    if not us_in_field(g, g.battle.group_of[position]):
        return "no_targets"
    if g.german_depth[position] == NONE:
        return None
    if not g.is_shown(position):
        return "unrevealed"
    return "division" if g.battle.german[g.german[position]].division == WITHDRAWS else None


def attempts(g: State, position: int) -> bool:
    """Whether a unit tries to advance, if it has somewhere to go."""
    return why_advance(g, position) is not None


def is_defender(g: State, unit: int) -> bool:
    """Infantry and tanks stand up to an advance; all others are disrupted (16.82-04)."""
    return g.battle.foot[unit] or g.battle.units[unit].type is UnitType.TANK


def defence(g: State, unit: int) -> int:
    """What a US unit adds to the defence: double in buildings and bocage, one more for a hero (16.82-05, 16.84)."""
    if g.disrupted >> unit & 1:
        return 0
    shelter = g.battle.chart.with_terrain["buildings"] | g.battle.chart.with_terrain["bocage"]
    factor = 2 if shelter >> g.where[unit] & 1 else 1
    return factor * g.strength_of(unit) + g.heroes[unit]


def refuges(g: State, target: int, route: HexSet) -> HexSet:
    """Where US units go that are driven from a position: next to it, dry, passable, out of the route (16.82-09)."""
    closed = route | g.german_hexes | g.battle.chart.with_terrain["rough"]
    return g.battle.grid.spread(1 << g.battle.positions[target].hex) & g.battle.dry(g.turn) & ~closed


@dataclass
class Advance(Procedure[None]):
    """One unit tries to reach the position that its arrow points to (16.82)."""

    position: int
    target: int

    def begin(self, g: State) -> Next:
        """Nobody in the route, nobody to stop it (16.82-03)."""
        g.german_acted |= 1 << self.position
        why = why_advance(g, self.position)
        g.tell_result("sets_out", "16.81-01", step=True, position=self.position, destination=self.target, why=why)
        if self.route(g) & g.occupied:
            return self.fight
        self.tell(g, "advances", "16.82-03", None)
        return self.arrive

    def fight(self, g: State) -> Next:
        """The strength of those that are not disrupted, now or before, decides (16.82-04..07)."""
        units, symbol = self.defenders(g), g.battle.deck[g.fire_cards[self.sector(g)]].target
        for unit in [unit for unit in units if not is_defender(g, unit) or has_symbol(g, unit, symbol)]:
            g.disrupt(unit, "16.82-04")
        strength = sum(defence(g, unit) for unit in units)
        if strength >= HELD:
            self.tell(g, "repulsed", "16.82-06", strength)
            return done()
        self.tell(g, "advances", "16.82-07", strength)
        if not units:
            return self.drive_out  # an HQ alone has no step to lose
        if len(units) == 1:
            return self.lost(g, LOSE[units[0]])
        orders, seat = [LOSE[unit] for unit in units], g.seat_for(units, self.sector(g))
        prompt = f"Germans advance on {spoken(g.battle.positions[self.target].id)}: which unit loses a step?"
        return ask(seat, prompt, orders, then=self.lost, why=self.why_not_lose, rule="16.82-08")

    def tell(self, g: State, kind: str, rule: str, strength: int | None) -> None:
        """What becomes of the advance, with those in its way, if there are any."""
        g.tell_result(
            kind, rule, step=True, defence=strength, position=self.position, destination=self.target, strength=strength
        )

    def sector(self, g: State) -> int:
        """The sector from which the unit comes, and of its card."""
        return g.battle.sector_of_group[g.battle.group_of[self.position]]

    def route(self, g: State) -> HexSet:
        """The hexes that the advance crosses (16.82-01)."""
        return g.battle.positions[self.position].routes[g.battle.positions[self.target].id]

    def defenders(self, g: State) -> list[int]:
        """The US units with steps in the route."""
        return [unit for h in members(self.route(g) & g.occupied) for unit in g.units_at(h)]

    def lost(self, g: State, order: Order) -> Next:
        """It is not fire: a hero cannot save his unit (11.14)."""
        lose_steps(g, order.arg, 1, "16.82-07")
        return done() if g.outcome is not None else self.drive_out

    def why_not_lose(self, g: State, order: Order) -> Refusal:
        """Somebody in the route must."""
        if order.verb != LOSE.name:
            return Refusal("16.82-07", "a unit in the route of the advance must lose a step")
        return Refusal("16.82-08", f"{UNIT_IDS[order.arg]} is not in the route of the advance")

    def drive_out(self, g: State) -> Next:
        """US units in the destination give way to a hex that the player chooses."""
        hex_ = g.battle.positions[self.target].hex
        if not g.occupied >> hex_ & 1:
            return self.arrive
        units, hexes = g.at[hex_], members(refuges(g, self.target, self.route(g)))
        if len(hexes) > 1:
            orders, seat = [TO[h] for h in hexes], g.seat_for(units, g.battle.sector(hex_))
            prompt = f"Germans take {spoken(g.battle.positions[self.target].id)}: where do the units there go?"
            return ask(seat, prompt, orders, then=self.driven_to, why=self.why_not_to, rule="16.82-09")
        if hexes:
            return self.driven_to(g, TO[hexes[0]])
        for unit in units:
            eliminate(g, unit, "16.82-09")
        return done() if g.outcome is not None else self.arrive

    def driven_to(self, g: State, order: Order) -> Next:
        """All of them go together; a command post cannot move and is an HQ again (18-02)."""
        units = g.at[g.battle.positions[self.target].hex]
        for unit in units:
            if unit in g.command_posts:
                revert(g, unit, "post_abandoned", "18-02")
            g.put(unit, order.arg)
        g.tell_result("driven_out", "16.82-09", units=units, hex=order.arg)
        return self.arrive

    def why_not_to(self, g: State, order: Order) -> Refusal:
        """Next to the position, out of the route and of the Germans' way."""
        if order.verb != TO.name:
            return Refusal("16.82-09", "the units in the way must go somewhere")
        label, place = GRID.label(order.arg), g.battle.positions[self.target]
        if GRID.distance(order.arg, place.hex) != 1:
            return Refusal("16.82-09", f"{label} is not next to {spoken(place.id)}")
        if self.route(g) >> order.arg & 1:
            return Refusal("16.82-09", f"{label} is in the route of the advance")
        return Refusal("16.82-09", f"{label} cannot be entered")

    def arrive(self, g: State) -> Next:
        """The unit and its depth marker are there (16.83)."""
        shift(g, self.position, self.target, "16.83-01")
        return done()
