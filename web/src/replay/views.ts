// The table at any point of a game. What was asked for once is kept; neighbours are asked for in advance.
import type { View } from "../api/types";

type Ask = (seat: string, number: number) => Promise<View>;

const KEPT = 240;

export class Views {
  private readonly kept = new Map<string, Promise<View>>();

  constructor(private readonly ask: Ask) {}

  get(seat: string, number: number): Promise<View> {
    const key = `${seat} ${number}`;
    const known = this.kept.get(key);
    this.kept.delete(key);
    const view = known ?? this.ask(seat, number);
    this.kept.set(key, view);
    view.catch(() => this.kept.delete(key));
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    return view;
  }

  /** What was kept of the time after an order is asked for anew: other orders may have been given since. */
  forget(after: number): void {
    for (const key of this.kept.keys()) if (Number(key.split(" ").at(-1)) > after) this.kept.delete(key);
  }

  /** Ask in advance for where the reader will probably go next, one after the other so that he never waits behind. */
  async ahead(seat: string, numbers: number[], wanted: () => boolean): Promise<void> {
    for (const number of numbers) {
      if (!wanted()) return;
      await this.get(seat, number).catch(() => undefined);
    }
  }
}
