// What happened, counted.
import type { LogEntry } from "../api/types";

export interface Tally {
  moves: number;
  combats: number;
  losses: number;
}

/** The kind of an entry that tells of a move. */
export const MOVES = "moved";

export function tally(entries: LogEntry[]): Tally {
  const count = (...kinds: string[]) => entries.filter((entry) => kinds.includes(entry.kind)).length;
  return { moves: count(MOVES), combats: count("combat_result"), losses: count("reduced", "eliminated") };
}
