// What came of an order, shown one result after the other where it happened. Nobody has to wait for it.
import { wantsStillness } from "../board/animation";
import { settings, type Pace } from "../settings.svelte";
import type { Shown } from "./results";

/** Milliseconds for which a result stays: one of several, and the last one. */
const TIMES: Record<Pace, [number, number]> = { slow: [6000, 12000], usual: [3200, 7000], fast: [1500, 3500] };

/** Milliseconds after which a result has been seen. */
const GLANCE = 1500;

export class Moments {
  private waiting = $state.raw<Shown[]>([]);
  readonly shown = $derived.by(() => this.waiting[0] ?? null);
  readonly more = $derived.by(() => Math.max(0, this.waiting.length - 1));
  /** The one that is shown, and those that wait for their turn. */
  get all(): readonly Shown[] {
    return this.waiting;
  }
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the one that is shown came. */
  private came = 0;

  /** `isAskedAbout` tells whether a decision is about a result: the last one stays in sight until it is made. */
  constructor(private readonly isAskedAbout: (result: Shown) => boolean = () => false) {}

  show(results: Shown[]): void {
    if (results[0] !== this.shown) this.came = Date.now();
    this.waiting = results;
    this.wait();
  }

  /** More follows what is shown. */
  add(results: Shown[]): void {
    if (results.length === 0) return;
    const waits = this.more > 0;
    if (!this.shown) this.came = Date.now();
    this.waiting = [...this.waiting, ...results];
    if (!waits) this.wait();
  }

  /** What nobody has had time to see: all that waits, and what is shown if it came just now or too quickly. */
  unseen(quick: boolean): Shown[] {
    return quick || Date.now() - this.came < GLANCE ? this.waiting : this.waiting.slice(1);
  }

  /** Whoever acts has seen what is shown; what waits follows. */
  acted(): void {
    if (this.shown) this.next();
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
    if (this.more === 0 && this.isAskedAbout(this.shown)) return;
    const [one, last] = TIMES[settings.pace];
    this.timer = setTimeout(() => this.next(), this.more > 0 ? one : last);
  }
}
