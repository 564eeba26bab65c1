"""The guided first game: Easy Fox from the first tanks in the surf through the second turn, step by step.

A step is shown at the first decision after the steps before it that fits its phase and verb; steps for what does not
happen in a game, such as a sacrifice, are passed over.
"""

from __future__ import annotations

from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.words import SEATS
from bocage.table.model import Guide, GuideStep

SCENARIO = "omaha_beach/easy_fox"
SEED = "2111"  # no tank is lost in the surf, a barrage strikes home, and a hero comes on the second turn

_EVENT, _ENGINEERS, _ACTIONS = "Event", "US Engineers", "US Actions"
_LANDING = "US Amphibious Operations"

STEPS = (
    GuideStep(
        id="first-tanks",
        title="A quarter past six",
        text="You command the 1st Division on the eastern half of Omaha Beach; the Germans play by themselves, from "
        "cards. A lot has happened already, read it in the log. Four tank companies waited in the landing boxes "
        "in the sea. A landing card told what became of each: every unit has a diamond, a triangle or a circle, "
        "and the card has a letter for each of these symbols. Two companies are late, two came ashore and lost a "
        "step: that is, one of the layers of strength that a unit has. Now it is your turn. Take the tanks of "
        "1/B/741 in hand.",
        phase=_ACTIONS,
        verb="act",
        suggest="act 1/B/741",
    ),
    GuideStep(
        id="what-to-do",
        title="Move or shoot",
        text="The hexes where these tanks could go light up, and so do the targets in their reach. Look at the danger "
        "first: the layer 'Danger' shades where Germans fire, densely for intense fire, which hits everybody, "
        "with lines for steady and with dots for sporadic fire, which hit only units with the symbol on the card. "
        "Tanks are armored: only intense fire hurts them. Here at the water they are safe, one hex farther up "
        "they are not. So let them stay and shoot at WN61, a strongpoint with an 88 mm gun. The odds panel tells "
        "the chance: a card is drawn, and if it shows the colour of the strongpoint or the symbol of the tanks, "
        "the better for you.",
        phase=_ACTIONS,
        verb="barrage",
        suggest="barrage 0809",
    ),
    GuideStep(
        id="two-actions",
        title="Two actions are all you have",
        text="Nothing came of it. The strongpoint has a depth marker beneath it, more men and guns, and that makes it "
        "hard to shake. Each division has only two actions in a turn, and you have spent one. Use the other for "
        "the tanks in the west, 2/C/741.",
        phase=_ACTIONS,
        verb="act",
        suggest="act 2/C/741",
    ),
    GuideStep(
        id="weak-target",
        title="Choose the weaker target",
        text="WN64 in 0916 has no depth marker: compare its odds with those of WN65. A disrupted strongpoint does not "
        "fire until a fire card shows its colour again, and each turn of silence saves men.",
        phase=_ACTIONS,
        verb="barrage",
        suggest="barrage 0916",
    ),
    GuideStep(
        id="second-turn",
        title="Half past six: a hero",
        text="The first turn is over. The second began like the first: the infantry landed, and the tide took some "
        "boats far to the east. Then an event card was drawn, and it brings you a hero. He belongs to one unit "
        "for good: it acts for free from now on, and in an attack he stands in for a weapon that is missing. Give "
        "him to a company in good strength that lies apart from the worst fire: E/2/16, alone in the west.",
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
        text="Look at the log again: the fire card named three colours and a symbol. Strongpoints of these colours "
        "fired; a double colour means that only those with a depth marker do. F/2/16 has a triangle, stood in the "
        "fire of three of them and lost one step: in a turn nobody loses more than one to the guns of the "
        "strongpoints. Now engineers may clear beach obstacles, wherever no gun on this card reaches. From turn 7 "
        "on mines sink boats that come through obstacles, so begin where your next waves land: in Easy Red.",
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
        text="Two actions for so many units: the art is to have units that need none. The list says who acts for free: "
        "units with a hero, rangers, leaders and those near them; a unit under fire is free too if it runs "
        "for cover. Begin with the hero's company.",
        phase=_ACTIONS,
        verb="act",
        suggest="act E/2/16",
    ),
    GuideStep(
        id="inland",
        title="Up the beach",
        text="Ahead lie three belts of sand. The middle one is the deadliest. At the top the shingle gives shelter: "
        "its fire is only steady. Nobody can stay where they are, since the tide rises: who is still below the "
        "waterline after turn 7, and again after turn 16, drowns. Go on to 0618.",
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
        text="Straight up, towards the shingle. Look at the danger once more, and remember that every hex will be "
        "under somebody's fire: what counts is how many colours reach it, since each card has but three of the "
        "six.",
        phase=_ACTIONS,
        verb="to",
        suggest="to 0611",
    ),
    GuideStep(
        id="carry-on",
        title="You know how to act",
        text="Use what actions you have left. I/3/16 and L/3/16 can run for cover as well, for free; the tanks "
        "can fire again. Do what you like, then end the actions of the division: the next wave is on its way.",
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
    ),
    GuideStep(
        id="recover",
        title="Shaken men",
        text="A disrupted unit can do nothing but recover, which is free. It takes its whole turn.",
        verb="recover",
    ),
    GuideStep(
        id="attack",
        title="Attack",
        text="Infantry next to a strongpoint can attack it. Two things count: strength, and weapons. Every German "
        "piece names the weapons that are needed against it, and you learn them when it is turned up. The odds "
        "panel tries everything that may lie face down, and says what you have, what is needed, and what may be "
        "missing.",
        phase=_ACTIONS,
        verb="attack",
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
        text="He stands in for one missing weapon, or adds to the strength. What the attack leads to in either case "
        "stands in the attack table. You know the game now. Off the beach!",
        verb="wild",
    ),
)


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
