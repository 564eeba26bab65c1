// What lights up: hexes and units that can be chosen, the way a unit will take, the cursor.
import { INK } from "./colours";
import { text } from "../text";
import type { Chances, HighlightKind, Highlights } from "./contract";
import type { Box, Grid, Point } from "./geometry";
import { hatched } from "./hatches";
import { barsSprite, figuresIn, labelSprite, TAG_ROOM, tagHeight, tagSprite } from "./labels";
import type { Lens } from "./lens";
import { paintNames, type PlaceName } from "./names";

const KINDS: HighlightKind[] = ["move", "choice", "unit", "target"];
const INSET = 0.93; // borders lie inside their hexes, so that neighbours keep their own
const CROWD = 40; // hexes of a kind that have one line around them all, so that the map can still be read
const CLEAR = 0.74; // of a lit hex, in its middle, is left without strokes, so that names there can be read
const LABEL_FROM = 17; // pixels of hex width from which a label can be read
/** Where a label may stand, in hex widths from the middle: first where only the number of the hex is printed. */
const LABEL_SPOTS = spots([0, -0.28], [0, 0.3], [0.26, -0.2], [-0.26, -0.2], [0.26, 0.2], [-0.26, 0.2], [0, 0.02]);
/** The same in a hex with a counter, whose marks are above: first at the lower edge. */
const UNDER_COUNTER = spots([0, 0.44], [0.3, 0.4], [-0.3, 0.4], [0.42, -0.02], [-0.42, -0.02], [0, -0.44]);
const LETTER = 0.15; // hex widths of a letter of a label
const LABEL_HEIGHT = 0.24; // of the hex width
const NUMBER_FROM = 56; // pixels of hex width from which the number of a lit hex is shown over its rim
const NUMBER_EDGE = 0.44; // hex widths above the middle, where it is printed
/** Hex widths above the middle, where the chances of a hex stand: above the strength of its counter, below its neighbours'. */
export const TAG_EDGE = 0.43;
/** Where they may stand in a hex without a counter, and how much room they take, in hex widths. */
const TAG_SPOTS = spots([0, -TAG_EDGE], [0, -0.22], [0, 0], [0, 0.22]);
const [TAG_CELL, TAG_HEIGHT] = [0.42, 0.3];

/** The hexes of the highlights as paths, made when the highlights change. */
export class HexLights {
  private readonly groups: { kind: HighlightKind; hexes: Path2D; borders: Path2D; frames: Path2D; crowded: boolean }[] =
    [];
  private readonly rest: Path2D | null = null;
  private readonly labels: { x: number; y: number; text: string; kind: HighlightKind }[] = [];
  private readonly numbers: { x: number; y: number; text: string }[] = [];
  private readonly tags: { x: number; y: number; chances: Chances; figures: string[] }[] = [];
  /** The names that reach into a lit hex. */
  private readonly names: PlaceName[];

  constructor(
    highlights: Highlights,
    grid: Grid,
    sheet: { width: number; height: number },
    occupied: Set<string>,
    names: readonly PlaceName[] = [],
  ) {
    const { hexes } = highlights;
    for (const kind of KINDS) {
      const ids = [...hexes].filter(([, light]) => light.kind === kind).map(([id]) => id);
      const crowded = ids.length > CROWD;
      const borders = crowded ? grid.rim(ids) : grid.outline(ids, INSET);
      const frames = grid.outline(ids, INSET);
      for (const id of ids) {
        const hex = grid.centre(id);
        if (hex) grid.trace(frames, hex, CLEAR);
      }
      if (ids.length) this.groups.push({ kind, hexes: grid.outline(ids), borders, frames, crowded });
    }
    if (hexes.size) {
      this.rest = grid.outline(hexes.keys());
      this.rest.rect(0, 0, sheet.width, sheet.height);
    }
    const middles = [...hexes.keys()].flatMap((id) => grid.centre(id) ?? []);
    this.names = names.filter(({ box }) => middles.some((at) => meets(box, boxOf(at, grid.width, grid.width))));
    for (const [id, { kind, label, chances }] of hexes) {
      const hex = grid.centre(id);
      if (!hex) continue;
      if (showsNumber(id, hexes)) this.numbers.push({ x: hex.x, y: hex.y - NUMBER_EDGE * grid.width, text: id });
      if (label) {
        const at = labelSpot(hex, label, grid.width, occupied.has(id), this.names);
        this.labels.push({ ...at, text: label, kind });
      }
      if (chances) {
        const figures = figuresIn(chances, text.play.attack.points);
        const at = tagSpot(hex, figures, grid.width, occupied.has(id), this.names);
        this.tags.push({ ...at, chances, figures });
      }
    }
  }

  paintHexes(lens: Lens): void {
    const { ctx } = lens;
    lens.onSheet();
    if (this.rest) {
      ctx.fillStyle = "rgba(28, 20, 6, 0.06)";
      ctx.fill(this.rest, "evenodd");
    }
    for (const { kind, hexes, borders, frames, crowded } of this.groups) {
      const ink = INK[kind];
      ctx.fillStyle = ink.fill;
      ctx.globalAlpha = crowded ? 0.6 : 1;
      ctx.fill(hexes);
      ctx.globalAlpha = 1;
      if (kind !== "move" && !crowded) {
        ctx.fillStyle = hatched(lens, kind, ink.line);
        ctx.fill(frames, "evenodd");
      }
      if (crowded) around(lens, borders, ink.line);
      else double(lens, borders, "rgba(255, 255, 255, 0.9)", 4.2, ink.line, kind === "target" ? 2.6 : 2);
    }
  }

  /** Names are written once more over what lights up, and below counters, as on the map. */
  paintNames(lens: Lens): void {
    paintNames(lens, this.names);
  }

  paintLabels(lens: Lens, grid: Grid): void {
    const width = grid.width * lens.camera.scale;
    if (width < LABEL_FROM) return;
    const height = Math.min(22, Math.max(9, width * LABEL_HEIGHT)) * lens.ratio;
    lens.onCanvas();
    for (const { x, y, text, kind } of this.labels)
      if (lens.sees({ x, y }, grid.width)) lens.stamp(labelSprite(text, height, INK[kind].label), { x, y });
    if (width >= NUMBER_FROM)
      for (const { x, y, text } of this.numbers)
        if (lens.sees({ x, y }, grid.width))
          lens.stamp(labelSprite(text, Math.min(14, Math.max(9, width * 0.13)) * lens.ratio, "#241d18"), { x, y });
    const letters = tagHeight(
      this.tags.map(({ figures }) => figures),
      width,
    );
    for (const { x, y, chances, figures } of this.tags)
      if (lens.sees({ x, y }, grid.width))
        lens.stamp(
          letters
            ? tagSprite(figures, letters * lens.ratio)
            : barsSprite(chances, width * TAG_ROOM * 0.9 * lens.ratio, lens.ratio),
          { x, y },
        );
  }
}

/** Whether the number of a lit hex is shown over its rim: orders name it. Chances stand there instead if there are any. */
export function showsNumber(id: string, hexes: Highlights["hexes"]): boolean {
  const light = hexes.get(id);
  return light !== undefined && !light.chances && hexes.size <= CROWD && /^\d+$/.test(id);
}

/** Where the label of a hex stands: where it covers no name that is printed there, or as little of names as can be. */
export function labelSpot(
  hex: Point,
  label: string,
  hexWidth: number,
  occupied: boolean,
  names: readonly { box: Box }[],
): Point {
  const size = { width: label.length * LETTER * hexWidth, height: LABEL_HEIGHT * hexWidth };
  return clearest(hex, occupied ? UNDER_COUNTER : LABEL_SPOTS, size, hexWidth, names);
}

/** Where the chances of a hex stand; those of one with a counter are above its strength in any case. */
export function tagSpot(
  hex: Point,
  figures: string[],
  hexWidth: number,
  occupied: boolean,
  names: readonly { box: Box }[],
): Point {
  const size = { width: figures.length * TAG_CELL * hexWidth, height: TAG_HEIGHT * hexWidth };
  return clearest(hex, occupied ? TAG_SPOTS.slice(0, 1) : TAG_SPOTS, size, hexWidth, names);
}

/** The first of some spots where nothing of names is covered, or the least of them. */
function clearest(
  hex: Point,
  offsets: Point[],
  { width, height }: { width: number; height: number },
  hexWidth: number,
  names: readonly { box: Box }[],
): Point {
  const covered = (at: Point) => names.reduce((sum, { box }) => sum + common(box, boxOf(at, width, height)), 0);
  return offsets
    .map(({ x, y }) => ({ x: hex.x + x * hexWidth, y: hex.y + y * hexWidth }))
    .reduce((best, at) => (covered(at) < covered(best) ? at : best));
}

function spots(...all: [number, number][]): Point[] {
  return all.map(([x, y]) => ({ x, y }));
}

function boxOf({ x, y }: Point, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** The area that two boxes have in common. */
function common(one: Box, other: Box): number {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, across) * Math.max(0, down);
}

function meets(one: Box, other: Box): boolean {
  return common(one, other) > 0;
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

/** What is being told: a ring where it comes from, lines to where it goes. */
export function paintStory(lens: Lens, story: NonNullable<Highlights["story"]>, grid: Grid): void {
  const { ctx } = lens;
  const from = story.from ? grid.centre(story.from) : undefined;
  const to = story.to.flatMap((id) => grid.centre(id) ?? []);
  lens.onSheet();
  ctx.lineCap = "round";
  const rings = new Path2D();
  if (from) {
    grid.trace(rings, from, 1.06);
    const lines = new Path2D();
    for (const at of to) {
      const length = Math.hypot(at.x - from.x, at.y - from.y) || 1;
      const [dx, dy] = [(at.x - from.x) / length, (at.y - from.y) / length];
      const [start, end] = [grid.width * 0.5, Math.max(grid.width * 0.5, length - grid.width * 0.42)];
      lines.moveTo(from.x + dx * start, from.y + dy * start);
      lines.lineTo(from.x + dx * end, from.y + dy * end);
      rings.moveTo(at.x + grid.width * 0.46, at.y);
      rings.arc(at.x, at.y, grid.width * 0.46, 0, 2 * Math.PI);
    }
    ctx.setLineDash([lens.pixels(9), lens.pixels(7)]);
    double(lens, lines, "rgba(255, 255, 255, 0.95)", 6, "#b3261e", 3);
    ctx.setLineDash([]);
  }
  double(lens, rings, "rgba(255, 255, 255, 0.95)", 8, "#b3261e", 4);
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

/** A line through whatever is printed there: it darkens the map, so that names across it can still be read. */
function around(lens: Lens, path: Path2D, colour: string): void {
  const { ctx } = lens;
  const before = ctx.globalCompositeOperation;
  ctx.lineJoin = "round";
  ctx.globalCompositeOperation = "multiply";
  ctx.strokeStyle = colour;
  ctx.lineWidth = lens.pixels(2.2);
  ctx.stroke(path);
  ctx.globalCompositeOperation = before;
}

export function double(lens: Lens, path: Path2D, casing: string, wide: number, colour: string, narrow: number): void {
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
