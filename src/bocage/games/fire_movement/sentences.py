"""What happened, in plain sentences. All texts of the log stand here, ready to be translated."""

from __future__ import annotations

from bocage.games.fire_movement.results import NO_EFFECT_IN_BOMBARDMENT
from bocage.games.fire_movement.words import CUP_NAMES, CUP_TITLES, GRID, UNIT_IDS
from bocage.kernel import Event
from bocage.kernel.wording import listed

TEXTS: dict[str, str] = {
    "turn_begins": "Game turn {turn} begins.",
    "weather": "Weather roll {die}.",
    "weather_losses": "Foul weather: {seat} goes without {die} markers this turn.",
    "moved": "{unit} moves to {last} for {points} MP.",
    "entered": "{unit} comes onto the map and reaches {last}.",
    "landed": "{unit} lands in {hex}.",
    "no_room": "There is no room for {unit}: it lands on GT 2.",
    "recorded": "{unit} is recorded in {hex}.",
    "set_up": "{unit} stands in {hex}.",
    "beachhead": "A beachhead is marked in {hex}.",
    "beachhead_removed": "The beachhead marker in {hex} has no unit and is removed.",
    "beachhead_lost": "The beachhead in {hex} is lost.",
    "drop_zone": "The {division} will drop around {hex}.",
    "drop_roll": "{unit} jumps over {hex}: the die shows {die}.",
    "drift": "{unit} drifts {direction} (die {die}) and comes down in {hex}.",
    "drift_off": "{unit} drifts {direction} (die {die}), out of the area in play.",
    "bad_landing": "{unit} comes down badly in {hex}: woods, a city or a beach cost it a step.",
    "commando_roll": "{unit} assaults {hex}: the die shows {die}.",
    "marker_lost": "The Germans lose a +{value} support marker for good.",
    "attack_declared": "{units} attack {hex}.",
    "bombardment": "{unit} in {hex} is bombarded with {markers}.",
    "marker_placed": "The {side} side places a {cup} marker.",
    "marker_seen": "The {drawer} side draws +{value}.",
    "markers_revealed": "Markers: attack {attack_markers}, defence {defence_markers}.",
    "mines_aside": "The Germans put a mines marker (+{value}) aside.",
    "combat_result": "{attack} against {defence} on the {line} line, column {column}; die {die}: {outcome}.",
    "reduced": "{unit} is reduced.",
    "eliminated": "{unit} is eliminated.",
    "one_loses": "One of {units} loses a step.",
    "stands": "{unit} stands its ground.",
    "retreated": "{unit} retreats to {last}.",
    "cannot_retreat": "{unit} has no way out.",
    "cut_short": "{unit} cannot go as far as {length} hexes.",
    "held_back": "{unit} finds its way blocked by friends and holds.",
    "displaced": "{unit} makes room and goes to {hex}.",
    "advanced": "{unit} advances to {hex}.",
    "out_of_supply": "{unit} is out of supply.",
    "rebuilt": "{unit} is rebuilt to full strength.",
    "called_early": "The {division} Division is called in early.",
    "brought_early": "The {division} Division comes early; the game now ends with GT {last_turn}.",
    "extended": "{cities} cities are captured; the campaign goes on to GT {last_turn}.",
}


WINDS = {"N": "north", "E": "east", "S": "south", "W": "west"}

# What each face of a die brings.
THROWS = {
    "drop_roll": (
        "A disaster.",
        *["It loses a step and drifts."] * 2,
        *["It drifts."] * 2,
        "It comes down where it should.",
    ),
    "commando_roll": (
        "A disaster.",
        *["It comes ashore with losses."] * 2,
        *["It comes ashore with losses and may go on."] * 2,
        "It comes ashore without loss and may go on.",
    ),
}

# Results in words, best for the attacker first; then where they mean something else.
RESULTS = {
    "De": "the defender is eliminated",
    "D3": "the defender retreats 3 hexes, or stands and is reduced",
    "D2": "the defender retreats 2 hexes, or stands and is reduced",
    "Ex": "one attacker and the defender lose a step",
    "-": "nothing happens",
    "A1": "all attackers retreat 1 hex, or stand and are reduced",
    "A2": "all attackers retreat 2 hexes, or stand and are reduced",
    "A3": "all attackers retreat 3 hexes, or stand and are reduced",
    "(A)": "one attacker loses a step",
    "Ae": "all attackers are eliminated",
}
IN_BOMBARDMENT = {
    **dict.fromkeys(NO_EFFECT_IN_BOMBARDMENT, "nothing happens"),
    "(A)": "a unit of the side that fires loses a step, if one is next to the target",
}
IN_BEACH_ASSAULT = {
    **dict.fromkeys(("De", "D3", "D2"), "nothing happens: the unit is ashore"),
    "Ex": "one assaulting unit loses a step",
    **dict.fromkeys(("A1", "A2", "A3"), "every assaulting unit loses a step"),
}
IN_LANDING_ATTACK = {
    "D3": "the defender retreats 3 hexes",
    "D2": "the defender retreats 2 hexes",
    "Ex": "one attacker and the defender lose a step; if the defender is still there, all attackers are eliminated",
    **dict.fromkeys(("-", "A1", "A2", "A3", "(A)"), "all attackers are eliminated: the defender is still there"),
}
BY_COMBAT = {  # as the event of a result names it
    "attack": RESULTS,
    "bombardment": RESULTS | IN_BOMBARDMENT,
    "beach_assault": RESULTS | IN_BEACH_ASSAULT,
    "landing_attack": RESULTS | IN_LANDING_ATTACK,
}


def sentence(event: Event) -> str:
    """An event in words."""
    kind = event.kind
    if kind == "moved" and event.facts["origin"] == -1:
        kind = "entered"
    elif kind == "drift" and event.facts["hex"] == -1:
        kind = "drift_off"
    text = TEXTS[kind].format(**shown(event), drawer=listed(event.seats).capitalize())
    if event.kind == "weather":
        text += " Foul weather!" if event.facts["foul"] else " Fair weather."
    elif event.kind in THROWS and event.result and event.result.die:
        text += " " + THROWS[event.kind][event.result.die - 1]
    return text[0].upper() + text[1:]


def outcome(event: Event) -> str:
    """What the results table says, in words."""
    if event.result is None or not event.result.outcome:
        return ""
    (result,) = event.result.outcome
    meaning = BY_COMBAT[str(event.facts["combat"])][result]
    return meaning if result == "-" else f"{result}, {meaning}"


def shown(event: Event) -> dict[str, object]:
    """All that is told, by name, in words."""
    shown: dict[str, object] = {}
    for name, fact in event.named().items():
        if name == "unit" and isinstance(fact, int):
            shown[name] = UNIT_IDS[fact]
        elif name == "units" and isinstance(fact, tuple):
            shown[name] = ", ".join(UNIT_IDS[unit] for unit in fact)
        elif name == "hex" and isinstance(fact, int):
            shown[name] = GRID.label(fact) if fact >= 0 else "nowhere"
        elif name == "path" and isinstance(fact, tuple):
            shown["last"] = GRID.label(fact[-1])
        elif name == "cost" and isinstance(fact, int):
            shown["points"] = f"{fact / 2:g}"
        elif name == "cup" and fact in CUP_NAMES:
            shown[name] = CUP_TITLES[CUP_NAMES.index(fact)]
        elif name == "outcome":
            shown[name] = outcome(event)
        elif name == "side":
            shown[name] = str(fact).capitalize()
        elif name == "direction":
            shown[name] = "-".join(WINDS[letter] for letter in str(fact))
        elif isinstance(fact, tuple) and name in ("attack_markers", "defence_markers", "markers"):
            shown[name] = " ".join(f"+{value}" for value in fact) or "none"
        else:
            shown[name] = fact
    return shown
