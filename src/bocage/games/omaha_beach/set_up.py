"""Setting up (3, 21.1): WN units and depth markers dealt face down, pools filled, US units in boxes, on the turn track
and, in Beyond the Beach, ashore; what variants change of it (22.1, 22.3, 22.4, 23.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bocage.games.omaha_beach import variants
from bocage.games.omaha_beach.action_phase import STACKING
from bocage.games.omaha_beach.battle import BOX, Battle
from bocage.games.omaha_beach.deck import draw, pick_from
from bocage.games.omaha_beach.depth import disrupt_german, remove_depth
from bocage.games.omaha_beach.landing import Arrivals
from bocage.games.omaha_beach.scenarios import Placed, Reinforcements, SetUp
from bocage.games.omaha_beach.state import ABSENT, ELIMINATED, POOLS, SECRETS, State
from bocage.games.omaha_beach.terms import Tide
from bocage.games.omaha_beach.units import UsUnit
from bocage.games.omaha_beach.words import BOX_IDS, GRID, TO, UNIT_IDS
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


def set_up(g: State) -> None:
    """Everything before the first turn in which the player has no choice."""
    scenario, table = g.battle.scenario, table_of(g)
    g.turn = scenario.turns[0]
    g.deck = tuple(sorted(g.battle.deck))
    g.rockets_fired = table.rockets_have_fired
    g.cleared = g.battle.grid.set(table.cleared)
    place_strongpoints(g, table)
    fill_pools(g, table)
    place_us(g, table)
    g.secret = 1 + g.chance.pick(SECRETS)
    g.tell("set_up", "3-01", scenario=scenario.title)
    if variants.BOMBARDMENT in g.battle.variants:
        bombard(g)


def table_of(g: State) -> SetUp:
    """The set-up of the scenario."""
    return set_up_of(g.battle)


def set_up_of(battle: Battle) -> SetUp:
    """The set-up of a battle's scenario."""
    return battle.content.scenarios.set_up(battle.scenario.id)


def left_out(battle: Battle) -> int:
    """How many German units a battle that begins with turn 1 does not need; later ones have lost them (21.1)."""
    if battle.scenario.turns[0] > 1:
        return 0
    table = set_up_of(battle)
    boxes = table.boxes
    needed = sum(map(len, table.wn.by_back.values())) + boxes.tactical + boxes.division + boxes.meyer
    return sum(unit.pool in ("wn", *POOLS) for unit in battle.german) - needed


# -- Germans --------------------------------------------------------------------------------------


def place_strongpoints(g: State, table: SetUp) -> None:
    """WN units are mixed within their backs and dealt to the hexes named for these, some with depth (3-07..13)."""
    battle, numbers = g.battle, position_numbers(g.battle)
    for back, names in table.wn.by_back.items():
        units = pool_of(battle, "wn", back)
        for name in names:
            unit, units = pick_from(g, units)
            g.man(numbers[name], unit)
        g.gone = (*g.gone, *units)
    markers = markers_of(g.battle, "wn")
    for name in table.wn_depth:
        marker, markers = pick_from(g, markers)
        g.deepen(numbers[name], marker)
    g.depth_pools["wn"] = _some(g, markers, table.boxes.wn_depth)


@cache
def position_numbers(battle: Battle) -> dict[str, int]:
    """The number of each position by its name."""
    return {position.id: number for number, position in enumerate(battle.positions)}


@cache
def pool_of(battle: Battle, name: str, back: str = "") -> tuple[int, ...]:
    """The German units of a pool, or those of them with one back."""
    return tuple(n for n, unit in enumerate(battle.german) if unit.pool == name and back in ("", unit.back))


def fill_pools(g: State, table: SetUp) -> None:
    """The German boxes (3-15..19); pieces that a scenario does not need leave the game unseen."""
    boxes, dealt = table.boxes, table.reinforcements
    mobile, building = markers_of(g.battle, "mobile"), markers_of(g.battle, "building")
    for _ in range(boxes.meyer_depth):
        marker, mobile = pick_from(g, mobile)
        g.depth_pools["meyer"] = (*g.depth_pools["meyer"], marker)
    g.depth_pools["mobile"], g.depth_pools["building"] = mobile, building
    for name, count in (("tactical", boxes.tactical), ("division", boxes.division), ("meyer", boxes.meyer)):
        g.pools[name] = pool_of(g.battle, name)
        if dealt and name != "meyer":
            g.pools[name] = deal(g, name, dealt)
        while len(g.pools[name]) > count:
            unit, g.pools[name] = pick_from(g, g.pools[name])
            g.gone = (*g.gone, unit)
    g.depth_pools["mobile"] = _some(g, g.depth_pools["mobile"], boxes.mobile_depth)
    g.depth_pools["building"] = _some(g, g.depth_pools["building"], boxes.building_depth)
    if variants.REACTION in g.battle.variants:
        gather_meyer(g)
    if variants.ARMOR in g.battle.variants:
        g.pools["armor"], g.depth_pools["armor"] = g.battle.armor, markers_of(g.battle, "armor")  # 23.1


def deal(g: State, pool: str, dealt: Reinforcements) -> tuple[int, ...]:
    """Units of a pool go to positions at random, some with a marker that fits the ground; the rest of the pool.

    Whoever comes first is dealt to any position, so the second pool takes what the first has left (21.1-07..10).
    """
    numbers, left = position_numbers(g.battle), g.pools[pool]
    free = tuple(numbers[name] for name in dealt.positions if not g.held >> numbers[name] & 1)
    for _ in range(dealt.tactical if pool == "tactical" else dealt.division):
        place, free = pick_from(g, free)
        unit, left = pick_from(g, left)
        g.man(place, unit)
        here = g.battle.positions[place]
        if here.id in dealt.depth:
            marker, g.depth_pools[here.depth] = pick_from(g, g.depth_pools[here.depth])
            g.deepen(place, marker)
    return left


def gather_meyer(g: State) -> None:
    """Kampfgruppe Meyer is at hand from the start (22.4-01)."""
    g.pools["division"] = tuple(sorted((*g.pools["division"], *g.pools["meyer"])))
    g.depth_pools["mobile"] = tuple(sorted((*g.depth_pools["mobile"], *g.depth_pools["meyer"])))
    g.pools["meyer"] = g.depth_pools["meyer"] = ()


def bombard(g: State) -> None:
    """Two fire cards: a colour on one disrupts its WNs and takes their depth, on both it destroys them (22.1-03)."""
    battle, cards = g.battle, []
    for _ in range(battle.variants[variants.BOMBARDMENT].values["bombardment_cards"]):
        card = draw(g)
        cards.append(card)
        colours = tuple(str(shot.colour) for shot in card.fire)
        g.tell_result("bombardment_card", "22.1-03", step=True, card=card.number, part="fire", colours=colours)
    g.discards, g.drawn = (*g.discards, *g.drawn), ()
    for p in g.occupied_positions():
        hits = sum(card.fires(battle.positions[p].colour) is not None for card in cards)
        if hits and g.deep >> p & 1:
            remove_depth(g, p, "22.1-03")
        if hits == 1:
            disrupt_german(g, p, "22.1-03")
        elif hits:
            g.gone = (*g.gone, g.vacate(p))
            g.tell_result("bombed_out", "22.1-03", position=p)


@cache
def markers_of(battle: Battle, kind: str) -> tuple[int, ...]:
    """The depth markers of a type."""
    return tuple(n for n, marker in enumerate(battle.depth) if marker.type == kind)


def _some(g: State, markers: tuple[int, ...], count: int) -> tuple[int, ...]:
    """So many of some markers, at random; the rest leaves the game."""
    while len(markers) > count:
        marker, markers = pick_from(g, markers)
        g.gone_depth = (*g.gone_depth, marker)
    return markers


# -- Americans ------------------------------------------------------------------------------------


def place_us(g: State, table: SetUp) -> None:
    """Units without an arrival turn stand in their boxes, the others on the turn track (3-21..23, 21.1-13..23)."""
    battle = g.battle
    for number, unit in enumerate(battle.units):
        if battle.home[number] not in battle.divisions or variants.is_left_out(battle.variants, unit):
            continue
        if unit.id in table.placed:
            place_ashore(g, number, table.placed[unit.id])
        elif unit.id in table.ashore:
            g.steps[number] = steps_at(unit, table.ashore[unit.id])
        elif unit.id in table.lost:
            g.where[number], g.steps[number] = ELIMINATED, 0
        elif unit.id in table.delayed:
            g.wait(number, table.delayed[unit.id])
            g.delayed |= 1 << number
        elif unit.arrives is None:
            if table.in_boxes_from_turn is None:
                g.put(number, BOX + BOX_IDS.index(unit.box))
        elif (table.in_boxes_from_turn or 0) <= unit.arrives <= battle.scenario.last_arrival:
            g.wait(number, variants.arrival(battle.variants, unit.arrives))


def place_ashore(g: State, number: int, placed: Placed) -> None:
    """A unit on the map with its strength, its hero and its commander."""
    g.put(number, GRID.at(placed.hex))
    if placed.strength is not None:
        g.steps[number] = steps_at(g.battle.units[number], placed.strength)
    if placed.hero:
        g.heroes[number] = 1
        g.heroes_named[g.battle.home[number]] += 1
    if placed.command:
        g.assign(number, 0 if placed.command == 1 else 1)


def steps_at(unit: UsUnit, strength: int) -> int:
    """The steps that a unit has left when it has a strength."""
    return next(steps for steps in range(len(unit.steps), 0, -1) if unit.at(steps).strength == strength)


# -- the player's part of Beyond the Beach --------------------------------------------------------------


@dataclass
class Placement(Procedure[None]):
    """Supporting units go to the high waterline of their sector, the wave of turn 16 into boxes (21.1-17..22)."""

    unit: int = -1  # the one that is asked for

    def begin(self, g: State) -> Next:
        """Unit by unit; a scenario without such units asks nothing."""
        g.phase = "Set-up"
        table = table_of(g)
        units = [n for n, unit in enumerate(g.battle.units) if unit.id in table.ashore and g.where[n] == ABSENT]
        if not units:
            return self.board
        self.unit = units[0]
        prompt = f"Where on the beach is {UNIT_IDS[self.unit]}?"
        orders = [TO[h] for h in members(shore(g, self.unit)) if why_not_at(g, self.unit, h) is None]
        return ask(g.seat_of(self.unit), prompt, orders, then=self.answered, why=self.why_not, rule="21.1-19")

    def about(self, g: State) -> About:
        """The unit that is asked for."""
        return About(unit=self.unit)

    def answered(self, g: State, order: Order) -> Next:
        """It is ashore."""
        g.put(self.unit, order.arg)
        g.tell("set_ashore", "21.1-19", unit=self.unit, hex=order.arg)
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why the unit cannot stand there."""
        refusal = why_not_at(g, self.unit, order.arg) if order.verb == TO.name else None
        return refusal or Refusal("21.1-19", f"{UNIT_IDS[self.unit]} needs a beach hex")

    def board(self, g: State) -> Next:
        """21.1-22."""
        turn = table_of(g).in_boxes_from_turn
        return done() if turn is None else call(LastWave(turn=turn), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """Play can begin."""
        return done()


def shore(g: State, unit: int) -> HexSet:
    """The hexes of the high waterline in the sector of a unit's division (21.1-17, 21.1-18)."""
    return g.battle.chart.waterline[Tide.HIGH] & g.battle.in_sector[g.battle.home[unit]]


def why_not_at(g: State, unit: int, hex_: Hex) -> Refusal | None:
    """Why a supporting unit cannot be set up in a hex; None if it can."""
    label, name = GRID.label(hex_), UNIT_IDS[unit]
    if not shore(g, unit) >> hex_ & 1:
        rule = "21.1-18" if g.battle.home[unit] else "21.1-17"
        return Refusal(rule, f"{label} is not on the high waterline of the sector of {name}")
    if len(g.units_at(hex_)) >= STACKING:
        return Refusal("7.6-01", f"there are two units in {label} already")
    return None


@dataclass
class LastWave(Arrivals):
    """The units of the turn before play begins are in their boxes already, wherever the player likes (21.1-22)."""

    turn: int = 0

    def turn_of(self, g: State) -> int:
        """Only the units of that turn."""
        return self.turn

    def delays(self, g: State) -> list[Order]:
        """Nobody waits."""
        return []
