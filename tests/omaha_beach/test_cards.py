"""The deck: its statistics, and the cards that the rulebook shows."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.games.omaha_beach.cards import EventKind, load_deck
from bocage.games.omaha_beach.positions import load_positions
from bocage.games.omaha_beach.terms import Colour, Symbol

DECK = load_deck()
CARDS = list(DECK.values())
ZONES = "ABCDEFG"

EVENTS = {
    10: "german_reinforcements 12, naval_marker_and_reinforcement 2, depth_one 12, depth_each_sector 4, hero 1, "
    "hero_and_depth 11, smoke 6, extra_us_action 3, reduced_us_actions 2, rocket_barrage 1",
    20: "german_reinforcements 18, naval_marker_and_reinforcement 1, naval_marker 2, depth_one 6, depth_each_sector 4, "
    "hero 1, hero_and_depth 7, extra_us_action 3, plunging_fire 2, remove_german_disruption 3, "
    "support_soldiers_join 1, rocket_barrage 1, rocket_unit_destroyed 1, release_kg_meyer 1, engineers_blocked 1, "
    "patrol_report 1, prisoner_talks 1",
    31: "german_reinforcements 13, naval_marker 4, depth_each_sector 6, hero 2, extra_us_action 1, "
    "remove_german_disruption 6, germans_concealed 6, lost_boat_teams 3, support_soldiers_join 2, "
    "naval_fire_hits_position 3, snipers 2, release_kg_meyer 2, rocket_barrage 1, rocket_unit_destroyed 1, "
    "patrol_report 1, prisoner_talks 1",
}


def test_54_cards_numbered_in_order() -> None:
    assert list(DECK) == list(range(1, 55))
    assert [card.number for card in CARDS] == list(DECK)


# ---------------------------------------------------------------------------------------- landing


def test_letters_of_each_symbol() -> None:
    found = {symbol: Counter(card.landing[symbol] for card in CARDS) for symbol in Symbol}
    assert found[Symbol.DIAMOND] == {"A": 21, "B": 17, "C": 11, "D": 5}
    assert found[Symbol.TRIANGLE] == {"A": 22, "B": 16, "C": 11, "D": 5}
    assert found[Symbol.CIRCLE] == {"A": 22, "B": 17, "C": 10, "D": 5}


def test_every_card_has_an_a_and_none_two_ds() -> None:
    assert all("A" in card.landing.values() for card in CARDS)
    assert all(list(card.landing.values()).count("D") <= 1 for card in CARDS)


def test_mine_cards() -> None:
    assert [card.number for card in CARDS if card.mine] == [1, 12, 22, 26, 32, 37, 42, 52, 53]


# ---------------------------------------------------------------------------------------- events


def test_ranges_of_turns() -> None:
    patterns = Counter(" ".join(f"{first}-{last}" for first, last in (e.turns for e in card.events)) for card in CARDS)
    assert patterns == {"2-10 11-20 21-31": 24, "2-20 21-31": 17, "2-10 11-31": 13}


@pytest.mark.parametrize("turn", EVENTS)
def test_events_of_a_window_of_turns(turn: int) -> None:
    expected = {name: int(count) for name, count in (words.split() for words in EVENTS[turn].split(", "))}
    assert Counter(card.event(turn).kind for card in CARDS) == expected
    assert sum(expected.values()) == 54


def test_every_event_holds_through_its_window() -> None:
    for first, last in ((2, 10), (11, 20), (21, 31)):
        assert all(card.event(first) is card.event(last) for card in CARDS)


@pytest.mark.parametrize(
    ("turn", "counts"), [(10, (6, 0, 4, 5, 4, 0, 6)), (20, (7, 4, 11, 11, 12, 3, 6)), (31, (3, 2, 5, 5, 6, 3, 3))]
)
def test_zones_that_reinforcements_name(turn: int, counts: tuple[int, ...]) -> None:
    found = Counter[str](zone for card in CARDS for zone in card.event(turn).zones)
    assert tuple(found[zone] for zone in ZONES) == counts


def test_card_19_on_turn_23_reinforces_c_and_g() -> None:
    assert DECK[19].event(23).kind is EventKind.GERMAN_REINFORCEMENTS
    assert DECK[19].event(23).zones == ("C", "G")


def test_every_kind_of_event_is_on_a_card() -> None:
    assert {event.kind for card in CARDS for event in card.events} == set(EventKind)


def test_events_name_positions_that_exist() -> None:
    positions = load_positions()
    groups = {position.group for position in positions.values()}
    for card in CARDS:
        for event in card.events:
            assert set(event.wn) <= groups
            assert set(event.positions.values()) <= set(positions)


def test_smoke_covers_each_wn_of_the_shore_once() -> None:
    smoked = [wn for card in CARDS for wn in card.event(2).wn]
    assert sorted(smoked) == [f"WN{number}" for number in (60, 61, 62, 64, 65, 66, 68, 70, 71, 72, 73)]


def test_concealed_germans_name_two_symbols_and_each_pair_twice() -> None:
    events = [card.event(31) for card in CARDS]
    pairs = Counter(frozenset(event.symbols) for event in events if event.symbols)
    assert set(pairs.values()) == {2} and {len(pair) for pair in pairs} == {2} and len(pairs) == 3


# ---------------------------------------------------------------------------------------- fire


def test_each_colour_is_on_27_cards_and_each_target_on_18() -> None:
    assert Counter(shot.colour for card in CARDS for shot in card.fire) == dict.fromkeys(Colour, 27)
    assert Counter(card.target for card in CARDS) == dict.fromkeys(Symbol, 18)


def test_symbols() -> None:
    found = Counter(shot.symbol for card in CARDS for shot in card.fire)
    assert found == {"F": 6, "A": 30, "R": 42, "M": 24, "P": 18, "armor": 30, "star": 12}


@pytest.mark.parametrize("colour", Colour)
def test_double_and_single_squares_of_a_colour(colour: Colour) -> None:
    found = Counter((shot.symbol, shot.double) for card in CARDS for shot in card.fire if shot.colour is colour)
    single_r, double_r = (6, 1) if colour is Colour.ORANGE else (5, 2)
    assert found == {
        ("F", True): 1,
        ("A", True): 5,
        ("R", True): double_r,
        ("R", False): single_r,
        ("M", False): 4,
        ("P", True): 2,
        ("P", False): 1,
        ("armor", True): 3,
        ("armor", False): 2,
        ("star", True): 1,
        ("star", False): 1,
    }


def test_artillery_cards() -> None:
    found = [card.number for card in CARDS if card.artillery]
    assert found == [4, 6, 14, 23, 25, 37, 40, 42, 45, 46, 47, 48]


@pytest.mark.parametrize(
    ("number", "fire"),
    [
        (24, {("red", "M"), ("purple double", "A"), ("green double", "armor")}),  # German fire, first example
        (4, {("orange", "M"), ("red double", "armor"), ("blue", "R")}),  # second example
        (21, {("red double", "A"), ("purple", "R"), ("blue", "M")}),  # German actions, first example
        (35, {("purple", "M"), ("blue double", "armor"), ("brown double", "P")}),  # second example
    ],
)
def test_cards_of_the_examples(number: int, fire: set[tuple[str, str]]) -> None:
    assert {(shot.colour + " double" * shot.double, shot.symbol) for shot in DECK[number].fire} == fire


@pytest.mark.parametrize(("value", "calibres"), [(3, (75, 88, 105)), (2, (88, 105))])
def test_artillery_values_of_the_examples_are_on_some_card(value: int, calibres: tuple[int, ...]) -> None:
    assert any(
        card.artillery and (card.artillery.value, card.artillery.calibres) == (value, calibres) for card in CARDS
    )
