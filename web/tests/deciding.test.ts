import { describe, expect, it, vi } from "vitest";
import type { Board, LogEntry, Odds, OrderChoice, Piece, View } from "../src/api/types";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  Object.assign(globalThis, { matchMedia, localStorage: { getItem: () => null, setItem: () => undefined } });
});

import { bandsOf } from "../src/play/bands";
import { highlightsOf } from "../src/play/choices";
import { arranged, numbered } from "../src/play/choices";
import { figuresIn } from "../src/board/labels";
import { text } from "../src/text";
import { aimsOf, defends, figureOf, figuresOf, figureWords, inBrief, sharesOf } from "../src/play/odds";
import { inNames, partsOf, repeats, unitsOf, unitsOfStep } from "../src/play/units_in";
import { counterScale, settings, settled } from "../src/settings.svelte";
import { heard } from "../src/sound/heard";
import { workerFor } from "../shell";

function order(words: string, more: Partial<OrderChoice> = {}): OrderChoice {
  const [verb = ""] = words.split(" ");
  return { order: words, verb, label: words, detail: "", cost: "", path: [], odds: false, sets_off: false, ...more };
}
const move = (unit: string) => order(`move ${unit}`, { unit });
const END = order("end");

describe("numbers of orders", () => {
  it("have no gap, whatever was chosen before", () => {
    expect(Object.fromEntries(numbered([END, move("a"), move("c")]))).toEqual({ end: 1, "move a": 2, "move c": 3 });
  });
  it("follow the costs of many places, and then their names", () => {
    const to = (hex: string, cost = "") => order(`to ${hex}`, { hex, cost });
    const many = Array.from({ length: 11 }, (_, at) => to(`${1311 - at}`, `${11 - at} MP`));
    const long = [to("1442", "2 MP"), to("0942", "2 MP"), ...many];
    expect(arranged(long).map(({ hex }) => hex)).toEqual([
      "1301",
      "0942",
      "1302",
      "1442",
      ...many
        .slice(0, 9)
        .map(({ hex }) => hex)
        .toReversed(),
    ]);
    expect(arranged(long.slice(0, 4))).toEqual(long.slice(0, 4)); // a few are seen at a glance
    const units = Array.from({ length: 14 }, (_, at) => move(`${14 - at}`));
    expect(arranged(units)).toEqual(units);
  });
});

const odds = (results: [number, string][], more: Partial<Odds> = {}) =>
  ({
    results: results.map(([chance, hits], n) => ({ result: `${n}`, meaning: `${n}`, chance, hits })),
    ...more,
  }) as Odds;

describe("choices that lead to chance", () => {
  const exchange = odds([
    [0.25, "defender"],
    [0.25, "both"],
    [0.3, "nobody"],
    [0.2, "attacker"],
  ]);
  it("are compared by how likely each side is hit", () => {
    expect(figureOf(exchange)).toEqual({ defender: 0.5, attacker: 0.45 });
    expect(figureWords(exchange)).toBe("Hits defender 50\u00a0%, attacker 45\u00a0%");
    expect(figureWords(odds([[1, "nobody"]]))).toBe("Hits nobody");
    expect(sharesOf(exchange).map(({ hits }) => hits)).toEqual(["defender", "both", "nobody", "attacker"]);
  });
  it("tell the best for who looks, however unlikely it is, where there is little room", () => {
    const many = odds([
      [0.05, "defender"],
      [0.3, "defender"],
      [0.4, "nobody"],
      [0.23, "attacker"],
      [0.02, "attacker"],
    ]);
    const brief = (isDefender: boolean) => inBrief(many, 2, isDefender).told.map(({ meaning }) => meaning);
    expect(brief(false)).toEqual(["2", "0"]);
    expect(brief(true)).toEqual(["1", "4"]); // of the rest most would hit him: he is told the likeliest of it
    expect(inBrief(many, 2).rest).toBeCloseTo(0.55);
    expect(inBrief(many, 4)).toMatchObject({ rest: 0 });
  });
  it("are good for who looks where they hit the other side", () => {
    const looks = (isDefender: boolean) => sharesOf(exchange, isDefender).map((share) => share.looks);
    expect(looks(false)).toEqual(["good", "both", "", "bad"]);
    expect(looks(true)).toEqual(["bad", "both", "", "good"]);
  });
  it("are compared by what they aim at where nobody is attacked", () => {
    const way = (chance: number, hits: string, hoped = false) => ({ result: hits, meaning: hits, chance, hits, hoped });
    const leaving = { attack: 0, aim: "Gets through", results: [way(0.5, "nobody", true), way(0.5, "attacker")] };
    const drop = {
      attack: 0,
      aim: "Lands",
      results: [way(0.4, "nobody", true), way(0.1, "both"), way(0.5, "attacker")],
    };
    expect(figureWords(leaving as unknown as Odds)).toBe("Gets through 50\u00a0%");
    expect(figuresOf(new Map([["to Paris", leaving as unknown as Odds]])).get("to Paris")).toEqual({
      good: 0.5,
      bad: 0.5,
    });
    for (const isDefender of [false, true])
      expect(sharesOf(drop as unknown as Odds, isDefender).map(({ looks }) => looks)).toEqual(["good", "both", "bad"]);
  });
  it("have a legend for each kind in the hexes that are marked", () => {
    const results = [{ result: "any", meaning: "any", chance: 1, hits: "nobody", hoped: true }];
    const told = new Map<string, Odds>([
      ["to 0713", { attack: 0, aim: "Not hit on the way", results } as unknown as Odds],
      ["attack 0812", { attack: 4, results } as unknown as Odds],
      ["attack 0912", { attack: 4, results } as unknown as Odds],
    ]);
    const orders = [...told.keys()].map((words) => order(words, { hex: words.split(" ")[1] ?? null }));
    const marked = (...hexes: string[]) =>
      new Map(hexes.map((hex) => [hex, { chances: { good: 1, bad: 0 } }] as const));
    expect(aimsOf(orders, told, marked("0713", "0812", "0912"))).toEqual(["Not hit on the way", ""]);
    expect(aimsOf(orders, told, marked("0812", "0912"))).toEqual([""]);
    expect(aimsOf(orders, told, marked("0713"))).toEqual(["Not hit on the way"]);
  });
  it("are those of a defender if others attack from elsewhere, or bombard in their turn", () => {
    const pieces = [
      { id: "27", at: "1640" },
      { id: "8/3", at: "1641" },
    ];
    const asked = (units: string[], active: string, target: string | null = "1640") =>
      ({ active, pieces, decision: { target, units } }) as unknown as View;
    const german = (unit: string) => unit === "27";
    const allied = (unit: string) => unit === "8/3";
    expect(defends(asked(["8/3", "27"], "allied"), german, ["german"])).toBe(true);
    expect(defends(asked(["8/3", "27"], "german"), allied, ["allied"])).toBe(false); // a reaction
    expect(defends(asked(["27"], "allied"), german, ["german"])).toBe(true);
    expect(defends(asked(["27"], "allied"), allied, ["allied"])).toBe(false);
    // Who lands on a defended beach fights in the place to which it has come, in a turn of nobody.
    expect([german, allied].map((isOwn) => defends(asked(["8/3"], "", "1641"), isOwn, []))).toEqual([true, false]);
    expect(defends(asked([], "allied", null), german, ["german"])).toBe(false);
  });
  it("have their figure in their hexes, and such units are not dragged", () => {
    const figures = figuresOf(
      new Map([
        ["attack 0101", exchange],
        ["attack 0102", odds([])],
      ]),
    );
    const orders = [
      order("attack 0101", { hex: "0101", reach: true }),
      order("attack 0102", { hex: "0102", reach: true }),
      order("at 0103", { hex: "0103", odds: true }),
      order("with 27", { unit: "27", odds: true }),
      move("22/21"),
    ];
    const pieces = [
      { id: "711", at: "0101" },
      { id: "716", at: "0102" },
    ];
    const view = { pieces, decision: { orders } } as unknown as View;
    const lit = highlightsOf(view, null, null, figures);
    expect(lit.hexes.get("0101")).toEqual({ kind: "target", chances: { good: 0.5, bad: 0.45 } });
    expect(lit.hexes.get("0102")).toEqual({ kind: "target" });
    expect(lit.hexes.get("0103")).toEqual({ kind: "choice" }); // nobody is there: somebody lands
    expect([...(lit.still ?? [])]).toEqual(["27"]);
  });
  it("show both chances in their hexes, as they are good and bad for who looks", () => {
    const both = (isDefender: boolean) => figuresOf(new Map([["at", exchange]]), isDefender).get("at");
    expect(both(false)).toEqual({ good: 0.5, bad: 0.45 });
    expect(both(true)).toEqual({ good: 0.45, bad: 0.5 });
    const { points } = text.play.attack;
    expect(figuresIn({ good: 1, bad: 1 }, points)).toEqual(["100", "100"]);
    expect(figuresIn({ good: 0, bad: 0.83 }, points)).toEqual(["0", "83"]);
    expect(figuresIn({ good: 0.15, bad: 0 }, points)).toEqual(["15%"]); // nobody shoots back
  });
  it("are marked on the map where they lie, while one points at them or is advised", () => {
    const [drop, take] = [order("drop 0101", { hex: "0101" }), order("move 27", { unit: "27" })];
    const view = { pieces: [{ id: "27", at: "0938" }], decision: { orders: [drop, take, END] } } as unknown as View;
    expect([drop, take, END, null].map((one) => highlightsOf(view, one).pointed)).toEqual(["0101", "0938", null, null]);
  });
});

describe("units in sentences", () => {
  const pieces = new Map(["27", "8/3-br", "8/3"].map((id) => [id, {}]));
  const units = (words: string, about: string[] = []) =>
    partsOf(words, pieces, about).flatMap(({ unit }) => unit ?? []);
  it("has the names of units instead of their ids, where they have names", () => {
    const named = new Map([
      ["SP-4203", { name: "Strongpoint 4203" }],
      ["27", {}],
    ]);
    expect(inNames("Attack 4203: SP-4203, with 27.", named)).toBe("Attack 4203: Strongpoint 4203, with 27.");
    expect(partsOf("SP-4203 falls.", named)[0]).toEqual({ words: "Strongpoint 4203", unit: "SP-4203" });
  });
  it("are found by their ids, the longest first, and lose no word", () => {
    expect(units("8/3-br and 8/3 attack 1640.")).toEqual(["8/3-br", "8/3"]);
    const parts = partsOf("Attack with 8/3, and begin", pieces);
    expect(parts.map(({ words }) => words).join("")).toBe("Attack with 8/3, and begin");
    expect(units("18/3-br, 8/3-bridge")).toEqual([]);
  });
  it("are bare numbers only where the sentence is about them", () => {
    expect(units("27 loses 27 men")).toEqual([]);
    expect(units("27 retreats", ["27"])).toEqual(["27"]);
    const entry = { unit: null, targets: ["27"], result: { losses: [{ piece: "8/3", steps: 1 }] } };
    expect(unitsOf(entry as unknown as LogEntry)).toEqual(["27", "8/3"]);
    const told = [{ ...entry, number: 4, step: "Bombardment of 27" }] as unknown as LogEntry[];
    expect(partsOf("Bombardment of 27", pieces, unitsOfStep(told, 4, "Bombardment of 27")).at(-1)?.unit).toBe("27");
  });
});

describe("a chart that is too wide", () => {
  const columns = ["Terrain", ...Array.from({ length: 14 }, (_, n) => `${n + 1}`)];
  const rows = [["clear", ...Array.from({ length: 14 }, () => "+12")]];
  it("goes on below, every column once and in its order", () => {
    expect(bandsOf({ columns, rows }, 80)).toEqual([Array.from({ length: 14 }, (_, n) => n + 1)]);
    const narrow = bandsOf({ columns, rows }, 18);
    expect(narrow.length).toBeGreaterThan(1);
    expect(narrow.flat()).toEqual(Array.from({ length: 14 }, (_, n) => n + 1));
    const lengths = narrow.map((band) => band.length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(narrow.length);
  });
});

describe("what is heard", () => {
  const board = { sounds: { shelled: "guns" } } as unknown as Board;
  const pieces = new Map([
    ["tank", { symbol: "SFGPUCA----H---" } as Piece],
    ["foot", { symbol: "SFGPUCI----H---" } as Piece],
  ]);
  const entry = (more: Partial<LogEntry>) => ({ kind: "moved", path: [], ...more }) as LogEntry;
  it("follows from the kinds that the board names, from results and from what drives", () => {
    expect(heard([entry({ kind: "shelled", result: { die: 4 } })], board, pieces)).toEqual(["guns", "dice"]);
    expect(heard([entry({ result: { card: "12" } })], board, pieces)).toEqual(["card"]);
    expect(heard([entry({ unit: "tank", path: ["0101", "0102"] })], board, pieces)).toEqual(["engines"]);
    expect(heard([entry({ unit: "foot", path: ["0101", "0102"] })], board, pieces)).toEqual([]);
  });
});

describe("settings", () => {
  it("are silent, of usual size and without rule numbers at first, and keep what was chosen", () => {
    expect(settings).toMatchObject({ sound: false, textSize: "usual", counterSize: "usual", ruleNumbers: false });
    const kept = settled({ sound: true, textSize: "large", counterSize: "largest", panelClosed: true }, settings);
    expect(kept).toMatchObject({ sound: true, textSize: "large", counterSize: "largest", panelClosed: true });
    expect(settled({ textSize: "huge" as never }, settings).textSize).toBe("usual");
    expect(counterScale("usual")).toBe(1);
    expect(counterScale("largest")).toBeGreaterThan(counterScale("large"));
  });
});

describe("the service worker", () => {
  const source = 'const CACHE = "bocage-shell-/* VERSION */";\nconst SHELL = [/* SHELL */];';
  it("keeps the shell of one build under its own name", async () => {
    const [one, other] = await Promise.all([workerFor(source, ["assets/a.js"]), workerFor(source, ["assets/b.js"])]);
    expect(one).toContain('"/assets/a.js"');
    expect(one).toContain('"/"');
    expect(one.split("\n")[0]).not.toBe(other.split("\n")[0]);
    expect(one).not.toContain("/* ");
  });
});

describe("a title", () => {
  it("is not told beside a name that says the same", () => {
    expect(repeats("6 FJ of 91 LL", "6 FJ/91 LL")).toBe(true);
    expect(repeats("23/2 of 2 Inf", "23/2")).toBe(true);
    expect(repeats("44th Infantry Brigade, 15th (Scottish) Infantry Division", "44/15")).toBe(false);
  });
});
