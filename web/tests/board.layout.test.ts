import { describe, expect, it } from "vitest";
import type { Board, BoardHex } from "../src/api/types";
import { valueLine } from "../src/board/counters";
import { hexesOf, laidOut } from "../src/board/layout";
import { neighbourTowards } from "../src/play/choices";

const hex = (id: string, x: number, y: number, neighbours: (string | null)[] = []): BoardHex => ({
  id,
  x,
  y,
  terrain: ["beach"],
  name: "",
  playable: true,
  neighbours,
  sides: {},
  marks: [],
});

const board = {
  map: {
    picture: "/sheet.svg",
    painted: "/sheet.webp",
    turned: "/turned.svg",
    turned_painted: "/turned.webp",
    width: 400,
    height: 300,
    hex_width: 60,
    left: 10,
    top: 20,
    right: 350,
    bottom: 0,
  },
  hexes: [hex("0101", 100, 100, ["0201", null]), hex("0201", 130, 48, ["0101", null])],
  boxes: [
    { id: "FG1", title: "FG1", text: "Leads to 0101", group: "landing", x: 100, y: 160 },
    { id: "lost", title: "Lost", text: "" },
  ],
} as unknown as Board;

describe("the board as it lies before the player", () => {
  it("has boxes among its hexes, and others beside the map", () => {
    const beside = { id: "reserve", title: "Reserve", text: "", x: 100, y: 280 };
    const { left, right, top, bottom } = hexesOf(laidOut({ ...board, boxes: [...board.boxes, beside] }, false));
    expect([left, right, top, bottom]).toEqual([40, 190, -12, 160]);
  });

  it("has the boxes on the drawing as places beside the hexes", () => {
    const { hexes } = laidOut(board, false);
    expect(hexes.map(({ id }) => id)).toEqual(["0101", "0201", "FG1"]);
    expect(hexes[2]?.neighbours).toEqual(["0101"]);
    expect(hexes[0]?.neighbours).toContain("FG1");
    expect(board.hexes[0]?.neighbours).not.toContain("FG1");
  });

  it("can be turned, with all that lies on it", () => {
    const { hexes, map } = laidOut(board, true);
    expect(hexes.map(({ x, y }) => [x, y])).toEqual([
      [300, 200],
      [270, 252],
      [300, 140],
    ]);
    expect([map.picture, map.painted]).toEqual(["/turned.svg", "/turned.webp"]);
    expect([map.left, map.top, map.right, map.bottom]).toEqual([50, 0, 390, 280]);
  });

  it("is steered by what is seen: above is above after a turn too", () => {
    const up = (turned: boolean) => {
      const hexes = new Map(laidOut(board, turned).hexes.map((one) => [one.id, one]));
      const from = hexes.get("0101");
      return from && neighbourTowards(hexes, from, "up", from)?.id;
    };
    expect(up(false)).toBe("0201");
    expect(up(true)).toBe("FG1");
  });

  it("stays as it is if the game has no turned drawing", () => {
    const fixed = { ...board, boxes: [], map: { ...board.map, turned: undefined } } as unknown as Board;
    expect(laidOut(fixed, true)).toBe(fixed);
  });
});

describe("values on a counter", () => {
  it("are joined as they are printed", () => {
    expect(valueLine({ values: ["4", "6", "8"] })).toBe("4-6-8");
    expect(valueLine({ values: ["?", "", "", "", "?"] })).toBe("?-?");
  });

  it("have shapes for words, pips for steps, and no lists", () => {
    expect(valueLine({ values: ["6", "3", "diamond", "1", "all"], steps: 3 })).toBe("6 ◆ 1");
    expect(valueLine({ values: ["2", "2", "circle", "5", "BZ DE"], steps: 2 })).toBe("2 ● 5");
    expect(valueLine({ values: ["2", "2", "10", "2"], steps: 2 })).toBe("2-10-2");
  });
});
