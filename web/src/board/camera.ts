// Which part of the drawing is seen. A camera is a plain value; every movement gives a new one.
import type { Box, Point } from "./geometry";

export interface Camera {
  /** The point of the drawing in the top left corner of the view. */
  x: number;
  y: number;
  /** Pixels of the page to one unit of the drawing. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Limits {
  sheet: Size;
  min: number;
  max: number;
}

const BEYOND = 0.25; // of the view may lie outside the sheet
const LARGEST_HEX = 190; // pixels across, at the nearest

/** How far one can zoom: out to a little more than the whole sheet, in to large counters. */
export function limits(sheet: Size, view: Size, hexWidth: number): Limits {
  const whole = Math.min(view.width / sheet.width, view.height / sheet.height);
  return { sheet, min: whole * 0.85, max: Math.max(LARGEST_HEX / hexWidth, whole) };
}

export function toScreen(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) * camera.scale, y: (point.y - camera.y) * camera.scale };
}

export function toSheet(camera: Camera, point: Point): Point {
  return { x: point.x / camera.scale + camera.x, y: point.y / camera.scale + camera.y };
}

/** The same camera, so that the map cannot be lost. */
export function bounded(camera: Camera, view: Size, { sheet, min, max }: Limits): Camera {
  const scale = Math.min(max, Math.max(min, camera.scale));
  return {
    x: within(camera.x, view.width / scale, sheet.width),
    y: within(camera.y, view.height / scale, sheet.height),
    scale,
  };
}

function within(start: number, seen: number, length: number): number {
  const beyond = seen * BEYOND;
  if (seen >= length + 2 * beyond) return (length - seen) / 2;
  return Math.min(length + beyond - seen, Math.max(-beyond, start));
}

/** The camera shifted so that the view lies on the sheet, as far as that is large enough. */
export function onSheet(camera: Camera, view: Size, sheet: Size): Camera {
  const shifted = (start: number, seen: number, length: number) =>
    seen >= length ? (length - seen) / 2 : Math.min(length - seen, Math.max(0, start));
  return {
    ...camera,
    x: shifted(camera.x, view.width / camera.scale, sheet.width),
    y: shifted(camera.y, view.height / camera.scale, sheet.height),
  };
}

/** Moves the view by pixels: to the right and down for positive numbers. */
export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx / camera.scale, y: camera.y + dy / camera.scale };
}

/** Zooms while the point of the drawing under `at` stays where it is. */
export function zoomed(camera: Camera, factor: number, at: Point, { min, max }: Limits): Camera {
  const scale = Math.min(max, Math.max(min, camera.scale * factor));
  const fixed = toSheet(camera, at);
  return { x: fixed.x - at.x / scale, y: fixed.y - at.y / scale, scale };
}

/** The camera that shows a box as large as it goes. */
export function fitted(box: Box, view: Size): Camera {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.min(view.width / width, view.height / height);
  return {
    x: (box.left + box.right) / 2 - view.width / scale / 2,
    y: (box.top + box.bottom) / 2 - view.height / scale / 2,
    scale,
  };
}

/** The camera with a point of the drawing in the middle of the view. */
export function centred(camera: Camera, at: Point, view: Size): Camera {
  return { ...camera, x: at.x - view.width / camera.scale / 2, y: at.y - view.height / camera.scale / 2 };
}

/** The camera shifted no farther than needed for a point of the drawing to be in the view, `margin` pixels inside. */
export function reaching(camera: Camera, at: Point, view: Size, margin: number): Camera {
  const { x, y } = toScreen(camera, at);
  const beyond = (place: number, length: number) => {
    const kept = Math.min(margin, length / 2);
    return Math.min(0, place - kept) + Math.max(0, place - (length - kept));
  };
  return sees(camera, at, view, 0) ? camera : panned(camera, beyond(x, view.width), beyond(y, view.height));
}

/** Whether a point of the drawing is well inside the view, `margin` pixels from its edges. */
export function sees(camera: Camera, at: Point, view: Size, margin: number): boolean {
  const { x, y } = toScreen(camera, at);
  return x >= margin && y >= margin && x <= view.width - margin && y <= view.height - margin;
}

/** The part of the drawing that is seen. */
export function seen(camera: Camera, view: Size): Box {
  return {
    left: camera.x,
    top: camera.y,
    right: camera.x + view.width / camera.scale,
    bottom: camera.y + view.height / camera.scale,
  };
}

/** Whether one box lies in another, but for a little. */
export function contains(outer: Box, inner: Box, slack: number): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.top >= outer.top - slack &&
    inner.right <= outer.right + slack &&
    inner.bottom <= outer.bottom + slack
  );
}

/** A camera on the way from one to another, `t` from 0 to 1; zooms evenly. */
export function between(from: Camera, to: Camera, view: Size, t: number): Camera {
  const scale = from.scale * (to.scale / from.scale) ** t;
  // The middle moves so that what is common to both views stays put.
  const share = from.scale === to.scale ? t : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  const middle = (camera: Camera) => toSheet(camera, { x: view.width / 2, y: view.height / 2 });
  const [a, b] = [middle(from), middle(to)];
  const at = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  return centred({ ...from, scale }, at, view);
}
