"""What can be played, the drawings of the maps, and the rules in our own words."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from typing import NamedTuple

from bocage import __version__
from bocage.drawings import TURNED, draw
from bocage.games import checklists_of, list_scenarios, manifest_of, manifests
from bocage.kernel import BocageError
from bocage.players import DEFAULT, OPPONENTS
from bocage.server import wire
from bocage.server.problems import not_found
from bocage.server.session import opened
from bocage.server.showing import first_side, has_secrets, hides, seats_of
from bocage.table.layout import briefing_of


@cache
def catalogue() -> wire.Catalogue:
    """All scenarios and opponents."""
    cards = []
    for scenario in list_scenarios():
        game = scenario.game
        if not manifest_of(game).has("table"):
            continue  # it can be played by programs alone
        cards.append(
            wire.ScenarioCard(
                name=scenario.name,
                game=game,
                game_title=manifest_of(game).title,
                title=scenario.title,
                summary=scenario.summary,
                briefing=briefing_of(scenario.briefing),
                edition=scenario.edition,
                turns=scenario.turns,
                seats=list(seats_of(scenario.name).values()),
                hides=hides(scenario.sides),
                secrets=has_secrets(scenario.name),
                options=[
                    wire.OptionInfo(
                        name=option.name,
                        text=option.text,
                        choices=[wire.Choice(name=name, title=option.title_of(name)) for name in option.choices],
                        default=option.default,
                        rule=option.rule,
                        invited=option.invited,
                    )
                    for option in scenario.options
                ],
                picture=f"/maps/{game}-{scenario.short}.webp",
                default_seats=list(first_side(scenario.sides)),
                guided=opened(scenario.name, {})[1].guide() is not None,
            )
        )
    bots = [wire.Opponent(name=bot.name, title=bot.title, text=bot.text) for bot in OPPONENTS]
    return wire.Catalogue(scenarios=cards, bots=bots, default_bot=DEFAULT, version=__version__)


class Picture(NamedTuple):
    """A drawing and what its content is known by."""

    text: str
    tag: str


def picture(name: str, scenario: str | None) -> Picture:
    """A game's map, whole or turned, or the part that a scenario uses, small enough to need no numbers."""
    game = name.removesuffix(TURNED)
    try:
        text = draw(game, scenario, turned=game != name, numbers=scenario is None)
    except BocageError as error:
        raise not_found(str(error)) from None
    return Picture(text, f'"{sha256(text.encode()).hexdigest()[:20]}"')


@lru_cache(maxsize=16)
def rulebook(game: str, edition: str) -> wire.Rulebook:
    """All rules that a game of an edition may cite."""
    checklist = checklists_of(manifest_of(game)).get(edition) if game in manifests() else None
    if checklist is None:
        raise not_found(f"there is no rulebook '{edition}' of '{game}'")
    sections = [
        wire.RuleSection(
            id=number,
            title=title,
            rules=[
                wire.RuleText(id=rule.id, section=number, title=title, text=rule.text, ruling=rule.ruling)
                for rule in rules
                if not rule.example
            ],
        )
        for number, title, rules in checklist.book
    ]
    return wire.Rulebook(game=game, edition=edition, title=checklist.title, sections=sections)
