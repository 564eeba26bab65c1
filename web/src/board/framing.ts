// The view with which a board opens: as many places as can be read at once, none of them under what lies on the map.
import { bounded, limits, panned, sees, toScreen, type Camera, type Size } from "./camera";
import { boxAround, type Box, type Point } from "./geometry";

const ROOM = 0.7; // hex widths kept free around the middle of a place, so that its counters are in sight
const COUNTER = 0.35; // hex widths from the middle of a counter to its edge

/** What the camera has to do with. */
export interface Frame {
  view: Size;
  sheet: Size;
  hexWidth: number;
  /** What lies on the map, in pixels of the view: buttons. */
  covers: Box[];
  /** Pixels of a hex's width at which counters can be read, and above which nothing is gained. */
  least: number;
  most: number;
}

/** The upright parts of the view that buttons at its edges leave free, the whole view first. */
export function roomsOf({ width, height }: Size, covers: Box[]): Box[] {
  const least = (found: number[], otherwise: number) => Math.min(otherwise, ...found);
  const most = (found: number[]) => Math.max(0, ...found);
  const isLeft = ({ left, right }: Box) => left + right < width;
  const isUpper = ({ top, bottom }: Box) => top + bottom < height;
  const lefts = [0, most(covers.filter(isLeft).map(({ right }) => right))];
  const rights = [
    width,
    least(
      covers.filter((cover) => !isLeft(cover)).map(({ left }) => left),
      width,
    ),
  ];
  const tops = [0, most(covers.filter(isUpper).map(({ bottom }) => bottom))];
  const bottoms = [
    height,
    least(
      covers.filter((cover) => !isUpper(cover)).map(({ top }) => top),
      height,
    ),
  ];
  return lefts
    .flatMap((left) => rights.map((right) => ({ left, right })))
    .flatMap((sides) => tops.flatMap((top) => bottoms.map((bottom) => ({ ...sides, top, bottom }))))
    .filter(({ left, top, right, bottom }) => left < right && top < bottom);
}

/** Whether a place is in the view with its counters, and nothing lies on them. */
export function isOpen(at: Point, camera: Camera, { view, covers, hexWidth }: Frame): boolean {
  const { x, y } = toScreen(camera, at);
  const half = COUNTER * hexWidth * camera.scale;
  const inside = x >= half && y >= half && x <= view.width - half && y <= view.height - half;
  return inside && !isUnder({ x, y }, half, covers);
}

/** Whether something lies on a point of the view, or so near to it. */
export function isUnder({ x, y }: Point, half: number, covers: Box[]): boolean {
  return covers.some(
    ({ left, top, right, bottom }) => x > left - half && x < right + half && y > top - half && y < bottom + half,
  );
}

/**
 * The camera shifted no farther than needed for nothing to lie on the places that it shows, and all of them still in
 * sight; as it is where no such shift is found. `keep`: what the camera comes to on the sheet.
 */
export function uncovered(
  camera: Camera,
  places: Point[],
  { view, covers, hexWidth }: Pick<Frame, "view" | "covers" | "hexWidth">,
  keep: (camera: Camera) => Camera = (same) => same,
): Camera {
  const half = COUNTER * hexWidth * camera.scale;
  const shown = places.filter((at) => sees(camera, at, view, 0));
  const isFree = (to: Camera) => shown.every((at) => sees(to, at, view, 0) && !isUnder(toScreen(to, at), half, covers));
  if (isFree(camera)) return camera;
  const shifts = shown.flatMap((at) => {
    const { x, y } = toScreen(camera, at);
    return covers
      .filter((cover) => isUnder({ x, y }, half, [cover]))
      .flatMap(({ left, top, right, bottom }) => [
        panned(camera, x + half - left, 0),
        panned(camera, x - half - right, 0),
        panned(camera, 0, y + half - top),
        panned(camera, 0, y - half - bottom),
      ]);
  });
  const way = (to: Camera) => Math.hypot(to.x - camera.x, to.y - camera.y);
  const [nearest = camera] = shifts
    .map(keep)
    .filter(isFree)
    .sort((one, other) => way(one) - way(other));
  return nearest;
}

/**
 * The camera that shows all of some places in the open, large and with little that lies beyond the sheet; null if they
 * could not be read. Of what is left to choose it shows what lies `towards` a point.
 */
export function framed(places: Point[], frame: Frame, towards: Point | null = null): Camera | null {
  const cameras = roomsOf(frame.view, frame.covers)
    .map((room) => inRoom(places, room, frame, towards))
    .filter((camera) => camera.scale * frame.hexWidth >= frame.least)
    .filter((camera) => places.every((at) => isOpen(at, camera, frame)));
  const worth = (camera: Camera) => camera.scale * onSheet(camera, frame);
  return cameras.reduce<Camera | null>((best, one) => (best && worth(best) >= worth(one) ? best : one), null);
}

/**
 * The camera that shows as many of some places as can be read at once, and one of those that it must show if any. Table
 * beyond the sheet costs as much as places that are out of sight.
 */
export function framedMost(places: Point[], must: Point[], frame: Frame): Camera | null {
  const rooms = roomsOf(frame.view, frame.covers).filter((room) => !frame.covers.some((cover) => overlap(room, cover)));
  const cameras = rooms.flatMap((room) => {
    const found = mostIn(room, places, must, frame);
    return found.length ? [framed(found, frame) ?? inRoom(found, room, frame, null)] : [];
  });
  const worth = (camera: Camera) => openIn(camera, places, frame).length * onSheet(camera, frame);
  return [...cameras, ...mostOnSheet(places, must, frame)].reduce<Camera | null>(
    (best, one) => (best && worth(best) >= worth(one) ? best : one),
    null,
  );
}

function openIn(camera: Camera, places: Point[], frame: Frame): Point[] {
  return places.filter((at) => isOpen(at, camera, frame));
}

/** The camera of the least scale that shows most of some places and nothing beyond the sheet, though it is under buttons. */
function mostOnSheet(places: Point[], must: Point[], frame: Frame): Camera[] {
  const { view, sheet, hexWidth, least } = frame;
  const scale = least / hexWidth;
  const starts = (from: number[], seen: number, all: number) =>
    new Set(from.map((at) => Math.max(Math.min(0, (all - seen) / 2), Math.min(all - seen, at - COUNTER * hexWidth))));
  const wide = view.width / scale;
  let [most, best]: [number, Camera[]] = [0, []];
  for (const x of starts(
    places.map((at) => at.x),
    wide,
    sheet.width,
  )) {
    const within = places.filter((at) => at.x >= x && at.x <= x + wide);
    if (within.length <= most) continue;
    for (const y of starts(
      within.map((at) => at.y),
      view.height / scale,
      sheet.height,
    )) {
      const found = openIn({ x, y, scale }, within, frame);
      if (found.length > most && hasOne(found, must)) [most, best] = [found.length, [{ x, y, scale }]];
    }
  }
  return best;
}

/** The most of some places that a part of the view can show at the least scale. */
function mostIn(room: Box, places: Point[], must: Point[], { least, hexWidth }: Frame): Point[] {
  const reach = (length: number) => (length * hexWidth) / least - 2 * ROOM * hexWidth;
  const [width, height] = [reach(room.right - room.left), reach(room.bottom - room.top)];
  let best: Point[] = [];
  for (const left of new Set(places.map(({ x }) => x))) {
    const within = places.filter(({ x }) => x >= left && x <= left + width);
    if (within.length <= best.length) continue;
    for (const top of new Set(within.map(({ y }) => y))) {
      const found = within.filter(({ y }) => y >= top && y <= top + height);
      if (found.length > best.length && hasOne(found, must)) best = found;
    }
  }
  return best;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

function hasOne(found: Point[], must: Point[]): boolean {
  return !must.length || must.some((at) => found.some(({ x, y }) => x === at.x && y === at.y));
}

function inRoom(places: Point[], room: Box, frame: Frame, towards: Point | null): Camera {
  const { hexWidth, view, sheet, most } = frame;
  const box = boxAround(places, ROOM * hexWidth);
  const [width, height] = [room.right - room.left, room.bottom - room.top];
  const scale = Math.min(most / hexWidth, width / (box.right - box.left), height / (box.bottom - box.top));
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const { x, y } = towards ? { x: (middle.x + towards.x) / 2, y: (middle.y + towards.y) / 2 } : middle;
  const axis = (at: number, [from, to]: [number, number], [low, high]: [number, number], seen: number, all: number) => {
    const wished = at - (from + to) / 2 / scale;
    const shifted = seen >= all ? (all - seen) / 2 : Math.min(all - seen, Math.max(0, wished));
    return Math.min(low - from / scale, Math.max(high - to / scale, shifted));
  };
  const camera = {
    x: axis(x, [room.left, room.right], [box.left, box.right], view.width / scale, sheet.width),
    y: axis(y, [room.top, room.bottom], [box.top, box.bottom], view.height / scale, sheet.height),
    scale,
  };
  return bounded(camera, view, limits(sheet, view, hexWidth));
}

/** How much of the view the sheet fills. */
function onSheet({ x, y, scale }: Camera, { view, sheet }: Frame): number {
  const share = (start: number, seen: number, all: number) =>
    (Math.min(all, start + seen) - Math.max(0, start)) / Math.min(seen, all);
  return share(x, view.width / scale, sheet.width) * share(y, view.height / scale, sheet.height);
}
