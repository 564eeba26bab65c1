// Why something did not work, in one sentence for the user.
import { text } from "../text";
import { ServerError } from "./client";
import { whenReached } from "./reach";

export function explain(error: unknown): string {
  if (!(error instanceof ServerError)) return text.shared.failed;
  if (error.problem.text) return sentence(error.problem.text);
  return error.status === 0 ? text.shared.offline : text.shared.failed;
}

/** If the server could not be reached: do something as soon as it can be. */
export function onceReached(error: unknown, act: () => void): void {
  if (error instanceof ServerError && error.status === 0) whenReached(act);
}

/** The server's words as a sentence of their own: they may begin small, to go on after a colon in a terminal. */
export function sentence(words: string): string {
  const end = /[.!?]$/.test(words) ? "" : ".";
  return words.charAt(0).toUpperCase() + words.slice(1) + end;
}
