import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Board, BoardHex, Overlay } from "../src/api/types";
import { TONES, toneOf } from "../src/board/colours";
import {
  bandOf,
  beside,
  coloured,
  coloursOf,
  groundOf,
  lookOf,
  mostlyOf,
  numberHeight,
  Shading,
  smooth,
  strokesOf,
  telling,
  towards,
} from "../src/board/layers";
import { cornerFor } from "../src/play/corner";
import { smallGrid } from "./board";

class Path {
  static made: Path[] = [];
  readonly points: [number, number][] = [];
  constructor() {
    Path.made.push(this);
  }
  moveTo(x: number, y: number): void {
    this.points.push([x, y]);
  }
  lineTo(x: number, y: number): void {
    this.points.push([x, y]);
  }
  closePath(): void {
    // Nothing to remember.
  }
}

beforeAll(() => vi.stubGlobal("Path2D", Path));

const shade = (hex: string, more: Partial<Overlay["shades"][number]> = {}) => ({
  hex,
  seat: "",
  value: "",
  text: "",
  ...more,
});

describe("how areas look", () => {
  it("tells layers apart by colour and by strokes", () => {
    const looks = [0, 1, 2, 3].map((number) => lookOf({ pattern: "lines" }, toneOf(number)));
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(4);
    expect(new Set(looks.map(({ hatch }) => hatch)).size).toBe(4);
  });

  it("keeps a colour that means something in the game", () => {
    expect(lookOf({ pattern: "lines", colour: "red" }, TONES[0]).colour).not.toBe(TONES[0].colour);
  });

  it("makes more of something darker, in steps", () => {
    const grounds = [0.03, 0.2, 0.5, 0.8, 1].map((level) => lookOf({ level }, TONES[0]).ground);
    expect(grounds).toEqual([...grounds].sort((a, b) => a - b));
    expect(new Set(grounds).size).toBe(5);
    expect(lookOf({ level: 1 }, TONES[0]).hatch).toBeNull();
    expect(grounds.at(-1)).toBeLessThan(0.5); // names under it can still be read
  });

  it("has one threat of 1 and another of 33", () => {
    expect(bandOf(1 / 33)).toBe(1);
    expect(bandOf(1)).toBe(6);
  });
});

describe("numbers", () => {
  it("stand there only where they can be 14 pixels high", () => {
    expect(numberHeight(30)).toBe(0);
    expect(numberHeight(44)).toBe(14);
    expect(numberHeight(200)).toBe(22);
  });

  it("are not repeated in the midst of the same", () => {
    const grid = smallGrid();
    const neighbours: Record<string, string[]> = { "11": ["01", "02", "10", "12", "21", "22"] };
    const same = ["01", "02", "10", "11", "12", "21", "22"].map((hex) => shade(hex, { level: 1, value: "22" }));
    const told = telling(same, (hex) => neighbours[hex] ?? [null]);
    expect(told.map(({ hex }) => hex)).not.toContain("11");
    expect(told).toHaveLength(6);
    expect(grid.hexes.size).toBe(12);
  });
});

describe("lines", () => {
  it("run smoothly through all their points", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 20, y: 10 },
    ];
    const curve = smooth(points);
    for (const point of points) expect(curve).toContainEqual(point);
    expect(curve.length).toBeGreaterThan(15);
  });

  it("have their right side where one has it who walks along: south of the way east", () => {
    const [, middle] = beside(
      [
        { x: 0, y: 5 },
        { x: 10, y: 5 },
        { x: 20, y: 5 },
      ],
      3,
    );
    expect(middle).toEqual({ x: 10, y: 8 });
  });
});

describe("several layers", () => {
  const grid = smallGrid();
  const map = { width: 500, height: 400, turned: "t.svg", picture: "m.svg" } as Board["map"];
  const overlay = (shades: Overlay["shades"], lines: Overlay["lines"] = []): Overlay => ({
    kind: "k",
    title: "t",
    rule: "",
    shades,
    lines,
  });

  it("draw one line around hexes that look the same", () => {
    Path.made = [];
    new Shading([{ overlay: overlay([shade("00"), shade("01"), shade("02")]), tone: 0 }], grid, map);
    const [, rim] = Path.made;
    expect(rim?.points).toHaveLength(28); // 14 sides of three hexes in a row are outside
  });

  it("have one ground, a gradient if there is one; the others have strokes alone", () => {
    const areas = { overlay: overlay([shade("00", { pattern: "dots" })]), tone: 1 };
    const threat = { overlay: overlay([shade("00", { level: 0.5, value: "9" })]), tone: 0 };
    expect(groundOf([areas, threat])).toBe(1);
    expect(groundOf([areas, areas])).toBe(0);
    type Painted = { areas: { ground: number; hatch: string | null }[] };
    const { areas: painted } = new Shading([areas, threat], grid, map) as unknown as Painted;
    expect(painted.map(({ ground }) => ground > 0)).toEqual([true, false]);
    expect(painted[1]?.hatch).toBe("dots");
    const [weak, strong] = [0.1, 1].map((level) => strokesOf(lookOf({ level }, TONES[2]), TONES[2]));
    expect(weak?.hatch).toBe("level");
    expect(weak?.strokes).toBeLessThan(strong?.strokes ?? 0);
  });

  it("have their numbers above the strengths of counters, side by side if there are two", () => {
    const threat = { overlay: overlay([shade("11", { level: 0.5, value: "9" })]), tone: 0 };
    type Counted = { numbers: { x: number; y: number }[] };
    const numbers = (...layers: (typeof threat)[]) => (new Shading(layers, grid, map) as unknown as Counted).numbers;
    const { x = 0, y = 0 } = Object.assign(grid.centre("11") ?? {}, { neighbours: [null] }) as Partial<BoardHex>;
    expect(numbers(threat)).toMatchObject([{ x }]);
    expect(numbers(threat)[0]?.y).toBeLessThan(y - grid.width * 0.35);
    const [left, right] = numbers(threat, threat);
    expect((right?.x ?? 0) - (left?.x ?? 0)).toBeGreaterThan(grid.width * 0.4);
  });

  it("name every colour that the map has, and the number that most of it has", () => {
    expect(coloursOf([{ colour: "red" }, {}, { colour: "blue" }, { colour: "red" }])).toEqual(["red", "blue", ""]);
    const level = (value: string) => ({ level: 1, value });
    expect(mostlyOf(["23", "23", "23", "7"].map(level))).toBe("23");
    expect(mostlyOf(["23", "19", "7"].map(level))).toBeNull();
  });

  it("trace lines from the edge of a counter, so that its strength can be read", () => {
    expect(towards({ x: 0, y: 0 }, { x: 30, y: 40 }, 10)).toEqual({ x: 6, y: 8 });
  });

  it("are explained in the corner that covers fewer counters", () => {
    const [box, frame] = [
      { width: 300, height: 100 },
      { width: 900, height: 700 },
    ];
    expect(cornerFor([{ x: 100, y: 60 }], box, frame)).toBe("low");
    expect(cornerFor([{ x: 100, y: 640 }], box, frame)).toBe("high");
    expect(cornerFor([{ x: 700, y: 60 }], box, frame)).toBe("high");
  });

  it("turn lines of the drawing with the map", () => {
    const lines: Overlay["lines"] = [
      {
        kind: "front",
        text: "",
        points: [
          [10, 20],
          [30, 40],
        ],
      },
    ];
    const of = (picture: string) => {
      const shading = new Shading([{ overlay: overlay([], lines), tone: 0 }], grid, { ...map, picture });
      return (shading as unknown as { courses: { points: Partial<BoardHex>[] }[] }).courses[0]?.points[0];
    };
    expect(of("m.svg")).toEqual({ x: 10, y: 20 });
    expect(of("t.svg")).toEqual({ x: 490, y: 380 });
  });
});

describe("hexes of several colours", () => {
  it("have a colour of their own among hexes of one, and that of the layer where none means anything", () => {
    const mixed = coloured([shade("00", { colour: "blue" }), shade("01")]);
    const inks = mixed.map((one) => lookOf(one, toneOf(0)).colour);
    expect(inks[1]).not.toBe(inks[0]);
    expect(inks[1]).not.toBe(toneOf(0).colour);
    expect(lookOf(coloured([shade("00")])[0] ?? shade(""), toneOf(0)).colour).toBe(toneOf(0).colour);
  });
});
