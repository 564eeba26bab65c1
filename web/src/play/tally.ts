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
  const fights = entries.filter((entry) => isFight(entry.result));
  return {
    moves: entries.filter((entry) => entry.kind === MOVED).length,
    // Strengths that are compared again in the same place are the same fight.
    fights: fights.filter((entry, at) => entry.hex !== fights[at - 1]?.hex).length,
    losses: lossesIn(entries),
  };
}

/** What all have lost; who is gone may come again, but not in the same story. */
export function lossesIn(entries: LogEntry[]): Lost[] {
  return summed(entries.flatMap(({ result }) => result?.losses ?? []));
}
