"""All that stays the same during a game: map, Strategic Movement Map, counters, boxes, tracks, charts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from bocage.games.bloody_summer import victory
from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.ground import ESTUARY, MAJOR, MINOR
from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import (
    ACROSS,
    AIRFIELDS,
    BOXES,
    DESTROYED,
    FESTUNGEN,
    GRID,
    REST,
    SECOND_WAVE,
    STRATEGIC_RESERVE,
    WAVES,
    Place,
    place_name,
)
from bocage.games.bloody_summer.sheet import AIRFIELDS_AT, APRON, SECOND_WAVE_AT, panels_of
from bocage.games.bloody_summer.terms import Terrain, Weather
from bocage.games.bloody_summer.title import NAME, BloodySummer
from bocage.hexes import HexSet, mask
from bocage.hexes.sheet import HEX, spot
from bocage.table import OBJECTIVE, model
from bocage.table.bloody_summer.charts import charts_of, river_words, terrain_words, weather_words
from bocage.table.bloody_summer.marks import MARKS
from bocage.table.bloody_summer.overlays import OVERLAYS
from bocage.table.bloody_summer.pieces import (
    AIR_BOXES,
    LOST_BOXES,
    RETURNED_BOX,
    SET_UP_BOX,
    VALUE_NAMES,
    arrival_box,
    pieces_of,
)
from bocage.table.hexgame import hexes_of, map_of
from bocage.table.layout import briefing_of

_SEATS = (
    model.Seat(id="us", title="US", side="allied", colour="green"),
    model.Seat(id="british", title="British", side="allied", colour="brown"),
    model.Seat(id="german", title="Germans", side="german", colour="grey"),
)
_LINE = 0.58 * HEX  # between the waves of a beach
_WAVE_TITLES = {"first": "1st Wave", "second": "2nd Wave", "last": "Follow-up"}


@lru_cache(maxsize=64)
def board_of(setting: BloodySummer) -> model.Board:
    """The board of a scenario, made once for all its games."""
    campaign = setting.campaign
    return model.Board(
        name=setting.name,
        game=NAME,
        title=setting.title,
        edition=setting.edition,
        scale=setting.scale,
        briefing=briefing_of(setting.briefing),
        seats=seats_of(campaign),
        map=_map(campaign),
        hexes=_hexes(campaign),
        pieces=pieces_of(setting),
        boxes=list(_boxes(campaign)),
        tracks=[_turns(campaign), _weather(campaign)],
        charts=charts_of(campaign),
        overlays=[kind for kind in OVERLAYS if kind.id not in _without(campaign)],
        value_names=VALUE_NAMES,
        legend=list(_legend(campaign)),
        marks=list(MARKS),
        sounds=SOUNDS,
    )


SOUNDS: dict[str, model.Sound] = {
    "attack_declared": "guns",
    "bombarded": "guns",
    "coastal_fire": "guns",
    "air_drawn": "card",
}


def _without(campaign: Campaign) -> set[str]:
    """The layers of armies that take no part."""
    return {f"supply-{seat.id}" for army, seat in enumerate(_SEATS) if army not in campaign.armies}


def seats_of(campaign: Campaign) -> list[model.Seat]:
    """Those who play: The Race to Cherbourg has no British."""
    return [seat for army, seat in enumerate(_SEATS) if army in campaign.armies]


# -- the map ---------------------------------------------------------------------------------------


def _map(campaign: Campaign) -> model.Map:
    """The whole sheet with the boxes below it, or the columns that a scenario uses."""
    spots = [spot(GRID, h) for h in GRID.hexes if campaign.in_play >> h & 1]
    panels = panels_of(campaign.content)
    for name in campaign.set_up.boxes:
        at = panels[name]
        spots += [(at.left, at.top), (at.left + at.width, at.top + at.height)]
    for at in (panels[name] for name in campaign.ground.beside):
        spots += [(at.left, at.top), (at.left + at.width, at.top + at.height)]
    margin = (HEX, (1 / sqrt(3) + 0.5) * HEX)
    return map_of(GRID, NAME, spots, margin=margin, directions=GRID.directions, apron=APRON)


def _hexes(campaign: Campaign) -> list[model.Hex]:
    ground = campaign.ground
    sides = {
        "estuary": ground.rivers.of(ESTUARY),
        "major river": ground.rivers.of(MAJOR),
        "minor river": ground.rivers.of(MINOR),
        "bridge": ground.bridges,
        "road": ground.roads,
        "railroad": ground.railroads,
        "fortified line": ground.fortified,
    }
    return hexes_of(
        GRID,
        campaign.in_play,
        terrain=lambda h: [kind.value for kind in ground.terrains_at(h)],
        name=ground.place_at,
        sides=sides,
        marks=_marks(campaign),
    )


def scoring_hexes(campaign: Campaign) -> HexSet:
    """The towns, for which Victory Points are given; in the race to Cherbourg, those that decide it (11.1.5)."""
    if campaign.set_up.victory == "cherbourg":
        return victory.CHERBOURG | 1 << victory.UTAH | 1 << victory.SAINT_VAAST
    return towns(campaign)


def towns(campaign: Campaign) -> HexSet:
    """The towns of the part of the map that is used."""
    return campaign.ground.town & campaign.in_play


def _marks(campaign: Campaign) -> dict[str, HexSet]:
    ground = campaign.ground
    return {
        OBJECTIVE: scoring_hexes(campaign),
        **{f"{beach} Beach": 1 << h for h, beach in ground.beach_at.items()},
        **{f"exit {letter}": 1 << h for h, letter in ground.exit_at.items()},
        **{f"zone {name}": hexes for name, hexes in ground.zones.items()},
        "battery": mask(GRID.at(battery.hex) for battery in campaign.counters.battery.values()),
    }


def _legend(campaign: Campaign) -> Iterator[model.Box]:
    for terrain in Terrain:
        yield model.Box(id=terrain.value, title=terrain.value.capitalize(), text=terrain_words(campaign, terrain))
    rows = campaign.tables.river
    for kind, row in (("minor river", rows.minor), ("major river", rows.major), ("estuary", rows.estuary)):
        yield model.Box(id=kind, title=kind.title(), text=river_words(row))
    for kind, way in (("road", campaign.tables.road), ("railroad", campaign.tables.railroad)):
        text = f"Costs {way.foot} on foot and {way.motorized} on wheels from hex to hex along it."
        yield model.Box(id=kind, title=kind.capitalize(), text=text)
    fortified = campaign.tables.fortified
    text = f"Attacks across shift {fortified.shift} to the left; {fortified.ignored_retreat} hex of retreat is ignored."
    yield model.Box(id="fortified line", title="Fortified line", text=text)
    if campaign.set_up.victory == "cherbourg":
        yield model.Box(id=OBJECTIVE, title="Objective", text="Its holder counts for a level of victory.")
    else:
        yield model.Box(id=OBJECTIVE, title="Town", text="Scores for whoever takes it from the other.")
    for letter, one in campaign.ground.exits.items():
        yield model.Box(id=f"exit {letter}", title=f"Exit {letter}", text=f"Leads to {one.box}.")


# -- boxes -----------------------------------------------------------------------------------------


def _boxes(campaign: Campaign) -> Iterator[model.Box]:
    yield from _printed_boxes(campaign)
    if campaign.first_turn == 0:
        yield from _offshore(campaign)
    yield from _arrival_boxes(campaign)
    yield from LOST_BOXES
    yield RETURNED_BOX
    yield SET_UP_BOX


def _printed_boxes(campaign: Campaign) -> Iterator[model.Box]:
    """The Strategic Movement Map and the boxes beside it: counters lie below the words."""
    ground = campaign.ground
    for name in campaign.set_up.boxes:
        box = ground.boxes[name]
        text = f"Germans leave it with a die below {box.interdiction}. Leads to {', '.join(box.links)}."
        yield _box(campaign, name, BOXES[name], box.title, text, down=0.45)
    for name, place in FESTUNGEN.items():
        festung = campaign.counters.festung[name]
        if festung.box in campaign.set_up.boxes:
            title = f"Festung {festung.name}"
            yield _box(campaign, title, place, title, "A fortress within its box.", down=0.66)
    beside = {"strategic_reserve": STRATEGIC_RESERVE}
    beside |= zip(
        ("allied_destroyed", "german_destroyed", "allied_rest", "german_rest"), (*DESTROYED, *REST), strict=True
    )
    for name, place in beside.items():
        yield _box(campaign, name, place, ground.beside[name].title, "", down=0.6)
    for name in AIR_BOXES.values():
        at = panels_of(campaign.content)[name]
        yield model.Box(id=name, title=ground.beside[name].title, x=at.middle[0], y=round(at.top + 0.62 * at.height, 1))


def _box(campaign: Campaign, name: str, place: Place, title: str, text: str, *, down: float) -> model.Box:
    at = panels_of(campaign.content)[name]
    x, y = round(at.middle[0], 1), round(at.top + down * at.height, 1)
    return model.Box(id=place_name(place), title=title, text=text, x=x, y=y)


def _offshore(campaign: Campaign) -> Iterator[model.Box]:
    """The waves before each beach, one behind the other, and those who wait for a place."""
    ground = campaign.ground
    for (wave, beach), place in WAVES.items():
        x, y = spot(GRID, ground.offshore[beach])
        behind = list(_WAVE_TITLES).index(wave)
        yield model.Box(
            id=place_name(place),
            title=f"{_WAVE_TITLES[wave]}, {beach}",
            group="landing",
            x=x,
            y=round(y - behind * _LINE, 1),
        )
    for stretch, place in ACROSS.items():
        spots = [spot(GRID, ground.offshore[beach]) for beach in stretch.split(" and ")]
        x, y = sum(x for x, _ in spots) / len(spots), min(y for _, y in spots) - 3 * _LINE
        yield model.Box(id=place_name(place), title=f"79th Armoured before {stretch}", x=round(x, 1), y=round(y, 1))
    waiting = {
        SECOND_WAVE: (SECOND_WAVE_AT, "2nd Wave, where it is needed"),
        AIRFIELDS: (AIRFIELDS_AT, "Airfields in England"),
    }
    for place, (label, title) in waiting.items():
        x, y = spot(GRID, GRID.at(label))
        yield model.Box(id=place_name(place), title=title, x=x, y=y)


def _arrival_boxes(campaign: Campaign) -> Iterator[model.Box]:
    """The turn track: units lie in the box of the turn on which they come."""
    for turn in range(campaign.first_turn, campaign.last_turn + 1):
        dates = campaign.tables.turn[turn].dates
        yield model.Box(id=arrival_box(turn), title=f"Turn {turn}", text=f"Reinforcements of {dates}")


# -- tracks ----------------------------------------------------------------------------------------


def _turns(campaign: Campaign) -> model.Track:
    boxes = []
    for turn in range(campaign.first_turn, campaign.last_turn + 1):
        lines = [campaign.tables.turn[turn].dates, *_arriving(campaign, turn)]
        boxes.append(model.Box(id=str(turn), title=str(turn), text="\n".join(lines)))
    return model.Track(id="turn", title="Turn", boxes=boxes, rule="1.0")


def _arriving(campaign: Campaign, turn: int) -> Iterator[str]:
    """Who comes, by seat and formation."""
    content = campaign.content
    for army, seat in enumerate(_SEATS):
        names: dict[str, None] = {}
        for number, name in enumerate(PIECE_IDS[: len(content.units) + len(content.headquarters)]):
            unit = content.units.get(name)
            comes = name in campaign.set_up.arriving and content.entry(name).turn == turn
            if comes and campaign.army[number] == army:
                names[(unit.formation or name) if unit else name] = None
        if names:
            yield f"{seat.title}: {', '.join(names)}"


def _weather(campaign: Campaign) -> model.Track:
    boxes = [
        model.Box(id=kind.value, title=kind.value.capitalize(), text=weather_words(campaign, kind)) for kind in Weather
    ]
    return model.Track(id="weather", title="Weather", boxes=boxes, rule="1.1.1.1")
