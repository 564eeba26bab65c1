import { describe, expect, it, vi } from "vitest";
import type { Board, LogEntry, Lost } from "../src/api/types";
import { shownAs } from "../src/board/counters";
import { looksOf, paintSign } from "../src/board/marks";
import { Traces } from "../src/board/traces";
import { smallGrid } from "./board";

const marks = [
  { kind: "sunk", look: "sign", strokes: [{ path: "M0,0", fill: "red" }], on_counter: "badge" },
  { kind: "tired", look: "sign", on_counter: "acted" },
  { kind: "flood", look: "water" },
] as Board["marks"];

class Path {
  static made: Path[] = [];
  readonly moves: number[][] = [];
  constructor(readonly svg = "") {
    Path.made.push(this);
  }
  moveTo(x: number, y: number): void {
    this.moves.push([x, y]);
  }
  lineTo(): void {}
  arc(): void {}
}

describe("the marks of a game", () => {
  it("are known by their kinds, once for all layouts of its board", () => {
    expect(looksOf({ marks }).get("flood")?.look).toBe("water");
    expect(looksOf({ marks })).toBe(looksOf({ marks }));
  });
  it("show on counters as the game says, whatever their names are", () => {
    const shown = (way: "badge" | "acted" | "shaken") => shownAs(way, ["tired", "sunk", "other"], looksOf({ marks }));
    expect(shown("badge").map(({ kind }) => kind)).toEqual(["sunk"]);
    expect(shown("acted").map(({ kind }) => kind)).toEqual(["tired"]);
    expect(shown("shaken")).toEqual([]);
  });
  it("are drawn stroke by stroke: filled if they have a colour inside, with a line if they have one around", () => {
    vi.stubGlobal("Path2D", Path);
    const done: string[] = [];
    const ctx = {
      fillStyle: "",
      strokeStyle: "",
      lineWidth: 0,
      fill: ({ svg }: Path) => done.push(`fill ${svg} ${ctx.fillStyle}`),
      stroke: ({ svg }: Path) => done.push(`line ${svg} ${ctx.strokeStyle} ${ctx.lineWidth}`),
    };
    const strokes = [
      { path: "a", fill: "red", line: "blue", width: 7 },
      { path: "b", line: "green", width: 3 },
    ];
    paintSign(ctx as unknown as CanvasRenderingContext2D, { kind: "", look: "sign", strokes });
    expect(done).toEqual(["fill a red", "line a blue 7", "line b green 3"]);
    vi.unstubAllGlobals();
  });
});

describe("the traces of what happened", () => {
  it("have a cross where a unit was hit, by the losses of its entry and not by its kind", () => {
    vi.stubGlobal("Path2D", Path);
    const at = (losses: Lost[]) => {
      Path.made = [];
      const entry = { kind: "any", result: { losses }, hex: "11", path: [] as string[] };
      new Traces([entry as unknown as LogEntry], smallGrid());
      return Path.made.flatMap(({ moves }) => moves).length;
    };
    const [gone, reduced] = [
      { piece: "27", steps: 2, gone: true },
      { piece: "8", steps: 1 },
    ];
    expect([at([gone]), at([reduced]), at([gone, reduced]), at([])]).toEqual([2, 2, 4, 0]);
    vi.unstubAllGlobals();
  });
  it("have the cross of a unit that is gone beside the counters that still lie there", () => {
    vi.stubGlobal("Path2D", Path);
    const left = (held: string[]) => {
      Path.made = [];
      const entry = { kind: "any", result: { losses: [{ piece: "27", steps: 2, gone: true }] }, hex: "11", path: [] };
      new Traces([entry as unknown as LogEntry], smallGrid(), new Set(held));
      return Math.min(...Path.made.flatMap(({ moves }) => moves.map(([x = 0]) => x)));
    };
    const grid = smallGrid();
    const middle = grid.centre("11")?.x ?? NaN;
    expect(left(["12"])).toBeLessThan(middle);
    expect(left(["11"])).toBeGreaterThan(middle);
    vi.unstubAllGlobals();
  });
});
