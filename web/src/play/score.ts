// The state of victory in a few words, for the header: the same for every game.
import type { Standing } from "../api/types";
import { text } from "../text";

export interface Score {
  side: string;
  title: string;
  /** "12 points", "Objectives denied 2 of 4". */
  words: string;
  /** The same where there is little room: "Denied 2 of 4". */
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
  const more = { side, title, trend: trend ?? 0, course };
  const told = text.play.score;
  if (typeof points === "number") {
    const goal = conditions.find((condition) => condition.have === points && typeof condition.need === "number");
    const words = told.points(points, goal?.need ?? null);
    return { ...more, words, short: words };
  }
  if (!counted) return null;
  const { label, short, have, need } = counted;
  const words = (name: string) => told.counted(name, have ?? 0, need ?? null);
  return { ...more, words: words(label), short: words(short || label) };
}

/** Whether a change is good news to whoever plays these sides; to onlookers, who have none, every gain is. */
export function isGood(trend: number, side: string, own: readonly string[]): boolean {
  const favours = own.length === 0 || own.includes(side);
  return favours === trend > 0;
}

export function scoresOf(victory: Standing[]): Score[] {
  return victory.flatMap((standing) => scoreOf(standing) ?? []);
}
