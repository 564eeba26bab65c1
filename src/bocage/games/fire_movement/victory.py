"""Who has won: captures, German marker losses, length of campaigns, victory (11.8 to 14.8, 15.3, 15.5)."""

from __future__ import annotations

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.content import Objectives
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.supply import captured
from bocage.games.fire_movement.support import lose_marker
from bocage.games.fire_movement.words import GRID, Cup
from bocage.hexes import HexSet, members
from bocage.kernel import Outcome

GERMAN_SEAT = SEATS[1]
ALLIED_SEAT = SEATS[0]


def loss_hexes(g: State) -> list[tuple[HexSet, int, str, str]]:
    """Every place whose capture costs the Germans markers, in a fixed order: hexes, markers, rule, name."""
    found = []
    for area in g.battle.areas:
        for loss in area.marker_losses:
            hexes = g.battle.chart.areas[loss.area] if loss.area else GRID.set(loss.hexes)
            found.append((hexes, loss.markers, f"{area.chapter}.2-03", loss.name))
    return found


def note_captures(g: State) -> None:
    """Places captured now will cost the Germans markers next turn, even if they come back at once (11.2-04)."""
    for place, (hexes, *_) in enumerate(loss_hexes(g)):
        if not (g.losses_due >> place & 1 or hexes & ~g.held) and captured(g, hexes) == hexes:
            g.losses_due |= 1 << place


def pay_marker_losses(g: State) -> None:
    """In the turn after a capture the Germans lose markers at random, once and for good (11.2 to 14.2)."""
    note_captures(g)
    for place, (_, count, rule, name) in enumerate(loss_hexes(g)):
        if g.losses_paid >> place & 1 or not g.losses_due >> place & 1:
            continue
        g.losses_paid |= 1 << place
        for _ in range(min(count, len(g.pool[Cup.GERMAN]))):
            lose_marker(g, g.chance.pick(len(g.pool[Cup.GERMAN])), rule, captured=name)


def taken_of(g: State, objectives: Objectives) -> HexSet:
    """The objective hexes that the Allies have now."""
    hexes = GRID.set(objectives.hexes)
    return captured(g, hexes) if objectives.supply else g.held & hexes


def met(g: State, objectives: Objectives) -> bool:
    """Whether the Allies meet the conditions of a single scenario."""
    if taken_of(g, objectives).bit_count() < objectives.needed:
        return False
    if not objectives.adjacent_units:
        return True
    near = GRID.spread(GRID.set(objectives.adjacent_to))
    return sum(near >> g.where[unit] & 1 for unit in members(g.force[ALLIED])) >= objectives.adjacent_units


def captured_city_hexes(g: State) -> int:
    """City hexes that the Allies have captured (15.5)."""
    cities: HexSet = 0
    for hexes in g.battle.campaign_cities:
        cities |= hexes
    return captured(g, cities).bit_count()


def captured_cities(g: State) -> int:
    """Cities of which the Allies have captured every hex (15.3-04)."""
    return sum(captured(g, hexes) == hexes for hexes in g.battle.campaign_cities)


def allies_win(g: State) -> bool:
    """Whether the Allied victory conditions are met now."""
    scenario = g.battle.scenario
    if scenario.campaign:
        return captured_city_hexes(g) >= scenario.campaign_city_hexes
    return met(g, g.battle.areas[0].objectives)


def victory_rule(g: State, paragraph: str) -> str:
    """The number of a victory paragraph in the chapter of the game being played."""
    chapter = "15.5" if g.battle.scenario.campaign else f"{g.battle.areas[0].chapter}.8"
    return f"{chapter}-{paragraph}"


def end_of_turn(g: State) -> bool:
    """The Game Turn End Phase: sudden death, victory, a campaign's extension; True if the game is over."""
    if not g.beachheads:
        reason = "the Allies have no beach landing hex left"
        g.end(Outcome(GERMAN_SEAT, "strategic", reason, victory_rule(g, "01")))
        return True
    if g.turn < g.last_turn:
        return False
    if allies_win(g):
        paragraph = "03" if not g.battle.scenario.campaign else ("05" if len(g.battle.areas) == 4 else "04")
        g.end(Outcome(ALLIED_SEAT, "", "the Allied objectives are taken", victory_rule(g, paragraph)))
        return True
    if g.battle.scenario.campaign and not g.length_settled:
        extend_campaign(g)
        if g.turn < g.last_turn:
            return False
    g.end(Outcome(GERMAN_SEAT, "operational", "the Allies have not met their objectives", victory_rule(g, "02")))
    return True


def extend_campaign(g: State) -> None:
    """15.3: one more turn for each city not captured, to GT 25 at most."""
    missing = g.battle.scenario.campaign_cities - captured_cities(g)
    g.last_turn = min(g.battle.last_turn_ever, g.last_turn + missing)
    g.length_settled = True
    g.tell("extended", "15.3-06", cities=captured_cities(g), last_turn=g.last_turn)
