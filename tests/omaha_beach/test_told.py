"""What is told of a card, a draw or a shot says what happened and why to somebody who has never seen the rulebook."""

from __future__ import annotations

from bocage.kernel import Game
from tests.omaha_beach.positions import fire_card, landing_card, position
from tests.support import rule


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
