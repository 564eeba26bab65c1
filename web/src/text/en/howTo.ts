export const howTo = {
  link: "How to read the board",
  title: "How to read the board",
  lead: "All games here share one board. What differs between them, such as the meaning of the numbers on a counter, stands in the briefing of each battle.",
  counters: {
    title: "Counters",
    text: "A counter is a unit. Its colour is that of its army, the symbol in the middle tells what it is, the marks above the symbol how large it is, and the numbers below what it can do. Point at one, or tap it, and the corner of the map tells all of it in words.",
    sample: "3rd Battalion of the 8th Regiment",
    kind: "infantry",
    size: "battalion",
    owner: "American",
    names: ["attack", "defence", "movement"],
    more: [
      ["A stripe across it", "the unit has lost strength and shows its weaker side."],
      [
        "A badge in a corner",
        "something holds for it now: it has moved or fought, or it is out of supply. The corner of the map says which.",
      ],
      ["A pile", "several units share a hex. Point at it, or tap it, to fan it out."],
      ["A plain back", "it lies face down: you may not know yet what it is."],
    ] as [string, string][],
  },
  map: {
    title: "Marks on the map",
    more: [
      [
        "Lit hexes and counters",
        "what can be chosen now. Everything else can be clicked too: the board says which rule is against it.",
      ],
      ["A line with an arrow", "the way that a unit would take, or has taken."],
      ["A number in a lit hex", "what it costs to go there."],
      ["A ring", "the place that is fought for, or where something has just happened."],
      ["A dashed border", "hexes beyond it take no part in this battle."],
    ] as [string, string][],
  },
  layers: {
    title: "Layers",
    text: "The tab Layers shades the map with what you want to know: who can be supplied, which hexes the enemy controls, how far a unit reaches, how strong the threat is. A legend lies beside it; a click on its name takes a layer off.",
  },
  film: {
    title: "What the others do",
    text: "When the other side or the rules have acted, the board plays it back: move by move, fight by fight, with the die and what came of it. Pause it, go back, change its speed or skip it; the log tells everything afterwards.",
  },
  orders: {
    title: "Giving orders",
    text: "The panel says what is asked and lists every legal answer; most can be chosen on the map as well. Odds stand beside what leads to chance. Advice says what the program would do, why, and what else could be done. What belongs together, such as a landing, the staff can do for you. Undo takes back whatever has revealed nothing.",
  },
  score: {
    title: "Who is winning",
    text: "The bar above the map says how victory stands, in the terms of the battle, and by how much that has changed since the last turn began. A click on it shows everything that counts. The briefing is behind the sheet of paper beside it.",
  },
  keys: "Keys",
  home: "To the battles",
};
