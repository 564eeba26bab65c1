// What lights up: hexes and units that can be chosen, the way a unit will take, overlays, the cursor.
import type { Board, Overlay } from "../api/types";
import { INK, SEATS } from "./colours";
import type { HighlightKind, Highlights } from "./contract";
import type { Grid } from "./geometry";
import { labelSprite } from "./labels";
import type { Lens } from "./lens";

const KINDS: HighlightKind[] = ["move", "choice", "unit", "target"];
const INSET = 0.93; // borders lie inside their hexes, so that neighbours keep their own
const LABEL_FROM = 17; // pixels of hex width from which a label can be read

/** The hexes of the highlights as paths, made when the highlights change. */
export class HexLights {
  private readonly groups: { kind: HighlightKind; hexes: Path2D; borders: Path2D }[] = [];
  private readonly rest: Path2D | null = null;
  private readonly labels: { x: number; y: number; text: string; kind: HighlightKind; low: boolean }[] = [];

  constructor(highlights: Highlights, grid: Grid, sheet: { width: number; height: number }, occupied: Set<string>) {
    const { hexes } = highlights;
    for (const kind of KINDS) {
      const ids = [...hexes].filter(([, light]) => light.kind === kind).map(([id]) => id);
      if (ids.length) this.groups.push({ kind, hexes: grid.outline(ids), borders: grid.outline(ids, INSET) });
    }
    if (hexes.size) {
      this.rest = grid.outline(hexes.keys());
      this.rest.rect(0, 0, sheet.width, sheet.height);
    }
    for (const [id, { kind, label }] of hexes) {
      const hex = grid.centre(id);
      if (hex && label) this.labels.push({ x: hex.x, y: hex.y, text: label, kind, low: occupied.has(id) });
    }
  }

  paintHexes(lens: Lens): void {
    const { ctx } = lens;
    lens.onSheet();
    if (this.rest) {
      ctx.fillStyle = "rgba(28, 20, 6, 0.06)";
      ctx.fill(this.rest, "evenodd");
    }
    for (const { kind, hexes, borders } of this.groups) {
      const ink = INK[kind];
      ctx.fillStyle = ink.fill;
      ctx.fill(hexes);
      if (kind !== "move") {
        ctx.fillStyle = pattern(lens, kind, ink.line);
        ctx.fill(borders);
      }
      double(lens, borders, "rgba(255, 255, 255, 0.9)", 4.2, ink.line, kind === "target" ? 2.6 : 2);
    }
  }

  paintLabels(lens: Lens, grid: Grid): void {
    const width = grid.width * lens.camera.scale;
    if (width < LABEL_FROM) return;
    const height = Math.min(26, Math.max(9, width * 0.34)) * lens.ratio;
    lens.onCanvas();
    for (const { x, y, text, kind, low } of this.labels) {
      if (!lens.sees({ x, y }, grid.width)) continue;
      lens.stamp(labelSprite(text, height, INK[kind].label), { x, y: low ? y + grid.width * 0.44 : y });
    }
  }
}

/** An overlay's hexes per seat, with a hatch of their own. */
export class Shading {
  private readonly seats: { place: number; hexes: Path2D }[] = [];
  private readonly values: { x: number; y: number; text: string; place: number }[] = [];

  constructor(overlay: Overlay, grid: Grid, board: Board) {
    const places = board.seats.map(({ id }) => id);
    for (const place of [0, 1]) {
      const shades = overlay.shades.filter(({ seat }) => Math.max(0, places.indexOf(seat ?? "")) === place);
      if (shades.length)
        this.seats.push({
          place,
          hexes: grid.outline(
            shades.map(({ hex }) => hex),
            0.97,
          ),
        });
      for (const { hex, value } of shades) {
        const centre = grid.centre(hex);
        // Two seats may have a value in one hex: one stands high, the other low.
        const y = (centre?.y ?? 0) + (place === 0 ? 0.43 : -0.43) * grid.width;
        if (centre && value) this.values.push({ x: centre.x, y, text: value, place });
      }
    }
  }

  paint(lens: Lens): void {
    const { ctx } = lens;
    lens.onSheet();
    for (const { place, hexes } of this.seats) {
      const { hatch } = SEATS[place === 0 ? 0 : 1];
      ctx.fillStyle = hatch + "2e";
      ctx.fill(hexes);
      ctx.fillStyle = pattern(lens, place === 0 ? "rising" : "falling", hatch);
      ctx.fill(hexes);
      ctx.strokeStyle = hatch;
      ctx.lineWidth = lens.pixels(0.8);
      ctx.stroke(hexes);
    }
  }

  paintValues(lens: Lens, grid: Grid): void {
    const width = grid.width * lens.camera.scale;
    if (width < LABEL_FROM) return;
    const height = Math.min(22, Math.max(9, width * 0.21)) * lens.ratio;
    lens.onCanvas();
    for (const { x, y, text, place } of this.values)
      if (lens.sees({ x, y }, grid.width))
        lens.stamp(labelSprite(text, height, SEATS[place === 0 ? 0 : 1].hatch), { x, y });
  }
}

type Hatch = "target" | "choice" | "unit" | "rising" | "falling";

const tiles = new Map<string, CanvasPattern>();

/** A pattern of strokes that keeps its size on the page and its place on the map. */
function pattern(lens: Lens, hatch: Hatch, colour: string): CanvasPattern | string {
  const key = `${hatch} ${colour} ${lens.ratio}`;
  let found = tiles.get(key);
  if (!found) {
    const made = lens.ctx.createPattern(tile(hatch, colour, Math.round(10 * lens.ratio)), "repeat");
    if (!made) return "transparent";
    tiles.set(key, (found = made));
  }
  found.setTransform(new DOMMatrix().scaleSelf(1 / lens.scale));
  return found;
}

function tile(hatch: Hatch, colour: string, size: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const ctx = canvas.getContext("2d");
  if (!ctx) return canvas;
  ctx.globalAlpha = hatch === "rising" || hatch === "falling" ? 0.5 : 0.42;
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = size * 0.13;
  ctx.beginPath();
  if (hatch === "rising" || hatch === "target") strokes(ctx, size, 1);
  if (hatch === "falling" || hatch === "target") strokes(ctx, size, -1);
  ctx.stroke();
  if (hatch === "choice" || hatch === "unit") {
    ctx.arc(size / 2, size / 2, size * 0.16, 0, 2 * Math.PI);
    ctx.fill();
  }
  return canvas;
}

/** Slanted strokes; they go beyond the tile, so that the corners of its neighbours are not cut off. */
function strokes(ctx: CanvasRenderingContext2D, size: number, rise: 1 | -1): void {
  for (const start of [-1.5, -0.5, 0.5]) {
    ctx.moveTo(start * size, (0.5 + rise) * size);
    ctx.lineTo((start + 2) * size, (0.5 - rise) * size);
  }
}

/** The way a unit will take: a cased line with an arrow head. */
export function paintPath(lens: Lens, path: string[], grid: Grid): void {
  const points = path.flatMap((id) => grid.centre(id) ?? []);
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return;
  const { ctx } = lens;
  lens.onSheet();
  const width = Math.max(lens.pixels(3.5), grid.width * 0.07);
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  const head = width * 3.4;
  const neck = { x: last.x - Math.cos(angle) * head * 0.8, y: last.y - Math.sin(angle) * head * 0.8 };
  const line = new Path2D();
  points.forEach(({ x, y }, i) =>
    i ? line.lineTo(i === points.length - 1 ? neck.x : x, i === points.length - 1 ? neck.y : y) : line.moveTo(x, y),
  );
  const arrow = new Path2D();
  for (const [along, across] of [
    [0, 0],
    [-head, head * 0.55],
    [-head, -head * 0.55],
  ] as const)
    arrow.lineTo(
      last.x + Math.cos(angle) * along - Math.sin(angle) * across,
      last.y + Math.sin(angle) * along + Math.cos(angle) * across,
    );
  arrow.closePath();
  ctx.lineCap = ctx.lineJoin = "round";
  for (const [colour, extra] of [
    ["rgba(255, 255, 255, 0.95)", width * 0.9],
    ["#0d4ea6", 0],
  ] as const) {
    ctx.strokeStyle = ctx.fillStyle = colour;
    ctx.lineWidth = width + extra;
    ctx.stroke(line);
    ctx.lineWidth = extra;
    if (extra) ctx.stroke(arrow);
    ctx.fill(arrow);
  }
}

/** The hex that a decision is about: corners and a crosshair. */
export function paintTarget(lens: Lens, id: string, grid: Grid): void {
  const hex = grid.centre(id);
  if (!hex) return;
  const { ctx } = lens;
  lens.onSheet();
  const [inner, outer] = [grid.width * 0.36, grid.width * 0.56];
  const cross = new Path2D();
  grid.trace(cross, hex, 0.97);
  for (const angle of [0, 0.5, 1, 1.5].map((half) => half * Math.PI)) {
    cross.moveTo(hex.x + Math.cos(angle) * inner, hex.y + Math.sin(angle) * inner);
    cross.lineTo(hex.x + Math.cos(angle) * outer, hex.y + Math.sin(angle) * outer);
  }
  ctx.lineCap = "round";
  double(lens, cross, "rgba(255, 255, 255, 0.95)", 6, "#b3261e", 3);
}

/** The hex of the keyboard's cursor. */
export function paintCursor(lens: Lens, id: string, grid: Grid): void {
  const hex = grid.centre(id);
  if (!hex) return;
  lens.onSheet();
  const ring = new Path2D();
  grid.trace(ring, hex, 1);
  double(lens, ring, "#ffffff", 7, "#101828", 3.4);
}

/** The hex under the pointer. */
export function paintHover(lens: Lens, id: string, grid: Grid, strong: boolean): void {
  const hex = grid.centre(id);
  if (!hex) return;
  lens.onSheet();
  const ring = new Path2D();
  grid.trace(ring, hex, 0.97);
  if (strong) double(lens, ring, "rgba(255, 255, 255, 0.95)", 5, "#0d4ea6", 2.6);
  else double(lens, ring, "rgba(255, 255, 255, 0.75)", 2.5, "rgba(30, 22, 8, 0.75)", 1.2);
}

function double(lens: Lens, path: Path2D, casing: string, wide: number, colour: string, narrow: number): void {
  const { ctx } = lens;
  ctx.lineJoin = "round";
  ctx.strokeStyle = casing;
  ctx.lineWidth = lens.pixels(wide);
  ctx.stroke(path);
  ctx.strokeStyle = colour;
  ctx.lineWidth = lens.pixels(narrow);
  ctx.stroke(path);
}

const glows = new Map<string, HTMLCanvasElement>();

/** A glow to be laid under a counter; the counter takes up `GLOW` of its width. */
export const GLOW = 0.62;

export function glowSprite(kind: "choosable" | "selected" | "attacking", pixels: number): HTMLCanvasElement {
  const size = Math.ceil(pixels / 8) * 8;
  const key = `${kind} ${size}`;
  let sprite = glows.get(key);
  if (!sprite) glows.set(key, (sprite = glow(kind, size)));
  return sprite;
}

const GLOWS = { choosable: "#ffd54a", selected: "#ffffff", attacking: "#ff7a5c" };

function glow(kind: keyof typeof GLOWS, size: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil(size / GLOW);
  const ctx = canvas.getContext("2d");
  if (!ctx) return canvas;
  const grow = size * (kind === "selected" ? 0.1 : 0.06);
  const start = (canvas.width - size) / 2 - grow;
  ctx.beginPath();
  ctx.roundRect(start, start, size + 2 * grow, size + 2 * grow, size * 0.17);
  ctx.shadowColor = kind === "selected" ? "#ff9d00" : GLOWS[kind];
  ctx.shadowBlur = size * 0.18;
  ctx.fillStyle = GLOWS[kind];
  ctx.fill();
  ctx.fill();
  ctx.shadowColor = "transparent";
  ctx.lineWidth = Math.max(1, size * 0.025);
  ctx.strokeStyle = kind === "selected" ? "#a34a00" : "rgba(70, 40, 0, 0.8)";
  ctx.stroke();
  return canvas;
}
