// Whether the server can be reached: what is said or left undone because it cannot be holds only until it can be again.
const LOOK_EVERY = 2_000;

let hopes: (() => void)[] = [];
let looking: ReturnType<typeof setInterval> | undefined;

/** The server has answered something. */
export function answered(): void {
  clearInterval(looking);
  looking = undefined;
  const fulfilled = hopes;
  hopes = [];
  for (const act of fulfilled) act();
}

/** Do something as soon as the server answers again. */
export function whenReached(act: () => void): void {
  hopes.push(act);
  looking ??= setInterval(() => void look(), LOOK_EVERY);
}

async function look(): Promise<void> {
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) answered();
}
