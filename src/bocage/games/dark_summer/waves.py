"""The two Amphibious Assault Rounds of Turn 1 (rulebook 9.4.1, 9.4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import ALLIED, BOTH, GERMAN, SEATS
from bocage.games.dark_summer.combat import Combat, CombatAction
from bocage.games.dark_summer.places import APPROACH, GRID, LANDS_AT, SECOND_WAVE, WAITING
from bocage.games.dark_summer.stacking import is_over_stacked, over_stacked, too_many
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.victory import check_after_round
from bocage.games.dark_summer.words import ATTACK, REMOVE, UNIT_IDS
from bocage.hexes import Hex, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

FIRST_WAVE, SECOND_WAVE_CHIT = 6, 7  # how the Wave chits stand on the Action Round Track
SEABORNE: Final = ("first_wave", "second_wave")  # those that attack in the Waves


@dataclass
class FirstWave(Procedure[None]):
    """All units of the 1st Wave attack the hex before them, without Support; nobody else fights (9.4.1)."""

    doing = "first_wave"

    def about(self, g: State) -> About:
        """A hex is to be chosen."""
        return About(target_verb=ATTACK.name)

    def begin(self, g: State) -> Next:
        """9.4.1-01."""
        g.track += ((BOTH, FIRST_WAVE),)
        g.begin_round("wave1", BOTH)
        g.tell("wave", "9.4.1-01", round=g.round, wave=1)
        return self.choose

    def targets(self, g: State) -> list[Hex]:
        """The hexes that are still to be assaulted."""
        return [hex_ for hex_, box in APPROACH.items() if box in g.at and not g.attacked_hexes >> hex_ & 1]

    def choose(self, g: State) -> Next:
        """9.4.1-06: in the order that the Allied player likes."""
        targets = self.targets(g)
        if not targets:
            return self.over
        if len(targets) == 1:
            return self.assault_last
        orders = [ATTACK[hex_] for hex_ in targets]
        prompt = "Which hex is assaulted next?"
        return ask(SEATS[ALLIED], prompt, orders, then=self.chosen, why=self.why_not, rule="9.4.1")

    def chosen(self, g: State, order: Order) -> Next:
        """All its units attack it (9.4.1-02)."""
        return self.assault(g, order.arg)

    def assault_last(self, g: State) -> Next:
        """Only one is left."""
        return self.assault(g, self.targets(g)[0])

    def assault(self, g: State, hex_: Hex) -> Next:
        """The Combat."""
        return call(Combat(Attack(hex_, g.at[APPROACH[hex_]])), then=self.fought)

    def fought(self, g: State, _: object) -> Next:
        """Each is completely resolved before the next."""
        return self.choose

    def over(self, g: State) -> Next:
        """The Round ends."""
        check_after_round(g)
        g.end_round()
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a hex is not assaulted."""
        if order.verb != ATTACK.name:
            return Refusal("9.4.1-02", "all units of the 1st Wave attack: choose the next hex")
        if order.arg < GRID.size and g.attacked_hexes >> order.arg & 1:
            return Refusal("11.1-05", f"{GRID.label(order.arg)} has been attacked in this Round already")
        return Refusal("9.4.1-04", "only the hexes before the 1st Wave are attacked in this Round")


@dataclass
class SecondWave(Procedure[None]):
    """The 2nd Wave lands or joins the 1st offshore, then all seaborne units may attack (9.4.3)."""

    def begin(self, g: State) -> Next:
        """9.4.3-01, 9.4.3-03: the whole Wave is placed before any Combat."""
        g.track += ((BOTH, SECOND_WAVE_CHIT),)
        g.begin_round("wave2", BOTH)
        g.tell("wave", "9.4.3-01", round=g.round, wave=2)
        for hex_, box in SECOND_WAVE.items():
            self.land(g, hex_, g.at.get(box, ()))
        units = mask(unit for unit, piece in enumerate(g.campaign.units) if piece.entry.kind in SEABORNE)
        return call(CombatAction(units), then=self.fought)

    def land(self, g: State, hex_: Hex, units: tuple[int, ...]) -> None:
        """On an Open Beach or one that nobody defends, else in the Beach Approach hex (9.4.3-04, -06, -09)."""
        ashore = not g.occupied[GERMAN] >> hex_ & 1
        for unit in units:
            g.put(unit, hex_ if ashore else APPROACH[hex_])
            g.tell("landed" if ashore else "joined_wave", "9.4.3-04" if ashore else "9.4.3-06", unit=unit, hex=hex_)
        if ashore and units and not g.open_beaches >> hex_ & 1:
            g.open_beach(hex_)

    def fought(self, g: State, _: object) -> Next:
        """What is German still is Closed, and who is still at sea comes again on Turn 2 (9.4.3-17, 9.4.3-18)."""
        for hex_ in members(g.campaign.beaches & ~(g.open_beaches | g.closed_beaches)):
            g.close_beach(hex_, "9.4.3-17")
        for box in LANDS_AT:
            for unit in g.at.get(box, ()):
                g.tell("comes_again", "9.4.3-18", unit=unit)
                g.remove(unit, WAITING)
        g.augmented = 0  # 11.4.1-05
        return self.check_stacks

    def check_stacks(self, g: State) -> Next:
        """9.4.3-20: where too many are, the German player eliminates units of his choice (5.1-08)."""
        over = over_stacked(g)
        if not over:
            return self.over
        hex_ = over[0]
        orders = [REMOVE[unit] for unit in g.at[hex_] if not g.campaign.stacks_free[unit]]
        prompt = f"{too_many(g, hex_)}: eliminate one"
        return ask(SEATS[GERMAN], prompt, orders, then=self.remove, why=self.why_not, rule="5.1")

    def remove(self, g: State, order: Order) -> Next:
        """It is gone."""
        g.eliminate(order.arg, "5.1-08")
        return self.check_stacks

    def over(self, g: State) -> Next:
        """The Round ends."""
        check_after_round(g)
        g.end_round()
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why something else will not do."""
        if order.verb == REMOVE.name and not is_over_stacked(g, g.where[order.arg]):
            return Refusal("5.1-08", f"{UNIT_IDS[order.arg]} is in no hex that holds more than it may")
        return Refusal("5.1-08", f"eliminate a unit: {too_many(g, over_stacked(g)[0])}")
