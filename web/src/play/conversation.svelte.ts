import { api } from "../api/client";
import type { ChatLine } from "../api/types";

/** The talk at a table, and how much of it has not been read. */
export class Conversation {
  lines = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  /** Whether somebody looks at it now. */
  open = false;

  constructor(private readonly game: string) {}

  async refresh(first = false): Promise<ChatLine[]> {
    const known = this.lines.at(-1)?.id ?? -1;
    const { lines } = await api.chat(this.game);
    const fresh = lines.filter((line) => line.id > known);
    this.lines = lines;
    if (!first && !this.open) this.unread += fresh.length;
    return first ? [] : fresh;
  }

  async say(words: string): Promise<void> {
    await api.say(this.game, words);
    await this.refresh(true);
  }

  read(open: boolean): void {
    this.open = open;
    if (open) this.unread = 0;
  }
}
