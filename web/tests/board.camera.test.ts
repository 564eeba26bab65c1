import { describe, expect, it } from "vitest";
import {
  between,
  bounded,
  centred,
  contains,
  fitted,
  limits,
  onSheet,
  panned,
  reaching,
  seen,
  sees,
  toScreen,
  toSheet,
  zoomed,
} from "../src/board/camera";
import { cornersOf, freeCorner } from "../src/board/minimap";

const SHEET = { width: 3368, height: 1984 };
const VIEW = { width: 1280, height: 800 };
const LIMITS = limits(SHEET, VIEW, 64);

describe("the camera", () => {
  it("turns points of the page into points of the drawing and back", () => {
    const camera = { x: 100, y: 50, scale: 1.5 };
    const point = { x: 321, y: 123 };
    const back = toScreen(camera, toSheet(camera, point));
    expect(back.x).toBeCloseTo(point.x);
    expect(back.y).toBeCloseTo(point.y);
  });

  it("keeps the point under the pointer when it zooms", () => {
    const camera = { x: 500, y: 300, scale: 0.6 };
    const pointer = { x: 900, y: 200 };
    const before = toSheet(camera, pointer);
    const after = toSheet(zoomed(camera, 1.7, pointer, LIMITS), pointer);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("zooms neither beyond the largest counters nor further out than the sheet", () => {
    const camera = { x: 0, y: 0, scale: 1 };
    expect(zoomed(camera, 1000, { x: 0, y: 0 }, LIMITS).scale).toBe(LIMITS.max);
    expect(zoomed(camera, 0.001, { x: 0, y: 0 }, LIMITS).scale).toBe(LIMITS.min);
  });

  it("shows all of a box when it fits it", () => {
    const box = { left: 1000, top: 500, right: 2200, bottom: 1500 };
    const shown = seen(fitted(box, VIEW), VIEW);
    expect(shown.left).toBeLessThanOrEqual(box.left + 1e-9);
    expect(shown.right).toBeGreaterThanOrEqual(box.right - 1e-9);
    expect(shown.top).toBeLessThanOrEqual(box.top + 1e-9);
    expect(shown.bottom).toBeGreaterThanOrEqual(box.bottom - 1e-9);
  });

  it.each([
    [1e6, 1e6],
    [-1e6, -1e6],
    [-1e6, 1e6],
  ])("never loses the map, however far it is dragged (%d, %d)", (dx, dy) => {
    for (const scale of [LIMITS.min, 0.5, 1, LIMITS.max]) {
      const camera = bounded(panned({ x: 0, y: 0, scale }, dx, dy), VIEW, LIMITS);
      const { left, top, right, bottom } = seen(camera, VIEW);
      const width = Math.min(right, SHEET.width) - Math.max(left, 0);
      const height = Math.min(bottom, SHEET.height) - Math.max(top, 0);
      expect(width * camera.scale).toBeGreaterThan(VIEW.width * 0.5);
      expect(height * camera.scale).toBeGreaterThan(VIEW.height * 0.5);
    }
  });

  it("shows the map rather than the table beside it", () => {
    const corner = fitted({ left: 2400, top: 1000, right: 3368, bottom: 1984 }, VIEW);
    const { right, bottom } = seen(onSheet(corner, VIEW, SHEET), VIEW);
    expect(right).toBeCloseTo(SHEET.width);
    expect(bottom).toBeCloseTo(SHEET.height);
  });

  it("puts a point in the middle", () => {
    const at = { x: 1700, y: 900 };
    const camera = centred({ x: 0, y: 0, scale: 2 }, at, VIEW);
    expect(toScreen(camera, at)).toEqual({ x: 640, y: 400 });
    expect(sees(camera, at, VIEW, 100)).toBe(true);
    expect(sees(camera, { x: 0, y: 0 }, VIEW, 0)).toBe(false);
  });

  it("goes no farther than needed to bring a point in, and nowhere for one that it shows", () => {
    const camera = { x: 1000, y: 500, scale: 2 };
    const inView = { x: 1010, y: 510 };
    expect(reaching(camera, inView, VIEW, 60)).toBe(camera);
    const west = reaching(camera, { x: 900, y: 700 }, VIEW, 60);
    expect(west).toEqual({ x: 870, y: 500, scale: 2 });
    expect(toScreen(west, { x: 900, y: 700 })).toEqual({ x: 60, y: 400 });
    const southEast = reaching(camera, { x: 2000, y: 1000 }, VIEW, 60);
    expect(toScreen(southEast, { x: 2000, y: 1000 })).toEqual({ x: VIEW.width - 60, y: VIEW.height - 60 });
    const narrow = { width: 80, height: 800 };
    expect(toScreen(reaching(camera, { x: 0, y: 700 }, narrow, 60), { x: 0, y: 700 }).x).toBe(40);
  });

  it("flies from one view to another and arrives", () => {
    const [from, to] = [fitted({ left: 0, top: 0, right: 3368, bottom: 1984 }, VIEW), { x: 900, y: 700, scale: 2 }];
    const start = between(from, to, VIEW, 0);
    const end = between(from, to, VIEW, 1);
    expect(start.x).toBeCloseTo(from.x);
    expect(end.x).toBeCloseTo(to.x);
    expect(end.y).toBeCloseTo(to.y);
    expect(end.scale).toBeCloseTo(2);
  });

  it("zooms around the pointer when it flies there", () => {
    const from = { x: 500, y: 300, scale: 0.6 };
    const pointer = { x: 300, y: 650 };
    const to = zoomed(from, 2, pointer, LIMITS);
    const middle = between(from, to, VIEW, 0.5);
    expect(toSheet(middle, pointer).x).toBeCloseTo(toSheet(from, pointer).x);
    expect(toSheet(middle, pointer).y).toBeCloseTo(toSheet(from, pointer).y);
  });
});

describe("the small map", () => {
  const places = cornersOf(VIEW, { width: 190, height: 110 }, 60, 10);
  const above = { x: 1100, y: 60 };
  const below = { x: 1200, y: 740 };

  it("lies where it hides nothing that matters, above if it can", () => {
    expect(freeCorner(places, [])).toBe("above");
    expect(freeCorner(places, [{ x: 300, y: 300 }, below])).toBe("above");
    expect(freeCorner(places, [above])).toBe("below");
    expect(freeCorner(places, [above, below])).toBeNull();
  });

  it("is of no use where everything is in sight", () => {
    const sheet = { left: 0, top: 0, right: 1000, bottom: 500 };
    expect(contains(sheet, { ...sheet, right: 1010 }, 20)).toBe(true);
    expect(contains(sheet, { ...sheet, right: 1100 }, 20)).toBe(false);
  });
});
