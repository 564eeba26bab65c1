// The small map in the corner: the whole sheet, the units as dots, and a frame around what is seen.
import { isDark, SEATS } from "./colours";
import type { Box } from "./geometry";
import type { Scene } from "./scene";

export class Minimap {
  private ground: HTMLCanvasElement | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {}

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
      const { dot, edge } = SEATS[dark ? 1 : 0];
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
