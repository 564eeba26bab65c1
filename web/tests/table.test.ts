import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { TONES } from "../src/board/colours";
import type { AllyPlan, Board, GameInfo, LiveMessage, LogEntry, OrderChoice, Screen, View } from "../src/api/types";

const api = vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  Object.assign(globalThis, {
    matchMedia,
    window: { matchMedia },
    localStorage: { getItem: () => null, setItem: () => undefined },
  });
  return {
    game: vi.fn(),
    board: vi.fn(),
    screen: vi.fn(),
    chat: vi.fn(),
    order: vi.fn(),
    staff: vi.fn(),
    undo: vi.fn(),
    why: vi.fn(),
    prospects: vi.fn(),
    overlay: vi.fn(),
    view: vi.fn(),
  };
});
const said = vi.hoisted((): string[] => []);
const line = vi.hoisted((): { hear: (message: Partial<LiveMessage> & Pick<LiveMessage, "type">) => void } => ({
  hear: () => undefined,
}));
vi.mock("../src/api/client", async (original) => ({ ...(await original<object>()), api }));
vi.mock("../src/api/live", () => ({
  listen: (_: string, heard: (message: LiveMessage) => void) => {
    line.hear = (message) => heard({ number: null, text: "", by: "", done: null, ...message });
    return { close: () => undefined };
  },
}));
vi.mock("../src/board/opening", () => ({ openBoard: () => Promise.resolve(board) }));
vi.mock("../src/announce", () => ({ announce: (words: string) => said.push(words) }));

import { Table } from "../src/play/game.svelte";
import { pastOf } from "../src/play/results";
import { settings } from "../src/settings.svelte";

const board = { pieces: [], hexes: [], tracks: [], boxes: [], seats: [], map: {} } as unknown as Board;
let both = false; // two people before this screen
let secrets = true;
let allies = false; // a second seat of my side, mine as well
let plans: AllyPlan[] = []; // of programs beside me
const info = (asked: string, number: number) =>
  ({
    id: "g",
    asked,
    number,
    status: "playing",
    role: "player",
    hides: true,
    secrets,
    reseedings: [],
    seats: [
      { seat: "allied", title: "Allies", side: "allied", kind: "human", mine: true },
      { seat: "german", title: "Germans", side: "german", kind: both ? "human" : "bot", mine: both },
      ...(allies ? [{ seat: "second", title: "British", side: "allied", kind: "human", mine: true }] : []),
    ],
  }) as unknown as GameInfo;
const order = (text: string): OrderChoice => ({ order: text, verb: text.split(" ")[0], label: text }) as OrderChoice;
const view = (number: number, seat: string, orders: OrderChoice[], since: LogEntry[] = []): View =>
  ({
    number,
    seat: "allied",
    turn: "GT 1",
    phase: "Combat",
    pieces: [],
    since,
    decision: { seat, prompt: "?", orders },
  }) as unknown as View;
const entry = (number: number, seat: string, more: Partial<LogEntry>): LogEntry =>
  ({ number, seat, kind: "told", text: "", rule: "", path: [], turn: "GT 1", phase: "Combat", ...more }) as LogEntry;

let table: Table;
let log: LogEntry[];

/** What the server answers: all that is to be seen, and the log from an order on. */
const screen = (shown: View, after = -1): Screen =>
  ({
    info: info(shown.decision?.seat ?? "", shown.number),
    view: shown,
    log: log.filter((entry) => entry.number > after),
    after,
    prospect: null,
    allies: plans,
  }) as unknown as Screen;

function serverShows(shown: View): void {
  api.game.mockImplementation(() => Promise.resolve(info(shown.decision?.seat ?? "", shown.number)));
  api.screen.mockImplementation((_: string, __: string, after: number) => Promise.resolve(screen(shown, after)));
}

async function sitDown(shown: View): Promise<void> {
  serverShows(shown);
  api.chat.mockResolvedValue({ lines: [] });
  table = new Table("g");
  await table.load();
}

beforeEach(() => {
  said.length = 0;
  [both, secrets, allies, plans] = [false, true, false, []];
  log = [];
  vi.clearAllMocks();
});

describe("a table", () => {
  it("shows the dice that fell before anybody was asked, and tells of them", async () => {
    log = [entry(0, "", { result: { die: 6, losses: [] } as unknown as LogEntry["result"], text: "Die 6." })];
    await sitDown(view(0, "allied", [order("end")]));
    expect(table.moments.shown?.rolls.map(({ text }) => text)).toEqual(["Die 6."]);
    expect(table.chronicle.news?.title).toBe("What happened before the first order");
  });

  it("keeps nothing secret from whoever leads the other seat of a side", async () => {
    allies = true;
    await sitDown(view(3, "second", []));
    serverShows(view(4, "allied", [order("end")]));
    line.hear({ type: "changed", number: 4, by: "second" });
    await vi.waitFor(() => expect(table.view?.number).toBe(4));
    expect(table.chronicle.news?.title ?? "").not.toContain("in secret");
  });

  it("shows the seat that is mine, and lets it decide", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    expect([table.seat, table.myTurn, table.view?.number]).toEqual(["allied", true, 3]);
  });

  it("tells what a program beside me means to do, and says it aloud once, until it means something else", async () => {
    allies = true;
    const means = (intent: string): AllyPlan[] => [{ seats: ["second"], level: "Captain", intent }];
    const line = (intent: string) => `Your ally, the captain (British), ${intent}.`;
    const next = async (intent: string | null, number: number, turn = "GT 1") => {
      plans = intent === null ? [] : means(intent);
      serverShows({ ...view(number, "allied", [order("end")]), turn });
      await table.refresh();
      return [table.plans, said.splice(0).join(" ").split("Your ally").length - 1];
    };
    plans = means("feeds Caen");
    await sitDown(view(3, "allied", [order("end")]));
    expect([table.plans, said.splice(0).join(" ")]).toEqual([[line("feeds Caen")], `${line("feeds Caen")} ?`]);
    expect(await next("feeds Caen", 4)).toEqual([[line("feeds Caen")], 0]);
    expect(await next("husbands its divisions", 5)).toEqual([[line("husbands its divisions")], 1]);
    expect(await next(null, 6, "GT 2")).toEqual([[], 0]);
    expect(await next("husbands its divisions", 7, "GT 2")).toEqual([[line("husbands its divisions")], 1]);
  });

  it("keeps what an ally means to do from whoever of another side takes the screen", async () => {
    [both, secrets] = [true, false];
    plans = [{ seats: ["second"], level: "Captain", intent: "feeds Caen" }];
    await sitDown(view(3, "allied", [order("end")]));
    expect(table.plans).toHaveLength(1);
    let arrives: (screen: Screen) => void = () => undefined;
    api.screen.mockImplementation(() => new Promise((resolve) => (arrives = resolve)));
    api.order.mockResolvedValue(screen({ ...view(4, "german", [order("set")]), seat: "german" } as View, 3));
    const given = table.give("end");
    await vi.waitFor(() => expect(table.seat).toBe("german"));
    expect(table.plans).toEqual([]);
    plans = [];
    arrives(screen({ ...view(4, "german", [order("set")]), seat: "german" } as View));
    await given;
    expect(table.plans).toEqual([]);
  });

  it("does not let me decide for the others, and says who is waited for", async () => {
    await sitDown(view(3, "german", []));
    expect(table.myTurn).toBe(false);
    expect(await table.pick({ hex: "0938", unit: null })).toEqual([]);
    expect(table.explained).toBeNull(); // who looks is told nothing
    expect(await table.pick({ hex: "0938", unit: null }, null, true)).toEqual([]);
    expect(table.explained?.text).toContain("Germans");
    expect(api.order).not.toHaveBeenCalled();
  });

  it("says why something is not allowed, with the number of the rule for whoever wants numbers", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    table.explain("It is too far.", "6.1-01", null);
    settings.ruleNumbers = true;
    table.explain("It is too far.", "6.1-01", null);
    settings.ruleNumbers = false;
    expect(said.slice(-2)).toEqual(["It is too far.", "It is too far. (rule 6.1-01)"]);
    expect(table.explained?.rule).toBe("6.1-01");
  });

  it("sends an order with the number of the decision that it answers", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    api.order.mockResolvedValue(screen(view(4, "german", []), 3));
    expect(await table.give("end")).toBe(true);
    expect(api.order).toHaveBeenCalledWith("g", "allied", 3, "end");
    expect([table.view?.number, table.busy]).toEqual([4, false]);
  });

  it("tells what came of an order, with its result, and says it aloud once", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    log = [entry(4, "allied", { text: "27 is reduced.", result: { losses: [{ piece: "27", steps: 1 }] } })];
    api.order.mockResolvedValue(screen(view(4, "german", []), 3));
    await table.give("end");
    await vi.waitFor(() => expect(table.chronicle.news).not.toBeNull());
    expect(table.chronicle.news?.told.flatMap(({ entries }) => entries.map(({ text }) => text))).toEqual([
      "27 is reduced.",
    ]);
    expect(said.filter((words) => words.includes("27 is reduced."))).toHaveLength(1);
  });

  it("plays out a step, asks nothing meanwhile, and goes on when it is over", async () => {
    await sitDown(view(3, "german", []));
    const fight = entry(4, "german", {
      text: "5 against 3.",
      step: "German attack on 0938",
      result: { attack: 5, defence: 3 },
    });
    const moved = entry(4, "german", { kind: "moved", unit: "22/21", at: "0939", path: ["0838", "0939"] });
    log = [moved, { ...moved, unit: "125/21" }, fight, entry(4, "german", { text: "27 is reduced." })];
    const after = view(4, "allied", [order("end")], log);
    serverShows(after);
    await table.refresh();
    expect(table.playback?.steps.map(({ head, entries }) => [head?.step, entries.length])).toEqual([
      [undefined, 1],
      [undefined, 1],
      ["German attack on 0938", 2],
    ]);
    expect([table.decision, table.myTurn]).toEqual([null, false]);
    table.playback?.skip();
    expect([table.playback, table.myTurn, table.view?.number]).toEqual([null, true, 4]);
    expect([table.film, table.tale.traces.length]).toEqual([{ from: 3, to: 4 }, 4]);
  });

  it("shows what came of an own order where it happened, and lets me go on at once", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    const result = { attack: 5, defence: 3, die: 4, hex: "0938" };
    log = [entry(4, "allied", { text: "5 against 3.", step: "Allied attack on 0938", hex: "0938", result })];
    api.order.mockResolvedValue(screen(view(4, "allied", [order("end")]), 3));
    await table.give("end");
    expect([table.playback, table.myTurn, table.moments.shown?.fight?.die]).toEqual([null, true, 4]);
    log = [];
    api.order.mockResolvedValue(screen(view(5, "allied", [order("end")]), 4));
    await table.give("end");
    expect(table.moments.shown).toBeNull();
  });

  it("shows all that came of the orders of a staff, one result after the other", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    const fight = (number: number, hex: string) =>
      entry(number, "allied", { step: `Allied attack on ${hex}`, hex, result: { attack: 5, defence: 3, die: 4, hex } });
    for (const [number, hex] of [
      [4, "0938"],
      [5, "0939"],
    ] as const) {
      const drawn = entry(number, "allied", { text: "The Allied side draws +7.", result: {} });
      log = [drawn, fight(number, hex)];
      api.staff.mockResolvedValue(screen(view(number, "allied", [order("end")]), number - 1));
      await table.letStaff("assaults");
    }
    log = [];
    serverShows(view(6, "allied", [order("end")]));
    await table.refresh();
    expect(table.moments.all.map(({ hex }) => hex)).toEqual(["0938", "0939"]);
    table.standing = null;
    api.staff.mockResolvedValue(screen(view(7, "allied", [order("end")]), 6));
    await table.letStaff("assaults");
    expect(table.moments.all.map(({ hex }) => hex)).toEqual(["0939"]);
  });

  it("keeps all results of a staff to be read, in their order, though the others answered in between", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    const fight = (number: number, seat: string, hex: string) =>
      entry(number, seat, { step: `Attack on ${hex}`, hex, result: { attack: 5, defence: 3, die: 4, hex } });
    log = [fight(4, "allied", "0938")];
    api.staff.mockResolvedValue(screen(view(4, "german", []), 3));
    await table.letStaff("assaults");
    log = [fight(5, "german", "0939")];
    serverShows(view(5, "allied", [order("end")]));
    await table.refresh();
    log = [fight(6, "allied", "0940")];
    api.staff.mockResolvedValue(screen(view(6, "allied", [order("end")]), 5));
    await table.letStaff("assaults");
    const read = () => table.chronicle.news?.told.map(({ step }) => step);
    expect(read()).toEqual(["Attack on 0938", "Attack on 0939", "Attack on 0940"]);
    table.standing = null;
    log = [fight(7, "allied", "0941")];
    api.order.mockResolvedValue(screen(view(7, "allied", [order("end")]), 6));
    await table.give("end");
    expect(read()).toEqual(["Attack on 0941"]);
  });

  const within = (shown: View, ...ids: string[]): View =>
    ({ ...shown, decision: { ...shown.decision, series: ids.map((id) => ({ id, title: id })) } }) as unknown as View;

  it("lets a staff decide for nobody who takes the screen", async () => {
    both = true;
    await sitDown(within(view(3, "allied", [order("end")]), "landings"));
    await table.lift();
    const theirs = { ...within(view(4, "german", [order("set")]), "landings"), seat: "german" };
    api.staff.mockResolvedValue(screen(theirs, 3));
    await table.letStaff("landings");
    expect([table.curtain, table.hasStaff]).toEqual(["german", false]);
    serverShows(theirs);
    await table.lift();
    table.goOnWithStaff();
    expect([table.seat, table.myTurn, table.busy]).toEqual(["german", true, false]);
    expect(api.staff).toHaveBeenCalledTimes(1);
    serverShows(within(view(5, "allied", [order("end")]), "landings"));
    await table.refresh();
    await table.lift();
    table.goOnWithStaff();
    expect([table.seat, api.staff.mock.calls.length]).toEqual(["allied", 1]);
  });

  it("lets a staff stand while its series goes on, and decide nothing for another seat of mine in between", async () => {
    [both, secrets] = [true, false];
    await sitDown(within(view(3, "allied", [order("end")]), "landings"));
    const theirs = { ...within(view(4, "german", [order("set")]), "landings"), seat: "german" };
    serverShows(theirs);
    api.staff.mockResolvedValue(screen(theirs, 3));
    await table.letStaff("landings");
    await vi.waitFor(() => expect([table.seat, table.myTurn]).toEqual(["german", true]));
    table.goOnWithStaff();
    expect([table.hasStaff, api.staff.mock.calls.length]).toEqual([false, 1]);
    serverShows(within(view(5, "allied", [order("end")]), "landings"));
    await table.refresh();
    expect(table.hasStaff).toBe(true);
    api.staff.mockResolvedValue(screen(within(view(6, "allied", [order("end")])), 5));
    table.goOnWithStaff();
    expect(api.staff).toHaveBeenCalledTimes(2);
  });

  it("sends a staff home when its series is over, also while the others decide", async () => {
    await sitDown(within(view(3, "allied", [order("end")]), "landings"));
    api.staff.mockResolvedValue(screen(within(view(4, "german", []), "landings"), 3));
    await table.letStaff("landings");
    table.goOnWithStaff();
    expect(table.hasStaff).toBe(true); // it may have to answer
    serverShows(view(5, "german", []));
    await table.refresh();
    table.goOnWithStaff();
    expect(table.hasStaff).toBe(false);
  });

  it("counts and lists in a turn of the others also what came of own answers, up to the last", async () => {
    const theirs = (number: number, orders: OrderChoice[]): View =>
      ({ ...view(number, "allied", orders), active: "german" }) as View;
    await sitDown(theirs(3, [order("end")]));
    const fight = (number: number, seat: string, hex: string) =>
      entry(number, seat, { step: `Attack on ${hex}`, hex, result: { attack: 5, defence: 3, die: 4, hex } });
    log = [fight(4, "german", "1739")];
    serverShows(theirs(4, [order("support")]));
    await table.refresh();
    log = [...log, fight(5, "allied", "1443")];
    api.order.mockResolvedValue(screen(theirs(5, [order("stand")]), 4));
    await table.give("support");
    expect(table.chronicle.news?.title).not.toContain("no losses"); // whether to stand is still to be decided
    const ends = "Attack on 1443";
    log = [...log, entry(6, "allied", { ends, result: { losses: [{ piece: "6/6", steps: 1, gone: true }] } })];
    api.order.mockResolvedValue(screen(theirs(6, [order("end")]), 5));
    await table.give("stand");
    const { news } = table.chronicle;
    expect(news?.title).toMatch(/2 fights\. Losses: 6\/6 eliminated\.$/);
    expect(news?.told.map(({ step }) => step)).toEqual(["Attack on 1739", ends, ends]);
    expect(news?.told.flatMap(({ entries }) => entries.map(({ number }) => number))).toEqual([4, 5, 6]);
    expect(news?.film).toEqual({ from: 3, to: 6 });
  });

  it("heads the page with the phase of what is asked and lies on the map, also while results of earlier ones are shown", async () => {
    await sitDown({ ...view(3, "allied", [order("end")]), phase: "US Move Round", tracks: { round: "1" } });
    const rolls = (phase: string, hex: string, round: string) =>
      entry(4, "allied", { step: hex, hex, phase, tracks: { round }, result: { die: 4, hex } });
    log = [rolls("German Combat Round", "0938", "2"), rolls("British Move Round", "0939", "3")];
    const then = { ...view(4, "allied", [order("end")]), phase: "US Combat Round", tracks: { round: "4" } };
    api.order.mockResolvedValue(screen(then, 3));
    await table.give("end");
    const head = () => [table.onMap?.phase, table.onMap?.tracks["round"]];
    const said = () => table.moments.shown && pastOf(table.moments.shown, table.onMap);
    for (const phase of ["German Combat Round", "British Move Round", null]) {
      expect([said(), ...head()]).toEqual([phase, "US Combat Round", "4"]);
      table.moments.next();
    }
  });

  it("begins a film with the results of a staff that nobody had time to see", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    const fight = (number: number, hex: string) =>
      entry(number, "allied", { step: `Attack on ${hex}`, hex, result: { attack: 5, defence: 3, die: 4, hex } });
    log = [fight(4, "0938"), fight(4, "0939")];
    api.staff.mockResolvedValue(screen(view(4, "german", []), 3));
    await table.letStaff("assaults");
    const moved = entry(5, "german", { kind: "moved", unit: "22/21", at: "0939", path: ["0838", "0939"] });
    log = [moved, { ...moved, unit: "125/21" }];
    serverShows(view(5, "allied", [order("end")]));
    await table.refresh();
    expect(table.playback?.steps.map(({ head, entries }) => head?.step ?? entries[0]?.unit)).toEqual([
      "Attack on 0938",
      "Attack on 0939",
      "22/21",
      "125/21",
    ]);
    table.playback?.skip();
    expect(table.moments.all).toEqual([]);
  });

  it("keeps the results of a staff that still wait when I give an order myself, also for the film that follows", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    const fight = (hex: string) =>
      entry(4, "allied", { step: `Attack on ${hex}`, hex, result: { attack: 5, defence: 3, die: 4, hex } });
    log = [fight("0938"), fight("0939")];
    api.staff.mockResolvedValue(screen(view(4, "allied", [order("end")]), 3));
    await table.letStaff("assaults");
    table.standing = null;
    log = [];
    api.order.mockResolvedValue(screen(view(5, "german", []), 4));
    await table.give("end");
    expect(table.moments.all.map(({ hex }) => hex)).toEqual(["0939"]);
    const moved = entry(6, "german", { kind: "moved", unit: "22/21", at: "0939", path: ["0838", "0939"] });
    log = [moved, { ...moved, unit: "125/21" }];
    serverShows(view(6, "allied", [order("end")]));
    await table.refresh();
    expect(table.playback?.steps.map(({ head, entries }) => head?.step ?? entries[0]?.unit)).toEqual([
      "Attack on 0939",
      "22/21",
      "125/21",
    ]);
  });

  it("shows results of the others one after the other, though the next come before the last was seen", async () => {
    await sitDown(view(3, "german", []));
    for (const [number, hex] of [
      [4, "0938"],
      [5, "0939"],
    ] as const) {
      log = [
        entry(number, "german", { step: `Attack on ${hex}`, hex, result: { attack: 5, defence: 3, die: 4, hex } }),
      ];
      serverShows(view(number, "german", []));
      await table.refresh();
    }
    expect(table.moments.all.map(({ hex }) => hex)).toEqual(["0938", "0939"]);
    serverShows(view(4, "german", [])); // the last order is taken back
    await table.refresh();
    expect(table.moments.all).toEqual([]);
  });

  it("plays out the other's turn when the curtain is lifted", async () => {
    both = true;
    await sitDown(view(3, "allied", [order("end")]));
    await table.lift();
    const moved = entry(5, "german", { kind: "moved", unit: "22/21", at: "0939", path: ["0838", "0939"] });
    log = [entry(3, "allied", {}), moved, { ...moved, unit: "125/21" }];
    api.view.mockImplementation(() => Promise.resolve(view(3, "allied", [])));
    api.order.mockResolvedValue(screen({ ...view(4, "german", []), seat: "german" } as View, 3));
    await table.give("end");
    expect([table.curtain, table.view, table.playback]).toEqual(["german", null, null]);
    serverShows(view(5, "allied", [order("end")]));
    await table.refresh();
    await table.lift();
    expect(table.playback?.steps.map(({ entries }) => entries[0]?.unit)).toEqual(["22/21", "125/21"]);
    expect([table.playback?.again, table.myTurn]).toEqual([false, false]);
    table.playback?.skip();
    expect([table.playback, table.myTurn, table.view?.number]).toEqual([null, true, 5]);
  });

  it("shows what came of an order after which another seat of this screen is asked", async () => {
    [both, secrets] = [true, false];
    await sitDown(view(3, "allied", [order("attack")]));
    log = [entry(4, "allied", { step: "Attack on 0938", hex: "0938", result: { attack: 5, defence: 3, die: 4 } })];
    const theirs = { ...view(4, "german", [order("retreat")]), seat: "german" };
    serverShows(theirs);
    api.order.mockResolvedValue(screen(theirs, 3));
    await table.give("attack");
    expect([table.seat, table.myTurn, table.moments.shown?.hex]).toEqual(["german", true, "0938"]);
  });

  it("keeps the marks of what the others did until I act in a turn of my own", async () => {
    const theirs = { active: "german" };
    await sitDown({ ...view(3, "german", []), ...theirs });
    log = [entry(4, "german", { kind: "moved", unit: "22/21", at: "0939", path: ["0838", "0939"] })];
    serverShows({ ...view(4, "allied", [order("stand")]), ...theirs });
    await table.refresh();
    api.order.mockResolvedValue(screen({ ...view(5, "allied", [order("end")]), active: "allied" }, 4));
    await table.give("stand");
    expect([table.tale.traces.length, table.film]).toEqual([1, { from: 3, to: 5 }]); // what came of the answer belongs to it
    api.order.mockResolvedValue(screen({ ...view(6, "allied", [order("end")]), active: "allied" }, 5));
    await table.give("end");
    expect(table.tale.traces).toEqual([]);
    expect(table.film).toEqual({ from: 3, to: 5 });
  });

  it("asks once for the odds of all choices, and points at each without asking again", async () => {
    const odds = (chance: number) => ({ results: [{ result: "D", meaning: "", chance, hits: "defender" }] });
    const told = ["attack 0101", "attack 0102"].map((words, n) => ({ order: words, odds: odds(n / 4) }));
    api.prospects.mockClear().mockResolvedValue({ number: 3, prospects: told });
    const attacks = told.map(({ order: words }) => ({ ...order(words), hex: words.slice(-4), path: [], reach: true }));
    await sitDown(view(3, "allied", [...attacks, order("end")]));
    await vi.waitFor(() => expect([...table.prospect.known.keys()]).toEqual(["attack 0101", "attack 0102"]));
    for (const attack of attacks) {
      table.point(attack);
      await vi.waitFor(() => expect(table.prospect.odds).toEqual(told.find((one) => one.order === attack.order)?.odds));
    }
    expect(table.highlights.hexes.get("0102")?.chances?.good).toBe(0.25);
    const moved = entry(4, "german", { kind: "moved", unit: "22/21", at: "0939", path: ["0838", "0939"] });
    log = [moved, { ...moved, unit: "125/21" }];
    serverShows(view(4, "german", []));
    await table.refresh();
    expect([table.playback === null, table.prospect.of, table.prospect.odds]).toEqual([false, null, null]);
    expect(api.prospects).toHaveBeenCalledTimes(1);
  });

  it("shows a new view at once where nothing opened a step", async () => {
    await sitDown(view(3, "german", []));
    serverShows(view(4, "allied", [order("end")], [entry(4, "german", { kind: "moved" })]));
    await table.refresh();
    expect([table.playback, table.myTurn]).toEqual([null, true]);
  });
});

describe("layers", () => {
  const kinds = [
    { id: "zones-german", title: "German zones", text: "" },
    { id: "supply", title: "Supply", text: "" },
    { id: "line", title: "Supply line", text: "", needs: "unit", follows: true },
  ];
  const seats = [
    { id: "allied", side: "allied" },
    { id: "german", side: "german" },
  ];
  const layersOf = async () => {
    Object.assign(board, { overlays: kinds, seats });
    await sitDown(view(3, "allied", [order("end")]));
    api.overlay.mockImplementation((_: string, __: string, kind: string, unit?: string) =>
      Promise.resolve({ kind, title: kind, rule: "", shades: [{ hex: "0938", text: `${kind} ${unit}` }] }),
    );
    return table.layers;
  };

  afterAll(() => Object.assign(board, { overlays: [], seats: [] }));

  it("lie on the map together, each in its own tone, which it keeps", async () => {
    const layers = await layersOf();
    await layers.show("supply");
    await layers.show("zones-german");
    const tones = layers.shown.map(({ overlay, tone }) => [overlay.kind, tone]);
    expect(tones).toEqual([
      ["supply", 2],
      ["zones-german", 1],
    ]);
    expect(layers.textsAt("0938").map(({ title }) => title)).toEqual(["supply", "zones-german"]);
    layers.takeOff("supply");
    await layers.refresh();
    expect(layers.shown.map(({ overlay, tone }) => [overlay.kind, tone])).toEqual([["zones-german", 1]]);
    layers.putAway();
    expect(layers.shown).toEqual([]);
  });

  it("have a colour of the side that they are about, whenever they are laid on the map and whatever lies there", async () => {
    const layers = await layersOf();
    const shades = (seat: string) => [{ hex: "0938", seat }];
    api.overlay.mockImplementation((_: string, __: string, kind: string, unit?: string) =>
      Promise.resolve({ kind, title: kind, rule: "", shades: shades(unit ?? kind.split("-")[1] ?? "") }),
    );
    const sides = () => layers.shown.map(({ tone }) => TONES[tone]?.side);
    await layers.show("zones-german");
    await layers.show("zones-allied");
    await layers.show("threat-german");
    expect(sides()).toEqual([1, 0, 1]);
    expect(new Set(layers.shown.map(({ tone }) => tone)).size).toBe(3);
    layers.takeOff("zones-german");
    await layers.show("line", "german");
    expect(sides()).toEqual([0, 1, 1]);
    await layers.show("line", "allied");
    expect(sides()).toEqual([0, 1, 0]);
    layers.putAway();
  });

  it("of a unit go with the one that is selected", async () => {
    const layers = await layersOf();
    await layers.show("line");
    expect(layers.shown).toEqual([]);
    expect(api.overlay).not.toHaveBeenCalled();
    await layers.follow("27");
    expect(api.overlay).toHaveBeenLastCalledWith("g", "allied", "line", "27");
    await layers.follow("6/6");
    expect(layers.shown[0]?.overlay.shades[0]?.text).toBe("line 6/6");
    expect(layers.about("line")).toBe("6/6");
  });
});

describe("while a program thinks", () => {
  const hears = (done: number) => line.hear({ type: "thinking", by: "german", done });

  it("shows how far it is and since when, and asks for nothing anew", async () => {
    vi.useFakeTimers();
    await sitDown(view(3, "german", []));
    vi.clearAllMocks();
    hears(0.1);
    vi.advanceTimersByTime(3200);
    hears(0.434);
    expect([table.progress.heard, table.progress.percent, table.progress.seconds]).toEqual([true, 43, 3]);
    expect(api.game).not.toHaveBeenCalled();
    line.hear({ type: "thinking", by: "german" });
    expect(table.progress.heard).toBe(false);
    vi.useRealTimers();
  });

  it("tells one who listens of it once in ten seconds and no oftener", async () => {
    vi.useFakeTimers();
    await sitDown(view(3, "german", []));
    said.length = 0;
    for (let half = 0; half <= 50; half++) {
      hears(half / 100);
      vi.advanceTimersByTime(500);
    }
    expect(said).toEqual(["The Germans are thinking: 20\u00a0%", "The Germans are thinking: 40\u00a0%"]);
    vi.useRealTimers();
  });

  it("keeps what it hears of advice to the advice", async () => {
    await sitDown(view(3, "allied", [order("end")]));
    line.hear({ type: "advising", done: 0.5 });
    expect([table.adviser.progress.percent, table.progress.heard]).toEqual([50, false]);
  });
});
