"""All that stays the same during a game: the map, the blocks, the track, the results table."""

from __future__ import annotations

from bocage.hexes.sheet import HEX, spot
from bocage.table import model
from bocage.table.designs import FLAG, INK, RED, STAR, disc, drawn
from bocage.table.hexgame import hexes_of, map_of
from bocage.table.layout import briefing_of
from tests.games.hedgerow.content import BLOCKS, FARMS, GRID, MAP, OWNER, PIECES
from tests.games.hedgerow.rules import MOST, RESULTS, TURNS, result_of
from tests.games.hedgerow.title import EDITION, NAME, Hedgerow

COLOURS: dict[str, model.Colour] = {"west": "green", "east": "brown", "defender": "grey"}
REMOVED = model.Box(id="removed", title="Removed blocks")
RESULTS_CHART = "results"
QUESTION, CROSS = "M-14,-14Q0,-40 14,-14T0,10M0,26V32", "M-24,-24 24,24M24,-24 -24,24"
COLUMNS = [f"{difference:+d}" if difference else "0" for difference in range(-MOST, MOST + 1)]


def board_of(setting: Hedgerow) -> model.Board:
    """The board."""
    return model.Board(
        name=setting.name,
        game=NAME,
        title=setting.title,
        edition=EDITION,
        briefing=briefing_of(setting.briefing),
        seats=[model.Seat(id=s.id, title=s.title, side=s.side, colour=COLOURS[s.id]) for s in PIECES.seats],
        map=map_of(
            GRID, NAME, [spot(GRID, h) for h in GRID.hexes], margin=(1.2 * HEX, 1.2 * HEX), directions=GRID.directions
        ),
        hexes=hexes_of(
            GRID,
            GRID.all,
            terrain=lambda h: [MAP[h].terrain],
            name=lambda h: MAP[h].name,
            sides={},
            marks={"objective": FARMS},
        ),
        pieces=[_piece(block) for block in range(len(BLOCKS))],
        boxes=[REMOVED],
        tracks=[_track()],
        charts=[_results(), _terrain()],
        value_names=["strength"],
        legend=[
            model.Box(id="objective", title="Farm", text="The Attackers need two of the three."),
            model.Box(id="gap", title="Gap", text="It may be mined."),
        ],
        marks=[
            model.MarkKind(kind="objective", strokes=STAR),
            model.MarkKind(kind="held", strokes=FLAG),
            model.MarkKind(kind="gap", strokes=[disc("#ffffff", INK), drawn(QUESTION, INK, 8)]),
            model.MarkKind(kind="mines", strokes=[disc("#ffffff", RED), drawn(CROSS, RED, 10)]),
            model.MarkKind(kind="moved", on_counter="acted"),
            model.MarkKind(kind="fought", on_counter="fought"),
        ],
    )


def _piece(block: int) -> model.Piece:
    seat = PIECES.seats[OWNER[block]]
    return model.Piece(
        id=BLOCKS[block],
        title=f"Block {BLOCKS[block]} of the {seat.title}",
        seat=seat.id,
        nation=COLOURS[seat.id],
        kind="block",
        steps=2,
    )


def _track() -> model.Track:
    boxes = [model.Box(id="0", title="Set-up"), *(model.Box(id=str(n), title=f"Turn {n}") for n in range(1, TURNS + 1))]
    return model.Track(id="turn", title="Turn", boxes=boxes, rule="3.1-01")


def _results() -> model.Chart:
    dice = range(1, 7)
    rows = [[str(die), *(result_of(die + column) for column in range(-MOST, MOST + 1))] for die in dice]
    notes = [f"{code}: {meaning}." for code, meaning in RESULTS.items()]
    return model.Chart(
        id=RESULTS_CHART, title="Fighting", rule="5.1-03", columns=["Die", *COLUMNS], rows=rows, notes=notes
    )


def _terrain() -> model.Chart:
    rows = [[name, str(cost)] for name, cost in PIECES.terrain.items()]
    return model.Chart(id="terrain", title="Terrain", rule="4.1-01", columns=["Terrain", "Cost"], rows=rows)
