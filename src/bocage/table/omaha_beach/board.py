"""All that stays the same during a game: map, counters, boxes, tracks, charts, cards."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.chart import Box as LandingBox
from bocage.games.omaha_beach.terms import Tide
from bocage.games.omaha_beach.title import NAME, OmahaBeach
from bocage.games.omaha_beach.track import LAST_TURN
from bocage.games.omaha_beach.victory import counting_hexes
from bocage.games.omaha_beach.words import GRID, UNIT_IDS, US
from bocage.hexes import Hex, HexSet, Sides, members
from bocage.hexes.sheet import APRON, HEX, spot
from bocage.kernel.wording import listed
from bocage.table import OBJECTIVE, model
from bocage.table.hexgame import hexes_of, map_of
from bocage.table.layout import briefing_of
from bocage.table.omaha_beach.cards import cards_of
from bocage.table.omaha_beach.charts import charts_of
from bocage.table.omaha_beach.marks import MARKS
from bocage.table.omaha_beach.overlays import overlays_of
from bocage.table.omaha_beach.pieces import (
    ABSENT_BOX,
    ELIMINATED_BOX,
    LEFT_BOX,
    LOSSES,
    VALUE_NAMES,
    VALUE_WORDS,
    arrival_of,
    pieces_of,
    turn_box,
    us_numbers,
)
from bocage.table.omaha_beach.words import FIRST_PHASE, GROUNDS, LEVELS, SIDES, TIDES

WATER = {Tide.LOW: 0, Tide.MID: 0.45, Tide.HIGH: 1}  # how high it stands on the turn track

# On the sheet north is at the bottom: what the grid calls west is the east of the beach.
COMPASS = {"W": "east", "NW": "south-east", "NE": "south-west", "E": "west", "SE": "north-west", "SW": "north-east"}
SEATS = (
    model.Seat(id="1st", title="1st Division", side=US, colour="brown"),
    model.Seat(id="29th", title="29th Division", side=US, colour="black"),
)
LATEST_DELAY = 3  # turns by which a unit of the last turn may be delayed
PHASES = (
    ("Set-up", "Set-up", ""),
    (FIRST_PHASE, "Landing", "Landing checks, landing, and the next wave goes into its boxes."),
    ("Event", "Event", "A card tells what else happens."),
    ("German Fire", "German fire", "A card for each sector tells which positions fire, and at whom."),
    ("Second Event", "Second event", "From turn 17 on another card."),
    ("US Engineers", "Engineers", "Engineers clear obstacles, later they set up bases; headquarters become posts."),
    ("US Actions", "Actions", "Each division moves, attacks and barrages with its few actions."),
    ("End of Turn", "End of turn", "Cards are discarded; sometimes points are counted."),
)


@lru_cache(maxsize=64)
def board_of(setting: OmahaBeach) -> model.Board:
    """The board of a scenario, made once for all its games."""
    battle = setting.battle
    return model.Board(
        name=setting.name,
        game=NAME,
        title=setting.title,
        edition=setting.edition,
        scale=setting.scale,
        briefing=briefing_of(setting.briefing),
        seats=[seat for seat in SEATS if seat.id in setting.seats],
        map=_map(battle),
        hexes=_hexes(battle),
        pieces=pieces_of(setting),
        boxes=_boxes(battle),
        tracks=[_turns(battle), _phases(battle)],
        charts=charts_of(setting),
        overlays=overlays_of(battle),
        value_names=VALUE_NAMES,
        value_words=VALUE_WORDS,
        legend=_legend(battle),
        marks=list(MARKS),
        sounds=SOUNDS,
        cards=list(cards_of(battle)),
    )


# -- the map ---------------------------------------------------------------------------------------

SOUNDS: dict[str, model.Sound] = {
    "position_fires": "guns",
    "artillery": "guns",
    "attack": "guns",
    "barrage": "guns",
    "ships_fire": "guns",
}


def _map(battle: Battle) -> model.Map:
    spots = [spot(GRID, h) for h in members(battle.playable)]
    spots += [box_spot(box) for box in battle.boxes if battle.box_sector[battle.boxes.index(box)] in battle.sectors]
    margin = HEX, (1 / sqrt(3) + 0.5) * HEX
    directions = [COMPASS[name] for name in GRID.directions]
    return map_of(GRID, NAME, spots, margin=margin, directions=directions, apron=APRON, turned=True)


def box_spot(box: LandingBox) -> tuple[float, float]:
    """Where a landing box lies in the drawing: its place is a hex of the sea that has no number."""
    row, column = int(box.place[:2]), int(box.place[2:])
    near = GRID.at("0505")
    x, y = spot(GRID, near)
    across = column - 5 + (0.5 if row % 2 == 0 else 0.0)
    return round(x + across * HEX, 1), round(y + (5 - row) * HEX * sqrt(3) / 2, 1)


def _hexes(battle: Battle) -> list[model.Hex]:
    chart = battle.chart
    sides: dict[str, Sides] = {SIDES[kind]: pairs for kind, pairs in chart.sides.items()}
    sides |= {kind if kind == "trail" else f"{kind} road": links for kind, links in chart.roads.items()}
    return hexes_of(
        GRID,
        battle.playable,
        terrain=lambda h: _terrain(battle, h),
        name=lambda h: _name(battle, h),
        sides=sides,
        marks=_marks(battle),
    )


def _terrain(battle: Battle, h: Hex) -> list[str]:
    level, ground = battle.chart.level[h], battle.chart.terrain[h]
    words = [str(level)] if level else []
    return [*words, str(ground)] if ground and ground not in ("clear", "water") else words


def _name(battle: Battle, h: Hex) -> str:
    village = battle.chart.village.get(h, "")
    position = battle.at_hex.get(h)
    if position is None or battle.positions[position].id.startswith("blank"):
        return village
    return f"{battle.positions[position].id}{f' {village}' if village else ''}"


def _marks(battle: Battle) -> dict[str, HexSet]:
    chart = battle.chart
    by_colour: dict[str, HexSet] = {}
    points: HexSet = 0
    for position in battle.positions:
        name = f"{position.colour} position"
        by_colour[name] = by_colour.get(name, 0) | 1 << position.hex
        points |= 1 << position.hex if position.vp else 0
    draws = {f"draw {name}": draw.hexes for name, draw in chart.draws.items()}
    waterlines = {f"{tide} waterline": hexes for tide, hexes in chart.waterline.items()}
    return {
        **by_colour,
        "victory point": points,
        OBJECTIVE: counting_hexes(battle),
        "obstacles": chart.obstacles,
        "mined road": chart.mined,
        "exit": battle.exits,
        **draws,
        **waterlines,
    }


def _legend(battle: Battle) -> list[model.Box]:
    rows = battle.tables.terrain
    found = [
        model.Box(id=kind, title=LEVELS[kind].capitalize(), text=_defence(battle, kind))
        for kind in LEVELS
        if kind in rows
    ]
    found += [model.Box(id=k, title=w.capitalize(), text=_defence(battle, k)) for k, w in GROUNDS.items() if w]
    found += [
        model.Box(id=kind, title=words.capitalize(), text=_defence(battle, kind)) for kind, words in SIDES.items()
    ]
    return [
        *found,
        model.Box(id="obstacles", title="Beach obstacles", text="Mines explode under units that land through them."),
        model.Box(id="mined road", title="Mined road", text="Counts as no road until engineers have cleared it."),
        model.Box(id="exit", title="Exit", text="Germans trace communication to these edges of the map."),
        model.Box(id="victory point", title="Victory position", text="Counts for victory at the end of the day."),
        model.Box(id="waterline", title="Waterline", text="Units land here at low, mid and high tide."),
    ]


def _defence(battle: Battle, kind: str) -> str:
    row = battle.tables.terrain.get(kind)
    if row is None:
        return ""
    ways = {
        "yes": "open",
        "no": "closed",
        "road": "open by road only",
        "climb": "to be climbed",
        "climb_cliff": "to be scaled in two turns",
    }
    text = f"Infantry: {ways[row.infantry]}; others: {ways[row.other]}."
    if row.defence is None:
        return text
    unit, depth = row.defence
    worth = [name for name, factor in (("the unit", unit), ("the depth marker", depth)) if factor == 2]
    return f"{text} Doubles {listed(worth)} in defence." if worth else text


# -- boxes and tracks --------------------------------------------------------------------------------


def _boxes(battle: Battle) -> list[model.Box]:
    found = []
    for number, box in enumerate(battle.boxes):
        if battle.box_sector[number] in battle.sectors:
            x, y = box_spot(box)
            found.append(model.Box(id=box.id, title=box.id, text=_box_text(battle, box), group="landing", x=x, y=y))
    for turn in range(1, LAST_TURN + LATEST_DELAY + 1):
        found.append(
            model.Box(id=turn_box(turn), title=f"Turn {turn}", text="Units that arrive then", group="arrivals")
        )
    losses = [LOSSES[division] for division in battle.divisions]
    return [*found, ABSENT_BOX, *losses, ELIMINATED_BOX, LEFT_BOX]


def _box_text(battle: Battle, box: LandingBox) -> str:
    lands = ", ".join(f"{TIDES[tide]} {GRID.label(h)}" for tide, h in box.lands.items())
    who = {"any": "", "rangers": " Rangers only.", "none": " Units only drift here."}[box.placing]
    return f"{box.beach or 'No beach name'}. Leads to: {lands}.{who}"


def _turns(battle: Battle) -> model.Track:
    first, last = battle.scenario.turns
    boxes = []
    for turn in range(first, last + 1):
        space = battle.track.turns[turn]
        lines = [f"{space.time} hours", TIDES[space.tide]]
        arriving = [UNIT_IDS[n] for n in us_numbers(battle) if arrival_of(battle, battle.units[n]) == turn]
        if arriving and turn <= battle.scenario.last_arrival:
            lines.append(f"To the boxes: {', '.join(arriving)}")
        if space.shuffle:
            lines.append("The discards are shuffled into the deck")
        lines += ["Points are counted"] if any(check.turn == turn for check in battle.scenario.checks) else []
        boxes.append(
            model.Box(id=str(turn), title=f"{turn} · {space.time}", text="\n".join(lines), water=WATER[space.tide])
        )
    return model.Track(id="turn", title="Turn", boxes=boxes, rule="4-01")


def _phases(battle: Battle) -> model.Track:
    """The phases of a turn; the second event comes in the extended game only (15)."""
    known = [phase for phase in PHASES if battle.scenario.extended or phase[0] != "Second Event"]
    boxes = [model.Box(id=name, title=title, text=text) for name, title, text in known]
    return model.Track(id="phase", title="Phase", boxes=boxes, rule="4-01")


def phase_box(phase: str) -> str:
    """The box of the phase track for a phase, whatever words follow its name."""
    names = sorted((name for name, _, _ in PHASES), key=len, reverse=True)
    return next((name for name in names if phase.startswith(name)), PHASES[0][0])
