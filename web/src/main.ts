import { mount } from "svelte";
import App from "./App.svelte";
import { follow } from "./router";
import "./style/base.css";

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the app");
follow();
mount(App, { target: place });
