"""What happened, as entries of a log: the words that are D-Day at Omaha Beach's own."""

from __future__ import annotations

from bocage.games.omaha_beach.sentences import outcome, shown
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.words import BOX_IDS, GRID, HEXES, UNIT_IDS, UNITS
from bocage.hexes import Hex
from bocage.kernel import NOTHING, Event
from bocage.table import NEW_TURN
from bocage.table.log import Log
from bocage.table.omaha_beach.words import FIRST_PHASE, SET_UP, place_words, turn_name

TITLES = {  # of steps, by the kind of event that opens one
    NEW_TURN: "Turn {turn}",
    "bombardment_card": "Bombardment",
    "landing_card": "Landing in the {sector}",
    "mine": "A mine",
    "not_cleared": "Engineers in the {sector}",
    "event": "Event: {event}",
    "fire_card": "German fire in the {sector}",
    "landing_check": "Landing check of {unit}",
    "german_recovers": "{position} recovers",
    "position_fires": "{group} fires",
    "holds_fire": "{group} holds its fire",
    "leader_fire": "{group} fires at a leader",
    "artillery": "Artillery in the {sector}",
    "rockets_hit": "Rockets",
    "ships_fire": "Naval fire on {position}",
    "no_action": "{group} does nothing",
    "re_occupied": "{position} is re-occupied",
    "re_supplied": "{position} is re-supplied",
    "redeploys": "{position} redeploys",
    "called_up": "A unit for {position}",
    "mortar_hits": "Mortars of {group}",
    "patrol_hits": "Patrol from {group}",
    "gun_hits": "Guns of {group}",
    "ambush_hits": "Ambush near {group}",
    "surprise_hits": "Ambush near {group}",
    "sets_out": "Advance on {destination}",
    "advances": "Advance on {destination}",
    "repulsed": "Advance on {destination}",
    "armor_enters": "German armor",
    "armor_acts": "German armor",
    "actions_over": "Actions of the {seat} Division",
    "attack": "Attack on {hex}",
    "compared": "Attack on {hex}",
    "barrage": "Barrage of {hex}",
    "naval_barrage": "Naval barrage of {hex}",
    "infiltration": "Infiltration past {groups}",
    "tide": "The tide",
    "points": "Victory points",
}
HITS = frozenset(
    {
        "mine", "artillery_hits", "rockets_hit", "leader_fire", "mortar_hits", "patrol_hits", "gun_hits", "ambush_hits",
        "surprise_hits",
    }
)  # fmt: skip
FIRES = HITS | {"position_fires", "holds_fire", "barrage", "naval_barrage", "ships_fire"}
BROUGHT = frozenset(
    {
        "event", "no_event", "hero", "no_hero", "naval_marker", "step_regained", "reinforcement", "no_reinforcement",
        "meyer_released", "no_meyer", "depth_added", "no_depth", "drifted", "drifted_along", "delayed", "cleared",
        "base_placed", "base_extended", "post_established", "fire_card", "not_cleared", "no_mine",
    }
)  # fmt: skip
CHECKS = frozenset({"landing_check", "mine", "tide"})  # of boats and of the sea: they are no fights
PLACED = frozenset({"landed", "set_ashore"})  # kinds of events that put a unit in their hex


def _title(setting: OmahaBeach, event: Event) -> str:
    title = TITLES[event.kind].format(**shown(event))
    return title[0].upper() + title[1:]


def _piece(setting: OmahaBeach, event: Event) -> str | None:
    """The German piece of its position."""
    position = event.number("position")
    return setting.battle.piece_in(position) if position >= 0 else None


def _place(setting: OmahaBeach, event: Event) -> Hex:
    """Where a position is, or that of a group which acts."""
    battle, position, group = setting.battle, event.number("position"), event.number("group")
    if position < 0:
        position = next(iter(event.numbers("positions")), NOTHING)
    if position < 0 <= group:
        position = battle.groups[group][0]
    return battle.positions[position].hex if 0 <= position < len(battle.positions) else NOTHING


def _targets(setting: OmahaBeach, event: Event) -> list[str]:
    """The units that are hit; for Germans on the march what will stand at their destination."""
    destination, unit = event.number("destination"), event.number("unit")
    if destination >= 0:
        return [setting.battle.piece_in(destination)]
    hits = event.numbers("hits") or ((unit,) if event.kind in HITS and unit >= 0 else ())
    return [UNIT_IDS[hit] for hit in hits]


def _lies(event: Event) -> str:
    box, hex_ = event.number("box"), event.number("hex")
    if box >= 0:
        return BOX_IDS[box]
    return GRID.label(hex_) if event.kind in PLACED and hex_ >= 0 else ""


def _phase(event: Event) -> str:
    return FIRST_PHASE if event.kind == NEW_TURN else event.phase or SET_UP


def _turn(setting: OmahaBeach, event: Event) -> str:
    """A turn in which nobody can do anything passes without a decision."""
    return turn_name(setting.battle, event.number("turn")) if event.kind == NEW_TURN else ""


LOG = Log[OmahaBeach](
    units=UNITS,
    hexes=HEXES,
    title=_title,
    outcome=outcome,
    piece=_piece,
    place=_place,
    called=lambda setting, hex_: place_words(setting.battle, hex_),
    targets=_targets,
    lies=_lies,
    phase=_phase,
    turn=_turn,
)
