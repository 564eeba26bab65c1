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
        text="7 June 1944. You command the VII Corps: the 4th Division at Utah, two airborne divisions in the "
        "hedgerows, and four turns to take both hexes of Cherbourg. Each turn some aircraft are drawn. They could "
        "interdict zones through which Germans march; today the troops need them more. Keep them available.",
        phase=_AIR,
        verb="interdict",
        suggest="end",
    ),
    GuideStep(
        id="markers",
        title="Offensive markers",
        text="These are the fuel of every attack: from turn 2 on a corps fights only if it spends one. Yours come "
        "across the sea and are landed at Utah, where the headquarters is. Take one from the Strategic Reserve.",
        phase=_LOGISTICS,
        verb="bring",
        suggest="bring strategic-reserve",
    ),
    GuideStep(
        id="to-the-corps",
        title="To the headquarters",
        text="A marker goes by road and stops where you like; with a headquarters it will move along with it. HQ-VII "
        "is in 0617, Utah itself.",
        phase=_LOGISTICS,
        verb="to",
        suggest="to 0617",
    ),
    GuideStep(
        id="another",
        title="By turns",
        text="Both sides move their markers by turns, in the open. A hex holds two of them. Bring the other one too.",
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
        text="Paratroops score a point when they are back in England, and cost one each turn from turn 6 on in the "
        "long games. In this one they are your best infantry: send nobody home.",
        phase=_ADMINISTRATION,
        verb="repatriate",
        suggest="end",
    ),
    GuideStep(
        id="land",
        title="More troops",
        text="Phase A. The 9th Division waits in the Strategic Reserve. Utah lands so many stacking points in a phase, "
        "and the batteries at Crisbecq and Azeville may fire at whoever lands. Land the first regiment.",
        phase=_MOVE,
        verb="land",
        suggest="land 9-Inf/39",
    ),
    GuideStep(
        id="crowd",
        title="Stacking",
        text="The regiment is ashore; the other two can follow when you like. A hex holds five stacking points, one "
        "battalion without a value and one headquarters when the movement ends. Sainte-Mère-Église, 0619, holds one "
        "tank battalion too many: we shall see to it. First take the 508th in hand, not far from an open town.",
        phase=_MOVE,
        verb="move",
        suggest="move 82-Abn/508",
    ),
    GuideStep(
        id="carentan",
        title="Carentan is empty",
        text="Every hex in reach is lit with its cost. A unit must stop in an enemy zone of control, but zones do not "
        "reach into towns. Nobody is in Carentan, 0818: walk in. Towns score in the long games, and this one "
        "joins Utah to Omaha.",
        phase=_MOVE,
        verb="to",
        suggest="to 0818",
    ),
    GuideStep(
        id="tanks",
        title="Tanks",
        text="The 746th Tank Battalion has ten movement points, but bocage costs a motorized unit four a hex off the "
        "road. Tanks may overrun, too: a quick attack during the movement. Take it in hand.",
        phase=_MOVE,
        verb="move",
        suggest="move 746-Tk",
    ),
    GuideStep(
        id="to-carentan",
        title="Along the road",
        text="By road it comes far. Send it to Carentan, 0818, to stand by the 508th; then Sainte-Mère-Église holds no "
        "more than it may.",
        phase=_MOVE,
        verb="to",
        suggest="to 0818",
    ),
    GuideStep(
        id="movement",
        title="The rest is yours",
        text="You may land the others now and move whom you like: whoever attacks must be next to his target, and "
        "within reach of a supplied headquarters. Click HQ-VII and choose 'Command of a headquarters' to see who is. "
        "The 4th Division and the 505th are next to the battery of Azeville, 0519, and that is enough for a first "
        "fight: leave them there, and end the movement.",
        phase=_MOVE,
        verb="end",
        suggest="end",
    ),
    GuideStep(
        id="whereto",
        title="Where to",
        text="Every hex in reach is lit with its cost. The numbers on a counter are attack, movement and defence; the "
        "layers show zones of control and supply.",
        phase=_MOVE,
        verb="to",
    ),
    GuideStep(
        id="activate",
        title="Activation",
        text="In the combat phase headquarters are activated one by one. On this first turn it costs no marker. All "
        "units under VII Corps may attack now, one combat after another.",
        phase=_COMBAT,
        verb="activate",
        suggest="activate HQ-VII",
    ),
    GuideStep(
        id="azeville",
        title="The battery",
        text="Beside each place you see what it would come to. The battery has a defence of one, and as long as it "
        "stands it fires at everybody who lands. Attack 0519.",
        phase=_COMBAT,
        verb="attack",
        suggest="attack 0519",
    ),
    GuideStep(
        id="with",
        title="Who attacks",
        text="Name the attackers one by one and watch the column: odds, then shifts. Bocage shifts two columns to the "
        "left. Disorganised units attack worse. When it is enough, attack.",
        phase=_COMBAT,
        verb="with",
    ),
    GuideStep(
        id="bombard",
        title="Ships and bombers",
        text="Before the fight ships in range and medium bombers may bombard: each level of Affected shifts a column "
        "to the right. Their points are few, and back in the next phase.",
        phase=_COMBAT,
        verb="bombard",
    ),
    GuideStep(
        id="guns",
        title="With what",
        text="Name ships and bombers one by one, then fire. The more points together, the better the column on the "
        "bombardment table. Save some for other targets.",
        phase=_COMBAT,
        verb="sail",
    ),
    GuideStep(
        id="points",
        title="How many",
        text="What these ships do not spend now they can still fire at another hex in this phase.",
        phase=_COMBAT,
        verb="spend",
    ),
    GuideStep(
        id="fly",
        title="Aircraft",
        text="Medium bombers add their points to a bombardment. Fighter-bombers come in the fight itself: one gives a "
        "column, but not in forests, towns and villages. Each flies once in a phase.",
        phase=_COMBAT,
        verb="fly",
    ),
    GuideStep(
        id="support",
        title="The corps artillery",
        text="A headquarters within two hexes adds its bonus, once in its activation. VII Corps has two columns: spend "
        "them where they matter.",
        phase=_COMBAT,
        verb="support",
    ),
    GuideStep(
        id="lose",
        title="Steps",
        text="You choose who loses a step. Units that took part may also be disorganised, once or twice, a level less "
        "at the end of each turn.",
        verb="lose",
    ),
    GuideStep(
        id="advance",
        title="Advance",
        text="The hex is free: units that attacked may go in, and sometimes a second hex on. But after an advance the "
        "defender may counterattack at once, if a headquarters of his is near and pays for it.",
        phase=_COMBAT,
        verb="advance",
    ),
    GuideStep(
        id="second-hex",
        title="A second hex",
        text="This one may go on, if you like: into ground that the enemy has left. Whoever stays is not so far from "
        "his friends.",
        phase=_COMBAT,
        verb="to",
    ),
    GuideStep(
        id="exploit",
        title="Exploitation",
        text="An E in the result: armoured stacks that were put in Reserve may move and attack once more.",
        phase=_COMBAT,
        verb="exploit",
    ),
    GuideStep(
        id="on",
        title="On to Cherbourg",
        text="Attack what is worth it; then it is the Germans' half, and the same again in phase B. Montebourg and "
        "Valognes are on the way, and a fortified line around the harbour. Keep HQ-VII near the front and its "
        "markers with it. You know the game now.",
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
