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
        text="Choose two Moves for the British: there is much to land. A turn is a row of Rounds, each of one army; "
        "after this morning chits drawn from a cup say whose is next.",
        verb="take",
        suggest="take 2",
    ),
    GuideStep(
        id="utah",
        title="The 1st Wave",
        text="Begin with Utah, 2403: your units at sea attack the Beach before them. How strong its Strongpoint is "
        "nobody knows; the odds weigh all that it may be.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 2403",
    ),
    GuideStep(
        id="further",
        title="Ashore",
        text="Stay where you are: the Germans act after this Round, and a Beach without a unit is weak. Utah is an "
        "Open Beach now, and supply and Reinforcements come over it.",
        phase=_FIRST,
        verb="advance",
        suggest="halt",
    ),
    GuideStep(
        id="omaha",
        title="Omaha",
        text="Try 3303 all the same, though its marker adds three to the defence. DR does nothing to a Strongpoint "
        "that is attacked from the sea alone, and EX would cost you two steps.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 3303",
    ),
    GuideStep(
        id="rangers",
        title="Pointe du Hoc",
        text="Let the Rangers try 3003. For them BL1 and EX are as good as DE, but they have one step: AL1 is their "
        "end.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 3003",
    ),
    GuideStep(
        id="others",
        title="The British Beaches",
        text="Attack all the Beaches that are left. One that is still German after the 2nd Wave is Closed for good: "
        "three of them, two side by side, and you have lost.",
        phase=_FIRST,
        verb="attack",
    ),
    GuideStep(
        id="second-wave",
        title="The 2nd Wave",
        text="Attack what still holds out, Omaha first: 3303. The 2nd Wave is on the Open Beaches and beside the 1st "
        "Wave at the others, and from now on ships help.",
        phase=_SECOND,
        verb="attack",
        suggest="attack 3303",
    ),
    GuideStep(
        id="with",
        title="Who attacks",
        text="Name the attackers one by one, and attack when you have enough. The odds are a ratio, rounded for the "
        "defender; Terrain and Rivers shift the column.",
        phase=_SECOND,
        verb="with",
    ),
    GuideStep(
        id="support",
        title="Naval gunfire",
        text="Announce the US ships: six more for the attack, once in a Round. Point at the order to see what it "
        "changes; each navy helps its own army.",
        phase=_SECOND,
        verb="support",
        suggest="support us-naval",
    ),
    GuideStep(
        id="losses",
        title="Step losses",
        text="Choose who loses a step. It shows its weaker side from now on, and comes back with Replacements, but "
        "for Rangers and paratroopers.",
        phase=_SECOND,
        verb="lose",
    ),
    GuideStep(
        id="enough",
        title="Attack or stop",
        text="Attack again where the odds are worth it, or end: a Beach that is German when you stop is Closed. "
        "Attack from several hexes, and other Germans beside the attackers must be attacked, too.",
        phase=_SECOND,
        verb="attack",
    ),
    GuideStep(
        id="play",
        title="Your chit",
        text="Play your US chit as a Move Round: the 3rd Wave lands, and the Beaches are crowded. The State tab says "
        "what is left in the cup, with its chances.",
        verb="play",
        suggest="play move",
    ),
    GuideStep(
        id="withdraw",
        title="Withdrawals",
        text="Withdraw nobody: you need them today. Paratroopers, gliders, Rangers and commandos still here after "
        "Turn 5 count half a point each for the Germans.",
        verb="evacuate",
        suggest="pass",
    ),
    GuideStep(
        id="third-wave",
        title="The 3rd Wave",
        text="Choose whichever is asked: the 3rd Wave lands, and who is in its way goes one hex on. A hex holds four "
        "units of one division, and battalions besides.",
        phase=_MOVE,
        rule="8.1.3",
    ),
    GuideStep(
        id="enter",
        title="Reinforcements",
        text="Place them on an Open Beach of their army; they may move at once. A die says how many Formations enter, "
        "and late ones go first.",
        verb="enter",
    ),
    GuideStep(
        id="move",
        title="Off the Beaches",
        text="Move units off the Beaches, one by one or a stack at once, and end when you like. Join the Beaches and "
        "reach the paratroopers; the layer 'US supply' shows who is cut off.",
        verb="move",
        lasting=True,
    ),
    GuideStep(
        id="whereto",
        title="Whereto",
        text="Choose a lit hex; its number is the cost in Movement Points. A unit stops in an enemy zone of control, "
        "and cannot go from one straight into another.",
        verb="to",
        phase=_MOVE,
        rule="10.1",
        lasting=True,
    ),
    GuideStep(
        id="attack",
        title="The first battle inland",
        text="Choose a hex with Germans next to your units, and bring many and all Support: Bocage shifts two columns "
        "left. Take Carentan and Bayeux, then Cherbourg; you know the game now.",
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
