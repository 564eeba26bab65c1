// The small map in the corner: the whole sheet, the units as dots, and a frame around what is seen.
import { isDark, SIDES } from "./colours";
import type { Size } from "./camera";
import type { Box, Point } from "./geometry";
import type { Scene } from "./scene";

const KEPT_OFF = 24; // pixels between it and a hex that matters

/** Where it lies: beside the buttons above, or in the corner below. */
export type Corner = "above" | "below";

/** The corner in which it covers none of some points of the page, the upper one first; null if it would in both. */
export function freeCorner(places: Record<Corner, Box>, points: Point[]): Corner | null {
  const isFree = ({ left, top, right, bottom }: Box) =>
    !points.some(
      ({ x, y }) => x > left - KEPT_OFF && x < right + KEPT_OFF && y > top - KEPT_OFF && y < bottom + KEPT_OFF,
    );
  return (["above", "below"] as const).find((corner) => isFree(places[corner])) ?? null;
}

/** The two places in a view; the styles of the board put it there. */
export function cornersOf(view: Size, { width, height }: Size, beside: number, gap: number): Record<Corner, Box> {
  const box = (right: number, top: number) => ({ left: right - width, right, top, bottom: top + height });
  return { above: box(view.width - beside, gap), below: box(view.width - gap, view.height - gap - height) };
}

export class Minimap {
  private ground: HTMLCanvasElement | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** On the page. */
  get size(): Size {
    return { width: this.canvas.offsetWidth, height: this.canvas.offsetHeight };
  }

  /** The map and the units; made anew when either changes. */
  draw(scene: Scene, overview: HTMLCanvasElement | null): void {
    const { width, height } = this.canvas;
    const ground = document.createElement("canvas");
    [ground.width, ground.height] = [width, height];
    const ctx = ground.getContext("2d", { alpha: false });
    if (!ctx) return;
    ctx.imageSmoothingQuality = "high";
    if (overview) ctx.drawImage(overview, 0, 0, width, height);
    const scale = width / scene.board.map.width;
    const radius = Math.max(1.6, width / 120);
    for (const [hex, [first]] of scene.stacks) {
      const centre = scene.grid.centre(hex);
      const piece = first === undefined ? undefined : scene.pieces.get(first);
      if (!centre || !piece) continue;
      const dark = isDark(piece.nation);
      const { dot, edge } = SIDES[dark ? 1 : 0];
      ctx.beginPath();
      // Sides differ in shape here too: discs and squares.
      if (dark) ctx.rect(centre.x * scale - radius, centre.y * scale - radius, 2 * radius, 2 * radius);
      else ctx.arc(centre.x * scale, centre.y * scale, radius * 1.15, 0, 2 * Math.PI);
      ctx.fillStyle = dot;
      ctx.fill();
      ctx.lineWidth = 0.8;
      ctx.strokeStyle = edge;
      ctx.stroke();
    }
    this.ground = ground;
  }

  /** The frame around what is seen. */
  frame({ left, top, right, bottom }: Box, sheetWidth: number): void {
    const ctx = this.canvas.getContext("2d", { alpha: false });
    if (!ctx || !this.ground) return;
    const scale = this.canvas.width / sheetWidth;
    const box = [left * scale, top * scale, (right - left) * scale, (bottom - top) * scale] as const;
    ctx.drawImage(this.ground, 0, 0);
    ctx.fillStyle = "rgba(30, 22, 8, 0.28)";
    ctx.beginPath();
    ctx.rect(0, 0, this.canvas.width, this.canvas.height);
    ctx.rect(...box);
    ctx.fill("evenodd");
    ctx.strokeStyle = "#ffffff";
    ctx.lineWidth = 3;
    ctx.strokeRect(...box);
    ctx.strokeStyle = "#7a3b1e";
    ctx.lineWidth = 1.5;
    ctx.strokeRect(...box);
  }
}
