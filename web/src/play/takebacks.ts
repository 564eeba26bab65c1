// How far back a player can ask to go.
import type { LogEntry } from "../api/types";

export interface WayBack {
  /** His last order; all he ordered in this phase; all he ordered since another decided. */
  kind: "order" | "phase" | "mine";
  /** How many orders stay. */
  to: number;
}

/** The ways back, the shortest first; each leads further than the one before it. */
export function waysBack(log: LogEntry[], seat: string): WayBack[] {
  const given = log.filter((entry) => entry.number > 0);
  const own = given.filter((entry) => entry.seat === seat);
  const newest = own.at(-1)?.number;
  const last = own.find((entry) => entry.number === newest); // what it led to may have happened in later phases
  if (!last) return [];
  const ways: WayBack[] = [{ kind: "order", to: last.number - 1 }];
  // From his first order after what is to stay: of what the others ordered before it he may know nothing.
  const before = (stays: (entry: LogEntry) => boolean) => {
    const kept = given.findLast((entry) => entry.number < last.number && stays(entry))?.number ?? 0;
    return (own.find((entry) => entry.number > kept) ?? last).number - 1;
  };
  const further: WayBack[] = [{ kind: "mine", to: before((entry) => entry.seat !== seat) }];
  if (last.phase) further.push({ kind: "phase", to: before((entry) => !inPhase(entry, last)) });
  for (const way of further.sort((one, other) => other.to - one.to))
    if (way.to < (ways.at(-1)?.to ?? 0)) ways.push(way);
  return ways;
}

/** What would be gone if only so many orders stayed, as far as the log tells it. */
export function undoneBy(log: LogEntry[], to: number): LogEntry[] {
  return log.filter((entry) => entry.number > to);
}

function inPhase(entry: LogEntry, last: LogEntry): boolean {
  return entry.phase === last.phase && entry.turn === last.turn;
}
