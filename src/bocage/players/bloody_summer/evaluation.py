"""What tells early how a game of A Bloody Summer will end, as numbers; and what its end is worth to the Allies."""

from __future__ import annotations

from functools import cache
from typing import Final

from bocage.games.bloody_summer import depots
from bocage.games.bloody_summer.campaign import ALLIED, BRITISH, GERMAN, GERMANS, SIDE_NAMES, US, Campaign
from bocage.games.bloody_summer.pieces import HEADQUARTERS, UNITS
from bocage.games.bloody_summer.places import DESTROYED, GRID, LOST, OFF_MAP, REST, SIZE, STRATEGIC_RESERVE, WAITING
from bocage.games.bloody_summer.reinforcements import due_turn
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Weather
from bocage.games.bloody_summer.turn import PARTS
from bocage.games.bloody_summer.victory import CHERBOURG, PARIS, SAINT_VAAST, german_beaches
from bocage.hexes import HexSet, members
from bocage.kernel import State as KernelState
from bocage.players.bloody_summer.ground import Ground, ground_of
from bocage.players.evaluation import Feature

SISTER: Final = "race_to_cherbourg"  # whose weights serve the scenarios that have none of their own

RACE: Final = {  # what each level of the Race to Cherbourg is worth to the US (11.1.5)
    ("allied", "strategic"): 1.0,
    ("allied", "operational"): 0.9,
    ("allied", "marginal"): 0.75,
    ("", ""): 0.5,
    ("german", "marginal"): 0.3,
    ("german", "operational"): 0.15,
    ("german", "strategic"): 0.0,
}
POINT, MOST_BY_POINTS = 0.0045, 0.45  # of the track: what each counts, and what they can count together
SOON = 1  # turns
WEEK = 8.0  # movement points to a goal that count as much as being half as near

FEATURES: Final = (
    Feature("points", "the track of points"),
    Feature("us_strength", "US strength on the map"),
    Feature("british_strength", "British strength on the map"),
    Feature("german_strength", "German strength on the map"),
    Feature("balance", "Allied strength against German"),
    Feature("off_map", "Allied strength in boxes"),
    Feature("germans_off_map", "German strength in boxes"),
    Feature("allied_lost", "Allied strength destroyed"),
    Feature("german_lost", "German strength destroyed"),
    Feature("allied_weakened", "steps that Allied units have lost"),
    Feature("german_weakened", "steps that German units have lost"),
    Feature("allied_disorganised", "Allied strength that is disorganised"),
    Feature("german_disorganised", "German strength that is disorganised"),
    Feature("allied_soon", "Allied strength due by the next turn, or in reserve"),
    Feature("german_soon", "German strength due by the next turn, or in reserve"),
    Feature("allied_later", "Allied strength still to come after that"),
    Feature("german_later", "German strength still to come after that"),
    Feature("offshore", "Allied strength still offshore"),
    Feature("ground", "hexes that the Allies control"),
    Feature("towns", "town hexes that the Allies control"),
    Feature("german_beaches", "beach hexes that the Germans control"),
    Feature("depots", "capacity of the Allied depots that work"),
    Feature("allied_markers", "Allied Offensive markers"),
    Feature("german_markers", "German Offensive markers"),
    Feature("cherbourg", "hexes of Cherbourg in Allied hands"),
    Feature("to_cherbourg", "US strength by its nearness to Cherbourg"),
    Feature("first_at_cherbourg", "nearness of the first US unit to Cherbourg"),
    Feature("germans_at_cherbourg", "German strength by its nearness to Cherbourg"),
    Feature("cherbourg_balance", "US strength within two days of Cherbourg against German"),
    Feature("storm", "US attack beside Cherbourg against the defence of what is left of it"),
    Feature("barred", "German defence between the first US units and Cherbourg"),
    Feature("saint_vaast", "Saint-Vaast is Allied"),
    Feature("utah_fell", "Utah has fallen to Germans"),
    Feature("to_caen", "British strength by its nearness to Caen"),
    Feature("caen", "hexes of Caen in Allied hands"),
    Feature("to_avranches", "US strength by its nearness to Avranches"),
    Feature("avranches", "Avranches is Allied"),
    Feature("paris", "Paris is Allied"),
    Feature("sieges", "Festungen under siege"),
    Feature("allied_unsupplied", "Allied strength out of supply"),
    Feature("german_unsupplied", "German strength out of supply"),
    Feature("german_headquarters", "German headquarters on the map"),
    Feature("overcast", "the sky is not clear"),
)


# -- the end ------------------------------------------------------------------------------------------


def margin(state: KernelState) -> float:
    """By the level of the Race, or by the track of points; automatic victories are worth most."""
    assert isinstance(state, State)
    assert state.ended is not None
    if state.campaign.set_up.victory == "cherbourg":
        return RACE[state.ended.winner, state.ended.level]
    if state.ended.level == "automatic":
        return float(state.ended.winner == SIDE_NAMES[ALLIED])
    return 0.5 + max(-MOST_BY_POINTS, min(MOST_BY_POINTS, POINT * state.points))


def progress(state: KernelState) -> float:
    """How much of the game is over."""
    assert isinstance(state, State)
    campaign = state.campaign
    halves = 2 * len(PARTS)
    gone = (2 * PARTS.index(state.part) + (state.active != state.first)) / halves if state.part else 0.0
    turns = campaign.last_turn - campaign.first_turn + 1
    return min(1.0, max(0.0, (state.turn - campaign.first_turn + gone) / turns))


# -- features -----------------------------------------------------------------------------------------


class Sight:
    """What the features of all positions of a campaign have in common."""

    def __init__(self, campaign: Campaign) -> None:
        self.ground: Ground = ground_of(campaign)
        self.to_cherbourg = self._nearness(CHERBOURG & campaign.in_play)
        self.caen = self.ground.hexes("Caen")
        self.to_caen = self._nearness(self.caen)
        self.avranches = self.ground.hexes("Avranches")
        self.to_avranches = self._nearness(self.avranches)
        self.towns: HexSet = campaign.ground.town & campaign.in_play
        self.hexes = campaign.in_play.bit_count()
        self.full = [self.ground.value[unit] * campaign.steps[unit] for unit in range(UNITS)]
        self.scale = 100.0 if campaign.set_up.victory == "cherbourg" else 300.0

    def _nearness(self, goals: HexSet) -> list[float]:
        return [WEEK / (WEEK + cost) for cost in self.ground.field(goals)] if goals else [0.0] * SIZE


@cache
def _sight(campaign: Campaign) -> Sight:
    return Sight(campaign)


class _Force:
    """The strength of an army: in all, where it is and what it can do."""

    def __init__(self, g: State, army: int, sight: Sight) -> None:
        value = sight.ground.value
        self.ashore = self.off_map = self.lost = self.weakened = self.disorganised = self.unsupplied = 0.0
        self.soon = self.later = self.offshore = 0.0
        self.to_cherbourg = self.first = self.besieging = self.to_caen = self.to_avranches = 0.0
        reserve = (STRATEGIC_RESERVE, *REST)
        for unit in members(g.campaign.units_of[army]):
            place = g.where[unit]
            strength = value[unit] * g.steps_of(unit)
            if 0 <= place < SIZE:
                self.ashore += strength
                self.weakened += value[unit] * g.lost[unit]
                if g.level[unit]:
                    self.disorganised += strength * g.level[unit]
                if g.unsupplied >> unit & 1:
                    self.unsupplied += strength
                near = sight.to_cherbourg[place]
                self.to_cherbourg += strength * near
                self.first = max(self.first, near)
                if near >= 0.5:
                    self.besieging += strength
                self.to_caen += strength * sight.to_caen[place]
                self.to_avranches += strength * sight.to_avranches[place]
            elif place == WAITING:
                if due_turn(g, unit) <= g.turn + SOON:
                    self.soon += strength
                elif due_turn(g, unit) <= g.campaign.last_turn:
                    self.later += strength
            elif place == LOST or place in DESTROYED:
                self.lost += sight.full[unit]
            elif place in reserve:
                self.soon += strength
            elif place in OFF_MAP:
                self.off_map += strength
            elif place >= SIZE:
                self.offshore += strength


def _before_cherbourg(g: State, first: float, sight: Sight) -> tuple[float, float]:
    """How near Cherbourg is to falling, and what stands between it and those who come first."""
    left = CHERBOURG & g.campaign.in_play & ~g.held
    if not left:
        return 1.0, 0.0
    attack = sum(
        g.attack_of(unit)
        for hex_ in members(GRID.within(left, 2) & g.troops[ALLIED])
        for unit in g.units_in(hex_, ALLIED)
    )
    garrison = sum(
        g.defence_of(unit) for hex_ in members(left & g.troops[GERMAN]) for unit in g.defenders_in(hex_, GERMAN)
    )
    between = sum(
        g.defence_of(unit)
        for hex_ in members(g.troops[GERMAN])
        if sight.to_cherbourg[hex_] >= first
        for unit in g.units_in(hex_, GERMAN)
    )
    return attack / (attack + 2 * garrison + 1), between / 50


def features(state: KernelState) -> list[float]:
    """Each feature of a state or view, in the order of ``FEATURES``."""
    assert isinstance(state, State)
    g, campaign = state, state.campaign
    sight = _sight(campaign)
    us, british, german = (_Force(g, army, sight) for army in (US, BRITISH, GERMANS))
    scale, held = sight.scale, g.held
    allied = us.ashore + british.ashore
    markers = [0, 0]
    for (side, _), number in g.markers.items():
        markers[side] += number
    about = us.besieging + german.besieging
    cherbourg = CHERBOURG & campaign.in_play
    return [
        g.points / 50,
        us.ashore / scale,
        british.ashore / scale,
        german.ashore / scale,
        allied / (allied + german.ashore) if allied else 0.0,
        (us.off_map + british.off_map) / scale,
        german.off_map / scale,
        (us.lost + british.lost) / scale,
        german.lost / scale,
        (us.weakened + british.weakened) / scale,
        german.weakened / scale,
        (us.disorganised + british.disorganised) / scale,
        german.disorganised / scale,
        (us.soon + british.soon) / scale,
        german.soon / scale,
        (us.later + british.later) / scale,
        german.later / scale,
        (us.offshore + british.offshore) / scale,
        (held & campaign.in_play).bit_count() / sight.hexes,
        (held & sight.towns).bit_count() / max(1, sight.towns.bit_count()),
        german_beaches(g).bit_count() / 4,
        sum(depots.capacity(g, depot) for depot in depots.DEPOTS if depots.works(g, depot)) / 20,
        markers[ALLIED] / 20,
        markers[GERMAN] / 20,
        (held & cherbourg).bit_count() / max(1, cherbourg.bit_count()),
        us.to_cherbourg / scale,
        us.first,
        german.to_cherbourg / scale,
        us.besieging / about if about else 0.5,
        *_before_cherbourg(g, us.first, sight),
        float(held >> SAINT_VAAST & 1),
        float(g.utah_fell),
        british.to_caen / scale,
        (held & sight.caen).bit_count() / max(1, sight.caen.bit_count()),
        us.to_avranches / scale,
        float(bool(held & sight.avranches)),
        float(g.controls(ALLIED, PARIS)),
        g.besieged.bit_count() / 5,
        (us.unsupplied + british.unsupplied) / scale,
        german.unsupplied / scale,
        sum(g.on_map(hq) and campaign.side[hq] == GERMAN for hq in HEADQUARTERS) / 5,
        float(g.weather is not Weather.CLEAR or g.storm),
    ]
