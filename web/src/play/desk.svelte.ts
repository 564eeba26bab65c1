import { MediaQuery } from "svelte/reactivity";
import type { Board, OrderChoice } from "../api/types";
import { settings } from "../settings.svelte";
import type { Place } from "./choices";
import type { Spot } from "./game.svelte";

export const PANELS = [
  "orders",
  "units",
  "log",
  "rules",
  "charts",
  "cards",
  "facts",
  "overlays",
  "chat",
  "game",
  "text",
] as const;
export type Panel = (typeof PANELS)[number];

/** The panels that a game has something for. */
export function panelsOf(board: Board | null): Panel[] {
  return PANELS.filter((panel) => panel !== "cards" || board?.cards?.length);
}

/** What lies open around the board: panels, the cursor, a menu. Nothing of the game itself. */
export class Desk {
  panel = $state<Panel>("orders");
  /** On a small screen, whether the panel is pulled up. */
  pulledUp = $state(false);
  rule = $state<{ number: string } | null>(null);
  chart = $state<string | null>(null);
  cursor = $state<string | null>(null);
  hovered = $state.raw<Place | null>(null);
  /** A place that was clicked or asked about with a key; stays until another is. */
  inspected = $state.raw<Place | null>(null);
  menu = $state.raw<{ orders: OrderChoice[]; spot: Spot } | null>(null);
  /** On a small screen, whether all is told about the place that is looked at, not only one line. */
  tellsAll = $state(false);
  /** On a small screen with many choices, whether the odds are unfolded. */
  oddsOpen = $state(false);
  /** The choice about which all is told because a finger rests on it. */
  lookedAt = $state.raw<OrderChoice | null>(null);
  help = $state(false);
  /** The turn whose summary lies open, by one of its orders. */
  turn = $state.raw<{ number: number | null } | null>(null);
  /** Whether programs are asked what they were up to, and in the turn of which order. */
  intents = $state.raw<{ number: number | null } | null>(null);
  guideClosed = $state(false);
  /** Whether the briefing is open. */
  briefing = $state(false);
  /** A hex that the board should show; counted so that the same one can be shown again. */
  shown = $state.raw<{ hex: string } | null>(null);

  /** Whether the panels are a sheet at the bottom: on a phone held upright, say. The styles ask the same. */
  private readonly sheet = new MediaQuery("(max-width: 599px), (max-width: 899px) and (min-height: 501px)");
  private readonly flat = new MediaQuery("(max-height: 500px)");
  /** Whether the sheet lies over what stands beside the prompt. */
  readonly covered = $derived(this.isSheet && this.pulledUp);
  readonly looked = $derived(this.hovered ?? this.inspected);

  get isSheet(): boolean {
    return this.sheet.current;
  }

  /** Whether there is little room on the map: on a phone, whichever way it is held, and on a tablet held upright. */
  get isSmall(): boolean {
    return this.sheet.current || this.flat.current;
  }

  /** The panel that is in sight: under a sheet that is put down lie the orders. */
  get inSight(): Panel | null {
    if (this.isSheet) return this.pulledUp ? this.panel : "orders";
    return settings.panelClosed ? null : this.panel;
  }

  /** Open the briefing of a game that has not been read in this browser yet. */
  brief(game: string): void {
    try {
      this.briefing = settings.briefing && localStorage.getItem(`bocage.briefed.${game}`) === null;
    } catch {
      // Nothing can be stored here, so it would come at every visit.
    }
  }

  briefed(game: string): void {
    this.briefing = false;
    try {
      localStorage.setItem(`bocage.briefed.${game}`, "1");
    } catch {
      // See above.
    }
  }

  open(panel: Panel): void {
    this.panel = panel;
    this.lookedAt = null;
    this.pulledUp = true;
    settings.panelClosed = false;
  }

  /** The panel leaves its room to the map. */
  putAway(): void {
    this.pulledUp = false;
    if (!this.isSheet) settings.panelClosed = true;
  }

  /** Whether the side panel is closed, so that only the question lies over the map. */
  get closed(): boolean {
    return settings.panelClosed && !this.isSheet;
  }

  /** On a small screen, take a panel off the map if it is the one that lies over it. */
  putDown(panel: Panel): void {
    if (this.panel === panel) this.pulledUp = false;
  }

  openRule(number: string): void {
    this.rule = { number };
    this.open("rules");
  }

  look(order: OrderChoice): void {
    this.lookedAt = order;
    this.pulledUp = false;
  }

  show(hex: string): void {
    this.shown = { hex };
    this.cursor = hex;
  }

  /** Nothing more is told about a place. */
  lookAway(): void {
    this.hovered = null;
    this.inspected = null;
  }

  clear(): void {
    this.menu = null;
    this.lookedAt = null;
    this.lookAway();
  }
}
