"""How victory stands: the levels of The Race to Cherbourg, or the track of points, and what wins at once."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_NAMES
from bocage.games.bloody_summer.pieces import FESTUNG_PIECES, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import BOXES, GRID, place_name
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import BloodySummer
from bocage.hexes import HexSet, mask
from bocage.table.model import Condition, Part, Standing

LEVELS = {2: "strategic", 3: "operational", 4: "marginal"}  # by the turn on which Cherbourg is taken (11.1.5)


def standings_of(setting: BloodySummer, view: State) -> list[Standing]:
    """Both sides, the Allies first."""
    race = view.campaign.set_up.victory == "cherbourg"
    conditions = (_race(view) if race else _points(view)), (_race_german(view) if race else _points_german(view))
    points = (None, None) if race else (view.points, -view.points)
    return [
        Standing(
            side=SIDE_NAMES[side],
            title=setting.briefing.title_of(SIDE_NAMES[side]),
            points=points[side],
            conditions=list(conditions[side]),
        )
        for side in (ALLIED, GERMAN)
    ]


def _hexes(view: State, name: str) -> HexSet:
    return mask(GRID.at(label) for place in view.campaign.ground.places if place.name == name for label in place.hexes)


# -- The Race to Cherbourg -------------------------------------------------------------------------


def _race(view: State) -> Iterator[Condition]:
    both = _hexes(view, "Cherbourg")
    have = (both & view.held).bit_count()
    level = next((level for turn, level in LEVELS.items() if view.turn <= turn), LEVELS[4])
    yield Condition(
        label="Cherbourg",
        value=f"{have} of {both.bit_count()} hexes; with both when turn {max(view.turn, 2)} ends a {level} victory",
        done=have == both.bit_count(),
        have=have,
        need=both.bit_count(),
        rule="11.1.5-01",
    )


def _race_german(view: State) -> Iterator[Condition]:
    depot = GRID.at(view.campaign.counters.german_depot["Cherbourg"].hex or "")
    held, both = view.controls(GERMAN, depot), _hexes(view, "Cherbourg")
    have = (both & ~view.held).bit_count()
    yield Condition(
        label="Hexes of Cherbourg",
        short="Cherbourg",
        value=f"{have} of {both.bit_count()}; the depot {place_name(depot)} is {_whose(not held)}: with it when turn "
        "4 ends a marginal victory, operational if the 17th SS and another division can trace supply to the south edge",
        done=held,
        have=have,
        rule="11.1.5-06",
    )
    yield Condition(
        label="Utah",
        value=f"{'has been reached' if view.utah_fell else 'not reached'}; a unit there, with Cherbourg and St-Vaast "
        "held when turn 4 ends, is a strategic victory",
        done=bool(view.utah_fell),
        rule="11.1.5-04",
    )


# -- the track -------------------------------------------------------------------------------------


def _track(view: State, side: int) -> Condition:
    table = view.campaign.tables.victory
    have = view.points if side == ALLIED else -view.points
    return Condition(
        label="Victory Points",
        value=f"{have:+d}; {table.marginal} when turn {view.campaign.last_turn} ends are a marginal victory, "
        f"{table.decisive} a decisive one",
        done=have >= table.marginal,
        have=max(have, 0),
        need=table.marginal,
        rule="11.3.2-19",
        parts=_each_turn(view, side),
    )


def _each_turn(view: State, side: int) -> list[Part]:
    table = view.campaign.tables.victory
    if side == ALLIED:
        return []
    left = view.campaign.last_turn - max(view.turn, table.german_turns_from) + 1
    value = f"{table.german_turn} at the end of each turn, {left} to come"
    return [Part(label="For each turn", value=value, points=table.german_turn, rule="11.3.2-14")]


def _points(view: State) -> Iterator[Condition]:
    yield _track(view, ALLIED)
    paris, calais = (view.controls(ALLIED, BOXES[name]) for name in ("Paris", "Pas-de-Calais"))
    yield Condition(
        label="Paris and Pas-de-Calais",
        value=f"{_whose(paris)} and {_whose(calais)}; with both the Allies win at once",
        done=paris and calais,
        have=paris + calais,
        need=2,
        rule="11.3.2-13",
    )
    yield _harbours(view, paris)
    least = view.campaign.tables.automatic_victory.german_units
    units = sum(view.on_map(unit) and view.campaign.side[unit] == GERMAN for unit in range(UNITS))
    yield Condition(
        label="German units on the map",
        value=f"{units}; if fewer than {least} are left when a turn ends the Allies win at once",
        done=units < least,
        rule="11.3.2-12",
    )


def _whose(allied: bool) -> str:
    return "Allied" if allied else "German"


def _harbours(view: State, paris: bool) -> Condition:
    """11.3.2-11: a harbour is taken when its Festung is destroyed and its box is Allied."""
    counters, need = view.campaign.counters.festung, view.campaign.tables.automatic_victory.harbours
    both = _hexes(view, "Cherbourg")
    parts = [
        Part(label="Paris", value=_whose(paris), done=paris),
        Part(label="Cherbourg", value=_whose(not both & ~view.held), done=not both & ~view.held),
    ]
    taken = 0
    for piece in FESTUNG_PIECES:
        name = PIECE_IDS[piece].removeprefix("Festung-").replace("-", " ")
        one = next(one for key, one in counters.items() if key.replace("-", " ") == name)
        if one.atlantic:
            own = view.where[piece] < 0 and view.controls(ALLIED, BOXES[one.box or ""])
            parts.append(Part(label=one.name, value=_whose(own), done=own))
            taken += own
    done = taken >= need and parts[0].done and parts[1].done
    return Condition(
        label="The harbours",
        value=f"Paris, Cherbourg and {need} of the Atlantic harbours win at once",
        done=done,
        have=min(taken, need) + parts[0].done + parts[1].done,
        need=need + 2,
        rule="11.3.2-11",
        parts=parts,
    )


def _points_german(view: State) -> Iterator[Condition]:
    yield _track(view, GERMAN)
    need = view.campaign.tables.automatic_victory.beach_hexes
    beaches = (view.campaign.ground.beach & ~view.held).bit_count()
    yield Condition(
        label="Beach hexes",
        value=f"{beaches} German of {need}; with {need} when a turn ends the Germans win at once",
        done=beaches >= need,
        have=min(beaches, need),
        need=need,
        rule="11.3.2-18",
    )
