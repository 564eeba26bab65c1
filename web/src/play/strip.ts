// A line of things that scrolls sideways.

/** Tracks that have a line in the header; of the others it tells where they stand. */
export const ROWS = 2;

const SLACK = 2; // pixels that nobody would miss

/** Whether something of a strip lies out of sight at its beginning, and at its end. */
export function hiddenBeside(strip: { scrollLeft: number; clientWidth: number; scrollWidth: number }): {
  before: boolean;
  after: boolean;
} {
  const rest = strip.scrollWidth - strip.clientWidth - strip.scrollLeft;
  return { before: strip.scrollLeft > SLACK, after: rest > SLACK };
}
