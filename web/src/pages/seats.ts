// Who sits where in a game that is being set up.
import type { GameInfo, NewGame, ScenarioCard } from "../api/types";

export type SeatKind = "human" | "bot" | "invitation";

export interface Chair {
  kind: SeatKind;
  bot: string;
}

/** The people of each side that somebody can play. */
export function bySide(card: ScenarioCard): string[][] {
  const sides = [...new Set(card.seats.map((seat) => seat.side))];
  return sides.map((side) => card.seats.filter((seat) => seat.side === side).map((seat) => seat.title));
}

export type Chairs = Record<string, Chair>;

/** Me against the opponent that plays best. */
export function usual(card: ScenarioCard, bot: string): Chairs {
  return Object.fromEntries(
    card.seats.map(({ id }) => [id, { kind: card.default_seats.includes(id) ? "human" : "bot", bot }] as const),
  );
}

/** As in another game: mine stay mine, and everybody else is replaced by an opponent; without a seat the usual ones. */
export function asIn(info: GameInfo, usually: Chairs, bot: string): Chairs {
  if (!info.seats.some((seat) => seat.mine)) return usually;
  return Object.fromEntries(
    info.seats.map((seat) => [seat.seat, { kind: seat.mine ? "human" : "bot", bot: seat.bot ?? bot }] as const),
  );
}

export function wanted(chairs: Chairs): NonNullable<NewGame["seats"]> {
  return Object.fromEntries(
    Object.entries(chairs).map(([seat, { kind, bot }]) => [seat, { kind, bot: kind === "bot" ? bot : null }]),
  );
}

/** The address to send to somebody, from the secret that the server tells once. */
export function secretLink(kind: "join" | "watch", secret: string, origin: string): string {
  return `${origin}/${kind}/${secret}`;
}
