// A line of things that scrolls sideways.

const SLACK = 2; // pixels that nobody would miss

/** Whether something of a strip lies out of sight at its beginning, and at its end. */
export function hiddenBeside(strip: { scrollLeft: number; clientWidth: number; scrollWidth: number }): {
  before: boolean;
  after: boolean;
} {
  const rest = strip.scrollWidth - strip.clientWidth - strip.scrollLeft;
  return { before: strip.scrollLeft > SLACK, after: rest > SLACK };
}
