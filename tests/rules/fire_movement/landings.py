"""Games from their very start: German set-up, landings, drops and assaults in a few words.

game = begin("sword", dice=[6, 6, 6, 3, ...])       # the Germans are set up, the Allies begin
play(game, "beachhead 1739", "end")
place(game, "8/3-br 1739", "9/3-br 1739", "185/3 1739")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bocage.games.fire_movement.state import Marker
from bocage.games.fire_movement.words import Cup
from bocage.kernel import Event, Game
from tests.fire_movement.courses import end_turn, start
from tests.fire_movement.positions import position, setting_of, state
from tests.questions import orders, play

# Far from the beaches, so that no German unit has a say in the landings.
FAR_AWAY = {
    "726/716": "0130",
    "716/716": "0150",
    "736/716": "0250",
    "857/346": "0350",
    "200/21": "0145",
    "22/21": "0245",
    "125/21": "0345",
    "192/21": "0445",
    "305/21": "0545",
    "2-aa": "0838",
    "352/352": "2217",
    "914/352": "2317",
    "915/352": "0110",
    "916/352": "0112",
    "1-aa": "0114",
}

NO_MARKERS: dict[Cup, Sequence[int]] = {Cup.GERMAN: [], Cup.CW_ARTILLERY: [], Cup.CW_AIRCRAFT: []}

# The Allied player is asked for the next beach or landing attack, in the Quad and in the folio.
WHICH_IS_NEXT = ("10.9.4-01", "10.9.2-14", "11.2.3-09", "11.2.2-14")

AREA_ORDERS = {
    "sword": ("beachhead 1739", "beachhead 1740", "end", "at 1739", "at 1739", "at 1740", "at 1740"),
    "gold_juno": (
        "beachhead 2028", "beachhead 2029", "beachhead 1933", "beachhead 1935", "end",
        "at 2028", "at 2028", "at 2029", "at 2029", "at 1933", "at 1933", "at 1935", "at 1935",
    ),
    "utah": ("beachhead 2707", "beachhead 2607", "end", "at 2707", "at 2707", "at 2607", "at 2607"),
    "omaha": (
        "beachhead 2120", "beachhead 2122", "end",
        "at 2120", "at 2120", "at 2120", "at 2122", "at 2122", "at 2122",
    ),
}  # fmt: skip
AREA_ORDERS["on_to_caen"] = AREA_ORDERS["sword"]


def set_up(game: Game, hexes: Mapping[str, str] | None = None) -> list[Event]:
    """The German player records his units, far away but for those whose hex is given."""
    wanted = {**FAR_AWAY, **(hexes or {})}
    events: list[Event] = []
    while not game.over and game.decision.prompt.startswith("Record the set-up hex of "):
        unit = game.decision.prompt.rpartition(" ")[2]
        events += play(game, f"at {wanted[unit]}")
    return events


def begin(
    scenario: str,
    hexes: Mapping[str, str] | None = None,
    *,
    dice: Iterable[int] = (),
    picks: Iterable[int] | None = None,
    **options: str,
) -> Game:
    """A game after the German set-up: the Allied player is asked for his first beachhead."""
    game = start(scenario, dice=dice, picks=picks, **options)
    set_up(game, hexes)
    return game


def come_ashore(game: Game) -> list[Event]:
    """All amphibious landings, in the same hexes every time."""
    events: list[Event] = []
    for area in state(game).battle.areas:
        events += play(game, *AREA_ORDERS[area.id])
    return events


def place(game: Game, *where: str) -> list[Event]:
    """Place units one by one, each ``unit hex``, where there is no room for all by name; checks who is asked for."""
    events: list[Event] = []
    for line in where:
        unit, hex_ = line.split()
        if orders(game, "land"):
            events += play(game, f"land {unit}")
        assert unit in game.decision.prompt.split(), (line, game.decision.prompt)
        events += play(game, f"at {hex_}")
    return events


def jump(game: Game, zone: str, *where: str) -> list[Event]:
    """Choose a drop zone and place the units of its division; the dice are thrown with the last unit of all."""
    return play(game, f"zone {zone}") + place(game, *where)


def hold_fire(game: Game) -> list[Event]:
    """No further marker from anybody in the combat at hand; the first on the list if it has still to be named."""
    named = game.over or game.decision.rule not in WHICH_IS_NEXT
    events = [] if named else play(game, orders(game)[0])
    while not game.over and game.decision.rule == "8.2.1" and not resolved(events):
        events += play(game, "pass")
    return events


def resolved(events: list[Event]) -> bool:
    """Whether a combat has been decided."""
    return any(event.kind == "combat_result" for event in events)


def result(events: list[Event]) -> dict[str, object]:
    """The facts of the last combat among some events."""
    last = [event for event in events if event.kind == "combat_result"][-1]
    assert last.result is not None
    return {**last.result._asdict(), **last.facts}


def dawn(
    scenario: str,
    units: str,
    *,
    turn: int,
    dice: Iterable[int] = (),
    picks: Iterable[int] | None = None,
    beachheads: str = "",
    drop_zones: str = "",
    **options: str,
) -> Game:
    """A position at the beginning of a game turn: the turn before has just ended."""
    game = position(
        scenario,
        units,
        turn=turn - 1,
        side="german",
        phase="mobile_combat",
        dice=dice,
        picks=picks,
        beachheads=beachheads,
        drop_zones=drop_zones,
        setting=setting_of(scenario, **options),
    )
    if state(game).turn < turn and not game.over:
        end_turn(game)  # the Germans could have attacked
    return game


def cup(game: Game, which: Cup) -> tuple[Marker, ...]:
    """What can still be drawn from a cup this turn."""
    return state(game).cups[which]


def pool(game: Game, which: Cup) -> tuple[Marker, ...]:
    """What a side owns for the rest of the game."""
    return state(game).pool[which]


def told(events: list[Event], kind: str) -> list[dict[str, object]]:
    """The facts of all events of a kind."""
    return [event.named() for event in events if event.kind == kind]


def turned_up(events: list[Event]) -> list[tuple[object, object]]:
    """The markers of the attacker and of the defender in each combat that had any."""
    return [(facts["attack_markers"], facts["defence_markers"]) for facts in told(events, "markers_revealed")]


def rules_told(events: list[Event], kind: str) -> list[str]:
    """The rules of all events of a kind."""
    return [event.rule for event in events if event.kind == kind]
