// What programs have to say: advice with its reasons, and what they were up to.
import type { Advice, Advised } from "../../api/types";
import { listed } from "./lists";

const hundredths = (margin: number) => Math.round(margin * 100);
const figure = (margin: number | null | undefined) => (margin == null ? null : hundredths(margin));
const counted = (orders: number) => (orders === 2 ? "Both" : `The ${orders === 3 ? "three" : orders}`);
const list = (words: string[]) => words.join("; ");

export const advice = {
  weighing: "The staff weighs the orders.",
  cancel: "Never mind",
  why: "Why, and what else",
  only: "It is the only order",
  plan: (intent: string) => `The plan behind it: your side ${intent}.`,
  outlook: (margin: number) => `Outlook ${hundredths(margin)} of 100`,
  poor: (margin: number) => `${hundredths(margin)} if it goes badly`,
  gains: "For it",
  costs: "Against it",
  risks: "Risk",
  others: "Instead you could",
  /** Of an order that cannot be told from the best, whose figure may even be higher. */
  alike: (outlook: number, best: number) => {
    const more = hundredths(outlook) - hundredths(best);
    return more > 0 ? `about as good: ${more} higher is no more than chance may bring` : "about as good";
  },
  behind: (margin: number) => `outlook ${Math.max(1, hundredths(margin))} lower`,
  /** What can be said for the best order beyond its figure if no reason was found, or if all come to the same. */
  verdict: ({ orders: [best, ...others], worlds }: Pick<Advice, "orders" | "worlds">): string => {
    if (!best || others.length === 0 || worlds === 0 || best.outlook == null) return "";
    const all = counted(others.length + 1);
    const same = ({ outlook, poor }: Advised) =>
      outlook != null && hundredths(outlook) === hundredths(best.outlook ?? 0) && figure(poor) === figure(best.poor);
    if (others.every((other) => other.alike && same(other))) return `${all} promise the same: choose as you like.`;
    if (best.gains.length > 0) return "";
    const rivals = others.filter(({ alike }) => alike);
    if (rivals.length === others.length) return `${all} promise about the same; this is what the program usually does.`;
    if (rivals.length > 0)
      return `It promises about as much as “${listed(rivals.map(({ label }) => label))}”, and more than the rest.`;
    const lead = Math.max(1, hundredths(Math.min(...others.map(({ behind }) => behind))));
    return `It promises the best outlook, by ${lead} of 100.`;
  },
  list,
  how: (worlds: number, turns: number) =>
    `Each was played on ${worlds} times in imagination, ${
      turns === 0 ? "to the end of this phase" : turns === 1 ? "one turn ahead" : `${turns} turns ahead`
    }, with the same dice. 0 is the worst result for your side, 100 the best; badly means the worst quarter.`,
  close: "Differences as small as these may be chance; between orders about as good, the program keeps to its plan.",
  untried: "What comes of them could not be tried out; they stand in the order in which the program would take them.",
  /** All of it for one who listens. */
  told: (all: Advice): string => {
    const { orders, worlds } = all;
    const [best, ...others] = orders;
    if (!best) return "";
    const parts = [
      `The program would: ${best.label}`,
      best.loss ? `For sure: ${best.loss}` : "",
      worlds > 0 && best.outlook != null ? advice.outlook(best.outlook) : "",
      advice.verdict(all),
      best.gains.length > 0 ? `${advice.gains}: ${list(best.gains)}` : "",
      best.costs.length > 0 ? `${advice.costs}: ${list(best.costs)}` : "",
      best.risks.length > 0 ? `${advice.risks}: ${list(best.risks)}` : "",
      others.length > 0
        ? `${advice.others}: ${list(
            others.map(({ label, alike, outlook }) =>
              alike && outlook != null && best.outlook != null
                ? `${label}, ${advice.alike(outlook, best.outlook)}`
                : label,
            ),
          )}`
        : "",
    ];
    return parts
      .filter(Boolean)
      .map((part) => part.replace(/\.$/, ""))
      .join(". ");
  },
};

export const intents = {
  title: "What the programs were up to",
  ask: "What were the programs up to?",
  short: "What was it up to?",
  brief: "Their plans",
  who: (titles: string[], level: string) => `${listed(titles)} (${level})`,
  wanted: (intent: string) => `It ${intent}.`,
  means: (intent: string) => `Your ally ${intent}.`,
  /** Told without being asked. */
  ally: (titles: string[], level: string, intent: string) =>
    `Your ally, the ${level.toLowerCase()} (${listed(titles)}), ${intent}.`,
  allies: "What your allies mean to do",
  did: (deed: string) => `It ${deed}.`,
  outlook: (margin: number, judged: boolean) =>
    judged
      ? `By all that can be seen from here, its side may expect ${hundredths(margin)} of 100.`
      : `It expects ${hundredths(margin)} of 100 for its side.`,
  rejected: "What it rejected",
  less: (margin: number) => {
    const less = hundredths(margin);
    if (less > 0) return `${less} less`;
    return less < 0 ? `${-less} more, but not beyond doubt` : "about the same";
  },
  departures: "Where it did not do as usual",
  departed: (did: string, usual: string, gain: number) =>
    `${did}, instead of ${usual}${hundredths(gain) > 0 ? `: ${hundredths(gain)} more` : ""}`,
  waits: "What it is doing now it tells when it is done.",
  how: (playouts: number) => `It played this on ${playouts} times in imagination before it chose.`,
  noPlan: "It makes no plan and weighs no alternatives: this is how it usually plays.",
  noneYet: "It has no plan to tell yet.",
  none: "No program has played yet.",
  /** Of a side that nobody leads. */
  rules: (side: string) =>
    `The rules play the ${side}: what they do follows from cards, dice and tables, and nobody plans for them.`,
};
