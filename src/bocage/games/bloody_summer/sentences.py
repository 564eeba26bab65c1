"""What happened, in plain sentences. All texts of the log stand here, ready to be translated."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bocage.games.bloody_summer.campaign import SIDE_NAMES
from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.pieces import AIR_IDS, DEPOT_IDS, PIECE_IDS, ZONE_IDS
from bocage.games.bloody_summer.places import BOX_NAMES, BOXES, FESTUNGEN, SIZE, Place, place_name
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
    "moved": "{unit} moves to {last}{price}.",
    "in_reserve": "{unit} is in Reserve.",
    "overrun": "{units} overrun {hex}.",
    "infiltration": "Special operation of {unit} into {hex}: the die shows {die}, {outcome}.",
    "roused": "{unit} rests no more: the enemy is next to it.",
    "markers_captured": "{side} units capture Offensive markers in {place}: {number}.",
    # Aircraft (9).
    "air_drawn": "Aircraft of this turn: {counters}.",
    "superiority_rolled": "The air superiority die shows {die}; fighter-bombers needed for it: {number}.",
    "superiority": "{counter} flies air superiority.",
    "tactical_interdiction": "{counter} interdicts the zone {zone}.",
    "strategic_interdiction": "{counter} interdicts {place}.",
    "air_support": "{air} supports the troops at {place}.",
    # Logistics, depots and supply (1.1.1.2, 7).
    "depot_begun": "The depot {depot} will be ready on turn {turn}.",
    "depot_opened": "The depot {depot} is open.",
    "depot_completed": "The depot {depot} is complete.",
    "depot_delayed": "The depot {depot} is delayed to turn {turn}.",
    "depot_reduced": "The depot {depot} is reduced.",
    "depot_destroyed": "The depot {depot} is destroyed.",
    "mulberry_battered": "The die for {depot} in the storm shows {die}: {outcome}.",
    "german_depot_destroyed": "{unit} is destroyed.",
    "unsupplied": "Unsupplied: {units}.",
    "supplied_by_air": "{unit} is supplied by air.",
    "resources": "{side} resources: the die shows {die}; new Offensive markers: {number}.",
    "bonus_marker": "{unit} gives one more Offensive marker.",
    "marker_stored": "The {side} player stores an Offensive marker in {place}.",
    "markers_lost": "New {side} Offensive markers for which no depot has room: {number}.",
    "marker_moved": "The {side} player moves an Offensive marker from {origin} to {place}.",
    "marker_interdicted": "An Offensive marker wants to leave {place}: the die shows {die}, {outcome}.",
    # Administration (1.1.1.3).
    "initiative": "The initiative is {side}.",
    "replacement": "The German die shows {die}: a replacement for {type}.",
    "cadre_rests": "The cadre of {unit} rests.",
    "rebuilt": "{unit} regains a step.",
    "rests": "{unit} rests.",
    "woken": "{unit} rests no more.",
    "repatriated": "{unit} returns to the Strategic Reserve for good.",
    "came_back": "{unit} comes back, rebuilt, to {hex}.",
    # Combat (5, 6).
    "activated": "{unit} is activated.",
    "hq_support": "{unit} supports the fight for {place}.",
    "attack_declared": "{place} is attacked by {attackers}.",
    "terrain_chosen": "The defender of {place} relies on the {terrain}.",
    "combat": "{attack} against {defence}{shifted}: {line}; die {die}: {outcome}.",
    "bombarded": "Bombardment points on {place}: {attack}; the die shows {die}, {outcome}.",
    "coastal_fire": "{units} fire at {unit}: the die shows {die}, {outcome}.",
    "affected": "{place} is Affected: A{level}.",
    "struck": "{unit} is Affected: A{level}.",
    "reduced": "{unit} loses a step.",
    "destroyed": "{unit} is destroyed.",
    "hq_destroyed": "{unit} is destroyed.",
    "disorganised": "{unit} is disorganised: D{level}.",
    "stood": "The defenders of {hex} stand: {units}.",
    "retreated": "{unit} retreats to {last}.",
    "back_to_sea": "{unit} goes back to sea.",
    "advanced": "{unit} advances to {hex}.",
    "exploitation": "{hq} exploits with {units}.",
    "scored": "{side} Victory Points: {points} for {why}.",
    "came_up": "{unit} comes up to {hex} for the counterattack.",
    # D-Day (10), landings, and France beyond the map (4.1.2, 6.13).
    "dropped": "{unit} drops: the dice show {die} and {second}; it {outcome} in {hex}.",
    "assault": "The assault on {hex}: {units}.",
    "dd_tanks": "{unit} swims ashore: the die shows {die}, {outcome}.",
    "fifth_ranger": "The die for {unit} shows {die}: it lands at {outcome}.",
    "landed": "{unit} lands in {hex}.",
    "confusion": "There is confusion in {hex}.",
    "entered": "{unit} enters the map in {hex}.",
    "exited": "{unit} leaves the map for {hex}.",
    "arrived": "{unit} arrives in {hex}.",
    "interdiction": "{units} would leave {place}: the die shows {die}{causes} and must be below {value}: {outcome}.",
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


# -- facts in words --------------------------------------------------------------------------------


def place_title(place: Place) -> str:
    """A place in words: a hex by its number, a box by what it is.

    >>> from bocage.games.bloody_summer.places import place_number
    >>> [place_title(place_number(name)) for name in ("0617", "le-mans", "festung-brest", "first-utah", "across-sword")]
    ['0617', 'Le Mans', 'Festung Brest', 'the first wave before Utah', 'the sea before Sword']
    >>> place_title(place_number("strategic-reserve")), place_title(place_number("german-rest"))
    ('the Strategic Reserve', 'the German Rest box')
    """
    return place_name(place) if place < SIZE else _TITLES[place]


def _box_title(name: str) -> str:
    kind, _, what = name.partition("-")
    where = what.replace("-", " ").title()
    match kind:
        case "first" | "second" | "last":
            return f"the {kind} wave before {where}" if where and where != "Wave" else "the second wave"
        case "across":
            return f"the sea before {where}"
        case "allied" | "german":
            return f"the {kind.capitalize()} {where} box"
    return {"strategic": "the Strategic Reserve", "airfields": "the airfields in England"}[kind]


_GROUND = load_content().ground
_NAMED = {place: _GROUND.boxes[name].title for name, place in BOXES.items()}
_NAMED |= {place: f"Festung {load_content().counters.festung[name].name}" for name, place in FESTUNGEN.items()}
_TITLES: dict[Place, str] = {
    place: _NAMED[place] if place in _NAMED else _box_title(name) for place, name in enumerate(BOX_NAMES, SIZE)
}

NAMES: Mapping[str, tuple[str, ...]] = {  # facts that are numbers of something with a name
    "unit": PIECE_IDS,
    "hq": PIECE_IDS,
    "air": AIR_IDS,
    "counter": AIR_IDS,
    "depot": DEPOT_IDS,
    "zone": ZONE_IDS,
    "side": tuple(name.capitalize() for name in SIDE_NAMES),
}
LISTS: Mapping[str, tuple[str, ...]] = {
    "units": PIECE_IDS,
    "attackers": PIECE_IDS,
    "defenders": PIECE_IDS,
    "counters": AIR_IDS,
}
PLACE_FACTS = ("hex", "place", "origin", "box")
VERDICTS: Mapping[str, tuple[str, str]] = {  # of facts that are true or false
    "storm": ("a storm breaks out", "no storm"),
    "success": ("it gets through", "it is stopped"),
    "lost": ("it is destroyed", "it holds"),
}


def outcome(event: Event) -> str:
    """What is read from a table, in words; nothing for events that come from none."""
    if event.result is None or not event.result.outcome:
        return ""
    return ", ".join("no effect" if part == "-" else part for part in event.result.outcome)


def _shifted(event: Event) -> str:
    result = event.result
    assert result is not None
    causes = ", ".join(f"{cause} {abs(shift)}{'R' if shift > 0 else 'L'}" for cause, shift in result.shifts)
    return f", {causes}" if causes else ""


def _in_words(name: str, fact: object) -> tuple[str, object]:
    if name in NAMES and isinstance(fact, int):
        return name, NAMES[name][fact]
    if name in LISTS and isinstance(fact, tuple):
        return name, ", ".join(LISTS[name][one] for one in fact) or "nobody"
    if name in PLACE_FACTS and isinstance(fact, int):
        return name, place_title(fact)
    if name == "cost":
        return "price", f" for {fact} MP"
    if name == "causes" and isinstance(fact, tuple):
        return name, "".join(f", {number:+d} {cause}" for cause, number in fact)
    if name == "path" and isinstance(fact, tuple):
        return "last", place_title(fact[-1])
    if name in VERDICTS and isinstance(fact, bool):
        return "outcome", VERDICTS[name][not fact]
    return name, fact


_MORE: Mapping[str, Callable[[Event], str]] = {"shifted": _shifted, "outcome": outcome}


def shown(event: Event) -> dict[str, object]:
    """All that is told, by name, in words."""
    words: dict[str, object] = {"price": ""}
    words.update(_in_words(name, fact) for name, fact in event.named().items())
    if event.result is not None:
        words |= {name: text for name, found in _MORE.items() if (text := found(event)) or name == "shifted"}
    return words
