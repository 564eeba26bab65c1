// A chart that is wider than its place goes on below, with the names of its rows again, instead of scrolling sideways.
import type { Chart } from "../api/types";

const LETTER = 0.47; // widths in rem
const AROUND = 0.65;
const NAMES = 7; // what the names of rows may take; longer ones are broken
const SMALLEST = 2;

/** A chart whose rows are dice or the like: its many columns shall be seen at once. */
export function isOfDice({ rows }: Pick<Chart, "rows">): boolean {
  return rows.every(([name = ""]) => name.length <= 2);
}

function longestWord(cell: string): number {
  return Math.max(...cell.split(/\s+/).map((word) => word.length));
}

/** The columns after the first, in as few rows of columns as have room, none much shorter than the others. */
export function bandsOf({ columns, rows }: Pick<Chart, "columns" | "rows">, room: number): number[][] {
  const around = isOfDice({ rows }) ? 0.45 : AROUND;
  const wide = columns.map((_, index) => {
    const cells = [columns[index] ?? "", ...rows.map((row) => row[index] ?? "")];
    return Math.max(...cells.map(longestWord)) * LETTER + around;
  });
  const [names = 0, ...others] = wide;
  const left = Math.max(SMALLEST, room - Math.min(names, NAMES));
  const all = others.reduce((sum, one) => sum + one, 0);
  const bands = Math.max(1, Math.ceil(all / left));
  const most = Math.ceil(others.length / bands);
  const found: number[][] = [];
  for (let first = 1; first < columns.length; first += most)
    found.push(columns.map((_, index) => index).slice(first, first + most));
  return found;
}
