import { describe, expect, it } from "vitest";
import type { Board, View } from "../src/api/types";
import { shaped, situationOf, starAt } from "../src/play/situation";

const hex = (id: string, x: number, y: number, ...marks: string[]) => ({ id, x, y, marks, playable: true });
const board = {
  map: { width: 4000, height: 3000, hex_width: 100 },
  hexes: [hex("a", 1000, 1000), hex("b", 1100, 1000, "Utah Beach"), hex("c", 1500, 1200, "objective")],
  boxes: [{ id: "reserve", title: "Reserve" }],
  seats: [{ id: "us", side: "allied" }],
  briefing: {
    sides: [
      { side: "allied", title: "Allies" },
      { side: "german", title: "Germans" },
    ],
  },
  pieces: [
    { id: "1", seat: "us", nation: "us" },
    { id: "2", seat: "us", nation: "us" },
    { id: "3", seat: "system", nation: "german" },
  ],
} as unknown as Board;
const view = (...pieces: [string, string][]) => ({ pieces: pieces.map(([id, at]) => ({ id, at })) }) as unknown as View;

describe("the situation at a glance", () => {
  it("has units where they stand, those beside the map left out, with whose they are", () => {
    const seen = situationOf(board, view(["1", "a"], ["2", "reserve"], ["3", "c"]));
    expect(seen.units).toEqual([
      { x: 1000, y: 1000, dark: false },
      { x: 1500, y: 1200, dark: true },
    ]);
    expect(seen.owners).toEqual([
      { dark: false, people: ["Allies"] },
      { dark: true, people: ["Germans"] },
    ]);
  });
  it("has the places to land and those that count", () => {
    const { landings, goals, box } = situationOf(board, view());
    expect([landings, goals]).toEqual([[{ x: 1100, y: 1000 }], [{ x: 1500, y: 1200 }]]);
    expect(box.left < 1100 && box.right > 1500 && box.top < 1000 && box.bottom > 1200).toBe(true);
  });
  it("is neither too tall nor too wide, and lies on the sheet", () => {
    const tall = shaped({ left: 0, right: 100, top: 0, bottom: 1000 }, { width: 4000, height: 3000 });
    expect([tall.left, tall.right - tall.left]).toEqual([0, 1250]);
    const wide = shaped({ left: 0, right: 1800, top: 2900, bottom: 3000 }, { width: 4000, height: 3000 });
    expect([wide.bottom, wide.bottom - wide.top]).toEqual([3000, 1000]);
  });
  it("draws stars of five points", () => {
    expect(starAt({ x: 0, y: 0 }, 10).split(" ")).toHaveLength(10);
  });
});
