"""How victory stands: points for the Americans, lost companies for the Germans (13, 20)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.losses import lost_companies
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.scenarios import VictoryCheck
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.victory import POINTS, Point, adjustments, total
from bocage.games.omaha_beach.words import GERMANS, GRID, US
from bocage.table.model import Condition, Part, Standing
from bocage.table.omaha_beach.words import plain_words

KINDS = {
    "wn": "Strongpoint",
    "position": "Position",
    "draw": "Draw",
    "support": "On the high ground:",
    "exited": "Off the map:",
    "meyer": "Not released:",
    "variant": "Variant:",
    "armor": "",
}


def next_check(view: State) -> VictoryCheck | None:
    """When points are counted next."""
    return next((check for check in view.battle.scenario.checks if check.turn >= view.turn), None)


def points_of(view: State) -> list[Point]:
    """Everything that counts at the next check, at the last one with what variants add."""
    check = next_check(view)
    if check is None:
        return []
    last = check is view.battle.scenario.checks[-1]
    return POINTS[check.points](view) + (adjustments(view) if last else [])


def standings_of(setting: OmahaBeach, view: State, points: list[Point]) -> list[Standing]:
    """Both sides; ``points`` are what counts at the next check."""
    check, titles = next_check(view), setting.briefing.title_of
    americans = list(_levels(check, points)) if check is not None else []
    have = total(points) if check is not None else None
    return [
        Standing(side=US, title=titles(US), points=have, conditions=americans),
        Standing(side=GERMANS, title=titles(GERMANS), conditions=list(_losses(view))),
    ]


def _levels(check: VictoryCheck, points: list[Point]) -> Iterator[Condition]:
    """What the points would be worth, and what they are counted for."""
    have = total(points)
    yield Condition(
        label=f"Points at the end of turn {check.turn}",
        value=f"{have} now: {plain_words(check.level(have))}",
        done=check.level(have).endswith("victory"),
        rule=check.points,
        parts=[_part(point) for point in points],
    )
    for row in check.levels:
        if row.at_least is not None:
            yield Condition(
                label=plain_words(row.level).capitalize(),
                value=f"from {counted(row.at_least, 'point')} on",
                done=have >= row.at_least,
                have=have,
                need=row.at_least,
                rule=check.points,
            )


@lru_cache(maxsize=2_000)
def _part(point: Point) -> Part:
    hexes = ", ".join(GRID.labels(point.hexes))
    kind = KINDS.get(point.kind, plain_words(point.kind).capitalize())
    nameless = spoken(point.name) != point.name
    label = spoken(point.name).capitalize() if nameless else f"{kind} {point.name}".strip()
    worth = counted(point.value, "point")
    if point.value < 0:
        state = "counts against you" if point.held else "does not count, it is yours"
    else:
        state = "yours" if point.held else "not yours"
    value = f"{worth}, {state}{f' ({hexes})' if hexes else ''}"
    done = point.held is (point.value > 0)
    return Part(label=label, value=value, done=done, points=point.value, rule=point.rule)


def _losses(view: State) -> Iterator[Condition]:
    battle = view.battle
    limit = battle.scenario.loss_limit(max(view.turn, battle.scenario.turns[0]))
    for division in battle.divisions:
        lost = len(lost_companies(view, division))
        yield Condition(
            label=f"Infantry companies lost by the {SEATS[division]} Division",
            short="Companies lost" if len(battle.divisions) == 1 else f"{SEATS[division]} companies",
            value=f"{lost} of {limit}, eliminated or on their last step: at {limit} the battle is lost",
            done=lost >= limit,
            have=lost,
            need=limit,
            rule="20.1-01" if battle.scenario.extended else "13.1-01",
        )
