"""The guided first game: the first phase of The Race to Cherbourg, step by step.

A step is shown at the first decision after the steps before it that fits its phase and verb; steps for what does not
happen in a game, such as a step loss, are passed over. One that was passed over still comes when nothing later fits, so
what may come at any time stands early.
"""

from __future__ import annotations

from bocage.games.bloody_summer.campaign import ALLIED, LEADERS
from bocage.games.bloody_summer.title import BloodySummer
from bocage.players import DEFAULT
from bocage.table.model import Guide, GuideStep

SCENARIO = "bloody_summer/race_to_cherbourg"
SEED = "1944"

_AIR, _LOGISTICS, _ADMINISTRATION = "Air availability phase", "Logistics phase", "Administration phase"
_MOVE, _COMBAT = "Phase A · Allied Movement phase", "Phase A · Allied Combat phase"

STEPS = (
    GuideStep(
        id="aircraft",
        title="A corps and its means",
        text="Keep the aircraft available: end here, without interdiction. You command the VII Corps, and have four "
        "turns to take both hexes of Cherbourg.",
        phase=_AIR,
        verb="interdict",
        suggest="end",
    ),
    GuideStep(
        id="markers",
        title="Offensive markers",
        text="Take an Offensive marker from the Strategic Reserve. From turn 2 on a corps fights only if it spends "
        "one.",
        phase=_LOGISTICS,
        verb="bring",
        suggest="bring strategic-reserve",
    ),
    GuideStep(
        id="to-the-corps",
        title="To the headquarters",
        text="Bring it to HQ-VII in 0617, which is Utah. With a headquarters it will move along.",
        phase=_LOGISTICS,
        verb="to",
        suggest="to 0617",
    ),
    GuideStep(
        id="another",
        title="By turns",
        text="Bring the other one too. Both sides move their markers by turns, and a hex holds two of them.",
        phase=_LOGISTICS,
        verb="bring",
        suggest="bring strategic-reserve",
    ),
    GuideStep(
        id="second-marker",
        title="Two with one corps",
        text="Once more to HQ-VII in 0617. With both it can attack in both phases of a later turn.",
        phase=_LOGISTICS,
        verb="to",
        suggest="to 0617",
    ),
    GuideStep(
        id="home",
        title="The airborne",
        text="Send nobody home: end here. The paratroops are your best infantry, and only in the long games do they "
        "score in England.",
        phase=_ADMINISTRATION,
        verb="repatriate",
        suggest="end",
    ),
    GuideStep(
        id="land",
        title="More troops",
        text="Land the first regiment of the 9th Division. Utah takes so many stacking points in a phase, and the "
        "batteries nearby may fire at whoever lands.",
        phase=_MOVE,
        verb="land",
        suggest="land 9-Inf/39",
    ),
    GuideStep(
        id="crowd",
        title="Stacking",
        text="Take the 508th in hand, not far from an open town. The other regiments can land later; a hex holds five "
        "stacking points when the movement ends.",
        phase=_MOVE,
        verb="move",
        suggest="move 82-Abn/508",
    ),
    GuideStep(
        id="carentan",
        title="Carentan is empty",
        text="Walk into Carentan, 0818: nobody is there, and it joins Utah to Omaha. Every hex in reach is lit with "
        "its cost.",
        phase=_MOVE,
        verb="to",
        suggest="to 0818",
    ),
    GuideStep(
        id="tanks",
        title="Tanks",
        text="Take the 746th Tank Battalion in hand. It has ten movement points, but off the road bocage costs it "
        "four a hex.",
        phase=_MOVE,
        verb="move",
        suggest="move 746-Tk",
    ),
    GuideStep(
        id="to-carentan",
        title="Along the road",
        text="Send it along the road to Carentan, 0818. Then Sainte-Mère-Église holds no more than it may.",
        phase=_MOVE,
        verb="to",
        suggest="to 0818",
    ),
    GuideStep(
        id="movement",
        title="The rest is yours",
        text="End the movement: who stands next to the battery of Azeville, 0519, is enough for a first fight. You "
        "may land and move others before, if they stay near HQ-VII.",
        phase=_MOVE,
        verb="end",
        suggest="end",
    ),
    GuideStep(
        id="whereto",
        title="Where to",
        text="Choose a lit hex; its number is the cost. The numbers on a counter are attack, movement and defence.",
        phase=_MOVE,
        verb="to",
    ),
    GuideStep(
        id="activate",
        title="Activation",
        text="Activate HQ-VII: all units under it may then attack, one combat after another. On this first turn it "
        "costs no marker.",
        phase=_COMBAT,
        verb="activate",
        suggest="activate HQ-VII",
    ),
    GuideStep(
        id="azeville",
        title="The battery",
        text="Attack 0519. The battery has a defence of one, and as long as it stands it fires at everybody who lands.",
        phase=_COMBAT,
        verb="attack",
        suggest="attack 0519",
    ),
    GuideStep(
        id="with",
        title="Who attacks",
        text="Name the attackers one by one and watch the column; when it is enough, attack. Bocage shifts two "
        "columns to the left.",
        phase=_COMBAT,
        verb="with",
    ),
    GuideStep(
        id="bombard",
        title="Ships and bombers",
        text="Bombard first, if you like: each level of Affected shifts a column to the right. The points are few, "
        "and back in the next phase.",
        phase=_COMBAT,
        verb="bombard",
    ),
    GuideStep(
        id="guns",
        title="With what",
        text="Name ships and bombers one by one, then fire. More points together make a better column; save some for "
        "other targets.",
        phase=_COMBAT,
        verb="sail",
    ),
    GuideStep(
        id="points",
        title="How many",
        text="Choose how many points to spend. What is left can still be fired at another hex in this phase.",
        phase=_COMBAT,
        verb="spend",
    ),
    GuideStep(
        id="fly",
        title="Aircraft",
        text="Choose the aircraft that help. Medium bombers bombard; a fighter-bomber gives a column in the fight, "
        "but not in forests, towns and villages.",
        phase=_COMBAT,
        verb="fly",
    ),
    GuideStep(
        id="support",
        title="The corps artillery",
        text="Add the corps artillery where it matters: VII Corps has two columns, once in its activation. It must be "
        "within two hexes.",
        phase=_COMBAT,
        verb="support",
    ),
    GuideStep(
        id="lose",
        title="Steps",
        text="Choose who loses a step. Who took part may also be disorganised, and recovers a level at the end of "
        "each turn.",
        verb="lose",
    ),
    GuideStep(
        id="advance",
        title="Advance",
        text="Go in with a unit that attacked: the hex is free. The defender may counterattack at once if a "
        "headquarters of his is near and pays.",
        phase=_COMBAT,
        verb="advance",
    ),
    GuideStep(
        id="second-hex",
        title="A second hex",
        text="Go one hex on, or stay. Only ground that the enemy has left is open, and whoever stays is nearer to his "
        "friends.",
        phase=_COMBAT,
        verb="to",
    ),
    GuideStep(
        id="exploit",
        title="Exploitation",
        text="Choose an armoured stack in Reserve: an E in the result lets it move and attack once more.",
        phase=_COMBAT,
        verb="exploit",
    ),
    GuideStep(
        id="on",
        title="On to Cherbourg",
        text="Attack what is worth it; then it is the Germans' half, and phase B. Montebourg and Valognes are on the "
        "way; keep HQ-VII and its markers near the front; you know the game now.",
        phase=_COMBAT,
        verb="attack",
    ),
)


def guide_of(setting: BloodySummer) -> Guide | None:
    """The guide of a scenario, if it has one."""
    if setting.name != SCENARIO:
        return None
    return Guide(
        scenario=SCENARIO,
        seat=LEADERS[ALLIED],
        opponent=DEFAULT,
        seed=SEED,
        title="Your first week: the VII Corps",
        steps=list(STEPS),
    )
