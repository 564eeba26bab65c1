import { describe, expect, it } from "vitest";
import type { GameInfo, SeatInfo } from "../src/api/types";
import { canSwap, rematchSeats } from "../src/play/rematch";

const seat = (name: string, side: string, more: Partial<SeatInfo>): SeatInfo =>
  ({ seat: name, side, kind: "human", bot: null, mine: false, ...more }) as SeatInfo;
const game = (...seats: SeatInfo[]) => ({ seats }) as unknown as GameInfo;

describe("a rematch", () => {
  const duel = game(seat("allied", "allied", { mine: true }), seat("german", "german", { kind: "bot", bot: "greedy" }));

  it("seats everybody as before", () => {
    expect(rematchSeats(duel, false)).toEqual({
      allied: { kind: "human", bot: null },
      german: { kind: "bot", bot: "greedy" },
    });
  });
  it("changes sides", () => {
    expect(rematchSeats(duel, true)).toEqual({
      allied: { kind: "bot", bot: "greedy" },
      german: { kind: "human", bot: null },
    });
  });
  it("invites whoever else played, and gives all seats of a side to whoever led the other", () => {
    const three = game(
      seat("us", "allied", { mine: true }),
      seat("uk", "allied", { mine: true }),
      seat("german", "german", {}),
    );
    expect(rematchSeats(three, true)).toMatchObject({
      us: { kind: "invitation" },
      uk: { kind: "invitation" },
      german: { kind: "human" },
    });
  });
  it("has no sides to change where one side is led by the rules", () => {
    expect(canSwap(duel)).toBe(true);
    expect(canSwap(game(seat("1st", "us", { mine: true }), seat("29th", "us", {})))).toBe(false);
  });
});
