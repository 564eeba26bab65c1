import { describe, expect, it } from "vitest";
import { ServerError } from "../src/api/client";
import { explain } from "../src/api/explain";
import type { GameInfo, ScenarioCard } from "../src/api/types";
import { ago } from "../src/pages/ago";
import { Queue } from "../src/pages/queue";
import { asIn, bySide, secretLink, usual, wanted } from "../src/pages/seats";
import { inOrder, standing } from "../src/pages/standing";
import { text } from "../src/text";

const NOW = new Date("2026-06-06T12:00:00Z");

describe("time in words", () => {
  it.each([
    ["2026-06-06T11:59:30Z", "just now"],
    ["2026-06-06T12:00:20Z", "just now"],
    ["2026-06-06T11:58:59Z", "1 minute ago"],
    ["2026-06-06T10:00:00Z", "2 hours ago"],
    ["2026-06-05T11:00:00Z", "yesterday"],
    ["2026-05-28T12:00:00Z", "last week"],
    ["2026-03-01T12:00:00Z", "3 months ago"],
    ["2024-06-05T12:00:00Z", "2 years ago"],
  ])("%s is %s", (then, words) => {
    expect(ago(then, NOW)).toBe(words);
  });
});

describe("who plays a battle", () => {
  const seat = (id: string, side: string) => ({ id, title: id.toUpperCase(), side, colour: "grey" as const });
  const facts = (...seats: ReturnType<typeof seat>[]) =>
    text.home.scenarios.facts(6, bySide({ seats } as ScenarioCard));

  it("is told by sides", () => {
    expect(facts(seat("west", "attackers"), seat("east", "attackers"), seat("fox", "foxes"))).toBe(
      "6 turns · WEST, EAST – FOX",
    );
  });

  it("is a number where all are on one side", () => {
    const three = [seat("a", "us"), seat("b", "us"), seat("c", "us")];
    expect([1, 2, 3].map((count) => facts(...three.slice(0, count)))).toEqual([
      "6 turns · for one player",
      "6 turns · for one or two players",
      "6 turns · for one to 3 players",
    ]);
  });
});

function game(given: Partial<GameInfo>): GameInfo {
  return { status: "playing", asked: "german", my_turn: false, updated: NOW.toISOString(), ...given } as GameInfo;
}

const seat = (kind: "human" | "bot" | "invitation", name = "") => ({
  seat: "german",
  title: "Germans",
  kind,
  name,
  mine: false,
});

describe("my games", () => {
  it("puts those that wait for me first, then those being played, then the finished ones, the latest first", () => {
    const games = [
      game({ id: "over", status: "over" }),
      game({ id: "old", updated: "2026-06-01T12:00:00Z" }),
      game({ id: "new" }),
      game({ id: "mine", my_turn: true, updated: "2026-01-01T12:00:00Z" }),
    ];
    expect(inOrder(games).map(({ id }) => id)).toEqual(["mine", "new", "old", "over"]);
  });

  it("says whom a game waits for", () => {
    expect(standing(game({ my_turn: true }))).toBe("Your turn");
    expect(standing(game({ seats: [seat("bot")] as GameInfo["seats"] }))).toBe("The program thinks for the Germans");
    expect(standing(game({ seats: [seat("human", "Marie")] as GameInfo["seats"] }))).toBe("Waiting for Marie");
    expect(standing(game({ seats: [seat("invitation")] as GameInfo["seats"] }))).toContain("Nobody");
    expect(standing(game({ status: "held", held: "the rules changed" }))).toContain("the rules changed");
  });
});

describe("a new game", () => {
  const card = { seats: [{ id: "allied" }, { id: "german" }], default_seats: ["german"] } as ScenarioCard;

  it("is me against the program unless told otherwise", () => {
    expect(wanted(usual(card, "greedy"))).toEqual({
      allied: { kind: "bot", bot: "greedy" },
      german: { kind: "human", bot: null },
    });
  });

  it("from a point of another leaves my seats mine, and has the usual ones if none is", () => {
    const usually = usual(card, "greedy");
    const seats = [
      { seat: "allied", kind: "human", mine: true },
      { seat: "german", kind: "human", mine: false },
    ] as GameInfo["seats"];
    expect(wanted(asIn(game({ seats }), usually, "greedy"))).toEqual({
      allied: { kind: "human", bot: null },
      german: { kind: "bot", bot: "greedy" },
    });
    expect(asIn(game({ seats: seats.slice(1) }), usually, "greedy")).toBe(usually);
  });

  it("makes an address to send of a secret", () => {
    expect(secretLink("join", "Zk3v8sQm", "https://here")).toBe("https://here/join/Zk3v8sQm");
  });
});

describe("what went wrong", () => {
  const problem = (text: string) => ({ error: "refused", text, rule: "", number: null });

  it("is told in the server's words, as a sentence", () => {
    expect(explain(new ServerError(409, problem("somebody sits there")))).toBe("Somebody sits there.");
    expect(explain(new ServerError(409, problem("Really? Yes!")))).toBe("Really? Yes!");
  });

  it("is told also when the server says nothing or cannot be reached", () => {
    expect(explain(new ServerError(0, problem("")))).toContain("cannot be reached");
    expect(explain(new ServerError(500, problem("")))).toContain("did not work");
    expect(explain(new TypeError("undefined is not a function"))).toContain("did not work");
  });
});

describe("pictures", () => {
  it("load two at a time, and the next when one has loaded or is wanted no more", () => {
    const began: string[] = [];
    const queue = new Queue();
    const [first, , third] = ["a", "b", "c", "d", "e"].map((name) => queue.join(() => began.push(name)));
    expect(began).toEqual(["a", "b"]);
    third?.();
    expect(began).toEqual(["a", "b"]);
    first?.();
    first?.();
    expect(began).toEqual(["a", "b", "d"]);
  });
});
