// From whose side a game may be seen again.
import type { GameInfo } from "../api/types";
import { needsCurtain } from "../play/seats";

/**
 * Everything once the game is over; until then what I may know, and before a screen that passes from hand to hand what
 * all may know. The first is the usual one.
 */
export function pointsOfView(info: GameInfo): string[] {
  if (info.status === "over") return ["all", ...info.seats.map((seat) => seat.seat), "spectator"];
  if (needsCurtain(info)) return ["spectator"];
  return [...info.seats.filter((seat) => seat.mine).map((seat) => seat.seat), "spectator"];
}

export function fileName(info: GameInfo): string {
  return `${info.scenario.split("/").at(-1) ?? "game"}-${info.id}.bocage`;
}
