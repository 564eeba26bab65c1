// What this seat has not been told yet: what came of its own order, and what the others did after it.
import type { LogEntry, View } from "../api/types";
import { text } from "../text";
import { passagesOf, TURN_BEGINS, type Passage } from "./chapters";
import { unique } from "./choices";
import { tally } from "./tally";
import { isMove } from "./steps";
import { isFight, MOVED } from "./told";

export interface News {
  /** In one sentence, or whose action it was. */
  title: string;
  /** The units that the title names. */
  about?: string[];
  /** What chance made of it, losses and retreats, and what the others did but for their moves. */
  told: Passage[];
  /** Everything in its order, if the others have moved too. */
  all: Passage[];
  /** What the others did, if it can be shown again. */
  film?: Film | null;
}

/** What happened after one order and up to another. */
export interface Film {
  from: number;
  to: number;
}

/** An order that was given here, the phase in which it was, and the units it was about; a staff names none. */
export interface Given {
  number: number;
  phase: string;
  units?: string[];
}

/** Who listens, and what he knows already. */
export interface Listening {
  /** The seats that are led here. */
  led: string[];
  /** The last order whose consequences have been told. */
  since: number;
  /** The last order that was given here. */
  given: Given | null;
  /** Whether it is time to tell what the others did: this seat is asked again, or all is over. */
  due: boolean;
  /** What has been played out before his eyes. */
  seen?: readonly LogEntry[];
  /** What was filmed of the others, their first deeds and own answers too: it is counted. */
  filmed?: LogEntry[];
  title: (seat: string) => string;
  /** The seat that owns a piece, if it is known. */
  owner: (piece: string) => string | undefined;
  /** When the next thing is asked; none: nothing more is decided. */
  asked?: Pick<View, "turn" | "phase" | "decision"> | null;
}

/** So many losses of each side are named. */
const MOST_NAMED = 5;

/** Whether one table looks as another did, and nothing was told in between. */
export function looksTheSame(before: View, view: View, told: LogEntry[]): boolean {
  const lies = ({ pieces, marks }: View) => JSON.stringify([pieces, marks]);
  return told.every((entry) => entry.kind === TURN_BEGINS) && lies(before) === lies(view);
}

export function gather(log: LogEntry[], listening: Listening): News | null {
  const { led, since, given, due, seen, filmed = [] } = listening;
  const isOwn = (entry: LogEntry) => led.includes(entry.seat);
  const isLater = (entry: LogEntry) => entry.number === given?.number && entry.phase !== given.phase;
  const tells = (entry: LogEntry) => {
    if (isOwn(entry)) return Boolean(entry.result) || isUnasked(entry, given, log);
    return due && Boolean(isOpening(entry) ? entry.result : entry.seat);
  };
  // What came of the whole film stays to be read, also of what was told before an answer in between.
  const isKept = (entry: LogEntry) => Boolean(entry.result) && filmed.includes(entry);
  const fresh = log.filter(
    (entry) => entry.kind !== TURN_BEGINS && ((entry.number > since && tells(entry)) || (due && isKept(entry))),
  );
  // What came of an own order stays to be read, though it was watched.
  const isWatched = (entry: LogEntry) => Boolean(seen?.includes(entry)) && (!isOwn(entry) || isLater(entry));
  // What an order leads to in later phases is nobody's deed; of others it is told who did it, not in which phase.
  const entries = fresh.map((entry) =>
    isOwn(entry) && isLater(entry) ? { ...entry, seat: "" } : { ...entry, phase: "" },
  );
  if (entries.length === 0) return null;
  // Of what was watched only results are told again; the rest is counted.
  const isTold = (entry: LogEntry) => entry.kind !== MOVED && (!isWatched(entry) || Boolean(entry.result));
  const told = entries.filter((entry, at) => isTold(fresh[at] ?? entry));
  const others = entries.filter((entry) => entry.seat && !isOwn(entry));
  const counted = filmed.length > 0 ? filmed : others.length > 0 ? others : fresh;
  return {
    title: titleOf(entries, others, told.length > 0 && filmed.length === 0, counted, listening),
    about: namedIn(counted),
    told: passagesOf(told),
    all: fresh.some((entry) => !isTold(entry) && !isWatched(entry)) ? passagesOf(entries) : [],
  };
}

/** Whether something happened before anybody was asked. */
function isOpening({ number, seat }: LogEntry): boolean {
  return number === 0 && !seat;
}

/**
 * What a staff made of an own unit, and where one came that nobody here sent: the rules brought it. Of a unit that an
 * order named the first thing told is what was ordered.
 */
function isUnasked(entry: LogEntry, given: Given | null, log: LogEntry[]): boolean {
  if (!entry.unit || !given || entry.kind === MOVED) return false;
  if (!given.units) return true;
  const isFirst = log.find(({ number, unit }) => number === entry.number && unit === entry.unit) === entry;
  return isMove(entry) && !(isFirst && given.units.includes(entry.unit));
}

/** Whose action it was, where it was one; else what the others did, or what came of an own order, then or later. */
function titleOf(
  entries: LogEntry[],
  others: LogEntry[],
  isTold: boolean,
  counted: LogEntry[],
  listening: Listening,
): string {
  const [heading, second] = unique(entries.flatMap((entry) => entry.step || entry.ends || []));
  const { moves } = tally(counted.filter((entry) => entry.seat && !listening.led.includes(entry.seat)));
  const summed = (words: string) => (isTold ? words : withCame(words, counted, listening));
  if (heading && !second && moves === 0) return summed(heading);
  if (entries.every(isOpening)) return summed(text.play.openingNews);
  if (others.length === 0) return summed(entries.some((entry) => entry.seat) ? text.play.ownNews : text.play.thenNews);
  const who = unique(others.map((entry) => listening.title(entry.seat)));
  return text.play.moved(who, moves, cameOf(counted, listening));
}

/** The units that a title may name; one whose id is a number that is counted there is not known from it. */
export function namedIn(entries: LogEntry[]): string[] {
  const { moves, fights, losses } = tally(entries);
  const counts = [moves, fights, losses.length - MOST_NAMED].map(String);
  const units = [...losses.map(({ piece }) => piece), ...entries.flatMap(({ step, unit }) => (step && unit) || [])];
  return unique(units).filter((unit) => !counts.includes(unit));
}

/** A heading with what it all came to, where nothing else tells of it. */
export function withCame(heading: string, entries: LogEntry[], listening: Whose): string {
  return text.play.withCame(heading, cameOf(entries, listening));
}

type Whose = Pick<Listening, "led" | "title" | "owner" | "asked">;

/** Whether what came of the last fight may still have to be decided: in its phase something is asked. */
function isOpen(entries: LogEntry[], { asked }: Whose): boolean {
  const last = entries.findLast(({ result }) => isFight(result));
  return Boolean(asked && last) && (last?.turn || asked?.turn) === asked?.turn && last?.phase === asked?.phase;
}

/** Whether the losses of the last fight are being chosen. */
function isChosen(entries: LogEntry[], { asked }: Whose): boolean {
  const last = entries.findLast(({ result }) => isFight(result));
  return last !== undefined && last.number === asked?.decision?.settles;
}

/** How much was fought, and who lost what, one's own losses first; by the ids of units. */
function cameOf(entries: LogEntry[], whose: Whose): string {
  const { led, title, owner } = whose;
  const did = tally(entries);
  const owners = unique(did.losses.map(({ piece }) => owner(piece) ?? ""));
  const ofSeats = (seats: string[]) =>
    did.losses
      .filter(({ piece }) => seats.includes(owner(piece) ?? ""))
      .map(({ piece, steps, gone }) => text.play.result.suffered(piece, steps, gone ?? false));
  const told = (all: string[], words: (units: string[], more: number) => string) =>
    all.length > 0 ? [words(all.slice(0, MOST_NAMED), all.length - MOST_NAMED)] : [];
  const others = owners.filter((seat) => !led.includes(seat));
  const losses = [
    ...told(ofSeats(led), text.play.yourLosses),
    ...others.flatMap((seat) =>
      told(ofSeats([seat]), (units, more) => text.play.lossesOf(seat && title(seat), units, more)),
    ),
  ];
  return text.play.came(did.fights, losses, isOpen(entries, whose), isChosen(entries, whose));
}
