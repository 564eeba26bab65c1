// What happened, counted.
import type { LogEntry, Lost } from "../api/types";
import { isFight, MOVED, summed } from "./told";

export interface Tally {
  moves: number;
  fights: number;
  /** What each unit has lost in all. */
  losses: Lost[];
}

export function tally(entries: LogEntry[]): Tally {
  return {
    moves: entries.filter((entry) => entry.kind === MOVED).length,
    fights: fightsIn(entries),
    losses: lossesIn(entries),
  };
}

/** How often it came to a fight: strengths that are compared again in the same place are the same one. */
function fightsIn(entries: LogEntry[]): number {
  let fights = 0;
  let last: LogEntry | null = null;
  for (const entry of entries) {
    if (entry.step) last = null; // another begins, be it in the same place
    if (!isFight(entry.result)) continue;
    const again = last && entry.hex && entry.hex === last.hex && entry.phase === last.phase && entry.turn === last.turn;
    if (!again) fights += 1;
    last = entry;
  }
  return fights;
}

/** What all have lost; who is gone may come again, but not in the same story. */
export function lossesIn(entries: LogEntry[]): Lost[] {
  return summed(entries.flatMap(({ result }) => result?.losses ?? []));
}
