import { describe, expect, it, vi } from "vitest";
import type { Board, BoardHex, GameInfo, Guide, OrderChoice, PieceState, Rulebook, View } from "../src/api/types";
import {
  besidePrompt,
  bestWithOdds,
  choicePlaces,
  filterOrders,
  asksFirst,
  givesUp,
  hexOf,
  highlightsOf,
  inSequence,
  isForMap,
  neighbourTowards,
  nextChoice,
  ordersAt,
  question,
  tellsUnasked,
} from "../src/play/choices";
import { Escapes, goBack } from "../src/play/back";
import { example, read } from "../src/play/commands";
import { adviceFor, isOver, walkOn } from "../src/play/guide";
import { actionFor } from "../src/play/keys";
import { abbreviationsOf, findRule, searchRules, spelledOut } from "../src/play/rulebook";
import {
  colourOf,
  haveProgramsPlayed,
  needsCurtain,
  sameSide,
  seatTitle,
  seatToShow,
  seatWithName,
  stillToAgree,
  wouldGiveUp,
} from "../src/play/seats";
import { pointsOfView } from "../src/replay/seats";
import { text } from "../src/text";

function order(words: string, more: Partial<OrderChoice> = {}): OrderChoice {
  const [verb = ""] = words.split(" ");
  return { order: words, verb, label: words, detail: "", cost: "", path: [], odds: false, sets_off: false, ...more };
}
function piece(id: string, at: string): PieceState {
  return { id, at, reduced: false, values: [] as string[], flags: [] as string[] } as PieceState;
}
function view(orders: OrderChoice[], more: Partial<View> = {}): View {
  return {
    number: 7,
    seat: "allied",
    turn: "GT 1",
    phase: "Movement",
    active: "allied",
    pieces: [piece("22/21", "0101"), piece("8/3", "0101"), piece("27", "0102"), piece("late", "due")],
    marks: [],
    tracks: {},
    facts: [],
    since: [],
    can_undo: false,
    undo_reason: "",
    decision: { seat: "allied", prompt: "?", rule: "", about: "", orders, hex_verb: "to", unit_verb: "move" },
    ...more,
  } as View;
}
function hex(id: string, x: number, y: number, neighbours: (string | null)[] = []): BoardHex {
  return { id, x, y, neighbours, terrain: ["clear"], name: "", playable: true, sides: {}, marks: [] };
}
const HEXES = new Map(["0101", "0102", "0103"].map((id) => [id, hex(id, 0, 0)]));
const END = order("end");
const move = (unit: string) => order(`move ${unit}`, { unit });
const to = (id: string, more: Partial<OrderChoice> = {}) => order(`to ${id}`, { hex: id, ...more });

describe("what a click means", () => {
  it("is the order of the unit under the pointer", () => {
    const found = ordersAt(view([move("22/21"), move("8/3"), END]), { hex: "0101", unit: "8/3" });
    expect(found.map((known) => known.order)).toEqual(["move 8/3"]);
  });
  it("is every unit of a stack if it is on none of them", () => {
    const found = ordersAt(view([move("22/21"), move("8/3"), move("27")]), { hex: "0101", unit: null });
    expect(found.map((known) => known.order)).toEqual(["move 22/21", "move 8/3"]);
  });
  it("is the hex even if a unit that cannot be chosen lies there", () => {
    const found = ordersAt(view([to("0102"), END]), { hex: "0102", unit: "27" });
    expect(found.map((known) => known.order)).toEqual(["to 0102"]);
  });
  it("is a choice between the unit and its hex where both are possible", () => {
    const attack = order("attack 0102", { hex: "0102" });
    expect(ordersAt(view([move("27"), attack]), { hex: "0102", unit: "27" })).toHaveLength(2);
  });
  it("is a choice among the whole stack where the unit under the pointer has several orders", () => {
    const together = order("stack 8/3", { unit: "8/3" });
    const found = ordersAt(view([move("22/21"), move("8/3"), together, move("27")]), { hex: "0101", unit: "8/3" });
    expect(found.map((known) => known.order)).toEqual(["move 8/3", "stack 8/3", "move 22/21"]);
  });
  it("is nothing elsewhere", () => {
    expect(ordersAt(view([to("0102")]), { hex: "0103", unit: null })).toEqual([]);
  });
});

describe("the question why not", () => {
  const nobody = () => false;
  const isEnemy = (unit: string) => unit === "27";
  const asked = (
    verbs: { hex_verb?: string; unit_verb?: string; target_verb?: string },
    orders: OrderChoice[] = [to("0103")],
  ) => {
    const known = view(orders);
    if (!known.decision) throw new Error("there is a decision");
    return { ...known, decision: { ...known.decision, ...verbs } };
  };

  it("has the verb of the decision", () => {
    expect(question(asked({}), { hex: "0103", unit: null }, nobody)).toBe("to 0103");
    expect(question(asked({}), { hex: "0103", unit: "27" }, nobody)).toBe("move 27");
    expect(question(asked({ unit_verb: "" }), { hex: "0103", unit: "27" }, nobody)).toBe("to 0103");
    expect(question(asked({ unit_verb: "", hex_verb: "" }), { hex: "0103", unit: "27" }, nobody)).toBeNull();
  });
  it("is about fire where an enemy stands, if the unit in hand can fire, else about going there", () => {
    const going = to("0103", { path: ["0101", "0103"] });
    const barrage = order("barrage 0104", { hex: "0104" });
    const here = { hex: "0102", unit: null };
    expect(question(asked({ unit_verb: "" }, [going, barrage]), here, isEnemy)).toBe("barrage 0102");
    expect(question(asked({ unit_verb: "" }, [going]), here, isEnemy)).toBe("to 0102");
    expect(question(asked({ unit_verb: "" }, [going, barrage]), { hex: "0105", unit: null }, isEnemy)).toBe("to 0105");
  });
  it("is about an attack where an enemy stands and no unit is in hand yet, if the game knows a verb for that", () => {
    const here = { hex: "0102", unit: null };
    expect(question(asked({ hex_verb: "", target_verb: "attack" }, [END]), here, isEnemy)).toBe("attack 0102");
    expect(question(asked({ hex_verb: "", target_verb: "attack" }, [END]), here, nobody)).toBe("move 27");
  });
  it("is about the uppermost own unit of a stack where units are asked for", () => {
    const choosing = asked({ hex_verb: "" }, [END]);
    expect(question(choosing, { hex: "0101", unit: null }, isEnemy)).toBe("move 8/3");
    expect(question(choosing, { hex: "0102", unit: null }, isEnemy)).toBeNull();
    expect(question(choosing, { hex: "0103", unit: null }, isEnemy)).toBeNull();
  });
});

describe("what lights up", () => {
  it("is every unit and hex of the list, a cost with its hex", () => {
    const lit = highlightsOf(view([move("27"), to("0103", { cost: "2", path: ["0102", "0103"] })]), null);
    expect([...lit.units]).toEqual(["27"]);
    expect(lit.hexes.get("0103")).toEqual({ kind: "move", label: "2" });
    expect(lit.hexes.get("0102")).toEqual({ kind: "unit" });
    expect(lit.hexes.has("0101")).toBe(false);
  });
  it("shows the path of the order that is pointed at", () => {
    const going = to("0103", { path: ["0102", "0103"] });
    expect(highlightsOf(view([going]), going).path).toEqual(["0102", "0103"]);
  });
  it.each([
    ["0.5", "0.5"],
    ["2.5", "2.5"],
    ["12", "12"],
    ["1 action", "1"],
    ["free", "free"],
  ])("has the whole number of a cost in its hex: %s", (cost, label) => {
    expect(highlightsOf(view([to("0103", { cost })]), null).hexes.get("0103")?.label).toBe(label);
  });
});

describe("going from choice to choice", () => {
  const asked = view([move("27"), move("8/3"), move("22/21"), move("late"), END]);
  it("visits each hex on the map once", () => {
    expect(choicePlaces(asked, HEXES).map((place) => place.hex)).toEqual(["0102", "0101"]);
  });
  it("goes around both ways", () => {
    expect(nextChoice(asked, HEXES, null, 1)?.hex).toBe("0102");
    expect(nextChoice(asked, HEXES, "0101", 1)?.hex).toBe("0102");
    expect(nextChoice(asked, HEXES, "0102", -1)?.hex).toBe("0101");
    expect(nextChoice(view([END]), HEXES, null, 1)).toBeNull();
  });
});

describe("the list of orders", () => {
  it("numbers those without a place first", () => {
    expect(inSequence(view([move("27"), END]), HEXES).map((known) => known.order)).toEqual(["end", "move 27"]);
  });
  it("numbers the buttons beside the prompt before the list below, so that units off the map have a key", () => {
    const many = Array.from({ length: 20 }, (_, index) => to(`02${index}`));
    const found = inSequence(view([...many, move("late"), END]), HEXES);
    expect(found.map((known) => known.order).slice(0, 3)).toEqual(["end", "move late", "to 020"]);
    expect(found).toHaveLength(22);
  });
  it("keeps a long list off the prompt, but not what has no place on the map", () => {
    const many = Array.from({ length: 20 }, (_, index) => to(`02${index}`));
    const beside = besidePrompt(view([...many, move("late"), END]), HEXES);
    expect(beside.map((known) => known.order)).toEqual(["end", "move late"]);
    expect(besidePrompt(view([to("0102"), END]), HEXES)).toHaveLength(2);
  });
  it("is filtered by all words, in any order", () => {
    const orders = [order("to 0938", { label: "To Caen" }), order("to 0939", { label: "To Carpiquet" })];
    expect(filterOrders(orders, "caen to").map((known) => known.order)).toEqual(["to 0938"]);
    expect(filterOrders(orders, "  ")).toHaveLength(2);
  });
  it("is asked about if it ends a phase in which something is left to do", () => {
    const phase = { orders: [END, move("27")] };
    expect(givesUp(END, { orders: [END] })).toBe(false);
    expect(givesUp(move("27"), phase)).toBe(false);
    expect(asksFirst(END, phase, true)).toBe(true);
    expect(asksFirst(END, phase, false)).toBe(false);
  });
  it("is not asked about if it is an answer like the others", () => {
    const climb = order("climb");
    const later = order("delay 8");
    const attack = order("declare", { odds: true });
    for (const answer of [climb, order("stay")])
      expect(asksFirst(answer, { orders: [answer, to("0101")], unit: "27" }, true)).toBe(false);
    expect(asksFirst(order("halt"), { orders: [order("halt"), move("27")], target: "0101" }, true)).toBe(false);
    expect(asksFirst(later, { orders: [later, to("0101")] }, true)).toBe(false);
    expect(asksFirst(attack, { orders: [attack, move("27")] }, true)).toBe(false);
  });
  it("is asked about before it begins what is still put together, whoever wants to be asked or not", () => {
    const last = order("with 27", { unit: "27", sets_off: true });
    expect(asksFirst(last, { orders: [last], target: "0101" }, false)).toBe(true);
    expect(asksFirst(order("with 27", { unit: "27" }), { orders: [last] }, true)).toBe(false);
  });
  it("is one for the map when most of it are hexes", () => {
    expect(isForMap([to("0101"), to("0102"), END])).toBe(true);
    expect(isForMap([move("27"), move("8/3"), END])).toBe(false);
    expect(isForMap([])).toBe(false);
  });
  it("rates the attack as it stands before one more attacker", () => {
    const rated = [order("with 27", { unit: "27", odds: true }), order("declare", { odds: true }), END];
    expect(bestWithOdds(rated)?.order).toBe("declare");
    expect(bestWithOdds([END])).toBeNull();
  });
});

describe("the cursor", () => {
  // Pointed hexes: two neighbours lie equally far north.
  const middle = hex("m", 100, 100, ["ne", "e", null, null, "w", "nw"]);
  const around = [hex("ne", 150, 14), hex("e", 200, 100), hex("w", 0, 100), hex("nw", 50, 14), middle];
  const hexes = new Map(around.map((known) => [known.id, known]));
  it("goes to the neighbour that lies most in the direction", () => {
    expect(neighbourTowards(hexes, middle, "right", middle)?.id).toBe("e");
    expect(neighbourTowards(hexes, middle, "up-left", middle)?.id).toBe("nw");
    expect(neighbourTowards(hexes, middle, "up-right", middle)?.id).toBe("ne");
  });
  it("keeps to its column where two lie equally", () => {
    expect(neighbourTowards(hexes, middle, "up", { x: 160, y: 0 })?.id).toBe("ne");
    expect(neighbourTowards(hexes, middle, "up", { x: 40, y: 0 })?.id).toBe("nw");
  });
  it("stays at the edge of the map", () => {
    expect(neighbourTowards(hexes, middle, "down", middle)).toBeNull();
  });
});

describe("the odds of what nobody has pointed at", () => {
  const overrun = order("to 0102", { hex: "0102", odds: true });
  it("are told where all choices have some, and of an attack as it stands", () => {
    expect(tellsUnasked([overrun], overrun)).toBe(true);
    expect(tellsUnasked([to("0103")], order("attack", { odds: true }))).toBe(true);
  });
  it("are not told among destinations", () => {
    expect(tellsUnasked([to("0103"), overrun], overrun)).toBe(false);
    expect(tellsUnasked([], null)).toBe(false);
  });
});

describe("the hex of what is advised", () => {
  it("is that of the order, else that of its unit, if it is on the map", () => {
    const found = [to("0103"), move("27"), move("late"), END].map((one) => hexOf(one, view([]), HEXES));
    expect(found).toEqual(["0103", "0102", null, null]);
  });
});

describe("the button beside what the programs did", () => {
  it("is named for what it opens, their plans, not for the fight", () => {
    expect(text.play.intents.brief).toBe("Their plans");
  });
});

describe("a percentage", () => {
  it("never breaks before its sign", () => {
    expect([0.17, 0.001].map(text.play.attack.percent)).toEqual(["17\u00a0%", "<1\u00a0%"]);
  });
});

describe("Escape", () => {
  const opened = (lies: object, asked: object) => {
    const desk = { menu: null, lookedAt: null, pulledUp: false, isSheet: false, inspected: null, ...lies };
    const adviser = { weighing: false, putAway: vi.fn() };
    const table = { unconfirmed: null, explained: null, hint: null, holdsUnit: true, undo: vi.fn(), ...asked };
    return {
      desk: Object.assign(desk, { lookAway: () => (desk.inspected = null) }),
      table: Object.assign(table, { chronicle: { news: null }, adviser }),
    };
  };
  const back = ({ desk, table }: ReturnType<typeof opened>, again = false) => {
    goBack(desk, table, again);
    return table.undo.mock.calls.length;
  };

  it("closes what lies open and puts no unit back meanwhile", () => {
    const open = opened({ menu: {}, inspected: { hex: "0938", unit: null } }, { hint: {} });
    expect([back(open), back(open)]).toEqual([0, 0]);
    expect([open.desk.menu, open.table.hint]).toEqual([null, null]);
    expect(back(open, true)).toBe(0);
    expect(open.desk.inspected).toBeNull();
    expect(back(open)).toBe(1);
  });
  it("belongs to the gesture of a press just before it", () => {
    const escapes = new Escapes();
    expect([1000, 1500, 2300, 4000].map((time) => escapes.pressed(time))).toEqual([false, true, true, false]);
  });
});

describe("keys", () => {
  const stroke = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
  it("move the cursor only on the board", () => {
    expect(actionFor(stroke("ArrowLeft"), true)).toEqual({ do: "move", direction: "left" });
    expect(actionFor(stroke("ArrowLeft"), false)).toBeNull();
    expect(actionFor(stroke("Enter"), false)).toBeNull();
  });
  it("undo in both ways, and leave the browser its own", () => {
    expect(actionFor(stroke("u"), false)).toEqual({ do: "undo" });
    expect(actionFor(stroke("z", { ctrlKey: true }), false)).toEqual({ do: "undo" });
    expect(actionFor(stroke("r", { ctrlKey: true }), true)).toBeNull();
    expect(actionFor(stroke("ArrowLeft", { altKey: true }), true)).toBeNull();
  });
  it("choose numbered orders everywhere", () => {
    expect(actionFor(stroke("3"), true)).toEqual({ do: "choose", number: 3 });
    expect(actionFor(stroke("0"), true)).toBeNull();
  });
});

describe("what is typed", () => {
  const orders = [END, move("22/21"), move("27"), to("0938")];
  it("is an order by its words, its last word or its number", () => {
    for (const line of ["to 0938", "TO 0938", "0938", "4"])
      expect(read(line, orders)).toEqual({ do: "order", order: "to 0938", rest: "" });
  });
  it("can be several orders in one line", () => {
    expect(read("move 22/21 to 0938", orders)).toEqual({ do: "order", order: "move 22/21", rest: "to 0938" });
  });
  it("means a unit rather than the number of a line", () => {
    expect(read("27", orders)).toEqual({ do: "order", order: "move 27", rest: "" });
  });
  it("is passed on if it is not known, so that the server explains it", () => {
    expect(read("to 9999", orders)).toEqual({ do: "order", order: "to 9999", rest: "" });
  });
  it("is explained with an order that can be given and a hex of this board", () => {
    const land = { playable: true, terrain: ["clear"] };
    const board = {
      hexes: [
        { id: "sea", playable: true, name: "1st Wave", terrain: [] },
        { id: "2407", name: "Carentan", ...land },
      ],
    };
    const told = (given: OrderChoice[]) => example(given, board as unknown as Board);
    expect(told([order("end"), order("to 2407", { hex: "2407" })])).toEqual({ order: "to 2407", hex: "2407" });
    expect(told([order("take 2")])).toEqual({ order: "take 2", hex: "2407" });
    expect(told([])).toEqual({ order: "", hex: "2407" });
  });
  it("can be a question", () => {
    expect(read("why to 0101", orders)).toEqual({ do: "why", order: "to 0101" });
    expect(read("odds to 0101", orders)).toEqual({ do: "odds", order: "to 0101" });
    expect(read("odds", orders)).toEqual({ do: "odds", order: "" });
    expect(read("hex 0101", orders)).toEqual({ do: "look", at: "0101" });
    expect(read(" undo ", orders)).toEqual({ do: "undo" });
    expect(read("  ", orders)).toEqual({ do: "nothing" });
  });
});

describe("the guide", () => {
  const step = (id: string, phase: string, verb: string): Guide["steps"][number] => ({
    id,
    phase,
    verb,
    title: id,
    text: "",
    suggest: "",
  });
  const steps = [step("take", "Movement", "move"), step("go", "Movement", "to"), step("end", "Movement", "end")];
  const shown = (number: number, step: number, phase = "Movement") => ({ number, step, phase });
  const taking = (number: number) => view([move("27"), END], { number });
  const going = (number: number) => view([to("0102")], { number });

  it("goes on step by step as decisions fit", () => {
    let walk = walkOn([], steps, taking(0));
    walk = walkOn(walk, steps, going(1));
    walk = walkOn(walk, steps, taking(2));
    expect(walk.map((shown) => shown.step)).toEqual([0, 1, 2]);
  });
  it("asks for advice that agrees with a step when it is new, and for any when it comes again", () => {
    const bombard = { ...step("bombard", "Movement", "move"), advise: "move" };
    expect(adviceFor([shown(0, 0)], bombard)).toEqual({ verb: "move" });
    expect(adviceFor([shown(0, 0), shown(2, 0)], bombard)).toEqual({});
    expect(adviceFor([shown(0, 0)], step("take", "Movement", "move"))).toEqual({});
  });
  it("asks as often as a lasting step comes for what carries out its words", () => {
    const landed = { ...step("off", "Movement", "move"), lasting: true };
    expect(adviceFor([shown(0, 0)], landed)).toEqual({ step: "off" });
    expect(adviceFor([shown(0, 0), shown(2, 0)], landed)).toEqual({ step: "off" });
  });
  it("fits the rule that asks, where a step names one", () => {
    const asked = { ...going(0), decision: { ...going(0).decision, rule: "10.1" } } as View;
    const named = (rule: string) => walkOn([], [{ ...step("go", "Movement", "to"), rule }], asked);
    expect(named("10.1")).toHaveLength(1);
    expect(named("8.1.3")).toHaveLength(0);
  });
  it("goes back to what was seen when nothing new fits", () => {
    const walk = walkOn([shown(2, 2)], steps, going(3));
    expect(walk.at(-1)).toEqual(shown(3, 1));
  });
  it("forgets what is undone", () => {
    const walk = walkOn([shown(0, 0), shown(1, 1)], steps, taking(0));
    expect(walk).toEqual([shown(0, 0)]);
  });
  it("is over when its last step lies behind, or when only old ones come again", () => {
    expect(isOver([shown(3, 1)], 2, 3)).toBe(false);
    expect(isOver([shown(3, 1)], 2, 4)).toBe(true);
    const again = (times: number) => Array.from({ length: times }, (_, i) => shown(3 + i, 0, `Phase ${i % 4}`));
    expect(isOver(again(5), 9, 8)).toBe(false);
    expect(isOver(again(30), 9, 33)).toBe(true);
  });
  it("stays through a long phase", () => {
    const long = Array.from({ length: 60 }, (_, i) => shown(i, 0));
    expect(isOver(long, 9, 60)).toBe(false);
  });
  it("waits while the other side decides or another phase runs", () => {
    expect(walkOn([], steps, view([]))).toEqual([]);
    expect(walkOn([], steps, view([END], { phase: "Combat" }))).toEqual([]);
  });
});

describe("the rulebook", () => {
  const rule = (id: string, text = "") => ({ id, section: "8", title: id, text, ruling: "" });
  const book: Rulebook = {
    game: "g",
    edition: "e",
    title: "t",
    sections: [
      { id: "8", title: "Combat", rules: [rule("8.1-01"), rule("8.2.1-03", "Column shifts"), rule("8.20-01")] },
      { id: "Quad 8.1", title: "Combat", rules: [rule("Quad 8.1-02")] },
    ],
  };
  it("opens at a rule, or the first below or above its number", () => {
    expect(findRule(book, "8.1-01")?.id).toBe("8.1-01");
    expect(findRule(book, "8.2")?.id).toBe("8.2.1-03");
    expect(findRule(book, "8.1-99")?.id).toBe("8.1-01");
    expect(findRule(book, "99")).toBeNull();
    expect(findRule(book, "Quad 8.1")?.id).toBe("Quad 8.1-02");
  });
  it("is searched by all words", () => {
    expect(searchRules(book, "shifts column")[0]?.rules.map((known) => known.id)).toEqual(["8.2.1-03"]);
    expect(searchRules(book, "panzerfaust")).toEqual([]);
  });
});

describe("whose eyes the page looks through", () => {
  const game = (mine: string[], asked: string, more: Partial<GameInfo> = {}) =>
    ({
      role: "player",
      hides: true,
      secrets: true,
      status: "playing",
      asked,
      seats: [
        { seat: "allied", title: "Allies", side: "west", colour: "green" },
        { seat: "german", title: "Germans", side: "east", colour: "grey", bot: "greedy" },
        { seat: "reserve", title: "Reserves", side: "east", colour: "blue" },
      ].map((seat) => ({ ...seat, mine: mine.includes(seat.seat) })),
      ...more,
    }) as GameInfo;
  it("is the one seat that is mine, whoever is asked", () => {
    expect(seatToShow(game(["allied"], "german"), "")).toBe("allied");
    expect(needsCurtain(game(["allied"], "german"))).toBe(false);
  });
  it("follows the seat that is asked when both are mine, behind a curtain if there are secrets", () => {
    expect(seatToShow(game(["allied", "german"], "german"), "allied")).toBe("german");
    expect(needsCurtain(game(["allied", "german"], "german"))).toBe(true);
    expect(needsCurtain(game(["german", "reserve"], "german"))).toBe(false);
    expect(needsCurtain(game(["allied", "reserve"], "allied"))).toBe(true);
    expect(needsCurtain(game(["allied", "german"], "", { status: "over" }))).toBe(false);
    expect(needsCurtain(game(["allied", "german"], "german", { secrets: false }))).toBe(false);
  });
  it("is nobody's in the replay of a game that two play before one screen", () => {
    expect(pointsOfView(game(["allied", "german"], "german"))).toEqual(["spectator"]);
    expect(pointsOfView(game(["allied"], "german"))).toEqual(["allied", "spectator"]);
    expect(pointsOfView(game(["allied", "german"], "", { status: "over" }))).toContain("german");
  });
  it("can be asked what it was up to only if it is a program's and gave an order", () => {
    const info = game(["allied"], "german");
    const german = info.seats.find(({ seat }) => seat === "german");
    if (german) german.kind = "bot";
    expect(haveProgramsPlayed(info, [{ seat: "allied" }, { seat: "" }])).toBe(false);
    expect(haveProgramsPlayed(info, [{ seat: "allied" }, { seat: "german" }])).toBe(true);
    expect(haveProgramsPlayed(info, [{ seat: "reserve" }])).toBe(false);
    expect(haveProgramsPlayed(info, [{ seat: "german", result: {} }])).toBe(false);
  });
  it("has the name, the side and the colour that the server tells", () => {
    const info = game(["allied"], "german");
    expect(seatTitle(info, "reserve")).toBe("Reserves");
    expect(seatTitle(info, "spectator")).toBe("Spectator");
    expect(seatWithName(info, "german")).toBe("Germans (greedy)");
    expect(colourOf(info, "reserve")).toBe("var(--seat-blue)");
    expect(colourOf(info, "")).toBeUndefined();
    expect(sameSide(info, "german", "reserve")).toBe(true);
    expect(sameSide(info, "allied", "reserve")).toBe(false);
  });
  it("is the onlooker's for everybody else", () => {
    expect(seatToShow(game([], "german", { role: "spectator" }), "")).toBe("spectator");
  });
});

describe("abbreviations of the rules", () => {
  const chart = { id: "abbreviations", rows: [["ZOC", "zone of control"], ["GT", "game turn"], ["br", "British"]] }; // prettier-ignore
  const known = abbreviationsOf({ charts: [chart] } as unknown as Board);
  const meanings = (words: string) => spelledOut(words, known).flatMap(({ words, meaning }) => (meaning ? words : []));

  it("are told by the game's own chart, one or several of them", () => {
    expect(spelledOut("Each ZOC lasts.", known)).toEqual([
      { words: "Each " },
      { words: "ZOC", meaning: "zone of control" },
      { words: " lasts." },
    ]);
    expect(meanings("ZOCs of GT 3")).toEqual(["ZOC", "GT"]);
  });
  it("are no parts of other words, nor names of units", () => {
    expect(meanings("EZOC and GTs of the 8/3 br, ZOCA")).toEqual(["GT"]);
  });
});

describe("a side that several people lead", () => {
  const seat = (name: string, more: object) => ({ seat: name, side: "allied", kind: "human", mine: false, ...more });
  const info = (resigning: string[], more = {}) =>
    ({ resigning, seats: [seat("us", { mine: true }), seat("british", more), seat("german", { side: "german" })] }) as unknown as GameInfo; // prettier-ignore

  it("gives up when each has said so", () => {
    expect(stillToAgree(info([]), "us").map(({ seat }) => seat)).toEqual(["british"]);
    expect(stillToAgree(info(["us", "british"]), "us")).toEqual([]);
    expect(stillToAgree(info([], { kind: "bot" }), "us"), "a program has no say").toEqual([]);
  });
  it("hears of an ally who would, until it has answered", () => {
    expect(wouldGiveUp(info(["british"]), "us").map(({ seat }) => seat)).toEqual(["british"]);
    expect(wouldGiveUp(info(["us"]), "us")).toEqual([]);
    expect(wouldGiveUp(info(["us", "british"]), "us")).toEqual([]);
  });
});
