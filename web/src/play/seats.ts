// Whose eyes the page looks through.
import type { Board, GameInfo, LogEntry, SeatInfo } from "../api/types";
import { text } from "../text";

export const SPECTATOR = "spectator";
const SHORT = 4; // letters

export function mySeats(info: GameInfo): SeatInfo[] {
  return info.role === "player" ? info.seats.filter((seat) => seat.mine) : [];
}

/** The seat to show: mine; of several that are mine the one that is asked, else the one shown now. */
export function seatToShow(info: GameInfo, now: string): string {
  const mine = mySeats(info).map((seat) => seat.seat);
  if (mine.includes(info.asked)) return info.asked;
  if (mine.includes(now)) return now;
  return mine[0] ?? SPECTATOR;
}

/** Whether the screen passes from one side to another, and somebody could see what is not meant for him. */
export function needsCurtain(info: GameInfo): boolean {
  return info.secrets && info.status === "playing" && new Set(mySeats(info).map((seat) => seat.side)).size > 1;
}

export function seatOf(info: GameInfo | null, seat: string): SeatInfo | undefined {
  return info?.seats.find((known) => known.seat === seat);
}

/** Whether two seats win and lose together: they have no secrets from each other. */
export function sameSide(info: GameInfo | null, one: string, other: string): boolean {
  return seatOf(info, one)?.side === seatOf(info, other)?.side;
}

/** Allies whom other people lead and who have not said that they would give up. */
export function stillToAgree(info: GameInfo | null, seat: string): SeatInfo[] {
  const allies = info?.seats.filter((known) => !known.mine && sameSide(info, known.seat, seat)) ?? [];
  return allies.filter((ally) => ally.kind === "human" && !info?.resigning?.includes(ally.seat));
}

/** Allies whom other people lead and who would give up, as long as I have not said so. */
export function wouldGiveUp(info: GameInfo | null, seat: string): SeatInfo[] {
  if (info?.resigning?.includes(seat)) return [];
  return info?.seats.filter((known) => !known.mine && info.resigning?.includes(known.seat)) ?? [];
}

/** The people of a seat in the plural, or those who only look on. */
export function seatTitle(info: GameInfo | null, seat: string): string {
  return seatOf(info, seat)?.title ?? text.shared.onlookers[seat] ?? seat;
}

/** A title where there is room for a few letters only: its first word, or how that begins. */
export function shortTitle(title: string): string {
  const [first = ""] = title.split(" ");
  return first.length > SHORT ? `${first.slice(0, SHORT - 1)}.` : first;
}

/** What the people of a seat's side are called, all its seats together. */
export function sideTitle(board: Pick<Board, "briefing"> | null, info: GameInfo | null, seat: string): string {
  const side = seatOf(info, seat)?.side;
  return board?.briefing.sides.find((known) => known.side === side)?.title ?? seatTitle(info, seat);
}

/** The sides that nobody leads but the rules, as people of them are called. */
export function ledByRules(board: Pick<Board, "briefing"> | null, info: GameInfo | null): string[] {
  if (!info) return [];
  return (
    board?.briefing.sides.flatMap(({ side, title }) => (info.seats.some((seat) => seat.side === side) ? [] : title)) ??
    []
  );
}

/** A seat with who sits there. */
export function seatWithName(info: GameInfo, seat: string): string {
  const known = seatOf(info, seat);
  const who = known?.name || known?.bot || "";
  return who ? `${seatTitle(info, seat)} (${who})` : seatTitle(info, seat);
}

/** The colour by which a seat is known, as CSS has it; none of who holds no seat. */
export function colourOf(info: GameInfo | null, seat: string): string | undefined {
  const known = seatOf(info, seat);
  return known && `var(--seat-${known.colour})`;
}

/**
 * Whether a program has ordered something of which some entries tell: it can be asked what it was up to. Who only
 * answered, so that an attack of others went on, has led to its results and to nothing else.
 */
export function haveProgramsPlayed(info: GameInfo | null, entries: readonly Told[]): boolean {
  const programs = info?.seats.flatMap(({ seat, kind, mine }) => (kind === "bot" && !mine ? seat : [])) ?? [];
  return entries.some(({ seat, result }) => programs.includes(seat) && !result);
}

type Told = Pick<LogEntry, "seat" | "result">;
