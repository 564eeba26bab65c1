// What Escape does: it closes what lies open, one thing after the other. Only where nothing does it puts a unit back,
// whose card may stay, and never within the gesture that closed something.
import type { Desk } from "./desk.svelte";
import type { Table } from "./game.svelte";

/** Milliseconds within which another press belongs to the same gesture. */
const GESTURE = 1000;

export class Escapes {
  private last = -Infinity;

  /** It was pressed, whatever that closed; answers whether this goes on with a press just before it. */
  pressed(time: number): boolean {
    const again = time - this.last < GESTURE;
    this.last = time;
    return again;
  }
}

type Open = Pick<Desk, "menu" | "lookedAt" | "pulledUp" | "isSheet" | "inspected" | "lookAway">;
type OnTable = Pick<Table, "unconfirmed" | "explained" | "hint" | "holdsUnit"> & {
  chronicle: Pick<Table["chronicle"], "news">;
  adviser: Pick<Table["adviser"], "weighing" | "putAway">;
  undo: () => unknown;
};

/** `again`: what the gesture began with closed something, so that it must not take back an order. */
export function goBack(desk: Open, table: OnTable, again: boolean): void {
  if (desk.menu) desk.menu = null;
  else if (desk.lookedAt) desk.lookedAt = null;
  else if (table.unconfirmed) table.unconfirmed = null;
  else if (table.explained) table.explained = null;
  else if (table.adviser.weighing) table.adviser.putAway();
  else if (table.hint) table.hint = null;
  else if (desk.pulledUp && desk.isSheet) desk.pulledUp = false;
  else if (table.holdsUnit && !again) void table.undo();
  else if (desk.inspected) desk.lookAway();
  else if (table.chronicle.news) table.chronicle.news = null;
  else desk.lookAway();
}
