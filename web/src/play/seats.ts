// Whose eyes the page looks through.
import type { Board, GameInfo, SeatInfo } from "../api/types";
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

/** Whether the screen passes from hand to hand and somebody could see what is not meant for him. */
export function needsCurtain(info: GameInfo): boolean {
  return info.hides && info.status === "playing" && mySeats(info).length > 1;
}

/** The people of a seat in the plural, "Germans", else the seat's own title. */
export function seatTitle(board: Board | null, seat: string): string {
  const people = text.shared.seat(seat);
  return people !== seat ? people : (board?.seats.find((known) => known.id === seat)?.title ?? seat);
}

/** A seat with who sits there: "Germans (Marie)". */
export function seatWithName(board: Board | null, info: GameInfo, seat: string): string {
  const known = info.seats.find((candidate) => candidate.seat === seat);
  const who = known?.name || known?.bot || "";
  return who ? `${seatTitle(board, seat)} (${who})` : seatTitle(board, seat);
}
