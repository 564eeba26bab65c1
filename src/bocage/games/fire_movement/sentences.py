"""What happened, in plain sentences. All texts of the log stand here, ready to be translated."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.games.fire_movement.content import load_units
from bocage.games.fire_movement.results import NO_EFFECT_IN_BOMBARDMENT, load_results_table
from bocage.games.fire_movement.words import CUP_NAMES, CUP_TITLES, GRID, UNIT_IDS
from bocage.kernel import Event, Result
from bocage.kernel.wording import by_face, listed

TEXTS: dict[str, str] = {
    "turn_begins": "Turn {turn} begins.",
    "weather": "The weather die shows {die}: {outcome} ({needs}).",
    "weather_losses": "The {seat} die for foul weather shows {die}: so many of its markers, drawn at random, are "
    "out of play this turn ({needs}).",
    "moved": "{unit} moves to {last} for {points}.",
    "entered": "{unit} comes onto the map and reaches {last}.",
    "landed": "{unit} lands in {hex}.",
    "reinforced": "Reinforcements have come ashore: {landings}.",
    "no_room": "There is no room for {unit}: it lands on turn 2.",
    "none_lands": "Nobody comes ashore: {units} wait{s}, for {because}.",
    "recorded": "{unit} is recorded in {hex}.",
    "set_up": "{unit} stands in {hex}.",
    "revealed": "The German set-up is revealed: {kinds} {are} on the map.",
    "beachhead": "A beachhead is marked in {hex}.",
    "beachhead_removed": "The beachhead marker in {hex} has no unit and is removed.",
    "beachhead_lost": "The beachhead in {hex} is lost: Germans have entered the hex.",
    "beach_lost": "The beachhead in {hex} is lost: nobody is left on the beach.",
    "drop_zone": "The {division} will drop around {hex}.",
    "drop_roll": "{unit} jumps over {hex}: the die shows {die}, {outcome} ({needs}).",
    "drift": "{unit} drifts: the die shows {die}, one hex to the {direction}, and it comes down in {hex} ({needs}).",
    "drift_off": "{unit} drifts: the die shows {die}, one hex to the {direction}, out of the area in play ({needs}).",
    "bad_landing": "{unit} comes down badly in {hex}: woods, a city or a beach cost it a step.",
    "shared_landing": "{units} have come down in one hex, {hex}: {penalty}.",
    "commando_roll": "{unit} assaults {hex}: the die shows {die}, {outcome} ({needs}).",
    "marker_lost": "The Germans lose a +{value} support marker for good: {cause}.",
    "attack_declared": "{units} attack{s} {hex}.",
    "no_target_left": "No further attack is possible: the {phase} is over.",
    "no_combat": "{side} Combat Phase: nobody attacks, for {because}.",
    "no_bombardment": "{side} Bombardment Phase: nobody is bombarded, for {because}.",
    "bombardment": "{unit} in {hex} is bombarded with markers of {markers}{beside}.",
    "marker_placed": "The {side} side places a {cup} marker{span} face down: what it adds is told once all are placed.",
    "mines_placed": "The Germans add the mines put aside to their markers: +{value}.",
    "marker_seen": "The {drawer} side {draws} a {cup} marker of +{value}{span}: with it its markers add {total}.",
    "marker_chosen": "A {cup} marker{span} is chosen; it is drawn when the last one is chosen.",
    "markers_revealed": "Support fire markers: attack {attack_markers}, defence {defence_markers}.",
    "mines_aside": "The Germans put a mines marker (+{value}) aside: it counts when they add it to their two markers "
    "in a ground combat of this turn.",
    "combat_result": "{attack} against {defence} is {difference} on the {line} line, {ground}{shifted}: column "
    "{column}{reaches}; die {die}: {outcome}. In this column {faces}.",
    "beach_assault": "The assault is on the beach itself, {defender}: {attack} against {defence} is {difference} on "
    "the {line} line, which holds for a beach {zone}{shifted}: column {column}{reaches}; die {die}: {outcome}. In this "
    "column {faces}.",
    "reduced": "{unit} loses a step.",
    "reduced_at_least": "{unit} loses at least a step{why}.",
    "eliminated": "{unit} is eliminated.",
    "last_step": "{unit} loses its last step and is eliminated.",
    "one_loses": "One of {units} loses a step.",
    "one_loses_at_least": "At least one of {units} loses a step.",
    "stands": "{unit} stands its ground.",
    "retreated": "{unit} retreats to {last}.",
    "cannot_retreat": "{unit} has no way out{ways}.",
    "cut_short": "{unit} cannot go as far as {length} hexes.",
    "held_back": "{unit} finds its way blocked by friends and holds.",
    "displaced": "{unit} makes room and goes to {hex}.",
    "no_advance": "Nobody advances into {hex}: only a defender who retreats can be followed.",
    "advanced": "{unit} advances to {hex}.",
    "out_of_supply": "{unit} is out of supply.",
    "no_rebuilding": "Nobody is rebuilt: the replacements of this turn are for {classes} units, and no reduced one is "
    "in supply.",
    "rebuilt": "{unit} is rebuilt to full strength.",
    "called_early": "The {division} Division is called in early.",
    "brought_early": "The {division} Division comes early; the game now ends with turn {last_turn}.",
    "extended": "{cities} cities are captured; the campaign goes on to turn {last_turn}.",
}


WINDS = {"N": "north", "E": "east", "S": "south", "W": "west"}

FAIR, FOUL = "fair weather", "foul weather"
THROWS = {  # what each face of a die brings
    "weather": (*[FAIR] * 5, FOUL),
    "drop_roll": (
        "it is lost, or loses a step if it has gliders",
        *["it loses a step and drifts"] * 2,
        *["it drifts"] * 2,
        "it comes down where it should",
    ),
    "commando_roll": (
        "it is lost",
        *["it comes ashore and loses a step"] * 2,
        *["it comes ashore, loses a step and may go on"] * 2,
        "it comes ashore without loss and may go on",
    ),
}

# Results in words, best for the attacker first; then where they mean something else.
RESULTS = {
    "De": "the defender is eliminated",
    "D3": "the defender retreats 3 hexes, or stands and loses a step",
    "D2": "the defender retreats 2 hexes, or stands and loses a step",
    "Ex": "one attacker and the defender lose a step",
    "-": "nothing happens",
    "A1": "all attackers retreat 1 hex, or stand and lose a step each",
    "A2": "all attackers retreat 2 hexes, or stand and lose a step each",
    "A3": "all attackers retreat 3 hexes, or stand and lose a step each",
    "(A)": "one attacker loses a step",
    "Ae": "all attackers are eliminated",
}
IN_BOMBARDMENT = {
    **dict.fromkeys(NO_EFFECT_IN_BOMBARDMENT, "nothing happens"),
    "(A)": "a unit of the side that fires loses a step, if one is next to the target",
}
IN_BEACH_ASSAULT = {
    **dict.fromkeys(("De", "D3", "D2"), "nothing happens: it would fall on a defender, and the beach has none"),
    **dict.fromkeys(("Ex", "(A)"), "one assaulting unit loses a step"),
    **dict.fromkeys(("A1", "A2", "A3"), "every assaulting unit loses a step"),
    "Ae": "all assaulting units are eliminated",
}
IN_LANDING_ATTACK = {
    "D3": "the defender retreats 3 hexes",
    "D2": "the defender retreats 2 hexes",
    "Ex": "all attackers are eliminated: the defender loses a step, but is still there",
    **dict.fromkeys(("-", "A1", "A2", "A3", "(A)"), "all attackers are eliminated: the defender is still there"),
}
IN_SHORT = {  # for all faces of a die side by side
    "attack": {
        "De": "defender eliminated",
        **dict.fromkeys(("D3", "D2"), "defender retreats"),
        "Ex": "both sides lose a step",
        "-": "nothing",
        **dict.fromkeys(("A1", "A2", "A3"), "attackers retreat"),
        "(A)": "an attacker loses a step",
        "Ae": "attackers eliminated",
    },
    "bombardment": {
        **dict.fromkeys(NO_EFFECT_IN_BOMBARDMENT, "nothing"),
        "De": "eliminated",
        **dict.fromkeys(("D3", "D2"), "hit"),
        "(A)": "friendly fire",
    },
    "beach_assault": {
        **dict.fromkeys(("De", "D3", "D2", "-"), "nothing"),
        **dict.fromkeys(("Ex", "(A)"), "one unit loses a step"),
        **dict.fromkeys(("A1", "A2", "A3"), "every unit loses a step"),
        "Ae": "all are eliminated",
    },
    "landing_attack": {
        "De": "defender eliminated",
        **dict.fromkeys(("D3", "D2"), "defender retreats"),
        "Ex": "both sides lose a step",
        **dict.fromkeys(("-", "A1", "A2", "A3", "(A)", "Ae"), "attackers eliminated"),
    },
}
BECAUSE = {  # why a phase brings nothing
    "apart": "no unit that may attack stands next to an enemy that it could attack",
    "landed": "who came ashore or dropped today may not attack yet, and nobody else stands next to an enemy",
    "unable": "no unit may attack any more in this player turn",
}
BEACHES = {"hill": "in no German zone of control", "city": "in a German zone of control"}  # by line of the table
BY_COMBAT = {  # as the event of a result names it
    "attack": RESULTS,
    "bombardment": RESULTS | IN_BOMBARDMENT,
    "beach_assault": RESULTS | IN_BEACH_ASSAULT,
    "landing_attack": RESULTS | IN_LANDING_ATTACK,
}

# What a loss of a step means for those on their last one, and how one attacker alone is spoken of.
ON_LAST_STEP = {
    "defender": {
        "stands and loses a step": "stands and is eliminated",
        "all attackers are eliminated: the defender loses a step, but is still there": "the defender is eliminated, "
        "and one attacker loses a step",
        "one attacker and the defender lose a step": "the defender is eliminated, and one attacker loses a step",
    },
    "attackers": {
        "the defender is eliminated, and one attacker loses a step": "one attacker and the defender are eliminated",
        "one attacker and the defender lose a step": "one attacker is eliminated, and the defender loses a step",
        "stand and lose a step each": "stand and are eliminated",
        "one attacker loses a step": "one attacker is eliminated",
        "assaulting unit loses a step": "assaulting unit is eliminated",
        "a unit of the side that fires loses a step": "a unit of the side that fires is eliminated",
    },
}
ALONE = {
    "one attacker": "the attacker",
    "all attackers retreat": "the attacker retreats",
    "stand and lose a step each": "stands and loses a step",
    "stand and are eliminated": "stands and is eliminated",
    "all attackers are eliminated": "the attacker is eliminated",
    "one assaulting unit": "the assaulting unit",
    "every assaulting unit": "the assaulting unit",
    "all assaulting units are": "the assaulting unit is",
}


def meaning(combat: str, result: str, *, alone: bool, last_steps: Iterable[str]) -> str:
    """A result in words for those who fight.

    ``alone`` if there is one attacker, ``last_steps`` are the sides of which everybody is on the last step.

    >>> meaning("attack", "Ex", alone=True, last_steps=["defender"])
    'the defender is eliminated, and the attacker loses a step'
    """
    words = BY_COMBAT[combat][result]
    for other_words in (*(ON_LAST_STEP[side] for side in ON_LAST_STEP if side in last_steps), ALONE if alone else {}):
        for usual, here in other_words.items():
            words = words.replace(usual, here)
    return words


def sentence(event: Event) -> str:
    """An event in words."""
    text = TEXTS[_text_of(event)].format(**shown(event), drawer=listed(event.seats).capitalize())
    return text[0].upper() + text[1:]


def _text_of(event: Event) -> str:
    """By which name the text of an event goes, where its kind alone does not say."""
    match event.kind, event.facts:
        case "moved", {"origin": -1}:
            return "entered"
        case "drift", {"hex": -1}:
            return "drift_off"
        case "marker_placed", {"cup": "mines"}:
            return "mines_placed"
        case "combat_result", {"combat": "beach_assault"}:
            return "beach_assault"
        case "beachhead_lost", {"assaulted": True}:
            return "beach_lost"
        case "eliminated", {"last_step": True}:
            return "last_step"
        case ("reduced" | "one_loses") as kind, {"at_least": True}:
            return f"{kind}_at_least"
    return event.kind


def outcome(event: Event) -> str:
    """What the die or the results table says, in words."""
    if event.kind in THROWS and event.result and event.result.die:
        return THROWS[event.kind][event.result.die - 1]
    if event.result is None or not event.result.outcome:
        return ""
    (result,) = event.result.outcome
    combat = str(event.facts["combat"])
    last_steps = event.facts["last_steps"]
    assert isinstance(last_steps, tuple)
    words = meaning(combat, result, alone=bool(event.facts["alone"]), last_steps=last_steps)
    if result == "-":
        return words + ": the table has no result for this die here" * (words == RESULTS["-"])
    counts_not = combat == "bombardment" and result in NO_EFFECT_IN_BOMBARDMENT
    return f"{words} ({result.strip('()')}{' does not count in a bombardment' * counts_not})"


def needs(event: Event) -> str:
    """What each face of the die would have brought, where no results table says it."""
    match event.kind:
        case "drift":
            return by_face([_wind(direction) for direction in GRID.directions])
        case "weather_losses":
            return "one for each point of the die"
    return by_face(THROWS[event.kind]) if event.kind in THROWS else ""


def _wind(direction: str) -> str:
    return "-".join(WINDS[letter] for letter in direction)


def _reaches(result: Result) -> str:
    """Which differences come to the column of a result.

    >>> _reaches(Result(line="clear", column=11)), _reaches(Result(line="clear", column=12))
    (' (for +8 to +9)', ' (for +10 or more)')
    """
    starts = load_results_table().lines[result.line]
    if result.column == 1:
        return f" (for less than {starts[1]:+d})"
    low = starts[result.column - 1]
    if result.column == len(starts):
        return f" (for {low:+d} or more)"
    high = starts[result.column] - 1
    return f" (for {low:+d} to {high:+d})" if high > low else f" (for {low:+d})"


def _ground(event: Event, line: str) -> str:
    """Why a line of the results table is read in a combat of units, or in a bombardment."""
    kinds = event.facts["ground"]
    assert isinstance(kinds, tuple)
    if event.facts["over_river"]:
        return "for all who attack cross the river"
    if len(kinds) > 1:
        return f"the best for the defender of {listed(kinds)}"
    return "that of the ground there" if kinds == (line,) else f"that of {listed(kinds)}"


def _span_of(event: Event) -> str:
    """Out of which values a marker comes; of one that is chosen by its value nothing."""
    if event.facts.get("chosen") or not event.facts.keys() & {"low", "span"}:
        return ""
    low, high = event.numbers("span") or (event.number("low"), event.number("high"))
    if "value" in event.facts:
        return f" out of +{low} to +{high}" if high > low else ", like all in its cup"
    return f" (+{low} to +{high})" if high > low else f" (+{low})"


def _with_kinds(event: Event, name: str, values: tuple[object, ...]) -> str:
    """The values of markers, each with its kind, and where they are told the values out of which it was drawn."""
    cups = event.facts.get(name.replace("markers", "cups"))
    if not values or not isinstance(cups, tuple):
        return listed(f"+{value}" for value in values) or "none"
    spans = event.facts.get("spans")
    drawn = spans if isinstance(spans, tuple) else [None] * len(cups)
    told: dict[str, list[str]] = {}
    for value, cup, span in zip(values, cups, drawn, strict=True):
        kind = CUP_TITLES[CUP_NAMES.index(cup)]
        of = f", out of +{span[0]} to +{span[1]}" if span is not None and span[1] > span[0] else ""
        told.setdefault(f"{kind}{of}", []).append(f"+{value}")
    return listed(f"{listed(same)} ({kind})" for kind, same in told.items())


def _penalty(event: Event) -> str:
    """How many of those who share a hex lose a step, and who must bear it."""
    units, first = event.numbers("units"), event.numbers("first")
    losses = event.number("steps")
    steps = "one of them loses a step" if losses == 1 else f"{losses} of them lose a step each"
    if losses == 1 and len(first) == 1 and len(units) > 1:
        return f"{steps}, and {UNIT_IDS[first[0]]} must, for units at full strength come before those reduced already"
    return f"{steps}, as the Allied player chooses"


def _by_kind(units: Iterable[int]) -> str:
    """Units by their kinds: 'infantry 736/716 and 857/346, tank 22/21'."""
    known = load_units()
    kinds: dict[str, list[str]] = {}
    for unit in units:
        kinds.setdefault(known[UNIT_IDS[unit]].type.value.replace("_", " "), []).append(UNIT_IDS[unit])
    return "; ".join(f"{kind} {listed(names)}" for kind, names in kinds.items())


def shown(event: Event) -> dict[str, object]:
    """All that is told, by name, in words."""
    shown: dict[str, object] = {}
    if event.result is not None and event.result.attack is not None:
        shown["difference"] = f"{event.result.attack - (event.result.defence or 0):+d}"
        shown["shifted"] = "".join(f", {shift:+d} {cause}" for cause, shift in event.result.shifts)
        shown["defender"] = "defended by markers alone" if event.result.defence else "which nobody defends"
        shown["zone"] = BEACHES.get(event.result.line, "")
        shown["ground"] = _ground(event, event.result.line)
        shown["reaches"] = "" if event.result.shifts else _reaches(event.result)
        results, brings = event.facts["faces"], IN_SHORT[str(event.facts["combat"])]
        assert isinstance(results, tuple)
        shown["faces"] = by_face([brings[result] for result in results])
    shown["beside"] = shown["ways"] = ""
    shown["why"] = ": a retreat would cost it one too" if event.facts.get("cut_off") else ""
    if event.kind == "marker_seen":
        shown["draws"] = "chooses" if event.facts["chosen"] else "draws"
    if event.kind in ("marker_seen", "marker_placed", "marker_chosen"):
        shown["span"] = _span_of(event)
    if event.kind == "bombardment" and (beside := event.numbers("beside")):
        one = len(beside) == 1
        units = listed(UNIT_IDS[unit] for unit in beside)
        shown["beside"] = f"; {units} in the same hex {'is' if one else 'are'} no target of it"
    if event.kind == "no_rebuilding":
        classes = event.facts["classes"]
        assert isinstance(classes, tuple)
        shown["classes"] = listed(classes)
    if event.kind == "no_combat":
        shown["because"] = BECAUSE[str(event.facts["because"])]
    if event.kind == "no_bombardment":
        empty = event.facts["empty"]
        shown["because"] = "no marker for it is left" if empty else "no enemy is within reach of its markers"
    if event.kind == "shared_landing":
        shown["penalty"] = _penalty(event)
    if event.kind == "revealed":
        shown["kinds"] = _by_kind(event.numbers("units"))
    if event.kind == "marker_lost":
        raiders, captured = event.facts["raiders"], event.facts["captured"]
        shown["cause"] = f"{raiders} came through" if raiders else f"the Allies have captured {captured}"
    if event.kind == "reinforced":
        landings = zip(event.numbers("units"), event.numbers("hexes"), strict=True)
        shown["landings"] = listed(f"{UNIT_IDS[unit]} in {GRID.label(hex_)}" for unit, hex_ in landings)
    for name, fact in event.named().items():
        if name == "unit" and isinstance(fact, int):
            shown[name] = UNIT_IDS[fact]
        elif name == "units" and isinstance(fact, tuple):
            shown[name] = listed(UNIT_IDS[unit] for unit in fact)
            shown["s"] = "s" if len(fact) == 1 else ""  # of what one does
            shown["are"] = "is" if len(fact) == 1 else "are"
        elif name == "hex" and isinstance(fact, int):
            shown[name] = GRID.label(fact) if fact >= 0 else "nowhere"
        elif name == "path" and isinstance(fact, tuple):
            shown["last"] = GRID.label(fact[-1])
        elif name == "cost" and isinstance(fact, int):
            shown["points"] = f"{fact / 2:g} movement point{'s' * (fact != 2)}"
        elif name == "cup" and fact in CUP_NAMES:
            shown[name] = CUP_TITLES[CUP_NAMES.index(fact)]
        elif name in ("side", "seat"):
            shown[name] = str(fact).capitalize()
        elif name == "direction":
            shown[name] = _wind(str(fact))
        elif isinstance(fact, tuple) and name in ("attack_markers", "defence_markers", "markers"):
            shown[name] = _with_kinds(event, name, fact)
        elif name == "ways":
            shown[name] = f" ({fact})" if fact else ""
        elif name in shown:  # a fact that is told in words of its own
            continue
        else:
            shown[name] = fact
    return {**shown, "outcome": outcome(event), "needs": needs(event)}
