// All that is on the table for one frame.
import type { Board, Piece, PieceState, View } from "../api/types";
import { glidePoint, glides, type Glide } from "./animation";
import { NO_HIGHLIGHTS, type Highlights, type Layer, type Tale } from "./contract";
import { Grid, type Box, type Point } from "./geometry";
import { HexLights } from "./highlights";
import { Shading } from "./layers";
import { Flood, looksOf, type Looks } from "./marks";
import { counterSize, fanned, layout, meant, stacked, type Fan, type Hit, type Placed } from "./stacks";
import type { PlaceName } from "./names";
import { Traces } from "./traces";

const FAN_PIXELS = 44; // a counter of a fan is at least so large on the page, so that a finger can pick it

export interface Drag {
  unit: string;
  /** Where the pointer is in the drawing. */
  at: Point;
  hex: string | null;
}

export class Scene {
  readonly grid: Grid;
  readonly pieces: Map<string, Piece>;
  readonly looks: Looks;
  states = new Map<string, PieceState>();
  stacks = new Map<string, string[]>();
  view: View | null = null;
  highlights: Highlights = NO_HIGHLIGHTS;
  lights: HexLights | null = null;
  shading: Shading | null = null;
  traces: Traces | null = null;
  flood: Flood | null = null;
  cursor: string | null = null;
  hover: string | null = null;
  fan: Fan | null = null;
  drag: Drag | null = null;
  gliding: Glide[] = [];
  private names: readonly PlaceName[] = [];
  private started = 0;
  private elapsed = 0;

  constructor(readonly board: Board) {
    this.grid = new Grid(board);
    this.looks = looksOf(board);
    this.pieces = new Map(board.pieces.map((piece) => [piece.id, piece]));
  }

  show(view: View, animate: boolean, now: number, tale: Tale | null = null): void {
    const before = this.view;
    this.view = view;
    this.states = new Map(view.pieces.map((piece) => [piece.id, piece]));
    this.stacks = stacked(view, this.grid);
    this.traces = new Traces(tale?.traces ?? view.since ?? [], this.grid, new Set(view.pieces.map(({ at }) => at)));
    if (before?.marks !== view.marks) this.flood = new Flood(view.marks ?? [], this.looks, this.grid);
    this.gliding = before && animate ? glides(before, view, this.grid, tale) : [];
    this.started = now;
    this.elapsed = 0;
    if (this.fan && (this.stacks.get(this.fan.hex)?.length ?? 0) < 2) this.fan = null;
    this.light(this.highlights);
  }

  light(highlights: Highlights): void {
    this.highlights = highlights;
    this.lights = new HexLights(highlights, this.grid, this.board.map, new Set(this.stacks.keys()), this.names);
  }

  /** The names that are printed on the map are known. */
  name(names: readonly PlaceName[]): void {
    this.names = names;
    this.light(this.highlights);
  }

  shade(layers: Layer[]): void {
    this.shading = layers.length ? new Shading(layers, this.grid, this.board.map) : null;
  }

  hit(point: Point): Hit {
    return meant(point, this.grid, this.stacks, this.fan, this.highlights);
  }

  /** Fans a stack out inside what is seen of the map; answers whether anything changed. */
  openFan(hex: string, scale: number, seen: Box): boolean {
    if ((this.stacks.get(hex)?.length ?? 0) < 2) return this.closeFan();
    if (hex === this.fan?.hex) return false;
    this.fan = { hex, size: Math.max(counterSize(this.grid, 2), FAN_PIXELS / scale), seen };
    return true;
  }

  /** What is seen of the map has changed: a fan stays inside. */
  keepFanIn(seen: Box): void {
    if (this.fan) this.fan.seen = seen;
  }

  closeFan(): boolean {
    const open = this.fan !== null;
    this.fan = null;
    return open;
  }

  /** Counters lying still, as they are drawn: far ones first. */
  *lying(): Generator<{ placed: Placed; size: number }> {
    const moving = new Set(this.gliding.map(({ piece }) => piece.id));
    for (const [hex, ids] of this.stacks) {
      if (hex === this.fan?.hex) continue;
      const size = counterSize(this.grid, ids.length);
      for (const placed of layout(ids, hex, this.grid)) if (!moving.has(placed.id)) yield { placed, size };
    }
  }

  fannedOut(): Placed[] {
    const ids = this.fan && this.stacks.get(this.fan.hex);
    return this.fan && ids ? fanned(ids, this.fan.hex, this.grid, this.fan.size, this.fan.seen) : [];
  }

  /** Time goes on: counters that have arrived lie still from now on. */
  advance(now: number): void {
    this.elapsed = now - this.started;
    this.gliding = this.gliding.filter(({ delay, duration }) => this.elapsed < delay + duration);
  }

  /** All counters are where they belong, at once. */
  settle(): void {
    this.gliding = [];
  }

  /** Counters on their way. */
  onTheirWay(): { glide: Glide; at: Point & { alpha: number } }[] {
    return this.gliding.map((glide) => ({ glide, at: glidePoint(glide, this.elapsed) }));
  }
}
