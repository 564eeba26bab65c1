// What a screen reader is told when something happens away from where the reader is.
import { writable } from "svelte/store";

export const announced = writable<{ text: string; count: number }>({ text: "", count: 0 });

/** Say it once, politely; the same words again are said again. */
export function announce(text: string): void {
  announced.update((last) => ({ text, count: last.count + 1 }));
}
