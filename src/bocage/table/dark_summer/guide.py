"""The guided first game: the two Waves of D-Day and the first Rounds ashore, step by step.

A step is shown at the first decision after the steps before it that fits its phase and verb; steps for what does not
happen in a game, such as a step loss, are passed over. One that was passed over still comes when nothing later fits, so
what may come at any time stands early.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.dark_summer.campaign import ALLIED, SEATS
from bocage.games.dark_summer.movement import destinations, movement_points
from bocage.games.dark_summer.places import GRID, Place
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.title import DarkSummer
from bocage.kernel import Order
from bocage.players import DEFAULT
from bocage.table.model import Guide, GuideStep

SCENARIO = "dark_summer/campaign"
SEED = "1852"  # six of the eight Beaches fall to the 1st Wave, and Omaha is left to the 2nd

_FIRST, _SECOND, _MOVE, _COMBAT = "1st Wave", "2nd Wave", "US Move Round", "US Combat Round"

STEPS = (
    GuideStep(
        id="cup",
        title="A cup of chits",
        text="6 June 1944, and you command the Allies. A turn is a row of Rounds, and each belongs to one army: the "
        "US, the British or the Germans. This morning their order is fixed; after that chits are drawn from a cup. "
        "The Weather says how many there are, and in Showers you choose among the British ones. Take two to move: "
        "there is much to land.",
        verb="take",
        suggest="take 2",
    ),
    GuideStep(
        id="utah",
        title="The 1st Wave",
        text="Eight Beach hexes and Pointe du Hoc, each with a Strongpoint. How strong it is nobody knows, the "
        "Germans no more than you: the odds beside the map weigh all that it may be. Your units at sea attack the hex "
        "before them, one hex after the other, in the order that you like. Begin with Utah, 2403.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 2403",
    ),
    GuideStep(
        id="further",
        title="Ashore",
        text="Utah is an Open Beach now: Reinforcements land there, and supply comes from there. Who has landed may "
        "go one hex further at once. But the Germans act after this Round, and a Beach without a unit is weak. Stay "
        "where you are.",
        phase=_FIRST,
        verb="advance",
        suggest="halt",
    ),
    GuideStep(
        id="omaha",
        title="Omaha",
        text="The marker on Omaha adds three to the defence. Look at the odds: DR, a retreat, does nothing to a "
        "Strongpoint that is attacked from the sea alone, and an Exchange (EX) would cost you two steps. Try 3303 all "
        "the same.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 3303",
    ),
    GuideStep(
        id="rangers",
        title="Pointe du Hoc",
        text="The Rangers climb the cliff. For them BL1 and EX are as good as DE, the defender eliminated; but they "
        "have a single step, and AL1 is their end. Let them try 3003.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 3003",
    ),
    GuideStep(
        id="others",
        title="The British Beaches",
        text="Gold, Juno and Sword are left, and the other hex of Omaha. Attack them all. A Beach that is still "
        "German after the 2nd Wave is Closed for good, and you lose at once if three are Closed and two of them lie "
        "side by side. The State tab shows how that stands.",
        phase=_FIRST,
        verb="attack",
    ),
    GuideStep(
        id="second-wave",
        title="The 2nd Wave",
        text="The Germans have answered with one stack or one division, at half speed. Now the 2nd Wave is here: on "
        "the Beaches that are Open, and beside the 1st Wave where they are not. From now on ships can help. Attack "
        "what still holds out: Omaha first, 3303.",
        phase=_SECOND,
        verb="attack",
        suggest="attack 3303",
    ),
    GuideStep(
        id="with",
        title="Who attacks",
        text="Name the attackers one by one and watch the odds: attack and defence are compared as a ratio, rounded "
        "for the defender, and Terrain and Rivers shift the column. Units ashore next to the hex may join. When you "
        "have enough, attack.",
        phase=_SECOND,
        verb="with",
    ),
    GuideStep(
        id="support",
        title="Naval gunfire",
        text="Each navy may fire once in a Round, for units of its own army, at Clear hexes, Beaches and Towns within "
        "the Gun Line. It adds six to the attack: point at the order and see what it changes. Later in the game the "
        "Germans have Support of their own.",
        phase=_SECOND,
        verb="support",
        suggest="support us-naval",
    ),
    GuideStep(
        id="losses",
        title="Step losses",
        text="A unit that loses a step shows its weaker side from now on; one without a second step is gone. Nobody "
        "is eliminated while another of the attackers can be reduced. Replacements come with every turn, but not for "
        "Rangers and paratroopers.",
        phase=_SECOND,
        verb="lose",
    ),
    GuideStep(
        id="enough",
        title="Attack or stop",
        text="Attack again where the odds are worth it: a Beach that is German when you stop is Closed. If you attack "
        "one hex from several, you must in this Round also attack all other Germans in the zones of control of the "
        "attackers; the State tab lists such duties. When you have done enough, end your attacks.",
        phase=_SECOND,
        verb="attack",
    ),
    GuideStep(
        id="play",
        title="Your chit",
        text="From here on chits are drawn. A US chit is played as a Move Round, which lands the 3rd Wave and lets "
        "all US units move, or as a Combat Round, in which they attack. The State tab shows what is left in the cup, "
        "with the chance of each to come next. Move first: the Beaches are crowded.",
        verb="play",
        suggest="play move",
    ),
    GuideStep(
        id="withdraw",
        title="Withdrawals",
        text="Paratroopers, gliders, Rangers and commandos that are still here after Turn 5 count for the Germans, "
        "half a point each. At the start of a Move Round you may withdraw those that have a way to a Beach, for good. "
        "You need them today: keep them.",
        verb="evacuate",
        suggest="pass",
    ),
    GuideStep(
        id="third-wave",
        title="The 3rd Wave",
        text="The first Move Round of each army lands its 3rd Wave, unit by unit, at the Beach before which it lies. "
        "A hex holds four units of one division, and battalions besides. Who is in the way makes room and goes one "
        "hex on; it may still move afterwards. Choose whichever is asked.",
        phase=_MOVE,
        rule="8.1.3",
    ),
    GuideStep(
        id="enter",
        title="Reinforcements",
        text="In later Move Rounds a die says how many Formations, which are divisions or single units, enter: as "
        "many as it shows, or half of those that wait if that is more. Late ones go first. They are placed on Open "
        "Beaches of their army, and may move at once.",
        verb="enter",
    ),
    GuideStep(
        id="move",
        title="Off the Beaches",
        text="Move units one by one, or a whole stack, and end the movement when you like. US and British units do "
        "not stack with each other, and each army keeps to its side of the Boundary. Join the Beaches, and reach the "
        "paratroopers: the layer 'US supply' shows who is cut off.",
        verb="move",
        lasting=True,
    ),
    GuideStep(
        id="whereto",
        title="Whereto",
        text="Every hex in reach is lit with its cost in Movement Points. A unit stops in an enemy zone of control, "
        "and cannot go from one straight into another. It may stop early and go on with what it has left, until you "
        "move another.",
        verb="to",
        phase=_MOVE,
        rule="10.1",
        lasting=True,
    ),
    GuideStep(
        id="attack",
        title="The first battle inland",
        text="A Combat Round: choose a hex with Germans next to your units. Bocage shifts two columns to the left, "
        "and up to Turn 6 the Germans in it ignore DR, so bring many units and all Support there is. Take Carentan "
        "and Bayeux, join the Beaches, and think of Cherbourg: the earlier it falls, the more it counts. You know the "
        "game now.",
        phase=_COMBAT,
        verb="attack",
    ),
)


def deeds_of(g: State, step: str, orders: Sequence[Order]) -> list[Order]:
    """The orders that bring units off the Beaches."""
    if step == "move":
        moving = [order for order in orders if order.verb in ("move", "march")]
        return [order for order in moving if _leaves(g, order)]
    if step == "whereto":
        return [order for order in orders if not _is_beach(g, order.arg)]
    return []


def _is_beach(g: State, place: Place) -> bool:
    return place < GRID.size and bool(g.open_beaches >> place & 1)


def _leaves(g: State, order: Order) -> bool:
    """Whether an order takes units in hand that have not moved and can leave a Beach."""
    units = tuple(g.at[order.arg]) if order.verb == "march" else (order.arg,)
    fresh = [unit for unit in units if not g.moved >> unit & 1]
    if not fresh or not _is_beach(g, g.where[fresh[0]]):
        return False
    points = min(movement_points(g, unit, "normal") for unit in fresh)
    return any(not _is_beach(g, place) for place in destinations(g, fresh, points, "normal", fresh=True))


def guide_of(setting: DarkSummer) -> Guide | None:
    """The guide of a scenario, if it has one."""
    if setting.name != SCENARIO:
        return None
    return Guide(
        scenario=SCENARIO,
        seat=SEATS[ALLIED],
        opponent=DEFAULT,
        seed=SEED,
        title="Your first campaign: the Waves of D-Day",
        steps=list(STEPS),
    )
