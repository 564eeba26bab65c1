// The table and the desk, for every part of the page.
import { createContext } from "svelte";
import type { Desk } from "./desk.svelte";
import type { Table } from "./game.svelte";

export const [useTable, provideTable] = createContext<Table>();
export const [useDesk, provideDesk] = createContext<Desk>();
