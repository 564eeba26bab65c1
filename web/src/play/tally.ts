// What happened, counted.
import type { LogEntry } from "../api/types";

export interface Tally {
  moves: number;
  combats: number;
  losses: number;
}

export function tally(entries: LogEntry[]): Tally {
  const count = (...kinds: string[]) => entries.filter((entry) => kinds.includes(entry.kind)).length;
  return { moves: count("moved"), combats: count("combat_result"), losses: count("reduced", "eliminated") };
}
