// The review of a game that is over: asked for once, watched while it is made, kept by the server for the next reader.
import { api } from "../api/client";
import { explain, onceReached } from "../api/explain";
import type { ReviewState } from "../api/types";

const LOOK_AGAIN = 1000; // milliseconds

export class ReviewWatch {
  state = $state.raw<ReviewState | null>(null);
  /** Why nothing can be said of it. */
  wrong = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly game: string,
    private readonly onready: () => void,
  ) {}

  look = () => this.ask(() => api.review(this.game));
  begin = () => this.ask(() => api.beginReview(this.game));
  stop = () => this.ask(() => api.stopReview(this.game));

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async ask(request: () => Promise<ReviewState>): Promise<void> {
    clearTimeout(this.timer);
    try {
      const before = this.state;
      const next = await request();
      if (this.closed) return;
      this.wrong = "";
      this.state = next;
      if (next.status === "ready" && before && before.status !== "ready") this.onready();
      if (next.status === "waiting" || next.status === "working")
        this.timer = setTimeout(() => void this.look(), LOOK_AGAIN);
    } catch (error) {
      this.wrong = explain(error);
      onceReached(error, () => void (this.closed || this.look()));
    }
  }
}
