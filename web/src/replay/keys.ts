// What the keys do in a replay.
const TEN = 10;

export type Step = { to: number } | "play";

/** Where a key leads from an order, or null if it means nothing here. */
export function step(key: string, shift: boolean, number: number, last: number): Step | null {
  const far = shift ? TEN : 1;
  switch (key) {
    case "ArrowLeft":
      return { to: Math.max(0, number - far) };
    case "ArrowRight":
      return { to: Math.min(last, number + far) };
    case "Home":
      return { to: 0 };
    case "End":
      return { to: last };
    case " ":
      return "play";
    default:
      return null;
  }
}

/** Whether the element with the focus needs the key itself. */
export function keeps(element: EventTarget | null, key: string): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.closest("[role=dialog], [role=tablist], textarea, select")) return true;
  if (element instanceof HTMLInputElement) return element.type !== "range" || key === " ";
  return key === " " && element.closest("button, a, summary") !== null;
}
