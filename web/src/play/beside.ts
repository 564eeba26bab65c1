// Where a card stands that tells of a place on the map: beside it if there is room, and always in sight.
import type { Size } from "../board/camera";
import type { Box } from "../board/geometry";

const GAP = 10; // pixels from the place
const EDGE = 6; // pixels from the edge of the map
const GRAIN = 16; // pixels from one place that is tried to the next

export interface Spot {
  left: number;
  top: number;
  /** What it may fill there: more has to be scrolled. */
  height: number;
}

/** The buttons of the map: down its right edge, and in its lower right corner. */
const BUTTONS = 52;
const LOW = 260; // a map that is lower has its buttons beside each other, and no room to spare

/** The part of the map in which a card covers no button of it. */
export function besideButtons({ width, height }: Size): Size {
  return height > LOW ? { width: width - BUTTONS, height: height - BUTTONS } : { width, height };
}

type Side = "right" | "left" | "above" | "below";

/** Where a card goes beside a place, both in pixels of the frame; a place out of sight is as near as it can be. */
export function beside(place: Box, card: Size, frame: Size): Spot {
  const at = inSight(place, frame);
  const room: Record<Side, number> = {
    right: frame.width - EDGE - (at.right + GAP),
    left: at.left - GAP - EDGE,
    below: frame.height - EDGE - (at.bottom + GAP),
    above: at.top - GAP - EDGE,
  };
  const whole = frame.height - 2 * EDGE;
  const wide = (["right", "left"] as const).find((side) => room[side] >= card.width && whole >= card.height);
  if (wide) {
    const left = wide === "right" ? at.right + GAP : at.left - GAP - card.width;
    return { left, top: within((at.top + at.bottom - card.height) / 2, card.height, frame.height), height: whole };
  }
  const side = room.below >= card.height || room.below >= room.above ? "below" : "above";
  const left = within((at.left + at.right - card.width) / 2, card.width, frame.width);
  // On a low map it may lie over the place: what cannot be read there helps less than a ring that is hidden.
  const top = side === "below" ? at.bottom + GAP : at.top - GAP - card.height;
  return { left, top: within(top, Math.min(card.height, whole), frame.height), height: whole };
}

/** Beside a place and clear of the buttons; rather over one in the corner than over the place. */
export function clearOf(place: Box, card: Size, frame: Size): Spot {
  const room = besideButtons(frame);
  const clear = beside(place, card, room);
  const lower = beside(place, card, { width: room.width, height: frame.height });
  return covers(clear, card, place) && !covers(lower, card, place) ? lower : clear;
}

type Candidate = Pick<Spot, "left" | "top">;

/**
 * Where a card goes that tells of several places: as near to the first as it can be without covering any of them, nor
 * `others` that are to be clicked now; where no such place is, it covers as few as possible. `docked`: at the upper or
 * the lower edge, if one of them is free.
 */
export function clearOfAll(told: Box[], card: Size, frame: Size, docked = false, others: Box[] = []): Spot {
  const [main = { left: 0, right: 0, top: 0, bottom: 0 }] = told;
  const usual = clearOf(main, card, frame);
  const places = [...told, ...others].filter((place) => meets(place, frame));
  const count = (spot: Candidate) => places.filter((place) => covers(spot, card, place)).length;
  if (!docked && count(usual) === 0) return usual;
  const room = besideButtons(frame);
  const all = [room, { width: room.width, height: frame.height }, frame].flatMap((part) => {
    const fits = ({ left, top }: Candidate) =>
      left >= EDGE && top >= EDGE && left + card.width <= part.width - EDGE && top + card.height <= part.height - EDGE;
    const [edges, inner] = [docksIn(card, part), spotsAround(told, card, part)];
    const anywhere = others.length > 0 ? spotsAll(card, part) : [];
    return (docked ? [edges, [...inner, ...anywhere]] : [[...edges, ...inner, ...anywhere]]).map((some) =>
      some.filter(fits),
    );
  });
  for (const some of all) {
    const free = some.filter((spot) => count(spot) === 0);
    if (free.length > 0) return { ...nearest(free, card, main), height: usual.height };
  }
  const counted = all.flat().map((spot) => ({ spot, covered: count(spot) }));
  const least = Math.min(count(usual), ...counted.map(({ covered }) => covered));
  if (count(usual) === least) return usual;
  const best = counted.flatMap(({ spot, covered }) => (covered === least ? [spot] : []));
  return { ...nearest(best, card, main), height: usual.height };
}

/**
 * The same, and if it can be without covering what else should be seen, such as one's own units. That never matters more
 * than what it tells of, what is to be clicked and the buttons.
 */
export function clearOfMost(told: Box[], card: Size, frame: Size, docked: boolean, others: Box[], own: Box[]): Spot {
  const wished = clearOfAll(told, card, frame, docked, [...others, ...own]);
  const room = besideButtons(frame);
  const isBeside = wished.left + card.width <= room.width && wished.top + card.height <= room.height;
  const isClear = ![...told, ...others].some((place) => meets(place, frame) && covers(wished, card, place));
  if (isBeside && isClear) return wished;
  return clearOfAll(told, card, frame, docked, others);
}

/** All over the map, close enough to each other for any gap to be found. */
function spotsAll(card: Size, { width, height }: Size): Candidate[] {
  const along = (length: number, whole: number) =>
    Array.from(
      { length: Math.max(0, Math.floor((whole - 2 * EDGE - length) / GRAIN) + 1) },
      (_, at) => EDGE + at * GRAIN,
    );
  const tops = along(card.height, height);
  return along(card.width, width).flatMap((left) => tops.map((top) => ({ left, top })));
}

/** At the upper and the lower edge: left, in the middle, right. */
function docksIn(card: Size, { width, height }: Size): Candidate[] {
  const lefts = [EDGE, (width - card.width) / 2, width - EDGE - card.width];
  return [EDGE, height - EDGE - card.height].flatMap((top) => lefts.map((left) => ({ left, top })));
}

/** Beside, above and below each place and each edge. */
function spotsAround(places: Box[], card: Size, { width, height }: Size): Candidate[] {
  const lefts = places.flatMap(({ left, right }) => [
    right + GAP,
    left - GAP - card.width,
    (left + right - card.width) / 2,
  ]);
  const tops = places.flatMap(({ top, bottom }) => [
    bottom + GAP,
    top - GAP - card.height,
    (top + bottom - card.height) / 2,
  ]);
  const across = [...lefts, EDGE, width - EDGE - card.width];
  return [...tops, EDGE, height - EDGE - card.height].flatMap((top) => across.map((left) => ({ left, top })));
}

function nearest(spots: Candidate[], card: Size, place: Box): Candidate {
  const away = ({ left, top }: Candidate) =>
    Math.hypot(
      left + card.width / 2 - (place.left + place.right) / 2,
      top + card.height / 2 - (place.top + place.bottom) / 2,
    );
  return spots.reduce((best, spot) => (away(spot) < away(best) ? spot : best));
}

function covers({ left, top }: Candidate, card: Size, place: Box): boolean {
  const beside = left >= place.right || left + card.width <= place.left;
  return !beside && top < place.bottom && top + card.height > place.top;
}

function meets({ left, right, top, bottom }: Box, { width, height }: Size): boolean {
  return right > 0 && left < width && bottom > 0 && top < height;
}

function within(start: number, length: number, whole: number): number {
  return Math.max(EDGE, Math.min(whole - EDGE - length, start));
}

function inSight({ left, right, top, bottom }: Box, { width, height }: Size): Box {
  const held = (place: number, length: number) => Math.max(0, Math.min(length, place));
  return { left: held(left, width), right: held(right, width), top: held(top, height), bottom: held(bottom, height) };
}
