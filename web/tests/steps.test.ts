import { describe, expect, it } from "vitest";
import type { LogEntry, View } from "../src/api/types";
import { inSteps, isWorthwhile, movedBy, sceneryOf, timeFor } from "../src/play/steps";

const entry = (text: string, step = ""): LogEntry =>
  ({ number: 1, seat: "", kind: "", text, rule: "", path: [], turn: "", phase: "", targets: [], step }) as LogEntry;

describe("what the rules do, step by step", () => {
  it("keeps together what belongs together", () => {
    const steps = inSteps([
      entry("The card is 12", "card"),
      entry("WN62 fires", "WN62"),
      entry("A/1/16 loses a step"),
      entry("WN64 fires", "WN64"),
    ]);
    expect(steps.map(({ entries }) => entries.map(({ text }) => text))).toEqual([
      ["The card is 12"],
      ["WN62 fires", "A/1/16 loses a step"],
      ["WN64 fires"],
    ]);
  });

  it("begins with what came before the first step", () => {
    const steps = inSteps([entry("A/1/16 is hit"), entry("WN64 fires", "WN64")]);
    expect(steps.map(({ head }) => head?.text)).toEqual([undefined, "WN64 fires"]);
  });

  it("goes on with the same head where more happens than can be read at once", () => {
    const landed = Array.from({ length: 6 }, (_, index) => entry(`Company ${index} lands`));
    const steps = inSteps([entry("The card is 12", "card"), ...landed]);
    expect(steps.map(({ entries }) => entries.length)).toEqual([4, 3]);
    expect(steps[1]?.head?.text).toBe("The card is 12");
  });

  it("moves units as it is told", () => {
    const view = {
      pieces: [
        { id: "A", at: "FG1" },
        { id: "B", at: "0611" },
      ],
    } as View;
    const moved = movedBy(view, [{ ...entry("A lands"), unit: "A", at: "0509" }]);
    expect(moved.pieces.map(({ at }) => at)).toEqual(["0509", "0611"]);
    expect(movedBy(view, [entry("Nothing")])).toBe(view);
  });

  it("shows who fires at whom", () => {
    const view = {
      pieces: [
        { id: "A", at: "0509" },
        { id: "WN62", at: "0811" },
      ],
    } as View;
    const [step] = inSteps([{ ...entry("WN62 fires", "WN62"), hex: "0811", targets: ["A"] }]);
    expect(sceneryOf(step, view)).toEqual({ from: "0811", to: ["0509"], units: ["A"] });
  });

  it("is shown only if the rules did something", () => {
    expect(isWorthwhile([entry("You move")])).toBe(false);
    expect(isWorthwhile([entry("You move"), entry("WN62 fires", "WN62")])).toBe(true);
  });

  it("takes longer for more words and at a slower pace", () => {
    const [short, long] = inSteps([entry("Short", "a"), entry("A good deal longer than that", "b")]);
    if (!short || !long) throw new Error("there are two steps");
    expect(timeFor(long, "usual")).toBeGreaterThan(timeFor(short, "usual"));
    expect(timeFor(short, "slow")).toBeGreaterThan(timeFor(short, "usual"));
    expect(timeFor(short, "usual")).toBeGreaterThan(timeFor(short, "fast"));
  });
});
