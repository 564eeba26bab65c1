// What happened last: the ways that units took, where it came to a fight, and where they were hit.
import type { LogEntry } from "../api/types";
import type { Grid, Point } from "./geometry";
import type { Lens } from "./lens";

/** Whether strengths were compared. */
export function isFight(result: LogEntry["result"]): boolean {
  return typeof result?.attack === "number" && typeof result.defence === "number";
}

const RAYS = 8; // of the star of a fight

export class Traces {
  private readonly ways = new Path2D();
  private readonly forced = new Path2D();
  private readonly starts = new Path2D();
  private readonly heads = new Path2D();
  private readonly forcedHeads = new Path2D();
  private readonly fights = new Path2D();
  private readonly crosses = new Path2D();
  private readonly empty: boolean;
  /** How many ways, fights and losses are marked. */
  readonly count: number;

  /** `held` are the places where counters lie: a cross for one that is gone does not strike out another. */
  constructor(since: LogEntry[], grid: Grid, held: ReadonlySet<string | null> = new Set()) {
    this.empty = since.length === 0;
    const leaves = ({ path, hex, result }: LogEntry) =>
      (path?.length ?? 0) > 1 || Boolean(hex && (isFight(result) || result?.losses?.length));
    this.count = since.filter(leaves).length;
    for (const { result, path, hex } of since) {
      const points = (path ?? []).flatMap((id) => grid.centre(id) ?? []);
      const line = result ? this.forced : this.ways; // a way that came of something was not ordered
      points.forEach(({ x, y }, i) => (i ? line.lineTo(x, y) : line.moveTo(x, y)));
      const [start] = points;
      if (start) this.dot(start, grid.width * 0.07);
      this.arrowhead(result ? this.forcedHeads : this.heads, points, grid.width * 0.24);
      const at = hex ? grid.centre(hex) : undefined;
      if (at && isFight(result)) this.burst({ x: at.x, y: at.y - grid.width * 0.42 }, grid.width * 0.17);
      if (at)
        for (const { gone } of result?.losses ?? []) this.hit(at, grid.width, gone ?? false, held.has(hex ?? null));
    }
  }

  private hit({ x, y }: Point, width: number, gone: boolean, isHeld: boolean): void {
    // A reduced unit still stands there, or another beside one that is gone: the cross is at the edge of its counter.
    if (gone && isHeld) this.cross({ x: x + width * 0.34, y }, width * 0.13);
    else if (gone) this.cross({ x, y }, width * 0.26);
    else this.cross({ x: x - width * 0.34, y }, width * 0.1);
  }

  /** Where a way ends, so that one sees which way it went. */
  private arrowhead(path: Path2D, points: Point[], length: number): void {
    const [from, to] = points.slice(-2);
    if (!from || !to) return;
    const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(to.x - from.x) / far, (to.y - from.y) / far];
    // It stands before the counter that has arrived, not under it.
    const tip = { x: to.x - dx * length * 1.7, y: to.y - dy * length * 1.7 };
    const base = { x: tip.x - dx * length, y: tip.y - dy * length };
    path.moveTo(tip.x, tip.y);
    path.lineTo(base.x - dy * length * 0.6, base.y + dx * length * 0.6);
    path.lineTo(base.x + dy * length * 0.6, base.y - dx * length * 0.6);
    path.closePath();
  }

  /** A star above the counters, where strengths were compared. */
  private burst({ x, y }: Point, radius: number): void {
    for (let i = 0; i <= RAYS * 2; i++) {
      const reach = i % 2 ? radius * 0.45 : radius;
      const turn = (i * Math.PI) / RAYS;
      const [px, py] = [x + reach * Math.sin(turn), y - reach * Math.cos(turn)];
      if (i === 0) this.fights.moveTo(px, py);
      else this.fights.lineTo(px, py);
    }
  }

  private dot({ x, y }: Point, radius: number): void {
    // A new figure each: an arc would be joined to the one before it.
    this.starts.moveTo(x + radius, y);
    this.starts.arc(x, y, radius, 0, 2 * Math.PI);
  }

  private cross({ x, y }: Point, reach: number): void {
    this.crosses.moveTo(x - reach, y - reach);
    this.crosses.lineTo(x + reach, y + reach);
    this.crosses.moveTo(x + reach, y - reach);
    this.crosses.lineTo(x - reach, y + reach);
  }

  paintWays(lens: Lens): void {
    if (this.empty) return;
    const { ctx } = lens;
    lens.onSheet();
    ctx.lineCap = ctx.lineJoin = "round";
    const stroke = (path: Path2D, colour: string, width: number) => {
      ctx.strokeStyle = colour;
      ctx.lineWidth = lens.pixels(width);
      ctx.stroke(path);
    };
    stroke(this.ways, "rgba(255, 255, 255, 0.8)", 6.5);
    stroke(this.ways, "rgba(40, 30, 12, 0.8)", 3);
    ctx.setLineDash([lens.pixels(7), lens.pixels(5)]);
    stroke(this.forced, "rgba(255, 255, 255, 0.75)", 6);
    stroke(this.forced, "rgba(150, 40, 27, 0.85)", 2.6);
    ctx.setLineDash([]);
    ctx.fillStyle = "rgba(40, 30, 12, 0.7)";
    ctx.fill(this.starts);
    const point = (path: Path2D, colour: string) => {
      stroke(path, "rgba(255, 255, 255, 0.85)", 3);
      ctx.fillStyle = colour;
      ctx.fill(path);
    };
    point(this.heads, "rgba(40, 30, 12, 0.9)");
    point(this.forcedHeads, "rgba(150, 40, 27, 0.95)");
  }

  paintCrosses(lens: Lens): void {
    if (this.empty) return;
    const { ctx } = lens;
    lens.onSheet();
    ctx.lineCap = "round";
    ctx.strokeStyle = "rgba(255, 255, 255, 0.85)";
    ctx.lineWidth = lens.pixels(6);
    ctx.stroke(this.crosses);
    ctx.strokeStyle = "rgba(176, 28, 16, 0.9)";
    ctx.lineWidth = lens.pixels(3);
    ctx.stroke(this.crosses);
    ctx.lineJoin = "round";
    ctx.strokeStyle = "rgba(60, 8, 4, 0.95)";
    ctx.lineWidth = lens.pixels(3);
    ctx.stroke(this.fights);
    ctx.fillStyle = "#ffd23f";
    ctx.fill(this.fights);
  }
}
