"""What happened, in plain sentences. All texts of the log stand here, ready to be translated."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.games.bloody_summer.campaign import SIDE_NAMES
from bocage.games.bloody_summer.pieces import AIR_IDS, DEPOT_IDS, PIECE_IDS, ZONE_IDS
from bocage.games.bloody_summer.places import place_name
from bocage.kernel import Event

TEXTS: dict[str, str] = {
    # Set-up (11).
    "begins_weaker": "{unit} begins without a step.",
    "placed": "{unit} begins in {hex}.",
    "marker_placed": "An Offensive marker begins with {unit}.",
    # The turn and its weather (1).
    "turn_begins": "Turn {turn} begins: {dates}.",
    "phase_begins": "Phase {part} of turn {turn} begins.",
    "weather": "The weather is {weather}.",
    "weather_rolled": "The weather die shows {die}, adjusted {adjusted}: {weather}.",
    "storm_test": "The storm die shows {die}: {outcome}.",
    # Movement (4), Offensive markers.
    "moved": "{unit} moves to {last} for {cost} MP.",
    "in_reserve": "{unit} is in Reserve.",
    "roused": "{unit} rests no more: the enemy is next to it.",
    "markers_captured": "{side} captures Offensive markers in {place}: {number}.",
    "control": "{side} controls {place}.",
    # Command (5).
    "activated": "{unit} is activated.",
    # Losses (6).
    "reduced": "{unit} loses a step.",
    "destroyed": "{unit} is destroyed.",
    "disorganised": "{unit} is disorganised: D{level}.",
    # D-Day (10).
    "dropped": "{unit} drops: the dice show {die} and {second}; it {how} in {hex}.",
    "assault": "The assault on {hex}: {units}.",
    "dd_tanks": "{unit} swims ashore: the die shows {die}, {how}.",
    "fifth_ranger": "The die for {unit} shows {die}: it lands at {how}.",
    "landed": "{unit} lands in {hex}.",
    "confusion": "There is confusion in {hex}.",
    # The Strategic Movement Map (1.1.2, 4.1.2, 6.12, 6.13).
    "entered": "{unit} enters the map in {hex}.",
    "exited": "{unit} leaves the map for {hex}.",
    "arrived": "{unit} arrives in {hex}.",
    "interdiction": "{units} would leave {place}: the die shows {die}{causes} and must be below {value}: {how}.",
    "extended": "{unit} pays for an extended movement.",
    "maquis_rises": "The Maquis rises in {place}.",
    "ffi_rises": "The FFI rise in Paris.",
    "siege_begins": "The siege of {place} begins.",
    "siege_lifted": "The siege of {place} is lifted.",
}


def sentence(event: Event) -> str:
    """An event in words."""
    text = TEXTS[event.kind].format(**shown(event))
    return text[0].upper() + text[1:]


NAMES: Mapping[str, tuple[str, ...]] = {  # facts that are numbers of something with a name
    "unit": PIECE_IDS,
    "hq": PIECE_IDS,
    "air": AIR_IDS,
    "depot": DEPOT_IDS,
    "zone": ZONE_IDS,
    "side": tuple(name.capitalize() for name in SIDE_NAMES),
}


def shown(event: Event) -> dict[str, object]:
    """All that is told, by name, in words."""
    words: dict[str, object] = {}
    for name, fact in event.named().items():
        if name in NAMES and isinstance(fact, int):
            words[name] = NAMES[name][fact]
        elif name in ("units", "attackers", "defenders") and isinstance(fact, tuple):
            words[name] = ", ".join(PIECE_IDS[unit] for unit in fact) or "nobody"
        elif name in ("hex", "place", "origin", "box") and isinstance(fact, int):
            words[name] = place_name(fact)
        elif name == "path" and isinstance(fact, tuple):
            words["last"] = place_name(fact[-1])
        elif name == "outcome" and isinstance(fact, tuple):
            words["how"] = ", ".join(fact)
        elif name == "causes" and isinstance(fact, tuple):
            words["causes"] = "".join(f", {number:+d} {cause}" for cause, number in fact)
        elif name == "storm":
            words["outcome"] = "a storm breaks out" if fact else "no storm"
        else:
            words[name] = fact
    return words
