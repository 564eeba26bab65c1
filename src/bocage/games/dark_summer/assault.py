"""What is different in Combat during the two Amphibious Assault Rounds of Turn 1 (9.4, 11.4, 11.5.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.games.dark_summer.advance import but, why_not_advance
from bocage.games.dark_summer.campaign import ALLIED, SEATS
from bocage.games.dark_summer.entering import closed_hexes, why_not_come_into
from bocage.games.dark_summer.places import APPROACH, GRID, SIZE, Place, place_name
from bocage.games.dark_summer.stacking import fits, why_not_stack
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import ADVANCE, HALT, TO, UNIT_IDS
from bocage.games.dark_summer.zones import in_enemy_zone, unnegated_zone
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done
from bocage.kernel.wording import listed, whereto

if TYPE_CHECKING:
    from bocage.games.dark_summer.attacks import Attack

WAVES: Final = ("wave1", "wave2")
POINTE_DU_HOC: Final = GRID.at("3003")  # 2.4


def in_wave(g: State) -> bool:
    """Whether this is one of the two Amphibious Assault Rounds."""
    return g.round_kind in WAVES


def why_not_attack_with(g: State, unit: int) -> Refusal:
    """Why a unit that is not among those of a Wave may not attack in it (9.4.1-04, 9.4.3-21)."""
    return Refusal("11.0-04", f"{UNIT_IDS[unit]} does not attack in this Wave: only seaborne units do")


def strength_bonus(g: State, target: Place) -> int:
    """What an Augmented Omaha Defense marker adds to the Strongpoint that is under it (11.4.1-01)."""
    if not (in_wave(g) and g.augmented & g.strongpoints & 1 << target):
        return 0
    return g.campaign.tables.augmented_omaha.defence


def extra_steps(g: State, target: Place) -> int:
    """What an Omaha Strongpoint costs the attackers in an Exchange beyond the step that it has (11.4.1-03)."""
    return g.campaign.tables.augmented_omaha.steps - 1 if strength_bonus(g, target) else 0


def from_approach_alone(g: State, attack: Attack) -> bool:
    """Whether a Wave attacks only from the Beach Approach hex: Strongpoints then ignore DR (11.5.1-02)."""
    box = APPROACH.get(attack.target)
    return in_wave(g) and all(g.where[unit] == box for unit in attack.attackers)


def converted(g: State, attack: Attack, printed: str) -> str:
    """A printed result as a Wave takes it: the Rangers at Pointe du Hoc, and Omaha (11.4)."""
    if g.round_kind == "wave1" and attack.target == POINTE_DU_HOC and printed in ("EX", "BL1"):
        return "DE"
    return "EX" if printed == "DR*" and strength_bonus(g, attack.target) else printed


# -- no more than four out of a hex (5.1-07, 9.4.3-05, 9.4.3-07) ----------------------------------------


def most_attackers(g: State, place: Place) -> int:
    """How many units may still attack out of a place in this Round; what does not count for stacking does not here."""
    there = g.at.get(place, ())
    if g.round_kind != "wave2":
        return len(there)
    free = sum(g.campaign.stacks_free[unit] for unit in there)
    return g.campaign.stacking_limit - g.attacked_from.get(place, 0) + free


def why_not_join(g: State, unit: int, attackers: tuple[int, ...]) -> Refusal | None:
    """Why a unit may not join the attackers of the 2nd Wave: no more than four attack out of a hex."""
    if g.round_kind != "wave2" or g.campaign.stacks_free[unit]:
        return None
    place = g.where[unit]
    named = sum(g.where[other] == place and not g.campaign.stacks_free[other] for other in attackers)
    if g.attacked_from.get(place, 0) + named < g.campaign.stacking_limit:
        return None
    limit = g.campaign.stacking_limit
    return Refusal("5.1-07", f"no more than {limit} units attack out of {place_name(place)} in this Round")


def note_attack(g: State, attack: Attack) -> None:
    """Keep count of those who attack out of each place of the 2nd Wave."""
    if g.round_kind == "wave2":
        for unit in attack.attackers:
            if not g.campaign.stacks_free[unit]:
                g.attacked_from[g.where[unit]] = g.attacked_from.get(g.where[unit], 0) + 1


# -- advance (9.4.1, 9.4.3) -----------------------------------------------------------------------------


def second_hexes(g: State, unit: int, captured: Hex) -> HexSet:
    """The hexes to which a unit in a captured hex may advance further: those it could move into (9.4.1-10, 9.4.3-13).

    ZOCs do not matter in the 1st Wave. In the 2nd a unit does not go from one into another that no friend negates.
    """
    campaign = g.campaign
    hexes = campaign.open_around[campaign.needs_bridge[unit]][captured] & ~closed_hexes(g, unit)
    if g.round_kind == "wave2" and in_enemy_zone(g, ALLIED, captured):
        hexes &= ~unnegated_zone(g, ALLIED)
    return mask(hex_ for hex_ in members(hexes) if fits(g, hex_, unit))


def why_not_second(g: State, unit: int, captured: Hex, hex_: Hex) -> Refusal | None:
    """Why a unit in a captured hex may not advance further to another hex, or None."""
    name, label = UNIT_IDS[unit], GRID.label(hex_)
    if not g.campaign.open_around[g.campaign.needs_bridge[unit]][captured] >> hex_ & 1:
        return Refusal("9.4.3-13", f"{name} cannot go from {GRID.label(captured)} to {label}")
    if refusal := why_not_come_into(g, unit, hex_) or why_not_stack(g, hex_, unit):
        return refusal
    if second_hexes(g, unit, captured) >> hex_ & 1:
        return None
    return Refusal("9.4.3-16", f"{name} may not advance from one enemy ZOC into another in {label}")


BARS: Final = {  # by the rule, what keeps a unit out of a hex
    "10.1-07": "enemies",
    "9.4.3-16": "another enemy ZOC",
    "5.1-01": "too many units",
    "5.1-02": "another division",
    "5.0-04": "units of the other army",
    "10.1-11": "an Exit marker of the other army",
    "10.1-12": "an Exit marker of the other army",
    "15.0-01": "ground beyond the Boundary Line",
    "15.0-02": "ground beyond the Boundary Line",
}


def why_no_second(g: State, unit: int, captured: Hex) -> Refusal | None:
    """Why a unit in a captured hex may go no further at all, or None: what is in each hex to which it could cross."""
    if second_hexes(g, unit, captured):
        return None
    bars: dict[str, list[str]] = {}
    for hex_ in members(g.campaign.open_around[g.campaign.needs_bridge[unit]][captured]):
        refusal = why_not_second(g, unit, captured, hex_)
        if refusal is not None and refusal.rule in BARS:
            bars.setdefault(BARS[refusal.rule], []).append(GRID.label(hex_))
    why = ", ".join(f"{bar} in {listed(hexes)}" for bar, hexes in bars.items())
    return Refusal("9.4.3-13", f"{UNIT_IDS[unit]} can go no further{f': there are {why}' if why else ''}")


def advance_into(g: State, unit: int, hex_: Hex) -> None:
    """A unit advances; a Beach that nobody has opened is Open from now on (9.4.1-08)."""
    g.tell("advanced", "11.3.8", unit=unit, hex=hex_, origin=g.where[unit])
    g.put(unit, hex_)
    if g.campaign.beaches & ~g.open_beaches & 1 << hex_:
        g.open_beach(hex_)


@dataclass
class WaveAdvance(Procedure[None]):
    """A hex is captured in a Wave: who came over the sea must go in, others may, and all may go one hex further."""

    target: Hex
    attackers: tuple[int, ...]
    ashore: tuple[int, ...] = ()  # in the captured hex, and free to go on
    unit: int = -1

    def about(self, g: State) -> About:
        """The hex that is open, or the unit that goes on from it."""
        return About(unit=self.unit, target=self.target, attackers=self.attackers, unit_verb="advance")

    def begin(self, g: State) -> Next:
        """9.4.1-07, 9.4.3-08: all in the Beach Approach hex advance."""
        for unit in g.at.get(APPROACH.get(self.target, -1), ()):
            self.go_in(g, unit)
        return self.choose

    def go_in(self, g: State, unit: int) -> None:
        """A unit comes into the captured hex."""
        advance_into(g, unit, self.target)
        self.ashore += (unit,)
        self.attackers = tuple(other for other in self.attackers if other != unit)

    def why_not_in(self, g: State, unit: int) -> Refusal | None:
        """Why an attacker from land may not advance; only in the 2nd Wave may the hex be over-stacked (9.4.1-13)."""
        refusal = why_not_advance(g, unit, self.target)
        over = refusal is not None and refusal.rule in ("5.1-01", "5.1-02") and g.round_kind == "wave2"
        return None if over else refusal

    def choose(self, g: State) -> Next:
        """9.4.1-10, 9.4.3-12: decided before the next Combat."""
        into = [unit for unit in self.attackers if g.where[unit] >= 0 and self.why_not_in(g, unit) is None]
        further = [unit for unit in self.ashore if second_hexes(g, unit, self.target)]
        if not into and not further:
            return done()
        orders = [*(ADVANCE[unit] for unit in sorted((*into, *further))), HALT]
        prompt = f"Advance into {GRID.label(self.target)}, or a hex further?" if into else "Advance a hex further?"
        prompt += self.who_may_not(g)
        return ask(SEATS[ALLIED], prompt, orders, then=self.chosen, why=self.why_not, rule="9.4")

    def who_may_not(self, g: State) -> str:
        """Why others stay where they are."""
        left = [self.why_not_in(g, unit) for unit in self.attackers if g.where[unit] >= 0]
        left += [why_no_second(g, unit, self.target) for unit in self.ashore]
        return but(left)

    def chosen(self, g: State, order: Order) -> Next:
        """Into the hex, or on from it."""
        if order is HALT:
            return done()
        if order.arg not in self.ashore:
            self.go_in(g, order.arg)
            return self.choose
        self.unit = order.arg
        return self.choose_hex

    def choose_hex(self, g: State) -> Next:
        """One hex further."""
        orders = [TO[hex_] for hex_ in members(second_hexes(g, self.unit, self.target))]
        prompt = f"{UNIT_IDS[self.unit]} advances a second hex{whereto(len(orders))}"
        return ask(SEATS[ALLIED], prompt, orders, then=self.go_on, why=self.why_not_to, rule="9.4")

    def go_on(self, g: State, order: Order) -> Next:
        """The unit has done."""
        advance_into(g, self.unit, order.arg)
        self.ashore = tuple(other for other in self.ashore if other != self.unit)
        self.unit = -1
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot advance."""
        if order.verb != ADVANCE.name:
            return Refusal("9.4.1-10", "advance now, or halt")
        unit, name = order.arg, UNIT_IDS[order.arg]
        if unit in self.ashore and (refusal := why_no_second(g, unit, self.target)):
            return refusal
        if unit not in self.attackers:
            return Refusal("11.3.8-01", f"{name} did not attack in this Combat, or has advanced already")
        refusal = self.why_not_in(g, unit)
        assert refusal is not None, "what is not refused is offered"
        return refusal

    def why_not_to(self, g: State, order: Order) -> Refusal:
        """Why the second hex may not be this one."""
        name = UNIT_IDS[self.unit]
        if order.verb != TO.name or order.arg >= SIZE:
            return Refusal("9.4.1-10", f"{name} advances a second hex: choose it")
        refusal = why_not_second(g, self.unit, self.target, order.arg)
        assert refusal is not None, "what is not refused is offered"
        return refusal
