const ANEW = "every die, draw and card from there on is drawn anew, so nobody could know it beforehand.";
const point = (after: number) => (after > 0 ? `after order ${after}` : "before the first order");

export const shared = {
  briefing: {
    title: "Briefing",
    needs: (side: string) => `What the ${side} need to win`,
    special: "What is special",
  },
  title: "Bocage",
  pageTitle: (page: string) => `${page} · Bocage`,
  offline: "The server cannot be reached. Please try again.",
  failed: "That did not work. Please try again.",
  broken: "This page has stumbled.",
  brokenMore: "Nothing is lost: every order that was given is stored on the server.",
  again: "Load it again",
  rule: (number: string) => `rule ${number}`,
  close: "Close",
  loading: "Loading",
  skip: "Skip to the content",
  toHome: "Bocage: to the home page",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser did not let us copy. Select the text and copy it yourself.",
  onlookers: { spectator: "Spectator", all: "Everything" } as Record<string, string>,
  drawnAnew: {
    mine: (after: number) => `You sat down ${point(after)}: ${ANEW}`,
    others: (seat: string, after: number) => `Somebody sat down with the ${seat} ${point(after)}: ${ANEW}`,
    recorded: (after: number) => `Drawn anew ${point(after)}.`,
  },
  settings: {
    title: "Settings",
    theme: "Colours",
    themes: { system: "As the system", light: "Light", dark: "Dark" },
    animate: "Counters glide when they move",
    playOut: "Show step by step what the rules do by themselves",
    confirmOrders: "Ask before an order that cannot be undone",
    playerName: "Your name",
    playerNameHint: "The other players see it. You need no account.",
  },
  lost: {
    title: "Off the map",
    more: "There is nothing at this address. A link may have been cut short when it was copied.",
    home: "To the home page",
  },
};
