"""Victory (11.1.5, 11.3.2): the points of one signed track, automatic victories, and the race to Cherbourg."""

from __future__ import annotations

from typing import Final

from bocage.games.bloody_summer import depots, supply
from bocage.games.bloody_summer.campaign import ALLIED, FULL, GERMAN, GERMANS, REDUCED, SIDE_NAMES
from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.pieces import (
    DEPOT_IDS,
    FESTUNG_PIECES,
    FORMATION_NAMES,
    GERMAN_DEPOTS,
    PIECE_IDS,
    UNITS,
)
from bocage.games.bloody_summer.places import BOXES, FESTUNGEN, GRID, LOST, OFF_MAP, SIZE, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.zones import in_enemy_zone
from bocage.hexes import HexSet, mask, members
from bocage.kernel import Outcome
from bocage.kernel.wording import listed

_CONTENT = load_content()
PARIS: Final = BOXES["Paris"]
PAS_DE_CALAIS: Final = BOXES["Pas-de-Calais"]
CHERBOURG: Final = next(GRID.set(place.hexes) for place in _CONTENT.ground.places if place.name == "Cherbourg")
PORT: Final = GRID.at(_CONTENT.counters.depot["Cherbourg"].hex)
UTAH: Final = GRID.at(_CONTENT.counters.depot["Utah"].hex)
SAINT_VAAST: Final = GRID.at(_CONTENT.counters.depot["Saint-Vaast"].hex)
LIBERATORS: Final = FORMATION_NAMES.index("2e DB")  # 4.1.2.b-01
SPEARHEAD: Final = FORMATION_NAMES.index("17 SS")  # 11.1.5-05
US_LEVELS: Final = {2: ("strategic", "11.1.5-01"), 3: ("operational", "11.1.5-02"), 4: ("marginal", "11.1.5-03")}
LINES: Final = 2  # divisions with a supply line to the south (11.1.5-05)


# -- the track ------------------------------------------------------------------------------------


def score(g: State, side: int, points: int, rule: str, why: str) -> None:
    """A side gains points on the one track, Allied up and German down, if this game counts them (11.3.2-01)."""
    if g.campaign.set_up.victory == "points" and points:
        g.points += points if side == ALLIED else -points
        g.tell("scored", rule, side=side, points=points, why=why)


def bled(g: State, piece: int, steps: int) -> None:
    """A piece has lost steps: points for the other side, more for elite ones (11.3.2-02, -03)."""
    table, other = g.campaign.tables.victory, 1 - g.campaign.side[piece]
    if piece in GERMAN_DEPOTS:
        score(g, ALLIED, table.depot_destroyed, "11.3.2-09", f"{PIECE_IDS[piece]} destroyed")
        return
    score(g, other, table.step * steps, "11.3.2-02", f"steps of {PIECE_IDS[piece]}")
    if g.campaign.elite[piece]:
        score(g, other, table.elite_step * steps, "11.3.2-03", f"elite steps of {PIECE_IDS[piece]}")
    if piece in FESTUNG_PIECES:
        score(g, ALLIED, table.festung_destroyed, "11.3.2-08", f"{PIECE_IDS[piece]} destroyed")


def gained(g: State, unit: int, place: Place) -> None:
    """A unit brings its side control of a place: towns and Paris count, and the depots that fall with it."""
    side, table = g.campaign.side[unit], g.campaign.tables.victory
    if place < SIZE and g.campaign.ground.town >> place & 1:
        rule = "11.3.2-04" if side == ALLIED else "11.3.2-17"
        score(g, side, table.town, rule, f"{g.campaign.ground.place_at(place)} ({place_name(place)})")
    if side == ALLIED:
        _allied_gain(g, place)
    else:
        _german_gain(g, place)


def _allied_gain(g: State, place: Place) -> None:
    """German depots without a defence go with their place; Paris is liberated once (11.3.2-09, -10, 4.1.2.b-01)."""
    table = g.campaign.tables.victory
    for piece in g.at.get(place, ()):
        if piece in GERMAN_DEPOTS and not g.campaign.steps[piece]:
            score(g, ALLIED, table.depot_destroyed, "11.3.2-09", f"{PIECE_IDS[piece]} destroyed")
    if place == PARIS and not g.paris_scored:
        g.paris_scored = True
        score(g, ALLIED, table.paris, "11.3.2-10", "Paris")
        if any(g.where[unit] == PARIS for unit in g.campaign.formation_units[LIBERATORS]):
            score(g, ALLIED, table.paris_by_2e_db, "4.1.2.b-01", "Paris liberated by the 2e DB")


def _german_gain(g: State, place: Place) -> None:
    """Allied depots are destroyed, but not Cherbourg at once (11.3.2-15, -16, 7.1-08)."""
    g.utah_fell |= place == UTAH
    for depot in depots.depots_in(g, place):
        if depots.is_open(g, depot) and depot != depots.CHERBOURG:
            allied_depot_destroyed(g, depot)


def allied_depot_destroyed(g: State, depot: int) -> None:
    """Germans have destroyed an Allied depot; what counts is its Offensive capacity."""
    table = g.campaign.tables.victory
    large = depots.capacity(g, depot) >= table.large_from
    rule = "11.3.2-16" if large else "11.3.2-15"
    points = table.allied_depot_destroyed.large if large else table.allied_depot_destroyed.small
    score(g, GERMAN, points, rule, f"{DEPOT_IDS[depot]} destroyed")


def besieged(g: State, festung: Place) -> None:
    """A siege begins (11.3.2-06)."""
    score(g, ALLIED, g.campaign.tables.victory.festung_besieged, "11.3.2-06", f"siege of {place_name(festung)}")


def siege_lifted(g: State, festung: Place) -> None:
    """Its points are taken back."""
    score(g, ALLIED, -g.campaign.tables.victory.festung_besieged, "11.3.2-06", f"{place_name(festung)} relieved")


def returned(g: State, unit: int) -> None:
    """An airborne, Ranger or commando unit has returned to the Strategic Reserve (1.1.1.3.c-02)."""
    score(g, ALLIED, g.campaign.tables.victory.returned, "1.1.1.3.c-02", f"{PIECE_IDS[unit]} repatriated")


# -- depots (11.3.2-05) ---------------------------------------------------------------------------


def depot_worth(g: State, depot: int) -> int:
    """What an Allied depot is worth now: nothing unless it works and is outside every enemy zone of control."""
    if not depots.works(g, depot) or in_enemy_zone(g, ALLIED, g.campaign.depot_hexes[depot]):
        return 0
    return g.campaign.tables.victory.depot + depots.capacity(g, depot)


def credit_depots(g: State) -> None:
    """The depots with which a game begins count for nothing: its track starts where it starts (11.2-05)."""
    table = g.campaign.tables.victory
    for depot in depots.DEPOTS:
        if g.depot[depot] in (REDUCED, FULL):
            g.depot_points[depot] = table.depot + depots.capacity(g, depot)


def score_depots(g: State) -> None:
    """Each depot once, and what it grows by."""
    for depot in depots.DEPOTS:
        more = depot_worth(g, depot) - g.depot_points[depot]
        if more > 0:
            g.depot_points[depot] += more
            score(g, ALLIED, more, "11.3.2-05", f"depot {DEPOT_IDS[depot]}")


# -- automatic victories --------------------------------------------------------------------------


def check(g: State) -> None:
    """End the game if the Allies have won at once (1.2-02, 11.3.2-11, -13)."""
    if g.campaign.set_up.victory != "points" or not g.controls(ALLIED, PARIS):
        return
    if g.controls(ALLIED, PAS_DE_CALAIS):
        _win(g, ALLIED, "the Allies control Paris and the Pas de Calais", "11.3.2-13")
    if not CHERBOURG & ~g.held and len(harbours(g)) >= g.campaign.tables.automatic_victory.harbours:
        names = listed(harbours(g))
        _win(g, ALLIED, f"the Allies control Paris, Cherbourg, {names}", "11.3.2-11")


def harbours(g: State) -> list[str]:
    """The Atlantic harbours in Allied hands: the Festung destroyed, and its box under control (11.3.2-11)."""
    counters = zip(FESTUNG_PIECES, g.campaign.counters.festung.items(), strict=True)
    return [
        one.name
        for piece, (name, one) in counters
        if one.atlantic and g.where[piece] == LOST and g.controls(ALLIED, g.campaign.festung_in[FESTUNGEN[name]])
    ]


def german_beaches(g: State) -> HexSet:
    """The beach hexes under German control (11.3.2-18)."""
    return g.campaign.ground.beach & g.campaign.in_play & ~g.held


def germans_on_map(g: State) -> int:
    """The German combat units in hexes (11.3.2-12)."""
    return sum(g.on_map(unit) and g.campaign.army[unit] == GERMANS for unit in range(UNITS))


def _win(g: State, side: int, reason: str, rule: str, level: str = "automatic") -> None:
    if g.ended is None:
        g.end(Outcome(SIDE_NAMES[side], level, reason, rule))


# -- the end of a turn ----------------------------------------------------------------------------


def end_of_turn(g: State) -> None:
    """What a turn counts, what ends the game with it, and after the last turn the result."""
    if g.campaign.set_up.victory == "cherbourg":
        _race(g)
        return
    score_turn(g)
    limits = g.campaign.tables.automatic_victory
    check(g)
    if german_beaches(g).bit_count() >= limits.beach_hexes:
        _win(g, GERMAN, f"{german_beaches(g).bit_count()} beach hexes are German", "11.3.2-18")
    if g.turn > 0 and germans_on_map(g) < limits.german_units:
        _win(g, ALLIED, f"{germans_on_map(g)} German units are left on the map", "11.3.2-12")
    if g.turn == g.campaign.last_turn and g.ended is None:
        _compare(g)


def score_turn(g: State) -> None:
    """The Germans gain by every week, and by airborne and commandos kept in the field (11.3.2-07, -14)."""
    table = g.campaign.tables.victory
    score_depots(g)
    if g.turn >= table.german_turns_from:
        score(g, GERMAN, table.german_turn, "11.3.2-14", f"turn {g.turn}")
    kept = kept_units(g) if g.turn >= table.kept_from else []
    score(g, ALLIED, table.kept * len(kept), "11.3.2-07", f"airborne, Rangers and commandos in the field: {len(kept)}")


def kept_units(g: State) -> list[int]:
    """The airborne, Ranger and commando units on the map and in boxes (11.3.2-07)."""
    return [
        unit for unit in range(UNITS) if g.campaign.units[unit].returns and (g.on_map(unit) or g.where[unit] in OFF_MAP)
    ]


def _compare(g: State) -> None:
    """11.3.2-19: 25 points ahead are a marginal victory, 50 a decisive one, less is history."""
    table, ahead = g.campaign.tables.victory, abs(g.points)
    reason = f"the track is at {g.points:+d}" if g.points else "the track is at 0"
    if ahead < table.marginal:
        g.end(Outcome("", "", f"{reason}, the historical result", "11.3.2-19"))
        return
    level = "decisive" if ahead >= table.decisive else "marginal"
    _win(g, ALLIED if g.points > 0 else GERMAN, reason, "11.3.2-19", level)


# -- the Race to Cherbourg (11.1.5) ---------------------------------------------------------------


def _race(g: State) -> None:
    """Both hexes of Cherbourg by the end of a turn, or the depot still German after the last."""
    if g.turn in US_LEVELS and not CHERBOURG & ~g.held:
        level, rule = US_LEVELS[g.turn]
        _win(g, ALLIED, f"Cherbourg is in US hands at the end of turn {g.turn}", rule, level)
    elif g.turn == g.campaign.last_turn and g.held >> PORT & 1:
        g.end(Outcome("", "", "Cherbourg is divided", "11.1.5-07"))
    elif g.turn == g.campaign.last_turn:
        _win(g, GERMAN, *_german_level(g))


def _german_level(g: State) -> tuple[str, str, str]:
    """The best level of the Germans, who still have the depot: why, by which rule, and which."""
    if g.utah_fell and not g.held >> SAINT_VAAST & 1:
        return "Utah was taken, Cherbourg and Saint-Vaast are German", "11.1.5-04", "strategic"
    divisions = divisions_in_line(g)
    if SPEARHEAD in divisions and len(divisions) >= LINES:
        return "Cherbourg is German, and the 17th SS holds a line to the south", "11.1.5-05", "operational"
    return "Cherbourg is German", "11.1.5-06", "marginal"


def divisions_in_line(g: State) -> list[int]:
    """The German divisions on the map of which every unit has a supply line to its south edge (11.1.5-05)."""
    last = max(GRID.row(hex_) for hex_ in members(g.campaign.in_play))
    edge = mask(hex_ for hex_ in members(g.campaign.in_play) if GRID.row(hex_) == last)
    free = supply.free_places(g, GERMAN)
    line = supply.connected(g.campaign.ways, edge & free, free)
    return [
        formation
        for formation, units in enumerate(g.campaign.formation_units)
        if g.campaign.is_division[formation]
        and g.campaign.army[units[0]] == GERMANS
        and (there := [g.where[unit] for unit in units if g.on_map(unit)])
        and all(line >> place & 1 for place in there)
    ]
