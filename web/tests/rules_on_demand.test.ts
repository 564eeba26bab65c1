import { render } from "svelte/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Board, LogEntry, ScenarioCard } from "../src/api/types";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
const { settings } = await import("../src/settings.svelte");
const { default: TurnLog } = await import("../src/replay/TurnLog.svelte");
const { default: OptionChoice } = await import("../src/pages/OptionChoice.svelte");

const entry = { number: 1, text: "27 moves.", rule: "6.1-01", path: [] } as unknown as LogEntry;
const log = () =>
  render(TurnLog, {
    props: {
      turns: [{ name: "Turn 1", from: 0, entries: [entry] }],
      number: 1,
      board: { pieces: [] } as unknown as Board,
      pieces: new Map(),
      onjump: () => undefined,
    },
  }).body;
const option = { text: "Weather", rule: "13.0", choices: [{ name: "yes" }, { name: "no" }] };
const choice = () =>
  render(OptionChoice, { props: { option: option as unknown as ScenarioCard["options"][number], value: "no" } }).body;

describe("the number of a rule", () => {
  afterEach(() => void (settings.ruleNumbers = false));
  it.each([
    ["the log of a replay", log, "27", "6.1-01"],
    ["an option", choice, "Weather", "13.0"],
  ] as const)("stands beside %s for whoever wants numbers", (_, shown, words, number) => {
    expect(shown()).toContain(words);
    expect(shown()).not.toContain(number);
    settings.ruleNumbers = true;
    expect(shown()).toContain(`rule ${number}`);
  });
});
