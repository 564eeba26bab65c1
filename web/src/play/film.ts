// How what happened is shown: as a film, as results where they fell, or not at all.
import type { LogEntry } from "../api/types";
import { resultsOf } from "./results";
import { inSteps, isMove } from "./steps";

/** A film has moves of others, or more than so many steps; fewer do not keep the player from going on. */
const MOST_RESULTS = 2;

export type Telling = "film" | "results" | "nothing";

/** `isOthers` tells what nobody ordered here; `comes` that more will follow by itself. */
export function tellingOf(entries: LogEntry[], isOthers: (entry: LogEntry) => boolean, comes: boolean): Telling {
  const others = entries.filter(isOthers);
  const moves = others.filter(isMove).length;
  const steps = inSteps(others).filter(({ head }) => head);
  const untold = steps.some(({ entries: told }) => resultsOf(told).length === 0);
  if (moves > 1 || (moves > 0 && comes) || steps.length > MOST_RESULTS || untold) return "film";
  return resultsOf(entries).length > 0 ? "results" : "nothing";
}
