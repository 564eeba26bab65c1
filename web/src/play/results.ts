// What chance and fights brought, as it is shown where it happened: one result after the other.
import type { LogEntry, Lost, Result, View } from "../api/types";
import { text } from "../text";
import { isBare, isFight, summed } from "./told";

/** A die that fell, or a draw, with the sentence that tells of it. */
export interface Roll {
  die: number;
  text: string;
  /** The entry that tells of it. */
  by: LogEntry;
}

/** One result: a fight or another throw, with all that came of it. */
export interface Shown {
  title: string;
  /** Where it happened, if that was anywhere. */
  hex: string | null;
  /** The last comparison of strengths, if there was one; its die stands with it. */
  fight: Result | null;
  /** Other dice, draws and what units did before it, in sentences. */
  lead: Roll[];
  /** And after it. */
  rolls: Roll[];
  losses: Lost[];
  /** All of it as the log tells it. */
  entries: LogEntry[];
}

/** The results that entries tell. One begins where an entry says so, in another place or under another name. */
export function resultsOf(entries: LogEntry[]): Shown[] {
  const found: Shown[] = [];
  for (const entry of entries) {
    if (!entry.result) continue;
    const open = found.at(-1);
    if (open && belongs(open, entry)) add(open, entry, entry.result);
    else found.push(begun(entry, entry.result));
  }
  return found;
}

/** Whether it happened somewhere or by chance; whatever else is told beside the map. */
export function isSeen({ hex, rolls, losses }: Shown): boolean {
  return Boolean(hex) || losses.length > 0 || rolls.some(({ die }) => die > 0);
}

/** When it happened, in words, if that was not the moment that heads the page: in an earlier phase, or turn. */
export function pastOf({ entries }: Shown, now: Pick<View, "turn" | "phase"> | null): string {
  const last = entries.at(-1);
  if (!last?.phase || !now || (last.phase === now.phase && (last.turn || now.turn) === now.turn)) return "";
  return last.turn && last.turn !== now.turn ? `${last.turn} · ${last.phase}` : last.phase;
}

/** Whether it only tells what goes into something that comes later. */
export function leadsOn({ entries }: Shown): boolean {
  return entries.every(({ step, result }) => step && isBare(result));
}

/** The places of which a result tells: where it happened, where its units are, and where they went from and to. */
export function placesOf({ hex, entries, losses }: Shown, whereIs: (unit: string) => string | undefined): string[] {
  const told = entries.flatMap((entry) => {
    const units = [entry.unit ?? [], entry.targets ?? [], entry.fighters ?? []].flat();
    const ends = [entry.path[0], entry.path.at(-1)];
    return [entry.hex, entry.at, ...ends, ...units.map(whereIs)];
  });
  const found = [hex, ...told, ...losses.map(({ piece }) => whereIs(piece))];
  return [...new Set(found.flatMap((place) => place || []))];
}

/** The entry that began a fight before anything came of it: who attacks whom was told there. */
export function beganWith({ hex, entries }: Shown, log: readonly LogEntry[]): LogEntry | undefined {
  const [first] = entries;
  if (!first || !hex) return undefined;
  const isOf = (entry: LogEntry) => entry.hex === hex && entry.phase === first.phase && entry.turn === first.turn;
  return log.findLast((entry) => entry.number <= first.number && isOf(entry) && Boolean(entry.targets?.length));
}

/**
 * What the sentence of a fight tells beyond strengths and outcome, such as weapons that were missing or ground that
 * counted double; where die and column say it, only what follows the outcome, such as what other dice would have brought.
 */
export function reasonOf({ fight, entries }: Shown): string {
  if (!fight) return "";
  const told = entries.find(({ result }) => result === fight)?.text ?? "";
  if (fight.die || fight.column) return fight.outcome ? (told.split(`${fight.outcome}. `)[1] ?? "") : "";
  const strengths = text.play.result.strengths(fight.attack ?? 0, fight.defence ?? 0);
  const rest = told.replace(strengths, "").replace(fight.outcome || strengths, "");
  const words = rest.replace(/^[\s,;:.]+/, "").replace(/\s*[,;:]+\s*(?=\.|$)/, "");
  return words ? words[0]?.toUpperCase() + words.slice(1) : "";
}

function belongs(open: Shown, entry: LogEntry): boolean {
  const last = open.entries.at(-1);
  const another = last?.number !== entry.number && !entry.unit && !entry.hex; // of which nobody here is told
  if (last?.phase !== entry.phase || another) return false;
  if (entry.step) return entry.step === open.title && (entry.hex ?? null) === open.hex;
  if (entry.ends && entry.ends !== open.title) return false;
  return Boolean(open.title) || !entry.hex || !open.hex || entry.hex === open.hex; // without a title the place is one
}

function begun(entry: LogEntry, result: Result): Shown {
  const shown: Shown = {
    title: entry.step || entry.ends || "",
    hex: entry.hex ?? null,
    fight: null,
    lead: [],
    rolls: [],
    losses: [],
    entries: [],
  };
  add(shown, entry, result);
  return shown;
}

function add(shown: Shown, entry: LogEntry, result: Result): void {
  shown.entries.push(entry);
  shown.hex ??= entry.hex ?? null;
  shown.losses = summed([...shown.losses, ...(result.losses ?? [])]);
  const isUntold = !shown.title && shown.rolls.length === 0; // nothing says yet what it is about
  if (isFight(result)) {
    const earlier = shown.entries.findLast((one) => one !== entry && isFight(one.result));
    if (earlier) shown.lead.push({ die: earlier.result?.die ?? 0, text: earlier.text, by: earlier });
    shown.fight = result;
    // What earlier orders chose for it is told again with what it came to.
    const isOwn = ({ by }: Roll) => !(by.step && isBare(by.result)) || by.number === entry.number;
    shown.lead.push(...shown.rolls.splice(0).filter(isOwn));
  } else if (!result.losses?.length || isUntold) {
    shown.rolls.push({ die: result.die ?? 0, text: entry.text, by: entry });
  }
}
