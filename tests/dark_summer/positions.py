"""Positions of The Dark Summer written in a few lines of text, and short questions to ask of them.

game = moving("us", '''
    allied 501/101 at 2606
    german 1057/91 at 2506 reduced
    german SP-4404 at 4404 factor 2
    german 729/709 at cherbourg
''', beaches="2403", weather="sun")
play(game, "move 501/101", "to 2605")
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bocage.games.dark_summer.campaign import BOTH, BRITISH, GERMANS, SEATS, SIDE_OF, US, Campaign
from bocage.games.dark_summer.movement import Limit, MovementAction, destinations, movement_points
from bocage.games.dark_summer.places import ABSENT, GRID, WAITING, place_name, place_number
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import supplied_germans_on_map
from bocage.games.dark_summer.terms import Weather
from bocage.games.dark_summer.title import DarkSummer, open_scenario
from bocage.games.dark_summer.weather import fill_cup
from bocage.games.dark_summer.words import END, unit_number
from bocage.hexes import HexSet
from bocage.kernel import Game, Next, Procedure, ask, done
from bocage.kernel.procedure import Frame
from tests.questions import Rigged

GROUPS = {"us": US, "british": BRITISH, "german": GERMANS, "both": BOTH}
Group = Literal["us", "british", "german", "both"]
REAR = "5400"  # a German Supply Source that is never lost
SETTINGS: dict[Campaign, DarkSummer] = {}  # of the positions so far


@dataclass
class TestEnds(Procedure[None]):
    """What a position's action comes back to: nothing more happens."""

    __test__ = False

    def begin(self, g: State, _: object = None) -> Next:
        """The action is over."""
        return self.over

    def over(self, g: State) -> Next:
        """Wait for ever."""
        return ask(SEATS[0], "The test ends here", [END], then=self.finish, rule="")

    def finish(self, g: State, _: object) -> Next:
        """Never."""
        return done()


def setting_of(scenario: str = "campaign", **options: str) -> DarkSummer:
    """A scenario with options."""
    return open_scenario(scenario, options)


def position(
    units: str = "",
    *,
    scenario: str = "campaign",
    active: Group = "us",
    round: str = "move",
    turn: int = 5,
    weather: str = "showers",
    beaches: str = "",
    closed: str = "",
    held: str = "",
    waiting: str = "",
    dice: Iterable[int] = (),
    picks: Iterable[int] | None = None,
    **options: str,
) -> State:
    """A state in the middle of an Action Round.

    Units not named are out of play, except those ``waiting``, which come by their schedule. Every line is
    ``side unit at place [reduced] [factor N]``; the side is for the reader and is checked. ``beaches`` are Open,
    ``closed`` Closed, ``held`` hexes that the Allies control besides those where they stand.
    """
    setting = setting_of(scenario, **options)
    campaign = setting.campaign
    SETTINGS[campaign] = setting
    g = State(campaign, Rigged(dice, picks))
    g.turn, g.weather = turn, Weather(weather)
    fill_cup(g)
    g.where = [ABSENT] * campaign.count
    for name in waiting.split():
        g.where[unit_number(name)] = WAITING
    g.held = GRID.set(held)
    g.open_beaches, g.closed_beaches = GRID.set(beaches), GRID.set(closed)
    for line in units.strip().splitlines():
        owner, name, at, label, *rest = line.split()
        unit = unit_number(name)
        assert at == "at" and SEATS[campaign.side[unit]] == owner, line
        g.put(unit, place_number(label))
        if "reduced" in rest:
            assert campaign.two_step[unit], line
            g.reduced |= 1 << unit
        if "factor" in rest:
            g.factor[unit] = int(rest[rest.index("factor") + 1])
    g.events.clear()
    g.begin_round(round, GROUPS[active])
    return g


def begin(g: State, action: Frame) -> Game:
    """A game in which an action begins in a position; after it nothing more happens."""
    if not supplied_germans_on_map(g):
        post_rear_guard(g)
    g.stack = [TestEnds(), action]
    g._run(getattr(action, action.step))
    return Game.at(SETTINGS[g.campaign], g)


def post_rear_guard(g: State) -> None:
    """A Strongpoint far off, without which the Allies have won: a German unit on the map must be In Supply (3.2.1)."""
    absent = (unit for unit in range(g.campaign.count) if g.campaign.strongpoint[unit] and g.where[unit] == ABSENT)
    g.put(next(absent), place_number(REAR))


def moving(active: Group, units: str, *, limit: Limit = "normal", only: str = "", **more: object) -> Game:
    """A game in a Round's movement, of all units of a group or of those named in ``only``."""
    kind = {"normal": "move", "combined": "combined", "half": "reaction"}[limit]
    g = position(units, active=active, **{"round": kind, **more})  # type: ignore[arg-type]
    return move_in(g, limit=limit, only=only)


def move_in(g: State, *, limit: Limit = "normal", only: str = "") -> Game:
    """A game in which the Active group of a position moves."""
    chosen = sum(1 << unit_number(name) for name in only.split()) if only else g.force[g.active]
    return begin(g, MovementAction(g.active, limit, chosen))


def state(game: Game) -> State:
    """The state of a game, as the state of this game."""
    assert isinstance(game.state, State)
    return game.state


def where(game: Game, unit: str) -> str:
    """The place of a unit, or what became of it."""
    return place_name(state(game).where[unit_number(unit)])


def is_reduced(game: Game, unit: str) -> bool:
    """Whether a unit shows its reduced side."""
    return bool(state(game).is_reduced(unit_number(unit)))


def reach_labels(g: State, *units: str, limit: Limit = "normal") -> set[str]:
    """The places where units could end a move together now."""
    numbers = [unit_number(unit) for unit in units]
    points = min(movement_points(g, number, limit) for number in numbers)
    return {place_name(place) for place in destinations(g, numbers, points, limit, fresh=True)}


def labels(hexes: HexSet) -> set[str]:
    """Hexes by their labels."""
    return set(GRID.labels(hexes))


def side_of(group: Group) -> int:
    """The side of a group."""
    return SIDE_OF[GROUPS[group]]
