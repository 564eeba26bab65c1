// A small board for tests: three rows of four hexes.
import type { Board, BoardHex, View } from "../src/api/types";
import { Grid } from "../src/board/geometry";

const WIDTH = 64;
const DOWN = (WIDTH * Math.sqrt(3)) / 2;

export function smallGrid(): Grid {
  const hexes: BoardHex[] = [];
  for (const row of [0, 1, 2])
    for (const column of [0, 1, 2, 3])
      hexes.push({
        id: `${row}${column}`,
        x: 100 + column * WIDTH + (row % 2) * (WIDTH / 2),
        y: 100 + row * DOWN,
        terrain: ["clear"],
        name: "",
        playable: true,
        neighbours: [],
        sides: {},
        marks: [],
      });
  const map = {
    picture: "",
    painted: "",
    width: 500,
    height: 400,
    hex_width: WIDTH,
    orientation: "pointy" as const,
    directions: [],
    left: 0,
    top: 0,
    right: 0,
    bottom: 0,
  };
  return new Grid({ map: map as unknown as Board["map"], hexes });
}

export function viewOf(number: number, places: Record<string, string>, since: View["since"] = []): View {
  return {
    number,
    seat: "allied",
    turn: "",
    phase: "",
    active: "",
    pieces: Object.entries(places).map(([id, at]) => ({ id, at, reduced: false, values: [], flags: [] })),
    marks: [],
    tracks: {},
    facts: [],
    decision: null,
    outcome: null,
    can_undo: false,
    undo_reason: "",
    since,
  } as unknown as View;
}
