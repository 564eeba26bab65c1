// The log in chapters: by turn, and within it by whoever gave the orders.
import type { LogEntry } from "../api/types";

/** The kind of the entry with which a turn begins. */
export const TURN_BEGINS = "turn_begins";

export interface Chapter {
  /** The sentence with which the turn begins; empty before the first. */
  title: string;
  passages: { seat: string; entries: LogEntry[] }[];
}

export function chapters(log: LogEntry[]): Chapter[] {
  const all: Chapter[] = [];
  for (const entry of log) {
    const begins = entry.kind === TURN_BEGINS;
    if (begins || all.length === 0) all.push({ title: begins ? entry.text.replace(/\.$/, "") : "", passages: [] });
    if (begins) continue;
    const passages = all.at(-1)?.passages ?? [];
    const last = passages.at(-1);
    if (last?.seat === entry.seat) last.entries.push(entry);
    else passages.push({ seat: entry.seat, entries: [entry] });
  }
  return all;
}
