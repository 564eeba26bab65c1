import { describe, expect, it } from "vitest";
import { NO_HIGHLIGHTS, type Light } from "../src/board/contract";
import type { Box } from "../src/board/geometry";
import { labelSpot, showsNumber, TAG_EDGE, tagSpot } from "../src/board/highlights";
import { TAG_ROOM, tagHeight } from "../src/board/labels";
import { namesIn } from "../src/board/names";
import { counterSize, fanBox, fanned, hit, layout, meant, stacked } from "../src/board/stacks";
import { smallGrid, viewOf } from "./board";

const grid = smallGrid();
const centre = (id: string) => grid.centre(id) ?? { x: NaN, y: NaN };

describe("the line around several hexes", () => {
  it("leaves out the sides between them", () => {
    expect([...grid.rimSides(new Set(["00"]))]).toHaveLength(6);
    expect([...grid.rimSides(new Set(["00", "01"]))]).toHaveLength(10);
    expect([...grid.rimSides(new Set(["00", "03"]))]).toHaveLength(12);
  });
});

describe("the label of a hex", () => {
  const at = { x: 0, y: 0 };
  const label = (occupied: boolean, ...boxes: Box[]) =>
    labelSpot(
      at,
      "3",
      64,
      occupied,
      boxes.map((box) => ({ box })),
    );
  it("stands at its edge: above names and towns, below a counter", () => {
    const letters = 0.12; // half their height
    expect(label(false).y / 64 + letters).toBeLessThan(-0.15);
    expect(label(true).y / 64 - letters).toBeGreaterThan(0.3);
  });
  it("covers no name, be it of a city above, of the town in the hex or of a village beside it", () => {
    const names: Box[] = [
      { left: -40, right: 40, top: -30, bottom: -10 },
      { left: -30, right: 30, top: 12, bottom: 26 },
      { left: 8, right: 90, top: -20, bottom: -8 },
    ];
    for (const occupied of [false, true])
      for (const some of [names.slice(0, 1), names.slice(1, 2), names.slice(2), names.slice(0, 2)]) {
        const { x, y } = label(occupied, ...some);
        const covers = ({ left, right, top, bottom }: Box) =>
          x + 4 > left && x - 4 < right && y + 7 > top && y - 7 < bottom;
        expect(some.filter(covers)).toEqual([]);
      }
  });
});

describe("the chances of a hex with a name", () => {
  it("leave the name readable, unless a counter stands there", () => {
    const name = { box: { left: -30, right: 30, top: -34, bottom: -22 } };
    const at = (occupied: boolean) => tagSpot({ x: 0, y: 0 }, ["50", "50"], 64, occupied, [name]).y / 64;
    expect(at(true)).toBe(-TAG_EDGE);
    expect(at(false)).toBeGreaterThan(-0.2);
    expect(tagSpot({ x: 0, y: 0 }, ["50"], 64, false, []).y / 64).toBe(-TAG_EDGE);
  });
});

describe("the names on a map", () => {
  const svg = `<style>.name{font-family:'Palatino',serif;fill:#241d18}.town-name{font-weight:bold}
    .village{font-family:serif;font-weight:bold;text-anchor:middle;fill:#241d18}.halo{stroke:#fff}</style>
    <text class="name town-name halo" x="10" y="20" font-size="12" text-anchor="middle">Bayeux</text>
    <text class="name town-name" x="10" y="20" font-size="12" text-anchor="middle">Bayeux</text>
    <g transform="translate(100 200.5)"><g class="quiet"></g><text class="name town-name" x="1" y="2"
      font-size="9">Creully</text></g><text class="village" x="500" y="60.5" style="font-size:17.5px">L&#x27;Abbaye</text>
    <text class="river-name" x="1" y="2">Orne</text><text class="number" x="3" y="4">0101</text>`;
  it("are those of towns and villages, each once, with the room that they take", () => {
    const [town, shifted, village, more] = namesIn(svg);
    expect(shifted).toMatchObject({ text: "Creully", x: 101, y: 202.5 });
    expect([town?.text, village?.text, more]).toEqual(["Bayeux", "L'Abbaye", undefined]);
    expect(town).toMatchObject({ anchor: "center", size: 12 });
    expect(village).toMatchObject({ anchor: "center", size: 17.5, y: 60.5 });
    expect(town?.style).toContain("bold 12px");
    const { left, right, top, bottom } = town?.box ?? { left: 0, right: 0, top: 0, bottom: 0 };
    expect([left < -8, right > 28, top < 13, bottom > 20]).toEqual([true, true, true, true]);
  });
});

describe("the number of a lit hex", () => {
  it("is shown over its rim, unless chances stand there or hexes are many", () => {
    const light = { kind: "move" as const };
    const hexes = new Map<string, Light>([
      ["0614", light],
      ["Utah", light],
      ["0812", { ...light, chances: { good: 0.5, bad: 0 } }],
    ]);
    expect(["0614", "Utah", "0812", "0101"].map((id) => showsNumber(id, hexes))).toEqual([true, false, false, false]);
    const many = new Map(Array.from({ length: 60 }, (_, index) => [`${1000 + index}`, light]));
    expect(showsNumber("1001", many)).toBe(false);
  });
});

describe("the chances of a hex", () => {
  const figures = [["100", "100"], ["15%"]];
  it("stand at its upper edge, where no strength is printed, and not over the counters of the hexes above", () => {
    const half = 0.14; // of their height, in hex widths
    const counter = counterSize(grid, 1) / grid.width / 2;
    expect(TAG_EDGE - half).toBeGreaterThan(counter * 0.75);
    expect(TAG_EDGE + half).toBeLessThan(0.866 - counter * 0.8);
  });
  it("leave those of its neighbour their room, or are bars where they could not be read", () => {
    for (const width of [20, 30, 44, 60, 100]) {
      const height = tagHeight(figures, width);
      const wide = height * (6 * 0.6 + 4 * 0.26);
      expect(wide).toBeLessThanOrEqual(width * TAG_ROOM + 0.01);
      expect(height === 0).toBe(width < 36);
    }
  });
});

describe("which hex is under a point", () => {
  it("is the one whose centre is nearest, over the whole of it", () => {
    for (const { id, x, y } of grid.hexes.values())
      for (const [dx, dy] of [
        [0, 0],
        [30, 0],
        [-30, 0],
        [0, 34],
        [20, -22],
      ] as const)
        expect(grid.at({ x: x + dx, y: y + dy })).toBe(id);
  });

  it("is none beside the map", () => {
    expect(grid.at({ x: 10, y: 10 })).toBeNull();
    expect(grid.at({ x: 100 - 40, y: 100 })).toBeNull();
  });
});

describe("stacks", () => {
  it("are made of the counters on the map, not of those in boxes", () => {
    const stacks = stacked(viewOf(1, { a: "00", b: "11", c: "00", d: "lost-allied" }), grid);
    expect([...stacks]).toEqual([
      ["00", ["a", "c"]],
      ["11", ["b"]],
    ]);
  });

  it("lie with a single counter in the middle and several around it, all inside the hex", () => {
    expect(layout(["a"], "11", grid)).toEqual([{ id: "a", hex: "11", x: centre("11").x, y: centre("11").y }]);
    for (const count of [2, 3, 4, 9]) {
      const ids = Array.from({ length: count }, (_, i) => `u${i}`);
      const placed = layout(ids, "11", grid);
      const [first, last] = [placed[0], placed[count - 1]];
      expect(last && first && last.x > first.x && last.y < first.y).toBe(true);
      for (const { x, y } of placed) expect(Math.hypot(x - centre("11").x, y - centre("11").y)).toBeLessThan(14);
    }
  });

  it("do not overlap when they are fanned out", () => {
    const size = counterSize(grid, 6);
    const placed = fanned(["a", "b", "c", "d", "e", "f"], "11", grid, size);
    for (const one of placed)
      for (const other of placed)
        if (one !== other) expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(size);
    const { left, right } = fanBox(placed, size);
    expect((left + right) / 2).toBeCloseTo(centre("11").x);
  });
});

describe("what is under a point", () => {
  const stacks = stacked(viewOf(1, { a: "11", b: "11", c: "12" }), grid);

  it("is the uppermost counter", () => {
    expect(hit(centre("11"), grid, stacks, null)).toEqual({ hex: "11", unit: "b" });
    expect(hit(centre("12"), grid, stacks, null)).toEqual({ hex: "12", unit: "c" });
  });

  it("is the lower one where it looks out", () => {
    const [lower] = layout(["a", "b"], "11", grid);
    const corner = { x: (lower?.x ?? 0) - 19.5, y: (lower?.y ?? 0) + 19.5 };
    expect(hit(corner, grid, stacks, null)).toEqual({ hex: "11", unit: "a" });
  });

  it("is the ground beside the counters", () => {
    expect(hit({ x: centre("12").x, y: centre("12").y + 33 }, grid, stacks, null)).toEqual({ hex: "12", unit: null });
    expect(hit({ x: 0, y: 0 }, grid, stacks, null)).toEqual({ hex: null, unit: null });
  });

  it("is each counter of a fan, even over other hexes", () => {
    const size = 44;
    const [left, right] = fanned(["a", "b"], "11", grid, size);
    expect(left && hit(left, grid, stacks, { hex: "11", size })).toEqual({ hex: "11", unit: "a" });
    expect(right && hit({ x: right.x + 18, y: right.y }, grid, stacks, { hex: "11", size })).toEqual({
      hex: "11",
      unit: "b",
    });
  });
});

describe("an open fan over a hex that can be chosen", () => {
  const stacks = stacked(viewOf(1, { a: "11", b: "11", c: "11" }), grid);
  const fan = { hex: "11", size: 60, seen: { left: 0, top: 0, right: 500, bottom: 400 } };
  const beside = { x: centre("12").x - 20, y: centre("12").y };
  const lit = { ...NO_HIGHLIGHTS, hexes: new Map([["12", { kind: "choice" as const }]]) };

  it("gives way if nothing of it can be chosen", () => {
    expect(hit(beside, grid, stacks, fan).hex).toBe("11");
    expect(meant(beside, grid, stacks, fan, lit).hex).toBe("12");
  });

  it("stays on top if one of its units can be chosen", () => {
    expect(meant(beside, grid, stacks, fan, { ...lit, units: new Set(["b"]) }).hex).toBe("11");
  });
});
