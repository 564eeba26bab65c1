// One frame of the board.
import type { PieceState } from "../api/types";
import { counterSprite, MARGIN, shownAs, sizeBucket } from "./counters";
import type { Point } from "./geometry";
import { GLOW, glowSprite, paintCursor, paintHover, paintPath, paintStory, paintTarget } from "./highlights";
import { badgeSprite } from "./labels";
import type { Lens } from "./lens";
import { paintMarks } from "./marks";
import type { Picture } from "./picture";
import type { Scene } from "./scene";
import { counterSize, fanBox, layout } from "./stacks";

const BADGE_FROM = 20; // pixels of hex width from which a number on a stack helps

export interface Frame {
  surroundings: string;
  /** The size of counters for which bitmaps are made, in pixels to a unit of the drawing. */
  sharpness: number;
}

export function paint(lens: Lens, scene: Scene, picture: Picture, frame: Frame): void {
  const { ctx } = lens;
  const { grid, highlights } = scene;
  lens.onCanvas();
  ctx.globalAlpha = 1;
  ctx.imageSmoothingEnabled = true;
  ctx.fillStyle = frame.surroundings;
  ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  picture.draw(ctx, lens.camera, lens.view, lens.ratio);
  scene.flood?.paint(lens);
  scene.shading?.paint(lens);
  scene.lights?.paintHexes(lens);
  scene.lights?.paintNames(lens);
  scene.traces?.paintWays(lens);
  paintCounters(lens, scene, frame);
  paintBadges(lens, scene);
  const flagged = (id: string, flag: string) => scene.states.get(id)?.flags.includes(flag) ?? false;
  if (scene.view) paintMarks(lens, scene.view.marks ?? [], scene.looks, grid, scene.stacks, flagged);
  scene.traces?.paintCrosses(lens);
  scene.shading?.paintAbove(lens);
  if (highlights.path.length) paintPath(lens, highlights.path, grid);
  if (highlights.target) paintTarget(lens, highlights.target, grid);
  if (highlights.story) paintStory(lens, highlights.story, grid);
  if (highlights.pointed) paintHover(lens, highlights.pointed, grid, true);
  if (scene.hover) paintHover(lens, scene.hover, grid, highlights.hexes.has(scene.hover));
  if (scene.cursor) paintCursor(lens, scene.cursor, grid);
  // No ring may cut figures that are read.
  scene.lights?.paintLabels(lens, grid);
  paintGliding(lens, scene, frame);
  paintFan(lens, scene, frame);
  paintDrag(lens, scene, frame);
}

function paintCounters(lens: Lens, scene: Scene, frame: Frame): void {
  lens.onCanvas();
  for (const { placed, size } of scene.lying()) {
    const state = scene.states.get(placed.id);
    if (!state || !lens.sees(placed, size)) continue;
    lens.ctx.globalAlpha = scene.drag?.unit === placed.id ? 0.4 : 1;
    paintCounter(lens, scene, state, placed, size, frame);
  }
  lens.ctx.globalAlpha = 1;
}

/** A small number on each stack, at the corner where its counters rise. */
function paintBadges(lens: Lens, { grid, stacks, fan, highlights }: Scene): void {
  const hexPixels = grid.width * lens.camera.scale;
  if (hexPixels < BADGE_FROM) return;
  const pixels = Math.min(22, Math.max(12, hexPixels * 0.27)) * lens.ratio;
  lens.onCanvas();
  for (const [hex, ids] of stacks) {
    const top = ids.length > 1 && hex !== fan?.hex ? layout(ids, hex, grid).at(-1) : undefined;
    if (!top || !lens.sees(top, grid.width)) continue;
    const corner = counterSize(grid, ids.length) * 0.46;
    // Where chances stand along the upper edge it lies below them.
    const rise = highlights.hexes.get(hex)?.chances ? corner * 0.3 : corner;
    lens.stamp(badgeSprite(ids.length, pixels), { x: top.x + corner, y: top.y - rise });
  }
}

function paintCounter(lens: Lens, scene: Scene, state: PieceState, at: Point, size: number, frame: Frame): void {
  const piece = scene.pieces.get(state.id);
  if (!piece) return;
  const pixels = size * lens.scale;
  const glow = glowOf(scene, state);
  if (glow) lens.stamp(glowSprite(glow, pixels), at, pixels / GLOW);
  const bucket = sizeBucket(size * frame.sharpness);
  const sprite = counterSprite(piece, state, scene.looks, bucket, lens.ratio);
  const margin = 1 + (2 * Math.ceil(bucket * MARGIN)) / bucket;
  lens.stamp(sprite, at, pixels * margin);
}

function glowOf({ highlights, looks }: Scene, state: PieceState): "selected" | "choosable" | "attacking" | null {
  if (highlights.selected === state.id) return "selected";
  if (highlights.units.has(state.id)) return "choosable";
  if (highlights.story?.units.includes(state.id)) return "attacking";
  return shownAs("attacking", state.flags ?? [], looks).length > 0 ? "attacking" : null;
}

function paintGliding(lens: Lens, scene: Scene, frame: Frame): void {
  lens.onCanvas();
  for (const { glide, at } of scene.onTheirWay()) {
    lens.ctx.globalAlpha = at.alpha;
    paintCounter(lens, scene, glide.piece, at, counterSize(scene.grid, 1), frame);
  }
  lens.ctx.globalAlpha = 1;
}

function paintFan(lens: Lens, scene: Scene, frame: Frame): void {
  const placed = scene.fannedOut();
  if (!scene.fan || !placed.length) return;
  const { ctx } = lens;
  const { size } = scene.fan;
  const { left, top, right, bottom } = fanBox(placed, size);
  lens.onSheet();
  ctx.beginPath();
  ctx.roundRect(left, top, right - left, bottom - top, size * 0.2);
  ctx.fillStyle = "rgba(40, 30, 14, 0.62)";
  ctx.fill();
  ctx.lineWidth = lens.pixels(1.5);
  ctx.strokeStyle = "rgba(255, 250, 235, 0.9)";
  ctx.stroke();
  lens.onCanvas();
  for (const one of placed) {
    const state = scene.states.get(one.id);
    if (state) paintCounter(lens, scene, state, one, size, frame);
  }
}

function paintDrag(lens: Lens, scene: Scene, frame: Frame): void {
  const { drag } = scene;
  const state = drag && scene.states.get(drag.unit);
  if (!drag || !state) return;
  if (drag.hex) paintHover(lens, drag.hex, scene.grid, true);
  lens.onCanvas();
  // Until the page has taken the unit in hand, its ghost is faint.
  lens.ctx.globalAlpha = scene.highlights.selected === drag.unit ? 0.92 : 0.6;
  paintCounter(lens, scene, state, drag.at, counterSize(scene.grid, 1) * 1.08, frame);
  lens.ctx.globalAlpha = 1;
}
