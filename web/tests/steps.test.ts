import { describe, expect, it } from "vitest";
import type { Board, LogEntry, PieceState, View } from "../src/api/types";
import { momentOf } from "../src/play/moment";
import { drawnIn, inSteps, piecesMeanwhile, sceneryOf, timeFor } from "../src/play/steps";

const entry = (text: string, step = ""): LogEntry =>
  ({ number: 1, seat: "", kind: "", text, rule: "", path: [], turn: "", phase: "", targets: [], step }) as LogEntry;

describe("what the rules do, step by step", () => {
  it("keeps together what belongs together", () => {
    const steps = inSteps([
      entry("The card is 12", "card"),
      entry("WN62 fires", "WN62"),
      entry("A/1/16 loses a step"),
      entry("WN64 fires", "WN64"),
    ]);
    expect(steps.map(({ entries }) => entries.map(({ text }) => text))).toEqual([
      ["The card is 12"],
      ["WN62 fires", "A/1/16 loses a step"],
      ["WN64 fires"],
    ]);
  });

  it("tells of the next attack under a heading of its own, though one order led to both", () => {
    const fought = { ...entry("No effect", "Attack on 3303"), hex: "3303" };
    const next = { ...entry("2 Rng attacks 3003"), kind: "attack_declared", hex: "3003" };
    const steps = inSteps([fought, next, { ...entry("It falls", "Attack on 3003"), hex: "3003" }]);
    expect(steps.map(({ head }) => head?.step)).toEqual(["Attack on 3303", "Attack on 3003"]);
    expect(steps[1]?.lead).toBe(1);
  });

  it("begins with what came before the first step", () => {
    const steps = inSteps([entry("A/1/16 is hit"), entry("WN64 fires", "WN64")]);
    expect(steps.map(({ head }) => head?.text)).toEqual([undefined, "WN64 fires"]);
  });

  it("goes on with the same head where more happens than can be read at once", () => {
    const landed = Array.from({ length: 6 }, (_, index) => entry(`Company ${index} lands`));
    const steps = inSteps([entry("The tide comes in", "tide"), ...landed]);
    expect(steps.map(({ entries }) => entries.length)).toEqual([4, 3]);
    expect(steps[1]?.head?.text).toBe("The tide comes in");
  });

  it("shows a card with the sentence that drew it, and not with those after it", () => {
    const card = { ...entry("Landing card 39 for the west", "card"), result: { card: "39" } } as LogEntry;
    const steps = inSteps([card, entry("A is late"), entry("B lands in the east"), entry("C lands")]);
    expect(steps.map(({ entries }) => entries.length)).toEqual([2, 2]);
    expect(steps.map((step) => drawnIn(step)?.result?.card)).toEqual(["39", undefined]);
  });

  it("shows who fires at whom", () => {
    const view = {
      pieces: [
        { id: "A", at: "0509" },
        { id: "WN62", at: "0811" },
      ],
    } as View;
    const [step] = inSteps([{ ...entry("WN62 fires", "WN62"), hex: "0811", targets: ["A"] }]);
    expect(sceneryOf(step, view)).toEqual({ at: "0811", from: "0811", to: ["0509"], units: ["A"] });
  });

  it("tells a loss with the position that hit, though others fired at the same time", () => {
    const fires = (name: string, unit: string) => ({ ...entry(`${name} fires`, name), kind: "fires", targets: [unit] });
    const loses = (unit: string) => ({ ...entry(`${unit} loses a step`), unit });
    const steps = inSteps([fires("WN62", "A"), fires("WN64", "B"), loses("A"), loses("B")]);
    expect(steps.map(({ entries }) => entries.map(({ text }) => text))).toEqual([
      ["WN62 fires", "A loses a step"],
      ["WN64 fires", "B loses a step"],
    ]);
  });

  it("begins anew where the phase changes", () => {
    const steps = inSteps([entry("WN62 fires", "WN62"), { ...entry("H moves"), phase: "End of Turn" }]);
    expect(steps).toHaveLength(2);
  });

  it("shows a unit that fires at a hex where it lies", () => {
    const view = { pieces: [{ id: "tank", at: "0509" }] } as View;
    const [step] = inSteps([{ ...entry("The tank barrages 0809", "barrage"), unit: "tank", hex: "0809" }]);
    expect(sceneryOf(step, view)).toMatchObject({ from: "0509", to: ["0809"] });
  });

  it("draws no line between places where something happens at once", () => {
    const view = {
      pieces: [
        { id: "A", at: "ER1" },
        { id: "B", at: "0615" },
      ],
    } as View;
    const tide = { ...entry("The sea rises over A and B", "The tide"), targets: ["A", "B"] };
    const [step] = inSteps([tide, { ...entry("A is eliminated"), unit: "A", hex: "0513" }]);
    expect(sceneryOf(step, view)).toMatchObject({ at: "0513", from: null });
  });

  it("looks at what happens by itself too", () => {
    const [step] = inSteps([{ ...entry("The beach is cleared"), hex: "0509" }]);
    expect(sceneryOf(step, { pieces: [] as PieceState[] } as View)).toMatchObject({ at: "0509", from: null });
  });

  it("takes longer for more words and at a slower pace", () => {
    const [short, long] = inSteps([entry("Short", "a"), entry("A good deal longer than that", "b")]);
    if (!short || !long) throw new Error("there are two steps");
    expect(timeFor(long, "usual")).toBeGreaterThan(timeFor(short, "usual"));
    expect(timeFor(short, "slow")).toBeGreaterThan(timeFor(short, "usual"));
    expect(timeFor(short, "usual")).toBeGreaterThan(timeFor(short, "fast"));
  });
});

describe("the pieces while it is told", () => {
  const piece = (id: string, at: string, steps = 3) => ({ id, at, steps }) as PieceState;
  const view = (...pieces: PieceState[]) => ({ pieces }) as View;
  const lands = { ...entry("A lands"), unit: "A", at: "0509" };
  const hit = { ...entry("WN62 fires"), targets: ["A"] };
  const loses = { ...entry("A loses a step"), unit: "A" };
  const before = view(piece("A", "FG1"), piece("B", "0611"));

  it("lie where they were last told to", () => {
    const after = view(piece("A", "0509", 2), piece("B", "0611"));
    const meanwhile = (past: LogEntry[], future: LogEntry[]) => piecesMeanwhile(before, after, past, future);
    expect(meanwhile([], [lands, hit, loses])).toEqual(before.pieces);
    expect(meanwhile([lands], [hit, loses])[0]).toEqual(piece("A", "0509", 3));
  });

  it("lose their steps when it is told, and not before", () => {
    const after = view(piece("A", "0509", 2), piece("B", "0611"));
    expect(piecesMeanwhile(before, after, [lands, hit], [loses])[0]?.steps).toBe(3);
    expect(piecesMeanwhile(before, after, [lands, hit, loses], [])[0]?.steps).toBe(2);
  });

  it("are gone when they are eliminated, and come when they are placed", () => {
    const after = view(piece("B", "0611"), piece("C", "0712"));
    const comes = { ...entry("C comes"), unit: "C", at: "0712" };
    const ids = (past: LogEntry[], future: LogEntry[]) =>
      piecesMeanwhile(before, after, past, future).map(({ id }) => id);
    expect(ids([lands], [loses, comes])).toEqual(["B", "A"]);
    expect(ids([lands, loses], [comes])).toEqual(["B"]);
    expect(ids([lands, loses, comes], [])).toEqual(["B", "C"]);
  });

  it("take a marker along of which nothing is told", () => {
    const before = view(piece("C1", "0811"), piece("C1+depth", "0811"));
    const after = view(piece("D1", "0915"), piece("D1+depth", "0915"));
    const [goes, other] = [{ ...entry("C1 goes to D1"), unit: "C1", targets: ["D1"] }, entry("Nothing else")];
    const ids = (past: LogEntry[], future: LogEntry[]) =>
      piecesMeanwhile(before, after, past, future).map(({ id }) => id);
    expect(ids([other], [goes])).toEqual(["C1", "C1+depth"]);
    expect(ids([other, goes], [])).toEqual(["D1", "D1+depth"]);
  });

  it("are not there yet before the first order, if they are told to come", () => {
    const after = view(piece("A", "0509", 2), piece("B", "0611"));
    expect(piecesMeanwhile(null, after, [], [lands]).map(({ id }) => id)).toEqual(["B"]);
    expect(piecesMeanwhile(null, after, [lands], [])).toEqual(after.pieces);
  });
});

describe("the moment that is told", () => {
  const boxes = ["Landing", "German Fire", "US Engineers", "US Actions"].map((id) => ({ id, title: id, text: "" }));
  const board = { tracks: [{ id: "phase", title: "Phase", boxes, rule: "" }] } as Pick<Board, "tracks">;
  const at = (turn: string, phase: string) => ({ turn, phase, tracks: { turn, phase } }) as unknown as View;
  const told = (turn: string, phase: string) => ({ ...entry("", "step"), turn, phase });
  const [old, next] = [at("1", "US Actions"), at("2", "US Engineers")];

  it("is that of the last entry, on all tracks", () => {
    const story = [told("1", "US Actions"), told("2", "Landing"), told("2", "German Fire")];
    const moments = story.map((_, place) => momentOf(board, old, next, story.slice(0, place + 1)));
    expect(moments.map(({ turn, phase }) => `${turn} ${phase}`)).toEqual([
      "1 US Actions",
      "2 Landing",
      "2 German Fire",
    ]);
    expect(moments.map(({ tracks }) => tracks)).toEqual([
      { turn: "1", phase: "US Actions" },
      { turn: "2", phase: "Landing" },
      { turn: "2", phase: "German Fire" },
    ]);
  });

  it("finds the box of a phase whose name goes on", () => {
    expect(momentOf(board, old, next, [told("2", "US Engineers & HQs")]).tracks["phase"]).toBe("US Engineers");
  });

  it("does not take a name that begins with a number for the box of that number", () => {
    const rounds = { tracks: [{ id: "round", ordered: true, boxes: [{ id: "2" }, { id: "3" }] }] } as unknown as Board;
    const third = { turn: "1", phase: "2nd Wave", tracks: { round: "3" } } as unknown as View;
    expect(momentOf(rounds, third, third, [told("1", "2nd Wave")]).tracks["round"]).toBe("3");
  });

  it("keeps the weather of the turn before until that of the new turn is told", () => {
    const sky = { tracks: [{ id: "weather", ordered: false, boxes: [] }] } as unknown as Board;
    const [clear, storm] = ["clear", "storm"].map(
      (weather, turn) => ({ turn: `${turn}`, phase: "Weather", tracks: { weather } }) as unknown as View,
    );
    const story = [told("1", "Weather"), { ...told("1", "Weather"), tracks: { weather: "storm" } }];
    const seen = [1, 2].map((so) => momentOf(sky, clear ?? null, storm as View, story.slice(0, so)).tracks["weather"]);
    expect(seen).toEqual(["clear", "storm"]);
  });

  it("moves the markers of tracks when it is told, not at the end", () => {
    const story = [told("1", "US Actions"), { ...told("1", "US Actions"), tracks: { weather: "storm" } }];
    const [before, after] = [1, 2].map((so) => momentOf(board, old, next, story.slice(0, so)).tracks["weather"]);
    expect([before, after]).toEqual([undefined, "storm"]);
  });

  it("is the same at the very beginning, where no view is known before", () => {
    expect(momentOf(board, null, at("1", "US Actions"), [told("1", "Landing")]).phase).toBe("Landing");
  });
});
