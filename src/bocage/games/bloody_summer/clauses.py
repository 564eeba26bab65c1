"""Parts of sentences that depend on what was thrown, drawn or counted."""

from __future__ import annotations

from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.needs import needs
from bocage.games.bloody_summer.pieces import AIR_IDS, NAVAL_IDS, PIECE_IDS
from bocage.games.bloody_summer.reasons import WHY_LOST
from bocage.games.bloody_summer.terms import Cup, Weather
from bocage.kernel import Event
from bocage.kernel.wording import listed

TABLES = load_content().tables
SHIP_TITLES = tuple(load_content().counters.naval[ships].title for ships in NAVAL_IDS)
WHO_REBUILDS = {
    "infantry": "a step for an infantry unit",
    "luftwaffe": "a step for a Luftwaffe unit",
    "panzergrenadier": "a step for a panzergrenadier unit",
    "panzer": "a step for a panzer unit",
}
DIE_CHANGED_BY = {  # by kind of event, if there is but one cause
    "combat": "elite units",
    "dd_tanks": "the sea off this beach",
    "dropped": "this unit",
    "weather_rolled": "bad weather before",
    "initiative_rolled": "headquarters with Offensive markers",
}
LEAVING = ("interdiction", "marker_interdicted")
LEAVING_CAUSES = {"partisan": "the Maquis", "odds": "odds against the enemies there"}


def _modified(event: Event) -> str:
    """By how much the die of a combat is changed before the table is read, and why."""
    return "".join(f", {by:+d} for {cause}".replace("-", "−") for cause, by in die_changes(event))


def _thrown(event: Event) -> str:
    """The die as it fell, what changes it, and the sum.

    >>> from bocage.kernel import Result
    >>> _thrown(Event("dd_tanks", "1", {"modifier": -1}, result=Result(die=6)))
    'die 6 −1 (the sea off this beach) = 5'
    """
    die, found = event.result.die if event.result is not None else 0, die_changes(event)
    changes = "".join(f" {by:+d} ({cause})".replace("-", "−", by < 0) for cause, by in found)
    return f"die {die}{changes}{f' = {die + sum(by for _, by in found)}' if found else ''}"


def die_changes(event: Event) -> tuple[tuple[str, int], ...]:
    """What changes a die, by cause; a bombardment tells it as its shifts, having no others."""
    if event.kind == "bombarded" and event.result is not None:
        return event.result.shifts
    if event.kind in LEAVING and isinstance(found := event.facts.get("causes"), tuple):
        aircraft = listed(AIR_IDS[one] for one in event.numbers("counters"))
        return tuple((aircraft if cause == "air" else LEAVING_CAUSES[cause], by) for cause, by in found if by)
    by, cause = event.facts.get("modifier"), DIE_CHANGED_BY.get(event.kind)
    return ((cause, by),) if cause and isinstance(by, int) and by else ()


def clauses(event: Event) -> dict[str, object]:
    """Parts of sentences that depend on a number."""
    origin, level, number = event.number("origin"), event.number("level"), event.number("number")
    units = event.numbers("attackers") or event.numbers("units")
    return {
        "price": "",
        "reason": WHY_LOST.get(event.rule, "").format(unit=PIECE_IDS[event.number("unit")]),
        "needs": needs(event),
        "thrown": _thrown(event),
        "meaning": _meaning(event),
        "why": _why_initiative(event) if event.kind == "initiative" else "",
        "s": "s" if len(units) == 1 else "",  # of what one does
        "modified": _modified(event),
        "columns": f"{level} column{'s' * (level > 1)}",
        "goes": "holds" if 0 <= origin == event.number("hex") else "advances to",
        "squadrons": _drawn(event) if event.kind == "air_drawn" else "",
        "allotted": _allotted(event) if event.kind == "air_drawn" else "",
        "guns": _guns(event),
        "cut_off": _cut_off(event) if event.kind == "unsupplied" else "",
        "shaken": _shaken(event),
        "wings": _bound(number),
        "price_of_attack": "on this turn attacks cost none"
        if event.facts.get("free")
        else "a headquarters spends one to attack",
        "markers": _count(number, "new Offensive marker"),
        "recovering": f"{_count(number, 'unit')} recover{'s' * (number < 2)} a level from disorganisation",
        "standing": _standing(event) if event.kind == "turn_over" else "",
        "paid": "at the cost of a step" if event.number("steps") else "behind their fortified line",
        "replacement": WHO_REBUILDS.get(str(event.facts.get("type")), "no replacement"),
    }


def _meaning(event: Event) -> str:
    """What weather means for the turn, or a storm for the phase."""
    if event.kind == "storm_test":
        return ". No aircraft, ships or landings in this phase" if event.facts["storm"] else ""
    if event.kind != "weather_rolled" or event.result is None:
        return ""
    clear = event.facts["weather"] == Weather.CLEAR
    sky = "many aircraft may fly" if clear else "fewer aircraft may fly"
    return sky + "; a 6 may bring a storm in each phase" * (event.result.die == TABLES.weather.storm_test)


def _standing(event: Event) -> str:
    """Where the Victory Point track stands; in a race there are no points."""
    points = int(str(event.facts["points"]))
    track = f"{points:+d}".replace("-", "−") if points else "0"
    return "" if event.facts["race"] else f"; the Victory Point track is at {track}"


def _why_initiative(event: Event) -> str:
    """Why a side is the first where sums do not tell it: on the first turns there are no dice (10-02)."""
    totals = event.numbers("totals")
    if not totals:
        return ", without a die on the first turns"
    return f": equal sums, and the weather is {event.facts['sky']}" if len({*totals}) == 1 else ""


def _drawn(event: Event) -> str:
    """How many air counters of each kind were drawn, out of how many, and which if they are few."""
    counters = event.numbers("counters")
    numbers = [
        f"{drawn} of {there} {WINGS[cup]}s"
        for cup, drawn, there in zip(Cup, event.numbers("drawn"), event.numbers("there"), strict=True)
        if drawn
    ]
    names = listed(AIR_IDS[one] for one in counters)
    return f"{listed(numbers) or 'nothing'}{f': {names}' if 0 < len(counters) <= FEW else ''}"


def _allotted(event: Event) -> str:
    """Why so many counters are drawn."""
    sky = str(event.facts["sky"])
    return f"{sky[0].upper()}{sky[1:]} allows so many{', halved in this scenario' * bool(event.facts['halved'])}"


WINGS = {Cup.HEAVY: "heavy bomber", Cup.MEDIUM: "medium bomber", Cup.FIGHTER: "fighter-bomber"}
FEW = 6  # names that one sentence has room for


def _count(number: int, one: str, many: str = "") -> str:
    """
    >>> _count(1, "point"), _count(2, "point"), _count(0, "point")
    ('1 point', '2 points', 'no point')
    """
    return f"{number or 'no'} {one if number < 2 else many or one + 's'}"


def _bound(number: int) -> str:
    """How many fighter-bombers must fly for air superiority."""
    wings = _count(number, "fighter-bomber")
    return f"{wings} {'is' if number < 2 else 'are'} bound to air superiority" + ", good for nothing else" * (
        number > 0
    )


def _cut_off(event: Event) -> str:
    """Who is out of supply: by name if they are few, else how many of each side."""
    units = event.numbers("units")
    if len(units) <= FEW:
        return listed(PIECE_IDS[unit] for unit in units)
    allied = event.number("allied")
    sides = [f"{number} {side}" for number, side in ((allied, "Allied"), (len(units) - allied, "German")) if number]
    return f"{listed(sides)} units"


def _guns(event: Event) -> str:
    """What bombards, with how many points."""
    ships = [SHIP_TITLES[one] for one in event.numbers("ships")]
    names = listed([*ships, *(AIR_IDS[one] for one in event.numbers("bombers"))])
    points = event.result.attack if event.result is not None else 0
    return f"{names or 'Guns'}, {_count(points or 0, 'point')},"


def _shaken(event: Event) -> str:
    """Who is disorganised, once and twice."""
    levels = tuple(zip(event.numbers("units"), event.numbers("levels"), strict=False))
    found = []
    for level, words in enumerate(("disorganised: a column worse", "disorganised twice: two columns worse"), 1):
        if units := [PIECE_IDS[unit] for unit, now in levels if now == level]:
            found.append(f"{listed(units)} {'is' if len(units) == 1 else 'are'} {words} in combat")
    return "; ".join(found)
