// What the pages and the board say to each other.
import type { Board, LogEntry, Overlay, View } from "../api/types";
import type { Camera } from "./camera";

export type HighlightKind = "move" | "target" | "choice" | "unit";

/** How likely a choice brings what is hoped for, and what is feared, as shares. */
export interface Chances {
  good: number;
  bad: number;
}

export interface Light {
  kind: HighlightKind;
  /** What stands in the hex: a cost, say. */
  label?: string;
  chances?: Chances;
}

export interface Highlights {
  /** Hexes that can be chosen. */
  hexes: Map<string, Light>;
  /** Units that can be chosen. */
  units: Set<string>;
  /** Those of them that are chosen where they lie and go nowhere, so that they cannot be dragged. */
  still?: Set<string>;
  /** The unit in hand. */
  selected: string | null;
  /** The hex a decision is about. */
  target: string | null;
  /** The way a unit will take, first hex to last. */
  path: string[];
  /** The hex of the order that is pointed at or advised, wherever that is done. */
  pointed?: string | null;
  /** What is being told about: where to look, where it comes from, where it goes, and the units concerned. */
  story?: { at: string | null; from: string | null; to: string[]; units: string[]; way?: string[] };
}

/** What is told with a view: how it came about, if that is not all that happened since the last one. */
export interface Tale {
  fresh?: LogEntry[];
  /** Ways and losses that are marked on the map. */
  traces: LogEntry[];
  /** Milliseconds that a counter is on its way, and from one to the next. */
  duration?: number;
  apart?: number;
}

export const NO_HIGHLIGHTS: Highlights = { hexes: new Map(), units: new Set(), selected: null, target: null, path: [] };

export interface Pointing {
  hex: string | null;
  /** The unit under the pointer, if it is on one. */
  unit: string | null;
  /** Where on the page, for a tooltip. */
  x: number;
  y: number;
}

/** Something to see on the map on demand, and the number of the tone by which it is told from the others. */
export interface Layer {
  overlay: Overlay;
  tone: number;
}

export interface BoardProps {
  board: Board;
  view: View;
  highlights: Highlights;
  layers: Layer[];
  /** The hex of the keyboard cursor. */
  cursor: string | null;
  animate: boolean;
  tale?: Tale | null;
  onpick: (at: Pointing) => void;
  /** A stack was clicked that has only been opened by it. */
  onopened?: (hex: string) => void;
  /** A unit was dragged from its hex and dropped on another. */
  ondragged: (unit: string, hex: string) => void;
  /** A drag of this unit begins; the page may choose it, so that its reach lights up. */
  ongrab: (unit: string) => void;
  onhover: (at: Pointing) => void;
  /** The camera has moved. */
  onlook?: (camera: Camera) => void;
}

/** What the page can tell the board to do; Board.svelte exports these functions. */
export interface BoardHandle {
  fit(): void;
  zoom(factor: number): void;
  pan(dx: number, dy: number): void;
  show(hex: string): void;
  /** Nothing is pointed at any more: a finger that is lifted does not say so itself. */
  lookAway(): void;
}
