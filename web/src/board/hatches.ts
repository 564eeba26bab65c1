// Patterns of strokes, so that areas can be told apart without colour.
import type { Lens } from "./lens";

export type Hatch = "target" | "choice" | "unit" | "rising" | "falling" | "level" | "upright" | "dense" | "dots";

const tiles = new Map<string, CanvasPattern>();

/** A pattern of strokes that keeps its size on the page and its place on the map. */
export function hatched(lens: Lens, hatch: Hatch, colour: string): CanvasPattern | string {
  const key = `${hatch} ${colour} ${lens.ratio}`;
  let found = tiles.get(key);
  if (!found) {
    const made = lens.ctx.createPattern(tile(hatch, colour, Math.round(10 * lens.ratio)), "repeat");
    if (!made) return "transparent";
    tiles.set(key, (found = made));
  }
  found.setTransform(new DOMMatrix().scaleSelf(1 / lens.scale));
  return found;
}

const STRENGTHS: Record<Hatch, number> = {
  rising: 0.5,
  falling: 0.5,
  level: 0.5,
  upright: 0.5,
  dense: 0.6,
  dots: 0.6,
  target: 0.42,
  choice: 0.42,
  unit: 0.42,
};

function tile(hatch: Hatch, colour: string, size: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const ctx = canvas.getContext("2d");
  if (!ctx) return canvas;
  ctx.globalAlpha = STRENGTHS[hatch];
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = size * 0.13;
  ctx.beginPath();
  if (hatch === "rising" || hatch === "target" || hatch === "dense") strokes(ctx, size, 1);
  if (hatch === "falling" || hatch === "target" || hatch === "dense") strokes(ctx, size, -1);
  if (hatch === "level") ctx.rect(0, size / 2, size, 0);
  if (hatch === "upright") ctx.rect(size / 2, 0, 0, size);
  ctx.stroke();
  if (hatch === "choice" || hatch === "unit" || hatch === "dots") {
    ctx.arc(size / 2, size / 2, size * 0.16, 0, 2 * Math.PI);
    ctx.fill();
  }
  return canvas;
}

/** Slanted strokes; they go beyond the tile, so that the corners of its neighbours are not cut off. */
function strokes(ctx: CanvasRenderingContext2D, size: number, rise: 1 | -1): void {
  for (const start of [-1.5, -0.5, 0.5]) {
    ctx.moveTo(start * size, (0.5 + rise) * size);
    ctx.lineTo((start + 2) * size, (0.5 - rise) * size);
  }
}
