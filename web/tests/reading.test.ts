import { describe, expect, it } from "vitest";
import type { LogEntry } from "../src/api/types";
import { fanBox, fanned } from "../src/board/stacks";
import { chapters } from "../src/play/chapters";
import { byMeaning } from "../src/play/odds";
import { tally } from "../src/play/tally";
import { text } from "../src/text";
import { smallGrid } from "./board";

const entry = (number: number, seat: string, kind: string, words = kind): LogEntry => ({
  number,
  seat,
  kind,
  text: words,
  rule: "",
  unit: null,
  path: [],
  hex: null,
});

describe("odds as they are read", () => {
  it("put results that come to the same together", () => {
    const results = [
      { result: "De", meaning: "gone", chance: 0.25 },
      { result: "-", meaning: "nothing", chance: 0.25 },
      { result: "A1", meaning: "nothing", chance: 0.5 },
    ];
    expect(byMeaning(results)).toEqual([
      { meaning: "gone", codes: ["De"], chance: 0.25 },
      { meaning: "nothing", codes: ["-", "A1"], chance: 0.75 },
    ]);
  });
});

describe("the log in chapters", () => {
  it("has one for each turn, and in it a passage for each time a side acts", () => {
    const log = [
      entry(1, "german", "set_up"),
      entry(2, "german", "turn_begins", "Game turn 1 begins."),
      entry(3, "allied", "moved"),
      entry(4, "allied", "moved"),
      entry(5, "german", "stands"),
    ];
    const [before, first] = chapters(log);
    expect(before?.title).toBe("");
    expect(first?.title).toBe("Game turn 1 begins");
    expect(first?.passages.map(({ seat, entries }) => [seat, entries.length])).toEqual([
      ["allied", 2],
      ["german", 1],
    ]);
  });
});

describe("news of the others", () => {
  it("counts moves, combats and losses in one sentence", () => {
    const news = [entry(1, "german", "moved"), entry(2, "german", "moved"), entry(3, "german", "combat_result")];
    expect(text.play.moved("Germans", tally(news))).toBe("The Germans have moved: 2 moves, 1 combat.");
    expect(text.play.moved("Germans", tally([entry(1, "german", "stands")]))).toBe("The Germans have decided.");
  });
});

describe("a fan at the edge of the view", () => {
  it("stays inside it", () => {
    const grid = smallGrid();
    const seen = { left: 90, top: 90, right: 900, bottom: 900 };
    const box = fanBox(fanned(["a", "b", "c"], "00", grid, 44, seen), 44);
    expect(box.left).toBeCloseTo(seen.left);
    expect(box.top).toBeCloseTo(seen.top);
  });
});
