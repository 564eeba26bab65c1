// Which page an address shows, and how to get to another.
import { writable, type Readable } from "svelte/store";

export type Route =
  | { page: "home" }
  | { page: "new"; scenario: string }
  | { page: "game"; id: string }
  | { page: "replay"; id: string; at: number | null; tab?: "turning" }
  | { page: "join"; token: string }
  | { page: "watch"; token: string }
  | { page: "how-to" }
  | { page: "lost" };

const GAME = /^\/(game|replay)\/([a-z0-9]{6,24})\/?$/;
const LINK = /^\/(join|watch)\/([\w-]{20,40})\/?$/;

export function match(path: string, search = ""): Route {
  const asked = new URLSearchParams(search);
  if (path === "/") return { page: "home" };
  if (path === "/new") return { page: "new", scenario: asked.get("scenario") ?? "" };
  if (/^\/how-to-read\/?$/.test(path)) return { page: "how-to" };
  const [, kind, id] = GAME.exec(path) ?? [];
  if (id && kind === "game") return { page: "game", id };
  const tab = asked.get("tab") === "turning" ? ({ tab: "turning" } as const) : {};
  if (id) return { page: "replay", id, at: order(asked.get("at")), ...tab };
  const [, link, token] = LINK.exec(path) ?? [];
  if (token) return { page: link === "join" ? "join" : "watch", token };
  return { page: "lost" };
}

function order(at: string | null): number | null {
  return at !== null && /^\d{1,7}$/.test(at) ? Number(at) : null;
}

const here = () => match(location.pathname, location.search);
const shown = writable<Route>(typeof location === "undefined" ? { page: "home" } : here());

/** The page that is shown. */
export const route: Readable<Route> = shown;

/** Go to another page. With `replace` the present address is forgotten: a secret link must not stay behind. */
export function go(address: string, how: { replace?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  shown.set(here());
  scrollTo(0, 0);
}

/** Correct the address without changing the page, so that a copied address leads back to what is shown. */
export function note(address: string): void {
  history.replaceState(history.state, "", address);
}

/** Follow links and the browser's back and forward buttons without loading the page anew. */
export function follow(): void {
  addEventListener("popstate", () => shown.set(here()));
  document.addEventListener("click", (event) => {
    const address = ownAddress(event);
    if (address === null) return;
    event.preventDefault();
    go(address);
  });
}

function ownAddress(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return null;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  if (link.pathname.startsWith("/api/") || (samePage && link.hash)) return null;
  return link.pathname + link.search + link.hash;
}
