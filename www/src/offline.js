// The service worker: caches the page for use without a network. The build prepends FILES, the list of the page's files.

const CACHE = `flakekit ${FILES.join(" ")}`;

/** How many versions are kept: open tabs may have to load files of an earlier one, which the server has no more. */
const VERSIONS = 5;

self.addEventListener("install", (event) => {
  // Browsers may keep files without asking the server. The document of an earlier version would name files that are not here.
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  const fill = async () => {
    const files = await Promise.all(fresh.map(load));
    // A version that is deployed again, after a rollback, is the last one. A cache that is not deleted would keep its place.
    await caches.delete(CACHE);
    const cache = await caches.open(CACHE);
    await Promise.all(fresh.map((request, i) => cache.put(request, files[i])));
  };
  event.waitUntil(fill());
  self.skipWaiting();
});

/** Requests a file. It has arrived when this resolves: a browser begins some requests only when others have ended. */
async function load(request) {
  const response = await fetch(request);
  if (!response.ok) throw new Error(`The server answered ${response.status} for ${request.url}.`);
  return new Response(await response.blob(), response);
}

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
