"""German fire (6.1 to 6.4) and fire at leaders (11.4).

A firer is a position group that fires on the card of its sector. The hits of all that fire together are assigned
together, so that as many US units as possible lose a step and as many as possible are hit (6.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bocage.games.omaha_beach.armor import armor_field, fire_from
from bocage.games.omaha_beach.assignment import assign, tied
from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.cards import Card, Shot
from bocage.games.omaha_beach.leaders import hit_leader
from bocage.games.omaha_beach.losses import FireLoss
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.targets import is_crowd, steps_are_limited
from bocage.games.omaha_beach.terms import Intensity
from bocage.games.omaha_beach.words import HIT, UNIT_IDS
from bocage.hexes import HexSet, mask, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, call, done

# One number for 6.34 and the priorities of 6.31, each place outweighing any sum of those behind it; the last is for
# wishes.
LOSES_STEP, IS_HIT = 10**18, 10**15
SPORADIC, STEADY, FARTHER, FEWER_STEPS = 10**12, 10**9, 10**5, 100
LESS_HEAVY = {Intensity.INTENSE: 0, Intensity.STEADY: STEADY, Intensity.SPORADIC: SPORADIC}
MOST_STEPS = 4


class Target(NamedTuple):
    """A unit that a firer may hit, and what happens then."""

    intensity: Intensity
    why: str  # "any", "symbol" or "concentrated"
    loses_step: bool
    disrupts: bool
    cost: int


class Salvo(NamedTuple):
    """The fire of a group as it is told and then carried out: its hits, their reasons and what each of them does."""

    group: int
    limit: int
    hits: tuple[int, ...]
    spared: tuple[int, ...]
    left: tuple[str, ...]  # why each of those who are spared is
    why: tuple[str, ...]
    costs: tuple[str, ...]
    safe: tuple[str, ...]
    armored: tuple[int, ...]  # those whom their armor alone saves
    effects: tuple[tuple[bool, bool], ...]  # loses a step, is disrupted


class Firer(NamedTuple):
    """A position group that fires."""

    group: int
    shot: Shot
    limit: int
    targets: Mapping[int, Target]  # by unit
    safe: frozenset[str]  # why others in its field cannot be hit: "symbol", "armor" or "spent"
    armored: tuple[int, ...]  # those of them whom their armor saves


# -- who fires ------------------------------------------------------------------------------------


def active(g: State, group: int) -> int:
    """Mask of the position hexes of a group that hold an undisrupted unit (6.41)."""
    return g.battle.group_mask[group] & g.held & ~g.german_disrupted


def hit_limit(g: State, group: int) -> int:
    """Undisrupted units and their depth markers (6.31); twice that in the extended game (14.11)."""
    firing = active(g, group)
    limit = firing.bit_count() + (firing & g.deep).bit_count()
    return 2 * limit if g.battle.track.during("double_hit_limit", g.turn) else limit


def manned_in(g: State, group: int) -> tuple[int, ...]:
    """The position hexes of a group with a German unit, those that can act alone if there are any."""
    return tuple(members(active(g, group) or g.battle.group_mask[group] & g.held))


def silent_in(g: State, group: int) -> tuple[int, ...]:
    """The position hexes of a group whose unit is disrupted."""
    return tuple(members(g.battle.group_mask[group] & g.held & g.german_disrupted))


def has_depth(g: State, group: int) -> bool:
    """Whether an undisrupted unit of a group has a depth marker."""
    return bool(active(g, group) & g.deep)


def why_silent(g: State, group: int, shot: Shot) -> str | None:
    """Why a group of a colour on the card does not fire; None if it does (6.3)."""
    if not active(g, group):
        return "disrupted"
    if g.smoke >> group & 1:
        return "smoke"
    if shot.double and not has_depth(g, group):
        return "depth_silent" if g.battle.group_mask[group] & g.held & g.deep else "depth"
    return None


def tell_silent(g: State, group: int, why: str) -> None:
    """Tell why a group with US units in its field does not fire."""
    rule = {"disrupted": "6.4-01", "smoke": "EV.9-01", "depth": "6.1-03", "depth_silent": "6.41-02"}[why]
    here, silent = manned_in(g, group), silent_in(g, group)
    recovers = why == "disrupted" and g.battle.track.during("german_recovery", g.turn)
    g.tell_result("holds_fire", rule, step=True, group=group, positions=here, silent=silent, why=why, recovers=recovers)


def us_in_field(g: State, group: int) -> bool:
    """Whether US units are in the field of fire of a group; a lone general is none (11.31-02)."""
    if group >= g.battle.first_armor_group:
        return bool(fire_from(g.battle, g.hex_of(g.battle.groups[group][0])) & g.occupied)
    return bool(g.battle.fire[group] & g.occupied)


def has_targets(g: State, group: int, shot: Shot) -> bool:
    """Whether a group on the card has somebody to fire at: US units or, with a star, a lone general (11.4-01)."""
    return us_in_field(g, group) or (shot.symbol == "star" and bool(leaders_under_fire(g, group)))


def field_of(g: State, group: int) -> Mapping[Intensity, HexSet]:
    """The field of fire of a group, worse under plunging fire (EV.2); that of armor moves with it (23.3)."""
    if group >= g.battle.first_armor_group:
        return armor_field(g, g.battle.groups[group][0])
    return g.battle.plunging[group] if g.plunging else g.battle.field[group]


# -- who may be hit ---------------------------------------------------------------------------------


def firer_of(g: State, group: int, shot: Shot, card: Card) -> Firer:
    """A group with everybody it could hit, by the German Fire Chart (6.3-04)."""
    battle, symbol, targets, safe = g.battle, card.target, dict[int, Target](), set[str]()
    armored: tuple[int, ...] = ()
    positions = members(active(g, group))
    distances = [battle.distances(g.hex_of(p)) for p in positions]
    unrevealed = not battle.is_wn[group] and not all(map(g.is_shown, positions))
    bonus = shot.symbol == "armor" or group >= battle.first_armor_group  # 23.41
    spent = g.stricken if steps_are_limited(g) else 0
    for intensity, field in field_of(g, group).items():  # the heaviest first
        if not field & g.occupied:
            continue
        row, worse = battle.tables.fire[intensity], LESS_HEAVY[intensity]
        cell = row.unrevealed if unrevealed else row.wn_or_revealed
        costs_step, disrupts = "lose_step" in cell.effect, "disrupted" in cell.effect
        all_hit, hits_armor = cell.targets == "all", cell.armored or bonus
        for h in members(field & g.occupied):
            units = g.units_at(h)
            crowd = not all_hit and is_crowd(g, units)
            distance = min([away[h] for away in distances])
            for unit in units:
                matches = battle.symbol[unit] is symbol
                if not (all_hit or matches or crowd):
                    safe.add("symbol")
                    continue
                if battle.armored[unit] and not hits_armor:
                    safe.add("armor")
                    armored += (unit,)
                    continue
                loses = costs_step and not spent >> unit & 1
                if not loses and not disrupts:
                    safe.add("spent")
                    continue  # an excess hit passes to others (6.34-02)
                why = "any" if all_hit else "symbol" if matches else "concentrated"
                cost = worse + FARTHER * distance + FEWER_STEPS * (MOST_STEPS - g.steps[unit])
                targets[unit] = Target(intensity, why, loses, disrupts, cost)
    return Firer(group, shot, hit_limit(g, group), targets, frozenset(safe), armored)


def why_left(firer: Firer, hits: list[int], unit: int) -> str:
    """Why a unit that could be hit is not, though others are: what sets it behind the last of them (6.31, 6.34)."""
    last = max(hits, key=lambda hit: firer.targets[hit].cost)
    spared, struck = firer.targets[unit], firer.targets[last]
    if spared.cost < struck.cost:
        return "shared"
    if spared.intensity is not struck.intensity:
        return "lighter"
    if spared.cost // FARTHER != struck.cost // FARTHER:
        return "farther"
    return "chosen" if spared.cost == struck.cost else "weaker"


def cost_of(target: Target, struck: int) -> str:
    """What a hit costs a unit: a step, or none because of the kind of fire or because it is struck already (6.34)."""
    if target.loses_step and not struck:
        return "step"
    return "sporadic" if target.intensity is Intensity.SPORADIC else "spent"


def firers(g: State, groups: tuple[int, ...], card: Card) -> list[Firer]:
    """Those of some groups that fire on a card."""
    found = []
    for group in groups:
        shot = card.fires(g.battle.colour[group])
        if shot is not None and why_silent(g, group, shot) is None:
            found.append(firer_of(g, group, shot, card))
    return found


def manned(g: State, sector: int, card: Card) -> tuple[int, ...]:
    """The groups of a sector that hold a German unit and have a colour on a card."""
    held, positions = g.held, g.battle.group_mask
    return tuple([group for group in g.battle.groups_on(card, sector) if positions[group] & held])


# -- whom they hit ----------------------------------------------------------------------------------


class Contest(NamedTuple):
    """Firers that cannot hit everybody and whose hits depend on each other."""

    firers: list[Firer]
    limits: list[int]
    worths: list[dict[int, int]]  # of a hit on each unit, for each firer


def contests(g: State, firing: list[Firer], wishes: tuple[int, ...]) -> list[Contest]:
    """All firers decide together or, when steps are not limited, each alone (14.12)."""
    volleys = [firing] if steps_are_limited(g) else [[firer] for firer in firing]
    return [contest(volley, wishes) for volley in volleys if any(map(cannot_hit_all, volley))]


def cannot_hit_all(firer: Firer) -> bool:
    """Whether a firer has to choose."""
    return len(firer.targets) > firer.limit


def contest(firing: list[Firer], wishes: tuple[int, ...]) -> Contest:
    """What the hits of those are worth that cannot hit everybody; none is wasted on a unit to which the others do as
    much anyway. A hit that disrupts does not save a unit from one that costs a step (6.33-03, 6.34).
    """
    over = [firer for firer in firing if cannot_hit_all(firer)]
    sure = [target for firer in firing if not cannot_hit_all(firer) for target in firer.targets.items()]
    hit, struck = {unit for unit, _ in sure}, {unit for unit, target in sure if target.loses_step}
    worths = [
        {
            unit: LOSES_STEP * t.loses_step + IS_HIT * (unit not in hit) - t.cost + (unit in wishes)
            for unit, t in firer.targets.items()
            if unit not in struck and (t.loses_step or unit not in hit)
        }
        for firer in over
    ]
    return Contest(over, [firer.limit for firer in over], worths)


def needed(firing: list[Firer], contests: list[Contest]) -> dict[int, set[int]]:
    """The units that each group must hit so that as many as possible lose a step and are hit (6.34)."""
    units: dict[int, set[int]] = {firer.group: set() for firer in firing}
    for firers, limits, worths in contests:
        for unit, place in assign(limits, worths)[0].items():
            units[firers[place].group].add(unit)
    return units


def hits_of(firing: list[Firer], first: Mapping[int, set[int]], wishes: tuple[int, ...]) -> dict[int, list[int]]:
    """The units that each group hits: ``first`` those that it must. Hits to spare fall on units that others hit too, by
    the same priorities.
    """
    hits: dict[int, list[int]] = {}
    for group, _, limit, targets, *_ in firing:
        order = {u: (u not in first[group], target.cost, u not in wishes, u) for u, target in targets.items()}
        hits[group] = sorted(order, key=order.__getitem__)[:limit]
    return hits


def open_tie(contests: list[Contest], wishes: tuple[int, ...]) -> tuple[list[Firer], list[int]]:
    """Units among which the player still has to choose, and the firers that may hit them (6.31-04)."""
    for firers, limits, worths in contests:
        found = [unit for unit in tied(limits, worths) if unit not in wishes]
        if found:
            return [firer for firer in firers if any(unit in firer.targets for unit in found)], found
    return [], []


def spare_tie(
    g: State, firing: list[Firer], first: Mapping[int, set[int]], hits: Mapping[int, list[int]], wishes: tuple[int, ...]
) -> tuple[list[Firer], list[int]]:
    """Equals of a firer that cannot hit everybody: it has a hit to spare for some of them, and that would disrupt."""
    for firer in filter(cannot_hit_all, firing):
        targets, settled, last = firer.targets, {*wishes, *first[firer.group]}, hits[firer.group][-1]
        equal = [unit for unit in targets if unit not in settled and targets[unit].cost == targets[last].cost]
        if last in settled or all(unit in hits[firer.group] for unit in equal):
            continue
        others = [other for other in firing if other is not firer]
        disrupted = {unit for other in others for unit in hits[other.group] if other.targets[unit].disrupts}
        if any(targets[u].disrupts and u not in disrupted and not g.disrupted >> u & 1 for u in equal):
            return [firer], sorted(equal)
    return [], []


# -- fire ---------------------------------------------------------------------------------------------


@dataclass
class Volley(Procedure[None]):
    """The fire of some groups of a sector on its card: their hits, then their shots at leaders."""

    sector: int
    groups: tuple[int, ...]
    wishes: tuple[int, ...] = ()  # units chosen to be hit among equals
    salvos: tuple[Salvo, ...] = ()  # still to be told
    hits: tuple[tuple[int, bool, bool], ...] = ()  # unit, loses a step, is disrupted: still to be carried out
    stars: tuple[int, ...] = ()  # groups that may hit a leader
    used_up: tuple[int, ...] = ()  # groups with a star, but no hit to spare

    def begin(self, g: State) -> Next:
        """Positions that have somebody to fire at tell why they do not."""
        for group in self.groups:
            shot = self.card(g).fires(g.battle.colour[group])
            why = why_silent(g, group, shot) if shot is not None and has_targets(g, group, shot) else None
            if why is not None:
                tell_silent(g, group, why)
        return self.choose

    def card(self, g: State) -> Card:
        """The card that is resolved."""
        return g.battle.deck[g.fire_cards[self.sector]]

    def choose(self, g: State) -> Next:
        """Ties are the player's (6.31-04)."""
        firing, wishes = firers(g, self.groups, self.card(g)), self.wishes
        contested = contests(g, firing, wishes)
        undecided, ties = open_tie(contested, wishes)
        if ties:
            return self.whom(g, undecided, ties)
        first = needed(firing, contested)
        hits = hits_of(firing, first, wishes)
        undecided, ties = spare_tie(g, firing, first, hits, wishes)
        return self.whom(g, undecided, ties) if ties else self.fire(g, firing, hits)

    def whom(self, g: State, undecided: list[Firer], ties: list[int]) -> Next:
        """Ask who of several is hit."""
        positions = [spoken(g.battle.group_names[firer.group]) for firer in undecided]
        prompt, seat = f"Which unit is hit by {' or '.join(positions)}?", g.seat_for(ties, self.sector)
        prompt += " The rules put none of these before another."
        orders = [HIT[unit] for unit in ties]
        return ask(seat, prompt, orders, then=self.chosen, why=self.why_not, rule="6.31-04")

    def chosen(self, g: State, order: Order) -> Next:
        """A unit to be hit."""
        self.wishes = (*self.wishes, order.arg)
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Only equals are left to choose from."""
        if order.verb != HIT.name:
            return Refusal("6.31-04", "the hits cannot be declined")
        return Refusal("6.31-03", f"{UNIT_IDS[order.arg]} is not one of the units among which there is a choice")

    def fire(self, g: State, firing: list[Firer], by_group: Mapping[int, list[int]]) -> Next:
        """All of them aim at once, and their fire is then told and carried out one by one."""
        salvos = []
        struck = g.stricken if steps_are_limited(g) else 0
        for firer in firing:
            group, units = firer.group, by_group[firer.group]
            if not us_in_field(g, group):
                continue
            targets = [firer.targets[unit] for unit in units]
            spared = tuple(unit for unit in firer.targets if unit not in units)
            salvos.append(
                Salvo(
                    group,
                    firer.limit,
                    tuple(units),
                    spared,
                    tuple([why_left(firer, units, unit) for unit in spared]),
                    tuple(f"{target.intensity} {target.why}" for target in targets),
                    tuple(cost_of(firer.targets[unit], struck >> unit & 1) for unit in units),
                    tuple(sorted(firer.safe)),
                    firer.armored,
                    tuple((target.loses_step, target.disrupts) for target in targets),
                )
            )
            if steps_are_limited(g):
                struck |= mask([unit for unit in units if firer.targets[unit].loses_step])
        self.salvos = tuple(salvos)
        starred = [f for f in firing if f.shot.symbol == "star"]
        self.stars = tuple(f.group for f in starred if len(f.targets) < f.limit)
        self.used_up = tuple(f.group for f in starred if f.group not in self.stars)
        return self.next_salvo

    def next_salvo(self, g: State) -> Next:
        """A group fires, and what it hits is hit at once."""
        if not self.salvos:
            return self.next_star
        salvo, self.salvos = self.salvos[0], self.salvos[1:]
        shot = self.card(g).fires(g.battle.colour[salvo.group])
        assert shot is not None
        lost = [not g.on_map(unit) for unit in salvo.hits]
        costs = tuple("lost" if gone else cost for gone, cost in zip(lost, salvo.costs, strict=True))
        left = [(unit, why) for unit, why in zip(salvo.spared, salvo.left, strict=True) if g.on_map(unit)]
        spared, left_why = tuple(unit for unit, _ in left), tuple(why for _, why in left)
        g.tell_result(
            "position_fires", "6.3-04", step=True, group=salvo.group, colour=str(shot.colour), double=shot.double,
            limit=salvo.limit, hits=salvo.hits, spared=spared, left=left_why, why=salvo.why, costs=costs,
            safe=salvo.safe, armored=salvo.armored, armor_bonus=shot.symbol == "armor",
            positions=manned_in(g, salvo.group), silent=silent_in(g, salvo.group),
        )  # fmt: skip
        self.hits = tuple((unit, *effect) for unit, effect in zip(salvo.hits, salvo.effects, strict=True))
        return self.next_hit

    def next_hit(self, g: State, _: object = None) -> Next:
        """Each hit in turn; no unit loses a second step (6.34)."""
        while self.hits:
            (unit, loses_step, disrupts), self.hits = self.hits[0], self.hits[1:]
            if not g.on_map(unit):
                continue
            if disrupts:
                g.disrupt(unit, "6.33-01")
            if loses_step and not (steps_are_limited(g) and g.stricken >> unit & 1):
                g.stricken |= 1 << unit
                return call(FireLoss(unit, "6.32-01"), then=self.next_hit)
        return self.next_salvo

    def next_star(self, g: State) -> Next:
        """A position with a star and a hit to spare hits the closest leader in intense or steady fire (11.4, 11.41)."""
        for group in self.used_up:
            g.tell("no_leader", "11.4-01", group=group, why="spent")
        self.used_up = ()
        while self.stars:
            leaders = leaders_under_fire(g, self.stars[0])
            if len(leaders) > 1:
                orders = [HIT[unit] for unit in leaders]
                seat = g.seat_for(leaders, self.sector)
                prompt = f"Which leader is hit by {spoken(g.battle.group_names[self.stars[0]])}?"
                return ask(seat, prompt, orders, then=self.leader_chosen, rule="11.4-01")
            if leaders:
                self.hit_leader(g, leaders[0])
            else:
                if us_in_field(g, self.stars[0]):
                    g.tell("no_leader", "11.4-01", group=self.stars[0], why="nobody")
                self.stars = self.stars[1:]
        return done()

    def leader_chosen(self, g: State, order: Order) -> Next:
        """One of several equally close."""
        self.hit_leader(g, order.arg)
        return self.next_star

    def hit_leader(self, g: State, unit: int) -> None:
        """The position is done with (11.4-01)."""
        group, self.stars = self.stars[0], self.stars[1:]
        g.tell_result("leader_fire", "11.4-01", step=True, group=group, unit=unit)
        hit_leader(g, unit)


def leaders_under_fire(g: State, group: int) -> list[int]:
    """The closest HQs, generals and units with heroes in the intense or steady fire of a group."""
    battle = g.battle
    field = field_of(g, group)
    danger = field[Intensity.INTENSE] | field[Intensity.STEADY]
    hexes = [g.hex_of(p) for p in members(active(g, group))]
    near: dict[int, list[int]] = {}
    for place, units in g.at.items():
        if place < BOX and danger >> place & 1:
            distance = min((battle.grid.distance(place, h) for h in hexes), default=0)
            near.setdefault(distance, []).extend(u for u in units if battle.leader[u] or g.heroes[u])
    return next((sorted(units) for _, units in sorted(near.items()) if units), [])
