"""All that stays the same during a game: map, counters, boxes, track, charts."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from bocage.games.fire_movement.battle import LAST_TURN, Battle
from bocage.games.fire_movement.chart import TERRAINS
from bocage.games.fire_movement.title import NAME, FireMovement
from bocage.games.fire_movement.track import Box as TrackBox
from bocage.games.fire_movement.track import record_track
from bocage.games.fire_movement.words import GRID
from bocage.hexes import HexSet, members
from bocage.hexes.sheet import HEX, spot
from bocage.table import OBJECTIVE, model
from bocage.table.fire_movement.charts import charts_of
from bocage.table.fire_movement.marks import MARKS
from bocage.table.fire_movement.overlays import OVERLAYS
from bocage.table.fire_movement.pieces import DUE, LOST, TO_LAND, TO_SET_UP, VALUE_NAMES, arrival_box, pieces_of
from bocage.table.fire_movement.words import objective_hexes, place_at
from bocage.table.hexgame import hexes_of, map_of
from bocage.table.layout import briefing_of

BEFORE = "0"  # the box of the turn track before GT 1
SEATS = (
    model.Seat(id="allied", title="Allies", side="allied", colour="green"),
    model.Seat(id="german", title="Germans", side="german", colour="grey"),
)


@lru_cache(maxsize=64)
def board_of(setting: FireMovement) -> model.Board:
    """The board of a scenario, made once for all its games."""
    battle = setting.battle
    return model.Board(
        name=setting.name,
        game=NAME,
        title=setting.title,
        edition=setting.edition,
        scale=setting.scale,
        briefing=briefing_of(setting.briefing),
        seats=list(SEATS),
        map=_map(battle),
        hexes=_hexes(battle),
        pieces=pieces_of(setting),
        boxes=[TO_LAND, TO_SET_UP, DUE, *_arrival_boxes(battle), *LOST],
        tracks=[_track(setting)],
        charts=charts_of(setting),
        overlays=list(OVERLAYS),
        value_names=VALUE_NAMES,
        legend=_legend(battle),
        marks=list(MARKS),
        sounds=SOUNDS,
    )


# -- the map ---------------------------------------------------------------------------------------

SOUNDS: dict[str, model.Sound] = {"attack_declared": "guns", "bombardment": "guns", "marker_placed": "card"}


def _map(battle: Battle) -> model.Map:
    margin = 3 / 2 * HEX, (1 / sqrt(3) + 1) * HEX  # to the far side of a hex, and one hex width
    return map_of(
        GRID, NAME, [spot(GRID, h) for h in members(battle.playable)], margin=margin, directions=GRID.directions
    )


def _hexes(battle: Battle) -> list[model.Hex]:
    chart = battle.chart
    return hexes_of(
        GRID,
        battle.playable,
        terrain=lambda h: [kind for kind in TERRAINS if kind in chart.terrain[h]],
        name=lambda h: place_at(chart, h),
        sides={"river": chart.rivers, "road": chart.roads, "trail": chart.trails, "bridge": chart.bridges},
        marks=_marks(battle),
    )


def _marks(battle: Battle) -> dict[str, HexSet]:
    bases: HexSet = 0
    for area in battle.areas:
        for loss in area.marker_losses:
            bases |= battle.chart.areas[loss.area] if loss.area else GRID.set(loss.hexes)
    return {
        OBJECTIVE: objective_hexes(battle),
        "beach": battle.beach_hexes,
        "fire base": bases,
        "fortification": battle.fortified,
        "german entry": battle.german_goal,
    }


def _legend(battle: Battle) -> list[model.Box]:
    return [
        *(model.Box(id=kind, title=kind.capitalize(), text=_terrain_text(battle, kind)) for kind in TERRAINS),
        model.Box(id=OBJECTIVE, title="Objective", text="Counts for victory."),
        model.Box(id="beach", title="Landing beach", text="A beachhead may be marked here before turn 1."),
        model.Box(id="fire base", title="Fire base", text="Its capture costs the Germans fire markers for good."),
        model.Box(id="german entry", title="German entry", text="Germans come on here, and retreat this way."),
        model.Box(id="road", title="Road", text="Costs half a movement point, whatever the terrain."),
        model.Box(id="trail", title="Trail", text="Costs one movement point, whatever the terrain."),
        model.Box(id="river", title="River", text="Costs extra to cross; helps a defender whom all attack across it."),
        model.Box(id="bridge", title="Bridge", text="A river side that a road crosses: helps the defender less."),
    ]


def _terrain_text(battle: Battle, kind: str) -> str:
    row = battle.key.hex[kind]
    if row.leg is None:
        return "Closed to all units."
    return f"Costs {row.leg:g}{' more' if row.plus else ''} to enter; defends on the {row.line} line."


# -- boxes and track -------------------------------------------------------------------------------


def _last_turn(battle: Battle) -> int:
    """The last turn that a scenario can come to."""
    return battle.last_turn_ever if battle.scenario.campaign or battle.early_arrival else LAST_TURN


def _arrival_boxes(battle: Battle) -> list[model.Box]:
    """One for each turn on which units can be scheduled; whoever found no room on its beach comes on GT 2."""
    turns = {entry.turn for entry in battle.entry if entry is not None} | {2}
    last = _last_turn(battle)
    return [
        model.Box(id=arrival_box(turn), title=f"Turn {turn}", text="Reinforcements")
        if turn <= last
        else model.Box(id=arrival_box(turn), title=f"Turn {turn}, too late", text=f"The game ends with turn {last}.")
        for turn in sorted(turns)
    ]


def _track(setting: FireMovement) -> model.Track:
    boxes = [model.Box(id=BEFORE, title="Landings", text="Before turn 1: set-up, drops and assaults.")]
    for box in record_track(setting.battle)[: _last_turn(setting.battle)]:
        boxes.append(model.Box(id=str(box.turn), title=f"Turn {box.turn}", text=_turn_text(box)))
    return model.Track(id="turn", title="Game turn", boxes=boxes, rule=setting.cite("10.5"))


def _turn_text(box: TrackBox) -> str:
    lines = [box.dates]
    if box.weather:
        lines.append("Weather roll")
    for seat, units in box.arrivals.items():
        if units:
            lines.append(f"{seat.capitalize()}: {', '.join(units)}")
    if box.replacements:
        points = (f"{points} {kind}" for kind, points in box.replacements.items())
        lines.append(f"Replacements: {', '.join(points).replace('cw', 'CW').replace('us', 'US')}")
    return "\n".join(lines)
