import { describe, expect, it, vi } from "vitest";

const api = vi.hoisted(() => ({ game: vi.fn(), board: vi.fn() }));
vi.mock("../src/api/client", () => ({ api }));

import { askAhead, takeBoard, takeInfo } from "../src/api/ahead";

describe("what a game's page needs first", () => {
  it("is asked for once before the page is there, with its map, and anew by who asks again", async () => {
    const pictures: { src: string }[] = [];
    vi.stubGlobal("Image", function (this: { src: string }) {
      pictures.push(this);
    });
    api.game.mockResolvedValue({ id: "g" });
    api.board.mockResolvedValue({ map: { painted: "/map.webp", picture: "/map.svg" } });
    askAhead("g");
    expect([await takeInfo("g"), (await takeBoard("g")).map.painted]).toEqual([{ id: "g" }, "/map.webp"]);
    expect([api.game.mock.calls.length, api.board.mock.calls.length]).toEqual([1, 1]);
    expect(pictures.map(({ src }) => src)).toEqual(["/map.webp"]);
    await takeInfo("g");
    await takeBoard("other");
    expect([api.game.mock.calls.length, api.board.mock.calls.length]).toEqual([2, 2]);
  });
});
