import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Board, LogEntry, View } from "../src/api/types";
import { beside, besideButtons, clearOf, clearOfAll, clearOfMost } from "../src/play/beside";
import { tellingOf } from "../src/play/film";
import type { Playback as Film, Reel } from "../src/play/playback.svelte";
import { beganWith, pastOf, placesOf, resultsOf } from "../src/play/results";
import { combined, glideOf, inSteps, sceneryOf, timeFor } from "../src/play/steps";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
vi.stubGlobal("window", { matchMedia: () => ({ matches: false }) });
const { Playback } = await import("../src/play/playback.svelte");
const { Moments } = await import("../src/play/moments.svelte");
const { settings } = await import("../src/settings.svelte");

const entry = (number: number, text: string, more: Partial<LogEntry> = {}): LogEntry =>
  ({ number, seat: "german", kind: "", text, rule: "", path: [], turn: "", phase: "Movement", ...more }) as LogEntry;
const move = (number: number, unit: string, ...path: string[]) =>
  entry(number, `${unit} moves to ${path.at(-1)} for 6 MP.`, {
    kind: "moved",
    unit,
    path,
    hex: path.at(-1) ?? null,
    at: path.at(-1) ?? "",
  });
const combat = { phase: "Combat", hex: "1740" };
const attack = (number: number, hex = "1740"): LogEntry[] => [
  entry(number, `22/21, 192/21 attack ${hex}.`, { ...combat, hex, targets: ["22/21", "192/21"] }),
  entry(number, "The German side places a German marker.", { phase: "Combat" }),
  entry(number + 1, "Markers: attack +9 +8, defence +10 +8.", {
    ...combat,
    hex,
    step: `German attack on ${hex}`,
    result: { hex },
  }),
  entry(number + 1, "23 against 20 on the clear line, column 8; die 1: D2, the defender retreats 2 hexes.", {
    ...combat,
    hex,
    step: `German attack on ${hex}`,
    result: { attack: 23, defence: 20, line: "clear", column: 8, die: 1, outcome: "D2", hex },
  }),
  entry(number + 1, "185/3 is eliminated.", {
    ...combat,
    hex,
    unit: "185/3",
    result: { losses: [{ piece: "185/3", steps: 1, gone: true }], hex },
  }),
];
const others = () => true;

describe("a turn of the others as a film", () => {
  it("shows move after move, and a combat with all that led to it and came of it", () => {
    const steps = inSteps([move(1, "4-aa", "0836", "0937"), move(2, "22/21", "0838", "0938"), ...attack(3)]);
    expect(steps.map(({ head, entries }) => [head?.step ?? "", entries.length])).toEqual([
      ["", 1],
      ["", 1],
      ["German attack on 1740", 5],
    ]);
  });

  it("of twenty moves and seven combats can be watched within a minute, and faster", () => {
    const way = ["0838", "0938", "1037", "1138", "1237", "1338", "1438", "1539", "1639"];
    const moves = Array.from({ length: 20 }, (_, at) => move(at, `unit ${at}`, ...way));
    const fights = Array.from({ length: 7 }, (_, at) => attack(40 + 2 * at, `17${40 + at}`));
    const steps = combined(inSteps([...moves, ...fights.flat()]));
    const seconds = (pace: "slow" | "usual" | "fast") =>
      steps.reduce((sum, step) => sum + timeFor(step, pace), 0) / 1000;
    expect(seconds("usual")).toBeLessThan(60);
    expect(seconds("usual")).toBeGreaterThan(40); // it can be followed
    expect(seconds("fast")).toBeLessThan(15);
    expect(steps.filter(({ head }) => head)).toHaveLength(7);
  });

  it("of thirty-six moves can be followed: each has its time, and only near each other several set out at once", () => {
    const far = Array.from({ length: 36 }, (_, at) => move(at, `unit ${at}`, `a${at}`, `${10 + at}`));
    const near = (one: string, other: string) => Math.abs(Number(one) - Number(other)) < 2;
    const [alone, pairs] = [combined(inSteps(far), () => false), combined(inSteps(far), near)];
    expect([alone.length, pairs.length]).toEqual([36, 18]);
    for (const step of alone) {
      expect(timeFor(step, "usual")).toBeGreaterThanOrEqual(1700);
      expect(timeFor(step, "fast")).toBeLessThan(500);
    }
    for (const step of pairs) {
      const { duration, apart } = glideOf(step, "usual");
      expect(apart).toBeGreaterThanOrEqual(duration); // one arrives before the next sets out
      expect(timeFor(step, "usual")).toBeGreaterThanOrEqual(2 * duration + 500);
    }
    const landed = far.map((entry, at) => (at % 2 ? { ...entry, kind: "landed" } : entry));
    expect(combined(inSteps(landed), near)).toHaveLength(36); // what is done differs
    const [fight] = inSteps(attack(3));
    expect(fight && timeFor(fight, "usual")).toBeGreaterThan(2000);
  });

  it("of nine moves gives everyone the time to find each of them, and less to whoever is in a hurry", () => {
    const moves = Array.from({ length: 9 }, (_, at) => move(at, `unit ${at}`, `a${at}`, `b${at}`, `c${at}`));
    const seconds = (pace: "slow" | "usual" | "fast") =>
      combined(inSteps(moves)).reduce((sum, step) => sum + timeFor(step, pace), 0) / 1000;
    expect(seconds("usual")).toBeGreaterThan(14);
    expect(seconds("slow")).toBeGreaterThan(seconds("usual") * 1.5);
    expect(seconds("fast")).toBeLessThan(5);
  });

  it("of twenty moves far from each other and seven combats takes no longer", () => {
    const moves = Array.from({ length: 20 }, (_, at) => move(at, `unit ${at}`, ...Array<string>(9).fill("0838")));
    const fights = Array.from({ length: 7 }, (_, at) => attack(40 + 2 * at, `17${40 + at}`));
    const steps = combined(inSteps([...moves, ...fights.flat()]), () => false);
    const seconds = (pace: "usual" | "fast") => steps.reduce((sum, step) => sum + timeFor(step, pace), 0) / 1000;
    expect(seconds("usual")).toBeLessThan(60);
    expect(seconds("fast")).toBeLessThan(15);
  });

  it("tells a marker that was chosen with the fire that it was chosen for", () => {
    const bombards = { hex: "0938", step: "Allied bombardment of 22/21", phase: "Bombardment" };
    const chosen = (number: number) => entry(number, "A marker is chosen.", { ...bombards, result: { hex: "0938" } });
    const fires = (number: number) => [
      entry(number, "It is bombarded.", { ...bombards, result: { hex: "0938" } }),
      entry(number, "9 against 5", { hex: "0938", phase: "Bombardment", result: { attack: 9, defence: 5, die: 3 } }),
    ];
    expect(inSteps([chosen(2), ...fires(3)])).toHaveLength(1);
    expect(inSteps([...fires(3), chosen(5), ...fires(6)])).toHaveLength(2);
    expect(resultsOf([chosen(2)])[0]).toMatchObject({ hex: "0938", title: "Allied bombardment of 22/21" });
  });

  it("lets many units set out together, but none twice, and none of another phase", () => {
    const moves = Array.from({ length: 40 }, (_, at) => move(at, `unit ${at % 38}`, "0838", "0938"));
    const later = { ...move(41, "late", "0838", "0938"), phase: "Mobile" };
    const steps = combined(inSteps([...moves, later]));
    expect(steps.length).toBeLessThan(20);
    for (const { entries } of steps) {
      expect(new Set(entries.map(({ unit }) => unit)).size).toBe(entries.length);
      expect(new Set(entries.map(({ phase }) => phase)).size).toBe(1);
    }
    expect(steps.flatMap(({ entries }) => entries)).toHaveLength(41);
  });

  it("tells no move of others beneath the heading of what one unit did", () => {
    const check = entry(1, "2/C/741 has a diamond: it drifts.", {
      unit: "2/C/741",
      hex: "0517",
      step: "Landing check",
    });
    const drifts = { ...move(1, "2/C/741", "ER1", "ER2") };
    const [own, ...others] = inSteps([check, drifts, move(1, "E/2/16", "", "ER6"), move(1, "F/2/16", "", "ER3")]);
    expect(own?.entries).toEqual([check, drifts]);
    expect(others.map(({ head }) => head)).toEqual([null, null]);
  });

  it("looks at the way of a unit, also from box to box beside the map, and at the box where dice are thrown", () => {
    const view = { pieces: [] } as unknown as View;
    const isBox = (place: string) => place === "reserve" || place === "Angers";
    const [walk] = inSteps([move(1, "22/21", "0838", "0938")]);
    expect(sceneryOf(walk, view, isBox)).toMatchObject({ at: "0938", way: ["0838", "0938"], units: ["22/21"] });
    const [marched] = inSteps([move(1, "17-SS/38", "Angers", "reserve")]);
    expect(sceneryOf(marched, view, isBox)).toMatchObject({
      at: "reserve",
      to: ["reserve"],
      way: ["Angers", "reserve"],
    });
    const [entered] = inSteps([move(1, "17-SS/38", "Angers", "2118")]);
    expect(sceneryOf(entered, view, isBox)).toMatchObject({ at: "2118", to: ["2118"], way: ["2118"] });
    const rolled = { hex: "Angers", step: "Interdiction", result: { die: 3 } };
    const [die] = inSteps([entry(1, "It would leave Angers", rolled)]);
    expect(sceneryOf(die, view, isBox).at).toBe("Angers");
  });
});

describe("how it is told", () => {
  const moves = [move(1, "4-aa", "0836", "0937"), move(2, "22/21", "0838", "0938")];
  it("is a film where others move, and also one move if more will come", () => {
    expect(tellingOf(moves, others, false)).toBe("film");
    expect(tellingOf(moves.slice(1), others, false)).toBe("nothing");
    expect(tellingOf(moves.slice(1), others, true)).toBe("film");
    expect(tellingOf(moves, () => false, false)).toBe("nothing");
  });
  it("keeps nobody waiting for one or two results", () => {
    expect(tellingOf(attack(3), others, false)).toBe("results");
    expect(tellingOf([...attack(3), ...attack(5, "1640"), ...attack(7, "1739")], others, false)).toBe("film");
    expect(tellingOf(attack(3), () => false, false)).toBe("results");
  });
  it("counts what goes on and on once", () => {
    const lost = (unit: string) => entry(4, `${unit} is reduced.`, { ...combat, unit, result: { hex: "1740" } });
    const long = [...attack(3), ...["a", "b", "c", "d", "e", "f", "g", "h"].map(lost)];
    expect(inSteps(long).length).toBeGreaterThan(2);
    expect(tellingOf(long, () => false, false)).toBe("results");
  });
  it("is a film where a card is drawn, or something begins of which nothing came", () => {
    const drawn = entry(3, "Fire card 17", { step: "German fire", result: { card: "17" } });
    expect(tellingOf([drawn], () => false, false)).toBe("film");
    expect(tellingOf([entry(3, "WN62 holds its fire", { step: "WN62" })], () => false, false)).toBe("film");
  });
});

describe("a result where it happened", () => {
  it("has strengths, die, losses and what led to it, in one", () => {
    const [result, second] = resultsOf(attack(3));
    expect(second).toBeUndefined();
    expect(result).toMatchObject({ title: "German attack on 1740", hex: "1740", fight: { die: 1, column: 8 } });
    expect(result?.lead.map(({ text }) => text)).toEqual(["Markers: attack +9 +8, defence +10 +8."]);
    expect(result?.losses).toEqual([{ piece: "185/3", steps: 1, gone: true }]);
  });
  it("has nothing that another order led to elsewhere", () => {
    const aside = entry(9, "The Germans put a mines marker (+5) aside.", { phase: "Combat", result: {} });
    expect(resultsOf([...attack(3), aside]).map(({ hex, rolls }) => [hex, rolls.length])).toEqual([
      ["1740", 0],
      [null, 1],
    ]);
  });
  it("is one for each place where dice fell, though all have one name", () => {
    const drop = (unit: string, hex: string, die: number) => [
      entry(1, `${unit} jumps over ${hex}: the die shows ${die}.`, {
        hex,
        step: "Airborne drop",
        result: { die, hex },
      }),
      entry(1, `${unit} drifts east (die 4).`, { hex: `${hex}e`, result: { die: 4, hex: `${hex}e` } }),
    ];
    const results = resultsOf([...drop("3/6", "1241", 1), ...drop("5/6", "1142", 2)]);
    expect(results.map(({ hex, rolls }) => [hex, ...rolls.map(({ die }) => die)])).toEqual([
      ["1241", 1, 4],
      ["1142", 2, 4],
    ]);
  });
});

describe("the place of a card", () => {
  const frame = { width: 390, height: 400 };
  const card = { width: 250, height: 140 };
  const overlaps = (
    hex: { left: number; right: number; top: number; bottom: number },
    spot: ReturnType<typeof beside>,
  ) =>
    spot.left < hex.right &&
    spot.left + card.width > hex.left &&
    spot.top < hex.bottom &&
    spot.top + Math.min(card.height, spot.height) > hex.top;
  it("is in sight and never over the hex, wherever that is", () => {
    for (const size of [frame, { width: 900, height: 700 }])
      for (let x = -50; x < size.width + 50; x += 35)
        for (let y = -50; y < size.height + 50; y += 35) {
          const hex = { left: x - 20, right: x + 20, top: y - 20, bottom: y + 20 };
          const spot = beside(hex, card, size);
          expect(spot.left).toBeGreaterThanOrEqual(0);
          expect(spot.left + card.width).toBeLessThanOrEqual(size.width);
          expect(spot.top).toBeGreaterThanOrEqual(0);
          expect(spot.top + Math.min(card.height, spot.height)).toBeLessThanOrEqual(size.height);
          expect(overlaps(hex, spot)).toBe(false);
        }
  });
  it("covers none of the hexes of which it tells, if there is any such place", () => {
    const hexAt = (x: number, y: number) => ({ left: x - 20, right: x + 20, top: y - 20, bottom: y + 20 });
    for (const [size, docked] of [
      [{ width: 390, height: 520 }, true],
      [{ width: 900, height: 700 }, false],
    ] as const)
      for (let x = 20; x < size.width; x += 35)
        for (let y = 20; y < size.height; y += 35) {
          const hexes = [hexAt(x, y), hexAt(x + 40, y), hexAt(x + 80, y + 20), hexAt(x - 40, y), hexAt(x, y + 40)];
          const spot = clearOfAll(hexes, card, size, docked);
          expect(hexes.filter((hex) => overlaps(hex, spot))).toEqual([]);
          expect(spot.left + card.width).toBeLessThanOrEqual(size.width);
          expect(spot.top + card.height).toBeLessThanOrEqual(size.height);
          if (docked) expect([6, size.height - 6 - card.height, size.height - 58 - card.height]).toContain(spot.top);
        }
    expect(overlaps(hexAt(360, 300), beside(hexAt(300, 300), card, { width: 900, height: 700 }))).toBe(true);
  });
  it("stands beside own units too, but rather on them than on what it tells of or what is to be clicked", () => {
    const hexAt = (x: number, y: number) => ({ left: x - 25, right: x + 25, top: y - 25, bottom: y + 25 });
    const size = { width: 900, height: 700 };
    const [told, lit] = [hexAt(300, 300), hexAt(600, 500)];
    const onIt = ({ left, top }: { left: number; top: number }, { left: x, top: y, right, bottom }: typeof told) =>
      left < right && left + card.width > x && top < bottom && top + card.height > y;
    const usual = clearOfAll([told], card, size, false, [lit]);
    const own = hexAt(usual.left + card.width / 2, usual.top + card.height / 2);
    const clear = clearOfMost([told], card, size, false, [lit], [own]);
    expect([told, lit, own].map((place) => onIt(clear, place))).toEqual([false, false, false]);
    const everywhere = Array.from({ length: 18 * 14 }, (_, at) =>
      hexAt(25 + 50 * (at % 18), 25 + 50 * Math.floor(at / 18)),
    );
    const crowded = clearOfMost([told], card, size, false, [lit], everywhere);
    expect([told, lit].map((place) => onIt(crowded, place))).toEqual([false, false]);
  });
  it("covers nothing that is to be clicked next, wherever there is room elsewhere", () => {
    const hexAt = (x: number, y: number) => ({ left: x - 20, right: x + 20, top: y - 20, bottom: y + 20 });
    for (const [size, docked] of [
      [{ width: 390, height: 520 }, true],
      [{ width: 900, height: 700 }, false],
    ] as const)
      for (let x = 60; x < size.width - 60; x += 35) {
        const told = [hexAt(x, 300), hexAt(x + 40, 300)];
        const lit = [-100, -60, 60, 100].flatMap((dx) => [hexAt(x + dx, 250), hexAt(x + dx, 350), hexAt(x + dx, 40)]);
        const spot = clearOfAll(told, card, size, docked, lit);
        expect([...told, ...lit].filter((hex) => overlaps(hex, spot))).toEqual([]);
      }
    // Nothing is free: as little as possible is covered, and all of the card is in sight.
    const everywhere = Array.from({ length: 120 }, (_, at) =>
      hexAt(20 + 40 * (at % 10), 20 + 40 * Math.floor(at / 10)),
    );
    const spot = clearOfAll([hexAt(180, 180)], card, { width: 390, height: 460 }, true, everywhere);
    expect(spot.left + card.width).toBeLessThanOrEqual(390);
    expect(overlaps(hexAt(180, 180), spot)).toBe(false);
  });
  it("knows where units attack from, stood, and fell back to", () => {
    const back = entry(6, "22/21 retreats.", { ...combat, unit: "22/21", path: ["1740", "1839"], result: {} });
    const told = attack(3);
    const [result] = resultsOf([...told, back]);
    if (!result) throw new Error("there is one");
    const at: Record<string, string> = { "22/21": "1839", "185/3": "1640" };
    expect(placesOf(result, (unit) => at[unit])).toEqual(["1740", "1640", "1839"]);
    expect(beganWith(result, told)?.targets).toEqual(["22/21", "192/21"]);
  });
  it("is rather over a button in the corner than over the hex", () => {
    const hex = { left: 240, right: 280, top: 105, bottom: 145 };
    const high = { width: 300, height: 240 };
    const spot = clearOf(hex, high, frame);
    expect(spot.top).toBeGreaterThanOrEqual(hex.bottom);
    expect(spot.top + high.height).toBeLessThanOrEqual(frame.height);
    expect(clearOf(hex, card, frame)).toEqual(beside(hex, card, besideButtons(frame)));
  });
  it("is where all of it can be read on a low map, if need be over the hex", () => {
    const low = { width: 390, height: 220 };
    for (let y = 0; y <= low.height; y += 20) {
      const spot = beside({ left: 175, right: 215, top: y - 20, bottom: y + 20 }, card, low);
      expect(spot.top).toBeGreaterThanOrEqual(0);
      expect(spot.top + card.height).toBeLessThanOrEqual(low.height);
      expect(spot.height).toBeGreaterThanOrEqual(card.height);
    }
  });
});

describe("a film that runs", () => {
  const at = (number: number, place: string) =>
    ({
      number,
      turn: "",
      phase: "Movement",
      tracks: {},
      pieces: [{ id: "22/21", at: place }],
      since: [],
    }) as unknown as View;
  const board = { tracks: [], boxes: [], hexes: [], map: { hex_width: 10 } } as unknown as Board;
  const reel: Reel = { board, before: at(0, "0838"), after: at(2, "1037"), entries: [] };
  const [first, second] = [move(1, "22/21", "0838", "0938"), move(2, "22/21", "0938", "1037")];
  let film: Film;
  let finished = 0;
  let more = false;
  const audience = { finished: () => (finished += 1), awaits: () => more };
  beforeEach(() => {
    vi.useFakeTimers();
    finished = 0;
    more = false;
    film = new Playback({ ...reel, entries: [first, second] }, audience);
  });
  afterEach(() => {
    film.stop();
    vi.useRealTimers();
  });

  it("goes on by itself, stops when it is paused, and goes back", () => {
    vi.advanceTimersByTime(5000);
    expect(finished).toBe(1);
    film = new Playback({ ...reel, entries: [first, second] }, audience);
    film.toggle();
    vi.advanceTimersByTime(5000);
    expect(film.place).toBe(0);
    film.next();
    film.back();
    expect([film.place, film.paused, finished]).toEqual([0, true, 1]);
  });

  it("shows units where they are by then, and the ways so far", () => {
    expect([film.view.pieces[0]?.at, film.tale.traces.length, film.tale.fresh]).toEqual(["0938", 1, [first]]);
    film.next();
    expect([film.view.pieces[0]?.at, film.tale.traces.length]).toEqual(["1037", 2]);
  });

  it("waits at its end for what is to come, and takes it up", () => {
    more = true;
    vi.advanceTimersByTime(5000);
    expect([film.held, finished]).toEqual([true, 0]);
    film.add([move(3, "22/21", "1037", "1138")], at(3, "1138"));
    expect([film.held, film.place]).toEqual([false, 2]);
    more = false;
    vi.advanceTimersByTime(5000);
    expect(finished).toBe(1);
  });

  it("ends when it is skipped, and knows what was seen", () => {
    film.skip();
    vi.advanceTimersByTime(5000);
    expect([finished, film.seen]).toEqual([1, [first]]);
  });
});

describe("results of one order", () => {
  it("come after each other, and are gone at once when that is wanted", () => {
    vi.useFakeTimers();
    const moments = new Moments();
    const results = resultsOf([...attack(3), ...attack(5, "1640")]);
    moments.show(results);
    expect([moments.shown?.hex, moments.more]).toEqual(["1740", 1]);
    vi.advanceTimersByTime(4000);
    expect(moments.shown?.hex).toBe("1640");
    vi.advanceTimersByTime(10000);
    expect(moments.shown).toBeNull();
    moments.show(results);
    moments.close();
    expect(moments.shown).toBeNull();
    vi.useRealTimers();
  });
});

describe("a result card", () => {
  it.each([
    ["slow", 6000, 12000],
    ["usual", 3200, 7000],
    ["fast", 1500, 3500],
  ] as const)("stays as long as the player wants: %s", (pace, one, last) => {
    vi.useFakeTimers();
    settings.pace = pace;
    const moments = new Moments();
    moments.show(resultsOf([...attack(3), ...attack(5, "1640")]));
    const seen: (string | null | undefined)[] = [];
    for (const time of [one - 1, 1, last - 1, 1]) {
      vi.advanceTimersByTime(time);
      seen.push(moments.shown?.hex);
    }
    expect(seen).toEqual(["1740", "1640", "1640", undefined]);
    settings.pace = "usual";
    vi.useRealTimers();
  });
});

describe("a result of an earlier phase", () => {
  it("says when it happened, for the page is headed by what is asked now", () => {
    const [result] = resultsOf(attack(3).map((one) => ({ ...one, turn: "GT 1" })));
    if (!result) throw new Error("there is one");
    expect(pastOf(result, { turn: "GT 1", phase: "Combat" })).toBe("");
    expect(pastOf(result, { turn: "GT 1", phase: "Movement" })).toBe("Combat");
    expect(pastOf(result, { turn: "GT 2", phase: "Combat" })).toBe("GT 1 · Combat");
  });
});

describe("a card on a map with buttons", () => {
  it("leaves them free, unless the map is too low for that", () => {
    const room = besideButtons({ width: 390, height: 400 });
    const spot = beside({ left: 300, right: 380, top: 340, bottom: 390 }, { width: 300, height: 120 }, room);
    expect(spot.left + 300).toBeLessThanOrEqual(390 - 50);
    expect(spot.top + 120).toBeLessThanOrEqual(400 - 50);
    expect(besideButtons({ width: 390, height: 200 })).toEqual({ width: 390, height: 200 });
  });
});
