import { api, ServerError } from "../api/client";
import { explain, sentence } from "../api/explain";
import { listen, type Live } from "../api/live";
import type {
  Board,
  GameInfo,
  LiveMessage,
  LogEntry,
  Odds,
  OrderChoice,
  Overlay,
  OverlayKind,
  Played,
  View,
} from "../api/types";
import { announce } from "../announce";
import { NO_HIGHLIGHTS } from "../board/contract";
import { laidOut } from "../board/layout";
import { openBoard } from "../board/opening";
import { settings } from "../settings.svelte";
import { text } from "../text";
import { tell } from "../toasts";
import { bestWithOdds, byId, givesUp, highlightsOf, numbered, ordersAt, question, unique, type Place } from "./choices";
import { TURN_BEGINS } from "./chapters";
import { tally } from "./tally";
import { Conversation } from "./conversation.svelte";
import { Playback } from "./playback.svelte";
import { isWorthwhile } from "./steps";
import { mySeats, needsCurtain, seatTitle, seatToShow, seatWithName, SPECTATOR } from "./seats";

/** An explanation of what was not possible, and where on the page it was tried. */
export interface Explained {
  text: string;
  rule: string;
  x: number | null;
  y: number | null;
}

export interface Spot {
  x: number;
  y: number;
}

/** What the others did since this seat last looked. */
export interface News {
  /** In one sentence. */
  summary: string;
  /** One by one; none if nothing of it shows. */
  entries: LogEntry[];
}

/** A unit that was taken in hand: the order can be undone to take another. */
interface InHand {
  unit: string;
  verb: string;
  number: number;
}

/** So many of the things an order led to are said aloud; the log has all. */
const MOST_SAID = 3;

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
  log = $state.raw<LogEntry[]>([]);
  news = $state.raw<News | null>(null);
  connected = $state(true);
  busy = $state(false);
  /** Why the game could not be opened. */
  failure = $state("");
  explained = $state.raw<Explained | null>(null);
  /** The order that is pointed at or has the focus. */
  preview = $state.raw<OrderChoice | null>(null);
  /** The unit of an order that is on its way to the server: it is shown as chosen at once. */
  picked = $state<string | null>(null);
  /** An order that waits to be confirmed. */
  unconfirmed = $state.raw<OrderChoice | null>(null);
  hint = $state.raw<{ order: string; label: string } | null>(null);
  odds = $state.raw<Odds | null>(null);
  oddsOf = $state.raw<OrderChoice | null>(null);
  overlay = $state.raw<Overlay | null>(null);
  /** Secret links that were made here: the server tells each only once. */
  invitations = $state<Record<string, string>>({});
  overlayAsked = $state.raw<{ kind: string; unit: string | null } | null>(null);
  /** What the rules have done by themselves, while it is played out. */
  playback = $state.raw<Playback | null>(null);

  readonly chat: Conversation;
  /** Nothing is decided while the rules act, nor for a seat whose view is still on its way. */
  readonly decision = $derived(this.playback || this.view?.seat !== this.seat ? null : (this.view.decision ?? null));
  readonly orders = $derived(this.decision?.orders ?? []);
  readonly mine = $derived(this.info ? mySeats(this.info).map((seat) => seat.seat) : []);
  readonly myTurn = $derived(this.orders.length > 0 && !this.view?.outcome);
  readonly onlooker = $derived(this.seat === SPECTATOR);
  /** What lies on the map: the view, with all that has moved so far while the rules act. */
  readonly onMap = $derived(this.view && this.playback ? this.playback.progress(this.view) : this.view);
  readonly highlights = $derived(
    this.view && this.decision ? highlightsOf(this.view, this.preview, this.picked) : NO_HIGHLIGHTS,
  );
  readonly hexes = $derived(byId(this.board?.hexes ?? []));
  /** The orders as they are numbered on the keyboard and on the text board. */
  readonly numbered = $derived(this.view && this.decision ? numbered(this.view, this.hexes) : []);
  readonly pieces = $derived(byId(this.board?.pieces ?? []));
  readonly canUndo = $derived(this.mine.includes(this.seat) && (this.view?.can_undo ?? false));

  private live: Live | null = null;
  private listening = false;
  private inHand: InHand | null = null;
  /** The last order whose consequences this seat has been told; -1: not known yet. */
  private seen = -1;
  private logUpTo = -1;
  /** To be said before the next announcement. */
  private preface = "";
  private refreshing: Promise<void> | null = null;
  private again = false;
  /** The view that is taken when all has been played out. */
  private coming: View | null = null;
  private oddsKnown: Record<string, Odds | null> = {};
  private giving: Promise<boolean> | null = null;
  /** How many orders of this table were carried out. */
  private carried = 0;
  private grabbing: Promise<void> = Promise.resolve();

  constructor(readonly id: string) {
    this.chat = new Conversation(id);
  }

  // -- coming and going -----------------------------------------------------------------------

  async load(): Promise<void> {
    try {
      const [info, board] = await Promise.all([api.game(this.id), openBoard(this.id)]);
      this.printed = board;
      await this.settle(info);
      this.live = listen(
        this.id,
        (message) => void this.heard(message),
        (yes) => this.lineIs(yes),
      );
      await this.chat.refresh(true);
    } catch (error) {
      this.failure = explain(error);
    }
  }

  close(): void {
    this.live?.close();
    this.playback?.stop();
  }

  /** Take what the server says of the game, and show the seat that is asked; another person's seat behind a curtain. */
  private async settle(info: GameInfo): Promise<void> {
    const before = this.info;
    this.info = info;
    const seat = seatToShow(info, this.seat);
    if (this.curtain !== null && needsCurtain(info)) {
      this.curtain = seat;
      return;
    }
    if (seat !== this.seat) {
      if (needsCurtain(info)) return this.lower(seat);
      // Allies have nothing to hide: the table stays as it is until the view of the other seat is there.
      if (info.hides || !before) this.forget();
      else this.putAway();
      this.seat = seat;
      if (before) this.preface = text.play.seatNow(this.title(seat));
    }
    this.curtain = null;
    await this.look();
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
    await this.trying(() => this.look());
  }

  private forget(): void {
    this.endPlayback();
    this.view = null;
    this.log = [];
    this.logUpTo = -1;
    this.seen = -1;
    this.putAway();
  }

  /** What belongs to one decision or one seat only. */
  private putAway(): void {
    this.news = null;
    this.inHand = null;
    this.explained = null;
    this.odds = null;
    this.oddsOf = null;
    this.oddsKnown = {};
    this.overlay = null;
    this.overlayAsked = null;
    this.clearChoice();
  }

  private clearChoice(): void {
    this.preview = null;
    this.unconfirmed = null;
    this.hint = null;
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
    const view = await this.newest(() => api.view(this.id, seat));
    if (seat !== this.seat || this.curtain !== null) return;
    await this.show(view);
  }

  /** Take a new view; what the rules did before it is played out first, if the player wants that. */
  private async show(view: View): Promise<void> {
    const [seat, before] = [this.seat, this.newestView];
    const goesOn = before ? view.number > before.number : view.number === 0;
    const isNew = ({ number, step }: LogEntry) => step && number > (before?.number ?? -1);
    const acted = settings.playOut && goesOn && view.since.some(isNew);
    const entries = acted ? await this.newEntries(view, before) : [];
    if (seat !== this.seat || this.curtain !== null) return;
    if (this.playback && view.number >= (before?.number ?? 0)) {
      this.coming = view;
      this.playback.add(entries);
    } else if (isWorthwhile(entries)) {
      this.playOut(view, entries);
    } else {
      this.endPlayback();
      this.take(view);
    }
  }

  /** The last view that the server told, be it that it is not shown yet. */
  private get newestView(): View | null {
    return this.coming ?? this.view;
  }

  private async newEntries(view: View, before: View | null): Promise<LogEntry[]> {
    const told = await api.log(this.id, view.seat, before?.number ?? -1).catch(() => ({ entries: [] }));
    return told.entries.filter((entry) => entry.number <= view.number);
  }

  private playOut(view: View, entries: LogEntry[]): void {
    this.clearChoice();
    this.coming = view;
    // At the very beginning there is no view before this one.
    this.view ??= view;
    this.playback = new Playback(entries, () => this.afterPlayback());
  }

  private afterPlayback(): void {
    const view = this.coming;
    this.endPlayback();
    if (view) this.take(view, true);
  }

  private endPlayback(): void {
    this.playback?.stop();
    this.playback = null;
    this.coming = null;
  }

  private take(view: View, watched = false): void {
    const before = this.view;
    if (before?.number !== view.number) this.clearChoice();
    this.view = view;
    if (this.inHand && view.number <= this.inHand.number) this.inHand = null;
    this.oddsKnown = {};
    void this.trying(() => this.tell(before, watched));
    void this.rate(null);
    void this.refreshOverlay();
  }

  /** Say in one breath what happened and what is asked now: a second sentence would cut off the first. */
  private async tell(before: View | null, watched: boolean): Promise<void> {
    const { view, preface } = this;
    this.preface = "";
    const fresh = await this.readLog();
    if (!view || view !== this.view) return;
    // What the others do is told when this seat is asked again, not move by move.
    const mine = fresh.filter((entry) => this.onlooker || entry.seat === this.seat);
    const news = this.gatherNews(before);
    const happened = watched ? "" : news || mine.slice(-MOST_SAID).map((entry) => entry.text);
    const changed =
      watched || before?.decision?.seat !== view.decision?.seat || (this.myTurn && before?.number !== view.number);
    const words = [preface, happened, changed ? this.asked(before) : ""].flat().filter(Boolean).join(" ");
    if (words) announce(words);
  }

  /** Bring the log up to the view; answers with what is new, unless all of it was read anew. */
  private async readLog(): Promise<LogEntry[]> {
    const { seat, view } = this;
    if (!view) return [];
    const after = view.number > this.logUpTo ? this.logUpTo : -1;
    const told = await api.log(this.id, seat, after);
    if (seat !== this.seat || view !== this.view) return [];
    // An opponent may have gone on meanwhile: what came after this view is read with the next.
    const entries = told.entries.filter((entry) => entry.number <= view.number);
    this.log = after < 0 ? entries : [...this.log, ...entries];
    this.logUpTo = view.number;
    return after < 0 ? [] : entries;
  }

  /** What the others did since this seat last decided, once it is asked again or all is over; in words. */
  private gatherNews(before: View | null): string {
    const view = this.view;
    if (!view || this.onlooker) return "";
    const own = this.log.findLast((entry) => entry.seat === this.seat)?.number ?? 0;
    this.seen = Math.min(this.seen < 0 ? own : this.seen, view.number);
    if (!this.myTurn && !view.outcome) return "";
    // Whoever leads all the allies has seen what he did himself.
    const mine = this.info?.hides ? [this.seat] : [this.seat, ...this.mine];
    const byOthers = (entry: LogEntry) => entry.seat && !mine.includes(entry.seat) && entry.kind !== TURN_BEGINS;
    const entries = this.log.filter((entry) => entry.number > this.seen && byOthers(entry));
    this.seen = view.number;
    const summary = entries.length > 0 ? this.summaryOf(entries) : this.secretNews(before);
    if (!summary) return "";
    this.news = { summary, entries };
    return `${summary} ${entries.at(-1)?.text ?? ""}`.trim();
  }

  private summaryOf(entries: LogEntry[]): string {
    const who = unique(entries.map((entry) => entry.seat)).map((seat) => this.title(seat));
    return text.play.moved(who.join(", "), tally(entries));
  }

  /** That the one who was waited for has decided, though nothing of it shows, as with a secret set-up; in words. */
  private secretNews(before: View | null): string {
    if (!this.info?.hides) return "";
    const by = before?.decision?.seat;
    const goesOn = (this.view?.number ?? 0) > (before?.number ?? 0);
    return by && by !== this.seat && goesOn ? text.play.secretly(this.title(by), before.phase) : "";
  }

  private asked(before: View | null): string {
    const { view, decision } = this;
    if (view?.outcome) return `${view.outcome.title}. ${view.outcome.reason}`;
    if (!this.myTurn || !decision) return this.waitingFor();
    const turn = before && before.decision?.seat !== decision.seat ? text.play.yourTurn : "";
    return [turn, decision.prompt, decision.about].filter(Boolean).join(" ");
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
      await this.trying(async () => this.settle(await this.newest(() => api.game(this.id))));
    } while (this.again);
  }

  private async heard(message: LiveMessage): Promise<void> {
    if (message.type === "chat") {
      const fresh = await this.chat.refresh().catch(() => []);
      for (const line of fresh)
        if (!this.chat.open) tell(text.play.said(line.name || this.title(line.seat), line.text));
    } else if (message.type === "changed" || message.type === "restart") {
      if (this.giving) await this.giving;
      const own = message.number === this.newestView?.number && this.mine.includes(message.by);
      if (!own) await this.refresh();
    } else {
      const before = this.info?.takeback;
      this.info = await this.newest(() => api.game(this.id)).catch(() => this.info);
      if (before && !this.info?.takeback) this.takebackSettled(this.mine.includes(before.seat));
    }
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
    this.logUpTo = -1;
    void this.refresh();
    void this.chat.refresh().catch(() => []);
  }

  /** An opponent may have moved after the table was laid and before anybody listened. */
  private async catchUp(): Promise<void> {
    const info = await this.newest(() => api.game(this.id)).catch(() => null);
    if (info && info.number !== this.newestView?.number && this.curtain === null && !this.giving) await this.refresh();
  }

  // -- deciding -------------------------------------------------------------------------------

  /** A place was chosen with the pointer or the cursor. Answers with several orders if it can mean several. */
  async pick(place: Place, spot: Spot | null = null): Promise<OrderChoice[]> {
    const view = this.view;
    if (!view || this.busy || this.playback) return [];
    this.explained = null;
    if (!this.myTurn) {
      if (!this.onlooker) this.explain(this.waitingFor(), "", spot);
      return [];
    }
    const found = ordersAt(view, place);
    if (found.length > 1) return found;
    const [only] = found;
    if (only) await this.choose(only);
    else if (!(await this.swap(place))) await this.why(place, spot);
    return [];
  }

  /** Give an order, or ask to confirm it first. */
  async choose(order: OrderChoice): Promise<boolean> {
    if (settings.confirmOrders && givesUp(order, this.orders) && this.unconfirmed?.order !== order.order) {
      this.unconfirmed = order;
      announce(text.play.confirmAsk(order.label));
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
    this.news = null;
    this.picked = taken ?? null;
    return this.carryOut(async () => {
      const played = await api.order(this.id, seat, view.number, order);
      this.seen = view.number + 1;
      this.inHand = choice && taken ? { unit: taken, verb: choice.verb, number: view.number } : null;
      await this.played(played);
    });
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

  private async played({ view, info }: Played): Promise<void> {
    this.carried += 1;
    if (seatToShow(info, this.seat) !== this.seat) return this.settle(info);
    this.info = info;
    await this.show(view);
  }

  private async refused(error: unknown): Promise<void> {
    if (error instanceof ServerError && error.status === 409 && error.problem.error === "stale") {
      await this.refresh();
      this.explain(text.play.stale, "", null);
    } else if (error instanceof ServerError) this.explain(explain(error), error.problem.rule, null);
    else throw error;
  }

  explain(words: string, rule: string, spot: Spot | null): void {
    this.explained = { text: words, rule, x: spot?.x ?? null, y: spot?.y ?? null };
    announce(rule ? `${words} (${text.shared.rule(rule)})` : words);
  }

  async why(place: Place, spot: Spot | null): Promise<void> {
    const { decision, seat } = this;
    if (!decision) return;
    // What the rules lead is nobody's to order, so a click on it means its hex.
    const led = place.unit !== null && this.pieces.get(place.unit)?.seat === "system";
    const meant = led ? { ...place, unit: null } : place;
    const asked = question(decision, meant);
    // Nobody asks for hexes, so a click on one only wants to see what is there.
    if (asked === null && !meant.unit) {
      this.explained = null;
      return;
    }
    if (asked === null) return this.explain(text.play.notAsked, decision.rule, spot);
    await this.trying(async () => {
      const refusal = await api.why(this.id, seat, asked);
      this.explain(refusal ? sentence(refusal.text) : text.play.notAsked, refusal?.rule ?? decision.rule, spot);
    });
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
    if (orders.length > 1) return orders;
    const [only] = orders;
    if (only) await this.choose(only);
    else await this.why({ hex, unit: null }, spot);
    return [];
  }

  async undo(): Promise<void> {
    const { view, seat } = this;
    if (!view || this.giving || this.playback) return;
    if (!view.can_undo) return this.explain(view.undo_reason || text.play.undoNothing, "", null);
    await this.carryOut(async () => {
      const played = await api.undo(this.id, seat, view.number);
      this.preface = text.play.undone;
      await this.played(played);
    });
  }

  // -- asking ---------------------------------------------------------------------------------

  async askHint(): Promise<void> {
    const { seat, view } = this;
    if (!this.myTurn || !view) return;
    await this.trying(async () => {
      const hint = await api.hint(this.id, seat);
      if (view !== this.view) return;
      this.hint = hint;
      this.preview = this.orders.find((order) => order.order === hint.order) ?? null;
      announce(text.play.hintIs(hint.label));
    });
  }

  /** Point at an order: its way and its odds are shown. */
  point(order: OrderChoice | null): void {
    this.preview = order;
    if (order === null || order.odds) void this.rate(order);
  }

  private async rate(order: OrderChoice | null): Promise<void> {
    const { seat, view } = this;
    const wanted = order?.odds ? order : bestWithOdds(this.orders);
    this.oddsOf = wanted;
    if (!wanted || !view) {
      this.odds = null;
      return;
    }
    if (!(wanted.order in this.oddsKnown)) {
      const odds = await api.odds(this.id, seat, wanted.order).catch(() => null);
      if (view !== this.view) return;
      this.oddsKnown[wanted.order] = odds;
    }
    if (this.oddsOf === wanted) this.odds = this.oddsKnown[wanted.order] ?? null;
  }

  async showOverlay(kind: string | null, unit: string | null = null): Promise<void> {
    this.overlayAsked = kind === null ? null : { kind, unit };
    await this.refreshOverlay();
  }

  private async refreshOverlay(): Promise<void> {
    const [asked, seat] = [this.overlayAsked, this.seat];
    if (!asked) {
      this.overlay = null;
      return;
    }
    await this.trying(async () => {
      const overlay = await api.overlay(this.id, seat, asked.kind, asked.unit ?? undefined);
      if (asked === this.overlayAsked && seat === this.seat) this.overlay = overlay;
    });
  }

  /** The kind of layer that can be asked of a hex because of what is printed there, such as a position. */
  layerOf(hex: string): OverlayKind | null {
    const marks = this.hexes.get(hex)?.marks ?? [];
    const kinds = this.board?.overlays ?? [];
    return kinds.find(({ needs }) => needs && marks.some((mark) => mark.endsWith(` ${needs}`))) ?? null;
  }

  private readonly layersOfStory: Record<string, Promise<Overlay | null>> = {};

  /** The layer of the place from which something comes; null if it has none. */
  overlayOfStory({ from, units }: { from: string | null; units: string[] }): Promise<Overlay | null> | null {
    const kind = from ? this.layerOf(from) : null;
    if (!kind || !from || !this.view) return null;
    // It is of use where somebody may be hit, and not where the place itself is.
    if (units.some((unit) => this.view?.pieces.find((piece) => piece.id === unit)?.at === from)) return null;
    const key = `${this.coming?.number} ${from}`;
    return (this.layersOfStory[key] ??= api.overlay(this.id, this.seat, kind.id, from).catch((): null => null));
  }

  // -- the others -----------------------------------------------------------------------------

  title(seat: string): string {
    return seatTitle(this.board, seat);
  }

  waitingFor(): string {
    const info = this.info;
    if (!info) return "";
    const asked = this.decision?.seat ?? info.asked;
    const failed = info.seats.find((seat) => seat.seat === asked)?.failed;
    if (failed) return text.play.botFailed(seatWithName(this.board, info, asked), failed);
    if (info.thinking) return text.play.thinking(seatWithName(this.board, info, info.thinking));
    return text.play.waiting(seatWithName(this.board, info, asked));
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

  private async trying(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.explain(explain(error), error.problem.rule, null);
    }
  }
}
