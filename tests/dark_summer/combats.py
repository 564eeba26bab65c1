"""Combats of The Dark Summer in a few words."""

from __future__ import annotations

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.combat import CombatAction
from bocage.games.dark_summer.odds import Prospect, prospects
from bocage.games.dark_summer.places import place_number
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import marker_number, unit_number
from bocage.kernel import Event, Game
from tests.dark_summer.positions import GROUPS, Group, TestEnds, begin, position, state
from tests.questions import orders, play

FAR_AWAY = "\ngerman 855/344 at 6020"  # so that a Supplied German unit is left in any case (3.2.1-05)
ALL_BEACHES = "2403 3203 3303 4003 4102 4203 4302 4603"
FIGURE_4 = """
    allied 8/3 at 4504
    allied 185/3 at 4504
    allied 7/3-Can at 4405
    allied 152/51 at 4406
    allied 153/51 at 4406
    german 25/12-SS-Pz at 4505
    german 736/716 at 4407
    german 192/21-Pz at 4506
    german SP-4404 at 4404 factor 2
"""


def fighting(active: Group, units: str, **more: object) -> Game:
    """A game in the Combat part of a Round of a group, in which ``only`` some units may attack, if they are named.

    Unless it is said otherwise all Beaches are Open and it is Round 1 of Turn 1, in which nobody has Support markers.
    """
    given: dict[str, object] = {"round": "combat", "turn": 1, "beaches": ALL_BEACHES, **more}
    only = str(given.pop("only", ""))
    return fight_in(position(units.rstrip() + FAR_AWAY, active=active, **given), only=only)  # type: ignore[arg-type]


def fight_in(g: State, *, only: str = "") -> Game:
    """A game in which the Active group of a position attacks."""
    groups = (0, 1) if g.active == GROUPS["both"] else (g.active,)
    chosen = sum(1 << unit_number(name) for name in only.split()) if only else sum(g.force[group] for group in groups)
    return begin(g, CombatAction(chosen, one_attack=g.round_kind == "reaction"))


def attack(game: Game, target: str, units: str, support: str = "") -> list[Event]:
    """Declare an attack of some units with some markers; nobody else announces Support."""
    events = play(game, f"attack {target}", *(f"with {unit}" for unit in units.split()))
    if "declare" in orders(game):
        events += play(game, "declare")
    for marker in support.split():
        events += play(game, f"support {marker}")
    while "pass" in orders(game):
        events += play(game, "pass")
    return events


def told(events: list[Event], name: str, kind: str = "combat") -> object:
    """What the one event of a kind tells under a name; None if it does not."""
    (found,) = (event for event in events if event.kind == kind)
    return found.named().get(name)


def result(events: list[Event]) -> str:
    """The result of the one Combat among some events."""
    (found,) = (event.result for event in events if event.kind == "combat")
    assert found is not None
    return found.outcome[0]


def ratio(events: list[Event]) -> tuple[object, object]:
    """Attack and defence of the one Combat among some events."""
    return told(events, "attack"), told(events, "defence")


def outlook(g: State, target: str, units: str, support: str = "", against: str = "") -> Prospect:
    """What an attack would come to, if nothing lies face down in it."""
    (found,) = outlooks(g, target, units, support, against)
    return found


def outlooks(g: State, target: str, units: str, support: str = "", against: str = "") -> list[Prospect]:
    """Every way in which an attack could come out."""
    attackers = tuple(sorted(map(unit_number, units.split())))
    markers = (tuple(map(marker_number, text.split())) for text in (support, against))
    return prospects(g, Attack(place_number(target), attackers, *markers))


def holds(game: Game, unit: str) -> bool:
    """Whether a unit is still in the game."""
    return state(game).where[unit_number(unit)] >= 0


def ended(game: Game) -> bool:
    """Whether the action of a position is over."""
    return isinstance(state(game).stack[-1], TestEnds)
