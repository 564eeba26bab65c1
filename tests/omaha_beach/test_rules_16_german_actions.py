"""Chapter 16 and the German Action Summary: what positions do beside firing, all but the advance."""

from __future__ import annotations

from typing import get_args

import pytest

from bocage.games.omaha_beach.cards import ActionSymbol
from bocage.games.omaha_beach.content import load_content
from bocage.games.omaha_beach.fire_phase import FirePhase
from bocage.games.omaha_beach.german_actions import action_of, rank
from bocage.games.omaha_beach.harassment import mortar_range
from bocage.games.omaha_beach.words import GRID
from bocage.kernel import Event, Game
from tests.omaha_beach.positions import fire_card, german_at, has, is_over, names, position, state, steps
from tests.questions import orders, play, refusal
from tests.support import rule

DEPTH = {"mobile": "mobile mobile mobile", "building": "building building", "wn": "wn wn"}
POOLS = {"tactical": "9/3/726 3/1/726 5/2/916"}
QUIET = 20  # a card with neither R nor A, for the west


def card(letters: str, target: str | None = None, *, double: str = "") -> int:
    """The first card without artillery with letters beside colours, ``"red A purple R"``, some colours double."""
    words = letters.split()
    symbols = dict(zip(words[::2], words[1::2], strict=True))
    single = " ".join(colour for colour in symbols if colour not in double.split())
    return fire_card(target, single=single, double=double, symbols=symbols, artillery=0)


def fire(
    pieces: str,
    number: int,
    *,
    turn: int = 20,
    west: int | None = None,
    gone: str = "",
    garrisons: str = "",
    pools: dict[str, str] | None = None,
    depth: dict[str, str] | None = None,
    smoke: str = "",
    picks: tuple[int, ...] = (),
    players: str = "one",
) -> Game:
    """A German Fire Phase of the extended game with a card for the east."""
    cards = [number, west or (QUIET if number != QUIET else 53)]
    return position(
        pieces, phase="fire", turn=turn, cards=cards, gone=gone, garrisons=garrisons, pools=pools or {},
        depth_pools=DEPTH if depth is None else depth, smoke=smoke, picks=picks, players=players,
    )  # fmt: skip


def told(game: Game, kind: str) -> list[Event]:
    """What the phase told of a kind."""
    return [event for event in game.opening_events if event.kind == kind]


def who(game: Game, kind: str) -> list[str]:
    """The positions of such events, in order."""
    battle, found = state(game).battle, list[str]()
    for event in told(game, kind):
        group, place = event.facts.get("group"), event.facts.get("position")
        found.append(battle.group_names[int(str(group))] if group is not None else battle.positions[int(str(place))].id)
    return found


def idle(game: Game) -> dict[str, str]:
    """The positions that do nothing, and why."""
    return dict(zip(who(game, "no_action"), (str(e.facts["why"]) for e in told(game, "no_action")), strict=True))


# -- the summary ----------------------------------------------------------------------------------------------

SUMMARY = {
    "F": ("fire none none", "fire none none"),
    "armor": ("fire none none", "fire none none"),
    "star": ("fire none none", "fire none none"),
    "R": ("re_supply redeploy reinforce", "fire none re_occupy"),
    "M": ("fire mortar none", "fire mortar none"),
    "P": ("patrol patrol none", "fire none none"),
    "A": ("advance advance ambush", "fire artillery_fire none"),
}


@rule("GAS-01", "GAS-02", "GAS-03", "GAS-04", "GAS-05", "GAS-06", "GAS-07", "GAS-08", "GAS-09", edition="omaha")
@rule("GAS-10", "GAS-11", "GAS-12", "GAS-13", "GAS-14", "GAS-15", "16-02", "16-09", "16-10", edition="omaha")
@rule("16-11", "16-12", "16-13", edition="omaha")
@pytest.mark.parametrize("symbol", get_args(ActionSymbol))
def test_the_action_summary(symbol: ActionSymbol) -> None:
    """Occupied with US units in the field of fire, occupied without, and empty; a position and a WN."""
    for name, unit, hex_, cells in (
        ("C3", "1/1/726", "1212", SUMMARY[symbol][0]),
        ("WN60", "WN75", "0708", SUMMARY[symbol][1]),
    ):
        found = []
        for pieces in (f"german {name} {unit}\nus E/2/16 at {hex_}", f"german {name} {unit}", f"us E/2/16 at {hex_}"):
            g = state(position(pieces, phase="engineers", turn=20))
            group = g.battle.group_names.index(name)
            shots = [s for c in g.battle.deck.values() for s in c.fire if s.symbol == symbol]
            found.append(action_of(g, group, shots[0]))
        assert found == cells.split()


@rule("GAS-16", edition="omaha")
def test_armor_in_the_action_summary() -> None:
    """The armor unit that is on the card acts by the symbol beside its colour."""
    pieces = "armor 1/1/352PzJ at 1220\nus E/2/16 at 0714"
    game = position(
        pieces, phase="fire", turn=20, cards=[QUIET, card("green M")], scenario="d_day", options={"german_armor": "yes"}
    )
    assert [event.facts["action"] for event in told(game, "armor_acts")] == ["move_or_fire"]
    armor = {symbol: row.armor for symbol, row in state(game).battle.tables.actions.items()}
    assert armor == {
        "F": "fire_or_move", "armor": "fire_or_move", "star": "fire_or_move", "R": "overrun", "M": "move_or_fire",
        "P": "position_and_fire", "A": "aimed_fire",
    }  # fmt: skip


@rule("GAS-04", "GAS-05", edition="omaha")
@pytest.mark.parametrize(
    ("german", "hex_", "armor", "other"),
    [
        ("C1 1/1/726 revealed", "0912", "brown armor", "brown M"),
        ("WN60 WN75 depth wn", "0708", "purple armor", "purple M"),
    ],
)
def test_the_armor_symbol_lets_positions_hit_armor(german: str, hex_: str, armor: str, other: str) -> None:
    """In a steady hex, where fire without the bonus spares tanks."""
    for letters, left in ((armor, 1), (other, 2)):
        number = card(letters, "diamond" if german.startswith("C1") else None)
        tank = {"triangle": "1/A/741", "circle": "2/A/741", "diamond": "1/B/741"}[load_content().deck[number].target]
        game = fire(f"german {german}\nus {tank} at {hex_}", number)
        assert who(game, "position_fires") == [german.split(maxsplit=1)[0]] and steps(game, tank) == left


@rule("GAS-06", "GAS-07", edition="omaha")
@pytest.mark.parametrize(
    ("name", "unit", "hex_", "letters"),
    [("C1", "1/1/726", "1012", "brown star"), ("WN65N", "WN", "0717", "red star")],
)
def test_the_star_lets_positions_hit_leaders(name: str, unit: str, hex_: str, letters: str) -> None:
    game = fire(f"german {name} {unit} revealed\nus 16-HQ at {hex_}", card(letters))
    assert who(game, "leader_fire") == [name.rstrip("N")]


# -- who is checked, and in which order --------------------------------------------------------------------------


@rule("16-E2", "16-01", "16-07", "16-08", edition="omaha")
def test_first_example_of_german_actions() -> None:
    """Red A, purple R, blue M in the east."""
    number = card("red A purple R blue M", "circle", double="red")
    game = fire(
        """
        german WN60 WN75
        german A2 1/1/726
        us G/2/16 at 0610
        us C/1/16 at 1210
        us M/3/16 at 1212
        """,
        number,
        pools=POOLS,
    )
    assert who(game, "position_fires") == ["WN60", "A2"]
    assert german_at(game, "A4") == "9/3/726, with depth, face down"  # empty and within two hexes
    assert who(game, "ambush_hits") == ["C3"] and steps(game, "M/3/16") == 2
    assert steps(game, "G/2/16") == 2 and steps(game, "C/1/16") == 2

    # Without US units in its field the blue position would fire mortars, and the empty WN would be manned again.
    other = fire("german A2 1/1/726\nus G/2/16 at 1212", number, gone='"WN 1 BG"')
    assert who(other, "mortar_hits") == ["A2"] and "WN60" in who(other, "re_occupied")


@rule("16-E3", "16-07", edition="omaha")
def test_second_example_of_german_actions() -> None:
    """Purple M, double blue with armor bonus, double brown P."""
    number = card("purple M blue armor brown P", "triangle", double="blue brown")
    pieces = """
        german A3 1/1/726
        german WN60 WN75
        german A2 3/1/726 depth mobile
        german C1 5/2/916 depth building
        us D/1/16 at 0908
        us F/2/16 at 0610
        us B/1/16 at 1210
        us E/2/16 at 1212
        us I/3/16 at 1211
    """
    game = fire(pieces, number)
    assert who(game, "position_fires") == ["WN60", "A2"]  # and no armor for the bonus to hit
    assert [e.facts["armor_bonus"] for e in told(game, "position_fires")] == [False, True]
    assert who(game, "holds_fire") == ["A3"] and steps(game, "D/1/16") == 3 and not has(game, "D/1/16", "disrupted")
    assert german_at(game, "A4") == "empty"
    assert set(who(game, "patrol_hits")) == {"C1"} and has(game, "E/2/16", "disrupted")
    assert not has(game, "I/3/16", "disrupted") and steps(game, "I/3/16") == 3  # sporadic dots

    silent = fire("german WN60 WN75\nus F/2/16 at 0713", number)  # if nobody were in the field of the WN
    assert who(silent, "mortar_hits") == []  # 0713 is six hexes off
    mortars = fire("german WN60 WN75\nus F/2/16 at 0810\nus B/1/16 at 0712", number)
    assert who(mortars, "mortar_hits") == [] and who(mortars, "position_fires") == ["WN60"]


@rule("16-04", "16-E1", "16.4-04", edition="omaha")
def test_the_higher_number_is_served_first() -> None:
    """A9 and A4 are both purple and may call for reinforcements; one unit is left."""
    pieces = "us C/1/16 at 1210\nus G/2/16 at 1105"
    number = card("purple R")
    both = fire(pieces, number, pools=POOLS)
    assert german_at(both, "A9") != "empty" and german_at(both, "A4") != "empty"
    one = fire(pieces, number, pools={"tactical": "1/1/726"})
    assert german_at(one, "A9") == "1/1/726, with depth, face down" and german_at(one, "A4") == "empty"
    assert idle(one)["A4"] == "pool"
    assert steps(both, "G/2/16") == 3  # A9 is there and does not fire yet


@rule("16-04", edition="omaha")
def test_numbers_come_before_letters_and_blanks_last() -> None:
    g = state(position("", phase="engineers", turn=20))
    groups = [
        g.battle.group_names.index(name) for name in ("WN64", "A9", "B9", "C4", "A4", "blank-1014", "C10", "WN60")
    ]
    ordered = sorted(groups, key=lambda group: rank(g, group), reverse=True)
    expected = ["WN64", "WN60", "C10", "B9", "A9", "C4", "A4", "blank-1014"]
    assert [g.battle.group_names[group] for group in ordered] == expected


@rule("16-03", "14.12-01", "14.12-02", edition="omaha")
def test_each_result_is_carried_out_before_the_next_check() -> None:
    """B/1/16 with its last step is the only unit in reach of both A2 and A1: what A2 kills A1 cannot see any more."""
    number = fire_card("triangle", double="blue", single="", symbols={"red": "star", "blue": "A"})
    pieces = (
        "german A1 1/1/726 revealed depth mobile\ngerman A2 3/1/726 revealed depth mobile\nus B/1/16 at 1109 steps {}"
    )
    twice = fire(pieces.format(3), number)
    assert who(twice, "position_fires") == ["A2", "A1"] and steps(twice, "B/1/16") == 1  # one step to each position
    once = fire(pieces.format(1), number)
    assert who(once, "position_fires") == ["A2"] and steps(once, "B/1/16") == 0


@rule("16-05", "16-06", edition="omaha")
def test_disrupted_units_do_nothing_and_recover_afterwards() -> None:
    number = card("red P", "circle")
    game = fire("german C3 1/1/726 depth mobile disrupted\nus E/2/16 at 1212", number)
    assert not has(game, "E/2/16", "disrupted") and steps(game, "E/2/16") == 3
    assert who(game, "holds_fire") == ["C3"] and german_at(game, "C3") == "1/1/726, with depth, face down"
    supply = fire("german A4 1/1/726 disrupted\nus C/1/16 at 1209", card("purple R"))
    assert german_at(supply, "A4") == "1/1/726, face down"


@rule("16-05", "16-01", "16.4-01", edition="omaha")
def test_empty_positions_act_only_near_us_units_and_in_communication() -> None:
    number = card("purple R")
    far = fire("us C/1/16 at 1211", number, pools=POOLS)  # 1211 is two hexes from A4
    assert german_at(far, "A4") != "empty"
    farther = fire("us C/1/16 at 1112", number, pools=POOLS)
    assert german_at(farther, "A4") == "empty" and "A4" not in idle(farther)
    ring = "us C/1/16 at 1309\nus G/2/16 at 1311\nus A/1/16 at 1409\nus B/1/16 at 1210\nus D/1/16 at 1410"
    cut_off = fire(ring, number, pools=POOLS)
    assert german_at(cut_off, "A4") == "empty" and "A4" not in idle(cut_off)


@rule("16-08", "16.9-01", edition="omaha")
def test_an_empty_position_acts_on_a_double_symbol() -> None:
    game = fire("us E/2/16 at 1212", card("red A", "diamond", double="red"))
    assert who(game, "ambush_hits") == ["C3"]


@rule("16-11", "GAS-03", edition="omaha")
def test_smoke_stops_only_fire() -> None:
    number = card("purple M", "triangle")
    smoked = fire("german WN60 WN75\nus F/2/16 at 0610", number, smoke="WN60")
    assert who(smoked, "holds_fire") == ["WN60"] and steps(smoked, "F/2/16") == 3
    mortars = fire("german WN65N 'WN 1'\nus F/2/16 at 0714", card("red M", "triangle"), smoke="WN65")
    assert who(mortars, "mortar_hits") == ["WN65"] and steps(mortars, "F/2/16") == 2


# -- re-occupy ------------------------------------------------------------------------------------------------


@rule("16.1-01", "16.1-02", "16.1-03", "14-07", edition="omaha")
def test_an_empty_wn_is_manned_again() -> None:
    number = card("purple R")
    game = fire("us F/2/16 at 0610", number, gone='"WN75 1 BZ MO" "WNrocket 1 BZ MO" "WN 2 BG"')
    assert german_at(game, "WN60") == "WN 2 BG"  # face up, and not one with a gun or the rockets
    assert steps(game, "F/2/16") == 3 and not who(game, "position_fires")
    assert len(state(game).gone) == 2
    nobody = fire("us F/2/16 at 0610", number, gone='"WN75 1 BZ MO"')
    assert german_at(nobody, "WN60") == "empty" and idle(nobody)["WN60"] == "units"


@rule("16.1-01", "19.3-02", edition="omaha")
@pytest.mark.parametrize(("pieces", "garrisons"), [("us F/2/16 at 0807", ""), ("us F/2/16 at 0610", "WN60")])
def test_us_units_and_garrisons_keep_a_wn(pieces: str, garrisons: str) -> None:
    game = fire(pieces, card("purple R"), gone='"WN 2 BG"', garrisons=garrisons)
    assert german_at(game, "WN60") == "empty"


@rule("16.1-01", edition="omaha")
def test_a_wn_out_of_communication_stays_empty() -> None:
    ring = "us F/2/16 at 0906\nus E/2/16 at 0908\nus G/2/16 at 0806\nus H/2/16 at 0808"
    game = fire(ring, card("purple R"), gone='"WN 2 BG"')
    assert german_at(game, "WN60") == "empty"


@rule("16.11-01", "16.11-02", edition="omaha")
def test_both_hexes_of_a_wn_or_none() -> None:
    number, gone = card("green R"), '"WN 2 BG" "WN 1 BG" "WN 2 BZ"'
    both = fire("us F/2/16 at 0610", number, gone=gone)
    assert german_at(both, "WN62N") != "empty" and german_at(both, "WN62S") != "empty"
    held = fire("us F/2/16 at 0812", number, gone=gone)
    assert german_at(held, "WN62N") == german_at(held, "WN62S") == "empty"
    manned = fire("german WN62S WN75\nus F/2/16 at 0610", number, gone=gone)
    assert german_at(manned, "WN62N") == "empty"


@rule("16.12-01", edition="omaha")
@pytest.mark.parametrize(("hex_", "taken"), [("0716", "WN65N"), ("1118", "WN65S")])
def test_too_few_units_go_nearest_to_us_units(hex_: str, taken: str) -> None:
    pieces, number = f"us F/2/16 at {hex_}", card("red R")
    both = fire(pieces, number, gone='"WN 2 BG" "WN 1 BG"')
    assert german_at(both, "WN65N") != "empty" and german_at(both, "WN65S") != "empty"
    one = fire(pieces, number, gone='"WN 2 BG"')
    assert [name for name in ("WN65N", "WN65S") if german_at(one, name) != "empty"] == [taken]
    assert "WN65" not in idle(one)  # one of its hexes is manned, so nobody is told that it does nothing


# -- re-supply ------------------------------------------------------------------------------------------------


@rule("16.2-01", "16.2-02", "16.21-01", "GAS-08", edition="omaha")
def test_a_lone_unit_is_supplied_and_fires_even_on_a_double_symbol() -> None:
    number = card("purple R", double="purple")
    game = fire("german A4 1/1/726\nus C/1/16 at 1209", number)
    assert german_at(game, "A4") == "1/1/726, with depth, face down"
    assert who(game, "re_supplied") == ["A4"] and who(game, "position_fires") == ["A4"]
    assert [e.facts["limit"] for e in told(game, "position_fires")] == [4]


@rule("16.2-03", "16.21-01", edition="omaha")
def test_without_communication_there_is_no_supply() -> None:
    ring = "us C/1/16 at 1309\nus G/2/16 at 1311\nus A/1/16 at 1409\nus B/1/16 at 1210\nus D/1/16 at 1410"
    pieces = f"german A4 1/1/726\n{ring}\nus M/3/16 at 1209"
    single = fire(pieces, card("purple R"))
    assert german_at(single, "A4") == "1/1/726, face down"
    assert who(single, "position_fires") == ["A4"] and not who(single, "re_supplied")
    double = fire(pieces, card("purple R", double="purple"))
    assert german_at(double, "A4") == "1/1/726, face down" and who(double, "holds_fire") == ["A4"]
    full = fire("german A4 1/1/726 depth building\nus C/1/16 at 1209", card("purple R"))
    assert not who(full, "re_supplied") and who(full, "position_fires") == ["A4"]


# -- redeploy -------------------------------------------------------------------------------------------------


@rule("16.3-01", "16.3-02", "16.32-01", edition="omaha")
def test_a_unit_without_targets_redeploys() -> None:
    """C2 has nobody to fire at; E/2/16 in 1212 is in the fields of C1, C3 and A-positions are empty."""
    game = fire("german C2 1/1/726 depth mobile\nus E/2/16 at 1112", card("orange R", "circle"))
    assert german_at(game, "C2") == "empty" and german_at(game, "C1") == "1/1/726, with depth, face down"
    assert steps(game, "E/2/16") == 3 and not has(game, "E/2/16", "disrupted")
    [event] = told(game, "redeploys")
    assert game.sentence(event).startswith(
        "C2 redeploys to C1: it has nobody to fire at, and the field of C1 has 6 US strength points in it."
    )


@rule("16.3-02", edition="omaha")
def test_nowhere_to_redeploy_to() -> None:
    assert idle(fire("german C2 1/1/726\nus F/2/16 at 0610", card("orange R")))["C2"] == "destination"
    west = fire("german C2 1/1/726\nus A/1/116 at 1026", card("orange R"))  # positions of the other sector do not count
    assert idle(west)["C2"] == "destination" and german_at(west, "C2") != "empty"
    held = fire("german C2 1/1/726\nus E/2/16 at 1112", card("orange R"), garrisons="C1")
    assert german_at(held, "C1") == "empty"
    us_held = fire("german C2 1/1/726\nus E/2/16 at 1112\nus G/2/16 at 1113 steps 1", card("orange R"))
    assert german_at(us_held, "C1") == "empty" and german_at(us_held, "C3") != "empty"
    cut_off = fire("german C2 1/1/726\nus E/2/16 at 1213\nus F/2/16 at 1112\nus G/2/16 at 1012", card("orange R"))
    assert german_at(cut_off, "C1") == "empty" and german_at(cut_off, "C3") != "empty"


@rule("16.3-01", edition="omaha")
def test_a_unit_out_of_communication_stays() -> None:
    """With all exits of the map in American hands no position is in communication."""
    exits = ["1001", "1902", "2015", "2022", "2025", "1435", "0635"]
    units = ["A/1/18", "B/1/18", "C/1/18", "D/1/18", "E/2/18", "F/2/18", "G/2/18"]
    closed = "".join(f"\nus {unit} at {hex_}" for unit, hex_ in zip(units, exits, strict=True))
    game = fire("german C2 1/1/726\nus E/2/16 at 1112" + closed, card("orange R"))
    assert german_at(game, "C2") != "empty" and idle(game) == {"C2": "communication"}


@rule("16.3-03", edition="omaha")
def test_where_a_unit_redeploys_to() -> None:
    number = card("orange R")
    vp = fire("german C2 1/1/726\nus E/2/16 at 1112\nus G/2/16 at 1209", number)
    assert german_at(vp, "A4") != "empty"  # a VP position before C1, A1 and A2, and of those A4 before A6 and A7
    low = fire("german C2 1/1/726\nus E/2/16 at 1112 steps 1\nus G/2/16 at 0806", number)  # which is before A3
    assert german_at(low, "C1") != "empty" and german_at(low, "A3") == "empty"
    strong = fire("german C2 1/1/726\nus E/2/16 at 1112\nus F/2/16 at 0908\nus G/2/16 at 0909", number)
    assert german_at(strong, "A1") != "empty" and german_at(strong, "C1") == "empty"  # both number 1
    weak = fire("german C2 1/1/726\nus E/2/16 at 1112\nus F/2/16 at 0908 steps 1", number)
    assert german_at(weak, "C1") != "empty" and german_at(weak, "A1") == "empty"


@rule("16.31-01", edition="omaha")
def test_from_a_vp_position_only_to_another() -> None:
    number = card("orange R")
    stays = fire("german A6 1/1/726\nus E/2/16 at 1112", number)
    assert german_at(stays, "A6") != "empty" and idle(stays)["A6"] == "vp"
    goes = fire("german C6 1/1/726\nus E/2/16 at 1112\nus G/2/16 at 1209", number)
    assert german_at(goes, "C6") == "empty" and german_at(goes, "A4") != "empty"


@rule("16-05", "16.32-01", edition="omaha")
def test_a_position_acts_once_in_a_phase() -> None:
    """C6 is a VP position with an American two hexes off: what its unit leaves behind is not filled at once."""
    pieces, number = "us E/2/16 at 1614", card("orange R")
    assert german_at(fire(pieces, number, pools=POOLS), "C6") != "empty"
    game = fire("german C6 1/1/726\n" + pieces, number, pools=POOLS)
    assert german_at(game, "C6") == "empty" and german_at(game, "C5").startswith("1/1/726")
    g = state(game)
    assert g.german_acted
    FirePhase().begin(g)
    assert not g.german_acted  # the next phase is another


@rule("16.33-01", edition="omaha")
def test_two_units_for_one_position() -> None:
    """A5 and C2 are orange; both would go to C1, where one has room: the higher number has the choice."""
    game = fire("german C2 1/1/726\ngerman B4 3/1/726\nus E/2/16 at 1112", card("orange R"))
    assert german_at(game, "C1").startswith("3/1/726") and german_at(game, "C2").startswith("1/1/726")


@rule("16.34-01", edition="omaha")
def test_depth_changes_with_the_buildings() -> None:
    number, pieces = card("orange R"), "german C2 1/1/726 depth 'mobile 3 AR' depth-revealed\nus E/2/16 at 1112"
    swapped = fire(pieces, number, depth={"building": "'building 3 NA'"})
    g = state(swapped)
    marker = g.german_depth[
        g.battle.group_names.index("C1") and next(p for p, h in enumerate(g.battle.positions) if h.id == "C1")
    ]
    assert str(g.battle.depth_type[marker]) == "building" and not g.shown_depth
    assert [g.battle.depth[m].strength for m in g.depth_pools["mobile"]] == [3] and not g.depth_pools["building"]
    kept = state(fire(pieces, number, depth={}))
    assert [str(kept.battle.depth_type[m]) for m in kept.german_depth if m >= 0] == ["mobile"]


# -- reinforce ------------------------------------------------------------------------------------------------


@rule("16.4-02", edition="omaha")
def test_reinforcements_come_with_depth_from_either_pool() -> None:
    number = card("purple R")
    game = fire("us C/1/16 at 1209", number, pools={"division": "2/1/726"})
    assert german_at(game, "A4") == "2/1/726, with depth, face down"


@rule("16.4-03", edition="omaha")
def test_other_positions_need_targets_close_by() -> None:
    number = card("red R")
    close = fire("us E/2/16 at 1212", number, pools=POOLS)
    assert german_at(close, "C3") != "empty"
    sporadic = fire("us E/2/16 at 1211", number, pools=POOLS)
    assert german_at(sporadic, "C3") == "empty" and idle(sporadic)["C3"] == "sporadic"
    garrison = fire("us E/2/16 at 1212", number, pools=POOLS, garrisons="C3")
    assert german_at(garrison, "C3") == "empty" and idle(garrison)["C3"] == "garrison"


# -- mortars --------------------------------------------------------------------------------------------------


@rule("16.5-02", "16.5-04", "16.51-01", edition="omaha")
def test_mortars_reach_three_hexes() -> None:
    number = card("red M", "triangle")
    near = fire("german C3 1/1/726\nus F/2/16 at 1012\nus E/2/16 at 1112", number)
    assert steps(near, "F/2/16") == 2 and not has(near, "F/2/16", "disrupted")
    assert steps(near, "E/2/16") == 3  # not its symbol
    far = fire("german C3 1/1/726\nus F/2/16 at 0912", number)  # four hexes
    assert steps(far, "F/2/16") == 3 and idle(far)["C3"] == "mortar"
    tank = fire("german C3 1/1/726\nus 1/A/741 at 1112", number)
    assert steps(tank, "1/A/741") == 1
    hq = fire("german C3 1/1/726\nus 16-HQ at 1112", number)
    assert idle(hq)["C3"] == "mortar"


@rule("16.5-03", edition="omaha")
def test_the_range_of_a_wns_mortars() -> None:
    g = state(position("german WN64 WN", phase="engineers", turn=20))
    grid, here = g.battle.grid, GRID.at("0916")
    reach = mortar_range(g, g.battle.group_names.index("WN64"))
    chart = g.battle.chart
    for h in g.battle.grid.hexes:
        far, bit = grid.distance(h, here), 1 << h
        beside_beach = grid.spread(bit) & chart.at_level["beach"]
        shore = chart.at_level["beach"] & bit or (chart.at_level["pavilion"] & bit and beside_beach)
        assert bool(reach & bit) is (far <= (5 if shore else 2)), GRID.label(h)


@rule("16.5-01", "16.5-05", "16.5-06", "16.5-07", "14.11-01", edition="omaha")
def test_how_many_units_mortars_hit() -> None:
    number = card("red M", "triangle")
    us = "us F/2/16 at 1012\nus B/1/16 at 1011 steps 2\nus K/3/16 at 1112\nus D/1/16 at 1012 steps 1"
    pieces = f"german C3 1/1/726 {{}}\n{us}"
    deep = fire(pieces.format("depth mobile"), number)
    assert steps(deep, "F/2/16") == steps(deep, "K/3/16") == 2 and steps(deep, "B/1/16") == 2  # most steps first
    alone = fire(pieces.format(""), number)
    assert orders(alone) == ["hit F/2/16", "hit K/3/16"] and alone.decision.rule == "16.5-07"
    assert refusal(alone, "hit B/1/16").rule == "16.5-07" and refusal(alone, "pass").rule == "16.5-07"
    play(alone, "hit K/3/16")
    assert is_over(alone) and steps(alone, "K/3/16") == 2 and steps(alone, "F/2/16") == 3
    seen = fire("german C3 1/1/726\nus F/2/16 at 1112\nus E/2/16 at 1311", number)
    assert not who(seen, "mortar_hits") and who(seen, "position_fires") == ["C3"]  # it has somebody to fire at


# -- patrols --------------------------------------------------------------------------------------------------


@rule("16.6-01", "16.6-02", "16.61-01", edition="omaha")
def test_a_patrol_disrupts_all_in_intense_and_steady_hexes() -> None:
    number = card("red P", "circle")
    game = fire(
        "german C3 1/1/726 depth mobile\nus E/2/16 at 1212\nus F/2/16 at 1312\nus 1/A/741 at 1312\nus G/2/16 at 1211\n"
        "us 16-HQ at 1212\nus Wyman at 1312",
        number,
    )
    assert all(has(game, unit, "disrupted") for unit in ("E/2/16", "F/2/16", "1/A/741"))
    assert not any(has(game, unit, "disrupted") for unit in ("G/2/16", "16-HQ", "Wyman"))
    assert all(steps(game, unit) == 3 for unit in ("E/2/16", "F/2/16", "G/2/16")) and not who(game, "position_fires")


@rule("16.6-03", "16.6-04", "GAS-12", edition="omaha")
def test_a_patrol_that_sees_nobody_disrupts_one() -> None:
    number = card("red P", "circle")
    near = fire("german C3 1/1/726\nus E/2/16 at 1112\nus F/2/16 at 1210\nus 16-HQ at 1311", number)
    assert has(near, "E/2/16", "disrupted") and not has(near, "F/2/16", "disrupted")
    symbol = fire("german C3 1/1/726\nus E/2/16 at 1112\nus G/2/16 at 1112 steps 1", number)
    assert has(symbol, "G/2/16", "disrupted") and not has(symbol, "E/2/16", "disrupted")
    strong = fire("german C3 1/1/726\nus H/2/16 at 1112 steps 1\nus E/2/16 at 1112 steps 2", number)
    assert has(strong, "E/2/16", "disrupted")
    equal = fire("german C3 1/1/726\nus I/3/16 at 1112 steps 1\nus E/2/16 at 1112 steps 1", number)
    assert orders(equal) == ["hit E/2/16", "hit I/3/16"] and equal.decision.rule == "16.6-03"
    assert idle(fire("german C3 1/1/726\nus E/2/16 at 0912", number))["C3"] == "patrol"  # four hexes


# -- guns of WNs ----------------------------------------------------------------------------------------------


@rule("16.7-01", "16.7-02", "16.7-03", "16.7-04", "19.33-01", edition="omaha")
def test_the_order_of_targets_of_a_wns_guns() -> None:
    number = card("red A", "triangle", double="red")
    guns = "german WN65N 'WN 1' depth wn\ngerman WN65S WN75\n"
    targets = [
        ("us F/2/16 in ER1", "F/2/16"),
        ("us F/2/116 in DW1", "F/2/116"),  # a box of the other sector before the next kind
        ("us 1/A/741 at 0710", "1/A/741"),
        ("us A-C/81C in ER1", "A-C/81C"),
        ("us K/3/16 at 0709", "K/3/16"),
    ]
    for place in range(len(targets)):
        game = fire(guns + "\n".join(line for line, _ in reversed(targets[place:])), number)
        assert [names([int(str(e.facts["unit"]))]) for e in told(game, "gun_hits")] == [[targets[place][1]]]
    assert idle(fire(guns + "us E/2/16 in ER1", number))["WN65"] == "artillery_fire"
    two = fire(guns + "us F/2/16 in ER1\nus B/1/16 in ER1\nus D/1/16 in ER1 steps 2", number)
    assert orders(two) == ["hit B/1/16", "hit F/2/16"] and two.decision.rule == "16.7-03"
    assert state(fire(guns + "us F/2/116 in DW1", number)).shelled == 0b10


@rule("16.7-01", "16.7-05", "GAS-15", edition="omaha")
def test_a_wn_without_guns_does_nothing() -> None:
    number = card("red A", "triangle", double="red")
    plain = fire("german WN65N 'WN 1' depth wn\nus F/2/16 in ER1", number)
    assert steps(plain, "F/2/16") == 3
    west = card("brown A", "triangle", double="brown")
    rockets = fire("german WN69 WNrocket depth wn\nus F/2/116 in DW1", 2, west=west)
    assert steps(rockets, "F/2/116") == 3
    disrupted = fire("german WN65N 'WN 1' depth wn\ngerman WN65S WN75 disrupted\nus F/2/16 in ER1", number)
    assert steps(disrupted, "F/2/16") == 3


# -- ambush ---------------------------------------------------------------------------------------------------


@rule("16.9-01", "16.9-02", "16.9-03", "16.91-01", edition="omaha")
def test_an_ambush_hits_one_unit() -> None:
    number = card("red A", "diamond", double="red")
    intense = fire("us E/2/16 at 1212\nus A/1/16 at 1213\nus G/2/16 at 1212 steps 1", number)
    assert steps(intense, "E/2/16") == 2 and not has(intense, "A/1/16", "disrupted")
    steady = fire("us G/2/16 at 1212\nus A/1/16 at 1213", number)
    assert steps(steady, "A/1/16") == 3 and has(steady, "A/1/16", "disrupted") and steps(steady, "G/2/16") == 3
    assert has(fire("us A/1/16 at 1311", number), "A/1/16", "disrupted")  # sporadic
    closer = fire("us A/1/16 at 1311\nus E/2/16 at 1213", number)
    assert has(closer, "E/2/16", "disrupted") and not has(closer, "A/1/16", "disrupted")
    most = fire("us A/1/16 at 1213 steps 1\nus E/2/16 at 1213 steps 2", number)
    assert has(most, "E/2/16", "disrupted") and not has(most, "A/1/16", "disrupted")
    equal = fire("us A/1/16 at 1213 steps 2\nus E/2/16 at 1213 steps 2", number, players="two")
    assert orders(equal) == ["hit A/1/16", "hit E/2/16"] and (equal.decision.rule, equal.decision.seat) == (
        "16.91-01",
        "1st",
    )
    nobody = fire("us G/2/16 at 1212", number)
    assert steps(nobody, "G/2/16") == 3 and idle(nobody)["C3"] == "ambush"


@rule("16.9-03", edition="omaha")
def test_armor_is_ambushed_too() -> None:
    number = card("red A", "diamond", double="red")
    assert steps(fire("us 1/B/741 at 1212", number), "1/B/741") == 1


@rule("6.35-01", edition="omaha")
def test_five_steps_in_a_hex_have_every_symbol_for_actions_too() -> None:
    number = card("red M", "triangle")
    game = fire("german C3 1/1/726\nus E/2/16 at 1112\nus G/2/16 at 1112 steps 2", number)
    assert steps(game, "E/2/16") == 2


@rule("14.2-01", "16-03", "14.12-01", edition="omaha")
@pytest.mark.parametrize(("turn", "left"), [(12, 2), (16, 2), (17, 1)])
def test_before_turn_17_a_unit_loses_one_step_to_all_mortars(turn: int, left: int) -> None:
    """A5 and B4 both reach 1206 with their mortars."""
    pieces, number = "german A5 1/1/726\ngerman B4 2/1/726\nus E/2/16 at 1206", card("orange M", "diamond")
    game = position(
        pieces, phase="fire", turn=turn, cards=[number, QUIET], scenario="d_day", options={"early_actions": "yes"}
    )
    assert steps(game, "E/2/16") == left and len(told(game, "mortar_hits")) == 3 - left


# -- in words -------------------------------------------------------------------------------------------------


@rule("16.5-07", edition="omaha")
def test_positions_without_an_id_go_by_their_hex() -> None:
    """Nobody reads the name that the data files give to such a position."""
    game = fire("german blank-1014 1/1/726\nus E/2/16 at 0913\nus A/1/16 at 0916", card("purple M", "diamond"))
    assert game.decision.prompt == "Mortars of the position in 1014: which unit is hit?"
    heard = play(game, "hit E/2/16")
    assert "The position in 1014 has nobody" in " ".join(game.sentence(event) for event in heard)
