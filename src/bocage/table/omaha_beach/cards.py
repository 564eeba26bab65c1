"""The cards: every face of the deck in our own words, and those that lie open now."""

from __future__ import annotations

from functools import cache

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.cards import ActionSymbol, Card, Event, EventKind, Shot
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import counted
from bocage.kernel.wording import listed
from bocage.table import model
from bocage.table.omaha_beach.words import SYMBOLS

EVENTS = {
    EventKind.GERMAN_REINFORCEMENTS: "A German unit comes to {zones}.",
    EventKind.NAVAL_MARKER: "The Americans receive a naval fire marker.",
    EventKind.NAVAL_MARKER_AND_REINFORCEMENT: "A naval fire marker for the Americans; a German unit comes to {zones}.",
    EventKind.DEPTH_ONE: "One German unit gains depth.",
    EventKind.DEPTH_EACH_SECTOR: "A German unit in each sector gains depth.",
    EventKind.HERO: "A hero rises in a unit of the {division} Division.",
    EventKind.HERO_AND_DEPTH: "A hero rises in a unit of the {division} Division, and a German unit gains depth.",
    EventKind.SMOKE: "Smoke: {wn} do not fire this turn.",
    EventKind.PLUNGING_FIRE: "Plunging fire: behind shingle, walls and bluffs sporadic fire is steady this turn.",
    EventKind.REMOVE_GERMAN_DISRUPTION: "All German units recover.",
    EventKind.ROCKET_BARRAGE: "The rockets of WN69 hit a unit three to seven hexes away.",
    EventKind.ROCKET_UNIT_DESTROYED: "The rockets of WN69 are destroyed, if they have fired before.",
    EventKind.EXTRA_US_ACTION: "Each division has one more action this turn.",
    EventKind.REDUCED_US_ACTIONS: "Each division has one action less this turn.",
    EventKind.LOST_BOAT_TEAMS: "A company of the {division} Division on its last step regains one.",
    EventKind.SUPPORT_SOLDIERS_JOIN: "A company of the {division} Division on its last step regains one.",
    EventKind.RELEASE_KG_MEYER: "{units} units of Kampfgruppe Meyer are released, with two depth markers.",
    EventKind.NAVAL_FIRE_HITS_POSITION: "Naval fire falls on one position: {positions}.",
    EventKind.GERMANS_CONCEALED: "Concealed Germans disrupt adjacent units with {symbols}.",
    EventKind.SNIPERS: "Snipers: the headquarters of the {regiment}th commands one hex only this turn.",
    EventKind.ENGINEERS_BLOCKED: "Artillery stops the work of the engineers this turn.",
    EventKind.PATROL_REPORT: "A patrol of the {division} Division reveals the nearest Germans.",
    EventKind.PRISONER_TALKS: "A prisoner talks: the {division} Division reveals a German unit of its choice.",
}
ACTIONS: dict[ActionSymbol, str] = {
    "F": "be re-occupied",
    "A": "turn to artillery, an advance or an ambush",
    "R": "re-supply, redeploy or reinforce",
    "M": "use its mortars",
    "P": "send a patrol",
}
SIGNS: dict[ActionSymbol, str] = {"armor": ", at armored units too", "star": ", and may hit a leader"}
DIVISIONS = {1: "1st", 29: "29th"}


@cache
def cards_of(battle: Battle) -> tuple[model.Card, ...]:
    """Every card of the deck."""
    return tuple(_card(battle, card) for card in battle.deck.values())


def _card(battle: Battle, card: Card) -> model.Card:
    return model.Card(
        id=str(card.number),
        title=f"Card {card.number}",
        parts=[_landing(battle, card), _event(battle, card), _fire(battle, card), _barrage(card)],
    )


def _landing(battle: Battle, card: Card) -> model.CardPart:
    signs = [
        model.Sign(
            kind="letter",
            value=letter,
            text=f"units with a {SYMBOLS[symbol]} read column {letter} of the landing table",
        )
        for symbol, letter in card.landing.items()
    ]
    if card.mine:
        first, last = battle.track.spans["mines"].turns[0]
        text = f"from turn {first} to turn {last} a mine explodes under one unit that lands among uncleared obstacles"
        signs.append(model.Sign(kind="mine", value="mine", text=text))
    return model.CardPart(id="landing", title="Landing", signs=signs)


def _event(battle: Battle, card: Card) -> model.CardPart:
    """Its events, but those of turns that the scenario does not come to."""
    (first, last), known = battle.scenario.turns, card.events
    events = [event for event in known if event.turns[0] <= last and event.turns[1] >= first] or known
    lines = [f"{turns_words(event.turns)}: {event_words(event)}" for event in events]
    return model.CardPart(id="event", title="Event", text="\n".join(lines))


def turns_words(turns: tuple[int, int]) -> str:
    """From when to when.

    >>> turns_words((1, 1)), turns_words((2, 5))
    ('Turn 1', 'Turns 2 to 5')
    """
    first, last = turns
    return f"Turn {first}" if first == last else f"Turns {first} to {last}"


def event_words(event: Event) -> str:
    """What an event does."""
    return EVENTS[event.kind].format(
        zones=f"{'each of the zones' if len(event.zones) > 1 else 'zone'} {listed(event.zones)}",
        division=DIVISIONS[event.division] if event.division is not None else "",
        wn=", ".join(event.wn),
        units=event.units,
        positions=", ".join(f"{SYMBOLS[symbol]} {name}" for symbol, name in event.positions.items()),
        symbols=" or ".join(SYMBOLS[symbol] for symbol in event.symbols),
        regiment=event.regiment or "",
    )


def _fire(battle: Battle, card: Card) -> model.CardPart:
    signs = [_shot(battle, shot) for shot in card.fire]
    signs.append(model.Sign(kind="target", value=str(card.target), text=f"units with a {SYMBOLS[card.target]} are hit"))
    if card.artillery is not None:
        calibres = " or ".join(str(calibre) for calibre in card.artillery.calibres)
        guns = counted(card.artillery.value, "gun")
        text = f"artillery hits a unit if {guns} of {calibres} mm can fire"
        signs.append(model.Sign(kind="artillery", value=str(card.artillery.value), text=text))
    return model.CardPart(id="fire", title="German fire", signs=signs)


def _shot(battle: Battle, shot: Shot) -> model.Sign:
    who = f"{shot.colour} positions with a depth marker" if shot.double else f"{shot.colour} positions"
    text = f"{who}: each fires{SIGNS.get(shot.symbol) or _action(battle, shot)}"
    return model.Sign(kind="colour", value=str(shot.colour), text=text, double=shot.double)


def _action(battle: Battle, shot: Shot) -> str:
    """What a letter means besides fire: nothing before positions act by it (16)."""
    (first, last), since = battle.scenario.turns, battle.german_actions_from
    if shot.symbol not in ACTIONS or since > last:
        return ""
    when = f"from turn {since} on " if since > first else ""
    return f"; {when}it may also {ACTIONS[shot.symbol]}"


def _barrage(card: Card) -> model.CardPart:
    """The same colours and symbol, as a barrage reads them (8.4-05): one colour counts at most, that of the target."""
    signs = [
        model.Sign(kind="colour", value=str(shot.colour), text=f"counts if the target is a position of {shot.colour}")
        for shot in card.fire
    ]
    text = f"counts if the unit that barrages has a {SYMBOLS[card.target]}"
    signs.append(model.Sign(kind="target", value=str(card.target), text=text))
    return model.CardPart(id="barrage", title="US barrage", signs=signs)


# -- on the card track -----------------------------------------------------------------------------


def shown_cards(view: State) -> list[model.CardShown]:
    """The cards of this turn, each in its space."""
    found = [_used(view, place, number, use) for place, (number, use) in enumerate(view.drawn_for)]
    for number, side in zip(view.fire_cards, ("east", "west"), strict=True):
        if number:
            found.append(_shown(f"fire-{side}", f"Fire card, {side}", number, "fire"))
    told = {shown.card for shown in found}
    for place, number in enumerate(number for number in view.drawn if str(number) not in told):
        found.append(_shown(f"drawn-{place + 1}", "Drawn this turn", number, ""))
    return found


SPACES = {  # by the use of a card: title of the space, and the section that counts
    "landing 0": ("Landing card, east", "landing"),
    "landing 1": ("Landing card, west", "landing"),
    "first_event": ("Event", "event"),
    "second_event": ("Second event", "event"),
    "barrage": ("Barrage", "barrage"),
}


def _used(view: State, place: int, number: int, use: str) -> model.CardShown:
    title, part = SPACES[use]
    text = event_words(view.battle.deck[number].event(view.turn)) if part == "event" else ""
    return _shown(f"{part}-{place + 1}", title, number, part, text)


def _shown(slot: str, title: str, number: int, part: str, text: str = "") -> model.CardShown:
    return model.CardShown(slot=slot, title=title, card=str(number), part=part, text=text)
