// From the curves of a summary to lines in a drawing.
import type { Summary } from "../api/types";

type Curve = Summary["curves"][number];
export type Points = Curve["points"];

export interface Group {
  id: string;
  title: string;
  curves: Curve[];
}

/** Curves of the same thing for different seats belong in one chart. */
export function groups(curves: Curve[]): Group[] {
  const found = new Map<string, Group>();
  for (const curve of curves) {
    const group = found.get(curve.id) ?? { id: curve.id, title: curve.title, curves: [] };
    group.curves.push(curve);
    found.set(curve.id, group);
  }
  return [...found.values()];
}

/** A value holds until the next one. */
export function valueAt(points: Points, number: number): number {
  let value = 0;
  for (const [at, height] of points) {
    if (at > number) break;
    value = height;
  }
  return value;
}

/** Round values that cover everything from the least to the greatest, zero included; whole ones of what is counted. */
export function ticks(curves: Curve[], about = 4): number[] {
  const values = curves.flatMap((curve) => curve.points.map(([, value]) => value));
  const low = Math.min(0, ...values);
  const high = Math.max(low === 0 ? 1 : 0, ...values);
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const least = values.every(Number.isInteger) ? 1 : 0;
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough && size >= least) ?? 1;
  const from = Math.floor(low / step);
  const to = Math.ceil(high / step);
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
}

export function scale(from: [number, number], to: [number, number]): (value: number) => number {
  const span = from[1] - from[0] || 1;
  return (value) => to[0] + ((value - from[0]) / span) * (to[1] - to[0]);
}

/** A line in steps, as SVG writes it. */
export function path(points: Points, last: number, x: (n: number) => number, y: (v: number) => number): string {
  const parts = points.map(([at, value], index) => {
    const where = x(at).toFixed(1);
    const height = y(value).toFixed(1);
    return index === 0 ? `M${where} ${height}` : `H${where}V${height}`;
  });
  return parts.length ? `${parts.join("")}H${x(last).toFixed(1)}` : "";
}

/** Those of some names along an axis that have room beside each other. */
export function withRoom<T>(all: T[], place: (one: T) => number, room: number): T[] {
  let taken = -Infinity;
  return all.filter((one) => {
    const at = place(one);
    if (at - taken < room) return false;
    taken = at;
    return true;
  });
}
