// Layers over the map: areas with one line around each, gradients by value, lines that units trace, fronts.
import type { Board, Overlay } from "../api/types";
import { nameColour, toneOf, TONES, type Tone } from "./colours";
import type { Layer } from "./contract";
import type { Grid, Point } from "./geometry";
import { hatched, type Hatch } from "./hatches";
import { double } from "./highlights";
import { labelSprite } from "./labels";
import type { Lens } from "./lens";

type Shade = Overlay["shades"][number];
type Line = NonNullable<Overlay["lines"]>[number];

const BANDS = 6; // steps of a gradient that can be told apart
const NUMBER = 14; // pixels: a number that is lower does not help
const NUMBER_HEIGHT = 0.26; // of the hex width
const NUMBER_RISE = 0.44; // hex widths above the middle: counters have their strengths below
const NUMBER_ASIDE = 0.25; // hex widths beside it, where two layers have numbers
const CUT = "#c01f14";
const FRONT_SIDES = [TONES[0].colour, TONES[1].colour] as const; // left: the first side
const FRONT_DEPTH = 0.75; // hex widths to which a front colours its sides
const FRONT_STEPS = 4;
const BEGIN = 0.42; // hex widths from the middle of a hex to where a line begins

/** How strong the ground of a pattern is, as a share. */
const GROUNDS: Record<string, number> = { dense: 0.36, cross: 0.42, lines: 0.2, dots: 0.1, "": 0.17 };

/** How hexes of one kind look. */
export interface Look {
  colour: string;
  ground: number;
  hatch: Hatch | null;
  /** How strong the hatch is, as a share, if not as usual. */
  strokes?: number;
}

/** The same without a ground, over a layer that has one; more of something has stronger strokes. */
export function strokesOf(look: Look, tone: Tone): Look {
  if (look.hatch) return { ...look, ground: 0, strokes: 0.95 };
  return { ...look, ground: 0, hatch: tone.strokes, strokes: Math.min(1, 0.2 + 1.7 * look.ground) };
}

/** Of areas the pattern, in the strokes of their layer; of gradients the step. */
export function lookOf(shade: Pick<Shade, "pattern" | "colour" | "level">, tone: Tone): Look {
  const { pattern = "", colour, level } = shade;
  const ink = pattern === "cross" ? CUT : colour ? nameColour(colour) : tone.colour;
  if (level) return { colour: ink, ground: 0.04 + 0.3 * (bandOf(level) / BANDS), hatch: null };
  const hatch = pattern === "dots" ? "dots" : pattern === "dense" || pattern === "cross" ? "dense" : tone.strokes;
  return { colour: ink, ground: GROUNDS[pattern] ?? GROUNDS[""] ?? 0, hatch };
}

/** The colours of some hexes that mean something, as the map has them; "" where it is that of the layer comes last. */
export function coloursOf(shades: Pick<Shade, "colour">[]): string[] {
  const found = new Set(shades.map(({ colour }) => colour ?? ""));
  return [...[...found].filter(Boolean), ...(found.has("") ? [""] : [])];
}

/** Hexes of several colours among others of one have a colour that is none of those, and not that of the layer either. */
export const SEVERAL = "several";

export function coloured<T extends Pick<Shade, "colour">>(shades: T[]): T[] {
  if (coloursOf(shades).length < 2) return shades;
  return shades.map((shade) => (shade.colour ? shade : { ...shade, colour: SEVERAL }));
}

/** The number that most hexes of a gradient have, if it is so for more than half of them. */
export function mostlyOf(shades: Pick<Shade, "level" | "value">[]): string | null {
  const values = shades.flatMap(({ level, value }) => (level ? [value] : []));
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].find(([, count]) => count > values.length / 2 && counts.size > 1)?.[0] ?? null;
}

/**
 * Which of several layers is painted as ground: two grounds, one over the other, are neither. A gradient, which is nothing
 * else, comes before the first; the others have strokes and lines alone.
 */
export function groundOf(layers: Pick<Layer, "overlay">[]): number {
  const isShaded = ({ overlay }: Pick<Layer, "overlay">) => overlay.shades.length > 0;
  const graded = layers.findIndex(({ overlay }) => overlay.shades.some(({ level }) => level));
  return graded >= 0 ? graded : layers.findIndex(isShaded);
}

/** The step of a gradient to which a level belongs, from 1. */
export function bandOf(level: number): number {
  return Math.min(BANDS, Math.max(1, Math.ceil(level * BANDS)));
}

/** How high numbers are drawn when a hex is so wide, both in pixels of the page; 0: not at all. */
export function numberHeight(hexWidth: number): number {
  const height = hexWidth * NUMBER_HEIGHT;
  return height < NUMBER * 0.8 ? 0 : Math.min(22, Math.max(NUMBER, height));
}

/** Shades whose number tells something: not those in the midst of others with the same. */
export function telling(shades: Shade[], neighbours: (hex: string) => (string | null)[]): Shade[] {
  const values = new Map(shades.filter(({ level }) => level).map(({ hex, value }) => [hex, value]));
  return shades.filter(
    ({ hex, level, value }) => level && value && neighbours(hex).some((other) => values.get(other ?? "") !== value),
  );
}

interface Area extends Look {
  hexes: Path2D;
  rim: Path2D;
}

interface Course {
  kind: Line["kind"];
  points: Point[];
  colour: string;
}

export class Shading {
  private readonly areas: Area[] = [];
  private readonly rims: { path: Path2D; colour: string }[] = [];
  private readonly numbers: { x: number; y: number; text: string; colour: string }[] = [];
  private readonly courses: Course[] = [];

  constructor(
    layers: Layer[],
    private readonly grid: Grid,
    private readonly map: Board["map"],
  ) {
    let counted = 0;
    const ground = groundOf(layers);
    const several = layers.filter(({ overlay }) => overlay.shades.some(({ level }) => level)).length > 1;
    // The ground comes first, so that nothing lies under it.
    for (const layer of [...layers].sort((a, b) => Number(b === layers[ground]) - Number(a === layers[ground]))) {
      const { overlay, tone } = layer;
      const aside = several ? (counted % 2 ? NUMBER_ASIDE : -NUMBER_ASIDE) : 0;
      this.addShades(overlay, toneOf(tone), aside, layer === layers[ground]);
      counted += overlay.shades.some(({ level }) => level) ? 1 : 0;
      for (const line of overlay.lines ?? []) this.addLine(line, toneOf(tone));
    }
  }

  private addShades(overlay: Overlay, tone: Tone, aside: number, asGround: boolean): void {
    const groups = new Map<string, Look & { ids: string[]; graded: boolean }>();
    for (const shade of coloured(overlay.shades)) {
      const look = asGround ? lookOf(shade, tone) : strokesOf(lookOf(shade, tone), tone);
      const key = `${look.hatch} ${look.colour} ${look.ground} ${look.strokes}`;
      const group = groups.get(key) ?? { ...look, ids: [], graded: Boolean(shade.level) };
      groups.set(key, group);
      group.ids.push(shade.hex);
    }
    for (const { hex, value } of telling(overlay.shades, (id) => this.grid.centre(id)?.neighbours ?? [])) {
      const centre = this.grid.centre(hex);
      const { width } = this.grid;
      if (centre)
        this.numbers.push({
          x: centre.x + aside * width,
          y: centre.y - NUMBER_RISE * width,
          text: value,
          colour: tone.colour,
        });
    }
    for (const { ids, graded, ...look } of groups.values()) {
      this.areas.push({ ...look, hexes: this.grid.outline(ids), rim: graded ? new Path2D() : this.grid.rim(ids) });
    }
    // A gradient has one line around all of it.
    const graded = overlay.shades.filter(({ level }) => level).map(({ hex }) => hex);
    if (graded.length) this.rims.push({ path: this.grid.rim(graded), colour: tone.colour });
  }

  private addLine(line: Line, tone: Tone): void {
    const turned = Boolean(this.map.turned) && this.map.picture === this.map.turned;
    const points = line.places?.flatMap((id) => this.grid.centre(id) ?? []) ?? [];
    for (const [x, y] of line.points ?? [])
      points.push((turned ? { x: this.map.width - x, y: this.map.height - y } : { x, y }) as (typeof points)[number]);
    if (points.length > 1) this.courses.push({ kind: line.kind, points, colour: tone.colour });
  }

  paint(lens: Lens): void {
    const { ctx } = lens;
    lens.onSheet();
    for (const { colour, ground, hatch, strokes = 0.62, hexes, rim } of this.areas) {
      ctx.globalAlpha = ground;
      ctx.fillStyle = colour;
      ctx.fill(hexes);
      ctx.globalAlpha = hatch ? strokes : 1;
      if (hatch) {
        ctx.fillStyle = hatched(lens, hatch, colour);
        ctx.fill(hexes);
      }
      ctx.globalAlpha = 1;
      edge(lens, rim, colour);
    }
    for (const { path, colour } of this.rims) edge(lens, path, colour);
    for (const course of this.courses) if (course.kind === "front") this.paintFront(lens, course);
  }

  /** Lines of units lie over the counters, and so do numbers. */
  paintAbove(lens: Lens): void {
    for (const course of this.courses)
      if (course.kind === "front") this.paintFrontLine(lens, course, 0.8);
      else paintTrace(lens, course, this.grid);
    const height = numberHeight(this.grid.width * lens.camera.scale) * lens.ratio;
    if (!height) return;
    lens.onCanvas();
    for (const { x, y, text, colour } of this.numbers)
      if (lens.sees({ x, y }, this.grid.width)) lens.stamp(labelSprite(text, height, colour), { x, y });
  }

  private paintFront(lens: Lens, { points }: Course): void {
    const { ctx } = lens;
    const curve = smooth(points);
    const depth = this.grid.width * FRONT_DEPTH;
    this.keepToSheet(lens);
    for (const [side, colour] of FRONT_SIDES.entries())
      for (let step = FRONT_STEPS; step > 0; step--) {
        const out = ((side ? 1 : -1) * depth * step) / FRONT_STEPS;
        ctx.globalAlpha = 0.13;
        ctx.fillStyle = colour;
        ctx.fill(band(curve, out));
      }
    ctx.restore();
  }

  /** It may run over counters, whose strengths shall still be read. */
  private paintFrontLine(lens: Lens, { points }: Course, alpha: number): void {
    const line = new Path2D();
    for (const { x, y } of smooth(points)) line.lineTo(x, y);
    lens.onSheet();
    this.keepToSheet(lens);
    lens.ctx.globalAlpha = alpha;
    lens.ctx.lineCap = "round";
    double(lens, line, "rgb(255, 253, 244)", 5, "#241d18", 2.6);
    lens.ctx.restore();
  }

  private keepToSheet({ ctx }: Lens): void {
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, 0, this.map.width, this.map.height);
    ctx.clip();
  }
}

function edge(lens: Lens, rim: Path2D, colour: string): void {
  double(lens, rim, "rgba(255, 253, 244, 0.7)", 4.4, colour, 2.2);
}

/** The line that a unit traces: dots where it begins and ends; broken and crossed where it is cut. */
function paintTrace(lens: Lens, { kind, points, colour }: Course, grid: Grid): void {
  const { ctx } = lens;
  const [first, second, last] = [points[0], points[1], points.at(-1)];
  if (!first || !second || !last) return;
  lens.onSheet();
  ctx.lineCap = ctx.lineJoin = "round";
  const ink = kind === "break" ? CUT : colour;
  // Counters lie in the middle of their hexes, and their strengths shall be read: it begins and ends at their edge.
  const before = points.at(-2) ?? first;
  const [start, end] = [towards(first, second, grid.width * BEGIN), towards(last, before, grid.width * BEGIN)];
  const line = new Path2D();
  for (const { x, y } of [start, ...points.slice(1, -1), end]) line.lineTo(x, y);
  if (kind === "break") ctx.setLineDash([lens.pixels(3), lens.pixels(9)]);
  double(lens, line, "rgba(255, 253, 244, 0.95)", 8, ink, 4.2);
  ctx.setLineDash([]);
  const marks = new Path2D();
  if (kind === "break") {
    const [x, y, arm] = [(first.x + second.x) / 2, (first.y + second.y) / 2, grid.width * 0.16];
    for (const rise of [1, -1]) {
      marks.moveTo(x - arm, y - arm * rise);
      marks.lineTo(x + arm, y + arm * rise);
    }
  } else
    for (const { x, y } of [start, end]) {
      const radius = Math.max(lens.pixels(4), grid.width * 0.08);
      marks.moveTo(x + radius, y);
      marks.arc(x, y, radius, 0, 2 * Math.PI);
    }
  double(lens, marks, "rgba(255, 253, 244, 0.95)", 9, ink, 4.6);
}

/** The point so far from one on the way to another. */
export function towards(from: Point, to: Point, far: number): Point {
  const share = far / (Math.hypot(to.x - from.x, to.y - from.y) || 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** A curve through points, close enough to draw as straight pieces. */
export function smooth(points: Point[], pieces = 8): Point[] {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))] ?? { x: 0, y: 0 };
  const found: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let n = 0; n < pieces; n++) {
      const t = n / pieces;
      const along = (p: number, q: number, r: number, s: number) =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t ** 3);
      found.push({ x: along(a.x, b.x, c.x, d.x), y: along(a.y, b.y, c.y, d.y) });
    }
  }
  const end = points.at(-1);
  return end ? [...found, end] : found;
}

/** The ground between a curve and one beside it, so far to its right as one walks; to its left for numbers below 0. */
export function band(curve: Point[], out: number): Path2D {
  const path = new Path2D();
  for (const { x, y } of curve) path.lineTo(x, y);
  for (const { x, y } of beside(curve, out).reverse()) path.lineTo(x, y);
  path.closePath();
  return path;
}

/** A curve beside another; y grows downwards, so right of the way east is south. */
export function beside(curve: Point[], out: number): Point[] {
  return curve.map(({ x, y }, i) => {
    const [before, after] = [curve[Math.max(0, i - 2)], curve[Math.min(curve.length - 1, i + 2)]];
    const [dx, dy] = [(after?.x ?? x) - (before?.x ?? x), (after?.y ?? y) - (before?.y ?? y)];
    const length = Math.hypot(dx, dy) || 1;
    return { x: x - (dy / length) * out, y: y + (dx / length) * out };
  });
}
