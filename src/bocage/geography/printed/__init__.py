"""A map that is drawn hex by hex from what was printed on it: Omaha Beach with its tides, bluffs and strongpoints.

The drawing takes any chart that has the plain data of :class:`Printed`, and the German positions. North is at the
bottom, as on the sheet; ``turned`` gives the same drawing with north at the top and its lettering upright.

    svg = draw_printed(load_chart(), load_positions().values())

Each layer is a group with its own id, as in :mod:`bocage.geography.draw`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bocage.geography.printed.furniture import border, furniture
from bocage.geography.printed.ground import bocage, buildings, ground, obstacles, rough, sea, waterlines, woods
from bocage.geography.printed.lines import barriers, hedges, mined_ways, slopes, ways
from bocage.geography.printed.look import PATTERNS, STYLE
from bocage.geography.printed.marks import boundary, boxes, names, numbers, positions
from bocage.geography.printed.plane import Place, Plane, Printed, group, n

TITLE = "Omaha Beach, 6 June 1944"


def draw_printed(
    chart: Printed,
    places: Iterable[Place],
    *,
    turned: bool = False,
    with_numbers: bool = True,
    part: tuple[float, float, float, float] | None = None,
) -> str:
    """The map as the text of an SVG file; ``part``: only what lies between left, top, right and bottom."""
    plane = Plane(chart, tuple(places), turned)
    layers = [
        group("sea", sea(plane)),
        group("ground", ground(plane)),
        group("waterlines", waterlines(plane)),
        group("bocage", bocage(plane)),
        group("rough", rough(plane)),
        group("slopes", slopes(plane)),
        group("woods", woods(plane)),
        group("buildings", buildings(plane)),
        group("trails", ways(plane, "trail")),
        group("secondary-roads", ways(plane, "secondary")),
        group("roads", ways(plane, "primary")),
        group("mined", mined_ways(plane)),
        group("hedges", hedges(plane)),
        group("barriers", barriers(plane)),
        group("obstacles", obstacles(plane)),
        group("grid", plane.hex_grid()),
        group("boundary", boundary(plane)),
        group("positions", positions(plane)),
        group("numbers", numbers(plane) if with_numbers else []),
        group("boxes", boxes(plane)),
        group("names", names(plane)),
    ]
    left, top, right, bottom = part or (0.0, 0.0, plane.width, plane.height)
    wide, high = n(right - left), n(bottom - top)
    size = f'viewBox="{n(left)} {n(top)} {wide} {high}" width="{wide}" height="{high}"'
    inside = "\n".join(layers)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="map-title">\n'
        f'<title id="map-title">{TITLE}</title>\n<style>{STYLE}</style>\n'
        f'<defs>{PATTERNS}<clipPath id="frame"><rect {plane.frame()}/></clipPath></defs>\n'
        '<rect class="paper" width="100%" height="100%"/>\n'
        f'<g clip-path="url(#frame)">\n{inside}\n</g>\n'
        f'<g id="furniture">{"".join(furniture(plane))}</g>\n'
        f'<g id="border">{"".join(border(plane))}</g>\n</svg>\n'
    )


__all__ = ["draw_printed"]
