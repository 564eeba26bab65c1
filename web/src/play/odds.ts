// The results of an attack, as a player reads them.
import type { Odds } from "../api/types";

export interface Likelihood {
  meaning: string;
  /** What the results table calls it; several results may come to the same. */
  codes: string[];
  chance: number;
}

/** Results that come to the same are one, at the place of the first. */
export function byMeaning(results: Odds["results"]): Likelihood[] {
  const found = new Map<string, Likelihood>();
  for (const { result, meaning, chance } of results) {
    const known = found.get(meaning) ?? { meaning, codes: [], chance: 0 };
    found.set(meaning, { meaning, codes: [...known.codes, result], chance: known.chance + chance });
  }
  return [...found.values()];
}
