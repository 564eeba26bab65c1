// What the rules did by themselves, in the steps in which it is shown.
import type { LogEntry, View } from "../api/types";
import type { Pace } from "../settings.svelte";

/** Milliseconds for which a step is shown, by speed, with something for each letter that is to be read. */
const TIMES: Record<Pace, [number, number]> = { slow: [1600, 45], usual: [900, 26], fast: [350, 8] };

/** So many sentences can be read at once; more of one step are shown after each other. */
const MOST = 4;

/** Entries of one step, such as a position that fires and all that it hits. */
export interface Step {
  /** The entry with which the step began: this one, or the one before if not all could be shown at once. */
  head: LogEntry | null;
  entries: LogEntry[];
}

/** The entries in steps: one begins where an entry says so, and those after it belong to it. */
export function inSteps(entries: LogEntry[]): Step[] {
  const steps: Step[] = [];
  for (const entry of entries) {
    const last = steps.at(-1);
    if (entry.step || !last) steps.push({ head: entry.step ? entry : null, entries: [entry] });
    else if (last.entries.length >= MOST) steps.push({ head: last.head, entries: [entry] });
    else last.entries.push(entry);
  }
  return steps;
}

/** Whether anything here is worth being played out: the rules did something that can be seen. */
export function isWorthwhile(entries: LogEntry[]): boolean {
  return entries.some((entry) => entry.step);
}

export function timeFor(step: Step, pace: Pace): number {
  const [still, letter] = TIMES[pace];
  return still + letter * step.entries.reduce((sum, entry) => sum + entry.text.length, 0);
}

/** What a step is about, to be shown on the map. */
export interface Scenery {
  /** Where it comes from, such as a position that fires. */
  from: string | null;
  /** Where it goes. */
  to: string[];
  units: string[];
}

export function sceneryOf(step: Step | undefined, view: View): Scenery {
  const head = step?.head;
  const units = [...(head?.targets ?? []), ...(step?.entries ?? []).flatMap((entry) => entry.unit ?? [])];
  const at = new Map(view.pieces.map((piece) => [piece.id, piece.at]));
  const from = head?.hex ?? step?.entries.find((entry) => entry.hex)?.hex ?? null;
  const places = units.flatMap((unit) => at.get(unit) ?? []).filter((place) => place !== from);
  return { from: head?.hex ?? null, to: [...new Set(places)], units: [...new Set(units)] };
}

/** The view with all units where the entries so far have put them. */
export function movedBy(view: View, entries: LogEntry[]): View {
  const places = new Map(entries.flatMap(({ unit, at }) => (unit && at ? [[unit, at] as const] : [])));
  if (places.size === 0) return view;
  const pieces = view.pieces.map((piece) => ({ ...piece, at: places.get(piece.id) ?? piece.at }));
  return { ...view, pieces, since: [] };
}
