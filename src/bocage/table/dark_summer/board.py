"""All that stays the same during a game: map, counters, boxes, tracks, charts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, Campaign
from bocage.games.dark_summer.ground import MAJOR, MINOR, Box
from bocage.games.dark_summer.places import (
    AIRFIELD,
    APPROACH,
    BRITTANY,
    CHERBOURG,
    EASTERN_EXIT,
    GRID,
    MAY_LEAVE,
    SECOND_WAVE,
    THIRD_WAVE,
    place_name,
)
from bocage.games.dark_summer.terms import Terrain, Weather
from bocage.games.dark_summer.title import NAME, DarkSummer
from bocage.hexes import HexSet
from bocage.hexes.sheet import HEX, spot
from bocage.table import OBJECTIVE, model
from bocage.table.dark_summer.charts import charts_of, terrain_words, weather_words
from bocage.table.dark_summer.marks import MARKS
from bocage.table.dark_summer.overlays import OVERLAYS
from bocage.table.dark_summer.pieces import DUE, LOST, VALUE_NAMES, WITHDRAWN_BOX, arrival_box, pieces_of
from bocage.table.dark_summer.words import place_on_board
from bocage.table.hexgame import Spot, hexes_of, map_of
from bocage.table.layout import briefing_of

SEATS = (
    model.Seat(id="allied", title="Allies", side="allied", colour="green"),
    model.Seat(id="german", title="Germans", side="german", colour="grey"),
)


LEFT_FOR_GOOD = "Units that have left the map; they never come back."


@lru_cache(maxsize=64)
def board_of(setting: DarkSummer) -> model.Board:
    """The board of a scenario, made once for all its games."""
    campaign = setting.campaign
    return model.Board(
        name=setting.name,
        game=NAME,
        title=setting.title,
        edition=setting.edition,
        scale=setting.scale,
        briefing=briefing_of(setting.briefing),
        seats=list(SEATS),
        map=_map(),
        hexes=_hexes(campaign),
        pieces=pieces_of(setting),
        boxes=[*_printed_boxes(campaign), *_arrival_boxes(campaign), *DUE, *LOST, WITHDRAWN_BOX],
        tracks=[_turns(campaign), _rounds(campaign), _weather(campaign)],
        charts=charts_of(campaign),
        overlays=list(OVERLAYS),
        value_names=VALUE_NAMES,
        legend=list(_legend(campaign)),
        marks=list(MARKS),
        sounds=SOUNDS,
    )


# -- the map ---------------------------------------------------------------------------------------

SOUNDS: dict[str, model.Sound] = {"attack_declared": "guns", "support": "guns", "chit_drawn": "card"}


def _map() -> model.Map:
    spots = [spot(GRID, h) for h in GRID.hexes]
    return map_of(GRID, NAME, spots, margin=((1 / sqrt(3) + 0.5) * HEX, HEX), directions=GRID.directions)


def _offshore(campaign: Campaign) -> dict[str, tuple[str, str]]:
    """The hexes of the sea in which the Waves and the airfields are: name of the box and title, by label."""
    ground = campaign.ground
    found: dict[str, tuple[str, str]] = {}
    for target, label in ground.approaches.items():
        name = ground.beach_of.get(target, "Pointe du Hoc")
        found[label] = place_name(APPROACH[GRID.at(target)]), f"1st Wave, {name}"
    for target, label in ground.second_waves.items():
        found[label] = place_name(SECOND_WAVE[GRID.at(target)]), f"2nd Wave, {ground.beach_of[target]}"
    for beach in ground.beaches.values():
        found[beach.third_wave] = place_name(THIRD_WAVE[beach.name]), f"3rd Wave, {beach.name}"
    for army, label in ground.airfields.items():
        found[label] = place_name(AIRFIELD[army]), f"Airfields in England, {'US' if army == 'us' else 'British'}"
    return found


def _hexes(campaign: Campaign) -> list[model.Hex]:
    """Every hex; those of the Waves and airfields go by the names that orders and records have for them."""
    ground = campaign.ground
    sides = {
        "major river": ground.rivers.of(MAJOR),
        "minor river": ground.rivers.of(MINOR),
        "bridge": ground.bridges,
        "major road": ground.roads.of(MAJOR),
        "minor road": ground.roads.of(MINOR),
    }
    found = hexes_of(
        GRID,
        GRID.all,
        terrain=lambda h: [ground.terrain[h].value],
        name=ground.place_at,
        sides=sides,
        marks=_marks(campaign),
    )
    boxes = _offshore(campaign)
    for hex_ in found:
        hex_.neighbours = [boxes[label][0] if label in boxes else label for label in hex_.neighbours]
        if hex_.id in boxes:
            hex_.id, hex_.name = boxes[hex_.id]
            hex_.terrain = []
    return found


def scoring_hexes(campaign: Campaign) -> HexSet:
    """The hexes for which Victory Points are given."""
    victory = campaign.tables.victory
    return GRID.set({*victory.allied.hexes, *victory.german.hexes})


def _marks(campaign: Campaign) -> dict[str, HexSet]:
    ground = campaign.ground
    return {
        OBJECTIVE: scoring_hexes(campaign),
        **{f"{name} Beach": hexes for name, hexes in campaign.beach_hexes.items()},
        **{f"letter {letter}": hexes for letter, hexes in ground.letters.items()},
        "within the Gun Line": ground.gun_line,
    }


def _legend(campaign: Campaign) -> Iterator[model.Box]:
    for terrain in Terrain:
        yield model.Box(id=terrain.value, title=terrain.value.capitalize(), text=terrain_words(campaign, terrain))
    rows, roads = campaign.tables.river, campaign.tables.road
    for kind, river in (("major", rows.major), ("minor", rows.minor)):
        text = f"Costs {river.cost:g} more to cross without a bridge; shifts {river.shift:+d} if all attack across it."
        if river.bridge_only:
            text += " Vehicles cross by bridges only, and zones of control do not extend across."
        yield model.Box(id=f"{kind} river", title=f"{kind.capitalize()} River", text=text)
    for kind, road in (("major", roads.major), ("minor", roads.minor)):
        text = f"Costs {road.cost:g} from hex to hex along it; Germans do not use it in Sun and Cloud."
        yield model.Box(id=f"{kind} road", title=f"{kind.capitalize()} Road", text=text)
    yield model.Box(id=OBJECTIVE, title="Scoring hex", text="Counts for victory at the end of the last turn.")
    for letter, text in (
        ("C", "Leads to the Cherbourg Box."),
        ("W", "Leads to Brittany; Germans enter here and are supplied from here."),
        ("S", "Out of Brittany; Germans enter here and are supplied from here."),
        ("E", "Leads to the Eastern Exit Box; Germans enter here and are supplied from here."),
        ("(E)", "German infantry marked E enters here; a German Supply Source."),
    ):
        yield model.Box(id=f"letter {letter}", title=f"Letter {letter}", text=text)


# -- boxes -----------------------------------------------------------------------------------------


def _left_upper(box: Box) -> Spot:
    x, y = spot(GRID, GRID.at(box.corner))
    return x - HEX / 5, y - HEX / 2


def _printed_boxes(campaign: Campaign) -> list[model.Box]:
    """The boxes that the map has: counters lie below the words, or beside them in Cherbourg."""
    boxes = campaign.ground.boxes
    cherbourg, brittany, east = boxes["cherbourg"], boxes["brittany"], boxes["eastern_exit"]
    return [
        _box(cherbourg, 0.79, 0.5, CHERBOURG, "Cherbourg", "Fought for on a table of its own once US units are in it."),
        _box(brittany, 0.25, 0.62, BRITTANY, "Brittany: Just Entered", "Units here may leave from the next turn on."),
        _box(brittany, 0.75, 0.62, MAY_LEAVE, "Brittany: May Leave", "Units here may come back by S hexes."),
        _box(east, 0.25, 0.68, EASTERN_EXIT, "Eastern Exit: Allied", LEFT_FOR_GOOD),
        _box(east, 0.75, 0.68, EASTERN_EXIT, "Eastern Exit: German", LEFT_FOR_GOOD, side=GERMAN),
    ]


def _box(box: Box, across: float, down: float, place: int, title: str, text: str, *, side: int = ALLIED) -> model.Box:
    x, y = _left_upper(box)
    return model.Box(
        id=place_on_board(place, side),
        title=title,
        text=text,
        x=round(x + across * box.width, 1),
        y=round(y + down * box.height, 1),
    )


def _arrival_boxes(campaign: Campaign) -> list[model.Box]:
    """The Turn Record Track: units lie in the box of the turn on which they come."""
    return [
        model.Box(id=arrival_box(number), title=f"Turn {number} · {turn.name}", text=f"Reinforcements of {turn.dates}")
        for number, turn in enumerate(campaign.tables.turn, 1)
    ]


# -- tracks ----------------------------------------------------------------------------------------


def _turns(campaign: Campaign) -> model.Track:
    boxes = []
    for number, turn in enumerate(campaign.tables.turn, 1):
        lines = [turn.dates, *_arriving(campaign, number)]
        boxes.append(model.Box(id=str(number), title=f"{number} · {turn.name}", text="\n".join(lines)))
    return model.Track(id="turn", title="Turn", boxes=boxes, rule="4.0")


def _arriving(campaign: Campaign, turn: int) -> Iterator[str]:
    for side, seat in enumerate(SEATS):
        names = {
            campaign.formations[campaign.formation[unit]]: None
            for unit, piece in enumerate(campaign.units)
            if piece.entry.turn == turn and campaign.side[unit] == side
        }
        if names:
            yield f"{seat.title}: {', '.join(names)}"


def _rounds(campaign: Campaign) -> model.Track:
    spaces = range(1, campaign.tables.action_chits.track + 1)
    boxes = [model.Box(id="0", title="none yet", text="No Action Round has been taken in this turn.")]
    boxes += [model.Box(id=str(number), title=str(number)) for number in spaces]
    return model.Track(id="round", title="Action Round", boxes=boxes, rule="9.2")


def _weather(campaign: Campaign) -> model.Track:
    boxes = [
        model.Box(id=kind.value, title=kind.value.capitalize(), text=weather_words(campaign, kind)) for kind in Weather
    ]
    return model.Track(id="weather", title="Weather", boxes=boxes, rule="7.2", ordered=False)
