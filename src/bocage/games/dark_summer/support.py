"""Combat Support markers: which may be announced, and what they add (12)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.dark_summer import supply
from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMANS, GROUP_NAMES, SEATS, SIDE_OF, US
from bocage.games.dark_summer.places import CHERBOURG, place_name
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of, has_support, terrain_in, terrain_under_attack
from bocage.games.dark_summer.tables import Support
from bocage.games.dark_summer.terms import Army
from bocage.games.dark_summer.words import PASS, SUPPORT
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask

GROUP_OF = {Army.US: US, Army.BRITISH: BRITISH, Army.GERMAN: GERMANS}
ONE_PER_COMBAT = frozenset({"tac_air", "tank_destroyer"})  # 12.2-04, 12.4-05
NOT_WITH_BOMBS = frozenset({"tac_air", "naval"})  # 12.1-06
IN_CHERBOURG = frozenset({"tac_air", "tank_destroyer"})  # 11.7-08
ALLIED_ATTACK_ROUNDS = frozenset({"combat", "combined"})


def group_of(marker: Support) -> int:
    """For whom a marker serves."""
    return GROUP_OF[marker.army]


def support_strength(g: State, attack: Attack, *, attacking: bool) -> int:
    """What the Support markers of one side add to its total (11.3.2-05)."""
    markers = attack.attack_support if attacking else attack.defence_support
    return sum(worth(g, attack, marker, attacking=attacking) for marker in markers)


def worth(g: State, attack: Attack, marker: int, *, attacking: bool) -> int:
    """The Support value of a marker in an attack; woods and forests hide targets from Tac Air (12.2-06)."""
    support = g.campaign.markers[marker]
    value = (support.attack if attacking else support.defence) or 0
    terrain = terrain_under_attack(g, attack)
    if support.kind == "tac_air" and terrain is not None:
        return max(0, value + terrain.tac_air)
    return value


def supporting(g: State, attack: Attack, *, attacking: bool) -> tuple[tuple[str, int], ...]:
    """What each marker adds to a side of an attack, by its title."""
    markers = attack.attack_support if attacking else attack.defence_support
    return tuple((g.campaign.markers[one].title, worth(g, attack, one, attacking=attacking)) for one in markers)


# -- which may be announced -----------------------------------------------------------------------


def why_not_support(g: State, attack: Attack, marker: int, *, attacking: bool) -> Refusal | None:
    """Why a marker may not be added to an attack, by its attacker or its defender; None if it may."""
    support = g.campaign.markers[marker]
    side = g.active_side if attacking else 1 - g.active_side
    if SIDE_OF[group_of(support)] != side:
        return Refusal("11.3.2-02", f"{support.title} is not a marker of the {SEATS[side]} side")
    if refusal := why_not_yet(g, support):
        return refusal
    if marker in (*attack.attack_support, *attack.defence_support):
        return Refusal("11.3.2-02", f"{support.title} is committed to this Combat already")
    if attack.target == CHERBOURG and support.kind not in IN_CHERBOURG:
        return Refusal("11.7-08", f"{support.title} may not support Cherbourg Combat")
    if attacking and support.kind == "assault_gun":
        return Refusal("12.7-02", f"{support.title} support only a German defence")
    if not attacking and support.defence is None:
        rule = "12.2-08" if support.kind == "tac_air" else "12.0-07"
        return Refusal(rule, f"{support.title} may not be used in defence")
    return (
        _why_not_together(g, attack, support)
        or _why_not_these_units(g, attack, support, attacking=attacking)
        or why_not_now(g, marker)
        or (_why_not_naval(g, attack, support) if support.kind == "naval" else None)
    )


def _why_not_together(g: State, attack: Attack, support: Support) -> Refusal | None:
    """12.1-06, 12.2-04, 12.4-05: which markers exclude each other."""
    committed = attack.attack_support + attack.defence_support
    if support.kind in ONE_PER_COMBAT and has_support(g, committed, support.kind):
        rule = "12.2-04" if support.kind == "tac_air" else "12.4-05"
        return Refusal(rule, f"only one {support.title} marker may be used in a Combat")
    bombs = support.kind == "carpet_bombing" and has_support(g, committed, *NOT_WITH_BOMBS)
    if bombs or (support.kind in NOT_WITH_BOMBS and has_support(g, committed, "carpet_bombing")):
        return Refusal("12.1-06", "Carpet Bombing may not be combined with Tac Air or Naval Support")
    return None


def _why_not_these_units(g: State, attack: Attack, support: Support, *, attacking: bool) -> Refusal | None:
    """For which units of its side a marker may be used: nationality, and Supply where it matters (12.0-06)."""
    campaign, kind, title = g.campaign, support.kind, support.title
    units = attack.attackers if attacking else defenders_of(g, attack)
    if kind == "tank_destroyer":
        if not any(campaign.is_us[unit] and supply.in_supply(g, unit) for unit in units):
            rule = "12.4-01" if units else "12.4-06"
            return Refusal(rule, f"{title} support only Supplied US units")
    elif kind in ("nebelwerfer", "assault_gun"):
        if not any(supply.in_supply(g, unit) for unit in units):
            rule = "12.5-03" if kind == "nebelwerfer" else "12.7-03"
            return Refusal(rule, f"{title} support only units that are In Supply")
    elif kind == "artillery":
        enemies = defenders_of(g, attack) if attacking else attack.attackers
        if any(campaign.group[unit] == US for unit in enemies):
            return Refusal("12.6-03", f"{title} may not be used in a Combat with US or French units")
    else:
        group = group_of(support)
        groups = {campaign.group[unit] for unit in units}
        if not units and campaign.beaches_of[group] >> attack.target & 1:  # an Open Beach alone (11.9-05)
            groups = {group}
        if group not in groups:
            rule = {"naval": "12.3-03", "tac_air": "12.2-01", "carpet_bombing": "12.1-01"}[kind]
            return Refusal(rule, f"{title} supports only the {GROUP_NAMES[group]} units")
    return None


def why_not_yet(g: State, support: Support) -> Refusal | None:
    """Why a marker is not in play, or not yet (12.0, 12.7)."""
    if support.optional and not g.options.assault_guns:
        return Refusal("12.7", f"{support.title} is not used in this game")
    if (g.turn, g.round) < (support.turn, support.round):
        since = f"Turn {support.turn}" + (f", Round {support.round}" if support.round > 1 else "")
        return Refusal("12.0-02", f"{support.title} is available from {since} on")
    return None


def why_not_now(g: State, marker: int) -> Refusal | None:
    """Why a marker in play serves nobody now: Weather, kind of Round, how often it was used (12.1 to 12.7)."""
    support = g.campaign.markers[marker]
    title, weather, sky = support.title, g.weather.value.capitalize(), g.sky
    used_in_round, used_in_turn = g.support_round >> marker & 1, g.support_turn[marker]
    if support.kind == "carpet_bombing":
        if not sky.carpet_bombing:
            return Refusal("12.1-01", f"{title} does not fly in {weather}")
        if g.round_kind != "combat":
            return Refusal("12.1-02", f"{title} bombs only in a Combat Round")
        if used_in_turn or g.support_game[marker] >= (support.uses or 0):
            return Refusal("12.1-03", f"{title} may be used once a turn and twice a game")
    elif support.kind == "tac_air":
        if sky.tac_air == "never":
            return Refusal("12.2-03", f"{title} does not fly in {weather}")
        if g.round_kind not in ALLIED_ATTACK_ROUNDS:
            return Refusal("12.2-01", f"{title} flies only in Combat and Combined Action Rounds")
        if sky.tac_air == "turn" and used_in_turn:
            return Refusal("12.2-02", f"{title} has been used in this turn, and in {weather} once is all")
        if used_in_round:
            return Refusal("12.2-01", f"{title} has been used in this Round")
    elif support.kind == "naval":
        if not sky.naval:
            return Refusal("12.3-02", f"{title} cannot be used in {weather}")
        if used_in_round:
            rule = "12.3-04" if g.active_side == ALLIED else "12.3-06"
            return Refusal(rule, f"{title} has been used in this Round")
    elif support.kind == "artillery":
        if not sky.artillery:
            return Refusal("12.6-01", f"{title} cannot be used in {weather}")
        if used_in_turn:
            return Refusal("12.6-02", f"{title} has been used in this turn")
    elif support.kind == "assault_gun":
        if used_in_turn >= sky.assault_guns:
            return Refusal("12.7-01", f"{title} have been used as often as {weather} lets them")
    elif used_in_turn:
        rule = "12.4-01" if support.kind == "tank_destroyer" else "12.5-01"
        return Refusal(rule, f"{title} have been used in this turn")
    return None


def _why_not_naval(g: State, attack: Attack, support: Support) -> Refusal | None:
    """12.3: Clear hexes, Beaches and Towns within the Gun Line."""
    label = place_name(attack.target)
    if not g.campaign.ground.gun_line >> attack.target & 1:
        return Refusal("12.3-11", f"{support.title} does not reach {label}, which lies beyond the Naval Gun Line")
    if not terrain_in(g, attack.target).naval:
        rule = "12.3-08" if g.active_side == ALLIED else "12.3-09"
        return Refusal(rule, f"{label} is neither Clear nor a Town: there is no Naval Support")
    return None


def available(g: State, attack: Attack, *, attacking: bool) -> list[int]:
    """The markers that one side may add to an attack now."""
    side = g.active_side if attacking else 1 - g.active_side
    return [
        marker
        for marker, support in enumerate(g.campaign.markers)
        if SIDE_OF[group_of(support)] == side and why_not_support(g, attack, marker, attacking=attacking) is None
    ]


def use(g: State, marker: int) -> None:
    """A marker is committed, and counted (12.1-05)."""
    g.support_round |= 1 << marker
    g.support_turn[marker] += 1
    g.support_game[marker] += 1


# -- the announcement -----------------------------------------------------------------------------


@dataclass
class AnnounceSupport(Procedure[Attack]):
    """First the attacker, then the defender announces Support (11.3.2); the result is the attack with it."""

    doing = "support"
    attack: Attack
    attacking: bool = True

    def about(self, g: State) -> About:
        """The attack."""
        return About(target=self.attack.target, attackers=self.attack.attackers)

    def begin(self, g: State) -> Next:
        """Ask the attacker, then the defender, as long as he has a marker to add."""
        orders = [SUPPORT[marker] for marker in available(g, self.attack, attacking=self.attacking)]
        if not orders:
            return self.over
        side = g.active_side if self.attacking else 1 - g.active_side
        prompt = f"Support for the {'attack on' if self.attacking else 'defence of'} {place_name(self.attack.target)}?"
        return ask(SEATS[side], prompt, [*orders, PASS], then=self.announced, why=self.why_not, rule="11.3.2")

    def announced(self, g: State, order: Order) -> Next:
        """One more marker, or no more."""
        if order is PASS:
            return self.over
        use(g, order.arg)
        g.tell(
            "support", "11.3.2", marker=order.arg, hex=self.attack.target,
            worth=worth(g, self.attack, order.arg, attacking=self.attacking),
            side=SEATS[g.active_side if self.attacking else 1 - g.active_side],
        )  # fmt: skip
        if self.attacking:
            self.attack = self.attack._replace(attack_support=(*self.attack.attack_support, order.arg))
        else:
            self.attack = self.attack._replace(defence_support=(*self.attack.defence_support, order.arg))
        return self.begin

    def over(self, g: State) -> Next:
        """The other side's turn to announce, or all is announced."""
        if self.attacking:
            self.attacking = False
            return self.begin
        return self.done(self.attack)

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a marker cannot be announced."""
        if order.verb == "support":
            refusal = why_not_support(g, self.attack, order.arg, attacking=self.attacking)
            assert refusal is not None, "what is not refused is offered"
            return refusal
        return Refusal("11.3.2-01", "announce Support for this Combat, or pass")
