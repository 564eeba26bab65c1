// The log of a game, turn by turn.
import type { LogEntry, Summary } from "../api/types";

export interface Turn {
  name: string;
  /** How many orders had been given when it began. */
  from: number;
  entries: LogEntry[];
}

export function byTurn(turns: Summary["turns"], entries: LogEntry[]): Turn[] {
  const all: Turn[] = turns.map(([from, name]) => ({ from, name, entries: [] }));
  if (!all.length) all.push({ from: 0, name: "", entries: [] });
  let index = 0;
  for (const entry of entries) {
    while (index + 1 < all.length && entry.number >= (all[index + 1]?.from ?? Infinity)) index += 1;
    all[index]?.entries.push(entry);
  }
  return all;
}

export function turnAt(turns: Turn[], number: number): Turn | undefined {
  return turns.findLast((turn) => turn.from <= number) ?? turns[0];
}
