"""What happened, as entries of a log: the words that are A Bloody Summer's own."""

from __future__ import annotations

from bocage.games.bloody_summer.clauses import LEAVING, die_changes
from bocage.games.bloody_summer.needs import needs
from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import Place, place_name
from bocage.games.bloody_summer.sentences import causes_of, line_words, outcome, shown
from bocage.games.bloody_summer.title import BloodySummer
from bocage.games.bloody_summer.words import PLACE, UNIT
from bocage.kernel import Event
from bocage.table.bloody_summer.words import place_words
from bocage.table.log import Log, Shifts, attacked, lies_after, stands_by_odds

TITLES = {
    "weather_rolled": "Weather",
    "storm_test": "Storm test",
    "air_drawn": "Aircraft",
    "mulberry_battered": "The storm at {depot}",
    "resources": "{side} resources",
    "unsupplied": "Supply",
    "marker_interdicted": "Interdiction of {place}",
    "initiative_rolled": "Initiative",
    "initiative": "Initiative",
    "interdiction": "Interdiction of {place}",
    "combat": "{side} attack on {place}",
    "bombarded": "Bombardment of {place}",
    "coastal_fire": "Coastal batteries",
    "infiltration": "Special operation",
    "turn_over": "End of turn {turn}",
    "dropped": "{unit} drops",
    "assault": "The assault on {place}",
    "dd_tanks": "DD tanks",
    "fifth_ranger": "The 5th Ranger",
}
REMEMBERED = frozenset(  # kinds of events that the summary of a turn tells besides its fights
    {
        "weather", "weather_rolled", "storm_test", "air_drawn", "superiority_rolled", "resources", "marker_interdicted",
        "initiative_rolled", "initiative", "replacement", "interdiction", "infiltration", "unsupplied",
        "turn_over",
    }
)  # fmt: skip
PLACED = frozenset({"landed", "placed", "entered", "dropped", "arrived"})  # kinds of events that put a piece somewhere


def _title(setting: BloodySummer, event: Event) -> str:
    place = max(event.number("hex"), event.number("place"))
    words = place_words(setting.campaign, place) if place >= 0 else ""
    if event.kind in LEAVING and not event.numbers("counters"):
        return f"Leaving {words}"  # a die falls with or without aircraft
    return TITLES[event.kind].format(**{**shown(event), "place": words})


def _place(setting: BloodySummer, event: Event) -> Place:
    return event.number("place")


def _strengths(event: Event) -> Shifts:
    """What changed the strengths that counters have."""
    result, printed = event.result, event.numbers("printed")
    if result is None or not printed:
        return ()
    counted = zip(("attack", "defence"), causes_of(event), (result.attack, result.defence), printed, strict=True)
    return tuple((f"{side} strength ({cause})", (now or 0) - full) for side, cause, now, full in counted if cause)


def _shifts(event: Event) -> Shifts:
    """Of the column, and what changes strengths and the die with a word that says so."""
    shifts = () if event.result is None or event.kind == "bombarded" else event.result.shifts
    columns = ((f"{cause} (column)", by) for cause, by in shifts)
    return (*_strengths(event), *columns, *((f"{cause} (die)", by) for cause, by in die_changes(event)))


LOG = Log[BloodySummer](
    units=UNIT,
    hexes=PLACE,
    title=_title,
    outcome=outcome,
    stands=stands_by_odds(line_words, line_words),
    shifts=_shifts,
    needs=needs,
    place=_place,
    called=lambda setting, place: place_words(setting.campaign, place),
    targets=attacked(PIECE_IDS),
    lies=lies_after(PLACED, place_name),
    tracks=("weather",),
)
