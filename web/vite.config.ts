import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { shell } from "./shell.ts";

// The server gives out what is built here; `npm run dev` sends the rest to a server on the usual port.
export default defineConfig({
  plugins: [svelte(), shell()],
  build: { outDir: "../src/bocage/server/static", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1000 },
  server: { proxy: { "/api": { target: "http://127.0.0.1:1944", ws: true } } },
});
