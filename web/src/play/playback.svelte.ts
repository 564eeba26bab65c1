// What others and the rules did, played out one step after the other before the player goes on.
import type { Board, LogEntry, View } from "../api/types";
import { wantsStillness } from "../board/animation";
import type { Tale } from "../board/contract";
import { isBox } from "../board/layout";
import { settings, type Pace } from "../settings.svelte";
import { momentOf } from "./moment";
import { resultsOf, type Shown } from "./results";
import {
  combined,
  drawnIn,
  glideOf,
  inSteps,
  piecesMeanwhile,
  sceneryOf,
  timeFor,
  type Near,
  type Step,
} from "./steps";

/** Places so many hexes apart are seen at a glance. */
const NEAR = 4;

/** What is to be shown: what happened between two views. */
export interface Reel {
  board: Board;
  /** None before the first order. */
  before: View | null;
  after: View;
  entries: LogEntry[];
  /** Results from before, which nobody had time to see: they come first. */
  unseen?: Shown[];
  /** Whether it is told after the view that follows it was taken: nothing that comes meanwhile belongs to it. */
  told?: boolean;
  /** Whether it was shown before. */
  again?: boolean;
}

export interface Audience {
  /** Called once, at the end or when the rest is skipped. */
  finished: (after: View) => void;
  /** Whether more will come by itself in a moment: the last step stays until then. */
  awaits?: () => boolean;
  /** Called when another step is shown, or all has been. */
  moved?: () => void;
}

/** A run through the steps between two views. */
export class Playback {
  place = $state(0);
  paused = $state(false);
  /** All is shown, but more is to come. */
  held = $state(false);
  steps = $state.raw<Step[]>([]);
  /** The view that is taken when all has been played out. */
  after: View;
  readonly again: boolean;
  readonly told: boolean;
  /** Whoever wants nothing to move by itself goes on by hand. */
  readonly byHand = !settings.animate || wantsStillness();
  readonly step = $derived.by(() => this.steps[this.place]);
  /** The entry of this step in which a card was drawn. */
  readonly drawn = $derived.by(() => drawnIn(this.step));
  readonly results = $derived.by(() => resultsOf(this.step?.entries ?? []));
  private readonly happened = $derived.by(() => entriesOf(this.steps.slice(0, this.place + 1)));
  /** What has happened since the view before. */
  private readonly past = $derived.by(() => entriesOf(this.steps.slice(this.first, this.place + 1)));
  /** The table at this step. */
  readonly view = $derived.by((): View => {
    const { past } = this;
    const future = entriesOf(this.steps.slice(Math.max(this.first, this.place + 1)));
    return {
      ...(this.before ?? this.after),
      ...momentOf(this.board, this.before, this.after, this.happened),
      pieces: piecesMeanwhile(this.before, this.after, past, future),
      since: [],
      decision: null,
    };
  });
  /** How the map comes from the step before to this one, and what stays marked on it. */
  readonly tale = $derived.by((): Tale => {
    const { step, happened: past } = this;
    const fresh = this.backwards ? [] : (step?.entries ?? []);
    return { fresh, traces: past, ...(step ? glideOf(step, settings.pace) : {}) };
  });
  readonly scenery = $derived.by(() => sceneryOf(this.step, this.view, (place) => isBox(this.board, place)));
  private readonly board: Board;
  private readonly before: View | null;
  private readonly audience: Audience;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;
  private backwards = false;
  private furthest = 0;
  /** The first step after the view before. */
  private readonly first: number;
  private readonly near: Near;

  constructor({ board, before, after, entries, unseen = [], told = false, again = false }: Reel, audience: Audience) {
    this.board = board;
    this.before = before;
    this.audience = audience;
    this.again = again;
    this.told = told;
    this.after = $state.raw(after);
    const missed = unseen.flatMap((result) => inSteps(result.entries));
    this.first = missed.length;
    this.near = nearOn(board);
    this.steps = [...missed, ...combined(inSteps(entries), this.near)];
    this.wait();
  }

  /** What has been shown so far. */
  get seen(): LogEntry[] {
    return entriesOf(this.steps.slice(0, this.furthest + 1));
  }

  /** The last order of which something has been shown. */
  get reached(): number {
    if (this.furthest + 1 >= this.steps.length) return this.after.number;
    return Math.max(this.before?.number ?? 0, ...this.seen.map(({ number }) => number));
  }

  /** More happened meanwhile. */
  add(entries: LogEntry[], after: View): void {
    const shown = this.steps.slice(0, this.place + 1);
    const coming = [...this.steps.slice(this.place + 1), ...inSteps(entries)];
    this.steps = [...shown, ...combined(coming, this.near)];
    this.after = after;
    if (this.held) this.goOn();
  }

  /** Go on after the last step, or end if nothing more will come. */
  goOn(): void {
    if (!this.held) return;
    this.held = false;
    this.next();
  }

  private wait(): void {
    clearTimeout(this.timer);
    const step = this.step;
    if (!this.paused && !this.byHand && step) this.timer = setTimeout(() => this.next(), timeFor(step, settings.pace));
  }

  next(): void {
    if (this.place + 1 >= this.steps.length) {
      if (!this.audience.awaits?.()) return this.skip();
      clearTimeout(this.timer);
      this.held = true;
      this.audience.moved?.();
      return;
    }
    this.backwards = false;
    this.place += 1;
    this.furthest = Math.max(this.furthest, this.place);
    this.wait();
    this.audience.moved?.();
  }

  back(): void {
    this.paused = true;
    this.held = false;
    this.backwards = true;
    this.place = Math.max(0, this.place - 1);
    this.wait();
  }

  /** Show all of it again. */
  restart(): void {
    this.paused = false;
    this.held = false;
    this.backwards = true;
    this.place = 0;
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
    this.audience.finished(this.after);
  }

  /** No step follows by itself any more. */
  stop(): void {
    clearTimeout(this.timer);
  }
}

/** What is near on a map; what is no hex of it is near nothing else. */
function nearOn({ hexes, map }: Board): Near {
  const at = new Map(hexes.map((hex) => [hex.id, hex]));
  const most = NEAR * map.hex_width;
  return (one, other) => {
    const [from, to] = [at.get(one), at.get(other)];
    return one === other || Boolean(from && to && Math.hypot(from.x - to.x, from.y - to.y) <= most);
  };
}

function entriesOf(steps: Step[]): LogEntry[] {
  return steps.flatMap((step) => step.entries);
}
