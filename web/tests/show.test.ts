import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameInfo, View } from "../src/api/types";

const api = vi.hoisted(() => ({ game: vi.fn(), view: vi.fn(), log: vi.fn(), summary: vi.fn() }));
const complained = vi.hoisted((): unknown[] => []);
vi.mock("../src/api/client", async (original) => ({ ...(await original<object>()), api }));
vi.mock("../src/toasts", () => ({ complain: (error: unknown) => complained.push(error), tell: () => undefined }));

import { Show } from "../src/replay/show.svelte";

const game = (status: string, number: number): GameInfo =>
  ({
    id: "g",
    status,
    number,
    role: "player",
    hides: true,
    secrets: true,
    seats: [
      { seat: "allied", title: "Allies", side: "allied", kind: "human", mine: true },
      { seat: "german", title: "Germans", side: "german", kind: "bot", mine: false },
    ],
  }) as unknown as GameInfo;
const view = (seat: string, number: number): View => ({ seat, number }) as View;

beforeEach(() => {
  complained.length = 0;
  vi.clearAllMocks();
  api.view.mockImplementation((_: string, seat: string, number: number) => Promise.resolve(view(seat, number)));
  api.log.mockResolvedValue({ entries: [] });
  api.summary.mockResolvedValue({ turns: [[0, "GT 1"]], curves: [] });
});

describe("a replay", () => {
  it("begins at the beginning of a game that is over, at the end of one that goes on, or where it is told to", () => {
    expect(new Show(game("over", 40), null).number).toBe(0);
    expect(new Show(game("playing", 40), null).number).toBe(40);
    expect(new Show(game("over", 40), 12).number).toBe(12);
    expect(new Show(game("over", 40), 99).number).toBe(40);
  });

  it("stays within the game", () => {
    const show = new Show(game("over", 40), 5);
    show.jump(-3);
    expect(show.number).toBe(0);
    show.jump(77);
    expect(show.number).toBe(40);
  });

  it("glides to the next order, and to no other", async () => {
    const show = new Show(game("over", 40), 5);
    await show.bring();
    show.jump(6);
    await show.bring();
    expect([show.view?.number, show.glides]).toEqual([6, true]);
    show.jump(20);
    await show.bring();
    expect([show.view?.number, show.glides]).toEqual([20, false]);
  });

  it("shows the newest wish, though an older one was asked for first", async () => {
    const show = new Show(game("over", 40), 5);
    const first = show.bring();
    show.jump(9);
    await show.bring(); // one is on its way already
    await first;
    expect(show.view?.number).toBe(9);
  });

  it("plays to the end and stops there, and begins anew from there", async () => {
    const show = new Show(game("over", 2), 1);
    show.toggle();
    show.tick();
    expect([show.number, show.playing]).toEqual([2, true]);
    show.tick();
    expect([show.number, show.playing]).toEqual([2, false]);
    show.toggle();
    expect([show.number, show.playing]).toEqual([0, true]);
    await show.bring();
  });

  it("stops when a view cannot be had, and says why", async () => {
    const show = new Show(game("over", 40), 5);
    show.toggle();
    api.view.mockRejectedValue(new Error("gone"));
    await show.bring();
    expect(show.playing).toBe(false);
    expect(complained).toHaveLength(1);
  });

  it("goes on with a game that is played, and stays where the reader is unless he was at its end", async () => {
    const [there, back] = [new Show(game("playing", 40), null), new Show(game("playing", 40), 7)];
    api.game.mockResolvedValue(game("playing", 41));
    await Promise.all([there.goOn(40), back.goOn(40)]);
    expect([there.number, back.number]).toEqual([41, 7]);
    expect(there.story?.summary.turns).toEqual([[0, "GT 1"]]);
    expect(there.turns.map(({ name }) => name)).toEqual(["GT 1"]);
  });

  it("tells the story of the side that was asked for last", async () => {
    const show = new Show(game("over", 40), 5);
    let answer: (log: unknown) => void = () => undefined;
    api.log.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const late = show.loadStory("german");
    api.log.mockResolvedValueOnce({ entries: [{ number: 1, text: "for the Allies" }] });
    await show.loadStory("allied");
    answer({ entries: [{ number: 1, text: "for the Germans" }] });
    await late;
    expect(show.story?.entries.map(({ text }) => text)).toEqual(["for the Allies"]);
  });
});
