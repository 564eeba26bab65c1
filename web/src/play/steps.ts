// What others and the rules did, in the steps in which it is shown.
import type { LogEntry, Lost, PieceState, View } from "../api/types";
import type { Pace } from "../settings.svelte";
import { resultsOf } from "./results";
import { lossesIn } from "./tally";
import { isBare, isFight } from "./told";

/** Milliseconds for which a step is shown, by speed, with something for each letter that is to be read. */
const TIMES: Record<Pace, [number, number]> = { slow: [1800, 50], usual: [1100, 32], fast: [350, 8] };
/** The same for a result, which is seen at a glance, with something for each loss. */
const RESULT_TIMES: Record<Pace, [number, number]> = { slow: [5500, 700], usual: [3000, 350], fast: [900, 80] };
/** The least for a fight, and for a move: the eye has to find the place first, and then where it leads. */
const LEAST_FIGHT: Record<Pace, number> = { slow: 4500, usual: 2800, fast: 800 };
const LEAST_MOVE: Record<Pace, number> = { slow: 2800, usual: 1700, fast: 320 };
/** The same for what only leads up to something. */
const ASIDE_TIMES: Record<Pace, number> = { slow: 2000, usual: 1200, fast: 300 };
/** Milliseconds of a move: from hex to hex, at the least, at the most, and from one unit to the next. */
const GLIDES: Record<Pace, { hex: number; least: number; most: number; apart: number }> = {
  slow: { hex: 130, least: 900, most: 2000, apart: 1200 },
  usual: { hex: 80, least: 650, most: 900, apart: 900 },
  fast: { hex: 20, least: 180, most: 280, apart: 120 },
};
/** Milliseconds for which units rest where they have arrived. */
const RESTS: Record<Pace, number> = { slow: 1100, usual: 700, fast: 80 };

/** The kind of entry that tells of an attack before anything comes of it. */
const ATTACK_DECLARED = "attack_declared";
/** So many sentences can be read at once, and so many beside a card; more of one step are shown after each other. */
const MOST = 4;
const MOST_BESIDE_CARD = 2;
/** So many moves of a film are shown one by one; of more, several near each other set out together, but never more. */
const MOST_MOVES = 16;
const MOST_TOGETHER = 4;

/** Entries of one step, such as a position that fires and all that it hits. */
export interface Step {
  /** The entry with which the step began: this one, or the one before if not all could be shown at once. */
  head: LogEntry | null;
  entries: LogEntry[];
  /** How many entries only lead up to the head, such as units that are told to attack. */
  lead?: number;
}

/**
 * The entries in steps: one begins where an entry says so or the phase changes, and those after it belong to it, also
 * those that say the same again. A move that was ordered is a step of its own. If
 * several of a kind were told at once, such as positions that fire, what a unit suffers belongs to the one that hit it.
 */
export function inSteps(entries: LogEntry[]): Step[] {
  const steps: Step[] = [];
  for (const entry of entries) {
    const last = steps.at(-1);
    const same = last?.head?.step === entry.step && (last?.head?.number === entry.number || goesOn(last, entry));
    const opens = entry.step && !same;
    if (opens && last && leadsTo(last, entry)) {
      steps.splice(-1, 1, { head: entry, entries: [...last.entries, entry], lead: last.entries.length });
      continue;
    }
    const walks = isMove(entry) && (last?.head?.number !== entry.number || isOfOthers(last.head, entry));
    const elsewhere = last?.head && isElsewhere(last.head, entry);
    if (opens || !last || walks || isWalk(last) || elsewhere || last.entries[0]?.phase !== entry.phase) {
      steps.push({ head: entry.step ? entry : null, entries: [entry] });
      continue;
    }
    const place = placeOf(entry, steps);
    const step = steps[place] ?? last;
    const told = step.entries.length - (step.lead ?? 0);
    if (told < (drawnIn(step) ? MOST_BESIDE_CARD : MOST)) step.entries.push(entry);
    else steps.splice(place + 1, 0, { head: step.head, entries: [entry] });
  }
  return steps;
}

/** Whether an entry begins something else than what a head began: another order, or attack, about another place. */
function isElsewhere(head: LogEntry, { number, hex, kind, result }: LogEntry): boolean {
  const another = number !== head.number || kind === ATTACK_DECLARED;
  return another && !result && Boolean(hex) && hex !== head.hex;
}

/** Whether an entry tells of another unit than the one that a step is about. */
function isOfOthers({ unit, targets }: LogEntry, entry: LogEntry): boolean {
  return Boolean(unit && entry.unit && entry.unit !== unit && !targets?.includes(entry.unit));
}

/** Whether an entry decides what a step only announced, at the same place: a marker was chosen, and now it is thrown. */
function goesOn(step: Step | undefined, { hex, phase }: LogEntry): boolean {
  if (step?.head?.hex !== hex || step?.head?.phase !== phase) return false;
  return step.entries.every(({ result }) => isBare(result));
}

/** Whether an entry tells of a unit that goes somewhere, and of nothing else. */
export function isMove(entry: LogEntry): boolean {
  return Boolean(entry.unit && entry.at) && !entry.step && !entry.result;
}

/** Whether a step is a move, or several. */
export function isWalk(step: Step): boolean {
  return step.head === null && step.entries.every(isMove);
}

/** Whether a step only leads up to another: nothing came of it, and it is about the same place or about none. */
function leadsTo(step: Step, { hex, phase }: LogEntry): boolean {
  const same = (entry: LogEntry) => entry.phase === phase && !entry.result && !isMove(entry);
  return step.head === null && step.entries.every(same) && step.entries.some((entry) => hex && entry.hex === hex);
}

/** Whether two places are so near each other that both are seen at a glance. */
export type Near = (one: string, other: string) => boolean;

/** The steps with moves that follow each other near each other put together, if there are many. */
export function combined(steps: Step[], near: Near = () => true): Step[] {
  const moves = steps.filter(isWalk).reduce((sum, { entries }) => sum + entries.length, 0);
  const most = Math.min(MOST_TOGETHER, Math.ceil(moves / MOST_MOVES));
  const found: Step[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (last && joins(last, step, most, near)) last.entries.push(...step.entries);
    else found.push({ ...step, entries: [...step.entries] });
  }
  return found;
}

function joins(last: Step, step: Step, most: number, near: Near): boolean {
  const [before, now] = [last.entries[0], step.entries[0]];
  const fits = last.entries.length + step.entries.length <= most;
  const alike = before?.seat === now?.seat && before?.phase === now?.phase && before?.kind === now?.kind;
  const together = () => last.entries.every((one) => step.entries.every((other) => near(one.at ?? "", other.at ?? "")));
  const again = step.entries.some(({ unit }) => last.entries.some((entry) => entry.unit === unit));
  return fits && alike && !again && isWalk(last) && isWalk(step) && together();
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

/** How long each unit of a step is on its way, and how long after the one before it sets out. */
export function glideOf(step: Step, pace: Pace): { duration: number; apart: number } {
  const { hex, least, most, apart } = GLIDES[pace];
  const longest = Math.max(0, ...step.entries.map(({ path }) => path.length - 1));
  return { duration: Math.min(most, least + hex * longest), apart };
}

export function timeFor(step: Step, pace: Pace): number {
  if (isWalk(step)) {
    const { duration, apart } = glideOf(step, pace);
    return Math.max(LEAST_MOVE[pace], duration + apart * (step.entries.length - 1) + RESTS[pace]);
  }
  const [still, letter] = TIMES[pace];
  const words = still + letter * step.entries.reduce((sum, entry) => sum + entry.text.length, 0);
  const results = resultsOf(step.entries);
  if (results.length > 0 && !drawnIn(step)) {
    const [glance, each] = RESULT_TIMES[pace];
    const losses = results.reduce((sum, { losses }) => sum + losses.length, 0);
    const least = results.some(({ fight }) => fight) ? LEAST_FIGHT[pace] : 0;
    return Math.max(least, Math.min(words, glance * results.length + each * losses));
  }
  return step.head ? words : Math.min(words, ASIDE_TIMES[pace] * step.entries.length);
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
  /** What should be in sight if it can be: the ways that units go. */
  way?: string[];
}

/** What to look at in a step; what lies beside the map is no reason to look away from it, unless it happens there. */
export function sceneryOf(
  step: Step | undefined,
  view: View,
  isBox: (place: string) => boolean = () => false,
): Scenery {
  const head = step?.head;
  if (step && isWalk(step)) {
    const [ends, way] = [step.entries.map(({ at }) => at ?? ""), step.entries.flatMap(({ path }) => path)];
    // Who goes from box to box is looked at there; who comes onto the map, on the map.
    const beside = ends.every(isBox);
    const onMap = (places: string[]) => places.filter((place) => beside || !isBox(place));
    const to = [...new Set(onMap(ends))];
    const units = step.entries.flatMap(({ unit }) => unit ?? []);
    return { at: to.at(-1) ?? null, from: null, to, units, way: onMap(way) };
  }
  const units = (step?.entries ?? []).flatMap(({ unit, targets }) => [...(targets ?? []), ...(unit ? [unit] : [])]);
  units.unshift(...(head?.targets ?? []));
  const at = new Map(view.pieces.map((piece) => [piece.id, piece.at]));
  const own = head?.unit ? at.get(head.unit) : undefined; // a unit fires from where it lies at the hex that is told
  const from = own ?? head?.hex ?? step?.entries.find((entry) => entry.hex)?.hex ?? null;
  const places = [...(own && head?.hex ? [head.hex] : []), ...units.flatMap((unit) => at.get(unit) ?? [])];
  const matters = step?.entries.some(({ result }) => isFight(result) || result?.losses?.length) ?? false;
  if (!matters && from && isBox(from)) {
    return {
      at: head?.hex ?? null, // where its result stands
      from: null,
      to: [],
      units: [...new Set(units)],
    };
  }
  return {
    at: from,
    from: own ?? head?.hex ?? null, // what happens in several places comes from none of them
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
  const losses = new Map(lossesIn(past).map((lost) => [lost.piece, lost]));
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
    const lost = losses.get(id);
    if (!piece || lost?.gone) return [];
    return { ...piece, at: at ?? piece.at, ...(lost ? worn(piece, lost, next.get(id)) : {}) };
  });
}

/** A counter that has lost something, though more will be told of it: its side, if that is known, and its steps. */
function worn(piece: PieceState, { steps }: Lost, after: PieceState | undefined): Partial<PieceState> {
  const left = piece.steps ? { steps: Math.max(1, piece.steps - steps) } : {};
  return after?.reduced ? { ...left, reduced: true, values: after.values } : left;
}

function unitsOf(entries: LogEntry[]): Set<string> {
  return new Set(entries.flatMap(({ unit, targets }) => [...(unit ? [unit] : []), ...(targets ?? [])]));
}

/** Where units were put last. */
function placesIn(entries: LogEntry[]): Map<string, string> {
  return new Map(entries.flatMap(({ unit, at }) => (unit && at ? [[unit, at] as const] : [])));
}
