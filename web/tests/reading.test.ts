import { describe, expect, it } from "vitest";
import type { GameInfo, LogEntry, Odds, ScenarioCard } from "../src/api/types";
import { fanBox, fanned } from "../src/board/stacks";
import { chapters } from "../src/play/chapters";
import { byMeaning, oddsWords } from "../src/play/odds";
import { optionsInWords } from "../src/play/options";
import { hiddenBeside } from "../src/play/strip";
import { undoneBy, waysBack } from "../src/play/takebacks";
import { tally } from "../src/play/tally";
import { text } from "../src/text";
import { smallGrid } from "./board";

const entry = (number: number, seat: string, kind: string, words = kind): LogEntry =>
  ({ number, seat, kind, text: words, rule: "", unit: null, path: [] as string[], hex: null }) as LogEntry;

describe("odds as they are read", () => {
  it("put results that come to the same together", () => {
    const results = [
      { result: "De", meaning: "gone", chance: 0.25 },
      { result: "-", meaning: "nothing", chance: 0.25 },
      { result: "A1", meaning: "nothing", chance: 0.5 },
    ];
    expect(byMeaning(results)).toEqual([
      { meaning: "gone", codes: ["De"], chance: 0.25 },
      { meaning: "nothing", codes: ["-", "A1"], chance: 0.75 },
    ]);
  });
  const odds = {
    attack: 9,
    defence: 5,
    difference: "+4",
    line: "city",
    column: "5",
    shifts: [],
    results: [
      { result: "De", meaning: "The defender is eliminated.", chance: 0.25 },
      { result: "-", meaning: "Nothing happens.", chance: 0.75 },
    ],
    rule: "8.2",
    note: "Before support.",
  } as unknown as Odds;
  it("are told in words, for those who listen", () => {
    expect(oddsWords("Attack", odds)).toBe(
      "Attack: 9 against 5, city line, column 5. 25\u00a0% The defender is eliminated, 75\u00a0% Nothing happens. Before support.",
    );
  });
  it("do not pretend to know what is hidden", () => {
    const hidden = { ...odds, line: "", column: "", note: "", defence_from: 3, defence_to: 7 };
    expect(oddsWords("Attack", hidden)).toMatch(/^Attack: 9 against 3 to 7\. 25\u00a0%/);
  });
});

describe("the options of a game", () => {
  const card = {
    name: "sword",
    options: [
      { name: "flak", text: "Flak halves aircraft", choices: [{ name: "no", title: "No" }], default: "no", rule: "" },
    ],
  } as unknown as ScenarioCard;
  const info = { scenario: "sword", options: { flak: "no", old: "3" } } as unknown as GameInfo;
  it("are told in words; one that the catalogue does not know keeps its name", () => {
    expect(optionsInWords(info, [card])).toEqual([
      { name: "flak", words: "Flak halves aircraft", value: "No" },
      { name: "old", words: "old", value: "3" },
    ]);
  });
});

describe("the log in chapters", () => {
  it("has one for each turn, and in it a passage for each time a side acts", () => {
    const log = [
      entry(1, "german", "set_up"),
      entry(2, "german", "turn_begins", "Game turn 1 begins."),
      entry(3, "allied", "moved"),
      entry(4, "allied", "moved"),
      entry(5, "german", "stands"),
    ];
    const [before, first] = chapters(log);
    expect(before?.title).toBe("");
    expect(first?.title).toBe("Game turn 1 begins");
    expect(first?.passages.map(({ seat, entries }) => [seat, entries.length])).toEqual([
      ["allied", 2],
      ["german", 1],
    ]);
  });
});

describe("what the rules do after an order, in later phases", () => {
  it("is not told as the deed of who gave it", () => {
    const at = (phase: string) => ({ ...entry(2, "1st", "moved"), phase });
    const [only] = chapters([at("Actions"), at("German Fire"), { ...at("Actions"), number: 3 }]);
    expect(only?.passages.map(({ seat, phase }) => [seat, phase])).toEqual([
      ["1st", "Actions"],
      ["", "German Fire"],
      ["1st", "Actions"],
    ]);
  });
});

describe("what comes of chance", () => {
  it("stands in a step of its own, with all that the same order led to", () => {
    const [only] = chapters([
      entry(1, "german", "turn_begins", "Game turn 1 begins."),
      entry(2, "allied", "attack_declared"),
      entry(3, "german", "marker_placed"),
      { ...entry(3, "german", "markers_revealed"), step: "Combat" },
      { ...entry(3, "german", "combat_result"), step: "Combat" },
      entry(3, "german", "reduced"),
      entry(4, "german", "retreated"),
    ]);
    expect(only?.passages.map(({ seat, step, entries }) => [seat, step, entries.length])).toEqual([
      ["allied", "", 1],
      ["german", "", 1],
      ["", "Combat", 3],
      ["german", "", 1],
    ]);
  });
});

describe("the log by phases", () => {
  const during = (number: number, seat: string, turn: string, phase: string): LogEntry => ({
    ...entry(number, seat, "moved"),
    turn,
    phase,
  });
  it("has a passage for each phase, also of one side", () => {
    const [only] = chapters([
      entry(1, "german", "turn_begins", "Game turn 1 begins."),
      during(2, "allied", "GT 1", "Movement"),
      during(3, "allied", "GT 1", "Combat"),
      during(4, "german", "GT 1", "Combat"),
    ]);
    expect(only?.passages.map(({ phase, seat }) => [phase, seat])).toEqual([
      ["Movement", "allied"],
      ["Combat", "allied"],
      ["Combat", "german"],
    ]);
  });
  it("takes the turn from the entries where nothing says that it begins", () => {
    const log = [during(1, "allied", "Turn 1", "Fire"), during(2, "allied", "Turn 2", "Fire")];
    expect(chapters(log).map(({ title, passages }) => [title, passages.length])).toEqual([
      ["Turn 1", 1],
      ["Turn 2", 1],
    ]);
  });
});

describe("ways back", () => {
  const log = [
    entry(9, "german", "set_up"),
    { ...entry(10, "allied", "landed"), phase: "Landings" },
    { ...entry(12, "allied", "moved"), phase: "Movement" },
    { ...entry(14, "allied", "moved"), phase: "Movement" },
  ];
  it("lead to the last order, the start of the phase and the last word of the others", () => {
    expect(waysBack(log, "allied")).toEqual([
      { kind: "order", to: 13 },
      { kind: "phase", to: 11 },
      { kind: "mine", to: 9 },
    ]);
  });
  it("leave what the others ordered in secret", () => {
    expect(waysBack(log.slice(1), "allied").at(-1)).toEqual({ kind: "mine", to: 9 });
  });
  it("are one where they come to the same, and none before the first order", () => {
    expect(waysBack(log.slice(0, 2), "allied")).toEqual([{ kind: "order", to: 9 }]);
    expect(waysBack(log.slice(0, 1), "allied")).toEqual([]);
  });
});

describe("a question to take back", () => {
  it("tells what would be gone", () => {
    const log = [entry(9, "german", "set_up"), entry(10, "allied", "landed"), entry(11, "allied", "moved")];
    expect(undoneBy(log, 9).map(({ kind }) => kind)).toEqual(["landed", "moved"]);
    expect(undoneBy(log, 11)).toEqual([]);
  });
});

describe("a strip that is too long for its place", () => {
  const strip = (scrollLeft: number) => hiddenBeside({ scrollLeft, clientWidth: 100, scrollWidth: 250 });
  it("tells on which side more of it is", () => {
    expect(strip(0)).toEqual({ before: false, after: true });
    expect(strip(70)).toEqual({ before: true, after: true });
    expect(strip(150)).toEqual({ before: true, after: false });
    expect(hiddenBeside({ scrollLeft: 0, clientWidth: 100, scrollWidth: 100 })).toEqual({
      before: false,
      after: false,
    });
  });
});

describe("news of the others", () => {
  it("counts moves, fights and losses in one sentence", () => {
    const moved = entry(1, "german", "moved");
    // Compared twice in the same place, it is one fight.
    const fought = { ...entry(1, "german", "told"), hex: "0938", result: { attack: 3, defence: 2 } } as LogEntry;
    const news = [moved, moved, fought, fought];
    const told = (entries: LogEntry[]) =>
      text.play.moved(["Germans"], tally(entries).moves, text.play.came(tally(entries).fights, []));
    expect(told(news)).toBe("The Germans have made 2 moves. 1 fight, no losses.");
    // They only answered an attack of mine: it is not said that it was theirs.
    expect(told(news.slice(2))).toBe("The Germans have decided. 1 fight, no losses.");
    expect(told([entry(1, "german", "stands")])).toBe("The Germans have decided.");
  });
});

describe("a fan at the edge of the view", () => {
  it("stays inside it", () => {
    const grid = smallGrid();
    const seen = { left: 90, top: 90, right: 900, bottom: 900 };
    const box = fanBox(fanned(["a", "b", "c"], "00", grid, 44, seen), 44);
    expect(box.left).toBeCloseTo(seen.left);
    expect(box.top).toBeCloseTo(seen.top);
  });
});
