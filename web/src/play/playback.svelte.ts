// What the rules did by themselves, played out one step after the other before the player goes on.
import type { Board, LogEntry, View } from "../api/types";
import { wantsStillness } from "../board/animation";
import { settings, type Pace } from "../settings.svelte";
import { momentOf } from "./moment";
import { drawnIn, inSteps, piecesMeanwhile, sceneryOf, timeFor, type Step } from "./steps";

/** A run through the steps between two views; `finished` is called once, at the end or when the rest is skipped. */
export class Playback {
  place = $state(0);
  paused = $state(false);
  steps = $state.raw<Step[]>([]);
  /** The view that is taken when all has been played out. */
  after: View;
  /** Whoever wants nothing to move by itself goes on by hand. */
  readonly byHand = !settings.animate || wantsStillness();
  readonly step = $derived.by(() => this.steps[this.place]);
  /** The entry of this step in which a card was drawn. */
  readonly drawn = $derived.by(() => drawnIn(this.step));
  /** The table at this step. */
  readonly view = $derived.by((): View => {
    const told = (steps: Step[]) => steps.flatMap((step) => step.entries);
    const past = told(this.steps.slice(0, this.place + 1));
    const future = told(this.steps.slice(this.place + 1));
    return {
      ...(this.before ?? this.after),
      ...momentOf(this.board, this.before, this.after, past),
      pieces: piecesMeanwhile(this.before, this.after, past, future),
      since: [],
      decision: null,
    };
  });
  readonly scenery = $derived.by(() => sceneryOf(this.step, this.view));
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(
    private readonly board: Board,
    /** None before the first order. */
    private readonly before: View | null,
    after: View,
    entries: LogEntry[],
    private readonly finished: (after: View) => void,
  ) {
    this.after = $state.raw(after);
    this.steps = inSteps(entries);
    this.wait();
  }

  /** More happened meanwhile. */
  add(entries: LogEntry[], after: View): void {
    this.steps = [...this.steps, ...inSteps(entries)];
    this.after = after;
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
    this.finished(this.after);
  }

  /** No step follows by itself any more. */
  stop(): void {
    clearTimeout(this.timer);
  }
}
