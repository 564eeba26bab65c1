// Drawings of the tabs, in a square of 24 by 24.
import type { Panel } from "./desk.svelte";

export const ICONS: Record<Panel, string> = {
  orders: "M5 21V4h13l-3 4.5 3 4.5H7",
  units: "M3 6h18v12H3zM3 6l18 12M21 6L3 18",
  log: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  rules: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14",
  charts: "M4 4h16v16H4zM4 10h16M4 15h16M10 4v16M15 4v16",
  cards: "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 7h3M12 9l3 4-3 4-3-4z",
  facts: "M5 21V3M5 4h13v8H5M9 16l3 3 6-6",
  overlays: "M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5",
  chat: "M4 5h16v11H11l-5 4v-4H4z",
  game: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M19 5l-3 3M8 16l-3 3",
  text: "M5 6V4h14v2M12 4v16M9 20h6",
};
