"""The guided first game: On to Caen from the landings into the second turn, step by step.

A step is shown at the first decision after the steps before it that fits its phase and verb; steps for what does not
happen in a game, such as a retreat, are passed over.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.movement import destinations, movement_points
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.hexes import Hex, HexSet
from bocage.kernel import Order
from bocage.players import DEFAULT
from bocage.table.model import Guide, GuideStep

SCENARIO = "fire_movement/on_to_caen"
SEED = "1998"  # the brigades come down well, one of them adrift, and the commandos succeed: a kind first day

_BEACHES, _AIR, _COMMANDOS = "Landings on the beaches", "Airborne landings", "Commando assaults"
_ASSAULTS, _MOVEMENT, _BOMBARDMENT = "Beach assaults", "Movement Phase", "Bombardment Phase"
_COMBAT, _REINFORCEMENTS = "Combat Phase", "Allied reinforcements"

STEPS = (
    GuideStep(
        id="beachhead",
        title="Choose where to land",
        text="It is the night before 6 June 1944, and you command the Allies. Caen is your goal: the hexes marked as "
        "objectives, listed under Victory, must be yours when the last turn ends. The Germans have already set up, but "
        "in secret. Your first decision is the beach: click a lit hex on the coast. Beachheads are where your units "
        "come ashore and where your supply comes from, so never lose all of them.",
        phase=_BEACHES,
        verb="beachhead",
        suggest="beachhead 1740",
    ),
    GuideStep(
        id="second-beachhead",
        title="More than one beach",
        text="Three units fit into one beach hex, and you have four brigades to land. A second beach also keeps you "
        "supplied if the Germans overrun the first: mark the one beside it.",
        phase=_BEACHES,
        verb="beachhead",
        suggest="beachhead 1739",
    ),
    GuideStep(
        id="enough-beachheads",
        title="Two are enough",
        text="A third would scatter your men, and a marker that no unit lands on is taken away again. Choose 'No more "
        "beachheads'.",
        phase=_BEACHES,
        verb="beachhead",
        suggest="end",
    ),
    GuideStep(
        id="land",
        title="Bring the brigades ashore",
        text="The three numbers on a counter are attack, defence and movement. Units that land together assault "
        "together, and their attack strengths are added. Put two into each beach: a lonely unit suffers more from the "
        "guns, and a crowded beach has no room for those who come later. The first goes to Lion-sur-Mer, 1740.",
        phase=_BEACHES,
        verb="at",
        suggest="at 1740",
    ),
    GuideStep(
        id="land-together",
        title="Two side by side",
        text="The second brigade lands with the first, in 1740: together they assault with the strength of both.",
        phase=_BEACHES,
        verb="at",
        suggest="at 1740",
    ),
    GuideStep(
        id="land-next",
        title="The other beach",
        text="The next two make the second beach, 1739. You need not place each by hand: the button 'Staff…' "
        "gives the orders of a whole landing at once, as the program would.",
        phase=_BEACHES,
        verb="at",
        suggest="at 1739",
    ),
    GuideStep(
        id="land-last",
        title="The armour last",
        text="And the tanks of the 27th beside them, in 1739: from tomorrow on every attack wants some with it.",
        phase=_BEACHES,
        verb="at",
        suggest="at 1739",
    ),
    GuideStep(
        id="drop-zone",
        title="The paratroopers' drop zone",
        text="6th Airborne jumps east of the Orne to guard your flank. Choose the hex that it aims at; it is also the "
        "division's supply for the first two turns. Stay clear of places where Germans may be hiding: a unit that "
        "comes down on one must drive it out at once or is lost.",
        phase=_AIR,
        verb="zone",
        suggest="zone 1242",
    ),
    GuideStep(
        id="drop",
        title="Aim each brigade",
        text="Each brigade aims at its own hex, in or next to the drop zone. Then a die is thrown for each: a 1 is a "
        "disaster, a 2 or 3 costs a step, only a 6 lands on the spot, and all others drift one hex. Woods, "
        "cities, beaches and the sea make it worse, so leave room around your men.",
        phase=_AIR,
        verb="at",
        suggest="at 1242",
    ),
    GuideStep(
        id="commandos",
        title="The commandos",
        text="Now the German set-up is on the map, and you can see what you are up against. The commandos land beside "
        "the main force to silence the guns. One die decides: high rolls cost the Germans a support fire marker for "
        "good, a 1 costs you the unit.",
        phase=_COMMANDOS,
        verb="at",
        suggest="at 1641",
    ),
    GuideStep(
        id="commando-move",
        title="A step inland",
        text="The assault succeeded, so the commandos may go one hex at once, whatever the ground. Every unit controls "
        "the six hexes around it, and enemies there are slowed down. Commandos are different: they slip through enemy "
        "zones of control and never lack supply.",
        phase=_COMMANDOS,
        verb="to",
        suggest="stay",
    ),
    GuideStep(
        id="assault",
        title="The assault on the beaches",
        text="Each beach now has its fight. There is no defender as such: the question is what the landing costs you. "
        "The more strength you add up, the farther right you are on the results table, and the milder the losses. "
        "Begin where you like.",
        phase=_ASSAULTS,
        verb="attack",
    ),
    GuideStep(
        id="naval",
        title="Call the battleships",
        text="You may place two support fire markers in a fight, and the Germans may answer, all face down. Today the "
        "Navy is with you: its markers may be chosen by value, but they serve in beach assaults only, and only today. "
        "Look at the odds beside each choice before you decide, and keep something for the other beach. If a unit "
        "must lose a step, it flips to its weaker side; a second loss removes it.",
        phase=_ASSAULTS,
        verb="naval",
        suggest="naval +10",
    ),
    GuideStep(
        id="first-day",
        title="Turn 1: nobody moves yet",
        text="The game turns begin, and you go first. A player turn has phases: movement, bombardment, combat, and "
        "then movement and combat once more for mobile units. Units that landed this morning stay where they are in "
        "the first turn, so there is nothing to move: end the phase.",
        phase=_MOVEMENT,
        verb="end",
        suggest="end",
    ),
    GuideStep(
        id="bombard",
        title="Bombardment",
        text="Guns and aircraft can strike on their own. Choose a German unit: artillery reaches two hexes from your "
        "units, aircraft reach everything. A unit in the open suffers more than one in a city or in the hedgerows. "
        "Tanks that could counter-attack tomorrow are worth it; so are weak units that a hit removes.",
        phase=_BOMBARDMENT,
        verb="bombard",
        advise="bombard",
    ),
    GuideStep(
        id="cups",
        title="Draw from a cup",
        text="Markers are drawn at random from their cup, at most two for a target. What you use now is gone until "
        "next turn, and you will want some artillery to defend yourself in the German turn. Aircraft are the ones to "
        "spend here. Look at the odds before you fire.",
        phase=_BOMBARDMENT,
        verb="draw",
        suggest="draw cw-aircraft",
    ),
    GuideStep(
        id="supply",
        title="Enough? Then end the phase",
        text="Bombard again or end the phase. Nobody who landed may attack today, so your turn is over after that, and "
        "supply is checked: every Allied unit needs a way to a beachhead, or to its drop zone, that is not blocked by "
        "Germans or their zones of control. Without it the unit loses a step. Switch on the supply overlay to see it.",
        phase=_BOMBARDMENT,
        verb="end",
        suggest="end",
    ),
    GuideStep(
        id="retreat",
        title="Retreat or stand",
        text="A result such as D2 tells a unit to go back so many hexes. You have the choice: retreat and keep your "
        "strength but give up ground, or stand and lose a step. A unit with nowhere to go is lost, and an attacker "
        "may follow a retreat. A beach is worth a step; open ground seldom is.",
        verb="retreat",
    ),
    GuideStep(
        id="retreat-hex",
        title="Where to go back to",
        text="Click the hex in which the unit shall end up. It goes back by the shortest way and not next to an enemy "
        "where that can be helped. Look for woods or a town behind you, and keep the road to your beach open.",
        phase=_COMBAT,
        verb="to",
    ),
    GuideStep(
        id="support",
        title="Support in combat",
        text="Two markers for each side, placed in turn and turned up together. Attack minus defence gives the column "
        "on the line of the defender's terrain. Beyond the highest column a marker is wasted, and where you would "
        "lose anyway it is better kept.",
        phase=_COMBAT,
        verb="draw",
        suggest="draw cw-artillery",
    ),
    GuideStep(
        id="move",
        title="Off the beaches",
        text="Now your units move. Choose one, and every hex it can reach lights up with its cost; roads are cheap, "
        "woods, hills and rivers are not. Units do not stack once they have left the beach. A leg unit must stop next "
        "to an enemy. The German 21st Panzer will come: keep your brigades side by side so that nobody is cut off.",
        phase=_MOVEMENT,
        verb="move",
        lasting=True,
    ),
    GuideStep(
        id="side-by-side",
        title="Side by side",
        text="Every lit hex is in reach, with what it costs. Go off the beach, and next to another unit of yours where "
        "there is such a hex.",
        phase=_MOVEMENT,
        verb="to",
        lasting=True,
    ),
    GuideStep(
        id="reinforcements",
        title="Reinforcements",
        text="At the end of your movement new units land on beaches that you still hold. That is why crowded beaches "
        "must be cleared first. The turn track shows who comes when, for both sides.",
        phase=_REINFORCEMENTS,
        verb="land",
    ),
    GuideStep(
        id="attack",
        title="Attack",
        text="Any enemy next to your units may be attacked, and none has to be. Pick a hex; you name the attackers "
        "next, and see the exact odds before you commit yourself. Look for an enemy in open ground that several of "
        "your units can reach.",
        phase=_COMBAT,
        verb="attack",
    ),
    GuideStep(
        id="with",
        title="Who takes part",
        text="Add one unit after another and watch the odds change. Commonwealth attacks need an armoured brigade and "
        "infantry together; otherwise they are shifted one column to the worse. A unit attacks once in a turn, and a "
        "target is attacked once in a phase.",
        phase=_COMBAT,
        verb="with",
    ),
    GuideStep(
        id="advance",
        title="Follow up",
        text="The defender has gone back, and you may follow along its path of retreat. A unit that advances does "
        "nothing more this turn, but ground is what this battle is about: the last to hold an objective has it. You "
        "know the game now. On to Caen!",
        verb="advance",
    ),
)


def deeds_of(g: State, step: str, orders: Sequence[Order]) -> list[Order]:
    """The orders that bring brigades off the beach and then others, each once, side by side where that can be."""
    if step == "move":
        fresh = [order for order in orders if order.verb != "move" or not g.moved >> order.arg & 1]
        landed = [order for order in fresh if order.verb == "move" and g.beachheads >> g.where[order.arg] & 1]
        return [one for one in landed if _inland(g, destinations(g, one.arg, movement_points(g, one.arg)))] or fresh
    if step == "side-by-side":
        inland = _inland(g, [order.arg for order in orders])
        friends = g.occupied[ALLIED] & ~_left_behind(g)
        beside = [hex_ for hex_ in inland if g.battle.grid.spread(1 << hex_) & friends]
        return [order for order in orders if order.arg in (beside or inland)]
    return []


def _left_behind(g: State) -> HexSet:
    """The hex that will be empty when the unit in hand has gone."""
    unit = g.about().unit
    if unit < 0 or g.where[unit] < 0 or len(g.at[g.where[unit]]) > 1:
        return 0
    return 1 << g.where[unit]


def _inland(g: State, hexes: Sequence[Hex]) -> list[Hex]:
    return [hex_ for hex_ in hexes if not g.beachheads >> hex_ & 1]


def guide_of(setting: FireMovement) -> Guide | None:
    """The guide of a scenario, if it has one."""
    if setting.name != SCENARIO:
        return None
    return Guide(
        scenario=SCENARIO,
        seat=SEATS[ALLIED],
        opponent=DEFAULT,
        seed=SEED,
        title="Your first battle: the landing on the road to Caen",
        steps=list(STEPS),
    )
