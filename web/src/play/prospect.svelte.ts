import { api } from "../api/client";
import type { Odds, OrderChoice, Screen, View } from "../api/types";
import { isRated } from "./choices";
import type { Table } from "./game.svelte";
import { known, NOTHING_KNOWN, type Known } from "./odds";

const NOTHING = { of: null, odds: null };

/** What orders would lead to: all of a decision beside each other, and the one that is pointed at in full. */
export class Prospect {
  private rated = $state.raw<{ of: OrderChoice | null; odds: Odds | null }>(NOTHING);
  /** What the server has told about this decision, by order. */
  known = $state.raw<Known>(NOTHING_KNOWN);
  /** All odds of this decision, on their way; asked for once. */
  private comparison: Promise<void> = Promise.resolve();
  /** What came with the newest view. */
  private newest: { prospect: Screen["prospect"]; view: View } | null = null;

  constructor(private readonly table: Table) {}

  /** The order whose odds are shown; none beside what is played out, which belongs to another moment. */
  get of(): OrderChoice | null {
    return this.table.playback ? null : this.rated.of;
  }
  get odds(): Odds | null {
    return this.table.playback ? null : this.rated.odds;
  }

  putAway(): void {
    this.rated = NOTHING;
    this.known = NOTHING_KNOWN;
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
    this.known = known(usual ? [usual] : []);
    const rated = this.table.orders.filter(isRated);
    this.comparison = rated.some(({ order }) => !this.known.has(order)) ? this.compare() : Promise.resolve();
    await this.rate(null);
  }

  /** The odds of all orders that have any, in one answer. */
  private async compare(): Promise<void> {
    const { id, seat, view } = this.table;
    const told = await api.prospects(id, seat).catch(() => null);
    if (!told || view !== this.table.view || told.number !== view?.number) return;
    this.known = known(told.prospects, this.known);
  }

  async rate(order: OrderChoice | null): Promise<void> {
    const { view, orders, unconfirmed } = this.table;
    const wanted =
      [order, unconfirmed].find((one) => one && isRated(one)) ??
      orders.find((one) => one.order === this.usual?.order) ??
      null;
    const told = () => (wanted && this.known.get(wanted.order)) ?? null;
    this.rated = { of: wanted, odds: told() };
    if (!wanted || this.known.has(wanted.order)) return;
    await this.comparison;
    if (this.rated.of === wanted && view === this.table.view) this.rated = { of: wanted, odds: told() };
  }
}
