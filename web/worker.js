// Keeps the shell of Bocage, so that it opens at once and without a line: the page, its scripts, styles and icon. What the
// server answers is never kept. A new build waits until every page of the old one is closed, so none misses its parts.
const CACHE = "bocage-shell-/* VERSION */";
const SHELL = [/* SHELL */];

self.addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL))));

self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    // The newest page, if the server can be reached.
    event.respondWith(
      fetch(request).catch(() => caches.match("/", { cacheName: CACHE }).then((page) => page ?? Response.error())),
    );
  } else if (SHELL.includes(pathname)) {
    event.respondWith(caches.match(request, { cacheName: CACHE }).then((kept) => kept ?? fetch(request)));
  }
});
