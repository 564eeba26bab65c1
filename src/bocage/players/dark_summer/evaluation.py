"""What tells early how a game of The Dark Summer will end, as numbers; and what its end is worth to the Allies."""

from __future__ import annotations

from functools import cache
from typing import Final

from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMAN, GERMANS, SEATS, US, Campaign
from bocage.games.dark_summer.chits import BRITISH_COMBAT, BRITISH_MOVE, GERMAN_CHIT, US_CHIT
from bocage.games.dark_summer.places import (
    BRITTANY,
    CHERBOURG,
    EASTERN_EXIT,
    ELIMINATED,
    GRID,
    MAY_LEAVE,
    OFFSHORE,
    SIZE,
    WAITING,
    WITHDRAWN,
)
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import supplied_hexes
from bocage.hexes import HexSet, mask, members
from bocage.kernel import State as KernelState
from bocage.players.dark_summer.ground import Ground, ground_of
from bocage.players.evaluation import Feature

SISTER: Final = "campaign"  # whose weights serve the scenarios that have none of their own

WON, ALL_THE_REST = 0.1, 0.4  # what a victory counts beside a draw, and what its points can add
LANDSLIDE = 20.0  # points ahead that no more can add to
SOON = 2  # turns
WEEK = 12.0  # Movement Points to a goal that count as much as being half as near

FEATURES: Final = (
    Feature("points", "Victory Points scored so far, Allied less German"),
    Feature("standing", "Victory Points of the hexes as they are held"),
    Feature("us_strength", "US strength ashore"),
    Feature("british_strength", "British strength ashore"),
    Feature("german_strength", "German strength on the map"),
    Feature("balance", "Allied strength against German"),
    Feature("offshore", "Allied strength still offshore"),
    Feature("allied_lost", "Allied strength eliminated"),
    Feature("german_lost", "German strength eliminated"),
    Feature("allied_reduced", "Allied strength in reduced units"),
    Feature("german_reduced", "German strength in reduced units"),
    Feature("allied_soon", "Allied strength due within two turns"),
    Feature("german_soon", "German strength due within two turns"),
    Feature("allied_later", "Allied strength still to come after that"),
    Feature("german_later", "German strength still to come after that"),
    Feature("open_beaches", "Open Beaches"),
    Feature("closed_beaches", "Closed Beaches"),
    Feature("beach_guards", "Allied strength about the Open Beaches against German"),
    Feature("ground", "hexes that the Allies control"),
    Feature("cherbourg", "Cherbourg is captured"),
    Feature("cherbourg_garrison", "German strength in Cherbourg"),
    Feature("cherbourg_isolated", "Cherbourg is Isolated"),
    Feature("us_to_cherbourg", "US strength by its nearness to Cherbourg, while it stands"),
    Feature("late_for_cherbourg", "how late it is for Cherbourg, while it stands"),
    Feature("caen", "hexes of Caen in Allied hands"),
    Feature("british_to_caen", "British strength by its nearness to Caen"),
    Feature("germans_at_caen", "German strength by its nearness to Caen"),
    Feature("saint_lo", "Saint-Lô is Allied"),
    Feature("avranches", "Avranches is Allied"),
    Feature("us_to_avranches", "US strength by its nearness to Avranches"),
    Feature("germans_at_avranches", "German strength by its nearness to Avranches"),
    Feature("brittany", "US strength in Brittany"),
    Feature("allied_exits", "Allied strength over the eastern edge"),
    Feature("allied_to_the_east", "Allied strength by its nearness to the eastern edge"),
    Feature("german_exits", "German strength over the eastern edge"),
    Feature("can_escape", "German divisions without a loss that can still escape"),
    Feature("german_supply", "German strength in supply"),
    Feature("allied_supply", "Allied strength out of supply"),
    Feature("allied_chits", "Allied chits in the cup"),
    Feature("german_chits", "German chits in the cup"),
)


# -- the end ------------------------------------------------------------------------------------------


def margin(state: KernelState) -> float:
    """0 and 1 for sudden death, and between them by the Victory Points; there is no draw."""
    assert isinstance(state, State)
    assert state.ended is not None
    won = 1 if state.ended.winner == SEATS[ALLIED] else -1
    if state.ended.level == "sudden-death":
        return float(won > 0)
    ahead = abs(state.points[ALLIED] - state.points[GERMAN]) / 2
    return 0.5 + won * (WON + ALL_THE_REST * min(1.0, ahead / LANDSLIDE))


def progress(state: KernelState) -> float:
    """How much of the game is over."""
    assert isinstance(state, State)
    campaign = state.campaign
    first = campaign.set_up.turn
    within = state.round / (state.round + sum(state.cup) + 1)
    return min(1.0, max(0.0, (state.turn - first + within) / (campaign.last_turn - first + 1)))


# -- features -----------------------------------------------------------------------------------------


class Sight:
    """What the features of all positions of a campaign have in common."""

    def __init__(self, campaign: Campaign) -> None:
        self.ground: Ground = ground_of(campaign)
        letters = campaign.ground.letters
        self.caen = campaign.caen
        self.to_cherbourg = self._nearness(ALLIED, letters["C"])
        self.to_caen = (self._nearness(ALLIED, self.caen), self._nearness(GERMAN, self.caen))
        avranches: HexSet = 1 << campaign.avranches
        self.to_avranches = (self._nearness(ALLIED, avranches), self._nearness(GERMAN, avranches))
        self.to_the_east = self._nearness(ALLIED, letters["E"])
        victory = campaign.tables.victory
        self.worth: dict[int, tuple[float, float]] = {}  # of a scoring hex in Allied and in German hands
        for label in {**victory.allied.hexes, **victory.german.hexes}:
            self.worth[GRID.at(label)] = (victory.allied.hexes.get(label, 0), -victory.german.hexes.get(label, 0))
        self.saint_lo = GRID.at("2911")
        self.passable = campaign.ground.passable.bit_count()
        value = self.ground.value
        self.full = [value[unit] * (2 if campaign.two_step[unit] else 1) for unit in range(campaign.count)]
        self.scale = sum(self.full[unit] for unit in members(campaign.units_of_side[ALLIED])) / 2
        self.entry = [piece.entry.turn or 0 for piece in campaign.units]
        self.escapes = [
            units
            for formation, units in enumerate(campaign.formation_units)
            if campaign.is_division[formation]
            and units & campaign.units_of_side[GERMAN]
            and all(self.entry[unit] <= victory.german.exit_entry_to for unit in members(units))
        ]

    def _nearness(self, side: int, goals: HexSet) -> list[float]:
        return [WEEK / (WEEK + cost) for cost in self.ground.field(side, goals)]


@cache
def _sight(campaign: Campaign) -> Sight:
    return Sight(campaign)


class _Force:
    """The strength of a group: in all, where it is and what it can do."""

    def __init__(self, g: State, group: int, sight: Sight) -> None:
        value = sight.ground.value
        self.ashore = self.offshore = self.reduced = self.lost = self.soon = self.later = 0.0
        self.brittany = self.exited = self.cherbourg = self.supplied = 0.0
        self.to_cherbourg = self.to_caen = self.to_avranches = self.to_the_east = 0.0
        lines = supplied_hexes(g, group)
        of = GERMAN if group == GERMANS else ALLIED
        to_caen, to_avranches = sight.to_caen[of], sight.to_avranches[of]
        for unit in members(g.campaign.units_of_group[group]):
            place = g.where[unit]
            strength = value[unit] * g.steps_of(unit)
            if 0 <= place < SIZE:
                self.ashore += strength
                if g.reduced >> unit & 1:
                    self.reduced += strength
                self.to_caen += strength * to_caen[place]
                self.to_avranches += strength * to_avranches[place]
                if of == ALLIED:
                    self.to_cherbourg += strength * sight.to_cherbourg[place]
                    self.to_the_east += strength * sight.to_the_east[place]
                if lines >> place & 1:
                    self.supplied += strength
            elif place == WAITING:
                if sight.entry[unit] <= g.turn + SOON:
                    self.soon += strength
                else:
                    self.later += strength
            elif place == ELIMINATED:
                self.lost += sight.full[unit]
            elif place == EASTERN_EXIT:
                self.exited += strength
            elif place == CHERBOURG:
                self.cherbourg += strength
            elif place in (BRITTANY, MAY_LEAVE):
                self.brittany += strength
            elif place in OFFSHORE:
                self.offshore += strength


def _escapes(g: State, sight: Sight) -> float:
    """German divisions that are complete and on the map, or over the edge."""
    gone = mask(unit for unit, place in enumerate(g.where) if place in (ELIMINATED, WITHDRAWN, CHERBOURG))
    return float(sum(not units & gone for units in sight.escapes))


def _about_beaches(g: State, sight: Sight) -> float:
    """The share of the Allies in all strength within three hexes of the Open Beaches."""
    area = GRID.within(g.open_beaches, 3)
    own, theirs = (
        sum(
            sight.ground.value[unit] * g.steps_of(unit)
            for hex_ in members(area & g.occupied[side])
            for unit in g.at[hex_]
        )
        for side in (ALLIED, GERMAN)
    )
    return own / (own + theirs) if own + theirs else 0.5


def features(state: KernelState) -> list[float]:
    """Each feature of a state or view, in the order of ``FEATURES``."""
    assert isinstance(state, State)
    g, campaign = state, state.campaign
    sight = _sight(campaign)
    us, british, german = _Force(g, US, sight), _Force(g, BRITISH, sight), _Force(g, GERMANS, sight)
    scale, held = sight.scale, g.held
    allied = us.ashore + british.ashore
    standing = sum(mine if held >> hex_ & 1 else theirs for hex_, (mine, theirs) in sight.worth.items())
    captured = float(bool(g.cherbourg_captured))
    limit = campaign.tables.sudden_death.cherbourg_by
    cup = g.cup or (0, 0, 0, 0)
    return [
        (g.points[ALLIED] - g.points[GERMAN]) / 20,
        standing / 20,
        us.ashore / scale,
        british.ashore / scale,
        german.ashore / scale,
        allied / (allied + german.ashore) if allied else 0.0,
        (us.offshore + british.offshore) / scale,
        (us.lost + british.lost) / scale,
        german.lost / scale,
        (us.reduced + british.reduced) / scale,
        german.reduced / scale,
        (us.soon + british.soon) / scale,
        german.soon / scale,
        (us.later + british.later) / scale,
        german.later / scale,
        g.open_beaches.bit_count() / 10,
        g.closed_beaches.bit_count() / 3,
        _about_beaches(g, sight),
        (held & campaign.ground.passable).bit_count() / sight.passable,
        captured,
        german.cherbourg / 10,
        float(g.isolated),
        0.0 if captured else us.to_cherbourg / scale,
        0.0 if captured else g.turn / limit,
        (sight.caen & held).bit_count() / 3,
        british.to_caen / scale,
        german.to_caen / scale,
        float(held >> sight.saint_lo & 1),
        float(held >> campaign.avranches & 1),
        us.to_avranches / scale,
        german.to_avranches / scale,
        us.brittany / scale,
        (us.exited + british.exited) / scale,
        (us.to_the_east + british.to_the_east) / scale,
        german.exited / scale,
        _escapes(g, sight) / 10,
        german.supplied / scale,
        max(0.0, allied - us.supplied - british.supplied) / scale,
        (cup[US_CHIT] + cup[BRITISH_MOVE] + cup[BRITISH_COMBAT]) / 6,
        cup[GERMAN_CHIT] / 4,
    ]
