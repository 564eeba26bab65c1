"""The lines beside the board: Round and Weather, both cups, Support, Replacements, Reinforcements, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from bocage.games.dark_summer.campaign import GROUP_NAMES, GROUPS, SEATS
from bocage.games.dark_summer.chits import CHIT_TITLES
from bocage.games.dark_summer.places import CHERBOURG, ELIMINATED, GRID, WITHDRAWN, place_name
from bocage.games.dark_summer.reinforcements import number_entering, waiting
from bocage.games.dark_summer.replacements import TITLES, Kind, still_to_use
from bocage.games.dark_summer.state import OST, STRONGPOINTS, UNKNOWN, State
from bocage.games.dark_summer.support import why_not_now, why_not_yet
from bocage.games.dark_summer.terms import Replacement
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.kernel import Refusal
from bocage.table.dark_summer.words import PLAYED_AS
from bocage.table.history import Past, among, first_day, holding, last_day
from bocage.table.model import Fact


def facts_of(view: State) -> list[Fact]:
    """All facts of a view."""
    return [
        *_status(view),
        *_cup(view),
        *_track(view),
        *_weather_cup(view),
        *_support(view),
        *_replacements(view),
        *_entering(view),
        *_face_down(view),
        *_losses(view),
    ]


def past_of(view: State) -> Past:
    """The days of the turn, and what the Allies control."""
    dates = view.campaign.tables.turn[max(view.turn, 1) - 1].dates

    def either(test: Callable[[str], bool]) -> Callable[[str], bool]:
        return lambda name: bool(view.cherbourg_captured) if name == place_name(CHERBOURG) else test(name)

    took, holds = among(GRID, view.held), holding(GRID, view.held, *view.occupied)
    return Past(first_day(dates), last_day(dates), either(took), either(holds))


def _share(count: int, total: int) -> str:
    return f"{100 * count / total:.0f} %"


def _status(view: State) -> Iterator[Fact]:
    yield Fact(group="status", label="Weather", value=view.weather.value.capitalize(), rule="7.2")
    if view.prepared:
        yield Fact(group="status", label="Prepared Offensive", value="attacks shift one column right", rule="7.2.3")
    if view.duties:
        hexes = view.campaign.grid.labels(view.duties)
        yield Fact(group="status", label="Must be attacked too", value=", ".join(hexes), rule="11.2")
    if view.cherbourg_captured:
        yield Fact(group="status", label="Cherbourg", value=f"captured on Turn {view.cherbourg_captured}", rule="11.7")
    elif view.isolated:
        yield Fact(group="status", label="Cherbourg", value="Isolated", rule="13.5")
    if view.brittany_since:
        shut = 0 < view.reentry_turn < view.turn
        value = "no more units may enter" if shut else "entered; the Boundary is lifted for the US"
        yield Fact(group="status", label="Brittany", value=value, rule="10.4.4" if shut else "15.0")


def _cup(view: State) -> Iterator[Fact]:
    """What can be drawn next, with its chance."""
    total = sum(view.cup)
    for chit, count in enumerate(view.cup):
        if count:
            value = f"{count} of {total}, drawn next: {_share(count, total)}"
            yield Fact(group="In the cup", label=f"{CHIT_TITLES[chit]} chits", value=value, rule="9.2")
    if view.cup and not total:
        yield Fact(
            group="In the cup", label="The cup", value="is empty: this is the last Round of the turn", rule="9.2"
        )
    if view.cup:
        yield Fact(group="In the cup", label="Reaction chits", value=f"{view.reactions} left", rule="9.3.4")


def _track(view: State) -> Iterator[Fact]:
    """The Action Round Track: who has played what."""
    for number, (group, way) in enumerate(view.track, 1):
        value = f"{GROUP_NAMES[group]}: {PLAYED_AS[way]}"
        yield Fact(
            group="Action Rounds of this turn", label=f"Round {number}", value=value, rule="9.2" if number == 1 else ""
        )


def _weather_cup(view: State) -> Iterator[Fact]:
    """What the Weather may be on the turns to come."""
    if view.turn >= view.campaign.last_turn:
        return
    left = Counter(view.weather_cup)
    for kind, count in left.items():
        value = f"{count} of {left.total()}, drawn next: {_share(count, left.total())}"
        yield Fact(group="Weather chits left", label=kind.value.capitalize(), value=value, rule="7.1")


# -- Support ---------------------------------------------------------------------------------------


def _support(view: State) -> Iterator[Fact]:
    titles = Counter(marker.title for marker in view.campaign.markers)
    seen: Counter[str] = Counter()
    for number, marker in enumerate(view.campaign.markers):
        if marker.optional and not view.options.assault_guns:
            continue
        seen[marker.title] += 1
        label = f"{marker.title} {seen[marker.title]}" if titles[marker.title] > 1 else marker.title
        refusal = why_not_yet(view, marker) or why_not_now(view, number)
        yield Fact(group="Support", label=label, value=_marker_words(view, number, refusal), rule=_rule(refusal))


def _marker_words(view: State, marker: int, refusal: Refusal | None) -> str:
    support = view.campaign.markers[marker]
    values = "-".join("*" if value is None else str(value) for value in (support.attack, support.defence))
    if refusal is not None:
        return refusal.sentence.removeprefix(support.title).strip()
    left = f", {support.uses - view.support_game[marker]} uses left" if support.uses is not None else ""
    worth = "" if values == "*-*" else f" ({values})"
    return f"available{worth}{left}"


def _rule(refusal: Refusal | None) -> str:
    return refusal.rule if refusal is not None else "12.0"


# -- Replacements and Reinforcements ---------------------------------------------------------------


def _replacements(view: State) -> Iterator[Fact]:
    """Those of this turn; what is left of them while they are given out."""
    for side, kinds in still_to_use(view).items():
        yield Fact(group="Replacements", label=SEATS[side].capitalize(), value=_kinds_words(kinds), rule="8.2")


def _kinds_words(kinds: Iterable[Kind]) -> str:
    found = Counter(kinds)
    words = (f"{count} {_kind_title(*kind)}" for kind, count in found.items())
    return ", ".join(words) or "none"


def _kind_title(army: str, kind: Replacement) -> str:
    return TITLES[army] if kind is Replacement.CANADIAN else f"{TITLES[army]} {kind.value}"


def _entering(view: State) -> Iterator[Fact]:
    """Formations that wait to enter, and how many would with each face of the die."""
    for group in GROUPS:
        formations = waiting(view, group)
        if not formations:
            continue
        names = ", ".join(view.campaign.formations[formation] for formation in formations)
        faces = [number_entering(view, group, die, len(formations)) for die in range(1, 7)]
        value = f"{names}; the die 1 to 6 lets enter {', '.join(map(str, faces))}"
        yield Fact(group="Formations that wait to enter", label=GROUP_NAMES[group], value=value, rule="8.1.1")


# -- what lies face down, and losses ---------------------------------------------------------------


def _face_down(view: State) -> Iterator[Fact]:
    """What Strongpoints and Ost battalions may turn out to be: all counters that nobody has seen."""
    campaign = view.campaign
    for kind, title in ((STRONGPOINTS, "Strongpoints"), (OST, "Ost battalions")):
        of_kind = campaign.strongpoint if kind == STRONGPOINTS else campaign.ost
        down = sum(
            of_kind[unit] and view.factor[unit] == UNKNOWN and view.where[unit] >= 0 for unit in range(campaign.count)
        )
        if down:
            left = ", ".join(f"{count} × {factor}" for factor, count in Counter(view.factors_left[kind]).items())
            value = f"{down} in play, each one of these factors: {left}"
            yield Fact(group="Face down", label=title, value=value, rule="11.5")


def _losses(view: State) -> Iterator[Fact]:
    campaign = view.campaign
    for side, seat in enumerate(SEATS):
        own = [unit for unit in range(campaign.count) if campaign.side[unit] == side]
        gone = [unit for unit in own if view.where[unit] == ELIMINATED]
        hurt = sum(view.where[unit] >= 0 and view.is_reduced(unit) for unit in own)
        steps = sum(campaign.units[unit].steps for unit in gone) + hurt
        value = f"{len(gone)} unit{'' if len(gone) == 1 else 's'} eliminated, {steps} steps missing"
        yield Fact(group="losses", label=seat.capitalize(), value=value)
    withdrawn = [UNIT_IDS[unit] for unit in range(campaign.count) if view.where[unit] == WITHDRAWN]
    if withdrawn:
        yield Fact(group="losses", label="Allied, withdrawn", value=", ".join(withdrawn), rule="8.3")
