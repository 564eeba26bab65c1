// What happened, counted.
import type { LogEntry } from "../api/types";
import { isFight, MOVED } from "./told";

export interface Tally {
  moves: number;
  combats: number;
  losses: number;
}

export function tally(entries: LogEntry[]): Tally {
  const fights = entries.filter((entry) => isFight(entry.result));
  return {
    moves: entries.filter((entry) => entry.kind === MOVED).length,
    // Strengths that are compared again in the same place are the same combat.
    combats: fights.filter((entry, at) => entry.hex !== fights[at - 1]?.hex).length,
    losses: entries.reduce((sum, entry) => sum + (entry.result?.losses?.length ?? 0), 0),
  };
}
