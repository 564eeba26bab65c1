// The board alone, for looking at it and measuring it: board.html?board=ADDRESS&view=ADDRESS. Not part of the build.
import { mount } from "svelte";
import "../src/style/theme.css";
import Harness from "./Harness.svelte";

const asked = new URLSearchParams(location.search);
const read = async (name: string) => (await fetch(asked.get(name) ?? "")).json();

const [board, view] = await Promise.all([read("board"), read("view")]);
mount(Harness, { target: document.body, props: { board, view } });
