"""Everything before GT 1, step by step (10.9, 11.4 to 14.4, 15.1)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.fire_movement.airborne import AirborneLandings, LandingAttacks
from bocage.games.fire_movement.amphibious import AmphibiousLandings
from bocage.games.fire_movement.assaults import BeachAssaults, CommandoAssaults
from bocage.games.fire_movement.battle import GERMAN, SEATS
from bocage.games.fire_movement.set_up import GermanSetUp, place_fixed
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import (
    NAVAL_CUP,
    fill_pools,
)
from bocage.kernel import Next, Pick, Procedure, call, done


@dataclass
class Landings(Procedure[None]):
    """The whole procedure before GT 1, for all areas in use step by step (10.9, 15.1)."""

    def begin(self, g: State) -> Next:
        """Fill the cups; where nothing is hidden, the Germans stand on the map from the start (13.4)."""
        fill_pools(g)
        if not g.battle.scenario.campaign:
            for area in g.battle.areas:
                if not area.german_set_up_hidden:
                    place_fixed(g, area)
        return call(GermanSetUp(), then=self.beaches)

    def beaches(self, g: State, _: object) -> Next:
        """10.9.1."""
        return call(AmphibiousLandings(), then=self.air)

    def air(self, g: State, _: object) -> Next:
        """10.9.2 steps 1 to 4; skipped where there are no airborne units."""
        return call(AirborneLandings(), then=self.reveal_germans)

    def reveal_germans(self, g: State, _: object) -> Next:
        """The recorded German units appear (10.9.1 step 3, 10.9.2 step 5)."""
        rule = "10.9.2-13" if any(area.drops for area in g.battle.areas) else "10.9.1-15"
        for unit, hex_ in g.secret.items():
            g.put(unit, hex_)
            g.tell("set_up", rule, unit=unit, hex=hex_)
        if g.secret:
            g.tell_result("revealed", rule, units=tuple(g.secret))
        g.secret = {}
        g.reveal()
        if g.battle.scenario.campaign:
            for area in g.battle.areas:
                if not area.german_set_up_hidden:
                    place_fixed(g, area)
        return call(LandingAttacks(), then=self.commandos)

    def suppose(self, side: str, world: object, pick: Pick) -> None:
        """As long as the Germans have not appeared, they may stand wherever their set-up allows."""
        assert isinstance(world, State)
        if side != SEATS[GERMAN] and self.step in ("beaches", "air", "reveal_germans"):
            world.secret = {}
            under_way = next((frame for frame in world.stack if isinstance(frame, GermanSetUp)), None)
            GermanSetUp().suppose_until(world, under_way, pick)

    def commandos(self, g: State, _: object) -> Next:
        """10.9.2 step 7 and 10.9.3."""
        return call(CommandoAssaults(), then=self.assaults)

    def assaults(self, g: State, _: object) -> Next:
        """10.9.4."""
        return call(BeachAssaults(), then=self.ashore)

    def ashore(self, g: State, _: object) -> Next:
        """Naval gunfire is over (10.8.1-06); in the folio its markers stay until the end of GT 1."""
        if not g.battle.folio:
            remove_naval_markers(g)
        return done()


def remove_naval_markers(g: State) -> None:
    """All naval gunfire markers leave the game, used or not."""
    for cup in NAVAL_CUP.values():
        g.pool[cup] = g.cups[cup] = ()
