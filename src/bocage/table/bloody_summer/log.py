"""What happened, as entries of a log: the words that are A Bloody Summer's own."""

from __future__ import annotations

from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import place_name
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


LOG = Log[BloodySummer](units=UNIT, hexes=PLACE, title=_title, outcome=outcome, targets=_targets, lies=_lies)
