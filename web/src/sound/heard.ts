// What is heard of what happens: the board says what its kinds of entries sound like, results have dice and cards.
import type { Board, LogEntry, Piece } from "../api/types";

export type Sound = "dice" | "card" | "guns" | "engines" | "turn";

/** So many sounds at the most follow each other for what happened at once. */
const MOST = 3;
/** Symbols of NATO for what drives on tracks or wheels: armour, mechanised infantry, armoured reconnaissance. */
const DRIVES = /^S..PUC(A-|AAA|IZ|RV)/;

function soundsOf({ kind, unit, path, result }: LogEntry, board: Board, pieces: ReadonlyMap<string, Piece>): Sound[] {
  const moved = path.length > 1 && DRIVES.test(pieces.get(unit ?? "")?.symbol ?? "");
  return [
    ...(board.sounds?.[kind] ? [board.sounds[kind]] : []),
    ...(moved ? ["engines" as const] : []),
    ...(result?.die ? ["dice" as const] : []),
    ...(result?.card ? ["card" as const] : []),
  ];
}

/** Each sound once, as it first comes up. */
export function heard(entries: LogEntry[], board: Board, pieces: ReadonlyMap<string, Piece>): Sound[] {
  return [...new Set(entries.flatMap((entry) => soundsOf(entry, board, pieces)))].slice(0, MOST);
}
