import { announce } from "../announce";
import { api, ServerError } from "../api/client";
import { explain } from "../api/explain";
import type { Advice } from "../api/types";
import { text } from "../text";
import type { Table } from "./game.svelte";
import { Progress } from "./progress.svelte";

/** Advice with its reasons: asked for once at a time, and given up when nobody wants it any more. */
export class Adviser {
  /** What was advised for the decision that is pending. */
  advice = $state.raw<Advice | null>(null);
  weighing = $state(false);
  readonly progress = new Progress();
  private asked: AbortController | null = null;

  constructor(private readonly table: Table) {}

  async ask(): Promise<void> {
    const { table } = this;
    const { id, seat, view } = table;
    if (!table.myTurn || !view || this.weighing) return;
    this.putAway();
    table.hint = null;
    const asked = (this.asked = new AbortController());
    this.weighing = true;
    this.progress.clear();
    announce(text.play.advice.weighing);
    try {
      const advice = await api.advice(id, seat, asked.signal);
      if (this.asked === asked && view === table.view) this.take(advice);
    } catch (error) {
      if (asked.signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
      table.explain(explain(error), error.problem.rule, null);
    } finally {
      if (this.asked === asked) this.weighing = false;
    }
  }

  private take(advice: Advice): void {
    const [best] = advice.orders;
    if (!best) return;
    this.advice = advice;
    this.table.advise(best, text.play.hintIs(best.label, best.loss), text.play.advice.told(advice));
  }

  /** Nobody waits for it, or it belongs to a decision that is past. */
  putAway(): void {
    this.asked?.abort();
    this.asked = null;
    this.weighing = false;
    this.advice = null;
  }
}
