import { describe, expect, it } from "vitest";
import type { LogEntry, OrderChoice } from "../src/api/types";
import { chapters } from "../src/play/chapters";
import { highlightsOf, isCostly } from "../src/play/choices";
import { orderWords } from "../src/play/describe";
import { gather, looksTheSame, type Listening } from "../src/play/news";
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
const listening: Listening = { led: ["allied"], since: 4, given: { number: 5, phase: "Combat" }, due: true, title };

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

describe("what an own order led to", () => {
  it("is told at once, even if the others are asked next", () => {
    const log = [entry(5, "allied", "attack_declared"), entry(5, "allied", "drop_roll", chance)];
    const news = gather(log, { ...listening, due: false });
    expect(news?.title).toBe("What your order led to");
    expect(news?.told.map(({ seat, entries }) => [seat, entries.length])).toEqual([["allied", 1]]);
    expect(news?.all).toEqual([]);
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
  it("leaves out what was played out in later phases, and is nobody's deed there", () => {
    const log = [entry(5, "allied", "eliminated", loss), entry(5, "allied", "fire_card", { ...chance, phase: "Fire" })];
    expect(gather(log, { ...listening, seen: log.slice(1) })?.told.length).toBe(1);
    expect(gather(log.slice(1), listening)?.title).toBe("What happened then");
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
    expect(news?.title).toBe("The Germans have made 2 moves. It came to 1 combat, 1 loss.");
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
