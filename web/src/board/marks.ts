// Markers on the map that are no units, each with a small design of its own.
import type { Board, BoardHex } from "../api/types";
import type { Grid, Point } from "./geometry";
import type { Lens } from "./lens";

type Mark = { at: string; kind: string };
export type MarkKind = Board["marks"][number];

/** How marks look, by their kinds. */
export type Looks = ReadonlyMap<string, MarkKind>;

const known = new WeakMap<MarkKind[], Looks>();

/** Made once for a game, however its board is laid out. */
export function looksOf({ marks }: Pick<Board, "marks">): Looks {
  const looks = known.get(marks) ?? new Map(marks.map((mark) => [mark.kind, mark]));
  known.set(marks, looks);
  return looks;
}

const UNKNOWN: MarkKind = {
  kind: "",
  look: "sign",
  strokes: [{ path: "M46,0A46,46 0 1 1 -46,0A46,46 0 1 1 46,0Z", fill: "#ffffff", line: "#241d18", width: 7 }],
};

/** A design in a square from -50 to 50. */
export function paintSign(ctx: CanvasRenderingContext2D, { strokes = [] }: MarkKind): void {
  for (const { path, fill, line, width = 0 } of strokes) {
    const shape = new Path2D(path);
    if (fill) {
      ctx.fillStyle = fill;
      ctx.fill(shape);
    }
    if (line) {
      ctx.strokeStyle = line;
      ctx.lineWidth = width;
      ctx.stroke(shape);
    }
  }
}

const sprites = new WeakMap<MarkKind, Map<number, HTMLCanvasElement>>();

/** A mark as a bitmap. */
function markSprite(mark: MarkKind, pixels: number): HTMLCanvasElement {
  const size = Math.max(8, Math.ceil(pixels / 4) * 4);
  const made = sprites.get(mark) ?? new Map<number, HTMLCanvasElement>();
  sprites.set(mark, made);
  let sprite = made.get(size);
  if (!sprite) {
    sprite = document.createElement("canvas");
    sprite.width = sprite.height = size;
    const ctx = sprite.getContext("2d");
    if (ctx) draw(ctx, mark, { x: size / 2, y: size / 2 }, size);
    made.set(size, sprite);
  }
  return sprite;
}

function draw(ctx: CanvasRenderingContext2D, mark: MarkKind, { x, y }: Point, size: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 106, size / 106);
  paintSign(ctx, mark);
  ctx.restore();
}

/** Marks of a view: in the middle of an empty hex, at the edge of one with counters. */
export function paintMarks(
  lens: Lens,
  marks: Mark[],
  looks: Looks,
  grid: Grid,
  occupied: Map<string, string[]>,
  flagged: (id: string, flag: string) => boolean,
): void {
  lens.onCanvas();
  const shown = new Map<string, number>();
  for (const { at, kind } of marks) {
    const hex = grid.centre(at);
    const mark = looks.get(kind) ?? UNKNOWN;
    if (mark.look !== "sign" || !hex || !lens.sees(hex, grid.width)) continue;
    // What a counter there shows itself is not shown twice.
    if (occupied.get(at)?.some((id) => flagged(id, kind))) continue;
    const before = shown.get(at) ?? 0;
    shown.set(at, before + 1);
    const full = occupied.has(at);
    const size = grid.width * (full ? 0.3 : 0.4);
    const x = hex.x + (full ? -0.36 : -0.22) * grid.width + before * size;
    const y = hex.y + (full ? -0.36 : -0.2) * grid.width;
    lens.stamp(markSprite(mark, size * lens.scale), { x, y }, size * lens.scale);
  }
}

/** Water over the beach, with the line to which it reaches. */
export class Flood {
  private readonly water: Path2D;
  private readonly shore: Path2D;
  private readonly waves = new Path2D();
  readonly empty: boolean;

  constructor(marks: Mark[], looks: Looks, grid: Grid) {
    const hexes = marks.filter(({ kind }) => looks.get(kind)?.look === "water").map(({ at }) => at);
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
  const looks = looksOf(board);
  for (const hex of board.hexes) {
    const marks = (hex.marks ?? []).flatMap((kind) => looks.get(kind) ?? []);
    if (marks.some(({ look }) => look === "rampart")) bastion(ctx, hex, grid);
    const signs = marks.filter(({ look }) => look === "sign");
    signs.forEach((mark, i) => {
      draw(ctx, mark, { x: hex.x + (0.3 - i * 0.6) * grid.width, y: hex.y - 0.26 * grid.width }, grid.width * 0.24);
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
