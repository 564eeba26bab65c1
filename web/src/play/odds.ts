// The results of an attack, as a player reads them.
import type { Odds } from "../api/types";
import { text } from "../text";

export interface Likelihood {
  meaning: string;
  /** What the results table calls it; several results may come to the same. */
  codes: string[];
  chance: number;
}

/** Odds in words: both strengths, and every result with its chance. */
export function oddsWords(label: string, odds: Odds): string {
  const words = text.play.attack;
  const defence = odds.difference
    ? words.known(odds.defence_from ?? odds.defence, odds.defence_to ?? odds.defence)
    : "";
  const sum = [
    words.strength(odds.attack, defence),
    odds.line && words.onLine(odds.line),
    odds.column && words.inColumn(odds.column),
  ];
  const results = byMeaning(odds.results).map(({ meaning, chance }) => words.likely(words.percent(chance), meaning));
  return words.told(label, sum.filter(Boolean), results, odds.note);
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
