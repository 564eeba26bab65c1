"""What happened, as entries of a log: the words that are A Bloody Summer's own."""

from __future__ import annotations

from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import Place, place_name
from bocage.games.bloody_summer.sentences import outcome, shown
from bocage.games.bloody_summer.title import BloodySummer
from bocage.games.bloody_summer.words import PLACE, UNIT
from bocage.kernel import Event
from bocage.table.bloody_summer.words import place_words
from bocage.table.log import Log

TITLES = {
    "weather_rolled": "Weather",
    "storm_test": "Storm test",
    "air_drawn": "Aircraft",
    "superiority_rolled": "Air superiority",
    "mulberry_battered": "The storm at {depot}",
    "resources": "{side} resources",
    "marker_interdicted": "Interdiction of a marker",
    "initiative": "Initiative",
    "replacement": "German replacement",
    "interdiction": "Interdiction",
    "combat": "{side} attack on {place}",
    "bombarded": "Bombardment of {place}",
    "coastal_fire": "Coastal batteries",
    "infiltration": "Special operation",
    "dropped": "{unit} drops",
    "assault": "The assault on {place}",
    "dd_tanks": "DD tanks",
    "fifth_ranger": "The 5th Ranger",
}
PLACED = frozenset({"landed", "placed", "entered", "dropped", "arrived"})  # kinds of events that put a piece somewhere

HARM = {  # what a code of the Combat Result Table does, for one and for more
    "a": ("loses a step", "loses {} steps"),
    "d": ("loses a step", "loses {} steps"),
    "D": ("is disorganised by 1", "is disorganised by {}"),
    "R": ("retreats a hex", "retreats {} hexes"),
}


def _title(setting: BloodySummer, event: Event) -> str:
    place = max(event.number("hex"), event.number("place"))
    words = place_words(setting.campaign, place) if place >= 0 else ""
    return TITLES[event.kind].format(**{**shown(event), "place": words})


def _targets(setting: BloodySummer, event: Event) -> list[str]:
    """Whoever is attacked."""
    return [PIECE_IDS[unit] for unit in event.numbers("defenders")]


def _lies(event: Event) -> str:
    place = event.number("hex")
    return place_name(place) if event.kind in PLACED and place >= 0 else ""


def _place(setting: BloodySummer, event: Event) -> Place:
    return event.number("place")


def _outcome(event: Event) -> str:
    """What is read from a table; a cell of the Combat Result Table or a level of bombardment in whole words."""
    said = outcome(event)
    if event.kind == "bombarded" and said.startswith("A"):
        return f"{said}, the place is affected by {said[1:]}"
    attacker, slash, defender = said.partition(" / ")
    if not slash:
        return said
    harm = [_harm(who, codes.split()) for who, codes in (("the attacker", attacker), ("the defender", defender))]
    gain = ["exploitation"] if "E" in defender.split() else []
    return "; ".join(filter(None, (*harm, *gain))) or "nothing happens"


def _harm(who: str, codes: list[str]) -> str:
    words = [HARM[code[0]][code[1:] != "1"].format(code[1:]) for code in codes if code[0] in HARM]
    return f"{who} {', '.join(words)}" if words else ""


LOG = Log[BloodySummer](
    units=UNIT, hexes=PLACE, title=_title, outcome=_outcome, place=_place, targets=_targets, lies=_lies
)
