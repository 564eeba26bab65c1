"""Cherbourg Combat: all units of both sides in the Cherbourg Box, on a table of its own (11.7)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.dark_summer import supply
from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import ALLIED, GERMAN, US
from bocage.games.dark_summer.columns import changes_of
from bocage.games.dark_summer.losses import StepLosses
from bocage.games.dark_summer.places import CHERBOURG
from bocage.games.dark_summer.state import OST, STRONGPOINTS, State
from bocage.games.dark_summer.strength import attack_strength, defence_strength
from bocage.games.dark_summer.strongpoints import is_hidden, kind_of, turn_up
from bocage.games.dark_summer.support import available, support_strength, use, why_not_support, worth
from bocage.games.dark_summer.words import PASS, SUPPORT
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

COSTS = {"A1": (1, 0), "A2": (2, 0), "B1": (1, 1), "B2": (2, 2), "D2": (0, 2), "C": (0, 0)}  # US, German steps
CAPTURE = "C"


def attack_in_box(g: State) -> Attack:
    """The attack of all US units in the box."""
    return Attack(CHERBOURG, tuple(g.units_in(CHERBOURG, ALLIED)))


def totals(g: State, attack: Attack) -> tuple[int, int]:
    """US Attack Strength with its Support, and German Defense Strength; Terrain has no effect (11.7-07)."""
    strength = attack_strength(g, attack.attackers) + support_strength(g, attack, attacking=True)
    return strength, defence_strength(g, attack)


def is_even(g: State, attack: Attack) -> bool:
    """Whether the odds are 1-1 or better (11.7-05)."""
    strength, defence = totals(g, attack)
    return strength >= defence


def can_be_even(g: State, attack: Attack) -> bool:
    """Whether the odds are or can be made 1-1 or better by Support; Flak gains by some of it too (11.6)."""
    return is_even(g, attack) or any(
        can_be_even(g, with_support(attack, marker)) for marker in available(g, attack, attacking=True)
    )


def with_support(attack: Attack, marker: int) -> Attack:
    """An attack with one more marker of the attacker."""
    return attack._replace(attack_support=(*attack.attack_support, marker))


def box_column(g: State, attack: int, defence: int) -> int:
    """The column of the Cherbourg Combat Table: odds rounded for the defender, the last for all that are better."""
    return min(attack // defence, len(g.campaign.tables.cherbourg_combat.columns)) - 1


# -- right and duty -------------------------------------------------------------------------------


def why_not_begin(g: State) -> Refusal | None:
    """Why there can be no Cherbourg Combat now, however strong the US units in the box are."""
    if g.round_kind != "combat" or g.active != US:
        rule = "11.7-03" if g.round_kind == "combined" else "11.7-01"
        return Refusal(rule, "Cherbourg Combat is possible only in a US Combat Round")
    if g.cherbourg_captured:
        return Refusal("11.7-11", "Cherbourg has been captured")
    if g.attacked_hexes >> CHERBOURG & 1:
        return Refusal("11.7-02", "there has been a Cherbourg Combat in this Round")
    if not g.units_in(CHERBOURG, ALLIED):
        return Refusal("11.7-04", "there are no US units in the Cherbourg Box")
    if not supply.cherbourg_supplied(g):
        return Refusal("11.7-05", "the US units in the Cherbourg Box are Out of Supply")
    return None


def why_not_attack(g: State) -> Refusal | None:
    """Why Cherbourg Combat may not be started; None if it may."""
    if refusal := why_not_begin(g):
        return refusal
    if not prospects_of(g, weakest=True)[1]:
        return Refusal("11.7-05", "the US units in the Cherbourg Box cannot reach odds of 1-1")
    return None


def is_due(g: State) -> bool:
    """Whether Cherbourg Combat must be started in this Round: by the units alone (11.7-06)."""
    return why_not_begin(g) is None and prospects_of(g, weakest=True)[0]


def look_into_box(g: State) -> None:
    """At the start of a US Combat Round: turn up what the duty or the right to attack depends on (11.7-06).

    If nobody defends the box, Cherbourg is captured without a fight (11.7-11).
    """
    if why_not_begin(g):
        return
    if prospects_of(g, weakest=True) != prospects_of(g, weakest=False):
        turn_up(g, g.units_in(CHERBOURG, GERMAN))
    if not g.units_in(CHERBOURG, GERMAN):
        capture(g)


def prospects_of(g: State, *, weakest: bool) -> tuple[bool, bool]:
    """Duty and right to attack, if units that lie face down in the box are as weak or as strong as they can be."""
    hidden = [unit for unit in g.units_in(CHERBOURG, GERMAN) if is_hidden(g, unit)]
    if hidden:
        g = g.copy()
        for kind in (STRONGPOINTS, OST):
            units = [unit for unit in hidden if kind_of(g, unit) == kind]
            left = sorted(g.factors_left[kind], reverse=not weakest)
            for unit, factor in zip(units, left, strict=False):
                g.factor[unit] = factor
    attack = attack_in_box(g)
    return is_even(g, attack), can_be_even(g, attack)


def capture(g: State) -> None:
    """Cherbourg is captured: no German unit is left in the box (11.7-11)."""
    for unit in g.units_in(CHERBOURG, GERMAN):
        g.eliminate(unit, "11.7-11")
    g.cherbourg_captured = g.turn
    g.forget()
    g.tell("cherbourg_captured", "11.7-11")


# -- the Combat -----------------------------------------------------------------------------------


@dataclass
class CherbourgCombat(Procedure[None]):
    """One Combat between all units in the box."""

    doing = "support"
    attack: Attack
    result: str = ""

    def about(self, g: State) -> About:
        """The attack."""
        return About(target=CHERBOURG, attackers=self.attack.attackers)

    def begin(self, g: State) -> Next:
        """It is announced, and what lies face down in the box is turned up (11.5-02)."""
        g.tell("attack_declared", "11.7", hex=CHERBOURG, attackers=self.attack.attackers, side=g.active_seat)
        g.attacked_hexes |= 1 << CHERBOURG
        for unit in self.attack.attackers:
            g.attacked_units |= 1 << unit
        turn_up(g, g.units_in(CHERBOURG, GERMAN))
        return self.support if g.units_in(CHERBOURG, GERMAN) else self.over(g, None)

    def support(self, g: State) -> Next:
        """One Tac Air and one Tank Destroyer marker at most; no German Support (11.7-08)."""
        orders = [SUPPORT[marker] for marker in self.markers(g)]
        if not orders:
            return self.resolve
        if is_even(g, self.attack):
            orders.append(PASS)
        prompt = "Support for Cherbourg Combat?"
        return ask(g.active_seat, prompt, orders, then=self.announced, why=self.why_not, rule="11.7")

    def markers(self, g: State) -> list[int]:
        """The markers with which the odds are 1-1 or better, or can still be made so."""
        found = available(g, self.attack, attacking=True)
        return [marker for marker in found if can_be_even(g, with_support(self.attack, marker))]

    def announced(self, g: State, order: Order) -> Next:
        """One more marker, or no more."""
        if order is PASS:
            return self.resolve
        use(g, order.arg)
        added = worth(g, self.attack, order.arg, attacking=True)
        g.tell("support", "11.7-08", marker=order.arg, hex=CHERBOURG, worth=added, side=g.active_seat)
        self.attack = with_support(self.attack, order.arg)
        return self.support

    def resolve(self, g: State) -> Next:
        """No shifts: odds, die, table (11.7-09, 11.7-10)."""
        table = g.campaign.tables.cherbourg_combat
        attack, defence = totals(g, self.attack)
        column = box_column(g, attack, defence)
        die = g.chance.die()
        self.result = table.die[die][column]
        g.tell_result(
            "combat", "11.7-09", step=True, attack=attack, defence=defence, die=die, line=table.columns[column],
            column=column + 1, outcome=(self.result,), printed=self.result, odds=table.columns[column], hex=CHERBOURG,
            side=g.active_seat, attackers=self.attack.attackers, defenders=tuple(g.units_in(CHERBOURG, GERMAN)),
            support=self.attack.attack_support, changes=changes_of(g, self.attack),
        )  # fmt: skip
        return call(StepLosses(tuple(g.units_in(CHERBOURG, GERMAN)), COSTS[self.result][1]), then=self.attacker_loses)

    def attacker_loses(self, g: State, _: object) -> Next:
        """Losses as in any Combat, the defender first (11.3.6)."""
        return call(StepLosses(self.attack.attackers, COSTS[self.result][0]), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """Cherbourg is captured by the result C, or if the last German unit in the box was lost."""
        if self.result == CAPTURE or not g.units_in(CHERBOURG, GERMAN):
            capture(g)
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a marker cannot be announced, or why there must be one."""
        if order is PASS:
            return Refusal("11.7-05", "without Support the odds are below 1-1")
        if order.verb != "support":
            return Refusal("11.7-08", "announce Support for Cherbourg Combat, or pass")
        refusal = why_not_support(g, self.attack, order.arg, attacking=True)
        return refusal or Refusal("11.7-05", "with that marker the odds would stay below 1-1")
