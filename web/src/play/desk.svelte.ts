import { MediaQuery } from "svelte/reactivity";
import type { OrderChoice } from "../api/types";
import type { Place } from "./choices";
import type { Spot } from "./game.svelte";

export const PANELS = [
  "orders",
  "units",
  "log",
  "rules",
  "charts",
  "facts",
  "overlays",
  "chat",
  "game",
  "text",
] as const;
export type Panel = (typeof PANELS)[number];

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
  help = $state(false);
  guideClosed = $state(false);
  /** A hex that the board should show; counted so that the same one can be shown again. */
  shown = $state.raw<{ hex: string } | null>(null);

  /** Whether the panels are a sheet at the bottom: on a phone held upright, say. The styles ask the same. */
  private readonly sheet = new MediaQuery("(max-width: 599px), (max-width: 899px) and (min-height: 501px)");
  /** Whether the sheet lies over what stands beside the prompt. */
  readonly covered = $derived(this.isSheet && this.pulledUp);
  readonly looked = $derived(this.hovered ?? this.inspected);

  get isSheet(): boolean {
    return this.sheet.current;
  }

  open(panel: Panel): void {
    this.panel = panel;
    this.pulledUp = true;
  }

  openRule(number: string): void {
    this.rule = { number };
    this.open("rules");
  }

  show(hex: string): void {
    this.shown = { hex };
    this.cursor = hex;
  }

  clear(): void {
    this.menu = null;
    this.hovered = null;
    this.inspected = null;
  }
}
