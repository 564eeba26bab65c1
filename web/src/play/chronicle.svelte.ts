import { announce } from "../announce";
import { api } from "../api/client";
import type { LogEntry, View } from "../api/types";
import { text } from "../text";
import { TURN_BEGINS } from "./chapters";
import { unique } from "./choices";
import type { Table } from "./game.svelte";
import { sameSide } from "./seats";
import { tally } from "./tally";

/** What the others did since this seat last looked. */
export interface News {
  /** In one sentence. */
  summary: string;
  /** One by one; none if nothing of it shows. */
  entries: LogEntry[];
}

/** So many of the things an order led to are said aloud; the log has all. */
const MOST_SAID = 3;

/** What has happened in a game, as one seat has been told: the log, the news, and what is said aloud. */
export class Chronicle {
  log = $state.raw<LogEntry[]>([]);
  news = $state.raw<News | null>(null);
  /** To be said before the next announcement. */
  preface = "";
  /** The last order whose consequences this seat has been told; -1: not known yet. */
  private seen = -1;
  private readUpTo = -1;

  constructor(private readonly table: Table) {}

  forget(): void {
    this.log = [];
    this.seen = -1;
    this.readAnew();
  }

  /** The log may have changed: next time all of it is read. */
  readAnew(): void {
    this.readUpTo = -1;
  }

  /** Orders were taken back, all but so many: what happens from there on is new. */
  cut(number: number): void {
    this.readAnew();
    this.seen = Math.min(this.seen, number);
  }

  /** This seat gave an order itself: what comes of it is no news. */
  acted(number: number): void {
    this.seen = number;
  }

  /** Say in one breath what happened and what is asked now: a second sentence would cut off the first. */
  async tell(before: View | null, watched: boolean): Promise<void> {
    const { table, preface } = this;
    const { view } = table;
    this.preface = "";
    const fresh = await this.read();
    if (!view || view !== table.view) return;
    // What the others do is told when this seat is asked again, not move by move.
    const mine = fresh.filter((entry) => table.onlooker || entry.seat === table.seat);
    const news = this.gatherNews(before, view);
    const happened = watched ? "" : news || mine.slice(-MOST_SAID).map((entry) => entry.text);
    const changed =
      watched || before?.decision?.seat !== view.decision?.seat || (table.myTurn && before?.number !== view.number);
    const words = [preface, happened, changed ? this.asked(before, view) : ""].flat().filter(Boolean).join(" ");
    if (words) announce(words);
  }

  /** Bring the log up to the view; answers with what is new, unless all of it was read anew. */
  private async read(): Promise<LogEntry[]> {
    const { id, seat, view } = this.table;
    if (!view) return [];
    const after = view.number > this.readUpTo ? this.readUpTo : -1;
    const told = await api.log(id, seat, after);
    if (seat !== this.table.seat || view !== this.table.view) return [];
    // An opponent may have gone on meanwhile: what came after this view is read with the next.
    const entries = told.entries.filter((entry) => entry.number <= view.number);
    this.log = after < 0 ? entries : [...this.log, ...entries];
    this.readUpTo = view.number;
    return after < 0 ? [] : entries;
  }

  /** What the others did since this seat last decided, once it is asked again or all is over; in words. */
  private gatherNews(before: View | null, view: View): string {
    const { seat, mine, info, onlooker, myTurn } = this.table;
    if (onlooker) return "";
    const last = this.log.findLast((entry) => entry.seat === seat)?.number ?? 0;
    this.seen = Math.min(this.seen < 0 ? last : this.seen, view.number);
    if (!myTurn && !view.outcome) return "";
    // Whoever leads all the allies has seen what he did himself.
    const led = [seat, ...mine.filter((other) => sameSide(info, other, seat))];
    const byOthers = (entry: LogEntry) => entry.seat && !led.includes(entry.seat) && entry.kind !== TURN_BEGINS;
    const entries = this.log.filter((entry) => entry.number > this.seen && byOthers(entry));
    this.seen = view.number;
    const summary = entries.length > 0 ? this.summaryOf(entries) : this.secretNews(before, view);
    if (!summary) return "";
    this.news = { summary, entries };
    return `${summary} ${entries.at(-1)?.text ?? ""}`.trim();
  }

  private summaryOf(entries: LogEntry[]): string {
    const who = unique(entries.map((entry) => entry.seat)).map((seat) => this.table.title(seat));
    return text.play.moved(who.join(", "), tally(entries));
  }

  /** That the one who was waited for has decided, though nothing of it shows, as with a secret set-up; in words. */
  private secretNews(before: View | null, view: View): string {
    const by = before?.decision?.seat;
    if (!this.table.info?.hides || !by || by === this.table.seat || view.number <= before.number) return "";
    return text.play.secretly(this.table.title(by), before.phase);
  }

  private asked(before: View | null, view: View): string {
    const { decision, myTurn } = this.table;
    if (view.outcome) return `${view.outcome.title}. ${view.outcome.reason}`;
    if (!myTurn || !decision) return this.table.waitingFor();
    const turn = before && before.decision?.seat !== decision.seat ? text.play.yourTurn : "";
    return [turn, decision.prompt, decision.about].filter(Boolean).join(" ");
  }
}
