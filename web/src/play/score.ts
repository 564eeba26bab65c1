// The state of victory in a few words, for the header: the same for every game.
import type { Standing } from "../api/types";
import { text } from "../text";

export interface Score {
  side: string;
  title: string;
  /** "12 points", "Objectives 2/4". */
  words: string;
  /** "12/25", "2/4", where there is little room. */
  short: string;
  /** By how much it changed since the last turn began. */
  trend: number;
  /** What it was when each of the last turns began, and is now. */
  course: number[];
}

/** A box for a curve, in units of its own drawing. */
const [WIDTH, HEIGHT, EDGE] = [44, 16, 2];
export const CURVE_BOX = `0 0 ${WIDTH} ${HEIGHT}`;

/** The points of a small curve, as SVG has them; none if it would be a line that tells nothing. */
export function curveOf(course: readonly number[]): [number, number][] {
  const [least, most] = [Math.min(...course), Math.max(...course)];
  if (course.length < 2 || least === most) return [];
  const x = (at: number) => EDGE + (at * (WIDTH - 2 * EDGE)) / (course.length - 1);
  const y = (value: number) => HEIGHT - EDGE - ((value - least) * (HEIGHT - 2 * EDGE)) / (most - least);
  return course.map((value, at) => [Math.round(x(at) * 10) / 10, Math.round(y(value) * 10) / 10]);
}

/** Nothing for a side for which nothing is counted. */
export function scoreOf({ side, title, points, trend, course = [], conditions }: Standing): Score | null {
  const counted = conditions.find((condition) => typeof condition.have === "number");
  const change = trend ?? 0;
  if (typeof points === "number") {
    const goal = conditions.find((condition) => condition.have === points && typeof condition.need === "number");
    const short = goal ? `${points}/${goal.need}` : `${points}`;
    return { side, title, words: text.play.score.points(points, goal?.need ?? null), short, trend: change, course };
  }
  if (!counted) return null;
  const short = typeof counted.need === "number" ? `${counted.have}/${counted.need}` : `${counted.have}`;
  return { side, title, words: `${counted.label} ${short}`, short, trend: change, course };
}

export function scoresOf(victory: Standing[]): Score[] {
  return victory.flatMap((standing) => scoreOf(standing) ?? []);
}
