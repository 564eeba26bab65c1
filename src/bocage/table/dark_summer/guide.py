"""The guided first game: the two Waves of D-Day and the first Rounds ashore, step by step.

A step is shown at the first decision after the steps before it that fits its phase and verb; steps for what does not
happen in a game, such as a step loss, are passed over. One that was passed over still comes when nothing later fits, so
what may come at any time stands early.
"""

from __future__ import annotations

from bocage.games.dark_summer.campaign import ALLIED, SEATS
from bocage.games.dark_summer.title import DarkSummer
from bocage.players import BEST
from bocage.table.model import Guide, GuideStep

SCENARIO = "dark_summer/campaign"
SEED = "1852"  # six of the eight Beaches fall to the 1st Wave, and Omaha is left to the 2nd

_FIRST, _SECOND, _MOVE, _COMBAT = "1st Wave", "2nd Wave", "US Move Round", "US Combat Round"

STEPS = (
    GuideStep(
        id="cup",
        title="A cup of chits",
        text="6 June 1944, and you command the Allies. A turn has up to fifteen Rounds; each belongs to one army, the "
        "US, the British or the Germans, and apart from the Waves of this morning a cup decides who comes next. "
        "The Weather says how many chits are in it. In Showers you choose the British ones: take two to move, "
        "there is much to land.",
        verb="take",
        suggest="take 2",
    ),
    GuideStep(
        id="utah",
        title="The 1st Wave",
        text="Eight Beaches and Pointe du Hoc, each with a Strongpoint whose factor nobody knows, you no more than "
        "the Germans. The odds beside the map weigh all that it may be. All units in the Beach Approach hexes "
        "attack, in the order that you like, without Support. Begin with Utah, 2403.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 2403",
    ),
    GuideStep(
        id="further",
        title="Ashore",
        text="The Beach is Open: Reinforcements land there, and it is your source of supply. Who came over the sea "
        "must go in, and may go one hex further at once. But the Germans react after this Round, and an Open "
        "Beach without a unit is weak. Stay where you are.",
        phase=_FIRST,
        verb="advance",
        suggest="halt",
    ),
    GuideStep(
        id="omaha",
        title="Omaha",
        text="At Omaha the defence is augmented: three more factors, and an Exchange costs you two steps. A "
        "Strongpoint that is attacked from the sea alone ignores the result DR, so only DR*, an Exchange, BL1 or "
        "DE help. Try 3303.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 3303",
    ),
    GuideStep(
        id="rangers",
        title="Pointe du Hoc",
        text="The Rangers climb. For them BL1 and Exchange are as good as an elimination, but if they fail they are "
        "few. Look at the odds of 3003, then let them go.",
        phase=_FIRST,
        verb="attack",
        suggest="attack 3003",
    ),
    GuideStep(
        id="others",
        title="The British Beaches",
        text="Gold, Juno and Sword are left, and the other hex of Omaha. Three Beaches that stay German after the 2nd "
        "Wave are Closed for good, and if two of them lie side by side you have lost. The State tab tells how "
        "that stands.",
        phase=_FIRST,
        verb="attack",
    ),
    GuideStep(
        id="second-wave",
        title="The 2nd Wave",
        text="The Germans have had a Reaction: one stack or one Formation, at half speed. Now the 2nd Wave has landed "
        "where Beaches are Open and joined the 1st where they are not, and the ships fire. Attack what still "
        "holds, Omaha first. What has no German any more is yours anyway.",
        phase=_SECOND,
        verb="attack",
    ),
    GuideStep(
        id="with",
        title="Who attacks",
        text="Name the attackers one by one and watch the odds: strengths are compared as a ratio, rounded for the "
        "defender, and Terrain and Rivers shift the column. Units ashore beside the hex may join. Then attack.",
        phase=_SECOND,
        verb="with",
    ),
    GuideStep(
        id="support",
        title="Naval gunfire",
        text="Each navy may fire once in a Round, for units of its own nation, at Clear hexes, Beaches and Towns "
        "within the Gun Line. Six factors count for a lot: die by die the panel shows what would come of it. The "
        "Germans may add Support of their own later in the game.",
        phase=_SECOND,
        verb="support",
        suggest="support us-naval",
    ),
    GuideStep(
        id="losses",
        title="Step losses",
        text="A unit that loses a step turns to its weaker side; nobody is eliminated while another of the attackers "
        "can be reduced. Replacements come with every turn, but Rangers and paratroopers are not rebuilt.",
        phase=_SECOND,
        verb="lose",
    ),
    GuideStep(
        id="enough",
        title="Attack or stop",
        text="Go on where the odds are worth it, for what still holds out Closes its Beach now. If you attack a hex "
        "from several hexes you must also attack all others in the zones of control of the attackers: the State "
        "tab lists such duties. Then end your attacks.",
        phase=_SECOND,
        verb="attack",
    ),
    GuideStep(
        id="play",
        title="Your chit",
        text="From here on chits are drawn. With a US chit you choose: a Move Round brings the 3rd Wave ashore and "
        "lets all US units move, a Combat Round lets them attack. The State tab shows what is in the cup, with "
        "the chance of each to come next. Move first: the Beaches are crowded.",
        verb="play",
        suggest="play move",
    ),
    GuideStep(
        id="withdraw",
        title="Withdrawals",
        text="Paratroopers, gliders, Rangers and commandos that are still here after Turn 5 count for the Germans, "
        "half a point each. At the start of a Move Round you may withdraw those that have a way to a Beach, for "
        "good. You need them today: keep them.",
        verb="evacuate",
        suggest="pass",
    ),
    GuideStep(
        id="enter",
        title="Reinforcements",
        text="At the start of your next Move Rounds a die says how many Formations enter; late ones go first. They "
        "are placed on Open Beaches of their army, and move at once.",
        verb="enter",
    ),
    GuideStep(
        id="whereto",
        title="Whereto",
        text="Every hex in reach is lit with its cost. A unit stops in an enemy zone of control and cannot go from "
        "one straight to another; Cities and Major Rivers keep zones out.",
        verb="to",
        phase=_MOVE,
    ),
    GuideStep(
        id="third-wave",
        title="The 3rd Wave",
        text="The first Move Round of each army lands its 3rd Wave, later ones its Reinforcements, unit by unit and at "
        "Beaches of its own. Four units of one division fit into a hex, battalions come free; who is in the way "
        "of the 3rd Wave is displaced by one hex.",
        phase=_MOVE,
        verb="at",
    ),
    GuideStep(
        id="move",
        title="Off the Beaches",
        text="Move units one by one, or a whole stack. US and British units do not stack, and stay on their own side "
        "of the Boundary. The paratroopers behind Utah have no supply: reach them. The layer 'US supply' shows "
        "the way.",
        verb="move",
    ),
    GuideStep(
        id="attack",
        title="The first battle inland",
        text="A Combat Round: choose a hex with Germans next to your units. Bocage shifts two columns left, and up to "
        "Turn 6 the Germans in it ignore DR, so bring many units and all Support there is. Take Carentan and "
        "Bayeux, join the Beaches, and think of Cherbourg: the earlier it falls, the more it counts. You know "
        "the game now.",
        phase=_COMBAT,
        verb="attack",
    ),
)


def guide_of(setting: DarkSummer) -> Guide | None:
    """The guide of a scenario, if it has one."""
    if setting.name != SCENARIO:
        return None
    return Guide(
        scenario=SCENARIO,
        seat=SEATS[ALLIED],
        opponent=BEST,
        seed=SEED,
        title="Your first campaign: the Waves of D-Day",
        steps=list(STEPS),
    )
