// The log in chapters: by turn, within it by phase, and there by whoever gave the orders or what came of them.
import type { LogEntry } from "../api/types";
import { isBare } from "./told";

/** The kind of the entry with which a turn begins. */
export const TURN_BEGINS = "turn_begins";

export interface Passage {
  /** The phase, where the entries tell it. */
  phase: string;
  /** Who gave the orders; empty if nobody did, or in a step. */
  seat: string;
  /** The title of the step, such as a combat, which need not be the deed of whoever gave the last order. */
  step: string;
  entries: LogEntry[];
}

export interface Chapter {
  /** The sentence with which the turn begins, else the turn; empty before the first. */
  title: string;
  passages: Passage[];
}

type Begins = (entry: LogEntry, before: LogEntry | undefined) => boolean;

const says: Begins = (entry) => entry.kind === TURN_BEGINS;
const isOther: Begins = (entry, before) => Boolean(entry.turn) && entry.turn !== before?.turn;

export function chapters(log: LogEntry[]): Chapter[] {
  // Most games tell when a turn begins; in others the entries themselves know their turn.
  const begins = log.some((entry) => says(entry, undefined)) ? says : isOther;
  const all: Chapter[] = [];
  let first = log[0];
  log.forEach((entry, index) => {
    if (entry.number !== first?.number) first = entry;
    if (begins(entry, log[index - 1]) || all.length === 0) all.push({ title: titleOf(entry, begins), passages: [] });
    // What an order leads to in later phases is not the deed of who gave it.
    const later = entry.phase !== first.phase || entry.turn !== first.turn;
    if (!says(entry, undefined)) add(all.at(-1)?.passages ?? [], later ? { ...entry, seat: "" } : entry);
  });
  return all;
}

function titleOf(entry: LogEntry, begins: Begins): string {
  if (says(entry, undefined)) return entry.text.replace(/\.$/, "");
  return begins === isOther ? (entry.turn ?? "") : "";
}

/** Entries in passages. */
export function passagesOf(entries: LogEntry[]): Passage[] {
  const passages: Passage[] = [];
  for (const entry of entries) add(passages, entry);
  return passages;
}

function add(passages: Passage[], entry: LogEntry): void {
  const last = passages.at(-1);
  if (last && belongs(last, entry)) last.entries.push(entry);
  else passages.push(passageFor(entry));
}

function passageFor(entry: LogEntry): Passage {
  const step = entry.step || entry.ends || "";
  return { phase: entry.phase ?? "", seat: step ? "" : entry.seat, step, entries: [entry] };
}

/** To a step belongs all that one order led to, up to the next step; elsewhere all that one side ordered. */
function belongs(last: Passage, entry: LogEntry): boolean {
  if (last.phase !== (entry.phase ?? "")) return false;
  if (last.step) {
    const same = !entry.step || entry.step === last.step;
    if (last.entries.at(-1)?.number === entry.number) return same;
    // What was chosen for it belongs to it, though another order decided it.
    return entry.step === last.step && last.entries.every(({ result }) => isBare(result));
  }
  return !entry.step && last.seat === entry.seat;
}
