// How a game stands, in words for the list of my games.
import type { GameInfo, SeatInfo } from "../api/types";
import { text } from "../text";

const words = text.home.games;

/** Who sits where; a seat of an opened record has nobody in it and is left out. */
export function players(game: GameInfo): string {
  return game.seats.flatMap((seat) => (who(seat) ? [`${seat.title}: ${who(seat)}`] : [])).join(" · ");
}

function who(seat: SeatInfo): string {
  if (seat.mine) return words.you;
  if (seat.kind === "bot") return words.bot(seat.bot ?? "");
  return seat.name || (seat.kind === "invitation" ? words.friend : "");
}

export function standing(game: GameInfo): string {
  if (game.status === "held") return game.held ? `${words.held}: ${game.held}` : words.held;
  if (game.status === "over") return game.outcome?.title ?? "";
  if (game.my_turn) return words.yourTurn;
  const asked = game.seats.find((seat) => seat.seat === game.asked);
  if (!asked) return "";
  if (asked.kind === "bot") return words.thinking(asked.title);
  if (asked.kind === "invitation") return words.open(asked.title);
  return words.waitsFor(asked.name || asked.title);
}

/** Those that wait for me first, then those being played, then the finished ones; the latest first. */
export function inOrder(games: GameInfo[]): GameInfo[] {
  const rank = (game: GameInfo) => (game.status === "playing" ? (game.my_turn ? 0 : 1) : 2);
  return games.toSorted((a, b) => rank(a) - rank(b) || Date.parse(b.updated) - Date.parse(a.updated));
}
