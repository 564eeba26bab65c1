// The layout of a game, with its map already on the way while the rest is still being asked for.
import { takeBoard } from "../api/ahead";
import type { Board } from "../api/types";
import { imageAt } from "./picture";

export async function openBoard(game: string): Promise<Board> {
  const board = await takeBoard(game);
  imageAt(board.map.painted || board.map.picture).catch(() => undefined); // the board itself tells of a failure
  return board;
}
