"""What a die needed, or what each of its faces brings, in words: as the table says it that it was read in."""

from __future__ import annotations

from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.tables import Landing
from bocage.games.bloody_summer.terms import Weather
from bocage.kernel import Event
from bocage.kernel.wording import by_face

TABLES = load_content().tables
SUMS = range(1, 8)  # of the Bombardment Table


def needs(event: Event) -> str:
    """What a die needed or brings; nothing of one that is read in a column of the Combat Result Table."""
    if event.kind in ("bombarded", "coastal_fire"):
        return levels_needed(event.result.attack or 0) if event.result is not None else ""
    if event.kind in ("resources", "superiority_rolled"):
        return f"in {event.facts['sky']} weather {by_face([str(number) for number in event.numbers('by_die')])}"
    if event.kind in ("interdiction", "marker_interdicted"):
        return f"that takes less than {event.number('value')}, the fixed number of this box"
    return _FIXED.get(event.kind, "")


def levels_needed(points: int) -> str:
    """The least sum of die and modifiers for each level that a bombardment with these points can bring.

    >>> levels_needed(3)
    '3 points need a sum of 3 for 1 level, 6 for 2'
    """
    levels = [TABLES.bombardment.levels(points, one) if points else 0 for one in SUMS]
    least = {level: SUMS[levels.index(level)] for level in sorted({*levels} - {0})}
    several = "1 point needs" if points == 1 else f"{points} points need"
    if not least:
        return f"{several} more than any die"
    (first, die), *more = least.items()
    sums = [f"a sum of {die} for {first} level{'s' * (first > 1)}", *(f"{die} for {level}" for level, die in more)]
    return f"{several} {', '.join(sums)}"


def _dropped() -> str:
    table = TABLES.drop.die
    shaken, drifts = (min(die for die in table if found(table[die])) for found in (_is_shaken, _drifts))
    return f"up to {shaken - 1} in good order, {shaken} disorganised, {drifts} or more it drifts"


def _is_shaken(landing: Landing) -> bool:
    return landing.level > 0


def _drifts(landing: Landing) -> bool:
    return landing.drifts


FATES = {
    "unharmed": "it comes ashore unharmed",
    "disorganised": "it comes ashore disorganised",
    "step": "it loses a step",
    "last step": "it would lose its last step, and is disorganised twice instead",
    "lost": "it sinks",
}
_SHORT_FATES = {"unharmed": "unharmed", "disorganised": "disorganised", "step": "loses a step", "lost": "lost"}


def _dd_tanks() -> str:
    best, *others = sorted(TABLES.dd_tanks.die)
    fates = {die: _SHORT_FATES[fate] for die, fate in TABLES.dd_tanks.die.items()}
    return ", ".join([f"up to {best} {fates[best]}", *(f"{die} {fates[die]}" for die in others)])


_WEATHER = TABLES.weather
_FIXED = {  # what never changes in a game
    "weather_rolled": f"clear up to {sum(sky == Weather.CLEAR for sky in _WEATHER.die)}",
    "storm_test": f"a storm needs {_WEATHER.storm_from} or more",
    "mulberry_battered": f"destroyed by {_WEATHER.mulberry_lost_from} or more",
    "infiltration": f"it takes {TABLES.infiltration.success_to} or less",
    "fifth_ranger": f"Pointe du Hoc takes {TABLES.fifth_ranger.pointe_du_hoc_to} or less and Rangers there",
    "initiative_rolled": "the higher sum moves first",
    "replacement": by_face([str(kind) for kind in TABLES.resources.replacement]),
    "dropped": _dropped(),
    "drift": by_face(TABLES.drop.drift),
    "dd_tanks": _dd_tanks(),
}
