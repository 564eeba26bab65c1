import { advice, intents } from "./explained";
import { listed } from "./lists";

const list = (words: string[]) => words.join(", ");
const withMore = (units: string[], more: number) => listed(more > 0 ? [...units, `${more} more`] : units);
const several = (count: number, one: string, many: string) => (count > 0 ? `${count} ${count === 1 ? one : many}` : "");

export const play = {
  opening: "Setting the table",
  failedToOpen: "This game cannot be opened",
  toHome: "To the home page",
  boardLabel: "Map",
  boardHelp: "Arrow keys move the cursor, Enter chooses, Space tells what is there, question mark shows all keys.",
  skipToText: "Skip to the text board",
  pageTitle: (title: string, mine: boolean) => (mine ? `● Your turn · ${title}` : title),

  // seats and waiting
  you: "you",
  yourTurn: "It is your turn.",
  seatNow: (seat: string) => `Now the ${seat} decide.`,
  waiting: (who: string) => `Waiting for the ${who}`,
  thinking: (who: string) => `The ${who} are thinking`,
  howFar: "How far the thought is",
  thought: (percent: number, seconds: number) => `${percent}\u00a0%, ${seconds}\u00a0s`,
  stillThinking: (words: string, percent: number) => `${words}: ${percent}\u00a0%`,
  botFailed: (who: string, why: string) => `The ${who} cannot go on: ${why}`,
  botFailedHelp: "Let it try again, let another opponent take over, or play this side yourself.",
  takeOver: "Play this side yourself",
  takeOverSure: "Sure? You will see what this side hides",
  letBot: (bot: string) => `Let the program play (${bot})`,
  watching: "You are looking on.",
  held: "This game is held",
  moved: (who: string[], moves: number, came: string) =>
    `The ${listed(who)} have ${moves > 0 ? `made ${several(moves, "move", "moves")}` : "decided"}.${came ? ` ${came}` : ""}`,
  /**
   * What it all came to: nothing if nobody was fought and nobody hit; `open` if more may come of the last fight,
   * `chosen` if it will and its losses are being chosen.
   */
  came: (fights: number, losses: string[], open = false, chosen = false) => {
    const fought = several(fights, "fight", "fights");
    if (losses.length === 0 && !open && !chosen) return fought && `${fought}, no losses.`;
    return [fought, ...losses, chosen ? "Losses of the last fight are still to be chosen" : ""]
      .filter(Boolean)
      .map((part) => `${part}.`)
      .join(" ");
  },
  yourLosses: (units: string[], more: number) => `Your losses: ${withMore(units, more)}`,
  lossesOf: (who: string, units: string[], more: number) =>
    `${who ? `Losses of the ${who}` : "Losses"}: ${withMore(units, more)}`,
  secretly: (who: string, phase: string) =>
    `The ${who} have decided in secret${phase ? ` (${phase})` : ""}. You will see it later.`,
  ownNews: "What your order led to",
  thenNews: "What happened then",
  openingNews: "What happened before the first order",
  withCame: (heading: string, came: string) => `${heading}.${came ? ` ${came}` : ""}`,
  newsResults: "What came of it",
  newsTold: (count: number) => `All results, losses and arrivals, in their order (${count})`,
  newsAll: (count: number) => `Everything, one by one (${count})`,
  present: "here",
  absent: "away",

  // curtain
  curtainTitle: (seat: string) => `Hand the screen to the ${seat}`,
  curtainText: "The other side may not see what comes now. When you have the screen for yourself, lift the curtain.",
  curtainLift: (seat: string) => `We are the ${seat}`,

  // line
  lineLost: "The connection is lost. Trying again.",
  lineFound: "Connected again.",
  lineLostShort: "Reconnecting",

  // orders
  stale: "The game has moved on meanwhile. Here is how it stands now.",
  notAsked: "Nothing can be chosen there now.",
  undo: "Undo",
  undoNothing: "There is nothing to take back.",
  undone: "Taken back.",
  askTakeback: "Ask to take it back",
  askTakebackAbout: "Ask the other player to let you take orders back.",
  waysBack: {
    order: "My last order",
    phase: "Back to the start of the phase",
    mine: "All since the other side decided",
  },
  takebackAsked: (orders: number) =>
    `You have asked to take ${orders > 1 ? `the last ${orders} orders` : "the last order"} back. Waiting for the answer.`,
  takebackTitle: (seat: string) => `The ${seat} ask to take back`,
  takebackText: (orders: number) =>
    `They would like to take back ${orders > 1 ? `the last ${orders} orders` : "the last order"}. The same orders then meet the same dice, unless somebody sits down afresh: dice are drawn anew for him.`,
  takebackUndoes: (when: string) => (when ? `This would be gone, from ${when} on:` : "This would be gone:"),
  takebackMore: (count: number) => `and ${count} more`,
  takebackSecret: "You may not know what was ordered.",
  takebackYes: "Let them",
  takebackNo: "No",
  takebackClosed: "The question of taking back is settled.",
  takebackGranted: "They let you: it is taken back.",
  takenBack: (seat: string, orders: number) =>
    `The ${seat} have taken back their ${orders > 1 ? `last ${orders} orders` : "last order"}.`,
  takenBackMeanwhile: "Orders were taken back meanwhile.",
  takebackRefused: "The other side would rather not: nothing is taken back.",
  confirm: (label: string) => `Sure? ${label}`,
  confirmAsk: (label: string, begins: boolean) =>
    `${label}: ${begins ? "nobody else can join." : "there are choices left."} Choose it again to confirm.`,
  confirmCancel: "Not yet",
  hint: "Advice",
  hintIs: (label: string, loss: string) => `The program would: ${label}${loss ? `. ${play.forSure(loss)}` : ""}`,
  advice,
  intents,
  pace: {
    label: "How the programs play on",
    halt: "Pause the programs",
    on: "Let them go on",
    step: "One order",
    end: "Play to the end",
    endTitle: "The programs do not wait until what they do has been shown",
    halted: "The programs wait.",
    take: (seat: string) => `Play the ${seat} myself`,
  },
  staff: {
    open: "Staff…",
    rest: "Let the staff do the rest:",
    one: (title: string) => `Staff: ${title}`,
    works: "The staff gives the orders.",
    waits: "The staff answers if we are asked before this is over.",
    stop: "Stop the staff",
  },
  layersOf: "Layers of",
  forSure: (loss: string) => `For sure: ${loss}`,
  hintDo: "Do that",
  choices: (count: number) => (count === 1 ? "1 choice" : `All ${count} choices`),
  choicesHead: (count: number) =>
    count === 1 ? "One choice, on the map or here" : `${count} choices, on the map or here`,
  allAbove: "All your choices are above; those on the map can be chosen there too.",
  filter: "Filter the choices",
  noMatch: "No choice has these words.",
  nothingAsked: "You have nothing to decide now.",
  onlookerOrders: "The players give the orders. Here you see on the map what they do; the log tells it in words.",
  overNothing: "The game is over: nothing is left to decide. You can still look at everything.",
  menuTitle: "Which one?",
  cost: (points: string) => (/^\d/.test(points) ? `costs ${points}` : points),
  refusalTitle: "Not possible",

  // attack
  attack: {
    pointAt: "Point at a choice: what may come of it stands here.",
    title: "Odds",
    of: (label: string) => `If you choose: ${label}`,
    inShort: (label: string, column: string) => (column ? `Odds of ${label}: column ${column}` : `Odds of ${label}`),
    against: "against",
    known: (from: number, to: number) => (from === to ? String(to) : `${from} to ${to}`),
    perhaps: "it is not known yet",
    needs: "Weapons",
    had: { yes: "had", no: "missing" },
    needed: { yes: "needed", perhaps: "may be needed", no: "not needed" } as Record<string, string>,
    helps: "Helps",
    cases: (count: number) => `What may be there: ${count} possibilities`,
    casesByDie: "Each with its chance, both strengths, and the results of the die from 1 to 6.",
    faces: "Die by die",
    die: "Die",
    lossOfAttacker: "Attacker loses",
    lossOfDefender: "Defender loses",
    comesTo: (printed: string, result: string) => (printed === result ? result : `${printed} as ${result}`),
    casesText: "Each with its chance, both strengths, what would be missing, and what would come of it.",
    missing: (weapons: string[]) => (weapons.length > 0 ? `missing ${list(weapons)}` : "nothing missing"),
    attack: "Attack",
    defence: "Defence",
    difference: "Difference",
    ratio: "Odds",
    line: "Terrain line",
    column: "Column",
    shifts: "Column shifts",
    noShifts: "None",
    shift: (columns: number) => `${columns > 0 ? "+" : columns < 0 ? "−" : ""}${Math.abs(columns)}`,
    right: "to the right, for the attacker",
    left: "to the left, for the defender",
    results: "Results",
    result: "Result",
    chance: "Chance",
    meaning: "What it means",
    percent: (chance: number) => {
      const points = chance * 100;
      return `${points > 0 && points < 1 ? "<1" : Math.round(points)}\u00a0%`;
    },
    /** The same where there is little room. */
    points: (chance: number) => (chance > 0 && chance < 0.01 ? "<1" : String(Math.round(chance * 100))),
    onMap: "On the map:",
    onMapGood: "% other side hit",
    onMapAim: (aim: string) => `% ${aim[0]?.toLowerCase()}${aim.slice(1)}`,
    onMapBad: "% your side hit",
    code: (result: string) => (result === "-" ? "–" : result),
    chart: "Show in the results chart",
    figure: (defender: string, attacker: string) => {
      const hit = [defender && `defender ${defender}`, attacker && `attacker ${attacker}`].filter(Boolean);
      return hit.length > 0 ? `Hits ${list(hit)}` : "Hits nobody";
    },
    hoped: (aim: string, chance: string) => `${aim} ${chance}`,
    hold: "Hold a choice to read all about it.",
    joined: (units: string[]) => `at best, with ${listed(units)}`,
    inFull: "All about these odds",
    otherwise: "other results",
    inBrief: "Odds in brief",
    // in words, for those who listen
    told: (label: string, sum: string[], results: string[], note: string) =>
      [sum.length > 0 ? `${label}: ${list(sum)}.` : `${label}.`, `${list(results)}.`, note].filter(Boolean).join(" "),
    strength: (attack: number, defence: string) => (defence ? `${attack} against ${defence}` : `strength ${attack}`),
    onLine: (line: string) => `${line} line`,
    inColumn: (column: string) => `column ${column}`,
    likely: (chance: string, meaning: string) => `${chance} ${meaning.replace(/\.$/, "")}`,
    none: (words: string) => (words ? `There are no odds for "${words}" now.` : "Nothing has odds now."),
  },

  // panels
  panels: {
    orders: "Orders",
    units: "Units",
    log: "Log",
    rules: "Rules",
    charts: "Charts",
    cards: "Cards",
    facts: "State",
    overlays: "Layers",
    chat: "Chat",
    game: "Game",
    text: "Text",
  },
  panelsLabel: "Panels",
  pullDown: "Close the panel",
  unread: (count: number) => `${count} unread`,

  // units
  unitsFilter: "Find a unit",
  onTheMap: "On the map",
  unitsOthers: "others",
  reduced: "reduced",
  unitsNone: "No unit has these words.",

  // log
  logEmpty: "Nothing has happened yet.",
  logAll: "Show the earlier turns too",
  logBefore: "Before the first turn",
  logBy: (seat: string, mine: boolean) => (mine ? `${seat} (you)` : seat),
  showOnMap: (hex: string) => `Show ${hex} on the map`,

  // rules
  rulesSearch: "Search the rules",
  rulesNone: "No rule has these words.",
  rulesHint: "In our own words; the numbers are those of the rulebook.",
  ruling: "Ruling",
  openRule: (number: string) => `Rule ${number}: show its text`,

  // charts
  chartCase: "the present case",
  chartNone: "This game has no charts.",

  score: {
    points: (points: number, need: number | null) => {
      const word = (need ?? Math.abs(points)) === 1 ? "point" : "points";
      if (need === null) return `${points} ${word}`;
      return points > need ? `${points} points, needs ${need}` : `${points} of ${need} ${word}`;
    },
    counted: (what: string, have: number, need: number | null) => {
      if (need === null) return `${what} ${have}`;
      return have > need ? `${what} ${have}, needs ${need}` : `${what} ${have} of ${need}`;
    },
    trend: (change: number) =>
      change === 0
        ? "Unchanged since the last turn began"
        : `${change > 0 ? "+" : "−"}${Math.abs(change)} since the last turn began`,
    course: (course: readonly number[]) =>
      course.length > 2
        ? `From turn to turn: ${course.map((value) => String(value).replace("-", "−")).join(", ")}`
        : "",
    told: (trend: number, course: readonly number[]) =>
      [play.score.trend(trend), play.score.course(course)].filter(Boolean).join(". "),
    open: (scores: { title: string; words: string; trend: number; course: readonly number[] }[]) =>
      `Victory: ${scores
        .map(({ title, words, trend, course }) => {
          const more = [trend ? play.score.trend(trend) : "", play.score.course(course)].filter(Boolean).join(". ");
          return `${title} ${words}${more ? ` (${more})` : ""}`;
        })
        .join("; ")}. Show all of it.`,
  },
  victory: {
    title: "Victory",
    done: "met",
    open: "not met",
    points: (points: number) => `${points} ${Math.abs(points) === 1 ? "point" : "points"} now`,
    parts: (done: number, all: number) => `${done} of ${all}`,
  },

  // facts
  facts: {
    status: "Now",
    losses: "Losses",
  } as Record<string, string>,
  lossesNone: "none yet",

  // overlays
  overlaysText: "Shade the map with what you want to know.",
  history: "Beside history",
  overlaysOff: "Take all layers off",
  overlayKey: "What the layers mean",
  overlaySeveral: "several colours",
  overlayMostly: (value: string) => `${value} in most hexes`,
  overlayOff: (title: string) => `Take the layer off: ${title}`,
  overlayOf: (what: string) => `Of which ${what}`,
  overlayOfNone: (what: string) => `Choose a ${what}`,
  legend: "On the map",

  // chat
  chatEmpty: "Nobody has said anything yet.",
  chatSay: "Say something",
  chatSend: "Send",
  said: (who: string, words: string) => `${who} says: ${words}`,

  // game
  seatsHead: "Seats",
  nameOf: (seat: string) => `Name of the ${seat}`,
  nameSave: "Save",
  invitation: (seat: string) => `Invitation link for the ${seat}`,
  invitationText: "Whoever opens this link sits down there. It is shown only to you, and only now.",
  newInvitation: "Make a new invitation link",
  onlookers: "Link for onlookers",
  onlookersText: "They see what all sides may know, and cannot give orders. The link before it leads nowhere any more.",
  inviteOnlookers: "Invite onlookers",
  kinds: { human: "a person", bot: "the program", invitation: "whoever is invited" } as Record<string, string>,
  resign: {
    open: "Resign…",
    title: "Give this game up?",
    /** Where somebody else leads a part of the side, he has to agree. */
    text: (side: string, others: string[]) =>
      others.length > 0
        ? `With the consent of ${listed(others)} the game is over and the ${side} have lost. Until then your next order takes it back.`
        : `The game is over at once and the ${side} have lost. It cannot be taken back; the replay and the record say that you resigned.`,
    together: (seats: string[]) => `${listed(seats)} are one side: they give up together.`,
    said: (others: string[]) =>
      `You would give this game up, with the consent of ${listed(others)}. Your next order takes it back.`,
    asked: (ally: string) => `${ally} would give this game up`,
    yes: "Resign",
    no: "Play on",
  },
  record: "Download the record",
  replay: "Replay",
  chance: "Chance",
  chanceHash: "Fingerprint",
  chanceSeed: "Secret number",
  chanceText:
    "Every die, draw and shuffle follows from a secret number. Its fingerprint is shown from the start and the number itself at the end, so everybody can check that nothing was changed.",
  rulesVersion: "Version of the rules",
  spectators: (count: number) => (count === 1 ? "1 onlooker" : `${count} onlookers`),

  // text board
  textBoard: "Text board",
  textHelp: "Everything on the map in words. Type an order, or use the buttons.",
  command: "Type an order",
  commandHelp: (order: string, hex: string) =>
    order
      ? `For example: ${order}. Also: undo, hint, hex ${hex}, why ${order}, odds, or the number of a choice.`
      : `For example: hex ${hex}. When you are asked something: an order, undo, hint or odds.`,
  commandSend: "Order",
  textChoices: "What can be done now",
  textPlaces: "Places",
  textFilter: "Find a hex, a name or a unit",
  textAll: "Also empty hexes",
  textMore: (count: number) => `${count} more: write a word to find them`,
  hexHead: "Hex",
  thereHead: "What is there",
  canHead: "What can be done",
  nothing: "nothing",
  outside: "not in play",
  sides: (kind: string, directions: string[]) => `${kind} ${list(directions)}`,
  lostHere: (losses: string) => `Red cross: lost here last, ${losses}.`,
  canDo: (labels: string[]) => (labels.length > 4 ? `${labels.length} choices here.` : `Possible: ${list(labels)}.`),

  // inspector
  inspector: "What is there",
  unitsHere: (count: number) => (count === 1 ? "1 unit" : `${count} units`),

  // what came of something
  result: {
    against: "against",
    where: (line: string, column: number) => (column ? `column ${column}${line ? ` (${line})` : ""}` : line),
    ahead: "The map shows already what came after this.",
    next: (more: number) => `Next result, ${more} more`,
    strengths: (attack: number, defence: number) => `${attack} against ${defence}`,
    column: (column: number) => `column ${column}`,
    die: (die: number) => `die ${die}`,
    card: (card: string) => `card ${card}`,
    shift: (cause: string, columns: number) => `${columns > 0 ? "+" : "−"}${Math.abs(columns)} ${cause}`,
    shifted: (shifts: string) => `Shifts and additions: ${shifts}.`,
    because: "Shifts and additions: ",
    lost: (piece: string, steps: number, gone: boolean) =>
      gone ? `${piece} eliminated` : `${piece} −${several(steps, "step", "steps")}`,
    suffered: (piece: string, steps: number, gone: boolean) =>
      gone ? `${piece} eliminated` : `${piece} loses ${steps === 1 ? "a step" : `${steps} steps`}`,
  },

  // what others and the rules do
  film: {
    again: "Show it again",
    againTitle: "Show again what the others did",
    summary: "Turn summary",
    thinking: (who: string) => `The ${who} are thinking`,
  },
  turn: {
    title: "Turn summary",
    which: "Turn",
    before: "Earlier turn",
    after: "Later turn",
    watch: "Watch this turn",
    side: "Side",
    moves: "Moves",
    units: "Units lost",
    steps: "Steps lost",
    fights: (count: number) => (count === 0 ? "No combat and no fire" : `Combats and fire: ${count}`),
    also: "Besides",
    taken: "Changed hands",
    takenBy: (name: string, at: string, who: string) => `${name}${at === name ? "" : ` (${at})`}: now the ${who}`,
    nothingTaken: "No place has changed hands.",
    arriving: (when: string) => `Arrives on ${when}`,
    nobody: "Nobody is due on the next turn.",
    who: (title: string, units: string[]) => `${title}: ${list(units)}`,
    noLoss: "no losses",
    toBeChosen: "losses still to be chosen",
  },
  playback: {
    title: "What happens now",
    again: "Once more",
    own: "What your order leads to",
    step: (now: number, all: number) => `${now} of ${all}`,
    /** More may come. */
    soFar: (now: number) => `Step ${now}`,
    said: "What happened in this step",
    progress: "Steps shown so far",
    back: "Step back",
    next: "Next step",
    pause: "Pause",
    go: "Go on",
    skip: "Skip",
    skipTitle: "Skip to the end",
    pace: "Speed",
    restart: "From the beginning again",
    paces: { slow: "½×", usual: "1×", fast: "2×" } as Record<string, string>,
  },

  // cards
  cards: {
    counts: "this section counts",
    rest: "The other sections of this card",
    none: "No card lies open now.",
    deck: (count: number) => `All ${count} cards of the deck`,
    deckText: "Each is drawn once before the deck is shuffled again. Nobody knows which comes next.",
  },

  // guide
  guide: {
    title: "Your first game",
    step: (number: number) => `Lesson ${number}`,
    show: "Show me",
    act: "Do it",
    suggests: (label: string, loss = "") => `The guide means: ${label}${loss ? `. ${play.forSure(loss)}` : ""}`,
    close: "Close the guide",
    fold: "Make the guide one line",
    unfold: "Read the guide",
    open: "Guide",
    aside: "A small decision in between: the question below says what it is about. Show me suggests an answer.",
    watch:
      "The rules act now. Read each step below and see on the map what it does; you can go back, or skip the rest.",
    wait: "Now the other side decides. Watch the map; we go on when it is your turn.",
    done: "You know the way now. Play on.",
  },

  // end
  end: {
    outlook: "The score from turn to turn",
    expected: "The result to be expected, in percent (100: the best for a side)",
    lucky: (seats: readonly string[]) => `Luckiest for the ${seats.join(" and ")}`,
    unlucky: (seats: readonly string[]) => `Unluckiest for the ${seats.join(" and ")}`,
    by: (luck: number, [one, several]: readonly [string, string], than?: readonly [string, string] | null) => {
      const amount = Math.abs(luck).toLocaleString("en", { maximumFractionDigits: 1 });
      const unit = amount === "1" ? one : several;
      const [kind, unkind] = than ?? ["better than average", "worse than average"];
      return `${[amount, unit].filter(Boolean).join(" ")} ${luck > 0 ? kind : unkind}`;
    },
    fought: "Who fought most",
    fights: (count: number) => several(count, "fight", "fights"),
    rematch: "Rematch",
    swapped: "Rematch with sides changed",
    turning: "Turning points",
    share: "Copy the link of the replay",
    invitation: (seat: string, link: string) => `A rematch is set up. Take the seat of the ${seat}: ${link}`,
  },
  over: "The game is over",
  overSummary: "Replay and summary",
  overStay: "Look at the board",

  // keys
  helpTitle: "Keys",
  helpBoard: "While the map has the focus",
  helpAnywhere: "Everywhere",
  help: "Keys",
  keysBoard: [
    ["Arrow keys", "move the cursor"],
    ["Q W E A S D", "move the cursor to one of the six neighbours"],
    ["Enter", "choose what is under the cursor"],
    ["Space", "tell what is under the cursor"],
  ] as [string, string][],
  keysAnywhere: [
    ["N, P", "to the next or previous choice"],
    ["1 to 9", "one of the numbered orders"],
    ["U or Ctrl+Z", "undo"],
    ["Escape", "close what is open; if nothing is, put the unit back"],
    ["H", "advice: what the program would do, and why"],
    ["Z, X", "closer, farther"],
    ["F", "show the whole battlefield"],
    ["O", "orders"],
    ["L", "log"],
    ["R", "rules"],
    ["T", "text board"],
    ["G", "show again what the others did"],
    ["Y", "summary of the turn"],
    ["I", "what the programs were up to"],
    ["?", "this list"],
  ] as [string, string][],
  track: "Turns",
  trackBefore: "Earlier turns",
  trackAfter: "Later turns",
};
