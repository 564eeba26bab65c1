"""Moving (7.3 to 7.5, 17.1, 17.2): where a unit may go, infiltration, bluffs and cliffs, moves of several hexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from bocage.games.omaha_beach.armor import escapes
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.cards import Card
from bocage.games.omaha_beach.chart import RoadKind
from bocage.games.omaha_beach.command_posts import revert
from bocage.games.omaha_beach.control import fire_of, german_dots
from bocage.games.omaha_beach.deck import draw
from bocage.games.omaha_beach.engineer_bases import engineer_range
from bocage.games.omaha_beach.fire import active, has_depth
from bocage.games.omaha_beach.germans import germans
from bocage.games.omaha_beach.ground import Cliffs, Ground, Move, Path, Standing, ground, has_long_moves
from bocage.games.omaha_beach.losses import FireLoss
from bocage.games.omaha_beach.state import EXITED, State
from bocage.games.omaha_beach.tables import Passage
from bocage.games.omaha_beach.terms import Mover, Tide
from bocage.games.omaha_beach.terrain import hedgerows, links_of, obstacle
from bocage.games.omaha_beach.units import UnitType
from bocage.games.omaha_beach.variants import BOMBARDMENT
from bocage.games.omaha_beach.words import ALONE, EXITS, GO, GRID, STAY, UNIT_IDS, WITH
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


class Gait(NamedTuple):
    """How far a unit may go in one action, and what it has to heed all the way (17.1, 17.2)."""

    hexes: int = 1
    roads: tuple[RoadKind, ...] = ()  # tanks: along these only
    in_cover: bool = False  # infantry: without bluffs, bocage off the roads, and heavy fire


ONE_HEX, TWO_HEXES, IN_COVER = Gait(), Gait(2), Gait(2, in_cover=True)


def standing(g: State, unit: int) -> Standing:
    """All that tells how a unit may move on a ground: units with the same go alike."""
    return g.battle.mover[unit], g.battle.tank[unit], g.where[unit], g.on_cliff >> unit & 1


# -- one hex --------------------------------------------------------------------------------------


def moves(g: State, unit: int, on: Ground | None = None) -> list[Move]:
    """Every move of one hex of a unit, alone."""
    return steps(g, unit, g.where[unit], on or ground(g))


def steps(g: State, unit: int, here: Hex, on: Ground, escorted: bool = False) -> list[Move]:
    """The moves of one hex from any hex. Leaders infiltrate only if they are ``escorted`` (7.32-06)."""
    battle, mover, on_cliff = g.battle, g.battle.mover[unit], g.on_cliff >> unit & 1
    if not g.german_hexes & battle.around[here]:
        cliffs = "only" if on_cliff else on.cliffs
        return open_moves(battle, mover, on.tide, here, on.cleared & battle.around[here], cliffs)
    found = on.steps.get((mover, here, on_cliff, escorted))
    if found is None:
        found = on.steps[mover, here, on_cliff, escorted] = _steps_past_germans(g, unit, here, on, escorted)
    return found


def _steps_past_germans(g: State, unit: int, here: Hex, on: Ground, escorted: bool) -> list[Move]:
    battle, held, cliffs = g.battle, g.german_hexes, "only" if g.on_cliff >> unit & 1 else on.cliffs
    found = open_moves(battle, battle.mover[unit], on.tide, here, on.cleared & battle.around[here], cliffs)
    found, dangers = [move for move in found if not held >> move.to & 1], dangerous(g, here)
    if not dangers:
        return found
    found = [
        Move(to, passage, tuple([group for group, hexes in dangers if hexes >> to & 1])) for to, passage, _ in found
    ]
    return found if escorted or not battle.leader[unit] else [move for move in found if not move.past]


@cache
def open_moves(battle: Battle, mover: Mover, tide: Tide, here: Hex, cleared: HexSet, cliffs: Cliffs) -> list[Move]:
    """Where the ground lets one go. A unit on a cliff may only go on across it; others cross it at once from turn 17
    on, and not before (7.5, 17.12). ``cleared``: around the hex.
    """
    there = links_of(battle, mover, tide, here, cleared)
    wanted = {"not": (False,), "too": (False, True), "only": (True,)}[cliffs]
    return [Move(b, passage, ()) for b, passage in there if (passage == "climb_cliff") in wanted]


def is_german(g: State, hex_: Hex) -> bool:
    """Whether a German unit is in a hex."""
    return bool(g.german_hexes >> hex_ & 1)


def dangerous(g: State, hex_: Hex) -> tuple[tuple[int, HexSet], ...]:
    """The groups past which one infiltrates from a hex, each with the hexes where one is beside it still (7.32-01)."""
    near = g.german_hexes & g.battle.around[hex_]
    if not near:
        return ()
    known = germans(g).dangers
    found = known.get(hex_)
    if found is None:
        found = known[hex_] = tuple(_dangerous(g, hex_, near & ~(1 << hex_)))
    return found


def _dangerous(g: State, hex_: Hex, near: HexSet) -> list[tuple[int, HexSet]]:
    battle, found = g.battle, []
    for group in sorted({battle.group_of[g.german_at(h)] for h in members(near)}):
        firing = members(active(g, group))
        if not firing:
            continue
        beside = battle.grid.spread(mask([g.hex_of(p) for p in firing])) & fire_of(g, firing[0])
        if beside >> hex_ & 1:
            found.append((group, beside))
    return found


def infiltrated(g: State, here: Hex, there: Hex) -> tuple[int, ...]:
    """The groups past which a step infiltrates."""
    return tuple([group for group, hexes in dangerous(g, here) if hexes >> there & 1])


# -- several hexes --------------------------------------------------------------------------------


def gaits(g: State, unit: int) -> list[Gait]:
    """The ways in which a unit may move: one hex, and what chapter 17 adds to it."""
    battle, here = g.battle, g.where[unit]
    if not has_long_moves(g) or g.on_cliff >> unit & 1:
        return [ONE_HEX]
    if battle.leader[unit]:
        return [TWO_HEXES]
    if battle.foot[unit]:
        return [ONE_HEX, IN_COVER]
    found = [ONE_HEX]
    if battle.units[unit].type is UnitType.TANK:
        primary, secondary = battle.chart.roads["primary"].across(here), battle.chart.roads["secondary"].across(here)
        if primary or secondary:
            found.append(Gait(battle.tables.terrain["secondary_road"].tank_hexes, ("primary", "secondary")))
        if primary:
            found.append(Gait(battle.tables.terrain["primary_road"].tank_hexes, ("primary",)))
    return found


def heavy_fire(g: State, gait: Gait) -> HexSet:
    """Hexes whose fire ends a long move: for tanks intense fire, for infantry steady fire too (17.1-02, 17.2-03)."""
    if gait.roads:
        return germans(g).intense_fire
    return germans(g).heavy_fire if gait.in_cover else 0


def forbidden(g: State, gait: Gait, a: Hex, cleared: HexSet, fire: HexSet, *, first: bool) -> HexSet:
    """The hexes that a step from a hex may not lead to in a move of this kind."""
    chart, near = g.battle.chart, g.battle.around[a]
    if gait.roads:
        along = 0
        for kind in gait.roads:
            along |= chart.roads[kind].across(a)
        return near & ~along if first or not fire >> a & 1 else near
    if gait.in_cover:
        return fire | hedgerows(g.battle, a, cleared & near)
    return 0


def walks(
    g: State, unit: int, gait: Gait, on: Ground | None = None, *, escorted: bool = False
) -> list[tuple[Path, int]]:
    """Every path that a unit may take in one action, and how often it infiltrates on it (17.1-04)."""
    on, here, fire, in_cover = on or ground(g), g.where[unit], heavy_fire(g, gait), gait.in_cover
    found: list[tuple[Path, int]] = []
    paths: list[tuple[Path, int]] = [((), 0)]
    for number in range(gait.hexes):
        longer = []
        for path, risks in paths:
            a = path[-1] if path else here
            closed = forbidden(g, gait, a, on.cleared, fire, first=not number) | 1 << here | mask(path)
            longer += [
                ((*path, to), risks + bool(past))
                for to, passage, past in steps(g, unit, a, on, escorted)
                if not closed >> to & 1 and (passage == "yes" or not in_cover)
            ]
        paths = longer
        found += paths
    return found


def reach(g: State, unit: int, on: Ground | None = None) -> dict[Hex, Path]:
    """Every hex to which a unit may move in one action, with the path that infiltrates least and is shortest."""
    on, here = on or ground(g), standing(g, unit)
    found = on.reach.get(here)
    if found is None:
        found = on.reach[here] = find_reach(g, unit, on)
    return found


def find_reach(g: State, unit: int, on: Ground) -> dict[Hex, Path]:
    """The same, worked out."""
    if not on.long_moves:
        return {move.to: (move.to,) for move in moves(g, unit, on)}
    best: dict[Hex, tuple[int, int, Path]] = {}
    for gait in gaits(g, unit):
        for path, risks in walks(g, unit, gait, on):
            found = (risks, len(path), path)
            if path[-1] not in best or found < best[path[-1]]:
                best[path[-1]] = found
    return {to: path for to, (_, _, path) in best.items()}


def can_follow(g: State, unit: int, path: Path, *, escorted: bool = False) -> bool:
    """Whether a unit could take a path."""
    on = ground(g)
    return not path or any(
        path == walk for gait in gaits(g, unit) for walk, _ in walks(g, unit, gait, on, escorted=escorted)
    )


def ways_out(g: State, unit: int) -> dict[int, Path]:
    """The exits by which a unit may leave the map, each with the path to its hex (20.3-07).

    Leaving takes one more hex; a tank on a long move leaves along the road.
    """
    battle, found, on = g.battle, dict[int, tuple[int, int, Path]](), ground(g)
    if not on.long_moves or g.on_cliff >> unit & 1 or not battle.near_exits >> g.where[unit] & 1:
        return {}
    for gait in gaits(g, unit):
        if not battle.disc(g.where[unit], gait.hexes - 1) & battle.exits:
            continue
        fire = heavy_fire(g, gait)
        for path, risks in [((), 0), *walks(g, unit, gait, on)]:
            end = path[-1] if path else g.where[unit]
            if len(path) == gait.hexes or end not in battle.exit_hexes:
                continue
            number = battle.exit_hexes.index(end)
            if path and gait.roads:
                letter = tuple(battle.chart.exits)[number]
                if battle.chart.exit_roads[letter] not in gait.roads or fire >> end & 1:
                    continue
            found[number] = min((risks, len(path), path), found.get(number, (risks, len(path), path)))
    return {number: path for number, (_, _, path) in sorted(found.items())}


# -- rules about moves ----------------------------------------------------------------------------


def can_climb_cliff(g: State, unit: int) -> bool:
    """Whether a unit may begin to scale a cliff here (7.5-01); from turn 17 on it goes across at once (17.12)."""
    if has_long_moves(g) or not g.battle.foot[unit] or g.on_cliff >> unit & 1:
        return False
    return bool(open_moves(g.battle, "infantry", g.battle.tide(g.turn), g.where[unit], 0, "only"))


def shelter(g: State, unit: int) -> HexSet:
    """The hexes next to infantry to which it goes for free: on the beach nearer to a protective hexside (7.1-09), away
    from armor (23.6-03) and, after an effective bombardment, low hexes out of all German fire (22.1-10).
    """
    battle, here = g.battle, g.where[unit]
    if not battle.foot[unit]:
        return 0
    hexes = battle.nearer_shelter[here]
    if battle.armor:
        hexes |= escapes(g, unit)
    if BOMBARDMENT in battle.variants:
        hexes |= battle.low & ~german_dots(g)
    return hexes & battle.around[here] & ~(1 << here)


def is_preservation(g: State, unit: int, to: Hex) -> bool:
    """Whether a move of one hex is one of self-preservation."""
    return bool(shelter(g, unit) >> to & 1)


def can_shelter(g: State, unit: int) -> bool:
    """Whether a unit can go somewhere in self-preservation."""
    return any(why_not_into(g, unit, h) is None for h in members(shelter(g, unit)))


def why_not_into(g: State, unit: int, to: Hex) -> Refusal | None:
    """The rule that keeps a unit from moving to a hex; None if it may go there."""
    battle, name, label = g.battle, UNIT_IDS[unit], GRID.label(to)
    near = to in battle.grid.neighbours[g.where[unit]]
    if not near and not has_long_moves(g):
        return Refusal("7.3-01", f"{label} is not next to {name}")
    if not battle.playable >> to & 1:
        return Refusal("3-02", f"{label} is not in play")
    if not battle.dry(g.turn) >> to & 1:
        return Refusal("5.21-02", f"{label} is under water")
    if is_german(g, to):
        return Refusal("7.31-01", f"there is a German unit in {label}")
    if to in reach(g, unit):
        return None
    return _why_not_next(g, unit, to) if near else _why_not_far(g, unit, to)


def _why_not_next(g: State, unit: int, to: Hex) -> Refusal:
    name, label = UNIT_IDS[unit], GRID.label(to)
    passage, terrain = way_to(g, unit, g.where[unit], to)
    if passage == "no":
        rule = "17.22-01" if terrain == "mined road" and has_long_moves(g) else "7.3-01"
        return Refusal(rule, f"{name} cannot pass the {terrain} to {label}")
    if g.on_cliff >> unit & 1 and passage != "climb_cliff":
        return Refusal("7.51-01", f"{name} hangs on a cliff and may only go on across it")
    if passage == "climb_cliff" and not g.on_cliff >> unit & 1:
        return Refusal("7.5-01", f"{name} must first begin to climb the cliff to {label}")
    return Refusal("7.32-06", f"{name} may not infiltrate to {label} without a unit")


def _why_not_far(g: State, unit: int, to: Hex) -> Refusal:
    battle, name, label, here = g.battle, UNIT_IDS[unit], GRID.label(to), g.where[unit]
    if g.on_cliff >> unit & 1:
        return Refusal("7.51-01", f"{name} hangs on a cliff and may only go on across it")
    if battle.leader[unit]:
        return Refusal("17.1-03", f"{name} has no way of two hexes to {label}")
    if not battle.foot[unit]:
        if battle.units[unit].type is not UnitType.TANK:
            return Refusal("17.23-01", f"{name} moves only one hex")
        return Refusal("17.21-01", f"no road takes {name} to {label} within its range and without a stop in heavy fire")
    if battle.grid.distance(here, to) != 2:
        return Refusal("17.1-01", f"{name} moves two hexes at most")
    fire = heavy_fire(g, IN_COVER)
    if fire >> to & 1:
        return Refusal("17.1-02", f"{label} is under heavy fire: {name} could enter it only in a move of one hex")
    between = battle.grid.spread(1 << here) & battle.grid.spread(1 << to)
    if any("climb" in (way_to(g, unit, here, m)[0], way_to(g, unit, m, to)[0]) for m in GRID.hexes if between >> m & 1):
        return Refusal("17.11-01", f"a bluff ends the move of {name}")
    return Refusal("17.1-02", f"bocage, fire or the ground end the move of {name} before {label}")


def why_not_leave(g: State, unit: int, number: int) -> Refusal | None:
    """Why a unit cannot leave the map by an exit; None if it can (20.3-07)."""
    if number in ways_out(g, unit):
        return None
    if not has_long_moves(g):
        return Refusal("20.3-07", "units leave the map in the extended game only")
    return Refusal("20.3-07", f"{UNIT_IDS[unit]} does not get so far as to leave the map by exit {EXITS[number]}")


def way_to(g: State, unit: int, a: Hex, b: Hex) -> tuple[Passage, str]:
    """How a unit passes the side between two hexes, Germans or not, and the terrain that says so."""
    return obstacle(g.battle.chart, g.battle.tables, g.battle.mover[unit], a, b, engineer_range(g))


def passage_to(g: State, unit: int, a: Hex, b: Hex) -> Passage:
    """How a unit passes the side to a hex that it may enter."""
    on = ground(g)
    links = links_of(g.battle, g.battle.mover[unit], on.tide, a, on.cleared)
    return next(passage for there, passage in links if there == b)


# -- the action -----------------------------------------------------------------------------------


def fires(g: State, card: Card, group: int) -> bool:
    """Whether a card shows a group's colour, as a single symbol if it has no depth (7.32-03)."""
    shot = card.fires(g.battle.colour[group])
    return shot is not None and (not shot.double or has_depth(g, group))


def hit(g: State, card: Card, units: Sequence[int]) -> list[int]:
    """Of those who infiltrate the units with the card's symbol, if it is fired at them (7.32-02)."""
    return [unit for unit in units if g.battle.symbol[unit] is card.target]


@dataclass
class MoveAction(Procedure[None]):
    """Some units of a stack move together, hex by hex; infiltrators draw a card (7.3, 7.32, 17.1)."""

    units: tuple[int, ...]  # leaders among them go along with the others
    path: Path
    companions: tuple[int, ...]  # who may still be asked along
    exit: int = -1  # by which they leave the map in the end
    place: int = 0  # of the next hex in the path
    past: tuple[int, ...] = ()  # groups past which the next step infiltrates
    losers: tuple[int, ...] = ()  # who has lost a step and has not yet decided
    staying: tuple[int, ...] = ()

    def begin(self, g: State) -> Next:
        """Who goes along at no further cost (7.21)."""
        if not self.companions:
            return self.set_off
        orders = [*(WITH[unit] for unit in self.companions), ALONE]
        where = GRID.label(self.path[-1]) if self.exit < 0 else f"exit {EXITS[self.exit]}"
        return ask(g.seat_of(self.units[0]), f"Who goes along to {where}?", orders, then=self.joined, rule="7.21-01")

    def about(self, g: State) -> About:
        """The unit that has lost a step, or leads the move."""
        return About(unit=self.losers[0] if self.losers else self.units[0])

    def joined(self, g: State, order: Order) -> Next:
        """One unit of the stack, and any leaders."""
        if order is ALONE:
            return self.set_off
        leader = g.battle.leader
        self.units = (*self.units, order.arg)
        self.companions = tuple(u for u in self.companions if u != order.arg and (leader[u] or leader[order.arg]))
        return self.begin

    def set_off(self, g: State) -> Next:
        """Whatever comes of it, they have acted."""
        g.acted |= mask(self.units)
        return self.next_hex

    def movers(self, g: State) -> list[int]:
        """Who is still on the move."""
        return [unit for unit in self.units if g.on_map(unit) and unit not in self.staying]

    def next_hex(self, g: State) -> Next:
        """Infiltrators are fired upon: one card for all (7.32-02)."""
        movers = self.movers(g)
        if not movers or self.place == len(self.path):
            return self.leave
        self.past = infiltrated(g, g.where[movers[0]], self.path[self.place])
        if not self.past:
            return self.arrive
        card = draw(g)
        hit_by = [group for group in self.past if fires(g, card, group)]
        colours = tuple(dict.fromkeys(str(g.battle.colour[group]) for group in self.past))
        shows = tuple(dict.fromkeys(str(g.battle.colour[group]) for group in hit_by or self.past_shown(g, card)))
        if hit_by:
            self.losers = tuple(hit(g, card, movers))
        g.tell_result(
            "infiltration", "7.32-02", step=True, card=card.number, part="fire", units=tuple(movers), groups=self.past,
            target=str(card.target), fires=bool(hit_by), losers=self.losers, colours=colours, shows=shows,
            hex=g.where[movers[0]],
        )  # fmt: skip
        return self.next_loss

    def past_shown(self, g: State, card: Card) -> list[int]:
        """Groups whose colour is on a card, be it only double."""
        return [group for group in self.past if card.fires(g.battle.colour[group]) is not None]

    def next_loss(self, g: State, _: object = None) -> Next:
        """Each infiltrator with the card's symbol loses a step."""
        if not self.losers:
            return self.arrive
        return call(FireLoss(self.losers[0], "7.32-02"), then=self.after_loss)

    def after_loss(self, g: State, _: object = None) -> Next:
        """A survivor goes on or stays (7.32-04)."""
        unit = self.losers[0]
        if g.on_map(unit):
            prompt = (
                f"{UNIT_IDS[unit]} has its action behind it either way: does it go on to "
                f"{GRID.label(self.path[self.place])}? No second card is drawn for this hex."
            )
            return ask(g.seat_of(unit), prompt, (GO, STAY), then=self.decided, rule="7.32-04")
        self.losers = self.losers[1:]
        return self.next_loss

    def decided(self, g: State, order: Order) -> Next:
        """Go on, or stay."""
        if order is STAY:
            self.staying = (*self.staying, self.losers[0])
        self.losers = self.losers[1:]
        return self.next_loss

    def arrive(self, g: State) -> Next:
        """Leaders go only where a unit goes with them, if they infiltrate (7.32-06)."""
        leader, movers = g.battle.leader, self.movers(g)
        if self.past and all(leader[unit] for unit in movers):
            return done()
        to, self.place = self.path[self.place], self.place + 1
        pauses = self.place == len(self.path) or bool(infiltrated(g, to, self.path[self.place]))
        for unit in movers:
            how = passage_to(g, unit, g.where[unit], to)
            if unit in g.command_posts:
                revert(g, unit, "post_abandoned", "18.11-01")
            g.put(unit, to)
            g.on_cliff &= ~(1 << unit)
            if leader[unit]:
                g.moved_leaders |= 1 << unit
            if how == "climb_cliff" or (how == "climb" and not has_long_moves(g)):
                g.climbing |= 1 << unit
            if pauses:
                g.tell("moved", "7.3-01", unit=unit, hex=to, how=how, path=self.path[: self.place])
        return self.next_hex

    def leave(self, g: State) -> Next:
        """Off the map, if that was the aim; nobody comes back (20.3-07)."""
        if self.exit >= 0 and self.place == len(self.path):
            for unit in self.movers(g):
                g.remove(unit, EXITED)
                g.exited[unit] = self.exit
                g.heroes[unit] = 0
                g.tell("left_map", "20.3-07", unit=unit, exit=EXITS[self.exit])
        return done()
