// All texts that a user sees, in one place. Another language is another folder beside `en` with the same shape.
import { board } from "./en/board";
import { home } from "./en/home";
import { howTo } from "./en/howTo";
import { play } from "./en/play";
import { replay } from "./en/replay";
import { shared } from "./en/shared";

export const text = { shared, home, howTo, board, play, replay };
