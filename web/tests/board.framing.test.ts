import { describe, expect, it } from "vitest";
import { framed, framedMost, isOpen, roomsOf, uncovered, type Frame } from "../src/board/framing";

const BUTTONS = [0, 46, 92, 138].map((top) => ({ left: 350, right: 390, top, bottom: top + 40 }));
const FRAME: Frame = {
  view: { width: 400, height: 600 },
  sheet: { width: 4000, height: 4000 },
  hexWidth: 100,
  covers: BUTTONS,
  least: 20,
  most: 44,
};
const row = (from: number, count: number, y = 2000) =>
  Array.from({ length: count }, (_, index) => ({ x: from + 100 * index, y }));

describe("the view with which a board opens", () => {
  it("knows the parts of the view that buttons leave free", () => {
    const rooms = roomsOf(FRAME.view, BUTTONS);
    expect(rooms[0]).toEqual({ left: 0, top: 0, right: 400, bottom: 600 });
    expect(rooms).toContainEqual({ left: 0, top: 0, right: 350, bottom: 600 });
    expect(rooms).toContainEqual({ left: 0, top: 178, right: 400, bottom: 600 });
  });
  it("shows all places in the open, even in the corner of the sheet where the buttons are", () => {
    const places = row(3300, 6, 100);
    const camera = framed(places, FRAME);
    expect(camera && places.every((at) => isOpen(at, camera, FRAME))).toBe(true);
    expect(framed(places, { ...FRAME, covers: [] })?.y).toBe(0);
  });
  it("would rather have smaller hexes than much of the table beside the sheet", () => {
    expect(framed(row(2800, 9, 100), FRAME)?.y).toBe(0);
  });
  it("is no larger than it needs, and nothing if places could not be read", () => {
    expect(framed(row(2000, 2), FRAME)?.scale).toBe(0.44);
    expect(framed(row(0, 30), FRAME)).toBeNull();
  });
  it("shows what lies towards a point with the room that is left", () => {
    const [plain, south] = [framed(row(1000, 4), FRAME), framed(row(1000, 4), FRAME, { x: 1200, y: 3000 })];
    expect(south && plain && south.y > plain.y).toBe(true);
    expect(south && row(1000, 4).every((at) => isOpen(at, south, FRAME))).toBe(true);
  });
  it("shows most of the places that are too far apart, with one of those that it must show", () => {
    const [few, many] = [row(0, 3), row(2500, 8)];
    const seen = (camera: ReturnType<typeof framedMost>) =>
      [...few, ...many].filter((at) => camera && isOpen(at, camera, FRAME)).length;
    expect(seen(framedMost([...few, ...many], [], FRAME))).toBe(8);
    const must = framedMost([...few, ...many], [{ x: 0, y: 2000 }], FRAME);
    expect(must && isOpen({ x: 0, y: 2000 }, must, FRAME)).toBe(true);
    expect(seen(must)).toBe(3);
  });
  it("shows no table beyond the sheet for a place more", () => {
    const view = { width: 400, height: 400 };
    const north = [...row(60, 30, 60), ...row(60, 30, 260)];
    const camera = framedMost(north, [], { ...FRAME, view });
    expect(camera && camera.y >= 0).toBe(true);
    expect(north.filter((at) => camera && isOpen(at, camera, { ...FRAME, view })).length).toBeGreaterThanOrEqual(34);
  });
  it("is found at once, though there are places all over the map", () => {
    const places = Array.from({ length: 35 }, (_, at) => row(50, 35, 50 + 100 * at)).flat();
    const begun = performance.now();
    expect(framedMost(places, places, FRAME)).not.toBeNull();
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe("a view on what can be chosen", () => {
  const camera = { x: 1000, y: 1000, scale: 0.5 };
  const at = (x: number, y: number) => ({ x: camera.x + x / camera.scale, y: camera.y + y / camera.scale });
  it("is shifted as little as needed for no button to lie on it", () => {
    const places = [at(370, 100), at(80, 300)];
    const found = uncovered(camera, places, FRAME);
    expect([found.x - camera.x, found.y - camera.y, found.scale]).toEqual([(370 + 17.5 - 350) / 0.5, 0, 0.5]);
    expect(places.every((place) => isOpen(place, found, FRAME))).toBe(true);
  });
  it("stays as it is where none does, or where something else would go out of sight", () => {
    expect(uncovered(camera, [at(200, 100), at(40, 300)], FRAME)).toBe(camera);
    const all = [at(370, 100), at(5, 5), at(5, 595), at(395, 595)];
    expect(uncovered(camera, all, FRAME)).toBe(camera);
    expect(
      uncovered(camera, [at(370, 100)], FRAME, () => camera),
      "at the edge of the sheet",
    ).toBe(camera);
  });
});
