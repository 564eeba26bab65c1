import { describe, expect, it } from "vitest";
import { match } from "../src/router";

const TOKEN = "Zk3v8sQmPq0r_tY7uWxA1g";

describe("the page of an address", () => {
  it.each([
    ["/", "", { page: "home" }],
    ["/new", "?scenario=fire_movement%2Fsword", { page: "new", scenario: "fire_movement/sword" }],
    ["/new", "?scenario=fire_movement/sword", { page: "new", scenario: "fire_movement/sword" }],
    ["/game/abc234def567gh", "", { page: "game", id: "abc234def567gh" }],
    ["/game/abc234def567gh/", "", { page: "game", id: "abc234def567gh" }],
    ["/replay/abc234def567gh", "", { page: "replay", id: "abc234def567gh", at: null }],
    ["/replay/abc234def567gh", "?at=40", { page: "replay", id: "abc234def567gh", at: 40 }],
    [`/join/${TOKEN}`, "", { page: "join", token: TOKEN }],
    [`/watch/${TOKEN}`, "", { page: "watch", token: TOKEN }],
  ])("%s%s", (path, search, page) => {
    expect(match(path, search)).toEqual(page);
  });

  it.each(["/game", "/game/", "/game/../etc", "/game/ABC", "/join/short", `/join/${TOKEN}/more`, "/elsewhere", "//"])(
    "is nowhere for %s",
    (path) => {
      expect(match(path)).toEqual({ page: "lost" });
    },
  );

  it.each(["-1", "1.5", "abc", "99999999999"])("takes no notice of the point %s", (at) => {
    expect(match("/replay/abc234def567gh", `?at=${at}`)).toMatchObject({ at: null });
  });
});
