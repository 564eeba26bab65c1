// Where counters lie in their hexes, and which one is under a point.
import type { Highlights } from "./contract";
import type { View } from "../api/types";
import type { Box, Grid, Point } from "./geometry";

export interface Placed extends Point {
  id: string;
  hex: string;
}

const COUNTER = 0.72; // of the hex width
const IN_STACK = 0.64;
const STEP = 0.085; // from one counter of a stack to the next, of the hex width
const DEEPEST = 4; // counters that can be told apart in a stack
const FAN_GAP = 1.12; // counter widths from one to the next when fanned out
const FAN_ROW = 4;

/** The ids of the counters at each hex, lowest first. */
export function stacked(view: Pick<View, "pieces">, grid: Grid): Map<string, string[]> {
  const stacks = new Map<string, string[]>();
  for (const { id, at } of view.pieces) {
    if (!grid.hexes.has(at)) continue;
    const stack = stacks.get(at);
    if (stack) stack.push(id);
    else stacks.set(at, [id]);
  }
  return stacks;
}

/** The side of a counter in units of the drawing. */
export function counterSize(grid: Grid, height: number): number {
  return grid.width * (height > 1 ? IN_STACK : COUNTER) * grid.counters;
}

/** Where the counters of a stack lie: up and to the right, the lowest first. */
export function layout(ids: string[], hex: string, grid: Grid): Placed[] {
  const centre = grid.centre(hex);
  if (!centre) return [];
  const step = grid.width * STEP;
  const rise = Math.min(ids.length, DEEPEST) - 1;
  return ids.map((id, i) => {
    const level = Math.max(0, i - (ids.length - 1 - rise)) - rise / 2;
    return { id, hex, x: centre.x + level * step, y: centre.y - level * step };
  });
}

/** Where they lie when they are fanned out with a given size, so that each can be picked. */
export function fanned(ids: string[], hex: string, grid: Grid, size: number, seen?: Box): Placed[] {
  const placed = spread(ids, hex, grid, size);
  return seen && placed.length ? movedInto(placed, fanBox(placed, size), seen) : placed;
}

/** The same, shifted so that their box lies inside another; its upper left corner if that is too small. */
function movedInto(placed: Placed[], box: Box, seen: Box): Placed[] {
  const shift = (from: number, to: number, low: number, high: number) => Math.max(low - from, Math.min(0, high - to));
  const dx = shift(box.left, box.right, seen.left, seen.right);
  const dy = shift(box.top, box.bottom, seen.top, seen.bottom);
  return placed.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy }));
}

function spread(ids: string[], hex: string, grid: Grid, size: number): Placed[] {
  const centre = grid.centre(hex);
  if (!centre) return [];
  const gap = size * FAN_GAP;
  const rows = Math.ceil(ids.length / FAN_ROW);
  return ids.map((id, i) => {
    const row = Math.floor(i / FAN_ROW);
    const inRow = Math.min(FAN_ROW, ids.length - row * FAN_ROW);
    return {
      id,
      hex,
      x: centre.x + ((i % FAN_ROW) - (inRow - 1) / 2) * gap,
      y: centre.y + (row - (rows - 1) / 2) * gap,
    };
  });
}

/** The ground that a fan covers. */
export function fanBox(placed: Placed[], size: number): Box {
  const reach = size * 0.64;
  return {
    left: Math.min(...placed.map(({ x }) => x)) - reach,
    right: Math.max(...placed.map(({ x }) => x)) + reach,
    top: Math.min(...placed.map(({ y }) => y)) - reach,
    bottom: Math.max(...placed.map(({ y }) => y)) + reach,
  };
}

export function inside(box: Box, { x, y }: Point): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** The uppermost counter under a point. */
export function counterAt(placed: Placed[], size: number, point: Point): string | null {
  const hit = placed.findLast(({ x, y }) => Math.abs(x - point.x) <= size / 2 && Math.abs(y - point.y) <= size / 2);
  return hit?.id ?? null;
}

export interface Hit {
  hex: string | null;
  unit: string | null;
}

export interface Fan {
  hex: string;
  /** Side of a counter in it, in units of the drawing. */
  size: number;
  /** What was seen of the map when it was opened: it stays inside. */
  seen?: Box;
}

/** What is under a point; a stack that is fanned out comes first. */
export function hit(point: Point, grid: Grid, stacks: Map<string, string[]>, fan: Fan | null): Hit {
  const open = fan ? stacks.get(fan.hex) : undefined;
  if (fan && open && open.length > 1) {
    const placed = fanned(open, fan.hex, grid, fan.size, fan.seen);
    if (inside(fanBox(placed, fan.size), point)) return { hex: fan.hex, unit: counterAt(placed, fan.size, point) };
  }
  const hex = grid.at(point);
  const ids = hex === null ? undefined : stacks.get(hex);
  if (hex === null || !ids) return { hex, unit: null };
  return { hex, unit: counterAt(layout(ids, hex, grid), counterSize(grid, ids.length), point) };
}

/** What a hand at a point means. A fan lies over its neighbours: if nothing of it can be chosen, what can be is meant. */
export function meant(
  point: Point,
  grid: Grid,
  stacks: Map<string, string[]>,
  fan: Fan | null,
  { hexes, units, selected }: Highlights,
): Hit {
  const found = hit(point, grid, stacks, fan);
  const under = grid.at(point);
  if (!fan || found.hex !== fan.hex || under === null || under === fan.hex || !hexes.has(under)) return found;
  const choosable = hexes.has(fan.hex) || (stacks.get(fan.hex) ?? []).some((id) => units.has(id) || id === selected);
  return choosable ? found : hit(point, grid, stacks, null);
}
