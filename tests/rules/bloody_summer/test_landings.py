"""The landings of 6 June and the rest of D-Day (10, 10.A, 10.B)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bocage.games.bloody_summer import air, depots, supply
from bocage.games.bloody_summer.activation import CombatPhase, why_not_activate
from bocage.games.bloody_summer.bombardment import Preliminary
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.combat import Attacks
from bocage.games.bloody_summer.d_day import DDay
from bocage.games.bloody_summer.fight import Fight, column_shifts
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.night import EVERYBODY
from bocage.games.bloody_summer.odds import prospect
from bocage.games.bloody_summer.pieces import DEPOT_IDS, piece_number
from bocage.games.bloody_summer.places import GRID, LOST, place_number
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.terms import Weather
from bocage.games.bloody_summer.turn import WholeGame
from bocage.games.bloody_summer.waves import Assault, FirstWave, FollowUp, places_of
from bocage.games.bloody_summer.weather import roll_weather
from bocage.games.bloody_summer.words import ATTACK, HALT
from bocage.kernel import Event, Game, Next
from tests.bloody_summer.positions import begin, has, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def d_day(text: str, *dice: int, part: str = "A", active: str = "allied") -> State:
    """A position of 6 June."""
    return position("campaign", text, turn=0, part=part, weather="overcast", active=active, dice=dice)  # type: ignore[arg-type]


def settle(game: Game, until: Callable[[], bool] = lambda: False) -> list[Event]:
    """Answer everything with the word that ends it, or with the first thing there is."""
    events: list[Event] = []
    while game.decision.prompt != "The test ends here" and not until():
        ending = [order for order in orders(game) if order in ("end", "pass", "halt", "declare", "stand")]
        events += play(game, ending[0] if ending else orders(game)[0])
    return events


def combats(events: list[Event]) -> list[Event]:
    """The combats that were told."""
    return [event for event in events if event.kind == "combat"]


# -- the first wave ---------------------------------------------------------------------------------

OMAHA = """
    allied 29-Inf/116 at first-omaha-west
    allied 743-Tk at first-omaha-west
    german WN-Vierville at 0714
"""


@rule("10.A.1.a-02", edition="bloody_summer")
@pytest.mark.parametrize(
    ("die", "level", "place"), [(3, 0, "0714"), (4, 1, "0714"), (5, 2, "0714"), (6, 0, "allied-destroyed")]
)
def test_the_tanks_of_the_first_wave_roll_for_survival(die: int, level: int, place: str) -> None:
    game = begin(d_day("allied 743-Tk at first-omaha-west", die), FirstWave())
    assert where(game, "743-Tk") == place
    assert state(game).level[piece_number("743-Tk")] == level


@rule("10.A.1.a-02", edition="bloody_summer")
def test_tanks_of_two_steps_lose_one_and_the_sea_before_omaha_east_is_worse() -> None:
    game = begin(d_day("allied 8-Arm-Bde at first-gold-east\nallied 741-Tk at first-omaha-east", 5, 5), FirstWave())
    assert where(game, "741-Tk") == "allied-destroyed", "5 and 1 is a 6"
    assert state(game).lost[piece_number("8-Arm-Bde")] == 1 and where(game, "8-Arm-Bde") == "0710"


@rule("10.A.1.a-02", edition="bloody_summer")
def test_tanks_of_later_waves_do_not_swim() -> None:
    game = begin(d_day("allied S/27 at second-sword"), FollowUp("second"))
    play(game, "land S/27")
    assert where(game, "S/27") == "0807"


@rule("10.A.1.a-03", "10.A.1.a-06", "10.A.1.a-04", edition="bloody_summer")
def test_each_landing_attack_is_resolved_on_the_spot_with_the_shift_of_the_sea() -> None:
    # 4 and 2 against 4 is 3:2, from the sea 1:1; a die of 2 is a1 D1 for the attacker alone.
    game = begin(d_day(OMAHA, 1, 2), FirstWave())
    events = game.opening_events + settle(game)
    (told,) = combats(events)
    assert told.result is not None and dict(told.result.shifts) == {"from the sea": -1}
    assert where(game, "29-Inf/116") == where(game, "WN-Vierville") == "0714"
    assert state(game).in_confusion(GRID.at("0714")) and "confusion" in kinds(events)


@rule("10.A.1.a-03", "6.1-09", edition="bloody_summer")
def test_the_owner_chooses_the_order_of_his_beaches() -> None:
    text = (
        OMAHA
        + "allied 4-Inf/8 at first-utah\nallied 1-Inf/16 at first-omaha-east\nallied 50-Inf/231 at first-gold-west"
    )
    game = begin(d_day(text, 1, 6), FirstWave())
    assert game.decision.seat == "us" and set(orders(game, "attack")) == {"0714", "0617", "0713"}
    play(game, "attack 0713", "attack 0617")
    assert where(game, "1-Inf/16") == "0713" and where(game, "4-Inf/8") == "0617"


@rule("10.A.1.a-05", edition="bloody_summer")
def test_rangers_and_commandos_alone_do_not_suffer_the_shift() -> None:
    g = d_day("allied 1SS at 0711\nallied 50-Inf/231 at 0711\ngerman WN-Le-Hamel at 0711")
    target, alone = GRID.at("0711"), (piece_number("1SS"),)
    together = (*alone, piece_number("50-Inf/231"))
    assert "from the sea" not in dict(column_shifts(g, Fight("landing", ALLIED, target, alone)))
    assert "from the sea" in dict(column_shifts(g, Fight("landing", ALLIED, target, together)))


@rule("10.A.1.a-07", edition="bloody_summer")
def test_the_79th_shifts_british_attacks_on_the_beaches_before_it() -> None:
    g = d_day("allied 79-Arm/30-Arm-Bde at across-gold\nallied 50-Inf/231 at 0711\ngerman WN-Le-Hamel at 0711")
    fight = Fight("landing", ALLIED, GRID.at("0711"), (piece_number("50-Inf/231"),))
    assert dict(column_shifts(g, fight))["79th Armoured"] == 1
    g.remove(piece_number("79-Arm/30-Arm-Bde"), LOST)
    assert "79th Armoured" not in dict(column_shifts(g, fight))


@rule("10.A.1.a-08", edition="bloody_summer")
def test_the_79th_stays_across_until_its_beaches_are_free() -> None:
    text = (
        "allied 79-Arm/30-Arm-Bde at across-gold\nallied 50-Inf/151 at second-gold-east\ngerman Battery-Longues at 0712"
    )
    game = begin(d_day(text + "\ngerman WN-Le-Hamel at 0711"), FollowUp("second"))
    assert refusal(game, "land 79-Arm/30-Arm-Bde").rule == "10.A.1.a-08"
    game = begin(d_day(text), FollowUp("second"))
    play(game, "land 79-Arm/30-Arm-Bde", "at 0710")
    assert where(game, "79-Arm/30-Arm-Bde") == "0710"


@rule("10.A.1.a-09", "7.1.2-02", edition="bloody_summer")
def test_an_eliminated_garrison_becomes_the_depot_of_its_beach() -> None:
    # 4 and 2 against 1 is 6:1, from the sea 5:1: a die of 5 is d2 for the garrison.
    text = "allied 4-Inf/8 at first-utah\nallied 70-Tk at first-utah\ngerman WN-Madeleine at 0617"
    game = begin(d_day(text, 1, 5), FirstWave())
    settle(game)
    g = state(game)
    assert where(game, "WN-Madeleine") == "lost" and where(game, "4-Inf/8") == "0617"
    assert depots.works(g, DEPOT_IDS.index("Utah"))


@rule("10.A.1.b-03", edition="bloody_summer")
def test_a_garrison_eliminated_by_the_second_wave_becomes_a_depot_too() -> None:
    text = "allied 4-Inf/22 at second-utah\nallied 4-Inf/12 at second-utah\ngerman WN-Madeleine at 0617"
    game = begin(d_day(text, 5), FollowUp("second"))
    assert refusal(game, "land 4-Inf/22").rule == "10.A.1.a-01"
    play(game, "attack 0617")
    settle(game)
    assert where(game, "4-Inf/22") == "0617" and depots.works(state(game), DEPOT_IDS.index("Utah"))


@rule("6.6-10", edition="bloody_summer")
def test_those_thrown_back_into_the_sea_may_land_again() -> None:
    # 6 against the garrison and a regiment is 1:2, from the sea 1:3: a die of 1 is a2 D2 R1 for the attacker.
    game = begin(d_day(OMAHA + "german 352-Inf/916 at 0714", 1, 1), FirstWave())
    play(game, "lose 743-Tk")
    settle(game)
    assert where(game, "29-Inf/116") == "strategic-reserve"
    assert place_number("strategic-reserve") in places_of("last")


@rule("10.A.1.a-01", "10-08", edition="bloody_summer")
def test_the_first_wave_lands_without_headquarters_as_the_map_says() -> None:
    text = """
        allied 3-Inf/8 at first-sword
        allied 3-Can-Inf/7 at first-juno-west
        allied 2-Ranger at first-pointe-du-hoc
    """
    game = begin(d_day(text), FirstWave())
    settle(game)
    assert [where(game, unit) for unit in ("3-Inf/8", "3-Can-Inf/7", "2-Ranger")] == ["0807", "0709", "0615"]


@rule("6.2.a-01", edition="bloody_summer")
def test_a_battery_fires_at_a_unit_that_lands_on_a_beach() -> None:
    text = "allied 3-Inf/8 at first-sword\ngerman Battery-Houlgate at 0705"
    game = begin(d_day(text, 6), FirstWave())
    assert game.decision.seat == "german" and "fire" in orders(game)


@rule("10.A.1.a-04", edition="bloody_summer")
def test_the_odds_of_an_assault_are_told_before_it_is_ordered() -> None:
    text = OMAHA + "allied 4-Inf/8 at first-utah\nallied 1SS at second-wave\ngerman Battery-Longues at 0712"
    game = begin(d_day(text), FirstWave())
    found = prospect(state(game), ATTACK[GRID.at("0714")])
    assert found is not None and (found.attack, found.defence, found.line) == (6, 4, "1:1")
    assert prospect(state(game), ATTACK[GRID.at("0617")]) is None, "nobody is there"
    game = begin(d_day(text), FollowUp("second"))
    play(game, "end", "land 1SS", "at 0712")
    found = prospect(state(game), HALT)
    assert found is not None and (found.attack, found.defence) == (3, 2)


# -- the second wave --------------------------------------------------------------------------------


@rule("10.A.1.b-01", "10.B.1-01", "10.A.2-02", "10.B.2-01", edition="bloody_summer")
def test_on_d_day_everybody_moves_at_half_his_movement() -> None:
    # A motorized regiment has 8 points: four hexes of road instead of eight.
    g = d_day("allied 4-Inf/8 at 0617\nallied 4-Inf/12 at 0620\ngerman 91-LL/1057 at 0620")
    game = begin(g, MovementPhase(ALLIED, half=True))
    assert "4-Inf/12" not in orders(game, "move"), "not out of a confusion"
    play(game, "move 4-Inf/8")
    half = set(orders(game, "to"))
    game = begin(d_day("allied 4-Inf/8 at 0617"), MovementPhase(ALLIED))
    play(game, "move 4-Inf/8")
    assert half < set(orders(game, "to"))


@rule("10.A.1.b-01", "10.B.1-01", "10.A.2-02", "10.B.2-01", edition="bloody_summer")
@pytest.mark.parametrize("part", ["A", "B"])
@pytest.mark.parametrize(("seat", "unit"), [("us", "4-Inf/8"), ("german", "709-Inf/919")])
def test_the_half_holds_for_both_sides_in_the_morning_and_in_the_afternoon(part: str, seat: str, unit: str) -> None:
    text = "allied 4-Inf/8 at 0617\ngerman 709-Inf/919 at 0321"
    side = ALLIED if seat == "us" else GERMAN
    half = begin(d_day(text), MovementPhase(side, half=True))
    game = begin(position("campaign", text, turn=0, part="", dice=(6,)), DDay())

    def moves() -> bool:
        return (state(game).part, game.decision.seat) == (part, seat) and unit in orders(game, "move")

    settle(game, until=moves)
    play(half, f"move {unit}")
    play(game, f"move {unit}")
    assert orders(game, "to") == orders(half, "to")


@rule("6.2-02", edition="bloody_summer")
def test_in_the_german_combats_of_d_day_a_hex_may_be_bombarded_again() -> None:
    text = "allied 4-Inf/8 at 0617\nallied 4-Inf/12 at 0617\ngerman 709-Inf/919 at 0618\ngerman 709-Inf/729 at 0618"
    game = begin(position("campaign", text, turn=0, part="", dice=(1, 1, 1, 4)), DDay())

    def fighting(seat: str) -> bool:
        return state(game).phase == "Combat phase" and game.decision.seat == seat

    settle(game, until=lambda: fighting("us"))
    play(game, "attack 0618", "with 4-Inf/8", "declare", "bombard 0618", "sail WTF-destroyers", "spend 1", "fire")
    play(game, "bombard 0618")
    assert refusal(game, "sail WTF-battle-cruisers").rule == "6.2-02", "once in a combat phase"
    play(game, "fly 9-AF-B-26", "fire")
    assert "bombard 0618" not in orders(game)
    settle(game, until=lambda: fighting("german"))
    play(game, "attack 0617", "with 709-Inf/919", "declare")
    assert "bombard 0618" in orders(game), "the next combat phase has its own"


@rule("10.A.1.b-02", edition="bloody_summer")
@pytest.mark.parametrize(
    ("die", "ranger", "hexes"), [(2, "0615", {"0615"}), (3, "0615", {"0713", "0714"}), (2, "0617", {"0713", "0714"})]
)
def test_a_die_decides_where_the_5th_ranger_lands(die: int, ranger: str, hexes: set[str]) -> None:
    game = begin(d_day(f"allied 5-Ranger at second-wave\nallied 2-Ranger at {ranger}", die), FollowUp("second"))
    play(game, "land 5-Ranger")
    found = set(orders(game, "at")) or {where(game, "5-Ranger")}
    assert found == hexes


@rule("10.A.1.b-04", edition="bloody_summer")
def test_the_second_wave_lands_after_the_moves_and_does_not_move() -> None:
    text = "allied 4-Inf/22 at second-utah\nallied 4-Inf/8 at 0617\nallied 29-Inf/175 at last-omaha-west"
    game = begin(d_day(text), FollowUp("second"))
    assert orders(game, "land") == ["4-Inf/22"], "not yet the last wave"
    play(game, "land 4-Inf/22")
    assert where(game, "4-Inf/22") == "0617" and game.decision.prompt == "The test ends here"


@rule("10.A.1.b-05", edition="bloody_summer")
def test_commandos_land_anywhere_between_arromanches_and_ouistreham() -> None:
    game = begin(d_day("allied 1SS at second-wave"), FollowUp("second"))
    play(game, "land 1SS")
    assert set(orders(game, "at")) == {"0711", "0710", "0709", "0708", "0808", "0807", "0712"}
    assert refusal(game, "at 0713").rule == "10.A.1.a-01"


@rule("4.4-06", "4.4-07", edition="bloody_summer")
def test_commandos_go_on_past_a_garrison_without_a_die() -> None:
    game = begin(d_day("allied 1SS at second-wave\ngerman WN-La-Breche at 0807"), FollowUp("second"))
    play(game, "land 1SS", "at 0807")
    assert "0907" in orders(game, "to")
    play(game, "to 0907")
    assert where(game, "1SS") == "0907" and game.decision.prompt == "The test ends here"


@rule("10.A.1.a-05", "10.A.1.b-05", edition="bloody_summer")
def test_commandos_who_stay_attack_alone_without_the_shift_of_the_sea() -> None:
    game = begin(d_day("allied 1SS at second-wave\ngerman Battery-Longues at 0712", 4), FollowUp("second"))
    events = play(game, "land 1SS", "at 0712", "halt")
    events += settle(game)
    (told,) = combats(events)
    assert told.result is not None and "from the sea" not in dict(told.result.shifts)


@rule("6.11-09", edition="bloody_summer")
def test_who_lands_among_friends_in_a_confusion_does_not_attack_from_the_sea() -> None:
    text = "allied 29-Inf/116 at 0714\ngerman WN-Vierville at 0714\nallied 29-Inf/115 at second-omaha-west"
    game = begin(d_day(text), FollowUp("second"))
    assert not orders(game, "attack")
    play(game, "land 29-Inf/115")
    game = begin(state(game), Attacks(ALLIED, NOBODY, "turn_0", EVERYBODY))
    play(game, "attack 0714")
    g = state(game)
    units = tuple(map(piece_number, ("29-Inf/115", "29-Inf/116")))
    assert "from the sea" not in dict(column_shifts(g, Fight("turn_0", ALLIED, GRID.at("0714"), units)))


@rule("10.A.1.b-07", "10-08", edition="bloody_summer")
def test_after_the_second_wave_those_ashore_attack_in_confusion_and_next_to_them() -> None:
    text = "allied 29-Inf/116 at 0714\ngerman WN-Vierville at 0714\nallied 1-Inf/16 at 0713\ngerman 352-Inf/916 at 0813"
    g = d_day(text)
    game = begin(g, Attacks(ALLIED, NOBODY, "turn_0", EVERYBODY))
    assert set(orders(game, "attack")) == {"0714", "0813"}


@rule("10.A.1.b-07", edition="bloody_summer")
def test_a_garrison_attacked_by_the_first_wave_is_attacked_again_in_the_same_phase() -> None:
    # 4 against 4 from the sea is 1:2: a die of 2 is a1 D2, and both stay.
    text = "allied 29-Inf/116 at first-omaha-west\ngerman WN-Vierville at 0714"
    game = begin(position("campaign", text, turn=0, part="", dice=(6, 2)), DDay())
    settle(game, until=lambda: bool(orders(game, "attack")))
    assert state(game).part == "A" and orders(game, "attack") == ["0714"]


@rule("10.A.1.b-06", edition="bloody_summer")
def test_air_support_comes_to_these_combats_but_not_to_landings() -> None:
    text = "allied 1-Inf/16 at 0713\ngerman 352-Inf/916 at 0813"
    g = d_day(text)
    g.air = [air.AVAILABLE for _ in g.air]
    game = begin(g, Attacks(ALLIED, NOBODY, "turn_0", EVERYBODY))
    play(game, "attack 0813")
    while not orders(game, "fly") and "pass" in orders(game):
        play(game, "pass")
    assert orders(game, "fly")
    g = d_day("allied 29-Inf/116 at first-omaha-west\ngerman WN-Vierville at 0714", 6)
    g.air = [air.AVAILABLE for _ in g.air]
    game = begin(g, Assault(GRID.at("0714"), (piece_number("29-Inf/116"),)))
    assert not orders(game, "fly") and not orders(game, "bombard")


# -- phase B and the end ----------------------------------------------------------------------------


class Evening(DDay):
    """D-Day from its evening on."""

    def begin(self, g: State) -> Next:
        """The day is over."""
        return self.evening(g, False)


@rule("10.B.1-02", "10.B.1-03", edition="bloody_summer")
def test_the_last_wave_lands_as_far_as_there_is_room() -> None:
    text = """
        allied HQ-VII at last-utah
        allied 101-Abn/327 at last-utah
        allied 746-Tk at last-utah
        allied 899-TD at last-utah
        allied 4-Inf/8 at 0617
        allied 4-Inf/12 at 0617
        allied 4-Inf/22 at 0617
        allied 82-Abn/505 at 0617
        allied 82-Abn/507 at 0617
        allied 29-Inf/175 at last-omaha-west
        german WN-Vierville at 0714
    """
    game = begin(d_day(text, part="B"), FollowUp("last"))
    assert set(orders(game, "land")) == {"HQ-VII", "746-Tk", "899-TD"}, "five stacking points are there"
    assert refusal(game, "land 101-Abn/327").rule == "2.1-03"
    play(game, "land HQ-VII", "land 746-Tk", "land 899-TD")
    assert where(game, "899-TD") == "0617", "on D-Day more than one unit without stacking value may be together"


@rule("10.B.1-03", edition="bloody_summer")
def test_who_is_still_at_sea_in_the_evening_is_in_the_reserve() -> None:
    text = "allied 29-Inf/175 at last-omaha-west\ngerman WN-Vierville at 0714\nallied 5-Ranger at second-wave"
    game = begin(d_day(text, part="B"), Evening())
    assert where(game, "29-Inf/175") == where(game, "5-Ranger") == "strategic-reserve"


@rule("10.B.3-01", edition="bloody_summer")
@pytest.mark.parametrize(("answer", "place"), [("land 6-Abn/6-Airlanding", "0907"), ("pass", "strategic-reserve")])
def test_the_airlanding_brigade_may_land_in_the_evening(answer: str, place: str) -> None:
    game = begin(d_day("allied 6-Abn/6-Airlanding at airfields", 6, 1, part="B"), Evening())
    assert game.decision.seat == "british"
    play(game, answer)
    assert where(game, "6-Abn/6-Airlanding") == place
    if place == "0907":
        assert state(game).level[piece_number("6-Abn/6-Airlanding")] == 1, "6 and -1 is a 5: D1"


# -- the frame of the day ---------------------------------------------------------------------------

FEW = """
    allied 82-Abn/505 at airfields
    allied 4-Inf/8 at first-utah
    allied 3-Inf/8 at first-sword
    german WN-Madeleine A2 at 0617
    german 709-Inf/919 at 0321
    german HQ-LXXXIV at 1216
    german 353-Inf at rennes
"""


class _Day:
    """A whole D-Day with few units, and what was seen at every decision."""

    def __init__(self) -> None:
        dice = (1, 1, 3, 6, *([3] * 30))
        self.game = begin(position("campaign", FEW, turn=0, part="", dice=dice), DDay())
        self.events = list(self.game.opening_events)
        self.seen: list[tuple[str, str, str, int, int]] = []
        self.verbs: dict[tuple[str, str], set[str]] = {}
        while self.game.decision.prompt != "The test ends here":
            g = state(self.game)
            self.seen.append((g.part, g.weather.value, self.game.decision.seat, sum(g.naval), g.first))
            key = (g.part, self.game.decision.seat)
            self.verbs.setdefault(key, set()).update(order.verb for order in self.game.decision.orders)
            ending = [order for order in orders(self.game) if order in ("end", "pass", "halt", "declare", "stand")]
            spend = [order for order in orders(self.game) if order.startswith("superiority")]
            self.events += play(self.game, spend[0] if spend else ending[0] if ending else orders(self.game)[0])


@pytest.fixture(scope="module")
def day() -> _Day:
    """It is played once."""
    return _Day()


@rule("10-01", "10-07", "10-02", edition="bloody_summer")
def test_d_day_has_three_phases_and_nothing_else(day: _Day) -> None:
    assert [event.facts["part"] for event in day.events if event.kind == "phase_begins"] == ["O", "A", "B"]
    told = set(kinds(day.events))
    assert not told & {"weather_rolled", "weather", "initiative", "resources", "unsupplied", "replacement"}
    assert "superiority_rolled" in told, "the FBAT die is thrown"
    assert {first for *_, first in day.seen} == {ALLIED}


@rule("10.O.1-01", "10.A.1-01", "10.A.2-05", edition="bloody_summer")
def test_the_weather_clears_in_the_afternoon(day: _Day) -> None:
    weather = {part: sky for part, sky, *_ in day.seen}
    assert weather == {"O": "overcast", "A": "overcast", "B": "clear"}


@rule("10.A.1-03", "10.A.1-02", "11.3.1-02", edition="bloody_summer")
def test_all_aircraft_are_there_in_the_morning_and_may_fly_interdiction(day: _Day) -> None:
    assert "interdict" in day.verbs["A", "us"] | day.verbs["A", "british"]
    drawn = next(event for event in day.events if event.kind == "air_drawn")
    assert len(drawn.numbers("counters")) == 22


@rule("10.A.1-04", "10.A.1-05", edition="bloody_summer")
def test_beaches_and_batteries_are_bombarded_before_the_landings(day: _Day) -> None:
    assert "bombard" in day.verbs["A", "us"]
    text = "german WN-Vierville at 0714\ngerman Battery-Crisbecq at 0419\ngerman 709-Inf/919 at 0420"
    g = d_day(text)
    g.air, g.naval = [air.AVAILABLE for _ in g.air], [3 for _ in g.naval]
    game = begin(g, Preliminary())
    assert set(orders(game, "bombard")) == {"0714", "0419"}


@rule("10.A.2-06", edition="bloody_summer")
def test_ships_and_aircraft_are_not_restored_for_the_afternoon() -> None:
    text = "german WN-Vierville at 0714\nallied 4-Inf/8 at 0617\nallied 29-Inf/116 at last-omaha-west"
    g = position("campaign", text, turn=0, part="", dice=(6, *([3] * 20)))
    game = begin(g, DDay())
    while not orders(game, "bombard"):
        play(game, ([o for o in orders(game) if o.startswith("superiority")] or ["end"])[0])
    before = sum(state(game).naval)
    play(game, "bombard 0714", "sail WTF-battle-cruisers")
    if orders(game, "spend"):
        play(game, "spend 2")
    play(game, "fire")
    spent = before - sum(state(game).naval)
    assert spent
    settle(game, until=lambda: state(game).part == "B")
    assert state(game).part == "B" and sum(state(game).naval) == before - spent


@rule("10.A.2-01", "10.A.2-04", "10.B.2-01", edition="bloody_summer")
def test_germans_move_and_attack_wherever_they_are(day: _Day) -> None:
    for part in ("A", "B"):
        assert {"move"} <= day.verbs[part, "german"]
    text = "allied 4-Inf/8 at 0617\ngerman 709-Inf/919 at 0618\ngerman 91-LL/1057 at 0717"
    game = begin(d_day(text, active="german"), Attacks(GERMAN, NOBODY, "turn_0", EVERYBODY))
    play(game, "attack 0617")
    assert set(orders(game, "with")) == {"709-Inf/919", "91-LL/1057"}


@rule("10.A.2-03", edition="bloody_summer")
def test_nobody_moves_off_the_map_on_d_day(day: _Day) -> None:
    assert where(day.game, "353-Inf") == "rennes"
    assert not any(verbs & {"enter", "exit", "extend"} for verbs in day.verbs.values())
    assert "off-map movement" not in {event.phase.lower() for event in day.events}


@rule("10-03", edition="bloody_summer")
def test_all_units_count_as_supplied_on_turns_0_and_1() -> None:
    for turn, unsupplied in ((0, False), (1, False), (2, True)):
        g = position("campaign", "allied 4-Inf/8 at 0619", turn=turn)
        supply.mark(g)
        assert has(g.unsupplied, "4-Inf/8") is unsupplied


@rule("10-04", edition="bloody_summer")
def test_on_turn_1_combat_costs_no_marker() -> None:
    text = "allied HQ-VII at 0617\nallied 4-Inf/8 under HQ-VII at 0617\ngerman 709-Inf/919 at 0618"
    g = position("campaign", text, turn=1)
    assert why_not_activate(g, piece_number("HQ-VII")) is None
    g.turn = 2
    refused = why_not_activate(g, piece_number("HQ-VII"))
    assert refused is not None and refused.rule == "1.1.3-05"
    g.turn = 1
    game = begin(g, CombatPhase(ALLIED))
    play(game, "activate HQ-VII")
    assert orders(game, "attack") == ["0618"]


@rule("10-05", edition="bloody_summer")
def test_only_headquarters_ashore_support() -> None:
    text = "allied 1-Inf/16 at 0713\ngerman 352-Inf/916 at 0813\nallied HQ-V at last-omaha-east"
    game = begin(d_day(text, 3), Attacks(ALLIED, NOBODY, "turn_0", EVERYBODY))
    play(game, "attack 0813")
    assert not orders(game, "support")
    game = begin(d_day(text.replace("last-omaha-east", "0713"), 3), Attacks(ALLIED, NOBODY, "turn_0", EVERYBODY))
    play(game, "attack 0813")
    assert orders(game, "support") == ["HQ-V"]


@rule("10-06", edition="bloody_summer")
def test_affected_markers_last_through_the_day() -> None:
    g = position("campaign", "german WN-Vierville A1 at 0714\nallied 4-Inf/8 at 0617", turn=0, part="", dice=(6,) * 9)
    game = begin(g, DDay())
    settle(game, until=lambda: state(game).part == "B")
    assert state(game).affected == {GRID.at("0714"): 1}


@rule("10.B.3-02", "10.B.3-03", edition="bloody_summer")
def test_the_day_ends_with_reorganisation_and_turn_1() -> None:
    text = """
        german WN-Vierville A1 at 0714
        allied 4-Inf/8 D2 at 0617
        german 709-Inf/919 D1 at 0321
        german HQ-LXXXIV finished at 1216
    """
    g = position("campaign", text, turn=0, part="B")
    g.air = [air.AVAILABLE for _ in g.air]
    whole = WholeGame()
    whole.end_turn(g, None)
    assert g.affected == {} and not g.finished
    assert (g.level[piece_number("4-Inf/8")], g.level[piece_number("709-Inf/919")]) == (1, 0)
    assert set(g.air) == {air.IN_CUP}
    assert g.turn == 1 or g.ended is not None


@rule("10.B.3-04", edition="bloody_summer")
def test_it_is_clear_on_turn_1() -> None:
    g = position("campaign", "", turn=1, weather="overcast")
    roll_weather(g)
    assert g.weather is Weather.CLEAR and not g.storm_due
