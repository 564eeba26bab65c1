// Counters that glide to their new places, and counters that fade away.
import type { LogEntry, PieceState, View } from "../api/types";
import type { Tale } from "./contract";
import type { Grid, Point } from "./geometry";

export interface Glide {
  piece: PieceState;
  /** From the first to the last; one point for a counter that stays where it is and fades. */
  points: Point[];
  fade: "in" | "out" | null;
  /** Milliseconds until it sets out, and on its way. */
  delay: number;
  duration: number;
}

const MOST = 60; // more than this is no longer watched but waited for
const LONGEST_SHOW = 1800; // milliseconds until the last of several sets out
const LONGEST_TOLD = 3600; // the same where a film waits for them
const APART = 220; // milliseconds from one to the next, if there is time
const SHORTEST = 150;
const LONGEST = 400;
const PER_HEX = 60;

/** What changed its place from one view to the next; nothing if it is too much to follow. */
export function glides(before: View, after: View, grid: Grid, tale: Tale | null = null): Glide[] {
  const old = byId(before);
  const now = byId(after);
  const nowhere = (piece: PieceState): PieceState => ({ ...piece, at: "" });
  const everything = [...after.pieces, ...before.pieces.filter((piece) => !now.has(piece.id)).map(nowhere)];
  const wasOf = (piece: PieceState) => old.get(piece.id) ?? nowhere(piece);
  const moved = everything.filter((piece) => {
    const was = wasOf(piece).at;
    return was !== piece.at && (grid.hexes.has(was) || grid.hexes.has(piece.at));
  });
  if (moved.length > MOST) return [];
  const news = tale?.fresh ?? (after.since ?? []).filter((entry) => entry.number > before.number);
  const when = ({ id }: PieceState) => news.findLastIndex((entry) => entry.unit === id);
  const inOrder = moved.toSorted((a, b) => when(a) - when(b));
  const told = tale?.apart === undefined ? Math.min(APART, LONGEST_SHOW / inOrder.length) : tale.apart;
  const apart = Math.min(told, LONGEST_TOLD / inOrder.length);
  const found = inOrder.flatMap((piece, i) => glide(wasOf(piece), piece, news, grid, i * apart));
  const { duration } = tale ?? {};
  return duration === undefined ? found : found.map((one) => ({ ...one, duration }));
}

function byId(view: View): Map<string, PieceState> {
  return new Map(view.pieces.map((piece) => [piece.id, piece]));
}

function glide(was: PieceState, is: PieceState, news: LogEntry[], grid: Grid, delay: number): Glide[] {
  const [from, to] = [grid.centre(was.at), grid.centre(is.at)];
  if (from && to) {
    const way = wayOf(was, is, news).flatMap((hex) => grid.centre(hex) ?? []);
    const points = way.length > 1 ? way : [from, to];
    const duration = Math.min(LONGEST, SHORTEST + PER_HEX * (points.length - 1));
    return [{ piece: is, points, fade: null, delay, duration }];
  }
  if (from) return [{ piece: was, points: [from], fade: "out", delay, duration: LONGEST }];
  if (to) return [{ piece: is, points: [to], fade: "in", delay, duration: SHORTEST * 1.5 }];
  return [];
}

/** The hexes that a unit went through, if the log tells. */
function wayOf(was: PieceState, is: PieceState, news: LogEntry[]): string[] {
  const way: string[] = [was.at];
  for (const entry of news)
    if (entry.unit === is.id) for (const hex of entry.path ?? []) if (hex !== way.at(-1)) way.push(hex);
  return way.at(-1) === is.at ? way : [];
}

/** Where a gliding counter is, and how solid, `elapsed` milliseconds after the start. */
export function glidePoint({ points, fade, delay, duration }: Glide, elapsed: number): Point & { alpha: number } {
  const t = ease(Math.min(1, Math.max(0, (elapsed - delay) / duration)));
  const alpha = fade === "out" ? 1 - t : fade === "in" ? t : 1;
  const at = t * (points.length - 1);
  const leg = Math.min(Math.floor(at), points.length - 2);
  const [a, b] = [points[Math.max(0, leg)], points[leg + 1]];
  if (!a) throw new Error("a glide without a place");
  if (!b || leg < 0) return { x: a.x, y: a.y, alpha };
  return { x: a.x + (b.x - a.x) * (at - leg), y: a.y + (b.y - a.y) * (at - leg), alpha };
}

export function ease(t: number): number {
  return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
}

export function wantsStillness(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
