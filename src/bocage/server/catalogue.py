"""What can be played, the drawings of the maps, and the rules in our own words."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from bocage import __version__
from bocage.games import TITLES, list_scenarios
from bocage.kernel.checklist import Checklist, load_checklists
from bocage.players import PLAYERS
from bocage.server import wire
from bocage.server.creating import DEFAULT_BOT
from bocage.server.problems import not_found
from bocage.server.session import opened
from bocage.server.showing import first_side, hides


@cache
def catalogue() -> wire.Catalogue:
    """All scenarios and opponents."""
    cards = []
    for scenario in list_scenarios():
        game = scenario.game
        cards.append(
            wire.ScenarioCard(
                name=scenario.name,
                game=game,
                game_title=TITLES[game],
                title=scenario.title,
                summary=scenario.summary,
                edition=scenario.edition,
                turns=scenario.turns,
                seats=list(scenario.seats),
                hides=hides(scenario.sides),
                options=[
                    wire.OptionInfo(
                        name=option.name,
                        text=option.text,
                        choices=list(option.choices),
                        default=option.default,
                        rule=option.rule,
                    )
                    for option in scenario.options
                ],
                picture=f"/maps/{game}-{scenario.short}.webp",
                default_seats=list(first_side(scenario.sides)),
                guided=opened(scenario.name, {})[1].guide() is not None,
            )
        )
    return wire.Catalogue(scenarios=cards, bots=list(PLAYERS), default_bot=DEFAULT_BOT, version=__version__)


OMAHA = "omaha_beach"
TURNED = "-turned"  # after the name of a game: its map after half a turn
SHORE = 0.46  # of the height of its map: a small picture shows what lies below, or where nobody lands what lies above


class Picture(NamedTuple):
    """A drawing and what its content is known by."""

    text: str
    tag: str


_drawing = Lock()  # a drawing costs a second, so it is made once even if many ask at the same moment


def picture(game: str, scenario: str | None) -> Picture:
    """A game's map, or the part that a scenario uses, small enough to need no hex numbers."""
    turned = game == f"{OMAHA}{TURNED}" and scenario is None
    if game not in TITLES and not turned:
        raise not_found(f"there is no map of '{game}'")
    with _drawing:
        text = _omaha(scenario, turned) if turned or game == OMAHA else _normandy(game, scenario)
        return Picture(text, f'"{sha256(text.encode()).hexdigest()[:20]}"')


@lru_cache(maxsize=16)
def _omaha(scenario: str | None, turned: bool) -> str:
    from bocage.games.omaha_beach.chart import load_chart
    from bocage.games.omaha_beach.positions import load_positions
    from bocage.games.omaha_beach.title import scenarios
    from bocage.geography.printed import draw_printed

    chart, places = load_chart(), load_positions().values()
    if scenario is None:
        return draw_printed(chart, places, turned=turned)
    if scenario not in scenarios():
        raise not_found(f"{OMAHA} has no scenario '{scenario}'")
    used = opened(f"{OMAHA}/{scenario}", {})[1].board().map
    middle = used.top + SHORE * (used.bottom - used.top)
    lands = scenarios()[scenario].turns[0] == 1
    part = (used.left, middle, used.right, used.bottom) if lands else (used.left, used.top, used.right, middle)
    return draw_printed(chart, places, with_numbers=False, part=part)


@lru_cache(maxsize=64)
def _normandy(game: str, scenario: str | None) -> str:
    from bocage.games.fire_movement.chart import load_chart
    from bocage.games.fire_movement.title import scenarios
    from bocage.geography.draw import draw_svg
    from bocage.geography.part import cut_out

    chart = load_chart()
    if scenario is None:
        return draw_svg(chart, game)
    if scenario not in scenarios():
        raise not_found(f"{game} has no scenario '{scenario}'")
    return cut_out(_whole(game), chart, chart.land, chart.areas[scenarios()[scenario].playable])


@cache
def _whole(game: str) -> str:
    """The map without numbers, which are too small to read in a picture of a scenario."""
    from bocage.games.fire_movement.chart import load_chart
    from bocage.geography.part import draw_whole

    return draw_whole(load_chart(), game, numbers=False)


@cache
def _checklists(game: str) -> dict[str, Checklist]:
    return load_checklists(Path(str(files("bocage.games"))) / game) if game in TITLES else {}


@lru_cache(maxsize=16)
def rulebook(game: str, edition: str) -> wire.Rulebook:
    """All rules of an edition."""
    checklist = _checklists(game).get(edition)
    if checklist is None:
        raise not_found(f"there is no rulebook '{edition}' of '{game}'")
    sections = [
        wire.RuleSection(
            id=number,
            title=title,
            rules=[
                wire.RuleText(id=rule.id, section=number, title=title, text=rule.text, ruling=rule.ruling)
                for rule in checklist.obligations.values()
                if rule.section == number and not rule.example
            ],
        )
        for number, title in checklist.sections.items()
    ]
    return wire.Rulebook(game=game, edition=edition, title=checklist.title, sections=sections)
