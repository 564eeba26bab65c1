// The results of an attack, as a player reads them.
import type { Odds, OrderChoice, View } from "../api/types";
import type { Chances } from "../board/contract";
import { text } from "../text";
import { unique } from "./choices";

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
    hasStrength(odds) ? words.strength(odds.attack, defence) : "",
    odds.line && words.onLine(odds.line),
    odds.column && words.inColumn(odds.column),
  ];
  const results = byMeaning(odds.results).map(({ meaning, chance }) => words.likely(words.percent(chance), meaning));
  return words.told(label, sum.filter(Boolean), results, odds.note);
}

/** Whether strengths or points count, and not the die alone. */
export function hasStrength({ attack, difference }: Odds): boolean {
  return attack > 0 || Boolean(difference);
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

/**
 * The results that are told where there is little room, the likeliest first, and the chance of all others. The best for
 * who looks is among them, however unlikely it is; the server tells the attacker's best first.
 */
export function inBrief({ results }: Odds, most: number, isDefender = false): { told: Likelihood[]; rest: number } {
  const all = byMeaning(results);
  const best = isDefender ? all.at(-1) : all[0];
  const likeliest = all.toSorted((one, other) => other.chance - one.chance);
  const told = all.length > most + 1 ? likeliest.slice(0, most) : likeliest;
  if (best && !told.includes(best)) told.splice(-1, 1, best);
  // What is merged must not be mostly what hits who looks: the likeliest of that comes instead of what hits nobody.
  const own = isDefender ? "defender" : "attacker";
  const isBad = ({ meaning }: Likelihood) =>
    results.some((one) => one.meaning === meaning && (one.hits === own || one.hits === "both"));
  const merged = likeliest.filter((one) => !told.includes(one));
  const [bad] = merged.filter(isBad);
  const least = told.findLastIndex((one) => one !== best && !isBad(one));
  if (bad && least >= 0 && 2 * chanceOfAll(merged.filter(isBad)) >= chanceOfAll(merged)) told.splice(least, 1, bad);
  const rest = chanceOfAll(all.filter((one) => !told.includes(one)));
  return { told, rest };
}

function chanceOfAll(some: Likelihood[]): number {
  return some.reduce((sum, { chance }) => sum + chance, 0);
}

/** How likely it is that each side is hit: what choices are compared by. */
export interface Figure {
  defender: number;
  attacker: number;
}

export function figureOf({ results }: Odds): Figure {
  const chance = (who: string) => chanceOf(results, ({ hits }) => hits === who || hits === "both");
  return { defender: chance("defender"), attacker: chance("attacker") };
}

type Hits = Odds["results"][number]["hits"];

interface Share {
  hits: string;
  looks: string;
  chance: number;
}

/** The shares of all results in the order of a bar, the defender's first, and what each is to who looks; they come to 1. */
export function sharesOf({ results, aim }: Odds, isDefender = false): Share[] {
  if (aim) return sharesOfAim(results);
  const looks: Record<Hits, string> = { defender: "good", both: "both", nobody: "", attacker: "bad" };
  const inverse = { ...looks, defender: "bad", attacker: "good" };
  return (["defender", "both", "nobody", "attacker"] as const)
    .map((hits) => ({
      hits,
      looks: (isDefender ? inverse : looks)[hits],
      chance: chanceOf(results, (one) => one.hits === hits),
    }))
    .filter(({ chance }) => chance > 0);
}

/** The same where something else is aimed at than to hit somebody: that first, what hits who looks last. */
function sharesOfAim(results: Odds["results"]): Share[] {
  const kindOf = ({ hoped, hits }: Odds["results"][number]) =>
    hoped ? "hoped" : hits === "attacker" ? "attacker" : hits === "both" ? "both" : "nobody";
  const looks: Record<string, string> = { hoped: "good", both: "both", nobody: "", attacker: "bad" };
  return Object.keys(looks)
    .map((kind) => ({ hits: kind, looks: looks[kind] ?? "", chance: chanceOf(results, (one) => kindOf(one) === kind) }))
    .filter(({ chance }) => chance > 0);
}

function chanceOf(results: Odds["results"], counts: (one: Odds["results"][number]) => boolean): number {
  return results.filter(counts).reduce((sum, { chance }) => sum + chance, 0);
}

/** How likely an order brings what it is compared by: what it aims at, else that the defender is hit. */
function mainChance(odds: Odds): number {
  return odds.aim ? chanceOf(odds.results, ({ hoped }) => Boolean(hoped)) : figureOf(odds).defender;
}

/** Whether the side that is asked is attacked: by those who come from elsewhere, or by whoever's turn it is. */
export function defends(
  { active, pieces, decision }: View,
  isOwn: (unit: string) => boolean,
  seats: string[],
): boolean {
  if (!decision?.target) return false;
  const there = pieces.filter(({ at }) => at === decision.target).map(({ id }) => id);
  const units = decision.units ?? [];
  const attackers = units.filter((unit) => !there.includes(unit));
  if (attackers.length > 0) return !attackers.some(isOwn);
  return active ? !seats.includes(active) : units.length > 0 && !units.some(isOwn); // a landing is in nobody's turn
}

/** A figure in words. */
export function figureWords(odds: Odds): string {
  const { defender, attacker } = figureOf(odds);
  const words = text.play.attack;
  if (odds.aim) return words.hoped(odds.aim, words.percent(mainChance(odds)));
  return words.figure(defender ? words.percent(defender) : "", attacker ? words.percent(attacker) : "");
}

/** Odds by order. */
export type Known = ReadonlyMap<string, Odds>;

export const NOTHING_KNOWN: Known = new Map();

/** What is known when more is told. */
export function known(told: { order: string; odds: Odds }[], before: Known = NOTHING_KNOWN): Known {
  return new Map([...before, ...told.map(({ order, odds }) => [order, odds] as const)]);
}

/** What the figures in hexes count, each kind once: what such an order aims at; nothing: that the other side is hit. */
export function aimsOf(orders: Pick<OrderChoice, "order" | "hex">[], known: Known, lit: Lit): string[] {
  const shown = orders.filter(({ hex }) => hex && lit.get(hex)?.chances);
  return unique(shown.flatMap(({ order }) => known.get(order)?.aim ?? (known.has(order) ? "" : [])));
}

type Lit = ReadonlyMap<string, { chances?: Chances }>;

/**
 * What stands in the hexes of choices that lead to chance: how likely each does what it aims at, or hits the other side,
 * and how likely it hits the own.
 */
export function figuresOf(known: Known, isDefender = false): ReadonlyMap<string, Chances> {
  const rolled = [...known].filter(([, odds]) => odds.results.length > 0);
  return new Map(rolled.map(([order, odds]) => [order, chancesOf(odds, isDefender)]));
}

function chancesOf(odds: Odds, isDefender: boolean): Chances {
  const shares = sharesOf(odds, isDefender);
  const sum = (kind: string) =>
    shares.filter(({ looks }) => looks === kind || looks === "both").reduce((all, { chance }) => all + chance, 0);
  return { good: odds.aim ? mainChance(odds) : sum("good"), bad: sum("bad") };
}
