// What happened last: the ways that units took, and where they were hit.
import type { LogEntry } from "../api/types";
import type { Grid, Point } from "./geometry";
import type { Lens } from "./lens";

export class Traces {
  private readonly ways = new Path2D();
  private readonly forced = new Path2D();
  private readonly starts = new Path2D();
  private readonly crosses = new Path2D();
  private readonly empty: boolean;

  constructor(since: LogEntry[], grid: Grid) {
    this.empty = since.length === 0;
    for (const { result, path, hex } of since) {
      const points = (path ?? []).flatMap((id) => grid.centre(id) ?? []);
      const line = result ? this.forced : this.ways; // a way that came of something was not ordered
      points.forEach(({ x, y }, i) => (i ? line.lineTo(x, y) : line.moveTo(x, y)));
      const [start] = points;
      if (start) this.dot(start, grid.width * 0.07);
      const at = hex ? grid.centre(hex) : undefined;
      if (at) for (const { gone } of result?.losses ?? []) this.hit(at, grid.width, gone ?? false);
    }
  }

  private hit({ x, y }: Point, width: number, gone: boolean): void {
    // A reduced unit still stands there: its cross is at the corner.
    if (gone) this.cross({ x, y }, width * 0.26);
    else this.cross({ x: x - width * 0.34, y: y + width * 0.34 }, width * 0.11);
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
    stroke(this.ways, "rgba(255, 255, 255, 0.75)", 6);
    stroke(this.ways, "rgba(40, 30, 12, 0.7)", 2.4);
    ctx.setLineDash([lens.pixels(7), lens.pixels(5)]);
    stroke(this.forced, "rgba(255, 255, 255, 0.75)", 6);
    stroke(this.forced, "rgba(150, 40, 27, 0.85)", 2.6);
    ctx.setLineDash([]);
    ctx.fillStyle = "rgba(40, 30, 12, 0.7)";
    ctx.fill(this.starts);
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
  }
}
