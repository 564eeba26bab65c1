"""How victory stands: Victory Points if they were counted now, and what wins at once (3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, SEATS
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import supplied_germans_on_map
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.victory import Score, in_points, scores_of_turn, standing_scores
from bocage.table.model import Condition, Part, Standing


def standings_of(setting: DarkSummer, view: State) -> list[Standing]:
    """Both sides, the Allies first."""
    scores = scores_now(view)
    totals = points_now(view)
    conditions = (list(_allied(view, totals, scores)), list(_german(view, totals, scores)))
    return [
        Standing(
            side=SEATS[side],
            title=setting.briefing.title_of(SEATS[side]),
            points=totals[side] // 2 if totals[side] % 2 == 0 else totals[side] / 2,
            conditions=conditions[side],
        )
        for side in (ALLIED, GERMAN)
    ]


def scores_now(view: State) -> list[Score]:
    """What would be scored if the game ended with this turn; nothing once it is over and scored."""
    if view.outcome is not None:
        return []
    last = view.turn == view.campaign.last_turn
    return scores_of_turn(view) if last else [*scores_of_turn(view), *standing_scores(view)]


def points_now(view: State) -> tuple[int, int]:
    """Victory Points in halves, if they were counted now."""
    scores = scores_now(view)
    allied, german = (
        view.points[side] + sum(score.halves for score in scores if score.side == side) for side in (ALLIED, GERMAN)
    )
    return allied, german


def _allied(view: State, totals: tuple[int, int], scores: list[Score]) -> Iterator[Condition]:
    yield _points(view, ALLIED, totals, scores)
    limit = view.campaign.tables.sudden_death.supplied_to
    none = not supplied_germans_on_map(view)
    yield Condition(
        label="Germans cut off",
        value=f"{'no' if none else 'a'} German unit on the map is In Supply; if none is, they win at once"
        f" up to the end of Turn {limit}",
        done=none and view.turn <= limit,
        rule="3.2.1-05",
    )


def _german(view: State, totals: tuple[int, int], scores: list[Score]) -> Iterator[Condition]:
    yield _points(view, GERMAN, totals, scores)
    limits, closed = view.campaign.tables.sudden_death, view.closed_beaches
    beside = bool(GRID.spread(closed) & closed)
    yield Condition(
        label="Closed Beaches",
        value=f"{closed.bit_count()} of {limits.closed_beaches}, {'two' if beside else 'none'} side by side; "
        "they win at once",
        done=closed.bit_count() >= limits.closed_beaches and beside,
        have=closed.bit_count(),
        need=limits.closed_beaches,
        rule="3.2.1-01",
    )
    captured = view.cherbourg_captured
    where = (
        f"captured on Turn {captured}" if captured else f"German; it decides at the end of Turn {limits.cherbourg_by}"
    )
    yield Condition(label="Cherbourg", value=where, done=not captured, rule="3.2.1-03")
    held = bool(view.held >> view.campaign.avranches & 1)
    value = f"{'Allied' if held else 'German'}; it decides at the end of a Round once US units are in Brittany"
    yield Condition(label="Avranches", value=value, done=not held and bool(view.brittany_since), rule="3.2.1-04")


def _points(view: State, side: int, totals: tuple[int, int], scores: list[Score]) -> Condition:
    ahead = totals[ALLIED] > totals[GERMAN]
    need = "more than the Germans" if side == ALLIED else "as many as the Allies"
    parts = [Part(label="Scored so far", value=_worth(view.points[side]), done=True)] if view.points[side] else []
    parts += [
        Part(label=score.what, value=_worth(score.halves), done=True, points=score.halves / 2, rule=score.rule)
        for score in scores
        if score.side == side
    ]
    parts += _to_take(view, side)
    return Condition(
        label="Victory Points",
        value=f"{in_points(totals[side])} to {in_points(totals[1 - side])} now; they need {need} when Turn "
        f"{view.campaign.last_turn} ends",
        done=ahead if side == ALLIED else not ahead,
        rule="3.2.3",
        parts=parts,
    )


def _worth(halves: int) -> str:
    return f"{in_points(halves)} point{'' if halves <= 2 else 's'}"


def _to_take(view: State, side: int) -> list[Part]:
    """The scoring hexes that a side does not control."""
    table = view.campaign.tables.victory
    found = []
    for label, points in (table.allied if side == ALLIED else table.german).hexes.items():
        if bool(view.held >> GRID.at(label) & 1) != (side == ALLIED):
            name = view.campaign.ground.place_at(GRID.at(label)) or label
            holder = "German" if side == ALLIED else "Allied"
            found.append(
                Part(label=f"{name} ({label})", value=f"{_worth(round(points * 2))}, {holder} now", points=points)
            )
    return found
