"""The palette, textures and small signs of the map.

>>> PATTERNS.count("<pattern") >= 4
True
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import cos, pi, sin

from bocage.geography.outline import noise
from bocage.geography.projection import Point

SERIF = "'Palatino Linotype','Book Antiqua',Palatino,'URW Palladio L','DejaVu Serif',Georgia,serif"
SANS = "'Gill Sans','Gill Sans MT','Segoe UI',Calibri,'DejaVu Sans',sans-serif"

STYLE = f"""
.paper{{fill:#f3ecd9}}.deep{{fill:#8fb3c4}}.shallow{{fill:#b4d0d8}}.shoal{{fill:none;stroke:#cfe2e3;stroke-linejoin:round}}
.land{{fill:#ece4bd}}.shore{{fill:none;stroke:#4d6b73;stroke-width:3.2;stroke-linejoin:round}}
.bocage{{fill:url(#hedges)}}
.woods{{fill:#8fae66}}.swamp{{fill:url(#marsh)}}
.sand{{fill:#f3dea0}}.strand{{fill:none;stroke:#b9975a;stroke-width:2;stroke-linejoin:round}}
.surf{{fill:none;stroke:#fbf8ea;stroke-width:11;stroke-dasharray:7 3;stroke-opacity:.75}}
.height0{{fill:#a8743c;fill-opacity:.20}}.height1{{fill:#a06a34;fill-opacity:.26}}.height2{{fill:#8f5a2a;fill-opacity:.34}}
.hachure{{fill:none;stroke:#7d4f25;stroke-width:1.1;stroke-opacity:.75}}
.town-ground{{fill:#e2cfae;stroke:#a58a68;stroke-width:1}}
.block0{{fill:#8d3c2f}}.block1{{fill:#a4503d}}.block2{{fill:#733026}}.town{{fill:#4b3a33}}.village{{fill:#6b574b}}
.river-bank,.river{{fill:none;stroke-linecap:round;stroke-linejoin:round}}
.river-bank{{stroke:#3f7896;stroke-width:6.4}}.river{{stroke:#8cc0d6;stroke-width:3.6}}
.river-bank.major{{stroke-width:9}}.river.major{{stroke-width:5.8}}
.road-bed,.road,.trail-bed,.trail{{fill:none;stroke-linecap:round;stroke-linejoin:round}}
.road-bed{{stroke:#fdf6e0;stroke-width:7.2}}.road{{stroke:#a8422c;stroke-width:4}}
.trail-bed{{stroke:#fdf6e0;stroke-width:4.2;stroke-opacity:.75}}
.trail{{stroke:#7a4a2a;stroke-width:2;stroke-dasharray:8 4.2;stroke-linecap:butt}}
.grid-land{{fill:none;stroke:#4d4a33;stroke-width:.9;stroke-opacity:.5}}
.grid-sea{{fill:none;stroke:#3d6478;stroke-width:.8;stroke-opacity:.35}}
.number{{font:8.6px {SANS};fill:#57503a;fill-opacity:.85;text-anchor:middle}}
.number.wet{{fill:#3d6478;fill-opacity:.65}}
.boundary{{fill:none;stroke-width:3.4;stroke-dasharray:11 6;stroke-linecap:butt;stroke-opacity:.85}}
.seam-bed{{fill:none;stroke:#fff7e0;stroke-width:5;stroke-opacity:.4}}
.seam{{fill:none;stroke:#3a2f2a;stroke-width:2.6;stroke-dasharray:16 5 3 5}}
.name{{font-family:{SERIF};fill:#241d18}}.city-name{{font-weight:bold;letter-spacing:.06em}}.town-name{{font-weight:bold}}
.village-name{{font-style:italic;fill:#3e342c}}.feature-name{{font-style:italic;font-weight:bold;fill:#6b2f1f}}
.river-name{{font:italic 13px {SERIF};fill:#1f5876;text-anchor:middle;letter-spacing:.14em}}
.label{{font-family:{SERIF};text-anchor:middle}}
.sea-label{{font-style:italic;font-size:38px;letter-spacing:.28em;fill:#34617a;fill-opacity:.85}}
.country-label{{font-size:34px;letter-spacing:.5em;fill:#4b3d22;fill-opacity:.42}}
.woods-label{{font-style:italic;font-size:12px;letter-spacing:.1em;fill:#1f3d18}}
.marsh-label{{font-style:italic;font-size:12px;letter-spacing:.14em;fill:#2f6170;fill-opacity:.9}}
.beach-label{{font-weight:bold;font-size:27px;letter-spacing:.32em;fill:#7a3b1e}}
.halo{{fill:#fbf5e2;fill-opacity:1;stroke:#fbf5e2;stroke-width:3.6;stroke-linejoin:round;stroke-opacity:.9}}
.panel{{fill:#f6efdc;stroke:#4a3f30;stroke-width:2}}.panel-line{{fill:none;stroke:#4a3f30;stroke-width:.8}}
.title{{font:bold 55px {SERIF};letter-spacing:.06em;text-anchor:middle;fill:#3a2a1c}}
.subtitle{{font:italic 24px {SERIF};text-anchor:middle;fill:#5a4632}}
.rule{{fill:none;stroke:#8a6f4a;stroke-width:1.2}}
.key-title{{font:bold 22px {SERIF};letter-spacing:.1em;text-anchor:middle;fill:#3a2a1c}}
.key-word{{font:18px {SERIF};fill:#2c2119}}.sample{{fill:none;stroke:#4d4a33;stroke-width:1.2}}
.scale-dark{{fill:#3a2f2a}}.scale-light{{fill:#f6efdc;stroke:#3a2f2a;stroke-width:.8}}
.scale-word{{font:11px {SANS};text-anchor:middle;fill:#2c3f4a}}.scale-word.end{{text-anchor:start;font-style:italic}}
.frame{{fill:none;stroke:#2c241c;stroke-width:3}}.frame-outer{{fill:none;stroke:#2c241c;stroke-width:1.2}}
.credit{{font:11px {SANS};fill:#6b5f4a}}.edge{{font:bold 12px {SANS};fill:#7a6c52;text-anchor:middle}}
.rose{{fill:#34617a;fill-opacity:.85}}.rose-light{{fill:#f6efdc;stroke:#34617a;stroke-width:1}}
.rose-ring{{fill:none;stroke:#34617a;stroke-width:1.4}}
.rose-word{{font:bold 22px {SERIF};text-anchor:middle;fill:#2c4f63}}
"""


def block_path(middle: Point, size: tuple[float, float], turn: float) -> str:
    """A small building seen from above, as part of a path."""
    (x, y), (wide, high) = middle, size
    c, s = cos(turn), sin(turn)
    corners = [(-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2)]
    return "M" + "L".join(f"{x + a * c - b * s:.1f} {y + a * s + b * c:.1f}" for a, b in corners) + "Z"


def compass(middle: Point, size: float, turn: float) -> str:
    """A compass rose that points to true north."""
    points = []
    for i in range(8):
        reach = size if i % 2 == 0 else size * 0.55
        tip, side = pi / 4 * i, 0.13 if i % 2 == 0 else 0.1
        for style, way in (("rose", 1), ("rose-light", -1)):
            a, b = (
                (reach * sin(tip), -reach * cos(tip)),
                (size * 0.2 * sin(tip + way * pi / 8), -size * 0.2 * cos(tip + way * pi / 8)),
            )
            points.append((side, f'<path class="{style}" d="M0 0L{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}Z"/>'))
    body = "".join(path for _, path in sorted(points, key=lambda p: p[0]))
    return (
        f'<g transform="translate({middle[0]:.1f} {middle[1]:.1f}) rotate({turn:.2f})">'
        f'<circle class="rose-ring" r="{size * 0.72:.1f}"/><circle class="rose-ring" r="{size * 0.66:.1f}"/>{body}'
        f'<text class="rose-word" y="{-size - 8:.1f}">N</text></g>'
    )


def _hedges() -> str:
    """Fields of the bocage: rows of unequal parcels between hedges, repeating without a seam."""
    wide, heights = 264.0, (29.0, 37.0, 31.0, 41.0, 33.0, 45.0, 34.0)
    tops = [0.0, *accumulate(heights)]
    high = tops[-1]
    fields, hedges = [], []
    for row, (top, bottom) in enumerate(pairwise(tops)):
        x = 18 * noise(row, 1)
        cuts = []
        while x < wide - 12:
            cuts.append(x)
            x += 26 + 34 * noise(row, len(cuts), 2)
        for i, cut in enumerate(cuts):
            following = cuts[i + 1] if i + 1 < len(cuts) else cuts[0] + wide
            lean = 7 * (noise(row, i, 3) - 0.5)
            lean_next = 7 * (noise(row, (i + 1) % len(cuts), 3) - 0.5)
            shade = ("#c6d39a", "#b2c37e", "#bfcb8a", "#cdd3a2", "#adc27c")[int(noise(row, i, 4) * 5)]
            for shift in (0.0, -wide):
                fields.append(
                    f'<path fill="{shade}" d="M{cut + shift:.1f} {top}L{following + shift:.1f} {top}'
                    f'L{following + lean_next + shift:.1f} {bottom}L{cut + lean + shift:.1f} {bottom}Z"/>'
                )
                hedges.append(f"M{cut + shift:.1f} {top:.1f}L{cut + lean + shift:.1f} {bottom:.1f}")
        waves = [(wide * k / 11, top + 3.4 * (noise(row, k % 11, 5) - 0.5)) for k in range(12)]
        hedges.append("M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in waves))
        if row == 0:
            hedges.append("M" + "L".join(f"{px:.1f} {py + high:.1f}" for px, py in waves))
    d = "".join(hedges)
    return (
        f'<pattern id="hedges" width="{wide}" height="{high}" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(-13)">'
        f'{"".join(fields)}<path fill="none" stroke="#869f5b" stroke-width="2.1" d="{d}"/>'
        f'<path fill="none" stroke="#678742" stroke-width="3.6" stroke-linecap="round" stroke-dasharray=".1 6.3" '
        f'd="{d}"/>'
        "</pattern>"
    )


def _fields() -> str:
    """Open fields: faint strips, without hedges."""
    wide, heights = 312.0, (52.0, 66.0, 58.0, 74.0, 48.0)
    tops = [0.0, *accumulate(heights)]
    out = []
    for row, (top, bottom) in enumerate(pairwise(tops)):
        x, i = 0.0, 0
        while x < wide:
            step = min(38 + 60 * noise(row, i, 11), wide - x)
            shade = ("#efe8c6", "#e8e0b4", "#ece4bd", "#f1ebd0", "#e6dfb6")[int(noise(row, i, 12) * 5)]
            size = f'width="{step + 0.3:.1f}" height="{bottom - top + 0.3:.1f}"'
            out.append(f'<rect x="{x:.1f}" y="{top}" {size} fill="{shade}"/>')
            x, i = x + step, i + 1
    return (
        f'<pattern id="fields" width="{wide}" height="{tops[-1]}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(19)">{"".join(out)}</pattern>'
    )


def _marsh() -> str:
    """Wet meadows: short lines of water and tufts of reed."""
    wide, high = 96.0, 84.0
    water, reed = [], []
    for i in range(22):
        x, y, long = wide * noise(i, 21), high * noise(i, 22), 7 + 11 * noise(i, 23)
        for dx in (0.0, -wide):
            water.append(f"M{x + dx:.1f} {y:.1f}h{long:.1f}")
        if i % 2 == 0:
            for dx in (0.0, -wide):
                reed.append(f"M{x + dx + 4:.1f} {y - 1.6:.1f}l-2.2 -5.4m2.2 5.4l.1 -6.4m-.1 6.4l2.4 -5.2")
    return (
        f'<pattern id="marsh" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f'<rect width="{wide}" height="{high}" fill="#c5d9cb"/>'
        f'<path fill="none" stroke="#5f9cb3" stroke-width="1.5" stroke-linecap="round" d="{"".join(water)}"/>'
        f'<path fill="none" stroke="#5f8a58" stroke-width="1.1" stroke-linecap="round" d="{"".join(reed)}"/></pattern>'
    )


def _waves() -> str:
    wide, high = 176.0, 120.0
    parts = []
    for i in range(7):
        x, y = (wide - 30) * noise(i, 31), 10 + (high - 20) * noise(i, 32)
        parts.append(f"M{x:.1f} {y:.1f}q6 -4.5 12 0t12 0")
    return (
        f'<pattern id="waves" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f'<path fill="none" stroke="#e6f0f0" stroke-width="1.1" stroke-opacity=".5" d="{"".join(parts)}"/></pattern>'
    )


def _trees() -> str:
    out = []
    for i, (dark, light) in enumerate((("#3d6630", "#5f8a45"), ("#456f36", "#6b964e"), ("#375d2c", "#588240"))):
        out.append(
            f'<g id="tree{i}"><circle r="5.2" cy="1" fill="#2b4a22" fill-opacity=".35" cx="1.2"/>'
            f'<circle r="4.7" fill="{dark}"/><circle r="2.7" cx="-1.1" cy="-1.2" fill="{light}"/></g>'
        )
    return "".join(out)


_BRIDGES = (
    '<g id="bridge"><path fill="none" stroke="#2c241c" stroke-width="1.8" stroke-linecap="round" '
    'd="M-9 -7.5l3 2.6h12l3 -2.6M-9 7.5l3 -2.6h12l3 2.6"/></g>'
    '<g id="footbridge"><path fill="none" stroke="#2c241c" stroke-width="1.6" stroke-linecap="round" '
    'd="M-8 -4.5l2 2h12l2 -2M-8 4.5l2 -2h12l2 2"/></g>'
)

PATTERNS = _hedges() + _fields() + _marsh() + _waves() + _trees() + _BRIDGES
