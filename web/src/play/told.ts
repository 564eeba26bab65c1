// What came of something, in words: the same for every game, wherever it is told.
import type { LogEntry, Lost, Result } from "../api/types";
import { isFight } from "../board/traces";
import { text } from "../text";
import { nameOf, type Named } from "./units_in";

/** The kind of an entry that tells of a move which was ordered. */
export const MOVED = "moved";

export { isFight };

/** Whether nothing is decided by a result yet: it tells only what goes into it, such as a marker that was drawn. */
export function isBare(result: Result | null | undefined): boolean {
  return Boolean(result) && !isFight(result) && !result?.die && !result?.card && !result?.losses?.length;
}

/** What a result has beside the sentence of its entry: what changed strengths, column or die, and why. */
export function shiftsOf(result: Result | null | undefined): string {
  return (result?.shifts ?? []).map(({ cause, columns }) => text.play.result.shift(cause, columns)).join("; ");
}

/** What each unit has lost in all: who loses a step and then the last is told once. */
export function summed(losses: Lost[]): Lost[] {
  const found = new Map<string, Lost>();
  for (const { piece, steps, gone } of losses) {
    const before = found.get(piece);
    found.set(piece, { piece, steps: steps + (before?.steps ?? 0), gone: Boolean(gone || before?.gone) });
  }
  return [...found.values()];
}

export function lossesOf(losses: Lost[] | undefined, pieces: Named = new Map()): string {
  const words = text.play.result.lost;
  return summed(losses ?? [])
    .map(({ piece, steps, gone }) => words(nameOf(piece, pieces), steps, gone ?? false))
    .join(", ");
}

/** An entry as it is read out. */
export function spoken({ text: sentence, result }: LogEntry): string {
  const shifts = shiftsOf(result);
  return shifts ? `${sentence} ${text.play.result.shifted(shifts)}` : sentence;
}

/** A result by itself, where no sentence stands beside it. */
export function inShort(result: Result): string {
  const words = text.play.result;
  const { attack, defence, line, column, die, card, outcome } = result;
  return [
    isFight(result) ? words.strengths(attack ?? 0, defence ?? 0) : "",
    column ? words.column(column) : (line ?? ""),
    shiftsOf(result),
    die ? words.die(die) : "",
    card ? words.card(card) : "",
    outcome ?? "",
  ]
    .filter(Boolean)
    .join("; ");
}
