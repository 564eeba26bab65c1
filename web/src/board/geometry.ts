// Where things lie in the drawing: hexes, their corners, and which hex is under a point.
import type { Board, BoardHex } from "../api/types";

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The box around some points, with room beside them. */
export function boxAround(points: Point[], room: number): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.min(...xs) - room,
    right: Math.max(...xs) + room,
    top: Math.min(...ys) - room,
    bottom: Math.max(...ys) + room,
  };
}

/** What a path and a canvas have in common. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

export class Grid {
  readonly hexes = new Map<string, BoardHex>();
  /** Distance between the centres of neighbours. */
  readonly width: number;
  /** How much larger than usual counters are. */
  counters = 1;
  private readonly corners: Point[];
  private readonly cells = new Map<string, BoardHex[]>();

  constructor(board: Pick<Board, "map" | "hexes">) {
    this.width = board.map.hex_width;
    const radius = this.width / Math.sqrt(3);
    const turn = board.map.orientation === "pointy" ? Math.PI / 6 : 0;
    this.corners = Array.from({ length: 6 }, (_, i) => ({
      x: radius * Math.cos(turn + (i * Math.PI) / 3),
      y: radius * Math.sin(turn + (i * Math.PI) / 3),
    }));
    for (const hex of board.hexes) {
      this.hexes.set(hex.id, hex);
      const key = this.cell(hex);
      const cell = this.cells.get(key);
      if (cell) cell.push(hex);
      else this.cells.set(key, [hex]);
    }
  }

  get radius(): number {
    return this.width / Math.sqrt(3);
  }

  centre(id: string): BoardHex | undefined {
    return this.hexes.get(id);
  }

  /** The hex under a point of the drawing: the one whose centre is nearest, if it is near enough. */
  at(point: Point): string | null {
    let nearest: BoardHex | null = null;
    let best = (this.radius * 1.02) ** 2;
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        const cell = this.cells.get(this.cell({ x: point.x + dx * this.width, y: point.y + dy * this.width }));
        for (const hex of cell ?? []) {
          const distance = (hex.x - point.x) ** 2 + (hex.y - point.y) ** 2;
          if (distance < best) [nearest, best] = [hex, distance];
        }
      }
    return nearest?.id ?? null;
  }

  /** Traces the outline of a hex; `grow` is 1 for the whole hex. */
  trace(pen: Pen, centre: Point, grow = 1): void {
    this.corners.forEach((corner, i) => {
      const [x, y] = [centre.x + corner.x * grow, centre.y + corner.y * grow];
      if (i === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    });
    pen.closePath();
  }

  /** The outlines of several hexes as one path. */
  outline(ids: Iterable<string>, grow = 1): Path2D {
    const path = new Path2D();
    for (const id of ids) {
      const hex = this.hexes.get(id);
      if (hex) this.trace(path, hex, grow);
    }
    return path;
  }

  /** The line around several hexes together, and around holes in them. */
  rim(ids: Iterable<string>): Path2D {
    const path = new Path2D();
    for (const [from, to] of this.rimSides(new Set(ids))) {
      path.moveTo(from.x, from.y);
      path.lineTo(to.x, to.y);
    }
    return path;
  }

  /** The sides of hexes of a set beyond which there is none of it. */
  *rimSides(ids: ReadonlySet<string>): Generator<[Point, Point]> {
    for (const id of ids) {
      const hex = this.hexes.get(id);
      if (!hex) continue;
      for (const [i, from] of this.corners.entries()) {
        const to = this.corners[(i + 1) % this.corners.length] ?? from;
        const beyond = this.at({ x: hex.x + from.x + to.x, y: hex.y + from.y + to.y });
        if (beyond === null || !ids.has(beyond))
          yield [
            { x: hex.x + from.x, y: hex.y + from.y },
            { x: hex.x + to.x, y: hex.y + to.y },
          ];
      }
    }
  }

  private cell(point: Point): string {
    return `${Math.floor(point.x / this.width)} ${Math.floor(point.y / this.width)}`;
  }
}
