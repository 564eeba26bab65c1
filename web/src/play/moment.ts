// When something that is played out happens, in the words of the view and on its tracks.
import type { Board, LogEntry, View } from "../api/types";

export type Moment = Pick<View, "turn" | "phase" | "tracks">;

type Deck = Pick<Board, "cards" | "tracks">;

/**
 * The moment of the last of the entries so far. An entry knows its turn. Its phase is known where a card is drawn: it is
 * the one with the name of the section that counts, if that lies between the phases before and after all of it.
 */
export function momentOf(board: Deck, before: View | null, after: View, past: LogEntry[], future: LogEntry[]): Moment {
  const turn = past.at(-1)?.turn ?? after.turn;
  const known = before?.turn === turn ? before : after;
  const within = (entry: LogEntry) => entry.turn === turn;
  // What begins a turn belongs to the first phase of it.
  const begun = turn === before?.turn ? undefined : future.find((entry) => within(entry) && entry.card);
  const drawn = past.findLast((entry) => within(entry) && entry.card) ?? begun;
  const name = board.cards
    ?.find((card) => card.id === drawn?.card)
    ?.parts.find((part) => part.id === drawn?.part)?.title;
  for (const { id, boxes } of board.tracks) {
    const place = boxes.findIndex((box) => box.title === name);
    const at = (view: View | null) => (view?.turn === turn ? boxes.findIndex((box) => box.id === view.tracks[id]) : -1);
    const [from, to] = [at(before), at(after)];
    const box = boxes[place];
    if (box && place >= from && (to < 0 || place <= to))
      return { turn, phase: box.title, tracks: { ...known.tracks, [id]: box.id } };
  }
  return { turn, phase: known.phase, tracks: known.tracks };
}
