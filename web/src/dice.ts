import type { Reseeding } from "./api/types";
import { text } from "./text";

/** From where on chance is new to everybody, in one sentence. */
export function drawnAnew({ after, seat, mine }: Reseeding): string {
  const words = text.shared.drawnAnew;
  if (mine) return words.mine(after);
  return seat ? words.others(text.shared.seat(seat), after) : words.recorded(after);
}
