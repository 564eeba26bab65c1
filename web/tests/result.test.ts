import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import type { LogEntry, Result } from "../src/api/types";
import Briefing from "../src/play/Briefing.svelte";
import Outcome from "../src/play/Outcome.svelte";
import { saidOf } from "../src/play/chronicle.svelte";
import { reasonOf, resultsOf } from "../src/play/results";
import { inShort, lossesOf, spoken } from "../src/play/told";

const fight: Result = {
  attack: 7,
  defence: 4,
  line: "clear",
  column: 7,
  shifts: [{ cause: "no combined arms", columns: -1 }],
  die: 3,
  outcome: "Ex, one attacker and the defender lose a step",
  hex: "0938",
};
const shown = (result: Result) => render(Outcome, { props: { result } }).body;

describe("a result", () => {
  it("shows strengths, die and shifts of a combat", () => {
    const body = shown(fight);
    expect(body).toContain('data-die="3"');
    expect(body).toContain("7\u2009:\u20094");
    expect(body).toContain("−1 no combined arms");
  });
  it("shows each loss, and what is gone", () => {
    const body = shown({
      losses: [
        { piece: "27", steps: 1 },
        { piece: "22/21", steps: 2, gone: true },
      ],
    });
    expect(body).toContain('title="27 −1 step"');
    expect(body).toContain('title="22/21 eliminated"');
    expect(body).not.toContain("data-die");
  });
  it("shows nothing beside a sentence that tells it all", () => {
    expect(shown({ outcome: "the German unit is disrupted", card: "22" })).not.toContain("data-testid");
  });
  it("is read out with what the sentence leaves out", () => {
    const entry = { text: "7 against 4, column 7; die 3: Ex.", result: fight } as LogEntry;
    expect(spoken(entry)).toBe("7 against 4, column 7; die 3: Ex. Shifts and additions: −1 no combined arms.");
    expect(spoken({ ...entry, result: { die: 3 } })).toBe(entry.text);
  });
  it("is told in short where no sentence stands beside it", () => {
    expect(inShort(fight)).toBe(
      "7 against 4; column 7; −1 no combined arms; die 3; Ex, one attacker and the defender lose a step",
    );
    expect(inShort({ card: "22" })).toBe("card 22");
    expect(lossesOf([{ piece: "A/1/16", steps: 2 }])).toBe("A/1/16 −2 steps");
  });
  it("says at its hex what the sentence tells beyond strengths and outcome, unless column and die say it", () => {
    const tell = (result: Result, text: string) => {
      const entry = { number: 1, text, result, step: "Attack on 0812", hex: "0812", path: [] };
      return resultsOf([entry as unknown as LogEntry])
        .map(reasonOf)
        .join();
    };
    const compared: Result = { attack: 1, defence: 6, outcome: "nothing happens", hex: "0812" };
    const ground = "The ground doubles the strength of the Germans.";
    expect(tell(compared, `1 against 6, missing artillery (AR): nothing happens. ${ground}`)).toBe(
      `Missing artillery (AR). ${ground}`,
    );
    expect(tell(compared, "1 against 6: nothing happens.")).toBe("");
    expect(tell(fight, "7 against 4, column 7; die 3: Ex.")).toBe("");
    const column = "In this column 1–3: both sides lose a step; 4–6: nothing.";
    expect(tell(fight, `7 against 4, column 7; die 3: ${fight.outcome}. ${column}`)).toBe(column);
  });
  it("keeps what was compared before, when all is compared again", () => {
    const entry = (text: string, result: Result) =>
      ({ number: 1, text, result, step: "Attack on 0812", hex: "0812", path: [] }) as unknown as LogEntry;
    const found = resultsOf([
      entry("8 against 4, stronger: the depth marker is revealed.", { attack: 8, defence: 4, hex: "0812" }),
      { ...entry("The depth of WN62 is revealed.", { hex: "0812" }), step: "" },
      entry("8 against 9, weaker: nothing happens.", { attack: 8, defence: 9, hex: "0812" }),
    ]);
    expect(found.map(({ fight, lead }) => [fight?.defence, ...lead.map(({ text }) => text)])).toEqual([
      [9, "8 against 4, stronger: the depth marker is revealed.", "The depth of WN62 is revealed."],
    ]);
  });
  it("tells strengths of nought, which are strengths too", () => {
    expect(inShort({ attack: 3, defence: 0 })).toBe("3 against 0");
  });
});

describe("a loss", () => {
  const hurt = (text: string, unit: string, hex: string, more: Partial<LogEntry> = {}) =>
    ({
      number: 7,
      kind: "reduced",
      text,
      unit,
      hex,
      path: [],
      phase: "Combat",
      result: { losses: [{ piece: unit, steps: 1 }], hex },
      ...more,
    }) as unknown as LogEntry;
  it("that is chosen by a later order has the title of its fight", () => {
    const [result] = resultsOf([hurt("8-A loses a step.", "8-A", "4506", { ends: "British attack on 4606 Caen" })]);
    expect(result).toMatchObject({ title: "British attack on 4606 Caen", hex: "4506" });
  });
  it("that belongs to no fight is told by its sentence, one place after the other", () => {
    const why = { ...hurt("729/709 is Out of Supply.", "729/709", "2002"), result: { hex: "2002" } } as LogEntry;
    const results = resultsOf([
      why,
      hurt("729/709 loses a step.", "729/709", "2002"),
      hurt("922/243 is eliminated: it has no way to retreat.", "922/243", "1903"),
    ]);
    expect(results.map(({ hex, rolls }) => [hex, ...rolls.map(({ text }) => text)])).toEqual([
      ["2002", "729/709 is Out of Supply."],
      ["1903", "922/243 is eliminated: it has no way to retreat."],
    ]);
  });
  it("of a step and then of the last is told once", () => {
    const losses = [
      { piece: "739/709", steps: 1 },
      { piece: "4-aa", steps: 1 },
      { piece: "739/709", steps: 1, gone: true },
    ];
    expect(lossesOf(losses)).toBe("739/709 eliminated, 4-aa −1 step");
    const [result] = resultsOf(losses.map((lost) => hurt("", lost.piece, "1740", { result: { losses: [lost] } })));
    expect(result?.losses).toEqual([
      { piece: "739/709", steps: 2, gone: true },
      { piece: "4-aa", steps: 1, gone: false },
    ]);
  });
});

describe("a briefing", () => {
  it("says what each side needs and what is special", () => {
    const sides = [{ side: "allied", title: "Allies", needs: "Take Caen." }];
    const { body } = render(Briefing, {
      props: { briefing: { situation: "6 June.", sides, special: ["Secret set-up."] } },
    });
    for (const words of ["6 June.", "What the Allies need to win", "Take Caen.", "Secret set-up."])
      expect(body).toContain(words);
  });
});

describe("what is said aloud", () => {
  it("has every result, and the last of the rest", () => {
    const plain = (text: string) => ({ number: 1, kind: "moved", text }) as LogEntry;
    const result = (text: string) => ({ ...plain(text), result: { die: 3 } }) as LogEntry;
    const story = [result("A"), plain("b"), result("C"), plain("d"), plain("e"), plain("f"), result("G"), result("H")];
    expect(saidOf(story).join("")).toBe("ACdefGH");
  });
});
