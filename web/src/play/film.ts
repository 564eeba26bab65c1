// How what happened is shown: as a film, as results where they fell, or not at all.
import type { LogEntry } from "../api/types";
import { unique } from "./choices";
import { resultsOf } from "./results";
import { drawnIn, inSteps, isMove } from "./steps";

/** A film has moves of others, cards that are drawn, or more than so many steps; fewer keep nobody from going on. */
const MOST_RESULTS = 2;

export type Telling = "film" | "results" | "nothing";

/** `isOthers` tells what nobody ordered here; `comes` that more will follow by itself. */
export function tellingOf(entries: LogEntry[], isOthers: (entry: LogEntry) => boolean, comes: boolean): Telling {
  const moves = entries.filter((entry) => isMove(entry) && isOthers(entry)).length;
  const steps = inSteps(entries).filter(({ head }) => head);
  const begun = unique(steps.map(({ head }) => head)).length; // one that goes on counts once
  const untold = steps.some((step) => drawnIn(step) || (step.entries[0] === step.head && !step.head?.result));
  if (moves > 1 || (moves > 0 && comes) || begun > MOST_RESULTS || untold) return "film";
  return resultsOf(entries).length > 0 ? "results" : "nothing";
}
