"""German Reaction Rounds (9.3.4)."""

from __future__ import annotations

from bocage.games.dark_summer.movement import Limit
from bocage.games.dark_summer.reaction import ReactionRound
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.kernel import Event, Game
from tests.dark_summer.combats import attack, ended
from tests.dark_summer.phases import between_rounds, playing
from tests.dark_summer.positions import begin, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

LEHR = "901/Pz-Lehr"
LINE = """
    german 901/Pz-Lehr at 4309
    german 902/Pz-Lehr at 4311
    german 915/352 at 4309
    german 916/352 at 3907
    german 101-SS-Tiger at 3907
    german 729/709 at cherbourg
    german 919/709 at 2202
    allied 69/50 at 4209
    allied 231/50 at 4004
"""


def reacting(units: str = LINE, *, limit: Limit = "normal", **more: object) -> Game:
    """A game at the beginning of a Reaction Round."""
    return begin(between_rounds(units, **more), ReactionRound(limit))


def active(events: list[Event]) -> set[str]:
    """The units that were activated."""
    (units,) = (event.facts["units"] for event in events if event.kind == "activated")
    return {UNIT_IDS[unit] for unit in units}  # type: ignore[attr-defined]


@rule("9.3.4-04", "9.3.4-08", edition="dark_summer")
def test_one_stack_or_one_formation_is_activated() -> None:
    game = reacting()
    assert game.decision.seat == "german"
    assert set(orders(game, "stack")) == {"4309", "4311", "3907", "2202"}
    assert set(orders(game, "formation")) == {"Pz-Lehr", "352", "101-SS-Tiger", "709"}
    assert active(play(game, "stack 4309")) == {LEHR, "915/352"}, "as it stands when the chit is played"
    assert set(orders(game, "move")) == {LEHR, "915/352"}
    assert refusal(game, "move 902/Pz-Lehr").rule == "9.3.4-08"
    assert active(play(reacting(), "formation Pz-Lehr")) == {LEHR, "902/Pz-Lehr"}, "wherever its units stand"


@rule("9.3.4-04", edition="dark_summer")
def test_who_is_not_there_cannot_be_activated() -> None:
    game = reacting(waiting="125/21-Pz")
    assert refusal(game, "stack 4004").rule == "9.3.4-04"
    assert refusal(game, "formation 91").rule == "9.3.4-04"
    assert refusal(game, "move 901/Pz-Lehr").rule == "9.3.4-04", "first the stack or the Formation"
    play(game, "pass")
    assert ended(game), "he may also do nothing"


@rule("9.3.4-05", "9.3.4-04", edition="dark_summer")
def test_units_in_cherbourg_are_activated_by_formation() -> None:
    game = reacting()
    assert refusal(game, "stack 1200").rule == "9.3.4-04", "the box is no stack"
    assert active(play(game, "formation 709")) == {"729/709", "919/709"}
    assert set(orders(game, "move")) == {"729/709", "919/709"}


@rule("9.3.4-06", "9.3.4-07", "9.3.4-10", edition="dark_summer")
def test_active_units_move_normally_each_for_itself() -> None:
    game = reacting()
    play(game, "stack 4309", "move 915/352", "to 4409", "move 901/Pz-Lehr")
    assert "4212" in orders(game, "to"), "a full move, by Road"
    play(game, "to 4212")
    assert refusal(game, "move 915/352").rule == "10.1-05"


@rule("9.3.4-09", "9.3.4-08", edition="dark_summer")
def test_after_movement_kampfgruppen_and_tigers_make_one_attack() -> None:
    game = reacting(dice=[1])
    play(game, "stack 4309")
    assert "attack 4209" not in orders(game), "all Movement comes first"
    play(game, "end")
    assert orders(game) == ["attack 4209", "end"]
    play(game, "attack 4209")
    assert orders(game, "with") == [LEHR] and refusal(game, "with 915/352").rule == "9.3.4-08"
    play(game, f"with {LEHR}")
    while not ended(game):
        play(game, orders(game)[-1])
    assert state(game).attacked_units.bit_count() == 1


@rule("9.3.4-09", edition="dark_summer")
def test_one_attack_in_the_round() -> None:
    units = """
        german 901/Pz-Lehr at 4309
        german 902/Pz-Lehr at 4309
        allied 69/50 at 4209
        allied 231/50 at 4310
    """
    game = reacting(units, dice=[6])
    play(game, "formation Pz-Lehr", "end")
    assert set(orders(game, "attack")) == {"4209", "4310"}
    events = attack(game, "4209", "901/Pz-Lehr")
    while not ended(game):
        events += play(game, orders(game)[-1])
    assert kinds(events).count("combat") == 1, "902/Pz-Lehr makes no second one"


@rule("9.3.4-09", edition="dark_summer")
def test_infantry_does_not_attack_in_reaction() -> None:
    game = reacting(LINE.replace("allied 69/50 at 4209", "allied 69/50 at 3906"))
    play(game, "formation 352", "end")
    assert ended(game)


@rule("9.3.4-11", edition="dark_summer")
def test_no_attack_from_several_hexes_if_it_forces_another() -> None:
    units = """
        german 901/Pz-Lehr at 4309
        german 902/Pz-Lehr at 4307
        allied 69/50 at 4308
        allied 231/50 at 4207
    """
    game = reacting(units)
    play(game, "formation Pz-Lehr", "end", "attack 4308", "with 901/Pz-Lehr")
    assert refusal(game, "with 902/Pz-Lehr").rule == "9.3.4-11"
    game = reacting(units.replace("allied 231/50 at 4207", "allied 231/50 at 4204"))
    play(game, "formation Pz-Lehr", "end", "attack 4308", "with 901/Pz-Lehr")
    assert "with 902/Pz-Lehr" in orders(game)


@rule("9.3.4-13", "8.1-08", edition="dark_summer")
def test_no_reinforcements_in_reaction() -> None:
    game = reacting(waiting="125/21-Pz 22/21-Pz", turn=9)
    play(game, "stack 4309", "end")
    assert all(where(game, unit) == "waiting" for unit in ("125/21-Pz", "22/21-Pz"))


@rule("9.3.4-13", edition="dark_summer")
def test_emergency_withdrawal_by_option_only() -> None:
    stuck = "german 1058/91 at 2102\nallied 505/82 at 2202\nallied 507/82 at 2203\nallied 508/82 at 2003"
    game = reacting(stuck, beaches="2403")
    play(game, "stack 2102")
    assert refusal(game, "withdraw 1058/91").rule == "10.3-03"
    game = reacting(stuck, beaches="2403", reaction_withdrawal="yes")
    play(game, "stack 2102")
    assert "withdraw 1058/91" in orders(game)


@rule("13.5-03", edition="dark_summer")
def test_the_round_begins_with_the_status_of_cherbourg() -> None:
    cordon = """
        allied 8/4 at 1205
        allied 22/4 at 1405
        allied 12/4 at 1604
        allied 39/9 at 1804
        allied 47/9 at 2003
        allied 60/9 at 2203
        allied 9/2 at 2403
        german 919/709 at 1801
        german 6-FJ at 2308
    """
    for game in (
        reacting(cordon, beaches="2403"),
        playing("german", "move", cordon, beaches="2403"),
        playing("german", "combat", cordon, beaches="2403"),
    ):
        assert state(game).isolated and where(game, "919/709") == "cherbourg"
    game = playing("us", "move", cordon, beaches="2403")
    assert not state(game).isolated and where(game, "919/709") == "1801"
