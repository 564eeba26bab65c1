// Which step of a guided game is shown.
import type { Guide, View } from "../api/types";

type Step = Guide["steps"][number];

/** At which decision of which phase which step was shown; what is undone is forgotten. */
export type Walk = { number: number; step: number; phase: string }[];

export function fits(step: Step, view: View): boolean {
  const orders = view.decision?.orders ?? [];
  if (orders.length === 0) return false;
  if (step.phase && step.phase !== view.phase) return false;
  if (step.rule && step.rule !== view.decision?.rule) return false;
  return !step.verb || orders.some((order) => order.verb === step.verb);
}

/**
 * The walk with the step for this decision: the next one that fits after those already seen, else the last seen that
 * fits. A decision of the other side adds nothing.
 */
export function walkOn(walk: Walk, steps: Step[], view: View): Walk {
  const past = walk.filter((shown) => shown.number <= view.number);
  if (past.at(-1)?.number === view.number) return past;
  const reached = Math.max(-1, ...past.map((shown) => shown.step));
  let step = steps.findIndex((candidate, index) => index > reached && fits(candidate, view));
  // A step that suggests an order was written for one moment; only general lessons come again.
  const again = (candidate: Step, index: number) => index <= reached && !candidate.suggest && fits(candidate, view);
  if (step < 0) step = steps.findLastIndex(again);
  return step < 0 ? past : [...past, { number: view.number, step, phase: view.phase }];
}

/** What advice is asked for, so that it agrees with what a step says: as often as it comes, or when it is new. */
export function adviceFor(walk: Walk, step: Step): { verb?: string; step?: string } {
  if (step.lasting) return { step: step.id };
  const now = walk.at(-1)?.step;
  const isNew = walk.filter((shown) => shown.step === now).length === 1;
  return isNew && step.advise ? { verb: step.advise } : {};
}

/** So many lessons that were had before, one after the other, show that nothing new will come. */
const ENOUGH = 15;
/** But a phase may be long: they must come from so many. */
const PHASES = 3;

/** Whether the guide has nothing more to say: its last step lies behind, or only old ones come again. */
export function isOver(walk: Walk, steps: number, number: number): boolean {
  const farthest = Math.max(-1, ...walk.map((shown) => shown.step));
  const first = walk.findIndex((shown) => shown.step === farthest);
  if (first < 0) return false;
  if (farthest === steps - 1) return number > (walk[first]?.number ?? number);
  const old = walk.slice(first + 1);
  const phases = old.filter((shown, index) => shown.phase !== walk[first + index]?.phase);
  return old.length >= ENOUGH && phases.length >= PHASES;
}
