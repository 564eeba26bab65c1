"""The terminal game: what can be typed, what is shown, and to whom."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from rich.console import Console

import bocage as library
from bocage.games.fire_movement.assaults import BeachAssault
from bocage.games.fire_movement.sentences import RESULTS
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import SupportFire
from bocage.games.fire_movement.words import Cup
from bocage.players import Chair, make
from tests.cli.conftest import Shell


def saved(folder: Path, scenario: str, seed: int, until: str) -> Path:
    """The record of a random game at the first decision whose prompt has some words."""
    game = library.new(scenario, seed=seed)
    chooser = random.Random(seed)
    while until not in game.decision.prompt:
        game.play(chooser.choice(game.decision.orders))
    path = folder / "game.bocage"
    game.save(path)
    return path


def test_two_keys_start_a_game_as_the_allies_against_the_sergeant(bocage: Shell) -> None:
    answer = bocage("play", "")
    assert answer.code == 0
    assert "fire_movement/sword: allied human, german sergeant." in answer.out
    assert (
        "Allied: Place a beachhead marker (3 left): 4 units land on them, at most 3 in each hex (10.9.1)" in answer.out
    )


def test_the_menu_takes_a_number_or_a_name_and_asks_again(bocage: Shell) -> None:
    answer = bocage("play --player german=random", "99", "utha", "3")
    assert "There is no battle 'utha'; did you mean utah?" in answer.out
    assert "fire_movement/utah: allied human" in answer.out
    assert "fire_movement/omaha:" in bocage("play --player german=random", "omaha").out


@pytest.mark.parametrize("typed", [(), ("",), ("", "1"), ("", "quit")])
def test_the_end_of_the_input_is_a_polite_end(typed: tuple[str, ...], bocage: Shell) -> None:
    answer = bocage("play --player german=random", *typed)
    assert answer.code == 0
    assert "Good-bye." in answer.out
    assert not answer.err


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        ("", "allied human, german sergeant"),
        ("--player german=random", "allied human, german random"),
        ("--player german=human", "allied sergeant, german human"),
        ("--player allied=random", "allied random, german human"),
        ("--player human", "allied human, german human"),
    ],
)
def test_a_seat_left_open_is_filled_sensibly(words: str, seats: str, bocage: Shell) -> None:
    assert f"fire_movement/sword: {seats}." in bocage(f"play sword {words}").out


@pytest.mark.parametrize("typed", ["2", "beachhead 1739", "BEACHHEAD 1739", "1739", "  1739  "])
def test_an_order_is_given_by_number_by_its_words_or_by_its_last_word(typed: str, bocage: Shell) -> None:
    answer = bocage("play sword --player german=random", typed)
    assert "A beachhead is marked in 1739." in answer.out


def test_several_orders_stand_in_one_line(bocage: Shell) -> None:
    answer = bocage("play sword --player german=random", "beachhead 1739 beachhead 1740 end at 1739")
    assert "8/3 br lands in 1739." in answer.out
    broken = bocage("play sword --player german=random", "beachhead 1739 beachhead 1739 end")
    assert "! not possible: 1739 has a beachhead marker already (10.9.1-03)" in broken.out
    assert broken.out.count("is marked in") == 1


def test_the_board_shows_units_terrain_beachheads_and_objectives_in_80_columns(
    bocage: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bocage.cli.terminal.PIPE_SIZE", (80, 50))
    answer = bocage("play sword --player german=random", "1739", "1740", "end", "1739", "1739", "1740")
    last = answer.out.rpartition("Sword: the fight for Caen")[2]
    assert re.search(r"1739⌂e  1740⌂e ", last)
    assert re.search(r"9/3 b\+1 185/3", last)  # two units in 1739, one in 1740
    assert re.search(r"0937◇c =0938◇c =0939◇c #", last)  # a road through Caen and a bridge over the Orne
    assert re.search(r"1441   \|1442.*\n.* ~~~\|", last)  # the Orne to the east and to the south-east
    assert re.search(r"1439 h .*\n.* : ", last) and re.search(r"1638   =1639.*\n.* \\ ", last)  # a trail, and roads
    assert "Caen" in last and "e beach" in bocage("play sword --player german=random", "help").out
    assert max(map(len, last.splitlines())) <= 80


def test_a_terminal_without_unicode_gets_plain_signs() -> None:
    from bocage.cli.display import Display

    game = library.new("sword", seed=1)
    game.play("at 0838")
    display, console = Display(game.setting, unicode=False), Console(width=100)
    for seat in ("allied", "german"):
        seen = display.seen(game.view(seat), seat, game.length)
        with console.capture() as told:
            for shown in (display.heading(seen, 100), display.board(seen, 100, 60), display.legend()):
                console.print(shown)
        plain = re.sub(r"\x1b\[[\d;]*m|[éÎîèâ]", "", told.get())
        assert plain.isascii()
        assert "0938?c" in plain


def test_the_status_tells_turn_phase_markers_and_victory(bocage: Shell, tmp_path: Path) -> None:
    path = saved(tmp_path, "sword", 3, "No unit can move")
    out = bocage(f"play --load {path} --player german=random").out
    assert "Sword: the fight for Caen · Turn 1 of 17 · 6-7 June 1944 · Allied Movement Phase" in out
    told = " ".join(out.split())
    assert re.search(
        r"Victory: Allies: Objectives 0 of 4 needed · Germans: Beachheads \d; .* · The Allies fall short they do now; ",
        told,
    )
    assert re.search(r"Support: German \d+ of 21 markers left .* · Commonwealth aircraft \d of 8 markers left", told)
    assert re.search(r"Losses: Allied \d units? eliminated, \d steps? missing · German \d", told)


def test_facts_are_told_with_their_rules_where_the_heading_has_no_room(
    bocage: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bocage.cli.terminal.PIPE_SIZE", (60, 24))
    out = bocage("play combined_campaign --player german=random", "facts beachheads", "facts zzz").out
    heading = out.rpartition("Combined campaign")[2].partition("\n  ")[0]
    assert "Victory: Allies: City hexes 0 of 21 needed" in out and "…" in heading
    assert re.search(r"victory: Germans +Beachheads +0; .*15\.5-01", " ".join(out.split()))
    assert "No fact has 'zzz' in its line." in out


def test_whoever_begins_is_briefed_and_can_ask_again(bocage: Shell) -> None:
    told = " ".join(bocage("play sword --player german=random", "briefing").out.split())
    assert told.count("The 3rd Division comes ashore while the 6th Airborne Division drops") == 2
    assert told.count("The Allies: Be the last to have held all four hexes of Caen north of the Orne") == 2


# -- what a seat may know -------------------------------------------------------------------------


def set_up_hexes(seed: int) -> list[str]:
    """Where the random player records the German units."""
    game, player = library.new("sword", seed=seed), make("random", seed=sum(map(ord, "german")))
    hexes = []
    while game.decision.seat == "german":
        order = player.choose(Chair(game))
        hexes.append(str(order).split()[1])
        game.play(order)
    return hexes


def test_the_allied_player_does_not_see_the_german_set_up_before_it_is_revealed(bocage: Shell) -> None:
    answer = bocage(
        "play sword --player german=random --seed 5", "units 716", "map all", *(f"hex {h}" for h in set_up_hexes(5))
    )
    assert "is recorded in" not in answer.out
    assert "recorded in" not in answer.out
    assert not re.search(r"^716/716 ", answer.out, re.M) or "still to be placed" in answer.out
    board = answer.out.rpartition("Markers:")[2]
    assert "716/716" not in board.partition("> ")[0]


def test_the_german_player_sees_his_own_set_up_on_the_board(bocage: Shell) -> None:
    answer = bocage("play sword --player german=human --player allied=random", "at 0838", "map 0838")
    assert "716/716 is recorded in 0838." in answer.out
    board = answer.out.rpartition("Sword: the fight for Caen")[2]
    assert "716/716" in board


def test_two_people_at_one_screen_hand_it_over_when_something_is_hidden(bocage: Shell) -> None:
    set_up = ["at 0140", "at 0141", "at 0142", "at 0143", "at 0144", "at 0145", "at 0146", "at 0147", "at 0938"]
    answer = bocage("play sword --player human --seed 1", "", *set_up, "", "1739")
    parts = answer.out.split("Press Enter when nobody else looks.")
    assert len(parts) == 3
    assert parts[0].endswith("German decides. ") and parts[1].endswith("Allied decides. ")
    assert "is recorded in" in parts[1]
    assert "recorded" not in parts[2] and "A beachhead is marked in 1739." in parts[2]


def test_no_curtain_falls_between_people_of_one_side_and_nothing_is_told_twice(bocage: Shell) -> None:
    answer = bocage("play first_waves --player human --option players=two --seed 1", *["1"] * 12)
    assert "nobody else looks" not in answer.out
    assert "first_waves: 1st human, 29th human." in answer.out
    assert answer.out.count("Turn 1, 0615 hours") == 1


# -- commands -------------------------------------------------------------------------------------


def test_help_lists_every_command(bocage: Shell) -> None:
    out = bocage("play sword --player german=random", "help").out
    for word in (
        "orders",
        "why",
        "odds",
        "map",
        "units",
        "unit",
        "hex",
        "log",
        "rules",
        "undo",
        "hint",
        "intent",
        "save",
        "quit",
    ):
        assert re.search(rf"^  {word}\b", out, re.M), word


def test_orders_can_be_filtered(bocage: Shell) -> None:
    out = bocage("play sword --player german=human", "orders 0838").out
    assert re.search(r"\d+ at 0838  Set up in 0838 Caen; city", out)
    assert "No order has 'zzz' in it." in bocage("play sword --player german=human", "orders zzz").out


def test_why_names_the_rule(bocage: Shell) -> None:
    answer = bocage("play sword --player german=random", "why end", "why 1739")
    assert "Not possible: place at least one beachhead marker (10.9.1-01)" in answer.out
    assert "'beachhead 1739' is possible." in answer.out


def test_odds_show_each_result_with_its_chance(bocage: Shell, tmp_path: Path) -> None:
    path = saved(tmp_path, "sword", 3, "support fire marker in the attack")
    game = library.load(path)
    assert game.decision.seat == "allied"
    odds = game.preview("pass")
    assert odds is not None
    out = bocage(f"play --load {path} --player german=random", "odds pass", "odds", "odds 1").out
    assert f"pass: {odds.attack} against {odds.defence}, line {odds.line}, column {odds.column}" in out
    out = re.sub(r" *\n {10,}(?=[^\d\s])", " ", out)  # a long result goes on in the next line
    for code, chance in odds.results.items():
        assert re.search(rf"^ +{chance * 100:.1f}% +#* +\w.* \({re.escape(code)}\)", out, re.M), (code, out)
    told = re.findall(r"^ +[\d.]+% .*\((\S+)\)", out, re.M)[: len(odds.results)]
    assert told == [code for code in RESULTS if code in odds.results], "the best for the attacker first"
    out = " ".join(out.split())
    assert re.search(r"Not counted are the support markers that may still come: at most [12] of the", out)


def test_odds_do_not_give_away_face_down_markers(bocage: Shell, tmp_path: Path) -> None:
    game = library.load(saved(tmp_path, "sword", 3, "first support fire marker in the attack"))
    game.play("draw cw-artillery")
    assert game.decision.seat == "german"
    path = tmp_path / "then.bocage"
    game.save(path)
    support, assault = game.state.stack[-1], game.state.stack[-2]
    assert isinstance(support, SupportFire) and isinstance(assault, BeachAssault) and isinstance(game.state, State)
    ((_, marker),) = support.attack_markers
    units = sum(map(game.state.attack_of, assault.attackers))
    view = game.view("german")
    assert marker > 0 and isinstance(view, State)
    cup = view.cups[Cup.CW_ARTILLERY]
    expected = round(units + sum(cup) / len(cup))
    assert marker in cup and expected != units + marker
    assert f"pass: {expected} against 0," in bocage(f"play --load {path} --player german=human", "odds pass").out


def test_units_unit_and_hex_tell_what_is_known(bocage: Shell) -> None:
    out = bocage("play sword --player german=random", "units 6th airborne", "unit 22/21", "hex 0938", "hex 2001").out
    assert re.search(r"^ *3/6 +4-9-6", out, re.M)
    assert "22/21: 22nd Panzer Regiment, 21st Panzer Division, tank regiment, 6-5-12, German set-up" in out
    assert (
        "front 6-5-12; back 3-4-12; values: attack, defence, movement; 2 steps; mobile" in out
        and "Values: reconstructed" in out
    )
    assert "0938: Caen, city" in out and "Road: W (0937), NW (1037), E (0939), SE (0838)" in out
    assert "City: leg units 2, mobile units 2, line of the results table city" in out
    assert "Objective: Counts for victory." in out
    assert "not in play in this scenario" in out
    assert (
        "No unit of this scenario has 'zzz' in its line."
        in bocage("play sword --player german=random", "units zzz").out
    )


def test_a_hex_tells_zones_and_supply_and_its_units(bocage: Shell) -> None:
    out = bocage("play sword --player german=random", "1739", "1740", "end", "1739", "hex 1739", "hex 1740").out
    own, beside = out.partition("1739: beach\n")[2].split("1740: Lion-sur-Mer, beach\n")
    assert "Beachhead\nAllied supply: in supply\n" in own and "Allied zones" not in own
    assert "Beachhead\nAllied zones of control: in an Allied zone of control\nAllied supply: in supply\n" in beside
    assert "8/3-br: 8th Infantry Brigade, 3rd Infantry Division, 4-9-6, in 1739, landed" in own


def test_rules_give_our_text_and_the_edition_being_played(bocage: Shell) -> None:
    out = bocage("play sword --player german=random", "rules 10.9.1-03", "rules").out
    assert len(re.findall(r"^(?:> )?10\.9\.1-03 ", out, re.M)) == 2  # asked for, and again with its whole section
    folio = bocage("play on_to_caen --player german=random", "rules").out
    assert "! no rule" not in folio
    campaign = bocage(
        "play commonwealth_campaign --option edition=folio --player allied=random", "rules", "rules Quad 11.2-03"
    ).out
    assert "(Quad 11.4)" in campaign and "\n11.4-02 " in campaign  # the folio has no set-up of Gold and Juno
    assert "11.2-03 German support fire markers: " in campaign


def test_undo_takes_back_the_order_and_its_line_in_the_log(bocage: Shell) -> None:
    out = bocage("play sword --player german=random", "1739", "undo", "1740", "log 1").out
    assert out.count("A beachhead is marked in 1739.") == 1  # when it was placed, and not in the log
    assert out.count("A beachhead is marked in 1740.") == 2
    assert "(3 left)" in out.partition("undo")[2] or out.count("(3 left)") == 2


def test_undo_stops_at_the_dice(bocage: Shell) -> None:
    typed = ["1739", "1740", "end", "1739", "1739", "1740", "1740", "zone 1343", "1343", "1342", "1442", "undo"]
    assert (
        "cannot be taken back: chance has spoken since"
        in bocage("play sword --player german=random --seed 5", *typed).out
    )


def test_hint_is_a_legal_order(bocage: Shell) -> None:
    out = bocage("play sword --player german=random", "hint").out
    assert re.search(r"The program would say: beachhead 1(640|739|740|838)", out)


def test_a_hint_gives_its_reasons_what_it_risks_and_what_else_could_be_done(bocage: Shell) -> None:
    out = bocage("play race_to_cherbourg --player german=random --seed 3", "hint").out
    told = " ".join(out.partition("The program would say: ")[2].split())
    assert re.search(r"outlook \d+%, \d+% if it goes badly", told)
    assert re.search(r"The plan behind it: your side .+\.", told)
    assert re.search(r"(As good by all that could be tried|Instead you could): interdict \S+ \(", told)


def test_units_are_called_by_their_names_and_by_their_ids_only_in_orders(bocage: Shell) -> None:
    out = bocage("play race_to_cherbourg --player german=random --seed 3", "end", "orders").out
    assert re.search(r"^  9th Air Force 2 flies air superiority\.", out, re.M)
    assert re.search(r"^ +\d+ interdict 9-AF-B-26 ", out, re.M)
    assert "HQ VII" in out and "HQ-VII" not in out.partition("US: ")[0]


def test_orders_say_what_they_cost_for_sure(bocage: Shell, tmp_path: Path) -> None:
    path = saved(tmp_path, "sword", 2, "or stand and lose a step")
    out = bocage(f"play --load {path} --player allied=human --player german=human", "").out
    assert re.search(r"stand (\S+) .*\1 (loses a step|is eliminated)\.", out)


def test_enter_alone_gives_the_only_order_and_otherwise_asks_again(bocage: Shell) -> None:
    out = bocage("play sword --player german=random", "").out
    assert out.count("Allied: Place a beachhead marker (3 left)") == 2
    assert "is marked in" not in out


# -- saving ---------------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was_left(bocage: Shell, tmp_path: Path) -> None:
    path = tmp_path / "sword.bocage"
    first = bocage(f"play sword --player german=random --seed 8 --save {path}", "1739", "1740", "quit")
    assert f"The game is saved to {path}" in first.out
    again = bocage(f"play --load {path} --player german=random --save {path}", "log", "1640")
    assert "A beachhead is marked in 1739." in again.out  # from the log
    assert [str(played.order) for played in library.load(path).history[-3:]] == [
        "beachhead 1739",
        "beachhead 1740",
        "beachhead 1640",
    ]


def test_save_writes_the_game_and_quit_alone_writes_nothing(bocage: Shell, tmp_path: Path) -> None:
    path = tmp_path / "here.bocage"
    answer = bocage("play sword --player german=random", "1739", "quit")
    assert "The game is not saved." in answer.out
    assert not list(tmp_path.iterdir())
    bocage("play sword --player german=random", "1739", f"save {path}", "1740", f"save {path}", "quit")
    assert str(library.load(path).history[-1].order) == "beachhead 1740"


def test_an_interruption_keeps_a_game_that_is_to_be_saved(
    bocage: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(["1739", "1740"])

    def read(prompt: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", read)
    path = tmp_path / "game.bocage"
    answer = bocage(f"play sword --player german=random --save {path}")
    assert answer.code == 130
    assert f"The game is saved to {path}" in answer.out
    assert str(library.load(path).history[-1].order) == "beachhead 1740"


def test_the_same_seed_gives_the_same_game(bocage: Shell, tmp_path: Path) -> None:
    for name in "ab":
        bocage(
            f"play sword --seed 12 --player german=random --save {tmp_path / name}",
            "1739",
            "end",
            "1739",
            "1739",
            "1739",
        )
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()


# -- whole games ----------------------------------------------------------------------------------


def test_two_programs_play_a_game_to_its_end(bocage: Shell) -> None:
    answer = bocage("play sword --player random --seed 2")
    assert answer.code == 0
    assert "Turn 17 begins." in answer.out or "strategic victory" in answer.out
    assert re.search(r"The game is over: (allied|german) \w+ victory: .* \(12\.8-0\d\)", answer.out)


def test_a_person_plays_a_game_to_its_end(bocage: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.cli.terminal.PIPE_SIZE", (80, 12))
    path = tmp_path / "game.bocage"
    answer = bocage(
        f"play sword --player german=random --seed 2 --save {path}", *["1"] * 12, *["end", "pass", "1"] * 700
    )
    assert answer.code == 0
    assert "The game is over:" in answer.out
    assert library.load(path).outcome is not None
    assert "this game is over" in bocage(f"play --load {path}").err


# -- any game ---------------------------------------------------------------------------------------------------------


def test_the_second_game_is_shown_by_the_same_terminal(bocage: Shell) -> None:
    out = bocage(
        "play easy_fox --seed 5", "units 741", "unit 1/B/741", "hex 0509", "map 0812", "hint", "end", "log 3"
    ).out
    assert "Easy Fox: one beach, one division · Turn 1 of 16" in out
    assert re.search(r"0509.*\n.*1/B/74\*", out), "the unit stands below the number of its hex"
    assert "WN62N" in out and "The program would say: " in out
    assert re.search(r"^ *1/B/741 +2-1-diamond", out, re.M) and "strength" in out
    assert "0509: " in out and "Fire card" in out


def test_odds_of_cards_and_weapons_are_told_in_full(bocage: Shell, tmp_path: Path) -> None:
    game = library.new("first_waves", seed=3)
    players = {seat: make("greedy", 1) for seat in game.setting.seats}
    while "attack" not in {order.verb for order in game.decision.orders}:
        game.play(players[game.decision.seat].choose(Chair(game)))
    attack = next(order for order in game.decision.orders if order.verb == "attack")
    path = tmp_path / "game.bocage"
    game.save(path)
    out = bocage(f"play --load {path}", "", f"odds {attack}", "odds").out
    odds = game.preview(attack)
    assert odds is not None and f"{attack}: {odds.attack} against {odds.defence}" in out
    for chance in odds.results.values():
        assert f"{chance:.1%}" in out
    assert "each is counted as equally likely" in " ".join(out.split())


def test_both_seats_of_a_side_belong_to_one_person_unless_he_says_otherwise(bocage: Shell) -> None:
    assert "1st human, 29th human" in bocage("play first_waves --seed 5").out
    assert "1st human, 29th sergeant" in bocage("play first_waves --seed 5 --player 29th=greedy").out
    assert "there is no seat 'german'" in bocage("play first_waves --player german=random").err


def test_the_terminal_refuses_what_is_not_there(bocage: Shell) -> None:
    out = bocage("play easy_fox --seed 5", "hex 9999", "unit nobody", "map 9999", "units zzz").out
    assert "there is no hex '9999'" in out and "there is no unit 'nobody'" in out
    assert "No unit of this scenario has 'zzz' in its line." in out


def test_the_us_are_named_as_they_write_themselves(bocage: Shell) -> None:
    shown = bocage("play race_to_cherbourg --player human --seed 1", "", "quit").out
    assert "US decides. Press Enter" in shown and "\nUS: " in shown
    assert "Us " not in shown and "Us:" not in shown
