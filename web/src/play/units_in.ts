// Units that a sentence names: they are shown as counters.

import type { LogEntry } from "../api/types";

/** A piece of a sentence: words, or a unit by its id. */
export interface Part {
  words: string;
  unit: string | null;
}

/** The pieces of a board, which may be called otherwise than by their ids. */
export type Named = ReadonlyMap<string, { name?: string }>;

export function nameOf(id: string, pieces: Named): string {
  return pieces.get(id)?.name || id;
}

const WORDS = /[^\s/]+/g;

/** Whether a title says no more than a name, in other words: '6 FJ of 91 LL' and '6 FJ/91 LL'. */
export function repeats(title: string, name: string): boolean {
  const said = new Set(title.match(WORDS));
  return (name.match(WORDS) ?? []).every((word) => said.has(word));
}

/** A sentence with the names of units instead of their ids. */
export function inNames(words: string, pieces: Named, about: readonly string[] = []): string {
  return partsOf(words, pieces, about)
    .map((part) => part.words)
    .join("");
}

const ONLY_DIGITS = /^\d+$/;

function escaped(id: string): string {
  return id.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

const finders = new WeakMap<ReadonlyMap<string, unknown>, RegExp | null>();

/** Finds any unit of a board, the longest id first; made once for each board. */
function finderOf(pieces: ReadonlyMap<string, unknown>): RegExp | null {
  const known = finders.get(pieces);
  if (known !== undefined) return known;
  const ids = [...pieces.keys()].toSorted((one, other) => other.length - one.length).map(escaped);
  const finder = ids.length > 0 ? new RegExp(`(?<![\\w/-])(?:${ids.join("|")})(?![\\w/-])`, "g") : null;
  finders.set(pieces, finder);
  return finder;
}

/** A sentence in parts. An id that is a bare number is a unit only if the sentence is about that unit. */
export function partsOf(words: string, pieces: Named, about: readonly string[] = []): Part[] {
  const finder = finderOf(pieces);
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: id, index } of finder ? words.matchAll(finder) : []) {
    if (ONLY_DIGITS.test(id) && !about.includes(id)) continue;
    if (index > from) parts.push({ words: words.slice(from, index), unit: null });
    parts.push({ words: nameOf(id, pieces), unit: id });
    from = index + id.length;
  }
  if (from < words.length) parts.push({ words: words.slice(from), unit: null });
  return parts;
}

/** The units of which a step tells that an order led to, by its title. */
export function unitsOfStep(log: readonly LogEntry[], number: number, title: string): string[] {
  return log.filter((entry) => entry.number === number && entry.step === title).flatMap(unitsOf);
}

/** The units of which an entry tells. */
export function unitsOf({ unit, targets, result }: LogEntry): string[] {
  return [unit ?? [], targets ?? [], result?.losses?.map(({ piece }) => piece) ?? []].flat();
}
