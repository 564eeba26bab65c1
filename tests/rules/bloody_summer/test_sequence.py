"""The sequence of play, the activation of headquarters and the ends of phases, turns and the game (1)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.air import FINISHED
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import GRID
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import open_scenario
from bocage.games.bloody_summer.turn import Phase, WholeGame, end_phase, reorganise
from bocage.kernel import Chance, Game, Next
from tests.bloody_summer.positions import begin, has, position, state
from tests.questions import orders, play, refusal
from tests.support import rule

# Both sides have a corps that could fight, and an Offensive marker for it.
CORPS = """
    allied HQ-I at 1008
    allied 3-Inf/8 under HQ-I at 1106
    allied 3-Inf/9 under HQ-I at 1106
    german HQ-I-SS-Pz at 1306
    german 12-SS/25 under HQ-I-SS-Pz at 1206
    german 12-SS/26 under HQ-I-SS-Pz at 1206
    marker allied 1008 1
    marker german 1306 1
    depot Sword Gold-East
    held 0809 0808 0807 0908 0909 0617 0708 0709 0710 0711 0713 0714 0807
    german Depot-Paris at paris
    german 353-Inf at 1901
    german 77-Inf at 1902
    german 271-Inf at 1903
    german 277-Inf at 1904
    german 276-Inf at 2001
    german 275-Inf at 2002
    german 711-Inf at 2003
    german 346-Inf at 2004
    german 16-Lw at 2005
"""  # the Germans have ten units and the Allies the beaches: otherwise the game would be over


def answer(game: Game, *wishes: str) -> str:
    """Play the first wish that is legal, else the least that can be done; returns the order."""
    legal = orders(game)
    order = next((wish for wish in (*wishes, "end", "pass", "halt") if wish in legal), legal[-1])
    play(game, order)
    return order


def over(game: Game) -> bool:
    return game.over or type(state(game).stack[-1]).__name__ == "TestEnds"


def phases(game: Game, limit: int = 400) -> list[tuple[str, str]]:
    """What is done, with the active side, in the order in which the game comes to it while nobody does anything."""
    seen: list[tuple[str, str]] = []
    for _ in range(limit):
        if over(game):
            break
        g = state(game)
        step = (g.phase, "german" if g.active == GERMAN else "allied")
        if not seen or seen[-1] != step:
            seen.append(step)
        answer(game)
    return seen


@rule("1.0-01", "1.0-02", "1.0-03", "1.0-04", edition="bloody_summer")
def test_a_turn_is_weather_and_air_then_logistics_then_administration_then_two_phases() -> None:
    setting = open_scenario("operation_cobra")
    g = setting.start(Chance.from_seed("7"))
    told: list[str] = []
    for _ in range(400):
        if g.pending is None or g.turn > 8:
            break
        end = [one for one in g.pending.orders if one.text in ("end", "pass", "halt")]
        g.events.clear()
        g.resume(end[0] if end else g.pending.orders[-1])
        told += [event.kind for event in g.events if g.turn == 8]
    wanted = ("turn_begins", "weather_rolled", "air_drawn", "resources", "initiative", "phase_begins")
    assert [kind for kind in dict.fromkeys(told) if kind in wanted] == list(wanted)
    assert told.count("phase_begins") == 2


@rule("1.0-05", "1.0-06", "1.0-08", "1.0-10", "1.1.1.3.a-03", edition="bloody_summer")
@pytest.mark.parametrize(("first", "part"), [("allied", "A"), ("german", "B")])
def test_in_either_phase_player_1_moves_and_fights_before_player_2(first: str, part: str) -> None:
    g = position("operation_cobra", CORPS, part=part, first=first)  # type: ignore[arg-type]
    game = begin(g, Phase(part))
    second = "german" if first == "allied" else "allied"
    seen = [step for step in phases(game) if step[0] in ("Movement phase", "Combat phase")]
    assert seen == [
        ("Movement phase", first), ("Combat phase", first), ("Movement phase", second), ("Combat phase", second),
    ]  # fmt: skip


# -- the combat phase --------------------------------------------------------------------------------


def fighting(text: str = CORPS, side: str = "allied", **more: object) -> Game:
    """A game in a side's combat phase."""
    g = position("operation_cobra", text, active=side, **more)  # type: ignore[arg-type]
    return begin(g, CombatPhase(ALLIED if side == "allied" else GERMAN))


@rule("1.1.3-01", "1.1.3-03", "1.0-07", "1.1.3-08", edition="bloody_summer")
def test_each_headquarters_fights_or_passes_and_stays_ready_if_it_passes() -> None:
    game = fighting()
    assert orders(game) == ["activate HQ-I", "end"]
    assert refusal(game, "activate HQ-I-SS-Pz").rule == "1.1.3-01"
    play(game, "end")
    assert over(game) and not has(state(game).finished, "HQ-I")
    assert state(game).markers_at(ALLIED, GRID.at("1008")) == 1


@rule("1.1.3-05", "0.1.1-08", "0.2.1-02", "0.2.1-07", edition="bloody_summer")
def test_combat_needs_an_offensive_marker_with_the_headquarters_and_spends_it() -> None:
    without = CORPS.replace("marker allied 1008 1", "")
    assert over(fighting(without))
    other = f"{CORPS}\nallied HQ-XXX at 0910"
    assert refusal(fighting(other), "activate HQ-XXX").rule == "1.1.3-05"
    game = fighting()
    play(game, "activate HQ-I")
    assert state(game).markers_at(ALLIED, GRID.at("1008")) == 0


@rule("10-04", "0.1.1-07", edition="bloody_summer")
def test_on_turn_1_combat_costs_no_marker() -> None:
    game = fighting(CORPS, turn=1)
    play(game, "activate HQ-I")
    assert state(game).markers_at(ALLIED, GRID.at("1008")) == 1
    assert "activate HQ-I" in orders(fighting(CORPS.replace("marker allied 1008 1", ""), turn=1))


@rule("1.1.3-04", "1.1.3-02", "1.1.3-06", "1.1.3-07", "0.1.1-05", edition="bloody_summer")
def test_an_activated_headquarters_finishes_its_combats_and_is_finished() -> None:
    text = f"{CORPS}\nallied HQ-XXX at 0910\nallied 50-Inf/69 under HQ-XXX at 1207\nmarker allied 0910 1"
    game = fighting(text, dice=[3] * 9)
    play(game, "activate HQ-I")
    assert "attack 1206" in orders(game) and "activate HQ-XXX" not in orders(game)
    while orders(game, "activate") == [] and not over(game):
        answer(game, "attack 1206", "with 3-Inf/8", "declare")
    assert has(state(game).finished, "HQ-I") and has(state(game).activated, "HQ-I")
    if not over(game):
        assert orders(game, "activate") == ["HQ-XXX"]
        assert refusal(game, "activate HQ-I").rule == "1.1.3-08"


@rule("5.2-03", edition="bloody_summer")
def test_a_headquarters_that_is_finished_or_moved_far_is_not_activated() -> None:
    g = position("operation_cobra", CORPS)
    g.extended |= 1 << piece_number("HQ-I")
    assert over(begin(g, CombatPhase(ALLIED)))


@rule("4.1.1-08", edition="bloody_summer")
def test_reserve_markers_go_with_the_owners_combat_phase() -> None:
    g = position("operation_cobra", f"{CORPS}\nallied 4-Arm-Bde reserve at 1009")
    game = begin(g, CombatPhase(ALLIED))
    play(game, "end")
    assert not state(game).reserve


# -- ends --------------------------------------------------------------------------------------------


def worn() -> State:
    """A state at the end of a phase, in which much has been used."""
    g = position("operation_cobra", f"{CORPS}\nallied 4-Arm-Bde D2 A1 at 1009\nallied 8-Arm-Bde D1 at 0911")
    g.finished |= 1 << piece_number("HQ-I")
    g.air[9] = FINISHED
    g.naval = [0] * len(g.naval)
    return g


@rule("1.1.4-01", "1.1.4-02", "1.1.4-03", "1.1.4-04", "1.0-09", "0.1.1-09", edition="bloody_summer")
def test_a_phase_end_readies_aircraft_ships_and_headquarters_and_removes_affected_markers() -> None:
    g = worn()
    end_phase(g)
    assert g.air[9] != FINISHED and any(g.naval) and not g.affected and not g.finished
    assert g.level[piece_number("4-Arm-Bde")] == 2  # disorganisation stays to the end of the turn


@rule("1.1.4-05", edition="bloody_summer")
def test_the_phase_ends_once_for_both_so_who_helped_in_defence_is_finished_in_its_own_half() -> None:
    g = position("operation_cobra", CORPS, first="allied")
    game = begin(g, Phase("A"))
    while state(game).phase != "Combat phase":
        answer(game)
    state(game).finished |= 1 << piece_number("HQ-I-SS-Pz")  # as defensive support does (5.3-08)
    while not (state(game).active == GERMAN and state(game).phase == "Movement phase"):
        answer(game)
    answer(game)
    assert over(game)  # nobody is asked in the German combat phase: its headquarters is finished
    assert not state(game).finished


@rule("1.1.5-01", "1.1.5-02", "1.0-11", "1.1.4-06", "1.1.5-03", edition="bloody_summer")
def test_at_the_end_of_a_turn_aircraft_return_units_reorganise_and_the_next_turn_begins() -> None:
    g = worn()
    game = begin(g, WholeGameFrom())
    answer(game)
    assert state(game).turn == 9
    levels = [state(game).level[piece_number(unit)] for unit in ("4-Arm-Bde", "8-Arm-Bde")]
    assert levels == [1, 0]


class WholeGameFrom(WholeGame):
    """The game at the end of a turn."""

    def begin(self, g: State) -> Next:
        g.chance = Chance.from_seed("3")
        return self.end_turn(g, None)


@rule("1.1.5-02", edition="bloody_summer")
def test_reorganisation_lowers_every_level_by_one() -> None:
    g = worn()
    reorganise(g)
    assert sorted({*g.level}) == [0, 1]


@rule("1.2-01", edition="bloody_summer")
def test_the_game_ends_with_its_last_turn() -> None:
    g = position("operation_cobra", CORPS, turn=12)
    game = begin(g, WholeGameFrom())
    assert game.over and state(game).turn == 12
    earlier = begin(position("operation_cobra", CORPS, turn=11), WholeGameFrom())
    assert not earlier.over and state(earlier).turn == 12


@rule("1.2-02", edition="bloody_summer")
def test_an_automatic_victory_ends_the_game_at_once() -> None:
    text = "allied 2-Arm/CCA at pas-de-calais\nboxes paris"
    g = position("operation_cobra", f"{text}\ngerman 12-SS/25 at 1206\nallied 3-Inf/8 at 0807", turn=9, part="A")
    game = begin(g, Phase("A"))
    for _ in range(50):
        if game.over:
            break
        answer(game)
    assert game.over and state(game).turn == 9
