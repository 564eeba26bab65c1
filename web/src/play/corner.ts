// Where something that lies over the map covers the least.
import type { Size } from "../board/camera";
import type { Point } from "../board/geometry";

const BESIDE = 24; // pixels around a place that belong to it
const EDGE = 10;

/** The left corner in which a box covers fewer of some places on the page; the upper one if it makes no difference. */
export function cornerFor(places: Point[], box: Size, frame: Size): "high" | "low" {
  const covered = (top: number) =>
    places.filter(
      ({ x, y }) => x > 0 && x < box.width + EDGE + BESIDE && y > top - BESIDE && y < top + box.height + BESIDE,
    ).length;
  return covered(frame.height - EDGE - box.height) < covered(EDGE) ? "low" : "high";
}
