"""Title, key, compass, scale and border."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from bocage.geography.printed.look import COLOURS
from bocage.geography.printed.plane import Plane, n
from bocage.geography.symbols import block_path, compass
from bocage.hexes.sheet import HEX, MARGIN

CREDIT = "Bocage: drawn from the data of the game, hex by hex. A hex is 250 metres across."
KEY_WIDE, KEY_HIGH = 1600.0, 214.0
TITLE_WIDE, TITLE_HIGH = 470.0, 112.0


def furniture(plane: Plane) -> Iterator[str]:
    """Everything that lies in the sea beside the map."""
    bottom = plane.height - MARGIN
    yield from _key(*plane.box(MARGIN + 22, bottom - KEY_HIGH - 20, KEY_WIDE, KEY_HIGH))
    x, y = plane.box(MARGIN + KEY_WIDE + 66, bottom - TITLE_HIGH - 24, TITLE_WIDE, TITLE_HIGH)
    yield _panel(x, y, TITLE_WIDE, TITLE_HIGH)
    yield f'<text class="title" x="{n(x + TITLE_WIDE / 2)}" y="{n(y + 56)}">Omaha Beach</text>'
    tide = "6 June 1944, from low tide at dawn"
    yield f'<text class="subtitle" x="{n(x + TITLE_WIDE / 2)}" y="{n(y + 88)}">{tide}</text>'
    x, y = plane.box(plane.width - MARGIN - 150, bottom - 160, 120, 130)
    yield compass((x + 60, y + 66), 46, 0 if plane.turned else 180).replace(
        '<text class="rose-word"', f'<text transform="{"" if plane.turned else "rotate(180 0 -59)"}" class="rose-word"'
    )
    yield from _scale(*plane.box(MARGIN + KEY_WIDE + 210, bottom - TITLE_HIGH - 66, 4 * HEX, 30))


def _panel(x: float, y: float, wide: float, high: float) -> str:
    return (
        f'<rect class="panel" x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(high)}" rx="9"/>'
        f'<rect class="panel-line" x="{n(x + 5)}" y="{n(y + 5)}" width="{n(wide - 10)}" height="{n(high - 10)}" '
        'rx="6"/>'
    )


def _scale(x: float, y: float) -> Iterator[str]:
    """A kilometre is four hexes."""
    for i in range(4):
        style = "scale-dark" if i % 2 == 0 else "scale-light"
        yield f'<rect class="{style}" x="{n(x + i * HEX)}" y="{n(y + 14)}" width="{n(HEX)}" height="7"/>'
    for i, word in enumerate(("0", "250", "500", "750", "1000 m")):
        yield f'<text class="scale-word" x="{n(x + i * HEX)}" y="{n(y + 9)}">{word}</text>'


# -- the key -----------------------------------------------------------------------------------------

Draw = Callable[[float, float], str]


def _key(x: float, y: float) -> Iterator[str]:
    """Six columns of samples, five to each."""
    yield _panel(x, y, KEY_WIDE, KEY_HIGH)
    column = KEY_WIDE / 6
    for place, (head, entries) in enumerate(_entries()):
        left = x + 22 + place * column
        yield f'<text class="key-head" x="{n(left)}" y="{n(y + 31)}">{head}</text>'
        for row, (word, sample) in enumerate(entries):
            cx, cy = left + 24, y + 56 + row * 32
            yield sample(cx, cy)
            yield f'<text class="key-word" x="{n(cx + 38)}" y="{n(cy + 5)}">{word}</text>'


def _entries() -> list[tuple[str, list[tuple[str, Draw]]]]:
    return [
        ("BEACH AND TIDES", [
            ("Dry at low tide only", _swatch("sand-low", "ripples")),
            ("Dry until high tide", _swatch("sand-mid")),
            ("Always dry beach", _swatch("sand-high")),
            ("Waterline: low, mid, high", _waterlines),
            ("Beach obstacles", _obstacle),
        ]),
        ("GROUND", [
            ("Pavilion, behind the beach", _swatch("level-pavilion")),
            ("Draw", _swatch("level-draw")),
            ("High ground: fields", _swatch("level-high", "fields")),
            ("Bocage", _swatch("bocage")),
            ("Woods", _woods),
        ]),
        ("SIDES OF HEXES", [
            ("Hedge", _line("hedge-shadow", "hedge", "hedge-bushes")),
            ("Slope", _steep("slope", 6, 8)),
            ("Bluff", _steep("bluff", 11, 12)),
            ("Cliff one can climb", _steep("scaleable_cliff", 8, 11)),
            ("Sheer cliff", _steep("sheer_cliff", 13, 11)),
        ]),
        ("BARRIERS", [
            ("Shingle", _line("shingle-bed", "shingle", "shingle more")),
            ("Seawall", _line("seawall-bed", "seawall", "seawall-joints")),
            ("Anti-tank ditch", _ditch),
            ("Anti-tank wall", _line("wall", "wall-blocks")),
            ("Buildings", _buildings),
        ]),
        ("ROADS", [
            ("Primary road", _line("primary-bed", "primary-way")),
            ("Secondary road", _line("secondary-bed", "secondary-way")),
            ("Trail", _line("trail-bed", "trail-way")),
            ("Mined stretch", _mined),
            ("Exit, boundary of sectors", _exit),
        ]),
        ("GERMAN POSITIONS", [
            ("OR orange, RD red", _frames("orange", "red")),
            ("PU purple, BL blue", _frames("purple", "blue")),
            ("GN green, BN brown", _frames("green", "brown")),
            ("Strongpoint and its gun", _strongpoint),
            ("Victory point; advance", _star),
        ]),
    ]  # fmt: skip


def _hex(x: float, y: float, size: float) -> str:
    return "M" + "L".join(f"{n(x + size * sin(pi / 3 * i))} {n(y - size * cos(pi / 3 * i))}" for i in range(6)) + "Z"


def _swatch(*styles: str) -> Draw:
    def draw(x: float, y: float) -> str:
        d = f"M{n(x - 24)} {n(y - 10)}h48v20h-48Z"
        return "".join(f'<path class="{style}" d="{d}"/>' for style in styles) + f'<path class="sample" d="{d}"/>'

    return draw


def _line(*styles: str) -> Draw:
    def draw(x: float, y: float) -> str:
        d = f"M{n(x - 23)} {n(y)}h46"
        return "".join(f'<path class="{style}" d="{d}"/>' for style in styles)

    return draw


def _steep(kind: str, count: int, long: float) -> Draw:
    def draw(x: float, y: float) -> str:
        ticks = "".join(f"M{n(x - 23 + 46 * (i + 0.5) / count)} {n(y - 5)}v{long}" for i in range(count))
        return (
            f'<path class="{kind}-shade" d="M{n(x - 23)} {n(y - 5)}h46v{long}h-46Z"/>'
            f'<path class="{kind}-ticks" d="{ticks}"/><path class="{kind}" d="M{n(x - 23)} {n(y - 5)}h46"/>'
        )

    return draw


def _waterlines(x: float, y: float) -> str:
    return "".join(
        f'<path class="waterline {tide}" d="M{n(x - 23)} {n(y + 7 * (i - 1))}h46"/>'
        for i, tide in enumerate(("low", "mid", "high"))
    )


def _obstacle(x: float, y: float) -> str:
    d = "".join(f"M{n(x + dx - 4.2)} {n(y + 3.2)}l8.4 -6.4m0 6.4l-8.4 -6.4m4.2 -1.6v9.6" for dx in (-14, 0, 14))
    return f'<path class="hedgehog" d="{d}"/>'


def _woods(x: float, y: float) -> str:
    trees = "".join(f'<use href="#tree{i % 3}" x="{n(x - 18 + 9 * i)}" y="{n(y + (-3, 4)[i % 2])}"/>' for i in range(5))
    return _swatch("woods")(x, y) + trees


def _ditch(x: float, y: float) -> str:
    points = " ".join(f"{n(x - 23 + 46 * i / 8)},{n(y + (3.4, -3.4)[i % 2])}" for i in range(9))
    return f'<polyline class="ditch" points="{points}"/>'


def _buildings(x: float, y: float) -> str:
    blocks = "".join(block_path((x + dx, y + dy), (9, 7), 0.2) for dx, dy in ((-14, -3), (0, 4), (12, -4), (20, 5)))
    return f'<path class="block0" d="{blocks}"/>'


def _mined(x: float, y: float) -> str:
    signs = "".join(f'<use href="#mine" x="{n(x + dx)}" y="{n(y)}"/>' for dx in (-10, 10))
    return _line("primary-bed", "primary-way")(x, y) + signs


def _exit(x: float, y: float) -> str:
    return (
        f'<circle class="exit-tag" cx="{n(x - 12)}" cy="{n(y)}" r="10"/>'
        f'<text class="exit" style="font-size:14px" x="{n(x - 12)}" y="{n(y + 5)}">A</text>'
        f'<path class="sector" d="M{n(x + 4)} {n(y)}h20"/>'
    )


def _frames(*colours: str) -> Draw:
    def draw(x: float, y: float) -> str:
        parts = []
        for place, colour in enumerate(colours):
            ink, _, dashes = COLOURS[colour]
            dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
            d = f"M{n(x - 23 + 25 * place)} {n(y - 9)}h21v18h-21Z"
            parts.append(f'<path class="frame-line" stroke="{ink}"{dashed} d="{d}"/>')
        return "".join(parts)

    return draw


def _strongpoint(x: float, y: float) -> str:
    ink = COLOURS["red"][0]
    return (
        f'<rect class="tag" fill="{ink}" x="{n(x - 26)}" y="{n(y - 8)}" width="40" height="15" rx="4"/>'
        f'<text class="tag-word" x="{n(x - 6)}" y="{n(y + 3.6)}">WN70</text>'
        f'<text class="gun" x="{n(x + 22)}" y="{n(y + 3)}">75</text>'
    )


def _star(x: float, y: float) -> str:
    ink = COLOURS["purple"][0]
    return (
        f'<use href="#star" transform="translate({n(x - 12)} {n(y)}) scale(1.5)"/>'
        f'<path class="arrow" fill="{ink}" d="M{n(x + 20)} {n(y)}l-14 -7v14Z"/>'
    )


# -- the border --------------------------------------------------------------------------------------


def border(plane: Plane) -> Iterator[str]:
    """Frame, edge numbers and the small print."""
    yield f'<rect class="frame" {plane.frame()}/>'
    wide, high = plane.width - 2 * MARGIN, plane.height - 2 * MARGIN
    at = n(MARGIN - 9)
    yield f'<rect class="frame-outer" x="{at}" y="{at}" width="{n(wide + 18)}" height="{n(high + 18)}"/>'
    yield f'<text class="credit" x="{n(MARGIN)}" y="{n(plane.height - 14)}">{CREDIT}</text>'
    for h, (x, y) in ((h, plane.to_sheet(plane.centre(h))) for h in plane.grid.hexes):
        row, column = plane.grid.row(h), plane.grid.column(h)
        if column == 10 and row % 2 == 1:
            for px in (MARGIN - 28, plane.width - MARGIN + 28):
                yield f'<text class="edge" x="{n(px)}" y="{n(y + 5)}">{row:02}</text>'
        if row == 11 and column % 2 == 1:
            for py in (MARGIN - 18, plane.height - MARGIN + 28):
                yield f'<text class="edge" x="{n(x)}" y="{n(py)}">{column:02}</text>'
