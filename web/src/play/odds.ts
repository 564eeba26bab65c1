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
export function byMeaning(results: Pick<Odds["results"][number], "result" | "meaning" | "chance">[]): Likelihood[] {
  const found = new Map<string, Likelihood>();
  for (const { result, meaning, chance } of results) {
    const known = found.get(meaning) ?? { meaning, codes: [], chance: 0 };
    found.set(meaning, { meaning, codes: [...known.codes, result], chance: known.chance + chance });
  }
  return [...found.values()];
}

/** How likely it is that each side is hit: what choices are compared by. */
export interface Figure {
  defender: number;
  attacker: number;
}

export function figureOf({ results }: Odds): Figure {
  const chance = (who: string) =>
    results.filter(({ hits }) => hits === who || hits === "both").reduce((sum, { chance }) => sum + chance, 0);
  return { defender: chance("defender"), attacker: chance("attacker") };
}

/** The shares of all results in the order of a bar, the defender's first; they come to 1. */
export function sharesOf({ results }: Odds): { hits: Odds["results"][number]["hits"]; chance: number }[] {
  return (["defender", "both", "nobody", "attacker"] as const)
    .map((hits) => ({
      hits,
      chance: results.filter((one) => one.hits === hits).reduce((sum, { chance }) => sum + chance, 0),
    }))
    .filter(({ chance }) => chance > 0);
}

/** A figure in words. */
export function figureWords(odds: Odds): string {
  const { defender, attacker } = figureOf(odds);
  const words = text.play.attack;
  return words.figure(defender ? words.percent(defender) : "", attacker ? words.percent(attacker) : "");
}

/** Odds by order. */
export type Known = ReadonlyMap<string, Odds>;

export const NOTHING_KNOWN: Known = new Map();

/** What is known when more is told. */
export function known(told: { order: string; odds: Odds }[], before: Known = NOTHING_KNOWN): Known {
  return new Map([...before, ...told.map(({ order, odds }) => [order, odds] as const)]);
}

/** What stands in the hexes of choices that lead to chance: how likely each hits the defender. */
export function figuresOf(known: Known): ReadonlyMap<string, string> {
  const rolled = [...known].filter(([, odds]) => odds.results.length > 0);
  return new Map(rolled.map(([order, odds]) => [order, text.play.attack.percent(figureOf(odds).defender)]));
}
