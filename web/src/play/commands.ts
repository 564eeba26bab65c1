// What is typed, in the words of the terminal game: orders, alone or several in one line, and a few questions.
import type { Board, OrderChoice } from "../api/types";

export type Command =
  | { do: "order"; order: string; rest: string }
  | { do: "undo" | "hint" | "nothing" }
  | { do: "why" | "odds"; order: string }
  | { do: "look"; at: string };

type NumberOf = (order: OrderChoice, index: number) => number;
const inTurn: NumberOf = (_, index) => index + 1;

/** What is not known is passed on as an order, for the server to explain. */
export function read(line: string, orders: OrderChoice[], numberOf: NumberOf = inTurn): Command {
  const words = line.trim().split(/\s+/).filter(Boolean);
  const [first, ...others] = words;
  if (first === undefined) return { do: "nothing" };
  const rest = others.join(" ");
  const word = first.toLowerCase();
  if ((word === "undo" || word === "hint") && !rest) return { do: word };
  if (word === "why" && rest) return { do: "why", order: rest };
  if (word === "odds") return { do: "odds", order: named(rest, orders, numberOf)?.order ?? rest };
  if ((word === "hex" || word === "unit") && rest) return { do: "look", at: rest };
  for (const length of [2, 1]) {
    const said = words.slice(0, length).join(" ");
    const order = words.length >= length ? named(said, orders, numberOf) : null;
    if (order) return { do: "order", order: order.order, rest: words.slice(length).join(" ") };
  }
  return { do: "order", order: words.join(" "), rest: "" };
}

/** Words of this game with which to show how one types: an order, if one can be given, and a hex. */
export function example(orders: OrderChoice[], board: Board): { order: string; hex: string } {
  const known = new Set(board.hexes.map(({ id }) => id));
  const order = orders.find(({ hex }) => hex && known.has(hex)) ?? orders[0];
  const named = board.hexes.find(({ playable, name, terrain }) => playable && name && terrain.length > 0);
  return { order: order?.order ?? "", hex: order?.hex ?? (named ?? board.hexes[0])?.id ?? "" };
}

function named(said: string, orders: OrderChoice[], numberOf: NumberOf): OrderChoice | null {
  const wanted = said.toLowerCase();
  const exact = orders.find((order) => order.order.toLowerCase() === wanted);
  if (exact) return exact;
  const byLastWord = orders.filter((order) => order.order.toLowerCase().split(" ").at(-1) === wanted);
  if (byLastWord.length === 1) return byLastWord[0] ?? null;
  if (!/^\d{1,2}$/.test(said)) return null;
  return orders.find((order, index) => numberOf(order, index) === Number(said)) ?? null;
}
