import { describe, expect, it } from "vitest";
import { knowsSymbol } from "../src/board/symbols";

describe("NATO symbols", () => {
  // One of each kind of unit of Fire & Movement.
  it.each([
    "SFGPUCI----H---",
    "SFGPUCIA---G---",
    "SFGPUCIS---G---",
    "SFGPUCIN---H---",
    "SFFPGR-----F---",
    "SHGPUCIZ---G---",
    "SHGPUCA----G---",
    "SHGPUCAAA--F---",
    "SHGPUCDG---F---",
  ])("has an icon for %s", (code) => expect(knowsSymbol(code)).toBe(true));

  // A headquarters, a depot, bombers and fighter-bombers of A Bloody Summer.
  it.each(["SFGPUH2----J---", "SHGPUSS--------", "SFAPMFB--------", "SFAPMFA--------"])("has an icon for %s", (code) =>
    expect(knowsSymbol(code)).toBe(true),
  );

  it("has none for what is at sea", () => expect(knowsSymbol("SFSPCL----*****")).toBe(false));
});
