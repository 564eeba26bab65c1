// One WebSocket per open game. It only says that something changed; what changed is asked for by HTTP.
import type { LiveMessage } from "./types";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 3_000;

export interface Live {
  close(): void;
}

/** Listen to a game until closed; `connected` tells when the line is lost and found again. */
export function listen(game: string, heard: (message: LiveMessage) => void, connected: (yes: boolean) => void): Live {
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/games/${game}/live`);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      connected(true);
    };
    socket.onmessage = (event) => heard(JSON.parse(String(event.data)) as LiveMessage);
    socket.onclose = () => {
      if (closed) return;
      connected(false);
      // Not all at the same moment, when a server has been started again.
      timer = setTimeout(open, wait * (0.5 + Math.random()));
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  }

  // A laptop that wakes up, or a phone that finds its network again, need not wait.
  function atOnce(): void {
    if (closed || document.hidden || socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(timer);
    wait = FIRST_WAIT;
    open();
  }

  addEventListener("online", atOnce);
  document.addEventListener("visibilitychange", atOnce);

  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener("online", atOnce);
      document.removeEventListener("visibilitychange", atOnce);
      socket?.close();
    },
  };
}
