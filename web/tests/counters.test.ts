import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";
import type { LogEntry } from "../src/api/types";
import { passagesOf } from "../src/play/chapters";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
const table = {
  info: { seats: [] },
  mine: [],
  board: null,
  pieces: new Map([
    ["SP-4003", { name: "Strongpoint at 4003 Gold" }],
    ["1-cdo", { name: "1 cdo" }],
  ]),
  states: new Map(),
  title: (seat: string) => seat,
};
vi.mock("../src/play/context", () => ({ useTable: () => table, useDesk: () => ({}) }));
vi.mock("../src/play/seats", () => ({ colourOf: () => "" }));
vi.mock("../src/play/RuleLink.svelte", () => ({ default: () => undefined }));
const { default: Passages } = await import("../src/play/Passages.svelte");

const titled = (step: string) =>
  ({ number: 1, kind: "", text: "It is so.", step, path: [], phase: "" }) as unknown as LogEntry;

describe("the heading of a step", () => {
  it.each([
    ["SP-4003 is turned up", "Strongpoint at 4003 Gold is turned up"],
    ["German bombardment of 1-cdo", "German bombardment of 1 cdo"],
  ])("calls units by their names: %s", (step, named) => {
    const { body } = render(Passages, { props: { passages: passagesOf([titled(step)]), within: "log" } });
    const words = body.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
    expect(words).toContain(named);
    expect(words).not.toContain("SP-4003");
  });
});
