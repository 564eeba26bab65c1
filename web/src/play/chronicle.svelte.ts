import type { LogEntry, View } from "../api/types";
import { text } from "../text";
import { givesUp } from "./choices";
import type { Table } from "./game.svelte";
import { gather, looksTheSame, namedIn, withCame, type Film, type Given, type News } from "./news";
import { sameSide } from "./seats";
import { spoken } from "./told";

/** What this seat was asked when it gave an order. */
type Asked = Pick<View, "phase" | "active" | "turn" | "decision">;

/** So many of the things an order led to are said aloud besides its results, and so many results; the log has all. */
const MOST_SAID = 3;
const MOST_RESULTS = 12;

/** What is said aloud: every result, and the last of the rest. */
export function saidOf(entries: readonly LogEntry[]): string[] {
  const results = entries.filter((entry) => entry.result).slice(-MOST_RESULTS);
  const rest = entries.filter((entry) => !entry.result).slice(-MOST_SAID);
  return entries.filter((entry) => results.includes(entry) || rest.includes(entry)).map(spoken);
}

/** What has happened in a game, as one seat has been told: the log, the news, and what is said aloud. */
export class Chronicle {
  log = $state.raw<LogEntry[]>([]);
  /** All that the server has told, also what is not shown yet, and the last order of which it has; -1: none. */
  private told: LogEntry[] = [];
  readUpTo = -1;
  news = $state.raw<News | null>(null);
  /** The number of the view with which the news came. */
  private newest = 0;
  /** To be said before the next announcement. */
  preface = "";
  /** The last order whose consequences this seat has been told; -1: not known yet. */
  private seen = -1;
  /** What the allies mean to do, each with its turn, as it was said last. */
  private plans: string[] = [];
  /** The last order that was given here. */
  private given: Given | null = null;
  /** The last order before a staff's first, until this seat gives one itself. */
  private stretch: number | null = null;
  /** In whose turn that order answered what the others, or the rules, were doing; null: it did not. */
  private answers: string | null = null;
  /** The order up to which the log is shown. */
  private shownUpTo = -1;

  /** The number of orders after which the others began to act, in a turn that is theirs; -1: they have not. */
  private othersFrom = $state(-1);
  /** What they did last, or what was played out since, as numbers of orders; -1 is before the game began. */
  film = $state.raw<Film | null>(null);

  constructor(private readonly table: Table) {}

  /** The seats that are led here: whoever leads all the allies has ordered what any of them did. */
  get led(): string[] {
    const { seat, mine, info, onlooker } = this.table;
    return onlooker ? [] : [seat, ...mine.filter((other) => other !== seat && sameSide(info, other, seat))];
  }

  /** Whether something is not the deed of this seat: another's, or what the rules did in later phases. */
  isOthers(entry: LogEntry): boolean {
    const later = entry.number === this.given?.number && entry.phase !== this.given.phase;
    return later || !this.led.includes(entry.seat);
  }

  /** What stays marked on the map: all since the last order in a turn of one's own. */
  get traces(): LogEntry[] {
    const { view } = this.table;
    if (!view || this.othersFrom < 0) return view?.since ?? [];
    return this.log.filter(({ number }) => number > this.othersFrom && number <= view.number);
  }

  forget(): void {
    this.othersFrom = -1;
    this.film = null;
    this.log = [];
    this.told = [];
    this.seen = -1;
    this.stretch = null;
    this.given = null;
    this.answers = null;
    this.readAnew();
  }

  /** The log may have changed: next time all of it is read. */
  readAnew(): void {
    this.readUpTo = -1;
    this.shownUpTo = -1;
  }

  /** The server tells what happened after an order, up to the last one. */
  hear(entries: LogEntry[], after: number, last: number): void {
    if (after > this.readUpTo) return; // there is a gap: next time all is read
    this.told = [...this.told.filter((entry) => entry.number <= after), ...entries];
    this.readUpTo = last;
  }

  /** All that the server has told, also what is still being played out. */
  all(): LogEntry[] {
    return this.told.length > this.log.length ? this.told : this.log;
  }

  /** What happened after one order and up to another. */
  between(after: number, last: number): LogEntry[] {
    return this.told.filter(({ number }) => number > after && number <= last);
  }

  /** Orders were taken back, all but so many: what happens from there on is new. */
  cut(number: number): void {
    this.seen = Math.min(this.seen, number);
    if (this.stretch !== null) this.stretch = Math.min(this.stretch, number);
    this.newest = number; // what is told of it stays
    if (this.film && this.film.to > number) this.film = null;
    this.othersFrom = Math.min(this.othersFrom, number);
  }

  /** A staff begins to give orders: all that comes of them is told together, whatever the others answer. */
  stretchFrom(number: number): void {
    this.stretch = number;
  }

  /** This seat gave an order about some units, in a phase, or a staff did: it is told what comes of that. */
  acted(number: number, asked: Asked, units?: string[]): void {
    const { phase, active } = asked;
    this.answers = this.isAnswer(number, asked) ? active : null;
    if (units) this.stretch = null;
    this.seen = this.stretch ?? number - 1;
    this.given = units ? { number, phase, units } : { number, phase };
    // An answer to what the others or the rules do is no end of it.
    if (this.answers === null && (!active || this.led.includes(active))) this.othersFrom = -1;
  }

  /**
   * Whether an order answers what the others or the rules are doing, such as who of two is hit: it was asked for in the
   * phase of the last of it, which no free order of this seat led to.
   */
  private isAnswer(number: number, { phase, turn, active, decision }: Asked): boolean {
    const { film, given, answers, stretch } = this;
    const last = film?.to === number - 1 ? this.told.findLast((entry) => entry.number <= film.to) : undefined;
    if (!film || last?.phase !== phase || (last.turn || turn) !== turn) return false;
    if (stretch !== null || !decision || decision.orders.some((order) => givesUp(order, decision))) return false;
    if (answers !== null) return answers === active;
    return !given || given.phase !== phase || given.number <= film.from;
  }

  /** Others have acted between two views. */
  othersActed(after: number, last: number): void {
    if (this.othersFrom < 0) this.othersFrom = after;
    this.film = { from: this.begin(this.othersFrom), to: last };
  }

  /** Something was played out, be it that nobody did it but the rules: it can be shown again. */
  filmed(from: number, to: number): void {
    if (!this.film || this.film.to < to) this.film = { from: this.begin(from), to };
  }

  /** What belongs together is shown again together. */
  private begin(from: number): number {
    return this.answers !== null && this.film ? Math.min(this.film.from, from) : from;
  }

  /** Say in one breath what happened and what is asked now: a second sentence would cut off the first. */
  tell(before: View | null, seen: readonly LogEntry[] | null): void {
    const { table, preface } = this;
    const { view } = table;
    if (!view) return;
    this.preface = "";
    if (this.answers !== null && this.film && this.film.to < view.number) this.film = { ...this.film, to: view.number };
    const fresh = this.read(view);
    // What the others do is told when this seat is asked again, not move by move.
    const mine = fresh.filter((entry) => table.onlooker || entry.seat === table.seat);
    const watched = seen !== null;
    const news = this.gatherNews(before, view, seen);
    const happened = watched ? "" : news || saidOf(mine);
    const changed =
      watched || before?.decision?.seat !== view.decision?.seat || (table.myTurn && before?.number !== view.number);
    const words = [preface, happened, this.freshPlans(view), changed ? this.asked(before, view) : ""]
      .flat()
      .filter(Boolean)
      .join(" ");
    if (words) table.say(words);
  }

  /** What the allies mean to do, as far as it is new in this turn. */
  private freshPlans({ turn }: View): string[] {
    const [known, { plans }] = [this.plans, this.table];
    const inTurn = (plan: string) => `${turn}: ${plan}`;
    this.plans = plans.map(inTurn);
    return plans.filter((plan) => !known.includes(inTurn(plan)));
  }

  /** Bring the log up to the view; answers with what is new, unless all of it was read anew. */
  private read(view: View): LogEntry[] {
    const known = this.shownUpTo;
    this.log = this.between(-1, view.number);
    this.shownUpTo = view.number;
    return known < 0 ? [] : this.between(known, view.number);
  }

  /** What came of the last order of this seat, and what the others did since, once it is asked again; in words. */
  private gatherNews(before: View | null, view: View, seen: readonly LogEntry[] | null): string {
    const { info, onlooker, myTurn } = this.table;
    if (onlooker) return "";
    const { led } = this;
    if (this.seen < 0) {
      // Who had to leave the screen at once has not read yet what came of his order.
      const last = this.log.findLast((entry) => led.includes(entry.seat))?.number ?? 0;
      this.seen = info?.hides || view.number === 0 ? last - 1 : last;
      if (last > 0 && this.log.some((entry) => entry.number > last && this.isOthers(entry)))
        this.othersActed(last, view.number);
    }
    this.seen = Math.min(this.seen, view.number);
    const due = myTurn || Boolean(view.outcome);
    // What was told is taken back, or the others have gone on since.
    if (this.newest > view.number || (due && this.newest < view.number)) this.news = null;
    const [since, given] = [this.seen, this.given];
    const title = (one: string) => this.table.title(one);
    const owner = (piece: string) => this.table.pieces.get(piece)?.seat;
    // What this seat answered meanwhile, and what came of that, belongs to what the others do.
    const whole = this.film && this.othersFrom >= 0 ? { from: this.film.from, to: view.number } : this.film;
    const film = whole?.to === view.number ? whole : null;
    const filmed = film ? this.between(film.from, film.to) : undefined;
    const whose = { led, title, owner, asked: view.outcome ? null : view };
    const told = gather(this.log, {
      ...whose,
      since,
      given,
      due,
      ...(seen ? { seen } : {}),
      ...(filmed ? { filmed } : {}),
    });
    if (due) this.seen = view.number;
    const watched = seen && filmed ? withCame(text.play.thenNews, filmed, whose) : "";
    const summary = told?.title ?? (due ? this.secretNews(before, view) || watched : "");
    if (!summary) return "";
    this.news = { ...(told ?? { title: summary, about: namedIn(filmed ?? []), told: [], all: [] }), film };
    this.newest = view.number;
    return [summary, ...saidOf(this.news.told.flatMap(({ entries }) => entries))].join(" ");
  }

  /** That the one who was waited for has decided, though nothing of it shows, as with a secret set-up; in words. */
  private secretNews(before: View | null, view: View): string {
    const by = before?.decision?.seat;
    const { info, seat } = this.table;
    if (!info?.hides || !by || sameSide(info, by, seat) || view.number <= before.number) return "";
    if (!looksTheSame(before, view, this.between(before.number, view.number))) return "";
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
