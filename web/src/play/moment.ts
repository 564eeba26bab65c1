// When something that is played out happens, in the words of the view and on its tracks.
import type { Board, LogEntry, View } from "../api/types";

export type Moment = Pick<View, "turn" | "phase" | "tracks">;

/** The moment of the last of the entries so far, between two views; none is known before the first order. */
export function momentOf(board: Pick<Board, "tracks">, before: View | null, after: View, past: LogEntry[]): Moment {
  const last = past.at(-1);
  const turn = last?.turn ?? after.turn;
  const known = before?.turn === turn ? before : after;
  const phase = last?.phase || known.phase;
  const tracks = { ...known.tracks };
  for (const { id, boxes, ordered } of board.tracks) {
    const stood = before?.tracks[id];
    if (!ordered && stood !== undefined) tracks[id] = stood; // the weather of a new turn is not known before its die
    const [box] = boxes.filter((one) => begins(phase, one.id)).sort((one, other) => other.id.length - one.id.length);
    if (box) tracks[id] = box.id;
  }
  for (const entry of past) Object.assign(tracks, entry.tracks);
  return { turn, phase, tracks };
}

/** Whether words begin with a name as a whole: the "2nd Wave" is not in box 2. */
function begins(words: string, name: string): boolean {
  return words.startsWith(name) && !/^[\p{L}\p{N}]/u.test(words.slice(name.length));
}
