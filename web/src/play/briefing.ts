// When a game opens with its briefing, and the counter that it explains.
import type { Board, LogEntry, Piece } from "../api/types";

/** A counter that shows most of what counters of this game can show: one of the player's own, if it has one. */
export function sampleOf(board: Board, seat: string): Piece | null {
  const count = ({ front, back, symbol }: Piece) =>
    [...(front ?? []), ...(back ?? []).slice(0, 1)].filter(Boolean).length + (symbol ? 1 : 0);
  const best = (pieces: Piece[]) =>
    pieces.reduce<Piece | null>((found, piece) => (found && count(found) >= count(piece) ? found : piece), null);
  return best(board.pieces.filter((piece) => piece.seat === seat)) ?? best(board.pieces);
}

/** Whether somebody at these seats has not given an order yet. */
export function isNew(log: LogEntry[], mine: string[]): boolean {
  return mine.length > 0 && !log.some((entry) => mine.includes(entry.seat));
}
