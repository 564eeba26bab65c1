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
}

/** Nothing for a side for which nothing is counted. */
export function scoreOf({ side, title, points, trend, conditions }: Standing): Score | null {
  const counted = conditions.find((condition) => typeof condition.have === "number");
  const change = trend ?? 0;
  if (typeof points === "number") {
    const goal = conditions.find((condition) => condition.have === points && typeof condition.need === "number");
    const short = goal ? `${points}/${goal.need}` : `${points}`;
    return { side, title, words: text.play.score.points(points, goal?.need ?? null), short, trend: change };
  }
  if (!counted) return null;
  const short = typeof counted.need === "number" ? `${counted.have}/${counted.need}` : `${counted.have}`;
  return { side, title, words: `${counted.label} ${short}`, short, trend: change };
}

export function scoresOf(victory: Standing[]): Score[] {
  return victory.flatMap((standing) => scoreOf(standing) ?? []);
}
