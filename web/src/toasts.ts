// Short messages at the edge of the page: what went wrong, what was done.
import { writable } from "svelte/store";
import { explain, onceReached } from "./api/explain";

export interface Toast {
  id: number;
  kind: "done" | "wrong";
  text: string;
}

const DONE_FOR = 4_000;
const PER_LETTER = 80;
const WRONG_FOR = 12_000;
const MOST = 3;

export const toasts = writable<Toast[]>([]);
let last = 0;

export function dismiss(id: number): void {
  toasts.update((all) => all.filter((toast) => toast.id !== id));
}

function show(kind: Toast["kind"], text: string): number {
  const id = ++last;
  toasts.update((all) => [...all.filter((toast) => toast.text !== text), { id, kind, text }].slice(-MOST));
  setTimeout(() => dismiss(id), kind === "done" ? Math.max(DONE_FOR, PER_LETTER * text.length) : WRONG_FOR);
  return id;
}

/** Tell that something was done. */
export function tell(text: string): void {
  show("done", text);
}

/** Tell in one sentence why something did not work. */
export function complain(error: unknown): void {
  const id = show("wrong", explain(error));
  onceReached(error, () => dismiss(id));
}
