// Writes the service worker of a build: it keeps the shell of the pages, and nothing that the server answers.
import type { Plugin } from "vite";

const BESIDE = ["/", "/icon.svg", "/manifest.webmanifest", "/icons/icon-192.png"];

/** The worker as text, for the files of a build; another build has another name for its cache. */
export async function workerFor(source: string, files: string[]): Promise<string> {
  const shell = [...BESIDE, ...files.map((file) => `/${file}`)].toSorted();
  const content = new TextEncoder().encode([source, ...shell].join("\n"));
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))];
  const version = digest.slice(0, 6).map((byte) => byte.toString(16).padStart(2, "0"));
  return source
    .replace("/* VERSION */", version.join(""))
    .replace("/* SHELL */", shell.map((file) => JSON.stringify(file)).join(", "));
}

export function shell(): Plugin {
  return {
    name: "shell",
    apply: "build",
    async generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      const source = await this.fs.readFile(new URL("./worker.js", import.meta.url).pathname, { encoding: "utf8" });
      this.emitFile({ type: "asset", fileName: "worker.js", source: await workerFor(source, files) });
    },
  };
}
