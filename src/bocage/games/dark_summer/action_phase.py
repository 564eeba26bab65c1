"""The Action Phase (rulebook 9.1, 9.2, 9.4): the cup is filled, and chit after chit is played as a Round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, GERMANS, SEATS, SIDE_OF
from bocage.games.dark_summer.chits import CHIT_TITLES, CHITS, OWNER, WAYS, chits_for, why_not_play
from bocage.games.dark_summer.reaction import ReactionRound
from bocage.games.dark_summer.rounds import ActionRound
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.waves import FirstWave, SecondWave
from bocage.games.dark_summer.words import INITIATIVE, PASS, PLAY, REACT, TAKE
from bocage.kernel import Next, Order, Procedure, Refusal, ask, call, done

SPENT: Final = ("9.2-09", "9.2-10", "9.2-11", "9.2-12", "9.3.3-03")  # why a Round is not taken again in a turn


@dataclass
class ActionPhase(Procedure[None]):
    """All Action Rounds of a turn."""

    chit: int = -1

    def begin(self, g: State) -> Next:
        """9.1-01: so many chits as the Weather gives; on Showers turns the Allied player chooses the British ones."""
        g.reactions = g.sky.reactions
        if len(g.sky.british) > 1:
            return self.choose_british
        return self.fill_cup(g, 0)

    def choose_british(self, g: State) -> Next:
        """9.1-07, 9.1-08: announced to both, as all that is in the cup."""
        orders = [TAKE[rounds.moves] for rounds in g.sky.british]
        prompt = "Which British chits go into the cup?"
        return ask(SEATS[ALLIED], prompt, orders, then=self.chosen_british, rule="9.1")

    def chosen_british(self, g: State, order: Order) -> Next:
        """The combination is settled."""
        return self.fill_cup(g, [rounds.moves for rounds in g.sky.british].index(order.arg))

    def fill_cup(self, g: State, british: int) -> Next:
        """9.1-05: all chits but Reaction chits; on Turn 1 the Waves come first and there is no Initiative."""
        g.cup = chits_for(g, g.sky.british[british])
        g.tell_result(
            "cup_filled", "9.1-05", step=True, chits=g.cup, reactions=g.reactions, sky=g.weather.value, turn=g.turn
        )
        if g.turn == 1:
            return call(FirstWave(), then=self.first_reaction)
        return self.choose_initiative

    # -- the fixed Rounds of Turn 1 (9.4) --

    def first_reaction(self, g: State, _: object) -> Next:
        """9.4.2: half the allowance, no Road rate."""
        return call(ReactionRound("half"), then=self.second_wave)

    def second_wave(self, g: State, _: object) -> Next:
        """9.4.3."""
        return call(SecondWave(), then=self.second_reaction)

    def second_reaction(self, g: State, _: object) -> Next:
        """9.4.4."""
        return call(ReactionRound("normal"), then=self.round_over)

    # -- Initiative, and drawing (9.2) --

    def choose_initiative(self, g: State) -> Next:
        """9.1-04: one of the Allied chits is kept out of the cup and played first."""
        orders = [INITIATIVE[chit] for chit in CHITS if g.cup[chit] and SIDE_OF[OWNER[chit]] == ALLIED]
        prompt = "Which chit is the Initiative chit, played first?"
        return ask(SEATS[ALLIED], prompt, orders, then=self.chosen_initiative, why=self.why_not_first, rule="9.1")

    def chosen_initiative(self, g: State, order: Order) -> Next:
        """It is played at once."""
        self.take_out(g, order.arg)
        g.tell("initiative", "9.2-02", chit=order.arg)
        return self.choose_way

    def why_not_first(self, g: State, order: Order) -> Refusal:
        """Why a chit cannot be the Initiative chit."""
        if order.verb != INITIATIVE.name:
            return Refusal("9.1-04", "choose the Initiative chit first")
        return Refusal("9.1-04", "the Allies have the Initiative: it is one of their chits")

    def draw(self, g: State) -> Next:
        """9.2-03: chance decides; all chits of a kind are alike."""
        if not any(g.cup):
            g.reactions = 0  # what is left of them is lost (9.3.4-03)
            return done()
        number, chit = g.chance.pick(sum(g.cup)), 0
        while number >= g.cup[chit]:
            number -= g.cup[chit]
            chit += 1
        before = g.cup
        self.take_out(g, chit)
        g.tell_result("chit_drawn", "9.2-03", step=True, chit=chit, of=before, ways=tuple(self.ways(g)))
        return self.choose_way

    def take_out(self, g: State, chit: int) -> None:
        """A chit is out of the cup, and about to be played."""
        self.chit = chit
        g.cup = tuple(count - (kind == chit) for kind, count in enumerate(g.cup))

    # -- playing (9.2-08) --

    def ways(self, g: State) -> list[int]:
        """As what the chit may be played."""
        return [way for way in WAYS if why_not_play(g, self.chit, way) is None]

    def choose_way(self, g: State) -> Next:
        """Its owner decides as what it is played, if there is a choice."""
        ways = self.ways(g)
        if len(ways) == 1:
            return self.play
        seat = SEATS[SIDE_OF[OWNER[self.chit]]]
        orders = [PLAY[way] for way in ways]
        prompt = f"Play the {CHIT_TITLES[self.chit]} chit as which Round?{self.spent(g)}"
        return ask(seat, prompt, orders, then=self.chosen_way, why=self.why_not_way, rule="9.2")

    def spent(self, g: State) -> str:
        """Why the chit is no longer offered as what it was played before in this turn."""
        refusals = {refusal for way in WAYS if (refusal := why_not_play(g, self.chit, way)) and refusal.rule in SPENT}
        return "".join(f" {refusal.sentence[0].upper()}{refusal.sentence[1:]}" for refusal in sorted(refusals))

    def chosen_way(self, g: State, order: Order) -> Next:
        """The Round begins."""
        return self.begin_round(order.arg)

    def play(self, g: State) -> Next:
        """There was but one way."""
        return self.begin_round(self.ways(g)[0])

    def begin_round(self, way: int) -> Next:
        """Take the Round of the chit."""
        return call(ActionRound(OWNER[self.chit], way), then=self.round_over)

    def why_not_way(self, g: State, order: Order) -> Refusal:
        """Why the chit cannot be played so."""
        if order.verb != PLAY.name:
            return Refusal("9.2-08", "decide first as which Round the chit is played")
        refusal = why_not_play(g, self.chit, order.arg)
        assert refusal is not None, "what is not refused is offered"
        return refusal

    # -- between Rounds --

    def round_over(self, g: State, _: object) -> Next:
        """9.2-04: after each Allied Round the German player may play one Reaction chit."""
        if g.reactions and g.track[-1][0] != GERMANS:
            return self.offer_reaction
        return self.draw

    def offer_reaction(self, g: State) -> Next:
        """9.3.4-02: he need not."""
        prompt = f"Play a Reaction chit? You have {g.reactions}"
        return ask(SEATS[GERMAN], prompt, [REACT, PASS], then=self.reacts, rule="9.3.4")

    def reacts(self, g: State, order: Order) -> Next:
        """He plays it, or keeps it."""
        if order is PASS:
            return self.draw
        g.reactions -= 1
        return call(ReactionRound("normal"), then=self.round_over)
