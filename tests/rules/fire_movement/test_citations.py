"""Whatever a game cites is a rule of the edition and of the scenario being played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from pydantic import BaseModel

from bocage.games.fire_movement.battle import LAST_TURN_EVER
from bocage.games.fire_movement.title import list_scenarios, open_scenario
from bocage.kernel import Game, Refused
from bocage.lab import invariants
from bocage.table import table_of
from tests.fire_movement.positions import position, state
from tests.questions import play, refusal
from tests.rules.fire_movement.landings import begin
from tests.support import checklists

CHAPTERS = {"gold_juno": "11", "sword": "12", "utah": "13", "omaha": "14"}  # of the Quad, by beach area
OF_CAMPAIGNS = {"quad": ("15",), "folio": ("14.0", "14.2", "14.3")}


class Case(NamedTuple):
    scenario: str
    edition: str
    areas: tuple[str, ...]
    campaign: bool


CASES = [
    Case("gold_juno", "quad", ("gold_juno",), campaign=False),
    Case("sword", "quad", ("sword",), campaign=False),
    Case("utah", "quad", ("utah",), campaign=False),
    Case("omaha", "quad", ("omaha",), campaign=False),
    Case("on_to_caen", "folio", ("on_to_caen",), campaign=False),
    *(
        Case(name, edition, areas, campaign=True)
        for edition in ("quad", "folio")
        for name, areas in {
            "us_campaign": ("utah", "omaha"),
            "commonwealth_campaign": ("gold_juno", "sword"),
            "combined_campaign": ("gold_juno", "sword", "utah", "omaha"),
        }.items()
    ),
]


def test_every_scenario_is_here_in_every_edition() -> None:
    listed = set()
    for info in list_scenarios():
        editions = next((option.choices for option in info.options if option.name == "edition"), (info.edition,))
        listed |= {(info.short, edition) for edition in editions}
    assert listed == {(case.scenario, case.edition) for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.scenario}-{case.edition}")
def test_a_game_cites_its_own_edition_and_its_own_chapters(case: Case) -> None:
    cited: dict[str, str] = {}
    for seed, turns in (("whole", LAST_TURN_EVER), ("begun", 1), ("begun again", 1)):
        for rule, where in _citations(_start(case, seed), Random(f"{case} {seed}"), turns):
            cited.setdefault(rule, where)
    assert len(cited) > 60
    assert {rule: where for rule, where in cited.items() if rule not in checklists()[case.edition].citable} == {}
    assert {rule: where for rule, where in cited.items() if _is_foreign(rule, case)} == {}


def _start(case: Case, seed: str) -> Game:
    wanted = {"edition": case.edition, "early_arrival": "yes", "flak": "yes", "weather": "yes"}
    info = next(info for info in list_scenarios() if info.short == case.scenario)
    options = {option.name: wanted[option.name] for option in info.options}
    return Game(open_scenario(case.scenario, options), seed)


def _is_foreign(rule: str, case: Case) -> bool:
    """Whether a number is of a chapter that is no part of the game."""
    borrowed, _, number = rule.rpartition(" ")
    section, chapter = number.partition("-")[0], number.partition(".")[0]
    if not case.campaign and section.startswith(OF_CAMPAIGNS[case.edition]):
        return True
    own = {CHAPTERS[area] for area in case.areas if area in CHAPTERS}
    if case.edition == "quad":
        return bool(borrowed) or chapter in set(CHAPTERS.values()) - own
    if borrowed:  # what the folio leaves to the Quad: the other beaches, and what holds for all of them
        return not case.campaign or chapter not in (own | {"10"}) - {"12"}
    return case.campaign and (section == "13.0" or ("sword" not in case.areas and _is_of_sword(number)))


def _is_of_sword(number: str) -> bool:
    """Whether a paragraph or section of the folio has its counterpart in the Quad's chapter on Sword Beach."""
    folio = checklists()["folio"]
    if number not in folio.obligations:
        return {quad[:2] for quad, section in folio.counterparts.items() if section == number} == {"12"}
    rule = folio.obligations[number]
    return (rule.same_as or rule.differs_from).startswith("12.")


def _citations(game: Game, random: Random, turns: int) -> Iterator[tuple[str, str]]:
    """Every rule that a random game cites, and where: what is asked, refused, told, shown, and how it ends."""
    table = table_of(game.setting)
    yield from _shown(table.board())
    told = list(game.opening_events)
    while not game.over and state(game).turn <= turns:
        decision = game.decision
        yield decision.rule, decision.prompt
        if random.random() < (0.02 if state(game).turn else 0.3):
            view = game.view(decision.seat)
            yield from _shown(table.view(view, decision.seat, game.length))
            for _ in range(10):
                stray = invariants.stray_order(game.setting.vocabulary, decision.orders, random)
                refusal = game.why_not(stray)
                assert refusal is not None
                assert refusal == view.why_not(stray)
                with pytest.raises(Refused, match=re.escape(f"({refusal.rule})")):
                    game.play(stray)
                yield refusal.rule, str(refusal)
            other = next(seat for seat in game.setting.seats if seat != decision.seat)
            with pytest.raises(Refused) as refused:
                game.play(decision.orders[0], seat=other)
            yield refused.value.refusal.rule, str(refused.value)
        told += game.play(decision.orders[random.randrange(len(decision.orders))])
    for event in told:
        yield event.rule, game.sentence(event)
        yield table.entry(event, 1, "").rule, game.sentence(event)
    if game.outcome is not None:
        yield game.outcome.rule, str(game.outcome)
    view = game.view("allied")
    yield from _shown(table.view(view, "allied", game.length))
    for kind in table.board().overlays:
        if not kind.needs:
            yield from _shown(table.overlay(view, kind.id, None))


def _shown(model: BaseModel) -> Iterator[tuple[str, str]]:
    """The rules in a part of the table, with what they stand beside."""
    for name, value in model:
        if name == "rule" and value:
            yield value, repr(model)[:300]
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, BaseModel):
                yield from _shown(part)


# -- single citations -----------------------------------------------------------------------------


def test_the_german_set_up_is_recorded_by_the_chapter_of_the_beach() -> None:
    numbers = {}
    for name in ("gold_juno", "sword", "omaha", "on_to_caen"):
        game = Game(open_scenario(name), "set-up")
        numbers[name] = (game.decision.rule, game.play(game.decision.orders[0])[0].rule)
    assert numbers == {
        "gold_juno": ("11.4", "11.4-01"),
        "sword": ("12.4", "12.4-01"),
        "omaha": ("14.4", "14.4-01"),
        "on_to_caen": ("11.0", "11.0-01"),
    }


def test_options_cite_the_edition_of_their_scenario() -> None:
    rules = {info.short: {option.name: option.rule for option in info.options} for info in list_scenarios()}
    assert rules["sword"] == {"weather": "10.6", "early_arrival": "12.5.1", "flak": "10.13"}
    assert rules["on_to_caen"] == {"weather": "14.1", "early_arrival": "11.1.3", "flak": "15.0"}


def test_units_without_room_wait_by_the_chapter_of_their_beach() -> None:
    rules = {}
    for name, beachhead in {"gold_juno": "2028", "sword": "1739", "utah": "2707", "omaha": "2219"}.items():
        game = begin(name)
        play(game, f"beachhead {beachhead}", "end")
        rules[name] = game.decision.rule
    assert rules == {"gold_juno": "11.4-06", "sword": "12.4-06", "utah": "13.4-05", "omaha": "14.4-08"}
    game = begin("on_to_caen")
    play(game, "beachhead 1739", "end")
    assert game.decision.rule == "11.2.1-08"


def test_a_cup_of_the_other_army_is_no_part_of_a_single_scenario() -> None:
    rules = {}
    for name in ("sword", "on_to_caen"):
        game = position(name, "german 857/346 at 1236\nallied 27 at 1237", phase="combat")
        play(game, "attack 1236", "with 27")
        rules[name] = refusal(game, "draw us-artillery").rule
    assert rules == {"sword": "12.3-01", "on_to_caen": "11.2.6-01"}


def test_a_unit_on_the_map_does_not_arrive_by_the_rule_of_its_own_side() -> None:
    game = position("sword", "german 22/21 at 0938\nallied 8/3-br at 1139")
    assert refusal(game, "enter 8/3-br").rule == "10.11-01"
    assert refusal(game, "enter 22/21").rule == "10.10-01"
