// The board as it lies before the player: boxes that are printed on the drawing are places like hexes, and a sheet that
// can be turned may lie the other way round.
import type { Board, BoardHex } from "../api/types";
import { boxAround, type Box } from "./geometry";

type Layout = Pick<Board, "map" | "hexes" | "boxes">;

const NEAR = 1.15; // hex widths within which two places are neighbours

export function laidOut<T extends Layout>(board: T, turned: boolean): T {
  const places = withBoxes(board);
  return turned && board.map.turned ? halfTurned(places) : places;
}

/** Whether a place is a hex with a number and no box. */
export function isBox(board: Layout, id: string): boolean {
  return board.boxes.some((box) => box.id === id);
}

/** The part of the sheet on which the hexes lie, and boxes among them; other boxes lie beside the map. */
export function hexesOf(board: Layout): Box {
  const boxes = new Set(board.boxes.map((box) => box.id));
  const hexes = board.hexes.filter((hex) => !boxes.has(hex.id));
  return boxAround(hexes, board.map.hex_width);
}

function withBoxes<T extends Layout>(board: T): T {
  const boxes = board.boxes.filter((box) => box.x !== undefined && box.y !== undefined);
  if (boxes.length === 0) return board;
  const found = boxes.map((box): BoardHex => ({
    id: box.id,
    x: box.x ?? 0,
    y: box.y ?? 0,
    terrain: box.text ? [box.text] : [],
    name: "",
    playable: true,
    neighbours: [],
    sides: {},
    marks: [],
  }));
  const hexes = board.hexes.map((hex) => ({ ...hex, neighbours: [...hex.neighbours] }));
  const near = board.map.hex_width * NEAR;
  for (const box of found)
    for (const other of [...hexes, ...found])
      if (other !== box && Math.hypot(other.x - box.x, other.y - box.y) <= near) {
        box.neighbours.push(other.id);
        if (!found.includes(other)) other.neighbours.push(box.id);
      }
  return { ...board, hexes: [...hexes, ...found] };
}

function halfTurned<T extends Layout>(board: T): T {
  const { map } = board;
  const { width, height, left, top, right, bottom } = map;
  const turn = <P extends { x: number; y: number }>(place: P): P => ({
    ...place,
    x: width - place.x,
    y: height - place.y,
  });
  return {
    ...board,
    hexes: board.hexes.map(turn),
    map: {
      ...map,
      picture: map.turned ?? map.picture,
      painted: map.turned_painted ?? "",
      left: width - (right || width),
      right: width - left,
      top: height - (bottom || height),
      bottom: height - top,
    },
  };
}
