import { describe, expect, it } from "vitest";
import { livery, RIM } from "../src/board/colours";
import { detailAt, strengthOf } from "../src/board/counters";

const NATIONS = ["us", "uk", "canada", "poland", "france", "german", "luftwaffe", "ss", "system"];
const DRAWINGS = import.meta.glob<string>(
  ["../../src/bocage/geography/{symbols,draw,printed/look}.py", "../../src/bocage/geography/data/*.toml"],
  { query: "?raw", import: "default", eager: true },
);

/** The colours of land, wood, sand and water in the drawings. */
function terrain(): string[] {
  const text = Object.values(DRAWINGS).join();
  const kinds =
    /\.(?:land|bocage|woods|forest|sand|clear|deep|shallow|rough|level-\w+|sand-\w+|town-ground)\{+fill:(#\w{6})/g;
  return [...text.matchAll(kinds)].map(([, colour]) => colour ?? "");
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe("the rim of a counter", () => {
  it("knows the colours of the maps", () => expect(terrain().length).toBeGreaterThan(10));

  it.each(terrain())("stands out from ground of %s", (ground) => {
    expect(Math.max(contrast(RIM.light, ground), contrast(RIM.dark, ground))).toBeGreaterThan(4.5);
  });

  it("has two rings that can be told apart", () => expect(contrast(RIM.light, RIM.dark)).toBeGreaterThan(7));

  it.each(NATIONS)("lifts every counter off its ground: %s", (nation) => {
    const { ground, print } = livery(nation);
    expect(Math.max(contrast(RIM.light, ground), contrast(RIM.dark, ground))).toBeGreaterThan(4.5);
    expect(contrast(print, ground)).toBeGreaterThan(4.5);
  });

  it("of the Americans is lighter than bocage even without it", () => {
    expect(luminance(livery("us").ground)).toBeGreaterThan(luminance("#a4bd7c"));
  });
});

describe("strengths", () => {
  it.each([
    [13, false],
    [14, true],
    [27, true],
    [40, true],
  ])("on a counter of %i pixels can be seen: %s", (pixels, seen) => {
    expect(["strength", "values", "all"].includes(detailAt(pixels, 1))).toBe(seen);
    expect(["strength", "values", "all"].includes(detailAt(pixels * 2, 2))).toBe(seen);
  });

  it("are the first of the values", () => {
    expect(strengthOf({ values: ["4", "4", "6"] })).toBe("4");
    expect(strengthOf({ values: ["+1", "", "10", ""] })).toBe("+1");
    expect(strengthOf({ values: ["6", "2", "diamond"], steps: 2 })).toBe("6");
    expect(strengthOf({ values: ["", ""] })).toBe("");
  });
});
