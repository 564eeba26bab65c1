// Markers on the map that are no units, each with a small design of its own.
import type { Board, BoardHex } from "../api/types";
import type { Grid, Point } from "./geometry";
import type { Lens } from "./lens";

type Mark = { at: string; kind: string };
type Design = (ctx: CanvasRenderingContext2D) => void;

const disc = (ctx: CanvasRenderingContext2D, fill: string, line: string) => {
  ctx.beginPath();
  ctx.arc(0, 0, 46, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.lineWidth = 7;
  ctx.strokeStyle = line;
  ctx.stroke();
};

// Drawn in a square from -50 to 50.
const DESIGNS: Record<string, Design> = {
  beachhead(ctx) {
    disc(ctx, "#f4f7ee", "#1d5c3a");
    ctx.strokeStyle = "#1b6f9a";
    ctx.lineWidth = 7;
    ctx.stroke(new Path2D("M-34,20q8.5,-11 17,0t17,0t17,0t17,0M-24,34q8,-9 16,0t16,0t16,0"));
    ctx.fillStyle = "#1d5c3a";
    ctx.fill(new Path2D("M-9,8V-8H-23L0,-36L23,-8H9V8Z"));
  },
  "drop zone"(ctx) {
    disc(ctx, "#f4f7ee", "#1d5c3a");
    ctx.fillStyle = "#1d5c3a";
    ctx.fill(new Path2D("M-32,-4C-32,-44 32,-44 32,-4Q24,-13 16,-4Q8,-13 0,-4Q-8,-13 -16,-4Q-24,-13 -32,-4Z"));
    ctx.strokeStyle = "#1d5c3a";
    ctx.lineWidth = 4;
    ctx.stroke(new Path2D("M-32,-4 0,34 32,-4M-16,-4 0,34 16,-4"));
    ctx.fillRect(-8, 24, 16, 14);
  },
  held(ctx) {
    ctx.lineWidth = 8;
    ctx.strokeStyle = "#241d18";
    ctx.stroke(new Path2D("M-26,44V-44"));
    ctx.fillStyle = "#e9f29a";
    const flag = new Path2D("M-22,-42Q-4,-50 12,-40T42,-40V-2Q26,-8 12,0T-22,-2Z");
    ctx.fill(flag);
    ctx.lineWidth = 5;
    ctx.strokeStyle = "#2f4a16";
    ctx.stroke(flag);
  },
  target(ctx) {
    ctx.lineWidth = 15;
    ctx.strokeStyle = "#ffffff";
    const aim = new Path2D("M0,-48V-20M0,20V48M-48,0H-20M20,0H48M30,0A30,30 0 1 1 -30,0A30,30 0 1 1 30,0Z");
    ctx.stroke(aim);
    ctx.lineWidth = 8;
    ctx.strokeStyle = "#b3261e";
    ctx.stroke(aim);
  },
  objective(ctx) {
    disc(ctx, "#fff4c7", "#7a4a00");
    ctx.fillStyle = "#9a3412";
    ctx.fill(new Path2D("M0,-34 9,-11 33,-11 14,4 21,28 0,14 -21,28 -14,4 -33,-11 -9,-11Z"));
  },
  cleared(ctx) {
    // A lane between two stakes.
    ctx.lineWidth = 9;
    ctx.strokeStyle = "#ffffff";
    const lane = new Path2D("M-30,40 -14,-40M30,40 14,-40M0,36V18M0,6V-10M0,-22V-36");
    ctx.lineWidth = 15;
    ctx.stroke(lane);
    ctx.lineWidth = 8;
    ctx.strokeStyle = "#1d5c3a";
    ctx.stroke(lane);
  },
  smoke(ctx) {
    ctx.fillStyle = "rgba(240, 240, 236, 0.94)";
    ctx.strokeStyle = "#4b4b4b";
    ctx.lineWidth = 6;
    const cloud = new Path2D("M-34,30A20,20 0 0 1 -38,-8A22,22 0 0 1 -4,-26A20,20 0 0 1 32,-14A22,22 0 0 1 34,30Z");
    ctx.fill(cloud);
    ctx.stroke(cloud);
    ctx.lineWidth = 5;
    ctx.stroke(new Path2D("M-22,6q9,-9 18,0t18,0M-14,18q8,-8 16,0t16,0"));
  },
  garrison(ctx) {
    ctx.lineWidth = 6;
    ctx.strokeStyle = "#2f4a16";
    ctx.fillStyle = "#e9f29a";
    const shield = new Path2D("M-34,-40H34V0Q34,32 0,46Q-34,32 -34,0Z");
    ctx.fill(shield);
    ctx.stroke(shield);
    ctx.lineWidth = 8;
    ctx.stroke(new Path2D("M-20,-12H20M-20,10H20"));
  },
  base(ctx) {
    disc(ctx, "#fff4c7", "#2f4a16");
    ctx.strokeStyle = "#2f4a16";
    ctx.lineWidth = 9;
    ctx.stroke(new Path2D("M-26,18V-14H26V18M0,-14V14"));
  },
  "command post"(ctx) {
    disc(ctx, "#f4f7ee", "#2f4a16");
    ctx.fillStyle = "#2f4a16";
    ctx.fill(new Path2D("M-18,34V-34H-10L28,-18 -10,-2V34Z"));
  },
  disrupted(ctx) {
    disc(ctx, "#ffffff", "#b3261e");
    ctx.fillStyle = "#b3261e";
    ctx.fill(new Path2D("M8,-36 -22,6H-2L-10,36 22,-8H2Z"));
  },
  guns(ctx) {
    disc(ctx, "#ffffff", "#3b3f45");
    ctx.strokeStyle = "#23262a";
    ctx.lineWidth = 11;
    ctx.stroke(new Path2D("M-16,10 28,-20"));
    ctx.lineWidth = 7;
    ctx.stroke(new Path2D("M8,16A15,15 0 1 1 -22,16A15,15 0 1 1 8,16Z"));
  },
};

const OTHER: Design = (ctx) => disc(ctx, "#ffffff", "#241d18");

const sprites = new Map<string, HTMLCanvasElement>();

/** A mark as a bitmap. */
export function markSprite(kind: string, pixels: number): HTMLCanvasElement {
  const size = Math.max(8, Math.ceil(pixels / 4) * 4);
  const key = `${kind} ${size}`;
  let sprite = sprites.get(key);
  if (!sprite) {
    sprite = document.createElement("canvas");
    sprite.width = sprite.height = size;
    const ctx = sprite.getContext("2d");
    if (ctx) draw(ctx, kind, { x: size / 2, y: size / 2 }, size);
    sprites.set(key, sprite);
  }
  return sprite;
}

function draw(ctx: CanvasRenderingContext2D, kind: string, { x, y }: Point, size: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 106, size / 106);
  (DESIGNS[kind] ?? OTHER)(ctx);
  ctx.restore();
}

/** Marks of a view: in the middle of an empty hex, at the edge of one with counters. */
export function paintMarks(
  lens: Lens,
  marks: Mark[],
  grid: Grid,
  occupied: Map<string, string[]>,
  flagged: (id: string, flag: string) => boolean,
): void {
  lens.onCanvas();
  const shown = new Map<string, number>();
  for (const { at, kind } of marks) {
    const hex = grid.centre(at);
    if (kind === SEA || !hex || !lens.sees(hex, grid.width)) continue;
    // What a counter there shows itself is not shown twice.
    if (occupied.get(at)?.some((id) => flagged(id, kind))) continue;
    const before = shown.get(at) ?? 0;
    shown.set(at, before + 1);
    const full = occupied.has(at);
    const size = grid.width * (full ? 0.3 : 0.4);
    const x = hex.x + (full ? -0.36 : -0.22) * grid.width + before * size;
    const y = hex.y + (full ? -0.36 : -0.2) * grid.width;
    lens.stamp(markSprite(kind, size * lens.scale), { x, y }, size * lens.scale);
  }
}

/** The kind of mark that tells which hexes are under water now. */
export const SEA = "sea";

/** Water over the beach, with the line to which it reaches. */
export class Flood {
  private readonly water: Path2D;
  private readonly shore: Path2D;
  private readonly waves = new Path2D();
  readonly empty: boolean;

  constructor(marks: Mark[], grid: Grid) {
    const hexes = marks.filter(({ kind }) => kind === SEA).map(({ at }) => at);
    this.empty = hexes.length === 0;
    this.water = grid.outline(hexes, 1.005);
    this.shore = this.empty ? new Path2D() : grid.rim(hexes);
    const step = grid.width * 0.2;
    for (const id of hexes) {
      const hex = grid.centre(id);
      if (!hex) continue;
      for (const row of [-0.24, 0, 0.24]) {
        const y = hex.y + row * grid.width;
        this.waves.moveTo(hex.x - 2 * step, y);
        for (let x = hex.x - 2 * step; x < hex.x + 1.9 * step; x += step)
          this.waves.quadraticCurveTo(x + step / 2, y - step * 0.5, x + step, y);
      }
    }
  }

  paint(lens: Lens): void {
    if (this.empty) return;
    const { ctx } = lens;
    lens.onSheet();
    ctx.fillStyle = "rgba(96, 150, 178, 0.72)";
    ctx.fill(this.water);
    ctx.lineCap = ctx.lineJoin = "round";
    ctx.strokeStyle = "rgba(255, 255, 255, 0.6)";
    ctx.lineWidth = Math.max(1.2, lens.pixels(0.8));
    ctx.stroke(this.waves);
    ctx.strokeStyle = "rgba(255, 255, 255, 0.95)";
    ctx.lineWidth = Math.max(6, lens.pixels(4));
    ctx.stroke(this.shore);
    ctx.strokeStyle = "#0c5a86";
    ctx.lineWidth = Math.max(3, lens.pixels(2));
    ctx.stroke(this.shore);
  }
}

const FIXED = ["objective", "guns"]; // beaches and fortifications have an outline instead

/** What belongs to the ground for a whole game, in units of the drawing: veil, objectives, works. */
export function paintGround(ctx: CanvasRenderingContext2D, board: Board, grid: Grid): void {
  // Nobody takes the sea for ground, so it stays as it is.
  if (board.hexes.some((hex) => !hex.playable && !isSea(hex))) {
    ctx.fillStyle = "rgba(236, 228, 208, 0.58)";
    ctx.fill(veil(board, grid));
    ctx.strokeStyle = "rgba(74, 54, 30, 0.75)";
    ctx.lineWidth = 3;
    ctx.stroke(frontier(board, grid));
  }
  for (const hex of board.hexes) {
    if (hex.marks?.includes("fortification")) bastion(ctx, hex, grid);
    FIXED.filter((kind) => hex.marks?.includes(kind)).forEach((kind, i) => {
      draw(ctx, kind, { x: hex.x + (0.3 - i * 0.6) * grid.width, y: hex.y - 0.26 * grid.width }, grid.width * 0.24);
    });
  }
}

function isSea({ terrain }: BoardHex): boolean {
  return terrain.every((kind) => kind === "sea");
}

/** All ground that is not in play; at the edge of the map it reaches over the printed margin. */
function veil(board: Board, grid: Grid): Path2D {
  const path = new Path2D();
  const open = (id: string | null) => {
    const hex = id === null ? undefined : grid.centre(id);
    return hex && (hex.playable || isSea(hex));
  };
  const [across, down] = [grid.width * 0.64, grid.radius * 1.24];
  for (const hex of board.hexes) {
    if (hex.playable || isSea(hex)) continue;
    grid.trace(path, hex, 1.005);
    if (hex.neighbours.includes(null) && !hex.neighbours.some(open))
      path.rect(hex.x - across, hex.y - down, 2 * across, 2 * down);
  }
  return path;
}

/** The sides between what is in play and what is not. */
function frontier(board: Board, grid: Grid): Path2D {
  const line = new Path2D();
  for (const hex of board.hexes) {
    if (!hex.playable) continue;
    for (const other of hex.neighbours) {
      const beyond = other === null ? undefined : grid.centre(other);
      if (!beyond || beyond.playable || isSea(beyond)) continue;
      const [mx, my] = [(hex.x + beyond.x) / 2, (hex.y + beyond.y) / 2];
      // Half a side, at right angles to the line between the centres.
      const [dx, dy] = [(beyond.y - hex.y) / grid.width, (hex.x - beyond.x) / grid.width];
      const half = grid.radius / 2;
      line.moveTo(mx - dx * half, my - dy * half);
      line.lineTo(mx + dx * half, my + dy * half);
    }
  }
  return line;
}

function bastion(ctx: CanvasRenderingContext2D, hex: Point, grid: Grid): void {
  const ring = new Path2D();
  grid.trace(ring, hex, 0.86);
  ctx.strokeStyle = "rgba(52, 48, 44, 0.85)";
  ctx.lineWidth = 4.5;
  ctx.setLineDash([7, 4]);
  ctx.stroke(ring);
  ctx.setLineDash([]);
}
