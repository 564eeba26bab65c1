// What the page of a game needs first, asked for while its program is still on the way.
import { api } from "./client";
import type { Board, GameInfo } from "./types";

interface Asked {
  info?: Promise<GameInfo>;
  board?: Promise<Board>;
}

const asked = new Map<string, Asked>();

export function askAhead(game: string): void {
  const [info, board] = [api.game(game), api.board(game)];
  asked.set(game, { info, board });
  info.catch(() => undefined); // whoever takes it is told of a failure
  board.then(fetchMap, () => undefined);
}

function fetchMap({ map }: Board): void {
  new Image().src = map.painted || map.picture;
}

/** Each answer is given once: who asks again wants to know how it stands then. */
export function takeInfo(game: string): Promise<GameInfo> {
  const { info, ...rest } = asked.get(game) ?? {};
  asked.set(game, rest);
  return info ?? api.game(game);
}

export function takeBoard(game: string): Promise<Board> {
  const { board, ...rest } = asked.get(game) ?? {};
  asked.set(game, rest);
  return board ?? api.board(game);
}
