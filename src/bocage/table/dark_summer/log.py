"""What happened, as entries of a log: the words that are The Dark Summer's own."""

from __future__ import annotations

from bocage.games.dark_summer.places import Place, place_name
from bocage.games.dark_summer.sentences import changes, line_words, needs, odds_words, outcome, shown
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.words import PLACE, UNIT_IDS, UNITS
from bocage.kernel import Event
from bocage.table.dark_summer.words import place_on_board, place_words
from bocage.table.log import Log, Shifts, attacked, lies_after, stands_by_odds

TITLES = {
    "weather": "Weather",
    "cup_filled": "The cup",
    "chit_drawn": "The cup",
    "nobody_attacked": "{group}, {way}",
    "turn_over": "End of Turn {turn}",
    "out_of_supply": "Attrition",
    "entry_roll": "{group} Formation Entry",
    "revealed": "{unit} is turned up",
    "combat": "{side} attack on {place}",
}
REMEMBERED = frozenset(  # kinds of events that the summary of a turn tells besides its fights
    {"weather", "cup_filled", "initiative", "chit_drawn", "entry_roll", "revealed", "nobody_attacked", "turn_over"}
)
PLACED = frozenset({"landed", "joined_wave", "entered"})  # kinds of events that put a unit somewhere


def _title(setting: DarkSummer, event: Event) -> str:
    place = event.number("hex")
    words = place_words(setting.campaign, place) if place >= 0 else ""
    return TITLES[event.kind].format(**{**shown(event), "place": words})


def _targets(setting: DarkSummer, event: Event) -> list[str]:
    """Whoever is attacked, or Out of Supply."""
    if event.kind == "out_of_supply":
        return [UNIT_IDS[event.number("unit")]]
    return attacked(UNIT_IDS)(setting, event)


def _section(setting: DarkSummer, event: Event, place: Place) -> str:
    """The section of the side in the Eastern Exit."""
    unit = event.number("unit")
    return place_on_board(place, setting.campaign.side[unit]) if unit >= 0 else ""


def _shifts(event: Event) -> Shifts:
    """What changed the strengths, with a word that says whose, and then the column."""
    sides = zip(("attack", "defence"), changes(event), strict=True)
    strengths = ((f"{cause} ({side} strength)", by) for side, causes in sides for cause, by in causes)
    columns = event.result.shifts if event.result is not None else ()
    return (*strengths, *((f"{cause} (column)", by) for cause, by in columns))


LOG = Log[DarkSummer](
    units=UNITS,
    hexes=PLACE,
    title=_title,
    outcome=outcome,
    needs=needs,
    stands=stands_by_odds(odds_words, line_words),
    shifts=_shifts,
    targets=_targets,
    lies=lies_after(PLACED, place_name),
    section=_section,
    called=lambda setting, place: place_words(setting.campaign, place),
    tracks=("weather", "round"),
)
