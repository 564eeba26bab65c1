"""The guided first game: Easy Fox from the first tanks in the surf through the second turn, step by step.

A step is shown at the first decision after the steps before it that fits its phase and verb; steps for what does not
happen in a game, such as a sacrifice, are passed over.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.words import SEATS
from bocage.kernel import Order
from bocage.table.model import Guide, GuideStep

SCENARIO = "omaha_beach/easy_fox"
SEED = "2111"  # no tank is lost in the surf, a barrage strikes home, and a hero comes on the second turn

_EVENT, _ENGINEERS, _ACTIONS = "Event", "US Engineers", "US Actions"
_LANDING = "US Amphibious Operations"

STEPS = (
    GuideStep(
        id="first-tanks",
        title="A quarter past six",
        text="You command the 1st Division; the Germans play by themselves, from cards. North is below on this map, so "
        "west is to the right. Two tank companies have come ashore; the Log tab tells how. Take 1/B/741 in hand.",
        phase=_ACTIONS,
        verb="act",
        suggest="act 1/B/741",
    ),
    GuideStep(
        id="what-to-do",
        title="Move or shoot",
        text="Moves and targets light up. In the Layers tab 'Danger' shows German fire: dense is intense and hits "
        "everybody; other fire hurts tanks only if the card shows the sign of armor. Choose WN61 in 0809 for a "
        "barrage; the Orders panel tells the odds.",
        phase=_ACTIONS,
        verb="barrage",
        suggest="barrage 0809",
    ),
    GuideStep(
        id="two-actions",
        title="Two actions are all you have",
        text="Nothing came of it: the card showed no orange, the colour of WN61, and a diamond alone is too little at "
        "strength 2. A division has only two actions in a turn. Use the other for the tanks in the west, 2/C/741.",
        phase=_ACTIONS,
        verb="act",
        suggest="act 2/C/741",
    ),
    GuideStep(
        id="weak-target",
        title="Choose the weaker target",
        text="WN64 in 0916 has no depth marker: compare its odds with those of WN65. A disrupted strongpoint "
        "does not fire: the next card with its colour only makes it recover. Each turn of silence saves men.",
        phase=_ACTIONS,
        verb="barrage",
        suggest="barrage 0916",
    ),
    GuideStep(
        id="second-turn",
        title="Half past six: a hero",
        text="The infantry has landed, and the tide took some boats far to the east. An event card brings a hero. His "
        "unit acts for free, and in attacks he stands in for a missing weapon. Give him to E/2/16, alone in the west.",
        phase=_EVENT,
        verb="hero",
        suggest="hero E/2/16",
    ),
    GuideStep(
        id="hit",
        title="Who is hit",
        text="Several of your units are equally good targets, and the rules leave it to you whom the Germans hit. "
        "Choose a unit that can bear it: a company on its last step counts as lost, and eight lost companies end "
        "the battle.",
        verb="hit",
    ),
    GuideStep(
        id="fire",
        title="The guns, and then the engineers",
        text="The Cards tab shows the fire card: three colours fired, at units with a triangle. Now engineers clear "
        "obstacles where none of these guns reaches. From turn 7 on mines there sink boats, so begin in Easy Red, "
        "where your next waves land.",
        phase=_ENGINEERS,
        verb="clear",
        suggest="clear 0617",
    ),
    GuideStep(
        id="more-obstacles",
        title="And another",
        text="At low tide engineers clear two hexes a turn, at mid tide one, and at high tide they cannot work at all.",
        phase=_ENGINEERS,
        verb="clear",
        suggest="clear 0618",
    ),
    GuideStep(
        id="free",
        title="Free actions first",
        text="Two actions for so many units: the art is to have units that need none, such as those with a hero, "
        "rangers, leaders and those near them. The list says who acts for free. Begin with the hero's company.",
        phase=_ACTIONS,
        verb="act",
        suggest="act E/2/16",
    ),
    GuideStep(
        id="inland",
        title="Up the beach",
        text="Of three belts of sand the middle one is the deadliest; the shingle at the top gives shelter. The tide "
        "rises: who is below the waterline after turn 7, and again after turn 16, drowns. Go on to 0618.",
        phase=_ACTIONS,
        verb="to",
        suggest="to 0618",
    ),
    GuideStep(
        id="run",
        title="Men who run for cover",
        text="Infantry on the beach that moves nearer to the shingle, a wall or a bluff does so for free, always. Take "
        "F/2/16: the list of its moves says which of them cost an action and which are free.",
        phase=_ACTIONS,
        verb="act",
        suggest="act F/2/16",
    ),
    GuideStep(
        id="run-where",
        title="Which way",
        text="Straight up, towards the shingle. Every hex will be under somebody's fire: what counts is how many "
        "colours reach it, since each card has but three of the six.",
        phase=_ACTIONS,
        verb="to",
        suggest="to 0611",
    ),
    GuideStep(
        id="symbols",
        title="Symbols and steps",
        text="Every unit has a diamond, a triangle or a circle. Each card names one of them: steady and sporadic fire "
        "hit only units with that symbol. A hit costs a step, one layer of a unit's strength. Take I/3/16.",
        phase=_ACTIONS,
        verb="act",
        suggest="act I/3/16",
    ),
    GuideStep(
        id="steady",
        title="Not every hex is deadly",
        text="In 'Danger' lines are steady fire, which costs a step, and dots sporadic fire, which only disrupts. In "
        "0608 the fire is steady, in 0609 intense. And the move to 0608 is free.",
        phase=_ACTIONS,
        verb="to",
        suggest="to 0608",
    ),
    GuideStep(
        id="carry-on",
        title="The rest is yours",
        text="The lessons in order are done; a few more come by themselves when something is new: a wave to place, an "
        "attack. Until then do what you like: infantry runs for cover for free, tanks fire. Then end the actions.",
        phase=_ACTIONS,
        verb="act",
    ),
    GuideStep(
        id="boxes",
        title="The next wave",
        text="Some units may be put into any box of their beach. Spread them out: where five steps or more crowd into "
        "a hex, every gun hits them whatever its symbol. The hex where a box lands depends on the tide.",
        phase=_LANDING,
        verb="in",
        lasting=True,
    ),
    GuideStep(
        id="recover",
        title="Shaken men",
        text="A disrupted unit can do nothing but recover, which is free. It takes its whole turn.",
        verb="recover",
        lasting=True,
    ),
    GuideStep(
        id="attack",
        title="Attack",
        text="Infantry next to a strongpoint can attack it. Strength counts, and weapons: every German piece names "
        "those that are needed against it, once it is turned up. The odds panel tries everything that may lie face "
        "down.",
        phase=_ACTIONS,
        verb="attack",
        advise="attack",
    ),
    GuideStep(
        id="with",
        title="Who joins",
        text="Add companies, tanks in range, headquarters with their radio, naval fire: each brings weapons. Full "
        "companies have nearly all of them, companies that have lost steps only what is printed on their counter.",
        phase=_ACTIONS,
        verb="declare",
    ),
    GuideStep(
        id="hero-helps",
        title="What the hero does",
        text="He stands in for one missing weapon, or adds 1 to the strength. Each choice says what the attack then "
        "leads to. You know the game now. Off the beach!",
        verb="wild",
    ),
)


def deeds_of(g: State, step: str, orders: Sequence[Order]) -> list[Order]:
    """The orders that spread a wave over its boxes, and those with which shaken men recover."""
    if step == "boxes":
        into = [order for order in orders if order.verb == "in"]
        crowds = [len(g.units_at(BOX + order.arg)) for order in into]
        return [order for order, crowd in zip(into, crowds, strict=True) if crowd == min(crowds)]
    if step == "recover":
        return [order for order in orders if order.verb == "recover"]
    return []


def guide_of(setting: OmahaBeach) -> Guide | None:
    """The guide of a scenario, if it has one."""
    if setting.name != SCENARIO:
        return None
    return Guide(
        scenario=SCENARIO,
        seat=SEATS[0],
        opponent="",
        seed=SEED,
        title="Your first morning on Omaha Beach",
        steps=list(STEPS),
    )
