"""Palette and small signs of the printed map, beside those that all maps share."""

from __future__ import annotations

from bocage.geography.symbols import PATTERNS as SHARED_PATTERNS
from bocage.geography.symbols import SANS, SERIF
from bocage.geography.symbols import STYLE as SHARED_STYLE

# Each colour of a position with its ink, its two letters and the strokes of its frame: colour is not the only sign.
COLOURS: dict[str, tuple[str, str, str]] = {
    "orange": ("#d9731a", "OR", ""),
    "red": ("#b3202c", "RD", "9 3"),
    "purple": ("#74378f", "PU", "14 3 3 3"),
    "blue": ("#1f5fa8", "BL", "3 2.6"),
    "green": ("#2c7a3d", "GN", "18 4"),
    "brown": ("#71472a", "BN", "9 3 3 3 3 3"),
}
BEACHES = {
    "Fox Green": "#2f7d4f", "Easy Red": "#b23a3a", "Easy Green": "#2f7d4f", "Dog Red": "#b23a3a",
    "Dog White": "#f7f3e6", "Dog Green": "#2f7d4f", "Charlie": "#5b6b78", "": "#8a98a0",
}  # fmt: skip

STYLE = (
    SHARED_STYLE
    + f"""
.deep{{fill:#7ea6ba}}
.sand-low{{fill:#d9c597}}.sand-mid{{fill:#e8d4a0}}.sand-high{{fill:#f4e3b4}}.ripples{{fill:url(#ripples)}}
.level-high{{fill:#e9e0b6}}.level-pavilion{{fill:#dbdcaa}}.level-draw{{fill:#bccb91}}.fields{{fill:url(#fields)}}
.tufts{{fill:none;stroke:#8b9a5c;stroke-width:.9;stroke-linecap:round;stroke-opacity:.8}}
.surf{{fill:none;stroke:#fdfaf0;stroke-width:7;stroke-opacity:.55;stroke-linejoin:round;stroke-dasharray:none}}
.waterline{{fill:none;stroke:#2f6c8c;stroke-width:2.2;stroke-linejoin:round}}
.waterline.low{{stroke-dasharray:16 5}}.waterline.mid{{stroke-dasharray:7 4}}.waterline.high{{stroke-dasharray:2 3.4}}
.bocage-rim{{fill:none;stroke:#678742;stroke-width:3.4;stroke-opacity:.55}}
.rough{{fill:#cbbd97}}.rocks{{fill:#8d7d62;stroke:#5d5040;stroke-width:.6}}
.slope-shade{{fill:#a88a56;fill-opacity:.34}}.slope-ticks{{fill:none;stroke:#84622f;stroke-width:1.5;stroke-linecap:round}}
.slope{{fill:none;stroke:#84622f;stroke-width:1.6;stroke-opacity:.75;stroke-linecap:round}}
.bluff-shade{{fill:#7f5a2b;fill-opacity:.5}}.bluff-ticks{{fill:none;stroke:#4f3413;stroke-width:1.5;stroke-linecap:round}}
.bluff{{fill:none;stroke:#4f3413;stroke-width:3;stroke-linecap:round}}
.scaleable_cliff-shade{{fill:#6f6a62;fill-opacity:.5}}
.scaleable_cliff-ticks{{fill:none;stroke:#3c3833;stroke-width:2.4;stroke-linecap:butt}}
.scaleable_cliff{{fill:none;stroke:#3c3833;stroke-width:3.4;stroke-linecap:round;stroke-dasharray:9 3.6}}
.sheer_cliff-shade{{fill:#2b2825;fill-opacity:.62}}
.sheer_cliff-ticks{{fill:none;stroke:#141210;stroke-width:2.2;stroke-linecap:butt}}
.sheer_cliff{{fill:none;stroke:#141210;stroke-width:4.6;stroke-linecap:round}}
.hedge-shadow{{fill:none;stroke:#24401c;stroke-width:7.4;stroke-linecap:round;stroke-opacity:.28}}
.hedge{{fill:none;stroke:#55803a;stroke-width:5.2;stroke-linecap:round}}
.hedge-bushes{{fill:none;stroke:#2f5a22;stroke-width:4.6;stroke-linecap:round;stroke-dasharray:.1 5.3}}
.shingle-bed{{fill:none;stroke:#8a857a;stroke-width:8;stroke-linecap:round}}
.shingle{{fill:none;stroke:#f1ecdd;stroke-width:3;stroke-linecap:round;stroke-dasharray:.1 4.4}}
.shingle.more{{stroke:#4c4840;stroke-width:2;stroke-dasharray:.1 6.1;stroke-dashoffset:2.2}}
.seawall-bed{{fill:none;stroke:#3a3530;stroke-width:8;stroke-linecap:round}}
.seawall{{fill:none;stroke:#d8d0c0;stroke-width:5;stroke-linecap:butt}}
.seawall-joints{{fill:none;stroke:#3a3530;stroke-width:5;stroke-dasharray:1 6}}
.ditch-bed{{fill:none;stroke:#fdf6e0;stroke-width:5;stroke-linejoin:miter;stroke-opacity:.85}}
.ditch{{fill:none;stroke:#1f1b16;stroke-width:2.3;stroke-linejoin:miter}}
.wall{{fill:none;stroke:#1f1b16;stroke-width:10;stroke-linecap:butt}}
.wall-blocks{{fill:none;stroke:#b8ad98;stroke-width:6;stroke-dasharray:5.4 2}}
.primary-bed,.primary-way,.secondary-bed,.secondary-way,.trail-bed,.trail-way
{{fill:none;stroke-linecap:round;stroke-linejoin:round}}
.primary-bed{{stroke:#5c3320;stroke-width:8}}.primary-way{{stroke:#e7b673;stroke-width:5.4}}
.secondary-bed{{stroke:#6b5138;stroke-width:5.4}}.secondary-way{{stroke:#f6e6c2;stroke-width:3.2}}
.trail-bed{{stroke:#fdf6e0;stroke-width:3.6;stroke-opacity:.7}}
.trail-way{{stroke:#6b4a2a;stroke-width:1.7;stroke-dasharray:5 3.4;stroke-linecap:butt}}
.hedgehog-bed{{fill:none;stroke:#fdf6e0;stroke-width:3.6;stroke-opacity:.7;stroke-linecap:round}}
.hedgehog{{fill:none;stroke:#3b2a1d;stroke-width:1.7;stroke-linecap:round}}
.town-ground{{fill:#e3cfae;fill-opacity:.8;stroke:none}}
.hexes{{fill:none;stroke:#3f3a28;stroke-width:.9;stroke-opacity:.42}}
.number{{font:9.4px {SANS};fill:#453f2d;fill-opacity:.92;text-anchor:middle;paint-order:stroke;
stroke:#fbf5e2;stroke-width:2.6;stroke-opacity:.8}}
.sector{{fill:none;stroke:#20303a;stroke-width:4;stroke-dasharray:2 9;stroke-linecap:round;stroke-opacity:.75}}
.frame-bed{{fill:none;stroke:#fffaf0;stroke-width:7;stroke-linejoin:round;stroke-opacity:.9}}
.frame-line{{fill:none;stroke-width:4.6;stroke-linejoin:round}}
.wn-fill{{fill-opacity:.16}}.wn-inner{{fill:none;stroke-width:1.2}}
.tag{{stroke:#fffaf0;stroke-width:1.1}}
.tag-word{{font:bold 11px {SANS};fill:#fffdf6;text-anchor:middle}}
.tag-colour{{font:bold 7.4px {SANS};fill:#fffdf6;text-anchor:middle}}
.star{{fill:#ffe27a;stroke:#5c4200;stroke-width:.7}}
.gun{{font:bold 8.4px {SANS};text-anchor:middle;fill:#1f1b16;paint-order:stroke;stroke:#fffaf0;stroke-width:2.4}}
.gun-line{{fill:none;stroke:#1f1b16;stroke-width:1.6;stroke-linecap:round}}
.arrow{{stroke:#fffaf0;stroke-width:1}}
.box-back{{fill:#eef3f1;fill-opacity:.9;stroke:#2b4a5a;stroke-width:2}}
.box-stripe{{stroke:#2b4a5a;stroke-width:1}}
.box-word{{font:bold 15px {SANS};text-anchor:middle;fill:#1d3542}}
.box-note{{font:8.4px {SANS};text-anchor:middle;fill:#2b4a5a}}
.box-way{{fill:none;stroke:#eef5f5;stroke-width:2;stroke-opacity:.9;stroke-linecap:round;stroke-dasharray:1 4}}
.beach-name{{font:bold 19px {SERIF};letter-spacing:.2em;text-anchor:middle;fill:#12313f}}
.village{{font-family:{SERIF};font-weight:bold;text-anchor:middle;fill:#241d18}}
.draw-name{{font:bold 13px {SANS};text-anchor:middle;fill:#fffdf6}}
.draw-tag{{fill:#3d5a2c;stroke:#fffaf0;stroke-width:1.2}}
.exit{{font:bold 19px {SERIF};text-anchor:middle;fill:#fffdf6}}.exit-tag{{fill:#2b241c;stroke:#fffaf0;stroke-width:1.4}}
.sector-name{{font:italic 26px {SERIF};letter-spacing:.22em;text-anchor:middle;fill:#e8f2f4;fill-opacity:.92}}
.title{{font:bold 44px {SERIF};letter-spacing:.05em;text-anchor:middle;fill:#3a2a1c}}
.subtitle{{font:italic 18.5px {SERIF};text-anchor:middle;fill:#5a4632}}
.key-word{{font:13.6px {SANS};fill:#2c2119}}.key-head{{font:bold 13.6px {SERIF};letter-spacing:.08em;fill:#5a4632}}
.rose-word{{font:bold 17px {SERIF};text-anchor:middle;fill:#f1f6f6}}.rose,.rose-light{{stroke:#f1f6f6;stroke-width:.6}}
.scale-word{{fill:#12313f}}
"""
)

_SIGNS = (
    '<pattern id="ripples" width="46" height="30" patternUnits="userSpaceOnUse">'
    '<path fill="none" stroke="#a98f5c" stroke-width=".8" stroke-opacity=".35" '
    'd="M3 7q4 -2.4 8 0t8 0M26 20q4 -2.4 8 0t8 0M8 26q3 -1.6 6 0"/></pattern>'
    '<g id="mine"><circle r="4.6" fill="#fffaf0" stroke="#8f1d1d" stroke-width="1.1"/>'
    '<circle r="2.3" fill="#8f1d1d"/><path stroke="#8f1d1d" stroke-width="1" '
    'd="M-3.6 0h7.2M0 -3.6v7.2M-2.5 -2.5l5 5M2.5 -2.5l-5 5"/></g>'
    '<path id="star" class="star" '
    'd="M0 -5.4l1.5 3.4 3.7 .4 -2.8 2.5 .8 3.6 -3.2 -1.9 -3.2 1.9 .8 -3.6 -2.8 -2.5 3.7 -.4Z"/>'
)
PATTERNS = SHARED_PATTERNS + _SIGNS
