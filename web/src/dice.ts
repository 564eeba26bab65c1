import type { GameInfo, Reseeding } from "./api/types";
import { seatTitle } from "./play/seats";
import { text } from "./text";

/** From where on chance is new to everybody, in one sentence. */
export function drawnAnew({ after, seat, mine }: Reseeding, info: GameInfo | null): string {
  const words = text.shared.drawnAnew;
  if (mine) return words.mine(after);
  return seat ? words.others(seatTitle(info, seat), after) : words.recorded(after);
}
