"""The rules, a procedure for each activity; numbers are those of ``data/rules/first.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bocage.hexes import Hex, members
from bocage.kernel import NOTHING, About, Event, Next, Odds, Order, Outcome, Procedure, Refusal, Stage, ask, call, done
from tests.games.hedgerow.content import (
    ATTACKERS,
    BLOCKS,
    COST,
    DEFENDERS,
    DUMMY,
    FARMS,
    GRID,
    KINDS,
    OWNER,
    SEATS,
    SIDE,
    blocks_of,
)
from tests.games.hedgerow.orders import ATTACK, END, FACE, FIGHT, MOVE, STOP, TO
from tests.games.hedgerow.state import GONE, OPEN, State, loss_of

TURNS = 6
POINTS = 2
FARMS_TO_WIN = 2
MOST = 2  # difference of strengths that counts
PHASES = ("Set-up", "Movement", "Fighting")


def stage_of(g: State) -> Stage:
    """The turn, whose part of it, and the phase."""
    return Stage(g.turn, g.active + 1 if g.turn else 0, PHASES.index(g.phase))


# -- the sequence of play --------------------------------------------------------------------------


@dataclass
class WholeGame(Procedure[None]):
    """Set-up, then six turns (3.1-01)."""

    seat: int = 0

    def begin(self, g: State) -> Next:
        """2.1: one seat after the other."""
        if self.seat < len(SEATS):
            return call(SetUp(SEATS[self.seat]), then=self.set_up)
        return self.new_turn

    def set_up(self, g: State, _: None) -> Next:
        """The next one."""
        self.seat += 1
        return self.begin

    def new_turn(self, g: State) -> Next:
        """3.1-01, and 7.1-01 after the last."""
        if g.turn == TURNS:
            farms = g.held.bit_count()
            winner = ATTACKERS if farms >= FARMS_TO_WIN else DEFENDERS
            g.end(Outcome(winner, "", f"the Attackers hold {farms} of {FARMS.bit_count()} farms", "7.1-01"))
            return done()
        g.turn += 1
        g.active = NOTHING
        g.tell("turn_begins", "3.1-01", turn=g.turn)
        return self.next_seat

    def next_seat(self, g: State) -> Next:
        """West, East, the Defender."""
        g.active += 1
        if g.active == len(SEATS):
            return self.new_turn
        g.phase, g.moved, g.fought = "Movement", 0, 0
        return call(Movement(), then=self.move_done)

    def move_done(self, g: State, _: None) -> Next:
        """After moving, fight."""
        g.phase = "Fighting"
        return call(Fighting(), then=self.fight_done)

    def fight_done(self, g: State, _: None) -> Next:
        """The next seat."""
        return self.next_seat


@dataclass
class SetUp(Procedure[None]):
    """A seat decides in secret what its blocks are (2.1-01)."""

    doing: ClassVar[str] = "set_up"
    seat: str

    def begin(self, g: State) -> Next:
        """Block by block."""
        block = self.next_block(g)
        if block == NOTHING:
            g.tell("ready", "2.1-01", seat=self.seat)
            return done()
        orders = [FACE[kind] for kind in sorted(set(g.kinds_left(self.seat)))]
        return ask(self.seat, f"What is {BLOCKS[block]}?", orders, then=self.chosen, why=self.why_not, rule="2.1-01")

    def next_block(self, g: State) -> int:
        """The first of which nothing is decided."""
        return next((block for block in blocks_of(self.seat) if g.face(block) == OPEN), NOTHING)

    def chosen(self, g: State, order: Order) -> Next:
        """2.1-02: it is told to the own side alone."""
        block = self.next_block(g)
        g.faces(SIDE[block])[block] = order.arg
        g.tell("faced", "2.1-02", to=SIDE[block], unit=block, face=KINDS[order.arg])
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Of each kind there are only so many."""
        if order.noun is FACE.noun:
            return Refusal("2.1-01", f"no {KINDS[order.arg]} are left")
        return Refusal("2.1-01", "say first what the blocks are")

    def about(self, g: State) -> About:
        """The block in question."""
        return About(unit=self.next_block(g))


# -- movement --------------------------------------------------------------------------------------


def why_not_into(g: State, block: int, hex_: Hex, points: int) -> Refusal | None:
    """Why a block may not take a step into a hex, or None."""
    if not GRID.ring(g.where[block], 1) >> hex_ & 1:
        return Refusal("4.1-01", f"{GRID.label(hex_)} is not next to {BLOCKS[block]}")
    if g.block_at(hex_) >= 0:
        return Refusal("4.1-02", f"{GRID.label(hex_)} holds {BLOCKS[g.block_at(hex_)]}")
    if COST[hex_] > points:
        return Refusal("4.1-01", f"{GRID.label(hex_)} costs {COST[hex_]} movement points, and {points} are left")
    return None


def why_not_own(g: State, block: int, done_already: int, word: str, rule: str) -> Refusal | None:
    """Why a block cannot act in this phase, or None."""
    if OWNER[block] != g.active:
        return Refusal(rule, f"{BLOCKS[block]} is not yours")
    if g.where[block] == GONE:
        return Refusal(rule, f"{BLOCKS[block]} was removed")
    if done_already >> block & 1:
        return Refusal(rule, f"{BLOCKS[block]} has {word} already")
    return None


@dataclass
class Movement(Procedure[None]):
    """A seat moves its blocks (4.1)."""

    doing: ClassVar[str] = "movement"
    in_hand: int = NOTHING
    points: int = 0
    path: tuple[Hex, ...] = ()  # by which it has come

    def begin(self, g: State) -> Next:
        """4.1-01: each block once."""
        able = [MOVE[block] for block in blocks_of(SEATS[g.active]) if not self.why_not_move(g, block)]
        return ask(SEATS[g.active], "Move what?", [*able, END], then=self.chosen, why=self.why_not, rule="4.1-01")

    def why_not_move(self, g: State, block: int) -> Refusal | None:
        """Why a block cannot be taken in hand."""
        return why_not_own(g, block, g.moved, "moved", "4.1-01")

    def chosen(self, g: State, order: Order) -> Next:
        """A block, or no more."""
        if order is END:
            return done()
        self.in_hand, self.points, self.path = order.arg, POINTS, (g.where[order.arg],)
        g.moved |= 1 << self.in_hand
        return self.step_on

    def step_on(self, g: State) -> Next:
        """Hex by hex, as long as there are points."""
        prompt = f"Where to with {BLOCKS[self.in_hand]}?"
        return ask(SEATS[g.active], prompt, [*self.steps(g), STOP], then=self.stepped, why=self.why_not, rule="4.1-01")

    def steps(self, g: State) -> list[Order]:
        """The hexes that it can enter now."""
        near = members(GRID.ring(g.where[self.in_hand], 1))
        return [TO[h] for h in near if why_not_into(g, self.in_hand, h, self.points) is None]

    def stepped(self, g: State, order: Order) -> Next:
        """4.1-03, 4.2: it goes on unless an enemy is near or mines lie there."""
        block, hex_ = self.in_hand, order.arg
        if order is STOP:
            return self.halt
        origin = g.where[block]
        self.points -= COST[hex_]
        self.path = (*self.path, hex_)
        g.put(block, hex_)
        g.tell("moved", "4.1-01", unit=block, origin=origin, hex=hex_)
        if g.gaps >> hex_ & 1:
            find_out(g, hex_)
        if g.minefields >> hex_ & 1:
            g.turn_up(block, "4.2-02")
            g.lose_step(block, "4.2-02")
            return done() if is_beaten(g) else self.halt
        if g.near_enemy(block, hex_) or not self.steps(g):
            return self.halt
        return self.step_on

    def halt(self, g: State) -> Next:
        """Nothing is in hand any more."""
        self.in_hand, self.points, self.path = NOTHING, 0, ()
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a block or a hex cannot be chosen."""
        if self.in_hand == NOTHING:
            found = self.why_not_move(g, order.arg) if order.verb == MOVE.name else None
            return found or Refusal("4.1-01", "choose a block to move, or end the movement")
        found = why_not_into(g, self.in_hand, order.arg, self.points) if order.verb == TO.name else None
        return found or Refusal("4.1-01", f"say where {BLOCKS[self.in_hand]} goes")

    def about(self, g: State) -> About:
        """The block in hand."""
        return About(unit=self.in_hand, path=self.path, points=self.points, unit_verb=MOVE.name)


def find_out(g: State, hex_: Hex) -> None:
    """4.2-01: whether a gap is mined."""
    g.disclose()
    mined = bool(g.mined >> hex_ & 1)
    g.gaps &= ~(1 << hex_)
    g.mined &= ~(1 << hex_)
    g.minefields |= mined << hex_
    g.tell_result("mines" if mined else "no_mines", "4.2-01", step=True, hex=hex_)


# -- fighting --------------------------------------------------------------------------------------


def targets_of(g: State, block: int) -> list[Hex]:
    """The enemies next to a block."""
    enemy = DEFENDERS if SIDE[block] == ATTACKERS else ATTACKERS
    return members(GRID.ring(g.where[block], 1) & g.occupied(enemy))


def why_not_fight(g: State, block: int) -> Refusal | None:
    """Why a block cannot attack, or None."""
    refusal = why_not_own(g, block, g.fought, "fought", "5.1-01")
    if refusal is None and g.face(block) == DUMMY:
        return Refusal("5.1-05", f"{BLOCKS[block]} is a dummy")
    if refusal is None and not targets_of(g, block):
        return Refusal("5.1-01", f"no enemy is next to {BLOCKS[block]}")
    return refusal


def difference_of(g: State, attacker: int, kind: int, target: int, against: int) -> int:
    """Strength against strength, if the two blocks are of these kinds (5.1-03, 6.1-01)."""
    dug_in = g.dug_in and FARMS >> g.where[target] & 1
    found = g.strength(attacker, kind) - g.strength(target, against) - dug_in
    return max(-MOST, min(MOST, found))


def result_of(score: int) -> str:
    """What a die with its difference leads to (5.1-03)."""
    return "A" if score <= 2 else "D" if score >= 5 else "-"


@dataclass
class Fighting(Procedure[None]):
    """A seat attacks with its blocks (5.1). It is asked in any case, so that nobody learns who could attack."""

    doing: ClassVar[str] = "fighting"
    attacker: int = NOTHING

    def begin(self, g: State) -> Next:
        """5.1-01: each block once."""
        able = [FIGHT[block] for block in blocks_of(SEATS[g.active]) if why_not_fight(g, block) is None]
        return ask(
            SEATS[g.active], "Attack with what?", [*able, END], then=self.chosen, why=self.why_not, rule="5.1-01"
        )

    def chosen(self, g: State, order: Order) -> Next:
        """A block, or no more."""
        if order is END:
            return done()
        self.attacker = order.arg
        g.fought |= 1 << self.attacker
        return self.aim

    def aim(self, g: State) -> Next:
        """One enemy next to it."""
        orders = [*(ATTACK[h] for h in targets_of(g, self.attacker)), STOP]
        prompt = f"What does {BLOCKS[self.attacker]} attack?"
        return ask(SEATS[g.active], prompt, orders, then=self.attack, why=self.why_not, rule="5.1-01")

    def attack(self, g: State, order: Order) -> Next:
        """5.1-02, 5.1-03, 5.1-04."""
        attacker, self.attacker = self.attacker, NOTHING
        if order is STOP:
            return self.begin
        target = g.block_at(order.arg)
        g.turn_up(attacker, "5.1-02")
        g.turn_up(target, "5.1-02")
        if g.face(target) == DUMMY:
            g.lose_step(target, "5.1-04")
        else:
            difference = difference_of(g, attacker, g.face(attacker), target, g.face(target))
            die = g.chance.die()
            result = result_of(die + difference)
            g.tell_result(
                "fight",
                "5.1-03",
                step=True,
                attack=g.strength(attacker, g.face(attacker)),
                defence=g.strength(target, g.face(target)),
                column=difference + MOST + 1,
                die=die,
                outcome=(result,),
                unit=attacker,
                target=target,
                hex=order.arg,
                difference=difference,
            )
            if result != "-":
                g.lose_step(attacker if result == "A" else target, "5.1-06")
        return done() if is_beaten(g) else self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a block or a hex cannot be chosen."""
        if self.attacker == NOTHING:
            found = why_not_fight(g, order.arg) if order.verb == FIGHT.name else None
            return found or Refusal("5.1-01", "choose a block to attack with, or end the fighting")
        return Refusal("5.1-01", f"{BLOCKS[self.attacker]} can attack only an enemy next to it")

    def about(self, g: State) -> About:
        """The attacker."""
        return About(unit=self.attacker, unit_verb=FIGHT.name, target_verb=ATTACK.name)


def is_beaten(g: State) -> bool:
    """7.1-02: whether a side has no block left; then the game is over."""
    for loser, winner in ((ATTACKERS, DEFENDERS), (DEFENDERS, ATTACKERS)):
        if not g.occupied(loser):
            g.end(Outcome(winner, "", f"the {loser.capitalize()} have no block left", "7.1-02"))
    return g.ended is not None


# -- what can be known beforehand ------------------------------------------------------------------


def preview(g: State, order: Order) -> Odds | None:
    """The odds of an attack, over all that the two blocks may be for whoever looks."""
    frame = g.stack[-1] if g.stack else None
    if not isinstance(frame, Fighting) or frame.attacker == NOTHING or order.verb != ATTACK.name:
        return None
    target = g.block_at(order.arg)
    may_be = g.possible(target)
    own = g.face(frame.attacker)
    results: dict[str, float] = {}
    columns = set()
    for kind in may_be:
        difference = difference_of(g, frame.attacker, own, target, kind)
        columns.add(difference + MOST)
        for die in range(1, 7):
            result = "D" if kind == DUMMY else result_of(die + difference)
            results[result] = results.get(result, 0) + 1 / 6 / len(may_be)
    defence = round(sum(g.strength(target, kind) for kind in may_be) / len(may_be))
    ordered = tuple(sorted(columns))
    return Odds(g.strength(frame.attacker, own), defence, "", (), ordered[0], results, "5.1-03", ordered)


def foresee(g: State, order: Order) -> tuple[Event, ...]:
    """What an order costs for sure: a step into mines that were found (4.2-02)."""
    frame = g.stack[-1]
    if not isinstance(frame, Movement) or order.verb != TO.name or not g.minefields >> order.arg & 1:
        return ()
    return (Event(loss_of(g, frame.in_hand), "4.2-02", {"unit": frame.in_hand, "hex": order.arg}),)


# -- in words --------------------------------------------------------------------------------------

TEXTS = {
    "turn_begins": "Turn {turn} begins.",
    "ready": "{seat} is set up.",
    "faced": "{unit} is {face}.",
    "moved": "{unit} moves to {hex}.",
    "mines": "{hex} is mined.",
    "no_mines": "There are no mines in {hex}.",
    "shown": "{unit} turns out to be {face}.",
    "fight": "{unit} attacks {target} in {hex} at {difference:+d}; die {die}: {outcome}.",
    "reduced": "{unit} loses a step.",
    "eliminated": "{unit} is removed.",
}
RESULTS = {"A": "the attacker loses a step", "-": "nothing happens", "D": "the defender loses a step"}


def sentence(event: Event) -> str:
    """An event in words."""
    words = {**event.facts, **(event.result.told() if event.result is not None else {}), "outcome": outcome(event)}
    for name in ("unit", "target", "hex"):
        if event.number(name) >= 0:
            words[name] = (GRID.label if name == "hex" else BLOCKS.__getitem__)(event.number(name))
    if "seat" in words:
        words["seat"] = str(words["seat"]).capitalize()
    return TEXTS[event.kind].format(**words)


def outcome(event: Event) -> str:
    """What the results table says, in words."""
    return "".join(RESULTS[code] for code in event.result.outcome) if event.result is not None else ""
