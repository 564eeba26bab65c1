import { api } from "../api/client";
import type { Odds, OrderChoice, Screen, View } from "../api/types";
import type { Table } from "./game.svelte";

/** What an order would lead to: the one that is pointed at or waits to be confirmed, else the one that came along. */
export class Prospect {
  odds = $state.raw<Odds | null>(null);
  of = $state.raw<OrderChoice | null>(null);
  /** What the server has told about this decision. */
  private known: Record<string, Odds | null> = {};
  /** What came with the newest view. */
  private newest: { prospect: Screen["prospect"]; view: View } | null = null;

  constructor(private readonly table: Table) {}

  putAway(): void {
    this.odds = null;
    this.of = null;
    this.known = {};
    this.newest = null;
  }

  /** The server tells what to show first. */
  hear(prospect: Screen["prospect"], view: View): void {
    this.newest = { prospect, view };
  }

  /** What came with the view that is shown. */
  private get usual(): Screen["prospect"] {
    return this.newest?.view === this.table.view ? (this.newest?.prospect ?? null) : null;
  }

  /** Something else is asked now. */
  async renew(): Promise<void> {
    const { usual } = this;
    this.known = usual ? { [usual.order]: usual.odds } : {};
    await this.rate(null);
  }

  async rate(order: OrderChoice | null): Promise<void> {
    const { id, seat, view, orders, unconfirmed } = this.table;
    const wanted =
      [order, unconfirmed].find((one) => one?.odds) ?? orders.find((one) => one.order === this.usual?.order) ?? null;
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
