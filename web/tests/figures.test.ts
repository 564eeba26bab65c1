// Figures of a game that is over say what they count, and whose they are.
import { describe, expect, it } from "vitest";
import type { Advised } from "../src/api/types";
import { text } from "../src/text";

describe("advice", () => {
  const option = (label: string, outlook: number, alike: boolean): Advised => ({
    order: label,
    label,
    detail: "",
    loss: "",
    outlook,
    poor: 0.2,
    behind: 0,
    alike,
    gains: [],
    costs: [],
    risks: [],
  });
  it("says of an order with the better figure that the difference is within chance", () => {
    const words = text.play.advice;
    expect(words.alike(0.45, 0.42)).toBe("about as good: 3 higher is no more than chance may bring");
    expect(words.alike(0.42, 0.424)).toBe("about as good");
    const orders = [option("Hold", 0.42, true), option("Attack", 0.45, true), option("Retreat", 0.3, false)];
    const told = words.told({ number: 1, intent: "", orders, only: false, worlds: 12, turns: 1 });
    expect(told).toContain("Attack, about as good: 3 higher is no more than chance may bring; Retreat");
  });
  it("says something for the best order in any case", () => {
    const { verdict, told } = text.play.advice;
    const of = (...orders: Advised[]) => verdict({ orders, worlds: 12 });
    const worse = { ...option("Retreat", 0.3, false), behind: 0.12 };
    const hold = option("Hold", 0.42, true);
    expect(of(hold, worse, { ...worse, behind: 0.2 })).toBe("It promises the best outlook, by 12 of 100.");
    expect(of(hold, { ...worse, behind: 0.001 })).toBe("It promises the best outlook, by 1 of 100.");
    expect(of(hold, option("Dig in", 0.421, true), option("Wait", 0.42, true))).toBe(
      "The three promise the same: choose as you like.",
    );
    expect(of(hold, option("Dig in", 0.42, true))).toBe("Both promise the same: choose as you like.");
    expect(of(hold, option("Dig in", 0.4, true), option("Wait", 0.42, true))).toBe(
      "The three promise about the same; this is what the program usually does.",
    );
    expect(of(hold, option("Dig in", 0.41, true), worse)).toBe(
      "It promises about as much as “Dig in”, and more than the rest.",
    );
    expect(of({ ...hold, gains: ["more ground"] }, worse)).toBe(""); // that speaks for it
    expect(of(hold)).toBe("");
    expect(verdict({ orders: [hold, worse], worlds: 0 })).toBe("");
    expect(told({ number: 1, intent: "", orders: [hold, worse], only: false, worlds: 12, turns: 1 })).toContain(
      "It promises the best outlook, by 12 of 100",
    );
  });
});

describe("the figures of a game that is over", () => {
  it("have a unit", () => {
    expect(text.play.end.by(-0.6, ["step", "steps"])).toBe("0.6 steps worse than average");
    expect(text.play.end.by(1.25, ["loss", "losses"])).toBe("1.3 losses better than average");
    expect(text.play.end.by(1, ["loss", "losses"])).toBe("1 loss better than average");
    expect(text.play.end.by(2.2, ["hit", "hits"], ["fewer than usual", "more than usual"])).toBe(
      "2.2 hits fewer than usual",
    );
  });
  it("say whose outlook it is, as roughly as they are known", () => {
    const words = text.replay.turning;
    expect(words.outlook("Allies", 62.2, 62)).toBe("Outlook of the Allies: about 62\u00a0%");
    expect(words.outlook("Germans", 37.6, 35.4)).toBe(
      "Outlook of the Germans: about 38\u00a0% before the order, 35\u00a0% after it",
    );
    expect(words.luck(-2.3, "Allies")).toBe("Luck: about −2\u00a0% for the Allies");
    expect(words.luck(-0.4, "Allies")).toBe("Luck: about −1\u00a0% for the Allies");
    expect(words.decision(-3.1, 0.9, "Allies")).toBe("Decision: about −3\u00a0% for the Allies (± 1)");
  });
});
