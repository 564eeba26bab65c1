"""What is told of a card, a draw or a shot says what happened and why to somebody who has never seen the rulebook."""

from __future__ import annotations

from pathlib import Path

from bocage.games import open_setting
from bocage.games.omaha_beach.title import open_scenario
from bocage.kernel import Game, record
from bocage.table import table_of
from tests.omaha_beach.positions import event_card, fire_card, landing_card, position
from tests.questions import play, refusal
from tests.support import rule
from tests.table.questions import choice

GOLDEN = Path(__file__).parents[1] / "golden"


def told(game: Game, *kinds: str) -> list[str]:
    """The sentences of what happened before the first order, of some kinds."""
    return [game.setting.sentence(event) for event in game.opening_events if event.kind in kinds]


# -- landing -----------------------------------------------------------------------------------------


@rule("5.14-03", edition="omaha")
def test_a_mine_on_a_card_says_from_when_it_counts_and_that_it_harms_nobody() -> None:
    card = landing_card("diamond B", mine=True)
    early = position("us E/2/16 in ER2", phase="landing", turn=4, cards=[card])
    assert told(early, "landing_card")[0].endswith(" The mine on it counts from turn 7 on only.")
    assert not told(early, "no_mine")
    cleared = " ".join(f"06{column:02}" for column in range(6, 20))
    late = position("us E/2/16 in ER2", phase="landing", turn=8, cards=[card], cleared=cleared)
    assert told(late, "landing_card")[0].endswith(" A mine lies among the obstacles!")
    assert told(late, "no_mine", "mine") == [
        "The mine on the card does no harm: nobody in these boxes lands among obstacles not yet cleared."
    ]


# -- German fire ---------------------------------------------------------------------------------------


@rule("6.3-01", edition="omaha")
def test_a_fire_card_says_which_of_its_colours_fire_at_nobody() -> None:
    card = fire_card(single="green purple")
    game = position("german WN62N WN75\nus F/2/16 at 0611", phase="fire", turn=2, cards=[card])
    assert "; no position of orange or purple holds Germans. " in told(game, "fire_card")[0]
    idle = position("german WN60 WN75\nus F/2/16 at 0618", phase="fire", turn=2, cards=[card])
    assert "; nobody is in the field of fire of WN60. " in told(idle, "fire_card")[0]


@rule("6.31-02", "6.31-03", edition="omaha")
def test_whom_a_position_spares_is_told_with_what_sets_him_behind_those_it_hits() -> None:
    units = "us F/2/16 at 0610\nus E/2/16 at 0611 steps 2\nus G/2/16 at 0611\nus H/2/16 at 0510"
    game = position(f"german WN61 WN88\n{units}", phase="fire", turn=2, cards=[fire_card(single="orange")])
    (fires,) = told(game, "position_fires")
    assert fires.endswith(
        "F/2/16 is hit (intense fire, whatever its symbol). No hit is left for E/2/16 and G/2/16 (farther away)."
    )


@rule("6.36-01", edition="omaha")
def test_whom_armor_saves_is_told_beside_those_who_are_hit() -> None:
    card = fire_card("triangle", single="green purple", artillery=0)
    game = position("german WN60 WN75\nus 1/A/741 at 0810\nus F/2/16 at 0611", phase="fire", turn=2, cards=[card])
    assert told(game, "position_fires")[0].endswith(
        ": F/2/16 is hit (steady fire, the card shows its symbol); armor saves 1/A/741."
    )


@rule("6.4-02", edition="omaha")
def test_what_disrupted_germans_do_when_their_colour_comes_is_said_before_and_when_it_comes() -> None:
    struck = position(
        "us 1/B/741 at 0509\nus F/2/16 at 0611\ngerman WN61 WN88", cards=[fire_card("diamond", single="orange")]
    )
    sentences = [struck.setting.sentence(event) for event in play(struck, "act 1/B/741", "barrage 0809")]
    assert sentences[1] == (
        "WN61 is disrupted: it does not fire. On the next fire card with its colour it is silent too, and then "
        "recovers."
    )
    silent = position(
        "german WN61 WN88 disrupted\nus F/2/16 at 0611", phase="fire", turn=2, cards=[fire_card(single="orange")]
    )
    assert told(silent, "holds_fire", "german_recovers") == [
        "WN61 holds its fire: it is disrupted, and recovers after the fire, for the card shows its colour.",
        "WN61 recovers and may fire again: the fire card shows its colour.",
    ]


@rule("11.4-01", edition="omaha")
def test_a_star_on_the_card_that_hits_no_leader_says_why() -> None:
    card = fire_card(single="orange", symbols={"orange": "star"})
    pieces = "german WN61 WN88 {}\nus F/2/16 at 0611 hero\nus E/2/16 at 0610"
    nobody = position("german WN61 WN88 depth wn\nus F/2/16 at 0611", phase="fire", turn=2, cards=[card])
    assert told(nobody, "no_leader", "leader_fire") == [
        "WN61 has a star on the card, but no leader is hit: neither a leader nor a hero is in its intense or "
        "steady fire."
    ]
    spent = position(pieces.format(""), phase="fire", turn=2, cards=[card])
    assert told(spent, "no_leader", "leader_fire") == [
        "WN61 has a star on the card, but no leader is hit: none of its hits is left over for one."
    ]
    idle = position("german WN61 WN88 depth wn\nus F/2/16 at 0618", phase="fire", turn=2, cards=[card])
    assert not told(idle, "no_leader")


# -- events -------------------------------------------------------------------------------------------


@rule("11.1-01", "11.11-01", edition="omaha")
def test_a_hero_is_told_with_what_he_is_good_for() -> None:
    card = event_card("hero", 2, division=1)
    game = position("us E/2/16 at 0611", phase="event", turn=2, cards=[card])
    (hero,) = told(game, "hero")
    assert hero.partition(" becomes a hero in ")[2] == (
        "E/2/16: it acts for free from now on, and in attacks he stands in for a weapon or adds 1. Heroes differ in "
        "nothing but their names."
    )


@rule("EV.9-01", edition="omaha")
def test_smoke_before_nobody_says_so() -> None:
    card = event_card("smoke", 5, wn=("WN62",))
    for german, ends in (("", "; but no German is in any of them."), ("german WN62N WN75", "this turn.")):
        game = position(f"us E/2/16 at 0611\n{german}", phase="event", cards=[card])
        assert told(game, "smoke")[0].endswith(ends)


@rule("9.33-02", "3-02", "9.3-01", edition="omaha")
def test_reinforcements_that_cannot_come_say_why_after_those_that_come() -> None:
    east = position(
        "us E/2/16 at 0611", phase="event", turn=2, cards=[54], scenario="easy_fox", pools={"tactical": "5/2/916"}
    )
    assert told(east, "reinforcement", "no_reinforcement") == [
        "A tactical reinforcement, drawn at random and face down, takes D2: of the empty positions of zone D with a "
        "way inland it has the lowest number.",
        "No reinforcement can come: zone G is in the half of the beach that is not in play.",
    ]


# -- engineers and actions ------------------------------------------------------------------------------


@rule("10.1-02", edition="omaha")
def test_a_hex_that_engineers_cannot_clear_names_the_fire_and_so_do_engineers_who_are_not_asked() -> None:
    card = fire_card(single="orange")
    game = position("german WN61 WN88\nus F/2/16 at 0618", phase="engineers", turn=2, fire_cards=(card, 0))
    why = refusal(game, "clear 0611")
    assert (why.rule, why.sentence) == (
        "10.1-02",
        "0611 is in the fire of WN61, orange, a colour of this turn's fire card",
    )


# -- moves ------------------------------------------------------------------------------------------------


@rule("7.1-09", edition="omaha")
def test_a_move_on_the_beach_says_whether_cover_comes_nearer() -> None:
    game = position("us E/2/16 at 0509\nus F/2/16 at 0618", scenario="easy_fox")
    play(game, "act E/2/16")
    nearer, along = choice(game, "to 0608"), choice(game, "to 0510")
    assert nearer.cost == "free" and nearer.detail.endswith("; nearer to cover (hexes away: 0, now 1)")
    assert along.cost == "1 action" and along.detail.endswith("; no nearer to cover (hexes away: 2, now 1)")


@rule("7.32-02", "7.32-04", edition="omaha")
def test_an_infiltration_names_the_colour_and_what_the_card_shows_of_it() -> None:
    pieces = 'us A/1/16 at 0710\nus F/2/16 at 0618\ngerman WN61 "WN88 2 BG MO"'
    for card, comes in (
        (
            fire_card("diamond", single="orange"),
            "it shows orange, their colour, and the symbol of A/1/16, which is hit.",
        ),
        (
            fire_card("circle", single="orange"),
            "it shows orange, their colour, but nobody who moves has the symbol, and nobody is hit.",
        ),
        (
            fire_card(double="orange"),
            "it shows orange, their colour, but double, which takes a depth marker: nobody is hit.",
        ),
        (fire_card(without="orange"), "it does not show orange, their colour, and nobody is hit."),
    ):
        game = position(pieces, cards=[card])
        sentences = [game.setting.sentence(event) for event in play(game, "act A/1/16", "to 0810")]
        assert sentences[0].endswith(comes)


@rule("7.2-01", edition="omaha")
def test_the_last_unit_that_can_act_is_asked_for_with_what_comes_after_it() -> None:
    game = position("us E/2/16 at 0611\nus F/2/16 at 0612")
    assert game.decision.prompt == "Who of the 1st Division acts (2 actions left)?"
    play(game, "act E/2/16", "to 0610")
    assert game.decision.prompt == (
        "Who of the 1st Division acts (1 action left)? Only F/2/16 still can: after that the actions of the division "
        "are over."
    )


def test_reasons_that_mean_the_same_where_one_division_fights_are_told_once() -> None:
    said = ("fewer lost companies of the division that has lost most", "fewer companies lost", "less infantry lost")
    one, both = (table_of(open_scenario(name)) for name in ("easy_fox", "first_waves"))
    assert one.without_twins(said) == ["fewer companies lost", "less infantry lost"]
    assert both.without_twins(said) == list(said)


@rule("8.23-01", "8.3-02", "8.3-07", edition="omaha")
def test_who_is_asked_about_the_hero_is_told_what_both_strengths_are_made_of() -> None:
    pieces = 'us E/2/16 at 0818 steps 2 hero\nus F/2/16 at 0618\ngerman WN65N "{}"'
    game = position(pieces.format('WN 2 BG" depth "wn 1 RD AR'))
    play(game, "act E/2/16", "attack 0817", "declare")
    assert game.decision.prompt == (
        "4 against 4 (2 of the unit, doubled by the anti-tank ditch), missing nothing: how does the hero help?"
    )
    play(game, "press")
    assert game.decision.prompt == (
        "All is compared anew with the depth marker, and the hero may help anew: 4 against 5 (2 of the unit, doubled "
        "by the anti-tank ditch, and 1 of its depth marker), missing artillery (AR): how does the hero help? 1 more "
        "strength would change nothing."
    )


@rule("7.5-01", edition="omaha")
def test_who_begins_to_scale_a_cliff_is_told_where_it_leads() -> None:
    game = position("us I/3/16 at 0708\nus F/2/16 at 0618")
    play(game, "act I/3/16")
    assert choice(game, "climb").detail == (
        "on the next turn it can go on to 0607, and after that it gets its breath back for a turn"
    )


@rule("13.1-02", edition="omaha")
def test_whoever_has_lost_too_many_companies_is_told_which_of_them_are_on_their_last_step() -> None:
    written = record.read(GOLDEN / "easy_fox.bocage")
    game = record.start(written, open_setting)
    for line in written.lines:
        record.step(game, line, "easy_fox")
    found = table_of(game.setting).view(game.view("1st"), "1st", game.length).outcome
    assert found is not None
    assert found.reason == (
        "the 1st Division has lost 8 companies; A/1/16, C/1/16, F/2/16 and H/2/16 count as lost, being on the last step"
    )
