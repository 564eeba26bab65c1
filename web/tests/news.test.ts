import { describe, expect, it, vi } from "vitest";
import type { LogEntry, OrderChoice } from "../src/api/types";
import { chapters } from "../src/play/chapters";
import { highlightsOf, isCostly } from "../src/play/choices";
import { orderWords } from "../src/play/describe";
import { gather, looksTheSame, withCame, type Listening } from "../src/play/news";
import type { View } from "../src/api/types";

const entry = (number: number, seat: string, kind: string, more: Partial<LogEntry> = {}): LogEntry =>
  ({
    number,
    seat,
    kind,
    text: kind,
    rule: "",
    unit: null,
    path: [],
    hex: null,
    phase: "Combat",
    ...more,
  }) as LogEntry;

const chance = { result: {} };
const fight = { result: { attack: 7, defence: 4, column: 6, die: 3, outcome: "Ex", losses: [] } };
const loss = { result: { losses: [{ piece: "27", steps: 1 }] } };
const title = (seat: string) => (seat === "german" ? "Germans" : "Allies");
const owner = (piece: string) => (piece === "27" ? "allied" : "german");
const listening: Listening = {
  led: ["allied"],
  since: 4,
  given: { number: 5, phase: "Combat" },
  due: true,
  title,
  owner,
};

describe("a decision of the others of which nothing shows", () => {
  const at = (place: string | null) => ({ pieces: [{ id: "27", at: place }], marks: [] }) as unknown as View;

  it("is one after which the table looks the same", () => {
    expect(looksTheSame(at("1640"), at("1640"), [])).toBe(true);
    expect(looksTheSame(at("1640"), at("1640"), [entry(6, "", "turn_begins")])).toBe(true);
  });
  it("is none that costs a unit, or of which something was told", () => {
    expect(looksTheSame(at("1640"), at("eliminated"), [])).toBe(false);
    expect(looksTheSame(at("1640"), at("1640"), [entry(6, "german", "eliminated", loss)])).toBe(false);
  });
});

describe("what comes of an earlier fight", () => {
  it("stands under its own heading, not under that of the next fight", () => {
    const retreat = entry(5, "allied", "retreated", { ...chance, ends: "Bombardment of 27" });
    const next = entry(7, "german", "bombardment", { ...fight, step: "Bombardment of 8/3" });
    const news = gather([retreat, next], listening);
    expect(news?.title).not.toBe("Bombardment of 8/3");
    expect(news?.told.map(({ step }) => step)).toEqual(["Bombardment of 27", "Bombardment of 8/3"]);
  });
});

describe("what an own order led to", () => {
  it("is told at once, even if the others are asked next", () => {
    const log = [entry(5, "allied", "attack_declared"), entry(5, "allied", "drop_roll", chance)];
    const news = gather(log, { ...listening, due: false });
    expect(news?.title).toBe("What your order led to");
    expect(news?.told.map(({ seat, entries }) => [seat, entries.length])).toEqual([["allied", 1]]);
    expect(news?.all).toEqual([]);
  });
  it("tells of units that no order named: the rules brought them, or a staff did", () => {
    const comes = (number: number, unit: string) =>
      entry(number, "allied", "entered", { unit, hex: "2403", at: "2403" });
    const log = [comes(4, "2/1"), comes(5, "8/4"), comes(5, "12/4")];
    const told = (units: string[] | undefined, entries: LogEntry[], since = 4) =>
      gather(entries, { ...listening, since, given: { number: 5, phase: "Combat", ...(units ? { units } : {}) } })
        ?.told.flatMap(({ entries }) => entries)
        .map(({ unit, kind }) => `${unit} ${kind}`);
    expect(told(["8/4"], log)).toEqual(["12/4 entered"]);
    expect(told(undefined, log, 3), "a staff").toEqual(["2/1 entered", "8/4 entered", "12/4 entered"]);
    const reduced = entry(5, "allied", "reduced", { unit: "8/4", ...loss });
    expect(told(["8/4"], [reduced, comes(5, "8/4")]), "told to lose a step").toEqual(["8/4 reduced", "8/4 entered"]);
  });
  it("is told of dice that fell before anybody was asked", () => {
    const opening = entry(0, "", "superiority_rolled", { ...chance, step: "Aircraft" });
    const news = gather([opening, entry(0, "", "placed")], { ...listening, since: -1, given: null });
    expect(news?.told.map(({ step, entries }) => [step, entries.length])).toEqual([["Aircraft", 1]]);
    const [first, second] = [entry(0, "", "weather", chance), entry(0, "", "drop", chance)];
    const both = gather([first, second], { ...listening, since: -1, given: null });
    expect(both?.title).toBe("What happened before the first order");
    expect(gather([opening], { ...listening, since: -1, given: null, due: false })).toBeNull();
  });
  it("is nothing if neither chance nor a loss came of it", () => {
    expect(gather([entry(5, "allied", "moved")], listening)).toBeNull();
  });
  it("stays there when the others have answered it", () => {
    const log = [entry(5, "allied", "marker_seen", chance), entry(6, "german", "marker_placed")];
    const news = gather(log, listening);
    expect(news?.title).toBe("The Germans have decided.");
    expect(news?.told.map(({ seat, entries }) => [seat, entries.map(({ kind }) => kind)])).toEqual([
      ["allied", ["marker_seen"]],
      ["german", ["marker_placed"]],
    ]);
    expect(news?.all).toEqual([]);
  });
  it("is not buried under the moves of the others", () => {
    const log = [entry(5, "allied", "reduced", loss), entry(6, "german", "moved"), entry(7, "german", "stands")];
    const news = gather(log, listening);
    expect(news?.told.flatMap(({ entries }) => entries.map(({ kind }) => kind))).toEqual(["reduced", "stands"]);
    expect(news?.all.flatMap(({ entries }) => entries.map(({ kind }) => kind))).toEqual(["reduced", "moved", "stands"]);
  });
  it("is nobody's deed in later phases", () => {
    const log = [entry(5, "allied", "eliminated", loss), entry(5, "allied", "fire_card", { ...chance, phase: "Fire" })];
    expect(gather(log.slice(1), listening)?.title).toBe("What happened then");
    const watched = gather(log.slice(1), { ...listening, seen: log, filmed: log });
    expect(watched?.title ?? withCame("What happened then", log, listening)).toBe(
      "What happened then. Your losses: 27 loses a step.",
    );
    expect(gather(log, listening)?.told.map(({ seat, phase }) => [seat, phase])).toEqual([
      ["allied", ""],
      ["", "Fire"],
    ]);
  });
});

describe("a combat that the last marker of the other side brought about", () => {
  const step = "Allied attack on 1640";
  const log = [
    entry(6, "german", "marker_placed"),
    entry(6, "german", "combat_result", { ...fight, step }),
    entry(6, "german", "reduced", loss),
  ];
  it("stands under the name of whoever attacked", () => {
    const news = gather(log, listening);
    expect(news?.title).toBe(step);
    expect(news?.told.map((passage) => [passage.step, passage.entries.length])).toEqual([
      ["", 1],
      [step, 2],
    ]);
  });
  it("is counted where it is one of many things that the others did", () => {
    const news = gather([...log, entry(7, "german", "moved"), entry(8, "german", "moved")], listening);
    expect(news?.title).toBe("The Germans have made 2 moves. 1 fight. Your losses: 27 loses a step.");
    expect(news?.about).toEqual(["27"]);
  });
  it("waits until this seat is asked again", () => {
    expect(gather(log, { ...listening, due: false })).toBeNull();
  });
  it("begins a passage of its own after another", () => {
    const second = entry(6, "german", "combat_result", { ...fight, step: "Allied attack on 1739" });
    expect(chapters([...log, second])[0]?.passages.map((passage) => passage.step)).toEqual([
      "",
      step,
      "Allied attack on 1739",
    ]);
  });
});

describe("what it all came to", () => {
  const lost = (number: number, piece: string, gone: boolean) =>
    entry(number, "german", "hit", { result: { losses: [{ piece, steps: 1, gone }] } } as Partial<LogEntry>);
  const bombarded = (number: number, hex: string) => [
    entry(number, "german", "bombardment", { ...chance, hex, step: "German bombardment" }),
    entry(number, "german", "combat_result", { ...fight, hex }),
  ];
  it("counts fights by their places, and says that nobody was lost", () => {
    const log = [6, 7].flatMap((number) => bombarded(number, `164${String(number)}`));
    expect(gather([...log, entry(10, "german", "moved")], listening)?.title).toBe(
      "The Germans have made 1 move. 2 fights, no losses.",
    );
  });
  it("names who was lost, one's own first, of each side", () => {
    const log = [lost(6, "2/B/741", true), lost(7, "27", false), lost(8, "27", true)];
    expect(withCame("What happened then", log, listening)).toBe(
      "What happened then. Your losses: 27 eliminated. Losses of the Germans: 2/B/741 eliminated.",
    );
  });
  it("does not say that nobody was lost where nobody fought", () => {
    expect(withCame("US Formation Entry", [], listening)).toBe("US Formation Entry.");
  });
  it("does not say it while something of the fight may still be decided", () => {
    const fought = [entry(6, "german", "combat", { ...fight, hex: "1640", turn: "GT 1" })];
    const asked = (turn: string, phase: string) => withCame("Then", fought, { ...listening, asked: { turn, phase } });
    expect(asked("GT 1", "Combat")).toBe("Then. 1 fight.");
    const chosen = (settles: number) =>
      withCame("Then", fought, {
        ...listening,
        asked: { turn: "GT 1", phase: "Combat", decision: { settles } as View["decision"] },
      });
    expect(chosen(fought.at(-1)?.number ?? 0)).toBe("Then. 1 fight. Losses of the last fight are still to be chosen.");
    expect(chosen(99)).toBe("Then. 1 fight.");
    expect(asked("GT 1", "Movement")).toBe("Then. 1 fight, no losses.");
    expect(asked("GT 2", "Combat")).toBe("Then. 1 fight, no losses.");
    expect(withCame("Then", fought, { ...listening, asked: null })).toBe("Then. 1 fight, no losses.");
  });
  it("counts a bombardment and an attack on the same hex, but not strengths that are compared again", () => {
    const hex = "1041";
    const attack = entry(8, "allied", "combat_result", { ...fight, hex, step: "German attack on 1041" });
    const phase = "Bombardment";
    const bombarded = entry(6, "german", "combat_result", { ...fight, hex, phase });
    expect(withCame("Then", [bombarded, attack, { ...attack, number: 9 }], listening)).toContain("3 fights");
    expect(withCame("Then", [attack, { ...attack, step: "" }], listening)).toContain("1 fight,");
    const nowhere = entry(6, "german", "combat_result", fight);
    expect(withCame("Then", [nowhere, { ...nowhere, number: 7 }], listening)).toContain("2 fights");
  });
  it("lists those who were lost with commas and one and", () => {
    const log = ["a", "b", "c"].map((piece, at) => lost(6 + at, piece, true));
    const owned = { ...listening, owner: () => "german" };
    expect(withCame("Then", log, owned)).toBe(
      "Then. Losses of the Germans: a eliminated, b eliminated and c eliminated.",
    );
    const more = ["a", "b", "c", "d", "e", "f", "g"].map((piece, at) => lost(6 + at, piece, true));
    expect(withCame("Then", more, owned)).toContain("e eliminated and 2 more.");
  });
  it("counts all of the film, also what was answered in between", () => {
    const film = [entry(3, "german", "moved"), lost(4, "27", false), entry(6, "german", "moved")];
    expect(gather(film, { ...listening, filmed: film })?.title).toBe(
      "The Germans have made 2 moves. Your losses: 27 loses a step.",
    );
  });
});

describe("what was watched as a film", () => {
  const own = entry(5, "allied", "barrage", fight);
  const later = entry(5, "", "fired", { ...fight, hex: "0812", phase: "German Fire" });
  const kinds = (told: { entries: LogEntry[] }[] = []) =>
    told.flatMap(({ entries }) => entries.map(({ kind }) => kind));
  it("leaves all that came of it to be read, and moves to be counted", () => {
    const film = [own, later, entry(6, "german", "moved"), entry(7, "german", "reduced", loss)];
    const news = gather(film, { ...listening, seen: film, filmed: film });
    expect(kinds(news?.told)).toEqual(["barrage", "fired", "reduced"]);
    expect(news?.title).toBe("The Germans have made 1 move. 2 fights. Your losses: 27 loses a step.");
    expect(news?.all).toEqual([]);
  });
  it("leaves results from before an answer in between, too", () => {
    const first = [
      entry(3, "german", "moved"),
      entry(4, "german", "bombardment", fight),
      entry(4, "german", "reduced", loss),
    ];
    const second = [entry(6, "german", "moved"), entry(7, "german", "shelled", fight)];
    const news = gather([...first, ...second], { ...listening, seen: second, filmed: [...first, ...second] });
    expect(kinds(news?.told)).toEqual(["bombardment", "reduced", "shelled"]);
  });
});

describe("a result on the map", () => {
  const result = { title: "", hex: "1142", fight: null, lead: [], rolls: [], losses: [], entries: [] };
  it("goes by itself, but not while somebody has to decide what comes of it", async () => {
    vi.useFakeTimers();
    const matchMedia = () => ({ matches: false });
    vi.stubGlobal("matchMedia", matchMedia);
    vi.stubGlobal("window", { matchMedia });
    const { Moments } = await import("../src/play/moments.svelte");
    const [asked, free] = [new Moments(() => true), new Moments(() => false)];
    for (const moments of [asked, free]) moments.show([result]);
    vi.runAllTimers();
    expect([asked.shown, free.shown]).toEqual([result, null]);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

describe("a choice that costs something for sure", () => {
  const order = { order: "to 0938", label: "To 0938", cost: "2", loss: "27 is reduced.", hex: "0938", path: [] };
  it("says so wherever it is told in words", () => {
    expect(orderWords(order as unknown as OrderChoice)).toBe("To 0938 (costs 2). For sure: 27 is reduced.");
    expect(orderWords({ ...order, cost: "", loss: undefined } as unknown as OrderChoice)).toBe("To 0938");
  });
  it("is shown before it is chosen on the map, unless every choice costs something", () => {
    const [costly, free] = [order as unknown as OrderChoice, { ...order, loss: undefined } as unknown as OrderChoice];
    expect(isCostly(costly, [costly, free])).toBe(true);
    expect(isCostly(costly, [costly])).toBe(false);
    expect(isCostly(free, [costly, free])).toBe(false);
  });
  it("is marked on the map", () => {
    const view = { pieces: [], decision: { orders: [order] } } as unknown as View;
    expect(highlightsOf(view, null).hexes.get("0938")?.label).toBe("✗");
  });
});
