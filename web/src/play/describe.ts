// Hexes and units in words, for the inspector, the text board and those who listen.
import type { Board, BoardHex, OrderChoice, Piece, PieceState, View } from "../api/types";
import { valueLine } from "../board/counters";
import { text } from "../text";
import { piecesAt } from "./choices";

export function hexTitle(hex: BoardHex | undefined, id: string): string {
  return hex?.name ? `${id} ${hex.name}` : id;
}

function sidesOf(hex: BoardHex, directions: string[]): string[] {
  return Object.entries(hex.sides).map(([kind, sides]) =>
    text.play.sides(
      kind,
      sides.map((side) => directions[side] ?? ""),
    ),
  );
}

/** Terrain, roads and rivers, and what is printed in a hex. */
export function groundOf(board: Board, hex: BoardHex): string[] {
  const legend = new Map(board.legend.map((box) => [box.id, box.title.toLowerCase()]));
  const marks = hex.marks.map((mark) => legend.get(mark) ?? mark);
  return [
    hex.terrain.join(", "),
    ...sidesOf(hex, board.map.directions),
    ...marks,
    hex.playable ? "" : text.play.outside,
  ]
    .map((part) => part.trim())
    .filter(Boolean);
}

/** "attack 4, defence 6, movement 8". */
export function valuesOf(board: Board, piece: Piece | undefined, state: PieceState): string {
  const values = state.values.length > 0 ? state.values : ((state.reduced ? piece?.back : piece?.front) ?? []);
  return values
    .flatMap((value, index) => (value ? `${board.value_names[index] ?? ""} ${value}`.trim() : []))
    .join(", ");
}

/** "4-6-8", as on the counter. */
export function valuesInShort(piece: Piece | undefined, state: PieceState): string {
  const values = state.values.length > 0 ? state.values : ((state.reduced ? piece?.back : piece?.front) ?? []);
  return valueLine({ ...state, values });
}

/** What a piece is called: what it has turned out to be, if that is known. */
export function pieceTitle(piece: Piece | undefined, state: PieceState): string {
  return [piece?.title ?? state.id, state.title].filter(Boolean).join(": ");
}

export function unitWords(board: Board, piece: Piece | undefined, state: PieceState, seat: string): string {
  if (!piece) return state.id;
  const about = [piece.size, piece.kind].filter(Boolean).join(" ");
  const flags = [state.reduced ? text.play.reduced : "", ...state.flags].filter(Boolean);
  const title = pieceTitle(piece, state);
  const called = piece.name && !title.includes(piece.name) ? `${piece.name}, ${title}` : title;
  return [`${seat} ${called}`.trim(), about, valuesOf(board, piece, state), ...flags].filter(Boolean).join(", ");
}

/** An order with what it costs, also for sure. */
export function orderWords({ label, cost, loss }: OrderChoice): string {
  const words = cost ? `${label} (${text.play.cost(cost)})` : label;
  return loss ? `${words}. ${text.play.forSure(loss)}` : words;
}

/** All that can be said about a hex in one sentence. */
export function hexWords(
  board: Board,
  view: View,
  hexes: ReadonlyMap<string, BoardHex>,
  pieces: ReadonlyMap<string, Piece>,
  id: string,
  orders: OrderChoice[],
): string {
  const hex = hexes.get(id);
  if (!hex) return id;
  const seatOf = (seat: string) => board.seats.find((known) => known.id === seat)?.title ?? "";
  const units = piecesAt(view, id).map((state) => {
    const piece = pieces.get(state.id);
    return unitWords(board, piece, state, seatOf(piece?.seat ?? ""));
  });
  const marks = view.marks.filter((mark) => mark.at === id).map((mark) => mark.text || mark.kind);
  const can = orders.map(orderWords);
  const parts = [hexTitle(hex, id), ...groundOf(board, hex), ...marks, ...units];
  return `${parts.join("; ")}. ${can.length > 0 ? text.play.canDo(can) : ""}`.trim();
}
