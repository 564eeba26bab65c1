// What the rules did by themselves, in the steps in which it is shown.
import type { LogEntry, PieceState, View } from "../api/types";
import type { Pace } from "../settings.svelte";

/** Milliseconds for which a step is shown, by speed, with something for each letter that is to be read. */
const TIMES: Record<Pace, [number, number]> = { slow: [1600, 45], usual: [900, 26], fast: [350, 8] };

/** So many sentences can be read at once, and so many beside a card; more of one step are shown after each other. */
const MOST = 4;
const MOST_BESIDE_CARD = 2;

/** Entries of one step, such as a position that fires and all that it hits. */
export interface Step {
  /** The entry with which the step began: this one, or the one before if not all could be shown at once. */
  head: LogEntry | null;
  entries: LogEntry[];
}

/**
 * The entries in steps: one begins where an entry says so or the phase changes, and those after it belong to it, also
 * those that say the same again. If
 * several of a kind were told at once, such as positions that fire, what a unit suffers belongs to the one that hit it.
 */
export function inSteps(entries: LogEntry[]): Step[] {
  const steps: Step[] = [];
  for (const entry of entries) {
    const last = steps.at(-1);
    const opens = entry.step && !(last?.head?.step === entry.step && last.head.number === entry.number);
    if (opens || !last || last.entries[0]?.phase !== entry.phase) {
      steps.push({ head: entry.step ? entry : null, entries: [entry] });
      continue;
    }
    const place = placeOf(entry, steps);
    const step = steps[place] ?? last;
    if (step.entries.length < (drawnIn(step) ? MOST_BESIDE_CARD : MOST)) step.entries.push(entry);
    else steps.splice(place + 1, 0, { head: step.head, entries: [entry] });
  }
  return steps;
}

/** The step to which an entry belongs that begins none. */
function placeOf({ unit }: LogEntry, steps: Step[]): number {
  const kind = steps.at(-1)?.head?.kind;
  for (let place = steps.length - 1; kind && unit && steps[place]?.head?.kind === kind; place--)
    if (steps[place]?.head?.targets?.includes(unit)) return place;
  return steps.length - 1;
}

/** The entry of a step in which a card was drawn: it is shown with it, and not with what comes of it later. */
export function drawnIn(step: Step | undefined): LogEntry | undefined {
  return step?.entries.find((entry) => entry.result?.card);
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
  /** Where to look first. */
  at: string | null;
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
  const own = head?.unit ? at.get(head.unit) : undefined; // a unit fires from where it lies at the hex that is told
  const from = own ?? head?.hex ?? step?.entries.find((entry) => entry.hex)?.hex ?? null;
  const places = [...(own && head?.hex ? [head.hex] : []), ...units.flatMap((unit) => at.get(unit) ?? [])];
  return {
    at: from,
    from: head ? from : null,
    to: [...new Set(places.filter((place) => place !== from))],
    units: [...new Set(units)],
  };
}

/**
 * The pieces when only the past of a story has happened. Each lies where it was last told to; once nothing more is told
 * of it, it is as it will be: with the steps it has left, or gone. What is never told of follows what lies with it, as
 * a marker follows its unit. Before the first order (`before` is null) whatever is told to come somewhere is not there
 * yet.
 */
export function piecesMeanwhile(before: View | null, after: View, past: LogEntry[], future: LogEntry[]): PieceState[] {
  const [told, coming] = [unitsOf(past), unitsOf(future)];
  const places = placesIn(past);
  const placed = placesIn([...past, ...future]);
  const next = new Map(after.pieces.map((piece) => [piece.id, piece]));
  const start = before?.pieces ?? after.pieces.filter((piece) => !placed.has(piece.id));
  const known = new Map(start.map((piece) => [piece.id, piece]));
  const gone = start.filter((piece) => !next.has(piece.id));
  const isSettled = (id: string) => told.has(id) && !coming.has(id);
  const follows = (id: string) => {
    const place = known.get(id)?.at ?? next.get(id)?.at;
    const leaders = [...after.pieces, ...gone].filter(
      (one) => one.at === place && (told.has(one.id) || coming.has(one.id)),
    );
    return leaders.length > 0 && leaders.every((one) => isSettled(one.id));
  };
  return [...after.pieces, ...gone].flatMap(({ id }) => {
    if (isSettled(id) || (!told.has(id) && !coming.has(id) && follows(id))) return next.get(id) ?? [];
    const at = places.get(id);
    const piece = known.get(id) ?? (at ? next.get(id) : undefined);
    return piece ? { ...piece, at: at ?? piece.at } : [];
  });
}

function unitsOf(entries: LogEntry[]): Set<string> {
  return new Set(entries.flatMap(({ unit, targets }) => [...(unit ? [unit] : []), ...(targets ?? [])]));
}

/** Where units were put last. */
function placesIn(entries: LogEntry[]): Map<string, string> {
  return new Map(entries.flatMap(({ unit, at }) => (unit && at ? [[unit, at] as const] : [])));
}
