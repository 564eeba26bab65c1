// Asking the server. Every call answers with the shape of the contract or throws a ServerError.
import { answered } from "./reach";
import type { components } from "./schema";
import type {
  Board,
  Catalogue,
  ChatLine,
  GameInfo,
  Invitation,
  LogEntry,
  NewGame,
  Odds,
  Overlay,
  Problem,
  Refusal,
  ReviewState,
  Rulebook,
  Screen,
  Summary,
  TurnReport,
  View,
} from "./types";

type Schemas = components["schemas"];

/** What the server answered instead of doing what was asked. */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, signal: AbortSignal | null = null): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
  } catch {
    throw new ServerError(0, { error: "offline", text: "", rule: "", number: null });
  }
  answered();
  const kind = answer.headers.get("content-type") ?? "";
  const content: unknown = kind.startsWith("application/json") ? await answer.json() : await answer.text();
  if (answer.ok) return content as T;
  const problem = typeof content === "object" && content !== null && "text" in content ? (content as Problem) : null;
  throw new ServerError(answer.status, problem ?? { error: "failed", text: "", rule: "", number: null });
}

function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : "";
}

export const api = {
  catalogue: () => ask<Catalogue>("GET", "/catalogue"),
  rules: (game: string, edition: string) => ask<Rulebook>("GET", `/rules/${game}/${edition}`),
  myGames: () => ask<Schemas["GameList"]>("GET", "/games"),
  createGame: (wanted: Partial<NewGame> & { scenario: string }) =>
    ask<GameInfo>("POST", "/games", { ...wanted, follow: true }),
  openRecord: (text: string) => ask<GameInfo>("POST", "/records", { text }),
  invitation: (token: string) => ask<Invitation>("POST", "/invitation", { token }),
  join: (token: string, name?: string) => ask<GameInfo>("POST", "/join", { token, name: name ?? null }),
  game: (id: string) => ask<GameInfo>("GET", `/games/${id}`),
  board: (id: string) => ask<Board>("GET", `/games/${id}/board`),
  screen: (id: string, seat: string, after: number) =>
    ask<Screen>("GET", `/games/${id}/screen${query({ seat, after })}`),
  view: (id: string, seat: string, number?: number) => ask<View>("GET", `/games/${id}/view${query({ seat, number })}`),
  order: (id: string, seat: string, number: number, order: string) =>
    ask<Screen>("POST", `/games/${id}/orders`, { seat, number, order }),
  staff: (id: string, seat: string, number: number, series: string) =>
    ask<Screen>("POST", `/games/${id}/staff`, { seat, number, series }),
  undo: (id: string, seat: string, number: number, to: number | null) =>
    ask<Screen>("POST", `/games/${id}/undo`, { seat, number, to }),
  why: (id: string, seat: string, order: string) =>
    ask<Refusal | null>("GET", `/games/${id}/why${query({ seat, order })}`),
  odds: (id: string, seat: string, order: string) =>
    ask<Odds | null>("GET", `/games/${id}/odds${query({ seat, order })}`),
  prospects: (id: string, seat: string) => ask<Schemas["Prospects"]>("GET", `/games/${id}/prospects${query({ seat })}`),
  overlay: (id: string, seat: string, kind: string, unit?: string) =>
    ask<Overlay>("GET", `/games/${id}/overlay${query({ seat, kind, unit })}`),
  hint: (id: string, seat: string, about: { verb?: string; step?: string } = {}) =>
    ask<Schemas["Hint"]>("GET", `/games/${id}/hint${query({ seat, ...about })}`),
  advice: (id: string, seat: string, signal: AbortSignal) =>
    ask<Schemas["Advice"]>("GET", `/games/${id}/advice${query({ seat })}`, undefined, signal),
  intents: (id: string, seat: string, number?: number) =>
    ask<Schemas["Intents"]>("GET", `/games/${id}/intents${query({ seat, number })}`),
  log: (id: string, seat: string, after = -1) =>
    ask<{ entries: LogEntry[] }>("GET", `/games/${id}/log${query({ seat, after })}`),
  record: (id: string, seat: string) => ask<string>("GET", `/games/${id}/record${query({ seat })}`),
  summary: (id: string, seat: string) => ask<Summary>("GET", `/games/${id}/summary${query({ seat })}`),
  review: (id: string) => ask<ReviewState>("GET", `/games/${id}/review`),
  beginReview: (id: string) => ask<ReviewState>("POST", `/games/${id}/review`),
  stopReview: (id: string) => ask<ReviewState>("DELETE", `/games/${id}/review`),
  turn: (id: string, seat: string, number?: number) =>
    ask<TurnReport>("GET", `/games/${id}/turn${query({ seat, number })}`),
  branch: (id: string, number: number, seats: NewGame["seats"] = {}) =>
    ask<GameInfo>("POST", `/games/${id}/branch`, { number, seats, follow: true }),
  askTakeback: (id: string, seat: string, number: number, to: number) =>
    ask<GameInfo>("POST", `/games/${id}/takeback`, { seat, number, to }),
  answerTakeback: (id: string, seat: string, agree: boolean, to: number | null) =>
    ask<GameInfo>("POST", `/games/${id}/takeback/answer`, { seat, agree, to }),
  setSeat: (id: string, seat: string, wanted: Partial<Schemas["SetSeat"]>) =>
    ask<GameInfo>("PUT", `/games/${id}/seats/${encodeURIComponent(seat)}`, wanted),
  resign: (id: string, seat: string, number: number) => ask<GameInfo>("POST", `/games/${id}/resign`, { seat, number }),
  setPace: (id: string, go: Schemas["Pace"]["go"], number = 0) =>
    ask<GameInfo>("POST", `/games/${id}/pace`, { go, number }),
  inviteOnlookers: (id: string) => ask<GameInfo>("POST", `/games/${id}/spectators`),
  chat: (id: string) => ask<{ lines: ChatLine[] }>("GET", `/games/${id}/chat`),
  say: (id: string, text: string) => ask<ChatLine>("POST", `/games/${id}/chat`, { text }),
};
