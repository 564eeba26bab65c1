// The map under the counters. It comes as a bitmap, which is there at once, and as an SVG drawing for those who look
// closer. Drawing that takes far too long for a frame, so tiles are made whenever there is nothing else to do.
import { seen, type Camera, type Size } from "./camera";
import type { Box } from "./geometry";

const OVERVIEW = 0.25;
const LEVELS = [0.5, 0.75, 1, 1.5, 2, 3]; // pixels to a unit of the drawing
const TILE = 512; // pixels
const SHARP = 0.97; // a level is good enough from this share of the wanted pixels on
const KEPT = 140; // tiles, about a megabyte each
const COARSEST = 0.5;
const PAINTED_TO = 1; // up to this level the bitmap is as good as the drawing

/** Draws what belongs to the ground of one game: the veil over what is not in play, its fixed marks. */
export type Groundwork = (ctx: CanvasRenderingContext2D, scale: number) => void;

interface Spot {
  level: number;
  column: number;
  row: number;
}

export class Picture {
  overview: HTMLCanvasElement | null = null;
  private painted: HTMLImageElement | null = null;
  private drawn: HTMLImageElement | null = null;
  private drawing = false;
  private readonly tiles = new Map<string, HTMLCanvasElement>();
  private wanted: Spot[] = [];
  private resting = true;
  private scheduled = 0;

  constructor(
    private readonly sheet: Size & { picture: string; painted: string },
    private readonly groundwork: Groundwork,
    private readonly changed: () => void,
  ) {}

  async load(): Promise<void> {
    this.painted = await imageAt(this.sheet.painted || this.sheet.picture);
    const { width, height } = this.sheet;
    this.overview = this.raster(this.painted, OVERVIEW, 0, 0, width * OVERVIEW, height * OVERVIEW);
    this.changed();
  }

  /** The drawing itself, asked for when somebody first looks that close. */
  private async drawCloser(): Promise<void> {
    this.drawing = true;
    this.drawn = await imageAt(this.sheet.picture);
    this.changed();
  }

  /** Draws the best there is; `ratio` is the number of pixels of the canvas to one of the page. */
  draw(ctx: CanvasRenderingContext2D, camera: Camera, view: Size, ratio: number): void {
    const scale = camera.scale * ratio;
    const level = LEVELS.find((candidate) => candidate >= scale * SHARP) ?? 3;
    const span = TILE / level;
    const box = seen(camera, view);
    const missing: Spot[] = [];
    const edge = (at: number, origin: number) => Math.round((at - origin) * scale);
    this.eachTile(box, span, (column, row) => {
      const left = column * span;
      const top = row * span;
      const right = Math.min(left + span, this.sheet.width);
      const bottom = Math.min(top + span, this.sheet.height);
      const [x, y] = [edge(left, camera.x), edge(top, camera.y)];
      const [w, h] = [edge(right, camera.x) - x, edge(bottom, camera.y) - y];
      const tile = this.tile({ level, column, row });
      if (tile) ctx.drawImage(tile, 0, 0, (right - left) * level, (bottom - top) * level, x, y, w, h);
      else {
        missing.push({ level, column, row });
        this.drawCoarser(ctx, level, { left, top, right, bottom }, x, y, w, h);
      }
    });
    this.want(missing, box, level);
  }

  /** While the map is being moved no tile is made. */
  rest(resting: boolean): void {
    this.resting = resting;
    if (resting) this.schedule();
  }

  close(): void {
    this.resting = false;
    this.tiles.clear();
    this.painted = this.drawn = null;
  }

  private eachTile(box: Box, span: number, visit: (column: number, row: number) => void): void {
    const last = (length: number) => Math.ceil(length / span) - 1;
    const from = (start: number) => Math.max(0, Math.floor(start / span));
    for (let row = from(box.top); row <= Math.min(last(this.sheet.height), Math.floor(box.bottom / span)); row++)
      for (
        let column = from(box.left);
        column <= Math.min(last(this.sheet.width), Math.floor(box.right / span));
        column++
      )
        visit(column, row);
  }

  /** Part of the sheet from the sharpest coarser level that has all of it, else from the overview. */
  private drawCoarser(
    ctx: CanvasRenderingContext2D,
    level: number,
    part: Box,
    x: number,
    y: number,
    w: number,
    h: number,
  ): void {
    for (const coarser of LEVELS.filter((candidate) => candidate < level).reverse()) {
      const span = TILE / coarser;
      const [column, row] = [Math.floor((part.left + 0.1) / span), Math.floor((part.top + 0.1) / span)];
      const tile = this.tile({ level: coarser, column, row });
      if (!tile || part.right > (column + 1) * span + 0.1 || part.bottom > (row + 1) * span + 0.1) continue;
      this.drawPart(ctx, tile, coarser, part, column * span, row * span, x, y, w, h);
      return;
    }
    if (this.overview) this.drawPart(ctx, this.overview, OVERVIEW, part, 0, 0, x, y, w, h);
  }

  private drawPart(
    ctx: CanvasRenderingContext2D,
    from: HTMLCanvasElement,
    level: number,
    part: Box,
    left: number,
    top: number,
    x: number,
    y: number,
    w: number,
    h: number,
  ): void {
    const [sx, sy] = [(part.left - left) * level, (part.top - top) * level];
    ctx.drawImage(from, sx, sy, (part.right - part.left) * level, (part.bottom - part.top) * level, x, y, w, h);
  }

  private tile({ level, column, row }: Spot): HTMLCanvasElement | undefined {
    const key = `${level} ${column} ${row}`;
    const tile = this.tiles.get(key);
    if (tile) {
      // The map keeps its keys in order, so that the first is the one that was not needed for longest.
      this.tiles.delete(key);
      this.tiles.set(key, tile);
    }
    return tile;
  }

  /** Missing tiles are made from the middle of the view outwards, then the coarsest of all the rest. */
  private want(missing: Spot[], box: Box, level: number): void {
    const span = TILE / level;
    const middle = { x: (box.left + box.right) / 2 / span - 0.5, y: (box.top + box.bottom) / 2 / span - 0.5 };
    const distance = ({ column, row }: Spot) => Math.hypot(column - middle.x, row - middle.y);
    this.wanted = [...missing.sort((a, b) => distance(a) - distance(b)), ...this.spare()];
    this.schedule();
  }

  /** The coarsest tiles, so that wherever one looks next there is more than the overview. */
  private spare(): Spot[] {
    const level = COARSEST;
    const whole = { left: 0, top: 0, right: this.sheet.width, bottom: this.sheet.height };
    const spots: Spot[] = [];
    this.eachTile(whole, TILE / level, (column, row) => {
      if (!this.tiles.has(`${level} ${column} ${row}`)) spots.push({ level, column, row });
    });
    return spots;
  }

  private schedule(): void {
    if (!this.scheduled && this.resting && this.painted && this.wanted.length) {
      this.scheduled = whenIdle(() => {
        this.scheduled = 0;
        this.makeNext();
      });
    }
  }

  private makeNext(): void {
    const spot = this.wanted.shift();
    if (!spot || !this.resting) return;
    const image = spot.level <= PAINTED_TO ? this.painted : this.drawn;
    if (!image) {
      if (!this.drawing) this.drawCloser().catch(() => undefined);
      return;
    }
    const { level, column, row } = spot;
    const tile = this.raster(image, level, (column * TILE) / level, (row * TILE) / level, TILE, TILE);
    this.tiles.set(`${level} ${column} ${row}`, tile);
    for (const oldest of this.tiles.keys()) {
      if (this.tiles.size <= KEPT) break;
      this.tiles.delete(oldest);
    }
    this.changed();
    this.schedule();
  }

  private raster(
    image: HTMLImageElement,
    level: number,
    left: number,
    top: number,
    width: number,
    height: number,
  ): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width);
    canvas.height = Math.ceil(height);
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) return canvas;
    ctx.setTransform(level, 0, 0, level, -left * level, -top * level);
    ctx.drawImage(image, 0, 0, this.sheet.width, this.sheet.height);
    this.groundwork(ctx, level);
    return canvas;
  }
}

const images = new Map<string, Promise<HTMLImageElement>>();

/** A picture is read once, however often a board with it is opened. */
export function imageAt(address: string): Promise<HTMLImageElement> {
  let image = images.get(address);
  if (!image) {
    image = readImage(address);
    image.catch(() => images.delete(address));
    images.set(address, image);
  }
  return image;
}

async function readImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function whenIdle(work: () => void): number {
  return "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 300 }) : setTimeout(work, 30);
}
