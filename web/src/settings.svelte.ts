// What this browser remembers about its player.
const KEY = "bocage.settings";

export type Theme = "system" | "light" | "dark";
/** How fast what the rules do by themselves is played out. */
export const PACES = ["slow", "usual", "fast"] as const;
export type Pace = (typeof PACES)[number];

export interface Settings {
  theme: Theme;
  /** Whether counters glide and pages move. */
  animate: boolean;
  playerName: string;
  /** Whether an order that cannot be undone is asked about first. */
  confirmOrders: boolean;
  /** Whether what the rules do by themselves is shown step by step. */
  playOut: boolean;
  pace: Pace;
  /** Whether a game opens with its briefing. */
  briefing: boolean;
  /** Whether maps that are printed with another side up are turned. */
  turned: boolean;
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
  };
}

function remembered(): Settings {
  const known = defaults();
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    if (stored.theme === "light" || stored.theme === "dark") known.theme = stored.theme;
    if (typeof stored.animate === "boolean") known.animate = stored.animate;
    if (typeof stored.confirmOrders === "boolean") known.confirmOrders = stored.confirmOrders;
    if (typeof stored.playOut === "boolean") known.playOut = stored.playOut;
    if (typeof stored.briefing === "boolean") known.briefing = stored.briefing;
    if (typeof stored.turned === "boolean") known.turned = stored.turned;
    if (stored.pace && PACES.includes(stored.pace)) known.pace = stored.pace;
    if (typeof stored.playerName === "string") known.playerName = stored.playerName.slice(0, 40);
  } catch {
    // A browser that lets nothing be stored, or stored nonsense: the defaults will do.
  }
  return known;
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
    page.dataset["motion"] = settings.animate ? "on" : "off";
    remember();
  });
});
