// What happened, counted.
import type { LogEntry } from "../api/types";

export interface Tally {
  moves: number;
  combats: number;
  losses: number;
}

export function tally(entries: LogEntry[]): Tally {
  const count = (...as: LogEntry["counts"][]) => entries.filter((entry) => as.includes(entry.counts)).length;
  return { moves: count("move"), combats: count("combat"), losses: count("reduction", "elimination") };
}
