"""The night of the drops (10.O)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import air
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.d_day import DDay
from bocage.games.bloody_summer.drops import Drop, drift
from bocage.games.bloody_summer.night import AirborneLandings, NightReaction, drop_zone
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import GRID
from bocage.games.bloody_summer.terms import Terrain, Weather
from bocage.kernel import Event, Game
from tests.bloody_summer.positions import begin, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def dropping(unit: str, *dice: int, text: str = "") -> tuple[Game, list[Event]]:
    """A unit drops on its zone; what happened up to the first question."""
    g = position("campaign", f"allied {unit} at airfields\n{text}", turn=0, part="O", dice=dice)
    number = piece_number(unit)
    game = begin(g, Drop(number, drop_zone(g, number)))
    return game, game.opening_events


def level(game: Game, unit: str) -> int:
    """The disorganisation of a unit."""
    return state(game).level[piece_number(unit)]


@rule("10.O.1-03", "10.O.1-04", "10.O.1-05", "10.O.1-06", "10.O.1-07", "10.O.1-08", edition="bloody_summer")
@pytest.mark.parametrize(
    ("unit", "die", "drifts", "disorganised"),
    [
        ("82-Abn/505", 4, False, 0),
        ("82-Abn/505", 5, False, 1),
        ("82-Abn/505", 6, True, 1),
        ("82-Abn/507", 3, False, 0),
        ("82-Abn/507", 4, False, 1),
        ("82-Abn/507", 5, True, 1),
        ("82-Abn/507", 6, True, 2),
    ],
)
def test_a_drop_is_read_from_the_coloured_die_and_the_modifier(
    unit: str, die: int, drifts: bool, disorganised: int
) -> None:
    game, events = dropping(unit, die, 5)  # the second die drifts to the west
    zone = {"82-Abn/505": "0619", "82-Abn/507": "0620"}[unit]
    west = {"82-Abn/505": "0620", "82-Abn/507": "0621"}[unit]
    assert where(game, unit) == (west if drifts else zone)
    assert level(game, unit) == disorganised
    assert events[0].result is not None and events[0].result.die == die
    assert not state(game).chance.dice, "two dice for each drop"  # type: ignore[attr-defined]


@rule("10.O.1-08", edition="bloody_summer")
def test_the_second_die_gives_the_direction_of_the_drift() -> None:
    g = position("campaign", "", turn=0)
    zone = GRID.at("0620")
    found = [GRID.label(drift(g, zone, die)) for die in range(1, 7)]
    assert sorted(found) == sorted(GRID.labels(GRID.spread(1 << zone)))
    assert found[1] == "0619" and found[4] == "0621", "east and west"


@rule("10.O.1-09", edition="bloody_summer")
def test_nobody_drifts_into_a_town_or_the_sea() -> None:
    g = position("campaign", "", turn=0)
    ground = g.campaign.ground
    assert ground.terrain[GRID.at("0908")] is Terrain.TOWN
    assert drift(g, GRID.at("0907"), 5) == GRID.at("0907"), "not into Caen"
    shore = GRID.at("0518")
    towards_sea = [die for die in range(1, 7) if _beyond(g.campaign.tables.drop.drift[die - 1]) == "sea"]
    assert towards_sea and all(drift(g, shore, die) == shore for die in towards_sea)


def _beyond(direction: str) -> str:
    ground = position("campaign", "", turn=0).campaign.ground
    hex_ = GRID.toward(GRID.at("0518"), GRID.directions.index(direction))
    return ground.terrain[hex_].value if hex_ is not None else "sea"


@rule("10.O.1-10", "10.O.1-12", "6.11-01", edition="bloody_summer")
def test_a_unit_that_lands_on_enemies_fights_at_once_and_may_end_in_confusion() -> None:
    # Merville: 4 against 2; in the forest and for elite units alike only the drop's disorganisation is a shift.
    game, events = dropping("6-Abn/3-Para", 4, 1, 1, text="german Battery-Merville at 0806")
    told = next(event for event in events if event.kind == "combat")
    assert told.result is not None
    assert (told.result.attack, told.result.defence) == (4, 2)
    assert dict(told.result.shifts) == {"attacker disorganised": -1}
    assert where(game, "6-Abn/3-Para") == where(game, "Battery-Merville") == "0806"
    assert state(game).in_confusion(GRID.at("0806")) and "confusion" in kinds(events)


@rule("10.O.1-11", edition="bloody_summer")
def test_a_retreat_after_a_drop_goes_to_any_adjacent_hex() -> None:
    # 2:1 with elite: a die of 5 is D1 / d1 D1 R2 for the defender.
    text = "german 352-Inf/914 at 0620\nallied 82-Abn/505 at 0519"
    game, _ = dropping("82-Abn/507", 1, 1, 5, text=text)
    if orders(game, "stand"):
        play(game, "give-way")
    while orders(game, "lose"):
        play(game, orders(game)[0])
    if orders(game, "retreat"):
        play(game, orders(game)[0])
    around = {GRID.label(h) for h in GRID.neighbours[GRID.at("0620")] if state(game).campaign.in_play >> h & 1}
    assert game.decision.seat == "german"
    free = {label for label in around if not state(game).pieces_in(GRID.at(label), ALLIED)}
    assert set(orders(game, "to")) == free


# -- the first hex ----------------------------------------------------------------------------------

LANDED = """
    allied 82-Abn/505 at 0619
    allied 82-Abn/507 at 0620
    allied 6-Abn/3-Para at 0806
    german Battery-Merville at 0806
    german 709-Inf/919 at 0519
"""


def night(text: str = LANDED, *dice: int) -> Game:
    """The drops are over."""
    return begin(position("campaign", text, turn=0, part="O", weather="overcast", dice=dice), AirborneLandings())


@rule("10.O.1-13", "6.11-05", edition="bloody_summer")
def test_free_paratroops_move_one_hex_and_attack_an_adjacent_one() -> None:
    game = night(LANDED, 6)
    assert orders(game, "move") == ["82-Abn/505", "82-Abn/507"]
    assert refusal(game, "move 6-Abn/3-Para").rule == "6.11-05"
    play(game, "move 82-Abn/505")
    assert set(orders(game, "to")) < {GRID.label(h) for h in GRID.neighbours[GRID.at("0619")]}
    assert refusal(game, "to 0519").rule == "4.1.1-06"
    assert refusal(game, "to 0617").rule == "10.O.1-13"
    play(game, "to 0518", "end")
    assert where(game, "82-Abn/505") == "0518"
    assert orders(game, "attack") == ["0519"]
    play(game, "attack 0519")
    assert set(orders(game, "with")) == {"82-Abn/505", "82-Abn/507"}


@rule("10.O.1-13", edition="bloody_summer")
def test_who_has_fought_on_landing_may_still_move_and_attack() -> None:
    # 4 against 2 is 2:1; a die of 6 destroys the battery.
    text = "allied 6-Abn/3-Para at airfields\ngerman Battery-Merville at 0806\ngerman 711-Inf at 0805"
    game = night(text, 1, 1, 6)
    assert where(game, "Battery-Merville") == "lost" and orders(game, "move") == ["6-Abn/3-Para"]
    play(game, "end")
    assert orders(game, "attack") == ["0805"]


@rule("10.O.1-13", edition="bloody_summer")
def test_those_in_confusion_neither_move_nor_attack() -> None:
    game = night("allied 6-Abn/3-Para at 0806\ngerman Battery-Merville at 0806")
    assert game.decision.prompt == "The test ends here"


# -- the Germans ------------------------------------------------------------------------------------


def reacting(text: str, *dice: int) -> Game:
    """The German reaction by night."""
    g = position("campaign", text, turn=0, part="O", weather="overcast", active="german", dice=dice)
    return begin(g, NightReaction())


@rule("10.O.2-01", "10.O.2-02", "6.11-04", edition="bloody_summer")
def test_germans_in_contact_enter_a_confusion_or_attack() -> None:
    text = LANDED + "german 711-Inf at 0805\ngerman 21-Pz/192 at 1009"
    game = reacting(text)
    assert orders(game, "move") == ["711-Inf"], "only into a confusion, and only those in contact"
    assert refusal(game, "move 709-Inf/919").rule == "10.O.2-01"
    play(game, "move 711-Inf")
    assert orders(game, "to") == ["0806"]
    play(game, "to 0806")
    assert where(game, "711-Inf") == "0806"
    assert orders(game, "attack") == ["0619", "0620"], "who has entered the confusion does not attack as well"


@rule("10.O.2-01", "10-08", edition="bloody_summer")
def test_germans_attack_by_night_without_a_headquarters() -> None:
    game = reacting("allied 82-Abn/505 at 0619\ngerman 709-Inf/919 at 0519\ngerman 91-LL/1057 at 0519", 1)
    events = play(game, "attack 0619", "with 709-Inf/919", "with 91-LL/1057")
    assert "combat" in kinds(events)


# -- the frame --------------------------------------------------------------------------------------


@rule("10.O.1-01", "10.O.1-02", edition="bloody_summer")
def test_before_dawn_it_is_overcast_and_nobody_helps_from_air_or_sea() -> None:
    text = LANDED.replace("allied 82-Abn/505 at 0619", "allied 82-Abn/505 at airfields") + "allied 101-Abn/502 at 0618"
    g = position("campaign", text, turn=0, dice=(1, 1, 3))
    g.air = [air.AVAILABLE for _ in g.air]
    g.naval = [3 for _ in g.naval]
    game = begin(g, DDay())
    assert (state(game).part, state(game).weather) == ("O", Weather.OVERCAST)
    while not orders(game, "attack"):
        play(game, "end")
    play(game, "attack 0519", *[f"with {unit}" for unit in ("82-Abn/505",)], "declare")
    assert not orders(game, "bombard") and not orders(game, "fly")
