"""Support of a fight before the die is rolled: Tactical Air Support (9.1), then headquarters (5.3)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer import air, control
from bocage.games.bloody_summer.campaign import ALLIED, SEATS, US
from bocage.games.bloody_summer.fight import (
    Fight,
    allied_army,
    enemies_in,
    terrain_row,
)
from bocage.games.bloody_summer.pieces import HEADQUARTERS, PIECE_IDS
from bocage.games.bloody_summer.places import GRID, SIZE, Place, place_name
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.terms import Cup
from bocage.games.bloody_summer.words import FLY, PASS, SUPPORT
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask

FREE_TURNS = (0, 1)  # on which headquarters spend no Offensive markers on combat (10-04)


# -- Tactical Air Support (9.1) -------------------------------------------------------------------


def why_no_air(g: State, fight: Fight) -> Refusal | None:
    """Why there can be no Tactical Air Support in a fight; None if there can."""
    row, army, label = terrain_row(g, fight), allied_army(g, fight), place_name(fight.target)
    if fight.rules.air == "never":
        return Refusal("10.A.1.b-06", "there is no air support in landings and drops")
    if g.part == "O":
        return Refusal("10.O.1-02", "there is no air support before dawn")
    if fight.target >= SIZE and fight.kind == "off_map":
        return Refusal("6.12-09", f"there is no air support in {label}")
    if g.in_confusion(fight.target):
        return Refusal("6.11-07", f"there is no air support for {label}, which is in confusion")
    if row is not None and not row.air_support:
        return Refusal("9.1-03", f"the terrain of {label} allows no air support")
    if fight.rules.air == "late" and g.turn < g.campaign.tables.support.overrun_from:
        return Refusal("9.1-04", "overruns and exploitation have no air support yet")
    if fight.rules.air == "late" and army != US:
        return Refusal("9.1-05", "only US troops have air support in overruns and exploitation")
    return None


def fighters(g: State, fight: Fight) -> list[int]:
    """The fighter-bombers that can support the Allied troops of a fight; they are all alike, so one is enough."""
    army = allied_army(g, fight)
    if army is None or why_no_air(g, fight) is not None:
        return []
    return air.available(g, army, Cup.FIGHTER)[:1]


# -- headquarters (5.3) ---------------------------------------------------------------------------


def is_near(g: State, hq: int, target: Place, *, attacking: bool) -> bool:
    """Whether a headquarters is within range of the hex attacked; off the map in its box, or next to it (6.12-02)."""
    place = g.where[hq]
    if target < SIZE:
        return 0 <= place < SIZE and GRID.distance(place, target) <= g.campaign.tables.control.support_range
    box = g.campaign.festung_in.get(target, target)
    return place in (target, box) or (attacking and place in g.campaign.box_links.get(box, ()))


def commands(g: State, hq: int, unit: int) -> bool:
    """Whether a unit is under a headquarters; on D-Day nobody has been assigned, and the radius decides (10-08)."""
    if g.turn > 0:
        return control.commands(g, hq, unit)
    return (
        g.campaign.army[hq] == g.campaign.army[unit]
        and g.on_map(unit)
        and g.on_map(hq)
        and GRID.distance(g.where[hq], g.where[unit]) <= g.campaign.tables.control.radius
    )


def leads(g: State, hq: int, unit: int) -> bool:
    """Whether a unit may fight under a headquarters now, besides those who have done so in this turn (5.1-01)."""
    return commands(g, hq, unit) and (g.turn == 0 or control.may_fight(g, unit, hq))


def why_not_ready(g: State, hq: int) -> Refusal | None:
    """Why a headquarters cannot support anybody in this phase."""
    name = PIECE_IDS[hq]
    if g.finished >> hq & 1:
        return Refusal("5.3-10", f"{name} is finished")
    if g.extended >> hq & 1:
        return Refusal("5.2-03", f"{name} has made an extended movement in this turn")
    return None


def why_not_pay(g: State, hq: int) -> Refusal | None:
    """Why a headquarters cannot spend an Offensive marker where it has to."""
    if g.turn in FREE_TURNS or g.is_supported(hq):
        return None
    return Refusal("5.3-07", f"{PIECE_IDS[hq]} has no Offensive marker to spend")


def pay(g: State, hq: int) -> None:
    """A headquarters spends an Offensive marker, but for the first turns (10-04)."""
    if g.turn not in FREE_TURNS:
        g.add_markers(g.campaign.side[hq], g.where[hq], -1)


def why_not_attack_support(g: State, fight: Fight, hq: int) -> Refusal | None:
    """Why a headquarters may not support an attack; None if it may."""
    name = PIECE_IDS[hq]
    if g.campaign.side[hq] != fight.side or hq in fight.support:
        return Refusal("5.3-02", f"{name} is not yours, or supports this attack already")
    if fight.side == ALLIED and (fight.support or fight.hq not in (NOBODY, hq)):
        return Refusal("5.3-05", "only one headquarters may support an Allied attack")
    if not is_near(g, hq, fight.target, attacking=True):
        return Refusal("5.3-01", f"{name} is not within two hexes of {place_name(fight.target)}")
    if hq == fight.hq:
        return _why_not_own_support(g, fight)
    if refusal := why_not_ready(g, hq) or why_not_pay(g, hq):
        return refusal
    if fight.hq != NOBODY:
        return None if passed_over(g, fight, hq) else Refusal("5.3-06", f"no attacker can be under {name}")
    if not any(commands(g, hq, unit) for unit in fight.attackers):
        return Refusal("5.3-01", f"no attacker is under {name}")
    return None


def passed_over(g: State, fight: Fight, hq: int) -> list[int]:
    """The attackers who may be under a further German headquarters instead of the activated one (5.3-06).

    They have not fought under that before, and it keeps another.
    """
    own = [unit for unit in fight.attackers if g.fought_under.get(unit) == fight.hq]
    if len(own) < 2 or fight.rules.support != "free":
        return []
    return [
        unit for unit in own if unit in fight.bound and g.commanders[unit] >> hq & 1 and control.has_room(g, unit, hq)
    ]


def _why_not_own_support(g: State, fight: Fight) -> Refusal | None:
    """The activated headquarters: once, paid by its activation (5.3-07), in exploitation by a marker (6.8-06)."""
    if not fight.fresh:
        return Refusal("5.3-02", f"{PIECE_IDS[fight.hq]} has supported another combat of this phase")
    return why_not_pay(g, fight.hq) if fight.rules.support == "paid" else None


def why_not_defence_support(g: State, fight: Fight, hq: int) -> Refusal | None:
    """Why a headquarters may not support a defence; None if it may."""
    name = PIECE_IDS[hq]
    if g.campaign.side[hq] == fight.side or fight.defence_support != NOBODY:
        return Refusal("5.3-09", f"{name} is not yours, or another headquarters supports the defence")
    if not is_near(g, hq, fight.target, attacking=False):
        return Refusal("5.3-01", f"{name} is not within two hexes of {place_name(fight.target)}")
    if refusal := why_not_ready(g, hq):
        return refusal
    if fight.target < SIZE and not any(commands(g, hq, unit) for unit in enemies_in(g, fight)):
        return Refusal("5.3-11", f"no defender is under {name}")
    return None


def supporters(g: State, fight: Fight) -> list[int]:
    """The headquarters that may support an attack, if they are asked."""
    return [hq for hq in HEADQUARTERS if g.where[hq] >= 0 and why_not_attack_support(g, fight, hq) is None]


def defensive_supporters(g: State, fight: Fight) -> list[int]:
    """The headquarters that may support a defence."""
    return [hq for hq in HEADQUARTERS if g.where[hq] >= 0 and why_not_defence_support(g, fight, hq) is None]


# -- the announcements ----------------------------------------------------------------------------


@dataclass
class Supports(Procedure[Fight]):
    """Aircraft, then the attacker's headquarters, then one of the defender's (6.3-03, 6.3-04).

    The result is the fight with what has been announced.
    """

    doing = "support"
    fight: Fight
    defending: bool = False  # the defender is asked

    def about(self, g: State) -> About:
        """The fight."""
        return About(target=self.fight.target, attackers=self.fight.attackers, unit_verb=SUPPORT.name)

    def begin(self, g: State) -> Next:
        """9.1-02: the Allied player first."""
        return self.choose_air if fighters(g, self.fight) else self.attack

    def choose_air(self, g: State) -> Next:
        """One counter for a combat."""
        army = allied_army(g, self.fight)
        assert army is not None
        orders = [*(FLY[counter] for counter in fighters(g, self.fight)), PASS]
        prompt = f"Tactical Air Support at {place_title(self.fight.target)}?"
        return ask(SEATS[army], prompt, orders, then=self.flown, why=self.why_not_air, rule="9.1")

    def flown(self, g: State, order: Order) -> Next:
        """The counter is finished with the combat (9.1-07)."""
        if order is not PASS:
            air.use(g, order.arg)
            self.fight = self.fight._replace(air=order.arg)
            g.tell("air_support", "9.1-06", air=order.arg, place=self.fight.target)
        return self.attack

    def attack(self, g: State) -> Next:
        """The attacker's headquarters, if it can."""
        if self.fight.rules.support == "none":
            return self.finish
        return self.choose_attack if supporters(g, self.fight) else self.defence

    def choose_attack(self, g: State) -> Next:
        """5.3-04: before the die."""
        able = supporters(g, self.fight)
        prompt = f"Support the attack on {place_title(self.fight.target)} by a headquarters?"
        orders = [*(SUPPORT[hq] for hq in able), PASS]
        return ask(g.seat(able[0]), prompt, orders, then=self.supported, why=self.why_not_attack, rule="5.3")

    def supported(self, g: State, order: Order) -> Next:
        """The bonus counts; a headquarters that was not activated is finished by it (5.3-07)."""
        if order is PASS:
            return self.defence
        if self.fight.hq not in (NOBODY, order.arg):
            g.fought_under[passed_over(g, self.fight, order.arg)[0]] = order.arg
        commit(g, self.fight, order.arg)
        self.fight = self.fight._replace(support=(*self.fight.support, order.arg))
        return self.attack

    def defence(self, g: State) -> Next:
        """One headquarters of the defender, if it can (5.3-09)."""
        self.defending = True
        return self.choose_defence if defensive_supporters(g, self.fight) else self.finish

    def choose_defence(self, g: State) -> Next:
        """5.3-08: it costs no marker."""
        able = defensive_supporters(g, self.fight)
        prompt = f"Support the defence of {place_title(self.fight.target)} by a headquarters?"
        orders = [*(SUPPORT[hq] for hq in able), PASS]
        return ask(g.seat(able[0]), prompt, orders, then=self.defended, why=self.why_not_defence, rule="5.3")

    def defended(self, g: State, order: Order) -> Next:
        """The headquarters is finished."""
        if order is not PASS:
            g.finished |= 1 << order.arg
            self.fight = self.fight._replace(defence_support=order.arg)
            g.tell("hq_support", "5.3-08", unit=order.arg, place=self.fight.target)
        return self.finish

    def finish(self, g: State) -> Next:
        """All has been announced."""
        return self.done(self.fight)

    # -- refusals -----------------------------------------------------------------------------

    def why_not_air(self, g: State, order: Order) -> Refusal:
        """Why a counter does not fly."""
        if order.verb != FLY.name:
            return Refusal("9.1-02", "a fighter-bomber supports the troops, or none does: pass")
        return Refusal("9.1-02", "that counter is not an available fighter-bomber of this nationality, or not the next")

    def why_not_attack(self, g: State, order: Order) -> Refusal:
        """Why a headquarters does not support the attack."""
        if order.verb != SUPPORT.name or order.arg not in HEADQUARTERS:
            return Refusal("5.3-01", "a headquarters supports the attack, or none does: pass")
        refusal = why_not_attack_support(g, self.fight, order.arg)
        return refusal or Refusal("5.3-01", f"{PIECE_IDS[order.arg]} is not in play")

    def why_not_defence(self, g: State, order: Order) -> Refusal:
        """Why a headquarters does not support the defence."""
        if order.verb != SUPPORT.name or order.arg not in HEADQUARTERS:
            return Refusal("5.3-01", "a headquarters supports the defence, or none does: pass")
        refusal = why_not_defence_support(g, self.fight, order.arg)
        return refusal or Refusal("5.3-01", f"{PIECE_IDS[order.arg]} is not in play")


def commit(g: State, fight: Fight, hq: int) -> None:
    """A headquarters supports an attack: whoever is not activated for it spends a marker and is finished (5.3-07)."""
    if hq != fight.hq:
        pay(g, hq)
        g.finished |= 1 << hq
    elif fight.rules.support == "paid":
        pay(g, hq)
    g.tell("hq_support", "5.3-03", unit=hq, place=fight.target)
