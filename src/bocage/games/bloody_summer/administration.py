"""The administration phase (rulebook 1.1.1.3): initiative, replacements, rest, and the way back to the reserve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bocage.games.bloody_summer import depots, victory
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, GERMANS, SEATS, SIDE_NAMES, SIDE_OF
from bocage.games.bloody_summer.pieces import HEADQUARTERS, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import DESTROYED, RETURNED, STRATEGIC_RESERVE
from bocage.games.bloody_summer.places import REST as RESTING
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Replacement
from bocage.games.bloody_summer.words import AT, END, REBUILD, REPATRIATE, REST, RETURN, WAKE
from bocage.games.bloody_summer.zones import in_enemy_zone
from bocage.hexes import mask, members
from bocage.kernel import NOTHING, Next, Order, Procedure, Refusal, ask, call, done

KINDS: Final = tuple(Replacement)


# -- initiative (1.1.1.3.a) -----------------------------------------------------------------------------


def supported_hqs(g: State, side: int) -> int:
    """The headquarters of a side on the map that have an Offensive marker with them."""
    return sum(g.campaign.side[hq] == side and g.on_map(hq) and g.is_supported(hq) for hq in HEADQUARTERS)


def settle_initiative(g: State) -> None:
    """Who is player 1 for the turn; on the first turns the Allies without a die (10-02)."""
    table = g.campaign.tables.initiative
    if g.turn <= table.allied_to:
        g.first = ALLIED
        g.tell_result("initiative", "10-02", step=True, side=ALLIED)
        if g.campaign.set_up.replacements:
            receive(g, g.chance.die())
    else:
        dice = g.chance.die(), g.chance.die()
        corps = [supported_hqs(g, side) for side in (ALLIED, GERMAN)]
        totals = tuple(die + number for die, number in zip(dice, corps, strict=True))
        g.first = leader(g, totals)
        for side, die in enumerate(dice):
            step = side == ALLIED  # both are shown together
            g.tell_result("initiative_rolled", "1.1.1.3.a-01", step=step, die=die, side=side, modifier=corps[side])
        g.tell_result("initiative", "1.1.1.3.a-01", side=g.first, totals=totals, sky=g.weather)
        receive(g, dice[GERMAN])
    g.active = g.first


def leader(g: State, totals: Sequence[int]) -> int:
    """The side with the higher total; of equal ones the Allies in clear weather (1.1.1.3.a-01, -02)."""
    if totals[ALLIED] != totals[GERMAN]:
        return ALLIED if totals[ALLIED] > totals[GERMAN] else GERMAN
    return SIDE_NAMES.index(g.campaign.tables.initiative.tie[g.weather])


def receive(g: State, die: int) -> None:
    """The German replacement of the turn, by the natural die of his initiative (1.1.1.3.a-05)."""
    kind = g.campaign.tables.resources.replacement[die - 1]
    if not g.campaign.set_up.replacements:
        return
    if kind != "none":
        g.replacements[KINDS.index(kind)] += 1
    g.tell_result("replacement", "1.1.1.3.a-05", die=die, type=str(kind))


# -- rest and replacement (1.1.1.3.b) -------------------------------------------------------------------


def replacement_for(g: State, unit: int) -> int | None:
    """The kind of German replacement that a unit needs; the Allies have all they wish (1.1.1.3.a-07, b-09)."""
    kind = g.campaign.content.rebuilt_with(g.campaign.units[unit])
    return None if kind is None else KINDS.index(kind)


def why_not_rebuild(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit from regaining a step, or None."""
    name = PIECE_IDS[unit]
    if not g.resting >> unit & 1 and g.where[unit] not in RESTING:
        return Refusal("1.1.1.3.b-01", f"{name} is not at rest since the last Administration Phase")
    if not g.lost[unit]:
        return Refusal("1.1.1.3.b-01", f"{name} has all its steps")
    kind = replacement_for(g, unit)
    if kind is not None and not g.replacements[kind]:
        return Refusal("1.1.1.3.b-01", f"{name} needs a replacement for {KINDS[kind].value}, and there is none")
    return None


def why_not_return(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit in its Rest box, or None."""
    if g.where[unit] not in RESTING:
        return Refusal("1.1.1.3.b-02", f"{PIECE_IDS[unit]} is not in the Rest box")
    if g.lost[unit]:
        return Refusal("1.1.1.3.b-02", f"{PIECE_IDS[unit]} is not fully rebuilt")
    if g.campaign.side[unit] == GERMAN and not depots.working(g):
        return Refusal("1.1.1.3.b-02", "no German depot works")
    return None


def why_not_stand_down(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit from rest and from the way home, or None: enemies are too near (b-04, c-03)."""
    name = PIECE_IDS[unit]
    if not g.on_map(unit):
        return Refusal("1.1.1.3.b-04", f"{name} is not on the map")
    side, place = g.campaign.side[unit], g.where[unit]
    if in_enemy_zone(g, side, place):
        return Refusal("1.1.1.3.b-04", f"{name} is in an enemy zone of control")
    near = 1 << place | g.campaign.grid.spread(1 << place)
    if any(g.units_in(there, 1 - side) for there in members(near & g.occupied[1 - side])):
        return Refusal("1.1.1.3.b-06", f"{name} is next to an enemy unit")
    return None


def why_not_rest(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit from being put to rest, or None."""
    if g.resting >> unit & 1:
        return Refusal("1.1.1.3.b-04", f"{PIECE_IDS[unit]} is at rest already")
    if not g.lost[unit]:
        return Refusal("1.1.1.3.b-04", f"{PIECE_IDS[unit]} has lost no step")
    return why_not_stand_down(g, unit)


def why_not_repatriate(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit from the Strategic Reserve, or None."""
    if not g.campaign.units[unit].returns:
        return Refusal("1.1.1.3.c-01", f"{PIECE_IDS[unit]} is no airborne, Ranger or commando unit")
    return why_not_stand_down(g, unit)


@dataclass
class Administration(Procedure[None]):
    """Initiative; then, from the side that has it, each army rebuilds, rests and sends home; then the dead rest."""

    armies: tuple[int, ...] = ()

    def begin(self, g: State) -> Next:
        """1.1.1.3.a."""
        settle_initiative(g)
        self.armies = tuple(sorted(g.campaign.armies, key=lambda army: (SIDE_OF[army] != g.first, army)))
        return self.next_army(g, None)

    def next_army(self, g: State, _: None) -> Next:
        """1.1.1.3.b, 1.1.1.3.c."""
        if not self.armies:
            return self.bury
        army, *rest = self.armies
        self.armies = tuple(rest)
        return call(RestAndReplacement(army), then=self.next_army)

    def bury(self, g: State) -> Next:
        """1.1.1.3.b-03: what is in the Destroyed boxes goes to the Rest boxes, too late for a step in this phase."""
        for box, rest in zip(DESTROYED, RESTING, strict=True):
            for unit in g.at.get(box, ()):
                g.remove(unit, rest)
                g.tell("cadre_rests", "1.1.1.3.b-03", unit=unit)
        return done()


@dataclass
class RestAndReplacement(Procedure[None]):
    """An army's units regain steps, come back, go to rest, wake, or go home."""

    doing = "administration"
    army: int
    rebuilt: tuple[int, ...] = ()  # units that have regained a step in this phase
    changed: tuple[int, ...] = ()  # that have gone to rest or woken
    unit: int = NOTHING

    def why_not_do(self, g: State, verb: str, unit: int) -> Refusal | None:
        """The rule against an act with a unit, or None."""
        if unit >= UNITS or g.campaign.army[unit] != self.army:
            return Refusal("1.1.1.3.b-01", f"{PIECE_IDS[unit]} is not one of your units")
        if verb == REPATRIATE.name:
            return why_not_repatriate(g, unit)
        if not g.campaign.set_up.replacements:
            return Refusal("11.1-05", "there are no replacements in this scenario")
        if verb == REBUILD.name:
            return self._why_not_rebuild(g, unit)
        if verb == RETURN.name:
            return self._why_not_return(g, unit)
        return self._why_not_change(g, verb, unit)

    def _why_not_rebuild(self, g: State, unit: int) -> Refusal | None:
        if unit in self.rebuilt:
            return Refusal("1.1.1.3.b-01", f"{PIECE_IDS[unit]} has regained a step in this phase")
        if unit in self.changed:
            return Refusal("1.1.1.3.b-07", f"{PIECE_IDS[unit]} goes to rest only now")
        return why_not_rebuild(g, unit)

    def _why_not_return(self, g: State, unit: int) -> Refusal | None:
        if unit in self.rebuilt:
            return Refusal("1.1.1.3.b-07", f"{PIECE_IDS[unit]} is only now fully rebuilt")
        return why_not_return(g, unit)

    def _why_not_change(self, g: State, verb: str, unit: int) -> Refusal | None:
        if unit in self.changed:
            return Refusal("1.1.1.3.b-08", f"{PIECE_IDS[unit]} has gone to rest or been woken in this phase")
        if verb == REST.name:
            return why_not_rest(g, unit)
        if not g.resting >> unit & 1:
            return Refusal("1.1.1.3.b-08", f"{PIECE_IDS[unit]} is not at rest")
        return None

    def acts(self, g: State) -> list[Order]:
        """All that can be done, in the order of the rulebook (1.1.1.3.b-07)."""
        own, boxed = g.campaign.units_of[self.army], g.who.get(RESTING[SIDE_OF[self.army]], 0)
        depleted = mask([unit for unit in members(own & g.fielded) if g.lost[unit]])
        worth_asking = (
            (REBUILD, g.resting | boxed),
            (RETURN, boxed),
            (REST, depleted & ~g.resting),
            (WAKE, g.resting),
            (REPATRIATE, g.fielded & g.campaign.returns),
        )
        return [
            verb[unit]
            for verb, units in worth_asking
            for unit in members(own & units)
            if self.why_not_do(g, verb.name, unit) is None
        ]

    def begin(self, g: State) -> Next:
        """1.1.1.3.b, 1.1.1.3.c: one unit after the other."""
        acts = self.acts(g)
        if not acts:
            return done()
        prompt = "Rebuild a unit, bring one back, put one to rest, wake one or send one home; or end"
        return ask(SEATS[self.army], prompt, [*acts, END], then=self.chosen, why=self.why_not, rule="1.1.1.3")

    def chosen(self, g: State, order: Order) -> Next:
        """It is done."""
        if order is END:
            return done()
        if order.verb == RETURN.name:
            self.unit = order.arg
            return self.choose_depot
        if order.verb == REBUILD.name:
            return self.rebuild(g, order.arg)
        if order.verb == REPATRIATE.name:
            return self.repatriate(g, order.arg)
        return self.change(g, order.arg)

    def rebuild(self, g: State, unit: int) -> Next:
        """1.1.1.3.b-01: a step for a replacement."""
        kind = replacement_for(g, unit)
        if kind is not None:
            g.replacements[kind] -= 1
        g.lost[unit] -= 1
        self.rebuilt += (unit,)
        g.tell("rebuilt", "1.1.1.3.b-01", unit=unit, hex=g.where[unit])
        return self.begin

    def change(self, g: State, unit: int) -> Next:
        """1.1.1.3.b-04, b-08: a Rest marker is put on a unit, or taken off it."""
        g.resting ^= 1 << unit
        self.changed += (unit,)
        resting = bool(g.resting >> unit & 1)
        g.tell("rests" if resting else "woken", "1.1.1.3.b-04" if resting else "1.1.1.3.b-08", unit=unit)
        return self.begin

    def repatriate(self, g: State, unit: int) -> Next:
        """1.1.1.3.c: it is out of play for good."""
        g.tell("repatriated", "1.1.1.3.c-01", unit=unit, hex=g.where[unit])
        g.resting &= ~(1 << unit)
        g.unsupplied &= ~(1 << unit)
        g.remove(unit, RETURNED)
        victory.returned(g, unit)
        return self.begin

    def choose_depot(self, g: State) -> Next:
        """1.1.1.3.b-02: Germans come to a depot, the Allies into the Strategic Reserve."""
        places = [g.where[depot] for depot in depots.working(g)]
        if self.army != GERMANS or len(places) == 1:
            return self.come_back
        prompt = f"To which depot does {PIECE_IDS[self.unit]} come back?"
        orders = [AT[place] for place in places]
        return ask(SEATS[self.army], prompt, orders, then=self.at_depot, why=self.why_not_at, rule="1.1.1.3.b-02")

    def come_back(self, g: State) -> Next:
        """There is but one place."""
        if self.army != GERMANS:
            g.remove(self.unit, STRATEGIC_RESERVE)
            return self.told(g)
        g.put(self.unit, g.where[depots.working(g)[0]])
        return self.told(g)

    def at_depot(self, g: State, order: Order) -> Next:
        """A depot is named."""
        g.put(self.unit, order.arg)
        return self.told(g)

    def told(self, g: State) -> Next:
        """It is in play again."""
        g.tell("came_back", "1.1.1.3.b-02", unit=self.unit, hex=g.where[self.unit])
        self.unit = NOTHING
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why an act is not offered."""
        known = (REBUILD.name, RETURN.name, REST.name, WAKE.name, REPATRIATE.name)
        refusal = self.why_not_do(g, order.verb, order.arg) if order.verb in known else None
        return refusal or Refusal("1.1.1.3.b-01", "rebuild, return, rest, wake or repatriate a unit, or end")

    def why_not_at(self, g: State, order: Order) -> Refusal:
        """Why it cannot come back there."""
        return Refusal("1.1.1.3.b-02", f"{PIECE_IDS[self.unit]} comes back at a German depot that works")
