import { api } from "../api/client";
import type { Odds, OrderChoice } from "../api/types";
import { bestWithOdds } from "./choices";
import type { Table } from "./game.svelte";

/** What an order would lead to: the one that is pointed at or waits to be confirmed, else the likeliest one. */
export class Prospect {
  odds = $state.raw<Odds | null>(null);
  of = $state.raw<OrderChoice | null>(null);
  /** What the server has told about this decision. */
  private known: Record<string, Odds | null> = {};

  constructor(private readonly table: Table) {}

  putAway(): void {
    this.odds = null;
    this.of = null;
    this.known = {};
  }

  /** Something else is asked now. */
  async renew(): Promise<void> {
    this.known = {};
    await this.rate(null);
  }

  async rate(order: OrderChoice | null): Promise<void> {
    const { id, seat, view, orders, unconfirmed } = this.table;
    const wanted = [order, unconfirmed].find((one) => one?.odds) ?? bestWithOdds(orders);
    this.of = wanted;
    if (!wanted) {
      this.odds = null;
      return;
    }
    if (!(wanted.order in this.known)) {
      const odds = await api.odds(id, seat, wanted.order).catch(() => null);
      if (view !== this.table.view) return;
      this.known[wanted.order] = odds;
    }
    if (this.of === wanted) this.odds = this.known[wanted.order] ?? null;
  }
}
