// Finding one's way in the rules.
import type { Board, Rulebook } from "../api/types";

export type Rule = Rulebook["sections"][number]["rules"][number];

/** The rule that a number names: itself, else the first below it ("8.2" -> "8.2-01"), else the one above it. */
export function findRule(book: Rulebook, number: string): Rule | null {
  const rules = book.sections.flatMap((section) => section.rules);
  const below = (id: string, top: string) => id.startsWith(`${top}-`) || id.startsWith(`${top}.`);
  return (
    rules.find((rule) => rule.id === number) ??
    rules.find((rule) => below(rule.id, number)) ??
    rules.findLast((rule) => below(number, rule.id)) ??
    (number.includes(".") || number.includes("-") ? findRule(book, number.replace(/[.-][^.-]*$/, "")) : null)
  );
}

/** The sections with only the rules in which all words occur. */
export function searchRules(book: Rulebook, words: string): Rulebook["sections"] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return book.sections;
  const has = (rule: Rule) => {
    const text = `${rule.id} ${rule.title} ${rule.text} ${rule.ruling}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return book.sections
    .map((section) => ({ ...section, rules: section.rules.filter(has) }))
    .filter((section) => section.rules.length > 0);
}

const CHART = "abbreviations"; // the chart in which every game explains its own
const SHORT = /^[A-Z][A-Za-z]*[A-Z]$/; // others, such as those of units, are words of many meanings

/** What is short for what, by the chart of a game. */
export function abbreviationsOf(board: Pick<Board, "charts"> | null): ReadonlyMap<string, string> {
  const rows = board?.charts.find(({ id }) => id === CHART)?.rows ?? [];
  return new Map(rows.flatMap(([short = "", long = ""]) => (SHORT.test(short) ? [[short, long] as const] : [])));
}

/** A text in parts: words, and abbreviations with their meanings. */
export function spelledOut(words: string, known: ReadonlyMap<string, string>): { words: string; meaning?: string }[] {
  return words.split(/\b([A-Z][A-Za-z]*[A-Z])(?=s?\b)/).flatMap((part) => {
    const meaning = known.get(part);
    return meaning ? { words: part, meaning } : part ? { words: part } : [];
  });
}
