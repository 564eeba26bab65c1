"""What a newcomer is told of attacks, German artillery, depth and actions, so that he can say what happened and why."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.artillery import ArtilleryFire
from bocage.games.omaha_beach.depth import add_depth
from bocage.games.omaha_beach.losses import lose_steps
from bocage.games.omaha_beach.title import open_scenario
from bocage.games.omaha_beach.words import HIT, unit_number
from bocage.kernel import Game
from bocage.table import table_of
from bocage.table.model import LogEntry
from tests.omaha_beach.positions import fire_card, position, state
from tests.questions import play
from tests.table.questions import choice, decision, odds

WN61 = """
    german WN61 "WN88 2 BG MO" depth "wn 1 {}"
    us K/3/16 at 0710
    us 2/B/741 at 0609 steps 1
    us F/2/16 at 1213
"""


def told(game: Game, *orders: str) -> dict[str, list[str]]:
    """The sentences of what comes of the last of some orders, by the kind of event."""
    found: dict[str, list[str]] = {}
    for event in play(game, *orders):
        found.setdefault(event.kind, []).append(game.setting.sentence(event))
    return found


# -- attacks -----------------------------------------------------------------------------------------


def test_an_attack_says_what_is_compared_first_and_what_once_more() -> None:
    game = position(WN61.format("RD AR"))
    play(game, "act K/3/16", "attack 0809", "with 2/B/741")
    found = told(game, "declare")
    assert found["attack"] == ["K/3/16, 2/B/741 attack 0809, with strength 6 + 2."]
    assert found["compared"] == [
        "8 against 4, at least twice as strong, no weapon missing: the depth marker is turned up; if it has a "
        "strength, all is compared again. The strength of the unit, 2, is doubled by the shingle, and its depth "
        "marker, face down, does not count yet.",
        "8 against 5, stronger, no weapon missing: the depth marker is eliminated, the German unit is disrupted. The "
        "second comparison counts the depth marker too: the strength of the unit, 2, is doubled by the shingle, and "
        "that of its depth marker, 1, is not.",
    ]


def test_an_attack_that_fails_says_what_it_would_have_taken() -> None:
    unarmed = position(WN61.format("RD AR"))
    play(unarmed, "act K/3/16", "attack 0809")
    second = told(unarmed, "declare")["compared"][1]
    assert second.startswith("6 against 5, stronger, but not twice as strong, missing artillery (AR)")
    assert second.endswith(" While weapons are missing it takes twice the strength, 10, to disrupt the unit.")
    hidden = position('us E/2/16 at 0717 steps 2\ngerman WN65N "WN 2 BG" depth "wn 1 DE"')
    play(hidden, "act E/2/16", "attack 0817")
    assert told(hidden, "declare")["compared"][0].endswith(" It takes more than 4 to turn up the depth marker.")
    weak = position('us E/2/16 at 0717 steps 1\ngerman WN65N "WN 2 BZ"')
    play(weak, "act E/2/16", "attack 0817")
    assert told(weak, "declare")["compared"][0].startswith("2 against 4, weaker, missing bazookas (BZ): ")


def test_ground_that_doubles_the_depth_marker_too_says_so() -> None:
    game = position(
        'german C2 3/1/726 depth "mobile 1 FL RD"\nus I/3/16 at 1115\nus E/2/16 at 1214 steps 2\nus G/2/16 at 1214',
        extra_actions=2,
    )
    play(game, "act I/3/16", "attack 1215", "with E/2/16", "with G/2/16")
    second = told(game, "declare")["compared"][1]
    assert second.endswith(
        "the strength of the unit, 2, is doubled by the bocage, and that of its depth marker, 1, too."
    )


def test_depth_that_calls_a_reinforcement_says_why_nothing_is_compared_again() -> None:
    game = position(WN61.replace("wn 1 {}", "wn TR"))
    play(game, "act K/3/16", "attack 0809")
    found = told(game, "declare")
    assert found["depth_revealed"] == [
        "The depth of WN61 is revealed: it has no strength but calls a tactical reinforcement, and the unit is "
        "defeated without a second comparison."
    ]
    assert len(found["compared"]) == 1 and "defeated" in found


# -- a unit that is disrupted already ----------------------------------------------------------------


def test_odds_say_that_a_unit_is_disrupted_already_and_why_a_result_is_sure() -> None:
    pieces = 'us E/2/16 at 0717 steps 2\nus F/2/16 at 1213\ngerman WN65N "WN 2 BG" revealed'
    fresh, again = position(pieces), position(f"{pieces} disrupted")
    for game in (fresh, again):
        play(game, "act E/2/16")
    sure = "This is sure: an attack draws no card, and all that it is compared with lies face up. "
    for game, hits in ((fresh, "defender"), (again, "nobody")):
        found = odds(game, "attack 0817")
        assert [(result.chance, result.hits) for result in found.results] == [(1.0, hits)]
        assert found.note.startswith(sure)
        assert found.note.endswith("The strength of the German unit is doubled by the shingle.")
    assert odds(again, "attack 0817").results[0].meaning == (
        "nothing more happens, for the German unit is disrupted already"
    )
    play(again, "attack 0817")
    came = told(again, "declare")
    assert "german_disrupted" not in came
    assert ": nothing more happens, for the German unit is disrupted already." in came["compared"][0]


@pytest.mark.parametrize(
    ("steps", "german", "words"),
    [
        (1, '"WN 2 BZ"', "The unit is disrupted already, and while weapons are missing no more can be done to it."),
        (1, '"WN 2 BZ" depth "wn 1 AR"', "while weapons are missing no more can be done to it."),
        (2, '"WN 2 BZ" depth "wn 1 AR" depth-revealed', "the strength, 10, to give a step for the depth."),
        (1, '"WN 2 BG"', " It takes more than 4 to defeat the unit."),
        (1, '"WN 2 BG" depth "wn 1 DE"', " It takes more than 4 to turn up the depth marker."),
        (2, '"WN 2 BG" depth "wn 1 RD" depth-revealed', " It takes more than 5 to eliminate the depth marker."),
    ],
)
def test_an_attack_that_fails_says_what_more_could_have_been_done_to_a_disrupted_unit(
    steps: int, german: str, words: str
) -> None:
    pieces = f"us E/2/16 at 0717 steps {steps}\nus F/2/16 at 1213\ngerman WN65N {german} revealed disrupted"
    game = position(pieces)
    play(game, "act E/2/16", "attack 0817")
    assert told(game, "declare")["compared"][0].endswith(words)


def test_odds_say_of_what_is_face_down_whether_it_makes_a_difference() -> None:
    game = position("us E/2/16 at 0717 steps 1\ngerman WN65N WN depth wn\nus F/2/16 at 1213")
    play(game, "act E/2/16")
    note = odds(game, "attack 0817").note
    assert note.startswith("What lies face down may be any piece that has not been seen;")
    assert " doubled by the shingle, but not that of its depth marker." in note


def test_odds_of_a_repulse_say_that_the_attackers_are_disrupted() -> None:
    game = position('us E/2/16 at 0717 steps 1\ngerman WN65N "WN 2 BZ" revealed\nus F/2/16 at 1213')
    play(game, "act E/2/16")
    (result,) = odds(game, "attack 0817").results
    assert result.hits == "attacker"
    assert result.meaning.startswith("the attackers next to it are disrupted, and the German unit gains depth")


def test_odds_say_that_turning_the_depth_marker_up_counts_as_better_than_what_is_sure() -> None:
    german = 'german WN64 "WN 2 BZ BR" revealed'
    words = " To turn the depth marker up counts as better than what is sure without it."
    for depth, told_so in (("depth wn", True), ("", False)):
        game = position(f"{german} {depth}\nus A/1/16 at 1015 steps 2 hero")
        play(game, "act A/1/16")
        note = odds(game, "attack 0916").note
        assert "Where a hero or attrition leaves a choice" in note and (words in note) is told_so


def test_odds_say_that_flanking_is_wanting_where_both_ask_for_it_and_two_hexes_are_too_few() -> None:
    for marker, had in (("mobile 1 AR", True), ("mobile 1 RD FL", False)):
        game = position(
            f'german C2 9/3/726 revealed depth "{marker}" depth-revealed\nus I/3/16 at 1115\nus E/2/16 at 1315',
            extra_actions=2,
        )
        play(game, "act I/3/16", "attack 1215")
        needs = {need.name: need for need in odds(game, "with E/2/16").needs}
        assert needs["FL"].needed == "yes" and needs["FL"].had is had


# -- artillery and depth -----------------------------------------------------------------------------


GUNS = "german WN62S WN75 disrupted\ngerman WN61 WN88\ngerman WN60 WN75\n"


def test_artillery_says_which_guns_fire_and_at_whom() -> None:
    card = fire_card("triangle", artillery=2)
    game = position(f"{GUNS}us F/2/16 in ER1\nus 1/A/741 at 0509", phase="fire", turn=5, cards=[card])
    events = [event for event in game.opening_events if event.kind in ("artillery", "artillery_hits")]
    words = [game.setting.sentence(event) for event in events]
    assert " can fire, in " in words[0] and ", and off the map (" in words[0]
    assert words[0].endswith("That is enough: in the boats and on the beach there, one unit with a triangle is hit.")
    assert words[1] == "Artillery hits F/2/16: infantry in the boats is what it looks for first."
    entry: LogEntry = table_of(game.setting).entry(events[0], 1, "1st")
    guns = [state(game).battle.positions[p].hex for p in events[0].numbers("positions")]
    assert entry.hex == state(game).battle.grid.label(guns[0]) and entry.targets == ["F/2/16"]


def test_artillery_names_the_guns_that_cannot_fire() -> None:
    game = position(GUNS, phase="fire", turn=5, cards=[fire_card(artillery=5)])
    words = next(game.setting.sentence(event) for event in game.opening_events if event.kind == "artillery")
    assert "it takes 5, and 4 can fire, in WN60 and WN61, and off the map (105 mm, 88 mm), but WN62S cannot, " in words
    assert words.endswith("being disrupted. That is too few: nobody is hit.")


def test_artillery_says_whom_it_spares() -> None:
    card = fire_card("triangle", artillery=2)
    game = position("us B/1/16 at 0505\nus F/2/16 at 0519 steps 2", phase="fire", turn=5, cards=[card])
    words = [game.setting.sentence(event) for event in game.opening_events if event.kind == "artillery_hits"]
    assert words == [
        "Artillery hits B/1/16: only infantry on the beach has the symbol, and of these it has the most steps."
    ]


def shells(pieces: str, *orders: str) -> str:
    """All that is told of artillery fire."""
    game = position(pieces, phase="fire", turn=5, cards=[fire_card("triangle", artillery=2)])
    events = [*game.opening_events, *(event for order in orders for event in play(game, order))]
    return " ".join(game.setting.sentence(event) for event in events if event.kind.startswith("artillery"))


def test_artillery_says_that_units_of_a_crowd_are_hit_whatever_their_symbol() -> None:
    assert " one unit with a triangle, or of a hex with five steps or more on the beach, is hit." in shells(
        "us A/1/16 at 0505\nus I/3/16 at 0505 steps 2"
    )
    assert " one unit with a triangle is hit." in shells("us B/1/16 at 0505\nus I/3/16 at 0505 steps 1")


def test_artillery_says_that_of_those_with_the_most_steps_one_was_chosen() -> None:
    pieces = "us F/2/16 in ER1\nus K/3/16 in ER2\nus B/1/16 in ER3 steps 2"
    assert ", and of those with the most steps it is the one that was chosen." in shells(pieces, "hit K/3/16")
    assert ", and of these it has the most steps." in shells(pieces.replace("ER2", "ER2 steps 1"))


def test_artillery_says_so_when_others_with_the_symbol_have_been_hit_in_this_phase() -> None:
    card = fire_card("triangle", artillery=2)

    def why(stricken: str = "") -> str:
        game = position("us F/2/16 in ER1\nus B/1/16 at 0508", phase="engineers", turn=5, fire_cards=(card, card))
        g = state(game)
        g.stricken = 1 << unit_number(stricken) if stricken else 0
        ArtilleryFire(0).hit(g, HIT[unit_number("B/1/16" if stricken else "F/2/16")])
        return next(game.setting.sentence(event) for event in g.events if event.kind == "artillery_hits")

    assert "only infantry on the beach that may still be hit in this phase has the symbol" in why("F/2/16")
    assert "still" not in why()


def test_depth_says_how_near_the_americans_are_and_which_positions_are_as_near() -> None:
    def gained(pieces: str) -> str:
        game = position(pieces, phase="engineers", turn=1, depth_pools={"wn": "wn wn"})
        g = state(game)
        add_depth(g, None, "9.2-01")
        return next(game.setting.sentence(event) for event in g.events if event.kind == "depth_added")

    assert gained("german WN64 WN\ngerman WN60 WN75\nus E/2/16 at 0709").endswith(
        "it is nearest to the Americans, 2 hexes from E/2/16."
    )
    assert gained("german WN65N WN\ngerman WN65S WN\nus E/2/16 at 0717\nus F/2/16 at 0717").endswith(
        "it is nearest to the Americans, 1 hex from E/2/16 and F/2/16."
    )
    assert gained("german WN62S WN75\ngerman WN64 WN\nus E/2/16 at 0714").endswith(
        " it is as near to the Americans as WN62S, and of equals strongpoints of one hex come first, then those of "
        "two, then the lowest number."
    )


def test_depth_says_in_which_sector_and_past_which_strongpoints_it_was_looked_for() -> None:
    pieces = "german WN64 WN\ngerman WN70 WN75\ngerman C2 1/1/726\nus E/2/16 at 0709\nus A/1/116 at 1223"

    def gained(sector: int | None, pieces: str = pieces, **pools: str) -> str:
        g = state(position(pieces, phase="engineers", turn=1, depth_pools=pools))
        add_depth(g, sector, "9.2-01")
        return next(open_scenario("first_waves").sentence(event) for event in g.events if event.kind == "depth_added")

    assert "of the units without one and in communication it is nearest" in gained(None, wn="wn")
    assert "C2 gains depth, a marker face down that makes it stronger: of the units of the east without one" in gained(
        0, pieces.replace("german WN64 WN\n", ""), mobile="mobile"
    )
    assert ": the markers for strongpoints are used up; of the units of the east without one and in" in gained(
        0, mobile="mobile"
    )
    assert ": no unit of the east can take one; of the units without one and in communication" in gained(
        0, "german WN70 WN75\nus E/2/16 at 0709", wn="wn"
    )
    assert ": of the units of the east that can take one, at 3 hexes from E/2/16 it is as near" in gained(
        0, "german WN62S WN75\ngerman WN64 WN\nus E/2/16 at 0714", wn="wn"
    )
    assert ": no American is ashore, and of the units of the west without one" in gained(
        1, "german WN70 WN75\ngerman WN64 WN", wn="wn"
    )


# -- actions -----------------------------------------------------------------------------------------


def test_the_last_action_says_so_before_it_is_spent_and_that_actions_are_over_after_it() -> None:
    game = position("us 1/B/741 at 0608", turn=5, extra_actions=-1)
    assert choice(game, "act 1/B/741").cost == "1 action (the last)"
    play(game, "act 1/B/741")
    to = next(one for one in decision(game).orders if one.verb == "to")
    assert to.cost == "1 action (the last)"
    assert told(game, to.order)["actions_over"] == [
        "The actions of the 1st Division are over: it has spent all of them, and nobody is left who "
        "could do anything for free."
    ]
    more = position("us 1/B/741 at 0608", turn=5)
    play(more, "act 1/B/741")
    to = next(one for one in decision(more).orders if one.verb == "to")
    assert to.cost == "1 action"
    assert told(more, to.order)["actions_over"] == [
        "The actions of the 1st Division are over: nobody is left who could do anything."
    ]
    idle = position("us 1/B/741 at 0608\nus 2/B/741 at 0609", turn=5)
    assert "actions_over" not in told(idle, "end"), "whoever ends them himself knows"


def test_whoever_joins_says_what_that_costs() -> None:
    game = position(WN61.format("RD AR") + "us L/3/16 at 0710\n")
    play(game, "act K/3/16", "attack 0809")
    costs = {one.order: one.cost for one in decision(game).orders}
    assert costs == {"with 2/B/741": "1 action more", "with L/3/16": "no action more", "declare": "1 action"}
    play(game, "with 2/B/741")
    assert choice(game, "declare").cost == "2 actions (the last)"
    hero = position(WN61.format("RD AR").replace("0609 steps 1", "0609 steps 1\nus L/3/16 at 0709 hero"))
    play(hero, "act K/3/16", "attack 0809")
    assert choice(hero, "with L/3/16").cost == "free"


# -- losses --------------------------------------------------------------------------------------------


def test_a_loss_of_two_steps_is_told_as_such() -> None:
    game = position("us E/2/16 at 0717", phase="engineers", turn=1)
    g = state(game)
    lose_steps(g, unit_number("E/2/16"), 2, "5.1-03")
    assert game.setting.sentence(g.events[-1]) == "E/2/16 loses 2 steps and has 1 left."
