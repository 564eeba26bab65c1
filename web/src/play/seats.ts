// Whose eyes the page looks through.
import type { GameInfo, SeatInfo } from "../api/types";
import { text } from "../text";

export const SPECTATOR = "spectator";

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

/** The people of a seat in the plural, or those who only look on. */
export function seatTitle(info: GameInfo | null, seat: string): string {
  return seatOf(info, seat)?.title ?? text.shared.onlookers[seat] ?? seat;
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
