"""Zones of Control (6)."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import ALLIED, GERMAN
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.zones import enemy_zone, in_enemy_zone, unnegated_zone, zone_of
from tests.dark_summer.positions import labels, moving, position, reach_labels, state
from tests.questions import orders, play, refusal
from tests.support import rule


def around(label: str) -> set[str]:
    """The hexes next to one."""
    return {GRID.label(hex_) for hex_ in GRID.neighbours[GRID.at(label)]}


def allied_zone(units: str) -> set[str]:
    """The hexes in Allied ZOCs."""
    return labels(zone_of(position(units), ALLIED))


def german_zone(units: str, *, beaches: str = "", closed: str = "") -> set[str]:
    """The hexes in German ZOCs."""
    return labels(zone_of(position(units, beaches=beaches, closed=closed), GERMAN))


@rule("6.0-01", "6.0-02", "6.0-03", "6.0-05", "2.4-21", edition="dark_summer")
def test_regiments_brigades_and_kampfgruppen_project_zones_and_battalions_and_strongpoints_do_not() -> None:
    open_country = "4115"  # no Major River near it
    for unit in ("921/243", "30-Mob", "125/21-Pz", "1/III-Flak"):
        assert german_zone(f"german {unit} at {open_country}") == around(open_country)
    for unit in ("101-SS-Tiger", "Sturm-7", "SP-4404", "Ost-4304", "100-Pz"):
        assert german_zone(f"german {unit} at {open_country}") == set()
    assert allied_zone(f"allied 8-A at {open_country}") == around(open_country)
    assert allied_zone(f"allied 2-Rng at {open_country}") == set()


@rule("6.0-04", edition="dark_summer")
def test_one_unit_with_a_zone_is_enough_for_its_stack_until_it_leaves() -> None:
    g = position("german 101-SS-Tiger at 4115\ngerman 921/243 at 4115\ngerman 920/243 at 4115")
    units = g.at[GRID.at("4115")]
    assert labels(zone_of(g, GERMAN)) == around("4115")
    for unit in units:
        if g.campaign.zoc[unit]:
            g.remove(unit)
    assert zone_of(g, GERMAN) == 0


@rule("6.1-01", "6.1-02", "6.1-03", "6.1-04", "6.1-05", "2.4-15", edition="dark_summer")
def test_ground_stops_zones_at_water_cities_and_major_rivers_but_not_at_minor_ones_nor_out_of_a_city() -> None:
    assert "4606" not in allied_zone("allied 8/3 at 4605"), "a City"
    assert "4605" in allied_zone("allied 8/3 at 4606"), "out of a City"
    assert "4704" not in allied_zone("allied 8/3 at 4604"), "across the Orne, although there is a bridge"
    assert "4703" in allied_zone("allied 8/3 at 4604")
    assert "3006" in allied_zone("allied 8/3 at 3106") and "3005" not in allied_zone("allied 8/3 at 3106")
    assert "2503" not in allied_zone("allied 8/4 at 2403"), "the sea"
    assert "3204" in allied_zone("allied 8/4 at 3205"), "across the Aure, a Minor River"


@rule("6.1-06", "6.1-07", "2.4-09", edition="dark_summer")
def test_no_allied_zone_at_a_strongpoint_and_no_german_one_on_an_open_beach() -> None:
    german = "german SP-4404 at 4404\nallied 8/3 at 4503"
    assert "4404" not in allied_zone(german) and "4403" in allied_zone(german)
    assert "4404" in allied_zone("allied 8/3 at 4503")
    assert "2403" not in german_zone("german 919/709 at 2302", beaches="2403")
    assert "2403" in german_zone("german 919/709 at 2302", closed="2403")
    g = position(german)
    g.remove(g.at[GRID.at("4404")][0])
    assert "4404" in labels(zone_of(g, ALLIED)), "the Strongpoint is gone"


@rule("6.0-06", edition="dark_summer")
def test_zones_affect_enemies_alone_and_a_beach_approach_reaches_over_its_chevron() -> None:
    g = position("allied 8/4 at approach-2403\nallied 22/4 at second-2403\ngerman 919/709 at 2302")
    assert labels(zone_of(g, ALLIED)) == {"2403"}
    assert not in_enemy_zone(g, GERMAN, GRID.at("2303")) and in_enemy_zone(g, ALLIED, GRID.at("2303"))
    assert labels(zone_of(g, GERMAN)) == around("2302") - {"2402"}


def negated(g: State, label: str) -> bool:
    """Whether the Allied ZOC in a hex is negated for those purposes for which it can be."""
    hex_ = GRID.at(label)
    return bool(enemy_zone(g, GERMAN) >> hex_ & 1 and not unnegated_zone(g, GERMAN) >> hex_ & 1)


@rule("6.2-E1", "6.2-05", edition="dark_summer")
def test_figure_1() -> None:
    units = "allied 501/101 at 2606\ngerman 1057/91 at 2506"
    g = position(units)
    assert labels(zone_of(g, ALLIED)) == {"2505", "2506", "2605", "2706"}
    assert negated(g, "2506") and not negated(g, "2505")
    game = moving("german", units + "\ngerman 1058/91 at 2505")
    moved = play(game, "move 1058/91", "to 2506")[0]
    assert moved.facts["path"] != (GRID.at("2506"),), "for Movement the friend negates nothing: it goes a way round"


@rule("6.2-06", edition="dark_summer")
def test_us_and_british_negate_german_zones_for_each_other() -> None:
    g = position("german 915/352 at 3508\nallied 231/50 at 3608\nallied 16/1 at 3408")
    assert labels(unnegated_zone(g, ALLIED) & GRID.set("3608 3408")) == set()
    assert labels(enemy_zone(g, ALLIED) & GRID.set("3608 3408")) == {"3608", "3408"}


# Around 4821 all is Bocage without Rivers, two MPs a hex for Germans in Sun, when they have no Road rate.


@rule("6.3-01", edition="dark_summer")
def test_entering_a_zone_ends_the_move() -> None:
    game = moving("german", "german 30-Mob at 4819\nallied 8-A at 4821", weather="sun")
    play(game, "move 30-Mob")
    assert {"4820", "4920"} <= set(orders(game, "to")), "into the zone"
    assert refusal(game, "to 4921").rule == "6.3-01", "three hexes, by the zone alone"
    play(game, "to 4820")
    assert orders(game) == ["end"], "it may not go on"


@rule("6.3-02", "6.3-03", "6.3-04", edition="dark_summer")
def test_out_of_a_zone_first_into_a_free_hex_and_then_on_into_another_hex_of_it() -> None:
    game = moving("german", "german 30-Mob at 4820\ngerman 919/709 at 4820\nallied 8-A at 4821", weather="sun")
    play(game, "move 919/709")
    assert set(orders(game, "to")) == {"4719", "4819", "4919"}, "it has MPs for one hex"
    assert refusal(game, "to 4920").rule == "6.3-04"
    play(game, "to 4819")
    moved = play(game, "move 30-Mob", "to 4920")[0]
    assert moved.facts["path"] == (GRID.at("4919"), GRID.at("4920"))
    assert orders(game) == ["end"]


@rule("6.4-01", edition="dark_summer")
def test_zones_force_no_combat_and_battalions_hinder_nobody() -> None:
    game = moving("german", "german 30-Mob at 4820\nallied 2-Rng at 4821", weather="sun")
    assert {"4720", "4920", "4721"} <= reach_labels(state(game), "30-Mob")
    play(game, "end")
