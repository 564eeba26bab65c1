// Which of the listed orders a click, a hex or a unit means. No rules here: only matching against what the server lists.
import type { BoardHex, Decision, OrderChoice, PieceState, View } from "../api/types";
import type { Chances, HighlightKind, Highlights } from "../board/contract";

export interface Place {
  hex: string | null;
  unit: string | null;
}

/** More orders than this are shown with a field to filter them. */
export const LONG_LIST = 12;

export function byId<T extends { id: string }>(things: T[]): ReadonlyMap<string, T> {
  return new Map(things.map((thing) => [thing.id, thing]));
}

export function unique<T>(words: T[]): T[] {
  return [...new Set(words)];
}

export function whereIs(view: View, unit: string): string | null {
  return view.pieces.find((piece) => piece.id === unit)?.at ?? null;
}

export function piecesAt(view: View, place: string): PieceState[] {
  return view.pieces.filter((piece) => piece.at === place);
}

export function isPlain(order: OrderChoice): boolean {
  return !order.unit && !order.hex;
}

/**
 * The orders a click means: those of the unit under it and of its hex, or of any unit in that hex. Where there are several
 * to choose from, the other units of the stack are among them.
 */
export function ordersAt(view: View, place: Place): OrderChoice[] {
  const orders = view.decision?.orders ?? [];
  const onHex = place.hex === null ? [] : orders.filter((order) => order.hex === place.hex);
  const onUnit =
    place.unit === null ? [] : orders.filter((order) => order.unit === place.unit && !onHex.includes(order));
  const meant = [...onUnit, ...onHex];
  if (place.hex === null || (onUnit.length > 0 && meant.length === 1)) return meant;
  const inHex = new Set(piecesAt(view, place.hex).map((piece) => piece.id));
  const inStack = orders.filter((order) => order.unit && !order.hex && inHex.has(order.unit) && !meant.includes(order));
  return [...meant, ...inStack];
}

/** Whether a decision is one for the map: most of its orders are hexes. */
export function isForMap(orders: OrderChoice[]): boolean {
  return orders.filter((order) => order.hex).length > orders.length / 2;
}

/**
 * The words with which to ask why a place cannot be chosen; null if nothing of the kind is asked. Where an enemy stands
 * the question is what can be done against him, before it is whether one can go there. A hex means the uppermost unit
 * in it that is no enemy, where it is units that are asked for.
 */
export function question(view: View, place: Place, isEnemy: (unit: string) => boolean): string | null {
  const { orders = [], unit_verb = "", hex_verb = "", target_verb = "" } = view.decision ?? {};
  const { hex } = place;
  const there = hex ? piecesAt(view, hex).map((piece) => piece.id) : [];
  const against = orders.find((order) => order.hex && !order.unit && order.path.length === 0)?.verb ?? target_verb;
  if (hex && against && there.some(isEnemy)) return `${against} ${hex}`;
  const unit = place.unit ?? (hex_verb ? undefined : there.findLast((id) => !isEnemy(id)));
  if (unit && unit_verb) return `${unit_verb} ${unit}`;
  return hex && hex_verb ? `${hex_verb} ${hex}` : null;
}

/** Whether an order leads to chance, at once or by what it begins, so that it has odds. */
export function isRated(order: OrderChoice): boolean {
  return order.odds || Boolean(order.reach);
}

/**
 * Whether the odds of an order are told though nobody has pointed at it: those of an attack as it stands, or where all
 * listed choices have odds to be compared; among destinations they would only be in the way.
 */
export function tellsUnasked(listed: OrderChoice[], order: OrderChoice | null): boolean {
  return order !== null && (!listed.includes(order) || listed.every(isRated));
}

/** The hex of an order, or of its unit, if it is on the map. */
export function hexOf(order: OrderChoice, view: View, hexes: ReadonlyMap<string, BoardHex>): string | null {
  const at = order.hex ?? (order.unit ? whereIs(view, order.unit) : null);
  return at !== null && hexes.has(at) ? at : null;
}

/** A choice that leads to chance is a target where somebody is; elsewhere somebody is to land or to come in. */
function kindOf(order: OrderChoice, view: View, held: ReadonlySet<string | null>): HighlightKind {
  if (order.path.length > 0) return "move";
  if (isRated(order) && held.has(order.hex ?? null)) return "target";
  if (order.cost) return "move";
  return order.hex && order.hex === view.decision?.target ? "target" : "choice";
}

/** A cost as it has room in a hex: its number, if it has one. */
function inShort(cost: string): string {
  return /^\d+(\.\d+)?/.exec(cost)?.[0] ?? cost;
}

/** What stands in a hex that costs a step or a unit for sure. */
const CERTAIN_LOSS = "✗";

/** What lights up on the board. */
export function highlightsOf(
  view: View,
  preview: OrderChoice | null,
  picked: string | null = null,
  figures: ReadonlyMap<string, Chances> = new Map(),
): Highlights {
  const decision = view.decision;
  const lit: Highlights = {
    hexes: new Map(),
    units: new Set(),
    still: new Set((decision?.orders ?? []).flatMap((order) => (isRated(order) && order.unit ? order.unit : []))),
    selected: picked ?? decision?.unit ?? null,
    target: decision?.target ?? null,
    path: preview?.path ?? [],
    pointed: preview?.hex ?? (preview?.unit ? whereIs(view, preview.unit) : null),
  };
  const held = new Set(view.pieces.map(({ at }) => at ?? null));
  for (const order of decision?.orders ?? []) {
    if (order.unit && !order.hex) {
      lit.units.add(order.unit);
      const at = whereIs(view, order.unit);
      if (at && !lit.hexes.has(at)) lit.hexes.set(at, { kind: "unit" });
    }
    if (!order.hex) continue;
    const chances = order.loss ? undefined : figures.get(order.order);
    const label = order.loss ? CERTAIN_LOSS : order.cost && !chances ? inShort(order.cost) : "";
    lit.hexes.set(order.hex, {
      kind: kindOf(order, view, held),
      ...(label ? { label } : {}),
      ...(chances ? { chances } : {}),
    });
  }
  return lit;
}

/** The places on the map that can be chosen, in the order of the list; each hex once. */
export function choicePlaces(view: View, hexes: ReadonlyMap<string, BoardHex>): Place[] {
  const places: Place[] = [];
  const seen = new Set<string>();
  for (const order of view.decision?.orders ?? []) {
    const unit = order.unit && !order.hex ? order.unit : null;
    const hex = order.hex ?? (unit ? whereIs(view, unit) : null);
    if (!hex || !hexes.has(hex) || seen.has(hex)) continue;
    seen.add(hex);
    places.push({ hex, unit });
  }
  return places;
}

/** The choice after (or before) the cursor, around the end to the first. */
export function nextChoice(
  view: View,
  hexes: ReadonlyMap<string, BoardHex>,
  cursor: string | null,
  step: 1 | -1,
): Place | null {
  const places = choicePlaces(view, hexes);
  if (places.length === 0) return null;
  const now = places.findIndex((place) => place.hex === cursor);
  const next = now < 0 ? (step > 0 ? 0 : places.length - 1) : (now + step + places.length) % places.length;
  return places[next] ?? null;
}

export function filterOrders(orders: OrderChoice[], words: string): OrderChoice[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return orders.filter((order) => {
    const text = `${order.order} ${order.label} ${order.detail}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Those without a place first. */
function plainFirst(orders: OrderChoice[]): OrderChoice[] {
  return [...orders.filter(isPlain), ...orders.filter((order) => !isPlain(order))];
}

/** So many orders have their buttons beside the prompt. */
const MOST_BESIDE = 6;

/**
 * The orders that stand beside the prompt: all if they are few, else those that have no place on the map. The others
 * are listed below.
 */
export function besidePrompt(view: View, hexes: ReadonlyMap<string, BoardHex>): OrderChoice[] {
  const orders = view.decision?.orders ?? [];
  if (orders.length <= MOST_BESIDE) return plainFirst(orders);
  const offMap = orders.filter((order) => order.unit && !order.hex && !hexes.has(whereIs(view, order.unit) ?? ""));
  return [...orders.filter(isPlain), ...(offMap.length <= MOST_BESIDE ? offMap : [])];
}

/** The orders in the sequence in which they are numbered and listed: those beside the prompt first. */
export function inSequence(view: View, hexes: ReadonlyMap<string, BoardHex>): OrderChoice[] {
  const beside = besidePrompt(view, hexes);
  return [...beside, ...arranged((view.decision?.orders ?? []).filter((order) => !beside.includes(order)))];
}

/** A long list of places is looked through by what they cost, and then by their names; others stay as the game tells them. */
export function arranged(orders: OrderChoice[]): OrderChoice[] {
  if (orders.length <= LONG_LIST || !orders.every(({ hex, unit }) => hex && !unit)) return orders;
  const costOf = ({ cost }: OrderChoice) => Number.parseFloat(cost) || 0;
  return orders.toSorted(
    (one, other) =>
      costOf(one) - costOf(other) || (one.hex ?? "").localeCompare(other.hex ?? "", "en", { numeric: true }),
  );
}

/** The number of each order on the keyboard and on the text board: as they stand, without a gap. */
export function numbered(orders: OrderChoice[]): ReadonlyMap<string, number> {
  return new Map(orders.map(({ order }, index) => [order, index + 1]));
}

/**
 * Whether an order leaves choices on the board unused, so that a slip would cost something: it ends what is asked about
 * several. In a question about one unit or one place it is an answer like the others; so is one that names something, or
 * has odds.
 */
export function givesUp(order: OrderChoice, { orders, unit, target }: Asked): boolean {
  const ends = isPlain(order) && order.order === order.verb && !isRated(order);
  return ends && !unit && !target && orders.some((other) => !isPlain(other));
}

type Asked = Pick<Decision, "orders" | "unit" | "target">;

/**
 * Whether an order is asked about before it is given: always if it begins what the player still puts together, and if it
 * leaves choices unused, unless he wants no such question.
 */
export function asksFirst(order: OrderChoice, decision: Asked, wanted: boolean): boolean {
  return order.sets_off || (wanted && givesUp(order, decision));
}

/** Whether an order costs something for sure that another would not: who chooses it on the map is told first. */
export function isCostly(order: OrderChoice, orders: OrderChoice[]): boolean {
  return Boolean(order.loss) && orders.some((other) => !other.loss);
}

/** The order whose odds are shown when none is pointed at: the attack as it stands, else the first that has odds. */
export function bestWithOdds(orders: OrderChoice[]): OrderChoice | null {
  const rated = orders.filter(isRated);
  return rated.find(isPlain) ?? rated[0] ?? null;
}

/** Where the cursor begins: at a choice, else in the middle of the battlefield. */
export function firstPlace(view: View, hexes: ReadonlyMap<string, BoardHex>): string | null {
  const choice = choicePlaces(view, hexes)[0]?.hex ?? view.decision?.target;
  if (choice) return choice;
  const inPlay = [...hexes.values()].filter((hex) => hex.playable);
  return inPlay[Math.floor(inPlay.length / 2)]?.id ?? null;
}

export type Direction = "left" | "right" | "up" | "down" | "up-left" | "up-right" | "down-left" | "down-right";

const ANGLES: Record<Direction, [number, number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
  "up-left": [-0.71, -0.71],
  "up-right": [0.71, -0.71],
  "down-left": [-0.71, 0.71],
  "down-right": [0.71, 0.71],
};

/**
 * The neighbour that lies most in a direction. Where two lie equally (north, on a map with pointed hexes), the one
 * nearer to the line on which the cursor began, so that a row of keys walks straight.
 */
export function neighbourTowards(
  hexes: ReadonlyMap<string, BoardHex>,
  from: BoardHex,
  direction: Direction,
  line: { x: number; y: number },
): BoardHex | null {
  const [dx, dy] = ANGLES[direction];
  let best: { hex: BoardHex; turn: number; drift: number } | null = null;
  for (const id of from.neighbours) {
    const hex = id ? hexes.get(id) : undefined;
    if (!hex) continue;
    const [x, y] = [hex.x - from.x, hex.y - from.y];
    const turn = Math.round(((x * dx + y * dy) / Math.hypot(x, y)) * 100);
    const drift = Math.abs(dx) > Math.abs(dy) ? Math.abs(hex.y - line.y) : Math.abs(hex.x - line.x);
    if (turn <= 0) continue;
    if (!best || turn > best.turn || (turn === best.turn && drift < best.drift)) best = { hex, turn, drift };
  }
  return best?.hex ?? null;
}

/** The unit that an order names, else the unit or units that its question was about. */
export function unitsIn(order: OrderChoice | undefined, decision: View["decision"]): string[] {
  const unit = order?.unit ?? decision?.unit;
  return unit ? [unit] : (decision?.units ?? []);
}

/** The unit that a clicked place means to layers: the one that was clicked, else the first that lies there face up. */
export function selectedIn(view: View | null, place: Place | null): string | null {
  if (place?.unit || !place?.hex || !view) return place?.unit ?? null;
  return piecesAt(view, place.hex).find(({ hidden }) => !hidden)?.id ?? null;
}
