"""The pending decision: every legal order as a person would say it, with what it costs and where it leads."""

from __future__ import annotations

from bocage.games.bloody_summer.administration import RestAndReplacement
from bocage.games.bloody_summer.advance import Advance
from bocage.games.bloody_summer.air import Interdiction
from bocage.games.bloody_summer.combat import Attacks, Combat
from bocage.games.bloody_summer.fight import enemies_in
from bocage.games.bloody_summer.logistics import Logistics
from bocage.games.bloody_summer.movement import MovementPhase, moves_at_hand
from bocage.games.bloody_summer.night import AirborneLandings
from bocage.games.bloody_summer.odds import ODDS_VERBS, fight_at_hand
from bocage.games.bloody_summer.pieces import FORMATION_NAMES, PIECE_IDS, ZONE_IDS
from bocage.games.bloody_summer.places import SIZE, place_name
from bocage.games.bloody_summer.reinforcements import Arrivals
from bocage.games.bloody_summer.set_up import SetUp
from bocage.games.bloody_summer.special import infiltrations
from bocage.games.bloody_summer.stacking import why_not_stack
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.throws import THROWN, throw_at_hand
from bocage.games.bloody_summer.title import BloodySummer
from bocage.games.bloody_summer.waves import FirstWave, FollowUp
from bocage.games.bloody_summer.words import AIR, FORMATIONS, HEX, PLACE, SHIPS, TERRAINS, UNIT, ZONES
from bocage.hexes import Hex, members
from bocage.kernel import About, Order
from bocage.table.bloody_summer.pieces import AIR_KINDS
from bocage.table.bloody_summer.throws import begins_bombardment
from bocage.table.bloody_summer.words import about, describe, place_words
from bocage.table.hexgame import Decisions, series_by_procedure

_LABELS = {  # of orders about a thing
    "at": "In {}",
    "reduce": "{} begins without a step",
    "marker": "An Offensive marker with {}",
    "move": "Move {}",
    "march": "Move the stack in {}",
    "leave": "Leave {} behind",
    "to": "To {}",
    "overrun": "Overrun {}",
    "infiltrate": "Infiltrate {}",
    "operate": "Special operation of {}",
    "reserve": "Put {} in Reserve",
    "land": "Land {}",
    "activate": "Activate {}",
    "attack": "Attack {}",
    "with": "Attack with {}",
    "withhold": "Keep {} out of it",
    "spare": "Spare {}",
    "terrain": "Defend in the {}",
    "bombard": "Bombard {}",
    "fly": "Send {}",
    "sail": "Guns of {}",
    "spend": "{}",
    "split": "Bomb {} too",
    "support": "Support by {}",
    "lose": "{} loses a step",
    "retreat": "Retreat {}",
    "remove": "Destroy {}",
    "advance": "Advance {}",
    "exploit": "Exploit with the Reserve in {}",
    "counterattack": "Counterattack under {}",
    "superiority": "{} to air superiority",
    "interdict": "Interdict with {}",
    "zone": "Over the {} zone",
    "box": "Over {}",
    "supply": "Supply {} by air",
    "store": "An Offensive marker in {}",
    "bring": "Move a marker from {}",
    "unload": "Unload a marker at {}",
    "without": "{} goes without a headquarters",
    "rebuild": "Rebuild {}",
    "return": "{} returns",
    "rest": "Rest {}",
    "wake": "{} rests no more",
    "repatriate": "Return {} to the Strategic Reserve",
    "enter": "{} enters the map",
    "exit": "{} leaves the map",
    "extend": "Extended movement by {}",
}
_PLAIN = {
    "halt": "No further advance",
    "stand": "Stand, and lose a step",
    "give-way": "Retreat",
    "fire": "Fire",
    "resist": "The Maquis rises",
}
_ENDING = {
    "movement": "End the movement",
    "combat": "No more attacks",
    "set-up": "The set-up is done",
    "air": "Keep them available",
    "markers": "Move no more markers",
}
_PASSING = {  # what it means not to give an order, by what else is offered
    "support": "No support",
    "fly": "No aircraft",
    "sail": "No ships",
    "bombard": "No bombardment",
    "activate": "Activate no more headquarters",
    "spare": "All defend",
    "withhold": "All attack",
    "exploit": "No exploitation",
    "counterattack": "No counterattack",
    "fire": "Hold fire",
    "split": "On one hex alone",
    "resist": "The Maquis waits",
    "land": "It does not land",
}


ATTACKING = frozenset({"combat", "counterattack", "exploitation", "overrun"})  # where units join an attack


def sets_off(view: State, order: Order) -> bool:
    """Whether an attack on the map begins with an order, as nobody else could join."""
    frame, pending = view.stack[-1], view.pending
    if order.verb == "attack":
        return order.arg < SIZE and isinstance(frame, Attacks) and len(_attackers(view, order)) == 1
    if order.verb != "with" or not isinstance(frame, Combat) or pending is None:
        return False
    return all(other.arg == order.arg for other in pending.orders if other.verb == "with")


def _attackers(view: State, order: Order) -> tuple[int, ...]:
    """Whoever may join the attack that an order begins."""
    fight = fight_at_hand(view, order)
    return fight.attackers if fight is not None else ()


def label_of(view: State, order: Order) -> str:
    """An order for a button or a list."""
    begin = ", and begin" if sets_off(view, order) else ""
    if order.verb == "attack" and begin:
        return f"Attack {_thing(view, order)}{begin}"
    if order.verb == "with" and view.stack[-1].doing not in ATTACKING:
        return f"Together with {PIECE_IDS[order.arg]}"
    if order.verb == "advance" and view.where[order.arg] == view.about().target:
        return f"Hold {place_words(view.campaign, view.where[order.arg])} with {PIECE_IDS[order.arg]}"
    if order.noun is not None:
        return _LABELS[order.verb].format(_thing(view, order)) + begin
    if order.verb == "declare":
        attackers = view.about().attackers
        return f"Attack now with {PIECE_IDS[attackers[0]] if len(attackers) == 1 else f'these {len(attackers)} units'}"
    if order.verb == "end":
        return _ENDING.get(view.stack[-1].doing, "That is all")
    if order.verb == "pass":
        offered = {order.verb for order in view.pending.orders} if view.pending is not None else set()
        return next((text for verb, text in _PASSING.items() if verb in offered), "Nothing")
    return _halting(view) if order.verb == "halt" else _PLAIN[order.verb]


def _halting(view: State) -> str:
    """What it means to go no further: nobody has advanced yet, nobody else does, or who has a way to go stays."""
    frame = view.stack[-1]
    if isinstance(frame, Advance) and not frame.gone:
        return "Nobody advances"
    if view.pending is None or all(other.verb != "to" for other in view.pending.orders):
        return _PLAIN["halt"]
    here = frame.target if isinstance(frame, Advance) else view.where[view.about().unit]
    return f"Stay in {place_words(view.campaign, here)}"


def _thing(view: State, order: Order) -> str:
    """What an order is about, as a label says it."""
    noun, arg = order.noun, order.arg
    if noun is HEX or noun is PLACE:
        return place_words(view.campaign, arg)
    if noun is FORMATIONS:
        return FORMATION_NAMES[arg]
    if noun is ZONES:
        return ZONE_IDS[arg].capitalize()
    if noun is SHIPS:
        return f"the {list(view.campaign.counters.naval.values())[arg].title}"
    if order.verb == "terrain":
        return TERRAINS[arg].value
    if order.verb == "spend":
        return f"{arg} point{'s' if arg > 1 else ''}"
    return noun.show(arg) if noun is not None else ""


def _detail(view: State, order: Order) -> str:
    if order.noun is AIR:
        one = list(view.campaign.counters.air.values())[order.arg]
        points = f", {one.points} point{'s' if one.points > 1 else ''}" if one.points else ""
        return f"{AIR_KINDS[one.cup]}{points}"
    if order.noun is SHIPS:
        left = view.naval[order.arg]
        return f"{left} point{'s' * (left != 1)} left"
    if order.verb == "operate":
        hexes = " or ".join(place_words(view.campaign, hex_) for hex_ in members(infiltrations(view, order.arg)))
        return f"{describe(view, order)}, into {hexes}; {_chance_to_infiltrate(view)}"
    if order.verb == "infiltrate":
        return f"{describe(view, order)}; {_chance_to_infiltrate(view)}"
    if order.verb == "advance" and view.where[order.arg] == view.about().target:
        return f"{describe(view, order)}, where it is already; it may then go on"
    return "; ".join(filter(None, (describe(view, order), _too_full(view, order))))


def _too_full(view: State, order: Order) -> str:
    """That a move ends where more would be than may stay, so that somebody must go on in this phase (2.1-05)."""
    phase = view.stack[-1]
    if order.verb != "to" or not isinstance(phase, MovementPhase) or order.arg >= SIZE or order.arg not in view.at:
        return ""
    refusal = why_not_stack(view, order.arg, *phase.in_hand)
    return f"{refusal.sentence}: some must leave in this phase" if refusal is not None else ""


def _chance_to_infiltrate(view: State) -> str:
    return f"succeeds on a die of 1 to {view.campaign.tables.infiltration.success_to}, else it stays where it is"


class _Ways:
    """Where the units in question would go for each order ``to``, and what it would cost."""

    def __init__(self, view: State, matter: About) -> None:
        self._view, self._matter = view, matter
        self._moves = moves_at_hand(view)

    def cost(self, order: Order) -> str:
        """Movement points, where they count."""
        if self._moves is None or order.verb != "to" or order.arg >= SIZE:
            return ""
        return str(self._moves.cost_of(order.arg))

    def path(self, hex_: Hex) -> list[str]:
        """The places that are entered, where it begins first."""
        unit, known = self._matter.unit, self._matter.path
        start = [self._view.where[unit]] if unit >= 0 and self._view.where[unit] >= 0 else []
        if self._moves is not None and hex_ < SIZE:
            return list(map(place_name, (*start, *self._moves.path(hex_))))
        entered = known[: known.index(hex_) + 1] if hex_ in known else (*known, hex_)
        return list(map(place_name, (*start, *entered)))


def has_odds(view: State, order: Order) -> bool:
    """Whether there are odds for an order: in a fight against somebody who defends himself, or for another throw."""
    if order.verb == "overrun" and view.stack[-1].doing == "movement" and order.arg < SIZE:
        return any(view.campaign.steps[piece] for piece in view.pieces_in(order.arg, 1 - view.active))
    fight = fight_at_hand(view, order) if order.verb in ODDS_VERBS else None
    if fight is not None:
        return bool(fight.attackers) and bool(enemies_in(view, fight))
    return order.verb in THROWN and throw_at_hand(view, order) is not None


def _place(view: State, order: Order) -> str | None:
    return place_name(order.arg) if order.noun is HEX or order.noun is PLACE else None


_TITLES = {"us": "US", "british": "British", "german": "German"}

DECISIONS: Decisions[BloodySummer, State] = Decisions(
    units=UNIT,
    hexes=PLACE,
    hexes_alone=HEX,
    decides=lambda seat: f"The {_TITLES[seat]} player decides",
    about=about,
    label=label_of,
    detail=_detail,
    place=_place,
    ways=_Ways,
    has_odds=has_odds,
    sets_off=sets_off,
    begins=begins_bombardment,
    series=series_by_procedure(
        {
            SetUp: "the set-up",
            AirborneLandings: "the airborne landings",
            FirstWave: "the first wave",
            FollowUp: "the waves that follow",
            Interdiction: "the missions of the aircraft",
            Logistics: "the Offensive markers",
            RestAndReplacement: "rest and replacements",
            Arrivals: "the reinforcements",
        }
    ),
)
decision_of = DECISIONS.decision
