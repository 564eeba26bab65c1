// The colours of the counters. Sides differ in lightness too: those of the first side are light with dark print, the
// others' dark with light print.

export interface Livery {
  /** Of the counter. */
  ground: string;
  /** Of its print. */
  print: string;
  /** Inside the frame of the symbol. */
  field: string;
  /** Of the symbol. */
  symbol: string;
  /** Of the band that tells a reduced side. */
  band: string;
}

const DARK = "#16150f";

/** Two rings around every counter, a light one outside a dark one: on any ground one of them stands out. */
export const RIM = { light: "#fffdf4", dark: "#14120a" } as const;

const LIVERIES: Record<string, Livery> = {
  us: { ground: "#bfc079", print: DARK, field: "#f3f2d6", symbol: DARK, band: "#f8f7e6" },
  uk: { ground: "#d3a37c", print: DARK, field: "#fbe9d3", symbol: DARK, band: "#fdf3e6" },
  canada: { ground: "#e0b552", print: DARK, field: "#fdf0c9", symbol: DARK, band: "#fff8e2" },
  poland: { ground: "#dba7b2", print: DARK, field: "#fdebee", symbol: DARK, band: "#fff5f6" },
  france: { ground: "#9fc0dc", print: DARK, field: "#e8f3fb", symbol: DARK, band: "#f4faff" },
  german: { ground: "#4f5d58", print: "#ffffff", field: "#d3dbd3", symbol: DARK, band: "#8d9a92" },
  luftwaffe: { ground: "#3f5f80", print: "#ffffff", field: "#d5e2ee", symbol: DARK, band: "#7f9dba" },
  ss: { ground: "#1b1b1d", print: "#ffffff", field: "#1b1b1d", symbol: "#ffffff", band: "#6a6a70" },
  // Counters of no nation have the colour of their seat.
  green: { ground: "#a8c48c", print: DARK, field: "#edf5e4", symbol: DARK, band: "#f6faf1" },
  brown: { ground: "#d9b48f", print: DARK, field: "#faeedd", symbol: DARK, band: "#fdf6ec" },
  blue: { ground: "#9fb8e0", print: DARK, field: "#e6eefb", symbol: DARK, band: "#f3f7fe" },
  red: { ground: "#7d2a22", print: "#ffffff", field: "#f3d9d5", symbol: DARK, band: "#b5655d" },
  grey: { ground: "#4a4f57", print: "#ffffff", field: "#d9dce1", symbol: DARK, band: "#8b919a" },
  black: { ground: "#241d18", print: "#ffffff", field: "#e4dfd6", symbol: DARK, band: "#6f665c" },
  system: { ground: "#f4efe2", print: DARK, field: "#ffffff", symbol: DARK, band: "#d8cfb8" },
};

const OTHER: Livery = { ground: "#c9c2b2", print: DARK, field: "#f4efe2", symbol: DARK, band: "#efe9da" };

export function livery(nation: string): Livery {
  return LIVERIES[nation] ?? OTHER;
}

/** Dark counters have cut corners and light ones round corners, so that sides can be told apart without colour. */
export function isDark(nation: string): boolean {
  return livery(nation).print !== DARK;
}

/** Dots of the small map and hatches, per side: the first is light, the others dark. */
export const SIDES = [
  { dot: "#e9f29a", edge: "#3c4a12", hatch: "#2f5d3a" },
  { dot: "#26282c", edge: "#ffffff", hatch: "#5b2436" },
] as const;

/** Colours that mean something in a game, by name; each dark enough for white print. */
const NAMED: Record<string, string> = {
  red: "#a3231b",
  orange: "#a84b00",
  brown: "#6b4423",
  green: "#2a6b2f",
  blue: "#1d4f9c",
  purple: "#6a3093",
  yellow: "#7a6000",
};

export function nameColour(name: string): string {
  return NAMED[name] ?? "#3b3f45";
}

/**
 * What layers are told apart by when several lie on the map: colour and, without colour, strokes. A layer about one side
 * is blue if that is the first and red if it is another; the other colours are those of nobody.
 */
export const TONES = [
  { colour: "#1d4f9c", strokes: "rising", side: 0 },
  { colour: "#9b1c31", strokes: "falling", side: 1 },
  { colour: "#00695c", strokes: "level", side: null },
  { colour: "#8a4b00", strokes: "upright", side: null },
  { colour: "#6a3093", strokes: "rising", side: null },
  { colour: "#3b3f45", strokes: "falling", side: null },
  { colour: "#0b6a9e", strokes: "level", side: 0 },
  { colour: "#b23a1f", strokes: "upright", side: 1 },
  { colour: "#3a3a9e", strokes: "upright", side: 0 },
  { colour: "#8a1550", strokes: "level", side: 1 },
] as const;

/** The tones of a side, by its number; of nobody for null. */
export function tonesOf(side: number | null): number[] {
  return [...TONES.keys()].filter((tone) => TONES[tone]?.side === side);
}

export type Tone = (typeof TONES)[number];

export function toneOf(number: number): Tone {
  return TONES[number % TONES.length] ?? TONES[0];
}

export const INK = {
  move: { fill: "rgba(226, 240, 255, 0.12)", line: "#0d4ea6", label: "#062f66" },
  target: { fill: "rgba(255, 214, 196, 0.16)", line: "#b3261e", label: "#7a130d" },
  choice: { fill: "rgba(255, 240, 184, 0.18)", line: "#7a5200", label: "#4d3300" },
  unit: { fill: "rgba(255, 255, 255, 0.14)", line: "#5b2a86", label: "#3f1b60" },
} as const;
