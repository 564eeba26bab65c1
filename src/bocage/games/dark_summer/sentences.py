"""What happened, in plain sentences. All texts of the log stand here, ready to be translated."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import GROUP_NAMES
from bocage.games.dark_summer.chits import CHIT_TITLES, WAY_TITLES
from bocage.games.dark_summer.content import load_content
from bocage.games.dark_summer.places import place_name
from bocage.games.dark_summer.results import NOTHING
from bocage.games.dark_summer.victory import in_points
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.kernel import Event

MARKER_TITLES = tuple(marker.title for marker in load_content().tables.support.values())

TEXTS: dict[str, str] = {
    # The turn (4), Weather (7), Attrition (14).
    "turn_begins": "Turn {turn} begins: {name}.",
    "weather": "The Weather is {weather}.",
    "weather_added": "The other Weather chits go into the cup.",
    "out_of_supply": "{unit} is Out of Supply.",
    "may_leave": "{units} may leave Brittany from now on.",
    # Movement (10), boxes, Cherbourg (13.5).
    "moved": "{unit} moves to {last}.",
    "withdrew": "{unit} makes an Emergency Withdrawal to {last}.",
    "brittany_entered": "{unit} is the first to enter Brittany.",
    "brittany_left": "{unit} comes back from Brittany: after this turn none may enter it.",
    "exit_marker": "{group} units leave the map at {hex}.",
    "caen_taken": "The Allies have controlled all of Caen.",
    "cherbourg_isolated": "Cherbourg is Isolated.",
    "cherbourg_relieved": "Cherbourg is no longer Isolated.",
    "relocated": "{unit} falls back from {hex} into Cherbourg.",
    "beach_opened": "{hex} is an Open Beach.",
    "beach_closed": "{hex} is a Closed Beach.",
    # Combat (11), Support (12).
    "attack_declared": "{attackers} attack {hex}.",
    "revealed": "{unit} turns out to have a factor of {factor}.",
    "support": "{side} Support: {marker}.",
    "combat": "{attack} against {defence}, {odds}{shifted}{rolled}: {outcome}.",
    "exchange_limited": "The Exchange is limited to one step on both sides.",
    "retreated": "{unit} retreats to {last}.",
    "advanced": "{unit} advances into {hex}.",
    "cherbourg_captured": "Cherbourg is captured.",
    # Rounds (9), Replacements and Withdrawals (8), victory (3.2).
    "cup_filled": "The Action Cup is filled.",
    "initiative": "The Initiative chit is {chit}.",
    "chit_drawn": "A chit is drawn: {chit}.",
    "round_begins": "Round {round}: {group}, {way}.",
    "reaction": "Round {round}: German Reaction.",
    "activated": "Active: {units}.",
    "wave": "Round {round}: Allied Wave {wave}.",
    "joined_wave": "{unit} joins the assault on {hex}.",
    "comes_again": "{unit} is held at sea and comes again on Turn 2.",
    "entry_roll": "Formation Entry for the {group}: a {die}, {number} of {waiting} Formations may enter.",
    "entered": "{unit} enters at {hex}.",
    "landed": "{unit} lands at {hex}.",
    "displaced": "{unit} makes room and goes to {hex}.",
    "rebuilt": "{unit} is rebuilt.",
    "evacuated": "{unit} is withdrawn from the game.",
    "scored": "{side} Victory Points: {points} for {what}.",
    "reduced": "{unit} is reduced.",
    "eliminated": "{unit} is eliminated.",
}


def sentence(event: Event) -> str:
    """An event in words."""
    shown = _shown(event.named())
    if event.kind == "combat":
        shown |= _combat(event)
    text = TEXTS[event.kind].format(**shown)
    return text[0].upper() + text[1:]


def _combat(event: Event) -> dict[str, object]:
    """What the Combat Results Table says, and how one came there."""
    result, printed = event.result, event.facts["printed"]
    assert result is not None
    causes = ", ".join(f"{cause} {abs(shift)}{'R' if shift > 0 else 'L'}" for cause, shift in result.shifts)
    (outcome,) = result.outcome
    return {
        "shifted": f", {causes}: {result.line or 'below 1-3'}" if causes else "",
        "rolled": f"; die {result.die}" if result.die else "",
        "outcome": outcome if outcome == printed else f"{printed} as {'no effect' if outcome == NOTHING else outcome}",
    }


def _shown(facts: dict[str, object]) -> dict[str, object]:
    shown: dict[str, object] = {}
    for name, fact in facts.items():
        if name == "unit" and isinstance(fact, int):
            shown[name] = UNIT_IDS[fact]
        elif name in ("units", "attackers") and isinstance(fact, tuple):
            shown[name] = ", ".join(UNIT_IDS[unit] for unit in fact)
        elif name in ("hex", "place") and isinstance(fact, int):
            shown[name] = place_name(fact)
        elif name == "path" and isinstance(fact, tuple):
            shown["last"] = place_name(fact[-1])
        elif name == "marker" and isinstance(fact, int):
            shown[name] = MARKER_TITLES[fact]
        elif name == "side" and isinstance(fact, str):
            shown[name] = fact.capitalize()
        elif name == "group" and isinstance(fact, int):
            shown[name] = GROUP_NAMES[fact]
        elif name == "chit" and isinstance(fact, int):
            shown[name] = CHIT_TITLES[fact]
        elif name == "way" and isinstance(fact, int):
            shown[name] = WAY_TITLES[fact]
        elif name == "halves" and isinstance(fact, int):
            shown["points"] = in_points(fact)
        else:
            shown[name] = fact
    return shown
