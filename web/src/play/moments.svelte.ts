// What came of an order, shown one result after the other where it happened. Nobody has to wait for it.
import { wantsStillness } from "../board/animation";
import { settings, type Pace } from "../settings.svelte";
import type { Shown } from "./results";

/** Milliseconds for which a result stays: one of several, and the last one. */
const TIMES: Record<Pace, [number, number]> = { slow: [6000, 12000], usual: [3200, 7000], fast: [1500, 3500] };

export class Moments {
  private waiting = $state.raw<Shown[]>([]);
  readonly shown = $derived.by(() => this.waiting[0] ?? null);
  readonly more = $derived.by(() => Math.max(0, this.waiting.length - 1));
  /** The one that is shown, and those that wait for their turn. */
  get all(): readonly Shown[] {
    return this.waiting;
  }
  private timer: ReturnType<typeof setTimeout> | undefined;

  show(results: Shown[]): void {
    this.waiting = results;
    this.wait();
  }

  next(): void {
    this.show(this.waiting.slice(1));
  }

  close(): void {
    this.show([]);
  }

  /** It stays as long as somebody looks at it closely. */
  hold(yes: boolean): void {
    clearTimeout(this.timer);
    if (!yes) this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (!this.shown || !settings.animate || wantsStillness()) return;
    const [one, last] = TIMES[settings.pace];
    this.timer = setTimeout(() => this.next(), this.more > 0 ? one : last);
  }
}
