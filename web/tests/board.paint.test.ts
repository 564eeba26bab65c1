// What lies over what in one frame of the board.
import { expect, it, vi } from "vitest";
import type { Lens } from "../src/board/lens";
import type { Picture } from "../src/board/picture";
import type { Scene } from "../src/board/scene";
import { smallGrid } from "./board";

const painted = vi.hoisted(() => [] as string[]);
vi.mock("../src/board/highlights", () => {
  const paints = (what: string) => () => void painted.push(what);
  return {
    paintCursor: paints("ring"),
    paintHover: paints("ring"),
    paintPath: paints("path"),
    paintStory: paints("ring"),
    paintTarget: paints("ring"),
  };
});

it("no light lies over names on the map, and no ring over the figures of hexes", async () => {
  const { paint } = await import("../src/board/paint");
  const lens = { ctx: { canvas: {}, fillRect: vi.fn() }, onCanvas: vi.fn(), camera: { scale: 0 } };
  const paints = (what: string) => () => painted.push(what);
  const scene = {
    grid: smallGrid(),
    highlights: { hexes: new Map(), path: [], target: "00", pointed: "00", story: null },
    lights: { paintHexes: paints("light"), paintNames: paints("names"), paintLabels: () => painted.push("figures") },
    hover: "00",
    cursor: "00",
    lying: () => [],
    onTheirWay: () => [],
    fannedOut: () => [],
  };
  const still = { surroundings: "", sharpness: 1 };
  paint(lens as unknown as Lens, scene as unknown as Scene, { draw: vi.fn() } as unknown as Picture, still);
  expect(painted).toEqual(["light", "names", "ring", "ring", "ring", "ring", "figures"]);
});
