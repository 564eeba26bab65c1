// What the rules did by themselves, played out one step after the other before the player goes on.
import type { LogEntry, View } from "../api/types";
import { wantsStillness } from "../board/animation";
import { settings, type Pace } from "../settings.svelte";
import { inSteps, movedBy, sceneryOf, timeFor, type Scenery, type Step } from "./steps";

/** A run through some steps; `finished` is called once, at the end or when the rest is skipped. */
export class Playback {
  place = $state(0);
  paused = $state(false);
  steps = $state.raw<Step[]>([]);
  /** Whoever wants nothing to move by itself goes on by hand. */
  readonly byHand = !settings.animate || wantsStillness();
  readonly step = $derived.by(() => this.steps[this.place]);
  /** The card that was drawn last, while it matters. */
  readonly drawn = $derived.by(() => (this.step?.head?.card ? this.step.head : null));
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(
    entries: LogEntry[],
    private readonly finished: () => void,
  ) {
    this.steps = inSteps(entries);
    this.wait();
  }

  /** More happened meanwhile. */
  add(entries: LogEntry[]): void {
    this.steps = [...this.steps, ...inSteps(entries)];
  }

  /** What has moved up to this step. */
  progress(view: View): View {
    return movedBy(
      view,
      this.steps.slice(0, this.place + 1).flatMap((step) => step.entries),
    );
  }

  scenery(view: View): Scenery {
    return sceneryOf(this.step, this.progress(view));
  }

  private wait(): void {
    clearTimeout(this.timer);
    const step = this.step;
    if (!this.paused && !this.byHand && step) this.timer = setTimeout(() => this.next(), timeFor(step, settings.pace));
  }

  next(): void {
    if (this.place + 1 >= this.steps.length) return this.skip();
    this.place += 1;
    this.wait();
  }

  back(): void {
    this.paused = true;
    this.place = Math.max(0, this.place - 1);
    this.wait();
  }

  toggle(): void {
    this.paused = !this.paused;
    this.wait();
  }

  setPace(pace: Pace): void {
    settings.pace = pace;
    this.wait();
  }

  skip(): void {
    this.stop();
    if (this.over) return;
    this.over = true;
    this.finished();
  }

  /** No step follows by itself any more. */
  stop(): void {
    clearTimeout(this.timer);
  }
}
