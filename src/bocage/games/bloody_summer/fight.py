"""What a fight is: its kind, who takes part, strengths, odds and column shifts (6.1, 6.3, 6.5).

``column_shifts`` is the single truth about shifts for the preview, the event and the resolution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from bocage.games.bloody_summer.campaign import ALLIED, BRITISH, GERMAN
from bocage.games.bloody_summer.ground import MAJOR
from bocage.games.bloody_summer.pieces import FESTUNG_PIECES, PARTISANS, UNITS
from bocage.games.bloody_summer.places import ACROSS, DESTROYED, SIZE, Place
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.tables import TerrainRow
from bocage.games.bloody_summer.terms import Terrain

NO_AIR: Final = -1


class Kind(NamedTuple):
    """All that varies with the kind of a fight."""

    once: bool = True  # it is the one attack and the one defence of a phase (6.1)
    shifts: bool = True  # all of them; otherwise the attackers' disorganisation alone
    bombardment: bool = True  # by ships and bombers
    air: Literal["always", "late", "never"] = "always"  # Tactical Air Support
    support: Literal["free", "paid", "none"] = "free"  # by headquarters; paid: with another marker
    retreat: Literal["owner", "attacker", "none"] = "owner"  # who chooses the paths
    advance: int = 2  # hexes
    exploitation: bool = False
    counterattack: bool = True


KINDS: Final[dict[str, Kind]] = {
    "combat": Kind(exploitation=True),
    "turn_0": Kind(),
    "exploitation": Kind(air="late", support="paid"),
    "counterattack": Kind(once=False, advance=1, counterattack=False),
    "overrun": Kind(
        once=False, bombardment=False, air="late", support="none", retreat="attacker", advance=0, counterattack=False
    ),
    "landing": Kind(bombardment=False, air="never", advance=0, counterattack=False),
    "drop": Kind(
        shifts=False, bombardment=False, air="never", support="none", advance=0, counterattack=False
    ),
    "off_map": Kind(bombardment=False, retreat="none", advance=0, counterattack=False),
    "siege": Kind(retreat="none", advance=0, counterattack=False),
}  # fmt: skip


class Fight(NamedTuple):
    """An attack on one place, with all that both sides have decided about it so far."""

    kind: str
    side: int  # that attacks
    target: Place
    attackers: tuple[int, ...]
    hq: int = NOBODY  # the headquarters that is activated
    fresh: bool = True  # it has not supported another combat of its activation
    bound: tuple[int, ...] = ()  # attackers who fight under a headquarters for the first time in this turn
    spared: tuple[int, ...] = ()  # defenders that take no part
    terrain: Terrain | None = None  # the defender's choice
    air: int = NO_AIR  # the counter that gives Tactical Air Support
    support: tuple[int, ...] = ()  # headquarters of the attacker
    defence_support: int = NOBODY

    @property
    def rules(self) -> Kind:
        """What its kind has."""
        return KINDS[self.kind]


class Fought(NamedTuple):
    """How a fight ended."""

    cleared: bool = False  # no enemy piece is left in the place
    exploits: bool = False  # the result allows exploitation (6.8)
    advanced: bool = False
    retreated: tuple[int, ...] = ()  # defenders
    supported: bool = False  # the activated headquarters has given its support


NOTHING_DECIDED: Final = Fought()


# -- who takes part -------------------------------------------------------------------------------


def alive(g: State, pieces: Iterable[int]) -> tuple[int, ...]:
    """Those of some pieces that are still in play."""
    return tuple(piece for piece in pieces if g.where[piece] >= 0 and g.where[piece] not in DESTROYED)


def enemies_in(g: State, fight: Fight) -> tuple[int, ...]:
    """All enemy pieces in the place that have steps: they are attacked as a whole (6.1-08)."""
    steps = g.campaign.steps
    return tuple(piece for piece in g.stack_of(1 - fight.side, fight.target) if steps[piece])


def defenders_of(g: State, fight: Fight) -> tuple[int, ...]:
    """Those of them that take part (6.5-11)."""
    return tuple(piece for piece in enemies_in(g, fight) if piece not in fight.spared)


def armies_of(g: State, fight: Fight) -> tuple[int | None, int | None]:
    """The armies that attack and defend; None if nobody is left."""
    attackers, defenders = fight.attackers, enemies_in(g, fight)
    army = g.campaign.army
    return (army[attackers[0]] if attackers else None, army[defenders[0]] if defenders else None)


def allied_army(g: State, fight: Fight) -> int | None:
    """The Allied army of a fight, whichever way it goes; Partisans are of none that has ships and aircraft (8-06)."""
    attacking, defending = armies_of(g, fight)
    if fight.side == ALLIED:
        return attacking
    return None if all(piece in PARTISANS for piece in enemies_in(g, fight)) else defending


# -- strengths ------------------------------------------------------------------------------------


def attack_value(g: State, piece: int) -> int:
    """What a piece attacks with: nothing if it is isolated (7.4-04)."""
    return 0 if g.unsupplied >> piece & 1 else g.attack_of(piece)


def defence_value(g: State, piece: int) -> int:
    """What a piece defends with: half, rounded up, if it is isolated (7.4-03)."""
    value = g.defence_of(piece)
    return (value + 1) // 2 if g.unsupplied >> piece & 1 else value


def strengths(g: State, fight: Fight) -> tuple[int, int]:
    """The total of attack and the total of defence, which is at least 1 (6.3-02)."""
    attack = sum(attack_value(g, piece) for piece in fight.attackers)
    defence = sum(defence_value(g, piece) for piece in defenders_of(g, fight))
    return attack, max(defence, 1)


def printed_strengths(g: State, fight: Fight) -> tuple[int, int]:
    """The same as the counters have it, to tell what lack of supply has changed."""
    return sum(map(g.attack_of, fight.attackers)), sum(map(g.defence_of, defenders_of(g, fight)))


def unsupplied_of(g: State, fight: Fight) -> tuple[int, ...]:
    """Those on both sides who fight out of supply (7.4)."""
    return tuple(piece for piece in (*fight.attackers, *defenders_of(g, fight)) if g.unsupplied >> piece & 1)


def elite_modifier(g: State, fight: Fight) -> int:
    """What elite units add to the die: those that are at least half of the factors of a side (6.3-05)."""
    table, elite = g.campaign.tables.elite, g.campaign.elite
    attack, defence = strengths(g, fight)
    of_attack = sum(attack_value(g, piece) for piece in fight.attackers if elite[piece])
    of_defence = sum(defence_value(g, piece) for piece in defenders_of(g, fight) if elite[piece])
    return table.attack * (2 * of_attack >= attack > 0) + table.defence * (2 * of_defence >= defence)


# -- terrain --------------------------------------------------------------------------------------


def terrains_of(g: State, place: Place) -> tuple[Terrain, ...]:
    """The terrain that the defender of a place may choose from; a box has none (6.12-02)."""
    return g.campaign.ground.terrains_at(place) if place < SIZE else ()


def terrain_row(g: State, fight: Fight) -> TerrainRow | None:
    """The row of the chart for the place attacked: as the defender chose, or the best for him."""
    rows = g.campaign.tables.terrain
    if fight.terrain is not None:
        return rows[fight.terrain]
    return max((rows[kind] for kind in terrains_of(g, fight.target)), key=lambda row: row.shift, default=None)


def is_fortified(g: State, fight: Fight) -> bool:
    """Whether the defender is in a Festung, or all attackers come across a fortified line of a town (0.1.2)."""
    if any(piece in FESTUNG_PIECES for piece in enemies_in(g, fight)):
        return True
    lines, target = g.campaign.ground.fortified, fight.target
    if target >= SIZE or not g.campaign.ground.town >> target & 1:
        return False
    return all((g.where[unit], target) in lines for unit in fight.attackers)


def _across_river(g: State, fight: Fight) -> bool:
    """Whether every attacker crosses a major river."""
    rivers, target = g.campaign.ground.rivers, fight.target
    return target < SIZE and all(
        g.where[unit] < SIZE and rivers[g.where[unit], target] == MAJOR for unit in fight.attackers
    )


# -- column shifts --------------------------------------------------------------------------------

Shift = tuple[str, int]  # the reason, and columns to the right


def column_shifts(g: State, fight: Fight) -> tuple[Shift, ...]:
    """Every shift with its reason: first those to the right, then those to the left (6.3-04)."""
    shifts = (*_right(g, fight), *_left(g, fight)) if fight.rules.shifts else _attackers_state(g, fight)
    right = [shift for shift in shifts if shift[1] > 0]
    return (*right, *(shift for shift in shifts if shift[1] < 0))


def find_column(g: State, fight: Fight) -> int:
    """The column in which the result is read, kept within the table (6.3-06)."""
    table = g.campaign.tables.combat
    number = table.column(*strengths(g, fight)) + sum(shift for _, shift in column_shifts(g, fight))
    return min(max(number, 0), len(table.columns) - 1)


def _right(g: State, fight: Fight) -> Iterator[Shift]:
    """In the attacker's favour, but for air support, which may be either's."""
    campaign = g.campaign
    if fight.air != NO_AIR:
        shift = campaign.tables.support.shift
        yield "air support", shift if fight.side == ALLIED else -shift
    for hq in fight.support:
        yield "headquarters", campaign.bonus[hq]
    if level := max((g.level[piece] for piece in defenders_of(g, fight)), default=0):
        yield "defender disorganised", level
    if affected := affected_level(g, fight.target, defenders_of(g, fight)):
        yield "defender affected", affected
    if _seventy_ninth(g, fight):
        yield "79th Armoured", campaign.tables.seventy_ninth.shift


def _left(g: State, fight: Fight) -> Iterator[Shift]:
    """In the defender's favour."""
    tables, row = g.campaign.tables, terrain_row(g, fight)
    if row is not None and row.shift:
        yield _terrain_name(g, fight), -row.shift
    if _across_river(g, fight):
        yield "river", -tables.river.major.shift
    if is_fortified(g, fight):
        yield "fortified line", -tables.fortified.shift
    if row is not None and row.sea_shift and _from_the_sea(g, fight):
        yield "from the sea", -row.sea_shift
    yield from _attackers_state(g, fight)
    if fight.defence_support != NOBODY:
        yield "defending headquarters", -tables.control.defensive_support


def _terrain_name(g: State, fight: Fight) -> str:
    rows = g.campaign.tables.terrain
    chosen = fight.terrain or max(terrains_of(g, fight.target), key=lambda kind: rows[kind].shift)
    return chosen.value


def _attackers_state(g: State, fight: Fight) -> list[Shift]:
    """Disorganised and affected attackers: the worst of their stacks counts (6.5-15 to 6.5-17)."""
    worst = max((stack_levels(g, stack) for stack in stacks_of(g, fight.attackers)), key=sum, default=(0, 0))
    reasons = ("attacker disorganised", "attacker affected") if fight.rules.shifts else ("attacker disorganised",)
    return [(reason, -level) for reason, level in zip(reasons, worst, strict=False) if level]


def stacks_of(g: State, units: Iterable[int]) -> list[list[int]]:
    """Units by the places where they are."""
    stacks: dict[Place, list[int]] = {}
    for unit in units:
        stacks.setdefault(g.where[unit], []).append(unit)
    return list(stacks.values())


def stack_levels(g: State, stack: list[int]) -> tuple[int, int]:
    """The highest D and A levels of those who take part from one place."""
    return max(g.level[unit] for unit in stack), affected_level(g, g.where[stack[0]], stack)


def affected_level(g: State, place: Place, pieces: Iterable[int]) -> int:
    """The A level of pieces in a place: that of the whole stack, or of a unit that was hit alone (6.2.a-05)."""
    marker, of = g.affected.get(place, 0), g.campaign.side  # ships and bombers hit Germans alone
    return max((max(g.struck.get(piece, 0), marker * (of[piece] == GERMAN)) for piece in pieces), default=0)


def _from_the_sea(g: State, fight: Fight) -> bool:
    """Whether it is an attack from the sea, not by Rangers and commandos alone (10.A.1.a-04, -05, 6.11-09)."""
    if fight.kind != "landing":
        return False
    return not all(unit < UNITS and g.campaign.units[unit].special_forces for unit in fight.attackers)


def _seventy_ninth(g: State, fight: Fight) -> bool:
    """Whether a British attack on a beach hex has a brigade of the 79th Armoured across it (10.A.1.a-07)."""
    beach = g.campaign.ground.beach_at.get(fight.target)
    if beach is None or armies_of(g, fight)[0] != BRITISH:
        return False
    return any(beach in stretch.split(" and ") and place in g.at for stretch, place in ACROSS.items())
