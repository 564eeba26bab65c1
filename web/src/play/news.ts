// What this seat has not been told yet: what came of its own order, and what the others did after it.
import type { LogEntry, View } from "../api/types";
import { text } from "../text";
import { passagesOf, TURN_BEGINS, type Passage } from "./chapters";
import { unique } from "./choices";
import { tally } from "./tally";
import { MOVED } from "./told";

export interface News {
  /** In one sentence, or whose action it was. */
  title: string;
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

/** Who listens, and what he knows already. */
export interface Listening {
  /** The seats that are led here. */
  led: string[];
  /** The last order whose consequences have been told. */
  since: number;
  /** The last order that was given here, and the phase in which it was. */
  given: { number: number; phase: string } | null;
  /** Whether it is time to tell what the others did: this seat is asked again, or all is over. */
  due: boolean;
  /** What has been played out before his eyes. */
  seen?: readonly LogEntry[];
  title: (seat: string) => string;
}

/** Whether one table looks as another did, and nothing was told in between. */
export function looksTheSame(before: View, view: View, told: LogEntry[]): boolean {
  const lies = ({ pieces, marks }: View) => JSON.stringify([pieces, marks]);
  return told.every((entry) => entry.kind === TURN_BEGINS) && lies(before) === lies(view);
}

export function gather(log: LogEntry[], listening: Listening): News | null {
  const { led, since, given, due, seen, title } = listening;
  const isOwn = (entry: LogEntry) => led.includes(entry.seat);
  const isLater = (entry: LogEntry) => entry.number === given?.number && entry.phase !== given.phase;
  const tells = (entry: LogEntry) =>
    isOwn(entry) ? Boolean(entry.result) && !(seen?.includes(entry) && isLater(entry)) : due && Boolean(entry.seat);
  const fresh = log.filter((entry) => entry.number > since && entry.kind !== TURN_BEGINS && tells(entry));
  const watched = fresh.filter((entry) => seen?.includes(entry)).length;
  // What an order leads to in later phases is nobody's deed; of others it is told who did it, not in which phase.
  const entries = fresh.map((entry) =>
    isOwn(entry) && isLater(entry) ? { ...entry, seat: "" } : { ...entry, phase: "" },
  );
  if (entries.length === 0) return null;
  // What was watched is counted, and not told again.
  const told = entries.filter((entry, at) => entry.kind !== MOVED && !seen?.includes(fresh[at] ?? entry));
  const others = entries.filter((entry) => entry.seat && !isOwn(entry));
  return {
    title: titleOf(entries, others, title),
    told: passagesOf(told),
    all: told.length + watched < entries.length ? passagesOf(entries) : [],
  };
}

/** Whose action it was, where it was one; else what the others did, or what came of an own order, then or later. */
function titleOf(entries: LogEntry[], others: LogEntry[], title: (seat: string) => string): string {
  const [heading, second] = unique(entries.flatMap((entry) => entry.step || []));
  const did = tally(others);
  if (heading && !second && did.moves === 0) return heading;
  if (others.length === 0) return entries.some((entry) => entry.seat) ? text.play.ownNews : text.play.thenNews;
  return text.play.moved(unique(others.map((entry) => title(entry.seat))).join(", "), did);
}
