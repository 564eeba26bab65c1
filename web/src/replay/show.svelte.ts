// A game gone through again: the point that is shown, its story, and how both go on while the game is still played.
import { api } from "../api/client";
import { explain, onceReached } from "../api/explain";
import type { GameInfo, LogEntry, Summary, View } from "../api/types";
import { complain } from "../toasts";
import { pointsOfView } from "./seats";
import { byTurn } from "./turns";
import { Views } from "./views";

/** Where the reader will probably go next, from the point that is shown. */
const AHEAD = [1, -1, 2, 3];

/** The log and the curves of a whole game; a long one takes the server a moment. */
export interface Story {
  entries: LogEntry[];
  summary: Summary;
}

export class Show {
  info: GameInfo;
  seat: string;
  number: number;
  view = $state.raw<View | null>(null);
  /** Whether the view is the next one after the last that was shown, so that counters may glide there. */
  glides = $state(false);
  story = $state.raw<Story | null>(null);
  /** Why there is no story. */
  untold = $state("");
  playing = $state(false);
  readonly last = $derived.by(() => this.info.number);
  readonly sides = $derived.by(() => pointsOfView(this.info));
  readonly turns = $derived.by(() => byTurn(this.story?.summary.turns ?? [], this.story?.entries ?? []));

  private readonly views: Views;
  private bringing = false;
  private wishes = 0;
  private asking = false;
  private again = false;

  constructor(info: GameInfo, at: number | null) {
    this.info = $state.raw(info);
    this.seat = $state(pointsOfView(info)[0] ?? "spectator");
    this.number = $state(Math.min(at ?? (info.status === "over" ? 0 : info.number), info.number));
    this.views = new Views((seat, number) => api.view(info.id, seat, number));
  }

  jump(to: number): void {
    this.number = Math.max(0, Math.min(this.last, to));
  }

  toggle(): void {
    if (!this.playing && this.number === this.last) this.number = 0;
    this.playing = !this.playing;
  }

  /** One order further, unless the view of this one is still on its way. */
  tick(): void {
    if (this.bringing) return;
    if (this.number < this.last) this.number += 1;
    else this.playing = false;
  }

  /** Show what is wished for. Only the newest wish counts: while one view is on its way, the slider may have moved on. */
  async bring(): Promise<void> {
    if (this.bringing) return;
    this.bringing = true;
    try {
      let shown: [string, number] | null = null;
      while (shown === null || shown[0] !== this.seat || shown[1] !== this.number) {
        shown = [this.seat, this.number];
        const next = await this.views.get(...shown);
        this.glides = this.view !== null && next.number === this.view.number + 1 && next.seat === this.view.seat;
        this.view = next;
      }
      const [side, from] = shown;
      const near = AHEAD.map((by) => from + by).filter((one) => one >= 0 && one <= this.last);
      void this.views.ahead(side, near, () => this.seat === side && this.number === from);
    } catch (error) {
      this.playing = false;
      complain(error);
    } finally {
      this.bringing = false;
    }
  }

  /** Ask for the story of a side; only the newest wish counts, as an older answer may be from before the last order. */
  async loadStory(side: string): Promise<void> {
    const wish = ++this.wishes;
    this.untold = "";
    try {
      const [{ entries }, summary] = await Promise.all([api.log(this.info.id, side), api.summary(this.info.id, side)]);
      if (wish === this.wishes) this.story = { entries, summary };
    } catch (error) {
      if (wish === this.wishes) this.untold = explain(error);
      onceReached(error, () => void (wish === this.wishes && this.loadStory(side)));
      complain(error);
    }
  }

  /** Go on with the game: whoever was at its end stays there. Orders after `from` may be others than before. */
  async goOn(from: number): Promise<void> {
    this.views.forget(from);
    this.again = true;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.again) {
        this.again = false;
        const atEnd = this.number >= this.last;
        this.info = await api.game(this.info.id);
        if (atEnd || this.number > this.last) this.number = this.last;
        await this.loadStory(this.seat);
      }
    } catch (error) {
      complain(error);
    } finally {
      this.asking = false;
    }
  }
}
