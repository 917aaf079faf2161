// The service worker: caches the page for use without a network. The build prepends FILES, the list of the page's files.

const CACHE = `flakekit ${FILES.join(" ")}`;

/** How many versions are kept: open tabs may have to load files of an earlier one, which the server has no more. */
const VERSIONS = 5;

self.addEventListener("install", (event) => {
  // Browsers may keep files without asking the server. The document of an earlier version would name files that are not here.
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  // In the order in which they were made.
  const names = async () => (await caches.keys()).filter((name) => name.startsWith("flakekit "));
  const outdated = async () => (await names()).slice(0, -VERSIONS);
  const remove = outdated().then((names) => Promise.all(names.map((name) => caches.delete(name))));
  // A tab that loaded the page from the network needs its files from the cache after the next deployment.
  event.waitUntil(Promise.all([remove, self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const cached = (cacheName) => caches.match(event.request, { ignoreSearch: true, ...cacheName });
  const respond = async () => (await cached({ cacheName: CACHE })) ?? (await cached()) ?? fetch(event.request);
  event.respondWith(respond());
});
