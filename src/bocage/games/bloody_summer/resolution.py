"""The course of one fight from bombardment to advance (6.3, 6.4), whatever its kind."""

from __future__ import annotations

from dataclasses import dataclass
from operator import ge

from bocage.games.bloody_summer import headquarters
from bocage.games.bloody_summer.advance import Advance
from bocage.games.bloody_summer.bombardment import Bombardment
from bocage.games.bloody_summer.campaign import ALLIED, SEATS
from bocage.games.bloody_summer.fight import (
    NO_AIR,
    Fight,
    Fought,
    alive,
    allied_army,
    armies_of,
    column_shifts,
    defenders_of,
    elite_modifier,
    enemies_in,
    find_column,
    is_fortified,
    printed_strengths,
    stack_levels,
    strengths,
    terrains_of,
    unsupplied_of,
)
from bocage.games.bloody_summer.pieces import PARTISANS, PIECE_IDS
from bocage.games.bloody_summer.places import SIZE, STRATEGIC_RESERVE, Place, place_name
from bocage.games.bloody_summer.results import StepLosses, disorganise_all, result_name
from bocage.games.bloody_summer.retreat import Path, Retreated, Retreats, holds_town
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.support import Supports, fighters
from bocage.games.bloody_summer.tables import Outcome, Result
from bocage.games.bloody_summer.terms import Terrain
from bocage.games.bloody_summer.words import DECLARE, PASS, SPARE, TERRAIN, TERRAINS, WITHHOLD
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call

NO_RESULT = Result(Outcome(0, 0, 0), Outcome(0, 0, 0), False)


# -- the defender's terrain (2.2-09) --------------------------------------------------------------


def terrain_choices(g: State, fight: Fight) -> list[Terrain]:
    """The terrains among which a defender has a real choice; one, if it is best in shift, air support and retreat."""
    rows, found = g.campaign.tables.terrain, terrains_of(g, fight.target)
    flown = any(fighters(g, fight._replace(terrain=kind)) for kind in found)
    wants_air = fight.side != ALLIED

    def worth(kind: Terrain) -> tuple[int, bool, bool]:
        row = rows[kind]
        return row.shift, flown and row.air_support == wants_air, row.retreat == "step"

    def beaten(mine: tuple[int, bool, bool]) -> bool:
        return any(all(map(ge, other, mine)) for other in kinds if other != mine)

    kinds = {worth(kind): kind for kind in found}
    return [kind for mine, kind in kinds.items() if not beaten(mine)]


# -- the fight ------------------------------------------------------------------------------------


@dataclass
class Resolution(Procedure[Fought]):
    """One fight from its declaration to the advance; the result says how it ended."""

    doing = "combat"
    fight: Fight
    result: Result = NO_RESULT
    stacks: tuple[Place, ...] = ()  # attacking stacks that have still to retreat
    retreated: tuple[int, ...] = ()
    paths: tuple[Path, ...] = ()

    def about(self, g: State) -> About:
        """The fight."""
        return About(target=self.fight.target, attackers=self.fight.attackers)

    def begin(self, g: State) -> Next:
        """The attack is declared; a headquarters alone is destroyed by it (5.4-02)."""
        fight = self.fight
        g.tell("attack_declared", "6.1", place=fight.target, attackers=fight.attackers, side=fight.side)
        if not enemies_in(g, fight):
            headquarters.fall(g, fight.target, 1 - fight.side, "5.4-02")
            return self.advance
        army = allied_army(g, fight)
        if fight.rules.bombardment and army is not None and army in g.campaign.armies:
            return call(Bombardment(army, self.bombardable(g)), then=self.bombarded)
        return self.withhold

    def bombardable(self, g: State) -> tuple[Place, ...]:
        """6.2-01: the enemy stacks of the combat."""
        if self.fight.side == ALLIED:
            return (self.fight.target,)
        return tuple(sorted({g.where[unit] for unit in self.fight.attackers}))

    def bombarded(self, g: State, _: None) -> Next:
        """Levels beyond A2 may have cost the last step of somebody."""
        self.fight = self.fight._replace(attackers=alive(g, self.fight.attackers))
        if not self.fight.attackers:
            return self.finish
        if not enemies_in(g, self.fight):
            headquarters.fall(g, self.fight.target, 1 - self.fight.side)
            return self.advance
        return self.withhold

    # -- who takes part -----------------------------------------------------------------------

    def withhold(self, g: State) -> Next:
        """6.5-14: attackers that have become a burden may be left out, as long as one attacks."""
        return self.choose_withheld if self.burdens(g) else self.choose_terrain

    def burdens(self, g: State) -> list[int]:
        """Disorganised and affected attackers, if they were not chosen as such."""
        attackers = self.fight.attackers
        forced = self.fight.kind == "landing"
        bad = [unit for unit in attackers if stack_levels(g, [unit])[1] or (forced and g.level[unit])]
        return bad if len(attackers) > 1 else []

    def choose_withheld(self, g: State) -> Next:
        """The owner of the attackers."""
        burdens = self.burdens(g)
        orders = [*(WITHHOLD[unit] for unit in burdens), DECLARE]
        prompt = "Leave disorganised or affected attackers out?"
        return ask(g.seat(burdens[0]), prompt, orders, then=self.withheld, why=self.why_not_withhold, rule="6.5")

    def withheld(self, g: State, order: Order) -> Next:
        """One less, or these attack."""
        if order is DECLARE:
            return self.choose_terrain
        left = tuple(unit for unit in self.fight.attackers if unit != order.arg)
        self.fight = self.fight._replace(attackers=left)
        g.attacked &= ~(1 << order.arg)
        return self.withhold

    def choose_terrain(self, g: State) -> Next:
        """2.2-09: in towns and villages the defender chooses which terrain counts."""
        choices = terrain_choices(g, self.fight)
        if len(choices) < 2:
            self.set_terrain(choices)
            return self.spare
        return self.ask_terrain

    def set_terrain(self, choices: list[Terrain]) -> None:
        """The terrain that counts; none in a box."""
        self.fight = self.fight._replace(terrain=choices[0] if choices else None)

    def ask_terrain(self, g: State) -> Next:
        """The choice is real: more shifts or no aircraft."""
        orders = [TERRAIN[TERRAINS.index(kind)] for kind in terrain_choices(g, self.fight)]
        prompt = f"Which terrain of {place_title(self.fight.target)} counts?"
        return ask(self.defender(g), prompt, orders, then=self.terrain_chosen, why=self.why_not_terrain, rule="2.2")

    def terrain_chosen(self, g: State, order: Order) -> Next:
        """It is settled."""
        self.set_terrain([TERRAINS[order.arg]])
        g.tell("terrain_chosen", "2.2-09", place=self.fight.target, terrain=TERRAINS[order.arg].value)
        return self.spare

    def defender(self, g: State) -> str:
        """Who decides for the defenders."""
        army = armies_of(g, self.fight)[1]
        assert army is not None
        return SEATS[army]

    def spare(self, g: State) -> Next:
        """6.5-11: the defender may leave disorganised units out, as long as one defends."""
        return self.choose_spared if self.sparable(g) else self.support

    def sparable(self, g: State) -> list[int]:
        """The disorganised defenders that can be left out; off the map none (6.12-03)."""
        defenders = defenders_of(g, self.fight)
        if len(defenders) < 2 or self.fight.target >= SIZE or not self.fight.rules.shifts:
            return []
        return [piece for piece in defenders if g.level[piece]]

    def choose_spared(self, g: State) -> Next:
        """Their defence does not count, nor does their disorganisation (6.5-10)."""
        orders = [*(SPARE[piece] for piece in self.sparable(g)), PASS]
        prompt = f"Leave disorganised units out of the defence of {place_title(self.fight.target)}?"
        return ask(self.defender(g), prompt, orders, then=self.spared, why=self.why_not_spare, rule="6.5")

    def spared(self, g: State, order: Order) -> Next:
        """One less, or these defend."""
        if order is PASS:
            return self.support
        self.fight = self.fight._replace(spared=(*self.fight.spared, order.arg))
        return self.spare

    # -- odds, shifts, die --------------------------------------------------------------------

    def support(self, g: State) -> Next:
        """Aircraft and headquarters."""
        return call(Supports(self.fight), then=self.resolve)

    def resolve(self, g: State, fight: Fight) -> Next:
        """6.3-05: one die, with the modifier of elite units, in the column after all shifts."""
        self.fight = fight
        table, modifier, die = g.campaign.tables.combat, elite_modifier(g, fight), g.chance.die()
        (attack, defence), column = strengths(g, fight), find_column(g, fight)
        self.result = table.die[min(max(die + modifier, 1), 6)][column]
        g.tell_result(
            "combat", "6.3", step=True, attack=attack, defence=defence, die=die, line=table.columns[column],
            column=column + 1, shifts=column_shifts(g, fight), outcome=(result_name(self.result),),
            odds=table.columns[table.column(attack, defence)], modifier=modifier, place=fight.target, fight=fight.kind,
            side=fight.side, attackers=fight.attackers, defenders=defenders_of(g, fight),
            printed=printed_strengths(g, fight), unsupplied=unsupplied_of(g, fight),
        )  # fmt: skip
        return call(StepLosses(defenders_of(g, fight), self.result.defender.steps), then=self.attacker_loses)

    # -- what the result does -----------------------------------------------------------------

    def attacker_loses(self, g: State, _: None) -> Next:
        """6.4-01: then the attacker."""
        self.stacks = tuple(sorted({g.where[unit] for unit in self.fight.attackers}))
        return call(StepLosses(self.fight.attackers, self.result.attacker.steps), then=self.levels)

    def levels(self, g: State, _: None) -> Next:
        """6.4-01: all defenders in the hex and all attackers that took part take the levels."""
        fight = self.fight
        disorganise_all(g, enemies_in(g, fight), self.result.defender.levels, "6.4-01")
        disorganise_all(g, alive(g, fight.attackers), self.result.attacker.levels, "6.4-01")
        headquarters.fall(g, fight.target, 1 - fight.side)
        for place in self.stacks:
            headquarters.fall(g, place, fight.side)
        if fight.rules.retreat == "none" or fight.target >= SIZE:
            return self.no_retreat
        return self.attackers_retreat if self.result.attacker.retreat else self.defenders_retreat

    def no_retreat(self, g: State) -> Next:
        """6.12-04: off the map nobody retreats; partisans are eliminated instead."""
        if self.result.defender.retreat:
            for piece in [piece for piece in enemies_in(g, self.fight) if piece in PARTISANS]:
                g.destroy(piece, "4.1.2.a-06")
        return self.advance

    def attackers_retreat(self, g: State) -> Next:
        """6.4-02: all units of the attacking stacks, also those that took no part; from the sea back to it (6.6-10)."""
        if self.fight.kind == "landing":
            for unit in alive(g, self.fight.attackers):
                g.put(unit, STRATEGIC_RESERVE)
                g.tell_result("back_to_sea", "6.6-10", unit=unit, place=self.fight.target)
            return self.finish
        if not self.stacks:
            return self.finish
        place, self.stacks = self.stacks[0], self.stacks[1:]
        units = tuple(g.units_in(place, self.fight.side))
        if not units:
            return self.attackers_retreat
        retreats = Retreats(
            units, self.fight.target, self.result.attacker.retreat, g.seat(units[0]),
            air=self.fight.air != NO_AIR, stand_for_step=holds_town(g, place, None),
        )  # fmt: skip
        return call(retreats, then=self.next_stack)

    def next_stack(self, g: State, _: Retreated) -> Next:
        """The next one."""
        return self.attackers_retreat

    def defenders_retreat(self, g: State) -> Next:
        """6.4-02: all units in the hex, also those that were left out."""
        fight, length = self.fight, self.result.defender.retreat
        units = tuple(g.units_in(fight.target, 1 - fight.side))
        if not length or not units:
            return self.advance
        chooser = g.seat(fight.attackers[0]) if fight.rules.retreat == "attacker" else g.seat(units[0])
        retreats = Retreats(
            units, fight.target, length, chooser, air=fight.air != NO_AIR, spares=fight.rules.retreat == "attacker",
            free_stand=is_fortified(g, fight) and length <= g.campaign.tables.fortified.ignored_retreat,
            stand_for_step=holds_town(g, fight.target, fight.terrain),
        )  # fmt: skip
        return call(retreats, then=self.vacated)

    def vacated(self, g: State, retreated: Retreated) -> Next:
        """The hex may be empty now."""
        self.retreated, self.paths = retreated
        return self.advance

    def is_cleared(self, g: State) -> bool:
        """Whether no enemy is left to defend the place (0.1.2.d-09)."""
        return not enemies_in(g, self.fight) and not g.hqs_in(self.fight.target, 1 - self.fight.side)

    def advance(self, g: State) -> Next:
        """6.7: one attacking stack, if the hex is empty."""
        attackers, length = alive(g, self.fight.attackers), self.fight.rules.advance
        if not length or not attackers or not self.is_cleared(g) or self.fight.target >= SIZE:
            return self.finish
        return call(Advance(self.fight.target, attackers, length, self.paths), then=self.advanced)

    def advanced(self, g: State, advanced: bool) -> Next:
        """The fight is over."""
        return self.done(self.fought(g, advanced=advanced))

    def finish(self, g: State) -> Next:
        """Nobody advances."""
        return self.done(self.fought(g, advanced=False))

    def fought(self, g: State, *, advanced: bool) -> Fought:
        """How it ended."""
        supported = self.fight.hq != NOBODY and self.fight.hq in self.fight.support
        return Fought(self.is_cleared(g), self.result.exploitation, advanced, alive(g, self.retreated), supported)

    # -- refusals -----------------------------------------------------------------------------

    def why_not_withhold(self, g: State, order: Order) -> Refusal:
        """Why a unit is not left out."""
        if order.verb != WITHHOLD.name:
            return Refusal("6.5-14", "withhold an attacker, or declare that these attack")
        return Refusal("6.5-14", f"{PIECE_IDS[order.arg]} is no disorganised or affected attacker")

    def why_not_terrain(self, g: State, order: Order) -> Refusal:
        """Why another terrain does not count."""
        return Refusal("2.2-09", f"choose between the terrains of {place_name(self.fight.target)}")

    def why_not_spare(self, g: State, order: Order) -> Refusal:
        """Why a unit is not left out."""
        if order.verb != SPARE.name:
            return Refusal("6.5-11", "leave a disorganised unit out of the defence, or pass")
        return Refusal("6.5-11", f"{PIECE_IDS[order.arg]} is not disorganised, or does not defend here")
