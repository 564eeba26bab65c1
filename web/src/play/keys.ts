// Which key does what. Keys that move the cursor work while the board has the focus; the others everywhere but in a
// field that is typed in.
import type { Direction } from "./choices";

export type Action =
  | { do: "move"; direction: Direction }
  | { do: "pick" | "inspect" | "back" | "undo" | "next" | "previous" | "help" | "hint" | "fit" | "closer" | "farther" }
  | { do: "again" | "summary" | "intents" }
  | { do: "choose"; number: number }
  | { do: "open"; panel: "orders" | "log" | "rules" | "text" };

export interface Stroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const ON_BOARD: Record<string, Action> = {
  ArrowLeft: { do: "move", direction: "left" },
  ArrowRight: { do: "move", direction: "right" },
  ArrowUp: { do: "move", direction: "up" },
  ArrowDown: { do: "move", direction: "down" },
  q: { do: "move", direction: "up-left" },
  w: { do: "move", direction: "up" },
  e: { do: "move", direction: "up-right" },
  a: { do: "move", direction: "down-left" },
  s: { do: "move", direction: "down" },
  d: { do: "move", direction: "down-right" },
  Enter: { do: "pick" },
  " ": { do: "inspect" },
};

const ANYWHERE: Record<string, Action> = {
  n: { do: "next" },
  p: { do: "previous" },
  u: { do: "undo" },
  h: { do: "hint" },
  z: { do: "closer" },
  x: { do: "farther" },
  f: { do: "fit" },
  o: { do: "open", panel: "orders" },
  l: { do: "open", panel: "log" },
  r: { do: "open", panel: "rules" },
  t: { do: "open", panel: "text" },
  g: { do: "again" },
  y: { do: "summary" },
  i: { do: "intents" },
  "?": { do: "help" },
  Escape: { do: "back" },
};

export function actionFor(stroke: Stroke, onBoard: boolean): Action | null {
  const key = stroke.key.length === 1 ? stroke.key.toLowerCase() : stroke.key;
  if (stroke.ctrlKey || stroke.metaKey) return key === "z" && !stroke.altKey ? { do: "undo" } : null;
  if (stroke.altKey) return null;
  if (onBoard && ON_BOARD[key]) return ON_BOARD[key];
  if (/^[1-9]$/.test(key)) return { do: "choose", number: Number(key) };
  return ANYWHERE[key] ?? null;
}

/** Whether keys belong to what has the focus, because text is typed there. */
export function isTypedIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "range"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
