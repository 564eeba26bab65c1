import { mount } from "svelte";
import App from "./App.svelte";
import { follow } from "./router";
import "./style/base.css";

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the app");
follow();
mount(App, { target: place });
// So that it can be installed and opens without a line; pages work as well without it.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  void navigator.serviceWorker.register("/worker.js").catch(() => undefined);
