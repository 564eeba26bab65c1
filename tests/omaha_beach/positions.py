"""Positions written in a few lines of text, cards that come as told, and short questions to ask of a game.

game = position('''
    us D/1/16 at 0710 steps 2 hero
    us 16-HQ at 0710
    us A/1/116 in DR2
    german WN61 "WN88 2 BG MO" depth "wn 1 RD AR"
    german C3 "5/2/916" revealed disrupted
''', phase="actions", turn=5, cards=[12, 31])
play(game, "act D/1/16", "attack 0809", "declare")

Units and markers of which nothing is said are out of play; pools are filled as ``pools`` says. The deck holds the cards
named first, in that order, then all others; picks always take the first piece, unless ``picks`` says otherwise.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bocage.games.omaha_beach.action_phase import ActionPhase
from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.content import load_content
from bocage.games.omaha_beach.engineers import EngineerAndHqPhase, EngineerPhase
from bocage.games.omaha_beach.events import EventPhase, SecondEventPhase
from bocage.games.omaha_beach.fire_phase import FirePhase
from bocage.games.omaha_beach.landing import AmphibiousOperations, Arrivals
from bocage.games.omaha_beach.scenarios import ScenarioId
from bocage.games.omaha_beach.state import ABSENT, ELIMINATED, EXITED, NONE, WAITING, State
from bocage.games.omaha_beach.title import OmahaBeach, open_scenario
from bocage.games.omaha_beach.words import BASE_IDS, BOX_IDS, EXITS, GRID, PASS, UNIT_IDS, box_number, unit_number
from bocage.hexes import HexSet
from bocage.kernel import Game, Next, Procedure, ask, call, done
from tests.questions import Rigged, orders

Phase = Literal["landing", "arrivals", "event", "fire", "second_event", "engineers", "engineers_and_hq", "actions"]
PHASES: dict[Phase, type[Procedure[None]]] = {
    "landing": AmphibiousOperations,
    "arrivals": Arrivals,
    "event": EventPhase,
    "fire": FirePhase,
    "second_event": SecondEventPhase,
    "engineers": EngineerPhase,
    "engineers_and_hq": EngineerAndHqPhase,
    "actions": ActionPhase,
}


OVER = "The phase is over"


def hardy(scenario: ScenarioId = "first_waves", options: Mapping[str, str] | None = None) -> OmahaBeach:
    """A scenario that neither losses nor an early check end, so that clumsy players see all of its turns."""
    content = load_content()
    table = content.scenarios.scenarios[scenario]
    losses = tuple(loss.model_copy(update={"limit": 99}) for loss in table.losses)
    return OmahaBeach(
        content, table.model_copy(update={"losses": losses, "checks": table.checks[-1:]}), dict(options or {})
    )


@dataclass
class OnePhase(Procedure[None]):
    """A single phase, and then a question that tells that it is over."""

    phase: Phase

    def begin(self, g: State) -> Next:
        return call(PHASES[self.phase](), then=self.over)

    def over(self, g: State, _: object) -> Next:
        return ask("1st", OVER, (PASS,), then=self.end, rule="4-01")

    def end(self, g: State, _: object) -> Next:
        return done()


def position(
    pieces: str,
    *,
    phase: Phase = "actions",
    turn: int = 5,
    cards: Sequence[int] = (),
    picks: Iterable[int] = (),
    pools: Mapping[str, str] | None = None,
    depth_pools: Mapping[str, str] | None = None,
    fire_cards: tuple[int, int] = (0, 0),
    naval: int = 0,
    cleared: str = "",
    rockets_fired: bool = False,
    plunging: bool = False,
    smoke: str = "",
    extra_actions: int = 0,
    gone: str = "",
    garrisons: str = "",
    bases: str = "",
    shelled: str = "",
    engineers_blocked: bool = False,
    first: Literal["1st", "29th", ""] = "1st",
    scenario: str = "first_waves",
    setting: OmahaBeach | None = None,
    players: str = "one",
    options: Mapping[str, str] | None = None,
) -> Game:
    """A game at the beginning of a phase, played on to the first decision; ``opening_events`` tell what happened.

    Lines are ``us UNIT at HEX | in BOX | due TURN [steps N] [hero] [inspired] [disrupted] [climb] [cliff]
    [command 29th] [delayed] [wounded] [post SPACE] [off EXIT]``, ``german POSITION UNIT [depth MARKER] [revealed]
    [depth-revealed] [disrupted]`` and, with its option, ``armor UNIT at HEX [depth MARKER] [disrupted]``. A German
    unit may be named by the beginning of its id. ``bases`` are ``NAME:HEX:SPACE``, the space of the engineer track.
    ``first`` acts first where that is asked.
    """
    seats = {"players": players} if scenario != "easy_fox" else {}
    setting = setting or open_scenario(scenario, {**seats, **(options or {})})
    g = State(setting.battle, Rigged(picks=picks))
    g.turn, g.naval, g.cleared, g.rockets_fired, g.plunging = turn, naval, GRID.set(cleared), rockets_fired, plunging
    g.fire_cards = list(fire_cards)
    others = [number for number in sorted(setting.battle.deck) if number not in cards]
    g.deck = (*cards, *others)
    for words in filter(None, map(shlex.split, pieces.splitlines())):
        {"us": _us, "german": _german, "armor": _armor}[words[0]](g, words[1:])
    for name, units in (pools or {}).items():
        g.pools[name] = tuple(german_number(g, unit) for unit in shlex.split(units))
    for name, markers in (depth_pools or {}).items():
        for marker in shlex.split(markers):
            g.depth_pools[name] = (*g.depth_pools.get(name, ()), depth_number(g, marker))
    g.smoke = sum(1 << setting.battle.group_names.index(name) for name in smoke.split())
    g.extra_actions = extra_actions
    for name in shlex.split(gone):
        g.gone = (*g.gone, german_number(g, name))
        g.shown |= 1 << g.gone[-1]
    for name, place, space in (words.split(":") for words in bases.split()):
        base = BASE_IDS.index(name)
        g.bases[base], g.base_spaces[base] = GRID.at(place), int(space)
    g.engineers_blocked = engineers_blocked
    g.shelled = sum(1 << ("east", "west").index(name) for name in shelled.split())
    g.garrisons = sum(1 << position_number(g, name) for name in garrisons.split())
    g.start(OnePhase(phase))
    game = Game.at(setting, g)
    if first and not game.over and f"first {first}" in orders(game):
        game.play(f"first {first}")
    return game


def is_over(game: Game) -> bool:
    """Whether the phase has ended."""
    return game.over or game.decision.prompt == OVER


def _us(g: State, words: list[str]) -> None:
    unit, rest = unit_number(words[0]), words[1:]
    place = rest[rest.index("at") + 1] if "at" in rest else rest[1]
    if "at" in rest:
        g.put(unit, GRID.at(place))
    elif "in" in rest:
        g.put(unit, BOX + box_number(place))
    else:
        g.wait(unit, int(place))
    bit = 1 << unit
    if "steps" in rest:
        g.steps[unit] = int(rest[rest.index("steps") + 1])
    if "command" in rest:
        g.assign(unit, ("1st", "29th").index(rest[rest.index("command") + 1]))
    g.heroes[unit] += rest.count("hero")
    g.inspired |= bit * ("inspired" in rest)
    g.disrupted |= bit * ("disrupted" in rest)
    g.climbing |= bit * ("climb" in rest)
    g.on_cliff |= bit * ("cliff" in rest)
    g.delayed |= bit * ("delayed" in rest)
    g.wounded |= bit * ("wounded" in rest)
    if "post" in rest:
        g.command_posts[unit] = int(rest[rest.index("post") + 1])
    if "off" in rest:
        g.remove(unit, EXITED)
        g.exited[unit] = EXITS.index(rest[rest.index("off") + 1])


def _german(g: State, words: list[str]) -> None:
    place, unit = position_number(g, words[0]), german_number(g, words[1])
    assert g.german[place] == NONE, words
    g.man(place, unit)
    rest = words[2:]
    if "depth" in rest:
        marker = depth_number(g, rest[rest.index("depth") + 1])
        g.deepen(place, marker)
        g.shown_depth |= (1 << marker) * ("depth-revealed" in rest)
    g.shown |= (1 << unit) * ("revealed" in rest)
    g.german_disrupted |= (1 << place) * ("disrupted" in rest)


def _armor(g: State, words: list[str]) -> None:
    unit, rest = german_number(g, words[0]), words[1:]
    number = g.battle.armor.index(unit)
    place = g.battle.first_armor + number
    g.man(place, unit, GRID.at(rest[rest.index("at") + 1]))
    g.shown |= 1 << unit
    if "depth" in rest:
        g.deepen(place, depth_number(g, rest[rest.index("depth") + 1]))
    g.german_disrupted |= (1 << place) * ("disrupted" in rest)


def position_number(g: State, name: str) -> int:
    """The number of a position."""
    return next(number for number, here in enumerate(g.battle.positions) if here.id == name)


def german_number(g: State, name: str) -> int:
    """The number of a German unit that is not yet placed."""
    used = {*g.german, *(unit for pool in g.pools.values() for unit in pool), *g.gone}
    found = [n for n, unit in enumerate(g.battle.german) if unit.id == name or unit.id.startswith(f"{name} #")]
    return next(n for n in found or _beginning(g, name) if n not in used)


def _beginning(g: State, name: str) -> list[int]:
    return [n for n, unit in enumerate(g.battle.german) if unit.id.startswith(name)]


def depth_number(g: State, name: str) -> int:
    """A marker not yet placed: ``wn 1 RD AR`` is type, strength and needs, ``wn TR`` a Tactical Reinforcement."""
    used = {*g.german_depth, *(marker for pool in g.depth_pools.values() for marker in pool), *g.gone_depth}
    kind, *rest = name.split()
    tactical = rest == ["TR"]
    for number, marker in enumerate(g.battle.depth):
        if number in used or marker.type != kind or marker.tactical_reinforcement is not tactical:
            continue
        if not rest or tactical or (marker.strength == int(rest[0]) and set(marker.needs) == set(rest[1:])):
            return number
    raise AssertionError(f"there is no depth marker {name} left")


# -- questions ------------------------------------------------------------------------------------


def state(game: Game) -> State:
    """The state of a game, as the state of this game."""
    assert isinstance(game.state, State)
    return game.state


def where(game: Game, unit: str) -> str:
    """The hex or box of a unit, or what became of it."""
    number = unit_number(unit)
    place = state(game).where[number]
    if place >= BOX:
        return BOX_IDS[place - BOX]
    if place >= 0:
        return GRID.label(place)
    if place == WAITING:
        return f"turn {state(game).arrives[number]}"
    return {ELIMINATED: "eliminated", ABSENT: "absent", EXITED: "off the map"}[place]


def steps(game: Game, unit: str) -> int:
    """The steps of a unit."""
    return state(game).steps[unit_number(unit)]


def has(game: Game, unit: str, mark: str) -> bool:
    """Whether a unit is disrupted, climbing, on_cliff, inspired, wounded, acted or delayed."""
    value = getattr(state(game), mark)
    assert isinstance(value, int)
    return bool(value >> unit_number(unit) & 1)


def german_at(game: Game, name: str) -> str:
    """What a position holds: unit id, then its depth marker, ``face down`` and ``disrupted`` where they apply."""
    g = state(game)
    place = position_number(g, name)
    if g.german[place] == NONE:
        return "empty"
    words = [g.battle.german[g.german[place]].id]
    if g.german_depth[place] != NONE:
        words.append("with depth")
    if not g.is_shown(place):
        words.append("face down")
    if g.german_disrupted >> place & 1:
        words.append("disrupted")
    return ", ".join(words)


def hexes(labels: str) -> HexSet:
    """A set of hexes from labels."""
    return GRID.set(labels)


def names(units: Iterable[int]) -> list[str]:
    """The ids of some units."""
    return [UNIT_IDS[unit] for unit in units]


def fire_card(
    target: str | None = None,
    *,
    single: str = "",
    double: str = "",
    without: str = "",
    symbols: Mapping[str, str] | None = None,
    artillery: int | None = None,
) -> int:
    """The first card whose fire section has these colours single and double, lacks others, and so on.

    ``symbols`` are wanted beside colours; ``artillery`` is the wanted value, 0: none.
    """
    for number, card in load_content().deck.items():
        shots = {str(shot.colour): shot for shot in card.fire}
        value = card.artillery.value if card.artillery else 0
        if (
            (target is None or card.target == target)
            and all(colour in shots and not shots[colour].double for colour in single.split())
            and all(colour in shots and shots[colour].double for colour in double.split())
            and not any(colour in shots for colour in without.split())
            and all(colour in shots and shots[colour].symbol == symbol for colour, symbol in (symbols or {}).items())
            and (artillery is None or value == artillery)
        ):
            return number
    raise AssertionError("no card has such a fire section")


def landing_card(letters: str = "", *, mine: bool | None = None) -> int:
    """The first card with some landing letters, ``"diamond B circle A"``, and with or without a mine."""
    words = letters.split()
    for number, card in load_content().deck.items():
        wanted = dict(zip(words[::2], words[1::2], strict=True))
        fits = all(letter == wanted.get(symbol, letter) for symbol, letter in card.landing.items())
        if fits and (mine is None or card.mine is mine):
            return number
    raise AssertionError("no card has such a landing section")


def event_card(kind: str, turn: int, **wanted: object) -> int:
    """The first card with an event of a kind in a turn: ``event_card("hero", 5, division=1)``."""
    for number, card in load_content().deck.items():
        event = card.event(turn)
        if event.kind == kind and all(getattr(event, name) == value for name, value in wanted.items()):
            return number
    raise AssertionError(f"no card has the event {kind} on turn {turn}")
