"""What happened, in plain sentences. All texts of the log stand here, ready to be translated."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.games.omaha_beach.cards import EventKind, Letter
from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.positions import load_positions, spoken
from bocage.games.omaha_beach.tables import BARRAGE_COLUMNS, LandingResult, LandingRow, barrage_column, load_tables
from bocage.games.omaha_beach.terms import counted, in_words
from bocage.games.omaha_beach.units import UnitType, load_pieces
from bocage.games.omaha_beach.words import BASES, BOXES, HEXES, UNIT_IDS, UNITS
from bocage.kernel import Event, Noun, named
from bocage.kernel.wording import listed

TYPES = {
    UnitType.INFANTRY: "infantry",
    UnitType.RANGER: "rangers",
    UnitType.TANK: "tanks",
    UnitType.ARTILLERY: "artillery",
    UnitType.SP_ARTILLERY: "self-propelled artillery",
    UnitType.AMPHIBIOUS_ARTILLERY: "artillery on amphibious trucks",
    UnitType.ANTI_AIR: "anti-aircraft guns",
    UnitType.SP_ANTI_AIR: "self-propelled anti-aircraft guns",
    UnitType.ANTI_TANK: "anti-tank guns",
    UnitType.HQ: "headquarters",
    UnitType.GENERAL: "general",
}
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")
ARMOR_IDS = tuple(f"{unit.back} {unit.id}" for unit in load_pieces().german.values() if unit.pool == "armor")
POSITION_IDS = (*load_positions(), *ARMOR_IDS)
GROUP_IDS = (*dict.fromkeys(position.group for position in load_positions().values()), *ARMOR_IDS)
SECTOR_NAMES = ("east", "west")

TEXTS: dict[str, str] = {
    "set_up": "{scenario}: the beach is set up.",
    "set_ashore": "{unit} is ashore in {hex}.",
    "bombardment_card": "Bombardment card {card}: {colours}.",
    "bombed_out": "Bombs destroy {position}.",
    "turn_begins": "Turn {turn}, {time} hours, {tide} tide.",
    "deck_renewed": "The deck is used up and made anew from {cards}.",
    "shuffled": "At the end of this turn the turn track has the discards shuffled into the deck: {cards}.",
    # Landing.
    "landing_card": "Landing card {card} for the {sector}: every unit in the boats has the letter of its symbol. "
    "Diamond {diamond}, triangle {triangle}, circle {circle}.",
    "landing_check": "{unit} has a {symbol}, {letter} on the card: it {what}, by the landing table for {who}. Of the "
    "other letters there {others}.",
    "drifted": "{unit} drifts {boxes} {way} to {box}.",
    "drifted_along": "{unit} drifts along with {company} to {box}.",
    "delayed": "{unit} is delayed: it comes into a landing box on turn {turn} and is to land on turn {lands}.",
    "no_mine": "The mine on the card does no harm: nobody in these boxes lands among obstacles not yet cleared.",
    "mine": "The card shows a mine, and {unit} lands among obstacles not yet cleared: the mine goes off under it.",
    "landed": "{unit} lands in {hex}.",
    "transferred": "{unit} comes under the {seat} Division.",
    "boarded": "{unit} waits in {box}.",
    # Losses.
    "step_lost": "{unit} loses {steps} and has {left} left.",
    "eliminated": "{unit} is eliminated.",
    "tide": "The sea rises over {units}.",
    "crowded": "Of {units} only two may stay in {hex}: the rest is eliminated.",
    "loss_box_full": "The {seat} Division can bear no more losses, for companies on their last step count as lost: the "
    "game is lost.",
    "disrupted": "{unit} is disrupted.",
    "hero_killed": "The hero of {unit} is killed; the unit is inspired.",
    "hq_hit": "{unit} is hit and disorganized.",
    "general_wounded": "{unit} is lightly wounded.",
    # German fire.
    "fire_card": "Fire card {card} for the {sector}: {colours}; target {target}. Positions of these colours {act}, "
    "those of a double one only with depth{nobody}. The target symbol says who is in danger.",
    "holds_fire": "{group} holds its fire: {why}.",
    "position_fires": "{group} fires{from_}: the card shows its colour, {colour}. It can hit {limit} at most: {aim}.",
    "no_leader": "{group} has a star on the card, but no leader is hit: {why}.",
    "leader_fire": "{group} has a star on the card and a hit to spare for a leader: {unit}.",
    "artillery": "The card calls German artillery in the {sector}: of the guns of {calibres} mm it takes {value}, and "
    "{ready} can fire{guns}. {comes}.",
    "battery_silent": "The {calibre} mm battery of the {sector} falls silent: its observers are in US hands.",
    "battery_active": "The {calibre} mm battery of the {sector} has an observer again.",
    "artillery_hits": "Artillery hits {unit}: {why}{crowd}{most}.",
    "german_recovers": "{position} recovers and may fire again: {why}.",
    "german_disrupted": "{position} is disrupted: it does not fire. On the next fire card with its colour it is silent "
    "too, and then recovers.",
    # German actions.
    "no_action": "{group} has its colour on the card and does nothing: {why}.",
    "re_occupied": "Germans re-occupy {position}, which stood empty in communication: strength {strength}, needs "
    "{needs}.",
    "re_supplied": "{position} has Americans in its field of fire and is re-supplied.",
    "redeploys": "{position} redeploys to {destination}: it has nobody to fire at, and the field of {destination} has "
    "{strength} in it.",
    "depth_swapped": "The unit now in {position} changes its depth for {depth} depth.",
    "called_up": "{position} stands empty with Americans near: a unit is called up.",
    "mortar_hits": "{group} has nobody in its field of fire and fires its mortars: {unit} is hit.",
    "patrol_hits": "A patrol from {group} strikes at {unit}.",
    "gun_hits": "{group} has nobody in its field of fire and turns its guns on {unit}.",
    "ambush_hits": "{unit} falls into an ambush near {group}, which stands empty.",
    "surprise_hits": "{unit} is surprised by an ambush near {group}, which stands empty.",
    "sets_out": "The unit in {position} sets out for {destination}: {why}.",
    "advances": "The unit of {position} takes {destination}: {why}.",
    "repulsed": "The unit of {position} is repulsed before {destination} by {strength} in its way.",
    "driven_out": "{units} must give way to {hex}.",
    # Events.
    "event": "Event on card {card}: {event}.",
    "no_event": "The event has no effect: {why}.",
    "hero": "{name} becomes a hero in {unit}: it acts for free from now on, and in attacks he stands in for a weapon "
    "or adds 1. Heroes differ in nothing but their names.",
    "no_hero": "The {seat} Division has no unit for a hero.",
    "naval_marker": "Naval fire is available: the Americans have {markers}.",
    "engineers_blocked": "German artillery stops the work of the engineers this turn.",
    "snipers": "Snipers hunt the runners of {unit}: it commands no farther than one hex this turn.",
    "smoke": "Smoke hides the beach from {wn}: they do not fire this turn{idle}.",
    "depth_added": "{position} gains depth, a marker face down that makes it stronger: {why}.",
    "depth_removed": "{position} loses its depth.",
    "no_depth": "No German unit gains depth: {why}.",
    "reinforcement": "A {pool} reinforcement, drawn at random and face down, takes {position}: {why}.",
    "no_reinforcement": "No reinforcement can come: {why}.",
    "meyer_released": "Kampfgruppe Meyer releases {units}.",
    "no_meyer": "All of Kampfgruppe Meyer is released already.",
    "rockets_hit": "Rockets hit {unit}.",
    "rockets_destroyed": "Naval fire destroys the rockets in {position}.",
    "step_regained": "Stragglers join {unit}.",
    "ships_fire": "Naval fire falls on {position}, where this event has it for the {symbol} of card {card}: {outcome}.",
    "ships_aim": "Card {card} shows a {symbol}: {aim}.",
    "unit_revealed": "{position} is revealed: strength {strength}, needs {needs}.",
    "depth_revealed": "The depth of {position} is revealed: {what}.",
    "unrevealed": "{position} is out of sight again.",
    "withdraws": "{name} withdraws from {position}.",
    "defeated": "{name} in {position} is defeated.",
    # Engineers and actions.
    "base_placed": "Engineers set up base {base} in {hex}.",
    "base_extended": "The range marker of base {base} moves on: it works up to {range} away.",
    "garrisoned": "A garrison guards {position}.",
    "post_established": "{unit} sets up its command post in {hex}.",
    "post_range": "The command post of {unit} commands up to {range} around it.",
    "post_under_fire": "The command post of {unit} is in a German field of fire and commands nobody.",
    "post_hit": "The command post of {unit} is hit; it is an HQ again.",
    "post_abandoned": "{unit} gives up its command post.",
    "left_map": "{unit} leaves the map by exit {exit}.",
    "not_cleared": "Engineers in the {sector} clear nothing: every hex with obstacles there is in the field of fire of "
    "positions whose colour is on the fire card.",
    "cleared": "Engineers clear the obstacles in {hex}.",
    "moved": "{unit} moves to {hex}.",
    "infiltration": "{units} slip{s} past {groups}: card {card}, target {target}; {comes}.",
    "recovered": "{unit} recovers.",
    "rested": "{unit} gets its breath back after the climb.",
    "on_cliff": "{unit} begins to scale the cliff.",
    "off_cliff": "{unit} gives up the cliff.",
    "actions_over": "The actions of the {seat} Division are over: {why}.",
    "attack": "{units} {attack} {hex}, with strength {sum}.",
    "compared": "{attack} against {defence}, {hero}{strengths}, {weapons}: {outcome}.{makeup}{takes}",
    "barrage": "{unit} barrages {hex} and needs {wanted}. Card {card} shows {colours}, with a {target}: {match}. "
    "At strength {strength}, in column {column} of the barrage table: {outcome}.",
    "naval_barrage": "Ships barrage {hex}: {outcome}.",
    # Armor.
    "armor_enters": "{position} enters in {hex}: strength {strength}, needs {needs}.",
    "armor_acts": "{position} in {hex} is on the card: {action}.",
    "armor_moves": "{position} rolls to {hex}.",
    "depth_returned": "The Germans are out of depth and get {markers} back.",
    "points": "{points}: {level}.",
}

COUNTED = {  # the fact of an event that tells how many there are of something
    "position_fires": ("limit", "unit"),
    "drifted": ("boxes", "box"),
    "deck_renewed": ("cards", "discard"),
    "shuffled": ("cards", "card"),
    "redeploys": ("strength", "US strength point"),
    "repulsed": ("strength", "strength point"),
    "naval_marker": ("markers", "marker"),
    "meyer_released": ("units", "unit"),
    "base_extended": ("range", "hex"),
    "post_range": ("range", "hex"),
    "depth_returned": ("markers", "marker"),
    "points": ("points", "victory point"),
}

WHY_SILENT = {
    "disrupted": "it is disrupted{recovers}",
    "smoke": "smoke hides the beach",
    "depth": "the symbol is double and it has no depth marker",
    "depth_silent": "the symbol is double, and the depth marker in {silent} does not count, for the unit there is "
    "disrupted",
}

WHY_DEPTH = {  # by what is told, or by the rule
    "nearest": "{passed}of the units {there}without one and in communication it is nearest to the Americans, {far} "
    "from {americans}",
    "first_of_nearest": "{passed}{among}at {far} from {americans} it is as near to the Americans as {equals}, and of "
    "equals strongpoints of one hex come first, then those of two, then the lowest number",
    "first": "{passed}no American is ashore, and of the units {there}without one and in communication strongpoints of "
    "one hex come first, then those of two, then the lowest number",
    "beat_off": "it has beaten off an attack",
    "9.31-01": "a unit of the division brings it along",
    "16.2-02": "it is re-supplied",
    "16.4-02": "a unit that is called up brings it along",
    "22.4-02": "in this variant every reinforcement brings it along",
}
WHY_THERE = {  # why a reinforcement comes to its position
    "adjacent": "it stands empty in zone {zone}, with a way inland, next to Americans",
    "within_two": "it stands empty in zone {zone}, with a way inland, two hexes from Americans",
    "lowest": "of the empty positions of zone {zone} with a way inland it has the lowest number",
    "called": "a depth marker has called it, and this is the nearest position that is empty and has a way inland",
    "called_up": "Americans are near",
}
WHY_SHELLED = {  # in the order in which artillery looks for targets
    "on foot boat": "infantry in the boats is what it looks for first",
    "vehicles beach": "no infantry in the boats{still} has the symbol, so it is a vehicle or gun on the beach",
    "vehicles boat": "neither infantry in the boats nor a gun or vehicle on the beach{still} has the symbol",
    "on foot beach": "only infantry on the beach{still} has the symbol",
}
WHY_RECOVERED = {"6.4-02": "the fire card shows its colour", "EV.13-01": "by the event all of them do"}

WHY_ADVANCE = {
    "no_targets": "no American is in its field of fire",
    "unrevealed": "it has depth, and nobody knows of which division it is",
    "division": "it has depth and is of the 352nd Division",
}

WHY_IDLE = {
    "units": "no WN unit without artillery is left",
    "communication": "it is out of communication",
    "destination": "no empty position in communication has Americans in its field of fire",
    "vp": "no empty VP position in communication has Americans in its field of fire",
    "garrison": "a garrison holds it",
    "sporadic": "no American is in its intense or steady field of fire",
    "pool": "there are no reinforcements left",
    "mortar": "nobody with the target symbol is in mortar range",
    "patrol": "nobody is within three hexes",
    "artillery_fire": "nobody with the target symbol is on the beach or in the boats",
    "ambush": "nobody with the target symbol is in its field of fire",
}

WHY_OVER = {
    "spent": "it has spent all of them, and nobody is left who could do anything for free",
    "nobody": "nobody is left who could do anything",
}
WHY_NOTHING = {  # by the rule of an event without effect, and of a reinforcement or a marker that does not come
    "3-02": "it is for a division that is not in play",
    "14-01": "there are no engineer bases before turn 17",
    "22.1-06": "no German recovers on the turn of the bombardment",
    "EV.1-02": "no German artillery is left",
    "EV.2-02": "German fire is over for this turn",
    "EV.3-01": "no German unit is face down",
    "EV.4-02": "the rockets have not fired yet, or are gone",
    "EV.7-02": "no company is on its last step",
    "EV.8-02": "nobody is in range of the rockets",
    "EV.8-04": "the rockets are gone or disrupted",
    "EV.10-01": "the regiment has no command post",
    "EV.12-01": "there is nobody to send, or no German unit is face down",
    "9.2-07": "none in communication can take a marker",
    "9.24-03": "no mobile marker is left",
    "3-02 zone": "zone {zone} is in the half of the beach that is not in play",
    "9.33-02": "no position of zone {zone} is empty, with a way inland that no American bars",
    "9.34-01": "the pools are empty",
    "9.41-02": "no position is empty and in communication",
    "9.42-01": "the tactical pool is empty",
}

WHY_LATE_OR_LOST = {  # by the rule that delays or eliminates a unit, where nothing else has told why
    "5.1-03": "by its landing check",
    "5.11-02": "it drifts off the row of boxes",
    "5.11-03": "no beach is left there at high tide",
    "5.14-08": "the card shows a mine, and it lands among obstacles not yet cleared",
    "5.21-03": "the tide covers the hex",
    "5.31-01": "its box is full",
    "7.63-01": "no more than two units may stay in a hex",
    "11.31-03": "captured by the Germans",
}

WHY_HIT = {
    "any": "whatever its symbol",
    "symbol": "the card shows its symbol",
    "concentrated": "five steps or more in its hex",
}
WHY_NO_STEP = {
    "step": "",
    "sporadic": "; that only disrupts",
    "spent": "; it has lost a step in this fire phase, and none loses a second",
    "lost": "; but the fire before has eliminated it already",
}
WHY_NOBODY = {
    "symbol": "lacks the target symbol of the card",
    "spent": "has lost a step in this fire phase already",
    "armor": "is armor, which steady and sporadic fire hurts only if the colour on the card has the sign of armor, and "
    "this one has not",
}
WHY_LEFT = {  # why another is hit, and not this one: what is looked at first stands first
    "lighter": "in lighter fire",
    "farther": "farther away",
    "weaker": "of fewer steps",
    "chosen": "equal to those hit, whom you chose",
    "shared": "not needed here: hits are shared so that most units suffer",
}
WHY_NO_LEADER = {
    "spent": "none of its hits is left over for one",
    "nobody": "neither a leader nor a hero is in its intense or steady fire",
}
HEROES = {"press": "1 of it the hero's, ", "idle": "the hero makes no difference, "}
SUCCESSES = frozenset({"defeated", "depth_eliminated", "disrupted", "reveal", "attrition"})  # of attacks


def sentence(event: Event) -> str:
    """An event in words."""
    text = TEXTS[event.kind].format(**shown(event))
    if event.kind == "landing_card" and event.facts["mine"]:
        text += " A mine lies among the obstacles!"
    if event.kind == "landing_card" and event.number("mine_from") > 0:
        text += f" The mine on it counts from turn {event.number('mine_from')} on only."
    if event.kind in ("delayed", "eliminated") and event.rule in WHY_LATE_OR_LOST:
        text = f"{text[:-1]}{'; ' if event.kind == 'delayed' else ': '}{WHY_LATE_OR_LOST[event.rule]}."
    return text[0].upper() + text[1:]


RESULTS = {  # of attacks, best for the attacker first
    "defeated": "the German unit is defeated",
    "depth_eliminated": "the depth marker is eliminated and the unit disrupted",
    "depth_lost": "the depth marker is eliminated; the unit is disrupted already",
    "disrupted_and_depth_for_step": "the German unit is disrupted, and for one of your steps its depth marker goes",
    "depth_for_step": "for one of your steps the depth marker goes; the unit is disrupted already",
    "disrupted": "the German unit is disrupted",
    "nothing": "nothing happens",
    "gains_depth": "the German unit gains depth, if it is in communication",
    "depth_comes": "the German unit gains depth",
    "no_depth_comes": "the German unit gains no depth, for it is out of communication",
    "no_depth_left": "no depth marker is left for the German unit",
    "us_disrupted": "the attackers next to it are disrupted",
    "us_disrupted_and_depth": "the attackers next to it are disrupted, and the German unit gains depth, if it is in "
    "communication",
    "reveal": "the depth marker is turned up; if it has a strength, all is compared again",
    "attrition": "a step may be given up to eliminate the depth marker",
    "unrevealed": "the German unit is turned face down again",
    # of barrages
    "none": "nothing happens",
    "shelled": "the German unit is disrupted, and a depth marker is destroyed",
    "own_troops": "Americans are there: one with the symbol of the next card loses a step",
    "nobody_there": "nobody is there",
    "disrupted_if_no_depth": "the German unit is disrupted if it has no depth marker",
    "disrupted_and_depth_removed": "the German unit is disrupted and loses its depth marker",
    "only_depth_removed": "the German unit is disrupted already and loses its depth marker",
    "disrupted_already": "nothing more happens, for the German unit is disrupted already",
}
MATCHES = {
    "both": "both of it",
    "colour": "the colour only",
    "symbol": "the symbol only",
    "neither": "neither of them",
}
EVENTS: dict[str, str] = {
    EventKind.GERMAN_REINFORCEMENTS: "German reinforcements",
    EventKind.NAVAL_MARKER: "the Navy is ready",
    EventKind.NAVAL_MARKER_AND_REINFORCEMENT: "the Navy is ready, and German reinforcements",
    EventKind.DEPTH_ONE: "a German unit gains depth",
    EventKind.DEPTH_EACH_SECTOR: "a German unit in each sector gains depth",
    EventKind.HERO: "a hero",
    EventKind.HERO_AND_DEPTH: "a hero, and a German unit gains depth",
    EventKind.SMOKE: "smoke",
    EventKind.PLUNGING_FIRE: "plunging fire",
    EventKind.REMOVE_GERMAN_DISRUPTION: "all German units recover",
    EventKind.ROCKET_BARRAGE: "rockets",
    EventKind.ROCKET_UNIT_DESTROYED: "the rockets may be destroyed",
    EventKind.EXTRA_US_ACTION: "one more action for each division",
    EventKind.REDUCED_US_ACTIONS: "one action less for each division",
    EventKind.LOST_BOAT_TEAMS: "lost boat teams come in",
    EventKind.SUPPORT_SOLDIERS_JOIN: "support soldiers join a company",
    EventKind.RELEASE_KG_MEYER: "Kampfgruppe Meyer is released",
    EventKind.NAVAL_FIRE_HITS_POSITION: "naval fire hits a position",
    EventKind.GERMANS_CONCEALED: "concealed Germans",
    EventKind.SNIPERS: "snipers",
    EventKind.ENGINEERS_BLOCKED: "artillery blocks the engineers",
    EventKind.PATROL_REPORT: "a patrol reports",
    EventKind.PRISONER_TALKS: "a prisoner talks",
}


def outcome(event: Event) -> str:
    """What an attack table or a card says, in words."""
    if event.result is None:
        return ""
    if event.kind == "position_fires":
        return _in_short(event.facts)
    if event.kind == "holds_fire":
        return f"no fire: {_why_silent(event)}"
    words = _BARRAGES if event.kind == "barrage" else _EFFECTS
    told = ", ".join(words[effect] for effect in event.result.outcome)
    return told or ("nothing happens" if event.kind == "compared" else "")


def shown(event: Event) -> dict[str, object]:
    """All that is told, by name, in words."""
    shown = {name: _word(name, fact) for name, fact in event.named().items()}
    shown["outcome"] = outcome(event)
    if event.kind in COUNTED:
        fact, what = COUNTED[event.kind]
        shown[fact] = counted(int(str(event.facts[fact])), what)
    if event.kind == "landing_check":
        shown |= _check(event)
    elif event.kind == "step_lost":
        steps = event.number("lost")
        shown["steps"] = counted(steps, "step") if steps > 1 else "a step"
    elif event.kind == "delayed":
        shown["lands"] = event.number("turn") + 1
    elif event.kind == "smoke":
        shown["idle"] = "; but no German is in any of them" * bool(event.facts["idle"])
    elif event.kind == "no_leader":
        shown["why"] = WHY_NO_LEADER[str(event.facts["why"])]
    elif event.kind == "position_fires":
        shown["aim"] = _aim(event.facts)
        silent = event.numbers("silent")
        shown["from_"] = f" from {shown['positions']}, for {shown['silent']} is disrupted" if silent else ""
        if event.facts["double"]:
            shown["colour"] = f"{shown['colour']}, double, and it has depth"
        if event.facts["armor_bonus"]:
            shown["colour"] = f"{shown['colour']}, with the sign that armor is hit too"
    elif event.kind == "ships_aim":
        shown["aim"] = "a unit there that has it loses a step" if event.numbers("units") else "no unit there has it"
    elif event.kind == "fire_card":
        shown["act"] = "fire or do what their letter says" if event.facts["acts"] else "fire"
        empty, idle = _texts(event, "empty"), event.numbers("idle")
        words = [f"no position of {' or '.join(empty)} holds Germans"] * bool(empty)
        fields = listed(str(_word("group", group)) for group in idle)
        words += [f"nobody is in the field of fire of {fields}"] * bool(idle)
        shown["nobody"] = "".join(f"; {word}" for word in words)
    elif event.kind == "depth_added":
        if event.numbers("americans"):
            shown["far"] = counted(event.number("distance"), "hex")
            shown["americans"] = listed(UNIT_IDS[unit] for unit in event.numbers("americans"))
            shown["equals"] = listed(f"{_word('position', p)}" for p in event.numbers("equals"))
        shown |= _among(event, str(shown["sector"]), str(shown["vain"]))
        shown["why"] = WHY_DEPTH[str(event.facts["why"])].format(**shown)
    elif event.kind == "reinforcement":
        shown["why"] = WHY_THERE[str(event.facts["why"])].format(**shown)
    elif event.kind == "artillery":
        shown["comes"] = _shelled(event)
        shown["calibres"] = " or ".join(map(str, event.numbers("calibres")))
        shown["guns"] = _guns(event)
    elif event.kind == "artillery_hits":
        shown["still"] = " that may still be hit in this phase" * bool(event.facts["still"])
        shown["why"] = WHY_SHELLED[str(event.facts["why"])].format(**shown)
        shown["crowd"] = ", and five steps or more in a hex are hit whatever their symbol" * bool(event.facts["crowd"])
        most = ", and of these it has the most steps"
        if event.facts["chosen"]:
            most = ", and of those with the most steps it is the one that was chosen"
        shown["most"] = most * bool(event.facts["fewer"])
    elif event.kind == "german_recovers":
        shown["why"] = WHY_RECOVERED[event.rule]
    elif event.kind == "holds_fire":
        shown["why"] = _why_silent(event)
    elif event.kind == "no_action":
        shown["why"] = WHY_IDLE[str(event.facts["why"])]
    elif event.kind in ("no_event", "no_reinforcement", "no_depth"):
        far = event.kind == "no_reinforcement" and bool(event.facts["elsewhere"])
        shown["why"] = WHY_NOTHING["3-02 zone" if far else event.rule].format(**shown)
    elif event.kind == "actions_over":
        shown["why"] = WHY_OVER[str(event.facts["why"])]
    elif event.kind == "sets_out":
        shown["why"] = WHY_ADVANCE[str(event.facts["why"])]
    elif event.kind == "advances":
        strength = event.facts["strength"]
        shown["why"] = "nobody is in its way"
        if isinstance(strength, int):
            shown["why"] = f"it has only {counted(strength, 'strength point')} in its way"
    elif event.kind == "attack":
        shown["attack"] = "attacks" if len(event.numbers("units")) == 1 else "attack"
        ships = event.number("ships")
        shown["sum"] = " + ".join(map(str, event.numbers("strengths"))) + f" + {ships} of naval fire" * (ships > 0)
    elif event.kind == "infiltration":
        shown["s"] = "s" if len(event.numbers("units")) == 1 else ""
        shown["comes"] = _shots(event)
    elif event.kind == "barrage":
        shown |= _barrage(event)
    elif event.kind == "compared":
        shown |= _compared(event, str(shown["missing"]))
    elif event.kind == "depth_revealed":
        shown["what"] = f"strength {shown['strength']}, needs {shown['needs']}"
        if event.facts["calls"]:
            gives_way = ", and the unit is defeated without a second comparison" if event.rule == "8.3-07" else ""
            shown["what"] = f"it has no strength but calls a tactical reinforcement{gives_way}"
    elif event.kind in ("withdraws", "defeated"):
        shown["name"] = event.facts["unit"]
    return shown


def _among(event: Event, sector: str, vain: str) -> dict[str, object]:
    """Among which units the one was found that gains depth."""
    one = event.facts["sector"] is not None
    passed = f"no unit of the {vain} can take one; " if event.facts["vain"] is not None else ""
    return {
        "there": f"of the {sector} " * one,
        "among": f"of the units of the {sector} that can take one, " * one,
        "passed": passed + "the markers for strongpoints are used up; " * bool(event.facts["passed"]),
    }


def _compared(event: Event, missing: str) -> dict[str, object]:
    """How both sides of an attack compare, what that of the Germans is made of, and what it would have taken."""
    hero = str(event.facts["hero"])
    weapons = "no weapon missing"
    if event.facts["missing"]:
        weapons = f"{'with the hero in place of' if hero == 'wild' else 'missing'} {missing}"
    makeup, armed = _makeup(event), not event.facts["missing"] or hero == "wild"
    return {
        "hero": HEROES.get(hero, ""),
        "strengths": _strengths(event, armed=armed),
        "weapons": weapons,
        "makeup": f" {makeup[0].upper()}{makeup[1:]}." if makeup else "",
        "takes": _takes(event, armed=armed),
    }


def _strengths(event: Event, *, armed: bool) -> str:
    assert event.result is not None
    attack, defence = event.result.attack or 0, event.result.defence or 0
    if attack == defence:
        return "equally strong"
    if attack < defence:
        return "weaker"
    if attack >= 2 * defence:
        return "at least twice as strong"
    return "stronger" if armed else "stronger, but not twice as strong"


def _makeup(event: Event) -> str:
    """The strength of unit and depth marker, each with the terrain that doubles it."""
    ground, depth_ground = (str(event.facts[name]) for name in ("ground", "depth_ground"))
    strength, depth = event.number("strength"), event.number("depth")
    unit = f"the strength of the unit, {strength}, is doubled by {terrain_words(ground)}" if ground else ""
    if event.facts["german"] == "alone":
        return unit
    unit = unit or f"the strength of the unit is {strength}"
    if event.facts["german"] == "unrevealed_depth":
        return f"{unit}, and its depth marker, face down, does not count yet"
    doubled = f"doubled by {terrain_words(depth_ground)}" if depth_ground else "not"
    marker = f"that of its depth marker, {depth}, is {doubled}"
    if ground == depth_ground:
        marker = f"that of its depth marker, {depth}, too" if ground else f"that of its depth marker {depth}"
    again = "the second comparison counts the depth marker too: " if event.facts["again"] else ""
    return f"{again}{unit}, and {marker}"


def terrain_words(kind: str) -> str:
    """What doubles the strength of Germans."""
    return f"the {kind.replace('antitank', 'anti-tank').replace('_', ' ')}"


def _takes(event: Event, *, armed: bool) -> str:
    """What an attack without success would have needed."""
    assert event.result is not None
    defence, hidden = event.result.defence or 0, event.facts["german"] == "unrevealed_depth"
    if SUCCESSES.intersection(event.result.outcome) or "disrupted_already" in event.result.outcome:
        return ""
    if event.facts["disrupted"]:
        return _takes_more(event, defence, armed=armed)
    if not armed:
        return f" While weapons are missing it takes twice the strength, {2 * defence}, to disrupt the unit."
    if hidden:
        return f" It takes more than {defence} to turn up the depth marker."
    return f" It takes {defence} or more to disrupt the unit."


def _takes_more(event: Event, defence: int, *, armed: bool) -> str:
    """What it would have needed for more to happen to a unit that is disrupted already."""
    german = event.facts["german"]
    if not armed:
        if german == "revealed_depth":
            return (
                f" While weapons are missing it takes twice the strength, {2 * defence}, to give a step for the depth."
            )
        return " The unit is disrupted already, and while weapons are missing no more can be done to it."
    aims = {"alone": "to defeat the unit", "unrevealed_depth": "to turn up the depth marker"}
    return f" It takes more than {defence} {aims.get(str(german), 'to eliminate the depth marker')}."


def _guns(event: Event) -> str:
    """Which guns answer the call of a card, and which of them cannot."""
    here, silent = (listed(f"{_word('position', p)}" for p in event.numbers(name)) for name in ("positions", "silent"))
    away = ", ".join(f"{calibre} mm" for calibre in event.numbers("batteries"))
    places = ", and ".join([f"in {here}"] * bool(here) + [f"off the map ({away})"] * bool(away))
    return f", {places}" * bool(places) + f", but {silent} cannot, being disrupted" * bool(silent)


def _barrage(event: Event) -> dict[str, object]:
    """What a barrage looked for on its card, and where the table was read."""
    wanted, symbol = f"{event.facts['colour']}, the colour of the position", event.facts["symbol"]
    return {
        "wanted": f"{wanted}, and a {symbol}, its own symbol" if symbol else wanted,
        "colours": listed(f"{colour}" for colour in _texts(event, "colours")),
        "column": BARRAGE_COLUMNS[barrage_column(event.number("strength"))],
    }


def _texts(event: Event, name: str) -> tuple[str, ...]:
    found = event.facts[name]
    assert isinstance(found, tuple)
    return tuple(map(str, found))


def _check(event: Event) -> dict[str, object]:
    """Whom a line of the landing table is about, and what it says of them."""
    row = load_tables().landing[event.number("row")]
    first, last = row.turns
    turns = f"turn {first}" if first == last else f"turns {first} to {last}"
    when = f"on {turns}{', as this variant has it' if event.facts['variant'] else ''}"
    where = f" {_off(row)}" if row.beaches else ""
    letter = event.facts["letter"]
    result = next(row.read(known) for known in LETTERS if known == letter)
    what = landed(result, rangers=bool(event.facts["chooses"]))
    rest = [other for other in LETTERS if other != letter]
    others = listed(f"{other} {landed(row.read(other), rangers=bool(event.facts['chooses']))}" for other in rest)
    return {"who": f"{TYPES[UnitType(str(event.facts['type']))]}{where} {when}", "what": what, "others": others}


def _off(row: LandingRow) -> str:
    return f"off {listed([_LETTERS[letters] for letters in row.beaches])}"


def carried_off(result: LandingResult) -> list[str]:
    """How far from its box a result of the landing table takes a unit, and how much later it comes."""
    words = []
    if result.drift_east:
        words.append(f"drifts {counted(result.drift_east, 'box')} east")
    if result.drift_west:
        words.append(f"drifts {counted(result.drift_west, 'box')} west")
    if result.delay:
        words.append(f"comes into a landing box again {counted(result.delay, 'turn')} later")
    return words


def landed(result: LandingResult, *, rangers: bool) -> str:
    """What a result of the landing table does to units."""
    words = []
    if result.eliminated or result.removed:
        words.append("is eliminated" if result.eliminated else "leaves the game")
    if result.steps_lost:
        words.append(f"loses {counted(result.steps_lost, 'step')}")
    words += carried_off(result)
    if result.ranger_drift_east and rangers:
        first, last = result.ranger_drift_east
        words.append(f"may drift {first} to {last} boxes east if it likes")
    return listed(words) or "lands unharmed where it meant to"


def _shots(event: Event) -> str:
    """What the card of an infiltration brings."""
    single, shows = listed(_texts(event, "colours")), listed(_texts(event, "shows"))
    if not event.facts["fires"]:
        if shows:
            return f"it shows {shows}, their colour, but double, which takes a depth marker: nobody is hit"
        return f"it does not show {single}, their colour, and nobody is hit"
    losers = event.numbers("losers")
    if losers:
        return f"it shows {shows}, their colour, and the symbol of {_word('losers', losers)}, which is hit"
    return f"it shows {shows}, their colour, but nobody who moves has the symbol, and nobody is hit"


def _why_silent(event: Event) -> str:
    """Why a position on the card does not fire."""
    recovers = ", and recovers after the fire, for the card shows its colour" * bool(event.facts["recovers"])
    silent = _word("silent", event.numbers("silent"))
    return WHY_SILENT[str(event.facts["why"])].format(recovers=recovers, silent=silent)


def _aim(facts: dict[str, object]) -> str:
    hits, why, costs, spared, safe = (facts[name] for name in ("hits", "why", "costs", "spared", "safe"))
    assert isinstance(hits, tuple)
    assert isinstance(why, tuple)
    assert isinstance(costs, tuple)
    assert isinstance(spared, tuple)
    assert isinstance(safe, tuple)
    told = [
        f"{UNIT_IDS[unit]} is hit ({_reason(reason)}{WHY_NO_STEP[cost]})"
        for unit, reason, cost in zip(hits, why, costs, strict=True)
    ]
    if not told:
        return _nobody(safe)
    return f"{', '.join(told)}{_left(facts)}{_unhurt(facts)}"


def _left(facts: dict[str, object]) -> str:
    """Who could have been hit and is not, and what sets them behind those who are (6.31)."""
    spared, left = facts["spared"], facts["left"]
    assert isinstance(spared, tuple)
    assert isinstance(left, tuple)
    if not spared:
        return ""
    found = {why: [UNIT_IDS[unit] for unit, one in zip(spared, left, strict=True) if one == why] for why in WHY_LEFT}
    words = [f"{listed(units)} ({WHY_LEFT[why]})" for why, units in found.items() if units]
    return f". No hit is left for {', '.join(words)}"


def _unhurt(facts: dict[str, object]) -> str:
    """Whom armor alone has saved, beside those who are hit."""
    armored = facts["armored"]
    assert isinstance(armored, tuple)
    return f"; armor saves {listed(UNIT_IDS[unit] for unit in armored)}" if armored else ""


def _in_short(facts: dict[str, object]) -> str:
    """Why units are hit by a position, or nobody is, as a line of a turn's summary."""
    hits, why, costs, safe = (facts[name] for name in ("hits", "why", "costs", "safe"))
    assert isinstance(hits, tuple)
    assert isinstance(why, tuple)
    assert isinstance(costs, tuple)
    assert isinstance(safe, tuple)
    found: dict[str, list[str]] = {}
    for unit, reason, cost in zip(hits, why, costs, strict=True):
        found.setdefault(f"{_reason(reason)}{WHY_NO_STEP[cost]}", []).append(UNIT_IDS[unit])
    return ", ".join(f"{listed(units)} ({reason})" for reason, units in found.items()) or _nobody(safe)


def _shelled(event: Event) -> str:
    """What comes of an artillery check."""
    if event.number("ready") < event.number("value"):
        return "That is too few: nobody is hit"
    symbol = event.facts["target"]
    if event.number("targets"):
        crowd = ", or of a hex with five steps or more on the beach," * bool(event.facts["crowd"])
        return f"That is enough: in the boats and on the beach there, one unit with a {symbol}{crowd} is hit"
    return f"That is enough, but nobody who could be hit in the boats or on the beach there has a {symbol}"


def _nobody(safe: tuple[str, ...]) -> str:
    reasons = " or ".join(words for reason, words in WHY_NOBODY.items() if reason in safe)
    return f"nobody, for every unit in its field of fire {reasons}" if reasons else "nobody"


def _reason(why: str) -> str:
    intensity, cause = why.split()
    return f"{intensity} fire, {WHY_HIT[cause]}"


def _word(name: str, fact: object) -> object:
    if name in ("needs", "missing") and isinstance(fact, tuple):
        return in_words(fact)
    if isinstance(fact, tuple):
        words = [str(_word(name.removesuffix("s"), part)) for part in fact]
        return ", ".join(word.replace("_", " ") for word in words) or "nothing"
    if name == "box" and isinstance(fact, int):
        box = BOXES.show(fact)
        return f"landing box {box}{f' ({_BEACHES[box]})' if _BEACHES[box] else ''}"
    if isinstance(fact, int) and not isinstance(fact, bool) and name in _NOUNS:
        return spoken(_NOUNS[name].show(fact))
    if isinstance(fact, str) and name in _WORDS:
        return _WORDS[name].get(fact, fact.replace("_", " "))
    return str(fact).replace("_", " ") if name in ("action", "level") else fact


_EFFECTS = {**RESULTS, "depth_eliminated": "the depth marker is eliminated"}  # each told by itself
_BARRAGES = {**RESULTS, "shielded": "nothing happens, for its depth marker shields the German unit"}
_WORDS: dict[str, Mapping[str, str]] = {"event": EVENTS, "match": MATCHES}
_BEACHES = {box.id: box.beach.replace("_", " ").title() for box in load_chart().boxes.values()}
_LETTERS = {box.letters: box.beach.replace("_", " ").title() for box in load_chart().boxes.values() if box.beach}
_POSITIONS = named("position", POSITION_IDS)
_NOUNS: dict[str, Noun] = {
    "unit": UNITS,
    "company": UNITS,
    "loser": UNITS,
    "hex": HEXES,
    "base": BASES,
    "position": _POSITIONS,
    "silent": _POSITIONS,
    "destination": _POSITIONS,
    "group": named("group", GROUP_IDS),
    "sector": named("sector", SECTOR_NAMES),
    "vain": named("sector", SECTOR_NAMES),
}
