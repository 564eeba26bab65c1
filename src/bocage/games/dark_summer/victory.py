"""Victory (rulebook 3.2): sudden death, and Victory Points, which are counted in halves."""

from __future__ import annotations

from typing import Final, NamedTuple

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, SEATS
from bocage.games.dark_summer.ground import halves
from bocage.games.dark_summer.places import BRITTANY, EASTERN_EXIT, ELIMINATED, GRID, MAY_LEAVE, OFFSHORE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import supplied_germans_on_map
from bocage.games.dark_summer.terms import Nation
from bocage.games.dark_summer.words import UNIT_IDS, unit_number
from bocage.hexes import members
from bocage.kernel import Outcome

BRITTANY_BOX: Final = (BRITTANY, MAY_LEAVE)


# -- sudden death (3.2.1) -------------------------------------------------------------------------------


def check_beaches(g: State) -> None:
    """3.2.1-01: three Closed Beaches, two of them contiguous, whoever controls them now (3.2.1-02)."""
    limits, closed = g.campaign.tables.sudden_death, g.closed_beaches
    if closed.bit_count() >= limits.closed_beaches and GRID.spread(closed) & closed:
        _win(g, GERMAN, f"{closed.bit_count()} Beaches are Closed", "3.2.1-01")


def check_supplied(g: State) -> None:
    """3.2.1-05: at any moment up to the end of Turn 9."""
    if g.turn <= g.campaign.tables.sudden_death.supplied_to and not supplied_germans_on_map(g):
        _win(g, ALLIED, "no German unit on the map is In Supply", "3.2.1-05")


def check_sudden_death(g: State) -> None:
    """After every change of position."""
    check_beaches(g)
    check_supplied(g)


def check_after_round(g: State) -> None:
    """At the end of any Round: Avranches too, once a US unit has entered Brittany (3.2.1-04)."""
    check_sudden_death(g)
    if g.brittany_since and not g.held >> g.campaign.avranches & 1:
        _win(g, GERMAN, "Avranches is German although US units have entered Brittany", "3.2.1-04")


def _win(g: State, side: int, reason: str, rule: str) -> None:
    if g.ended is None:
        g.end(Outcome(SEATS[side], "sudden-death", reason, rule))


# -- Victory Points (3.2.2) -----------------------------------------------------------------------------


class Score(NamedTuple):
    """A line of a Victory Point Table as it stands."""

    side: int
    what: str
    halves: int
    rule: str


def victory_check(g: State) -> None:
    """7. Victory Check Phase: what is scored this turn; on Turn 7 Cherbourg, on the last turn the end (4.0.7)."""
    for score in scores_of_turn(g):
        g.points[score.side] += score.halves
        g.tell("scored", score.rule, side=SEATS[score.side], what=score.what, halves=score.halves)
    if g.turn == g.campaign.tables.sudden_death.cherbourg_by and not g.cherbourg_captured:
        _win(g, GERMAN, "Cherbourg is German at the end of Turn 7", "3.2.1-03")
    if g.turn == g.campaign.last_turn and g.ended is None:
        _compare(g)


def scores_of_turn(g: State) -> list[Score]:
    """What is scored at the end of this turn: by its own lines, and on the last turn by all others."""
    scores = [*_cherbourg(g), *_special_units(g)]
    return scores + standing_scores(g) if g.turn == g.campaign.last_turn else scores


def standing_scores(g: State) -> list[Score]:
    """What is scored at the end of the last turn, as the position is now."""
    return [*_allied_boxes(g), *_german_exits(g), *_hexes(g), *_closed_beaches(g)]


def _compare(g: State) -> None:
    """3.2.3: the Allies need more; there is no draw."""
    allied, german = g.points
    winner = ALLIED if allied > german else GERMAN
    rule = "3.2.3-01" if winner == ALLIED else "3.2.3-02"
    reason = f"{in_points(allied)} Allied to {in_points(german)} German Victory Points"
    g.end(Outcome(SEATS[winner], "", reason, rule))


def in_points(number: int) -> str:
    """Halves as players write them.

    >>> in_points(7), in_points(1), in_points(4)
    ('3½', '½', '2')
    """
    whole = str(number // 2) if number != 1 else ""
    return whole + ("½" if number % 2 else "")


def _counted(number: int, what: str, ending: str = "s") -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}{ending}"


def _cherbourg(g: State) -> list[Score]:
    """The turn on which it was captured decides, and it is scored in that turn."""
    points = g.campaign.tables.victory.allied.cherbourg.get(g.turn, 0)
    captured = g.cherbourg_captured == g.turn
    return [Score(ALLIED, "Cherbourg", halves(points), "3.2.2-04")] if captured and points else []


def _special_units(g: State) -> list[Score]:
    """8.3-02: those on the map, in a box or eliminated at the end of Turn 5, not those withdrawn or still waiting."""
    table = g.campaign.tables.victory.german
    if g.turn != table.special_units_turn:
        return []
    counted = [
        unit
        for unit, piece in enumerate(g.campaign.units)
        if piece.may_withdraw
        and (g.where[unit] == ELIMINATED or (g.where[unit] >= 0 and g.where[unit] not in OFFSHORE))
    ]
    what = f"{_counted(len(counted), 'Allied airborne, Ranger or Special Service unit')} not withdrawn"
    return [Score(GERMAN, what, halves(table.special_units) * len(counted), "8.3-02")] if counted else []


def _complete(g: State, side: int, *places: int) -> list[int]:
    """The divisions of a side of which every unit is in a box (3.2.2-05), reduced or not (3.2.2-06)."""
    campaign = g.campaign
    there = sum(1 << unit for unit, place in enumerate(g.where) if place in places)
    return [
        formation
        for formation, units in enumerate(campaign.formation_units)
        if campaign.is_division[formation] and not units & ~there and campaign.side[members(units)[0]] == side
    ]


def _allied_boxes(g: State) -> list[Score]:
    """Complete US divisions in Brittany, up to a limit, and complete Allied divisions in the Eastern Exit Box."""
    campaign, table = g.campaign, g.campaign.tables.victory.allied
    in_brittany = [
        formation
        for formation in _complete(g, ALLIED, *BRITTANY_BOX)
        if campaign.nation[members(campaign.formation_units[formation])[0]] is Nation.US
    ]
    points = min(halves(table.brittany_division) * len(in_brittany), halves(table.brittany_most))
    scores = (
        [Score(ALLIED, f"{_counted(len(in_brittany), 'US division')} in Brittany", points, "3.2.2-05")]
        if points
        else []
    )
    for formation in _complete(g, ALLIED, EASTERN_EXIT):
        what = f"{campaign.formations[formation]} over the eastern edge"
        scores.append(Score(ALLIED, what, halves(table.exit_division), "3.2.2-05"))
    return scores


def _german_exits(g: State) -> list[Score]:
    """What left in the last turns, if it was there early enough; all of it together up to a limit."""
    campaign, table = g.campaign, g.campaign.tables.victory.german
    scores = []
    for formation in _complete(g, GERMAN, EASTERN_EXIT):
        units = members(campaign.formation_units[formation])
        if all(_counts_as_escaped(g, unit) for unit in units):
            panzer = all(campaign.kampfgruppe[unit] for unit in units)
            points = table.exit_panzer_division if panzer else table.exit_division
            scores.append((campaign.formations[formation], halves(points)))
    for name in table.exit_independents:
        unit = unit_number(name)
        if g.where[unit] == EASTERN_EXIT and _counts_as_escaped(g, unit):
            scores.append((UNIT_IDS[unit], halves(table.exit_independent)))
    left = halves(table.exit_most)
    given = []
    for name, worth in scores:
        points = min(worth, left)
        left -= points
        if points:
            given.append(Score(GERMAN, f"{name} escaped to the east", points, "3.2.2-05"))
    return given


def _counts_as_escaped(g: State, unit: int) -> bool:
    table = g.campaign.tables.victory.german
    turn = g.campaign.units[unit].entry.turn
    return g.left_on.get(unit) in table.exit_turns and (turn is None or turn <= table.exit_entry_to)


def _hexes(g: State) -> list[Score]:
    """Control of the named hexes."""
    tables = g.campaign.tables.victory
    scores = []
    for side, hexes in ((ALLIED, tables.allied.hexes), (GERMAN, tables.german.hexes)):
        for label, points in hexes.items():
            hex_ = GRID.at(label)
            if (g.held >> hex_ & 1) == (side == ALLIED):
                name = g.campaign.ground.place_at(hex_) or label
                scores.append(Score(side, f"{name} ({label})", halves(points), "3.2.2-04"))
    return scores


def _closed_beaches(g: State) -> list[Score]:
    points, count = g.campaign.tables.victory.german.closed_beach, g.closed_beaches.bit_count()
    return [Score(GERMAN, _counted(count, "Closed Beach", "es"), halves(points) * count, "3.2.2-04")] if count else []
