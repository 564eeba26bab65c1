import { takeInfo } from "../api/ahead";
import { api, ServerError } from "../api/client";
import { explain, onceReached, sentence } from "../api/explain";
import { listen, type Live } from "../api/live";
import type { AllyPlan, Board, GameInfo, LiveMessage, LogEntry, OrderChoice, Screen, View } from "../api/types";
import { announce } from "../announce";
import { NO_HIGHLIGHTS } from "../board/contract";
import { laidOut } from "../board/layout";
import { openBoard } from "../board/opening";
import { drawnAnew } from "../dice";
import { settings, type Pace } from "../settings.svelte";
import { text } from "../text";
import { tell } from "../toasts";
import { Adviser } from "./adviser.svelte";
import { passagesOf } from "./chapters";
import {
  asksFirst,
  byId,
  hexOf,
  highlightsOf,
  inSequence,
  numbered,
  isCostly,
  isRated,
  ordersAt,
  piecesAt,
  question,
  unitsIn,
  type Place,
} from "./choices";
import { Chronicle } from "./chronicle.svelte";
import { Conversation } from "./conversation.svelte";
import { tellingOf } from "./film";
import { Layers } from "./layers.svelte";
import { Moments } from "./moments.svelte";
import type { Film } from "./news";
import { defends, figuresOf } from "./odds";
import { Playback } from "./playback.svelte";
import { Progress } from "./progress.svelte";
import { Prospect } from "./prospect.svelte";
import { isSeen, leadsOn, resultsOf, type Shown } from "./results";
import { undoneBy } from "./takebacks";
import { inNames } from "./units_in";
import { mySeats, needsCurtain, sameSide, seatTitle, seatToShow, seatWithName, SPECTATOR } from "./seats";

/** An explanation of what was not possible, and where on the page it was tried. */
export interface Explained {
  text: string;
  rule: string;
  x: number | null;
  y: number | null;
  /** Whether it stands until it is no longer so, as that the server cannot be reached. */
  stays: boolean;
}

/** Why nothing can be done at a place that was only looked at. */
export interface Remark {
  place: Place;
  text: string;
  rule: string;
}

export interface Spot {
  x: number;
  y: number;
}

/** An order that the program or the guide would give, and what is said about it. */
export interface Advice {
  order: string;
  detail: string;
  words: string;
}

/** A unit that was taken in hand: the order can be undone to take another. */
interface InHand {
  unit: string;
  verb: string;
  number: number;
}

/** Milliseconds for which a refusal stands. */
const READING: Record<Pace, number> = { slow: 12_000, usual: 7_000, fast: 4_000 };

/** So many orders programs that play each other are let go ahead of what is shown, and so often that is tried, in ms. */
const LEAD = 5;
const TRY_AGAIN = 2_000;

/** A seat that is another's meanwhile shows nothing any more. */
function unlessTaken(error: unknown): null {
  if (error instanceof ServerError && error.status === 403) return null;
  throw error;
}

/** One game as this browser sees it: what lies on the table, and what can be done. It knows no rules. */
export class Table {
  info = $state.raw<GameInfo | null>(null);
  /** The board as the server tells it, with the side up that is printed so. */
  private printed = $state.raw<Board | null>(null);
  /** The board as it lies before the player. */
  readonly board = $derived(this.printed && laidOut(this.printed, settings.turned));
  view = $state.raw<View | null>(null);
  seat = $state("");
  /** The seat to which the screen is to be handed; while it is set nothing of any seat is here. */
  curtain = $state<string | null>(null);
  connected = $state(true);
  busy = $state(false);
  /** Why the game could not be opened. */
  failure = $state("");
  explained = $state.raw<Explained | null>(null);
  remark = $state.raw<Remark | null>(null);
  /** The order that is pointed at or has the focus. */
  preview = $state.raw<OrderChoice | null>(null);
  /** The unit of an order that is on its way to the server: it is shown as chosen at once. */
  picked = $state<string | null>(null);
  /** An order that waits to be confirmed. */
  unconfirmed = $state.raw<OrderChoice | null>(null);
  hint = $state.raw<Advice | null>(null);
  private allies = $state.raw<AllyPlan[]>([]);
  /** What the programs beside this seat mean to do in this turn, in words. */
  readonly plans = $derived(
    this.allies.map(({ seats, level, intent }) =>
      text.play.intents.ally(
        seats.map((seat) => this.title(seat)),
        level,
        intent,
      ),
    ),
  );
  /** Secret links that were made here: the server tells each only once. */
  invitations = $state<Record<string, string>>({});
  /** The series whose orders a staff gives until it ends, and the seat for which it was let: it decides for no other. */
  standing = $state.raw<{ seat: string; series: string } | null>(null);
  /** What others and the rules have done, while it is played out. */
  playback = $state.raw<Playback | null>(null);

  /** How far the program is about which the others wait. */
  readonly progress = new Progress();
  readonly chat: Conversation;
  readonly chronicle = new Chronicle(this);
  /** What came of orders, shown where it happened. */
  readonly moments = new Moments((result) => this.isAskedAbout(result));
  readonly layers = new Layers(this);
  readonly prospect = new Prospect(this);
  readonly adviser = new Adviser(this);
  /** Nothing is decided while the rules act, nor for a seat whose view is still on its way. */
  readonly decision = $derived(this.playback || this.view?.seat !== this.seat ? null : (this.view.decision ?? null));
  readonly orders = $derived(this.decision?.orders ?? []);
  readonly mine = $derived(this.info ? mySeats(this.info).map((seat) => seat.seat) : []);
  readonly myTurn = $derived(this.orders.length > 0 && !this.view?.outcome);
  readonly onlooker = $derived(this.seat === SPECTATOR);
  /** What is shown: the view, or the moment that is played out while the rules act. */
  readonly onMap = $derived(this.playback ? this.playback.view : this.view);
  /** How the map comes to what is shown, and what stays marked on it. */
  readonly tale = $derived(this.playback ? this.playback.tale : { traces: this.chronicle.traces });
  /** What the others did last, which can be shown again until they do something else. */
  readonly film = $derived(this.chronicle.film);
  /** What stands in the hex of a choice that leads to chance: how likely it hits the one side and the other. */
  private readonly figures = $derived(figuresOf(this.prospect.known, this.defends));
  readonly highlights = $derived(
    this.view && this.decision ? highlightsOf(this.view, this.preview, this.picked, this.figures) : NO_HIGHLIGHTS,
  );
  readonly hexes = $derived(byId(this.board?.hexes ?? []));
  /** The hex of what is advised. */
  readonly advised = $derived.by(() => {
    const order = this.hint && this.orders.find((known) => known.order === this.hint?.order);
    return order && this.view ? hexOf(order, this.view, this.hexes) : null;
  });
  /** The orders as they are numbered on the keyboard and on the text board. */
  readonly numbers = $derived(numbered(this.view && this.decision ? inSequence(this.view, this.hexes) : []));
  readonly pieces = $derived(byId(this.board?.pieces ?? []));
  /** The pieces as they lie on the map. */
  readonly states = $derived(byId(this.onMap?.pieces ?? []));
  /** Whether a staff works for the seat that is shown. */
  readonly hasStaff = $derived(this.standing !== null && this.standing.seat === this.seat);
  readonly canUndo = $derived(this.mine.includes(this.seat) && (this.view?.can_undo ?? false));

  private closed = false;
  private reading: ReturnType<typeof setTimeout> | undefined;
  private live: Live | null = null;
  private listening = false;
  private inHand: InHand | null = null;
  /** The orders that a staff gave together: how many there were before them and after them. */
  private staffed: { first: number; last: number } | null = null;
  /** What another has taken back since he last gave an order. */
  private takenBack: { orders: number; entries: LogEntry[] } | null = null;
  private refreshing: Promise<void> | null = null;
  private again = false;
  private giving: Promise<boolean> | null = null;
  /** How many orders of this table were carried out. */
  private carried = 0;
  private grabbing: Promise<void> = Promise.resolve();
  /** The last order of which the programs have been told that it was shown, and whether they are not to wait for that. */
  private followedTo = -1;
  private runsOn = false;

  constructor(readonly id: string) {
    this.chat = new Conversation(id);
  }

  // -- coming and going -----------------------------------------------------------------------

  async load(): Promise<void> {
    try {
      const [info, board] = await Promise.all([takeInfo(this.id), openBoard(this.id)]);
      this.printed = board;
      await this.settle(info);
      this.failure = "";
      this.live = listen(
        this.id,
        (message) => void this.heard(message),
        (yes) => this.lineIs(yes),
      );
      await this.chat.refresh(true);
    } catch (error) {
      this.live?.close();
      this.failure = explain(error);
      onceReached(error, () => void (this.closed || this.load()));
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.reading);
    this.live?.close();
    this.playback?.stop();
    this.moments.close();
  }

  /** Take what the server says of the game, and show the seat that is asked; one of another side behind a curtain. */
  private async settle(info: GameInfo, screen: Screen | null = null): Promise<void> {
    const before = this.info;
    this.info = info;
    const seat = seatToShow(info, this.seat);
    if (this.curtain !== null && needsCurtain(info)) {
      this.curtain = seat;
      return;
    }
    if (seat !== this.seat) {
      if (needsCurtain(info) && !sameSide(info, seat, this.seat)) return this.lower(seat);
      // Where nothing is hidden the table stays as it is until the view of the other seat is there.
      if (!before || (info.secrets && !sameSide(info, seat, this.seat))) this.forget();
      else this.putAway();
      this.seat = seat;
      if (before) this.chronicle.preface = text.play.seatNow(this.title(seat));
    }
    this.curtain = null;
    if (screen?.view.seat === seat) this.show(screen);
    else await this.look();
  }

  private lower(seat: string): void {
    this.forget();
    this.seat = "";
    this.curtain = seat;
    announce(text.play.curtainTitle(this.title(seat)));
  }

  /** The other person has the screen now. */
  async lift(): Promise<void> {
    if (this.curtain === null) return;
    this.seat = this.curtain;
    this.curtain = null;
    this.busy = true; // what was missed comes before what is asked
    try {
      await this.trying(() => this.look());
      await this.showMissed();
    } finally {
      this.busy = false;
    }
  }

  /** Who comes back to the screen sees what the others did meanwhile. */
  private async showMissed(): Promise<void> {
    const { film, view } = this;
    if (!film || !view) return;
    const entries = this.chronicle.between(film.from, film.to);
    const telling = tellingOf(entries, (entry) => this.chronicle.isOthers(entry), false);
    if (telling === "film" && settings.playOut) await this.playAgain(film, false);
    else if (telling !== "nothing") {
      this.moments.show(resultsOf(entries));
    }
  }

  private forget(): void {
    this.endPlayback();
    this.view = null;
    this.standing = null; // whoever takes the screen decides himself
    this.chronicle.forget();
    this.moments.close();
    this.putAway();
  }

  /** What belongs to one decision or one seat only. */
  private putAway(): void {
    this.chronicle.news = null;
    this.allies = [];
    this.inHand = null;
    this.explained = this.remark = null;
    this.prospect.putAway();
    this.layers.putAway();
    this.clearChoice();
  }

  private clearChoice(): void {
    this.preview = null;
    this.unconfirmed = null;
    this.hint = null;
    this.adviser.putAway();
  }

  // -- keeping up -----------------------------------------------------------------------------

  /** Ask until no order of this table was carried out meanwhile: the answer could be from before it. */
  private async newest<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.carried;
      const answer = await ask();
      if (before === this.carried) return answer;
    }
  }

  private async look(): Promise<void> {
    const seat = this.seat;
    const screen = await this.ask(seat);
    if (seat !== this.seat || this.curtain !== null) return;
    this.info = screen.info;
    this.show(screen);
  }

  /** All that a seat sees, in one answer. */
  private ask(seat: string): Promise<Screen> {
    return this.newest(() => api.screen(this.id, seat, this.chronicle.readUpTo));
  }

  /** Take a new view; what others and the rules did before it is played out first, if the player wants that. */
  private show(screen: Screen): void {
    this.showNext(screen);
    this.keepUp();
  }

  private showNext({ view, log, after, prospect, allies }: Screen): void {
    this.allies = allies;
    this.chronicle.hear(log, after, view.number);
    this.prospect.hear(prospect, view);
    if (this.playback?.told) this.endPlayback();
    const before = this.newestView;
    const entries = this.actsBetween(before, view);
    const isOthers = (entry: LogEntry) => this.chronicle.isOthers(entry);
    const isShown = ({ seat, unit, result, step }: LogEntry) => seat && (unit ?? result ?? step);
    if (before && entries.some((entry) => isShown(entry) && isOthers(entry)))
      this.chronicle.othersActed(before.number, view.number);
    const films = !view.outcome?.resigned; // whoever was given up on is told at once
    if (films && this.playback && view.number >= this.playback.after.number) {
      this.playback.add(entries, view);
      this.playback.goOn();
      return;
    }
    const telling = tellingOf(entries, isOthers, this.awaits(view));
    if (films && telling === "film" && settings.playOut) return this.playOut(view, entries);
    this.endPlayback();
    // Who acted himself has closed what he saw; what came of a staff's or the others' orders follows one after the other.
    if (!before || view.number < before.number) this.moments.close();
    this.take(view);
    const results = telling === "results" ? resultsOf(entries) : [];
    const isTold = (result: Shown) => isSeen(result) && !leadsOn(result);
    this.moments.add(this.hasStaff ? results.filter(isTold) : results);
  }

  /** The last view that the server told, be it that it is not shown yet. */
  private get newestView(): View | null {
    return this.playback?.after ?? this.view;
  }

  /** What happened between two views, if one follows the other before the same eyes. */
  private actsBetween(before: View | null, view: View): LogEntry[] {
    const seen = before && (before.seat === view.seat || this.mine.includes(before.seat));
    const goesOn = before ? seen && view.number > before.number : view.number === 0;
    return goesOn ? this.chronicle.between(before?.number ?? -1, view.number) : [];
  }

  /** Whether more will happen by itself: a program thinks, and nobody here is asked. */
  private awaits(view: View): boolean {
    return (
      (Boolean(this.info?.thinking) || this.follows) && !view.outcome && !this.mine.includes(view.decision?.seat ?? "")
    );
  }

  private playOut(after: View, entries: LogEntry[]): void {
    const { board, view: before } = this;
    if (!board) return;
    const unseen = this.moments.unseen(this.hasStaff);
    this.clearChoice();
    this.moments.close();
    // At the very beginning there is no view before this one.
    this.view ??= after;
    const playback: Playback = new Playback(
      { board, before, after, entries, unseen },
      {
        finished: (view) => {
          this.endPlayback();
          this.chronicle.filmed(before?.number ?? -1, view.number);
          this.take(view, playback.seen);
          this.recall(playback);
          this.keepUp();
        },
        awaits: () => this.awaits(playback.after),
        moved: () => this.keepUp(),
      },
    );
    this.playback = playback;
  }

  /** Whether programs play each other here, which wait until what they did has been shown. */
  private get follows(): boolean {
    const { info } = this;
    const playing = info?.host && info.status === "playing" && !info.halted;
    return Boolean(playing) && this.onlooker && settings.playOut && !this.runsOn;
  }

  /** The last order that has been shown. */
  private get shown(): number {
    const film = this.playback?.told ? null : this.playback;
    return film?.reached ?? this.view?.number ?? 0;
  }

  /** Let programs that play each other go on when what they did has been shown, or nearly. */
  private keepUp(): void {
    const { shown, info } = this;
    if (this.closed || this.playback?.told) return;
    if (!this.follows) {
      if (info?.host && info.followed && info.status === "playing" && (this.runsOn || !settings.playOut))
        void this.setPace("on");
      return;
    }
    if (shown <= this.followedTo || (this.newestView?.number ?? 0) >= shown + LEAD) return;
    this.followedTo = shown;
    api.setPace(this.id, "shown", shown).catch(() => {
      this.followedTo = -1;
      setTimeout(() => this.keepUp(), TRY_AGAIN);
    });
  }

  /** What is asked now may be about the last result: it stays in sight. */
  private recall({ steps }: Playback): void {
    const last = resultsOf(steps.at(-1)?.entries ?? []).at(-1);
    if (last && this.isAskedAbout(last)) this.moments.show([last]);
  }

  /** Whether this seat has to decide what comes of a result. */
  private isAskedAbout({ hex }: Shown): boolean {
    return Boolean(hex) && this.myTurn && hex === this.decision?.target;
  }

  /** Show once more what happened after one order and up to another. */
  async playAgain({ from, to }: Film, again = true): Promise<void> {
    const { board, view, seat } = this;
    if (!board || !view || this.playback) return;
    await this.trying(async () => {
      const [before, after] = await Promise.all([
        from < 0 ? null : api.view(this.id, seat, from),
        to === view.number ? view : api.view(this.id, seat, to),
      ]);
      const entries = this.chronicle.between(from, to);
      if (view !== this.view || this.playback || entries.length === 0) return;
      this.clearChoice();
      this.moments.close();
      const playback: Playback = new Playback(
        { board, before, after, entries, again, told: true },
        {
          finished: () => {
            this.endPlayback();
            if (to === view.number) this.recall(playback);
            this.keepUp();
          },
        },
      );
      this.playback = playback;
    });
  }

  private endPlayback(): void {
    this.playback?.stop();
    this.playback = null;
  }

  private take(view: View, seen: readonly LogEntry[] | null = null): void {
    const before = this.view;
    if (before?.number !== view.number) {
      this.clearChoice();
      this.remark = null;
    }
    this.view = view;
    if (this.inHand && view.number <= this.inHand.number) this.inHand = null;
    this.chronicle.tell(before, seen);
    void this.prospect.renew();
    void this.layers.refresh(true);
  }

  /** Ask for everything anew; several wishes while one is under way are one. */
  refresh(): Promise<void> {
    if (this.refreshing) {
      this.again = true;
      return this.refreshing;
    }
    this.refreshing = this.refreshAll().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  private async refreshAll(): Promise<void> {
    do {
      this.again = false;
      await this.trying(() => this.refreshOnce());
    } while (this.again);
  }

  private async refreshOnce(): Promise<void> {
    const seat = this.seat;
    const screen = seat && this.curtain === null ? await this.ask(seat).catch(unlessTaken) : null;
    if (screen && seat === this.seat && this.curtain === null) await this.settle(screen.info, screen);
    else await this.settle(await this.newest(() => api.game(this.id)));
  }

  private async heard(message: LiveMessage): Promise<void> {
    if (message.type === "chat") {
      const fresh = await this.chat.refresh().catch(() => []);
      for (const line of fresh)
        if (!this.chat.open) tell(text.play.said(line.name || this.title(line.seat), line.text));
    } else if (message.done != null) {
      const { done, by } = message;
      if (message.type === "advising") this.adviser.progress.hear(done);
      else this.progress.hear(done, text.play.thinking(this.info ? seatWithName(this.info, by) : ""));
    } else if (message.type === "changed" || message.type === "restart") {
      this.progress.clear();
      if (this.giving) await this.giving;
      if ((message.number ?? Infinity) < (this.newestView?.number ?? 0)) this.chronicle.readAnew();
      this.noticeTakenBack(message);
      const own = message.number === this.newestView?.number && this.mine.includes(message.by);
      if (!own) await this.refresh();
    } else {
      if (message.type === "thinking") this.progress.clear();
      const [before, known] = [this.info?.takeback, this.info?.reseedings.length ?? 0];
      this.info = await this.newest(() => api.game(this.id)).catch(() => this.info);
      if (before && !this.info?.takeback) this.takebackSettled(this.mine.includes(before.seat));
      this.playback?.goOn();
      for (const made of this.info?.reseedings.slice(known) ?? []) if (!made.mine) tell(drawnAnew(made, this.info));
    }
  }

  /** Whoever is asked something is told why it is gone again. */
  private noticeTakenBack({ number, by }: LiveMessage): void {
    const known = this.newestView?.number;
    if (number == null || known === undefined || this.mine.includes(by)) return;
    if (number >= known) {
      this.takenBack = null;
      return;
    }
    const { orders = 0, entries = [] } = this.takenBack ?? {};
    this.takenBack = {
      orders: orders + known - number,
      entries: [...undoneBy(this.chronicle.log, number), ...entries],
    };
    const agreed = this.info?.takeback ?? null; // all consented
    const mine = agreed !== null && this.mine.includes(agreed.seat);
    const who = this.title(agreed?.seat ?? by);
    const summary = mine ? text.play.takebackGranted : text.play.takenBack(who, this.takenBack.orders);
    this.chronicle.cut(number);
    this.chronicle.news = { title: summary, told: passagesOf(this.takenBack.entries), all: [] };
    tell(summary);
  }

  /** A request is gone and nothing was taken back. */
  private takebackSettled(mine: boolean): void {
    if (mine) tell(text.play.takebackRefused);
    announce(mine ? text.play.takebackRefused : text.play.takebackClosed);
  }

  private lineIs(connected: boolean): void {
    const back = connected && !this.connected;
    const first = connected && !this.listening;
    this.listening = true;
    this.connected = connected;
    if (!connected) announce(text.play.lineLost);
    if (first) void this.catchUp();
    if (!back) return;
    announce(text.play.lineFound);
    void this.refreshAfterSilence();
    void this.chat.refresh().catch(() => []);
  }

  private async refreshAfterSilence(): Promise<void> {
    const before = this.newestView?.number ?? 0;
    this.chronicle.readAnew();
    await this.refresh();
    if ((this.newestView?.number ?? before) < before) tell(text.play.takenBackMeanwhile);
  }

  /** An opponent may have moved after the table was laid and before anybody listened. */
  private async catchUp(): Promise<void> {
    const info = await this.newest(() => api.game(this.id)).catch(() => null);
    const missed = info && (info.number !== this.newestView?.number || info.status !== this.info?.status);
    if (missed && this.curtain === null && !this.giving) await this.refresh();
  }

  // -- deciding -------------------------------------------------------------------------------

  /**
   * A place was chosen with the pointer or the cursor. Answers with orders if they have to be shown first. Where nothing
   * can be chosen a pointer only looks, unless something is in hand; `meant`: it is an order in any case, as with a key.
   */
  async pick(place: Place, spot: Spot | null = null, meant = false): Promise<OrderChoice[]> {
    const view = this.view;
    if (!view || this.busy || this.playback) return [];
    this.explained = this.remark = null;
    if (!this.myTurn) {
      if (meant && !this.onlooker) this.explain(this.waitingFor(), "", spot);
      return [];
    }
    const found = ordersAt(view, place);
    if (found.length > 1) return found;
    const [only] = found;
    if (only && isCostly(only, this.orders)) return [only];
    if (only) await this.choose(only);
    else if (!(await this.swap(place))) await (meant || this.isHolding ? this.why(place, spot) : this.wonder(place));
    return [];
  }

  /** Whether a unit, a place or an order is in hand, so that a click elsewhere wants to do something with it. */
  private get isHolding(): boolean {
    return Boolean(this.decision?.unit || this.decision?.target || this.unconfirmed);
  }

  /** Give an order, or ask to confirm it first. */
  async choose(order: OrderChoice): Promise<boolean> {
    const asks = this.decision && asksFirst(order, this.decision, settings.confirmOrders);
    if (asks && this.unconfirmed?.order !== order.order) {
      this.unconfirmed = order;
      void this.prospect.rate(order);
      this.say(text.play.confirmAsk(order.label, order.sets_off));
      return false;
    }
    return this.give(order.order);
  }

  /** Send an order in its own words. */
  async give(order: string): Promise<boolean> {
    const { view, seat } = this;
    if (!view || this.giving) return false;
    const choice = this.orders.find((known) => known.order === order);
    const taken = choice && !choice.hex ? choice.unit : null;
    this.chronicle.news = null;
    this.moments.acted();
    this.picked = taken ?? null;
    return this.carryOut(async () => {
      const played = await api.order(this.id, seat, view.number, order);
      this.chronicle.acted(view.number + 1, view, unitsIn(choice, view.decision));
      this.inHand = choice && taken ? { unit: taken, verb: choice.verb, number: view.number } : null;
      await this.played(played);
    });
  }

  /** Let a staff give the orders of a series; once it was let, it goes on whenever this seat is asked within it. */
  async letStaff(series: string): Promise<void> {
    const { view, seat } = this;
    if (!view || this.giving || this.playback) return;
    this.chronicle.news = null;
    if (!this.hasStaff) {
      this.moments.acted();
      this.chronicle.stretchFrom(view.number);
    }
    this.standing = { seat, series };
    const done = await this.carryOut(async () => {
      const played = await api.staff(this.id, seat, view.number, series);
      this.chronicle.acted(view.number + 1, view);
      this.staffed = { first: view.number, last: played.view.number };
      await this.played(played);
    });
    if (!done) this.standing = null;
  }

  /** A staff goes on when its seat is asked again within its series, whatever the others decided in between. */
  goOnWithStaff(): void {
    const { standing, decision, seat } = this;
    if (!standing || this.busy || seat !== standing.seat) return;
    const goesOn = decision?.series?.some(({ id }) => id === standing.series);
    if (this.view?.outcome || (decision && !goesOn)) this.standing = null;
    else if (this.myTurn) void this.letStaff(standing.series);
  }

  /** One thing at a time: what comes from the others meanwhile waits for it. */
  private carryOut(act: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.explained = null;
    const done = act()
      .then(
        () => true,
        async (error: unknown) => {
          await this.refused(error);
          return false;
        },
      )
      .finally(() => {
        this.busy = false;
        this.giving = null;
        this.picked = null;
      });
    this.giving = done;
    return done;
  }

  private async played(screen: Screen): Promise<void> {
    this.carried += 1;
    if (seatToShow(screen.info, this.seat) !== this.seat) return this.settle(screen.info);
    this.info = screen.info;
    this.show(screen);
  }

  private async refused(error: unknown): Promise<void> {
    if (error instanceof ServerError && error.status === 409 && error.problem.error === "stale") {
      await this.refresh();
      this.explain(text.play.stale, "", null);
    } else if (error instanceof ServerError) this.complain(error);
    else throw error;
  }

  /** What the server has against something; that it cannot be reached is said until it can be. */
  private complain(error: ServerError): void {
    this.explain(explain(error), error.problem.rule, null);
    const said = this.explained;
    onceReached(error, () => {
      if (this.explained === said) this.explained = null;
    });
    if (said) said.stays = error.status === 0;
  }

  explain(words: string, rule: string, spot: Spot | null): void {
    this.explained = { text: inNames(words, this.pieces), rule, x: spot?.x ?? null, y: spot?.y ?? null, stays: false };
    this.holdExplained(false);
    this.say(rule && settings.ruleNumbers ? `${words} (${text.shared.rule(rule)})` : words);
  }

  /** A refusal goes by itself, but not while somebody looks at it closely. */
  holdExplained(yes: boolean): void {
    clearTimeout(this.reading);
    const said = this.explained;
    if (!yes && said)
      this.reading = setTimeout(() => this.explained === said && this.putExplainedAway(), READING[settings.pace]);
  }

  /** Whoever does something else has read the refusal. */
  putExplainedAway(): void {
    if (!this.explained?.stays) this.explained = null;
  }

  /** Say something aloud, with the names of units. */
  say(words: string): void {
    announce(inNames(words, this.pieces));
  }

  /** The words with which to ask why nothing can be done at a place; null if nothing of the kind is asked. */
  private questionAt(view: View, place: Place): string | null {
    // What the rules lead is nobody's to order, so a click on it means its hex.
    const led = place.unit !== null && this.isLed(place.unit);
    return question(view, led ? { ...place, unit: null } : place, (unit) => this.isEnemy(unit));
  }

  /**
   * Of what is only looked at it is noted beside it why nothing can be done with it, if there is a reason: of units,
   * and of hexes where those themselves are asked for.
   */
  private async wonder(place: Place): Promise<void> {
    const { view, seat } = this;
    const asked = view && this.questionAt(view, place);
    const empty = view && !place.unit && piecesAt(view, place.hex ?? "").length === 0;
    if (!asked || (empty && view.decision?.unit)) return; // with a unit in hand every hex out of its reach would tell
    await this.trying(async () => {
      const refusal = await api.why(this.id, seat, asked);
      if (!refusal || view !== this.view) return;
      this.remark = { place, text: inNames(sentence(refusal.text), this.pieces), rule: refusal.rule };
    });
  }

  async why(place: Place, spot: Spot | null): Promise<void> {
    const { view, decision, seat } = this;
    if (!view || !decision) return;
    const asked = this.questionAt(view, place);
    // Nobody asks for hexes, so a click on one only wants to see what is there.
    if (asked === null && (!place.unit || this.isLed(place.unit))) {
      this.explained = null;
      return;
    }
    if (asked === null) return this.explain(text.play.notAsked, decision.rule, spot);
    await this.trying(async () => {
      const refusal = await api.why(this.id, seat, asked);
      this.explain(refusal ? sentence(refusal.text) : text.play.notAsked, refusal?.rule ?? decision.rule, spot);
    });
  }

  private isLed(unit: string): boolean {
    return this.pieces.get(unit)?.seat === "system";
  }

  /** Whether the side of this seat is attacked in what is asked. */
  get defends(): boolean {
    const allied = (seat: string) => sameSide(this.info, seat, this.seat);
    const seats = this.info?.seats.map(({ seat }) => seat).filter(allied) ?? [];
    return Boolean(this.view && defends(this.view, (unit) => allied(this.pieces.get(unit)?.seat ?? ""), seats));
  }

  private isEnemy(unit: string): boolean {
    return this.isLed(unit) || !sameSide(this.info, this.pieces.get(unit)?.seat ?? "", this.seat);
  }

  /** With a unit in hand another was chosen: put it back and take that one. */
  private async swap(place: Place): Promise<boolean> {
    const [hand, unit] = [this.inHand, place.unit];
    if (!hand || !unit || !this.canUndo || this.view?.number !== hand.number + 1) return false;
    if (this.decision?.unit !== hand.unit || this.pieces.get(unit)?.seat !== this.seat) return false;
    await this.undo();
    if (unit === hand.unit || this.view?.number !== hand.number) return true;
    const other = this.orders.find((order) => order.unit === unit && order.verb === hand.verb);
    if (other) return this.give(other.order);
    await this.why(place, null);
    return true;
  }

  /** Whether Escape can put the unit in hand back. */
  get holdsUnit(): boolean {
    return this.inHand !== null && this.canUndo && this.view?.number === this.inHand.number + 1;
  }

  /** A unit is being dragged: take it in hand, so that its reach lights up. */
  grab(unit: string): void {
    this.grabbing = this.takeInHand(unit);
  }

  private async takeInHand(unit: string): Promise<void> {
    if (!this.view || this.decision?.unit === unit) return;
    const [order] = this.orders.filter((known) => known.unit === unit && !known.hex);
    if (order) await this.give(order.order);
    else await this.swap({ hex: null, unit });
  }

  /** A unit was dropped on a hex. */
  async drop(unit: string, hex: string, spot: Spot | null = null): Promise<OrderChoice[]> {
    await this.grabbing;
    if (!this.view || !this.myTurn) return [];
    const orders = this.orders.filter((order) => order.hex === hex && (!order.unit || order.unit === unit));
    const [only] = orders;
    if (orders.length > 1 || (only && isCostly(only, this.orders))) return orders;
    if (only) await this.choose(only);
    else await this.why({ hex, unit: null }, spot);
    return [];
  }

  async undo(): Promise<void> {
    const { view, seat } = this;
    if (!view || this.giving || this.playback) return;
    if (!view.can_undo) return this.explain(view.undo_reason || text.play.undoNothing, "", null);
    await this.carryOut(async () => {
      const together = this.staffed?.last === view.number ? this.staffed.first : null;
      const played = await api.undo(this.id, seat, view.number, together);
      this.moments.close();
      this.chronicle.preface = text.play.undone;
      await this.played(played);
    });
  }

  // -- asking ---------------------------------------------------------------------------------

  /** What the program would do: of the orders with a verb, or of those that carry out a step of the guide. */
  async askHint(about: { verb?: string; step?: string } = {}): Promise<void> {
    const { seat, view } = this;
    if (!this.myTurn || !view) return;
    await this.trying(async () => {
      const hint = await api.hint(this.id, seat, about);
      if (view === this.view) this.advise(hint, text.play.guide.suggests(hint.label, hint.loss));
    });
  }

  /** Show one of the orders and say something about it, aloud perhaps more; nothing is ordered. */
  advise({ order, detail }: Omit<Advice, "words">, words: string, aloud = words): void {
    this.hint = { order, detail, words };
    this.preview = this.orders.find((known) => known.order === order) ?? null;
    this.say(aloud);
  }

  /** Point at an order: its way and its odds are shown. */
  point(order: OrderChoice | null): void {
    this.preview = order;
    if (order === null || isRated(order)) void this.prospect.rate(order);
  }

  // -- the others -----------------------------------------------------------------------------

  title(seat: string): string {
    return seatTitle(this.info, seat);
  }

  waitingFor(): string {
    const info = this.info;
    if (!info) return "";
    const asked = this.decision?.seat ?? info.asked;
    const failed = info.seats.find((seat) => seat.seat === asked)?.failed;
    if (failed) return text.play.botFailed(seatWithName(info, asked), failed);
    if (info.halted) return text.play.pace.halted;
    if (info.thinking) return text.play.thinking(seatWithName(info, info.thinking));
    return text.play.waiting(seatWithName(info, asked));
  }

  /** Ask the others to let all orders but the first so many be taken back. */
  askTakeback(to: number): Promise<void> {
    const number = this.view?.number ?? to;
    return this.change(() => api.askTakeback(this.id, this.seat, number, to));
  }

  answerTakeback(agree: boolean): Promise<void> {
    const to = this.info?.takeback?.to ?? null;
    return this.change(() => api.answerTakeback(this.id, this.seat, agree, to));
  }

  setSeat(seat: string, wanted: Parameters<typeof api.setSeat>[2]): Promise<void> {
    return this.change(() => api.setSeat(this.id, seat, wanted));
  }

  /** Give the game up for the side of this seat. */
  resign(): Promise<void> {
    const number = this.newestView?.number ?? 0;
    return this.change(() => api.resign(this.id, this.seat, number));
  }

  private setPace(go: Parameters<typeof api.setPace>[1]): Promise<void> {
    this.followedTo = -1;
    return this.change(() => api.setPace(this.id, go, this.shown));
  }

  /** Let the programs wait, and what they did stand still. */
  halt(): Promise<void> {
    if (this.playback && !this.playback.paused) this.playback.toggle();
    return this.setPace("halt");
  }

  /** Let the programs go on; to the end, if nothing is to be waited for. */
  goOn(toTheEnd = false): Promise<void> {
    this.runsOn = toTheEnd;
    if (this.playback?.paused) this.playback.toggle();
    return this.setPace(toTheEnd || !settings.playOut ? "on" : "follow");
  }

  /** What the programs did next; if all of that has been shown, they give one more order. */
  async oneOrder(): Promise<void> {
    const { playback } = this;
    if (playback && playback.place + 1 < playback.steps.length) playback.next();
    else await this.setPace("step");
  }

  /** Sit down in the place of a program, at the moment that is shown. */
  async takeOver(seat: string): Promise<void> {
    const after = this.shown;
    await this.carryOut(async () => {
      const info = await api.setSeat(this.id, seat, { kind: "human", after });
      this.carried += 1;
      this.endPlayback();
      this.chronicle.readAnew();
      this.chronicle.cut(after);
      await this.settle(info);
    });
  }

  inviteOnlookers(): Promise<void> {
    return this.change(() => api.inviteOnlookers(this.id));
  }

  private change(request: () => Promise<GameInfo>): Promise<void> {
    return this.trying(async () => {
      const info = await request();
      for (const seat of info.seats) if (seat.invitation) this.invitations[seat.seat] = seat.invitation;
      if (info.spectator_link) this.invitations[SPECTATOR] = info.spectator_link;
      await this.refresh();
    });
  }

  /** Do something, and explain what the server says against it. */
  async trying(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.complain(error);
    }
  }
}
