// The situation at a glance: where units stand, where troops land and what counts, as signs for a small map.
import type { Board, View } from "../api/types";
import { isDark } from "../board/colours";
import { boxAround, type Box, type Point } from "../board/geometry";
import { hexesOf, isBox } from "../board/layout";

export interface Situation {
  /** Places with units; sides differ in colour and shape, as on the small map of the board. */
  units: (Point & { dark: boolean })[];
  landings: Point[];
  goals: Point[];
  /** Whose units are shown, by their look. */
  owners: { dark: boolean; people: string[] }[];
  /** The part of the drawing to be shown. */
  box: Box;
}

/** Marks of hexes that mean the same in every game. */
const OBJECTIVE = "objective";
const isLanding = (mark: string) => /\bbeach$/i.test(mark);

const AROUND = 1.6; // hex widths beside what is shown
const [TALLEST, WIDEST] = [1.25, 1.8]; // width to height of the picture

export function situationOf(board: Board, view: View): Situation {
  const sheet = hexesOf(board);
  const places = new Map(
    board.hexes
      .filter(({ x, y }) => x >= sheet.left && x <= sheet.right && y >= sheet.top && y <= sheet.bottom)
      .map((hex) => [hex.id, hex]),
  );
  const pieces = new Map(board.pieces.map((piece) => [piece.id, piece]));
  const units = new Map<string, Situation["units"][number]>();
  const owners = new Map<boolean, Set<string>>();
  for (const { id, at } of view.pieces) {
    const [piece, place] = [pieces.get(id), places.get(at)];
    if (!piece || !place) continue;
    const dark = isDark(piece.nation);
    units.set(at, { x: place.x, y: place.y, dark });
    owners.set(dark, (owners.get(dark) ?? new Set()).add(peopleOf(board, piece.seat)));
  }
  const inPlay = [...places.values()].filter(({ id, playable }) => playable && !isBox(board, id));
  const landings = inPlay.filter(({ marks }) => marks.some(isLanding)).map(pointOf);
  const goals = inPlay.filter(({ marks }) => marks.includes(OBJECTIVE)).map(pointOf);
  const shown = [...units.values(), ...landings, ...goals];
  return {
    units: [...units.values()],
    landings,
    goals,
    owners: [...owners].map(([dark, people]) => ({ dark, people: [...people] })).sort((one) => (one.dark ? 1 : -1)),
    box: shaped(boxAround(shown.length ? shown : inPlay, AROUND * board.map.hex_width), board.map),
  };
}

/** The people of the side to which a seat belongs; what nobody plays belongs to the side that has no seat. */
function peopleOf({ seats, briefing }: Board, seat: string): string {
  const side = seats.find(({ id }) => id === seat)?.side;
  const isIts = (one: string) => (side ? one === side : !seats.some((known) => known.side === one));
  return briefing.sides.find((one) => isIts(one.side))?.title ?? "";
}

const pointOf = ({ x, y }: Point): Point => ({ x, y });

/** A box neither too tall nor too wide, which lies on the sheet. */
export function shaped({ left, top, right, bottom }: Box, sheet: { width: number; height: number }): Box {
  const width = Math.min(sheet.width, Math.max(right - left, (bottom - top) * TALLEST));
  const height = Math.min(sheet.height, Math.max(bottom - top, width / WIDEST));
  const start = (low: number, high: number, length: number, all: number) =>
    Math.min(all - length, Math.max(0, (low + high - length) / 2));
  const [x, y] = [start(left, right, width, sheet.width), start(top, bottom, height, sheet.height)];
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** A star with five points around a point, as SVG draws it. */
export function starAt({ x, y }: Point, radius: number): string {
  return Array.from({ length: 10 }, (_, index) => {
    const [turn, reach] = [(index * Math.PI) / 5 - Math.PI / 2, index % 2 ? radius * 0.45 : radius];
    return `${(x + reach * Math.cos(turn)).toFixed(1)},${(y + reach * Math.sin(turn)).toFixed(1)}`;
  }).join(" ");
}
