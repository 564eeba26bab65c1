import { describe, expect, it } from "vitest";
import type { LogEntry } from "../src/api/types";
import { glidePoint, glides } from "../src/board/animation";
import { wheelFactor } from "../src/board/gestures";
import { smallGrid, viewOf } from "./board";

const grid = smallGrid();
const moved = (number: number, unit: string, path: string[]) =>
  ({ number, seat: "allied", kind: "moved", text: "", rule: "", unit, path, hex: null }) as LogEntry;

describe("gliding counters", () => {
  it("take the way that the log tells", () => {
    const after = viewOf(2, { a: "02", b: "11" }, [moved(1, "b", ["10", "11"]), moved(2, "a", ["00", "01", "02"])]);
    const [glide, ...others] = glides(viewOf(1, { a: "00", b: "11" }), after, grid);
    expect(others).toEqual([]);
    expect(glide?.points.map(({ x }) => x)).toEqual([100, 164, 228]);
    expect(glide && glidePoint(glide, 0)).toMatchObject({ x: 100, alpha: 1 });
    expect(glide && glidePoint(glide, glide.duration / 2).x).toBeCloseTo(164);
    expect(glide && glidePoint(glide, 9999)).toMatchObject({ x: 228, alpha: 1 });
  });

  it("go straight if the log does not tell", () => {
    const [glide] = glides(viewOf(1, { a: "00" }), viewOf(2, { a: "03" }), grid);
    expect(glide?.points).toHaveLength(2);
  });

  it("fade when they leave the map or come onto it", () => {
    const [gone, come] = glides(viewOf(1, { a: "00", b: "gt2" }), viewOf(2, { a: "lost-allied", b: "11" }), grid);
    expect(gone).toMatchObject({ fade: "out", piece: { at: "00" } });
    expect(gone && glidePoint(gone, 9999).alpha).toBe(0);
    expect(come).toMatchObject({ fade: "in" });
    expect(come && glidePoint(come, 0).alpha).toBe(0);
  });

  it("fade too when one view does not know them", () => {
    const [come, gone] = glides(viewOf(1, { a: "00" }), viewOf(2, { b: "11" }), grid);
    expect(come).toMatchObject({ fade: "in", piece: { id: "b" } });
    expect(gone).toMatchObject({ fade: "out", piece: { id: "a", at: "00" } });
  });

  it("set out one after the other, as they were ordered, and soon all have", () => {
    const ids = Array.from({ length: 20 }, (_, i) => `u${i}`);
    const all = (hex: string) => Object.fromEntries(ids.map((id) => [id, hex]));
    const news = ids.toReversed().map((id, i) => moved(2 + i, id, ["00", "01"]));
    const show = glides(viewOf(1, all("00")), viewOf(22, all("01"), news), grid);
    expect(show.map(({ piece }) => piece.id)).toEqual(ids.toReversed());
    const delays = show.map(({ delay }) => delay);
    expect(delays[0]).toBe(0);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays.at(-1)).toBeLessThan(2000);
    const last = show.at(-1);
    expect(last && glidePoint(last, last.delay)).toMatchObject({ x: 100, alpha: 1 });
  });

  it("are none if too many moved to be followed", () => {
    const ids = Array.from({ length: 61 }, (_, i) => `u${i}`);
    const all = (hex: string) => Object.fromEntries(ids.map((id) => [id, hex]));
    expect(glides(viewOf(1, all("00")), viewOf(2, all("01")), grid)).toEqual([]);
  });
});

describe("the wheel", () => {
  it("zooms in upwards and out downwards, little for small steps", () => {
    expect(wheelFactor(-100, false)).toBeGreaterThan(1.1);
    expect(wheelFactor(100, false)).toBeLessThan(0.9);
    expect(wheelFactor(-2, false)).toBeLessThan(1.01);
    expect(wheelFactor(-5000, false)).toBe(1.5);
  });
});
