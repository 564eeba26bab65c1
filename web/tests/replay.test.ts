import { describe, expect, it, vi } from "vitest";
import type { LogEntry, Summary, View } from "../src/api/types";
import { groups, path, scale, ticks, valueAt, withRoom, type Points } from "../src/replay/curves";
import { step } from "../src/replay/keys";
import { byTurn, turnAt } from "../src/replay/turns";
import { Views } from "../src/replay/views";

type Curve = Summary["curves"][number];
const curve = (points: Points, seat = "allied", id = "losses"): Curve => ({ id, title: id, seat, points });

describe("curves", () => {
  it("put the seats of one thing into one chart", () => {
    const found = groups([curve([], "allied"), curve([], "german"), curve([], "allied", "luck")]);
    expect(found.map(({ id, curves }) => [id, curves.length])).toEqual([
      ["losses", 2],
      ["luck", 1],
    ]);
  });

  it("hold a value until the next", () => {
    const points: Points = [
      [0, 1],
      [10, 4],
    ];
    expect([0, 9, 10, 99].map((number) => valueAt(points, number))).toEqual([1, 1, 4, 4]);
    expect(valueAt([], 5)).toBe(0);
  });

  it.each<[Points, number[]]>([
    [[[0, 0]], [0, 1]],
    [
      [
        [0, 0],
        [9, 2],
      ],
      [0, 1, 2],
    ],
    [[[0, 0.4]], [0, 0.5, 1]],
    [
      [
        [0, 0],
        [9, 37],
      ],
      [0, 10, 20, 30, 40],
    ],
    [
      [
        [0, -2.4],
        [9, 3.1],
      ],
      [-4, -2, 0, 2, 4],
    ],
    [[[0, -3]], [-3, -2, -1, 0]],
  ])("have round marks that cover %j", (points, marks) => {
    expect(ticks([curve(points)])).toEqual(marks);
  });

  it("are drawn in steps to the last order", () => {
    const x = scale([0, 10], [0, 100]);
    const y = scale([0, 2], [50, 0]);
    const line: Points = [
      [0, 0],
      [5, 2],
    ];
    expect(path(line, 10, x, y)).toBe("M0.0 50.0H50.0V0.0H100.0");
    expect(path([], 10, x, y)).toBe("");
  });

  it("are scaled without dividing by nothing in a game without orders", () => {
    expect(scale([0, 0], [20, 100])(0)).toBe(20);
  });

  it("name only what has room", () => {
    expect(withRoom([0, 10, 30, 55, 60], (at) => at, 25)).toEqual([0, 30, 55]);
  });
});

describe("keys of the replay", () => {
  it.each([
    ["ArrowRight", false, { to: 51 }],
    ["ArrowRight", true, { to: 60 }],
    ["ArrowLeft", false, { to: 49 }],
    ["ArrowLeft", true, { to: 40 }],
    ["Home", false, { to: 0 }],
    ["End", false, { to: 55 + 10 }],
    [" ", false, "play"],
    ["x", false, null],
  ])("%s, shift %s", (key, shift, result) => {
    expect(step(key, shift, 50, 65)).toEqual(result);
  });

  it("stop at both ends", () => {
    expect(step("ArrowLeft", true, 3, 65)).toEqual({ to: 0 });
    expect(step("ArrowRight", true, 60, 65)).toEqual({ to: 65 });
  });
});

describe("the log by turns", () => {
  const entry = (number: number): LogEntry =>
    ({ number, seat: "", kind: "move", text: `${number}`, rule: "", path: [] as string[] }) as LogEntry;
  const turns = byTurn(
    [
      [0, "Landings"],
      [10, "GT 1"],
      [20, "GT 2"],
    ],
    [0, 3, 9, 10, 15, 25].map(entry),
  );

  it("has each entry in its turn", () => {
    expect(turns.map((turn) => turn.entries.map(({ number }) => number))).toEqual([[0, 3, 9], [10, 15], [25]]);
  });

  it("finds the turn of an order", () => {
    expect([0, 9, 10, 99].map((number) => turnAt(turns, number)?.name)).toEqual([
      "Landings",
      "Landings",
      "GT 1",
      "GT 2",
    ]);
  });

  it("is one list when the turns are not known", () => {
    expect(byTurn([], [entry(1)])[0]?.entries).toHaveLength(1);
  });
});

describe("views kept for the replay", () => {
  const view = (seat: string, number: number) => ({ seat, number }) as View;

  it("are asked for once", async () => {
    const ask = vi.fn((seat: string, number: number) => Promise.resolve(view(seat, number)));
    const views = new Views(ask);
    await views.get("allied", 3);
    await views.ahead("allied", [3, 4], () => true);
    expect(await views.get("allied", 4)).toEqual(view("allied", 4));
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("are asked for again from where other orders may have been given", async () => {
    const asked: string[] = [];
    const views = new Views((seat, number) => {
      asked.push(`${seat} ${number}`);
      return Promise.resolve({ number } as View);
    });
    await views.get("allied", 3);
    await views.get("allied", 4);
    views.forget(3);
    await views.get("allied", 3);
    await views.get("allied", 4);
    expect(asked).toEqual(["allied 3", "allied 4", "allied 4"]);
  });
  it("are asked for again after a failure", async () => {
    const ask = vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue(view("allied", 1));
    const views = new Views(ask);
    await expect(views.get("allied", 1)).rejects.toThrow("gone");
    expect(await views.get("allied", 1)).toEqual(view("allied", 1));
  });

  it("are not asked for in advance once the reader has gone elsewhere", async () => {
    const ask = vi.fn((seat: string, number: number) => Promise.resolve(view(seat, number)));
    await new Views(ask).ahead("allied", [1, 2], () => false);
    expect(ask).not.toHaveBeenCalled();
  });
});
