// What this browser remembers about its player.
const KEY = "bocage.settings";

export type Theme = "system" | "light" | "dark";
/** How fast what others and the rules do is played out, and how long results stay. */
export const PACES = ["slow", "usual", "fast"] as const;
export type Pace = (typeof PACES)[number];

/** How large words are, and counters on the map and in panels. */
export const SIZES = ["small", "usual", "large", "largest"] as const;
export type Size = (typeof SIZES)[number];
/** In hundredths of the usual. */
const TEXT: Record<Size, number> = { small: 90, usual: 100, large: 115, largest: 130 };
const COUNTERS: Record<Size, number> = { small: 88, usual: 100, large: 110, largest: 120 };

export interface Settings {
  theme: Theme;
  /** Whether counters glide and pages move. */
  animate: boolean;
  playerName: string;
  /** Whether an order that cannot be undone is asked about first. */
  confirmOrders: boolean;
  /** Whether what others and the rules do is shown step by step. */
  playOut: boolean;
  pace: Pace;
  /** Whether a game opens with its briefing. */
  briefing: boolean;
  /** Whether maps that are printed with another side up are turned. */
  turned: boolean;
  textSize: Size;
  counterSize: Size;
  /** Whether prompts and news show the numbers of their rules at once. */
  ruleNumbers: boolean;
  /** Whether the side panel is closed, where there is one. */
  panelClosed: boolean;
  /** Whether the guide of a first game is only one line on a small screen. */
  guideFolded: boolean;
  sound: boolean;
}

function defaults(): Settings {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    theme: "system",
    animate: !still,
    playerName: "",
    confirmOrders: true,
    playOut: true,
    pace: "usual",
    briefing: true,
    turned: false,
    textSize: "usual",
    counterSize: "usual",
    ruleNumbers: false,
    panelClosed: false,
    guideFolded: false,
    sound: false,
  };
}

const YES_OR_NO = [
  "briefing",
  "animate",
  "confirmOrders",
  "playOut",
  "briefing",
  "turned",
  "ruleNumbers",
  "panelClosed",
  "guideFolded",
  "sound",
] as const;

/** What was stored, as far as it makes sense. */
export function settled(stored: Partial<Settings>, known: Settings): Settings {
  const found = { ...known };
  if (stored.theme === "light" || stored.theme === "dark") found.theme = stored.theme;
  for (const name of YES_OR_NO) if (typeof stored[name] === "boolean") found[name] = stored[name];
  if (stored.pace && PACES.includes(stored.pace)) found.pace = stored.pace;
  for (const name of ["textSize", "counterSize"] as const)
    if (stored[name] && SIZES.includes(stored[name])) found[name] = stored[name];
  if (typeof stored.playerName === "string") found.playerName = stored.playerName.slice(0, 40);
  return found;
}

function remembered(): Settings {
  try {
    return settled(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>, defaults());
  } catch {
    // A browser that lets nothing be stored, or stored nonsense: the defaults will do.
    return defaults();
  }
}

/** How much larger or smaller than usual counters are. */
export function counterScale(size: Size): number {
  return COUNTERS[size] / 100;
}

export const settings: Settings = $state(remembered());

function remember(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Not stored: they hold until the page is closed.
  }
}

$effect.root(() => {
  $effect(() => {
    const page = document.documentElement;
    if (settings.theme === "system") delete page.dataset["theme"];
    else page.dataset["theme"] = settings.theme;
    page.style.fontSize = settings.textSize === "usual" ? "" : `${TEXT[settings.textSize]}%`;
    page.dataset["motion"] = settings.animate ? "on" : "off";
    remember();
  });
});
