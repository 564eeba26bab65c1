// Another game of the same battle, with the same people.
import type { GameInfo, NewGame, SeatInfo } from "../api/types";

type Seats = NonNullable<NewGame["seats"]>;

function sitter({ mine, kind, bot }: SeatInfo): Seats[string] {
  if (mine) return { kind: "human", bot: null };
  return kind === "bot" ? { kind, bot: bot ?? null } : { kind: "invitation", bot: null };
}

/** The sides that have seats, in their order. */
function sidesOf(info: GameInfo): string[] {
  return [...new Set(info.seats.map(({ side }) => side))];
}

export function canSwap(info: GameInfo): boolean {
  return sidesOf(info).length === 2;
}

/** Who sits where in a rematch; with sides changed each side is led by whoever led the other. */
export function rematchSeats(info: GameInfo, swapped: boolean): Seats {
  const [one, other] = sidesOf(info);
  const seats: Seats = {};
  for (const seat of info.seats) {
    const from = swapped ? info.seats.find(({ side }) => side === (seat.side === one ? other : one)) : seat;
    seats[seat.seat] = sitter(from ?? seat);
  }
  return seats;
}
