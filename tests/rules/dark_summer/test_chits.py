"""Action chits: the cup, the Initiative, and as what a chit is played (9.1, 9.2, 7.2.1, 7.2.3)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.turn import GameTurn
from tests.dark_summer.phases import acting, drawing, is_german, sit_out, track
from tests.dark_summer.positions import begin, state
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

ONE_US, ONE_GERMAN = (1, 0, 0, 0), (0, 0, 0, 1)


# -- the cup --------------------------------------------------------------------------------------------


@rule("7.2.1-02", "9.1-01", "9.1-02", "9.2-07", "9.2-13", "9.3.4-01", "9.1-06", edition="dark_summer")
@pytest.mark.parametrize(
    ("weather", "cup", "reactions"),
    [
        ("sun", (4, 2, 2, 3), 1),
        ("cloud", (4, 2, 2, 3), 2),
        ("showers", (3, 2, 1, 3), 2),
        ("rain", (2, 1, 1, 3), 3),
        ("storm", (2, 1, 1, 3), 4),
    ],
)
def test_the_weather_gives_the_chits(weather: str, cup: tuple[int, ...], reactions: int) -> None:
    game = acting(weather=weather)
    if weather == "showers":
        play(game, "take 2")
    assert state(game).cup == cup, "US, British Move, British Combat, German"
    assert state(game).reactions == reactions, "the German player holds them"


@rule("9.1-07", "9.1-08", edition="dark_summer")
def test_on_showers_turns_the_allies_choose_the_british_chits_and_both_know_them() -> None:
    game = acting(weather="showers")
    assert orders(game) == ["take 2", "take 1"] and game.decision.seat == "allied"
    (told,) = play(game, "take 1")
    words = "3 US, 1 British Move, 2 British Combat and 3 German; the Germans hold 2 for Reaction."
    assert game.setting.sentence(told) == f"Action chits of this turn: {words}"
    assert game.view("german").cup == (3, 1, 2, 3)  # type: ignore[attr-defined]


@rule("9.1-04", "9.1-05", "9.2-02", "1.0-05", "1.0-04", "4.0.4-01", "4.0.4-02", edition="dark_summer")
def test_the_initiative_chit_is_an_allied_one_and_begins_the_turn() -> None:
    game = acting(weather="sun")
    assert game.decision.seat == "allied"
    assert orders(game, "initiative") == ["us", "british-move", "british-combat"]
    assert refusal(game, "initiative german").rule == "9.1-04"
    assert refusal(game, "react").rule == "9.1-04"
    play(game, "initiative british-combat", "play combat")
    assert state(game).cup == (4, 2, 1, 3), "it never was in the cup, nor was a Reaction chit"
    assert track(game) == ["british combat"] and state(game).round == 1


@rule("9.2-03", "4.0.4-03", "1.0-03", "9.2-01", "9.0-02", edition="dark_summer")
@pytest.mark.parametrize(("pick", "owner"), [(0, "us"), (1, "us"), (2, "british"), (3, "german"), (5, "german")])
def test_chance_draws_the_next_chit_and_its_owner_acts(pick: int, owner: str) -> None:
    game = drawing((2, 1, 0, 3), picks=[pick])
    if "play move" in orders(game):
        play(game, "play move")
    assert track(game) == [f"{owner} move"]
    assert sum(state(game).cup) == 5 and is_german(game) == (owner == "german")


@rule("4.0.6-02", edition="dark_summer")
def test_the_track_is_cleared_in_the_clean_up_phase() -> None:
    game = drawing((0, 0, 0, 0), played="us move us combat", weather="rain")
    assert track(game) == ["us move", "us combat"]
    turn = GameTurn()
    turn.step = "clean_up"
    assert track(begin(state(game), turn)) == []


# -- Reaction chits between the Rounds ------------------------------------------------------------------


@rule("9.2-04", "4.0.4-04", "9.3.4-02", "9.1-06", "9.0-01", edition="dark_summer")
def test_after_an_allied_round_the_german_may_play_one_reaction_chit() -> None:
    game = acting(weather="cloud")
    play(game, "initiative british-combat", "play combat")
    assert game.decision.seat == "german" and orders(game) == ["react", "pass"], "also after the first Round"
    play(game, "react", "pass")
    assert track(game) == ["british combat", "german reaction"] and state(game).reactions == 1
    assert orders(game)[0].startswith("play"), "the next chit is drawn: one Reaction chit only"


@rule("9.3.4-02", "9.2-04", edition="dark_summer")
def test_he_need_not_react_and_keeps_his_chit_and_never_answers_himself() -> None:
    game = drawing((1, 0, 0, 3), reactions=1, picks=[0, 0])
    play(game, "play move", "end")
    play(game, "pass")
    assert state(game).reactions == 1 and game.decision.seat == "german" and orders(game)[0] == "play move"
    play(game, "play combat")
    assert "react" not in orders(game), "a German Round is not answered"


@rule("9.2-05", "9.3.4-03", edition="dark_summer")
def test_the_last_allied_round_may_be_answered_and_what_is_left_is_lost() -> None:
    game = drawing(ONE_US, reactions=2, played="german move german move german combat")
    play(game, "play move", "end", "react", "pass")
    assert track(game)[-2:] == ["us move", "german reaction"]
    assert state(game).reactions == 0, "the cup is empty: the phase is over, and the other chit is lost"


@rule("9.2-04", edition="dark_summer")
def test_without_reaction_chits_nothing_is_asked() -> None:
    game = drawing((1, 0, 0, 1), reactions=0, picks=[0, 0])
    play(game, "play move", "end")
    assert orders(game) == ["play move", "play combat"] and game.decision.seat == "german"


# -- as what a chit is played ---------------------------------------------------------------------------


def test_the_question_says_why_a_round_is_not_offered_again() -> None:
    game = drawing(ONE_US, played="us combat", weather="rain")
    assert "play combat" not in orders(game)
    assert game.decision.prompt.startswith("Play the US chit as which Round? The US have played 1 Combat chit: ")
    assert drawing(ONE_US, weather="cloud").decision.prompt == "Play the US chit as which Round?"


@rule("9.2-08", "9.2-09", "9.2-E1", edition="dark_summer")
@pytest.mark.parametrize(
    ("played", "ways"),
    [
        ("", ["move", "combat"]),
        ("german move", ["move", "combat"]),
        ("german combat", ["move"]),
        ("german combat german move", ["move"]),
        ("german move german move", ["combat"]),
    ],
)
def test_the_germans_take_two_move_rounds_and_one_combat_round(played: str, ways: list[str]) -> None:
    game = drawing(ONE_GERMAN, weather="sun", played=played)
    if len(ways) == 1:
        assert track(game)[-1] == f"german {ways[0]}", "nothing is asked when there is no choice"
    else:
        assert orders(game, "play") == ways and game.decision.seat == "german"
        assert refusal(game, "play combined-move").rule == "9.3.3-02"
        assert refusal(game, "play offensive").rule == "7.2.3-03"


@rule("9.2-10", edition="dark_summer")
def test_in_storm_the_germans_may_fight_twice() -> None:
    assert orders(drawing(ONE_GERMAN, weather="storm", played="german combat"), "play") == ["move", "combat"]
    assert orders(drawing(ONE_GERMAN, weather="storm", played="german combat german move"), "play") == [
        "move",
        "combat",
    ]
    assert track(drawing(ONE_GERMAN, weather="storm", played="german combat german combat"))[-1] == "german move"
    assert track(drawing(ONE_GERMAN, weather="storm", played="german move german move"))[-1] == "german combat"


@rule("9.2-11", "9.3.3-12", edition="dark_summer")
def test_the_us_take_no_more_than_two_rounds_of_a_kind() -> None:
    game = drawing(ONE_US, weather="showers", played="us move us combined-move")
    assert track(game)[-1] == "us combat", "there is but one way left"
    game = drawing(ONE_US, weather="showers", played="us combat us combat")
    assert orders(game, "play") == ["move", "combined-move"]
    assert refusal(game, "play combat").rule == "9.2-11"
    assert refusal(game, "play combined-combat").rule == "9.2-11"


@rule("9.2-12", "9.2-E2", "9.3.3-12", edition="dark_summer")
@pytest.mark.parametrize("weather", ["rain", "storm"])
def test_in_rain_and_storm_the_us_take_one_round_of_each_kind(weather: str) -> None:
    game = drawing(ONE_US, weather=weather, played="us combat")
    assert orders(game, "play") == ["move", "combined-move"]
    assert refusal(game, "play combat").rule == "9.2-12"
    game = drawing(ONE_US, weather=weather, played="us combined-combat")
    assert track(game)[-1] == "us move"


@rule("9.2-07", "9.2-08", edition="dark_summer")
def test_british_chits_have_one_side() -> None:
    game = drawing((0, 1, 0, 0), weather="sun")
    assert orders(game, "play") == ["move", "combined-move"]
    assert refusal(game, "play combat").rule == "9.2-07"
    assert refusal(game, "end").rule == "9.2-08"
    game = drawing((0, 0, 1, 0), weather="sun")
    assert orders(game, "play") == ["combat", "offensive", "combined-combat"]
    assert refusal(game, "play move").rule == "9.2-07"


@rule("9.3.3-01", "9.3.3-02", "9.3.3-03", edition="dark_summer")
def test_combined_action_rounds_begin_on_turn_2_and_each_nationality_has_one() -> None:
    game = drawing(ONE_US, turn=1)
    assert orders(game, "play") == ["move", "combat"]
    assert refusal(game, "play combined-move").rule == "9.3.3-01"
    game = drawing(ONE_US, turn=2, played="british combined-combat")
    assert orders(game, "play") == ["move", "combat", "combined-move", "combined-combat"]
    game = drawing(ONE_US, turn=2, played="us combined-combat")
    assert orders(game, "play") == ["move", "combat"]
    assert refusal(game, "play combined-move").rule == "9.3.3-03"


@rule("9.3.3-01", edition="dark_summer")
def test_the_initiative_chit_may_be_played_as_a_combined_action_round() -> None:
    game = acting(weather="rain")
    play(game, "initiative us")
    assert "play combined-combat" in orders(game)


@rule("7.2.3-03", "9.3.2-03", edition="dark_summer")
@pytest.mark.parametrize(("weather", "offered"), [("sun", True), ("cloud", True), ("showers", False), ("rain", False)])
def test_prepared_offensives_need_sun_or_cloud(weather: str, offered: bool) -> None:
    game = drawing(ONE_US, weather=weather)
    assert ("play offensive" in orders(game)) == offered
    if not offered:
        assert refusal(game, "play offensive").rule == "7.2.3-03"
    else:
        assert "play offensive" in orders(drawing((0, 0, 1, 0), weather=weather, played="us offensive"))


@rule("7.2.3-04", "7.2.3-06", "7.2.3-E1", edition="dark_summer")
def test_a_prepared_offensive_is_the_first_combat_round_and_not_after_a_combined_action() -> None:
    late = drawing(ONE_US, weather="sun", played="us combat british combat")
    assert refusal(late, "play offensive").rule == "7.2.3-04"
    after = drawing(ONE_US, weather="sun", played="us combined-move")
    assert "play combat" in orders(after) and refusal(after, "play offensive").rule == "7.2.3-06"
    assert "play offensive" in orders(drawing((0, 0, 1, 0), weather="sun", played="us combined-move"))
    assert "play combined-combat" in orders(drawing(ONE_US, weather="sun", played="us offensive"))


@rule("7.2.3-05", "7.2.3-04", edition="dark_summer")
def test_the_offensive_is_declared_with_the_chit_and_a_combined_action_is_none() -> None:
    front = "allied 18/1 at 3204\ngerman 6-FJ at 3304\ngerman 915/352 at 5915"
    game = drawing(ONE_US, front, weather="sun")
    play(game, "play offensive")
    assert state(game).prepared
    game = drawing(ONE_US, front, weather="sun")
    play(game, "play combined-combat")
    assert not state(game).prepared


def test_what_happens_with_chits_can_be_told() -> None:
    game = acting(weather="cloud")
    events = play(game, "initiative us", "play combined-move")
    assert kinds(events)[:2] == ["initiative", "round_begins"]
    assert [game.setting.sentence(event) for event in events[:2]] == [
        "The Initiative chit is US.",
        "Round 1: US, Combined Action Round of a Move chit.",
    ]
    sit_out(game)
