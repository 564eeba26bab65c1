"""What happened, as entries of a log."""

from __future__ import annotations

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.words import BOX_IDS, GRID, UNIT_IDS
from bocage.kernel import Event
from bocage.table import NEW_TURN
from bocage.table.model import Counts, LogEntry, Result
from bocage.table.omaha_beach.pieces import german_id
from bocage.table.omaha_beach.words import FIRST_PHASE, SET_UP, plain_words


def entry_of(setting: OmahaBeach, event: Event, number: int, by: str) -> LogEntry:
    """An event for the log."""
    facts, battle = event.facts, setting.battle
    path, place = _path(event), _hex(battle, event)
    return LogEntry(
        number=number,
        seat=by,
        kind=event.kind,
        text=_text(setting, event),
        rule=event.rule,
        phase=FIRST_PHASE if event.kind == NEW_TURN else event.phase or SET_UP,
        unit=_unit(battle, facts),
        path=path,
        hex=place,
        targets=_targets(battle, event.kind, facts),
        step=_step(battle, event),
        at=_at(event),
        card=_card(facts),
        part=PARTS.get(event.kind, ""),
        result=RESULTS.get(event.kind, ""),
        counts=COUNTS.get(event.kind, ""),
    )


def _text(setting: OmahaBeach, event: Event) -> str:
    try:
        return setting.sentence(event)
    except KeyError:  # a new kind of event without a sentence of its own
        return f"{plain_words(event.kind).capitalize()}."


def _unit(battle: Battle, facts: dict[str, object]) -> str | None:
    """The US unit it is about, or the German piece of its position."""
    unit, position = facts.get("unit"), facts.get("position")
    if isinstance(unit, int):
        return UNIT_IDS[unit]
    if isinstance(position, int):
        return german_id(battle, position)
    return None


def _hex(battle: Battle, event: Event) -> str | None:
    facts = event.facts
    hex_, position, group = facts.get("hex"), facts.get("position"), facts.get("group")
    if isinstance(hex_, int) and hex_ >= 0:
        return GRID.label(hex_)
    if isinstance(position, int) and position < len(battle.positions):
        return GRID.label(battle.positions[position].hex)
    if isinstance(group, int) and battle.groups[group][0] < len(battle.positions):
        return GRID.label(battle.positions[battle.groups[group][0]].hex)
    return None


def _path(event: Event) -> list[str]:
    origin, path, hex_ = event.facts.get("origin"), event.facts.get("path"), event.facts.get("hex")
    start = [GRID.label(origin)] if isinstance(origin, int) and origin >= 0 else []
    if isinstance(path, tuple):
        return [*start, *(GRID.label(h) for h in path if isinstance(h, int))]
    if start and isinstance(hex_, int) and hex_ >= 0 and start != [GRID.label(hex_)]:
        return [*start, GRID.label(hex_)]
    return []


def _targets(battle: Battle, kind: str, facts: dict[str, object]) -> list[str]:
    """The units that are hit, or that take part; for Germans on the march what will stand at their destination."""
    destination = facts.get("destination")
    if isinstance(destination, int):
        return [german_id(battle, destination)]
    found, unit = facts.get("hits", facts.get("units", ())), facts.get("unit")
    if isinstance(found, tuple) and found:
        return [UNIT_IDS[number] for number in found if isinstance(number, int)]
    return [UNIT_IDS[unit]] if kind in HITS and isinstance(unit, int) else []


HITS = frozenset(
    {
        "mine", "artillery_hits", "rockets_hit", "leader_fire", "mortar_hits", "patrol_hits", "gun_hits", "ambush_hits",
        "surprise_hits",
    }
)  # fmt: skip
# Kinds of events after which a unit lies in another hex, and the section of a card that counts for others.
MOVES = frozenset({"landed", "moved", "set_ashore"})
PARTS = {
    "landing_card": "landing", "event": "event", "fire_card": "fire", "barrage": "barrage", "infiltration": "fire",
    "bombardment_card": "fire",
}  # fmt: skip


COUNTS: dict[str, Counts] = {
    "moved": "move",
    "attack": "combat",
    "step_lost": "reduction",
    "eliminated": "elimination",
}
# What comes of cards, of what lies face down, and of fire and attacks: not what a player told a unit to do.
RESULTS: dict[str, Result] = {
    **dict.fromkeys(
        (
            "landing_card", "drifted", "delayed", "bombardment_card", "bombed_out", "event", "hero", "smoke", "snipers",
            "naval_marker", "engineers_blocked", "step_regained", "fire_card", "position_fires", "leader_fire",
            "artillery", "artillery_hits", "ships_fire", "barrage", "naval_barrage", "infiltration", "attack",
            "compared", "unit_revealed", "depth_revealed", "unrevealed", "defeated", "german_disrupted",
            "german_recovers", "depth_added", "depth_removed", "rockets_destroyed", "re_occupied", "re_supplied",
            "redeploys", "depth_swapped", "called_up", "reinforcement", "meyer_released", "sets_out", "advances",
            "repulsed", "armor_enters", "armor_acts", "armor_moves",
        ),
        "chance",
    ),
    **dict.fromkeys(HITS, "loss"),
    **dict.fromkeys(("step_lost", "eliminated", "disrupted", "hero_killed", "hq_hit", "general_wounded"), "loss"),
    **dict.fromkeys(("driven_out", "withdraws"), "retreat"),
}  # fmt: skip


def _at(event: Event) -> str:
    box, hex_ = event.facts.get("box"), event.facts.get("hex")
    if isinstance(box, int):
        return BOX_IDS[box]
    return GRID.label(hex_) if event.kind in MOVES and isinstance(hex_, int) else ""


def _card(facts: dict[str, object]) -> str:
    card = facts.get("card")
    return str(card) if isinstance(card, int) and card else ""


# Kinds of events with which a new step of the story begins; the events after one belong to it.
STEPS = frozenset(
    {
        "turn_begins", "bombardment_card", "landing_card", "mine", "event", "fire_card", "position_fires", "holds_fire",
        "leader_fire", "artillery", "rockets_hit", "ships_fire", "no_action", "re_occupied", "re_supplied", "redeploys",
        "sets_out", "called_up", "mortar_hits", "patrol_hits", "gun_hits", "ambush_hits", "surprise_hits", "advances",
        "repulsed", "armor_enters", "armor_acts", "attack", "barrage", "naval_barrage", "infiltration", "points",
    }
)  # fmt: skip


def _step(battle: Battle, event: Event) -> str:
    """A name for the step that begins here; nothing: it belongs to the step before."""
    if event.kind not in STEPS:
        return ""
    facts = event.facts
    group, sector, card = facts.get("group"), facts.get("sector"), facts.get("card")
    if isinstance(group, int):
        return f"{event.kind} {battle.group_names[group]}"
    words = [event.kind, *(str(fact) for fact in (sector, card) if fact is not None)]
    return " ".join(words)
