import { describe, expect, it } from "vitest";
import type { Board, LogEntry, Piece, Standing } from "../src/api/types";
import { isNew, sampleOf } from "../src/play/briefing";
import { curveOf, isGood, scoreOf, scoresOf } from "../src/play/score";
import { text } from "../src/text";

const standing = (more: Partial<Standing>): Standing => ({ side: "a", title: "Allies", conditions: [], ...more });
const condition = (label: string, have?: number, need?: number) => ({ label, value: "", done: false, have, need });

describe("the state of victory in the header", () => {
  it("counts points, out of those that are needed where a condition counts them", () => {
    expect(scoreOf(standing({ points: 12 }))?.words).toBe("12 points");
    const needed = standing({ points: 4, conditions: [condition("Victory", 4, 10)] });
    expect(scoreOf(needed)).toMatchObject({ words: "4 of 10 points", short: "4 of 10 points" });
    const more = standing({ points: 35, conditions: [condition("Victory", 35, 15)] });
    expect(scoreOf(more)?.short).toBe("35 points, needs 15");
    expect(scoreOf(standing({ points: 1 }))?.short).toBe("1 point");
  });
  it("counts what the first condition counts where there are no points", () => {
    const conditions = [condition("Beachheads"), condition("Objectives", 2, 4)];
    expect(scoreOf(standing({ conditions, trend: 1 }))).toMatchObject({ words: "Objectives 2 of 4", trend: 1 });
    const denied = { ...condition("Objectives denied", 4, 1), short: "Denied" };
    expect(scoreOf(standing({ conditions: [denied] }))).toMatchObject({
      words: "Objectives denied 4, needs 1",
      short: "Denied 4, needs 1",
    });
  });
  it("says nothing of a side for which nothing is counted", () => {
    expect(scoresOf([standing({ conditions: [condition("Beachheads")] }), standing({ points: 0 })])).toHaveLength(1);
  });
  it("is told in words, with its trend, to those who listen", () => {
    const scores = scoresOf([standing({ points: 12, trend: -2 })]);
    expect(text.play.score.open(scores)).toBe(
      "Victory: Allies 12 points (−2 since the last turn began). Show all of it.",
    );
  });
  it("is good news to its own side, and bad to the other", () => {
    expect(isGood(1, "german", ["allied"])).toBe(false);
    expect(isGood(-1, "german", ["allied"])).toBe(true);
    expect(isGood(1, "allied", ["allied"])).toBe(true);
    expect(isGood(1, "german", [])).toBe(true);
  });
  it("has a curve from turn to turn, which is told in words too", () => {
    expect(curveOf([0, 4, 2])).toEqual([
      [2, 14],
      [22, 2],
      [42, 8],
    ]);
    expect([curveOf([3]), curveOf([0, 0, 0])]).toEqual([[], []]);
    const scores = scoresOf([standing({ points: 2, trend: -2, course: [0, 4, 2] })]);
    expect(text.play.score.open(scores)).toContain("(−2 since the last turn began. From turn to turn: 0, 4, 2)");
  });
});

describe("the briefing", () => {
  const piece = (id: string, seat: string, front: string[], back: string[] | null = null) =>
    ({ id, seat, front, back, symbol: "S" }) as Piece;

  it("explains an own counter that has most on it", () => {
    const pieces = [
      piece("hq", "us", [""]),
      piece("1", "us", ["4", "5", "6"], ["2"]),
      piece("2", "de", ["9", "9", "9"]),
    ];
    expect(sampleOf({ pieces } as Board, "us")?.id).toBe("1");
    expect(sampleOf({ pieces } as Board, "spectator")?.id).toBe("1");
    expect(sampleOf({ pieces: [] } as unknown as Board, "us")).toBeNull();
  });
  it("opens for who has not given an order yet", () => {
    const log = [{ seat: "german" }] as LogEntry[];
    expect(isNew(log, ["allied"])).toBe(true);
    expect(isNew(log, ["german", "allied"])).toBe(false);
    expect(isNew(log, [])).toBe(false);
  });
});
