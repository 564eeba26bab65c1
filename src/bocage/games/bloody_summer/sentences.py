"""What happened, in plain sentences. All texts of the log stand here, ready to be translated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from bocage.games.bloody_summer.campaign import SIDE_NAMES
from bocage.games.bloody_summer.clauses import clauses
from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.needs import FATES
from bocage.games.bloody_summer.pieces import AIR_IDS, DEPOT_IDS, PIECE_IDS, ZONE_IDS
from bocage.games.bloody_summer.places import BOX_NAMES, BOXES, FESTUNGEN, SIZE, Place, place_name
from bocage.kernel import Event
from bocage.kernel.wording import listed

TABLES = load_content().tables

TEXTS: dict[str, str] = {
    # Set-up (11).
    "begins_weaker": "{unit} begins without a step.",
    "placed": "{unit} begins in {hex}.",
    "marker_placed": "An Offensive marker begins with {unit}.",
    # The turn and its weather (1).
    "turn_begins": "Turn {turn} begins: {dates}.",
    "turn_over": "Turn {turn} is over: aircraft return, {recovering}{standing}.",
    "phase_begins": "Phase {part} of turn {turn} begins.",
    "weather": "The weather is {weather}.",
    "weather_rolled": "{thrown} brings {weather} weather ({needs}): {meaning}.",
    "storm_test": "{thrown}: {outcome} ({needs}){meaning}.",
    # Movement (4), Offensive markers.
    "moved": "{unit} moves to {last}{price}.",
    "in_reserve": "{unit} is in Reserve.",
    "overrun": "{units} overrun{s} {hex}.",
    "infiltration": "{unit} tries to slip into {hex}: {thrown}, and {needs}: {outcome}.",
    "roused": "{unit} rests no more: the enemy is next to it.",
    "markers_captured": "{side} units capture Offensive markers in {place}: {number}.",
    # Aircraft (9).
    "air_drawn": "Drawn from the cups for this turn: {squadrons}. {allotted}.",
    "superiority_rolled": "{thrown}: {wings} ({needs}).",
    "superiority": "{counter} flies air superiority.",
    "tactical_interdiction": "{counter} interdicts the zone {zone}: clear ground and rivers cost the Germans "
    "{times} as many movement points there.",
    "strategic_interdiction": "{counter} interdicts {place}: every German who wants to leave it adds {by} to his die, "
    "which must be less than {value}.",
    "air_support": "{air} supports the troops at {place}.",
    # Logistics, depots and supply (1.1.1.2, 7).
    "depot_begun": "The depot {depot} will be ready on turn {turn}.",
    "depot_opened": "The depot {depot} is open.",
    "depot_completed": "The depot {depot} is complete.",
    "depot_delayed": "The depot {depot} is delayed to turn {turn}.",
    "depot_reduced": "The depot {depot} is reduced.",
    "depot_destroyed": "The depot {depot} is destroyed.",
    "mulberry_battered": "The storm beats on {depot}: {thrown}, {outcome} ({needs}).",
    "german_depot_destroyed": "{unit} is destroyed.",
    "unsupplied": "Out of supply this turn: {cut_off}. They cannot attack, and defend with half their strength.",
    "supplied_by_air": "{unit} is supplied by air.",
    "resources": "{thrown}: {markers} ({needs}); {price_of_attack}.",
    "bonus_marker": "{unit} gives one more Offensive marker.",
    "marker_stored": "The {side} player stores an Offensive marker in {place}.",
    "markers_lost": "New {side} Offensive markers for which no depot has room: {number}.",
    "marker_moved": "The {side} player moves an Offensive marker from {origin} to {place}.",
    "marker_interdicted": "{hindered}. An Offensive marker is to leave: {needs}. {rolled}: {outcome}.",
    # Administration (1.1.1.3).
    "initiative_rolled": "{side} {thrown} ({needs}).",
    "initiative": "The {side} side moves and fights first in both phases of this turn{why}.",
    "replacement": "The German {thrown} also brings {replacement} ({needs}).",
    "cadre_rests": "The cadre of {unit} rests.",
    "rebuilt": "{unit} regains a step.",
    "rests": "{unit} rests.",
    "woken": "{unit} rests no more.",
    "repatriated": "{unit} returns to the Strategic Reserve for good.",
    "came_back": "{unit} comes back, rebuilt, to {hex}.",
    # Combat (5, 6).
    "activated": "{unit} is activated: its corps may attack.",
    "hq_support": "{unit} supports the fight for {place}.",
    "attack_declared": "{attackers} attack{s} {place}.",
    "terrain_chosen": "The defender of {place} relies on the {terrain}.",
    "combat": "{attack}{attack_cause} against {defence}{defence_cause} is {odds}{shifted}: column {line}; "
    "die {die}{modified}: {outcome}.",
    "bombarded": "{guns} on {place}: {thrown}, {outcome} ({needs}).",
    "coastal_fire": "{units} fire{s} at {unit}: {thrown}, {outcome} ({needs}).",
    "affected": "Whoever is in {place} fights {columns} worse until the phase ends (Affected, level {level}).",
    "struck": "{unit} fights {columns} worse until the phase ends (Affected, level {level}).",
    "why_lost": "{reason}.",
    "reduced": "{unit} loses a step.",
    "destroyed": "{unit} is destroyed.",
    "hq_destroyed": "{unit} is destroyed.",
    "disorganised": "{shaken}.",
    "stood": "{units} stand{s} in {hex} instead of retreating, {paid}.",
    "retreated": "{unit} retreats to {last}.",
    "back_to_sea": "{unit} goes back to sea.",
    "advanced": "{unit} {goes} {hex}.",
    "exploitation": "{hq} exploits the breakthrough with {units}: they move and attack once more.",
    "scored": "{side} Victory Points: {points} for {why}.",
    "came_up": "{unit} comes up to {hex} for the counterattack.",
    # D-Day (10), landings, and France beyond the map (4.1.2, 6.13).
    "dropped": "{unit} drops on {aimed}: {thrown}, {outcome} ({needs}).",
    "drift": "Second {thrown}: {outcome} ({needs}).",
    "assault": "The assault on {hex}: {units}.",
    "dd_tanks": "{unit} swims for {hex}: {thrown}, {outcome} ({needs}).",
    "fifth_ranger": "{unit} is called: {thrown}, it lands at {outcome} ({needs}).",
    "landed": "{unit} lands in {hex}.",
    "confusion": "There is confusion in {hex}: both sides have units there.",
    "entered": "{unit} enters the map in {hex}.",
    "exited": "{unit} leaves the map for {hex}.",
    "arrived": "{unit} arrives in {hex}.",
    "interdiction": "{hindered}. {units} want{s} to leave: {needs}. {rolled}: {outcome}.",
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
PLACE_FACTS = ("hex", "place", "origin", "box", "aimed")
VERDICTS: Mapping[str, tuple[str, str]] = {  # of facts that are true or false
    "storm": ("a storm breaks out", "no storm"),
    "success": ("it gets through", "it is stopped"),
    "lost": ("it is destroyed", "it holds"),
}


HARM = {  # what a code of the Combat Result Table does, for one and for more
    "a": ("loses a step", "loses {} steps"),
    "d": ("loses a step", "loses {} steps"),
    "D": ("is disorganised by 1", "is disorganised by {}"),
    "R": ("retreats a hex", "retreats {} hexes"),
}


EXPLOITATION = "the corps may exploit it (E)"


def outcome(event: Event) -> str:
    """What is read from a table, in words; nothing for events that come from none."""
    if event.result is None or not event.result.outcome:
        return ""
    read = [_read(event.kind, part) for part in event.result.outcome]
    return ", ".join(read if len(event.numbers("units")) != 1 else [_ALONE.get(part, part) for part in read])


_ALONE = {
    "they leave and move on": "it leaves and moves on",
    "they stay, and cannot leave in this phase": "it stays, and cannot leave in this phase",
}


def _read(kind: str, part: str) -> str:
    """A cell of a table; a level of bombardment and a result of combat in words.

    >>> _read("bombarded", "-"), _read("bombarded", "A1"), _read("bombarded", "A2")
    ('no effect', 'Affected by 1 level', 'Affected by 2 levels')
    >>> _read("combat", "a1 / d1 D2 E")
    'the attacker loses a step; the defender loses a step, is disorganised by 2; the corps may exploit it (E)'
    """
    attacker, slash, defender = part.partition(" / ")
    if slash:
        harm = [_harm(who, codes.split()) for who, codes in (("the attacker", attacker), ("the defender", defender))]
        gain = [EXPLOITATION] if "E" in defender.split() else []
        return "; ".join(filter(None, (*harm, *gain))) or "nothing happens"
    if part[0] == "A" and part[1:].isdigit():
        return f"Affected by {part[1:]} level{'s' * (part != 'A1')}"
    return FATES.get(part, part) if kind == "dd_tanks" else "no effect" if part == "-" else part


def _harm(who: str, codes: list[str]) -> str:
    words = [HARM[code[0]][code[1:] != "1"].format(code[1:]) for code in codes if code[0] in HARM]
    return f"{who} {', '.join(words)}" if words else ""


def _shifted(event: Event) -> str:
    result = event.result
    assert result is not None
    causes = ", ".join(f"{shift:+d} {cause}".replace("-", "−") for cause, shift in result.shifts)
    return f", shifted {causes}" if causes else ""


def strength_causes(
    strengths: tuple[int, int], printed: tuple[int, ...], unsupplied: Collection[int], defenders: Collection[int]
) -> tuple[str, str]:
    """Why attack and defence are not what the counters have; nothing where they are.

    >>> strength_causes((4, 1), (4, 2), {7}, {7})
    ('', '2, halved: out of supply')
    >>> strength_causes((4, 1), (4, 0), (), {7})
    ('', '0, but at least 1')
    """
    attack, defence = (counted != full for counted, full in zip(strengths, printed, strict=True))
    weak = [unit for unit in unsupplied if unit not in defenders]
    lost = f"{printed[0]}, but {listed(PIECE_IDS[unit] for unit in weak)} out of supply: 0"
    return lost if attack else "", _why_defence(printed[1], unsupplied, defenders) if defence else ""


def _why_defence(printed: int, unsupplied: Collection[int], defenders: Collection[int]) -> str:
    weak = [unit for unit in defenders if unit in unsupplied]
    if not weak:
        return f"{printed}, but at least 1"
    if len(weak) == len(defenders):
        return f"{printed}, halved: out of supply"
    return f"{printed}, with {listed(PIECE_IDS[unit] for unit in weak)} halved: out of supply"


def causes_of(event: Event) -> tuple[str, str]:
    """The same of a combat that has been fought."""
    result, printed = event.result, event.numbers("printed")
    if event.kind != "combat" or not printed or result is None or result.attack is None or result.defence is None:
        return "", ""
    return strength_causes(
        (result.attack, result.defence), printed, event.numbers("unsupplied"), event.numbers("defenders")
    )


LINES = TABLES.combat.columns


def line_words(line: str) -> str:
    """A column of the Combat Result Table by its odds; the outermost stand for all beyond them, too (6.3-06).

    >>> line_words("3:1"), line_words(LINES[-1])
    ('3:1', '6:1, the highest')
    """
    return line + {LINES[0]: ", the lowest", LINES[-1]: ", the highest"}.get(line, "")


def _lines(event: Event) -> dict[str, object]:
    """The odds and the column of a combat, and what the strengths were before."""
    result, odds = event.result, event.facts.get("odds")
    if event.kind != "combat" or result is None:
        return {}
    attack, defence = (f" ({cause})" if cause else "" for cause in causes_of(event))
    return {
        "attack_cause": attack,
        "defence_cause": defence,
        "odds": line_words(str(odds)),
        "line": line_words(result.line) if result.line != odds else result.line,
    }


def _in_words(name: str, fact: object) -> tuple[str, object]:
    if name in NAMES and isinstance(fact, int):
        return name, NAMES[name][fact]
    if name in LISTS and isinstance(fact, tuple):
        return name, listed(LISTS[name][one] for one in fact) or "nobody"
    if name in PLACE_FACTS and isinstance(fact, int):
        return name, place_title(fact)
    if name == "cost":
        return "price", f" for {fact} movement point{'s' * (fact != 1)}"
    if name == "path" and isinstance(fact, tuple):
        return "last", place_title(fact[-1])
    if name in VERDICTS and isinstance(fact, bool):
        return "outcome", VERDICTS[name][not fact]
    return name, fact


TIMES = {2: "twice", 3: "three times"}


def _hindered(event: Event) -> str:
    """Why a die decides who leaves a box: for Germans always, for both sides if enemies are in it (6.12-06)."""
    place = place_title(event.number("place"))
    if event.rule == "6.12-06":
        return f"Enemies are in {place}, too"
    if flies := event.numbers("counters"):
        many = len(flies) > 1
        names = listed(AIR_IDS[one] for one in flies)
        return f"{names} {'fly' if many else 'flies'} interdiction over {place}, which makes it harder to leave"
    return f"Every German who leaves {place} throws a die; no Allied aircraft are there to make it harder"


_MORE: Mapping[str, Callable[[Event], str]] = {"shifted": _shifted, "outcome": outcome}


def shown(event: Event) -> dict[str, object]:
    """All that is told, by name, in words."""
    words = clauses(event)
    if event.kind in ("interdiction", "marker_interdicted"):
        words |= {"hindered": _hindered(event), "rolled": f"D{str(words['thrown'])[1:]}"}
    elif event.kind == "tactical_interdiction":
        words["times"] = TIMES[TABLES.tactical_interdiction.factor]
    words.update(_in_words(name, fact) for name, fact in event.named().items())
    if event.result is not None:
        words |= _lines(event)
        words |= {name: text for name, found in _MORE.items() if (text := found(event)) or name == "shifted"}
    return words
