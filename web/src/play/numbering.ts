// The numbers of orders on the keyboard: an order keeps its number as long as the same question goes on.
import type { OrderChoice, View } from "../api/types";
import { isPlain } from "./choices";

const NOTHING: ReadonlyMap<string, number> = new Map();

export class Numbering {
  private phase = "";
  /** The numbers of each question of the phase, from 1. */
  private readonly known = new Map<string, Map<string, number>>();

  /** The number of each order; `orders` in the sequence in which they are numbered anew. */
  of(view: View | null, orders: OrderChoice[]): ReadonlyMap<string, number> {
    if (!view || orders.length === 0) return NOTHING;
    const phase = [view.seat, view.turn, view.phase].join("|");
    if (phase !== this.phase) this.known.clear();
    this.phase = phase;
    const { rule = "", unit = null, target = null } = view.decision ?? {};
    const question = [rule, unit, target].join("|");
    const before = this.known.get(question) ?? new Map<string, number>();
    // Whatever has had a number is gone: nobody counts on the old ones any more.
    const placed = orders.filter((order) => !isPlain(order));
    const goesOn = (placed.length > 0 ? placed : orders).some(({ order }) => before.has(order));
    const numbers = goesOn ? before : new Map<string, number>();
    let last = Math.max(0, ...numbers.values());
    for (const { order } of orders) if (!numbers.has(order)) numbers.set(order, ++last);
    this.known.set(question, numbers);
    return new Map(orders.map(({ order }) => [order, numbers.get(order) ?? 0]));
  }
}
