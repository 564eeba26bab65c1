"""What happened, in plain sentences. All texts of the log stand here, ready to be translated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from bocage.games.dark_summer.campaign import GROUP_NAMES
from bocage.games.dark_summer.chits import CHIT_TITLES, WAY_TITLES
from bocage.games.dark_summer.columns import BEST, Changes, odds_name
from bocage.games.dark_summer.content import load_content
from bocage.games.dark_summer.odds import VACANT, VANISHED
from bocage.games.dark_summer.places import BOX_NAMES, SIZE, Place, place_name
from bocage.games.dark_summer.results import NOTHING, RETREATS
from bocage.games.dark_summer.terms import Weather
from bocage.games.dark_summer.victory import in_points
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.kernel import Event
from bocage.kernel.wording import by_face, listed

MARKER_TITLES = tuple(marker.title for marker in load_content().tables.support.values())
STRONGPOINTS = tuple(unit.strongpoint for unit in load_content().units.values())  # in the order of UNIT_IDS

TEXTS: dict[str, str] = {
    # The turn (4), Weather (7), Attrition (14).
    "turn_begins": "Turn {turn} begins: {name}, {dates}.",
    "weather": "The Weather is {weather}: {chance}. It brings {brings}.",
    "weather_added": "The other Weather chits go into the cup.",
    "out_of_supply": "{unit} is Out of Supply.",
    "turn_over": "Turn {turn} is over. {account}.",
    "may_leave": "{units} may leave Brittany from now on.",
    # Movement (10), boxes, Cherbourg (13.5).
    "moved": "{unit} moves to {last} for {points}.",
    "withdrew": "{unit} makes an Emergency Withdrawal to {last}.",
    "brittany_entered": "{unit} is the first to enter Brittany.",
    "brittany_left": "{unit} comes back from Brittany: after this turn none may enter it.",
    "exit_marker": "{group} units leave the map at {hex} from now on.",
    "caen_taken": "The Allies have controlled all of Caen.",
    "cherbourg_isolated": "Cherbourg is Isolated.",
    "cherbourg_relieved": "Cherbourg is no longer Isolated.",
    "relocated": "{unit} falls back from {hex} into Cherbourg.",
    "beach_opened": "{hex} is an Open Beach.",
    "beach_closed": "{hex} is a Closed Beach.",
    # Combat (11), Support (12).
    "attack_declared": "{attackers} attack{s} {hex}.",
    "revealed": "{unit} turns out to have a strength of {factor}.",
    "support": "{side} Support: {marker}{added}.",
    "combat": "{attack}{attack_changed} against {defence}{defence_changed} is {odds}{shifted}{rolled}: {outcome}.",
    "exchange_limited": "The Exchange is limited to one step on both sides.",
    "retreated": "{unit} retreats to {last}.",
    "advanced": "{unit} advances into {hex}.",
    "cherbourg_captured": "Cherbourg is captured.",
    # Rounds (9), Replacements and Withdrawals (8), victory (3.2).
    "cup_filled": "Action chits of this turn: {chits}; the Germans hold {reactions} for Reaction.{always}",
    "initiative": "The Initiative chit is {chit}.",
    "chit_drawn": "A chit is drawn: {chit}, {chance}. {played}.",
    "round_begins": "Round {round}: {group}, {way}.",
    "reaction": "Round {round}: German Reaction, {why}.",
    "nobody_attacked": "{nobody}.",
    "activated": "One stack or one Formation acts in a Reaction: the Germans choose {chosen}, which is {units}.",
    "wave": "Round {round}: the {wave} Wave.",
    "joined_wave": "{unit} joins the assault on {hex}.",
    "comes_again": "{unit} is held at sea and comes again on Turn 2.",
    "entry_roll": "The die shows {die}: {number} of {waiting} {group} Formations enter ({needs}).",
    "entered": "{unit} enters at {hex}.",
    "landed": "{unit} lands at {hex}.",
    "displaced": "{unit} makes room and goes to {hex}.",
    "rebuilt": "{unit} is rebuilt.",
    "evacuated": "{unit} is withdrawn from the game.",
    "scored": "{side} Victory Points: {points} for {what}.",
    "crowded": "{held}: the Germans choose who is eliminated.",
    "reduced": "{unit} loses a step.",
    "eliminated": "{unit} is eliminated.",
}


# Results of both Combat tables in words, best for the attacker first.
RESULTS = {
    VACANT: "nobody turns out to defend",
    "C": "Cherbourg is captured and its garrison eliminated",
    "DE": "the defender is eliminated",
    "DR*": "the defender must retreat two hexes",
    "DR": "the defender must retreat two hexes",
    "D2": "the German units lose two steps",
    "EX": "Exchange: whoever has fewer steps is eliminated, the other loses as many",
    "B2": "both sides lose two steps",
    "B1": "both sides lose a step",
    "BL1": "both sides lose a step",
    NOTHING: "nothing happens",
    "A1": "the US units lose a step",
    "A2": "the US units lose two steps",
    "AL1": "the attacker loses a step",
    "AL2": "the attacker loses two steps",
    VANISHED: "the attacker turns out to be worth nothing",
}


WHY_LOST = {  # by the rule that eliminates a unit, where no loss of steps has told why
    "5.1-08": "its hex holds more than it may",
    "5.2-07": "its hex holds more than it may",
    "11.3.7-17": "a Strongpoint does not retreat",
    "11.3.7-19": "it has no way to retreat",
    "11.5.2-01": "it turns out to be worth nothing",
    "11.7-11": "Cherbourg is captured",
}


def sentence(event: Event) -> str:
    """An event in words."""
    text = TEXTS[event.kind].format(**shown(event))
    if event.kind == "eliminated" and event.rule in WHY_LOST:
        text = f"{text[:-1]}: {WHY_LOST[event.rule]}."
    return text[0].upper() + text[1:]


def outcome(event: Event) -> str:
    """What a Combat table says, in words; and what was printed, if it comes to something else."""
    if event.result is None or not event.result.outcome:
        return ""
    (result,), printed = event.result.outcome, str(event.facts["printed"])
    defenders = event.numbers("defenders")
    if result == NOTHING:
        return f"no effect, {_why_it_stays(defenders)} ({printed})" if printed != result else RESULTS[NOTHING]
    meaning = retreat_words(result, [STRONGPOINTS[unit] for unit in defenders]) or RESULTS[result]
    if result == printed:
        return f"{meaning} ({result})"
    return f"{meaning} ({printed} counts as {result}{_why_it_counts(printed, defenders)})"


def needs(event: Event) -> str:
    """What each face of the die would have brought, where no Combat table says it."""
    by_die = event.numbers("by_die")
    if not by_die:
        return ""
    if len({*by_die}) == 1:
        return "whatever it shows"
    return by_face([f"{number} enter{'s' * (number == 1)}" for number in by_die])


def retreat_words(result: str, strongpoints: Sequence[bool]) -> str:
    """What a retreat means for defenders some of whom are Strongpoints, which do not retreat (11.5.1); else nothing."""
    if result not in RETREATS or not any(strongpoints):
        return ""
    if all(strongpoints):
        return "the defender must retreat, which eliminates a Strongpoint"
    # Among others it may ignore DR, if all attack from the sea (11.5.1-02).
    return f"{RESULTS[result]}, which eliminates a Strongpoint" if result == "DR*" else ""


def _why_it_counts(printed: str, defenders: Sequence[int]) -> str:
    """Why a retreat counts as something else."""
    if printed not in RETREATS or any(STRONGPOINTS[unit] for unit in defenders):
        return ""
    return f": {_why_it_stays(defenders)}"


def _why_it_stays(defenders: Sequence[int]) -> str:
    """Why defenders ignore a retreat."""
    if not defenders:
        return "an Open Beach does not retreat"  # 11.9
    if all(STRONGPOINTS[unit] for unit in defenders):
        return "a Strongpoint attacked from the sea alone holds"  # 11.5.1-02
    return "the Germans must hold Bocage and Cities"  # 11.8


def place_title(place: Place) -> str:
    """A place in words: a hex by its number, a box by what it is.

    >>> from bocage.games.dark_summer.places import place_number
    >>> [place_title(place_number(name)) for name in ("2403", "approach-2403", "third-utah", "may-leave")]
    ['2403', 'the 1st Wave before 2403', 'the 3rd Wave before Utah', 'Brittany']
    """
    if place < SIZE:
        return place_name(place)
    kind, _, what = BOX_NAMES[place - SIZE].partition("-")
    if kind in WAVES:
        return f"the {WAVES[kind]} Wave before {what.capitalize()}"
    if kind == "airfield":
        return f"the {'US' if what == 'us' else 'British'} airfields in England"
    return {"cherbourg": "Cherbourg", "eastern": "the Eastern Exit"}.get(kind, "Brittany")


WAVES = {"approach": "1st", "second": "2nd", "third": "3rd"}


def _combat(event: Event) -> dict[str, object]:
    """How one came to a column of the Combat Results Table, and what it says."""
    result = event.result
    assert result is not None
    causes = ", ".join(map(_shift, result.shifts))
    attack, defence = changes(event)
    odds = str(event.facts["odds"])
    return {
        "attack_changed": _changed(result.attack, attack),
        "defence_changed": _changed(result.defence, defence),
        "odds": odds_words(odds),
        "shifted": f"; {causes}: column {line_words(result.line) or 'below 1-3'}" if causes else "",
        "rolled": f"; die {result.die}" if result.die else "",
        "outcome": outcome(event),
    }


# -- draws, and what a turn came to -----------------------------------------------------------------


def chits_in(cup: Sequence[int]) -> str:
    """What a cup holds, kind by kind.

    >>> chits_in((3, 0, 1, 3)), chits_in((0, 0, 0, 0))
    ('3 US, 1 British Combat and 3 German', 'none')
    """
    return listed(f"{count} {CHIT_TITLES[chit]}" for chit, count in enumerate(cup) if count) or "none"


def chance_words(count: int, total: int, held: str) -> str:
    """How likely a draw was, from what the cup held.

    >>> chance_words(3, 8, "3 US and 5 German"), chance_words(2, 2, "2 US")
    ('38 % of a cup with 3 US and 5 German', 'for sure, the cup held 2 US')
    """
    return f"{100 * count / total:.0f} % of a cup with {held}" if count < total else f"for sure, the cup held {held}"


def weather_in(cup: Sequence[str]) -> str:
    """What a Weather Cup holds: '2 Sun and 1 Storm'."""
    return listed(f"{count} {kind.capitalize()}" for kind, count in Counter(cup).items())


THIRD_WAVE = "The 3rd Wave waits at sea for the first Move Round of its army"
_TAC_AIR = {"round": "Tac Air once a Round", "turn": "Tac Air once in the turn", "never": "no Tac Air"}


def weather_brings(kind: str) -> str:
    """What a Weather changes, in short (7.2)."""
    row = load_content().tables.weather[Weather(kind)]
    british, germans = (found[0].moves + found[0].combats for found in (row.british, row.german))
    facts = {
        f"{row.us.chits} US, {british} British and {germans} German chits and {row.reactions} for Reaction": True,
        "Prepared Offensives and Carpet Bombing": row.prepared_offensive,
        _TAC_AIR[row.tac_air]: True,
        "Naval Support" if row.naval else "no Naval Support": True,
        "German Artillery": row.artillery,
        "no Roads for the Germans": not row.german_roads,
        "German attacks a column to the left": row.german_attack_shift < 0,
        "step losses for Allies Out of Supply": row.allied_attrition,
        "no Withdrawals": not row.withdrawals,
    }
    return listed(words for words, true in facts.items() if true)


def _drawn(event: Event) -> dict[str, object]:
    """What is told of a draw, or of what a cup is filled with."""
    of = event.facts.get("of")
    if event.kind == "weather" and isinstance(of, tuple):
        kind = str(event.facts["weather"])
        return {"chance": chance_words(of.count(kind), len(of), weather_in(of)), "brings": weather_brings(kind)}
    if event.kind == "chit_drawn" and isinstance(of, tuple):
        *ways, last = dict.fromkeys(f"a {WAY_TITLES[way].partition(' of a ')[0]}" for way in event.numbers("ways"))
        words = f"It may be played as {', '.join(ways)} or {last}" if ways else f"It is {last}"
        return {"chance": chance_words(of[event.number("chit")], sum(of), chits_in(of)), "played": words}
    if event.kind == "cup_filled":
        sky = str(event.facts["sky"])
        first = f" On Turn 1 the Weather is always {sky.capitalize()}: {weather_brings(sky)}. {THIRD_WAVE}."
        return {"always": first if event.number("turn") == 1 else ""}
    return {}


def _nobody(event: Event) -> str:
    """That a Round has brought no attack: nobody could make one, or nobody was told to."""
    group = GROUP_NAMES[event.number("group")]
    if event.facts["could"]:
        return f"{group} units attack nobody in this Round"
    return f"No {group} unit can attack anybody from where it stands: the chit is spent"


def _account(event: Event) -> str:
    """Supply, what was scored, and how the game would end as things stand."""
    units, scored, total = (event.numbers(name) for name in ("units", "scored", "total"))
    who = "Germans" if not event.facts["allied_attrition"] else "units"
    supply = f"{len(units)} {who} Out of Supply lost a step" if units else f"No {who} were Out of Supply"
    allied, german = map(in_points, scored)
    points = f"Allies {allied}, Germans {german}" if any(scored) else "none"
    end = "In the end it is" if event.facts["last"] else "If the game ended as things stand it would be"
    allied, german = map(in_points, total)
    return f"{supply}. Victory Points scored in this turn: {points}. {end} Allies {allied}, Germans {german}"


Causes: TypeAlias = tuple[tuple[str, int], ...]


def changes(event: Event) -> tuple[Causes, Causes]:
    """What made the strengths of attacker and defender other than the factors of their units, by cause."""
    found = event.facts.get("changes")
    return (found.attack, found.defence) if isinstance(found, Changes) else ((), ())


def _changed(strength: int | None, causes: Causes) -> str:
    """How a strength came about.

    >>> _changed(13, (("Tank Destroyers", 2),)), _changed(4, ())
    (' (11, +2 Tank Destroyers)', '')
    """
    if not causes or strength is None:
        return ""
    parts = ", ".join(f"{by:+d} {cause}".replace("-", "−", by < 0) for cause, by in causes)
    return f" ({strength - sum(by for _, by in causes)}, {parts})"


def odds_words(odds: str) -> str:
    """Odds before shifts; the highest stand for all beyond them, too.

    >>> odds_words("3-1"), odds_words("6-1"), odds_words("1-5")
    ('3-1', '6-1, the highest', '1-5')
    """
    return f"{odds}, the highest" if odds == odds_name(BEST) else odds


def line_words(line: str) -> str:
    """A column of the Combat Results Table, in which a die is rolled, by its odds.

    >>> line_words("3-1"), line_words("6-1"), line_words("1-3")
    ('3-1', '6-1, the highest', '1-3, the lowest')
    """
    return f"{line}, the lowest" if line == odds_name(0) else odds_words(line)


def _shift(found: tuple[str, int]) -> str:
    """A column shift and its cause.

    >>> _shift(("city", -2)), _shift(("prepared", 1))
    ('city 2 columns left', 'prepared 1 column right')
    """
    cause, shift = found
    return f"{cause} {abs(shift)} column{'s' * (abs(shift) > 1)} {'right' if shift > 0 else 'left'}"


def shown(event: Event) -> dict[str, object]:
    """All that is told, by name, in words."""
    left = event.number("left")
    why = f"by a chit that may follow an Allied Round ({left} left)" if left >= 0 else "as after each Wave"
    shown: dict[str, object] = {"needs": needs(event), "why": why}
    for name, fact in event.named().items():
        if name == "unit" and isinstance(fact, int):
            shown[name] = UNIT_IDS[fact]
        elif name in ("units", "attackers") and isinstance(fact, tuple):
            shown[name] = listed(UNIT_IDS[unit] for unit in fact)
            shown["s"] = "s" if len(fact) == 1 else ""  # of what one does
        elif name in ("hex", "place") and isinstance(fact, int):
            shown[name] = place_title(fact)
        elif name == "path" and isinstance(fact, tuple):
            shown["last"] = place_title(fact[-1])
        elif name == "marker" and isinstance(fact, int):
            shown[name] = MARKER_TITLES[fact]
        elif name == "side" and isinstance(fact, str):
            shown[name] = fact.capitalize()
        elif name == "group" and isinstance(fact, int):
            shown[name] = GROUP_NAMES[fact]
        elif name == "chit" and isinstance(fact, int):
            shown[name] = CHIT_TITLES[fact]
        elif name == "chits" and isinstance(fact, tuple):
            shown[name] = chits_in(fact)
        elif name == "way" and isinstance(fact, int):
            shown[name] = WAY_TITLES[fact]
        elif name == "cost" and isinstance(fact, int):
            shown["points"] = f"{fact / 2:g} Movement Point{'s' * (fact != 2)}"
        elif name == "worth" and isinstance(fact, int):
            shown["added"] = f" adds {fact}" if fact else ""
        elif name == "halves" and isinstance(fact, int):
            shown["points"] = in_points(fact)
        elif name == "wave" and isinstance(fact, int):
            shown[name] = ("1st", "2nd")[fact - 1]
        elif name == "weather":
            shown[name] = str(fact).capitalize()
        else:
            shown[name] = fact
    if event.kind == "nobody_attacked":
        shown["nobody"] = _nobody(event)
    elif event.kind == "turn_over":
        shown["account"] = _account(event)
    return shown | (_combat(event) if event.kind == "combat" else _drawn(event))
